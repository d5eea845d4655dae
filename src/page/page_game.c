/* Definitions and games: what there is, what it is called, how it is drawn. */
#include <marcher/guide.h>
#include <marcher/paint.h>
#include <string.h>

#include "base/base64.h"
#include "page/page_priv.h"

/* ---- definitions ----------------------------------------------------------------------------- */

/* The network of a game, whose name is the source, in base64. */
static mr_status add_network(const mr_page_request *request, mr_catalog *catalog, const char *game,
                             const char *text, size_t length) {
  mr_str bytes = mr_str_growing(request->page->allocator);
  mr_status status =
      mr_base64_decode(text, length, &bytes)
          ? mr_catalog_add_network(catalog, game, mr_str_text(&bytes), bytes.length, request->error)
          : mr_error_set(request->error, MR_ERR_SYNTAX, "the network of %s is not in base64", game);
  mr_str_done(&bytes);
  return status;
}

/* One text: "rules", "weights", "puzzles" or "network" (whose source is their game), or a
 * "draft", which may define anew what stands before it; where it is from, and what it says. */
mr_status mr_page_add_text(const mr_page_request *request, size_t at, mr_catalog *catalog,
                           mr_diagnostics *list) {
  const char *kind = request->words[at], *source = request->words[at + 1];
  const char *text = request->words[at + 2];
  size_t length = request->lengths[at + 2];
  if (strcmp(kind, "rules") == 0) {
    return mr_catalog_add(catalog, source, text, length, list);
  }
  if (strcmp(kind, "weights") == 0) {
    return mr_catalog_add_weights(catalog, source, text, length, list);
  }
  if (strcmp(kind, "draft") == 0) {
    mr_catalog_seal(catalog);
    return mr_catalog_add(catalog, source, text, length, list);
  }
  if (strcmp(kind, "puzzles") == 0) {
    return mr_page_bring_puzzles(request, source, text, length);
  }
  if (strcmp(kind, "network") == 0) {
    return add_network(request, catalog, source, text, length);
  }
  return mr_error_set(request->error, MR_ERR_SYNTAX,
                      "a text is 'rules', 'weights', 'network', 'puzzles' or 'draft', not '%s'",
                      kind);
}

/* The definitions that there are besides those that came with the program, in place of others. */
static mr_status define(mr_page_request *request) {
  mr_page *page = request->page;
  mr_catalog *catalog = NULL;
  mr_diagnostics list;
  if ((request->count - 1) % 3 != 0) {
    return mr_error_set(request->error, MR_ERR_SYNTAX,
                        "a text has a kind, a source and what it "
                        "says");
  }
  mr_diagnostics_init(&list, request->arena);
  mr_arena_done(&page->brought);
  mr_arena_init(&page->brought, page->allocator, SIZE_MAX);
  page->puzzles = NULL;
  mr_status status = mr_catalog_new(page->allocator, &catalog, request->error);
  for (size_t at = 1; at < request->count && status == MR_OK; at += 3) {
    status = mr_page_add_text(request, at, catalog, &list);
  }
  bool defined = status == MR_OK;
  if (defined) {
    mr_catalog_free(page->catalog);
    page->catalog = catalog;
  } else {
    mr_catalog_free(catalog);
  }
  if (!defined && list.errors == 0) {
    return request->error->status != MR_OK
               ? status
               : mr_error_set(request->error, status, "the definitions cannot be taken in");
  }
  mr_json_bool(request->json, "defined", defined);
  mr_json_diagnostics(request->json, "diagnostics", &list);
  return MR_OK;
}

static const char *setting(const mr_definition *definition, const char *key) {
  const mr_setting *found = mr_definition_find(definition, key);
  return found != NULL ? found->text : NULL;
}

static mr_status games(mr_page_request *request) {
  const mr_catalog *catalog = request->page->catalog;
  mr_json *json = request->json;
  mr_json_array(json, "games");
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    mr_diagnostics list;
    mr_definition definition;
    const char *name = mr_catalog_name(catalog, i);
    mr_diagnostics_init(&list, request->arena);
    bool good =
        mr_catalog_resolve(catalog, name, NULL, 0, request->arena, &definition, &list) == MR_OK;
    mr_json_object(json, NULL);
    mr_json_string(json, "name", name);
    mr_json_string(json, "title", good ? setting(&definition, "title") : NULL);
    mr_json_string(json, "summary", good ? setting(&definition, "summary") : NULL);
    const char *group = good ? setting(&definition, "group") : NULL;
    mr_json_string(json, "family", good ? setting(&definition, "family") : NULL);
    mr_json_string(json, "group", group != NULL && *group != '\0' ? group : NULL);
    mr_json_string(json, "source", mr_catalog_source(catalog, i));
    mr_json_end(json);
  }
  mr_json_end(json);
  return MR_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* "key=value" of the request, copied to where it lives as long as the game. */
