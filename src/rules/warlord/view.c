#include "base/text.h"
#include "kernel/writer.h"
#include "rules/warlord/warlord.h"

enum { REGIONS_MOST = 32, LABEL = 2 };

static const char labels[2][MR_WL_KINDS][LABEL] = {
    {".", "L", "K", "G", "P", "Q", "R", "S", "V", "W", "X", "U", "H", "C", "N", "I"},
    {".", "l", "k", "g", "p", "q", "r", "s", "v", "w", "x", "u", "h", "c", "n", "i"}};
static const char *const glyphs[MR_WL_KINDS] = {
    "",          "leader 1", "leader 2",      "leader 3",  "leader 4",
    "leader 5",  "leader 6", "leader 7",      "leader 8",  "leader 9",
    "leader 10", "leader",   "heavy cavalry", "artillery", "light cavalry",
    "infantry"};
/* Where some pass over water, but not over a gap, the two have to look different. */
static const mr_view_terrain terrains[2][MR_WL_GROUNDS] = {{{"open ground", '.'},
                                                            {"forest", 'T'},
                                                            {"hill", '^'},
                                                            {"town", '#'},
                                                            {"water", '~'},
                                                            {"outer water", '/'}},
                                                           {{"open ground", '.'},
                                                            {"forest", 'T'},
                                                            {"hill", '^'},
                                                            {"town", '#'},
                                                            {"water", '~'},
                                                            {"gap", '/'}}};

/* All kinds of both sides, so that index 1 + piece - side finds each. */
static uint16_t index_of(unsigned piece) {
  return (uint16_t)((piece >> 4) * (MR_WL_KINDS - 1) + (piece & 15u));
}

/* A picture of a state that is being filled. */
typedef struct drawing {
  const mr_wl_game *game;
  const mr_wl_state *state;
  const mr_wl_head *head; /* the state's */
  const mr_wl_unit *units;
  mr_picture picture;
  mr_view *view; /* the picture's */
} drawing;

static void list_pieces(drawing *d) {
  mr_view_piece *items = mr_picture_room(&d->picture, (size_t)2 * MR_WL_KINDS, sizeof *items);
  for (unsigned side = 0; items != NULL && side < 2; side++) {
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      items[d->view->piece_count++] = (mr_view_piece){
          .piece = {mr_wl_piece(side, kind)},
          .owner = mr_wl_seat(d->game, side, 0),
          .name = mr_wl_kind_names[kind],
          .label = labels[side][kind],
          .glyph = glyphs[kind],
      };
    }
  }
  d->view->pieces = items;
  d->view->all_pieces = items != NULL;
  d->view->terrains = terrains[d->game->crossing];
  d->view->terrain_count = MR_WL_GROUNDS;
}

/* Who of the side to move cannot act any more, or not yet, is dimmed. */
static bool is_idle(const drawing *d, unsigned slot, uint64_t open) {
  mr_wl_unit unit = d->units[slot];
  if (d->head->phase != MR_WL_PLAY || mr_wl_side_of(d->game, slot) != d->head->side) {
    return false;
  }
  if (unit.flags & MR_WL_ACTED || d->head->activations >= mr_wl_cap_of(d->game, d->state)) {
    return true;
  }
  return !mr_wl_orders_itself(d->game, unit.kind) &&
         !(mr_wl_in_range(d->game, d->state, unit.cell) & open);
}

static void fill_cells(drawing *d) {
  const uint16_t *squares = mr_wl_squares_const(d->game, d->state);
  uint64_t open = d->head->phase == MR_WL_PLAY ? mr_wl_open_leaders(d->game, d->state) : 0;
  for (unsigned cell = 0; cell < d->game->cells; cell++) {
    mr_view_cell *drawn = &d->view->cells[cell];
    unsigned man = mr_wl_unit_of(squares[cell]);
    drawn->terrain = (uint16_t)mr_wl_ground_of(squares[cell]);
    if (man) {
      drawn->piece = index_of(mr_wl_piece(mr_wl_side_of(d->game, man - 1), d->units[man - 1].kind));
      drawn->marks |= is_idle(d, man - 1, open) ? MR_MARK_DIM : 0;
    }
  }
}

/* ---- regions: how far each leader's orders carry, where armies are deployed ------------------ */

static void mark_range(drawing *d, unsigned centre, unsigned bit) {
  const mr_wl_game *game = d->game;
  int range = (int)game->range;
  for (int row = game->row[centre] - range; row <= game->row[centre] + range; row++) {
    for (int file = game->file[centre] - range; file <= game->file[centre] + range; file++) {
      if (row >= 0 && file >= 0 && row < (int)game->rows && file < (int)game->columns) {
        d->view->cells[row * (int)game->columns + file].regions |= 1u << bit;
      }
    }
  }
}

