// Plain nested loops, on purpose: NOLINTBEGIN(readability-function-size)
/*
 * Colorboundmost Chess, alone and with different armies (docs/rules/colorboundmost.md, CB-1 to
 * CB-14, CB-20, CB-21). The board is one array, but everything below is asked colour by colour: the
 * dark squares are one game and the light squares are another.
 *
 * What the rules leave open and is decided so:
 * - A turn that owes both moves makes the dark one first.
 * - An e.p. right is kept, written and told apart by repetitions only while a capture by it is
 *   legal. While it is kept, no pawn may step onto the passed square without taking; once it is
 *   gone, the square is one like any other.
 * - The e.p. right of a double step is written at once, also while its side still owes the light
 *   move: it would be lost in the text otherwise.
 * - A position of a colour counts as seen when the move that made it has been made, and at the
 *   start or when read from a text, with the side to move there: the one that owes a move on it,
 *   else the other one. So Black is to move on the light squares of the start position.
 * - A repetition, like a stalemate, is scored when the next turn begins.
 * - A player who has men but no move on a colour where the other has none is not stalemated
 *   (CB-10); such a move is skipped like one for which there are no men.
 * - The guard counts turns of one player, a passed turn included. The count goes up with the first
 *   move of a turn and back to 0 with every capture or pawn move, so that a text in the middle of a
 *   turn says all there is to know. It is scored when a turn begins, after the half-draws.
 * - A turn that owes nothing passes by itself. When the next one owes nothing either, the colours
 *   that are left are drawn by halves.
 * - The text of a game that is over says that the side whose turn began owes nothing; both colours
 *   are frozen where two half-draws ended it. Such a text is read by judging the turn anew.
 * - Read texts may lack kings and any other men. They are not read with two kings of one side, a
 *   pawn on an end rank, a king that could be taken at once, or a move owed where it cannot be.
 * - A text that owes both or the dark move begins a turn; one that owes only the light move does
 *   where the player has no dark move to owe, and is in the middle of a turn otherwise.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "slow_men.h"
#include "slow_ops.h"
#include "test_main.h"

typedef enum colour { DARK, LIGHT, COLOURS } colour;

typedef struct variant {
  const char *name;
  const char *start;
  const char *letters;    /* of all men */
  const char *promotions; /* small letters */
} variant;

/* Y is the ZigZag bishop and W the queen that has its moves. */
static const variant all_rules[] = {
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -", "PXBZQK",
     "xbzq"},
    {"colorboundmost-armies", "yrbwkbry/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -",
     "PXBZQRYWK", "xbzqryw"},
};

typedef struct position {
  char men[SLOW_SQUARES];
  bool white; /* whose turn it is */
  bool owes[COLOURS];
  bool frozen[COLOURS];
  bool moved;          /* this turn has made its first move */
  int passed[COLOURS]; /* e.p.: where a pawn may be taken; or SLOW_NOWHERE */
  int victim[COLOURS]; /* and where it stands */
  int quiet;           /* turns without capture or pawn move, see above */
  int number;
  const char *result; /* NULL while the game goes on */
  const char *rule;
} position;

typedef struct move {
  int from;
  int to;
  char promotion; /* small letter, or '\0' */
} move;

typedef struct moves {
  move at[SLOW_MOVES_MAX];
  size_t count;
} moves;

typedef struct game {
  const variant *rules;
  position now;
  slow_past past; /* every position of each colour that counts as seen */
} game;

/* ---- where men go ---------------------------------------------------------------------------- */