static mr_status read_sets(mr_page_request *request) {
  mr_page *page = request->page;
  size_t count = request->count - 2;
  page->sets = mr_arena_zero(&page->kept, count + 1, sizeof *page->sets);
  for (size_t i = 0; i < count; i++) {
    const char *word = request->words[i + 2];
    const char *equals = strchr(word, '=');
    if (equals == NULL || equals == word) {
      return mr_error_set(request->error, MR_ERR_SYNTAX, "'%s' is not KEY=VALUE", word);
    }
    char *key = mr_arena_copy(&page->kept, word, (size_t)(equals - word));
    char *value = mr_arena_copy(&page->kept, equals + 1, strlen(equals + 1));
    if (page->sets == NULL || key == NULL || value == NULL) {
      return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for a game");
    }
    page->sets[page->set_count++] = (mr_override){key, value};
  }
  return MR_OK;
}

void mr_page_put_game(mr_json *json, const mr_game *game) {
  static const struct {
    mr_capability capability;
    const char *name;
  } capabilities[] = {{MR_CAN_CHANCE, "chance"},  {MR_CAN_HIDE, "hidden"},
                      {MR_CAN_MULTI, "multi"},    {MR_CAN_FRACTION, "fraction"},
                      {MR_CAN_DEAL, "deal"},      {MR_CAN_COMPOSE, "compose"},
                      {MR_CAN_SHUFFLE, "shuffle"}};
  const mr_game_info *info = &game->info;
  const char *const *kinds = mr_engine_kinds(game);
  mr_json_object(json, "game");
  mr_json_string(json, "name", info->name);
  mr_json_string(json, "title", info->title);
  mr_json_string(json, "summary", info->summary);
  mr_json_string(json, "family", info->family);
  mr_json_hash(json, "definition", info->definition_hash);
  mr_json_uint(json, "columns", info->columns);
  mr_json_uint(json, "rows", info->rows);
  mr_json_uint(json, "parts", info->parts);
  mr_json_strings(json, "players", info->player_names, info->players);
  mr_json_array(json, "capabilities");
  for (size_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++) {
    if (mr_game_can(game, capabilities[i].capability)) {
      mr_json_string(json, NULL, capabilities[i].name);
    }
  }
  if (game->setup != NULL) {
    mr_json_string(json, NULL, "setup");
  }
  mr_json_end(json);
  mr_json_array(json, "rules");
  for (size_t i = 1; i < info->rule_count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "id", info->rules[i].id);
    mr_json_string(json, "text", info->rules[i].text);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_array(json, "engines");
  for (size_t i = 0; kinds[i] != NULL; i++) {
    mr_json_string(json, NULL, kinds[i]);
  }
  mr_json_end(json);
  mr_json_array(json, "levels");
  for (unsigned level = MR_LEVEL_MIN; level <= MR_LEVEL_MAX; level++) {
    mr_json_string(json, NULL, mr_level_text(level));
  }
  mr_json_end(json);
  mr_json_end(json);
}

mr_status mr_page_begin_game(mr_page_request *request, mr_game *game) {
  mr_page *page = request->page;
  mr_session *session = NULL;
  const mr_session_options options = {.allocator = page->allocator};
  mr_status status = mr_session_new(game, &options, &session, request->error);
  if (status != MR_OK) {
    mr_game_free(game);
    return status;
  }
  mr_page_close(page);
  page->game = game;
  page->session = session;
  return MR_OK;
}

/* Whoever cannot open another game keeps the one that is open. */
static mr_status open_game(mr_page_request *request) {
  mr_page *page = request->page;
  mr_page before = *page;
  mr_diagnostics list;
  mr_diagnostics_init(&list, request->arena);
  mr_arena_init(&page->kept, page->allocator, SIZE_MAX);
  page->game = NULL;
  page->session = NULL;
  page->study = (mr_page_study){0};
  page->tables = NULL;
  page->quick = NULL;
  page->past = NULL;
  page->clocked = false;
  page->lesson = NULL;
  page->set_count = 0;
  mr_status status = read_sets(request);
  bool asked = status == MR_OK;
  if (asked) {
    status = mr_catalog_open(page->catalog, request->words[1], page->sets, page->set_count,
                             &page->game, &list);
  }
  if (status == MR_OK) {
    mr_session_options options = {
        .sets = page->sets, .set_count = page->set_count, .allocator = page->allocator};
    status = mr_session_new(page->game, &options, &page->session, request->error);
    asked = status == MR_OK;
  }
  if (status == MR_OK) {
    mr_page now = *page;
    *page = before;
    mr_page_close(page);
    *page = now;
  } else {
    mr_page_close(page);
    mr_arena_done(&page->kept);
    *page = before;
  }
  if (status != MR_OK && (!asked || list.errors == 0)) {
    return request->error->status != MR_OK
               ? status
               : mr_error_set(request->error, status, "there is no game '%s'", request->words[1]);
  }
  mr_json_bool(request->json, "opened", status == MR_OK);
  mr_json_diagnostics(request->json, "diagnostics", &list);
  if (status == MR_OK) {
    mr_page_put_game(request->json, page->game);
  }
  return MR_OK;
}

