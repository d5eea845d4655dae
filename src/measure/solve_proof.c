/*
 * Proof numbers, depth first, in the game as it is. What is remembered is told apart by the text of
 * a state, which has its clocks and no history. Repetition is the prover's failure on the way where
 * it happens: a disproof that rests on a position further up is not remembered, for it says nothing
 * of other ways to the same position. A proof never repeats anything, and holds everywhere.
 */
#include <marcher/hash.h>
#include <string.h>

#include "measure/solve_priv.h"

enum {
  DEPTH_MOST = 400, /* actions of one line: what is longer fails the prover */
  ENTRIES_LEAST = 1 << 10,
  FREE = DEPTH_MOST + 1 /* a disproof that rests on nothing further up */
};

/** Larger than any number of positions that have to be looked at. */
#define INFINITE UINT32_MAX
/** Sums stay below it. */
#define LARGE (UINT32_MAX / 2)

typedef struct numbers {
  uint32_t proof;
  uint32_t disproof;
  uint32_t rests; /* depth of the highest position that a disproof rests on */
} numbers;

typedef struct entry {
  uint64_t key;
  uint32_t proof;
  uint32_t disproof;
} entry;

/** One level of the line that is looked at. */
typedef struct level {
  mr_state *state;
  mr_action *actions;
  numbers *children;
  uint64_t *keys; /* of children */
  uint64_t position;
  size_t count;
} level;

typedef struct prover {
  mr_solving *s;
  const mr_game *game;
  unsigned side;   /* that is to win */
  unsigned points; /* quarter points of the side of seat 0 that are enough, or not too many */
  entry *entries;
  size_t entry_count;
  level *levels; /* DEPTH_MOST + 1; their blocks are made when lines get so long */
  mr_state *child;
  mr_str text;
  bool repeated; /* a position came back */
  bool cut;      /* some line was too long */
  bool failed;   /* out of memory */
} prover;

/* ---- what is remembered ---------------------------------------------------------------------- */

static numbers look_up(const prover *p, uint64_t key) {
  for (size_t i = 0; i < 2; i++) {
    const entry *e = &p->entries[((size_t)key & (p->entry_count - 1)) ^ i];
    if (e->key == key && (e->proof != 0 || e->disproof != 0)) {
      return (numbers){e->proof, e->disproof, FREE};
    }
  }
  return (numbers){1, 1, FREE};
}

/** Remembers numbers; what is settled is worth more than what is not. */
static void store(prover *p, uint64_t key, numbers n) {
  entry *first = &p->entries[(size_t)key & (p->entry_count - 1)];
  entry *second = &p->entries[((size_t)key & (p->entry_count - 1)) ^ 1];
  bool settled = (first->proof == 0) != (first->disproof == 0);
  entry *e = first->key == key || (second->key != key && !settled) ? first : second;
  if (n.disproof != 0 || n.rests == FREE) {
    *e = (entry){key, n.proof, n.disproof};
  }
}

/* ---- one position ---------------------------------------------------------------------------- */

static bool has_level(prover *p, unsigned depth) {
  const mr_game_info *info = &p->game->info;
  level *l = &p->levels[depth];
  const mr_allocator *allocator = p->s->allocator;
  if (l->state == NULL && !p->failed) {
    l->state = mr_state_new(p->game, allocator);
    l->actions = mr_alloc_zero(allocator, info->max_actions, sizeof *l->actions);
    l->children = mr_alloc_zero(allocator, info->max_actions, sizeof *l->children);
    l->keys = mr_alloc_zero(allocator, info->max_actions, sizeof *l->keys);
  }
  p->failed =
      p->failed || l->state == NULL || l->actions == NULL || l->children == NULL || l->keys == NULL;
  return !p->failed;
}

static bool is_reached(const prover *p, const mr_state *state) {
  unsigned points = mr_solving_points(p->game, state);
  return p->side == 0 ? points >= p->points : points <= p->points;
}

/** What is known of a child before it is looked into. */
static numbers first_look(prover *p, unsigned depth, uint64_t *key) {
  if (mr_game_node(p->game, p->child).kind == MR_NODE_TERMINAL) {
    bool good = is_reached(p, p->child);
    *key = 0;
    return (numbers){good ? 0 : INFINITE, good ? INFINITE : 0, FREE};
  }
  uint64_t position = mr_game_hash(p->game, p->child);
  for (unsigned i = 0; i <= depth; i++) {
    if (p->levels[i].position == position) {
      *key = 0;
      p->repeated = true;
      return (numbers){INFINITE, 0, i};
    }
  }
  *key = mr_solving_text_hash(p->game, p->child, &p->text);
  if (depth + 1 >= DEPTH_MOST) {
    p->cut = true;
    return (numbers){INFINITE, 0, 0}; /* rests on how deep it is, so on the root */
  }
  return look_up(p, *key);
}

