#include "fairy_fixture.h"

#include <ctype.h>
#include <marcher/doc.h>
#include <marcher/perft.h>
#include <marcher/view.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instruments.h"
#include "test_main.h"

enum { SIDE = 16, TEXT = 1024, MOVE_TEXT = 16 };

int mr_fairy_open(void **group, const char *name) {
  mr_table *table = malloc(sizeof *table);
  assert_non_null(table);
  mr_table_open_game(table, name, "", NULL);
  *group = table;
  return 0;
}

int mr_fairy_close(void **group) {
  mr_table_close(*group);
  free(*group);
  return 0;
}

/* The game of the test that runs. */
static void *opened;

int mr_fairy_close_table(void **state) {
  (void)state;
  if (opened != NULL) {
    mr_fairy_close(&opened);
  }
  opened = NULL;
  return 0;
}

mr_table *mr_fairy_table(const char *name) {
  mr_fairy_close_table(NULL);
  mr_fairy_open(&opened, name);
  return opened;
}

/* ---- positions ------------------------------------------------------------------------------- */

/* A position taken apart. */
typedef struct setting {
  int files;
  int ranks;
  char men[SIDE + 1][SIDE + 1][3]; /* [file][rank]: "+L" */
  char hands[64];
  char side[2];
  char en_passant[8];
  int clock;
} setting;

static char *copy_text(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  assert_non_null(copy);
  memcpy(copy, text, strlen(text) + 1);
  return copy;
}

static void put_man(setting *out, const char *token) {
  size_t letters = token[0] == '+' ? 2 : 1;
  int file = token[letters] - 'a' + 1;
  int rank = (int)strtol(token + letters + 1, NULL, 10);
  if (file < 1 || file > out->files || rank < 1 || rank > out->ranks || out->men[file][rank][0]) {
    fail_msg("there is no place for %s", token);
  }
  memcpy(out->men[file][rank], token, letters);
}

static void put_token(setting *out, const char *token) {
  if (token[0] == '[') {
    snprintf(out->hands, sizeof out->hands, "%s", token);
  } else if (strcmp(token, "w") == 0 || strcmp(token, "b") == 0) {
    out->side[0] = token[0];
  } else if (isdigit((unsigned char)token[0])) {
    out->clock = (int)strtol(token, NULL, 10);
  } else if (isdigit((unsigned char)token[1])) {
    snprintf(out->en_passant, sizeof out->en_passant, "%s", token);
  } else {
    put_man(out, token);
  }
}

static void write_rank(const setting *in, int rank, char *out, size_t size) {
  int empty = 0;
  for (int file = 1; file <= in->files + 1; file++) {
    bool end = file > in->files;
    if (!end && in->men[file][rank][0] == '\0') {
      empty++;
      continue;
    }
    size_t length = strlen(out);
    if (empty > 0) {
      length += (size_t)snprintf(out + length, size - length, "%d", empty);
    }
    snprintf(out + length, size - length, "%s", end ? "" : in->men[file][rank]);
    empty = 0;
  }
}

char *mr_fairy_state(const mr_table *table, const char *position) {
  char *copy = copy_text(position);
  if (strchr(position, '/') != NULL) {
    return copy;
  }
  setting *put = calloc(1, sizeof *put);
  char *out = calloc(1, TEXT);
  assert_non_null(put);
  assert_non_null(out);
  put->files = table->game->info.columns;
  put->ranks = table->game->info.rows;
  snprintf(put->hands, sizeof put->hands, "[]");
  snprintf(put->side, sizeof put->side, "w");
  snprintf(put->en_passant, sizeof put->en_passant, "-");
  char *rest = NULL;
  for (char *token = strtok_r(copy, " ", &rest); token != NULL;
       token = strtok_r(NULL, " ", &rest)) {
    put_token(put, token);
  }
  for (int rank = put->ranks; rank >= 1; rank--) {
    write_rank(put, rank, out, TEXT);
    snprintf(out + strlen(out), TEXT - strlen(out), "%s", rank > 1 ? "/" : "");
  }
  snprintf(out + strlen(out), TEXT - strlen(out), "%s %s - %s %d 1", put->hands, put->side,
           put->en_passant, put->clock);
  free(copy);
  free(put);
  return out;
}

