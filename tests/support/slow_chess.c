// Plain nested loops, on purpose: NOLINTBEGIN(readability-function-size)
/*
 * The games with one move a turn on one 8x8 board: orthodox chess, chess with what is seldom seen
 * in the dialect (the king on d, kings that must not face each other, captures in passing on some
 * squares alone) and Nearly Colorboundmost, the latter also with Raiders
 * (docs/rules/colorboundmost.md, CB-1 to CB-4 and CB-16 to CB-19).
 *
 * What the rules leave open and is decided so:
 * - An e.p. right is kept, written and told apart by repetitions only while a capture by it is
 *   legal.
 * - The king's transit square is attacked when the king, lifted from its own square, could be hit
 *   there: a lame jump that leads across the king's own square is not blocked by the king.
 * - Castling is written as the king's move; as the king taking its partner where the king could as
 *   well step to where it arrives.
 * - Castling rights are lost when the king or that partner has moved or the partner was taken.
 * - Of several ends at once the first of these counts: mate, stalemate, threefold repetition, 100
 *   plies.
 * - A state in which a side has not exactly one king, a pawn stands on an end rank, a castling
 *   right lacks its men or, in chess, the side that has moved is in check cannot be read. In Nearly
 *   it can, because the public figures hold such a position: its king may then be taken, and the
 *   side that has lost it plays on without.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "slow_men.h"
#include "slow_ops.h"
#include "test_main.h"

/* How the games differ. */
typedef struct variant {
  const char *name;
  const char *start;
  const char *letters;    /* of all men */
  const char *promotions; /* small letters */
  char partner;           /* whom the king castles with */
  bool nearly;
  int king;           /* file on which the king begins */
  bool facing;        /* kings that face each other along a file or a rank attack each other */
  const char *passes; /* files on which White captures in passing; NULL: all, for Black too */
  const char *mate;   /* rule numbers */
  const char *stalemate;
  const char *repetition;
  const char *counter;
} variant;

static const variant all_rules[] = {
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "PNBRQK", "nbrq", 'R',
     false, 4, false, NULL, "CH-1", "CH-2", "CH-3", "CH-4"},
    {"chess-on-d", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1", "PNBRQK", "nbrq",
     'R', false, 3, true, "aceg", "CH-1", "CH-2", "CH-3", "CH-4"},
    {"nearly-colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w KQkq - 0 1", "PXBZQK",
     "xbzq", 'Z', true, 4, false, NULL, "CB-7", "CB-19", "CB-19", "CB-19"},
    {"nearly-colorboundmost-raiders", "zrbqkbrz/pppppppp/8/8/8/8/PPPPPPPP/ZRBQKBRZ w KQkq - 0 1",
     "PRBZQK", "rbzq", 'Z', true, 4, false, NULL, "CB-7", "CB-19", "CB-19", "CB-19"},
};

/* Castling rights in the order of their letters. */
static const char right_letters[] = "KQkq";

typedef struct position {
  char men[SLOW_SQUARES];
  bool white; /* to move */
  bool rights[4];
  int passed; /* the square over which a pawn has just gone and where it may be taken, or
                 SLOW_NOWHERE */
  int victim; /* where that pawn stands */
  int quiet;  /* plies without capture or pawn move */
  int number;
} position;

typedef struct move {
  int from;
  int to;
  char promotion; /* small letter, or '\0' */
  bool castling;  /* `to` is then where the king arrives */
} move;

typedef struct moves {
  move at[SLOW_MOVES_MAX];
  size_t count;
} moves;

typedef struct game {
  const variant *rules;
  position now;
  slow_past past; /* every position of the game, `now` included */
} game;

/* ---- where men go ---------------------------------------------------------------------------- */

/* F + lame D: the middle square must be empty (CB-16). */
static void reach_of_nearly_king(const char *men, int from, bool *reach) {
  static const int sides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  men_leaps(from, 1, 1, reach);
  for (int i = 0; i < 4; i++) {
    int middle = men_step(from, sides[i][0], sides[i][1]);
    if (middle != SLOW_NOWHERE && men[middle] == '.') {
      men_leap(from, 2 * sides[i][0], 2 * sides[i][1], reach);
    }
  }
}

