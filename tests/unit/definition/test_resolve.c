#include "test_main.h"

#include <marcher/definition.h>
#include <string.h>

#include "definition_fixture.h"

static mr_status resolve_with(mr_fixture *fixture, const char *name, const mr_override *overrides,
                              size_t count) {
  return mr_definition_resolve(fixture->definitions, name, overrides, count, &fixture->arena,
                               &fixture->definition, &fixture->list);
}

/* ---- inheritance ----------------------------------------------------------------------------- */

static void a_child_inherits_every_key_and_its_own_are_stronger(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture,
                    "[grandparent]\none = 1\ntwo = 1\nthree = 1\n"
                    "[parent:grandparent]\ntwo = 2\nthree = 2\n"
                    "[child:parent]\nthree = 3\nfour = 3\n",
                    "child");
  assert_int_equal(fixture.definition.count, 4);
  assert_string_equal(mr_fixture_text(&fixture, "one"), "1");
  assert_string_equal(mr_fixture_text(&fixture, "two"), "2");
  assert_string_equal(mr_fixture_text(&fixture, "three"), "3");
  assert_string_equal(mr_fixture_text(&fixture, "four"), "3");
  assert_string_equal(mr_definition_find(&fixture.definition, "one")->defined_in, "grandparent");
  assert_string_equal(mr_definition_find(&fixture.definition, "two")->defined_in, "parent");
  assert_string_equal(mr_definition_find(&fixture.definition, "four")->defined_in, "child");
  assert_int_equal(mr_definition_find(&fixture.definition, "one")->depth, 3);
  assert_int_equal(mr_definition_find(&fixture.definition, "four")->depth, 1);
  mr_fixture_close(&fixture);
}

static void a_setting_knows_what_it_hides(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture,
                    "[grandparent]\none = 1\ntwo = 1\n[parent:grandparent]\none = 2\n"
                    "[child:parent]\none = 3\n",
                    "child");
  const mr_setting *one = mr_definition_find(&fixture.definition, "one");
  assert_string_equal(one->inherited->text, "2");
  assert_int_equal(one->inherited->depth, 2);
  assert_string_equal(one->inherited->inherited->text, "1");
  assert_null(one->inherited->inherited->inherited);
  assert_null(mr_definition_find(&fixture.definition, "two")->inherited);
  mr_fixture_close(&fixture);
}

static void parents_may_stand_in_other_files_and_further_down(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read_file(&fixture, "child.ini", "[child:parent]\nkey = child\n"),
                   MR_OK);
  assert_int_equal(mr_fixture_read_file(&fixture, "parent.ini",
                                        "[parent:root]\n[root]\nkey = root\nother = root\n"),
                   MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "child"), MR_OK);
  assert_string_equal(mr_fixture_text(&fixture, "key"), "child");
  const mr_setting *other = mr_definition_find(&fixture.definition, "other");
  assert_string_equal(other->text, "root");
  assert_string_equal(other->source, "parent.ini");
  assert_int_equal(other->key_at.line, 4);
  assert_string_equal(fixture.definition.source, "child.ini");
  mr_fixture_close(&fixture);
}

static void settings_are_sorted_by_key(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[p]\nm = 1\nz = 1\na = 1\n[c:p]\nb = 2\nZ = 2\n", "c");
  assert_int_equal(fixture.definition.count, 5);
  for (size_t i = 1; i < fixture.definition.count; i++) {
    assert_true(strcmp(fixture.definition.settings[i - 1].key, fixture.definition.settings[i].key) <
                0);
  }
  assert_null(mr_definition_find(&fixture.definition, "missing"));
  assert_null(mr_definition_find(&fixture.definition, ""));
  mr_fixture_close(&fixture);
}

