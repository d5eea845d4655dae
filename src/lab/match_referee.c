#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "lab/match_priv.h"

mr_status mr_referee_init(mr_referee *ref, const mr_match_options *options, mr_error *err) {
  const mr_session_options plays = {.detail = MR_SESSION_STATE, .deal_in_moves = true};
  *ref = (mr_referee){.options = options, .game = options->game};
  ref->start_text = mr_str_growing(NULL);
  ref->moves = mr_str_growing(NULL);
  ref->opening.start = mr_str_growing(NULL);
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

/* Ends the game with these points for the first side; the others are the other's. */
static void end_game(mr_referee *ref, mr_match_end end, unsigned side0, const char *reason) {
  mr_str text = mr_str_fixed(ref->out->reason, sizeof ref->out->reason);
  mr_str_add(&text, reason);
  /* It may quote an engine, and is to be one line of print. */
  for (char *c = ref->out->reason; *c != '\0'; c++) {
    *c = mr_text_is_print(*c) ? *c : '?';
  }
  for (uint8_t i = 0; i < ref->game->info.players; i++) {
    bool first = mr_match_side(ref->game, (mr_player){i}) == 0;
    ref->out->score[i] = (uint8_t)(first ? side0 : MR_SCORE_WIN - side0);
  }
  ref->out->end = end;
  ref->over = true;
}

/* The side of `player` has lost by its own fault, which the text tells. */
static MR_PRINTF(4, 5) void forfeit(mr_referee *ref, mr_player player, mr_match_end end,
                                    const char *format, ...) {
  char what[MR_MATCH_REASON_MAX];
  char reason[MR_MATCH_REASON_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  mr_str text = mr_str_fixed(reason, sizeof reason);
  mr_str_format(&text, "%s %s", ref->game->info.player_names[player.id], what);
  ref->out->fault = player;
  end_game(ref, end, mr_match_side(ref->game, player) == 0 ? 0 : MR_SCORE_WIN, reason);
}

/* ---- actions --------------------------------------------------------------------------------- */

static mr_status make_action(mr_referee *ref, mr_match_action note, mr_error *err) {
  const mr_state *state = mr_session_state(ref->session);
  char text[MR_ACTION_TEXT_MAX];
  mr_str word = mr_str_fixed(text, sizeof text);
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

/* ---- the opening ----------------------------------------------------------------------------- */

/* Actions of the opening, and the deal where it has none. */
static mr_status play_opening(mr_referee *ref, mr_error *err) {
  const mr_match_opening *opening = &ref->opening;
  const char *start = mr_str_text(&opening->start);
  mr_status status = MR_OK;
  if (start[0] == '\0') {
    mr_session_begin_shuffled(ref->session, ref->out->seed);
  } else {
    status = mr_session_begin_text(ref->session, ref->out->seed, start, strlen(start), err);
    if (status != MR_OK) {
      return status;
    }
  }
  mr_str_reset(&ref->start_text);
  mr_game_format_state(ref->game, mr_session_state(ref->session), &ref->start_text);
  if (!mr_session_own_start(ref->session)) {
    ref->out->start = mr_match_text_copy(start[0] != '\0' ? start : mr_str_text(&ref->start_text));
    if (ref->out->start == NULL) {
      return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
  }
  for (size_t i = 0; i < opening->count && status == MR_OK; i++) {
    mr_match_action note = {.action = opening->actions[i],
                            .player = mr_session_node(ref->session).player,
                            .book = true};
    if (!mr_game_legal(ref->game, mr_session_state(ref->session), note.action)) {
      return mr_error_set(err, MR_ERR_ILLEGAL, "opening %" PRIu64 ": action %zu is not legal",
                          ref->out->opening, i + 1);
    }
    status = make_action(ref, note, err);
  }
  return status;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static mr_match_question question_for(mr_referee *ref, unsigned side) {
  mr_match_question question = {
      .start = mr_str_text(&ref->start_text),
      .moves = mr_str_text(&ref->moves),
      .side = side,
      .to_go = mr_session_turns_to_go(ref->session, mr_match_first_seat(ref->game, side)),
      .actions = mr_time_turn_actions(ref->game, ref->sides[side].actions, ref->sides[side].turns)};
  for (unsigned i = 0; i < 2; i++) {
    question.left_ms[i] =
        mr_session_time_left(ref->session, mr_match_first_seat(ref->game, i)) / MR_NS_PER_MS;
    question.increment_ms[i] = ref->sides[i].player->engine->control.increment_ms;
  }
  return question;
}

/* Takes the time that an action took from the clock. @return false where that was too much */
static bool pay_time(mr_referee *ref, mr_player player, const mr_match_answer *answer) {
  int64_t over = mr_session_spend(ref->session, player, answer->ns);
  int64_t over_ms = (over + MR_NS_PER_MS - 1) / MR_NS_PER_MS;
  if (over_ms > ref->out->over_ms[player.id]) {
    ref->out->over_ms[player.id] = over_ms;
  }
  if (mr_session_ended(ref->session) != MR_SESSION_TIME) {
    return true;
  }
  forfeit(ref, player, MR_END_TIME, "loses on time, %" PRId64 " ms over", over_ms);
  return false;
}

/* Reads what was answered. @return MR_ACTION_NONE after a forfeit */
static mr_action read_action(mr_referee *ref, mr_player player, const mr_match_answer *answer) {
  mr_error why = {.message = "it is not legal"};
  mr_action action = answer->action;
  const mr_state *state = mr_session_state(ref->session);
  if (action != MR_ACTION_NONE
          ? mr_game_legal(ref->game, state, action)
          : mr_game_parse_action(ref->game, state, answer->text, strlen(answer->text), &action,
                                 &why) == MR_OK) {
    return action;
  }
  forfeit(ref, player, MR_END_ILLEGAL, "plays '%s': %s", answer->text, why.message);
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

static void note_score(mr_referee *ref, unsigned side, const mr_match_answer *answer) {
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

/* The game has lasted too long. */
static void adjudicate_length(mr_referee *ref) {
  uint8_t score[MR_MAX_PLAYERS] = {MR_SCORE_WIN / 2};
  char text[MR_MATCH_REASON_MAX];
  mr_str what = mr_str_fixed(text, sizeof text);
  mr_str_add(&what, "adjudicated: too long");
  if (ref->options->by_standing) {
    mr_game_adjudicate(ref->game, mr_session_state(ref->session), score);
    uint8_t ahead = 0;
    while (2u * score[ahead] < MR_SCORE_WIN) {
      ahead++;
    }
    mr_str_format(&what, ", %s is ahead",
                  2u * score[0] == MR_SCORE_WIN ? "nobody" : ref->game->info.player_names[ahead]);
  }
  end_game(ref, MR_END_LENGTH, score[0], text);
}

/* Between two turns: has enough been seen? */
static void adjudicate(mr_referee *ref) {
  const mr_match_draw_rule *draw = &ref->options->draw;
  const mr_match_resign_rule *resign = &ref->options->resign;
  const mr_referee_side *sides = ref->sides;
  if (draw->count > 0 && ref->out->turns / 2 >= draw->number && sides[0].even >= draw->count &&
      sides[1].even >= draw->count) {
    end_game(ref, MR_END_DRAW, MR_SCORE_WIN / 2, "adjudicated: both see a draw");
  }
  for (unsigned i = 0; i < 2 && resign->count > 0 && !ref->over; i++) {
    if (sides[i].losing >= resign->count &&
        (resign->one_sided || sides[1 - i].winning >= resign->count)) {
      end_game(ref, MR_END_RESIGN, i == 0 ? 0 : MR_SCORE_WIN,
               resign->one_sided ? "adjudicated: the loser sees it" : "adjudicated: both see it");
    }
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
  mr_match_answer answer;
  mr_match_question question = question_for(ref, side);
  question.observation = mr_session_observe(ref->session, player);
  mr_status status = mr_match_player_think(notes->player, &question, &answer, err);
  if (status != MR_OK) {
    return status;
  }
  notes->actions++;
  if (answer.fault != MR_END_RULE) {
    forfeit(ref, player, answer.fault, "%s", answer.reason);
    return MR_OK;
  }
  if (!pay_time(ref, player, &answer)) {
    return MR_OK;
  }
  mr_match_action note = {.action = read_action(ref, player, &answer),
                          .player = player,
                          .scored = answer.scored,
                          .score = answer.score,
                          .depth = answer.depth,
                          .nodes = answer.nodes,
                          .milliseconds = (uint32_t)(answer.ns / MR_NS_PER_MS)};
  if (note.action == MR_ACTION_NONE) {
    return MR_OK;
  }
  note_score(ref, side, &answer);
  status = make_action(ref, note, err);
  if (status == MR_OK) {
    notes->turns += mr_session_turn_is_over(ref->session) ? 1 : 0;
    question = question_for(ref, side);
    mr_match_player_ponder(notes->player, &question);
  }
  return status;
}

static mr_status play_on(mr_referee *ref, mr_error *err) {
  mr_match_game *out = ref->out;
  mr_status status = MR_OK;
  while (status == MR_OK && !ref->over) {
    mr_node node = mr_session_node(ref->session);
    if (node.kind == MR_NODE_TERMINAL) {
      end_game(ref, MR_END_RULE, 0, mr_session_rule(ref->session));
      out->rule = mr_game_ended_by(ref->game, mr_session_state(ref->session));
      mr_session_score(ref->session, out->score);
    } else if (node.kind == MR_NODE_CHANCE) {
      /* Dice depend on the opening and the number of the action, so that games of a pair share
         them. */
      mr_random random;
      mr_random_init(&random, mr_match_seed(out->seed, MR_MATCH_SEED_DICE, (uint64_t)out->count));
      mr_match_action dice = {.action = mr_session_dice_of(ref->session, &random),
                              .player = MR_NOBODY};
      status = make_action(ref, dice, err);
    } else {
      if (mr_session_turn_is_over(ref->session) && mr_session_turns(ref->session) > 0) {
        adjudicate(ref);
      }
      status = ref->over ? MR_OK : ask_for_action(ref, node.player, err);
    }
  }
  return status;
}

/* Whether the side's player cannot even begin, which is its fault where that is to be forgiven. */
static mr_status begin_side(mr_referee *ref, unsigned side, mr_match_player *player,
                            mr_error *err) {
  mr_error why;
  const mr_match_control *control = &player->engine->control;
  const mr_session_control clock = {.base = control->base_ms * MR_NS_PER_MS,
                                    .increment = control->increment_ms * MR_NS_PER_MS,
                                    .action = control->move_ms * MR_NS_PER_MS,
                                    .margin = control->margin_ms * MR_NS_PER_MS,
                                    .turns = control->turns};
  uint64_t seed =
      mr_match_seed(ref->options->seed, MR_MATCH_SEED_ENGINE + 16 + side, ref->engine_index);
  mr_player seat = mr_match_first_seat(ref->game, side);
  ref->sides[side] = (mr_referee_side){.player = player};
  mr_session_set_clock(ref->session, seat, &clock);
  mr_status status = mr_match_player_begin(player, seed, &why);
  if (status == MR_ERR_IO && ref->options->recover) {
    forfeit(ref, seat, MR_END_CRASH, "cannot play: %s", why.message);
    return MR_OK;
  }
  if (status != MR_OK && err != NULL) {
    *err = why;
  }
  return status;
}

mr_status mr_referee_play(mr_referee *ref, const mr_fixture *fixture, mr_match_player *const *sides,
                          mr_match_game *out, mr_error *err) {
  const mr_match_options *options = ref->options;
  ref->out = out;
  ref->over = false;
  ref->engine_index = fixture->engine_index;
  out->index = fixture->index;
  out->opening = fixture->opening;
  out->seed = mr_match_seed(options->seed, MR_MATCH_SEED_DICE, fixture->opening);
  out->first = out->fault = MR_NOBODY;
  for (uint8_t i = 0; i < ref->game->info.players; i++) {
    out->engines[i] = fixture->engines[mr_match_side(ref->game, (mr_player){i})];
    out->names[i] = options->engines[out->engines[i]].name;
  }
  mr_str_reset(&ref->moves);
  mr_str_reset(&ref->opening.start);
  ref->opening.count = 0;
  mr_status status = MR_OK;
  if (options->opening != NULL) {
    status = options->opening(options->opening_context, out->opening, &ref->opening, err);
  }
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
    mr_match_player_end(sides[i]);
  }
  out->fingerprint = mr_match_fingerprint(out);
  return status;
}
