#include <stddef.h>

#include "base/text.h"
#include "rules/warlord/warlord.h"

/* Texts that need no numbers; the others are written by number_text. */
static const mr_rule plain[MR_WL_RULE_COUNT] = {
    [MR_WL_RULE_RANGE] = {"WL-1", NULL, true},
    [MR_WL_RULE_LEVEL] =
        {"WL-4",
         "A leader has as many orders in a turn as its level. Its own move costs an order "
         "too: its own, or another leader's. A leader who has moved still has its orders.",
         true},
    [MR_WL_RULE_MATCHING] =
        {"WL-5",
         "Nobody need say which leader gave an order: an activation is legal if all those "
         "of the turn can be shared out to leaders who were near enough and have orders "
         "enough.",
         true},
    [MR_WL_RULE_ONCE] = {"WL-6", "No unit acts twice in a turn, and only own units are ordered.",
                         true},
    [MR_WL_RULE_CAP] = {"WL-7", NULL, true},
    [MR_WL_RULE_SELF] = {"WL-9",
                         "Light cavalry needs no leader and costs no leader's order. Where "
                         "leaders bound the turn it counts as one; for victory it does "
                         "not.",
                         true},
    [MR_WL_RULE_LEADER] =
        {"WL-10",
         "A leader makes one or two king steps; the square between must be empty and such "
         "as can be entered, and a capture ends the move. It does not jump.",
         false},
    [MR_WL_RULE_LEAP] = {"WL-11",
                         "Heavy cavalry leaps 1, 2 or 3 squares orthogonally, the cannon "
                         "diagonally, over whatever units stand between.",
                         false},
    [MR_WL_RULE_STEP] = {"WL-12",
                         "Light cavalry leaps like a knight; infantry steps one square in "
                         "any direction.",
                         false},
    [MR_WL_RULE_CAPTURE] = {"WL-13",
                            "A unit captures by moving to the enemy's square, one in a "
                            "turn. Nothing is compulsory.",
                            false},
    [MR_WL_RULE_PASS] = {"WL-14",
                         "A turn without activations is a pass; a pass answered by a pass "
                         "draws the game.",
                         false},
    [MR_WL_RULE_REPETITION] =
        {"WL-15 repetition",
         "The third occurrence of a position with the same side to move draws "
         "the game (a house rule).",
         false},
    [MR_WL_RULE_QUIET] = {"WL-15 quiet", NULL, false},
    [MR_WL_RULE_LAST] = {"WL-16",
                         "Who captures the last enemy leader that has a level wins at "
                         "once, unless more enemy leaders are still to come.",
                         false},
    [MR_WL_RULE_SHORT] = {"WL-17", NULL, false},
    [MR_WL_RULE_LEVELS] = {"WL-18", NULL, false},
    [MR_WL_RULE_TOWNS] = {"WL-19", NULL, false},
    [MR_WL_RULE_SIX] = {"WL-20", "A side that has lost six leaders with a level has lost.", false},
    [MR_WL_RULE_PROMOTION] = {"WL-20a", NULL, false},
    [MR_WL_RULE_EXCHANGE] =
        {"WL-22",
         "A leader with a level and an own cannon orthogonally beside it may change places "
         "as one activation, if neither has acted and the leader need give no other order "
         "in the turn; not where the cannon would come into terrain.",
         false},
    [MR_WL_RULE_WATER] = {"WL-23", NULL, true},
    [MR_WL_RULE_CROSSING] = {"WL-24",
                             "Heavy cavalry, cannons and light cavalry pass over water, "
                             "but not over gaps, which are water as far as the edge of the "
                             "board; nobody lands on it.",
                             true},
    [MR_WL_RULE_TERRAIN] =
        {"WL-26",
         "Forest, hills and towns stop heavy cavalry and cannons: they neither move nor "
         "capture past them. They enter by exactly one step: heavy cavalry hills and towns, "
         "cannons forest and towns. Leaders, infantry and light cavalry enter all.",
         true},
    [MR_WL_RULE_DEPLOY] = {"WL-31", NULL, false},
    [MR_WL_RULE_ARMY] = {"WL-32", NULL, false},
    [MR_WL_RULE_HANDICAP] = {"WL-35",
                             "The first player's first turn has half the activations, "
                             "rounded down.",
                             true},
    [MR_WL_RULE_ARRIVAL] = {"WL-36", NULL, false},
    [MR_WL_RULE_RETURN] = {"WL-37", NULL, false},
    [MR_WL_RULE_TEAMS] = {"WL-38", NULL, false},
    [MR_WL_RULE_ENTER] =
        {"WL-45a",
         "Who comes later is placed by its owner: at the beginning of the turn, one after "
         "the other, on free squares of the owner's sections. While somebody can be placed "
         "somebody is; who finds no room waits. Placing costs no activation.",
         false},
    [MR_WL_RULE_HOMES] = {"WL-46", NULL, false},
    [MR_WL_RULE_LAST_TURN] = {"WL-47", NULL, false},
    [MR_WL_RULE_UNITS] = {"WL-48", NULL, false},
    [MR_WL_RULE_REINFORCE] = {"WL-49", NULL, false},
    [MR_WL_RULE_END] = {"WL-43",
                        "A turn ends when its player says so, also when no activation is "
                        "left.",
                        false},
};

