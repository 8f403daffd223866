/* Huffman-coded scans of a JPEG, sequential and progressive. See jpeg_entropy.h. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include "jpeg_blocks.h"
#include <stdlib.h>
#include <string.h>

/* Units */

INLINE void begin_unit(j_decompress_ptr info, jpeg_entropy *entropy) {
  if (info->restart_interval == 0 || entropy->until_restart-- > 0) return;
  jpeg_bits *bits = &entropy->bits;
  /* At most the bits that fill the last byte may be left. */
  if (bits->count - bits->invented >= 8 || bits->count < bits->invented) jpeg_entropy_give_up(info);
  while (bits->end - bits->position >= 2 && bits->position[0] == 0xFF && bits->position[1] == 0xFF) bits->position++;
  if (bits->end - bits->position < 2 || bits->position[0] != 0xFF ||
      bits->position[1] != 0xD0 + (entropy->restarts & 7))
    jpeg_entropy_give_up(info);
  *bits = (jpeg_bits){bits->position + 2, bits->end, 0, 0, 0};
  entropy->restarts++;
  entropy->until_restart = info->restart_interval - 1;
  entropy->blocks_to_pass = 0;
  memset(entropy->last_values, 0, sizeof entropy->last_values);
}

INLINE boolean end_unit(j_decompress_ptr info, jpeg_entropy *entropy, const jpeg_bits *bits, int is_good) {
  if (!is_good || bits->count < bits->invented) jpeg_entropy_give_up(info);
  entropy->bits = *bits;
  if (--entropy->units_left == 0) {
    info->src->next_input_byte = bits->position;
    info->src->bytes_in_buffer = (size_t)(bits->end - bits->position);
  }
  return TRUE;
}

/* The DC coefficient of each block of a unit and, of a sequential picture, the others. */
INLINE boolean decode_blocks(j_decompress_ptr info, JBLOCKROW *blocks, int has_others) {
  jpeg_entropy *entropy = jpeg_entropy_of(info);
  begin_unit(info, entropy);
  jpeg_bits bits = entropy->bits;
  int is_good = 1;
  for (int index = 0; index < info->blocks_in_MCU; index++) {
    JCOEF *block = blocks[index][0];
    const int component = info->MCU_membership[index];
    const int value = entropy->last_values[component] + read_difference(&bits, entropy->dc[component]);
    if (value > 32767 || value < -32768) {
      is_good = 0;
      break;
    }
    entropy->last_values[component] = value;
    block[0] = (JCOEF)(has_others ? value : value * (1 << info->Al));
    if (!has_others) continue;
    int symbol = 0;
    const unsigned place = read_coefficients(&bits, entropy->ac[component], block, 1, 63, 0, &symbol, NULL);
    is_good &= place != 255;
  }
  return end_unit(info, entropy, &bits, is_good);
}

INLINE boolean sequential(j_decompress_ptr info, JBLOCKROW *blocks) { return decode_blocks(info, blocks, 1); }
static boolean decode_dc(j_decompress_ptr info, JBLOCKROW *blocks) { return decode_blocks(info, blocks, 0); }

static boolean refine_dc(j_decompress_ptr info, JBLOCKROW *blocks) {
  jpeg_entropy *entropy = jpeg_entropy_of(info);
  begin_unit(info, entropy);
  jpeg_bits bits = entropy->bits;
  for (int index = 0; index < info->blocks_in_MCU; index++) {
    refill(&bits);
    if (take(&bits, 1)) blocks[index][0][0] |= (JCOEF)(1 << info->Al);
  }
  return end_unit(info, entropy, &bits, 1);
}

/* How many blocks end with this one (section G.1.2.2). */
INLINE uint32_t read_end_run(jpeg_bits *bits, int symbol) {
  const int size = symbol >> 4;
  refill(bits);
  return (1u << size) + (size ? take(bits, size) : 0);
}

INLINE boolean first_ac(j_decompress_ptr info, JBLOCKROW *blocks) {
  jpeg_entropy *entropy = jpeg_entropy_of(info);
  begin_unit(info, entropy);
  uint64_t *known = entropy->next_known++;
  if (entropy->blocks_to_pass > 0) {
    entropy->blocks_to_pass--;
    return end_unit(info, entropy, &entropy->bits, 1);
  }
  jpeg_bits bits = entropy->bits;
  int symbol = 0;
  uint64_t added = 0;
  const unsigned place = read_coefficients(&bits, entropy->ac[0], blocks[0][0], (unsigned)info->Ss, (unsigned)info->Se,
                                           info->Al, &symbol, &added);
  *known |= added;
  if (place >= 64 && place != 255 && place > (unsigned)info->Se + 1) entropy->blocks_to_pass = read_end_run(&bits, symbol) - 1;
  return end_unit(info, entropy, &bits, place != 255);
}

