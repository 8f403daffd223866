/* TIFF over libtiff 4.5. Its JPEG codec uses setjmp inside itself alone. Messages are kept per handle, nothing is printed. */
#include "CImageCodecs.h"
#if defined(__linux__) && defined(ALULA_TIFF)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "lazy_library.h"

#define TIFF_FUNCTIONS(F)                                                                                             \
  F(TIFFClientOpenExt) F(TIFFClose) F(TIFFOpenOptionsAlloc) F(TIFFOpenOptionsFree)                                    \
  F(TIFFOpenOptionsSetMaxSingleMemAlloc) F(TIFFOpenOptionsSetErrorHandlerExtR)                                        \
  F(TIFFOpenOptionsSetWarningHandlerExtR) F(TIFFGetField) F(TIFFGetFieldDefaulted) F(TIFFSetField) F(TIFFIsTiled)     \
  F(TIFFScanlineSize64) F(TIFFStripSize64) F(TIFFTileSize64) F(TIFFReadScanline) F(TIFFReadEncodedTile)               \
  F(TIFFComputeTile) F(TIFFCheckTile) F(TIFFComputeStrip) F(TIFFGetStrileOffset) F(TIFFGetStrileByteCount)            \
  F(TIFFRGBAImageBegin) F(TIFFRGBAImageGet) F(TIFFRGBAImageEnd)
ALULA_LAZY_LIBRARY(tiff, "libtiff.so.6", TIFF_FUNCTIONS)

struct alula_tiff {
  const uint8_t *data;
  size_t size, position;
  TIFF *handle;
  TIFFRGBAImage image;
  int has_image;
  char message[256];
};

const char *alula_tiff_problem(void) { return tiff_problem(); }
int alula_tiff_is_present(void) { return tiff_is_present(); }

static tmsize_t read_bytes(thandle_t client, void *target, tmsize_t count) {
  alula_tiff *file = client;
  size_t left = file->size - file->position, wanted = count > 0 ? (size_t)count : 0;
  if (wanted > left) wanted = left;
  memcpy(target, file->data + file->position, wanted);
  file->position += wanted;
  return (tmsize_t)wanted;
}

static tmsize_t write_nothing(thandle_t client, void *source, tmsize_t count) {
  (void)client, (void)source, (void)count;
  return -1;
}

static toff_t seek(thandle_t client, toff_t offset, int whence) {
  alula_tiff *file = client;
  uint64_t base = whence == SEEK_CUR ? file->position : whence == SEEK_END ? file->size : 0;
  uint64_t place = base + offset; /* offsets of SEEK_CUR and SEEK_END are signed: they wrap as they should */
  if (place > file->size) return (toff_t)-1;
  file->position = (size_t)place;
  return place;
}

static int close_nothing(thandle_t client) { return (void)client, 0; }
static toff_t file_size(thandle_t client) { return ((alula_tiff *)client)->size; }

/* The file is in memory: libtiff reads it in place. It never writes to a mapping it may only read. */
static int map_file(thandle_t client, void **base, toff_t *size) {
  alula_tiff *file = client;
  *base = (void *)(uintptr_t)file->data;
  *size = file->size;
  return 1;
}

static void unmap_nothing(thandle_t client, void *base, toff_t size) { (void)client, (void)base, (void)size; }

/* Keeps the first message: what follows is a consequence. */
static int keep_message(TIFF *handle, void *user, const char *module, const char *format, va_list arguments) {
  alula_tiff *file = user;
  (void)handle, (void)module;
  if (file->message[0] == 0) vsnprintf(file->message, sizeof file->message, format, arguments);
  return 1;
}

