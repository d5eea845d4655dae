#include <marcher/doc.h>
#include <marcher/view.h>

#include "toy_priv.h"

/** What a fact's values look like in the text. */
static const char *const alphabets[SLOTS] = {
    ".rb",   ".rb",   ".rb", ".rb", ".rb",    "-123?",  "-123?",   "-123?",
    "-123?", "dspxo", "rb",  "-12", "-12345", "-12345", "0123456", "0123456",
};

/** A blank follows these facts. */
static const bool blank_after[SLOTS] = {
    [CELLS - 1] = true, [CARD + 1] = true, [STAKE + 1] = true, [PHASE] = true,
    [MOVER] = true,     [STEP] = true,     [DUEL + 1] = true,  [TURNS] = true,
};

/* ---- texts ----------------------------------------------------------------------------------- */

void mr_toy_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  static const char *const names[CELLS] = {"a2", "b2", "c2", "b1", "c1"};
  (void)game;
  mr_str_add(out, cell.id < CELLS ? names[cell.id] : "?");
}

void mr_toy_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  static const char *const names[] = {"nothing", "stone",   "stone",   "card 1", "card 2",
                                      "card 3",  "stake 1", "stake 2", "stake 3"};
  (void)game;
  mr_str_add(out, piece.id < sizeof names / sizeof names[0] ? names[piece.id] : "?");
}

static void format_stone(const mr_game *game, mr_action action, mr_str *out) {
  if (action >= ACT_MOVE) {
    mr_toy_cell_text(game, (mr_cell){(uint16_t)((action - ACT_MOVE) / 8)}, out);
    mr_str_add(out, has(game, MR_TOY_BLANK_ACTION) ? " " : "");
    mr_toy_cell_text(game, (mr_cell){(uint16_t)(action % 8)}, out);
    return;
  }
  mr_str_char(out, '@');
  if (has(game, MR_TOY_AMBIGUOUS_ACTION)) {
    mr_str_char(out, "abcbc"[action - ACT_PLACE]);
  } else {
    mr_toy_cell_text(game, (mr_cell){(uint16_t)(action - ACT_PLACE)}, out);
  }
}

void mr_toy_format_action(const mr_game *game, const mr_state *state, mr_action action,
                          mr_str *out) {
  static const char *const words[] = {"end", "pass"};
  static const char *const outcomes[] = {"wins", "loses", "loses-again"};
  const toy_state *s = read(state);
  if (is_face(action)) {
    mr_str_format(out, "%u:%u", attacker_die(action), defender_die(action));
  } else if (action >= ACT_WIN) {
    mr_str_add(out, outcomes[action - ACT_WIN]);
  } else if (action >= ACT_END) {
    mr_str_add(out, words[action - ACT_END]);
    if (has(game, MR_TOY_TELLTALE_TEXT) && action == ACT_END) {
      mr_str_format(out, "%u", (unsigned)s->v[STAKE + s->v[MOVER]]);
    }
  } else if (action >= ACT_PLACE) {
    format_stone(game, action, out);
  } else {
    mr_str_format(out, "%s%u", action > ACT_STAKE ? "stake" : "card", action % ACT_STAKE);
  }
}

/** Tries every number: the toy's are few. */
mr_status mr_toy_parse_action(const mr_game *game, const mr_state *state, const char *text,
                              size_t length, mr_action *out, mr_error *err) {
  for (mr_action action = 1; action < ACT_FACE + 36; action++) {
    char buffer[MR_ACTION_TEXT_MAX];
    if (!mr_toy_legal(game, state, action)) {
      continue;
    }
    mr_str written = mr_str_fixed(buffer, sizeof buffer);
    mr_toy_format_action(game, state, action, &written);
    if (written.length == length && memcmp(buffer, text, length) == 0) {
      *out = action;
      return MR_OK;
    }
  }
  return mr_error_at(err, MR_ERR_SYNTAX, 1, "'%.*s' is no action here", (int)length, text);
}

void mr_toy_format_state(const mr_game *game, const mr_state *state, mr_str *out) {
  const toy_state *s = read(state);
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    unsigned value = s->v[slot];
    value = has(game, MR_TOY_FORGETFUL_TEXT) && slot == STEP && value == 2 ? 1 : value;
    value = has(game, MR_TOY_BLANK_UNKNOWN) && mr_toy_unknown(s, slot) ? 0 : value;
    mr_str_char(out, alphabets[slot][value]);
    if (blank_after[slot]) {
      mr_str_char(out, ' ');
    }
  }
}

