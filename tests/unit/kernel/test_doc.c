#include <marcher/doc.h>

#include <string.h>

#include "test_main.h"

static void blocks_stand_in_the_order_in_which_they_were_written(void **state) {
  (void)state;
  mr_arena arena;
  mr_doc doc;
  mr_view view = {.columns = 1};
  const char *const cells[] = {"piece", "moves"};
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_heading(&doc, "Rules of %s", "chess");
  mr_doc_paragraph(&doc, "%d squares", 64);
  mr_doc_rule(&doc, "C-01", "White moves first.");
  mr_doc_row(&doc, cells, 2);
  mr_doc_diagram(&doc, &view, "the knight");
  assert_int_equal(doc.status, MR_OK);

  const mr_doc_block *block = doc.first;
  assert_int_equal(block->kind, MR_DOC_HEADING);
  assert_string_equal(block->text, "Rules of chess");
  block = block->next;
  assert_int_equal(block->kind, MR_DOC_PARAGRAPH);
  assert_string_equal(block->text, "64 squares");
  block = block->next;
  assert_int_equal(block->kind, MR_DOC_RULE);
  assert_string_equal(block->id, "C-01");
  assert_string_equal(block->text, "White moves first.");
  block = block->next;
  assert_int_equal(block->kind, MR_DOC_ROW);
  assert_int_equal(block->cell_count, 2);
  assert_string_equal(block->cells[0], "piece");
  assert_string_equal(block->cells[1], "moves");
  block = block->next;
  assert_int_equal(block->kind, MR_DOC_DIAGRAM);
  assert_string_equal(block->text, "the knight");
  assert_ptr_equal(block->view, &view);
  assert_null(block->next);
  assert_ptr_equal(block, doc.last);
  mr_arena_done(&arena);
}

static void texts_are_copied(void **state) {
  (void)state;
  mr_arena arena;
  mr_doc doc;
  char id[] = "C-01";
  char text[] = "text";
  const char *const cells[] = {text};
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_rule(&doc, id, text);
  mr_doc_row(&doc, cells, 1);
  memset(id, 'x', 4);
  memset(text, 'x', 4);
  assert_string_equal(doc.first->id, "C-01");
  assert_string_equal(doc.first->text, "text");
  assert_string_equal(doc.last->cells[0], "text");
  mr_arena_done(&arena);
}

static void an_empty_text_is_a_text(void **state) {
  (void)state;
  mr_arena arena;
  mr_doc doc;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_paragraph(&doc, "%s", "");
  assert_int_equal(doc.status, MR_OK);
  assert_string_equal(doc.first->text, "");
  mr_arena_done(&arena);
}

static void a_row_that_is_too_wide_makes_the_page_fail(void **state) {
  (void)state;
  mr_arena arena;
  mr_doc doc;
  const char *const cells[MR_DOC_COLUMNS_MAX + 1] = {"", "", "", "", "", "", "", "", ""};
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_row(&doc, cells, MR_DOC_COLUMNS_MAX);
  assert_int_equal(doc.status, MR_OK);
  mr_doc_row(&doc, cells, MR_DOC_COLUMNS_MAX + 1);
  assert_int_equal(doc.status, MR_ERR_LIMIT);
  mr_doc_paragraph(&doc, "dropped");
  assert_ptr_equal(doc.first, doc.last);
  assert_int_equal(doc.status, MR_ERR_LIMIT);
  mr_arena_done(&arena);
}

static void write_all(mr_doc *doc) {
  static const mr_view view = {.columns = 1};
  const char *const cells[] = {"a", "b"};
  mr_doc_heading(doc, "%0100d", 1);
  mr_doc_paragraph(doc, "%0100d", 2);
  mr_doc_rule(doc, "C-01", "text");
  mr_doc_row(doc, cells, 2);
  mr_doc_diagram(doc, &view, "caption");
}

static void memory_that_ends_makes_the_page_fail_for_good(void **state) {
  (void)state;
  bool done = false;
  for (size_t limit = 1; !done; limit += 16) {
    mr_arena arena;
    mr_doc doc;
    size_t blocks = 0;
    mr_arena_init(&arena, NULL, limit);
    mr_doc_init(&doc, &arena);
    write_all(&doc);
    for (const mr_doc_block *block = doc.first; block != NULL; block = block->next) {
      blocks++;
    }
    done = blocks == 5;
    assert_int_equal(doc.status, done ? MR_OK : MR_ERR_NOMEM);
    mr_arena_done(&arena);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(blocks_stand_in_the_order_in_which_they_were_written),
    cmocka_unit_test(texts_are_copied),
    cmocka_unit_test(an_empty_text_is_a_text),
    cmocka_unit_test(a_row_that_is_too_wide_makes_the_page_fail),
    cmocka_unit_test(memory_that_ends_makes_the_page_fail_for_good),
};

MR_TEST_MAIN(tests)
