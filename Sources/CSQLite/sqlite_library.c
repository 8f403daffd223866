#include "CSQLite.h"

#if defined(__linux__)
#include <lazy_library.h>

#define LIBRARY "libsqlite3.so.0"
ALULA_LAZY_LIBRARY(library, LIBRARY, ALULA_SQLITE_FUNCTIONS)

/* What may be called without a connection. */
int sqlite3_open_v2(const char *path, sqlite3 **connection, int flags, const char *vfs) {
  *connection = 0;
  return load_library() ? library.sqlite3_open_v2(path, connection, flags, vfs) : SQLITE_IOERR;
}
int sqlite3_close_v2(sqlite3 *connection) { return connection ? library.sqlite3_close_v2(connection) : SQLITE_OK; }
const char *sqlite3_errstr(int code) {
  return load_library() ? library.sqlite3_errstr(code) : LIBRARY " is not installed";
}

/* Whoever has a connection has loaded the library. */
#define PASS_ON(result, name, parameters, arguments) \
  result name parameters { return library.name arguments; }

PASS_ON(int, sqlite3_system_errno, (sqlite3 * a), (a))
PASS_ON(int, sqlite3_extended_result_codes, (sqlite3 * a, int b), (a, b))
PASS_ON(int, sqlite3_busy_timeout, (sqlite3 * a, int b), (a, b))
PASS_ON(int, sqlite3_limit, (sqlite3 * a, int b, int c), (a, b, c))
PASS_ON(int, sqlite3_file_control, (sqlite3 * a, const char *b, int c, void *d), (a, b, c, d))
PASS_ON(void *, sqlite3_wal_hook, (sqlite3 * a, int (*b)(void *, sqlite3 *, const char *, int), void *c), (a, b, c))
PASS_ON(int, sqlite3_wal_checkpoint_v2, (sqlite3 * a, const char *b, int c, int *d, int *e), (a, b, c, d, e))
PASS_ON(int, sqlite3_exec, (sqlite3 * a, const char *b, int (*c)(void *, int, char **, char **), void *d, char **e),
        (a, b, c, d, e))
PASS_ON(int, sqlite3_changes, (sqlite3 * a), (a))
PASS_ON(int, sqlite3_get_autocommit, (sqlite3 * a), (a))
PASS_ON(int, sqlite3_prepare_v3,
        (sqlite3 * a, const char *b, int c, unsigned int d, sqlite3_stmt **e, const char **f), (a, b, c, d, e, f))
PASS_ON(int, sqlite3_step, (sqlite3_stmt * a), (a))
PASS_ON(int, sqlite3_reset, (sqlite3_stmt * a), (a))
PASS_ON(int, sqlite3_finalize, (sqlite3_stmt * a), (a))
PASS_ON(int, sqlite3_bind_int64, (sqlite3_stmt * a, int b, sqlite3_int64 c), (a, b, c))
PASS_ON(int, sqlite3_bind_null, (sqlite3_stmt * a, int b), (a, b))
PASS_ON(int, sqlite3_bind_text, (sqlite3_stmt * a, int b, const char *c, int d, void (*e)(void *)), (a, b, c, d, e))
PASS_ON(int, sqlite3_bind_blob, (sqlite3_stmt * a, int b, const void *c, int d, void (*e)(void *)), (a, b, c, d, e))
PASS_ON(int, sqlite3_bind_zeroblob, (sqlite3_stmt * a, int b, int c), (a, b, c))
PASS_ON(int, sqlite3_column_type, (sqlite3_stmt * a, int b), (a, b))
PASS_ON(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * a, int b), (a, b))
PASS_ON(const unsigned char *, sqlite3_column_text, (sqlite3_stmt * a, int b), (a, b))
PASS_ON(const void *, sqlite3_column_blob, (sqlite3_stmt * a, int b), (a, b))
PASS_ON(int, sqlite3_column_bytes, (sqlite3_stmt * a, int b), (a, b))
#endif