/* One more bit for each coefficient of `which`. */
INLINE void refine(jpeg_bits *bits, JCOEF *block, uint64_t which, int bit) {
  while (which != 0) {
    refill(bits);
    const int count = bits->count;
    uint64_t next = bits->bits;
    int taken = 0;
    do {
      JCOEF *place = block + places[__builtin_ctzll(which)];
      const int value = *place, sign = value >> 31;
      /* A damaged file may have set it already. */
      const int added = bit & -(int)(next >> 63) & ~value;
      /* Away from 0. */
      *place = (JCOEF)(value + ((added ^ sign) - sign));
      next <<= 1;
      taken++;
      which &= which - 1;
    } while (which != 0 && taken < 32);
    bits->bits = next;
    bits->count = count - taken;
  }
}

/* The bits of places `from` to `to`, the latter not included; both at most 64. */
INLINE uint64_t range(unsigned from, unsigned to) {
  return (to >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << to) - 1) & ~(((uint64_t)1 << from) - 1);
}

/* The place of the zero behind `run` others from `place` on; `end` when there are not so many. */
INLINE unsigned find_zero(uint64_t known, unsigned place, unsigned end, unsigned run) {
  uint64_t zeros = ~known & range(place, end);
  while (run > 0 && zeros != 0) {
    zeros &= zeros - 1;
    run--;
  }
  return zeros == 0 ? end : (unsigned)__builtin_ctzll(zeros);
}

/* Section G.1.2.3. */
INLINE boolean later_ac(j_decompress_ptr info, JBLOCKROW *blocks) {
  jpeg_entropy *entropy = jpeg_entropy_of(info);
  begin_unit(info, entropy);
  uint64_t *known = entropy->next_known++;
  const uint64_t before = *known;
  JCOEF *block = blocks[0][0];
  jpeg_bits bits = entropy->bits;
  unsigned place = (unsigned)info->Ss;
  const unsigned end = (unsigned)info->Se + 1;
  const int bit = 1 << info->Al;
  const jpeg_codes *codes = entropy->ac[0];
  while (entropy->blocks_to_pass == 0 && place < end) {
    refill(&bits);
    const uint32_t entry = codes->look[bits.bits >> (64 - JPEG_LOOK_BITS)];
    int value = (int32_t)entry >> 16;
    unsigned run = entry >> 8 & 0xFF;
    if (entry & 0xFF) {
      skip_entry(&bits, entry);
    } else {
      const int symbol = symbol_of(entry, &bits, codes);
      if (symbol >= 0 && (symbol & 15) == 0 && symbol != 0xF0) {
        entropy->blocks_to_pass = read_end_run(&bits, symbol);
        break;
      }
      if (symbol < 0 || (symbol & 15) > 1) jpeg_entropy_give_up(info);
      value = symbol & 1 ? (take(&bits, 1) ? 1 : -1) : 0;
      run = (unsigned)symbol >> 4;
    }
    if (value > 1 || value < -1) jpeg_entropy_give_up(info);
    const unsigned zero = find_zero(before, place, end, run);
    refine(&bits, block, before & range(place, zero), bit);
    if (value != 0) {
      if (zero == end) jpeg_entropy_give_up(info);
      block[places[zero]] = (JCOEF)(value * bit);
      *known |= (uint64_t)1 << zero;
    }
    place = zero + 1;
  }
  if (entropy->blocks_to_pass > 0) {
    if (place < end) refine(&bits, block, before & range(place, end), bit);
    entropy->blocks_to_pass--;
  }
  return end_unit(info, entropy, &bits, 1);
}

