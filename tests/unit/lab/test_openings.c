#include <limits.h>
#include <marcher/openings.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"

/** A set of openings of a game of the catalogue. */
typedef struct bench {
  mr_game *game;
  mr_openings *set;
  mr_error err;
} bench;

static void bench_open(bench *b, const char *name) {
  memset(b, 0, sizeof *b);
  b->game = mr_game_open(name, "");
  assert_int_equal(mr_openings_new(b->game, NULL, &b->set, &b->err), MR_OK);
}

static void bench_close(bench *b) {
  mr_openings_free(b->set);
  mr_game_free(b->game);
}

static mr_status add(bench *b, unsigned turns, const char *text) {
  const mr_opening_file file = {
      .source = "file", .text = text, .length = strlen(text), .turns = turns};
  return mr_openings_add_file(b->set, &file, &b->err);
}

static void added(bench *b, unsigned turns, const char *text) {
  if (add(b, turns, text) != MR_OK) {
    fail_msg("%s:%u:%u: %s", b->err.source, b->err.line, b->err.column, b->err.message);
  }
}

static void refused(bench *b, const char *text, mr_status status, uint32_t line, uint32_t column) {
  size_t before = mr_openings_count(b->set);
  memset(&b->err, 0, sizeof b->err);
  mr_status got = add(b, 0, text);
  if (got != status || b->err.line != line || b->err.column != column) {
    fail_msg("'%s': status %d at %u:%u (%s)", text, (int)got, b->err.line, b->err.column,
             b->err.message);
  }
  assert_string_equal(b->err.source, "file");
  assert_true(b->err.message[0] != '\0');
  assert_int_equal(mr_openings_count(b->set), before);
}

/** The text of the position to which an opening leads. */
static void leads_to(bench *b, size_t index, const char *expected) {
  char text[512];
  mr_state *state = mr_state_new(b->game, NULL);
  mr_str out = mr_str_fixed(text, sizeof text);
  assert_int_equal(mr_openings_state(b->set, index, state, &b->err), MR_OK);
  mr_game_format_state(b->game, state, &out);
  assert_string_equal(text, expected);
  mr_state_free(b->game, NULL, state);
}

#define KINGS "4k3/8/8/8/8/8/4P3/4K3 w - -"

static void positions_are_read_as_fen_and_as_epd(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  added(&b, 0,
        "# a comment\n"
        "\n"
        "  4k3/8/8/8/8/8/4P3/4K3 w - - 5 40\r\n"
        "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 7; id \"x; y\"; fmvn 12;\n"
        "4k3/8/8/8/8/8/3P4/4K3 w - -\n"
        "4k3/8/8/8/8/8/2P5/4K3 w - - 3 9; remark\n"
        "4k3/8/8/8/8/8/1P6/4K3 w - - bm Ke2;");
  assert_int_equal(mr_openings_count(b.set), 5);
  leads_to(&b, 0, "4k3/8/8/8/8/8/4P3/4K3 w - - 5 40");
  leads_to(&b, 1, "4k3/8/8/8/8/8/4P3/4K3 b - - 7 12");
  leads_to(&b, 2, "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1");
  leads_to(&b, 3, "4k3/8/8/8/8/8/2P5/4K3 w - - 3 9");
  leads_to(&b, 4, "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1");
  assert_int_equal(mr_openings_left_out(b.set), 0);
  bench_close(&b);
}

static void what_is_repeated_or_over_is_left_out(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  added(&b, 0,
        KINGS " 0 1\n" KINGS " 9 20\n"
              "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n");
  assert_int_equal(mr_openings_count(b.set), 1);
  assert_int_equal(mr_openings_left_out(b.set), 2);
  bench_close(&b);
}

static void faults_in_positions_are_told_with_line_and_column(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  refused(&b, "\n  4k3/8/8/8/8/8/4P3/4Z3 w - - 0 1\n", MR_ERR_SYNTAX, 2, 22);
  refused(&b, "4k3/8/8/8/8/8/8/4K3 w K - 0 1\n", MR_ERR_ILLEGAL, 1, 1);
  refused(&b, "# x\nnonsense\n", MR_ERR_SYNTAX, 2, 2);
  refused(&b, "; only a remark", MR_ERR_SYNTAX, 1, 1);
  char line[MR_OPENING_LINE_MAX + 3];
  memset(line, 'k', sizeof line);
  line[sizeof line - 1] = '\0';
  refused(&b, line, MR_ERR_LIMIT, 1, 1);
  bench_close(&b);
}

