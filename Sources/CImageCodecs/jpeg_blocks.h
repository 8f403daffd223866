/* One block of a Huffman-coded JPEG (ITU-T T.81 section F.2.2). For jpeg_entropy.c alone. */
#ifndef ALULA_JPEG_BLOCKS_H
#define ALULA_JPEG_BLOCKS_H
#include "jpeg_codes.h"

/* Where coefficients of a scan lie in a block; room for the longest run of zeros behind the last one. */
static const uint8_t places[64 + 16] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14,
    21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63};

/* Blocks */

/* Larger than any difference: there is none. */
enum { BAD = 1 << 20 };

/* The difference to the last DC value. */
INLINE int read_difference(jpeg_bits *bits, const jpeg_codes *codes) {
  refill(bits);
  const uint32_t entry = codes->look[bits->bits >> (64 - JPEG_LOOK_BITS)];
  if (entry & 0xFF) {
    skip_entry(bits, entry);
    return (int32_t)entry >> 16;
  }
  const int size = symbol_of(entry, bits, codes);
  if (size < 0 || size > 11) return BAD;
  return size == 0 ? 0 : extended(take(bits, size), size);
}

/* Coefficients from `place` to `last`, times 2^shift. Returns the place behind the last one: 64 more when the block ended, more
 * than 128 when it is not what it should be. `symbol` gets what ended it. `known` gets their bits. */
INLINE unsigned read_coefficients(jpeg_bits *bits, const jpeg_codes *codes, JCOEF *block, unsigned place, unsigned last,
                                  int shift, int *symbol, uint64_t *known) {
  while (place <= last) {
    refill(bits);
    const uint32_t entry = codes->look[bits->bits >> (64 - JPEG_LOOK_BITS)];
    if (entry & 0xFF) {
      place += entry >> 8 & 0xFF;
      skip_entry(bits, entry);
      block[places[place]] = (JCOEF)(((int32_t)entry >> 16) * (1 << shift));
      if (known) *known |= (uint64_t)1 << (place & 63);
      place++;
      continue;
    }
    const int found = symbol_of(entry, bits, codes);
    if (found < 0) return 255;
    const int size = found & 15;
    if (size == 0) {
      if (found != 0xF0) {
        *symbol = found;
        return place + 64;
      }
      place += 16;
      continue;
    }
    if (size > 10) return 255;
    place += (unsigned)found >> 4;
    block[places[place]] = (JCOEF)(extended(take(bits, size), size) * (1 << shift));
    if (known) *known |= (uint64_t)1 << (place & 63);
    place++;
  }
  return place > last + 1 ? 255 : place;
}

#endif
