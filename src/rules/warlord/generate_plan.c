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
  BORDER_COLUMNS = 24,
  BORDER_ROWS = 16,
  BORDER_TOWNS = 4,
  BORDER_SCATTERED = 16 /* 8 hills and 8 forests: no odd number is symmetric */
};

const mr_generator_option mr_wlg_options[MR_WLG_OPTIONS] = {
    [MR_WLG_SIZE] = {"size", "WxH", "24x24", "files and ranks, 12x12 to 120x120"},
    [MR_WLG_TOWNS] = {"towns", "N", "auto",
                      "towns; an odd one stands in the middle, and has two squares where the board "
                      "has no middle square; auto: one for 96 squares, 2 to 16"},
    [MR_WLG_TERRAIN] = {"terrain", "PERCENT", "20%",
                        "squares that are hill, forest or town, 10% to 30%"},
    [MR_WLG_LEADERS] = {"leaders", "N", "auto",
                        "leaders of each side, 2 to 64; auto: four for every eight files"},
    [MR_WLG_LEVELS] = {"levels", "X", "1.75",
                       "what a side's leaders' levels are on average, 1 to 10"},
    [MR_WLG_UNITS] = {"units", "X", "3", "other units for each leader, 1 to 7"},
    [MR_WLG_STYLE] = {"style", "WORD", "auto",
                      "border: the terrain of Border War, on 24x16 with 4 towns; field: terrain "
                      "all over the board; auto: border where size and towns are its and terrain "
                      "is not given"},
    [MR_WLG_DEPLOYMENT] = {"deployment", "WORD", "fixed",
                           "fixed: the armies stand as drawn; hidden: the players set them up"},
    [MR_WLG_CAP] = {"cap", "N", "levels",
                    "activations of a turn, always the same; levels: 60% of the summed levels of "
                    "a side's leaders on the board"},
    [MR_WLG_MOST] = {"most", "N", "18", "most activations of a turn with cap levels"},
    [MR_WLG_WIN] = {"win", "N", "most",
                    "town squares that win when they are held, 0: none do; most: more than half"},
    [MR_WLG_NAME] = {"name", "NAME", "warlord-generated", "the name of the definition"},
};

/* ---- words ----------------------------------------------------------------------------------- */

static const char *value_of(const char *const *values, unsigned option) {
  return values[option] != NULL ? values[option] : mr_wlg_options[option].initial;
}

static mr_status bad_value(const char *const *values, unsigned option, mr_status status,
                           const char *expected, mr_error *err) {
  return mr_error_set(err, status, "--%s needs %s, not '%s'", mr_wlg_options[option].name, expected,
                      value_of(values, option));
}

static mr_status read_number(const char *const *values, unsigned option, unsigned least,
                             unsigned most, unsigned *out, mr_error *err) {
  const char *text = value_of(values, option);
  uint64_t number = 0;
  char expected[64];
  mr_str words;
  mr_str_fixed(&words, expected, sizeof expected);
  const char *word = mr_wlg_options[option].initial;
  bool digits = word[0] >= '0' && word[0] <= '9';
  mr_str_format(&words, "a number from %u to %u%s%s", least, most, digits ? "" : ", or ",
                digits ? "" : word);
  if (!mr_parse_uint(text, strlen(text), UINT32_MAX, &number)) {
    return bad_value(values, option, MR_ERR_SYNTAX, expected, err);
  }
  if (number < least || number > most) {
    return bad_value(values, option, MR_ERR_RANGE, expected, err);
  }
  *out = (unsigned)number;
  return MR_OK;
}

