/* What a look takes besides the game as it stands: earlier positions, and what presses would do. */
#include <string.h>

#include "page/page_priv.h"

/* ---- earlier positions ----------------------------------------------------------------------- */

mr_status mr_page_session_at(mr_page_request *request, size_t index, mr_session **out) {
  mr_page *page = request->page;
  uint64_t count = 0;
  *out = page->session;
  if (request->count <= index) {
    return MR_OK;
  }
  mr_status status = mr_page_number(request, index, mr_session_count(page->session), &count);
  if (status != MR_OK || count == mr_session_count(page->session)) {
    return status;
  }
  if (page->past == NULL) {
    mr_session_options options = {
        .sets = page->sets, .set_count = page->set_count, .allocator = page->allocator};
    status = mr_session_new(page->game, &options, &page->past, request->error);
  }
  if (status == MR_OK) {
    status = mr_session_copy(page->past, page->session, request->error);
  }
  if (status == MR_OK) {
    mr_session_rewind(page->past, (size_t)count);
    *out = page->past;
  }
  return status;
}

/* ---- what presses would do ------------------------------------------------------------------- */

enum {
  TRIED_MOST = 128, /* actions that are tried for one answer: a hand of presses, not a whole army */
  CELLS_MOST = 400  /* of boards whose goals are looked at after each of them */
};

/* A trial of actions in a state as the player who decides may know it. */
typedef struct trial {
  mr_page_request *request;
  const mr_game *game;
  mr_player player;
  mr_state *ahead;
  mr_events events;
  mr_view before;
  bool goals; /* they are compared */
} trial;

static bool is_fight(const trial *t) {
  bool fight = mr_game_node(t->game, t->ahead).kind == MR_NODE_CHANCE;
  for (size_t i = 0; i < t->events.count; i++) {
    uint8_t kind = t->events.items[i].kind;
    fight = fight || kind == MR_EVENT_CAPTURE || kind == MR_EVENT_DUEL;
  }
  return fight;
}

/* Whether the player is nearer to a goal than before. */
static bool is_nearer(const trial *t) {
  mr_view after;
  if (!t->goals || mr_game_view(t->game, t->ahead, t->player, t->request->arena, &after,
                                t->request->error) != MR_OK) {
    return false;
  }
  bool nearer = false;
  for (size_t i = 0; i < after.goal_count && i < t->before.goal_count; i++) {
    const mr_view_goal *goal = &after.goals[i];
    nearer = nearer || (mr_player_same(goal->player, t->player) && goal->of > 0 &&
                        goal->left < t->before.goals[i].left);
  }
  return nearer;
}

static mr_status begin_trial(mr_page_request *request, trial *t) {
  mr_page *page = request->page;
  const mr_game *game = page->game;
  size_t room = game->info.max_events + 1;
  *t = (trial){.request = request, .game = game, .player = mr_session_node(page->session).player};
  t->ahead = mr_state_new(game, page->allocator);
  t->events.items = mr_arena_zero(request->arena, room, sizeof *t->events.items);
  t->events.capacity = room;
  if (t->ahead == NULL || t->events.items == NULL) {
    return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
  }
  t->goals = (size_t)game->info.columns * game->info.rows <= CELLS_MOST &&
             !mr_session_hides(page->session);
  return mr_session_view(page->session, t->player, request->arena, &t->before, request->error);
}

static void put_cells(mr_json *json, const char *key, const mr_game *game, const mr_cell *cells,
                      size_t count) {
  mr_json_array(json, key);
  for (size_t i = 0; i < count; i++) {
    mr_json_cell(json, NULL, game, cells[i]);
  }
  mr_json_end(json);
}

static void add_once(mr_cell cell, mr_cell *cells, size_t *count) {
  for (size_t i = 0; i < *count; i++) {
    if (mr_cell_same(cells[i], cell)) {
      return;
    }
  }
  cells[(*count)++] = cell;
}

mr_status mr_page_put_effects(mr_page_request *request, const mr_pick_list *list,
                              const mr_pick *pressed, size_t fits) {
  mr_cell fights[TRIED_MOST], nearer[TRIED_MOST];
  size_t fight_count = 0, nearer_count = 0;
  trial t = {0};
  bool begun = pressed->has_from || pressed->has_piece;
  mr_status status = MR_OK;
  if (begun && fits <= TRIED_MOST) {
    status = begin_trial(request, &t);
    const mr_state *seen = mr_session_observe(request->page->session, t.player);
    for (size_t i = 0; i < list->count && status == MR_OK; i++) {
      mr_form form;
      mr_game_form(list->game, list->state, list->actions[i], &form);
      if (!mr_pick_fits(pressed, &form) || form.to.id == MR_NOWHERE_ID) {
        continue;
      }
      mr_game_determinize(t.game, seen, t.player, 0, t.ahead);
      mr_game_make(t.game, t.ahead, list->actions[i], NULL, &t.events);
      if (is_fight(&t)) {
        add_once(form.to, fights, &fight_count);
      }
      if (is_nearer(&t)) {
        add_once(form.to, nearer, &nearer_count);
      }
    }
    mr_state_free(request->page->game, request->page->allocator, t.ahead);
  }
  put_cells(request->json, "fights", list->game, fights, fight_count);
  put_cells(request->json, "nearer", list->game, nearer, nearer_count);
  return status;
}

/* ---- set-ups --------------------------------------------------------------------------------- */

