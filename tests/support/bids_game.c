#include "bids_game.h"

enum { PLAYERS = 3, ROUNDS = 3, NONE = 9, UNKNOWN = 8 };

typedef struct bids_state {
  uint8_t round;
  uint8_t next; /* 0: the card is drawn, then players 1 to 3 */
  uint8_t card;
  uint8_t bid[PLAYERS];
  uint8_t has[PLAYERS];
  uint8_t unused[7];
} bids_state;

static const bids_state *read(const mr_state *state) {
  return (const bids_state *)state;
}

static void begin_round(bids_state *s) {
  s->next = 0;
  s->card = NONE;
  memset(s->bid, NONE, sizeof s->bid);
}

static void start(const mr_game *game, mr_state *state) {
  (void)game;
  bids_state *s = (bids_state *)state;
  *s = (bids_state){0};
  begin_round(s);
}

static mr_node node(const mr_game *game, const mr_state *state) {
  (void)game;
  const bids_state *s = read(state);
  if (s->round == ROUNDS) {
    return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  }
  return s->next == 0 ? (mr_node){MR_NODE_CHANCE, MR_NOBODY}
                      : (mr_node){MR_NODE_DECISION, {(uint8_t)(s->next - 1)}};
}

static size_t actions(const mr_game *game, const mr_state *state, mr_action *out) {
  (void)game;
  (void)state;
  for (mr_action i = 0; i < 3; i++) {
    out[i] = i;
  }
  return 3;
}

static size_t chances(const mr_game *game, const mr_state *state, mr_chance *out, uint64_t *total) {
  (void)game;
  (void)state;
  for (mr_action i = 0; i < 3; i++) {
    out[i] = (mr_chance){i, 1};
  }
  *total = 3;
  return 3;
}

static void make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                 mr_events *events) {
  bids_state *s = (bids_state *)state;
  if (undo != NULL) {
    memcpy(undo, state, game->info.undo_size);
  }
  if (s->next == 0) {
    s->card = (uint8_t)(action + 1);
    s->next = 1;
    mr_events_add(events, mr_event_of(MR_EVENT_DEAL, MR_NOBODY, 1));
    return;
  }
  mr_player player = {(uint8_t)(s->next - 1)};
  s->bid[player.id] = (uint8_t)action;
  mr_event place = mr_event_of(MR_EVENT_PLACE, player, 1);
  place.value[0] = (int16_t)action;
  mr_events_add(events, place);
  mr_events_add(events, mr_event_of(MR_EVENT_RULE, player, 1));
  if (++s->next <= PLAYERS) {
    return;
  }
  for (unsigned i = 0; i < PLAYERS; i++) {
    mr_events_add(events, mr_event_of(MR_EVENT_REVEAL, (mr_player){(uint8_t)i}, 1));
  }
  unsigned best = 0;
  for (unsigned i = 1; i < PLAYERS; i++) {
    best = s->bid[i] > s->bid[best] ? i : best;
  }
  s->has[best] = (uint8_t)(s->has[best] + s->bid[best] * s->card);
  s->round++;
  begin_round(s);
  if (s->round == ROUNDS) {
    mr_events_add(events, mr_event_of(MR_EVENT_END, MR_NOBODY, 1));
  }
}

static uint64_t hash(const mr_game *game, const mr_state *state) {
  return mr_hash_bytes(MR_HASH_START, state, game->info.state_size);
}

static void score(const mr_game *game, const mr_state *state, uint8_t *out) {
  unsigned best = 0;
  for (unsigned i = 1; i < PLAYERS; i++) {
    best = read(state)->has[i] > read(state)->has[best] ? i : best;
  }
  mr_score_won_by(game, best, out);
}

static mr_rule_index ended_by(const mr_game *game, const mr_state *state) {
  (void)game;
  return read(state)->round == ROUNDS;
}

static void format_action(const mr_game *game, const mr_state *state, mr_action action,
                          mr_str *out) {
  (void)game;
  mr_str_format(out, read(state)->next == 0 ? "card%u" : "bid%u",
                (unsigned)action + (read(state)->next == 0));
}

static char sign(uint8_t value) {
  return (char)(value == NONE ? '.' : value == UNKNOWN ? '?' : '0' + value);
}

static uint8_t value_of(char c) {
  return (uint8_t)(c == '.' ? NONE : c == '?' ? UNKNOWN : c - '0');
}

/* "0 b 3 2?. 00 04 00" */
enum { CARD_AT = 4, BIDS_AT = 6, HAS_AT = 10, LENGTH = 18 };

