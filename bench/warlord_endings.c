/**
 * @file
 * Endings of the Warlord Games in which both sides have one leader left, solved.
 *
 *     warlord_endings GAME [MEN...]
 *
 * One side's leader and up to two of its men (MEN: letters of their kinds, as "HI"; all of up to
 * two where none are told) against the other's leader alone, where a side has as many activations
 * as leaders and nothing but leaders wins: each then has one activation a turn. Every position is
 * looked at, backwards from those in which the lone leader can be taken whatever he does, by moves
 * that the rules give. Prints for each material how many are won by force of those in which the
 * men's side is to move and cannot take him at once, after how many of its moves at most, and how
 * many are lost of those in which he is to move. A pass that is answered by a pass is a draw, so
 * the men's side never wins by passing.
 *
 * Ends with 1 where positions drawn by chance are told otherwise by the rules themselves: each that
 * is won has an action to one that is lost, each that is lost has none that escapes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "war_table.h"

enum { CELLS = 300, MEN = 2, NEAR = 24, MIDS = 3, KINDS = 4, TRIALS = 2000, NOWHERE = 0xFFFF };

/* What may go where on an empty board, by places: squares that can be stood on. */
typedef struct leap {
  uint16_t count;
  uint16_t to[MR_WL_TARGETS_MAX];
} leap;

/* A leader's ways: a step has none between, two steps have one of up to three. */
typedef struct walk {
  uint16_t count;
  struct {
    uint16_t to;
    uint8_t mids; /* 0: a step */
    uint16_t mid[MIDS];
  } way[NEAR];
} walk;

typedef struct board {
  const war_table *t;
  const mr_wl_game *game;
  unsigned n; /* places */
  uint16_t cell[CELLS];
  walk walks[CELLS];
  leap leaps[KINDS][CELLS];
  leap back[KINDS][CELLS];        /* from where it could have come */
  bool hits[KINDS][CELLS][CELLS]; /* of leaps */
  bool commands[CELLS][CELLS];    /* WL-1 */
} board;

/* The men's leader, the lone leader, the men. */
typedef struct position {
  uint16_t leader;
  uint16_t lone;
  uint16_t man[MEN];
} position;

/* Of one material: positions that are won by whoever has men and is to move, other than at once;
   and lost by the lone leader, who is to move. */
typedef struct solved {
  const board *b;
  unsigned men;
  uint8_t kind[MEN];
  const struct solved *less[MEN]; /* without a man */
  uint64_t *won;
  uint64_t *lost;
  unsigned moves; /* of the longest win */
} solved;

typedef struct list {
  position *of;
  size_t count;
  size_t room;
} list;

/* Men by numbers of their own: from infantry to heavy cavalry. */
static unsigned kind_of(unsigned man) {
  return MR_WL_INFANTRY - man;
}

static char letter_of(unsigned man) {
  return mr_wl_letters[kind_of(man)];
}

static void give_up(const char *what) {
  fprintf(stderr, "warlord_endings: %s\n", what);
  exit(2);
}

static void add(list *l, position p) {
  if (l->count == l->room) {
    l->room = l->room ? 2 * l->room : 1024;
    l->of = realloc(l->of, l->room * sizeof *l->of);
    if (l->of == NULL) {
      give_up("no memory");
    }
  }
  l->of[l->count++] = p;
}

/* ---- the board ------------------------------------------------------------------------------- */

static unsigned distance(const board *b, unsigned x, unsigned y) {
  return (unsigned)mr_wl_distance(b->game, b->cell[x], b->cell[y]);
}

/* Where one unit could go to from a place with nobody else there. */
static leap reach_of(const board *b, mr_state *scratch, unsigned kind, unsigned from) {
  leap out = {.count = 0};
  uint16_t to[MR_WL_TARGETS_MAX];
  mr_wl_state *state = mr_wl_writable(scratch);
  mr_wl_units(b->game, state)[0] = (mr_wl_unit){b->cell[from], (uint8_t)kind, 0};
  unsigned count = mr_wl_reach(b->game, state, 0, to);
  for (unsigned i = 0; i < count; i++) {
    for (unsigned place = 0; place < b->n; place++) {
      if (b->cell[place] == to[i]) {
        out.to[out.count++] = (uint16_t)place;
      }
    }
  }
  return out;
}

