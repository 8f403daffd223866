#if canImport(Darwin)
  import Darwin

  func setFileSizeLimit(_ limit: inout rlimit) { setrlimit(RLIMIT_FSIZE, &limit) }
#endif
