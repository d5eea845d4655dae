#include <marcher/record.h>

#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

enum { VALUES_MAX = 3 /**< of the tag Commitment; others have two at most */ };

/** A place in the text. */
typedef struct mark {
  size_t at;
  uint32_t line;
  uint32_t column;
} mark;

/** All of the text is known to be UTF-8 without control characters but tabs and ends of lines. */
typedef struct reader {
  mr_record *record;
  const char *source;
  const char *text;
  size_t length;
  size_t at;
  size_t line_start;
  uint32_t line;
  uint32_t seen;   /**< bit i: that kind of tag has occurred */
  uint64_t format; /**< of the record; 0: not known yet */
  mr_error *err;
} reader;

/** A tag as it is written. */
typedef struct raw_tag {
  mark name_at;
  const char *name;
  mark value_at[VALUES_MAX];
  const char *value[VALUES_MAX]; /**< NULL from the first one on that is not there */
} raw_tag;

/* ---- places and complaints ------------------------------------------------------------------- */

static mark here(const reader *in) {
  return (mark){in->at, in->line, (uint32_t)(in->at - in->line_start) + 1};
}

static mr_status located(const reader *in, mark place, mr_status status) {
  if (status != MR_OK) {
    mr_error_locate(in->err, in->source, place.line, place.column);
  }
  return status;
}

static MR_PRINTF(4, 5) mr_status
    fail(const reader *in, mark place, mr_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_error_vset(in->err, status, format, args);
  va_end(args);
  return located(in, place, status);
}

/** The byte at the reader, or NUL at the end (the text holds none). */
static char peek(const reader *in) {
  return in->at < in->length ? in->text[in->at] : '\0';
}

static void advance(reader *in) {
  if (in->text[in->at++] == '\n') {
    in->line++;
    in->line_start = in->at;
  }
}

static bool is_space(char c) {
  return mr_text_is_blank(c) || c == '\n' || c == '\r';
}

static void skip_space(reader *in) {
  while (is_space(peek(in))) {
    advance(in);
  }
}

static void skip_blanks(reader *in) {
  while (mr_text_is_blank(peek(in))) {
    advance(in);
  }
}

/** What stands at the reader, for complaints: "the end of the text", "the end of the line", "'x'".
 */
static const char *describe(const reader *in, char buffer[16]) {
  char c = peek(in);
  if (in->at >= in->length) {
    return "the end of the text";
  }
  if (c == '\n' || c == '\r') {
    return "the end of the line";
  }
  mr_str str = mr_str_fixed(buffer, 16);
  mr_str_format(&str, "'%.*s'", (int)mr_utf8_length(in->text + in->at, in->length - in->at),
                in->text + in->at);
  return buffer;
}

/* ---- values of tags -------------------------------------------------------------------------- */

static mr_status read_hex(const reader *in, const raw_tag *tag, uint64_t *out) {
  const char *text = tag->value[0];
  uint64_t value = 0;
  for (size_t i = 0; i < 16; i++) {
    char c = mr_text_lower(text[i]);
    if (!mr_text_is_digit(c) && !(c >= 'a' && c <= 'f')) {
      return fail(in, tag->value_at[0], MR_ERR_SYNTAX, "expected 16 hexadecimal digits");
    }
    value = value << 4 | (uint64_t)(mr_text_is_digit(c) ? c - '0' : c - 'a' + 10);
  }
  if (text[16] != '\0') {
    return fail(in, tag->value_at[0], MR_ERR_SYNTAX, "expected no more than 16 hexadecimal digits");
  }
  *out = value;
  return MR_OK;
}

