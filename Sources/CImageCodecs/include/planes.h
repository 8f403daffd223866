/* Decoded pictures as planes (luma, two of colour, alpha; or green, blue, red) and their way to rows of 8-bit samples.
 * For decoders that hand out whole pictures: AVIF and HEIC. */
#ifndef ALULA_CIMAGECODECS_PLANES_H
#define ALULA_CIMAGECODECS_PLANES_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *_Nullable samples; /* NULL: there is no such plane */
  size_t stride;                    /* bytes from one row to the next */
  uint32_t width, height;
  int depth; /* above 8: two bytes a sample, in the processor's order */
} alula_plane;

typedef struct {
  uint32_t width, height;
  alula_plane planes[4]; /* Y, Cb, Cr, alpha */
  int shift_x, shift_y;  /* colour planes are that many times halved */
  int is_limited;        /* 16 to 235 (240 for colour) of 255 instead of the whole range; alpha is always whole */
  int matrix, primaries; /* ITU-T H.273 */
  int is_premultiplied;
} alula_planes;

typedef struct {
  uint32_t x, y, width, height;
} alula_area;

typedef struct alula_plane_rows alula_plane_rows;

/* The largest box. */
enum { ALULA_PLANE_FACTOR_LIMIT = 128 };

/* Rows of the pixels in `area`, each `factor` x `factor` averaged into one (fewer at the right and lower edge). Averaging comes first,
 * then colours are made of what is left, so it costs little. `*channels` says what a row has: 1 grey, 3 RGB, 4 RGBA as stored,
 * straight or premultiplied. `planes` must stay valid.
 * A status of decode.h: planes that are smaller than the area are DAMAGED, matrices that are no linear map UNSUPPORTED. */
int alula_plane_rows_create(const alula_planes *_Nonnull planes, alula_area area, uint32_t factor,
                            alula_plane_rows *_Nullable *_Nonnull rows, int *_Nonnull channels);
/* Writes the next row: as many pixels as the area has columns of boxes. Past the last row nothing is written. */
void alula_plane_rows_next(alula_plane_rows *_Nonnull rows, uint8_t *_Nonnull row);
/* Bytes that rows of an area of this width take, at most. */
size_t alula_plane_rows_memory(uint32_t width);
void alula_plane_rows_destroy(alula_plane_rows *_Nullable rows);

#endif
#endif
