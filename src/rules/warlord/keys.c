#include "rules/warlord/keys.h"

static const char *const caps[] = {"leaders", "fixed", "levels", NULL};
static const char *const firsts[] = {"white", "black", "drawn", NULL};
static const char *const deployments[] = {"fixed", "hidden", NULL};

#define SWITCH(name, standard, meaning, rule) \
  { name, MR_KEY_BOOL, 0, 0, NULL, standard, meaning, "true", rule }
#define NUMBER(name, least, most, standard, meaning, example, rule) \
  { name, MR_KEY_INT, least, most, NULL, standard, meaning, example, rule }

const mr_key mr_wl_keys[MR_WL_KEY_COUNT] = {
    [MR_WL_KEY_PIECES] = {"pieces", MR_KEY_MAP, 1, MR_WL_EDGE_MAX, NULL, NULL,
                          "The units as one sees them, a line a row, the top row first: White's in "
                          "capitals, Black's in small letters, `.` an empty square; blanks are "
                          "skipped. L K G P Q R S V W X are leaders of level 1 to 10, U is a "
                          "promoted one, H heavy cavalry, C a cannon, N light cavalry, I infantry. "
                          "The drawing is the board's size. With hidden deployment it is a sample.",
                          ". l . l .", "WL-42"},
    [MR_WL_KEY_TERRAIN] = {"terrain", MR_KEY_MAP, 0, MR_WL_EDGE_MAX, NULL, NULL,
                           "The ground, drawn like the units: `.` open, `T` forest, `^` hill, `#` "
                           "town, `~` water, or no square where it hangs together with the edge of "
                           "the map. Without it all is open.",
                           ". T . # .", "WL-23"},
    [MR_WL_KEY_RANGE] =
        NUMBER("range", 1, 8, "2", "Squares, in any direction, over which a leader's orders carry.",
               "3", "WL-1"),
    [MR_WL_KEY_TURN_CAP] =
        {"turn_cap", MR_KEY_CHOICE, 0, 0, caps, "leaders",
         "What bounds the activations of a turn besides `cap`: the number of own "
         "leaders (leaders), nothing more (fixed), or a share of the summed "
         "levels of own leaders on the board (levels).",
         "levels", "WL-7"},
    [MR_WL_KEY_CAP] =
        NUMBER("cap", 1, MR_WL_CAP_MAX, "4", "Most activations of a turn.", "12", "WL-7"),
    [MR_WL_KEY_CAP_FRACTION] = {"cap_fraction", MR_KEY_FRACTION, 1, 10000, NULL, "60%",
                                "The share of the summed levels with turn_cap = levels, rounded "
                                "down.",
                                "3/5", "WL-39"},
    [MR_WL_KEY_FIRST_TURN_HANDICAP] =
        SWITCH("first_turn_handicap", "false",
               "The first player's first turn has half the activations, rounded down.", "WL-35"),
    [MR_WL_KEY_FIRST] = {"first", MR_KEY_CHOICE, 0, 0, firsts, "white",
                         "Who moves first; with `drawn` lots decide, after the armies stand.",
                         "drawn", "WL-31"},
    [MR_WL_KEY_TEAMS] =
        NUMBER("teams", 1, MR_WL_MEMBERS_MAX, "1",
               "Members of each side, who share its turn and its cap in a fixed "
               "order and order with their own leaders only; leaders are shared out "
               "from the left of the map to the right.",
               "2", "WL-38"),
    [MR_WL_KEY_SHORT_GAME] =
        SWITCH("short_game", "false", "A lead in captured leaders wins, after one turn in reply.",
               "WL-17"),
    [MR_WL_KEY_SHORT_GAME_LEADERS] =
        NUMBER("short_game_leaders", 1, MR_WL_LEADERS_MAX, "3",
               "Captured leaders from which on such a lead counts.", "4", "WL-17"),
    [MR_WL_KEY_DEFEAT_LEVEL] =
        NUMBER("defeat_level", 0, 1000, "0",
               "A side loses when the summed levels of its leaders fall below this; 0: never.",
               "12", "WL-18"),
    [MR_WL_KEY_TOWNS_TO_WIN] =
        NUMBER("towns_to_win", 0, 1000, "0",
               "Towns with own units in them that win at the beginning of an own turn; 0: none do.",
               "3", "WL-19"),
    [MR_WL_KEY_SIX_LEADERS] = SWITCH(
        "six_leaders", "false", "A side that has lost six leaders has lost the game.", "WL-20"),
    [MR_WL_KEY_PROMOTION] = SWITCH(
        "promotion", "false",
        "Infantry and light cavalry on the far rank become leaders who order themselves.", "WL-20"),
    [MR_WL_KEY_SELF_ACTIVATION] = SWITCH(
        "self_activation", "false",
        "Light cavalry needs no leader, and counts as one where leaders bound the turn.", "WL-9"),
    [MR_WL_KEY_CANNON_SWAP] = SWITCH(
        "cannon_swap", "false", "A leader may change places with a cannon beside it.", "WL-22"),
    [MR_WL_KEY_CROSSING] = SWITCH(
        "crossing", "false",
        "Heavy cavalry, cannons and light cavalry pass over water; nobody stands on it.", "WL-24"),
    [MR_WL_KEY_REPETITION_DRAW] = SWITCH(
        "repetition_draw", "true", "The third occurrence of a position draws the game.", "WL-15"),
    [MR_WL_KEY_QUIET_DRAW] = SWITCH(
        "quiet_draw", "true", "Turns without a capture draw the game: see quiet_turns.", "WL-15"),
    [MR_WL_KEY_QUIET_TURNS] =
        NUMBER("quiet_turns", 2, MR_WL_QUIET_MAX, "80",
               "Turns of both sides without a capture, passes included, after which the game is "
               "drawn. Without quiet_draw, repetitions are looked for in the last 512 turns.",
               "100", "WL-15"),
    [MR_WL_KEY_ARRIVALS] = {"arrivals", MR_KEY_LIST, 0, MR_WL_BLOCKS_MAX, NULL, NULL,
                            "Turns, in ascending order, on which each side's units of the map come "
                            "once more, on the same squares.",
                            "6 12 20", "WL-36"},
    [MR_WL_KEY_DEPLOYMENT] = {"deployment", MR_KEY_CHOICE, 0, 0, deployments, "fixed",
                              "Whether the units begin as drawn (fixed) or are deployed by the "
                              "players, unseen by each other (hidden).",
                              "hidden", "WL-31"},
    [MR_WL_KEY_ZONES] = {"zones", MR_KEY_MAP, 0, MR_WL_EDGE_MAX, NULL, NULL,
                         "Where units are deployed, drawn like them: the squares of White's first "
                         "section are A, of the next B and so on, Black's a, b and so on.",
                         "A A . B B", "WL-32"},
    [MR_WL_KEY_ZONES_USED] = NUMBER("zones_used", 1, MR_WL_ZONES_MAX, "1",
                                    "Sections of which a side uses exactly so many.", "4", "WL-32"),
    [MR_WL_KEY_ZONE_LEADERS] = NUMBER("zone_leaders", 0, MR_WL_LEADERS_MAX, "0",
                                      "Leaders in each section that is used.", "2", "WL-32"),
    [MR_WL_KEY_ZONE_UNITS] = NUMBER("zone_units", 0, 255, "0",
                                    "Other units in each section that is used.", "6", "WL-32"),
    [MR_WL_KEY_ARMY_LEADERS] = {"army_leaders", MR_KEY_LIST, 0, MR_WL_LEVEL_MAX, NULL, NULL,
                                "Leaders to be deployed: a letter and how many. Without it their "
                                "levels are free, see army_level_sum.",
                                "L3 K3 G2", "WL-32"},
    [MR_WL_KEY_ARMY_LEADER_COUNT] =
        NUMBER("army_leader_count", 0, MR_WL_LEADERS_MAX, "0",
               "Leaders to be deployed where their levels are free.", "12", "WL-33"),
    [MR_WL_KEY_ARMY_LEVEL_SUM] =
        NUMBER("army_level_sum", 0, 640, "0", "What their levels sum to.", "21", "WL-33"),
    [MR_WL_KEY_ARMY_UNITS] = {"army_units", MR_KEY_LIST, 0, 4, NULL, NULL,
                              "Other units to be deployed, at least: a letter and how many.",
                              "H4 C4 N4 I12", "WL-32"},
    [MR_WL_KEY_ARMY_FREE_UNITS] = NUMBER("army_free_units", 0, MR_WL_UNITS_MAX, "0",
                                         "Other units besides, of any kind.", "6", "WL-33"),
};
