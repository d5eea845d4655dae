#include "cli/commands/check_rest.h"

#include <string.h>

/* A definition in the text: from its heading to the next one, or what stands before the first. */
typedef struct part {
  char *text;
  size_t length;
  uint32_t line; /* of its beginning, from 1 */
  uint32_t lines;
} part;

/* What the bracket of a heading becomes whose definition is to go. */
#define MARKED '\x01'

/* Words of a heading, `[name:parent]`. */
typedef struct word {
  const char *text;
  size_t length;
} word;

static bool next_part(part *it, char *text, size_t length) {
  size_t begin = it->text == NULL ? 0 : (size_t)(it->text - text) + it->length;
  uint32_t line = it->text == NULL ? 1 : it->line + it->lines;
  if (begin >= length) {
    return false;
  }
  *it = (part){.line = line};
  it->text = text + begin;
  for (size_t at = begin; at < length; at++) {
    it->length++;
    it->lines += text[at] == '\n';
    bool ends = text[at] == '\n' && at + 1 < length;
    if (ends && (text[at + 1] == '[' || text[at + 1] == MARKED)) {
      break;
    }
  }
  return true;
}

static void blank(part *it) {
  for (size_t i = 0; i < it->length; i++) {
    it->text[i] = it->text[i] == '\n' ? '\n' : ' ';
  }
}

static bool has_heading(const part *it) {
  return it->length > 0 && it->text[0] == '[';
}

/* The name in a heading; behind its colon, the parent's. Without one it has no length. */
static word heading_word(const part *it, bool parent) {
  size_t begin = 1;
  if (parent) {
    while (begin < it->length && strchr(":]\r\n", it->text[begin]) == NULL) {
      begin++;
    }
    begin += begin < it->length && it->text[begin] == ':';
  }
  while (begin < it->length && it->text[begin] == ' ') {
    begin++;
  }
  word out = {it->text + begin, 0};
  while (begin + out.length < it->length &&
         strchr(":] \r\n", it->text[begin + out.length]) == NULL) {
    out.length++;
  }
  return out;
}

static bool same_words(word a, word b) {
  return a.length > 0 && a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static bool has_error(const part *it, const mr_diagnostics *list) {
  for (const mr_diagnostic *one = list->first; one != NULL; one = one->next) {
    if (one->severity == MR_SEVERITY_ERROR && one->line >= it->line &&
        one->line < it->line + (it->lines > 0 ? it->lines : 1)) {
      return true;
    }
  }
  return false;
}

/* Blanks the definitions with that parent. @return whether there were any */
static bool blank_children(char *text, size_t length, const part *parent) {
  const word name = heading_word(parent, false);
  bool found = false;
  for (part it = {.text = NULL}; next_part(&it, text, length);) {
    bool child =
        it.text != parent->text && has_heading(&it) && same_words(heading_word(&it, true), name);
    if (child) {
      it.text[0] = MARKED; /* its own children are looked for in the next round */
      found = true;
    }
  }
  return found;
}

/* What is marked goes, and so does what builds upon it. @return whether something was marked */
static bool blank_marked(char *text, size_t length) {
  bool any = false;
  for (part it = {.text = NULL}; next_part(&it, text, length);) {
    if (it.length > 0 && it.text[0] == MARKED) {
      blank_children(text, length, &it);
      blank(&it);
      any = true;
    }
  }
  return any;
}

bool check_keep_readable(char *text, size_t length, const mr_diagnostics *list) {
  for (part it = {.text = NULL}; next_part(&it, text, length);) {
    if (has_error(&it, list) && has_heading(&it)) {
      it.text[0] = MARKED;
    } else if (has_error(&it, list)) {
      blank(&it);
    }
  }
  while (blank_marked(text, length)) {
  }
  for (part it = {.text = NULL}; next_part(&it, text, length);) {
    if (has_heading(&it)) {
      return true;
    }
  }
  return false;
}
