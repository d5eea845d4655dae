#include "protocol/dialog.h"

#include <string.h>

#include "base/text.h"

#define DEFAULT_GAME "chess"
#define DEFAULT_MEMORY ((size_t)16 << 20)

/* ---- what belongs to one game ---------------------------------------------------------------- */

/** Frees all that was made for the open game. */
static void leave_game(mr_dialog *d) {
  if (d->game == NULL) {
    return;
  }
  mr_engine_free(d->engine);
  mr_endgame_set_free(d->endgames);
  mr_session_free(d->board);
  mr_session_free(d->kept);
  d->board = d->kept = NULL;
  mr_state_free(d->game, d->allocator, d->scratch);
  mr_state_free(d->game, d->allocator, d->search.observation);
  mr_state_free(d->game, d->allocator, d->search.walk);
  mr_alloc_free(d->allocator, d->search.only, d->game->info.max_actions * sizeof(mr_action));
  mr_game_free(d->game);
  d->game = NULL;
  d->endgames = NULL;
  d->engine = NULL;
}

/** Makes room for `game`, which becomes that of `s`, whose own is none. */
static bool enter_game(mr_dialog *d, mr_game *game) {
  d->game = game;
  const mr_session_options keeps = {.detail = MR_SESSION_MOVES,
                                    .deal_in_moves = true,
                                    .may_be_unknown = true,
                                    .allocator = d->allocator};
  mr_status board = mr_session_new(game, &keeps, &d->board, NULL);
  mr_status kept = mr_session_new(game, &keeps, &d->kept, NULL);
  d->scratch = mr_state_new(game, d->allocator);
  d->search.observation = mr_state_new(game, d->allocator);
  d->search.walk = mr_state_new(game, d->allocator);
  d->search.only = mr_alloc_zero(d->allocator, game->info.max_actions, sizeof(mr_action));
  return board == MR_OK && kept == MR_OK && d->scratch != NULL && d->search.observation != NULL &&
         d->search.walk != NULL && d->search.only != NULL;
}

/** Takes over a game with everything it needs, in place of the one before. */
static mr_status change_game(mr_dialog *d, mr_game *game, mr_error *err) {
  mr_dialog fresh = {.allocator = d->allocator};
  if (!enter_game(&fresh, game)) {
    mr_error_set(err, MR_ERR_NOMEM, "no memory for %s", game->info.name);
    leave_game(&fresh);
    return MR_ERR_NOMEM;
  }
  mr_dialog_join(d);
  leave_game(d);
  d->game = game;
  d->board = fresh.board;
  d->kept = fresh.kept;
  d->scratch = fresh.scratch;
  d->search.observation = fresh.search.observation;
  d->search.walk = fresh.search.walk;
  d->search.only = fresh.search.only;
  return MR_OK;
}

/* ---- the catalogue --------------------------------------------------------------------------- */

static mr_status add_text(mr_catalog *catalog, const mr_protocol_rules *rules, mr_diagnostics *list,
                          mr_error *err) {
  mr_status status = mr_catalog_add(catalog, rules->source, rules->text, rules->length, list);
  if (status != MR_OK) {
    return mr_error_set(err, status, "the definitions in '%s' cannot be used", rules->source);
  }
  if (rules->weights_source != NULL) {
    status = mr_catalog_add_weights(catalog, rules->weights_source, rules->weights,
                                    rules->weights_length, list);
  }
  if (status != MR_OK) {
    mr_error_set(err, status, "the weights in '%s' cannot be used", rules->weights_source);
  }
  return status;
}

/** The name of the file of weights that may lie beside one of definitions. @return false: none */
static bool name_weights(const char *path, mr_str *out) {
  size_t length = strlen(path);
  if (length < 4 || strcmp(path + length - 4, ".ini") != 0) {
    return false;
  }
  mr_str_bytes(out, path, length - 4);
  mr_str_add(out, ".weights");
  return true;
}