/* Hundredths: "1.75" is 175. */
static mr_status read_hundredths(const char *const *values, unsigned option, unsigned most,
                                 unsigned *out, mr_error *err) {
  const char *text = value_of(values, option), *dot = strchr(text, '.');
  size_t whole = dot != NULL ? (size_t)(dot - text) : strlen(text),
         digits = dot != NULL ? strlen(dot + 1) : 0;
  uint64_t units = 0, parts = 0;
  char expected[64];
  mr_str words;
  mr_str_fixed(&words, expected, sizeof expected);
  mr_str_format(&words, "a number from 1 to %u such as 1.75", most);
  bool good = mr_parse_uint(text, whole, 9999, &units) &&
              (dot == NULL || (digits <= 2 && mr_parse_uint(dot + 1, digits, 99, &parts)));
  if (!good) {
    return bad_value(values, option, MR_ERR_SYNTAX, expected, err);
  }
  uint64_t value = 100 * units + (digits == 1 ? 10 * parts : parts);
  if (value < 100 || value > 100 * (uint64_t)most) {
    return bad_value(values, option, MR_ERR_RANGE, expected, err);
  }
  *out = (unsigned)value;
  return MR_OK;
}

/* The index of a word in a list that ends with NULL. */
static mr_status read_word(const char *const *values, unsigned option, const char *const *words,
                           unsigned *out, mr_error *err) {
  const char *text = value_of(values, option);
  size_t count = 0;
  mr_str list;
  char expected[64];
  mr_str_fixed(&list, expected, sizeof expected);
  for (; words[count] != NULL; count++) {
    if (strcmp(words[count], text) == 0) {
      *out = (unsigned)count;
      return MR_OK;
    }
    mr_str_format(&list, "%s%s",
                  !count                     ? ""
                  : words[count + 1] != NULL ? ", "
                                             : " or ",
                  words[count]);
  }
  const char *nearest = mr_nearest(text, words, count);
  return nearest != NULL
             ? mr_error_set(err, MR_ERR_SYNTAX, "--%s needs %s, not '%s'; did you mean '%s'?",
                            mr_wlg_options[option].name, expected, text, nearest)
             : bad_value(values, option, MR_ERR_SYNTAX, expected, err);
}

static bool is_word(const char *const *values, unsigned option, const char *word) {
  return strcmp(value_of(values, option), word) == 0;
}

/* ---- the board ------------------------------------------------------------------------------- */

static mr_status read_size(const char *const *values, mr_wlg_plan *plan, mr_error *err) {
  static const char expected[] = "files and ranks, 12x12 to 120x120, such as 48x72";
  const char *text = value_of(values, MR_WLG_SIZE), *cross = strchr(text, 'x');
  uint64_t columns = 0, rows = 0;
  if (cross == NULL || !mr_parse_uint(text, (size_t)(cross - text), 999999, &columns) ||
      !mr_parse_uint(cross + 1, strlen(cross + 1), 999999, &rows)) {
    return bad_value(values, MR_WLG_SIZE, MR_ERR_SYNTAX, expected, err);
  }
  if (columns < EDGE_LEAST || columns > MR_WL_EDGE_MAX || rows < EDGE_LEAST ||
      rows > MR_WL_EDGE_MAX) {
    return bad_value(values, MR_WLG_SIZE, MR_ERR_RANGE, expected, err);
  }
  plan->columns = (unsigned)columns;
  plan->rows = (unsigned)rows;
  plan->cells = plan->columns * plan->rows;
  return MR_OK;
}

unsigned mr_wlg_margin(unsigned rows) {
  unsigned margin = rows > 36 ? rows / 6 : 6, most = (rows - 4) / 2;
  return margin < most ? margin : most;
}

static unsigned town_field(const mr_wlg_plan *plan) {
  return (plan->columns - 2 * MR_WLG_TOWN_FILES) * (plan->rows - 2 * mr_wlg_margin(plan->rows));
}

unsigned mr_wlg_apart(const mr_wlg_plan *plan) {
  unsigned apart = 2;
  while (plan->towns && 4 * (apart + 1) * (apart + 1) * plan->towns <= town_field(plan)) {
    apart++;
  }
  return apart;
}

