/* Examples of what happens in a game, out of games by chance. */
#include <marcher/examples.h>
#include <marcher/puzzles.h>
#include <marcher/session.h>
#include <string.h>

#include "measure/measure_priv.h"

enum {
  GAMES = 24,
  WORK = 40000,       /* actions in all games together: some tenths of a second in a browser */
  GAME_LONGEST = 600, /* actions of one */
  GLANCE = 200,       /* actions to look for a win in each position */
  FOUND_MOST = 64,    /* different things that are noted; the most telling are kept */
  WIN_GAMES = 4,      /* to look for a win in, where none was seen */
  WIN_NODES = 40,
  KIND_MOST = 3, /* examples of one kind of event */
  TURN_MOST = 4  /* actions of an example of a turn: with more nobody follows */
};

/** What is said of each kind, in the order in which they are shown. Kinds that are not here happen
 *  by the way, or show nothing. */
static const struct kind_words {
  mr_example_kind kind;
  mr_event_kind event;
  const char *title;
  const char *task;
} words[] = {
    {MR_EXAMPLE_EVENT, MR_EVENT_END, "Winning", "Win the game."},
    {MR_EXAMPLE_EVENT, MR_EVENT_DUEL, "A duel",
     "Make the move that leads to a duel; then the dice decide."},
    {MR_EXAMPLE_ORDERS, MR_EVENT_MOVE, "Orders",
     "Pieces act on orders: a number beside a piece tells how many it can still give. Move a piece "
     "within its reach."},
    {MR_EXAMPLE_EVENT, MR_EVENT_CAPTURE, "Capturing", "Capture a piece."},
    {MR_EXAMPLE_EVENT, MR_EVENT_CONVERT, "Changing sides", "Make a piece change sides."},
    {MR_EXAMPLE_EVENT, MR_EVENT_PROMOTE, "Promotion", "Make the move that promotes."},
    {MR_EXAMPLE_TURN, MR_EVENT_TURN, "A turn of several actions",
     "Make the whole turn: it is the same player's until it is over."},
    {MR_EXAMPLE_EVENT, MR_EVENT_PLACE, "Placing", "Put a piece on the board."},
    {MR_EXAMPLE_EVENT, MR_EVENT_EXCHANGE, "Changing places", "Let two pieces change places."},
    {MR_EXAMPLE_EVENT, MR_EVENT_ARRIVE, "Reinforcements", "Bring pieces in from the reserve."},
    {MR_EXAMPLE_EVENT, MR_EVENT_RETURN, "Back to the hand", "Send a piece back to its hand."},
    {MR_EXAMPLE_EVENT, MR_EVENT_RULE, "A rule at work", "Make the move by which the rule shows."},
    {MR_EXAMPLE_EVENT, MR_EVENT_MOVE, "A move", "Make the move."},
};

enum { WORDS = sizeof words / sizeof words[0] };

/** Something that was seen to happen. */
typedef struct sighting {
  size_t words; /**< index */
  mr_rule_index rule;
  mr_player player;
  uint32_t times;
  const char *state;
  const char *actions;
} sighting;

typedef struct finder {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_arena *arena;
  mr_session *session;
  mr_win_solver *solver;
  mr_state *before; /**< the decision at hand */
  mr_state *state;
  mr_state *other;
  mr_chance *chances;
  mr_events events;
  mr_random random;
  sighting seen[FOUND_MOST];
  size_t count;
  const sighting *thinned;
  uint64_t work;
} finder;

/* ---- whether it happens ---------------------------------------------------------------------- */

/** Whether events are an example of it: of ends only those by which `player` wins. */
static bool has_event(const finder *f, const mr_state *after, const sighting *one) {
  mr_event_kind kind = words[one->words].event;
  bool ends = mr_game_node(f->game, after).kind == MR_NODE_TERMINAL;
  bool found = false;
  for (size_t i = 0; i < f->events.count && !found; i++) {
    found = f->events.items[i].kind == kind && f->events.items[i].rule == one->rule;
  }
  return found && (kind == MR_EVENT_END ? mr_has_won(f->game, after, one->player) : !ends);
}

