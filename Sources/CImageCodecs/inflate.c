/* Inflation by ISA-L, which is loaded by the first PNG. The state is 87 KB and never lies on a stack. */
#include "CImageCodecs.h"
#if defined(__linux__)
#include <stdlib.h>
#if !__has_include(<isa-l/igzip_lib.h>)
#error "Alula needs ISA-L's headers: install libisal-dev (Scripts/setup does)"
#endif
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include "lazy_library.h"

#define ISAL_FUNCTIONS(F) F(isal_inflate_init) F(isal_inflate) F(crc32_gzip_refl)
ALULA_LAZY_LIBRARY(isal, "libisal.so.2", ISAL_FUNCTIONS)

struct alula_inflate {
  struct inflate_state state;
};

#if defined(__x86_64__)
/* ISA-L returns with the upper halves of the AVX registers in use. The SSE code that follows then waits for them at every
 * instruction: measured, 1.3 to 2.4 times the time, seen in whatever function comes next. */
__attribute__((target("avx"))) static void clear_upper_halves(void) { __builtin_ia32_vzeroupper(); }
static void leave_vector_library(void) {
  if (__builtin_cpu_supports("avx")) clear_upper_halves();
}
#else
static void leave_vector_library(void) {}
#endif

int alula_inflate_is_present(void) { return load_isal(); }

alula_inflate *alula_inflate_create(void) {
  if (!load_isal()) return NULL;
  /* Zeros, so that nothing a damaged stream may make of the tables depends on what was there before. */
  alula_inflate *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  isal.isal_inflate_init(&self->state);
  self->state.crc_flag = ISAL_ZLIB_NO_HDR_VER;
  self->state.avail_in = 0;
  leave_vector_library();
  return self;
}

void alula_inflate_destroy(alula_inflate *self) { free(self); }

void alula_inflate_give(alula_inflate *self, const uint8_t *bytes, uint32_t count) {
  self->state.next_in = (uint8_t *)bytes;
  self->state.avail_in = count;
}

uint32_t alula_inflate_input_left(const alula_inflate *self) {
  uint32_t left = self->state.avail_in;
  /* Whole bytes that were taken into the bit buffer ahead of their turn. */
  if (alula_inflate_has_ended(self)) left += (uint32_t)self->state.read_in_length / 8;
  return left;
}

int alula_inflate_read(alula_inflate *self, uint8_t *target, uint32_t count, uint32_t *written) {
  self->state.next_out = target;
  self->state.avail_out = count;
  int status = isal.isal_inflate(&self->state);
  leave_vector_library();
  *written = count - self->state.avail_out;
  return status == ISAL_DECOMP_OK;
}

int alula_inflate_has_ended(const alula_inflate *self) { return self->state.block_state == ISAL_BLOCK_FINISH; }

size_t alula_inflate_memory(void) { return sizeof(alula_inflate); }

uint32_t alula_inflate_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
  crc = isal.crc32_gzip_refl(crc, bytes, count);
  leave_vector_library();
  return crc;
}
#endif