/* Who goes two steps goes over a square that is one step from both. */
static walk walk_of(const board *b, const leap leads[], unsigned from) {
  walk out = {.count = leads[from].count};
  for (unsigned i = 0; i < out.count; i++) {
    unsigned to = leads[from].to[i];
    out.way[i].to = (uint16_t)to;
    for (unsigned j = 0; distance(b, from, to) > 1 && j < leads[from].count; j++) {
      unsigned mid = leads[from].to[j];
      if (distance(b, from, mid) == 1 && distance(b, mid, to) == 1) {
        out.way[i].mid[out.way[i].mids++] = (uint16_t)mid;
      }
    }
  }
  return out;
}

static void survey(board *b, const war_table *t) {
  static leap leads[CELLS];
  *b = (board){.t = t, .game = mr_wl_game_of(t->game)};
  mr_state *scratch = t->seen;
  mr_state_copy(t->game, scratch, t->state);
  uint16_t *squares = mr_wl_squares(b->game, mr_wl_writable(scratch));
  for (unsigned cell = 0; cell < b->game->cells; cell++) {
    unsigned ground = mr_wl_ground_of(squares[cell]);
    squares[cell] = (uint16_t)(squares[cell] & ~MR_WL_SLOT_BITS);
    if (ground != MR_WL_WATER && ground != MR_WL_VOID) {
      if (b->n == CELLS) {
        give_up("the board has too many squares");
      }
      b->cell[b->n++] = (uint16_t)cell;
    }
  }
  for (unsigned place = 0; place < b->n; place++) {
    leads[place] = reach_of(b, scratch, 1, place);
    for (unsigned k = 0; k < KINDS; k++) {
      b->leaps[k][place] = reach_of(b, scratch, kind_of(k), place);
      for (unsigned i = 0; i < b->leaps[k][place].count; i++) {
        unsigned to = b->leaps[k][place].to[i];
        b->hits[k][place][to] = true;
        b->back[k][to].to[b->back[k][to].count++] = (uint16_t)place;
      }
    }
  }
  for (unsigned place = 0; place < b->n; place++) {
    b->walks[place] = walk_of(b, leads, place);
    for (unsigned to = 0; to < b->n; to++) {
      b->commands[place][to] = distance(b, place, to) <= b->game->range;
    }
  }
}

/* ---- positions ------------------------------------------------------------------------------- */

static size_t positions_of(const solved *s) {
  size_t count = (size_t)s->b->n * s->b->n;
  for (unsigned i = 0; i < s->men; i++) {
    count *= s->b->n;
  }
  return count;
}

static size_t index_of(const solved *s, const position *p) {
  size_t at = (size_t)p->leader * s->b->n + p->lone;
  for (unsigned i = 0; i < s->men; i++) {
    at = at * s->b->n + p->man[i];
  }
  return at;
}

static position position_at(const solved *s, size_t at) {
  position p = {.man = {NOWHERE, NOWHERE}};
  for (unsigned i = s->men; i-- > 0;) {
    p.man[i] = (uint16_t)(at % s->b->n);
    at /= s->b->n;
  }
  p.lone = (uint16_t)(at % s->b->n);
  p.leader = (uint16_t)(at / s->b->n);
  return p;
}

static bool has_bit(const uint64_t *bits, size_t at) {
  return bits[at >> 6] >> (at & 63u) & 1u;
}

static void set_bit(uint64_t *bits, size_t at) {
  bits[at >> 6] |= UINT64_C(1) << (at & 63u);
}

static bool is_sound(const solved *s, const position *p) {
  bool apart = p->leader != p->lone;
  for (unsigned i = 0; i < s->men; i++) {
    apart = apart && p->man[i] != p->leader && p->man[i] != p->lone;
  }
  return apart && (s->men < 2 || p->man[0] != p->man[1]);
}

static bool is_taken(const position *p, unsigned place) {
  return place == p->leader || place == p->lone || place == p->man[0] || place == p->man[1];
}

/* Whether a leader's way is free; its ends are not asked about. */
static bool is_open(const walk *w, unsigned i, const position *p) {
  if (w->way[i].mids == 0) {
    return true;
  }
  for (unsigned j = 0; j < w->way[i].mids; j++) {
    if (!is_taken(p, w->way[i].mid[j])) {
      return true;
    }
  }
  return false;
}

