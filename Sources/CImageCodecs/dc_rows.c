/* Rows of a JPEG's DC coefficients with AVX2. What each function does is written in DCRows.swift and DCPicture.swift. */
#include "CImageCodecs.h"
#if defined(__linux__)
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#define VECTORS __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE int32_t limited(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

VECTORS void alula_dc_samples(const int16_t *coefficients, int32_t quantization, int32_t *restrict samples, size_t count) {
  for (size_t index = 0; index < count; index++) {
    /* Unsigned: no table of a damaged file may overflow. */
    const int32_t value = (int32_t)((uint32_t)coefficients[index] * (uint32_t)quantization + 4u);
    samples[index] = limited((value >> 3) + 128);
  }
}

VECTORS void alula_dc_mix_down(int32_t *restrict near, const int32_t *restrict far, size_t count) {
  if (far == NULL) {
    for (size_t index = 0; index < count; index++) near[index] *= 4;
  } else {
    for (size_t index = 0; index < count; index++) near[index] = near[index] * 3 + far[index];
  }
}

/* Eight values and their neighbours make sixteen. */
INLINE void mix_eight(const int32_t *values, int32_t *mixed) {
  const __m256i center = _mm256_loadu_si256((const void *)values);
  const __m256i triple = _mm256_add_epi32(center, _mm256_slli_epi32(center, 1));
  const __m256i even = _mm256_add_epi32(triple, _mm256_loadu_si256((const void *)(values - 1)));
  const __m256i odd = _mm256_add_epi32(triple, _mm256_loadu_si256((const void *)(values + 1)));
  const __m256i low = _mm256_unpacklo_epi32(even, odd), high = _mm256_unpackhi_epi32(even, odd);
  _mm256_storeu_si256((void *)mixed, _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_storeu_si256((void *)(mixed + 8), _mm256_permute2x128_si256(low, high, 0x31));
}

VECTORS void alula_dc_mix_across(const int32_t *values, size_t count, int is_whole, int32_t *restrict mixed, size_t width) {
  if (is_whole) {
    for (size_t index = 0; index < width; index++) mixed[index] = values[index] * 4;
    return;
  }
  const size_t pairs = width / 2;
  for (size_t column = 0; column < pairs;) {
    if (column > 0 && column + 9 <= count && column + 8 <= pairs) {
      mix_eight(values + column, mixed + column * 2);
      column += 8;
      continue;
    }
    mixed[column * 2] = values[column] * 3 + values[column > 0 ? column - 1 : 0];
    mixed[column * 2 + 1] = values[column] * 3 + values[column + 1 < count ? column + 1 : count - 1];
    column++;
  }
  if (width % 2 == 1) mixed[width - 1] = values[count - 1] * 3 + values[count > 1 ? count - 2 : 0];
}

/* Eight sums by 2^20 as bytes in the low halves. */
INLINE __m256i rounded(__m256i sums) {
  const __m256i value = _mm256_srai_epi32(sums, 20);
  return _mm256_min_epi32(_mm256_max_epi32(value, _mm256_setzero_si256()), _mm256_set1_epi32(255));
}

INLINE __m256i times(__m256i values, int32_t factor) { return _mm256_mullo_epi32(values, _mm256_set1_epi32(factor)); }

VECTORS void alula_dc_write_rgb(const int32_t *luma, const int32_t *blue, const int32_t *red, uint8_t *target,
                                size_t width) {
  const __m256i packed = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1, 0, 1, 2, 4, 5, 6, 8, 9, 10,
                                          12, 13, 14, -1, -1, -1, -1);
  const __m256i half = _mm256_set1_epi32(1 << 19), zero = _mm256_set1_epi32(2048);
  for (size_t column = 0; column < width; column += 8) {
    int32_t last[3][8] = {{0}};
    const int32_t *rows[3] = {luma + column, blue + column, red + column};
    const size_t count = width - column < 8 ? width - column : 8;
    if (count < 8) {
      for (int row = 0; row < 3; row++) rows[row] = memcpy(last[row], rows[row], count * sizeof(int32_t));
    }
    const __m256i base = _mm256_add_epi32(_mm256_slli_epi32(_mm256_loadu_si256((const void *)rows[0]), 20), half);
    const __m256i cb = _mm256_sub_epi32(_mm256_loadu_si256((const void *)rows[1]), zero);
    const __m256i cr = _mm256_sub_epi32(_mm256_loadu_si256((const void *)rows[2]), zero);
    const __m256i reds = rounded(_mm256_add_epi32(base, times(cr, 91881)));
    const __m256i greens = rounded(_mm256_sub_epi32(_mm256_sub_epi32(base, times(cb, 22553)), times(cr, 46802)));
    const __m256i blues = rounded(_mm256_add_epi32(base, times(cb, 116130)));
    const __m256i pixels = _mm256_shuffle_epi8(
        _mm256_or_si256(_mm256_or_si256(reds, _mm256_slli_epi32(greens, 8)), _mm256_slli_epi32(blues, 16)), packed);
    uint8_t bytes[32];
    _mm_storeu_si128((void *)bytes, _mm256_castsi256_si128(pixels));
    _mm_storeu_si128((void *)(bytes + 12), _mm256_extracti128_si256(pixels, 1));
    memcpy(target + column * 3, bytes, count < 8 ? count * 3 : 24);
  }
}

#else
void alula_dc_samples(const int16_t *coefficients, int32_t quantization, int32_t *samples, size_t count) {
  (void)coefficients, (void)quantization, (void)samples, (void)count;
}
void alula_dc_mix_down(int32_t *near, const int32_t *far, size_t count) { (void)near, (void)far, (void)count; }
void alula_dc_mix_across(const int32_t *values, size_t count, int is_whole, int32_t *mixed, size_t width) {
  (void)values, (void)count, (void)is_whole, (void)mixed, (void)width;
}
void alula_dc_write_rgb(const int32_t *luma, const int32_t *blue, const int32_t *red, uint8_t *target, size_t width) {
  (void)luma, (void)blue, (void)red, (void)target, (void)width;
}
#endif
#endif