/* Switches without which a rule is not in force, as places in mr_wl_game. */
static const size_t switches[MR_WL_RULE_COUNT] = {
    [MR_WL_RULE_SELF] = offsetof(mr_wl_game, self_activation),
    [MR_WL_RULE_REPETITION] = offsetof(mr_wl_game, repetition),
    [MR_WL_RULE_QUIET] = offsetof(mr_wl_game, quiet_draw),
    [MR_WL_RULE_SHORT] = offsetof(mr_wl_game, short_game),
    [MR_WL_RULE_SIX] = offsetof(mr_wl_game, six_leaders),
    [MR_WL_RULE_PROMOTION] = offsetof(mr_wl_game, promotion),
    [MR_WL_RULE_EXCHANGE] = offsetof(mr_wl_game, cannon_swap),
    [MR_WL_RULE_CROSSING] = offsetof(mr_wl_game, crossing),
    [MR_WL_RULE_ARMY] = offsetof(mr_wl_game, deploys),
    [MR_WL_RULE_ENTER] = offsetof(mr_wl_game, placed_waves),
    [MR_WL_RULE_HANDICAP] = offsetof(mr_wl_game, handicap),
};

static bool has_ground(const mr_wl_game *game, unsigned least, unsigned most) {
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->ground[cell] >= least && game->ground[cell] <= most) {
      return true;
    }
  }
  return false;
}

static bool holds(const mr_wl_game *game, unsigned rule) {
  switch (rule) {
  case MR_WL_RULE_LEVELS:
    return game->defeat_level > 0;
  case MR_WL_RULE_TOWNS:
    return game->towns_to_win > 0;
  case MR_WL_RULE_WATER:
    return has_ground(game, MR_WL_WATER, MR_WL_VOID);
  case MR_WL_RULE_TERRAIN:
    return has_ground(game, MR_WL_FOREST, MR_WL_TOWN);
  case MR_WL_RULE_DEPLOY:
    return game->deploys || game->first == MR_WL_DRAWN;
  case MR_WL_RULE_ARRIVAL:
    return game->blocks > 0 || game->placed_waves;
  case MR_WL_RULE_HOMES:
    return game->home_towns_to_win > 0;
  case MR_WL_RULE_LAST_TURN:
    return game->last_turn > 0;
  case MR_WL_RULE_UNITS:
    return game->defeat_units > 0;
  case MR_WL_RULE_REINFORCE:
    return game->waves > 0 && !game->placed_waves;
  case MR_WL_RULE_RETURN:
    return game->replacements != MR_WL_REPLACE_NEVER;
  case MR_WL_RULE_TEAMS:
    return game->members > 1;
  default:
    return !switches[rule] || *((const bool *)(const void *)game + switches[rule]);
  }
}

