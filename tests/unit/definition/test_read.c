#include "test_main.h"

#include <marcher/definition.h>
#include <stdio.h>
#include <string.h>

#include "definition_fixture.h"

static const mr_setting *setting_of(const mr_fixture *fixture, const char *key) {
  const mr_setting *setting = mr_definition_find(&fixture->definition, key);
  assert_non_null(setting);
  return setting;
}

static void assert_line(const mr_setting *setting, size_t index, const char *text, uint32_t line,
                        uint32_t column) {
  assert_true(index < setting->line_count);
  assert_string_equal(setting->lines[index].text, text);
  assert_int_equal(setting->lines[index].length, strlen(text));
  assert_int_equal(setting->lines[index].line, line);
  assert_int_equal(setting->lines[index].column, column);
}

static void a_value_is_the_rest_of_its_line_without_surrounding_blanks(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture,
                    "[a]\n"
                    "one=1\n"
                    "two  =\t two ; three # four = five  \n"
                    "with-all_Kinds9 = \xC3\xA4\t\n",
                    "a");
  assert_string_equal(mr_fixture_text(&fixture, "one"), "1");
  assert_string_equal(mr_fixture_text(&fixture, "two"), "two ; three # four = five");
  assert_string_equal(mr_fixture_text(&fixture, "with-all_Kinds9"), "\xC3\xA4");
  assert_int_equal(fixture.definition.count, 3);
  assert_line(setting_of(&fixture, "two"), 0, "two ; three # four = five", 3, 9);
  assert_string_equal(setting_of(&fixture, "two")->lines[0].line_text,
                      "two  =\t two ; three # four = five  ");
  mr_fixture_close(&fixture);
}

static void a_value_continues_on_indented_lines_whatever_they_begin_with(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture,
                    "[a]\n"
                    "map =\n"
                    "  #.~\n"
                    "\t;=[x]  \n"
                    "   ...\n"
                    "next = 1\n",
                    "a");
  const mr_setting *map = setting_of(&fixture, "map");
  assert_string_equal(map->text, "#.~\n;=[x]\n...");
  assert_int_equal(map->length, strlen(map->text));
  assert_int_equal(map->line_count, 3);
  assert_line(map, 0, "#.~", 3, 3);
  assert_line(map, 1, ";=[x]", 4, 2);
  assert_line(map, 2, "...", 5, 4);
  assert_int_equal(map->key_at.line, 2);
  assert_string_equal(map->key_at.line_text, "map =");
  assert_string_equal(mr_fixture_text(&fixture, "next"), "1");
  mr_fixture_close(&fixture);
}

static void comments_stand_on_lines_of_their_own_and_end_no_value(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture,
                    "# first\n"
                    "; second = 2\n"
                    "  # indented\n"
                    "[a]\n"
                    "  ; indented\n"
                    "map =\n"
                    "  one\n"
                    "# between two lines of a map\n"
                    "  two\n"
                    "#key = 1\n",
                    "a");
  assert_int_equal(fixture.definition.count, 1);
  assert_string_equal(mr_fixture_text(&fixture, "map"), "one\ntwo");
  mr_fixture_close(&fixture);
}

static void an_empty_value_is_one_empty_line_behind_the_equals_sign(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[a]\none =\ntwo = \t\n\n[b]\nlast=", "a");
  assert_int_equal(setting_of(&fixture, "one")->line_count, 1);
  assert_line(setting_of(&fixture, "one"), 0, "", 2, 6);
  assert_line(setting_of(&fixture, "two"), 0, "", 3, 6);
  assert_int_equal(mr_fixture_resolve(&fixture, "b"), MR_OK);
  assert_line(setting_of(&fixture, "last"), 0, "", 6, 6);
  mr_fixture_close(&fixture);
}

static void headers_name_a_definition_and_its_parent(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[3-check.v2_X]\n[ child : 3-check.v2_X ]  \nkey = 1\n", "child");
  assert_int_equal(mr_definitions_count(fixture.definitions), 2);
  assert_string_equal(mr_definitions_name(fixture.definitions, 0), "3-check.v2_X");
  assert_string_equal(mr_definitions_name(fixture.definitions, 1), "child");
  assert_null(mr_definitions_name(fixture.definitions, 2));
  assert_string_equal(fixture.definition.name, "child");
  assert_string_equal(fixture.definition.parent, "3-check.v2_X");
  assert_string_equal(fixture.definition.source, "test.ini");
  assert_int_equal(fixture.definition.at.line, 2);
  assert_int_equal(fixture.definition.at.column, 1);
  assert_int_equal(fixture.definition.at.length, 24);
  mr_fixture_close(&fixture);
}

