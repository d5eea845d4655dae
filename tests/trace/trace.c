/* Linked into the library for script/mutate: which of its basic blocks a program comes through.
 * When the program ends, or has had its seconds of a processor, their addresses, from the beginning
 * of the library on, are added to the file that MARCHER_TRACE names, a line each, and "late" where
 * it had had its seconds. gcc calls the function below at the beginning of every block. */

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LIBRARY_BYTES = 1 << 24, LINE_BYTES = 12 };

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static unsigned char seen[LIBRARY_BYTES];

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {
  uintptr_t at = (uintptr_t)__builtin_return_address(0) - (uintptr_t)__ehdr_start;
  if (at < LIBRARY_BYTES) {
    seen[at] = 1;
  }
}

static void write_seen(const char *last) {
  const char *path = getenv("MARCHER_TRACE");
  FILE *file = path != NULL ? fopen(path, "a") : NULL;
  if (file == NULL) {
    return;
  }
  for (size_t at = 0; at < LIBRARY_BYTES; at++) {
    if (seen[at]) {
      fprintf(file, "0x%zx\n", at);
    }
  }
  fputs(last, file);
  fclose(file);
}

static void __attribute__((destructor)) write_trace(void) {
  write_seen("");
}

/* What would have been said at the end: nothing else of the process matters then. */
static void on_limit(int signal_number) {
  write_seen("late\n");
  _exit(128 + signal_number);
}

static void __attribute__((constructor)) watch_limit(void) {
  (void)signal(SIGXCPU, on_limit);
}
