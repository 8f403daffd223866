#include "CDigest.h"

#if defined(__linux__)
#include <sha2.h>
/* The functions of the library that choose by the processor at run time, where it has them. */
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#else
#include <xxhash.h>
#endif

void alula_sha256(const void *bytes, size_t count, uint8_t *digest) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, bytes, count);
  SHA256Final(digest, &context);
}

static XXH3_state_t *state_of(const alula_checksum *checksum) { return (XXH3_state_t *)checksum; }
static alula_checksum_value value_of(XXH128_hash_t hash) {
  alula_checksum_value value = {hash.high64, hash.low64};
  return value;
}

alula_checksum *alula_checksum_make(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state) XXH3_128bits_reset(state);
  return (alula_checksum *)state;
}

void alula_checksum_free(alula_checksum *checksum) { XXH3_freeState(state_of(checksum)); }

void alula_checksum_add(alula_checksum *checksum, const void *bytes, size_t count) {
  XXH3_128bits_update(state_of(checksum), bytes, count);
}

alula_checksum_value alula_checksum_end(const alula_checksum *checksum) {
  return value_of(XXH3_128bits_digest(state_of(checksum)));
}

alula_checksum_value alula_checksum_of(const void *bytes, size_t count) { return value_of(XXH3_128bits(bytes, count)); }
#endif
