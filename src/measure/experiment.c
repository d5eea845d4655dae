/* One game of an experiment: played by engines of ours, and what it shows. */
#include <marcher/measure.h>
#include <marcher/view.h>
#include <stdlib.h>
#include <string.h>

#include "measure/measure_priv.h"

/** Bytes of an engine's tables: a game at these budgets fills no more, and clearing them for each
 *  game has to be cheap. */
#define ENGINE_MEMORY ((size_t)1 << 20)
/** Random turns that tell the games of players apart who do not err: one of each of two. */
#define OPENING_TURNS 2
/** One decision in so many is looked at for its options: enough of each game, and the searches
 *  beside it cost less than the game. */
#define PROBE_EVERY 16
/** Tells what searches beside the game draw from what the game draws. */
#define PROBE_SALT UINT64_C(0x70726f6265)
/** One decision in twenty of theirs is random: what follows from one opening is many games then,
 *  and each still has a plan. */
#define SLIPS 50

struct mr_experimenter {
  mr_experiment experiment;
  mr_state *state;
  mr_state *observed;
  mr_action *actions;
  mr_chance *chances;
  mr_events events;
  mr_engine *engines[MR_MAX_PLAYERS];
  mr_search_result result;
  mr_played_piece start[MR_PLAYED_PIECES_MAX]; /**< what stands there before anything happens */
  size_t start_count;
  mr_course_log log;
  mr_probe probe;
  void (*step)(void *context, const mr_game_step *step); /**< NULL: nobody watches */
  void *step_context;
  double thought; /**< seconds of the last decision's thought */
  unsigned calm;  /**< turns in a row in which the material stayed as it is */
  mr_player turn; /**< whose turn is under way; MR_NOBODY between turns */
};

mr_status mr_experiment_init(const mr_game *game, const char *seats, uint64_t seed,
                             mr_experiment *out, mr_error *err) {
  mr_session_seat seat = {.sitter = MR_SESSION_ENGINE};
  mr_status status = mr_seat_parse(game, seats, &seat, err);
  if (status == MR_OK && seat.sitter != MR_SESSION_ENGINE) {
    status = mr_error_set(err, MR_ERR_ARGUMENT, "an experiment is played by engines, not by '%s'",
                          seats);
  }
  if (status == MR_OK && seat.milliseconds > 0) {
    status = mr_error_set(err, MR_ERR_ARGUMENT,
                          "an experiment counts nodes or a level, not time, so that it says the "
                          "same on every machine");
  }
  if (status != MR_OK) {
    return status;
  }
  bool errs = seat.nodes == 0 && seat.level > 0 && seat.level <= mr_engine_errs(game, seat.engine);
  bool hides = mr_game_can(game, MR_CAN_HIDE);
  bool dealt = hides || mr_game_deals_differ(game), told = hides || mr_game_chance_differs(game);
  *out = (mr_experiment){.game = game,
                         .seed = seed,
                         .opening = errs || dealt ? 0 : OPENING_TURNS,
                         .slips = errs || told ? 0 : SLIPS};
  for (uint8_t i = 0; i < game->info.players; i++) {
    out->seats[i] = seat;
  }
  return MR_OK;
}

/* ---- the books ------------------------------------------------------------------------------- */

/** The entry of a piece, new where it has not been seen. @return NULL where there is no room */
static mr_played_piece *entry_of(mr_played_piece *pieces, size_t *count, mr_piece piece,
                                 mr_player owner) {
  for (size_t i = 0; i < *count; i++) {
    if (pieces[i].piece.id == piece.id && mr_player_same(pieces[i].owner, owner)) {
      return &pieces[i];
    }
  }
  if (piece.id == MR_NO_PIECE.id || *count == MR_PLAYED_PIECES_MAX) {
    return NULL;
  }
  pieces[*count] = (mr_played_piece){.piece = piece, .owner = owner};
  return &pieces[(*count)++];
}

/** Adds one to a count of a piece's entry. What is nobody's is a wall, and no piece.
 *  @param member its offset in mr_played_piece */
