#include <marcher/view.h>

#include "base/text.h"
#include "rules/fairy/page/picture.h"
#include "rules/fairy/page/regions.h"
#include "rules/fairy/text/texts.h"

enum { NAME_ROOM = 160, NOTES_MAX = 8 };

/* ---- pieces ---------------------------------------------------------------------------------- */

static const char *copy_text(mr_arena *arena, const mr_str *text) {
  return mr_arena_copy(arena, text->data, text->length);
}

mr_status mr_fy_gallery_init(mr_fy_gallery *g, const mr_fy_game *game, mr_arena *arena) {
  *g = (mr_fy_gallery){.game = game, .arena = arena};
  g->items = mr_arena_zero(arena, MR_FY_CODES, sizeof *g->items);
  return g->items != NULL ? MR_OK : MR_ERR_NOMEM;
}

/** The name in lower case: what a drawing of the piece would be called. */
static const char *glyph_of(mr_arena *arena, const char *name) {
  char *glyph = mr_arena_copy(arena, name, strlen(name));
  for (char *at = glyph; at != NULL && *at != '\0'; at++) {
    *at = mr_text_lower(*at);
  }
  return glyph;
}

uint16_t mr_fy_show(mr_fy_gallery *g, unsigned code) {
  if (g->index[code] != 0) {
    return g->index[code];
  }
  char buffer[8];
  mr_str label;
  mr_str_fixed(&label, buffer, sizeof buffer);
  mr_fy_code_text(&g->game->rules, code, &label);
  bool wall = code == MR_FY_WALL;
  const char *name = wall ? "wall" : g->game->rules.kinds[MR_FY_KIND(code)].name;
  mr_view_piece *piece = &g->items[g->count];
  *piece = (mr_view_piece){.piece = {code},
                           .owner = wall ? MR_NOBODY : (mr_player){(uint8_t)MR_FY_SIDE(code)},
                           .name = name,
                           .label = copy_text(g->arena, &label),
                           .glyph = glyph_of(g->arena, name),
                           .moves = wall || g->game->moves == NULL ? NULL : &g->game->moves[code]};
  if (piece->label == NULL || piece->glyph == NULL) {
    return 0;
  }
  g->index[code] = (uint16_t)++g->count;
  return g->index[code];
}

/* ---- the board ------------------------------------------------------------------------------- */

mr_status mr_fy_board_view(const mr_fy_game *game, mr_arena *arena, mr_view *out) {
  const mr_fy_rules *rules = &game->rules;
  mr_view view;
  mr_status status = mr_view_init(&view, arena, rules->files, rules->ranks, rules->ranks, -1);
  if (status != MR_OK) {
    return status;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    mr_fy_picture_cell(game, &view, cell)->cell = (mr_cell){(uint16_t)cell};
  }
  view.checkered = true;
  *out = view;
  return MR_OK;
}

mr_view_cell *mr_fy_picture_cell(const mr_fy_game *game, mr_view *view, unsigned cell) {
  unsigned files = game->rules.files, row = game->rules.ranks - 1u - cell / files;
  return &view->cells[row * files + cell % files];
}

mr_status mr_fy_put_pieces(mr_fy_gallery *g, const mr_state *state, mr_view *view) {
  const uint8_t *board = mr_fy_board_const(state);
  for (unsigned cell = 0; cell < g->game->rules.cells; cell++) {
    if (board[cell] == 0) {
      continue;
    }
    uint16_t shown = mr_fy_show(g, board[cell]);
    if (shown == 0) {
      return MR_ERR_NOMEM;
    }
    mr_fy_picture_cell(g->game, view, cell)->piece = shown;
  }
  return MR_OK;
}

mr_status mr_fy_add_region(const mr_fy_game *game, const mr_fy_region *region, const char *name,
                           mr_arena *arena, mr_view *view) {
  mr_view_region *list = mr_arena_zero(arena, view->region_count + 1, sizeof *list);
  if (list == NULL || name == NULL) {
    return MR_ERR_NOMEM;
  }
  for (size_t i = 0; i < view->region_count; i++) {
    list[i] = view->regions[i];
  }
  list[view->region_count].name = name;
  list[view->region_count].owner =
      region->owner == MR_FY_BOTH ? MR_NOBODY : (mr_player){(uint8_t)region->owner};
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    if (mr_fy_set_has(&region->cells, cell)) {
      mr_fy_picture_cell(game, view, cell)->regions |= UINT64_C(1) << view->region_count;
    }
  }
  view->regions = list;
  view->region_count++;
  return MR_OK;
}

