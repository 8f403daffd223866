/* The steps of the row scaler with AVX2, value for value what the Swift ones give: sums of whole numbers are exact in any order, and
 * numbers with a point are multiplied and added in the same order, never fused. No state, no memory.
 *
 * Only to be called where alula_has_row_vectors() is not 0; elsewhere they do nothing. */
#ifndef ALULA_CIMAGECODECS_PIXEL_ROWS_H
#define ALULA_CIMAGECODECS_PIXEL_ROWS_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

int alula_has_row_vectors(void);

/* Adds `count` bytes to 16-bit sums; starts them anew when `is_first`. */
void alula_add_row(const uint8_t *_Nonnull row, uint16_t *_Nonnull sums, size_t count, int is_first);
/* Sums each `factor` pixels of `channels` values and multiplies by `scale`. Reads and writes up to four values past the end. */
void alula_average_row(const uint16_t *_Nonnull sums, size_t cells, int channels, size_t factor, float scale,
                       float *_Nonnull target);
void alula_widen_row(const uint8_t *_Nonnull row, float *_Nonnull target, size_t count);
/* Reads and writes up to 31 values past the end. */
void alula_mix_rows(const float *_Nonnull const *_Nonnull rows, const float *_Nonnull weights, size_t taps,
                    float *_Nonnull line, size_t count);

enum {
  ALULA_PIXEL_RGB,     /* three values; alpha becomes 255 */
  ALULA_PIXEL_RGBA,    /* four, no colour higher than alpha */
  ALULA_PIXEL_CMYK     /* four, as they are */
};
/* Mixes pixels of `line` into `count` pixels of four bytes: `stride` weights for each, a multiple of 4. */
void alula_mix_columns(const float *_Nonnull line, const int32_t *_Nonnull starts, const float *_Nonnull weights,
                       size_t stride, size_t count, int kind, uint8_t *_Nonnull target);

/* `source` and `target` may be the same. */
void alula_premultiply_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

#endif
#endif
