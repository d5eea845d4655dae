#include "base/text.h"
#include "rules/fairy/page/page.h"
#include "rules/fairy/text/texts.h"

enum { NAME_ROOM = 160, GATES_ROOM = 8 * MR_FY_SIDE_MAX };

/* ---- pieces ---------------------------------------------------------------------------------- */

void mr_fy_picture_init(mr_fy_picture *p, const mr_fy_game *game, mr_arena *arena, unsigned columns,
                        unsigned rows) {
  *p = (mr_fy_picture){.game = game, .arena = arena};
  p->status = mr_view_init(&p->view, arena, (uint16_t)columns, (uint16_t)rows, (int)rows, -1);
  p->pieces = mr_arena_zero(arena, MR_FY_CODES + 1, sizeof *p->pieces);
  p->view.pieces = p->pieces;
  p->view.checkered = true;
  p->status = p->status == MR_OK && p->pieces == NULL ? MR_ERR_NOMEM : p->status;
}

/** A copy of a text that lives as long as the picture; NULL when memory is out. */
static char *keep(mr_fy_picture *p, const char *text) {
  char *copy = mr_arena_copy(p->arena, text, strlen(text));
  p->status = copy == NULL ? MR_ERR_NOMEM : p->status;
  return copy;
}

uint16_t mr_fy_show(mr_fy_picture *p, unsigned code) {
  if (p->status != MR_OK || p->index[code] != 0) {
    return p->index[code];
  }
  char buffer[8];
  mr_str label = mr_str_fixed(buffer, sizeof buffer);
  mr_fy_code_text(&p->game->rules, code, &label);
  bool wall = code == MR_FY_WALL;
  const char *name =
      wall ? mr_fy_wall_name(&p->game->rules) : p->game->rules.kinds[MR_FY_KIND(code)].name;
  char *glyph = keep(p, wall ? "wall" : name); /* what a drawing of the piece would be called */
  for (char *at = glyph; at != NULL && *at != '\0'; at++) {
    *at = mr_text_lower(*at);
  }
  p->pieces[p->view.piece_count++] =
      (mr_view_piece){.piece = {code},
                      .owner = wall ? MR_NOBODY : (mr_player){(uint8_t)MR_FY_SIDE(code)},
                      .name = name,
                      .label = keep(p, buffer),
                      .glyph = glyph,
                      .moves = wall || p->game->moves == NULL ? NULL : &p->game->moves[code]};
  p->index[code] = (uint16_t)p->view.piece_count;
  return p->status == MR_OK ? p->index[code] : 0;
}

/* ---- the board ------------------------------------------------------------------------------- */

/** The picture's cell of a square. */
static mr_view_cell *cell_of(mr_fy_picture *p, unsigned cell) {
  unsigned files = p->game->rules.files, row = p->game->rules.ranks - 1u - cell / files;
  return &p->view.cells[row * files + cell % files];
}

void mr_fy_picture_board(mr_fy_picture *p, const mr_fy_game *game, mr_arena *arena) {
  mr_fy_picture_init(p, game, arena, game->rules.files, game->rules.ranks);
  for (unsigned cell = 0; p->status == MR_OK && cell < game->rules.cells; cell++) {
    cell_of(p, cell)->cell = (mr_cell){(uint16_t)cell};
  }
}

void mr_fy_put_pieces(mr_fy_picture *p, const mr_state *state) {
  const uint8_t *board = mr_fy_board_const(state);
  for (unsigned cell = 0; p->status == MR_OK && cell < p->game->rules.cells; cell++) {
    if (board[cell] != 0) {
      cell_of(p, cell)->piece = mr_fy_show(p, board[cell]);
    }
  }
}