static void reach_of_man(const char *men, int from, bool *reach) {
  int forward = men_is_white(men[from]) ? 1 : -1;
  switch (toupper((unsigned char)men[from])) {
  case 'P': /* CB-4 */
    men_leap(from, -1, forward, reach);
    men_leap(from, 1, forward, reach);
    break;
  case 'X': /* CB-2 */
    men_leaps(from, 1, 1, reach);
    men_leaps(from, 2, 2, reach);
    break;
  case 'R': /* CB-3 */
    men_leaps(from, 1, 1, reach);
    men_leap(from, -3, forward, reach);
    men_leap(from, 3, forward, reach);
    men_leap(from, -1, -3 * forward, reach);
    men_leap(from, 1, -3 * forward, reach);
    break;
  case 'B':
    men_rides(men, from, 1, 1, reach);
    break;
  case 'Z':
    men_crooked(men, from, 1, reach);
    break; /* CB-1 */
  case 'Y':
    men_crooked(men, from, 2, reach);
    break; /* CB-14 */
  case 'Q':
    men_crooked(men, from, 1, reach);
    men_rides(men, from, 1, 1, reach);
    men_rides(men, from, 2, 0, reach);
    break;
  case 'W':
    men_crooked(men, from, 2, reach);
    men_rides(men, from, 1, 1, reach);
    men_rides(men, from, 2, 0, reach);
    break;
  case 'K': /* CB-4 */
    men_leaps(from, 1, 1, reach);
    men_leaps(from, 2, 0, reach);
    break;
  default:
    break;
  }
}

/* Every square that a man attacks. */
static void reach_of(const char *men, int from, bool *reach) {
  memset(reach, 0, SLOW_SQUARES * sizeof *reach);
  reach_of_man(men, from, reach);
}

static colour colour_of(int square) {
  return men_is_dark(square) ? DARK : LIGHT;
}

static bool has_pieces(const char *men, bool white, colour where) {
  for (int square = 0; square < SLOW_SQUARES; square++) {
    if (colour_of(square) == where && men_is_of(men[square], white)) {
      return true;
    }
  }
  return false;
}

/* Whether the side's king stands on that colour and is attacked. */
static bool in_check(const char *men, bool white, colour where) {
  int king = men_find(men, white ? 'K' : 'k');
  if (king == SLOW_NOWHERE || colour_of(king) != where) {
    return false;
  }
  for (int from = 0; from < SLOW_SQUARES; from++) {
    if (colour_of(from) == where && men_is_of(men[from], !white)) {
      bool reach[SLOW_SQUARES];
      reach_of(men, from, reach);
      if (reach[king]) {
        return true;
      }
    }
  }
  return false;
}

/* ---- moves on one colour --------------------------------------------------------------------- */

static void add(const variant *rules, moves *list, const char *men, int from, int to) {
  bool promotes = toupper((unsigned char)men[from]) == 'P' && (to / 8 == 0 || to / 8 == 7);
  const char *promotion = promotes ? rules->promotions : "";
  do {
    assert_in_range(list->count, 0, SLOW_MOVES_MAX - 1);
    list->at[list->count++] = (move){from, to, *promotion};
  } while (*promotion != '\0' && *++promotion != '\0');
}

/* Two squares along one diagonal from the second rank, if both are empty (CB-4). */
static void add_double_step(const variant *rules, moves *list, const char *men, int from,
                            int side) {
  bool white = men_is_white(men[from]);
  int forward = white ? 1 : -1;
  int one = men_step(from, side, forward);
  int two = men_step(from, 2 * side, 2 * forward);
  if (from / 8 == (white ? 1 : 6) && two != SLOW_NOWHERE && men[one] == '.' && men[two] == '.') {
    add(rules, list, men, from, two);
  }
}

/* The men after a move of one colour's game, as they stand then. */
static void move_men(const position *before, const move *played, char *men) {
  colour where = colour_of(played->from);
  bool white = men_is_white(before->men[played->from]);
  memcpy(men, before->men, SLOW_SQUARES);
  men[played->to] = men[played->from];
  men[played->from] = '.';
  if (played->promotion != '\0') {
    men[played->to] = white ? (char)toupper((unsigned char)played->promotion) : played->promotion;
  }
  bool pawn = toupper((unsigned char)before->men[played->from]) == 'P';
  if (pawn && played->to == before->passed[where]) {
    men[before->victim[where]] = '.'; /* CB-13 */
  }
}

