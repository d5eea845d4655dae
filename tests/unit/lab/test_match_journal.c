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
} bench;

static void set_up(bench *b) {
  memset(b, 0, sizeof *b);
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
  game.start = index == 0 ? NULL : memcpy(calloc(1, 9), "X.O w 12", 9);
  for (uint32_t i = 0; i < 100; i++) {
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

static void what_was_altered_is_not_believed(void **unused) {
  (void)unused;
  bench b;
  set_up(&b);
  write_games(&b, 0, 3);
  FILE *file = fopen(b.path, "r+");
  assert_non_null(file);
  assert_int_equal(fseek(file, file_size(&b) / 2, SEEK_SET), 0);
  assert_int_equal(fputc('9', file), '9');
  assert_int_equal(fputc('9', file), '9');
  fclose(file);
  read_games(&b, 1);
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
    cmocka_unit_test(what_was_altered_is_not_believed),
    cmocka_unit_test(the_journal_of_another_match_is_refused),
    cmocka_unit_test(some_other_file_is_refused_and_left_alone),
    cmocka_unit_test(without_a_file_nothing_is_kept),
};

MR_TEST_MAIN(tests)