static void names_tell_upper_from_lower_case(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[a]\nkey = 1\nKey = 2\n[A]\nkey = 3\n", "A");
  assert_string_equal(mr_fixture_text(&fixture, "key"), "3");
  assert_int_equal(mr_fixture_resolve(&fixture, "a"), MR_OK);
  assert_string_equal(mr_fixture_text(&fixture, "Key"), "2");
  mr_fixture_close(&fixture);
}

static void lines_may_end_in_cr_lf_and_the_file_may_begin_with_a_byte_order_mark(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "\xEF\xBB\xBF[a]\r\nkey = 1\r\n\r\nmap =\r\n  x\r\n  y\r\n", "a");
  assert_string_equal(mr_fixture_text(&fixture, "key"), "1");
  assert_string_equal(mr_fixture_text(&fixture, "map"), "x\ny");
  assert_int_equal(fixture.definition.at.column, 1);
  assert_string_equal(fixture.definition.at.line_text, "[a]");
  assert_string_equal(setting_of(&fixture, "key")->lines[0].line_text, "key = 1");
  mr_fixture_close(&fixture);
}

static void a_file_without_definitions_is_no_error(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, ""), MR_OK);
  assert_int_equal(mr_fixture_read(&fixture, "# nothing\n\n"), MR_OK);
  assert_int_equal(mr_definitions_add(fixture.definitions, NULL, NULL, 0, &fixture.list), MR_OK);
  assert_int_equal(mr_definitions_count(fixture.definitions), 0);
  mr_fixture_close(&fixture);
}

/* ---- headers that are wrong ------------------------------------------------------------------ */

static void a_header_must_be_closed(void **state) {
  (void)state;
  mr_fixture_rejects("\n[chess:orthodox  \nkey = 1\n",
                     (mr_expected){MR_ERR_SYNTAX, "2:16+1", "expected ']'"});
}

static void nothing_follows_a_header(void **state) {
  (void)state;
  mr_fixture_rejects("[a] b c\n",
                     (mr_expected){MR_ERR_SYNTAX, "1:5+3", "end of the line after ']'"});
}

static void a_comment_behind_a_header_is_explained(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a] # mine\n"), MR_ERR_SYNTAX);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_SYNTAX, "1:5+6", "end of the line"});
  assert_string_equal(fixture.list.first->hint, "a comment stands on a line of its own");
  mr_fixture_close(&fixture);
}

static void a_definition_needs_a_name(void **state) {
  (void)state;
  mr_fixture_rejects("[]\n", (mr_expected){MR_ERR_SYNTAX, "1:2+1", "expected the name"});
  mr_fixture_rejects("[  :chess]\n", (mr_expected){MR_ERR_SYNTAX, "1:4+1", "expected the name"});
}

static void a_colon_needs_a_parent(void **state) {
  (void)state;
  mr_fixture_rejects("[a: ]\n", (mr_expected){MR_ERR_SYNTAX, "1:5+1", "name of the parent"});
}

static void names_of_definitions_take_no_other_characters(void **state) {
  (void)state;
  mr_fixture_rejects("[my chess]\n",
                     (mr_expected){MR_ERR_SYNTAX, "1:4+1", "a blank cannot be in the name"});
  mr_fixture_rejects("[caf\xC3\xA9]\n",
                     (mr_expected){MR_ERR_SYNTAX, "1:5+2", "'\xC3\xA9' cannot be in the name"});
  mr_fixture_rejects("[a:b:c]\n",
                     (mr_expected){MR_ERR_SYNTAX, "1:5+1", "':' cannot be in the name"});
}

static void names_have_a_longest_length(void **state) {
  (void)state;
  char text[MR_DEFINITION_NAME_MAX + 8] = "[";
  memset(text + 1, 'n', MR_DEFINITION_NAME_MAX);
  text[MR_DEFINITION_NAME_MAX + 1] = ']';
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, text), MR_OK);
  mr_fixture_close(&fixture);

  memcpy(text + 1 + MR_DEFINITION_NAME_MAX, "n]", 3);
  mr_fixture_rejects(text, (mr_expected){MR_ERR_LIMIT, "1:2+65", "at most 64 characters"});
  text[0] = 'k';
  memcpy(text + 1 + MR_DEFINITION_NAME_MAX, "=", 2);
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read_file(&fixture, "ok.ini", "[a]\n"), MR_OK);
  char with_key[sizeof text + 8];
  snprintf(with_key, sizeof with_key, "[b]\n%s", text);
  assert_int_equal(mr_fixture_read(&fixture, with_key), MR_ERR_LIMIT);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_LIMIT, "2:1+65", "name of a key has at most"});
  mr_fixture_close(&fixture);
}