/* A region more. @return its bit; `list` is NULL where memory has run out */
static unsigned add_region(drawing *d, mr_view_region *list, mr_view_region region) {
  unsigned bit = (unsigned)d->view->region_count;
  if (list != NULL) {
    list[d->view->region_count++] = region;
  }
  return bit;
}

static void add_ranges(drawing *d, mr_view_region *list) {
  const mr_wl_head *h = d->head;
  for (unsigned i = 0; list != NULL && i < h->listed[h->side]; i++) {
    mr_wl_unit unit = d->units[d->state->leader[h->side][i]];
    if (unit.cell == MR_WL_OFF_BOARD || d->view->region_count == REGIONS_MOST) {
      continue;
    }
    const char *name = mr_picture_text(
        &d->picture, "%s on %s, %u of %u order%s left", mr_wl_kind_names[unit.kind],
        mr_wl_name_cell(d->game, unit.cell).text, mr_wl_orders_left(d->game, d->state, i),
        (unsigned)unit.kind, mr_text_plural(unit.kind));
    mr_player owner = mr_wl_seat(d->game, h->side, mr_wl_member_of(unit));
    mark_range(d, unit.cell, add_region(d, list, (mr_view_region){name, owner, true}));
  }
}

static void add_zones(drawing *d, mr_view_region *list) {
  static const char *const names[2] = {"White's sections", "Black's sections"};
  unsigned first = (unsigned)d->view->region_count;
  for (unsigned side = 0; side < 2; side++) {
    (void)add_region(d, list, (mr_view_region){names[side], mr_wl_seat(d->game, side, 0), false});
  }
  for (unsigned cell = 0; cell < d->game->cells; cell++) {
    if (d->game->zone[cell]) {
      d->view->cells[cell].regions |= UINT64_C(1) << (first + (d->game->zone[cell] >> 4));
    }
  }
}

/* Whose home towns are which (WL-46), where that decides anything. */
static void add_homes(drawing *d, mr_view_region *list) {
  static const char *const names[2] = {"White's home towns", "Black's home towns"};
  const mr_wl_game *game = d->game;
  for (unsigned side = 0; side < 2; side++) {
    unsigned bit = 0, count = 0;
    for (unsigned cell = 0; mr_wl_homes_matter(game) && cell < game->cells; cell++) {
      if (!mr_wl_is_home(game, d->state, side, cell)) {
        continue;
      }
      if (count++ == 0) {
        bit = add_region(d, list, (mr_view_region){names[side], mr_wl_seat(game, side, 0), false});
      }
      d->view->cells[cell].regions |= UINT64_C(1) << bit;
    }
  }
}

static void fill_regions(drawing *d) {
  mr_view_region *list = mr_picture_room(&d->picture, REGIONS_MOST + 4, sizeof *list);
  if (d->head->phase == MR_WL_DEPLOY || d->head->phase == MR_WL_ENTER) {
    add_zones(d, list);
  } else if (d->head->phase == MR_WL_PLAY) {
    add_ranges(d, list);
  }
  add_homes(d, list);
  d->view->regions = list;
}

/* ---- who orders whom ------------------------------------------------------------------------- */

/* The units that the leader at a place of the list may order, of those that have not acted. */
static size_t list_ordered(const drawing *d, unsigned leader, mr_cell *out) {
  unsigned side = d->head->side;
  size_t count = 0;
  for (unsigned i = 0; i < d->head->units[side]; i++) {
    mr_wl_unit unit = d->units[side * d->game->side_max + i];
    if (unit.cell != MR_WL_OFF_BOARD && !(unit.flags & MR_WL_ACTED) &&
        !mr_wl_orders_itself(d->game, unit.kind) &&
        mr_wl_in_range(d->game, d->state, unit.cell) >> leader & 1u) {
      out[count++].id = unit.cell;
    }
  }
  return count;
}