/* Where the men of one side can go on a colour, its king's safety aside. */
static void list_ways(const variant *rules, const position *now, bool white, colour where,
                      moves *list) {
  list->count = 0;
  for (int from = 0; from < SLOW_SQUARES; from++) {
    if (colour_of(from) != where || !men_is_of(now->men[from], white)) {
      continue;
    }
    bool reach[SLOW_SQUARES];
    reach_of(now->men, from, reach);
    for (int to = 0; to < SLOW_SQUARES; to++) {
      if (reach[to] && !men_is_of(now->men[to], white)) {
        add(rules, list, now->men, from, to);
      }
    }
    if (toupper((unsigned char)now->men[from]) == 'P') {
      add_double_step(rules, list, now->men, from, -1);
      add_double_step(rules, list, now->men, from, 1);
    }
  }
}

/* CB-7: the own king must not be left attacked. */
static bool is_safe(const position *now, const move *one) {
  char men[SLOW_SQUARES];
  move_men(now, one, men);
  return !in_check(men, men_is_white(now->men[one->from]), colour_of(one->from));
}

/* What `white` may play on a colour, whether or not it owes a move there. */
static void list_moves_on(const variant *rules, const position *now, bool white, colour where,
                          moves *list) {
  moves all;
  list_ways(rules, now, white, where, &all);
  list->count = 0;
  for (size_t i = 0; i < all.count; i++) {
    if (is_safe(now, &all.at[i])) {
      list->at[list->count++] = all.at[i];
    }
  }
}

static bool can_move(const variant *rules, const position *now, bool white, colour where) {
  moves all;
  list_ways(rules, now, white, where, &all);
  for (size_t i = 0; i < all.count; i++) {
    if (is_safe(now, &all.at[i])) {
      return true;
    }
  }
  return false;
}

/* Who moves next on a colour: the one who owes a move there, else the other one. */
static bool white_is_next_on(const position *now, colour where) {
  return now->owes[where] ? now->white : !now->white;
}

static void forget_passed(position *now, colour where) {
  now->passed[where] = SLOW_NOWHERE;
  now->victim[where] = SLOW_NOWHERE;
}

/* Forgets an e.p. right by which nothing can be taken. */
static void forget_useless_passed(const variant *rules, position *now, colour where) {
  if (now->passed[where] == SLOW_NOWHERE) {
    return;
  }
  moves list;
  list_moves_on(rules, now, white_is_next_on(now, where), where, &list);
  for (size_t i = 0; i < list.count; i++) {
    bool pawn = toupper((unsigned char)now->men[list.at[i].from]) == 'P';
    if (pawn && list.at[i].to == now->passed[where]) {
      return;
    }
  }
  forget_passed(now, where);
}

/* ---- what has been there before -------------------------------------------------------------- */

/* "b5c6": the lower rank first (CB-20). */
static char *write_passed(const position *now, colour where, char *out) {
  bool passed_first = now->passed[where] / 8 < now->victim[where] / 8;
  men_write_square(passed_first ? now->passed[where] : now->victim[where], out);
  men_write_square(passed_first ? now->victim[where] : now->passed[where], out + 2);
  return out + 4;
}

/* The men of that colour, who is to move there, and the e.p. right (CB-11). */
static void write_key(const position *now, colour where, char out[SLOW_KEY_MAX]) {
  for (int square = 0; square < SLOW_SQUARES; square++) {
    out[square] = colour_of(square) == where ? now->men[square] : '.';
  }
  out[SLOW_SQUARES] = where == DARK ? 'd' : 'l';
  out[SLOW_SQUARES + 1] = white_is_next_on(now, where) ? 'w' : 'b';
  out[SLOW_SQUARES + 2] = '\0';
  if (now->passed[where] != SLOW_NOWHERE) {
    write_passed(now, where, out + SLOW_SQUARES + 2);
  }
}

