#include "definition/definition_priv.h"

#include <marcher/hash.h>
#include <string.h>

#include "base/text.h"

enum { BUCKETS = 256 };

/** What an indented line would belong to. */
typedef enum context {
  CONTEXT_NONE,  /**< nothing: after a header, at the start */
  CONTEXT_OPEN,  /**< the value of the last key */
  CONTEXT_FULL,  /**< nothing: the last key has its value on its own line */
  CONTEXT_ENDED, /**< nothing: a blank line ended the value of the last key */
  CONTEXT_SKIP   /**< a line that was complained of: no further complaints */
} context;

/** One line of the file. */
typedef struct text_line {
  const char *text; /**< clean and NUL-terminated: mr_span.line_text */
  char *work;       /**< the same bytes, to be cut into names and values */
  size_t length;
  uint32_t number;
} text_line;

typedef struct reader {
  mr_definition_file *file;
  const mr_definitions *known;
  mr_diagnostics *list;
  mr_status status; /**< of the first complaint */
  bool stop;        /**< the rest of the file is not worth reading */
  bool homeless;    /**< a line before the first definition was complained of */
  context context;
  mr_section *section; /**< that the next key belongs to */
  mr_entry *entry;     /**< the last key */
  mr_entry *buckets[BUCKETS];
  text_line line;
} reader;

/** The span of the bytes `from .. to` of the current line. */
static mr_span span_of(const reader *in, size_t from, size_t to) {
  return (mr_span){
      .source = in->file->source,
      .line = in->line.number,
      .column = (uint32_t)from + 1,
      .length = to > from ? (uint32_t)(to - from) : 1,
      .line_text = in->line.text,
  };
}

/** Notes that a complaint was made about the current line. */
static void fail(reader *in, mr_status status) {
  in->status = mr_status_first(in->status, status);
  in->context = CONTEXT_SKIP;
}

static void fail_nomem(reader *in) {
  in->status = mr_diagnose_nomem(in->list);
  in->stop = true;
}

/** The bytes `from .. to` of the current line as a C string. The byte at `to` is given up. */
static const char *cut(reader *in, size_t from, size_t to) {
  in->line.work[to] = '\0';
  return in->line.work + from;
}

/* ---- [name:parent] --------------------------------------------------------------------------- */

static mr_section *add_section(reader *in) {
  mr_definition_file *file = in->file;
  mr_section *section = mr_arena_zero(&file->arena, 1, sizeof *section);
  if (section == NULL) {
    fail_nomem(in);
    return NULL;
  }
  if (file->last != NULL) {
    file->last->next = section;
  } else {
    file->first = section;
  }
  file->last = section;
  file->count++;
  in->section = section;
  in->entry = NULL;
  in->context = CONTEXT_NONE;
  memset(in->buckets, 0, sizeof in->buckets);
  return section;
}

static const mr_section *find_in_file(const mr_definition_file *file, const char *name) {
  uint64_t hash = mr_name_hash(name);
  const mr_section *section = file->first;
  while (section != NULL &&
         (section->name == NULL || section->hash != hash || strcmp(section->name, name) != 0)) {
    section = section->next;
  }
  return section;
}

/** Checks a name of a header. @return NULL after a complaint */
static const char *read_name(reader *in, mr_slice at, const char *empty) {
  mr_span span = span_of(in, at.from, at.to);
  if (at.from == at.to) {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &span, NULL, "%s", empty);
    fail(in, MR_ERR_SYNTAX);
    return NULL;
  }
  mr_status status =
      mr_name_check(in->line.text + at.from, at.to - at.from, &span, "definition", in->list);
  if (status != MR_OK) {
    fail(in, status);
    return NULL;
  }
  return cut(in, at.from, at.to);
}

/** The definition that keeps a name from being defined, or NULL. */
static const mr_section *find_taken(const reader *in, const char *name) {
  const mr_section *taken = find_in_file(in->file, name);
  if (taken != NULL) {
    return taken;
  }
  taken = mr_definitions_find(in->known, name);
  return taken != NULL && taken->added == in->known->sealed ? taken : NULL;
}

static void set_name(reader *in, mr_section *section, mr_slice at) {
  section->name_at = span_of(in, at.from, at.to);
  const char *name = read_name(in, at, "expected the name of a definition after '['");
  if (name == NULL) {
    return;
  }
  const mr_section *taken = find_taken(in, name);
  if (taken != NULL) {
    mr_diagnose(in->list, MR_ERR_DUPLICATE, &section->name_at, NULL,
                "there is a definition named '%s' already", name);
    mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, &taken->name_at, NULL,
                   "the first '%s' is here", name);
    fail(in, MR_ERR_DUPLICATE);
    return;
  }
  section->name = name;
  section->hash = mr_name_hash(name);
}

