#include <marcher/catalog.h>
#include <marcher/measures.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "test_main.h"

static mr_game *game_of(const char *name) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, name, NULL, 0, &game, &list), MR_OK);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}

/* Too large for the stack. */
static mr_played played;
static mr_summary one, other;

/* A game that nobody has played, with a known course. */
static void add_game(mr_summary *summary, mr_random *random, double first, double drawn) {
  double lot = mr_random_unit(random);
  memset(&played, 0, sizeof played);
  played.score[0] = lot < first ? 4 : lot < first + drawn ? 2 : 0;
  played.score[1] = (uint8_t)(4 - played.score[0]);
  played.rule = lot < first + drawn && lot >= first ? 2 : 1;
  played.turns = 20 + (uint32_t)mr_random_below(random, 60);
  played.actions = played.turns;
  played.course.first = (mr_player){0};
  played.course.opening = MR_ACTION_NONE;
  for (size_t i = 0; i < MR_COLUMN_COUNT; i++) {
    played.course.columns[i] = (uint32_t)mr_random_below(random, 1000);
    played.course.has |= UINT32_C(1) << i;
  }
  played.course.followed = played.score[0] != 2;
  played.course.comeback = played.course.followed && mr_random_below(random, 10) == 0;
  assert_int_equal(mr_summary_add(summary, &played, NULL), MR_OK);
}

/* What the games that rule `rule` ended are called. */
static const char *end_of(const mr_game *game, size_t rule) {
  static char name[64];
  mr_str text = mr_str_fixed(name, sizeof name);
  mr_str_format(&text, "end:%s", game->info.rules[rule].id);
  return name;
}

static void fill(mr_summary *summary, const mr_game *game, unsigned games, mr_random *random,
                 double first) {
  mr_summary_init(summary, game, NULL);
  for (unsigned i = 0; i < games; i++) {
    add_game(summary, random, first, 0.2);
  }
}

static void every_name_has_a_definition_and_a_measure_of_games_that_have_it(void **state) {
  (void)state;
  mr_game *game = game_of("chess");
  mr_random random;
  mr_random_init(&random, 1);
  fill(&one, game, 200, &random, 0.4);
  for (const char *const *name = mr_measure_names(); *name != NULL; name++) {
    mr_measure found;
    assert_true(strlen(mr_measure_definition(*name)) > 10);
    bool known = mr_measure_find(&one, *name, MR_TAIL_95, &found);
    bool asked_elsewhere = strncmp(*name, "skill", 5) == 0 || strcmp(*name, "luckier") == 0 ||
                           strcmp(*name, "turned") == 0;
    assert_int_equal(known, !asked_elsewhere);
    if (known) {
      assert_string_equal(found.id, *name);
      assert_true(found.interval.low <= found.interval.value &&
                  found.interval.value <= found.interval.high && found.total > 0);
    }
  }
  assert_string_equal(mr_measure_definition("firsts"), "");
  mr_measure end;
  assert_true(mr_measure_find(&one, end_of(game, 1), MR_TAIL_95, &end));
  assert_true(end.interval.value > 0.5);
  assert_true(mr_measure_find(&one, end_of(game, 3), MR_TAIL_95, &end));
  assert_true(end.interval.value == 0 && end.interval.high > 0);
  assert_false(mr_measure_find(&one, "end:XX-1", MR_TAIL_95, &end));
  /* A rule shows where it ends a game, and where an event names it. */
  char shows[64];
  snprintf(shows, sizeof shows, "shows:%s", game->info.rules[1].id);
  mr_measure shown;
  assert_true(mr_measure_find(&one, end_of(game, 1), MR_TAIL_95, &end));
  assert_true(mr_measure_find(&one, shows, MR_TAIL_95, &shown));
  assert_true(shown.interval.value == end.interval.value && shown.total == 200);
  one.felt[1] = 199;
  assert_true(mr_measure_find(&one, shows, MR_TAIL_95, &shown));
  assert_true(shown.interval.value == 199.0 / 200);
  assert_non_null(strstr(shown.label, "games in which"));
  mr_summary_done(&one);
  mr_game_free(game);
}

