/* Changing one value of a text and leaving every other byte as it is. */
#include <marcher/edit.h>
#include <string.h>

#include "base/text.h"
#include "definition/definition_priv.h"

/* ---- lines ----------------------------------------------------------------------------------- */

/** A line of a text: `from .. to` are its bytes without its end, `next` begins the one after. */
typedef struct edit_line {
  size_t from;
  size_t to;
  size_t next;
} edit_line;

static bool next_line(const char *text, size_t length, size_t at, edit_line *out) {
  if (at >= length) {
    return false;
  }
  const char *feed = memchr(text + at, '\n', length - at);
  size_t end = feed != NULL ? (size_t)(feed - text) : length;
  *out = (edit_line){at, end, feed != NULL ? end + 1 : length};
  if (feed != NULL && end > at && text[end - 1] == '\r') {
    out->to--;
  }
  return true;
}

static bool is_indented(const char *text, const edit_line *line) {
  return line->to > line->from && mr_text_is_blank(text[line->from]);
}

static bool is_empty(const char *text, const edit_line *line) {
  mr_slice words = mr_slice_trim(text, line->from, line->to);
  return words.from == words.to;
}

size_t mr_edit_begin(const char *text, size_t length) {
  return mr_utf8_mark(text, length);
}

bool mr_edit_next_section(const char *text, size_t length, size_t *at, uint32_t *line,
                          mr_edit_section *out) {
  edit_line one;
  while (next_line(text, length, *at, &one)) {
    *at = one.next;
    (*line)++;
    if (one.to == one.from || text[one.from] != '[') {
      continue;
    }
    const char *bracket = memchr(text + one.from, ']', one.to - one.from);
    size_t close = bracket != NULL ? (size_t)(bracket - text) : one.to;
    const char *colon = memchr(text + one.from, ':', close - one.from);
    size_t end = colon != NULL ? (size_t)(colon - text) : close;
    mr_slice name = mr_slice_trim(text, one.from + 1, end);
    mr_slice parent = colon != NULL ? mr_slice_trim(text, end + 1, close) : (mr_slice){0, 0};
    *out = (mr_edit_section){.name = text + name.from,
                             .name_length = name.to - name.from,
                             .parent = colon != NULL ? text + parent.from : NULL,
                             .parent_length = parent.to - parent.from,
                             .line = *line - 1};
    return true;
  }
  return false;
}

/* ---- finding --------------------------------------------------------------------------------- */

/** Where a key stands in a text, and where it would. */
typedef struct place {
  bool found;
  edit_line line;   /**< of the key */
  size_t value;     /**< behind its '=' */
  size_t value_end; /**< behind the last line of a value of several lines; line.next otherwise */
  size_t insert;    /**< where a key that is not there belongs: behind the last one's value */
} place;

static bool is_named(const char *text, mr_slice at, const char *name) {
  return at.to - at.from == strlen(name) && memcmp(text + at.from, name, at.to - at.from) == 0;
}

/** Goes through the keys of the definition whose header ends at `from`. */
static place find_key(const char *text, size_t length, size_t from, const char *key) {
  place out = {.insert = from};
  bool open = false;
  bool ours = false;
  edit_line line;
  for (size_t at = from; next_line(text, length, at, &line); at = line.next) {
    if (is_empty(text, &line)) {
      open = false;
      continue;
    }
    if (is_indented(text, &line)) {
      if (open) {
        out.insert = line.next;
        out.value_end = ours ? line.next : out.value_end;
      }
      continue;
    }
    if (text[line.from] == '[') {
      break;
    }
    const char *equals = memchr(text + line.from, '=', line.to - line.from);
    if (text[line.from] == '#' || text[line.from] == ';' || equals == NULL) {
      continue;
    }
    size_t split = (size_t)(equals - text);
    mr_slice value = mr_slice_trim(text, split + 1, line.to);
    open = value.from == value.to;
    ours = is_named(text, mr_slice_trim(text, line.from, split), key);
    out.insert = line.next;
    if (ours) {
      out.found = true;
      out.line = line;
      out.value = split + 1;
      out.value_end = line.next;
    }
  }
  return out;
}

/* ---- writing --------------------------------------------------------------------------------- */

