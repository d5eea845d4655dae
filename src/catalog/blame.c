/*
 * Whose mistake it is. A compiler finds a contradiction at one of the settings that make it, and
 * that may be an inherited one, which was right where it stands: a board of the child's on which
 * the parent's first position does not fit. What has to be changed is the child's, or an override,
 * so the complaint moves there. Which key it is, is found by compiling the definition without it.
 */
#include <marcher/edit.h>
#include <string.h>

#include "catalog/catalog_priv.h"

/** Compilations that are spent on the mistakes of one definition. */
enum { TRIES_MAX = 64 };

typedef struct inquiry {
  const mr_definition *definition;
  const mr_allocator *allocator;
  unsigned tries;
} inquiry;

/* Whether a complaint is about a line of a setting. */
static bool is_about(const mr_diagnostic *item, const mr_setting *setting) {
  uint32_t last = setting->lines[setting->line_count - 1].line;
  return item->line >= setting->key_at.line && item->line <= last && item->source != NULL &&
         strcmp(item->source, setting->key_at.source) == 0;
}

/* The setting in force that a complaint is about, or NULL. */
static const mr_setting *find_setting(const mr_definition *definition, const mr_diagnostic *item) {
  for (size_t i = 0; i < definition->count; i++) {
    for (const mr_setting *at = &definition->settings[i]; at != NULL; at = at->inherited) {
      if (is_about(item, at)) {
        return at;
      }
    }
  }
  return NULL;
}

/** What is left of a definition: without overrides and children below a depth, and at that depth.
 */
typedef struct view {
  uint32_t depth;
  const mr_setting *without; /**< all but this one; NULL: all */
  const mr_setting *only;    /**< this one alone; NULL: all */
} view;

static bool same_setting(const mr_setting *a, const mr_setting *b) {
  return a->depth == b->depth && strcmp(a->key, b->key) == 0;
}

static bool is_seen(const view *of, const mr_setting *at) {
  return at->depth > of->depth ||
         (at->depth == of->depth && (of->without == NULL || !same_setting(at, of->without)) &&
          (of->only == NULL || same_setting(at, of->only)));
}

/* @return false where memory ran out */
static bool reduce(const mr_definition *from, const view *of, mr_arena *arena, mr_definition *out) {
  mr_setting *settings = mr_arena_zero(arena, from->count, sizeof *settings);
  *out = *from;
  out->settings = settings;
  out->count = 0;
  for (size_t i = 0; settings != NULL && i < from->count; i++) {
    const mr_setting *at = &from->settings[i];
    while (at != NULL && !is_seen(of, at)) {
      at = at->inherited;
    }
    if (at != NULL) {
      settings[out->count++] = *at;
    }
  }
  return settings != NULL;
}

