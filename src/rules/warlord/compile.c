#include "base/text.h"
#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/warlord/generate.h"

/* ---- keys ------------------------------------------------------------------------------------ */

static const char *const caps[] = {"leaders", "fixed", "levels", NULL};
static const char *const replacements[] = {"never", "home", "held", NULL};
static const char *const firsts[] = {"white", "black", "drawn", NULL};
static const char *const deployments[] = {"fixed", "hidden", "open", NULL};
static const char *const counts[] = {"nothing", "towns", "levels", "units", NULL};

#define INTO(MEMBER) MR_KEY_INTO(mr_wl_game, MEMBER)

static const mr_key keys[] = {
    MR_ROW_KEY("pieces", MAP, 2, MR_WL_EDGE_MAX, ". l . l .\n. L . L .", "WL-42",
               "The units as one sees them, a line a row, the top row first: White's in capitals, "
               "Black's in "
               "small letters, `.` an empty square; blanks are skipped. L K G P Q R S V W X are "
               "leaders of "
               "level 1 to 10, U is a promoted one, H heavy cavalry, C a cannon, N light cavalry, "
               "I infantry. "
               "The drawing is the board's size. With hidden deployment it is a sample."),
    MR_ROW_KEY("terrain", MAP, 0, MR_WL_EDGE_MAX, ". T . # .", "WL-23",
               "The ground, drawn like the units: `.` open, `T` forest, `^` hill, `#` town, `~` "
               "water, or no "
               "square where it hangs together with the edge of the map. Without it all is open."),
    MR_ROW_NUMBER("range", 1, 8, "2", "3", "WL-1", INTO(range),
                  "Squares, in any direction, over which a leader's orders carry."),
    MR_ROW_CHOICE(
        "turn_cap", caps, "leaders", "levels", "WL-7", INTO(cap),
        "What bounds the activations of a turn besides `cap`: the number of own leaders (leaders), "
        "nothing more (fixed), or a share of the summed levels of own leaders on the board "
        "(levels)."),
    MR_ROW_NUMBER("cap", 1, MR_WL_CAP_MAX, "4", "12", "WL-7", INTO(cap_most),
                  "Most activations of a turn."),
    MR_ROW_FRACTION("cap_fraction", 1, 10000, "60%", "3/5", "WL-39", INTO(cap_fraction),
                    "The share of the summed levels with turn_cap = levels, rounded down."),
    MR_ROW_SWITCH("first_turn_handicap", "false", "true", "WL-35", INTO(handicap),
                  "The first player's first turn has half the activations, rounded down."),
    MR_ROW_CHOICE("first", firsts, "white", "drawn", "WL-31", INTO(first),
                  "Who moves first; with `drawn` lots decide, after the armies stand."),
    MR_ROW_NUMBER(
        "teams", 1, MR_WL_MEMBERS_MAX, "1", "2", "WL-38", INTO(members),
        "Members of each side, who share its turn and its cap in a fixed order and order with "
        "their "
        "own leaders only; leaders are shared out from the left of the map to the right."),
    MR_ROW_SWITCH("short_game", "false", "true", "WL-17", INTO(short_game),
                  "A lead in captured leaders wins, after one turn in reply."),
    MR_ROW_NUMBER("short_game_leaders", 1, MR_WL_LEADERS_MAX, "3", "4", "WL-17",
                  INTO(short_leaders), "Captured leaders from which on such a lead counts."),
    MR_ROW_NUMBER("defeat_level", 0, 1000, "0", "12", "WL-18", INTO(defeat_level),
                  "A side loses when the summed levels of its leaders fall below this; 0: never."),
    MR_ROW_NUMBER(
        "towns_to_win", 0, 1000, "0", "3", "WL-19", INTO(towns_to_win),
        "Towns with own units in them that win at the beginning of an own turn; 0: none do."),
    MR_ROW_NUMBER(
        "home_towns_to_win", 0, 1000, "0", "1", "WL-46", INTO(home_towns_to_win),
        "Home towns of the enemy's with own units in them that win at the beginning of an "
        "own turn; 0: none do."),
    MR_ROW_KEY(
        "homes", MAP, 0, MR_WL_EDGE_MAX, "A A . a a", "WL-46",
        "Whose home towns the towns on these squares are, drawn like the units: A White's, a "
        "Black's. Without it those of the own half; one in the middle is nobody's."),
    MR_ROW_NUMBER("defeat_units", 0, MR_WL_UNITS_MAX, "0", "20", "WL-48", INTO(defeat_units),
                  "A side that a capture leaves with no more units than this, those still to come "
                  "counted, has lost; 0: none has."),
    MR_ROW_NUMBER(
        "last_turn", 0, 9999, "0", "36", "WL-47", INTO(last_turn),
        "The turn after which the game ends when both sides have had it; 0: there is none."),
    MR_ROW_CHOICE("last_turn_counts", counts, "nothing", "towns", "WL-47", INTO(last_turn_counts),
                  "What is left that counts then: who has more towns with own units in them, more "
                  "summed levels of leaders or more units wins; with `nothing` the game is drawn."),
    MR_ROW_NUMBER("last_turn_needs", 0, 1000, "0", "4", "WL-47", INTO(last_turn_needs),
                  "Who wins so has at least so many; else the game is drawn."),
    MR_ROW_SWITCH("six_leaders", "false", "true", "WL-20", INTO(six_leaders),
                  "A side that has lost six leaders has lost the game."),
    MR_ROW_SWITCH(
        "promotion", "false", "true", "WL-20", INTO(promotion),
        "Infantry and light cavalry on the far rank become leaders who order themselves."),
    MR_ROW_SWITCH("infantry_promotion", "false", "true", "WL-20", INTO(promotes_infantry),
                  "Infantry alone: with `promotion` both are promoted."),
    MR_ROW_SWITCH("light_promotion", "false", "true", "WL-20", INTO(promotes_light),
                  "Light cavalry alone: with `promotion` both are promoted."),
    MR_ROW_SWITCH("self_activation", "false", "true", "WL-9", INTO(self_activation),
                  "Light cavalry needs no leader, and counts as one where leaders bound the turn."),
    MR_ROW_SWITCH("cannon_swap", "false", "true", "WL-22", INTO(cannon_swap),
                  "A leader may change places with a cannon beside it."),
    MR_ROW_SWITCH("crossing", "false", "true", "WL-24", INTO(crossing),
                  "Heavy cavalry, cannons and light cavalry pass over water; nobody stands on it."),
    MR_ROW_SWITCH("repetition_draw", "true", "true", "WL-15", INTO(repetition),
                  "The third occurrence of a position draws the game."),
    MR_ROW_SWITCH("quiet_draw", "true", "true", "WL-15", INTO(quiet_draw),
                  "Turns without a capture draw the game: see quiet_turns."),
    MR_ROW_NUMBER(
        "quiet_turns", 2, MR_WL_QUIET_MAX, "80", "100", "WL-15", INTO(quiet_turns),
        "Turns of both sides without a capture, passes included, after which the game is drawn. "
        "Without quiet_draw, repetitions are looked for in the last 512 turns."),
    MR_ROW_KEY("arrivals", LIST, 0, MR_WL_BLOCKS_MAX, "6 12 20", "WL-36",
               "Turns, in ascending order, on which each side's units of the map come once more, "
               "on the same "
               "squares; where the players set up, they place them in their sections (WL-45)."),
    MR_ROW_KEY(
        "reinforcements", LIST, 0, MR_WL_WAVES_MAX, "13:P2I1 w25:I4N1@c2", "WL-49",
        "Further units, in the order of their turns: a turn, a colon, letters with numbers. "
        "They come in the empty home towns of each side; with w or b before the turn of White "
        "or Black alone, and then with @ and a square on it and round it."),
    MR_ROW_CHOICE(
        "replacements", replacements, "never", "home", "WL-37", INTO(replacements),
        "Where units that were lost come back: in the empty towns of the own half (home), or "
        "beside "
        "the towns that are held (held); one for each town. When is said by replacement_turns or "
        "replacement_every."),
    MR_ROW_NUMBER(
        "replacement_share", 0, 100, "0", "4", "WL-37", INTO(replacement_share),
        "One comes back for each so many that are lost of its kind; 0: one for each town."),
    MR_ROW_KEY("replacement_turns", LIST, 0, MR_WL_RETURNS_MAX, "20 25 30", "WL-37",
               "Turns, in ascending order, at whose beginning they come back."),
    MR_ROW_NUMBER("replacement_every", 0, 1000, "0", "5", "WL-37", INTO(replacement_every),
                  "They come back on every turn whose number this divides; 0: none but those of "
                  "replacement_turns."),
    MR_ROW_SWITCH("replacement_leaders", "false", "true", "WL-37", INTO(replacement_leaders),
                  "Leaders with a level come back like other units."),
    MR_ROW_CHOICE(
        "deployment", deployments, "fixed", "hidden", "WL-31", INTO(deployment),
        "Whether the units begin as drawn (fixed) or are deployed by the players, unseen by each "
        "other (hidden) or before each other's eyes, White first (open)."),
    MR_ROW_KEY("zones", MAP, 0, MR_WL_EDGE_MAX, "A A . B B", "WL-32",
               "Where units are deployed, drawn like them: the squares of White's first section "
               "are A, of the "
               "next B and so on, Black's a, b and so on."),
    MR_ROW_NUMBER("zones_used", 1, MR_WL_ZONES_MAX, "1", "4", "WL-32", INTO(army.zones_used),
                  "Sections of which a side uses exactly so many."),
    MR_ROW_NUMBER("zone_leaders", 0, MR_WL_LEADERS_MAX, "0", "2", "WL-32", INTO(army.zone_leaders),
                  "Leaders in each section that is used."),
    MR_ROW_NUMBER("zone_units", 0, 255, "0", "6", "WL-32", INTO(army.zone_units),
                  "Other units in each section that is used."),
    MR_ROW_KEY(
        "army_leaders", LIST, 0, MR_WL_LEVEL_MAX, "L3 K3 G2", "WL-32",
        "Leaders to be deployed: a letter and how many. Without it their levels are free, see "
        "army_level_sum."),
    MR_ROW_NUMBER("army_leader_count", 0, MR_WL_LEADERS_MAX, "0", "12", "WL-33", INTO(army.leaders),
                  "Leaders to be deployed where their levels are free."),
    MR_ROW_NUMBER("army_level_sum", 0, 640, "0", "21", "WL-33", INTO(army.level_sum),
                  "What their levels sum to."),
    MR_ROW_KEY("army_units", LIST, 0, 4, "H4 C4 N4 I12", "WL-32",
               "Other units to be deployed, at least: a letter and how many."),
    MR_ROW_NUMBER("army_free_units", 0, MR_WL_UNITS_MAX, "0", "6", "WL-33", INTO(army.free_units),
                  "Other units besides, of any kind."),
};