/* Whether the men's side, to move, can take the lone leader. */
static bool takes(const solved *s, const position *p) {
  const board *b = s->b;
  for (unsigned i = 0; i < s->men; i++) {
    if (b->hits[s->kind[i]][p->man[i]][p->lone] && b->commands[p->leader][p->man[i]]) {
      return true;
    }
  }
  const walk *w = &b->walks[p->leader];
  for (unsigned i = 0; i < w->count && b->commands[p->leader][p->lone]; i++) {
    if (w->way[i].to == p->lone) {
      return is_open(w, i, p);
    }
  }
  return false;
}

/* Whether the men's side, to move, wins. */
static bool wins(const solved *s, const position *p) {
  return takes(s, p) || has_bit(s->won, index_of(s, p));
}

/* The same where the lone leader has just taken a man. */
static bool wins_without(const solved *s, const position *p, unsigned man) {
  position less = *p;
  if (man == 0) {
    less.man[0] = p->man[1];
  }
  less.man[1] = NOWHERE;
  return wins(s->less[man], &less);
}

/* Whether the lone leader, to move, is taken in the end whatever he does. */
static bool loses(const solved *s, const position *p) {
  if (!wins(s, p)) {
    return false; /* he stays */
  }
  const walk *w = &s->b->walks[p->lone];
  for (unsigned i = 0; i < w->count; i++) {
    unsigned to = w->way[i].to;
    if (!is_open(w, i, p)) {
      continue;
    }
    if (to == p->leader) {
      return false;
    }
    position after = *p;
    after.lone = (uint16_t)to;
    bool still = to == p->man[0]   ? wins_without(s, &after, 0)
                 : to == p->man[1] ? wins_without(s, &after, 1)
                                   : wins(s, &after);
    if (!still) {
      return false;
    }
  }
  return true;
}

/* ---- solving --------------------------------------------------------------------------------- */

static void reach_won(solved *s, position before, list *found) {
  size_t at = index_of(s, &before);
  if (!has_bit(s->won, at) && !takes(s, &before)) {
    set_bit(s->won, at);
    add(found, before);
  }
}

/* Positions in which the men's side can move to one that is lost. */
static void go_back_to_won(solved *s, const position *lost, list *found) {
  const board *b = s->b;
  const walk *w = &b->walks[lost->leader]; /* ways are the same in both directions */
  for (unsigned i = 0; i < w->count; i++) {
    position before = *lost;
    before.leader = w->way[i].to;
    if (!is_taken(lost, w->way[i].to) && is_open(w, i, lost)) {
      reach_won(s, before, found);
    }
  }
  for (unsigned m = 0; m < s->men; m++) {
    const leap *l = &b->back[s->kind[m]][lost->man[m]];
    for (unsigned i = 0; i < l->count; i++) {
      position before = *lost;
      before.man[m] = l->to[i];
      if (!is_taken(lost, l->to[i]) && b->commands[lost->leader][l->to[i]]) {
        reach_won(s, before, found);
      }
    }
  }
}

static void reach_lost(solved *s, position before, list *found) {
  size_t at = index_of(s, &before);
  if (!has_bit(s->lost, at) && loses(s, &before)) {
    set_bit(s->lost, at);
    add(found, before);
  }
}

/* Positions from which the lone leader may have come, or in which he has stayed. */
static void go_back_to_lost(solved *s, const position *won, list *found) {
  const walk *w = &s->b->walks[won->lone];
  reach_lost(s, *won, found);
  for (unsigned i = 0; i < w->count; i++) {
    position before = *won;
    before.lone = w->way[i].to;
    if (!is_taken(won, w->way[i].to) && is_open(w, i, won)) {
      reach_lost(s, before, found);
    }
  }
}

static void solve(solved *s) {
  size_t words = positions_of(s) / 64 + 1;
  s->won = calloc(words, sizeof *s->won);
  s->lost = calloc(words, sizeof *s->lost);
  if (s->won == NULL || s->lost == NULL) {
    give_up("no memory for all positions");
  }
  list lost = {.count = 0}, won = {.count = 0};
  for (size_t at = 0; at < positions_of(s); at++) {
    position p = position_at(s, at);
    if (is_sound(s, &p)) {
      reach_lost(s, p, &lost);
    }
  }
  for (s->moves = 0; lost.count > 0; s->moves++) {
    won.count = 0;
    for (size_t i = 0; i < lost.count; i++) {
      go_back_to_won(s, &lost.of[i], &won);
    }
    lost.count = 0;
    for (size_t i = 0; i < won.count; i++) {
      go_back_to_lost(s, &won.of[i], &lost);
    }
  }
  free(lost.of);
  free(won.of);
}

