#include <marcher/session.h>
#include <marcher/view.h>
#include <string.h>

#include "kernel/play_on.h"
#include "session/session_priv.h"

enum { RECENT_ACTIONS = 16 /**< whose events are kept at most */ };

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a game");
}

/** As whom somebody looks on: whoever is no player does so as a spectator. */
static mr_player viewer_of(const mr_session *s, mr_player viewer) {
  return mr_session_has_player(s, viewer) ? viewer : MR_NOBODY;
}

/* ---- life ------------------------------------------------------------------------------------ */

static bool make_room(mr_session *s) {
  const mr_game_info *info = &s->game->info;
  mr_state **states[] = {&s->start,       &s->state,       &s->seen, &s->open_view,
                         &s->observed[0], &s->observed[1], &s->walk};
  bool full = mr_session_is_full(s);
  bool made = true;
  for (size_t i = 0; i < (full ? 7 : 4); i++) {
    *states[i] = mr_arena_zero(&s->arena, 1, info->state_size);
    made = made && *states[i] != NULL;
  }
  s->actions = mr_arena_zero(&s->arena, info->max_actions, sizeof *s->actions);
  s->chances = mr_arena_zero(&s->arena, info->max_chances + 1, sizeof *s->chances);
  s->made.items = mr_arena_zero(&s->arena, info->max_events, sizeof *s->made.items);
  s->made.capacity = info->max_events;
  if (full) {
    size_t room = info->max_events * RECENT_ACTIONS;
    size_t told = room + MR_THREATS_MAX;
    s->recent.items = mr_arena_zero(&s->arena, room, sizeof *s->recent.items);
    s->recent.withheld = mr_arena_zero(&s->arena, room, sizeof *s->recent.withheld);
    s->recent.capacity = room;
    s->shown = mr_arena_zero(&s->arena, told, sizeof *s->shown);
    s->analysis.observation = s->observed[0];
    s->plan.observation = s->observed[1];
    made = made && s->recent.items != NULL && s->recent.withheld != NULL && s->shown != NULL;
  }
  return made && s->actions != NULL && s->chances != NULL && s->made.items != NULL;
}

void mr_session_free_engines(mr_session *session) {
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    mr_engine_free(session->engines[i]);
    session->engines[i] = NULL;
  }
}

mr_status mr_session_new(const mr_game *game, const mr_session_options *options, mr_session **out,
                         mr_error *err) {
  static const mr_session_options none = {0};
  if (game == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a session needs a game");
  }
  options = options != NULL ? options : &none;
  const mr_allocator *allocator =
      options->allocator != NULL ? options->allocator : mr_allocator_default();
  mr_session *s = mr_alloc_zero(allocator, 1, sizeof *s);
  if (s == NULL) {
    return no_memory(err);
  }
  s->game = game;
  s->allocator = allocator;
  s->options = *options;
  s->texts = mr_str_growing(allocator);
  mr_arena_init(&s->arena, allocator, SIZE_MAX);
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    s->seats[i].level = MR_LEVEL_DEFAULT;
  }
  if (!make_room(s)) {
    mr_session_free(s);
    return no_memory(err);
  }
  mr_session_begin(s, 1);
  *out = s;
  return MR_OK;
}

void mr_session_free(mr_session *session) {
  if (session == NULL) {
    return;
  }
  mr_session_free_engines(session);
  mr_alloc_free(session->allocator, session->moves, session->capacity * sizeof *session->moves);
  mr_str_done(&session->texts);
  mr_arena_done(&session->arena);
  mr_alloc_free(session->allocator, session, sizeof *session);
}

/* ---- beginning ------------------------------------------------------------------------------- */

mr_random mr_stream_at(uint64_t seed, mr_stream stream, uint64_t index) {
  mr_random random;
  mr_random_init(&random, mr_mix64(mr_mix64(seed + (uint64_t)stream) + index));
  return random;
}

void mr_start_of(const mr_game *game, mr_state *state, uint64_t seed) {
  mr_random random = mr_stream_at(seed, MR_STREAM_START, 0);
  mr_game_start(game, state);
  if (game->shuffle != NULL) {
    game->shuffle->draw(game, &random, state);
  }
}

