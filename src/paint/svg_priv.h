/**
 * @file svg_priv.h
 * What the files that draw SVG share. Lengths are in pixels, whole numbers throughout, so that the
 * bytes are the same everywhere. No ids, classes or style sheets: drawings stand together on one
 * page without getting in each other's way.
 */
#ifndef MARCHER_PAINT_SVG_PRIV_H
#define MARCHER_PAINT_SVG_PRIV_H

#include "paint/paint_priv.h"

/** Colours of pages and charts, by day and by night, as declarations of CSS. */
#define MR_PAGE_DAY                                                                \
  "--paper:#fbf9f4;--ink:#2b2720;--faint:#766d5e;--line:#ddd5c5;--accent:#8a3b22;" \
  "--band:#f3eee2"
#define MR_PAGE_NIGHT                                                              \
  "--paper:#1b1a18;--ink:#e8e2d6;--faint:#a39a89;--line:#3c3832;--accent:#e2a184;" \
  "--band:#25231f"
#define MR_CHART_DAY "--bar:#8a6a3c;--whisker:#2b2720;--wish:#5c8a4a"
#define MR_CHART_NIGHT "--bar:#c9a368;--whisker:#fff;--wish:#7fb56a"

#define MR_SVG_FONT "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"
#define MR_SVG_LETTERS "#3b352b" /**< text on the paper */
#define MR_SVG_FAINT "#7b7263"   /**< text that may be overlooked */
#define MR_SVG_PAPER "#f6f2e9"
#define MR_SVG_PAPER_EDGE "#d9d0bf"

/** A drawing under way. */
typedef struct mr_svg {
  const mr_game *game;
  const mr_view *view;
  mr_str *out;
  mr_paint_regions regions;
  const char *title; /**< written above the board; NULL: none */
  const char *name;  /**< for those who cannot see it; NULL: the title */
  bool pips;         /**< squares of pips */
  bool apart;        /**< each piece is a group that is put in its place: the same lines anywhere */
  int cell;          /**< side of a square */
  int left;          /**< corner of the board */
  int top;
  int width; /**< of the whole drawing */
  int height;
} mr_svg;

/** A square place in the drawing. */
typedef struct mr_svg_box {
  int x;
  int y;
  int side;
} mr_svg_box;

/** The square of a cell, by its index in the view. */
static inline mr_svg_box mr_svg_box_of(const mr_svg *svg, unsigned cell) {
  unsigned columns = svg->view->columns;
  return (mr_svg_box){svg->left + (int)(cell % columns) * svg->cell,
                      svg->top + (int)(cell / columns) * svg->cell, svg->cell};
}

/** What is left of a place without a rim. */
static inline mr_svg_box mr_svg_inset(mr_svg_box at, int rim) {
  return (mr_svg_box){at.x + rim, at.y + rim, at.side - 2 * rim};
}

/* ---- the whole drawing (svg.c) --------------------------------------------------------------- */

/** Prepares a drawing and measures it; nothing is written. @param title may be NULL */
void mr_svg_init(mr_svg *svg, const mr_game *game, const mr_view *view, const char *title,
                 mr_str *out);

/** Writes the `<svg>` element. @param x, y its corner inside another one; 0 for one of its own */
void mr_svg_write(mr_svg *svg, int x, int y);

/* ---- games to step through (reel_html.c) ----------------------------------------------------- */

struct mr_reel;

/** What a page with a reel adds to its style sheet. */
extern const char mr_paint_reel_style[];

/** The figures of a reel, with what is shown in them and the script that does it. */
void mr_paint_reel_html(const struct mr_reel *reel, mr_str *out);

/* ---- elements (svg_pen.c) -------------------------------------------------------------------- */

/** Opens an `<svg>` element of a size; the fonts are set. Closed by `</svg>`. */
void mr_svg_open(mr_str *out, int x, int y, int width, int height);

/** Begins a square `<rect>`, up to its other attributes. @param round of corners; 0: none */
void mr_svg_open_rect(mr_str *out, mr_svg_box at, int round);

/** How a line of text looks. */
typedef struct mr_svg_font {
  int size;
  const char *anchor; /**< "start", "middle" or "end" */
  const char *colour;
  bool bold;
} mr_svg_font;

/** Writes a line of text. @param y of the line on which letters stand. @param text may be NULL */
void mr_svg_put_text(mr_str *out, int x, int y, mr_svg_font font, const char *text);
/** The same for the first `length` bytes. */
void mr_svg_put_slice(mr_str *out, int x, int y, mr_svg_font font, const char *text, size_t length);

/** About how wide a text of a size is. */
int mr_svg_text_width(const char *text, int size);

/* ---- parts of the drawing -------------------------------------------------------------------- */

/* The board (svg_board.c). */
void mr_svg_put_grounds(mr_svg *svg);
void mr_svg_put_regions(mr_svg *svg);
void mr_svg_put_region(mr_svg *svg, size_t region);
void mr_svg_put_names(mr_svg *svg);
/** Colour of a region's ground and outline. */
const char *mr_svg_region_colour(const mr_svg *svg, size_t region);
/** A sample of a terrain. */
void mr_svg_put_terrain_sample(mr_svg *svg, size_t terrain, mr_svg_box at);

/* Marks (svg_marks.c). */
void mr_svg_put_marks_below(mr_svg *svg);
void mr_svg_put_marks_above(mr_svg *svg);
/** All of one mark at a place: for legends. */
void mr_svg_put_mark_sample(mr_svg *svg, unsigned mark, mr_svg_box at);

/* Pieces (svg_pieces.c). */
void mr_svg_put_pieces(mr_svg *svg);
/** The pips of empty squares; and what ties pips of neighbours together, above their pieces. */
void mr_svg_put_empty_pips(mr_svg *svg);
void mr_svg_put_bridges(mr_svg *svg);
/** The figure of a piece that has one. */
void mr_svg_put_figure(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at);
/** One piece as it looks in a hand. */
void mr_svg_put_piece(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at);

#endif