static unsigned towns_by_size(const mr_wlg_plan *plan) {
  unsigned towns = plan->cells / SQUARES_OF_TOWN;
  return towns < 2 ? 2 : towns > TOWNS_MOST ? TOWNS_MOST : towns;
}

static mr_status read_towns(const char *const *values, mr_wlg_plan *plan, mr_error *err) {
  mr_status status = MR_OK;
  plan->towns = towns_by_size(plan);
  if (!is_word(values, MR_WLG_TOWNS, "auto")) {
    status = read_number(values, MR_WLG_TOWNS, 0, 999, &plan->towns, err);
  }
  unsigned most = town_field(plan) / FIELD_OF_TOWN;
  if (status == MR_OK && plan->towns > most) {
    return mr_error_set(err, MR_ERR_LIMIT,
                        "%u towns do not stand apart from each other on %ux%u; at most %u do",
                        plan->towns, plan->columns, plan->rows, most);
  }
  bool middle_square = plan->columns % 2 && plan->rows % 2;
  plan->town_squares = plan->towns + (plan->towns % 2 && !middle_square);
  return status;
}

/* Which maps are Border War's; what is not given is then as it has it. */
static mr_status read_style(const char *const *values, mr_wlg_plan *plan, mr_error *err) {
  static const char *const styles[] = {"auto", "field", "border", NULL};
  enum { AUTO, FIELD, BORDER };
  unsigned style = AUTO;
  mr_status status = read_word(values, MR_WLG_STYLE, styles, &style, err);
  if (status != MR_OK) {
    return status;
  }
  bool fits = plan->columns == BORDER_COLUMNS && plan->rows == BORDER_ROWS &&
              plan->towns == BORDER_TOWNS && values[MR_WLG_TERRAIN] == NULL;
  if (style == BORDER && !fits) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "--style border is 24x16 with 4 towns, 8 hills and 8 forests (WL-34): it "
                        "goes with no other --size, --towns or --terrain");
  }
  plan->border = style == BORDER || (style == AUTO && fits);
  return MR_OK;
}

unsigned mr_wlg_room(const mr_wlg_plan *plan) {
  unsigned room = 0;
  for (unsigned cell = 0; cell < plan->cells; cell++) {
    room += !mr_wlg_near_block(plan, cell, 1);
  }
  return room > plan->town_squares ? (room - plan->town_squares) * 4 / 5 : 0;
}

