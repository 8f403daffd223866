#include "CGifReferee.h"

/* A plain build of the package makes this target too, and must work without the header of a library only tests need. */
#if defined(__linux__) && __has_include(<gif_lib.h>)
#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *bytes;
  size_t count;
} source;

static int read_bytes(GifFileType *gif, GifByteType *target, int wanted) {
  source *from = gif->UserData;
  size_t count = (size_t)wanted < from->count ? (size_t)wanted : from->count;
  memcpy(target, from->bytes, count);
  from->bytes += count;
  from->count -= count;
  return (int)count;
}

/* Reads up to the first image descriptor. Gives the transparent index of the last graphic control, or -1. */
static int find_image(GifFileType *gif, int *transparent) {
  GifRecordType type;
  *transparent = NO_TRANSPARENT_COLOR;
  for (;;) {
    if (DGifGetRecordType(gif, &type) == GIF_ERROR) return gif->Error;
    if (type == TERMINATE_RECORD_TYPE) return GIF_REFEREE_NO_IMAGE;
    if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_ERROR ? gif->Error : 0;
    int code;
    GifByteType *block;
    if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return gif->Error;
    while (block != NULL) {
      GraphicsControlBlock control;
      if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
        *transparent = control.TransparentColor;
      if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return gif->Error;
    }
  }
}

static void make_colors(const GifFileType *gif, int transparent, uint8_t colors[256][4]) {
  const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
  for (int index = 0; index < 256; index++) {
    static const GifColorType black;
    GifColorType color = map && index < map->ColorCount ? map->Colors[index] : black;
    uint8_t rgba[4] = {color.Red, color.Green, color.Blue, 255};
    memcpy(colors[index], rgba, 4);
  }
  if (transparent >= 0) memset(colors[transparent & 255], 0, 4);
}

static void put_row(const GifImageDesc *image, int row, const GifPixelType *line, uint8_t colors[256][4],
                    gif_referee_picture *picture) {
  if (image->Top + row >= picture->height) return;
  int room = picture->width - image->Left;
  int count = room < image->Width ? room : image->Width;
  uint8_t *target = picture->pixels + ((size_t)(image->Top + row) * picture->width + image->Left) * 4;
  for (int column = 0; column < count; column++) memcpy(target + column * 4, colors[line[column]], 4);
}

static void read_image(GifFileType *gif, int transparent, gif_referee_picture *picture) {
  static const int first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2}, one[] = {0, 1};
  const GifImageDesc *image = &gif->Image;
  /* Browsers take the first frame's size for a canvas without one. */
  int has_canvas = gif->SWidth > 0 && gif->SHeight > 0;
  picture->width = has_canvas ? gif->SWidth : image->Width;
  picture->height = has_canvas ? gif->SHeight : image->Height;
  picture->rows_left = image->Width > 0 ? image->Height : 0;
  GifPixelType *line = calloc(1, (size_t)image->Width + 1);
  picture->pixels = calloc((size_t)picture->width * picture->height + 1, 4);
  uint8_t colors[256][4];
  make_colors(gif, transparent, colors);
  if (!line || !picture->pixels) picture->error = GIF_REFEREE_NO_MEMORY;
  for (int pass = 0; pass < (image->Interlace ? 4 : 1) && !picture->error && picture->rows_left > 0; pass++) {
    int start = image->Interlace ? first[pass] : one[0], by = image->Interlace ? step[pass] : one[1];
    for (int row = start; row < image->Height && !picture->error; row += by) {
      if (DGifGetLine(gif, line, image->Width) == GIF_ERROR)
        picture->error = gif->Error;
      else
        picture->rows_left--;
      /* The row also when it failed: giflib says so as well when all its pixels are there and what follows is not. */
      put_row(image, row, line, colors, picture);
    }
  }
  free(line);
}

gif_referee_picture gif_referee_decode(const uint8_t *bytes, size_t count) {
  gif_referee_picture picture = {0};
  source from = {bytes, count};
  GifFileType *gif = DGifOpen(&from, read_bytes, &picture.error);
  if (!gif) return picture;
  int transparent, error;
  picture.error = find_image(gif, &transparent);
  if (!picture.error) read_image(gif, transparent, &picture);
  DGifCloseFile(gif, &error);
  return picture;
}

void gif_referee_free(gif_referee_picture picture) { free(picture.pixels); }
#endif
