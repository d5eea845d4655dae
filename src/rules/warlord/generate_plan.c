#include <stdarg.h>

#include "base/text.h"
#include "rules/warlord/generate.h"

enum {
  EDGE_LEAST = 12,
  LEADERS_LEAST = 2,
  OTHERS_LEAST = 4,
  SQUARES_OF_TOWN = 96, /* for a number of towns that nobody has asked for */
  TOWNS_MOST = 16,      /* the same */
  FIELD_OF_TOWN = 6,    /* squares where towns may be that each of them needs at least */
  CAP_PERCENT = 60,     /* WL-39 */
  LONG_ROWS = 72,
  VAST_ROWS = 80,  /* on more the cap has no other bound, and leaders decide as in Border War */
  VALLEY_CAP = 18, /* WL-39 */
  BORDER_COLUMNS = 24,
  BORDER_ROWS = 16,
  BORDER_TOWNS = 4,
  BORDER_SCATTERED = 16 /* 8 hills and 8 forests: no odd number is symmetric */
};

static const char *const fairer_alike[] = {"50%", "100%", NULL};

const mr_generator_option mr_wlg_options[MR_WLG_OPTIONS] = {
    [MR_WLG_SIZE] = {"size", "WxH", "24x24", "files and ranks, 12x12 to 120x120", NULL},
    [MR_WLG_TOWNS] = {"towns", "N", "auto",
                      "towns; an odd one stands in the middle, and has two squares where the board "
                      "has no middle square; auto: one for 96 squares, 2 to 16",
                      NULL},
    [MR_WLG_TERRAIN] = {"terrain", "PERCENT", "20%",
                        "squares that are hill, forest or town, 10% to 30%", NULL},
    [MR_WLG_LEADERS] = {"leaders", "N", "auto",
                        "leaders of each side, 2 to 64; auto: four for every eight files", NULL},
    [MR_WLG_LEVELS] = {"levels", "X", "1.75",
                       "what a side's leaders' levels are on average, 1 to 10", NULL},
    [MR_WLG_UNITS] = {"units", "X", "3", "other units for each leader, 1 to 7", NULL},
    [MR_WLG_STYLE] = {"style", "WORD", "auto",
                      "border: the terrain of Border War, on 24x16 with 4 towns; field: terrain "
                      "all over the board; auto: border where size and towns are its and terrain "
                      "is not given",
                      NULL},
    [MR_WLG_DEPLOYMENT] = {"deployment", "WORD", "fixed",
                           "fixed: the armies stand as drawn; hidden: the players set them up, "
                           "unseen; open: they see what the other places, White first",
                           NULL},
    [MR_WLG_CAP] = {"cap", "N", "levels",
                    "activations of a turn, always the same; levels: 60% of the summed levels of "
                    "a side's leaders on the board",
                    NULL},
    [MR_WLG_MOST] = {"most", "N", "auto",
                     "most activations of a turn with cap levels; auto: 18, on more than 80 ranks "
                     "as many as 60% of the summed levels allow",
                     NULL},
    [MR_WLG_WIN] =
        {"win", "N", "auto",
         "town squares that win when they are held, 0: none do; most: more than half; "
         "auto: one more than those of one half and of the middle, on more than 80 ranks "
         "four of five",
         NULL},
    [MR_WLG_NAME] = {"name", "NAME", "warlord-generated", "the name of the definition", NULL},
    [MR_WLG_ALIKE] =
        {"alike", "PERCENT", "100%",
         "hills and forests that are the same from both sides; 0%: none but by chance, "
         "though each half has as many",
         fairer_alike},
    [MR_WLG_LAY] = {"lay", "WORD", "patches",
                    "patches: hills and forests in patches all over; doubled: in twos, away from "
                    "the edges",
                    NULL},
    [MR_WLG_LINES] = {"lines", "N", "0",
                      "blocking lines in each half: hills side by side, which stop cannons, or "
                      "forests corner to corner, which stop heavy cavalry; 0 to 32",
                      NULL},
    [MR_WLG_MOUNTAINS] = {"mountains", "N", "0",
                          "ranges of hills between towns in each half, 0 to 16", NULL},
    [MR_WLG_RIVERS] = {"rivers", "N", "0", "rivers across the board, with fords, 0 to 4", NULL},
    [MR_WLG_ROADS] = {"roads", "N", "0",
                      "roads of open ground from army to army by way of a town, 0 to 9", NULL},
    [MR_WLG_ARMIES] = {"armies", "WORD", "blocks",
                       "blocks: along the bottom and the top; garrisons: two countries, each with "
                       "its army at the towns of its half, on 28 ranks and more",
                       NULL},
    [MR_WLG_ARRIVALS] = {"arrivals", "TURNS", "none",
                         "turns on which each army comes once more, such as 6,12,20 (WL-36); "
                         "where the players set up, they place it",
                         NULL},
    [MR_WLG_HOMES] = {"homes", "N", "0",
                      "towns of the enemy's half that win when they are held as a turn begins "
                      "(WL-46); 0: none do",
                      NULL},
    [MR_WLG_TURNS] = {"turns", "N", "0",
                      "turns after which the game ends, and who holds more towns wins, or without "
                      "towns who has more units (WL-47); 0: without end",
                      NULL},
    [MR_WLG_LOSSES] = {"losses", "PERCENT", "0%",
                       "share of an army, those to come counted, whose loss loses the game "
                       "(WL-48), up to 95%; 0%: none does",
                       NULL},
    [MR_WLG_DEFEAT] = {"defeat", "N", "auto",
                       "a side loses whose leaders' summed levels fall below N (WL-18), 0: none "
                       "does; auto: 60% of them on maps like Border War's and on more than 80 "
                       "ranks, else none",
                       NULL},
};

