#include "lab/uci_client.h"

#include <string.h>

#include "test_main.h"

static mr_client_answer read_lines(const char *const *lines) {
  mr_client_answer answer = {.move = ""};
  for (size_t i = 0; lines[i] != NULL; i++) {
    mr_client_read_info(lines[i], &answer);
  }
  return answer;
}

#define READ(...) read_lines((const char *const[]){__VA_ARGS__, NULL})

static void the_last_score_counts(void **unused) {
  (void)unused;
  mr_client_answer answer =
      READ("info depth 3 seldepth 4 score cp 20 nodes 100 time 1 pv e2e4",
           "info depth 4 score cp -35 nodes 1234567890123 nps 5 pv e2e4 e7e5");
  assert_true(answer.scored);
  assert_int_equal(answer.score.centipawns, -35);
  assert_int_equal(answer.score.end_in, 0);
  assert_int_equal(answer.depth, 4);
  assert_int_equal(answer.nodes, UINT64_C(1234567890123));
}

static void mates_are_counted_in_actions(void **unused) {
  (void)unused;
  mr_client_answer answer = READ("info depth 9 score mate 3 nodes 1");
  assert_int_equal(answer.score.end_in, 5);
  assert_int_equal(answer.score.centipawns, 10000);
  answer = READ("info depth 9 score mate -2 nodes 1");
  assert_int_equal(answer.score.end_in, -4);
  assert_int_equal(answer.score.centipawns, -10000);
  answer = READ("info depth 9 score mate 0");
  assert_true(answer.score.end_in < 0);
}

static void lines_without_a_score_keep_the_last(void **unused) {
  (void)unused;
  mr_client_answer answer = READ("info depth 5 score cp 7 upperbound nodes 3", "info currmove e2e4",
                                 "info nodes 99 nps 3", "info", "info depth 6");
  assert_int_equal(answer.score.centipawns, 7);
  assert_int_equal(answer.nodes, 99);
  assert_int_equal(answer.depth, 6);
}

static void lesser_lines_and_chatter_are_left_out(void **unused) {
  (void)unused;
  mr_client_answer answer = READ(
      "info depth 5 multipv 1 score cp 7 nodes 3", "info depth 5 multipv 2 score cp -100 nodes 4",
      "info string depth 99 score cp 5000", "info depth 5 pv score cp 900");
  assert_int_equal(answer.score.centipawns, 7);
  assert_int_equal(answer.depth, 5);
  assert_int_equal(answer.nodes, 3);
}

static void nonsense_is_survived(void **unused) {
  (void)unused;
  mr_client_answer answer =
      READ("info score", "info score cp", "info score mate", "info depth", "info nodes x",
           "info score cp 99999999999999999999", "info multipv");
  assert_true(answer.score.centipawns <= 100000);
  assert_true(answer.score.centipawns > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_last_score_counts),
    cmocka_unit_test(mates_are_counted_in_actions),
    cmocka_unit_test(lines_without_a_score_keep_the_last),
    cmocka_unit_test(lesser_lines_and_chatter_are_left_out),
    cmocka_unit_test(nonsense_is_survived),
};

MR_TEST_MAIN(tests)
