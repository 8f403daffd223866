import Alula
import Foundation

/// A photograph of the album: what it shows, how large it is and how its file stores it.
struct Photograph: Sendable {
  enum FileKind: Sendable {
    /// One file for each quality, so that the feed's pictures differ in their bytes.
    case jpeg(qualities: [Double], Orientation)
    case png
    case webp(qualities: [Double])
    case gif
  }

  let name: String
  let scene: Scene
  /// As a person sees it.
  let size: PixelSize
  let kind: FileKind
  /// Cut to a circle; the rest is transparent.
  var isRound = false

  /// The photograph's files. Takes the pixels' memory twice, and long: about 100 ms a megapixel.
  func files() throws(LoadError) -> [PictureFile] {
    let bitmap = try Sensor(size: size).expose(try scene.paint(SceneView(halfOf: size), isRound: isRound))
    switch kind {
    case .jpeg(let qualities, let orientation):
      let stored = try orientation.stored(bitmap)
      var files: [PictureFile] = []
      for quality in qualities {
        let data = try ImageEncoder(format: .jpeg, quality: quality).encode(stored)
        files.append(PictureFile(bytes: orientation.tagged(Array(data)), type: "image/jpeg", suffix: "jpg"))
      }
      return files
    case .png:
      let data = try ImageEncoder(format: .png).encode(bitmap)
      return [PictureFile(bytes: Array(data), type: "image/png", suffix: "png")]
    case .webp(let qualities):
      var files: [PictureFile] = []
      for quality in qualities {
        let data = try ImageEncoder(format: .webp, quality: quality).encode(bitmap)
        files.append(PictureFile(bytes: Array(data), type: "image/webp", suffix: "webp"))
      }
      return files
    case .gif:
      return [PictureFile(bytes: GIFFile.bytes(of: bitmap), type: "image/gif", suffix: "gif")]
    }
  }

  /// What a thumbnail of the photograph must look like, painted without any file.
  func thumbnail(side: Int) throws(LoadError) -> Bitmap {
    try scene.paint(SceneView(middleOf: size, side: side), isRound: isRound)
  }
}

/// The bytes of one picture as a server has them.
struct PictureFile: Sendable {
  let bytes: [UInt8]
  let type: String
  let suffix: String
}
