#ifndef ALULA_CSAMPLEJPEG_H
#define ALULA_CSAMPLEJPEG_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int quality;
  int across, down;       /* luma samples for one chroma sample */
  int is_progressive;
  int has_separate_scans; /* sequential, a scan for each component */
  int is_arithmetic;
  int is_rgb;             /* stored as RGB, with an Adobe segment that says so */
  int is_ycck;            /* CMYK stored as YCCK, with an Adobe segment that says so */
  int lacks_adobe;        /* without an Adobe segment */
  unsigned restart_units; /* interleaved units between restart markers; 0 without */
} alula_sample_jpeg_kind;

/* Writes `channels` (1 grey, 3 RGB, 4 CMYK) bytes a pixel. The result is freed with free(). */
uint8_t *alula_sample_jpeg(const uint8_t *pixels, unsigned width, unsigned height, int channels, alula_sample_jpeg_kind kind, size_t *size);
#endif
#endif