/* ---- words ----------------------------------------------------------------------------------- */

/* The values of the options as they are read. The first complaint counts; what follows is 0. */
typedef struct words {
  const char *values[MR_WLG_OPTIONS]; /* NULL: the initial one */
  mr_error *err;
  mr_status status;
} words;

static const char *value_of(const words *w, unsigned option) {
  return w->values[option] != NULL ? w->values[option] : mr_wlg_options[option].initial;
}

static bool is_word(const words *w, unsigned option, const char *word) {
  return strcmp(value_of(w, option), word) == 0;
}

static MR_PRINTF(3, 4) void fail(words *w, mr_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (w->status == MR_OK) {
    w->status = mr_error_vset(w->err, status, format, args);
  }
  va_end(args);
}

static void bad_value(words *w, unsigned option, mr_status status, const char *expected) {
  fail(w, status, "--%s needs %s, not '%s'", mr_wlg_options[option].name, expected,
       value_of(w, option));
}

static unsigned read_number(words *w, unsigned option, unsigned least, unsigned most) {
  const char *text = value_of(w, option), *word = mr_wlg_options[option].initial;
  bool digits = mr_text_is_digit(word[0]);
  uint64_t number = 0;
  char expected[64];
  mr_str range = mr_str_fixed(expected, sizeof expected);
  mr_str_format(&range, "a number from %u to %u", least, most);
  if (!digits) {
    mr_str_format(&range, ",%s or %s", option == MR_WLG_WIN ? " most" : "", word);
  }
  if (!mr_parse_uint(text, strlen(text), UINT32_MAX, &number)) {
    bad_value(w, option, MR_ERR_SYNTAX, expected);
  } else if (number < least || number > most) {
    bad_value(w, option, MR_ERR_RANGE, expected);
  }
  return w->status == MR_OK ? (unsigned)number : 0;
}

