/**
 * @file
 * Runs a fuzz target once over each file given, and over each file of each folder given.
 *
 * It stands in for libFuzzer's main, so that a corpus is replayed by any compiler as a test.
 */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void die(const char *path) {
  perror(path);
  exit(EXIT_FAILURE);
}

/* The buffer is exactly as long as the file, so that a sanitizer sees a read past its end. */
static size_t replay_file(const char *path, size_t size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    die(path);
  }
  uint8_t *data = malloc(size > 0 ? size : 1);
  if (data == NULL || fread(data, 1, size, file) != size) {
    die(path);
  }
  fclose(file);
  fprintf(stderr, "%s\n", path);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return 1;
}

static size_t replay(const char *path);

static size_t replay_folder(const char *path) {
  struct dirent **entries = NULL;
  int count = scandir(path, &entries, NULL, alphasort);
  if (count < 0) {
    die(path);
  }
  size_t replayed = 0;
  for (int i = 0; i < count; i++) {
    if (entries[i]->d_name[0] != '.') {
      char child[4096];
      int length = snprintf(child, sizeof child, "%s/%s", path, entries[i]->d_name);
      if (length < 0 || (size_t)length >= sizeof child) {
        die(path);
      }
      replayed += replay(child);
    }
    free(entries[i]);
  }
  free(entries);
  return replayed;
}

static size_t replay(const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) {
    die(path);
  }
  return S_ISDIR(info.st_mode) ? replay_folder(path) : replay_file(path, (size_t)info.st_size);
}

int main(int argc, char **argv) {
  size_t replayed = 0;
  for (int i = 1; i < argc; i++) {
    replayed += replay(argv[i]);
  }
  printf("%zu inputs replayed\n", replayed);
  return replayed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
