#include "base/text.h"
#include "rules/warlord/generate.h"
#include "rules/warlord/keys.h"

enum { SLOTS_LEAST = 96, TEXT_OF_ORDER = 14, TEXT_OF_POST = 10 };

static bool is_on(const mr_definition *definition, unsigned key) {
  return mr_setting_bool(definition, &mr_wl_keys[key]);
}

static unsigned number(const mr_definition *definition, unsigned key) {
  return (unsigned)mr_setting_int(definition, &mr_wl_keys[key]);
}

static void read_keys(mr_wl_game *game, const mr_definition *d) {
  game->range = number(d, MR_WL_KEY_RANGE);
  game->cap = (mr_wl_cap)mr_setting_choice(d, &mr_wl_keys[MR_WL_KEY_TURN_CAP]);
  game->cap_most = number(d, MR_WL_KEY_CAP);
  game->cap_fraction = mr_setting_fraction(d, &mr_wl_keys[MR_WL_KEY_CAP_FRACTION]);
  game->members = number(d, MR_WL_KEY_TEAMS);
  game->first = (unsigned)mr_setting_choice(d, &mr_wl_keys[MR_WL_KEY_FIRST]);
  game->defeat_level = number(d, MR_WL_KEY_DEFEAT_LEVEL);
  game->towns_to_win = number(d, MR_WL_KEY_TOWNS_TO_WIN);
  game->short_leaders = number(d, MR_WL_KEY_SHORT_GAME_LEADERS);
  game->quiet_turns = number(d, MR_WL_KEY_QUIET_TURNS);
  game->short_game = is_on(d, MR_WL_KEY_SHORT_GAME);
  game->self_activation = is_on(d, MR_WL_KEY_SELF_ACTIVATION);
  game->cannon_swap = is_on(d, MR_WL_KEY_CANNON_SWAP);
  game->crossing = is_on(d, MR_WL_KEY_CROSSING);
  game->promotion = is_on(d, MR_WL_KEY_PROMOTION);
  game->six_leaders = is_on(d, MR_WL_KEY_SIX_LEADERS);
  game->handicap = is_on(d, MR_WL_KEY_FIRST_TURN_HANDICAP);
  game->repetition = is_on(d, MR_WL_KEY_REPETITION_DRAW);
  game->quiet_draw = is_on(d, MR_WL_KEY_QUIET_DRAW);
  game->hidden = mr_setting_choice(d, &mr_wl_keys[MR_WL_KEY_DEPLOYMENT]) == 1;
}

static mr_status read_arrivals(mr_wl_game *game, const mr_definition *definition,
                               mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, mr_wl_keys[MR_WL_KEY_ARRIVALS].name);
  const char *at = setting != NULL ? setting->text : "";
  while (*at) {
    size_t length = strcspn(at, " \t\n");
    uint64_t turn = 0;
    unsigned before = game->blocks ? game->arrival[game->blocks - 1] : 1;
    bool good = length && mr_parse_uint(at, length, 9999, &turn) && turn > before &&
                game->blocks < MR_WL_BLOCKS_MAX;
    if (length && !good) {
      mr_span span = mr_setting_span(setting, (size_t)(at - setting->text), length);
      mr_diagnose(list, MR_ERR_SYNTAX, &span, NULL,
                  "arrivals: expected up to %d turns from 2 to 9999, in ascending order",
                  MR_WL_BLOCKS_MAX);
      return MR_ERR_SYNTAX;
    }
    if (good) {
      game->arrival[game->blocks++] = (unsigned)turn;
    }
    at += length + (at[length] != '\0');
  }
  return MR_OK;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static mr_status size_sides(mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  unsigned blocks = game->blocks + 1, units = game->post_max * blocks, leaders = 0;
  for (unsigned side = 0; side < 2; side++) {
    game->original[side] *= blocks;
    leaders = game->original[side] > leaders ? game->original[side] : leaders;
    if (game->hidden) {
      game->original[side] = game->army.leaders;
    }
  }
  if (game->hidden) { /* the map is a sample, which need not be like the army but is drawn, too */
    units = game->army.total > units ? game->army.total : units;
    leaders = game->army.leaders > leaders ? game->army.leaders : leaders;
  }
  if (units > MR_WL_UNITS_MAX || leaders > MR_WL_LEADERS_MAX) {
    mr_diagnose(list, MR_ERR_LIMIT, &definition->at, NULL,
                "a side has %u units and %u leaders; %d and %d are possible", units, leaders,
                MR_WL_UNITS_MAX, MR_WL_LEADERS_MAX);
    return MR_ERR_LIMIT;
  }
  if (!game->hidden && (!game->original[0] || !game->original[1])) {
    mr_diagnose(list, MR_ERR_ILLEGAL, &definition->at, NULL,
                "pieces: each side needs a leader (WL-21)");
    return MR_ERR_ILLEGAL;
  }
  unsigned room = 2 * units > SLOTS_LEAST ? 2 * units : SLOTS_LEAST;
  game->side_max = room < MR_WL_UNITS_MAX ? room : MR_WL_UNITS_MAX;
  game->order_max = game->cap_most + game->members;
  game->past_max = game->quiet_draw ? game->quiet_turns + 2 : MR_WL_PAST_WITHOUT_DRAW;
  return MR_OK;
}