static void a_resolved_definition_outlives_its_collection(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[p]\nmap =\n  ab\n  cd\n[c:p]\nkey = value  \n", "c");
  mr_definitions_free(fixture.definitions);
  fixture.definitions = NULL;
  assert_string_equal(fixture.definition.name, "c");
  assert_string_equal(fixture.definition.parent, "p");
  assert_string_equal(fixture.definition.at.line_text, "[c:p]");
  assert_string_equal(fixture.definition.at.source, "test.ini");
  assert_string_equal(mr_fixture_text(&fixture, "map"), "ab\ncd");
  const mr_setting *map = mr_definition_find(&fixture.definition, "map");
  assert_string_equal(map->key_at.line_text, "map =");
  assert_string_equal(map->lines[1].line_text, "  cd");
  assert_string_equal(map->defined_in, "p");
  assert_string_equal(mr_definition_find(&fixture.definition, "key")->lines[0].line_text,
                      "key = value  ");
  mr_fixture_close(&fixture);
}

static void an_unknown_name_is_reported_with_the_nearest(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[borderline]\n[borderlands]\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "bordreline"), MR_ERR_UNKNOWN);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_UNKNOWN, "0:0+0", "no definition named 'bordreline'"});
  assert_string_equal(fixture.list.first->hint, "did you mean 'borderline'?");
  assert_int_equal(mr_fixture_resolve(&fixture, "go"), MR_ERR_UNKNOWN);
  assert_null(fixture.list.last->hint);
  mr_fixture_close(&fixture);
}

static void a_missing_parent_is_reported_at_its_name(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[chess]\n[mine: chss ]\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "mine"), MR_ERR_UNKNOWN);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_UNKNOWN, "2:8+4", "no definition named 'chss'"});
  assert_string_equal(fixture.list.first->hint, "did you mean 'chess'?");
  assert_string_equal(fixture.list.first->line_text, "[mine: chss ]");
  assert_null(fixture.definition.name);
  mr_fixture_close(&fixture);
}

static void whoever_names_no_parent_is_told_those_there_are_the_nearest_first(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[shogi]\n[antichess]\n[chess]\n[mine:chss]\n"),
                   MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "mine"), MR_ERR_UNKNOWN);
  mr_fixture_expect(
      &fixture, 1,
      (mr_expected){MR_ERR_UNKNOWN, "0:0+0", "3 could be its parent: chess, shogi, antichess"});
  assert_int_equal(mr_fixture_complaint(&fixture, 1)->severity, MR_SEVERITY_NOTE);
  mr_fixture_close(&fixture);
}

/** Of a parent that is lacking among the 41 others. */
static void expect_parents(const char *parent, const char *note) {
  mr_fixture fixture;
  mr_str text = mr_str_growing(NULL);
  mr_fixture_open(&fixture);
  for (int i = 0; i < 40; i++) {
    mr_str_format(&text, "[a-long-name-%d]\n", i);
  }
  mr_str_format(&text, "[go]\n[mine:%s]\n", parent);
  assert_int_equal(mr_fixture_read(&fixture, mr_str_text(&text)), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "mine"), MR_ERR_UNKNOWN);
  mr_fixture_expect(&fixture, 1, (mr_expected){MR_ERR_UNKNOWN, "0:0+0", note});
  assert_string_equal(mr_fixture_complaint(&fixture, 1)->message, note);
  mr_str_done(&text);
  mr_fixture_close(&fixture);
}

static void of_many_parents_those_that_are_near_are_named(void **state) {
  (void)state;
  expect_parents("og", "41 definitions could be its parent; the nearest by name: go");
  expect_parents("a-long-game-7",
                 "41 definitions could be its parent; the nearest by name: a-long-name-7, "
                 "a-long-name-0, a-long-name-1, a-long-name-2, a-long-name-3, a-long-name-4, "
                 "a-long-name-5, a-long-name-6");
  expect_parents("nope", "41 definitions could be its parent, and none has a name like it");
}

static const char *absence(const char *name) {
  return strcmp(name, "makruk") == 0 ? "limits of moves depend on material there" : NULL;
}

static void a_parent_that_is_absent_for_a_reason_is_told_it(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_definitions_set_absence(NULL, absence);
  mr_definitions_set_absence(fixture.definitions, absence);
  assert_int_equal(mr_fixture_read(&fixture, "[chess]\n[a:makruk]\n[b:makrug]\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "a"), MR_ERR_UNSUPPORTED);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_UNSUPPORTED, "2:4+6",
                                  "the game 'makruk' is not supported: limits of moves depend"});
  assert_true(mr_diagnostics_unsupported(&fixture.list));
  assert_int_equal(mr_fixture_resolve(&fixture, "b"), MR_ERR_UNKNOWN);
  assert_false(mr_diagnostics_unsupported(&fixture.list));
  mr_fixture_close(&fixture);
}

