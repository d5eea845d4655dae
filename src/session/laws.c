#include <marcher/session_laws.h>

#include <string.h>

#include "session/session_priv.h"

static const struct {
  const char *name;
  const char *text;
} law_words[MR_SESSION_LAW_COUNT] = {
    [MR_SESSION_LAW_TURN] = {"turn", "A turn is a run of one player's actions, and ends where the "
                                     "game says so or somebody else decides."},
    [MR_SESSION_LAW_UNDO] = {"undo", "What is taken back is as if it had never been, and the same "
                                     "dice are met again."},
    [MR_SESSION_LAW_LIGHT] = {"light", "A session that keeps less plays the same game."},
    [MR_SESSION_LAW_FORM] = {"form", "No two actions of a decision look alike."},
    [MR_SESSION_LAW_PICK] = {"pick", "Every action is reached by pressing what its form tells."},
    [MR_SESSION_LAW_VIEWER] = {"viewer", "Every viewer sees and is told what he may, and no more."},
    [MR_SESSION_LAW_SECRET] = {"secret", "Taking back takes away nothing that another did unseen, "
                                         "and shows it to nobody."},
    [MR_SESSION_LAW_RECORD] = {"record", "The record replays at any moment of a game."},
    [MR_SESSION_LAW_SEAL] = {"seal",
                             "A sealed record shows what everybody may know, and opens to the "
                             "game that it is."},
    [MR_SESSION_LAW_END] = {"end", "An end from outside shares one win, and can be taken back."},
};

const char *mr_session_law_name(mr_session_law law) {
  return (unsigned)law < MR_SESSION_LAW_COUNT ? law_words[law].name : "?";
}

const char *mr_session_law_text(mr_session_law law) {
  return (unsigned)law < MR_SESSION_LAW_COUNT ? law_words[law].text : "?";
}

/** Games under the laws. */
typedef struct checking {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_session_laws_report *report;
  mr_session *session; /**< keeps everything */
  mr_session *light;   /**< keeps the state alone, and follows */
  mr_session *other;   /**< for what is to be compared */
  mr_events events;
  mr_state *before; /**< the state that an action was made in */
  mr_player turn;   /**< whose turn it is; MR_NOBODY: none is under way */
  unsigned number;  /**< of the game */
} checking;

/** Counts a check. @param what is to hold, in words */
static void expect(checking *c, mr_session_law law, bool holds, const char *what) {
  mr_session_laws_report *report = c->report;
  report->checks[law]++;
  if (!holds && report->failures[law]++ == 0) {
    mr_str out = mr_str_fixed(report->first[law], sizeof report->first[law]);
    mr_str_format(&out, "game %u, action %zu: %s", c->number, c->session->count, what);
  }
}

