#include "protocol/session.h"

#include <string.h>

#include "base/nearest.h"

#define DEFAULT_GAME "chess"
#define DEFAULT_MEMORY ((size_t)16 << 20)

enum { MOVES_FIRST = 256 };

/* ---- what belongs to one game ---------------------------------------------------------------- */

static void board_done(mr_session *s, mr_session_board *b) {
  mr_alloc_free(s->allocator, b->moves, b->room * sizeof *b->moves);
  mr_state_free(s->game, s->allocator, b->state);
  mr_state_free(s->game, s->allocator, b->base);
  *b = (mr_session_board){0};
}

/** Frees all that was made for the open game. */
static void leave_game(mr_session *s) {
  if (s->game == NULL) {
    return;
  }
  mr_engine_free(s->engine);
  mr_endgame_set_free(s->endgames);
  board_done(s, &s->board);
  board_done(s, &s->kept);
  mr_state_free(s->game, s->allocator, s->scratch);
  mr_state_free(s->game, s->allocator, s->search.observation);
  mr_state_free(s->game, s->allocator, s->search.walk);
  mr_alloc_free(s->allocator, s->search.only, s->game->info.max_actions * sizeof(mr_action));
  mr_game_free(s->game);
  s->game = NULL;
  s->endgames = NULL;
  s->engine = NULL;
}

/** Makes room for `game`, which becomes that of `s`, whose own is none. */
static bool enter_game(mr_session *s, mr_game *game) {
  s->game = game;
  s->board = (mr_session_board){.base = mr_state_new(game, s->allocator),
                                .state = mr_state_new(game, s->allocator)};
  s->kept = (mr_session_board){.base = mr_state_new(game, s->allocator),
                               .state = mr_state_new(game, s->allocator)};
  s->scratch = mr_state_new(game, s->allocator);
  s->search.observation = mr_state_new(game, s->allocator);
  s->search.walk = mr_state_new(game, s->allocator);
  s->search.only = mr_alloc_zero(s->allocator, game->info.max_actions, sizeof(mr_action));
  return s->board.base != NULL && s->board.state != NULL && s->kept.base != NULL &&
         s->kept.state != NULL && s->scratch != NULL && s->search.observation != NULL &&
         s->search.walk != NULL && s->search.only != NULL;
}

/** Takes over a game with everything it needs, in place of the one before. */
static mr_status change_game(mr_session *s, mr_game *game, mr_error *err) {
  mr_session fresh = {.allocator = s->allocator};
  if (!enter_game(&fresh, game)) {
    mr_error_set(err, MR_ERR_NOMEM, "no memory for %s", game->info.name);
    leave_game(&fresh);
    return MR_ERR_NOMEM;
  }
  mr_session_join(s);
  leave_game(s);
  s->game = game;
  s->board = fresh.board;
  s->kept = fresh.kept;
  s->scratch = fresh.scratch;
  s->search.observation = fresh.search.observation;
  s->search.walk = fresh.search.walk;
  s->search.only = fresh.search.only;
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

static mr_status read_text(const mr_session *s, const char *path, mr_str *out, mr_error *err) {
  const mr_protocol_host *host = &s->setup.host;
  mr_status status = host->read_file(host->context, path, MR_DEFINITION_FILE_MAX, out, err);
  if (status == MR_OK && out->status != MR_OK) {
    status = mr_error_set(err, out->status, "no memory for '%s'", path);
  }
  return status;
}

/** Fills in what lies beside the file of `rules`. `name` and `text` are room for it. */
static mr_status read_weights(const mr_session *s, mr_protocol_rules *rules, mr_str *name,
                              mr_str *text, mr_error *err) {
  if (!name_weights(rules->source, name)) {
    return MR_OK;
  }
  if (name->status != MR_OK) {
    return mr_error_set(err, name->status, "no memory for a name");
  }
  mr_status status = read_text(s, mr_str_text(name), text, err);
  if (status == MR_OK) {
    rules->weights_source = mr_str_text(name);
    rules->weights = mr_str_text(text);
    rules->weights_length = text->length;
  }
  return status == MR_ERR_UNKNOWN ? MR_OK : status;
}

static mr_status add_file(mr_session *s, mr_catalog *catalog, const char *path,
                          mr_diagnostics *list, mr_error *err) {
  mr_str text, name, weights;
  if (s->setup.host.read_file == NULL) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "there are no files here");
  }
  mr_str_init(&text, s->allocator);
  mr_str_init(&name, s->allocator);
  mr_str_init(&weights, s->allocator);
  mr_status status = read_text(s, path, &text, err);
  mr_protocol_rules rules = {.source = path, .text = mr_str_text(&text), .length = text.length};
  if (status == MR_OK) {
    status = read_weights(s, &rules, &name, &weights, err);
  }
  if (status == MR_OK) {
    status = add_text(catalog, &rules, list, err);
  }
  mr_str_done(&weights);
  mr_str_done(&name);
  mr_str_done(&text);
  return status;
}

