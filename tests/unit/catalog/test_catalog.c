#include "test_main.h"

#include <marcher/catalog.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog_priv.h"
#include "catalog_fixture.h"
#include "definition_fixture.h"
#include "failing_alloc.h"

static mr_status catalog_fixture_add(mr_catalog_fixture *s, const char *text) {
  return mr_catalog_add(s->catalog, "mine.ini", text, strlen(text), &s->list);
}

/** Where the catalogue lists a name; its count if it does not. */
static size_t place_of(const mr_catalog *catalog, const char *name) {
  size_t i = 0;
  while (i < mr_catalog_count(catalog) && strcmp(mr_catalog_name(catalog, i), name) != 0) {
    i++;
  }
  return i;
}

/* ---- families and keys ----------------------------------------------------------------------- */

static void every_family_has_a_name_a_summary_and_a_compiler(void **state) {
  (void)state;
  assert_true(mr_family_count() > 0);
  for (size_t i = 0; i < mr_family_count(); i++) {
    const mr_family *family = mr_family_at(i);
    assert_non_null(family->name);
    assert_non_null(family->summary);
    assert_non_null(family->build);
    for (size_t j = 0; j < i; j++) {
      assert_string_not_equal(family->name, mr_family_at(j)->name);
    }
  }
  assert_null(mr_family_at(mr_family_count()));
}

/** Writes a file that sets the key to a value, which may have several lines. */
static void write_setting(const mr_key *key, const char *value, mr_str *out) {
  size_t stem = strcspn(key->name, "#*");
  mr_str_add(out, "[a]\n");
  mr_str_bytes(out, key->name, stem);
  mr_str_add(out, key->name[stem] != '\0' ? "1 =\n  " : " =\n  ");
  for (; *value != '\0'; value++) {
    mr_str_char(out, *value);
    mr_str_add(out, *value == '\n' ? "  " : "");
  }
  mr_str_char(out, '\n');
}

/** Fails the test unless the value passes the check of its key. */
static void assert_fits(const mr_key *key, const char *value) {
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_str text = mr_str_growing(NULL);
  write_setting(key, value, &text);
  mr_fixture_define(&fixture, mr_str_text(&text), "a");
  if (mr_definition_check(&fixture.definition, NULL, 0, key, 1, &fixture.list) != MR_OK) {
    fail_msg("%s", fixture.list.first->message);
  }
  mr_str_done(&text);
  mr_fixture_close(&fixture);
}

static void assert_documented(const mr_key *key) {
  assert_true(strlen(key->name) > 0);
  assert_true(strlen(key->name) <= MR_DEFINITION_NAME_MAX);
  assert_non_null(key->meaning);
  assert_non_null(key->example);
  assert_non_null(key->rule);
  size_t length = strlen(key->meaning);
  assert_true(length > 0 && key->meaning[length - 1] == '.');
  assert_fits(key, key->example);
  if (key->standard != NULL) {
    assert_fits(key, key->standard);
  }
  assert_int_equal(key->type == MR_KEY_CHOICE, key->choices != NULL);
}

static void every_key_is_documented_and_its_own_values_pass_its_check(void **state) {
  (void)state;
  size_t count;
  const mr_key *common = mr_common_keys(&count);
  assert_ptr_equal(common, mr_common_keys(NULL));
  for (size_t i = 0; i < count; i++) {
    assert_documented(&common[i]);
  }
  for (size_t f = 0; f < mr_family_count(); f++) {
    const mr_family *family = mr_family_at(f);
    for (size_t i = 0; i < family->key_count; i++) {
      assert_documented(&family->keys[i]);
      assert_null(mr_key_find(common, count, family->keys[i].name));
    }
  }
}

/** Fails the test unless the key in brackets is one of the family's. */
static void assert_needs_key(const mr_family *family, const mr_absent_game *row) {
  const char *bracket = strchr(row->reason, '(');
  char key[MR_DEFINITION_NAME_MAX];
  assert_non_null(bracket);
  snprintf(key, sizeof key, "%.*s", (int)strcspn(bracket + 1, ")"), bracket + 1);
  if (mr_key_find(family->keys, family->key_count, key) == NULL) {
    fail_msg("%s: there is no key '%s'", row->name, key);
  }
}