static bool same_state(const checking *c, const mr_state *a, const mr_state *b) {
  return memcmp(a, b, c->game->info.state_size) == 0;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/**
 * Compares the session with what the last action's events and nodes say, found here once more from
 * the words of the definition.
 */
static void check_turn(checking *c, mr_node before) {
  const mr_session *s = c->session;
  mr_node node = mr_game_node(c->game, s->state);
  bool begins = before.kind == MR_NODE_DECISION && c->turn.id == MR_NOBODY_ID;
  bool told = false;
  if (begins) {
    c->turn = before.player;
  }
  expect(c, MR_SESSION_LAW_TURN,
         before.kind != MR_NODE_DECISION || mr_player_same(c->turn, before.player),
         "two players act in one turn");
  for (size_t i = 0; i < c->events.count; i++) {
    told = told || c->events.items[i].kind == MR_EVENT_TURN;
  }
  bool ends = c->turn.id != MR_NOBODY_ID &&
              (told || node.kind == MR_NODE_TERMINAL ||
               (node.kind == MR_NODE_DECISION &&
                (!mr_player_same(node.player, c->turn) || !mr_game_can(c->game, MR_CAN_MULTI))));
  const mr_session_move *move = mr_session_move_at(s, s->count - 1);
  expect(c, MR_SESSION_LAW_TURN, move->begins_turn == begins, "a turn begins elsewhere");
  expect(c, MR_SESSION_LAW_TURN, move->ends_turn == ends, "a turn ends elsewhere");
  if (ends) {
    c->turn = MR_NOBODY;
  }
  expect(c, MR_SESSION_LAW_TURN, mr_session_turn_is_over(s) == (c->turn.id == MR_NOBODY_ID),
         "it is not known whether a turn is over");
  size_t start = mr_session_turn_start(s);
  expect(c, MR_SESSION_LAW_TURN,
         start == s->count ? c->turn.id == MR_NOBODY_ID
                           : mr_session_move_at(s, start)->begins_turn &&
                                 mr_session_turn_of(s, s->count - 1) == start,
         "the beginning of the turn is not found");
}

/* ---- the same game again --------------------------------------------------------------------- */

static void check_undo(checking *c, mr_error *err) {
  mr_session *s = c->other;
  if (mr_session_copy(s, c->session, err) != MR_OK) {
    return;
  }
  size_t count = s->count;
  size_t turns = s->turns;
  bool chance = s->moves[count - 1].player.id == MR_NOBODY_ID;
  mr_action action = s->moves[count - 1].action;
  mr_session_undo(s, 1);
  expect(c, MR_SESSION_LAW_UNDO, same_state(c, s->state, c->before), "an undone action has left");
  if (chance) {
    expect(c, MR_SESSION_LAW_UNDO, mr_session_dice(s) == action, "other dice are met again");
  }
  mr_status status = mr_session_make(s, action, NULL, err);
  expect(c, MR_SESSION_LAW_UNDO,
         status == MR_OK && same_state(c, s->state, c->session->state) && s->turns == turns,
         "an action made again leads elsewhere");
  size_t taken = mr_session_undo_turn(s);
  expect(c, MR_SESSION_LAW_UNDO,
         taken > 0 && s->count + taken == count && mr_session_turn_is_over(s) && s->turns <= turns,
         "a turn is not taken back as a whole");
}

static void check_record(checking *c, mr_error *err) {
  mr_record record;
  mr_record again;
  mr_str first, second;
  mr_record_init(&record, c->allocator);
  mr_record_init(&again, c->allocator);
  first = mr_str_growing(c->allocator);
  second = mr_str_growing(c->allocator);
  bool good = mr_session_record(c->session, &record, err) == MR_OK &&
              mr_session_load(c->other, &record, 1, err) == MR_OK &&
              mr_session_record(c->other, &again, err) == MR_OK;
  if (good) {
    mr_record_format(&record, &first);
    mr_record_format(&again, &second);
    good = strcmp(mr_str_text(&first), mr_str_text(&second)) == 0 &&
           same_state(c, c->other->state, c->session->state);
  }
  expect(c, MR_SESSION_LAW_RECORD, good, "the record does not lead here");
  mr_str_done(&second);
  mr_str_done(&first);
  mr_record_done(&again);
  mr_record_done(&record);
}

/* ---- sealed records -------------------------------------------------------------------------- */

/** Whether a record shows of the last actions only what spectators were told, and no seed. */
static bool shows_no_secret(checking *c, const mr_record *record, mr_str *seen) {
  const mr_session *s = c->session;
  mr_game_observe(c->game, s->state, MR_NOBODY, c->before);
  mr_game_format_state(c->game, c->before, seen);
  bool good = !record->has_seed && strcmp(record->final_state, mr_str_text(seen)) == 0 &&
              record->has_hash == same_state(c, c->before, s->state) &&
              record->move_count == s->count;
  for (size_t i = s->count; good && i > 0 && !s->moves[i - 1].open; i--) {
    bool unseen = mr_session_withheld(&s->moves[i - 1], MR_NOBODY);
    const mr_record_move *move = &record->moves[i - 1];
    good = move->comment == NULL && unseen == (strcmp(move->text, MR_RECORD_HIDDEN) == 0);
  }
  return good;
}

/** Opens a sealed record as it comes from a file, and holds it against the game. */
static bool opens(checking *c, const mr_str *text, const mr_seal_key *key, mr_error *err) {
  mr_record record;
  mr_session_proof proof;
  mr_record_init(&record, c->allocator);
  bool good = mr_record_parse(&record, "", mr_str_text(text), text->length, err) == MR_OK &&
              mr_session_prove(c->session, &record, &record, &proof, err) == MR_OK &&
              (record.key_name == NULL || mr_record_open(&record, key, err) == MR_OK) &&
              mr_session_load(c->other, &record, 1, err) == MR_OK;
  good = good && same_state(c, c->other->state, c->session->state) &&
         c->other->seed == c->session->seed;
  mr_record_done(&record);
  return good;
}

static void check_seal(checking *c, mr_error *err) {
  const mr_seal_key key = {{1, 2, 3}};
  mr_session *s = c->session;
  mr_record record;
  mr_str text, seen;
  mr_record_init(&record, c->allocator);
  text = mr_str_growing(c->allocator);
  seen = mr_str_growing(c->allocator);
  bool hides = mr_game_can(c->game, MR_CAN_HIDE);
  bool good = mr_session_record_sealed(s, &key, &record, err) == MR_OK;
  bool sealed = hides && mr_session_ended(s) == MR_SESSION_GOES_ON;
  expect(c, MR_SESSION_LAW_SEAL, good && (record.key_name != NULL) == sealed,
         "what hides nothing is sealed, or what is hidden is not");
  if (good && sealed) {
    expect(c, MR_SESSION_LAW_SEAL, shows_no_secret(c, &record, &seen),
           "the open part of a sealed record shows a secret");
  }
  mr_record_format(&record, &text);
  expect(c, MR_SESSION_LAW_SEAL, good && opens(c, &text, &key, err),
         "a sealed record does not open to the game");
  mr_str_done(&seen);
  mr_str_done(&text);
  mr_record_done(&record);
}

/* ---- forms and picks ------------------------------------------------------------------------- */

/** Presses what a form tells. @return the action that comes of it */
static mr_action press(const mr_pick_list *list, const mr_form *form) {
  mr_pick pick = {0};
  bool pressed = true;
  switch (form->kind) {
  case MR_FORM_MOVE:
  case MR_FORM_EXCHANGE:
    pressed =
        mr_pick_press_cell(&pick, list, form->from) && mr_pick_press_cell(&pick, list, form->to);
    break;
  case MR_FORM_PLACE:
    pressed =
        mr_pick_press_piece(&pick, list, form->piece) && mr_pick_press_cell(&pick, list, form->to);
    break;
  case MR_FORM_BUTTON:
  case MR_FORM_CHANCE:
    break;
  }
  if (!pressed) {
    return MR_ACTION_NONE;
  }
  mr_action action = mr_pick_action(&pick, list);
  return action != MR_ACTION_NONE ? action : mr_pick_choose(&pick, list, form->choice);
}

static void check_picks(checking *c, mr_error *err) {
  const mr_pick_list list = mr_session_picks(c->session);
  for (size_t i = 0; i < list.count; i++) {
    mr_form form;
    mr_game_form(c->game, list.state, list.actions[i], &form);
    expect(c, MR_SESSION_LAW_PICK, press(&list, &form) == list.actions[i],
           "presses do not lead to an action");
  }
  if (list.count > 0 && mr_session_copy(c->other, c->session, err) == MR_OK) {
    mr_form form;
    mr_game_form(c->game, list.state, list.actions[list.count / 2], &form);
    expect(c, MR_SESSION_LAW_FORM, mr_session_play_form(c->other, &form, err) == MR_OK,
           "an action is not told from another by its form");
  }
}

/* ---- viewers --------------------------------------------------------------------------------- */

static void check_viewer(checking *c, mr_player viewer) {
  mr_session *s = c->session;
  mr_game_observe(c->game, s->state, viewer, c->before);
  expect(c, MR_SESSION_LAW_VIEWER, same_state(c, mr_session_observe(s, viewer), c->before),
         "a viewer sees something else");
  expect(c, MR_SESSION_LAW_VIEWER, viewer.id != MR_NOBODY_ID || !mr_session_has_secret(s, viewer),
         "spectators have a secret");
  mr_events told = mr_session_events(s, viewer);
  size_t known = 0;
  bool same = true;
  while (told.count > 0 && told.items[told.count - 1].kind == MR_EVENT_THREAT) {
    told.count--; /* of the state, not of the action */
  }
  for (size_t i = 0; i < c->events.count; i++) {
    if (mr_game_sees(c->game, s->state, &c->events.items[i], viewer)) {
      same = same && known < told.count && told.items[known].kind == c->events.items[i].kind;
      known++;
    }
  }
  expect(c, MR_SESSION_LAW_VIEWER, same && known == told.count, "other events are told");
  const mr_session_move *move = mr_session_move_at(s, s->count - 1);
  expect(c, MR_SESSION_LAW_VIEWER, mr_session_withheld(move, viewer) == (known < c->events.count),
         "it is not known whether an action may be told");
}

/* ---- taking back where something is hidden --------------------------------------------------- */

/** Whether `one` sees something that neither everybody nor `other` sees in a state. */
static bool sees_more(checking *c, const mr_state *state, mr_player one, mr_player other) {
  mr_state *own = c->before;
  mr_state *others = c->light->seen;
  mr_game_observe(c->game, state, one, own);
  mr_game_observe(c->game, own, MR_NOBODY, others);
  bool secret = !same_state(c, own, others);
  mr_game_observe(c->game, state, other, others);
  return secret && !same_state(c, own, others);
}

/** What is taken back of the session at the wish of `player`: all but `keep`. */
static void check_taken_back(checking *c, mr_player player, size_t keep, mr_error *err) {
  const mr_session *s = c->session;
  mr_session *other = c->other;
  if (mr_session_copy(other, s, err) != MR_OK) {
    return;
  }
  bool own = true;
  bool unseen = false;
  bool reveals = false;
  for (size_t i = keep; i < s->count; i++) {
    const mr_session_move *move = &s->moves[i];
    bool others = move->player.id != MR_NOBODY_ID && !mr_player_same(move->player, player);
    own = own && !others;
    unseen = unseen || (others && mr_session_withheld(move, player));
    reveals = reveals || move->reveals;
  }
  mr_status status = mr_session_take_back(other, player, keep, err);
  mr_node node = mr_session_node(other);
  if (status != MR_OK) {
    expect(c, MR_SESSION_LAW_SECRET,
           other->count == s->count && (reveals || (!own && mr_game_can(c->game, MR_CAN_HIDE))),
           "what gives nothing away cannot be taken back");
    return;
  }
  bool shown = node.kind == MR_NODE_DECISION && !mr_player_same(node.player, player) &&
               sees_more(c, other->state, node.player, player);
  expect(c, MR_SESSION_LAW_SECRET, other->count == keep && !reveals,
         "what came to light is hidden again");
  expect(c, MR_SESSION_LAW_SECRET, !unseen, "somebody takes back what another did unseen");
  expect(c, MR_SESSION_LAW_SECRET, !shown, "taking back hands over what another sees alone");
}

/** All sit there as persons, so whoever is asked after an undo looks at what another has seen. */
static void check_take_back(checking *c, mr_error *err) {
  const mr_session *s = c->session;
  const size_t keeps[] = {mr_session_last_person(s), mr_session_turn_of(s, s->count - 1), 0};
  for (uint8_t i = 0; i < c->game->info.players; i++) {
    for (size_t k = 0; k < sizeof keeps / sizeof keeps[0]; k++) {
      check_taken_back(c, (mr_player){i}, keeps[k], err);
    }
  }
}

/* ---- ends from outside ----------------------------------------------------------------------- */

/** Whether the game is over, and the teams share one win. */
static bool has_winners(const mr_session *s) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  return mr_session_score(s, score) && mr_session_shares_win(s, score);
}

