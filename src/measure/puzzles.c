/* Looking for puzzles in games of the computer, and proving them. */
#include <marcher/engine.h>
#include <marcher/puzzles.h>
#include <marcher/session.h>
#include <string.h>

#include "measure/measure_priv.h"

enum {
  NODES = 120,         /* of each search: positions in which somebody has missed something */
  PROOF = 60000,       /* actions for a proof: below a second on any device */
  GLANCE = 1500,       /* actions for a first look at each position of a game */
  GAME_LONGEST = 2500, /* actions; games that have not come to anything by then do not */
  ERRS = 4,            /* one action in so many is drawn by chance */
  CHOICES_LEAST = 8,   /* with less to choose from there is little to solve */
  ENGINE_MEMORY = 1 << 22
};

/** A search for one puzzle. */
typedef struct hunt {
  const mr_game *game;
  const mr_game *played; /**< whose games are looked at */
  const mr_puzzle_options *options;
  const mr_allocator *allocator;
  mr_session *session;
  mr_engine *engine;
  mr_win_solver *solver;
  mr_state *state;
  mr_search_result *result;
  mr_random random;
  uint64_t proof;
  const char *line; /**< the winning turn that thinning keeps */
  mr_win win;
} hunt;

/* ---- turns as text --------------------------------------------------------------------------- */

/** Plays a turn's text. @return whether every action could be made and it wins: by the last */
static bool wins_by(const mr_game *game, mr_state *state, const char *turn) {
  mr_player player = mr_game_node(game, state).player;
  size_t length;
  for (const char *at = turn + strspn(turn, " "); *at != '\0';
       at += length + strspn(at + length, " ")) {
    mr_action action;
    mr_error error;
    mr_node node = mr_game_node(game, state);
    length = strcspn(at, " ");
    if (node.kind != MR_NODE_DECISION || !mr_player_same(node.player, player) ||
        mr_game_parse_action(game, state, at, length, &action, &error) != MR_OK) {
      return false;
    }
    mr_game_make(game, state, action, NULL, NULL);
  }
  return mr_has_won(game, state, player);
}

/** Writes a win's actions, with a blank between each two. @param state is played on */
static void write_turn(const mr_game *game, mr_state *state, const mr_win *win, mr_str *out) {
  for (size_t i = 0; i < win->count; i++) {
    mr_str_add(out, i > 0 ? " " : "");
    mr_game_format_action(game, state, win->actions[i], out);
    mr_game_make(game, state, win->actions[i], NULL, NULL);
  }
}

/* ---- one position ---------------------------------------------------------------------------- */

/** Keeps what the winning turn still wins in. */
static bool still_wins(void *context, const mr_state *state) {
  hunt *h = context;
  mr_win win;
  mr_error error;
  if (h->win.verdict == MR_WIN_ONE) {
    return false; /* thin enough */
  }
  mr_state_copy(h->game, h->state, state);
  if (!wins_by(h->game, h->state, h->line) ||
      mr_win_solve(h->solver, state, h->proof, &win, &error) != MR_OK || win.count == 0) {
    return false;
  }
  h->win = win;
  return true;
}

/** Makes a position in which a turn wins one in which no other does. @return whether it could */
static mr_status make_provable(hunt *h, mr_state *state, mr_error *err) {
  mr_str line = mr_str_growing(h->allocator);
  mr_state_copy(h->game, h->state, state);
  write_turn(h->game, h->state, &h->win, &line);
  h->line = mr_str_text(&line);
  mr_status status = line.status;
  if (status == MR_OK) {
    status = mr_thin(h->game, state, &(mr_thinning){&h->random, still_wins, h, h->allocator}, err);
  }
  mr_str_done(&line);
  return status;
}

static const char *keep_text(mr_arena *arena, const mr_str *text) {
  return text->status == MR_OK ? mr_arena_copy(arena, mr_str_text(text), text->length) : NULL;
}

static mr_status write_puzzle(hunt *h, const mr_state *state, mr_arena *arena, mr_puzzle *out,
                              mr_error *err) {
  mr_str position = mr_str_growing(h->allocator), turn = mr_str_growing(h->allocator);
  mr_game_format_state(h->game, state, &position);
  mr_state_copy(h->game, h->state, state);
  write_turn(h->game, h->state, &h->win, &turn);
  mr_puzzle one = {keep_text(arena, &position), keep_text(arena, &turn),
                   h->game->info.rules[h->win.rule].id, h->win.nodes};
  mr_str_done(&position);
  mr_str_done(&turn);
  if (one.state == NULL || one.turn == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a puzzle");
  }
  *out = one;
  return MR_OK;
}