static void wishes_are_read_and_refused_with_a_reason(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double low, high;
  } good[] = {{"first=45..55", 0.45, 0.55},      {"draws<30", -INFINITY, 0.3},
              {"turns>20", 20, INFINITY},        {"turns=20..", 20, INFINITY},
              {"turns=..60.5", -INFINITY, 60.5}, {"first=50", 0.49, 0.51},
              {"turns=40", 39.5, 40.5},          {"end:BL-15>10", 0.1, INFINITY}};
  static const char *const bad[] = {"",
                                    "first",
                                    "first=",
                                    "=5",
                                    "first=a",
                                    "first=5..b",
                                    "first=55..45",
                                    "first=..",
                                    "first=500..600",
                                    "draws<>5",
                                    "first=1e5",
                                    "turns=9999999",
                                    "first=45...55",
                                    "turns<-3",
                                    "frist=50"};
  mr_wish wish;
  mr_error error;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    assert_int_equal(mr_wish_parse(good[i].text, &wish, &error), MR_OK);
    assert_true(wish.low == good[i].low || fabs(wish.low - good[i].low) < 1e-9);
    assert_true(wish.high == good[i].high || fabs(wish.high - good[i].high) < 1e-9);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    if (mr_wish_parse(bad[i], &wish, &error) == MR_OK) {
      fail_msg("'%s' was read", bad[i]);
    }
    assert_true(error.message[0] != '\0');
  }
  assert_int_equal(mr_wish_parse("frist=50", &wish, &error), MR_ERR_UNKNOWN);
  assert_non_null(strstr(error.message, "'first'"));
  char long_name[300];
  memset(long_name, 'a', sizeof long_name);
  memcpy(long_name + sizeof long_name - 4, "=50", 4);
  assert_int_not_equal(mr_wish_parse(long_name, &wish, &error), MR_OK);
}

/* A word that is near to none is answered by all of them, not by the first. */
static void a_game_says_which_measures_it_has(void **state) {
  (void)state;
  static const struct {
    const char *game, *id;
    mr_status status;
    const char *said;
  } asked[] = {
      {NULL, "first", MR_OK, ""},
      {NULL, "end:XX-9", MR_OK, ""},
      {NULL, "frist", MR_ERR_UNKNOWN, "did you mean 'first'?"},
      {NULL, "foo", MR_ERR_UNKNOWN, "there are first, draws, "},
      {"borderlands", "end:BL-15", MR_OK, ""},
      {"borderlands", "end:XX-9", MR_ERR_UNKNOWN, "'marcher rules borderlands' lists those it has"},
      {"borderlands", "end:BL-155", MR_ERR_UNKNOWN, "did you mean 'BL-15'?"},
      {"colorboundmost", "shows:CB-9 halfDraw", MR_OK, ""},
      {"colorboundmost", "shows:CB-11", MR_ERR_UNSUPPORTED, "no event of Colorboundmost Chess"},
      {"borderlands", "shows:BL-155", MR_ERR_UNKNOWN, "did you mean 'BL-15'?"},
      {"chess", "moved:White Pawn", MR_OK, ""},
      {"chess", "moved:White Pwn", MR_ERR_UNKNOWN, "did you mean 'White Pawn'?"},
      {"chess", "moved:Zebra", MR_ERR_UNKNOWN, "it has 'White Pawn' and others"},
      {"borderline", "moved:Red 333", MR_OK, ""}, /* that family lists no pieces */
      {"warlord-border-war", "moved:White infantry", MR_OK, ""},
      {"warlord-border-war", "moved:Black leader of level 4", MR_OK, ""},
      {"warlord-border-war", "moved:infantry", MR_ERR_UNKNOWN, "did you mean 'White infantry'?"},
      {"warlord-border-war", "moved:xyzzy", MR_ERR_UNKNOWN, "' and others"},
      {"chess", "luck", MR_ERR_UNSUPPORTED, "Chess has no dice"},
      {"borderline", "luck", MR_OK, ""},
      {"borderline", "skill10", MR_OK, ""},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_error error = {.message = ""};
    mr_game *game = asked[i].game != NULL ? game_of(asked[i].game) : NULL;
    mr_status status = mr_measure_check(game, asked[i].id, &error);
    if (status != asked[i].status || strstr(error.message, asked[i].said) == NULL) {
      fail_msg("%s: '%s'", asked[i].id, error.message);
    }
    mr_game_free(game);
  }
}