static void check_ends(checking *c, mr_error *err) {
  mr_session *s = c->session;
  mr_player last = {(uint8_t)(c->game->info.players - 1)};
  if (mr_session_node(s).kind == MR_NODE_TERMINAL) {
    expect(c, MR_SESSION_LAW_END, has_winners(s), "the rules share no win");
    expect(c, MR_SESSION_LAW_END, mr_session_resign(s, last, err) == MR_ERR_ILLEGAL,
           "somebody resigns when all is over");
    return;
  }
  mr_status status = mr_session_adjudicate(s, NULL, err);
  expect(c, MR_SESSION_LAW_END, status == MR_OK && has_winners(s), "no verdict shares a win");
  mr_session_reopen(s);
  status = mr_session_resign(s, last, err);
  expect(c, MR_SESSION_LAW_END,
         mr_session_can_resign(s) ? status == MR_OK && has_winners(s)
                                  : status == MR_ERR_UNSUPPORTED,
         "a resignation shares no win");
  mr_session_reopen(s);
  status = MR_OK;
  for (uint8_t i = 0;
       status == MR_OK && i < c->game->info.players && mr_session_ended(s) == MR_SESSION_GOES_ON;
       i++) {
    status = mr_session_offer_draw(s, (mr_player){i}, err);
  }
  expect(c, MR_SESSION_LAW_END, status == MR_OK && mr_session_ended(s) == MR_SESSION_AGREED,
         "all have offered a draw, and none is agreed");
  mr_session_reopen(s);
  expect(c, MR_SESSION_LAW_END, mr_session_ended(s) == MR_SESSION_GOES_ON,
         "an end cannot be taken back");
}

