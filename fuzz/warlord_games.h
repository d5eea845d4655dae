/**
 * @file
 * The games of the targets of the Warlord Games: scenarios, some with their switches.
 */
#ifndef MARCHER_FUZZ_WARLORD_GAMES_H
#define MARCHER_FUZZ_WARLORD_GAMES_H

#include "texts.h"

enum { FUZZ_WARLORDS = 10, FUZZ_WARLORD_SETS = 7 };

typedef struct fuzz_warlord {
  const char *name;
  mr_override sets[FUZZ_WARLORD_SETS];
} fuzz_warlord;

static const fuzz_warlord fuzz_warlords[FUZZ_WARLORDS] = {
    {"warlord-clash-of-arms", {{NULL, NULL}}},
    {"warlord-lakes", {{"crossing", "true"}, {"short_game", "true"}}},
    {"warlord-battle-line",
     {{"promotion", "true"}, {"cannon_swap", "true"}, {"first_turn_handicap", "true"}}},
    {"warlord-test-of-wills", {{"first", "drawn"}}},
    {"warlord-border-war",
     {{"six_leaders", "true"},
      {"cannon_swap", "true"},
      {"replacements", "home"},
      {"replacement_every", "2"}}},
    {"warlord-valley-war",
     {{"promotion", "true"},
      {"short_game", "true"},
      {"replacements", "held"},
      {"replacement_turns", "2 3 5"},
      {"replacement_leaders", "true"}}},
    {"warlord-civil-war", {{"teams", "2"}, {"turn_cap", "fixed"}, {"self_activation", "true"}}},
    {"warlord-river",
     {{"quiet_draw", "false"}, {"repetition_draw", "false"}, {"first", "drawn"}, {"range", "4"}}},
    {"warlord-valley-war-placed", {{"arrivals", "2 4"}, {"first", "drawn"}}},
    {"warlord-two-countries",
     {{"last_turn", "30"},
      {"last_turn_counts", "towns"},
      {"defeat_units", "3"},
      {"reinforcements", "2:P2I1 w3:H2N9@d2 b3:H2N9@d2 5:I1"}}},
};

/** The game of a number; opened once. */
static inline const mr_game *fuzz_warlord_game(unsigned which) {
  static mr_game *opened[FUZZ_WARLORDS];
  which %= FUZZ_WARLORDS;
  const fuzz_warlord *w = &fuzz_warlords[which];
  size_t count = 0;
  while (count < FUZZ_WARLORD_SETS && w->sets[count].key != NULL) {
    count++;
  }
  if (opened[which] == NULL) {
    opened[which] = fuzz_open(w->name, w->sets, count);
  }
  return opened[which];
}

#endif
