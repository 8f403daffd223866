/* libwebp and libwebpdemux as libraries that are loaded when they are first needed: `load_webp()` and `load_webpdemux()`. The names are
 * the tables'; functions that the headers define in place are named with their versions, as those headers call them. */
#ifndef ALULA_WEBP_LIBRARY_H
#define ALULA_WEBP_LIBRARY_H

#if !__has_include(<webp/demux.h>)
#error "Alula needs libwebp's headers: install libwebp-dev (Scripts/setup does)"
#endif
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#include "lazy_library.h"

#define WEBP_SONAME "libwebp.so.7"
#define WEBP_DEMUX_SONAME "libwebpdemux.so.2"

#endif
