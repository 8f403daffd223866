#include "CImageCodecs.h"
#if defined(__linux__)
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "png_library.h"
#include "webp_library.h"

#define PNG_FUNCTIONS(F)                                                                                               \
  F(png_create_info_struct) F(png_create_write_struct) F(png_destroy_write_struct) F(png_error)                        \
  F(png_get_io_ptr) F(png_longjmp) F(png_set_IHDR) F(png_set_compression_level) F(png_set_compression_strategy)        \
  F(png_set_filler) F(png_set_longjmp_fn) F(png_set_sRGB) F(png_set_user_limits) F(png_set_write_fn)                   \
  F(png_write_end) F(png_write_info) F(png_write_row)
ALULA_LAZY_LIBRARY(libpng, PNG_SONAME, PNG_FUNCTIONS)

const char *alula_encode_png_problem(void) { return libpng_problem(); }

/* A file that grows in memory. */
typedef struct {
  unsigned char *bytes;
  size_t count, capacity;
} growing_file;

static int grow(growing_file *file, const unsigned char *bytes, size_t count) {
  if (count > SIZE_MAX / 4 - file->count) return 0;
  if (file->count + count > file->capacity) {
    size_t capacity = (file->count + count) * 2 + 4096;
    unsigned char *grown = realloc(file->bytes, capacity);
    if (!grown) return 0;
    file->bytes = grown;
    file->capacity = capacity;
  }
  memcpy(file->bytes + file->count, bytes, count);
  file->count += count;
  return 1;
}

/* PNG */

static void png_fail(png_structp png, png_const_charp message) {
  (void)message;
  libpng.png_longjmp(png, 1);
}

static void png_ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void png_write_bytes(png_structp png, png_bytep bytes, size_t count) {
  if (!grow(libpng.png_get_io_ptr(png), bytes, count)) libpng.png_error(png, "no memory");
}

static void png_flush_nothing(png_structp png) { (void)png; }

typedef struct {
  const unsigned char *rgba;
  int width, height, keeps_alpha;
} png_picture;

/* How deflate looks for repetitions. Z_RLE is 3: zlib's header is not needed for that one number. */
enum { RUNS_ALONE = 3 };
typedef struct {
  int level, strategy;
} png_effort;
static const png_effort long_matches = {3, -1}, runs_alone = {3, RUNS_ALONE};

/* A trial takes three bands of rows: a quarter, half and three quarters down. */
enum { BANDS = 3, BAND_ROWS = 4, TRIAL_ROWS = BANDS * BAND_ROWS };

static const unsigned char *trial_row(const png_picture *picture, int row) {
  int first = (picture->height - BAND_ROWS) / (BANDS + 1) * (row / BAND_ROWS + 1);
  return picture->rgba + (size_t)(first + row % BAND_ROWS) * (size_t)picture->width * 4;
}

static const unsigned char *row_of(const png_picture *picture, int row) {
  return picture->rgba + (size_t)row * (size_t)picture->width * 4;
}

/* Everything that longjmp may leave half done is owned by the caller, so nothing local needs to be volatile. */
static int write_png(png_structp png, png_infop info, const png_picture *picture, png_effort effort, int is_trial) {
  if (setjmp(*libpng.png_set_longjmp_fn(png, longjmp, sizeof(jmp_buf)))) return 0;
  int rows = is_trial ? TRIAL_ROWS : picture->height;
  libpng.png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)rows, 8,
               picture->keeps_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  libpng.png_set_sRGB(png, info, PNG_sRGB_INTENT_RELATIVE);
  libpng.png_set_compression_level(png, effort.level);
  if (effort.strategy >= 0) libpng.png_set_compression_strategy(png, effort.strategy);
  libpng.png_write_info(png, info);
  if (!picture->keeps_alpha) libpng.png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (int y = 0; y < rows; y++) libpng.png_write_row(png, is_trial ? trial_row(picture, y) : row_of(picture, y));
  libpng.png_write_end(png, info);
  return 1;
}

