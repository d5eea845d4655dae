#include <marcher/hash.h>

#include "search/fairy/network/network.h"

enum {
  NONE = UINT16_MAX,
  ROWS_MAX = 40000, /**< more than any board of any size can have of kinds that it can hold */
};

/* ---- what is the same ------------------------------------------------------------------------ */

typedef unsigned (*carry_fn)(const mr_fy_rules *rules, unsigned cell);

static unsigned itself(const mr_fy_rules *rules, unsigned cell) {
  (void)rules;
  return cell;
}

/** Half a turn of the board: forward becomes backward, left becomes right. */
static unsigned half_turn(const mr_fy_rules *rules, unsigned cell) {
  return rules->cells - 1u - cell;
}

static unsigned left_right(const mr_fy_rules *rules, unsigned cell) {
  return cell / rules->files * rules->files + rules->files - 1u - cell % rules->files;
}

static bool same_set(const mr_fy_rules *rules, const mr_fy_set *one, const mr_fy_set *other,
                     carry_fn carry) {
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(one, cell) != mr_fy_set_has(other, carry(rules, cell))) {
      return false;
    }
  }
  return true;
}

/** Trails of a man, as a sum in which their order does not matter. */
typedef struct trail_sum {
  const mr_fy_rules *rules;
  carry_fn carry;
  uint64_t sum;
} trail_sum;

static void add_trail(void *context, const mr_trail *trail) {
  trail_sum *it = context;
  uint64_t hash = MR_HASH_START + trail->initial + 2u * trail->creates_ep;
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned cell = it->carry(it->rules, mr_fy_step_cell(it->rules, step));
    hash = mr_mix64(hash ^ (cell | (uint64_t)step->stop << 16 | (uint64_t)step->pass << 24));
  }
  it->sum += mr_mix64(hash);
}

static uint64_t trails_of(const mr_fy_rules *rules, unsigned code, unsigned cell, carry_fn carry) {
  trail_sum it = {.rules = rules, .carry = carry};
  mr_fy_walk(rules, code, cell, add_trail, &it);
  return it.sum;
}

static bool same_regions(const mr_fy_rules *rules, const mr_fy_kind *kind, unsigned side,
                         unsigned other, carry_fn carry) {
  return same_set(rules, &kind->mobility[side], &kind->mobility[other], carry) &&
         same_set(rules, &kind->barred[side], &kind->barred[other], carry) &&
         same_set(rules, &kind->initial[side], &kind->initial[other], carry) &&
         same_set(rules, &kind->triple[side], &kind->triple[other], carry) &&
         same_set(rules, &kind->promotion_zone[side], &kind->promotion_zone[other], carry) &&
         same_set(rules, &kind->drop_region[side], &kind->drop_region[other], carry);
}

static bool same_kind(const mr_fy_rules *rules, unsigned index, unsigned side, unsigned other,
                      carry_fn carry) {
  const mr_fy_kind *kind = &rules->kinds[index];
  if (kind->royal[side] != kind->royal[other] || kind->resets[side] != kind->resets[other] ||
      kind->takes_ep[side] != kind->takes_ep[other] ||
      kind->ep_as_capture[side] != kind->ep_as_capture[other] ||
      kind->promotion_count[side] != kind->promotion_count[other] ||
      memcmp(kind->promotions[side], kind->promotions[other], kind->promotion_count[side]) != 0 ||
      !same_regions(rules, kind, side, other, carry)) {
    return false;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (trails_of(rules, MR_FY_CODE(index, side), cell, carry) !=
        trails_of(rules, MR_FY_CODE(index, other), carry(rules, cell), itself)) {
      return false;
    }
  }
  return true;
}

/** Whether the rules for one side are those for another, or itself, on a board that is carried
 * over. Where men begin does not matter, and castling is no input. */
