#include "definition/definition_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- reading an override --------------------------------------------------------------------- */

typedef struct override_reader {
  mr_arena *arena;
  mr_diagnostics *list;
  const char *source; /**< see mr_source_is_override */
  const char *raw;    /**< "key=value" as given */
  size_t key_length;
  uint32_t number;
} override_reader;

/** A clean copy of the bytes `from .. to`: what complaints show. */
static const char *shown_text(const override_reader *in, size_t from, size_t to) {
  char *shown = mr_arena_copy(in->arena, in->raw + from, to - from);
  if (shown != NULL) {
    mr_text_clean(shown, to - from);
  }
  return shown;
}

static size_t end_of_line(const override_reader *in, size_t from) {
  return from + strcspn(in->raw + from, "\n");
}

/** "--set key=value", or "--set key=..." where the value is longer than a line or a quotation. */
static const char *name_source(const override_reader *in) {
  mr_quote quote;
  char name[sizeof mr_override_source + sizeof quote.text + 4];
  size_t end = end_of_line(in, 0);
  mr_slice line = mr_slice_trim(in->raw, 0, end);
  size_t length = line.to - line.from;
  mr_str out = mr_str_fixed(name, sizeof name);
  mr_str_format(&out, "%s %s", mr_override_source,
                mr_quote_bytes(&quote, in->raw + line.from, length));
  if (in->raw[end] != '\0' && length < sizeof quote.text) {
    mr_str_add(&out, "...");
  }
  mr_text_clean(name, out.length);
  return mr_arena_copy(in->arena, name, out.length);
}

static mr_status read_key(const override_reader *in, const mr_span *line, mr_entry **out) {
  mr_slice key = mr_slice_trim(in->raw, 0, in->key_length);
  size_t length = key.to - key.from;
  mr_span at = mr_span_part(line, key.from, length);
  mr_status status =
      mr_name_check(in->raw + key.from, length, &at, "key", "expected a key before '='", in->list);
  if (status != MR_OK) {
    return status;
  }
  const char *name = mr_arena_copy(in->arena, in->raw + key.from, length);
  *out = name != NULL ? mr_entry_add(in->arena, NULL, name, &at) : NULL;
  return *out != NULL ? MR_OK : mr_diagnose_nomem(in->list);
}

/**
 * Checks the line that begins at byte `start` and that `shown` shows, and adds the bytes `value` of
 * it; nothing where they are blank, unless an empty line is `wanted`.
 */
