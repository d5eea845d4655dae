/**
 * @file
 * Conversations in XBoard's protocol. Any bytes are lines.
 *
 * Whatever is said, what is answered are whole lines, positions stay whole, and it ends.
 */

#include <marcher/protocol.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
  if (!condition) {
    fprintf(stderr, "fuzz_cecp: not so: %s\n", what);
    abort();
  }
}

static bool listen(void *context, const char *bytes, size_t length) {
  (void)context;
  require(length > 0 && bytes[length - 1] == '\n', "what is said are whole lines");
  require(memchr(bytes, '\0', length) == NULL, "what is said is text");
  return true;
}

/* A beginning that keeps what follows short. */
static const char settings[] = "xboard\nnew\nmemory 1\nsd 1\nnps 1000\nst 0.01\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const variants[] = {"chess", "borderlands", "battle-of-ideologies"};
  mr_protocol *protocol = NULL;
  if (size == 0) {
    return 0;
  }
  mr_protocol_setup setup = {.host.write = listen, .variant = variants[data[0] % 3]};
  require(mr_cecp_new(&setup, &protocol, NULL) == MR_OK, "a conversation begins");
  if (mr_protocol_feed(protocol, settings, sizeof settings - 1) &&
      mr_protocol_feed(protocol, (const char *)data + 1, size - 1)) {
    mr_protocol_feed(protocol, "\n?\nforce\n", 9);
    mr_protocol_finish_searches(protocol);
  }
  mr_protocol_end(protocol);
  mr_protocol_free(protocol);
  return 0;
}