static void what_is_not_known_has_a_reason(void **state) {
  (void)state;
  static const char *const unknown[] = {"first", "luck",    "turned",          "skill2",
                                        "drama", "options", "moved:White Cow", "forced"};
  mr_game *game = game_of("chess");
  mr_measure found;
  mr_summary_init(&one, game, NULL);
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
    assert_false(mr_measure_find(&one, unknown[i], MR_TAIL_95, &found));
    assert_string_equal(mr_measure_missing(&one, unknown[i]), "no game was over");
  }
  memset(&played, 0, sizeof played);
  played.course.first = MR_NOBODY;
  played.course.opening = MR_ACTION_NONE;
  assert_int_equal(mr_summary_add(&one, &played, NULL), MR_OK);
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
    assert_false(mr_measure_find(&one, unknown[i], MR_TAIL_95, &found));
    const char *why = mr_measure_missing(&one, unknown[i]);
    assert_true(why[0] != '\0' && strcmp(why, "no game was over") != 0);
  }
  assert_non_null(strstr(mr_measure_missing(&one, "skill2"), "--pairs"));
  assert_non_null(strstr(mr_measure_missing(&one, "options"), "--probe"));
  mr_summary_done(&one);
  mr_game_free(game);
}

static void a_wish_is_answered_by_the_whole_interval(void **state) {
  (void)state;
  mr_game *game = game_of("chess");
  mr_random random;
  mr_measure found;
  mr_random_init(&random, 2);
  fill(&one, game, 2000, &random, 0.7);
  static const struct {
    const char *wish;
    mr_answer answer;
  } known[] = {{"first=70..90", MR_ANSWER_YES},       {"first=40..60", MR_ANSWER_NO},
               {"first=80..90", MR_ANSWER_UNDECIDED}, {"draws<50", MR_ANSWER_YES},
               {"skill10>60", MR_ANSWER_UNKNOWN},     {"end:XX-1>50", MR_ANSWER_UNKNOWN}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    mr_wish wish;
    assert_int_equal(mr_wish_parse(known[i].wish, &wish, NULL), MR_OK);
    assert_int_equal(mr_wish_answer(&wish, &one, &found), known[i].answer);
  }
  mr_summary_done(&one);
  mr_game_free(game);
}

/* To tell 50% within one point without draws takes 9604 games; most of them drawn, some hundred. */
static void it_is_told_how_many_games_would_decide(void **state) {
  (void)state;
  mr_game *game = game_of("chess");
  mr_wish even, less;
  mr_summary_init(&one, game, NULL);
  assert_int_equal(mr_wish_parse("first=50", &even, NULL), MR_OK);
  assert_int_equal(mr_wish_parse("first<52", &less, NULL), MR_OK);
  assert_int_equal(mr_wish_games(&even, &one), 0); /* nothing is known */
  one.games = 400;
  one.courses.first[0] = one.courses.first[MR_SCORE_WIN] = 200;
  one.turns = mr_alloc_zero(one.allocator, 400, sizeof *one.turns);
  one.capacity = 400;
  assert_non_null(one.turns);
  assert_in_range(mr_wish_games(&even, &one), 9600, 10000);
  assert_in_range(mr_wish_games(&less, &one), 2400, 2600);
  one.courses.first[0] = one.courses.first[MR_SCORE_WIN] = 40;
  one.courses.first[MR_SCORE_WIN / 2] = 320;
  assert_in_range(mr_wish_games(&even, &one), 1000, 3000);
  one.slips = 1000; /* more games of chance tell nothing of the game */
  for (uint64_t i = 0; i < one.games; i++) {
    one.turns[i] = 10;
  }
  assert_int_equal(mr_wish_games(&even, &one), 0);
  mr_summary_done(&one);
  mr_game_free(game);
}