/* Makes the file, or a trial of some rows. 0 without memory; the file then holds nothing to be freed. */
static int make_png(const png_picture *picture, png_effort effort, int is_trial, growing_file *file) {
  *file = (growing_file){0};
  png_structp png = libpng.png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_fail, png_ignore);
  if (!png) return 0;
  png_infop info = libpng.png_create_info_struct(png);
  /* The sides come from a picture that is in memory: no limit of libpng's own. */
  libpng.png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  libpng.png_set_write_fn(png, file, png_write_bytes, png_flush_nothing);
  int done = info && write_png(png, info, picture, effort, is_trial);
  libpng.png_destroy_write_struct(&png, &info);
  if (!done) {
    free(file->bytes);
    *file = (growing_file){0};
  }
  return done;
}

static size_t trial_size(const png_picture *picture, png_effort effort) {
  growing_file file;
  make_png(picture, effort, 1, &file);
  free(file.bytes);
  return file.count;
}

/* Photographs repeat nothing: looking for more than runs takes most of zlib's time and finds next to nothing. Drawings and
   screenshots do repeat themselves, and shrink so much that the search costs little. A few rows tell which it is. */
static png_effort chosen_effort(const png_picture *picture) {
  if (picture->height < 8 * TRIAL_ROWS) return long_matches;
  size_t matched = trial_size(picture, long_matches);
  size_t raw = (size_t)picture->width * TRIAL_ROWS * (picture->keeps_alpha ? 4 : 3);
  if (matched < raw / 4) return long_matches;
  return matched < trial_size(picture, runs_alone) / 10 * 9 ? long_matches : runs_alone;
}

int alula_encode_png(const unsigned char *rgba, int width, int height, int keeps_alpha, alula_encoded_image *image) {
  *image = (alula_encoded_image){0};
  png_picture picture = {rgba, width, height, keeps_alpha};
  growing_file file;
  if (!load_libpng() || !make_png(&picture, chosen_effort(&picture), 0, &file)) return 0;
  image->bytes = file.bytes;
  image->count = file.count;
  return 1;
}

/* JPEG */

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf escape;
} jpeg_failure;

static void jpeg_fail(j_common_ptr codec) { longjmp(((jpeg_failure *)codec->err)->escape, 1); }

static void jpeg_ignore(j_common_ptr codec) { (void)codec; }

static void jpeg_ignore_level(j_common_ptr codec, int level) {
  (void)codec;
  (void)level;
}

/* Not jpeg_mem_dest: after a failure that leaves its caller with a pointer to memory that was freed. */
typedef struct {
  struct jpeg_destination_mgr base;
  growing_file file;
  unsigned char block[16384];
} jpeg_destination;

static void jpeg_start_block(j_compress_ptr codec) {
  jpeg_destination *destination = (jpeg_destination *)codec->dest;
  destination->base.next_output_byte = destination->block;
  destination->base.free_in_buffer = sizeof destination->block;
}

static void jpeg_keep(j_compress_ptr codec, size_t count) {
  jpeg_destination *destination = (jpeg_destination *)codec->dest;
  if (!grow(&destination->file, destination->block, count)) jpeg_fail((j_common_ptr)codec);
}

static boolean jpeg_keep_block(j_compress_ptr codec) {
  jpeg_keep(codec, sizeof((jpeg_destination *)codec->dest)->block);
  jpeg_start_block(codec);
  return TRUE;
}

static void jpeg_keep_rest(j_compress_ptr codec) {
  jpeg_keep(codec, sizeof((jpeg_destination *)codec->dest)->block - codec->dest->free_in_buffer);
}

