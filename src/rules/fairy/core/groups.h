/**
 * @file groups.h
 * The first half of making a core's tables: the ways of one piece from one cell, and how those that
 * share cells are packed into groups with a table each.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_GROUPS_H
#define MARCHER_RULES_FAIRY_CORE_GROUPS_H

#include <marcher/hash.h>

#include "rules/fairy/core/tables.h"

enum {
  PACK_BITS = 8,    /**< ways are packed together while no more cells matter */
  TABLE_BITS = 10,  /**< a way on which more cells matter is walked */
  WAYS_MAX = 1024,  /**< of one piece from one cell */
  GROUPS_MAX = 256, /**< the same */
  FIND_SIZE = 1 << 14,
  DESCRIBED_MAX = 2048 /**< bytes of ways by which a table is found again */
};

/** A way as collected: every cell before `length` with what it takes to stop there and go on. */
typedef struct route {
  walk steps;
  bb matter; /**< cells whose filling decides how far it goes */
  bool asymmetric;
} route;

/** The ways of one group. */
typedef struct bundle {
  const route *ways[WAYS_MAX];
  size_t count;
} bundle;

/** A line of attack: the cell at its end, and those that have to be empty. */
typedef struct ray {
  unsigned to;
  bb cells;
} ray;

/** What is found again by content, so that like tables are made once. */
typedef struct made {
  const void *bytes; /**< NULL: the place is free */
  size_t size;
  uint64_t hash;
  const bb *table; /**< of a group's ways: what was made of them */
} made;

/** Where a piece on a cell may go to in some position or other. */
typedef struct extent {
  bb quiet, capture;
} extent;

typedef struct builder {
  mr_fy_game *game;
  tables *t;
  mr_arena *arena; /**< of the game */
  mr_arena scratch;
  route *ways;
  size_t way_count;
  bool failed; /**< out of memory, or more ways than there is room for */
  unsigned from;
  unsigned side;
  const mr_fy_kind *kind;
  row row;
  bb ep;
  bb alone; /**< what it does not do without capturing by its first step, and captures in passing */
  bb quiet; /**< where some way leads without capturing */
  bool ep_far; /**< captures in passing depend on what stands where */
  doubles twice;
  made *made;  /**< FIND_SIZE of them: the ways of groups */
  made *known; /**< the same: tables of groups, runs of paths */
  bb *table;   /**< scratch of a group's table */
  ray *paths;  /**< lines from the cell at hand */
  size_t path_count;
  fork *forks;                                  /**< of the code at hand, see code_info */
  bb *between, *hop_cells;                      /**< one behind the other */
  bb *lines_to, *forks_to, *hops_to, *leaps_to; /**< the same */
  extent *ever; /**< of every code on every cell, when the rows are there */
  bool forward_only;
  bb *merged[MR_FY_CODES]; /**< tables of paths that codes share */
  unsigned merged_count;
} builder;

/** Zeroed room; NULL without memory, which is noted. */
static inline void *room_for(builder *b, mr_arena *arena, size_t count, size_t size) {
  void *room = mr_arena_zero(arena, count, size);
  b->failed = b->failed || room == NULL;
  return room;
}

static inline void *copy_bytes(builder *b, mr_arena *arena, const void *bytes, size_t size) {
  void *copy = room_for(b, arena, 1, size);
  return copy != NULL ? memcpy(copy, bytes, size) : NULL;
}

/** A trail without the stops that this piece may not make; its last step has a stop, or none is
 * left.
 */
static inline unsigned clip_trail(builder *b, const mr_trail *trail, walk *out) {
  const mr_fy_set *home = &b->kind->mobility[b->side];
  unsigned length = 0;
  for (unsigned i = 0; i < trail->length; i++) {
    unsigned cell = mr_fy_step_cell(&b->game->rules, &trail->steps[i]);
    bool open = mr_fy_set_has(home, cell) && cell != b->from;
    out->cell[i] = (uint8_t)cell;
    out->stop[i] = open ? trail->steps[i].stop : 0;
    out->pass[i] = trail->steps[i].pass;
    length = out->stop[i] ? i + 1 : length;
  }
  out->length = (uint8_t)length;
  return length;
}

