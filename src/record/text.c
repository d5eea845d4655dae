#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

/* ---- what may stand in a record -------------------------------------------------------------- */

size_t mr_record_check_bytes(const char *text, size_t length, bool lines) {
  size_t end = mr_utf8_check(text, length);
  for (size_t i = 0; i < end; i++) {
    bool line_end = text[i] == '\n' || (text[i] == '\r' && i + 1 < end && text[i + 1] == '\n');
    if (mr_utf8_control(text + i, end - i) > 0 && !(lines && line_end)) {
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
  mr_str out = mr_str_fixed(buffer, MR_RECORD_EXCERPT_MAX);
  size_t length = strlen(text);
  bool cut = length >= MR_RECORD_EXCERPT_MAX;
  mr_str_bytes(&out, text, cut ? mr_utf8_whole(text, MR_RECORD_EXCERPT_MAX - 4) : length);
  mr_str_add(&out, cut ? "..." : "");
  return buffer;
}

mr_record_tag_kind mr_record_kind_of_tag(const char *name) {
  static const char *const names[] = {
      [MR_TAG_VERSION] = "Marcher",
      [MR_TAG_GAME] = "Game",
      [MR_TAG_DEFINITION] = "Definition",
      [MR_TAG_SET] = "Set",
      [MR_TAG_SEED] = "Seed",
      [MR_TAG_START] = "Start",
      [MR_TAG_RESULT] = "Result",
      [MR_TAG_RULE] = "Rule",
      [MR_TAG_FINAL] = "Final",
      [MR_TAG_HASH] = "Hash",
      [MR_TAG_COMMITMENT] = "Commitment",
      [MR_TAG_SEALED] = "Sealed",
      [MR_TAG_SCORE] = MR_RECORD_SCORE,
      [MR_TAG_REMARK] = MR_RECORD_REMARK,
      [MR_TAG_TIMES] = MR_RECORD_TIMES,
  };
  size_t kind = 0;
  while (kind < MR_TAG_OTHER && strcmp(name, names[kind]) != 0) {
    kind++;
  }
  return (mr_record_tag_kind)kind;
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

bool mr_record_result_valid(const char *text) {
  static const char *const quarters[MR_SCORE_WIN + 1] = {"0", "1/4", "1/2", "3/4", "1"};
  unsigned sum = 0;
  unsigned teams = 0;
  for (;; text++) {
    size_t length = strcspn(text, "-");
    unsigned score = 0;
    while (score <= MR_SCORE_WIN && !mr_text_is(text, length, quarters[score])) {
      score++;
    }
    if (score > MR_SCORE_WIN) {
      return teams == 0 && strcmp(text, "*") == 0;
    }
    sum += score;
    teams++;
    text += length;
    if (*text == '\0') {
      return teams >= 2 && teams <= MR_MAX_PLAYERS && sum == MR_SCORE_WIN;
    }
  }
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

/* ---- lines of words -------------------------------------------------------------------------- */

void mr_record_put_word(mr_record_lines *to, const char *open, const char *word, size_t length,
                        const char *close) {
  size_t whole = strlen(open) + length + strlen(close);
  for (size_t i = 0; to->pgn && i < length; i++) {
    whole -= mr_utf8_continues(word[i]);
  }
  if (to->column > 0 && to->column + 1 + whole > to->width) {
    mr_str_char(to->out, '\n');
    to->column = 0;
  }
  if (to->column > 0 || (to->pgn && open[0] == '\0' && word[0] == '%')) {
    mr_str_char(to->out, ' ');
    to->column++;
  }
  mr_str_add(to->out, open);
  mr_str_bytes(to->out, word, length);
  mr_str_add(to->out, close);
  to->column += whole;
}

void mr_record_put_comment(mr_record_lines *to, const char *comment) {
  const char *open = "{";
  size_t length;
  do {
    length = strcspn(comment, " ");
    mr_record_put_word(to, open, comment, length, comment[length] == '\0' ? "}" : "");
    open = "";
    comment += length + 1;
  } while (comment[-1] != '\0');
}
