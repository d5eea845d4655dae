#include "definition/definition_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"

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
  mr_diagnose(in->list, MR_ERR_UNKNOWN, at, mr_hint_name(&hint, best),
              "there is no definition named '%s'", mr_quote_text(&quote, name));
  return MR_ERR_UNKNOWN;
}

/** Names those of the loop that took the place of another: without them there might be none. */
static void note_replacements(resolver *in, size_t first) {
  for (size_t i = first; i < in->chain.count; i++) {
    const mr_section *section = in->chain.links[i];
    if (section->replaced != NULL) {
      mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_ILLEGAL, &section->name_at, NULL,
                     "this '%s' takes the place of the one in %s", section->name,
                     section->replaced->at.source);
    }
  }
}

/** Complains that the last member of the chain has the chain's member `first` as its parent. */
static mr_status report_loop(resolver *in, size_t first) {
  char buffer[(MR_DEFINITION_DEPTH_MAX + 2) * (MR_DEFINITION_NAME_MAX + 4)];
  mr_str loop;
  mr_str_fixed(&loop, buffer, sizeof buffer);
  for (size_t i = first; i < in->chain.count; i++) {
    mr_str_format(&loop, "%s -> ", in->chain.links[i]->name);
  }
  mr_str_add(&loop, in->chain.links[first]->name);
  mr_diagnose(in->list, MR_ERR_ILLEGAL, &in->chain.links[in->chain.count - 1]->parent_at, NULL,
              "this parent closes a loop: %s", buffer);
  note_replacements(in, first);
  return MR_ERR_ILLEGAL;
}

static mr_status check_link(resolver *in, const mr_section *section, const mr_section *parent) {
  ancestry *chain = &in->chain;
  if (parent == NULL) {
    return report_unknown(in, section->parent, &section->parent_at);
  }
  for (size_t i = 0; i < chain->count; i++) {
    if (chain->links[i] == parent) {
      return report_loop(in, i);
    }
  }
  if (chain->count > MR_DEFINITION_DEPTH_MAX) {
    mr_diagnose(in->list, MR_ERR_LIMIT, &section->parent_at, NULL,
                "'%s' has more than %d parents above it", chain->links[0]->name,
                MR_DEFINITION_DEPTH_MAX);
    return MR_ERR_LIMIT;
  }
  return MR_OK;
}

static mr_status climb(resolver *in, const mr_section *section) {
  in->chain = (ancestry){{section}, 1};
  while (section->parent != NULL) {
    const mr_section *parent = mr_definitions_parent(in->definitions, section);
    mr_status status = check_link(in, section, parent);
    if (status != MR_OK) {
      return status;
    }
    in->chain.links[in->chain.count++] = parent;
    section = parent;
  }
  return MR_OK;
}

/* ---- overrides ------------------------------------------------------------------------------- */

static mr_status check_twice(resolver *in, const mr_entry *entry) {
  for (size_t i = 0; i < in->count; i++) {
    const mr_entry *other = in->candidates[i].entry;
    if (strcmp(other->key, entry->key) == 0) {
      mr_diagnose(in->list, MR_ERR_DUPLICATE, &entry->key_at, NULL, "'%s' is set already",
                  entry->key);
      mr_diagnose_as(in->list, MR_SEVERITY_NOTE, MR_ERR_DUPLICATE, &other->key_at, NULL,
                     "the first '%s' is here", entry->key);
      return MR_ERR_DUPLICATE;
    }
  }
  return MR_OK;
}

static mr_status add_override(resolver *in, const mr_override *override, uint32_t number) {
  mr_entry *entry = NULL;
  mr_status status = mr_override_read(override, number, in->arena, in->list, &entry);
  if (status == MR_OK) {
    status = check_twice(in, entry);
  }
  if (status == MR_OK) {
    in->candidates[in->count++] = (candidate){entry, mr_override_source, entry->key_at.source, 0};
  }
  return status;
}

