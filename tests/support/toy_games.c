#include "toy_games.h"

#include <stdlib.h>

#include "test_main.h"
#include "toy_priv.h"

typedef struct toy_undo {
  uint64_t hash;
  uint8_t v[SLOTS];
} toy_undo;

/** Share of one fact in the hash; the number of turns is a clock and has none. */
static uint64_t key(const mr_game *game, unsigned slot, unsigned value) {
  bool unseen = has(game, MR_TOY_BLIND_HASH) && slot == 4;
  return value == 0 || slot == TURNS || unseen ? 0 : mr_mix64(slot * 16 + value);
}

static void put(const mr_game *game, toy_state *s, unsigned slot, unsigned value) {
  s->hash ^= key(game, slot, s->v[slot]) ^ key(game, slot, value);
  s->v[slot] = (uint8_t)value;
}

static uint64_t toy_hash(const mr_game *game, const mr_state *state) {
  (void)game;
  return read(state)->hash;
}

uint64_t mr_toy_rehash(const mr_game *game, const mr_state *state) {
  uint64_t hash = 0;
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    hash ^= key(game, slot, read(state)->v[slot]);
  }
  return hash;
}

/* ---- the board ------------------------------------------------------------------------------- */

static bool adjacent(unsigned a, unsigned b) {
  static const uint8_t neighbours[CELLS] = {0x02, 0x0D, 0x12, 0x12, 0x0C};
  return a < CELLS && (neighbours[a] >> b & 1) != 0;
}

unsigned mr_toy_stones_on_board(const toy_state *s, unsigned player) {
  unsigned count = 0;
  for (unsigned c = 0; c < CELLS; c++) {
    count += s->v[c] == player + 1;
  }
  return count;
}

bool mr_toy_has_pair(const toy_state *s, unsigned player) {
  for (unsigned a = 0; a < CELLS; a++) {
    for (unsigned b = 0; b < a; b++) {
      if (s->v[a] == player + 1 && s->v[b] == player + 1 && adjacent(a, b)) {
        return true;
      }
    }
  }
  return false;
}

unsigned mr_toy_enemy_next_to(const toy_state *s, unsigned cell, unsigned player) {
  unsigned c = 0;
  while (c < CELLS && !(adjacent(cell, c) && s->v[c] == 2 - player)) {
    c++;
  }
  return c;
}

/* ---- listing --------------------------------------------------------------------------------- */

static const unsigned card_weight[4] = {0, 1, 2, 1};

mr_node mr_toy_node(const mr_game *game, const mr_state *state) {
  (void)game;
  const toy_state *s = read(state);
  switch (s->v[PHASE]) {
  case STAKING:
  case PLAYING:
    return (mr_node){MR_NODE_DECISION, {s->v[MOVER]}};
  case DEALING:
  case DUELLING:
    return (mr_node){MR_NODE_CHANCE, MR_NOBODY};
  default:
    return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  }
}

static size_t list_stones(const toy_state *s, mr_action *out) {
  size_t count = 0;
  unsigned mover = s->v[MOVER];
  for (unsigned c = 0; c < CELLS; c++) {
    if (s->v[c] == 0 && mr_toy_stones_on_board(s, mover) < STONES) {
      out[count++] = ACT_PLACE + c;
    }
  }
  for (unsigned from = 0; from < CELLS; from++) {
    for (unsigned to = 0; to < CELLS; to++) {
      if (s->v[from] == mover + 1 && s->v[to] == 0 && adjacent(from, to)) {
        out[count++] = ACT_MOVE + 8 * from + to;
      }
    }
  }
  return count;
}

static size_t toy_actions(const mr_game *game, const mr_state *state, mr_action *out) {
  const toy_state *s = read(state);
  size_t count = 0;
  if (s->v[PHASE] == STAKING) {
    for (unsigned stake = 1; stake <= 3; stake++) {
      out[count++] = ACT_STAKE + stake;
    }
    return count;
  }
  count = list_stones(s, out);
  if (s->v[STEP] == 2) {
    out[count++] = ACT_END;
  } else if (count == 0) {
    out[count++] = ACT_PASS;
  }
  if (has(game, MR_TOY_DUPLICATE_ACTION) && out[count - 1] >= ACT_MOVE) {
    out[count] = out[count - 1];
    count++;
  }
  return count;
}

