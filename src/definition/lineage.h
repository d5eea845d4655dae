/**
 * @file lineage.h
 * A definition and those that it inherits from, for layers that keep something beside definitions.
 */
#ifndef MARCHER_DEFINITION_LINEAGE_H
#define MARCHER_DEFINITION_LINEAGE_H

#include <marcher/definition.h>

/** One of them. */
typedef struct mr_ancestor {
  const char *name;
  bool added; /**< to a base that had been sealed */
  mr_span at; /**< of its name */
} mr_ancestor;

/** Room for a definition and all its parents. */
#define MR_LINEAGE_MAX (MR_DEFINITION_DEPTH_MAX + 1)

/**
 * The definition in force of that name, its parent, and so on; a parent that is lacking ends the
 * list, and so does its length, where parents run in a loop. @param out room for MR_LINEAGE_MAX
 * @return their number; 0 where there is no definition of that name
 */
size_t mr_definitions_lineage(const mr_definitions *definitions, const char *name,
                              mr_ancestor *out);

#endif