/* ---- what the rules say ---------------------------------------------------------------------- */

/* What stands on a cell, as in a state's text, or 0. */
static char letter_on(const solved *s, const position *p, unsigned cell) {
  char letter = cell == s->b->cell[p->leader] ? 'L' : '\0';
  letter = cell == s->b->cell[p->lone] ? 'l' : letter;
  for (unsigned i = 0; i < s->men; i++) {
    letter = cell == s->b->cell[p->man[i]] ? letter_of(s->kind[i]) : letter;
  }
  return letter;
}

/* Lays a position out as a state of the rules. */
static void lay_out(const solved *s, const position *p, bool lone_moves, mr_state *state) {
  const mr_wl_game *game = s->b->game;
  mr_str text = mr_str_growing(NULL);
  unsigned empty = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    char letter = letter_on(s, p, cell);
    bool ends = cell % game->columns == game->columns - 1u;
    empty += letter == '\0';
    if (empty && (ends || letter != '\0')) {
      mr_str_format(&text, "%u", empty);
      empty = 0;
    }
    if (letter != '\0') {
      mr_str_char(&text, letter);
    }
    if (ends && cell + 1 < game->cells) {
      mr_str_char(&text, '/');
    }
  }
  mr_str_add(&text, lone_moves ? " b 0 9" : " w 0 9");
  mr_error err;
  if (mr_game_parse_state(s->b->t->game, mr_str_text(&text), text.length, state, &err) != MR_OK) {
    give_up(err.message);
  }
  mr_str_done(&text);
}

static uint16_t place_of(const board *b, unsigned cell) {
  for (unsigned place = 0; place < b->n; place++) {
    if (b->cell[place] == cell) {
      return (uint16_t)place;
    }
  }
  return NOWHERE;
}

/* What an action has made of a position, and whether that is good for the men's side: it wins, or
   he has lost. A turn of no activation is a pass. */
static bool is_good_after(const solved *s, const position *p, bool lone_moved, mr_action action) {
  unsigned kind = mr_wl_action_kind_of(action);
  position after = *p;
  if (kind != MR_WL_ACT_END) {
    uint16_t from = place_of(s->b, mr_wl_action_from(action));
    uint16_t to = place_of(s->b, mr_wl_action_to(action));
    if (lone_moved && to == p->leader) {
      return false;
    }
    if (!lone_moved && to == p->lone) {
      return true;
    }
    after.lone = from == p->lone ? to : p->lone;
    after.leader = from == p->leader ? to : p->leader;
    for (unsigned i = 0; i < s->men; i++) {
      after.man[i] = from == p->man[i] ? to : p->man[i];
    }
    for (unsigned i = 0; lone_moved && i < s->men; i++) {
      if (to == p->man[i]) {
        return wins_without(s, &after, i);
      }
    }
  } else if (!lone_moved) {
    return false;
  }
  return lone_moved ? wins(s, &after) : has_bit(s->lost, index_of(s, &after));
}

/* One position by the rules' own list of actions. */
static bool agrees(const solved *s, const position *p, bool lone_moves, mr_action *actions) {
  mr_state *state = s->b->t->state;
  lay_out(s, p, lone_moves, state);
  size_t count = mr_wl_actions(s->b->t->game, state, actions), good = 0;
  for (size_t i = 0; i < count; i++) {
    good += is_good_after(s, p, lone_moves, actions[i]);
  }
  bool told = lone_moves ? has_bit(s->lost, index_of(s, p)) : wins(s, p);
  return told == (lone_moves ? good == count : good > 0);
}

/* Half of the positions are drawn among all, the others among those that are won or lost. */
static bool hold_against_rules(const solved *s) {
  mr_random random;
  mr_random_init(&random, 1);
  mr_action *actions = calloc(s->b->t->game->info.max_actions, sizeof *actions);
  size_t count = positions_of(s);
  bool sound = actions != NULL && count > 0;
  for (unsigned i = 0; sound && i < TRIALS; i++) {
    size_t at = mr_random_next(&random) % count;
    bool lone_moves = i & 1u;
    const uint64_t *bits = lone_moves ? s->lost : s->won;
    for (size_t tries = 0; (i & 2u) && tries < count && !has_bit(bits, at); tries++) {
      at = at + 1 < count ? at + 1 : 0;
    }
    position p = position_at(s, at);
    sound = !is_sound(s, &p) || agrees(s, &p, lone_moves, actions);
  }
  free(actions);
  return sound;
}

