/*
 * Games in which pieces enter behind those that move for the first time: texts of positions and of
 * actions, why nobody enters, what is kept, and what does not go together with it.
 */
#include <marcher/guide.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules_fixture.h"
#include "test_main.h"

static const char bare[] = "4k3/8/8/8/8/8/8/RN2K2R[HEhe] w KQB - 0 1";

static void first_squares_are_part_of_the_hash_where_somebody_may_enter(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "4k3/8/8/8/8/8/8/RN2K2R[HE] w KQB - 0 1", "4k3/8/8/8/8/8/8/RN2K2R[HE] w KQ - 0 1",
      "4k3/8/8/8/8/8/8/RN2K2R[HE] w B - 0 1",   "4k3/8/8/8/8/8/8/RN2K2R[HE] w - - 0 1",
      "4k3/8/8/8/8/8/8/RN2K2R[HE] w A - 0 1",   "4k3/8/8/8/8/8/8/RN2K2R[HEe] w KQBe - 0 1"};
  enum { COUNT = sizeof texts / sizeof *texts };
  uint64_t hashes[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    mr_table table;
    mr_table_open_game(&table, "seirawan", "", texts[i]);
    assert_string_equal(mr_table_state(&table), texts[i]);
    hashes[i] = mr_game_hash(table.game, table.state);
    for (size_t k = 0; k < i; k++) {
      assert_true(hashes[i] != hashes[k]);
    }
    mr_table_close(&table);
  }
}

/* As they are read, and as they are written. */
static void letters_mean_what_can_be(void **unused) {
  (void)unused;
  static const struct {
    const char *game, *sets, *text, *means;
  } fields[] = {
      /* King and partner are told by the right, and who has not moved can castle beside it. */
      {"seirawan", "", "4k3/8/8/8/8/8/8/RN2K2R[H] w KABEH - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R[H] w KQB - 0 1"},
      /* Files alone grant the rights of who has not moved. */
      {"seirawan", "", "4k3/8/8/8/8/8/8/RN2K2R[H] w ABEH - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R[H] w KQB - 0 1"},
      {"seirawan", "", "4k3/8/8/8/8/8/8/RN2K2R[H] w BEH - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R[H] w KB - 0 1"},
      {"seirawan", "", "4k3/8/8/8/8/8/8/RN2K2R[H] w ABH - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R[H] w ABH - 0 1"},
      /* Whose hand is empty has rights, and nothing else. */
      {"seirawan", "", "4k3/8/8/8/8/8/8/RN2K2R[h] w KQBe - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R[h] w KQe - 0 1"},
      {"seirawan", "", "4k3/8/8/8/8/8/8/RN2K2R[h] w Ae - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R[h] w Qe - 0 1"},
      /* What is captured may still come into it. */
      {"shouse", "", "4k3/8/8/8/8/8/8/RN2K2R[] w KQBe - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R[] w KQBe - 0 1"},
      {"chess", "gating=true", "4k3/8/8/8/8/8/8/RN2K2R w KQBe - 0 1",
       "4k3/8/8/8/8/8/8/RN2K2R w KQBe - 0 1"},
  };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    mr_table table;
    mr_table_open_game(&table, fields[i].game, fields[i].sets, fields[i].text);
    assert_string_equal(mr_table_state(&table), fields[i].means);
    mr_table_close(&table);
  }
}

/* The file k and the right K are told apart by the rank. */
static void the_file_k_is_told_from_the_right(void **unused) {
  (void)unused;
  static const char *const wide[] = {"r3k5nr/12/12/12/12/12/12/R3K4NNR[Hh] w KQJK1kqk8 - 0 1",
                                     "r3k5nr/12/12/12/12/12/12/R3K4NNR[Hh] w QK1q - 0 1",
                                     "r3k5nr/12/12/12/12/12/12/R3K4NNR[Hh] w KQkq - 0 1"};
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess",
                       "maxFile=12;archbishop=h;gating=true;seirawanGating=true;"
                       "castlingKingsideFile=i;"
                       "startFen=r3k5nr/12/12/12/12/12/12/R3K4NNR[Hh] w KQkq - 0 1",
                       wide[i]);
    assert_string_equal(mr_table_state(&table), wide[i]);
    mr_table_close(&table);
  }
}

