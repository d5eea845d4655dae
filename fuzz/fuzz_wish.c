/**
 * @file
 * Fuzz target: what a designer wishes of a measure.
 *
 * What can be read names a measure and has bounds in order, and shares lie where shares can be;
 * what cannot is complained of, and the wish is untouched.
 */

#include <assert.h>
#include <marcher/measures.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  mr_wish wish = {.id = "untouched"};
  mr_error error = {0};
  assert(text != NULL);
  if (size > 0) {
    memcpy(text, data, size);
  }
  text[size] = '\0';
  if (mr_wish_parse(text, &wish, &error) == MR_OK) {
    assert(strlen(wish.id) > 0 && strncmp(wish.id, text, strlen(wish.id)) == 0);
    assert(wish.low <= wish.high);
  } else {
    assert(strcmp(wish.id, "untouched") == 0 && error.message[0] != '\0');
  }
  free(text);
  return 0;
}
