/* The two steps from an inflated PNG row to 8-bit samples (W3C PNG third edition, sections 9 and 13). No state, no memory. */
#ifndef ALULA_CIMAGECODECS_PNG_ROWS_H
#define ALULA_CIMAGECODECS_PNG_ROWS_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

/* Bytes that may be read or written past the end of every row given here. */
enum { ALULA_PNG_ROW_PADDING = 64 };
/* Rows that are undone together. */
enum { ALULA_PNG_ROW_GROUP = 4 };

/* Undoes the filters of 1 to ALULA_PNG_ROW_GROUP rows. `filtered`: a filter byte and `row_bytes` bytes for each, without gaps.
 * `above`: the row before them, undone; zeros for the first. `slots`: room for as many rows of `stride` bytes, which must
 * not overlap `above`. `rows` gets where each row is: in its slot, or, unfiltered, in `filtered`.
 * Returns 0 when a filter byte is not one of the five. */
int alula_png_unfilter(const uint8_t *_Nonnull filtered, size_t row_bytes, int pixel_bytes, uint32_t count,
                       const uint8_t *_Nonnull above, uint8_t *_Nonnull slots, size_t stride,
                       const uint8_t *_Nullable *_Nonnull rows);

/* How pixels become samples. Filled by alula_png_read_samples. */
typedef struct {
  int bit_depth;
  int channels_in, channels; /* samples a pixel as stored, and of the rows that come out */
  int is_indexed;            /* a palette, or grey of less than 8 bits: values are looked up in `table` */
  int has_key;               /* one colour is transparent: compared with all bits, as libpng does */
  uint16_t key[3];
  uint32_t table[256];       /* the bytes of a pixel, the first one lowest */
} alula_png_samples;

/* Whether rows are samples as they are. */
int alula_png_samples_are_plain(const alula_png_samples *_Nonnull samples);
void alula_png_expand_row(const alula_png_samples *_Nonnull samples, const uint8_t *_Nonnull row,
                          uint8_t *_Nonnull target, size_t width);

#endif
#endif
