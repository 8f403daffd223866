/* Undoing PNG's filters. Vectors are the compiler's own, so this is one text for every processor. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include <string.h>

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint32_t words4 __attribute__((vector_size(16)));
typedef uint64_t longs2 __attribute__((vector_size(16)));

enum { NONE, SUB, UP, AVERAGE, PAETH };

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t load4(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, 4);
  return value;
}

INLINE uint64_t load8(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, 8);
  return value;
}

INLINE bytes16 floor_average(bytes16 a, bytes16 b) { return (a & b) + ((a ^ b) >> 1); }

/* The neighbour nearest to a + b - c, without leaving 8 bits. With x = |b - c| and y = |a - c| (the distances to a and b):
 * where a and b lie on one side of c, the distance to c is x + y and c is never nearest; else it is |x - y|. Ties go to a,
 * then to b. */
INLINE bytes16 paeth(bytes16 a, bytes16 b, bytes16 c) {
  bytes16 b_over = __builtin_elementwise_sub_sat(b, c), b_under = __builtin_elementwise_sub_sat(c, b);
  bytes16 a_over = __builtin_elementwise_sub_sat(a, c), a_under = __builtin_elementwise_sub_sat(c, a);
  bytes16 x = b_over | b_under, y = a_over | a_under;
  bytes16 x_more = __builtin_elementwise_sub_sat(x, y), y_more = __builtin_elementwise_sub_sat(y, x);
  bytes16 distance = x_more | y_more;
  /* On different sides: one is over and the other under. */
  bytes16 is_between = (bytes16)(__builtin_elementwise_min(a_over, b_under) != 0) |
                       (bytes16)(__builtin_elementwise_min(a_under, b_over) != 0);
  bytes16 nearest = __builtin_elementwise_min(x, y);
  bytes16 takes_c = is_between & (bytes16)(distance < nearest);
  bytes16 takes_a = (bytes16)(x_more == 0);
  bytes16 side = (a & takes_a) | (b & ~takes_a);
  return (c & takes_c) | (side & ~takes_c);
}

/* One row, pixel by pixel. `size` is a constant at every call. */
INLINE void undo_row(const uint8_t *raw, const uint8_t *above, uint8_t *row, size_t row_bytes, int size, int filter) {
  bytes16 a = {0}, c = {0};
  for (size_t place = 0; place < row_bytes; place += (size_t)size) {
    bytes16 x, b;
    if (size <= 4) {
      x = (bytes16)(words4){load4(raw + place)};
      b = (bytes16)(words4){load4(above + place)};
    } else {
      x = (bytes16)(longs2){load8(raw + place)};
      b = (bytes16)(longs2){load8(above + place)};
    }
    if (filter == SUB) a += x;
    if (filter == AVERAGE) a = x + floor_average(a, b);
    if (filter == PAETH) a = x + paeth(a, b, c);
    c = b;
    if (size <= 4) {
      uint32_t value = ((words4)a)[0];
      memcpy(row + place, &value, 4);
    } else {
      uint64_t value = ((longs2)a)[0];
      memcpy(row + place, &value, 8);
    }
  }
}

INLINE void undo_up(const uint8_t *restrict raw, const uint8_t *restrict above, uint8_t *restrict row, size_t count) {
  for (size_t place = 0; place < count; place++) row[place] = (uint8_t)(raw[place] + above[place]);
}

/* The masks of four rows' filters: all ones where a lane has that filter. */
typedef struct {
  bytes16 sub, up, average, paeth;
} masks;

INLINE bytes16 predict(bytes16 a, bytes16 b, bytes16 c, const masks *m, int is_mixed) {
  bytes16 p = paeth(a, b, c);
  if (!is_mixed) return p;
  return (p & m->paeth) | (floor_average(a, b) & m->average) | ((a & m->sub) | (b & m->up));
}

/* A step of such a wave in which not every lane is within its row. */
INLINE void undo_edge4(const uint8_t *const raw[4], const uint8_t *above, uint8_t *const row[4], size_t place, size_t step,
                       size_t end, const masks *m, int is_mixed, bytes16 *a, bytes16 *c) {
  words4 x = {0};
  for (int lane = 0; lane < 4; lane++) {
    size_t back = (size_t)lane * step;
    if (place >= back && place - back < end) x[lane] = load4(raw[lane] + place - back);
  }
  words4 last = (words4)*a;
  words4 up = {place < end ? load4(above + place) : 0, last[0], last[1], last[2]};
  bytes16 b = (bytes16)up;
  *a = (bytes16)x + predict(*a, b, *c, m, is_mixed);
  *c = b;
  for (int lane = 0; lane < 4; lane++) {
    size_t back = (size_t)lane * step;
    uint32_t value = ((words4)*a)[lane];
    if (place >= back && place - back < end) memcpy(row[lane] + place - back, &value, 4);
  }
}

