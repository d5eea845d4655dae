#include "endgame_play.h"

#include <marcher/compose.h>
#include <marcher/engine.h>
#include <marcher/random.h>

#include "test_main.h"

enum { NODES = 3000, TRIES = 20000 };

static bool probe(void *context, const mr_state *state, mr_tablebase_result *out) {
  const mr_endgame *const *endgame = context;
  return mr_endgame_peek(*endgame, state, out);
}

/* Puts the men on squares of theirs. @return false: there is no such position, or not won */
static bool place(const mr_game *game, const mr_endgame *endgame, const mr_endgame_men *men,
                  mr_random *random, mr_state *out) {
  mr_placement placed[MR_ENDGAME_MEN_MAX];
  mr_tablebase_result known = {MR_NOBODY, 0};
  mr_player player = {(uint8_t)mr_random_below(random, 2)};
  unsigned cells = (unsigned)game->info.columns * game->info.rows;
  for (size_t i = 0; i < men->count; i++) {
    uint16_t cell = (uint16_t)mr_random_below(random, cells);
    if ((men->items[i].cells.bits[cell / 64] >> (cell % 64) & 1) == 0) {
      return false;
    }
    placed[i] = (mr_placement){men->items[i].piece, {cell}};
    for (size_t j = 0; j < i; j++) {
      if (placed[j].cell.id == cell) {
        return false;
      }
    }
  }
  return mr_game_compose(game, placed, men->count, player, out) &&
         mr_endgame_peek(endgame, out, &known) && known.winner.id == player.id;
}

/* @param engine plays for the player to move */
static void win(const mr_game *game, const mr_endgame *endgame, mr_engine *engine,
                mr_state *state) {
  const mr_limits limits = {.nodes = NODES};
  char text[512];
  mr_tablebase_result known = {MR_NOBODY, 0};
  mr_player winner = mr_game_node(game, state).player;
  assert_int_equal(mr_endgame_probe(endgame, state, &known, NULL), MR_OK);
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_game_format_state(game, state, &out);
  unsigned plies = 0;
  mr_engine_forget(engine);
  for (; mr_game_node(game, state).kind == MR_NODE_DECISION && plies <= known.plies; plies++) {
    mr_search_result result = {.action = MR_ACTION_NONE};
    if (mr_game_node(game, state).player.id == winner.id) {
      assert_int_equal(mr_engine_think(engine, state, &limits, &result, NULL), MR_OK);
    } else {
      assert_int_equal(mr_endgame_best(endgame, state, &result.action, NULL, NULL), MR_OK);
    }
    assert_true(mr_game_legal(game, state, result.action));
    mr_game_make(game, state, result.action, NULL, NULL);
  }
  if (mr_game_node(game, state).kind != MR_NODE_TERMINAL || plies != known.plies) {
    fail_msg("%s: won in %u plies, but not in play", text, known.plies);
  }
  uint8_t score[MR_MAX_PLAYERS];
  mr_game_score(game, state, score);
  assert_int_equal(score[winner.id], MR_SCORE_WIN);
}

void mr_endgame_play_wins(const mr_game *game, const mr_endgame *endgame, const mr_endgame_men *men,
                          unsigned count) {
  const mr_engine_options options = {.memory = 1 << 20, .probe = probe, .probe_context = &endgame};
  mr_engine *engine = NULL;
  mr_random random;
  unsigned won = 0;
  mr_state *state = mr_state_new(game, NULL);
  assert_non_null(state);
  assert_int_equal(mr_engine_new(game, &options, &engine, NULL), MR_OK);
  mr_random_init(&random, 1);
  for (uint8_t player = 0; player < 2; player++) {
    if (mr_endgame_example(endgame, 0, (mr_player){player}, true, state)) {
      win(game, endgame, engine, state);
    }
  }
  for (unsigned i = 0; i < TRIES && won < count; i++) {
    if (place(game, endgame, men, &random, state)) {
      win(game, endgame, engine, state);
      won++;
    }
  }
  assert_int_equal(won, count);
  mr_engine_free(engine);
  mr_state_free(game, NULL, state);
}