static void count(mr_played *out, mr_piece piece, mr_player owner, size_t member) {
  mr_played_piece *entry =
      owner.id != MR_NOBODY_ID ? entry_of(out->pieces, &out->piece_count, piece, owner) : NULL;
  if (entry != NULL) {
    (*(uint32_t *)(void *)((char *)entry + member))++;
  }
}

/* A team has its pieces in common: who moves one need not be who has it when it is captured. */
static void note_event(mr_experimenter *worker, mr_played *out, const mr_event *event) {
  mr_player player = mr_game_team_lead(worker->experiment.game, event->player);
  mr_player other = mr_game_team_lead(worker->experiment.game, event->other);
  mr_course_event(&worker->log, event, &out->course);
  worker->calm = mr_material_changes(event) ? 0 : worker->calm;
  if (event->rule < MR_PLAYED_RULES_MAX) {
    out->rules[event->rule / 64] |= UINT64_C(1) << event->rule % 64;
  }
  switch ((mr_event_kind)event->kind) {
  case MR_EVENT_EXCHANGE:
    count(out, event->piece2, player, offsetof(mr_played_piece, moves));
    count(out, event->piece, player, offsetof(mr_played_piece, moves));
    break;
  case MR_EVENT_MOVE:
    count(out, event->piece, player, offsetof(mr_played_piece, moves));
    break;
  case MR_EVENT_CAPTURE:
    /* What goes with a captured piece, who took it, say, may be of the side that captures. */
    if (!mr_player_same(event->player, event->other)) {
      count(out, event->piece, player, offsetof(mr_played_piece, captures));
      count(out, event->piece2, other, offsetof(mr_played_piece, captured));
    }
    break;
  case MR_EVENT_PLACE:
  case MR_EVENT_ARRIVE:
    count(out, event->piece, player, offsetof(mr_played_piece, placed));
    break;
  case MR_EVENT_PROMOTE:
    count(out, event->piece2, player, offsetof(mr_played_piece, promotion));
    break;
  case MR_EVENT_DEAL:
  case MR_EVENT_START:
  case MR_EVENT_RETURN:
  case MR_EVENT_CONVERT:
  case MR_EVENT_DICE:
  case MR_EVENT_DUEL:
  case MR_EVENT_REVEAL:
  case MR_EVENT_PASS:
  case MR_EVENT_TURN:
  case MR_EVENT_RULE:
  case MR_EVENT_END:
  case MR_EVENT_THREAT:
  case MR_EVENT_KIND_COUNT:
    break;
  }
}

/** What stands on the board and is in hands before anything happens. */
static mr_status look_at_start(mr_experimenter *worker, mr_error *err) {
  const mr_game *game = worker->experiment.game;
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, worker->experiment.allocator, SIZE_MAX);
  mr_game_start(game, worker->state);
  mr_status status = mr_game_view(game, worker->state, MR_NOBODY, &arena, &view, err);
  for (size_t i = 0; status == MR_OK && i < (size_t)view.columns * view.rows; i++) {
    if (view.cells[i].piece != 0) {
      const mr_view_piece *piece = &view.pieces[view.cells[i].piece - 1];
      mr_played_piece *entry =
          piece->owner.id < game->info.players /* a wall is nobody's, and never moves */
              ? entry_of(worker->start, &worker->start_count, piece->piece, piece->owner)
              : NULL;
      if (entry != NULL) {
        entry->began = true;
      }
    }
  }
  for (size_t i = 0; status == MR_OK && i < view.hand_count; i++) {
    for (size_t j = 0; j < view.hands[i].count; j++) {
      const mr_view_piece *piece = &view.pieces[view.hands[i].items[j].piece - 1];
      entry_of(worker->start, &worker->start_count, piece->piece, view.hands[i].owner);
    }
  }
  mr_arena_done(&arena);
  return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

/** No more turns than that are played. */
static uint32_t turns_of(const mr_experiment *experiment) {
  return experiment->length != 0 ? experiment->length : MR_EXPERIMENT_TURNS;
}

