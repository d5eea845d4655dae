#include <marcher/edit.h>
#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"

/* Sets a key, and compares the text that comes of it; NULL takes the key out. */
static void sets(const char *text, const char *definition, const char *key, const char *value,
                 const char *expected) {
  mr_str out = mr_str_growing(NULL);
  mr_error error = {0};
  if (mr_edit_set(text, strlen(text), &(mr_edit){definition, key, value}, &out, &error) != MR_OK) {
    fail_msg("%s", error.message);
  }
  assert_string_equal(mr_str_text(&out), expected);
  mr_str_done(&out);
}

static void refuses(const char *text, const char *definition, const char *key, const char *value,
                    mr_status status, const char *part) {
  mr_str out = mr_str_growing(NULL);
  mr_error error = {0};
  assert_int_equal(
      mr_edit_set(text, strlen(text), &(mr_edit){definition, key, value}, &out, &error), status);
  if (strstr(error.message, part) == NULL) {
    fail_msg("no '%s' in: %s", part, error.message);
  }
  mr_str_done(&out);
}

static const char two[] = "# mine\n"
                          "[a:chess]\n"
                          "maxFile =  7  \n"
                          "; why\n"
                          "title = A = B\n"
                          "\n"
                          "# of b\n"
                          "[ b ]\n"
                          "maxFile = 9";

static void a_value_changes_and_nothing_else_does(void **state) {
  (void)state;
  sets(two, "a", "maxFile", "8",
       "# mine\n[a:chess]\nmaxFile = 8\n; why\ntitle = A = B\n\n# of b\n[ b ]\nmaxFile = 9");
  sets(two, "b", "maxFile", "8",
       "# mine\n[a:chess]\nmaxFile =  7  \n; why\ntitle = A = B\n\n# of b\n[ b ]\nmaxFile = 8\n");
  sets(two, "a", "title", "C",
       "# mine\n[a:chess]\nmaxFile =  7  \n; why\ntitle = C\n\n# of b\n[ b ]\nmaxFile = 9");
  sets("[a]\nx = 1\nx = 2\n", "a", "x", "3", "[a]\nx = 1\nx = 3\n");
  sets("[a]\r\nx = 1\r\ny = 2\r\n", "a", "x", "3", "[a]\r\nx = 3\r\ny = 2\r\n");
}

static void a_key_that_is_not_there_goes_behind_the_last(void **state) {
  (void)state;
  sets(two, "a", "maxRank", "8",
       "# mine\n[a:chess]\nmaxFile =  7  \n; why\ntitle = A = B\nmaxRank = 8\n\n# of b\n[ b ]\n"
       "maxFile = 9");
  sets(two, "b", "x", "",
       "# mine\n[a:chess]\nmaxFile =  7  \n; why\ntitle = A = B\n\n# of b\n[ b ]\n"
       "maxFile = 9\nx =\n");
  sets("[a]", "a", "x", "1", "[a]\nx = 1\n");
  sets("[a]\nmap =\n  . .\n  x .\n\n[b]\n", "a", "x", "1",
       "[a]\nmap =\n  . .\n  x .\nx = 1\n\n[b]\n");
}

static void a_key_is_taken_out(void **state) {
  (void)state;
  sets(two, "a", "title", NULL,
       "# mine\n[a:chess]\nmaxFile =  7  \n; why\n\n# of b\n[ b ]\nmaxFile = 9");
  sets("[a]\nx = 1\n", "a", "y", NULL, "[a]\nx = 1\n");
}

static void maps_keep_their_indentation_and_the_comments_among_them(void **state) {
  (void)state;
  static const char map[] = "[a]\nmap =\n    . .\n# here\n    x .\ny = 1\n";
  sets(map, "a", "map", "x x\n. .\n. x", "[a]\nmap =\n    x x\n    . .\n    . x\n# here\ny = 1\n");
  sets(map, "a", "map", "x", "[a]\nmap = x\n# here\ny = 1\n");
  sets("[a]\nmap = x\n", "a", "map", "x\ny", "[a]\nmap =\n  x\n  y\n");
  sets(map, "a", "map", NULL, "[a]\n# here\ny = 1\n");
}

