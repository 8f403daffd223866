/* For pthread_setname_np; before any header. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CCurl.h"

/* Empty where there is no libcurl: Apple platforms, and Linux with the trait `Curl` off and no headers. */
#if defined(__linux__) && __has_include(<curl/curl.h>)
#include "curl_library.h"
#include <pthread.h>
#include <string.h>
#include <strings.h>

_Static_assert(ALULA_CURL_PAUSE == CURL_WRITEFUNC_PAUSE, "pause");
_Static_assert(ALULA_CURL_ERROR_SIZE == CURL_ERROR_SIZE, "error size");
#if LIBCURL_VERSION_NUM < 0x075500
#error "libcurl 7.85 or later is needed (CURLOPT_PROTOCOLS_STR)"
#endif

static CURLM *multi_of(alula_curl_multi *multi) { return (CURLM *)multi; }
static CURL *easy_of(alula_curl_easy *easy) { return (CURL *)easy; }
static struct curl_slist *list_of(alula_curl_headers *headers) { return (struct curl_slist *)headers; }

bool alula_curl_global_init(void) { return load_curl() && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

/* Multi */

alula_curl_multi *alula_curl_multi_make(long idle_connections) {
  CURLM *multi = curl_multi_init();
  if (!multi) return NULL;
  curl_multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, idle_connections);
  return (alula_curl_multi *)multi;
}

void alula_curl_multi_free(alula_curl_multi *multi) { curl_multi_cleanup(multi_of(multi)); }

bool alula_curl_add(alula_curl_multi *multi, alula_curl_easy *easy) {
  return curl_multi_add_handle(multi_of(multi), easy_of(easy)) == CURLM_OK;
}

void alula_curl_remove(alula_curl_multi *multi, alula_curl_easy *easy) {
  curl_multi_remove_handle(multi_of(multi), easy_of(easy));
}

void alula_curl_perform(alula_curl_multi *multi) {
  int running;
  curl_multi_perform(multi_of(multi), &running);
}

void alula_curl_poll(alula_curl_multi *multi, int milliseconds) {
  curl_multi_poll(multi_of(multi), NULL, 0, milliseconds, NULL);
}

void alula_curl_wakeup(alula_curl_multi *multi) { curl_multi_wakeup(multi_of(multi)); }

bool alula_curl_next_finished(alula_curl_multi *multi, void **context, int *code) {
  CURLMsg *message;
  int left;
  while ((message = curl_multi_info_read(multi_of(multi), &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = (int)message->data.result;
    *context = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)context);
    return true;
  }
  return false;
}

/* Easy */

static void set_fixed_options(CURL *easy, long buffer_size) {
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_NONE); /* 401 is delivered; no password from the URL */
  curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L); /* a proxy's head is not the response's */
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");           /* all this libcurl was built with */
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, buffer_size);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  /* Cancelling while a name is resolved must not wait for the resolver's thread. */
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

alula_curl_easy *alula_curl_easy_make(long buffer_size) {
  CURL *easy = curl_easy_init();
  if (easy) set_fixed_options(easy, buffer_size);
  return (alula_curl_easy *)easy;
}

void alula_curl_easy_reset(alula_curl_easy *easy, long buffer_size) {
  curl_easy_reset(easy_of(easy));
  set_fixed_options(easy_of(easy), buffer_size);
}

void alula_curl_easy_free(alula_curl_easy *easy) { curl_easy_cleanup(easy_of(easy)); }

bool alula_curl_set_url(alula_curl_easy *easy, const char *url) {
  return curl_easy_setopt(easy_of(easy), CURLOPT_URL, url) == CURLE_OK;
}

