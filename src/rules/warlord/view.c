#include <marcher/doc.h>
#include <marcher/view.h>

#include "rules/warlord/reader.h"

enum { REGIONS_MOST = 32, NOTES_MOST = 16, LABEL = 2 };

static const char labels[2][MR_WL_KINDS][LABEL] = {
    {".", "L", "K", "G", "P", "Q", "R", "S", "V", "W", "X", "U", "H", "C", "N", "I"},
    {".", "l", "k", "g", "p", "q", "r", "s", "v", "w", "x", "u", "h", "c", "n", "i"}};
static const char *const glyphs[MR_WL_KINDS] = {
    "",       "leader", "leader", "leader", "leader",  "leader", "leader", "leader",
    "leader", "leader", "leader", "leader", "cavalry", "cannon", "scout",  "infantry"};
static const mr_view_terrain terrains[MR_WL_GROUNDS] = {{"open ground", '.'}, {"forest", 'T'},
                                                        {"hill", '^'},        {"town", '#'},
                                                        {"water", '~'},       {"gap", '~'}};

/* All kinds of both sides, so that index 1 + piece - side finds each. */
static uint16_t index_of(unsigned piece) {
  return (uint16_t)((piece >> 4) * (MR_WL_KINDS - 1) + (piece & 15u));
}

static mr_status list_pieces(const mr_wl_game *game, mr_arena *arena, mr_view *view) {
  mr_view_piece *items = mr_arena_zero(arena, (size_t)2 * MR_WL_KINDS, sizeof *items);
  if (items == NULL) {
    return MR_ERR_NOMEM;
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      items[view->piece_count++] = (mr_view_piece){
          .piece = {mr_wl_piece(side, kind)},
          .owner = mr_wl_seat(game, side, 0),
          .name = mr_wl_kind_names[kind],
          .label = labels[side][kind],
          .glyph = glyphs[kind],
      };
    }
  }
  view->pieces = items;
  view->terrains = terrains;
  view->terrain_count = MR_WL_GROUNDS;
  return MR_OK;
}

/* Who of the side to move cannot act any more, or not yet, is dimmed. */
static bool is_idle(const mr_wl_game *game, const mr_wl_state *state, unsigned slot,
                    uint64_t open) {
  mr_wl_unit unit = mr_wl_units_const(game, state)[slot];
  if (state->head.phase != MR_WL_PLAY || mr_wl_side_of(game, slot) != state->head.side) {
    return false;
  }
  if (unit.flags & MR_WL_ACTED || state->head.activations >= mr_wl_cap_of(game, state)) {
    return true;
  }
  return !mr_wl_orders_itself(game, unit.kind) && !(mr_wl_in_range(game, state, unit.cell) & open);
}

static void fill_cells(const mr_wl_game *game, const mr_wl_state *state, mr_view *view) {
  const uint16_t *squares = mr_wl_squares_const(game, state);
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  uint64_t open = state->head.phase == MR_WL_PLAY ? mr_wl_open_leaders(game, state) : 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    mr_view_cell *drawn = &view->cells[cell];
    unsigned man = mr_wl_unit_of(squares[cell]);
    drawn->terrain = (uint16_t)mr_wl_ground_of(squares[cell]);
    if (!man) {
      continue;
    }
    drawn->piece = index_of(mr_wl_piece(mr_wl_side_of(game, man - 1), units[man - 1].kind));
    if (is_idle(game, state, man - 1, open)) {
      drawn->marks |= MR_MARK_DIM;
    }
  }
}

/* ---- regions: how far each leader's orders carry --------------------------------------------- */

static const char *region_name(const mr_wl_game *game, const mr_wl_state *state, unsigned leader,
                               mr_arena *arena) {
  char buffer[80];
  mr_str text;
  mr_wl_unit unit = mr_wl_units_const(game, state)[state->leader[state->head.side][leader]];
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_str_format(&text, "%s on ", mr_wl_kind_names[unit.kind]);
  mr_wl_add_cell(game, &text, unit.cell);
  mr_str_format(&text, ", %u of %u orders left", mr_wl_orders_left(game, state, leader),
                (unsigned)unit.kind);
  return mr_arena_copy(arena, text.data, text.length);
}

