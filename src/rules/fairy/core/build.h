/**
 * @file build.h
 * Makes the tables of a core: the groups of every piece on every cell (groups.h), captures
 * turned round into lines of attack, and what all pieces of a code have in common.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_BUILD_H
#define MARCHER_RULES_FAIRY_CORE_BUILD_H

#include "rules/fairy/core/build_connect.h"
#include "rules/fairy/core/ends.h"
#include "rules/fairy/core/groups.h"

/* ---- lines ----------------------------------------------------------------------------------- */

/** Sorts the paths from one cell out by where they lead. */
static inline void pack_lines(builder *b) {
  bb run[WAYS_MAX], ends = bb_none();
  unsigned to = 0;
  for (size_t i = 0; i < b->path_count; i++) {
    ends = bb_or(ends, bb_of(b->paths[i].to));
  }
  while (bb_pop(&ends, &to)) {
    uint32_t count = 0;
    for (size_t i = 0; i < b->path_count; i++) {
      if (b->paths[i].to == to) {
        run[count++] = b->paths[i].cells;
      }
    }
    size_t at = (size_t)b->from * b->t->cells + to;
    if (count == 1) {
      b->between[at] = run[0];
      b->lines_to[to] = bb_or(b->lines_to[to], bb_of(b->from));
    } else {
      b->forks[at] = (fork){.paths = find_or_copy(b, run, count), .count = count};
      b->forks_to[to] = bb_or(b->forks_to[to], bb_of(b->from));
    }
  }
}

/** A copy in the arena, NULL where all sets are empty. */
static inline const bb *copy_sets(builder *b, const bb *sets, size_t count) {
  size_t i = 0;
  while (i < count && !bb_any(sets[i])) {
    i++;
  }
  return i < count ? find_or_copy(b, sets, count) : NULL;
}

/** Whether a table of paths says nothing else of any line of the code at hand. */
static inline bool agrees(const builder *b, const bb *table) {
  for (unsigned to = 0; to < b->t->cells; to++) {
    bb from = b->lines_to[to];
    unsigned cell = 0;
    while (bb_pop(&from, &cell)) {
      size_t at = (size_t)cell * b->t->cells + to;
      if (bb_any(b->between[at]) && bb_any(table[at]) && !bb_same(b->between[at], table[at])) {
        return false;
      }
    }
  }
  return true;
}

/**
 * The table of paths of a code, laid over an earlier one that does not contradict it: rooks,
 * bishops and queens of both sides share one, which so stays in the processor's cache.
 */
static inline const bb *merge_between(builder *b) {
  size_t size = (size_t)b->t->cells * b->t->cells;
  unsigned m = 0;
  while (m < b->merged_count && !agrees(b, b->merged[m])) {
    m++;
  }
  if (m == b->merged_count) {
    b->merged[m] = room_for(b, b->arena, size, sizeof(bb));
    if (b->merged[m] == NULL) {
      return NULL;
    }
    b->merged_count++;
  }
  for (unsigned to = 0; to < b->t->cells; to++) {
    bb from = b->lines_to[to];
    unsigned cell = 0;
    while (bb_pop(&from, &cell)) {
      size_t at = (size_t)cell * b->t->cells + to;
      b->merged[m][at] = bb_or(b->merged[m][at], b->between[at]);
    }
  }
  return b->merged[m];
}

static inline void copy_lines(builder *b, code_info *info) {
  size_t cells = b->t->cells, pairs = cells * cells;
  info->leaps_to = find_or_copy(b, b->leaps_to, cells);
  info->lines_to = copy_sets(b, b->lines_to, cells);
  info->forks_to = copy_sets(b, b->forks_to, cells);
  info->hops_to = copy_sets(b, b->hops_to, cells);
  info->between = info->lines_to != NULL ? merge_between(b) : NULL;
  info->forks =
      info->forks_to != NULL ? copy_bytes(b, b->arena, b->forks, pairs * sizeof *b->forks) : NULL;
  info->hop_cells = info->hops_to != NULL ? copy_sets(b, b->hop_cells, pairs) : NULL;
  b->t->slow = b->t->slow || info->hops_to != NULL;
}

