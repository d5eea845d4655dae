/**
 * @file
 * State texts of Borderline. The first byte chooses a definition, the rest is the text.
 *
 * What is read is written back as a text that reads as the same state, the hash is the one
 * computed afresh, and whatever the state waits for can be listed, formatted and applied. What is
 * refused leaves the state as it was.
 */

#include "texts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DEFINITIONS = 5, SETS_MAX = 4 };

static const mr_override definitions[DEFINITIONS][SETS_MAX] = {
    {{NULL, NULL}},
    {{"victory", "strict"}, {"columns", "3"}, {"rows", "3"}, {"pieces", "3"}},
    {{"rotation", "mirror"}, {"first", "drawn"}, {"pieces", "2"}},
    {{"columns", "26"}, {"rows", "26"}, {"pieces", "100"}},
    {{"columns", "2"}, {"rows", "2"}, {"ply_cap", "3"}, {"rotation", "on"}},
};

static mr_game *open_game(size_t index) {
  static mr_game *opened[DEFINITIONS];
  size_t count = 0;
  while (count < SETS_MAX && definitions[index][count].key != NULL) {
    count++;
  }
  if (opened[index] == NULL) {
    opened[index] = fuzz_open("borderline", definitions[index], count);
  }
  return opened[index];
}

/* Every action or outcome of the state is legal and leads to a state whose hash is right. */
static void try_all(const mr_game *game, const mr_state *state, const mr_action *actions,
                    size_t count) {
  mr_state *next = mr_state_new(game, NULL);
  REQUIRE(next != NULL);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_game_format_action(game, state, actions[i], &out);
    REQUIRE(out.status == MR_OK && out.length > 0);
    REQUIRE(mr_game_legal(game, state, actions[i]));
    mr_state_copy(game, next, state);
    mr_game_make(game, next, actions[i], NULL, NULL);
    REQUIRE(mr_game_hash(game, next) == mr_game_rehash(game, next));
  }
  mr_state_free(game, NULL, next);
}

static void list_decision(const mr_game *game, const mr_state *state) {
  mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
  REQUIRE(actions != NULL);
  size_t count = mr_game_actions(game, state, actions);
  REQUIRE(count > 0 && count <= game->info.max_actions);
  try_all(game, state, actions, count);
  free(actions);
}

static void list_chance(const mr_game *game, const mr_state *state) {
  mr_chance *outcomes = calloc(game->info.max_chances, sizeof *outcomes);
  mr_action *actions = calloc(game->info.max_chances, sizeof *actions);
  REQUIRE(outcomes != NULL && actions != NULL);
  uint64_t total = 0;
  uint64_t sum = 0;
  size_t count = mr_game_chances(game, state, outcomes, &total);
  REQUIRE(count > 0 && count <= game->info.max_chances);
  for (size_t i = 0; i < count; i++) {
    actions[i] = outcomes[i].action;
    sum += outcomes[i].weight;
  }
  REQUIRE(sum == total);
  try_all(game, state, actions, count);
  free(actions);
  free(outcomes);
}

static void explore(const mr_game *game, const mr_state *state) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  switch (mr_game_node(game, state).kind) {
  case MR_NODE_DECISION:
    list_decision(game, state);
    break;
  case MR_NODE_CHANCE:
    list_chance(game, state);
    break;
  case MR_NODE_TERMINAL:
    mr_game_score(game, state, score);
    REQUIRE(score[0] + score[1] == MR_SCORE_WIN);
    REQUIRE(mr_game_ended_by(game, state) != 0);
    break;
  }
}

/* Plays on from an accepted state: what goes wrong may need some plies to show. */
static void play_on(const mr_game *game, const mr_state *from) {
  enum { PLIES = 48 };
  mr_state *state = mr_state_new(game, NULL);
  mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
  mr_chance *outcomes = calloc(game->info.max_chances, sizeof *outcomes);
  REQUIRE(state != NULL && actions != NULL && outcomes != NULL);
  mr_random random;
  mr_random_init(&random, mr_game_hash(game, from));
  mr_state_copy(game, state, from);
  for (unsigned ply = 0; ply < PLIES; ply++) {
    mr_node node = mr_game_node(game, state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    size_t count = node.kind == MR_NODE_DECISION ? mr_game_actions(game, state, actions) : 0;
    mr_action action = count > 0 ? actions[mr_random_below(&random, count)]
                                 : mr_game_roll(game, state, outcomes, &random);
    mr_game_make(game, state, action, NULL, NULL);
    REQUIRE(mr_game_hash(game, state) == mr_game_rehash(game, state));
  }
  free(outcomes);
  free(actions);
  mr_state_free(game, NULL, state);
}

/* Text to state to text; `text` has room for info.max_state_text bytes. */
static void round_trip(const mr_game *game, const mr_state *state, char *text, char *again) {
  mr_state *back = mr_state_new(game, NULL);
  REQUIRE(back != NULL);
  mr_str out = mr_str_fixed(text, game->info.max_state_text);
  mr_game_format_state(game, state, &out);
  REQUIRE(out.status == MR_OK);
  REQUIRE(mr_game_parse_state(game, text, out.length, back, NULL) == MR_OK);
  out = mr_str_fixed(again, game->info.max_state_text);
  mr_game_format_state(game, back, &out);
  REQUIRE(strcmp(text, again) == 0);
  REQUIRE(mr_game_hash(game, state) == mr_game_hash(game, back));
  REQUIRE(mr_game_hash(game, state) == mr_game_rehash(game, state));
  REQUIRE(mr_game_node(game, state).kind == mr_game_node(game, back).kind);
  REQUIRE(mr_game_ended_by(game, state) == mr_game_ended_by(game, back));
  mr_state_free(game, NULL, back);
}

/* Outputs are untouched on failure; mr_state_new has zeroed it. */
static bool is_zero(const mr_game *game, const mr_state *state) {
  const unsigned char *bytes = (const unsigned char *)state;
  size_t i = 0;
  while (i < game->info.state_size && bytes[i] == 0) {
    i++;
  }
  return i == game->info.state_size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) {
    return 0;
  }
  const mr_game *game = open_game(data[0] % DEFINITIONS);
  const char *input = (const char *)data + 1;
  mr_state *state = mr_state_new(game, NULL);
  mr_error error = {.status = MR_OK};
  REQUIRE(state != NULL);
  if (mr_game_parse_state(game, input, size - 1, state, &error) == MR_OK) {
    char *text = calloc(2, game->info.max_state_text);
    REQUIRE(text != NULL);
    round_trip(game, state, text, text + game->info.max_state_text);
    explore(game, state);
    play_on(game, state);
    free(text);
  } else {
    REQUIRE(error.status != MR_OK && error.message[0] != '\0');
    REQUIRE(error.column <= size);
    REQUIRE(is_zero(game, state));
  }
  mr_state_free(game, NULL, state);
  return 0;
}
