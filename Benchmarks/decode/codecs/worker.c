#include "worker.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint8_t *data;
static size_t size;

static double cpu(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int load(const char *path) {
  static char latest[4096];
  if (data && strcmp(path, latest) == 0) return 0;
  FILE *file = fopen(path, "rb");
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  size = ftell(file);
  rewind(file);
  free(data);
  data = malloc(size);
  int failed = fread(data, 1, size, file) != size;
  fclose(file);
  snprintf(latest, sizeof latest, "%s", path);
  return failed;
}

static long peak(void) {
  char line[256];
  long kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &kilobytes);
  if (file) fclose(file);
  return kilobytes * 1024;
}

// What was freed goes back to the system first: it would be used again unseen.
static void forget_peak(void) {
  malloc_trim(0);
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (!file) return;
  fputs("5", file);
  fclose(file);
}

static int once(int width, int height, struct picture *out) {
  memset(out, 0, sizeof *out);
  return decode(data, size, width, height, out);
}

static int time_decodes(int width, int height, int count) {
  struct picture out;
  double start = cpu();
  for (int i = 0; i < count; i++) {
    if (once(width, height, &out)) return 1;
    free(out.pixels);
  }
  printf("cpu=%f\twidth=%d\theight=%d\n", (cpu() - start) / count, out.width, out.height);
  return 0;
}

static int write_pixels(int width, int height, const char *path) {
  struct picture out;
  if (once(width, height, &out) || !out.pixels) return 1;
  FILE *file = fopen(path, "wb");
  if (!file) return 1;
  fwrite(out.pixels, 4, (size_t)out.width * out.height, file);
  fclose(file);
  free(out.pixels);
  printf("width=%d\theight=%d\talpha=%s\n", out.width, out.height, alpha);
  return 0;
}

static int measure_memory(const char *icon, const char *path, int width, int height) {
  struct picture out;
  // An icon that the codec cannot read costs nothing: each has one format only.
  if (load(icon) == 0 && once(0, 0, &out) == 0) free(out.pixels);
  if (load(path)) return 1;
  forget_peak();
  long before = peak();
  if (once(width, height, &out)) return 1;
  free(out.pixels);
  printf("growth=%ld\n", peak() - before);
  return 0;
}

int main(void) {
  static char line[16384];
  while (fgets(line, sizeof line, stdin)) {
    char *words[5] = {0};
    line[strcspn(line, "\n")] = 0;
    words[0] = strtok(line, "\t");
    for (int i = 1; i < 5; i++) words[i] = strtok(NULL, "\t");
    int failed = !words[4];
    if (!failed && strcmp(words[0], "memory") == 0)
      failed = measure_memory(words[1], words[2], atoi(words[3]), atoi(words[4]));
    else if (!failed && (failed = load(words[1])) == 0)
      failed = strcmp(words[0], "decode") == 0 ? time_decodes(atoi(words[2]), atoi(words[3]), atoi(words[4]))
                                               : write_pixels(atoi(words[2]), atoi(words[3]), words[4]);
    if (failed) printf("error=failed\n");
    fflush(stdout);
  }
  return 0;
}