static mr_status add_line(const override_reader *in, mr_entry *entry, size_t start, mr_slice value,
                          const char *shown, bool wanted) {
  const char *line = in->raw + start;
  mr_fault fault = mr_text_fault(line, value.to - start);
  mr_span at = {in->source, in->number, 1, 1, shown};
  mr_status status = mr_fault_report(&fault, line, &at, in->list);
  value = mr_slice_trim(in->raw, value.from, value.to);
  if (status != MR_OK || (value.from == value.to && !wanted)) {
    return status;
  }
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

static mr_status read_lines(const override_reader *in, mr_entry **out) {
  size_t start = 0;
  size_t value = in->key_length + 1;
  size_t end = end_of_line(in, value);
  const char *first = shown_text(in, 0, end);
  const char *shown = first;
  mr_span at = {in->source, in->number, 1, 1, first};
  mr_entry *entry = NULL;
  mr_status status = shown != NULL ? read_key(in, &at, &entry) : mr_diagnose_nomem(in->list);
  while (status == MR_OK) {
    status = shown != NULL ? add_line(in, entry, start, (mr_slice){value, end}, shown, false)
                           : mr_diagnose_nomem(in->list);
    if (in->raw[end] == '\0') {
      break;
    }
    start = end + 1;
    value = start;
    end = end_of_line(in, start);
    shown = shown_text(in, start, end);
  }
  if (status == MR_OK && entry->line_count == 0) {
    value = in->key_length + 1;
    status = add_line(in, entry, 0, (mr_slice){value, value}, first, true);
  }
  if (status == MR_OK) {
    *out = entry;
  }
  return status;
}

/**
 * Reads an override into an entry that lives in `arena`; its lines are separated by line feeds,
 * and blank ones are passed over.
 * Spans show it as a line "key=value" whose number is that of the override, from 1.
 */
static mr_status read_override(const mr_override *override, uint32_t number, mr_arena *arena,
                               mr_diagnostics *list, mr_entry **out) {
  const char *key = override->key != NULL ? override->key : "";
  const char *value = override->value != NULL ? override->value : "";
  size_t key_length = strlen(key);
  if (key_length > MR_DEFINITION_FILE_MAX || strlen(value) > MR_DEFINITION_FILE_MAX) {
    mr_span at = {.source = mr_override_source, .line = number};
    mr_diagnose(list, MR_ERR_LIMIT, &at, NULL, "the key and the value have at most %zu bytes each",
                MR_DEFINITION_FILE_MAX);
    return MR_ERR_LIMIT;
  }
  size_t size = key_length + strlen(value) + 2;
  char *raw = mr_arena_zero(arena, size, 1);
  if (raw == NULL) {
    return mr_diagnose_nomem(list);
  }
  mr_str text = mr_str_fixed(raw, size);
  mr_str_format(&text, "%s=%s", key, value);
  override_reader in = {
      .arena = arena, .list = list, .raw = raw, .key_length = key_length, .number = number};
  in.source = name_source(&in);
  return in.source != NULL ? read_lines(&in, out) : mr_diagnose_nomem(list);
}

/* ---- resolving ------------------------------------------------------------------------------- */

/** A definition, its parent, the parent's parent, ... */
typedef struct ancestry {
  const mr_section *links[MR_DEFINITION_DEPTH_MAX + 1];
  size_t count;
} ancestry;

/** One key as some member of the chain sets it. */
typedef struct candidate {
  const mr_entry *entry;
  const char *defined_in;
  const char *source;
  size_t depth; /**< 0: an override; the smallest wins */
} candidate;

typedef struct resolver {
  const mr_definitions *definitions;
  mr_arena *arena;
  mr_diagnostics *list;
  ancestry chain;
  candidate *candidates;
  size_t count;
} resolver;

/* ---- parents --------------------------------------------------------------------------------- */

static mr_status report_unknown(resolver *in, const char *name, const mr_span *at) {
  mr_nearest_search search;
  const char *best = NULL;
  mr_nearest_begin(&search, name);
  for (size_t i = 0; i < in->definitions->count; i++) {
    if (mr_nearest_offer(&search, in->definitions->sections[i]->name)) {
      best = in->definitions->sections[i]->name;
    }
  }
  mr_quote quote;
  mr_hint hint;
  return mr_diagnose_fail(in->list, MR_ERR_UNKNOWN, at, mr_hint_name(&hint, best),
                          "there is no definition named '%s'", mr_quote_text(&quote, name));
}

/** So many names are all listed; of more, only those that are near. */
enum { NAMES_ALL = 16, NAMES_NEAREST = 8 };

/** A name that could have been meant. */
typedef struct name_row {
  const char *name;
  uint32_t edits;
} name_row;

static bool is_near(const char *word, const char *name) {
  mr_nearest_search search;
  mr_nearest_begin(&search, word);
  return mr_nearest_offer(&search, name);
}

/** Notes which parents there are for a child that names another one, the nearest first. */
static void note_parents(resolver *in, const mr_section *child) {
  const mr_definitions *definitions = in->definitions;
  name_row rows[NAMES_ALL + 1] = {{0}};
  size_t count = 0, others = definitions->count - 1; /* all but the child itself */
  bool all = others <= NAMES_ALL;
  size_t most = all ? NAMES_ALL : NAMES_NEAREST;
  for (size_t i = 0; i < definitions->count; i++) {
    const char *name = definitions->sections[i]->name;
    if (definitions->sections[i] == child || (!all && !is_near(child->parent, name))) {
      continue;
    }
    name_row row = {name, mr_text_edits(child->parent, name)};
    size_t place = count;
    for (; place > 0 && rows[place - 1].edits > row.edits; place--) {
      rows[place] = rows[place - 1];
    }
    rows[place] = row;
    count += count < most;
  }
  char buffer[(NAMES_ALL + 1) * (MR_DEFINITION_NAME_MAX + 4)];
  mr_str names = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < count; i++) {
    mr_str_format(&names, "%s%s", i > 0 ? ", " : "", rows[i].name);
  }
  if (count > 0) {
    mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_UNKNOWN, NULL, NULL,
                   all ? "%zu could be its parent: %s"
                       : "%zu definitions could be its parent; the nearest by name: %s",
                   others, buffer);
  } else if (others > 0) {
    mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_UNKNOWN, NULL, NULL,
                   "%zu definitions could be its parent, and none has a name like it", others);
  }
}

/** Complains that there is no definition of the name that a section has for its parent. */
static mr_status report_orphan(resolver *in, const mr_section *section) {
  const mr_definitions *definitions = in->definitions;
  const char *reason = definitions->absence != NULL ? definitions->absence(section->parent) : NULL;
  if (reason != NULL) {
    return mr_diagnose_fail(in->list, MR_ERR_UNSUPPORTED, &section->parent_at, NULL,
                            "the game '%s' is not supported: %s", section->parent, reason);
  }
  mr_status status = report_unknown(in, section->parent, &section->parent_at);
  note_parents(in, section);
  return status;
}

