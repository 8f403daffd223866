#include "CCurl.h"
#if defined(__linux__) && __has_include(<curl/curl.h>)
#include <curl/curl.h>
int alula_curl_available(void) { return 1; }
#else
int alula_curl_available(void) { return 0; }
#endif
