#include <string.h>

#include "catalog/catalog_priv.h"
#include "definition/diagnostics.h"

/** A network that was added. */
typedef struct added_network {
  char *name; /**< of the definition; its memory holds the bytes behind the NUL */
  size_t length;
} added_network;

struct mr_catalog {
  const mr_allocator *allocator;
  mr_definitions *definitions;
  mr_definitions *weights; /**< by the names of definitions */
  added_network *networks;
  size_t network_count, network_room;
};

/* ---- weights --------------------------------------------------------------------------------- */

mr_status mr_catalog_add_weights(mr_catalog *catalog, const char *source, const char *text,
                                 size_t length, mr_diagnostics *list) {
  mr_definitions *file = NULL;
  if (catalog == NULL || list == NULL) {
    return MR_ERR_ARGUMENT;
  }
  /* Read twice: first by itself, so that nothing is added that is for no game. */
  mr_status status = mr_definitions_new(catalog->allocator, &file, NULL);
  if (status != MR_OK) {
    return mr_diagnose_nomem(list);
  }
  status = mr_definitions_add(file, source, text, length, list);
  size_t sections = status == MR_OK ? mr_definitions_count(file) : 0;
  mr_ancestor line[MR_LINEAGE_MAX];
  if (status == MR_OK && sections == 0) {
    const mr_span at = {.source = source};
    status = mr_diagnose_fail(list, MR_ERR_SYNTAX, &at, NULL, MR_WEIGHTS_NONE);
  }
  for (size_t i = 0; i < sections; i++) {
    const char *name = mr_definitions_name(file, i);
    if (mr_definitions_lineage(catalog->definitions, name, line) == 0) {
      (void)mr_definitions_lineage(file, name, line);
      status = mr_diagnose_fail(list, MR_ERR_UNKNOWN, &line[0].at, NULL,
                                "these are weights of a game that there is not");
    }
  }
  mr_definitions_free(file);
  return status != MR_OK ? status
                         : mr_definitions_add(catalog->weights, source, text, length, list);
}

/** Whether weights of that name were meant for this definition: see mr_catalog_add_weights. */
static bool has_weights(const mr_catalog *catalog, const mr_ancestor *of) {
  mr_ancestor weights[MR_LINEAGE_MAX];
  return mr_definitions_lineage(catalog->weights, of->name, weights) > 0 &&
         weights[0].added >= of->added;
}

/**
 * The section of weights of a definition or its nearest parent; its name is NULL if there is none.
 * @param own whether it is its own, not a parent's
 */
static mr_ancestor find_weights(const mr_catalog *catalog, const char *name, bool *own) {
  mr_ancestor line[MR_LINEAGE_MAX], weights[MR_LINEAGE_MAX];
  size_t count = mr_definitions_lineage(catalog->definitions, name, line);
  for (size_t i = 0; i < count; i++) {
    if (has_weights(catalog, &line[i])) {
      (void)mr_definitions_lineage(catalog->weights, line[i].name, weights);
      *own = i == 0;
      return weights[0];
    }
  }
  return (mr_ancestor){.name = NULL};
}

const char *mr_catalog_weights_source(const mr_catalog *catalog, size_t index) {
  bool own = false;
  const char *name = catalog != NULL ? mr_definitions_name(catalog->definitions, index) : NULL;
  mr_ancestor weights = {.name = NULL};
  if (name != NULL) {
    weights = find_weights(catalog, name, &own);
  }
  return weights.added ? weights.at.source : NULL;
}

mr_status mr_catalog_export(const mr_catalog *catalog, const char *const *names, size_t count,
                            mr_str *rules, mr_str *weights, mr_error *err) {
  mr_status status = mr_definitions_export(catalog->definitions, names, count, rules, err);
  const char **own = mr_alloc_zero(catalog->allocator, count * MR_LINEAGE_MAX + 1, sizeof *own);
  size_t found = 0;
  if (own == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for definitions");
  }
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    mr_ancestor line[MR_LINEAGE_MAX];
    size_t length = mr_definitions_lineage(catalog->definitions, names[i], line);
    for (size_t k = 0; k < length; k++) {
      if (has_weights(catalog, &line[k])) {
        own[found++] = line[k].name;
      }
    }
  }
  if (status == MR_OK) {
    status = mr_definitions_export(catalog->weights, own, found, weights, err);
  }
  mr_alloc_free(catalog->allocator, own, (count * MR_LINEAGE_MAX + 1) * sizeof *own);
  return status;
}

/** Gives a game its weights, or the nearest parent's. @param own no overrides change the game */
static mr_status read_weights(const mr_catalog *catalog, const char *name, bool own, mr_game *game,
                              mr_diagnostics *list) {
  bool first = false;
  mr_ancestor section = find_weights(catalog, name, &first);
  if (section.name == NULL || game->family->read_weights == NULL) {
    return MR_OK;
  }
  mr_arena arena;
  mr_definition weights;
  mr_arena_init(&arena, catalog->allocator, 0);
  mr_status status =
      mr_definition_resolve(catalog->weights, section.name, NULL, 0, &arena, &weights, list);
  if (status == MR_OK) {
    status = game->family->read_weights(game, &weights, own && first, list);
  }
  mr_arena_done(&arena);
  return status;
}