static void fill_commanders(drawing *d) {
  const mr_wl_head *h = d->head;
  unsigned width = 2 * d->game->range + 1;
  size_t most = h->units[h->side], block = (size_t)width * width, count = 0;
  mr_view_commander *list = mr_picture_room(&d->picture, h->listed[h->side], sizeof *list);
  for (unsigned i = 0; i < h->listed[h->side]; i++) {
    mr_wl_unit unit = d->units[d->state->leader[h->side][i]];
    if (unit.cell == MR_WL_OFF_BOARD || mr_wl_member_of(unit) != h->member) {
      continue;
    }
    mr_cell *units = mr_picture_room(&d->picture, most < block ? most : block, sizeof *units);
    if (list == NULL || units == NULL) {
      return;
    }
    unsigned left = mr_wl_orders_left(d->game, d->state, i);
    size_t at = count++;
    for (; at > 0 && list[at - 1].cell.id > unit.cell; at--) {
      list[at] = list[at - 1];
    }
    list[at] = (mr_view_commander){
        .cell = {unit.cell},
        .owner = mr_wl_seat(d->game, h->side, h->member),
        .left = (uint16_t)left,
        .all = unit.kind,
        .units = units,
        .unit_count = list_ordered(d, i, units),
    };
    d->view->cells[unit.cell].badge = left > 9 ? '+' : (char)('0' + left);
  }
  d->view->commanders = list;
  d->view->commander_count = count;
  d->view->badges = "orders left";
}

/* ---- hands: what is to be deployed, or still to come ----------------------------------------- */

/* A hand of so many of each kind. */
static void fill_hand(drawing *d, unsigned side, const unsigned counts[MR_WL_KINDS],
                      mr_view_hand *hand) {
  mr_view_held *items = mr_picture_room(&d->picture, MR_WL_KINDS, sizeof *items);
  hand->owner = mr_wl_seat(d->game, side, 0);
  hand->items = items;
  for (unsigned kind = 1; items != NULL && kind < MR_WL_KINDS; kind++) {
    if (counts[kind]) {
      items[hand->count++] =
          (mr_view_held){index_of(mr_wl_piece(side, kind)), (uint16_t)counts[kind]};
    }
  }
}

static void fill_army(drawing *d) {
  const mr_wl_army *army = &d->game->army;
  unsigned counts[MR_WL_KINDS];
  mr_view_hand *hand = mr_picture_room(&d->picture, 1, sizeof *hand);
  if (hand == NULL) {
    return;
  }
  for (unsigned kind = 0; kind < MR_WL_KINDS; kind++) {
    counts[kind] = mr_wl_in_hand(d->game, d->state, kind);
  }
  hand->title = "to be deployed";
  hand->at_most = !army->listed || army->free_units;
  fill_hand(d, d->head->side, counts, hand);
  d->view->hands = hand;
  d->view->hand_count = 1;
}

/* The first turn after one that a side has begun on which replacements come. 0: on none any more,
   or none before the game is over */
static unsigned next_return(const mr_wl_game *game, unsigned turn) {
  unsigned every = game->replacement_every, next = every ? (turn / every + 1) * every : 0;
  for (unsigned i = game->returns; i-- > 0;) {
    unsigned listed = game->return_turn[i];
    next = listed > turn && (next == 0 || listed < next) ? listed : next;
  }
  return game->last_turn && next > game->last_turn ? 0 : next;
}

/* Whether a side has towns by way of which somebody may come back. */
static bool has_gate(const drawing *d, unsigned side) {
  const uint16_t *squares = mr_wl_squares_const(d->game, d->state);
  bool any = d->game->replacements == MR_WL_REPLACE_HELD, found = false;
  for (unsigned i = 0; i < d->game->towns && !found; i++) {
    unsigned town = d->game->town[i];
    found = any ? mr_wl_ground_of(squares[town]) == MR_WL_TOWN
                : mr_wl_is_home(d->game, d->state, side, town);
  }
  return found;
}

/* Whether enough of a kind can still be lost for one to come back (WL-37a): with those that are
   left, and those that come. */
static bool has_share(const drawing *d, unsigned side, const unsigned fallen[MR_WL_KINDS]) {
  const mr_wl_game *game = d->game;
  mr_muster left;
  game->base.muster->survivors(&game->base, (const mr_state *)(const void *)d->state, side, &left);
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    if (fallen[kind] && fallen[kind] + left.counts[kind] >= game->replacement_share) {
      return true;
    }
  }
  return false;
}

static void fill_fallen(drawing *d, unsigned side, mr_view_hand *hand) {
  unsigned counts[MR_WL_KINDS], share = d->game->replacement_share;
  unsigned next = next_return(d->game, mr_wl_turn_begun(d->state, side));
  mr_wl_count_fallen(d->game, d->state, side, counts);
  if (!next || !has_gate(d, side) || !has_share(d, side, counts)) {
    hand->title = "lost for good";
  } else if (share > 1) {
    hand->title = mr_picture_text(
        &d->picture, "lost, one to come back for each %u of a kind, from turn %u on", share, next);
  } else {
    hand->title = mr_picture_text(&d->picture, "lost, to come back from turn %u on", next);
  }
  fill_hand(d, side, counts, hand);
}

