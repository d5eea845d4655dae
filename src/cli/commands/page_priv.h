#ifndef MARCHER_CLI_COMMANDS_PAGE_PRIV_H
#define MARCHER_CLI_COMMANDS_PAGE_PRIV_H

/**
 * @file
 * What the commands `page`, `site` and `serve` share.
 */

#include "cli/cli.h"
#include "cli/page_parts.h"

/** Complains where this program has no client of pages. @return an exit status */
int cli_page_built(cli_context *cli);

/** What a page of a site knows of the others. */
typedef struct cli_page_links {
  const char *home;     /**< the page of all games; NULL: there is none */
  const char *workshop; /**< the page that has the workshop; NULL: there is none, or it is this */
  bool enter;           /**< the workshop is what the page opens with */
} cli_page_links;

/**
 * What a page is to play, as JSON for its script: the games' definitions, those of their parents
 * and their weights, and no others. @param links NULL: it stands alone
 */
int cli_page_texts(cli_context *cli, const cli_list *games, const cli_page_links *links,
                   mr_str *out);

/**
 * All games, in the order of the catalogue; texts live in the context's arena. One that does not
 * open is a mistake in what --rules has given: it is told with its place, as are the names of all.
 * @return an exit status
 */
int cli_page_all(cli_context *cli, cli_list *out);

/** JSON as it may stand in a script element, which a "</script" within would end. */
void cli_put_inert(mr_str *out, const mr_str *json);

/** A text as it may stand in HTML, in an attribute, too. */
void cli_put_escaped(mr_str *out, const char *text);

/* ---- sites ----------------------------------------------------------------------------------- */

/** A file of a site. */
typedef struct cli_site_file {
  const char *path; /**< below the site's folder: "assets/page-0123456789abcdef.js" */
  const char *type; /**< media type */
  const void *bytes;
  size_t length;
  bool immutable; /**< its name has the hash of its content */
} cli_site_file;

/** All files of a site; their texts and names live in `arena`. Zeroed, it is empty. */
typedef struct cli_site {
  mr_arena arena;
  cli_site_file *files;
  size_t count;
  size_t room;
  size_t games;
} cli_site;

/** What a site is to be. */
typedef struct cli_site_wish {
  const cli_list *games; /**< empty: all, with the workshop */
  const char *title;     /**< NULL: "Marcher" */
  bool workshop;
} cli_site_wish;

/**
 * Makes a site: a page for each game, what they share, a page of all, and one of the workshop where
 * that is wished for. Complains where it cannot. @return an exit status; free it in any case
 */
int cli_site_make(cli_context *cli, const cli_site_wish *wish, cli_site *out);
void cli_site_free(cli_site *site);

#endif
