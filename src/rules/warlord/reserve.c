/* Units that come besides those of the map: reinforcements (WL-49), and blocks of a deployment that
   their owner places (WL-45). Who finds no room waits in a pool, by kind. */
#include <marcher/hash.h>

#include "base/text.h"
#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/warlord/warlord.h"

/* Who comes first of those who have come together: leaders from the highest on, then the others. */
static const uint8_t entry_order[] = {
    10, 9, 8, 7, 6, 5, 4, 3, 2, 1, MR_WL_HEAVY, MR_WL_CANNON, MR_WL_LIGHT, MR_WL_INFANTRY};
enum { ENTRIES = sizeof entry_order, TURN_LAST = 9999 };

/* ---- reading --------------------------------------------------------------------------------- */

/* What is wrong with a word, and with which part of it. */
typedef struct wave_fault {
  const char *text; /**< goes on behind the part; NULL: nothing is wrong */
  const char *at;
  size_t length;
} wave_fault;

/* `I4N1`: letters with numbers. */
static wave_fault read_units(const char *text, size_t length, uint16_t out[MR_WL_KINDS]) {
  for (size_t at = 0; at < length;) {
    size_t begin = at;
    unsigned piece = mr_wl_piece_of_letter(text[at++]);
    size_t digits = 0;
    uint64_t number = 0;
    while (at + digits < length && mr_text_is_digit(text[at + digits])) {
      digits++;
    }
    const char *fault = NULL;
    if (!piece) {
      fault = "begins with no letter of a unit";
    } else if (piece >> 4 != MR_WL_WHITE) {
      fault = "has to be in capitals; w or b before the turn says whose it is";
    } else if (piece == MR_WL_PROMOTED) {
      fault = "would be a promoted leader, who cannot come";
    } else if (out[piece]) {
      fault = "names a kind that stands here already; each kind once";
    } else if (!mr_parse_uint(text + at, digits, UINT8_MAX, &number) || !number) {
      fault = "needs a number from 1 to 255, as in P2I1N1";
    }
    if (fault != NULL) {
      return (wave_fault){fault, text + begin, 1 + digits};
    }
    out[piece] = (uint16_t)number;
    at += digits;
  }
  return (wave_fault){.text = NULL};
}

/* `a12`: a square of the board. */
static bool read_square(const mr_wl_game *game, const char *text, size_t length, uint16_t *cell) {
  size_t letters = 0;
  unsigned file = 0;
  uint64_t rank = 0;
  while (letters < length && letters < 2 && mr_text_is_lower(text[letters])) {
    file = file * 26 + (unsigned)(text[letters++] - 'a' + 1);
  }
  if (!file || file > game->columns ||
      !mr_parse_uint(text + letters, length - letters, game->rows, &rank) || !rank) {
    return false;
  }
  *cell = (uint16_t)((game->rows - (unsigned)rank) * game->columns + file - 1);
  return true;
}

/* `w13:I1N1@c4`: whose, the turn, the units, and round which square. */
static wave_fault read_wave(const mr_wl_game *game, const char *word, size_t length,
                            mr_wl_wave *wave) {
  const char *colon = memchr(word, ':', length), *at = memchr(word, '@', length);
  const char *end = word + length, *first = word + (word[0] == 'w' || word[0] == 'b');
  uint64_t turn = 0;
  *wave = (mr_wl_wave){.side = MR_WL_DRAWN, .cell = MR_WL_OFF_BOARD};
  if (colon == NULL || (at != NULL && at < colon)) {
    return (wave_fault){"has no turn with a colon before its units, as 13:P2I1N1 has", word,
                        length};
  }
  if (first > word) {
    wave->side = word[0] == 'b' ? MR_WL_BLACK : MR_WL_WHITE;
  }
  if (!mr_parse_uint(first, (size_t)(colon - first), TURN_LAST, &turn) || turn < 2) {
    return (wave_fault){"begins with no turn from 2 to 9999", word, length};
  }
  wave->turn = (unsigned)turn;
  size_t units = (size_t)((at != NULL ? at : end) - colon) - 1;
  if (units == 0) {
    return (wave_fault){"names no units, as 13:P2I1N1 does", word, length};
  }
  wave_fault fault = read_units(colon + 1, units, wave->units);
  if (fault.text == NULL && at != NULL && first == word) {
    return (wave_fault){"needs w or b before the turn: squares are for one side, as in w13:P1I4@c2",
                        word, length};
  }
  if (fault.text == NULL && at != NULL &&
      !read_square(game, at + 1, (size_t)(end - at) - 1, &wave->cell)) {
    return (wave_fault){"names no square of the board", at, (size_t)(end - at)};
  }
  return fault;
}