static bool secrets_fit(const toy_state *s, bool quiet) {
  unsigned phase = s->v[PHASE];
  for (unsigned player = 0; player < 2; player++) {
    bool before = s->v[MOVER] <= player;
    bool card = !quiet && !(phase == DEALING && before);
    bool staked = !quiet && phase != DEALING && !(phase == STAKING && before);
    if (s->v[PHASE] == OVER &&
        (mr_toy_unknown(s, CARD + player) || mr_toy_unknown(s, STAKE + player))) {
      return false;
    }
    if ((s->v[CARD + player] != 0) != card || (s->v[STAKE + player] != 0) != staked) {
      return false;
    }
  }
  return true;
}

static bool stones_fit(const toy_state *s) {
  bool started = s->v[PHASE] >= PLAYING;
  unsigned mover = s->v[MOVER];
  for (unsigned player = 0; player < 2; player++) {
    unsigned count = mr_toy_stones_on_board(s, player);
    bool pair_allowed = player == mover && s->v[PHASE] >= DUELLING;
    if (count > (started ? STONES : 0) || (mr_toy_has_pair(s, player) && !pair_allowed)) {
      return false;
    }
  }
  return true;
}

static bool duel_fits(const toy_state *s) {
  if (s->v[PHASE] != DUELLING) {
    return s->v[DUEL] == 0 && s->v[DUEL + 1] == 0;
  }
  return s->v[DUEL] != 0 && s->v[s->v[DUEL] - 1] == s->v[MOVER] + 1 &&
         s->v[DUEL + 1] == mr_toy_enemy_next_to(s, s->v[DUEL] - 1U, s->v[MOVER]) + 1;
}

static bool clock_fits(const toy_state *s) {
  unsigned turns = s->v[TURNS];
  switch (s->v[PHASE]) {
  case DEALING:
  case STAKING:
    return turns == 0 && s->v[STEP] == 0 && s->v[RULE] == 0;
  case PLAYING:
  case DUELLING:
    return turns < TURNS_MOST && turns % 2 == s->v[MOVER] && s->v[STEP] != 0 && s->v[RULE] == 0;
  default:
    break;
  }
  bool by_pair = s->v[RULE] == T_PAIR && mr_toy_has_pair(s, s->v[MOVER]) && turns < TURNS_MOST &&
                 turns % 2 == s->v[MOVER];
  bool by_length = s->v[RULE] == T_LAST && !mr_toy_has_pair(s, 0) && !mr_toy_has_pair(s, 1) &&
                   turns == TURNS_MOST && s->v[MOVER] == 1;
  return s->v[STEP] == 0 && (by_pair || by_length);
}

/** Reads the characters; returns the column (from 1) of the first bad one, or 0. */
static uint32_t read_slots(const char *text, size_t length, toy_state *s) {
  uint32_t at = 0;
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    const char *found = at < length ? strchr(alphabets[slot], text[at]) : NULL;
    if (found == NULL) {
      return at + 1;
    }
    s->v[slot] = (uint8_t)(found - alphabets[slot]);
    at++;
    if (blank_after[slot]) {
      if (at >= length || text[at] != ' ') {
        return at + 1;
      }
      at++;
    }
  }
  return at == length ? 0 : at + 1;
}

mr_status mr_toy_parse_state(const mr_game *game, const char *text, size_t length, mr_state *out,
                             mr_error *err) {
  toy_state s = {0};
  uint32_t column = read_slots(text, length, &s);
  if (column != 0) {
    edit(out)->v[0] = has(game, MR_TOY_HASTY_PARSE) ? 0 : edit(out)->v[0];
    return mr_error_at(err, MR_ERR_SYNTAX, column, "'%.*s' is no state", (int)length, text);
  }
  const bool fits[] = {secrets_fit(&s, toy_of(game)->quiet), stones_fit(&s), duel_fits(&s),
                       clock_fits(&s), !toy_of(game)->quiet || s.v[PHASE] % 2 == 0};
  static const char *const faults[] = {" cards or stakes", " stones", " duel", " clock", " phase"};
  char buffer[64];
  mr_str found = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < sizeof fits / sizeof fits[0]; i++) {
    mr_str_add(&found, fits[i] ? "" : faults[i]);
  }
  if (found.length > 0) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "impossible:%s", buffer);
  }
  if (has(game, MR_TOY_LEAKS_SHADOW)) {
    s.extra = s.v[STAKE + 1] != 0 ? s.v[STAKE] * 4U + s.v[STAKE + 1] : s.v[STAKE];
  }
  if (has(game, MR_TOY_DIRTY_PARSE)) {
    s.extra = edit(out)->extra;
  }
  s.hash = mr_toy_rehash(game, (const mr_state *)&s);
  *edit(out) = s;
  return MR_OK;
}

/* ---- pictures -------------------------------------------------------------------------------- */

