// The peer our transport is measured against: libcurl's multi interface as a C program would use it. Handles are
// reused, bodies are collected in memory. Usage: CurlPeer URL COUNT CONCURRENCY
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  CURL *easy;
  char *bytes;
  size_t count, capacity;
} Load;

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  Load *load = context;
  size_t length = size * count;
  if (load->count + length > load->capacity) {
    curl_off_t announced = 0;
    curl_easy_getinfo(load->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
    size_t wanted = load->count + length > (size_t)announced ? 2 * (load->count + length) : (size_t)announced;
    char *grown = realloc(load->bytes, wanted);
    if (!grown) return 0;
    load->bytes = grown;
    load->capacity = wanted;
  }
  memcpy(load->bytes + load->count, bytes, length);
  load->count += length;
  return length;
}

static void forget(Load *load) {
  free(load->bytes);
  load->bytes = NULL;
  load->count = load->capacity = 0;
}

static void print_peak(void) {
  char line[256];
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) {
    long kilobytes;
    if (sscanf(line, "VmHWM: %ld kB", &kilobytes) == 1) printf("peak_kb=%ld\n", kilobytes);
  }
  if (status) fclose(status);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  long left = atol(argv[2]), concurrency = atol(argv[3]), failed = 0, running = 0;
  unsigned long long total = 0;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM *multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 64L);
  Load *loads = calloc((size_t)concurrency, sizeof(Load));
  for (long index = 0; index < concurrency && left > 0; index++, left--, running++) {
    Load *load = &loads[index];
    load->easy = curl_easy_init();
    curl_easy_setopt(load->easy, CURLOPT_URL, argv[1]);
    curl_easy_setopt(load->easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(load->easy, CURLOPT_WRITEDATA, load);
    curl_easy_setopt(load->easy, CURLOPT_PRIVATE, load);
    curl_easy_setopt(load->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(load->easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(load->easy, CURLOPT_BUFFERSIZE, 131072L);
    curl_multi_add_handle(multi, load->easy);
  }
  while (running > 0) {
    int active, queued;
    curl_multi_perform(multi, &active);
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &queued))) {
      Load *load;
      CURL *easy = message->easy_handle;
      if (message->data.result != CURLE_OK) failed++;
      curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&load);
      total += load->count;
      forget(load);
      curl_multi_remove_handle(multi, easy);
      if (left > 0) {
        left--;
        curl_multi_add_handle(multi, easy);
      } else {
        running--;
      }
    }
    if (running > 0) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  printf("bytes=%llu failed=%ld\n", total, failed);
  print_peak();
  return failed ? 1 : 0;
}
