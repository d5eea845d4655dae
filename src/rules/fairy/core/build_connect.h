/**
 * @file build_connect.h
 * Makes the tables of rows, squares, lines and paths (connect.h).
 */
#ifndef MARCHER_RULES_FAIRY_CORE_BUILD_CONNECT_H
#define MARCHER_RULES_FAIRY_CORE_BUILD_CONNECT_H

#include "rules/fairy/core/connect.h"
#include "rules/fairy/core/groups.h"

/** The ways of rows, and whether they are along ranks, files or diagonals. */
enum { CONNECT_WAYS = 4 };
static const struct {
  int8_t file, rank;
  uint8_t kind;
} connect_way[CONNECT_WAYS] = {
    {1, 0, MR_FY_ALONG_RANKS},
    {0, 1, MR_FY_ALONG_FILES},
    {1, 1, MR_FY_ALONG_DIAGONALS},
    {1, -1, MR_FY_ALONG_DIAGONALS},
};

/** The cell so many steps on; the number of cells: off the board. */
static inline unsigned cell_on(const mr_fy_rules *rules, unsigned cell, int files, int ranks) {
  int file = (int)(cell % rules->files) + files, rank = (int)(cell / rules->files) + ranks;
  bool there = file >= 0 && file < rules->files && rank >= 0 && rank < rules->ranks;
  return there ? (unsigned)(rank * rules->files + file) : rules->cells;
}

/** `count` cells from one on; none where the board ends before. */
static inline bb row_from(const mr_fy_rules *rules, unsigned cell, unsigned way, unsigned count) {
  bb cells = bb_none();
  for (unsigned i = 0; i < count; i++) {
    unsigned at =
        cell_on(rules, cell, connect_way[way].file * (int)i, connect_way[way].rank * (int)i);
    if (at == rules->cells) {
      return bb_none();
    }
    cells = bb_or(cells, bb_of(at));
  }
  return cells;
}

/** A square with its lowest corner on a cell; none where the board ends before. */
static inline bb square_from(const mr_fy_rules *rules, unsigned cell, unsigned size) {
  bb square = bb_none();
  for (unsigned i = 0; i < size; i++) {
    unsigned at = cell_on(rules, cell, 0, (int)i);
    bb side = at == rules->cells ? bb_none() : row_from(rules, at, 0, size);
    if (!bb_any(side)) {
      return bb_none();
    }
    square = bb_or(square, side);
  }
  return square;
}

/** All that begins on a cell and cannot be begun a step before. */
static inline bb line_from(const mr_fy_rules *rules, unsigned cell, unsigned way) {
  bb line = bb_none();
  if (cell_on(rules, cell, -connect_way[way].file, -connect_way[way].rank) < rules->cells) {
    return line;
  }
  for (unsigned at = cell; at < rules->cells;
       at = cell_on(rules, at, connect_way[way].file, connect_way[way].rank)) {
    line = bb_or(line, bb_of(at));
  }
  return line;
}

static inline void add_row(bb *rows, unsigned *count, bb cells) {
  if (bb_any(cells)) {
    rows[(*count)++] = cells;
  }
}

static inline void build_rows(const mr_fy_rules *rules, connects *c, bb *rows, bb *lines) {
  const mr_fy_connect *rule = &rules->connect;
  for (unsigned at = 0; at < rules->cells * CONNECT_WAYS; at++) {
    unsigned cell = at / CONNECT_WAYS, way = at % CONNECT_WAYS;
    if ((rule->ways & connect_way[way].kind) == 0) {
      continue;
    }
    if (rule->row > 0) {
      add_row(rows, &c->row_count, row_from(rules, cell, way, rule->row));
    }
    if (rule->line > 0) {
      add_row(lines, &c->line_count, line_from(rules, cell, way));
    }
  }
  for (unsigned cell = 0; rule->square > 0 && cell < rules->cells; cell++) {
    add_row(rows, &c->row_count, square_from(rules, cell, rule->square));
  }
}

static inline void build_paths(const mr_fy_rules *rules, bb *next) {
  for (unsigned at = 0; at < rules->cells * CONNECT_WAYS; at++) {
    unsigned cell = at / CONNECT_WAYS, way = at % CONNECT_WAYS;
    unsigned to = cell_on(rules, cell, connect_way[way].file, connect_way[way].rank);
    if (to < rules->cells && (rules->connect.ways & connect_way[way].kind) != 0) {
      next[cell] = bb_or(next[cell], bb_of(to));
      next[to] = bb_or(next[to], bb_of(cell));
    }
  }
}

static inline void build_connects(builder *b) {
  const mr_fy_rules *rules = &b->game->rules;
  const mr_fy_connect *rule = &rules->connect;
  size_t cells = rules->cells;
  connects *c = room_for(b, b->arena, 1, sizeof *c);
  bb *rows = room_for(b, b->arena, cells * (CONNECT_WAYS + 1), sizeof *rows);
  bb *lines = room_for(b, b->arena, cells * CONNECT_WAYS, sizeof *lines);
  bb *next = room_for(b, b->arena, cells, sizeof *next);
  if (b->failed) {
    return;
  }
  c->rows = rows;
  c->lines = lines;
  build_rows(rules, c, rows, lines);
  build_paths(rules, next);
  bool paths = false;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < 2; i++) {
      c->region[side][i] = bb_from(&rule->region[side][i]);
      paths = paths || bb_any(c->region[side][i]);
    }
    for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
      if (rule->kinds >> kind & 1) {
        c->codes[side][c->code_count[side]++] = (uint8_t)MR_FY_CODE(kind, side);
      }
    }
  }
  c->all = c->code_count[0] == rules->kind_count;
  c->next = paths ? next : NULL;
  b->t->connects = c;
}

#endif
