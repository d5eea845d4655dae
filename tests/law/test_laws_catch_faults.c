/*
 * The laws are only worth something if they catch what they are there for: a sound game passes
 * every one of them, none of them vacuously, and for every law there are games that break it, and
 * it alone or with its nearest relatives.
 */

#include <marcher/laws.h>

#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"
#include "toy_games.h"

enum { PLAYOUTS = 60 };

static mr_laws_report check(mr_game *game, const mr_laws_options *options) {
  mr_laws_report report;
  assert_non_null(game);
  assert_int_equal(mr_laws_check(game, options, NULL, &report, NULL), MR_OK);
  mr_game_free(game);
  return report;
}

static mr_laws_report check_toy(mr_toy_fault fault) {
  const mr_laws_options options = {.seed = 11, .games = PLAYOUTS};
  return check(mr_toy_new(fault), &options);
}

/** The laws that a report says were broken, as bits. */
static uint32_t broken_laws(const mr_laws_report *report) {
  uint32_t broken = 0;
  for (unsigned law = 0; law < MR_LAW_COUNT; law++) {
    broken |= report->failures[law] > 0 ? (uint32_t)1 << law : 0;
  }
  return broken;
}

static void expect_no_failure(const mr_laws_report *report) {
  for (unsigned law = 0; law < MR_LAW_COUNT; law++) {
    if (report->failures[law] > 0) {
      fail_msg("%s: %s", mr_law_name((mr_law)law), report->first[law]);
    }
    assert_string_equal(report->first[law], "");
  }
}

/** The toy with `fault` breaks `law`, and no others but those in `also`. */
static void expect_caught(mr_toy_fault fault, mr_law law, uint32_t also) {
  mr_laws_report report = check_toy(fault);
  uint32_t expected = (uint32_t)1 << law;
  uint32_t broken = broken_laws(&report);
  if ((broken & expected) == 0 || (broken & ~(expected | also)) != 0) {
    fail_msg("fault %d: law %s, laws broken %#x, allowed %#x", (int)fault, mr_law_name(law),
             (unsigned)broken, (unsigned)(expected | also));
  }
  assert_string_not_equal(report.first[law], "");
}

#define ALSO(law) ((uint32_t)1 << (law))

/* ---- the sound toys -------------------------------------------------------------------------- */

static void a_sound_game_passes_every_law_and_none_is_vacuous(void **state) {
  (void)state;
  mr_laws_report report = check_toy(MR_TOY_SOUND);
  expect_no_failure(&report);
  for (unsigned law = 0; law < MR_LAW_COUNT; law++) {
    assert_true(report.checks[law] > 0);
  }
  assert_int_equal(report.finished, PLAYOUTS);
  assert_true(report.states > PLAYOUTS);
}

static void a_sound_game_without_chance_or_secrets_passes_too(void **state) {
  (void)state;
  const mr_laws_options options = {.seed = 12, .games = PLAYOUTS};
  mr_laws_report report = check(mr_toy_quiet_new(), &options);
  expect_no_failure(&report);
  assert_int_equal(report.checks[MR_LAW_CHANCE], 0);
  assert_true(report.checks[MR_LAW_NO_LEAK] > 0);
  assert_int_equal(report.finished, PLAYOUTS);
}

static void a_sound_game_with_a_count_of_its_own_passes_too(void **state) {
  (void)state;
  const mr_laws_options options = {.seed = 12, .games = PLAYOUTS};
  mr_laws_report report = check(mr_toy_counting_new(MR_TOY_SOUND), &options);
  expect_no_failure(&report);
  assert_true(report.checks[MR_LAW_PERFT] > 4 * report.states);
}

static void the_same_seed_gives_the_same_report(void **state) {
  (void)state;
  mr_laws_report once = check_toy(MR_TOY_STALE_HASH);
  mr_laws_report again = check_toy(MR_TOY_STALE_HASH);
  assert_memory_equal(&once, &again, sizeof once);
}