void mr_deal(const mr_game *game, mr_state *state, uint64_t seed, mr_chance *scratch) {
  for (uint64_t i = 0; mr_game_node(game, state).kind == MR_NODE_CHANCE; i++) {
    mr_random random = mr_stream_at(seed, MR_STREAM_DEAL, i);
    mr_game_make(game, state, mr_game_roll(game, state, scratch, &random), NULL, NULL);
  }
}

/** What engines have found after the first `keep` actions is void, and so is what they learnt. */
static void forget_analyses(mr_session *s, size_t keep) {
  s->has_analysis = s->has_analysis && s->analysis.at <= keep;
  s->has_plan = s->has_plan && s->plan.at <= keep;
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    mr_engine_forget(s->engines[i]);
  }
}

/** Goes to the start that has been set. */
static void go_to_start(mr_session *s) {
  mr_state_copy(s->game, s->state, s->start);
  s->node = mr_game_node(s->game, s->state);
  s->start_open = mr_session_is_open(s, s->start, s->open_view);
  s->count = 0;
  s->texts.length = 0;
  s->turn_over = true;
  s->turn_player = MR_NOBODY;
  s->turns = s->turn_start = 0;
  s->made.count = s->recent.count = s->last = 0;
}

static void begin(mr_session *s, uint64_t seed) {
  s->seed = seed;
  s->dice = s->options.deal_in_moves ? MR_STREAM_DEAL : MR_STREAM_PLAY;
  mr_session_free_engines(s);
  forget_analyses(s, 0);
  mr_session_clear_end(s);
  for (uint8_t i = 0; i < s->game->info.players; i++) {
    mr_player leader = mr_session_leader(s, (mr_player){i});
    mr_session_set_clock(s, leader, &s->clocks[leader.id].control);
  }
  go_to_start(s);
  s->revision++;
}

static void begin_new(mr_session *s, uint64_t seed, bool shuffles) {
  bool deals = !s->options.deal_in_moves;
  s->own_start = !(deals && mr_game_can(s->game, MR_CAN_DEAL)) &&
                 !(shuffles && mr_game_can(s->game, MR_CAN_SHUFFLE));
  if (shuffles) {
    mr_start_of(s->game, s->start, seed);
  } else {
    mr_game_start(s->game, s->start);
  }
  if (deals) {
    mr_deal(s->game, s->start, seed, s->chances);
  }
  begin(s, seed);
}

void mr_session_begin(mr_session *session, uint64_t seed) {
  begin_new(session, seed, !session->options.deal_in_moves);
}

void mr_session_begin_shuffled(mr_session *session, uint64_t seed) {
  begin_new(session, seed, true);
}

void mr_session_begin_undealt(mr_session *session, uint64_t seed, const mr_state *state) {
  session->own_start = state == NULL;
  if (state == NULL) {
    mr_game_start(session->game, session->start);
  } else {
    mr_state_copy(session->game, session->start, state);
  }
  begin(session, seed);
}

mr_status mr_session_begin_at(mr_session *session, uint64_t seed, const mr_state *state,
                              mr_error *err) {
  if (!session->options.may_be_unknown && !mr_game_fully_known(session->game, state)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "a game cannot begin where something is unknown");
  }
  mr_session_begin_undealt(session, seed, state);
  return MR_OK;
}

mr_status mr_session_begin_text(mr_session *session, uint64_t seed, const char *text, size_t length,
                                mr_error *err) {
  mr_status status = mr_game_parse_state(session->game, text, length, session->seen, err);
  return status == MR_OK ? mr_session_begin_at(session, seed, session->seen, err) : status;
}

/* ---- looking --------------------------------------------------------------------------------- */

const mr_game *mr_session_game(const mr_session *session) {
  return session->game;
}

const mr_state *mr_session_state(const mr_session *session) {
  return session->state;
}

const mr_state *mr_session_start(const mr_session *session) {
  return session->start;
}

