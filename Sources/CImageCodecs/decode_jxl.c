/* JPEG XL over libjxl. No runner is given, so it works in the calling thread. Bytes are fed in slices, between which the stop function is
 * asked. libjxl 0.7 takes little of its memory from the memory manager: the caller estimates before it decodes. */
#include "CImageCodecs.h"
#if defined(__linux__) && defined(ALULA_JPEGXL)
#include <jxl/decode.h>
#include <stdlib.h>

#include "lazy_library.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
/* Until 1.0 every minor version has a name and an interface of its own. */
#define JXL_LIBRARY "libjxl.so." TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)
#define SLICE ((size_t)256 * 1024)

#define JXL_FUNCTIONS(F)                                                                                              \
  F(JxlDecoderVersion) F(JxlDecoderCreate) F(JxlDecoderDestroy) F(JxlDecoderSubscribeEvents)                               \
  F(JxlDecoderProcessInput) F(JxlDecoderSetInput) F(JxlDecoderReleaseInput)                   \
  F(JxlDecoderGetBasicInfo) F(JxlDecoderGetColorAsEncodedProfile)                         \
  F(JxlDecoderSetPreferredColorProfile) F(JxlDecoderGetICCProfileSize) F(JxlDecoderGetColorAsICCProfile)              \
  F(JxlDecoderImageOutBufferSize) F(JxlDecoderSetImageOutBuffer)
ALULA_LAZY_LIBRARY(jxl, JXL_LIBRARY, JXL_FUNCTIONS)

#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define WITHOUT_FORMAT
#else
#define WITHOUT_FORMAT NULL,
#endif

struct alula_jxl {
  JxlDecoder *decoder;
  const uint8_t *data;
  size_t size, given;
  alula_stop_function stop;
  JxlBasicInfo info;
  uint8_t *profile;
};

int alula_jxl_is_present(void) { return jxl_is_present(); }

static int is_of_version(void) {
  return jxl.JxlDecoderVersion() / 1000 == JPEGXL_MAJOR_VERSION * 1000 + JPEGXL_MINOR_VERSION;
}

const char *alula_jxl_problem(void) {
  return jxl_problem() ? jxl_problem() : is_of_version() ? NULL : "its version is another one than this was built with";
}

alula_jxl *alula_jxl_create(const uint8_t *data, size_t size, alula_stop_function stop) {
  if (!load_jxl() || !is_of_version()) return NULL;
  alula_jxl *file = calloc(1, sizeof *file);
  if (!file) return NULL;
  file->data = data;
  file->size = size;
  file->stop = stop;
  file->decoder = jxl.JxlDecoderCreate(NULL);
  int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE;
  if (!file->decoder || jxl.JxlDecoderSubscribeEvents(file->decoder, events) != JXL_DEC_SUCCESS) {
    alula_jxl_destroy(file);
    return NULL;
  }
  return file;
}

/* Gives bytes until something happens. */
static int advance(alula_jxl *file, JxlDecoderStatus *event) {
  for (;;) {
    *event = jxl.JxlDecoderProcessInput(file->decoder);
    if (*event == JXL_DEC_ERROR) return ALULA_DECODE_DAMAGED;
    if (*event != JXL_DEC_NEED_MORE_INPUT) return ALULA_DECODE_OK;
    if (file->given == file->size && file->given > 0) return ALULA_DECODE_TRUNCATED;
    if (file->stop && file->stop()) return ALULA_DECODE_STOPPED;
    size_t unused = file->given > 0 ? jxl.JxlDecoderReleaseInput(file->decoder) : 0;
    size_t start = file->given - unused, more = file->size - file->given;
    if (more > SLICE) more = SLICE;
    file->given += more;
    if (jxl.JxlDecoderSetInput(file->decoder, file->data + start, file->given - start) != JXL_DEC_SUCCESS)
      return ALULA_DECODE_DAMAGED;
  }
}