/* What is wrong with a reinforcement among the others, and on this map. */
static mr_status check_wave(const mr_wl_game *game, const mr_wl_wave *wave, const mr_span *span,
                            mr_diagnostics *list) {
  if (game->waves > 0 && wave[-1].turn > wave->turn) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, span, NULL,
                            "reinforcements: turn %u comes before turn %u; write them in the "
                            "order of their turns (WL-49)",
                            wave->turn, wave[-1].turn);
  }
  if (wave->cell != MR_WL_OFF_BOARD && game->ground[wave->cell] >= MR_WL_WATER) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, span, NULL,
                            "reinforcements: %s is %s, where nobody can come; choose a square on "
                            "land (WL-49)",
                            mr_wl_name_cell(game, wave->cell).text,
                            mr_wl_ground_names[game->ground[wave->cell]]);
  }
  return MR_OK;
}

mr_status mr_wl_read_waves(mr_wl_game *game, const mr_definition *definition,
                           mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, "reinforcements");
  const char *text = setting != NULL ? setting->text : "", *word = text;
  mr_status status = MR_OK;
  for (size_t length; (length = mr_next_word(&word)) > 0; word += length) {
    mr_span span = mr_setting_span(setting, (size_t)(word - text), length);
    if (game->waves == MR_WL_WAVES_MAX) {
      return mr_diagnose_fail(list, MR_ERR_LIMIT, &span, NULL,
                              "reinforcements: more than %d are not possible; join those of one "
                              "turn and place (WL-49)",
                              MR_WL_WAVES_MAX);
    }
    mr_wl_wave *wave = &game->wave[game->waves];
    wave_fault fault = read_wave(game, word, length, wave);
    if (fault.text != NULL) {
      mr_quote quote;
      span = mr_setting_span(setting, (size_t)(fault.at - text), fault.length);
      mr_status found =
          mr_diagnose_fail(list, MR_ERR_SYNTAX, &span, NULL, "reinforcements: '%s' %s (WL-49)",
                           mr_quote_bytes(&quote, fault.at, fault.length), fault.text);
      status = mr_status_first(status, found);
      continue;
    }
    status = mr_status_first(status, check_wave(game, wave, &span, list));
    game->waves++;
  }
  game->pools = game->waves;
  return status;
}

/* Arrivals of armies that the players set up: their owner places them (WL-45). */
static mr_status read_blocks(mr_wl_game *game, const mr_definition *definition,
                             mr_diagnostics *list) {
  const mr_wl_army *army = &game->army;
  const char *fault = NULL;
  const mr_span span = mr_wl_span_of(definition, "arrivals", "deployment");
  if (game->waves) {
    fault = "arrivals that are placed and reinforcements do not go together; leave out one of them";
  } else if (game->members > 1) {
    fault = "arrivals that are placed would belong to nobody of a team; take teams = 1, or "
            "deployment = fixed";
  } else if (!army->listed || army->free_units) {
    fault = "with arrivals every block has the same units: say which by army_leaders and "
            "army_units, without army_free_units";
  }
  if (fault != NULL) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL, "deployment: %s (WL-45)", fault);
  }
  for (; game->waves < game->blocks; game->waves++) {
    mr_wl_wave *wave = &game->wave[game->waves];
    *wave = (mr_wl_wave){
        .turn = game->arrival[game->waves], .side = MR_WL_DRAWN, .cell = MR_WL_OFF_BOARD};
    memcpy(wave->units, army->units, sizeof wave->units);
    for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++) {
      wave->units[level] = army->levels[level];
    }
  }
  game->blocks = 0;
  game->placed_waves = true;
  game->pools = 1;
  return MR_OK;
}

