/* libcurl as a library that is loaded when it is first needed: `load_curl()`, and every function by its own name. For shim.c alone. */
#ifndef ALULA_CURL_LIBRARY_H
#define ALULA_CURL_LIBRARY_H

/* Its macros look at the types of options by the names that are taken over below. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <lazy_library.h>

#define CURL_FUNCTIONS(F)                                                                                                  \
  F(curl_global_init) F(curl_version) F(curl_version_info) F(curl_free) F(curl_slist_append) F(curl_slist_free_all)        \
  F(curl_multi_init) F(curl_multi_cleanup) F(curl_multi_setopt) F(curl_multi_add_handle) F(curl_multi_remove_handle)       \
  F(curl_multi_perform) F(curl_multi_poll) F(curl_multi_wakeup) F(curl_multi_info_read)                                    \
  F(curl_easy_init) F(curl_easy_reset) F(curl_easy_cleanup) F(curl_easy_setopt) F(curl_easy_getinfo) F(curl_easy_pause)    \
  F(curl_easy_strerror) F(curl_url) F(curl_url_set) F(curl_url_get) F(curl_url_cleanup)
ALULA_LAZY_LIBRARY(curl, "libcurl.so.4", CURL_FUNCTIONS)

/* From here on the names are the table's. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#define curl_global_init curl.curl_global_init
#define curl_version curl.curl_version
#define curl_version_info curl.curl_version_info
#define curl_free curl.curl_free
#define curl_slist_append curl.curl_slist_append
#define curl_slist_free_all curl.curl_slist_free_all
#define curl_multi_init curl.curl_multi_init
#define curl_multi_cleanup curl.curl_multi_cleanup
#define curl_multi_setopt curl.curl_multi_setopt
#define curl_multi_add_handle curl.curl_multi_add_handle
#define curl_multi_remove_handle curl.curl_multi_remove_handle
#define curl_multi_perform curl.curl_multi_perform
#define curl_multi_poll curl.curl_multi_poll
#define curl_multi_wakeup curl.curl_multi_wakeup
#define curl_multi_info_read curl.curl_multi_info_read
#define curl_easy_init curl.curl_easy_init
#define curl_easy_reset curl.curl_easy_reset
#define curl_easy_cleanup curl.curl_easy_cleanup
#define curl_easy_setopt curl.curl_easy_setopt
#define curl_easy_getinfo curl.curl_easy_getinfo
#define curl_easy_pause curl.curl_easy_pause
#define curl_easy_strerror curl.curl_easy_strerror
#define curl_url curl.curl_url
#define curl_url_set curl.curl_url_set
#define curl_url_get curl.curl_url_get
#define curl_url_cleanup curl.curl_url_cleanup

#endif
