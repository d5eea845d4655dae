/*
 * Every turn of one player, those of few actions first. A turn that wins is a set of actions: the
 * orders in which they can be made are the same turn, and so is what holds more than it needs.
 */
#include <marcher/hash.h>
#include <marcher/puzzles.h>
#include <string.h>

#include "measure/measure_priv.h"

/* Sets that have been tried are remembered by their hash: open addressing, at most half full. */
enum { SEEN_LEAST = 1024 };

/** A turn that wins, as the hashes of its actions' texts in ascending order. */
typedef struct turn_set {
  uint64_t texts[MR_PUZZLE_TURN_MAX];
  size_t count;
} turn_set;

struct mr_win_solver {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_state *state;
  unsigned char *undo;                  /**< MR_PUZZLE_TURN_MAX records */
  mr_action *lists[MR_PUZZLE_TURN_MAX]; /**< made when a turn gets so long */
  mr_chance *chances[MR_PUZZLE_TURN_MAX];
  mr_event *events;
  mr_player player;
  unsigned limit; /**< actions of the turns that are looked for */
  bool deeper;    /**< there are longer ones */
  bool failed;    /**< out of memory */
  uint64_t most;
  mr_action made[MR_PUZZLE_TURN_MAX];
  turn_set now;
  turn_set found[2];
  size_t found_count;
  bool waits; /**< a winning turn depends on dice */
  uint64_t *seen;
  size_t seen_room;
  size_t seen_count;
  mr_win *out;
};

/* ---- what the contract says ------------------------------------------------------------------ */

bool mr_turn_is_over(const mr_game *game, const mr_state *state, mr_player player,
                     const mr_events *events) {
  mr_node node = mr_game_node(game, state);
  bool over = !mr_game_can(game, MR_CAN_MULTI) || node.kind == MR_NODE_TERMINAL ||
              (node.kind == MR_NODE_DECISION && !mr_player_same(node.player, player));
  for (size_t i = 0; i < events->count && !over; i++) {
    over = events->items[i].kind == MR_EVENT_TURN;
  }
  return over;
}

bool mr_has_won(const mr_game *game, const mr_state *state, mr_player player) {
  uint8_t score[MR_MAX_PLAYERS];
  if (mr_game_node(game, state).kind != MR_NODE_TERMINAL) {
    return false;
  }
  mr_game_score(game, state, score);
  return score[player.id] == MR_SCORE_WIN;
}

void mr_pass_chance(const mr_game *game, mr_state *state, mr_chance *room) {
  while (mr_game_node(game, state).kind == MR_NODE_CHANCE) {
    uint64_t total;
    size_t count = mr_game_chances(game, state, room, &total);
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
      best = room[i].weight > room[best].weight ? i : best;
    }
    mr_game_make(game, state, room[best].action, NULL, NULL);
  }
}

/* ---- life ------------------------------------------------------------------------------------ */

mr_status mr_win_solver_new(const mr_game *game, const mr_allocator *allocator, mr_win_solver **out,
                            mr_error *err) {
  if (game == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a solver needs a game");
  }
  allocator = allocator != NULL ? allocator : mr_allocator_default();
  mr_win_solver *s = mr_alloc_zero(allocator, 1, sizeof *s);
  if (s != NULL) {
    s->game = game;
    s->allocator = allocator;
    s->state = mr_state_new(game, allocator);
    s->undo = mr_alloc_zero(allocator, MR_PUZZLE_TURN_MAX, game->info.undo_size);
    s->events = mr_alloc_zero(allocator, game->info.max_events, sizeof *s->events);
  }
  if (s == NULL || s->state == NULL || s->undo == NULL || s->events == NULL) {
    mr_win_solver_free(s);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for looking for wins");
  }
  *out = s;
  return MR_OK;
}

void mr_win_solver_free(mr_win_solver *s) {
  if (s == NULL) {
    return;
  }
  const mr_game_info *info = &s->game->info;
  for (size_t i = 0; i < MR_PUZZLE_TURN_MAX; i++) {
    mr_alloc_free(s->allocator, s->lists[i], info->max_actions * sizeof(mr_action));
    mr_alloc_free(s->allocator, s->chances[i], info->max_chances * sizeof(mr_chance));
  }
  mr_alloc_free(s->allocator, s->seen, s->seen_room * sizeof *s->seen);
  mr_alloc_free(s->allocator, s->events, info->max_events * sizeof *s->events);
  mr_alloc_free(s->allocator, s->undo, MR_PUZZLE_TURN_MAX * info->undo_size);
  mr_state_free(s->game, s->allocator, s->state);
  mr_alloc_free(s->allocator, s, sizeof *s);
}