static void expand(prover *p, unsigned depth) {
  level *l = &p->levels[depth];
  l->position = mr_game_hash(p->game, l->state);
  l->count = mr_game_actions(p->game, l->state, l->actions);
  for (size_t i = 0; i < l->count; i++) {
    mr_state_copy(p->game, p->child, l->state);
    mr_game_make(p->game, p->child, l->actions[i], NULL, NULL);
    p->s->out->nodes++;
    l->children[i] = first_look(p, depth, &l->keys[i]);
  }
}

static uint32_t plus(uint32_t a, uint32_t b) {
  return a == INFINITE || b == INFINITE ? INFINITE : a + b < LARGE ? a + b : LARGE;
}

/**
 * Numbers of a position from those of its children. @param own the prover decides
 * @param best receives the child to look into @param second its rival's number
 */
static numbers sum_up(const level *l, bool own, unsigned depth, size_t *best, uint32_t *second) {
  numbers n = {own ? INFINITE : 0, own ? 0 : INFINITE, FREE};
  *second = INFINITE;
  *best = 0;
  for (size_t i = 0; i < l->count; i++) {
    const numbers *c = &l->children[i];
    uint32_t low = own ? c->proof : c->disproof, high = own ? c->disproof : c->proof;
    uint32_t *least = own ? &n.proof : &n.disproof, *sum = own ? &n.disproof : &n.proof;
    *sum = plus(*sum, high);
    if (low < *least) {
      *second = *least;
      *least = low;
      *best = i;
    } else if (low < *second) {
      *second = low;
    }
  }
  /* A disproof rests on what those of its children rest on: of all where the prover decides, of
   * the one that it is by else. What rests on this very position or below is free of it above. */
  for (size_t i = 0; i < l->count && n.disproof == 0; i++) {
    const numbers *c = &l->children[i];
    if ((own || i == *best) && c->disproof == 0 && c->rests < n.rests) {
      n.rests = c->rests;
    }
  }
  n.rests = n.rests >= depth ? FREE : n.rests;
  return n;
}

/** Where one number of a child is to stop, so that the sum of all stops at `limit`. */
static uint32_t remaining(uint32_t limit, uint32_t all, uint32_t own) {
  if (limit == INFINITE) {
    return INFINITE - 1;
  }
  uint32_t others = all == INFINITE ? 0 : all - (own < all ? own : all);
  return limit > others ? limit - others : 1;
}

static uint32_t a_bit_more(uint32_t second, uint32_t limit) {
  /* A quarter more than the rival, so that two lines are not looked into by turns. */
  uint32_t more = second >= LARGE ? LARGE : second + second / 4 + 1;
  return more < limit ? more : limit;
}

/** Looks into the position of a level until a number reaches its limit. */
static numbers look_into(prover *p, unsigned depth, uint64_t key, uint32_t proof_limit,
                         uint32_t disproof_limit) {
  level *l = &p->levels[depth];
  mr_node what = mr_game_node(p->game, l->state);
  bool own = mr_solving_side(p->game, what.player) == p->side;
  expand(p, depth);
  for (;;) {
    size_t best = 0;
    uint32_t second = 0;
    numbers n = sum_up(l, own, depth, &best, &second);
    bool done =
        n.proof == 0 || n.disproof == 0 || n.proof >= proof_limit || n.disproof >= disproof_limit;
    if (done || mr_solving_is_over(p->s) || !has_level(p, depth + 1)) {
      store(p, key, n);
      return n;
    }
    numbers *c = &l->children[best];
    uint32_t proof =
        own ? a_bit_more(second, proof_limit) : remaining(proof_limit, n.proof, c->proof);
    uint32_t disproof = own ? remaining(disproof_limit, n.disproof, c->disproof)
                            : a_bit_more(second, disproof_limit);
    mr_state_copy(p->game, p->levels[depth + 1].state, l->state);
    mr_game_make(p->game, p->levels[depth + 1].state, l->actions[best], NULL, NULL);
    *c = look_into(p, depth + 1, l->keys[best], proof, disproof);
  }
}

/* ---- one side -------------------------------------------------------------------------------- */

/** The proven line, as far as it is remembered. */
static void find_line(prover *p) {
  mr_solution *out = p->s->out;
  level *l = &p->levels[0]; /* where the proof began */
  for (bool found = true; found && mr_game_node(p->game, l->state).kind == MR_NODE_DECISION &&
                          out->line_count < MR_SOLVE_LINE_MAX;) {
    bool own = mr_solving_side(p->game, mr_game_node(p->game, l->state).player) == p->side;
    size_t count = mr_game_actions(p->game, l->state, l->actions);
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
      mr_state_copy(p->game, p->child, l->state);
      mr_game_make(p->game, p->child, l->actions[i], NULL, NULL);
      bool ends = mr_game_node(p->game, p->child).kind == MR_NODE_TERMINAL;
      bool proven = ends ? is_reached(p, p->child)
                         : look_up(p, mr_solving_text_hash(p->game, p->child, &p->text)).proof == 0;
      /* The defender takes what does not end at once, where there is such a reply. */
      bool better = best == count || (own ? ends : !ends);
      best = proven && better ? i : best;
    }
    found = best < count;
    if (found) {
      out->line[out->line_count++] = l->actions[best];
      mr_game_make(p->game, l->state, l->actions[best], NULL, NULL);
    }
  }
  out->rule = mr_game_ended_by(p->game, l->state);
}