static void mark_range(const mr_wl_game *game, unsigned centre, unsigned bit, mr_view *view) {
  int range = (int)game->range;
  for (int row = game->row[centre] - range; row <= game->row[centre] + range; row++) {
    for (int file = game->file[centre] - range; file <= game->file[centre] + range; file++) {
      if (row >= 0 && file >= 0 && row < (int)game->rows && file < (int)game->columns) {
        view->cells[row * (int)game->columns + file].regions |= 1u << bit;
      }
    }
  }
}

static mr_status fill_regions(const mr_wl_game *game, const mr_wl_state *state, mr_arena *arena,
                              mr_view *view) {
  const mr_wl_head *h = &state->head;
  mr_view_region *regions = mr_arena_zero(arena, REGIONS_MOST, sizeof *regions);
  if (regions == NULL) {
    return MR_ERR_NOMEM;
  }
  view->regions = regions;
  for (unsigned i = 0; h->phase == MR_WL_PLAY && i < h->listed[h->side]; i++) {
    mr_wl_unit unit = mr_wl_units_const(game, state)[state->leader[h->side][i]];
    if (unit.cell == MR_WL_OFF_BOARD || view->region_count == REGIONS_MOST) {
      continue;
    }
    unsigned bit = (unsigned)view->region_count++;
    regions[bit].name = region_name(game, state, i, arena);
    regions[bit].owner = mr_wl_seat(game, h->side, mr_wl_member_of(unit));
    regions[bit].aside = true;
    if (regions[bit].name == NULL) {
      return MR_ERR_NOMEM;
    }
    mark_range(game, unit.cell, bit, view);
  }
  return MR_OK;
}

/* ---- who orders whom ------------------------------------------------------------------------- */

/* The units that the leader at a place of the list may order, of those that have not acted. */
static size_t list_ordered(const mr_wl_game *game, const mr_wl_state *state, unsigned leader,
                           mr_cell *out) {
  unsigned side = state->head.side;
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  size_t count = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    mr_wl_unit unit = units[i];
    if (unit.cell == MR_WL_OFF_BOARD || unit.flags & MR_WL_ACTED ||
        mr_wl_orders_itself(game, unit.kind)) {
      continue;
    }
    if (mr_wl_in_range(game, state, unit.cell) >> leader & 1u) {
      out[count++].id = unit.cell;
    }
  }
  return count;
}

static char badge_of(unsigned left) {
  return left > 9 ? '+' : (char)('0' + left);
}

static mr_status add_commander(const mr_wl_game *game, const mr_wl_state *state, unsigned leader,
                               mr_arena *arena, mr_view_commander *list, size_t count) {
  unsigned side = state->head.side, width = 2 * game->range + 1, left;
  mr_wl_unit unit = mr_wl_units_const(game, state)[state->leader[side][leader]];
  size_t most = state->head.units[side], block = (size_t)width * width;
  mr_cell *units = mr_arena_zero(arena, most < block ? most : block, sizeof *units);
  if (units == NULL) {
    return MR_ERR_NOMEM;
  }
  left = mr_wl_orders_left(game, state, leader);
  size_t at = count;
  for (; at > 0 && list[at - 1].cell.id > unit.cell; at--) {
    list[at] = list[at - 1];
  }
  list[at] = (mr_view_commander){
      .cell = {unit.cell},
      .owner = mr_wl_seat(game, side, mr_wl_member_of(unit)),
      .left = (uint16_t)left,
      .all = unit.kind,
      .units = units,
      .unit_count = list_ordered(game, state, leader, units),
  };
  return MR_OK;
}

static mr_status fill_commanders(const mr_wl_game *game, const mr_wl_state *state, mr_arena *arena,
                                 mr_view *view) {
  const mr_wl_head *h = &state->head;
  mr_view_commander *list = mr_arena_zero(arena, h->listed[h->side] + 1u, sizeof *list);
  if (list == NULL) {
    return MR_ERR_NOMEM;
  }
  for (unsigned i = 0; i < h->listed[h->side]; i++) {
    mr_wl_unit unit = mr_wl_units_const(game, state)[state->leader[h->side][i]];
    if (unit.cell == MR_WL_OFF_BOARD || mr_wl_member_of(unit) != h->member) {
      continue;
    }
    mr_status status = add_commander(game, state, i, arena, list, view->commander_count);
    if (status != MR_OK) {
      return status;
    }
    view->commander_count++;
  }
  for (size_t i = 0; i < view->commander_count; i++) {
    view->cells[list[i].cell.id].badge = badge_of(list[i].left);
  }
  view->commanders = list;
  view->badges = "orders left";
  return MR_OK;
}