/* ---- codes ----------------------------------------------------------------------------------- */

/** Empties what the last code has left; the tables of pairs have little in them. */
static inline void clear_code(builder *b) {
  unsigned cells = b->t->cells;
  for (unsigned to = 0; to < cells; to++) {
    bb from = bb_or(bb_or(b->lines_to[to], b->forks_to[to]), b->hops_to[to]);
    unsigned cell = 0;
    while (bb_pop(&from, &cell)) {
      size_t at = (size_t)cell * cells + to;
      b->forks[at] = (fork){.paths = NULL};
      b->between[at] = b->hop_cells[at] = bb_none();
    }
  }
  memset(b->lines_to, 0, 4 * (size_t)cells * sizeof(bb));
  b->forward_only = true;
  b->ep_far = false;
}

/** Kings that may not face each other attack along files and ranks, over empty cells alone. */
static inline void note_facing(builder *b) {
  static const int8_t ways[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
  int files = b->game->rules.files, ranks = b->game->rules.ranks;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    bb path = bb_none();
    int file = (int)b->from % files + ways[i][0], rank = (int)b->from / files + ways[i][1];
    for (; file >= 0 && file < files && rank >= 0 && rank < ranks;
         file += ways[i][0], rank += ways[i][1]) {
      unsigned to = (unsigned)(rank * files + file);
      if (bb_any(path)) {
        note_path(b, to, path);
      } else {
        b->leaps_to[to] = bb_or(b->leaps_to[to], bb_of(b->from));
      }
      path = bb_or(path, bb_of(to));
    }
  }
}

static inline void build_cell(builder *b, unsigned cell) {
  const mr_fy_rules *rules = &b->game->rules;
  b->from = cell;
  b->row = (row){0};
  b->ep = b->alone = b->quiet = bb_none();
  b->twice = (doubles){0};
  b->way_count = b->path_count = 0;
  mr_fy_walk(rules, MR_FY_CODE(b->kind - rules->kinds, b->side), cell, take_trail, b);
  if (rules->flying && !rules->extinction.royal && b->kind->royal[b->side]) {
    note_facing(b); /* who is royal as the last of its kind would be attacked so, too: see passes */
  }
  pack_row(b);
  pack_lines(b);
}

static inline void build_code(builder *b, row *rows, unsigned code) {
  code_info *info = &b->t->codes[code];
  unsigned cells = b->t->cells;
  bb *ep = room_for(b, b->arena, cells, sizeof *ep), alone[MR_FY_CELLS_MAX];
  doubles *twice = room_for(b, b->arena, cells, sizeof *twice);
  b->kind = &b->game->rules.kinds[MR_FY_KIND(code)];
  b->side = MR_FY_SIDE(code);
  clear_code(b);
  bool passing = false, doubling = false;
  bb region = bb_from(&b->game->rules.ep_region[b->side]);
  for (unsigned cell = 0; cell < cells && !b->failed; cell++) {
    build_cell(b, cell);
    rows[(size_t)code * cells + cell] = b->row;
    ep[cell] = bb_and(b->ep, region);
    alone[cell] = bb_and(b->alone, region);
    twice[cell] = b->twice;
    b->ep_far = b->ep_far || bb_meet(b->alone, b->quiet);
    passing = passing || bb_any(bb_or(ep[cell], alone[cell]));
    doubling = doubling || b->twice.count > 0;
  }
  for (unsigned cell = 0; cell < cells && !b->failed && !b->ep_far; cell++) {
    ep[cell] = bb_or(ep[cell], alone[cell]);
  }
  info->ep_far = b->ep_far;
  info->ep = (passing || b->ep_far) && b->kind->takes_ep[b->side] ? ep : NULL;
  info->twice = doubling ? twice : NULL;
  info->forward_only = b->forward_only && !b->game->rules.demotion; /* its form goes back */
  const mr_fy_rules *rules = &b->game->rules;
  uint64_t harmless = rules->extinction.royal ? rules->extinction.needs[b->side].kinds : 0;
  if ((harmless & rules->walling.petrified) >> MR_FY_KIND(code) & 1) { /* it captures no royal */
    memset(b->lines_to, 0, 4 * (size_t)cells * sizeof(bb));
  }
  copy_lines(b, info);
}