void alula_curl_set_callbacks(
    alula_curl_easy *easy, alula_curl_callback header, alula_curl_callback body, void *context) {
  curl_easy_setopt(easy_of(easy), CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(easy_of(easy), CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy_of(easy), CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(easy_of(easy), CURLOPT_WRITEDATA, context);
  curl_easy_setopt(easy_of(easy), CURLOPT_PRIVATE, context);
}

void alula_curl_set_method(alula_curl_easy *easy, const char *method, bool is_head) {
  if (is_head) {
    curl_easy_setopt(easy_of(easy), CURLOPT_NOBODY, 1L);
  } else {
    curl_easy_setopt(easy_of(easy), CURLOPT_CUSTOMREQUEST, method);
  }
}

void alula_curl_set_body(alula_curl_easy *easy, const void *bytes, size_t count) {
  curl_easy_setopt(easy_of(easy), CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  curl_easy_setopt(easy_of(easy), CURLOPT_COPYPOSTFIELDS, count > 0 ? bytes : "");
}

void alula_curl_set_headers(alula_curl_easy *easy, alula_curl_headers *headers) {
  curl_easy_setopt(easy_of(easy), CURLOPT_HTTPHEADER, list_of(headers));
}

void alula_curl_set_user_agent(alula_curl_easy *easy, const char *agent) {
  curl_easy_setopt(easy_of(easy), CURLOPT_USERAGENT, agent);
}

void alula_curl_set_proxy(alula_curl_easy *easy, const char *proxy) {
  curl_easy_setopt(easy_of(easy), CURLOPT_PROXY, proxy);
}

void alula_curl_set_http2(alula_curl_easy *easy, bool is_allowed) {
  curl_easy_setopt(
      easy_of(easy), CURLOPT_HTTP_VERSION, (long)(is_allowed ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(easy_of(easy), CURLOPT_PIPEWAIT, is_allowed ? 1L : 0L);
}

void alula_curl_set_ca_file(alula_curl_easy *easy, const char *path) {
  curl_easy_setopt(easy_of(easy), CURLOPT_CAINFO, path);
  curl_easy_setopt(easy_of(easy), CURLOPT_CAPATH, NULL);
}

void alula_curl_set_pins(alula_curl_easy *easy, const char *pins) {
  curl_easy_setopt(easy_of(easy), CURLOPT_PINNEDPUBLICKEY, pins);
}

void alula_curl_set_accepts_any_certificate(alula_curl_easy *easy) {
  curl_easy_setopt(easy_of(easy), CURLOPT_SSL_VERIFYPEER, 0L);
  curl_easy_setopt(easy_of(easy), CURLOPT_SSL_VERIFYHOST, 0L);
}

void alula_curl_set_error_buffer(alula_curl_easy *easy, char *buffer) {
  curl_easy_setopt(easy_of(easy), CURLOPT_ERRORBUFFER, buffer);
}

void alula_curl_set_undecoded(alula_curl_easy *easy) {
  curl_easy_setopt(easy_of(easy), CURLOPT_HTTP_CONTENT_DECODING, 0L);
}

bool alula_curl_decodes(const char *coding) {
  if (!load_curl()) return false;
  static const struct {
    const char *name;
    int feature;
  } known[] = {
      {"identity", 0},
      {"none", 0}, /* libcurl's other name for it */
      {"deflate", CURL_VERSION_LIBZ},
      {"gzip", CURL_VERSION_LIBZ},
      {"x-gzip", CURL_VERSION_LIBZ},
      {"br", CURL_VERSION_BROTLI},
      {"zstd", CURL_VERSION_ZSTD},
  };
  int features = curl_version_info(CURLVERSION_NOW)->features;
  for (size_t i = 0; i < sizeof known / sizeof *known; i += 1) {
    if (!strcasecmp(coding, known[i].name)) return (features & known[i].feature) == known[i].feature;
  }
  return false;
}

int alula_curl_resume(alula_curl_easy *easy) { return (int)curl_easy_pause(easy_of(easy), CURLPAUSE_CONT); }

int64_t alula_curl_bytes_received(alula_curl_easy *easy) {
  curl_off_t count = 0;
  curl_easy_getinfo(easy_of(easy), CURLINFO_SIZE_DOWNLOAD_T, &count);
  return (int64_t)count;
}

long alula_curl_new_connections(alula_curl_easy *easy) {
  long count = 0;
  curl_easy_getinfo(easy_of(easy), CURLINFO_NUM_CONNECTS, &count);
  return count;
}

/* Headers */

alula_curl_headers *alula_curl_headers_append(alula_curl_headers *headers, const char *line) {
  return (alula_curl_headers *)curl_slist_append(list_of(headers), line);
}

void alula_curl_headers_free(alula_curl_headers *headers) { curl_slist_free_all(list_of(headers)); }

/* URL and errors */

bool alula_curl_url_host(const char *url, char *host, size_t capacity) {
  if (!load_curl()) return false;
  CURLU *parsed = curl_url();
  char *part = NULL;
  bool fits = false;
  if (parsed && !curl_url_set(parsed, CURLUPART_URL, url, 0) && !curl_url_get(parsed, CURLUPART_HOST, &part, 0)) {
    const char *start = part[0] == '[' ? part + 1 : part;
    size_t length = strcspn(start, "]");
    if (length > 0 && start[length - 1] == '.') length -= 1; /* "a.example." is the same host */
    fits = length > 0 && length < capacity;
    if (fits) {
      memcpy(host, start, length);
      host[length] = 0;
    }
  }
  curl_free(part);
  curl_url_cleanup(parsed);
  return fits;
}

alula_curl_failure alula_curl_failure_of(int code) {
  switch ((CURLcode)code) {
    case CURLE_OK: return ALULA_CURL_OK;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return ALULA_CURL_RESOLVE;
    case CURLE_COULDNT_CONNECT:
    case CURLE_INTERFACE_FAILED:
    case CURLE_PROXY: return ALULA_CURL_CONNECT;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return ALULA_CURL_LOST;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_CLIENTCERT: return ALULA_CURL_TLS;
    case CURLE_PARTIAL_FILE: return ALULA_CURL_PARTIAL;
    case CURLE_BAD_CONTENT_ENCODING: return ALULA_CURL_ENCODING;
    case CURLE_UNSUPPORTED_PROTOCOL: /* HTTP/0.9; other schemes were refused before */
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_HTTP_RETURNED_ERROR: return ALULA_CURL_RESPONSE;
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return ALULA_CURL_STREAM;
    case CURLE_URL_MALFORMAT: return ALULA_CURL_REQUEST;
    case CURLE_OPERATION_TIMEDOUT: return ALULA_CURL_TIMEOUT;
    case CURLE_OUT_OF_MEMORY: return ALULA_CURL_MEMORY;
    default: return ALULA_CURL_OTHER;
  }
}

const char *alula_curl_message(int code) { return curl_easy_strerror((CURLcode)code); }
void alula_curl_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
const char *alula_curl_version(void) { return load_curl() ? curl_version() : "none"; }

#elif defined(ALULA_CURL)
#error "Alula needs libcurl's headers: install libcurl4-openssl-dev (Scripts/setup does), or depend on Alula with traits: []"

#else
/* A translation unit may not be empty. */
typedef int alula_curl_is_absent;
#endif
