#ifndef ALULA_CCURL_H
#define ALULA_CCURL_H

/* What the Linux transport needs of libcurl, as typed functions: curl's own setopt and getinfo are variadic, which
   Swift cannot call. Swift never sees curl.h. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Never defined: other names for CURLM, CURL and struct curl_slist. */
typedef struct alula_curl_multi alula_curl_multi;
typedef struct alula_curl_easy alula_curl_easy;
typedef struct alula_curl_headers alula_curl_headers;

/* What a CURLcode means to us. */
typedef enum {
  ALULA_CURL_OK = 0,
  ALULA_CURL_RESOLVE,
  ALULA_CURL_CONNECT,
  ALULA_CURL_LOST,
  ALULA_CURL_TLS,
  ALULA_CURL_PARTIAL,
  ALULA_CURL_ENCODING,
  ALULA_CURL_RESPONSE,
  ALULA_CURL_STREAM,
  ALULA_CURL_REQUEST,
  ALULA_CURL_TIMEOUT,
  ALULA_CURL_MEMORY,
  ALULA_CURL_OTHER,
} alula_curl_failure;

/* Returns how many bytes it took; ALULA_CURL_PAUSE keeps them for later; any other number ends the transfer. */
typedef size_t (*alula_curl_callback)(char *bytes, size_t size, size_t count, void *context);
#define ALULA_CURL_PAUSE 0x10000001
/* The room alula_curl_set_error_buffer needs (CURL_ERROR_SIZE). */
#define ALULA_CURL_ERROR_SIZE 256

/* Once for the process, before anything else: loads libcurl. False when it is not there or cannot start. */
bool alula_curl_global_init(void);

/* Multi. One thread uses it; alula_curl_wakeup may come from any thread while it exists. */
alula_curl_multi *alula_curl_multi_make(long idle_connections);
void alula_curl_multi_free(alula_curl_multi *multi);
bool alula_curl_add(alula_curl_multi *multi, alula_curl_easy *easy);
void alula_curl_remove(alula_curl_multi *multi, alula_curl_easy *easy);
void alula_curl_perform(alula_curl_multi *multi);
void alula_curl_poll(alula_curl_multi *multi, int milliseconds);
void alula_curl_wakeup(alula_curl_multi *multi);
/* The next finished transfer: its context and its CURLcode. False when there is none. */
bool alula_curl_next_finished(alula_curl_multi *multi, void **context, int *code);

/* Easy: one transfer. `make` sets what is the same for every transfer; `reset` brings it back to that. */
alula_curl_easy *alula_curl_easy_make(long buffer_size);
void alula_curl_easy_reset(alula_curl_easy *easy, long buffer_size);
void alula_curl_easy_free(alula_curl_easy *easy);
/* Strings are copied. */
bool alula_curl_set_url(alula_curl_easy *easy, const char *url);
void alula_curl_set_callbacks(
  alula_curl_easy *easy, alula_curl_callback header, alula_curl_callback body, void *context);
/* `method` is NULL for GET. */
void alula_curl_set_method(alula_curl_easy *easy, const char *method, bool is_head);
void alula_curl_set_body(alula_curl_easy *easy, const void *bytes, size_t count);
void alula_curl_set_headers(alula_curl_easy *easy, alula_curl_headers *headers);
void alula_curl_set_user_agent(alula_curl_easy *easy, const char *agent);
void alula_curl_set_proxy(alula_curl_easy *easy, const char *proxy);
/* HTTP/2 by ALPN, and wait for a connection that may be shared rather than open another. */
void alula_curl_set_http2(alula_curl_easy *easy, bool is_allowed);
void alula_curl_set_ca_file(alula_curl_easy *easy, const char *path);
void alula_curl_set_pins(alula_curl_easy *easy, const char *pins);
void alula_curl_set_accepts_any_certificate(alula_curl_easy *easy);
/* `buffer` has ALULA_CURL_ERROR_SIZE bytes and outlives the transfer. */
void alula_curl_set_error_buffer(alula_curl_easy *easy, char *buffer);
/* Hands the body out as it comes, its codings not undone. Has an effect even in the callback that takes the head with libcurl 7.88;
   versions that make their decoders while they read the head end such a transfer with CURLE_BAD_CONTENT_ENCODING, as without it. */
void alula_curl_set_undecoded(alula_curl_easy *easy);
/* Whether libcurl undoes this content coding. */
bool alula_curl_decodes(const char *coding);
/* Goes on after ALULA_CURL_PAUSE; may call the callbacks before it returns. A CURLcode. */
int alula_curl_resume(alula_curl_easy *easy);
int64_t alula_curl_bytes_received(alula_curl_easy *easy);
long alula_curl_new_connections(alula_curl_easy *easy);

/* A request's header lines. Appending returns the list, or NULL (and the old list stays valid) without memory. */
alula_curl_headers *alula_curl_headers_append(alula_curl_headers *headers, const char *line);
void alula_curl_headers_free(alula_curl_headers *headers);

/* The host libcurl would connect to, without brackets, into `host`. False when the URL is no URL or it does not fit. */
bool alula_curl_url_host(const char *url, char *host, size_t capacity);

alula_curl_failure alula_curl_failure_of(int code);
const char *alula_curl_message(int code);
/* Names the calling thread, for debuggers; at most 15 characters. */
void alula_curl_name_thread(const char *name);
const char *alula_curl_version(void);

#endif
