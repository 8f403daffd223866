/* Shims over libjpeg-turbo, libpng, ISA-L, libwebp and Little CMS. setjmp and longjmp stay inside this target. */
#ifndef ALULA_CIMAGECODECS_H
#define ALULA_CIMAGECODECS_H
#include "decode.h"
#include "inflate.h"
#include "png_rows.h"
#include "pixel_rows.h"
#include "dc_rows.h"
#include "encode.h"
#include "color.h"
#endif
