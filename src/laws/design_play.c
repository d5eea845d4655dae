/* Games in search of faults: by random, careful and helpful players. */
#include <limits.h>
#include <marcher/view.h>
#include <stdlib.h>
#include <string.h>

#include "laws/design_priv.h"

enum {
  CAREFUL_TRIES = 6,    /**< actions whose answer a careful player looks at */
  OUTRAGEOUS = 2000,    /**< actions; a greatest length from here on is a guard and no rule */
  ENDLESS = 20000,      /**< actions after which a game is broken off, on boards of any size ... */
  ENDLESS_OF_CELL = 40, /**< ... or so many for each cell of the board */
  MAKE_WORK = 12,       /**< what making an action costs, in units of mr_design.work */
  CELLS_WORK = 8,       /**< cells that cost one unit more */
  SIZE_WORK = 256,      /**< bytes of a state that do */
  VIEW_WORK = 600,      /**< what a picture costs, about 20 us */
  EAGER = 8, /**< how much likelier a helpful player captures for the side to be helped, or goes
                nearer */
};

/* ---- what happens ---------------------------------------------------------------------------- */

unsigned mr_design_winner(const mr_design *d, const mr_state *state) {
  uint8_t score[MR_MAX_PLAYERS];
  if (mr_game_node(d->game, state).kind != MR_NODE_TERMINAL) {
    return MR_DESIGN_NO_TEAM;
  }
  mr_game_score(d->game, state, score);
  for (unsigned seat = 0; seat < d->game->info.players; seat++) {
    if (score[seat] > MR_SCORE_WIN / 2) {
      return d->game->info.team[seat];
    }
  }
  return MR_DESIGN_NO_TEAM;
}

/** The entry of a kind of piece, new where it has not been seen; the last one: too many. A team has
 * its pieces in common. */
static mr_design_piece *piece_of(mr_design *d, mr_piece piece, mr_player owner) {
  owner = mr_game_team_lead(d->game, owner);
  uint32_t key[2] = {piece.id, owner.id};
  size_t at = (size_t)mr_hash_bytes(MR_HASH_START, key, sizeof key) & (MR_DESIGN_PIECES - 1);
  for (size_t tries = 0; tries < MR_DESIGN_PIECES; tries++) {
    mr_design_piece *entry = &d->pieces[(at + tries) & (MR_DESIGN_PIECES - 1)];
    if (!entry->used) {
      *entry = (mr_design_piece){.piece = piece, .owner = owner, .used = true};
      return entry;
    }
    if (entry->piece.id == piece.id && mr_player_same(entry->owner, owner)) {
      return entry;
    }
  }
  return &d->pieces[MR_DESIGN_PIECES];
}

/** A piece is on the board. @return its entry */
static mr_design_piece *comes(mr_design *d, mr_piece piece, mr_player owner) {
  mr_design_piece *entry = piece_of(d, piece, owner);
  if (!entry->here) {
    entry->here = true;
    entry->since = owner.id < d->game->info.players ? d->decisions[entry->owner.id] : 0;
    entry->games++;
  }
  return entry;
}

/** The pieces with which the game begins. */
static void look_at_start(mr_design *d) {
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, d->allocator, 0);
  if (mr_game_view(d->game, d->state, MR_NOBODY, &arena, &view, NULL) != MR_OK) {
    mr_arena_done(&arena);
    return;
  }
  for (size_t i = 0; i < (size_t)view.columns * view.rows; i++) {
    if (view.cells[i].piece != 0) {
      const mr_view_piece *piece = &view.pieces[view.cells[i].piece - 1];
      comes(d, piece->piece, piece->owner);
    }
  }
  mr_arena_done(&arena);
}

/** Makes an action, and keeps the books of what its events tell but where all help one side. */
static void make(mr_design *d, mr_action action, const mr_design_game *game) {
  mr_game_make(d->game, d->state, action, NULL, &d->events);
  size_t count = game->style == MR_DESIGN_HELPFUL ? 0 : d->events.count;
  for (size_t i = 0; i < count; i++) {
    const mr_event *event = &d->events.items[i];
    bool exchange = event->kind == MR_EVENT_EXCHANGE;
    d->uses[event->rule]++;
    if (event->kind == MR_EVENT_MOVE || exchange) {
      d->moves = true;
      comes(d, event->piece, event->player)->moved++;
    }
    if (exchange) {
      comes(d, event->piece2, event->player)->moved++;
    }
    if (event->kind == MR_EVENT_CAPTURE && !mr_player_same(event->player, event->other)) {
      piece_of(d, event->piece2, event->other)->captured++;
    }
    if (event->kind == MR_EVENT_PROMOTE) {
      comes(d, event->piece2, event->player);
    }
    if (event->kind == MR_EVENT_PLACE || event->kind == MR_EVENT_ARRIVE) {
      comes(d, event->piece, event->player);
    }
  }
}

