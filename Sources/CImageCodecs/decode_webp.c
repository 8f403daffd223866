/* WebP over libwebp's incremental decoder and libwebpdemux. Neither uses setjmp. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include <stdlib.h>

#include "webp_library.h"

#define WEBP_FUNCTIONS(F)                                                                                              \
  F(WebPGetFeaturesInternal) F(WebPInitDecoderConfigInternal) F(WebPIDecode) F(WebPIUpdate) F(WebPIDecGetRGB)          \
  F(WebPIDelete) F(WebPFreeDecBuffer)
#define WEBP_DEMUX_FUNCTIONS(F)                                                                                        \
  F(WebPDemuxInternal) F(WebPDemuxDelete) F(WebPDemuxGetFrame) F(WebPDemuxGetI) F(WebPDemuxReleaseIterator)
ALULA_LAZY_LIBRARY(webp, WEBP_SONAME, WEBP_FUNCTIONS)
ALULA_LAZY_LIBRARY(webpdemux, WEBP_DEMUX_SONAME, WEBP_DEMUX_FUNCTIONS)

struct alula_webp {
  WebPDecoderConfig config;
  WebPIDecoder *decoder;
};

static int status_of(VP8StatusCode code) {
  switch (code) {
  case VP8_STATUS_OK: return ALULA_DECODE_OK;
  case VP8_STATUS_NOT_ENOUGH_DATA:
  case VP8_STATUS_SUSPENDED: return ALULA_DECODE_TRUNCATED;
  case VP8_STATUS_OUT_OF_MEMORY: return ALULA_DECODE_LIMIT;
  case VP8_STATUS_UNSUPPORTED_FEATURE: return ALULA_DECODE_UNSUPPORTED;
  default: return ALULA_DECODE_DAMAGED;
  }
}

const char *alula_webp_problem(void) { return webp_problem() ? webp_problem() : webpdemux_problem(); }
int alula_webp_is_present(void) { return webp_is_present() && webpdemux_is_present(); }

int alula_webp_read_features(const uint8_t *data, size_t size, alula_webp_features *features) {
  WebPBitstreamFeatures found;
  if (!load_webp()) return ALULA_DECODE_UNSUPPORTED;
  VP8StatusCode code = webp.WebPGetFeaturesInternal(data, size, &found, WEBP_DECODER_ABI_VERSION);
  if (code != VP8_STATUS_OK) return status_of(code);
  features->width = (uint32_t)found.width;
  features->height = (uint32_t)found.height;
  features->has_alpha = found.has_alpha;
  features->is_lossless = found.format == 2;
  features->is_animated = found.has_animation;
  return ALULA_DECODE_OK;
}

int alula_webp_read_first_frame(const uint8_t *data, size_t size, int allows_partial, alula_webp_frame *frame) {
  if (!load_webpdemux()) return ALULA_DECODE_UNSUPPORTED;
  WebPData file = {data, size};
  WebPDemuxState state;
  WebPDemuxer *demuxer = webpdemux.WebPDemuxInternal(&file, 1, &state, WEBP_DEMUX_ABI_VERSION);
  int is_enough = state == WEBP_DEMUX_DONE || (allows_partial && state == WEBP_DEMUX_PARSED_HEADER);
  if (demuxer == NULL || !is_enough) {
    webpdemux.WebPDemuxDelete(demuxer);
    return state == WEBP_DEMUX_PARSE_ERROR ? ALULA_DECODE_DAMAGED : ALULA_DECODE_TRUNCATED;
  }
  WebPIterator iterator;
  int found = webpdemux.WebPDemuxGetFrame(demuxer, 1, &iterator);
  if (found) {
    frame->canvas_width = webpdemux.WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
    frame->canvas_height = webpdemux.WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
    frame->x = (uint32_t)iterator.x_offset;
    frame->y = (uint32_t)iterator.y_offset;
    frame->width = (uint32_t)iterator.width;
    frame->height = (uint32_t)iterator.height;
    frame->data = iterator.fragment.bytes; /* points into `data` */
    frame->size = iterator.fragment.size;
    webpdemux.WebPDemuxReleaseIterator(&iterator);
  }
  webpdemux.WebPDemuxDelete(demuxer);
  return found ? ALULA_DECODE_OK : state == WEBP_DEMUX_DONE ? ALULA_DECODE_DAMAGED : ALULA_DECODE_TRUNCATED;
}

alula_webp *alula_webp_create(uint32_t width, uint32_t height, int channels, int is_premultiplied) {
  if (!load_webp()) return NULL;
  alula_webp *file = calloc(1, sizeof *file);
  if (file == NULL) return NULL;
  if (!webp.WebPInitDecoderConfigInternal(&file->config, WEBP_DECODER_ABI_VERSION)) {
    free(file);
    return NULL;
  }
  if (width > 0 && height > 0) {
    file->config.options.use_scaling = 1;
    file->config.options.scaled_width = (int)width;
    file->config.options.scaled_height = (int)height;
  }
  file->config.output.colorspace = channels == 3 ? MODE_RGB : is_premultiplied ? MODE_rgbA : MODE_RGBA;
  file->decoder = webp.WebPIDecode(NULL, 0, &file->config);
  if (file->decoder == NULL) {
    free(file);
    return NULL;
  }
  return file;
}

int alula_webp_advance(alula_webp *file, const uint8_t *data, size_t available, int *is_done) {
  VP8StatusCode code = webp.WebPIUpdate(file->decoder, data, available);
  *is_done = code == VP8_STATUS_OK;
  return code == VP8_STATUS_SUSPENDED ? ALULA_DECODE_OK : status_of(code);
}

const uint8_t *alula_webp_rows(const alula_webp *file, uint32_t *count, size_t *stride) {
  int last = 0, row_bytes = 0;
  const uint8_t *rows = webp.WebPIDecGetRGB(file->decoder, &last, NULL, NULL, &row_bytes);
  *count = rows != NULL && last > 0 ? (uint32_t)last : 0;
  *stride = row_bytes > 0 ? (size_t)row_bytes : 0;
  return rows;
}

void alula_webp_destroy(alula_webp *file) {
  if (file == NULL) return;
  webp.WebPIDelete(file->decoder);
  webp.WebPFreeDecBuffer(&file->config.output);
  free(file);
}
#endif
