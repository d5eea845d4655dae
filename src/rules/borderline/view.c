#include <marcher/doc.h>
#include <marcher/view.h>

#include "rules/borderline/reader.h"

/* ---- pieces ---------------------------------------------------------------------------------- */

/* The pieces that a picture shows, each kind once; index[square] is 1 + its place in the list. */
typedef struct gallery {
  mr_view_piece *items;
  size_t count;
  uint16_t index[2 * MR_BD_PATTERNS];
  mr_arena *arena;
} gallery;

static uint64_t pips_of(unsigned pattern) {
  uint64_t pips = 0;
  for (unsigned i = 0; i < 9; i++) {
    pips |= (uint64_t)(pattern >> (8 - i) & 1u) << i;
  }
  return pips;
}

mr_status mr_bd_show_piece(mr_arena *arena, mr_bd_square square, mr_view_piece *out) {
  char buffer[8];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_bd_add_pattern(&text, MR_BD_PATTERN(square));
  const char *label = mr_arena_copy(arena, text.data, text.length);
  if (label == NULL) {
    return MR_ERR_NOMEM;
  }
  *out = (mr_view_piece){
      .piece = {square},
      .owner = {(uint8_t)MR_BD_OWNER(square)},
      .name = label,
      .label = label,
      .glyph = "",
      .pip_columns = 3,
      .pip_rows = 3,
      .pips = pips_of(MR_BD_PATTERN(square)),
  };
  return MR_OK;
}

/* 1 + the index of the piece, or 0 when memory is out. */
static uint16_t show(gallery *g, unsigned square) {
  if (g->index[square]) {
    return g->index[square];
  }
  if (mr_bd_show_piece(g->arena, (mr_bd_square)square, &g->items[g->count]) != MR_OK) {
    return 0;
  }
  g->index[square] = (uint16_t)++g->count;
  return g->index[square];
}

/* ---- the board and what is beside it --------------------------------------------------------- */

static mr_status fill_regions(const mr_bd_game *game, mr_arena *arena, mr_view *view) {
  mr_view_region *regions = mr_arena_zero(arena, 2, sizeof *regions);
  if (regions == NULL) {
    return MR_ERR_NOMEM;
  }
  regions[0] = (mr_view_region){"Red's home row", {MR_BD_RED}, false};
  regions[1] = (mr_view_region){"Blue's home row", {MR_BD_BLUE}, false};
  for (unsigned player = 0; player < 2; player++) {
    for (unsigned i = 0; i < game->columns; i++) {
      view->cells[mr_bd_home_cell(game, player) + i].regions |= 1u << player;
    }
  }
  view->regions = regions;
  view->region_count = 2;
  return MR_OK;
}

static mr_status fill_cells(const mr_bd_game *game, const mr_bd_state *state, gallery *g,
                            mr_view *view) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (!squares[cell]) {
      continue;
    }
    view->cells[cell].piece = show(g, squares[cell]);
    if (!view->cells[cell].piece) {
      return MR_ERR_NOMEM;
    }
  }
  if (state->phase != MR_BD_DUEL) {
    return MR_OK;
  }
  view->cells[state->at].marks |= MR_MARK_CHOSEN;
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    if (state->pending >> d & 1u) {
      view->cells[game->neighbour[state->at][d]].marks |= MR_MARK_THREAT;
    }
  }
  return MR_OK;
}

static mr_status fill_hand(const mr_bd_game *game, const mr_bd_state *state, unsigned player,
                           gallery *g, mr_view_hand *hand) {
  const uint16_t *patterns = mr_bd_hand_const(game, state, player);
  mr_view_held *items = mr_arena_zero(g->arena, state->held[player] + 1u, sizeof *items);
  if (items == NULL) {
    return MR_ERR_NOMEM;
  }
  size_t count = 0;
  for (unsigned i = 0; i < state->held[player]; i++) {
    if (i == 0 || patterns[i] != patterns[i - 1]) {
      items[count++].piece = show(g, MR_BD_SQUARE(player, patterns[i]));
    }
    if (!items[count - 1].piece) {
      return MR_ERR_NOMEM;
    }
    items[count - 1].count++;
  }
  *hand = (mr_view_hand){{(uint8_t)player}, "hand", items, count, false};
  return MR_OK;
}

static mr_status fill_hands(const mr_bd_game *game, const mr_bd_state *state, gallery *g,
                            mr_view *view) {
  mr_view_hand *hands = mr_arena_zero(g->arena, 2, sizeof *hands);
  if (hands == NULL) {
    return MR_ERR_NOMEM;
  }
  view->hands = hands;
  view->hand_count = 2;
  mr_status status = fill_hand(game, state, MR_BD_RED, g, &hands[0]);
  return status != MR_OK ? status : fill_hand(game, state, MR_BD_BLUE, g, &hands[1]);
}

static void add_note(mr_view_note *notes, size_t *count, mr_arena *arena, const char *label,
                     const mr_str *text) {
  const char *copy = mr_arena_copy(arena, text->data, text->length);
  if (copy != NULL) {
    notes[(*count)++] = (mr_view_note){label, copy};
  }
}