static mr_status take_set(reader *in, const raw_tag *tag) {
  mr_record *record = in->record;
  char shown[MR_RECORD_EXCERPT_MAX];
  const char *text = tag->value[0];
  const char *sign = strchr(text, '=');
  mr_override set = {.value = sign != NULL ? sign + 1 : NULL};
  if (sign == NULL || sign == text || memchr(text, '\n', (size_t)(sign - text)) != NULL) {
    return fail(in, tag->value_at[0], MR_ERR_SYNTAX, "expected key=value");
  }
  mr_status status = mr_record_copy(record, text, (size_t)(sign - text), &set.key, in->err);
  if (status != MR_OK) {
    return located(in, tag->name_at, status);
  }
  for (size_t i = 0; i < record->set_count; i++) {
    if (strcmp(record->sets[i].key, set.key) == 0) {
      return fail(in, tag->value_at[0], MR_ERR_DUPLICATE, "the key '%s' is set twice",
                  mr_record_excerpt(set.key, shown));
    }
  }
  return located(in, tag->name_at, mr_record_push_set(record, set, in->err));
}

static mr_status take_version(reader *in, const raw_tag *tag) {
  char shown[MR_RECORD_EXCERPT_MAX];
  const char *value = tag->value[0];
  if (!mr_parse_uint(value, strlen(value), UINT64_MAX, &in->format) || in->format == 0) {
    return fail(in, tag->value_at[0], MR_ERR_UNSUPPORTED,
                "'%s' is no format of records; there are 1 to %d", mr_record_excerpt(value, shown),
                MR_RECORD_FORMAT_MAX);
  }
  return in->format <= MR_RECORD_FORMAT_MAX
             ? MR_OK
             : fail(in, tag->value_at[0], MR_ERR_UNSUPPORTED,
                    "the record was written by a newer Marcher (format %s); this one reads formats "
                    "up to %d",
                    mr_record_excerpt(value, shown), MR_RECORD_FORMAT_MAX);
}

static mr_status read_digest(const reader *in, const raw_tag *tag, size_t index,
                             mr_seal_digest *out) {
  const char *text = tag->value[index];
  return mr_seal_read_hex(text, strlen(text), out->bytes, MR_SEAL_SIZE)
             ? MR_OK
             : fail(in, tag->value_at[index], MR_ERR_SYNTAX, "expected %d hexadecimal digits",
                    MR_SEAL_HEX_SIZE);
}

static mr_status take_commitment(reader *in, const raw_tag *tag) {
  mr_record_commitment commitment = {.who = tag->value[0]};
  if (tag->value[1] == NULL) {
    return fail(in, tag->name_at, MR_ERR_SYNTAX, "the tag 'Commitment' needs a digest");
  }
  mr_status status = read_digest(in, tag, 1, &commitment.digest);
  if (status == MR_OK && tag->value[2] != NULL) {
    commitment.has_salt = true;
    status = read_digest(in, tag, 2, &commitment.salt);
  }
  return status == MR_OK
             ? located(in, tag->name_at, mr_record_push_commitment(in->record, commitment, in->err))
             : status;
}

/** A tag as the record keeps it. */
static mr_record_tag kept_tag(const raw_tag *tag) {
  return (mr_record_tag){.name = tag->name,
                         .value = tag->value[0],
                         .value2 = tag->value[1],
                         .line = tag->value_at[0].line,
                         .column = tag->value_at[0].column};
}

static mr_status take_remark(reader *in, const raw_tag *tag) {
  if (tag->value[1] == NULL) {
    return fail(in, tag->name_at, MR_ERR_SYNTAX,
                "the tag 'Remark' has a number of actions and a text");
  }
  if (!mr_record_remark_valid(tag->value[0], tag->value[1])) {
    return fail(in, tag->value_at[0], MR_ERR_SYNTAX,
                "expected a number of actions, and a remark of at most %d bytes",
                MR_RECORD_REMARK_MAX);
  }
  in->record->has_remarks = true;
  return located(in, tag->name_at, mr_record_push_tag(in->record, kept_tag(tag), in->err));
}

/** Remarks are about actions that there are. */
static mr_status check_remarks(const reader *in) {
  const mr_record *record = in->record;
  for (size_t i = 0; record->has_remarks && i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    uint64_t at = 0;
    bool remark = tag->line > 0 && strcmp(tag->name, MR_RECORD_REMARK) == 0;
    if (remark && mr_parse_uint(tag->value, strlen(tag->value), UINT64_MAX, &at) &&
        at > record->move_count) {
      return fail(in, (mark){0, tag->line, tag->column}, MR_ERR_RANGE,
                  "a remark after %s actions, and the record has %zu", tag->value,
                  record->move_count);
    }
  }
  return MR_OK;
}