static void lay_out(mr_wl_game *game) {
  size_t at = sizeof(mr_wl_state);
  game->at_orders = at;
  at += game->order_max * sizeof(mr_wl_order);
  game->at_past = at;
  at += game->repetition ? game->past_max * sizeof(uint64_t) : 0;
  game->at_units = at;
  at += (size_t)2 * game->side_max * sizeof(mr_wl_unit);
  game->at_squares = at;
  at += (size_t)game->cells * sizeof(uint16_t);
  game->at_assigned = at;
  at += game->order_max;
  game->at_waiting = at;
  at += game->blocks ? (size_t)2 * game->post_max : 0;
  game->base.info.state_size = mr_state_round_up(at);
  game->base.info.undo_size = mr_wl_undo_size(game);
}

static size_t bound_actions(const mr_wl_game *game) {
  size_t units = game->side_max < game->cells ? game->side_max : game->cells;
  size_t moves = units * MR_WL_TARGETS_MAX + 4 * MR_WL_LEADERS_MAX + 1, places = 1;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    places += game->hidden && game->zone[cell] ? MR_WL_KINDS : 0;
  }
  return moves > places ? moves : places;
}

static size_t bound_text(const mr_wl_game *game) {
  size_t map = (size_t)game->cells + game->rows;
  return 2 * map + (size_t)game->order_max * TEXT_OF_ORDER +
         (size_t)2 * game->post_max * TEXT_OF_POST + 2 * MR_WL_LEADERS_MAX + 256;
}

static uint32_t bound_length(const mr_wl_game *game) {
  if (!game->quiet_draw) {
    return UINT32_MAX;
  }
  uint32_t turns = game->quiet_turns * (2 * game->side_max + 1) + 1;
  uint32_t set_up = game->hidden ? 2u * game->army.total + 2u : 0;
  return turns * (game->cap_most + game->members) + set_up + 1;
}

static void name_seats(mr_wl_game *game) {
  static const char *const names[2][MR_WL_MEMBERS_MAX] = {
      {"White 1", "White 2", "White 3", "White 4"}, {"Black 1", "Black 2", "Black 3", "Black 4"}};
  mr_game_info *info = &game->base.info;
  info->players = (uint8_t)(2 * game->members);
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned member = 0; member < game->members; member++) {
      unsigned seat = mr_wl_seat(game, side, member).id;
      info->team[seat] = (uint8_t)side;
      info->player_names[seat] = game->members == 1 ? mr_wl_side_names[side] : names[side][member];
    }
  }
}

