#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/match_priv.h"
#include "line_game.h"
#include "test_main.h"

enum { GAMES = 5 };

typedef struct bench {
  char path[512];
  line_game line;
  mr_match_engine engines[2];
  mr_match_options options;
  mr_error err;
  mr_match_game read[GAMES];
  size_t count;
  uint32_t actions; /* of a game */
} bench;

static void set_up(bench *b) {
  memset(b, 0, sizeof *b);
  b->actions = 100;
  line_game_init(&b->line, (line_rules){.columns = 3, .rows = 3, .need = 3, .per_turn = 1});
  b->engines[0].name = "a";
  b->engines[1].name = "b";
  b->options = (mr_match_options){.game = &b->line.game,
                                  .engines = b->engines,
                                  .engine_count = 2,
                                  .games = GAMES,
                                  .seed = 3,
                                  .journal = b->path};
  /* Tests run beside each other. */
  snprintf(b->path, sizeof b->path, "%s/journal-%ld", MR_BINARY_DIR, (long)getpid());
  remove(b->path);
}

static void forget(bench *b) {
  for (size_t i = 0; i < b->count; i++) {
    mr_match_game_done(&b->read[i]);
  }
  b->count = 0;
}

static void tear_down(bench *b) {
  forget(b);
  remove(b->path);
}

static mr_status take(void *context, mr_match_game *game, mr_error *err) {
  bench *b = context;
  (void)err;
  assert_true(b->count < GAMES);
  b->read[b->count++] = *game;
  *game = (mr_match_game){0};
  return MR_OK;
}

static mr_status open_journal(bench *b, mr_journal *journal) {
  forget(b);
  return mr_journal_open(journal, &b->options, take, b, &b->err);
}

/* A game with something in every field. */
static mr_match_game sample(bench *b, uint64_t index) {
  mr_match_game game = {.index = index,
                        .opening = index / 2,
                        .seed = UINT64_MAX - index,
                        .engines = {1, 0},
                        .score = {1, 3},
                        .end = MR_END_TIME,
                        .first = {1},
                        .fault = {0},
                        .over_ms = {12, 0},
                        .turns = 77,
                        .reason = "White loses on time, 12 ms over"};
  strcpy(game.day, index == 0 ? "" : "2026.11.22"); /* journals of before have none */
  game.start = index == 0 ? NULL : memcpy(calloc(1, 9), "X.O w 12", 9);
  for (uint32_t i = 0; i < b->actions; i++) {
    mr_match_action action = {.action = UINT32_MAX - 1 - i,
                              .player = {i % 3 == 0 ? MR_NOBODY_ID : (uint8_t)(i % 2)},
                              .book = i < 4,
                              .scored = i % 2 == 0,
                              .score = {i % 2 == 0, -35 + (int)i, i == 9 ? -7 : 0},
                              .depth = i,
                              .nodes = UINT64_MAX - i,
                              .milliseconds = 1000 + i};
    assert_int_equal(mr_match_game_add(&game, action, &b->err), MR_OK);
  }
  return game;
}

static void write_games(bench *b, uint64_t from, uint64_t to) {
  mr_journal journal;
  if (open_journal(b, &journal) != MR_OK) {
    fail_msg("%s", b->err.message);
  }
  for (uint64_t i = from; i < to; i++) {
    mr_match_game game = sample(b, i);
    assert_int_equal(mr_journal_add(&journal, &game, &b->err), MR_OK);
    mr_match_game_done(&game);
  }
  mr_journal_close(&journal);
}

static void read_games(bench *b, size_t expected) {
  mr_journal journal;
  if (open_journal(b, &journal) != MR_OK) {
    fail_msg("%s", b->err.message);
  }
  mr_journal_close(&journal);
  assert_int_equal(b->count, expected);
}

static long file_size(const bench *b) {
  FILE *file = fopen(b->path, "r");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  fclose(file);
  return size;
}

