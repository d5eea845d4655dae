#include "borderline_slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

/* Up, left, right, down: the order of the duels (BD-9). */
static const char direction_letter[] = "ulrd";
static const int row_step[] = {-1, 0, 0, 1};
static const int column_step[] = {0, -1, 1, 0};

static int seat(char player) {
  return player == 'R' ? 0 : 1;
}

static char opponent(char player) {
  return player == 'R' ? 'B' : 'R';
}

mr_slow_rules mr_slow_standard(void) {
  return (mr_slow_rules){.columns = 6, .rows = 8, .pieces = 15, .ply_cap = 200, .strict = false};
}

/* ---- forms ----------------------------------------------------------------------------------- */

static bool is_valid(int pattern) {
  return (pattern & 0700) != 0 && (pattern & 0070) != 0 && (pattern & 0007) != 0 &&
         (pattern & 0020) != 0;
}

static int turn(int pattern) {
  int turned = 0;
  for (int y = 0; y < 3; y++) {
    for (int x = 0; x < 3; x++) {
      int from = (pattern >> (8 - (3 * y + x))) & 1;
      turned |= from << (8 - (3 * x + (2 - y)));
    }
  }
  return turned;
}

static int mirror(int pattern) {
  int image = 0;
  for (int y = 0; y < 3; y++) {
    for (int x = 0; x < 3; x++) {
      int from = (pattern >> (8 - (3 * y + x))) & 1;
      image |= from << (8 - (3 * y + (2 - x)));
    }
  }
  return image;
}

static int insert_form(int pattern, int forms[8], int count) {
  int at = 0;
  while (at < count && forms[at] < pattern) {
    at++;
  }
  if (at < count && forms[at] == pattern) {
    return count;
  }
  memmove(forms + at + 1, forms + at, (size_t)(count - at) * sizeof *forms);
  forms[at] = pattern;
  return count + 1;
}

int mr_slow_forms(const mr_slow_rules *rules, int pattern, int out[8]) {
  int count = insert_form(pattern, out, 0);
  for (int side = 0; side < rules->rotation; side++) {
    for (int quarter = 0; quarter < 4; quarter++) {
      pattern = turn(pattern);
      count = insert_form(pattern, out, count);
    }
    pattern = mirror(pattern);
  }
  return count;
}

/* The lowest valid form; a piece that was never dealt stays as it is. */
static int hand_form(const mr_slow_rules *rules, int pattern) {
  int forms[8];
  int count = mr_slow_forms(rules, pattern, forms);
  for (int i = 0; i < count; i++) {
    if (is_valid(forms[i])) {
      return forms[i];
    }
  }
  return pattern;
}

/* ---- hands ----------------------------------------------------------------------------------- */

void mr_slow_hold(const mr_slow_rules *rules, mr_slow_state *state, char player, int pattern) {
  pattern = hand_form(rules, pattern);
  int *hand = state->hand[seat(player)];
  int at = state->held[seat(player)]++;
  assert_true(at < MR_SLOW_HAND);
  for (; at > 0 && hand[at - 1] > pattern; at--) {
    hand[at] = hand[at - 1];
  }
  hand[at] = pattern;
}

static void put_down(const mr_slow_rules *rules, mr_slow_state *state, char player, int pattern) {
  pattern = hand_form(rules, pattern);
  int *hand = state->hand[seat(player)];
  int at = 0;
  while (at < state->held[seat(player)] && hand[at] != pattern) {
    at++;
  }
  assert_true(at < state->held[seat(player)]);
  state->held[seat(player)]--;
  for (; at < state->held[seat(player)]; at++) {
    hand[at] = hand[at + 1];
  }
}

/* ---- texts ----------------------------------------------------------------------------------- */

int mr_slow_pattern(const char *digits) {
  int pattern = 0;
  for (int i = 0; i < 3; i++) {
    if (digits[i] < '0' || digits[i] > '7') {
      return -1;
    }
    pattern = pattern * 8 + (digits[i] - '0');
  }
  return (pattern & 0020) != 0 ? pattern : -1;
}

static int read_pattern(const char **text) {
  int pattern = mr_slow_pattern(*text);
  if (pattern < 0) {
    fail_msg("no pattern at \"%.20s\"", *text);
  }
  *text += 3;
  return pattern;
}

static int read_number(const char **text) {
  char *rest = NULL;
  long number = strtol(*text, &rest, 10);
  if (rest == *text || number < 0 || number > 1000000) {
    fail_msg("no number at \"%.20s\"", *text);
  }
  *text = rest;
  return (int)number;
}

