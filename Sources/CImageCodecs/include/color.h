#ifndef ALULA_CIMAGECODECS_COLOR_H
#define ALULA_CIMAGECODECS_COLOR_H
#include <stddef.h>
#if defined(__linux__)

/* Little CMS 2: from an ICC profile to sRGB, relative colorimetric, 8 bits. Errors are answers, never printed. */

/* Loads Little CMS and says why it cannot be used; NULL when it can. */
const char *_Nullable alula_color_problem(void);

typedef struct alula_color_transform alula_color_transform;

/* channels: 1 grey, 3 RGB, 4 CMYK with 255 as no ink. NULL when the profile is damaged or made for other pixels. */
alula_color_transform *_Nullable alula_color_transform_create(const void *_Nullable profile, size_t length, int channels);
void alula_color_transform_free(alula_color_transform *_Nullable transform);

/* Grey: 1 byte to 4. RGB: 4 bytes to 4, the fourth is copied nowhere. CMYK: 4 bytes to 4, the fourth becomes 255.
   source and target may be the same unless grey. Keeps no state: any number of threads at a time. */
void alula_color_transform_apply(const alula_color_transform *_Nonnull transform, const void *_Nonnull source,
                                 void *_Nonnull target, size_t count);

/* 1 when no colour of a grid over the whole range moves by more than one step of 8 bits. */
int alula_color_transform_is_identity(const alula_color_transform *_Nonnull transform);

/* The description in English as UTF-8, without a closing 0. Returns its length; 0 when there is none. */
size_t alula_color_profile_name(const void *_Nullable profile, size_t length, char *_Nonnull name, size_t capacity);

#endif
#endif