/* What was broken off is no draw: it may have become anything, and a length is one at least. */
static void games_that_were_broken_off_decide_nothing(void **state) {
  (void)state;
  enum { ALL = 100, BROKEN = 60 };
  mr_game *game = game_of("chess");
  mr_random random;
  mr_random_init(&random, 3);
  mr_measure found;
  char text[80];
  mr_str words = mr_str_fixed(text, sizeof text);
  fill(&one, game, ALL - BROKEN, &random, 0.4);
  uint64_t drawn = one.drawn;
  for (unsigned i = 0; i < BROKEN; i++) {
    memset(&played, 0, sizeof played);
    mr_score_won_by(game, MR_NOBODY_ID, played.score);
    played.unfinished = true;
    played.turns = played.actions = 1000;
    played.course.columns[MR_COLUMN_ACTIONS] = 1000;
    played.course.has = 1U << MR_COLUMN_ACTIONS;
    played.course.opening = MR_ACTION_NONE;
    assert_int_equal(mr_summary_add(&one, &played, NULL), MR_OK);
  }
  assert_true(mr_measure_find(&one, "first", MR_TAIL_95, &found));
  assert_true(found.interval.low < 0.25 && found.interval.high > 0.75);
  assert_true(found.interval.value > 0.4 && found.interval.value < 0.6);
  assert_true(mr_measure_find(&one, "draws", MR_TAIL_95, &found));
  assert_true(found.interval.low < (double)drawn / ALL &&
              found.interval.high > (double)(drawn + BROKEN) / ALL);
  for (size_t i = 0; i < 2; i++) {
    assert_true(mr_measure_find(&one, i == 0 ? "turns" : "actions", MR_TAIL_95, &found));
    assert_true(found.least && found.interval.value == 1000 && isinf(found.interval.high));
    mr_str_reset(&words);
    mr_measure_text(&found, &words);
    assert_string_equal(text, "at least 1000");
  }
  one.unfinished = 0; /* as if those had ended there */
  assert_true(mr_measure_find(&one, "turns", MR_TAIL_95, &found));
  assert_true(!found.least && found.interval.high == 1000);
  mr_summary_done(&one);
  mr_game_free(game);
}