/* Who has come and is to be placed (WL-45), or what is still to come: the map's units once more
   (WL-36), and others (WL-49). */
static void fill_coming(drawing *d, unsigned side, mr_view_hand *hand) {
  const mr_wl_game *game = d->game;
  const uint8_t *waiting = mr_wl_waiting_const(game, d->state) + side * game->post_max;
  unsigned blocks = mr_wl_blocks_to_come(game, d->state, side), counts[MR_WL_KINDS];
  mr_wl_count_reserves(game, d->state, side, counts);
  for (unsigned i = 0; game->blocks && i < game->posts[side]; i++) {
    counts[game->post[side][i].kind] += blocks + waiting[i];
  }
  hand->title = "still to come";
  if (d->head->phase == MR_WL_ENTER && side == d->head->side) {
    const uint16_t *pool = mr_wl_pool(d->game, d->state, side, 0);
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      counts[kind] = pool[kind];
    }
    hand->title = "to be placed";
  }
  fill_hand(d, side, counts, hand);
}

static void fill_reserves(drawing *d) {
  const mr_wl_game *game = d->game;
  bool returns = game->replacements != MR_WL_REPLACE_NEVER;
  mr_view_hand *hands = mr_picture_room(&d->picture, 4, sizeof *hands);
  size_t count = 0;
  for (unsigned side = 0; hands != NULL && (game->blocks || game->waves) && side < 2; side++) {
    fill_coming(d, side, &hands[count++]);
  }
  for (unsigned side = 0; hands != NULL && returns && side < 2; side++) {
    fill_fallen(d, side, &hands[count]);
    count += hands[count].count > 0; /* of nobody lost nothing is said */
  }
  d->view->hands = hands;
  d->view->hand_count = count;
}

/* ---- notes ----------------------------------------------------------------------------------- */

/* A fact and its note, called alike but for the blanks. */
static void add_note(drawing *d, const char *id, const char *label, mr_fact_kind kind,
                     unsigned first, unsigned second) {
  mr_picture_number(&d->picture, label,
                    (mr_view_fact){.id = id, .kind = kind, .number = {first, second}});
}

/* Orders that the leaders of who is to move have between them: fewer than each alone could give. */
static unsigned all_orders_left(const drawing *d) {
  const mr_wl_head *h = d->head;
  unsigned left = 0;
  for (unsigned i = 0; i < h->listed[h->side]; i++) {
    mr_wl_unit leader = d->units[d->state->leader[h->side][i]];
    if (leader.cell != MR_WL_OFF_BOARD && mr_wl_member_of(leader) == h->member &&
        !(h->spent >> i & 1u)) {
      left += leader.kind - h->used[i];
    }
  }
  return left;
}

static void add_play_notes(drawing *d) {
  const mr_wl_game *game = d->game;
  const mr_wl_head *h = d->head;
  if (game->last_turn) {
    /* Once both sides have had the last turn, it was the last all the same. */
    add_note(d, "turn", "turn", MR_FACT_OF, h->turn < game->last_turn ? h->turn : game->last_turn,
             game->last_turn);
  } else {
    add_note(d, "turn", "turn", MR_FACT_COUNT, h->turn, 0);
  }
  if (h->phase == MR_WL_PLAY) {
    unsigned cap = mr_wl_cap_of(game, d->state);
    add_note(d, "activations", "activations", MR_FACT_OF, h->activations, cap);
    add_note(d, "orders_left", "orders left", MR_FACT_COUNT, all_orders_left(d), 0);
  }
  add_note(d, "leaders", "leaders", MR_FACT_AGAINST, h->leaders[0], h->leaders[1]);
  add_note(d, "levels", "levels", MR_FACT_AGAINST, h->levels[0], h->levels[1]);
  if (game->short_game || game->six_leaders) {
    add_note(d, "leaders_lost", "leaders lost", MR_FACT_AGAINST, h->lost[0], h->lost[1]);
  }
  if (game->towns_to_win) {
    add_note(d, "towns_held", "towns held", MR_FACT_AGAINST,
             mr_wl_towns_held(game, d->state, MR_WL_WHITE),
             mr_wl_towns_held(game, d->state, MR_WL_BLACK));
  }
  if (game->home_towns_to_win) {
    add_note(d, "home_towns_held", "home towns taken", MR_FACT_AGAINST,
             mr_wl_homes_held(game, d->state, MR_WL_WHITE),
             mr_wl_homes_held(game, d->state, MR_WL_BLACK));
  }
  if (game->last_turn_counts == MR_WL_COUNT_TOWNS && !game->towns_to_win) {
    add_note(d, "towns_held", "towns held", MR_FACT_AGAINST,
             mr_wl_towns_held(game, d->state, MR_WL_WHITE),
             mr_wl_towns_held(game, d->state, MR_WL_BLACK));
  }
  if (game->last_turn_counts == MR_WL_COUNT_UNITS) { /* WL-47 counts no others */
    add_note(d, "units_on_board", "units on the board", MR_FACT_AGAINST,
             mr_wl_counted(game, d->state, MR_WL_WHITE),
             mr_wl_counted(game, d->state, MR_WL_BLACK));
  }
  if (game->defeat_units) { /* WL-48: those to come, too */
    add_note(d, "units_left", "units left", MR_FACT_AGAINST,
             mr_wl_units_left(game, d->state, MR_WL_WHITE),
             mr_wl_units_left(game, d->state, MR_WL_BLACK));
  }
  if (game->quiet_draw) {
    add_note(d, "quiet_turns", "quiet turns", MR_FACT_OF, h->quiet, game->quiet_turns);
  }
  mr_picture_fact(&d->picture,
                  (mr_view_fact){.id = "passed", .kind = MR_FACT_FLAG, .number = {h->pass}});
  mr_picture_fact(&d->picture,
                  (mr_view_fact){.id = "reply", .kind = MR_FACT_FLAG, .number = {h->reply}});
  if (h->pass) {
    mr_picture_note(&d->picture, "passed", "the opponent has just passed");
  }
  if (h->reply) {
    mr_picture_note(&d->picture, "reply", "this turn decides the short game");
  }
}