mr_status mr_session_add_rules(mr_session *session, const char *path, mr_diagnostics *list,
                               mr_error *err) {
  mr_catalog *catalog = NULL;
  mr_status status = mr_catalog_new(session->allocator, &catalog, err);
  for (size_t i = 0; i < session->setup.rules_count && status == MR_OK; i++) {
    status = add_text(catalog, &session->setup.rules[i], list, err);
  }
  if (status == MR_OK && path != NULL) {
    status = add_file(session, catalog, path, list, err);
  }
  if (status != MR_OK) {
    mr_catalog_free(catalog);
    return status;
  }
  mr_catalog_free(session->catalog);
  session->catalog = catalog;
  session->outdated = session->game != NULL;
  return MR_OK;
}

static bool knows(const mr_session *s, const char *name) {
  for (size_t i = 0; i < mr_catalog_count(s->catalog); i++) {
    if (strcmp(mr_catalog_name(s->catalog, i), name) == 0) {
      return true;
    }
  }
  return false;
}

const char *mr_session_nearest(const mr_session *session, const char *name) {
  size_t count = mr_catalog_count(session->catalog);
  const char **names = mr_alloc_zero(session->allocator, count, sizeof *names);
  const char *nearest = NULL;
  for (size_t i = 0; names != NULL && i < count; i++) {
    names[i] = mr_catalog_name(session->catalog, i);
  }
  if (names != NULL) {
    nearest = mr_nearest(name, names, count);
  }
  mr_alloc_free(session->allocator, (void *)names, count * sizeof *names);
  return nearest;
}

static mr_status refuse_unknown(const mr_session *s, const char *name, mr_error *err) {
  const char *nearest = mr_session_nearest(s, name);
  return nearest != NULL
             ? mr_error_set(err, MR_ERR_UNKNOWN, "no variant is called '%.64s'; did you mean '%s'?",
                            name, nearest)
             : mr_error_set(err, MR_ERR_UNKNOWN, "no variant is called '%.64s'", name);
}

