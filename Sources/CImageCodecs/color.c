/* Colours by Little CMS, which is loaded by the first picture with a profile. */
#include "CImageCodecs.h"
#if defined(__linux__)
#if !__has_include(<lcms2.h>)
#error "Alula needs Little CMS's headers: install liblcms2-dev (Scripts/setup does)"
#endif
#include <lcms2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lazy_library.h"

#define LCMS_FUNCTIONS(F)                                                                                              \
  F(cmsCreateContext) F(cmsDeleteContext) F(cmsSetLogErrorHandlerTHR) F(cmsOpenProfileFromMemTHR)                      \
  F(cmsCreate_sRGBProfileTHR) F(cmsCloseProfile) F(cmsGetColorSpace) F(cmsGetDeviceClass) F(cmsGetProfileInfo)         \
  F(cmsCreateTransformTHR) F(cmsDoTransform) F(cmsDeleteTransform)
ALULA_LAZY_LIBRARY(lcms, "liblcms2.so.2", LCMS_FUNCTIONS)

const char *alula_color_problem(void) { return lcms_problem(); }

struct alula_color_transform {
  cmsContext context;
  cmsHTRANSFORM handle;
  int channels;
};

static void ignore_error(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)context;
  (void)code;
  (void)text;
}

/* One context for each use: Little CMS keeps its error handler there, and nothing is shared between threads. */
static cmsContext new_context(void) {
  if (!load_lcms()) return NULL;
  cmsContext context = lcms.cmsCreateContext(NULL, NULL);
  if (context) lcms.cmsSetLogErrorHandlerTHR(context, ignore_error);
  return context;
}

static int is_made_for_pixels(cmsHPROFILE profile, int channels) {
  cmsColorSpaceSignature space = lcms.cmsGetColorSpace(profile);
  switch (lcms.cmsGetDeviceClass(profile)) {
    case cmsSigInputClass:
    case cmsSigDisplayClass:
    case cmsSigOutputClass:
    case cmsSigColorSpaceClass: break;
    default: return 0;
  }
  return channels == 1   ? space == cmsSigGrayData
         : channels == 3 ? space == cmsSigRgbData
                         : space == cmsSigCmykData;
}

/* Opens a copy of a profile without the tags D2B0 to B2D3 (ICC.1:2022 sections 9.2.23 to 9.2.25, 10.16): lists of as many elements as a
   file likes, each 8 bytes, each run for every point of the table that is made of a transform. 4 MB of them take hours. Every profile
   has other tags for the same colours, which cost what their sizes say. */
static cmsHPROFILE open_without_elements(cmsContext context, const void *bytes, size_t length) {
  unsigned char *copy = malloc(length);
  if (!copy) return NULL;
  memcpy(copy, bytes, length);
  uint32_t tags = (uint32_t)copy[128] << 24 | (uint32_t)copy[129] << 16 | (uint32_t)copy[130] << 8 | copy[131];
  unsigned char *end = copy + length;
  for (unsigned char *tag = copy + 132; tags > 0 && end - tag >= 12; tags--, tag += 12) {
    int is_list = (memcmp(tag, "D2B", 3) == 0 || memcmp(tag, "B2D", 3) == 0) && tag[3] >= '0' && tag[3] <= '3';
    /* A name that means nothing, and another one for each. */
    if (is_list) tag[0] = (unsigned char)(tag[0] | 0x20);
  }
  cmsHPROFILE profile = lcms.cmsOpenProfileFromMemTHR(context, copy, (cmsUInt32Number)length);
  free(copy);
  return profile;
}

alula_color_transform *alula_color_transform_create(const void *bytes, size_t length, int channels) {
  if (!bytes || length < 132 || length > 0x7fffffff) return NULL;
  alula_color_transform *transform = calloc(1, sizeof *transform);
  if (!transform) return NULL;
  transform->channels = channels;
  transform->context = new_context();
  if (!transform->context) {
    free(transform);
    return NULL;
  }
  cmsHPROFILE source = open_without_elements(transform->context, bytes, length);
  cmsHPROFILE target = lcms.cmsCreate_sRGBProfileTHR(transform->context);
  if (source && target && is_made_for_pixels(source, channels)) {
    cmsUInt32Number format = channels == 1 ? TYPE_GRAY_8 : channels == 3 ? TYPE_RGBA_8 : TYPE_CMYK_8_REV;
    transform->handle = lcms.cmsCreateTransformTHR(transform->context, source, format, target, TYPE_RGBA_8,
                                              INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOCACHE);
  }
  if (source) lcms.cmsCloseProfile(source);
  if (target) lcms.cmsCloseProfile(target);
  if (!transform->handle) {
    alula_color_transform_free(transform);
    return NULL;
  }
  return transform;
}

