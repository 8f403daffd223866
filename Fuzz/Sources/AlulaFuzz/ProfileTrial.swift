import Foundation

@testable import Alula

/// An ICC profile, for grey, RGB and CMYK pixels.
struct ProfileTrial {
  private let profile: ICCProfile

  init?(_ input: Data) { profile = ICCProfile(input) }

  func run() {
    _ = profile.name
    let source = (0..<256 * 4).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for channels in [1, 3, 4] {
      guard case .transform(let transform) = ColorTransform.find(profile, channels: channels) else { continue }
      var target = [UInt8](repeating: 0, count: source.count)
      source.withUnsafeBytes { source in
        target.withUnsafeMutableBytes { target in
          guard let from = source.baseAddress, let to = target.baseAddress else { return }
          transform.apply(from, to: to, count: 256)
        }
      }
    }
  }
}