static void playouts_stop_at_the_number_of_plies_asked_for(void **state) {
  (void)state;
  const mr_laws_options options = {.seed = 13, .games = 5, .max_plies = 3};
  mr_laws_report report = check(mr_toy_new(MR_TOY_SOUND), &options);
  expect_no_failure(&report);
  assert_int_equal(report.states, 5 * 4);
  assert_int_equal(report.finished, 0);
}

static void the_costly_laws_may_be_tested_on_fewer_states(void **state) {
  (void)state;
  const mr_laws_options all = {.seed = 14, .games = 20};
  const mr_laws_options some = {.seed = 14, .games = 20, .every = 5};
  mr_laws_report dense = check(mr_toy_new(MR_TOY_SOUND), &all);
  mr_laws_report sparse = check(mr_toy_new(MR_TOY_SOUND), &some);
  expect_no_failure(&sparse);
  assert_true(sparse.checks[MR_LAW_VIEW] > 0);
  assert_true(sparse.checks[MR_LAW_VIEW] * 2 < dense.checks[MR_LAW_VIEW]);
  assert_true(sparse.checks[MR_LAW_STATE_TEXT] > 0);
}

/* ---- positions that the playout does not come to --------------------------------------------- */

static void (*write_in_full)(const mr_game *, const mr_state *, mr_action, mr_str *);

/* Promotions without the letter of what the pawn becomes. */
static void write_without_letter(const mr_game *game, const mr_state *state, mr_action action,
                                 mr_str *out) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  write_in_full(game, state, action, &text);
  mr_str_bytes(out, buffer, text.length < 4 ? text.length : 4);
}

/* No pawn comes near its promotion in the one ply that is played. */
static void texts_are_distinct_in_positions_that_are_composed(void **state) {
  (void)state;
  const mr_laws_options options = {.seed = 5, .games = PLAYOUTS, .max_plies = 1};
  mr_game *game = mr_game_open("chess", "");
  mr_game_ops ops = *game->ops;
  write_in_full = ops.format_action;
  ops.format_action = write_without_letter;
  game->ops = &ops;
  mr_laws_report report = check(game, &options);
  assert_true(report.failures[MR_LAW_ACTION_TEXT] > 0);
  assert_non_null(strstr(report.first[MR_LAW_ACTION_TEXT], "is the text of two actions in '"));
  report = check(mr_game_open("chess", ""), &options);
  expect_no_failure(&report);
}

/* ---- a law for every fault ------------------------------------------------------------------- */

static void undo_is_caught_when_it_forgets_something(void **state) {
  (void)state;
  expect_caught(MR_TOY_FORGETS_UNDO, MR_LAW_UNDO, 0);
}

static void hash_is_caught_when_it_is_not_kept(void **state) {
  (void)state;
  expect_caught(MR_TOY_STALE_HASH, MR_LAW_HASH,
                ALSO(MR_LAW_HASH_TELLS) | ALSO(MR_LAW_STATE_TEXT) | ALSO(MR_LAW_OBSERVE) |
                    ALSO(MR_LAW_NO_LEAK));
}

static void hash_tells_is_caught_when_the_hash_overlooks_a_square(void **state) {
  (void)state;
  expect_caught(MR_TOY_BLIND_HASH, MR_LAW_HASH_TELLS, 0);
}

static void state_text_is_caught_when_it_forgets_something(void **state) {
  (void)state;
  expect_caught(MR_TOY_FORGETFUL_TEXT, MR_LAW_STATE_TEXT, 0);
}

static void state_text_is_caught_when_it_is_too_long(void **state) {
  (void)state;
  expect_caught(MR_TOY_LONG_TEXT, MR_LAW_STATE_TEXT, 0);
}

static void state_text_is_caught_when_reading_leaves_rubbish(void **state) {
  (void)state;
  expect_caught(MR_TOY_DIRTY_PARSE, MR_LAW_STATE_TEXT, 0);
}

static void state_text_is_caught_when_a_refusal_writes(void **state) {
  (void)state;
  expect_caught(MR_TOY_HASTY_PARSE, MR_LAW_STATE_TEXT, 0);
}

static void state_text_is_caught_when_the_unknown_has_none(void **state) {
  (void)state;
  expect_caught(MR_TOY_BLANK_UNKNOWN, MR_LAW_STATE_TEXT, 0);
}

