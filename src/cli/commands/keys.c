#include "cli/commands/keys.h"

#include <inttypes.h>
#include <string.h>

#include "cli/game.h"

#define KEYS_LINE_MAX 200

/* ---- what a key may be ----------------------------------------------------------------------- */

/* "text", "1 to 5 words". */
static void add_size(const mr_key *key, const char *plain, const char *unit, mr_str *out) {
  if (key->max <= 0) {
    mr_str_add(out, plain);
  } else if (key->max == 1) {
    mr_str_format(out, "one %s", unit);
  } else {
    mr_str_format(out, "%" PRId64 " to %" PRId64 " %ss", key->min, key->max, unit);
  }
}

static void add_choices(const mr_key *key, mr_str *out) {
  for (size_t i = 0; key->choices[i] != NULL; i++) {
    mr_str_format(out, "%s%s", i > 0 ? ", " : "", key->choices[i]);
  }
}

static void add_values(const mr_key *key, mr_str *out) {
  switch (key->type) {
  case MR_KEY_INT:
    mr_str_format(out, "%" PRId64 " to %" PRId64, key->min, key->max);
    break;
  case MR_KEY_BOOL:
    mr_str_add(out, "true, false");
    break;
  case MR_KEY_CHOICE:
    add_choices(key, out);
    break;
  case MR_KEY_FRACTION:
    mr_str_format(out, "fraction, %g to %g", (double)key->min / 1000, (double)key->max / 1000);
    break;
  case MR_KEY_TEXT:
    add_size(key, "text", "byte", out);
    break;
  case MR_KEY_PROSE:
    add_size(key, "prose", "line", out);
    break;
  case MR_KEY_MAP:
    add_size(key, "map", "line", out);
    break;
  case MR_KEY_STATE:
    add_size(key, "state", "byte", out);
    break;
  case MR_KEY_LIST:
    add_size(key, "words", "word", out);
    break;
  }
}

/* ---- the table ------------------------------------------------------------------------------- */

static void add_row(const mr_key *key, const char *name, const char *value, mr_doc *doc) {
  char values[KEYS_LINE_MAX];
  mr_str text;
  mr_str_fixed(&text, values, sizeof values);
  add_values(key, &text);
  const char *cells[] = {name, value == NULL ? "(none)" : value, values,
                         key->rule == NULL ? "" : key->rule, key->meaning};
  mr_doc_row(doc, cells, sizeof cells / sizeof cells[0]);
}

/* A key whose name stands for many has a row for each that is set. */
static void add_key(const mr_family *family, const mr_definition *definition, const mr_key *key,
                    mr_doc *doc) {
  bool any = false;
  for (size_t i = 0; i < definition->count; i++) {
    const mr_setting *setting = &definition->settings[i];
    if (mr_key_find(family->keys, family->key_count, setting->key) == key) {
      add_row(key, setting->key, setting->text, doc);
      any = true;
    }
  }
  if (!any) {
    add_row(key, key->name, key->standard, doc);
  }
}

/* But for the family, the keys that all families have are for people and change no rule. */
static void add_common(mr_doc *doc) {
  char names[KEYS_LINE_MAX];
  mr_str text;
  size_t count = 0;
  const mr_key *common = mr_common_keys(&count);
  mr_str_fixed(&text, names, sizeof names);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(common[i].name, "family") != 0) {
      mr_str_format(&text, "%s%s", text.length > 0 ? ", " : "", common[i].name);
    }
  }
  mr_doc_paragraph(doc, "Every game has these, too; they change no rule: %s.", names);
}

static const mr_family *family_of(const mr_definition *definition) {
  const mr_setting *setting = mr_definition_find(definition, "family");
  for (size_t i = 0; setting != NULL && i < mr_family_count(); i++) {
    if (strcmp(mr_family_at(i)->name, setting->text) == 0) {
      return mr_family_at(i);
    }
  }
  return NULL;
}

static void add_page(const mr_family *family, const mr_definition *definition, mr_doc *doc) {
  static const char *const head[] = {"key", "now", "may be", "rule", "meaning"};
  mr_doc_heading(doc, "Keys of %s", definition->name);
  mr_doc_paragraph(doc, "--set KEY=VALUE changes one, as a line 'key = value' does in a definition "
                        "that inherits from the game.");
  mr_doc_row(doc, head, sizeof head / sizeof head[0]);
  for (size_t i = 0; i < family->key_count; i++) {
    add_key(family, definition, &family->keys[i], doc);
  }
  add_common(doc);
}

int cli_keys_page(cli_context *cli, const char *game, mr_doc *doc) {
  mr_catalog *catalog = cli_catalog(cli);
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  mr_definition definition;
  mr_diagnostics list;
  mr_diagnostics_init(&list, doc->arena);
  mr_status status = mr_catalog_resolve(catalog, game, cli->overrides, cli->override_count,
                                        doc->arena, &definition, &list);
  if (status != MR_OK) {
    return cli_fail_diagnostics(cli, &list);
  }
  const mr_family *family = family_of(&definition);
  if (family == NULL) {
    return cli_fail(cli, "'%s' names no family of rules", game);
  }
  add_page(family, &definition, doc);
  return doc->status == MR_OK ? CLI_OK : cli_fail_memory(cli);
}