/**
 * Whether a piece can ever move from where a row begins. Slides and leaps want an empty board; what
 * hops wants a piece beside it and then either a piece or none: every other file or rank is full.
 * Walls stay.
 */
static inline bool moves_ever(const builder *b, const row *r) {
  unsigned files = b->game->rules.files;
  bb walls = bb_from(&b->game->rules.walls);
  for (unsigned pattern = 0; pattern < 6; pattern++) {
    bb men = walls, quiet, capture;
    for (unsigned cell = 0; pattern > 0 && cell < b->t->cells; cell++) {
      unsigned line = pattern < 4 ? cell % files : cell / files;
      if (pattern == 1 || (line & 1) == (pattern & 1)) {
        men = bb_or(men, bb_of(cell));
      }
    }
    reach_of(r, men, &quiet, &capture);
    if (bb_any(bb_less(bb_or(quiet, capture), walls))) {
      return true;
    }
  }
  return false;
}

static inline bb dead_cells(const builder *b, const row *rows, unsigned code) {
  bb dead = bb_none();
  for (unsigned cell = 0; cell < b->t->cells; cell++) {
    if (!moves_ever(b, &rows[(size_t)code * b->t->cells + cell])) {
      dead = bb_or(dead, bb_of(cell));
    }
  }
  return dead;
}

/* ---- rules of what an action may lead to ----------------------------------------------------- */

/** Whether all that is royal as the last one is attacked, where nothing may leave it so. */
static inline bool leaves_all_attacked(const mr_fy_game *game, const mr_state *state,
                                       unsigned side) {
  const tables *t = tables_of(game);
  const bb *sets = sets_of_const(game, state);
  const scene at = {.game = game, .t = t, .sets = sets, .men = filled(t, sets)};
  return duple_checked(&at, side);
}

/**
 * Whether an action lets kings face each other, where that is no attack: a castling also by its
 * way, and all others by what they lead to, which is asked for afterwards.
 */
static inline bool castles_in_sight(const mr_fy_game *game, const mr_state *state, unsigned side,
                                    mr_action action) {
  const bb *sets = sets_of_const(game, state);
  const mr_fy_castling *c =
      castling_of(game, mr_fy_state_of_const(state), mr_fy_from(action), mr_fy_to(action));
  unsigned code = c != NULL ? mr_fy_board_const(state)[c->king_from] : 0;
  if (c == NULL || !tables_of(game)->codes[code].royal) {
    return false;
  }
  bb king = bb_of(c->king_from);
  return face_each_other(game, bb_less(bb_from(&c->safe), king), kings_of(game, sets, side ^ 1u),
                         bb_less(filled(tables_of(game), sets), king), NULL);
}
static inline bool leaves_facing(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const bb *sets = sets_of_const(game, state);
  return face_each_other(game, kings_of(game, sets, side), kings_of(game, sets, side ^ 1u),
                         filled(tables_of(game), sets), NULL);
}

/** A table's `passes`. */
static bool passes(const sink *to, mr_action action) {
  const mr_fy_rules *rules = &to->game->rules;
  const uint8_t *board = mr_fy_board(to->trial);
  bool drop = mr_fy_type_of(action) == MR_FY_DROP;
  unsigned from = mr_fy_from(action), form = mr_fy_form_of(action);
  unsigned side = drop ? mr_fy_state_of(to->trial)->side : MR_FY_SIDE(board[from]);
  if (mr_fy_has_enough(rules, board, side, form)) {
    return false;
  }
  bool quiet = drop ? rules->no_drop_checks : rules->no_checks;
  bool sittuyin = !drop && form != 0 && rules->kinds[MR_FY_KIND(board[from])].sittuyin_promotion;
  bool faces = rules->flying && rules->extinction.royal;
  if (!quiet && !sittuyin && !rules->extinction.duple && !faces) {
    return true;
  }
  if (faces && mr_fy_type_of(action) == MR_FY_CASTLE &&
      castles_in_sight(to->game, to->trial, side, action)) {
    return false;
  }
  undo_record u;
  do_action(to->game, to->trial, action, &u, WITHOUT_KEYS);
  bool bad = (quiet || sittuyin) && checks_royals(to->game, to->trial, side);
  bad = bad ||
        (sittuyin && attacks_some(to->game, to->trial, MR_FY_CODE(form, side), mr_fy_to(action)));
  bad = bad || leaves_all_attacked(to->game, to->trial, side) ||
        (faces && leaves_facing(to->game, to->trial, side));
  undo_action(to->game, to->trial, &u);
  return !bad;
}