enum { SLOTS_LEAST = 96, TEXT_OF_ORDER = 14, TEXT_OF_POST = 10, TEXT_OF_KIND = 4 };

/* A list of turns, of at most so many. */
static mr_status read_turns(const mr_definition *definition, const char *key, unsigned most,
                            unsigned *turns, unsigned *count, mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, key);
  const char *text = setting != NULL ? setting->text : "", *word = text;
  unsigned before = 1;
  for (size_t length; (length = mr_next_word(&word)) > 0; word += length) {
    uint64_t turn = 0;
    if (!mr_parse_uint(word, length, 9999, &turn) || turn <= before || *count == most) {
      mr_span span = mr_setting_span(setting, (size_t)(word - text), length);
      return mr_diagnose_fail(list, MR_ERR_SYNTAX, &span, NULL,
                              "%s: expected up to %u turns from 2 to 9999, in ascending order, "
                              "with blanks between them",
                              key, most);
    }
    before = turns[(*count)++] = (unsigned)turn;
  }
  return MR_OK;
}

/* What replacements need, and what would do nothing without them. */
static mr_status check_replacements(mr_wl_game *game, const mr_definition *definition,
                                    mr_diagnostics *list) {
  static const char *const dependent[] = {"replacement_turns", "replacement_every",
                                          "replacement_leaders", "replacement_share"};
  bool never = game->replacements == MR_WL_REPLACE_NEVER;
  const char *fault = NULL;
  mr_status status = MR_OK;
  for (size_t i = 0; never && i < sizeof dependent / sizeof *dependent; i++) {
    bool given = i == 0   ? game->returns > 0
                 : i == 1 ? game->replacement_every > 0
                 : i == 2 ? game->replacement_leaders
                          : game->replacement_share > 0;
    if (given) {
      const mr_setting *setting = mr_definition_find(definition, dependent[i]);
      mr_span span = mr_setting_span(setting, 0, 0);
      mr_status found = mr_diagnose_fail(
          list, MR_ERR_ILLEGAL, &span, NULL,
          "%s does nothing without replacements = home or held (WL-37)", dependent[i]);
      status = mr_status_first(status, found);
    }
  }
  if (never) {
    return status;
  }
  const char *key = "replacements";
  if (game->towns == 0) {
    fault = "there are no towns, where what was lost would come back";
  } else if (!game->returns && !game->replacement_every) {
    fault = "replacement_turns or replacement_every says when they come";
  } else if (game->replacement_leaders && game->members > 1) {
    key = "replacement_leaders";
    fault = "leaders who come back would belong to nobody of a team: replacement_leaders and teams "
            "do not go together";
  }
  mr_span span = mr_wl_span_of(definition, key, key);
  return fault == NULL ? MR_OK
                       : mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                                          "replacements: %s (WL-37)", fault);
}

