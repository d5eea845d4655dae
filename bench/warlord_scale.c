/**
 * @file
 * What the size of the board costs in the Warlord Games.
 *
 *     warlord_scale
 *
 * The army of A Clash of Arms on 12x16 and in the middle of 24x24, 48x72 and 120x120: the time to
 * list a state's actions, to list one unit's moves, and to make an activation and take it back; the
 * size of a state and the time to copy it. Ends with 1 where listing or an activation takes more
 * than 1.5 times as long on 120x120 as on 12x16.
 */

#include <marcher/catalog.h>
#include <marcher/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/warlord/warlord.h"

enum { ROUNDS = 15, LOOPS = 200, EDGE = 120 };

static const char *const army[12] = {
    ".ch...hcch...hc.", "..l.l..ll..l.l..", ".n.i..niin..i.n.", "..ii.ii..ii.ii..",
    "................", "................", "................", "................",
    "..II.II..II.II..", ".N.I..NIIN..I.N.", "..L.L..LL..L.L..", ".CH...HCCH...HC.",
};

/** Nanoseconds of one board, each the best of all rounds. */
typedef struct figures {
  double list;
  double unit;
  double act;
  double copy;
} figures;

static mr_game *open_board(unsigned columns, unsigned rows) {
  static char pieces[EDGE * (EDGE + 1) + 1];
  char *at = pieces;
  for (unsigned row = 0; row < rows; row++) {
    unsigned inner = row - (rows - 12) / 2;
    memset(at, '.', columns);
    if (row >= (rows - 12) / 2 && inner < 12) {
      memcpy(at + (columns - 16) / 2, army[inner], 16);
    }
    at += columns;
    *at++ = row + 1 < rows ? '\n' : '\0';
  }
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  const mr_override override = {"pieces", pieces};
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  if (mr_catalog_new(NULL, &catalog, NULL) != MR_OK ||
      mr_catalog_open(catalog, "warlord-clash-of-arms", &override, 1, &game, &list) != MR_OK) {
    fprintf(stderr, "warlord_scale: the board of %u by %u does not open\n", columns, rows);
    exit(1);
  }
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return game;
}

static void keep_least(double *least, int64_t begin, double count) {
  double each = (double)(mr_clock_ns() - begin) / count;
  *least = *least <= 0 || each < *least ? each : *least;
}

static void measure_units(const mr_wl_game *game, const mr_wl_state *state, figures *out) {
  uint16_t targets[MR_WL_TARGETS_MAX];
  unsigned units = state->head.units[0];
  volatile unsigned sum = 0;
  int64_t begin = mr_clock_ns();
  for (unsigned loop = 0; loop < LOOPS; loop++) {
    for (unsigned slot = 0; slot < units; slot++) {
      sum = sum + mr_wl_reach(game, state, slot, targets);
    }
  }
  keep_least(&out->unit, begin, (double)LOOPS * units);
}

static figures measure(const mr_game *game) {
  figures out = {0, 0, 0, 0};
  mr_state *state = mr_state_new(game, NULL);
  mr_state *copy = mr_state_new(game, NULL);
  void *undo = malloc(game->info.undo_size);
  mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
  if (state == NULL || copy == NULL || undo == NULL || actions == NULL) {
    exit(1);
  }
  mr_game_start(game, state);
  for (unsigned round = 0; round < ROUNDS; round++) {
    size_t count = 0;
    int64_t begin = mr_clock_ns();
    for (unsigned loop = 0; loop < LOOPS; loop++) {
      count = mr_game_actions(game, state, actions);
    }
    keep_least(&out.list, begin, LOOPS);
    begin = mr_clock_ns();
    size_t made = count * (LOOPS / 20);
    for (size_t i = 0; i < made; i++) {
      mr_game_make(game, state, actions[i % count], undo, NULL);
      mr_game_unmake(game, state, undo);
    }
    keep_least(&out.act, begin, (double)made);
    begin = mr_clock_ns();
    for (unsigned loop = 0; loop < LOOPS; loop++) {
      mr_state_copy(game, copy, state);
    }
    keep_least(&out.copy, begin, LOOPS);
    measure_units(mr_wl_game_of(game), mr_wl_state_of(state), &out);
  }
  free(actions);
  free(undo);
  mr_state_free(game, NULL, copy);
  mr_state_free(game, NULL, state);
  return out;
}

int main(void) {
  static const unsigned boards[][2] = {{16, 12}, {24, 24}, {48, 72}, {120, 120}};
  figures first = {0, 0, 0, 0};
  double worst = 0;
  printf("%-9s %10s %12s %12s %9s %12s\n", "board", "list, ns", "a unit, ns", "activate, ns",
         "bytes", "copy, ns");
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    mr_game *game = open_board(boards[i][0], boards[i][1]);
    figures f = measure(game);
    first = i == 0 ? f : first;
    double list = f.list / first.list;
    double unit = f.unit / first.unit;
    double act = f.act / first.act;
    worst = list > act ? list : act;
    worst = unit > worst ? unit : worst;
    printf("%3ux%-5u %10.0f %12.1f %12.1f %9zu %12.0f   x%.2f x%.2f x%.2f\n", boards[i][0],
           boards[i][1], f.list, f.unit, f.act, game->info.state_size, f.copy, list, unit, act);
    mr_game_free(game);
  }
  printf("at most 1.5 is asked for: %.2f\n", worst);
  return worst > 1.5;
}