mr_status mr_fy_put_regions(const mr_fy_game *game, mr_arena *arena, mr_view *view) {
  mr_fy_region all[MR_FY_REGIONS_MAX];
  unsigned count = mr_fy_regions(game, all);
  mr_status status = MR_OK;
  for (unsigned i = 0; status == MR_OK && i < count && view->region_count < MR_VIEW_REGIONS_MAX;
       i++) {
    if (!all[i].usual && all[i].purpose != MR_FY_REGION_INITIAL) {
      char buffer[NAME_ROOM];
      mr_str name;
      mr_str_fixed(&name, buffer, sizeof buffer);
      mr_fy_region_name(&game->rules, all, count, i, &name);
      status = mr_fy_add_region(game, &all[i], copy_text(arena, &name), arena, view);
    }
  }
  return status;
}

/* ---- hands, marks, notes --------------------------------------------------------------------- */

static mr_status put_hand(mr_fy_gallery *g, const mr_fy_state *state, unsigned side,
                          mr_view_hand *hand) {
  const mr_fy_rules *rules = &g->game->rules;
  mr_view_held *items = mr_arena_zero(g->arena, rules->hand_count + 1u, sizeof *items);
  size_t count = 0;
  for (unsigned i = 0; items != NULL && i < rules->hand_count; i++) {
    if (state->hand[side][i] == 0) {
      continue;
    }
    items[count].piece = mr_fy_show(g, MR_FY_CODE(rules->hand_kind[i], side));
    items[count].count = state->hand[side][i];
    if (items[count++].piece == 0) {
      return MR_ERR_NOMEM;
    }
  }
  *hand = (mr_view_hand){{(uint8_t)side}, "hand", items, count, false};
  return items != NULL ? MR_OK : MR_ERR_NOMEM;
}

mr_status mr_fy_put_hands(mr_fy_gallery *g, const mr_state *opaque, mr_view *view) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  if (!g->game->rules.drops) {
    return MR_OK;
  }
  mr_view_hand *hands = mr_arena_zero(g->arena, 2, sizeof *hands);
  mr_status status = hands != NULL ? MR_OK : MR_ERR_NOMEM;
  for (unsigned side = 0; status == MR_OK && side < 2; side++) {
    status = put_hand(g, state, side, &hands[side]);
  }
  view->hands = hands;
  view->hand_count = status == MR_OK ? 2 : 0;
  return status;
}

/** The colour on which a move is made now, as a bit: of two that are owed, dark comes first. */
static unsigned next_colour(const mr_fy_state *state) {
  return state->owed & (0u - state->owed);
}

static void put_marks(const mr_fy_game *game, const mr_state *opaque, mr_view *view) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  const uint8_t *board = mr_fy_board_const(opaque);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    mr_view_cell *shown = mr_fy_picture_cell(game, view, cell);
    unsigned code = board[cell], colour = 1u << mr_fy_colour(rules, cell);
    bool royal = code > MR_FY_WALL && rules->kinds[MR_FY_KIND(code)].royal[MR_FY_SIDE(code)];
    if (royal && game->core->attacked(game, opaque, cell, 1u - MR_FY_SIDE(code))) {
      shown->marks |= MR_MARK_THREAT;
    }
    bool due = state->winner != MR_FY_UNDECIDED || next_colour(state) == colour;
    if (rules->split && (!due || (state->frozen & colour) != 0)) {
      shown->marks |= MR_MARK_DIM;
    }
  }
}

/** Notes under construction; `lost` when there is no memory. */
typedef struct notebook {
  mr_arena *arena;
  mr_view_note *notes;
  size_t count;
  bool lost;
  char buffer[64];
  mr_str text;
} notebook;

static void add_note(notebook *book, const char *label) {
  const char *text = copy_text(book->arena, &book->text);
  book->lost = book->lost || text == NULL;
  book->notes[book->count++] = (mr_view_note){label, text};
  mr_str_reset(&book->text);
}

/** @param both how the two colours are named together */
static void note_colours(notebook *book, const char *label, unsigned colours, const char *both) {
  if (colours != 0) {
    mr_str_add(&book->text, colours == 3 ? both : mr_fy_colour_names[colours >> 1]);
    add_note(book, label);
  }
}

static void note_progress(notebook *book, const mr_fy_rules *rules, const mr_fy_state *state) {
  if (rules->idle_limit == 0) {
    return;
  }
  mr_str_format(&book->text, "%u of %u", (unsigned)state->idle, rules->idle_limit);
  add_note(book, rules->split ? "turns without progress" : "plies without progress");
}