static mr_status list_towns(mr_wl_game *game) {
  for (unsigned cell = 0; cell < game->cells; cell++) {
    game->towns += game->ground[cell] == MR_WL_TOWN;
  }
  game->town = mr_arena_zero(&game->base.arena, game->towns + 1u, sizeof *game->town);
  for (unsigned cell = 0, count = 0; game->town != NULL && cell < game->cells; cell++) {
    if (game->ground[cell] == MR_WL_TOWN) {
      game->town[count++] = (uint16_t)cell;
    }
  }
  return game->town != NULL ? MR_OK : MR_ERR_NOMEM;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Adds what comes to a side by a wave: its units, and the leaders among them. */
static void count_wave(const mr_wl_wave *wave, unsigned side, unsigned *units, unsigned *leaders) {
  bool comes = wave->side == MR_WL_DRAWN || wave->side == side;
  for (unsigned kind = 1; comes && kind < MR_WL_KINDS; kind++) {
    *units += wave->units[kind];
    *leaders += mr_wl_is_numbered(kind) ? wave->units[kind] : 0u;
  }
}

static mr_status size_sides(mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list) {
  unsigned blocks = game->blocks + 1, units = game->post_max * blocks, leaders = 0, more = 0;
  unsigned set_up = game->deploys ? game->army.total : 0;
  units = set_up > units ? set_up : units; /* the map is a sample then, but is drawn, too */
  for (unsigned side = 0; side < 2; side++) {
    unsigned drawn = game->original[side] * blocks, waves = 0, captains = 0;
    for (unsigned w = 0; w < game->waves; w++) {
      count_wave(&game->wave[w], side, &waves, &captains);
    }
    game->original[side] = (game->deploys ? game->army.leaders : drawn) + captains;
    drawn = drawn + captains > game->original[side] ? drawn + captains : game->original[side];
    leaders = drawn > leaders ? drawn : leaders;
    more = waves > more ? waves : more;
  }
  units += more;
  if (units > MR_WL_UNITS_MAX || leaders > MR_WL_LEADERS_MAX) {
    return mr_diagnose_fail(list, MR_ERR_LIMIT, &definition->at, NULL,
                            "a side has %u units and %u leaders; %d and %d are possible", units,
                            leaders, MR_WL_UNITS_MAX, MR_WL_LEADERS_MAX);
  }
  if (!game->deploys && (!game->original[0] || !game->original[1])) {
    return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &definition->at, NULL,
                            "pieces: each side needs a leader (WL-21)");
  }
  unsigned room = 2 * units > SLOTS_LEAST ? 2 * units : SLOTS_LEAST;
  game->side_max = room < MR_WL_UNITS_MAX ? room : MR_WL_UNITS_MAX;
  game->order_max = game->cap_most + game->members;
  game->past_max = game->quiet_draw ? game->quiet_turns + 2 : MR_WL_PAST_WITHOUT_DRAW;
  return MR_OK;
}

