/* WebP over libwebp's incremental decoder and libwebpdemux. Neither uses setjmp. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include <stdlib.h>
#include <webp/decode.h>
#include <webp/demux.h>

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

int alula_webp_read_features(const uint8_t *data, size_t size, alula_webp_features *features) {
  WebPBitstreamFeatures found;
  VP8StatusCode code = WebPGetFeatures(data, size, &found);
  if (code != VP8_STATUS_OK) return status_of(code);
  features->width = (uint32_t)found.width;
  features->height = (uint32_t)found.height;
  features->has_alpha = found.has_alpha;
  features->is_lossless = found.format == 2;
  features->is_animated = found.has_animation;
  return ALULA_DECODE_OK;
}

int alula_webp_read_first_frame(const uint8_t *data, size_t size, int allows_partial, alula_webp_frame *frame) {
  WebPData file = {data, size};
  WebPDemuxState state;
  WebPDemuxer *demuxer = WebPDemuxPartial(&file, &state);
  int is_enough = state == WEBP_DEMUX_DONE || (allows_partial && state == WEBP_DEMUX_PARSED_HEADER);
  if (demuxer == NULL || !is_enough) {
    WebPDemuxDelete(demuxer);
    return state == WEBP_DEMUX_PARSE_ERROR ? ALULA_DECODE_DAMAGED : ALULA_DECODE_TRUNCATED;
  }
  WebPIterator iterator;
  int found = WebPDemuxGetFrame(demuxer, 1, &iterator);
  if (found) {
    frame->canvas_width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
    frame->canvas_height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
    frame->x = (uint32_t)iterator.x_offset;
    frame->y = (uint32_t)iterator.y_offset;
    frame->width = (uint32_t)iterator.width;
    frame->height = (uint32_t)iterator.height;
    frame->data = iterator.fragment.bytes; /* points into `data` */
    frame->size = iterator.fragment.size;
    WebPDemuxReleaseIterator(&iterator);
  }
  WebPDemuxDelete(demuxer);
  return found ? ALULA_DECODE_OK : state == WEBP_DEMUX_DONE ? ALULA_DECODE_DAMAGED : ALULA_DECODE_TRUNCATED;
}

alula_webp *alula_webp_create(uint32_t width, uint32_t height, int channels, int is_premultiplied) {
  alula_webp *webp = calloc(1, sizeof *webp);
  if (webp == NULL) return NULL;
  if (!WebPInitDecoderConfig(&webp->config)) {
    free(webp);
    return NULL;
  }
  if (width > 0 && height > 0) {
    webp->config.options.use_scaling = 1;
    webp->config.options.scaled_width = (int)width;
    webp->config.options.scaled_height = (int)height;
  }
  webp->config.output.colorspace = channels == 3 ? MODE_RGB : is_premultiplied ? MODE_rgbA : MODE_RGBA;
  webp->decoder = WebPIDecode(NULL, 0, &webp->config);
  if (webp->decoder == NULL) {
    free(webp);
    return NULL;
  }
  return webp;
}

int alula_webp_advance(alula_webp *webp, const uint8_t *data, size_t available, int *is_done) {
  VP8StatusCode code = WebPIUpdate(webp->decoder, data, available);
  *is_done = code == VP8_STATUS_OK;
  return code == VP8_STATUS_SUSPENDED ? ALULA_DECODE_OK : status_of(code);
}

const uint8_t *alula_webp_rows(const alula_webp *webp, uint32_t *count, size_t *stride) {
  int last = 0, row_bytes = 0;
  const uint8_t *rows = WebPIDecGetRGB(webp->decoder, &last, NULL, NULL, &row_bytes);
  *count = rows != NULL && last > 0 ? (uint32_t)last : 0;
  *stride = row_bytes > 0 ? (size_t)row_bytes : 0;
  return rows;
}

void alula_webp_destroy(alula_webp *webp) {
  if (webp == NULL) return;
  WebPIDelete(webp->decoder);
  WebPFreeDecBuffer(&webp->config.output);
  free(webp);
}
#endif