static mr_status read_text(const mr_dialog *d, const char *path, mr_str *out, mr_error *err) {
  const mr_protocol_host *host = &d->setup.host;
  mr_status status = host->read_file(host->context, path, MR_DEFINITION_FILE_MAX, out, err);
  if (status == MR_OK && out->status != MR_OK) {
    status = mr_error_set(err, out->status, "no memory for '%s'", path);
  }
  return status;
}

/** Fills in what lies beside the file of `rules`. `name` and `text` are room for it. */
static mr_status read_weights(const mr_dialog *d, mr_protocol_rules *rules, mr_str *name,
                              mr_str *text, mr_error *err) {
  if (!name_weights(rules->source, name)) {
    return MR_OK;
  }
  if (name->status != MR_OK) {
    return mr_error_set(err, name->status, "no memory for a name");
  }
  mr_status status = read_text(d, mr_str_text(name), text, err);
  if (status == MR_OK) {
    rules->weights_source = mr_str_text(name);
    rules->weights = mr_str_text(text);
    rules->weights_length = text->length;
  }
  return status == MR_ERR_UNKNOWN ? MR_OK : status;
}

static mr_status add_file(mr_dialog *d, mr_catalog *catalog, const char *path, mr_diagnostics *list,
                          mr_error *err) {
  mr_str text, name, weights;
  if (d->setup.host.read_file == NULL) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "there are no files here");
  }
  mr_str_init(&text, d->allocator);
  mr_str_init(&name, d->allocator);
  mr_str_init(&weights, d->allocator);
  mr_status status = read_text(d, path, &text, err);
  mr_protocol_rules rules = {.source = path, .text = mr_str_text(&text), .length = text.length};
  if (status == MR_OK) {
    status = read_weights(d, &rules, &name, &weights, err);
  }
  if (status == MR_OK) {
    status = add_text(catalog, &rules, list, err);
  }
  mr_str_done(&weights);
  mr_str_done(&name);
  mr_str_done(&text);
  return status;
}

mr_status mr_dialog_add_rules(mr_dialog *dialog, const char *path, mr_diagnostics *list,
                              mr_error *err) {
  mr_catalog *catalog = NULL;
  mr_status status = mr_catalog_new(dialog->allocator, &catalog, err);
  for (size_t i = 0; i < dialog->setup.rules_count && status == MR_OK; i++) {
    status = add_text(catalog, &dialog->setup.rules[i], list, err);
  }
  if (status == MR_OK && path != NULL) {
    status = add_file(dialog, catalog, path, list, err);
  }
  if (status != MR_OK) {
    mr_catalog_free(catalog);
    return status;
  }
  mr_catalog_free(dialog->catalog);
  dialog->catalog = catalog;
  dialog->outdated = dialog->game != NULL;
  return MR_OK;
}

static bool knows(const mr_dialog *d, const char *name) {
  for (size_t i = 0; i < mr_catalog_count(d->catalog); i++) {
    if (strcmp(mr_catalog_name(d->catalog, i), name) == 0) {
      return true;
    }
  }
  return false;
}

static const char *nearest_name(const mr_dialog *d, const char *name) {
  size_t count = mr_catalog_count(d->catalog);
  const char **names = mr_alloc_zero(d->allocator, count, sizeof *names);
  const char *nearest = NULL;
  for (size_t i = 0; names != NULL && i < count; i++) {
    names[i] = mr_catalog_name(d->catalog, i);
  }
  if (names != NULL) {
    nearest = mr_nearest(name, names, count);
  }
  mr_alloc_free(d->allocator, (void *)names, count * sizeof *names);
  return nearest;
}

static mr_status refuse_unknown(const mr_dialog *d, const char *name, mr_error *err) {
  const char *nearest = nearest_name(d, name);
  return nearest != NULL
             ? mr_error_set(err, MR_ERR_UNKNOWN, "no variant is called '%.64s'; did you mean '%s'?",
                            name, nearest)
             : mr_error_set(err, MR_ERR_UNKNOWN, "no variant is called '%.64s'", name);
}

