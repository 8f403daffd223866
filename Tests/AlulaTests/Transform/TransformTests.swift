import Foundation
import Testing

@testable import Alula

/// What holds for every step.
@Suite struct TransformTests {
  @Test func `steps run in their order`() throws {
    let picture = try Bitmap.plain(20, 20, [0, 0, 0, 255])
    let border = AnyImageTransform.border(width: 2, color: .white)
    #expect(try picture.after(.blur(radius: 3), border).pixel(0, 10) == [255, 255, 255, 255])
    #expect(try picture.after(border, .blur(radius: 3)).pixel(0, 10)[0] < 200)
    #expect(try picture.after(.crop(width: 4, height: 4), border).size == PixelSize(width: 4, height: 4))
  }

  @Test(arguments: AnyImageTransform.samples) func `a step keeps alpha, and colours below it`(step: AnyImageTransform)
    throws
  {
    let picture = try Bitmap.made(24, 18) { x, y in
      let alpha = UInt8(x * 10)
      return [alpha / 2, UInt8(min(Int(alpha), y * 9)), alpha, alpha]
    }
    let result = try picture.after(step)
    #expect(result.isPremultiplied)
    #expect(result.bytes != picture.bytes)
    let alphas = stride(from: 3, to: result.bytes.count, by: 4).map { result.bytes[$0] }
    #expect(Set(alphas).count > 3, "alpha still goes from clear to opaque")
  }

  @Test(arguments: AnyImageTransform.samples) func `a step takes pictures of one pixel, one row and one column`(
    step: AnyImageTransform
  ) throws {
    for (width, height) in [(1, 1), (1, 50), (50, 1), (2, 2), (3, 1)] {
      let result = try Bitmap.plain(width, height, [20, 30, 40, 50]).after(step)
      #expect(result.isPremultiplied)
    }
  }

  private static let extremes: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, .leastNonzeroMagnitude, 1e-9, 0.5, 1e18, .greatestFiniteMagnitude,
  ]

  @Test(arguments: extremes) func `no number makes a step trap`(number: Double) throws {
    let picture = try Bitmap.map(13, 9)
    let length = PixelLength.pixels(number)
    let (focus, radii) = (FocalPoint(x: number, y: number), CornerRadii(topLeft: length, bottomRight: length))
    let steps: [AnyImageTransform] = [
      .crop(width: length, height: length, focalPoint: focus), .roundedCorners(radius: length), .roundedCorners(radii),
      .circle(focalPoint: focus), .border(width: length, color: .white, corners: .all(length)), .blur(radius: length),
      .border(width: .points(number, scale: number), color: .white, corners: radii),
    ]
    for step in steps { #expect(try picture.after(step).isPremultiplied, "\(step.identity)") }
  }

  @Test(arguments: extremes) func `a size that is none is a typed error or a picture`(number: Double) throws {
    let picture = try Bitmap.map(13, 9)
    let length = PixelLength.pixels(number)
    let steps: [AnyImageTransform] = [
      .resize(.pixels(number, number)), .resize(.pixels(number, 5, mode: .fill)),
      .resize(width: length, height: length),
      .resize(.points(5, 5, scale: number)), .resize(width: length, height: 3),
      .resize(TargetSize(width: number, height: number, mode: .fill, allowsEnlarging: true)),
    ]
    for step in steps {
      do throws(LoadError) {
        #expect(try picture.after(step).byteCount.bytes > 0)
      } catch {
        #expect([.invalidTargetSize, .tooManyPixels].contains(error.code), "\(step.identity)")
      }
    }
  }

  @Test(arguments: AnyImageTransform.samples) func `a step that needs more memory than the budget is refused`(
    step: AnyImageTransform
  ) throws {
    let picture = try Bitmap.map(24, 18)
    let budget = DecodeBudget(maximumMemory: picture.byteCount)
    let error = #expect(throws: LoadError.self) { try picture.applying([step], within: budget) }
    #expect(error?.code == .tooManyPixels)
  }

  @Test(arguments: AnyImageTransform.samples.filter { !$0.identity.hasPrefix("alula.crop") })
  func `a step looks between its rows whether it was cancelled`(step: AnyImageTransform) async throws {
    let picture = try Bitmap.map(24, 18)
    let found = await withTaskGroup(of: LoadError.Code?.self) { group in
      group.cancelAll()
      // Past the check that comes before each step.
      group.addTask { code { () throws(LoadError) in try step.apply(to: picture, within: DecodeBudget()) } }
      return await group.next() ?? nil
    }
    #expect(found == .cancelled)
  }

  @Test func `a result over the budget is refused, whoever made it`() throws {
    let huge = AnyImageTransform.custom(id: "huge") { _ throws(LoadError) in try .plain(100, 100, [0, 0, 0, 0]) }
    let picture = try Bitmap.map(4, 4)
    let error = #expect(throws: LoadError.self) {
      try picture.applying([huge], within: DecodeBudget(maximumMemory: .bytes(39_999)))
    }
    #expect(error?.code == .tooManyPixels)
    #expect(try picture.applying([huge], within: DecodeBudget(maximumMemory: .bytes(40_000))).width == 100)
  }

  @Test func `every step has an identity of its own, which its parameters change`() {
    let others: [AnyImageTransform] = [
      .resize(.pixels(9, 8)), .resize(TargetSize(width: 9, height: 7, allowsEnlarging: true)),
      .resize(.pixels(9, 7, mode: .fill)), .resize(width: 9, height: 31), .crop(width: 6, height: 5),
      .crop(width: 5, height: 6, focalPoint: .top), .roundedCorners(radius: 5),
      .roundedCorners(CornerRadii(topLeft: 4)),
      .circle(focalPoint: .top), .border(width: 1, color: .white), .border(width: 1, color: .black),
      .border(width: 1, color: .white, corners: .all(2)), .blur(radius: 2.5), .tint(.white), .tint(.black),
      .custom(id: "a") { $0 }, .custom(id: "b") { $0 },
    ]
    let all = AnyImageTransform.samples + others
    #expect(Set(all).count == all.count)
    #expect(Set(all.map(\.identity)).count == all.count)
    #expect(AnyImageTransform.resize(.points(50, 40, scale: 2)) == .resize(.pixels(100, 80)))
    #expect(AnyImageTransform.custom(id: "a") { _ throws(LoadError) in throw .cancelled } == .custom(id: "a") { $0 })
  }

  /// Identities name files on disk: a change here means that stored pictures are made anew, which a new number in the name must say.
  @Test func `identities are these texts`() {
    #expect(AnyImageTransform.blur(radius: 4).identity == "alula.blur/1 4.0")
    #expect(
      AnyImageTransform.resize(.points(50, 40, scale: 2, mode: .fill)).identity
        == "alula.resize/1 100.0 80.0 fill false 0.5 0.5")
    #expect(
      AnyImageTransform.border(width: 2, color: .white, corners: .all(8)).identity
        == "alula.border/1 2.0 #ffffff 8.0 8.0 8.0 8.0")
    let own = AnyImageTransform.custom(id: "mine/2") { $0 }
    #expect(own.identity == "custom mine/2")
  }
}