/* ---- texts with numbers ---------------------------------------------------------------------- */

static void water_text(const mr_wl_game *game, mr_str *out) {
  mr_str_add(out,
             "Nothing enters or passes water. A light cavalry's way is blocked if both squares "
             "on it are obstacles: the one beside it on the long leg, and the one after.");
  if (has_ground(game, MR_WL_VOID, MR_WL_VOID)) { /* WL-25 */
    mr_str_format(
        out, " %s (/) is water that goes on, square beside square, to the edge of the board%s.",
        game->crossing ? "A gap" : "Outer water",
        game->crossing ? ": nothing passes over it" : "; it is like other water");
  }
}

static void cap_text(const mr_wl_game *game, mr_str *out) {
  switch (game->cap) {
  case MR_WL_CAP_LEADERS:
    mr_str_format(out,
                  "A turn has at most %u activation%s, and no more than own leaders are alive, of "
                  "whatever level.",
                  game->cap_most, mr_text_plural(game->cap_most));
    break;
  case MR_WL_CAP_FIXED:
    mr_str_format(out, "A turn has at most %u activation%s.", game->cap_most,
                  mr_text_plural(game->cap_most));
    break;
  case MR_WL_CAP_LEVELS:
    mr_str_format(out, "A turn has at most so many activations as %lld",
                  (long long)game->cap_fraction.numerator);
    if (game->cap_fraction.denominator == 1) {
      mr_str_add(out, " times");
    } else {
      mr_str_format(out, "/%lld of", (long long)game->cap_fraction.denominator);
    }
    mr_str_format(out,
                  " the summed levels of the own leaders on the board, rounded down, and never "
                  "more than %u.",
                  game->cap_most);
    break;
  }
}

static void deploy_text(const mr_wl_game *game, mr_str *out) {
  if (game->hidden) {
    mr_str_add(out, "Each side deploys its army without seeing the other's; both are revealed "
                    "together. ");
  } else if (game->deploys) {
    mr_str_add(out, "Each side deploys its army as it likes within its sections, White first, and "
                    "the other side sees it. ");
  } else {
    mr_str_add(out, "The units begin where the map has them. ");
  }
  mr_str_add(out, game->first == MR_WL_DRAWN   ? "Then lots decide who moves first."
                  : game->first == MR_WL_BLACK ? "Black moves first."
                                               : "White moves first.");
}

/* So many of a kind, where there are any. @return what stands before the next one */
static const char *add_kind(mr_str *out, const char *sign, unsigned number, unsigned kind) {
  if (number == 0) {
    return sign;
  }
  mr_str_format(out, "%s %u %c", sign, number, mr_wl_letters[kind]);
  return ",";
}

static void add_army(const mr_wl_army *army, mr_str *out) {
  const char *sign = "";
  bool all = true;
  for (unsigned level = MR_WL_LEVEL_MAX; army->listed && level > 0; level--) {
    sign = add_kind(out, sign, army->levels[level], level);
  }
  if (!army->listed) {
    mr_str_format(out, " %u leader%s whose levels sum to %u", (unsigned)army->leaders,
                  mr_text_plural(army->leaders), (unsigned)army->level_sum);
    sign = ",";
  }
  for (unsigned kind = MR_WL_HEAVY; kind < MR_WL_KINDS; kind++) {
    sign = add_kind(out, sign, army->units[kind], kind);
    all = all && army->units[kind] > 0;
  }
  if (army->free_units) {
    mr_str_format(out, " and %u more of %s as the player likes", (unsigned)army->free_units,
                  all ? "these" : "H, C, N or I");
  }
}

