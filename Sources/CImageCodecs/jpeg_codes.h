/* The bits of a JPEG's scan, and what its Huffman codes say (ITU-T T.81 annex C, sections F.2.2.1 to F.2.2.5). For jpeg_entropy.c
 * alone, into whose loops all of this goes. */
#ifndef ALULA_JPEG_CODES_H
#define ALULA_JPEG_CODES_H
#include "jpeg_entropy.h"
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* Bits */

static __attribute__((noinline)) void refill_by_bytes(jpeg_bits *bits) {
  while (bits->count <= 56) {
    const uint8_t *at = bits->position;
    if (at >= bits->end || (at[0] == 0xFF && (at + 1 >= bits->end || at[1] != 0))) {
      bits->invented += 8;
    } else {
      bits->bits |= (uint64_t)at[0] << (56 - bits->count);
      bits->position += at[0] == 0xFF ? 2 : 1;
    }
    bits->count += 8;
  }
}

/* Makes at least 32 bits ready. */
INLINE void refill(jpeg_bits *bits) {
  if (bits->count >= 32) return;
  if (bits->end - bits->position >= 8) {
    uint64_t word;
    memcpy(&word, bits->position, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    /* No byte is 0xFF: none of the inverted ones is 0. */
    if (((~word - 0x0101010101010101) & word & 0x8080808080808080) == 0) {
      bits->bits |= word >> bits->count;
      const int bytes = (63 - bits->count) >> 3;
      bits->position += bytes;
      bits->count += bytes * 8;
      return;
    }
  }
  /* A copy, so that the bits themselves may stay in registers. */
  jpeg_bits copy = *bits;
  refill_by_bytes(&copy);
  *bits = copy;
}

INLINE void skip(jpeg_bits *bits, int number) {
  bits->bits <<= number;
  bits->count -= number;
}

/* What an entry with a value takes. */
INLINE void skip_entry(jpeg_bits *bits, uint32_t entry) {
  bits->bits <<= entry & 63;
  bits->count -= (int)(entry & 0xFF);
}

/* 1 to 16 bits that are ready. */
INLINE uint32_t take(jpeg_bits *bits, int number) {
  const uint32_t value = (uint32_t)(bits->bits >> (64 - number));
  skip(bits, number);
  return value;
}

/* A value whose first bit is 0 is negative (table F.1). */
INLINE int extended(uint32_t value, int size) {
  return (value >> (size - 1)) ? (int)value : (int)value - (1 << size) + 1;
}

/* Tables */

static void fill(uint32_t *look, uint32_t code, int length, uint32_t entry) {
  uint32_t *first = look + ((size_t)code << (JPEG_LOOK_BITS - length));
  for (size_t index = 0; index < (size_t)1 << (JPEG_LOOK_BITS - length); index++) first[index] = entry;
}

/* A code and, where it fits, each value that may follow. */
static void add_code(jpeg_codes *codes, uint32_t code, int length, uint8_t symbol, int is_dc) {
  const int size = is_dc ? symbol : symbol & 15;
  const uint32_t run = is_dc ? 0 : symbol >> 4;
  if (length > JPEG_LOOK_BITS) return;
  if (size == 0 && is_dc) {
    fill(codes->look, code, length, (uint32_t)length);
  } else if (size == 0 || length + size > JPEG_LOOK_BITS) {
    fill(codes->look, code, length, (uint32_t)symbol << 16 | (uint32_t)length << 8);
  } else {
    for (uint32_t value = 0; value < 1u << size; value++)
      fill(codes->look, code << size | value, length + size,
           (uint32_t)extended(value, size) << 16 | run << 8 | (uint32_t)(length + size));
  }
}

/* `table` was found to be in order by libjpeg (annex C). */
static void build(jpeg_codes *codes, const JHUFF_TBL *table, int is_dc) {
  uint32_t code = 0;
  int32_t index = 0;
  memset(codes->look, 0, sizeof codes->look);
  codes->values = table->huffval;
  for (int length = 1; length <= 16; length++) {
    codes->offsets[length] = index - (int32_t)code;
    for (int number = 0; number < table->bits[length] && index < 256; number++)
      add_code(codes, code++, length, table->huffval[index++], is_dc);
    codes->ends[length] = code << (16 - length);
    code <<= 1;
  }
}

/* The entry of a code that a look does not see; 0 when there is no such code. */
static __attribute__((noinline)) uint32_t long_entry(uint32_t next, const jpeg_codes *codes) {
  for (int length = JPEG_LOOK_BITS + 1; length <= 16; length++) {
    if (next >= codes->ends[length]) continue;
    const uint8_t symbol = codes->values[(uint8_t)((int32_t)(next >> (16 - length)) + codes->offsets[length])];
    return (uint32_t)symbol << 16 | (uint32_t)length << 8;
  }
  return 0;
}

/* The symbol of an entry without a value, which is passed over; -1 when there is none. */
INLINE int symbol_of(uint32_t entry, jpeg_bits *bits, const jpeg_codes *codes) {
  if (entry == 0) entry = long_entry((uint32_t)(bits->bits >> 48), codes);
  if (entry == 0) return -1;
  skip(bits, (int)(entry >> 8 & 0xFF));
  return (int)(entry >> 16);
}

#endif