/* ---- games ----------------------------------------------------------------------------------- */

/** Plays one action in all sessions, and aside for its events. */
static mr_status step(checking *c, mr_random *random, mr_error *err) {
  mr_session *s = c->session;
  const mr_session *light = c->light;
  mr_node node = mr_session_node(s);
  mr_action action = node.kind == MR_NODE_CHANCE ? mr_session_dice(s) : mr_session_any(s, random);
  mr_state_copy(c->game, c->before, s->state);
  mr_state_copy(c->game, c->other->seen, s->state);
  mr_game_make(c->game, c->other->seen, action, NULL, &c->events);
  mr_status status = mr_session_play(s, action, NULL, err);
  if (status == MR_OK) {
    status = mr_session_make(c->light, action, NULL, err);
  }
  if (status == MR_OK) {
    check_turn(c, node);
    expect(c, MR_SESSION_LAW_LIGHT,
           same_state(c, light->state, s->state) && light->count == s->count &&
               light->turns == s->turns && light->turn_over == s->turn_over,
           "who keeps less is elsewhere");
    c->report->actions++;
  }
  return status;
}

static mr_status play(checking *c, const mr_session_laws_options *options, mr_error *err) {
  mr_session *s = c->session;
  mr_random random = mr_stream_at(options->seed, MR_STREAM_RANDOM, c->number);
  mr_status status = MR_OK;
  size_t every = options->every > 0 ? options->every : 1;
  mr_session_begin(s, options->seed + c->number);
  mr_session_begin(c->light, options->seed + c->number);
  c->turn = MR_NOBODY;
  while (status == MR_OK && s->node.kind != MR_NODE_TERMINAL &&
         (options->max_actions == 0 || s->count < options->max_actions)) {
    status = step(c, &random, err);
    if (status == MR_OK && (s->count % every == 0 || s->node.kind == MR_NODE_TERMINAL)) {
      check_undo(c, err);
      check_picks(c, err);
      check_record(c, err);
      if (mr_seal_available()) {
        check_seal(c, err);
      }
      for (uint8_t i = 0; i < c->game->info.players; i++) {
        check_viewer(c, (mr_player){i});
      }
      check_viewer(c, MR_NOBODY);
      check_take_back(c, err);
      check_ends(c, err);
    }
  }
  return status;
}