static bool has_home(const mr_wl_game *game, unsigned side) {
  for (unsigned i = 0; i < game->towns; i++) {
    if (game->home[game->town[i]] == side + 1) {
      return true;
    }
  }
  return false;
}

/* Waves without a square need towns to come to. */
static mr_status check_waves(const mr_wl_game *game, const mr_definition *definition,
                             mr_diagnostics *list) {
  const mr_span span = mr_wl_span_of(definition, "reinforcements", "arrivals");
  for (unsigned w = 0; w < game->waves && !game->placed_waves; w++) {
    const mr_wl_wave *wave = &game->wave[w];
    for (unsigned side = 0; side < 2; side++) {
      bool comes = wave->side == MR_WL_DRAWN || wave->side == side;
      if (comes && wave->cell == MR_WL_OFF_BOARD && !has_home(game, side)) {
        return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                                "reinforcements: %s has no home town where they could come; draw "
                                "one, or name a square as in w13:I4@c2 (WL-49)",
                                mr_wl_side_names[side]);
      }
    }
  }
  if (game->waves && game->members > 1) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                            "reinforcements: their leaders would belong to nobody of a team; take "
                            "teams = 1 (WL-49)");
  }
  return MR_OK;
}

mr_status mr_wl_check_waves(mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  mr_status status = MR_OK;
  if (game->deploys && game->blocks) {
    status = read_blocks(game, definition, list);
  }
  return status == MR_OK ? check_waves(game, definition, list) : status;
}

/* ---- who is still to come -------------------------------------------------------------------- */

/* Changes how many of a kind wait. */
static void change_pool(const mr_wl_game *game, mr_wl_state *state, const unsigned place[3],
                        int by) {
  unsigned side = place[0], pool = place[1], kind = place[2];
  uint16_t *number = mr_wl_reserve(game, state) + (side * game->pools + pool) * MR_WL_KINDS + kind;
  state->head.units_hash -= mr_wl_pool_key(side, pool, kind, *number);
  *number = (uint16_t)(*number + by);
  state->head.units_hash += mr_wl_pool_key(side, pool, kind, *number);
}

/* ---- coming ---------------------------------------------------------------------------------- */

static bool is_free(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                    unsigned cell) {
  uint16_t square = mr_wl_squares_const(game, state)[cell];
  return !mr_wl_unit_of(square) && mr_wl_may_stand(kind, mr_wl_ground_of(square));
}

static void put(const mr_wl_game *game, mr_wl_state *state, mr_wl_post post, unsigned rule,
                mr_events *events) {
  unsigned side = state->head.side;
  mr_wl_add_unit(game, state, side, post);
  mr_event event = mr_event_of(MR_EVENT_ARRIVE, mr_wl_seat(game, side, 0), mr_wl_rule(game, rule));
  event.to = (mr_cell){post.cell};
  event.piece = (mr_piece){mr_wl_piece(side, post.kind)};
  mr_events_add(events, event);
}

/* The first square round another where a unit may come: itself, then from the left behind to the
   right before as its owner sees them. @return MR_WL_OFF_BOARD: none */
static unsigned room_round(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                           unsigned centre) {
  int away = state->head.side == MR_WL_WHITE ? 1 : -1;
  if (is_free(game, state, kind, centre)) {
    return centre;
  }
  for (int i = 0; i < 9; i++) {
    int file = game->file[centre] + away * (i % 3 - 1);
    int row = game->row[centre] + away * (1 - i / 3);
    unsigned cell = (unsigned)row * game->columns + (unsigned)file;
    if (file >= 0 && row >= 0 && file < (int)game->columns && row < (int)game->rows &&
        is_free(game, state, kind, cell)) {
      return cell;
    }
  }
  return MR_WL_OFF_BOARD;
}

/* The first empty home town, from the own edge on. */
static unsigned room_at_home(const mr_wl_game *game, const mr_wl_state *state, unsigned kind) {
  unsigned side = state->head.side;
  for (unsigned i = 0; i < game->towns; i++) {
    unsigned town = game->town[side == MR_WL_WHITE ? game->towns - 1 - i : i];
    unsigned ground = mr_wl_ground_of(mr_wl_squares_const(game, state)[town]);
    if (game->home[town] == side + 1 && ground == MR_WL_TOWN && is_free(game, state, kind, town)) {
      return town;
    }
  }
  return MR_WL_OFF_BOARD;
}

