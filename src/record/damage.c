/**
 * Reading past damage. The reader stays as strict as it is: a copy of the text is repaired where it
 * complains, byte for byte so that places stay, and read again. So what comes of it is a record
 * like any other, and replaying it proves or refutes the repair.
 */
#include <marcher/record.h>

#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

enum {
  FAULTS_MAX = 64, /**< beyond, a text is no damaged record but something else */
  NAME_END = 12    /**< bytes of a line that may be of the name of a tag that means something */
};

/** A text under repair. */
typedef struct repair {
  mr_record *record;
  const char *source;
  mr_str text;
  mr_record_damage *damage;
} repair;

/** A part of the text: a line without its end. */
typedef struct span {
  size_t at;
  size_t length;
} span;

/** Ways to read a damaged line as tags by changing one byte of it. */
typedef struct trial {
  mr_str text;    /**< the line behind the first one of a record, if it is not that itself */
  size_t from;    /**< where it begins there */
  bool known;     /**< the ways make a tag that the program interprets */
  size_t ways;    /**< that differ in what is read */
  mr_str outcome; /**< of the first of them */
  size_t at;      /**< the byte that it changes, from the beginning of the line */
  char byte;      /**< what that becomes */
  bool one_place; /**< all ways change that byte */
  bool mark;      /**< `?` in the place of it is one of them */
} trial;

/* ---- lines ----------------------------------------------------------------------------------- */

static char *bytes(repair *r) {
  return r->text.data;
}

static span line_around(repair *r, size_t at) {
  const char *text = bytes(r);
  size_t from = at;
  while (from > 0 && text[from - 1] != '\n') {
    from--;
  }
  from += from == 0 ? mr_utf8_mark(text, r->text.length) : 0;
  size_t end = at;
  while (end < r->text.length && text[end] != '\n') {
    end++;
  }
  end -= end > from && text[end - 1] == '\r';
  return (span){from, end > from ? end - from : 0};
}

static span next_line(repair *r, span line) {
  size_t at = line.at + line.length;
  while (at < r->text.length && bytes(r)[at] != '\n') {
    at++;
  }
  return at < r->text.length ? line_around(r, at + 1) : (span){r->text.length, 0};
}

static size_t offset_of(repair *r, const mr_error *place) {
  span line = line_around(r, 0);
  for (uint32_t i = 1; i < place->line && line.at < r->text.length; i++) {
    line = next_line(r, line);
  }
  size_t at = line.at + (place->column > 0 ? place->column - 1 : 0);
  return at < r->text.length ? at : r->text.length;
}

static bool looks_like_tag(repair *r, span line) {
  const char *text = bytes(r) + line.at;
  return line.length > 2 && (text[0] == '[' || memcmp(text + line.length - 2, "\"]", 2) == 0);
}

/** The letters behind the first byte of a line: the name of a tag. */
static void name_of_line(repair *r, span line, char name[NAME_END + 1]) {
  size_t length = 0;
  const char *text = bytes(r) + line.at;
  while (length < NAME_END && length + 1 < line.length && mr_text_is_letter(text[length + 1])) {
    name[length] = text[length + 1];
    length++;
  }
  name[length] = '\0';
}

/* ---- tags ------------------------------------------------------------------------------------ */

static bool is_known(const mr_record *record) {
  bool known = record->tag_count == 0;
  for (size_t i = 0; i < record->tag_count; i++) {
    known = known || mr_record_kind_of_tag(record->tags[i].name) != MR_TAG_OTHER;
  }
  return known;
}

/** Counts a way to read the line that could be read. */
static void count_way(trial *t, const mr_record *record, size_t at, char byte) {
  mr_str outcome = mr_str_growing(record->arena.allocator);
  bool known = is_known(record);
  mr_record_format(record, &outcome);
  if (t->ways == 0 || (known && !t->known)) {
    t->ways = 1;
    t->known = known;
    t->at = at;
    t->byte = byte;
    t->one_place = true;
    t->mark = byte == '?';
    mr_str_reset(&t->outcome);
    mr_str_add(&t->outcome, mr_str_text(&outcome));
  } else if (known == t->known) {
    t->ways += strcmp(mr_str_text(&outcome), mr_str_text(&t->outcome)) != 0;
    t->one_place = t->one_place && at == t->at;
    t->mark = t->mark || byte == '?';
  }
  mr_str_done(&outcome);
}

