#ifndef MARCHER_CLI_CHAPTER_H
#define MARCHER_CLI_CHAPTER_H

/**
 * @file
 * Parts of a rules page: its chapters, and what it says of a piece, a region, a rule, a word.
 */

#include <marcher/doc.h>

/**
 * Adds to `out` what a page says about a topic: the chapters whose heading begins with it; else the
 * rules of that number; else the rows, pictures and rules that speak of it, which may also be the
 * letter of a piece. @return false: it says nothing about it
 */
bool cli_page_about(const mr_doc *page, const char *topic, mr_doc *out);

/** Adds the headings of a page without its title: "Board, Pieces, End". */
void cli_page_chapters(const mr_doc *page, mr_str *out);

/**
 * The sentences that say how a piece moves, from the caption of its picture, or NULL. `name` is the
 * piece's, of which a caption may have only the first words.
 */
const char *cli_page_movement(const mr_doc *page, const char *name);

/**
 * Adds the numbers of the rules that speak of a topic, separated by commas, `most` at most.
 * @return how many there are
 */
size_t cli_page_rules(const mr_doc *page, const char *topic, size_t most, mr_str *out);

/** Whether a text speaks of a topic: has it as whole words, in letters of either case. */
bool cli_mentions(const char *text, const char *topic);

#endif