static bool same_rules(const mr_fy_game *game, unsigned side, unsigned other, carry_fn carry) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if ((board[cell] == MR_FY_WALL) != (board[carry(rules, cell)] == MR_FY_WALL)) {
      return false;
    }
  }
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (!same_kind(rules, i, side, other, carry)) {
      return false;
    }
  }
  const mr_fy_set *paths = rules->connect.region[side], *others = rules->connect.region[other];
  if (!same_set(rules, &paths[0], &others[0], carry) ||
      !same_set(rules, &paths[1], &others[1], carry) ||
      (rules->drop_place == MR_FY_DROP_ON_TOP && carry(rules, 0) >= rules->files)) {
    return false;
  }
  return rules->flag.kinds[side] == rules->flag.kinds[other] &&
         same_set(rules, &rules->flag.region[side], &rules->flag.region[other], carry) &&
         same_set(rules, &rules->ep_region[side], &rules->ep_region[other], carry) &&
         (rules->walling.rule == MR_FY_WALLS_NONE ||
          same_set(rules, &rules->walling.region[side], &rules->walling.region[other], carry));
}

/* ---- the fingerprint ------------------------------------------------------------------------- */

static void mix(uint64_t *hash, uint64_t value) {
  *hash = mr_mix64(*hash ^ value);
}

static void mix_set(uint64_t *hash, const mr_fy_set *set) {
  for (unsigned i = 0; i < 4; i++) {
    mix(hash, set->w[i]);
  }
}

static void mix_kind(uint64_t *hash, const mr_fy_rules *rules, unsigned index) {
  const mr_fy_kind *kind = &rules->kinds[index];
  mix(hash, kind->base);
  mix(hash, (uint64_t)kind->droppable << 8 | (kind->droppable ? kind->hand : 0));
  mix(hash, (uint64_t)kind->promotion_compulsory | (uint64_t)kind->promotion_on_leaving << 1 |
                (uint64_t)kind->promotion_by_ep << 2 |
                (uint64_t)kind->promotion_by_capture_only << 3 |
                (uint64_t)kind->drop_may_not_mate << 4 | (uint64_t)kind->drop_file_limit << 8 |
                (uint64_t)kind->form_apart << 16 | (uint64_t)kind->apart_on_leaving << 24 |
                (uint64_t)kind->apart_by_capture << 25 | (uint64_t)kind->apart_compulsory << 26);
  for (unsigned side = 0; side < 2; side++) {
    mix(hash, (uint64_t)kind->royal[side] | (uint64_t)kind->takes_ep[side] << 1 |
                  (uint64_t)kind->ep_as_capture[side] << 2);
    mix_set(hash, &kind->mobility[side]);
    mix_set(hash, &kind->barred[side]);
    mix_set(hash, &kind->promotion_zone[side]);
    mix_set(hash, &kind->drop_region[side]);
    for (unsigned i = 0; i < kind->promotion_count[side]; i++) {
      mix(hash, kind->promotions[side][i]);
    }
    for (unsigned cell = 0; cell < rules->cells; cell++) {
      mix(hash, trails_of(rules, MR_FY_CODE(index, side), cell, itself));
    }
  }
}

/** Rows and paths, and drops that are a duty or depend on what stands where. */
static uint64_t mix_placing(uint64_t rare, const mr_fy_rules *rules) {
  const mr_fy_connect *connect = &rules->connect;
  if (mr_fy_connects(rules)) {
    mix(&rare, (uint64_t)connect->row | (uint64_t)connect->square << 8 |
                   (uint64_t)connect->line << 16 | (uint64_t)connect->ways << 24 |
                   (uint64_t)connect->value << 32);
    mix(&rare, connect->kinds);
    for (unsigned i = 0; i < 4; i++) {
      mix_set(&rare, &connect->region[i / 2][i % 2]);
    }
  }
  if (rules->must_drop != 0 || rules->halved != 0 || rules->drop_place != MR_FY_DROP_ANYWHERE) {
    mix(&rare, rules->must_drop);
    mix(&rare, rules->halved);
    mix(&rare, (uint64_t)rules->drop_place);
    mix_set(&rare, &rules->drop_first);
  }
  return rare;
}

