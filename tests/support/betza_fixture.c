#include "betza_fixture.h"

#include <marcher/str.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

static mr_arena arena;

int mr_betza_fixture_open(void **state) {
  (void)state;
  mr_arena_init(&arena, NULL, 0);
  return 0;
}

int mr_betza_fixture_close(void **state) {
  (void)state;
  mr_arena_done(&arena);
  return 0;
}

const mr_betza *mr_betza_of(const char *text) {
  const mr_betza *betza = NULL;
  mr_error error = {0};
  if (mr_betza_parse(text, strlen(text), &arena, &betza, &error) != MR_OK) {
    fail_msg("%s:%u: %s", text, (unsigned)error.column, error.message);
  }
  assert_non_null(betza);
  return betza;
}

mr_betza_board mr_betza_empty(uint8_t files, uint8_t ranks) {
  mr_betza_board board = {.files = files, .ranks = ranks};
  memset(board.men, '.', sizeof board.men);
  return board;
}

void mr_betza_square(const char *text, uint8_t *file, uint8_t *rank) {
  long number = strtol(text + 1, NULL, 10);
  assert_true(text[0] >= 'a' && text[0] < 'a' + MR_BETZA_SIDE_MAX);
  assert_in_range(number, 1, MR_BETZA_SIDE_MAX);
  *file = (uint8_t)(text[0] - 'a');
  *rank = (uint8_t)(number - 1);
}

void mr_betza_put(mr_betza_board *board, const char *square, char man) {
  uint8_t file = 0;
  uint8_t rank = 0;
  mr_betza_square(square, &file, &rank);
  assert_true(file < board->files && rank < board->ranks);
  board->men[rank][file] = man;
}

/* ---- on a board ------------------------------------------------------------------------------ */

typedef struct trial {
  const mr_betza_board *board;
  char enemy;
  mr_betza_moves moves;
} trial;

static void try_trail(void *context, const mr_trail *trail) {
  trial *on = context;
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    char man = on->board->men[step->rank][step->file];
    bool empty = man == '.';
    on->moves.quiet.on[step->rank][step->file] |= empty && (step->stop & MR_STOP_QUIET) != 0;
    on->moves.ep.on[step->rank][step->file] |= empty && (step->stop & MR_STOP_EP) != 0;
    on->moves.captures.on[step->rank][step->file] |=
        man == on->enemy && (step->stop & MR_STOP_CAPTURE) != 0;
    if (empty != (step->pass == MR_PASS_EMPTY)) {
      return;
    }
  }
}

mr_betza_moves mr_betza_moves_from(const mr_betza *betza, const mr_betza_board *board,
                                   const char *from, bool black) {
  trial on = {.board = board, .enemy = black ? 'w' : 'b'};
  mr_betza_origin origin = {.files = board->files, .ranks = board->ranks, .black = black};
  mr_betza_square(from, &origin.file, &origin.rank);
  mr_betza_walk(betza, &origin, try_trail, &on);
  return on.moves;
}

const char *mr_betza_squares_text(const mr_betza_squares *squares) {
  static char buffer[MR_BETZA_SIDE_MAX * MR_BETZA_SIDE_MAX * 4 + 1];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (unsigned rank = 0; rank < MR_BETZA_SIDE_MAX; rank++) {
    for (unsigned file = 0; file < MR_BETZA_SIDE_MAX; file++) {
      if (squares->on[rank][file]) {
        mr_str_format(&text, "%s%c%u", text.length > 0 ? " " : "", (char)('a' + (int)file),
                      rank + 1);
      }
    }
  }
  assert_int_equal(text.status, MR_OK);
  return buffer;
}

/* ---- trails ---------------------------------------------------------------------------------- */

static void write_trail(void *context, const mr_trail *trail) {
  mr_str *out = context;
  mr_str_add(out, out->length > 0 ? " " : "");
  mr_str_add(out, trail->initial ? "i" : "");
  mr_str_add(out, trail->creates_ep ? "n" : "");
  mr_str_add(out, trail->slide ? "~" : "");
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    mr_str_format(out, "%c%u:", (char)('a' + step->file), step->rank + 1u);
    mr_str_add(out, step->stop == 0 ? "-" : "");
    mr_str_add(out, (step->stop & MR_STOP_QUIET) != 0 ? "m" : "");
    mr_str_add(out, (step->stop & MR_STOP_CAPTURE) != 0 ? "c" : "");
    mr_str_add(out, (step->stop & MR_STOP_EP) != 0 ? "e" : "");
    mr_str_add(out, i + 1u == trail->length ? "" : step->pass == MR_PASS_EMPTY ? ">" : "^");
  }
}

const char *mr_betza_trails_text(const char *movement, uint8_t files, uint8_t ranks,
                                 const char *from) {
  static char buffer[1 << 16];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_betza_origin origin = {.files = files, .ranks = ranks};
  mr_betza_square(from, &origin.file, &origin.rank);
  mr_betza_walk(mr_betza_of(movement), &origin, write_trail, &text);
  assert_int_equal(text.status, MR_OK);
  return buffer;
}
