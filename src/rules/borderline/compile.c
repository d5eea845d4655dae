#include "rules/borderline/keys.h"

/*
 * Pieces never leave the game, so a hand and the own pieces on the board together stay what they
 * were at the start: the pieces dealt. A position that is set up may show more, as many as a board
 * full of them and as many again in hand.
 */
static unsigned hand_bound(unsigned pieces, unsigned cells) {
  return pieces + 2 * cells;
}

static void read_keys(mr_bd_game *game, const mr_definition *definition) {
  const mr_key *k = mr_bd_keys;
  game->columns = (unsigned)mr_setting_int(definition, &k[MR_BD_KEY_COLUMNS]);
  game->rows = (unsigned)mr_setting_int(definition, &k[MR_BD_KEY_ROWS]);
  game->cells = game->columns * game->rows;
  game->pieces = (unsigned)mr_setting_int(definition, &k[MR_BD_KEY_PIECES]);
  game->hand_max = hand_bound(game->pieces, game->cells);
  game->ply_cap = (unsigned)mr_setting_int(definition, &k[MR_BD_KEY_PLY_CAP]);
  game->dice_sides = (unsigned)mr_setting_int(definition, &k[MR_BD_KEY_DICE_SIDES]);
  game->first = (unsigned)mr_setting_choice(definition, &k[MR_BD_KEY_FIRST]);
  game->strict = mr_setting_choice(definition, &k[MR_BD_KEY_VICTORY]) == 1;
  game->rotation = (unsigned)mr_setting_choice(definition, &k[MR_BD_KEY_ROTATION]);
  game->three_pip = mr_setting_fraction(definition, &k[MR_BD_KEY_THREE_PIP]);
}

static void link_neighbours(mr_bd_game *game) {
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned row = cell / game->columns, column = cell % game->columns, none = game->cells;
    uint16_t *next = game->neighbour[cell];
    next[MR_BD_UP] = (uint16_t)(row > 0 ? cell - game->columns : none);
    next[MR_BD_LEFT] = (uint16_t)(column > 0 ? cell - 1 : none);
    next[MR_BD_RIGHT] = (uint16_t)(column + 1 < game->columns ? cell + 1 : none);
    next[MR_BD_DOWN] = (uint16_t)(row + 1 < game->rows ? cell + game->columns : none);
  }
}

/* A placement needs a pattern and a square: at most 256 patterns have a filled centre. */
static size_t bound_actions(const mr_bd_game *game) {
  size_t patterns = (size_t)game->hand_max * (game->rotation ? 8 : 1);
  return game->cells * (patterns < 256 ? patterns : 256);
}

static size_t bound_state_text(const mr_bd_game *game) {
  return (size_t)game->cells * 5 + game->rows + (size_t)game->hand_max * 8 + 64;
}

static void fill_info(mr_bd_game *game) {
  mr_game_info *info = &game->base.info;
  info->players = 2;
  info->team[0] = 0;
  info->team[1] = 1;
  info->player_names[0] = "Red";
  info->player_names[1] = "Blue";
  info->columns = (uint16_t)game->columns;
  info->rows = (uint16_t)game->rows;
  size_t words = (size_t)(game->cells + 1) * 3 + (size_t)game->hand_max * 2;
  info->state_size = mr_state_round_up(sizeof(mr_bd_state) + words * sizeof(uint16_t));
  info->undo_size = info->state_size;
  info->max_actions = bound_actions(game);
  info->max_chances = game->deal_count;
  info->max_events = 6;
  info->max_state_text = bound_state_text(game);
  info->max_length = 2 * game->pieces + 1 + game->ply_cap * (1 + MR_BD_DIRECTIONS);
}

/* A start from the definition: what is wrong with it is reported at its place in the file. */
static mr_status read_start(mr_bd_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, mr_bd_keys[MR_BD_KEY_START].name);
  mr_error err = {0};
  game->base.start = mr_state_new(&game->base, game->base.allocator);
  if (game->base.start == NULL) {
    return MR_ERR_NOMEM;
  }
  if (setting == NULL) {
    mr_bd_begin(game, game->base.start);
    return MR_OK;
  }
  mr_status status =
      mr_bd_parse_state(&game->base, setting->text, setting->length, game->base.start, &err);
  size_t offset = err.column ? err.column - 1 : 0;
  if (status == MR_OK && mr_game_node(&game->base, game->base.start).kind == MR_NODE_TERMINAL) {
    status = mr_error_set(&err, MR_ERR_ILLEGAL, "the game is over in its first state");
    offset = 0;
  }
  if (status != MR_OK) {
    mr_span span = mr_setting_span(setting, offset, setting->length > offset ? 1 : 0);
    mr_diagnose(list, status, &span, NULL, "start: %s", err.message);
  }
  return status;
}

static mr_status build(mr_game *base, const mr_definition *definition, mr_diagnostics *list) {
  mr_bd_game *game = (mr_bd_game *)(void *)base;
  base->ops = &mr_bd_ops;
  base->chance = &mr_bd_chance;
  read_keys(game, definition);
  game->neighbour = mr_arena_zero(&game->base.arena, game->cells, sizeof *game->neighbour);
  if (game->neighbour == NULL) {
    return MR_ERR_NOMEM;
  }
  link_neighbours(game);
  mr_bd_patterns_init(&game->patterns, game->rotation, game->strict);
  mr_bd_deals_init(game);
  fill_info(game);
  mr_status status = mr_bd_rules_init(game);
  return status != MR_OK ? status : read_start(game, definition, list);
}

const mr_family mr_family_borderline = {
    .name = "borderline",
    .summary = "Pip connection with dice: join your home row to the far row.",
    .keys = mr_bd_keys,
    .key_count = MR_BD_KEY_COUNT,
    .game_size = sizeof(mr_bd_game),
    .build = build,
};
