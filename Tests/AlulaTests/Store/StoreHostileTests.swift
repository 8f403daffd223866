import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// An index that somebody wrote who means harm: with our schema, since any other is refused at once.
@Suite struct StoreHostileTests {
  /// Statements that are run on an index with three bodies, of 1,000, 50,000 and 400,000 bytes.
  static let statements = [
    "UPDATE entries SET file = '../outside', place = NULL",
    "UPDATE entries SET file = '../outside' WHERE file IS NOT NULL",
    "UPDATE entries SET file = '/etc/hostname'",
    "UPDATE entries SET file = '' WHERE place IS NULL",
    "UPDATE entries SET file = zeroblob(58)",
    "UPDATE entries SET file = (SELECT file FROM entries WHERE file IS NOT NULL)",
    "INSERT INTO doomed VALUES ('../outside'), ('..'), (''), (zeroblob(9))",
    "INSERT INTO pending VALUES ('../outside', 3, '', 10), ('../../outside', -1, '', -9223372036854775807 - 1)",
    "INSERT INTO pending VALUES ('x', 9223372036854775807, 'p', 9223372036854775807)",
    "UPDATE entries SET length = 4611686018427387904",
    "UPDATE entries SET length = 4611686018427387904, file = NULL, place = 0",
    "UPDATE entries SET length = -1",
    "UPDATE entries SET length = 0",
    "UPDATE entries SET length = 'many'",
    "UPDATE entries SET length = 1e300",
    "UPDATE entries SET place = 9223372036854775807, file = NULL",
    "UPDATE entries SET place = -9223372036854775807 - 1, file = NULL",
    "UPDATE entries SET place = 35184372088831, file = NULL",
    "UPDATE entries SET place = 'there', file = NULL",
    "DELETE FROM extents",
    "UPDATE extents SET blocks = 4611686018427387904",
    "UPDATE extents SET blocks = 35184372088831; UPDATE totals SET packEnd = 35184372088831",
    "UPDATE extents SET blocks = 1000000; UPDATE totals SET packEnd = 1000000, packUsed = 1000000",
    "UPDATE extents SET blocks = -1; UPDATE totals SET packEnd = 0",
    "UPDATE extents SET start = -5; UPDATE entries SET place = -5 WHERE place = 0; UPDATE totals SET packEnd = 8",
    """
    UPDATE extents SET start = 9223372036854775000; UPDATE entries SET place = 9223372036854775000 WHERE place = 0; \
    UPDATE totals SET packEnd = 9223372036854775013
    """,
    "INSERT INTO extents VALUES (17592186044416, 10, 1); UPDATE totals SET packEnd = 17592186044426",
    "INSERT INTO extents VALUES (17592186044416, 17592186044416, NULL); UPDATE totals SET packEnd = 35184372088832",
    "INSERT INTO extents VALUES (1, 1000, NULL), (3, 20, 1), (5, 20, 2), (7, 20, 77); UPDATE totals SET packEnd = 27",
    "UPDATE extents SET entry = 999999",
    "UPDATE extents SET entry = NULL",
    "UPDATE totals SET packEnd = 35184372088831",
    "UPDATE totals SET packUsed = 35184372088831",
    "UPDATE totals SET files = 1152921504606846975",
    "UPDATE totals SET files = -1",
    "UPDATE totals SET count = 1152921504606846975",
    "UPDATE totals SET next = 1152921504606846975",
    "UPDATE totals SET next = 1",
    "UPDATE totals SET next = 9223372036854775807",
    "UPDATE totals SET files = 'none'",
    "UPDATE totals SET epoch = -1",
    "UPDATE totals SET epoch = 9223372036854775807",
    "DELETE FROM totals",
    "INSERT INTO totals VALUES (-7, 1, 0, 0, 0, 0, 0)",
    "UPDATE entries SET size = 9223372036854775807",
    "UPDATE entries SET size = -9223372036854775807 - 1",
    "UPDATE entries SET digest = zeroblob(15)",
    "UPDATE entries SET digest = 'text of 16 bytes'",
    "UPDATE entries SET key = zeroblob(1000000) WHERE place IS NULL AND file IS NULL",
    "UPDATE entries SET label = zeroblob(1000000), metadata = zeroblob(3000000)",
    "UPDATE entries SET variant = CAST(x'ff00fe' AS TEXT) || id, partition = CAST(x'ff00fe' AS TEXT)",
    "UPDATE entries SET used = 9223372036854775807 - id, usedAt = 9223372036854775807, storedAt = -9223372036854775807",
    "UPDATE bodies SET bytes = zeroblob(3000000); UPDATE entries SET length = 3000000",
    "DELETE FROM bodies",
    "UPDATE entries SET key = CAST(id AS BLOB)",
    "UPDATE entries SET used = -used",
    "UPDATE extents SET start = start + 7",
    "CREATE TRIGGER harm AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
    "CREATE VIEW harm AS SELECT * FROM entries",
    "CREATE TABLE harm(x)",
    "PRAGMA user_version = 0",
    "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'nonsense' WHERE name = 'bodies'",
  ]

