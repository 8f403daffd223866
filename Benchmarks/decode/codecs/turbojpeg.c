// TurboJPEG's decode alone, at the smallest scale of 1, 2, 4 and 8 eighths that is not below the target.
#include <stdlib.h>
#include <turbojpeg.h>

#include "worker.h"

const char *const alpha = "premultiplied";

int decode(const uint8_t *data, size_t size, int width, int height, struct picture *out) {
  int full_width, full_height, subsampling, colors, failed = 1;
  tjhandle handle = tjInitDecompress();
  if (handle && tjDecompressHeader3(handle, data, size, &full_width, &full_height, &subsampling, &colors) == 0) {
    tjscalingfactor scale = {width > 0 ? 1 : 8, 8};
    while (scale.num < 8 && (TJSCALED(full_width, scale) < width || TJSCALED(full_height, scale) < height))
      scale.num *= 2;
    out->width = TJSCALED(full_width, scale);
    out->height = TJSCALED(full_height, scale);
    out->pixels = malloc((size_t)out->width * out->height * 4);
    failed = tjDecompress2(handle, data, size, out->pixels, out->width, 0, out->height, TJPF_RGBA, 0);
  }
  tjDestroy(handle);
  return failed;
}
