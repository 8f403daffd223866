/* From planes to rows of RGB: boxes are averaged first, colour planes are brought to the resolution of luma, then one linear map. All
 * steps between hold an 8-bit value in 64ths, whatever the depth: 16 bits are enough for them. */
#include "CImageCodecs.h"
#if defined(__linux__) && (defined(ALULA_AVIF) || defined(ALULA_HEIC))
#include "plane_kernels.h"
#include <stdlib.h>
#include <string.h>

struct alula_plane_rows {
  alula_planes picture;
  alula_area area;
  uint32_t factor, columns, next_y;
  int channels;
  int is_plain; /* red does not depend on Cb, blue not on Cr */
  color_map map;
  double sample_units[4]; /* 64ths in one step of a stored sample */
  int16_t *lines[4];
  int16_t *near, *far; /* colour rows that are to be blended */
  uint32_t *sums;
};

static const uint8_t *row_of(const alula_plane *plane, uint32_t y) { return plane->samples + (size_t)y * plane->stride; }

/* Adds the samples of luma rows `from` to `to` to the sums; a colour row that stands for two of them counts twice. */
static void sum_rows(const alula_plane *plane, int shift, uint32_t from, uint32_t to, uint32_t first, uint32_t count, uint32_t *sums) {
  memset(sums, 0, count * sizeof *sums);
  if (plane->depth <= 8 && (shift == 0 || (from % 2 == 0 && to % 2 == 0))) {
    add_byte_rows(row_of(plane, from >> shift) + first, plane->stride, (to - from) >> shift, sums, count);
    if (shift)
      for (uint32_t index = 0; index < count; index++) sums[index] *= 2;
    return;
  }
  while (from < to) {
    uint32_t row = from >> shift, end = (row + 1) << shift;
    if (end > to) end = to;
    const uint8_t *samples = row_of(plane, row);
    if (plane->depth <= 8) add_bytes(samples + first, sums, count, end - from);
    else add_words((const uint16_t *)samples + first, sums, count, end - from);
    from = end;
  }
}

static void reduce(alula_plane_rows *rows, int index, int shift_x, int shift_y, uint32_t from, uint32_t to) {
  const alula_plane *plane = &rows->picture.planes[index];
  uint32_t start = rows->area.x, end = start + rows->area.width, factor = rows->factor;
  uint32_t first = start >> shift_x, count = ((end - 1) >> shift_x) + 1 - first;
  uint32_t whole = rows->area.width / factor, rest = rows->area.width % factor;
  int16_t *line = rows->lines[index];
  double units = rows->sample_units[index] / (double)(to - from);
  sum_rows(plane, shift_y, from, to, first, count, rows->sums);
  if (shift_x == 0 || (start % 2 == 0 && factor % 2 == 0)) {
    uint32_t cells = factor >> shift_x;
    average_cells(rows->sums, line, whole, cells, (float)(units / cells));
  } else {
    average_halved(rows->sums, line, whole, start, factor, (float)(units / factor));
  }
  if (rest == 0) return;
  uint32_t x = start + whole * factor;
  if (shift_x) average_halved(rows->sums + ((x >> 1) - first), line + whole, 1, x, rest, (float)(units / rest));
  else average_cells(rows->sums + (x - first), line + whole, 1, rest, (float)(units / rest));
}

static void widen(const alula_plane_rows *rows, int index, uint32_t y, uint32_t first, uint32_t count, int16_t *line) {
  const alula_plane *plane = &rows->picture.planes[index];
  const uint8_t *samples = row_of(plane, y);
  if (plane->depth <= 8) widen_bytes(samples + first, line, count);
  else
    widen_words((const uint16_t *)samples + first, line, count, (int)(rows->sample_units[index] * 65536 + 0.5), (1 << plane->depth) - 1);
}

/* A row of a halved plane at full resolution: samples lie in the middle of their pixels; the nearest counts 3/4, the next 1/4. */
static const int16_t *enlarge(alula_plane_rows *rows, int index, int shift_y, uint32_t y) {
  const alula_plane *plane = &rows->picture.planes[index];
  uint32_t first = rows->area.x >> 1, last = (rows->area.x + rows->area.width - 1) >> 1, count = last + 1 - first;
  /* One sample more on each side, the same again at the edge of the picture. */
  uint32_t before = first > 0, behind = last + 1 < plane->width;
  uint32_t row = y >> shift_y, other = row;
  if (shift_y && y % 2 == 0 && row > 0) other = row - 1;
  if (shift_y && y % 2 == 1 && row + 1 < plane->height) other = row + 1;
  int16_t *near = rows->near + PADDING / 2;
  widen(rows, index, row, first - before, count + before + behind, near - before);
  if (other != row) {
    int16_t *far = rows->far + PADDING / 2;
    widen(rows, index, other, first - before, count + before + behind, far - before);
    blend_rows(near - before, far - before, count + before + behind);
  }
  if (!before) near[-1] = near[0];
  if (!behind) near[count] = near[count - 1];
  double_columns(near, rows->lines[index], count);
  return rows->lines[index] + rows->area.x % 2;
}