static void what_cannot_be_written_is_refused(void **state) {
  (void)state;
  refuses(two, "c", "x", "1", MR_ERR_UNKNOWN, "no definition named 'c'");
  refuses(two, "a", "x y", "1", MR_ERR_SYNTAX, "'x y' is no name of a key");
  refuses(two, "a", "", "1", MR_ERR_SYNTAX, "no name of a key");
  refuses(two, "a", "x", "1\n\n2", MR_ERR_SYNTAX, "no empty one");
  refuses("", "a", "x", "1", MR_ERR_UNKNOWN, "'a'");
}

/* What is written says what was meant, whatever stood there before. */
static void what_is_written_is_read_so(void **state) {
  (void)state;
  static const char *const values[] = {
      "", "1", "a = b", "# no comment", "x .\n. x", "one\ntwo\nthree"};
  static const char *const texts[] = {"[a]\n", "[a]\nk = 1\n\n; c\nl = 2\n", "[a]\nk =\n  1\n  2\n",
                                      "[a]\nk =\n\nl = 3",
                                      "\xEF\xBB\xBF[a]\nk = 1\nk = 2\n[b]\nk = 0\n"};
  for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
    for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
      mr_arena arena;
      mr_diagnostics list;
      mr_definition definition;
      mr_definitions *read = NULL;
      mr_str out = mr_str_growing(NULL);
      mr_arena_init(&arena, NULL, SIZE_MAX);
      mr_diagnostics_init(&list, &arena);
      assert_int_equal(
          mr_edit_set(texts[t], strlen(texts[t]), &(mr_edit){"a", "k", values[v]}, &out, NULL),
          MR_OK);
      assert_int_equal(mr_definitions_new(NULL, &read, NULL), MR_OK);
      assert_int_equal(mr_definitions_add(read, "x", mr_str_text(&out), out.length, &list), MR_OK);
      assert_int_equal(mr_definition_resolve(read, "a", NULL, 0, &arena, &definition, &list),
                       MR_OK);
      assert_string_equal(mr_definition_find(&definition, "k")->text, values[v]);
      mr_definitions_free(read);
      mr_str_done(&out);
      mr_arena_done(&arena);
    }
  }
}

/* ---- drawings -------------------------------------------------------------------------------- */

static void draws(mr_grid_style style, const char *text, size_t cell, const char *label,
                  const char *expected) {
  mr_arena arena;
  mr_grid grid;
  mr_error error = {0};
  mr_str out = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, SIZE_MAX);
  if (mr_grid_read(style, text, strlen(text), &arena, &grid, &error) != MR_OK ||
      mr_grid_put(&grid, cell, label, &error) != MR_OK) {
    fail_msg("%s: %s", text, error.message);
  }
  mr_grid_write(&grid, &out);
  assert_string_equal(mr_str_text(&out), expected);
  mr_str_done(&out);
  mr_arena_done(&arena);
}

static void boards_are_read_changed_and_written(void **state) {
  (void)state;
  draws(MR_GRID_FEN, "rn2/4/PP+P~1 w KQ - 0 1", 4, "+q", "rn2/+q3/PP+P~1 w KQ - 0 1");
  draws(MR_GRID_FEN, "k*10/12[Pp] b - -", 0, "", "1*10/12[Pp] b - -");
  draws(MR_GRID_FEN, "3/k", 3, "K", "3/K2");
  draws(MR_GRID_MAP, "x . .\n. #.\n", 5, "L", "x . .\n. # L");
  draws(MR_GRID_MAP, "x~", 0, ".", ". ~");
}