#define RECORD_HEAD "[Marcher \"1\"]\n[Game \"chess\"]\n"

static void records_give_lines_of_so_many_turns(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  added(&b, 3,
        RECORD_HEAD "[Result \"*\"]\n\ne2e4 e7e5 g1f3 b8c6\n\n" RECORD_HEAD "[Start \"" KINGS
                    " 0 1\"]\n[Result \"*\"]\n\ne2e4 e8d7\n");
  assert_int_equal(mr_openings_count(b.set), 2);
  assert_int_equal(mr_openings_at(b.set, 0).count, 3);
  assert_null(mr_openings_at(b.set, 0).start);
  leads_to(&b, 0, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  assert_int_equal(mr_openings_at(b.set, 1).count, 2);
  assert_string_equal(mr_openings_at(b.set, 1).start, KINGS " 0 1");
  leads_to(&b, 1, "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2");
  bench_close(&b);
}

static void the_turn_that_ends_a_whole_game_is_cut_off(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  added(&b, 0, RECORD_HEAD "[Result \"0-1\"]\n\nf2f3 e7e5 g2g4 d8h4\n");
  assert_int_equal(mr_openings_count(b.set), 1);
  assert_int_equal(mr_openings_at(b.set, 0).count, 3);
  added(&b, 4, RECORD_HEAD "[Result \"0-1\"]\n\nf2f3 e7e5 g2g4 d8h4\n");
  assert_int_equal(mr_openings_count(b.set), 1);
  assert_int_equal(mr_openings_left_out(b.set), 1);
  bench_close(&b);
}

static void turns_of_two_actions_are_not_torn_apart(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "colorboundmost");
  const mr_opening_wish wish = {.count = 40, .turns = 5, .seed = 4};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
  for (size_t i = 0; i < 40; i++) {
    /* a first turn of one action, then four of two, fewer where a colour is skipped */
    assert_in_range(mr_openings_at(b.set, i).count, 5, 9);
    mr_state *after = mr_state_new(b.game, NULL);
    assert_int_equal(mr_openings_state(b.set, i, after, &b.err), MR_OK);
    assert_int_equal(mr_game_node(b.game, after).player.id, 1);
    mr_state_free(b.game, NULL, after);
  }
  bench_close(&b);
}

static void faults_in_records_are_told_with_line_and_column(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  refused(&b, RECORD_HEAD "\ne2e4 e7e5\ne1e3\n", MR_ERR_ILLEGAL, 5, 1);
  refused(&b, "[Marcher \"1\"]\n[Game \"borderlands\"]\n\n", MR_ERR_MISMATCH, 1, 1);
  mr_openings_free(b.set);
  assert_int_equal(mr_openings_new(b.game, NULL, &b.set, &b.err), MR_OK);
  const char *second = RECORD_HEAD "\ne2e4\n" RECORD_HEAD "\ne2e4 e7e8\n";
  assert_int_equal(add(&b, 0, second), MR_ERR_ILLEGAL);
  assert_int_equal(b.err.line, 8);
  assert_int_equal(b.err.column, 6);
  assert_int_equal(mr_openings_count(b.set), 1);
  bench_close(&b);
}