static void action_text_is_caught_when_it_is_ambiguous(void **state) {
  (void)state;
  expect_caught(MR_TOY_AMBIGUOUS_ACTION, MR_LAW_ACTION_TEXT, ALSO(MR_LAW_STATE_TEXT));
}

static void action_text_is_caught_when_it_holds_a_blank(void **state) {
  (void)state;
  expect_caught(MR_TOY_BLANK_ACTION, MR_LAW_ACTION_TEXT, 0);
}

static void actions_are_caught_when_one_is_listed_twice(void **state) {
  (void)state;
  expect_caught(MR_TOY_DUPLICATE_ACTION, MR_LAW_ACTIONS,
                ALSO(MR_LAW_ACTION_TEXT) | ALSO(MR_LAW_VIEW));
}

static void actions_are_caught_when_they_are_too_many(void **state) {
  (void)state;
  expect_caught(MR_TOY_TOO_MANY_ACTIONS, MR_LAW_ACTIONS, 0);
}

static void actions_are_caught_when_one_is_not_legal(void **state) {
  (void)state;
  expect_caught(MR_TOY_ILLEGAL_ACTION, MR_LAW_ACTIONS,
                ALSO(MR_LAW_ACTION_TEXT) | ALSO(MR_LAW_STATE_TEXT) | ALSO(MR_LAW_COPY));
}

static void legal_is_caught_when_it_allows_what_is_not_listed(void **state) {
  (void)state;
  expect_caught(MR_TOY_LAX_LEGAL, MR_LAW_LEGAL, ALSO(MR_LAW_ACTION_TEXT));
}

static void chance_is_caught_when_weights_do_not_sum_to_the_total(void **state) {
  (void)state;
  expect_caught(MR_TOY_BAD_WEIGHTS, MR_LAW_CHANCE, 0);
}

static void chance_is_caught_when_a_face_belongs_to_another_outcome(void **state) {
  (void)state;
  expect_caught(MR_TOY_WRONG_FACE, MR_LAW_CHANCE, 0);
}

static void chance_is_caught_when_two_outcomes_are_the_same(void **state) {
  (void)state;
  expect_caught(MR_TOY_SPLIT_OUTCOME, MR_LAW_CHANCE, 0);
}

static void terminal_is_caught_when_the_scores_do_not_sum_to_a_win(void **state) {
  (void)state;
  expect_caught(MR_TOY_BAD_SCORE, MR_LAW_TERMINAL, 0);
}

static void terminal_is_caught_when_no_rule_ends_the_game(void **state) {
  (void)state;
  expect_caught(MR_TOY_NO_RULE, MR_LAW_TERMINAL, ALSO(MR_LAW_EVENTS));
}

static void terminal_is_caught_when_who_goes_on_behind_an_end_stands_before_it(void **state) {
  (void)state;
  expect_caught(MR_TOY_STALLS_ON, MR_LAW_TERMINAL, 0);
}

static void observe_is_caught_when_a_completion_contradicts_what_is_known(void **state) {
  (void)state;
  expect_caught(MR_TOY_FORGETFUL_COMPLETE, MR_LAW_OBSERVE, ALSO(MR_LAW_NO_LEAK));
}

static void observe_is_caught_when_a_completion_is_impossible(void **state) {
  (void)state;
  expect_caught(MR_TOY_CHEATING_COMPLETE, MR_LAW_OBSERVE, 0);
}

static void observe_is_caught_when_an_observation_is_taken_for_a_state(void **state) {
  (void)state;
  expect_caught(MR_TOY_CALLS_ALL_WHOLE, MR_LAW_OBSERVE, 0);
}

static void no_leak_is_caught_when_a_secret_is_shown(void **state) {
  (void)state;
  expect_caught(MR_TOY_LEAKS_STAKE, MR_LAW_NO_LEAK, ALSO(MR_LAW_OBSERVE));
}

static void no_leak_is_caught_when_the_hash_tells_the_secret(void **state) {
  (void)state;
  expect_caught(MR_TOY_LEAKS_HASH, MR_LAW_NO_LEAK, ALSO(MR_LAW_OBSERVE) | ALSO(MR_LAW_STATE_TEXT));
}