/* Hundredths: "1.75" is 175. */
static unsigned read_hundredths(words *w, unsigned option, unsigned most) {
  const char *text = value_of(w, option), *dot = strchr(text, '.');
  size_t whole = strcspn(text, "."), digits = dot != NULL ? strlen(dot + 1) : 0;
  uint64_t units = 0, parts = 0;
  char expected[64];
  mr_str range = mr_str_fixed(expected, sizeof expected);
  mr_str_format(&range, "a number from 1 to %u such as 1.75", most);
  if (!mr_parse_uint(text, whole, 9999, &units) ||
      (dot != NULL && (digits > 2 || !mr_parse_uint(dot + 1, digits, 99, &parts)))) {
    bad_value(w, option, MR_ERR_SYNTAX, expected);
  }
  uint64_t value = 100 * units + (digits == 1 ? 10 * parts : parts);
  if (value < 100 || value > 100 * (uint64_t)most) {
    bad_value(w, option, MR_ERR_RANGE, expected);
  }
  return w->status == MR_OK ? (unsigned)value : 0;
}

/* The index of a word in a list that ends with NULL. */
static unsigned read_word(words *w, unsigned option, const char *const *list) {
  const char *text = value_of(w, option);
  unsigned count = 0;
  char expected[64];
  mr_str all = mr_str_fixed(expected, sizeof expected);
  for (; list[count] != NULL; count++) {
    if (strcmp(list[count], text) == 0) {
      return count;
    }
    mr_str_format(&all, "%s%s", !count ? "" : list[count + 1] != NULL ? ", " : " or ", list[count]);
  }
  const char *nearest = mr_nearest(text, list, count);
  if (nearest == NULL) {
    bad_value(w, option, MR_ERR_SYNTAX, expected);
  } else {
    fail(w, MR_ERR_SYNTAX, "--%s needs %s, not '%s'; did you mean '%s'?",
         mr_wlg_options[option].name, expected, text, nearest);
  }
  return 0;
}

/* ---- the board ------------------------------------------------------------------------------- */

static void read_size(words *w, mr_wlg_plan *plan) {
  static const char expected[] = "files and ranks, 12x12 to 120x120, such as 48x72";
  const char *text = value_of(w, MR_WLG_SIZE), *cross = strchr(text, 'x');
  uint64_t columns = 0, rows = 0;
  if (cross == NULL || !mr_parse_uint(text, (size_t)(cross - text), 999999, &columns) ||
      !mr_parse_uint(cross + 1, strlen(cross + 1), 999999, &rows)) {
    bad_value(w, MR_WLG_SIZE, MR_ERR_SYNTAX, expected);
  }
  if (columns < EDGE_LEAST || columns > MR_WL_EDGE_MAX || rows < EDGE_LEAST ||
      rows > MR_WL_EDGE_MAX) {
    bad_value(w, MR_WLG_SIZE, MR_ERR_RANGE, expected);
  }
  plan->columns = (unsigned)columns;
  plan->rows = (unsigned)rows;
  plan->cells = plan->columns * plan->rows;
}

/*
 * On the longest boards towns lie in the middle quarter: where they were spread over two thirds, as
 * on shorter ones, armies of 240 men with 18 orders a turn never came to each other.
 */
unsigned mr_wlg_margin(const mr_wlg_plan *plan) {
  unsigned rows = plan->rows, most = (rows - 4) / 2;
  bool long_way = rows > LONG_ROWS && !plan->garrisons;
  unsigned margin = long_way ? rows * 3 / 8 : rows > 36 ? rows / 6 : 6;
  return margin < most ? margin : most;
}

/* Squares where towns may be, with so many ranks between each and its like. */
static unsigned town_field(const mr_wlg_plan *plan, unsigned ranks) {
  return (plan->columns - 2 * MR_WLG_TOWN_FILES) * (plan->rows - 2 * mr_wlg_margin(plan) - ranks);
}

/*
 * Each town lies in its own side's part: a third of the ranks, as far as there is room, is between
 * it and its like. Towns near the middle were nobody's, and the first to ride there won: of games
 * on 24x24 39% were decided by war, and 64% are now (docs/STRENGTH.md). So many that there is
 * little room stand all over the field; garrisons keep a distance of their own; and on the longest
 * boards wars are long enough.
 */