static void games_of_pgn_give_lines_of_so_many_turns(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  added(&b, 4,
        "[Event \"x\"]\n\n1. e4 {a} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 nonsense 1-0\n\n"
        "[FEN \"" KINGS " 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 *\n"
        "[Event \"the same\"]\n\n1. e2e4 e7e5 2. g1f3 b8c6 3. a3 *\n");
  assert_int_equal(mr_openings_count(b.set), 2);
  assert_int_equal(mr_openings_left_out(b.set), 1);
  leads_to(&b, 0, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  leads_to(&b, 1, "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2");
  refused(&b, "\n1. e4 e5\n2. Nf6 *", MR_ERR_ILLEGAL, 3, 4);
  refused(&b, "[Variant \"Borderlands\"]\n\n*", MR_ERR_MISMATCH, 1, 1);
  refused(&b, "[FEN \"k\"]\n\n*", MR_ERR_SYNTAX, 1, 1);
  refused(&b, "[FEN \"k]\n\n*", MR_ERR_SYNTAX, 1, 6);
  bench_close(&b);
  bench_open(&b, "borderlands");
  added(&b, 2, "[Variant \"borderlands\"]\n\n1. Wc5 Wc6 2. Wd5 *\n");
  assert_int_equal(mr_openings_at(b.set, 0).count, 2);
  bench_close(&b);
}

/* ---- generated ------------------------------------------------------------------------------- */

static void generated_openings_are_different_and_go_on(void **state) {
  (void)state;
  static const char *const names[] = {"chess", "borderlands", "battle-of-ideologies", "borderline",
                                      "colorboundmost"};
  for (size_t g = 0; g < sizeof names / sizeof *names; g++) {
    bench b;
    bench_open(&b, names[g]);
    const mr_opening_wish wish = {.count = 60, .turns = 2, .seed = 7};
    assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
    assert_int_equal(mr_openings_count(b.set), 60);
    uint64_t hashes[60];
    mr_state *after = mr_state_new(b.game, NULL);
    for (size_t i = 0; i < 60; i++) {
      assert_int_equal(mr_openings_state(b.set, i, after, &b.err), MR_OK);
      assert_int_equal(mr_game_node(b.game, after).kind, MR_NODE_DECISION);
      hashes[i] = mr_game_hash(b.game, after);
      for (size_t k = 0; k < i; k++) {
        assert_int_not_equal(hashes[i], hashes[k]);
      }
    }
    mr_state_free(b.game, NULL, after);
    bench_close(&b);
  }
}

static void openings_of_a_shuffled_game_begin_in_many_orders(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess960");
  const mr_opening_wish wish = {.count = 40, .turns = 2, .seed = 7};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
  unsigned others = 0;
  for (size_t i = 0; i < 40; i++) {
    assert_non_null(mr_openings_at(b.set, i).start);
    others += i > 0 && strcmp(mr_openings_at(b.set, i).start, mr_openings_at(b.set, 0).start) != 0;
  }
  assert_true(others > 30);
  bench_close(&b);
}

static uint64_t generated_hash(size_t count, uint64_t seed, size_t look_at, mr_action *first) {
  bench b;
  bench_open(&b, "borderlands");
  const mr_opening_wish wish = {.count = count, .turns = 6, .seed = seed};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
  uint64_t hash = mr_openings_hash(b.set);
  memcpy(first, mr_openings_at(b.set, look_at).actions, 6 * sizeof *first);
  bench_close(&b);
  return hash;
}

static void the_same_seed_gives_the_same_openings(void **state) {
  (void)state;
  mr_action a[6];
  mr_action b[6];
  uint64_t hash = generated_hash(30, 1, 19, a);
  assert_true(generated_hash(30, 1, 19, b) == hash);
  assert_memory_equal(a, b, sizeof a);
  assert_true(generated_hash(30, 2, 19, b) != hash);
  assert_true(generated_hash(20, 1, 19, b) != hash);
  assert_memory_equal(a, b, sizeof a);
}

/** Judges by the hash; `calls` counts. */
typedef struct strict {
  const mr_game *game;
  int shift;
  int calls;
} strict;

static mr_status strict_judge(void *context, const mr_state *state, int *centipawns,
                              mr_error *err) {
  strict *s = context;
  (void)err;
  s->calls++;
  *centipawns = (int)(mr_game_hash(s->game, state) >> s->shift & 255) - 128;
  return MR_OK;
}

static void every_judge_must_find_an_opening_even(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  strict first = {b.game, 0, 0};
  strict second = {b.game, 8, 0};
  const mr_opening_evaluator evaluators[] = {{strict_judge, &first}, {strict_judge, &second}};
  const mr_opening_wish wish = {.count = 25,
                                .turns = 4,
                                .seed = 1,
                                .evaluators = evaluators,
                                .evaluator_count = 2,
                                .bound = 20};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
  mr_state *after = mr_state_new(b.game, NULL);
  for (size_t i = 0; i < 25; i++) {
    int worth;
    assert_int_equal(mr_openings_state(b.set, i, after, &b.err), MR_OK);
    (void)strict_judge(&first, after, &worth, NULL);
    assert_true(worth >= -20 && worth <= 20);
    (void)strict_judge(&second, after, &worth, NULL);
    assert_true(worth >= -20 && worth <= 20);
  }
  /* about one in six passes each; the second is not asked about what the first declined */
  assert_true(first.calls > 25 * 8 && second.calls > 25 * 2 && second.calls < first.calls);
  mr_state_free(b.game, NULL, after);
  bench_close(&b);
}

/* The signature is the judge's. NOLINTNEXTLINE(readability-non-const-parameter) */
static mr_status failing_judge(void *context, const mr_state *state, int *centipawns,
                               mr_error *err) {
  (void)context, (void)state, (void)centipawns;
  return mr_error_set(err, MR_ERR_IO, "the engine has died");
}

static mr_status extreme_judge(void *context, const mr_state *state, int *centipawns,
                               mr_error *err) {
  (void)context, (void)state, (void)err;
  *centipawns = INT_MIN;
  return MR_OK;
}

static void generation_that_cannot_succeed_says_so(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  mr_opening_wish wish = {.count = 21, .turns = 1, .seed = 1};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_LIMIT);
  assert_int_equal(mr_openings_count(b.set), 20);
  mr_opening_evaluator judge = {failing_judge, NULL};
  wish = (mr_opening_wish){.count = 1, .turns = 2, .evaluators = &judge, .evaluator_count = 1};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_IO);
  judge.evaluate = extreme_judge;
  wish.bound = INT_MAX;
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_LIMIT);
  atomic_bool stop = true;
  wish = (mr_opening_wish){.count = 1, .turns = 2, .stop = &stop};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_CANCELLED);
  wish = (mr_opening_wish){.count = 1, .turns = 0};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_RANGE);
  wish = (mr_opening_wish){.count = SIZE_MAX, .turns = 2};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_RANGE);
  wish = (mr_opening_wish){
      .count = 1, .turns = 2, .evaluators = &judge, .evaluator_count = 1, .bound = -1};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_RANGE);
  bench_close(&b);
}