/** The position as a text has it, without what came before. @param read false: it is none */
static mr_status pass_over(hunt *h, const mr_state *state, mr_state *kept, bool *read,
                           mr_error *err) {
  mr_str text = mr_str_growing(h->allocator);
  mr_game_format_state(h->played, state, &text);
  mr_status status = text.status;
  if (status == MR_OK) {
    status = mr_game_parse_state(h->game, mr_str_text(&text), text.length, kept, err);
  } else {
    mr_error_set(err, status, "out of memory for a position");
  }
  *read = status == MR_OK && mr_game_fully_known(h->game, kept) &&
          mr_game_node(h->game, kept).kind == MR_NODE_DECISION;
  mr_str_done(&text);
  return status == MR_ERR_NOMEM ? status : MR_OK;
}

/** Whether a position is a puzzle, or becomes one; `win` is its proof then. */
static mr_status try_position(hunt *h, const mr_state *state, mr_state *kept, bool *found,
                              mr_error *err) {
  const mr_action *actions;
  bool read = true;
  *found = false;
  mr_status status = h->played != h->game ? pass_over(h, state, kept, &read, err) : MR_OK;
  if (status != MR_OK || !read) {
    return status;
  }
  state = h->played != h->game ? kept : state;
  status = mr_win_solve(h->solver, state, GLANCE, &h->win, err);
  size_t choices = mr_session_actions(h->session, &actions);
  if (status != MR_OK || h->win.count == 0 || (h->win.count == 1 && choices < CHOICES_LEAST)) {
    return status;
  }
  status = state != kept ? pass_over(h, state, kept, &read, err) : MR_OK;
  if (status != MR_OK || !read) {
    return status;
  }
  status = mr_win_solve(h->solver, kept, h->proof, &h->win, err);
  if (status == MR_OK && h->win.count > 0 && h->win.verdict != MR_WIN_ONE && h->win.rule != 0) {
    status = make_provable(h, kept, err);
  }
  *found = status == MR_OK && h->win.verdict == MR_WIN_ONE && h->win.rule != 0;
  return status;
}

/* ---- games ----------------------------------------------------------------------------------- */

/** One more action of the game: looked for, or drawn by chance. */
static mr_status go_on(hunt *h, mr_error *err) {
  mr_node node = mr_session_node(h->session);
  if (node.kind == MR_NODE_CHANCE) {
    return mr_session_roll(h->session, err);
  }
  if (mr_random_below(&h->random, ERRS) == 0) {
    return mr_session_make(h->session, mr_session_any(h->session, &h->random), NULL, err);
  }
  mr_limits limits = {.nodes = h->options->nodes > 0 ? h->options->nodes : NODES,
                      .stop = h->options->stop};
  mr_status status = mr_engine_think(h->engine, mr_session_observe(h->session, node.player),
                                     &limits, h->result, err);
  return status == MR_OK ? mr_session_make(h->session, h->result->action, NULL, err) : status;
}

/** Whether the one who decides sees all there is. */
static bool is_open(hunt *h, mr_player player) {
  return mr_game_fully_known(h->played, mr_session_observe(h->session, player));
}

static mr_status play(hunt *h, mr_state *kept, bool *found, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < GAME_LONGEST && status == MR_OK && !*found; i++) {
    mr_node node = mr_session_node(h->session);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    if (h->options->stop != NULL && atomic_load(h->options->stop)) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped while looking for a puzzle");
    }
    if (node.kind == MR_NODE_DECISION && mr_session_turn_is_over(h->session) &&
        is_open(h, node.player)) {
      status = try_position(h, mr_session_state(h->session), kept, found, err);
    }
    if (status == MR_OK && !*found) {
      status = go_on(h, err);
    }
  }
  return status;
}

static mr_status begin(hunt *h, mr_error *err) {
  mr_session_options session = {.detail = MR_SESSION_MOVES, .allocator = h->allocator};
  mr_engine_options engine = {.level = MR_LEVEL_MAX,
                              .seed = h->options->seed,
                              .memory = ENGINE_MEMORY,
                              .allocator = h->allocator};
  mr_status status = mr_session_new(h->played, &session, &h->session, err);
  if (status == MR_OK) {
    status = mr_engine_new(h->played, &engine, &h->engine, err);
  }
  if (status == MR_OK) {
    status = mr_win_solver_new(h->game, h->allocator, &h->solver, err);
  }
  h->state = mr_state_new(h->game, h->allocator);
  h->result = mr_alloc_zero(h->allocator, 1, sizeof *h->result);
  if (status == MR_OK && (h->state == NULL || h->result == NULL)) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory for a puzzle");
  }
  return status;
}