/** Rules that few games have: nothing is mixed for the others, whose networks are older. */
static void mix_rare(uint64_t *hash, const mr_fy_rules *rules) {
  uint64_t rare =
      (uint64_t)rules->no_checks | (uint64_t)(rules->no_drop_checks && rules->drops) << 1 |
      (uint64_t)rules->flag.race << 2 | (uint64_t)rules->walling.rule << 3 |
      (uint64_t)rules->walling.instead << 6 | (uint64_t)rules->gating.enters << 7 |
      (uint64_t)rules->gating.alone << 8 | (uint64_t)rules->opposite_castling << 9 |
      (uint64_t)rules->castling_wins << 12 | (uint64_t)rules->flag.safe << 16 |
      (uint64_t)rules->flag.blocked << 17 | (uint64_t)rules->passing[0] << 18 |
      (uint64_t)rules->passing[1] << 20 | (uint64_t)rules->drop_promoted << 22 |
      (uint64_t)rules->extinction.claim << 23 | (uint64_t)rules->kings_stay << 24 |
      (uint64_t)rules->leaps.on << 25 | ((uint64_t)rules->tally & 3u) << 26 |
      (uint64_t)rules->stalemate_counts << 28 | (uint64_t)rules->extinction.duple << 29 |
      (uint64_t)rules->sittuyin_promotion << 30 | (uint64_t)rules->tally >> 2 << 31 |
      (uint64_t)rules->bikjang << 32 | (uint64_t)rules->no_to_and_fro << 33 |
      (uint64_t)rules->shatar.on << 34;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    rare =
        rules->kinds[i].form_limit ? mr_mix64(rare + (i << 16) + rules->kinds[i].form_limit) : rare;
  }
  rare = mix_placing(rare, rules);
  if (rare != 0) {
    mix(hash, rare);
  }
  if (rules->cannons != 0 || !mr_fy_set_empty(&rules->lines)) {
    mix(hash, rules->cannons);
    mix_set(hash, &rules->lines);
  }
  if (rules->walling.petrified != 0) {
    mix(hash, rules->walling.petrified + rules->walling.petrify_blown);
  }
  for (unsigned side = 0; rules->walling.rule != MR_FY_WALLS_NONE && side < 2; side++) {
    mix_set(hash, &rules->walling.region[side]);
  }
  if (rules->blast.on) {
    mix(hash, rules->blast.sheltered);
    mix(hash, rules->blast.immune);
  }
  if (rules->flips != MR_FY_FLIPS_NONE || rules->free_drops) {
    mix(hash, (uint64_t)rules->flips << 1 | (uint64_t)rules->free_drops);
  }
}

/** Board, pieces, hands and what the game is about: not names, draws by counting or the first
 *  position, with which a network does not become another one. */
static uint64_t fingerprint_of(const mr_fy_game *game) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_extinction *x = &rules->extinction;
  uint64_t hash = MR_HASH_START;
  mix(&hash, (uint64_t)rules->files << 16 | (uint64_t)rules->ranks << 8 | rules->kind_count);
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    mix_kind(&hash, rules, i);
  }
  for (unsigned i = 0; i < rules->hand_count; i++) {
    mix(&hash, rules->hand_kind[i]);
  }
  mix(&hash, (uint64_t)rules->drops | (uint64_t)rules->captures_to_hand << 1 |
                 (uint64_t)rules->keep_promotion << 2 | (uint64_t)rules->must_capture << 3 |
                 (uint64_t)rules->flying << 4 | (uint64_t)rules->split << 5 |
                 (uint64_t)rules->checkmate << 8 | (uint64_t)rules->stalemate << 16);
  mix(&hash, rules->pseudo_royals);
  for (unsigned side = 0; side < (mr_fy_needs_agree(x) ? 1 : 2); side++) {
    const mr_fy_needs *needs = &x->needs[side];
    mix(&hash, needs->kinds);
    mix(&hash, (uint64_t)x->value | (uint64_t)needs->count << 8 | (uint64_t)x->rest << 16 |
                   (uint64_t)needs->together << 24 | (uint64_t)x->royal << 25);
  }
  for (unsigned side = 0; side < 2; side++) {
    mix(&hash, rules->flag.kinds[side]);
    mix_set(&hash, &rules->flag.region[side]);
  }
  mix(&hash, (uint64_t)rules->flag.count | (uint64_t)rules->flag.reply << 8);
  mix_rare(&hash, rules);
  return hash;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/** A man as a table knows it: the table, own or not, kind, cell. */
typedef struct seat {
  unsigned table, code, cell;
} seat;

static seat seat_of(const mr_fyn_layout *l, unsigned view, unsigned code, unsigned cell) {
  bool turn = l->turned && view == MR_FY_BLACK;
  return (seat){.table = l->turned ? 0 : view,
                .code = MR_FY_CODE(MR_FY_KIND(code), MR_FY_SIDE(code) ^ view),
                .cell = turn ? half_turn(&l->game->rules, cell) : cell};
}

