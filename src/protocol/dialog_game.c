/*
 * A catalogue, the open game, and the position, which is a session.
 */
#include <assert.h>
#include <marcher/compose.h>
#include <string.h>

#include "base/text.h"
#include "protocol/protocol_priv.h"

#define DEFAULT_GAME "chess"
#define DEFAULT_MEMORY ((size_t)16 << 20)

/* ---- texts ----------------------------------------------------------------------------------- */

/* ---- what belongs to one game ---------------------------------------------------------------- */

/** What is made for a game and freed with it. */
typedef struct parts {
  mr_session *board, *kept;
  mr_state *scratch, *observation, *walk;
  mr_action *only;
} parts;

/** Frees a game and what was made for it. */
static void free_parts(const mr_dialog *d, mr_game *game, const parts *of) {
  mr_session_free(of->board);
  mr_session_free(of->kept);
  mr_state_free(game, d->allocator, of->scratch);
  mr_state_free(game, d->allocator, of->observation);
  mr_state_free(game, d->allocator, of->walk);
  mr_alloc_free(d->allocator, of->only, game->info.max_actions * sizeof(mr_action));
  mr_game_free(game);
}

/** Frees all that was made for the open game. */
static void leave_game(mr_dialog *d) {
  if (d->game == NULL) {
    return;
  }
  const parts of = {.board = d->board,
                    .kept = d->kept,
                    .scratch = d->scratch,
                    .observation = d->search.observation,
                    .walk = d->search.walk,
                    .only = d->search.only};
  mr_engine_free(d->engine);
  mr_endgame_set_free(d->endgames);
  free_parts(d, d->game, &of);
  d->board = d->kept = NULL;
  d->game = NULL;
  d->endgames = NULL;
  d->engine = NULL;
}

