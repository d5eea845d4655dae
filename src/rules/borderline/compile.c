#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/borderline/borderline.h"

/* ---- keys ------------------------------------------------------------------------------------ */

static const char *const victories[] = {"linked", "strict", NULL};
static const char *const rotations[] = {"off", "on", "mirror", NULL};
static const char *const firsts[] = {"red", "blue", "drawn", NULL};

#define INTO(MEMBER) MR_KEY_INTO(mr_bd_game, MEMBER)

static const mr_key keys[] = {
    MR_ROW_NUMBER("columns", 2, MR_BD_COLUMNS_MAX, "6", "7", "BD-1", INTO(columns),
                  "Columns of squares."),
    MR_ROW_NUMBER("rows", 2, MR_BD_ROWS_MAX, "8", "10", "BD-1", INTO(rows),
                  "Rows of squares; the first is Red's home, the last Blue's."),
    MR_ROW_NUMBER("pieces", 1, MR_BD_PIECES_MAX, "15", "12", "BD-4", INTO(pieces),
                  "Pieces dealt to each player."),
    MR_ROW_FRACTION("three_pip", 0, 1000, "80%", "4/5", "BD-3", INTO(three_pip),
                    "Probability that a dealt piece has exactly three pips."),
    MR_ROW_CHOICE("victory", victories, "linked", "strict", "BD-13", INTO(strict),
                  "What counts as connected: all pips of a piece (linked) or only pips that touch "
                  "orthogonally (strict)."),
    MR_ROW_CHOICE(
        "rotation", rotations, "off", "on", "BD-4", INTO(rotation),
        "Whether a piece may be turned (on), or turned and mirrored (mirror), as it is placed."),
    MR_ROW_NUMBER("ply_cap", 1, 10000, "200", "300", "BD-14", INTO(ply_cap),
                  "Plies, passes included, after which the game is drawn."),
    MR_ROW_CHOICE("first", firsts, "red", "drawn", "BD-5", INTO(first),
                  "Who starts; drawn lots are an event of chance after the deal."),
    MR_ROW_NUMBER("dice_sides", 2, 100, "6", "8", "BD-10", INTO(dice_sides),
                  "Sides of each player's die in a duel."),
    MR_ROW_KEY(
        "start", STATE, 0, 0, "6/6/6/6/6/6/6/6 R 124,522 222,777 0 0", "BD-16",
        "State in which the game begins; without it, hands are dealt and the board is empty."),
};

/* ---- sizes ----------------------------------------------------------------------------------- */

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

static void fill_info(mr_bd_game *game) {
  mr_game_info *info = &game->base.info;
  info->players = 2;
  for (unsigned player = 0; player < 2; player++) {
    info->team[player] = (uint8_t)player;
    info->player_names[player] = mr_bd_names[player];
  }
  info->columns = (uint16_t)game->columns;
  info->rows = (uint16_t)game->rows;
  size_t words = (size_t)(game->cells + 1) * 3 + (size_t)game->hand_max * 2;
  /* A placement needs a pattern and a square: at most 256 patterns have a filled centre. */
  size_t patterns = (size_t)game->hand_max * (game->rotation ? 8 : 1);
  info->state_size = mr_state_round_up(sizeof(mr_bd_state) + words * sizeof(uint16_t));
  info->undo_size = info->state_size;
  info->max_actions = game->cells * (patterns < 256 ? patterns : 256);
  info->max_chances = game->deal_count;
  info->max_events = 6;
  info->max_state_text = (size_t)game->cells * 5 + game->rows + (size_t)game->hand_max * 8 + 64;
  info->max_length = 2 * game->pieces + 1 + game->ply_cap * (1 + MR_BD_DIRECTIONS);
}

/* A start from the definition: what is wrong with it is reported at its place in the file. */
static mr_status read_start(mr_bd_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, "start");
  game->base.start = mr_state_new(&game->base, game->base.allocator);
  if (game->base.start == NULL) {
    return MR_ERR_NOMEM;
  }
  if (setting == NULL) {
    mr_bd_state *state = (mr_bd_state *)(void *)game->base.start;
    state->phase = MR_BD_DEAL;
    state->side = game->first == MR_BD_BLUE;
    return MR_OK;
  }
  mr_error err = {0};
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

/* A start that is a position says itself what is in hand and who moves. */
static const char *idle(const mr_game *base, const mr_key *key) {
  const mr_bd_state *start = mr_bd_state_of(base->start);
  bool placed = start->phase != MR_BD_DEAL;
  const struct {
    const char *key;
    bool idle;
    const char *why;
  } rows[] = {
      {"pieces", placed, "with start, which says what is in hand"},
      {"three_pip", placed, "with start, which says what is in hand"},
      {"first", placed && start->phase != MR_BD_LOTS, "with start, which says whose turn it is"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].idle && strcmp(key->name, rows[i].key) == 0) {
      return rows[i].why;
    }
  }
  return NULL;
}

/* Keys that a parent has written wait for a child without a start. */
static mr_status check_idle(const mr_bd_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  const mr_setting *start = mr_definition_find(definition, "start");
  mr_status status = MR_OK;
  for (size_t i = 0; start != NULL && i < sizeof keys / sizeof *keys; i++) {
    const mr_setting *setting = mr_definition_find(definition, keys[i].name);
    const char *why = idle(&game->base, &keys[i]);
    if (why != NULL && setting != NULL && setting->depth <= start->depth) {
      mr_status found = mr_diagnose_fail(list, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                                         "%s does nothing %s (BD-16)", setting->key, why);
      status = mr_status_first(status, found);
    }
  }
  return status;
}

static mr_status build(mr_game *base, const mr_definition *definition, mr_diagnostics *list) {
  mr_bd_game *game = (mr_bd_game *)(void *)base;
  base->ops = &mr_bd_ops;
  base->chance = &mr_bd_chance;
  mr_settings_read(definition, keys, sizeof keys / sizeof keys[0], game);
  game->cells = game->columns * game->rows;
  /*
   * Pieces never leave the game, so a hand and the own pieces on the board together stay what they
   * were at the start: the pieces dealt. A position that is set up may show more, as many as a
   * board full of them and as many again in hand.
   */
  game->hand_max = game->pieces + 2 * game->cells;
  game->neighbour = mr_arena_zero(&game->base.arena, game->cells, sizeof *game->neighbour);
  if (game->neighbour == NULL) {
    return MR_ERR_NOMEM;
  }
  link_neighbours(game);
  mr_bd_patterns_init(&game->patterns, game->rotation, game->strict);
  mr_bd_deals_init(game);
  fill_info(game);
  mr_status status = read_start(game, definition, list);
  if (status == MR_OK) {
    status = check_idle(game, definition, list);
  }
  return status == MR_OK ? mr_bd_rules_init(game) : status;
}

static void board(const mr_definition *definition, unsigned *columns, unsigned *rows) {
  *columns = (unsigned)mr_setting_int(definition, &keys[0]);
  *rows = (unsigned)mr_setting_int(definition, &keys[1]);
}

const mr_family mr_family_borderline = {
    .name = "borderline",
    .title = "Borderline",
    .summary = "Pip connection with dice: join your home row to the far row.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .game_size = sizeof(mr_bd_game),
    .build = build,
    .board = board,
    .idle = idle,
};