/** A form that a pawn takes on by rules of its own. */
static inline void fill_apart(code_info *info, const mr_fy_kind *kind, unsigned side) {
  info->apart = kind->form_apart != 0 ? (uint8_t)MR_FY_CODE(kind->form_apart, side) : 0;
  info->apart_on_leaving = kind->apart_on_leaving;
  info->apart_by_capture = kind->apart_by_capture;
  info->apart_compulsory = kind->apart_compulsory;
}

static inline void fill_info(builder *b, const row *rows, unsigned code) {
  const mr_fy_rules *rules = &b->game->rules;
  unsigned side = MR_FY_SIDE(code);
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  code_info *info = &b->t->codes[code];
  info->sittuyin_promotion = kind->sittuyin_promotion && kind->promotion_count[side] > 0;
  bb zone = bb_from(&kind->promotion_zone[side]);
  *(info->sittuyin_promotion ? &info->sittuyin_zone : &info->zone) = zone;
  info->drop = bb_from(&kind->drop_region[side]);
  info->stuck = rules->immobility_illegal ? dead_cells(b, rows, code) : bb_none();
  info->dead = bb_or(info->stuck, bb_from(&kind->barred[side]));
  info->form_count = kind->promotion_count[side];
  for (unsigned i = 0; i < info->form_count && i < MR_FY_PROMOTIONS_MAX; i++) {
    info->forms[i] = MR_FY_CODE(kind->promotions[side][i], side);
  }
  for (unsigned i = 0; i < info->form_count && rules->extinction.royal; i++) {
    uint64_t needed = rules->extinction.needs[side].kinds;
    bool counts = (needed >> kind->promotions[side][i] & 1) != 0;
    info->royal_forms = info->royal_forms || counts;
  }
  info->royal = kind->royal[side];
  info->compulsory = kind->promotion_compulsory;
  info->turns = info->form_count == 1 && info->compulsory && !kind->promotion_by_capture_only &&
                !info->sittuyin_promotion && kind->form_apart == 0 &&
                !bb_any(bb_less(b->t->all, zone));
  info->on_leaving = kind->promotion_on_leaving;
  info->by_ep = kind->promotion_by_ep;
  info->by_capture_only = kind->promotion_by_capture_only;
  fill_apart(info, kind, side);
  info->resets = kind->resets[side];
  info->spares = kind->spares != 0;
  info->cannon = (rules->cannons >> MR_FY_KIND(code) & 1) != 0;
  if (info->cannon) {
    b->t->cannons[b->t->cannon_count++ % (2 * MR_FY_KINDS_MAX)] = (uint8_t)code;
  }
  info->petrifies = (rules->walling.petrified >> MR_FY_KIND(code) & 1) != 0;
  b->t->odd_drops = b->t->odd_drops || (info->royal && kind->droppable);
  bool no_checks = rules->no_checks || (rules->no_drop_checks && mr_fy_drops(rules));
  bool sifts = kind->form_limit > 0 || (no_checks && kind->royal[side]) ||
               rules->extinction.duple || info->sittuyin_promotion ||
               (rules->flying && rules->extinction.royal && kind->royal[side]);
  b->t->passes = sifts ? passes : b->t->passes;
  b->t->odd_captures = b->t->odd_captures || info->spares || info->petrifies || rules->blast.on ||
                       rules->gating.enters || rules->leaps.on || rules->kings_stay ||
                       info->sittuyin_promotion || info->cannon || rules->bikjang;
  b->t->kings_stay = rules->kings_stay;
  info->pseudo_royal = (rules->pseudo_royals >> MR_FY_KIND(code) & 1) != 0;
  uint64_t flagged = rules->flag.kinds[side];
  info->flagged = (flagged >> MR_FY_KIND(code) & 1) != 0;
  for (unsigned i = 0; i < info->form_count; i++) {
    bool counts = info->forms[i] != info->apart && (flagged >> MR_FY_KIND(info->forms[i]) & 1) != 0;
    info->form_flagged = info->form_flagged || counts;
  }
  info->goal = goal_of(b->t, code, b->t->cells, b->t->all);
  b->t->code_list[side][b->t->code_list_count[side]++ % MR_FY_KINDS_MAX] = (uint8_t)code;
  if (info->royal) {
    b->t->royal_list[side][b->t->royal_count[side]++ % MR_FY_KINDS_MAX] = (uint8_t)code;
  }
}