int alula_jxl_read_header(alula_jxl *file, alula_jxl_header *header) {
  JxlDecoderStatus event;
  int status = advance(file, &event);
  if (status != ALULA_DECODE_OK) return status;
  JxlBasicInfo *info = &file->info;
  if (event != JXL_DEC_BASIC_INFO || jxl.JxlDecoderGetBasicInfo(file->decoder, info) != JXL_DEC_SUCCESS)
    return ALULA_DECODE_DAMAGED;
  header->width = info->xsize;
  header->height = info->ysize;
  header->bits = (int)info->bits_per_sample;
  header->color_channels = (int)info->num_color_channels;
  header->extra_channels = (int)info->num_extra_channels;
  header->has_alpha = info->alpha_bits > 0;
  header->is_premultiplied = info->alpha_premultiplied;
  header->is_modular_color = info->uses_original_profile;
  return ALULA_DECODE_OK;
}

/* Pixels kept as XYB have no colours of their own. With an ICC profile beside them libjxl would hand out linear light, of which 8 bits are
 * too few. */
static void prefer_srgb(alula_jxl *file) {
  JxlColorEncoding encoding = {0};
  if (file->info.uses_original_profile) return;
  if (jxl.JxlDecoderGetColorAsEncodedProfile(file->decoder, WITHOUT_FORMAT JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding) ==
      JXL_DEC_SUCCESS)
    return;
  encoding.color_space = file->info.num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
  encoding.white_point = JXL_WHITE_POINT_D65;
  encoding.primaries = JXL_PRIMARIES_SRGB;
  encoding.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
  encoding.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
  jxl.JxlDecoderSetPreferredColorProfile(file->decoder, &encoding);
}

int alula_jxl_read_profile(alula_jxl *file, int prefers_srgb, const uint8_t **profile, size_t *size) {
  JxlDecoderStatus event;
  *profile = NULL;
  *size = 0;
  int status = advance(file, &event);
  if (status != ALULA_DECODE_OK) return status;
  if (event != JXL_DEC_COLOR_ENCODING) return ALULA_DECODE_DAMAGED;
  if (prefers_srgb) prefer_srgb(file);
  size_t count = 0;
  if (jxl.JxlDecoderGetICCProfileSize(file->decoder, WITHOUT_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, &count) != JXL_DEC_SUCCESS)
    return ALULA_DECODE_OK;
  /* Larger profiles are ignored anyhow. */
  if (count == 0 || count > (size_t)4 << 20) return ALULA_DECODE_OK;
  file->profile = malloc(count);
  if (!file->profile) return ALULA_DECODE_LIMIT;
  if (jxl.JxlDecoderGetColorAsICCProfile(file->decoder, WITHOUT_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, file->profile, count) ==
      JXL_DEC_SUCCESS) {
    *profile = file->profile;
    *size = count;
  }
  return ALULA_DECODE_OK;
}

int alula_jxl_decode(alula_jxl *file, int channels, int channel_bytes, uint8_t *pixels, size_t size) {
  JxlPixelFormat format = {(uint32_t)channels, channel_bytes == 2 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  for (;;) {
    JxlDecoderStatus event;
    int status = advance(file, &event);
    if (status != ALULA_DECODE_OK) return status;
    if (event == JXL_DEC_FULL_IMAGE) return ALULA_DECODE_OK;
    if (event != JXL_DEC_NEED_IMAGE_OUT_BUFFER) return ALULA_DECODE_DAMAGED;
    size_t needed = 0;
    if (jxl.JxlDecoderImageOutBufferSize(file->decoder, &format, &needed) != JXL_DEC_SUCCESS || needed > size ||
        jxl.JxlDecoderSetImageOutBuffer(file->decoder, &format, pixels, size) != JXL_DEC_SUCCESS)
      return ALULA_DECODE_DAMAGED;
  }
}

void alula_jxl_destroy(alula_jxl *file) {
  if (!file) return;
  if (file->decoder) jxl.JxlDecoderDestroy(file->decoder);
  free(file->profile);
  free(file);
}
#endif
