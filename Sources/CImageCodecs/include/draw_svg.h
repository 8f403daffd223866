/* SVG drawn by librsvg on a Cairo surface, loaded when they are first needed. An object is used from one thread at a time. */
#ifndef ALULA_CIMAGECODECS_DRAW_SVG_H
#define ALULA_CIMAGECODECS_DRAW_SVG_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>
#include "decode.h"

typedef struct alula_svg alula_svg;

/* What the root element says of its size, in CSS pixels; what is 0 or less is not said, or said as a share of something else. */
typedef struct {
  double width, height;
  double view_width, view_height;
} alula_svg_header;

int alula_svg_is_present(void);
/* Loads it, with all that it needs, and says why it cannot be used; NULL when it can. */
const char *alula_svg_problem(void);
/* Parses the document. NULL when it is none; `message`, of 256 bytes, then says why. Nothing outside `data` is read. */
alula_svg *alula_svg_create(const uint8_t *data, size_t size, char *message);
void alula_svg_read_header(alula_svg *svg, alula_svg_header *header);
/* Draws the document, `document_width` x `document_height` large, so that the part at left, top fills the zeroed `pixels`. They become
 * premultiplied BGRA in memory order where the machine is little-endian: 0xAARRGGBB. */
int alula_svg_draw(alula_svg *svg, double document_width, double document_height, double left, double top, double scale_x,
                   double scale_y, uint32_t *pixels, int width, int height, char *message);
void alula_svg_destroy(alula_svg *svg);

#endif
#endif
