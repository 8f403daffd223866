/* HEIC and HEIF over libheif. */
#include "CImageCodecs.h"
#if defined(__linux__) && defined(ALULA_HEIC)
#include "lazy_library.h"
#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

#define HEIF_FUNCTIONS(F)                                                                                              \
  F(heif_get_version_number) F(heif_context_alloc) F(heif_context_free)                                   \
  F(heif_context_set_maximum_image_size_limit) F(heif_context_set_max_decoding_threads)                                \
  F(heif_context_read_from_memory_without_copy) F(heif_context_get_primary_image_ID) F(heif_context_get_image_handle)   \
  F(heif_context_is_top_level_image_ID) F(heif_context_get_list_of_top_level_image_IDs)                                \
  F(heif_context_get_number_of_top_level_images) F(heif_image_handle_release) F(heif_image_handle_get_ispe_width)      \
  F(heif_image_handle_get_ispe_height) F(heif_image_handle_get_width) F(heif_image_handle_get_height)                  \
  F(heif_image_handle_has_alpha_channel)                                                                               \
  F(heif_image_handle_is_premultiplied_alpha) F(heif_image_handle_get_luma_bits_per_pixel)                             \
  F(heif_image_handle_get_raw_color_profile_size) F(heif_image_handle_get_raw_color_profile)                           \
  F(heif_decoding_options_alloc) F(heif_decoding_options_free) F(heif_decode_image) F(heif_image_release)              \
  F(heif_image_get_colorspace) F(heif_image_get_chroma_format) F(heif_image_has_channel) F(heif_image_get_width)       \
  F(heif_image_get_height) F(heif_image_get_bits_per_pixel_range) F(heif_image_get_plane_readonly)                     \
  F(heif_image_get_nclx_color_profile) F(heif_nclx_color_profile_free)
ALULA_LAZY_LIBRARY(heif, "libheif.so.1", HEIF_FUNCTIONS)

struct alula_heic {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  int status; /* of reading the boxes */
  int applies_transformations;
  char message[160];
};

/* The same major version, and functions are only ever added. */
static int is_of_version(void) {
  uint32_t version = heif.heif_get_version_number();
  return version >> 24 == LIBHEIF_NUMERIC_VERSION >> 24 && (version >> 16 & 0xff) >= (LIBHEIF_NUMERIC_VERSION >> 16 & 0xff);
}

const char *alula_heic_problem(void) {
  return heif_problem() ? heif_problem() : is_of_version() ? NULL : "its version is another one than this was built with";
}

int alula_heic_is_available(void) { return heif_is_present(); }

static int status_of(alula_heic *heic, struct heif_error error) {
  const char *text = error.message ? error.message : "";
  size_t length = strnlen(text, sizeof heic->message - 1);
  memcpy(heic->message, text, length);
  heic->message[length] = 0;
  if (error.subcode == heif_suberror_Security_limit_exceeded) return ALULA_DECODE_LIMIT;
  if (error.subcode == heif_suberror_End_of_data) return ALULA_DECODE_TRUNCATED;
  if (error.subcode == heif_suberror_Unsupported_codec) return ALULA_DECODE_UNSUPPORTED;
  switch (error.code) {
  case heif_error_Ok: return ALULA_DECODE_OK;
  case heif_error_Memory_allocation_error: return ALULA_DECODE_LIMIT;
  case heif_error_Unsupported_filetype:
  case heif_error_Unsupported_feature: return ALULA_DECODE_UNSUPPORTED;
  default: return ALULA_DECODE_DAMAGED;
  }
}

