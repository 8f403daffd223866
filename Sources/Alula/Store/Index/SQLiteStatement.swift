import CSQLite
import Foundation

/// A prepared statement: bind, then run. One thread at a time.
final class SQLiteStatement {
  private let statement: OpaquePointer
  private let connection: OpaquePointer

  init(_ statement: OpaquePointer, of connection: OpaquePointer) {
    self.statement = statement
    self.connection = connection
  }

  deinit { sqlite3_finalize(statement) }

  /// SQLite copies what is bound (`SQLITE_TRANSIENT`).
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  @discardableResult func bind(_ index: Int32, _ value: Int64) -> SQLiteStatement {
    sqlite3_bind_int64(statement, index, value)
    return self
  }

  @discardableResult func bind(_ index: Int32, _ value: Int) -> SQLiteStatement { bind(index, Int64(value)) }

  @discardableResult func bind(_ index: Int32, _ value: Int?) -> SQLiteStatement {
    guard let value else {
      sqlite3_bind_null(statement, index)
      return self
    }
    return bind(index, value)
  }

  @discardableResult func bind(_ index: Int32, _ text: String) -> SQLiteStatement {
    sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), Self.copied)
    return self
  }

  @discardableResult func bind(_ index: Int32, _ text: String?) -> SQLiteStatement {
    guard let text else {
      sqlite3_bind_null(statement, index)
      return self
    }
    return bind(index, text)
  }

  @discardableResult func bind(_ index: Int32, _ bytes: [UInt8]) -> SQLiteStatement {
    bytes.withUnsafeBytes { bind(index, bytes: $0) }
    return self
  }

  @discardableResult func bind(_ index: Int32, _ bytes: Data) -> SQLiteStatement {
    bytes.withUnsafeBytes { bind(index, bytes: $0) }
    return self
  }

  private func bind(_ index: Int32, bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      sqlite3_bind_zeroblob(statement, index, 0)
      return
    }
    sqlite3_bind_blob(statement, index, start, Int32(clamping: bytes.count), Self.copied)
  }

  /// Runs to the end.
  func run() throws(StoreFault) { try each { _ in } }

  /// Runs to the end and calls `body` with every row. The rows must not be changed meanwhile.
  func each(_ body: (SQLiteStatement) -> Void) throws(StoreFault) {
    defer { sqlite3_reset(statement) }
    while try step() { body(self) }
  }

  /// What `body` makes of the first row; `nil` when there is none.
  func first<Value>(_ body: (SQLiteStatement) -> Value) throws(StoreFault) -> Value? {
    defer { sqlite3_reset(statement) }
    return try step() ? body(self) : nil
  }

  private func step() throws(StoreFault) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw StoreFault(sqlite: code, errno: sqlite3_system_errno(connection))
    }
  }

  func integer64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func integer(_ column: Int32) -> Int { Int(clamping: integer64(column)) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: start, count: length(column)), as: UTF8.self)
  }

  /// The bytes of a column, valid within `body`.
  func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    let start = sqlite3_column_blob(statement, column)
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length(column)))
  }

  func bytes(_ column: Int32) -> [UInt8] { withBytes(column) { Array($0) } }

  private func length(_ column: Int32) -> Int { Int(sqlite3_column_bytes(statement, column)) }
}
