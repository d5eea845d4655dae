#include <marcher/record.h>

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

enum { LINE_MAX = 100 };

/* ---- what may stand in a record -------------------------------------------------------------- */

/** Whether a control character of the second block (U+0080 to U+009F) begins here. */
static bool is_late_control(const unsigned char *bytes, size_t left) {
  return left > 1 && bytes[0] == 0xC2 && bytes[1] < 0xA0;
}

size_t mr_record_check_bytes(const char *text, size_t length, bool lines) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t end = mr_utf8_check(text, length);
  for (size_t i = 0; i < end; i++) {
    bool control = bytes[i] < 0x20 || bytes[i] == 0x7F || is_late_control(bytes + i, end - i);
    bool line_end = bytes[i] == '\n' || (bytes[i] == '\r' && i + 1 < end && bytes[i + 1] == '\n');
    if (control && bytes[i] != '\t' && !(lines && line_end)) {
      return i;
    }
  }
  return end;
}

mr_status mr_record_byte_fault(const char *text, size_t length, size_t at, mr_error *err) {
  unsigned char byte = (unsigned char)text[at];
  if (byte == 0) {
    return mr_error_set(err, MR_ERR_ENCODING, "a NUL byte");
  }
  if (mr_utf8_check(text + at, length - at) == 0) {
    return mr_error_set(err, MR_ERR_ENCODING, "the byte 0x%02X, which is not UTF-8 here", byte);
  }
  unsigned code = byte == 0xC2 ? (unsigned char)text[at + 1] : byte;
  return mr_error_set(err, MR_ERR_ENCODING, "the control character U+%04X", code);
}

const char *mr_record_excerpt(const char *text, char buffer[MR_RECORD_EXCERPT_MAX]) {
  mr_str out;
  mr_str_fixed(&out, buffer, MR_RECORD_EXCERPT_MAX);
  size_t length = strlen(text);
  bool cut = length >= MR_RECORD_EXCERPT_MAX;
  mr_str_bytes(&out, text, cut ? mr_utf8_whole(text, MR_RECORD_EXCERPT_MAX - 4) : length);
  mr_str_add(&out, cut ? "..." : "");
  return buffer;
}

bool mr_record_tag_reserved(const char *name) {
  static const char *const reserved[] = {"Marcher", "Game",   "Definition", "Set",   "Seed",
                                         "Start",   "Result", "Rule",       "Final", "Hash"};
  for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
    if (strcmp(name, reserved[i]) == 0) {
      return true;
    }
  }
  return false;
}

bool mr_record_tag_name_valid(const char *text, size_t length) {
  if (length == 0 || !mr_text_is_letter(text[0])) {
    return false;
  }
  for (size_t i = 0; i < length; i++) {
    if (!mr_text_is_letter(text[i]) && !mr_text_is_digit(text[i]) && text[i] != '_') {
      return false;
    }
  }
  return true;
}

const char *mr_record_move_fault(const char *text, size_t length) {
  if (length == 0) {
    return "is empty";
  }
  if (length >= MR_ACTION_TEXT_MAX) {
    return "is longer than any action";
  }
  if (text[0] == '[') {
    return "looks like a tag";
  }
  for (size_t i = 0; i < length; i++) {
    if (!mr_text_is_print(text[i]) || strchr(" {}\"", text[i]) != NULL) {
      return "has a character that no action has";
    }
  }
  return NULL;
}

/** Reads one score of a result. @return bytes read, 0 where there is none */
static size_t read_score(const char *text, unsigned *quarters) {
  static const struct {
    const char *text;
    unsigned quarters;
  } scores[] = {{"1/4", 1}, {"1/2", 2}, {"3/4", 3}, {"1", 4}, {"0", 0}};
  for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++) {
    size_t length = strlen(scores[i].text);
    if (strncmp(text, scores[i].text, length) == 0) {
      *quarters = scores[i].quarters;
      return length;
    }
  }
  return 0;
}

bool mr_record_result_valid(const char *text) {
  if (strcmp(text, "*") == 0) {
    return true;
  }
  unsigned sum = 0;
  unsigned teams = 0;
  for (;;) {
    unsigned quarters = 0;
    size_t length = read_score(text, &quarters);
    if (length == 0) {
      return false;
    }
    sum += quarters;
    teams++;
    text += length;
    if (*text != '-') {
      break;
    }
    text++;
  }
  return *text == '\0' && teams >= 2 && teams <= MR_MAX_PLAYERS && sum == MR_SCORE_WIN;
}