static void expect(const char **text, char wanted) {
  if (**text != wanted) {
    fail_msg("'%c' was expected at \"%.20s\"", wanted, *text);
  }
  ++*text;
}

static void read_row(const mr_slow_rules *rules, const char **text, mr_slow_state *out, int row) {
  int column = 0;
  while (**text != '/' && **text != ' ') {
    if (**text == 'R' || **text == 'B') {
      assert_true(column < rules->columns);
      out->owner[row][column] = *(*text)++;
      out->pattern[row][column++] = read_pattern(text);
    } else {
      column += read_number(text);
    }
  }
  assert_int_equal(column, rules->columns);
}

static void read_hand(const mr_slow_rules *rules, const char **text, mr_slow_state *out,
                      char player) {
  if (**text == '-') {
    ++*text;
    return;
  }
  mr_slow_hold(rules, out, player, read_pattern(text));
  while (**text == ',') {
    ++*text;
    mr_slow_hold(rules, out, player, read_pattern(text));
  }
}

static void read_stage(const char *text, mr_slow_state *out) {
  if (strcmp(text, "deal") == 0) {
    out->stage = MR_SLOW_DEAL;
  } else if (strcmp(text, "draw") == 0) {
    out->stage = MR_SLOW_DRAW;
  } else {
    out->stage = MR_SLOW_DUEL;
    out->column = *text++ - 'a';
    out->row = read_number(&text);
    expect(&text, ':');
    assert_true(strlen(text) < sizeof out->duels);
    memcpy(out->duels, text, strlen(text) + 1);
  }
}

void mr_slow_parse(const mr_slow_rules *rules, const char *text, mr_slow_state *out) {
  memset(out, 0, sizeof *out);
  for (int row = 0; row < rules->rows; row++) {
    if (row > 0) {
      expect(&text, '/');
    }
    read_row(rules, &text, out, row);
  }
  expect(&text, ' ');
  out->mover = *text++;
  assert_true(out->mover == 'R' || out->mover == 'B');
  expect(&text, ' ');
  read_hand(rules, &text, out, 'R');
  expect(&text, ' ');
  read_hand(rules, &text, out, 'B');
  expect(&text, ' ');
  out->passes = read_number(&text);
  expect(&text, ' ');
  out->plies = read_number(&text);
  if (*text == ' ') {
    read_stage(text + 1, out);
  } else {
    assert_int_equal(*text, '\0');
  }
}

static char *write_row(const mr_slow_rules *rules, const mr_slow_state *state, int row, char *out) {
  int empty = 0;
  for (int column = 0; column <= rules->columns; column++) {
    bool filled = column < rules->columns && state->owner[row][column] != 0;
    if (empty > 0 && (filled || column == rules->columns)) {
      out += sprintf(out, "%d", empty);
      empty = 0;
    }
    if (filled) {
      out +=
          sprintf(out, "%c%03o", state->owner[row][column], (unsigned)state->pattern[row][column]);
    } else {
      empty++;
    }
  }
  return out;
}

static char *write_hand(const mr_slow_state *state, int who, char *out) {
  if (state->held[who] == 0) {
    return out + sprintf(out, " -");
  }
  for (int i = 0; i < state->held[who]; i++) {
    out += sprintf(out, "%c%03o", i == 0 ? ' ' : ',', (unsigned)state->hand[who][i]);
  }
  return out;
}

void mr_slow_format(const mr_slow_rules *rules, const mr_slow_state *state, char *out) {
  for (int row = 0; row < rules->rows; row++) {
    out = write_row(rules, state, row, out);
    *out++ = row + 1 < rules->rows ? '/' : ' ';
  }
  *out++ = state->mover;
  out = write_hand(state, 0, out);
  out = write_hand(state, 1, out);
  out += sprintf(out, " %d %d", state->passes, state->plies);
  if (state->stage == MR_SLOW_DUEL) {
    sprintf(out, " %c%d:%s", 'a' + state->column, state->row, state->duels);
  } else if (state->stage != MR_SLOW_TURN) {
    sprintf(out, " %s", state->stage == MR_SLOW_DEAL ? "deal" : "draw");
  }
}

/* ---- PIPs ------------------------------------------------------------------------------------ */

