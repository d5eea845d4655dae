#include "definition/definition_priv.h"

#include <string.h>

mr_status mr_definitions_new(const mr_allocator *allocator, mr_definitions **out, mr_error *err) {
  if (out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no place for the definitions");
  }
  const mr_allocator *from = allocator != NULL ? allocator : mr_allocator_default();
  mr_definitions *definitions = mr_alloc_zero(from, 1, sizeof *definitions);
  if (definitions == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  definitions->allocator = from;
  *out = definitions;
  return MR_OK;
}

static void free_file(const mr_allocator *allocator, mr_definition_file *file) {
  mr_arena_done(&file->arena);
  mr_alloc_free(allocator, file, sizeof *file);
}

void mr_definitions_free(mr_definitions *definitions) {
  if (definitions == NULL) {
    return;
  }
  while (definitions->files != NULL) {
    mr_definition_file *file = definitions->files;
    definitions->files = file->next;
    free_file(definitions->allocator, file);
  }
  mr_alloc_free(definitions->allocator, definitions, sizeof *definitions);
}

/** Where the definition of that name stands, or `count` if there is none. */
static size_t index_of(const mr_definitions *definitions, const char *name) {
  uint64_t hash = mr_name_hash(name);
  size_t i = 0;
  while (i < definitions->count && (definitions->sections[i]->hash != hash ||
                                    strcmp(definitions->sections[i]->name, name) != 0)) {
    i++;
  }
  return i;
}

/** Makes the definitions of a file without errors part of the collection. */
static void adopt(mr_definitions *definitions, mr_definition_file *file) {
  for (mr_section *section = file->first; section != NULL; section = section->next) {
    size_t place = index_of(definitions, section->name);
    section->added = definitions->sealed;
    if (place < definitions->count) {
      section->replaced = definitions->sections[place];
    } else {
      definitions->count++;
    }
    definitions->sections[place] = section;
  }
  file->next = definitions->files;
  definitions->files = file;
}

static mr_status add(mr_definitions *definitions, const char *source, const char *text,
                     size_t length, mr_diagnostics *list) {
  mr_definition_file *file = mr_alloc_zero(definitions->allocator, 1, sizeof *file);
  if (file == NULL) {
    return mr_diagnose_nomem(list);
  }
  mr_arena_init(&file->arena, definitions->allocator, 0);
  file->source = mr_arena_copy(&file->arena, source, strlen(source));
  mr_status status = file->source == NULL
                         ? mr_diagnose_nomem(list)
                         : mr_definition_read(file, definitions, text, length, list);
  if (status == MR_OK) {
    adopt(definitions, file);
  } else {
    free_file(definitions->allocator, file);
  }
  return status;
}

mr_status mr_definitions_add(mr_definitions *definitions, const char *source, const char *text,
                             size_t length, mr_diagnostics *list) {
  if (definitions == NULL || list == NULL || (text == NULL && length > 0)) {
    return MR_ERR_ARGUMENT;
  }
  return add(definitions, source != NULL ? source : "", text != NULL ? text : "", length, list);
}

void mr_definitions_seal(mr_definitions *definitions) {
  if (definitions != NULL) {
    definitions->sealed = true;
  }
}

size_t mr_definitions_count(const mr_definitions *definitions) {
  return definitions != NULL ? definitions->count : 0;
}

const char *mr_definitions_name(const mr_definitions *definitions, size_t index) {
  return index < mr_definitions_count(definitions) ? definitions->sections[index]->name : NULL;
}

const char *mr_definitions_source(const mr_definitions *definitions, size_t index) {
  bool added = index < mr_definitions_count(definitions) && definitions->sections[index]->added;
  return added ? definitions->sections[index]->at.source : NULL;
}

const mr_section *mr_definitions_find(const mr_definitions *definitions, const char *name) {
  size_t place = index_of(definitions, name);
  return place < definitions->count ? definitions->sections[place] : NULL;
}

const mr_section *mr_definitions_parent(const mr_definitions *definitions,
                                        const mr_section *section) {
  bool itself = strcmp(section->parent, section->name) == 0;
  return itself && section->replaced != NULL ? section->replaced
                                             : mr_definitions_find(definitions, section->parent);
}

bool mr_definitions_draws_on(const mr_definitions *definitions, size_t index, const char *source) {
  if (source == NULL || index >= mr_definitions_count(definitions)) {
    return false;
  }
  /* The bound on the parents ends loops, too. */
  const mr_section *section = definitions->sections[index];
  for (size_t i = 0; section != NULL && i <= MR_DEFINITION_DEPTH_MAX; i++) {
    if (section->added && strcmp(section->at.source, source) == 0) {
      return true;
    }
    section = section->parent != NULL ? mr_definitions_parent(definitions, section) : NULL;
  }
  return false;
}