static void a_loop_is_reported_with_the_whole_chain(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a:b]\n[b:c]\n[c:b]\n[self:self]\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "a"), MR_ERR_ILLEGAL);
  mr_fixture_expect(
      &fixture, 0,
      (mr_expected){MR_ERR_ILLEGAL, "3:4+1", "this parent closes a loop: b -> c -> b"});
  assert_int_equal(mr_fixture_resolve(&fixture, "self"), MR_ERR_ILLEGAL);
  mr_fixture_expect(&fixture, 1, (mr_expected){MR_ERR_ILLEGAL, "4:7+4", "a loop: self -> self"});
  mr_fixture_close(&fixture);
}

static void the_chain_of_parents_has_a_greatest_depth(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "[d0]\nroot = 1\n");
  for (int i = 1; i <= MR_DEFINITION_DEPTH_MAX + 1; i++) {
    mr_str_format(&text, "[d%d:d%d]\n", i, i - 1);
  }
  assert_int_equal(mr_fixture_read(&fixture, mr_str_text(&text)), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "d32"), MR_OK);
  assert_string_equal(mr_fixture_text(&fixture, "root"), "1");
  assert_int_equal(mr_fixture_resolve(&fixture, "d33"), MR_ERR_LIMIT);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_LIMIT, "3:5+2", "more than 32 parents above it"});
  mr_str_done(&text);
  mr_fixture_close(&fixture);
}

/* ---- definitions that take the place of others ----------------------------------------------- */

/** Adds a base of a parent and its child, and then a file. @return the status of the latter */
static mr_status read_over_base(mr_fixture *fixture, const char *text) {
  mr_fixture_open(fixture);
  assert_int_equal(mr_fixture_read_file(fixture, "base.ini",
                                        "[parent]\none = base\ntwo = base\n"
                                        "[child:parent]\nthree = base\n[last]\n"),
                   MR_OK);
  mr_definitions_seal(fixture->definitions);
  return mr_fixture_read_file(fixture, "added.ini", text);
}

static void what_is_added_to_a_sealed_base_takes_the_place_of_its_namesake(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[new]\n[parent]\none = added\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "parent"), MR_OK);
  assert_int_equal(fixture.definition.count, 1);
  assert_string_equal(mr_fixture_text(&fixture, "one"), "added");
  assert_string_equal(fixture.definition.source, "added.ini");
  assert_int_equal(fixture.definition.at.line, 2);
  assert_null(fixture.definition.parent);
  mr_fixture_close(&fixture);
}

static void each_name_is_listed_once_where_it_was_defined_first(void **state) {
  (void)state;
  static const char *const names[] = {"parent", "child", "last", "new"};
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[new]\n[last]\n[parent]\n"), MR_OK);
  assert_int_equal(mr_definitions_count(fixture.definitions), 4);
  for (size_t i = 0; i < 4; i++) {
    assert_string_equal(mr_definitions_name(fixture.definitions, i), names[i]);
  }
  assert_string_equal(mr_definitions_source(fixture.definitions, 0), "added.ini");
  assert_null(mr_definitions_source(fixture.definitions, 1));
  assert_string_equal(mr_definitions_source(fixture.definitions, 2), "added.ini");
  assert_string_equal(mr_definitions_source(fixture.definitions, 3), "added.ini");
  assert_null(mr_definitions_source(fixture.definitions, 4));
  assert_null(mr_definitions_source(NULL, 0));
  mr_fixture_close(&fixture);
}

static void children_of_what_was_replaced_change_with_it(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[parent]\none = added\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "child"), MR_OK);
  assert_int_equal(fixture.definition.count, 2);
  assert_string_equal(mr_fixture_text(&fixture, "one"), "added");
  assert_string_equal(mr_fixture_text(&fixture, "three"), "base");
  assert_string_equal(mr_definition_find(&fixture.definition, "one")->source, "added.ini");
  assert_string_equal(fixture.definition.source, "base.ini");
  mr_fixture_close(&fixture);
}

