#include "search/fairy/params.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"

static const mr_engine_parameter ROWS[] = {
#define MR_FYS_ROW(member, name, value, least, most, about) {name, value, least, most, about},
    MR_FYS_SEARCH_PARAMS(MR_FYS_ROW) MR_FYS_EVAL_PARAMS(MR_FYS_ROW)
#undef MR_FYS_ROW
};

enum { COUNT = sizeof ROWS / sizeof ROWS[0] };

/** What it takes to read them: a program that lists none does without what they are about. */
static const struct {
  const char *name;
  int least, most;
} RANGES[COUNT] = {
#define MR_FYS_RANGE(member, name, value, least, most, about) {name, least, most},
    MR_FYS_SEARCH_PARAMS(MR_FYS_RANGE) MR_FYS_EVAL_PARAMS(MR_FYS_RANGE)
#undef MR_FYS_RANGE
};

static_assert(sizeof(mr_fys_params) == COUNT * sizeof(int),
              "members stand in the order of the rows");

#define MR_FYS_VALUE(member, name, value, least, most, about) .member = (value),
const mr_fys_params mr_fys_usual_params = {
    MR_FYS_SEARCH_PARAMS(MR_FYS_VALUE).eval = {MR_FYS_EVAL_PARAMS(MR_FYS_VALUE)},
};
#undef MR_FYS_VALUE

const mr_engine_parameter *mr_fys_parameters(size_t *count) {
  *count = COUNT;
  return ROWS;
}

static mr_status read_word(mr_token word, int *values, mr_error *err) {
  const char *equals = memchr(word.text, '=', word.length);
  mr_token name = {word.text, equals != NULL ? (size_t)(equals - word.text) : word.length};
  mr_nearest_search search;
  char copy[32] = "";
  const char *near = NULL;
  memcpy(copy, name.text, name.length < sizeof copy ? name.length : sizeof copy - 1);
  mr_nearest_begin(&search, copy);
  for (size_t i = 0; i < COUNT; i++) {
    const char *each = RANGES[i].name;
    int least = RANGES[i].least, most = RANGES[i].most;
    near = mr_nearest_offer(&search, each) ? each : near;
    if (!mr_token_is_nocase(name, each)) {
      continue;
    }
    uint64_t value = 0;
    size_t size = word.length - name.length;
    if (equals == NULL || !mr_parse_uint(equals + 1, size - 1, (uint64_t)most, &value) ||
        (int)value < least) {
      return mr_error_set(err, MR_ERR_RANGE,
                          "the parameter %s takes a number from %d to %d, as in %s=%d", each, least,
                          most, each, values[i]);
    }
    values[i] = (int)value;
    return MR_OK;
  }
  return near != NULL
             ? mr_error_set(err, MR_ERR_UNKNOWN,
                            "the search has no parameter '%s'; did you mean '%s'?", copy, near)
             : mr_error_set(
                   err, MR_ERR_UNKNOWN,
                   "the search has no parameter '%s'; 'marcher spsa chess --list' lists them",
                   copy);
}

mr_status mr_fys_params_read(const char *text, mr_fys_params *out, mr_error *err) {
  int values[COUNT];
  memcpy(values, &mr_fys_usual_params, sizeof values);
  const char *words = text != NULL ? text : "";
  mr_tokens tokens = {words, strlen(words)};
  mr_token word;
  mr_status status = MR_OK;
  while (status == MR_OK && mr_next_token(&tokens, &word)) {
    status = read_word(word, values, err);
  }
  if (status == MR_OK) {
    memcpy(out, values, sizeof values);
  }
  return status;
}