static void what_is_no_drawing_is_refused(void **state) {
  (void)state;
  static const struct {
    mr_grid_style style;
    const char *text;
    const char *said;
  } bad[] = {
      {MR_GRID_FEN, "", "no square"},         {MR_GRID_FEN, "k?k", "letters, digits"},
      {MR_GRID_FEN, "k+", "letters, digits"}, {MR_GRID_FEN, "k1[PP", "']'"},
      {MR_GRID_FEN, "121", "at most 120"},    {MR_GRID_FEN, "99999999999999999999", "at most 120"},
      {MR_GRID_MAP, " \n ", "no square"},     {MR_GRID_MAP, "\xC3\xA9", "ASCII"},
      {MR_GRID_FEN, "k120", "at most 120"}};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    mr_arena arena;
    mr_grid grid;
    mr_error error = {0};
    mr_arena_init(&arena, NULL, SIZE_MAX);
    assert_int_not_equal(
        mr_grid_read(bad[i].style, bad[i].text, strlen(bad[i].text), &arena, &grid, &error), MR_OK);
    if (strstr(error.message, bad[i].said) == NULL) {
      fail_msg("no '%s' in: %s", bad[i].said, error.message);
    }
    mr_arena_done(&arena);
  }
}

static void labels_and_squares_that_there_are_not_are_refused(void **state) {
  (void)state;
  mr_arena arena;
  mr_grid grid;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  assert_int_equal(mr_grid_read(MR_GRID_FEN, "2/2", 3, &arena, &grid, NULL), MR_OK);
  assert_int_equal(mr_grid_put(&grid, 4, "K", NULL), MR_ERR_RANGE);
  assert_int_equal(mr_grid_put(&grid, 0, "K/", NULL), MR_ERR_SYNTAX);
  assert_int_equal(mr_grid_put(&grid, 0, "12345678", NULL), MR_ERR_SYNTAX);
  assert_int_equal(mr_grid_read(MR_GRID_MAP, "..", 2, &arena, &grid, NULL), MR_OK);
  assert_int_equal(mr_grid_put(&grid, 0, "ab", NULL), MR_ERR_SYNTAX);
  assert_int_equal(mr_grid_put(&grid, 0, " ", NULL), MR_ERR_SYNTAX);
  mr_arena_done(&arena);
}

/* ---- remedies -------------------------------------------------------------------------------- */

static void a_hint_that_names_what_was_meant_is_a_remedy(void **state) {
  (void)state;
  char buffer[64];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
  mr_diagnostic complaint = {.column = 1, .length = 3, .hint = "did you mean 'maxFile'?"};
  assert_true(mr_edit_remedy(&complaint, &out));
  assert_string_equal(buffer, "maxFile");
  complaint.hint = "the nearest that is allowed is '16'";
  mr_str_reset(&out);
  assert_true(mr_edit_remedy(&complaint, &out));
  assert_string_equal(buffer, "16");
  complaint.column = 0;
  assert_false(mr_edit_remedy(&complaint, &out));
  complaint = (mr_diagnostic){.column = 1, .hint = "a comment stands on a line of its own"};
  assert_false(mr_edit_remedy(&complaint, &out));
  complaint.hint = NULL;
  assert_false(mr_edit_remedy(&complaint, &out));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_value_changes_and_nothing_else_does),
    cmocka_unit_test(a_key_that_is_not_there_goes_behind_the_last),
    cmocka_unit_test(a_key_is_taken_out),
    cmocka_unit_test(maps_keep_their_indentation_and_the_comments_among_them),
    cmocka_unit_test(what_cannot_be_written_is_refused),
    cmocka_unit_test(what_is_written_is_read_so),
    cmocka_unit_test(boards_are_read_changed_and_written),
    cmocka_unit_test(what_is_no_drawing_is_refused),
    cmocka_unit_test(labels_and_squares_that_there_are_not_are_refused),
    cmocka_unit_test(a_hint_that_names_what_was_meant_is_a_remedy),
};

MR_TEST_MAIN(tests)
