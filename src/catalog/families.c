#include "catalog/catalog_priv.h"

#include <string.h>

#include "base/text.h"
#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/borderline/borderline.h"
#include "rules/fairy/fairy.h"
#include "rules/warlord/warlord.h"

static const mr_family *const families[] = {
    &mr_family_borderline,
    &mr_family_fairy,
    &mr_family_warlord,
};

size_t mr_family_count(void) {
  return sizeof families / sizeof families[0];
}

const mr_family *mr_family_at(size_t index) {
  return index < mr_family_count() ? families[index] : NULL;
}

const char *mr_family_absence(const char *name) {
  for (size_t i = 0; i < mr_family_count(); i++) {
    const mr_absent_game *row = families[i]->absent;
    for (; row != NULL && row->name != NULL; row++) {
      if (strcmp(row->name, name) == 0) {
        return row->reason;
      }
    }
  }
  return NULL;
}

/** The family of definitions that name none: those of other programs never do. */
#define DEFAULT_FAMILY "fairy"

#define PROSE(KEY, LINES, EXAMPLE, MEANING)                                    \
  {                                                                            \
    .name = (KEY), .type = MR_KEY_PROSE, .max = (LINES), .meaning = (MEANING), \
    .example = (EXAMPLE), .rule = ""                                           \
  }

enum { FAMILY_KEY = 0 };

#define LEVEL_NODES "levelNodes"

static const mr_key common_keys[] = {
    [FAMILY_KEY] = {.name = "family",
                    .type = MR_KEY_TEXT,
                    .standard = DEFAULT_FAMILY,
                    .meaning = "The family of rules, which decides what other keys there are.",
                    .example = "borderline",
                    .rule = ""},
    PROSE("title", 1, "Borderline GPT",
          "The name of the game as people write it. Without it, the name of the definition is "
          "shown: a parent's title is not its child's."),
    PROSE("group", 1, "Chess and its relatives",
          "Heading under which lists of games put it, and what inherits from it. Without it, the "
          "name of the family."),
    PROSE("summary", 1, "Join your home row to the far row.",
          "One sentence for lists of games; a parent's is not its child's."),
    PROSE("author", 0, "H. G. Wells", "Who designed the game; one person on each line."),
    PROSE("year", 1, "1913", "When the game was published."),
    PROSE("source", 0, "https://example.org/rules",
          "Where the rules were published: books, addresses of pages."),
    PROSE("notes", 0, "Captures are optional; the author was asked.",
          "What a reader of the definition should know: rulings on open questions, history."),
    PROSE("intended", 0, "one-sided: a puzzle for White",
          "What `marcher check --play` warns of and is meant to be so: the name of the warning, a "
          "colon and the reason; one on each line."),
    {.name = LEVEL_NODES "#",
     .type = MR_KEY_INT,
     .min = 1,
     .max = 1000000000,
     .meaning = "How much the computer looks at on a level, 1 to 8, in nodes as `marcher ladder` "
                "lists them, where the usual number makes that level hardly stronger than the one "
                "below it, or much stronger. Its other limits and its mistakes stay.",
     .example = "60000",
     .rule = "",
     .for_engines = true},
};

const mr_key *mr_common_keys(size_t *count) {
  if (count != NULL) {
    *count = sizeof common_keys / sizeof common_keys[0];
  }
  return common_keys;
}

/* ---- from a definition to a game ------------------------------------------------------------- */

/**
 * What a definition says of itself; `otherwise` where it does not. What a parent says of itself is
 * not true of its child, unless that is the same game with changes.
 */
static const char *own_text(const mr_definition *definition, const char *key,
                            const char *otherwise) {
  const mr_setting *setting = mr_definition_find(definition, key);
  bool own = setting != NULL && setting->length > 0 &&
             (setting->depth == 0 || strcmp(setting->defined_in, definition->name) == 0);
  return own ? setting->text : otherwise;
}

static const char *copy_text(const char *text, mr_arena *arena) {
  return mr_arena_copy(arena, text, strlen(text));
}

mr_status mr_family_compile(const mr_family *family, const mr_definition *definition,
                            const mr_allocator *allocator, mr_game **out, mr_diagnostics *list) {
  mr_game *game = mr_alloc_zero(allocator, 1, family->game_size);
  mr_status status = MR_ERR_NOMEM;
  if (game != NULL) {
    mr_game_info *info = &game->info;
    game->family = family;
    game->allocator = allocator;
    game->size = family->game_size;
    mr_arena_init(&game->arena, allocator, 0);
    /* A game outlives its definition: its names are copies. */
    info->family = family->name;
    info->name = copy_text(definition->name, &game->arena);
    info->title = copy_text(own_text(definition, "title", definition->name), &game->arena);
    info->summary = copy_text(own_text(definition, "summary", ""), &game->arena);
    if (info->name != NULL && info->title != NULL && info->summary != NULL) {
      status = family->build(game, definition, list);
    }
  }
  if (status == MR_OK && game->start != NULL &&
      mr_game_node(game, game->start).kind == MR_NODE_CHANCE) {
    game->info.capabilities |= MR_CAN_DEAL;
  }
  if (status == MR_ERR_NOMEM) {
    mr_diagnose(list, status, &definition->at, NULL, "out of memory");
  }
  if (status == MR_OK) {
    *out = game;
  } else {
    mr_game_free(game);
  }
  return status;
}

