/* libpng as a library that is loaded when the first PNG is read or written. The names are the tables'; `png_jmpbuf`, a macro over
 * `png_set_longjmp_fn`, is written out. */
#ifndef ALULA_PNG_LIBRARY_H
#define ALULA_PNG_LIBRARY_H

#if !__has_include(<png.h>)
#error "Alula needs libpng's headers: install libpng-dev (Scripts/setup does)"
#endif
#include <png.h>

#include "lazy_library.h"

#define PNG_SONAME "libpng16.so.16"

#endif
