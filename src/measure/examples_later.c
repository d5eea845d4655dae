/*
 * Wins that come a turn later: by what somebody still holds when the other side has moved. Games by
 * chance hardly ever show them, so one side goes for its goal here, and the other lets it.
 */
#include <marcher/session.h>
#include <marcher/view.h>
#include <string.h>

#include "measure/measure_priv.h"

enum {
  GAMES = 6,          /* for each goal */
  GAME_LONGEST = 500, /* actions of one: an army is put down first */
  TURN_ACTIONS = 32,  /* of a turn that are remembered */
  REPLIES_MOST = 512, /* of the other side, all of which are tried */
  TAKES = 1000        /* what a square of the goal is worth, in steps of a piece */
};

/** A search for one such win. */
typedef struct later {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_arena *arena;
  mr_session *session;
  mr_random random;
  mr_rule_index rule;
  mr_player player; /**< who goes for it */
  mr_state *start;  /**< before the player's last turn */
  mr_state *state;
  mr_state *after;
  mr_action *actions;
  mr_events events;
  char made[TURN_ACTIONS][MR_ACTION_TEXT_MAX]; /**< in that turn */
  size_t made_count;
  bool pictured;                 /**< pictures tell how near the goal is, and by which squares */
  bool theirs;                   /**< the turn before the decision at hand was the player's */
  char what[MR_ACTION_TEXT_MAX]; /**< the action that does it */
  char end[MR_ACTION_TEXT_MAX];  /**< what ends the turn behind it; "": it does */
  char reply[MR_ACTION_TEXT_MAX];
  size_t worst; /**< replies that undo it, which may not become more */
} later;

/** What replies come to. */
typedef struct replies {
  size_t good;
  size_t bad;
} replies;

/* ---- what happens behind an action ----------------------------------------------------------- */

static bool make_text(later *l, const char *text) {
  mr_action action;
  mr_error error;
  mr_node node = mr_game_node(l->game, l->state);
  if (node.kind != MR_NODE_DECISION || !mr_player_same(node.player, l->player) ||
      mr_game_parse_action(l->game, l->state, text, strlen(text), &action, &error) != MR_OK) {
    return false;
  }
  mr_game_make(l->game, l->state, action, NULL, &l->events);
  return true;
}

/** Whether `state` is the other side's to answer. */
static bool is_answered(const later *l) {
  mr_node node = mr_game_node(l->game, l->state);
  return node.kind == MR_NODE_DECISION && !mr_player_same(node.player, l->player);
}

/** Tries every answer to `state`. @return false: there are too many, or nobody answers */
static bool try_replies(later *l, replies *out) {
  *out = (replies){0};
  if (!is_answered(l)) {
    return false;
  }
  mr_player other = mr_game_node(l->game, l->state).player;
  size_t count = mr_game_actions(l->game, l->state, l->actions);
  for (size_t i = 0; i < count && count <= REPLIES_MOST; i++) {
    mr_state_copy(l->game, l->after, l->state);
    mr_game_make(l->game, l->after, l->actions[i], NULL, &l->events);
    mr_node node = mr_game_node(l->game, l->after);
    bool won = node.kind == MR_NODE_TERMINAL && mr_has_won(l->game, l->after, l->player) &&
               mr_game_ended_by(l->game, l->after) == l->rule;
    bool goes_on = node.kind == MR_NODE_DECISION && mr_player_same(node.player, other) &&
                   !mr_turn_is_over(l->game, l->after, other, &l->events);
    if (won && out->good++ == 0) {
      mr_str text = mr_str_fixed(l->reply, sizeof l->reply);
      mr_game_format_action(l->game, l->state, l->actions[i], &text);
    }
    out->bad += !won && !goes_on;
  }
  return count <= REPLIES_MOST;
}

/** Whether ending the turn at once wins as well: then the action shows nothing. */
static bool wins_without(later *l, const mr_state *position) {
  replies found;
  mr_state_copy(l->game, l->state, position);
  return l->end[0] != '\0' && make_text(l, l->end) && try_replies(l, &found) && found.good > 0;
}

/** Whether the action is followed by a win in a position, which no more replies undo than before.
 */
