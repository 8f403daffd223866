import Foundation
import Testing

@testable import Alula

@Suite struct ThumbHashTests {
  /// A published example: 5 of 7 waves across, so 32 × 5 ÷ 7 pixels. Its first three bytes, 0x1207D5, hold 21, 31 and 32 of 63.
  @Test func `a published hash says shape and average colour`() throws {
    let hash = try ThumbHash(base64: "1QcSHQRnh493V4dIh4eXh1h4kJUI")
    #expect(hash.data.count == 21)
    #expect(hash.base64 == "1QcSHQRnh493V4dIh4eXh1h4kJUI")
    #expect(!hash.hasAlpha)
    #expect(hash.aspectRatio == 5.0 / 7)
    #expect(hash.averageColor == ImageColor(red: 86, green: 82, blue: 88))
    #expect(try hash.bitmap().size == PixelSize(width: 23, height: 32))
  }

  @Test func `a published hash becomes the pixels of the format's formula`() throws {
    for text in ["1QcSHQRnh493V4dIh4eXh1h4kJUI", "3OcRJYB4d3h/iIeHeEh3eIhw+j3A"] {
      let hash = try ThumbHash(base64: text)
      let bitmap = try hash.bitmap(size: PixelSize(width: 17, height: 23))
      let expected = ReferenceThumbHash.pixels(Array(hash.data), width: 17, height: 23)
      for (byte, exact) in zip(bitmap.bytes, expected) { #expect(abs(Double(byte) - exact) <= 1) }
    }
  }

  @Test func `alpha comes back, premultiplied`() throws {
    let picture = try Bitmap.made(60, 60) { x, _ in x < 30 ? [0, 0, 0, 0] : [200, 100, 0, 255] }
    let hash = try ThumbHash(encoding: picture)
    #expect(hash.hasAlpha)
    #expect(abs(Int(hash.averageColor.alpha) - 128) <= 9, "15 steps")
    #expect(isClose([hash.averageColor.red, hash.averageColor.green, hash.averageColor.blue], [200, 100, 0], 6))
    let back = try hash.bitmap()
    #expect(back.size == PixelSize(width: 32, height: 32))
    #expect(back.isPremultiplied)
    #expect(back.pixel(3, 16)[3] < 60 && back.pixel(28, 16)[3] > 195)
    let expected = ReferenceThumbHash.pixels(Array(hash.data), width: 32, height: 32)
    for (byte, exact) in zip(back.bytes, expected) { #expect(abs(Double(byte) - exact) <= 1) }
  }

  @Test(
    arguments: [
      (700, 700, 1.0), (90, 60, 7.0 / 5), (60, 90, 5.0 / 7), (3000, 100, 7), (100, 3000, 1.0 / 7), (1, 1, 1),
      (1, 90, 1.0 / 7),
    ] as [(Int, Int, Double)])
  func `the shape comes back about`(width: Int, height: Int, ratio: Double) throws {
    let hash = try ThumbHash(encoding: Bitmap.plain(width, height, [10, 200, 30, 255]))
    #expect(abs(hash.aspectRatio / ratio - 1) < 0.01)
    #expect(isClose([hash.averageColor.red, hash.averageColor.green, hash.averageColor.blue], [10, 200, 30], 6))
    let back = try hash.bitmap()
    #expect(max(back.width, back.height) == 32)
    #expect(isClose(back.pixel(0, 0), [10, 200, 30, 255], 6))
  }

  @Test func `a picture comes back blurred`() throws {
    let picture = try Bitmap.made(90, 60) { x, y in
      x < 45 ? [220, UInt8(y * 3), 30, 255] : [20, 40, UInt8(255 - y), 255]
    }
    let hash = try ThumbHash(encoding: picture)
    let back = try hash.bitmap()
    #expect(isClose(back.pixel(6, 11), [220, 100, 30, 255], 45))
    #expect(isClose(back.pixel(27, 11), [20, 40, 225, 255], 45))
  }

  @Test(arguments: [(40, 30), (31, 47), (20, 20)]) func `the bytes are those of the format's formula`(
    width: Int, height: Int
  ) throws {
    // Without order, so that no wave is exactly in the middle between two steps.
    var noise = Noise(seed: 3)
    let picture = try Bitmap.made(width, height) { _, _ in
      let bits = noise.next()
      return [UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), UInt8(bits >> 24 & 255), 255]
    }
    #expect(Array(try ThumbHash(encoding: picture).data) == ReferenceThumbHash.bytes(picture))
  }

  @Test func `text may be of either alphabet, with or without padding`() throws {
    let hash = try ThumbHash(base64: "3OcRJYB4d3h/iIeHeEh3eIhw+j3A")
    #expect(try ThumbHash(base64: "3OcRJYB4d3h_iIeHeEh3eIhw-j3A") == hash)
    #expect(try ThumbHash(base64: "3OcRJYB4d3h/iIeHeEh3eIhw+j3A====") == hash)
    #expect(try ThumbHash(Array(hash.data) + [1, 2, 3]) == hash, "what follows is dropped")
  }

  @Test(arguments: ["", "1", "1QcSHQ", "1QcSHQRnh493V4dIh4eXh1h4kA", "!!!!", "////", "AACAAAA", "no thumb hash at all"])
  func `a text that is no ThumbHash is a typed error`(text: String) {
    let error = #expect(throws: LoadError.self) { try ThumbHash(base64: text) }
    #expect([.truncated, .decoding].contains(error?.code))
  }

  @Test func `no bytes make it trap`() {
    var noise = Noise(seed: 5)
    for _ in 0..<3_000 {
      let bytes = (0..<Int(noise.next() % 40)).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
      guard let hash = try? ThumbHash(bytes) else { continue }
      #expect(hash.data.count <= bytes.count)
      #expect((try? hash.bitmap(size: PixelSize(width: 3, height: 2)))?.isPremultiplied == true)
    }
  }
}