/** Takes over a game with everything it needs, in place of the one before. */
static mr_status change_game(mr_dialog *d, mr_game *game, mr_error *err) {
  const mr_session_options keeps = {.detail = MR_SESSION_MOVES,
                                    .deal_in_moves = true,
                                    .may_be_unknown = true,
                                    .allocator = d->allocator};
  parts fresh = {.board = NULL};
  mr_status board = mr_session_new(game, &keeps, &fresh.board, NULL);
  mr_status kept = mr_session_new(game, &keeps, &fresh.kept, NULL);
  fresh.scratch = mr_state_new(game, d->allocator);
  fresh.observation = mr_state_new(game, d->allocator);
  fresh.walk = mr_state_new(game, d->allocator);
  fresh.only = mr_alloc_zero(d->allocator, game->info.max_actions, sizeof(mr_action));
  if (board != MR_OK || kept != MR_OK || fresh.scratch == NULL || fresh.observation == NULL ||
      fresh.walk == NULL || fresh.only == NULL) {
    mr_error_set(err, MR_ERR_NOMEM, "no memory for %s", game->info.name);
    free_parts(d, game, &fresh);
    return MR_ERR_NOMEM;
  }
  mr_dialog_join(d);
  leave_game(d);
  d->game = game;
  d->board = fresh.board;
  d->kept = fresh.kept;
  d->scratch = fresh.scratch;
  d->search.observation = fresh.observation;
  d->search.walk = fresh.walk;
  d->search.only = fresh.only;
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

static mr_status read_text(const mr_dialog *d, const char *path, mr_str *out, mr_error *err) {
  const mr_protocol_host *host = &d->setup.host;
  mr_status status = host->read_file(host->context, path, MR_DEFINITION_FILE_MAX, out, err);
  return status == MR_OK && out->status != MR_OK
             ? mr_error_set(err, out->status, "no memory for '%s'", path)
             : status;
}

/** Adds the networks that lie beside a file: NAME.network for a definition [NAME] of it. */
static mr_status add_networks(const mr_dialog *d, mr_catalog *catalog, const char *path,
                              mr_error *err) {
  const mr_protocol_host *host = &d->setup.host;
  const char *slash = strrchr(path, '/');
  mr_status status = MR_OK;
  for (size_t i = 0; i < mr_catalog_count(catalog) && host->read_file != NULL; i++) {
    const char *source = mr_catalog_source(catalog, i), *name = mr_catalog_name(catalog, i);
    if (source == NULL || strcmp(source, path) != 0) {
      continue;
    }
    mr_str file = mr_str_growing(d->allocator), bytes = mr_str_growing(d->allocator);
    mr_str_bytes(&file, path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    mr_str_format(&file, "%s.network", name);
    status = host->read_file(host->context, mr_str_text(&file), MR_NETWORK_FILE_MAX, &bytes, err);
    if (status == MR_OK && bytes.length > 0) {
      status = mr_catalog_add_network(catalog, name, mr_str_text(&bytes), bytes.length, err);
    }
    mr_str_done(&bytes);
    mr_str_done(&file);
    status = status == MR_ERR_UNKNOWN ? MR_OK : status;
    if (status != MR_OK) {
      break;
    }
  }
  return status;
}

/** Adds a file of definitions, and the weights that may lie beside it: X.weights beside X.ini. */
static mr_status add_file(mr_dialog *d, mr_catalog *catalog, const char *path, mr_diagnostics *list,
                          mr_error *err) {
  if (d->setup.host.read_file == NULL) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "there are no files here");
  }
  mr_str text = mr_str_growing(d->allocator);
  mr_str name = mr_str_growing(d->allocator);
  mr_str weights = mr_str_growing(d->allocator);
  mr_status status = read_text(d, path, &text, err);
  mr_protocol_rules rules = {.source = path, .text = mr_str_text(&text), .length = text.length};
  size_t length = strlen(path);
  if (status == MR_OK && length >= 4 && strcmp(path + length - 4, ".ini") == 0) {
    mr_str_bytes(&name, path, length - 4);
    mr_str_add(&name, ".weights");
    status = name.status != MR_OK ? mr_error_set(err, name.status, "no memory for a name")
                                  : read_text(d, mr_str_text(&name), &weights, err);
    if (status == MR_OK) {
      rules.weights_source = mr_str_text(&name);
      rules.weights = mr_str_text(&weights);
      rules.weights_length = weights.length;
    }
    status = status == MR_ERR_UNKNOWN ? MR_OK : status;
  }
  if (status == MR_OK) {
    status = add_text(catalog, &rules, list, err);
  }
  if (status == MR_OK) {
    status = add_networks(d, catalog, path, err);
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
    if (status == MR_OK) {
      status = add_networks(dialog, catalog, dialog->setup.rules[i].source, err);
    }
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

static mr_status refuse_unknown(const mr_dialog *d, const char *name, mr_error *err) {
  const char *nearest = NULL;
  mr_nearest_search search;
  mr_nearest_begin(&search, name);
  for (size_t i = 0; i < mr_catalog_count(d->catalog); i++) {
    const char *known = mr_catalog_name(d->catalog, i);
    nearest = mr_nearest_offer(&search, known) ? known : nearest;
  }
  return nearest != NULL
             ? mr_error_set(err, MR_ERR_UNKNOWN, "no variant is called '%.64s'; did you mean '%s'?",
                            name, nearest)
             : mr_error_set(err, MR_ERR_UNKNOWN,
                            "no variant is called '%.64s'; 'marcher games' lists those there are",
                            name);
}

/** The game with castling from any files, which not all can have: NULL for those. */
static mr_game *compile_any_files(const mr_dialog *d, const char *name) {
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game = NULL;
  size_t count = d->setup.override_count;
  mr_arena_init(&arena, d->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  mr_override *overrides = mr_arena_zero(&arena, count + 1, sizeof *overrides);
  if (overrides != NULL) {
    if (count > 0) {
      memcpy(overrides, d->setup.overrides, count * sizeof *overrides);
    }
    overrides[count] = (mr_override){"chess960", "true"};
    if (mr_catalog_open(d->catalog, name, overrides, count + 1, &game, &list) != MR_OK) {
      game = NULL;
    }
  }
  mr_arena_done(&arena);
  return game;
}

/** @param fixed receives whether castling from any files was asked for and cannot be had
 *  @param list NULL: the first complaint is in `err` */
static mr_status compile_game(const mr_dialog *d, const char *name, mr_game **out, bool *fixed,
                              mr_diagnostics *list, mr_error *err) {
  mr_arena arena;
  mr_diagnostics own;
  *out = d->any_files ? compile_any_files(d, name) : NULL;
  *fixed = d->any_files && *out == NULL;
  if (*out != NULL) {
    return MR_OK;
  }
  mr_arena_init(&arena, d->allocator, 0);
  mr_diagnostics_init(&own, &arena);
  mr_status status = mr_catalog_open(d->catalog, name, d->setup.overrides, d->setup.override_count,
                                     out, list != NULL ? list : &own);
  if (status != MR_OK) {
    mr_error_set(err, status, "the variant '%s' cannot be opened%s", name,
                 status == MR_ERR_NOMEM ? ": out of memory" : "");
  }
  if (status != MR_OK && own.errors > 0) {
    (void)mr_diagnostics_error(&own, err);
  }
  mr_arena_done(&arena);
  return status;
}

mr_game *mr_dialog_compile(const mr_dialog *dialog, const char *name) {
  mr_game *game = NULL;
  bool fixed = false;
  return compile_game(dialog, name, &game, &fixed, NULL, NULL) == MR_OK ? game : NULL;
}

bool mr_dialog_plays(const mr_dialog *dialog, size_t index, mr_diagnostics *list) {
  const char *name = mr_catalog_name(dialog->catalog, index);
  mr_game *game = NULL;
  bool fixed = false;
  if (mr_catalog_source(dialog->catalog, index) == NULL) {
    return true;
  }
  bool plays = compile_game(dialog, name, &game, &fixed, list, NULL) == MR_OK;
  mr_game_free(game);
  return plays;
}

mr_status mr_dialog_open(mr_dialog *dialog, const char *name, mr_diagnostics *list, mr_error *err) {
  bool known = false;
  assert(!mr_dialog_busy(dialog));
  for (size_t i = 0; i < mr_catalog_count(dialog->catalog) && !known; i++) {
    known = strcmp(mr_catalog_name(dialog->catalog, i), name) == 0;
  }
  if (!known || strlen(name) >= sizeof dialog->name) {
    return refuse_unknown(dialog, name, err);
  }
  if (dialog->game == NULL || dialog->outdated || strcmp(dialog->name, name) != 0) {
    mr_game *game = NULL;
    bool fixed = false;
    mr_status status = compile_game(dialog, name, &game, &fixed, list, err);
    if (status == MR_OK) {
      status = change_game(dialog, game, err);
    }
    if (status != MR_OK) {
      return status;
    }
    memmove(dialog->name, name, strlen(name) + 1);
    dialog->outdated = false;
    dialog->fixed = fixed;
  }
  mr_session_begin(dialog->board, 1); /* with MR_CAN_DEAL at a chance node */
  return MR_OK;
}

mr_status mr_dialog_any_files(mr_dialog *dialog, bool any_files, mr_error *err) {
  char name[sizeof dialog->name];
  memcpy(name, dialog->name, sizeof name);
  dialog->outdated = dialog->outdated || dialog->any_files != any_files;
  dialog->any_files = any_files;
  return mr_dialog_open(dialog, name, NULL, err);
}

/* ---- life ------------------------------------------------------------------------------------ */

mr_status mr_dialog_init(mr_dialog *dialog, const mr_protocol_setup *setup, mr_error *err) {
  *dialog =
      (mr_dialog){.allocator = setup->allocator != NULL ? setup->allocator : mr_allocator_default(),
                  .setup = *setup,
                  .settings = {.memory = DEFAULT_MEMORY, .threads = 1, .level = MR_LEVEL_MAX}};
  dialog->built = dialog->settings;
  atomic_init(&dialog->search.stop, false);
  mr_status status = mr_mutex_init(&dialog->output, err);
  if (status != MR_OK) {
    return status;
  }
  status = mr_mutex_init(&dialog->search.mutex, err);
  if (status != MR_OK) {
    mr_mutex_done(&dialog->output);
    return status;
  }
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, dialog->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  status = mr_dialog_add_rules(dialog, NULL, &list, err);
  if (status == MR_OK) {
    const char *name = setup->variant != NULL ? setup->variant : DEFAULT_GAME;
    status = mr_dialog_open(dialog, name, &list, err);
  }
  if (status != MR_OK && list.errors > 0) {
    (void)mr_diagnostics_error(&list, err);
  }
  mr_arena_done(&arena);
  if (status != MR_OK) {
    mr_dialog_done(dialog);
  }
  return status;
}

void mr_dialog_done(mr_dialog *dialog) {
  mr_dialog_abandon(dialog);
  leave_game(dialog);
  mr_catalog_free(dialog->catalog);
  mr_str_done(&dialog->network_file);
  mr_mutex_done(&dialog->search.mutex);
  mr_mutex_done(&dialog->output);
}

/* ---- the position ---------------------------------------------------------------------------- */

/** Whether a player has a royal piece; *kind is then what it is. @param room for the board */
static bool has_royal(const mr_game *game, const mr_state *state, mr_player player,
                      mr_placement *room, mr_piece *kind) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t kind_count = mr_game_kinds(game, kinds);
  size_t count = mr_game_placements(game, state, room);
  bool found = false;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < kind_count; k++) {
      if (kinds[k].piece.id == room[i].piece.id && kinds[k].royal &&
          mr_player_same(kinds[k].owner, player)) {
        *kind = kinds[k].piece;
        found = true;
      }
    }
  }
  return found;
}