static int drop_message(TIFF *handle, void *user, const char *module, const char *format, va_list arguments) {
  (void)handle, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

alula_tiff *alula_tiff_open(const uint8_t *data, size_t size, size_t memory_limit, int *status, char *message) {
  message[0] = 0;
  *status = ALULA_DECODE_UNSUPPORTED;
  if (!load_tiff()) return NULL;
  *status = ALULA_DECODE_LIMIT;
  alula_tiff *file = calloc(1, sizeof *file);
  TIFFOpenOptions *options = file ? tiff.TIFFOpenOptionsAlloc() : NULL;
  if (!options) {
    free(file);
    return NULL;
  }
  file->data = data;
  file->size = size;
  tiff.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)memory_limit);
  tiff.TIFFOpenOptionsSetErrorHandlerExtR(options, keep_message, file);
  tiff.TIFFOpenOptionsSetWarningHandlerExtR(options, drop_message, file);
  /* c: strips stay as they are; a strip is read row by row anyhow. */
  file->handle = tiff.TIFFClientOpenExt("", "rc", file, read_bytes, write_nothing, seek, close_nothing, file_size, map_file,
                                        unmap_nothing, options);
  tiff.TIFFOpenOptionsFree(options);
  if (!file->handle) {
    *status = ALULA_DECODE_DAMAGED;
    memcpy(message, file->message, sizeof file->message);
    free(file);
    return NULL;
  }
  *status = ALULA_DECODE_OK;
  return file;
}

static uint16_t short_field(alula_tiff *file, uint32_t tag, uint16_t otherwise) {
  uint16_t value = otherwise;
  return tiff.TIFFGetFieldDefaulted(file->handle, tag, &value) ? value : otherwise;
}

/* Files without the tag exist. Fax codes count black from white, one or two samples are grey, three are colours. */
static uint16_t photometric_of(alula_tiff *file, const alula_tiff_header *header) {
  uint16_t value = 0;
  if (tiff.TIFFGetField(file->handle, TIFFTAG_PHOTOMETRIC, &value)) return value;
  int is_fax = header->compression >= COMPRESSION_CCITTRLE && header->compression <= COMPRESSION_CCITTFAX4;
  if (is_fax || header->compression == COMPRESSION_CCITTRLEW) return PHOTOMETRIC_MINISWHITE;
  return header->samples - header->extra_count >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
}