static void no_leak_is_caught_when_the_secret_is_shown_by_a_second_copy(void **state) {
  (void)state;
  expect_caught(MR_TOY_LEAKS_SHADOW, MR_LAW_NO_LEAK, 0);
}

static void no_leak_is_caught_when_a_spectator_sees_more_than_a_player(void **state) {
  (void)state;
  expect_caught(MR_TOY_LEAKS_TO_GALLERY, MR_LAW_NO_LEAK, 0);
}

static void observe_is_caught_when_a_spectator_misses_what_all_players_see(void **state) {
  (void)state;
  expect_caught(MR_TOY_BLINDS_GALLERY, MR_LAW_OBSERVE, ALSO(MR_LAW_STATE_TEXT));
}

static void no_leak_is_caught_when_a_secret_is_shown_for_a_moment(void **state) {
  (void)state;
  expect_caught(MR_TOY_FLASHES_STAKE, MR_LAW_NO_LEAK, 0);
}

static void no_leak_is_caught_when_an_event_tells_the_secret_it_makes(void **state) {
  (void)state;
  expect_caught(MR_TOY_TELLS_DEAL, MR_LAW_NO_LEAK, 0);
}

static void no_leak_is_caught_when_an_event_tells_a_secret_made_earlier(void **state) {
  (void)state;
  expect_caught(MR_TOY_TELLTALE_TURN, MR_LAW_NO_LEAK, 0);
}

static void no_leak_is_caught_when_a_secret_action_has_no_secret_event(void **state) {
  (void)state;
  expect_caught(MR_TOY_MUTE_STAKE, MR_LAW_NO_LEAK, 0);
}

static void no_leak_is_caught_when_the_text_of_an_open_action_tells_a_secret(void **state) {
  (void)state;
  expect_caught(MR_TOY_TELLTALE_TEXT, MR_LAW_NO_LEAK, 0);
}

static void no_leak_is_caught_when_a_spectator_is_told_more_than_a_player(void **state) {
  (void)state;
  expect_caught(MR_TOY_TELLS_GALLERY, MR_LAW_NO_LEAK, 0);
}

static void length_is_caught_when_the_game_goes_on(void **state) {
  (void)state;
  expect_caught(MR_TOY_ENDLESS, MR_LAW_LENGTH, 0);
}

static void events_are_caught_when_the_end_is_not_announced(void **state) {
  (void)state;
  expect_caught(MR_TOY_SILENT_END, MR_LAW_EVENTS, 0);
}

static void events_are_caught_when_the_end_is_announced_twice(void **state) {
  (void)state;
  expect_caught(MR_TOY_DOUBLE_END, MR_LAW_EVENTS, 0);
}

static void events_are_caught_when_somebody_is_not_told_the_end(void **state) {
  (void)state;
  expect_caught(MR_TOY_SECRET_END, MR_LAW_EVENTS, 0);
}

static void events_are_caught_when_a_spectator_is_not_told_what_all_players_are(void **state) {
  (void)state;
  expect_caught(MR_TOY_SNUBS_GALLERY, MR_LAW_EVENTS, 0);
}

static void events_are_caught_when_one_names_a_silent_rule(void **state) {
  (void)state;
  expect_caught(MR_TOY_SILENT_RULE, MR_LAW_EVENTS, 0);
}

static void events_are_caught_when_they_are_too_many(void **state) {
  (void)state;
  expect_caught(MR_TOY_MANY_EVENTS, MR_LAW_EVENTS, 0);
}

static void events_are_caught_when_asking_for_them_matters(void **state) {
  (void)state;
  expect_caught(MR_TOY_SHY_MAKE, MR_LAW_EVENTS, 0);
}

static void copy_is_caught_when_the_state_holds_a_pointer(void **state) {
  (void)state;
  expect_caught(MR_TOY_POINTER, MR_LAW_COPY, 0);
}

static void copy_is_caught_when_an_action_notes_an_address(void **state) {
  (void)state;
  expect_caught(MR_TOY_LATE_POINTER, MR_LAW_COPY, ALSO(MR_LAW_UNDO));
}

