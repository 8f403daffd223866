/* From PNG samples of any depth to 8 bits a sample, as libpng does it: 16 bits keep their high byte, fewer are spread. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The table of colours is written out lowest byte first."
#endif

int alula_png_samples_are_plain(const alula_png_samples *samples) {
  return samples->bit_depth == 8 && !samples->is_indexed && !samples->has_key;
}

static inline __attribute__((always_inline)) void look_up(const uint32_t *table, const uint8_t *row, uint8_t *target,
                                                          size_t width, int bits, int channels) {
  uint32_t mask = (1u << bits) - 1;
  uint32_t held = 0;
  int left = 0;
  for (size_t pixel = 0; pixel < width; pixel++) {
    if (left == 0) {
      held = *row++;
      left = 8;
    }
    left -= bits;
    /* Four bytes are written; those past the pixel the next one overwrites. */
    memcpy(target, &table[(held >> left) & mask], 4);
    target += channels;
  }
}

static inline __attribute__((always_inline)) void look_up_bits(const alula_png_samples *samples, const uint8_t *row,
                                                               uint8_t *target, size_t width, int channels) {
  switch (samples->bit_depth) {
    case 1: look_up(samples->table, row, target, width, 1, channels); break;
    case 2: look_up(samples->table, row, target, width, 2, channels); break;
    case 4: look_up(samples->table, row, target, width, 4, channels); break;
    default: look_up(samples->table, row, target, width, 8, channels); break;
  }
}

static void look_up_row(const alula_png_samples *samples, const uint8_t *row, uint8_t *target, size_t width) {
  switch (samples->channels) {
    case 1: look_up_bits(samples, row, target, width, 1); break;
    case 2: look_up_bits(samples, row, target, width, 2); break;
    case 3: look_up_bits(samples, row, target, width, 3); break;
    default: look_up_bits(samples, row, target, width, 4); break;
  }
}

/* `step`: bytes a sample. */
static inline __attribute__((always_inline)) void copy_keyed(const alula_png_samples *samples, const uint8_t *row,
                                                             uint8_t *target, size_t width, int channels, int step) {
  for (size_t pixel = 0; pixel < width; pixel++) {
    int is_key = 1;
    for (int channel = 0; channel < channels; channel++) {
      uint16_t value = step == 2 ? (uint16_t)(row[0] << 8 | row[1]) : row[0];
      is_key &= value == samples->key[channel];
      *target++ = row[0];
      row += step;
    }
    *target++ = is_key ? 0 : 255;
  }
}

void alula_png_expand_row(const alula_png_samples *samples, const uint8_t *row, uint8_t *target, size_t width) {
  if (samples->is_indexed) {
    look_up_row(samples, row, target, width);
  } else if (samples->has_key) {
    if (samples->channels_in == 1) {
      if (samples->bit_depth == 8) copy_keyed(samples, row, target, width, 1, 1);
      else copy_keyed(samples, row, target, width, 1, 2);
    } else {
      if (samples->bit_depth == 8) copy_keyed(samples, row, target, width, 3, 1);
      else copy_keyed(samples, row, target, width, 3, 2);
    }
  } else if (samples->bit_depth == 16) {
    size_t count = width * (size_t)samples->channels;
    for (size_t place = 0; place < count; place++) target[place] = row[place * 2];
  } else {
    memcpy(target, row, width * (size_t)samples->channels);
  }
}
#endif