/** Finds the side to move far ahead, a little more at each call; counts. */
static mr_status partial_judge(void *context, const mr_state *state, int *centipawns,
                               mr_error *err) {
  strict *s = context;
  (void)state, (void)err;
  *centipawns = 500 + s->calls++;
  return MR_OK;
}

/* A search for each of 20,000 tries would take an hour, and nobody would know what for. */
static void an_uneven_game_is_found_out_early(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  strict first = {b.game, 0, 0};
  strict second = {b.game, 0, 0};
  const mr_opening_evaluator evaluators[] = {{strict_judge, &first}, {partial_judge, &second}};
  const mr_opening_wish wish = {.count = 20,
                                .turns = 4,
                                .seed = 1,
                                .evaluators = evaluators,
                                .evaluator_count = 2,
                                .bound = 60};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_ERR_LIMIT);
  assert_int_equal(first.calls, 300);
  assert_true(second.calls > 100 && second.calls < 200);
  char expected[200];
  snprintf(expected, sizeof expected,
           "none of 300 openings of 4 turns is even to 60 hundredths of a pawn: engine 2 finds the "
           "%d that it was asked for worth 500 to %d to the side to move",
           second.calls, 499 + second.calls);
  assert_string_equal(b.err.message, expected);
  bench_close(&b);
}

static unsigned told, told_found;
static uint64_t told_tried;

static void tell(void *context, size_t found, uint64_t tried) {
  (void)context;
  told++;
  told_found = (unsigned)found;
  told_tried = tried;
}

static void who_waits_for_searches_sees_each_try(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  strict judge = {b.game, 0, 0};
  const mr_opening_evaluator evaluator = {strict_judge, &judge};
  mr_opening_wish wish = {.count = 5,
                          .turns = 4,
                          .seed = 1,
                          .evaluators = &evaluator,
                          .evaluator_count = 1,
                          .bound = 20,
                          .progress = tell};
  told = 0;
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
  assert_true(told > 5 && told == told_tried && told_found == 5);
  wish.evaluator_count = 0;
  wish.seed = 2;
  told = 0;
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
  assert_int_equal(told, 5);
  bench_close(&b);
}

/* ---- handing out ----------------------------------------------------------------------------- */