/** The tag of what each action took. */
static mr_status take_times(reader *in, const raw_tag *tag) {
  mr_record_tag kept = kept_tag(tag);
  in->record->has_remarks = true;
  return mr_record_times_valid(kept.value)
             ? located(in, tag->name_at, mr_record_push_tag(in->record, kept, in->err))
             : fail(in, tag->value_at[0], MR_ERR_SYNTAX,
                    "expected seconds for each action, such as '3.2 0.45', or - for one that "
                    "nobody knows");
}

/** Takes a tag that this program interprets. Each has one value. */
static mr_status take_known_tag(reader *in, const raw_tag *tag, mr_record_tag_kind kind) {
  mr_record *record = in->record;
  const char *value = tag->value[0];
  mark at = tag->value_at[0];
  switch (kind) {
  case MR_TAG_VERSION:
    return take_version(in, tag);
  case MR_TAG_GAME:
    record->game = value;
    break;
  case MR_TAG_DEFINITION:
    return read_hex(in, tag, &record->definition_hash);
  case MR_TAG_SET:
    return take_set(in, tag);
  case MR_TAG_SEED:
    record->has_seed = mr_parse_uint(value, strlen(value), UINT64_MAX, &record->seed);
    return record->has_seed ? MR_OK
                            : fail(in, at, MR_ERR_SYNTAX,
                                   "expected a seed, a number from 0 to 18446744073709551615");
  case MR_TAG_START:
    record->start = value;
    break;
  case MR_TAG_RESULT:
    record->result = value;
    return mr_record_result_valid(value)
               ? MR_OK
               : fail(in, at, MR_ERR_SYNTAX,
                      "expected a result such as 1-0, 1/2-1/2 or 3/4-1/4, or * for none yet");
  case MR_TAG_RULE:
    record->rule = value;
    break;
  case MR_TAG_FINAL:
    record->final_state = value;
    break;
  case MR_TAG_HASH:
    record->has_hash = true;
    return read_hex(in, tag, &record->final_hash);
  case MR_TAG_COMMITMENT:
    return take_commitment(in, tag);
  case MR_TAG_SEALED:
    record->key_name = value;
    return strlen(value) == MR_RECORD_KEY_NAME_SIZE - 1
               ? MR_OK
               : fail(in, at, MR_ERR_SYNTAX, "expected the name of a key, of %d hexadecimal digits",
                      MR_RECORD_KEY_NAME_SIZE - 1);
  case MR_TAG_SCORE:
    if (mr_record_score_valid(value)) {
      return located(in, tag->name_at, mr_record_push_tag(record, kept_tag(tag), in->err));
    }
    return fail(in, at, MR_ERR_SYNTAX, "expected the quarter points of every seat, such as '4 0'");
  case MR_TAG_REMARK:
    return take_remark(in, tag);
  case MR_TAG_TIMES:
    return take_times(in, tag);
  case MR_TAG_OTHER:
    break;
  }
  return MR_OK;
}

/** What a tag means in this record's format: what is newer than it has no meaning there. */
static mr_record_tag_kind kind_of(const reader *in, const char *name) {
  mr_record_tag_kind kind = mr_record_kind_of_tag(name);
  bool sealed = kind == MR_TAG_COMMITMENT || kind == MR_TAG_SEALED;
  bool remarks = kind == MR_TAG_REMARK || kind == MR_TAG_TIMES;
  bool newer = (sealed && in->format < MR_RECORD_FORMAT_SEALED) ||
               (remarks && in->format < MR_RECORD_FORMAT_REMARKS);
  return newer ? MR_TAG_OTHER : kind;
}

