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
  char problem[ALULA_LIBRARY_PROBLEM];
  return alula_library_open(name, problem) != NULL;
}

static void keep_problem(char *problem) {
  const char *text = dlerror();
  snprintf(problem, ALULA_LIBRARY_PROBLEM, "%s", text ? text : "unknown");
}

void *alula_library_open(const char *name, char *problem) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) keep_problem(problem);
  return library;
}

void *alula_library_find(void *library, const char *name, int *is_whole, char *problem) {
  void *address = dlsym(library, name);
  if (!address) {
    keep_problem(problem);
    *is_whole = 0;
  }
  return address;
}
#endif