/* The shares of red and blue in luma. */
typedef struct {
  double red, blue;
} luma_shares;

static luma_shares shares_of_primaries(int primaries) {
  switch (primaries) {
  case 1: return (luma_shares){0.2126, 0.0722};
  case 4: return (luma_shares){0.2989, 0.1146};
  case 5: return (luma_shares){0.2220, 0.0713};
  case 6:
  case 7: return (luma_shares){0.2124, 0.0865};
  case 9: return (luma_shares){0.2627, 0.0593};
  case 11: return (luma_shares){0.2095, 0.0689};
  case 12: return (luma_shares){0.2290, 0.0793};
  default: return (luma_shares){0.299, 0.114};
  }
}

static luma_shares shares_of_matrix(int matrix, int primaries) {
  switch (matrix) {
  case 1: return (luma_shares){0.2126, 0.0722};
  case 4: return (luma_shares){0.30, 0.11};
  case 7: return (luma_shares){0.212, 0.087};
  case 9: return (luma_shares){0.2627, 0.0593};
  case 12: return shares_of_primaries(primaries);
  /* 5 and 6 are BT.601; it is also what 2, unspecified, has always been taken for. */
  default: return (luma_shares){0.299, 0.114};
  }
}

static int fixed(double value) {
  double scaled = value * (1 << FACTOR_BITS);
  return (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

/* H.273 section 8.3. The middle of colour samples is half their range, rounded up, at every depth. */
static int make_map(alula_plane_rows *rows) {
  const alula_planes *picture = &rows->picture;
  color_map *map = &rows->map;
  int is_limited = picture->is_limited;
  double luma = is_limited ? 255.0 / 219 : 1, color = is_limited ? 255.0 / 224 : 1;
  int black = is_limited ? 16 * UNIT : 0;
  map->offset[0] = map->offset[1] = map->offset[2] = black;
  rows->is_plain = picture->matrix != 0 && picture->matrix != 8;
  map->red[0] = map->green[0] = map->blue[0] = fixed(luma);
  if (!picture->planes[1].samples) return ALULA_DECODE_OK;
  if (picture->matrix == 0) {
    map->red[0] = map->blue[0] = 0;
    map->red[2] = map->blue[1] = fixed(luma);
    return ALULA_DECODE_OK;
  }
  for (int plane = 1; plane < 3; plane++)
    map->offset[plane] = (int)((double)(1 << (picture->planes[plane].depth - 1)) * rows->sample_units[plane] + 0.5);
  if (picture->matrix == 8) {
    map->red[1] = map->blue[1] = -fixed(color);
    map->green[1] = map->red[2] = fixed(color);
    map->blue[2] = -fixed(color);
    return ALULA_DECODE_OK;
  }
  /* 10, 11, 13, 14: constant luminance and others that are no linear map of R'G'B'. */
  if (picture->matrix == 10 || picture->matrix == 11 || picture->matrix == 13 || picture->matrix == 14) return ALULA_DECODE_UNSUPPORTED;
  luma_shares shares = shares_of_matrix(picture->matrix, picture->primaries);
  double green = 1 - shares.red - shares.blue;
  map->red[2] = fixed(2 * (1 - shares.red) * color);
  map->blue[1] = fixed(2 * (1 - shares.blue) * color);
  map->green[1] = -fixed(2 * shares.blue * (1 - shares.blue) / green * color);
  map->green[2] = -fixed(2 * shares.red * (1 - shares.red) / green * color);
  return ALULA_DECODE_OK;
}

/* MARK: Rows */

static int covers(const alula_plane *plane, uint32_t width, uint32_t height, int shift_x, int shift_y) {
  uint32_t columns = ((width - 1) >> shift_x) + 1, rows = ((height - 1) >> shift_y) + 1;
  size_t sample = plane->depth > 8 ? 2 : 1;
  return plane->depth >= 8 && plane->depth <= 16 && plane->width >= columns && plane->height >= rows &&
         plane->stride / sample >= columns && (sample == 1 || ((uintptr_t)plane->samples | plane->stride) % 2 == 0);
}

static int is_sound(const alula_planes *picture, alula_area area) {
  const alula_plane *planes = picture->planes;
  if (area.width == 0 || area.height == 0 || area.x > picture->width || area.y > picture->height ||
      area.width > picture->width - area.x || area.height > picture->height - area.y || picture->width > 1 << 24)
    return 0;
  if (picture->shift_x < 0 || picture->shift_x > 1 || picture->shift_y < 0 || picture->shift_y > 1 || picture->shift_y > picture->shift_x)
    return 0;
  if (!planes[0].samples || (planes[1].samples == NULL) != (planes[2].samples == NULL)) return 0;
  for (int index = 0; index < 4; index++) {
    int is_color = index == 1 || index == 2;
    if (planes[index].samples && !covers(&planes[index], picture->width, picture->height, is_color ? picture->shift_x : 0, is_color ? picture->shift_y : 0))
      return 0;
  }
  return 1;
}

size_t alula_plane_rows_memory(uint32_t width) {
  return sizeof(alula_plane_rows) + ((size_t)width + 2 * PADDING) * (6 * sizeof(int16_t) + sizeof(uint32_t));
}

/* Full range counts from 0 to all bits set, limited range in powers of two. Alpha is always full range. */
static double units_of(const alula_planes *picture, int index) {
  int depth = picture->planes[index].depth;
  if (depth < 8) return 0;
  if (picture->is_limited && index < 3) return (double)UNIT / (1 << (depth - 8));
  return (double)WHITE / ((1 << depth) - 1);
}

int alula_plane_rows_create(const alula_planes *planes, alula_area area, uint32_t factor, alula_plane_rows **result, int *channels) {
  *result = NULL;
  if (!is_sound(planes, area) || factor < 1 || factor > ALULA_PLANE_FACTOR_LIMIT) return ALULA_DECODE_DAMAGED;
  alula_plane_rows *rows = calloc(1, sizeof *rows);
  if (!rows) return ALULA_DECODE_LIMIT;
  rows->picture = *planes;
  rows->area = area;
  rows->factor = factor;
  rows->columns = (area.width + factor - 1) / factor;
  rows->next_y = area.y;
  rows->channels = planes->planes[3].samples ? 4 : planes->planes[1].samples ? 3 : 1;
  for (int index = 0; index < 4; index++) rows->sample_units[index] = units_of(planes, index);
  int status = make_map(rows);
  size_t room = (size_t)area.width + 2 * PADDING;
  int16_t *lines = calloc(room * 6, sizeof *lines);
  rows->sums = calloc(room, sizeof *rows->sums);
  rows->lines[0] = lines;
  if (!lines || !rows->sums) status = ALULA_DECODE_LIMIT;
  if (status != ALULA_DECODE_OK) {
    alula_plane_rows_destroy(rows);
    return status;
  }
  for (int index = 1; index < 4; index++) rows->lines[index] = lines + room * (size_t)index;
  rows->near = lines + room * 4;
  rows->far = lines + room * 5;
  *channels = rows->channels;
  *result = rows;
  return ALULA_DECODE_OK;
}

/* One plane's next line at the resolution of the result. */
static const int16_t *next_line(alula_plane_rows *rows, int index, uint32_t from, uint32_t to) {
  int is_color = index == 1 || index == 2;
  int shift_x = is_color ? rows->picture.shift_x : 0, shift_y = is_color ? rows->picture.shift_y : 0;
  if (rows->factor > 1) {
    reduce(rows, index, shift_x, shift_y, from, to);
  } else if (shift_x) {
    return enlarge(rows, index, shift_y, from);
  } else {
    widen(rows, index, from, rows->area.x, rows->area.width, rows->lines[index]);
  }
  return rows->lines[index];
}

void alula_plane_rows_next(alula_plane_rows *rows, uint8_t *row) {
  uint32_t end = rows->area.y + rows->area.height, from = rows->next_y;
  if (from >= end) return;
  uint32_t to = end - from < rows->factor ? end : from + rows->factor;
  rows->next_y = to;
  const int16_t *lines[4] = {NULL, NULL, NULL, NULL};
  for (int index = 0; index < 4; index++)
    if (rows->picture.planes[index].samples) lines[index] = next_line(rows, index, from, to);
  if (rows->channels == 1) {
    map_gray(&rows->map, lines[0], row, rows->columns);
    return;
  }
  /* Grey with alpha: colours without a share. */
  const int16_t *first = lines[1] ? lines[1] : lines[0], *second = lines[2] ? lines[2] : lines[0];
  if (rows->channels == 3) map_rgb(&rows->map, lines[0], first, second, row, rows->columns, rows->is_plain);
  else
    map_rgba(&rows->map, lines[0], first, second, lines[3], row, rows->columns, rows->is_plain, rows->picture.is_premultiplied);
}

void alula_plane_rows_destroy(alula_plane_rows *rows) {
  if (!rows) return;
  free(rows->lines[0]);
  free(rows->sums);
  free(rows);
}
#endif
