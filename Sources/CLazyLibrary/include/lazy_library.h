/* Libraries that are compiled against, not linked, and loaded when first needed. Linking them would cost every program their start-up
 * (libcurl 8 ms, libavif and libheif 4, librsvg more), whether it ever needs them or not.
 *
 *   #define AVIF_FUNCTIONS(F) F(avifVersion) F(avifDecoderCreate)
 *   ALULA_LAZY_LIBRARY(avif, "libavif.so.15", AVIF_FUNCTIONS)
 *
 * makes `static int load_avif(void)`, once and for all threads, 1 when every function was found, and a table: after it
 * `avif.avifDecoderCreate()` is called as the library's own. `avif_is_present()` says whether the library is there, without loading it
 * where that can be seen. `avif_problem()` loads it and says why it cannot be used, NULL when it can: something it needs is missing. */
#ifndef ALULA_LAZY_LIBRARY_H
#define ALULA_LAZY_LIBRARY_H
#if defined(__linux__)
#include <pthread.h>

/* Whether a library of that name is installed: looked for in the folder of the C library, else loaded to find out. */
int alula_library_is_present(const char *name);
#define ALULA_LIBRARY_PROBLEM 256
/* The library, loaded for the life of the process; NULL when it cannot be, and `problem`, of ALULA_LIBRARY_PROBLEM bytes, says why. */
void *alula_library_open(const char *name, char *problem);
/* The address of `name`; when there is none it clears `*is_whole` and says so in `problem`. */
void *alula_library_find(void *library, const char *name, int *is_whole, char *problem);

#define ALULA_LAZY_MEMBER(name) __typeof__(&name) name;
#define ALULA_LAZY_FIND(name) table->name = (__typeof__(&name))alula_library_find(library, #name, &is_whole, problem);

#define ALULA_LAZY_LIBRARY(prefix, soname, FUNCTIONS)                          \
  static struct prefix##_table { FUNCTIONS(ALULA_LAZY_MEMBER) } prefix;        \
  static int prefix##_is_whole;                                                \
  static char prefix##_problem_text[ALULA_LIBRARY_PROBLEM];                    \
  static void prefix##_load_once(void) {                                       \
    struct prefix##_table *table = &prefix;                                    \
    char *problem = prefix##_problem_text;                                     \
    void *library = alula_library_open(soname, problem);                       \
    int is_whole = library != 0;                                               \
    if (library) { FUNCTIONS(ALULA_LAZY_FIND) }                                \
    prefix##_is_whole = is_whole;                                              \
  }                                                                            \
  static int load_##prefix(void) {                                             \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                            \
    pthread_once(&once, prefix##_load_once);                                   \
    return prefix##_is_whole;                                                  \
  }                                                                            \
  __attribute__((unused)) static const char *prefix##_problem(void) {          \
    return load_##prefix() ? 0 : prefix##_problem_text;                        \
  }                                                                            \
  __attribute__((unused)) static int prefix##_is_present(void) { return alula_library_is_present(soname); }

#endif
#endif
