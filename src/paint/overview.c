#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

/*
 * A large board on one screen: every character stands for a block of cells.
 */

enum {
  WIDTH_STANDARD = 80,
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

static void count_terrains(overview *o) {
  for (size_t i = 0; i < (size_t)o->view->columns * o->view->rows; i++) {
    o->total[terrain_of(o, &o->view->cells[i])]++;
  }
}

/* The rarest of the rare terrains of a block, else what most of it is. */
static size_t ground_of(const overview *o, const unsigned *counts) {
  size_t all = (size_t)o->view->columns * o->view->rows;
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
  char fill[2] = {mr_paint_fill(frame, &ground), '\0'};
  mr_paint_look look = MR_PAINT_PLAIN;
  if (it.terrain > 0) {
    look.ground = mr_paint_terrain_ground(o->view, it.terrain);
  }
  if (it.nothing) {
    mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
    mr_paint_pen_char(&frame->pen, ' ');
  } else if (it.several) {
    o->both = true;
    look.bold = true;
    mr_paint_pen_look(&frame->pen, look);
    mr_paint_pen_char(&frame->pen, 'x');
  } else if (it.owner.id != MR_NOBODY_ID) {
    char initial[MR_PAINT_INITIAL_MAX];
    const mr_paint_ink *ink = mr_paint_ink_of(frame->game, it.owner);
    mr_paint_initial(frame->game, it.owner, initial);
    o->owners |= 1u << (it.owner.id % 32u);
    mr_paint_pen_look(&frame->pen, (mr_paint_look){ink->on_fill, ink->fill, true});
    mr_paint_pen_put(&frame->pen, initial);
  } else {
    o->met |= UINT64_C(1) << it.terrain;
    mr_paint_pen_look(&frame->pen, look);
    mr_paint_pen_own(&frame->pen, fill);
  }
}

static bool overlaps(unsigned number, unsigned size, unsigned first, unsigned count) {
  return number * size < first + count && (number + 1) * size > first;
}

/* Whether the part of the board that would be drawn is not all of it. */
static bool is_part(const overview *o) {
  return o->frame->columns < o->view->columns || o->frame->rows < o->view->rows;
}

static void put_names(overview *o) {
  mr_paint_frame *frame = o->frame;
  for (unsigned i = 0; i < o->columns; i += NAME_EVERY) {
    mr_paint_pen_to(&frame->pen, frame->row_names + 2 + i);
    mr_paint_pen_put(&frame->pen, mr_paint_column_name(frame, i * o->wide));
  }
  mr_paint_pen_line(&frame->pen);
}

static void put_column_signs(overview *o) {
  mr_paint_frame *frame = o->frame;
  if (!is_part(o)) {
    return;
  }
  for (unsigned i = 0; i < o->columns; i++) {
    if (overlaps(i, o->wide, frame->left, frame->columns)) {
      mr_paint_pen_to(&frame->pen, frame->row_names + 2 + i);
      mr_paint_pen_char(&frame->pen, '^');
    }
  }
  mr_paint_pen_line(&frame->pen);
}

static void put_rows(overview *o) {
  mr_paint_frame *frame = o->frame;
  for (unsigned row = 0; row < o->rows; row++) {
    bool shown = is_part(o) && overlaps(row, o->high, frame->top, frame->rows);
    mr_paint_pen_right(&frame->pen, mr_paint_row_name(frame, row * o->high), frame->row_names);
    mr_paint_pen_own(&frame->pen, shown ? " >" : "  ");
    for (unsigned column = 0; column < o->columns; column++) {
      put_block(o, block_at(o, column, row));
    }
    mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
    mr_paint_pen_own(&frame->pen, shown ? "<" : "");
    mr_paint_pen_line(&frame->pen);
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
  for (size_t i = 1; i < o->view->terrain_count && i < TERRAINS_MAX; i++) {
    if (o->met >> i & 1u) {
      mr_view_cell ground = {.terrain = (uint16_t)i};
      char sign[2] = {mr_paint_fill(frame, &ground), '\0'};
      mr_paint_entry(frame, sign, mr_paint_terrain_ground(o->view, i), o->view->terrains[i].name);
    }
  }
  if (is_part(o)) {
    mr_paint_entry(frame, "> ^", MR_PAINT_DEFAULT, "the part that is drawn");
  }
  if (frame->pen.column > 0) {
    mr_paint_pen_line(&frame->pen);
  }
}

/* The part of `all` from `from` on; 0 wanted means all. */
static unsigned part_of(unsigned all, unsigned from, unsigned wanted) {
  unsigned left = from < all ? all - from : 0;
  return wanted == 0 || wanted > left ? left : wanted;
}

void mr_paint_overview(const mr_game *game, const mr_view *view, const mr_paint_style *style,
                       mr_str *out) {
  mr_paint_frame frame = {.game = game, .view = view, .unicode = style->unicode};
  frame.width = style->width > 0 ? style->width : WIDTH_STANDARD;
  frame.left = style->left;
  frame.top = style->top;
  frame.columns = part_of(view->columns, style->left, style->columns);
  frame.rows = part_of(view->rows, style->top, style->rows);
  frame.row_names = mr_paint_longest(view->row_names, 0, view->rows);
  mr_paint_regions_init(&frame.regions, view);
  mr_paint_pen_init(&frame.pen, out, style->colour);
  overview o = {.frame = &frame, .view = view};
  choose_scale(&o, style);
  count_terrains(&o);
  put_names(&o);
  put_rows(&o);
  put_column_signs(&o);
  put_legend(&o);
}