static void what_games_need_that_there_are_not_is_a_key_of_their_family(void **state) {
  (void)state;
  assert_null(mr_family_absence("chess"));
  assert_non_null(mr_family_absence("bughouse"));
  for (size_t f = 0; f < mr_family_count(); f++) {
    const mr_absent_game *row = mr_family_at(f)->absent;
    for (; row != NULL && row->name != NULL; row++) {
      assert_needs_key(mr_family_at(f), row);
    }
  }
}

static void no_game_of_the_catalogue_is_called_absent(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  for (size_t i = 0; i < mr_catalog_count(s.catalog); i++) {
    assert_null(mr_family_absence(mr_catalog_name(s.catalog, i)));
  }
  mr_catalog_fixture_close(&s);
}

/* ---- the catalogue --------------------------------------------------------------------------- */

static void a_new_catalogue_holds_the_embedded_definitions(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_true(mr_catalog_count(s.catalog) >= mr_embedded_game_count);
  assert_true(place_of(s.catalog, "borderline") < mr_catalog_count(s.catalog));
  assert_null(mr_catalog_name(s.catalog, mr_catalog_count(s.catalog)));
  assert_int_equal(mr_catalog_count(NULL), 0);
  assert_null(mr_catalog_name(NULL, 0));
  mr_catalog_fixture_close(&s);
}

static void every_embedded_definition_compiles_under_its_own_name(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  for (size_t i = 0; i < mr_catalog_count(s.catalog); i++) {
    const char *name = mr_catalog_name(s.catalog, i);
    mr_game *game = mr_catalog_fixture_game(&s, name, NULL, 0);
    assert_string_equal(game->info.name, name);
    mr_game_free(game);
  }
  assert_int_equal(s.list.count - s.list.notes, 0);
  mr_catalog_fixture_close(&s);
}

static void added_definitions_come_after_the_embedded_ones_and_may_inherit_from_them(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  size_t before = mr_catalog_count(s.catalog);
  assert_int_equal(
      catalog_fixture_add(&s, "[tiny:borderline]\ncolumns = 3\nrows = 4\ntitle = Tiny\n"), MR_OK);
  assert_int_equal(mr_catalog_count(s.catalog), before + 1);
  assert_string_equal(mr_catalog_name(s.catalog, before), "tiny");
  mr_game *game = mr_catalog_fixture_game(&s, "tiny", NULL, 0);
  assert_int_equal(game->info.columns, 3);
  assert_string_equal(game->info.title, "Tiny");
  mr_game_free(game);
  mr_catalog_fixture_close(&s);
}

/** What lists show is what compiling makes of it. */
static void every_definition_is_described_as_it_compiles(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_entry entry = {.title = "", .source = ""};
  mr_catalog_fixture_open(&s);
  assert_int_equal(
      catalog_fixture_add(&s, "[wide:chess]\nmaxFile = h\n[tall:borderline]\nrows = 20\n"), MR_OK);
  for (size_t i = 0; i < mr_catalog_count(s.catalog); i++) {
    const char *name = mr_catalog_name(s.catalog, i);
    mr_game *game = mr_catalog_fixture_game(&s, name, NULL, 0);
    assert_int_equal(mr_catalog_describe(s.catalog, i, &s.arena, &entry, &s.list), MR_OK);
    assert_string_equal(entry.name, name);
    assert_string_equal(entry.title, game->info.title);
    assert_string_equal(entry.summary, game->info.summary);
    assert_string_equal(entry.family, game->info.family);
    assert_int_equal(entry.columns, game->info.columns);
    assert_int_equal(entry.rows, game->info.rows);
    assert_true(strlen(entry.group) > 0);
    mr_game_free(game);
  }
  assert_string_equal(entry.source, "mine.ini");
  assert_string_equal(entry.title, "tall");
  size_t count = mr_catalog_count(s.catalog);
  assert_int_equal(mr_catalog_describe(s.catalog, count, &s.arena, &entry, &s.list),
                   MR_ERR_ARGUMENT);
  mr_catalog_fixture_close(&s);
}

static unsigned columns_of(mr_catalog_fixture *s, const char *name) {
  mr_game *game = mr_catalog_fixture_game(s, name, NULL, 0);
  unsigned columns = game->info.columns;
  mr_game_free(game);
  return columns;
}