alula_heic *alula_heic_create(const uint8_t *data, size_t size, uint32_t maximum_side) {
  if (!load_heif() || !is_of_version()) return NULL;
  alula_heic *heic = calloc(1, sizeof *heic);
  if (!heic) return NULL;
  heic->context = heif.heif_context_alloc();
  if (!heic->context) {
    free(heic);
    return NULL;
  }
  heif.heif_context_set_maximum_image_size_limit(heic->context, maximum_side > 65536 ? 65536 : (int)maximum_side);
  heif.heif_context_set_max_decoding_threads(heic->context, 0);
  struct heif_error error = heif.heif_context_read_from_memory_without_copy(heic->context, data, size, NULL);
  /* Kept until the header is asked for: it is the call that answers. */
  heic->status = status_of(heic, error);
  return heic;
}

static int find_picture(alula_heic *heic, heif_item_id *item) {
  int status = status_of(heic, heif.heif_context_get_primary_image_ID(heic->context, item));
  if (status != ALULA_DECODE_OK) return status;
  heif_item_id first;
  if (!heif.heif_context_is_top_level_image_ID(heic->context, *item) &&
      heif.heif_context_get_list_of_top_level_image_IDs(heic->context, &first, 1) == 1)
    *item = first;
  return status_of(heic, heif.heif_context_get_image_handle(heic->context, *item, &heic->handle));
}

int alula_heic_read_header(alula_heic *heic, alula_heic_header *header) {
  if (heic->status != ALULA_DECODE_OK) return heic->status;
  heif_item_id item = 0;
  int status = find_picture(heic, &item);
  if (status != ALULA_DECODE_OK) return status;
  int width = heif.heif_image_handle_get_ispe_width(heic->handle), height = heif.heif_image_handle_get_ispe_height(heic->handle);
  int upright_width = heif.heif_image_handle_get_width(heic->handle), upright_height = heif.heif_image_handle_get_height(heic->handle);
  int depth = heif.heif_image_handle_get_luma_bits_per_pixel(heic->handle);
  int pictures = heif.heif_context_get_number_of_top_level_images(heic->context);
  memset(header, 0, sizeof *header);
  header->item = item;
  header->width = width > 0 ? (uint32_t)width : 0;
  header->height = height > 0 ? (uint32_t)height : 0;
  header->upright_width = upright_width > 0 ? (uint32_t)upright_width : 0;
  header->upright_height = upright_height > 0 ? (uint32_t)upright_height : 0;
  header->depth = depth > 0 ? depth : 8;
  header->has_alpha = heif.heif_image_handle_has_alpha_channel(heic->handle);
  header->is_premultiplied = heif.heif_image_handle_is_premultiplied_alpha(heic->handle);
  header->pictures = pictures > 0 ? (uint32_t)pictures : 1;
  header->profile_size = heif.heif_image_handle_get_raw_color_profile_size(heic->handle);
  return ALULA_DECODE_OK;
}

int alula_heic_read_profile(alula_heic *heic, uint8_t *profile) {
  return status_of(heic, heif.heif_image_handle_get_raw_color_profile(heic->handle, profile));
}

void alula_heic_apply_transformations(alula_heic *heic) { heic->applies_transformations = 1; }

static int decode(alula_heic *heic, enum heif_colorspace colors, enum heif_chroma chroma) {
  struct heif_decoding_options *options = heif.heif_decoding_options_alloc();
  if (!options) return ALULA_DECODE_LIMIT;
  options->ignore_transformations = !heic->applies_transformations;
  options->strict_decoding = 1;
  if (heic->image) heif.heif_image_release(heic->image);
  heic->image = NULL;
  int status = status_of(heic, heif.heif_decode_image(heic->handle, &heic->image, colors, chroma, options));
  heif.heif_decoding_options_free(options);
  return status == ALULA_DECODE_OK && !heic->image ? ALULA_DECODE_DAMAGED : status;
}

/* The size of a plane is its own: it may differ from what the header says. */
static alula_plane plane_of(const struct heif_image *image, enum heif_channel channel) {
  alula_plane plane = {0};
  int stride = 0;
  if (!heif.heif_image_has_channel(image, channel)) return plane;
  const uint8_t *samples = heif.heif_image_get_plane_readonly(image, channel, &stride);
  int width = heif.heif_image_get_width(image, channel), height = heif.heif_image_get_height(image, channel);
  if (!samples || stride <= 0 || width <= 0 || height <= 0) return plane;
  plane = (alula_plane){samples, (size_t)stride, (uint32_t)width, (uint32_t)height,
                        heif.heif_image_get_bits_per_pixel_range(image, channel)};
  return plane;
}

