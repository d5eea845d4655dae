#include "script_game.h"

typedef struct script_state {
  uint64_t node;
  uint64_t plies;
} script_state;

static const script_node *at(const mr_game *game, const mr_state *state) {
  return &((const script_game *)game)->nodes[((const script_state *)state)->node];
}

static void start(const mr_game *game, mr_state *state) {
  (void)game;
  *(script_state *)state = (script_state){0};
}

static mr_node node(const mr_game *game, const mr_state *state) {
  const script_node *here = at(game, state);
  mr_player player = here->kind == MR_NODE_DECISION ? (mr_player){here->player} : MR_NOBODY;
  return (mr_node){here->kind, player};
}

static size_t actions(const mr_game *game, const mr_state *state, mr_action *out) {
  size_t count = at(game, state)->count;
  for (size_t i = 0; i < count; i++) {
    out[i] = (mr_action)i;
  }
  return count;
}

static size_t chances(const mr_game *game, const mr_state *state, mr_chance *out, uint64_t *total) {
  const script_node *here = at(game, state);
  *total = 0;
  for (size_t i = 0; i < here->count; i++) {
    out[i] = (mr_chance){(mr_action)i, here->weight[i]};
    *total += here->weight[i];
  }
  return here->count;
}

static bool legal(const mr_game *game, const mr_state *state, mr_action action) {
  return action < at(game, state)->count;
}

static void make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                 mr_events *events) {
  (void)undo;
  (void)events;
  script_state *moving = (script_state *)state;
  moving->node = at(game, state)->next[action];
  moving->plies++;
}

static uint64_t hash(const mr_game *game, const mr_state *state) {
  (void)game;
  return mr_mix64(((const script_state *)state)->node);
}

static void score(const mr_game *game, const mr_state *state, uint8_t *out) {
  memcpy(out, at(game, state)->score, game->info.players);
}

static mr_rule_index ended_by(const mr_game *game, const mr_state *state) {
  (void)game;
  (void)state;
  return 0;
}

static void format_action(const mr_game *game, const mr_state *state, mr_action action,
                          mr_str *out) {
  (void)game;
  (void)state;
  mr_str_char(out, (char)('A' + (int)action));
}

void script_game_init(script_game *out, const script_node *nodes, unsigned players) {
  static const mr_game_ops ops = {
      .start = start,
      .node = node,
      .actions = actions,
      .legal = legal,
      .make = make,
      .hash = hash,
      .score = score,
      .ended_by = ended_by,
      .format_action = format_action,
  };
  static const mr_chance_ops chance = {.chances = chances};
  static const mr_rule no_rule = {"", "", false};
  *out = (script_game){.game = {.ops = &ops, .chance = &chance}, .nodes = nodes};
  mr_game_info *info = &out->game.info;
  info->name = info->title = info->family = "script";
  info->summary = "As written.";
  info->capabilities = MR_CAN_MULTI | MR_CAN_FRACTION;
  info->players = (uint8_t)players;
  for (unsigned seat = 0; seat < players; seat++) {
    info->team[seat] = (uint8_t)seat;
  }
  info->state_size = sizeof(script_state);
  info->undo_size = sizeof(script_state);
  info->max_actions = SCRIPT_BRANCHES;
  info->max_chances = SCRIPT_BRANCHES;
  info->max_length = 1000000;
  info->rules = &no_rule;
  info->rule_count = 1;
}

mr_state *script_game_state(const script_game *game, unsigned node_index) {
  mr_state *state = mr_state_new(&game->game, NULL);
  if (state != NULL) {
    ((script_state *)state)->node = node_index;
  }
  return state;
}