mr_status mr_experimenter_new(const mr_experiment *experiment, mr_experimenter **out,
                              mr_error *err) {
  const mr_game_info *info = &experiment->game->info;
  const mr_allocator *allocator =
      experiment->allocator != NULL ? experiment->allocator : mr_allocator_default();
  mr_experimenter *worker = mr_alloc_zero(allocator, 1, sizeof *worker);
  if (worker == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for an experiment");
  }
  worker->experiment = *experiment;
  worker->experiment.allocator = allocator;
  worker->state = mr_state_new(experiment->game, allocator);
  worker->observed = mr_state_new(experiment->game, allocator);
  worker->actions = mr_alloc_zero(allocator, info->max_actions, sizeof *worker->actions);
  worker->chances = mr_alloc_zero(allocator, info->max_chances + 1, sizeof *worker->chances);
  worker->events.capacity = info->max_events;
  worker->events.items = mr_alloc_zero(allocator, info->max_events, sizeof *worker->events.items);
  mr_status status = MR_OK;
  if (worker->state == NULL || worker->observed == NULL || worker->actions == NULL ||
      worker->chances == NULL || worker->events.items == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory for an experiment");
  }
  if (status == MR_OK) {
    status = look_at_start(worker, err);
  }
  if (status == MR_OK) {
    status =
        mr_course_log_init(&worker->log, experiment->game, turns_of(experiment), allocator, err);
  }
  if (status == MR_OK) {
    status = mr_probe_init(&worker->probe, experiment->game, experiment->probe, allocator, err);
  }
  if (status != MR_OK) {
    mr_experimenter_free(worker);
    return status;
  }
  *out = worker;
  return MR_OK;
}

void mr_experimenter_free(mr_experimenter *worker) {
  if (worker == NULL) {
    return;
  }
  const mr_allocator *allocator = worker->experiment.allocator;
  const mr_game_info *info = &worker->experiment.game->info;
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    mr_engine_free(worker->engines[i]);
  }
  mr_course_log_done(&worker->log);
  mr_probe_done(&worker->probe);
  mr_state_free(worker->experiment.game, allocator, worker->state);
  mr_state_free(worker->experiment.game, allocator, worker->observed);
  mr_alloc_free(allocator, worker->actions, info->max_actions * sizeof *worker->actions);
  mr_alloc_free(allocator, worker->chances, (info->max_chances + 1) * sizeof *worker->chances);
  mr_alloc_free(allocator, worker->events.items, info->max_events * sizeof *worker->events.items);
  mr_alloc_free(allocator, worker, sizeof *worker);
}

/* ---- playing --------------------------------------------------------------------------------- */

/** The seed of a game: what games draw does not depend on how many there are. */
static uint64_t seed_of(const mr_experiment *experiment, uint64_t index) {
  return mr_mix64(experiment->seed ^ mr_mix64(index));
}

/** Engines as they are when they are made: what a game learns stays in it. */
static mr_status new_engines(mr_experimenter *worker, uint64_t seed, mr_error *err) {
  const mr_experiment *experiment = &worker->experiment;
  mr_status status = MR_OK;
  for (uint8_t i = 0; i < experiment->game->info.players && status == MR_OK; i++) {
    const mr_session_seat *seat = &experiment->seats[i];
    mr_random random = mr_stream_at(seed, MR_STREAM_ENGINE, i);
    uint64_t own = mr_random_next(&random);
    if (mr_engine_renew(worker->engines[i], own)) {
      continue;
    }
    mr_engine_free(worker->engines[i]);
    worker->engines[i] = NULL;
    mr_engine_options options = {.kind = seat->engine[0] == '\0' ? NULL : seat->engine,
                                 .level = seat->level,
                                 .seed = own,
                                 .memory = ENGINE_MEMORY,
                                 .allocator = experiment->allocator};
    status = mr_engine_new(experiment->game, &options, &worker->engines[i], err);
  }
  return status;
}

