/* Shims over libjpeg-turbo, libpng, ISA-L, libwebp, Little CMS and, where their traits are on, the libraries of optional formats. setjmp
 * and longjmp stay inside this target. */
#ifndef ALULA_CIMAGECODECS_H
#define ALULA_CIMAGECODECS_H
#include "decode.h"
#include "planes.h"
#include "decode_avif.h"
#include "decode_heic.h"
#include "inflate.h"
#include "png_rows.h"
#include "pixel_rows.h"
#include "dc_rows.h"
#include "encode.h"
#include "color.h"
#include "decode_jxl.h"
#include "decode_tiff.h"
#include "draw_svg.h"
#include "walk_svg.h"
#endif
