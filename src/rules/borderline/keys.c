#include "rules/borderline/keys.h"

static const char *const victories[] = {"linked", "strict", NULL};
static const char *const rotations[] = {"off", "on", "mirror", NULL};
static const char *const firsts[] = {"red", "blue", "drawn", NULL};

const mr_key mr_bd_keys[MR_BD_KEY_COUNT] = {
    [MR_BD_KEY_COLUMNS] = {"columns", MR_KEY_INT, 2, MR_BD_COLUMNS_MAX, NULL, "6",
                           "Columns of squares.", "7", "BD-1"},
    [MR_BD_KEY_ROWS] = {"rows", MR_KEY_INT, 2, MR_BD_ROWS_MAX, NULL, "8",
                        "Rows of squares; the first is Red's home, the last Blue's.", "10", "BD-1"},
    [MR_BD_KEY_PIECES] = {"pieces", MR_KEY_INT, 1, MR_BD_PIECES_MAX, NULL, "15",
                          "Pieces dealt to each player.", "12", "BD-4"},
    [MR_BD_KEY_THREE_PIP] = {"three_pip", MR_KEY_FRACTION, 0, 1000, NULL, "80%",
                             "Probability that a dealt piece has exactly three pips.", "4/5",
                             "BD-2"},
    [MR_BD_KEY_VICTORY] = {"victory", MR_KEY_CHOICE, 0, 0, victories, "linked",
                           "What counts as connected: all pips of a piece (linked) or only pips "
                           "that touch orthogonally (strict).",
                           "strict", "BD-13"},
    [MR_BD_KEY_ROTATION] = {"rotation", MR_KEY_CHOICE, 0, 0, rotations, "off",
                            "Whether a piece may be turned (on), or turned and mirrored (mirror), "
                            "as it is placed.",
                            "on", "BD-4"},
    [MR_BD_KEY_PLY_CAP] = {"ply_cap", MR_KEY_INT, 1, 10000, NULL, "200",
                           "Plies, passes included, after which the game is drawn.", "300",
                           "BD-14"},
    [MR_BD_KEY_FIRST] = {"first", MR_KEY_CHOICE, 0, 0, firsts, "red",
                         "Who starts; drawn lots are an event of chance after the deal.", "drawn",
                         "BD-5"},
    [MR_BD_KEY_DICE_SIDES] = {"dice_sides", MR_KEY_INT, 2, 100, NULL, "6",
                              "Sides of each player's die in a duel.", "8", "BD-10"},
    [MR_BD_KEY_START] = {"start", MR_KEY_STATE, 0, 0, NULL, NULL,
                         "State in which the game begins; without it, hands are dealt and the "
                         "board is empty.",
                         "6/6/6/6/6/6/6/6 R 124,522 222,777 0 0", "BD-16"},
};
const size_t mr_bd_key_count = MR_BD_KEY_COUNT;
