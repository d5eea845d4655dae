/**
 * @file paint_priv.h
 * What the painters share: safe text, inks of players, regions, marks, and the terminal's pen.
 */
#ifndef MARCHER_PAINT_PAINT_PRIV_H
#define MARCHER_PAINT_PAINT_PRIV_H

#include <marcher/paint.h>

/* ---- text from outside (text.c) -------------------------------------------------------------- */

/**
 * The next character of a text and its code. Whatever a terminal or a page must not be given as
 * it is (control characters, direction marks, bytes that are not UTF-8) has the code of '?', a
 * blank of any kind that of ' '. @pre *at != '\0'
 */
const char *mr_paint_next(const char *at, uint32_t *code);

/** Columns that a text takes on a terminal. NULL counts as "". */
size_t mr_paint_width(const char *text);

/** The same for the first `length` bytes, which end where a character does. */
size_t mr_paint_slice_width(const char *text, size_t length);

/** Writes a character as UTF-8. */
void mr_paint_put_code(mr_str *out, uint32_t code);

/** Writes a text from outside, safe for a terminal. NULL counts as "". */
void mr_paint_put(mr_str *out, const char *text);

/**
 * The next line of a text that is wrapped to a width, which is at least 1: whole words, or as
 * much of one as fits. Blanks at its ends are left out.
 * @param rest the text still to come, moved behind the line. @return false at the end of the text
 */
bool mr_paint_wrap(const char **rest, size_t width, const char **line, size_t *length);

/** Writes a text from outside as the content of an element or of a quoted attribute. */
void mr_paint_put_markup(mr_str *out, const char *text);

/** The same for the first `length` bytes, which end where a character does. */
void mr_paint_put_markup_slice(mr_str *out, const char *text, size_t length);

/** Whether a text of a table looks like a number: digits, signs, points, per cents. */
bool mr_paint_is_number(const char *text);

/* ---- what is drawn (scene.c) ----------------------------------------------------------------- */

/** Colours of one player: numbers of the 256 on a terminal, `#rrggbb` on a page. */
typedef struct mr_paint_ink {
  const char *name;      /**< the player's name for which it is the natural choice */
  uint8_t text;          /**< letters on a dark ground */
  uint8_t fill;          /**< ground of filled pips */
  uint8_t on_fill;       /**< letters on `fill` */
  uint8_t tint;          /**< ground of the player's regions */
  const char *svg_fill;  /**< pips and tiles */
  const char *svg_edge;  /**< their outline */
  const char *svg_label; /**< letters on svg_fill */
  const char *svg_tint;  /**< ground of the player's regions */
} mr_paint_ink;

/** Title of a game: its own, or failing that its name. */
const char *mr_paint_page_title(const mr_game *game);

/** The ink of a player; that of neutral things for MR_NOBODY. No two players share one. */
const mr_paint_ink *mr_paint_ink_of(const mr_game *game, mr_player player);

/** Name of a player, "" for MR_NOBODY. */
const char *mr_paint_player_name(const mr_game *game, mr_player player);

/** Most bytes of an initial, the NUL included. */
#define MR_PAINT_INITIAL_MAX 8

/** The letter for a player's pips: initial of the name, or a number where players share it. */
void mr_paint_initial(const mr_game *game, mr_player player, char out[MR_PAINT_INITIAL_MAX]);

/** The piece on a cell, or NULL. */
const mr_view_piece *mr_paint_piece(const mr_view *view, const mr_view_cell *cell);

/** The piece of an item in a hand, or NULL. */
const mr_view_piece *mr_paint_held(const mr_view *view, const mr_view_held *held);

/** What a hand is called behind its owner's name: its title, or "hand". */
const char *mr_paint_hand_word(const mr_view_hand *hand);

/** Index of a cell's terrain; 0 where the picture names none. */
size_t mr_paint_terrain(const mr_view *view, const mr_view_cell *cell);

static inline bool mr_paint_is_void(const mr_view_cell *cell) {
  return cell->cell.id == MR_NOWHERE_ID;
}

static inline const mr_view_cell *mr_paint_cell(const mr_view *view, unsigned column,
                                                unsigned row) {
  return &view->cells[(size_t)row * view->columns + column];
}

static inline size_t mr_paint_cells(const mr_view *view) {
  return (size_t)view->columns * view->rows;
}

