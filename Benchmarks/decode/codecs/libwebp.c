// libwebp's decode alone, scaled by its own scaler to the target.
#include <stdlib.h>
#include <webp/decode.h>

#include "worker.h"

const char *const alpha = "premultiplied";

int decode(const uint8_t *data, size_t size, int width, int height, struct picture *out) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(data, size, &config.input) != VP8_STATUS_OK) return 1;
  out->width = width > 0 ? width : config.input.width;
  out->height = width > 0 ? height : config.input.height;
  config.options.use_scaling = width > 0;
  config.options.scaled_width = width;
  config.options.scaled_height = height;
  out->pixels = malloc((size_t)out->width * out->height * 4);
  config.output.colorspace = MODE_rgbA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = out->pixels;
  config.output.u.RGBA.stride = out->width * 4;
  config.output.u.RGBA.size = (size_t)out->width * out->height * 4;
  if (WebPDecode(data, size, &config) == VP8_STATUS_OK) return 0;
  free(out->pixels);
  return 1;
}