/* ---- covers ---------------------------------------------------------------------------------- */

/* A picture of a game that is not open; null where it cannot be opened. */
static mr_status cover(mr_page_request *request) {
  mr_page *page = request->page;
  mr_game *game = NULL;
  mr_session *session = NULL;
  mr_view view;
  mr_diagnostics list;
  mr_diagnostics_init(&list, request->arena);
  mr_str svg = mr_str_growing(page->allocator);
  const mr_session_options options = {.allocator = page->allocator};
  mr_status status = mr_catalog_open(page->catalog, request->words[1], NULL, 0, &game, &list);
  if (status != MR_OK) {
    mr_json_null(request->json, "svg");
    return MR_OK;
  }
  status = mr_session_new(game, &options, &session, request->error);
  if (status == MR_OK) {
    status = mr_guide_cover(session, request->arena, &view, request->error);
  }
  if (status == MR_OK) {
    view.figures = true; /* a cover is too small for tiles to be read */
    mr_paint_svg_cover(game, &view, &svg);
    mr_json_uint(request->json, "columns", view.columns);
    mr_json_uint(request->json, "rows", view.rows);
    mr_page_put_drawing(request, "svg", &svg);
  } else {
    mr_str_done(&svg);
  }
  mr_session_free(session);
  mr_game_free(game);
  return status;
}

/* ---- pages and pictures ---------------------------------------------------------------------- */

/* The piece of the picture that a row or a diagram of the page is about; NULL: none. */
static const char *subject_of(const mr_doc *page, const mr_view *view, const mr_doc_block *block) {
  for (size_t i = 0; i < view->piece_count; i++) {
    const char *name = view->pieces[i].name;
    bool about = block->kind == MR_DOC_DIAGRAM && mr_doc_picture(page, name) == block;
    for (size_t k = 0; block->kind == MR_DOC_ROW && k < block->cell_count && !about; k++) {
      about = strcmp(block->cells[k], name) == 0;
    }
    if (about) {
      return name;
    }
  }
  return NULL;
}

static mr_status rules(mr_page_request *request) {
  mr_doc doc;
  mr_view view;
  mr_doc_init(&doc, request->arena);
  mr_status status = mr_game_page(request->page->game, &doc, request->error);
  if (status == MR_OK) {
    status =
        mr_session_view(request->page->session, MR_NOBODY, request->arena, &view, request->error);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_json_array(request->json, "blocks");
  for (const mr_doc_block *block = doc.first; block != NULL; block = block->next) {
    mr_page_put_block(request, block, subject_of(&doc, &view, block));
  }
  mr_json_end(request->json);
  return MR_OK;
}

/* The page of rules as one file, for printing. */
static mr_status print(mr_page_request *request) {
  const mr_game *game = request->page->game;
  mr_doc doc;
  mr_doc_init(&doc, request->arena);
  mr_status status = mr_game_page(game, &doc, request->error);
  if (status == MR_OK) {
    mr_str html = mr_str_growing(request->page->allocator);
    mr_paint_doc_html(game, &doc, &html);
    status = html.status == MR_OK
                 ? MR_OK
                 : mr_error_set(request->error, html.status, "out of memory for a page");
    mr_json_bytes(request->json, "html", mr_str_text(&html), html.length);
    mr_str_done(&html);
  }
  return status;
}

const mr_page_command mr_page_game_commands[] = {
    {"define", 0, MR_PAGE_WORDS_MAX, false, define},
    {"games", 0, 0, false, games},
    {"cover", 1, 1, false, cover},
    {"open", 1, MR_PAGE_WORDS_MAX, false, open_game},
    {"rules", 0, 0, true, rules},
    {"print", 0, 0, true, print},
};
const size_t mr_page_game_command_count =
    sizeof mr_page_game_commands / sizeof mr_page_game_commands[0];
