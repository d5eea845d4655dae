/**
 * @file
 * Set-ups of the Warlord Games. The first byte chooses a game and a side, the rest is the text.
 *
 * What is taken is made by actions that are legal one after the other, and ends with that side's
 * set-up; what is not taken has faults, a line each, or a place where it cannot be read.
 */

#include "rules/warlord/warlord.h"
#include "warlord_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first state in which a side sets up: the other one has taken what was listed first. */
static void begin(const mr_game *game, bool black, mr_state *state) {
  mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
  REQUIRE(actions != NULL);
  mr_game_start(game, state);
  while (black && mr_game_node(game, state).player.id == 0) {
    REQUIRE(mr_game_actions(game, state, actions) > 0);
    mr_game_make(game, state, actions[0], NULL, NULL);
  }
  free(actions);
}

static void play(const mr_game *game, mr_state *state, const mr_action *actions, size_t count) {
  mr_player player = mr_game_node(game, state).player;
  for (size_t i = 0; i < count; i++) {
    REQUIRE(mr_player_same(mr_game_node(game, state).player, player));
    REQUIRE(mr_game_legal(game, state, actions[i]));
    mr_game_make(game, state, actions[i], NULL, NULL);
  }
  REQUIRE(mr_wl_action_kind_of(actions[count - 1]) == MR_WL_ACT_COMMIT);
}

static size_t lines_of(const char *text) {
  size_t lines = 0;
  for (; *text != '\0'; text++) {
    lines += *text == '\n';
  }
  return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { WILLS = 3, BORDER = 4 };
  if (size == 0) {
    return 0;
  }
  const mr_game *game = fuzz_warlord_game((data[0] & 1u) != 0 ? WILLS : BORDER);
  mr_state *state = mr_state_new(game, NULL);
  size_t room = (size_t)game->info.columns * game->info.rows + 1;
  mr_action *actions = calloc(room, sizeof *actions);
  mr_error error = {.status = MR_OK};
  REQUIRE(state != NULL && actions != NULL);
  mr_str faults = mr_str_growing(NULL);
  mr_setup setup = {.actions = actions, .count = SIZE_MAX, .faults = &faults};
  begin(game, (data[0] & 2u) != 0, state);
  mr_status status =
      mr_game_read_setup(game, state, (const char *)data + 1, size - 1, &setup, &error);
  if (status == MR_OK) {
    REQUIRE(faults.length == 0 && setup.count <= room);
    play(game, state, actions, setup.count);
  } else {
    REQUIRE(status == MR_ERR_SYNTAX || status == MR_ERR_ILLEGAL);
    REQUIRE(setup.count == SIZE_MAX && error.message[0] != '\0');
    REQUIRE((status == MR_ERR_ILLEGAL) == (faults.length > 0));
    REQUIRE(status == MR_ERR_ILLEGAL || (error.line > 0 && error.column > 0));
    REQUIRE(error.column <= size && lines_of(mr_str_text(&faults)) <= room);
  }
  mr_str_done(&faults);
  free(actions);
  mr_state_free(game, NULL, state);
  return 0;
}