/** Chooses an action at a decision. */
static mr_status choose(mr_experimenter *worker, mr_player player, uint64_t seed, mr_played *out,
                        mr_action *action, mr_error *err) {
  const mr_experiment *experiment = &worker->experiment;
  const mr_game *game = experiment->game;
  size_t count = mr_game_actions(game, worker->state, worker->actions);
  out->choices += (uint32_t)count;
  worker->thought = 0;
  mr_course_decide(&worker->log, player, count, &out->course);
  mr_random random = mr_stream_at(seed, MR_STREAM_RANDOM, out->actions);
  if (mr_random_below(&random, 1000) < experiment->slips || out->turns <= experiment->opening) {
    *action = worker->actions[mr_random_below(&random, count)];
    return MR_OK;
  }
  mr_limits limits = {.nodes = experiment->seats[player.id].nodes, .stop = experiment->stop};
  mr_game_observe(game, worker->state, player, worker->observed);
  mr_status status =
      mr_engine_think(worker->engines[player.id], worker->observed, &limits, &worker->result, err);
  if (status == MR_OK) {
    out->nodes += worker->result.nodes;
    worker->thought = worker->result.seconds;
    mr_course_expect(&worker->log, player, out->turns, worker->result.value);
    *action = worker->result.action;
  }
  return status;
}

static bool is_stopped(const mr_experiment *experiment) {
  return experiment->stop != NULL && atomic_load(experiment->stop);
}

static void finish(mr_experimenter *worker, mr_played *out) {
  const mr_game *game = worker->experiment.game;
  out->unfinished = mr_game_node(game, worker->state).kind != MR_NODE_TERMINAL;
  out->hash = mr_game_hash(game, worker->state);
  if (out->unfinished) {
    mr_score_won_by(game, MR_NOBODY_ID, out->score);
  } else {
    mr_game_score(game, worker->state, out->score);
    out->rule = mr_game_ended_by(game, worker->state);
  }
  mr_course_finish(&worker->log, out->score, out->turns, &out->course);
}

/** Whether the options of a decision are looked at, by the lot of its game. */
static bool is_sampled(const mr_experimenter *worker, uint64_t seed, uint32_t decision) {
  return worker->probe.nodes > 0 && mr_mix64(seed ^ PROBE_SALT ^ decision) % PROBE_EVERY == 0 &&
         mr_game_actions(worker->experiment.game, worker->state, worker->actions) > 1;
}

/** A turn begins: the material is noted once of each that has stayed for a while. */
static mr_status note_material(mr_experimenter *worker, mr_played *out, mr_error *err) {
  const mr_experiment *experiment = &worker->experiment;
  bool due = experiment->kinds != NULL && worker->calm++ == MR_MATERIAL_CALM;
  return due ? mr_material_note(experiment->kinds, worker->state, &out->material, err) : MR_OK;
}

/** What is looked at before a decision of a player. */
static mr_status look_ahead(mr_experimenter *worker, mr_player player, uint64_t seed,
                            mr_played *out, mr_error *err) {
  if (out->turns == MR_COURSE_EARLY + 1 && out->course.early == 0) {
    out->course.early = mr_game_hash(worker->experiment.game, worker->state);
  }
  return is_sampled(worker, seed, out->actions)
             ? mr_probe_options(&worker->probe, worker->state, player, &worker->log, err)
             : MR_OK;
}

/** A decision has been made. */
static void note_decision(const mr_experimenter *worker, mr_action action, mr_played *out) {
  const mr_game *game = worker->experiment.game;
  if (out->actions == 0 && !mr_game_can(game, MR_CAN_DEAL) && !mr_game_can(game, MR_CAN_HIDE)) {
    out->course.opening = action;
  }
  out->actions++;
}

/** A decision of a player. */
static mr_status decide(mr_experimenter *worker, mr_player player, uint64_t seed, mr_played *out,
                        mr_action *action, mr_error *err) {
  mr_status status = look_ahead(worker, player, seed, out, err);
  if (status == MR_OK) {
    status = choose(worker, player, seed, out, action, err);
  }
  if (status == MR_OK) {
    note_decision(worker, *action, out);
  }
  return status;
}

/** What was drawn is weighed where play has begun. */
static mr_status weigh(mr_experimenter *worker, mr_action drawn, const mr_played *out,
                       mr_error *err) {
  return worker->probe.nodes > 0 && out->actions > 0
             ? mr_probe_luck(&worker->probe, worker->state, drawn, &worker->log, err)
             : MR_OK;
}

