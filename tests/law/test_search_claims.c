/*
 * What the search claims comes about: who sees a win of his own sees it still at his next turn, or
 * has won by then. Shortcuts that look for an end before any action is tried are wrong where two
 * rules meet that nobody has thought of together, so the games are those of tests/ffish/odd.ini,
 * which are invented for what other games hardly ever come to.
 *
 * MARCHER_CLAIMS=FILE plays the games of another file, MARCHER_CLAIMS_NODES=N with so many nodes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog_fixture.h"
#include "engine_fixture.h"
#include "instruments.h"
#include "test_main.h"

enum {
  NODES = MR_SLOW_BUILD ? 100 : 400,
  AGAIN = 50,                    /* times as many where a win is not seen any more */
  PLIES = 60,                    /* of one game */
  OPENING = 6,                   /* of them by chance */
  FILE_MAX = 1 << 20,            /* bytes */
  STEP = MR_BRIEF_BUILD ? 8 : 1, /* every so many of them */
};

static char *read_all(const char *path, size_t *length) {
  char *text = test_calloc(FILE_MAX, 1);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  *length = fread(text, 1, FILE_MAX, file);
  (void)fclose(file);
  assert_true(*length < FILE_MAX);
  return text;
}

/* Plays one game; returns how many ends were claimed, and counts those that did not come about. */
static unsigned play(const mr_game *game, const char *name, uint64_t nodes, unsigned *broken) {
  mr_engine *engine = fixture_engine(game, "alphabeta", MR_LEVEL_MAX, 1);
  mr_engine *chance = fixture_engine(game, "random", MR_LEVEL_DEFAULT, 1);
  mr_state *state = mr_state_new(game, NULL);
  mr_game_start(game, state);
  unsigned claims = 0;
  int claimed[2] = {0, 0};
  char where[2][512];
  for (unsigned ply = 0; ply < PLIES; ply++) {
    mr_node node = mr_game_node(game, state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    unsigned side = node.player.id & 1u;
    mr_search_result found =
        fixture_ask(ply < OPENING ? chance : engine, state, (mr_limits){.nodes = nodes});
    bool wins = ply >= OPENING && found.score.end_in > 0;
    /* So few nodes may not find again what a happy order has found: many do. */
    if (claimed[side] > 0 && !wins) {
      found = fixture_ask(engine, state, (mr_limits){.nodes = nodes * AGAIN});
      wins = found.score.end_in > 0;
    }
    if (claimed[side] > 0 && !wins) {
      print_error("%s, ply %u: the win in %d actions that was claimed is none\n  claimed in %s\n",
                  name, ply, claimed[side], where[side]);
      ++*broken;
    }
    claimed[side] = wins ? found.score.end_in : 0;
    if (wins) {
      mr_str text = mr_str_fixed(where[side], sizeof where[side]);
      mr_game_format_state(game, state, &text);
      claims++;
    }
    mr_game_make(game, state, found.action, NULL, NULL);
  }
  uint8_t score[MR_MAX_PLAYERS] = {0};
  if (mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
    mr_game_score(game, state, score);
    for (unsigned side = 0; side < 2; side++) {
      if (claimed[side] > 0 && score[side] <= score[side ^ 1u]) {
        print_error("%s: a win was claimed of a game that was not won\n  claimed in %s\n", name,
                    where[side]);
        ++*broken;
      }
    }
  }
  mr_state_free(game, NULL, state);
  mr_engine_free(chance);
  mr_engine_free(engine);
  return claims;
}

static void what_is_seen_to_win_wins(void **unused) {
  (void)unused;
  const char *given = getenv("MARCHER_CLAIMS"), *limit = getenv("MARCHER_CLAIMS_NODES");
  const char *path = given != NULL ? given : MR_SOURCE_DIR "/tests/ffish/odd.ini";
  uint64_t nodes = limit != NULL ? strtoull(limit, NULL, 10) : NODES;
  size_t length = 0;
  char *text = read_all(path, &length);
  mr_catalog_fixture own;
  mr_catalog_fixture_open(&own);
  size_t known = mr_catalog_count(own.catalog);
  assert_int_equal(mr_catalog_add(own.catalog, path, text, length, &own.list), MR_OK);
  unsigned claims = 0, broken = 0;
  for (size_t i = known; i < mr_catalog_count(own.catalog); i += STEP) {
    const char *name = mr_catalog_name(own.catalog, i);
    mr_game *game = mr_catalog_fixture_game(&own, name, NULL, 0);
    claims += play(game, name, nodes, &broken);
    mr_game_free(game);
  }
  print_message("%u wins were claimed\n", claims);
  assert_int_equal(broken, 0);
  assert_true(claims > 0);
  mr_catalog_fixture_close(&own);
  test_free(text);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_seen_to_win_wins),
};

MR_TEST_MAIN(tests)
