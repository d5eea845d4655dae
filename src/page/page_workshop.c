/* The workshop: a definition that is being written, its keys, its complaints with their remedies.
 */
#include <marcher/edit.h>
#include <marcher/paint.h>
#include <string.h>

#include "page/page_priv.h"

/** Where complaints are about the text that is being written. */
#define DRAFT_SOURCE "draft"

static mr_status no_memory(mr_page_request *request) {
  return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
}

/* ---- complaints ------------------------------------------------------------------------------ */

/* With what it takes to underline them, and to mend them by a press. */
static void put_complaints(mr_page_request *request, const mr_diagnostics *list) {
  static const char *const severities[] = {[MR_SEVERITY_ERROR] = "error",
                                           [MR_SEVERITY_WARNING] = "warning",
                                           [MR_SEVERITY_NOTE] = "note"};
  mr_json *json = request->json;
  mr_json_array(json, "complaints");
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    mr_str remedy = mr_str_growing(request->page->allocator);
    bool draft = item->source != NULL && strcmp(item->source, DRAFT_SOURCE) == 0;
    bool mended = draft && mr_edit_remedy(item, &remedy);
    mr_json_object(json, NULL);
    mr_json_string(json, "severity", severities[item->severity]);
    mr_json_bool(json, "draft", draft);
    mr_json_string(json, "source", item->source);
    mr_json_uint(json, "line", item->line);
    mr_json_uint(json, "column", item->column);
    mr_json_uint(json, "length", item->length);
    mr_json_string(json, "message", item->message);
    mr_json_string(json, "hint", item->hint);
    mr_json_string(json, "remedy", mended ? mr_str_text(&remedy) : NULL);
    mr_json_end(json);
    mr_str_done(&remedy);
  }
  mr_json_end(json);
}

/* ---- the draft ------------------------------------------------------------------------------- */

static void put_sections(mr_page_request *request, const char *text, size_t length) {
  mr_edit_section section;
  size_t at = mr_edit_begin(text, length);
  uint32_t line = 1;
  unsigned most = 0;
  mr_json_array(request->json, "sections");
  while (most++ < MR_DEFINITION_COUNT_MAX &&
         mr_edit_next_section(text, length, &at, &line, &section)) {
    mr_json_object(request->json, NULL);
    mr_json_bytes(request->json, "name", section.name, section.name_length);
    if (section.parent != NULL) {
      mr_json_bytes(request->json, "parent", section.parent, section.parent_length);
    } else {
      mr_json_null(request->json, "parent");
    }
    mr_json_uint(request->json, "line", section.line);
    mr_json_end(request->json);
  }
  mr_json_end(request->json);
}

/* A catalogue of what the page came with, and the draft over it. */
static mr_status read_draft(mr_page_request *request, mr_catalog **out, mr_diagnostics *list) {
  mr_status status = mr_catalog_new(request->page->allocator, out, request->error);
  for (size_t at = 3; at + 2 < request->count && status == MR_OK; at += 3) {
    bool needed = strcmp(request->words[at], "puzzles") != 0; /* they are of games as they were */
    status = needed ? mr_page_add_text(request, at, *out, list) : status;
  }
  if (status == MR_OK) {
    mr_catalog_seal(*out);
    status = mr_catalog_add(*out, DRAFT_SOURCE, request->words[2], request->lengths[2], list);
  }
  return status;
}

/*
 * "draft NAME TEXT" and texts as those of define: takes the text in and opens its definition of
 * that name. A game that cannot be opened leaves the one before.
 */