static void remember(slow_past *past, const position *now, colour where) {
  char key[SLOW_KEY_MAX];
  write_key(now, where, key);
  men_past_add(past, key);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void finish(position *now, const char *result, const char *rule) {
  now->result = result;
  now->rule = rule;
}

/* CB-8: quarter points where the other colour has ended in a half-draw. */
static void finish_by_mate(position *now, colour where) {
  bool whole = !now->frozen[where == DARK ? LIGHT : DARK];
  if (now->white) {
    finish(now, whole ? "0-1" : "1/4-3/4", "CB-8");
  } else {
    finish(now, whole ? "1-0" : "3/4-1/4", "CB-8");
  }
}

static bool is_mated(const variant *rules, const position *now, colour where) {
  return in_check(now->men, now->white, where) && !can_move(rules, now, now->white, where);
}

/* CB-9, CB-10: stalemate and repetition count where both sides have men. */
static bool is_half_drawn(const variant *rules, const position *now, const slow_past *past,
                          colour where) {
  if (!has_pieces(now->men, true, where) || !has_pieces(now->men, false, where)) {
    return false;
  }
  char key[SLOW_KEY_MAX];
  write_key(now, where, key);
  return !can_move(rules, now, now->white, where) ||
         (past != NULL && men_past_count(past, key) >= 3);
}

/*
 * Judges the turn of now->white, which owes at most what now->owes says, and settles what it owes
 * (CB-21). @param past NULL where neither repetitions nor the guard are to end anything
 * @return false when the turn owes nothing
 */
static bool begin_turn(const variant *rules, position *now, const slow_past *past) {
  for (int where = 0; where < COLOURS; where++) {
    now->owes[where] =
        now->owes[where] && !now->frozen[where] && has_pieces(now->men, now->white, (colour)where);
  }
  for (int where = 0; where < COLOURS; where++) {
    if (now->owes[where] && is_mated(rules, now, (colour)where)) {
      finish_by_mate(now, (colour)where);
      now->owes[DARK] = false;
      now->owes[LIGHT] = false;
      return true;
    }
  }
  for (int where = 0; where < COLOURS; where++) {
    if (now->owes[where] && is_half_drawn(rules, now, past, (colour)where)) {
      now->frozen[where] = true;
      now->owes[where] = false;
      forget_passed(now, (colour)where);
    }
  }
  for (int where = 0; where < COLOURS; where++) {
    now->owes[where] = now->owes[where] && can_move(rules, now, now->white, (colour)where);
  }
  if (now->frozen[DARK] && now->frozen[LIGHT]) {
    finish(now, "1/2-1/2", "CB-9");
  } else if (past != NULL && !now->moved && now->quiet >= 100) {
    finish(now, "1/2-1/2", "CB-12");
  }
  return now->result != NULL || now->owes[DARK] || now->owes[LIGHT];
}

/* Hands the turn over. */
static void next_turn(position *now) {
  now->number += now->white ? 0 : 1;
  now->white = !now->white;
  now->owes[DARK] = true;
  now->owes[LIGHT] = true;
  now->moved = false;
}

/* Begins turns until one owes a move or the game is over; two that owe nothing end it. */
static void begin_turns(const variant *rules, position *now, const slow_past *past) {
  for (int passes = 0; passes < 2; passes++) {
    if (begin_turn(rules, now, past)) {
      return;
    }
    now->quiet++;
    next_turn(now);
  }
  now->owes[DARK] = false;
  now->owes[LIGHT] = false;
  finish(now, "1/2-1/2", "CB-9");
}

static void play(const variant *rules, position *now, const move *played, slow_past *past) {
  colour where = colour_of(played->from);
  bool pawn = toupper((unsigned char)now->men[played->from]) == 'P';
  bool captures = now->men[played->to] != '.';
  bool twice = pawn && abs(played->to / 8 - played->from / 8) == 2;
  char men[SLOW_SQUARES];
  move_men(now, played, men);
  memcpy(now->men, men, sizeof men);
  now->passed[where] = twice ? (played->from + played->to) / 2 : SLOW_NOWHERE;
  now->victim[where] = twice ? played->to : SLOW_NOWHERE;
  now->owes[where] = false;
  forget_useless_passed(rules, now, where);
  if (pawn || captures) {
    now->quiet = 0;
  } else if (!now->moved) {
    now->quiet++;
  }
  now->moved = true;
  if (past != NULL) {
    remember(past, now, where);
  }
  if (!now->owes[DARK] && !now->owes[LIGHT]) {
    next_turn(now);
    begin_turns(rules, now, past);
  }
}

/* The dark move first (CB-5). */
static void list_legal(const variant *rules, const position *now, moves *list) {
  list->count = 0;
  if (now->result == NULL) {
    list_moves_on(rules, now, now->white, now->owes[DARK] ? DARK : LIGHT, list);
  }
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void write_move(const move *one, char *out) {
  men_write_square(one->from, out);
  men_write_square(one->to, out + 2);
  out[4] = one->promotion;
  out[5] = '\0';
}

static const char *colours_text(const bool *colours) {
  static const char *const texts[] = {"-", "d", "l", "dl"};
  return texts[(colours[DARK] ? 1 : 0) + (colours[LIGHT] ? 2 : 0)];
}

static bool read_colours(const char *text, bool *colours) {
  colours[DARK] = text[0] == 'd';
  colours[LIGHT] = strchr(text, 'l') != NULL;
  return strcmp(text, colours_text(colours)) == 0;
}

static void write_position(const position *now, char *out, size_t size) {
  char men[80];
  char passed[16];
  char *end = passed;
  men_write_men(now->men, men);
  for (int where = 0; where < COLOURS; where++) {
    if (now->passed[where] != SLOW_NOWHERE) {
      if (end != passed) {
        *end++ = ',';
      }
      end = write_passed(now, (colour)where, end);
    }
  }
  snprintf(out, size, "%s %c - %s %d %d %s %s", men, now->white ? 'w' : 'b',
           end == passed ? "-" : passed, now->quiet, now->number, colours_text(now->owes),
           colours_text(now->frozen));
}

/* One pair: a pawn of the side that is not next on its colour has just gone over the empty one. */
static bool read_pair(const char *text, position *now) {
  int low = men_read_square(text);
  int high = low == SLOW_NOWHERE ? SLOW_NOWHERE : men_read_square(text + 2);
  if (high == SLOW_NOWHERE || high / 8 != low / 8 + 1 || abs(high % 8 - low % 8) != 1) {
    return false;
  }
  colour where = colour_of(low);
  bool by_white = !white_is_next_on(now, where);
  int passed = by_white ? low : high;
  int victim = by_white ? high : low;
  int origin = men_step(passed, passed % 8 - victim % 8, by_white ? -1 : 1);
  if (passed / 8 != (by_white ? 2 : 5) || now->men[victim] != (by_white ? 'P' : 'p') ||
      now->men[passed] != '.' || origin == SLOW_NOWHERE || now->men[origin] != '.' ||
      now->frozen[where] || now->passed[where] != SLOW_NOWHERE) {
    return false;
  }
  now->passed[where] = passed;
  now->victim[where] = victim;
  return true;
}

static bool read_passed(const char *text, position *now) {
  forget_passed(now, DARK);
  forget_passed(now, LIGHT);
  if (strcmp(text, "-") == 0) {
    return true;
  }
  size_t length = strlen(text);
  return (length == 4 && read_pair(text, now)) ||
         (length == 9 && text[4] == ',' && read_pair(text, now) && read_pair(text + 5, now));
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
  return kings[0] <= 1 && kings[1] <= 1;
}

static bool read_fields(const variant *rules, char **fields, position *now) {
  if (!read_men(rules, fields[0], now->men) ||
      (strcmp(fields[1], "w") != 0 && strcmp(fields[1], "b") != 0) || strcmp(fields[2], "-") != 0 ||
      !read_colours(fields[6], now->owes) || !read_colours(fields[7], now->frozen)) {
    return false;
  }
  now->white = fields[1][0] == 'w';
  if (!now->owes[DARK] && !now->owes[LIGHT]) { /* over, to be scored as its last turn began */
    for (int where = 0; where < COLOURS; where++) {
      now->owes[where] = !now->frozen[where] && has_pieces(now->men, now->white, (colour)where);
    }
  }
  now->quiet = men_read_number(fields[4]);
  now->number = men_read_number(fields[5]);
  for (int where = 0; where < COLOURS; where++) {
    if (now->owes[where] &&
        (now->frozen[where] || !has_pieces(now->men, now->white, (colour)where))) {
      return false;
    }
    bool waits = !white_is_next_on(now, (colour)where);
    if (!now->frozen[where] && in_check(now->men, waits, (colour)where)) {
      return false;
    }
  }
  return now->quiet >= 0 && now->number >= 1 && read_passed(fields[3], now);
}

/* ---- the game -------------------------------------------------------------------------------- */

static bool read_game(game *self, const char *state) {
  char line[SLOW_TEXT_MAX];
  char *fields[8];
  position *now = &self->now;
  int length = snprintf(line, sizeof line, "%s", state);
  if (length < 0 || (size_t)length >= sizeof line || !men_cut(line, fields, 8) ||
      !read_fields(self->rules, fields, now)) {
    return false;
  }
  for (int where = 0; where < COLOURS; where++) {
    forget_useless_passed(self->rules, now, (colour)where);
    remember(&self->past, now, (colour)where);
  }
  now->moved = now->owes[LIGHT] && !now->owes[DARK] && !now->frozen[DARK] &&
               has_pieces(now->men, now->white, DARK);
  int quiet = now->quiet;
  int number = now->number;
  bool over = strcmp(fields[6], "-") == 0;
  begin_turns(self->rules, now, &self->past);
  if (over) { /* turns passed at the end were counted already */
    now->quiet = quiet;
    now->number = number;
  }
  return !over || now->result != NULL;
}

static void close_game(void *opaque) {
  game *self = opaque;
  men_past_done(&self->past);
  free(self);
}

static void *open_game(const char *name, const char *state) {
  for (size_t i = 0; i < sizeof all_rules / sizeof *all_rules; i++) {
    if (strcmp(name, all_rules[i].name) == 0) {
      game *self = calloc(1, sizeof *self);
      assert_non_null(self);
      self->rules = &all_rules[i];
      if (read_game(self, state != NULL ? state : all_rules[i].start)) {
        return self;
      }
      close_game(self);
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

static size_t list_texts(const void *opaque, char (*out)[SLOW_MOVE_TEXT_MAX]) {
  const game *self = opaque;
  moves list;
  list_legal(self->rules, &self->now, &list);
  for (size_t i = 0; i < list.count; i++) {
    write_move(&list.at[i], out[i]);
  }
  return list.count;
}

static bool play_text(void *opaque, const char *text) {
  game *self = opaque;
  moves list;
  list_legal(self->rules, &self->now, &list);
  for (size_t i = 0; i < list.count; i++) {
    char one[SLOW_MOVE_TEXT_MAX];
    write_move(&list.at[i], one);
    if (strcmp(one, text) == 0) {
      play(self->rules, &self->now, &list.at[i], &self->past);
      return true;
    }
  }
  return false;
}

static const char *result_of(const void *opaque, const char **rule) {
  const game *self = opaque;
  *rule = self->now.rule;
  return self->now.result;
}

static void write_state(const void *opaque, char *out, size_t size) {
  write_position(&((const game *)opaque)->now, out, size);
}

static uint64_t count_leaves(const variant *rules, const position *now, unsigned depth) {
  if (depth == 0) {
    return 1;
  }
  moves list;
  list_legal(rules, now, &list);
  uint64_t leaves = 0;
  for (size_t i = 0; i < list.count; i++) {
    position then = *now;
    play(rules, &then, &list.at[i], NULL);
    leaves += count_leaves(rules, &then, depth - 1);
  }
  return leaves;
}

static uint64_t perft(const void *opaque, unsigned depth) {
  const game *self = opaque;
  return count_leaves(self->rules, &self->now, depth);
}

const slow_ops slow_colorboundmost = {"colorboundmost", open_game,   copy_game,
                                      close_game,       list_texts,  play_text,
                                      result_of,        write_state, perft};
const slow_ops slow_colorboundmost_armies = {"colorboundmost-armies",
                                             open_game,
                                             copy_game,
                                             close_game,
                                             list_texts,
                                             play_text,
                                             result_of,
                                             write_state,
                                             perft};
// NOLINTEND(readability-function-size)