/** Complains that the last member of the chain has the chain's member `first` as its parent. */
static mr_status report_loop(resolver *in, size_t first) {
  const ancestry *chain = &in->chain;
  char buffer[(MR_DEFINITION_DEPTH_MAX + 2) * (MR_DEFINITION_NAME_MAX + 4)];
  mr_str loop = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = first; i < chain->count; i++) {
    mr_str_format(&loop, "%s -> ", chain->links[i]->name);
  }
  mr_str_add(&loop, chain->links[first]->name);
  mr_diagnose(in->list, MR_ERR_ILLEGAL, &chain->links[chain->count - 1]->parent_at, NULL,
              "this parent closes a loop: %s", buffer);
  /* Without those that took the place of another there might be no loop. */
  for (size_t i = first; i < chain->count; i++) {
    const mr_section *section = chain->links[i];
    if (section->replaced != NULL) {
      mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_ILLEGAL, &section->name_at, NULL,
                     "this '%s' takes the place of the one in %s", section->name,
                     section->replaced->at.source);
    }
  }
  return MR_ERR_ILLEGAL;
}

static mr_status climb(resolver *in, const mr_section *section) {
  ancestry *chain = &in->chain;
  *chain = (ancestry){{section}, 1};
  while (section->parent != NULL) {
    const mr_section *parent = mr_definitions_parent(in->definitions, section);
    if (parent == NULL) {
      return report_orphan(in, section);
    }
    for (size_t i = 0; i < chain->count; i++) {
      if (chain->links[i] == parent) {
        return report_loop(in, i);
      }
    }
    if (chain->count > MR_DEFINITION_DEPTH_MAX) {
      return mr_diagnose_fail(in->list, MR_ERR_LIMIT, &section->parent_at, NULL,
                              "'%s' has more than %d parents above it", chain->links[0]->name,
                              MR_DEFINITION_DEPTH_MAX);
    }
    chain->links[chain->count++] = parent;
    section = parent;
  }
  return MR_OK;
}

static mr_status add_override(resolver *in, const mr_override *override, uint32_t number) {
  mr_entry *entry = NULL;
  mr_status status = read_override(override, number, in->arena, in->list, &entry);
  for (size_t i = 0; status == MR_OK && i < in->count; i++) {
    const mr_entry *other = in->candidates[i].entry;
    if (strcmp(other->key, entry->key) == 0) {
      status = mr_report_taken(entry->key, true, &entry->key_at, &other->key_at, in->list);
    }
  }
  if (status == MR_OK) {
    in->candidates[in->count++] = (candidate){entry, mr_override_source, entry->key_at.source, 0};
  }
  return status;
}

/* ---- flattening ------------------------------------------------------------------------------ */

static int by_key_then_depth(const void *a, const void *b) {
  const candidate *left = a;
  const candidate *right = b;
  int order = strcmp(left->entry->key, right->entry->key);
  return order != 0 ? order : (left->depth > right->depth) - (left->depth < right->depth);
}

static const char *copy_text(mr_arena *arena, const char *text) {
  return mr_arena_copy(arena, text, strlen(text));
}

/** A copy of the clean line and, inside it where possible, of the value. */
static bool copy_line(mr_arena *arena, const mr_value_line *from, mr_value_line *to) {
  *to = *from;
  to->line_text = copy_text(arena, from->line_text);
  if (to->line_text == NULL) {
    return false;
  }
  const char *inside = to->line_text + from->column - 1;
  to->text =
      strcmp(inside, from->text) == 0 ? inside : mr_arena_copy(arena, from->text, from->length);
  return to->text != NULL;
}

/** The text of a setting: its only line, or all of them joined. */
static bool join_lines(mr_arena *arena, mr_setting *setting) {
  if (setting->line_count == 1) {
    setting->text = setting->lines[0].text;
    setting->length = setting->lines[0].length;
    return true;
  }
  setting->length = setting->line_count - 1;
  for (size_t i = 0; i < setting->line_count; i++) {
    setting->length += setting->lines[i].length;
  }
  char *text = mr_arena_zero(arena, setting->length + 1, 1);
  if (text == NULL) {
    return false;
  }
  setting->text = text;
  for (size_t i = 0; i < setting->line_count; i++) {
    const mr_value_line *line = &setting->lines[i];
    memcpy(text, line->text, line->length);
    text += line->length;
    *text++ = i + 1 < setting->line_count ? '\n' : '\0';
  }
  return true;
}