/** Whether an action of `state`, or an outcome of the dice behind it, does it. */
static bool does(finder *f, mr_state *state, mr_action action, const sighting *one) {
  mr_game_make(f->game, state, action, NULL, &f->events);
  if (has_event(f, state, one)) {
    return true;
  }
  uint64_t total;
  bool found = false;
  size_t count = mr_game_node(f->game, state).kind == MR_NODE_CHANCE
                     ? mr_game_chances(f->game, state, f->chances, &total)
                     : 0;
  for (size_t i = 0; i < count && !found; i++) {
    mr_state_copy(f->game, f->other, state);
    mr_game_make(f->game, f->other, f->chances[i].action, NULL, &f->events);
    found = has_event(f, f->other, one);
  }
  return found;
}

/** Whether a commander has somebody else to order. */
static bool has_commander(finder *f, const mr_state *state) {
  mr_arena arena;
  mr_view view;
  bool found = false;
  mr_arena_init(&arena, f->allocator, SIZE_MAX);
  if (mr_game_view(f->game, state, mr_game_node(f->game, state).player, &arena, &view, NULL) ==
      MR_OK) {
    for (size_t i = 0; i < view.commander_count && !found; i++) {
      found = view.commanders[i].left > 0 && view.commanders[i].unit_count > 1;
    }
  }
  mr_arena_done(&arena);
  return found;
}

/** Whether `one` still happens in a position; where it is a turn, by all of its actions in order.
 */
static bool still_shows(void *context, const mr_state *position) {
  finder *f = context;
  const sighting *one = f->thinned;
  mr_example_kind kind = words[one->words].kind;
  bool shown = kind != MR_EXAMPLE_ORDERS || has_commander(f, position);
  size_t length;
  mr_state_copy(f->game, f->state, position);
  for (const char *at = one->actions; *at != '\0' && shown; at += length + (at[length] == ' ')) {
    mr_action action;
    mr_error error;
    mr_node node = mr_game_node(f->game, f->state);
    length = strcspn(at, " ");
    bool last = at[length] == '\0';
    shown = node.kind == MR_NODE_DECISION && mr_player_same(node.player, one->player) &&
            mr_game_parse_action(f->game, f->state, at, length, &action, &error) == MR_OK;
    if (shown && kind == MR_EXAMPLE_EVENT) {
      shown = does(f, f->state, action, one);
    } else if (shown) {
      mr_game_make(f->game, f->state, action, NULL, &f->events);
      shown = mr_game_node(f->game, f->state).kind != MR_NODE_TERMINAL &&
              (last || kind == MR_EXAMPLE_ORDERS ||
               !mr_turn_is_over(f->game, f->state, one->player, &f->events));
    }
  }
  return shown;
}

/* ---- noting ---------------------------------------------------------------------------------- */

static const char *keep_state(finder *f, const mr_state *state) {
  mr_str text = mr_str_growing(f->allocator);
  mr_game_format_state(f->game, state, &text);
  const char *kept =
      text.status == MR_OK ? mr_arena_copy(f->arena, mr_str_text(&text), text.length) : NULL;
  mr_str_done(&text);
  return kept;
}

/** The place of a thing that was seen, new where it was not; NULL: there are too many. */
static sighting *note(finder *f, size_t word, mr_rule_index rule) {
  for (size_t i = 0; i < f->count; i++) {
    if (f->seen[i].words == word && f->seen[i].rule == rule) {
      f->seen[i].times++;
      return &f->seen[i];
    }
  }
  if (f->count == FOUND_MOST) {
    return NULL;
  }
  f->seen[f->count] = (sighting){.words = word, .rule = rule, .times = 1};
  return &f->seen[f->count++];
}

static mr_status set_place(finder *f, sighting *one, const mr_state *state, const char *actions,
                           mr_error *err) {
  one->player = mr_game_node(f->game, state).player;
  one->state = keep_state(f, state);
  one->actions = mr_arena_copy(f->arena, actions, strlen(actions));
  return one->state != NULL && one->actions != NULL
             ? MR_OK
             : mr_error_set(err, MR_ERR_NOMEM, "out of memory for examples");
}

