// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "Alula", path: "..", traits: ["AVIF", "HEIC", "JPEGXL", "TIFF", "BMP", "SVG"])
  ],
  targets: [
    .executableTarget(
      name: "AlulaFuzz",
      dependencies: [
        .product(name: "Alula", package: "Alula"), .product(name: "AlulaTesting", package: "Alula"),
      ],
      swiftSettings: strict,
      // Both libFuzzer and the package manager have a `main`; the package manager's wins. gold breaks off over it, lld does not.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
  ],
  swiftLanguageModes: [.v6]
)