void mr_fairy_set(mr_table *table, const char *position) {
  char *state = mr_fairy_state(table, position);
  mr_table_set(table, state);
  free(state);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static void expect_moves(mr_table *table, const char *moves, bool legal) {
  char *copy = copy_text(moves);
  char *rest = NULL;
  for (char *move = strtok_r(copy, " ", &rest); move != NULL; move = strtok_r(NULL, " ", &rest)) {
    if (mr_table_allows(table, move) != legal) {
      fail_msg("%s is %s in %s", move, legal ? "illegal" : "legal", mr_table_state(table));
    }
  }
  free(copy);
}

void mr_fairy_moves(mr_table *table, const char *position, const char *legal, const char *illegal) {
  mr_fairy_set(table, position);
  expect_moves(table, legal, true);
  expect_moves(table, illegal, false);
}

/* Cuts the move number off a state. */
static void cut_number(char *state) {
  char *blank = strrchr(state, ' ');
  assert_non_null(blank);
  *blank = '\0';
}

void mr_fairy_play(mr_table *table, const char *from, const char *moves, const char *to) {
  mr_fairy_set(table, from);
  mr_table_play(table, moves);
  char *wanted = mr_fairy_state(table, to);
  char *found = copy_text(mr_table_state(table));
  cut_number(wanted);
  cut_number(found);
  if (strcmp(found, wanted) != 0) {
    fail_msg("%s leads from %s to %s, not to %s", moves, from, found, wanted);
  }
  free(wanted);
  free(found);
}

/* Plays moves, before each of which the game must be going on. */
static void play_on(mr_table *table, const char *moves) {
  char *copy = copy_text(moves);
  char *rest = NULL;
  for (char *move = strtok_r(copy, " ", &rest); move != NULL; move = strtok_r(NULL, " ", &rest)) {
    if (strcmp(mr_table_result(table), "*") != 0) {
      fail_msg("over by %s before %s in %s", mr_table_ended_by(table), move, mr_table_state(table));
    }
    mr_table_play(table, move);
  }
  free(copy);
}

void mr_fairy_end_after(mr_table *table, const char *position, const char *moves, int times,
                        const char *result, const char *rule) {
  mr_fairy_set(table, position);
  for (int i = 0; i < times; i++) {
    play_on(table, moves);
  }
  const char *by = mr_table_ended_by(table);
  size_t length = strcspn(by, " ");
  if (strcmp(mr_table_result(table), result) != 0 || strlen(rule) != length ||
      strncmp(by, rule, length) != 0) {
    fail_msg("%s, %d times %s: %s by \"%s\", not %s by \"%s\"", position, times, moves,
             mr_table_result(table), by, result, rule);
  }
}

void mr_fairy_end(mr_table *table, const char *position, const char *moves, const char *result,
                  const char *rule) {
  mr_fairy_end_after(table, position, moves, 1, result, rule);
}

/* ---- drawings -------------------------------------------------------------------------------- */

bool mr_fairy_goes(mr_table *table, const char *from, const char *to) {
  char text[MOVE_TEXT];
  snprintf(text, sizeof text, "%s%s", from, to);
  if (mr_table_allows(table, text)) {
    return true;
  }
  snprintf(text, sizeof text, "%s%s+", from, to);
  return mr_table_allows(table, text);
}

/* Sets the table to the man with some others, its side to move. */
static void set_man(mr_table *table, const char *man, const char *others, const char *enemy) {
  char position[TEXT];
  bool white = isupper((unsigned char)man[man[0] == '+']) != 0;
  snprintf(position, sizeof position, "%s %s %s %s", white ? "w" : "b", man, others, enemy);
  mr_fairy_set(table, position);
}

/* One square of a drawing: empty, then with an enemy (its letter first) on it. */
static void expect_mark(mr_table *table, const mr_fairy_drawing *drawing, const char *enemy,
                        char mark) {
  const char *from = drawing->man + (drawing->man[0] == '+' ? 2 : 1);
  const char *to = enemy + 1;
  set_man(table, drawing->man, drawing->others, "");
  if (mr_fairy_goes(table, from, to) != (mark == 'm' || mark == 'x')) {
    fail_msg("%s: moving to %s is not as drawn", drawing->man, to);
  }
  set_man(table, drawing->man, drawing->others, enemy);
  if (mr_fairy_goes(table, from, to) != (mark == 'c' || mark == 'x')) {
    fail_msg("%s: capturing on %s is not as drawn", drawing->man, to);
  }
}

void mr_fairy_reach(mr_table *table, const mr_fairy_drawing *drawing) {
  const char *const *rows = drawing->rows;
  int side = (int)strlen(rows[0]);
  const char *from = drawing->man + (drawing->man[0] == '+' ? 2 : 1);
  int first_file = from[0] - 'a' + 1 - side / 2;
  int first_rank = (int)strtol(from + 1, NULL, 10) + side / 2;
  assert_int_equal(rows[side / 2][side / 2], 'o');
  for (int i = 0; i < side * side; i++) {
    int file = first_file + i % side;
    int rank = first_rank - i / side;
    char mark = rows[i / side][i % side];
    if (file >= 1 && file <= table->game->info.columns && rank >= 1 &&
        rank <= table->game->info.rows && mark != 'o') {
      char enemy[MOVE_TEXT];
      snprintf(enemy, sizeof enemy, "%c%c%d", drawing->enemy, (char)('a' + file - 1), rank);
      expect_mark(table, drawing, enemy, mark);
    }
  }
}

/* ---- events, regions and the page ------------------------------------------------------------ */

const char *mr_fairy_event_rule(const mr_table *table, mr_event_kind kind) {
  for (size_t i = 0; i < table->events.count; i++) {
    if (table->events.items[i].kind == kind) {
      return table->game->info.rules[table->events.items[i].rule].id;
    }
  }
  fail_msg("no event of kind %d", (int)kind);
  return NULL;
}

/* Whether `squares` names the cell. */
static bool names_cell(const mr_table *table, const char *squares, mr_cell cell) {
  char name[8] = "";
  mr_str out = mr_str_fixed(name, sizeof name);
  mr_game_cell_text(table->game, cell, &out);
  size_t length = strlen(name);
  for (const char *at = strstr(squares, name); at != NULL; at = strstr(at + 1, name)) {
    if ((at == squares || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
      return true;
    }
  }
  return false;
}

static bool is_region(const mr_table *table, const mr_view *view, size_t region,
                      const char *squares) {
  if (view->columns != table->game->info.columns || view->rows != table->game->info.rows) {
    return false;
  }
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    bool inside = (view->cells[i].regions >> region & 1) != 0;
    if (inside != names_cell(table, squares, view->cells[i].cell)) {
      return false;
    }
  }
  return true;
}

static bool has_region(const mr_table *table, const mr_view *view, const char *squares) {
  for (size_t i = 0; i < view->region_count; i++) {
    if (is_region(table, view, i, squares)) {
      return true;
    }
  }
  return false;
}

void mr_fairy_region(mr_table *table, const char *name, const char *squares) {
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_game_view(table->game, table->state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  bool found = has_region(table, &view, squares);
  mr_arena_done(&arena);
  if (!found) {
    fail_msg("the picture has no region of exactly these squares (%s): %s", name, squares);
  }
}

void mr_fairy_page_region(mr_table *table, const char *name, const char *squares) {
  mr_arena arena;
  mr_doc doc;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  assert_int_equal(mr_game_page(table->game, &doc, NULL), MR_OK);
  bool found = false;
  for (const mr_doc_block *block = doc.first; block != NULL; block = block->next) {
    found = found || (block->view != NULL && has_region(table, block->view, squares));
  }
  mr_arena_done(&arena);
  if (!found) {
    fail_msg("the page shows no region of exactly these squares (%s): %s", name, squares);
  }
}

static void append_block(mr_str *out, const mr_doc_block *block) {
  mr_str_add(out, block->id);
  mr_str_add(out, " ");
  mr_str_add(out, block->text);
  for (size_t i = 0; i < block->cell_count; i++) {
    mr_str_add(out, "|");
    mr_str_add(out, block->cells[i]);
  }
  mr_str_add(out, "\n");
}

char *mr_fairy_page(const mr_table *table) {
  enum { PAGE = 1 << 18 };
  char *page = malloc(PAGE);
  assert_non_null(page);
  mr_arena arena;
  mr_doc doc;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_str out = mr_str_fixed(page, PAGE);
  assert_int_equal(mr_game_page(table->game, &doc, NULL), MR_OK);
  for (const mr_doc_block *block = doc.first; block != NULL; block = block->next) {
    append_block(&out, block);
  }
  assert_int_equal(out.status, MR_OK);
  mr_arena_done(&arena);
  return page;
}

void mr_fairy_there_and_back(mr_table *table, const char *action, const char *after) {
  const mr_game *game = table->game;
  mr_state *before = mr_state_new(game, NULL), *read = mr_state_new(game, NULL);
  void *undo = calloc(1, game->info.undo_size);
  char text[MR_ACTION_TEXT_MAX];
  mr_action made = MR_ACTION_NONE;
  assert_non_null(before);
  assert_non_null(read);
  assert_non_null(undo);
  mr_state_copy(game, before, table->state);
  assert_int_equal(mr_game_parse_action(game, table->state, action, strlen(action), &made, NULL),
                   MR_OK);
  mr_table_text(table, made, text);
  assert_string_equal(text, action);
  mr_game_make(game, table->state, made, undo, NULL);
  assert_true(mr_game_hash(game, table->state) == mr_game_rehash(game, table->state));
  if (after != NULL) {
    assert_string_equal(mr_table_state(table), after);
    assert_int_equal(mr_game_parse_state(game, after, strlen(after), read, NULL), MR_OK);
    assert_true(mr_game_hash(game, table->state) == mr_game_hash(game, read));
  }
  mr_game_unmake(game, table->state, undo);
  assert_memory_equal(table->state, before, game->info.state_size);
  free(undo);
  mr_state_free(game, NULL, before);
  mr_state_free(game, NULL, read);
}

void mr_fairy_count(const mr_fairy_figure *figures, size_t count, uint64_t most) {
  for (size_t i = 0; i < count; i++) {
    const mr_fairy_figure *f = &figures[i];
    mr_table table;
    uint64_t leaves = 0;
    if (MR_SLOW_BUILD && f->leaves > most) {
      continue;
    }
    mr_table_open_game(&table, f->game, f->sets, f->state);
    assert_int_equal(mr_perft(table.game, table.state, f->depth, NULL, &leaves, NULL), MR_OK);
    if (leaves != f->leaves) {
      fail_msg("%s %s %s: %llu", f->game, f->sets, f->state != NULL ? f->state : "",
               (unsigned long long)leaves);
    }
    mr_table_close(&table);
  }
}