static bool still_wins(void *context, const mr_state *position) {
  later *l = context;
  replies found;
  if (wins_without(l, position)) {
    return false;
  }
  mr_state_copy(l->game, l->state, position);
  if (!make_text(l, l->what) || (!is_answered(l) && !(l->end[0] != '\0' && make_text(l, l->end))) ||
      !try_replies(l, &found) || found.good == 0 || found.bad > l->worst) {
    return false;
  }
  l->worst = found.bad;
  return true;
}

/** Finds what ends the turn of the player in `state`, a button. @return false: nothing does */
static bool find_end(later *l) {
  size_t count = mr_game_actions(l->game, l->state, l->actions);
  for (size_t i = 0; i < count; i++) {
    mr_form form;
    mr_game_form(l->game, l->state, l->actions[i], &form);
    if (form.kind == MR_FORM_BUTTON) {
      mr_str text = mr_str_fixed(l->end, sizeof l->end);
      mr_game_format_action(l->game, l->state, l->actions[i], &text);
      mr_state_copy(l->game, l->after, l->state);
      mr_game_make(l->game, l->after, l->actions[i], NULL, &l->events);
      if (!mr_player_same(mr_game_node(l->game, l->after).player, l->player)) {
        return true;
      }
    }
  }
  l->end[0] = '\0';
  return false;
}

/* ---- an example of a game that was won so ---------------------------------------------------- */

static const char *keep_text(later *l, const mr_state *state) {
  mr_str text = mr_str_growing(l->allocator);
  mr_game_format_state(l->game, state, &text);
  const char *kept =
      text.status == MR_OK ? mr_arena_copy(l->arena, mr_str_text(&text), text.length) : NULL;
  mr_str_done(&text);
  return kept;
}

/** The position before action `at` of the winner's last turn, in `out`, as a text has it. */
static bool stand_before(later *l, size_t at, mr_state *out) {
  mr_error error;
  mr_state_copy(l->game, l->state, l->start);
  for (size_t i = 0; i < at; i++) {
    if (!make_text(l, l->made[i])) {
      return false;
    }
  }
  mr_str text = mr_str_growing(l->allocator);
  mr_game_format_state(l->game, l->state, &text);
  bool read = mr_game_parse_state(l->game, mr_str_text(&text), text.length, out, &error) == MR_OK &&
              mr_game_fully_known(l->game, out);
  mr_str_done(&text);
  return read;
}

/** Whether an action is a button: to end a turn shows nothing that could be done on a board. */
static bool is_button(const later *l, const mr_state *state, const char *text) {
  mr_action action;
  mr_error error;
  mr_form form;
  if (mr_game_parse_action(l->game, state, text, strlen(text), &action, &error) != MR_OK) {
    return false;
  }
  mr_game_form(l->game, state, action, &form);
  return form.kind == MR_FORM_BUTTON;
}

/** The last action of the turn that was needed, with its position in `out`. */
static bool find_needed(later *l, mr_state *out) {
  for (size_t at = l->made_count; at-- > 0;) {
    if (!stand_before(l, at, out)) {
      return false;
    }
    if (is_button(l, out, l->made[at])) {
      continue;
    }
    memcpy(l->what, l->made[at], sizeof l->what);
    l->end[0] = '\0';
    l->worst = REPLIES_MOST;
    mr_state_copy(l->game, l->state, out);
    if (make_text(l, l->what) && (is_answered(l) || find_end(l)) && still_wins(l, out)) {
      return true;
    }
  }
  return false;
}

static mr_status write_example(later *l, mr_state *position, mr_example *out, bool *found,
                               mr_error *err) {
  char actions[2 * MR_ACTION_TEXT_MAX + 1];
  mr_str text = mr_str_fixed(actions, sizeof actions);
  mr_status status =
      mr_thin(l->game, position, &(mr_thinning){&l->random, still_wins, l, l->allocator}, err);
  if (status != MR_OK || l->worst > 0 || !still_wins(l, position)) {
    return status;
  }
  mr_str_format(&text, "%s%s%s", l->what, l->end[0] != '\0' ? " " : "", l->end);
  out->kind = MR_EXAMPLE_LATER;
  out->event = MR_EVENT_END;
  out->rule = l->rule;
  out->title = "Winning a turn later";
  out->task = "Make the move that wins unless the other side can undo it with its next.";
  out->state = keep_text(l, position);
  out->actions = mr_arena_copy(l->arena, actions, text.length);
  out->reply = mr_arena_copy(l->arena, l->reply, strlen(l->reply));
  *found = true;
  return out->state != NULL && out->actions != NULL && out->reply != NULL
             ? MR_OK
             : mr_error_set(err, MR_ERR_NOMEM, "out of memory for examples");
}