static void shuffling_keeps_the_openings_and_depends_on_the_seed(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  const mr_opening_wish wish = {.count = 50, .turns = 4, .seed = 1};
  assert_int_equal(mr_openings_generate(b.set, &wish, &b.err), MR_OK);
  const mr_action *before[50];
  for (size_t i = 0; i < 50; i++) {
    before[i] = mr_openings_at(b.set, i).actions;
  }
  mr_openings_shuffle(b.set, 3);
  unsigned kept = 0;
  for (size_t i = 0; i < 50; i++) {
    size_t k = 0;
    while (k < 50 && before[k] != mr_openings_at(b.set, i).actions) {
      k++;
    }
    assert_true(k < 50);
    kept += k == i;
    before[k] = NULL;
  }
  assert_true(kept < 10);
  bench_close(&b);
}

static void the_openings_come_round_again(void **state) {
  (void)state;
  bench b;
  bench_open(&b, "chess");
  mr_match_opening out = {0};
  out.start = mr_str_growing(NULL);
  assert_int_equal(mr_openings_give(b.set, 0, &out, &b.err), MR_ERR_ARGUMENT);
  added(&b, 0, KINGS " 0 1\n");
  added(&b, 0, RECORD_HEAD "\ne2e4 e7e5\n");
  assert_int_equal(mr_openings_give(b.set, 4, &out, &b.err), MR_OK);
  assert_string_equal(mr_str_text(&out.start), KINGS " 0 1");
  assert_int_equal(out.count, 0);
  mr_str_reset(&out.start);
  assert_int_equal(mr_openings_give(b.set, UINT64_C(1000000000001), &out, &b.err), MR_OK);
  assert_string_equal(mr_str_text(&out.start), "");
  assert_int_equal(out.count, 2);
  mr_str_done(&out.start);
  mr_alloc_free(NULL, out.actions, out.capacity * sizeof *out.actions);
  bench_close(&b);
}

static void want_of_memory_is_told_and_nothing_is_lost(void **state) {
  (void)state;
  mr_game *game = mr_game_open("chess", "");
  static const char text[] = KINGS " 0 1\n4k3/8/8/8/8/8/3P4/4K3 w - -\n";
  const mr_opening_file file = {.source = "x", .text = text, .length = strlen(text)};
  bool done = false;
  for (size_t fail_at = 1; !done; fail_at++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, fail_at);
    mr_openings *set = NULL;
    mr_status status = mr_openings_new(game, &memory.allocator, &set, NULL);
    if (status == MR_OK) {
      status = mr_openings_add_file(set, &file, NULL);
    }
    const mr_opening_wish wish = {.count = 70, .turns = 3, .seed = 1};
    if (status == MR_OK) {
      status = mr_openings_generate(set, &wish, NULL);
    }
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    mr_openings_free(set);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_true(fail_at < 1000);
  }
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(positions_are_read_as_fen_and_as_epd),
    cmocka_unit_test(what_is_repeated_or_over_is_left_out),
    cmocka_unit_test(faults_in_positions_are_told_with_line_and_column),
    cmocka_unit_test(records_give_lines_of_so_many_turns),
    cmocka_unit_test(the_turn_that_ends_a_whole_game_is_cut_off),
    cmocka_unit_test(turns_of_two_actions_are_not_torn_apart),
    cmocka_unit_test(faults_in_records_are_told_with_line_and_column),
    cmocka_unit_test(games_of_pgn_give_lines_of_so_many_turns),
    cmocka_unit_test(generated_openings_are_different_and_go_on),
    cmocka_unit_test(openings_of_a_shuffled_game_begin_in_many_orders),
    cmocka_unit_test(the_same_seed_gives_the_same_openings),
    cmocka_unit_test(every_judge_must_find_an_opening_even),
    cmocka_unit_test(generation_that_cannot_succeed_says_so),
    cmocka_unit_test(an_uneven_game_is_found_out_early),
    cmocka_unit_test(who_waits_for_searches_sees_each_try),
    cmocka_unit_test(shuffling_keeps_the_openings_and_depends_on_the_seed),
    cmocka_unit_test(the_openings_come_round_again),
    cmocka_unit_test(want_of_memory_is_told_and_nothing_is_lost),
};

MR_TEST_MAIN(tests)