void mr_toy_form(const mr_game *game, const mr_state *state, mr_action action, mr_form *out) {
  const toy_state *s = read(state);
  *out = (mr_form){.kind = MR_FORM_BUTTON, .from = MR_NOWHERE, .to = MR_NOWHERE};
  if (s->v[PHASE] == DEALING || s->v[PHASE] == DUELLING) {
    out->kind = MR_FORM_CHANCE;
  } else if (action >= ACT_PLACE && action < ACT_MOVE) {
    out->kind = MR_FORM_PLACE;
    out->piece = stone_of(s->v[MOVER]);
    out->to = (mr_cell){(uint16_t)(action - ACT_PLACE)};
    out->to = has(game, MR_TOY_FORM_NOWHERE) ? MR_NOWHERE : out->to;
  } else if (action >= ACT_MOVE && action < ACT_END) {
    out->kind = MR_FORM_MOVE;
    out->piece = stone_of(s->v[MOVER]);
    out->from = (mr_cell){(uint16_t)((action - ACT_MOVE) / 8)};
    out->to = has(game, MR_TOY_FORMS_ALIKE) ? out->from : (mr_cell){(uint16_t)(action % 8)};
  } else {
    mr_str label = mr_str_fixed(out->choice, sizeof out->choice);
    mr_toy_format_action(game, state, action, &label);
  }
}

/** Red's and Blue's stone, then the cards; the order is that of the piece numbers, from 1. */
static mr_status view_pieces(mr_arena *arena, mr_view *out) {
  static const char *const words[][2] = {
      {"stone", "r"}, {"stone", "b"}, {"card 1", "1"}, {"card 2", "2"}, {"card 3", "3"},
  };
  const uint32_t count = sizeof words / sizeof words[0];
  mr_view_piece *pieces = mr_arena_zero(arena, count, sizeof *pieces);
  if (pieces == NULL) {
    return MR_ERR_NOMEM;
  }
  for (uint32_t i = 0; i < count; i++) {
    pieces[i] = (mr_view_piece){
        .piece = {i + 1},
        .owner = {i < 2 ? (uint8_t)i : MR_NOBODY_ID},
        .name = words[i][0],
        .label = words[i][1],
        .glyph = "",
    };
  }
  out->pieces = pieces;
  out->piece_count = count;
  return MR_OK;
}

static void view_cells(const mr_game *game, const toy_state *s, mr_view *out) {
  for (unsigned i = 0, c = 0; i < 6; i++) {
    mr_view_cell *cell = &out->cells[i];
    if (i == 3) {
      cell->cell = MR_NOWHERE;
      continue;
    }
    cell->cell = (mr_cell){(uint16_t)c};
    cell->piece = s->v[c];
    c++;
  }
  if (has(game, MR_TOY_DRAWN_TWICE)) {
    out->cells[5].cell = out->cells[0].cell;
  }
}

static mr_status view_hands(const toy_state *s, mr_arena *arena, mr_view *out) {
  mr_view_hand *hands = mr_arena_zero(arena, 2, sizeof *hands);
  mr_view_held *items = mr_arena_zero(arena, 4, sizeof *items);
  if (hands == NULL || items == NULL) {
    return MR_ERR_NOMEM;
  }
  for (unsigned player = 0; player < 2; player++) {
    mr_view_held *held = items + (size_t)player * 2;
    unsigned left = STONES - mr_toy_stones_on_board(s, player);
    unsigned card = s->v[CARD + player];
    hands[player] = (mr_view_hand){{(uint8_t)player}, "hand", held, 0, false, false};
    if (left > 0) {
      held[hands[player].count++] = (mr_view_held){(uint16_t)(player + 1), (uint16_t)left};
    }
    if (card != 0 && card != HIDDEN) {
      held[hands[player].count++] = (mr_view_held){(uint16_t)(card + 2), 1};
    }
  }
  out->hands = hands;
  out->hand_count = 2;
  return MR_OK;
}

mr_status mr_toy_view(const mr_game *game, const mr_state *observation, mr_player player,
                      mr_arena *arena, mr_view *out) {
  const toy_state *s = read(observation);
  (void)player;
  mr_status status = mr_view_init(out, arena, 3, 2, 2, -1);
  if (status != MR_OK) {
    return status;
  }
  view_cells(game, s, out);
  out->node = mr_toy_node(game, observation);
  if (has(game, MR_TOY_WRONG_NODE)) {
    out->node = (mr_node){MR_NODE_DECISION, {0}};
  }
  status = view_pieces(arena, out);
  return status == MR_OK ? view_hands(s, arena, out) : status;
}

mr_status mr_toy_page(const mr_game *game, mr_doc *doc) {
  mr_doc_heading(doc, "%s", game->info.title);
  for (size_t i = 1; i < game->info.rule_count; i++) {
    mr_doc_rule(doc, game->info.rules[i].id, game->info.rules[i].text);
  }
  return doc->status;
}