static void an_added_definition_takes_the_place_of_the_embedded_one(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  size_t before = mr_catalog_count(s.catalog);
  size_t place = place_of(s.catalog, "borderline");
  size_t strict = place_of(s.catalog, "borderline-strict");
  assert_int_equal(catalog_fixture_add(&s, "[borderline:borderline]\ncolumns = 5\n[own]\n"), MR_OK);
  assert_int_equal(mr_catalog_count(s.catalog), before + 1);
  assert_int_equal(place_of(s.catalog, "borderline"), place);
  assert_string_equal(mr_catalog_source(s.catalog, place), "mine.ini");
  assert_null(mr_catalog_source(s.catalog, strict));
  assert_null(mr_catalog_source(NULL, 0));
  assert_true(mr_catalog_draws_on(s.catalog, strict, "mine.ini"));
  assert_false(mr_catalog_draws_on(s.catalog, strict, "games/borderline.ini"));
  assert_false(mr_catalog_draws_on(NULL, 0, "mine.ini"));
  assert_int_equal(columns_of(&s, "borderline"), 5);
  assert_int_equal(columns_of(&s, "borderline-strict"), 5);
  mr_catalog_fixture_close(&s);
}

static void an_edited_copy_of_an_embedded_file_can_be_added(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_str text = mr_str_growing(NULL);
  for (size_t i = 0; i < mr_embedded_game_count; i++) {
    mr_catalog_fixture_open(&s);
    size_t before = mr_catalog_count(s.catalog);
    mr_str_reset(&text);
    mr_str_add(&text, "# my own\n");
    mr_str_bytes(&text, (const char *)mr_embedded_games[i].text, mr_embedded_games[i].length);
    assert_int_equal(catalog_fixture_add(&s, mr_str_text(&text)), MR_OK);
    assert_int_equal(mr_catalog_count(s.catalog), before);
    assert_int_equal(catalog_fixture_add(&s, mr_str_text(&text)), MR_ERR_DUPLICATE);
    mr_catalog_fixture_close(&s);
  }
  mr_str_done(&text);
}

static void a_game_outlives_its_catalogue(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  mr_game *game = mr_catalog_fixture_game(&s, "borderline", NULL, 0);
  mr_catalog_fixture_close(&s);
  assert_string_equal(game->info.name, "borderline");
  mr_state *position = mr_state_new(game, NULL);
  assert_non_null(position);
  mr_game_start(game, position);
  assert_int_equal(mr_game_node(game, position).kind, MR_NODE_CHANCE);
  mr_state_free(game, NULL, position);
  mr_game_free(game);
}

static void the_hash_of_a_game_is_that_of_its_rules(void **state) {
  (void)state;
  const mr_override wide = {"columns", "7"};
  const mr_override prose = {"title", "Another Name"};
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  mr_game *plain = mr_catalog_fixture_game(&s, "borderline", NULL, 0);
  mr_game *other = mr_catalog_fixture_game(&s, "borderline", &wide, 1);
  mr_game *renamed = mr_catalog_fixture_game(&s, "borderline", &prose, 1);
  assert_int_not_equal(plain->info.definition_hash, other->info.definition_hash);
  assert_int_equal(plain->info.definition_hash, renamed->info.definition_hash);
  assert_string_equal(renamed->info.title, "Another Name");
  assert_int_equal(other->info.columns, 7);
  mr_game_free(plain);
  mr_game_free(other);
  mr_game_free(renamed);
  mr_catalog_fixture_close(&s);
}

static void what_levels_look_at_is_no_rule(void **state) {
  (void)state;
  const mr_override levels[] = {{"levelNodes5", "4000"}, {"levelNodes7", "9000"}};
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_int_equal(catalog_fixture_add(&s, "[child:borderline]\nlevelNodes6 = 70\n[grand:child]\n"
                                           "levelNodes8 = 80\n"),
                   MR_OK);
  mr_game *plain = mr_catalog_fixture_game(&s, "borderline", NULL, 0);
  mr_game *told = mr_catalog_fixture_game(&s, "borderline", levels, 2);
  mr_game *grand = mr_catalog_fixture_game(&s, "grand", NULL, 0);
  assert_int_equal(plain->info.definition_hash, told->info.definition_hash);
  assert_int_equal(plain->info.level_nodes[5], 0);
  assert_int_equal(told->info.level_nodes[5], 4000);
  assert_int_equal(told->info.level_nodes[6], 0);
  assert_int_equal(told->info.level_nodes[7], 9000);
  assert_int_equal(grand->info.level_nodes[6], 70);
  assert_int_equal(grand->info.level_nodes[8], 80);
  mr_game_free(plain);
  mr_game_free(told);
  mr_game_free(grand);
  mr_catalog_fixture_close(&s);
}