static void set_names(reader *in, mr_section *section, size_t close) {
  const char *text = in->line.text;
  const char *colon = memchr(text, ':', close);
  size_t end = colon != NULL ? (size_t)(colon - text) : close;
  set_name(in, section, mr_slice_trim(text, 1, end));
  if (colon != NULL) {
    mr_slice at = mr_slice_trim(text, end + 1, close);
    section->parent_at = span_of(in, at.from, at.to);
    section->parent = read_name(in, at, "expected the name of the parent after ':'");
  }
}

/** Complains of a header that is not closed, or of what follows it. @return whether it is right */
static bool check_brackets(reader *in, size_t close) {
  const text_line *line = &in->line;
  if (close == line->length) {
    mr_slice name = mr_slice_trim(line->text, 1, line->length);
    mr_span at = span_of(in, name.to, name.to);
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "expected ']' to end the name of the definition");
    fail(in, MR_ERR_SYNTAX);
    return false;
  }
  mr_slice rest = mr_slice_trim(line->text, close + 1, line->length);
  if (rest.from == rest.to) {
    return true;
  }
  char first = line->text[rest.from];
  mr_span at = span_of(in, rest.from, rest.to);
  mr_diagnose(in->list, MR_ERR_SYNTAX, &at,
              first == '#' || first == ';' ? "a comment stands on a line of its own" : NULL,
              "expected the end of the line after ']'");
  fail(in, MR_ERR_SYNTAX);
  return false;
}

static void read_header(reader *in) {
  const text_line *line = &in->line;
  const char *bracket = memchr(line->text, ']', line->length);
  size_t close = bracket != NULL ? (size_t)(bracket - line->text) : line->length;
  mr_section *section = add_section(in);
  if (section == NULL) {
    return;
  }
  section->at = span_of(in, 0, close < line->length ? close + 1 : close);
  section->parent_at = section->at;
  if (check_brackets(in, close)) {
    set_names(in, section, close);
  }
  if (in->known->count + in->file->count > MR_DEFINITION_COUNT_MAX) {
    mr_diagnose(in->list, MR_ERR_LIMIT, &section->at, NULL, "there are more than %d definitions",
                MR_DEFINITION_COUNT_MAX);
    fail(in, MR_ERR_LIMIT);
    in->stop = true;
  }
}

/* ---- key = value ----------------------------------------------------------------------------- */

mr_entry *mr_entry_add(mr_arena *arena, mr_section *section, const char *key, const mr_span *at) {
  mr_entry *entry = mr_arena_zero(arena, 1, sizeof *entry);
  if (entry == NULL) {
    return NULL;
  }
  entry->key = key;
  entry->key_at = *at;
  if (section != NULL) {
    if (section->last != NULL) {
      section->last->next = entry;
    } else {
      section->first = entry;
    }
    section->last = entry;
    section->count++;
  }
  return entry;
}

bool mr_entry_add_line(mr_arena *arena, mr_entry *entry, const mr_value_line *line) {
  mr_entry_line *item = mr_arena_zero(arena, 1, sizeof *item);
  if (item == NULL) {
    return false;
  }
  item->value = *line;
  if (entry->last != NULL) {
    entry->last->next = item;
  } else {
    entry->first = item;
  }
  entry->last = item;
  entry->line_count++;
  return true;
}

/** Adds the bytes `from .. to` of the current line to the value of the current key. */
static void add_value(reader *in, mr_slice at) {
  mr_value_line line = {
      .text = cut(in, at.from, at.to),
      .length = (uint32_t)(at.to - at.from),
      .line = in->line.number,
      .column = (uint32_t)at.from + 1,
      .line_text = in->line.text,
  };
  if (!mr_entry_add_line(&in->file->arena, in->entry, &line)) {
    fail_nomem(in);
  }
}

/** Complains of a line without '='. */
static void report_no_equals(reader *in, mr_slice words) {
  mr_span at = span_of(in, words.from, words.to);
  const char *colon = memchr(in->line.text + words.from, ':', words.to - words.from);
  mr_diagnose(in->list, MR_ERR_SYNTAX, &at,
              colon != NULL ? "'=' stands between a key and its value, not ':'" : NULL,
              "expected 'key = value'; there is no '=' in this line");
  fail(in, MR_ERR_SYNTAX);
}

/** Complains once for each definition. */
static mr_status too_many_keys(reader *in, const mr_span *at) {
  if (in->section->count == MR_DEFINITION_KEYS_MAX) {
    mr_diagnose(in->list, MR_ERR_LIMIT, at, NULL, "a definition has at most %d keys",
                MR_DEFINITION_KEYS_MAX);
    in->section->count++;
  }
  return MR_ERR_LIMIT;
}