/** Notes what the last action has done: `before` is where its player decided. */
static mr_status note_events(finder *f, const char *action, mr_error *err) {
  mr_events events = mr_session_events(f->session, MR_ALL_SEEING);
  mr_player player = mr_game_node(f->game, f->before).player;
  bool ends = mr_session_node(f->session).kind == MR_NODE_TERMINAL;
  mr_status status = MR_OK;
  for (size_t i = 0; i < events.count && status == MR_OK; i++) {
    for (size_t word = 0; word < WORDS && status == MR_OK; word++) {
      if (words[word].kind != MR_EXAMPLE_EVENT || words[word].event != events.items[i].kind ||
          events.items[i].rule == 0 ||
          (words[word].event == MR_EVENT_END
               ? !mr_has_won(f->game, mr_session_state(f->session), player)
               : ends)) {
        continue;
      }
      sighting *one = note(f, word, events.items[i].rule);
      if (one != NULL && one->state == NULL) {
        status = set_place(f, one, f->before, action, err);
      }
    }
  }
  return status;
}

static size_t word_of(mr_example_kind kind) {
  size_t word = 0;
  while (words[word].kind != kind) {
    word++;
  }
  return word;
}

/** A turn that is over, if it had several actions. */
static mr_status note_turn(finder *f, const mr_state *start, const mr_str *actions, size_t count,
                           mr_error *err) {
  if (count < 2 || count > TURN_MOST || actions->status != MR_OK) {
    return MR_OK;
  }
  sighting *one = note(f, word_of(MR_EXAMPLE_TURN), 0);
  return one != NULL && one->state == NULL ? set_place(f, one, start, mr_str_text(actions), err)
                                           : MR_OK;
}

static mr_status note_orders(finder *f, const char *action, mr_error *err) {
  sighting *one = NULL;
  for (size_t i = 0; i < f->count; i++) {
    if (words[f->seen[i].words].kind == MR_EXAMPLE_ORDERS) {
      return MR_OK;
    }
  }
  if (has_commander(f, f->before)) {
    one = note(f, word_of(MR_EXAMPLE_ORDERS), 0);
  }
  return one != NULL ? set_place(f, one, f->before, action, err) : MR_OK;
}

/* ---- games ----------------------------------------------------------------------------------- */

/** A turn under way. */
typedef struct turn {
  mr_state *start;
  mr_str actions;
  size_t count;
} turn;

/** What is played: a win where one action wins, else something by chance. */
static mr_action choose(finder *f) {
  mr_win win;
  mr_error error;
  const mr_state *state = mr_session_state(f->session);
  bool looks = mr_random_below(&f->random, 2) == 0; /* else games show too little besides */
  if (looks && mr_win_solve(f->solver, state, GLANCE, &win, &error) == MR_OK && win.count > 0) {
    f->work += win.nodes;
    return win.actions[0];
  }
  f->work += looks ? GLANCE / 4 : 1;
  return mr_session_any(f->session, &f->random);
}