static mr_status fill_zones(const mr_wl_game *game, mr_arena *arena, mr_view *view) {
  static const char *const names[2] = {"White's sections", "Black's sections"};
  mr_view_region *regions = mr_arena_zero(arena, 2, sizeof *regions);
  if (regions == NULL) {
    return MR_ERR_NOMEM;
  }
  for (unsigned side = 0; side < 2; side++) {
    regions[side] = (mr_view_region){names[side], mr_wl_seat(game, side, 0), false};
  }
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->zone[cell]) {
      view->cells[cell].regions |= 1u << (game->zone[cell] >> 4);
    }
  }
  view->regions = regions;
  view->region_count = 2;
  return MR_OK;
}

/* ---- hands: what is to be deployed, or still to come ----------------------------------------- */

static mr_status fill_hand(const mr_wl_game *game, const mr_wl_state *state, mr_arena *arena,
                           mr_view *view) {
  mr_view_hand *hand = mr_arena_zero(arena, 1, sizeof *hand);
  mr_view_held *items = mr_arena_zero(arena, MR_WL_KINDS, sizeof *items);
  unsigned side = state->head.side;
  if (hand == NULL || items == NULL) {
    return MR_ERR_NOMEM;
  }
  *hand = (mr_view_hand){mr_wl_seat(game, side, 0), "to be deployed", items, 0,
                         !game->army.listed || game->army.free_units};
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    unsigned count = mr_wl_in_hand(game, state, kind);
    if (count) {
      items[hand->count++] = (mr_view_held){index_of(mr_wl_piece(side, kind)), (uint16_t)count};
    }
  }
  view->hands = hand;
  view->hand_count = 1;
  return MR_OK;
}

static mr_status fill_reserves(const mr_wl_game *game, const mr_wl_state *state, mr_arena *arena,
                               mr_view *view) {
  mr_view_hand *hands = mr_arena_zero(arena, 2, sizeof *hands);
  if (hands == NULL) {
    return MR_ERR_NOMEM;
  }
  view->hands = hands;
  for (unsigned side = 0; side < 2; side++) {
    mr_view_held *items = mr_arena_zero(arena, MR_WL_KINDS, sizeof *items);
    unsigned counts[MR_WL_KINDS] = {0}, used = 0;
    if (items == NULL) {
      return MR_ERR_NOMEM;
    }
    const uint8_t *waiting = mr_wl_waiting_const(game, state) + side * game->post_max;
    for (unsigned i = 0; i < game->posts[side]; i++) {
      counts[game->post[side][i].kind] += mr_wl_blocks_to_come(game, state, side) + waiting[i];
    }
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      if (counts[kind]) {
        items[used++] = (mr_view_held){index_of(mr_wl_piece(side, kind)), (uint16_t)counts[kind]};
      }
    }
    hands[side] = (mr_view_hand){mr_wl_seat(game, side, 0), "still to come", items, used, false};
    view->hand_count++;
  }
  return MR_OK;
}

/* ---- notes ----------------------------------------------------------------------------------- */

typedef struct notes {
  mr_view_note *items;
  size_t count;
  mr_arena *arena;
  mr_status status;
  mr_view *view; /* for the facts */
} notes;

static void add_fact(notes *n, mr_view_fact fact) {
  mr_status status = mr_view_add_fact(n->view, n->arena, fact);
  n->status = n->status != MR_OK ? n->status : status;
}

/* A fact and its note. */
static void add_note(notes *n, const char *id, const char *label, mr_fact_kind kind, unsigned first,
                     unsigned second) {
  static const char *const words[] = {[MR_FACT_OF] = " of ", [MR_FACT_AGAINST] = " against "};
  const char *between = kind == MR_FACT_COUNT ? NULL : words[kind];
  add_fact(n, (mr_view_fact){.id = id, .kind = kind, .number = {first, second}});
  char buffer[64];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_str_uint(&text, first);
  if (between != NULL) {
    mr_str_add(&text, between);
    mr_str_uint(&text, second);
  }
  const char *copy = mr_arena_copy(n->arena, text.data, text.length);
  if (copy != NULL && n->count < NOTES_MOST) {
    n->items[n->count++] = (mr_view_note){label, copy};
  } else {
    n->status = MR_ERR_NOMEM;
  }
}

static void add_text(notes *n, const char *label, const char *text) {
  if (n->count < NOTES_MOST) {
    n->items[n->count++] = (mr_view_note){label, text};
  }
}

