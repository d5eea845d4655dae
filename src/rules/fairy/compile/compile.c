#include "definition/diagnostics.h"
#include "rules/fairy/compile/keys.h"
#include "rules/fairy/compile/start_text.h"
#include "rules/fairy/fairy.h"
#include "rules/fairy/weights.h"

/* What one action can tell at most: a move with a capture, a promotion and a piece that enters a
 * hand, the turn, and in split games what becomes of both colours on both sides. */
enum { EVENTS_MAX = 16 };

static void fill_info(mr_fy_game *game) {
  mr_game_info *info = &game->base.info;
  const mr_fy_rules *rules = &game->rules;
  info->capabilities = rules->split ? MR_CAN_MULTI | MR_CAN_FRACTION : 0;
  info->players = 2;
  info->team[0] = 0;
  info->team[1] = 1;
  info->player_names[0] = "White";
  info->player_names[1] = "Black";
  info->columns = rules->files;
  info->rows = rules->ranks;
  info->max_events = EVENTS_MAX;
  info->max_state_text = mr_fy_state_text_max(rules);
  info->max_length = rules->length_limit;
}

static mr_status parse_start(mr_fy_game *game, const char *text, mr_error *err) {
  size_t length = 0;
  while (text[length] != '\0') {
    length++;
  }
  mr_status status = mr_game_parse_state(&game->base, text, length, game->base.start, err);
  if (status == MR_OK && mr_game_node(&game->base, game->base.start).kind == MR_NODE_TERMINAL) {
    const mr_rule *rule = &game->base.info.rules[mr_fy_ended_by(&game->base, game->base.start)];
    status =
        mr_error_set(err, MR_ERR_ILLEGAL, "the game is over in its first position (%s)", rule->id);
  }
  return status;
}

/* What is wrong with the first position is reported at its place in the file. */
static mr_status read_start(mr_fy_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  const mr_key *key = &mr_fy_keys[MR_FY_KEY_START_FEN];
  const mr_setting *setting = mr_definition_find(definition, key->name);
  mr_error err = {0};
  game->base.start = mr_state_new(&game->base, game->base.allocator);
  if (game->base.start == NULL) {
    return MR_ERR_NOMEM;
  }
  mr_fy_start_text start;
  if (!mr_fy_complete_start(&game->rules, mr_setting_text(definition, key), &game->base.arena,
                            &start)) {
    return MR_ERR_NOMEM;
  }
  mr_status status = parse_start(game, start.text, &err);
  if (status == MR_OK) {
    return MR_OK;
  }
  if (setting != NULL) {
    mr_span at = err.column
                     ? mr_setting_span(setting, mr_fy_start_column(&start, err.column - 1), 1)
                     : mr_setting_span(setting, 0, SIZE_MAX);
    mr_diagnose(list, status, &at, NULL, "startFen: %s", err.message);
  } else {
    mr_diagnose(list, status, &definition->at, NULL,
                "without startFen the game begins as chess does, which does not fit it: %s",
                err.message);
  }
  return status;
}

/* Tables grow with pieces and squares; an arena that is nearly full says that they grew too much.
 */
static mr_status build_tables(mr_fy_game *game, const mr_definition *definition,
                              mr_diagnostics *list) {
  mr_status status = game->core->build(game);
  if (status != MR_ERR_NOMEM || game->base.arena.held < game->base.arena.limit / 2) {
    return status;
  }
  mr_diagnose(list, MR_ERR_LIMIT, &definition->at, NULL,
              "%u kinds of pieces on %u squares need more than the %zu MiB that a game may have; "
              "fewer or simpler movements, or a smaller board, would do",
              game->rules.kind_count, game->rules.cells, game->base.arena.limit >> 20);
  return MR_ERR_LIMIT;
}

static mr_status build(mr_game *base, const mr_definition *definition, mr_diagnostics *list) {
  mr_fy_game *game = (mr_fy_game *)(void *)base;
  mr_status status = mr_fy_read_rules(definition, &game->base.arena, &game->rules, list);
  if (status != MR_OK) {
    return status;
  }
  game->core = mr_fy_core_for(game->rules.cells);
  base->material = &mr_fy_material;
  base->notation = &mr_fy_notation;
  fill_info(game);
  status = build_tables(game, definition, list);
  if (status == MR_OK) {
    status = mr_fy_rules_init(game);
  }
  if (status == MR_OK) {
    status = read_start(game, definition, list);
  }
  if (status == MR_OK) {
    status = mr_fy_reach_init(game);
  }
  return status != MR_OK ? status : mr_fy_moves_init(game);
}

const mr_family mr_family_fairy = {
    .name = "fairy",
    .summary = "Chess and its relatives: pieces that move by Betza's notation, hands, regions, "
               "promotion, royal pieces, goals.",
    .keys = mr_fy_keys,
    .key_count = MR_FY_KEY_COUNT,
    .game_size = sizeof(mr_fy_game),
    .build = build,
    .weigh = mr_fy_weights_take,
};
