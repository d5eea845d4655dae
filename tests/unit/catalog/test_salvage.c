/* Damaged records: every byte of records of three families is changed in several ways. */
#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/record.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { TEXT_MAX = 8192 };

static const char CHESS[] =
    "[Marcher \"1\"]\n[Game \"chess\"]\n[Seed \"3\"]\n[Player \"White\" \"human\"]\n"
    "[Event \"a \\\"test\\\"\"]\n[Result \"0-1\"]\n[Score \"0 4\"]\n[Rule \"CH-1\"]\n"
    "[Final \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n"
    "[Hash \"HASH\"]\n\n"
    "f2f3 {White is 0.4 pawns behind.} e7e5 g2g4\n{A blunder, which loses in one.} d8h4 {Mate.}\n";

/* What a record was before anything happened to it. */
typedef struct original {
  char text[TEXT_MAX];
  size_t length;
  mr_game *game;
  mr_record record;
} original;

static mr_catalog *catalog;

static int open_catalog(void **state) {
  (void)state;
  return mr_catalog_new(NULL, &catalog, NULL) == MR_OK ? 0 : -1;
}

static int free_catalog(void **state) {
  (void)state;
  mr_catalog_free(catalog);
  return 0;
}

static void check(mr_status status, const mr_error *error) {
  if (status != MR_OK) {
    fail_msg("%s: %s", mr_status_name(status), error->message);
  }
}

/* Takes a text over; its record gets the claims that the game itself makes. */
static void open_original(original *it, const char *text) {
  mr_error error = {0};
  mr_record_salvaged kept;
  mr_diagnostics list;
  mr_str out = mr_str_fixed(it->text, sizeof it->text);
  mr_record_init(&it->record, NULL);
  mr_record_damage damage = {0};
  check(mr_record_recover(&it->record, "o", text, strlen(text), &damage, &error), &error);
  mr_diagnostics_init(&list, &it->record.arena);
  check(mr_catalog_open(catalog, it->record.game, it->record.sets, it->record.set_count, &it->game,
                        &list),
        &error);
  check(mr_record_salvage(&it->record, it->game, NULL, 0, &kept, &error), &error);
  mr_record_format(&it->record, &out);
  it->length = out.length;
  check(mr_record_replay(&it->record, it->game, NULL, NULL, NULL, NULL, &error), &error);
}

static void close_original(original *it) {
  mr_record_done(&it->record);
  mr_game_free(it->game);
}

