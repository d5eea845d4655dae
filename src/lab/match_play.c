#include <inttypes.h>
#include <string.h>

#include "lab/match_priv.h"

/* ---- what a game is -------------------------------------------------------------------------- */

mr_status mr_match_opening_add(mr_match_opening *opening, mr_action action) {
  if (opening->count == opening->capacity) {
    const mr_allocator *allocator = mr_allocator_default();
    size_t size = sizeof *opening->actions;
    size_t capacity = opening->capacity == 0 ? 16 : 2 * opening->capacity;
    mr_action *actions = allocator->resize(allocator->context, opening->actions,
                                           opening->capacity * size, capacity * size);
    if (actions == NULL) {
      return MR_ERR_NOMEM;
    }
    opening->actions = actions;
    opening->capacity = capacity;
  }
  opening->actions[opening->count++] = action;
  return MR_OK;
}

/* Room is doubled whenever the count is a power of two from 64 on, so it need not be kept. */
static size_t room_of(size_t count) {
  size_t room = 64;
  while (room < count) {
    room *= 2;
  }
  return room;
}

mr_status mr_match_game_add(mr_match_game *game, mr_match_action action, mr_error *err) {
  const mr_allocator *allocator = mr_allocator_default();
  size_t size = sizeof *game->actions;
  size_t held = game->actions == NULL ? 0 : room_of(game->count);
  size_t room = room_of(game->count + 1);
  if (room > held || game->actions == NULL) {
    mr_match_action *actions =
        allocator->resize(allocator->context, game->actions, held * size, room * size);
    if (actions == NULL) {
      return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
    game->actions = actions;
  }
  game->actions[game->count++] = action;
  return MR_OK;
}

mr_status mr_match_game_check(const mr_game *game, const mr_match_game *played, size_t at,
                              const mr_state *state, mr_error *err) {
  if (mr_game_legal(game, state, played->actions[at].action)) {
    return MR_OK;
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "game %" PRIu64 ": action %zu is not legal",
                      played->index + 1, at + 1);
}

char *mr_match_text_copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = mr_alloc_zero(NULL, size, 1);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

void mr_match_game_done(mr_match_game *game) {
  if (game->actions != NULL) {
    mr_alloc_free(NULL, game->actions, room_of(game->count) * sizeof *game->actions);
  }
  if (game->start != NULL) {
    char *start = NULL;
    memcpy(&start, &game->start, sizeof start);
    mr_alloc_free(NULL, start, strlen(start) + 1);
  }
  *game = (mr_match_game){0};
}

mr_status mr_match_worker_init(mr_match_worker *desk, const mr_match_options *options,
                               mr_error *err) {
  const mr_game *game = options->game;
  *desk = (mr_match_worker){.options = options};
  desk->start = mr_state_new(game, NULL);
  desk->state = mr_state_new(game, NULL);
  desk->seen = mr_state_new(game, NULL);
  desk->chances = mr_alloc_zero(NULL, game->info.max_chances + 1, sizeof *desk->chances);
  mr_str_init(&desk->start_text, NULL);
  mr_str_init(&desk->moves, NULL);
  mr_str_init(&desk->opening.start, NULL);
  if (desk->start == NULL || desk->state == NULL || desk->seen == NULL || desk->chances == NULL) {
    mr_match_worker_done(desk);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  return MR_OK;
}

void mr_match_worker_done(mr_match_worker *desk) {
  if (desk->options == NULL) {
    return;
  }
  const mr_game *game = desk->options->game;
  mr_state_free(game, NULL, desk->start);
  mr_state_free(game, NULL, desk->state);
  mr_state_free(game, NULL, desk->seen);
  mr_alloc_free(NULL, desk->chances, (game->info.max_chances + 1) * sizeof *desk->chances);
  mr_alloc_free(NULL, desk->opening.actions,
                desk->opening.capacity * sizeof *desk->opening.actions);
  mr_str_done(&desk->start_text);
  mr_str_done(&desk->moves);
  mr_str_done(&desk->opening.start);
  *desk = (mr_match_worker){0};
}

/* ---- the referee's notes --------------------------------------------------------------------- */

/** What one side has done so far. */
typedef struct side_notes {
  mr_seat *seat;
  int64_t left_ns;
  unsigned turns;      /* of this side that have ended, and in which it was asked */
  uint64_t actions;    /* that it was asked for */
  uint64_t seen_turn;  /* the game's turn in which it last told what it saw */
  unsigned quiet;      /* turns in a row that it saw an even game */
  unsigned sure_loser; /* ... that it saw itself lost */
  unsigned sure_winner;
} side_notes;

typedef struct referee {
  mr_match_worker *desk;
  const mr_match_options *options;
  const mr_game *game;
  mr_match_game *out;
  side_notes sides[2];
  mr_player last; /* who decided last; MR_NOBODY: nobody yet */
  bool over;
} referee;

static void give_points(referee *ref, unsigned side0) {
  for (uint8_t i = 0; i < ref->game->info.players; i++) {
    bool first = mr_match_side(ref->game, (mr_player){i}) == 0;
    ref->out->score[i] = (uint8_t)(first ? side0 : MR_SCORE_WIN - side0);
  }
}

static void say(referee *ref, const char *text) {
  mr_str reason;
  mr_str_fixed(&reason, ref->out->reason, sizeof ref->out->reason);
  mr_str_add(&reason, text);
  /* It may quote an engine, and is to be one line of print. */
  for (char *c = ref->out->reason; *c != '\0'; c++) {
    *c = *c >= ' ' && *c <= '~' ? *c : '?';
  }
}

/* The side of `player` has lost by its own fault, which `what` tells. */
static void forfeit(referee *ref, mr_player player, mr_match_end end, const char *what) {
  char text[MR_MATCH_REASON_MAX];
  mr_str reason;
  mr_str_fixed(&reason, text, sizeof text);
  mr_str_format(&reason, "%s %s", ref->game->info.player_names[player.id], what);
  say(ref, text);
  ref->out->end = end;
  ref->out->fault = player;
  give_points(ref, mr_match_side(ref->game, player) == 0 ? 0 : MR_SCORE_WIN);
  ref->over = true;
}

static void adjudicate(referee *ref, mr_match_end end, unsigned side0, const char *what) {
  ref->out->end = end;
  give_points(ref, side0);
  say(ref, what);
  ref->over = true;
}

static void end_by_rule(referee *ref) {
  const mr_rule *rule = &ref->game->info.rules[mr_game_ended_by(ref->game, ref->desk->state)];
  ref->out->end = MR_END_RULE;
  ref->out->rule = mr_game_ended_by(ref->game, ref->desk->state);
  mr_game_score(ref->game, ref->desk->state, ref->out->score);
  say(ref, rule->id);
  ref->over = true;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* The turn of whoever decided last has ended: the clock gets its increment. */
static void end_turn(referee *ref) {
  if (ref->last.id == MR_NOBODY_ID) {
    return;
  }
  side_notes *side = &ref->sides[mr_match_side(ref->game, ref->last)];
  /* Turns of the opening count for nobody: both clocks begin behind it. */
  if (side->seat != NULL && side->actions > 0) {
    const mr_match_control *control = &side->seat->engine->control;
    side->turns++;
    side->left_ns += control->increment_ms * MR_NS_PER_MS;
    if (control->turns > 0 && side->turns % control->turns == 0) {
      side->left_ns += control->base_ms * MR_NS_PER_MS;
    }
  }
}

static void begin_decision(referee *ref, mr_player player) {
  if (ref->last.id == player.id) {
    return;
  }
  end_turn(ref);
  if (ref->last.id == MR_NOBODY_ID) {
    ref->out->first = player;
  }
  ref->out->turns++;
  ref->last = player;
}

static mr_status make(referee *ref, mr_match_action note, mr_error *err) {
  mr_match_worker *desk = ref->desk;
  char text[MR_ACTION_TEXT_MAX];
  mr_str word;
  mr_str_fixed(&word, text, sizeof text);
  mr_game_format_action(ref->game, desk->state, note.action, &word);
  mr_str_format(&desk->moves, " %s", text);
  mr_game_make(ref->game, desk->state, note.action, NULL, NULL);
  mr_status status = mr_match_game_add(ref->out, note, err);
  if (status == MR_OK && desk->moves.status != MR_OK) {
    status = mr_error_set(err, desk->moves.status, "out of memory");
  }
  return status;
}

static mr_action roll(const referee *ref) {
  mr_random random;
  mr_random_init(&random,
                 mr_match_seed(ref->out->seed, MR_MATCH_SEED_DICE, (uint64_t)ref->out->count));
  return mr_game_roll(ref->game, ref->desk->state, ref->desk->chances, &random);
}

/* ---- the opening ----------------------------------------------------------------------------- */

static mr_status keep_start(referee *ref, mr_error *err) {
  mr_match_worker *desk = ref->desk;
  const char *text = mr_str_text(&desk->opening.start);
  mr_game_start(ref->game, desk->state);
  if (text[0] != '\0') {
    mr_status status = mr_game_parse_state(ref->game, text, strlen(text), desk->state, err);
    if (status != MR_OK) {
      return status;
    }
    ref->out->start = mr_match_text_copy(text);
    if (ref->out->start == NULL) {
      return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
  }
  mr_str_reset(&desk->start_text);
  mr_game_format_state(ref->game, desk->state, &desk->start_text);
  return MR_OK;
}

/* Actions of the opening, and the deal where it has none. */
static mr_status play_opening(referee *ref, mr_error *err) {
  const mr_match_opening *opening = &ref->desk->opening;
  mr_status status = keep_start(ref, err);
  for (size_t i = 0; i < opening->count && status == MR_OK; i++) {
    mr_node node = mr_game_node(ref->game, ref->desk->state);
    if (!mr_game_legal(ref->game, ref->desk->state, opening->actions[i])) {
      return mr_error_set(err, MR_ERR_ILLEGAL, "opening %" PRIu64 ": action %zu is not legal",
                          ref->out->opening, i + 1);
    }
    if (node.kind == MR_NODE_DECISION) {
      begin_decision(ref, node.player);
    }
    status = make(
        ref, (mr_match_action){.action = opening->actions[i], .player = node.player, .book = true},
        err);
  }
  return status;
}

static mr_status find_opening(referee *ref, mr_error *err) {
  mr_match_worker *desk = ref->desk;
  mr_str_reset(&desk->opening.start);
  desk->opening.count = 0;
  if (ref->options->opening == NULL) {
    return MR_OK;
  }
  return ref->options->opening(ref->options->opening_context, ref->out->opening, &desk->opening,
                               err);
}

/* ---- asking ---------------------------------------------------------------------------------- */

static int64_t whole_ms(int64_t ns) {
  return ns / MR_NS_PER_MS;
}

static mr_seat_question question_for(referee *ref, unsigned side) {
  mr_seat_question question = {.observation = ref->desk->seen,
                               .start = mr_str_text(&ref->desk->start_text),
                               .moves = mr_str_text(&ref->desk->moves),
                               .side = side};
  for (unsigned i = 0; i < 2; i++) {
    question.left_ms[i] = whole_ms(ref->sides[i].left_ns);
    question.increment_ms[i] = ref->sides[i].seat->engine->control.increment_ms;
  }
  const mr_match_control *control = &ref->sides[side].seat->engine->control;
  if (control->turns > 0) {
    question.to_go = control->turns - ref->sides[side].turns % control->turns;
  }
  question.actions =
      mr_time_turn_actions(ref->game, ref->sides[side].actions, ref->sides[side].turns);
  return question;
}

/* Takes the time that an action took from the clock. @return false where that was too much */
static bool pay_time(referee *ref, mr_player player, const mr_seat_answer *answer) {
  side_notes *side = &ref->sides[mr_match_side(ref->game, player)];
  const mr_match_control *control = &side->seat->engine->control;
  int64_t over = 0;
  if (control->move_ms > 0) {
    over = answer->ns - (int64_t)control->move_ms * MR_NS_PER_MS;
  } else if (mr_control_is_clock(control)) {
    side->left_ns -= answer->ns;
    over = -side->left_ns;
  }
  if (over <= 0) {
    return true;
  }
  int64_t over_ms = (over + MR_NS_PER_MS - 1) / MR_NS_PER_MS;
  if (over_ms > ref->out->over_ms[player.id]) {
    ref->out->over_ms[player.id] = over_ms;
  }
  if (over > control->margin_ms * MR_NS_PER_MS) {
    char text[64];
    mr_str what;
    mr_str_fixed(&what, text, sizeof text);
    mr_str_format(&what, "loses on time, %" PRId64 " ms over", over_ms);
    forfeit(ref, player, MR_END_TIME, text);
    return false;
  }
  if (side->left_ns < 0) {
    side->left_ns = 0;
  }
  return true;
}

/* Reads what was answered. @return MR_ACTION_NONE after a forfeit */
static mr_action read_action(referee *ref, mr_player player, const mr_seat_answer *answer) {
  char text[MR_MATCH_REASON_MAX];
  mr_str what;
  mr_error why;
  mr_action action = answer->action;
  const mr_state *state = ref->desk->state;
  mr_str_fixed(&what, text, sizeof text);
  if (action != MR_ACTION_NONE && mr_game_legal(ref->game, state, action)) {
    return action;
  }
  if (action == MR_ACTION_NONE &&
      mr_game_parse_action(ref->game, state, answer->text, strlen(answer->text), &action, &why) ==
          MR_OK) {
    return action;
  }
  mr_str_format(&what, "plays '%s': %s", answer->text,
                answer->action == MR_ACTION_NONE ? why.message : "it is not legal");
  forfeit(ref, player, MR_END_ILLEGAL, text);
  return MR_ACTION_NONE;
}

/* ---- adjudication ---------------------------------------------------------------------------- */

/* One more turn in a row, unless this one has been counted with another of its actions. */
static unsigned streak(unsigned before, bool holds, bool same_turn) {
  if (!holds) {
    return 0;
  }
  return same_turn && before > 0 ? before : before + 1;
}

static void note_score(referee *ref, unsigned side, const mr_seat_answer *answer) {
  const mr_match_options *options = ref->options;
  side_notes *notes = &ref->sides[side];
  int score = answer->score.centipawns;
  if (answer->score.end_in != 0) {
    score = answer->score.end_in > 0 ? INT32_MAX : INT32_MIN + 1;
  }
  bool known = answer->judged;
  bool quiet = known && score <= options->draw.score && score >= -options->draw.score;
  bool again = notes->seen_turn == ref->out->turns;
  notes->seen_turn = ref->out->turns;
  notes->quiet = streak(notes->quiet, quiet, again);
  notes->sure_loser = streak(notes->sure_loser, known && score <= -options->resign.score, again);
  notes->sure_winner = streak(notes->sure_winner, known && score >= options->resign.score, again);
}

static void look_at_draw(referee *ref) {
  const mr_match_draw_rule *rule = &ref->options->draw;
  const side_notes *sides = ref->sides;
  if (rule->count > 0 && ref->out->turns / 2 >= rule->number && sides[0].quiet >= rule->count &&
      sides[1].quiet >= rule->count) {
    adjudicate(ref, MR_END_DRAW, MR_SCORE_WIN / 2, "adjudicated: both see a draw");
  }
}

static void look_at_resign(referee *ref) {
  const mr_match_resign_rule *rule = &ref->options->resign;
  for (unsigned i = 0; i < 2 && rule->count > 0 && !ref->over; i++) {
    const side_notes *loser = &ref->sides[i];
    const side_notes *winner = &ref->sides[1 - i];
    if (loser->sure_loser >= rule->count &&
        (rule->one_sided || winner->sure_winner >= rule->count)) {
      adjudicate(ref, MR_END_RESIGN, i == 0 ? 0 : MR_SCORE_WIN,
                 rule->one_sided ? "adjudicated: the loser sees it" : "adjudicated: both see it");
    }
  }
}

/* The game has lasted too long. */
static void end_by_length(referee *ref) {
  const mr_game_info *info = &ref->game->info;
  uint8_t score[MR_MAX_PLAYERS] = {0};
  char text[MR_MATCH_REASON_MAX];
  mr_str what;
  if (!ref->options->by_standing) {
    adjudicate(ref, MR_END_LENGTH, MR_SCORE_WIN / 2, "adjudicated: too long");
    return;
  }
  mr_game_adjudicate(ref->game, ref->desk->state, score);
  mr_str_fixed(&what, text, sizeof text);
  mr_str_add(&what, "adjudicated: too long, ");
  if (2u * score[0] == MR_SCORE_WIN) {
    mr_str_add(&what, "nobody is ahead");
  } else {
    uint8_t ahead = 0;
    while (2u * score[ahead] < MR_SCORE_WIN) {
      ahead++;
    }
    mr_str_format(&what, "%s is ahead", info->player_names[ahead]);
  }
  adjudicate(ref, MR_END_LENGTH, score[0], text);
}

/* Between two turns: has enough been seen? */
static void look_at_rules(referee *ref) {
  look_at_draw(ref);
  if (!ref->over) {
    look_at_resign(ref);
  }
  if (!ref->over && ref->options->max_turns > 0 && ref->out->turns >= ref->options->max_turns) {
    end_by_length(ref);
  }
}

/* ---- the game -------------------------------------------------------------------------------- */

/* Asks the player whose decision it is. */
static mr_status decide(referee *ref, mr_player player, mr_error *err) {
  unsigned side = mr_match_side(ref->game, player);
  side_notes *notes = &ref->sides[side];
  mr_seat_answer answer;
  mr_game_observe(ref->game, ref->desk->state, player, ref->desk->seen);
  mr_seat_question question = question_for(ref, side);
  mr_status status = mr_seat_think(notes->seat, &question, &answer, err);
  if (status != MR_OK) {
    return status;
  }
  notes->actions++;
  if (answer.fault != MR_END_RULE) {
    forfeit(ref, player, answer.fault, answer.reason);
    return MR_OK;
  }
  if (!pay_time(ref, player, &answer)) {
    return MR_OK;
  }
  mr_action action = read_action(ref, player, &answer);
  if (action == MR_ACTION_NONE) {
    return MR_OK;
  }
  note_score(ref, side, &answer);
  mr_match_action note = {.action = action,
                          .player = player,
                          .judged = answer.judged,
                          .score = answer.score,
                          .depth = answer.depth,
                          .nodes = answer.nodes,
                          .milliseconds = (uint32_t)whole_ms(answer.ns)};
  status = make(ref, note, err);
  if (status == MR_OK) {
    question = question_for(ref, side);
    mr_seat_ponder(notes->seat, &question);
  }
  return status;
}

static mr_status step(referee *ref, mr_error *err) {
  mr_node node = mr_game_node(ref->game, ref->desk->state);
  if (node.kind == MR_NODE_TERMINAL) {
    end_by_rule(ref);
    return MR_OK;
  }
  if (node.kind == MR_NODE_CHANCE) {
    return make(ref, (mr_match_action){.action = roll(ref), .player = MR_NOBODY}, err);
  }
  if (node.player.id != ref->last.id && ref->last.id != MR_NOBODY_ID) {
    look_at_rules(ref);
  }
  if (ref->over) {
    return MR_OK;
  }
  begin_decision(ref, node.player);
  return decide(ref, node.player, err);
}

static mr_status play_on(referee *ref, mr_error *err) {
  mr_status status = MR_OK;
  while (status == MR_OK && !ref->over) {
    status = step(ref, err);
  }
  return status;
}

/* Whether the side's player cannot even begin, which is its fault where that is to be forgiven. */
static mr_status begin_side(referee *ref, unsigned side, mr_error *err) {
  mr_error why;
  uint64_t seed =
      mr_match_seed(ref->options->seed, MR_MATCH_SEED_ENGINE + 16 + side, ref->out->index);
  mr_status status = mr_seat_begin(ref->sides[side].seat, seed, &why);
  if (status == MR_ERR_IO && ref->options->recover) {
    mr_player player = {0};
    while (mr_match_side(ref->game, player) != side) {
      player.id++;
    }
    char text[MR_MATCH_REASON_MAX];
    mr_str what;
    mr_str_fixed(&what, text, sizeof text);
    mr_str_format(&what, "cannot play: %s", why.message);
    forfeit(ref, player, MR_END_CRASH, text);
    return MR_OK;
  }
  if (status != MR_OK && err != NULL) {
    *err = why;
  }
  return status;
}

/* A clock that begins empty has its first increment at once: else nobody could move at all. */
static int64_t first_time(const mr_match_control *control) {
  return (control->base_ms > 0 ? control->base_ms : control->increment_ms) * MR_NS_PER_MS;
}

static void introduce(referee *ref, const mr_fixture *fixture) {
  mr_match_game *out = ref->out;
  out->index = fixture->index;
  out->opening = fixture->opening;
  out->seed = mr_match_seed(ref->options->seed, MR_MATCH_SEED_DICE, fixture->opening);
  out->first = MR_NOBODY;
  out->fault = MR_NOBODY;
  for (uint8_t i = 0; i < ref->game->info.players; i++) {
    out->engines[i] = fixture->engines[mr_match_side(ref->game, (mr_player){i})];
    out->names[i] = ref->options->engines[out->engines[i]].name;
  }
}

mr_status mr_match_play(mr_match_worker *desk, const mr_fixture *fixture, mr_seat *const *sides,
                        mr_match_game *out, mr_error *err) {
  referee ref = {.desk = desk,
                 .options = desk->options,
                 .game = desk->options->game,
                 .out = out,
                 .last = MR_NOBODY};
  introduce(&ref, fixture);
  mr_str_reset(&desk->moves);
  mr_status status = find_opening(&ref, err);
  if (status == MR_OK) {
    status = play_opening(&ref, err);
  }
  for (unsigned i = 0; i < 2 && status == MR_OK && !ref.over; i++) {
    ref.sides[i] =
        (side_notes){.seat = sides[i], .left_ns = first_time(&sides[i]->engine->control)};
    status = begin_side(&ref, i, err);
  }
  if (status == MR_OK) {
    status = play_on(&ref, err);
  }
  for (unsigned i = 0; i < 2; i++) {
    mr_seat_end(sides[i]);
  }
  return status;
}