void mr_family_describe(const mr_definition *definition, mr_catalog_entry *out) {
  const char *family = mr_setting_text(definition, &common_keys[FAMILY_KEY]);
  const mr_setting *group = mr_definition_find(definition, "group");
  *out = (mr_catalog_entry){
      .name = definition->name,
      .title = own_text(definition, "title", definition->name),
      .summary = own_text(definition, "summary", ""),
      .group = family,
      .family = family,
  };
  for (size_t i = 0; i < mr_family_count(); i++) {
    if (strcmp(families[i]->name, family) == 0) {
      out->group = families[i]->title != NULL ? families[i]->title : family;
      if (families[i]->board != NULL) {
        families[i]->board(definition, &out->columns, &out->rows);
      }
    }
  }
  if (group != NULL && group->length > 0) {
    out->group = group->text;
  }
}

/** Writes the names of all families, with `between` between two. */
static const char *list_families(const char *between, char *buffer, size_t size) {
  mr_str names = mr_str_fixed(buffer, size);
  for (size_t i = 0; i < mr_family_count(); i++) {
    mr_str_format(&names, "%s%s", i > 0 ? between : "", mr_family_at(i)->name);
  }
  return buffer;
}

/** The family that a definition names, or NULL after a complaint. */
static const mr_family *find_family(const mr_definition *definition, mr_diagnostics *list) {
  const char *name = mr_setting_text(definition, &common_keys[FAMILY_KEY]);
  char names[256];
  if (name[0] == '\0') {
    mr_diagnose(list, MR_ERR_UNKNOWN, &definition->at, NULL,
                "[%s] names no family of rules; write family = %s, or inherit from a game",
                definition->name, list_families(" or ", names, sizeof names));
    return NULL;
  }
  mr_nearest_search search;
  const char *nearest = NULL;
  mr_nearest_begin(&search, name);
  for (size_t i = 0; i < mr_family_count(); i++) {
    if (strcmp(families[i]->name, name) == 0) {
      return families[i];
    }
    if (mr_nearest_offer(&search, families[i]->name)) {
      nearest = families[i]->name;
    }
  }
  mr_hint hint;
  mr_quote quote;
  const mr_setting *setting = mr_definition_find(definition, "family");
  mr_span at = setting != NULL ? mr_setting_span(setting, 0, SIZE_MAX) : definition->at;
  mr_diagnose(list, MR_ERR_UNKNOWN, &at, mr_hint_name(&hint, nearest),
              "there is no family of rules named '%s'; the families are: %s",
              mr_quote_text(&quote, name), list_families(", ", names, sizeof names));
  return NULL;
}

/** Number of the definition's keys that a family has and `but`, which may be NULL, has not. */
static size_t count_keys(const mr_definition *definition, const mr_family *family,
                         const mr_family *but, const mr_setting **first) {
  size_t count = 0;
  for (size_t i = 0; i < definition->count; i++) {
    const mr_setting *setting = &definition->settings[i];
    bool known = mr_key_find(family->keys, family->key_count, setting->key) != NULL;
    bool there = but != NULL && mr_key_find(but->keys, but->key_count, setting->key) != NULL;
    if (known && !there) {
      bool sooner = count == 0 || setting->key_at.line < (*first)->key_at.line;
      *first = sooner ? setting : *first;
      count++;
    }
  }
  return count;
}

/** Keys of a definition that its family has not and another one has. */
typedef struct foreign_keys {
  const mr_family *family; /**< which has most of them; NULL: there are none */
  const mr_setting *first;
  size_t count;
} foreign_keys;

static foreign_keys find_foreign(const mr_definition *definition, const mr_family *family) {
  foreign_keys found = {.family = NULL};
  for (size_t i = 0; i < mr_family_count(); i++) {
    const mr_setting *first = NULL;
    size_t count = families[i] == family ? 0 : count_keys(definition, families[i], family, &first);
    if (count > found.count) {
      found = (foreign_keys){families[i], first, count};
    }
  }
  return found;
}

