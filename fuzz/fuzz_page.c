/**
 * @file
 * Requests of a page: any words, one request a line, words between tabs.
 *
 * Every request is answered by one object of JSON, and whatever was said, the game that is open can
 * be looked at.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/page.h"

#define REQUIRE(condition) require((condition), #condition, __LINE__)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *text, int line) {
  if (!condition) {
    fprintf(stderr, "fuzz_page.c:%d: not so: %s\n", line, text);
    abort();
  }
}

/* Searches and large boards are other targets' matters, and take their time; so do many games. */
static bool takes_long(const char *request, size_t length) {
  static const char games[] = "quick_play";
  static const char *const searches[] = {"think", "study", "review_turn", "ending"};
  for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
    size_t size = strlen(searches[i]);
    if (length >= size && memcmp(request, searches[i], size) == 0) {
      return true;
    }
  }
  bool plays = length >= sizeof games && memcmp(request, games, sizeof games) == 0;
  return (plays && strcmp(request + sizeof games, "1") != 0) || strstr(request, "level") != NULL;
}

static void ask(mr_page *page, const char *request, size_t length) {
  const mr_str *answer = mr_page_answer(page, request, length);
  mr_json_value *value = NULL;
  mr_error error;
  REQUIRE(answer != NULL);
  REQUIRE(mr_json_value_read(mr_str_text(answer), answer->length, &value, &error) == MR_OK);
  REQUIRE(mr_json_value_member(value, "version") != NULL);
  mr_json_value_free(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { REQUESTS_MAX = 64, SIZE_MAX_HERE = 1 << 14 };
  mr_page *page = NULL;
  char *text = malloc(size + 1);
  REQUIRE(text != NULL && mr_page_new(NULL, &page, NULL) == MR_OK);
  memcpy(text, data, size);
  text[size] = '\n';
  size_t requests = size < SIZE_MAX_HERE ? REQUESTS_MAX : 0;
  for (size_t at = 0; at < size && requests > 0; requests--) {
    size_t length = (size_t)((char *)memchr(text + at, '\n', size + 1 - at) - (text + at));
    for (size_t i = 0; i <= length; i++) {
      char *c = &text[at + i];
      *c = (char)(*c == '\t' || *c == '\n' ? '\0' : *c == '\x1f' ? '\n' : *c);
    }
    if (!takes_long(text + at, length)) {
      ask(page, text + at, length + 1);
    }
    at += length + 1;
  }
  ask(page, "look\0-", sizeof "look\0-");
  mr_page_free(page);
  free(text);
  return 0;
}
