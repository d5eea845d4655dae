#include "rules/fairy/compile/read.h"

static const char *const outcomes[] = {"win", "loss", "draw", NULL};
static const char *const outcomes_or_none[] = {"win", "loss", "draw", "none", NULL};
static const char *const chasing_rules[] = {"none", "axf", NULL};
static const char *const walling_rules[] = {"none", "static", "arrow", "duck",
                                            "edge", "past",   NULL};
static const char *const flips[] = {"none", "reversi", "ataxx", "quadwrangle", NULL};
static const char *const tallies[] = {"none",          "unweighted", "whitedrawodds",
                                      "blackdrawodds", "janggi",     NULL};
static const char *const countings[] = {"none", "makruk", "cambodian", "asean", NULL};
static const char *const ep_texts[] = {"square", "pair", NULL};
static const char *const castling_texts[] = {"king", "partner", NULL};

#define INTO(MEMBER) MR_KEY_INTO(mr_fy_rules, MEMBER)
#define ELSEWHERE 0, 0
#define ROW(KEY, TYPE, LEAST, MOST, CHOICES, STANDARD, EXAMPLE, RULE, MEANING) \
  {KEY, TYPE, LEAST, MOST, CHOICES, STANDARD, MEANING, EXAMPLE, RULE, ELSEWHERE, false},

const mr_key mr_fy_keys[MR_FY_KEY_COUNT] = {
#define PIECE_THAT(NAME, KEY, BETZA, MORE)         \
  ROW(KEY, MR_KEY_TEXT, 0, 0, NULL, NULL, "p", "", \
      "Letter of a piece that moves as `" BETZA "` " MORE "; `-` removes an inherited one.")
#define PIECE(NAME, KEY, BETZA)                                     \
  ROW(KEY, MR_KEY_TEXT, 0, 0, NULL, NULL, "p", "",                  \
      sizeof(BETZA) > 1 ? "Letter of a piece that moves as `" BETZA \
                          "`; `-` removes an inherited one."        \
                        : "Letter of a piece that cannot move; `-` removes an inherited one.")
#define KEY(NAME, KEY, TYPE, STANDARD, EXAMPLE, RULE, MEANING) \
  ROW(KEY, MR_KEY_##TYPE, 0, 0, NULL, STANDARD, EXAMPLE, RULE, MEANING)
#define FILE_KEY(NAME, KEY, STANDARD, EXAMPLE, RULE, MEANING) \
  ROW(KEY, MR_KEY_TEXT, 1, 2, NULL, STANDARD, EXAMPLE, RULE, MEANING)
#define SWITCH(NAME, KEY, STANDARD, EXAMPLE, RULE, PLACE, MEANING) \
  {KEY, MR_KEY_BOOL, 0, 0, NULL, STANDARD, MEANING, EXAMPLE, RULE, PLACE, false},
#define NUMBER(NAME, KEY, LEAST, MOST, STANDARD, EXAMPLE, RULE, PLACE, MEANING) \
  {KEY, MR_KEY_INT, LEAST, MOST, NULL, STANDARD, MEANING, EXAMPLE, RULE, PLACE, false},
#define CHOICE(NAME, KEY, CHOICES, STANDARD, EXAMPLE, RULE, PLACE, MEANING) \
  {KEY, MR_KEY_CHOICE, 0, 0, CHOICES, STANDARD, MEANING, EXAMPLE, RULE, PLACE, false},
#define SIDES(NAME, KEY, TYPE, EXAMPLE_W, RULE_W, EXAMPLE_B, RULE_B)   \
  ROW(KEY "White", MR_KEY_##TYPE, 0, 0, NULL, NULL, EXAMPLE_W, RULE_W, \
      "The same for White alone.")                                     \
  ROW(KEY "Black", MR_KEY_##TYPE, 0, 0, NULL, NULL, EXAMPLE_B, RULE_B, "The same for Black alone.")
#define SIDE_NUMBERS(NAME, KEY, LEAST, MOST, EXAMPLE_W, EXAMPLE_B)                        \
  {KEY "White", MR_KEY_INT, LEAST,     MOST, NULL, NULL, "The same for White alone.",     \
   EXAMPLE_W,   "",         ELSEWHERE, false},                                            \
      {KEY "Black", MR_KEY_INT, LEAST,     MOST, NULL, NULL, "The same for Black alone.", \
       EXAMPLE_B,   "",         ELSEWHERE, false},
#define DECLINED(NAME, KEY, OFF, REASON)          \
  ROW(KEY, MR_KEY_TEXT, 0, 0, NULL, OFF, OFF, "", \
      "Known and not supported: " REASON ". Only the default is accepted.")
#include "rules/fairy/compile/keys.def"
};
