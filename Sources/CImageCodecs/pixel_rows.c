/* Rows of pixels with AVX2. What each function does is written in Sources/Alula/Decode/Pixels, in Swift. */
#include "CImageCodecs.h"
#if defined(__linux__)
#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

/* Without FMA, which would round once where the Swift code rounds twice. */
#define VECTORS __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline, target("avx2")))

int alula_has_row_vectors(void) { return __builtin_cpu_supports("avx2") != 0; }

INLINE __m256i load32(const void *bytes) { return _mm256_loadu_si256(bytes); }

VECTORS void alula_add_row(const uint8_t *row, uint16_t *sums, size_t count, int is_first) {
  size_t index = 0;
  for (; index + 16 <= count; index += 16) {
    __m256i sum = _mm256_cvtepu8_epi16(_mm_loadu_si128((const void *)(row + index)));
    if (!is_first) sum = _mm256_add_epi16(sum, load32(sums + index));
    _mm256_storeu_si256((void *)(sums + index), sum);
  }
  for (; index < count; index++) sums[index] = (uint16_t)((is_first ? 0 : sums[index]) + row[index]);
}

/* Four 16-bit values as 32-bit ones. */
INLINE __m128i load_four(const uint16_t *values) { return _mm_cvtepu16_epi32(_mm_loadl_epi64((const void *)values)); }

INLINE void average_vectors(const uint16_t *sums, size_t cells, size_t channels, size_t factor, float scale, float *target) {
  const __m128 scales = _mm_set1_ps(scale);
  for (size_t cell = 0; cell < cells; cell++) {
    __m128i sum = _mm_setzero_si128();
    for (size_t pixel = 0; pixel < factor; pixel++, sums += channels) sum = _mm_add_epi32(sum, load_four(sums));
    _mm_storeu_ps(target + cell * channels, _mm_mul_ps(_mm_cvtepi32_ps(sum), scales));
  }
}

INLINE void average_gray(const uint16_t *sums, size_t cells, size_t factor, float scale, float *target) {
  for (size_t cell = 0; cell < cells; cell++, sums += factor) {
    uint32_t sum = 0;
    for (size_t pixel = 0; pixel < factor; pixel++) sum += sums[pixel];
    target[cell] = (float)(int32_t)sum * scale;
  }
}

VECTORS void alula_average_row(const uint16_t *sums, size_t cells, int channels, size_t factor, float scale,
                               float *target) {
  switch (channels) {
  case 1: average_gray(sums, cells, factor, scale, target); break;
  case 2: average_vectors(sums, cells, 2, factor, scale, target); break;
  case 3: average_vectors(sums, cells, 3, factor, scale, target); break;
  default: average_vectors(sums, cells, 4, factor, scale, target);
  }
}

VECTORS void alula_widen_row(const uint8_t *row, float *target, size_t count) {
  size_t index = 0;
  for (; index + 8 <= count; index += 8) {
    __m256i numbers = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)(row + index)));
    _mm256_storeu_ps(target + index, _mm256_cvtepi32_ps(numbers));
  }
  for (; index < count; index++) target[index] = (float)row[index];
}

/* `vectors` times eight values: as many sums as fit the registers. */
INLINE void mix_block(const float *const *rows, const float *weights, size_t taps, float *line, size_t place, int vectors) {
  __m256 sums[8];
  for (int index = 0; index < vectors; index++) sums[index] = _mm256_setzero_ps();
  for (size_t tap = 0; tap < taps; tap++) {
    const float *row = rows[tap] + place;
    const __m256 weight = _mm256_broadcast_ss(weights + tap);
    for (int index = 0; index < vectors; index++)
      sums[index] = _mm256_add_ps(sums[index], _mm256_mul_ps(_mm256_loadu_ps(row + index * 8), weight));
  }
  for (int index = 0; index < vectors; index++) _mm256_storeu_ps(line + place + index * 8, sums[index]);
}

VECTORS void alula_mix_rows(const float *const *rows, const float *weights, size_t taps, float *line, size_t count) {
  size_t place = 0;
  for (; place + 64 <= count; place += 64) mix_block(rows, weights, taps, line, place, 8);
  for (; place < count; place += 32) mix_block(rows, weights, taps, line, place, 4);
}

/* A pixel and the next one, `step` values apart. */
INLINE __m256 load_two(const float *pixel, size_t step) {
  if (step == 4) return _mm256_loadu_ps(pixel);
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(pixel)), _mm_loadu_ps(pixel + step), 1);
}

/* Even pixels in the lower half, odd ones in the upper. */
INLINE __m128 mix_pixel(const float *pixel, const float *weights, size_t stride, size_t step) {
  const __m256i first = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1), second = _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3);
  __m256 sum = _mm256_setzero_ps();
  for (size_t tap = 0; tap < stride; tap += 4, pixel += step * 4) {
    const __m256 set = _mm256_castps128_ps256(_mm_loadu_ps(weights + tap));
    sum = _mm256_add_ps(sum, _mm256_mul_ps(load_two(pixel, step), _mm256_permutevar8x32_ps(set, first)));
    sum = _mm256_add_ps(sum, _mm256_mul_ps(load_two(pixel + step * 2, step), _mm256_permutevar8x32_ps(set, second)));
  }
  return _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1));
}