static void a_figure_stands_with_what_is_known_of_it(void **state) {
  (void)state;
  const struct {
    mr_measure measure;
    const char *text;
  } cases[] = {
      {{.unit = MR_UNIT_NUMBER, .interval = {12, 8, 20}}, "12 (8 to 20)"},
      {{.unit = MR_UNIT_NUMBER, .interval = {12, 8, INFINITY}}, "12 (8 or more)"},
      {{.unit = MR_UNIT_NUMBER, .interval = {12, NAN, NAN}}, "12 (too few games for an interval)"},
      {{.unit = MR_UNIT_NUMBER, .interval = {12, 8, 20}, .least = true}, "at least 12"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[64];
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_measure_text(&cases[i].measure, &out);
    assert_string_equal(text, cases[i].text);
  }
}

static void pairs_of_skill_with_a_game_that_was_broken_off_may_be_anybodys(void **state) {
  (void)state;
  mr_game *game = game_of("chess");
  mr_measure whole, open;
  mr_summary_init(&one, game, NULL);
  one.courses.skill[1][4] = 30; /* drawn twice */
  one.courses.skill[1][6] = 10; /* won once, drawn once */
  assert_true(mr_measure_find(&one, "skill10", MR_TAIL_95, &whole));
  one.courses.skill_once[1][4] = 10; /* those, whose draw was none */
  assert_true(mr_measure_find(&one, "skill10", MR_TAIL_95, &open));
  assert_true(open.interval.value == whole.interval.value && open.total == whole.total);
  assert_true(open.interval.low < whole.interval.low && open.interval.high > whole.interval.high);
  one.courses.skill_neither[1] = 30;
  assert_true(mr_measure_find(&one, "skill10", MR_TAIL_95, &open));
  assert_true(open.interval.low < 0.3 && open.interval.high == 1);
  mr_summary_done(&one);
  mr_game_free(game);
}

/* Games that begin at random and are soon over say what was drawn, however many there are. */
static void who_is_favoured_is_open_where_many_turns_were_random(void **state) {
  (void)state;
  mr_game *game = game_of("chess");
  mr_random random;
  mr_measure found;
  mr_wish first, draws;
  char text[80];
  mr_str words = mr_str_fixed(text, sizeof text);
  mr_random_init(&random, 2);
  fill(&one, game, 2000, &random, 0.7);
  assert_int_equal(mr_wish_parse("first=40..60", &first, NULL), MR_OK);
  assert_int_equal(mr_wish_parse("draws<50", &draws, NULL), MR_OK);
  one.opening = 2; /* of some fifty turns */
  one.slips = 50;
  assert_false(mr_summary_random(&one).many);
  assert_int_equal(mr_wish_answer(&first, &one, &found), MR_ANSWER_NO);
  for (uint64_t i = 0; i < one.games; i++) {
    one.turns[i] = 8;
  }
  assert_true(mr_summary_random(&one).many);
  assert_int_equal(mr_wish_answer(&first, &one, &found), MR_ANSWER_UNDECIDED);
  assert_int_equal(mr_wish_answer(&draws, &one, &found), MR_ANSWER_YES);
  mr_random_turns turns = mr_summary_random(&one);
  mr_random_turns_text(&turns, &words);
  assert_string_equal(text, "2.3 of the 8 turns of the median game were random");
  one.opening = 0;
  assert_false(mr_summary_random(&one).many);
  one.slips = 1000;
  assert_true(mr_summary_random(&one).random > 7.9);
  mr_summary_done(&one);
  mr_game_free(game);
}

/* What nothing was counted of is no measure, and does not repeat the one before it. */
static void every_measure_has_a_name_of_its_own(void **state) {
  (void)state;
  enum { MOST = 600 };
  static mr_measure found[MOST];
  mr_game *game = game_of("chess");
  mr_random random;
  size_t count = 0;
  mr_random_init(&random, 5);
  fill(&one, game, 50, &random, 0.5);
  assert_in_range(mr_measure_count(&one), 10, MOST);
  for (size_t i = 0; i < mr_measure_count(&one); i++) {
    found[count] = (mr_measure){.total = 0};
    count += mr_measure_at(&one, i, MR_TAIL_95, &found[count]);
  }
  assert_in_range(count, 10, MOST);
  for (size_t i = 0; i < count; i++) {
    assert_string_not_equal(found[i].id, "");
    assert_string_not_equal(found[i].label, "");
    for (size_t k = 0; k < i; k++) {
      assert_string_not_equal(found[i].id, found[k].id);
    }
  }
  mr_summary_done(&one);
  mr_game_free(game);
}

/* Two samples of one game: whatever is said of any measure, it is wrong in 5 of 100 at most. */
static void identical_games_hardly_ever_differ(void **state) {
  (void)state;
  enum { TRIES = 150 };
  static mr_comparison all[600];
  mr_game *game = game_of("chess");
  mr_random random;
  unsigned wrong = 0;
  mr_random_init(&random, 3);
  for (unsigned i = 0; i < TRIES; i++) {
    fill(&one, game, 60, &random, 0.45);
    fill(&other, game, 60, &random, 0.45);
    assert_true(mr_measure_count(&one) + mr_measure_count(&other) <= 600);
    size_t count = mr_compare(&one, &other, all);
    bool any = false;
    assert_true(count > 10);
    for (size_t k = 0; k < count; k++) {
      any = any || all[k].differs;
    }
    wrong += any;
    mr_summary_done(&one);
    mr_summary_done(&other);
  }
  /* 5 in 100 of 150 are 7.5; more than 15 of them would be chance in fewer than 1 of 200. */
  assert_in_range(wrong, 0, 15);
  fill(&one, game, 400, &random, 0.3);
  fill(&other, game, 400, &random, 0.6);
  size_t count = mr_compare(&one, &other, all);
  bool found = false;
  for (size_t k = 0; k < count; k++) {
    found = found || (strcmp(all[k].before.id, "first") == 0 && all[k].differs);
  }
  assert_true(found);
  mr_summary_done(&one);
  mr_summary_done(&other);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_name_has_a_definition_and_a_measure_of_games_that_have_it),
    cmocka_unit_test(wishes_are_read_and_refused_with_a_reason),
    cmocka_unit_test(a_game_says_which_measures_it_has),
    cmocka_unit_test(what_is_not_known_has_a_reason),
    cmocka_unit_test(a_wish_is_answered_by_the_whole_interval),
    cmocka_unit_test(it_is_told_how_many_games_would_decide),
    cmocka_unit_test(games_that_were_broken_off_decide_nothing),
    cmocka_unit_test(a_figure_stands_with_what_is_known_of_it),
    cmocka_unit_test(pairs_of_skill_with_a_game_that_was_broken_off_may_be_anybodys),
    cmocka_unit_test(who_is_favoured_is_open_where_many_turns_were_random),
    cmocka_unit_test(every_measure_has_a_name_of_its_own),
    cmocka_unit_test(identical_games_hardly_ever_differ),
};

MR_TEST_MAIN(tests)