/** Reads the line with another byte at a place. */
static void try_byte(trial *t, const mr_allocator *allocator, size_t at, char byte) {
  mr_record record;
  char *place = t->text.data + t->from + at;
  const char was = *place;
  mr_record_init(&record, allocator);
  *place = byte;
  if (byte != was && mr_record_parse(&record, "", t->text.data, t->text.length, NULL) == MR_OK &&
      record.move_count == 0) {
    count_way(t, &record, at, byte);
  }
  *place = was;
  mr_record_done(&record);
}

/** Tries what the bytes from `first` to before `end` may have been: what makes a tag of a line. */
static void try_bytes(trial *t, const mr_allocator *allocator, size_t first, size_t end) {
  static const char marks[] = {'[', ']', '"', ' ', '\\', '?', '0' + MR_RECORD_FORMAT_MAX};
  for (size_t at = first; at < end; at++) {
    for (size_t i = 0; i < sizeof marks - (t->from > 0); i++) {
      try_byte(t, allocator, at, marks[i]);
    }
    for (char c = 'A'; at < NAME_END && c <= 'z'; c++) {
      if (mr_text_is_letter(c)) {
        try_byte(t, allocator, at, c);
      }
    }
  }
}

/** Looks for the byte that makes tags of a line. @param at the one that it is; the length: unknown
 */
static mr_status look_for_byte(repair *r, span line, size_t at, trial *t) {
  const mr_allocator *allocator = r->record->arena.allocator;
  *t = (trial){.text = mr_str_growing(allocator), .outcome = mr_str_growing(allocator)};
  if (line_around(r, 0).at != line.at) {
    mr_str_format(&t->text, "[Marcher \"%d\"]\n", MR_RECORD_FORMAT_MAX);
    t->from = t->text.length;
  }
  mr_str_bytes(&t->text, bytes(r) + line.at, line.length);
  if (t->text.status == MR_OK && at < line.length) {
    try_bytes(t, allocator, at, at + 1);
  } else if (t->text.status == MR_OK) {
    /* What stands where it has to is not to be doubted before the rest. */
    for (size_t i = 0; i < line.length; i++) {
      if (strchr("[]\" \\", bytes(r)[line.at + i]) == NULL) {
        try_bytes(t, allocator, i, i + 1);
      }
    }
    if (t->ways == 0) {
      try_bytes(t, allocator, 0, line.length);
    }
  }
  mr_status status = t->text.status == MR_OK ? t->outcome.status : t->text.status;
  mr_str_done(&t->text);
  mr_str_done(&t->outcome);
  return status;
}

/**
 * Repairs a line of tags where one byte alone does so; else leaves it out if the game can be
 * proven without it. @return false: it cannot
 */
static bool repair_tag(repair *r, span line, size_t at, bool bad_byte) {
  trial t;
  char name[NAME_END + 1];
  name_of_line(r, line, name);
  mr_record_tag_kind kind = mr_record_kind_of_tag(name);
  if (look_for_byte(r, line, bad_byte ? at - line.at : line.length, &t) != MR_OK) {
    return false;
  }
  char *text = bytes(r) + line.at;
  if (t.ways == 1) {
    text[t.at] = t.byte;
    return true;
  }
  if (t.ways > 1 && t.one_place && t.mark && (kind == MR_TAG_OTHER || kind == MR_TAG_START)) {
    text[t.at] = '?';
    return true;
  }
  if (t.ways == 0 && bad_byte && kind == MR_TAG_OTHER) { /* of a comment that looks like one */
    text[at - line.at] = '?';
    return true;
  }
  bool needed = kind == MR_TAG_VERSION || kind == MR_TAG_GAME || kind == MR_TAG_SET ||
                kind == MR_TAG_START || kind == MR_TAG_SEALED ||
                (kind == MR_TAG_COMMITMENT && !r->damage->salvage);
  if (!needed) {
    memset(text, ' ', line.length);
  }
  return !needed;
}

/* ---- actions and comments -------------------------------------------------------------------- */

