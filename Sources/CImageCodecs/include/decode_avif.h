/* AVIF over libavif, which is loaded when the first picture needs it. Used from one thread at a time. Trait AVIF only. */
#ifndef ALULA_CIMAGECODECS_DECODE_AVIF_H
#define ALULA_CIMAGECODECS_DECODE_AVIF_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>
#include "planes.h"

typedef struct alula_avif alula_avif;

/* What the container says. A fraction of a clean aperture (`clap`) is a numerator and a denominator, as stored. */
typedef struct {
  uint32_t width, height; /* as stored */
  int depth;
  int has_alpha, is_premultiplied;
  uint32_t frames;
  int plays; /* 0 for ever */
  int shift_x, shift_y, is_monochrome;
  int rotation; /* quarter turns against the clock */
  int mirror;   /* -1 none, 0 top and bottom exchanged, 1 left and right */
  int has_aperture;
  uint32_t aperture[8]; /* width, height, offset across, offset down */
  const uint8_t *_Nullable profile; /* ICC, valid until alula_avif_destroy */
  size_t profile_size;
} alula_avif_header;

/* Whether the library seems to be installed; does not load it where that can be seen without. */
int alula_avif_is_available(void);
/* Loads it, with all that it needs, and says why it cannot be used; NULL when it can. */
const char *_Nullable alula_avif_problem(void);
/* `data` must stay valid until alula_avif_destroy. NULL when there is no memory, or the library is not there or not of the version that
 * this was built against. */
alula_avif *_Nullable alula_avif_create(const uint8_t *_Nullable data, size_t size);
/* No pixel is decoded. */
int alula_avif_read_header(alula_avif *_Nonnull avif, alula_avif_header *_Nonnull header);
/* After the header: decodes the first picture on this thread. The planes stay valid until alula_avif_destroy. Cannot be stopped. */
int alula_avif_decode(alula_avif *_Nonnull avif, alula_planes *_Nonnull planes);
const char *_Nonnull alula_avif_message(const alula_avif *_Nonnull avif);
void alula_avif_destroy(alula_avif *_Nullable avif);

#endif
#endif
