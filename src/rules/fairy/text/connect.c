/*
 * How near a side is to what ends the game by where its men stand beside each other: by the rules
 * alone, for texts and pages. What plays knows it by tables (core/connect.h).
 */
#include "rules/fairy/text/texts.h"

/** One way of rows and lines, as steps. */
typedef struct way {
  int file, rank;
  unsigned kind;
} way;

enum { WAYS = 4 };
static const way ways[WAYS] = {{1, 0, MR_FY_ALONG_RANKS},
                               {0, 1, MR_FY_ALONG_FILES},
                               {1, 1, MR_FY_ALONG_DIAGONALS},
                               {1, -1, MR_FY_ALONG_DIAGONALS}};

typedef struct survey {
  const mr_fy_rules *rules;
  const uint8_t *board;
  unsigned side;
  mr_fy_near *best;
} survey;

/** The cell so many steps on; the number of cells: off the board. */
static unsigned cell_on(const mr_fy_rules *rules, unsigned cell, int files, int ranks) {
  int file = (int)(cell % rules->files) + files, rank = (int)(cell / rules->files) + ranks;
  bool there = file >= 0 && file < rules->files && rank >= 0 && rank < rules->ranks;
  return there ? (unsigned)(rank * rules->files + file) : rules->cells;
}

static bool counts(const survey *s, unsigned cell) {
  return mr_fy_is_one_of(s->board[cell], s->side, s->rules->connect.kinds);
}

static void offer(survey *s, const mr_fy_near *found) {
  if (!s->best->some || found->left < s->best->left) {
    *s->best = *found;
    s->best->some = true;
  }
}

/** Counts a cell of a row; false where somebody else is in the way, or the board ends. */
static bool add_cell(const survey *s, unsigned cell, mr_fy_near *found) {
  if (cell == s->rules->cells || (s->board[cell] != 0 && !counts(s, cell))) {
    return false;
  }
  found->left += s->board[cell] == 0;
  found->of++;
  mr_fy_set_add(&found->cells, cell);
  return true;
}

static void look_at_row(survey *s, unsigned cell, const way *w) {
  mr_fy_near found = {.shape = "in a row"};
  for (int i = 0; i < s->rules->connect.row; i++) {
    if (!add_cell(s, cell_on(s->rules, cell, w->file * i, w->rank * i), &found)) {
      return;
    }
  }
  offer(s, &found);
}

static void look_at_square(survey *s, unsigned cell) {
  int size = s->rules->connect.square;
  mr_fy_near found = {.shape = "in a square"};
  for (int i = 0; i < size * size; i++) {
    if (!add_cell(s, cell_on(s->rules, cell, i % size, i / size), &found)) {
      return;
    }
  }
  offer(s, &found);
}

/** A line that begins on a cell, whatever is between the men. */
static void look_at_line(survey *s, unsigned cell, const way *w) {
  mr_fy_near found = {.of = s->rules->connect.line, .shape = "on one line"};
  unsigned men = 0, room = 0;
  if (cell_on(s->rules, cell, -w->file, -w->rank) < s->rules->cells) {
    return;
  }
  for (unsigned at = cell; at < s->rules->cells; at = cell_on(s->rules, at, w->file, w->rank)) {
    men += counts(s, at);
    room += s->board[at] != MR_FY_WALL;
    if (counts(s, at)) {
      mr_fy_set_add(&found.cells, at);
    }
  }
  found.left = men < found.of ? found.of - men : 0;
  if (room >= found.of) {
    offer(s, &found);
  }
}

/** For each cell how many men a path to it lacks, and the cell before it there. */
typedef struct trails {
  unsigned missing[MR_FY_CELLS_MAX], before[MR_FY_CELLS_MAX];
} trails;

static bool is_open(const survey *s, unsigned cell) {
  return s->board[cell] == 0 || counts(s, cell);
}

/** Goes on from a cell in all ways. @return whether that is better than what was known */
static bool go_on(const survey *s, trails *t, unsigned from) {
  bool better = false;
  for (unsigned i = 0; i < 2 * WAYS && t->missing[from] != UINT32_MAX; i++) {
    const way *w = &ways[i / 2];
    int by = i % 2 == 0 ? 1 : -1;
    unsigned to = cell_on(s->rules, from, by * w->file, by * w->rank);
    if ((s->rules->connect.ways & w->kind) == 0 || to == s->rules->cells || !is_open(s, to)) {
      continue;
    }
    unsigned there = t->missing[from] + (s->board[to] == 0);
    if (there < t->missing[to]) {
      t->missing[to] = there;
      t->before[to] = from;
      better = true;
    }
  }
  return better;
}

/** The path that lacks fewest men. */
static void look_at_paths(survey *s) {
  const mr_fy_rules *rules = s->rules;
  const mr_fy_set *region = rules->connect.region[s->side];
  unsigned end = rules->cells;
  trails t;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    bool begins = is_open(s, cell) && mr_fy_set_has(&region[0], cell);
    t.missing[cell] = begins ? s->board[cell] == 0 : UINT32_MAX;
    t.before[cell] = cell;
  }
  for (bool better = true; better;) {
    better = false;
    for (unsigned from = 0; from < rules->cells; from++) {
      better = go_on(s, &t, from) || better;
    }
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    bool there = mr_fy_set_has(&region[1], cell) && t.missing[cell] != UINT32_MAX;
    end = there && (end == rules->cells || t.missing[cell] < t.missing[end]) ? cell : end;
  }
  if (end == rules->cells) {
    return;
  }
  mr_fy_near found = {.left = t.missing[end], .of = 1, .shape = "on a path"};
  mr_fy_set_add(&found.cells, end);
  for (; t.before[end] != end; found.of++) {
    end = t.before[end];
    mr_fy_set_add(&found.cells, end);
  }
  offer(s, &found);
}

void mr_fy_find_near(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                     mr_fy_near *out) {
  const mr_fy_connect *connect = &rules->connect;
  survey s = {rules, board, side, out};
  *out = (mr_fy_near){.some = false};
  for (unsigned at = 0; at < rules->cells * WAYS; at++) {
    const way *w = &ways[at % WAYS];
    if ((connect->ways & w->kind) != 0 && connect->row > 0) {
      look_at_row(&s, at / WAYS, w);
    }
    if ((connect->ways & w->kind) != 0 && connect->line > 0) {
      look_at_line(&s, at / WAYS, w);
    }
  }
  for (unsigned cell = 0; connect->square > 0 && cell < rules->cells; cell++) {
    look_at_square(&s, cell);
  }
  if (!mr_fy_set_empty(&connect->region[side][0])) {
    look_at_paths(&s);
  }
}