/** Closes the books of a game. */
static void count_decisions(mr_design *d) {
  for (size_t i = 0; i < MR_DESIGN_PIECES; i++) {
    mr_design_piece *piece = &d->pieces[i];
    if (piece->here && piece->owner.id < d->game->info.players) {
      piece->decisions += d->decisions[piece->owner.id] - piece->since;
    }
    piece->here = false;
  }
}

/* ---- players --------------------------------------------------------------------------------- */

static uint64_t make_work(const mr_design *d) {
  const mr_game_info *info = &d->game->info;
  return MAKE_WORK + (uint64_t)info->columns * info->rows / CELLS_WORK +
         info->undo_size / SIZE_WORK;
}

/** An action of those in list[level] that wins at once for `team`, or MR_ACTION_NONE. */
static mr_action winning_action(mr_design *d, unsigned level, size_t count, unsigned team) {
  mr_design_spend(d, count * make_work(d));
  for (size_t i = 0; i < count; i++) {
    mr_action action = d->list[level][i];
    mr_game_make(d->game, d->state, action, d->undo[level], NULL);
    bool wins = mr_design_winner(d, d->state) == team;
    mr_game_unmake(d->game, d->state, d->undo[level]);
    if (wins) {
      return action;
    }
  }
  return MR_ACTION_NONE;
}

/** Whether the action lets another team win with its next one. */
static bool blunders(mr_design *d, mr_action action, unsigned team) {
  mr_game_make(d->game, d->state, action, d->undo[0], NULL);
  mr_node node = mr_game_node(d->game, d->state);
  unsigned winner = mr_design_winner(d, d->state);
  bool bad = winner != MR_DESIGN_NO_TEAM && winner != team;
  if (node.kind == MR_NODE_DECISION && d->game->info.team[node.player.id] != team) {
    size_t count = mr_game_actions(d->game, d->state, d->list[1]);
    unsigned other = d->game->info.team[node.player.id];
    bad = winning_action(d, 1, count, other) != MR_ACTION_NONE;
  }
  mr_game_unmake(d->game, d->state, d->undo[0]);
  return bad;
}

static mr_action choose_carefully(mr_design *d, size_t count, unsigned team) {
  mr_action action = winning_action(d, 0, count, team);
  for (unsigned i = 0; action == MR_ACTION_NONE && i < CAREFUL_TRIES; i++) {
    mr_action choice = d->list[0][mr_random_below(&d->random, count)];
    if (i + 1 == CAREFUL_TRIES || !blunders(d, choice, team)) {
      action = choice;
    }
  }
  return action;
}

/** Finds out on which squares the goal that all play for hangs: towns, a last row. */
static void find_targets(mr_design *d, const mr_design_game *game) {
  mr_arena arena;
  mr_view view;
  d->target_count = 0;
  if (game->rule == 0) {
    return;
  }
  mr_design_spend(d, VIEW_WORK);
  mr_arena_init(&arena, d->allocator, 0);
  if (mr_game_view(d->game, d->state, MR_NOBODY, &arena, &view, NULL) == MR_OK) {
    for (size_t i = 0; i < view.goal_count; i++) {
      const mr_view_goal *goal = &view.goals[i];
      bool this = goal->rule == game->rule && d->game->info.team[goal->player.id] == game->team;
      for (size_t k = 0; this && k < goal->on_count && d->target_count < MR_DESIGN_TARGETS; k++) {
        d->targets[d->target_count++] = goal->on[k];
      }
    }
  }
  mr_arena_done(&arena);
}

/** Steps of a king to the nearest square that the goal hangs on. */
static unsigned far_from_targets(const mr_design *d, mr_cell cell) {
  int columns = d->game->info.columns;
  int nearest = INT_MAX;
  for (size_t i = 0; i < d->target_count; i++) {
    int x = abs(cell.id % columns - d->targets[i].id % columns);
    int y = abs(cell.id / columns - d->targets[i].id / columns);
    int steps = x > y ? x : y;
    nearest = steps < nearest ? steps : nearest;
  }
  return (unsigned)nearest;
}

