#include "slow_board.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- squares and men ------------------------------------------------------------------------- */

bool slow_equal(slow_square a, slow_square b) {
  return a.file == b.file && a.rank == b.rank;
}

bool slow_on_board(const slow_board *board, slow_square square) {
  return square.file >= 1 && square.file <= board->files && square.rank >= 1 &&
         square.rank <= board->ranks;
}

slow_man slow_at(const slow_board *board, slow_square square) {
  return board->at[square.file][square.rank];
}

bool slow_is_empty(const slow_board *board, slow_square square) {
  return slow_at(board, square).letter == 0;
}

bool slow_is_mans(const slow_board *board, slow_square square, bool white) {
  return !slow_is_empty(board, square) && slow_at(board, square).white == white;
}

void slow_put(slow_board *board, slow_square square, slow_man man) {
  board->at[square.file][square.rank] = man;
}

bool slow_same_position(const slow_board *a, const slow_board *b) {
  for (int file = 1; file <= a->files; file++) {
    for (int rank = 1; rank <= a->ranks; rank++) {
      slow_man one = a->at[file][rank];
      slow_man two = b->at[file][rank];
      if (one.letter != two.letter || one.white != two.white || one.promoted != two.promoted) {
        return false;
      }
    }
  }
  return memcmp(a->hand, b->hand, sizeof a->hand) == 0 && a->white_to_move == b->white_to_move &&
         slow_equal(a->passed, b->passed) && slow_equal(a->victim, b->victim);
}

/* ---- ways of moving -------------------------------------------------------------------------- */

void slow_add(slow_list *list, slow_move move) {
  for (size_t i = 0; i < list->count; i++) {
    const slow_move *old = &list->items[i];
    if (slow_equal(old->from, move.from) && slow_equal(old->to, move.to) &&
        old->drop == move.drop && old->suffix == move.suffix) {
      return;
    }
  }
  if (list->count < SLOW_MOVES_MAX) {
    list->items[list->count++] = move;
  }
}

void slow_step(const slow_board *board, slow_square from, int df, int dr, int how,
               slow_list *list) {
  slow_square to = {from.file + df, from.rank + dr};
  if (!slow_on_board(board, to)) {
    return;
  }
  bool may = false;
  switch (list->what) {
  case SLOW_LEGAL:
    may = slow_is_empty(board, to)
              ? (how & SLOW_MOVE) != 0
              : (how & SLOW_TAKE) != 0 && slow_is_mans(board, to, !slow_at(board, from).white);
    break;
  case SLOW_ANY:
    may = true;
    break;
  case SLOW_TAKES:
    may = (how & SLOW_TAKE) != 0;
    break;
  }
  if (may) {
    slow_add(list, (slow_move){.from = from, .to = to});
  }
}

void slow_leaps(const slow_board *board, slow_square from, int a, int b, int how, slow_list *list) {
  for (int one = -1; one <= 1; one += 2) {
    for (int two = -1; two <= 1; two += 2) {
      slow_step(board, from, one * a, two * b, how, list);
      slow_step(board, from, one * b, two * a, how, list);
    }
  }
}

/* In one direction, of which `way` is a step. */
static void slide(const slow_board *board, slow_square from, slow_square way, int range, int how,
                  slow_list *list) {
  for (int steps = 1; steps <= range; steps++) {
    slow_step(board, from, way.file * steps, way.rank * steps, how, list);
    slow_square reached = {from.file + way.file * steps, from.rank + way.rank * steps};
    if (!slow_on_board(board, reached) || !slow_is_empty(board, reached)) {
      return;
    }
  }
}

void slow_slide_straight(const slow_board *board, slow_square from, int range, int how,
                         slow_list *list) {
  slide(board, from, (slow_square){1, 0}, range, how, list);
  slide(board, from, (slow_square){-1, 0}, range, how, list);
  slide(board, from, (slow_square){0, 1}, range, how, list);
  slide(board, from, (slow_square){0, -1}, range, how, list);
}

