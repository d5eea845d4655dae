#include <string.h>

#include "kernel/writer.h"
#include "test_main.h"

/* A picture of two squares in an arena of so many bytes at most. */
static mr_picture picture_in(mr_arena *arena, size_t limit) {
  mr_arena_init(arena, NULL, limit);
  return mr_picture_begin(arena, 2, 1, 1, 1);
}

static void a_number_is_a_fact_and_its_note(void **unused) {
  (void)unused;
  static const struct {
    mr_fact_kind kind;
    const char *words;
  } cases[] = {{MR_FACT_COUNT, "3"}, {MR_FACT_OF, "3 of 20"}, {MR_FACT_AGAINST, "3 against 20"}};
  mr_arena arena;
  mr_view view = {.columns = 0};
  mr_picture picture = picture_in(&arena, 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_picture_number(&picture, "turns",
                      (mr_view_fact){.id = "t", .kind = cases[i].kind, .number = {3, 20}});
  }
  assert_int_equal(mr_picture_end(&picture, &view), MR_OK);
  assert_int_equal(view.fact_count, 3);
  assert_int_equal(view.note_count, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(view.facts[i].kind, cases[i].kind);
    assert_string_equal(view.notes[i].label, "turns");
    assert_string_equal(view.notes[i].text, cases[i].words);
  }
  mr_arena_done(&arena);
}

static void a_picture_that_has_failed_stays_so_and_leaves_the_view_alone(void **unused) {
  (void)unused;
  mr_arena arena;
  mr_view view = {.columns = 99};
  mr_picture picture = picture_in(&arena, 8192);
  assert_int_equal(picture.status, MR_OK);
  assert_null(mr_picture_room(&picture, 8192, 1));
  assert_int_equal(picture.status, MR_ERR_NOMEM);
  assert_null(mr_picture_room(&picture, 1, 1));
  assert_string_equal(mr_picture_text(&picture, "%d", 7), "");
  mr_picture_note(&picture, "plies", "%d", 7);
  mr_picture_fact(&picture, (mr_view_fact){.id = "plies"});
  assert_int_equal(picture.view.note_count, 0);
  assert_int_equal(picture.view.fact_count, 0);
  assert_int_equal(mr_picture_end(&picture, &view), MR_ERR_NOMEM);
  assert_int_equal(view.columns, 99);
  mr_arena_done(&arena);
}

static void a_picture_has_so_many_notes_and_no_more(void **unused) {
  (void)unused;
  mr_arena arena;
  mr_picture picture = picture_in(&arena, 0);
  for (size_t i = 0; i < MR_NOTES_MAX; i++) {
    mr_picture_note(&picture, "n", "%zu", i);
  }
  assert_int_equal(picture.status, MR_OK);
  mr_picture_note(&picture, "n", "one more");
  assert_int_equal(picture.status, MR_ERR_LIMIT);
  mr_arena_done(&arena);
}

static void a_page_begins_with_a_title_and_a_summary_if_there_is_one(void **unused) {
  (void)unused;
  static const mr_rule rules[] = {
      {"", "", false}, {"R-1", "One.", false}, {"R-2", "Two.", false}, {"R-3", "Three.", false}};
  mr_game_info info = {.title = "Title", .summary = "", .rules = rules, .rule_count = 4};
  for (unsigned i = 0; i < 2; i++) {
    mr_arena arena;
    mr_doc doc;
    mr_arena_init(&arena, NULL, 0);
    mr_doc_init(&doc, &arena);
    info.summary = i == 0 ? "" : "What it is.";
    mr_doc_begin(&doc, &info);
    mr_doc_rules(&doc, &info, 2, 3);
    const mr_doc_block *block = doc.first->next;
    assert_string_equal(doc.first->text, "Title");
    if (i == 1) {
      assert_string_equal(block->text, "What it is.");
      block = block->next;
    }
    assert_string_equal(block->id, "R-2");
    assert_string_equal(block->next->text, "Three.");
    assert_null(block->next->next);
    mr_arena_done(&arena);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_number_is_a_fact_and_its_note),
    cmocka_unit_test(a_picture_that_has_failed_stays_so_and_leaves_the_view_alone),
    cmocka_unit_test(a_picture_has_so_many_notes_and_no_more),
    cmocka_unit_test(a_page_begins_with_a_title_and_a_summary_if_there_is_one),
};

MR_TEST_MAIN(tests)