/* The inner loops for every processor, and for those that shift by a variable in one step (BMI2). */
static boolean decode_sequential(j_decompress_ptr info, JBLOCKROW *blocks) { return sequential(info, blocks); }
static boolean decode_ac(j_decompress_ptr info, JBLOCKROW *blocks) { return first_ac(info, blocks); }
static boolean refine_ac(j_decompress_ptr info, JBLOCKROW *blocks) { return later_ac(info, blocks); }
#if defined(__x86_64__)
#define SHIFTS __attribute__((target("bmi,bmi2")))
SHIFTS static boolean shifting_sequential(j_decompress_ptr info, JBLOCKROW *blocks) { return sequential(info, blocks); }
SHIFTS static boolean shifting_decode_ac(j_decompress_ptr info, JBLOCKROW *blocks) { return first_ac(info, blocks); }
SHIFTS static boolean shifting_refine_ac(j_decompress_ptr info, JBLOCKROW *blocks) { return later_ac(info, blocks); }
static int has_shifts(void) { return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"); }
#else
#define shifting_sequential decode_sequential
#define shifting_decode_ac decode_ac
#define shifting_refine_ac refine_ac
static int has_shifts(void) { return 0; }
#endif

/* Scans */

static const jpeg_codes *table(j_decompress_ptr info, jpeg_entropy *entropy, int number, int is_dc) {
  const JHUFF_TBL *given = (is_dc ? info->dc_huff_tbl_ptrs : info->ac_huff_tbl_ptrs)[number];
  jpeg_codes **place = &entropy->tables[is_dc ? number : NUM_HUFF_TBLS + number];
  if (*place == NULL) *place = malloc(sizeof **place);
  if (*place == NULL || given == NULL) jpeg_entropy_give_up(info);
  build(*place, given, is_dc);
  return *place;
}

/* Room for what is known of the one component of an AC scan. */
static uint64_t *known_of(j_decompress_ptr info, jpeg_entropy *entropy) {
  const jpeg_component_info *component = info->cur_comp_info[0];
  if (component->component_index >= 4) jpeg_entropy_give_up(info);
  uint64_t **known = &entropy->known[component->component_index];
  if (*known == NULL) *known = calloc((size_t)component->width_in_blocks * component->height_in_blocks, sizeof **known);
  if (*known == NULL) jpeg_entropy_give_up(info);
  return *known;
}

static void start_scan(j_decompress_ptr info, jpeg_entropy *entropy) {
  const int is_ac = info->progressive_mode && info->Ss > 0;
  const int is_refinement = info->progressive_mode && info->Ah > 0;
  uint32_t built = 0;
  /* Values of more bits than there are in a picture of 8 bits would not fit a coefficient. */
  if (info->progressive_mode && info->Al > 4) jpeg_entropy_give_up(info);
  for (int index = 0; index < info->comps_in_scan; index++) {
    const jpeg_component_info *component = info->cur_comp_info[index];
    /* A table is made once, though several components use it. */
    const int dc = component->dc_tbl_no, ac = component->ac_tbl_no;
    if (!is_ac && !is_refinement) {
      entropy->dc[index] = built >> dc & 1 ? entropy->tables[dc] : table(info, entropy, dc, 1);
      built |= 1u << dc;
    }
    if (is_ac || !info->progressive_mode) {
      entropy->ac[index] = built >> (16 + ac) & 1 ? entropy->tables[NUM_HUFF_TBLS + ac] : table(info, entropy, ac, 0);
      built |= 1u << (16 + ac);
    }
  }
  const uint8_t *data = info->src->next_input_byte;
  entropy->bits = (jpeg_bits){data, data + info->src->bytes_in_buffer, 0, 0, 0};
  entropy->units_left = (uint64_t)info->MCUs_per_row * info->MCU_rows_in_scan;
  entropy->until_restart = info->restart_interval;
  entropy->restarts = 0;
  entropy->blocks_to_pass = 0;
  memset(entropy->last_values, 0, sizeof entropy->last_values);
  if (is_ac) entropy->next_known = known_of(info, entropy);
  jpeg_entropy_calls *calls = (jpeg_entropy_calls *)info->entropy;
  if (info->progressive_mode && !is_ac) {
    calls->decode_mcu = is_refinement ? refine_dc : decode_dc;
  } else if (has_shifts()) {
    calls->decode_mcu = !is_ac ? shifting_sequential : is_refinement ? shifting_refine_ac : shifting_decode_ac;
  } else {
    calls->decode_mcu = !is_ac ? decode_sequential : is_refinement ? refine_ac : decode_ac;
  }
}

static void start_pass(j_decompress_ptr info) {
  jpeg_entropy *entropy = jpeg_entropy_of(info);
  entropy->libjpeg.start_pass(info);
  start_scan(info, entropy);
}

void jpeg_entropy_begin(j_decompress_ptr info, jpeg_entropy *entropy) {
  jpeg_entropy_calls *calls = (jpeg_entropy_calls *)info->entropy;
  entropy->libjpeg = *calls;
  start_scan(info, entropy);
  calls->start_pass = start_pass;
}

void jpeg_entropy_end(jpeg_entropy *entropy) {
  for (int index = 0; index < 2 * NUM_HUFF_TBLS; index++) free(entropy->tables[index]);
  for (int index = 0; index < 4; index++) free(entropy->known[index]);
}
#endif