/** Whether the bytes `at` of the current line can name a new key of the section. */
static bool check_key(reader *in, mr_slice at) {
  mr_span span = span_of(in, at.from, at.to);
  if (at.from == at.to) {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &span, NULL, "expected a key before '='");
    fail(in, MR_ERR_SYNTAX);
    return false;
  }
  mr_status status =
      mr_name_check(in->line.text + at.from, at.to - at.from, &span, "key", in->list);
  if (status == MR_OK && in->section->count >= MR_DEFINITION_KEYS_MAX) {
    status = too_many_keys(in, &span);
  }
  if (status != MR_OK) {
    fail(in, status);
    return false;
  }
  return true;
}

static void add_key(reader *in, mr_slice at) {
  mr_span span = span_of(in, at.from, at.to);
  const char *key = cut(in, at.from, at.to);
  mr_entry **bucket = &in->buckets[mr_name_hash(key) % BUCKETS];
  mr_entry *taken = *bucket;
  while (taken != NULL && strcmp(taken->key, key) != 0) {
    taken = taken->same_bucket;
  }
  if (taken != NULL) {
    mr_diagnose(in->list, MR_ERR_DUPLICATE, &span, NULL, "'%s' is set already", key);
    mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, &taken->key_at, NULL,
                   "the first '%s' is here", key);
    fail(in, MR_ERR_DUPLICATE);
    return;
  }
  in->entry = mr_entry_add(&in->file->arena, in->section, key, &span);
  if (in->entry == NULL) {
    fail_nomem(in);
    return;
  }
  in->entry->same_bucket = *bucket;
  *bucket = in->entry;
}

/** A value that was left open and has no line is one empty line, after its '='. */
static void close_value(reader *in) {
  if (in->context != CONTEXT_OPEN || in->entry == NULL || in->entry->line_count > 0) {
    return;
  }
  const mr_span *key = &in->entry->key_at;
  const char *equals = strchr(key->line_text + key->column - 1, '=');
  mr_value_line line = {
      .text = "",
      .line = key->line,
      .column = (uint32_t)(equals - key->line_text) + 2,
      .line_text = key->line_text,
  };
  if (!mr_entry_add_line(&in->file->arena, in->entry, &line)) {
    fail_nomem(in);
  }
}

/** The first line that belongs to no definition is complained of, the others are passed over. */
static void report_homeless(reader *in) {
  if (!in->homeless) {
    mr_slice words = mr_slice_trim(in->line.text, 0, in->line.length);
    mr_span at = span_of(in, words.from, words.to);
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "expected '[name]'; this stands before the first definition");
    fail(in, MR_ERR_SYNTAX);
    in->homeless = true;
  }
}

static void read_key(reader *in) {
  const text_line *line = &in->line;
  if (in->section == NULL) {
    report_homeless(in);
    return;
  }
  const char *equals = memchr(line->text, '=', line->length);
  if (equals == NULL) {
    report_no_equals(in, mr_slice_trim(line->text, 0, line->length));
    return;
  }
  size_t split = (size_t)(equals - line->text);
  mr_slice key = mr_slice_trim(line->text, 0, split);
  in->context = CONTEXT_FULL;
  if (!check_key(in, key)) {
    return;
  }
  add_key(in, key);
  mr_slice value = mr_slice_trim(line->text, split + 1, line->length);
  if (in->context != CONTEXT_FULL || in->stop) {
    return;
  }
  if (value.from == value.to) {
    in->context = CONTEXT_OPEN;
  } else {
    add_value(in, value);
  }
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void report_indented(reader *in, mr_slice words) {
  mr_span at = span_of(in, words.from, words.to);
  const char *key = in->entry != NULL ? in->entry->key : "";
  switch (in->context) {
  case CONTEXT_FULL:
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at,
                "a value of several lines begins on the line after 'key ='",
                "this indented line continues nothing; '%s' has its value already", key);
    break;
  case CONTEXT_ENDED:
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "this indented line continues nothing; a blank line ended the value of '%s'", key);
    break;
  case CONTEXT_NONE:
  case CONTEXT_OPEN:
  case CONTEXT_SKIP:
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "this indented line continues nothing; keys and '[name]' begin in column 1");
    break;
  }
  fail(in, MR_ERR_SYNTAX);
}

static void read_indented(reader *in, mr_slice words) {
  char first = in->line.text[words.from];
  if (in->context == CONTEXT_OPEN) {
    add_value(in, words);
  } else if (first == '#' || first == ';' || in->context == CONTEXT_SKIP) {
    return;
  } else if (in->section == NULL) {
    report_homeless(in);
  } else {
    report_indented(in, words);
  }
}

static void end_value(reader *in) {
  bool ended = in->context == CONTEXT_OPEN || in->context == CONTEXT_ENDED;
  close_value(in);
  in->context = ended ? CONTEXT_ENDED : CONTEXT_NONE;
}

