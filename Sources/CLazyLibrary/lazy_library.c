#if defined(__linux__)
#define _GNU_SOURCE
#include "lazy_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int alula_library_is_present(const char *name) {
  Dl_info info;
  char path[4096];
  if (dladdr((void *)&dlopen, &info) && info.dli_fname) {
    const char *slash = strrchr(info.dli_fname, '/');
    int folder = slash ? (int)(slash - info.dli_fname) : 0;
    int length = snprintf(path, sizeof path, "%.*s/%s", folder, info.dli_fname, name);
    if (folder > 0 && length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0) return 1;
  }
  return alula_library_open(name) != NULL;
}

void *alula_library_open(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

void *alula_library_find(void *library, const char *name, int *is_whole) {
  void *address = dlsym(library, name);
  if (!address) *is_whole = 0;
  return address;
}
#endif