static mr_status decide(finder *f, turn *now, mr_error *err) {
  char action[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(action, sizeof action);
  mr_action choice = choose(f);
  bool begins = mr_session_turn_is_over(f->session);
  mr_player player = mr_session_node(f->session).player;
  bool open = mr_game_fully_known(f->game, mr_session_observe(f->session, player));
  mr_state_copy(f->game, f->before, mr_session_state(f->session));
  mr_game_format_action(f->game, f->before, choice, &text);
  if (begins) {
    mr_state_copy(f->game, now->start, f->before);
    mr_str_reset(&now->actions);
    now->count = 0;
  }
  mr_str_add(&now->actions, now->count++ > 0 ? " " : "");
  mr_str_add(&now->actions, action);
  mr_form form;
  mr_game_form(f->game, f->before, choice, &form);
  mr_status status = open && form.kind == MR_FORM_MOVE ? note_orders(f, action, err) : MR_OK;
  if (status == MR_OK) {
    status = mr_session_make(f->session, choice, NULL, err);
  }
  if (status == MR_OK && open) {
    status = note_events(f, action, err);
  }
  mr_node node = mr_session_node(f->session);
  while (status == MR_OK && node.kind == MR_NODE_CHANCE) {
    status = mr_session_roll(f->session, err);
    if (status == MR_OK && open) {
      status = note_events(f, action, err);
    }
    node = mr_session_node(f->session);
  }
  bool over = node.kind == MR_NODE_DECISION && mr_session_turn_is_over(f->session);
  return status == MR_OK && open && over ? note_turn(f, now->start, &now->actions, now->count, err)
                                         : status;
}

static mr_status play(finder *f, uint64_t seed, turn *now, mr_error *err) {
  mr_status status = MR_OK;
  mr_session_begin(f->session, seed);
  for (size_t i = 0; i < GAME_LONGEST && status == MR_OK && f->work < WORK &&
                     mr_session_node(f->session).kind == MR_NODE_DECISION;
       i++) {
    status = decide(f, now, err);
  }
  return status;
}

/* ---- what is shown --------------------------------------------------------------------------- */

/** Makes a position as thin as it can be. */
static mr_status thin(finder *f, sighting *one, mr_error *err) {
  mr_status status = mr_game_parse_state(f->game, one->state, strlen(one->state), f->before, err);
  f->thinned = one;
  if (status != MR_OK || !still_shows(f, f->before)) {
    one->state = NULL; /* it rests on what was before, which no text tells */
    return status == MR_ERR_NOMEM ? status : MR_OK;
  }
  status =
      mr_thin(f->game, f->before, &(mr_thinning){&f->random, still_shows, f, f->allocator}, err);
  if (status == MR_OK) {
    one->state = keep_state(f, f->before);
  }
  return status == MR_OK && one->state == NULL
             ? mr_error_set(err, MR_ERR_NOMEM, "out of memory for examples")
             : status;
}

/** The rarest of a kind that has not been shown, or NULL. Of moves the commonest is left out: it is
 *  what the other examples show by the way. */
static sighting *next_of(finder *f, size_t word) {
  sighting *best = NULL;
  const sighting *commonest = NULL;
  size_t count = 0;
  for (size_t i = 0; i < f->count; i++) {
    sighting *one = &f->seen[i];
    if (one->words != word) {
      continue;
    }
    count++;
    commonest = commonest == NULL || one->times > commonest->times ? one : commonest;
    best = one->state != NULL && (best == NULL || one->times < best->times) ? one : best;
  }
  bool plain = words[word].kind == MR_EXAMPLE_EVENT && words[word].event == MR_EVENT_MOVE;
  return plain && best == commonest && count > 1 ? NULL : best;
}

static mr_status show(finder *f, mr_examples *out, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t word = 0; word < WORDS; word++) {
    for (size_t i = 0; i < KIND_MOST && out->count < MR_EXAMPLES_MAX && status == MR_OK; i++) {
      sighting *one = next_of(f, word);
      if (one == NULL) {
        break;
      }
      status = thin(f, one, err);
      if (status == MR_OK && one->state != NULL) {
        out->items[out->count++] =
            (mr_example){words[word].kind, words[word].event, one->rule,    words[word].title,
                         words[word].task, one->state,        one->actions, NULL};
      }
      one->state = NULL;
    }
  }
  return status;
}

/** A win, where games by chance have shown none: out of a game between players who look ahead. */
static mr_status add_win(finder *f, uint64_t seed, mr_error *err) {
  mr_status status = MR_OK;
  bool found = false;
  for (size_t i = 0; i < f->count && !found; i++) {
    found = words[f->seen[i].words].event == MR_EVENT_END;
  }
  for (uint64_t i = 0; i < WIN_GAMES && status == MR_OK && !found; i++) {
    mr_puzzle_options options = {.seed = seed + i, .nodes = WIN_NODES, .allocator = f->allocator};
    mr_puzzle one;
    status = mr_puzzle_find(f->game, &options, f->arena, &one, &found, err);
    if (status == MR_OK && found && strchr(one.turn, ' ') == NULL) {
      mr_rule_index rule = 0;
      for (size_t k = 1; k < f->game->info.rule_count; k++) {
        rule = strcmp(f->game->info.rules[k].id, one.rule) == 0 ? (mr_rule_index)k : rule;
      }
      sighting *win = note(f, 0, rule);
      if (win != NULL &&
          mr_game_parse_state(f->game, one.state, strlen(one.state), f->before, err) == MR_OK) {
        status = set_place(f, win, f->before, one.turn, err);
      }
    } else if (status == MR_OK) {
      found = false;
    }
  }
  return status == MR_ERR_UNSUPPORTED ? MR_OK : status;
}