static size_t toy_chances(const mr_game *game, const mr_state *state, mr_chance *out,
                          uint64_t *total) {
  if (read(state)->v[PHASE] == DEALING) {
    for (unsigned card = 1; card <= 3; card++) {
      out[card - 1] = (mr_chance){card, card_weight[card]};
    }
    *total = has(game, MR_TOY_BAD_WEIGHTS) ? 5 : 4;
    return 3;
  }
  out[0] = (mr_chance){ACT_WIN, 15};
  out[1] = (mr_chance){ACT_LOSE, 21};
  *total = 36;
  if (has(game, MR_TOY_SPLIT_OUTCOME)) {
    out[1].weight = 11;
    out[2] = (mr_chance){ACT_AGAIN, 10};
    return 3;
  }
  return 2;
}

static bool attacker_wins(mr_action action) {
  return is_face(action) ? attacker_die(action) > defender_die(action) : action == ACT_WIN;
}

static mr_action toy_face(const mr_game *game, const mr_state *state, mr_action outcome,
                          uint64_t bits) {
  if (read(state)->v[PHASE] != DUELLING) {
    return outcome;
  }
  if (has(game, MR_TOY_WRONG_FACE) && outcome == ACT_WIN && bits % 8 == 0) {
    return ACT_FACE; /* one against one */
  }
  mr_action faces[36];
  size_t count = 0;
  for (mr_action face = ACT_FACE; face < ACT_FACE + 36; face++) {
    if (attacker_wins(face) == (outcome == ACT_WIN)) {
      faces[count++] = face;
    }
  }
  return faces[(size_t)(((mr_u128)bits * count) >> 64)];
}

bool mr_toy_legal(const mr_game *game, const mr_state *state, mr_action action) {
  const toy_state *s = read(state);
  mr_action list[64];
  switch (s->v[PHASE]) {
  case OVER:
    return false;
  case DEALING:
    return action >= 1 && action <= 3;
  case DUELLING:
    return action == ACT_WIN || action == ACT_LOSE || is_face(action) ||
           (action == ACT_AGAIN && has(game, MR_TOY_SPLIT_OUTCOME));
  default:
    break;
  }
  if (has(game, MR_TOY_ILLEGAL_ACTION) && action == ACT_END) {
    return false;
  }
  if (has(game, MR_TOY_LAX_LEGAL) && s->v[PHASE] == PLAYING && action >= ACT_PLACE &&
      action < ACT_PLACE + CELLS) {
    return true;
  }
  size_t count = toy_actions(game, state, list);
  for (size_t i = 0; i < count; i++) {
    if (list[i] == action) {
      return true;
    }
  }
  return false;
}

/* ---- playing --------------------------------------------------------------------------------- */

/** An action in progress. */
typedef struct deed {
  const mr_game *game;
  toy_state *s;
  mr_events *events;
} deed;

static mr_event event_by(const deed *d, mr_event_kind kind, mr_rule_index rule) {
  return mr_event_of(kind, (mr_player){d->s->v[MOVER]}, rule);
}

static void tell(const deed *d, mr_event_kind kind, mr_rule_index rule) {
  mr_events_add(d->events, event_by(d, kind, rule));
}

static void reveal(const deed *d, mr_rule_index rule) {
  for (uint8_t player = 0; player < 2 && !toy_of(d->game)->quiet; player++) {
    mr_events_add(d->events, mr_event_of(MR_EVENT_REVEAL, (mr_player){player}, rule));
  }
}

static void finish(const deed *d, mr_rule_index rule) {
  reveal(d, rule);
  put(d->game, d->s, PHASE, OVER);
  put(d->game, d->s, STEP, 0);
  put(d->game, d->s, RULE, rule);
  mr_event end = mr_event_of(MR_EVENT_END, MR_NOBODY, rule);
  if (!has(d->game, MR_TOY_SILENT_END)) {
    mr_events_add(d->events, end);
  }
  if (has(d->game, MR_TOY_DOUBLE_END)) {
    mr_events_add(d->events, end);
  }
}

