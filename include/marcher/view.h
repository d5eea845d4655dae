/**
 * @file view.h
 * The generic picture of a state: what the terminal, the browser and the SVG writer draw without
 * knowing the game.
 */
#ifndef MARCHER_VIEW_H
#define MARCHER_VIEW_H

#include <marcher/game.h>

MR_BEGIN_C

/** Marks on a cell; several may be set. */
typedef enum mr_mark {
  MR_MARK_FROM = 1u << 0,    /**< the last move began here */
  MR_MARK_TO = 1u << 1,      /**< the last move or placement ended here */
  MR_MARK_CHOSEN = 1u << 2,  /**< the piece that the user has picked up */
  MR_MARK_TARGET = 1u << 3,  /**< a legal target of what is chosen */
  MR_MARK_CAPTURE = 1u << 4, /**< a legal target where something is captured or fought */
  MR_MARK_THREAT = 1u << 5,  /**< in danger now (a king in check, a piece about to duel) */
  MR_MARK_LOST = 1u << 6,    /**< the last action removed something here and left the cell empty */
  MR_MARK_DIM = 1u << 7,     /**< cannot act (out of command, frozen colour) */
  MR_MARK_SLIDE = 1u << 8,   /**< in diagrams: reached by a slide */
  MR_MARK_LINK = 1u << 9,    /**< part of the winning or longest connection */
} mr_mark;

/** Squares along one side of the small diagram of a piece's moves. */
#define MR_VIEW_MOVES_SIDE 7

/** What sort of tile a piece with a diagram of its moves is drawn on. */
typedef enum mr_view_tile { MR_TILE_PLAIN, MR_TILE_PROMOTED, MR_TILE_CHIEF } mr_view_tile;

/**
 * A piece's own moves, small enough for the tile that shows it: dots for leaps, lines for slides.
 * The piece stands in the middle of 7 by 7 squares, bit row * 7 + column from the top left; bit d
 * of a ray stands for one of eight directions, clockwise from straight up.
 */
typedef struct mr_view_moves {
  uint64_t move;       /**< squares it may leap to when they are empty */
  uint64_t capture;    /**< squares it may capture on by a leap */
  uint8_t ray_move;    /**< directions in which it slides */
  uint8_t ray_capture; /**< directions in which a slide captures */
  uint8_t ray_hop;     /**< directions in which it needs a man to jump over */
  uint8_t tile;        /**< mr_view_tile */
} mr_view_moves;

/** One kind of thing that stands on cells or in hands. */
typedef struct mr_view_piece {
  mr_piece piece;      /**< the game's number, as in events and forms */
  mr_player owner;     /**< MR_NOBODY: neutral */
  const char *name;    /**< "Horse" */
  const char *label;   /**< one to four characters for text boards: "h", "+W", "522" */
  const char *glyph;   /**< drawing to use if the face has it, "" otherwise: "horse" */
  uint8_t pip_columns; /**< 0, or the width of a pattern that *is* the piece's picture */
  uint8_t pip_rows;
  uint64_t pips;              /**< row by row from the top left, bit 0 first */
  bool pips_apart;            /**< only pips side by side hang together; else all of a piece do */
  const mr_view_moves *moves; /**< NULL: tiles show the label alone */
} mr_view_piece;

/** One cell, in reading order (index row * columns + column, row 0 at the top of the drawing). */
typedef struct mr_view_cell {
  mr_cell cell;     /**< the game's number; MR_NOWHERE_ID where there is no square */
  uint16_t piece;   /**< 1 + index into mr_view.pieces; 0: empty */
  uint16_t terrain; /**< index into mr_view.terrains */
  uint16_t marks;   /**< OR of mr_mark */
  char badge;       /**< a digit (or '+') beside the piece, see mr_view.badges; 0: none */
  uint64_t regions; /**< bit r: inside mr_view.regions[r] */
} mr_view_cell;

/** A kind of ground. Index 0 is the plain square. */
typedef struct mr_view_terrain {
  const char *name; /**< "forest" */
  char letter;      /**< for text boards: 'T' */
} mr_view_terrain;

/** No picture has more regions. */
#define MR_VIEW_REGIONS_MAX 60

/** A named set of cells that some rule speaks of; several may have the same cells. */
typedef struct mr_view_region {
  const char *name; /**< "Red's home row" */
  mr_player owner;  /**< MR_NOBODY: everybody's */
  bool aside;       /**< shown only where somebody asks for it: it changes, or overlaps others */
} mr_view_region;

/** So many of one piece in a hand or reserve. */
typedef struct mr_view_held {
  uint16_t piece; /**< 1 + index into mr_view.pieces */
  uint16_t count; /**< >= 1; 0 means "unknown number" */
} mr_view_held;