mr_status mr_session_laws_check(const mr_game *game, const mr_session_laws_options *options,
                                const mr_allocator *allocator, mr_session_laws_report *report,
                                mr_error *err) {
  if (game == NULL || options == NULL || report == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "laws need a game, options and a report");
  }
  *report = (mr_session_laws_report){0};
  const mr_session_options full = {.allocator = allocator};
  const mr_session_options light = {.detail = MR_SESSION_STATE, .allocator = allocator};
  checking c = {.game = game, .allocator = allocator, .report = report};
  c.before = mr_state_new(game, allocator);
  c.events.capacity = game->info.max_events;
  c.events.items = mr_alloc_zero(allocator, c.events.capacity, sizeof(mr_event));
  mr_status status = c.before != NULL && c.events.items != NULL
                         ? mr_session_new(game, &full, &c.session, err)
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory for the laws");
  if (status == MR_OK) {
    status = mr_session_new(game, &full, &c.other, err);
  }
  if (status == MR_OK) {
    status = mr_session_new(game, &light, &c.light, err);
  }
  const mr_session_seat person = {.sitter = MR_SESSION_PERSON};
  for (uint8_t i = 0; i < game->info.players && status == MR_OK; i++) {
    mr_session_sit(c.session, (mr_player){i}, &person);
  }
  for (; c.number < options->games && status == MR_OK; c.number++) {
    status = play(&c, options, err);
  }
  mr_alloc_free(allocator, c.events.items, c.events.capacity * sizeof(mr_event));
  mr_state_free(game, allocator, c.before);
  mr_session_free(c.light);
  mr_session_free(c.other);
  mr_session_free(c.session);
  return status;
}