/* ---- sets of actions ------------------------------------------------------------------------- */

static uint64_t hash_of_text(const mr_win_solver *s, mr_action action) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_format_action(s->game, s->state, action, &text);
  return mr_hash_bytes(MR_HASH_START, buffer, text.length);
}

/** The set with one more action. */
static turn_set with(const turn_set *set, uint64_t text) {
  turn_set grown = *set;
  size_t at = grown.count++;
  for (; at > 0 && grown.texts[at - 1] > text; at--) {
    grown.texts[at] = grown.texts[at - 1];
  }
  grown.texts[at] = text;
  return grown;
}

static bool holds(const turn_set *set, const turn_set *part) {
  size_t at = 0;
  for (size_t i = 0; i < set->count && at < part->count; i++) {
    at += set->texts[i] == part->texts[at];
  }
  return at == part->count;
}

static bool holds_a_win(const mr_win_solver *s, const turn_set *set) {
  bool found = false;
  for (size_t i = 0; i < s->found_count && !found; i++) {
    found = holds(set, &s->found[i]);
  }
  return found;
}

static void note_win(mr_win_solver *s, const turn_set *set, mr_rule_index rule, bool waits) {
  if (holds_a_win(s, set)) {
    return;
  }
  if (s->found_count == 0) {
    s->out->count = set->count;
    memcpy(s->out->actions, s->made, set->count * sizeof *s->made);
    s->out->rule = rule;
  }
  if (s->found_count < sizeof s->found / sizeof s->found[0]) {
    s->found[s->found_count++] = *set;
  }
  s->waits = s->waits || waits;
}

/** Makes room for one more set. @return false: out of memory */
static bool grow_seen(mr_win_solver *s) {
  size_t room = s->seen_room > 0 ? s->seen_room * 2 : SEEN_LEAST;
  uint64_t *grown = mr_alloc_zero(s->allocator, room, sizeof *grown);
  if (grown == NULL) {
    s->failed = true;
    return false;
  }
  for (size_t i = 0; i < s->seen_room; i++) {
    size_t at = (size_t)s->seen[i] & (room - 1);
    while (s->seen[i] != 0 && grown[at] != 0) {
      at = (at + 1) & (room - 1);
    }
    grown[at] = s->seen[i] != 0 ? s->seen[i] : grown[at];
  }
  mr_alloc_free(s->allocator, s->seen, s->seen_room * sizeof *s->seen);
  s->seen = grown;
  s->seen_room = room;
  return true;
}

/** Whether these actions have led here before, in another order; remembers it. */
static bool was_seen(mr_win_solver *s, const turn_set *set) {
  uint64_t key = mr_mix64(mr_game_hash(s->game, s->state));
  for (size_t i = 0; i < set->count; i++) {
    key = mr_mix64(key ^ set->texts[i]);
  }
  key += key == 0;
  if (s->seen_count * 2 >= s->seen_room && !grow_seen(s)) {
    return false;
  }
  size_t at = (size_t)key & (s->seen_room - 1);
  while (s->seen[at] != 0 && s->seen[at] != key) {
    at = (at + 1) & (s->seen_room - 1);
  }
  bool known = s->seen[at] == key;
  s->seen[at] = key;
  s->seen_count += !known;
  return known;
}

/* ---- trying ---------------------------------------------------------------------------------- */

/** Lists of that depth. @return false: out of memory, or the turn is too long */
static bool has_room(mr_win_solver *s, unsigned depth) {
  const mr_game_info *info = &s->game->info;
  if (depth >= MR_PUZZLE_TURN_MAX) {
    s->out->nodes = s->most; /* nothing is proven beyond */
    return false;
  }
  if (s->lists[depth] == NULL) {
    s->lists[depth] = mr_alloc_zero(s->allocator, info->max_actions, sizeof(mr_action));
  }
  if (s->chances[depth] == NULL && info->max_chances > 0) {
    s->chances[depth] = mr_alloc_zero(s->allocator, info->max_chances, sizeof(mr_chance));
  }
  s->failed =
      s->failed || s->lists[depth] == NULL || (s->chances[depth] == NULL && info->max_chances > 0);
  return !s->failed;
}

static bool is_done(const mr_win_solver *s) {
  return s->failed || s->out->nodes >= s->most || s->found_count == 2;
}