static void bring_wave(const mr_wl_game *game, mr_wl_state *state, unsigned w, mr_events *events) {
  const mr_wl_wave *wave = &game->wave[w];
  unsigned side = state->head.side;
  for (unsigned i = 0; i < ENTRIES; i++) {
    unsigned place[3] = {side, w, entry_order[i]};
    while (mr_wl_pool(game, state, side, w)[place[2]]) {
      unsigned cell = wave->cell != MR_WL_OFF_BOARD ? room_round(game, state, place[2], wave->cell)
                                                    : room_at_home(game, state, place[2]);
      if (cell == MR_WL_OFF_BOARD) {
        break; /* of another kind there may be room */
      }
      change_pool(game, state, place, -1);
      put(game, state, (mr_wl_post){(uint16_t)cell, (uint8_t)place[2], 0}, MR_WL_RULE_REINFORCE,
          events);
    }
  }
}

void mr_wl_bring_waves(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  unsigned side = state->head.side;
  for (unsigned w = 0; w < game->waves; w++) {
    const mr_wl_wave *wave = &game->wave[w];
    bool comes = mr_wl_wave_is_for(wave, side) && wave->turn == state->head.turn;
    for (unsigned kind = 1; comes && kind < MR_WL_KINDS; kind++) {
      unsigned place[3] = {side, game->placed_waves ? 0 : w, kind};
      if (wave->units[kind]) {
        change_pool(game, state, place, wave->units[kind]);
      }
    }
    if (comes && game->placed_waves) { /* who is placed arrives by WL-45a, and comes by this one */
      mr_events_add(events, mr_event_of(MR_EVENT_RULE, mr_wl_seat(game, side, 0),
                                        mr_wl_rule(game, MR_WL_RULE_ARRIVAL)));
    }
    if (!game->placed_waves && mr_wl_wave_is_for(wave, side)) {
      bring_wave(game, state, w, events);
    }
  }
}

/* ---- placing (WL-45) ------------------------------------------------------------------------- */

static bool is_own_zone(const mr_wl_game *game, const mr_wl_state *state, unsigned cell) {
  return game->zone[cell] && game->zone[cell] >> 4 == state->head.side;
}

static bool can_enter_at(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                         unsigned cell) {
  return mr_wl_pool(game, state, state->head.side, 0)[kind] && is_own_zone(game, state, cell) &&
         is_free(game, state, kind, cell);
}

bool mr_wl_can_enter(const mr_wl_game *game, const mr_wl_state *state) {
  for (unsigned cell = 0; game->placed_waves && cell < game->cells; cell++) {
    for (unsigned kind = 1; is_own_zone(game, state, cell) && kind < MR_WL_KINDS; kind++) {
      if (can_enter_at(game, state, kind, cell)) {
        return true;
      }
    }
  }
  return false;
}

size_t mr_wl_list_entries(const mr_wl_game *game, const mr_wl_state *state, mr_action *out) {
  size_t count = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    for (unsigned kind = 1; is_own_zone(game, state, cell) && kind < MR_WL_KINDS; kind++) {
      if (can_enter_at(game, state, kind, cell)) {
        out[count++] = mr_wl_action(MR_WL_ACT_PLACE, kind, cell);
      }
    }
  }
  return count;
}

mr_status mr_wl_entry_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                            unsigned cell, mr_error *err) {
  if (!mr_wl_pool(game, state, state->head.side, 0)[kind]) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 1,
                       "none of these has come that is still to be placed "
                       "(WL-45)");
  }
  return mr_wl_square_fault(game, state, kind, cell, "WL-45", err);
}

void mr_wl_enter(const mr_wl_game *game, mr_wl_state *state, unsigned kind, unsigned cell,
                 mr_events *events) {
  unsigned place[3] = {state->head.side, 0, kind};
  change_pool(game, state, place, -1);
  put(game, state, (mr_wl_post){(uint16_t)cell, (uint8_t)kind, 0}, MR_WL_RULE_ENTER, events);
  if (!mr_wl_can_enter(game, state)) {
    state->head.phase = MR_WL_PLAY;
  }
}

