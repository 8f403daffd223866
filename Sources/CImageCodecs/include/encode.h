#ifndef ALULA_CIMAGECODECS_ENCODE_H
#define ALULA_CIMAGECODECS_ENCODE_H
#include <stddef.h>
#if defined(__linux__)

/* libpng, libjpeg-turbo and libwebp as three plain calls: RGBA rows in, a file out. No setjmp and no message leaves. */

typedef struct {
  unsigned char *_Nullable bytes; /* from malloc; the caller frees it */
  size_t count;
} alula_encoded_image;

/* rgba: 4 bytes a pixel, straight alpha, rows without gaps. keeps_alpha: 0 when every alpha is 255.
   All return 1 and fill `image`, or return 0 and leave it empty: no memory, or a side the format does not allow. */
int alula_encode_png(const unsigned char *_Nonnull rgba, int width, int height, int keeps_alpha,
                     alula_encoded_image *_Nonnull image);
/* quality: 1 to 100. Alpha is not looked at. */
int alula_encode_jpeg(const unsigned char *_Nonnull rgba, int width, int height, int quality,
                      alula_encoded_image *_Nonnull image);
/* Load the library and say why it cannot be used; NULL when it can. */
const char *_Nullable alula_encode_png_problem(void);
const char *_Nullable alula_encode_webp_problem(void);
/* quality: 0 to 100, lossy. */
int alula_encode_webp(const unsigned char *_Nonnull rgba, int width, int height, int keeps_alpha, float quality,
                      alula_encoded_image *_Nonnull image);

#endif
#endif