static void end_turn(const deed *d) {
  unsigned turns = d->s->v[TURNS] + 1U;
  mr_event event = event_by(d, MR_EVENT_TURN, T_TURN);
  if (has(d->game, MR_TOY_TELLTALE_TURN)) {
    event.value[0] = d->s->v[STAKE + d->s->v[MOVER]];
  }
  mr_events_add(d->events, event);
  if (turns == TURNS_MOST && has(d->game, MR_TOY_ENDLESS)) {
    turns = TURNS_MOST - 2;
  }
  put(d->game, d->s, TURNS, turns);
  if (turns == TURNS_MOST) {
    finish(d, T_LAST);
    return;
  }
  put(d->game, d->s, MOVER, 1U - d->s->v[MOVER]);
  put(d->game, d->s, STEP, 1);
}

/** After an action and its duel. */
static void settle(const deed *d) {
  if (mr_toy_has_pair(d->s, d->s->v[MOVER])) {
    finish(d, T_PAIR);
  } else if (d->s->v[STEP] == 1) {
    put(d->game, d->s, STEP, 2);
  } else {
    end_turn(d);
  }
}

/** A stone has come to `cell`. */
static void arrive(const deed *d, unsigned cell) {
  unsigned enemy = mr_toy_enemy_next_to(d->s, cell, d->s->v[MOVER]);
  if (enemy < CELLS && !toy_of(d->game)->quiet) {
    put(d->game, d->s, PHASE, DUELLING);
    put(d->game, d->s, DUEL, cell + 1);
    put(d->game, d->s, DUEL + 1, enemy + 1);
  } else {
    settle(d);
  }
}

static void place(const deed *d, unsigned cell) {
  unsigned mover = d->s->v[MOVER];
  mr_event event = event_by(d, MR_EVENT_PLACE, T_TURN);
  event.piece = stone_of(mover);
  event.to = (mr_cell){(uint16_t)cell};
  mr_events_add(d->events, event);
  put(d->game, d->s, cell, mover + 1);
  if (has(d->game, MR_TOY_LATE_POINTER)) {
    d->s->extra = (uintptr_t)d->s;
  }
  arrive(d, cell);
}

static void move(const deed *d, unsigned from, unsigned to) {
  unsigned mover = d->s->v[MOVER];
  mr_event event = event_by(d, MR_EVENT_MOVE, T_TURN);
  event.piece = stone_of(mover);
  event.from = (mr_cell){(uint16_t)from};
  event.to = (mr_cell){(uint16_t)to};
  mr_events_add(d->events, event);
  put(d->game, d->s, from, 0);
  if (has(d->game, MR_TOY_STALE_HASH)) {
    d->s->v[to] = (uint8_t)(mover + 1);
  } else {
    put(d->game, d->s, to, mover + 1);
  }
  arrive(d, to);
}

static void tell_duel(const deed *d, mr_action action, const unsigned cells[2], unsigned winner) {
  unsigned mover = d->s->v[MOVER];
  unsigned players[2] = {mover, 1 - mover};
  unsigned loser = 1 - winner;
  mr_event dice = event_by(d, MR_EVENT_DICE, T_DUEL);
  dice.other = (mr_player){(uint8_t)(1 - mover)};
  dice.value[0] = (int16_t)attacker_die(action);
  dice.value[1] = (int16_t)defender_die(action);
  if (is_face(action)) {
    mr_events_add(d->events, dice);
  }
  mr_event duel = mr_event_of(MR_EVENT_DUEL, (mr_player){(uint8_t)players[winner]}, T_DUEL);
  duel.other = (mr_player){(uint8_t)players[loser]};
  duel.piece = stone_of(players[winner]);
  duel.piece2 = stone_of(players[loser]);
  duel.from = (mr_cell){(uint16_t)cells[winner]};
  duel.to = (mr_cell){(uint16_t)cells[loser]};
  mr_events_add(d->events, duel);
  mr_event back = mr_event_of(MR_EVENT_RETURN, (mr_player){(uint8_t)players[loser]}, T_DUEL);
  back.piece = stone_of(players[loser]);
  back.from = (mr_cell){(uint16_t)cells[loser]};
  mr_events_add(d->events, back);
}

static void fight(const deed *d, mr_action action) {
  const unsigned cells[2] = {d->s->v[DUEL] - 1U, d->s->v[DUEL + 1] - 1U};
  unsigned winner = attacker_wins(action) ? 0 : 1;
  tell_duel(d, action, cells, winner);
  put(d->game, d->s, cells[1 - winner], 0);
  put(d->game, d->s, DUEL, 0);
  put(d->game, d->s, DUEL + 1, 0);
  put(d->game, d->s, PHASE, PLAYING);
  settle(d);
}

