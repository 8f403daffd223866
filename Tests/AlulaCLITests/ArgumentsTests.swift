import Testing

@testable import AlulaCLI

@Suite struct ArgumentsTests {
  /// What the usage error of a command line says.
  private func message(_ body: () throws(UsageError) -> Void) -> String? {
    do throws(UsageError) {
      try body()
      return nil
    } catch { return error.message }
  }

  @Test(arguments: [
    ["--cache", "a", "--cache", "b"], ["--cache=a", "--cache=b"], ["--cache=a", "x", "--cache", "b"],
  ])
  func `an option that is given twice is named as such`(words: [String]) {
    var arguments = Arguments(words)
    let said = message { () throws(UsageError) in _ = try arguments.takeValue("--cache") }
    #expect(said == "--cache is given twice.")
  }

  @Test func `an option that may be repeated gives all its values`() throws {
    var arguments = Arguments(["--header", "a", "x", "--header=b", "--", "--header"])
    let values = try arguments.takeValues("--header")
    #expect(values == ["a", "b"])
    #expect(try arguments.names() == ["x", "--header"])
  }

  @Test(arguments: ["--offline", "-v"])
  func `an option is no value of the one before it, unless it is joined`(option: String) throws {
    var arguments = Arguments(["--cache", option])
    let said = message { () throws(UsageError) in _ = try arguments.takeValue("--cache") }
    #expect(said == "--cache needs a value before \(option); if that is the value, write --cache=\(option).")
    var joined = Arguments(["--cache=\(option)"])
    let value = try joined.takeValue("--cache")
    #expect(value == option)
  }

  @Test(arguments: ["-", "-1", "", "a-b"])
  func `a dash alone and a negative number are values`(value: String) throws {
    var arguments = Arguments(["-o", value])
    let taken = try arguments.takeValue("-o")
    #expect(taken == value)
  }

  @Test func `a flag that is given a value is told from an option that is not known`() {
    var arguments = Arguments(["--json=yes"])
    let isThere = arguments.takeFlag("--json")
    #expect(!isThere)
    #expect(message { () throws(UsageError) in _ = try arguments.names() } == "--json takes no value.")
    let unknown = Arguments(["--nope=secret"])
    #expect(message { () throws(UsageError) in _ = try unknown.names() } == "There is no option --nope.")
  }

  @Test(
    arguments: [
      (["cache", "trim", "--to", "rubbish"], "takes a size like 50MB, 1.5GB, 800KB or 5000 (bytes), not \"rubbish\"."),
      (["cache", "trim", "--to", "-1"], "not \"-1\"."), (["cache", "ls", "extra"], "\"extra\" is one word too many"),
      (["cache", "nope"], "There is no \"cache nope\"; say one of: ls,"), (["cache"], "Say one of: ls,"),
      (["fetch", "u", "--concurrency", "x"], "takes a whole number above zero, not \"x\"."),
      (["fetch", "u", "--timeout", "x"], "takes a number above zero, not \"x\"."),
      (["decode", "u", "--fit", "0x9"], "Both sides must be above zero."),
      (["thumbnail", "u", "--fill", "9X0"], "Both sides must be above zero."),
      (["fetch", "u", "--fit", "x"], "--fit takes a size like 300x200, not \"x\"."),
      (["fetch", "u", "--format", "x"], "--format takes png, jpeg or webp, not \"x\"."),
      (["fetch", "u", "--fit", "1x1", "--quality", "x"], "takes a whole number from 0 to 100, not \"x\"."),
      (["fetch", "u", "-o", "a", "-o", "b"], "-o is given twice."), (["decode", "a", "b"], "\"b\" is one too many"),
    ])
  func `wrong usage names the word that is wrong`(words: [String], message: String) async throws {
    let result = try await Tool.run(words, in: TemporaryDirectory())
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message))
  }

  @Test(
    arguments: [
      ([], "there is no command \"http://h/a\". Try: alula fetch URL"), (["help"], "Try: alula fetch URL"),
      (["cache"], "There is no \"cache http://h/a\""), (["cache", "ls"], "\"http://h/a\" is one word too many"),
      (["decode", "b"], "\"http://h/a\" is one too many"), (["fetch", "--fit"], "300x200, not \"http://h/a\"."),
      (["fetch", "b", "--cache"], "--cache takes a path, not \"http://h/a\"."),
      (["fetch", "b", "-o"], "-o takes a path, not \"http://h/a\"."),
      (["fetch", "--from"], "--from takes a path, not \"http://h/a\"."),
      (["cache", "ls", "--cache"], "--cache takes a path, not \"http://h/a\"."),
      (["decode", "b", "--pixels"], "--pixels takes a path, not \"http://h/a\"."),
    ])
  func `a URL in the wrong place is told without its secrets`(words: [String], message: String) async throws {
    let result = try await Tool.run(words + ["http://user:secret@h/a?token=secret"], in: TemporaryDirectory())
    #expect(result.status == 64)
    #expect(result.errors.contains(message))
    #expect(!result.errors.contains("secret"))
  }
}
