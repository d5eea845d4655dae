#include "cli/play/table.h"

#include <string.h>

#include "cli/game.h"
#include "cli/signals.h"
#include "cli/words.h"

/* ---- opening and closing --------------------------------------------------------------------- */

static bool make_events(mr_events *events, size_t room) {
  events->items = mr_alloc_zero(NULL, room + 1, sizeof *events->items);
  events->capacity = room;
  return events->items != NULL;
}

static void free_events(mr_events *events) {
  mr_alloc_free(NULL, events->items, (events->capacity + 1) * sizeof *events->items);
}

/* The marks of one decision and its duels fit into this many times an action's events. */
#define RECENT_ACTIONS 16

static bool make_room(cli_table *table) {
  const mr_game_info *info = &table->game->info;
  table->start = mr_state_new(table->game, NULL);
  table->state = mr_state_new(table->game, NULL);
  table->seen = mr_state_new(table->game, NULL);
  table->ahead = mr_state_new(table->game, NULL);
  table->mind.seen = mr_state_new(table->game, NULL);
  table->plan.seen = mr_state_new(table->game, NULL);
  table->actions = mr_alloc_zero(NULL, info->max_actions, sizeof *table->actions);
  table->chances = mr_alloc_zero(NULL, info->max_chances + 1, sizeof *table->chances);
  return table->start != NULL && table->state != NULL && table->seen != NULL &&
         table->ahead != NULL && table->mind.seen != NULL && table->plan.seen != NULL &&
         table->actions != NULL && table->chances != NULL &&
         make_events(&table->events, info->max_events) &&
         make_events(&table->recent, info->max_events * RECENT_ACTIONS);
}

int cli_table_open(cli_context *cli, mr_game *game, const mr_override *sets, size_t set_count,
                   cli_table *out) {
  *out = (cli_table){.cli = cli, .game = game, .set_count = set_count, .viewer = MR_NOBODY};
  mr_arena_init(&out->arena, NULL, 0);
  out->sets = mr_alloc_zero(NULL, set_count + 1, sizeof *sets);
  if (out->sets == NULL || !make_room(out)) {
    cli_table_close(out);
    return cli_fail_memory(cli);
  }
  if (set_count > 0) {
    memcpy(out->sets, sets, set_count * sizeof *sets);
  }
  for (size_t i = 0; i < game->info.players; i++) {
    out->seats[i].level = MR_LEVEL_DEFAULT;
  }
  return CLI_OK;
}

static void free_engines(cli_table *table) {
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    mr_engine_free(table->engines[i]);
    table->engines[i] = NULL;
  }
}

void cli_table_close(cli_table *table) {
  if (table->game == NULL) {
    return;
  }
  const mr_game_info *info = &table->game->info;
  free_engines(table);
  mr_endgame_set_free(table->endgames);
  mr_alloc_free(NULL, table->moves, table->capacity * sizeof *table->moves);
  free_events(&table->recent);
  free_events(&table->events);
  mr_alloc_free(NULL, table->chances, (info->max_chances + 1) * sizeof *table->chances);
  mr_alloc_free(NULL, table->actions, info->max_actions * sizeof *table->actions);
  mr_state_free(table->game, NULL, table->plan.seen);
  mr_state_free(table->game, NULL, table->mind.seen);
  mr_state_free(table->game, NULL, table->ahead);
  mr_state_free(table->game, NULL, table->seen);
  mr_state_free(table->game, NULL, table->state);
  mr_state_free(table->game, NULL, table->start);
  mr_alloc_free(NULL, table->sets, (table->set_count + 1) * sizeof *table->sets);
  mr_arena_done(&table->arena);
  mr_game_free(table->game);
  *table = (cli_table){0};
}

/* ---- playing --------------------------------------------------------------------------------- */

int cli_table_start(cli_table *table, uint64_t seed, const char *text) {
  table->seed = seed;
  if (text != NULL) {
    int status = cli_state_read(table->cli, table->game, text, table->start);
    if (status != CLI_OK) {
      return status;
    }
  } else {
    mr_game_start(table->game, table->start);
    if (cli_deal(table->game, table->start, seed) != MR_OK) {
      return cli_fail_memory(table->cli);
    }
  }
  table->own_start = text == NULL && !mr_game_can(table->game, MR_CAN_DEAL);
  free_engines(table);
  cli_table_rewind(table, 0);
  return CLI_OK;
}

mr_node cli_table_node(const cli_table *table) {
  if (table->resigned) {
    return (mr_node){.kind = MR_NODE_TERMINAL, .player = MR_NOBODY};
  }
  return mr_game_node(table->game, table->state);
}

