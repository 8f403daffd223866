/* SQLite, from the system. On Linux its functions are those of sqlite_library.c, which load the library at the first connection: a
 * program that links it starts half a millisecond later. The names stay the same; one that is not in this list cannot be linked. */
#ifndef ALULA_CSQLITE_H
#define ALULA_CSQLITE_H

#if defined(__linux__)
#define ALULA_SQLITE_FUNCTIONS(F)                                                                                       \
  F(sqlite3_open_v2) F(sqlite3_close_v2) F(sqlite3_errstr) F(sqlite3_system_errno) F(sqlite3_extended_result_codes)     \
  F(sqlite3_busy_timeout) F(sqlite3_limit) F(sqlite3_file_control) F(sqlite3_wal_hook) F(sqlite3_wal_checkpoint_v2)     \
  F(sqlite3_exec) F(sqlite3_changes) F(sqlite3_get_autocommit) F(sqlite3_prepare_v3) F(sqlite3_step) F(sqlite3_reset)   \
  F(sqlite3_finalize) F(sqlite3_bind_int64) F(sqlite3_bind_null) F(sqlite3_bind_text) F(sqlite3_bind_blob)              \
  F(sqlite3_bind_zeroblob) F(sqlite3_column_type) F(sqlite3_column_int64) F(sqlite3_column_text) F(sqlite3_column_blob) \
  F(sqlite3_column_bytes)
#define ALULA_SQLITE_PRAGMA(text) _Pragma(#text)
#define ALULA_SQLITE_RENAME(name) ALULA_SQLITE_PRAGMA(redefine_extname name alula_##name)
ALULA_SQLITE_FUNCTIONS(ALULA_SQLITE_RENAME)
#endif

#include <sqlite3.h>

#endif