/** An event of chance. */
static mr_status roll(mr_experimenter *worker, uint64_t seed, uint64_t made, const mr_played *out,
                      mr_action *action, mr_error *err) {
  mr_random random = mr_stream_at(seed, MR_STREAM_PLAY, made);
  *action = mr_game_roll(worker->experiment.game, worker->state, worker->chances, &random);
  return weigh(worker, *action, out, err);
}

void mr_experimenter_set_stop(mr_experimenter *worker, const atomic_bool *stop) {
  worker->experiment.stop = stop;
}

void mr_experimenter_watch(mr_experimenter *worker,
                           void (*step)(void *context, const mr_game_step *step), void *context) {
  worker->step = step;
  worker->step_context = context;
}

/** Tells who watches what is about to be done. */
static void show_step(mr_experimenter *worker, mr_action action, mr_player player,
                      const mr_played *out, uint64_t made) {
  const mr_course_log *log = &worker->log;
  const mr_course_value *last = log->count > 0 ? &log->values[log->count - 1] : NULL;
  if (worker->step == NULL) {
    return;
  }
  bool said = last != NULL && last->turn == out->turns && player.id != MR_NOBODY_ID;
  mr_game_step step = {.state = worker->state,
                       .action = action,
                       .turn = out->turns,
                       .player = player,
                       .value = said ? last->value : -1,
                       .seconds = player.id != MR_NOBODY_ID ? worker->thought : 0,
                       .events = made > 0 ? &worker->events : NULL};
  worker->step(worker->step_context, &step);
}

/** Whether a game has to be broken off. @param begins a turn would begin now */
static bool is_too_long(const mr_experiment *experiment, const mr_played *played, bool begins) {
  return experiment->length != 0 ? played->actions == experiment->length
                                 : begins && played->turns == MR_EXPERIMENT_TURNS;
}

/** The books of a game are opened: nothing has happened. */
static void open_books(mr_experimenter *worker, uint64_t index, mr_played *out) {
  *out = (mr_played){.index = index, .piece_count = worker->start_count};
  memcpy(out->pieces, worker->start, worker->start_count * sizeof *worker->start);
  mr_course_begin(&worker->log, &out->course);
  worker->turn = MR_NOBODY;
  worker->calm = 0;
}

/** Whether a decision begins a turn. */
static bool begins_turn(const mr_experimenter *worker, mr_node node) {
  bool multi = mr_game_can(worker->experiment.game, MR_CAN_MULTI);
  return node.kind == MR_NODE_DECISION && (!multi || !mr_player_same(worker->turn, node.player));
}

/** Plays what was chosen or drawn, and notes what comes of it. */
static void make(mr_experimenter *worker, mr_action action, mr_played *out) {
  mr_game_make(worker->experiment.game, worker->state, action, NULL, &worker->events);
  for (size_t i = 0; i < worker->events.count; i++) {
    note_event(worker, out, &worker->events.items[i]);
    worker->turn = worker->events.items[i].kind == MR_EVENT_TURN ? MR_NOBODY : worker->turn;
  }
}

mr_status mr_experimenter_play(mr_experimenter *worker, uint64_t index, mr_played *out,
                               mr_error *err) {
  const mr_experiment *experiment = &worker->experiment;
  const mr_game *game = experiment->game;
  uint64_t seed = seed_of(experiment, index);
  open_books(worker, index, out);
  mr_start_of(game, worker->state, seed);
  mr_status status = experiment->begin != NULL
                         ? experiment->begin(experiment->begin_context, index, worker->state, err)
                         : MR_OK;
  if (status == MR_OK) {
    status = new_engines(worker, seed, err);
  }
  if (status == MR_OK) {
    status = mr_probe_begin(&worker->probe, mr_mix64(seed ^ PROBE_SALT), err);
  }
  for (uint64_t made = 0; status == MR_OK; made++) {
    mr_node node = mr_game_node(game, worker->state);
    mr_action action = MR_ACTION_NONE;
    bool begins = begins_turn(worker, node);
    if (node.kind == MR_NODE_TERMINAL || is_too_long(experiment, out, begins) ||
        is_stopped(experiment)) {
      show_step(worker, MR_ACTION_NONE, MR_NOBODY, out, made);
      break;
    }
    if (node.kind == MR_NODE_CHANCE) {
      status = roll(worker, seed, made, out, &action, err);
    } else {
      out->turns += begins;
      worker->turn = node.player;
      status = begins ? note_material(worker, out, err) : MR_OK;
      status = status != MR_OK ? status : decide(worker, node.player, seed, out, &action, err);
    }
    if (status == MR_OK) {
      bool chance = node.kind == MR_NODE_CHANCE;
      show_step(worker, action, chance ? MR_NOBODY : node.player, out, made);
      make(worker, action, out);
    }
  }
  if (status == MR_OK && is_stopped(experiment)) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped in game %llu", (unsigned long long)index);
  }
  if (status == MR_OK) {
    finish(worker, out);
  }
  return status;
}