static cli_move *add_move(cli_table *table) {
  if (table->count == table->capacity) {
    size_t size = sizeof *table->moves;
    size_t capacity = table->capacity == 0 ? 64 : table->capacity * 2;
    cli_move *moves = mr_alloc_zero(NULL, capacity, size);
    if (moves == NULL) {
      return NULL;
    }
    if (table->count > 0) {
      memcpy(moves, table->moves, table->count * size);
    }
    mr_alloc_free(NULL, table->moves, table->capacity * size);
    table->moves = moves;
    table->capacity = capacity;
  }
  return &table->moves[table->count++];
}

static bool has_event(const mr_events *events, mr_event_kind kind) {
  for (size_t i = 0; i < events->count; i++) {
    if (events->items[i].kind == (uint8_t)kind) {
      return true;
    }
  }
  return false;
}

/* Whether the next action, a decision, goes on with the turn of the one before. */
static bool continues_turn(const cli_table *table, size_t index) {
  if (index == 0 || !mr_game_can(table->game, MR_CAN_MULTI)) {
    return false;
  }
  const cli_move *move = &table->moves[index - 1];
  mr_node node = mr_game_node(table->game, table->state);
  return !move->ends_turn && move->node.kind == MR_NODE_DECISION &&
         mr_player_same(move->node.player, node.player);
}

/* Advances the state by the action of that number and remembers what there is to mark. */
static void advance(cli_table *table, size_t index) {
  cli_move *move = &table->moves[index];
  if (move->node.kind != MR_NODE_CHANCE && (move->places || !continues_turn(table, index))) {
    table->recent.count = 0; /* of pieces that are set up the last one is enough */
  }
  mr_game_make(table->game, table->state, move->action, NULL, &table->events);
  size_t all = table->events.count;
  move->ends_turn = has_event(&table->events, MR_EVENT_TURN);
  move->reveals = has_event(&table->events, MR_EVENT_REVEAL);
  mr_events_filter(table->game, table->state, &table->events, table->viewer);
  move->secret = table->events.count < all;
  for (size_t i = 0; i < table->events.count; i++) {
    mr_events_add(&table->recent, table->events.items[i]);
  }
}

/* Comments stand between braces, so they hold none. @return NULL: out of memory */
static const char *keep_comment(cli_table *table, const char *comment) {
  if (comment == NULL || *comment == '\0') {
    return "";
  }
  char *copy = mr_arena_copy(&table->arena, comment, strlen(comment));
  for (char *c = copy; c != NULL && *c != '\0'; c++) {
    *c = (char)(*c == '{' ? '(' : *c == '}' ? ')' : *c);
  }
  return copy;
}

/* Whether the last thing said in this turn was the same: the plan of a turn is said once. */
static bool is_said(const cli_table *table, mr_player player, const char *comment) {
  for (size_t i = table->count; i > 0 && comment != NULL; i--) {
    const cli_move *move = &table->moves[i - 1];
    if (move->ends_turn || !mr_player_same(move->node.player, player)) {
      return false;
    }
    if (move->comment[0] != '\0') {
      return strcmp(move->comment, comment) == 0;
    }
  }
  return false;
}

int cli_table_make(cli_table *table, mr_action action, const char *comment) {
  if (is_said(table, mr_game_node(table->game, table->state).player, comment)) {
    comment = NULL;
  }
  const char *kept = keep_comment(table, comment);
  cli_move *move = kept == NULL ? NULL : add_move(table);
  if (move == NULL) {
    return cli_fail_memory(table->cli);
  }
  mr_node node = mr_game_node(table->game, table->state);
  table->revision++;
  *move = (cli_move){.action = action, .node = node, .comment = kept};
  move->human = node.kind == MR_NODE_DECISION && table->seats[node.player.id].human;
  cli_action_text(table->game, table->state, action, move->text);
  if (node.kind == MR_NODE_DECISION) {
    mr_form form;
    mr_game_form(table->game, table->state, action, &form);
    move->places = form.kind == MR_FORM_PLACE;
    move->piece = form.piece;
    move->to = form.to;
  }
  advance(table, table->count - 1);
  return CLI_OK;
}

mr_action cli_table_roll(cli_table *table) {
  mr_random random = cli_random(table->seed, CLI_STREAM_PLAY, table->count);
  return mr_game_roll(table->game, table->state, table->chances, &random);
}

void cli_table_rewind(cli_table *table, size_t keep) {
  table->revision++;
  table->resigned = false;
  table->mind.given = table->mind.given && table->mind.at <= keep;
  table->plan.given = table->plan.given && table->plan.at <= keep;
  table->events.count = 0;
  table->recent.count = 0;
  table->count = keep < table->count ? keep : table->count;
  mr_state_copy(table->game, table->state, table->start);
  for (size_t i = 0; i < table->count; i++) {
    advance(table, i);
  }
  table->told = table->count;
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    mr_engine_forget(table->engines[i]);
  }
}