bool mr_session_own_start(const mr_session *session) {
  return session->own_start;
}

uint64_t mr_session_seed(const mr_session *session) {
  return session->seed;
}

mr_node mr_session_node(const mr_session *session) {
  return session->end == MR_SESSION_GOES_ON
             ? session->node
             : (mr_node){.kind = MR_NODE_TERMINAL, .player = MR_NOBODY};
}

size_t mr_session_count(const mr_session *session) {
  return session->count;
}

uint64_t mr_session_revision(const mr_session *session) {
  return session->revision;
}

const mr_session_move *mr_session_move_at(const mr_session *session, size_t index) {
  return &session->moves[index];
}

const char *mr_session_text(const mr_session *session, size_t index) {
  return session->texts.data + session->moves[index].text;
}

const char *mr_session_comment(const mr_session *session, size_t index) {
  return session->texts.data + session->moves[index].comment;
}

size_t mr_session_decisions(const mr_session *session, size_t count) {
  size_t decisions = 0;
  for (size_t i = 0; i < count; i++) {
    decisions += session->moves[i].player.id != MR_NOBODY_ID;
  }
  return decisions;
}

size_t mr_session_actions(mr_session *session, const mr_action **out) {
  *out = session->actions;
  return mr_session_node(session).kind == MR_NODE_DECISION
             ? mr_game_actions(session->game, session->state, session->actions)
             : 0;
}

/* ---- making an action ------------------------------------------------------------------------ */

static mr_status reserve_moves(mr_session *s, size_t count, mr_error *err) {
  if (count <= s->capacity) {
    return MR_OK;
  }
  if (count > MR_RECORD_ACTIONS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a game has no more than %zu actions",
                        MR_RECORD_ACTIONS_MAX);
  }
  mr_session_move *moves =
      mr_alloc_grow(s->allocator, s->moves, &s->capacity, count, sizeof *moves);
  if (moves == NULL) {
    return no_memory(err);
  }
  s->moves = moves;
  return MR_OK;
}

/** Whether the last thing said in this turn was the same: the plan of a turn is said once. */
static bool is_said(const mr_session *s, const char *comment) {
  for (size_t i = s->count; i > 0; i--) {
    const mr_session_move *move = &s->moves[i - 1];
    const char *said = mr_session_comment(s, i - 1);
    if (move->ends_turn || !mr_player_same(move->player, s->node.player)) {
      return false;
    }
    if (*said != '\0') {
      return strcmp(said, comment) == 0;
    }
  }
  return false;
}

/** Puts down what the record says of a move: its text and its comment. */
static mr_status add_texts(mr_session *s, mr_session_move *move, const char *comment,
                           mr_error *err) {
  size_t before = s->texts.length;
  bool said = comment == NULL || *comment == '\0' || is_said(s, comment);
  move->text = before;
  mr_game_format_action(s->game, s->state, move->action, &s->texts);
  mr_str_bytes(&s->texts, "", 1);
  move->comment = said ? s->texts.length - 1 : s->texts.length;
  if (!said) {
    mr_str_bytes(&s->texts, comment, strlen(comment) + 1);
  }
  if (s->texts.status != MR_OK) {
    s->texts.length = before;
    s->texts.status = MR_OK;
    return no_memory(err);
  }
  /* Comments stand between braces, so they hold none. */
  for (char *c = s->texts.data + move->comment; *c != '\0'; c++) {
    *c = (char)(*c == '{' ? '(' : *c == '}' ? ')' : *c);
  }
  return MR_OK;
}

static bool has_event(const mr_events *events, mr_event_kind kind) {
  for (size_t i = 0; i < events->count; i++) {
    if (events->items[i].kind == (uint8_t)kind) {
      return true;
    }
  }
  return false;
}