mr_game *mr_dialog_compile(const mr_dialog *dialog, const char *name) {
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, dialog->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_catalog_open(dialog->catalog, name, dialog->setup.overrides,
                                     dialog->setup.override_count, &game, &list);
  mr_arena_done(&arena);
  return status == MR_OK ? game : NULL;
}

mr_status mr_dialog_open(mr_dialog *dialog, const char *name, mr_diagnostics *list, mr_error *err) {
  if (mr_dialog_busy(dialog)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a search is running");
  }
  if (!knows(dialog, name) || strlen(name) >= sizeof dialog->name) {
    return refuse_unknown(dialog, name, err);
  }
  if (dialog->game != NULL && !dialog->outdated && strcmp(dialog->name, name) == 0) {
    mr_dialog_start(dialog);
    return MR_OK;
  }
  mr_game *game = NULL;
  mr_status status = mr_catalog_open(dialog->catalog, name, dialog->setup.overrides,
                                     dialog->setup.override_count, &game, list);
  if (status != MR_OK) {
    return mr_error_set(err, status, "the variant '%s' cannot be opened: %s", name,
                        mr_status_name(status));
  }
  status = change_game(dialog, game, err);
  if (status == MR_OK) {
    memmove(dialog->name, name, strlen(name) + 1);
    dialog->outdated = false;
    mr_dialog_start(dialog);
  }
  return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

static mr_status open_first(mr_dialog *d, mr_error *err) {
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, d->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  const char *name = d->setup.variant != NULL ? d->setup.variant : DEFAULT_GAME;
  mr_status status = mr_dialog_add_rules(d, NULL, &list, err);
  if (status == MR_OK) {
    status = mr_dialog_open(d, name, &list, err);
  }
  if (status != MR_OK && list.errors > 0) {
    (void)mr_diagnostics_error(&list, err);
  }
  mr_arena_done(&arena);
  return status;
}

mr_status mr_dialog_init(mr_dialog *dialog, const mr_protocol_setup *setup, mr_error *err) {
  mr_dialog *d = dialog;
  *d =
      (mr_dialog){.allocator = setup->allocator != NULL ? setup->allocator : mr_allocator_default(),
                  .setup = *setup,
                  .settings = {.memory = DEFAULT_MEMORY, .threads = 1, .level = MR_LEVEL_MAX}};
  d->built = d->settings;
  atomic_init(&d->search.stop, false);
  mr_status status = mr_mutex_init(&d->output, err);
  if (status != MR_OK) {
    return status;
  }
  status = mr_mutex_init(&d->search.mutex, err);
  if (status != MR_OK) {
    mr_mutex_done(&d->output);
    return status;
  }
  d->alive = true;
  status = open_first(d, err);
  if (status != MR_OK) {
    mr_dialog_done(d);
  }
  return status;
}

void mr_dialog_done(mr_dialog *dialog) {
  if (!dialog->alive) {
    return;
  }
  mr_dialog_abandon(dialog);
  leave_game(dialog);
  mr_catalog_free(dialog->catalog);
  mr_mutex_done(&dialog->search.mutex);
  mr_mutex_done(&dialog->output);
  *dialog = (mr_dialog){0};
}

void mr_dialog_write(mr_dialog *dialog, const char *bytes, size_t length) {
  mr_mutex_lock(&dialog->output);
  dialog->setup.host.write(dialog->setup.host.context, bytes, length);
  mr_mutex_unlock(&dialog->output);
}

/* ---- the position ---------------------------------------------------------------------------- */

void mr_dialog_start(mr_dialog *dialog) {
  mr_session_begin(dialog->board, 1);
}

/** Royal men of a player; *kind is what one of them is. @param men room for the board */
static size_t count_royals(const mr_game *game, const mr_state *state, mr_player player,
                           mr_placement *men, mr_piece *kind) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t kind_count = mr_game_kinds(game, kinds);
  size_t count = mr_game_placements(game, state, men);
  size_t royals = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < kind_count; k++) {
      if (kinds[k].piece.id == men[i].piece.id && kinds[k].royal &&
          mr_player_same(kinds[k].owner, player)) {
        *kind = kinds[k].piece;
        royals++;
      }
    }
  }
  return royals;
}

