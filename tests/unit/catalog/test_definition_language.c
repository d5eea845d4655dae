#include "test_main.h"

#include <marcher/catalog.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * docs/DEFINITION_LANGUAGE.md is partly made from the tables of keys and shows what the compiler
 * says. With MARCHER_UPDATE_DOCS=1 in the environment (script/update-docs) the tables are written
 * anew; otherwise they are compared.
 */

static const char path[] = MR_SOURCE_DIR "/docs/DEFINITION_LANGUAGE.md";

/** The page. Free it with mr_str_done. */
static void read_page(mr_str *page) {
  *page = mr_str_growing(NULL);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char buffer[4096];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;) {
    mr_str_bytes(page, buffer, count);
  }
  assert_false(ferror(file));
  fclose(file);
  assert_int_equal(page->status, MR_OK);
}

static const char *behind(const char *text, const char *mark) {
  const char *at = strstr(text, mark);
  if (at == NULL) {
    fail_msg("%s lacks '%s'", path, mark);
  }
  return at + strlen(mark);
}

static void write_page(const mr_str *page) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(page->data, 1, page->length, file), page->length);
  assert_int_equal(fclose(file), 0);
}

static void the_tables_of_keys_are_those_of_the_compiler(void **state) {
  (void)state;
  mr_str page;
  read_page(&page);
  mr_str fresh = mr_str_growing(NULL);
  const char *begin = behind(mr_str_text(&page), "<!-- keys:begin -->\n");
  const char *end = behind(begin, "<!-- keys:end -->\n") - strlen("<!-- keys:end -->\n");
  mr_str_bytes(&fresh, page.data, (size_t)(begin - page.data));
  mr_catalog_keys_markdown(&fresh);
  mr_str_add(&fresh, end);
  assert_int_equal(fresh.status, MR_OK);
  if (getenv("MARCHER_UPDATE_DOCS") != NULL) {
    write_page(&fresh);
  } else if (strcmp(mr_str_text(&fresh), mr_str_text(&page)) != 0) {
    fail_msg("the tables of %s are out of date: run script/update-docs", path);
  }
  mr_str_done(&fresh);
  mr_str_done(&page);
}

static void every_key_has_one_row(void **state) {
  (void)state;
  mr_str text = mr_str_growing(NULL);
  mr_catalog_keys_markdown(&text);
  size_t keys;
  const mr_key *common = mr_common_keys(&keys);
  assert_non_null(common);
  for (size_t i = 0; i < mr_family_count(); i++) {
    keys += mr_family_at(i)->key_count;
  }
  size_t rows = 0;
  for (const char *at = mr_str_text(&text); (at = strstr(at, "\n| `")) != NULL; at++) {
    const char *line_end = strchr(at + 1, '\n');
    size_t bars = 0;
    for (const char *c = at + 1; c < line_end; c++) {
      bars += *c == '|' && c[-1] != '\\' ? 1 : 0;
    }
    assert_int_equal(bars, 7);
    rows++;
  }
  assert_int_equal(rows, keys);
  mr_str_done(&text);
}

/** The block of code behind a mark, without its first line if that is a command. */
static void copy_block(const char *page, const char *mark, mr_str *out) {
  const char *begin = strchr(strstr(behind(page, mark), "```"), '\n') + 1;
  if (*begin == '$') {
    begin = strchr(begin, '\n') + 1;
  }
  const char *end = strstr(begin, "```");
  assert_non_null(end);
  *out = mr_str_growing(NULL);
  mr_str_bytes(out, begin, (size_t)(end - begin));
}

/** The block behind `file_mark` has a game `name`, of which the compiler says the other block. */
static void assert_complaints(const char *name, const char *file_mark,
                              const char *complaints_mark) {
  mr_str page;
  mr_str file;
  mr_str expected;
  char source[64];
  read_page(&page);
  copy_block(mr_str_text(&page), file_mark, &file);
  copy_block(mr_str_text(&page), complaints_mark, &expected);
  snprintf(source, sizeof source, "%s.ini", name);

  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(catalog, source, file.data, file.length, &list), MR_OK);
  assert_int_not_equal(mr_catalog_open(catalog, name, NULL, 0, &game, &list), MR_OK);
  mr_str said = mr_str_growing(NULL);
  mr_diagnostics_format(&list, false, &said);
  mr_str_format(&said, "%s: %zu error%s\n", source, list.errors, list.errors == 1 ? "" : "s");
  assert_string_equal(mr_str_text(&said), mr_str_text(&expected));

  mr_str_done(&said);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  mr_str_done(&expected);
  mr_str_done(&file);
  mr_str_done(&page);
}

static void the_examples_of_complaints_are_what_the_compiler_says(void **state) {
  (void)state;
  assert_complaints("tiny", "<!-- example:file -->", "<!-- example:complaints -->");
  assert_complaints("narrow", "<!-- child:file -->", "<!-- child:complaints -->");
}

/** The first block of the page: a file that is right. */
static void the_first_example_can_be_played(void **state) {
  (void)state;
  mr_str page;
  mr_str file;
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  read_page(&page);
  copy_block(mr_str_text(&page), "# The definition language", &file);
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(catalog, "duel.ini", file.data, file.length, &list), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, "duel-strict", NULL, 0, &game, &list), MR_OK);
  assert_string_equal(game->info.title, "Duel at Dawn, strict");
  assert_int_equal(game->info.columns, 4);
  mr_game_free(game);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  mr_str_done(&file);
  mr_str_done(&page);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_tables_of_keys_are_those_of_the_compiler),
    cmocka_unit_test(every_key_has_one_row),
    cmocka_unit_test(the_examples_of_complaints_are_what_the_compiler_says),
    cmocka_unit_test(the_first_example_can_be_played),
};

MR_TEST_MAIN(tests)