/* @return where the next so many bytes of a state lie */
static size_t take_bytes(size_t *at, size_t size) {
  size_t here = *at;
  *at += size;
  return here;
}

static void lay_out(mr_wl_game *game) {
  size_t at = sizeof(mr_wl_state);
  game->at_orders = take_bytes(&at, game->order_max * sizeof(mr_wl_order));
  game->at_past = take_bytes(&at, game->repetition ? game->past_max * sizeof(uint64_t) : 0);
  game->at_units = take_bytes(&at, (size_t)2 * game->side_max * sizeof(mr_wl_unit));
  game->at_squares = take_bytes(&at, (size_t)game->cells * sizeof(uint16_t));
  game->at_came = take_bytes(
      &at, game->replacements != MR_WL_REPLACE_NEVER ? game->towns * sizeof(uint16_t) : 0);
  game->at_reserve = take_bytes(&at, mr_wl_reserve_size(game));
  game->at_assigned = take_bytes(&at, game->order_max);
  game->at_waiting = take_bytes(&at, game->blocks ? (size_t)2 * game->post_max : 0);
  game->base.info.state_size = mr_state_round_up(at);
  game->base.info.undo_size = mr_wl_undo_size(game);
}

static void name_seats(const mr_wl_game *game, mr_game_info *info) {
  static const char *const names[2][MR_WL_MEMBERS_MAX] = {
      {"White 1", "White 2", "White 3", "White 4"}, {"Black 1", "Black 2", "Black 3", "Black 4"}};
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
  size_t units = game->side_max < game->cells ? game->side_max : game->cells;
  size_t moves = units * MR_WL_TARGETS_MAX + 4 * MR_WL_LEADERS_MAX + 1, placements = 1;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    placements += game->deploys && game->zone[cell] ? MR_WL_KINDS : 0;
  }
  uint32_t turns = game->quiet_turns * (2 * game->side_max + 1) + 1;
  uint32_t set_up = game->deploys ? 2u * game->side_max + 2u : 0;
  info->capabilities = MR_CAN_MULTI;
  name_seats(game, info);
  info->columns = (uint16_t)game->columns;
  info->rows = (uint16_t)game->rows;
  info->max_actions = moves > placements ? moves : placements;
  info->max_chances = info->chance_ways = game->first == MR_WL_DRAWN ? 2 : 0;
  bool return_too = game->replacements != MR_WL_REPLACE_NEVER;
  size_t come = game->waves ? game->side_max + 1 : 0; /* and that they do */
  info->max_events = 8 + (size_t)game->post_max + (return_too ? game->towns : 0) + come;
  info->max_state_text = 2 * ((size_t)game->cells + game->rows) +
                         (size_t)game->order_max * TEXT_OF_ORDER +
                         (size_t)2 * game->post_max * TEXT_OF_POST + 2 * MR_WL_LEADERS_MAX + 256 +
                         (return_too ? (size_t)2 * MR_WL_KINDS * TEXT_OF_KIND : 0) +
                         (size_t)game->pools * (2 * MR_WL_KINDS + 1) * TEXT_OF_KIND;
  info->max_length =
      game->quiet_draw ? turns * (game->cap_most + game->members) + set_up + 1 : UINT32_MAX;
}