/** What is to be written, and how this text has its lines. */
typedef struct editing {
  const char *text;
  size_t length;
  const char *end; /**< of lines */
  char indent[32]; /**< of the lines of this value */
  const char *value;
  mr_str *out;
} editing;

static void add(editing *e, size_t from, size_t to) {
  mr_str_bytes(e->out, e->text + from, to - from);
}

/** The lines of a value, each with its indentation and its end. */
static void add_lines(editing *e) {
  for (const char *at = e->value; *at != '\0';) {
    size_t size = strcspn(at, "\n");
    mr_str_add(e->out, e->indent);
    mr_str_bytes(e->out, at, size);
    mr_str_add(e->out, e->end);
    at += size + (at[size] == '\n');
  }
}

/** What stands behind "key =" up to the end of the last line. */
static void add_value(editing *e) {
  bool several = strchr(e->value, '\n') != NULL;
  if (!several && *e->value != '\0') {
    mr_str_format(e->out, " %s", e->value);
  }
  mr_str_add(e->out, e->end);
  if (several) {
    add_lines(e);
  }
}

/** The comments among the lines of the old value: they are kept, behind the new one. */
static void add_comments(editing *e, size_t from, size_t to) {
  edit_line line;
  for (size_t at = from; at < to && next_line(e->text, to, at, &line); at = line.next) {
    if (!is_indented(e->text, &line)) {
      add(e, line.from, line.next);
    }
  }
}

static void read_indent(editing *e, const place *at) {
  edit_line line;
  mr_str indent = mr_str_fixed(e->indent, sizeof e->indent);
  for (size_t next = at->found ? at->line.next : 0;
       at->found && next < at->value_end && next_line(e->text, at->value_end, next, &line);
       next = line.next) {
    mr_slice words = mr_slice_trim(e->text, line.from, line.to);
    if (words.from > line.from && words.from - line.from < sizeof e->indent) {
      mr_str_bytes(&indent, e->text + line.from, words.from - line.from);
      return;
    }
  }
  mr_str_add(&indent, "  ");
}

static void write(editing *e, const place *at, const char *key) {
  read_indent(e, at);
  if (at->found) {
    add(e, 0, e->value != NULL ? at->value : at->line.from);
    if (e->value != NULL) {
      add_value(e);
    }
    add_comments(e, at->line.next, at->value_end);
    add(e, at->value_end, e->length);
    return;
  }
  add(e, 0, at->insert);
  if (e->value != NULL) {
    if (at->insert > 0 && e->text[at->insert - 1] != '\n') {
      mr_str_add(e->out, e->end);
    }
    mr_str_format(e->out, "%s =", key);
    add_value(e);
  }
  add(e, at->insert, e->length);
}

/** Whether a value of several lines can be written: no line of it is empty, which would end it. */
static bool can_be_written(const char *value) {
  return value == NULL ||
         (strstr(value, "\n\n") == NULL && value[0] != '\n' && strpbrk(value, "\r\v\f") == NULL);
}

mr_status mr_edit_set(const char *text, size_t length, const mr_edit *edit, mr_str *out,
                      mr_error *err) {
  mr_edit_section section;
  size_t at = mr_edit_begin(text, length);
  uint32_t line = 1;
  size_t size = strlen(edit->definition);
  if (length > MR_DEFINITION_FILE_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a file of definitions has at most %zu bytes",
                        MR_DEFINITION_FILE_MAX);
  }
  if (*edit->key == '\0' || strpbrk(edit->key, "=[]#; \t\r\n") != NULL) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' is no name of a key", edit->key);
  }
  if (!can_be_written(edit->value)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "a value of several lines has no empty one");
  }
  while (mr_edit_next_section(text, length, &at, &line, &section)) {
    if (section.name_length == size && memcmp(section.name, edit->definition, size) == 0) {
      bool returns = memchr(text, '\r', length) != NULL;
      editing e = {text, length, returns ? "\r\n" : "\n", "", edit->value, out};
      place found = find_key(text, length, at, edit->key);
      write(&e, &found, edit->key);
      return out->status == MR_OK ? MR_OK : mr_error_set(err, out->status, "out of memory");
    }
  }
  return mr_error_set(err, MR_ERR_UNKNOWN, "the text has no definition named '%s'",
                      edit->definition);
}