unsigned mr_wlg_facing(const mr_wlg_plan *plan) {
  enum { ROOM_OF_TOWN = 8, RANKS_LEAST = 2 };
  unsigned least = 2 * (mr_wlg_margin(plan) + RANKS_LEAST) - 1;
  unsigned most = plan->rows > least ? plan->rows - least : 0, ranks = plan->rows / 3;
  ranks = ranks < most ? ranks : most;
  bool many = plan->towns * ROOM_OF_TOWN > town_field(plan, ranks);
  return many || plan->garrisons || plan->rows > LONG_ROWS ? 0 : ranks;
}

unsigned mr_wlg_apart(const mr_wlg_plan *plan) {
  unsigned apart = 2, field = town_field(plan, mr_wlg_facing(plan));
  while (plan->towns && 4 * (apart + 1) * (apart + 1) * plan->towns <= field) {
    apart++;
  }
  return apart;
}

static void read_towns(words *w, mr_wlg_plan *plan) {
  unsigned by_size = plan->cells / SQUARES_OF_TOWN, most = town_field(plan, 0) / FIELD_OF_TOWN;
  plan->towns = by_size < 2 ? 2 : by_size > TOWNS_MOST ? TOWNS_MOST : by_size;
  if (!is_word(w, MR_WLG_TOWNS, "auto")) {
    plan->towns = read_number(w, MR_WLG_TOWNS, 0, 999);
  }
  if (plan->towns > most) {
    fail(w, MR_ERR_LIMIT, "%u town%s do not stand apart from each other on %ux%u; at most %u do",
         plan->towns, mr_text_plural(plan->towns), plan->columns, plan->rows, most);
  }
  bool middle_square = plan->columns % 2 && plan->rows % 2;
  plan->town_squares = plan->towns + (plan->towns % 2 && !middle_square);
}

/* Which maps are Border War's; what is not given is then as it has it. */
static void read_style(words *w, mr_wlg_plan *plan) {
  static const char *const styles[] = {"auto", "field", "border", NULL};
  enum { AUTO, FIELD, BORDER };
  unsigned style = read_word(w, MR_WLG_STYLE, styles);
  bool fits = plan->columns == BORDER_COLUMNS && plan->rows == BORDER_ROWS &&
              plan->towns == BORDER_TOWNS && w->values[MR_WLG_TERRAIN] == NULL;
  if (style == BORDER && !fits) {
    fail(w, MR_ERR_RANGE,
         "--style border is 24x16 with 4 towns, 8 hills and 8 forests (WL-34): it goes with no "
         "other --size, --towns or --terrain");
  }
  plan->border = style == BORDER || (style == AUTO && fits);
}

/* Squares of hills and forests: in pairs, and not outside of WL-40's 10% to 30%. */
static void read_terrain(words *w, mr_wlg_plan *plan) {
  const char *text = value_of(w, MR_WLG_TERRAIN);
  size_t length = strlen(text);
  uint64_t percent = 0;
  if (plan->border) {
    plan->scattered = BORDER_SCATTERED;
    return;
  }
  length -= length && text[length - 1] == '%';
  if (!mr_parse_uint(text, length, 9999, &percent)) {
    bad_value(w, MR_WLG_TERRAIN, MR_ERR_SYNTAX, "a percentage such as 20%");
  }
  if (percent < 10 || percent > 30) {
    bad_value(w, MR_WLG_TERRAIN, MR_ERR_RANGE, "10% to 30% (WL-40)");
  }
  plan->percent = (unsigned)percent;
  unsigned all = (plan->percent * plan->cells + 50) / 100, towns = plan->town_squares;
  all -= (all - towns) % 2;
  all += all * 10 < plan->cells ? 2 : 0;
  all -= all * 10 > 3 * plan->cells ? 2 : 0;
  if (all < towns) {
    fail(w, MR_ERR_LIMIT, "the towns alone are more than %u%% of the squares", plan->percent);
  }
  plan->scattered = all - towns;
  unsigned room = 0; /* most squares that hills and forests may take */
  for (unsigned cell = 0; cell < plan->cells; cell++) {
    room += !mr_wlg_near_block(plan, cell);
  }
  assert(plan->cells > 0);
  room = room > towns ? (room - towns) * 4 / 5 : 0;
  if (plan->scattered > room) {
    fail(w, MR_ERR_LIMIT,
         "beside these armies at most %u%% of the squares can be terrain; a larger --size or fewer "
         "--leaders make room",
         (room + towns) * 100 / plan->cells);
  }
}