static void read_file(const char *name, char *out) {
  char path[512];
  snprintf(path, sizeof path, "%s/tests/data/v0.1/%s", MR_SOURCE_DIR, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  out[fread(out, 1, TEXT_MAX - 1, file)] = '\0';
  fclose(file);
}

/* Whether the actions of a record are the first ones of the original. Games read them in either
 * case, so that some damage to letters is none. */
static bool is_beginning(const original *it, const mr_record *record) {
  bool good = record->move_count <= it->record.move_count;
  for (size_t i = 0; good && i < record->move_count; i++) {
    good = mr_text_is_nocase(record->moves[i].text, strlen(record->moves[i].text),
                             it->record.moves[i].text);
  }
  return good;
}

/* How often how much could be kept. */
typedef struct tally {
  size_t all;
  size_t read;  /* without being asked to salvage */
  size_t whole; /* with that */
} tally;

static void read_past(const original *it, const char *text, tally *count) {
  mr_record record;
  mr_record_damage damage = {0};
  mr_error error = {0};
  mr_record_init(&record, NULL);
  mr_status status = mr_record_recover(&record, "x", text, it->length, &damage, &error);
  if (status == MR_OK && record.game != NULL && strcmp(record.game, it->game->info.name) == 0 &&
      mr_record_replay(&record, it->game, NULL, NULL, NULL, NULL, &error) == MR_OK) {
    assert_int_equal(record.move_count, it->record.move_count);
    count->read++;
    mr_str out = mr_str_growing(NULL);
    mr_record again;
    mr_record_format(&record, &out);
    mr_record_init(&again, NULL);
    check(mr_record_parse(&again, "again", mr_str_text(&out), out.length, &error), &error);
    mr_record_done(&again);
    mr_str_done(&out);
  } else {
    assert_true(status == MR_OK || error.message[0] != '\0');
  }
  mr_record_done(&record);
}

/* What was kept is of that game, and all of it where it passes for that. */
static void judge(const original *it, const mr_record *record, const mr_record_salvaged *kept,
                  size_t at) {
  mr_error error = {0};
  check(mr_record_replay(record, it->game, NULL, NULL, NULL, NULL, &error), &error);
  if (!is_beginning(it, record)) {
    fail_msg("byte %zu: actions that were not played", at);
  }
  bool same = record->move_count == it->record.move_count &&
              record->final_hash == it->record.final_hash &&
              strcmp(record->final_state, it->record.final_state) == 0;
  if (kept->way != MR_SALVAGED_PART && !same) {
    fail_msg("byte %zu: a part that passes for the whole", at);
  }
}

static void salvage(const original *it, const char *text, size_t at, tally *count) {
  mr_record record;
  mr_record_damage damage = {.salvage = true};
  mr_record_salvaged kept = {0};
  mr_error error = {0};
  mr_record_init(&record, NULL);
  mr_status status = mr_record_recover(&record, "x", text, it->length, &damage, &error);
  if (status == MR_OK && record.game != NULL && record.key_name == NULL &&
      strcmp(record.game, it->game->info.name) == 0) {
    status = mr_record_salvage(&record, it->game, text, it->length, &kept, &error);
    if (status == MR_OK) {
      judge(it, &record, &kept, at);
      count->whole += record.move_count == it->record.move_count;
    }
  }
  assert_true(status == MR_OK || error.message[0] != '\0');
  mr_record_done(&record);
}

/* @param step 1: every byte */
static tally flip_bytes(const original *it, size_t step) {
  static const unsigned char masks[] = {0x01, 0x20, 0x80};
  tally count = {0};
  char text[TEXT_MAX];
  for (size_t i = 0; i < it->length; i += step) {
    for (size_t k = 0; k < sizeof masks; k++) {
      memcpy(text, it->text, it->length + 1);
      text[i] = (char)(text[i] ^ masks[k]);
      count.all++;
      read_past(it, text, &count);
      salvage(it, text, i, &count);
    }
  }
  return count;
}

static void cut_off(const original *it, size_t step) {
  tally count = {0};
  original part = *it;
  for (size_t i = 0; i < it->length; i += step) {
    part.length = i;
    salvage(&part, it->text, i, &count);
  }
}

/* What is kept of a record, in percent of the ways to damage one byte of it. */
static void expect_kept(const char *text, size_t step, size_t read, size_t whole) {
  original it;
  open_original(&it, text);
  tally count = flip_bytes(&it, step);
  cut_off(&it, 7 * step);
  if (count.read * 100 < read * count.all || count.whole * 100 < whole * count.all) {
    fail_msg("of %zu only %zu are read and %zu are whole", count.all, count.read, count.whole);
  }
  close_original(&it);
}

static void no_byte_of_a_game_of_chess_costs_more_than_itself(void **state) {
  (void)state;
  expect_kept(CHESS, 1, 40, 90);
}

static void nor_one_of_a_game_with_dice(void **state) {
  (void)state;
  char text[TEXT_MAX];
  read_file("borderline.mrec", text);
  expect_kept(text, 41, 30, 70);
}

static void nor_one_of_a_game_that_had_secrets(void **state) {
  (void)state;
  char text[TEXT_MAX];
  read_file("warlord-ended.mrec", text);
  expect_kept(text, 37, 30, 80);
}

static void several_damaged_places_are_told(void **state) {
  (void)state;
  static const char text[] = "[Marcher \"1\"]\n[Game \"chess\"]\n[Event \"\x01\"]\n[Hash \"12\"]\n"
                             "[Final \"x\"]\n\n{\x02} e2e4 {\xff}";
  mr_record record;
  mr_record_damage damage = {0};
  mr_error error = {0};
  mr_record_init(&record, NULL);
  check(mr_record_recover(&record, "x.mrec", text, sizeof text - 1, &damage, &error), &error);
  assert_int_equal(damage.count, 4);
  assert_int_equal(damage.places[0].line, 3);
  assert_int_equal(damage.places[0].column, 9);
  assert_int_equal(damage.places[1].line, 7);
  assert_int_equal(damage.places[2].column, 11);
  assert_string_equal(damage.places[3].message, "expected 16 hexadecimal digits");
  assert_false(record.has_hash);
  mr_record_done(&record);
}

/* A claim from outside of the rules holds of the game that was played, and not of a part of it. */
static void who_resigned_has_not_where_the_game_was_cut(void **state) {
  (void)state;
#define RESIGNED                                                                         \
  "[Marcher \"1\"]\n[Game \"chess\"]\n[Seed \"3\"]\n[Result \"1-0\"]\n[Score \"4 0\"]\n" \
  "[Rule \"resignation\"]\n\nf2f3 e7e5 g2g4 "
  original cut;
  open_original(&cut, RESIGNED "b8c9 h2h3\n");
  assert_int_equal(cut.record.move_count, 3);
  assert_string_equal(cut.record.result, "*");
  assert_true(cut.record.rule == NULL || cut.record.rule[0] == '\0');
  close_original(&cut);
}

/* A remark belongs to the action that it stood behind, and to no other. */
static void remarks_stay_where_they_were_when_two_actions_had_grown_together(void **state) {
  (void)state;
  original it;
  mr_record record;
  mr_record_damage damage = {.salvage = true};
  mr_record_salvaged kept = {0};
  mr_error error = {0};
  open_original(&it, CHESS);
  char *joined = strstr(it.text, "e7e5 g2g4");
  assert_non_null(joined);
  joined[4] = 'x';
  mr_record_init(&record, NULL);
  check(mr_record_recover(&record, "x", it.text, it.length, &damage, &error), &error);
  check(mr_record_salvage(&record, it.game, it.text, it.length, &kept, &error), &error);
  assert_int_equal(record.move_count, 4);
  assert_string_equal(record.moves[0].comment, "White is 0.4 pawns behind.");
  assert_null(record.moves[1].comment);
  assert_string_equal(record.moves[2].comment, "A blunder, which loses in one.");
  assert_string_equal(record.moves[3].comment, "Mate.");
  mr_record_done(&record);
  close_original(&it);
}

/* A word that no action can be as long as, of nothing but letters. */
static void what_was_played_before_an_endless_word_is_kept(void **state) {
  (void)state;
  char text[512];
  mr_record record;
  mr_record_damage damage = {.salvage = true};
  mr_error error = {0};
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_add(&out, "[Marcher \"1\"]\n[Game \"chess\"]\n[Hash \"0123456789abcdef\"]\n\nf2f3 e7e5 ");
  for (unsigned i = 0; i < 3 * MR_ACTION_TEXT_MAX; i++) {
    mr_str_char(&out, 'a');
  }
  mr_str_add(&out, " g2g4\n");
  mr_record_init(&record, NULL);
  check(mr_record_recover(&record, "x.mrec", text, out.length, &damage, &error), &error);
  assert_true(damage.count > 0);
  assert_true(record.move_count > 2);
  assert_string_equal(record.moves[0].text, "f2f3");
  assert_string_equal(record.moves[1].text, "e7e5");
  mr_record_done(&record);
}

static void what_is_no_record_is_none_however_it_is_read(void **state) {
  (void)state;
  static const char *const texts[] = {"", "hello", "1. e4 e5",
                                      "[Marcher \"9\"]\n[Game \"chess\"]\n"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    mr_record record;
    mr_record_damage damage = {.salvage = true};
    mr_error error = {0};
    mr_record_init(&record, NULL);
    assert_int_not_equal(
        mr_record_recover(&record, "x", texts[i], strlen(texts[i]), &damage, &error), MR_OK);
    assert_true(error.message[0] != '\0');
    mr_record_done(&record);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_byte_of_a_game_of_chess_costs_more_than_itself),
    cmocka_unit_test(nor_one_of_a_game_with_dice),
    cmocka_unit_test(nor_one_of_a_game_that_had_secrets),
    cmocka_unit_test(several_damaged_places_are_told),
    cmocka_unit_test(who_resigned_has_not_where_the_game_was_cut),
    cmocka_unit_test(remarks_stay_where_they_were_when_two_actions_had_grown_together),
    cmocka_unit_test(what_was_played_before_an_endless_word_is_kept),
    cmocka_unit_test(what_is_no_record_is_none_however_it_is_read),
};

MR_TEST_MAIN_WITH(tests, open_catalog, free_catalog)