static void fill_info(mr_wl_game *game) {
  mr_game_info *info = &game->base.info;
  info->capabilities = MR_CAN_MULTI;
  name_seats(game);
  info->columns = (uint16_t)game->columns;
  info->rows = (uint16_t)game->rows;
  info->max_actions = bound_actions(game);
  info->max_chances = game->first == MR_WL_DRAWN ? 2 : 0;
  info->max_events = 8 + (size_t)game->post_max;
  info->max_state_text = bound_text(game);
  info->max_length = bound_length(game);
}

/* ---- the first state ------------------------------------------------------------------------- */

static void set_up(mr_wl_game *game, mr_wl_state *state) {
  mr_wl_head *h = &state->head;
  h->turn = 1;
  h->first = h->side = game->first == MR_WL_BLACK;
  mr_wl_lay(game, game->ground, state);
  if (game->hidden) {
    h->phase = MR_WL_DEPLOY;
    h->side = MR_WL_WHITE;
    return;
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      mr_wl_add(game, state, side, game->post[side][i]);
    }
  }
  h->phase = game->first == MR_WL_DRAWN ? MR_WL_LOTS : MR_WL_PLAY;
  h->seen = game->repetition;
  if (game->repetition) {
    mr_wl_past(game, state)[0] = mr_wl_position_key(state);
  }
  if (h->phase == MR_WL_PLAY) {
    mr_wl_judge_text(game, state, NULL);
  }
}

static mr_status make_start(mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  game->base.start = mr_state_new(&game->base, game->base.allocator);
  if (game->base.start == NULL) {
    return MR_ERR_NOMEM;
  }
  set_up(game, mr_wl_writable(game->base.start));
  if (mr_game_node(&game->base, game->base.start).kind != MR_NODE_TERMINAL) {
    return MR_OK;
  }
  mr_diagnose(list, MR_ERR_ILLEGAL, &definition->at, NULL,
              "the game is over in its first state (WL-19)");
  return MR_ERR_ILLEGAL;
}

static void choose_operations(mr_wl_game *game) {
  mr_game *base = &game->base;
  base->ops = &mr_wl_ops;
  base->chance = game->first == MR_WL_DRAWN ? &mr_wl_chance : NULL;
  base->hidden = game->hidden ? &mr_wl_hidden : NULL;
  base->setup = game->hidden ? &mr_wl_setup : NULL;
}

static mr_status build(mr_game *base, const mr_definition *definition, mr_diagnostics *list) {
  mr_wl_game *game = (mr_wl_game *)(void *)base;
  read_keys(game, definition);
  choose_operations(game);
  mr_status status = mr_wl_read_maps(game, definition, list);
  if (status == MR_OK) {
    status = read_arrivals(game, definition, list);
  }
  if (status == MR_OK) {
    status = mr_wl_read_army(game, definition, list);
  }
  if (status == MR_OK && game->hidden && game->blocks) {
    mr_diagnose(list, MR_ERR_UNSUPPORTED, &definition->at, NULL,
                "deployment: a hidden set-up and arrivals do not go together");
    status = MR_ERR_UNSUPPORTED;
  }
  if (status == MR_OK) {
    status = size_sides(game, definition, list);
  }
  if (status != MR_OK) {
    return status;
  }
  for (unsigned side = 0; side < 2; side++) {
    mr_wl_share_posts(game, game->post[side], game->posts[side]);
  }
  lay_out(game);
  fill_info(game);
  status = mr_wl_rules_init(game);
  return status != MR_OK ? status : make_start(game, definition, list);
}

const mr_family mr_family_warlord = {
    .name = "warlord",
    .summary = "Wargames in which leaders order the units near them; turns of several activations.",
    .keys = mr_wl_keys,
    .key_count = MR_WL_KEY_COUNT,
    .game_size = sizeof(mr_wl_game),
    .build = build,
    .generator = &mr_wl_generator,
};