static void duel_note(const mr_bd_game *game, const mr_bd_state *state, mr_str *text) {
  unsigned sides = game->dice_sides;
  mr_str_format(text, "%s on ", mr_bd_names[state->side]);
  mr_bd_add_cell(game, text, state->at);
  mr_str_format(text, " attacks, wins %u of %u times", sides * (sides - 1) / 2, sides * sides);
}

static mr_status fill_notes(const mr_bd_game *game, const mr_bd_state *state, mr_arena *arena,
                            mr_view *view) {
  char buffer[128];
  mr_str text;
  mr_view_note *notes = mr_arena_zero(arena, 3, sizeof *notes);
  size_t count = 0, wanted = 1;
  if (notes == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_str_format(&text, "%u of %u", state->plies, game->ply_cap);
  add_note(notes, &count, arena, "plies", &text);
  mr_str_reset(&text);
  if (state->passes) {
    wanted++;
    mr_str_format(&text, "%u in a row", state->passes);
    add_note(notes, &count, arena, "passes", &text);
    mr_str_reset(&text);
  }
  if (state->phase == MR_BD_DUEL) {
    wanted++;
    duel_note(game, state, &text);
    add_note(notes, &count, arena, "duel", &text);
  }
  view->notes = notes;
  view->note_count = count;
  return count == wanted ? MR_OK : MR_ERR_NOMEM;
}

static mr_status fill_facts(const mr_bd_game *game, const mr_bd_state *state, mr_arena *arena,
                            mr_view *view) {
  unsigned sides = game->dice_sides;
  mr_status status = mr_view_add_fact(
      view, arena,
      (mr_view_fact){.id = "plies", .kind = MR_FACT_OF, .number = {state->plies, game->ply_cap}});
  if (status == MR_OK) {
    status = mr_view_add_fact(
        view, arena,
        (mr_view_fact){.id = "passes", .kind = MR_FACT_COUNT, .number = {state->passes}});
  }
  if (status == MR_OK && state->phase == MR_BD_DUEL) {
    status = mr_view_add_fact(view, arena,
                              (mr_view_fact){.id = "duel",
                                             .kind = MR_FACT_OF,
                                             .number = {sides * (sides - 1) / 2, sides * sides}});
  }
  return status;
}

static size_t count_shown(const mr_bd_game *game, const mr_bd_state *state) {
  size_t shown = (size_t)state->held[0] + state->held[1];
  for (unsigned cell = 0; cell < game->cells; cell++) {
    shown += mr_bd_squares_const(state)[cell] != 0;
  }
  return shown;
}

mr_status mr_bd_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, mr_view *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(observation);
  mr_view view;
  (void)player;
  mr_status status =
      mr_view_init(&view, arena, (uint16_t)game->columns, (uint16_t)game->rows, 0, 1);
  if (status != MR_OK) {
    return status;
  }
  gallery *g = mr_arena_zero(arena, 1, sizeof *g);
  if (g == NULL) {
    return MR_ERR_NOMEM;
  }
  g->arena = arena;
  g->items = mr_arena_zero(arena, count_shown(game, state) + 1, sizeof *g->items);
  if (g->items == NULL) {
    return MR_ERR_NOMEM;
  }
  view.pip_columns = view.pip_rows = 3;
  status = fill_regions(game, arena, &view);
  if (status == MR_OK) {
    status = fill_cells(game, state, g, &view);
  }
  if (status == MR_OK) {
    status = fill_hands(game, state, g, &view);
  }
  if (status == MR_OK) {
    status = fill_notes(game, state, arena, &view);
  }
  if (status == MR_OK) {
    status = fill_facts(game, state, arena, &view);
  }
  if (status != MR_OK) {
    return status;
  }
  view.pieces = g->items;
  view.piece_count = g->count;
  view.node = mr_game_node(base, observation);
  *out = view;
  return MR_OK;
}

void mr_bd_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out) {
  const mr_bd_state *state = mr_bd_state_of(opaque);
  *out = (mr_form){MR_FORM_CHANCE, MR_NOWHERE, MR_NOWHERE, MR_NO_PIECE, ""};
  mr_bd_action_kind kind = mr_bd_action_kind_of(action);
  mr_str choice;
  mr_str_fixed(&choice, out->choice, sizeof out->choice);
  if (kind == MR_BD_ACT_PASS) {
    out->kind = MR_FORM_BUTTON;
    mr_str_add(&choice, "pass");
    return;
  }
  if (kind != MR_BD_ACT_PLACE) {
    mr_bd_format_action(base, opaque, action, &choice);
    return;
  }
  const mr_bd_game *game = mr_bd_game_of(base);
  unsigned pattern = mr_bd_action_low(action), kept = game->patterns.canonical[pattern];
  out->kind = MR_FORM_PLACE;
  out->to = (mr_cell){(uint16_t)mr_bd_action_high(action)};
  out->piece = (mr_piece){MR_BD_SQUARE(state->side, kept)};
  if (game->rotation) {
    mr_bd_add_pattern(&choice, pattern);
  }
}
