/* SVG over librsvg. Its headers drag in those of a hundred packages, so the dozen functions that are used are declared here: their
 * interfaces have not changed since librsvg 2.52, Cairo 1.0 and GLib 2.0 and never will under these names. */
#include "CImageCodecs.h"
#if defined(__linux__) && defined(ALULA_SVG)
#include <stdio.h>
#include <stdlib.h>

#include "lazy_library.h"

typedef struct _RsvgHandle RsvgHandle;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} GError;
typedef struct {
  double length;
  int unit; /* 0 percent, 1 px, 2 em, 3 ex, 4 in, 5 cm, 6 mm, 7 pt, 8 pc */
} RsvgLength;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;

RsvgHandle *rsvg_handle_new_from_data(const uint8_t *data, unsigned long size, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
int rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(RsvgHandle *handle, int *has_width, RsvgLength *width, int *has_height,
                                          RsvgLength *height, int *has_view_box, RsvgRectangle *view_box);
int rsvg_handle_render_document(RsvgHandle *handle, cairo_t *cairo, const RsvgRectangle *viewport, GError **error);
void g_object_unref(void *object);
void g_error_free(GError *error);
cairo_surface_t *cairo_image_surface_create_for_data(unsigned char *data, int format, int width, int height, int stride);
int cairo_surface_status(cairo_surface_t *surface);
void cairo_surface_finish(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_t *cairo_create(cairo_surface_t *surface);
int cairo_status(cairo_t *cairo);
void cairo_scale(cairo_t *cairo, double x, double y);
void cairo_translate(cairo_t *cairo, double x, double y);
void cairo_destroy(cairo_t *cairo);

#define CAIRO_ARGB32 0

#define RSVG_FUNCTIONS(F)                                                                                             \
  F(rsvg_handle_new_from_data) F(rsvg_handle_set_dpi) F(rsvg_handle_get_intrinsic_size_in_pixels)                     \
  F(rsvg_handle_get_intrinsic_dimensions) F(rsvg_handle_render_document)
#define GOBJECT_FUNCTIONS(F) F(g_object_unref)
#define GLIB_FUNCTIONS(F) F(g_error_free)
#define CAIRO_FUNCTIONS(F)                                                                                            \
  F(cairo_image_surface_create_for_data) F(cairo_surface_status) F(cairo_surface_finish) F(cairo_surface_destroy)     \
  F(cairo_create) F(cairo_status) F(cairo_scale) F(cairo_translate) F(cairo_destroy)
ALULA_LAZY_LIBRARY(rsvg, "librsvg-2.so.2", RSVG_FUNCTIONS)
ALULA_LAZY_LIBRARY(gobject, "libgobject-2.0.so.0", GOBJECT_FUNCTIONS)
ALULA_LAZY_LIBRARY(glib, "libglib-2.0.so.0", GLIB_FUNCTIONS)
ALULA_LAZY_LIBRARY(cairo, "libcairo.so.2", CAIRO_FUNCTIONS)

struct alula_svg {
  RsvgHandle *handle;
};

const char *alula_svg_problem(void) {
  const char *problems[] = {rsvg_problem(), cairo_problem(), gobject_problem(), glib_problem(), alula_svg_walk_problem()};
  for (int index = 0; index < 5; index++)
    if (problems[index]) return problems[index];
  return NULL;
}

int alula_svg_is_present(void) {
  return rsvg_is_present() && cairo_is_present() && gobject_is_present() && glib_is_present();
}

static void keep_message(GError *error, char *message, const char *otherwise) {
  snprintf(message, 256, "%s", error && error->message ? error->message : otherwise);
  if (error) glib.g_error_free(error);
}

alula_svg *alula_svg_create(const uint8_t *data, size_t size, char *message) {
  GError *error = NULL;
  if (!load_rsvg() || !load_cairo() || !load_gobject() || !load_glib()) {
    keep_message(NULL, message, "librsvg is not there.");
    return NULL;
  }
  alula_svg *svg = calloc(1, sizeof *svg);
  if (!svg) return NULL;
  /* Without a base address librsvg follows data: URLs alone; without flags its limits on XML hold. */
  svg->handle = rsvg.rsvg_handle_new_from_data(data, size, &error);
  if (!svg->handle) {
    keep_message(error, message, "librsvg refused it.");
    free(svg);
    return NULL;
  }
  rsvg.rsvg_handle_set_dpi(svg->handle, 96);
  return svg;
}

/* CSS Values 4, section 6: absolute lengths; a font is 16 pixels high unless the document says otherwise. */
static double pixels_of(RsvgLength length) {
  static const double factors[] = {0, 1, 16, 8, 96, 96 / 2.54, 96 / 25.4, 96.0 / 72, 16};
  return length.unit > 0 && length.unit < 9 ? length.length * factors[length.unit] : 0;
}

void alula_svg_read_header(alula_svg *svg, alula_svg_header *header) {
  int has_width = 0, has_height = 0, has_view_box = 0;
  RsvgLength width = {0, 0}, height = {0, 0};
  RsvgRectangle view_box = {0, 0, 0, 0};
  rsvg.rsvg_handle_get_intrinsic_dimensions(svg->handle, &has_width, &width, &has_height, &height, &has_view_box, &view_box);
  header->width = has_width ? pixels_of(width) : 0;
  header->height = has_height ? pixels_of(height) : 0;
  header->view_width = has_view_box ? view_box.width : 0;
  header->view_height = has_view_box ? view_box.height : 0;
  double exact_width = 0, exact_height = 0;
  if (rsvg.rsvg_handle_get_intrinsic_size_in_pixels(svg->handle, &exact_width, &exact_height)) {
    header->width = exact_width;
    header->height = exact_height;
  }
}

int alula_svg_draw(alula_svg *svg, double document_width, double document_height, double left, double top, double scale_x,
                   double scale_y, uint32_t *pixels, int width, int height, char *message) {
  message[0] = 0;
  cairo_surface_t *surface =
      cairo.cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_ARGB32, width, height, width * 4);
  if (cairo.cairo_surface_status(surface) != 0) {
    cairo.cairo_surface_destroy(surface);
    return ALULA_DECODE_LIMIT;
  }
  cairo_t *context = cairo.cairo_create(surface);
  cairo.cairo_scale(context, scale_x, scale_y);
  cairo.cairo_translate(context, -left, -top);
  RsvgRectangle viewport = {0, 0, document_width, document_height};
  GError *error = NULL;
  int status = ALULA_DECODE_OK;
  if (!rsvg.rsvg_handle_render_document(svg->handle, context, &viewport, &error)) {
    status = ALULA_DECODE_DAMAGED;
    keep_message(error, message, "librsvg could not draw it.");
  } else if (cairo.cairo_status(context) != 0) {
    status = ALULA_DECODE_LIMIT;
  }
  cairo.cairo_destroy(context);
  cairo.cairo_surface_finish(surface);
  cairo.cairo_surface_destroy(surface);
  return status;
}

void alula_svg_destroy(alula_svg *svg) {
  if (!svg) return;
  gobject.g_object_unref(svg->handle);
  free(svg);
}
#endif