static void positions_that_cannot_be_are_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *state, *said;
  } faults[] = {
      {"4k3/8/8/8/8/8/8/RN2K2R[HE] w KQC - 0 1",
       "no piece of White's stands on c1, from where none is told to have moved"},
      {"4k3/8/8/8/8/8/8/RN2K2R[HE] w KQBB - 0 1",
       "expected castling rights (KQkq) and files of pieces that have not moved, each once, or -"},
      {"4k3/8/8/8/8/8/8/RN2K2R[HE] w KQKB - 0 1",
       "expected castling rights (KQkq) and files of pieces that have not moved, each once, or -"},
      {"4k3/8/8/8/8/8/8/RN2K2R[HE] w KQI - 0 1",
       "expected castling rights (KQkq) and files of pieces that have not moved, each once, or -"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    mr_table table;
    mr_error err = {0};
    mr_table_open_game(&table, "seirawan", "", NULL);
    assert_int_not_equal(mr_game_parse_state(table.game, faults[i].state, strlen(faults[i].state),
                                             table.state, &err),
                         MR_OK);
    assert_non_null(strstr(err.message, faults[i].said));
    mr_table_close(&table);
  }
}

static const char *said_of(const mr_table *table, const char *action, mr_error *err) {
  mr_action out;
  assert_int_not_equal(
      mr_game_parse_action(table->game, table->state, action, strlen(action), &out, err), MR_OK);
  return err->message;
}

static void it_is_told_why_nobody_enters(void **unused) {
  (void)unused;
  static const struct {
    const char *state, *action, *said;
  } refused[] = {
      {bare, "b1c3q", "White has no Queen in hand"},
      {"4k3/8/8/8/8/8/8/RN2K2R[HE] w KQ - 0 1", "b1c3h",
       "nobody enters on b1: that is for first moves from rank 1"},
      {"4k3/8/8/8/8/8/8/RN2K2R[HE] w e - 0 1", "b1c3h",
       "nobody enters on b1: that is for first moves from rank 1, of which none is left"},
      {bare, "b1c3ha1", "nobody leaves a1 by that move"},
      {bare, "b1b3h", "the Knight on b1 cannot reach b3"},
      {"4k3/8/8/8/8/8/8/RNN1K2R[HE] w KQ - 0 1", "a1e1h", "b1 is in the way"},
      {"4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1", "H@d4", "Hawk is never dropped in this game"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    mr_table table;
    mr_error err = {0};
    mr_table_open_game(&table, "seirawan", "", refused[i].state);
    const char *said = said_of(&table, refused[i].action, &err);
    if (strstr(said, refused[i].said) == NULL) {
      fail_msg("%s: %s", refused[i].action, said);
    }
    mr_table_close(&table);
  }
}

/* Each of the legal actions has a text of its own that is read as it, and each is taken back to the
 * byte. */
static void check_actions(const char *game, const char *sets, const char *text) {
  mr_table table;
  mr_action list[512];
  uint8_t undo[4096], before[16384];
  mr_table_open_game(&table, game, sets, text);
  size_t size = table.game->info.state_size;
  assert_true(size <= sizeof before && table.game->info.undo_size <= sizeof undo);
  size_t count = mr_game_actions(table.game, table.state, list);
  memcpy(before, table.state, size);
  for (size_t i = 0; i < count; i++) {
    char word[MR_ACTION_TEXT_MAX];
    mr_action read = MR_ACTION_NONE;
    mr_table_text(&table, list[i], word);
    assert_int_equal(mr_game_parse_action(table.game, table.state, word, strlen(word), &read, NULL),
                     MR_OK);
    assert_int_equal(read, list[i]);
    mr_game_make(table.game, table.state, list[i], undo, NULL);
    assert_true(mr_game_hash(table.game, table.state) ==
                table.game->ops->rehash(table.game, table.state));
    mr_game_unmake(table.game, table.state, undo);
    assert_memory_equal(before, table.state, size);
  }
  mr_table_close(&table);
}

static void actions_are_read_as_they_are_written_and_taken_back(void **unused) {
  (void)unused;
  check_actions("seirawan", "", NULL);
  check_actions("seirawan", "", bare);
  check_actions("seirawan", "", "r3k2r/p6p/8/8/8/8/P6P/R3K2R[HHEhe] b KQkq - 0 1");
  check_actions("shouse", "", "r3k2r/p1n4p/8/8/8/8/P3N2P/R3K2R[HPEhe] w KQkq - 0 1");
  check_actions("seirawan", "castlingText=partner", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1");
  /* Who may become the same as may enter. */
  check_actions("chess",
                "castling=false;promotionPawnTypes=pn;promotionRegionWhite=*2 *8;"
                "promotionRegionBlack=*7 *1;mandatoryPawnPromotion=false;gating=true;"
                "seirawanGating=true;startFen=4k3/8/8/8/8/8/8/1N2K3[Qq] w BE - 0 1",
                NULL);
}

static void a_letter_that_says_both_is_told_by_the_square(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess",
                     "castling=false;promotionPawnTypes=pn;promotionRegionWhite=*2 *8;"
                     "promotionRegionBlack=*7 *1;mandatoryPawnPromotion=false;gating=true;"
                     "seirawanGating=true;startFen=4k3/8/8/8/8/8/8/1N2K3[Qq] w BE - 0 1",
                     NULL);
  mr_table_play(&table, "b1d2q");
  assert_string_equal(mr_table_state(&table), "4k3/8/8/8/8/8/3Q4/4K3[Qq] b E - 0 1");
  mr_table_set(&table, "4k3/8/8/8/8/8/8/1N2K3[Qq] w BE - 0 1");
  mr_table_play(&table, "b1d2qb1");
  assert_string_equal(mr_table_state(&table), "4k3/8/8/8/8/8/3N4/1Q2K3[q] b - - 1 1");
  mr_table_set(&table, "4k3/8/8/8/8/8/8/1N2K3[Qq] w BE - 0 1");
  mr_table_play(&table, "b1c3q");
  assert_string_equal(mr_table_state(&table), "4k3/8/8/8/8/2N5/8/1Q2K3[q] b - - 1 1");
  mr_table_close(&table);
}

static void records_say_who_enters(void **unused) {
  (void)unused;
  static const char *const words[][2] = {{"b1c3h", "Nc3/H"},   {"b1c3", "Nc3"},
                                         {"e1g1h", "O-O/He1"}, {"h1e1e", "O-O/Eh1"},
                                         {"e1g1", "O-O"},      {"h1h8h", "Rxh8/H"}};
  mr_table table;
  mr_table_open_game(&table, "seirawan", "", "k6n/8/8/8/8/8/8/RN2K2R[HEhe] w KQB - 0 1");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    mr_action action = MR_ACTION_NONE;
    char buffer[64];
    mr_str out = mr_str_fixed(buffer, sizeof buffer);
    assert_int_equal(mr_game_parse_action(table.game, table.state, words[i][0], strlen(words[i][0]),
                                          &action, NULL),
                     MR_OK);
    table.game->notation->format_move(table.game, table.state, action, MR_MOVE_SHORT, &out);
    assert_string_equal(mr_str_text(&out), words[i][1]);
  }
  mr_table_close(&table);
}