/* Rounded by adding 2^23, to even as the Swift code does, and cut off. */
INLINE uint32_t bytes_of(__m128 values) {
  const __m128i lowest = _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  values = _mm_min_ps(_mm_max_ps(values, _mm_setzero_ps()), _mm_set1_ps(255));
  const __m128i numbers = _mm_castps_si128(_mm_add_ps(values, _mm_set1_ps(8388608)));
  return (uint32_t)_mm_cvtsi128_si32(_mm_shuffle_epi8(numbers, lowest));
}

INLINE void mix_columns(const float *line, const int32_t *starts, const float *weights, size_t stride, size_t count,
                        int kind, uint8_t *target) {
  const size_t step = kind == ALULA_PIXEL_RGB ? 3 : 4;
  for (size_t index = 0; index < count; index++) {
    __m128 values = mix_pixel(line + (size_t)starts[index] * step, weights + index * stride, stride, step);
    if (kind == ALULA_PIXEL_RGBA) values = _mm_min_ps(values, _mm_shuffle_ps(values, values, 0xFF));
    uint32_t pixel = bytes_of(values);
    if (kind == ALULA_PIXEL_RGB) pixel |= 0xFF000000;
    memcpy(target + index * 4, &pixel, 4);
  }
}

VECTORS void alula_mix_columns(const float *line, const int32_t *starts, const float *weights, size_t stride,
                               size_t count, int kind, uint8_t *target) {
  switch (kind) {
  case ALULA_PIXEL_RGB: mix_columns(line, starts, weights, stride, count, ALULA_PIXEL_RGB, target); break;
  case ALULA_PIXEL_RGBA: mix_columns(line, starts, weights, stride, count, ALULA_PIXEL_RGBA, target); break;
  default: mix_columns(line, starts, weights, stride, count, ALULA_PIXEL_CMYK, target);
  }
}

/* `values x factors / 255`, rounded to nearest, for 16-bit halves. */
INLINE __m256i divided(__m256i values, __m256i factors) {
  const __m256i product = _mm256_add_epi16(_mm256_mullo_epi16(values, factors), _mm256_set1_epi16(128));
  return _mm256_srli_epi16(_mm256_add_epi16(product, _mm256_srli_epi16(product, 8)), 8);
}

VECTORS void alula_premultiply_row(const uint8_t *source, uint8_t *target, size_t count) {
  const __m256i mask = _mm256_set1_epi32(0x00FF00FF);
  size_t index = 0;
  for (; index + 8 <= count; index += 8) {
    const __m256i pixels = load32(source + index * 4);
    const __m256i alpha = _mm256_srli_epi32(pixels, 24);
    const __m256i twice = _mm256_or_si256(alpha, _mm256_slli_epi32(alpha, 16));
    const __m256i red_blue = divided(_mm256_and_si256(pixels, mask), twice);
    const __m256i green_alpha = divided(_mm256_and_si256(_mm256_srli_epi32(pixels, 8), mask),
                                        _mm256_or_si256(alpha, _mm256_set1_epi32(0x00FF0000)));
    _mm256_storeu_si256((void *)(target + index * 4), _mm256_or_si256(red_blue, _mm256_slli_epi32(green_alpha, 8)));
  }
  for (; index < count; index++) {
    const uint32_t alpha = source[index * 4 + 3];
    for (int channel = 0; channel < 3; channel++) {
      const uint32_t product = source[index * 4 + channel] * alpha + 128;
      target[index * 4 + channel] = (uint8_t)((product + (product >> 8)) >> 8);
    }
    target[index * 4 + 3] = (uint8_t)alpha;
  }
}

#else
int alula_has_row_vectors(void) { return 0; }
void alula_add_row(const uint8_t *row, uint16_t *sums, size_t count, int is_first) {
  (void)row, (void)sums, (void)count, (void)is_first;
}
void alula_average_row(const uint16_t *sums, size_t cells, int channels, size_t factor, float scale, float *target) {
  (void)sums, (void)cells, (void)channels, (void)factor, (void)scale, (void)target;
}
void alula_widen_row(const uint8_t *row, float *target, size_t count) { (void)row, (void)target, (void)count; }
void alula_mix_rows(const float *const *rows, const float *weights, size_t taps, float *line, size_t count) {
  (void)rows, (void)weights, (void)taps, (void)line, (void)count;
}
void alula_mix_columns(const float *line, const int32_t *starts, const float *weights, size_t stride, size_t count,
                       int kind, uint8_t *target) {
  (void)line, (void)starts, (void)weights, (void)stride, (void)count, (void)kind, (void)target;
}
void alula_premultiply_row(const uint8_t *source, uint8_t *target, size_t count) {
  (void)source, (void)target, (void)count;
}
#endif
#endif
