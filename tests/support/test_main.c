#include "test_main.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

static bool count_is_known(size_t count) {
  const char *known = getenv("MR_TEST_COUNT");
  if (known == NULL || strtoul(known, NULL, 10) == count) {
    return true;
  }
  fprintf(stderr,
          "this file lists %zu tests, but CTest found %s: name each test once, in a "
          "cmocka_unit_test...(name) that is no macro's argument\n",
          count, known);
  return false;
}

bool mr_test_select(const struct CMUnitTest *tests, size_t count, int argc, char **argv) {
  if (argc > 2) {
    fprintf(stderr, "usage: %s [TEST]\n", argv[0]);
    return false;
  }
  if (!count_is_known(count)) {
    return false;
  }
  if (argc < 2) {
    return true;
  }
  for (size_t i = 0; i < count; i++) {
    if (fnmatch(argv[1], tests[i].name, 0) == 0) {
      cmocka_set_test_filter(argv[1]);
      return true;
    }
  }
  fprintf(stderr, "%s: no test is named %s\n", argv[0], argv[1]);
  return false;
}