static void army_text(const mr_wl_game *game, mr_str *out) {
  const mr_wl_army *army = &game->army;
  mr_str_add(out, "The army has");
  add_army(army, out);
  if (army->zones == 1) {
    mr_str_add(out, ". Its one section has");
  } else if (army->zones_used == army->zones) {
    mr_str_format(out, ". All %u sections are used, each with", (unsigned)army->zones);
  } else {
    mr_str_format(out, ". Of the %u sections, %u %s used, each with", (unsigned)army->zones,
                  (unsigned)army->zones_used, army->zones_used == 1 ? "is" : "are");
  }
  mr_str_format(out, " exactly %u leader%s and %u other unit%s.", (unsigned)army->zone_leaders,
                mr_text_plural(army->zone_leaders), (unsigned)army->zone_units,
                mr_text_plural(army->zone_units));
}

static void arrival_text(const mr_wl_game *game, mr_str *out) {
  unsigned blocks = game->placed_waves ? game->waves : game->blocks;
  mr_str_format(out, "On the owner's turn%s", mr_text_plural(blocks));
  for (unsigned i = 0; i < blocks; i++) {
    mr_str_format(out, "%s %u", i == 0 ? "" : i + 1 == blocks ? " and" : ",", game->arrival[i]);
  }
  if (game->placed_waves) {
    mr_str_add(out, " an army like the first one comes once more.");
    return;
  }
  mr_str_add(out,
             " the units of the map come once more. Each enters on its own square, on that turn "
             "or the first later one that begins with the square empty. Entering costs no "
             "activation.");
}

static void return_text(const mr_wl_game *game, mr_str *out) {
  unsigned returns = game->replacement_every == 1 ? 0 : game->returns; /* each turn has them all */
  mr_str_add(out, !returns ? "At the beginning of each of the owner's turns"
                  : returns == 1 && !game->replacement_every
                      ? "At the beginning of the owner's turn"
                      : "At the beginning of the owner's turns");
  for (unsigned i = 0; i < returns; i++) {
    mr_str_format(out, "%s %u",
                  i == 0             ? ""
                  : i + 1 == returns ? " and"
                                     : ",",
                  game->return_turn[i]);
  }
  if (game->replacement_every > 1) {
    mr_str_format(out, "%s whose number %u divides", returns ? ", and of each" : "",
                  game->replacement_every);
  }
  mr_str_format(out, ", units that were lost come back: one %s, of the kind of which most are lost",
                game->replacements == MR_WL_REPLACE_HOME && game->homes_drawn
                    ? "in each empty home town"
                : game->replacements == MR_WL_REPLACE_HOME
                    ? "in each empty town of the own half"
                    : "beside each town with an own unit in it, where there is room");
  if (game->replacement_share > 1) { /* one for each lost is no more than was lost */
    mr_str_format(out, ", and no more of a kind than one for each %u of it that are lost",
                  game->replacement_share);
  }
  mr_str_format(out,
                " (of kinds alike infantry first, then light cavalry, cannons, heavy cavalry%s). "
                "%sComing back costs no activation.",
                game->replacement_leaders ? ", leaders" : "",
                game->replacement_leaders ? "" : "Leaders do not come back. ");
}