static void a_definition_that_is_its_own_parent_extends_what_it_replaces(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[parent:parent]\ntwo = added\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "parent"), MR_OK);
  assert_int_equal(fixture.definition.count, 2);
  assert_string_equal(fixture.definition.parent, "parent");
  assert_string_equal(mr_fixture_text(&fixture, "one"), "base");
  assert_string_equal(mr_fixture_text(&fixture, "two"), "added");
  assert_string_equal(mr_definition_find(&fixture.definition, "one")->source, "base.ini");
  assert_int_equal(mr_fixture_resolve(&fixture, "child"), MR_OK);
  assert_string_equal(mr_fixture_text(&fixture, "one"), "base");
  assert_string_equal(mr_fixture_text(&fixture, "two"), "added");
  assert_string_equal(mr_fixture_text(&fixture, "three"), "base");
  mr_fixture_close(&fixture);
}

static void a_child_that_extends_itself_follows_its_replaced_parent(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[child:child]\n[parent:parent]\none = added\n"),
                   MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "child"), MR_OK);
  assert_string_equal(mr_fixture_text(&fixture, "one"), "added");
  assert_string_equal(mr_fixture_text(&fixture, "two"), "base");
  assert_string_equal(mr_fixture_text(&fixture, "three"), "base");
  mr_fixture_close(&fixture);
}

static void only_one_file_may_take_the_place_of_a_definition(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[parent]\n"), MR_OK);
  assert_int_equal(mr_fixture_read_file(&fixture, "again.ini", "\n[parent:parent]\n[child]\n"),
                   MR_ERR_DUPLICATE);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_DUPLICATE, "2:2+6", "named 'parent' already"});
  mr_fixture_expect(&fixture, 1,
                    (mr_expected){MR_ERR_DUPLICATE, "1:2+6", "the first 'parent' is here"});
  assert_string_equal(fixture.list.first->source, "again.ini");
  assert_string_equal(fixture.list.last->source, "added.ini");
  assert_null(mr_definitions_source(fixture.definitions, 1));
  mr_fixture_close(&fixture);
  assert_int_equal(read_over_base(&fixture, "[parent]\n[parent]\n"), MR_ERR_DUPLICATE);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_DUPLICATE, "2:2+6", "named 'parent' already"});
  mr_fixture_expect(&fixture, 1,
                    (mr_expected){MR_ERR_DUPLICATE, "1:2+6", "the first 'parent' is here"});
  assert_string_equal(fixture.list.last->source, "added.ini");
  mr_fixture_close(&fixture);
}

static void each_seal_lets_names_be_defined_anew_once(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[parent]\n"), MR_OK);
  assert_int_equal(mr_fixture_read_file(&fixture, "again.ini", "[parent]\n"), MR_ERR_DUPLICATE);
  mr_fixture_close(&fixture);
  assert_int_equal(read_over_base(&fixture, "[parent]\n"), MR_OK);
  mr_definitions_seal(fixture.definitions);
  mr_definitions_seal(NULL);
  mr_ancestor line[MR_LINEAGE_MAX];
  assert_int_equal(mr_fixture_read_file(&fixture, "draft.ini", "[parent:parent]\n"), MR_OK);
  assert_int_equal(mr_definitions_lineage(fixture.definitions, "parent", line), 2);
  assert_int_equal(line[0].added, 2);
  assert_int_equal(line[1].added, 1);
  assert_int_equal(mr_fixture_read_file(&fixture, "again.ini", "[parent]\n"), MR_ERR_DUPLICATE);
  mr_fixture_close(&fixture);
}

static void a_replacement_that_closes_a_loop_is_named(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[parent:child]\n[own:own]\n"), MR_OK);
  assert_int_equal(mr_fixture_resolve(&fixture, "parent"), MR_ERR_ILLEGAL);
  mr_fixture_expect(&fixture, 0,
                    (mr_expected){MR_ERR_ILLEGAL, "4:8+6", "a loop: parent -> child -> parent"});
  mr_fixture_expect(&fixture, 1,
                    (mr_expected){MR_ERR_ILLEGAL, "1:2+6",
                                  "this 'parent' takes the place of the one in base.ini"});
  assert_string_equal(fixture.list.first->source, "base.ini");
  assert_string_equal(fixture.list.last->source, "added.ini");
  assert_int_equal(fixture.list.last->severity, MR_SEVERITY_NOTE);
  assert_int_equal(mr_fixture_resolve(&fixture, "own"), MR_ERR_ILLEGAL);
  mr_fixture_expect(&fixture, 2, (mr_expected){MR_ERR_ILLEGAL, "2:6+3", "a loop: own -> own"});
  assert_int_equal(fixture.list.count, 3);
  mr_fixture_close(&fixture);
}