static inline void note_path(builder *b, unsigned to, bb cells) {
  for (size_t i = 0; i < b->path_count; i++) {
    if (b->paths[i].to == to && bb_same(b->paths[i].cells, cells)) {
      return;
    }
  }
  if (b->path_count == WAYS_MAX) {
    b->failed = true;
    return;
  }
  b->paths[b->path_count++] = (ray){.to = to, .cells = cells};
}

/** The stops that make captures, turned into lines over empty cells or hops. */
static inline void note_lines(builder *b, const walk *steps) {
  bb before = bb_none();
  bool hop = false;
  size_t base = (size_t)b->from * b->t->cells;
  for (unsigned i = 0; i < steps->length; i++) {
    size_t at = base + steps->cell[i];
    if (steps->stop[i] & MR_STOP_CAPTURE) {
      if (i == 0) {
        b->leaps_to[steps->cell[i]] = bb_or(b->leaps_to[steps->cell[i]], bb_of(b->from));
      } else if (hop) {
        b->hop_cells[at] = bb_or(b->hop_cells[at], before);
        b->hops_to[steps->cell[i]] = bb_or(b->hops_to[steps->cell[i]], bb_of(b->from));
      } else {
        note_path(b, steps->cell[i], before);
      }
    }
    if (steps->cell[i] != b->from) {
      before = bb_or(before, bb_of(steps->cell[i]));
    }
    hop = hop || steps->pass[i] == MR_PASS_HURDLE;
  }
}

static inline void add_way(builder *b, const walk *steps) {
  if (b->way_count == WAYS_MAX) {
    b->failed = true;
    return;
  }
  route *w = &b->ways[b->way_count++];
  *w = (route){.steps = *steps};
  for (unsigned i = 0; i < steps->length; i++) {
    unsigned stop = steps->stop[i] & (MR_STOP_QUIET | MR_STOP_CAPTURE);
    if (i + 1u < steps->length && steps->cell[i] != b->from) {
      w->matter = bb_or(w->matter, bb_of(steps->cell[i]));
    }
    w->asymmetric = w->asymmetric || stop == MR_STOP_QUIET || stop == MR_STOP_CAPTURE;
  }
}

/** Where a way captures in passing. */
static inline void note_passing(builder *b, const walk *steps) {
  for (unsigned i = 0; i < steps->length; i++) {
    bb cell = bb_of(steps->cell[i]);
    bool quiet = (steps->stop[i] & MR_STOP_QUIET) != 0;
    bool alone = b->kind->ep_as_capture[b->side] && (steps->stop[i] & MR_STOP_CAPTURE) && !quiet;
    b->quiet = quiet ? bb_or(b->quiet, cell) : b->quiet;
    b->alone = alone && i == 0 ? bb_or(b->alone, cell) : b->alone;
    b->ep_far = b->ep_far || (alone && i > 0);
  }
  if (steps->stop[0] & MR_STOP_EP) {
    b->ep = bb_or(b->ep, bb_of(steps->cell[0]));
  }
}

static inline void take_trail(void *context, const mr_trail *trail) {
  builder *b = context;
  walk steps;
  if (!mr_fy_has_way(b->kind, b->side, b->from, trail)) {
    return;
  }
  unsigned length = clip_trail(b, trail, &steps);
  for (unsigned i = 0; i < length; i++) {
    unsigned rank = steps.cell[i] / b->game->rules.files;
    unsigned own = b->from / b->game->rules.files;
    b->forward_only = b->forward_only && (b->side == MR_FY_WHITE ? rank > own : rank < own);
  }
  if (length == 0) {
    return;
  }
  note_passing(b, &steps);
  if (trail->creates_ep && length > 1 && b->twice.count < FY_DOUBLES_MAX) {
    b->twice.to[b->twice.count] = steps.cell[length - 1];
    b->twice.also[b->twice.count] = length > 2 ? steps.cell[1] : 0;
    b->twice.passed[b->twice.count++] = steps.cell[0];
  }
  if (length > 1) {
    add_way(b, &steps);
    note_lines(b, &steps);
    return;
  }
  if (steps.stop[0] & MR_STOP_QUIET) {
    b->row.quiet = bb_or(b->row.quiet, bb_of(steps.cell[0]));
  }
  if (steps.stop[0] & MR_STOP_CAPTURE) {
    b->row.capture = bb_or(b->row.capture, bb_of(steps.cell[0]));
    b->leaps_to[steps.cell[0]] = bb_or(b->leaps_to[steps.cell[0]], bb_of(b->from));
  }
}

