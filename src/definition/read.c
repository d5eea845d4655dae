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

static bool is_comment(char first) {
  return first == '#' || first == ';';
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
  *(file->last != NULL ? &file->last->next : &file->first) = section;
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

/** Takes a name out of the current line. @return NULL after a complaint */
static const char *take_name(reader *in, mr_slice at, const char *what, const char *empty) {
  mr_span span = span_of(in, at.from, at.to);
  mr_status status =
      mr_name_check(in->line.text + at.from, at.to - at.from, &span, what, empty, in->list);
  if (status != MR_OK) {
    fail(in, status);
    return NULL;
  }
  return cut(in, at.from, at.to);
}

static void set_name(reader *in, mr_section *section, mr_slice at) {
  section->name_at = span_of(in, at.from, at.to);
  const char *name = take_name(in, at, "definition", "expected the name of a definition after '['");
  if (name == NULL) {
    return;
  }
  const mr_section *taken = find_in_file(in->file, name);
  const mr_section *known = mr_definitions_find(in->known, name);
  if (taken == NULL && known != NULL && known->added == in->known->sealed) {
    taken = known;
  }
  if (taken != NULL) {
    fail(in, mr_report_taken(name, false, &section->name_at, &taken->name_at, in->list));
    return;
  }
  section->name = name;
  section->hash = mr_name_hash(name);
}

/** Complains of a header that is not closed, or of what follows it. @return whether it is right */
static bool check_brackets(reader *in, size_t close) {
  const text_line *line = &in->line;
  if (close == line->length) {
    mr_slice name = mr_slice_trim(line->text, 1, line->length);
    mr_span at = span_of(in, name.to, name.to);
    fail(in, mr_diagnose_fail(in->list, MR_ERR_SYNTAX, &at, NULL,
                              "expected ']' to end the name of the definition"));
    return false;
  }
  mr_slice rest = mr_slice_trim(line->text, close + 1, line->length);
  if (rest.from == rest.to) {
    return true;
  }
  mr_span at = span_of(in, rest.from, rest.to);
  fail(in, mr_diagnose_fail(
               in->list, MR_ERR_SYNTAX, &at,
               is_comment(line->text[rest.from]) ? "a comment stands on a line of its own" : NULL,
               "expected the end of the line after ']'"));
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
    const char *colon = memchr(line->text, ':', close);
    size_t end = colon != NULL ? (size_t)(colon - line->text) : close;
    set_name(in, section, mr_slice_trim(line->text, 1, end));
    if (colon != NULL) {
      mr_slice parent = mr_slice_trim(line->text, end + 1, close);
      section->parent_at = span_of(in, parent.from, parent.to);
      section->parent =
          take_name(in, parent, "definition", "expected the name of the parent after ':'");
    }
  }
  if (in->known->count + in->file->count > MR_DEFINITION_COUNT_MAX) {
    fail(in, mr_diagnose_fail(in->list, MR_ERR_LIMIT, &section->at, NULL,
                              "there are more than %d definitions", MR_DEFINITION_COUNT_MAX));
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
    *(section->last != NULL ? &section->last->next : &section->first) = entry;
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
  *(entry->last != NULL ? &entry->last->next : &entry->first) = item;
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

/**
 * The value of a key that has one takes its place, as in the programs whose dialect this is: files
 * that they read are read.
 */
static void set_again(reader *in, mr_entry *entry, const mr_span *at) {
  mr_diagnose_as(in->list, MR_SEVERITY_WARNING, MR_ERR_DUPLICATE, at,
                 "the last one counts; delete the one that is not meant",
                 "'%s' is set already; this value counts, and the one before does not", entry->key);
  mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, &entry->key_at, NULL,
                 "the '%s' before is here", entry->key);
  entry->key_at = *at;
  entry->first = entry->last = NULL;
  entry->line_count = 0;
  in->entry = entry;
}

static void add_key(reader *in, const char *key, const mr_span *at) {
  mr_section *section = in->section;
  if (section->count >= MR_DEFINITION_KEYS_MAX) {
    if (section->count == MR_DEFINITION_KEYS_MAX) { /* said once for each definition */
      mr_diagnose(in->list, MR_ERR_LIMIT, at, NULL, "a definition has at most %d keys",
                  MR_DEFINITION_KEYS_MAX);
      section->count++;
    }
    fail(in, MR_ERR_LIMIT);
    return;
  }
  mr_entry **bucket = &in->buckets[mr_name_hash(key) % BUCKETS];
  mr_entry *taken = *bucket;
  while (taken != NULL && strcmp(taken->key, key) != 0) {
    taken = taken->same_bucket;
  }
  if (taken != NULL) {
    set_again(in, taken, at);
    return;
  }
  in->entry = mr_entry_add(&in->file->arena, section, key, at);
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
    fail(in, mr_diagnose_fail(in->list, MR_ERR_SYNTAX, &at, NULL,
                              "expected '[name]'; this stands before the first definition"));
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
    mr_slice words = mr_slice_trim(line->text, 0, line->length);
    mr_span at = span_of(in, words.from, words.to);
    bool colon = memchr(line->text, ':', line->length) != NULL;
    fail(in, mr_diagnose_fail(in->list, MR_ERR_SYNTAX, &at,
                              colon ? "'=' stands between a key and its value, not ':'" : NULL,
                              "expected 'key = value'; there is no '=' in this line"));
    return;
  }
  size_t split = (size_t)(equals - line->text);
  mr_slice key = mr_slice_trim(line->text, 0, split);
  in->context = CONTEXT_FULL;
  const char *name = take_name(in, key, "key", "expected a key before '='");
  if (name == NULL) {
    return;
  }
  mr_span at = span_of(in, key.from, key.to);
  add_key(in, name, &at);
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

static void read_indented(reader *in, mr_slice words) {
  if (in->context == CONTEXT_OPEN) {
    add_value(in, words);
    return;
  }
  if (is_comment(in->line.text[words.from]) || in->context == CONTEXT_SKIP) {
    return;
  }
  if (in->section == NULL) {
    report_homeless(in);
    return;
  }
  mr_span at = span_of(in, words.from, words.to);
  const char *key = in->entry != NULL ? in->entry->key : "";
  if (in->context == CONTEXT_FULL) {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at,
                "a value of several lines begins on the line after 'key ='",
                "this indented line continues nothing; '%s' has its value already", key);
  } else if (in->context == CONTEXT_ENDED) {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "this indented line continues nothing; a blank line ended the value of '%s'", key);
  } else {
    mr_diagnose(in->list, MR_ERR_SYNTAX, &at, NULL,
                "this indented line continues nothing; keys and '[name]' begin in column 1");
  }
  fail(in, MR_ERR_SYNTAX);
}