/* ---- games of others ------------------------------------------------------------------------- */

/** The turn of a review that begins with action `at`, and has been looked at; else NULL.
 *  @param next of its turns, in their order */
static const mr_review_turn *turn_at(const mr_review *review, size_t at, size_t *next) {
  while (review != NULL && *next < mr_review_count(review) &&
         mr_review_turn_at(review, *next)->at < at) {
    (*next)++;
  }
  bool found = review != NULL && *next < mr_review_count(review);
  const mr_review_turn *turn = found ? mr_review_turn_at(review, *next) : NULL;
  return turn != NULL && turn->at == at && turn->seen ? turn : NULL;
}

/** A decision as it was made. @param turn what is known of the turn that it begins, or NULL */
static mr_status follow_decision(mr_experimenter *worker, mr_node node, mr_action action,
                                 const mr_review_turn *turn, mr_played *out, mr_error *err) {
  mr_status status = look_ahead(worker, node.player, out->index, out, err);
  size_t count = mr_game_actions(worker->experiment.game, worker->state, worker->actions);
  out->choices += (uint32_t)count;
  mr_course_decide(&worker->log, node.player, count, &out->course);
  if (turn != NULL) {
    mr_course_expect(&worker->log, turn->player, out->turns, turn->before);
  }
  note_decision(worker, action, out);
  return status;
}

/** Who won, by its rules or otherwise: who resigns has lost as one who was mated. */
static void finish_followed(mr_experimenter *worker, const mr_session *session, mr_played *out) {
  const mr_game *game = worker->experiment.game;
  out->hash = mr_game_hash(game, worker->state);
  out->unfinished = !mr_session_score(session, out->score);
  if (out->unfinished) {
    mr_score_won_by(game, MR_NOBODY_ID, out->score);
  } else if (mr_session_ended(session) == MR_SESSION_BY_RULE) {
    out->rule = mr_game_ended_by(game, worker->state);
  }
  mr_course_finish(&worker->log, out->score, out->turns, &out->course);
}

mr_status mr_experimenter_follow(mr_experimenter *worker, const mr_session *session,
                                 const mr_review *review, uint64_t index, mr_played *out,
                                 mr_error *err) {
  const mr_game *game = worker->experiment.game;
  size_t next = 0;
  open_books(worker, index, out);
  mr_state_copy(game, worker->state, mr_session_start(session));
  mr_status status = mr_probe_begin(&worker->probe, mr_mix64(index ^ PROBE_SALT), err);
  for (size_t i = 0; i < mr_session_count(session) && status == MR_OK; i++) {
    mr_action action = mr_session_move_at(session, i)->action;
    mr_node node = mr_game_node(game, worker->state);
    if (is_stopped(&worker->experiment)) {
      status =
          mr_error_set(err, MR_ERR_CANCELLED, "stopped in game %llu", (unsigned long long)index);
    } else if (node.kind == MR_NODE_CHANCE) {
      status = weigh(worker, action, out, err);
    } else {
      out->turns += begins_turn(worker, node);
      worker->turn = node.player;
      status = follow_decision(worker, node, action, turn_at(review, i, &next), out, err);
    }
    make(worker, action, out);
  }
  if (status == MR_OK) {
    finish_followed(worker, session, out);
  }
  return status;
}