/* ---- groups ---------------------------------------------------------------------------------- */

/**
 * The next filling of the cells of `mask`, as numbers follow each other: the fill that a table has
 * at index n + 1 comes after the one at n.
 */
static inline bb next_fill(bb men, bb mask) {
  for (unsigned k = 0; k < FY_WORDS; k++) {
    men.w[k] = (men.w[k] - mask.w[k]) & mask.w[k];
    if (men.w[k] != 0) {
      break; /* nothing is carried into the next word */
    }
  }
  return men;
}

/** A hash of sets, word by word: they are many. */
static inline uint64_t hash_sets(const bb *sets, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    for (unsigned k = 0; k < FY_WORDS; k++) {
      hash = (hash ^ sets[i].w[k]) * UINT64_C(0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  }
  return hash;
}

/** The place of these bytes, or a free one for them; NULL where there is none at hand. */
static inline made *find_made(made *all, const void *bytes, size_t size, uint64_t hash) {
  size_t at = (size_t)mr_mix64(hash) % FIND_SIZE;
  for (unsigned tries = 0; tries < 64; tries++) {
    made *m = &all[at];
    if (m->bytes == NULL ||
        (m->hash == hash && m->size == size && memcmp(m->bytes, bytes, size) == 0)) {
      return m;
    }
    at = (at + 1) % FIND_SIZE;
  }
  return NULL;
}

/** An equal run of sets that was made before, or a copy in the arena; NULL without memory. */
static inline const bb *find_or_copy(builder *b, const bb *sets, size_t count) {
  size_t size = count * sizeof *sets;
  uint64_t hash = hash_sets(sets, count);
  made *known = find_made(b->known, sets, size, hash);
  if (known != NULL && known->bytes != NULL) {
    return known->bytes;
  }
  bb *copy = copy_bytes(b, b->arena, sets, size);
  if (known != NULL) {
    *known = (made){.bytes = copy, .size = size, .hash = hash};
  }
  return copy;
}

/** Which group a way goes to: the first where it fits, or a new one. */
static inline unsigned choose_group(const route *w, bb *masks, unsigned *count) {
  for (unsigned i = 0; i < *count; i++) {
    if (bb_count(bb_or(masks[i], w->matter)) <= PACK_BITS) {
      masks[i] = bb_or(masks[i], w->matter);
      return i;
    }
  }
  masks[*count] = w->matter;
  return (*count)++;
}

/** What a group's table follows from: its ways, byte by byte; nothing where there are too many. */
static inline size_t describe(const bundle *of, uint8_t *out) {
  size_t size = 0;
  for (size_t i = 0; i < of->count; i++) {
    const walk *w = &of->ways[i]->steps;
    if (size + 3 * (size_t)w->length + 1 > DESCRIBED_MAX) {
      return 0;
    }
    out[size++] = w->length;
    for (unsigned k = 0; k < w->length; k++) {
      out[size++] = w->cell[k];
      out[size++] = w->stop[k];
      out[size++] = w->pass[k];
    }
  }
  return size;
}

/** Where the cells of a way are among those of its group: bit n for the n-th cell of the mask. */
static inline unsigned places_of(bb cells, bb mask) {
  unsigned places = 0, n = 0;
  for (unsigned k = 0; k < FY_WORDS; k++) {
    for (uint64_t left = mask.w[k]; left != 0; left &= left - 1, n++) {
      places |= (cells.w[k] & left & (~left + 1)) != 0 ? 1u << n : 0;
    }
  }
  return places;
}

/** Adds one way to a group's table: it is gone once for each filling of its own cells, which is the
 *  same however the others are filled. */
static inline void add_to_table(builder *b, const group *g, const route *way, unsigned all) {
  unsigned own = places_of(way->matter, g->mask), others = all & ~own, fill = 0;
  bb men = bb_none();
  do {
    bb quiet = bb_none(), capture = bb_none();
    unsigned rest = 0;
    follow_walk(&way->steps, men, &quiet, &capture);
    do {
      bb *at = &b->table[(size_t)(fill | rest) << g->dual];
      at[0] = bb_or(at[0], quiet);
      if (g->dual) {
        at[1] = bb_or(at[1], capture);
      }
      rest = (rest - others) & others;
    } while (rest != 0);
    fill = (fill - own) & own;
    men = next_fill(men, way->matter);
  } while (fill != 0);
}

static inline void compute_table(builder *b, const group *g, const bundle *of) {
  size_t size = (size_t)1 << bb_count(g->mask);
  memset(b->table, 0, (size << g->dual) * sizeof *b->table);
  for (size_t i = 0; i < of->count; i++) {
    add_to_table(b, g, of->ways[i], (unsigned)size - 1);
  }
}

/** The table of a group: one that was made of the same ways before, or a new one. */
static inline void fill_group(builder *b, group *g, const bundle *of) {
  uint8_t bytes[DESCRIBED_MAX];
  bytes[0] = 0; /* of no ways: compilers do not see that nothing is read then */
  size_t described = describe(of, bytes);
  uint64_t hash = mr_hash_bytes(MR_HASH_START, bytes, described);
  g->dual = false;
  for (size_t i = 0; i < of->count; i++) {
    g->dual = g->dual || of->ways[i]->asymmetric;
  }
#ifdef __wasm_simd128__
  _Static_assert((int)TABLE_BITS <= (int)MATTER_MAX, "what a table needs must fit a vector");
  find_matter(&g->matter, g->mask);
#elif FY_WORDS > 1
  unsigned shift = 0;
  for (unsigned i = 0; i < FY_WORDS; i++) {
    g->shift[i] = (uint8_t)shift;
    shift += (unsigned)__builtin_popcountll(g->mask.w[i]);
  }
#endif
  made *before = described > 0 ? find_made(b->made, bytes, described, hash) : NULL;
  if (before != NULL && before->table != NULL) {
    g->table = before->table;
    return;
  }
  compute_table(b, g, of);
  g->table = find_or_copy(b, b->table, ((size_t)1 << bb_count(g->mask)) * (g->dual ? 2 : 1));
  if (before != NULL) {
    *before = (made){.bytes = copy_bytes(b, &b->scratch, bytes, described),
                     .size = described,
                     .hash = hash,
                     .table = g->table};
  }
}

/** Turns the ways that were collected into the row's groups and walks. */
static inline void pack_row(builder *b) {
  uint16_t members[WAYS_MAX];
  bb masks[GROUPS_MAX];
  unsigned count = 0;
  size_t walked_count = 0;
  for (size_t i = 0; i < b->way_count && !b->failed; i++) {
    bool walked = bb_count(b->ways[i].matter) > TABLE_BITS || count + 1 == GROUPS_MAX;
    members[i] = walked ? UINT16_MAX : (uint16_t)choose_group(&b->ways[i], masks, &count);
    walked_count += walked;
  }
  walk *walks = room_for(b, b->arena, walked_count, sizeof *walks);
  group *groups = room_for(b, b->arena, count, sizeof *groups);
  for (size_t i = 0; i < b->way_count && !b->failed; i++) {
    if (members[i] == UINT16_MAX) {
      walks[b->row.walk_count++] = b->ways[i].steps;
    }
  }
  for (unsigned i = 0; i < count && !b->failed; i++) {
    bundle of;
    of.count = 0;
    for (size_t k = 0; k < b->way_count; k++) {
      if (members[k] == i) {
        of.ways[of.count++] = &b->ways[k];
      }
    }
    groups[i].mask = masks[i];
    fill_group(b, &groups[i], &of);
  }
  b->row.walks = walks;
  b->row.groups = groups;
  b->row.group_count = (uint16_t)count;
  b->t->slow = b->t->slow || walked_count > 0;
}

#endif