void cli_table_resign(cli_table *table, mr_player player) {
  table->revision++;
  table->resigned = true;
  table->resigner = player;
}

size_t cli_table_turn_start(const cli_table *table) {
  size_t first = table->count;
  if (cli_table_turn_is_over(table)) {
    return first;
  }
  while (first > 0) {
    const cli_move *move = &table->moves[first - 1];
    if (move->ends_turn || move->node.kind != MR_NODE_DECISION ||
        !mr_player_same(move->node.player, table->moves[table->count - 1].node.player)) {
      break;
    }
    first--;
  }
  return first;
}

bool cli_table_turn_is_over(const cli_table *table) {
  if (table->count == 0 || !mr_game_can(table->game, MR_CAN_MULTI)) {
    return true;
  }
  const cli_move *move = &table->moves[table->count - 1];
  mr_node node = cli_table_node(table);
  return move->ends_turn || node.kind != MR_NODE_DECISION || move->node.kind != MR_NODE_DECISION ||
         !mr_player_same(node.player, move->node.player);
}

bool cli_table_would_hide(const cli_table *table, size_t keep) {
  bool hides = false;
  for (size_t i = keep; i < table->count; i++) {
    hides = hides || table->moves[i].reveals;
  }
  return hides;
}

bool cli_table_has_secret(cli_table *table, mr_player player) {
  if (!mr_game_can(table->game, MR_CAN_HIDE)) {
    return false;
  }
  mr_game_observe(table->game, table->state, player, table->seen);
  mr_game_observe(table->game, table->seen, MR_NOBODY, table->ahead);
  return memcmp(table->seen, table->ahead, table->game->info.state_size) != 0;
}

size_t cli_table_last_human(const cli_table *table) {
  for (size_t i = table->count; i > 0; i--) {
    if (table->moves[i - 1].human) {
      return i - 1;
    }
  }
  return table->count;
}

const mr_state *cli_table_observe(cli_table *table, mr_player player) {
  mr_game_observe(table->game, table->state, player, table->seen);
  return table->seen;
}

/* ---- computers ------------------------------------------------------------------------------- */

static mr_status need_engine(cli_table *table, mr_player player, mr_error *err) {
  const cli_seat *seat = &table->seats[player.id];
  if (table->engines[player.id] != NULL) {
    return MR_OK;
  }
  mr_random random = cli_random(table->seed, CLI_STREAM_ENGINE, player.id);
  mr_engine_options options = {
      .kind = seat->engine[0] == '\0' ? NULL : seat->engine,
      .level = seat->level,
      .seed = mr_random_next(&random),
      .probe = table->endgames != NULL ? mr_endgame_set_probe : NULL,
      .probe_context = table->endgames,
  };
  return mr_engine_new(table->game, &options, &table->engines[player.id], err);
}

static bool carries_on(const cli_table *table) {
  const cli_mind *mind = &table->mind;
  const cli_mind *plan = &table->plan;
  return mind->given && plan->given && mind->thought.nodes == 0 && plan->at < mind->at &&
         plan->at >= cli_table_turn_start(table) && mr_player_same(plan->player, mind->player);
}

static void keep_plan(cli_table *table) {
  const cli_mind *mind = &table->mind;
  if (mind->given && mind->thought.nodes > 0) {
    mr_state *seen = table->plan.seen;
    mr_state_copy(table->game, seen, mind->seen);
    table->plan = *mind;
    table->plan.seen = seen;
  }
}

int cli_table_think(cli_table *table, mr_player player, mr_progress_fn progress, void *context) {
  const cli_seat *seat = &table->seats[player.id];
  mr_limits limits = {
      .nodes = seat->nodes, .milliseconds = seat->milliseconds, .stop = cli_stop_flag()};
  mr_error error;
  mr_status status = need_engine(table, player, &error);
  if (status == MR_OK) {
    mr_engine *engine = table->engines[player.id];
    engine->progress = progress;
    engine->progress_context = context;
    mr_state_copy(table->game, table->mind.seen, cli_table_observe(table, player));
    status = mr_engine_think(engine, table->mind.seen, &limits, &table->mind.thought, &error);
  }
  table->mind.given = status == MR_OK;
  table->mind.player = player;
  table->mind.at = table->count;
  table->mind.carries_on = carries_on(table);
  keep_plan(table);
  return status == MR_OK ? CLI_OK : cli_fail_error(table->cli, &error);
}