/** Notes where a claim stands, for what is found out about it later. */
static void note_claim(reader *in, const raw_tag *tag, mr_record_tag_kind kind) {
  static const struct {
    mr_record_tag_kind kind;
    mr_record_claim claim;
  } claims[] = {{MR_TAG_GAME, MR_CLAIM_GAME},   {MR_TAG_DEFINITION, MR_CLAIM_DEFINITION},
                {MR_TAG_START, MR_CLAIM_START}, {MR_TAG_RESULT, MR_CLAIM_RESULT},
                {MR_TAG_RULE, MR_CLAIM_RULE},   {MR_TAG_FINAL, MR_CLAIM_FINAL},
                {MR_TAG_HASH, MR_CLAIM_HASH}};
  for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
    if (claims[i].kind == kind) {
      in->record->claimed_at[claims[i].claim] =
          (mr_record_place){tag->value_at[0].line, tag->value_at[0].column};
    }
  }
}

static mr_status take_tag(reader *in, const raw_tag *tag) {
  mr_record_tag_kind kind = kind_of(in, tag->name);
  uint32_t bit = UINT32_C(1) << kind;
  if (in->seen == 0 && kind != MR_TAG_VERSION) {
    return fail(in, tag->name_at, MR_ERR_SYNTAX, "expected the tag [Marcher \"1\"] before others");
  }
  if (kind == MR_TAG_OTHER) {
    return located(in, tag->name_at, mr_record_push_tag(in->record, kept_tag(tag), in->err));
  }
  if (tag->value[1] != NULL && kind != MR_TAG_COMMITMENT && kind != MR_TAG_REMARK) {
    return fail(in, tag->value_at[1], MR_ERR_SYNTAX, "the tag '%s' has one value", tag->name);
  }
  bool many = kind == MR_TAG_SET || kind == MR_TAG_COMMITMENT || kind == MR_TAG_REMARK;
  if (!many && (in->seen & bit) != 0) {
    return fail(in, tag->name_at, MR_ERR_DUPLICATE, "a second tag '%s'", tag->name);
  }
  in->seen |= bit;
  note_claim(in, tag, kind);
  return take_known_tag(in, tag, kind);
}

/* ---- tags ------------------------------------------------------------------------------------ */

/** Reads a value with its quotes. */
static mr_status read_value(reader *in, const char **out) {
  mark start = here(in);
  advance(in);
  for (; peek(in) != '"'; advance(in)) {
    if (in->at >= in->length || peek(in) == '\n' || peek(in) == '\r') {
      return fail(in, start, MR_ERR_SYNTAX, "the quote is not closed on its line");
    }
    if (peek(in) == '\\') {
      mark place = here(in);
      advance(in);
      if (peek(in) != '"' && peek(in) != '\\' && peek(in) != 'n') {
        return fail(in, place, MR_ERR_SYNTAX, "a backslash is followed by a quote, another or 'n'");
      }
    }
  }
  size_t length = in->at - start.at - 1;
  void *copy = NULL;
  mr_status status = mr_record_reserve(in->record, length + 1, &copy, in->err);
  if (status != MR_OK) {
    return located(in, start, status);
  }
  char *to = copy;
  for (const char *from = in->text + start.at + 1; from < in->text + in->at; from++) {
    bool escape = *from == '\\';
    from += escape;
    *to++ = escape && *from == 'n' ? '\n' : *from;
  }
  advance(in);
  *out = copy;
  return MR_OK;
}

/** Reads a tag with its brackets. */
static mr_status read_tag(reader *in) {
  raw_tag tag = {0};
  char found[16];
  advance(in);
  skip_blanks(in);
  tag.name_at = here(in);
  while (mr_text_is_letter(peek(in)) || mr_text_is_digit(peek(in)) || peek(in) == '_') {
    advance(in);
  }
  const char *name = in->text + tag.name_at.at;
  size_t length = in->at - tag.name_at.at;
  if (!mr_record_tag_name_valid(name, length)) {
    return fail(in, tag.name_at, MR_ERR_SYNTAX, "expected the name of a tag");
  }
  mr_status status =
      located(in, tag.name_at, mr_record_copy(in->record, name, length, &tag.name, in->err));
  skip_blanks(in);
  size_t most = status == MR_OK && kind_of(in, tag.name) == MR_TAG_COMMITMENT ? VALUES_MAX : 2;
  for (size_t i = 0; status == MR_OK && i < most && (i == 0 || peek(in) != ']'); i++) {
    if (peek(in) != '"') {
      return fail(in, here(in), MR_ERR_SYNTAX, "expected %s, found %s",
                  i == 0   ? "a value in quotes"
                  : i == 1 ? "']' or a second value"
                           : "']' or a third value",
                  describe(in, found));
    }
    tag.value_at[i] = here(in);
    status = read_value(in, &tag.value[i]);
    skip_blanks(in);
  }
  if (status != MR_OK) {
    return status;
  }
  if (peek(in) != ']') {
    return fail(in, here(in), MR_ERR_SYNTAX, "expected ']', found %s", describe(in, found));
  }
  advance(in);
  return take_tag(in, &tag);
}