/* Everything that longjmp may leave half done is owned by the caller, so nothing local needs to be volatile. */
static int write_jpeg(struct jpeg_compress_struct *codec, jpeg_failure *failure, jpeg_destination *destination,
                      const unsigned char *rgba, int width, int height, int quality) {
  if (setjmp(failure->escape)) return 0;
  jpeg_create_compress(codec);
  codec->dest = &destination->base;
  codec->image_width = (JDIMENSION)width;
  codec->image_height = (JDIMENSION)height;
  codec->input_components = 4;
  codec->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, quality, TRUE);
  /* libjpeg halves the colours both ways. Who asks for 90 or more looks at edges between colours. */
  if (quality >= 90) codec->comp_info[0].h_samp_factor = codec->comp_info[0].v_samp_factor = 1;
  codec->optimize_coding = TRUE;
  jpeg_start_compress(codec, TRUE);
  while (codec->next_scanline < codec->image_height) {
    JSAMPROW row = (JSAMPROW)(rgba + (size_t)codec->next_scanline * (size_t)width * 4);
    jpeg_write_scanlines(codec, &row, 1);
  }
  jpeg_finish_compress(codec);
  return 1;
}

int alula_encode_jpeg(const unsigned char *rgba, int width, int height, int quality, alula_encoded_image *image) {
  *image = (alula_encoded_image){0};
  if (width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) return 0;
  jpeg_destination *destination = calloc(1, sizeof *destination);
  if (!destination) return 0;
  destination->base.init_destination = jpeg_start_block;
  destination->base.empty_output_buffer = jpeg_keep_block;
  destination->base.term_destination = jpeg_keep_rest;
  struct jpeg_compress_struct codec;
  jpeg_failure failure;
  memset(&codec, 0, sizeof codec);
  codec.err = jpeg_std_error(&failure.base);
  failure.base.error_exit = jpeg_fail;
  failure.base.output_message = jpeg_ignore;
  failure.base.emit_message = jpeg_ignore_level;
  int done = write_jpeg(&codec, &failure, destination, rgba, width, height, quality);
  jpeg_destroy_compress(&codec);
  if (done) {
    image->bytes = destination->file.bytes;
    image->count = destination->file.count;
  } else {
    free(destination->file.bytes);
  }
  free(destination);
  return done;
}

/* WebP */

#define WEBP_FUNCTIONS(F)                                                                                              \
  F(WebPConfigInitInternal) F(WebPPictureInitInternal) F(WebPMemoryWriterInit) F(WebPMemoryWrite)                      \
  F(WebPMemoryWriterClear) F(WebPPictureImportRGBA) F(WebPPictureImportRGBX) F(WebPEncode) F(WebPPictureFree)
ALULA_LAZY_LIBRARY(webp, WEBP_SONAME, WEBP_FUNCTIONS)

const char *alula_encode_webp_problem(void) { return webp_problem(); }

int alula_encode_webp(const unsigned char *rgba, int width, int height, int keeps_alpha, float quality,
                      alula_encoded_image *image) {
  *image = (alula_encoded_image){0};
  if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION || !load_webp()) return 0;
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  int version = WEBP_ENCODER_ABI_VERSION;
  if (!webp.WebPConfigInitInternal(&config, WEBP_PRESET_PHOTO, quality, version)) return 0;
  if (!webp.WebPPictureInitInternal(&picture, version)) return 0;
  webp.WebPMemoryWriterInit(&writer);
  picture.width = width;
  picture.height = height;
  picture.writer = webp.WebPMemoryWrite;
  picture.custom_ptr = &writer;
  int done = (keeps_alpha ? webp.WebPPictureImportRGBA(&picture, rgba, width * 4)
                          : webp.WebPPictureImportRGBX(&picture, rgba, width * 4)) &&
             webp.WebPEncode(&config, &picture);
  webp.WebPPictureFree(&picture);
  if (done && writer.size > 0) {
    /* A copy from malloc, so that every format is freed the same way. */
    image->bytes = malloc(writer.size);
    if (image->bytes) {
      memcpy(image->bytes, writer.mem, writer.size);
      image->count = writer.size;
    }
  }
  webp.WebPMemoryWriterClear(&writer);
  return image->bytes != NULL;
}
#endif
