/**
 * @file catalog.h
 * The one place that names every family of rules: from a definition to a compiled game.
 */
#ifndef MARCHER_CATALOG_H
#define MARCHER_CATALOG_H

#include <marcher/definition.h>
#include <marcher/family.h>
#include <marcher/game.h>

MR_BEGIN_C

/** Number of families. */
MR_API size_t mr_family_count(void);

/** The family at an index from 0, static; NULL where there is none. */
MR_API const mr_family *mr_family_at(size_t index);

/**
 * Why no family has a game that other programs know by that name, as part of a sentence; NULL: it
 * is none of which that is known. Static.
 */
MR_API const char *mr_family_absence(const char *name);

/**
 * The keys that every family has: family, title, group, summary, author, year, source, notes,
 * intended. Static.
 * @param count receives their number; may be NULL
 */
MR_API const mr_key *mr_common_keys(size_t *count);

/** The definitions that came with the program plus those that the user added. */
typedef struct mr_catalog mr_catalog;

/**
 * A catalogue holding the embedded definitions; free it with mr_catalog_free.
 * @return MR_ERR_ARGUMENT where `out` is NULL, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_catalog_new(const mr_allocator *allocator, mr_catalog **out,
                                             mr_error *err);

/** Frees a catalogue; NULL is accepted. Games that it opened live on. */
MR_API void mr_catalog_free(mr_catalog *catalog);

/**
 * Adds the definitions of one more file (`--rules`); see mr_definitions_add. A definition takes
 * the place of the embedded one of its name, for the children of that as well, and extends it
 * where it names itself as its parent. A name that was added before is an error.
 * @return the first error's status; nothing was added then. MR_ERR_ARGUMENT where `catalog` or
 * `list` is NULL
 */
MR_NODISCARD MR_API mr_status mr_catalog_add(mr_catalog *catalog, const char *source,
                                             const char *text, size_t length, mr_diagnostics *list);

/**
 * Lets files that are added from now on define anew what was added so far, as they may what came
 * with the program: see mr_definitions_seal. Weights count for no definition that is newer.
 */
MR_API void mr_catalog_seal(mr_catalog *catalog);

/**
 * Adds a file of weights for engines (docs/EVALUATION.md): for definitions of the catalogue by
 * their names, and for those that inherit from them and have none of their own. Weights that were
 * added take the place of those that came with the program, which count for the definitions that
 * came with it alone. What the weights say is checked when their game is opened.
 * @return the first error's status; nothing was added then. MR_ERR_UNKNOWN for weights of a game
 * that there is not, MR_ERR_ARGUMENT where `catalog` or `list` is NULL
 */
MR_NODISCARD MR_API mr_status mr_catalog_add_weights(mr_catalog *catalog, const char *source,
                                                     const char *text, size_t length,
                                                     mr_diagnostics *list);

/**
 * Adds the network of a definition (docs/TRAINING.md), in place of one that was added so before.
 * Definitions with this one for a parent have it, too, where it fits them: engines look after that.
 * @return MR_ERR_ARGUMENT, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_catalog_add_network(mr_catalog *catalog, const char *name,
                                                     const void *bytes, size_t length,
                                                     mr_error *err);

/** The network of a definition or of its nearest parent that has one; empty: there is none. Lives
 * as long as the catalogue, and until another is added. */
MR_API mr_network mr_catalog_network(const mr_catalog *catalog, const char *name);

/** The file that the weights of a definition were added by; NULL: it has none, or they came with
 *  the program. */
MR_API const char *mr_catalog_weights_source(const mr_catalog *catalog, size_t index);

/**
 * The puzzles that came with the program for a game of that name, as the text of a file
 * (puzzles.h), static; NULL: there are none. They are of the definition that came with it: whoever
 * uses them compares its hash. @param length receives the bytes of the text
 */
MR_API const char *mr_catalog_puzzles(const char *name, size_t *length);

/** Number of names; 0 for NULL. */
MR_API size_t mr_catalog_count(const mr_catalog *catalog);

/**
 * The names, each once, in order: the embedded ones sorted by file, then those that were added.
 * @param index from 0. @return NULL past the last; it lives as long as the catalogue
 */
MR_API const char *mr_catalog_name(const mr_catalog *catalog, size_t index);

/** The file that a definition was added by, or NULL for one that came with the program. */
MR_API const char *mr_catalog_source(const mr_catalog *catalog, size_t index);

/** Whether a definition, or a parent above it, was added by the file `source`. */
MR_API bool mr_catalog_draws_on(const mr_catalog *catalog, size_t index, const char *source);

/**
 * Resolves a definition without compiling it: for listings and explanations; see
 * mr_definition_resolve, whose statuses it returns. What it writes to `out` lives in `arena`.
 */
MR_NODISCARD MR_API mr_status mr_catalog_resolve(const mr_catalog *catalog, const char *name,
                                                 const mr_override *overrides,
                                                 size_t override_count, mr_arena *arena,
                                                 mr_definition *out, mr_diagnostics *list);

/** What lists show of a game. */
typedef struct mr_catalog_entry {
  const char *name;
  const char *title;   /**< `name` where the definition has none */
  const char *summary; /**< "" where it has none */
  const char *group;   /**< heading in lists; the family's name where it has none */
  const char *family;  /**< as the definition says: perhaps none that there is */
  const char *source;  /**< see mr_catalog_source */
  unsigned columns;    /**< 0: unknown */
  unsigned rows;       /**< 0: unknown */
} mr_catalog_entry;

/**
 * What the definition at an index says for lists, without compiling it: it may still be wrong. The
 * texts live in `arena`.
 * @return MR_ERR_ARGUMENT where there is no such index, or what mr_catalog_resolve returns
 */
MR_NODISCARD MR_API mr_status mr_catalog_describe(const mr_catalog *catalog, size_t index,
                                                  mr_arena *arena, mr_catalog_entry *out,
                                                  mr_diagnostics *list);

/**
 * Resolves, checks and compiles a game. It outlives the catalogue; free it with mr_game_free.
 * `list` receives every complaint; warnings may be present on success.
 * @return the first error's status; `out` is untouched then. MR_ERR_ARGUMENT for a NULL
 */
MR_NODISCARD MR_API mr_status mr_catalog_open(const mr_catalog *catalog, const char *name,
                                              const mr_override *overrides, size_t override_count,
                                              mr_game **out, mr_diagnostics *list);

/**
 * What it takes to play these games elsewhere: their definitions and weights, with those of their
 * parents, as the texts of two files. @return MR_ERR_UNKNOWN, MR_ERR_NOMEM, MR_ERR_LIMIT
 */
MR_NODISCARD MR_API mr_status mr_catalog_export(const mr_catalog *catalog, const char *const *names,
                                                size_t count, mr_str *rules, mr_str *weights,
                                                mr_error *err);

/** The whole definition language as Markdown: docs/DEFINITION_LANGUAGE.md's key tables. */
MR_API void mr_catalog_keys_markdown(mr_str *out);

MR_END_C

#endif
