/**
 * @file registry.h
 * The kinds of engines: which there are, and which of them a game prefers.
 */
#ifndef MARCHER_SEARCH_REGISTRY_H
#define MARCHER_SEARCH_REGISTRY_H

#include "search/engine_priv.h"

/** Makes an engine. `options` is complete: a known kind, a level in range, memory > 0. */
typedef mr_status (*mr_engine_create_fn)(const mr_game *game, const mr_engine_options *options,
                                         mr_engine **out, mr_error *err);

/** One kind of engine, possibly for some games only; kinds of one name never share a game. */
typedef struct mr_engine_entry {
  const char *kind;
  bool (*can_play)(const mr_game *game);
  mr_engine_create_fn create;
} mr_engine_entry;

/** All registered kinds, for tests of the table. */
const mr_engine_entry *mr_engine_entries(size_t *count);

#endif
