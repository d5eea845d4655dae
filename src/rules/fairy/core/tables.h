/**
 * @file tables.h
 * What a core knows of the pieces: for each code on each cell its leaps, and for everything that
 * can be blocked *groups*: the cells that matter, and a table over their 2^n fillings. In the other
 * direction, for each code and target cell: from where it may be attacked, and over which cells.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_TABLES_H
#define MARCHER_RULES_FAIRY_CORE_TABLES_H

#include "rules/fairy/core/sets.h"

#ifdef __wasm_simd128__
/** How many cells a mask of `matter` can name: a way on which more matter is walked. */
enum { MATTER_MAX = 16 };

/** For every cell of a mask, in their order, where it is among the bytes of a set, and its bit. */
typedef struct matter {
  uint8_t byte[FY_WORDS > 2 ? 2 : 1][MATTER_MAX];
  uint8_t bit[MATTER_MAX];
} matter;
#endif

/**
 * Ways of one piece from one cell that depend on a few other cells. table[i] is what it reaches
 * when the cells of `mask` are filled as the bits of i say; where moves and captures differ
 * (`dual`), table[2i] is for moves and table[2i + 1] for captures. Whether a reached cell is empty
 * or an enemy's is for the caller to see.
 */
typedef struct group {
  bb mask;
  const bb *table;
#ifdef __wasm_simd128__
  matter matter; /**< the mask, as vectors gather it */
#elif FY_WORDS > 1
  uint8_t shift[FY_WORDS]; /**< bits of the mask in the words before */
#endif
  bool dual;
} group;

/** A way too long for a table: it is walked. */
typedef struct walk {
  uint8_t length;
  uint8_t cell[MR_TRAIL_MAX];
  uint8_t stop[MR_TRAIL_MAX];
  uint8_t pass[MR_TRAIL_MAX];
} walk;

/** One piece on one cell. */
typedef struct row {
  bb quiet;   /**< free leaps to empty cells */
  bb capture; /**< free leaps to enemies */
  const group *groups;
  const walk *walks;
  uint16_t group_count;
  uint16_t walk_count;
} row;

/** Initial moves of one piece from one cell that can be answered in passing. */
#define FY_DOUBLES_MAX 4
typedef struct doubles {
  uint8_t count;
  uint8_t to[FY_DOUBLES_MAX];
  uint8_t passed[FY_DOUBLES_MAX];
  uint8_t also[FY_DOUBLES_MAX]; /**< the next square that is stepped over; 0: none */
} doubles;

/** Several paths from one cell to another. */
typedef struct fork {
  const bb *paths;
  uint32_t count;
} fork;

/** What all pieces of one code have in common. */
typedef struct code_info {
  bb zone;          /**< where it promotes by a move that ends there */
  bb sittuyin_zone; /**< from where it promotes by an action of its own, if it is not the last */
  bb stuck;         /**< where it may not come: it could never move again */
  bb dead;          /**< where no move of it ends: there, and where it is barred */
  bb drop;          /**< where it may be dropped */
  bb goal;          /**< where it wins by a step, alone or with others: see goal_of */
  const bb *ep;     /**< by cell: what it attacks in passing; NULL: nothing, not even ... */
  bool ep_far;      /**< ... what it captures on, as things stand, and could not move to */
  const doubles *twice; /**< by cell; NULL: none */
  const bb *leaps_to;   /**< by cell: from where it attacks the cell by a free leap */
  const bb *lines_to;   /**< by cell: from where over one path of empty cells; NULL: from nowhere */
  const bb *forks_to;   /**< the same for several paths, any of which will do; or NULL */
  const bb *hops_to;    /**< the same in ways that need a piece to jump over; or NULL */
  const bb *between;    /**< [from * cells + to]: the path of lines_to */
  const fork *forks;    /**< [from * cells + to]: the paths of forks_to */
  const bb *hop_cells;  /**< [from * cells + to]: the cells that matter for hops_to */
  uint8_t form_count;
  uint8_t forms[MR_FY_PROMOTIONS_MAX];
  bool royal;
  bool flagged;      /**< it wins where it stands on a goal ... */
  bool form_flagged; /**< ... and so does what it may become */
  bool royal_forms;  /**< some form may be royal by being the last of its kind */
  bool compulsory;
  bool turns; /**< it becomes its one form wherever it goes: to do so is nothing special */
  bool on_leaving;
  bool by_ep;
  bool by_capture_only;
  uint8_t apart; /**< the form that a pawn takes on as other pieces do theirs; 0: none ... */
  bool apart_on_leaving, apart_by_capture, apart_compulsory;
  bool sittuyin_promotion;
  bool resets;
  bool forward_only; /**< it can never come back to where it was */
  bool pseudo_royal;
  bool spares;    /**< there are enemies that it does not take */
  bool petrifies; /**< it becomes a wall by capturing */
  bool cannon;    /**< a Janggi cannon: it leaps over none of these, and takes none */
} code_info;

struct sink;