/* ---- the first state ------------------------------------------------------------------------- */

static void set_up(mr_wl_game *game, mr_wl_state *state) {
  mr_wl_head *h = &state->head;
  h->turn = 1;
  h->first = h->side = game->first == MR_WL_BLACK;
  mr_wl_lay_ground(game, game->ground, state);
  if (game->deploys) {
    h->phase = MR_WL_DEPLOY;
    h->side = MR_WL_WHITE;
    return;
  }
  mr_wl_add_posts(game, state);
  h->phase = game->first == MR_WL_DRAWN ? MR_WL_LOTS : MR_WL_PLAY;
  mr_wl_begin_past(game, state);
  if (h->phase == MR_WL_PLAY) {
    mr_wl_end_by_text(game, state, NULL);
  }
}

/* Every drawing and list, however wrong the others are. */
static mr_status read_all(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list) {
  mr_status status = mr_wl_read_maps(game, definition, list);
  if (game->ground == NULL) { /* no board */
    return status;
  }
  status = mr_status_first(status, read_turns(definition, "arrivals", MR_WL_BLOCKS_MAX,
                                              game->arrival, &game->blocks, list));
  status = mr_status_first(status, read_turns(definition, "replacement_turns", MR_WL_RETURNS_MAX,
                                              game->return_turn, &game->returns, list));
  status = mr_status_first(status, mr_wl_read_army(game, definition, list));
  return mr_status_first(status, mr_wl_read_waves(game, definition, list));
}