/** Whether each player has a king who has one at the start. @param men room for the board */
static mr_status compare_royals(const mr_game *game, const mr_state *state, const mr_state *start,
                                mr_placement *men, mr_error *err) {
  for (uint8_t i = 0; i < game->info.players; i++) {
    mr_piece kind = MR_NO_PIECE;
    if (count_royals(game, state, (mr_player){i}, men, &kind) == 0 &&
        count_royals(game, start, (mr_player){i}, men, &kind) > 0) {
      char name[MR_ACTION_TEXT_MAX];
      mr_str text;
      mr_str_fixed(&text, name, sizeof name);
      mr_game_piece_text(game, kind, &text);
      return mr_error_set(err, MR_ERR_ILLEGAL, "%s has no %s", game->info.player_names[i], name);
    }
  }
  return MR_OK;
}

/**
 * Rules and tables look at endings without a king, but there is no playing on where one side can
 * never lose. Where a turn has several parts, each with squares of its own, such endings are
 * positions like others.
 */
static mr_status check_royals(const mr_dialog *d, const mr_state *state, mr_error *err) {
  const mr_game *game = d->game;
  if (!mr_game_can(game, MR_CAN_COMPOSE) || mr_game_can(game, MR_CAN_MULTI)) {
    return MR_OK;
  }
  mr_status status = MR_ERR_NOMEM;
  size_t cells = (size_t)game->info.columns * game->info.rows;
  mr_placement *men = mr_alloc_zero(d->allocator, cells, sizeof *men);
  mr_state *start = mr_state_new(game, d->allocator);
  if (men == NULL || start == NULL) {
    mr_error_set(err, status, "no memory for a position");
  } else {
    mr_game_start(game, start);
    status = compare_royals(game, state, start, men, err);
  }
  mr_state_free(game, d->allocator, start);
  mr_alloc_free(d->allocator, men, cells * sizeof *men);
  return status;
}

mr_status mr_dialog_setup(mr_dialog *dialog, const char *text, size_t length, mr_error *err) {
  mr_status status = mr_game_parse_state(dialog->game, text, length, dialog->scratch, err);
  if (status == MR_OK) {
    status = check_royals(dialog, dialog->scratch, err);
  }
  if (status == MR_OK) {
    status = mr_session_begin_at(dialog->board, 1, dialog->scratch, err);
  }
  return status;
}

mr_status mr_dialog_mark(mr_dialog *dialog, mr_error *err) {
  return mr_session_copy(dialog->kept, dialog->board, err);
}

void mr_dialog_back(mr_dialog *dialog) {
  mr_session *left = dialog->board;
  dialog->board = dialog->kept;
  dialog->kept = left;
}

bool mr_dialog_nearest_action(mr_dialog *dialog, const char *text, size_t length,
                              char out[MR_ACTION_TEXT_MAX]) {
  const mr_game *game = dialog->game;
  char token[MR_ACTION_TEXT_MAX] = "";
  bool found = false;
  if (length >= sizeof token || mr_session_node(dialog->board).kind != MR_NODE_DECISION) {
    return false;
  }
  memcpy(token, text, length);
  size_t room = game->info.max_actions * sizeof(mr_action);
  mr_action *actions = mr_alloc_zero(dialog->allocator, game->info.max_actions, sizeof *actions);
  size_t count = actions != NULL ? mr_game_actions(game, mr_dialog_state(dialog), actions) : 0;
  mr_nearest_search search;
  mr_nearest_begin(&search, token);
  for (size_t i = 0; i < count; i++) {
    char name[MR_ACTION_TEXT_MAX] = "";
    mr_str str;
    mr_str_fixed(&str, name, sizeof name);
    mr_game_format_action(game, mr_dialog_state(dialog), actions[i], &str);
    if (mr_nearest_offer(&search, name)) {
      memcpy(out, name, sizeof name);
      found = true;
    }
  }
  mr_alloc_free(dialog->allocator, actions, room);
  return found;
}