/** Numbers all men that can come to stand somewhere. @param grid [table][code][cell] */
static void number_men(mr_fyn_layout *l, uint16_t *grid) {
  const mr_fy_game *game = l->game;
  unsigned cells = game->rules.cells, codes = game->code_count;
  for (size_t i = 0; i < (size_t)2 * codes * cells; i++) {
    grid[i] = NONE;
  }
  for (size_t i = (size_t)2 * cells; i < (size_t)codes * cells; i++) {
    unsigned code = (unsigned)(i / cells), cell = (unsigned)(i % cells);
    for (unsigned view = 0; view < 2 && mr_fy_may_stand(game, code, cell); view++) {
      seat at = seat_of(l, view, code, cell);
      size_t row = ((size_t)at.table * codes + at.code) * cells;
      grid[row + at.cell] = 0;
      if (l->halves) {
        grid[row + left_right(&game->rules, at.cell)] = 0;
      }
    }
  }
  for (size_t i = 0; i < (size_t)2 * codes * cells; i++) {
    grid[i] = grid[i] == NONE ? (uint16_t)NONE : (uint16_t)l->rows++;
  }
}

static void fill_men(mr_fyn_layout *l, const uint16_t *grid, uint16_t *const *man,
                     uint16_t *mirror) {
  const mr_fy_rules *rules = &l->game->rules;
  unsigned cells = rules->cells, codes = l->game->code_count;
  for (unsigned view = 0; view < 2; view++) {
    for (size_t i = 0; i < (size_t)codes * cells; i++) {
      seat at = seat_of(l, view, (unsigned)(i / cells), (unsigned)(i % cells));
      uint16_t row = i / cells < 2 ? (uint16_t)NONE
                                   : grid[((size_t)at.table * codes + at.code) * cells + at.cell];
      man[view][i] = row == NONE ? (uint16_t)l->rows : row;
    }
  }
  for (size_t i = 0; i < (size_t)2 * codes * cells; i++) {
    unsigned cell = (unsigned)(i % cells);
    if (grid[i] != NONE) {
      mirror[grid[i]] = l->halves ? grid[i - cell + left_right(rules, cell)] : grid[i];
    }
  }
}

/** Hands: behind the men, in the order of table, whose, which, how many. */
static void fill_hands(const mr_fyn_layout *l, unsigned first, uint16_t *const *held,
                       uint16_t *mirror) {
  unsigned hands = l->game->rules.hand_count;
  for (unsigned view = 0; view < 2; view++) {
    for (unsigned side = 0; side < 2; side++) {
      unsigned table = l->turned ? 0 : view;
      unsigned at = first + ((table * 2 + (side ^ view)) * hands) * MR_FYN_LEVELS;
      for (unsigned i = 0; i < hands * MR_FYN_LEVELS; i++) {
        held[view][side * hands * MR_FYN_LEVELS + i] = (uint16_t)(at + i);
        mirror[at + i] = (uint16_t)(at + i);
      }
    }
  }
}

static mr_status fill_tables(mr_fyn_layout *l, const mr_allocator *allocator, mr_error *err) {
  const mr_fy_rules *rules = &l->game->rules;
  size_t seats = (size_t)l->game->code_count * rules->cells;
  unsigned hands = rules->drops ? rules->hand_count : 0;
  size_t held_count = (size_t)2 * rules->hand_count * MR_FYN_LEVELS + 1;
  uint16_t *grid = mr_alloc_zero(allocator, 2 * seats, sizeof *grid);
  uint16_t *man[2], *held[2], *mirror = NULL;
  mr_status status = MR_ERR_NOMEM;
  if (grid != NULL) {
    number_men(l, grid);
    unsigned men_rows = l->rows;
    l->rows += hands * (l->turned ? 2u : 4u) * MR_FYN_LEVELS;
    mirror = mr_arena_zero(&l->arena, l->rows + 1u, sizeof *mirror);
    for (unsigned view = 0; view < 2; view++) {
      man[view] = mr_arena_zero(&l->arena, seats, sizeof **man);
      held[view] = mr_arena_zero(&l->arena, held_count, sizeof **held);
      l->man[view] = man[view];
      l->held[view] = held[view];
    }
    if (mirror != NULL && man[0] != NULL && man[1] != NULL && held[0] != NULL && held[1] != NULL) {
      fill_men(l, grid, man, mirror);
      mirror[l->rows] = (uint16_t)l->rows;
      if (hands > 0) {
        fill_hands(l, men_rows, held, mirror);
      }
      l->mirror = mirror;
      status = MR_OK;
    }
  }
  mr_alloc_free(allocator, grid, 2 * seats * sizeof *grid);
  return status == MR_OK ? MR_OK : mr_error_set(err, status, "no memory for a network");
}