/** Whether there is a square, and of this terrain. */
static inline bool mr_paint_is_terrain(const mr_view *view, const mr_view_cell *cell,
                                       size_t terrain) {
  return !mr_paint_is_void(cell) && mr_paint_terrain(view, cell) == terrain;
}

static inline bool mr_paint_in_region(const mr_view_cell *cell, size_t region) {
  return (cell->regions >> region & 1) != 0;
}

/** Whether a board is drawn in squares of pips. */
static inline bool mr_paint_has_pips(const mr_view *view) {
  return view->pip_columns > 0 && view->pip_rows > 0;
}

/** One of the names of columns or rows, "" where there is none. */
static inline const char *mr_paint_name(const char *const *names, unsigned index) {
  return names != NULL && names[index] != NULL ? names[index] : "";
}

/** Columns on a terminal of the longest of so many names. */
size_t mr_paint_longest(const char *const *names, unsigned first, unsigned count);

/** A kind of ground: its colours, and a small picture of it. */
typedef struct mr_paint_ground {
  const char *name;    /**< what a terrain's name has in it */
  int16_t terminal;    /**< one of the 256 colours */
  const char *fill;    /**< on a page */
  const char *stroke;  /**< of the picture */
  const char *picture; /**< path in a square of 20 x 20; NULL: the terrain's letter */
} mr_paint_ground;

#define MR_PAINT_GROUNDS 10

extern const mr_paint_ground mr_paint_grounds[MR_PAINT_GROUNDS];

/** The ground that a terrain's name asks for, or NULL. */
const mr_paint_ground *mr_paint_known_ground(const mr_view *view, size_t terrain);

/** Regions of a picture, by size: what is drawn on a cell is the smallest that holds it. */
typedef struct mr_paint_regions {
  const mr_view *view;
  size_t count;
  uint32_t size[MR_VIEW_REGIONS_MAX];   /**< cells */
  uint8_t by_size[MR_VIEW_REGIONS_MAX]; /**< indices, the largest first */
  char symbol[MR_VIEW_REGIONS_MAX];     /**< for empty cells, where there is no colour */
} mr_paint_regions;

#define MR_PAINT_NO_REGION SIZE_MAX

void mr_paint_regions_init(mr_paint_regions *regions, const mr_view *view);

/** Index of the smallest region that holds the cell, or MR_PAINT_NO_REGION. */
size_t mr_paint_region(const mr_paint_regions *regions, const mr_view_cell *cell);

/** Whether every cell of a row is in a region. */
bool mr_paint_region_fills_row(const mr_paint_regions *regions, size_t region, unsigned row);

/** How many regions of the same owner stand before a region: White's third and Black's third go
 * together. */
size_t mr_paint_region_rank(const mr_view *view, size_t region);

/** How one kind of mark is shown. */
typedef struct mr_paint_mark {
  uint16_t mark;       /**< mr_mark, or several that are shown as one */
  const char *ascii;   /**< beside a piece, or on an empty cell */
  const char *unicode; /**< the same where it may be */
  const char *meaning; /**< for the legend */
  uint8_t ground;      /**< colour of the cell on a terminal; 0: as without the mark */
  uint8_t dark;        /**< the same for squares of pips */
} mr_paint_mark;

#define MR_PAINT_MARKS 11

/** All marks, those that matter most first. */
extern const mr_paint_mark mr_paint_marks[MR_PAINT_MARKS];

/**
 * The marks of a cell worth showing, bit i standing for mr_paint_marks[i]. On a piece that can be
 * captured or on a slide's way, that a move ends there goes without saying.
 */
unsigned mr_paint_mark_set(const mr_view_cell *cell, bool occupied);

/** The same as a list, the most important first. @return how many */
size_t mr_paint_marks_of(const mr_view_cell *cell, bool occupied,
                         const mr_paint_mark *out[MR_PAINT_MARKS]);

/* ---- the terminal's pen (pen.c) -------------------------------------------------------------- */

#define MR_PAINT_DEFAULT (-1)

/** How letters look. */
typedef struct mr_paint_look {
  int16_t text;   /**< one of the 256 colours, or MR_PAINT_DEFAULT */
  int16_t ground; /**< the same */
  bool bold;
} mr_paint_look;

/** Plain letters on the terminal's own ground. */
#define MR_PAINT_PLAIN ((mr_paint_look){MR_PAINT_DEFAULT, MR_PAINT_DEFAULT, false})

