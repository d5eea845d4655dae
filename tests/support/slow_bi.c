/*
 * Battle of Ideologies, rule by rule from docs/rules/battle-of-ideologies.md: the rulebook's
 * reading and the platform's (BI-19), which differ where `platform` is asked for.
 */
#include <string.h>

#include "slow_board.h"

enum { FAR = SLOW_SIDE, THIRD = 3, PATIENCE = 100 };

typedef enum reading { RULEBOOK, PLATFORM } reading;

/* ---- regions --------------------------------------------------------------------------------- */

/* BI-8, BI-9 */
static bool may_stand(slow_man man, slow_square square) {
  if (man.letter == 'K') {
    return square.file >= 4 && square.file <= 6 && square.rank <= 2; /* d, e, f */
  }
  bool bound = !man.white && man.letter != 'S' && !man.promoted;
  return !bound || square.rank >= 5 || square.rank <= 2;
}

static bool is_log_zone(slow_square square) {
  return square.rank >= 3 && square.rank <= 5;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void wazir(const slow_board *board, slow_square from, int how, slow_list *list) {
  slow_leaps(board, from, 0, 1, how, list);
}

static void ferz(const slow_board *board, slow_square from, int how, slow_list *list) {
  slow_leaps(board, from, 1, 1, how, list);
}

static void king(const slow_board *board, slow_square from, slow_list *list) {
  wazir(board, from, SLOW_BOTH, list);
  ferz(board, from, SLOW_BOTH, list);
}

static void knight(const slow_board *board, slow_square from, slow_list *list) {
  slow_leaps(board, from, 1, 2, SLOW_BOTH, list);
}

static void rook(const slow_board *board, slow_square from, slow_list *list) {
  slow_slide_straight(board, from, FAR, SLOW_BOTH, list);
}

static void bishop(const slow_board *board, slow_square from, slow_list *list) {
  slow_slide_diagonally(board, from, FAR, SLOW_BOTH, list);
}

/* BI-7 */
static void pawn(const slow_board *board, slow_square from, slow_list *list) {
  slow_square one = {from.file, from.rank + 1};
  slow_square two = {from.file, from.rank + 2};
  slow_step(board, from, 0, 1, SLOW_MOVE, list);
  if (from.rank == 2 && slow_is_empty(board, one) && slow_is_empty(board, two)) {
    slow_add(list, (slow_move){.from = from, .to = two, .double_step = true});
  }
  slow_step(board, from, -1, 1, SLOW_TAKE, list);
  slow_step(board, from, 1, 1, SLOW_TAKE, list);
}

/* One leap of the lame knight, over a square that must be empty. */
static void lame_leap(const slow_board *board, slow_square from, slow_square over, slow_square to,
                      slow_list *list) {
  if (slow_on_board(board, to) && slow_is_empty(board, over)) {
    slow_step(board, from, to.file - from.file, to.rank - from.rank, SLOW_BOTH, list);
  }
}

/* BI-2: diagonally first; the platform: straight first */
static void lame_knight(const slow_board *board, slow_square from, reading how, slow_list *list) {
  for (int df = -1; df <= 1; df += 2) {
    for (int dr = -1; dr <= 1; dr += 2) {
      slow_square diagonal = {from.file + df, from.rank + dr};
      slow_square beside = {from.file + df, from.rank};
      slow_square ahead = {from.file, from.rank + dr};
      slow_square wide = {from.file + 2 * df, from.rank + dr};
      slow_square narrow = {from.file + df, from.rank + 2 * dr};
      lame_leap(board, from, how == PLATFORM ? beside : diagonal, wide, list);
      lame_leap(board, from, how == PLATFORM ? ahead : diagonal, narrow, list);
    }
  }
}

static void log_en_passant(const slow_board *board, slow_square from, slow_list *list) {
  for (int df = -1; df <= 1; df += 2) {
    for (int dr = -1; dr <= 1; dr += 2) {
      slow_square to = {from.file + df, from.rank + dr};
      if (board->passed.file != 0 && slow_equal(to, board->passed)) {
        slow_add(list, (slow_move){.from = from, .to = to, .en_passant = true});
      }
    }
  }
}

/* BI-4; the right to take en passant arises in the platform's reading alone */
static void log_man(const slow_board *board, slow_square from, slow_list *list) {
  wazir(board, from, SLOW_MOVE, list);
  ferz(board, from, SLOW_TAKE, list);
  log_en_passant(board, from, list);
}

/* BI-3: AD and one step straight back, which is up the board for Black */
static void rhino(const slow_board *board, slow_square from, slow_list *list) {
  slow_leaps(board, from, 2, 2, SLOW_BOTH, list);
  slow_leaps(board, from, 0, 2, SLOW_BOTH, list);
  slow_step(board, from, 0, 1, SLOW_BOTH, list);
}

/* BI-3 */
static void giraffe(const slow_board *board, slow_square from, slow_list *list) {
  knight(board, from, list);
  slow_leaps(board, from, 2, 3, SLOW_BOTH, list);
}

/* BI-5, forward being down the board */
static void elephonto(const slow_board *board, slow_square from, slow_list *list) {
  wazir(board, from, SLOW_BOTH, list);
  slow_step(board, from, -1, -1, SLOW_BOTH, list);
  slow_step(board, from, 1, -1, SLOW_BOTH, list);
  slow_step(board, from, 0, -2, SLOW_BOTH, list);
  slow_step(board, from, -1, -2, SLOW_TAKE, list);
  slow_step(board, from, 1, -2, SLOW_TAKE, list);
  slow_step(board, from, -1, 1, SLOW_TAKE, list);
  slow_step(board, from, 1, 1, SLOW_TAKE, list);
}

/* BI-6 */
static void kirin(const slow_board *board, slow_square from, bool promoted, slow_list *list) {
  ferz(board, from, SLOW_BOTH, list);
  slow_leaps(board, from, 0, 2, SLOW_BOTH, list);
  if (promoted) {
    slow_step(board, from, 0, 1, SLOW_BOTH, list);
  }
}

static void white_moves(const slow_board *board, slow_square from, reading how, slow_list *list) {
  switch (slow_at(board, from).letter) {
  case 'P':
    pawn(board, from, list);
    break;
  case 'R':
    rook(board, from, list);
    break;
  case 'B':
    bishop(board, from, list);
    break;
  case 'H':
    lame_knight(board, from, how, list);
    break;
  case 'C':
    rook(board, from, list);
    knight(board, from, list);
    break;
  case 'A':
    bishop(board, from, list);
    knight(board, from, list);
    break;
  case 'K':
    king(board, from, list);
    break;
  default:
    break;
  }
}

static void black_moves(const slow_board *board, slow_square from, slow_list *list) {
  switch (slow_at(board, from).letter) {
  case 'S':
    log_man(board, from, list);
    break;
  case 'M':
    king(board, from, list);
    knight(board, from, list);
    break;
  case 'F':
    rhino(board, from, list);
    break;
  case 'J':
    giraffe(board, from, list);
    break;
  case 'E':
    elephonto(board, from, list);
    break;
  case 'Z':
    kirin(board, from, slow_at(board, from).promoted, list);
    break;
  default:
    break;
  }
}

/* ---- promotion (BI-10 to BI-12, BI-19) ------------------------------------------------------- */

static bool kirin_may_promote(const slow_move *move, reading how) {
  if (how == PLATFORM) {
    return is_log_zone(move->to) || is_log_zone(move->from);
  }
  return move->to.rank == 5;
}

/* What may be written behind a move, one letter for each choice. */
static const char *suffixes(slow_man man, const slow_move *move, reading how) {
  if (man.letter == 'P' && move->to.rank == 9) {
    return "rhbca";
  }
  if (man.letter == 'S' && is_log_zone(move->to) && !move->en_passant) {
    return "mfje";
  }
  if (man.letter == 'Z' && !man.promoted && kirin_may_promote(move, how)) {
    return "+";
  }
  return "";
}

/* ---- moves that ignore check ----------------------------------------------------------------- */

static void add_moves_of(const slow_board *board, slow_square from, reading how, slow_list *list) {
  slow_man man = slow_at(board, from);
  slow_list own;
  own.count = 0;
  own.what = SLOW_LEGAL;
  if (man.white) {
    white_moves(board, from, how, &own);
  } else {
    black_moves(board, from, &own);
  }
  for (size_t i = 0; i < own.count; i++) {
    slow_move move = own.items[i];
    if (!may_stand(man, move.to)) {
      continue;
    }
    list->items[list->count++] = move;
    for (const char *choice = suffixes(man, &move, how); *choice; choice++) {
      list->items[list->count] = move;
      list->items[list->count++].suffix = *choice;
    }
  }
}

/* BI-13 */
static void add_drops(const slow_board *board, slow_list *list) {
  if (board->white_to_move || board->hand[false]['S' - 'A'] == 0) {
    return;
  }
  for (int file = 1; file <= 9; file++) {
    for (int rank = 6; rank <= 9; rank++) {
      slow_square to = {file, rank};
      if (slow_is_empty(board, to)) {
        list->items[list->count++] = (slow_move){.to = to, .drop = 'S'};
      }
    }
  }
}

static void all_moves(const slow_board *board, reading how, slow_list *list) {
  list->count = 0;
  list->what = SLOW_LEGAL;
  for (int file = 1; file <= 9; file++) {
    for (int rank = 1; rank <= 9; rank++) {
      slow_square from = {file, rank};
      if (slow_is_mans(board, from, board->white_to_move)) {
        add_moves_of(board, from, how, list);
      }
    }
  }
  add_drops(board, list);
}

/* ---- check ----------------------------------------------------------------------------------- */

/* How many royals a side has. @param where receives the last one found */
static int royals(const slow_board *board, bool white, slow_square *where) {
  int count = 0;
  for (int file = 1; file <= 9; file++) {
    for (int rank = 1; rank <= 9; rank++) {
      slow_square square = {file, rank};
      if (slow_is_mans(board, square, white) &&
          slow_at(board, square).letter == (white ? 'K' : 'Z')) {
        *where = square;
        count++;
      }
    }
  }
  return count;
}

/* Whether the royal of a side could be captured if the other were to move. */
static bool is_attacked(const slow_board *board, bool white, reading how) {
  slow_square royal = {0, 0};
  royals(board, white, &royal);
  slow_board turned = *board;
  turned.white_to_move = !white;
  slow_list list;
  all_moves(&turned, how, &list);
  for (size_t i = 0; i < list.count; i++) {
    if (!list.items[i].drop && slow_equal(list.items[i].to, royal)) {
      return true;
    }
  }
  return false;
}

/* ---- making a move --------------------------------------------------------------------------- */

static void promote(slow_man *man, char suffix) {
  if (suffix == '+') {
    man->promoted = true;
  } else if (suffix) {
    man->letter = (char)(suffix - 'a' + 'A');
  }
}

/* Everything but the question whether an e.p. right is of any use. */
static void put_move(slow_board *board, const slow_move *move, reading how) {
  const slow_man nobody = {0, false, false};
  bool white = board->white_to_move;
  slow_man man = {move->drop, white, false};
  bool capture = false;
  if (move->drop) {
    board->hand[white][move->drop - 'A']--;
  } else {
    man = slow_at(board, move->from);
    capture = !slow_is_empty(board, move->to) || move->en_passant;
    slow_put(board, move->from, nobody);
  }
  bool progress = capture || man.letter == 'P' || man.letter == 'S'; /* BI-18 */
  if (move->en_passant) {
    slow_put(board, board->victim, nobody);
  }
  promote(&man, move->suffix);
  slow_put(board, move->to, man);
  board->passed = (slow_square){0, 0};
  board->victim = (slow_square){0, 0};
  if (move->double_step && how == PLATFORM) {
    board->passed = (slow_square){move->to.file, 3};
    board->victim = move->to;
  }
  board->clock = progress ? 0 : board->clock + 1;
  board->number += white ? 0 : 1;
  board->white_to_move = !white;
}

/* BI-15 */
static void legal_moves(const slow_board *board, reading how, slow_list *list) {
  slow_list all;
  all_moves(board, how, &all);
  list->count = 0;
  list->what = SLOW_LEGAL;
  for (size_t i = 0; i < all.count; i++) {
    slow_board next = *board;
    put_move(&next, &all.items[i], how);
    if (!is_attacked(&next, board->white_to_move, how)) {
      list->items[list->count++] = all.items[i];
    }
  }
}

static void settle_en_passant(slow_board *board, reading how) {
  if (board->passed.file == 0) {
    return;
  }
  slow_list list;
  legal_moves(board, how, &list);
  for (size_t i = 0; i < list.count; i++) {
    if (list.items[i].en_passant) {
      return;
    }
  }
  board->passed = (slow_square){0, 0};
  board->victim = (slow_square){0, 0};
}

static void make(slow_board *board, const slow_move *move, reading how) {
  put_move(board, move, how);
  settle_en_passant(board, how);
}

/* ---- the ends -------------------------------------------------------------------------------- */

/* BI-15 to BI-17 */
static const char *stands(const slow_board *board, reading how, const char **rule) {
  slow_square kirin_square = {0, 0};
  royals(board, false, &kirin_square);
  if (kirin_square.rank == 1) {
    *rule = "BI-16";
    return slow_win(false);
  }
  slow_list list;
  legal_moves(board, how, &list);
  if (list.count > 0) {
    return NULL;
  }
  bool mate = is_attacked(board, board->white_to_move, how);
  *rule = mate ? "BI-15" : "BI-17";
  return slow_win(mate ? !board->white_to_move : board->white_to_move);
}

static const char *result(const slow_line *line, reading how, const char **rule) {
  const slow_board *board = slow_now(line);
  const char *found = stands(board, how, rule);
  if (found != NULL) {
    return found;
  }
  size_t first = 0;
  *rule = "BI-18";
  return slow_occurrences(line, &first) >= THIRD || board->clock >= PATIENCE ? "1/2-1/2" : NULL;
}

/* ---- the two games --------------------------------------------------------------------------- */

static bool accept_board(slow_board *board, reading how) {
  slow_square where;
  if (royals(board, true, &where) != 1 || royals(board, false, &where) != 1 ||
      is_attacked(board, !board->white_to_move, how)) {
    return false;
  }
  if (board->passed.file != 0) {
    slow_square came_from = {board->passed.file, 2};
    bool stepped = how == PLATFORM && !board->white_to_move && board->passed.rank == 3 &&
                   board->victim.rank == 4 && board->victim.file == board->passed.file &&
                   slow_at(board, board->victim).letter == 'P';
    if (!stepped || !slow_is_empty(board, came_from)) {
      return false;
    }
  }
  settle_en_passant(board, how);
  return true;
}

static bool accept_rulebook(slow_board *board) {
  return accept_board(board, RULEBOOK);
}

static bool accept_platform(slow_board *board) {
  return accept_board(board, PLATFORM);
}

static void moves_rulebook(const slow_board *board, slow_list *list) {
  legal_moves(board, RULEBOOK, list);
}

static void moves_platform(const slow_board *board, slow_list *list) {
  legal_moves(board, PLATFORM, list);
}

static void make_rulebook(slow_board *board, const slow_move *move) {
  make(board, move, RULEBOOK);
}

static void make_platform(slow_board *board, const slow_move *move) {
  make(board, move, PLATFORM);
}

static const char *stands_rulebook(const slow_board *board, const char **rule) {
  return stands(board, RULEBOOK, rule);
}

static const char *stands_platform(const slow_board *board, const char **rule) {
  return stands(board, PLATFORM, rule);
}

static const char *result_rulebook(const void *self, const char **rule) {
  return result(self, RULEBOOK, rule);
}

static const char *result_platform(const void *self, const char **rule) {
  return result(self, PLATFORM, rule);
}

#define START "mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sssss] w - - 0 1"

static const slow_variant rulebook = {
    .files = 9,
    .ranks = 9,
    .start = START,
    .white = "PRBHCAK",
    .black = "SMFJEZ",
    .promotable = "Z",
    .droppable = "S",
    .accept = accept_rulebook,
    .moves = moves_rulebook,
    .make = make_rulebook,
    .stands = stands_rulebook,
};

static const slow_variant platform = {
    .files = 9,
    .ranks = 9,
    .start = START,
    .white = "PRBHCAK",
    .black = "SMFJEZ",
    .promotable = "Z",
    .droppable = "S",
    .accept = accept_platform,
    .moves = moves_platform,
    .make = make_platform,
    .stands = stands_platform,
};

static void *open_game(const char *name, const char *state) {
  bool plain = strcmp(name, "battle-of-ideologies") == 0;
  return slow_line_open(plain ? &rulebook : &platform, state);
}

const slow_ops slow_battle_of_ideologies = {
    .name = "battle-of-ideologies",
    .open = open_game,
    .copy = slow_line_copy,
    .close = slow_line_close,
    .moves = slow_line_moves,
    .play = slow_line_play,
    .result = result_rulebook,
    .state = slow_line_state,
    .perft = slow_line_perft,
};

const slow_ops slow_battle_of_ideologies_pychess = {
    .name = "battle-of-ideologies-pychess",
    .open = open_game,
    .copy = slow_line_copy,
    .close = slow_line_close,
    .moves = slow_line_moves,
    .play = slow_line_play,
    .result = result_platform,
    .state = slow_line_state,
    .perft = slow_line_perft,
};