/* Whose PIP is at (y, x) of the 3 * rows by 3 * columns grid: a player's letter, or 0. */
static char pip_at(const mr_slow_rules *rules, const mr_slow_state *state, int y, int x) {
  if (y < 0 || x < 0 || y >= 3 * rules->rows || x >= 3 * rules->columns) {
    return 0;
  }
  int place = 8 - (3 * (y % 3) + x % 3);
  bool filled = ((state->pattern[y / 3][x / 3] >> place) & 1) != 0;
  return filled ? state->owner[y / 3][x / 3] : 0;
}

/*
 * Whether the piece on a square touches a piece of `owner` in one direction (BD-7): of the three
 * pairs of PIPs that face each other across the shared edge, one is filled on both sides.
 */
static bool touches(const mr_slow_rules *rules, const mr_slow_state *state, int row, int column,
                    int direction, char owner) {
  int dy = row_step[direction];
  int dx = column_step[direction];
  for (int k = 0; k < 3; k++) {
    int y = 3 * row + (dy == 0 ? k : 1 + dy);
    int x = 3 * column + (dx == 0 ? k : 1 + dx);
    if (pip_at(rules, state, y, x) != 0 && pip_at(rules, state, y + dy, x + dx) == owner) {
      return true;
    }
  }
  return false;
}

typedef struct water {
  bool seen[3 * MR_SLOW_SIDE][3 * MR_SLOW_SIDE];
  int stack[9 * MR_SLOW_SIDE * MR_SLOW_SIDE][2];
  int count;
} water;

static void reach(const mr_slow_rules *rules, const mr_slow_state *state, char owner, int y, int x,
                  water *flood) {
  if (pip_at(rules, state, y, x) == owner && !flood->seen[y][x]) {
    flood->seen[y][x] = true;
    flood->stack[flood->count][0] = y;
    flood->stack[flood->count][1] = x;
    flood->count++;
  }
}

bool mr_slow_connected(const mr_slow_rules *rules, const mr_slow_state *state, char owner) {
  water flood;
  memset(flood.seen, 0, sizeof flood.seen);
  flood.count = 0;
  for (int y = 0; y < 3; y++) {
    for (int x = 0; x < 3 * rules->columns; x++) {
      reach(rules, state, owner, y, x, &flood);
    }
  }
  while (flood.count > 0) {
    flood.count--;
    int y = flood.stack[flood.count][0];
    int x = flood.stack[flood.count][1];
    if (y >= 3 * (rules->rows - 1)) {
      return true;
    }
    for (int direction = 0; direction < 4; direction++) {
      reach(rules, state, owner, y + row_step[direction], x + column_step[direction], &flood);
    }
    for (int i = 0; i < 9 && !rules->strict; i++) {
      reach(rules, state, owner, y - y % 3 + i / 3, x - x % 3 + i % 3, &flood);
    }
  }
  return false;
}

/* ---- the end --------------------------------------------------------------------------------- */

/*
 * The end is scored after a ply, never before the first. The last ply was a placement exactly when
 * it set the passes in a row to 0.
 */
mr_slow_verdict mr_slow_judge(const mr_slow_rules *rules, const mr_slow_state *state) {
  if (state->stage != MR_SLOW_TURN || state->plies == 0) {
    return (mr_slow_verdict){.over = false};
  }
  char placed = opponent(state->mover);
  if (state->passes == 0 && mr_slow_connected(rules, state, placed)) {
    return (mr_slow_verdict){.over = true, .winner = placed, .how = "BD-12"};
  }
  if (state->held[0] == 0 && state->held[1] == 0) {
    return (mr_slow_verdict){.over = true, .how = "BD-14 hands"};
  }
  if (state->passes >= 2) {
    return (mr_slow_verdict){.over = true, .how = "BD-14 passes"};
  }
  if (state->plies >= rules->ply_cap) {
    return (mr_slow_verdict){.over = true, .how = "BD-14 plies"};
  }
  return (mr_slow_verdict){.over = false};
}

/* ---- turns ----------------------------------------------------------------------------------- */

static int home_row(const mr_slow_rules *rules, char player) {
  return player == 'R' ? 0 : rules->rows - 1;
}

static bool owns_home(const mr_slow_rules *rules, const mr_slow_state *state, char player) {
  for (int column = 0; column < rules->columns; column++) {
    if (state->owner[home_row(rules, player)][column] == player) {
      return true;
    }
  }
  return false;
}

static void put(mr_slow_state *state, int row, int column, char player, int pattern) {
  state->owner[row][column] = player;
  state->pattern[row][column] = pattern;
}