/* ---- the armies ------------------------------------------------------------------------------ */

/*
 * As WL-33's army has them where its free units are two each of heavy cavalry, cannons and
 * infantry: a sixth of each kind, and half of it infantry. Two cannons at least, one for each
 * colour of squares.
 */
static void choose_kinds(mr_wlg_plan *plan) {
  unsigned sixth = (plan->others + 3) / 6, *kinds = plan->kinds;
  kinds[MR_WL_CANNON] = sixth < 2 ? 2 : sixth;
  kinds[MR_WL_HEAVY] = sixth < 1 ? 1 : sixth;
  unsigned left = plan->others - kinds[MR_WL_CANNON] - kinds[MR_WL_HEAVY];
  kinds[MR_WL_LIGHT] = sixth < left ? sixth : left;
  kinds[MR_WL_INFANTRY] = left - kinds[MR_WL_LIGHT];
}

/*
 * As few blocks as hold the army, deployed ones all alike, from one edge to the other, as far apart
 * as can be (WL-33).
 */
static void choose_blocks(words *w, mr_wlg_plan *plan) {
  unsigned total = plan->leaders + plan->others, most = plan->columns / MR_WLG_BLOCK;
  unsigned least = (total + MR_WLG_BLOCK_UNITS - 1) / MR_WLG_BLOCK_UNITS;
  if (least > most) {
    fail(w, MR_ERR_LIMIT,
         "%u leaders with %u other units need %u blocks of 4x4 squares; on %u files there is room "
         "for %u",
         plan->leaders, plan->others, least, plan->columns, most);
  }
  most = most < MR_WL_ZONES_MAX ? most : MR_WL_ZONES_MAX;
  if (plan->deploys && least > most) {
    fail(
        w, MR_ERR_LIMIT,
        "a hidden or open deployment has up to %d sections; %u leaders with %u other units need %u",
        MR_WL_ZONES_MAX, plan->leaders, plan->others, least);
  }
  plan->blocks = least;
  while (plan->deploys && plan->blocks <= most &&
         (plan->leaders % plan->blocks || plan->others % plan->blocks)) {
    plan->blocks++;
  }
  if (plan->deploys && plan->blocks > most) {
    fail(w, MR_ERR_LIMIT,
         "a hidden or open deployment has up to 9 sections alike: %u leaders and %u other units "
         "are not to "
         "be shared out among %u to %u of them",
         plan->leaders, plan->others, least, most);
  }
  unsigned free_files = plan->columns - MR_WLG_BLOCK, gaps = plan->blocks - 1;
  plan->left[0] = gaps ? 0 : free_files / 2;
  for (unsigned i = 1; w->status == MR_OK && i < plan->blocks; i++) {
    plan->left[i] = (2 * i * free_files + gaps) / (2 * gaps);
  }
}

/* Two countries: what blocks would need is not asked, and what garrisons need is. */
static void read_garrisons(words *w, mr_wlg_plan *plan) {
  static const char *const armies[] = {"blocks", "garrisons", NULL};
  enum { RANKS_LEAST = 28, ROOM_OF_GARRISON = 48 };
  plan->garrisons = read_word(w, MR_WLG_ARMIES, armies);
  if (!plan->garrisons) {
    return;
  }
  unsigned towns = plan->towns / 2, units = plan->leaders + plan->others;
  if (plan->deploys || plan->border) {
    fail(w, MR_ERR_RANGE, "--armies garrisons and %s do not go together",
         plan->border ? "--style border"
         : plan->open ? "--deployment open"
                      : "--deployment hidden");
  }
  if (plan->rows < RANKS_LEAST || towns == 0) {
    fail(w, MR_ERR_RANGE,
         "--armies garrisons needs %d ranks or more and two towns or more; this map has %u and %u",
         RANKS_LEAST, plan->rows, plan->towns);
  }
  if (units > towns * ROOM_OF_GARRISON) {
    fail(
        w, MR_ERR_LIMIT,
        "%u units have no room at %u town%s of their half, which takes %d at most; more --towns or "
        "fewer --leaders make room",
        units, towns, mr_text_plural(towns), ROOM_OF_GARRISON);
  }
}

