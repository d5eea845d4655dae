#include "definition/definition_priv.h"

#include <string.h>

typedef struct override_reader {
  mr_arena *arena;
  mr_diagnostics *list;
  const char *source; /**< see mr_source_is_override */
  const char *raw;    /**< "key=value" as given */
  size_t key_length;
  uint32_t number;
} override_reader;

static size_t length_of(const char *text) {
  return text != NULL ? strlen(text) : 0;
}

/** "key=value" as one text, or NULL. */
static const char *join(const mr_override *override, mr_arena *arena) {
  size_t key = length_of(override->key);
  size_t value = length_of(override->value);
  char *text = mr_arena_zero(arena, key + value + 2, 1);
  if (text == NULL) {
    return NULL;
  }
  if (key > 0) {
    memcpy(text, override->key, key);
  }
  text[key] = '=';
  if (value > 0) {
    memcpy(text + key + 1, override->value, value);
  }
  return text;
}

/** A clean copy of the bytes `from .. to`: what complaints show. */
static const char *shown_text(const override_reader *in, size_t from, size_t to) {
  char *shown = mr_arena_copy(in->arena, in->raw + from, to - from);
  if (shown != NULL) {
    mr_text_clean(shown, to - from);
  }
  return shown;
}

static size_t end_of_line(const override_reader *in, size_t from) {
  const char *feed = strchr(in->raw + from, '\n');
  return feed != NULL ? (size_t)(feed - in->raw) : from + strlen(in->raw + from);
}

/** "--set key=value", or "--set key=..." where the value is longer than a line or a quotation. */
static const char *name_source(const override_reader *in) {
  mr_quote quote;
  char name[sizeof mr_override_source + sizeof quote.text + 4];
  mr_str out;
  size_t end = end_of_line(in, 0);
  mr_slice line = mr_slice_trim(in->raw, 0, end);
  size_t length = line.to - line.from;
  mr_str_fixed(&out, name, sizeof name);
  mr_str_format(&out, "%s %s", mr_override_source,
                mr_quote_bytes(&quote, in->raw + line.from, length));
  if (in->raw[end] != '\0' && length < sizeof quote.text) {
    mr_str_add(&out, "...");
  }
  mr_text_clean(name, out.length);
  return mr_arena_copy(in->arena, name, out.length);
}

static mr_status read_key(const override_reader *in, mr_span *at, mr_entry **out) {
  mr_slice key = mr_slice_trim(in->raw, 0, in->key_length);
  size_t length = key.to - key.from;
  *at = mr_span_part(at, key.from, length);
  if (length == 0) {
    mr_diagnose(in->list, MR_ERR_SYNTAX, at, NULL, "expected a key before '='");
    return MR_ERR_SYNTAX;
  }
  mr_status status = mr_name_check(in->raw + key.from, length, at, "key", in->list);
  if (status != MR_OK) {
    return status;
  }
  const char *name = mr_arena_copy(in->arena, in->raw + key.from, length);
  *out = name != NULL ? mr_entry_add(in->arena, NULL, name, at) : NULL;
  return *out != NULL ? MR_OK : mr_diagnose_nomem(in->list);
}

/** Adds the bytes `value` of the line that begins at byte `start` and that `shown` shows. */
static mr_status add_value(const override_reader *in, mr_entry *entry, size_t start, mr_slice value,
                           const char *shown) {
  mr_value_line item = {
      .text = mr_arena_copy(in->arena, in->raw + value.from, value.to - value.from),
      .length = (uint32_t)(value.to - value.from),
      .line = in->number,
      .column = (uint32_t)(value.from - start) + 1,
      .line_text = shown,
  };
  bool added = item.text != NULL && mr_entry_add_line(in->arena, entry, &item);
  return added ? MR_OK : mr_diagnose_nomem(in->list);
}

/** Checks the line that begins at byte `start` and adds the bytes `value` of it, if any. */
static mr_status read_line(const override_reader *in, mr_entry *entry, size_t start, mr_slice value,
                           const char *shown) {
  const char *line = in->raw + start;
  mr_fault fault = mr_text_fault(line, value.to - start);
  mr_span at = {in->source, in->number, 1, 1, shown};
  mr_status status = mr_fault_report(&fault, line, &at, in->list);
  value = mr_slice_trim(in->raw, value.from, value.to);
  if (status != MR_OK || value.from == value.to) {
    return status;
  }
  return add_value(in, entry, start, value, shown);
}

/** Reads what follows the first line. */
static mr_status read_more_lines(const override_reader *in, mr_entry *entry, size_t end) {
  mr_status status = MR_OK;
  while (in->raw[end] != '\0' && status == MR_OK) {
    size_t start = end + 1;
    end = end_of_line(in, start);
    const char *shown = shown_text(in, start, end);
    status = shown != NULL ? read_line(in, entry, start, (mr_slice){start, end}, shown)
                           : mr_diagnose_nomem(in->list);
  }
  return status;
}

static mr_status read_override(const override_reader *in, mr_entry **out) {
  size_t value = in->key_length + 1;
  size_t end = end_of_line(in, value);
  const char *shown = shown_text(in, 0, end);
  if (shown == NULL) {
    return mr_diagnose_nomem(in->list);
  }
  mr_span at = {in->source, in->number, 1, 1, shown};
  mr_entry *entry = NULL;
  mr_status status = read_key(in, &at, &entry);
  if (status == MR_OK) {
    status = read_line(in, entry, 0, (mr_slice){value, end}, shown);
  }
  if (status == MR_OK) {
    status = read_more_lines(in, entry, end);
  }
  if (status == MR_OK && entry->line_count == 0) {
    status = add_value(in, entry, 0, (mr_slice){value, value}, shown);
  }
  if (status == MR_OK) {
    *out = entry;
  }
  return status;
}

mr_status mr_override_read(const mr_override *override, uint32_t number, mr_arena *arena,
                           mr_diagnostics *list, mr_entry **out) {
  size_t key_length = length_of(override->key);
  if (key_length > MR_DEFINITION_FILE_MAX || length_of(override->value) > MR_DEFINITION_FILE_MAX) {
    mr_span at = {.source = mr_override_source, .line = number};
    mr_diagnose(list, MR_ERR_LIMIT, &at, NULL, "the key and the value have at most %zu bytes each",
                MR_DEFINITION_FILE_MAX);
    return MR_ERR_LIMIT;
  }
  const char *raw = join(override, arena);
  if (raw == NULL) {
    return mr_diagnose_nomem(list);
  }
  override_reader in = {
      .arena = arena, .list = list, .raw = raw, .key_length = key_length, .number = number};
  in.source = name_source(&in);
  return in.source != NULL ? read_override(&in, out) : mr_diagnose_nomem(list);
}
