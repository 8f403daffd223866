/* TIFF 6.0 and BigTIFF over libtiff, loaded when it is first needed. An object is used from one thread at a time. */
#ifndef ALULA_CIMAGECODECS_DECODE_TIFF_H
#define ALULA_CIMAGECODECS_DECODE_TIFF_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

typedef struct alula_tiff alula_tiff;

/* The first page, as its tags say. */
typedef struct {
  uint32_t width, height;
  uint16_t orientation;
  uint16_t bits, samples;  /* bits a sample, samples a pixel */
  uint16_t photometric, compression, sample_format;
  uint16_t extra_count, first_extra; /* samples beyond the colours; what the first of them is */
  int is_separate;         /* a plane for each sample */
  int is_tiled;
  uint32_t block_width, block_height; /* of a tile, or of a strip */
  uint64_t row_bytes;      /* of one decoded row of a strip: all samples, or one plane's */
  uint64_t block_bytes;    /* of one decoded tile or strip */
  int decodes_to_rgb;      /* YCbCr that the JPEG codec hands out as RGB */
} alula_tiff_header;

int alula_tiff_is_present(void);
/* Loads it, with all that it needs, and says why it cannot be used; NULL when it can. */
const char *alula_tiff_problem(void);
/* Opens the first page of `data`, which must stay valid until alula_tiff_close. No single allocation of the library is above
 * `memory_limit`. `*status` says what was wrong when the answer is NULL; `message`, of 256 bytes, then is libtiff's own. */
alula_tiff *alula_tiff_open(const uint8_t *data, size_t size, size_t memory_limit, int *status, char *message);
void alula_tiff_read_header(alula_tiff *tiff, alula_tiff_header *header);
/* The ICC profile, or NULL. Valid until alula_tiff_close. */
const uint8_t *alula_tiff_profile(alula_tiff *tiff, size_t *size);
/* 256 colours of 4 bytes, as many set as the bits allow. */
int alula_tiff_read_palette(alula_tiff *tiff, uint8_t *rgba);
/* The next row of a plane (0 when there is but one), top first. Strips only. */
int alula_tiff_read_row(alula_tiff *tiff, uint32_t row, uint16_t plane, uint8_t *target);
/* The tile of a plane that has the pixel x, y; `size` is that of a whole tile. */
int alula_tiff_read_tile(alula_tiff *tiff, uint32_t x, uint32_t y, uint16_t plane, uint8_t *target, size_t size);
/* For kinds that have no plain rows: libtiff's own conversion to premultiplied RGBA, `count` rows from `row` on, which begins a strip
 * or a row of tiles. alula_tiff_start_rgba says whether libtiff can do it. */
int alula_tiff_start_rgba(alula_tiff *tiff);
int alula_tiff_read_rgba(alula_tiff *tiff, uint32_t row, uint32_t count, uint32_t *pixels);
const char *alula_tiff_message(const alula_tiff *tiff);
void alula_tiff_close(alula_tiff *tiff);

#endif
#endif