static void expect_levels_refused(const mr_override *levels, size_t count, const char *complaint) {
  mr_catalog_fixture s;
  mr_game *game = NULL;
  mr_catalog_fixture_open(&s);
  assert_int_equal(mr_catalog_open(s.catalog, "borderline", levels, count, &game, &s.list),
                   MR_ERR_RANGE);
  assert_null(game);
  assert_non_null(strstr(s.list.first->message, complaint));
  mr_catalog_fixture_close(&s);
}

static void levels_that_are_none_or_look_at_less_are_refused(void **state) {
  (void)state;
  const mr_override ninth = {"levelNodes9", "4000"}, none = {"levelNodes0", "4000"};
  const mr_override less[] = {{"levelNodes3", "400"}, {"levelNodes5", "400"}};
  expect_levels_refused(&ninth, 1, "there is no level 9");
  expect_levels_refused(&none, 1, "there is no level 0");
  expect_levels_refused(less, 2, "'levelNodes5' is no more than 'levelNodes3'");
}

static void a_definition_can_be_resolved_without_being_compiled(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_definition definition;
  mr_catalog_fixture_open(&s);
  assert_int_equal(catalog_fixture_add(&s, "[odd]\nfamily = nobody\nwhatever = 1\n"), MR_OK);
  assert_int_equal(mr_catalog_resolve(s.catalog, "odd", NULL, 0, &s.arena, &definition, &s.list),
                   MR_OK);
  assert_string_equal(mr_definition_find(&definition, "whatever")->text, "1");
  mr_catalog_fixture_close(&s);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void assert_first(const mr_catalog_fixture *s, mr_status status, uint32_t line,
                         uint32_t column, const char *fragment) {
  const mr_diagnostic *item = s->list.first;
  assert_non_null(item);
  assert_int_equal(item->status, status);
  assert_int_equal(item->line, line);
  assert_int_equal(item->column, column);
  if (strstr(item->message, fragment) == NULL) {
    fail_msg("'%s' does not say '%s'", item->message, fragment);
  }
}

/** Opens a definition that has a mistake. */
static void refuses(mr_catalog_fixture *s, const char *text, const char *name, mr_status status) {
  mr_game *game = NULL;
  mr_catalog_fixture_open(s);
  assert_int_equal(catalog_fixture_add(s, text), MR_OK);
  assert_int_equal(mr_catalog_open(s->catalog, name, NULL, 0, &game, &s->list), status);
  assert_null(game);
}

static void an_unknown_family_is_reported_with_those_that_there_are(void **state) {
  (void)state;
  mr_catalog_fixture s;
  refuses(&s, "[a]\nfamily = bordreline\n", "a", MR_ERR_UNKNOWN);
  assert_first(&s, MR_ERR_UNKNOWN, 2, 10, "no family of rules named 'bordreline'");
  assert_non_null(strstr(s.list.first->message, "the families are: "));
  assert_non_null(strstr(s.list.first->message, "borderline"));
  assert_string_equal(s.list.first->hint, "did you mean 'borderline'?");
  assert_int_equal(s.list.first->length, 10);
  mr_catalog_fixture_close(&s);
}

static void a_family_that_nobody_wrote_is_never_complained_of(void **state) {
  (void)state;
  size_t count;
  const mr_key *common = mr_common_keys(&count);
  const char *standard = mr_key_find(common, count, "family")->standard;
  bool known = standard == NULL;
  for (size_t i = 0; i < mr_family_count(); i++) {
    known = known || strcmp(mr_family_at(i)->name, standard) == 0;
  }
  assert_true(known);
}

static void a_definition_without_a_family_is_one_of_chess_and_its_relatives(void **state) {
  (void)state;
  mr_catalog_fixture s;
  refuses(&s, "; mine\n  \n[tiny]\nking = k\ncolumns = 5\n", "tiny", MR_ERR_UNKNOWN);
  assert_first(&s, MR_ERR_UNKNOWN, 5, 1, "there is no key named 'columns'");
  assert_int_equal(s.list.errors, 1);
  assert_string_equal(s.list.last->message,
                      "'columns' is a key of the family borderline; [tiny] is of the family fairy");
  mr_catalog_fixture_close(&s);
  mr_game *game = NULL;
  mr_catalog_fixture_open(&s);
  assert_int_equal(catalog_fixture_add(&s, "[tiny]\nking = k\nmaxRank = 2\nmaxFile = 3\n"
                                           "startFen = 2k/K2 w - - 0 1\n"),
                   MR_OK);
  assert_int_equal(mr_catalog_open(s.catalog, "tiny", NULL, 0, &game, &s.list), MR_OK);
  assert_string_equal(game->info.family, "fairy");
  mr_game_free(game);
  mr_catalog_fixture_close(&s);
}

static void a_definition_with_the_keys_of_another_family_is_told_to_name_it(void **state) {
  (void)state;
  mr_catalog_fixture s;
  refuses(&s, "[tiny]\ntitle = Tiny\nrows = 5\ncolumns = 5\n", "tiny", MR_ERR_UNKNOWN);
  assert_first(&s, MR_ERR_UNKNOWN, 1, 1,
               "[tiny] names no family of rules, and 'rows' is a key of the family borderline");
  assert_string_equal(s.list.first->hint, "write family = borderline");
  assert_int_equal(s.list.count, 1);
  mr_catalog_fixture_close(&s);
}

static void a_family_without_a_name_is_no_family(void **state) {
  (void)state;
  mr_catalog_fixture s;
  refuses(&s, "[a]\n[tiny:a]\nfamily =\n", "tiny", MR_ERR_UNKNOWN);
  assert_first(
      &s, MR_ERR_UNKNOWN, 2, 1,
      "[tiny] names no family of rules; write family = borderline or fairy or warlord, or inherit "
      "from a game");
  mr_catalog_fixture_close(&s);
}

static void unknown_names_keys_and_values_are_refused(void **state) {
  (void)state;
  mr_catalog_fixture s;
  refuses(&s, "", "bordreline", MR_ERR_UNKNOWN);
  assert_first(&s, MR_ERR_UNKNOWN, 0, 0, "no definition named 'bordreline'");
  mr_catalog_fixture_close(&s);
  refuses(&s, "[a:borderline]\n\ncolunms = 3\n", "a", MR_ERR_UNKNOWN);
  assert_first(&s, MR_ERR_UNKNOWN, 3, 1, "no key named 'colunms'");
  mr_catalog_fixture_close(&s);
  refuses(&s, "[a:borderline]\ncolumns = 1\n", "a", MR_ERR_RANGE);
  assert_first(&s, MR_ERR_RANGE, 2, 11, "'columns' is 1");
  mr_catalog_fixture_close(&s);
}

static void what_the_compiler_refuses_is_reported_where_it_stands(void **state) {
  (void)state;
  mr_catalog_fixture s;
  refuses(&s, "[a:borderline]\nstart = nonsense\n", "a", MR_ERR_SYNTAX);
  assert_first(&s, MR_ERR_SYNTAX, 2, 9, "");
  assert_string_equal(s.list.first->line_text, "start = nonsense");
  mr_catalog_fixture_close(&s);
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_game *game = NULL;
  mr_definition definition;
  mr_catalog_fixture_open(&s);
  assert_int_equal(mr_catalog_new(NULL, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_catalog_add(NULL, "", "", 0, &s.list), MR_ERR_ARGUMENT);
  assert_int_equal(mr_catalog_resolve(NULL, "", NULL, 0, &s.arena, &definition, &s.list),
                   MR_ERR_ARGUMENT);
  assert_int_equal(mr_catalog_open(NULL, "a", NULL, 0, &game, &s.list), MR_ERR_ARGUMENT);
  assert_int_equal(mr_catalog_open(s.catalog, "a", NULL, 0, NULL, &s.list), MR_ERR_ARGUMENT);
  assert_int_equal(mr_catalog_open(s.catalog, NULL, NULL, 0, &game, &s.list), MR_ERR_ARGUMENT);
  mr_catalog_free(NULL);
  mr_catalog_fixture_close(&s);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/** Makes a catalogue and opens one embedded game on an allocator. */
static mr_status open_failing(const mr_allocator *allocator, const char *name) {
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_error err = {0};
  mr_status status = mr_catalog_new(allocator, &catalog, &err);
  if (status != MR_OK) {
    assert_int_equal(err.status, status);
    assert_null(catalog);
    return status;
  }
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  status = mr_catalog_open(catalog, name, NULL, 0, &game, &list);
  assert_int_equal(status == MR_OK, game != NULL);
  assert_int_equal(list.status, status);
  mr_game_free(game);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return status;
}

/** What extends the embedded one of its name is told as one with it, each key once. */
static void what_extends_its_own_name_is_taken_along_as_one(void **state) {
  (void)state;
  static const char *const name = "borderline";
  mr_catalog_fixture s;
  mr_str rules = mr_str_growing(NULL), weights = mr_str_growing(NULL);
  mr_catalog_fixture_open(&s);
  assert_int_equal(catalog_fixture_add(&s, "[borderline:borderline]\ntitle = Mine\n"), MR_OK);
  assert_int_equal(mr_catalog_export(s.catalog, &name, 1, &rules, &weights, NULL), MR_OK);
  const char *text = mr_str_text(&rules);
  assert_int_equal(strncmp(text, "[borderline]\n", strlen("[borderline]\n")), 0);
  assert_non_null(strstr(text, "\ntitle = Mine\n"));
  assert_non_null(strstr(text, "\nfamily = borderline\n"));
  assert_null(strstr(text, "\ntitle = Borderline GPT\n"));
  mr_str_done(&rules);
  mr_str_done(&weights);
  mr_catalog_fixture_close(&s);
}

/** The next request to fail: each of the first, then ever fewer, since tables take thousands. */
static size_t next_to_fail(size_t n) {
  return n + 1 + n / 8;
}

static void opening_games_survives_every_failed_allocation(void **state) {
  (void)state;
  static const char *const names[] = {"borderline", "chess", "borderlands", "colorboundmost"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    mr_status status = MR_ERR_NOMEM;
    for (size_t n = 1; status == MR_ERR_NOMEM; n = next_to_fail(n)) {
      mr_fail_alloc memory;
      mr_fail_alloc_init(&memory, n);
      status = open_failing(&memory.allocator, names[i]);
      assert_true(mr_fail_alloc_clean(&memory));
      assert_true(status == MR_OK ? memory.calls < n : memory.calls >= n);
      assert_true(n < 1000000);
    }
    assert_int_equal(status, MR_OK);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_family_has_a_name_a_summary_and_a_compiler),
    cmocka_unit_test(every_key_is_documented_and_its_own_values_pass_its_check),
    cmocka_unit_test(a_new_catalogue_holds_the_embedded_definitions),
    cmocka_unit_test(every_embedded_definition_compiles_under_its_own_name),
    cmocka_unit_test(every_definition_is_described_as_it_compiles),
    cmocka_unit_test(what_games_need_that_there_are_not_is_a_key_of_their_family),
    cmocka_unit_test(no_game_of_the_catalogue_is_called_absent),
    cmocka_unit_test(added_definitions_come_after_the_embedded_ones_and_may_inherit_from_them),
    cmocka_unit_test(an_added_definition_takes_the_place_of_the_embedded_one),
    cmocka_unit_test(what_extends_its_own_name_is_taken_along_as_one),
    cmocka_unit_test(an_edited_copy_of_an_embedded_file_can_be_added),
    cmocka_unit_test(a_game_outlives_its_catalogue),
    cmocka_unit_test(the_hash_of_a_game_is_that_of_its_rules),
    cmocka_unit_test(what_levels_look_at_is_no_rule),
    cmocka_unit_test(levels_that_are_none_or_look_at_less_are_refused),
    cmocka_unit_test(a_definition_can_be_resolved_without_being_compiled),
    cmocka_unit_test(an_unknown_family_is_reported_with_those_that_there_are),
    cmocka_unit_test(a_family_that_nobody_wrote_is_never_complained_of),
    cmocka_unit_test(a_definition_without_a_family_is_one_of_chess_and_its_relatives),
    cmocka_unit_test(a_definition_with_the_keys_of_another_family_is_told_to_name_it),
    cmocka_unit_test(a_family_without_a_name_is_no_family),
    cmocka_unit_test(unknown_names_keys_and_values_are_refused),
    cmocka_unit_test(what_the_compiler_refuses_is_reported_where_it_stands),
    cmocka_unit_test(wrong_arguments_are_refused),
    cmocka_unit_test(opening_games_survives_every_failed_allocation),
};

MR_TEST_MAIN(tests)