/* Squares of hills and forests: in pairs, and not outside of WL-40's 10% to 30%. */
static mr_status read_terrain(const char *const *values, mr_wlg_plan *plan, mr_error *err) {
  const char *text = value_of(values, MR_WLG_TERRAIN);
  size_t length = strlen(text);
  uint64_t percent = 0;
  if (length && text[length - 1] == '%') {
    length--;
  }
  if (!mr_parse_uint(text, length, 9999, &percent)) {
    return bad_value(values, MR_WLG_TERRAIN, MR_ERR_SYNTAX, "a percentage such as 20%", err);
  }
  if (percent < 10 || percent > 30) {
    return bad_value(values, MR_WLG_TERRAIN, MR_ERR_RANGE, "10% to 30% (WL-40)", err);
  }
  plan->percent = (unsigned)percent;
  unsigned all = (plan->percent * plan->cells + 50) / 100, towns = plan->town_squares;
  all -= (all - towns) % 2;
  all += all * 10 < plan->cells ? 2 : 0;
  all -= all * 10 > 3 * plan->cells ? 2 : 0;
  if (all < towns) {
    return mr_error_set(err, MR_ERR_LIMIT, "the towns alone are more than %u%% of the squares",
                        plan->percent);
  }
  plan->scattered = all - towns;
  unsigned room = mr_wlg_room(plan);
  if (plan->scattered > room) {
    return mr_error_set(err, MR_ERR_LIMIT,
                        "beside these armies at most %u%% of the squares can be terrain; a larger "
                        "--size or fewer --leaders make room",
                        (room + towns) * 100 / plan->cells);
  }
  return MR_OK;
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

static bool is_even_split(const mr_wlg_plan *plan, unsigned blocks) {
  return plan->leaders % blocks == 0 && plan->others % blocks == 0;
}

/* As few blocks as hold the army; deployed ones are all alike. */
static mr_status choose_blocks(mr_wlg_plan *plan, mr_error *err) {
  unsigned total = plan->leaders + plan->others, most = plan->columns / MR_WLG_BLOCK;
  unsigned least = (total + MR_WLG_BLOCK_UNITS - 1) / MR_WLG_BLOCK_UNITS;
  if (least > most) {
    return mr_error_set(err, MR_ERR_LIMIT,
                        "%u leaders with %u other units need %u blocks of 4x4 squares; on %u files "
                        "there is room for %u",
                        plan->leaders, plan->others, least, plan->columns, most);
  }
  plan->blocks = least;
  if (!plan->hidden) {
    return MR_OK;
  }
  most = most < MR_WL_ZONES_MAX ? most : MR_WL_ZONES_MAX;
  if (least > most) {
    return mr_error_set(err, MR_ERR_LIMIT,
                        "a hidden deployment has up to %d sections; %u leaders with %u other units "
                        "need %u",
                        MR_WL_ZONES_MAX, plan->leaders, plan->others, least);
  }
  while (plan->blocks <= most && !is_even_split(plan, plan->blocks)) {
    plan->blocks++;
  }
  if (plan->blocks > most) {
    return mr_error_set(err, MR_ERR_LIMIT,
                        "a hidden deployment has up to 9 sections alike: %u leaders and %u other "
                        "units are not to be shared out among %u to %u of them",
                        plan->leaders, plan->others, least, most);
  }
  return MR_OK;
}

/* From one edge to the other, as far apart as can be (WL-33). */
static void spread_blocks(mr_wlg_plan *plan) {
  unsigned free_files = plan->columns - MR_WLG_BLOCK, gaps = plan->blocks - 1;
  plan->left[0] = gaps ? 0 : free_files / 2;
  for (unsigned i = 1; i < plan->blocks; i++) {
    plan->left[i] = (2 * i * free_files + gaps) / (2 * gaps);
  }
}

static mr_status read_army(const char *const *values, mr_wlg_plan *plan, mr_error *err) {
  static const char *const deployments[] = {"fixed", "hidden", NULL};
  unsigned levels = 0, units = 0, hidden = 0;
  plan->leaders = 4 * (plan->columns / 8);
  mr_status status = MR_OK;
  if (!is_word(values, MR_WLG_LEADERS, "auto")) {
    status =
        read_number(values, MR_WLG_LEADERS, LEADERS_LEAST, MR_WL_LEADERS_MAX, &plan->leaders, err);
  }
  if (status == MR_OK) {
    status = read_hundredths(values, MR_WLG_LEVELS, MR_WL_LEVEL_MAX, &levels, err);
  }
  if (status == MR_OK) {
    status = read_hundredths(values, MR_WLG_UNITS, 7, &units, err);
  }
  if (status == MR_OK) {
    status = read_word(values, MR_WLG_DEPLOYMENT, deployments, &hidden, err);
  }
  if (status != MR_OK) {
    return status;
  }
  plan->level_sum = (plan->leaders * levels + 50) / 100;
  plan->others = (plan->leaders * units + 50) / 100;
  plan->hidden = hidden;
  if (plan->others < OTHERS_LEAST) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "an army needs %d units besides its leaders; %u leaders with --units %s "
                        "have %u",
                        OTHERS_LEAST, plan->leaders, value_of(values, MR_WLG_UNITS), plan->others);
  }
  choose_kinds(plan);
  status = choose_blocks(plan, err);
  if (status == MR_OK) {
    spread_blocks(plan);
  }
  return status;
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