void mr_fy_put_region(mr_fy_picture *p, const mr_fy_region *region, const mr_str *name) {
  size_t count = p->view.region_count;
  mr_view_region *list = mr_arena_zero(p->arena, count + 1, sizeof *list);
  const char *kept = keep(p, mr_str_text(name));
  if (list == NULL || p->status != MR_OK) {
    p->status = MR_ERR_NOMEM;
    return;
  }
  for (size_t i = 0; i < count; i++) {
    list[i] = p->view.regions[i];
  }
  list[count].name = kept;
  list[count].owner = region->owner == MR_FY_BOTH ? MR_NOBODY : (mr_player){(uint8_t)region->owner};
  for (unsigned cell = 0; cell < p->game->rules.cells; cell++) {
    if (mr_fy_set_has(&region->cells, cell)) {
      cell_of(p, cell)->regions |= UINT64_C(1) << count;
    }
  }
  p->view.regions = list;
  p->view.region_count++;
}

/** Adds the regions that are looked at in play, as many as a picture can have. */
static void put_regions(mr_fy_picture *p) {
  mr_fy_region all[MR_FY_REGIONS_MAX];
  unsigned count = mr_fy_regions(p->game, all);
  for (unsigned i = 0; i < count && p->view.region_count < MR_VIEW_REGIONS_MAX; i++) {
    if (!all[i].usual && all[i].purpose != MR_FY_REGION_INITIAL) {
      char buffer[NAME_ROOM];
      mr_str name = mr_str_fixed(buffer, sizeof buffer);
      mr_fy_region_name(&p->game->rules, all, count, i, &name);
      mr_fy_put_region(p, &all[i], &name);
    }
  }
}

/* ---- hands, marks, notes --------------------------------------------------------------------- */

void mr_fy_put_hands(mr_fy_picture *p, const mr_state *state) {
  const mr_fy_rules *rules = &p->game->rules;
  if (!rules->drops) {
    return;
  }
  mr_view_hand *hands = mr_arena_zero(p->arena, 2, sizeof *hands);
  mr_view_held *items = mr_arena_zero(p->arena, 2 * (rules->hand_count + 1u), sizeof *items);
  if (hands == NULL || items == NULL) {
    p->status = MR_ERR_NOMEM;
    return;
  }
  for (unsigned side = 0; side < 2; side++) {
    hands[side] = (mr_view_hand){{(uint8_t)side}, "hand", items, 0, false, rules->free_drops};
    for (unsigned i = 0; i < rules->hand_count; i++) {
      unsigned held = mr_fy_state_of_const(state)->hand[side][i];
      if (held > 0) {
        uint16_t piece = mr_fy_show(p, MR_FY_CODE(rules->hand_kind[i], side));
        *items++ = (mr_view_held){.piece = piece, .count = (uint16_t)held};
        hands[side].count++;
      }
    }
  }
  p->view.hands = hands;
  p->view.hand_count = 2;
}

static void put_marks(mr_fy_picture *p, const mr_state *opaque) {
  const mr_fy_rules *rules = &p->game->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  const uint8_t *board = mr_fy_board_const(opaque);
  unsigned next = state->owed & (0u - state->owed); /* of two that are owed, dark comes first */
  mr_fy_set checked = mr_fy_checked(p->game, opaque);
  for (unsigned cell = 0; p->status == MR_OK && cell < rules->cells; cell++) {
    mr_view_cell *shown = cell_of(p, cell);
    unsigned code = board[cell], colour = 1u << mr_fy_colour(rules, cell);
    if (mr_fy_set_has(&checked, cell)) {
      shown->marks |= MR_MARK_THREAT;
    }
    bool due = state->winner != MR_FY_UNDECIDED || next == colour;
    bool waits = code > MR_FY_WALL && MR_FY_SIDE(code) != state->side; /* it is not its turn */
    if (rules->split && !waits && (!due || (state->frozen & colour) != 0)) {
      shown->marks |= MR_MARK_DIM;
    }
  }
}

static void add_rights(const mr_fy_rules *rules, const mr_fy_state *state, const char *between,
                       mr_str *out) {
  for (unsigned i = 0; i < 4; i++) {
    if ((state->rights >> i & 1u) && rules->any_files) {
      unsigned partner = mr_fy_castling_at(rules, state, i)->partner_from;
      mr_str_format(out, "%s%s", out->length > 0 ? between : "", mr_fy_square(rules, partner).text);
    } else if (state->rights >> i & 1u) {
      mr_str_format(out, "%s%c", out->length > 0 ? between : "", "KQkq"[i]);
    }
  }
}