/* What a person picks between once both squares are chosen. */
static void choices_say_who_enters_where(void **unused) {
  (void)unused;
  static const char *const choices[][2] = {{"b1c3", "nobody enters"},   {"b1c3h", "Hawk on b1"},
                                           {"b1c3e", "Elephant on b1"}, {"e1g1", "nobody enters"},
                                           {"e1g1h", "Hawk on e1"},     {"h1e1h", "Hawk on h1"}};
  mr_table table;
  mr_table_open_game(&table, "seirawan", "", bare);
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
    mr_action action = MR_ACTION_NONE;
    mr_form form;
    assert_int_equal(mr_game_parse_action(table.game, table.state, choices[i][0],
                                          strlen(choices[i][0]), &action, NULL),
                     MR_OK);
    mr_game_form(table.game, table.state, action, &form);
    assert_int_equal(form.kind, MR_FORM_MOVE);
    assert_string_equal(form.choice, choices[i][1]);
    if (choices[i][0][0] != 'b') {
      assert_int_equal(form.from.id, 4);
      assert_int_equal(form.to.id, 6);
    }
  }
  mr_table_close(&table);
}

/* Cannons jump over who has entered as over anybody: here the queen's leaving ends the check, and
 * whoever comes in its place would give it again. */
static void nobody_enters_to_be_jumped_over(void **unused) {
  (void)unused;
  static const char sets[] = "cannon=c;startFen=4k3/8/8/8/8/8/8/3QK3[Hh] w DE - 0 1";
  mr_table table;
  mr_table_open_game(&table, "seirawan", sets, "4k3/8/8/8/8/8/8/2cQK3[Hh] w DE - 0 1");
  assert_true(mr_table_allows(&table, "d1d4"));
  assert_false(mr_table_allows(&table, "d1d4h"));
  mr_table_close(&table);
}

/* What is royal as the last of its kind is sheltered by who enters. */
static void the_last_of_a_kind_is_sheltered(void **unused) {
  (void)unused;
  static const char sets[] =
      "king=-;commoner=k;castlingKingPiece=k;extinctionValue=loss;extinctionPieceTypes=k;"
      "extinctionPseudoRoyal=true;startFen=4k3/8/8/8/8/8/8/3QK3[Hh] w DE - 0 1";
  mr_table table;
  mr_table_open_game(&table, "seirawan", sets, "4k3/8/8/8/8/8/8/r2QK3[Hh] w DE - 0 1");
  assert_false(mr_table_allows(&table, "d1d4"));
  assert_true(mr_table_allows(&table, "d1d4h"));
  mr_table_close(&table);
}