/** Adds the events of the last action. @return the viewers from whom one of them is withheld */
static uint16_t keep_events(mr_session *s, bool anew) {
  mr_session_events_kept *kept = &s->recent;
  const mr_events *made = &s->made;
  uint8_t players = s->game->info.players;
  bool hides = mr_game_can(s->game, MR_CAN_HIDE);
  unsigned all = 0, seats_left = 0;
  for (unsigned seat = players; seat < MR_MAX_PLAYERS; seat++) {
    seats_left |= 1u << seat;
  }
  if (anew || kept->count + made->count > kept->capacity) {
    kept->count = 0; /* a turn may go on and on */
  }
  s->last = kept->count;
  for (size_t i = 0; i < made->count; i++) {
    const mr_event *event = &made->items[i];
    unsigned mask = 0;
    for (uint8_t k = 0; hides && k <= players; k++) {
      mr_player viewer = k < players ? (mr_player){k} : MR_NOBODY;
      mask |= mr_game_sees(s->game, s->state, event, viewer) ? 0 : mr_viewer_bit(viewer);
    }
    mask |= (mask & mr_viewer_bit(MR_NOBODY)) != 0 ? seats_left : 0; /* who is none looks on */
    kept->items[kept->count] = *event;
    kept->withheld[kept->count++] = (uint16_t)mask;
    all |= mask;
  }
  return (uint16_t)all;
}

/** The one definition; see the head of session.h. Called after an action of a turn, or in one. */
static bool turn_has_ended(const mr_session *s, bool told) {
  bool multi = mr_game_can(s->game, MR_CAN_MULTI);
  return told || s->node.kind == MR_NODE_TERMINAL ||
         (s->node.kind == MR_NODE_DECISION &&
          (!multi || !mr_player_same(s->node.player, s->turn_player)));
}

/** Takes away an end that the history has brought about. @return false: there is none */
static bool go_on(mr_session *s) {
  bool on = mr_game_play_on(s->game, s->state);
  s->node = on ? mr_game_node(s->game, s->state) : s->node;
  return on && s->node.kind != MR_NODE_TERMINAL;
}

/**
 * Advances the state, the turn and what is recent by one action, whose texts are there already.
 * Games without ::MR_CAN_MULTI show by their nodes alone when a turn ends, so that who keeps
 * nothing need not ask for their events.
 */
static void advance(mr_session *s, mr_session_move *move) {
  bool full = mr_session_is_full(s);
  if (s->node.kind == MR_NODE_TERMINAL) {
    (void)go_on(s); /* as when the move was made */
  }
  bool decision = s->node.kind == MR_NODE_DECISION;
  bool anew = decision && (s->turn_over || move->places);
  mr_events *events = full || mr_game_can(s->game, MR_CAN_MULTI) ? &s->made : NULL;
  move->begins_turn = decision && s->turn_over;
  if (move->begins_turn) {
    s->turn_over = false;
    s->turn_player = s->node.player;
    s->turn_start = s->count;
    s->turns++;
  }
  mr_game_make(s->game, s->state, move->action, NULL, events);
  s->node = mr_game_node(s->game, s->state);
  s->count++;
  move->ends_turn =
      !s->turn_over && turn_has_ended(s, events != NULL && has_event(events, MR_EVENT_TURN));
  s->turn_over = s->turn_over || move->ends_turn;
  if (full) {
    move->reveals = has_event(events, MR_EVENT_REVEAL);
    move->withheld = keep_events(s, anew);
    move->open = mr_session_is_open(s, s->state, s->open_view);
  }
}

mr_status mr_session_make(mr_session *session, mr_action action, const char *comment,
                          mr_error *err) {
  mr_session *s = session;
  mr_session_move move = {.action = action, .player = s->node.player};
  bool keeps = s->options.detail != MR_SESSION_STATE;
  mr_status status = keeps ? reserve_moves(s, s->count + 1, err) : MR_OK;
  if (status == MR_OK && mr_session_is_full(s)) {
    status = add_texts(s, &move, comment, err);
  }
  if (status != MR_OK) {
    return status;
  }
  if (mr_session_is_full(s) && s->node.kind == MR_NODE_DECISION) {
    mr_form form;
    mr_game_form(s->game, s->state, action, &form);
    move.person = s->seats[s->node.player.id].sitter == MR_SESSION_PERSON;
    move.places = form.kind == MR_FORM_PLACE;
    move.piece = form.piece;
    move.to = form.to;
  }
  advance(s, &move);
  if (keeps) {
    s->moves[s->count - 1] = move;
  }
  s->revision++;
  if (s->draw_offers != 0 && move.player.id != MR_NOBODY_ID) {
    s->draw_offers &= (uint16_t)mr_viewer_bit(mr_session_leader(s, move.player));
  }
  if (move.ends_turn) {
    mr_session_clock_turn(s, s->turn_player);
  }
  return MR_OK;
}