static bool near_whites(const mr_wlg_plan *plan, unsigned cell, unsigned distance) {
  unsigned file = cell % plan->columns, row = cell / plan->columns;
  if (row + MR_WLG_BLOCK + distance < plan->rows) {
    return false;
  }
  for (unsigned i = 0; i < plan->blocks; i++) {
    if (file + distance >= plan->left[i] && file < plan->left[i] + MR_WLG_BLOCK + distance) {
      return true;
    }
  }
  return false;
}

bool mr_wlg_near_block(const mr_wlg_plan *plan, unsigned cell, unsigned distance) {
  return near_whites(plan, cell, distance) || near_whites(plan, plan->cells - 1 - cell, distance);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static mr_status read_rules(const char *const *values, mr_wlg_plan *plan, mr_error *err) {
  unsigned most = 0, share = plan->level_sum * CAP_PERCENT / 100;
  bool plain_border = plan->border && values[MR_WLG_CAP] == NULL;
  plan->cap_by_levels = is_word(values, MR_WLG_CAP, "levels") && !plain_border;
  bool fixed = !is_word(values, MR_WLG_CAP, "levels");
  if (fixed && values[MR_WLG_MOST] != NULL) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "--most is for --cap levels; with --cap %s turns have no other cap",
                        value_of(values, MR_WLG_CAP));
  }
  mr_status status = read_number(values, MR_WLG_MOST, 1, MR_WL_CAP_MAX, &most, err);
  plan->cap = share < 1 ? 1 : share < most ? share : most;
  if (status == MR_OK && fixed) {
    status = read_number(values, MR_WLG_CAP, 1, MR_WL_CAP_MAX, &plan->cap, err);
  }
  plan->towns_to_win = plan->town_squares ? plan->town_squares / 2 + 1 : 0;
  if (status == MR_OK && !is_word(values, MR_WLG_WIN, "most")) {
    status = read_number(values, MR_WLG_WIN, 0, plan->town_squares, &plan->towns_to_win, err);
  }
  return status;
}

static mr_status read_name(const char *const *values, mr_wlg_plan *plan, mr_error *err) {
  static const char expected[] = "a name of up to 64 letters, digits, '-' and '_'";
  plan->name = value_of(values, MR_WLG_NAME);
  size_t length = strlen(plan->name);
  bool good = length > 0 && length <= MR_DEFINITION_NAME_MAX;
  for (size_t i = 0; good && i < length; i++) {
    char c = plan->name[i];
    good = mr_text_is_letter(c) || mr_text_is_digit(c) || c == '-' || c == '_';
  }
  return good ? MR_OK : bad_value(values, MR_WLG_NAME, MR_ERR_SYNTAX, expected, err);
}

mr_status mr_wlg_plan_read(const char *const *values, mr_wlg_plan *out, mr_error *err) {
  const char *given[MR_WLG_OPTIONS];
  mr_wlg_plan plan = {.columns = 0};
  for (unsigned i = 0; i < MR_WLG_OPTIONS; i++) {
    given[i] = values[i];
  }
  if (is_word(given, MR_WLG_STYLE, "border") && given[MR_WLG_SIZE] == NULL) {
    given[MR_WLG_SIZE] = "24x16";
  }
  mr_status status = read_size(given, &plan, err);
  if (status == MR_OK) {
    status = read_towns(given, &plan, err);
  }
  if (status == MR_OK) {
    status = read_style(given, &plan, err);
  }
  if (status == MR_OK) {
    status = read_army(given, &plan, err);
  }
  if (status == MR_OK && !plan.border) {
    status = read_terrain(given, &plan, err);
  }
  if (status == MR_OK) {
    status = read_rules(given, &plan, err);
  }
  if (status == MR_OK) {
    status = read_name(values, &plan, err);
  }
  if (status != MR_OK) {
    return status;
  }
  if (plan.border) {
    plan.scattered = BORDER_SCATTERED;
  }
  *out = plan;
  return MR_OK;
}