/* "turn 13: P2 I1; turn 25 (White, round c2): I4" */
static void reinforce_text(const mr_wl_game *game, mr_str *out) {
  bool home = false, round = false, leaders = false;
  for (unsigned w = 0; w < game->waves; w++) {
    home = home || game->wave[w].cell == MR_WL_OFF_BOARD;
    round = round || game->wave[w].cell != MR_WL_OFF_BOARD;
    for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++) {
      leaders = leaders || game->wave[w].units[level] > 0;
    }
  }
  mr_str_format(out, "Further units come at the beginning of their owner's turns, %s%s%s:",
                home ? "in empty home towns from the own edge on" : "",
                home && round ? ", or " : "", round ? "on a square and round it" : "");
  for (unsigned w = 0; w < game->waves; w++) {
    const mr_wl_wave *wave = &game->wave[w];
    mr_str_format(out, "%s turn %u", w ? ";" : "", wave->turn);
    if (wave->side != MR_WL_DRAWN) {
      mr_str_format(out, " (%s", mr_wl_side_names[wave->side]);
      if (wave->cell != MR_WL_OFF_BOARD) {
        mr_str_format(out, ", round %s", mr_wl_name_cell(game, wave->cell).text);
      }
      mr_str_char(out, ')');
    }
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      if (wave->units[kind]) {
        mr_str_format(out, " %c%u", mr_wl_letters[kind], (unsigned)wave->units[kind]);
      }
    }
  }
  mr_str_add(out, game->homes_drawn || !home ? "" : ". Home towns are those of the own half");
  mr_str_format(
      out,
      ". %s, then %scannons, light cavalry, infantry; who finds no room waits for a later "
      "turn.",
      leaders ? "Leaders come first, the highest of them before the others"
              : "Heavy cavalry comes first",
      leaders ? "heavy cavalry, " : "");
}

static void last_turn_text(const mr_wl_game *game, mr_str *out) {
  static const char *const what[] = {"", "more towns with own units in them",
                                     "the greater sum of leaders' levels on the board",
                                     "more units on the board"};
  mr_str_format(out, "When both sides have had turn %u the game ends", game->last_turn);
  if (game->last_turn_counts == MR_WL_COUNT_NOTHING) {
    mr_str_add(out, " and is drawn.");
    return;
  }
  mr_str_format(out, ": who has %s", what[game->last_turn_counts]);
  if (game->last_turn_needs > 1) {
    mr_str_format(out, ", at least %u,", game->last_turn_needs);
  }
  mr_str_add(out, " wins; else it is drawn.");
}

static void promotion_text(const mr_wl_game *game, mr_str *out) {
  mr_str_format(out,
                "%s a move on the far rank become promoted leaders, who move as leaders do (WL-10) "
                "but have no level: they order themselves only and do not count for victory.",
                !game->promotes_light      ? "Infantry units that end"
                : !game->promotes_infantry ? "Light cavalry units that end"
                                           : "Infantry and light cavalry that end");
}

/* Those of later texts (WL-46 to WL-49). */
static void later_text(const mr_wl_game *game, unsigned rule, mr_str *out) {
  switch (rule) {
  case MR_WL_RULE_HOMES:
    if (game->home_towns_to_win == 1) {
      mr_str_add(out, "Who begins a turn with a unit in a home town of the enemy's wins");
    } else {
      mr_str_format(out, "Who begins a turn with units in %u home towns of the enemy's wins",
                    game->home_towns_to_win);
    }
    mr_str_add(out,
               game->homes_drawn ? "." : "; home towns are those of a side's half of the board.");
    break;
  case MR_WL_RULE_LAST_TURN:
    last_turn_text(game, out);
    break;
  case MR_WL_RULE_UNITS:
    mr_str_format(out,
                  "A side whose units, those still to come counted, are reduced by a capture to %u "
                  "or fewer has lost.",
                  game->defeat_units);
    break;
  case MR_WL_RULE_REINFORCE:
    reinforce_text(game, out);
    break;
  default:
    break;
  }
}

static void towns_text(const mr_wl_game *game, mr_str *out) {
  mr_str_format(out,
                game->towns_to_win == 1 ? "Who begins a turn with a unit in %u town wins."
                                        : "Who begins a turn with units in %u towns wins.",
                game->towns_to_win);
}

/* Whether leaders come after the first turn. */
static bool leaders_come(const mr_wl_game *game) {
  bool come = game->blocks > 0; /* each with a leader, as the map has */
  for (unsigned w = 0; w < game->waves; w++) {
    for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++) {
      come = come || game->wave[w].units[level] > 0;
    }
  }
  return come;
}

