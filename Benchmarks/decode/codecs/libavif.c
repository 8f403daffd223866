// libavif's decode alone: the whole picture as RGBA, one thread.
#include <avif/avif.h>
#include <stdlib.h>

#include "worker.h"

const char *const alpha = "straight";

static avifResult convert(const avifImage *image, struct picture *out) {
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image);
  rgb.format = AVIF_RGB_FORMAT_RGBA;
  rgb.depth = 8;
  rgb.rowBytes = image->width * 4;
  out->width = image->width;
  out->height = image->height;
  out->pixels = rgb.pixels = malloc((size_t)rgb.rowBytes * image->height);
  return avifImageYUVToRGB(image, &rgb);
}

int decode(const uint8_t *data, size_t size, int width, int height, struct picture *out) {
  (void)width;
  (void)height;
  avifDecoder *decoder = avifDecoderCreate();
  decoder->maxThreads = 1;
  avifResult result = avifDecoderSetIOMemory(decoder, data, size);
  if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder);
  if (result == AVIF_RESULT_OK) result = avifDecoderNextImage(decoder);
  if (result == AVIF_RESULT_OK) result = convert(decoder->image, out);
  avifDecoderDestroy(decoder);
  if (result == AVIF_RESULT_OK) return 0;
  free(out->pixels);
  return 1;
}
