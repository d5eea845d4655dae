/*
 * What a page calls in the module, and what the module calls in the page: the only unit that is
 * compiled for WebAssembly alone. A page fills the room with a request, has it answered, and reads
 * the answer; it makes its views of the memory anew after each call, since that may have grown.
 */
#include <stdlib.h>

#include "page/page.h"

#define EXPORT(name) __attribute__((export_name(name)))
#define IMPORT(name) __attribute__((import_module("page"), import_name(name)))

typedef struct page {
  mr_page *page;
  char *room;
  size_t size;
  const mr_str *answer;
} page;

IMPORT("progress") void marcher_page_progress(const char *json, size_t length);

/* A page, or NULL without memory. */
EXPORT("open") page *marcher_page_open(void);
/* Room for a request, which stands until the next call; or NULL. */
EXPORT("room") char *marcher_page_room(page *one, size_t size);
/* Answers what is in the room. The answer, or NULL without memory. */
EXPORT("answer") const char *marcher_page_answer(page *one, size_t length);
/* Bytes of the last answer. */
EXPORT("length") size_t marcher_page_length(const page *one);

static void report(void *context, const char *json, size_t length) {
  (void)context;
  marcher_page_progress(json, length);
}

page *marcher_page_open(void) {
  mr_error error;
  page *one = calloc(1, sizeof *one);
  if (one == NULL || mr_page_new(NULL, &one->page, &error) != MR_OK) {
    free(one);
    return NULL;
  }
  mr_page_on_progress(one->page, report, NULL);
  return one;
}

char *marcher_page_room(page *one, size_t size) {
  if (size > one->size) {
    char *room = realloc(one->room, size);
    if (room == NULL) {
      return NULL;
    }
    one->room = room;
    one->size = size;
  }
  return one->room;
}

const char *marcher_page_answer(page *one, size_t length) {
  one->answer = mr_page_answer(one->page, one->room, length);
  return one->answer != NULL ? mr_str_text(one->answer) : NULL;
}

size_t marcher_page_length(const page *one) {
  return one->answer != NULL ? one->answer->length : 0;
}
