/* The steps from DC coefficients of a JPEG to a row of RGB with AVX2, value for value what the Swift ones give. No state, no
 * memory. Only to be called where alula_has_row_vectors() is not 0; elsewhere they do nothing. */
#ifndef ALULA_CIMAGECODECS_DC_ROWS_H
#define ALULA_CIMAGECODECS_DC_ROWS_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

/* Samples of 0 to 255 from coefficients. */
void alula_dc_samples(const int16_t *_Nonnull coefficients, int32_t quantization, int32_t *_Nonnull samples, size_t count);
/* near x 3 + far, or, without `far`, near x 4. */
void alula_dc_mix_down(int32_t *_Nonnull near, const int32_t *_Nullable far, size_t count);
/* From `count` values of a half, or with `is_whole` of the whole, width to `width` values four times as large. */
void alula_dc_mix_across(const int32_t *_Nonnull values, size_t count, int is_whole, int32_t *_Nonnull mixed, size_t width);
/* Luma, and chroma in sixteenths, to three bytes a pixel. */
void alula_dc_write_rgb(const int32_t *_Nonnull luma, const int32_t *_Nonnull blue, const int32_t *_Nonnull red,
                        uint8_t *_Nonnull target, size_t width);

#endif
#endif
