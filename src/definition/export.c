/* Definitions as the text of a file that has them and their parents alone. */
#include <string.h>

#include "definition/definition_priv.h"

static void put_entry(const mr_entry *entry, mr_str *out) {
  if (entry->line_count == 1) {
    const char *text = entry->first->value.text;
    mr_str_format(out, "%s =%s%s\n", entry->key, *text != '\0' ? " " : "", text);
    return;
  }
  mr_str_format(out, "%s =\n", entry->key);
  for (const mr_entry_line *line = entry->first; line != NULL; line = line->next) {
    mr_str_format(out, "  %s\n", line->value.text);
  }
  mr_str_char(out, '\n'); /* which ends the value */
}

static bool has_key(const mr_section *section, const char *key) {
  for (const mr_entry *entry = section->first; entry != NULL; entry = entry->next) {
    if (strcmp(entry->key, key) == 0) {
      return true;
    }
  }
  return false;
}

/* What extends one of its own name becomes one with it: a file has each name once. */
static void put_section(const mr_definitions *definitions, const mr_section *section, mr_str *out) {
  const mr_section *parent =
      section->parent != NULL ? mr_definitions_parent(definitions, section) : NULL;
  const mr_section *base =
      parent != NULL && strcmp(parent->name, section->name) == 0 ? parent : NULL;
  const char *above = base != NULL ? base->parent : section->parent;
  mr_str_format(out, "[%s%s%s]\n", section->name, above != NULL ? ":" : "",
                above != NULL ? above : "");
  for (const mr_entry *entry = base != NULL ? base->first : NULL; entry != NULL;
       entry = entry->next) {
    if (!has_key(section, entry->key)) {
      put_entry(entry, out);
    }
  }
  for (const mr_entry *entry = section->first; entry != NULL; entry = entry->next) {
    put_entry(entry, out);
  }
  mr_str_char(out, '\n');
}

mr_status mr_definitions_export(const mr_definitions *definitions, const char *const *names,
                                size_t count, mr_str *out, mr_error *err) {
  bool written[MR_DEFINITION_COUNT_MAX] = {false};
  for (size_t i = 0; i < count; i++) {
    mr_ancestor line[MR_LINEAGE_MAX];
    size_t length = mr_definitions_lineage(definitions, names[i], line);
    if (length == 0) {
      return mr_error_set(err, MR_ERR_UNKNOWN, "there is no definition named '%s'", names[i]);
    }
    while (length > 0) { /* parents first, as people write them */
      size_t place = mr_definitions_index(definitions, line[--length].name);
      if (!written[place]) {
        put_section(definitions, definitions->sections[place], out);
      }
      written[place] = true;
    }
  }
  return out->status == MR_OK ? MR_OK
                              : mr_error_set(err, out->status, "out of memory for definitions");
}