static const char *complaint(fixture *d, const char *lines) {
  char text[512];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_format(&out, "[x:chess]\n%s", lines);
  (void)fixture_try(d, text, "x");
  return d->list.count > 0 ? d->list.first->message : "";
}

static void what_does_not_go_together_is_told(void **unused) {
  (void)unused;
  static const char start[] = "startFen = 4k3/8/8/8/8/8/8/4K2R[Qq] w KE - 0 1\n";
  static const struct {
    const char *lines, *said;
  } faults[] = {
      {"seirawanGating = true\n", "'seirawanGating' needs gating = true"},
      {"gating = true\nseirawanGating = true\nblastOnCapture = true\nking = -\ncommoner = k\n"
       "extinctionValue = loss\nextinctionPieceTypes = k\n",
       "'seirawanGating' does not go together with blastOnCapture"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    char lines[400];
    mr_str text = mr_str_fixed(lines, sizeof lines);
    fixture d;
    mr_str_add(&text, faults[i].lines);
    mr_str_add(&text, start);
    assert_string_equal(complaint(&d, lines), faults[i].said);
    fixture_close(&d);
  }
  fixture d;
  assert_string_equal(complaint(&d, "gating = true\nseirawanGating = true\n"
                                    "startFen = 4k3/8/8/8/8/8/8/4K2R w KE - 0 1\n"),
                      "'seirawanGating' means nothing where startFen has nobody in hand");
  fixture_close(&d);
}

static void a_start_without_gates_is_told(void **unused) {
  (void)unused;
  static const struct {
    const char *field, *said;
  } starts[] = {
      {"-", "startFen: no piece can ever enter: its third field names none to enter behind"},
      {"q",
       "startFen: no piece of White's can ever enter: its third field names none to enter behind"},
      {"H",
       "startFen: no piece of Black's can ever enter: its third field names none to enter behind"},
      {"Hq", NULL},
  };
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    char lines[200];
    mr_str text = mr_str_fixed(lines, sizeof lines);
    fixture d;
    mr_str_format(&text,
                  "gating = true\nseirawanGating = true\n"
                  "startFen = r3k3/8/8/8/8/8/8/4K2R[Qq] w %s - 0 1\n",
                  starts[i].field);
    const char *said = complaint(&d, lines);
    if (starts[i].said == NULL) {
      assert_string_equal(said, "");
    } else {
      assert_string_equal(said, starts[i].said);
    }
    fixture_close(&d);
  }
}

static void the_sentence_says_where_and_who(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "seirawan", "", NULL);
  mr_fairy_region(&table, "White's gates", "a1 b1 c1 d1 e1 f1 g1 h1");
  const mr_rule *rule = NULL;
  for (size_t i = 0; i < table.game->info.rule_count; i++) {
    bool it = strcmp(table.game->info.rules[i].id, "CL-90") == 0;
    rule = it ? &table.game->info.rules[i] : rule;
    assert_null(strstr(table.game->info.rules[i].text, "Placing a piece from the hand"));
  }
  const char *text = rule != NULL ? rule->text : "";
  assert_non_null(strstr(text, "on rank 1 for White and on rank 8 for Black"));
  assert_non_null(strstr(text, "Hawk"));
  assert_non_null(strstr(text, "Elephant"));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(first_squares_are_part_of_the_hash_where_somebody_may_enter),
    cmocka_unit_test(letters_mean_what_can_be),
    cmocka_unit_test(the_file_k_is_told_from_the_right),
    cmocka_unit_test(positions_that_cannot_be_are_refused),
    cmocka_unit_test(it_is_told_why_nobody_enters),
    cmocka_unit_test(actions_are_read_as_they_are_written_and_taken_back),
    cmocka_unit_test(a_letter_that_says_both_is_told_by_the_square),
    cmocka_unit_test(records_say_who_enters),
    cmocka_unit_test(choices_say_who_enters_where),
    cmocka_unit_test(nobody_enters_to_be_jumped_over),
    cmocka_unit_test(the_last_of_a_kind_is_sheltered),
    cmocka_unit_test(what_does_not_go_together_is_told),
    cmocka_unit_test(a_start_without_gates_is_told),
    cmocka_unit_test(the_sentence_says_where_and_who),
};

MR_TEST_MAIN(tests)