mr_status mr_session_open(mr_session *session, const char *name, mr_diagnostics *list,
                          mr_error *err) {
  if (mr_session_busy(session)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a search is running");
  }
  if (!knows(session, name) || strlen(name) >= sizeof session->name) {
    return refuse_unknown(session, name, err);
  }
  if (session->game != NULL && !session->outdated && strcmp(session->name, name) == 0) {
    mr_protocol_start(session);
    return MR_OK;
  }
  mr_game *game = NULL;
  mr_status status = mr_catalog_open(session->catalog, name, session->setup.overrides,
                                     session->setup.override_count, &game, list);
  if (status != MR_OK) {
    return mr_error_set(err, status, "the variant '%s' cannot be opened: %s", name,
                        mr_status_name(status));
  }
  status = change_game(session, game, err);
  if (status == MR_OK) {
    memmove(session->name, name, strlen(name) + 1);
    session->outdated = false;
    mr_protocol_start(session);
  }
  return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

static mr_status open_first(mr_session *s, mr_error *err) {
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, s->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  const char *name = s->setup.variant != NULL ? s->setup.variant : DEFAULT_GAME;
  mr_status status = mr_session_add_rules(s, NULL, &list, err);
  if (status == MR_OK) {
    status = mr_session_open(s, name, &list, err);
  }
  if (status != MR_OK && list.errors > 0) {
    (void)mr_diagnostics_error(&list, err);
  }
  mr_arena_done(&arena);
  return status;
}

mr_status mr_session_init(mr_session *session, const mr_protocol_setup *setup, mr_error *err) {
  mr_session *s = session;
  *s = (mr_session){.allocator =
                        setup->allocator != NULL ? setup->allocator : mr_allocator_default(),
                    .setup = *setup,
                    .settings = {.memory = DEFAULT_MEMORY, .threads = 1, .level = MR_LEVEL_MAX}};
  s->built = s->settings;
  atomic_init(&s->search.stop, false);
  mr_status status = mr_mutex_init(&s->output, err);
  if (status != MR_OK) {
    return status;
  }
  status = mr_mutex_init(&s->search.mutex, err);
  if (status != MR_OK) {
    mr_mutex_done(&s->output);
    return status;
  }
  s->alive = true;
  status = open_first(s, err);
  if (status != MR_OK) {
    mr_session_done(s);
  }
  return status;
}

void mr_session_done(mr_session *session) {
  if (!session->alive) {
    return;
  }
  mr_session_abandon(session);
  leave_game(session);
  mr_catalog_free(session->catalog);
  mr_mutex_done(&session->search.mutex);
  mr_mutex_done(&session->output);
  *session = (mr_session){0};
}

void mr_session_write(mr_session *session, const char *bytes, size_t length) {
  mr_mutex_lock(&session->output);
  session->setup.host.write(session->setup.host.context, bytes, length);
  mr_mutex_unlock(&session->output);
}

/* ---- the position ---------------------------------------------------------------------------- */

void mr_protocol_start(mr_session *session) {
  mr_game_start(session->game, session->board.base);
  mr_state_copy(session->game, session->board.state, session->board.base);
  session->board.count = 0;
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
static mr_status check_royals(const mr_session *s, const mr_state *state, mr_error *err) {
  const mr_game *game = s->game;
  if (!mr_game_can(game, MR_CAN_COMPOSE) || mr_game_can(game, MR_CAN_MULTI)) {
    return MR_OK;
  }
  mr_status status = MR_ERR_NOMEM;
  size_t cells = (size_t)game->info.columns * game->info.rows;
  mr_placement *men = mr_alloc_zero(s->allocator, cells, sizeof *men);
  mr_state *start = mr_state_new(game, s->allocator);
  if (men == NULL || start == NULL) {
    mr_error_set(err, status, "no memory for a position");
  } else {
    mr_game_start(game, start);
    status = compare_royals(game, state, start, men, err);
  }
  mr_state_free(game, s->allocator, start);
  mr_alloc_free(s->allocator, men, cells * sizeof *men);
  return status;
}

mr_status mr_session_setup(mr_session *session, const char *text, size_t length, mr_error *err) {
  mr_status status = mr_game_parse_state(session->game, text, length, session->scratch, err);
  if (status == MR_OK) {
    status = check_royals(session, session->scratch, err);
  }
  if (status == MR_OK) {
    mr_state_copy(session->game, session->board.base, session->scratch);
    mr_state_copy(session->game, session->board.state, session->scratch);
    session->board.count = 0;
  }
  return status;
}

static mr_status reserve_moves(mr_session *s, mr_session_board *b, size_t count, mr_error *err) {
  if (count <= b->room) {
    return MR_OK;
  }
  size_t room = b->room > 0 ? b->room : MOVES_FIRST;
  while (room < count) {
    room *= 2;
  }
  size_t size = sizeof *b->moves;
  void *grown = s->allocator->resize(s->allocator->context, b->moves, b->room * size, room * size);
  if (grown == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for so many moves");
  }
  b->moves = grown;
  b->room = room;
  return MR_OK;
}

mr_status mr_session_mark(mr_session *session, mr_error *err) {
  mr_session_board *from = &session->board;
  mr_session_board *to = &session->kept;
  mr_status status = reserve_moves(session, to, from->count, err);
  if (status == MR_OK) {
    mr_state_copy(session->game, to->base, from->base);
    mr_state_copy(session->game, to->state, from->state);
    if (from->count > 0) {
      memcpy(to->moves, from->moves, from->count * sizeof *to->moves);
    }
    to->count = from->count;
  }
  return status;
}

void mr_session_back(mr_session *session) {
  mr_session_board left = session->board;
  session->board = session->kept;
  session->kept = left;
}

mr_status mr_protocol_play(mr_session *session, const char *text, size_t length, mr_error *err) {
  mr_session_board *b = &session->board;
  mr_action action = MR_ACTION_NONE;
  mr_status status = reserve_moves(session, b, b->count + 1, err);
  if (status == MR_OK) {
    status = mr_game_parse_action(session->game, b->state, text, length, &action, err);
  }
  mr_player player = mr_game_node(session->game, b->state).player;
  if (status == MR_OK) {
    status = mr_game_play(session->game, b->state, action, NULL, err);
  }
  if (status == MR_OK) {
    b->moves[b->count++] = (mr_session_move){action, player};
  }
  return status;
}

size_t mr_protocol_undo(mr_session *session, size_t count) {
  mr_session_board *b = &session->board;
  size_t taken = count < b->count ? count : b->count;
  b->count -= taken;
  mr_state_copy(session->game, b->state, b->base);
  for (size_t i = 0; i < b->count; i++) {
    mr_game_make(session->game, b->state, b->moves[i].action, NULL, NULL);
  }
  return taken;
}

bool mr_session_nearest_action(mr_session *session, const char *text, size_t length,
                               char out[MR_ACTION_TEXT_MAX]) {
  const mr_game *game = session->game;
  char word[MR_ACTION_TEXT_MAX] = "";
  bool found = false;
  if (length >= sizeof word || mr_game_node(game, session->board.state).kind != MR_NODE_DECISION) {
    return false;
  }
  memcpy(word, text, length);
  size_t room = game->info.max_actions * sizeof(mr_action);
  mr_action *actions = mr_alloc_zero(session->allocator, game->info.max_actions, sizeof *actions);
  size_t count = actions != NULL ? mr_game_actions(game, session->board.state, actions) : 0;
  mr_nearest_search search;
  mr_nearest_begin(&search, word);
  for (size_t i = 0; i < count; i++) {
    char name[MR_ACTION_TEXT_MAX] = "";
    mr_str str;
    mr_str_fixed(&str, name, sizeof name);
    mr_game_format_action(game, session->board.state, actions[i], &str);
    if (mr_nearest_offer(&search, name)) {
      memcpy(out, name, sizeof name);
      found = true;
    }
  }
  mr_alloc_free(session->allocator, actions, room);
  return found;
}

bool mr_session_mid_turn(const mr_session *session) {
  const mr_session_board *b = &session->board;
  mr_node node = mr_game_node(session->game, b->state);
  return node.kind == MR_NODE_DECISION && b->count > 0 &&
         mr_player_same(b->moves[b->count - 1].player, node.player);
}