mr_status mr_fyn_layout_init(mr_fyn_layout *l, const mr_fy_game *game,
                             const mr_allocator *allocator, mr_error *err) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  *l = (mr_fyn_layout){.game = game};
  if ((size_t)2 * game->code_count * rules->cells > ROWS_MAX) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s has too many kinds of pieces on too large a board for a network",
                        game->base.info.name);
  }
  mr_arena_init(&l->arena, allocator, SIZE_MAX);
  l->turned = same_rules(game, MR_FY_WHITE, MR_FY_BLACK, half_turn);
  bool swaps = mr_fy_colour(rules, 0) != mr_fy_colour(rules, left_right(rules, 0));
  l->halves = same_rules(game, MR_FY_WHITE, MR_FY_WHITE, left_right) &&
              same_rules(game, MR_FY_BLACK, MR_FY_BLACK, left_right) && !(rules->split && swaps);
  l->colours_swap = l->turned && mr_fy_colour(rules, 0) != mr_fy_colour(rules, half_turn(rules, 0));
  l->buckets = rules->split ? MR_FYN_SPLIT_BUCKETS : MR_FYN_BUCKETS;
  l->sweeps = rules->blast.on || rules->walling.petrified != 0 || rules->flips != MR_FY_FLIPS_NONE;
  /* Where men come from nowhere boards fill: as many as there can be. */
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    l->men += board[cell] > MR_FY_WALL || rules->free_drops;
  }
  l->men = l->men > 0 ? l->men : 1;
  l->pieces = rules->cells + (rules->drops ? 2u * rules->hand_count * MR_FYN_LEVELS : 0);
  mr_status status = fill_tables(l, allocator, err);
  if (status != MR_OK) {
    mr_fyn_layout_done(l);
    return status;
  }
  /* Where men can come to stand depends on where they begin: so the rows are part of it. */
  size_t seats = (size_t)game->code_count * rules->cells;
  l->fingerprint = fingerprint_of(game);
  for (unsigned view = 0; view < 2; view++) {
    l->fingerprint = mr_hash_bytes(l->fingerprint, l->man[view], seats * sizeof **l->man);
  }
  return MR_OK;
}

void mr_fyn_layout_done(mr_fyn_layout *l) {
  mr_arena_done(&l->arena);
}

/* ---- positions ------------------------------------------------------------------------------- */

unsigned mr_fyn_bucket(const mr_fyn_layout *l, const mr_fy_state *head, unsigned men) {
  if (!l->game->rules.split) {
    unsigned bucket = men * MR_FYN_BUCKETS / (l->men + 1u);
    return bucket < MR_FYN_BUCKETS ? bucket : MR_FYN_BUCKETS - 1;
  }
  unsigned frozen = head->frozen & 3u;
  if (l->colours_swap && head->side == MR_FY_BLACK) {
    frozen = (frozen & 1u) << 1 | frozen >> 1;
  }
  return (frozen < 3 ? frozen : 0) * 2 + (head->owed == 3);
}

unsigned mr_fyn_inputs(const mr_fyn_layout *l, const mr_state *state, unsigned view,
                       uint16_t *out) {
  const mr_fy_rules *rules = &l->game->rules;
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const uint8_t *board = mr_fy_board_const(state);
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (board[cell] > MR_FY_WALL) {
      out[count++] = l->man[view][(size_t)board[cell] * rules->cells + cell];
    }
  }
  for (unsigned side = 0; rules->drops && side < 2; side++) {
    for (unsigned slot = 0; slot < rules->hand_count; slot++) {
      unsigned held = head->hand[side][slot];
      held = held < MR_FYN_LEVELS ? held : MR_FYN_LEVELS;
      for (unsigned level = 0; level < held; level++) {
        out[count++] = l->held[view][(side * rules->hand_count + slot) * MR_FYN_LEVELS + level];
      }
    }
  }
  return count;
}