/** Where captures blast, or men turn: the squares round each, and who is left standing there. */
static inline void build_blast(builder *b) {
  tables *t = b->t;
  const mr_fy_rules *rules = &b->game->rules;
  bb *beside = room_for(b, b->arena, t->cells, sizeof *beside);
  for (unsigned at = 0; beside != NULL && at < t->cells * t->cells; at++) {
    unsigned one = at / t->cells, other = at % t->cells;
    int files = (int)(one % rules->files) - (int)(other % rules->files);
    int ranks = (int)(one / rules->files) - (int)(other / rules->files);
    if (one != other && files * files <= 1 && ranks * ranks <= 1) {
      beside[one] = bb_or(beside[one], bb_of(other));
    }
  }
  for (unsigned code = 2; code < t->code_count; code++) {
    if (rules->blast.sheltered >> MR_FY_KIND(code) & 1) {
      t->sheltered[t->sheltered_count++] = (uint8_t)code;
    }
    if (rules->blast.immune >> MR_FY_KIND(code) & 1) {
      t->immune[t->immune_count++] = (uint8_t)code;
    }
  }
  t->beside = beside;
}

/** Where actions set walls. */
static inline void build_walls(builder *b) {
  tables *t = b->t;
  const mr_fy_rules *rules = &b->game->rules;
  bb *next_to = room_for(b, b->arena, t->cells, sizeof *next_to);
  for (unsigned cell = 0; next_to != NULL && cell < t->cells; cell++) {
    unsigned file = cell % rules->files, rank = cell / rules->files;
    bb west = file > 0 ? bb_of(cell - 1) : bb_none(), south = bb_none();
    bb east = file + 1u < rules->files ? bb_of(cell + 1) : bb_none(), north = bb_none();
    south = rank > 0 ? bb_of(cell - rules->files) : south;
    north = rank + 1u < rules->ranks ? bb_of(cell + rules->files) : north;
    next_to[cell] = bb_or(bb_or(west, east), bb_or(north, south));
    if (bb_count(next_to[cell]) < 4) {
      t->edge = bb_or(t->edge, bb_of(cell));
    }
  }
  t->next_to = next_to;
  t->with_walls = emit_walls;
  t->walls_shield = rules->walling.rule == MR_FY_WALLS_DUCK || rules->extinction.royal;
}

static inline void build_board(tables *t, const mr_fy_rules *rules) {
  for (unsigned cell = 0; cell < t->cells; cell++) {
    unsigned colour = mr_fy_colour(rules, cell);
    t->all = bb_or(t->all, bb_of(cell));
    t->colour[colour] = bb_or(t->colour[colour], bb_of(cell));
    t->file[cell % rules->files] = bb_or(t->file[cell % rules->files], bb_of(cell));
  }
  for (unsigned side = 0; side < 2; side++) {
    t->flag_region[side] = bb_from(&rules->flag.region[side]);
    t->flag_kinds[side] = rules->flag.kinds[side];
  }
  t->immobility = rules->immobility_illegal;
  t->odd_drops = rules->drop_place != MR_FY_DROP_ANYWHERE || rules->halved != 0;
  t->ends_by_place = mr_fy_connects(rules) || rules->full_draws;
}

