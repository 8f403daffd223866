// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let alula = Target.Dependency.product(name: "Alula", package: "Alula")

let package = Package(
  name: "alula-conformance",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Alula", path: "..")],
  targets: [
    .target(name: "CacheClient", dependencies: [alula], swiftSettings: strict),
    .executableTarget(name: "HTTPCacheDriver", dependencies: ["CacheClient"], swiftSettings: strict),
    .target(
      name: "CacheSuite",
      dependencies: [alula, "CacheClient", .product(name: "AlulaTesting", package: "Alula")], swiftSettings: strict),
    .executableTarget(
      name: "HTTPCacheReplay", dependencies: ["CacheClient", "CacheSuite"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