static void a_definition_draws_on_the_files_of_its_parents(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(read_over_base(&fixture, "[parent:parent]\n[own:own]\n"), MR_OK);
  assert_true(mr_definitions_draws_on(fixture.definitions, 0, "added.ini"));
  assert_true(mr_definitions_draws_on(fixture.definitions, 1, "added.ini"));
  assert_false(mr_definitions_draws_on(fixture.definitions, 2, "added.ini"));
  assert_true(mr_definitions_draws_on(fixture.definitions, 3, "added.ini"));
  assert_false(mr_definitions_draws_on(fixture.definitions, 3, "other.ini"));
  assert_false(mr_definitions_draws_on(fixture.definitions, 0, "base.ini"));
  assert_false(mr_definitions_draws_on(fixture.definitions, 4, "added.ini"));
  assert_false(mr_definitions_draws_on(fixture.definitions, 0, NULL));
  assert_false(mr_definitions_draws_on(NULL, 0, "added.ini"));
  mr_fixture_close(&fixture);
}

/* ---- overrides ------------------------------------------------------------------------------- */

static void an_override_is_stronger_than_every_file(void **state) {
  (void)state;
  const mr_override overrides[] = {{"rows", " 9 "}, {"extra", ""}};
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[p]\nrows = 8\ncolumns = 8\n[c:p]\n"), MR_OK);
  assert_int_equal(resolve_with(&fixture, "c", overrides, 2), MR_OK);
  assert_int_equal(fixture.definition.count, 3);
  assert_string_equal(mr_fixture_text(&fixture, "rows"), "9");
  assert_string_equal(mr_fixture_text(&fixture, "columns"), "8");
  assert_string_equal(mr_fixture_text(&fixture, "extra"), "");
  const mr_setting *rows = mr_definition_find(&fixture.definition, "rows");
  assert_string_equal(rows->source, "--set rows= 9");
  assert_string_equal(rows->defined_in, "--set");
  assert_string_equal(rows->key_at.line_text, "rows= 9 ");
  assert_int_equal(rows->lines[0].column, 7);
  assert_int_equal(rows->key_at.column, 1);
  assert_int_equal(rows->key_at.length, 4);
  mr_fixture_close(&fixture);
}

static void an_override_may_have_several_lines(void **state) {
  (void)state;
  const mr_override overrides[] = {{" map ", "\n  #.\n  .#"}, {"notes", "one\ntwo"}};
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\n"), MR_OK);
  assert_int_equal(resolve_with(&fixture, "a", overrides, 2), MR_OK);
  assert_string_equal(mr_fixture_text(&fixture, "map"), "#.\n.#");
  assert_string_equal(mr_fixture_text(&fixture, "notes"), "one\ntwo");
  const mr_setting *map = mr_definition_find(&fixture.definition, "map");
  mr_span at = mr_setting_span(map, 4, 1);
  assert_string_equal(at.source, "--set map =...");
  assert_string_equal(at.line_text, "  .#");
  assert_int_equal(at.column, 4);
  assert_int_equal(map->key_at.column, 2);
  mr_fixture_close(&fixture);
}

static void an_override_given_twice_is_an_error(void **state) {
  (void)state;
  const mr_override overrides[] = {{"rows", "8"}, {"rows", "9"}};
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\n"), MR_OK);
  assert_int_equal(resolve_with(&fixture, "a", overrides, 2), MR_ERR_DUPLICATE);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_DUPLICATE, "2:1+4", "'rows' is set already"});
  mr_fixture_expect(&fixture, 1,
                    (mr_expected){MR_ERR_DUPLICATE, "1:1+4", "the first 'rows' is here"});
  assert_string_equal(fixture.list.first->source, "--set rows=9");
  assert_string_equal(fixture.list.first->line_text, "rows=9");
  mr_fixture_close(&fixture);
}

