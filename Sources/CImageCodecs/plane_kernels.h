/* What planes.c does to every sample. Written for the compiler to make vectors of. Values between steps are 8-bit ones in 64ths. */
#ifndef ALULA_PLANE_KERNELS_H
#define ALULA_PLANE_KERNELS_H
#include <stdint.h>

#if defined(__x86_64__)
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
/* What chooses a clone runs before Thread Sanitizer is ready, and would be watched by it. */
#define WIDE_CLONES
#endif
#endif
#ifndef WIDE_CLONES
#define WIDE_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#else
#define WIDE_CLONES
#endif
#define INLINE static inline __attribute__((always_inline))

enum {
  UNIT = 64,              /* one step of 8 bits */
  WHITE = 255 * UNIT,
  FACTOR_BITS = 13,       /* of the coefficients of the linear map */
  RESULT_SHIFT = FACTOR_BITS + 6,
  PADDING = 64
};

/* One linear map: offsets in 64ths, coefficients in 2^-13. */
typedef struct {
  int offset[3];
  int red[3], green[3], blue[3];
} color_map;

/* MARK: Averages */

WIDE_CLONES static void add_bytes(const uint8_t *restrict row, uint32_t *restrict sums, uint32_t count, uint32_t times) {
  for (uint32_t index = 0; index < count; index++) sums[index] += row[index] * times;
}

WIDE_CLONES static void add_words(const uint16_t *restrict row, uint32_t *restrict sums, uint32_t count, uint32_t times) {
  for (uint32_t index = 0; index < count; index++) sums[index] += row[index] * times;
}

/* Two rows of bytes at a time; their sums fit 16 bits, so half as much memory is touched. */
WIDE_CLONES static void add_byte_rows(const uint8_t *restrict row, size_t stride, uint32_t rows, uint32_t *restrict sums, uint32_t count) {
  const uint8_t *restrict second = row + stride;
  for (; rows >= 4; rows -= 4) {
    const uint8_t *restrict third = row + 2 * stride, *restrict fourth = third + stride;
    for (uint32_t index = 0; index < count; index++)
      sums[index] += (uint32_t)(uint16_t)(row[index] + second[index] + third[index] + fourth[index]);
    row += 4 * stride;
    second += 4 * stride;
  }
  for (; rows >= 2; rows -= 2) {
    for (uint32_t index = 0; index < count; index++) sums[index] += (uint32_t)(uint16_t)(row[index] + second[index]);
    row += 2 * stride;
    second += 2 * stride;
  }
  if (rows)
    for (uint32_t index = 0; index < count; index++) sums[index] += row[index];
}

/* Decoders promise samples of no more bits than they say; a broken promise must only cost colours. */
INLINE int16_t in_units(float value) {
  int units = (int)(value + 0.5f);
  return (int16_t)(units > INT16_MAX ? INT16_MAX : units);
}

INLINE void average_boxes(const uint32_t *restrict sums, int16_t *restrict line, uint32_t count, uint32_t factor, float scale) {
  for (uint32_t cell = 0; cell < count; cell++) {
    uint32_t sum = 0;
    for (uint32_t index = 0; index < factor; index++) sum += sums[cell * factor + index];
    line[cell] = in_units((float)(int32_t)sum * scale);
  }
}

WIDE_CLONES static void average_cells(const uint32_t *sums, int16_t *line, uint32_t count, uint32_t factor, float scale) {
  switch (factor) {
  case 1: average_boxes(sums, line, count, 1, scale); break;
  case 2: average_boxes(sums, line, count, 2, scale); break;
  case 3: average_boxes(sums, line, count, 3, scale); break;
  case 4: average_boxes(sums, line, count, 4, scale); break;
  case 6: average_boxes(sums, line, count, 6, scale); break;
  case 8: average_boxes(sums, line, count, 8, scale); break;
  default: average_boxes(sums, line, count, factor, scale);
  }
}

/* Boxes of luma pixels over a colour plane of half as many columns, at any place. */
static void average_halved(const uint32_t *sums, int16_t *line, uint32_t columns, uint32_t start, uint32_t factor, float scale) {
  uint32_t first = start >> 1;
  for (uint32_t cell = 0; cell < columns; cell++) {
    uint32_t sum = 0, x = start + cell * factor;
    for (uint32_t index = 0; index < factor; index++) sum += sums[((x + index) >> 1) - first];
    line[cell] = in_units((float)(int32_t)sum * scale);
  }
}