/* ---- networks -------------------------------------------------------------------------------- */

static size_t network_size(const added_network *network) {
  return strlen(network->name) + 1 + network->length;
}

static void drop_network(mr_catalog *catalog, added_network *network) {
  mr_alloc_free(catalog->allocator, network->name, network_size(network));
}

mr_status mr_catalog_add_network(mr_catalog *catalog, const char *name, const void *bytes,
                                 size_t length, mr_error *err) {
  if (catalog == NULL || name == NULL || bytes == NULL || length == 0 ||
      length > MR_NETWORK_FILE_MAX) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no network to add");
  }
  added_network network = {.name = mr_alloc_zero(catalog->allocator, strlen(name) + 1 + length, 1),
                           .length = length};
  size_t at = 0;
  while (at < catalog->network_count && strcmp(catalog->networks[at].name, name) != 0) {
    at++;
  }
  added_network *grown = at < catalog->network_count
                             ? catalog->networks
                             : mr_alloc_grow(catalog->allocator, catalog->networks,
                                             &catalog->network_room, at + 1, sizeof *grown);
  catalog->networks = grown != NULL ? grown : catalog->networks;
  if (network.name == NULL || grown == NULL) {
    mr_alloc_free(catalog->allocator, network.name, strlen(name) + 1 + length);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a network");
  }
  memcpy(network.name, name, strlen(name) + 1);
  memcpy(network.name + strlen(name) + 1, bytes, length);
  if (at < catalog->network_count) {
    drop_network(catalog, &grown[at]);
  } else {
    catalog->network_count++;
  }
  grown[at] = network;
  return MR_OK;
}

/** The network that lies under a name in `games/`: "games/classics/chess.network". */
static const mr_embedded_file *embedded_network(const char *name) {
  for (size_t i = 0; i < mr_embedded_network_count; i++) {
    const char *file = strrchr(mr_embedded_networks[i].name, '/');
    file = file != NULL ? file + 1 : mr_embedded_networks[i].name;
    size_t length = strlen(name);
    if (strncmp(file, name, length) == 0 && strcmp(file + length, ".network") == 0) {
      return &mr_embedded_networks[i];
    }
  }
  return NULL;
}

/** The network of a definition or of its nearest parent that has one. What was added goes before
 * what came with the program, which is for definitions that came with it. */
static mr_network find_network(const mr_catalog *catalog, const char *name) {
  mr_ancestor line[MR_LINEAGE_MAX];
  size_t count = mr_definitions_lineage(catalog->definitions, name, line);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < catalog->network_count; k++) {
      const added_network *network = &catalog->networks[k];
      if (strcmp(network->name, line[i].name) == 0) {
        return (mr_network){.bytes = network->name + strlen(network->name) + 1,
                            .length = network->length,
                            .own = i == 0};
      }
    }
    const mr_embedded_file *file = line[i].added ? NULL : embedded_network(line[i].name);
    if (file != NULL) {
      return (mr_network){.bytes = file->text, .length = file->length, .own = i == 0};
    }
  }
  return (mr_network){.bytes = "", .length = 0};
}

mr_network mr_catalog_network(const mr_catalog *catalog, const char *name) {
  return catalog != NULL && name != NULL ? find_network(catalog, name)
                                         : (mr_network){.bytes = "", .length = 0};
}

/** Gives a game its network, in memory that lives as long as it. Whether it fits is for engines to
 *  say: mr_network_check. @param own no overrides change the game */
static mr_status give_network(const mr_catalog *catalog, const char *name, bool own, mr_game *game,
                              mr_diagnostics *list) {
  mr_network found = find_network(catalog, name);
  if (found.length == 0) {
    return MR_OK;
  }
  const char *copy = mr_arena_copy(&game->arena, found.bytes, found.length);
  if (copy == NULL) {
    return mr_diagnose_nomem(list);
  }
  game->info.network = (mr_network){.bytes = copy, .length = found.length, .own = own && found.own};
  return MR_OK;
}

/* ---- the catalogue --------------------------------------------------------------------------- */

/** Makes files that came with the program the base of a collection. */
static mr_status embed(mr_definitions *to, const mr_embedded_file *files, size_t count,
                       mr_diagnostics *list) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    status =
        mr_definitions_add(to, files[i].name, (const char *)files[i].text, files[i].length, list);
  }
  mr_definitions_seal(to);
  return status;
}

static mr_status embed_all(mr_catalog *catalog, mr_error *err) {
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, catalog->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = embed(catalog->definitions, mr_embedded_games, mr_embedded_game_count, &list);
  if (status == MR_OK) {
    status = embed(catalog->weights, mr_embedded_weights, mr_embedded_weight_count, &list);
  }
  if (status != MR_OK) {
    (void)mr_diagnostics_error(&list, err);
  }
  mr_arena_done(&arena);
  return status;
}

