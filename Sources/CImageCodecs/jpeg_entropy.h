/* The entropy-coded data of a JPEG (ITU-T T.81 sections F.2.2 and G.2), read in libjpeg's place: most of the time of a decode goes
 * there. Everything else stays libjpeg's. Only for data as they should be: at the first doubt `give_up` is set, the caller starts
 * anew, and libjpeg alone reads the picture or says what is wrong with it. */
#ifndef ALULA_JPEG_ENTROPY_H
#define ALULA_JPEG_ENTROPY_H
#include <stdint.h>
#include <stdio.h>
#include <jpeglib.h>

/* The beginning of libjpeg's `jpeg_entropy_decoder`, which its private header declares. The same in all versions of libjpeg-turbo
 * since 1.0; used with these alone. */
typedef struct {
  void (*start_pass)(j_decompress_ptr);
  boolean (*decode_mcu)(j_decompress_ptr, JBLOCKROW *);
} jpeg_entropy_calls;

enum { JPEG_LOOK_BITS = 10 };

typedef struct {
  /* What the next bits say. With a value: its 16 bits on top, the zeros before it in 8, all bits it takes in 8. Without, when the
   * lowest 8 are 0: the symbol on top, the bits of its code in 8; 0 where the code is longer. */
  uint32_t look[1 << JPEG_LOOK_BITS];
  uint32_t ends[17]; /* for each length the first code too large for it, on top of 16 bits */
  int32_t offsets[17];
  const uint8_t *values;
} jpeg_codes;

typedef struct {
  const uint8_t *position, *end;
  uint64_t bits; /* the next ones, the first at the top */
  int count;
  int invented; /* zeros behind the data */
} jpeg_bits;

typedef struct {
  jpeg_entropy_calls libjpeg; /* its own functions */
  jpeg_bits bits;
  uint64_t units_left;
  uint32_t until_restart;
  int restarts;
  uint32_t blocks_to_pass; /* of a run of blocks that have ended */
  int last_values[MAX_COMPS_IN_SCAN];
  const jpeg_codes *dc[MAX_COMPS_IN_SCAN], *ac[MAX_COMPS_IN_SCAN];
  jpeg_codes *tables[2 * NUM_HUFF_TBLS]; /* as many as are needed; freed at the end */
  /* Progressive: a bit for each coefficient that is not zero, in the order of the scans, a word for each block. */
  uint64_t *known[4];
  uint64_t *next_known;
} jpeg_entropy;

/* Takes libjpeg's place from the scan on that has just been started. */
void jpeg_entropy_begin(j_decompress_ptr info, jpeg_entropy *entropy);
void jpeg_entropy_end(jpeg_entropy *entropy);

/* Given by the owner of the decompressor. */
jpeg_entropy *jpeg_entropy_of(j_decompress_ptr info);
_Noreturn void jpeg_entropy_give_up(j_decompress_ptr info);

#endif