static void copy_is_caught_when_the_first_state_leaves_rubbish(void **state) {
  (void)state;
  expect_caught(MR_TOY_DIRTY_START, MR_LAW_COPY, 0);
}

static void view_is_caught_when_a_square_is_drawn_twice(void **state) {
  (void)state;
  expect_caught(MR_TOY_DRAWN_TWICE, MR_LAW_VIEW, 0);
}

static void view_is_caught_when_it_names_the_wrong_player(void **state) {
  (void)state;
  expect_caught(MR_TOY_WRONG_NODE, MR_LAW_VIEW, 0);
}

static void view_is_caught_when_a_form_points_outside(void **state) {
  (void)state;
  expect_caught(MR_TOY_FORM_NOWHERE, MR_LAW_VIEW, 0);
}

static void view_is_caught_when_forms_cannot_be_told_apart(void **state) {
  (void)state;
  expect_caught(MR_TOY_FORMS_ALIKE, MR_LAW_VIEW, 0);
}

static void info_is_caught_when_fractions_are_not_declared(void **state) {
  (void)state;
  expect_caught(MR_TOY_HIDES_FRACTION, MR_LAW_INFO, 0);
}

static void info_is_caught_when_long_turns_are_not_declared(void **state) {
  (void)state;
  expect_caught(MR_TOY_HIDES_MULTI, MR_LAW_INFO, 0);
}

static void info_is_caught_when_declared_secrets_are_shown(void **state) {
  (void)state;
  expect_caught(MR_TOY_HIDES_NOTHING, MR_LAW_INFO, 0);
}

static void info_is_caught_when_dice_are_called_a_lot(void **state) {
  (void)state;
  expect_caught(MR_TOY_FEW_WAYS, MR_LAW_INFO, 0);
}

static void info_is_caught_when_undo_records_are_too_long(void **state) {
  (void)state;
  expect_caught(MR_TOY_LONG_UNDO, MR_LAW_INFO, 0);
}

static void info_is_caught_when_two_rules_have_one_name(void **state) {
  (void)state;
  expect_caught(MR_TOY_SAME_RULE_TWICE, MR_LAW_INFO, 0);
}

static void expect_miscount_caught(mr_toy_fault fault) {
  const mr_laws_options options = {.seed = 11, .games = PLAYOUTS};
  mr_laws_report report = check(mr_toy_counting_new(fault), &options);
  assert_int_equal(broken_laws(&report), ALSO(MR_LAW_PERFT));
  assert_string_not_equal(report.first[MR_LAW_PERFT], "");
}

static void perft_is_caught_when_ends_are_counted_as_leaves(void **state) {
  (void)state;
  expect_miscount_caught(MR_TOY_COUNTS_ENDS);
}

static void perft_is_caught_when_counting_changes_the_state(void **state) {
  (void)state;
  expect_miscount_caught(MR_TOY_COUNTS_MESSILY);
}

static void perft_is_caught_when_a_game_with_chance_offers_it(void **state) {
  (void)state;
  expect_caught(MR_TOY_COUNTS_DICE, MR_LAW_PERFT, 0);
}

static void a_game_with_impossible_sizes_is_not_played(void **state) {
  (void)state;
  expect_caught(MR_TOY_ODD_SIZE, MR_LAW_INFO, 0);
  mr_laws_report report = check_toy(MR_TOY_ODD_SIZE);
  assert_int_equal(report.states, 0);
}

/* ---- the report and the call ----------------------------------------------------------------- */

static void the_first_failure_tells_where_and_in_which_state(void **state) {
  (void)state;
  mr_laws_report report = check_toy(MR_TOY_DUPLICATE_ACTION);
  const char *first = report.first[MR_LAW_ACTIONS];
  assert_int_equal(strncmp(first, "playout 0 ply ", 14), 0);
  assert_non_null(strstr(first, " is listed twice; state "));
  assert_non_null(strstr(first, " p r 2 -- "));
}

