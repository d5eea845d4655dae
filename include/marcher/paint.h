/**
 * @file paint.h
 * Drawing generic pictures and rules pages as text, SVG and HTML. Knows no game.
 */
#ifndef MARCHER_PAINT_H
#define MARCHER_PAINT_H

#include <marcher/doc.h>
#include <marcher/str.h>
#include <marcher/view.h>

MR_BEGIN_C

/** Colours of a player in drawings, as "#rrggbb". */
typedef struct mr_paint_colours {
  const char *fill; /**< of pieces */
  const char *edge; /**< their outline */
  const char *text; /**< letters on `fill` */
  const char *tint; /**< ground of the player's regions */
} mr_paint_colours;

/** Those of a player; of neutral things for MR_NOBODY. No two players have the same. */
MR_API mr_paint_colours mr_paint_colours_of(const mr_game *game, mr_player player);

/** How to draw on a terminal or in a pipe. */
typedef struct mr_paint_style {
  bool colour;     /**< ANSI escape sequences (256 colours); never without it */
  bool unicode;    /**< box-drawing characters; plain ASCII without it */
  bool compact;    /**< few lines: no grid, notes side by side */
  bool brief;      /**< the legend only counts the regions, which have been named before */
  bool regions;    /**< without colour, too, squares show by signs what region they are in */
  unsigned width;  /**< columns to keep within where possible; 0: 80 */
  unsigned height; /**< lines to keep within where possible, by smaller squares, folded hands and
                      shorter legends as they are needed; 0: any number */
  unsigned left;   /**< first board column and row to draw, for boards wider than the screen */
  unsigned top;
  unsigned columns; /**< board columns and rows to draw; 0: all */
  unsigned rows;
  const char
      *naming; /**< what to do to have regions named that the legend does not name; or NULL */
} mr_paint_style;

/**
 * The board with coordinates, then the hands, then the notes. Squares of pips are drawn as
 * `|R|_|_|` rows, the letter being the initial of the owner's name. Marks show without colour too.
 */
MR_API void mr_paint_board(const mr_game *game, const mr_view *view, const mr_paint_style *style,
                           mr_str *out);

/** The narrowest that a board column can be drawn so that a mark fits beside each piece or pattern.
 */
MR_API unsigned mr_paint_cell_width(const mr_view *view);

/** Columns beside the board for the names of its rows, both sides together. */
MR_API unsigned mr_paint_margin(const mr_view *view);

/**
 * The whole board on one screen, a character for a block of cells where it is large: who stands
 * there, else the ground. Signs in the margins show the part that `style` would draw.
 */
MR_API void mr_paint_overview(const mr_game *game, const mr_view *view, const mr_paint_style *style,
                              mr_str *out);

/** The same picture as a complete, self-contained SVG document. */
MR_API void mr_paint_svg(const mr_game *game, const mr_view *view, const char *title, mr_str *out);

/** The same as an element of a page, without a title. @param name for those who cannot see it */
MR_API void mr_paint_svg_diagram(const mr_game *game, const mr_view *view, const char *name,
                                 mr_str *out);

/** The same for pictures of which one follows the other: their lines are as alike as can be. */
MR_API void mr_paint_svg_frame(const mr_game *game, const mr_view *view, const char *name,
                               mr_str *out);

/** Side of a square in the parts of a picture. */
#define MR_PAINT_SIDE 96

/*
 * Parts of the picture as elements of SVG, for faces that put them together themselves: squares are
 * ::MR_PAINT_SIDE wide, the board's first corner is the origin, there are no ids.
 */

/**
 * Whether there is a figure for a piece, a chessman or a symbol of maps: pictures show it instead
 * of the tile where mr_view.figures is set.
 */
MR_API bool mr_paint_has_figure(const mr_view_piece *piece);

/** What the signs on tiles mean, which wear the moves of their pieces: a few sentences. */
extern MR_API const char mr_paint_svg_tile_key[];

/** One piece, in a square at the origin. */
MR_API void mr_paint_svg_symbol(const mr_game *game, const mr_view *view,
                                const mr_view_piece *piece, mr_str *out);

/** The bare board: colours of squares, terrains, lines. */
MR_API void mr_paint_svg_ground(const mr_game *game, const mr_view *view, mr_str *out);

/** One region, by its index: tint and outline. */
MR_API void mr_paint_svg_region(const mr_game *game, const mr_view *view, size_t region,
                                mr_str *out);

/**
 * In games of pips what changes with every action, nothing in others.
 * @param above what ties pieces to each other, above them; else the pips of empty squares
 */
MR_API void mr_paint_svg_pips(const mr_game *game, const mr_view *view, bool above, mr_str *out);

/** The bare board with who stands on it, as one SVG: a cover for a game, as large as it is looked
 * at. */
MR_API void mr_paint_svg_cover(const mr_game *game, const mr_view *view, mr_str *out);

/** A chart as lines of text: blocks that are lighter within an interval, columns, shades. */
MR_API void mr_paint_chart(const mr_game *game, const mr_chart *chart, const mr_paint_style *style,
                           mr_str *out);

/**
 * The same as an element of a page, which sets the colours `--bar`, `--whisker`, `--wish` and
 * `--faint`; letters have the page's. @param name for those who cannot see it
 */
MR_API void mr_paint_svg_chart(const mr_game *game, const mr_chart *chart, const char *name,
                               mr_str *out);

/** A chart as an SVG file of its own, which is readable in light and dark. */
MR_API void mr_paint_svg_picture(const mr_game *game, const mr_chart *chart, const char *name,
                                 mr_str *out);

/** A rules page as text, wrapped to the style's width. */
MR_API void mr_paint_doc_text(const mr_game *game, const mr_doc *doc, const mr_paint_style *style,
                              mr_str *out);

/** A rules page as one self-contained HTML file with inline SVG; readable in light and dark. */
MR_API void mr_paint_doc_html(const mr_game *game, const mr_doc *doc, mr_str *out);

/** All diagrams of a rules page in one SVG document, with captions. */
MR_API void mr_paint_doc_svg(const mr_game *game, const mr_doc *doc, mr_str *out);

/**
 * What a terminal would show for a text of the painters (with or without colour), as an SVG
 * document: pictures of sessions for documentation. Escape sequences other than colours and bold
 * are left out.
 */
MR_API void mr_paint_screen(const char *text, size_t length, const char *title, mr_str *out);

MR_END_C

#endif