/* Without a colour box or anything in the codec's own headers: BT.601, full range. */
static void read_colors(const struct heif_image *image, alula_planes *planes) {
  struct heif_color_profile_nclx *nclx = NULL;
  planes->matrix = planes->primaries = 2;
  struct heif_error error = heif.heif_image_get_nclx_color_profile(image, &nclx);
  if (error.code == heif_error_Ok && nclx) {
    planes->matrix = (int)nclx->matrix_coefficients;
    planes->primaries = (int)nclx->color_primaries;
    planes->is_limited = !nclx->full_range_flag;
  }
  if (nclx) heif.heif_nclx_color_profile_free(nclx);
}

int alula_heic_decode_planes(alula_heic *heic, alula_planes *planes) {
  int status = decode(heic, heif_colorspace_undefined, heif_chroma_undefined);
  if (status != ALULA_DECODE_OK) return status;
  static const enum heif_channel channels[4] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr, heif_channel_Alpha};
  enum heif_colorspace colors = heif.heif_image_get_colorspace(heic->image);
  if (colors != heif_colorspace_YCbCr && colors != heif_colorspace_monochrome) return ALULA_DECODE_NO_PLANES;
  enum heif_chroma chroma = heif.heif_image_get_chroma_format(heic->image);
  memset(planes, 0, sizeof *planes);
  for (int index = 0; index < 4; index++) planes->planes[index] = plane_of(heic->image, channels[index]);
  planes->width = planes->planes[0].width;
  planes->height = planes->planes[0].height;
  planes->shift_x = chroma == heif_chroma_420 || chroma == heif_chroma_422;
  planes->shift_y = chroma == heif_chroma_420;
  planes->is_premultiplied = heif.heif_image_handle_is_premultiplied_alpha(heic->handle);
  read_colors(heic->image, planes);
  return ALULA_DECODE_OK;
}

/* libheif 1.15 reads alpha as if it were as large as the colours when it makes RGBA, and does not look whether it is. */
static int check_alpha(alula_heic *heic) {
  alula_planes planes;
  int status = alula_heic_decode_planes(heic, &planes);
  const alula_plane *alpha = &planes.planes[3];
  if (status != ALULA_DECODE_OK) return status == ALULA_DECODE_NO_PLANES ? ALULA_DECODE_OK : status;
  return alpha->width >= planes.width && alpha->height >= planes.height ? ALULA_DECODE_OK : ALULA_DECODE_DAMAGED;
}

int alula_heic_decode_rgb(alula_heic *heic, alula_plane *pixels, int *channels) {
  int has_alpha = heif.heif_image_handle_has_alpha_channel(heic->handle);
  int status = has_alpha ? check_alpha(heic) : ALULA_DECODE_OK;
  if (status != ALULA_DECODE_OK) return status;
  status = decode(heic, heif_colorspace_RGB, has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
  if (status != ALULA_DECODE_OK) return status;
  *channels = has_alpha ? 4 : 3;
  *pixels = plane_of(heic->image, heif_channel_interleaved);
  return pixels->samples && pixels->stride / (size_t)*channels >= pixels->width ? ALULA_DECODE_OK : ALULA_DECODE_DAMAGED;
}

const char *alula_heic_message(const alula_heic *heic) { return heic->message; }

void alula_heic_destroy(alula_heic *heic) {
  if (!heic) return;
  if (heic->image) heif.heif_image_release(heic->image);
  if (heic->handle) heif.heif_image_handle_release(heic->handle);
  heif.heif_context_free(heic->context);
  free(heic);
}
#endif