mr_status mr_puzzle_find(const mr_game *game, const mr_puzzle_options *options, mr_arena *arena,
                         mr_puzzle *out, bool *found, mr_error *err) {
  mr_puzzle_options none = {.seed = 1};
  hunt h = {.game = game, .options = options != NULL ? options : &none};
  h.played = h.options->played != NULL ? h.options->played : game;
  h.allocator = h.options->allocator != NULL ? h.options->allocator : mr_allocator_default();
  h.proof = h.options->proof > 0 ? h.options->proof : PROOF;
  h.random = mr_stream_at(h.options->seed, MR_STREAM_RANDOM, 0);
  *found = false;
  mr_state *kept = mr_state_new(game, h.allocator);
  if (kept == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a puzzle");
  }
  mr_status status = begin(&h, err);
  if (status == MR_OK) {
    mr_session_begin(h.session, h.options->seed);
    status = play(&h, kept, found, err);
  }
  if (status == MR_OK && *found) {
    status = write_puzzle(&h, kept, arena, out, err);
  }
  mr_alloc_free(h.allocator, h.result, sizeof *h.result);
  mr_state_free(game, h.allocator, h.state);
  mr_state_free(game, h.allocator, kept);
  mr_win_solver_free(h.solver);
  mr_engine_free(h.engine);
  mr_session_free(h.session);
  return status;
}

/* ---- proving --------------------------------------------------------------------------------- */

static mr_status prove_win(const mr_game *game, const mr_state *state, const mr_puzzle *puzzle,
                           const mr_win *win, const mr_allocator *allocator, mr_error *err) {
  static const char *const verdicts[] = {
      [MR_WIN_NONE] = "no turn wins",
      [MR_WIN_SEVERAL] = "more than one turn wins",
      [MR_WIN_UNKNOWN] = "there are too many turns to try them all",
  };
  mr_state *copy = mr_state_new(game, allocator);
  if (copy == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a proof");
  }
  mr_state_copy(game, copy, state);
  bool wins = wins_by(game, copy, puzzle->turn);
  const char *rule = wins ? game->info.rules[mr_game_ended_by(game, copy)].id : "";
  mr_state_free(game, allocator, copy);
  if (win->verdict != MR_WIN_ONE) {
    return mr_error_set(err, MR_ERR_MISMATCH, "%s in '%s'", verdicts[win->verdict], puzzle->state);
  }
  if (!wins) {
    return mr_error_set(err, MR_ERR_MISMATCH, "'%s' does not win in '%s'", puzzle->turn,
                        puzzle->state);
  }
  if (strcmp(rule, puzzle->rule) != 0) {
    return mr_error_set(err, MR_ERR_MISMATCH, "'%s' wins by %s, not by '%s', in '%s'", puzzle->turn,
                        rule, puzzle->rule, puzzle->state);
  }
  return MR_OK;
}

mr_status mr_puzzle_prove(const mr_game *game, const mr_puzzle *puzzle, uint64_t most,
                          mr_error *err) {
  const mr_allocator *allocator = mr_allocator_default();
  mr_win_solver *solver = NULL;
  mr_win win;
  mr_state *state = mr_state_new(game, allocator);
  if (state == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a proof");
  }
  mr_status status = mr_win_solver_new(game, allocator, &solver, err);
  if (status == MR_OK) {
    status = mr_game_parse_state(game, puzzle->state, strlen(puzzle->state), state, err);
  }
  if (status == MR_OK && !mr_game_fully_known(game, state)) {
    status = mr_error_set(err, MR_ERR_MISMATCH, "something is unknown in '%s'", puzzle->state);
  }
  if (status == MR_OK) {
    status = mr_win_solve(solver, state, most, &win, err);
  }
  if (status == MR_OK) {
    status = prove_win(game, state, puzzle, &win, allocator, err);
  }
  mr_win_solver_free(solver);
  mr_state_free(game, allocator, state);
  return status;
}

bool mr_puzzles_have(const mr_puzzles *puzzles, const mr_puzzle *one) {
  bool found = false;
  for (size_t i = 0; i < puzzles->count && !found; i++) {
    found = strcmp(puzzles->items[i].turn, one->turn) == 0 ||
            strcmp(puzzles->items[i].state, one->state) == 0;
  }
  return found;
}
