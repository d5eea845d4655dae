#ifndef MARCHER_TESTS_SUPPORT_MARKUP_H
#define MARCHER_TESTS_SUPPORT_MARKUP_H

/**
 * @file
 * Whether a text is a well-formed document: for tests of what writes SVG and HTML.
 */

#include <stdbool.h>
#include <stddef.h>

/** Elements that HTML writes without an end. */
#define MR_MARKUP_HTML true
#define MR_MARKUP_XML false

/**
 * Checks that every element is closed where it was opened last, that attributes are in double
 * quotes and occur once, that texts and values hold no bare `<` and no unknown entity, and that
 * there is one root. Declarations, doctypes and the content of `<style>` are passed over.
 *
 * @return NULL when all is well, or what is wrong first, with the text from there on
 */
const char *mr_markup_fault(const char *text, bool html, const char **where);

/** Fails the running test unless the text is well formed. */
void mr_assert_markup(const char *text, bool html);

/** How often `part` occurs in `text`. */
size_t mr_count(const char *text, const char *part);

#endif