static void reach_of_chess_man(const char *men, int from, bool *reach) {
  switch (toupper((unsigned char)men[from])) {
  case 'N':
    men_leaps(from, 1, 2, reach);
    break;
  case 'B':
    men_rides(men, from, 1, 1, reach);
    break;
  case 'R':
    men_rides(men, from, 1, 0, reach);
    break;
  case 'Q':
    men_rides(men, from, 1, 1, reach);
    men_rides(men, from, 1, 0, reach);
    break;
  case 'K':
    men_leaps(from, 1, 1, reach);
    men_leaps(from, 1, 0, reach);
    break;
  default:
    break;
  }
}

static void reach_of_nearly_man(const char *men, int from, bool *reach) {
  int forward = men_is_white(men[from]) ? 1 : -1;
  switch (toupper((unsigned char)men[from])) {
  case 'Z':
    men_crooked(men, from, 1, reach);
    break;
  case 'X':
    men_leaps(from, 1, 1, reach);
    men_leaps(from, 2, 2, reach);
    break;
  case 'R':
    men_leaps(from, 1, 1, reach);
    men_leap(from, -3, forward, reach);
    men_leap(from, 3, forward, reach);
    men_leap(from, -1, -3 * forward, reach);
    men_leap(from, 1, -3 * forward, reach);
    break;
  case 'B':
    men_rides(men, from, 1, 1, reach);
    break;
  case 'Q':
    men_crooked(men, from, 1, reach);
    men_rides(men, from, 1, 1, reach);
    men_rides(men, from, 2, 0, reach);
    break;
  case 'K':
    reach_of_nearly_king(men, from, reach);
    break;
  default:
    break;
  }
}

/* Where a pawn captures: diagonally in chess, straight ahead in Nearly (CB-17). */
static void reach_of_pawn(const variant *rules, const char *men, int from, bool *reach) {
  int forward = men_is_white(men[from]) ? 1 : -1;
  if (rules->nearly) {
    men_leap(from, 0, forward, reach);
  } else {
    men_leap(from, -1, forward, reach);
    men_leap(from, 1, forward, reach);
  }
}

/* Every square that the man attacks, which is where it can go except for pawns. */
static void reach_of(const variant *rules, const char *men, int from, bool *reach) {
  memset(reach, 0, SLOW_SQUARES * sizeof *reach);
  if (toupper((unsigned char)men[from]) == 'P') {
    reach_of_pawn(rules, men, from, reach);
  } else if (rules->nearly) {
    reach_of_nearly_man(men, from, reach);
  } else {
    reach_of_chess_man(men, from, reach);
  }
}

static bool is_attacked(const variant *rules, const char *men, int square, bool by_white) {
  for (int from = 0; from < SLOW_SQUARES; from++) {
    if (men_is_of(men[from], by_white)) {
      bool reach[SLOW_SQUARES];
      reach_of(rules, men, from, reach);
      if (reach[square]) {
        return true;
      }
    }
  }
  return false;
}

/* Whether a king on this square would see the other side's over empty squares. */
static bool faces(const char *men, int square, bool by_white) {
  bool seen[SLOW_SQUARES] = {false};
  int other = men_find(men, by_white ? 'K' : 'k');
  men_rides(men, square, 1, 0, seen);
  return other != SLOW_NOWHERE && seen[other];
}

static bool is_royally_attacked(const variant *rules, const char *men, int square, bool by_white) {
  return is_attacked(rules, men, square, by_white) ||
         (rules->facing && faces(men, square, by_white));
}

