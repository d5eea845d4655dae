#ifndef MARCHER_CLI_PAGE_PARTS_H
#define MARCHER_CLI_PAGE_PARTS_H

/**
 * @file
 * The client of pages, which the build puts into the program: see cmake/Page.cmake.
 */

#include <marcher/game.h>
#include <stddef.h>

/** A part of a page. */
typedef struct cli_page_part {
  const unsigned char *text;
  size_t length;
} cli_page_part;

typedef struct cli_page_parts {
  const char *lacking; /**< why there is no client, in a sentence; NULL: there is one */
  cli_page_part style;
  cli_page_part script;
  cli_page_part worker;           /**< script of the workers */
  cli_page_part workshop;         /**< script of the workshop: gzip */
  cli_page_part workbench;        /**< the same as it is, for sites */
  cli_page_part module[MR_PARTS]; /**< the program with those parts of it: WebAssembly, gzip; with
                                       none, one or all of them, the others are empty */
  cli_page_part style_gz; /**< for hosts that send compressed files which lie beside theirs */
  cli_page_part style_br;
  cli_page_part script_gz;
  cli_page_part script_br;
} cli_page_parts;

extern const cli_page_parts cli_page;

#endif