static inline void make_scratch(builder *b) {
  size_t cells = b->t->cells, pairs = cells * cells;
  b->ways = room_for(b, &b->scratch, WAYS_MAX, sizeof *b->ways);
  b->paths = room_for(b, &b->scratch, WAYS_MAX, sizeof *b->paths);
  b->known = room_for(b, &b->scratch, FIND_SIZE, sizeof *b->known);
  b->made = room_for(b, &b->scratch, FIND_SIZE, sizeof *b->made);
  b->table = room_for(b, &b->scratch, (size_t)2 << TABLE_BITS, sizeof *b->table);
  b->forks = room_for(b, &b->scratch, pairs, sizeof *b->forks);
  b->between = room_for(b, &b->scratch, 2 * pairs, sizeof(bb));
  b->lines_to = room_for(b, &b->scratch, 4 * cells, sizeof(bb));
  if (!b->failed) {
    b->hop_cells = b->between + pairs;
    b->forks_to = b->lines_to + cells;
    b->hops_to = b->lines_to + 2 * cells;
    b->leaps_to = b->lines_to + 3 * cells;
  }
}

/* ---- what can ever be reached ---------------------------------------------------------------- */

/** What a piece may reach from a cell in some position or other. */
static inline void reach_ever(const row *r, bb *quiet, bb *capture) {
  *quiet = r->quiet;
  *capture = r->capture;
  for (unsigned i = 0; i < r->group_count; i++) {
    const group *g = &r->groups[i];
    size_t size = (size_t)1 << bb_count(g->mask);
    for (size_t fill = 0; fill < size; fill++) {
      *quiet = bb_or(*quiet, g->table[g->dual ? 2 * fill : fill]);
      *capture = bb_or(*capture, g->table[g->dual ? 2 * fill + 1 : fill]);
    }
  }
  for (unsigned i = 0; i < r->walk_count; i++) {
    for (unsigned k = 0; k < r->walks[i].length; k++) {
      bb cell = bb_of(r->walks[i].cell[k]);
      *quiet = r->walks[i].stop[k] & MR_STOP_QUIET ? bb_or(*quiet, cell) : *quiet;
      *capture = r->walks[i].stop[k] & MR_STOP_CAPTURE ? bb_or(*capture, cell) : *capture;
    }
  }
}

/** The same of all pieces from all cells, which is asked for more than once. */
static inline void build_ever(builder *b) {
  size_t count = (size_t)b->t->code_count * b->t->cells;
  b->ever = room_for(b, &b->scratch, count, sizeof *b->ever);
  for (size_t i = 0; i < count && !b->failed; i++) {
    reach_ever(&b->t->rows[i], &b->ever[i].quiet, &b->ever[i].capture);
    mr_fy_set leaps =
        mr_fy_leaps_from(&b->game->rules, (unsigned)(i / b->t->cells), (unsigned)(i % b->t->cells));
    b->ever[i].quiet = bb_or(b->ever[i].quiet, bb_from(&leaps));
  }
}

/** Adds to a piece's closures those of what it can become in one move; true when they have grown.
 */
static inline bool grow(const builder *b, bb *closure, bb *reach, unsigned code, unsigned cell) {
  const tables *t = b->t;
  const code_info *info = &t->codes[code];
  size_t at = (size_t)code * t->cells + cell;
  bb stand = closure[at], hit = reach[at], next = bb_or(b->ever[at].quiet, b->ever[at].capture);
  unsigned to = 0;
  while (bb_pop(&next, &to)) {
    stand = bb_or(stand, closure[(size_t)code * t->cells + to]);
    hit = bb_or(hit, reach[(size_t)code * t->cells + to]);
    for (unsigned i = 0; i < info->form_count; i++) {
      stand = bb_or(stand, closure[(size_t)info->forms[i] * t->cells + to]);
      hit = bb_or(hit, reach[(size_t)info->forms[i] * t->cells + to]);
    }
  }
  for (unsigned i = 0; info->sittuyin_promotion && i < info->form_count; i++) {
    stand = bb_or(stand, closure[(size_t)info->forms[i] * t->cells + cell]);
    hit = bb_or(hit, reach[(size_t)info->forms[i] * t->cells + cell]);
  }
  bool grown = !bb_same(stand, closure[at]) || !bb_same(hit, reach[at]);
  closure[at] = stand;
  reach[at] = hit;
  return grown;
}