static void read_army(words *w, mr_wlg_plan *plan) {
  static const char *const deployments[] = {"fixed", "hidden", "open", NULL};
  enum { FIXED, HIDDEN, OPEN };
  plan->leaders = is_word(w, MR_WLG_LEADERS, "auto")
                      ? 4 * (plan->columns / 8)
                      : read_number(w, MR_WLG_LEADERS, LEADERS_LEAST, MR_WL_LEADERS_MAX);
  unsigned levels = read_hundredths(w, MR_WLG_LEVELS, MR_WL_LEVEL_MAX);
  unsigned units = read_hundredths(w, MR_WLG_UNITS, 7);
  unsigned deployment = read_word(w, MR_WLG_DEPLOYMENT, deployments);
  plan->deploys = deployment != FIXED;
  plan->open = deployment == OPEN;
  plan->level_sum = (plan->leaders * levels + 50) / 100;
  plan->others = (plan->leaders * units + 50) / 100;
  if (plan->others < OTHERS_LEAST) {
    fail(w, MR_ERR_RANGE,
         "an army needs %d units besides its leaders; %u leaders with --units %s have %u",
         OTHERS_LEAST, plan->leaders, value_of(w, MR_WLG_UNITS), plan->others);
  }
  if (w->status == MR_OK) {
    choose_kinds(plan);
    read_garrisons(w, plan);
  }
  if (w->status == MR_OK && !plan->garrisons) {
    choose_blocks(w, plan);
  }
}

unsigned mr_wlg_block_at(const mr_wlg_plan *plan, unsigned cell) {
  unsigned file = cell % plan->columns;
  if (cell / plan->columns < plan->rows - MR_WLG_BLOCK) {
    return 0;
  }
  for (unsigned i = 0; i < plan->blocks; i++) {
    if (file >= plan->left[i] && file < plan->left[i] + MR_WLG_BLOCK) {
      return i + 1;
    }
  }
  return 0;
}

