/**
 * @file
 * State texts of the chess-like games. The first byte chooses a game, the rest is the text.
 *
 * What is read is written back as a text that reads as the same state; every action of it reads
 * back, and leads to such a state again; and it can be drawn. What is refused leaves the output as
 * it was.
 */

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/**
 * The game of a number; opened once. Behind those of all targets stand some for what their texts
 * have and the others have not: hands, gates, walls, checks that are counted, men that turn over or
 * change sides, two squares that were passed.
 */
static const mr_game *game_of(unsigned which) {
  static const mr_override thrice[] = {{"tripleStepRegionWhite", "*2"},
                                       {"tripleStepRegionBlack", "*7"}};
  static const struct {
    const char *name;
    const mr_override *sets;
    size_t count;
  } more[] = {{"crazyhouse", NULL, 0}, {"seirawan", NULL, 0}, {"duck", NULL, 0},
              {"atomic", NULL, 0},     {"xiangqi", NULL, 0},  {"kyotoshogi", NULL, 0},
              {"makruk", NULL, 0},     {"3check", NULL, 0},   {"flipello", NULL, 0},
              {"ataxx", NULL, 0},      {"spartan", NULL, 0},  {"placement", NULL, 0},
              {"suicide", NULL, 0},    {"chess", thrice, 2}};
  enum { MORE = sizeof more / sizeof *more };
  static mr_game *opened[MORE];
  which %= FUZZ_GAMES + MORE;
  if (which < FUZZ_GAMES) {
    return fuzz_game(which);
  }
  which -= FUZZ_GAMES;
  if (opened[which] == NULL) {
    opened[which] = fuzz_open(more[which].name, more[which].sets, more[which].count);
  }
  return opened[which];
}

static void explore(const mr_game *game, const mr_state *state) {
  enum { TRIED = 40 };
  mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
  mr_state *next = mr_state_new(game, NULL);
  REQUIRE(actions != NULL && next != NULL);
  size_t count = mr_game_actions(game, state, actions);
  REQUIRE(count > 0 && count <= game->info.max_actions);
  for (size_t i = 0; i < count; i += 1 + count / TRIED) {
    REQUIRE(mr_game_legal(game, state, actions[i]));
    fuzz_action_text(game, state, actions[i]);
    mr_state_copy(game, next, state);
    mr_game_make(game, next, actions[i], NULL, NULL);
    REQUIRE(mr_game_hash(game, next) == mr_game_rehash(game, next));
    fuzz_state_text(game, next);
  }
  mr_state_free(game, NULL, next);
  free(actions);
}

static void check(const mr_game *game, const mr_state *state) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  fuzz_state_text(game, state);
  fuzz_draw(game, state);
  if (mr_game_node(game, state).kind == MR_NODE_DECISION) {
    explore(game, state);
    return;
  }
  mr_game_score(game, state, score);
  REQUIRE(score[0] + score[1] == MR_SCORE_WIN);
  REQUIRE(mr_game_ended_by(game, state) != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0) {
    fuzz_read_state(game_of(data[0]), (const char *)data + 1, size - 1, check);
  }
  return 0;
}
