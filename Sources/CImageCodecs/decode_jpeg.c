/* JPEG over libjpeg-turbo's raw API. setjmp stays in this file. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>
#include <jerror.h>
#include "jpeg_entropy.h"

/* Time is blocks times scans. Scripts of encoders go over each block 5 to 7 times, 14 scans of a grey picture 14 times; more is read where
 * a picture is so small that even 500 scans cost little. An arithmetic-coded block, which no browser shows and one encoder writes, takes
 * some ten times as long as a Huffman-coded one, and an empty one no bit of the file. */
#define MOST_VISITS 16
#define FREE_VISITS (1u << 23)
#define MOST_ARITHMETIC_VISITS 8
#define FREE_ARITHMETIC_VISITS (1u << 20)

struct alula_jpeg {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
  int status;
  int reached_end;  /* the data ran out */
  int lost_bits;    /* entropy-coded bits were asked for that were not there */
  /* Where bits were first missing because the data had ended. */
  int has_loss;
  int is_first_loss; /* in a scan that brings coefficients for the first time */
  uint32_t loss_row; /* counted in rows of interleaved units */
  int scan_limit;
  int last_scan;       /* the one whose blocks are counted */
  uint64_t visits;     /* blocks of all scans so far */
  uint64_t visit_limit;
  alula_stop_function stop;
  int reads_codes;  /* scans are read by jpeg_entropy.c */
  int has_begun;
  int has_given_up;
  jpeg_entropy entropy;
};

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static void fail(j_common_ptr common) {
  alula_jpeg *jpeg = common->client_data;
  common->err->format_message(common, jpeg->message);
  int code = common->err->msg_code;
  if (code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE) {
    jpeg->status = ALULA_DECODE_LIMIT;
  } else if (code == JERR_BAD_PRECISION || code == JERR_SOF_UNSUPPORTED || code == JERR_ARITH_NOTIMPL ||
             code == JERR_CONVERSION_NOTIMPL || code == JERR_COMPONENT_COUNT) {
    jpeg->status = ALULA_DECODE_UNSUPPORTED;
  } else {
    jpeg->status = jpeg->reached_end ? ALULA_DECODE_TRUNCATED : ALULA_DECODE_DAMAGED;
  }
  longjmp(jpeg->jump, 1);
}

static void remember_loss(alula_jpeg *jpeg) {
  if (jpeg->has_loss) return;
  jpeg->has_loss = 1;
  jpeg->is_first_loss = jpeg->info.Ss == 0 && jpeg->info.Ah == 0;
  jpeg->loss_row = jpeg->info.input_iMCU_row;
}

static void note(j_common_ptr common, int level) {
  if (level >= 0) return;
  alula_jpeg *jpeg = common->client_data;
  common->err->num_warnings++;
  if (common->err->msg_code != JWRN_HIT_MARKER) return;
  jpeg->lost_bits = 1;
  if (jpeg->reached_end) remember_loss(jpeg);
}

static void be_silent(j_common_ptr common) { (void)common; }

static void open_source(j_decompress_ptr info) { (void)info; }

static boolean fill_source(j_decompress_ptr info) {
  alula_jpeg *jpeg = info->client_data;
  jpeg->reached_end = 1;
  /* Arithmetic decoding goes on without a word. */
  if (info->arith_code) remember_loss(jpeg);
  info->src->next_input_byte = end_of_image;
  info->src->bytes_in_buffer = 2;
  return TRUE;
}

static void skip_source(j_decompress_ptr info, long count) {
  if (count <= 0) return;
  if ((size_t)count > info->src->bytes_in_buffer) {
    fill_source(info);
  } else {
    info->src->next_input_byte += count;
    info->src->bytes_in_buffer -= (size_t)count;
  }
}

static void close_source(j_decompress_ptr info) { (void)info; }

jpeg_entropy *jpeg_entropy_of(j_decompress_ptr info) { return &((alula_jpeg *)info->client_data)->entropy; }

void jpeg_entropy_give_up(j_decompress_ptr info) {
  alula_jpeg *jpeg = info->client_data;
  jpeg->has_given_up = 1;
  jpeg->status = ALULA_DECODE_DAMAGED;
  longjmp(jpeg->jump, 1);
}

/* libjpeg-turbo alone: other libraries of that interface have other insides. */
static int may_read_codes(const struct jpeg_decompress_struct *info) {
#if defined(LIBJPEG_TURBO_VERSION)
  return !info->arith_code && info->data_precision == 8 && info->entropy != NULL;
#else
  (void)info;
  return 0;
#endif
}