/** Complains of a definition that names no family and has the keys of another than that of all. */
static bool is_of_another(const mr_definition *definition, const mr_family *family,
                          const foreign_keys *foreign, mr_diagnostics *list) {
  const mr_setting *own = NULL;
  if (mr_definition_find(definition, common_keys[FAMILY_KEY].name) != NULL ||
      foreign->count <= count_keys(definition, family, NULL, &own)) {
    return false;
  }
  mr_hint hint;
  mr_str text = mr_str_fixed(hint.text, sizeof hint.text);
  mr_str_format(&text, "write family = %s", foreign->family->name);
  mr_diagnose(list, MR_ERR_UNKNOWN, &definition->at, hint.text,
              "[%s] names no family of rules, and '%s' is a key of the family %s", definition->name,
              foreign->first->key, foreign->family->name);
  return true;
}

/** What the definition says of levels; each has to look at more than the one below. */
static mr_status read_levels(const mr_definition *definition, mr_game *game, mr_diagnostics *list) {
  const size_t prefix = strlen(LEVEL_NODES);
  const mr_setting *below = NULL;
  uint64_t level = 0;
  int64_t nodes = 0, fewer = 0;
  for (size_t i = 0; i < definition->count; i++) { /* in the order of keys, so of levels */
    const mr_setting *setting = &definition->settings[i];
    const char *key = setting->key;
    if (strncmp(key, LEVEL_NODES, prefix) != 0 ||
        !mr_parse_uint(key + prefix, strlen(key + prefix), UINT32_MAX, &level) ||
        !mr_value_int(setting->text, strlen(setting->text), &nodes)) {
      continue;
    }
    if (level < 1 || level > MR_LEVEL_MAX) {
      return mr_diagnose_fail(list, MR_ERR_RANGE, &setting->key_at, NULL,
                              "there is no level %llu; levels go from 1 to %d",
                              (unsigned long long)level, MR_LEVEL_MAX);
    }
    if (below != NULL && nodes <= fewer) {
      return mr_diagnose_fail(
          list, MR_ERR_RANGE, &setting->key_at, NULL,
          "'%s' is no more than '%s': each level looks at more than the one below", key,
          below->key);
    }
    game->info.level_nodes[level] = (uint32_t)nodes;
    below = setting;
    fewer = nodes;
  }
  return MR_OK;
}

/** Tells at once of what else is wrong, to who has written `rok` for `rook`: of all that is so
 *  whatever was meant where nobody knows. */
static void look_further(const mr_definition *definition, const mr_family *family,
                         const mr_allocator *allocator, mr_diagnostics *list) {
  size_t count;
  const mr_key *common = mr_common_keys(&count);
  const mr_key_tables tables = {{family->keys, common}, {family->key_count, count}};
  mr_diagnostics found[2];
  bool guessed = true;
  for (unsigned i = 0; i < 2 && guessed; i++) {
    mr_definition mended;
    mr_game *game = NULL;
    mr_diagnostics_init(&found[i], list->arena);
    if (!mr_definition_mend(definition, &tables, list->arena, i == 1, &guessed, &mended)) {
      return;
    }
    if (mr_family_compile(family, &mended, allocator, &game, &found[i]) == MR_OK) {
      mr_game_free(game);
    }
  }
  mr_diagnostics_append_common(list, &found[0], &found[guessed ? 1 : 0]);
}

mr_status mr_catalog_compile(const mr_definition *definition, const mr_allocator *allocator,
                             mr_game **out, mr_diagnostics *list) {
  const mr_family *family = find_family(definition, list);
  if (family == NULL) {
    return MR_ERR_UNKNOWN;
  }
  size_t count;
  const mr_key *common = mr_common_keys(&count);
  foreign_keys foreign = find_foreign(definition, family);
  if (is_of_another(definition, family, &foreign, list)) {
    return MR_ERR_UNKNOWN;
  }
  mr_status status =
      mr_definition_check(definition, common, count, family->keys, family->key_count, list);
  if (status != MR_OK && foreign.family != NULL) {
    mr_diagnose_as(list, MR_SEVERITY_NOTE, MR_ERR_UNKNOWN, &foreign.first->key_at, NULL,
                   "'%s' is a key of the family %s; [%s] is of the family %s", foreign.first->key,
                   foreign.family->name, definition->name, family->name);
  }
  mr_game *game = NULL;
  if (status != MR_OK) {
    if (foreign.family == NULL) {
      look_further(definition, family, allocator, list);
    }
    return status;
  }
  status = mr_family_compile(family, definition, allocator, &game, list);
  if (status != MR_OK) {
    /* A family that fails says why. If it does not, somebody has to. */
    if (list->status == MR_OK || status == MR_ERR_NOMEM) {
      mr_diagnose(list, status, &definition->at, NULL, "'%s' cannot be compiled: %s",
                  definition->name, mr_status_name(status));
    }
    return status;
  }
  game->info.definition_hash =
      mr_definition_hash(definition, common, count, family->keys, family->key_count);
  status = read_levels(definition, game, list);
  if (status != MR_OK) {
    mr_game_free(game);
    return status;
  }
  *out = game;
  return MR_OK;
}
