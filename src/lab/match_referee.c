#include <inttypes.h>
#include <string.h>

#include "lab/match_priv.h"

mr_status mr_referee_init(mr_referee *ref, const mr_match_options *options, mr_error *err) {
  const mr_session_options plays = {.detail = MR_SESSION_STATE, .deal_in_moves = true};
  *ref = (mr_referee){.options = options, .game = options->game};
  mr_str_init(&ref->start_text, NULL);
  mr_str_init(&ref->moves, NULL);
  mr_str_init(&ref->opening.start, NULL);
  return mr_session_new(options->game, &plays, &ref->session, err);
}

void mr_referee_done(mr_referee *ref) {
  mr_session_free(ref->session);
  mr_alloc_free(NULL, ref->opening.actions, ref->opening.capacity * sizeof *ref->opening.actions);
  mr_str_done(&ref->start_text);
  mr_str_done(&ref->moves);
  mr_str_done(&ref->opening.start);
  *ref = (mr_referee){0};
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void give_points(mr_referee *ref, unsigned side0) {
  for (uint8_t i = 0; i < ref->game->info.players; i++) {
    bool first = mr_match_side(ref->game, (mr_player){i}) == 0;
    ref->out->score[i] = (uint8_t)(first ? side0 : MR_SCORE_WIN - side0);
  }
}

static void set_reason(mr_referee *ref, const char *text) {
  mr_str reason;
  mr_str_fixed(&reason, ref->out->reason, sizeof ref->out->reason);
  mr_str_add(&reason, text);
  /* It may quote an engine, and is to be one line of print. */
  for (char *c = ref->out->reason; *c != '\0'; c++) {
    *c = *c >= ' ' && *c <= '~' ? *c : '?';
  }
}

/* The side of `player` has lost by its own fault, which `what` tells. */
static void forfeit(mr_referee *ref, mr_player player, mr_match_end end, const char *what) {
  char text[MR_MATCH_REASON_MAX];
  mr_str reason;
  mr_str_fixed(&reason, text, sizeof text);
  mr_str_format(&reason, "%s %s", ref->game->info.player_names[player.id], what);
  set_reason(ref, text);
  ref->out->end = end;
  ref->out->fault = player;
  give_points(ref, mr_match_side(ref->game, player) == 0 ? 0 : MR_SCORE_WIN);
  ref->over = true;
}

static void adjudicate(mr_referee *ref, mr_match_end end, unsigned side0, const char *what) {
  ref->out->end = end;
  give_points(ref, side0);
  set_reason(ref, what);
  ref->over = true;
}

static void end_by_rule(mr_referee *ref) {
  ref->out->end = MR_END_RULE;
  ref->out->rule = mr_game_ended_by(ref->game, mr_session_state(ref->session));
  mr_session_score(ref->session, ref->out->score);
  set_reason(ref, mr_session_rule(ref->session));
  ref->over = true;
}

/* ---- actions --------------------------------------------------------------------------------- */

static mr_status make_action(mr_referee *ref, mr_match_action note, mr_error *err) {
  const mr_state *state = mr_session_state(ref->session);
  char text[MR_ACTION_TEXT_MAX];
  mr_str word;
  mr_str_fixed(&word, text, sizeof text);
  mr_game_format_action(ref->game, state, note.action, &word);
  mr_str_format(&ref->moves, " %s", text);
  if (ref->out->first.id == MR_NOBODY_ID) {
    ref->out->first = note.player;
  }
  mr_status status = mr_session_make(ref->session, note.action, NULL, err);
  if (status == MR_OK) {
    status = mr_match_game_add(ref->out, note, err);
  }
  if (status == MR_OK && ref->moves.status != MR_OK) {
    status = mr_error_set(err, ref->moves.status, "out of memory");
  }
  ref->out->turns = mr_session_turns(ref->session);
  return status;
}

/* Dice depend on the opening and the number of the action, so that games of a pair share them. */
static mr_action roll_dice(const mr_referee *ref) {
  mr_random random;
  mr_random_init(&random,
                 mr_match_seed(ref->out->seed, MR_MATCH_SEED_DICE, (uint64_t)ref->out->count));
  return mr_session_dice_of(ref->session, &random);
}

/* ---- the opening ----------------------------------------------------------------------------- */

static mr_status begin_at_opening(mr_referee *ref, mr_error *err) {
  const char *text = mr_str_text(&ref->opening.start);
  if (text[0] == '\0') {
    mr_session_begin(ref->session, ref->out->seed);
  } else {
    mr_status status = mr_session_begin_text(ref->session, ref->out->seed, text, strlen(text), err);
    if (status != MR_OK) {
      return status;
    }
    ref->out->start = mr_match_text_copy(text);
    if (ref->out->start == NULL) {
      return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
  }
  mr_str_reset(&ref->start_text);
  mr_game_format_state(ref->game, mr_session_state(ref->session), &ref->start_text);
  return MR_OK;
}

/* Actions of the opening, and the deal where it has none. */
static mr_status play_opening(mr_referee *ref, mr_error *err) {
  const mr_match_opening *opening = &ref->opening;
  mr_status status = begin_at_opening(ref, err);
  for (size_t i = 0; i < opening->count && status == MR_OK; i++) {
    mr_node node = mr_session_node(ref->session);
    if (!mr_game_legal(ref->game, mr_session_state(ref->session), opening->actions[i])) {
      return mr_error_set(err, MR_ERR_ILLEGAL, "opening %" PRIu64 ": action %zu is not legal",
                          ref->out->opening, i + 1);
    }
    status = make_action(
        ref, (mr_match_action){.action = opening->actions[i], .player = node.player, .book = true},
        err);
  }
  return status;
}

static mr_status find_opening(mr_referee *ref, mr_error *err) {
  mr_str_reset(&ref->opening.start);
  ref->opening.count = 0;
  if (ref->options->opening == NULL) {
    return MR_OK;
  }
  return ref->options->opening(ref->options->opening_context, ref->out->opening, &ref->opening,
                               err);
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* The seat whose clock is that of a side. */
static mr_player first_seat(const mr_referee *ref, unsigned side) {
  mr_player player = {0};
  while (mr_match_side(ref->game, player) != side) {
    player.id++;
  }
  return player;
}

static mr_seat_question question_for(mr_referee *ref, unsigned side) {
  mr_seat_question question = {
      .start = mr_str_text(&ref->start_text),
      .moves = mr_str_text(&ref->moves),
      .side = side,
      .to_go = mr_session_turns_to_go(ref->session, first_seat(ref, side)),
      .actions = mr_time_turn_actions(ref->game, ref->sides[side].actions, ref->sides[side].turns)};
  for (unsigned i = 0; i < 2; i++) {
    question.left_ms[i] = mr_session_time_left(ref->session, first_seat(ref, i)) / MR_NS_PER_MS;
    question.increment_ms[i] = ref->sides[i].seat->engine->control.increment_ms;
  }
  return question;
}

/* Takes the time that an action took from the clock. @return false where that was too much */
static bool pay_time(mr_referee *ref, mr_player player, const mr_seat_answer *answer) {
  int64_t over = mr_session_spend(ref->session, player, answer->ns);
  int64_t over_ms = (over + MR_NS_PER_MS - 1) / MR_NS_PER_MS;
  if (over_ms > ref->out->over_ms[player.id]) {
    ref->out->over_ms[player.id] = over_ms;
  }
  if (mr_session_ended(ref->session) != MR_SESSION_TIME) {
    return true;
  }
  char text[64];
  mr_str what;
  mr_str_fixed(&what, text, sizeof text);
  mr_str_format(&what, "loses on time, %" PRId64 " ms over", over_ms);
  forfeit(ref, player, MR_END_TIME, text);
  return false;
}

/* Reads what was answered. @return MR_ACTION_NONE after a forfeit */
static mr_action read_action(mr_referee *ref, mr_player player, const mr_seat_answer *answer) {
  char text[MR_MATCH_REASON_MAX];
  mr_str what;
  mr_error why;
  mr_action action = answer->action;
  const mr_state *state = mr_session_state(ref->session);
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

static void note_score(mr_referee *ref, unsigned side, const mr_seat_answer *answer) {
  const mr_match_options *options = ref->options;
  mr_referee_side *notes = &ref->sides[side];
  int score = answer->score.centipawns;
  if (answer->score.end_in != 0) {
    score = answer->score.end_in > 0 ? INT32_MAX : INT32_MIN + 1;
  }
  bool known = answer->scored;
  bool even = known && score <= options->draw.score && score >= -options->draw.score;
  uint64_t turn = mr_session_turns(ref->session) + mr_session_turn_is_over(ref->session);
  bool again = notes->scored_turn == turn;
  notes->scored_turn = turn;
  notes->even = streak(notes->even, even, again);
  notes->losing = streak(notes->losing, known && score <= -options->resign.score, again);
  notes->winning = streak(notes->winning, known && score >= options->resign.score, again);
}

static void adjudicate_draw(mr_referee *ref) {
  const mr_match_draw_rule *rule = &ref->options->draw;
  const mr_referee_side *sides = ref->sides;
  if (rule->count > 0 && ref->out->turns / 2 >= rule->number && sides[0].even >= rule->count &&
      sides[1].even >= rule->count) {
    adjudicate(ref, MR_END_DRAW, MR_SCORE_WIN / 2, "adjudicated: both see a draw");
  }
}

static void adjudicate_resign(mr_referee *ref) {
  const mr_match_resign_rule *rule = &ref->options->resign;
  for (unsigned i = 0; i < 2 && rule->count > 0 && !ref->over; i++) {
    const mr_referee_side *loser = &ref->sides[i];
    const mr_referee_side *winner = &ref->sides[1 - i];
    if (loser->losing >= rule->count && (rule->one_sided || winner->winning >= rule->count)) {
      adjudicate(ref, MR_END_RESIGN, i == 0 ? 0 : MR_SCORE_WIN,
                 rule->one_sided ? "adjudicated: the loser sees it" : "adjudicated: both see it");
    }
  }
}

/* The game has lasted too long. */
static void adjudicate_length(mr_referee *ref) {
  const mr_game_info *info = &ref->game->info;
  uint8_t score[MR_MAX_PLAYERS] = {0};
  char text[MR_MATCH_REASON_MAX];
  mr_str what;
  if (!ref->options->by_standing) {
    adjudicate(ref, MR_END_LENGTH, MR_SCORE_WIN / 2, "adjudicated: too long");
    return;
  }
  mr_game_adjudicate(ref->game, mr_session_state(ref->session), score);
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
static void adjudicate_between_turns(mr_referee *ref) {
  adjudicate_draw(ref);
  if (!ref->over) {
    adjudicate_resign(ref);
  }
  if (!ref->over && ref->options->max_turns > 0 && ref->out->turns >= ref->options->max_turns) {
    adjudicate_length(ref);
  }
}

/* ---- the game -------------------------------------------------------------------------------- */

/* Asks the player whose decision it is. */
static mr_status ask_for_action(mr_referee *ref, mr_player player, mr_error *err) {
  unsigned side = mr_match_side(ref->game, player);
  mr_referee_side *notes = &ref->sides[side];
  mr_seat_answer answer;
  mr_seat_question question = question_for(ref, side);
  question.observation = mr_session_observe(ref->session, player);
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
                          .scored = answer.scored,
                          .score = answer.score,
                          .depth = answer.depth,
                          .nodes = answer.nodes,
                          .milliseconds = (uint32_t)(answer.ns / MR_NS_PER_MS)};
  status = make_action(ref, note, err);
  if (status == MR_OK) {
    notes->turns += mr_session_turn_is_over(ref->session) ? 1 : 0;
    question = question_for(ref, side);
    mr_seat_ponder(notes->seat, &question);
  }
  return status;
}

static mr_status play_on(mr_referee *ref, mr_error *err) {
  mr_status status = MR_OK;
  while (status == MR_OK && !ref->over) {
    mr_node node = mr_session_node(ref->session);
    if (node.kind == MR_NODE_TERMINAL) {
      end_by_rule(ref);
    } else if (node.kind == MR_NODE_CHANCE) {
      mr_match_action dice = {.action = roll_dice(ref), .player = MR_NOBODY};
      status = make_action(ref, dice, err);
    } else {
      if (mr_session_turn_is_over(ref->session) && mr_session_turns(ref->session) > 0) {
        adjudicate_between_turns(ref);
      }
      status = ref->over ? MR_OK : ask_for_action(ref, node.player, err);
    }
  }
  return status;
}

/* Whether the side's player cannot even begin, which is its fault where that is to be forgiven. */
static mr_status begin_side(mr_referee *ref, unsigned side, mr_seat *seat, mr_error *err) {
  mr_error why;
  const mr_match_control *control = &seat->engine->control;
  const mr_session_control clock = {.base = control->base_ms * MR_NS_PER_MS,
                                    .increment = control->increment_ms * MR_NS_PER_MS,
                                    .action = control->move_ms * MR_NS_PER_MS,
                                    .margin = control->margin_ms * MR_NS_PER_MS,
                                    .turns = control->turns};
  uint64_t seed =
      mr_match_seed(ref->options->seed, MR_MATCH_SEED_ENGINE + 16 + side, ref->engine_index);
  ref->sides[side] = (mr_referee_side){.seat = seat};
  mr_session_set_clock(ref->session, first_seat(ref, side), &clock);
  mr_status status = mr_seat_begin(seat, seed, &why);
  if (status == MR_ERR_IO && ref->options->recover) {
    char text[MR_MATCH_REASON_MAX];
    mr_str what;
    mr_str_fixed(&what, text, sizeof text);
    mr_str_format(&what, "cannot play: %s", why.message);
    forfeit(ref, first_seat(ref, side), MR_END_CRASH, text);
    return MR_OK;
  }
  if (status != MR_OK && err != NULL) {
    *err = why;
  }
  return status;
}

static void introduce(mr_referee *ref, const mr_fixture *fixture) {
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

mr_status mr_referee_play(mr_referee *ref, const mr_fixture *fixture, mr_seat *const *sides,
                          mr_match_game *out, mr_error *err) {
  ref->out = out;
  ref->over = false;
  ref->engine_index = fixture->engine_index;
  introduce(ref, fixture);
  mr_str_reset(&ref->moves);
  mr_status status = find_opening(ref, err);
  if (status == MR_OK) {
    status = play_opening(ref, err);
  }
  for (unsigned i = 0; i < 2 && status == MR_OK && !ref->over; i++) {
    status = begin_side(ref, i, sides[i], err);
  }
  if (status == MR_OK) {
    status = play_on(ref, err);
  }
  for (unsigned i = 0; i < 2; i++) {
    mr_seat_end(sides[i]);
  }
  return status;
}
