#if os(Linux)
  import Glibc

  extension stat {
    var modified: timespec { st_mtim }
  }
#endif
