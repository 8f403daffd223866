/* HEIC and HEIF over libheif, which is loaded when the first picture needs it. Used from one thread at a time. Trait HEIC only. */
#ifndef ALULA_CIMAGECODECS_DECODE_HEIC_H
#define ALULA_CIMAGECODECS_DECODE_HEIC_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>
#include "planes.h"

typedef struct alula_heic alula_heic;

enum { ALULA_DECODE_NO_PLANES = 16 };

typedef struct {
  uint32_t item; /* the picture's identifier in the file */
  uint32_t width, height; /* as stored: no transformation is applied */
  uint32_t upright_width, upright_height; /* with all of them */
  int depth;
  int has_alpha;
  int is_premultiplied;
  uint32_t pictures; /* that may be shown by themselves */
  size_t profile_size; /* of the ICC profile; 0 when there is none */
} alula_heic_header;

/* Whether the library seems to be installed; does not load it where that can be seen without. */
int alula_heic_is_available(void);
/* Loads it, with all that it needs, and says why it cannot be used; NULL when it can. */
const char *_Nullable alula_heic_problem(void);
/* `data` must stay valid until alula_heic_destroy. Pictures of more than `maximum_side` squared pixels are refused. NULL when there is no
 * memory, or the library is not there or older than what this was built against. */
alula_heic *_Nullable alula_heic_create(const uint8_t *_Nullable data, size_t size, uint32_t maximum_side);
/* Finds the picture to show: the primary one, unless that is but a thumbnail of another; then the first that is not. No pixel is decoded. */
int alula_heic_read_header(alula_heic *_Nonnull heic, alula_heic_header *_Nonnull header);
/* After the header: copies the ICC profile. */
int alula_heic_read_profile(alula_heic *_Nonnull heic, uint8_t *_Nonnull profile);
/* After the header, before decoding: transformations are to be applied by the library. Off at first. */
void alula_heic_apply_transformations(alula_heic *_Nonnull heic);
/* After the header: decodes the picture on this thread. The planes stay valid until alula_heic_destroy. Cannot be
 * stopped. ALULA_DECODE_NO_PLANES when the library hands out something else than planes of luma
 * and colour. */
int alula_heic_decode_planes(alula_heic *_Nonnull heic, alula_planes *_Nonnull planes);
/* The same as 8-bit RGB, or RGBA when there is alpha, as the library converts it. */
int alula_heic_decode_rgb(alula_heic *_Nonnull heic, alula_plane *_Nonnull pixels, int *_Nonnull channels);
const char *_Nonnull alula_heic_message(const alula_heic *_Nonnull heic);
void alula_heic_destroy(alula_heic *_Nullable heic);

#endif
#endif