/* Called before the first unit is read, and, while all scans of a progressive file are read, which is one long call otherwise, for each
 * of their rows. */
static void watch(j_common_ptr common) {
  alula_jpeg *jpeg = common->client_data;
  if (!jpeg->has_begun) {
    jpeg->has_begun = 1;
    if (jpeg->reads_codes && may_read_codes(&jpeg->info)) jpeg_entropy_begin(&jpeg->info, &jpeg->entropy);
  }
  if (jpeg->info.input_scan_number > jpeg->scan_limit) {
    snprintf(jpeg->message, sizeof jpeg->message, "More than %d scans.", jpeg->scan_limit);
    jpeg->status = ALULA_DECODE_LIMIT;
    longjmp(jpeg->jump, 1);
  }
  const struct jpeg_decompress_struct *info = &jpeg->info;
  if (info->input_scan_number != jpeg->last_scan && info->comps_in_scan > 0) {
    jpeg->last_scan = info->input_scan_number;
    jpeg->visits += (uint64_t)info->MCUs_per_row * info->MCU_rows_in_scan * (uint64_t)info->blocks_in_MCU;
    if (jpeg->visits > jpeg->visit_limit) {
      snprintf(jpeg->message, sizeof jpeg->message, "Its scans have more than %llu blocks.", (unsigned long long)jpeg->visit_limit);
      jpeg->status = ALULA_DECODE_LIMIT;
      longjmp(jpeg->jump, 1);
    }
  }
  if (jpeg->stop != NULL && jpeg->stop() != 0) {
    jpeg->status = ALULA_DECODE_STOPPED;
    longjmp(jpeg->jump, 1);
  }
}

alula_jpeg *alula_jpeg_create(const uint8_t *data, size_t size, size_t memory_limit, int scan_limit,
                              int reads_codes, alula_stop_function stop) {
  alula_jpeg *jpeg = calloc(1, sizeof *jpeg);
  if (jpeg == NULL) return NULL;
  jpeg->info.err = jpeg_std_error(&jpeg->errors);
  jpeg->errors.error_exit = fail;
  jpeg->errors.emit_message = note;
  jpeg->errors.output_message = be_silent;
  jpeg->info.client_data = jpeg;
  jpeg->stop = stop;
  jpeg->scan_limit = scan_limit;
  jpeg->reads_codes = reads_codes;
  if (setjmp(jpeg->jump)) {
    alula_jpeg_destroy(jpeg);
    return NULL;
  }
  jpeg_create_decompress(&jpeg->info);
  jpeg->info.mem->max_memory_to_use = memory_limit > (size_t)(1L << 62) ? 1L << 62 : (long)memory_limit;
  jpeg->source.next_input_byte = data;
  jpeg->source.bytes_in_buffer = size;
  jpeg->source.init_source = open_source;
  jpeg->source.fill_input_buffer = fill_source;
  jpeg->source.skip_input_data = skip_source;
  jpeg->source.resync_to_restart = jpeg_resync_to_restart;
  jpeg->source.term_source = close_source;
  jpeg->info.src = &jpeg->source;
  jpeg->progress.progress_monitor = watch;
  jpeg->info.progress = &jpeg->progress;
  return jpeg;
}

uint64_t alula_jpeg_visit_limit(uint64_t blocks, int is_arithmetic) {
  uint64_t limit = blocks * (is_arithmetic ? MOST_ARITHMETIC_VISITS : MOST_VISITS);
  uint64_t small = is_arithmetic ? FREE_ARITHMETIC_VISITS : FREE_VISITS;
  return limit > small ? limit : small;
}

int alula_jpeg_read_header(alula_jpeg *jpeg, alula_jpeg_header *header) {
  struct jpeg_decompress_struct *info = &jpeg->info;
  if (setjmp(jpeg->jump)) return jpeg->status;
  jpeg_read_header(info, TRUE);

  switch (info->jpeg_color_space) {
  case JCS_GRAYSCALE:
    info->out_color_space = JCS_GRAYSCALE;
    header->channels = 1;
    break;
  case JCS_RGB:
  case JCS_YCbCr:
    info->out_color_space = JCS_RGB;
    header->channels = 3;
    break;
  case JCS_CMYK:
  case JCS_YCCK:
    info->out_color_space = JCS_CMYK;
    header->channels = 4;
    break;
  default:
    snprintf(jpeg->message, sizeof jpeg->message, "A picture of %d components.", info->num_components);
    return ALULA_DECODE_UNSUPPORTED;
  }
  header->width = info->image_width;
  header->height = info->image_height;
  header->is_arithmetic = info->arith_code;
  header->is_progressive = info->progressive_mode;
  header->blocks = 0;
  uint64_t stored = 0;
  for (int index = 0; index < info->num_components; index++) {
    const jpeg_component_info *component = &info->comp_info[index];
    header->blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
    /* The arrays are rounded up to whole interleaved units. */
    stored += ((uint64_t)component->width_in_blocks + (uint64_t)component->h_samp_factor) *
              ((uint64_t)component->height_in_blocks + (uint64_t)component->v_samp_factor);
  }
  jpeg->visit_limit = alula_jpeg_visit_limit(header->blocks, info->arith_code);
  header->whole_picture_memory = jpeg_has_multiple_scans(info) ? stored * (sizeof(JBLOCK) + sizeof(uint64_t)) : 0;
  return ALULA_DECODE_OK;
}