mr_status mr_session_play(mr_session *session, mr_action action, const char *comment,
                          mr_error *err) {
  mr_node node = mr_session_node(session);
  if (node.kind == MR_NODE_TERMINAL) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  if (!mr_game_legal(session->game, session->state, action)) {
    /* It has the words. */
    return mr_game_play(session->game, session->state, action, NULL, err);
  }
  return mr_session_make(session, action, comment, err);
}

mr_status mr_session_play_text(mr_session *session, const char *text, size_t length,
                               const char *comment, mr_error *err) {
  mr_action action = MR_ACTION_NONE;
  if (session->end != MR_SESSION_GOES_ON) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  mr_status status =
      mr_game_parse_action(session->game, session->state, text, length, &action, err);
  return status == MR_OK ? mr_session_play(session, action, comment, err) : status;
}

mr_status mr_session_play_form(mr_session *session, const mr_form *form, mr_error *err) {
  const mr_action *actions = NULL;
  size_t count = mr_session_actions(session, &actions);
  size_t found = 0;
  mr_action action = MR_ACTION_NONE;
  for (size_t i = 0; i < count; i++) {
    mr_form own;
    mr_game_form(session->game, session->state, actions[i], &own);
    if (own.kind == form->kind && mr_cell_same(own.from, form->from) &&
        mr_cell_same(own.to, form->to) && own.piece.id == form->piece.id &&
        strcmp(own.choice, form->choice) == 0) {
      action = actions[i];
      found++;
    }
  }
  return found == 1 ? mr_session_make(session, action, NULL, err)
                    : mr_error_set(err, MR_ERR_ILLEGAL, "%s action looks like that",
                                   found == 0 ? "no" : "more than one");
}

bool mr_session_play_on(mr_session *session) {
  if (mr_session_is_full(session) || session->end != MR_SESSION_GOES_ON) {
    return false;
  }
  session->revision++;
  return go_on(session);
}

/* ---- dice ------------------------------------------------------------------------------------ */

mr_action mr_session_dice_of(mr_session *session, mr_random *random) {
  return mr_game_roll(session->game, session->state, session->chances, random);
}

mr_action mr_session_dice(mr_session *session) {
  mr_random random = mr_stream_at(session->seed, session->dice, session->count);
  return mr_session_dice_of(session, &random);
}

mr_status mr_session_roll(mr_session *session, mr_error *err) {
  if (mr_session_node(session).kind != MR_NODE_CHANCE) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "there is nothing to roll for");
  }
  return mr_session_make(session, mr_session_dice(session), NULL, err);
}

mr_action mr_session_any(mr_session *session, mr_random *random) {
  size_t count = mr_game_actions(session->game, session->state, session->actions);
  return session->actions[mr_random_below(random, count)];
}

/* ---- turns and taking back ------------------------------------------------------------------- */

bool mr_session_turn_is_over(const mr_session *session) {
  return session->turn_over;
}

mr_player mr_session_turn_player(const mr_session *session) {
  return session->turn_player;
}

size_t mr_session_turns(const mr_session *session) {
  return session->turns;
}

size_t mr_session_turn_start(const mr_session *session) {
  return session->turn_over ? session->count : session->turn_start;
}

size_t mr_session_turn_of(const mr_session *session, size_t index) {
  size_t first = index;
  while (first > 0 && !session->moves[first].begins_turn && !session->moves[first - 1].ends_turn) {
    first--;
  }
  return first;
}