/* ---- games in which one side is let ---------------------------------------------------------- */

/** Steps from a square to the nearest one of a goal where the player has nobody yet; of the goal's
 *  own squares those that are held count as far away: nobody is to leave them. */
static int steps_to(const later *l, const mr_view *view, const mr_view_goal *goal, mr_cell cell) {
  int best = TAKES;
  size_t at = 0, cells = (size_t)view->columns * view->rows;
  while (at < cells && view->cells[at].cell.id != cell.id) {
    at++;
  }
  for (size_t i = 0; i < cells && at < cells; i++) {
    const mr_view_cell *one = &view->cells[i];
    bool on = false;
    for (size_t k = 0; k < goal->on_count && !on; k++) {
      on = goal->on[k].id == one->cell.id;
    }
    if (!on || (one->piece != 0 && mr_player_same(view->pieces[one->piece - 1].owner, l->player))) {
      continue;
    }
    int columns = (int)(i % view->columns) - (int)(at % view->columns);
    int rows = (int)(i / view->columns) - (int)(at / view->columns);
    columns = columns < 0 ? -columns : columns;
    rows = rows < 0 ? -rows : rows;
    int steps = columns > rows ? columns : rows;
    best = steps < best ? steps : best;
  }
  return best;
}

static bool is_on(const mr_view_goal *goal, mr_cell cell) {
  for (size_t i = 0; i < goal->on_count; i++) {
    if (goal->on[i].id == cell.id) {
      return true;
    }
  }
  return false;
}

/** Whether an action ends the game, by whatever it takes on its way. */
static bool ends_at_once(later *l, mr_action action) {
  mr_state_copy(l->game, l->after, mr_session_state(l->session));
  mr_game_make(l->game, l->after, action, NULL, &l->events);
  return mr_game_node(l->game, l->after).kind == MR_NODE_TERMINAL;
}

/** How much an action brings a goal nearer. */
static int worth(later *l, const mr_view *view, const mr_view_goal *goal, mr_action action) {
  mr_form form;
  mr_game_form(l->game, mr_session_state(l->session), action, &form);
  if (form.kind == MR_FORM_BUTTON) {
    return 0;
  }
  if (form.kind != MR_FORM_MOVE) {
    return form.kind == MR_FORM_PLACE ? TAKES - steps_to(l, view, goal, form.to) : -1;
  }
  int now = steps_to(l, view, goal, form.from), then = steps_to(l, view, goal, form.to);
  if (is_on(goal, form.from) || (then == 0 && ends_at_once(l, action))) {
    return -TAKES;
  }
  return now - then + (then == 0 ? TAKES : 0);
}

/** What goes for the goal most; of several one by chance.
 *  @param best as it is where nothing is known of goals */
static mr_status go_for_it(later *l, mr_action *best, mr_error *err) {
  mr_arena arena;
  mr_view view;
  const mr_action *actions;
  int most = -TAKES - 1;
  size_t ties = 0, count = mr_session_actions(l->session, &actions);
  mr_arena_init(&arena, l->allocator, SIZE_MAX);
  mr_status status =
      mr_game_view(l->game, mr_session_state(l->session), l->player, &arena, &view, err);
  if (status == MR_OK) {
    const mr_view_goal *goal = NULL;
    for (size_t i = 0; i < view.goal_count; i++) {
      const mr_view_goal *one = &view.goals[i];
      goal = one->rule == l->rule && mr_player_same(one->player, l->player) ? one : goal;
    }
    l->pictured = l->pictured || (goal != NULL && goal->on_count > 0);
    for (size_t i = 0; goal != NULL && i < count; i++) {
      int value = worth(l, &view, goal, actions[i]);
      ties = value > most ? 1 : ties + (value == most);
      if (value > most || (value == most && mr_random_below(&l->random, ties) == 0)) {
        *best = actions[i];
        most = value;
      }
    }
  }
  mr_arena_done(&arena);
  return status == MR_ERR_NOMEM ? status : MR_OK;
}

