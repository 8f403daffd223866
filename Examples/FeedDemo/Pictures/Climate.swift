/// The kinds of landscape: colours and what stands in them.
struct Climate {
  var name: String
  var skyTop: Color
  var skyLow: Color
  var sun: Color
  var far: Color
  var near: Color
  /// Where the sky ends, as a share of the height.
  var horizon: Float = 0.55
  /// Mountain ranges, one behind the other; 0 is the open sea.
  var ranges = 4
  /// How high ranges rise above the horizon.
  var relief: Float = 0.28
  /// 1 is soft like dunes, 5 is rocky.
  var roughness = 5
  var clouds: Float = 0.7
  /// Where a lake or the sea begins, as a share of the height; above 1 is none.
  var water: Float = 2
  var hasTrees = false
  var hasSnow = false
  var isNight = false

  static let all = [
    Climate(
      name: "Alpine", skyTop: Color(0x2F6FB8), skyLow: Color(0xCFE4F2), sun: Color(0xFFF6D8), far: Color(0x8FA9C4),
      near: Color(0x33502F), relief: 0.36, hasTrees: true, hasSnow: true),
    Climate(
      name: "Sunset", skyTop: Color(0x3B2A63), skyLow: Color(0xFF9E5C), sun: Color(0xFFE3A0), far: Color(0xB0586A),
      near: Color(0x2A1838), horizon: 0.5, ranges: 3, relief: 0.2, water: 0.66),
    Climate(
      name: "Desert", skyTop: Color(0x4C9BD0), skyLow: Color(0xF8DFB5), sun: Color(0xFFFFFF), far: Color(0xEBBE82),
      near: Color(0xB0622C), horizon: 0.5, relief: 0.12, roughness: 1, clouds: 0.25),
    Climate(
      name: "Polar", skyTop: Color(0x050B24), skyLow: Color(0x1C3F5C), sun: Color(0xF4F6FF), far: Color(0x20364F),
      near: Color(0x060B14), horizon: 0.62, ranges: 3, relief: 0.22, clouds: 0, water: 0.76, isNight: true),
    Climate(
      name: "Forest", skyTop: Color(0x9DB8B4), skyLow: Color(0xE9EFE2), sun: Color(0xFFF9E0), far: Color(0xA9C0B4),
      near: Color(0x17352B), horizon: 0.5, ranges: 5, relief: 0.22, roughness: 3, clouds: 0.4, hasTrees: true),
    Climate(
      name: "Harbour", skyTop: Color(0x24588F), skyLow: Color(0xFFD0B0), sun: Color(0xFFF2C8), far: Color(0x7187A8),
      near: Color(0x24425F), horizon: 0.52, ranges: 1, relief: 0.05, roughness: 4, clouds: 1, water: 0.53),
  ]

  /// The same land with the eye held higher or lower.
  func moved(by share: Float) -> Climate {
    var copy = self
    copy.horizon += share
    copy.water += share
    return copy
  }

  /// The same land on another day: other light.
  func tinted(_ tint: Color, _ amount: Float) -> Climate {
    var copy = self
    copy.skyTop = skyTop.mixed(tint, amount)
    copy.skyLow = skyLow.mixed(tint, amount * 0.6)
    copy.far = far.mixed(tint, amount * 0.5)
    copy.near = near.mixed(tint, amount * 0.25)
    return copy
  }
}