/* ---- comments and actions -------------------------------------------------------------------- */

/** Passes over a comment with its braces. */
static mr_status skip_comment(reader *in) {
  mark start = here(in);
  while (peek(in) != '}') {
    if (in->at >= in->length) {
      return fail(in, start, MR_ERR_SYNTAX, "the comment is not closed");
    }
    advance(in);
  }
  advance(in);
  return MR_OK;
}

/** Reads a comment before the first action: a tag of its own. */
static mr_status take_early_comment(reader *in) {
  mark place = here(in);
  mr_record_tag tag = {.name = "Comment"};
  mr_status status = skip_comment(in);
  if (status != MR_OK) {
    return status;
  }
  status = mr_record_copy_comment(in->record, in->text + place.at + 1, in->at - place.at - 2,
                                  &tag.value, in->err);
  if (status != MR_OK || tag.value == NULL) {
    return located(in, place, status);
  }
  if (in->seen == 0) {
    return fail(in, place, MR_ERR_SYNTAX, "expected the tag [Marcher \"1\"] before comments");
  }
  return located(in, place, mr_record_push_tag(in->record, tag, in->err));
}

/** Reads all comments behind an action into one, for which their braces become blanks. */
static mr_status take_comments(reader *in) {
  mark start = here(in);
  while (peek(in) == '{') {
    mr_status status = skip_comment(in);
    if (status != MR_OK) {
      return status;
    }
    skip_space(in);
  }
  size_t length = in->at - start.at;
  void *copy = NULL;
  mr_status status = mr_record_reserve(in->record, length + 1, &copy, in->err);
  if (status != MR_OK) {
    return located(in, start, status);
  }
  char *joined = copy;
  bool inside = false;
  for (size_t i = 0; i < length; i++) {
    char c = in->text[start.at + i];
    bool brace = c == (inside ? '}' : '{');
    joined[i] = brace ? ' ' : c;
    inside = inside != brace;
  }
  mr_record_move *move = &in->record->moves[in->record->move_count - 1];
  move->comment = mr_record_squeeze(joined) > 0 ? joined : NULL;
  return MR_OK;
}

static mr_status take_action(reader *in) {
  mark start = here(in);
  while (in->at < in->length && !is_space(peek(in)) && peek(in) != '{') {
    advance(in);
  }
  const char *text = in->text + start.at;
  size_t length = in->at - start.at;
  const char *fault = mr_record_move_fault(text, length);
  if (fault != NULL && text[0] == '[') {
    return fail(in, start, MR_ERR_SYNTAX, "a tag behind actions: a text holds one record");
  }
  if (fault != NULL) {
    int shown = length < 40 ? (int)length : (int)mr_utf8_whole(text, 40);
    return fail(in, start, MR_ERR_SYNTAX, "'%.*s' %s", shown, text, fault);
  }
  mr_record_move move = {.line = start.line, .column = start.column};
  mr_status status = mr_record_copy(in->record, text, length, &move.text, in->err);
  if (status == MR_OK) {
    status = mr_record_push_move(in->record, move, in->err);
  }
  return located(in, start, status);
}

/* ---- the sealed block ------------------------------------------------------------------------ */

/** The line of a text that begins at `at`, its end left out. */
static mr_token line_at(const char *text, size_t length, size_t at) {
  const char *end = memchr(text + at, '\n', length - at);
  return (mr_token){text + at, end != NULL ? (size_t)(end - text) - at : length - at};
}