/** The squares of a side's pieces behind which one may enter. */
static void add_gates(const mr_fy_rules *rules, const mr_fy_state *state, const char *between,
                      mr_str *out) {
  for (unsigned at = 0; rules->gating.enters && at < 2u * rules->files; at++) {
    unsigned side = at / rules->files, file = at % rules->files;
    if (state->gates[side] >> file & 1u) {
      mr_str_add(out, out->length > 0 ? between : "");
      mr_fy_add_cell(rules, rules->gating.first[side] + file, out);
    }
  }
}

/** The squares from which somebody may still leap. */
static void add_leaps(const mr_fy_rules *rules, const mr_fy_state *state, const char *between,
                      mr_str *out) {
  for (unsigned at = 0; rules->leaps.on && at < 2u * rules->files; at++) {
    unsigned side = at / rules->files, file = at % rules->files;
    if (state->leapers[side] >> file & 1u) {
      mr_str_add(out, out->length > 0 ? between : "");
      mr_fy_add_cell(rules, rules->gating.first[side] + file, out);
    }
  }
}

/** The squares on which a piece can be taken in passing. */
static void add_passed(const mr_fy_rules *rules, const mr_fy_state *state, const char *between,
                       mr_str *out) {
  for (unsigned c = 0; c < (rules->split ? 2u : 1u); c++) {
    if (state->ep[c].passed != MR_FY_NO_CELL) {
      mr_str_add(out, out->length > 0 ? between : "");
      mr_fy_add_cell(rules, state->ep[c].passed, out);
    }
    if (state->ep[c].also != 0) {
      mr_str_add(out, between);
      mr_fy_add_cell(rules, state->ep[c].also, out);
    }
  }
}

/** Kings that face each other, which the side to move has to end. */
static void add_facing(const mr_fy_rules *rules, const mr_state *opaque, mr_str *out) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  mr_fy_check facing;
  if (rules->bikjang && state->winner == MR_FY_UNDECIDED &&
      mr_fy_find_facing(rules, mr_fy_board_const(opaque), state->side, &facing)) {
    mr_str_format(out, "%s and %s", mr_fy_square(rules, facing.royal).text,
                  mr_fy_square(rules, facing.attacker).text);
  }
}

/* ---- how near the goals are ------------------------------------------------------------------ */

enum { NEAR = 3 }; /* moves; who is further away is not said to be near */

/**
 * "White's Kirin is 2 moves from its goal", or how many squares of a goal a side holds; nothing of
 * pieces that are far away.
 */
static void add_goal(const mr_fy_rules *rules, const uint8_t *board, unsigned side, mr_str *out) {
  const mr_fy_flag *flag = &rules->flag;
  const mr_fy_set *goal = &flag->region[side];
  unsigned nearest = NEAR + 1, kind = 0, held = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned code = board[cell];
    if (code <= MR_FY_WALL || MR_FY_SIDE(code) != side ||
        (flag->kinds[side] >> MR_FY_KIND(code) & 1u) == 0) {
      continue;
    }
    bool there = mr_fy_set_has(goal, cell);
    unsigned moves = there             ? 0
                     : flag->count > 1 ? nearest
                                       : mr_fy_moves_to(rules, board, goal, cell);
    held += there;
    if (moves < nearest) {
      nearest = moves;
      kind = MR_FY_KIND(code);
    }
  }
  const char *between = out->length > 0 ? ", " : "";
  if (flag->count > 1) {
    mr_str_format(out, "%s%s holds %u of %u squares", between, mr_fy_side_names[side], held,
                  (unsigned)flag->count);
  } else if (nearest > 0 && nearest <= NEAR) {
    mr_str_format(out, "%s%s's %s is %u move%s from it", between, mr_fy_side_names[side],
                  rules->kinds[kind].name, nearest, mr_text_plural(nearest));
  }
}

