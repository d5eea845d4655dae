#include "rules/fairy/compile/start_text.h"

#include <string.h>

#include "base/text.h"

/** A field of a FEN. */
typedef struct field {
  size_t at;
  size_t length;
} field;

static field next_field(const char *text, field after) {
  field next = {after.at + after.length, 0};
  while (text[next.at] == ' ') {
    next.at++;
  }
  next.length = strcspn(text + next.at, " ");
  return next;
}

static bool is_number(const char *text, field f) {
  for (size_t i = 0; i < f.length; i++) {
    if (!mr_text_is_digit(text[f.at + i])) {
      return false;
    }
  }
  return f.length > 0;
}

static bool any_castling(const mr_fy_rules *rules) {
  return rules->castling[0].allowed || rules->castling[1].allowed || rules->castling[2].allowed ||
         rules->castling[3].allowed;
}

/* The text with `fill` in the place of a field. */
static const char *replace(mr_fy_start_text *out, mr_arena *arena, field where, const char *fill) {
  size_t fill_length = strlen(fill), rest = strlen(out->text) - where.at - where.length;
  size_t size = where.at + fill_length + rest + 1;
  char *copy = mr_arena_zero(arena, size, 1);
  mr_str text;
  if (copy == NULL) {
    return NULL;
  }
  mr_str_fixed(&text, copy, size);
  mr_str_bytes(&text, out->text, where.at);
  mr_str_add(&text, fill);
  mr_str_add(&text, out->text + where.at + where.length);
  out->shift += (ptrdiff_t)fill_length - (ptrdiff_t)where.length;
  out->from = out->from < where.at ? out->from : where.at;
  return copy;
}

static bool put_field(mr_fy_start_text *out, mr_arena *arena, field where, const char *fill) {
  const char *text = replace(out, arena, where, fill);
  out->text = text != NULL ? text : out->text;
  return text != NULL;
}

bool mr_fy_complete_start(const mr_fy_rules *rules, const char *text, mr_arena *arena,
                          mr_fy_start_text *out) {
  *out = (mr_fy_start_text){.text = text, .from = SIZE_MAX};
  field side = next_field(text, next_field(text, (field){0, 0}));
  field rights = next_field(text, side);
  if (is_number(text, rights)) {
    return put_field(out, arena, (field){rights.at, 0}, "- - ");
  }
  bool granted = rights.length > 0 && text[rights.at] != '-';
  field passed = next_field(text, rights);
  if (is_number(text, passed) && !put_field(out, arena, (field){passed.at, 0}, "- ")) {
    return false;
  }
  return !granted || any_castling(rules) || put_field(out, arena, rights, "-");
}

size_t mr_fy_start_column(const mr_fy_start_text *start, size_t column) {
  if (column <= start->from) {
    return column;
  }
  ptrdiff_t moved = (ptrdiff_t)column - start->shift;
  return moved > (ptrdiff_t)start->from ? (size_t)moved : start->from;
}
