/*
 * Borderlands, rule by rule from docs/rules/borderlands.md.
 */
#include <string.h>

#include "slow_board.h"

enum { FAR = SLOW_SIDE, FIFTH = 5, PATIENCE = 150 };

/* ---- regions (BL-2, BL-3) -------------------------------------------------------------------- */

/* The rank as this side counts it: its own first rank is 1. */
static int own_rank(bool white, int rank) {
  return white ? rank : 11 - rank;
}

static bool is_village_zone(slow_square square) {
  return square.rank <= 3 || square.rank >= 8;
}

static bool is_road(slow_square square) {
  bool file = square.file == 1 || square.file == 5 || square.file == 9; /* a, e, i */
  return file && square.rank >= 4 && square.rank <= 7;
}

static bool is_territory(bool white, slow_square square) {
  return own_rank(white, square.rank) <= 5;
}

static bool is_incursion_zone(bool white, slow_square square) {
  return own_rank(white, square.rank) == 6 || own_rank(white, square.rank) == 7;
}

static bool is_promotion_zone(bool white, slow_square square) {
  return own_rank(white, square.rank) >= 8;
}

/* d7 and f7 for White, d4 and f4 for Black */
static bool is_lions_incursion(bool white, slow_square square) {
  return (square.file == 4 || square.file == 6) && own_rank(white, square.rank) == 7;
}

/* e9 for White, e2 for Black */
static bool is_lions_promotion(bool white, slow_square square) {
  return square.file == 5 && own_rank(white, square.rank) == 9;
}

static const slow_square villages[4] = {{2, 2}, {8, 2}, {2, 9}, {8, 9}};

/* BL-9, BL-10 */
static bool may_stand(slow_man man, slow_square square) {
  if (man.letter == 'C') {
    return is_village_zone(square) || is_road(square);
  }
  if (man.letter == 'L' && !man.promoted) {
    return is_territory(man.white, square) || is_lions_incursion(man.white, square) ||
           is_lions_promotion(man.white, square);
  }
  return true;
}

/* BL-6, BL-13 */
static bool must_promote(slow_man man, slow_square square) {
  if (man.promoted || man.letter == 'C' || man.letter == 'G') {
    return false;
  }
  if (man.letter == 'L') {
    return is_lions_promotion(man.white, square);
  }
  return is_promotion_zone(man.white, square);
}

/* ---- pieces (BL-6 to BL-8, BL-11, BL-12) ----------------------------------------------------- */

static void wazir(const slow_board *board, slow_square from, int how, slow_list *list) {
  slow_leaps(board, from, 0, 1, how, list);
}

static void ferz(const slow_board *board, slow_square from, int how, slow_list *list) {
  slow_leaps(board, from, 1, 1, how, list);
}

static void king(const slow_board *board, slow_square from, int how, slow_list *list) {
  wazir(board, from, how, list);
  ferz(board, from, how, list);
}

static void dabbaba(const slow_board *board, slow_square from, int how, slow_list *list) {
  slow_leaps(board, from, 0, 2, how, list);
}

static void alfil(const slow_board *board, slow_square from, int how, slow_list *list) {
  slow_leaps(board, from, 2, 2, how, list);
}

static void knight(const slow_board *board, slow_square from, int how, slow_list *list) {
  slow_leaps(board, from, 1, 2, how, list);
}

/* KmNmAmD */
static void chief_or_guard(const slow_board *board, slow_square from, slow_list *list) {
  king(board, from, SLOW_BOTH, list);
  knight(board, from, SLOW_MOVE, list);
  alfil(board, from, SLOW_MOVE, list);
  dabbaba(board, from, SLOW_MOVE, list);
}

/* FmN -> KmN */
static void marauder(const slow_board *board, slow_square from, bool promoted, slow_list *list) {
  ferz(board, from, SLOW_BOTH, list);
  knight(board, from, SLOW_MOVE, list);
  if (promoted) {
    wazir(board, from, SLOW_BOTH, list);
  }
}

