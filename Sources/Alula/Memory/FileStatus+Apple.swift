#if canImport(Darwin)
  import Darwin

  extension stat {
    var modified: timespec { st_mtimespec }
  }
#endif
