#if os(Linux)
  import Glibc

  func setFileSizeLimit(_ limit: inout rlimit) { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) }
#endif