static void short_text(const mr_wl_game *game, mr_str *out) {
  mr_str_format(out,
                "Who ends a turn with at least %u captured leader%s and more than the opponent has "
                "grants one reply turn; after it the side with more wins, and if none has, play "
                "goes on.",
                game->short_leaders, mr_text_plural(game->short_leaders));
}

static void number_text(const mr_wl_game *game, unsigned rule, mr_str *out) {
  switch (rule) {
  case MR_WL_RULE_RANGE:
    mr_str_format(out,
                  "A unit moves only when a leader of its own within %u square%s, in any direction "
                  "and whatever lies between, orders it.",
                  game->range, mr_text_plural(game->range));
    break;
  case MR_WL_RULE_CAP:
    cap_text(game, out);
    break;
  case MR_WL_RULE_QUIET:
    mr_str_format(out,
                  "%u turns in a row without a capture, passes and both sides' turns counted, draw "
                  "the game (a house rule).",
                  game->quiet_turns);
    break;
  case MR_WL_RULE_SHORT:
    short_text(game, out);
    break;
  case MR_WL_RULE_LEVELS:
    mr_str_format(out, "A side loses when the summed levels of its leaders fall below %u%s.",
                  game->defeat_level,
                  leaders_come(game) ? "; those who are still to come do not count" : "");
    break;
  case MR_WL_RULE_TOWNS:
    towns_text(game, out);
    break;
  case MR_WL_RULE_WATER:
    water_text(game, out);
    break;
  case MR_WL_RULE_DEPLOY:
    deploy_text(game, out);
    break;
  case MR_WL_RULE_ARMY:
    army_text(game, out);
    break;
  case MR_WL_RULE_ARRIVAL:
    arrival_text(game, out);
    break;
  case MR_WL_RULE_RETURN:
    return_text(game, out);
    break;
  case MR_WL_RULE_PROMOTION:
    promotion_text(game, out);
    break;
  case MR_WL_RULE_TEAMS:
    mr_str_format(out,
                  "A side has %u members, who act one after the other in its turn and share its "
                  "cap; each orders with own leaders only.",
                  game->members);
    break;
  default:
    later_text(game, rule, out);
    break;
  }
}

mr_status mr_wl_rules_init(mr_wl_game *game) {
  mr_rule *rules = mr_arena_zero(&game->base.arena, MR_WL_RULE_COUNT, sizeof *rules);
  size_t count = 1;
  if (rules == NULL) {
    return MR_ERR_NOMEM;
  }
  rules[0] = (mr_rule){"", "", false};
  for (unsigned rule = 1; rule < MR_WL_RULE_COUNT; rule++) {
    if (!holds(game, rule)) {
      continue;
    }
    rules[count] = plain[rule];
    if (plain[rule].text == NULL) {
      char buffer[2048]; /* 32 reinforcements with all their units */
      mr_str text = mr_str_fixed(buffer, sizeof buffer);
      number_text(game, rule, &text);
      rules[count].text = mr_arena_copy(&game->base.arena, text.data, text.length);
      if (rules[count].text == NULL) {
        return MR_ERR_NOMEM;
      }
    }
    game->rule_index[rule] = (uint8_t)count++;
  }
  if (game->cap == MR_WL_CAP_LEVELS) {
    rules[mr_wl_rule(game, MR_WL_RULE_CAP)].id = "WL-39";
  }
  if (game->deployment == MR_WL_DEPLOYED_OPEN) {
    rules[mr_wl_rule(game, MR_WL_RULE_DEPLOY)].id = "WL-45";
  }
  if (game->deploys && !game->army.listed) {
    rules[mr_wl_rule(game, MR_WL_RULE_ARMY)].id = "WL-33";
  }
  game->base.info.rules = rules;
  game->base.info.rule_count = count;
  return MR_OK;
}