/** For dead positions: where a piece can ever stand, and what it can ever attack. */
static inline void build_closures(builder *b) {
  tables *t = b->t;
  size_t count = (size_t)t->code_count * t->cells;
  bb *closure = room_for(b, b->arena, count, sizeof *closure);
  bb *reach = room_for(b, b->arena, count, sizeof *reach);
  if (b->failed) {
    return;
  }
  for (size_t i = 0; i < count; i++) {
    closure[i] = bb_of((unsigned)(i % t->cells));
    reach[i] = b->ever[i].capture;
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (unsigned code = 2; code < t->code_count; code++) {
      for (unsigned cell = 0; cell < t->cells; cell++) {
        grown = grow(b, closure, reach, code, cell) || grown;
      }
    }
  }
  t->closure = closure;
  t->reach = reach;
}

/** Of so many men, whose ways are given, with so many squares left for walls: most actions. */
static inline size_t bound_walls(const builder *b, size_t *ways) {
  const tables *t = b->t;
  size_t sum = 4, bound = 0;
  bool past = b->game->rules.walling.rule == MR_FY_WALLS_PAST;
  if (b->game->rules.walling.instead) {
    for (unsigned men = 0; men < t->cells; men++) {
      sum += ways[men];
    }
    return sum + t->cells;
  }
  for (unsigned men = 0; men < t->cells; men++) {
    unsigned most = men;
    for (unsigned i = men + 1; i < t->cells; i++) {
      most = ways[i] > ways[most] ? i : most;
    }
    sum += ways[most];
    ways[most] = ways[men];
    size_t walls = past ? 1 : t->cells - men + 1; /* who is captured in passing leaves one more */
    bound = sum * walls > bound ? sum * walls : bound;
  }
  return bound;
}

/** No position has more actions: every cell holds the piece with most ways, or is dropped on. */
static inline size_t bound_actions(const builder *b) {
  const mr_fy_rules *rules = &b->game->rules;
  const tables *t = b->t;
  unsigned entering = rules->gating.enters ? rules->hand_count : 0;
  size_t bound = 4 * (1u + 2 * entering);
  bound += mr_fy_drops(rules) ? (size_t)rules->hand_count * t->cells : 0;
  size_t each[MR_FY_CELLS_MAX];
  for (unsigned cell = 0; cell < t->cells; cell++) {
    size_t most = 0;
    for (unsigned code = 2; code < t->code_count; code++) {
      const extent *may = &b->ever[(size_t)code * t->cells + cell];
      bb all = bb_or(may->quiet, may->capture);
      if (t->codes[code].ep != NULL) {
        all = bb_or(all, t->codes[code].ep[cell]);
      }
      bool gate = cell - rules->gating.first[MR_FY_SIDE(code)] < rules->files;
      size_t ways = bb_count(all) * (1u + t->codes[code].form_count + (gate ? entering : 0));
      for (unsigned i = 0; t->codes[code].sittuyin_promotion && i < t->codes[code].form_count;
           i++) {
        ways += 1u + bb_count(b->ever[(size_t)t->codes[code].forms[i] * t->cells + cell].capture);
      }
      most = ways > most ? ways : most;
    }
    each[cell] = most;
    bound += most;
  }
  return t->with_walls != NULL ? bound_walls(b, each) : bound;
}

