#ifndef ALULA_CSAMPLEAVIF_H
#define ALULA_CSAMPLEAVIF_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int sampling; /* 444, 422, 420 or 400 */
  int depth;
  int is_limited;
  int matrix; /* ITU-T H.273 */
  int has_alpha, is_premultiplied;
  int rotation; /* quarter turns against the clock */
  int mirror;   /* -1 none, 0 top and bottom, 1 left and right */
  int is_cropped;
  uint32_t aperture[8];
  int columns; /* cells of a grid across, 64 pixels or more each; below 2: no grid */
  uint32_t frames; /* of a sequence of 100 ms each; below 2: a still */
} alula_sample_avif_kind;

/* Writes 8-bit RGBA (straight, or premultiplied when the kind says so) almost without loss. The result is freed with free(); NULL when
 * the library was built without an encoder or does not know the kind. */
uint8_t *alula_sample_avif(const uint8_t *pixels, unsigned width, unsigned height, alula_sample_avif_kind kind, const uint8_t *profile,
                           size_t profile_size, size_t *size);
/* What libavif makes of a file: straight 8-bit RGBA of the stored picture, freed with free(). Also a peer for measurements. */
uint8_t *alula_referee_avif(const uint8_t *data, size_t size, unsigned *width, unsigned *height);
#endif
#endif