static mr_status add_overrides(resolver *in, const mr_override *overrides, size_t count) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < count; i++) {
    status = mr_status_first(status, add_override(in, &overrides[i], (uint32_t)i + 1));
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

/** A copy of the clean line and, inside it where possible, of the value. */
static bool copy_line(mr_arena *arena, const mr_value_line *from, mr_value_line *to) {
  *to = *from;
  to->line_text = mr_arena_copy(arena, from->line_text, strlen(from->line_text));
  if (to->line_text == NULL) {
    return false;
  }
  const char *inside = to->line_text + from->column - 1;
  to->text =
      strcmp(inside, from->text) == 0 ? inside : mr_arena_copy(arena, from->text, from->length);
  return to->text != NULL;
}

static bool join_lines(mr_arena *arena, mr_setting *setting) {
  if (setting->line_count == 1) {
    setting->text = setting->lines[0].text;
    setting->length = setting->lines[0].length;
    return true;
  }
  size_t length = setting->line_count - 1;
  for (size_t i = 0; i < setting->line_count; i++) {
    length += setting->lines[i].length;
  }
  char *text = mr_arena_zero(arena, length + 1, 1);
  if (text == NULL) {
    return false;
  }
  setting->text = text;
  setting->length = length;
  for (size_t i = 0; i < setting->line_count; i++) {
    const mr_value_line *line = &setting->lines[i];
    memcpy(text, line->text, line->length);
    text += line->length;
    *text++ = i + 1 < setting->line_count ? '\n' : '\0';
  }
  return true;
}

static bool copy_key(mr_arena *arena, const mr_entry *entry, const char *source, mr_setting *out) {
  out->key = mr_arena_copy(arena, entry->key, strlen(entry->key));
  out->key_at = entry->key_at;
  out->key_at.source = source;
  const mr_entry_line *first = entry->first;
  bool same_line = first != NULL && first->value.line_text == entry->key_at.line_text;
  out->key_at.line_text =
      same_line ? out->lines[0].line_text
                : mr_arena_copy(arena, entry->key_at.line_text, strlen(entry->key_at.line_text));
  return out->key != NULL && out->key_at.line_text != NULL;
}

static bool copy_setting(mr_arena *arena, const candidate *from, mr_setting *out) {
  const mr_entry *entry = from->entry;
  mr_value_line *lines = mr_arena_zero(arena, entry->line_count, sizeof *lines);
  if (lines == NULL) {
    return false;
  }
  *out = (mr_setting){.source = from->source,
                      .lines = lines,
                      .line_count = entry->line_count,
                      .defined_in = from->defined_in,
                      .depth = (uint32_t)from->depth};
  for (const mr_entry_line *line = entry->first; line != NULL; line = line->next) {
    if (!copy_line(arena, &line->value, lines++)) {
      return false;
    }
  }
  return join_lines(arena, out) && copy_key(arena, entry, from->source, out);
}

/** Adds the keys of one member of the chain, with copies of its name and source. */
static bool collect(resolver *in, const mr_section *section, size_t depth) {
  const char *name = mr_arena_copy(in->arena, section->name, strlen(section->name));
  const char *source = mr_arena_copy(in->arena, section->at.source, strlen(section->at.source));
  if (name == NULL || source == NULL) {
    return false;
  }
  for (const mr_entry *entry = section->first; entry != NULL; entry = entry->next) {
    in->candidates[in->count++] = (candidate){entry, name, source, depth};
  }
  return true;
}

/** Whether the candidate at `index`, in sorted order, is the strongest of its key. */
static bool is_strongest(const resolver *in, size_t index) {
  return index == 0 ||
         strcmp(in->candidates[index - 1].entry->key, in->candidates[index].entry->key) != 0;
}

/** Copies all settings, each linked to the next weaker one of its key. */
static mr_setting *copy_all(resolver *in) {
  mr_setting *all = mr_arena_zero(in->arena, in->count, sizeof *all);
  for (size_t i = 0; all != NULL && i < in->count; i++) {
    if (!copy_setting(in->arena, &in->candidates[i], &all[i])) {
      return NULL;
    }
    all[i].inherited = i + 1 < in->count && !is_strongest(in, i + 1) ? &all[i + 1] : NULL;
  }
  return all;
}

static bool build_settings(resolver *in, mr_definition *out) {
  for (size_t i = 0; i < in->chain.count; i++) {
    if (!collect(in, in->chain.links[i], i + 1)) {
      return false;
    }
  }
  if (in->count > 0) {
    qsort(in->candidates, in->count, sizeof *in->candidates, by_key_then_depth);
  }
  mr_setting *all = copy_all(in);
  mr_setting *settings = mr_arena_zero(in->arena, in->count, sizeof *settings);
  if (all == NULL || settings == NULL) {
    return false;
  }
  out->settings = settings;
  out->count = 0;
  for (size_t i = 0; i < in->count; i++) {
    if (is_strongest(in, i)) {
      settings[out->count++] = all[i];
    }
  }
  return true;
}

static bool build(resolver *in, mr_definition *out) {
  const mr_section *section = in->chain.links[0];
  mr_arena *arena = in->arena;
  const char *line = section->at.line_text;
  out->name = mr_arena_copy(arena, section->name, strlen(section->name));
  out->source = mr_arena_copy(arena, section->at.source, strlen(section->at.source));
  out->at = section->at;
  out->at.source = out->source;
  out->at.line_text = mr_arena_copy(arena, line, strlen(line));
  if (section->parent != NULL) {
    out->parent = mr_arena_copy(arena, section->parent, strlen(section->parent));
  }
  bool complete = out->name != NULL && out->source != NULL && out->at.line_text != NULL &&
                  (section->parent == NULL || out->parent != NULL);
  return complete && build_settings(in, out);
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
  status = mr_status_first(status, add_overrides(in, overrides, override_count));
  if (status != MR_OK) {
    return status;
  }
  mr_definition built = {0};
  if (!build(in, &built)) {
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
    mr_diagnose(list, MR_ERR_LIMIT, &at, NULL, "there are at most %d overrides",
                MR_DEFINITION_KEYS_MAX);
    return MR_ERR_LIMIT;
  }
  return resolve(&in, name, overrides, override_count, out);
}
