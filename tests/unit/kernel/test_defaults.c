/* What a family may leave to the contract: a toy with the core alone. */
#include <marcher/doc.h>
#include <marcher/game.h>
#include <string.h>

#include "test_main.h"
#include "toy_games.h"

typedef struct fixture {
  mr_game *toy;
  mr_game_ops ops; /**< the toy's without what has a default */
  mr_state *state;
} fixture;

static void open_toy(fixture *f, const char *text) {
  f->toy = mr_toy_new(MR_TOY_SOUND);
  assert_non_null(f->toy);
  f->state = mr_toy_state(f->toy, text);
  f->ops = *f->toy->ops;
  f->ops.start = NULL;
  f->ops.legal = NULL;
  f->ops.rehash = NULL;
  f->ops.parse_action = NULL;
  f->ops.cell_text = NULL;
  f->ops.form = NULL;
  f->ops.page = NULL;
  f->toy->ops = &f->ops;
}

static void close_toy(fixture *f) {
  mr_state_free(f->toy, NULL, f->state);
  mr_game_free(f->toy);
}

static void legal_is_what_is_listed(void **unused) {
  (void)unused;
  static const char *const texts[] = {"..... 12 33 p r 1 -- 0 0", "rb... 22 22 x r 1 12 0 0",
                                      "rr... 22 22 o r - -- 0 5"};
  static const size_t listed[] = {5, 2, 0};
  for (size_t i = 0; i < 3; i++) {
    fixture f;
    size_t legal = 0;
    open_toy(&f, texts[i]);
    for (mr_action action = 0; action < 400; action++) {
      legal += mr_game_legal(f.toy, f.state, action);
    }
    assert_int_equal(legal, listed[i]);
    assert_false(mr_game_legal(f.toy, f.state, MR_ACTION_NONE));
    close_toy(&f);
  }
}

static void an_action_is_read_as_it_is_written(void **unused) {
  (void)unused;
  fixture f;
  mr_error err = {0};
  mr_action action = MR_ACTION_NONE;
  open_toy(&f, "..... 12 33 p r 1 -- 0 0");
  assert_int_equal(mr_game_parse_action(f.toy, f.state, "@c1", 3, &action, &err), MR_OK);
  assert_true(mr_game_legal(f.toy, f.state, action));
  assert_int_equal(mr_game_parse_action(f.toy, f.state, "@c", 2, &action, &err), MR_ERR_ILLEGAL);
  assert_string_equal(err.message, "'@c' is not legal here");
  close_toy(&f);
}

static void the_first_state_is_the_one_that_the_game_has(void **unused) {
  (void)unused;
  fixture f;
  open_toy(&f, "..... 12 33 p r 1 -- 0 0");
  f.toy->start = f.state;
  f.state = mr_state_new(f.toy, NULL);
  assert_non_null(f.state);
  mr_game_start(f.toy, f.state);
  assert_memory_equal(f.state, f.toy->start, f.toy->info.state_size);
  close_toy(&f); /* the game frees its own */
}

static void a_hash_that_is_not_kept_is_computed(void **unused) {
  (void)unused;
  fixture f;
  open_toy(&f, "..... 12 33 p r 1 -- 0 0");
  assert_true(mr_game_rehash(f.toy, f.state) == mr_game_hash(f.toy, f.state));
  close_toy(&f);
}

static void cells_are_lettered_and_numbered_in_reading_order(void **unused) {
  (void)unused;
  static const char *const names[] = {"a1", "b1", "c1", "a2", "b2", "c2"};
  fixture f;
  open_toy(&f, "..... 12 33 p r 1 -- 0 0");
  for (uint16_t cell = 0; cell < 6; cell++) {
    char buffer[8];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_game_cell_text(f.toy, (mr_cell){cell}, &text);
    assert_string_equal(buffer, names[cell]);
  }
  close_toy(&f);
}

static void an_action_is_a_button_that_reads_as_it_is_written(void **unused) {
  (void)unused;
  fixture f;
  mr_form form;
  open_toy(&f, "..... 12 33 p r 1 -- 0 0");
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(mr_game_parse_action(f.toy, f.state, "@c1", 3, &action, NULL), MR_OK);
  mr_game_form(f.toy, f.state, action, &form);
  assert_int_equal(form.kind, MR_FORM_BUTTON);
  assert_string_equal(form.choice, "@c1");
  close_toy(&f);
  open_toy(&f, "rb... 22 22 x r 1 12 0 0");
  mr_chance outcomes[3];
  uint64_t total = 0;
  assert_int_equal(mr_game_chances(f.toy, f.state, outcomes, &total), 2);
  action = outcomes[0].action;
  mr_game_form(f.toy, f.state, action, &form);
  assert_int_equal(form.kind, MR_FORM_CHANCE);
  close_toy(&f);
}

static void the_page_is_the_title_the_summary_and_the_rules(void **unused) {
  (void)unused;
  fixture f;
  mr_arena arena;
  mr_doc doc;
  size_t rules = 0;
  open_toy(&f, "..... 12 33 p r 1 -- 0 0");
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  assert_int_equal(mr_game_page(f.toy, &doc, NULL), MR_OK);
  assert_int_equal(doc.first->kind, MR_DOC_HEADING);
  assert_string_equal(doc.first->text, "The Toy");
  assert_int_equal(doc.first->next->kind, MR_DOC_PARAGRAPH);
  assert_string_equal(doc.first->next->text, "Two stones each on five squares.");
  for (const mr_doc_block *block = doc.first->next->next; block != NULL; block = block->next) {
    assert_int_equal(block->kind, MR_DOC_RULE);
    rules++;
  }
  assert_int_equal(rules, f.toy->info.rule_count - 1);
  mr_arena_done(&arena);
  close_toy(&f);
}

static void a_win_is_of_a_team_and_a_draw_of_all(void **unused) {
  (void)unused;
  mr_game game = {.info = {.players = 4, .team = {0, 1, 0, 1}}};
  uint8_t score[MR_MAX_PLAYERS];
  mr_score_won_by(&game, 1, score);
  assert_memory_equal(score, ((const uint8_t[]){0, MR_SCORE_WIN, 0, MR_SCORE_WIN}), 4);
  mr_score_won_by(&game, MR_NOBODY_ID, score);
  assert_memory_equal(score, ((const uint8_t[]){2, 2, 2, 2}), 4);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(legal_is_what_is_listed),
    cmocka_unit_test(an_action_is_read_as_it_is_written),
    cmocka_unit_test(the_first_state_is_the_one_that_the_game_has),
    cmocka_unit_test(a_hash_that_is_not_kept_is_computed),
    cmocka_unit_test(cells_are_lettered_and_numbered_in_reading_order),
    cmocka_unit_test(an_action_is_a_button_that_reads_as_it_is_written),
    cmocka_unit_test(the_page_is_the_title_the_summary_and_the_rules),
    cmocka_unit_test(a_win_is_of_a_team_and_a_draw_of_all),
};

MR_TEST_MAIN(tests)