/* Four rows as one wave: each is a pixel behind the one above it, so all the neighbours are there. A lane that has not begun
 * holds zeros and gives zeros. `size` is at most 4; what is written past a pixel the next one overwrites. */
INLINE void undo_wave4(const uint8_t *const raw[4], const uint8_t *above, uint8_t *const row[4], size_t row_bytes,
                       int size, const masks *m, int is_mixed) {
  size_t step = (size_t)size, end = row_bytes;
  bytes16 a = {0}, c = {0};
  size_t place = 0;
  /* The steps in which lanes begin. */
  for (; place < 3 * step; place += step) undo_edge4(raw, above, row, place, step, end, m, is_mixed, &a, &c);
  const uint8_t *raw1 = raw[1] - step, *raw2 = raw[2] - 2 * step, *raw3 = raw[3] - 3 * step;
  uint8_t *row0 = row[0], *row1 = row[1] - step, *row2 = row[2] - 2 * step, *row3 = row[3] - 3 * step;
  for (; place < end; place += step) {
    words4 x = {load4(raw[0] + place), load4(raw1 + place), load4(raw2 + place), load4(raw3 + place)};
    words4 b4 = __builtin_shufflevector((words4)a, (words4){load4(above + place)}, 4, 0, 1, 2);
    bytes16 b = (bytes16)b4;
    a = (bytes16)x + predict(a, b, c, m, is_mixed);
    c = b;
    words4 out = (words4)a;
    uint32_t v0 = out[0], v1 = out[1], v2 = out[2], v3 = out[3];
    memcpy(row0 + place, &v0, 4);
    memcpy(row1 + place, &v1, 4);
    memcpy(row2 + place, &v2, 4);
    memcpy(row3 + place, &v3, 4);
  }
  /* The steps in which lanes end. */
  for (; place < end + 3 * step; place += step) undo_edge4(raw, above, row, place, step, end, m, is_mixed, &a, &c);
}

/* Two rows as one wave, for pixels of 6 and 8 bytes. */
INLINE void undo_wave2(const uint8_t *const raw[2], const uint8_t *above, uint8_t *const row[2], size_t row_bytes,
                       int size, const masks *m, int is_mixed) {
  size_t step = (size_t)size;
  bytes16 a = {0}, c = {0};
  for (size_t place = 0; place < row_bytes + step; place += step) {
    int has_first = place < row_bytes, has_second = place >= step;
    longs2 x = {has_first ? load8(raw[0] + place) : 0, has_second ? load8(raw[1] + place - step) : 0};
    longs2 up = {has_first ? load8(above + place) : 0, ((longs2)a)[0]};
    bytes16 b = (bytes16)up;
    a = (bytes16)x + predict(a, b, c, m, is_mixed);
    c = b;
    uint64_t first = ((longs2)a)[0], second = ((longs2)a)[1];
    if (has_first) memcpy(row[0] + place, &first, 8);
    if (has_second) memcpy(row[1] + place - step, &second, 8);
  }
}

/* Cycles of a pixel in a row undone alone, and of a column of a wave whose filters are mixed. Measured on an EPYC (Zen 3);
 * compiled for AVX2 all of them are a tenth faster, which is not worth a second copy. */
static int cost(int filter) { return filter == PAETH ? 9 : filter == AVERAGE ? 3 : filter == SUB ? 1 : 0; }
enum { WAVE_COST = 14 };

static masks masks_of(const uint8_t *filters, int lanes) {
  masks m;
  uint8_t values[4][16];
  for (int filter = SUB; filter <= PAETH; filter++) {
    for (int place = 0; place < 16; place++) {
      values[filter - 1][place] = filters[place * lanes / 16] == filter ? 255 : 0;
    }
  }
  memcpy(&m.sub, values[0], 16);
  memcpy(&m.up, values[1], 16);
  memcpy(&m.average, values[2], 16);
  memcpy(&m.paeth, values[3], 16);
  return m;
}