/* WmAmD -> KmAmD */
static void falcon(const slow_board *board, slow_square from, bool promoted, slow_list *list) {
  wazir(board, from, SLOW_BOTH, list);
  alfil(board, from, SLOW_MOVE, list);
  dabbaba(board, from, SLOW_MOVE, list);
  if (promoted) {
    ferz(board, from, SLOW_BOTH, list);
  }
}

static void warrior_double_step(const slow_board *board, slow_square from, int ahead,
                                slow_list *list) {
  slow_square passed = {from.file, from.rank + ahead};
  slow_square to = {from.file, from.rank + 2 * ahead};
  bool third = own_rank(slow_at(board, from).white, from.rank) == 3;
  if (third && slow_is_empty(board, passed) && slow_is_empty(board, to)) {
    slow_add(list, (slow_move){.from = from, .to = to, .double_step = true});
  }
}

static void warrior_en_passant(const slow_board *board, slow_square from, int ahead,
                               slow_list *list) {
  for (int side = -1; side <= 1; side += 2) {
    slow_square to = {from.file + side, from.rank + ahead};
    if (board->passed.file != 0 && slow_equal(to, board->passed)) {
      slow_add(list, (slow_move){.from = from, .to = to, .en_passant = true});
    }
  }
}

/* fWfceFifmnD */
static void warrior(const slow_board *board, slow_square from, slow_list *list) {
  int ahead = slow_at(board, from).white ? 1 : -1;
  slow_step(board, from, 0, ahead, SLOW_BOTH, list);
  slow_step(board, from, -1, ahead, SLOW_TAKE, list);
  slow_step(board, from, 1, ahead, SLOW_TAKE, list);
  if (list->what != SLOW_TAKES) {
    warrior_double_step(board, from, ahead, list);
  }
  if (list->what == SLOW_LEGAL) {
    warrior_en_passant(board, from, ahead, list);
  }
}

/* NADmQ3 */
static void promoted_warrior(const slow_board *board, slow_square from, slow_list *list) {
  knight(board, from, SLOW_BOTH, list);
  alfil(board, from, SLOW_BOTH, list);
  dabbaba(board, from, SLOW_BOTH, list);
  slow_slide_straight(board, from, 3, SLOW_MOVE, list);
  slow_slide_diagonally(board, from, 3, SLOW_MOVE, list);
}

/* ADmR3 -> ADmR3WmF */
static void elephant(const slow_board *board, slow_square from, bool promoted, slow_list *list) {
  alfil(board, from, SLOW_BOTH, list);
  dabbaba(board, from, SLOW_BOTH, list);
  slow_slide_straight(board, from, 3, SLOW_MOVE, list);
  if (promoted) {
    wazir(board, from, SLOW_BOTH, list);
    ferz(board, from, SLOW_MOVE, list);
  }
}

/* NmB3 -> NmB3FmW */
static void horse(const slow_board *board, slow_square from, bool promoted, slow_list *list) {
  knight(board, from, SLOW_BOTH, list);
  slow_slide_diagonally(board, from, 3, SLOW_MOVE, list);
  if (promoted) {
    ferz(board, from, SLOW_BOTH, list);
    wazir(board, from, SLOW_MOVE, list);
  }
}

/* BcpBmW -> BcpBW */
static void slinger(const slow_board *board, slow_square from, bool promoted, slow_list *list) {
  slow_slide_diagonally(board, from, FAR, SLOW_BOTH, list);
  slow_hop_and_take(board, from, 1, 1, list);
  slow_hop_and_take(board, from, 1, -1, list);
  slow_hop_and_take(board, from, -1, 1, list);
  slow_hop_and_take(board, from, -1, -1, list);
  wazir(board, from, promoted ? SLOW_BOTH : SLOW_MOVE, list);
}

/* RcpRmF -> RcpRF */
static void archer(const slow_board *board, slow_square from, bool promoted, slow_list *list) {
  slow_slide_straight(board, from, FAR, SLOW_BOTH, list);
  slow_hop_and_take(board, from, 1, 0, list);
  slow_hop_and_take(board, from, -1, 0, list);
  slow_hop_and_take(board, from, 0, 1, list);
  slow_hop_and_take(board, from, 0, -1, list);
  ferz(board, from, promoted ? SLOW_BOTH : SLOW_MOVE, list);
}

