#include "definition/lineage.h"

#include "definition/definition_priv.h"

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