static unsigned towns_of(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  unsigned held = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    held += units[i].cell != MR_WL_OFF_BOARD &&
            mr_wl_ground_of(mr_wl_squares_const(game, state)[units[i].cell]) == MR_WL_TOWN;
  }
  return held;
}

/* Orders that the leaders of who is to move have between them: fewer than each alone could give. */
static unsigned all_orders_left(const mr_wl_game *game, const mr_wl_state *state) {
  const mr_wl_head *h = &state->head;
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  unsigned left = 0;
  for (unsigned i = 0; i < h->listed[h->side]; i++) {
    mr_wl_unit leader = units[state->leader[h->side][i]];
    if (leader.cell != MR_WL_OFF_BOARD && mr_wl_member_of(leader) == h->member &&
        !(h->spent >> i & 1u)) {
      left += leader.kind - h->used[i];
    }
  }
  return left;
}

static void add_play_notes(const mr_wl_game *game, const mr_wl_state *state, notes *n) {
  const mr_wl_head *h = &state->head;
  add_note(n, "turn", "turn", MR_FACT_COUNT, h->turn, 0);
  if (h->phase == MR_WL_PLAY) {
    add_note(n, "activations", "activations", MR_FACT_OF, h->activations,
             mr_wl_cap_of(game, state));
    add_note(n, "orders_left", "orders left", MR_FACT_COUNT, all_orders_left(game, state), 0);
  }
  add_note(n, "leaders", "leaders", MR_FACT_AGAINST, h->leaders[0], h->leaders[1]);
  add_note(n, "levels", "levels", MR_FACT_AGAINST, h->levels[0], h->levels[1]);
  if (game->short_game || game->six_leaders) {
    add_note(n, "leaders_lost", "leaders lost", MR_FACT_AGAINST, h->lost[0], h->lost[1]);
  }
  if (game->towns_to_win) {
    add_note(n, "towns_held", "towns held", MR_FACT_AGAINST, towns_of(game, state, 0),
             towns_of(game, state, 1));
  }
  if (game->quiet_draw) {
    add_note(n, "quiet_turns", "quiet turns", MR_FACT_OF, h->quiet, game->quiet_turns);
  }
  add_fact(n, (mr_view_fact){.id = "passed", .kind = MR_FACT_FLAG, .number = {h->pass}});
  add_fact(n, (mr_view_fact){.id = "reply", .kind = MR_FACT_FLAG, .number = {h->reply}});
  if (h->pass) {
    add_text(n, "passed", "the opponent has just passed");
  }
  if (h->reply) {
    add_text(n, "reply", "this turn decides the short game");
  }
}

/* "A (a1-d4): 1/2 leaders, 3/6 others": short, for nine of them may stand below a small board. */
static void add_zone_notes(const mr_wl_game *game, const mr_wl_state *state, notes *n) {
  const mr_wl_army *army = &game->army;
  unsigned leaders[MR_WL_ZONES_MAX], others[MR_WL_ZONES_MAX];
  mr_wl_count_zones(game, state, leaders, others);
  for (unsigned zone = 0; zone < army->zones; zone++) {
    char label[48], held[64];
    mr_str name, text;
    mr_str_fixed(&name, label, sizeof label);
    mr_str_fixed(&text, held, sizeof held);
    mr_wl_add_zone(game, state->head.side, zone, &name);
    mr_str_format(&text, "%u/%u leaders, %u/%u others", leaders[zone], army->zone_leaders,
                  others[zone], army->zone_units);
    size_t word = strcspn(label, " ") + 1;
    const char *copies[2] = {mr_arena_copy(n->arena, name.data + word, name.length - word),
                             mr_arena_copy(n->arena, text.data, text.length)};
    if (copies[0] != NULL && copies[1] != NULL) {
      add_text(n, copies[0], copies[1]);
    } else {
      n->status = MR_ERR_NOMEM;
    }
  }
}

/* What is deployed, of what must be; leaders and levels are seen by their owner alone. */
static void add_army_notes(const mr_wl_game *game, const mr_wl_state *state, notes *n) {
  const mr_wl_head *h = &state->head;
  const mr_wl_army *army = &game->army;
  add_note(n, "deployed", "deployed", MR_FACT_OF, h->placed[h->side], army->total);
  if (h->hidden & 1u << h->side) {
    return;
  }
  add_note(n, "leaders", "leaders", MR_FACT_OF, h->leaders[h->side], army->leaders);
  if (!army->listed) {
    add_note(n, "levels", "levels", MR_FACT_OF, h->levels[h->side], army->level_sum);
  }
  if (army->zones_used < army->zones) {
    add_note(n, "sections_used", "sections to be used", MR_FACT_OF, army->zones_used, army->zones);
  }
  add_zone_notes(game, state, n);
}