/* KNAD */
static void lion(const slow_board *board, slow_square from, slow_list *list) {
  king(board, from, SLOW_BOTH, list);
  knight(board, from, SLOW_BOTH, list);
  alfil(board, from, SLOW_BOTH, list);
  dabbaba(board, from, SLOW_BOTH, list);
}

/* Where the man goes by its moves alone. */
static void man_moves(const slow_board *board, slow_square from, slow_list *list) {
  slow_man man = slow_at(board, from);
  switch (man.letter) {
  case 'C':
  case 'G':
    chief_or_guard(board, from, list);
    break;
  case 'M':
    marauder(board, from, man.promoted, list);
    break;
  case 'F':
    falcon(board, from, man.promoted, list);
    break;
  case 'W':
    if (man.promoted) {
      promoted_warrior(board, from, list);
    } else {
      warrior(board, from, list);
    }
    break;
  case 'E':
    elephant(board, from, man.promoted, list);
    break;
  case 'H':
    horse(board, from, man.promoted, list);
    break;
  case 'S':
    slinger(board, from, man.promoted, list);
    break;
  case 'A':
    archer(board, from, man.promoted, list);
    break;
  case 'L':
    lion(board, from, list);
    break;
  default:
    break;
  }
}

/* The moves of one man within its regions, with its promotions. */
static void add_moves_of(const slow_board *board, slow_square from, slow_list *list) {
  slow_man man = slow_at(board, from);
  slow_list own;
  own.count = 0;
  own.what = list->what;
  man_moves(board, from, &own);
  for (size_t i = 0; i < own.count; i++) {
    slow_move move = own.items[i];
    if (may_stand(man, move.to)) {
      move.suffix = must_promote(man, move.to) ? '+' : 0;
      list->items[list->count++] = move;
    }
  }
}

/* BL-14 */
static void add_drops(const slow_board *board, slow_list *list) {
  if (board->hand[board->white_to_move]['M' - 'A'] == 0) {
    return;
  }
  for (int file = 1; file <= 9; file++) {
    for (int rank = 1; rank <= 10; rank++) {
      slow_square to = {file, rank};
      if (is_incursion_zone(board->white_to_move, to) && slow_is_empty(board, to)) {
        list->items[list->count++] = (slow_move){.to = to, .drop = 'M'};
      }
    }
  }
}

static void bl_moves(const slow_board *board, slow_list *list) {
  list->count = 0;
  list->what = SLOW_LEGAL;
  for (int file = 1; file <= 9; file++) {
    for (int rank = 1; rank <= 10; rank++) {
      slow_square from = {file, rank};
      if (slow_is_mans(board, from, board->white_to_move)) {
        add_moves_of(board, from, list);
      }
    }
  }
  add_drops(board, list);
}

/* ---- making a move --------------------------------------------------------------------------- */

/* BL-19: the right counts only where a capture by it is possible. */
static void settle_en_passant(slow_board *board) {
  if (board->passed.file == 0) {
    return;
  }
  slow_list list;
  bl_moves(board, &list);
  for (size_t i = 0; i < list.count; i++) {
    if (list.items[i].en_passant) {
      return;
    }
  }
  board->passed = (slow_square){0, 0};
  board->victim = (slow_square){0, 0};
}

static void bl_make(slow_board *board, const slow_move *move) {
  const slow_man nobody = {0, false, false};
  bool white = board->white_to_move;
  slow_man man = {move->drop, white, false};
  bool progress = move->suffix == '+'; /* BL-18 */
  if (move->drop) {
    board->hand[white][move->drop - 'A']--;
  } else {
    man = slow_at(board, move->from);
    slow_put(board, move->from, nobody);
    progress = progress || !slow_is_empty(board, move->to) || move->en_passant;
  }
  if (move->en_passant) {
    slow_put(board, board->victim, nobody);
  }
  man.promoted = man.promoted || move->suffix == '+';
  slow_put(board, move->to, man);
  board->passed = (slow_square){0, 0};
  board->victim = (slow_square){0, 0};
  if (move->double_step) {
    board->passed = (slow_square){move->to.file, (move->from.rank + move->to.rank) / 2};
    board->victim = move->to;
  }
  board->clock = progress ? 0 : board->clock + 1;
  board->number += white ? 0 : 1;
  board->white_to_move = !white;
  settle_en_passant(board);
}