void slow_slide_diagonally(const slow_board *board, slow_square from, int range, int how,
                           slow_list *list) {
  slide(board, from, (slow_square){1, 1}, range, how, list);
  slide(board, from, (slow_square){1, -1}, range, how, list);
  slide(board, from, (slow_square){-1, 1}, range, how, list);
  slide(board, from, (slow_square){-1, -1}, range, how, list);
}

void slow_hop_and_take(const slow_board *board, slow_square from, int df, int dr, slow_list *list) {
  int hopped = 0;
  for (int steps = 1;; steps++) {
    slow_square reached = {from.file + df * steps, from.rank + dr * steps};
    if (!slow_on_board(board, reached)) {
      return;
    }
    if (slow_is_empty(board, reached)) {
      continue;
    }
    if (hopped == 1) {
      slow_step(board, from, df * steps, dr * steps, SLOW_TAKE, list);
      return;
    }
    hopped++;
  }
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Reads one square of a state or returns NULL. */
static const char *read_square(const slow_board *board, const char *text, slow_square *out) {
  if (*text < 'a' || *text > 'z' || !isdigit((unsigned char)text[1])) {
    return NULL;
  }
  out->file = *text - 'a' + 1;
  char *rest = NULL;
  out->rank = (int)strtol(text + 1, &rest, 10);
  return slow_on_board(board, *out) ? rest : NULL;
}

/* Reads the letter of a man with its `+` or returns NULL. */
static const char *read_man(const slow_variant *variant, const char *text, slow_man *out) {
  out->promoted = *text == '+';
  text += out->promoted;
  out->letter = (char)toupper((unsigned char)*text);
  out->white = isupper((unsigned char)*text) != 0;
  const char *letters = out->white ? variant->white : variant->black;
  if (out->letter == 0 || strchr(letters, out->letter) == NULL) {
    return NULL;
  }
  if (out->promoted && strchr(variant->promotable, out->letter) == NULL) {
    return NULL;
  }
  return text + 1;
}

/* Reads the men of one rank. */
static const char *read_rank(const slow_variant *variant, const char *text, int rank,
                             slow_board *board) {
  int file = 1;
  while (text != NULL && file <= board->files) {
    if (isdigit((unsigned char)*text)) {
      char *rest = NULL;
      long empty = strtol(text, &rest, 10);
      if (empty < 1 || empty > board->files + 1 - file) {
        return NULL;
      }
      file += (int)empty;
      text = rest;
    } else {
      slow_man man;
      text = read_man(variant, text, &man);
      if (text != NULL) {
        board->at[file][rank] = man;
      }
      file++;
    }
  }
  return text;
}

static const char *read_hands(const slow_variant *variant, const char *text, slow_board *board) {
  if (*text != '[') {
    return text;
  }
  text++;
  while (*text != ']') {
    slow_man man;
    text = read_man(variant, text, &man);
    if (text == NULL || man.promoted || strchr(variant->droppable, man.letter) == NULL) {
      return NULL;
    }
    board->hand[man.white][man.letter - 'A']++;
  }
  return text + 1;
}

/* The passed square is the empty one of the two, whichever comes first. */
static bool read_en_passant(const char *text, slow_board *board) {
  if (strcmp(text, "-") == 0) {
    return true;
  }
  slow_square one;
  slow_square two;
  text = read_square(board, text, &one);
  text = text != NULL ? read_square(board, text, &two) : NULL;
  if (text == NULL || *text != '\0') {
    return false;
  }
  board->passed = slow_is_empty(board, one) ? one : two;
  board->victim = slow_is_empty(board, one) ? two : one;
  return slow_is_empty(board, board->passed) &&
         slow_is_mans(board, board->victim, !board->white_to_move);
}

/* Reads a field behind a blank; NULL where it is missing or too long. */
static const char *read_field(const char *text, char *out, size_t size) {
  size_t length = text != NULL && *text == ' ' ? strcspn(text + 1, " ") : 0;
  if (length == 0 || length >= size) {
    return NULL;
  }
  memcpy(out, text + 1, length);
  out[length] = '\0';
  return text + 1 + length;
}

/* Reads a number behind a blank. */
static const char *read_number(const char *text, int *out) {
  char field[8];
  text = read_field(text, field, sizeof field);
  if (text == NULL || field[strspn(field, "0123456789")] != '\0') {
    return NULL;
  }
  *out = (int)strtol(field, NULL, 10);
  return text;
}

/* Side, castling, e.p., plies since progress, move number. */
static bool read_rest(const char *text, slow_board *board) {
  char side[2] = "";
  char castling[2] = "";
  char en_passant[8] = "";
  text = read_field(text, side, sizeof side);
  text = read_field(text, castling, sizeof castling);
  text = read_field(text, en_passant, sizeof en_passant);
  text = read_number(text, &board->clock);
  text = read_number(text, &board->number);
  if (text == NULL || *text != '\0' || strchr("wb", side[0]) == NULL || castling[0] != '-') {
    return false;
  }
  board->white_to_move = side[0] == 'w';
  return board->number >= 1 && read_en_passant(en_passant, board);
}

static bool read_state(const slow_variant *variant, const char *text, slow_board *board) {
  memset(board, 0, sizeof *board);
  board->files = variant->files;
  board->ranks = variant->ranks;
  for (int rank = board->ranks; rank >= 1 && text != NULL; rank--) {
    text = read_rank(variant, text, rank, board);
    if (text != NULL && rank > 1) {
      text = *text == '/' ? text + 1 : NULL;
    }
  }
  text = text != NULL ? read_hands(variant, text, board) : NULL;
  return text != NULL && read_rest(text, board) && variant->accept(board);
}

/* Appends to a text that has room for `size` bytes. */
static void append(char *out, size_t size, const char *text) {
  size_t length = strlen(out);
  if (length + 1 < size) {
    snprintf(out + length, size - length, "%s", text);
  }
}

static void append_number(char *out, size_t size, int number) {
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  append(out, size, text);
}

static void append_square(char *out, size_t size, slow_square square) {
  append(out, size, (char[]){(char)('a' + square.file - 1), '\0'});
  append_number(out, size, square.rank);
}

static void append_letter(char *out, size_t size, char letter, bool white) {
  append(out, size, (char[]){white ? letter : (char)tolower((unsigned char)letter), '\0'});
}

static void append_rank(const slow_board *board, int rank, char *out, size_t size) {
  int empty = 0;
  for (int file = 1; file <= board->files; file++) {
    slow_man man = board->at[file][rank];
    if (man.letter == 0) {
      empty++;
      continue;
    }
    if (empty > 0) {
      append_number(out, size, empty);
      empty = 0;
    }
    append(out, size, man.promoted ? "+" : "");
    append_letter(out, size, man.letter, man.white);
  }
  if (empty > 0) {
    append_number(out, size, empty);
  }
}

static void append_hand(const slow_board *board, bool white, char *out, size_t size) {
  for (int letter = 0; letter < 26; letter++) {
    for (int i = 0; i < board->hand[white][letter]; i++) {
      append_letter(out, size, (char)('A' + letter), white);
    }
  }
}

static void append_en_passant(const slow_board *board, char *out, size_t size) {
  if (board->passed.file == 0) {
    append(out, size, "-");
    return;
  }
  bool passed_first = board->passed.rank < board->victim.rank;
  append_square(out, size, passed_first ? board->passed : board->victim);
  append_square(out, size, passed_first ? board->victim : board->passed);
}

void slow_line_state(const void *self, char *out, size_t size) {
  const slow_board *board = slow_now(self);
  if (size == 0) {
    return;
  }
  out[0] = '\0';
  for (int rank = board->ranks; rank >= 1; rank--) {
    append_rank(board, rank, out, size);
    append(out, size, rank > 1 ? "/" : "[");
  }
  append_hand(board, true, out, size);
  append_hand(board, false, out, size);
  append(out, size, board->white_to_move ? "] w - " : "] b - ");
  append_en_passant(board, out, size);
  append(out, size, " ");
  append_number(out, size, board->clock);
  append(out, size, " ");
  append_number(out, size, board->number);
}

static void move_text(const slow_move *move, char *out, size_t size) {
  out[0] = '\0';
  if (move->drop) {
    append_letter(out, size, move->drop, true);
    append(out, size, "@");
  } else {
    append_square(out, size, move->from);
  }
  append_square(out, size, move->to);
  append(out, size, (char[]){move->suffix, '\0'});
}

/* ---- games ----------------------------------------------------------------------------------- */

const slow_board *slow_now(const slow_line *line) {
  return &line->plies[line->count - 1].board;
}

size_t slow_occurrences(const slow_line *line, size_t *first) {
  size_t count = 0;
  for (size_t i = line->count; i-- > 0;) {
    if (slow_same_position(&line->plies[i].board, slow_now(line))) {
      *first = i;
      count++;
    }
  }
  return count;
}

const char *slow_win(bool white) {
  return white ? "1-0" : "0-1";
}

/* Makes room for another ply; false without memory. */
static bool grow(slow_line *line) {
  slow_ply *plies = realloc(line->plies, (line->count + 1) * sizeof *plies);
  if (plies == NULL) {
    return false;
  }
  line->plies = plies;
  return true;
}

void *slow_line_open(const slow_variant *variant, const char *state) {
  slow_line *line = calloc(1, sizeof *line);
  if (line == NULL || !grow(line)) {
    slow_line_close(line);
    return NULL;
  }
  line->variant = variant;
  line->plies[0].checks = false;
  line->count = 1;
  if (!read_state(variant, state != NULL ? state : variant->start, &line->plies[0].board)) {
    slow_line_close(line);
    return NULL;
  }
  return line;
}

void *slow_line_copy(const void *self) {
  const slow_line *line = self;
  slow_line *copy = calloc(1, sizeof *copy);
  if (copy == NULL) {
    return NULL;
  }
  *copy = *line;
  copy->plies = malloc(line->count * sizeof *copy->plies);
  if (copy->plies == NULL) {
    free(copy);
    return NULL;
  }
  memcpy(copy->plies, line->plies, line->count * sizeof *copy->plies);
  return copy;
}

void slow_line_close(void *self) {
  slow_line *line = self;
  if (line != NULL) {
    free(line->plies);
  }
  free(line);
}

size_t slow_line_moves(const void *self, char (*out)[SLOW_MOVE_TEXT_MAX]) {
  const slow_line *line = self;
  slow_list list;
  line->variant->moves(slow_now(line), &list);
  for (size_t i = 0; i < list.count; i++) {
    move_text(&list.items[i], out[i], sizeof out[i]);
  }
  return list.count;
}

bool slow_line_play(void *self, const char *move) {
  slow_line *line = self;
  slow_list list;
  line->variant->moves(slow_now(line), &list);
  for (size_t i = 0; i < list.count; i++) {
    char text[SLOW_MOVE_TEXT_MAX];
    move_text(&list.items[i], text, sizeof text);
    if (strcmp(text, move) == 0 && grow(line)) {
      slow_ply *ply = &line->plies[line->count];
      ply->board = *slow_now(line);
      line->variant->make(&ply->board, &list.items[i]);
      ply->checks = line->variant->checks != NULL && line->variant->checks(&ply->board);
      line->count++;
      return true;
    }
  }
  return false;
}

static uint64_t count_leaves(const slow_variant *variant, const slow_board *board, unsigned depth) {
  const char *rule = NULL;
  if (depth == 0) {
    return 1;
  }
  if (variant->stands(board, &rule) != NULL) {
    return 0;
  }
  slow_list list;
  variant->moves(board, &list);
  if (depth == 1) {
    return list.count;
  }
  uint64_t sum = 0;
  for (size_t i = 0; i < list.count; i++) {
    slow_board next = *board;
    variant->make(&next, &list.items[i]);
    sum += count_leaves(variant, &next, depth - 1);
  }
  return sum;
}

uint64_t slow_line_perft(const void *self, unsigned depth) {
  const slow_line *line = self;
  return count_leaves(line->variant, slow_now(line), depth);
}