static mr_status fill_notes(const mr_wl_game *game, const mr_wl_state *state, mr_arena *arena,
                            mr_view *view) {
  const mr_wl_head *h = &state->head;
  notes n = {mr_arena_zero(arena, NOTES_MOST, sizeof(mr_view_note)), 0, arena, MR_OK, view};
  if (n.items == NULL) {
    return MR_ERR_NOMEM;
  }
  if (h->phase == MR_WL_DEPLOY) {
    add_army_notes(game, state, &n);
  } else {
    add_play_notes(game, state, &n);
  }
  view->notes = n.items;
  view->note_count = n.count;
  return n.status;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static mr_status name_files(mr_arena *arena, mr_view *view) {
  const char **names = mr_arena_zero(arena, view->columns, sizeof *names);
  for (unsigned file = 0; names != NULL && file < view->columns; file++) {
    char buffer[4];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_wl_add_file(&text, file);
    names[file] = mr_arena_copy(arena, text.data, text.length);
    if (names[file] == NULL) {
      return MR_ERR_NOMEM;
    }
  }
  view->column_names = names;
  return names != NULL ? MR_OK : MR_ERR_NOMEM;
}

mr_status mr_wl_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, mr_view *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(observation);
  mr_view view;
  bool deploying = state->head.phase == MR_WL_DEPLOY;
  mr_status status = mr_view_init(&view, arena, (uint16_t)game->columns, (uint16_t)game->rows,
                                  (int)game->rows, -1);
  if (status == MR_OK) {
    status = name_files(arena, &view);
  }
  if (status == MR_OK) {
    status = list_pieces(game, arena, &view);
  }
  if (status != MR_OK) {
    return status;
  }
  fill_cells(game, state, &view);
  status = deploying ? fill_zones(game, arena, &view) : fill_regions(game, state, arena, &view);
  mr_node node = mr_game_node(base, observation);
  if (status == MR_OK && state->head.phase == MR_WL_PLAY) {
    status = fill_commanders(game, state, arena, &view);
  }
  if (status == MR_OK && deploying && player.id == node.player.id) {
    status = fill_hand(game, state, arena, &view);
  }
  if (status == MR_OK && game->blocks) {
    status = fill_reserves(game, state, arena, &view);
  }
  if (status == MR_OK) {
    status = fill_notes(game, state, arena, &view);
  }
  if (status != MR_OK) {
    return status;
  }
  view.node = node;
  *out = view;
  return MR_OK;
}

void mr_wl_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_cell from = {(uint16_t)mr_wl_action_from(action)}, to = {(uint16_t)mr_wl_action_to(action)};
  *out = (mr_form){MR_FORM_BUTTON, MR_NOWHERE, MR_NOWHERE, MR_NO_PIECE, ""};
  mr_str choice;
  mr_str_fixed(&choice, out->choice, sizeof out->choice);
  switch (mr_wl_action_kind_of(action)) {
  case MR_WL_ACT_MOVE:
  case MR_WL_ACT_EXCHANGE: {
    unsigned man = mr_wl_unit_of(mr_wl_squares_const(game, state)[from.id]);
    bool moves = mr_wl_action_kind_of(action) == MR_WL_ACT_MOVE;
    out->kind = moves ? MR_FORM_MOVE : MR_FORM_EXCHANGE;
    out->from = from;
    out->to = to;
    if (man) {
      out->piece.id = mr_wl_piece(state->head.side, mr_wl_units_const(game, state)[man - 1].kind);
    }
    break;
  }
  case MR_WL_ACT_END: {
    bool last = state->head.member + 1u == game->members;
    mr_str_add(&choice, !last ? "end part" : state->head.activations == 0 ? "pass" : "end turn");
    break;
  }
  case MR_WL_ACT_PLACE:
    out->kind = MR_FORM_PLACE;
    out->to = to;
    out->piece.id = mr_wl_piece(state->head.side, from.id);
    break;
  case MR_WL_ACT_COMMIT:
    mr_str_add(&choice, "commit");
    break;
  case MR_WL_ACT_LOTS:
    out->kind = MR_FORM_CHANCE;
    mr_wl_format_action(base, opaque, action, &choice);
    break;
  }
}
