/* PNG over libpng, which is loaded by the first PNG. setjmp stays in this file. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "png_library.h"
#if !__has_include(<zlib.h>)
#error "Alula needs zlib's headers: install zlib1g-dev (libpng-dev brings it)"
#endif
#include <zlib.h>

#define PNG_FUNCTIONS(F)                                                                                               \
  F(png_create_info_struct) F(png_create_read_struct) F(png_destroy_read_struct) F(png_error) F(png_get_PLTE)          \
  F(png_get_bit_depth) F(png_get_channels) F(png_get_color_type) F(png_get_error_ptr) F(png_get_iCCP)                  \
  F(png_get_image_height) F(png_get_image_width) F(png_get_interlace_type) F(png_get_io_ptr)                           \
  F(png_get_rowbytes) F(png_get_tRNS) F(png_get_valid) F(png_read_end) F(png_read_info) F(png_read_row)                \
  F(png_read_update_info) F(png_set_chunk_cache_max) F(png_set_chunk_malloc_max) F(png_set_expand)                     \
  F(png_set_interlace_handling) F(png_set_keep_unknown_chunks) F(png_set_read_fn) F(png_set_strip_16)                  \
  F(png_set_user_limits)
ALULA_LAZY_LIBRARY(libpng, PNG_SONAME, PNG_FUNCTIONS)
/* libpng's own, so it is there when that is. */
#define ZLIB_FUNCTIONS(F) F(crc32_z)
ALULA_LAZY_LIBRARY(zlib, "libz.so.1", ZLIB_FUNCTIONS)

const char *alula_png_problem(void) { return libpng_problem() ? libpng_problem() : zlib_problem(); }
int alula_png_is_present(void) { return libpng_is_present() && zlib_is_present(); }

struct alula_png {
  png_structp png;
  png_infop info;
  jmp_buf jump;
  char message[128];
  int status;
  const uint8_t *data;
  size_t size, offset;
};

uint32_t alula_png_crc32(const uint8_t *bytes, size_t count) { return load_zlib() == 0 ? 0 : (uint32_t)zlib.crc32_z(0, bytes, count); }

/* The most bytes one chunk may take when it is kept or inflated; larger colour profiles are ignored. */
#define CHUNK_LIMIT (4u << 20)

static void fail(png_structp png, png_const_charp message) {
  alula_png *self = libpng.png_get_error_ptr(png);
  snprintf(self->message, sizeof self->message, "%s", message);
  if (self->status == ALULA_DECODE_OK) self->status = ALULA_DECODE_DAMAGED;
  longjmp(self->jump, 1);
}

static void be_silent(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  alula_png *self = libpng.png_get_io_ptr(png);
  if (count > self->size - self->offset) {
    self->offset = self->size;
    self->status = ALULA_DECODE_TRUNCATED;
    libpng.png_error(png, "The data ended too soon.");
  }
  memcpy(bytes, self->data + self->offset, count);
  self->offset += count;
}