/** The other side ends its turn where it can; else it does anything. */
static mr_action let_it(later *l, mr_action otherwise) {
  const mr_action *actions;
  size_t count = mr_session_actions(l->session, &actions);
  for (size_t i = 0; i < count; i++) {
    mr_form form;
    mr_game_form(l->game, mr_session_state(l->session), actions[i], &form);
    if (form.kind == MR_FORM_BUTTON) {
      return actions[i];
    }
  }
  return otherwise;
}

static mr_status step(later *l, mr_error *err) {
  mr_node node = mr_session_node(l->session);
  if (node.kind == MR_NODE_CHANCE) {
    return mr_session_roll(l->session, err);
  }
  bool own = mr_player_same(node.player, l->player);
  if (own && !l->theirs) {
    mr_state_copy(l->game, l->start, mr_session_state(l->session));
    l->made_count = 0;
  }
  l->theirs = own;
  mr_action action = mr_session_any(l->session, &l->random);
  mr_status status = MR_OK;
  if (own) {
    status = go_for_it(l, &action, err);
  } else {
    action = let_it(l, action);
  }
  if (own && l->made_count < TURN_ACTIONS) {
    mr_str text = mr_str_fixed(l->made[l->made_count], MR_ACTION_TEXT_MAX);
    mr_game_format_action(l->game, mr_session_state(l->session), action, &text);
    l->made_count++;
  }
  return status == MR_OK ? mr_session_make(l->session, action, NULL, err) : status;
}

/** One game. @return whether it was won as looked for, after the other side's action */
static mr_status play(later *l, uint64_t seed, bool *won, mr_error *err) {
  mr_status status = MR_OK;
  mr_session_begin(l->session, seed);
  l->made_count = 0;
  l->theirs = false;
  for (size_t i = 0;
       i < GAME_LONGEST && status == MR_OK && mr_session_node(l->session).kind != MR_NODE_TERMINAL;
       i++) {
    status = step(l, err);
  }
  const mr_state *state = mr_session_state(l->session);
  *won = status == MR_OK && mr_session_node(l->session).kind == MR_NODE_TERMINAL && !l->theirs &&
         mr_has_won(l->game, state, l->player) && mr_game_ended_by(l->game, state) == l->rule;
  return status;
}

static mr_status look(later *l, uint64_t seed, mr_example *out, bool *found, mr_error *err) {
  mr_state *position = mr_state_new(l->game, l->allocator);
  mr_status status = MR_OK;
  if (position == NULL || l->start == NULL || l->state == NULL || l->after == NULL ||
      l->actions == NULL || l->events.items == NULL) {
    mr_state_free(l->game, l->allocator, position);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for examples");
  }
  for (uint64_t i = 0; i < GAMES && status == MR_OK && !*found && (i == 0 || l->pictured); i++) {
    bool won = false;
    status = play(l, seed + i, &won, err);
    if (status == MR_OK && won && find_needed(l, position)) {
      status = write_example(l, position, out, found, err);
    }
  }
  mr_state_free(l->game, l->allocator, position);
  return status;
}

mr_status mr_example_later(const mr_later_wish *wish, mr_example *out, bool *found, mr_error *err) {
  const mr_game *game = wish->game;
  const mr_allocator *allocator = wish->allocator;
  const mr_game_info *info = &game->info;
  mr_session_options options = {.allocator = allocator};
  later l = {.game = game, .allocator = allocator, .arena = wish->arena, .rule = wish->rule};
  *found = false;
  l.random = mr_stream_at(wish->seed, MR_STREAM_RANDOM, 2);
  mr_status status = mr_session_new(game, &options, &l.session, err);
  l.start = mr_state_new(game, allocator);
  l.state = mr_state_new(game, allocator);
  l.after = mr_state_new(game, allocator);
  l.actions = mr_alloc_zero(allocator, info->max_actions, sizeof *l.actions);
  l.events.items = mr_alloc_zero(allocator, info->max_events, sizeof *l.events.items);
  l.events.capacity = info->max_events;
  if (status == MR_OK) {
    status = look(&l, wish->seed, out, found, err);
  }
  mr_alloc_free(allocator, l.events.items, info->max_events * sizeof *l.events.items);
  mr_alloc_free(allocator, l.actions, info->max_actions * sizeof *l.actions);
  mr_state_free(game, allocator, l.after);
  mr_state_free(game, allocator, l.state);
  mr_state_free(game, allocator, l.start);
  mr_session_free(l.session);
  return status;
}
