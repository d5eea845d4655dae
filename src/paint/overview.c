#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

/*
 * A large board on one screen: every character stands for a block of cells.
 */

enum {
  NAME_EVERY = 5,   /* blocks */
  ASIDE_LINES = 6,  /* names, signs and legend */
  RARE_SHARE = 50,  /* of one in so many cells: a terrain that is shown wherever it is */
  TERRAINS_MAX = 64 /* more are counted as the plain square */
};

typedef struct overview {
  mr_paint_frame *frame;
  const mr_view *view;
  unsigned wide; /* columns and rows of a block */
  unsigned high;
  unsigned columns; /* blocks */
  unsigned rows;
  size_t total[TERRAINS_MAX]; /* cells of each terrain on the board */
  uint64_t met;               /* terrains that are shown */
  uint32_t owners;            /* players that are shown */
  bool both;                  /* a block of several players is shown */
} overview;

/* What a character stands for. */
typedef struct block {
  bool nothing; /* no squares */
  bool several; /* pieces of several players */
  mr_player owner;
  size_t terrain;
} block;

static unsigned blocks_of(unsigned cells, unsigned size) {
  return (cells + size - 1) / size;
}

static void choose_scale(overview *o, const mr_paint_style *style) {
  const mr_view *view = o->view;
  size_t margin = o->frame->row_names + 3;
  unsigned width = o->frame->width > margin ? (unsigned)(o->frame->width - margin) : 1;
  o->wide = blocks_of(view->columns, width);
  o->high = o->wide > 1 ? 2 * o->wide : 1;
  if (style->height > 0) {
    unsigned height = style->height > 2 * ASIDE_LINES ? style->height - ASIDE_LINES : ASIDE_LINES;
    unsigned high = blocks_of(view->rows, height);
    o->high = high > o->high ? high : o->high;
  }
  /* Characters are about twice as high as they are wide. */
  o->wide = o->wide < (o->high + 1) / 2 ? (o->high + 1) / 2 : o->wide;
  o->columns = blocks_of(view->columns, o->wide);
  o->rows = blocks_of(view->rows, o->high);
}

static size_t terrain_of(const overview *o, const mr_view_cell *cell) {
  size_t terrain = mr_paint_terrain(o->view, cell);
  return terrain < TERRAINS_MAX ? terrain : 0;
}

/* The rarest of the rare terrains of a block, else what most of it is. */
static size_t ground_of(const overview *o, const unsigned *counts) {
  size_t all = mr_paint_cells(o->view);
  size_t best = 0, rare = 0;
  for (size_t i = 0; i < TERRAINS_MAX; i++) {
    if (counts[i] > counts[best]) {
      best = i;
    }
    bool is_rare = i > 0 && counts[i] > 0 && o->total[i] * RARE_SHARE <= all;
    if (is_rare && (rare == 0 || o->total[i] < o->total[rare])) {
      rare = i;
    }
  }
  return rare > 0 ? rare : best;
}

static block block_at(const overview *o, unsigned column, unsigned row) {
  block it = {.nothing = true, .owner = MR_NOBODY};
  unsigned counts[TERRAINS_MAX] = {0};
  for (unsigned i = 0; i < o->wide * o->high; i++) {
    unsigned x = column * o->wide + i % o->wide, y = row * o->high + i / o->wide;
    if (x >= o->view->columns || y >= o->view->rows) {
      continue;
    }
    const mr_view_cell *cell = mr_paint_cell(o->view, x, y);
    const mr_view_piece *piece = mr_paint_piece(o->view, cell);
    if (mr_paint_is_void(cell)) {
      continue;
    }
    it.nothing = false;
    counts[terrain_of(o, cell)]++;
    if (piece != NULL) {
      it.several = it.several || (it.owner.id != MR_NOBODY_ID && it.owner.id != piece->owner.id);
      it.owner = piece->owner;
    }
  }
  it.terrain = ground_of(o, counts);
  return it;
}

