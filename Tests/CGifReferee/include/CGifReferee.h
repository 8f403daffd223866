/* giflib's opinion of the first frame of a GIF, to compare the decoder of this package with. Linux and tests only. */
#ifndef ALULA_CGIFREFEREE_H
#define ALULA_CGIFREFEREE_H
#include <stddef.h>
#include <stdint.h>

/* What giflib made of the data. `error` is 0 or giflib's D_GIF_ERR_ number; or one of the two below. */
typedef struct {
  int error;
  int width, height;
  int rows_left;   /* rows of the frame that giflib did not finish */
  uint8_t *pixels; /* width * height * 4 bytes, straight RGBA; NULL when giflib failed before the first row */
} gif_referee_picture;

enum {
  GIF_REFEREE_NO_MEMORY = 1,
  GIF_REFEREE_NO_IMAGE = 2 /* the trailer came first */
};

/* The first image block on a transparent canvas, the background not painted, what lies outside cut off. Pixels are
 * there also when a later row failed. The caller frees the picture. */
gif_referee_picture gif_referee_decode(const uint8_t *bytes, size_t count);
void gif_referee_free(gif_referee_picture picture);
#endif
