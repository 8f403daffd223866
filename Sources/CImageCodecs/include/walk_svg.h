/* A walk over an SVG with the XML parser that librsvg uses itself (libxml2, found through librsvg), so that both see the same: entities and
 * references to characters resolved, encodings read, comments left out, attributes that the document type adds. */
#ifndef ALULA_CIMAGECODECS_WALK_SVG_H
#define ALULA_CIMAGECODECS_WALK_SVG_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

/* Called for each element and text, on the thread that walks. What is pointed to lives during the call. Names are without prefix; what
 * other languages add to SVG (attributes with a prefix but xlink's) is left out. `begun` says with 0 that the walk ends. */
typedef struct {
  void *context;
  void (*begin)(void *context, const char *name);
  void (*attribute)(void *context, const char *name, const uint8_t *value, size_t size);
  int (*begun)(void *context);
  void (*end)(void *context);
  void (*text)(void *context, const uint8_t *text, size_t size);
  void (*instruction)(void *context, const uint8_t *text, size_t size);
} alula_svg_visitor;

/* Why the XML parser of librsvg cannot be used; NULL when it can. */
const char *alula_svg_walk_problem(void);
/* 1 when the whole document was read or the visitor ended the walk, 0 when it is not well-formed or librsvg is not there. */
int alula_svg_walk(const uint8_t *data, size_t size, const alula_svg_visitor *visitor);

#endif
#endif