static void games_come_back_as_they_were(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  write_games(&b, 0, 2);
  read_games(&b, 2);
  for (uint64_t i = 0; i < 2; i++) {
    mr_match_game game = sample(&b, i);
    const mr_match_game *read = &b.read[i];
    assert_int_equal(read->index, game.index);
    assert_int_equal(read->seed, game.seed);
    assert_int_equal(read->turns, game.turns);
    assert_int_equal(read->end, game.end);
    assert_memory_equal(read->score, game.score, sizeof game.score);
    assert_memory_equal(read->over_ms, game.over_ms, sizeof game.over_ms);
    assert_int_equal(read->first.id, 1);
    assert_int_equal(read->fault.id, 0);
    assert_string_equal(read->names[0], "b");
    assert_string_equal(read->reason, game.reason);
    assert_string_equal(read->day, game.day);
    assert_int_equal(read->start == NULL, game.start == NULL);
    assert_string_equal(read->start != NULL ? read->start : "",
                        game.start != NULL ? game.start : "");
    assert_int_equal(read->count, game.count);
    for (size_t j = 0; j < game.count; j++) {
      assert_int_equal(read->actions[j].action, game.actions[j].action);
      assert_int_equal(read->actions[j].player.id, game.actions[j].player.id);
      assert_int_equal(read->actions[j].book, game.actions[j].book);
      assert_int_equal(read->actions[j].scored, game.actions[j].scored);
      assert_int_equal(read->actions[j].score.centipawns, game.actions[j].score.centipawns);
      assert_int_equal(read->actions[j].score.end_in, game.actions[j].score.end_in);
      assert_int_equal(read->actions[j].depth, game.actions[j].depth);
      assert_int_equal(read->actions[j].nodes, game.actions[j].nodes);
      assert_int_equal(read->actions[j].milliseconds, game.actions[j].milliseconds);
    }
    mr_match_game_done(&game);
  }
  tear_down(&b);
}

static void what_is_cut_short_anywhere_is_written_again(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  write_games(&b, 0, 1);
  long one = file_size(&b);
  write_games(&b, 1, 2);
  long two = file_size(&b);
  for (long cut = 0; cut < two; cut += cut < 60 || two - cut < 60 ? 1 : 997) {
    assert_int_equal(truncate(b.path, 0), 0);
    write_games(&b, 0, 2);
    assert_int_equal(truncate(b.path, cut), 0);
    read_games(&b, cut >= one ? 1 : 0);
    size_t whole = b.count;
    write_games(&b, whole, 2);
    read_games(&b, 2);
    assert_int_equal(file_size(&b), two);
  }
  tear_down(&b);
}

/* ---- damage ---------------------------------------------------------------------------------- */

typedef struct bytes {
  char *data;
  size_t size;
} bytes;

static bytes slurp(const bench *b) {
  bytes all = {.size = (size_t)file_size(b)};
  FILE *file = fopen(b->path, "r");
  all.data = malloc(all.size + 1);
  assert_non_null(file);
  assert_non_null(all.data);
  assert_int_equal(fread(all.data, 1, all.size, file), all.size);
  fclose(file);
  return all;
}

static void spill(const bench *b, const char *data, size_t size) {
  remove(b->path); /* some file systems wait for the disk where a file is cut and written again */
  FILE *file = fopen(b->path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, size, file), size);
  fclose(file);
}

/* Reads the games there are. @return how many lines were damaged, the first in `line` */
static uint64_t read_damaged(bench *b, uint64_t *line) {
  mr_journal journal;
  if (open_journal(b, &journal) != MR_OK) {
    fail_msg("%s", b->err.message);
  }
  mr_journal_close(&journal);
  *line = journal.damaged_line;
  return journal.damaged;
}

static bool has_game(const bench *b, uint64_t index) {
  for (size_t i = 0; i < b->count; i++) {
    if (b->read[i].index == index) {
      return true;
    }
  }
  return false;
}

/* Which line of a text a byte belongs to, from 1. */
static uint64_t line_of(const bytes *all, size_t at) {
  uint64_t line = 1;
  for (size_t i = 0; i < at; i++) {
    line += all->data[i] == '\n';
  }
  return line;
}

/*
 * One byte is another: no other game than that of its line is lost, and what is lost is played
 * again. @param by what the byte is changed by
 */
static void expect_little_lost(bench *b, const bytes *all, size_t at, char by) {
  uint64_t line = line_of(all, at);
  uint64_t damaged = 0;
  bool end = all->data[at] == '\n';
  all->data[at] = (char)(all->data[at] ^ by);
  spill(b, all->data, all->size);
  assert_int_not_equal(read_damaged(b, &damaged), 0);
  assert_true(damaged == line);
  for (uint64_t i = 0; i < 3; i++) {
    bool own = line == i + 2;
    assert_true(has_game(b, i) == (!own || end));
  }
  uint64_t lost = line - 2;
  if (b->count < 3) {
    write_games(b, lost, lost + 1);
    read_games(b, 3);
  }
  all->data[at] = (char)(all->data[at] ^ by);
}

