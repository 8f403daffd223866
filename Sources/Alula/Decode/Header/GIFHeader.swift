/// The header of a GIF, from its blocks.
enum GIFHeader {
  static func read(_ bytes: ByteReader) throws(LoadError) -> ContainerHeader {
    let file = try GIFFile(bytes, limit: ContainerHeader.mostFrames + 1)
    guard file.frames.count <= ContainerHeader.mostFrames else { throw ContainerHeader.overfull(.gif, "frames") }
    var container = ContainerHeader(format: .gif, size: file.canvas)
    container.header.frames = file.frames.count
    // NETSCAPE2.0 says how often to repeat: 0 is for ever, N is N + 1 plays. Without it an animation plays once.
    container.header.plays = file.loopCount.map { $0 == 0 ? 0 : $0 + 1 } ?? 1
    container.header.hasAlpha = file.frames.contains { $0.transparentIndex != nil }
    if file.frames.count > 1 { container.header.durations = file.frames.map { .milliseconds($0.delay * 10) } }
    return container
  }
}