  let faulty: FaultyStore
  let outside: URL

  init() throws {
    faulty = FaultyStore(
      in: Folder.quickPlace, limits: .init(size: .megabytes(1), count: 20, age: .seconds(7 * 86_400)))
    outside = faulty.directory.deletingLastPathComponent().appending(component: "outside")
    try Data("not yours".utf8).write(to: outside)
  }

  private func attack(_ statement: String) throws {
    #expect(faulty.putAll())
    faulty.close()
    let connection = try SQLiteConnection(path: try #require(faulty.file(.index)).path)
    try connection.execute(statement)
  }

  /// Everything that can be asked of a store.
  private func exercise() async {
    #expect(!faulty.findAll().contains(.torn))
    for entry in await faulty.store.list().items { _ = entry.used.description + entry.label + entry.partition.name }
    for turn in 0..<12 { faulty.put("\(turn)", BodyLength.all[turn % 3], partition: turn % 2 == 0 ? "p" : "") }
    for turn in 0..<12 { #expect(faulty.find("\(turn)", BodyLength.all[turn % 3]) != .torn) }
    for entry in faulty.store.entries(for: StoreKey("1")) { _ = faulty.store.update(entry, metadata: [1]) }
    await faulty.store.purge(CachePartition("p"))
    await faulty.store.trim(to: .kilobytes(300))
    _ = await faulty.store.verify()
  }

  @Test(arguments: statements)
  func `nothing outside is read or removed, nothing is torn, and the store works again`(statement: String) async throws
  {
    try attack(statement)
    await exercise()
    #expect(try Data(contentsOf: outside) == Data("not yours".utf8))
    // The contradiction may be met only now, and one write be lost to it.
    _ = faulty.putAll(version: 8)
    await faulty.store.removeAll()
    #expect(faulty.putAll(version: 9))
    #expect(faulty.findAll(version: 9) == [.right, .right, .right])
    let notices = Notices(faulty.reopen())
    let found = faulty.findAll(version: 9)
    let said = await notices.all(faulty.store)
    #expect(found == [.right, .right, .right], "\(said)")
  }

  // What is done first decides which contradiction is met first.
  @Test(arguments: statements, 0..<5)
  func `whatever is asked first, it ends`(statement: String, first: Int) async throws {
    try attack(statement)
    switch first {
    case 0: await faulty.store.purge(.shared)
    case 1: await faulty.store.trim(to: .zero)
    case 2: await faulty.store.removeAll()
    case 3: _ = await faulty.store.verify()
    default: for turn in 0..<8 { faulty.put("\(turn)", BodyLength.packed) }
    }
    #expect(try Data(contentsOf: outside) == Data("not yours".utf8))
    #expect(!faulty.findAll().contains(.torn))
    _ = faulty.putAll(version: 8)
    await faulty.store.removeAll()
    #expect(faulty.putAll(version: 9))
    #expect(faulty.findAll(version: 9) == [.right, .right, .right])
  }

  @Test func `a body that claims a terabyte, with a file to match, takes no memory`() async throws {
    try attack("UPDATE entries SET length = 1099511627776 WHERE file IS NOT NULL")
    let file = try FileHandle(forUpdating: try #require(faulty.file(.body)))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    #expect(faulty.findAll() == [.right, .right, .nothing])
    #expect(faulty.bodyNames.isEmpty)
  }

  @Test func `files that are not ours are left alone, whatever lies in the directory`() async throws {
    #expect(faulty.putAll())
    let names = ["notes.txt", "0123-4567", "pack-", "pack-zz", String(repeating: "a", count: 58), ".part", "session-x"]
    for name in names { try Data("mine".utf8).write(to: faulty.directory.appending(component: name)) }
    faulty.close()
    try faulty.damageIndex(.garbage)
    #expect(faulty.putAll(version: 2))
    _ = await faulty.store.verify()
    await faulty.store.removeAll()
    #expect(names.allSatisfy { faulty.fileNames.contains($0) })
  }
}