/** The plies without progress, and those counted since men are few. */
static void add_counts(const mr_fy_rules *rules, const mr_fy_state *state, mr_str *idle,
                       mr_str *count) {
  if (state->count_limit > 0) {
    mr_str_format(count, "%u of %u plies", (unsigned)state->counted, (unsigned)state->count_limit);
  }
  if (rules->idle_limit > 0 && (state->count_limit == 0 || state->idle > 0)) {
    mr_str_format(idle, "%u of %u", (unsigned)state->idle, rules->idle_limit);
  }
}

/** What is told of a state, each in a text of its own. */
enum {
  NOTE_NUMBER,
  NOTE_IDLE,
  NOTE_COUNT,
  NOTE_RIGHTS,
  NOTE_LEAPS,
  NOTE_GATES,
  NOTE_PASSED,
  NOTE_GOALS,
  NOTE_CHECKS,
  NOTE_FACING,
  NOTE_TEXTS,
  NOTE_ROOM = (int)GATES_ROOM > (int)NAME_ROOM ? (int)GATES_ROOM : (int)NAME_ROOM
};

/** Writes them; what is not so stays empty. */
static void write_notes(const mr_fy_rules *rules, const mr_state *opaque,
                        char buffers[NOTE_TEXTS][NOTE_ROOM]) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  mr_str text[NOTE_TEXTS];
  for (unsigned i = 0; i < NOTE_TEXTS; i++) {
    text[i] = mr_str_fixed(buffers[i], NOTE_ROOM);
  }
  mr_str_uint(&text[NOTE_NUMBER], state->number);
  add_counts(rules, state, &text[NOTE_IDLE], &text[NOTE_COUNT]);
  if (mr_fy_counts_checks(rules)) {
    mr_str_format(&text[NOTE_CHECKS], "White %u, Black %u", (unsigned)state->checks[0],
                  (unsigned)state->checks[1]);
  }
  add_rights(rules, state, rules->any_files ? " " : "", &text[NOTE_RIGHTS]);
  add_leaps(rules, state, " ", &text[NOTE_LEAPS]);
  add_gates(rules, state, " ", &text[NOTE_GATES]);
  add_passed(rules, state, ", ", &text[NOTE_PASSED]);
  add_facing(rules, opaque, &text[NOTE_FACING]);
  for (unsigned side = 0; side < 2; side++) {
    if (rules->flag.kinds[side] != 0 && state->winner == MR_FY_UNDECIDED) {
      add_goal(rules, mr_fy_board_const(opaque), side, &text[NOTE_GOALS]);
    }
  }
}

/** For people; what is not so is left out. */
static void put_notes(mr_fy_picture *p, const mr_state *opaque) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  static const char *const owed[] = {"", "a move on the dark squares",
                                     "a move on the light squares",
                                     "a move on the dark squares, then one on the light squares"};
  static const char *const frozen[] = {"", "the dark squares: nothing moves there any more",
                                       "the light squares: nothing moves there any more",
                                       "all squares: nothing moves any more"};
  const mr_fy_rules *rules = &p->game->rules;
  char text[NOTE_TEXTS][NOTE_ROOM];
  write_notes(rules, opaque, text);
  bool owing = rules->split && state->winner == MR_FY_UNDECIDED;
  const mr_view_note all[] = {
      {rules->split ? "turn" : "move", text[NOTE_NUMBER]},
      {"still to play", owed[owing ? state->owed & 3u : 0]},
      {"frozen", frozen[state->frozen & 3u]},
      {rules->split ? "turns without progress" : "plies without progress", text[NOTE_IDLE]},
      {"counting", text[NOTE_COUNT]},
      {"may castle", text[NOTE_RIGHTS]},
      {"may leap from", text[NOTE_LEAPS]},
      {"pieces may enter on", text[NOTE_GATES]},
      {"en passant on", text[NOTE_PASSED]},
      {"goal", text[NOTE_GOALS]},
      {"checks left to give", text[NOTE_CHECKS]},
      {"face each other", text[NOTE_FACING]},
      {"passed", state->passed ? mr_fy_side_names[state->side ^ 1u] : ""},
  };
  mr_view_note *notes = mr_arena_zero(p->arena, sizeof all / sizeof *all, sizeof *notes);
  p->status = notes == NULL ? MR_ERR_NOMEM : p->status;
  for (size_t i = 0; notes != NULL && i < sizeof all / sizeof *all; i++) {
    if (all[i].text[0] != '\0') {
      notes[p->view.note_count++] = (mr_view_note){all[i].label, keep(p, all[i].text)};
    }
  }
  p->view.notes = notes;
}

