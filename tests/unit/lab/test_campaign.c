/* The file of a campaign, and the text that says how far it has come. */
#include <marcher/campaign.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

static const char file[] = "[campaign]\ntitle = Two valleys\nper_town = I1\npromotions = none\n"
                           "[border]\ngame = one\nsets =\n  a=b\n  c = d=e\nworth = 2\n"
                           "[valley]\ntitle = The valley\ngame = two\nfresh_second = H1\n";

typedef struct fixture {
  mr_arena arena;
  mr_diagnostics list;
  mr_campaign campaign;
  mr_campaign_progress progress;
} fixture;

static fixture *open_campaign(const char *text) {
  fixture *f = calloc(1, sizeof *f);
  assert_non_null(f);
  mr_arena_init(&f->arena, NULL, 0);
  mr_diagnostics_init(&f->list, &f->arena);
  assert_int_equal(
      mr_campaign_read("war.ini", text, strlen(text), &f->arena, &f->campaign, &f->list), MR_OK);
  return f;
}

static void close_campaign(fixture *f) {
  mr_campaign_done(&f->campaign);
  mr_arena_done(&f->arena);
  free(f);
}

static void battles_come_in_the_order_of_the_file_with_their_places(void **unused) {
  (void)unused;
  fixture *f = open_campaign(file);
  const mr_campaign *c = &f->campaign;
  assert_string_equal(c->title, "Two valleys");
  assert_string_equal(c->per_town.text, "I1");
  assert_false(c->lasting);
  assert_int_equal(c->count, 2);
  assert_string_equal(c->battles[0].title, "border");
  assert_string_equal(c->battles[0].game.text, "one");
  assert_int_equal(c->battles[0].game.at.line, 6);
  assert_int_equal(c->battles[0].set_count, 2);
  assert_string_equal(c->battles[0].sets[0].key, "a");
  assert_string_equal(c->battles[0].sets[0].value, "b");
  assert_int_equal(c->battles[0].worth, 2);
  assert_string_equal(c->battles[1].title, "The valley");
  assert_string_equal(c->battles[1].own[1].text, "H1");
  assert_int_equal(c->battles[1].own[1].at.line, 14);
  assert_int_equal(c->battles[1].worth, 1);
  close_campaign(f);
}

static void fight_both(fixture *f) {
  f->progress.count = 2;
  f->progress.results[0] = (mr_campaign_result){{4, 0}, {3, 1}, {"G2K1I5", ""}};
  f->progress.results[1] = (mr_campaign_result){{2, 2}, {0, 0}, {"K1", "L2I9"}};
}

static void what_was_written_is_read_again(void **unused) {
  (void)unused;
  fixture *f = open_campaign(file);
  mr_campaign_progress again;
  mr_str text = mr_str_growing(NULL);
  mr_error error;
  fight_both(f);
  mr_campaign_progress_write(&f->campaign, &f->progress, &text);
  assert_int_equal(mr_campaign_progress_read(&f->campaign, "progress", mr_str_text(&text),
                                             text.length, &again, &error),
                   MR_OK);
  assert_int_equal(again.count, 2);
  assert_string_equal(again.results[0].armies[0], "G2K1I5");
  assert_string_equal(again.results[0].armies[1], "");
  assert_int_equal(again.results[0].towns[0], 3);
  assert_int_equal(mr_campaign_points(&f->campaign, &again, 0), 2 * 4 + 2);
  assert_int_equal(mr_campaign_points(&f->campaign, &again, 1), 2);
  mr_str_done(&text);
  close_campaign(f);
}

static void every_changed_byte_is_refused_with_its_line(void **unused) {
  (void)unused;
  fixture *f = open_campaign(file);
  mr_campaign_progress again;
  mr_str text = mr_str_growing(NULL);
  fight_both(f);
  mr_campaign_progress_write(&f->campaign, &f->progress, &text);
  uint32_t line = 1;
  for (size_t i = 0; i < text.length; i++) {
    mr_error error = {.message = ""};
    char old = text.data[i];
    text.data[i] = old == '0' ? '1' : '0';
    assert_int_not_equal(mr_campaign_progress_read(&f->campaign, "progress", mr_str_text(&text),
                                                   text.length, &again, &error),
                         MR_OK);
    assert_true(error.message[0] != '\0' && error.line >= 1 && error.line <= line);
    text.data[i] = old;
    line += old == '\n';
  }
  for (size_t i = 0; i < text.length;
       i++) { /* what was cut off at the end of a line is fewer battles */
    mr_error error = {.message = ""};
    bool whole = i > 0 && text.data[i - 1] == '\n';
    mr_status status =
        mr_campaign_progress_read(&f->campaign, "progress", mr_str_text(&text), i, &again, &error);
    assert_int_equal(status == MR_OK, whole);
  }
  mr_str_done(&text);
  close_campaign(f);
}

static void another_campaign_is_told_from_this_one(void **unused) {
  (void)unused;
  fixture *f = open_campaign(file), *g = open_campaign("[campaign]\n[a]\ngame = b\n");
  mr_campaign_progress again;
  mr_error error;
  mr_str text = mr_str_growing(NULL);
  mr_campaign_progress_write(&g->campaign, &g->progress, &text);
  assert_int_equal(mr_campaign_progress_read(&f->campaign, "progress", mr_str_text(&text),
                                             text.length, &again, &error),
                   MR_ERR_MISMATCH);
  mr_str_done(&text);
  close_campaign(f);
  close_campaign(g);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(battles_come_in_the_order_of_the_file_with_their_places),
    cmocka_unit_test(what_was_written_is_read_again),
    cmocka_unit_test(every_changed_byte_is_refused_with_its_line),
    cmocka_unit_test(another_campaign_is_told_from_this_one),
};

MR_TEST_MAIN(tests)