/**
 * Writes lines: no blanks at their ends unless they are coloured, and no colour left over at
 * their ends.
 */
typedef struct mr_paint_pen {
  mr_str *out;
  bool colour;
  mr_paint_look look;  /**< of what comes next */
  mr_paint_look shown; /**< what the terminal is set to */
  size_t blanks;       /**< plain ones not yet written */
  size_t column;       /**< of what comes next */
  size_t lines;        /**< that are finished */
  size_t widest;       /**< columns of the widest of them */
} mr_paint_pen;

void mr_paint_pen_init(mr_paint_pen *pen, mr_str *out, bool colour);
void mr_paint_pen_look(mr_paint_pen *pen, mr_paint_look look);
/** Writes our own text, one terminal column to a character. */
void mr_paint_pen_own(mr_paint_pen *pen, const char *text);
/** Writes a text from outside. NULL counts as "". */
void mr_paint_pen_put(mr_paint_pen *pen, const char *text);
/** The first `length` bytes of a text from outside; they end where a character does. */
void mr_paint_pen_slice(mr_paint_pen *pen, const char *text, size_t length);
void mr_paint_pen_char(mr_paint_pen *pen, char c);
/** A character in one column; '?' for one that takes more or none. */
void mr_paint_pen_code(mr_paint_pen *pen, uint32_t code);
void mr_paint_pen_repeat(mr_paint_pen *pen, const char *text, size_t count);
/** Blanks up to a column (from 0); nothing when the pen is there or further. */
void mr_paint_pen_to(mr_paint_pen *pen, size_t column);
/** A text from outside in the middle, at the right or left (0) of `width` columns. */
void mr_paint_pen_middle(mr_paint_pen *pen, const char *text, size_t width);
void mr_paint_pen_right(mr_paint_pen *pen, const char *text, size_t width);
void mr_paint_pen_left(mr_paint_pen *pen, const char *text, size_t width);
void mr_paint_pen_line(mr_paint_pen *pen);
/** Ends the line if something stands on it. */
void mr_paint_pen_end(mr_paint_pen *pen);

/* ---- a picture on a terminal (pen.c where nothing else is said) ------------------------------ */

/** How large the squares of a board of pips are. */
typedef enum mr_paint_pips {
  MR_PIPS_FULL,  /**< a line for every row of pips, as the game itself draws them */
  MR_PIPS_SMALL, /**< a line for two */
  MR_PIPS_TINY,  /**< the same, and a column for each pip */
} mr_paint_pips;

/** How much of the hands is shown. */
typedef enum mr_paint_hand_detail {
  MR_HANDS_EACH,   /**< every piece as a pattern; names beside letters */
  MR_HANDS_FOLDED, /**< equal patterns once, with their number; names where they are few */
  MR_HANDS_SMALL,  /**< the same, small */
  MR_HANDS_OWN,    /**< small those of who decides, of others the labels */
  MR_HANDS_LABELS, /**< letters and labels alone */
  MR_HANDS_COUNTS, /**< the same of who decides; of others how many they hold */
} mr_paint_hand_detail;

/** How a picture is laid out: chosen by the room that there is. */
typedef struct mr_paint_layout {
  bool compact; /**< names of columns once, notes side by side */
  bool grid;    /**< lines between squares, where they have any */
  bool large;   /**< squares of three lines, where there are colours */
  uint8_t pips;
  uint8_t hands;
  bool regions; /**< the legend names them */
} mr_paint_layout;

/** What is seen in the part of the board that is drawn. */
typedef struct mr_paint_seen {
  unsigned marks;       /**< bit i: mr_paint_marks[i] */
  unsigned empty_marks; /**< on cells without a piece */
  uint64_t regions;     /**< the smallest of some empty cell */
  uint64_t terrains;    /**< of the first 64 */
  bool badge;
} mr_paint_seen;

/** A picture that is being drawn, and the part of the board that is to be seen. */
typedef struct mr_paint_frame {
  const mr_game *game;
  const mr_view *view;
  mr_paint_pen pen;
  mr_paint_regions regions;
  bool unicode;
  bool shows_regions; /**< on the squares: by colours, or by signs that somebody has asked for */
  mr_paint_layout layout;
  const char *naming; /**< as in the style */
  size_t width;       /**< columns of the terminal */
  unsigned left;      /**< first board column and row that are drawn, and how many */
  unsigned top;
  unsigned columns;
  unsigned rows;
  size_t row_names;   /**< terminal columns of the longest name of a row that is drawn */
  size_t label_width; /**< of the longest label of a piece that is drawn */
  size_t cell_width;  /**< terminal columns of a board column */
  mr_paint_seen seen; /**< for the signs that stand beside the notes */
} mr_paint_frame;

