#ifndef MARCHER_TESTS_SUPPORT_RUN_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_RUN_FIXTURE_H

/**
 * @file
 * Runs of the lab in a folder that each test has for itself.
 */

#include <marcher/run.h>

/** White's king is home in two turns, unless it begins further back: few games, small ones. */
extern const char run_race[];

/** A folder of the test's own, and its removal: for cmocka_unit_test_setup_teardown. */
int run_begin(void **state);
int run_end(void **state);

/** A path in that folder; four of them may be in use at once. */
const char *run_in(const char *name);

/** Makes the run of a plan's text, whose game is the first section of `rules`. */
mr_status run_try(const char *name, const char *rules, const char *plan, mr_error *error);
/** The same, opened; fails the test where that does not do. */
mr_run *run_make(const char *name, const char *rules, const char *plan);

/** Computes all of it, by so many threads; fails the test where that does not do. */
mr_run_look run_play(const mr_run *run, unsigned cores);

/** Computes what is wanted one batch after the other, the last first, as a queue may: until nothing
 *  is wanted. @return rounds that it took */
unsigned run_by_batches(const mr_run *run);

/** Fails the test unless two folders hold the same files with the same bytes. */
void run_same_files(const char *one, const char *other);

/**
 * Replaces a batch's text by another, with a right sum: a file that is whole, and says what nobody
 * has played.
 */
void run_forge(const mr_run *run, const char *name, uint64_t batch, const mr_str *body);

/**
 * Alters the text of a whole batch `tries` times in a byte or by its length, and gives it to a new
 * sum. @return how often it was refused; all else are texts that could have been written
 */
unsigned run_damage(const mr_run *run, uint64_t batch, unsigned tries);

#endif