void mr_session_rewind(mr_session *session, size_t keep) {
  mr_session *s = session;
  size_t count = keep < s->count ? keep : s->count;
  size_t texts = s->texts.length;
  if (count < s->count && mr_session_is_full(s)) {
    texts = s->moves[count].text;
  }
  go_to_start(s);
  for (size_t i = 0; i < count; i++) {
    advance(s, &s->moves[i]);
  }
  s->texts.length = texts;
  s->revision++;
  mr_session_clear_end(s);
  forget_analyses(s, count);
}

size_t mr_session_undo(mr_session *session, size_t count) {
  size_t taken = count < session->count ? count : session->count;
  mr_session_rewind(session, session->count - taken);
  return taken;
}

size_t mr_session_undo_turn(mr_session *session) {
  size_t count = session->count;
  size_t first = mr_session_turn_start(session);
  if (first == count && count > 0) {
    first = mr_session_turn_of(session, count - 1);
  }
  return mr_session_undo(session, count - first);
}

/** Whether an end from outside the rules has put secrets in the open: nothing is sealed now. */
static bool end_reveals(const mr_session *s) {
  bool open = s->count > 0 ? s->moves[s->count - 1].open : s->start_open;
  return s->end != MR_SESSION_GOES_ON && !open;
}

bool mr_session_would_hide(const mr_session *session, size_t keep) {
  bool hides = end_reveals(session);
  for (size_t i = keep; i < session->count; i++) {
    hides = hides || session->moves[i].reveals;
  }
  return hides;
}

/** Whether somebody who decides in `walk` sees what `player` does not, nor everybody. */
static bool knows_more(mr_session *s, mr_player decider, mr_player player) {
  size_t size = s->game->info.state_size;
  mr_game_observe(s->game, s->walk, decider, s->seen);
  mr_game_observe(s->game, s->seen, MR_NOBODY, s->open_view);
  if (memcmp(s->seen, s->open_view, size) == 0) {
    return false;
  }
  mr_game_observe(s->game, s->walk, player, s->open_view);
  return memcmp(s->seen, s->open_view, size) != 0;
}

mr_status mr_session_take_back(mr_session *session, mr_player player, size_t keep, mr_error *err) {
  mr_session *s = session;
  if (end_reveals(s)) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over, and its secrets are in the open");
  }
  if (mr_session_would_hide(s, keep)) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "what was hidden has been seen since");
  }
  bool hides = mr_game_can(s->game, MR_CAN_HIDE);
  player = viewer_of(s, player);
  mr_state_copy(s->game, s->walk, s->start);
  for (size_t i = 0; hides && i < s->count; i++) {
    const mr_session_move *move = &s->moves[i];
    if (i >= keep && move->person && !mr_player_same(move->player, player) &&
        (mr_session_withheld(move, player) || knows_more(s, move->player, player))) {
      return mr_error_set(err, MR_ERR_ILLEGAL, "%s has acted since, and keeps something secret",
                          s->game->info.player_names[move->player.id]);
    }
    mr_game_make(s->game, s->walk, move->action, NULL, NULL);
  }
  mr_session_rewind(s, keep);
  return MR_OK;
}

size_t mr_session_last_person(const mr_session *session) {
  for (size_t i = session->count; i > 0; i--) {
    if (session->moves[i - 1].person) {
      return i - 1;
    }
  }
  return session->count;
}

/* ---- viewers --------------------------------------------------------------------------------- */

const mr_state *mr_session_observe(mr_session *session, mr_player viewer) {
  if (viewer.id == MR_ALL_SEEING_ID) {
    mr_state_copy(session->game, session->seen, session->state);
  } else {
    mr_game_observe(session->game, session->state, viewer_of(session, viewer), session->seen);
  }
  return session->seen;
}

bool mr_session_is_open(const mr_session *session, const mr_state *state, mr_state *scratch) {
  if (!mr_game_can(session->game, MR_CAN_HIDE)) {
    return true;
  }
  mr_game_observe(session->game, state, MR_NOBODY, scratch);
  return memcmp(state, scratch, session->game->info.state_size) == 0;
}

bool mr_session_hides(mr_session *session) {
  return !mr_session_is_open(session, session->state, session->open_view);
}