void alula_color_transform_free(alula_color_transform *transform) {
  if (!transform) return;
  if (transform->handle) lcms.cmsDeleteTransform(transform->handle);
  if (transform->context) lcms.cmsDeleteContext(transform->context);
  free(transform);
}

void alula_color_transform_apply(const alula_color_transform *transform, const void *source, void *target,
                                 size_t count) {
  unsigned char *pixels = target;
  const unsigned char *values = source;
  size_t step = transform->channels == 1 ? 1 : 4;
  /* Little CMS counts pixels in 32 bits. */
  for (size_t done = 0; done < count;) {
    size_t block = count - done < 65536 ? count - done : 65536;
    lcms.cmsDoTransform(transform->handle, values + done * step, pixels + done * 4, (cmsUInt32Number)block);
    done += block;
  }
  if (transform->channels == 4)
    for (size_t index = 0; index < count; index++) pixels[index * 4 + 3] = 255;
}

static int differs(int a, int b) { return a - b > 1 || b - a > 1; }

int alula_color_transform_is_identity(const alula_color_transform *transform) {
  unsigned char in[17 * 4], out[17 * 4];
  if (transform->channels == 4) return 0;
  if (transform->channels == 1) {
    unsigned char gray[256], rgb[256 * 4];
    for (int value = 0; value < 256; value++) gray[value] = (unsigned char)value;
    alula_color_transform_apply(transform, gray, rgb, 256);
    for (int value = 0; value < 256; value++)
      for (int channel = 0; channel < 3; channel++)
        if (differs(rgb[value * 4 + channel], value)) return 0;
    return 1;
  }
  for (int red = 0; red <= 255; red += 15) {
    for (int green = 0; green <= 255; green += 15) {
      for (int index = 0; index < 17; index++) {
        in[index * 4] = (unsigned char)red;
        in[index * 4 + 1] = (unsigned char)green;
        in[index * 4 + 2] = (unsigned char)(index * 255 / 16);
        in[index * 4 + 3] = 255;
      }
      alula_color_transform_apply(transform, in, out, 17);
      for (int index = 0; index < 17; index++)
        for (int channel = 0; channel < 3; channel++)
          if (differs(in[index * 4 + channel], out[index * 4 + channel])) return 0;
    }
  }
  return 1;
}

size_t alula_color_profile_name(const void *bytes, size_t length, char *name, size_t capacity) {
  if (!bytes || length < 128 || length > 0x7fffffff || capacity == 0) return 0;
  cmsContext context = new_context();
  if (!context) return 0;
  size_t written = 0;
  cmsHPROFILE profile = lcms.cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)length);
  if (profile) {
    wchar_t text[128] = {0};
    lcms.cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", text, sizeof text);
    text[127] = 0;
    for (const wchar_t *next = text; *next && written + 4 < capacity; next++) {
      unsigned long code = (unsigned long)*next;
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) code = 0xfffd;
      if (code < 0x80) {
        name[written++] = (char)code;
      } else if (code < 0x800) {
        name[written++] = (char)(0xc0 | code >> 6);
        name[written++] = (char)(0x80 | (code & 63));
      } else if (code < 0x10000) {
        name[written++] = (char)(0xe0 | code >> 12);
        name[written++] = (char)(0x80 | (code >> 6 & 63));
        name[written++] = (char)(0x80 | (code & 63));
      } else {
        name[written++] = (char)(0xf0 | code >> 18);
        name[written++] = (char)(0x80 | (code >> 12 & 63));
        name[written++] = (char)(0x80 | (code >> 6 & 63));
        name[written++] = (char)(0x80 | (code & 63));
      }
    }
    lcms.cmsCloseProfile(profile);
  }
  lcms.cmsDeleteContext(context);
  return written;
}
#endif