static void note_rights(notebook *book, const mr_fy_rules *rules, const mr_fy_state *state) {
  static const char letters[] = "KQkq";
  for (unsigned i = 0; i < 4; i++) {
    if (state->rights >> i & 1u) {
      mr_str_char(&book->text, letters[i]);
    }
  }
  if (state->rights != 0) {
    add_note(book, "may castle");
  }
  for (unsigned c = 0; c < (rules->split ? 2u : 1u); c++) {
    if (state->ep[c].passed != MR_FY_NO_CELL) {
      mr_str_add(&book->text, book->text.length > 0 ? ", " : "");
      mr_fy_add_cell(rules, state->ep[c].passed, &book->text);
    }
  }
  if (book->text.length > 0) {
    add_note(book, "en passant on");
  }
}

static mr_status put_notes(const mr_fy_rules *rules, const mr_fy_state *state, mr_arena *arena,
                           mr_view *view) {
  notebook book = {.arena = arena, .notes = mr_arena_zero(arena, NOTES_MAX, sizeof *book.notes)};
  if (book.notes == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_str_fixed(&book.text, book.buffer, sizeof book.buffer);
  mr_str_uint(&book.text, state->number);
  add_note(&book, rules->split ? "turn" : "move");
  if (rules->split && state->winner == MR_FY_UNDECIDED) {
    note_colours(&book, "owed on", state->owed, "dark, then light");
  }
  note_colours(&book, "frozen", state->frozen, "dark and light");
  note_progress(&book, rules, state);
  note_rights(&book, rules, state);
  view->notes = book.notes;
  view->note_count = book.count;
  return book.lost ? MR_ERR_NOMEM : MR_OK;
}

/** The same and more as values; what does not apply in a game is left out, what is not so is empty.
 */
static mr_status put_facts(const mr_fy_rules *rules, const mr_fy_state *state, mr_arena *arena,
                           mr_view *view) {
  static const char *const colours[] = {"", "dark", "light", "dark light"};
  char rights[16], passed[32];
  mr_str castling, on;
  mr_str_fixed(&castling, rights, sizeof rights);
  mr_str_fixed(&on, passed, sizeof passed);
  for (unsigned i = 0; i < 4; i++) {
    if (state->rights >> i & 1u) {
      mr_str_format(&castling, "%s%c", castling.length > 0 ? " " : "", "KQkq"[i]);
    }
  }
  for (unsigned c = 0; c < (rules->split ? 2u : 1u); c++) {
    if (state->ep[c].passed != MR_FY_NO_CELL) {
      mr_str_add(&on, on.length > 0 ? " " : "");
      mr_fy_add_cell(rules, state->ep[c].passed, &on);
    }
  }
  unsigned owed = state->winner == MR_FY_UNDECIDED ? state->owed : 0;
  const struct {
    bool given;
    mr_view_fact fact;
  } facts[] = {
      {true, {.id = "turn", .kind = MR_FACT_COUNT, .number = {state->number}}},
      {rules->split, {.id = "owed", .kind = MR_FACT_WORDS, .words = colours[owed & 3u]}},
      {rules->split, {.id = "frozen", .kind = MR_FACT_WORDS, .words = colours[state->frozen & 3u]}},
      {rules->idle_limit > 0,
       {.id = "without_progress", .kind = MR_FACT_OF, .number = {state->idle, rules->idle_limit}}},
      {true, {.id = "castling", .kind = MR_FACT_WORDS, .words = rights}},
      {true, {.id = "en_passant", .kind = MR_FACT_WORDS, .words = passed}},
  };
  mr_status status = MR_OK;
  for (size_t i = 0; i < sizeof facts / sizeof facts[0] && status == MR_OK; i++) {
    status = facts[i].given ? mr_view_add_fact(view, arena, facts[i].fact) : MR_OK;
  }
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static mr_status fill(mr_fy_gallery *g, const mr_state *state, mr_view *view) {
  mr_status status = mr_fy_put_regions(g->game, g->arena, view);
  if (status == MR_OK) {
    status = mr_fy_put_pieces(g, state, view);
  }
  if (status == MR_OK) {
    status = mr_fy_put_hands(g, state, view);
  }
  if (status == MR_OK) {
    status = put_notes(&g->game->rules, mr_fy_state_of_const(state), g->arena, view);
  }
  if (status == MR_OK) {
    status = put_facts(&g->game->rules, mr_fy_state_of_const(state), g->arena, view);
  }
  return status;
}

mr_status mr_fy_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, mr_view *out) {
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_fy_gallery g;
  mr_view view;
  (void)player;
  mr_status status = mr_fy_board_view(game, arena, &view);
  if (status == MR_OK) {
    status = mr_fy_gallery_init(&g, game, arena);
  }
  if (status == MR_OK) {
    status = fill(&g, observation, &view);
  }
  if (status != MR_OK) {
    return status;
  }
  put_marks(game, observation, &view);
  view.pieces = g.items;
  view.piece_count = g.count;
  view.node = base->ops->node(base, observation);
  *out = view;
  return MR_OK;
}
