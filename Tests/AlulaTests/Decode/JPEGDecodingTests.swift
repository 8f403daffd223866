import Foundation
import Testing

@testable import Alula

@Suite struct JPEGDecodingTests {
  @Test(arguments: [
    (1200, 300, 2), (1200, 299, 4), (1200, 100, 1), (1200, 101, 2), (1200, 150, 1), (1200, 400, 4), (1200, 401, 8),
    (1200, 600, 4), (1200, 1200, 8), (1200, 1, 1), (1203, 301, 4),
  ])
  func `the scale leaves one and a half times the target or hits it exactly`(width: Int, target: Int, eighths: Int)
    throws
  {
    let size = PixelSize(width: width, height: width)
    let geometry = try DecodeGeometry(
      codedSize: size, orientation: .up, target: .pixels(Double(target), Double(target)))
    #expect(JPEGDecoder.eighths(size, geometry) == eighths)
  }

  @Test func `a target as large as the picture changes no pixel`() throws {
    for (_, data) in try EncodedSamples.all(width: 67, height: 45) {
      let whole = try DefaultImageDecoder().decode(data)
      #expect(try DefaultImageDecoder().decode(data, target: .pixels(67, 45)).bytes == whole.bytes)
      #expect(try DefaultImageDecoder().decode(data, target: .pixels(500, 500)).bytes == whole.bytes)
    }
  }

  @Test(arguments: [13.0, 30, 60, 100]) func `thumbnails look like the picture scaled after a whole decode`(
    _ side: Double
  ) throws {
    for (format, data) in try EncodedSamples.all(width: 128, height: 96) where format != .gif {
      let whole = try DefaultImageDecoder().decode(data)
      let small = try DefaultImageDecoder().decode(data, target: .pixels(side, side))
      let reference = ReferenceScaler.scale(whole.bytes.map(Double.init), from: whole.size, to: small.size)
      #expect(signalToNoise(small.bytes, reference) > 30, "\(format) \(small.size)")
    }
  }

  @Test func `a missing end marker alone loses nothing, missing bits are an error`() throws {
    let data = try EncodedSamples.jpeg(width: 64, height: 64)
    let whole = try DefaultImageDecoder().decode(data)
    #expect(try DefaultImageDecoder().decode(data.dropLast(2)).bytes == whole.bytes)
    for share in [0.9, 0.7, 0.5] {
      let cut = data.prefix(Int(Double(data.count) * share))
      #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(cut) } == .truncated)
    }
  }

  @Test func `bytes after the end do not matter`() throws {
    let data = try EncodedSamples.jpeg()
    let whole = try DefaultImageDecoder().decode(data)
    #expect(try DefaultImageDecoder().decode(data + data).bytes == whole.bytes)
    #expect(try DefaultImageDecoder().decode(data + Data([0, 1, 2, 0xFF])).bytes == whole.bytes)
  }

  @Test func `twelve bits a sample are a kind that is not decoded`() throws {
    var bytes = Array(try EncodedSamples.jpeg())
    let frame = try #require((0..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 4] = 12
    let found = code { () throws(LoadError) in try DefaultImageDecoder().decode(Data(bytes)) }
    #expect(found == .unsupportedFormat(.jpeg))
  }

  @Test func `a file that failed does not spoil the next`() throws {
    let data = try EncodedSamples.jpeg()
    let whole = try DefaultImageDecoder().decode(data).bytes
    for length in stride(from: 4, to: data.count, by: 97) {
      _ = code { () throws(LoadError) in try DefaultImageDecoder().decode(data.prefix(length)) }
      #expect(try DefaultImageDecoder().decode(data).bytes == whole)
    }
  }
}