/* ---- the ends -------------------------------------------------------------------------------- */

static int chiefs(const slow_board *board, bool white, slow_square *last) {
  int count = 0;
  for (int file = 1; file <= 9; file++) {
    for (int rank = 1; rank <= 10; rank++) {
      slow_square square = {file, rank};
      if (slow_is_mans(board, square, white) && slow_at(board, square).letter == 'C') {
        *last = square;
        count++;
      }
    }
  }
  return count;
}

/* BL-15 */
static bool has_surrendered(const slow_board *board, bool white) {
  slow_square last;
  return chiefs(board, white, &last) == 0;
}

/* BL-16 */
static bool has_conquered(const slow_board *board, bool white) {
  for (size_t i = 0; i < 4; i++) {
    if (!slow_is_mans(board, villages[i], white)) {
      return false;
    }
  }
  return true;
}

/* BL-20: the side that has just moved attacks the last Chief of the other. */
static bool bl_checks(const slow_board *board) {
  slow_square chief;
  if (chiefs(board, board->white_to_move, &chief) != 1) {
    return false;
  }
  slow_board turned = *board;
  turned.white_to_move = !board->white_to_move;
  slow_list list;
  bl_moves(&turned, &list);
  for (size_t i = 0; i < list.count; i++) {
    if (slow_equal(list.items[i].to, chief)) {
      return true;
    }
  }
  return false;
}

/* ---- impasse (BL-21) ------------------------------------------------------------------------- */

/*
 * What is called an impasse. Let a man's *land* be all squares that it could ever come to stand
 * on if every other man always stood as it likes: from its square by all its moves and captures on
 * a board without other men, within its region, promoting where it must; a man in hand starts on
 * every square of its incursion zone. A man *threatens* the squares that it could capture on from
 * its land. A position is an impasse when
 *  - no man of either side threatens a square of the land of an enemy Chief, and
 *  - neither side has four different men whose lands hold one village square each.
 * Blockades and zugzwang are ignored, so this is sound and far from complete.
 *
 * As every Chief, wherever it stands, can walk to every square of the villages and roads, every
 * Chief threatens the land of every other. So no position of this game in which both sides have a
 * Chief is an impasse; the definition is for what a variation of the game might bring.
 */
typedef struct land {
  bool in[2][SLOW_SIDE + 1][SLOW_SIDE + 1]; /* [promoted][file][rank] */
} land;

/* Adds what the man could reach from a square; whether anything of it is new. */
static bool spread_from(slow_man man, slow_square from, land *out) {
  slow_board alone = {.files = 9, .ranks = 10};
  slow_put(&alone, from, man);
  slow_list list;
  list.count = 0;
  list.what = SLOW_ANY;
  add_moves_of(&alone, from, &list);
  bool grown = false;
  for (size_t i = 0; i < list.count; i++) {
    slow_square to = list.items[i].to;
    bool *in = &out->in[man.promoted || list.items[i].suffix == '+'][to.file][to.rank];
    grown = grown || !*in;
    *in = true;
  }
  return grown;
}

enum { SQUARES = 90 };

static slow_square nth_square(int index) {
  return (slow_square){index % 9 + 1, index / 9 + 1};
}

/* Once over all squares of the land. */
static bool spread_once(slow_man man, land *out) {
  bool grown = false;
  for (int i = 0; i < 2 * SQUARES; i++) {
    slow_square from = nth_square(i / 2);
    man.promoted = i % 2 == 1;
    if (out->in[man.promoted][from.file][from.rank] && spread_from(man, from, out)) {
      grown = true;
    }
  }
  return grown;
}

