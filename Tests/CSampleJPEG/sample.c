#include "CSampleJPEG.h"
#if defined(__linux__)
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>

uint8_t *alula_sample_jpeg(const uint8_t *pixels, unsigned width, unsigned height, int channels, alula_sample_jpeg_kind kind, size_t *size) {
  static const jpeg_scan_info separate[3] = {{1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  unsigned char *memory = NULL;
  unsigned long length = 0;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &memory, &length);
  info.image_width = width;
  info.image_height = height;
  info.input_components = channels;
  info.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&info);
  if (kind.is_rgb) jpeg_set_colorspace(&info, JCS_RGB);
  if (kind.is_ycck) jpeg_set_colorspace(&info, JCS_YCCK);
  if (kind.lacks_adobe) info.write_Adobe_marker = FALSE;
  jpeg_set_quality(&info, kind.quality, TRUE);
  info.comp_info[0].h_samp_factor = kind.across;
  info.comp_info[0].v_samp_factor = kind.down;
  info.restart_interval = kind.restart_units;
  info.arith_code = kind.is_arithmetic ? TRUE : FALSE;
  if (kind.is_progressive) jpeg_simple_progression(&info);
  if (kind.has_separate_scans && channels == 3) {
    info.scan_info = separate;
    info.num_scans = 3;
  }
  jpeg_start_compress(&info, TRUE);
  for (unsigned row = 0; row < height; row++) {
    JSAMPROW line = (JSAMPROW)(pixels + (size_t)row * width * (size_t)channels);
    jpeg_write_scanlines(&info, &line, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *size = length;
  return memory;
}
#endif