static void read_line(reader *in) {
  const text_line *line = &in->line;
  mr_slice words = mr_slice_trim(line->text, 0, line->length);
  if (words.from == words.to) {
    end_value(in);
  } else if (words.from > 0) {
    read_indented(in, words);
  } else if (line->text[0] == '[') {
    close_value(in);
    read_header(in);
  } else if (line->text[0] != '#' && line->text[0] != ';') {
    close_value(in);
    read_key(in);
  }
}

/** Complains of a line with characters that do not belong there; the rest of it is not read. */
static bool check_characters(reader *in, const char *raw) {
  const text_line *line = &in->line;
  mr_fault fault = mr_text_fault(raw, line->length);
  if (fault.kind == MR_FAULT_NONE) {
    return true;
  }
  mr_span at = span_of(in, 0, line->length);
  mr_status status = mr_fault_report(&fault, raw, &at, in->list);
  in->status = mr_status_first(in->status, status);
  if (in->context == CONTEXT_OPEN && mr_text_is_blank(line->text[0])) {
    return false;
  }
  close_value(in);
  if (line->text[0] == '[') {
    add_section(in); /* what follows does not belong to the definition before */
  }
  in->context = CONTEXT_SKIP;
  return false;
}

/** Reads the lines of `shown` and `work`, two copies of the `length` bytes of `raw`. */
static void read_lines(reader *in, const char *raw, size_t length, char *shown, char *work) {
  size_t at = 0;
  uint32_t number = 0;
  while (at < length && !in->stop) {
    const char *feed = memchr(raw + at, '\n', length - at);
    size_t next = feed != NULL ? (size_t)(feed - raw) + 1 : length;
    size_t end = feed != NULL ? next - 1 : length;
    if (feed != NULL && end > at && raw[end - 1] == '\r') {
      end--;
    }
    shown[end] = '\0';
    work[end] = '\0';
    mr_text_clean(shown + at, end - at);
    in->line = (text_line){shown + at, work + at, end - at, ++number};
    if (check_characters(in, raw + at)) {
      read_line(in);
    }
    at = next;
  }
  close_value(in);
}

/** Reads `text` into `file`, whose arena is empty. */
static mr_status read_file(mr_definition_file *file, const mr_definitions *known, const char *text,
                           size_t length, mr_diagnostics *list) {
  static const char mark[] = "\xEF\xBB\xBF";
  if (length > MR_DEFINITION_FILE_MAX) {
    mr_span at = {.source = file->source};
    mr_diagnose(list, MR_ERR_LIMIT, &at, NULL, "the file has %zu bytes; at most %zu are allowed",
                length, MR_DEFINITION_FILE_MAX);
    return MR_ERR_LIMIT;
  }
  if (length >= 3 && memcmp(text, mark, 3) == 0) {
    text += 3;
    length -= 3;
  }
  char *shown = mr_arena_copy(&file->arena, text, length);
  char *work = mr_arena_copy(&file->arena, text, length);
  if (shown == NULL || work == NULL) {
    return mr_diagnose_nomem(list);
  }
  reader in = {.file = file, .known = known, .list = list};
  read_lines(&in, text, length, shown, work);
  return in.status;
}

/* ---- adding what was read -------------------------------------------------------------------- */

/** Makes the definitions of a file without errors part of the collection. */
static void adopt(mr_definitions *definitions, mr_definition_file *file) {
  for (mr_section *section = file->first; section != NULL; section = section->next) {
    size_t place = mr_definitions_index(definitions, section->name);
    section->added = definitions->sealed;
    if (place < definitions->count) {
      section->replaced = definitions->sections[place];
    } else {
      definitions->count++;
    }
    definitions->sections[place] = section;
  }
  file->next = definitions->files;
  definitions->files = file;
}

static mr_status add(mr_definitions *definitions, const char *source, const char *text,
                     size_t length, mr_diagnostics *list) {
  mr_definition_file *file = mr_alloc_zero(definitions->allocator, 1, sizeof *file);
  if (file == NULL) {
    return mr_diagnose_nomem(list);
  }
  mr_arena_init(&file->arena, definitions->allocator, 0);
  file->source = mr_arena_copy(&file->arena, source, strlen(source));
  mr_status status = file->source == NULL ? mr_diagnose_nomem(list)
                                          : read_file(file, definitions, text, length, list);
  if (status == MR_OK) {
    adopt(definitions, file);
  } else {
    mr_definition_file_free(definitions->allocator, file);
  }
  return status;
}

mr_status mr_definitions_add(mr_definitions *definitions, const char *source, const char *text,
                             size_t length, mr_diagnostics *list) {
  if (definitions == NULL || list == NULL || (text == NULL && length > 0)) {
    return MR_ERR_ARGUMENT;
  }
  return add(definitions, source != NULL ? source : "", text != NULL ? text : "", length, list);
}