void mr_paint_frame_init(mr_paint_frame *frame, const mr_game *game, const mr_view *view,
                         const mr_paint_style *style, mr_str *out);

/** Colour of a terrain (scene.c). */
int16_t mr_paint_terrain_ground(const mr_view *view, size_t terrain);

/** One of the 256 colours, one step lighter in the same hue (scene.c). */
int16_t mr_paint_lighter(int16_t colour);

/** Colour of a region; neighbours in the list get different ones (scene.c). */
int16_t mr_paint_region_ground(size_t region, bool light);

/** What stands on an empty cell where there are no marks: terrain, region, or the plain '.'. */
char mr_paint_fill(const mr_paint_frame *frame, const mr_view_cell *cell);

/** The sign of a mark. */
const char *mr_paint_sign(const mr_paint_frame *frame, const mr_paint_mark *mark);

/** The names of the columns behind `indent`; the first `gap` terminal columns of each stay free. */
void mr_paint_column_names(mr_paint_frame *frame, size_t indent, size_t gap);

/** Ground of pips where nothing else lies, in 256 colours. */
#define MR_PAINT_PIP_DARK 235

/** The ground of a square of pips: that of its marks, its terrain or its regions (pips_small.c). */
int16_t mr_paint_pip_ground(const mr_paint_frame *frame, unsigned column, unsigned row);

/** The marks of a square that its pips do not show. @return how many (pips_small.c) */
size_t mr_paint_pip_marks(const mr_view_cell *cell, const mr_paint_mark *out[MR_PAINT_MARKS]);

/** The board in squares of pips (pips.c), and in small ones (pips_small.c). */
void mr_paint_pip_board(mr_paint_frame *frame);
void mr_paint_small_board(mr_paint_frame *frame);

/** Lines that `rows` rows of pips take where two are drawn in a line. */
static inline unsigned mr_paint_small_lines(unsigned rows) {
  return (rows + 1) / 2;
}

/** One line of a small pattern, a column for each of its pips (pips_small.c). */
void mr_paint_small_pattern(mr_paint_frame *frame, const mr_view_piece *piece, unsigned line);

/** A hand of patterns, several in a row (pips.c). @pre it holds a piece with pips */
void mr_paint_pip_hand(mr_paint_frame *frame, const mr_view_hand *hand);

/** Behind a row: the regions that are this row, as far as there is room (pen.c). */
void mr_paint_row_regions(mr_paint_frame *frame, unsigned row);

/** Whether the board itself names a region: at the ends of all rows that it is. */
bool mr_paint_names_beside(const mr_paint_frame *frame, size_t region);

/** One entry of a legend: a sign on its ground, and what it means (aside.c). */
void mr_paint_entry(mr_paint_frame *frame, const char *sign, int16_t ground, const char *meaning);

/** Entries of terrains; bit i of `terrains` stands for the i-th (aside.c). */
void mr_paint_terrain_entries(mr_paint_frame *frame, uint64_t terrains);

/** Signs and what they mean, for what is on the board (aside.c). */
void mr_paint_legend(mr_paint_frame *frame);

/** All hands and notes (aside.c). */
void mr_paint_hands(mr_paint_frame *frame);
void mr_paint_notes(mr_paint_frame *frame);

/* ---- pages (doc.c) --------------------------------------------------------------------------- */

/** Whether there is a block, and of that kind. */
static inline bool mr_paint_is_block(const mr_doc_block *block, mr_doc_kind kind) {
  return block != NULL && block->kind == kind;
}

/** The next row of the same table, or NULL. */
static inline const mr_doc_block *mr_paint_next_row(const mr_doc_block *row) {
  return mr_paint_is_block(row->next, MR_DOC_ROW) && !row->next->heads ? row->next : NULL;
}

/** Whether a page begins with a heading that says nothing but the title. */
bool mr_paint_repeats_title(const mr_game *game, const mr_doc_block *block);

/** Whether a column of the table whose heading is `first` holds numbers and nothing else. */
bool mr_paint_column_is_numeric(const mr_doc_block *first, size_t column);

#endif
