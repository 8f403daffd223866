/* AVIF over libavif. It decodes one picture as a whole into planes; nothing else of it is used. */
#include "CImageCodecs.h"
#if defined(__linux__) && defined(ALULA_AVIF)
#include "lazy_library.h"
#include <avif/avif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if AVIF_VERSION_MAJOR >= 1
#define AVIF_SONAME "libavif.so.16"
#define AVIF_MIRROR(image) ((image)->imir.axis)
#elif AVIF_VERSION_MINOR == 11
#define AVIF_SONAME "libavif.so.15"
#define AVIF_MIRROR(image) ((image)->imir.mode)
#else
#error "libavif 0.11 or later is needed"
#endif

#define AVIF_FUNCTIONS(F)                                                                                              \
  F(avifVersion) F(avifResultToString) F(avifDecoderCreate) F(avifDecoderDestroy) F(avifDecoderSetIOMemory)            \
  F(avifDecoderParse) F(avifDecoderNextImage) F(avifGetPixelFormatInfo)
ALULA_LAZY_LIBRARY(avif, AVIF_SONAME, AVIF_FUNCTIONS)

/* As many as of other animations. */
#define MOST_FRAMES 65536

struct alula_avif {
  avifDecoder *decoder;
  const char *message;
};

/* Fields of its structs move with each minor version. */
static int is_of_version(void) {
  int major = -1, minor = -1;
  return sscanf(avif.avifVersion(), "%d.%d", &major, &minor) == 2 && major == AVIF_VERSION_MAJOR && minor == AVIF_VERSION_MINOR;
}

const char *alula_avif_problem(void) {
  return avif_problem() ? avif_problem() : is_of_version() ? NULL : "its version is another one than this was built with";
}

int alula_avif_is_available(void) { return avif_is_present(); }

alula_avif *alula_avif_create(const uint8_t *data, size_t size) {
  if (!load_avif() || !is_of_version()) return NULL;
  alula_avif *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->message = "";
  avifDecoder *decoder = result->decoder = avif.avifDecoderCreate();
  if (!decoder) {
    free(result);
    return NULL;
  }
  decoder->maxThreads = 1;
  decoder->ignoreExif = AVIF_TRUE;
  decoder->ignoreXMP = AVIF_TRUE;
  /* Files of old encoders lack `pixi`, or `ispe` on alpha; apertures at odd pixels are legal in HEIF. All of them can be shown. */
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  /* Each frame takes some bytes of a file: more than there are bytes are not there, whatever a table says. */
  decoder->imageCountLimit = size < MOST_FRAMES ? (uint32_t)(size > 0 ? size : 1) : MOST_FRAMES;
  if (avif.avifDecoderSetIOMemory(decoder, data, size) != AVIF_RESULT_OK) {
    alula_avif_destroy(result);
    return NULL;
  }
  return result;
}

static int status_of(alula_avif *picture, avifResult result) {
  const char *details = picture->decoder->diag.error;
  picture->message = details[0] ? details : avif.avifResultToString(result);
  switch (result) {
  case AVIF_RESULT_OK: return ALULA_DECODE_OK;
  case AVIF_RESULT_TRUNCATED_DATA:
  case AVIF_RESULT_WAITING_ON_IO:
  case AVIF_RESULT_IO_ERROR: return ALULA_DECODE_TRUNCATED;
  case AVIF_RESULT_OUT_OF_MEMORY: return ALULA_DECODE_LIMIT;
  case AVIF_RESULT_UNSUPPORTED_DEPTH:
  case AVIF_RESULT_NOT_IMPLEMENTED:
  case AVIF_RESULT_NO_CODEC_AVAILABLE:
  case AVIF_RESULT_NO_AV1_ITEMS_FOUND: return ALULA_DECODE_UNSUPPORTED;
  /* A size or a number of frames over the limit, and boxes that reach behind the end, are told apart by their texts alone. */
  default:
    if (picture->decoder->imageCountLimit == MOST_FRAMES && strstr(details, "imageCountLimit")) return ALULA_DECODE_LIMIT;
    if (strstr(details, "too large")) return ALULA_DECODE_LIMIT;
    return strstr(details, "truncated") ? ALULA_DECODE_TRUNCATED : ALULA_DECODE_DAMAGED;
  }
}

