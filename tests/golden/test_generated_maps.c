/*
 * Maps that were generated once, by their words and seeds: the same come out again, to the byte. A
 * change of the generator that is meant writes the figures anew:
 * MARCHER_UPDATE_MAPS=1 build/release/tests/test_golden_generated_maps
 */
#include <inttypes.h>
#include <marcher/family.h>
#include <marcher/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/warlord/warlord.h"
#include "test_main.h"

#define FIGURES MR_SOURCE_DIR "/tests/data/warlord.maps.tsv"

enum { VALUES = 32, LINE_BYTES = 512 };

/* "--size 24x16 --win 2" as values in the order of the options. */
static void read_values(char *words, const char **values) {
  const mr_generator *generator = mr_family_warlord.generator;
  char *rest = NULL;
  for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    size_t i = 0;
    while (i < generator->option_count && strcmp(generator->options[i].name, word + 2) != 0) {
      i++;
    }
    assert_true(i < generator->option_count && i < VALUES);
    values[i] = strtok_r(NULL, " ", &rest);
  }
}

static uint64_t generated(const char *words, uint64_t seed) {
  const char *values[VALUES] = {NULL};
  char copy[LINE_BYTES];
  mr_str text = mr_str_growing(NULL);
  mr_error error = {.message = ""};
  snprintf(copy, sizeof copy, "%s", words);
  read_values(copy, values);
  if (mr_family_warlord.generator->generate(values, seed, NULL, &text, &error) != MR_OK) {
    fail_msg("%s, seed %" PRIu64 ": %s", words, seed, error.message);
  }
  uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
  for (size_t i = 0; i < text.length; i++) {
    hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(1099511628211);
  }
  mr_str_done(&text);
  return hash;
}

static void the_same_words_make_the_maps_of_old(void **unused) {
  (void)unused;
  bool update = getenv("MARCHER_UPDATE_MAPS") != NULL;
  FILE *file = fopen(FIGURES, update ? "r+" : "r");
  char line[LINE_BYTES];
  unsigned count = 0, other = 0;
  assert_non_null(file);
  long at = ftell(file);
  for (; fgets(line, sizeof line, file) != NULL; at = ftell(file)) {
    if (line[0] == '#') {
      continue;
    }
    char *seed = strchr(line, '\t'), *hash = strrchr(line, '\t');
    assert_true(seed != NULL && hash != NULL && seed < hash);
    *seed = '\0';
    uint64_t found = generated(line, strtoull(seed + 1, NULL, 10));
    uint64_t wanted = strtoull(hash + 1, NULL, 16);
    if (found != wanted) {
      other++;
      print_message("%s, seed %.*s: %016" PRIx64 ", not %016" PRIx64 "\n", line,
                    (int)(hash - seed - 1), seed + 1, found, wanted);
    }
    if (update) {
      assert_int_equal(fseek(file, at + (hash + 1 - line), SEEK_SET), 0);
      fprintf(file, "%016" PRIx64 "\n", found);
      assert_int_equal(fflush(file), 0);
    }
    count++;
  }
  fclose(file);
  assert_in_range(count, 20, 1000);
  assert_true(update || other == 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_same_words_make_the_maps_of_old),
};

MR_TEST_MAIN(tests)
