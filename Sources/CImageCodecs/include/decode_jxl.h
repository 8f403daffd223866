/* JPEG XL (ISO/IEC 18181) over libjxl, loaded when it is first needed: one thread, first frame. Used from one thread at a time. */
#ifndef ALULA_CIMAGECODECS_DECODE_JXL_H
#define ALULA_CIMAGECODECS_DECODE_JXL_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>
#include "decode.h"

typedef struct alula_jxl alula_jxl;

typedef struct {
  uint32_t width, height; /* upright: libjxl turns pictures by itself */
  int bits;
  int color_channels;     /* 1 or 3 */
  int extra_channels;     /* alpha, depth, spot colours … */
  int has_alpha, is_premultiplied;
  int is_modular_color;   /* colours are kept as they are, not as XYB */
} alula_jxl_header;

/* Whether the library of the version compiled against is there. */
int alula_jxl_is_present(void);
/* Loads it, with all that it needs, and says why it cannot be used; NULL when it can. */
const char *alula_jxl_problem(void);
/* A decoder for `data`, which must stay valid until alula_jxl_destroy. */
alula_jxl *alula_jxl_create(const uint8_t *data, size_t size, alula_stop_function stop);
int alula_jxl_read_header(alula_jxl *jxl, alula_jxl_header *header);
/* After the header: the profile of the pixels that will come, or NULL. `prefers_srgb`: where the picture leaves the choice to the
 * decoder, they will be sRGB. Valid until alula_jxl_destroy. */
int alula_jxl_read_profile(alula_jxl *jxl, int prefers_srgb, const uint8_t **profile, size_t *size);
/* After the profile: every pixel, 1 or 2 bytes a channel, `channels` 1 grey, 2 with alpha, 3 RGB, 4 with alpha, rows without padding. */
int alula_jxl_decode(alula_jxl *jxl, int channels, int channel_bytes, uint8_t *pixels, size_t size);
void alula_jxl_destroy(alula_jxl *jxl);

#endif
#endif