/* The library knows it from version 1 on; before, an animation plays for ever. */
static int plays_of(const avifDecoder *decoder) {
  if (decoder->imageCount <= 1) return 1;
#if AVIF_VERSION_MAJOR >= 1
  if (decoder->repetitionCount >= 0 && decoder->repetitionCount < INT32_MAX) return decoder->repetitionCount + 1;
#endif
  return 0;
}

static void read_transforms(const avifImage *image, alula_avif_header *header) {
  header->rotation = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
  header->mirror = image->transformFlags & AVIF_TRANSFORM_IMIR ? AVIF_MIRROR(image) & 1 : -1;
  header->has_aperture = (image->transformFlags & AVIF_TRANSFORM_CLAP) != 0;
  const avifCleanApertureBox *clap = &image->clap;
  uint32_t aperture[8] = {clap->widthN, clap->widthD, clap->heightN, clap->heightD,
                          clap->horizOffN, clap->horizOffD, clap->vertOffN, clap->vertOffD};
  memcpy(header->aperture, aperture, sizeof aperture);
}

static void read_sampling(avifPixelFormat format, int *shift_x, int *shift_y, int *is_monochrome) {
  avifPixelFormatInfo info = {0};
  avif.avifGetPixelFormatInfo(format, &info);
  *shift_x = info.chromaShiftX;
  *shift_y = info.chromaShiftY;
  *is_monochrome = info.monochrome;
}

int alula_avif_read_header(alula_avif *picture, alula_avif_header *header) {
  avifDecoder *decoder = picture->decoder;
  int status = status_of(picture, avif.avifDecoderParse(decoder));
  if (status != ALULA_DECODE_OK) return status;
  const avifImage *image = decoder->image;
  memset(header, 0, sizeof *header);
  header->width = image->width;
  header->height = image->height;
  header->depth = (int)image->depth;
  header->has_alpha = decoder->alphaPresent;
  header->is_premultiplied = image->alphaPremultiplied;
  header->frames = decoder->imageCount > 1 ? (uint32_t)decoder->imageCount : 1;
  header->plays = plays_of(decoder);
  read_sampling(image->yuvFormat, &header->shift_x, &header->shift_y, &header->is_monochrome);
  read_transforms(image, header);
  if (image->icc.size > 0) {
    header->profile = image->icc.data;
    header->profile_size = image->icc.size;
  }
  return ALULA_DECODE_OK;
}

int alula_avif_decode(alula_avif *picture, alula_planes *planes) {
  avifDecoder *decoder = picture->decoder;
  const avifImage *image = decoder->image;
  /* A stream of larger frames than the container says would take memory that nobody has checked. */
  uint64_t limit = (uint64_t)image->width * image->height * 2 + 4096;
  if (limit < decoder->imageSizeLimit) decoder->imageSizeLimit = (uint32_t)limit;
  int status = status_of(picture, avif.avifDecoderNextImage(decoder));
  if (status != ALULA_DECODE_OK) return status;
  int is_monochrome = 0;
  memset(planes, 0, sizeof *planes);
  planes->width = image->width;
  planes->height = image->height;
  read_sampling(image->yuvFormat, &planes->shift_x, &planes->shift_y, &is_monochrome);
  uint32_t columns = (image->width + (uint32_t)planes->shift_x) >> planes->shift_x;
  uint32_t rows = (image->height + (uint32_t)planes->shift_y) >> planes->shift_y;
  for (int index = 0; index < (is_monochrome ? 1 : 3); index++)
    planes->planes[index] = (alula_plane){image->yuvPlanes[index], image->yuvRowBytes[index], index ? columns : image->width,
                                          index ? rows : image->height, (int)image->depth};
  planes->planes[3] = (alula_plane){image->alphaPlane, image->alphaRowBytes, image->width, image->height, (int)image->depth};
  planes->is_limited = image->yuvRange == AVIF_RANGE_LIMITED;
  planes->matrix = image->matrixCoefficients;
  planes->primaries = image->colorPrimaries;
  planes->is_premultiplied = image->alphaPremultiplied;
  return ALULA_DECODE_OK;
}

const char *alula_avif_message(const alula_avif *picture) { return picture->message; }

void alula_avif_destroy(alula_avif *picture) {
  if (!picture) return;
  avif.avifDecoderDestroy(picture->decoder);
  free(picture);
}
#endif