static void a_definition_is_defined_once_and_both_places_are_shown(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read_file(&fixture, "one.ini", "\n  \n[ game ]\n"), MR_OK);
  assert_int_equal(mr_fixture_read_file(&fixture, "two.ini", "[other]\n[game:other]\n"),
                   MR_ERR_DUPLICATE);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_DUPLICATE, "2:2+4", "a definition named 'game'"});
  mr_fixture_expect(&fixture, 1,
                    (mr_expected){MR_ERR_DUPLICATE, "3:3+4", "the first 'game' is here"});
  assert_string_equal(mr_fixture_complaint(&fixture, 0)->source, "two.ini");
  assert_string_equal(mr_fixture_complaint(&fixture, 1)->source, "one.ini");
  assert_int_equal(mr_fixture_complaint(&fixture, 1)->severity, MR_SEVERITY_NOTE);
  assert_int_equal(fixture.list.errors, 1);
  assert_int_equal(mr_definitions_count(fixture.definitions), 1);
  mr_fixture_close(&fixture);
}

static void a_definition_is_defined_once_in_its_file_too(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\nkey = 1\n[a]\nkey = 2\nkey = 3\n"),
                   MR_ERR_DUPLICATE);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_DUPLICATE, "3:2+1", "named 'a' already"});
  mr_fixture_expect(&fixture, 1, (mr_expected){MR_ERR_DUPLICATE, "1:2+1", "the first 'a'"});
  mr_fixture_expect(&fixture, 2, (mr_expected){MR_ERR_DUPLICATE, "5:1+3", "'key' is set already"});
  mr_fixture_expect(&fixture, 3, (mr_expected){MR_ERR_DUPLICATE, "4:1+3", "the 'key' before"});
  assert_int_equal(fixture.list.errors, 1);
  mr_fixture_close(&fixture);
}

/* ---- keys that are wrong --------------------------------------------------------------------- */

static void
of_a_key_that_is_set_twice_the_last_value_counts_and_both_places_are_shown(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\nrows = 8\nmore = 1\nrows=9\n"), MR_OK);
  mr_fixture_expect(
      &fixture, 0,
      (mr_expected){MR_ERR_DUPLICATE, "4:1+4", "this value counts, and the one before"});
  mr_fixture_expect(&fixture, 1,
                    (mr_expected){MR_ERR_DUPLICATE, "2:1+4", "the 'rows' before is here"});
  assert_int_equal(mr_fixture_complaint(&fixture, 0)->severity, MR_SEVERITY_WARNING);
  assert_int_equal(mr_fixture_complaint(&fixture, 1)->severity, MR_SEVERITY_NOTE);
  assert_string_equal(mr_fixture_complaint(&fixture, 1)->line_text, "rows = 8");
  assert_int_equal(fixture.list.errors, 0);
  assert_int_equal(mr_fixture_resolve(&fixture, "a"), MR_OK);
  assert_int_equal(fixture.definition.count, 2);
  assert_line(setting_of(&fixture, "rows"), 0, "9", 4, 6);
  assert_int_equal(setting_of(&fixture, "rows")->key_at.line, 4);
  mr_fixture_close(&fixture);
}

static void a_value_of_several_lines_takes_the_place_of_one_and_is_replaced(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(
      mr_fixture_read(&fixture,
                      "[a]\nmap =\n  one\n  two\nkey = 1\nmap = short\nkey =\n  x\n  y\nkey =\n"
                      "[b]\nkey = another\n"),
      MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "a"), MR_OK);
  assert_line(setting_of(&fixture, "map"), 0, "short", 6, 7);
  assert_int_equal(setting_of(&fixture, "map")->line_count, 1);
  assert_line(setting_of(&fixture, "key"), 0, "", 10, 6);
  assert_int_equal(setting_of(&fixture, "key")->line_count, 1);
  assert_int_equal(fixture.list.errors, 0);
  assert_int_equal(fixture.list.count, 6);
  mr_fixture_close(&fixture);
}

