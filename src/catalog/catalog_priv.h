/**
 * @file catalog_priv.h
 * What the files of the catalogue share.
 */
#ifndef MARCHER_CATALOG_CATALOG_PRIV_H
#define MARCHER_CATALOG_CATALOG_PRIV_H

#include <marcher/catalog.h>

struct mr_catalog {
  const mr_allocator *allocator;
  mr_definitions *definitions;
  mr_definitions *weights; /**< by the names of definitions */
};

/** Adds the weights that came with the program. */
mr_status mr_catalog_embed_weights(mr_catalog *catalog, mr_diagnostics *list);

/** Gives a game its weights, or the nearest parent's. @param own no overrides change the game */
mr_status mr_catalog_weigh(const mr_catalog *catalog, const mr_family *family, const char *name,
                           bool own, mr_game *game, mr_diagnostics *list);

/** Checks a resolved definition against its family and compiles it; see mr_catalog_open. */
mr_status mr_catalog_compile(const mr_definition *definition, const mr_allocator *allocator,
                             mr_game **out, mr_diagnostics *list);

/** Writes a table of keys as Markdown, one row for each; see mr_catalog_keys_markdown. */
void mr_keys_markdown(mr_str *out, const mr_key *keys, size_t count);

#endif
