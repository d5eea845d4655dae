/* Files of puzzles. */
#include <marcher/puzzles.h>
#include <string.h>

#include "base/text.h"

/** Bytes of one line: no family's state is longer on the largest board. */
#define LINE_MAX ((size_t)1 << 16)

/** A file being read, line by line. */
typedef struct reading {
  mr_arena *arena;
  mr_puzzles *out;
  uint32_t line;
  mr_error *err;
} reading;

static mr_status complain(const reading *r, mr_status status, const char *message) {
  mr_status result = mr_error_set(r->err, status, "%s", message);
  mr_error_locate(r->err, NULL, r->line, 1);
  return result;
}

/** A line's words behind its first, which has to be `key`. NULL: it is another */
static const char *value_of(const char *line, size_t length, const char *key, size_t *rest) {
  size_t word = strlen(key);
  if (length <= word + 1 || memcmp(line, key, word) != 0 || line[word] != ' ') {
    return NULL;
  }
  *rest = length - word - 1;
  return line + word + 1;
}

static bool is_printable(const char *text, size_t length) {
  bool good = length <= LINE_MAX;
  for (size_t i = 0; i < length && good; i++) {
    good = mr_text_is_print(text[i]);
  }
  return good;
}

static bool read_hash(const char *text, size_t length, uint64_t *out) {
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (!mr_text_is_digit(c) && (c < 'a' || c > 'f')) {
      return false;
    }
    value = value << 4 | (uint64_t)(mr_text_is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  *out = value;
  return length == 16;
}

static mr_status read_game(reading *r, const char *line, size_t length) {
  size_t rest = 0;
  const char *value = value_of(line, length, "game", &rest);
  size_t name = value != NULL ? (size_t)((const char *)memchr(value, ' ', rest) - value) : 0;
  if (value == NULL || memchr(value, ' ', rest) == NULL || name == 0 ||
      !read_hash(value + name + 1, rest - name - 1, &r->out->definition)) {
    return complain(r, MR_ERR_SYNTAX,
                    "here stands 'game', its name, and the 16 digits of its definition");
  }
  r->out->game = mr_arena_copy(r->arena, value, name);
  return r->out->game != NULL ? MR_OK : complain(r, MR_ERR_NOMEM, "out of memory for puzzles");
}

/** A line of a puzzle: they come in the order state, turn, rule. */
static mr_status read_part(reading *r, const char *line, size_t length, unsigned *part) {
  static const char *const keys[] = {"state", "turn", "rule"};
  size_t rest = 0;
  const char *value = value_of(line, length, keys[*part], &rest);
  if (value == NULL) {
    char message[48];
    mr_str text = mr_str_fixed(message, sizeof message);
    mr_str_format(&text, "here stands '%s' with its text", keys[*part]);
    return complain(r, MR_ERR_SYNTAX, message);
  }
  if (*part == 0 && r->out->count == MR_PUZZLES_MAX) {
    return complain(r, MR_ERR_LIMIT, "there are more than 64 puzzles");
  }
  mr_puzzle *one = &r->out->items[r->out->count];
  const char **places[] = {&one->state, &one->turn, &one->rule};
  *places[*part] = mr_arena_copy(r->arena, value, rest);
  if (*places[*part] == NULL) {
    return complain(r, MR_ERR_NOMEM, "out of memory for puzzles");
  }
  *part = (*part + 1) % 3;
  r->out->count += *part == 0;
  return MR_OK;
}

static mr_status read_line(reading *r, const char *line, size_t length, unsigned *head,
                           unsigned *part) {
  if (!is_printable(line, length)) {
    return complain(r, MR_ERR_SYNTAX, "a line is at most 65536 printable characters");
  }
  if (length == 0 || line[0] == '#') {
    return MR_OK;
  }
  if (*head == 0) {
    ++*head;
    return mr_text_is(line, length, "marcher-puzzles 1")
               ? MR_OK
               : complain(r, MR_ERR_SYNTAX, "a file of puzzles begins with 'marcher-puzzles 1'");
  }
  if (*head == 1) {
    ++*head;
    return read_game(r, line, length);
  }
  return read_part(r, line, length, part);
}

mr_status mr_puzzles_read(const char *text, size_t length, mr_arena *arena, mr_puzzles *out,
                          mr_error *err) {
  mr_puzzles read = {.game = NULL};
  reading r = {.arena = arena, .out = &read, .err = err};
  unsigned head = 0, part = 0;
  mr_status status = MR_OK;
  for (size_t at = 0; at < length && status == MR_OK;) {
    const char *end = memchr(text + at, '\n', length - at);
    size_t size = end != NULL ? (size_t)(end - text) - at : length - at;
    r.line++;
    status = read_line(&r, text + at, size, &head, &part);
    at += size + 1;
  }
  if (status == MR_OK && head < 2) {
    status = complain(&r, MR_ERR_SYNTAX, "a file of puzzles begins with 'marcher-puzzles 1'");
  }
  if (status == MR_OK && part != 0) {
    status = complain(&r, MR_ERR_SYNTAX, "the last puzzle is not complete");
  }
  if (status == MR_OK) {
    *out = read;
  }
  return status;
}

void mr_puzzles_write(const mr_puzzles *puzzles, const char *comment, mr_str *out) {
  mr_str_format(out, "marcher-puzzles %d\n", MR_PUZZLES_VERSION);
  for (const char *line = comment; line != NULL && *line != '\0';) {
    size_t length = strcspn(line, "\n");
    mr_str_add(out, "# ");
    mr_str_bytes(out, line, length);
    mr_str_char(out, '\n');
    line += length + (line[length] == '\n');
  }
  mr_str_format(out, "game %s %016llx\n", puzzles->game, (unsigned long long)puzzles->definition);
  for (size_t i = 0; i < puzzles->count; i++) {
    const mr_puzzle *one = &puzzles->items[i];
    mr_str_format(out, "\nstate %s\nturn %s\nrule %s\n", one->state, one->turn, one->rule);
  }
}
