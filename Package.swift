// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let linux: TargetDependencyCondition? = .when(platforms: [.linux])

/// Formats that a package trait of the same name adds on Linux. Their libraries are loaded when a picture first needs them.
let optionalFormats = ["AVIF", "HEIC", "JPEGXL", "TIFF", "BMP", "SVG"]

let package = Package(
  name: "Alula",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Alula", targets: ["Alula"]),
    .library(name: "AlulaURLRequest", targets: ["AlulaURLRequest"]),
    .library(name: "AlulaTesting", targets: ["AlulaTesting"]),
    .executable(name: "alula", targets: ["AlulaCLI"]),
  ],
  traits: [
    .trait(
      name: "Curl",
      description: "Load over libcurl on Linux. Without it the Linux transport is URLSession."),
    .trait(name: "AVIF", description: "Decode AVIF on Linux, by libavif."),
    .trait(name: "HEIC", description: "Decode HEIC and HEIF on Linux, by libheif."),
    .trait(name: "JPEGXL", description: "Decode JPEG XL on Linux, by libjxl."),
    .trait(name: "TIFF", description: "Decode TIFF on Linux, by libtiff."),
    .trait(name: "BMP", description: "Decode Windows bitmaps, icons and cursors on Linux."),
    .trait(name: "SVG", description: "Draw SVG at the target size on Linux, by librsvg."),
    .default(enabledTraits: ["Curl", "AVIF"]),
  ],
  targets: [
    .target(name: "HTTPCaching", swiftSettings: strict),
    .target(
      name: "Alula",
      dependencies: [
        "HTTPCaching",
        "CSQLite",
        .target(name: "CDigest", condition: linux),
        .target(name: "CCurl", condition: .when(platforms: [.linux], traits: ["Curl"])),
        .target(name: "CImageCodecs", condition: linux),
      ],
      swiftSettings: strict),
    .target(name: "AlulaURLRequest", dependencies: ["Alula"], swiftSettings: strict),
    .target(name: "AlulaTesting", dependencies: ["Alula"], swiftSettings: strict),
    .executableTarget(name: "AlulaCLI", dependencies: ["Alula"], swiftSettings: strict),
    .executableTarget(
      name: "FeedDemo", dependencies: ["Alula", "AlulaTesting"], path: "Examples/FeedDemo",
      swiftSettings: strict),

    // C boundaries (Linux). Each folder has a README: what, version, why.
    .target(
      name: "CCurl",
      dependencies: [.target(name: "CLazyLibrary", condition: linux)],
      cSettings: [.define("ALULA_CURL", .when(platforms: [.linux], traits: ["Curl"]))]),
    .target(name: "CLazyLibrary"),
    .target(
      name: "CImageCodecs",
      dependencies: [
        .target(name: "CLibjpeg", condition: linux),
        .target(name: "CLazyLibrary", condition: linux),
      ],
      cSettings: optionalFormats.map { trait in
        .define("ALULA_\(trait)", .when(platforms: [.linux], traits: [trait]))
      }),
    .systemLibrary(
      name: "CLibjpeg", path: "Sources/CSystemCodecs/CLibjpeg", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"])]),

    .target(
      name: "CDigest",
      dependencies: [
        .target(name: "CLibmd", condition: linux),
        .target(name: "CLibxxhash", condition: linux),
      ]),
    .systemLibrary(
      name: "CLibmd", path: "Sources/CSystemDigest/CLibmd", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(
      name: "CLibxxhash", path: "Sources/CSystemDigest/CLibxxhash", pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"])]),
    .target(
      name: "CSQLite",
      dependencies: [.target(name: "CLazyLibrary", condition: linux)],
      linkerSettings: [.linkedLibrary("sqlite3", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))]),

    // giflib judges our own GIF decoder. It comes without a system library target, whose pkg-config file would be asked for by
    // builds that test nothing.
    .target(
      name: "CGifReferee", path: "Tests/CGifReferee",
      linkerSettings: [.linkedLibrary("gif", .when(platforms: [.linux]))]),
    .target(
      name: "CSampleJPEG", path: "Tests/CSampleJPEG",
      linkerSettings: [.linkedLibrary("jpeg", .when(platforms: [.linux]))]),
    .target(
      name: "CSampleAVIF", path: "Tests/CSampleAVIF",
      cSettings: [.define("ALULA_AVIF", .when(platforms: [.linux], traits: ["AVIF"]))],
      linkerSettings: [.linkedLibrary("avif", .when(platforms: [.linux], traits: ["AVIF"]))]),
    // A second process for the disk store's tests: it writes until it is killed, checks what is left, runs into limits.
    .executableTarget(
      name: "StoreProcess", dependencies: ["Alula"], path: "Tests/StoreProcess", swiftSettings: strict),
    .testTarget(name: "HTTPCachingTests", dependencies: ["HTTPCaching"], swiftSettings: strict),
    .testTarget(
      name: "AlulaTests",
      dependencies: [
        "Alula", "AlulaTesting", "AlulaURLRequest", "HTTPCaching", "StoreProcess",
        .target(name: "CGifReferee", condition: linux),
        .target(name: "CSampleJPEG", condition: linux),
        .target(name: "CSampleAVIF", condition: .when(platforms: [.linux], traits: ["AVIF"])),
      ],
      swiftSettings: strict),
    .testTarget(name: "AlulaCLITests", dependencies: ["Alula", "AlulaCLI", "AlulaTesting"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