/** The same and more as values; what does not apply in a game is left out, what is not so is empty.
 */
static void put_facts(mr_fy_picture *p, const mr_fy_state *state) {
  static const char *const colours[] = {"", "dark", "light", "dark light"};
  const mr_fy_rules *rules = &p->game->rules;
  char rights[32], passed[32], gates[GATES_ROOM], leaps[GATES_ROOM];
  mr_str castling, on, open, leapers;
  leapers = mr_str_fixed(leaps, sizeof leaps);
  add_leaps(rules, state, " ", &leapers);
  castling = mr_str_fixed(rights, sizeof rights);
  on = mr_str_fixed(passed, sizeof passed);
  open = mr_str_fixed(gates, sizeof gates);
  add_rights(rules, state, " ", &castling);
  add_gates(rules, state, " ", &open);
  add_passed(rules, state, " ", &on);
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
      {state->count_limit > 0,
       {.id = "counting", .kind = MR_FACT_OF, .number = {state->counted, state->count_limit}}},
      {mr_fy_counts_checks(rules),
       {.id = "checks_left",
        .kind = MR_FACT_AGAINST,
        .number = {state->checks[0], state->checks[1]}}},
      {(rules->passing[0] | rules->passing[1]) != MR_FY_NEVER,
       {.id = "passed",
        .kind = MR_FACT_WORDS,
        .words = state->passed ? mr_fy_side_names[state->side ^ 1u] : ""}},
      {rules->leaps.on, {.id = "leaps", .kind = MR_FACT_WORDS, .words = leaps}},
      {true, {.id = "castling", .kind = MR_FACT_WORDS, .words = rights}},
      {rules->gating.enters, {.id = "gates", .kind = MR_FACT_WORDS, .words = gates}},
      {true, {.id = "en_passant", .kind = MR_FACT_WORDS, .words = passed}},
  };
  for (size_t i = 0; i < sizeof facts / sizeof facts[0] && p->status == MR_OK; i++) {
    p->status = facts[i].given ? mr_view_add_fact(&p->view, p->arena, facts[i].fact) : MR_OK;
  }
}

/* ---- pictures for pages ---------------------------------------------------------------------- */

mr_fy_picture *mr_fy_page_board(const mr_fy_game *game, mr_doc *doc) {
  mr_fy_picture *p = mr_arena_zero(doc->arena, 1, sizeof *p);
  if (p != NULL) {
    mr_fy_picture_board(p, game, doc->arena);
  } else {
    doc->status = MR_ERR_NOMEM;
  }
  return p;
}

void mr_fy_page_picture(const mr_fy_picture *p, const char *caption, mr_doc *doc) {
  if (doc->status == MR_OK) {
    doc->status = p != NULL ? p->status : MR_ERR_NOMEM;
  }
  if (doc->status == MR_OK) {
    mr_doc_diagram(doc, &p->view, caption);
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

mr_status mr_fy_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, mr_view *out) {
  const mr_fy_state *state = mr_fy_state_of_const(observation);
  mr_fy_picture p;
  (void)player;
  mr_fy_picture_board(&p, mr_fy_game_of(base), arena);
  put_regions(&p);
  mr_fy_put_pieces(&p, observation);
  mr_fy_put_hands(&p, observation);
  put_notes(&p, observation);
  put_facts(&p, state);
  put_marks(&p, observation);
  if (p.status == MR_OK) {
    mr_fy_put_goals(&p, observation);
  }
  p.view.node = base->ops->node(base, observation);
  if (p.status == MR_OK) {
    *out = p.view;
  }
  return p.status;
}