/** Makes an action at a depth. @return whether the turn is over with it, chance aside */
static bool make(mr_win_solver *s, unsigned depth, mr_action action) {
  mr_events events = {.items = s->events, .capacity = s->game->info.max_events};
  mr_game_make(s->game, s->state, action, s->undo + depth * s->game->info.undo_size, &events);
  s->out->nodes++;
  return mr_turn_is_over(s->game, s->state, s->player, &events);
}

static void unmake(mr_win_solver *s, unsigned depth) {
  mr_game_unmake(s->game, s->state, s->undo + depth * s->game->info.undo_size);
}

/**
 * Whether the player wins in this turn whatever the dice say: by every outcome of a chance node, by
 * some action of a decision. The way there is not told.
 */
static bool is_sure(mr_win_solver *s, unsigned depth, bool over) {
  mr_node node = mr_game_node(s->game, s->state);
  if (node.kind == MR_NODE_TERMINAL) {
    return mr_has_won(s->game, s->state, s->player);
  }
  bool chance = node.kind == MR_NODE_CHANCE;
  if ((!chance && (over || !mr_player_same(node.player, s->player))) || is_done(s) ||
      !has_room(s, depth)) {
    return false;
  }
  uint64_t total;
  size_t count = chance ? mr_game_chances(s->game, s->state, s->chances[depth], &total)
                        : mr_game_actions(s->game, s->state, s->lists[depth]);
  bool sure = chance;
  for (size_t i = 0; i < count && sure == chance; i++) {
    bool ends = make(s, depth, chance ? s->chances[depth][i].action : s->lists[depth][i]);
    sure = is_sure(s, depth + 1, over || ends);
    unmake(s, depth);
  }
  return sure;
}

/** What an action has led to, which is the last of `set`. */
static void look(mr_win_solver *s, const turn_set *set, bool over);

static void try_actions(mr_win_solver *s, const turn_set *set) {
  unsigned depth = (unsigned)set->count;
  if (!has_room(s, depth)) {
    return;
  }
  size_t count = mr_game_actions(s->game, s->state, s->lists[depth]);
  for (size_t i = 0; i < count && !is_done(s); i++) {
    mr_action action = s->lists[depth][i];
    turn_set grown = with(set, hash_of_text(s, action));
    if (holds_a_win(s, &grown)) {
      continue;
    }
    s->made[depth] = action;
    bool over = make(s, depth, action);
    look(s, &grown, over);
    unmake(s, depth);
  }
}

static void look(mr_win_solver *s, const turn_set *set, bool over) {
  mr_node node = mr_game_node(s->game, s->state);
  bool last = set->count == s->limit;
  if (node.kind == MR_NODE_TERMINAL) {
    if (last && mr_has_won(s->game, s->state, s->player)) {
      note_win(s, set, mr_game_ended_by(s->game, s->state), false);
    }
  } else if (node.kind == MR_NODE_CHANCE) {
    if (last && is_sure(s, (unsigned)set->count, over)) {
      note_win(s, set, 0, true);
    }
  } else if (!over && last) {
    s->deeper = true;
  } else if (!over && !was_seen(s, set)) {
    try_actions(s, set);
  }
}

mr_status mr_win_solve(mr_win_solver *s, const mr_state *state, uint64_t most, mr_win *out,
                       mr_error *err) {
  mr_node node = mr_game_node(s->game, state);
  if (node.kind != MR_NODE_DECISION) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "there is nothing to decide");
  }
  *out = (mr_win){.verdict = MR_WIN_UNKNOWN};
  mr_state_copy(s->game, s->state, state);
  s->player = node.player;
  s->most = most;
  s->out = out;
  s->found_count = 0;
  s->waits = false;
  s->failed = false;
  s->deeper = true;
  for (s->limit = 1; s->deeper && !is_done(s); s->limit++) {
    s->deeper = false;
    s->seen_count = 0;
    if (s->seen != NULL) {
      memset(s->seen, 0, s->seen_room * sizeof *s->seen);
    }
    try_actions(s, &(turn_set){.count = 0});
  }
  if (s->failed) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for looking for wins");
  }
  bool several = s->found_count == 2 || s->waits;
  if (several) {
    out->verdict = MR_WIN_SEVERAL;
  } else if (out->nodes < s->most) {
    out->verdict = s->found_count == 1 ? MR_WIN_ONE : MR_WIN_NONE;
  }
  return MR_OK;
}