static void format_state(const mr_game *game, const mr_state *state, mr_str *out) {
  (void)game;
  const bids_state *s = read(state);
  mr_str_format(out, "%u %c %c %c%c%c %02u %02u %02u", s->round, "cabd"[s->next], sign(s->card),
                sign(s->bid[0]), sign(s->bid[1]), sign(s->bid[2]), s -> has[0], s -> has[1],
                s -> has[2]);
}

static mr_status parse_state(const mr_game *game, const char *text, size_t length, mr_state *out,
                             mr_error *err) {
  (void)game;
  static const char players[] = "cabd";
  const char *next = length == LENGTH ? strchr(players, text[2]) : NULL;
  if (next == NULL || text[2] == '\0' || text[0] < '0' || text[0] > '0' + ROUNDS) {
    return mr_error_at(err, MR_ERR_SYNTAX, 1, "no state of the bids");
  }
  bids_state s = {.round = (uint8_t)(text[0] - '0'),
                  .next = (uint8_t)(next - players),
                  .card = value_of(text[CARD_AT])};
  for (unsigned i = 0; i < PLAYERS; i++) {
    const char *has = text + HAS_AT + 3 * i;
    s.bid[i] = value_of(text[BIDS_AT + i]);
    s.has[i] = (uint8_t)(10 * (has[0] - '0') + has[1] - '0');
  }
  memcpy(out, &s, sizeof s);
  return MR_OK;
}

static void piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  (void)piece;
  mr_str_char(out, '?');
}

/* ---- what is hidden -------------------------------------------------------------------------- */

static void observe(const mr_game *game, const mr_state *state, mr_player player, mr_state *out) {
  mr_state_copy(game, out, state);
  bids_state *s = (bids_state *)out;
  s->card = s->card == NONE ? NONE : UNKNOWN;
  for (unsigned i = 0; i < PLAYERS; i++) {
    s->bid[i] = s->bid[i] == NONE || i == player.id ? s->bid[i] : UNKNOWN;
  }
}

static void determinize(const mr_game *game, const mr_state *observation, mr_player player,
                        uint64_t seed, mr_state *out) {
  (void)player;
  mr_state_copy(game, out, observation);
  bids_state *s = (bids_state *)out;
  s->card = s->card == UNKNOWN ? (uint8_t)(1 + seed % 3) : s->card;
  for (unsigned i = 0; i < PLAYERS; i++) {
    s->bid[i] = s->bid[i] == UNKNOWN ? (uint8_t)(mr_mix64(seed + i) % 3) : s->bid[i];
  }
}

static bool fully_known(const mr_game *game, const mr_state *state) {
  (void)game;
  const bids_state *s = read(state);
  bool known = s->card != UNKNOWN;
  for (unsigned i = 0; i < PLAYERS; i++) {
    known = known && s->bid[i] != UNKNOWN;
  }
  return known;
}

static bool sees(const mr_game *game, const mr_state *after, const mr_event *event,
                 mr_player player) {
  (void)game;
  (void)after;
  return event->kind == MR_EVENT_PLACE ? mr_player_same(player, event->player)
                                       : event->kind != MR_EVENT_DEAL;
}

void bids_game_init(bids_game *out) {
  static const mr_game_ops ops = {
      .start = start,
      .node = node,
      .actions = actions,
      .make = make,
      .hash = hash,
      .score = score,
      .ended_by = ended_by,
      .format_action = format_action,
      .format_state = format_state,
      .parse_state = parse_state,
      .piece_text = piece_text,
      .adjudicate = score,
  };
  static const mr_chance_ops chance = {.chances = chances};
  static const mr_hidden_ops hidden = {
      .observe = observe, .determinize = determinize, .fully_known = fully_known, .sees = sees};
  static const mr_rule rules[] = {{"", "", false},
                                  {"BID-1", "After three rounds it is over.", false}};
  *out = (bids_game){.game = {.ops = &ops, .chance = &chance, .hidden = &hidden}};
  out->game.info = (mr_game_info){
      .name = "bids",
      .title = "The Bids",
      .family = "bids",
      .summary = "Three rounds of secret bids.",
      .definition_hash = 77,
      .capabilities = MR_CAN_DEAL,
      .players = PLAYERS,
      .team = {0, 1, 2},
      .player_names = {"Anna", "Ben", "Cleo"},
      .columns = 1,
      .rows = 1,
      .state_size = sizeof(bids_state),
      .undo_size = sizeof(bids_state),
      .max_actions = 3,
      .max_chances = 3,
      .max_events = 6,
      .max_state_text = 64,
      .max_length = 12,
      .rules = rules,
      .rule_count = 2,
  };
}