bool mr_wlg_near_block(const mr_wlg_plan *plan, unsigned cell) {
  for (unsigned side = 0; side < 2; side++, cell = plan->cells - 1 - cell) {
    unsigned file = cell % plan->columns, row = cell / plan->columns;
    bool near = false;
    for (unsigned i = 0; row + MR_WLG_BLOCK + 1 >= plan->rows && i < plan->blocks; i++) {
      near = near || (file + 1 >= plan->left[i] && file < plan->left[i] + MR_WLG_BLOCK + 1);
    }
    if (near) {
      return true;
    }
  }
  return false;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void read_cap(words *w, mr_wlg_plan *plan) {
  unsigned share = plan->level_sum * CAP_PERCENT / 100;
  bool fixed = !is_word(w, MR_WLG_CAP, "levels");
  plan->cap_by_levels = !fixed && !(plan->border && w->values[MR_WLG_CAP] == NULL);
  if (fixed && w->values[MR_WLG_MOST] != NULL) {
    fail(w, MR_ERR_RANGE, "--most is for --cap levels; with --cap %s turns have no other cap",
         value_of(w, MR_WLG_CAP));
  }
  unsigned most = plan->rows > VAST_ROWS ? MR_WL_CAP_MAX : VALLEY_CAP;
  if (!is_word(w, MR_WLG_MOST, "auto")) {
    most = read_number(w, MR_WLG_MOST, 1, MR_WL_CAP_MAX);
  }
  plan->cap = share < 1 ? 1 : share < most ? share : most;
  if (fixed) {
    plan->cap = read_number(w, MR_WLG_CAP, 1, MR_WL_CAP_MAX);
  }
}

/*
 * By itself no side wins without a town of the enemy's half, as in Border War and Valley War. Where
 * more than half of them was enough, whoever came first to the town in the middle had won: none of
 * 24 games on 36x36 was decided by war, and with one town more 48% of 40. On more than 80 ranks
 * that one town more was still a race; with four of five, and the level of defeat below, leaders
 * decide (docs/STRENGTH.md).
 */
static void read_win(words *w, mr_wlg_plan *plan) {
  unsigned squares = plan->town_squares;
  unsigned middle = plan->towns % 2 ? squares - (plan->towns - 1) : 0;
  unsigned wanted = (squares + middle) / 2 + 1, most = (4 * squares + 2) / 5;
  wanted = plan->rows > VAST_ROWS && most > wanted ? most : wanted;
  plan->towns_to_win = wanted < squares ? wanted : squares;
  if (is_word(w, MR_WLG_WIN, "most")) {
    plan->towns_to_win = squares ? squares / 2 + 1 : 0;
  } else if (!is_word(w, MR_WLG_WIN, "auto")) {
    plan->towns_to_win = read_number(w, MR_WLG_WIN, 0, squares);
  }
}

/*
 * WL-18: in Border War the cap, and as much on more than 80 ranks, where nobody takes all leaders.
 * An army that comes in parts has not enough of them before the last has come.
 */
static void read_defeat(words *w, mr_wlg_plan *plan) {
  if (!is_word(w, MR_WLG_DEFEAT, "auto")) {
    plan->defeat_level = read_number(w, MR_WLG_DEFEAT, 0, plan->level_sum);
  } else if (plan->border) {
    plan->defeat_level = plan->cap <= plan->level_sum ? plan->cap : 0;
  } else if (plan->rows > VAST_ROWS && !plan->arrival_count) {
    plan->defeat_level = plan->level_sum * CAP_PERCENT / 100;
  }
}

static unsigned read_percent(words *w, unsigned option, unsigned most) {
  const char *text = value_of(w, option);
  size_t length = strlen(text);
  uint64_t percent = 0;
  length -= length && text[length - 1] == '%';
  if (!mr_parse_uint(text, length, 9999, &percent)) {
    bad_value(w, option, MR_ERR_SYNTAX, "a percentage such as 20%");
  } else if (percent > most) {
    bad_value(w, option, MR_ERR_RANGE, most == 100 ? "0% to 100%" : "0% to 95%");
  }
  return w->status == MR_OK ? (unsigned)percent : 0;
}

static void read_land(words *w, mr_wlg_plan *plan) {
  static const char *const lays[] = {"patches", "doubled", NULL};
  enum { SHORTEST = 5, LINES = 32, MOUNTAINS = 16, RIVERS = 4, ROADS = 9 };
  plan->alike = read_percent(w, MR_WLG_ALIKE, 100);
  plan->doubled = read_word(w, MR_WLG_LAY, lays);
  plan->lines = read_number(w, MR_WLG_LINES, 0, LINES);
  plan->mountains = read_number(w, MR_WLG_MOUNTAINS, 0, MOUNTAINS);
  plan->rivers = read_number(w, MR_WLG_RIVERS, 0, RIVERS);
  plan->roads = read_number(w, MR_WLG_ROADS, 0, ROADS);
  if (plan->mountains && plan->towns < 2) {
    fail(w, MR_ERR_RANGE,
         "--mountains lie between two towns, and this map has %u; more --towns do (WL-40b)",
         plan->towns);
  }
  if (plan->roads && plan->towns == 0) {
    fail(w, MR_ERR_RANGE,
         "--roads lead by way of a town, and this map has none; more --towns do (WL-40b)");
  }
  if (2 * SHORTEST * (plan->lines + plan->mountains) > plan->scattered) {
    fail(w, MR_ERR_LIMIT,
         "%u line%s and %u range%s of mountains ask for more hills and forests than the %u squares "
         "that this map has; fewer of them, a larger --size or more --terrain make room",
         plan->lines, mr_text_plural(plan->lines), plan->mountains, mr_text_plural(plan->mountains),
         plan->scattered);
  }
}

static void read_arrivals(words *w, mr_wlg_plan *plan) {
  static const char expected[] =
      "none, or up to 8 turns from 2 to 9999 in ascending order, such as "
      "6,12,20";
  const char *text = value_of(w, MR_WLG_ARRIVALS);
  uint64_t before = 1, turn = 0;
  if (strcmp(text, "none") == 0) {
    return;
  }
  for (bool more = true; more && w->status == MR_OK;) {
    size_t length = strcspn(text, ",");
    bool good = plan->arrival_count < MR_WL_BLOCKS_MAX &&
                mr_parse_uint(text, length, 9999, &turn) && turn > before;
    if (!good) {
      bad_value(w, MR_WLG_ARRIVALS, MR_ERR_SYNTAX, expected);
      return;
    }
    before = plan->arrivals[plan->arrival_count++] = (unsigned)turn;
    more = text[length] == ',';
    text += length + more;
  }
  unsigned times = plan->arrival_count + 1, units = (plan->leaders + plan->others) * times;
  if (plan->leaders * times > MR_WL_LEADERS_MAX || units > MR_WL_UNITS_MAX) {
    fail(w, MR_ERR_LIMIT,
         "with --arrivals a side has %u leaders and %u units in all; %d and %d are possible",
         plan->leaders * times, units, MR_WL_LEADERS_MAX, MR_WL_UNITS_MAX);
  }
}

static void read_ends(words *w, mr_wlg_plan *plan) {
  enum { LOSSES_MOST = 95 };
  plan->homes = read_number(w, MR_WLG_HOMES, 0, 999);
  plan->last_turn = read_number(w, MR_WLG_TURNS, 0, 9999);
  plan->losses = read_percent(w, MR_WLG_LOSSES, LOSSES_MOST);
  if (plan->homes > plan->towns / 2) {
    fail(w, MR_ERR_RANGE,
         "--homes %u is more than the %u town%s of a half; more --towns or fewer --homes do",
         plan->homes, plan->towns / 2, mr_text_plural(plan->towns / 2));
  }
  unsigned last = plan->arrival_count ? plan->arrivals[plan->arrival_count - 1] : 0;
  if (plan->last_turn && last > plan->last_turn) {
    fail(w, MR_ERR_RANGE, "--arrivals of turn %u come after --turns %u, when the game is over",
         last, plan->last_turn);
  }
}

static void read_name(words *w, mr_wlg_plan *plan) {
  plan->name = value_of(w, MR_WLG_NAME);
  size_t length = strlen(plan->name);
  bool good = length > 0 && length <= MR_DEFINITION_NAME_MAX;
  for (size_t i = 0; good && i < length; i++) {
    char c = plan->name[i];
    good = mr_text_is_letter(c) || mr_text_is_digit(c) || c == '-' || c == '_';
  }
  if (!good) {
    bad_value(w, MR_WLG_NAME, MR_ERR_SYNTAX, "a name of up to 64 letters, digits, '-' and '_'");
  }
}

mr_status mr_wlg_plan_read(const char *const *values, mr_wlg_plan *out, mr_error *err) {
  static void (*const readers[])(words *, mr_wlg_plan *) = {
      read_size,     read_towns, read_style, read_army,   read_terrain, read_land,
      read_arrivals, read_cap,   read_win,   read_defeat, read_ends,    read_name};
  words w = {.err = err};
  mr_wlg_plan plan = {.columns = 0};
  memcpy(w.values, values, sizeof w.values);
  if (is_word(&w, MR_WLG_STYLE, "border") && w.values[MR_WLG_SIZE] == NULL) {
    w.values[MR_WLG_SIZE] = "24x16";
  }
  for (size_t i = 0; w.status == MR_OK && i < sizeof readers / sizeof *readers; i++) {
    readers[i](&w, &plan);
  }
  if (w.status == MR_OK) {
    *out = plan;
  }
  return w.status;
}