static void spread(slow_man man, land *out) {
  while (spread_once(man, out)) {
  }
}

static bool holds(const land *man, slow_square square) {
  return man->in[0][square.file][square.rank] || man->in[1][square.file][square.rank];
}

/* Whether the man, standing there, could capture on a square of `target`. */
static bool threatens_from(slow_man man, slow_square from, const land *target) {
  slow_board alone = {.files = 9, .ranks = 10};
  slow_put(&alone, from, man);
  slow_list list;
  list.count = 0;
  list.what = SLOW_TAKES;
  add_moves_of(&alone, from, &list);
  for (size_t i = 0; i < list.count; i++) {
    if (holds(target, list.items[i].to)) {
      return true;
    }
  }
  return false;
}

/* Whether the man could do so from somewhere in its land. */
static bool threatens(slow_man man, const land *his, const land *target) {
  for (int i = 0; i < 2 * SQUARES; i++) {
    slow_square from = nth_square(i / 2);
    man.promoted = i % 2 == 1;
    if (his->in[man.promoted][from.file][from.rank] && threatens_from(man, from, target)) {
      return true;
    }
  }
  return false;
}

/* A man of the game with its land. */
typedef struct settler {
  slow_man man;
  land land;
} settler;

enum { MEN_MAX = 9 * 10 + 2 * 4 };

typedef struct settlers {
  settler men[MEN_MAX];
  size_t count;
} settlers;

/* The men on the board: the Chiefs or the others. */
static void settle_men(const slow_board *board, bool chiefs_only, settlers *out) {
  for (int file = 1; file <= 9; file++) {
    for (int rank = 1; rank <= 10; rank++) {
      slow_man man = board->at[file][rank];
      if (man.letter == 0 || (man.letter == 'C') != chiefs_only) {
        continue;
      }
      settler *next = &out->men[out->count++];
      memset(next, 0, sizeof *next);
      next->man = man;
      next->land.in[man.promoted][file][rank] = true;
      spread(man, &next->land);
    }
  }
}

/* The men in hand; more than four make no difference. */
static void settle_hand(const slow_board *board, bool white, settlers *out) {
  for (int i = 0; i < board->hand[white]['M' - 'A'] && i < 4; i++) {
    settler *next = &out->men[out->count++];
    memset(next, 0, sizeof *next);
    next->man = (slow_man){'M', white, false};
    for (int file = 1; file <= 9; file++) {
      for (int rank = 1; rank <= 10; rank++) {
        next->land.in[0][file][rank] = is_incursion_zone(white, (slow_square){file, rank});
      }
    }
    spread(next->man, &next->land);
  }
}

static bool some_chief_can_fall(const settlers *all) {
  for (size_t i = 0; i < all->count; i++) {
    for (size_t j = 0; j < all->count; j++) {
      const settler *hunter = &all->men[i];
      const settler *chief = &all->men[j];
      if (chief->man.letter == 'C' && hunter->man.white != chief->man.white &&
          threatens(hunter->man, &hunter->land, &chief->land)) {
        return true;
      }
    }
  }
  return false;
}

/* Whether different men of this side could take the villages from `village` on. */
static bool can_take(const settlers *all, bool white, size_t village, bool *taken) {
  if (village == 4) {
    return true;
  }
  for (size_t i = 0; i < all->count; i++) {
    const settler *one = &all->men[i];
    if (one->man.white == white && !taken[i] && holds(&one->land, villages[village])) {
      taken[i] = true;
      if (can_take(all, white, village + 1, taken)) {
        return true;
      }
      taken[i] = false;
    }
  }
  return false;
}

static bool is_impasse(const slow_board *board) {
  settlers all;
  all.count = 0;
  settle_men(board, true, &all);
  if (some_chief_can_fall(&all)) {
    return false; /* by a Chief: no need to look at the others */
  }
  settle_men(board, false, &all);
  settle_hand(board, true, &all);
  settle_hand(board, false, &all);
  bool taken[MEN_MAX] = {false};
  return !some_chief_can_fall(&all) && !can_take(&all, true, 0, taken) &&
         !can_take(&all, false, 0, taken);
}