static void read_line(reader *in) {
  const text_line *line = &in->line;
  mr_slice words = mr_slice_trim(line->text, 0, line->length);
  if (words.from == words.to) {
    bool ended = in->context == CONTEXT_OPEN || in->context == CONTEXT_ENDED;
    close_value(in);
    in->context = ended ? CONTEXT_ENDED : CONTEXT_NONE;
  } else if (words.from > 0) {
    read_indented(in, words);
  } else if (line->text[0] == '[') {
    close_value(in);
    read_header(in);
  } else if (!is_comment(line->text[0])) {
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
  if (length > MR_DEFINITION_FILE_MAX) {
    mr_span at = {.source = file->source};
    return mr_diagnose_fail(list, MR_ERR_LIMIT, &at, NULL,
                            "the file has %zu bytes; at most %zu are allowed", length,
                            MR_DEFINITION_FILE_MAX);
  }
  size_t mark = mr_utf8_mark(text, length);
  text += mark;
  length -= mark;
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

mr_status mr_definitions_add(mr_definitions *definitions, const char *source, const char *text,
                             size_t length, mr_diagnostics *list) {
  if (definitions == NULL || list == NULL || (text == NULL && length > 0)) {
    return MR_ERR_ARGUMENT;
  }
  mr_definition_file *file = mr_alloc_zero(definitions->allocator, 1, sizeof *file);
  if (file == NULL) {
    return mr_diagnose_nomem(list);
  }
  source = source != NULL ? source : "";
  mr_arena_init(&file->arena, definitions->allocator, 0);
  file->source = mr_arena_copy(&file->arena, source, strlen(source));
  mr_status status = file->source == NULL
                         ? mr_diagnose_nomem(list)
                         : read_file(file, definitions, text != NULL ? text : "", length, list);
  if (status == MR_OK) {
    adopt(definitions, file);
  } else {
    mr_definition_file_free(definitions->allocator, file);
  }
  return status;
}
