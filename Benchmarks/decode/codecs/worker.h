// A codec alone as a peer of run-decode: the loop is worker.c, each codec is a file beside it.
#ifndef WORKER_H
#define WORKER_H
#include <stddef.h>
#include <stdint.h>

struct picture {
  uint8_t *pixels;  // malloc; RGBA, or NULL when the codec alone keeps none
  int width, height;
};

extern const char *const alpha;  // "premultiplied" or "straight"

// Decodes at about width x height (0 is full size). 0 when it went well.
int decode(const uint8_t *data, size_t size, int width, int height, struct picture *out);
#endif
