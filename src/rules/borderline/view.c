#include "kernel/writer.h"
#include "rules/borderline/borderline.h"

/* The pieces that a picture shows, each kind once; index[square] is 1 + its place in the list. */
typedef struct gallery {
  mr_picture picture;
  const mr_bd_game *game;
  mr_view_piece *items;
  uint16_t index[2 * MR_BD_PATTERNS];
} gallery;

void mr_bd_show_piece(mr_picture *picture, const mr_bd_game *game, mr_bd_square square,
                      mr_view_piece *out) {
  const char *label = mr_picture_text(picture, "%03o", MR_BD_PATTERN(square));
  *out = (mr_view_piece){
      .piece = {square},
      .owner = {(uint8_t)MR_BD_OWNER(square)},
      .name = label,
      .label = label,
      .glyph = "",
      .pip_columns = 3,
      .pip_rows = 3,
      .pips_apart = game->strict,
  };
  for (unsigned i = 0; i < 9; i++) {
    out->pips |= (uint64_t)(MR_BD_PATTERN(square) >> (8 - i) & 1u) << i;
  }
}

/* 1 + the index of the piece. */
static uint16_t show(gallery *g, unsigned square) {
  if (!g->index[square]) {
    mr_bd_show_piece(&g->picture, g->game, (mr_bd_square)square,
                     &g->items[g->picture.view.piece_count]);
    g->index[square] = (uint16_t)++g->picture.view.piece_count;
  }
  return g->index[square];
}

static void fill_regions(const mr_bd_game *game, mr_view *view) {
  static const mr_view_region homes[] = {{"Red's home row", {MR_BD_RED}, false},
                                         {"Blue's home row", {MR_BD_BLUE}, false}};
  for (unsigned player = 0; player < 2; player++) {
    for (unsigned i = 0; i < game->columns; i++) {
      view->cells[mr_bd_home_cell(game, player) + i].regions |= 1u << player;
    }
  }
  view->regions = homes;
  view->region_count = 2;
}

static void fill_cells(const mr_bd_game *game, const mr_bd_state *state, gallery *g) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  mr_view_cell *cells = g->picture.view.cells;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    cells[cell].piece = squares[cell] ? show(g, squares[cell]) : 0;
  }
  if (state->phase != MR_BD_DUEL) {
    return;
  }
  cells[state->at].marks |= MR_MARK_CHOSEN;
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    if (state->pending >> d & 1u) {
      cells[game->neighbour[state->at][d]].marks |= MR_MARK_THREAT;
    }
  }
}

static void fill_hands(const mr_bd_game *game, const mr_bd_state *state, gallery *g) {
  mr_view_hand *hands = mr_picture_room(&g->picture, 2, sizeof *hands);
  for (unsigned player = 0; player < 2; player++) {
    const uint16_t *patterns = mr_bd_hand_const(game, state, player);
    mr_view_held *items = mr_picture_room(&g->picture, state->held[player], sizeof *items);
    size_t count = 0;
    for (unsigned i = 0; items != NULL && i < state->held[player]; i++) {
      if (i == 0 || patterns[i] != patterns[i - 1]) {
        items[count++].piece = show(g, MR_BD_SQUARE(player, patterns[i]));
      }
      items[count - 1].count++;
    }
    if (hands != NULL) {
      hands[player] = (mr_view_hand){{(uint8_t)player}, "hand", items, count, false, false};
    }
  }
  g->picture.view.hands = hands;
  g->picture.view.hand_count = 2;
}

static void fill_notes(const mr_bd_game *game, const mr_bd_state *state, mr_picture *picture) {
  unsigned wins = game->dice_sides * (game->dice_sides - 1) / 2;
  unsigned rolls = game->dice_sides * game->dice_sides;
  mr_picture_number(
      picture, "plies",
      (mr_view_fact){.id = "plies", .kind = MR_FACT_OF, .number = {state->plies, game->ply_cap}});
  mr_picture_fact(picture,
                  (mr_view_fact){.id = "passes", .kind = MR_FACT_COUNT, .number = {state->passes}});
  if (state->passes) {
    mr_picture_note(picture, "passes", "%u in a row", state->passes);
  }
  if (state->phase == MR_BD_DUEL) {
    char buffer[8];
    mr_str cell = mr_str_fixed(buffer, sizeof buffer);
    mr_bd_add_cell(game, &cell, state->at);
    mr_picture_note(picture, "duel", "%s on %s attacks, wins %u of %u times",
                    mr_bd_names[state->side], buffer, wins, rolls);
    mr_picture_fact(picture,
                    (mr_view_fact){.id = "duel", .kind = MR_FACT_OF, .number = {wins, rolls}});
  }
}

mr_status mr_bd_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, mr_view *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(observation);
  size_t shown = (size_t)state->held[0] + state->held[1];
  (void)player;
  gallery g = {.picture =
                   mr_picture_begin(arena, (uint16_t)game->columns, (uint16_t)game->rows, 0, 1),
               .game = game};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    shown += mr_bd_squares_const(state)[cell] != 0;
  }
  g.items = mr_picture_room(&g.picture, shown, sizeof *g.items);
  if (g.items == NULL) {
    return g.picture.status;
  }
  mr_view *view = &g.picture.view;
  view->pieces = g.items;
  view->pip_columns = view->pip_rows = 3;
  view->node = mr_game_node(base, observation);
  fill_regions(game, view);
  fill_cells(game, state, &g);
  fill_hands(game, state, &g);
  fill_notes(game, state, &g.picture);
  mr_bd_put_goals(&g.picture, game, state);
  return mr_picture_end(&g.picture, out);
}

void mr_bd_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out) {
  const mr_bd_state *state = mr_bd_state_of(opaque);
  *out = (mr_form){MR_FORM_CHANCE, MR_NOWHERE, MR_NOWHERE, MR_NO_PIECE, ""};
  mr_bd_action_kind kind = mr_bd_action_kind_of(action);
  mr_str choice = mr_str_fixed(out->choice, sizeof out->choice);
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
