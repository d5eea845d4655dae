#include <marcher/random.h>

#include "search/engine_priv.h"

/** Plays any legal action, each with the same probability: the zero of every ladder. */
typedef struct random_player {
  mr_engine engine;
  mr_allocator allocator;
  uint64_t seed;
  mr_random random;
  mr_action *actions; /**< room for mr_game_info.max_actions */
} random_player;

static mr_status choose_at_random(mr_engine *engine, const mr_state *observation,
                                  const mr_limits *limits, mr_search_result *out, mr_error *err) {
  (void)err;
  random_player *player = (random_player *)engine;
  size_t count = mr_game_actions(engine->game, observation, player->actions);
  bool limited = limits->only_count > 0;
  count = mr_limits_filter(limits, player->actions, count);
  out->action = player->actions[mr_random_below(&player->random, count)];
  out->value = 1.0 / mr_game_teams(engine->game);
  out->candidate_count = 1;
  out->candidates[0] = (mr_candidate){.action = out->action, .value = out->value};
  out->line_length = 1;
  out->line[0] = out->action;
  mr_str reason;
  mr_str_fixed(&reason, out->reason, sizeof out->reason);
  if (count == 1) {
    mr_str_add(&reason, limited ? "The only action in question." : "The only legal action.");
  } else {
    mr_str_add(&reason, "Picked blindly from ");
    mr_write_count(&reason, count);
    mr_str_add(&reason, limited ? " actions." : " legal actions.");
  }
  return MR_OK;
}

static void start_over(mr_engine *engine) {
  random_player *player = (random_player *)engine;
  mr_random_init(&player->random, player->seed);
}

static void free_random_player(mr_engine *engine) {
  random_player *player = (random_player *)engine;
  mr_allocator allocator = player->allocator;
  size_t room = engine->game->info.max_actions * sizeof(mr_action);
  mr_alloc_free(&allocator, player->actions, room);
  mr_alloc_free(&allocator, player, sizeof *player);
}

mr_status mr_random_player_new(const mr_game *game, const mr_engine_options *options,
                               mr_engine **out, mr_error *err) {
  static const mr_engine_ops ops = {
      .think = choose_at_random, .forget = start_over, .free = free_random_player};
  random_player *player = mr_alloc_zero(options->allocator, 1, sizeof *player);
  if (player == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the random player");
  }
  mr_engine_init(&player->engine, &ops, game, options);
  player->allocator = *options->allocator;
  player->seed = options->seed;
  player->actions =
      mr_alloc_zero(options->allocator, game->info.max_actions, sizeof *player->actions);
  if (player->actions == NULL) {
    free_random_player(&player->engine);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the random player");
  }
  start_over(&player->engine);
  *out = &player->engine;
  return MR_OK;
}