static bool begins_with(mr_token line, const char *word) {
  return line.length >= strlen(word) && memcmp(line.text, word, strlen(word)) == 0;
}

/**
 * Where the line `[block]` begins, the last one of the text, if the tags at its beginning say that
 * it is sealed; else `length`. It is looked for in the bytes: what is behind it may be damaged in
 * any way, and the rest is to be read all the same.
 */
static size_t find_block(const char *text, size_t length, size_t at) {
  bool sealed = false;
  size_t found = length;
  if (!begins_with(line_at(text, length, at), "[Marcher \"2\"]") &&
      !begins_with(line_at(text, length, at), "[Marcher \"3\"]")) {
    return length;
  }
  for (; at < length && text[at] == '['; at += line_at(text, length, at).length + 1) {
    sealed = sealed || begins_with(line_at(text, length, at), "[Sealed \"");
  }
  for (; sealed && at < length; at += line_at(text, length, at).length + 1) {
    mr_token line = line_at(text, length, at);
    line.length -= line.length > 0 && line.text[line.length - 1] == '\r';
    found = mr_token_is(line, MR_RECORD_BLOCK_LINE) ? at : found;
  }
  return found;
}

/** Keeps what is behind the line `[block]`, as it is. @param at where that line begins */
static mr_status take_block(reader *in, const char *text, size_t length, size_t at) {
  mr_record *record = in->record;
  bool there = at < length;
  if (record->key_name == NULL || !there) {
    return record->key_name == NULL && !there
               ? MR_OK
               : fail(in, here(in), MR_ERR_SYNTAX, "%s",
                      there ? "a sealed block, but no tag 'Sealed' before it"
                            : "the tag 'Sealed', but no sealed block: the record was cut short");
  }
  at += line_at(text, length, at).length;
  at += at < length;
  record->block_line = in->line + 1;
  record->block_length = length - at;
  return located(in, here(in),
                 mr_record_copy(record, text + at, length - at, &record->block, in->err));
}

/* ---- the whole ------------------------------------------------------------------------------- */

static mr_status take_item(reader *in) {
  char c = peek(in);
  if (c == '{') {
    return in->record->move_count > 0 ? take_comments(in) : take_early_comment(in);
  }
  if (c == '[' && in->record->move_count == 0) {
    return read_tag(in);
  }
  if (in->seen == 0) {
    return fail(in, here(in), MR_ERR_SYNTAX, "no record: it does not begin with [Marcher \"1\"]");
  }
  return take_action(in);
}

mr_status mr_record_parse(mr_record *record, const char *source, const char *text, size_t length,
                          mr_error *err) {
  if (record == NULL || (text == NULL && length > 0) || record->game != NULL ||
      record->set_count > 0 || record->tag_count > 0 || record->move_count > 0 ||
      record->commitment_count > 0 || record->key_name != NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no text, or no empty record to read into");
  }
  reader in = {.record = record,
               .source = source,
               .text = text != NULL ? text : "",
               .length = length,
               .line = 1,
               .err = err};
  if (length > MR_RECORD_FILE_MAX) {
    return fail(&in, (mark){0}, MR_ERR_LIMIT, "more than %zu bytes", MR_RECORD_FILE_MAX);
  }
  size_t whole = length;
  length = find_block(in.text, whole, mr_utf8_mark(in.text, whole));
  in.length = length;
  size_t good = mr_record_check_bytes(in.text, length, true);
  if (good < length) {
    while (in.at < good) {
      advance(&in);
    }
    return located(&in, here(&in), mr_record_byte_fault(in.text, length, good, err));
  }
  in.at = mr_utf8_mark(in.text, length);
  in.line_start = in.at; /* columns count from behind a mark */
  for (skip_space(&in); in.at < in.length; skip_space(&in)) {
    mr_status status = take_item(&in);
    if (status != MR_OK) {
      return status;
    }
  }
  if (in.seen == 0) {
    return fail(&in, (mark){0}, MR_ERR_SYNTAX, "no record: it is empty");
  }
  mr_status status = check_remarks(&in);
  return status == MR_OK ? take_block(&in, in.text, whole, length) : status;
}