static void a_line_needs_an_equals_sign(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\nrows 8  \n", (mr_expected){MR_ERR_SYNTAX, "2:1+6", "there is no '='"});
}

static void a_colon_for_an_equals_sign_is_explained(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\nrows: 8\n"), MR_ERR_SYNTAX);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_SYNTAX, "2:1+7", "expected 'key = value'"});
  assert_string_equal(fixture.list.first->hint, "'=' stands between a key and its value, not ':'");
  mr_fixture_close(&fixture);
}

static void a_key_needs_a_name(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\n= 8\n", (mr_expected){MR_ERR_SYNTAX, "2:1+1", "a key before '='"});
}

static void names_of_keys_take_no_other_characters(void **state) {
  (void)state;
  mr_fixture_rejects(
      "[a]\nmax rank = 8\n",
      (mr_expected){MR_ERR_SYNTAX, "2:4+1", "a blank cannot be in the name of a key"});
  mr_fixture_rejects("[a]\nh\xC3\xB6he = 8\n",
                     (mr_expected){MR_ERR_SYNTAX, "2:2+2", "'\xC3\xB6' cannot be"});
  mr_fixture_rejects("[a]\na.b = 8\n", (mr_expected){MR_ERR_SYNTAX, "2:2+1", "'.' cannot be"});
}

static void keys_stand_below_a_header(void **state) {
  (void)state;
  mr_fixture_rejects("# a comment is fine\nrows = 8\ncolumns = 8\n\n  more\n[a]\n",
                     (mr_expected){MR_ERR_SYNTAX, "2:1+8", "before the first definition"});
  mr_fixture_rejects("  rows = 8\n[a]\n",
                     (mr_expected){MR_ERR_SYNTAX, "1:3+8", "before the first definition"});
}

static void an_indented_line_must_continue_a_value(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\n  rows = 8\n",
                     (mr_expected){MR_ERR_SYNTAX, "2:3+8", "begin in column 1"});
  mr_fixture_rejects("[a]\nnotes = one\n  two\n",
                     (mr_expected){MR_ERR_SYNTAX, "3:3+3", "'notes' has its value already"});
  mr_fixture_rejects(
      "[a]\nnotes =\n  one\n \n\n  two\n",
      (mr_expected){MR_ERR_SYNTAX, "6:3+3", "a blank line ended the value of 'notes'"});
  mr_fixture_rejects("[a]\nnotes = one\n\n  two\n",
                     (mr_expected){MR_ERR_SYNTAX, "4:3+3", "begin in column 1"});
}

static void what_continues_a_wrong_line_is_passed_over(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\nm p =\n  #..\n  ..#\n",
                     (mr_expected){MR_ERR_SYNTAX, "2:2+1", "a blank cannot be"});
  mr_fixture_rejects("[a]\nmap\n  #..\n  ..#\n", (mr_expected){MR_ERR_SYNTAX, "2:1+3", "no '='"});
}

static void a_definition_has_a_largest_number_of_keys(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "[a]\n");
  for (int i = 0; i < MR_DEFINITION_KEYS_MAX; i++) {
    mr_str_format(&text, "k%d=\n", i);
  }
  assert_int_equal(mr_fixture_read(&fixture, mr_str_text(&text)), MR_OK);
  mr_str_add(&text, "more=\nmost=\n");
  text.data[1] = 'b';
  assert_int_equal(mr_fixture_read(&fixture, mr_str_text(&text)), MR_ERR_LIMIT);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_LIMIT, "2050:1+4", "at most 2048 keys"});
  assert_int_equal(fixture.list.count, 1);
  mr_str_done(&text);
  mr_fixture_close(&fixture);
}

static void a_collection_has_a_largest_number_of_definitions(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_str text = mr_str_growing(NULL);
  for (int i = 0; i < MR_DEFINITION_COUNT_MAX; i++) {
    mr_str_format(&text, "[d%d]\n", i);
  }
  assert_int_equal(mr_fixture_read(&fixture, mr_str_text(&text)), MR_OK);
  assert_int_equal(mr_definitions_count(fixture.definitions), MR_DEFINITION_COUNT_MAX);
  assert_int_equal(mr_fixture_read(&fixture, "[more]\n[most]\n"), MR_ERR_LIMIT);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_LIMIT, "1:1+6", "more than 4096 definitions"});
  assert_int_equal(fixture.list.count, 1);
  mr_str_done(&text);
  mr_fixture_close(&fixture);
}

/* ---- bytes that are wrong -------------------------------------------------------------------- */