/* What is read is held against each other; what asks for numbers of the armies, upon good ones. */
static mr_status check_all(mr_wl_game *game, const mr_definition *definition,
                           mr_diagnostics *list) {
  mr_status status = list_towns(game);
  if (status != MR_OK) {
    return status;
  }
  mr_status homes = mr_wl_check_homes(game, definition, list);
  if (homes == MR_OK) {
    homes = mr_wl_check_home_towns(game, definition, list);
  }
  status = mr_status_first(mr_wl_check_army(game, definition, list), homes);
  if (status == MR_OK) { /* who comes later does so in home towns, with the army's units */
    status = mr_wl_check_waves(game, definition, list);
  }
  bool armies = status == MR_OK;
  status = mr_status_first(status, check_replacements(game, definition, list));
  status = mr_status_first(status, mr_wl_check_goals(game, definition, armies, list));
  status = mr_status_first(status, mr_wl_check_idle(game, definition, list));
  return armies ? mr_status_first(status, size_sides(game, definition, list)) : status;
}

static mr_status build(mr_game *base, const mr_definition *definition, mr_diagnostics *list) {
  mr_wl_game *game = (mr_wl_game *)(void *)base;
  mr_settings_read(definition, keys, sizeof keys / sizeof keys[0], game);
  game->promotes_infantry = game->promotes_infantry || game->promotion;
  game->promotes_light = game->promotes_light || game->promotion;
  game->promotion = game->promotes_infantry || game->promotes_light;
  base->ops = &mr_wl_ops;
  base->chance = game->first == MR_WL_DRAWN ? &mr_wl_chance : NULL;
  game->deploys = game->deployment != MR_WL_DEPLOYED_FIXED;
  game->hidden = game->deployment == MR_WL_DEPLOYED_HIDDEN;
  base->hidden = game->hidden ? &mr_wl_hidden : NULL;
  base->setup = game->deploys ? &mr_wl_setup : NULL;
  base->muster = &mr_wl_muster;
  mr_status status = read_all(game, definition, list);
  status = status == MR_OK ? check_all(game, definition, list) : status;
  if (status != MR_OK) {
    return status;
  }
  for (unsigned side = 0; side < 2; side++) {
    mr_wl_share_posts(game, game->post[side], game->posts[side]);
  }
  lay_out(game);
  fill_info(game);
  status = mr_wl_rules_init(game);
  base->start = mr_state_new(base, base->allocator);
  if (status != MR_OK || base->start == NULL) {
    return status != MR_OK ? status : MR_ERR_NOMEM;
  }
  set_up(game, mr_wl_writable(base->start));
  return mr_game_node(base, base->start).kind != MR_NODE_TERMINAL
             ? MR_OK
             : mr_diagnose_fail(list, MR_ERR_ILLEGAL, &definition->at, NULL,
                                "the game is over in its first state (WL-19)");
}

/* Blanks between the squares of a drawing are for the eye. */
static void board(const mr_definition *definition, unsigned *columns, unsigned *rows) {
  const mr_setting *map = mr_definition_find(definition, "pieces");
  *columns = *rows = 0;
  for (size_t i = 0; map != NULL && i < map->line_count; i++) {
    const mr_value_line *line = &map->lines[i];
    *rows += line->length > 0;
    for (size_t at = 0; i == 0 && at < line->length; at++) {
      *columns += !mr_text_is_blank(line->text[at]);
    }
  }
}

const mr_family mr_family_warlord = {
    .name = "warlord",
    .title = "Wargames",
    .summary = "Wargames in which leaders order the units near them; turns of several activations.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .game_size = sizeof(mr_wl_game),
    .build = build,
    .board = board,
    .generator = &mr_wl_generator,
    .idle = mr_wl_idle,
};