/* The placements that make the army which a text draws; nothing is played. */
static mr_status setup(mr_page_request *request) {
  mr_page *page = request->page;
  const mr_game *game = page->game;
  size_t room = (size_t)game->info.columns * game->info.rows + 1;
  mr_str faults = mr_str_growing(page->allocator);
  mr_setup read = {.actions = mr_arena_zero(request->arena, room, sizeof(mr_action)),
                   .faults = &faults};
  mr_state *ahead = mr_state_new(game, page->allocator);
  mr_status status = MR_ERR_NOMEM;
  if (read.actions != NULL && ahead != NULL) {
    mr_state_copy(game, ahead, mr_session_state(page->session));
    status = mr_game_read_setup(game, ahead, request->words[1], request->lengths[1], &read,
                                request->error);
  } else {
    (void)mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for a set-up");
  }
  if (status == MR_ERR_ILLEGAL && faults.status == MR_OK) {
    char told[sizeof request->error->message];
    mr_str text = mr_str_fixed(told, sizeof told);
    mr_str_format(&text, "%s: %s", request->error->message, mr_str_text(&faults));
    status = mr_error_set(request->error, MR_ERR_ILLEGAL, "%s", told);
  }
  mr_json_array(request->json, "actions");
  for (size_t i = 0; status == MR_OK && i < read.count; i++) {
    mr_form form;
    mr_game_form(game, ahead, read.actions[i], &form);
    if (form.kind == MR_FORM_PLACE) { /* it is to be looked at before anybody commits to it */
      mr_json_action(request->json, NULL, game, ahead, read.actions[i]);
    }
    mr_game_make(game, ahead, read.actions[i], NULL, NULL);
  }
  mr_json_end(request->json);
  mr_state_free(game, page->allocator, ahead);
  mr_str_done(&faults);
  return status;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

enum { CLOCK_SECONDS_MAX = 86400, NANOSECONDS_A_MILLISECOND = 1000000 };

void mr_page_put_clocks(mr_page_request *request) {
  const mr_page *page = request->page;
  if (!page->clocked) {
    mr_json_null(request->json, "clocks");
    return;
  }
  mr_json_array(request->json, "clocks");
  for (uint8_t i = 0; i < page->game->info.players; i++) {
    int64_t left = mr_session_time_left(page->session, (mr_player){i});
    mr_json_int(request->json, NULL, left > 0 ? left / NANOSECONDS_A_MILLISECOND : 0);
  }
  mr_json_end(request->json);
}

/* Winds up everybody's clock: so many seconds for the game, and so many more for each turn; or, in
 * a game that is gone on with, as many milliseconds as each player has left. */
static mr_status set_clocks(mr_page_request *request) {
  mr_page *page = request->page;
  uint64_t base = 0, increment = 0;
  mr_status status = mr_page_number(request, 1, CLOCK_SECONDS_MAX, &base);
  if (status == MR_OK) {
    status = mr_page_number(request, 2, CLOCK_SECONDS_MAX, &increment);
  }
  if (status != MR_OK) {
    return status;
  }
  uint64_t left[MR_MAX_PLAYERS];
  size_t players = page->game->info.players;
  if (request->count > 3 && request->count != 3 + players) {
    return mr_error_set(request->error, MR_ERR_SYNTAX,
                        "clocks need what is left to each of the %zu players", players);
  }
  for (size_t i = 0; i < players && status == MR_OK; i++) {
    left[i] = base * 1000;
    if (request->count > 3) {
      status = mr_page_number(request, 3 + i, CLOCK_SECONDS_MAX * 1000, &left[i]);
    }
  }
  if (status != MR_OK) {
    return status;
  }
  page->clocked = base > 0 || increment > 0;
  for (size_t i = 0; i < players; i++) {
    mr_session_control control = {.base = (int64_t)left[i] * NANOSECONDS_A_MILLISECOND,
                                  .increment =
                                      (int64_t)increment * 1000 * NANOSECONDS_A_MILLISECOND};
    mr_session_set_clock(page->session, (mr_player){(uint8_t)i}, &control);
  }
  mr_page_put_clocks(request);
  return MR_OK;
}

/* Somebody has thought so many milliseconds about the decision at hand. */
static mr_status spend(mr_page_request *request) {
  mr_page *page = request->page;
  mr_player player = MR_NOBODY;
  uint64_t milliseconds = 0;
  mr_status status = mr_page_player(request, 1, &player);
  if (status == MR_OK && player.id >= page->game->info.players) {
    status = mr_error_set(request->error, MR_ERR_UNKNOWN, "a spectator has no clock");
  }
  if (status == MR_OK) {
    status = mr_page_number(request, 2, UINT32_MAX, &milliseconds);
  }
  if (status != MR_OK) {
    return status;
  }
  if (page->clocked && mr_session_node(page->session).kind != MR_NODE_TERMINAL) {
    (void)mr_session_spend(page->session, player,
                           (int64_t)milliseconds * NANOSECONDS_A_MILLISECOND);
  }
  mr_json_bool(request->json, "over", mr_session_ended(page->session) == MR_SESSION_TIME);
  mr_page_put_clocks(request);
  return MR_OK;
}

const mr_page_command mr_page_view_commands[] = {{"setup", 1, 1, true, setup},
                                                 {"clock", 2, 2 + MR_MAX_PLAYERS, true, set_clocks},
                                                 {"spend", 2, 2, true, spend}};
const size_t mr_page_view_command_count =
    sizeof mr_page_view_commands / sizeof mr_page_view_commands[0];