static void a_nul_byte_is_no_text(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read_bytes(&fixture, "[a]\nkey = 1\0002\n", 14), MR_ERR_ENCODING);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_ENCODING, "2:8+1", "NUL byte"});
  assert_string_equal(fixture.list.first->line_text, "key = 1?2");
  mr_fixture_close(&fixture);
}

static void bytes_that_are_not_utf_8_are_rejected_and_shown_as_question_marks(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\nkey = \xC3\xA4\xFF\xE4\n"), MR_ERR_ENCODING);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_ENCODING, "2:9+1", "byte 0xFF is not UTF-8"});
  assert_int_equal(fixture.list.count, 1);
  assert_string_equal(fixture.list.first->line_text, "key = \xC3\xA4??");
  mr_fixture_close(&fixture);
}

static void control_characters_are_rejected(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\nkey = \033[1m\n", (mr_expected){MR_ERR_ENCODING, "2:7+1", "U+001B"});
  mr_fixture_rejects("[a]\nkey = \x7F\n", (mr_expected){MR_ERR_ENCODING, "2:7+1", "U+007F"});
  mr_fixture_rejects("[a]\nkey = x\xC2\x9B\n", (mr_expected){MR_ERR_ENCODING, "2:8+2", "U+009B"});
  mr_fixture_rejects("# \x0C\n[a]\n", (mr_expected){MR_ERR_ENCODING, "1:3+1", "U+000C"});
}

static void a_carriage_return_alone_ends_no_line(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\nkey = 1\rmore = 2\n",
                     (mr_expected){MR_ERR_ENCODING, "2:8+1", "a carriage return inside a line"});
  mr_fixture_rejects("[a]\r", (mr_expected){MR_ERR_ENCODING, "1:4+1", "a carriage return"});
}

static void a_spoiled_header_does_not_lend_its_keys_to_the_definition_before(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\nkey = 1\n[b\x01]\nkey = 1\n",
                     (mr_expected){MR_ERR_ENCODING, "3:3+1", "U+0001"});
}

static void a_spoiled_line_of_a_map_does_not_end_it(void **state) {
  (void)state;
  mr_fixture_rejects("[a]\nmap =\n  ..\n  .\x01\n  ..\nkey = 1\n",
                     (mr_expected){MR_ERR_ENCODING, "4:4+1", "U+0001"});
}

static void a_file_has_a_largest_size(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  char *text = test_malloc(MR_DEFINITION_FILE_MAX + 2);
  memset(text, '\n', MR_DEFINITION_FILE_MAX + 1);
  assert_int_equal(mr_fixture_read_bytes(&fixture, text, MR_DEFINITION_FILE_MAX), MR_OK);
  assert_int_equal(mr_fixture_read_bytes(&fixture, text, MR_DEFINITION_FILE_MAX + 1), MR_ERR_LIMIT);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_LIMIT, "0:0+0", "1048577 bytes"});
  assert_string_equal(fixture.list.first->source, "test.ini");
  test_free(text);
  mr_fixture_close(&fixture);
}

/* ---- several errors -------------------------------------------------------------------------- */

static void all_errors_of_a_file_are_reported_in_order(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  const char *text = "stray = 1\n"
                     "[a b]\n"
                     "key 1\n"
                     "[c\n"
                     "= 2\n"
                     "\xFF\n"
                     "[a] x\n";
  assert_int_equal(mr_fixture_read(&fixture, text), MR_ERR_SYNTAX);
  const uint32_t lines[] = {1, 2, 3, 4, 5, 6, 7};
  assert_int_equal(fixture.list.errors, sizeof lines / sizeof lines[0]);
  for (size_t i = 0; i < fixture.list.errors; i++) {
    assert_int_equal(mr_fixture_complaint(&fixture, i)->line, lines[i]);
  }
  mr_fixture_close(&fixture);
}

