#include "CSampleAVIF.h"
#if defined(__linux__) && defined(ALULA_AVIF)
#include <avif/avif.h>
#include <stdlib.h>
#include <string.h>

static avifImage *make_image(const uint8_t *pixels, unsigned width, unsigned height, unsigned stride, alula_sample_avif_kind kind) {
  avifPixelFormat format = kind.sampling == 444   ? AVIF_PIXEL_FORMAT_YUV444
                           : kind.sampling == 422 ? AVIF_PIXEL_FORMAT_YUV422
                           : kind.sampling == 420 ? AVIF_PIXEL_FORMAT_YUV420
                                                  : AVIF_PIXEL_FORMAT_YUV400;
  avifImage *image = avifImageCreate(width, height, (uint32_t)kind.depth, format);
  image->yuvRange = kind.is_limited ? AVIF_RANGE_LIMITED : AVIF_RANGE_FULL;
  image->matrixCoefficients = (avifMatrixCoefficients)kind.matrix;
  image->alphaPremultiplied = kind.is_premultiplied;
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image);
  rgb.depth = 8;
  rgb.ignoreAlpha = !kind.has_alpha;
  rgb.alphaPremultiplied = kind.is_premultiplied;
  rgb.pixels = (uint8_t *)pixels;
  rgb.rowBytes = stride;
  if (avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK) return image;
  avifImageDestroy(image);
  return NULL;
}

static void set_transforms(avifImage *image, alula_sample_avif_kind kind) {
  if (kind.rotation) {
    image->transformFlags |= AVIF_TRANSFORM_IROT;
    image->irot.angle = (uint8_t)kind.rotation;
  }
  if (kind.mirror >= 0) {
    image->transformFlags |= AVIF_TRANSFORM_IMIR;
#if AVIF_VERSION_MAJOR >= 1
    image->imir.axis = (uint8_t)kind.mirror;
#else
    image->imir.mode = (uint8_t)kind.mirror;
#endif
  }
  if (!kind.is_cropped) return;
  const uint32_t *field = kind.aperture;
  image->transformFlags |= AVIF_TRANSFORM_CLAP;
  image->clap = (avifCleanApertureBox){field[0], field[1], field[2], field[3], field[4], field[5], field[6], field[7]};
}

static avifResult add_images(avifEncoder *encoder, const uint8_t *pixels, unsigned width, unsigned height, alula_sample_avif_kind kind,
                             const uint8_t *profile, size_t profile_size) {
  unsigned columns = kind.columns > 1 ? (unsigned)kind.columns : 1, cell = width / columns;
  const avifImage *cells[16] = {NULL};
  avifResult result = columns > 16 ? AVIF_RESULT_INVALID_ARGUMENT : AVIF_RESULT_OK;
  for (unsigned column = 0; column < columns && result == AVIF_RESULT_OK; column++) {
    avifImage *image = make_image(pixels + column * cell * 4, cell, height, width * 4, kind);
    cells[column] = image;
    if (!image) result = AVIF_RESULT_REFORMAT_FAILED;
    if (image && profile_size > 0) avifImageSetProfileICC(image, profile, profile_size);
    if (image) set_transforms(image, kind);
  }
  if (result == AVIF_RESULT_OK && columns > 1) {
    result = avifEncoderAddImageGrid(encoder, columns, 1, cells, AVIF_ADD_IMAGE_FLAG_SINGLE);
  } else if (result == AVIF_RESULT_OK && kind.frames > 1) {
    for (uint32_t frame = 0; frame < kind.frames && result == AVIF_RESULT_OK; frame++)
      result = avifEncoderAddImage(encoder, cells[0], 100, AVIF_ADD_IMAGE_FLAG_NONE);
  } else if (result == AVIF_RESULT_OK) {
    result = avifEncoderAddImage(encoder, cells[0], 1, AVIF_ADD_IMAGE_FLAG_SINGLE);
  }
  for (unsigned column = 0; column < columns && column < 16; column++)
    if (cells[column]) avifImageDestroy((avifImage *)cells[column]);
  return result;
}

uint8_t *alula_sample_avif(const uint8_t *pixels, unsigned width, unsigned height, alula_sample_avif_kind kind, const uint8_t *profile,
                           size_t profile_size, size_t *size) {
  avifEncoder *encoder = avifEncoderCreate();
  avifRWData file = AVIF_DATA_EMPTY;
  uint8_t *copy = NULL;
  encoder->speed = 10;
  encoder->timescale = 1000;
#if AVIF_VERSION_MAJOR >= 1
  encoder->quality = encoder->qualityAlpha = 98;
#else
  encoder->minQuantizer = encoder->minQuantizerAlpha = 0;
  encoder->maxQuantizer = encoder->maxQuantizerAlpha = 2;
#endif
  if (add_images(encoder, pixels, width, height, kind, profile, profile_size) == AVIF_RESULT_OK &&
      avifEncoderFinish(encoder, &file) == AVIF_RESULT_OK && (copy = malloc(file.size))) {
    memcpy(copy, file.data, file.size);
    *size = file.size;
  }
  avifRWDataFree(&file);
  avifEncoderDestroy(encoder);
  return copy;
}

uint8_t *alula_referee_avif(const uint8_t *data, size_t size, unsigned *width, unsigned *height) {
  avifDecoder *decoder = avifDecoderCreate();
  uint8_t *pixels = NULL;
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  if (avifDecoderSetIOMemory(decoder, data, size) == AVIF_RESULT_OK && avifDecoderParse(decoder) == AVIF_RESULT_OK &&
      avifDecoderNextImage(decoder) == AVIF_RESULT_OK) {
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, decoder->image);
    rgb.depth = 8;
    rgb.avoidLibYUV = AVIF_TRUE; /* which counts in 64ths */
    *width = rgb.width;
    *height = rgb.height;
    rgb.rowBytes = rgb.width * 4;
    rgb.pixels = pixels = malloc((size_t)rgb.rowBytes * rgb.height);
    if (pixels && avifImageYUVToRGB(decoder->image, &rgb) != AVIF_RESULT_OK) {
      free(pixels);
      pixels = NULL;
    }
  }
  avifDecoderDestroy(decoder);
  return pixels;
}
#endif
