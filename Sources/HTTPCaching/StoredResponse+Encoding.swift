#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoredResponse {
  /// Changes with the form: bytes of another one are a miss.
  private static let version: UInt8 = 1

  /// In a versioned, compact form. `isTimeTrusted` is left out.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.append(byte: Self.version)
    writer.append(status)
    writer.append(requestTime.timeIntervalSince1970)
    writer.append(responseTime.timeIntervalSince1970)
    writer.append(bodyLength)
    writer.append(byte: part == nil ? 0 : part?.completeLength == nil ? 1 : 2)
    if let part {
      writer.append(part.range.lowerBound)
      writer.append(part.range.upperBound)
      if let length = part.completeLength { writer.append(length) }
    }
    writer.append(headers.fields.count)
    for field in headers.fields {
      writer.append(field.name)
      writer.append(field.value)
    }
    writer.append(selecting.count)
    for field in selecting {
      writer.append(field.name)
      writer.append(byte: field.value == nil ? 0 : 1)
      if let value = field.value { writer.append(value) }
    }
    return writer.bytes
  }

  /// - Returns: `nil` for bytes that are no such encoding of this version: a miss, never an error.
  package init?(encoded bytes: [UInt8]) {
    let decoded = bytes.withUnsafeBufferPointer { buffer in
      var reader = ByteReader(buffer)
      return Self(&reader)
    }
    guard let decoded else { return nil }
    self = decoded
  }

  private init?(_ reader: inout ByteReader) {
    guard reader.byte() == Self.version, let status = reader.number(), 100...999 ~= status else { return nil }
    guard let requestTime = reader.date(), let responseTime = reader.date(), let bodyLength = reader.number() else {
      return nil
    }
    self.init(
      status: status, headers: [:], requestTime: requestTime, responseTime: responseTime, bodyLength: bodyLength)
    guard let kind = reader.byte(), kind <= 2 else { return nil }
    if kind > 0 {
      guard let part = Self.part(&reader, hasLength: kind == 2) else { return nil }
      self.part = part
    }
    guard let headers = Self.headers(&reader), let selecting = Self.selecting(&reader), reader.isAtEnd else {
      return nil
    }
    (self.headers, self.selecting) = (headers, selecting)
  }

  private static func part(_ reader: inout ByteReader, hasLength: Bool) -> Part? {
    guard let lower = reader.number(), let upper = reader.number(), lower < upper else { return nil }
    guard hasLength else { return Part(range: lower..<upper, completeLength: nil) }
    guard let length = reader.number(), upper <= length else { return nil }
    return Part(range: lower..<upper, completeLength: length)
  }

  private static func headers(_ reader: inout ByteReader) -> HTTPHeaders? {
    guard let count = reader.count(ofAtLeast: 2) else { return nil }
    var fields: [HTTPHeaders.Field] = []
    fields.reserveCapacity(count)
    for _ in 0..<count {
      guard let name = reader.text(), let value = reader.text() else { return nil }
      fields.append(HTTPHeaders.Field(name: name, value: value))
    }
    return HTTPHeaders(fields: fields)
  }

  private static func selecting(_ reader: inout ByteReader) -> [SelectingField]? {
    guard let count = reader.count(ofAtLeast: 2) else { return nil }
    var fields: [SelectingField] = []
    fields.reserveCapacity(count)
    for _ in 0..<count {
      guard let name = reader.text(), let kind = reader.byte(), kind <= 1 else { return nil }
      guard kind == 1 else {
        fields.append(SelectingField(name: name, value: nil))
        continue
      }
      guard let value = reader.text() else { return nil }
      fields.append(SelectingField(name: name, value: value))
    }
    return fields
  }
}
