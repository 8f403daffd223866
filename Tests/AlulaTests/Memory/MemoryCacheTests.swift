import Foundation
import Testing

@testable import Alula

@Suite struct MemoryCacheTests {
  private func key(_ name: String, partition: CachePartition = .shared) throws -> ImageKey {
    var request = ImageRequest(data: Data(), id: name)
    request.partition = partition
    return try request.imageKey(request.byteKey(), budget: DecodeBudget())
  }

  private func response(_ width: Int, _ height: Int) throws -> ImageResponse {
    let image = try Bitmap(size: PixelSize(width: width, height: height)) { _ in }
    return ImageResponse(image: image, source: .data, format: .png, encodedSize: .zero, url: nil)
  }

  @Test func `the cap holds and the least recently used leaves first`() throws {
    let cache = MemoryCache(costLimit: ByteCount(3 * 40_000), trimsOnPressure: false)
    for name in ["a", "b", "c"] { cache.insert(try response(100, 100), for: try key(name)) }
    #expect(cache.response(for: try key("a")) != nil)
    cache.insert(try response(100, 100), for: try key("d"))
    #expect(cache.response(for: try key("b")) == nil)
    #expect(cache.response(for: try key("a")) != nil)
    #expect(cache.statistics.cost == ByteCount(120_000))
    #expect(cache.statistics.evictions == 1)
  }

  @Test func `F46: a picture larger than the cap is refused and throws nothing out`() throws {
    let cache = MemoryCache(costLimit: ByteCount(100_000), trimsOnPressure: false)
    cache.insert(try response(100, 100), for: try key("small"))
    cache.insert(try response(200, 200), for: try key("giant"))
    #expect(cache.response(for: try key("giant")) == nil)
    #expect(cache.response(for: try key("small")) != nil)
    #expect(cache.statistics.refusals == 1)
  }

  @Test func `F46: ten thousand pictures of one pixel cost a kibibyte each and are bounded`() throws {
    let cache = MemoryCache(costLimit: .megabytes(100), countLimit: 5_000, trimsOnPressure: false)
    for index in 0..<10_000 { cache.insert(try response(1, 1), for: try key("\(index)")) }
    #expect(cache.statistics.count == 5_000)
    #expect(cache.statistics.cost == ByteCount(5_000 * 1024))
    cache.costLimit = ByteCount(1024 * 100)
    #expect(cache.statistics.count == 100)
  }

  @Test func `replacing a picture counts it once`() throws {
    let cache = MemoryCache(trimsOnPressure: false)
    for _ in 0..<3 { cache.insert(try response(100, 100), for: try key("a")) }
    #expect(cache.statistics.cost == ByteCount(40_000))
    #expect(cache.statistics.count == 1)
  }

  @Test func `trimming keeps the most recently used`() throws {
    let cache = MemoryCache(trimsOnPressure: false)
    for name in ["a", "b", "c"] { cache.insert(try response(100, 100), for: try key(name)) }
    cache.trim(to: ByteCount(50_000))
    #expect(cache.response(for: try key("c")) != nil)
    #expect(cache.statistics.count == 1)
    cache.removeAll()
    #expect(cache.statistics.cost == .zero)
  }

  @Test func `partitions are apart`() throws {
    let cache = MemoryCache(trimsOnPressure: false)
    let mine = try key("a", partition: CachePartition("me"))
    cache.insert(try response(1, 1), for: mine)
    #expect(cache.response(for: try key("a")) == nil)
    cache.remove { key, _ in key.bytes.partition == CachePartition("me") }
    #expect(cache.response(for: mine) == nil)
  }

  @Test func `hits and misses are counted`() throws {
    let cache = MemoryCache(trimsOnPressure: false)
    cache.insert(try response(1, 1), for: try key("a"))
    _ = cache.response(for: try key("a"))
    _ = cache.response(for: try key("b"))
    #expect(cache.statistics.hits == 1)
    #expect(cache.statistics.misses == 1)
    #expect(cache.statistics.hitRate == 0.5)
  }

  @Test func `a picture that is refused leaves no older one under its key`() throws {
    let cache = MemoryCache(costLimit: ByteCount(100_000), trimsOnPressure: false)
    cache.insert(try response(100, 100), for: try key("a"))
    cache.insert(try response(200, 200), for: try key("a"))
    #expect(cache.response(for: try key("a")) == nil)
    #expect(cache.statistics.cost == .zero && cache.statistics.count == 0)
  }
}