static void malformed_overrides_are_reported_all_at_once(void **state) {
  (void)state;
  const mr_override overrides[] = {
      {"", "8"},   {"my rows", "8"},      {"rows", "8\033"},
      {"ok", "1"}, {"map", "a\n  b\xFF"}, {NULL, NULL},
  };
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\n"), MR_OK);
  assert_int_equal(resolve_with(&fixture, "a", overrides, 6), MR_ERR_SYNTAX);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_SYNTAX, "1:1+1", "a key before '='"});
  mr_fixture_expect(&fixture, 1, (mr_expected){MR_ERR_SYNTAX, "2:3+1", "a blank cannot be"});
  mr_fixture_expect(&fixture, 2, (mr_expected){MR_ERR_ENCODING, "3:7+1", "U+001B"});
  mr_fixture_expect(&fixture, 3, (mr_expected){MR_ERR_ENCODING, "5:4+1", "0xFF"});
  mr_fixture_expect(&fixture, 4, (mr_expected){MR_ERR_SYNTAX, "6:1+1", "a key before '='"});
  assert_string_equal(mr_fixture_complaint(&fixture, 0)->line_text, "=8");
  assert_string_equal(mr_fixture_complaint(&fixture, 3)->line_text, "  b?");
  mr_fixture_close(&fixture);
}

static void an_override_is_quoted_in_short(void **state) {
  (void)state;
  const mr_override overrides[] = {
      {"my rows", "8\033"},
      {"my map", "0123456789012345678901234567890123456789\n#"},
      {"my notes", "\xC3\xA4\xC3\xA4\nmore"},
  };
  static const char *const sources[] = {
      "--set my rows=8?",
      "--set my map=012345678901234567890123456789012...",
      "--set my notes=\xC3\xA4\xC3\xA4...",
  };
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\n"), MR_OK);
  assert_int_equal(resolve_with(&fixture, "a", overrides, 3), MR_ERR_SYNTAX);
  assert_int_equal(fixture.list.errors, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_string_equal(mr_fixture_complaint(&fixture, i)->source, sources[i]);
  }
  mr_fixture_close(&fixture);
}

static void an_unknown_name_does_not_hide_a_malformed_override(void **state) {
  (void)state;
  const mr_override overrides[] = {{"my rows", "8"}};
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(resolve_with(&fixture, "nothing", overrides, 1), MR_ERR_UNKNOWN);
  mr_fixture_expect(&fixture, 1, (mr_expected){MR_ERR_SYNTAX, "1:3+1", "a blank cannot be"});
  mr_fixture_close(&fixture);
}

static void overrides_are_bounded(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  char *value = test_malloc(MR_DEFINITION_FILE_MAX + 2);
  memset(value, 'v', MR_DEFINITION_FILE_MAX + 1);
  value[MR_DEFINITION_FILE_MAX + 1] = '\0';
  const mr_override override = {"key", value};
  assert_int_equal(mr_fixture_read(&fixture, "[a]\n"), MR_OK);
  assert_int_equal(resolve_with(&fixture, "a", &override, 1), MR_ERR_LIMIT);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_LIMIT, "1:0+0", "at most 1048576 bytes"});
  test_free(value);

  mr_override *many = test_calloc(MR_DEFINITION_KEYS_MAX + 1, sizeof *many);
  assert_int_equal(resolve_with(&fixture, "a", many, MR_DEFINITION_KEYS_MAX + 1), MR_ERR_LIMIT);
  mr_fixture_expect(&fixture, 1, (mr_expected){MR_ERR_LIMIT, "0:0+0", "at most 2048 overrides"});
  test_free(many);
  mr_fixture_close(&fixture);
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_definition out;
  assert_int_equal(mr_definition_resolve(NULL, "a", NULL, 0, &fixture.arena, &out, &fixture.list),
                   MR_ERR_ARGUMENT);
  assert_int_equal(mr_definition_resolve(fixture.definitions, NULL, NULL, 0, &fixture.arena, &out,
                                         &fixture.list),
                   MR_ERR_ARGUMENT);
  assert_int_equal(
      mr_definition_resolve(fixture.definitions, "a", NULL, 1, &fixture.arena, &out, &fixture.list),
      MR_ERR_ARGUMENT);
  mr_fixture_close(&fixture);
}

