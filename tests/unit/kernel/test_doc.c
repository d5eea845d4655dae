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

/* How a thing is written is told where nothing else speaks of it, and a letter is no word. */
static void what_speaks_of_a_topic_leaves_notation_to_who_asks_for_it(void **state) {
  static const char *const found[][2] = {{"duel", "R-1"},     {"dice", "R-1R-2"}, {"letter", "R-9"},
                                         {"notation", "R-9"}, {"R-9", "R-9"},     {"a", ""}};
  (void)state;
  mr_arena arena;
  mr_doc doc;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_heading(&doc, "A game");
  mr_doc_rule(&doc, "R-1", "A duel is decided by dice.");
  mr_doc_heading(&doc, "Notation");
  mr_doc_rule(&doc, "R-9", "A duel is a letter.");
  mr_doc_heading(&doc, "House rules");
  mr_doc_rule(&doc, "R-2", "Nobody touches dice.");
  for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
    char text[32];
    mr_doc about;
    mr_str ids = mr_str_fixed(text, sizeof text);
    mr_doc_init(&about, &arena);
    assert_int_equal(mr_doc_about(&doc, found[i][0], &about), *found[i][1] != '\0');
    for (const mr_doc_block *b = about.first; b != NULL; b = b->next) {
      mr_str_add(&ids, b->kind == MR_DOC_RULE ? b->id : "");
    }
    if (strcmp(text, found[i][1]) != 0) {
      fail_msg("%s: %s", found[i][0], text);
    }
  }
  char numbers[32];
  mr_str text = mr_str_fixed(numbers, sizeof numbers);
  assert_int_equal(mr_doc_rules_about(&doc, "duel", 4, &text), 1);
  assert_string_equal(numbers, "R-1");
  mr_arena_done(&arena);
}

/* Rows of two tables that speak of a topic are two tables. */
static void tables_that_speak_of_a_topic_stay_apart(void **state) {
  (void)state;
  static const char *const pieces[][2] = {
      {"piece", "moves"}, {"Temple Cat", "slides"}, {"Ibis", "leaps"}};
  static const char *const regions[][2] = {
      {"region", "squares"}, {"temple", "e7"}, {"jungle", "e4"}};
  mr_arena arena;
  mr_doc doc, about;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_init(&about, &arena);
  mr_doc_heading(&doc, "Game");
  for (size_t i = 0; i < 3; i++) {
    mr_doc_row(&doc, pieces[i], 2);
  }
  mr_doc_heading(&doc, "Board");
  for (size_t i = 0; i < 3; i++) {
    mr_doc_row(&doc, regions[i], 2);
  }
  assert_true(mr_doc_about(&doc, "temple", &about));
  char text[80];
  mr_str told = mr_str_fixed(text, sizeof text);
  for (const mr_doc_block *b = about.first; b != NULL; b = b->next) {
    mr_str_format(&told, "%s%s;", b->heads ? "*" : "", b->cells[0]);
  }
  assert_string_equal(text, "*piece;Temple Cat;*region;temple;");
  mr_arena_done(&arena);
}

/* A chapter is what stands below its heading, up to the next one; several may begin with the topic.
 */
static void a_chapter_is_told_from_its_heading_to_the_next(void **state) {
  static const char *const found[][2] = {{"end", "|End|R-3|"},
                                         {"moves", "|Moves|R-2|Moves of kings|R-4|"},
                                         {"board", "|Board|"},
                                         {"a game", ""},
                                         {"", ""}};
  (void)state;
  mr_arena arena;
  mr_doc doc;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_heading(&doc, "A game");
  mr_doc_paragraph(&doc, "What it is.");
  mr_doc_heading(&doc, "Board");
  mr_doc_heading(&doc, "Moves");
  mr_doc_rule(&doc, "R-2", "Pieces go.");
  mr_doc_heading(&doc, "End");
  mr_doc_rule(&doc, "R-3", "It is over.");
  mr_doc_heading(&doc, "Moves of kings");
  mr_doc_rule(&doc, "R-4", "Kings go.");
  for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
    char text[64];
    mr_doc about;
    mr_str told = mr_str_fixed(text, sizeof text);
    mr_doc_init(&about, &arena);
    assert_int_equal(mr_doc_about(&doc, found[i][0], &about), *found[i][1] != '\0');
    mr_str_add(&told, about.first != NULL ? "|" : "");
    for (const mr_doc_block *b = about.first; b != NULL; b = b->next) {
      mr_str_format(&told, "%s|", b->kind == MR_DOC_RULE ? b->id : b->text);
    }
    assert_string_equal(text, found[i][1]);
  }
  char chapters[64];
  mr_str list = mr_str_fixed(chapters, sizeof chapters);
  mr_doc_chapters(&doc, &list);
  assert_string_equal(chapters, "Board, Moves, End, Moves of kings");
  mr_arena_done(&arena);
}

/* "N" is a knight and not the chapter on notation; "No" is no letter of a piece. */
static void the_letter_of_a_piece_comes_before_chapters(void **state) {
  static const char *const heading[] = {"letter", "name"}, *const row[] = {"N n", "Knight"};
  (void)state;
  mr_arena arena;
  mr_doc doc, piece, chapter;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_doc_init(&piece, &arena);
  mr_doc_init(&chapter, &arena);
  mr_doc_heading(&doc, "A game");
  mr_doc_heading(&doc, "Notation");
  mr_doc_rule(&doc, "R-1", "How it is written.");
  mr_doc_heading(&doc, "Pieces");
  mr_doc_row(&doc, heading, 2);
  mr_doc_row(&doc, row, 2);
  mr_doc_rule(&doc, "R-2", "A knight leaps.");
  assert_true(mr_doc_about(&doc, "N", &piece));
  assert_int_equal(piece.first->kind, MR_DOC_ROW);
  assert_string_equal(piece.first->next->cells[1], "Knight");
  assert_string_equal(piece.first->next->next->id, "R-2");
  assert_null(piece.first->next->next->next);
  assert_true(mr_doc_about(&doc, "No", &chapter));
  assert_string_equal(chapter.first->text, "Notation");
  mr_arena_done(&arena);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(blocks_stand_in_the_order_in_which_they_were_written),
    cmocka_unit_test(texts_are_copied),
    cmocka_unit_test(an_empty_text_is_a_text),
    cmocka_unit_test(a_row_that_is_too_wide_makes_the_page_fail),
    cmocka_unit_test(memory_that_ends_makes_the_page_fail_for_good),
    cmocka_unit_test(the_letter_of_a_piece_comes_before_chapters),
    cmocka_unit_test(tables_that_speak_of_a_topic_stay_apart),
    cmocka_unit_test(a_chapter_is_told_from_its_heading_to_the_next),
    cmocka_unit_test(what_speaks_of_a_topic_leaves_notation_to_who_asks_for_it),
};

MR_TEST_MAIN(tests)