bool mr_session_has_secret(mr_session *session, mr_player viewer) {
  if (!mr_game_can(session->game, MR_CAN_HIDE)) {
    return false;
  }
  const mr_state *own = mr_session_observe(session, viewer);
  mr_game_observe(session->game, own, MR_NOBODY, session->open_view);
  return memcmp(own, session->open_view, session->game->info.state_size) != 0;
}

mr_status mr_session_view(mr_session *session, mr_player viewer, mr_arena *arena, mr_view *out,
                          mr_error *err) {
  const mr_state *seen = mr_session_observe(session, viewer);
  return mr_game_view(session->game, seen, viewer_of(session, viewer), arena, out, err);
}

bool mr_session_withheld(const mr_session_move *move, mr_player viewer) {
  return (move->withheld & mr_viewer_bit(viewer)) != 0;
}

bool mr_session_untold(const mr_session *session, size_t index, mr_player viewer) {
  return mr_session_ended(session) == MR_SESSION_GOES_ON &&
         mr_session_withheld(&session->moves[index], viewer);
}

/** What `viewer` is told since `first`; behind a turn who is in danger now, once and not with each
 * of its actions. */
static mr_events list_events(mr_session *s, size_t first, mr_player viewer) {
  mr_events out = {.items = s->shown, .capacity = s->recent.capacity};
  for (size_t i = first; i < s->recent.count; i++) {
    if ((s->recent.withheld[i] & mr_viewer_bit(viewer)) == 0) {
      mr_events_add(&out, s->recent.items[i]);
    }
  }
  if (s->turn_over && s->recent.count > 0) {
    out.capacity = out.count + MR_THREATS_MAX;
    if (viewer.id != MR_ALL_SEEING_ID) {
      mr_game_observe(s->game, s->state, viewer_of(s, viewer), s->open_view);
    }
    mr_game_threats(s->game, viewer.id == MR_ALL_SEEING_ID ? s->state : s->open_view, &out);
  }
  return out;
}

mr_events mr_session_events(mr_session *session, mr_player viewer) {
  return list_events(session, session->last, viewer);
}

mr_events mr_session_recent(mr_session *session, mr_player viewer) {
  return list_events(session, 0, viewer);
}

void mr_session_forget_recent(mr_session *session) {
  session->recent.count = 0;
  session->last = 0;
}

/* ---- copies ---------------------------------------------------------------------------------- */

mr_status mr_session_copy(mr_session *to, const mr_session *from, mr_error *err) {
  if (to->game != from->game || to->options.detail != from->options.detail) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "the sessions are not alike");
  }
  bool keeps = from->options.detail != MR_SESSION_STATE;
  mr_status status = keeps ? reserve_moves(to, from->count, err) : MR_OK;
  if (status != MR_OK) {
    return status;
  }
  mr_str texts = mr_str_growing(to->allocator);
  mr_str_bytes(&texts, from->texts.data, from->texts.length);
  if (texts.status != MR_OK) {
    mr_str_done(&texts);
    return no_memory(err);
  }
  mr_str_done(&to->texts);
  to->texts = texts;
  mr_state_copy(to->game, to->start, from->start);
  mr_state_copy(to->game, to->state, from->state);
  if (keeps && from->count > 0) {
    memcpy(to->moves, from->moves, from->count * sizeof *to->moves);
  }
  to->count = from->count;
  to->seed = from->seed;
  to->dice = from->dice;
  to->node = from->node;
  to->own_start = from->own_start;
  to->start_open = from->start_open;
  to->turn_over = from->turn_over;
  to->turn_player = from->turn_player;
  to->turns = from->turns;
  to->turn_start = from->turn_start;
  to->end = from->end;
  to->loser = from->loser;
  memcpy(to->score, from->score, sizeof to->score);
  to->draw_offers = from->draw_offers;
  memcpy(to->clocks, from->clocks, sizeof to->clocks);
  to->made.count = to->recent.count = to->last = 0;
  to->revision++;
  forget_analyses(to, 0);
  return MR_OK;
}