alula_png *alula_png_create(const uint8_t *data, size_t size) {
  if (!load_libpng()) return NULL;
  alula_png *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->data = data;
  self->size = size;
  if (setjmp(self->jump)) {
    alula_png_destroy(self);
    return NULL;
  }
  self->png = libpng.png_create_read_struct(PNG_LIBPNG_VER_STRING, self, fail, be_silent);
  if (self->png != NULL) self->info = libpng.png_create_info_struct(self->png);
  if (self->info == NULL) {
    alula_png_destroy(self);
    return NULL;
  }
  libpng.png_set_read_fn(self->png, self, read_bytes);
  /* The caller checks the size against its own budget, straight after the header. */
  libpng.png_set_user_limits(self->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  libpng.png_set_chunk_malloc_max(self->png, CHUNK_LIMIT);
  libpng.png_set_chunk_cache_max(self->png, 128);
  /* Chunks that change no pixel here are skipped unread, so none of them can be a bomb. gAMA and cHRM are ignored by
   * choice (see the decision on decoding). */
  static const png_byte skipped[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST\0pCAL\0sCAL\0oFFs\0pHYs\0tIME\0sTER\0bKGD\0"
                                    "gAMA\0cHRM\0sRGB\0sBIT\0eXIf";
  libpng.png_set_keep_unknown_chunks(self->png, PNG_HANDLE_CHUNK_NEVER, skipped, sizeof skipped / 5);
  return self;
}

int alula_png_read_header(alula_png *self, alula_png_header *header) {
  png_structp png = self->png;
  png_infop info = self->info;
  if (setjmp(self->jump)) return self->status;
  libpng.png_read_info(png, info);
  header->width = libpng.png_get_image_width(png, info);
  header->height = libpng.png_get_image_height(png, info);
  header->bit_depth = libpng.png_get_bit_depth(png, info);
  header->color_type = libpng.png_get_color_type(png, info);
  header->is_interlaced = libpng.png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  header->raw_row_bytes = libpng.png_get_rowbytes(png, info);

  int has_color = (header->color_type & PNG_COLOR_MASK_COLOR) != 0;
  int has_alpha = (header->color_type & PNG_COLOR_MASK_ALPHA) != 0 || libpng.png_get_valid(png, info, PNG_INFO_tRNS);
  libpng.png_set_expand(png); /* palette to RGB, 1, 2 and 4 bit grey to 8, tRNS to alpha */
  if (header->bit_depth == 16) libpng.png_set_strip_16(png);
  header->channels = (has_color ? 3 : 1) + (has_alpha ? 1 : 0);
  return ALULA_DECODE_OK;
}

const uint8_t *alula_png_profile(alula_png *self, size_t *size) {
  png_charp name;
  png_bytep profile;
  png_uint_32 length;
  int method;
  *size = 0;
  if (setjmp(self->jump)) return NULL;
  if (!libpng.png_get_iCCP(self->png, self->info, &name, &method, &profile, &length)) return NULL;
  *size = length;
  return profile;
}

size_t alula_png_offset(const alula_png *self) { return self->offset; }

static void fill_palette(alula_png *self, alula_png_samples *samples) {
  png_colorp colors = NULL;
  png_bytep alphas = NULL;
  int count = 0, alpha_count = 0;
  libpng.png_get_PLTE(self->png, self->info, &colors, &count);
  if (libpng.png_get_valid(self->png, self->info, PNG_INFO_tRNS)) {
    libpng.png_get_tRNS(self->png, self->info, &alphas, &alpha_count, NULL);
  }
  /* Indexes without a colour are black, those without an alpha opaque. */
  for (int index = 0; index < 256; index++) {
    uint32_t color = 0;
    if (index < count) {
      color = colors[index].red | (uint32_t)colors[index].green << 8 | (uint32_t)colors[index].blue << 16;
    }
    samples->table[index] = color | (uint32_t)(index < alpha_count ? alphas[index] : 255) << 24;
  }
}

int alula_png_read_samples(alula_png *self, alula_png_samples *samples) {
  png_structp png = self->png;
  png_infop info = self->info;
  memset(samples, 0, sizeof *samples);
  if (setjmp(self->jump)) return self->status;
  int color_type = libpng.png_get_color_type(png, info);
  int has_color = (color_type & PNG_COLOR_MASK_COLOR) != 0;
  int has_alpha = (color_type & PNG_COLOR_MASK_ALPHA) != 0;
  int has_transparency = libpng.png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  int depth = libpng.png_get_bit_depth(png, info);
  samples->bit_depth = depth;
  samples->channels_in = libpng.png_get_channels(png, info);
  samples->channels = (has_color ? 3 : 1) + (has_alpha || has_transparency ? 1 : 0);
  if (color_type == PNG_COLOR_TYPE_PALETTE) {
    samples->is_indexed = 1;
    fill_palette(self, samples);
    return ALULA_DECODE_OK;
  }
  png_color_16p key = NULL;
  if (has_transparency) libpng.png_get_tRNS(png, info, NULL, NULL, &key);
  uint16_t mask = depth == 16 ? 0xFFFF : (uint16_t)((1u << depth) - 1);
  if (depth < 8) {
    samples->is_indexed = 1;
    for (int value = 0; value <= mask; value++) {
      int is_key = key != NULL && value == (key->gray & mask);
      samples->table[value] = (uint32_t)(value * 255 / mask) | (is_key ? 0 : 255u << 8);
    }
  } else if (key != NULL) {
    samples->has_key = 1;
    samples->key[0] = (has_color ? key->red : key->gray) & mask;
    samples->key[1] = key->green & mask;
    samples->key[2] = key->blue & mask;
  }
  return ALULA_DECODE_OK;
}

int alula_png_start(alula_png *self, int *passes) {
  if (setjmp(self->jump)) return self->status;
  *passes = libpng.png_set_interlace_handling(self->png);
  libpng.png_read_update_info(self->png, self->info);
  return ALULA_DECODE_OK;
}

int alula_png_read_row(alula_png *self, uint8_t *row) {
  if (setjmp(self->jump)) return self->status;
  libpng.png_read_row(self->png, row, NULL);
  return ALULA_DECODE_OK;
}

int alula_png_read_coarse_row(alula_png *self, uint8_t *row) {
  if (setjmp(self->jump)) return self->status;
  libpng.png_read_row(self->png, NULL, row);
  return ALULA_DECODE_OK;
}

int alula_png_finish(alula_png *self) {
  if (setjmp(self->jump)) return self->status;
  libpng.png_read_end(self->png, NULL);
  return ALULA_DECODE_OK;
}

const char *alula_png_message(const alula_png *self) { return self->message; }

void alula_png_destroy(alula_png *self) {
  if (self == NULL) return;
  libpng.png_destroy_read_struct(&self->png, &self->info, NULL);
  free(self);
}
#endif