void alula_tiff_read_header(alula_tiff *file, alula_tiff_header *header) {
  TIFF *handle = file->handle;
  memset(header, 0, sizeof *header);
  tiff.TIFFGetField(handle, TIFFTAG_IMAGEWIDTH, &header->width);
  tiff.TIFFGetField(handle, TIFFTAG_IMAGELENGTH, &header->height);
  header->orientation = short_field(file, TIFFTAG_ORIENTATION, 1);
  header->bits = short_field(file, TIFFTAG_BITSPERSAMPLE, 1);
  header->samples = short_field(file, TIFFTAG_SAMPLESPERPIXEL, 1);
  header->compression = short_field(file, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  header->sample_format = short_field(file, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  header->is_separate = header->samples > 1 && short_field(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
  uint16_t count = 0, *kinds = NULL;
  if (tiff.TIFFGetField(handle, TIFFTAG_EXTRASAMPLES, &count, &kinds) && count > 0 && kinds) {
    header->extra_count = count;
    header->first_extra = kinds[0];
  }
  header->photometric = photometric_of(file, header);
  header->decodes_to_rgb = header->photometric == PHOTOMETRIC_YCBCR && header->compression == COMPRESSION_JPEG &&
                           !header->is_separate && header->samples == 3;
  if (header->decodes_to_rgb) tiff.TIFFSetField(handle, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  header->is_tiled = tiff.TIFFIsTiled(handle);
  if (header->is_tiled) {
    tiff.TIFFGetField(handle, TIFFTAG_TILEWIDTH, &header->block_width);
    tiff.TIFFGetField(handle, TIFFTAG_TILELENGTH, &header->block_height);
    header->block_bytes = tiff.TIFFTileSize64(handle);
  } else {
    uint32_t rows = 0;
    tiff.TIFFGetFieldDefaulted(handle, TIFFTAG_ROWSPERSTRIP, &rows);
    header->block_width = header->width;
    header->block_height = rows == 0 || rows > header->height ? header->height : rows;
    header->block_bytes = tiff.TIFFStripSize64(handle);
    header->row_bytes = tiff.TIFFScanlineSize64(handle);
  }
}

const uint8_t *alula_tiff_profile(alula_tiff *file, size_t *size) {
  uint32_t count = 0;
  void *profile = NULL;
  if (!tiff.TIFFGetField(file->handle, TIFFTAG_ICCPROFILE, &count, &profile)) return NULL;
  *size = count;
  return profile;
}

int alula_tiff_read_palette(alula_tiff *file, uint8_t *rgba) {
  uint16_t bits = short_field(file, TIFFTAG_BITSPERSAMPLE, 1), *red = NULL, *green = NULL, *blue = NULL;
  if (bits > 8 || !tiff.TIFFGetField(file->handle, TIFFTAG_COLORMAP, &red, &green, &blue)) return ALULA_DECODE_DAMAGED;
  size_t count = (size_t)1 << bits;
  /* Tables of 8-bit values are met: then no value needs the upper byte. */
  int shift = 0;
  for (size_t index = 0; index < count; index++)
    if ((red[index] | green[index] | blue[index]) > 255) shift = 8;
  for (size_t index = 0; index < count; index++) {
    rgba[index * 4] = (uint8_t)(red[index] >> shift);
    rgba[index * 4 + 1] = (uint8_t)(green[index] >> shift);
    rgba[index * 4 + 2] = (uint8_t)(blue[index] >> shift);
    rgba[index * 4 + 3] = 255;
  }
  return ALULA_DECODE_OK;
}

/* What a strip or tile that could not be read means: not all there, or damaged. */
static int block_status(alula_tiff *file, uint32_t block) {
  uint64_t offset = tiff.TIFFGetStrileOffset(file->handle, block), count = tiff.TIFFGetStrileByteCount(file->handle, block);
  return offset > file->size || count > file->size - offset ? ALULA_DECODE_TRUNCATED : ALULA_DECODE_DAMAGED;
}

int alula_tiff_read_row(alula_tiff *file, uint32_t row, uint16_t plane, uint8_t *target) {
  if (tiff.TIFFReadScanline(file->handle, target, row, plane) == 1) return ALULA_DECODE_OK;
  return block_status(file, tiff.TIFFComputeStrip(file->handle, row, plane));
}

int alula_tiff_read_tile(alula_tiff *file, uint32_t x, uint32_t y, uint16_t plane, uint8_t *target, size_t size) {
  if (!tiff.TIFFCheckTile(file->handle, x, y, 0, plane)) return ALULA_DECODE_DAMAGED;
  uint32_t tile = tiff.TIFFComputeTile(file->handle, x, y, 0, plane);
  if (tiff.TIFFReadEncodedTile(file->handle, tile, target, (tmsize_t)size) == (tmsize_t)size) return ALULA_DECODE_OK;
  return block_status(file, tile);
}

int alula_tiff_start_rgba(alula_tiff *file) {
  char message[1024] = "";
  if (!tiff.TIFFRGBAImageBegin(&file->image, file->handle, 1, message)) {
    if (file->message[0] == 0) snprintf(file->message, sizeof file->message, "%.255s", message);
    return ALULA_DECODE_UNSUPPORTED;
  }
  file->has_image = 1;
  /* Rows come as they are stored; the caller turns the picture. */
  file->image.orientation = file->image.req_orientation = ORIENTATION_TOPLEFT;
  return ALULA_DECODE_OK;
}

int alula_tiff_read_rgba(alula_tiff *file, uint32_t row, uint32_t count, uint32_t *pixels) {
  file->image.row_offset = (int)row;
  file->image.col_offset = 0;
  if (tiff.TIFFRGBAImageGet(&file->image, pixels, file->image.width, count)) return ALULA_DECODE_OK;
  uint32_t block = tiff.TIFFIsTiled(file->handle) ? tiff.TIFFComputeTile(file->handle, 0, row, 0, 0)
                                                  : tiff.TIFFComputeStrip(file->handle, row, 0);
  return block_status(file, block);
}

const char *alula_tiff_message(const alula_tiff *file) { return file->message; }

void alula_tiff_close(alula_tiff *file) {
  if (!file) return;
  if (file->has_image) tiff.TIFFRGBAImageEnd(&file->image);
  tiff.TIFFClose(file->handle);
  free(file);
}
#endif
