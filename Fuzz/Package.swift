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
      swiftSettings: strict)
  ],
  swiftLanguageModes: [.v6]
)
