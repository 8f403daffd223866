// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Alula", path: "..")],
  targets: [
    .executableTarget(
      name: "TransportBench", dependencies: [.product(name: "Alula", package: "Alula")], swiftSettings: strict),
    .executableTarget(
      name: "MemoryBench", dependencies: [.product(name: "Alula", package: "Alula")], swiftSettings: strict),
    .executableTarget(
      name: "DiskBench", dependencies: [.product(name: "Alula", package: "Alula")], swiftSettings: strict),
    .executableTarget(
      name: "DecodeBench", dependencies: [.product(name: "Alula", package: "Alula")], swiftSettings: strict),
    .executableTarget(
      name: "FlingBench",
      dependencies: [.product(name: "Alula", package: "Alula"), .product(name: "AlulaTesting", package: "Alula")],
      swiftSettings: strict),
    .executableTarget(name: "StartupEmpty", swiftSettings: strict),
    .executableTarget(name: "StartupNetworking", swiftSettings: strict),
    .executableTarget(
      name: "StartupLinked", dependencies: [.product(name: "Alula", package: "Alula")], swiftSettings: strict),
    .executableTarget(
      name: "StartupDecode", dependencies: [.product(name: "Alula", package: "Alula")], swiftSettings: strict),
    .executableTarget(name: "CurlPeer", linkerSettings: [.linkedLibrary("curl")]),
  ],
  swiftLanguageModes: [.v6]
)