static void nothing_of_a_file_with_errors_is_added(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[good]\nkey = 1\n[bad\n"), MR_ERR_SYNTAX);
  assert_int_equal(mr_definitions_count(fixture.definitions), 0);
  assert_int_equal(mr_fixture_read(&fixture, "[good]\nkey = 1\n"), MR_OK);
  assert_int_equal(mr_definitions_count(fixture.definitions), 1);
  mr_fixture_close(&fixture);
}

static void after_a_hundred_errors_one_says_that_there_are_more(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "[a]\n");
  for (int i = 0; i < 150; i++) {
    mr_str_add(&text, "wrong\n");
  }
  assert_int_equal(mr_fixture_read(&fixture, mr_str_text(&text)), MR_ERR_SYNTAX);
  assert_int_equal(fixture.list.count, MR_DIAGNOSTICS_MAX + 1);
  mr_fixture_expect(&fixture, 99, (mr_expected){MR_ERR_SYNTAX, "101:1+5", "no '='"});
  mr_fixture_expect(&fixture, 100, (mr_expected){MR_ERR_LIMIT, "0:0+0", "too many errors"});

  /* A full list hides the complaint about another file, but not its status. */
  assert_int_equal(mr_fixture_read(&fixture, "[b\n"), MR_ERR_SYNTAX);
  assert_int_equal(fixture.list.count, MR_DIAGNOSTICS_MAX + 1);
  assert_int_equal(mr_definitions_count(fixture.definitions), 0);
  mr_str_done(&text);
  mr_fixture_close(&fixture);
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_error err;
  assert_int_equal(mr_definitions_new(NULL, NULL, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_definitions_add(NULL, "x", "", 0, &fixture.list), MR_ERR_ARGUMENT);
  assert_int_equal(mr_definitions_add(fixture.definitions, "x", "", 0, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_definitions_add(fixture.definitions, "x", NULL, 1, &fixture.list),
                   MR_ERR_ARGUMENT);
  mr_definitions_free(NULL);
  mr_fixture_close(&fixture);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_value_is_the_rest_of_its_line_without_surrounding_blanks),
    cmocka_unit_test(a_value_continues_on_indented_lines_whatever_they_begin_with),
    cmocka_unit_test(comments_stand_on_lines_of_their_own_and_end_no_value),
    cmocka_unit_test(an_empty_value_is_one_empty_line_behind_the_equals_sign),
    cmocka_unit_test(headers_name_a_definition_and_its_parent),
    cmocka_unit_test(names_tell_upper_from_lower_case),
    cmocka_unit_test(lines_may_end_in_cr_lf_and_the_file_may_begin_with_a_byte_order_mark),
    cmocka_unit_test(a_file_without_definitions_is_no_error),
    cmocka_unit_test(a_header_must_be_closed),
    cmocka_unit_test(nothing_follows_a_header),
    cmocka_unit_test(a_comment_behind_a_header_is_explained),
    cmocka_unit_test(a_definition_needs_a_name),
    cmocka_unit_test(a_colon_needs_a_parent),
    cmocka_unit_test(names_of_definitions_take_no_other_characters),
    cmocka_unit_test(names_have_a_longest_length),
    cmocka_unit_test(a_definition_is_defined_once_and_both_places_are_shown),
    cmocka_unit_test(a_definition_is_defined_once_in_its_file_too),
    cmocka_unit_test(of_a_key_that_is_set_twice_the_last_value_counts_and_both_places_are_shown),
    cmocka_unit_test(a_value_of_several_lines_takes_the_place_of_one_and_is_replaced),
    cmocka_unit_test(a_line_needs_an_equals_sign),
    cmocka_unit_test(a_colon_for_an_equals_sign_is_explained),
    cmocka_unit_test(a_key_needs_a_name),
    cmocka_unit_test(names_of_keys_take_no_other_characters),
    cmocka_unit_test(keys_stand_below_a_header),
    cmocka_unit_test(an_indented_line_must_continue_a_value),
    cmocka_unit_test(what_continues_a_wrong_line_is_passed_over),
    cmocka_unit_test(a_definition_has_a_largest_number_of_keys),
    cmocka_unit_test(a_collection_has_a_largest_number_of_definitions),
    cmocka_unit_test(a_nul_byte_is_no_text),
    cmocka_unit_test(bytes_that_are_not_utf_8_are_rejected_and_shown_as_question_marks),
    cmocka_unit_test(control_characters_are_rejected),
    cmocka_unit_test(a_carriage_return_alone_ends_no_line),
    cmocka_unit_test(a_spoiled_header_does_not_lend_its_keys_to_the_definition_before),
    cmocka_unit_test(a_spoiled_line_of_a_map_does_not_end_it),
    cmocka_unit_test(a_file_has_a_largest_size),
    cmocka_unit_test(all_errors_of_a_file_are_reported_in_order),
    cmocka_unit_test(nothing_of_a_file_with_errors_is_added),
    cmocka_unit_test(after_a_hundred_errors_one_says_that_there_are_more),
    cmocka_unit_test(wrong_arguments_are_refused),
};

MR_TEST_MAIN(tests)