/* Calls `function` with the size of a pixel as a constant. */
#define WITH_SMALL_SIZE(size, function, ...)                                                                           \
  switch (size) {                                                                                                      \
    case 1: function(__VA_ARGS__, 1); break;                                                                           \
    case 2: function(__VA_ARGS__, 2); break;                                                                           \
    case 3: function(__VA_ARGS__, 3); break;                                                                           \
    default: function(__VA_ARGS__, 4); break;                                                                          \
  }
#define WITH_SIZE(size, function, ...)                                                                                 \
  switch (size) {                                                                                                      \
    case 6: function(__VA_ARGS__, 6); break;                                                                           \
    case 8: function(__VA_ARGS__, 8); break;                                                                           \
    default: WITH_SMALL_SIZE(size, function, __VA_ARGS__)                                                              \
  }

#define ALONE(filter, raw, above, row, count, size) undo_row(raw, above, row, count, size, filter)
#define WAVE4(is_mixed, raw, above, row, count, m, size) undo_wave4(raw, above, row, count, size, m, is_mixed)
#define WAVE2(is_mixed, raw, above, row, count, m, size) undo_wave2(raw, above, row, count, size, m, is_mixed)

static void undo_alone(int filter, const uint8_t *raw, const uint8_t *above, uint8_t *row, size_t count, int size) {
  switch (filter) {
    case SUB: WITH_SIZE(size, ALONE, SUB, raw, above, row, count); break;
    case UP: undo_up(raw, above, row, count); break;
    case AVERAGE: WITH_SIZE(size, ALONE, AVERAGE, raw, above, row, count); break;
    default: WITH_SIZE(size, ALONE, PAETH, raw, above, row, count); break;
  }
}

static void undo_four(int is_mixed, const uint8_t *const raw[4], const uint8_t *above, uint8_t *const row[4],
                      size_t count, int size, const masks *m) {
  if (is_mixed) {
    WITH_SMALL_SIZE(size, WAVE4, 1, raw, above, row, count, m);
  } else {
    WITH_SMALL_SIZE(size, WAVE4, 0, raw, above, row, count, m);
  }
}

static void undo_two(int is_mixed, const uint8_t *const raw[2], const uint8_t *above, uint8_t *const row[2],
                     size_t count, int size, const masks *m) {
  if (size == 6) {
    WAVE2(is_mixed, raw, above, row, count, m, 6);
  } else {
    WAVE2(is_mixed, raw, above, row, count, m, 8);
  }
}

int alula_png_unfilter(const uint8_t *filtered, size_t row_bytes, int pixel_bytes, uint32_t count, const uint8_t *above,
                       uint8_t *slots, size_t stride, const uint8_t **rows) {
  const uint8_t *raw[ALULA_PNG_ROW_GROUP];
  uint8_t *slot[ALULA_PNG_ROW_GROUP];
  uint8_t filters[ALULA_PNG_ROW_GROUP];
  for (uint32_t row = 0; row < count; row++) {
    filters[row] = filtered[row * (row_bytes + 1)];
    if (filters[row] > PAETH) return 0;
    raw[row] = filtered + row * (row_bytes + 1) + 1;
    slot[row] = slots + row * stride;
  }
  uint32_t lanes = pixel_bytes <= 4 ? 4 : 2;
  for (uint32_t row = 0; row < count;) {
    uint32_t together = row + lanes <= count ? lanes : 1;
    int alone = 0, is_mixed = 0;
    for (uint32_t lane = 0; lane < together; lane++) {
      alone += cost(filters[row + lane]);
      is_mixed |= filters[row + lane] != PAETH;
    }
    if (together > 1 && alone > WAVE_COST) {
      masks m = masks_of(filters + row, (int)lanes);
      if (lanes == 4) {
        undo_four(is_mixed, raw + row, above, slot + row, row_bytes, pixel_bytes, &m);
      } else {
        undo_two(is_mixed, raw + row, above, slot + row, row_bytes, pixel_bytes, &m);
      }
      for (uint32_t lane = 0; lane < together; lane++) rows[row + lane] = slot[row + lane];
      row += together;
    } else {
      if (filters[row] == NONE) {
        rows[row] = raw[row];
      } else {
        undo_alone(filters[row], raw[row], above, slot[row], row_bytes, pixel_bytes);
        rows[row] = slot[row];
      }
      row++;
      together = 1;
    }
    above = rows[row - 1];
  }
  return 1;
}
#endif
