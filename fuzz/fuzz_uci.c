/**
 * @file
 * The reader of UCI: any bytes, in pieces of any size.
 *
 * It answers whole lines, never two at a time; the last of several searches ends with the input;
 * and whatever was said, the position is one that can be drawn.
 */

#include <marcher/protocol.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition) require((condition), #condition, __LINE__)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct ear {
  atomic_uint inside;
  atomic_bool drawn;
} ear;

static void require(bool condition, const char *text, int line) {
  if (!condition) {
    fprintf(stderr, "fuzz_uci.c:%d: not so: %s\n", line, text);
    abort();
  }
}

static bool hear(void *context, const char *bytes, size_t length) {
  ear *e = context;
  REQUIRE(atomic_fetch_add(&e->inside, 1) == 0);
  REQUIRE(length > 0 && bytes[length - 1] == '\n');
  for (size_t i = 0; i < length; i++) {
    REQUIRE(bytes[i] == '\n' || ((unsigned char)bytes[i] >= ' ' && bytes[i] != 0x7f));
  }
  atomic_store(&e->drawn, true);
  atomic_fetch_sub(&e->inside, 1);
  return true;
}

/** Definitions are another target's matter: here no file can be read. */
static mr_status no_file(void *context, const char *path, size_t limit, mr_str *out,
                         mr_error *err) {
  (void)context;
  (void)limit;
  (void)out;
  return mr_error_set(err, MR_ERR_IO, "cannot open '%s'", path);
}

/** Large tables would make every input slow: their sizes are another matter, too. */
static bool wants_much(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  REQUIRE(text != NULL);
  for (size_t i = 0; i < size; i++) {
    text[i] = (char)(data[i] >= 'A' && data[i] <= 'Z' ? data[i] + 32 : data[i] ? data[i] : ' ');
  }
  text[size] = '\0';
  bool much = strstr(text, "hash") != NULL || strstr(text, "threads") != NULL;
  free(text);
  return much;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ear e = {0};
  mr_protocol *protocol = NULL;
  mr_protocol_setup setup = {.host = {.write = hear, .read_file = no_file, .context = &e}};
  if (size == 0 || wants_much(data, size)) {
    return 0;
  }
  REQUIRE(mr_uci_new(&setup, &protocol, NULL) == MR_OK);
  size_t piece = 1 + data[0];
  bool on = true;
  for (size_t at = 1; at < size && on; at += piece) {
    size_t length = size - at < piece ? size - at : piece;
    on = mr_protocol_feed(protocol, (const char *)data + at, length);
    on = on && mr_protocol_tick(protocol);
  }
  if (on) {
    on = mr_protocol_feed(protocol, "\nstop\n", 6);
    REQUIRE(on);
    atomic_store(&e.drawn, false);
    mr_protocol_finish_searches(protocol);
    on = mr_protocol_feed(protocol, "d\n", 2);
    REQUIRE(on && atomic_load(&e.drawn));
    mr_protocol_end(protocol); /* after a 'quit' it would wait for what was to be counted */
  }
  mr_protocol_free(protocol);
  return 0;
}