/* ---- what is printed ------------------------------------------------------------------------- */

static bool report(const solved *s) {
  size_t quiet = 0, won = 0, all = 0, lost = 0;
  for (size_t at = 0; at < positions_of(s); at++) {
    position p = position_at(s, at);
    if (!is_sound(s, &p)) {
      continue;
    }
    all++;
    lost += has_bit(s->lost, at);
    if (!takes(s, &p)) {
      quiet++;
      won += has_bit(s->won, at);
    }
  }
  bool sound = hold_against_rules(s);
  char men[MEN + 1] = "";
  for (unsigned i = 0; i < s->men; i++) {
    men[i] = letter_of(s->kind[i]);
  }
  printf("| L%s | %zu | %.4f | %u | %.4f |\n", men, all, 100.0 * (double)won / (double)quiet,
         s->moves + 1, 100.0 * (double)lost / (double)all);
  fflush(stdout);
  if (!sound) {
    fprintf(stderr, "warlord_endings: of L%s the rules say otherwise\n", men);
  }
  return sound;
}

static solved *solve_men(const board *b, const uint8_t *kinds, unsigned men) {
  static solved known[1 + KINDS];
  solved *s = men == 2 ? calloc(1, sizeof *s) : &known[men ? 1 + kinds[0] : 0];
  if (s == NULL) {
    give_up("no memory");
  }
  if (s->b != NULL) {
    return s;
  }
  *s = (solved){.b = b, .men = men};
  for (unsigned i = 0; i < men; i++) {
    s->kind[i] = kinds[i];
    s->less[i] = solve_men(b, &kinds[men == 2 ? 1 - i : 0], men - 1);
  }
  solve(s);
  return s;
}

static bool tell(const board *b, const uint8_t *kinds, unsigned men) {
  solved *s = solve_men(b, kinds, men);
  bool sound = report(s);
  if (men == 2) {
    free(s->won);
    free(s->lost);
    free(s);
  }
  return sound;
}

static bool tell_letters(const board *b, const char *letters) {
  uint8_t kinds[MEN];
  unsigned men = 0;
  for (; letters[men] != '\0'; men++) {
    unsigned kind = mr_wl_piece_of_letter(letters[men]);
    if (kind < MR_WL_HEAVY || kind > MR_WL_INFANTRY || men == MEN) {
      give_up("MEN are up to two letters of I, N, C, H");
    }
    kinds[men] = (uint8_t)(MR_WL_INFANTRY - kind);
  }
  return tell(b, kinds, men);
}

/* One activation a turn for who has one leader, and nothing but leaders wins. */
static bool is_fit(const mr_wl_game *game) {
  bool leaders_alone = !game->towns_to_win && !game->home_towns_to_win && !game->defeat_level &&
                       !game->defeat_units && !game->six_leaders && !game->short_game &&
                       game->last_turn_counts == MR_WL_COUNT_NOTHING;
  bool stays = !game->promotes_infantry && !game->promotes_light && !game->cannon_swap;
  return leaders_alone && stays && game->cap == MR_WL_CAP_LEADERS && !game->self_activation &&
         game->members == 1;
}

int main(int argc, char **argv) {
  static board b;
  war_table t;
  if (argc < 2) {
    give_up("usage: warlord_endings GAME [MEN...]");
  }
  if (!war_open(&t, NULL, argv[1])) {
    return 2;
  }
  if (!is_fit(mr_wl_game_of(t.game))) {
    give_up("more than one activation a turn for one leader, or more than leaders, decides there");
  }
  survey(&b, &t);
  puts("| against L | positions | won, % | moves at most | lost, % |\n| --- | --- | --- | --- | "
       "--- |");
  bool sound = true;
  for (int i = 2; i < argc; i++) {
    sound = tell_letters(&b, argv[i]) && sound;
  }
  if (argc == 2) {
    sound = tell(&b, NULL, 0);
    for (unsigned i = 0; i < KINDS; i++) {
      sound = tell(&b, (const uint8_t[]){(uint8_t)i}, 1) && sound;
    }
    for (unsigned i = 0; i < KINDS; i++) {
      for (unsigned j = i; j < KINDS; j++) {
        sound = tell(&b, (const uint8_t[]){(uint8_t)i, (uint8_t)j}, 2) && sound;
      }
    }
  }
  war_close(&t);
  return !sound;
}