/* ---- places ---------------------------------------------------------------------------------- */

static void assert_place(const mr_span *at, uint32_t line, uint32_t column, uint32_t length) {
  assert_int_equal(at->line, line);
  assert_int_equal(at->column, column);
  assert_int_equal(at->length, length);
}

static void an_offset_into_a_value_is_found_in_the_file(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[a]\nmap =\n  abc\n    de\n\nkey = xyz\n", "a");
  const mr_setting *map = mr_definition_find(&fixture.definition, "map");
  assert_string_equal(map->text, "abc\nde");
  mr_span at = mr_setting_span(map, 1, 1);
  assert_place(&at, 3, 4, 1);
  at = mr_setting_span(map, 0, SIZE_MAX);
  assert_place(&at, 3, 3, 3);
  at = mr_setting_span(map, 3, 1); /* the line feed: just behind the line */
  assert_place(&at, 3, 6, 1);
  at = mr_setting_span(map, 5, 1);
  assert_place(&at, 4, 6, 1);
  assert_string_equal(at.line_text, "    de");
  at = mr_setting_span(map, 6, 0); /* the end */
  assert_place(&at, 4, 7, 1);
  at = mr_setting_span(map, 999, 999);
  assert_place(&at, 4, 7, 1);
  at = mr_setting_span(mr_definition_find(&fixture.definition, "key"), 1, 2);
  assert_place(&at, 6, 8, 2);
  assert_string_equal(at.source, "test.ini");
  mr_fixture_close(&fixture);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_child_inherits_every_key_and_its_own_are_stronger),
    cmocka_unit_test(a_setting_knows_what_it_hides),
    cmocka_unit_test(parents_may_stand_in_other_files_and_further_down),
    cmocka_unit_test(settings_are_sorted_by_key),
    cmocka_unit_test(a_resolved_definition_outlives_its_collection),
    cmocka_unit_test(an_unknown_name_is_reported_with_the_nearest),
    cmocka_unit_test(a_missing_parent_is_reported_at_its_name),
    cmocka_unit_test(whoever_names_no_parent_is_told_those_there_are_the_nearest_first),
    cmocka_unit_test(of_many_parents_those_that_are_near_are_named),
    cmocka_unit_test(a_parent_that_is_absent_for_a_reason_is_told_it),
    cmocka_unit_test(a_loop_is_reported_with_the_whole_chain),
    cmocka_unit_test(the_chain_of_parents_has_a_greatest_depth),
    cmocka_unit_test(what_is_added_to_a_sealed_base_takes_the_place_of_its_namesake),
    cmocka_unit_test(each_name_is_listed_once_where_it_was_defined_first),
    cmocka_unit_test(children_of_what_was_replaced_change_with_it),
    cmocka_unit_test(a_definition_that_is_its_own_parent_extends_what_it_replaces),
    cmocka_unit_test(a_child_that_extends_itself_follows_its_replaced_parent),
    cmocka_unit_test(only_one_file_may_take_the_place_of_a_definition),
    cmocka_unit_test(each_seal_lets_names_be_defined_anew_once),
    cmocka_unit_test(a_replacement_that_closes_a_loop_is_named),
    cmocka_unit_test(a_definition_draws_on_the_files_of_its_parents),
    cmocka_unit_test(an_override_is_stronger_than_every_file),
    cmocka_unit_test(an_override_may_have_several_lines),
    cmocka_unit_test(an_override_given_twice_is_an_error),
    cmocka_unit_test(malformed_overrides_are_reported_all_at_once),
    cmocka_unit_test(an_override_is_quoted_in_short),
    cmocka_unit_test(an_unknown_name_does_not_hide_a_malformed_override),
    cmocka_unit_test(overrides_are_bounded),
    cmocka_unit_test(wrong_arguments_are_refused),
    cmocka_unit_test(an_offset_into_a_value_is_found_in_the_file),
};

MR_TEST_MAIN(tests)