/* A side without a king is never in check: see the last point above. */
static bool in_check(const variant *rules, const char *men, bool white) {
  int king = men_find(men, white ? 'K' : 'k');
  return king != SLOW_NOWHERE && is_royally_attacked(rules, men, king, !white);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void add(moves *list, int from, int to, char promotion, bool castling) {
  assert_in_range(list->count, 0, SLOW_MOVES_MAX - 1);
  list->at[list->count++] = (move){from, to, promotion, castling};
}

static void add_pawn_move(const variant *rules, moves *list, int from, int to) {
  if (to / 8 != 0 && to / 8 != 7) {
    add(list, from, to, '\0', false);
    return;
  }
  for (const char *promotion = rules->promotions; *promotion != '\0'; promotion++) {
    add(list, from, to, *promotion, false);
  }
}

/* One step, and from the second rank two, through empty squares. */
static void add_pawn_steps(const variant *rules, const position *now, moves *list, int from,
                           int side) {
  int forward = now->white ? 1 : -1;
  int one = men_step(from, side, forward);
  if (one == SLOW_NOWHERE || now->men[one] != '.') {
    return;
  }
  add_pawn_move(rules, list, from, one);
  int two = men_step(one, side, forward);
  if (from / 8 == (now->white ? 1 : 6) && two != SLOW_NOWHERE && now->men[two] == '.') {
    add_pawn_move(rules, list, from, two);
  }
}

static void add_pawn_moves(const variant *rules, const position *now, moves *list, int from) {
  if (rules->nearly) {
    add_pawn_steps(rules, now, list, from, -1);
    add_pawn_steps(rules, now, list, from, 1);
  } else {
    add_pawn_steps(rules, now, list, from, 0);
  }
  bool reach[SLOW_SQUARES];
  reach_of(rules, now->men, from, reach);
  for (int to = 0; to < SLOW_SQUARES; to++) {
    bool passing = to == now->passed && (!now->white || rules->passes == NULL ||
                                         strchr(rules->passes, 'a' + to % 8) != NULL);
    if (reach[to] && (men_is_of(now->men[to], !now->white) || passing)) {
      add_pawn_move(rules, list, from, to);
    }
  }
}

static void add_castling(const variant *rules, const position *now, moves *list, bool kingside) {
  int home = now->white ? 0 : 56;
  int king = home + rules->king;
  int arrival = kingside ? home + 6 : home + 2;
  int corner = kingside ? home + 7 : home;
  if (!now->rights[(now->white ? 0 : 2) + (kingside ? 0 : 1)]) {
    return;
  }
  for (int square = home + 1; square < home + 7; square++) {
    bool between = kingside ? square > king : square < king;
    if (between && now->men[square] != '.') {
      return;
    }
  }
  char men[SLOW_SQUARES];
  memcpy(men, now->men, sizeof men);
  men[king] = '.';
  bool safe = !in_check(rules, now->men, now->white);
  for (int square = home; square < home + 8; square++) {
    bool transit = (square > king && square < arrival) || (square < king && square > arrival);
    safe = safe && !(transit && is_royally_attacked(rules, men, square, !now->white));
  }
  if (safe) {
    add(list, king, arrival, '\0', true);
  }
  assert_int_equal(toupper((unsigned char)now->men[corner]), rules->partner);
}

/* Everything but the own king's safety. */
static void list_pseudo_legal(const variant *rules, const position *now, moves *list) {
  list->count = 0;
  for (int from = 0; from < SLOW_SQUARES; from++) {
    if (!men_is_of(now->men[from], now->white)) {
      continue;
    }
    if (toupper((unsigned char)now->men[from]) == 'P') {
      add_pawn_moves(rules, now, list, from);
      continue;
    }
    bool reach[SLOW_SQUARES];
    reach_of(rules, now->men, from, reach);
    for (int to = 0; to < SLOW_SQUARES; to++) {
      if (reach[to] && !men_is_of(now->men[to], now->white)) {
        add(list, from, to, '\0', false);
      }
    }
  }
  add_castling(rules, now, list, true);
  add_castling(rules, now, list, false);
}

/* A right is gone when its king or its partner is not where it began, or is another man. */
static void drop_rights(const variant *rules, position *now, const move *played) {
  static const int corners[4] = {7, 0, 63, 56};
  const int kings[4] = {rules->king, rules->king, 56 + rules->king, 56 + rules->king};
  for (int i = 0; i < 4; i++) {
    if (played->from == corners[i] || played->to == corners[i] || played->from == kings[i]) {
      now->rights[i] = false;
    }
  }
}

/* What a move does; an e.p. right arises here whether or not it can be used. */
static position after(const variant *rules, const position *before, const move *played) {
  position now = *before;
  char man = before->men[played->from];
  bool pawn = toupper((unsigned char)man) == 'P';
  bool straight = played->from % 8 == played->to % 8;
  bool captures = before->men[played->to] != '.';
  now.men[played->from] = '.';
  now.men[played->to] = man;
  if (pawn && played->to == before->passed && straight == rules->nearly) {
    now.men[before->victim] = '.';
  }
  if (played->promotion != '\0') {
    int promoted = before->white ? toupper((unsigned char)played->promotion) : played->promotion;
    now.men[played->to] = (char)promoted;
  }
  if (played->castling) {
    int home = before->white ? 0 : 56;
    bool kingside = played->to == home + 6;
    now.men[kingside ? home + 5 : home + 3] = now.men[kingside ? home + 7 : home];
    now.men[kingside ? home + 7 : home] = '.';
  }
  bool twice = pawn && abs(played->to / 8 - played->from / 8) == 2;
  now.passed = twice ? (played->from + played->to) / 2 : SLOW_NOWHERE;
  now.victim = twice ? played->to : SLOW_NOWHERE;
  drop_rights(rules, &now, played);
  now.quiet = pawn || captures ? 0 : before->quiet + 1;
  now.number = before->number + (before->white ? 0 : 1);
  now.white = !before->white;
  return now;
}

static void list_legal(const variant *rules, const position *now, moves *list) {
  moves all;
  list_pseudo_legal(rules, now, &all);
  list->count = 0;
  for (size_t i = 0; i < all.count; i++) {
    position then = after(rules, now, &all.at[i]);
    if (!in_check(rules, then.men, now->white)) {
      list->at[list->count++] = all.at[i];
    }
  }
}

/* Forgets an e.p. right by which nothing can be taken. */
static void drop_useless_passed(const variant *rules, position *now) {
  if (now->passed == SLOW_NOWHERE) {
    return;
  }
  moves list;
  list_legal(rules, now, &list);
  for (size_t i = 0; i < list.count; i++) {
    const move *one = &list.at[i];
    bool pawn = toupper((unsigned char)now->men[one->from]) == 'P';
    if (pawn && one->to == now->passed && (one->from % 8 == one->to % 8) == rules->nearly) {
      return;
    }
  }
  now->passed = SLOW_NOWHERE;
  now->victim = SLOW_NOWHERE;
}

static position play(const variant *rules, const position *before, const move *played) {
  position now = after(rules, before, played);
  drop_useless_passed(rules, &now);
  return now;
}

/* "e2e4", "e7e8q"; castling is "e1g1" in chess and "e1h1" in Nearly (CB-18); "d1a1" where "d1c1" is
 * the king's step. */
static void write_move(const variant *rules, const move *one, char *out) {
  int to = one->to;
  if (one->castling && (rules->nearly || abs(one->to - one->from) == 1)) {
    to = one->to % 8 == 6 ? one->to + 1 : one->to - 2;
  }
  men_write_square(one->from, out);
  men_write_square(to, out + 2);
  out[4] = one->promotion;
  out[5] = '\0';
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void write_rights(const position *now, char *out) {
  char *end = out;
  for (int i = 0; i < 4; i++) {
    if (now->rights[i]) {
      *end++ = right_letters[i];
    }
  }
  if (end == out) {
    *end++ = '-';
  }
  *end = '\0';
}

/* The passed square in chess, passed square and victim with the lower rank first in Nearly. */
static void write_passed(const variant *rules, const position *now, char *out) {
  if (now->passed == SLOW_NOWHERE) {
    memcpy(out, "-", 2);
  } else if (!rules->nearly) {
    men_write_square(now->passed, out);
  } else {
    bool passed_first = now->passed / 8 < now->victim / 8;
    men_write_square(passed_first ? now->passed : now->victim, out);
    men_write_square(passed_first ? now->victim : now->passed, out + 2);
  }
}

/* Everything but the counters: what must come back for a repetition. */
static void write_key(const variant *rules, const position *now, char out[SLOW_KEY_MAX]) {
  char men[80];
  char rights[8];
  char passed[8];
  men_write_men(now->men, men);
  write_rights(now, rights);
  write_passed(rules, now, passed);
  snprintf(out, SLOW_KEY_MAX, "%s %c %s %s", men, now->white ? 'w' : 'b', rights, passed);
}

static bool read_rights(const variant *rules, const char *text, position *now) {
  if (strcmp(text, "-") == 0) {
    return true;
  }
  static const int corners[4] = {7, 0, 63, 56};
  const int kings[4] = {rules->king, rules->king, 56 + rules->king, 56 + rules->king};
  for (int i = 0; i < 4; i++) {
    if (*text == right_letters[i]) {
      char partner = i < 2 ? rules->partner : (char)tolower((unsigned char)rules->partner);
      now->rights[i] = now->men[corners[i]] == partner && now->men[kings[i]] == (i < 2 ? 'K' : 'k');
      if (!now->rights[i]) {
        return false;
      }
      text++;
    }
  }
  return *text == '\0';
}

/* Whether a pawn of the side that has moved can just have gone over `passed` to `victim`. */
static bool can_have_passed(const variant *rules, const position *now) {
  if (now->passed == SLOW_NOWHERE || now->victim == SLOW_NOWHERE) {
    return false;
  }
  int files = now->victim % 8 - now->passed % 8;
  int ranks = now->white ? -1 : 1;
  int origin = men_step(now->passed, -files, -ranks);
  return now->passed / 8 == (now->white ? 5 : 2) && now->victim / 8 == (now->white ? 4 : 3) &&
         abs(files) == (rules->nearly ? 1 : 0) &&
         now->men[now->victim] == (now->white ? 'p' : 'P') && now->men[now->passed] == '.' &&
         origin != SLOW_NOWHERE && now->men[origin] == '.';
}

static bool read_passed(const variant *rules, const char *text, position *now) {
  now->passed = SLOW_NOWHERE;
  now->victim = SLOW_NOWHERE;
  if (strcmp(text, "-") == 0) {
    return true;
  }
  if (!rules->nearly) {
    now->passed = strlen(text) == 2 ? men_read_square(text) : SLOW_NOWHERE;
    now->victim =
        now->passed == SLOW_NOWHERE ? SLOW_NOWHERE : men_step(now->passed, 0, now->white ? -1 : 1);
  } else if (strlen(text) == 4) {
    now->passed = men_read_square(now->white ? text + 2 : text);
    now->victim = men_read_square(now->white ? text : text + 2);
  }
  return can_have_passed(rules, now);
}

static bool read_men(const variant *rules, const char *text, char *men) {
  if (!men_read_men(text, rules->letters, men)) {
    return false;
  }
  int kings[2] = {0, 0};
  for (int square = 0; square < SLOW_SQUARES; square++) {
    kings[0] += men[square] == 'K' ? 1 : 0;
    kings[1] += men[square] == 'k' ? 1 : 0;
    bool pawn = toupper((unsigned char)men[square]) == 'P';
    if (pawn && (square / 8 == 0 || square / 8 == 7)) {
      return false;
    }
  }
  return kings[0] == 1 && kings[1] == 1;
}

static bool read_position(const variant *rules, const char *state, position *now) {
  char line[SLOW_TEXT_MAX];
  char *fields[6];
  int length = snprintf(line, sizeof line, "%s", state);
  *now = (position){.quiet = 0};
  if (length < 0 || (size_t)length >= sizeof line || !men_cut(line, fields, 6) ||
      !read_men(rules, fields[0], now->men) ||
      (strcmp(fields[1], "w") != 0 && strcmp(fields[1], "b") != 0)) {
    return false;
  }
  now->white = fields[1][0] == 'w';
  now->quiet = men_read_number(fields[4]);
  now->number = men_read_number(fields[5]);
  if (!read_rights(rules, fields[2], now) || !read_passed(rules, fields[3], now) ||
      now->quiet < 0 || now->number < 1 ||
      (!rules->nearly && in_check(rules, now->men, !now->white))) {
    return false;
  }
  drop_useless_passed(rules, now);
  return true;
}

/* ---- the game -------------------------------------------------------------------------------- */

static void remember(game *self) {
  char key[SLOW_KEY_MAX];
  write_key(self->rules, &self->now, key);
  men_past_add(&self->past, key);
}

static void *open_game(const char *name, const char *state) {
  for (size_t i = 0; i < sizeof all_rules / sizeof *all_rules; i++) {
    position now;
    if (strcmp(name, all_rules[i].name) == 0 &&
        read_position(&all_rules[i], state != NULL ? state : all_rules[i].start, &now)) {
      game *self = calloc(1, sizeof *self);
      assert_non_null(self);
      self->rules = &all_rules[i];
      self->now = now;
      remember(self);
      return self;
    }
  }
  return NULL;
}

static void *copy_game(const void *other) {
  game *self = malloc(sizeof *self);
  assert_non_null(self);
  *self = *(const game *)other;
  men_past_copy(&self->past, &((const game *)other)->past);
  return self;
}

static void close_game(void *self) {
  men_past_done(&((game *)self)->past);
  free(self);
}

static const char *result_of(const void *opaque, const char **rule) {
  const game *self = opaque;
  moves list;
  char key[SLOW_KEY_MAX];
  list_legal(self->rules, &self->now, &list);
  write_key(self->rules, &self->now, key);
  *rule = NULL;
  if (list.count == 0 && in_check(self->rules, self->now.men, self->now.white)) {
    *rule = self->rules->mate;
    return self->now.white ? "0-1" : "1-0";
  }
  if (list.count == 0) {
    *rule = self->rules->stalemate;
  } else if (men_past_count(&self->past, key) >= 3) {
    *rule = self->rules->repetition;
  } else if (self->now.quiet >= 100) {
    *rule = self->rules->counter;
  }
  return *rule != NULL ? "1/2-1/2" : NULL;
}

static size_t list_moves(const void *opaque, char (*out)[SLOW_MOVE_TEXT_MAX]) {
  const game *self = opaque;
  const char *rule = NULL;
  if (result_of(self, &rule) != NULL) {
    return 0;
  }
  moves list;
  list_legal(self->rules, &self->now, &list);
  for (size_t i = 0; i < list.count; i++) {
    write_move(self->rules, &list.at[i], out[i]);
  }
  return list.count;
}

static bool play_move(void *opaque, const char *text) {
  game *self = opaque;
  moves list;
  list_legal(self->rules, &self->now, &list);
  for (size_t i = 0; i < list.count; i++) {
    char one[SLOW_MOVE_TEXT_MAX];
    write_move(self->rules, &list.at[i], one);
    if (strcmp(one, text) == 0) {
      self->now = play(self->rules, &self->now, &list.at[i]);
      remember(self);
      return true;
    }
  }
  return false;
}

static void write_state(const void *opaque, char *out, size_t size) {
  const game *self = opaque;
  char key[SLOW_KEY_MAX];
  write_key(self->rules, &self->now, key);
  snprintf(out, size, "%s %d %d", key, self->now.quiet, self->now.number);
}

static uint64_t count_leaves(const variant *rules, const position *now, unsigned depth) {
  if (depth == 0) {
    return 1;
  }
  moves list;
  list_legal(rules, now, &list);
  uint64_t leaves = 0;
  for (size_t i = 0; i < list.count; i++) {
    position then = play(rules, now, &list.at[i]);
    leaves += count_leaves(rules, &then, depth - 1);
  }
  return leaves;
}

static uint64_t perft(const void *opaque, unsigned depth) {
  const game *self = opaque;
  return count_leaves(self->rules, &self->now, depth);
}

const slow_ops slow_chess = {"chess",   open_game, copy_game,   close_game, list_moves,
                             play_move, result_of, write_state, perft};
const slow_ops slow_chess_on_d = {"chess-on-d", open_game, copy_game,   close_game, list_moves,
                                  play_move,    result_of, write_state, perft};
const slow_ops slow_nearly = {"nearly-colorboundmost",
                              open_game,
                              copy_game,
                              close_game,
                              list_moves,
                              play_move,
                              result_of,
                              write_state,
                              perft};
const slow_ops slow_nearly_raiders = {"nearly-colorboundmost-raiders",
                                      open_game,
                                      copy_game,
                                      close_game,
                                      list_moves,
                                      play_move,
                                      result_of,
                                      write_state,
                                      perft};
// NOLINTEND(readability-function-size)