/** What a player holds off the board. */
typedef struct mr_view_hand {
  mr_player owner;
  const char *title; /**< "hand", "reserve" */
  const mr_view_held *items;
  size_t count;
  bool at_most; /**< so many of each kind at most; all together would be too many */
  bool endless; /**< any number of each kind, whatever `count` says: they never run out */
} mr_view_hand;

/** A line beside the board: "plies" / "12 of 200". */
typedef struct mr_view_note {
  const char *label;
  const char *text;
} mr_view_note;

/** What sort of value a fact is. */
typedef enum mr_fact_kind {
  MR_FACT_COUNT,   /**< number[0] */
  MR_FACT_OF,      /**< number[0] of number[1], which is a limit or a goal */
  MR_FACT_AGAINST, /**< one number for each of two sides */
  MR_FACT_FLAG,    /**< it is so where number[0] is not 0 */
  MR_FACT_WORDS,   /**< `words` */
} mr_fact_kind;

/** No picture has more facts. */
#define MR_VIEW_FACTS_MAX 16

/** What notes tell people, for programs. Which there are depends on the game and its phase alone.
 */
typedef struct mr_view_fact {
  const char *id; /**< "without_progress"; static, unique in its picture */
  mr_fact_kind kind;
  uint32_t number[2];
  const char *words; /**< with a blank between each two: "dark light" */
} mr_view_fact;

/**
 * A piece of the deciding side that gives orders to others, in games where pieces move on orders.
 * Pieces that are in no commander's list move without orders, or cannot move: then they are marked
 * MR_MARK_DIM.
 */
typedef struct mr_view_commander {
  mr_cell cell;
  mr_player owner;
  uint16_t left;        /**< orders that it can still give in this turn */
  uint16_t all;         /**< orders that it has in a turn */
  const mr_cell *units; /**< pieces that it may order now, whether orders are left or not; itself,
                           too; without those that cannot act any more in this turn */
  size_t unit_count;
} mr_view_commander;

/** No picture has more goals. */
#define MR_VIEW_GOALS_MAX 16

/** A way to win that a side has, and how near it is to it. */
typedef struct mr_view_goal {
  mr_player player;   /**< a seat of the side that wins by it */
  mr_rule_index rule; /**< that such a win rests on; 0: none in particular */
  const char *text;   /**< "3 more pieces join row 0 to row 7"; no stop */
  uint32_t left;      /**< how much is still to be done */
  uint32_t of;        /**< of so much when nothing has been; 0: that cannot be counted */
  const mr_cell *on;  /**< squares that it hangs on: goals, pieces to be taken, a road */
  size_t on_count;
  const mr_cell *risks; /**< those of them whose piece is in danger now */
  size_t risk_count;
} mr_view_goal;

/** What can be done along a line of a diagram. */
typedef enum mr_view_way {
  MR_WAY_MOVE,    /**< only to empty squares */
  MR_WAY_CAPTURE, /**< only to capture */
  MR_WAY_BOTH,
  MR_WAY_NONE, /**< it is only passed */
} mr_view_way;

/** A stroke between the middles of two cells, for diagrams of slides. */
typedef struct mr_view_line {
  uint16_t from; /**< indices into mr_view.cells */
  uint16_t to;
  uint8_t way; /**< mr_view_way */
  bool on;     /**< it goes on beyond the edge of the diagram */
} mr_view_line;

/** The whole picture; all pointers live in the arena that was given to mr_game_view. */
typedef struct mr_view {
  uint16_t columns;
  uint16_t rows;
  bool checkered;      /**< squares alternate in colour */
  bool figures;        /**< pieces are drawn as figures where they have any, instead of tiles */
  uint8_t pip_columns; /**< 0, or: every square is a grid of so many pips */
  uint8_t pip_rows;
  const char *const *column_names; /**< left to right */
  const char *const *row_names;    /**< top to bottom */
  mr_view_cell *cells;             /**< columns * rows, reading order */
  const mr_view_piece *pieces;
  size_t piece_count;
  bool all_pieces; /**< `pieces` are all kinds of the family, whether any is shown or not */
  const mr_view_terrain *terrains; /**< at least one */
  size_t terrain_count;
  const mr_view_region *regions;
  size_t region_count;
  const mr_view_hand *hands;
  size_t hand_count;
  const mr_view_note *notes;
  size_t note_count;
  const mr_view_commander *commanders; /**< in the order of their cells */
  size_t commander_count;
  const char *badges;        /**< what mr_view_cell.badge tells: "orders left"; NULL: no badges */
  const mr_view_line *lines; /**< in diagrams: how slides run; without any, marks show them */
  size_t line_count;
  mr_node node;        /**< what happens next */
  mr_view_fact *facts; /**< see mr_view_add_fact */
  size_t fact_count;
  mr_view_goal *goals; /**< see mr_view_add_goal; by players */
  size_t goal_count;
} mr_view;

