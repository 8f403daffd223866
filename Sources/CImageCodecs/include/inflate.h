/* zlib streams (RFC 1950) by ISA-L, and the checksum of PNG chunks. Used from one thread at a time. */
#ifndef ALULA_CIMAGECODECS_INFLATE_H
#define ALULA_CIMAGECODECS_INFLATE_H
#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>

typedef struct alula_inflate alula_inflate;

/* Whether ISA-L is there. It is loaded by the first call; without it, nothing below may be called. */
int alula_inflate_is_present(void);

/* Reads what follows the two bytes of the zlib header. NULL when there is no memory. */
alula_inflate *_Nullable alula_inflate_create(void);
void alula_inflate_destroy(alula_inflate *_Nullable inflate);

/* The next bytes of the stream, borrowed until they are used up. Give more only when `alula_inflate_input_left` is 0. */
void alula_inflate_give(alula_inflate *_Nonnull inflate, const uint8_t *_Nonnull bytes, uint32_t count);
/* Bytes given that the stream has not used. Exact at its end; before it only 0 says something: more is wanted. */
uint32_t alula_inflate_input_left(const alula_inflate *_Nonnull inflate);

/* Writes at most `count` bytes. Stops early when the input is used up or the stream has ended. 0 when it is damaged,
 * which includes a wrong Adler-32. */
int alula_inflate_read(alula_inflate *_Nonnull inflate, uint8_t *_Nonnull target, uint32_t count,
                       uint32_t *_Nonnull written);
/* Whether the last byte came and the Adler-32 was right. */
int alula_inflate_has_ended(const alula_inflate *_Nonnull inflate);

/* The memory of one object, in bytes. */
size_t alula_inflate_memory(void);

/* CRC-32 as PNG and gzip use it. Start with 0, pass on what was returned. */
uint32_t alula_inflate_crc32(uint32_t crc, const uint8_t *_Nonnull bytes, size_t count);

#endif
#endif