static bool copy_setting(mr_arena *arena, const candidate *from, mr_setting *out) {
  const mr_entry *entry = from->entry;
  mr_value_line *lines = mr_arena_zero(arena, entry->line_count, sizeof *lines);
  if (lines == NULL) {
    return false;
  }
  *out = (mr_setting){.key = copy_text(arena, entry->key),
                      .source = from->source,
                      .key_at = entry->key_at,
                      .lines = lines,
                      .line_count = entry->line_count,
                      .defined_in = from->defined_in,
                      .depth = (uint32_t)from->depth};
  for (const mr_entry_line *line = entry->first; line != NULL; line = line->next) {
    if (!copy_line(arena, &line->value, lines++)) {
      return false;
    }
  }
  bool same_line = entry->first != NULL && entry->first->value.line_text == entry->key_at.line_text;
  out->key_at.source = from->source;
  out->key_at.line_text =
      same_line ? out->lines[0].line_text : copy_text(arena, entry->key_at.line_text);
  return out->key != NULL && out->key_at.line_text != NULL && join_lines(arena, out);
}

/** Whether the candidate at `index`, in sorted order, is the strongest of its key. */
static bool is_strongest(const resolver *in, size_t index) {
  return index == 0 ||
         strcmp(in->candidates[index - 1].entry->key, in->candidates[index].entry->key) != 0;
}

static bool build_settings(resolver *in, mr_definition *out) {
  for (size_t i = 0; i < in->chain.count; i++) {
    const mr_section *section = in->chain.links[i];
    const char *name = copy_text(in->arena, section->name);
    const char *source = copy_text(in->arena, section->at.source);
    if (name == NULL || source == NULL) {
      return false;
    }
    for (const mr_entry *entry = section->first; entry != NULL; entry = entry->next) {
      in->candidates[in->count++] = (candidate){entry, name, source, i + 1};
    }
  }
  if (in->count > 0) {
    qsort(in->candidates, in->count, sizeof *in->candidates, by_key_then_depth);
  }
  mr_setting *all = mr_arena_zero(in->arena, in->count, sizeof *all);
  mr_setting *settings = mr_arena_zero(in->arena, in->count, sizeof *settings);
  if (all == NULL || settings == NULL) {
    return false;
  }
  out->settings = settings;
  for (size_t i = 0; i < in->count; i++) {
    if (!copy_setting(in->arena, &in->candidates[i], &all[i])) {
      return false;
    }
    all[i].inherited = i + 1 < in->count && !is_strongest(in, i + 1) ? &all[i + 1] : NULL;
    if (is_strongest(in, i)) {
      settings[out->count++] = all[i];
    }
  }
  return true;
}

static mr_status resolve(resolver *in, const char *name, const mr_override *overrides,
                         size_t override_count, mr_definition *out) {
  const mr_section *section = mr_definitions_find(in->definitions, name);
  mr_status status = section == NULL ? report_unknown(in, name, NULL) : climb(in, section);
  size_t most = override_count;
  for (size_t i = 0; i < in->chain.count; i++) {
    most += in->chain.links[i]->count;
  }
  in->candidates = mr_arena_zero(in->arena, most, sizeof *in->candidates);
  if (in->candidates == NULL) {
    return mr_diagnose_nomem(in->list);
  }
  for (size_t i = 0; i < override_count; i++) {
    status = mr_status_first(status, add_override(in, &overrides[i], (uint32_t)i + 1));
  }
  if (status != MR_OK || section == NULL) {
    return status;
  }
  mr_definition built = {.at = section->at};
  built.name = copy_text(in->arena, section->name);
  built.source = copy_text(in->arena, section->at.source);
  built.at.source = built.source;
  built.at.line_text = copy_text(in->arena, section->at.line_text);
  built.parent = section->parent != NULL ? copy_text(in->arena, section->parent) : NULL;
  if (built.name == NULL || built.source == NULL || built.at.line_text == NULL ||
      (section->parent != NULL && built.parent == NULL) || !build_settings(in, &built)) {
    return mr_diagnose_nomem(in->list);
  }
  *out = built;
  return MR_OK;
}

/* NOLINTNEXTLINE(readability-function-size): the public signature */
mr_status mr_definition_resolve(const mr_definitions *definitions, const char *name,
                                const mr_override *overrides, size_t override_count,
                                mr_arena *arena, mr_definition *out, mr_diagnostics *list) {
  if (definitions == NULL || name == NULL || (overrides == NULL && override_count > 0) ||
      arena == NULL || out == NULL || list == NULL) {
    return MR_ERR_ARGUMENT;
  }
  resolver in = {.definitions = definitions, .arena = arena, .list = list};
  if (override_count > MR_DEFINITION_KEYS_MAX) {
    mr_span at = {.source = mr_override_source};
    return mr_diagnose_fail(list, MR_ERR_LIMIT, &at, NULL, "there are at most %d overrides",
                            MR_DEFINITION_KEYS_MAX);
  }
  return resolve(&in, name, overrides, override_count, out);
}