/* BD-5 to BD-7 for one pattern on one square; the state is as before afterwards. */
static bool may_place(const mr_slow_rules *rules, mr_slow_state *state, int pattern, int row,
                      int column) {
  if (state->owner[row][column] != 0) {
    return false;
  }
  if (!owns_home(rules, state, state->mover)) {
    return row == home_row(rules, state->mover);
  }
  bool touching = false;
  put(state, row, column, state->mover, pattern);
  for (int direction = 0; direction < 4; direction++) {
    touching = touching || touches(rules, state, row, column, direction, state->mover);
  }
  put(state, row, column, 0, 0);
  return touching;
}

/* Every square for one pattern; appends to `out`. */
static size_t list_placements(const mr_slow_rules *rules, mr_slow_state *state, int pattern,
                              char (*out)[MR_SLOW_TEXT], size_t count) {
  for (int row = 0; row < rules->rows; row++) {
    for (int column = 0; column < rules->columns; column++) {
      if (may_place(rules, state, pattern, row, column)) {
        assert_true(count < MR_SLOW_ACTIONS);
        snprintf(out[count++], MR_SLOW_TEXT, "%03o@%c%d", (unsigned)pattern, 'a' + column, row);
      }
    }
  }
  return count;
}

size_t mr_slow_actions(const mr_slow_rules *rules, mr_slow_state *state,
                       char (*out)[MR_SLOW_TEXT]) {
  const int *hand = state->hand[seat(state->mover)];
  size_t count = 0;
  for (int i = 0; i < state->held[seat(state->mover)]; i++) {
    if (i > 0 && hand[i] == hand[i - 1]) {
      continue;
    }
    int forms[8];
    int form_count = mr_slow_forms(rules, hand[i], forms);
    for (int k = 0; k < form_count; k++) {
      count = list_placements(rules, state, forms[k], out, count);
    }
  }
  if (count == 0) {
    snprintf(out[count++], MR_SLOW_TEXT, "--");
  }
  return count;
}

static void end_ply(mr_slow_state *state) {
  state->stage = MR_SLOW_TURN;
  state->duels[0] = '\0';
  state->mover = opponent(state->mover);
  state->plies++;
}

void mr_slow_play(const mr_slow_rules *rules, mr_slow_state *state, const char *action) {
  assert_int_equal(state->stage, MR_SLOW_TURN);
  if (strcmp(action, "--") == 0) {
    state->passes++;
    end_ply(state);
    return;
  }
  int pattern = read_pattern(&action);
  expect(&action, '@');
  state->column = *action++ - 'a';
  state->row = read_number(&action);
  put_down(rules, state, state->mover, pattern);
  put(state, state->row, state->column, state->mover, pattern);
  state->passes = 0;
  size_t duels = 0;
  for (int direction = 0; direction < 4; direction++) {
    if (touches(rules, state, state->row, state->column, direction, opponent(state->mover))) {
      state->duels[duels++] = direction_letter[direction];
    }
  }
  state->duels[duels] = '\0';
  state->stage = MR_SLOW_DUEL;
  if (duels == 0) {
    end_ply(state);
  }
}

/* The piece on a square goes back to the hand of its owner (BD-11). */
static void fall(const mr_slow_rules *rules, mr_slow_state *state, int row, int column) {
  assert_true(state->owner[row][column] != 0);
  mr_slow_hold(rules, state, state->owner[row][column], state->pattern[row][column]);
  put(state, row, column, 0, 0);
}

void mr_slow_duel(const mr_slow_rules *rules, mr_slow_state *state, bool attacker_wins) {
  assert_int_equal(state->stage, MR_SLOW_DUEL);
  if (!attacker_wins) {
    fall(rules, state, state->row, state->column);
    end_ply(state);
    return;
  }
  size_t direction = (size_t)(strchr(direction_letter, state->duels[0]) - direction_letter);
  fall(rules, state, state->row + row_step[direction], state->column + column_step[direction]);
  memmove(state->duels, state->duels + 1, strlen(state->duels));
  if (state->duels[0] == '\0') {
    end_ply(state);
  }
}

void mr_slow_deal(const mr_slow_rules *rules, mr_slow_state *state, int pattern, bool lots) {
  assert_int_equal(state->stage, MR_SLOW_DEAL);
  mr_slow_hold(rules, state, state->held[0] < rules->pieces ? 'R' : 'B', pattern);
  if (state->held[0] == rules->pieces && state->held[1] == rules->pieces) {
    state->stage = lots ? MR_SLOW_DRAW : MR_SLOW_TURN;
  }
}
