/* Reading JPEG, PNG and WebP row by row. Used from one thread at a time; an object lives for one image only.
 * Every call catches the library's own longjmp, so none crosses a Swift frame. */
#ifndef ALULA_CIMAGECODECS_DECODE_H
#define ALULA_CIMAGECODECS_DECODE_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>
#include "png_rows.h"

enum {
  ALULA_DECODE_OK = 0,
  ALULA_DECODE_DAMAGED = 1,   /* the library refused the data */
  ALULA_DECODE_TRUNCATED = 2, /* the data ended before the picture */
  ALULA_DECODE_LIMIT = 3,     /* memory or scan limit */
  ALULA_DECODE_STOPPED = 4,   /* the stop function said so */
  ALULA_DECODE_UNSUPPORTED = 5
};

/* Asked from time to time inside long calls; anything but 0 stops the decode. */
typedef int (*alula_stop_function)(void);

/* JPEG (ITU-T T.81), raw libjpeg API. */

typedef struct alula_jpeg alula_jpeg;

typedef struct {
  uint32_t width, height;
  int channels;         /* of the rows that come out: 1 grey, 3 RGB, 4 CMYK (255 = no ink) */
  int is_arithmetic;
  int is_progressive;
  uint64_t blocks;      /* 8x8 blocks of all components */
  uint64_t whole_picture_memory; /* bytes kept for all coefficients; 0 when it streams */
} alula_jpeg_header;

/* `data` must stay valid until alula_jpeg_destroy. NULL when there is no memory. `reads_codes`: whether Huffman-coded scans are
 * read by code of our own, which is faster and gives up at the first doubt. */
alula_jpeg *alula_jpeg_create(const uint8_t *data, size_t size, size_t memory_limit, int scan_limit,
                              int reads_codes, alula_stop_function stop);
/* The most blocks that the scans of a picture of so many blocks may have in all. */
uint64_t alula_jpeg_visit_limit(uint64_t blocks, int is_arithmetic);
int alula_jpeg_read_header(alula_jpeg *jpeg, alula_jpeg_header *header);
/* Starts decoding at eighths/8 (1, 2, 4 or 8) of the size; says the size of the rows. `is_rgba`: rows of three channels come as
 * four bytes a pixel, the last 255. */
int alula_jpeg_start(alula_jpeg *jpeg, int eighths, int is_rgba, uint32_t *width, uint32_t *height);
/* Reads at most `count` rows of `row_bytes` bytes each; `*read` says how many came. */
int alula_jpeg_read_rows(alula_jpeg *jpeg, uint8_t *rows, size_t row_bytes, uint32_t count, uint32_t *read);
/* After the last row: whether every pixel was decided by data that was there. */
int alula_jpeg_check_complete(const alula_jpeg *jpeg);
/* After a failure: whether it says nothing about the picture, which must be read anew without `reads_codes`. */
int alula_jpeg_has_given_up(const alula_jpeg *jpeg);
/* How many of the rows that come out were decided by data that were there, as far as is known by now. */
uint32_t alula_jpeg_known_rows(const alula_jpeg *jpeg);
const char *alula_jpeg_message(const alula_jpeg *jpeg);
void alula_jpeg_destroy(alula_jpeg *jpeg);

/* PNG (W3C PNG third edition). */

typedef struct alula_png alula_png;

typedef struct {
  uint32_t width, height;
  int bit_depth;
  int color_type;
  int is_interlaced;
  int channels;  /* of the 8-bit rows that come out: 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA (straight) */
  size_t raw_row_bytes; /* of one row before inflation is undone */
} alula_png_header;

/* CRC-32 as PNG uses it, of one run of bytes. */
/* Loads libpng and says why it cannot be used; NULL when it can. */
const char *alula_png_problem(void);
int alula_png_is_present(void);
uint32_t alula_png_crc32(const uint8_t *bytes, size_t count);

alula_png *alula_png_create(const uint8_t *data, size_t size);
int alula_png_read_header(alula_png *png, alula_png_header *header);
/* The inflated iCCP profile, or NULL. Valid until alula_png_destroy. */
const uint8_t *alula_png_profile(alula_png *png, size_t *size);
/* How many bytes were read. After the header: up to the data of the first IDAT chunk. */
size_t alula_png_offset(const alula_png *png);
/* After the header, before the start: how rows of pixels become 8-bit samples. */
int alula_png_read_samples(alula_png *png, alula_png_samples *samples);
int alula_png_start(alula_png *png, int *passes);
/* Reads the next row; for interlaced pictures `row` holds what the passes before gave. */
int alula_png_read_row(alula_png *png, uint8_t *row);
/* The same; of interlaced pictures every pixel stands for those that later passes bring. */
int alula_png_read_coarse_row(alula_png *png, uint8_t *row);
/* Reads what follows the pixels, so that checksums and the end of the file are checked. */
int alula_png_finish(alula_png *png);
const char *alula_png_message(const alula_png *png);
void alula_png_destroy(alula_png *png);

/* WebP (RFC 9649). */

typedef struct alula_webp alula_webp;

typedef struct {
  uint32_t width, height;
  int has_alpha;
  int is_lossless;
  int is_animated;
} alula_webp_features;

typedef struct {
  uint32_t canvas_width, canvas_height;
  uint32_t x, y, width, height;
  const uint8_t *data; /* the frame's own bitstream, inside the data given */
  size_t size;
} alula_webp_frame;

/* Whether libwebp and libwebpdemux are there; neither is loaded. */
int alula_webp_is_present(void);
/* Loads them, and says why they cannot be used; NULL when they can. */
const char *alula_webp_problem(void);
int alula_webp_read_features(const uint8_t *data, size_t size, alula_webp_features *features);
/* The first frame of an animation whose file is whole, or as much of it as there is. */
int alula_webp_read_first_frame(const uint8_t *data, size_t size, int allows_partial, alula_webp_frame *frame);
/* A decoder for the picture in `data`, scaled to `width` x `height` unless these are 0. `channels` 3: RGB;
 * 4: RGBA, premultiplied when `is_premultiplied`. */
alula_webp *alula_webp_create(uint32_t width, uint32_t height, int channels, int is_premultiplied);
/* Decodes as far as the first `available` bytes of `data` allow. `*is_done` says whether the picture is whole. */
int alula_webp_advance(alula_webp *webp, const uint8_t *data, size_t available, int *is_done);
/* Rows finished so far; their memory and stride. NULL when there are none. */
const uint8_t *alula_webp_rows(const alula_webp *webp, uint32_t *count, size_t *stride);
void alula_webp_destroy(alula_webp *webp);

#endif
#endif