/* Whether what is left of the definition is wrong in the same way at the same place. */
static bool is_wrong(inquiry *in, const mr_diagnostic *item, view of) {
  mr_arena arena;
  mr_diagnostics list;
  mr_definition reduced;
  mr_game *game = NULL;
  bool wrong = true;
  mr_arena_init(&arena, in->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  in->tries++;
  if (reduce(in->definition, &of, &arena, &reduced)) {
    mr_status status = mr_catalog_compile(&reduced, in->allocator, &game, &list);
    wrong = status == MR_ERR_NOMEM;
    for (const mr_diagnostic *other = list.first; other != NULL && !wrong; other = other->next) {
      wrong = other->severity == MR_SEVERITY_ERROR && other->status == item->status &&
              other->line == item->line && other->source != NULL &&
              strcmp(other->source, item->source) == 0;
    }
    mr_game_free(game);
  }
  mr_arena_done(&arena);
  return wrong;
}

/* The depth below that of a complaint's setting at which it came about; `place` itself: there. */
static uint32_t find_depth(inquiry *in, const mr_diagnostic *item, uint32_t place) {
  if (is_wrong(in, item, (view){.depth = place})) {
    return place;
  }
  for (uint32_t depth = place; depth > 0; depth--) {
    if (in->tries >= TRIES_MAX) {
      return place;
    }
    if (is_wrong(in, item, (view){.depth = depth - 1})) {
      return depth - 1;
    }
  }
  return place;
}

/** A setting that another one has spoilt, as was said already. */
typedef struct spoilt {
  const mr_setting *found;
  const mr_setting *culprit;
} spoilt;

/*
 * The first setting of a depth without which the complaint is gone, or, with `alone`, that spoils
 * everything by itself; NULL: there is none.
 */
static const mr_setting *find_culprit(inquiry *in, const mr_diagnostic *item, uint32_t depth,
                                      bool alone) {
  const mr_definition *definition = in->definition;
  const mr_setting *culprit = NULL;
  for (size_t i = 0; i < definition->count; i++) {
    const mr_setting *at = &definition->settings[i];
    while (at != NULL && at->depth != depth) {
      at = at->inherited;
    }
    bool sooner = culprit == NULL || (at != NULL && at->key_at.line < culprit->key_at.line);
    if (at == NULL || !sooner || in->tries >= TRIES_MAX) {
      continue;
    }
    view of = {.depth = depth, .without = alone ? NULL : at, .only = alone ? at : NULL};
    if (is_wrong(in, item, of) == alone) {
      culprit = at;
    }
  }
  return culprit;
}

/* Says it at the culprit, once for each setting that it spoils, and where it was found. */
static void move_complaint(const mr_diagnostic *item, const mr_setting *found,
                           const mr_setting *culprit, mr_diagnostics *list) {
  char hint[MR_DEFINITION_NAME_MAX + 32];
  mr_str text = mr_str_fixed(hint, sizeof hint);
  mr_span at = mr_setting_span(culprit, 0, SIZE_MAX);
  mr_span was = {item->source, item->line, item->column, item->length, item->line_text};
  mr_str_format(&text, "set '%s' anew, too", found->key);
  /* What is meant for the value where it was found would be wrong at the culprit's. */
  char value[MR_DEFINITION_NAME_MAX + 32];
  mr_str meant = mr_str_fixed(value, sizeof value);
  const char *told = mr_edit_remedy(item, &meant) ? NULL : item->hint;
  /* What is supported nowhere no other value mends. */
  const char *remedy = told != NULL || item->status == MR_ERR_UNSUPPORTED ? told : hint;
  mr_diagnose_as(list, MR_SEVERITY_ERROR, item->status, &at, remedy,
                 "'%s' does not go with the '%s' of [%s]: %s", culprit->key, found->key,
                 found->defined_in, item->message);
  mr_diagnose_as(list, MR_SEVERITY_NOTE, item->status, &was, NULL, "the '%s' of [%s] is here",
                 found->key, found->defined_in);
}

/* An override with which the definition as a whole cannot be, such as one that takes away what
   another key needs. NULL: it is not to blame */
static const mr_setting *find_override(inquiry *in, const mr_diagnostic *item) {
  const mr_span *head = &in->definition->at;
  bool whole = item->severity == MR_SEVERITY_ERROR && item->status != MR_ERR_NOMEM &&
               item->line == head->line && item->source != NULL && head->source != NULL &&
               strcmp(item->source, head->source) == 0;
  if (!whole || in->tries >= TRIES_MAX || is_wrong(in, item, (view){.depth = 1})) {
    return NULL;
  }
  const mr_setting *culprit = find_culprit(in, item, 0, false);
  return culprit != NULL ? culprit : find_culprit(in, item, 0, true);
}

/* Says of an override that the definition cannot be with it, and which definition that is. */
static void blame_override(const mr_definition *definition, const mr_diagnostic *item,
                           const mr_setting *culprit, mr_diagnostics *list) {
  mr_span at = mr_setting_span(culprit, 0, SIZE_MAX);
  mr_diagnose_as(list, MR_SEVERITY_ERROR, item->status, &at, item->hint,
                 "'%s' does not go with [%s]: %s", culprit->key, definition->name, item->message);
  mr_diagnose_as(list, MR_SEVERITY_NOTE, item->status, &definition->at, NULL, "[%s] is here",
                 definition->name);
}

/* The family decides what all other keys are: of those that another one lacks, one tells enough. */
static void blame_family(const mr_definition *definition, const mr_setting *found,
                         const mr_setting *culprit, mr_diagnostics *list) {
  mr_span at = mr_setting_span(culprit, 0, SIZE_MAX);
  mr_diagnose_as(list, MR_SEVERITY_ERROR, MR_ERR_UNKNOWN, &at,
                 "a game keeps its family: leave it as it is",
                 "[%s] cannot be of the family '%s', which has no key '%s'", definition->name,
                 culprit->text, found->key);
  mr_diagnose_as(list, MR_SEVERITY_NOTE, MR_ERR_UNKNOWN, &found->key_at, NULL,
                 "the '%s' of [%s] is here", found->key, found->defined_in);
}

void mr_catalog_blame(const mr_definition *definition, const mr_allocator *allocator,
                      const mr_diagnostics *found, mr_diagnostics *list) {
  inquiry in = {.definition = definition, .allocator = allocator};
  spoilt last = {NULL, NULL};
  for (const mr_diagnostic *item = found->first; item != NULL; item = item->next) {
    const mr_setting *setting = NULL;
    const mr_setting *culprit = NULL;
    if (item->severity == MR_SEVERITY_ERROR && item->status != MR_ERR_NOMEM) {
      setting = find_setting(definition, item);
    }
    if (setting != NULL && setting->depth > 0 && in.tries < TRIES_MAX) {
      uint32_t depth = find_depth(&in, item, setting->depth);
      culprit = depth < setting->depth ? find_culprit(&in, item, depth, false) : NULL;
      if (culprit == NULL && depth < setting->depth) { /* several would each have done it */
        culprit = find_culprit(&in, item, depth, true);
      }
    }
    const mr_setting *override = setting == NULL ? find_override(&in, item) : NULL;
    if (culprit != NULL && strcmp(culprit->key, "family") == 0) {
      blame_family(definition, setting, culprit, list);
      return;
    }
    if (culprit != NULL && (last.found != setting || last.culprit != culprit)) {
      move_complaint(item, setting, culprit, list);
      last = (spoilt){setting, culprit};
    } else if (override != NULL) {
      blame_override(definition, item, override, list);
    } else if (culprit == NULL) {
      mr_span at = {item->source, item->line, item->column, item->length, item->line_text};
      mr_diagnose_as(list, item->severity, item->status, &at, item->hint, "%s", item->message);
    }
  }
}