/* MARK: Every pixel */

WIDE_CLONES static void widen_bytes(const uint8_t *restrict row, int16_t *restrict line, uint32_t count) {
  for (uint32_t index = 0; index < count; index++) line[index] = (int16_t)(row[index] * UNIT);
}

WIDE_CLONES static void widen_words(const uint16_t *restrict row, int16_t *restrict line, uint32_t count, int multiplier, int limit) {
  for (uint32_t index = 0; index < count; index++) {
    int value = row[index] < limit ? row[index] : limit;
    line[index] = (int16_t)((value * multiplier + 32768) >> 16);
  }
}

WIDE_CLONES static void blend_rows(int16_t *restrict near, const int16_t *restrict far, uint32_t count) {
  for (uint32_t index = 0; index < count; index++) near[index] = (int16_t)((3 * near[index] + far[index] + 2) >> 2);
}

/* `row` holds the samples of pixels 2n and 2n + 1 at n, with one more sample before the first and one behind the last. */
WIDE_CLONES static void double_columns(const int16_t *restrict row, int16_t *restrict line, uint32_t count) {
  const int16_t *before = row - 1;
  for (uint32_t index = 0; index < count; index++) {
    int here = 3 * row[index] + 2;
    line[2 * index] = (int16_t)((here + before[index]) >> 2);
    line[2 * index + 1] = (int16_t)((here + row[index + 1]) >> 2);
  }
}

/* MARK: Colours */

INLINE uint8_t limited(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

INLINE void map_pixels(const color_map *map, const int16_t *restrict y, const int16_t *restrict u, const int16_t *restrict v,
                       const int16_t *restrict a, uint8_t *restrict target, uint32_t count, int is_plain, int channels,
                       int is_premultiplied) {
  const int oy = map->offset[0], ou = map->offset[1], ov = map->offset[2], half = 1 << (RESULT_SHIFT - 1);
  const int ry = map->red[0], ru = map->red[1], rv = map->red[2];
  const int gy = map->green[0], gu = map->green[1], gv = map->green[2];
  const int by = map->blue[0], bu = map->blue[1], bv = map->blue[2];
  for (uint32_t index = 0; index < count; index++) {
    int luma = y[index] - oy, first = u[index] - ou, second = v[index] - ov;
    int red = (luma * ry + second * rv + (is_plain ? 0 : first * ru) + half) >> RESULT_SHIFT;
    int green = (luma * gy + first * gu + second * gv + half) >> RESULT_SHIFT;
    int blue = (luma * by + first * bu + (is_plain ? 0 : second * bv) + half) >> RESULT_SHIFT;
    int limit = 255;
    if (channels == 4) {
      int alpha = limited((a[index] + UNIT / 2) >> 6);
      target[index * 4 + 3] = (uint8_t)alpha;
      if (is_premultiplied) limit = alpha;
    }
    red = red < 0 ? 0 : red > limit ? limit : red;
    green = green < 0 ? 0 : green > limit ? limit : green;
    blue = blue < 0 ? 0 : blue > limit ? limit : blue;
    target[index * (uint32_t)channels] = (uint8_t)red;
    target[index * (uint32_t)channels + 1] = (uint8_t)green;
    target[index * (uint32_t)channels + 2] = (uint8_t)blue;
  }
}

WIDE_CLONES static void map_rgb(const color_map *map, const int16_t *y, const int16_t *u, const int16_t *v, uint8_t *target,
                                uint32_t count, int is_plain) {
  if (is_plain) map_pixels(map, y, u, v, y, target, count, 1, 3, 0);
  else map_pixels(map, y, u, v, y, target, count, 0, 3, 0);
}

WIDE_CLONES static void map_rgba(const color_map *map, const int16_t *y, const int16_t *u, const int16_t *v, const int16_t *a,
                                 uint8_t *target, uint32_t count, int is_plain, int is_premultiplied) {
  if (is_plain) map_pixels(map, y, u, v, a, target, count, 1, 4, is_premultiplied);
  else map_pixels(map, y, u, v, a, target, count, 0, 4, is_premultiplied);
}

WIDE_CLONES static void map_gray(const color_map *map, const int16_t *restrict y, uint8_t *restrict target, uint32_t count) {
  const int offset = map->offset[0], factor = map->green[0];
  for (uint32_t index = 0; index < count; index++)
    target[index] = limited(((y[index] - offset) * factor + (1 << (RESULT_SHIFT - 1))) >> RESULT_SHIFT);
}
#endif