/* ---- judgement (BL-22) ----------------------------------------------------------------------- */

/* BL-15 and BL-16 */
static const char *won(const slow_board *board, const char **rule) {
  *rule = "BL-15";
  for (int white = 0; white <= 1; white++) {
    if (has_surrendered(board, white == 1)) {
      return slow_win(white == 0);
    }
  }
  *rule = "BL-16";
  return has_conquered(board, board->white_to_move) ? slow_win(board->white_to_move) : NULL;
}

/* BL-17 and BL-21 */
static const char *stuck(const slow_board *board, const char **rule) {
  slow_list list;
  bl_moves(board, &list);
  *rule = "BL-17";
  if (list.count == 0) {
    return slow_win(!board->white_to_move);
  }
  *rule = "BL-21";
  return is_impasse(board) ? "1/2-1/2" : NULL;
}

static const char *bl_stands(const slow_board *board, const char **rule) {
  const char *result = won(board, rule);
  return result != NULL ? result : stuck(board, rule);
}

/* Whether this side has checked with each of its moves after the ply `first`. */
static bool has_always_checked(const slow_line *line, size_t first, bool white) {
  for (size_t i = first + 1; i < line->count; i++) {
    bool by_white = !line->plies[i].board.white_to_move;
    if (by_white == white && !line->plies[i].checks) {
      return false;
    }
  }
  return true;
}

/* BL-19 and BL-20 */
static const char *repeated(const slow_line *line, const char **rule) {
  size_t first = 0;
  if (slow_occurrences(line, &first) < FIFTH) {
    return NULL;
  }
  bool white_checked = has_always_checked(line, first, true);
  bool black_checked = has_always_checked(line, first, false);
  if (white_checked != black_checked) {
    *rule = "BL-20";
    return slow_win(black_checked);
  }
  *rule = "BL-19";
  return slow_win(slow_now(line)->white_to_move);
}

static const char *bl_result(const void *self, const char **rule) {
  const slow_line *line = self;
  const slow_board *board = slow_now(line);
  const char *result = won(board, rule);
  if (result == NULL) {
    result = repeated(line, rule);
  }
  if (result == NULL && board->clock >= PATIENCE) {
    *rule = "BL-18";
    result = "1/2-1/2";
  }
  return result != NULL ? result : stuck(board, rule);
}

/* ---- the game -------------------------------------------------------------------------------- */

static bool bl_accept(slow_board *board) {
  if (has_surrendered(board, true) && has_surrendered(board, false)) {
    return false;
  }
  if (board->passed.file != 0) {
    int ahead = board->white_to_move ? 1 : -1; /* as seen from the victim, it came from there */
    slow_square came_from = {board->passed.file, board->passed.rank + ahead};
    slow_man victim = slow_at(board, board->victim);
    bool stepped = board->victim.file == board->passed.file &&
                   board->victim.rank == board->passed.rank - ahead &&
                   own_rank(!board->white_to_move, board->passed.rank) == 4;
    if (!stepped || victim.letter != 'W' || victim.promoted || !slow_is_empty(board, came_from)) {
      return false;
    }
  }
  settle_en_passant(board);
  return true;
}

static const slow_variant variant = {
    .files = 9,
    .ranks = 10,
    .start = "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/"
             "A1HS1SH1A[MMmm] w - - 0 1",
    .white = "CGMFWEHSAL",
    .black = "CGMFWEHSAL",
    .promotable = "MFWEHSAL",
    .droppable = "M",
    .accept = bl_accept,
    .moves = bl_moves,
    .make = bl_make,
    .checks = bl_checks,
    .stands = bl_stands,
};

static void *bl_open(const char *name, const char *state) {
  (void)name;
  return slow_line_open(&variant, state);
}

const slow_ops slow_borderlands = {
    .name = "borderlands",
    .open = bl_open,
    .copy = slow_line_copy,
    .close = slow_line_close,
    .moves = slow_line_moves,
    .play = slow_line_play,
    .result = bl_result,
    .state = slow_line_state,
    .perft = slow_line_perft,
};
