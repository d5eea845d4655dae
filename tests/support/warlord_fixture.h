#ifndef MARCHER_TESTS_SUPPORT_WARLORD_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_WARLORD_FIXTURE_H

/**
 * @file
 * Warlord games on the test bench.
 */

#include <jansson.h>

#include "borderline_open.h"

/** Longest text of overrides. */
#define MR_WARLORD_SETS 256

/** The definitions of the family, NULL behind the last. */
extern const char *const mr_warlord_names[];

/** The `switches` of a line of the figures as overrides, `key=value` separated by `;`. */
void mr_warlord_sets(const json_t *line, char out[MR_WARLORD_SETS]);

/**
 * Opens the game of a line at its member `state`, with its switches. The table is kept as long as
 * the game and the switches stay the same: begin with a zeroed one.
 */
typedef struct mr_warlord_fixture {
  mr_table table;
  char name[64];
  char sets[MR_WARLORD_SETS];
} mr_warlord_fixture;

void mr_warlord_open(mr_warlord_fixture *fixture, const json_t *line, const char *state);
void mr_warlord_close(mr_warlord_fixture *fixture);

/** Plays a turn as the figures write it: activations joined by `;`, or `--`; then it ends. */
void mr_warlord_turn(mr_table *table, const char *turn);

/**
 * Sets the table to men on an otherwise empty board.
 * @param men a letter and a square each, "Lc3 Ie4 lk9"; terrain with an @ before it, "@Td5", which
 * replaces the definition's. @param rest of the state's text, "w 0 5 [c3-d4]"
 */
void mr_warlord_men(mr_table *table, const char *men, const char *rest);

/** Fails unless all actions of the first list are legal and none of the second; NULL: none. */
void mr_warlord_expect(mr_table *table, const char *legal, const char *illegal);

/** What reading a set-up came to. */
typedef struct mr_warlord_reading {
  mr_status status;
  size_t count; /**< SIZE_MAX where there are no actions */
  mr_action actions[512];
  char faults[4096];
  mr_error error;
} mr_warlord_reading;

/** Reads a set-up for the side that is to decide at the table. */
void mr_warlord_read_setup(const mr_table *table, const char *text, mr_warlord_reading *out);

/** Whether a line of the faults that were told begins with this name, "WL-32 sections". */
bool mr_warlord_tells(const mr_warlord_reading *reading, const char *name);

/** One question on a board of its own: the game, its overrides, men, rest, and the two lists. */
void mr_warlord_ask(const char *sets, const char *men, const char *rest, const char *legal,
                    const char *illegal);

#endif