bool mr_record_score_valid(const char *text) {
  size_t seats = 0;
  for (;; text++) {
    if (*text < '0' || *text > '0' + MR_SCORE_WIN) {
      return false;
    }
    seats++;
    text++;
    if (*text != ' ') {
      break;
    }
  }
  return *text == '\0' && seats >= 2 && seats <= MR_MAX_PLAYERS;
}

bool mr_record_rule_outside(const char *rule) {
  return strcmp(rule, "agreement") == 0 || strcmp(rule, "resignation") == 0 ||
         strcmp(rule, "time") == 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_escaped(mr_str *out, const char *value) {
  for (const char *at = value; *at != '\0'; at++) {
    if (*at == '\n') {
      mr_str_add(out, "\\n");
      continue;
    }
    if (*at == '"' || *at == '\\') {
      mr_str_char(out, '\\');
    }
    mr_str_char(out, *at);
  }
}

static void put_value(mr_str *out, const char *value) {
  mr_str_char(out, '"');
  put_escaped(out, value);
  mr_str_char(out, '"');
}

/** Writes a tag; nothing where `value` is NULL. */
static void put_tag(mr_str *out, const char *name, const char *value, const char *value2) {
  if (value == NULL) {
    return;
  }
  mr_str_char(out, '[');
  mr_str_add(out, name);
  mr_str_char(out, ' ');
  put_value(out, value);
  if (value2 != NULL) {
    mr_str_char(out, ' ');
    put_value(out, value2);
  }
  mr_str_add(out, "]\n");
}

static void put_sets(mr_str *out, const mr_record *record) {
  for (size_t i = 0; i < record->set_count; i++) {
    mr_str_add(out, "[Set \"");
    put_escaped(out, record->sets[i].key);
    mr_str_char(out, '=');
    put_escaped(out, record->sets[i].value);
    mr_str_add(out, "\"]\n");
  }
}

static void put_hex(mr_str *out, const char *name, uint64_t value) {
  mr_str_format(out, "[%s \"%016" PRIx64 "\"]\n", name, value);
}

static void put_tags(mr_str *out, const mr_record *record) {
  put_tag(out, "Marcher", MR_RECORD_VERSION, NULL);
  put_tag(out, "Game", record->game, NULL);
  if (record->definition_hash != 0) {
    put_hex(out, "Definition", record->definition_hash);
  }
  put_sets(out, record);
  if (record->has_seed) {
    mr_str_format(out, "[Seed \"%" PRIu64 "\"]\n", record->seed);
  }
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    if (strcmp(tag->name, MR_RECORD_SCORE) != 0) {
      put_tag(out, tag->name, tag->value, tag->value2);
    }
  }
  put_tag(out, "Start", record->start, NULL);
  put_tag(out, "Result", record->result != NULL ? record->result : "*", NULL);
  put_tag(out, MR_RECORD_SCORE, mr_record_tag_value(record, MR_RECORD_SCORE), NULL);
  put_tag(out, "Rule", record->rule, NULL);
  put_tag(out, "Final", record->final_state, NULL);
  if (record->has_hash) {
    put_hex(out, "Hash", record->final_hash);
  }
}

/** Breaks lines between words. */
typedef struct wrapper {
  mr_str *out;
  size_t column;
} wrapper;

/** Writes a word with what opens and closes it, on this line if there is room. */
static void put_word(wrapper *to, const char *open, const char *word, size_t length,
                     const char *close) {
  size_t whole = strlen(open) + length + strlen(close);
  if (to->column > 0 && to->column + 1 + whole > LINE_MAX) {
    mr_str_char(to->out, '\n');
    to->column = 0;
  }
  if (to->column > 0) {
    mr_str_char(to->out, ' ');
    to->column++;
  }
  mr_str_add(to->out, open);
  mr_str_bytes(to->out, word, length);
  mr_str_add(to->out, close);
  to->column += whole;
}

static void put_comment(wrapper *to, const char *comment) {
  const char *open = "{";
  for (const char *word = comment; word != NULL;) {
    const char *end = strchr(word, ' ');
    size_t length = end != NULL ? (size_t)(end - word) : strlen(word);
    put_word(to, open, word, length, end != NULL ? "" : "}");
    open = "";
    word = end != NULL ? end + 1 : NULL;
  }
}

void mr_record_format(const mr_record *record, mr_str *out) {
  put_tags(out, record);
  if (record->move_count == 0) {
    return;
  }
  mr_str_char(out, '\n');
  wrapper to = {.out = out};
  for (size_t i = 0; i < record->move_count; i++) {
    const mr_record_move *move = &record->moves[i];
    put_word(&to, "", move->text, strlen(move->text), "");
    if (move->comment != NULL) {
      put_comment(&to, move->comment);
    }
  }
  mr_str_char(out, '\n');
}