/** The picture's cell of a game's cell, to be marked, or NULL when it is not drawn. */
MR_API mr_view_cell *mr_view_find(mr_view *view, mr_cell cell);

/** No more men in danger are told of. */
#define MR_THREATS_MAX 16

/**
 * Adds a ::MR_EVENT_THREAT for each man whose loss the rules count and who is attacked as things
 * stand, as far as the list has room: it belongs to a state and not to an action, so that nobody
 * pays for it who does not ask.
 */
MR_INLINE void mr_game_threats(const mr_game *game, const mr_state *observation, mr_events *out) {
  if (game->ops->threats != NULL) {
    game->ops->threats(game, observation, out);
  }
}

/** Adds MR_MARK_FROM, _TO and _LOST for what an action's events did; the pieces stand already. */
MR_API void mr_view_mark_events(mr_view *view, const mr_events *events);

/**
 * Adds a fact; its words are copied.
 * @return MR_ERR_NOMEM, or MR_ERR_LIMIT for more than ::MR_VIEW_FACTS_MAX
 */
MR_NODISCARD MR_API mr_status mr_view_add_fact(mr_view *view, mr_arena *arena, mr_view_fact fact);

/**
 * Adds a goal; its text and its squares are copied.
 * @return MR_ERR_NOMEM, or MR_ERR_LIMIT for more than ::MR_VIEW_GOALS_MAX
 */
MR_NODISCARD MR_API mr_status mr_view_add_goal(mr_view *view, mr_arena *arena, mr_view_goal goal);

/**
 * The regions to show where nobody has said which, as bits: all of few; of many the smallest that
 * do not hide each other, for special squares are few, and wide zones are remembered by their
 * ranks. None that are aside.
 */
MR_API uint64_t mr_view_usual_regions(const mr_view *view);

/** The regions that a goal hangs on, square for square, as bits: whoever plays wants to see them.
 */
MR_API uint64_t mr_view_goal_regions(const mr_view *view);

/**
 * Makes one region of those that have the same cells, with all their names and nobody's where they
 * have several owners; what is shown aside stays as it is. Before drawing: regions that lie upon
 * each other cannot be told apart.
 * @return MR_ERR_NOMEM, with `view` untouched
 */
MR_NODISCARD MR_API mr_status mr_view_join_regions(mr_view *view, mr_arena *arena);

/** Whether the pip at a place of a piece's own pattern is filled; false outside the pattern. */
MR_API bool mr_view_pip(const mr_view_piece *piece, unsigned column, unsigned row);

/**
 * The filled pips that two patterns side by side show each other, as bits from the left, or from
 * the top. @param down `b` is below `a`; else to the right of it
 */
MR_API uint64_t mr_view_pips_met(const mr_view_piece *a, const mr_view_piece *b, bool down);

/**
 * Appends the squares of a region: "ranks 6-7", "e2", "files a-c d1-f3". Ranks and files where rows
 * are numbered upwards, rows and columns else. @param region index, less than region_count
 */
MR_API void mr_view_add_squares(const mr_view *view, size_t region, mr_str *out);

/**
 * A piece as who sits on the other side of the board sees it: its pattern of pips, and the diagram
 * of its moves. @param moves receives these where it has some, and has to live as long as the piece
 */
MR_API mr_view_piece mr_view_turn_piece(const mr_view_piece *piece, mr_view_moves *moves);

/**
 * Turns a picture by half a circle: the board as who sits on the other side sees it, pieces
 * included. Regions, hands and notes stay as they are.
 * @return MR_ERR_NOMEM, with `view` untouched
 */
MR_NODISCARD MR_API mr_status mr_view_turn(mr_view *view, mr_arena *arena);

/**
 * A fresh picture for families to fill: cells numbered in reading order, names a, b, ... for
 * columns and `first_row`, then `row_step` further for each row down; one plain terrain.
 * @return MR_ERR_ARGUMENT for a NULL or a board without cells, MR_ERR_LIMIT for more cells than
 * there are numbers, MR_ERR_NOMEM; `view` is untouched then
 */
MR_NODISCARD MR_API mr_status mr_view_init(mr_view *view, mr_arena *arena, uint16_t columns,
                                           uint16_t rows, int first_row, int row_step);

MR_END_C

#endif
