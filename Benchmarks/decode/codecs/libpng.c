// libpng's rows alone as RGBA: one row after the other, none kept unless the size is full.
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "worker.h"

const char *const alpha = "straight";

struct source {
  const uint8_t *data;
  size_t left;
};

static void read_bytes(png_structp png, png_bytep into, png_size_t count) {
  struct source *source = png_get_io_ptr(png);
  if (count > source->left) png_error(png, "the end");
  memcpy(into, source->data, count);
  source->data += count;
  source->left -= count;
}

static int prepare(png_structp png, png_infop info) {
  png_read_info(png, info);
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  return passes;
}

int decode(const uint8_t *data, size_t size, int width, int height, struct picture *out) {
  (void)height;
  struct source source = {data, size};
  uint8_t *volatile row = NULL;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    free(row);
    free(out->pixels);
    return 1;
  }
  png_set_read_fn(png, &source, read_bytes);
  int passes = prepare(png, info);
  out->width = png_get_image_width(png, info);
  out->height = png_get_image_height(png, info);
  size_t length = png_get_rowbytes(png, info);
  if (width == 0) out->pixels = malloc(length * out->height);
  row = malloc(length);
  for (int pass = 0; pass < passes; pass++)
    for (int y = 0; y < out->height; y++) png_read_row(png, out->pixels ? out->pixels + y * length : row, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  free(row);
  return 0;
}
