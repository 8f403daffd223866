#if os(Linux)
  import Glibc

  /// A program that runs beside the tests. Not `Foundation.Process`: there it would inherit every open socket of the
  /// tests, and a connection that its owner has closed would stay open.
  struct ChildProcess {
    struct Failure: Error { let code: Int32 }

    /// What was passed has these numbers in the child: this, and upwards.
    static let firstPassed: Int32 = 1_000

    private let identifier: pid_t

    init(
      _ path: String, _ arguments: [String], environment: [String] = [], passing descriptors: [Int32] = []
    ) throws {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for (index, descriptor) in descriptors.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Self.firstPassed + Int32(index))
      }
      // Closing what is not open is no error here.
      for descriptor in 3..<Self.firstPassed { posix_spawn_file_actions_addclose(&actions, descriptor) }
      for (descriptor, flags) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
        posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", flags, 0)
      }
      var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
      var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
      defer { for text in words + variables { free(text) } }
      var child = pid_t()
      let code = posix_spawn(&child, path, &actions, nil, &words, &variables)
      guard code == 0 else { throw Failure(code: code) }
      identifier = child
    }

    /// The exit status, or the signal that ended it.
    @discardableResult func wait() throws -> Int32 {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 {
        guard errno == EINTR else { throw Failure(code: errno) }
      }
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
    }

    /// Kills it; what `wait` says then.
    func kill() throws -> Int32 {
      Glibc.kill(identifier, SIGKILL)
      return try wait()
    }

    func terminate() {
      Glibc.kill(identifier, SIGTERM)
      _ = try? wait()
    }
  }
#endif