/**
 * Each player who has a king at the start has one. Rules and tables look at endings without, but
 * there is no playing on where one side can never lose. Where a turn has several parts, each with
 * squares of its own, such endings are positions like others.
 */
static mr_status check_royals(const mr_dialog *d, const mr_state *state, mr_error *err) {
  const mr_game *game = d->game;
  if (!mr_game_can(game, MR_CAN_COMPOSE) || mr_game_can(game, MR_CAN_MULTI)) {
    return MR_OK;
  }
  mr_status status = MR_OK;
  mr_state *start = d->search.walk; /* no search runs */
  size_t cells = (size_t)game->info.columns * game->info.rows;
  mr_placement *room = mr_alloc_zero(d->allocator, cells, sizeof *room);
  if (room == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for a position");
  }
  mr_game_start(game, start);
  for (uint8_t i = 0; i < game->info.players && status == MR_OK; i++) {
    mr_piece kind = MR_NO_PIECE;
    if (!has_royal(game, state, (mr_player){i}, room, &kind) &&
        has_royal(game, start, (mr_player){i}, room, &kind)) {
      char name[MR_ACTION_TEXT_MAX];
      mr_str text = mr_str_fixed(name, sizeof name);
      mr_game_piece_text(game, kind, &text);
      status = mr_error_set(err, MR_ERR_ILLEGAL, "%s has no %s", game->info.player_names[i], name);
    }
  }
  mr_alloc_free(d->allocator, room, cells * sizeof *room);
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

bool mr_dialog_remark(const mr_dialog *dialog, char out[MR_ERROR_MESSAGE_MAX]) {
  mr_str text = mr_str_fixed(out, MR_ERROR_MESSAGE_MAX);
  return mr_game_can(dialog->game, MR_CAN_COMPOSE) &&
         mr_game_remark(dialog->game, mr_dialog_state(dialog), &text);
}

mr_status mr_dialog_mark(mr_dialog *dialog, mr_error *err) {
  return mr_session_copy(dialog->kept, dialog->board, err);
}

void mr_dialog_back(mr_dialog *dialog) {
  mr_session *left = dialog->board;
  dialog->board = dialog->kept;
  dialog->kept = left;
}

const mr_rule *mr_dialog_ended_by(const mr_dialog *dialog) {
  const mr_game *game = dialog->game;
  return &game->info.rules[mr_game_ended_by(game, mr_dialog_state(dialog))];
}

const mr_rule *mr_dialog_play_on(mr_dialog *dialog) {
  if (mr_session_node(dialog->board).kind != MR_NODE_TERMINAL) {
    return NULL;
  }
  const mr_rule *rule = mr_dialog_ended_by(dialog);
  return mr_session_play_on(dialog->board) ? rule : NULL;
}

bool mr_dialog_nearest_action(mr_dialog *dialog, const char *text, size_t length,
                              char out[MR_ACTION_TEXT_MAX]) {
  const mr_game *game = dialog->game;
  mr_action *actions = dialog->search.only; /* no search runs */
  char token[MR_ACTION_TEXT_MAX] = "";
  bool found = false;
  if (length >= sizeof token || mr_session_node(dialog->board).kind != MR_NODE_DECISION) {
    return false;
  }
  memcpy(token, text, length);
  mr_nearest_search search;
  mr_nearest_begin(&search, token);
  size_t count = mr_game_actions(game, mr_dialog_state(dialog), actions);
  for (size_t i = 0; i < count; i++) {
    char name[MR_ACTION_TEXT_MAX] = "";
    mr_str str = mr_str_fixed(name, sizeof name);
    mr_game_format_action(game, mr_dialog_state(dialog), actions[i], &str);
    if (mr_nearest_offer(&search, name)) {
      memcpy(out, name, sizeof name);
      found = true;
    }
  }
  return found;
}