/** Everything that a core makes of the rules. */
typedef struct tables {
  unsigned cells;
  unsigned code_count;
  bb all;
  bb colour[2];
  bb file[MR_FY_SIDE_MAX];
  const row *rows;                       /**< [code * cells + cell] */
  code_info *codes;                      /**< [code] */
  uint8_t code_list[2][MR_FY_KINDS_MAX]; /**< codes that a side can have */
  unsigned code_list_count[2];
  uint8_t royal_list[2][MR_FY_KINDS_MAX];
  unsigned royal_count[2];
  const uint64_t *keys;   /**< [code * cells + cell] */
  const bb *attackers[2]; /**< by side, see attackers_of */
  bb flag_region[2];
  uint64_t flag_kinds[2];
  const bb *closure; /**< impasse: [code * cells + cell], where it can ever stand; or NULL */
  const bb *reach;   /**< impasse: what it can ever attack */
  bool slow;         /**< some capture needs a piece to jump over, or is walked */
  bool immobility;
  bool odd_captures; /**< captures blast, some are spared, kings stay, or men enter by gates or leap
                          from them, some are by Janggi cannons, or kings may face each other */
  bool kings_stay;   /**< makpongRule */
  unsigned cannon_count;
  uint8_t cannons[2 * MR_FY_KINDS_MAX]; /**< codes of Janggi cannons */
  bool sifted;                          /**< actions are held against further rules, or set walls */
  bool walls;                           /**< squares are blocked during a game, by whatever */
  bool walls_shield; /**< ... which count when it is asked whether a royal is left attacked */
  bb edge;           /**< where walls are set at the edge or beside others: the edge; ... */
  const bb *next_to; /**< ... and by cell, the squares at its sides; or NULL */
  /** Whether an action keeps the rules of what it may lead to; NULL where there are none. */
  bool (*passes)(const struct sink *to, mr_action action);
  /** Gives an action with each wall that it may set; NULL where actions set none. */
  void (*with_walls)(struct sink *to, mr_action action);
  bool ends_by_place;              /**< rows and paths end the game, or a full board does */
  bool odd_drops;                  /**< where a piece is dropped depends on what stands where */
  const struct connects *connects; /**< rows and paths that end the game; NULL: there are none */
  const bb *beside; /**< where captures blast or men turn: by cell, the squares round it; or NULL */
  unsigned sheltered_count, immune_count;
  uint8_t sheltered[2 * MR_FY_KINDS_MAX]; /**< codes that no blast beside them removes */
  uint8_t immune[2 * MR_FY_KINDS_MAX];    /**< codes that none removes */
} tables;

FY_INLINE const tables *tables_of(const mr_fy_game *game) {
  return (const tables *)game->tables;
}

/** From where a side's men of each kind attack a cell if nothing stands in their way, by kind: side
 *  by side, as all of them are asked for. */
FY_INLINE const bb *attackers_of(const tables *t, unsigned side, unsigned cell) {
  return t->attackers[side] + (size_t)cell * (t->code_count / 2);
}

/** Where a man promotes, by a move that ends there or from there. */
FY_INLINE bb promotes_at(const code_info *info) {
  return info->sittuyin_promotion ? info->sittuyin_zone : info->zone;
}

/**
 * The goals where a man wins by a step: those of its side, if it counts there as what it is then.
 * Where it has to promote it is another piece, and it may become one that counts.
 * @param from where it stands; the number of cells: anywhere
 * @param enemy where it captures
 */
FY_INLINE bb goal_of(const tables *t, unsigned code, unsigned from, bb enemy) {
  const code_info *info = &t->codes[code];
  bb promotes = bb_none(), goal = bb_none();
  if (info->form_count > 0) { /* a form apart is left out */
    bool leaves = info->on_leaving && from < t->cells && bb_has(info->zone, from);
    promotes = leaves ? t->all : info->zone;
    promotes = info->by_capture_only ? bb_and(promotes, enemy) : promotes;
  }
  if (info->flagged) {
    goal = bb_less(t->all, info->compulsory ? bb_or(promotes, info->dead) : info->dead);
  }
  goal = info->form_flagged ? bb_or(goal, promotes) : goal;
  return bb_and(goal, t->flag_region[MR_FY_SIDE(code)]);
}

#ifdef __wasm_simd128__
/*
 * WebAssembly cannot gather bits, but sixteen bytes at once: each cell that matters fetches the
 * byte that it is in, and says whether its bit is set there. Places outside a vector give nothing.
 */

/** What tells the cells of a mask apart. @pre there are at most MATTER_MAX */
static inline void find_matter(matter *m, bb mask) {
  unsigned cell = 0;
  memset(m, 0xff, sizeof *m); /* no place, and no byte that could be equal */
  for (unsigned i = 0; bb_pop(&mask, &cell); i++) {
    for (unsigned k = 0; k < sizeof m->byte / sizeof m->byte[0]; k++) {
      m->byte[k][i] = (uint8_t)(cell / 8 - k * 16);
    }
    m->bit[i] = (uint8_t)(1u << cell % 8);
  }
}