bool mr_record_find_brace(const char *text, size_t length, mr_record_brace *out) {
  size_t from = 0;
  bool inside = false;
  for (size_t i = 0; i < length; i++) {
    bool line = i == 0 || text[i - 1] == '\n';
    if (line && !inside && text[i] == '[') { /* a tag: braces are nothing there */
      const char *end = memchr(text + i, '\n', length - i);
      i = end != NULL ? (size_t)(end - text) : length;
      from = i;
    } else if (text[i] == '{' || text[i] == '}') {
      bool opens = text[i] == '{';
      if (opens == inside) {
        *out = (mr_record_brace){inside ? '}' : '{', from, i};
        return true;
      }
      inside = opens;
      from = i + 1;
    }
  }
  *out = (mr_record_brace){'}', from, length};
  return inside;
}

/** Makes a word of what stands where an action was expected, which is then not legal. */
static bool repair_word(repair *r, size_t at) {
  char *text = bytes(r);
  bool changed = text[at] == '{' || text[at] == '[';
  text[at] = changed ? '?' : text[at];
  size_t i = at;
  for (; i < r->text.length && strchr(" \t\r\n", text[i]) == NULL; i++) {
    if (!mr_text_is_print(text[i]) || text[i] == '}' || text[i] == '"') {
      text[i] = '?';
      changed = true;
    }
  }
  if (!changed && i - at >= MR_ACTION_TEXT_MAX) {
    text[at + MR_ACTION_TEXT_MAX - 1] = ' ';
    changed = true;
  }
  return changed;
}

/* ---- what the reader does not complain of ---------------------------------------------------- */

/** Whether `name` differs from a tag's in one byte. */
static bool is_near(const char *name, const char *tag) {
  size_t differences = 0;
  size_t i = 0;
  for (; name[i] != '\0' && tag[i] != '\0'; i++) {
    differences += name[i] != tag[i];
  }
  return name[i] == tag[i] && differences == 1;
}

/** Changes a byte of a line, if that makes a tag of it. */
static bool put_byte(repair *r, span line, size_t at, char byte) {
  mr_record record;
  char *place = bytes(r) + line.at + at;
  const char was = *place;
  mr_str text = mr_str_growing(r->record->arena.allocator);
  *place = byte;
  mr_record_init(&record, r->record->arena.allocator);
  mr_str_format(&text, "[Marcher \"%d\"]\n", MR_RECORD_FORMAT_MAX);
  mr_str_bytes(&text, bytes(r) + line.at, line.length);
  bool good = text.status == MR_OK &&
              mr_record_parse(&record, "", mr_str_text(&text), text.length, NULL) == MR_OK &&
              record.move_count == 0;
  *place = good ? byte : was;
  mr_record_done(&record);
  mr_str_done(&text);
  return good;
}

/**
 * Mends the name of a tag without which there is no game, or another one. Where the record can be
 * read without it, that is only for one who asks to salvage: others may have tags of such names.
 */
static bool mend_name(repair *r, span line) {
  static const char *const needed[] = {"Game", "Start", "Set"};
  const mr_record *record = r->record;
  const bool missing[] = {record->game == NULL, r->damage->salvage && record->start == NULL,
                          r->damage->salvage};
  char name[NAME_END + 1];
  name_of_line(r, line, name);
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
    if (missing[i] && is_near(name, needed[i])) {
      size_t at = 0;
      while (name[at] == needed[i][at]) {
        at++;
      }
      return put_byte(r, line, at + 1, needed[i][at]);
    }
  }
  return false;
}

/** Whether the first action is a letter behind a tag: what the end of its line has become. */
static bool mend_line_end(repair *r, span line, uint32_t number) {
  const mr_record *record = r->record;
  char *end = bytes(r) + line.at + line.length;
  bool behind = record->move_count > 0 && record->moves[0].line == number && line.length > 3 &&
                bytes(r)[line.at] == '[' && memcmp(end - 3, "\"]", 2) == 0 &&
                mr_text_is_letter(end[-1]);
  if (behind) {
    end[-1] = ' ';
  }
  return behind;
}