static void put_block(overview *o, block it) {
  mr_paint_frame *frame = o->frame;
  mr_view_cell ground = {.terrain = (uint16_t)it.terrain};
  char text[MR_PAINT_INITIAL_MAX] = {mr_paint_fill(frame, &ground), '\0'};
  mr_paint_look look = MR_PAINT_PLAIN;
  if (it.terrain > 0) {
    look.ground = mr_paint_terrain_ground(o->view, it.terrain);
  }
  if (it.nothing) {
    text[0] = ' ';
    look = MR_PAINT_PLAIN;
  } else if (it.several) {
    o->both = true;
    text[0] = 'x';
    look.bold = true;
  } else if (it.owner.id != MR_NOBODY_ID) {
    const mr_paint_ink *ink = mr_paint_ink_of(frame->game, it.owner);
    o->owners |= 1u << (it.owner.id % 32u);
    mr_paint_initial(frame->game, it.owner, text);
    look = (mr_paint_look){ink->on_fill, ink->fill, true};
  } else {
    o->met |= UINT64_C(1) << it.terrain;
  }
  mr_paint_pen_look(&frame->pen, look);
  mr_paint_pen_own(&frame->pen, text);
}

static bool overlaps(unsigned number, unsigned size, unsigned first, unsigned count) {
  return number * size < first + count && (number + 1) * size > first;
}

/* Whether the part of the board that would be drawn is not all of it. */
static bool is_part(const overview *o) {
  return o->frame->columns < o->view->columns || o->frame->rows < o->view->rows;
}

static void put_rows(overview *o) {
  mr_paint_pen *pen = &o->frame->pen;
  const mr_view *view = o->view;
  size_t indent = o->frame->row_names + 2;
  for (unsigned i = 0; i < o->columns; i += NAME_EVERY) {
    mr_paint_pen_to(pen, indent + i);
    mr_paint_pen_put(pen, mr_paint_name(view->column_names, i * o->wide));
  }
  mr_paint_pen_line(pen);
  for (unsigned row = 0; row < o->rows; row++) {
    bool shown = is_part(o) && overlaps(row, o->high, o->frame->top, o->frame->rows);
    mr_paint_pen_right(pen, mr_paint_name(view->row_names, row * o->high), o->frame->row_names);
    mr_paint_pen_own(pen, shown ? " >" : "  ");
    for (unsigned column = 0; column < o->columns; column++) {
      put_block(o, block_at(o, column, row));
    }
    mr_paint_pen_look(pen, MR_PAINT_PLAIN);
    mr_paint_pen_own(pen, shown ? "<" : "");
    mr_paint_pen_line(pen);
  }
  for (unsigned i = 0; is_part(o) && i < o->columns; i++) {
    if (overlaps(i, o->wide, o->frame->left, o->frame->columns)) {
      mr_paint_pen_to(pen, indent + i);
      mr_paint_pen_char(pen, '^');
    }
  }
  if (is_part(o)) {
    mr_paint_pen_line(pen);
  }
}

static void put_legend(overview *o) {
  mr_paint_frame *frame = o->frame;
  for (uint8_t i = 0; i < frame->game->info.players; i++) {
    if (o->owners >> i & 1u) {
      char initial[MR_PAINT_INITIAL_MAX];
      mr_paint_initial(frame->game, (mr_player){i}, initial);
      mr_paint_entry(frame, initial, MR_PAINT_DEFAULT,
                     mr_paint_player_name(frame->game, (mr_player){i}));
    }
  }
  if (o->both) {
    mr_paint_entry(frame, "x", MR_PAINT_DEFAULT, "several");
  }
  mr_paint_terrain_entries(frame, o->met);
  if (is_part(o)) {
    mr_paint_entry(frame, "> ^", MR_PAINT_DEFAULT, "the part that is drawn");
  }
  mr_paint_pen_end(&frame->pen);
}

void mr_paint_overview(const mr_game *game, const mr_view *view, const mr_paint_style *style,
                       mr_str *out) {
  mr_paint_frame frame;
  mr_paint_frame_init(&frame, game, view, style, out);
  frame.row_names = mr_paint_longest(view->row_names, 0, view->rows);
  overview o = {.frame = &frame, .view = view};
  choose_scale(&o, style);
  for (size_t i = 0; i < mr_paint_cells(view); i++) {
    o.total[terrain_of(&o, &view->cells[i])]++;
  }
  put_rows(&o);
  put_legend(&o);
}