/** Index into the group's table for the pieces on the board. */
FY_INLINE size_t group_index(const group *g, bb men) {
  v128_t bit = wasm_v128_load(g->matter.bit);
#if FY_WORDS == 1
  v128_t found =
      wasm_i8x16_swizzle(wasm_i64x2_splat((int64_t)men.w[0]), wasm_v128_load(g->matter.byte[0]));
#else
  v128_t found = wasm_i8x16_swizzle(wasm_i64x2_make((int64_t)men.w[0], (int64_t)men.w[1]),
                                    wasm_v128_load(g->matter.byte[0]));
#endif
#if FY_WORDS > 2
  v128_t rest = wasm_i64x2_make((int64_t)men.w[2], (int64_t)men.w[3]);
  found = wasm_v128_or(found, wasm_i8x16_swizzle(rest, wasm_v128_load(g->matter.byte[1])));
#endif
  return (size_t)wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_and(found, bit), bit));
}
#else
/** Index into the group's table for the pieces on the board. */
FY_INLINE size_t group_index(const group *g, bb men) {
#if FY_WORDS == 1
  return (size_t)gather_word(men.w[0], g->mask.w[0]);
#else
  uint64_t index = gather_word(men.w[0], g->mask.w[0]);
  for (unsigned i = 1; i < FY_WORDS; i++) {
    index |= gather_word(men.w[i], g->mask.w[i]) << g->shift[i];
  }
  return (size_t)index;
#endif
}
#endif

/** Adds what one long way reaches. */
static inline void follow_walk(const walk *way, bb men, bb *quiet, bb *capture) {
  for (unsigned i = 0; i < way->length; i++) {
    bool man = bb_has(men, way->cell[i]);
    if (way->stop[i] & MR_STOP_QUIET) {
      *quiet = bb_or(*quiet, bb_of(way->cell[i]));
    }
    if (way->stop[i] & MR_STOP_CAPTURE) {
      *capture = bb_or(*capture, bb_of(way->cell[i]));
    }
    if (man != (way->pass[i] == MR_PASS_HURDLE)) {
      return;
    }
  }
}

/**
 * The cells that a piece reaches: to move where they are empty, to capture where an enemy stands.
 * @param pieces all pieces on the board
 */
FY_INLINE void reach_of(const row *r, bb men, bb *quiet, bb *capture) {
  bb q = r->quiet, c = r->capture;
  for (unsigned i = 0; i < r->group_count; i++) {
    const group *g = &r->groups[i];
    size_t index = group_index(g, men);
    if (g->dual) {
      q = bb_or(q, g->table[2 * index]);
      c = bb_or(c, g->table[2 * index + 1]);
    } else {
      q = bb_or(q, g->table[index]);
      c = bb_or(c, g->table[index]);
    }
  }
  for (unsigned i = 0; i < r->walk_count; i++) {
    follow_walk(&r->walks[i], men, &q, &c);
  }
  *quiet = q;
  *capture = c;
}

/**
 * The sets of a state, by code; sets[0] and sets[1] are the sides' pieces, and the walls come
 * behind the last code.
 */
FY_INLINE bb *sets_of(const mr_fy_game *game, mr_state *state) {
  return (bb *)(void *)((uint8_t *)(void *)state + game->sets_offset);
}

FY_INLINE const bb *sets_of_const(const mr_fy_game *game, const mr_state *state) {
  return (const bb *)(const void *)((const uint8_t *)(const void *)state + game->sets_offset);
}

/** Men of some codes. */
FY_RARE bb men_of(const bb *sets, const uint8_t *codes, unsigned count) {
  bb men = bb_none();
  for (unsigned i = 0; i < count; i++) {
    men = bb_or(men, sets[codes[i]]);
  }
  return men;
}

/** The Janggi cannons on the board. */
FY_RARE bb cannons_of(const tables *t, const bb *sets) {
  return men_of(sets, t->cannons, t->cannon_count);
}

/** Takes from what a Janggi cannon reaches what is behind another, and the others themselves. */
FY_RARE void narrow_cannon(const row *r, bb men, bb cannons, bb *quiet, bb *capture) {
  bb q, c;
  reach_of(r, bb_less(men, cannons), &q, &c);
  *quiet = bb_and(*quiet, q);
  *capture = bb_less(bb_and(*capture, c), cannons);
}

/** Where captures blast: who goes with one on a cell because of standing beside it. */
FY_RARE bb blast_beside(const tables *t, const bb *sets, unsigned cell) {
  return bb_less(bb_and(t->beside[cell], bb_or(sets[0], sets[1])),
                 men_of(sets, t->sheltered, t->sheltered_count));
}

/** Whether no blast removes a piece, even one that captures. */
FY_RARE bool is_immune(const tables *t, unsigned code) {
  return memchr(t->immune, (int)code, t->immune_count) != NULL;
}

/** The squares beside some cells. */
FY_RARE bb beside_of(const tables *t, bb cells) {
  bb beside = bb_none();
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    beside = bb_or(beside, t->beside[cell]);
  }
  return beside;
}

/** Everything that stands on the board, walls too. */
FY_INLINE bb filled(const tables *t, const bb *sets) {
  return bb_or(bb_or(sets[0], sets[1]), sets[t->code_count]);
}

#endif
