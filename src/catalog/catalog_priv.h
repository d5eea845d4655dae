/**
 * @file catalog_priv.h
 * What the files of the catalogue share.
 */
#ifndef MARCHER_CATALOG_CATALOG_PRIV_H
#define MARCHER_CATALOG_CATALOG_PRIV_H

#include <marcher/catalog.h>

/** Checks a resolved definition against its family and compiles it; see mr_catalog_open. */
mr_status mr_catalog_compile(const mr_definition *definition, const mr_allocator *allocator,
                             mr_game **out, mr_diagnostics *list);

/**
 * Hands on what was `found` wrong with a definition, each error at the setting that has to be
 * changed: that of the child, or an override, where an inherited one was right without it.
 */
void mr_catalog_blame(const mr_definition *definition, const mr_allocator *allocator,
                      const mr_diagnostics *found, mr_diagnostics *list);

/** Fills all of `out` but the source with texts of `definition`. */
void mr_family_describe(const mr_definition *definition, mr_catalog_entry *out);

/** Writes a table of keys as Markdown, one row for each; see mr_catalog_keys_markdown. */
void mr_keys_markdown(mr_str *out, const mr_key *keys, size_t count);

/* ---- the files of games/, which the build turns into C (cmake/EmbedGames.cmake) -------------- */

/** One embedded file. All pointers live as long as the program. */
typedef struct mr_embedded_file {
  const char *name;          /**< path from the source root, such as "games/borderline.ini" */
  const unsigned char *text; /**< the bytes of the file; a zero byte follows, not counted */
  size_t length;             /**< number of bytes */
} mr_embedded_file;

/**
 * All definition files in ascending byte order of `name`, those of folders in games/ behind the
 * others; a row whose name is NULL follows.
 */
extern const mr_embedded_file mr_embedded_games[];

/** Number of files in `mr_embedded_games`, the closing row not counted. */
extern const size_t mr_embedded_game_count;

/** The weights that lie beside them (`games/<file>.weights`), in the same way. */
extern const mr_embedded_file mr_embedded_weights[];
extern const size_t mr_embedded_weight_count;

/** The puzzles of single games (`games/puzzles/<name>.puzzles`), a row without a name last. */
extern const mr_embedded_file mr_embedded_puzzles[];

#endif
