/**
 * @file doc.h
 * A rules page as values: headings, paragraphs, numbered rules, tables and diagrams. Families
 * write it; the faces turn it into text, SVG or HTML.
 */
#ifndef MARCHER_DOC_H
#define MARCHER_DOC_H

#include <marcher/chart.h>

MR_BEGIN_C

/** What a block of a page is, and which of its fields it uses. */
typedef enum mr_doc_kind {
  MR_DOC_HEADING,   /**< `text` */
  MR_DOC_PARAGRAPH, /**< `text`, to be wrapped */
  MR_DOC_RULE,      /**< `id` and `text` */
  MR_DOC_DIAGRAM,   /**< `view` with the caption `text` */
  MR_DOC_ROW,       /**< one row of a table: `cells`; the one with `heads` is its heading */
  MR_DOC_LINES,     /**< `text`, lines that stay as they are: to be copied */
  MR_DOC_CHART,     /**< `chart` with the caption `text` */
  MR_DOC_REEL       /**< `reel`: games to step through; `text` says what they are */
} mr_doc_kind;

/** Most cells in a row. */
#define MR_DOC_COLUMNS_MAX 8

/** One piece of a page. Fields that its kind does not use are "", 0 or NULL. */
typedef struct mr_doc_block {
  mr_doc_kind kind;
  const char *id;
  const char *text;
  const char *cells[MR_DOC_COLUMNS_MAX];
  size_t cell_count;
  bool heads; /**< of a row: a table begins with it, perhaps behind another one */
  const mr_view *view;
  const mr_chart *chart;
  const struct mr_reel *reel;
  struct mr_doc_block *next;
} mr_doc_block;

/** Caller-owned; blocks and texts live in `arena`. A failure is sticky in `status`. */
typedef struct mr_doc {
  mr_arena *arena;
  mr_doc_block *first;
  mr_doc_block *last;
  mr_status status;
  bool apart; /**< the next row heads a table of its own */
} mr_doc;

/*
 * Writers append one block and copy its texts; without memory the page's status is MR_ERR_NOMEM.
 * A page that has failed takes nothing more: write everything, then look once.
 */

/** Makes an empty page, whose blocks and texts will live in `arena`. */
MR_API void mr_doc_init(mr_doc *doc, mr_arena *arena);

/** A heading. A first one that repeats the game's title is not shown twice. */
MR_API void mr_doc_heading(mr_doc *doc, const char *format, ...) MR_PRINTF(2, 3);

/** A paragraph of whole sentences, of any length: the faces wrap it. */
MR_API void mr_doc_paragraph(mr_doc *doc, const char *format, ...) MR_PRINTF(2, 3);

/** Lines that no face wraps or changes, each of which ends with '\n'. */
MR_API void mr_doc_lines(mr_doc *doc, const char *text);

/** A numbered rule. @param id "BD-7". @param text whole sentences */
MR_API void mr_doc_rule(mr_doc *doc, const char *id, const char *text);

/**
 * One row of a table, the first of a run being its heading, as is one behind ::mr_doc_end_table.
 * @param cells `count` texts; with more than ::MR_DOC_COLUMNS_MAX the page's status is MR_ERR_LIMIT
 */
MR_API void mr_doc_row(mr_doc *doc, const char *const *cells, size_t count);

/** A row that comes next is not of the table before. */
MR_API void mr_doc_end_table(mr_doc *doc);

/** A picture with a caption. @param view not copied: it lives at least as long as the arena */
MR_API void mr_doc_diagram(mr_doc *doc, const mr_view *view, const char *caption);

/** A chart with a caption. @param chart not copied: it lives at least as long as the arena */
MR_API void mr_doc_chart(mr_doc *doc, const mr_chart *chart, const char *caption);

/** Games to step through. @param reel not copied: it lives at least as long as the page */
MR_API void mr_doc_reel(mr_doc *doc, const struct mr_reel *reel, const char *text);

/* ---- parts of a page ------------------------------------------------------------------------- */

/**
 * Adds to `out` what a page says about a topic: of the letter of a piece what it says of that
 * piece; else the chapters whose heading begins with it; else the rules of that number; else the
 * rows, pictures and rules that speak of it; what the chapter "Notation" says only where nothing
 * else speaks of it.
 * @return false: it says nothing about it
 */
MR_API bool mr_doc_about(const mr_doc *page, const char *topic, mr_doc *out);

/** Adds the headings of a page without its title: "Board, Pieces, End". */
MR_API void mr_doc_chapters(const mr_doc *page, mr_str *out);

/** The picture of how a piece moves, or NULL. `name` is the piece's, of which a caption may have
 *  only the first words. */
MR_API const mr_doc_block *mr_doc_picture(const mr_doc *page, const char *name);

/** The sentences of that picture's caption that say how the piece moves, or NULL. */
MR_API const char *mr_doc_movement(const mr_doc *page, const char *name);

/**
 * Adds the numbers of the rules that speak of a topic, separated by commas, `most` at most; those
 * on notation aside.
 * @return how many there are
 */
MR_API size_t mr_doc_rules_about(const mr_doc *page, const char *topic, size_t most, mr_str *out);

/** Whether a text speaks of a topic: has it as whole words, in letters of either case. */
MR_API bool mr_text_mentions(const char *text, const char *topic);

MR_END_C

#endif
