#ifndef ALULA_CCURL_H
#define ALULA_CCURL_H
int alula_curl_available(void);
#endif