mr_status mr_catalog_new(const mr_allocator *allocator, mr_catalog **out, mr_error *err) {
  if (out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no place for the catalogue");
  }
  const mr_allocator *from = allocator != NULL ? allocator : mr_allocator_default();
  mr_catalog *catalog = mr_alloc_zero(from, 1, sizeof *catalog);
  if (catalog == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  catalog->allocator = from;
  mr_status status = mr_definitions_new(from, &catalog->definitions, err);
  if (status == MR_OK) {
    mr_definitions_set_absence(catalog->definitions, mr_family_absence);
    status = mr_definitions_new(from, &catalog->weights, err);
  }
  if (status == MR_OK) {
    status = embed_all(catalog, err);
  }
  if (status != MR_OK) {
    mr_catalog_free(catalog);
    return status;
  }
  *out = catalog;
  return MR_OK;
}

void mr_catalog_free(mr_catalog *catalog) {
  if (catalog != NULL) {
    mr_definitions_free(catalog->definitions);
    mr_definitions_free(catalog->weights);
    for (size_t i = 0; i < catalog->network_count; i++) {
      drop_network(catalog, &catalog->networks[i]);
    }
    mr_alloc_free(catalog->allocator, catalog->networks,
                  catalog->network_room * sizeof *catalog->networks);
    mr_alloc_free(catalog->allocator, catalog, sizeof *catalog);
  }
}

mr_status mr_catalog_add(mr_catalog *catalog, const char *source, const char *text, size_t length,
                         mr_diagnostics *list) {
  return catalog == NULL ? MR_ERR_ARGUMENT
                         : mr_definitions_add(catalog->definitions, source, text, length, list);
}

void mr_catalog_seal(mr_catalog *catalog) {
  mr_definitions_seal(catalog->definitions);
  mr_definitions_seal(catalog->weights);
}

size_t mr_catalog_count(const mr_catalog *catalog) {
  return catalog != NULL ? mr_definitions_count(catalog->definitions) : 0;
}

const char *mr_catalog_name(const mr_catalog *catalog, size_t index) {
  return catalog != NULL ? mr_definitions_name(catalog->definitions, index) : NULL;
}

const char *mr_catalog_source(const mr_catalog *catalog, size_t index) {
  return catalog != NULL ? mr_definitions_source(catalog->definitions, index) : NULL;
}

bool mr_catalog_draws_on(const mr_catalog *catalog, size_t index, const char *source) {
  return catalog != NULL && mr_definitions_draws_on(catalog->definitions, index, source);
}

/* NOLINTNEXTLINE(readability-function-size): the public signature */
mr_status mr_catalog_resolve(const mr_catalog *catalog, const char *name,
                             const mr_override *overrides, size_t override_count, mr_arena *arena,
                             mr_definition *out, mr_diagnostics *list) {
  return catalog == NULL ? MR_ERR_ARGUMENT
                         : mr_definition_resolve(catalog->definitions, name, overrides,
                                                 override_count, arena, out, list);
}

mr_status mr_catalog_describe(const mr_catalog *catalog, size_t index, mr_arena *arena,
                              mr_catalog_entry *out, mr_diagnostics *list) {
  const char *name = mr_catalog_name(catalog, index);
  if (name == NULL || arena == NULL || out == NULL || list == NULL) {
    return MR_ERR_ARGUMENT;
  }
  mr_definition definition;
  mr_status status = mr_catalog_resolve(catalog, name, NULL, 0, arena, &definition, list);
  if (status == MR_OK) {
    mr_family_describe(&definition, out);
    out->source = mr_catalog_source(catalog, index);
  }
  return status;
}

mr_status mr_catalog_open(const mr_catalog *catalog, const char *name, const mr_override *overrides,
                          size_t override_count, mr_game **out, mr_diagnostics *list) {
  if (catalog == NULL || out == NULL || list == NULL) {
    return MR_ERR_ARGUMENT;
  }
  mr_arena arena;
  mr_definition definition;
  mr_diagnostics found, told;
  mr_game *game = NULL;
  mr_arena_init(&arena, catalog->allocator, 0);
  mr_diagnostics_init(&found, &arena);
  mr_diagnostics_init(&told, &arena);
  mr_status status =
      mr_catalog_resolve(catalog, name, overrides, override_count, &arena, &definition, list);
  if (status == MR_OK) {
    status = mr_catalog_compile(&definition, catalog->allocator, &game, &found);
    mr_catalog_blame(&definition, catalog->allocator, &found, &told);
    mr_diagnostics_sort(&told);
    mr_diagnostics_append(list, &told);
  }
  if (status == MR_OK) {
    status = read_weights(catalog, definition.name, override_count == 0, game, list);
  }
  if (status == MR_OK) {
    status = give_network(catalog, definition.name, override_count == 0, game, list);
  }
  if (status == MR_OK) {
    *out = game;
  } else {
    mr_game_free(game);
  }
  mr_arena_done(&arena);
  return status;
}