/** Whether a win by that rule has been seen to come of somebody's own action. */
static bool has_won_by(const finder *f, mr_rule_index rule) {
  bool seen = false;
  for (size_t i = 0; i < f->count && !seen; i++) {
    seen = words[f->seen[i].words].event == MR_EVENT_END && f->seen[i].rule == rule;
  }
  return seen;
}

/** Wins by goals that nobody has been seen to reach by an action: they may come a turn later. */
static mr_status add_later(finder *f, uint64_t seed, mr_examples *out, mr_error *err) {
  mr_goal goals[MR_GOALS_MAX];
  size_t count = mr_game_goals(f->game, goals);
  mr_status status = MR_OK;
  for (size_t i = 0; i < count && status == MR_OK && out->count < MR_EXAMPLES_MAX; i++) {
    bool found = goals[i].aside || goals[i].rule == 0 || has_won_by(f, goals[i].rule);
    for (size_t k = 0; k < i && !found; k++) {
      found = goals[k].rule == goals[i].rule;
    }
    if (!found) {
      const mr_later_wish wish = {f->game, goals[i].rule, seed, f->allocator, f->arena};
      status = mr_example_later(&wish, &out->items[out->count], &found, err);
      out->count += found;
    }
  }
  return status;
}

static mr_status begin(finder *f, mr_error *err) {
  const mr_game_info *info = &f->game->info;
  mr_session_options options = {.allocator = f->allocator};
  mr_status status = mr_session_new(f->game, &options, &f->session, err);
  if (status == MR_OK) {
    status = mr_win_solver_new(f->game, f->allocator, &f->solver, err);
  }
  f->before = mr_state_new(f->game, f->allocator);
  f->state = mr_state_new(f->game, f->allocator);
  f->other = mr_state_new(f->game, f->allocator);
  f->chances = mr_alloc_zero(f->allocator, info->max_chances + 1, sizeof *f->chances);
  f->events.items = mr_alloc_zero(f->allocator, info->max_events, sizeof *f->events.items);
  f->events.capacity = info->max_events;
  if (status == MR_OK && (f->before == NULL || f->state == NULL || f->other == NULL ||
                          f->chances == NULL || f->events.items == NULL)) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory for examples");
  }
  return status;
}

static void end(finder *f) {
  const mr_game_info *info = &f->game->info;
  mr_alloc_free(f->allocator, f->events.items, info->max_events * sizeof *f->events.items);
  mr_alloc_free(f->allocator, f->chances, (info->max_chances + 1) * sizeof *f->chances);
  mr_state_free(f->game, f->allocator, f->other);
  mr_state_free(f->game, f->allocator, f->state);
  mr_state_free(f->game, f->allocator, f->before);
  mr_win_solver_free(f->solver);
  mr_session_free(f->session);
}

mr_status mr_examples_find(const mr_game *game, uint64_t seed, const mr_allocator *allocator,
                           mr_arena *arena, mr_examples *out, mr_error *err) {
  allocator = allocator != NULL ? allocator : mr_allocator_default();
  finder f = {.game = game, .allocator = allocator, .arena = arena};
  turn now = {.start = mr_state_new(game, allocator), .actions = mr_str_growing(allocator)};
  if (now.start == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for examples");
  }
  f.random = mr_stream_at(seed, MR_STREAM_RANDOM, 1);
  mr_status status = begin(&f, err);
  for (uint64_t i = 0; i < GAMES && status == MR_OK && f.work < WORK; i++) {
    status = play(&f, seed + i, &now, err);
  }
  if (status == MR_OK) {
    status = add_win(&f, seed, err);
  }
  out->count = 0;
  if (status == MR_OK) {
    status = add_later(&f, seed, out, err);
  }
  if (status == MR_OK) {
    status = show(&f, out, err);
  }
  mr_str_done(&now.actions);
  mr_state_free(game, allocator, now.start);
  end(&f);
  return status;
}
