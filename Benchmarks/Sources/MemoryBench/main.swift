import Alula
import Foundation

/// A lookup in memory beside `NSCache`, which most loaders use: what a list cell pays in its own turn. CPU
/// time, rounds interleaved, medians.
let addresses = (0..<2_000).map { "https://images.example.org/photos/2026/11/30/a-picture-\($0).jpg?w=400&h=300" }
let pictures = ["hit": Array(addresses[..<1_000]), "miss": Array(addresses[1_000...])]

/// Answers everything at once, with one byte.
struct Answering: Transport {
  func start(_ request: TransportRequest, handle: TransportHandle, receiver: any TransportReceiver) {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    receiver.transportDidReceive(HTTPResponseHead(status: 200))
    receiver.transportDidReceive(body: png.span.bytes)
    receiver.transportDidFinish(.success(TransportMetrics(bytesOnWire: .bytes(8), isNewConnection: false)))
  }
}

/// Gives a small picture for anything.
struct Blank: ImageDecoder {
  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    try Bitmap(size: PixelSize(width: 16, height: 16)) { _ in }
  }
}

/// CPU time of `body` for each of `count` lookups; the machine may be busy with other things.
func nanoseconds(_ count: Int, _ body: () -> Void) -> Double {
  let start = clock()
  body()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e9 / Double(count)
}

let pipeline = ImagePipeline(configuration: .init(transport: Answering(), decoder: Blank()))
let peer = NSCache<NSString, Bitmap>()
var requests: [String: [ImageRequest]] = [:]
for (kind, texts) in pictures {
  requests[kind] = try texts.map { try ImageRequest($0, target: .points(100, 80, scale: 2, mode: .fill)) }
}
for (request, text) in zip(requests["hit"] ?? [], pictures["hit"] ?? []) {
  peer.setObject(try await pipeline.image(for: request).image, forKey: "\(text) 200x160 fill" as NSString)
}

print("| lookup | Alula ns | NSCache ns | ratio |\n|---|---|---|---|")
for kind in ["hit", "miss"] {
  let asked = requests[kind] ?? []
  let keys = (pictures[kind] ?? []).map { "\($0) 200x160 fill" }
  var found = 0
  var rounds: [(ours: Double, peer: Double)] = []
  for _ in 0..<31 {
    let ours = nanoseconds(asked.count * 20) {
      for _ in 0..<20 { for request in asked where pipeline.cachedImage(for: request) != nil { found += 1 } }
    }
    let theirs = nanoseconds(keys.count * 20) {
      for _ in 0..<20 { for key in keys where peer.object(forKey: key as NSString) != nil { found += 1 } }
    }
    rounds.append((ours, theirs))
  }
  precondition(found == (kind == "hit" ? 31 * 20 * 2 * asked.count : 0), "a lookup gave the wrong answer")
  let ours = rounds.map(\.ours).sorted()[15]
  let theirs = rounds.map(\.peer).sorted()[15]
  print("| \(kind) | \(Int(ours)) | \(Int(theirs)) | \(String(format: "%.2f", ours / theirs)) |")
}