void mr_wl_leave(const mr_wl_game *game, mr_wl_state *state, unsigned kind) {
  unsigned place[3] = {state->head.side, 0, kind};
  mr_wl_drop_last(game, state, state->head.side);
  change_pool(game, state, place, 1);
}

/* ---- texts (WL-42a) -------------------------------------------------------------------------- */

void mr_wl_add_reserves(const mr_wl_game *game, const mr_wl_state *state, mr_str *out) {
  const char *sign = " reserve=";
  for (unsigned pool = 0; pool < game->pools; pool++) {
    bool named = game->placed_waves;
    for (unsigned piece = 0; piece < 2u * 16; piece++) {
      unsigned kind = piece & 15u;
      unsigned number =
          kind && kind < MR_WL_KINDS ? mr_wl_pool(game, state, piece >> 4, pool)[kind] : 0;
      if (!number) {
        continue;
      }
      mr_str_add(out, sign);
      sign = "";
      if (!named) {
        mr_str_format(out, "%u:", pool + 1);
        named = true;
      }
      mr_str_format(out, "%c%u", mr_wl_letter_of_piece(piece), number);
    }
    sign = *sign == '\0' && pool + 1 < game->pools ? "," : sign;
  }
}

/* The units of one pool. */
static void read_pool(mr_reader *r, mr_wl_state *state, unsigned pool) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  do {
    size_t begin = r->at;
    unsigned piece = mr_wl_piece_of_letter(mr_reader_peek(r)), number = 0;
    if (!piece) {
      mr_reader_expected(r, "units that wait, such as H2i3");
      return;
    }
    r->at++;
    mr_reader_number(r, 0, MR_WL_UNITS_MAX, "the number that waits", &number);
    if (r->status == MR_OK && (!number || mr_wl_pool(game, state, piece >> 4, pool)[piece & 15u])) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, begin,
                     "each kind that waits is named once, with a number (WL-42a)");
    }
    if (r->status == MR_OK) {
      unsigned place[3] = {piece >> 4, pool, piece & 15u};
      change_pool(game, state, place, (int)number);
    }
  } while (r->status == MR_OK && mr_reader_more(r) && mr_reader_peek(r) != ' ' &&
           mr_reader_peek(r) != ',');
}

void mr_wl_read_reserves(mr_reader *r, mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  unsigned last = 0;
  if (!game->pools) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, r->at, "nobody is to come in this game (WL-49)");
    return;
  }
  do {
    unsigned pool = last + 1;
    size_t begin = r->at;
    if (!game->placed_waves) {
      mr_reader_number(r, 0, game->pools, "the number of the reinforcement", &pool);
      mr_reader_char(r, ':', "':' and units");
    }
    if (r->status == MR_OK && (pool <= last || pool > game->pools)) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, begin,
                     "reinforcements are counted from 1, each once in ascending order (WL-49)");
    }
    if (r->status != MR_OK) {
      return;
    }
    read_pool(r, state, pool - 1);
    last = pool;
  } while (r->status == MR_OK && mr_reader_take(r, ","));
}

/* No more of a kind wait in a pool than have come so far. */
static bool have_come(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                      unsigned pool) {
  unsigned come[MR_WL_KINDS] = {0};
  for (unsigned w = 0; w < game->waves; w++) {
    const mr_wl_wave *wave = &game->wave[w];
    bool here = game->placed_waves || w == pool;
    bool begun = mr_wl_wave_is_for(wave, side) && wave->turn <= mr_wl_turn_begun(state, side);
    for (unsigned kind = 1; here && begun && kind < MR_WL_KINDS; kind++) {
      come[kind] += wave->units[kind];
    }
  }
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    if (mr_wl_pool(game, state, side, pool)[kind] > come[kind]) {
      return false;
    }
  }
  return true;
}

const char *mr_wl_reserves_fault(const mr_wl_game *game, const mr_wl_state *state) {
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned pool = 0; pool < game->pools; pool++) {
      if (!have_come(game, state, side, pool)) {
        return "more of those who wait than have come so far (WL-45, WL-49)";
      }
    }
  }
  return NULL;
}