/** A player has got a card or staked: the next one's turn to, or the next phase. */
static void hand_on(const deed *d, enum phase next) {
  if (d->s->v[MOVER] == 0) {
    put(d->game, d->s, MOVER, 1);
    return;
  }
  put(d->game, d->s, MOVER, 0);
  put(d->game, d->s, PHASE, next);
  put(d->game, d->s, STEP, next == PLAYING ? 1 : 0);
}

static void deal(const deed *d, unsigned card) {
  mr_event event = event_by(d, MR_EVENT_DEAL, T_DEAL);
  event.piece = card_piece(card);
  mr_events_add(d->events, event);
  put(d->game, d->s, CARD + d->s->v[MOVER], card);
  hand_on(d, STAKING);
}

static void stake(const deed *d, unsigned amount) {
  mr_event event = event_by(d, MR_EVENT_PLACE, T_STAKE);
  event.piece = stake_piece(amount);
  tell(d, MR_EVENT_RULE, T_STAKE);
  if (!has(d->game, MR_TOY_MUTE_STAKE)) {
    mr_events_add(d->events, event);
  }
  if (has(d->game, MR_TOY_LEAKS_SHADOW)) {
    d->s->extra = d->s->extra * 4 + amount;
  }
  put(d->game, d->s, STAKE + d->s->v[MOVER], amount);
  hand_on(d, PLAYING);
}

static void play(const deed *d, mr_action action) {
  if (action == ACT_END) {
    end_turn(d);
  } else if (action == ACT_PASS) {
    tell(d, MR_EVENT_PASS, T_PASS);
    end_turn(d);
  } else if (action >= ACT_MOVE) {
    move(d, (action - ACT_MOVE) / 8, action % 8);
  } else {
    place(d, action - ACT_PLACE);
  }
}

static void toy_make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                     mr_events *events) {
  toy_state *s = edit(state);
  const deed d = {game, s, events};
  if (undo != NULL) {
    toy_undo *record = undo;
    record->hash = s->hash;
    memcpy(record->v, s->v, sizeof s->v);
    memset((char *)undo + sizeof *record, 0, has(game, MR_TOY_LONG_UNDO) ? 16 : 0);
  }
  switch (s->v[PHASE]) {
  case DEALING:
    deal(&d, action);
    break;
  case STAKING:
    stake(&d, action - ACT_STAKE);
    break;
  case DUELLING:
    fight(&d, action);
    break;
  default:
    play(&d, action);
    break;
  }
  if (has(game, MR_TOY_SHY_MAKE) && events == NULL && s->v[TURNS] == 1) {
    put(game, s, TURNS, 3);
  }
}

static void toy_unmake(const mr_game *game, mr_state *state, const void *undo) {
  toy_state *s = edit(state);
  const toy_undo *record = undo;
  uint8_t turns = s->v[TURNS];
  s->hash = record->hash;
  memcpy(s->v, record->v, sizeof s->v);
  if (has(game, MR_TOY_FORGETS_UNDO)) {
    s->v[TURNS] = turns;
  }
  if (has(game, MR_TOY_LEAKS_SHADOW) && s->v[PHASE] == STAKING) {
    s->extra /= 4;
  }
}

static void toy_start(const mr_game *game, mr_state *state) {
  toy_state *s = edit(state);
  uint64_t before = s->extra;
  *s = (toy_state){0};
  if (has(game, MR_TOY_POINTER)) {
    s->extra = (uintptr_t)state;
  }
  if (has(game, MR_TOY_DIRTY_START)) {
    s->extra = before;
  }
  if (toy_of(game)->quiet) {
    put(game, s, PHASE, PLAYING);
    put(game, s, STEP, 1);
  }
}

static mr_rule_index toy_ended_by(const mr_game *game, const mr_state *state) {
  return has(game, MR_TOY_NO_RULE) ? 0 : read(state)->v[RULE];
}