static void a_damaged_byte_costs_no_more_than_its_own_game(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  b.actions = 3;
  write_games(&b, 0, 3);
  bytes all = slurp(&b);
  assert_in_range(all.size, 400, 2000);
  for (size_t i = 0; i < all.size; i++) {
    expect_little_lost(&b, &all, i, 1);
    expect_little_lost(&b, &all, i, (char)0x80);
    if (all.data[i] != '\n') {
      expect_little_lost(&b, &all, i, (char)(all.data[i] ^ '\n'));
    }
    if (all.data[i] != '\0') {
      expect_little_lost(&b, &all, i, all.data[i]);
    }
  }
  free(all.data);
  tear_down(&b);
}

static void what_is_lost_in_the_middle_costs_what_it_touches(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  b.actions = 3;
  write_games(&b, 0, 4);
  bytes all = slurp(&b);
  uint64_t line = 0;
  /* A hole from the middle of the second game's line to that of the third's. */
  size_t begins[6] = {0};
  for (size_t i = 0, n = 1; i + 1 < all.size && n < 6; i++) {
    if (all.data[i] == '\n') {
      begins[n++] = i + 1;
    }
  }
  size_t from = (begins[2] + begins[3]) / 2;
  size_t to = (begins[3] + begins[4]) / 2;
  memmove(all.data + from, all.data + to, all.size - to);
  spill(&b, all.data, all.size - (to - from));
  assert_int_equal(read_damaged(&b, &line), 1);
  assert_true(line == 3);
  assert_true(b.count == 2 && has_game(&b, 0) && has_game(&b, 3));
  free(all.data);
  tear_down(&b);
}

static void a_newer_version_is_refused_by_name(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  mr_journal journal;
  const char *text = "marcher match 37 0123456789abcdef more\nlines\n";
  spill(&b, text, strlen(text));
  assert_int_equal(open_journal(&b, &journal), MR_ERR_MISMATCH);
  assert_non_null(
      strstr(b.err.message, "is a journal of version 37; this program reads versions 1 to 2"));
  assert_true((size_t)file_size(&b) == strlen(text));
  tear_down(&b);
}

static void expect_refusal(bench *b, const char *word) {
  mr_journal journal;
  long size = file_size(b);
  assert_int_equal(open_journal(b, &journal), MR_ERR_MISMATCH);
  assert_non_null(strstr(b->err.message, word));
  assert_int_equal(file_size(b), size);
}

static void the_journal_of_another_match_is_refused(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  write_games(&b, 0, 2);
  b.options.seed++;
  expect_refusal(&b, "another match");
  b.options.seed--;
  b.engines[1].control.nodes = 5;
  expect_refusal(&b, "another match");
  b.engines[1].control.nodes = 0;
  b.options.identity = "other openings";
  expect_refusal(&b, "another match");
  b.options.identity = NULL;
  b.options.draw.count = 4;
  expect_refusal(&b, "another match");
  b.options.draw.count = 0;
  b.options.by_standing = true;
  expect_refusal(&b, "another match");
  b.options.by_standing = false;
  b.options.concurrency = 7;
  b.options.games = 100;
  read_games(&b, 2);
  tear_down(&b);
}

static void some_other_file_is_refused_and_left_alone(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  FILE *file = fopen(b.path, "w");
  assert_non_null(file);
  fputs("My precious notes\nthat nobody may touch\n", file);
  fclose(file);
  expect_refusal(&b, "no journal");
  assert_int_equal(truncate(b.path, 12), 0);
  expect_refusal(&b, "no journal");
  tear_down(&b);
}

static void without_a_file_nothing_is_kept(void **unused) {
  (void)unused;
  bench b;
  mr_journal journal;
  set_up(&b);
  b.options.journal = NULL;
  assert_int_equal(open_journal(&b, &journal), MR_OK);
  mr_match_game game = sample(&b, 0);
  assert_int_equal(mr_journal_add(&journal, &game, &b.err), MR_OK);
  mr_match_game_done(&game);
  mr_journal_close(&journal);
  b.options.journal = "/nowhere/at/all";
  assert_int_equal(open_journal(&b, &journal), MR_ERR_IO);
  tear_down(&b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(games_come_back_as_they_were),
    cmocka_unit_test(what_is_cut_short_anywhere_is_written_again),
    cmocka_unit_test(a_damaged_byte_costs_no_more_than_its_own_game),
    cmocka_unit_test(what_is_lost_in_the_middle_costs_what_it_touches),
    cmocka_unit_test(a_newer_version_is_refused_by_name),
    cmocka_unit_test(the_journal_of_another_match_is_refused),
    cmocka_unit_test(some_other_file_is_refused_and_left_alone),
    cmocka_unit_test(without_a_file_nothing_is_kept),
};

MR_TEST_MAIN(tests)
