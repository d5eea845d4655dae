#include "definition/definition_priv.h"

#include <marcher/hash.h>
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

void mr_definition_file_free(const mr_allocator *allocator, mr_definition_file *file) {
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
    mr_definition_file_free(definitions->allocator, file);
  }
  mr_alloc_free(definitions->allocator, definitions, sizeof *definitions);
}

uint64_t mr_name_hash(const char *name) {
  return mr_hash_bytes(MR_HASH_START, name, strlen(name));
}

size_t mr_definitions_index(const mr_definitions *definitions, const char *name) {
  uint64_t hash = mr_name_hash(name);
  size_t i = 0;
  while (i < definitions->count && (definitions->sections[i]->hash != hash ||
                                    strcmp(definitions->sections[i]->name, name) != 0)) {
    i++;
  }
  return i;
}

void mr_definitions_seal(mr_definitions *definitions) {
  if (definitions != NULL) {
    definitions->sealed++;
  }
}

void mr_definitions_set_absence(mr_definitions *definitions,
                                const char *(*absence)(const char *name)) {
  if (definitions != NULL) {
    definitions->absence = absence;
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
  size_t place = mr_definitions_index(definitions, name);
  return place < definitions->count ? definitions->sections[place] : NULL;
}

const mr_section *mr_definitions_parent(const mr_definitions *definitions,
                                        const mr_section *section) {
  bool itself = strcmp(section->parent, section->name) == 0;
  return itself && section->replaced != NULL ? section->replaced
                                             : mr_definitions_find(definitions, section->parent);
}

size_t mr_definitions_lineage(const mr_definitions *definitions, const char *name,
                              mr_ancestor *out) {
  size_t count = 0;
  const mr_section *section = mr_definitions_find(definitions, name);
  while (section != NULL && count < MR_LINEAGE_MAX) {
    out[count++] =
        (mr_ancestor){.name = section->name, .added = section->added, .at = section->name_at};
    section = section->parent != NULL ? mr_definitions_parent(definitions, section) : NULL;
  }
  return count;
}

bool mr_definitions_draws_on(const mr_definitions *definitions, size_t index, const char *source) {
  mr_ancestor line[MR_LINEAGE_MAX];
  const char *name = mr_definitions_name(definitions, index);
  size_t count =
      source != NULL && name != NULL ? mr_definitions_lineage(definitions, name, line) : 0;
  for (size_t i = 0; i < count; i++) {
    if (line[i].added && strcmp(line[i].at.source, source) == 0) {
      return true;
    }
  }
  return false;
}
