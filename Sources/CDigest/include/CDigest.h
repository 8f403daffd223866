#ifndef ALULA_CDIGEST_H
#define ALULA_CDIGEST_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)

/* The SHA-256 of `count` bytes (FIPS 180-4). `digest` has room for 32 bytes. */
void alula_sha256(const void *bytes, size_t count, uint8_t *digest);

/* XXH3, 128 bits: a checksum, not a defence. One state is used by one thread at a time. */
typedef struct alula_checksum alula_checksum;
typedef struct {
  uint64_t high, low;
} alula_checksum_value;

alula_checksum *alula_checksum_make(void);
void alula_checksum_free(alula_checksum *checksum);
void alula_checksum_add(alula_checksum *checksum, const void *bytes, size_t count);
alula_checksum_value alula_checksum_end(const alula_checksum *checksum);
alula_checksum_value alula_checksum_of(const void *bytes, size_t count);

#endif
#endif