static void note_place(repair *r, size_t at, mr_error *fault, const char *message) {
  uint32_t line = 1;
  for (size_t i = 0; i < at; i++) {
    line += bytes(r)[i] == '\n';
  }
  mr_error_set(fault, MR_ERR_SYNTAX, "%s", message);
  mr_error_locate(fault, r->source, line, (uint32_t)(at - line_around(r, at).at) + 1);
}

/** Repairs what the reader takes, and what most likely was something else. */
static bool repair_hidden(repair *r, mr_error *fault) {
  const mr_record *record = r->record;
  uint32_t number = 1;
  span line = line_around(r, 0);
  for (; line.at < r->text.length; line = next_line(r, line), number++) {
    if (mend_line_end(r, line, number)) {
      note_place(r, line.at + line.length - 1, fault, "a letter stands where a line ended");
      return true;
    }
    if (record->move_count > 0 && number >= record->moves[0].line) {
      break;
    }
    char c = line.length > 0 ? bytes(r)[line.at] : ' ';
    if (c == '{' && put_byte(r, line, 0, '[')) {
      note_place(r, line.at, fault, "a comment begins where a tag did");
      return true;
    }
    if (c == '[' && mend_name(r, line)) {
      note_place(r, line.at + 1, fault, "the name of a tag was changed by a byte");
      return true;
    }
  }
  mr_record_brace brace;
  if (r->damage->salvage && record->key_name == NULL &&
      mr_record_find_brace(bytes(r), r->text.length, &brace) && brace.lost == '}') {
    note_place(r, brace.from - 1, fault, "the comment is not closed before the next one");
    bytes(r)[brace.from - 1] = '?';
    return true;
  }
  return false;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static mr_status read_text(repair *r, mr_error *fault) {
  const mr_allocator *allocator = r->record->arena.allocator;
  mr_record_done(r->record);
  mr_record_init(r->record, allocator);
  return mr_record_parse(r->record, r->source, bytes(r), r->text.length, fault);
}

static bool repair_fault(repair *r, const mr_error *fault) {
  bool salvage = r->damage->salvage;
  bool bad_byte = fault->status == MR_ERR_ENCODING;
  bool damage = bad_byte || fault->status == MR_ERR_SYNTAX || fault->status == MR_ERR_DUPLICATE ||
                fault->status == MR_ERR_RANGE || (fault->status == MR_ERR_UNSUPPORTED && salvage);
  size_t at = offset_of(r, fault);
  if (!damage || fault->line == 0 || at >= r->text.length) {
    return false;
  }
  span line = line_around(r, at);
  if (looks_like_tag(r, line)) {
    return repair_tag(r, line, at, bad_byte);
  }
  if (bad_byte) {
    bytes(r)[at] = '?';
    return true;
  }
  return salvage && repair_word(r, at);
}

static void note(mr_record_damage *damage, const mr_error *fault) {
  if (damage->count < MR_RECORD_DAMAGE_MAX) {
    damage->places[damage->count] = *fault;
  }
  damage->count++;
}

mr_status mr_record_recover(mr_record *record, const char *source, const char *text, size_t length,
                            mr_record_damage *damage, mr_error *err) {
  if (record == NULL || damage == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, or nothing to tell its damage to");
  }
  *damage = (mr_record_damage){.salvage = damage->salvage};
  mr_error fault = {0};
  mr_status status = mr_record_parse(record, source, text, length, &fault);
  repair r = {record, source, mr_str_growing(record->arena.allocator), damage};
  if (status != MR_ERR_ARGUMENT && status != MR_ERR_LIMIT && length > 0) {
    mr_str_bytes(&r.text, text, length);
    status = r.text.status == MR_OK ? status : mr_error_set(&fault, r.text.status, "out of memory");
    while (r.text.status == MR_OK && damage->count < FAULTS_MAX &&
           (status == MR_OK ? repair_hidden(&r, &fault) : repair_fault(&r, &fault))) {
      note(damage, &fault);
      status = read_text(&r, &fault);
    }
  }
  mr_str_done(&r.text);
  if (status == MR_OK && damage->count > 0 && !record->has_hash && record->final_state == NULL) {
    fault = damage->places[0]; /* nothing proves that the game is the one that was meant */
    status = fault.status;
  }
  if (status != MR_OK && err != NULL) {
    *err = fault;
  }
  return status;
}