static void every_law_has_a_name_and_a_sentence(void **state) {
  (void)state;
  for (unsigned law = 0; law < MR_LAW_COUNT; law++) {
    const char *text = mr_law_text((mr_law)law);
    assert_string_not_equal(mr_law_name((mr_law)law), "?");
    assert_int_equal(text[strlen(text) - 1], '.');
    for (unsigned other = 0; other < law; other++) {
      assert_string_not_equal(mr_law_name((mr_law)law), mr_law_name((mr_law)other));
    }
  }
  assert_string_equal(mr_law_name(MR_LAW_COUNT), "?");
  assert_string_equal(mr_law_text(MR_LAW_COUNT), "?");
}

static void a_check_without_game_options_or_report_is_refused(void **state) {
  (void)state;
  const mr_laws_options options = {.games = 1};
  mr_laws_report report;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  assert_int_equal(mr_laws_check(NULL, &options, NULL, &report, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_laws_check(toy, NULL, NULL, &report, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_laws_check(toy, &options, NULL, NULL, NULL), MR_ERR_ARGUMENT);
  mr_game_free(toy);
}

/** Checks a toy, which is freed, with less and less memory lacking. */
static void check_without_memory(mr_game *toy) {
  const mr_laws_options options = {.seed = 1, .games = 1, .max_plies = 1};
  assert_non_null(toy);
  bool ran = false;
  for (size_t n = 1; !ran; n++) {
    mr_fail_alloc memory;
    mr_laws_report report = {.states = 77};
    mr_error err = {.message = ""};
    mr_fail_alloc_init(&memory, n);
    mr_status status = mr_laws_check(toy, &options, &memory.allocator, &report, &err);
    assert_true(mr_fail_alloc_clean(&memory));
    ran = memory.calls < n;
    assert_int_equal(status, ran ? MR_OK : MR_ERR_NOMEM);
    if (!ran) {
      assert_int_equal(report.states, 77);
      assert_string_not_equal(err.message, "");
    }
  }
  mr_game_free(toy);
}

static void memory_that_ends_leaves_nothing_behind(void **state) {
  (void)state;
  check_without_memory(mr_toy_new(MR_TOY_SOUND));
  check_without_memory(mr_toy_counting_new(MR_TOY_SOUND));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(texts_are_distinct_in_positions_that_are_composed),
    cmocka_unit_test(a_sound_game_passes_every_law_and_none_is_vacuous),
    cmocka_unit_test(a_sound_game_without_chance_or_secrets_passes_too),
    cmocka_unit_test(a_sound_game_with_a_count_of_its_own_passes_too),
    cmocka_unit_test(the_same_seed_gives_the_same_report),
    cmocka_unit_test(playouts_stop_at_the_number_of_plies_asked_for),
    cmocka_unit_test(the_costly_laws_may_be_tested_on_fewer_states),
    cmocka_unit_test(undo_is_caught_when_it_forgets_something),
    cmocka_unit_test(hash_is_caught_when_it_is_not_kept),
    cmocka_unit_test(hash_tells_is_caught_when_the_hash_overlooks_a_square),
    cmocka_unit_test(state_text_is_caught_when_it_forgets_something),
    cmocka_unit_test(state_text_is_caught_when_it_is_too_long),
    cmocka_unit_test(state_text_is_caught_when_reading_leaves_rubbish),
    cmocka_unit_test(state_text_is_caught_when_a_refusal_writes),
    cmocka_unit_test(state_text_is_caught_when_the_unknown_has_none),
    cmocka_unit_test(action_text_is_caught_when_it_is_ambiguous),
    cmocka_unit_test(action_text_is_caught_when_it_holds_a_blank),
    cmocka_unit_test(actions_are_caught_when_one_is_listed_twice),
    cmocka_unit_test(actions_are_caught_when_they_are_too_many),
    cmocka_unit_test(actions_are_caught_when_one_is_not_legal),
    cmocka_unit_test(legal_is_caught_when_it_allows_what_is_not_listed),
    cmocka_unit_test(chance_is_caught_when_weights_do_not_sum_to_the_total),
    cmocka_unit_test(chance_is_caught_when_a_face_belongs_to_another_outcome),
    cmocka_unit_test(chance_is_caught_when_two_outcomes_are_the_same),
    cmocka_unit_test(terminal_is_caught_when_the_scores_do_not_sum_to_a_win),
    cmocka_unit_test(terminal_is_caught_when_no_rule_ends_the_game),
    cmocka_unit_test(terminal_is_caught_when_who_goes_on_behind_an_end_stands_before_it),
    cmocka_unit_test(observe_is_caught_when_a_completion_contradicts_what_is_known),
    cmocka_unit_test(observe_is_caught_when_a_completion_is_impossible),
    cmocka_unit_test(observe_is_caught_when_an_observation_is_taken_for_a_state),
    cmocka_unit_test(no_leak_is_caught_when_a_secret_is_shown),
    cmocka_unit_test(no_leak_is_caught_when_the_hash_tells_the_secret),
    cmocka_unit_test(no_leak_is_caught_when_the_secret_is_shown_by_a_second_copy),
    cmocka_unit_test(no_leak_is_caught_when_a_spectator_sees_more_than_a_player),
    cmocka_unit_test(observe_is_caught_when_a_spectator_misses_what_all_players_see),
    cmocka_unit_test(no_leak_is_caught_when_a_secret_is_shown_for_a_moment),
    cmocka_unit_test(no_leak_is_caught_when_an_event_tells_the_secret_it_makes),
    cmocka_unit_test(no_leak_is_caught_when_an_event_tells_a_secret_made_earlier),
    cmocka_unit_test(no_leak_is_caught_when_a_secret_action_has_no_secret_event),
    cmocka_unit_test(no_leak_is_caught_when_the_text_of_an_open_action_tells_a_secret),
    cmocka_unit_test(no_leak_is_caught_when_a_spectator_is_told_more_than_a_player),
    cmocka_unit_test(length_is_caught_when_the_game_goes_on),
    cmocka_unit_test(events_are_caught_when_the_end_is_not_announced),
    cmocka_unit_test(events_are_caught_when_the_end_is_announced_twice),
    cmocka_unit_test(events_are_caught_when_somebody_is_not_told_the_end),
    cmocka_unit_test(events_are_caught_when_a_spectator_is_not_told_what_all_players_are),
    cmocka_unit_test(events_are_caught_when_one_names_a_silent_rule),
    cmocka_unit_test(events_are_caught_when_they_are_too_many),
    cmocka_unit_test(events_are_caught_when_asking_for_them_matters),
    cmocka_unit_test(copy_is_caught_when_the_state_holds_a_pointer),
    cmocka_unit_test(copy_is_caught_when_an_action_notes_an_address),
    cmocka_unit_test(copy_is_caught_when_the_first_state_leaves_rubbish),
    cmocka_unit_test(view_is_caught_when_a_square_is_drawn_twice),
    cmocka_unit_test(view_is_caught_when_it_names_the_wrong_player),
    cmocka_unit_test(view_is_caught_when_a_form_points_outside),
    cmocka_unit_test(view_is_caught_when_forms_cannot_be_told_apart),
    cmocka_unit_test(info_is_caught_when_fractions_are_not_declared),
    cmocka_unit_test(info_is_caught_when_long_turns_are_not_declared),
    cmocka_unit_test(info_is_caught_when_declared_secrets_are_shown),
    cmocka_unit_test(info_is_caught_when_dice_are_called_a_lot),
    cmocka_unit_test(info_is_caught_when_undo_records_are_too_long),
    cmocka_unit_test(info_is_caught_when_two_rules_have_one_name),
    cmocka_unit_test(perft_is_caught_when_ends_are_counted_as_leaves),
    cmocka_unit_test(perft_is_caught_when_counting_changes_the_state),
    cmocka_unit_test(perft_is_caught_when_a_game_with_chance_offers_it),
    cmocka_unit_test(a_game_with_impossible_sizes_is_not_played),
    cmocka_unit_test(the_first_failure_tells_where_and_in_which_state),
    cmocka_unit_test(every_law_has_a_name_and_a_sentence),
    cmocka_unit_test(a_check_without_game_options_or_report_is_refused),
    cmocka_unit_test(memory_that_ends_leaves_nothing_behind),
};

MR_TEST_MAIN(tests)