static mr_status draft(mr_page_request *request) {
  mr_page *page = request->page;
  mr_catalog *catalog = NULL;
  mr_diagnostics list;
  mr_game *game = NULL;
  mr_diagnostics_init(&list, request->arena);
  mr_status status = read_draft(request, &catalog, &list);
  if (status == MR_OK) {
    status = mr_catalog_open(catalog, request->words[1], NULL, 0, &game, &list);
  }
  bool opened = status == MR_OK;
  if (!opened && list.errors == 0) {
    mr_catalog_free(catalog);
    return request->error->status != MR_OK
               ? status
               : mr_error_set(request->error, status, "there is no game '%s'", request->words[1]);
  }
  if (opened) {
    mr_catalog *before = page->catalog;
    page->catalog = catalog;
    catalog = before;
    status = mr_page_begin_game(request, game);
  }
  mr_catalog_free(catalog);
  if (opened && status != MR_OK) {
    return status;
  }
  mr_json_bool(request->json, "opened", opened);
  put_complaints(request, &list);
  put_sections(request, request->words[2], request->lengths[2]);
  if (opened) {
    mr_page_put_game(request->json, page->game);
  }
  return MR_OK;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void put_keys(mr_json *json, const char *group, const mr_key *keys, size_t count) {
  static const char *const types[] = {
      [MR_KEY_TEXT] = "text",  [MR_KEY_PROSE] = "prose",   [MR_KEY_INT] = "number",
      [MR_KEY_BOOL] = "truth", [MR_KEY_CHOICE] = "choice", [MR_KEY_FRACTION] = "fraction",
      [MR_KEY_MAP] = "map",    [MR_KEY_STATE] = "state",   [MR_KEY_LIST] = "list"};
  for (size_t i = 0; i < count; i++) {
    const mr_key *key = &keys[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "name", key->name);
    mr_json_string(json, "family", group);
    mr_json_string(json, "type", types[key->type]);
    mr_json_int(json, "min", key->min);
    mr_json_int(json, "max", key->max);
    mr_json_array(json, "choices");
    for (size_t k = 0; key->choices != NULL && key->choices[k] != NULL; k++) {
      mr_json_string(json, NULL, key->choices[k]);
    }
    mr_json_end(json);
    mr_json_string(json, "standard", key->standard);
    mr_json_string(json, "meaning", key->meaning);
    mr_json_string(json, "example", key->example);
    mr_json_string(json, "rule", key->rule);
    mr_json_end(json);
  }
}

/* All keys of all families: what an editor completes and explains. */
static mr_status keys(mr_page_request *request) {
  size_t count = 0;
  const mr_key *common = mr_common_keys(&count);
  mr_json_array(request->json, "keys");
  put_keys(request->json, NULL, common, count);
  for (size_t i = 0; i < mr_family_count(); i++) {
    const mr_family *family = mr_family_at(i);
    put_keys(request->json, family->name, family->keys, family->key_count);
  }
  mr_json_end(request->json);
  return MR_OK;
}

/* The value of a key in a definition of the catalogue, its parents' included. */
static mr_status value(mr_page_request *request) {
  mr_definition definition;
  mr_diagnostics list;
  mr_diagnostics_init(&list, request->arena);
  mr_status status = mr_catalog_resolve(request->page->catalog, request->words[1], NULL, 0,
                                        request->arena, &definition, &list);
  if (status != MR_OK) {
    return mr_diagnostics_error(&list, request->error);
  }
  const mr_setting *found = mr_definition_find(&definition, request->words[2]);
  const mr_setting *family = mr_definition_find(&definition, "family");
  const mr_key *key = mr_page_key(family != NULL ? family->text : NULL, request->words[2]);
  const char *standard = key != NULL ? key->standard : NULL;
  mr_json_string(request->json, "value", found != NULL ? found->text : standard);
  mr_json_string(request->json, "defined_in", found != NULL ? found->defined_in : NULL);
  return MR_OK;
}

const mr_key *mr_page_key(const char *family, const char *name) {
  size_t count = 0;
  const mr_key *common = mr_common_keys(&count);
  const mr_key *found = mr_key_find(common, count, name);
  for (size_t i = 0; i < mr_family_count() && found == NULL; i++) {
    const mr_family *one = mr_family_at(i);
    if (family == NULL || strcmp(one->name, family) == 0) {
      found = mr_key_find(one->keys, one->key_count, name);
    }
  }
  return found;
}

/* ---- editing --------------------------------------------------------------------------------- */

/* "edit TEXT NAME KEY [VALUE]": the text with that key set; without a value, taken out. */
static mr_status edit(mr_page_request *request) {
  mr_str out = mr_str_growing(request->page->allocator);
  const mr_edit change = {.definition = request->words[2],
                          .key = request->words[3],
                          .value = request->count > 4 ? request->words[4] : NULL};
  mr_status status =
      mr_edit_set(request->words[1], request->lengths[1], &change, &out, request->error);
  if (status == MR_OK) {
    mr_json_bytes(request->json, "text", mr_str_text(&out), out.length);
  }
  mr_str_done(&out);
  return status;
}

/* A game that is small and plays: what somebody who begins with nothing begins with. */
static const char little[] =
    "# Keys and values; everything has its documentation: hold the pointer over a key, or begin "
    "to\n"
    "# type one. Lines that begin with # are yours.\n"
    "[%s]\n"
    "title = My game\n"
    "summary = Take the other king, or bring yours to the far side.\n"
    "maxFile = 6\n"
    "maxRank = 6\n"
    "\n"
    "# A letter, a colon, and how it moves: W one step straight, F one step aslant, R as a rook.\n"
    "king = k\n"
    "customPiece1 = a:WF\n"
    "customPiece2 = b:R2\n"
    "startFen = bakab1/aaaaa1/6/6/1AAAAA/1BAKAB w - - 0 1\n"
    "\n"
    "# Whose king reaches the last rank has won.\n"
    "flagPiece = k\n"
    "flagRegionWhite = *6\n"
    "flagRegionBlack = *1\n";

static const char child[] = "# Everything is as in %s unless it is said here.\n"
                            "[%s:%s]\n"
                            "title = %s, changed\n"
                            "summary =\n"
                            "\n";

/* "template NAME [PARENT]": a text to begin with. */
static mr_status template(mr_page_request *request) {
  const char *name = request->words[1];
  mr_str text = mr_str_growing(request->page->allocator);
  mr_status status = MR_OK;
  if (request->count == 2) {
    mr_str_format(&text, little, name);
  } else {
    mr_definition definition;
    mr_diagnostics list;
    mr_diagnostics_init(&list, request->arena);
    status = mr_catalog_resolve(request->page->catalog, request->words[2], NULL, 0, request->arena,
                                &definition, &list);
    if (status == MR_OK) {
      const mr_setting *title = mr_definition_find(&definition, "title");
      const char *called = title != NULL ? title->text : definition.name;
      mr_str_format(&text, child, called, name, definition.name, called);
    } else {
      status = mr_diagnostics_error(&list, request->error);
    }
  }
  if (status == MR_OK) {
    mr_json_bytes(request->json, "text", mr_str_text(&text), text.length);
    status = text.status == MR_OK ? MR_OK : no_memory(request);
  }
  mr_str_done(&text);
  return status;
}

/* "export NAME...": those definitions with all that they inherit from, as the text of a file. */
/* Whether a game has a network that fits it: that of a parent need not. */
static bool has_network(const mr_page_request *request, const char *name) {
  mr_game *game = NULL;
  mr_diagnostics list;
  mr_diagnostics_init(&list, request->arena);
  bool has = mr_catalog_open(request->page->catalog, name, NULL, 0, &game, &list) == MR_OK &&
             game->info.network.length > 0 &&
             mr_network_check(game, &game->info.network, NULL) == MR_OK;
  mr_game_free(game);
  return has;
}

static mr_status export(mr_page_request *request) {
  mr_str rules = mr_str_growing(request->page->allocator);
  mr_str weights = mr_str_growing(request->page->allocator);
  mr_status status = mr_catalog_export(request->page->catalog, request->words + 1,
                                       request->count - 1, &rules, &weights, request->error);
  if (status == MR_OK) {
    status = rules.status == MR_OK && weights.status == MR_OK ? MR_OK : no_memory(request);
    mr_json_bytes(request->json, "rules", mr_str_text(&rules), rules.length);
    mr_json_bytes(request->json, "weights", mr_str_text(&weights), weights.length);
    mr_json_bool(request->json, "network", has_network(request, request->words[1]));
  }
  mr_str_done(&weights);
  mr_str_done(&rules);
  return status;
}

const mr_page_command mr_page_workshop_commands[] = {
    {"draft", 2, MR_PAGE_WORDS_MAX, false, draft},
    {"keys", 0, 0, false, keys},
    {"value", 2, 2, false, value},
    {"edit", 3, 4, false, edit},
    {"template", 1, 2, false, template},
    {"export", 1, MR_PAGE_WORDS_MAX, false, export},
};
const size_t mr_page_workshop_command_count =
    sizeof mr_page_workshop_commands / sizeof mr_page_workshop_commands[0];