static inline void build_all(builder *b) {
  tables *t = b->t;
  t->cells = b->game->rules.cells;
  t->code_count = b->game->code_count;
  size_t count = (size_t)t->code_count * t->cells;
  t->codes = room_for(b, b->arena, t->code_count, sizeof *t->codes);
  row *rows = room_for(b, b->arena, count, sizeof *rows);
  uint64_t *keys = room_for(b, b->arena, count, sizeof *keys);
  t->rows = rows;
  t->keys = keys;
  make_scratch(b);
  for (size_t i = 0; i < count && !b->failed; i++) {
    keys[i] = mr_mix64(UINT64_C(0x6d61726368657231) + i);
  }
  build_board(t, &b->game->rules);
  if (b->game->rules.blast.on || b->game->rules.flips != MR_FY_FLIPS_NONE) {
    build_blast(b);
  }
  if (b->game->rules.walling.rule != MR_FY_WALLS_NONE) {
    build_walls(b);
  }
  t->walls = t->with_walls != NULL || b->game->rules.walling.petrified != 0;
  if (mr_fy_connects(&b->game->rules)) {
    build_connects(b);
  }
  for (unsigned code = 2; code < t->code_count && !b->failed; code++) {
    build_code(b, rows, code);
    if (!b->failed) { /* half a row is not looked at */
      fill_info(b, rows, code);
    }
  }
  t->sifted = t->with_walls != NULL || t->passes != NULL;
  if (!b->failed) {
    build_ever(b);
  }
  if (b->game->rules.impasse && !b->failed) {
    build_closures(b);
  }
}

/** Adds from where the men of a code attack each cell, whatever the way. */
static inline void add_attackers(const tables *t, unsigned code, bb *all) {
  const code_info *info = &t->codes[code];
  const bb *ways[] = {info->leaps_to, info->lines_to, info->forks_to, info->hops_to};
  for (unsigned k = 0; k < sizeof ways / sizeof ways[0]; k++) {
    for (unsigned cell = 0; ways[k] != NULL && cell < t->cells; cell++) {
      bb *from = &all[(size_t)cell * (t->code_count / 2) + MR_FY_KIND(code)];
      *from = bb_or(*from, ways[k][cell]);
    }
  }
}

/** Where men have to stand to attack a cell. */
static inline void build_attackers(builder *b) {
  tables *t = b->t;
  size_t size = (size_t)(t->code_count / 2) * t->cells;
  for (unsigned side = 0; side < 2 && !b->failed; side++) {
    bb *all = room_for(b, b->arena, size, sizeof *all);
    t->attackers[side] = all;
    for (unsigned i = 0; all != NULL && i < t->code_list_count[side]; i++) {
      add_attackers(t, t->code_list[side][i], all);
    }
  }
}

/** Keys that are kept: enough for every repetition between two moves that cannot be taken back. */
static inline unsigned choose_history(const mr_fy_rules *rules, const tables *t) {
  if (rules->split) {
    return 256;
  }
  bool lasting = rules->idle_limit > 0 && !rules->captures_to_hand && !mr_fy_keeps_moves(rules);
  for (unsigned code = 2; code < t->code_count; code++) {
    lasting = lasting && (!t->codes[code].resets || t->codes[code].forward_only);
  }
  unsigned size = 64;
  while (size < 512 && (!lasting || size <= rules->idle_limit)) {
    size *= 2;
  }
  return size;
}

static inline void lay_out(const builder *b) {
  mr_fy_game *game = b->game;
  const tables *t = b->t;
  size_t sets = mr_state_round_up(sizeof(mr_fy_state) + t->cells);
  game->sets_offset = sets;
  game->history_offset = mr_state_round_up(sets + (t->code_count + 1) * sizeof(bb));
  game->history_size = choose_history(&game->rules, t);
  size_t keys = (size_t)game->history_size * mr_fy_history_slots(&game->rules);
  game->base.info.max_actions = bound_actions(b);
  game->base.info.state_size = mr_state_round_up(game->history_offset + keys * sizeof(uint64_t));
}

static inline mr_status build_tables(mr_fy_game *game) {
  builder b = {.game = game, .arena = &game->base.arena};
  b.t = mr_arena_zero(b.arena, 1, sizeof *b.t);
  if (b.t == NULL) {
    return MR_ERR_NOMEM;
  }
  game->code_count = 2 * (game->rules.kind_count + 1);
  game->tables = b.t;
  mr_arena_init(&b.scratch, game->base.allocator, (size_t)256 << 20);
  build_all(&b);
  build_attackers(&b);
  if (!b.failed) {
    lay_out(&b);
  }
  mr_arena_done(&b.scratch);
  return b.failed ? MR_ERR_NOMEM : MR_OK;
}

#endif