/* What is deployed, of what must be; leaders and levels are seen by their owner alone. */
static void add_army_notes(drawing *d) {
  const mr_wl_head *h = d->head;
  const mr_wl_army *army = &d->game->army;
  add_note(d, "deployed", "deployed", MR_FACT_OF, h->placed[h->side], army->total);
  if (h->hidden & 1u << h->side) {
    return;
  }
  add_note(d, "leaders", "leaders", MR_FACT_OF, h->leaders[h->side], army->leaders);
  if (!army->listed) {
    add_note(d, "levels", "levels", MR_FACT_OF, h->levels[h->side], army->level_sum);
  }
  if (army->zones_used < army->zones) {
    add_note(d, "sections_used", "sections to be used", MR_FACT_OF, army->zones_used, army->zones);
  }
  mr_wl_tally tally = mr_wl_tally_of(d->game, d->state);
  for (unsigned zone = 0; zone < army->zones; zone++) {
    /* "A (a1-d4): 1/2 leaders, 3/6 others": short, for nine may stand below a small board. */
    mr_wl_zone_name name = mr_wl_name_zone(d->game, h->side, zone);
    const char *label = mr_picture_text(&d->picture, "%s", strchr(name.text, ' ') + 1);
    mr_picture_note(&d->picture, label, "%u/%u leader%s, %u/%u other%s", tally.zone_leaders[zone],
                    army->zone_leaders, mr_text_plural(army->zone_leaders), tally.zone_units[zone],
                    army->zone_units, mr_text_plural(army->zone_units));
  }
}

/* ---- the picture ----------------------------------------------------------------------------- */

mr_status mr_wl_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, mr_view *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(observation);
  drawing d = {
      game,
      state,
      &state->head,
      mr_wl_units_const(game, state),
      mr_picture_begin(arena, (uint16_t)game->columns, (uint16_t)game->rows, (int)game->rows, -1),
      &d.picture.view};
  bool deploying = state->head.phase == MR_WL_DEPLOY;
  if (d.picture.status != MR_OK) {
    return d.picture.status;
  }
  d.view->node = mr_game_node(base, observation);
  list_pieces(&d);
  fill_cells(&d);
  fill_regions(&d);
  if (deploying) {
    add_army_notes(&d);
  } else {
    add_play_notes(&d);
    mr_wl_put_goals(&d.picture, game, state);
  }
  if (state->head.phase == MR_WL_PLAY) {
    fill_commanders(&d);
  }
  if (deploying && player.id == d.view->node.player.id) {
    fill_army(&d);
  }
  if (game->blocks || (game->waves && !deploying) ||
      (game->replacements != MR_WL_REPLACE_NEVER && !deploying)) {
    fill_reserves(&d);
  }
  return mr_picture_end(&d.picture, out);
}

void mr_wl_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_cell from = {(uint16_t)mr_wl_action_from(action)}, to = {(uint16_t)mr_wl_action_to(action)};
  *out = (mr_form){MR_FORM_BUTTON, MR_NOWHERE, MR_NOWHERE, MR_NO_PIECE, ""};
  mr_str choice = mr_str_fixed(out->choice, sizeof out->choice);
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