int alula_jpeg_start(alula_jpeg *jpeg, int eighths, int is_rgba, uint32_t *width, uint32_t *height) {
  if (setjmp(jpeg->jump)) return jpeg->status;
  jpeg->info.scale_num = (unsigned int)eighths;
  jpeg->info.scale_denom = 8;
  jpeg->info.dct_method = JDCT_ISLOW;
  if (is_rgba && jpeg->info.out_color_space == JCS_RGB) jpeg->info.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&jpeg->info);
  *width = jpeg->info.output_width;
  *height = jpeg->info.output_height;
  return ALULA_DECODE_OK;
}

int alula_jpeg_read_rows(alula_jpeg *jpeg, uint8_t *rows, size_t row_bytes, uint32_t count, uint32_t *read) {
  struct jpeg_decompress_struct *info = &jpeg->info;
  JSAMPROW pointers[16];
  *read = 0;
  if (count > 16) count = 16;
  if (row_bytes < (size_t)info->output_width * (size_t)info->output_components) return ALULA_DECODE_DAMAGED;
  if (setjmp(jpeg->jump)) return jpeg->status;
  for (uint32_t row = 0; row < count; row++) pointers[row] = rows + row * row_bytes;
  while (*read < count && info->output_scanline < info->output_height) {
    JDIMENSION given = jpeg_read_scanlines(info, pointers + *read, count - *read);
    if (given == 0) break;
    *read += given;
  }
  return *read == 0 ? ALULA_DECODE_DAMAGED : ALULA_DECODE_OK;
}

/* A missing end marker alone is no loss when every bit that was needed was there: one scan that did not run dry, or
 * scans that brought every coefficient to its last bit. */
int alula_jpeg_check_complete(const alula_jpeg *jpeg) {
  const struct jpeg_decompress_struct *info = &jpeg->info;
  if (!jpeg->reached_end) return ALULA_DECODE_OK;
  if (jpeg->lost_bits || info->arith_code) return ALULA_DECODE_TRUNCATED;
  if (!jpeg_has_multiple_scans((j_decompress_ptr)info)) return ALULA_DECODE_OK;
  if (info->coef_bits == NULL) return ALULA_DECODE_TRUNCATED;
  for (int component = 0; component < info->num_components; component++)
    for (int index = 0; index < DCTSIZE2; index++)
      if (info->coef_bits[component][index] != 0) return ALULA_DECODE_TRUNCATED;
  return ALULA_DECODE_OK;
}

int alula_jpeg_has_given_up(const alula_jpeg *jpeg) { return jpeg->has_given_up; }

uint32_t alula_jpeg_known_rows(const alula_jpeg *jpeg) {
  const struct jpeg_decompress_struct *info = &jpeg->info;
  if (!jpeg->reached_end) return info->output_height;
  /* Kept from a component's first scan on. */
  for (int index = 0; index < info->num_components; index++)
    if (info->comp_info[index].quant_table == NULL) return 0;
  if (!jpeg->has_loss || !jpeg->is_first_loss) return info->output_height;
  uint64_t rows = (uint64_t)jpeg->loss_row * (uint64_t)info->max_v_samp_factor * info->scale_num;
  /* Coarser chroma is interpolated: the last row takes some of the row below. */
  if (rows > 0 && info->max_v_samp_factor > 1) rows--;
  return rows < info->output_height ? (uint32_t)rows : info->output_height;
}

const char *alula_jpeg_message(const alula_jpeg *jpeg) { return jpeg->message; }

void alula_jpeg_destroy(alula_jpeg *jpeg) {
  if (jpeg == NULL) return;
  jpeg_destroy_decompress(&jpeg->info);
  jpeg_entropy_end(&jpeg->entropy);
  free(jpeg);
}
#endif
