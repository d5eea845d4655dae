#include <string.h>

#include "base/text.h"
#include "rules/fairy/compile/read.h"

/*
 * namedRegions: squares that have a name, one set on each line, "White's den: e2".
 */

enum { NAME_MAX_LENGTH = 60 };

/** A line of the value, from `at` to `end`, with the place of its colon. */
typedef struct line {
  const mr_setting *setting;
  size_t at;
  size_t colon; /**< `end` where there is none */
  size_t end;
} line;

static void report_line(mr_fy_reading *in, const line *of, mr_status status, const char *what) {
  mr_span span = mr_setting_span(of->setting, of->at, of->end - of->at);
  mr_diagnose(in->list, status, &span, NULL, "%s", what);
}

/* Takes "White's " or "Black's " off the beginning of a name. */
static unsigned read_owner(line *of) {
  static const char *const owners[] = {"White's ", "Black's "};
  for (unsigned side = 0; side < 2; side++) {
    size_t length = strlen(owners[side]);
    if (of->colon - of->at > length &&
        memcmp(of->setting->text + of->at, owners[side], length) == 0) {
      of->at += length;
      return side;
    }
  }
  return MR_FY_BOTH;
}

static bool is_known(const mr_fy_rules *rules, const mr_fy_named *named) {
  for (unsigned i = 0; i < rules->named_count; i++) {
    if (rules->named[i].owner == named->owner && strcmp(rules->named[i].name, named->name) == 0) {
      return true;
    }
  }
  return false;
}

static void add_named(mr_fy_reading *in, const line *of, const mr_fy_named *named) {
  mr_fy_rules *rules = in->rules;
  if (is_known(rules, named)) {
    report_line(in, of, MR_ERR_DUPLICATE, "this name has been given above");
  } else if (rules->named_count == MR_FY_NAMED_MAX) {
    report_line(in, of, MR_ERR_LIMIT, "at most 32 sets of squares can have names");
  } else {
    rules->named[rules->named_count++] = *named;
  }
}

static void read_line(mr_fy_reading *in, line of) {
  const char *text = of.setting->text;
  mr_fy_named named = {.owner = MR_FY_BOTH};
  while (of.at < of.end && mr_text_is_blank(text[of.at])) {
    of.at++;
  }
  if (of.at == of.end) {
    return;
  }
  line whole = of;
  if (of.colon > of.at) {
    named.owner = read_owner(&of);
  }
  size_t length = of.colon - of.at;
  while (length > 0 && mr_text_is_blank(text[of.at + length - 1])) {
    length--;
  }
  if (of.colon == of.end || length == 0 || length > NAME_MAX_LENGTH) {
    report_line(in, &whole, MR_ERR_SYNTAX,
                length > NAME_MAX_LENGTH && of.colon < of.end
                    ? "a name has at most 60 characters"
                    : "expected name: squares, such as White's den: e2");
    return;
  }
  if (!mr_fy_read_squares(in, of.setting, of.colon + 1, of.end, &named.cells)) {
    return;
  }
  if (mr_fy_set_empty(&named.cells)) {
    report_line(in, &whole, MR_ERR_ILLEGAL, "there are no squares behind the name");
    return;
  }
  named.name = mr_fy_copy(in, text + of.at, length);
  add_named(in, &whole, &named);
}

void mr_fy_read_named(mr_fy_reading *in) {
  const mr_setting *setting = mr_fy_setting(in, MR_FY_KEY_NAMED);
  for (size_t at = 0; setting != NULL && at < setting->length;) {
    size_t length = strcspn(setting->text + at, "\n");
    const char *colon = memchr(setting->text + at, ':', length);
    size_t end = at + length;
    read_line(in, (line){setting, at, colon != NULL ? (size_t)(colon - setting->text) : end, end});
    at = end + 1;
  }
}