static void toy_score(const mr_game *game, const mr_state *state, uint8_t *out) {
  const toy_state *s = read(state);
  unsigned sum[2] = {(unsigned)s->v[CARD] + s->v[STAKE],
                     (unsigned)s->v[CARD + 1] + s->v[STAKE + 1]};
  out[0] = 2;
  if (s->v[RULE] == T_PAIR) {
    out[0] = s->v[MOVER] == 0 ? MR_SCORE_WIN : 0;
  } else if (sum[0] != sum[1]) {
    out[0] = sum[0] > sum[1] ? 3 : 1;
  }
  out[1] = (uint8_t)(MR_SCORE_WIN - out[0]);
  if (has(game, MR_TOY_BAD_SCORE)) {
    out[0] = 3;
    out[1] = 3;
  }
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/** Whether the card and the stake of `owner` are hidden from `player`. */
static bool hides(const mr_game *game, const toy_state *s, unsigned owner, mr_player player) {
  if (has(game, MR_TOY_HIDES_NOTHING)) {
    return false;
  }
  if (mr_player_same(player, MR_NOBODY) && has(game, MR_TOY_LEAKS_TO_GALLERY)) {
    return false;
  }
  if (mr_player_same(player, MR_NOBODY) && has(game, MR_TOY_BLINDS_GALLERY)) {
    return true;
  }
  return s->v[PHASE] != OVER && owner != player.id;
}

static bool flashes_stake(const mr_game *game, const toy_state *s) {
  return has(game, MR_TOY_FLASHES_STAKE) && s->v[PHASE] == DUELLING;
}

static void toy_observe(const mr_game *game, const mr_state *state, mr_player player,
                        mr_state *out) {
  toy_state *s = edit(out);
  *s = *read(state);
  for (unsigned owner = 0; owner < 2; owner++) {
    if (!hides(game, s, owner, player)) {
      continue;
    }
    if (s->v[CARD + owner] != 0) {
      put(game, s, CARD + owner, HIDDEN);
    }
    if (s->v[STAKE + owner] != 0 && !flashes_stake(game, s) && !has(game, MR_TOY_LEAKS_STAKE)) {
      put(game, s, STAKE + owner, HIDDEN);
    }
  }
  if (has(game, MR_TOY_LEAKS_HASH)) {
    s->hash = read(state)->hash;
  }
}

static unsigned draw_card(const mr_game *game, mr_random *random) {
  static const uint8_t cards[4] = {1, 2, 2, 3};
  return has(game, MR_TOY_CHEATING_COMPLETE) ? HIDDEN : cards[mr_random_below(random, 4)];
}

static void toy_complete(const mr_game *game, const mr_state *observation, mr_player player,
                         uint64_t seed, mr_state *out) {
  toy_state *s = edit(out);
  mr_random random;
  mr_random_init(&random, seed);
  *s = *read(observation);
  for (unsigned owner = 0; owner < 2; owner++) {
    if (!hides(game, s, owner, player)) {
      continue;
    }
    if (s->v[CARD + owner] != 0) {
      put(game, s, CARD + owner, draw_card(game, &random));
    }
    if (s->v[STAKE + owner] != 0 && !flashes_stake(game, s)) {
      put(game, s, STAKE + owner, 1 + (unsigned)mr_random_below(&random, 3));
    }
  }
  if (has(game, MR_TOY_FORGETFUL_COMPLETE) && player.id < 2 && s->v[CARD + player.id] != 0) {
    put(game, s, CARD + player.id, 1);
  }
  s->hash = mr_toy_rehash(game, out);
}

static bool toy_whole(const mr_game *game, const mr_state *state) {
  bool unknown = false;
  for (unsigned slot = CARD; slot < PHASE; slot++) {
    unknown = unknown || mr_toy_unknown(read(state), slot);
  }
  return !unknown || has(game, MR_TOY_CALLS_ALL_WHOLE);
}

static bool is_secret(const mr_game *game, const mr_event *event) {
  if (has(game, MR_TOY_TELLS_DEAL) && event->kind == MR_EVENT_DEAL) {
    return false;
  }
  return event->rule == T_DEAL || (event->rule == T_STAKE && event->kind == MR_EVENT_PLACE);
}

static bool toy_sees(const mr_game *game, const mr_state *after, const mr_event *event,
                     mr_player player) {
  (void)after;
  if (mr_player_same(player, MR_NOBODY) && has(game, MR_TOY_TELLS_GALLERY)) {
    return true;
  }
  if (event->kind == MR_EVENT_TURN && has(game, MR_TOY_SNUBS_GALLERY)) {
    return !mr_player_same(player, MR_NOBODY);
  }
  if (event->kind == MR_EVENT_END && has(game, MR_TOY_SECRET_END)) {
    return player.id == 0;
  }
  return !is_secret(game, event) || mr_player_same(player, event->player);
}

/* ---- a count of its own ---------------------------------------------------------------------- */

static uint64_t count_behind(const mr_game *game, mr_state *state, unsigned depth) {
  bool over = mr_toy_node(game, state).kind == MR_NODE_TERMINAL;
  if (over || depth == 0) {
    return depth == 0 || has(game, MR_TOY_COUNTS_ENDS);
  }
  mr_action list[16];
  toy_undo undo;
  uint64_t nodes = 0;
  size_t count = toy_actions(game, state, list);
  for (size_t i = 0; i < count; i++) {
    toy_make(game, state, list[i], &undo, NULL);
    nodes += count_behind(game, state, depth - 1);
    toy_unmake(game, state, &undo);
  }
  return nodes;
}

static uint64_t toy_perft(const mr_game *game, mr_state *state, unsigned depth) {
  bool over = mr_toy_node(game, state).kind == MR_NODE_TERMINAL;
  uint64_t nodes = over ? 0 : count_behind(game, state, depth);
  if (has(game, MR_TOY_COUNTS_MESSILY) && edit(state)->v[TURNS] == 1) {
    put(game, edit(state), TURNS, 2);
  }
  return nodes;
}

/* ---- making toys ----------------------------------------------------------------------------- */

/** T-06 is the rule behind which others may play on; nobody does here. */
static bool toy_play_on(const mr_game *game, mr_state *state) {
  return has(game, MR_TOY_STALLS_ON) && toy_ended_by(game, state) != 0;
}

static const mr_game_ops toy_ops = {
    .start = toy_start,
    .node = mr_toy_node,
    .actions = toy_actions,
    .legal = mr_toy_legal,
    .make = toy_make,
    .unmake = toy_unmake,
    .hash = toy_hash,
    .rehash = mr_toy_rehash,
    .score = toy_score,
    .ended_by = toy_ended_by,
    .play_on = toy_play_on,
    .format_action = mr_toy_format_action,
    .parse_action = mr_toy_parse_action,
    .format_state = mr_toy_format_state,
    .parse_state = mr_toy_parse_state,
    .cell_text = mr_toy_cell_text,
    .piece_text = mr_toy_piece_text,
    .form = mr_toy_form,
    .view = mr_toy_view,
    .page = mr_toy_page,
};

static const mr_chance_ops toy_chance = {.chances = toy_chances, .face = toy_face};

static const mr_hidden_ops toy_hidden = {
    .observe = toy_observe,
    .determinize = toy_complete,
    .fully_known = toy_whole,
    .sees = toy_sees,
};

static const mr_rule toy_rules[] = {
    {"", "", false},
    {"T-01", "Each player is dealt a hidden card.", false},
    {"T-02", "Each player secretly stakes 1, 2 or 3.", false},
    {"T-03", "A turn is one or two actions with stones.", false},
    {"T-04", "Neighbouring enemies fight with dice.", false},
    {"T-05", "Two neighbouring stones of one player win.", false},
    {"T-06", "After six turns cards and stakes are compared.", false},
    {"T-07", "A player who can do nothing passes.", false},
};

static const mr_rule doubled_rules[] = {
    {"", "", false},
    {"T-01", "Each player is dealt a hidden card.", false},
    {"T-02", "Each player secretly stakes 1, 2 or 3.", false},
    {"T-03", "A turn is one or two actions with stones.", false},
    {"T-03", "Neighbouring enemies fight with dice.", false},
    {"T-05", "Two neighbouring stones of one player win.", false},
    {"T-06", "After six turns cards and stakes are compared.", false},
    {"T-07", "A player who can do nothing passes.", false},
};

static const mr_rule silent_rules[] = {
    {"", "", false},
    {"T-01", "Each player is dealt a hidden card.", false},
    {"T-02", "Each player secretly stakes 1, 2 or 3.", false},
    {"T-03", "A turn is one or two actions with stones.", true},
    {"T-04", "Neighbouring enemies fight with dice.", false},
    {"T-05", "Two neighbouring stones of one player win.", false},
    {"T-06", "After six turns cards and stakes are compared.", false},
    {"T-07", "A player who can do nothing passes.", false},
};

static mr_game_info toy_info(void) {
  return (mr_game_info){
      .name = "toy",
      .title = "The Toy",
      .family = "toy",
      .summary = "Two stones each on five squares.",
      .definition_hash = 1,
      .capabilities = MR_CAN_MULTI | MR_CAN_FRACTION | MR_CAN_DEAL,
      .players = 2,
      .team = {0, 1},
      .player_names = {"Red", "Blue"},
      .columns = 3,
      .rows = 2,
      .state_size = sizeof(toy_state),
      .undo_size = UNDO_SIZE,
      .max_actions = 9,
      .max_chances = 3,
      .max_events = 7,
      .max_state_text = TEXT_LENGTH + 1,
      .max_length = 4 + 4 * TURNS_MOST,
      .rules = toy_rules,
      .rule_count = sizeof toy_rules / sizeof toy_rules[0],
  };
}

/** Faults that are lies about the game. */
static void spoil_info(mr_game_info *info, mr_toy_fault fault) {
  info->undo_size = fault == MR_TOY_ODD_SIZE ? UNDO_SIZE - 8 : UNDO_SIZE;
  info->max_state_text -= fault == MR_TOY_LONG_TEXT;
  info->max_actions -= fault == MR_TOY_TOO_MANY_ACTIONS ? 4 : 0;
  info->max_events -= fault == MR_TOY_MANY_EVENTS ? 5 : 0;
  if (fault == MR_TOY_SPLIT_OUTCOME || fault == MR_TOY_DUPLICATE_ACTION) {
    info->max_actions++;
    info->max_chances++;
  }
  if (fault == MR_TOY_HIDES_FRACTION) {
    info->capabilities &= ~(uint32_t)MR_CAN_FRACTION;
  }
  if (fault == MR_TOY_HIDES_MULTI) {
    info->capabilities &= ~(uint32_t)MR_CAN_MULTI;
  }
  info->chance_ways = fault == MR_TOY_FEW_WAYS ? 2 : 0;
  if (fault == MR_TOY_SAME_RULE_TWICE) {
    info->rules = doubled_rules;
  } else if (fault == MR_TOY_SILENT_RULE) {
    info->rules = silent_rules;
  }
}

static void count_by_itself(toy *made) {
  made->ops = toy_ops;
  made->ops.perft = toy_perft;
  made->base.ops = &made->ops;
}

mr_game *mr_toy_new(mr_toy_fault fault) {
  toy *made = calloc(1, sizeof *made);
  if (made == NULL) {
    return NULL;
  }
  made->base.ops = &toy_ops;
  made->base.chance = &toy_chance;
  made->base.hidden = &toy_hidden;
  made->base.info = toy_info();
  made->fault = fault;
  spoil_info(&made->base.info, fault);
  if (fault == MR_TOY_COUNTS_DICE) {
    count_by_itself(made);
  }
  return &made->base;
}

static mr_game *quiet_with(mr_toy_fault fault) {
  mr_game *game = mr_toy_new(fault);
  if (game != NULL) {
    ((toy *)game)->quiet = true;
    game->info.name = "quiet-toy";
    game->chance = NULL;
    game->hidden = NULL;
    game->info.capabilities = MR_CAN_MULTI;
    game->info.max_chances = 0;
  }
  return game;
}

mr_game *mr_toy_quiet_new(void) {
  return quiet_with(MR_TOY_SOUND);
}

mr_game *mr_toy_counting_new(mr_toy_fault fault) {
  mr_game *game = quiet_with(fault);
  if (game != NULL) {
    count_by_itself((toy *)game);
  }
  return game;
}

mr_state *mr_toy_state(const mr_game *game, const char *text) {
  mr_error err = {.message = ""};
  mr_state *state = mr_state_new(game, NULL);
  assert_non_null(state);
  mr_status status = mr_game_parse_state(game, text, strlen(text), state, &err);
  if (status != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  return state;
}

mr_action mr_toy_action(const mr_game *game, const mr_state *state, const char *text) {
  mr_error err = {.message = ""};
  mr_action action = MR_ACTION_NONE;
  mr_status status = mr_game_parse_action(game, state, text, strlen(text), &action, &err);
  if (status != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  return action;
}