static void done(prover *p) {
  const mr_game_info *info = &p->game->info;
  const mr_allocator *allocator = p->s->allocator;
  for (unsigned i = 0; p->levels != NULL && i <= DEPTH_MOST; i++) {
    level *l = &p->levels[i];
    mr_alloc_free(allocator, l->keys, info->max_actions * sizeof *l->keys);
    mr_alloc_free(allocator, l->children, info->max_actions * sizeof *l->children);
    mr_alloc_free(allocator, l->actions, info->max_actions * sizeof *l->actions);
    mr_state_free(p->game, allocator, l->state);
  }
  mr_alloc_free(allocator, p->levels, (DEPTH_MOST + 1) * sizeof *p->levels);
  mr_alloc_free(allocator, p->entries, p->entry_count * sizeof *p->entries);
  mr_state_free(p->game, allocator, p->child);
  mr_str_done(&p->text);
}

static bool init(prover *p, mr_solving *s) {
  const mr_allocator *allocator = s->allocator;
  *p = (prover){.s = s, .game = s->game, .entry_count = ENTRIES_LEAST};
  while (2 * p->entry_count * sizeof *p->entries <= s->memory) {
    p->entry_count *= 2;
  }
  p->text = mr_str_growing(allocator);
  p->child = mr_state_new(s->game, allocator);
  p->entries = mr_alloc_zero(allocator, p->entry_count, sizeof *p->entries);
  p->levels = mr_alloc_zero(allocator, DEPTH_MOST + 1, sizeof *p->levels);
  return p->child != NULL && p->entries != NULL && p->levels != NULL && has_level(p, 0);
}

/** Asks whether a side can force so many points. @return 1: it can, 0: it cannot, -1: unknown */
static int ask(prover *p, const mr_state *root, unsigned side, unsigned points) {
  memset(p->entries, 0, p->entry_count * sizeof *p->entries);
  p->side = side;
  p->points = points;
  p->repeated = false;
  p->cut = false;
  mr_state_copy(p->game, p->levels[0].state, root);
  uint64_t key = mr_solving_text_hash(p->game, root, &p->text);
  numbers n = look_into(p, 0, key, INFINITE, INFINITE);
  return n.proof == 0 ? 1 : n.disproof == 0 && !p->cut ? 0 : -1;
}

mr_status mr_solve_proof(mr_solving *s, const mr_state *root, mr_error *err) {
  prover p;
  mr_solution *out = s->out;
  uint64_t all = s->most;
  bool good = init(&p, s);
  if (good && mr_game_node(s->game, root).kind == MR_NODE_DECISION) {
    out->way = MR_SOLVE_PROOF;
    out->line_count = 0;
    unsigned mover = mr_solving_side(s->game, mr_game_node(s->game, root).player);
    int won[2] = {-1, -1};
    bool repeated[2] = {false, false};
    for (unsigned i = 0; i < 2 && !p.failed && !s->stopped; i++) {
      unsigned side = i == 0 ? mover : 1 - mover;
      uint64_t left = all > out->nodes ? all - out->nodes : 0;
      s->most = i == 0 ? out->nodes + left * 2 / 3 : all;
      s->halted = false;
      won[side] = ask(&p, root, side, side == 0 ? MR_SCORE_WIN : 0);
      repeated[side] = p.repeated;
      if (won[side] == 1) {
        find_line(&p);
        out->low = out->high = side == 0 ? 1 : 0;
        out->checked = true;
        break;
      }
    }
    /* That a side cannot force a win says what it gets only where play cannot go on for ever:
     * some games let one side win by repetition. Less than a win is three quarters at most. */
    double less = mr_game_can(s->game, MR_CAN_FRACTION) ? 0.25 : 0.5;
    bool proven = won[0] == 1 || won[1] == 1;
    out->high = !proven && won[0] == 0 && !repeated[0] ? 1 - less : out->high;
    out->low = !proven && won[1] == 0 && !repeated[1] ? less : out->low;
    out->endless = won[0] == 0 && won[1] == 0 && out->low < out->high;
  }
  done(&p);
  return good && !p.failed ? MR_OK
                           : mr_error_set(err, MR_ERR_NOMEM, "out of memory for proof numbers");
}