/** How gladly an action is chosen by those who help a team; d->events has what it does. */
static uint64_t playout_weight(const mr_design *d, unsigned mover, unsigned helped) {
  uint64_t weight = EAGER;
  for (size_t i = 0; i < d->events.count; i++) {
    const mr_event *event = &d->events.items[i];
    if (event->kind == MR_EVENT_CAPTURE && event->other.id < d->game->info.players) {
      return mover == helped ? EAGER * EAGER : 1;
    }
    if (event->kind == MR_EVENT_PASS) {
      return mover == helped ? 1 : EAGER * EAGER;
    }
    if (event->kind == MR_EVENT_MOVE && mover == helped && d->target_count > 0) {
      unsigned from = far_from_targets(d, event->from), to = far_from_targets(d, event->to);
      weight = to < from ? EAGER * EAGER : to > from ? 1 : EAGER;
    }
  }
  return weight;
}

/** The goal where it can be had, else something that does not end the game, if there is such. */
static mr_action choose_helpfully(mr_design *d, size_t count, unsigned mover,
                                  const mr_design_game *game) {
  mr_action choice = d->list[0][mr_random_below(&d->random, count)];
  uint64_t total = 0;
  find_targets(d, game);
  mr_design_spend(d, count * make_work(d));
  for (size_t i = 0; i < count; i++) {
    mr_action action = d->list[0][i];
    mr_game_make(d->game, d->state, action, d->undo[0], &d->events);
    bool over = mr_game_node(d->game, d->state).kind == MR_NODE_TERMINAL;
    bool reached = over && mr_design_winner(d, d->state) == game->team &&
                   (game->rule == 0 || mr_game_ended_by(d->game, d->state) == game->rule);
    uint64_t weight = over ? 0 : playout_weight(d, mover, game->team);
    mr_game_unmake(d->game, d->state, d->undo[0]);
    if (reached) {
      return action;
    }
    total += weight;
    if (weight > 0 && mr_random_below(&d->random, total) < weight) {
      choice = action;
    }
  }
  return choice;
}

static mr_action choose(mr_design *d, mr_player player, const mr_design_game *game) {
  size_t count = mr_game_actions(d->game, d->state, d->list[0]);
  unsigned team = d->game->info.team[player.id];
  mr_design_spend(d, count + make_work(d));
  if (game->style == MR_DESIGN_CAREFUL) {
    return choose_carefully(d, count, team);
  }
  if (game->style == MR_DESIGN_HELPFUL) {
    return choose_helpfully(d, count, team, game);
  }
  return d->list[0][mr_random_below(&d->random, count)];
}

/* ---- a game ---------------------------------------------------------------------------------- */

void mr_design_play(mr_design *d, mr_design_game *game) {
  const mr_game_info *info = &d->game->info;
  uint64_t key[] = {d->options->seed, game->style, game->team, game->rule, game->index};
  mr_action opening = game->first;
  uint32_t cap = ENDLESS_OF_CELL * (uint32_t)info->columns * info->rows;
  cap = cap > ENDLESS ? cap : ENDLESS;
  cap = cap < info->max_length ? cap : info->max_length;
  mr_random_init(&d->random, mr_hash_bytes(MR_HASH_START, key, sizeof key));
  mr_game_start(d->game, d->state);
  memset(d->decisions, 0, sizeof d->decisions);
  if (game->style != MR_DESIGN_HELPFUL) {
    look_at_start(d);
  }
  game->first = MR_ACTION_NONE;
  game->decisions = 0;
  for (game->length = 0; game->length < cap; game->length++) {
    mr_node node = mr_game_node(d->game, d->state);
    mr_action action = opening;
    if (node.kind == MR_NODE_TERMINAL || !mr_design_spend(d, 0)) {
      break;
    }
    if (node.kind == MR_NODE_CHANCE) {
      mr_design_spend(d, make_work(d));
      action = mr_game_roll(d->game, d->state, d->chances[0], &d->random);
    } else {
      if (game->first != MR_ACTION_NONE || opening == MR_ACTION_NONE) {
        action = choose(d, node.player, game);
      }
      game->first = game->first == MR_ACTION_NONE ? action : game->first;
      game->decisions++;
      d->decisions[mr_game_team_lead(d->game, node.player).id]++;
    }
    make(d, action, game);
  }
  count_decisions(d);
  bool over = mr_game_node(d->game, d->state).kind == MR_NODE_TERMINAL;
  game->endless = game->length >= cap && cap >= OUTRAGEOUS;
  game->over = over || game->endless;
  game->winner = over ? mr_design_winner(d, d->state) : MR_DESIGN_NO_TEAM;
  if (game->winner != MR_DESIGN_NO_TEAM) {
    d->wins[game->winner * info->rule_count + mr_game_ended_by(d->game, d->state)]++;
  } else if (over) {
    d->draws[mr_game_ended_by(d->game, d->state)]++;
  }
}
