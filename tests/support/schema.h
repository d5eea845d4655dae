#ifndef MARCHER_TESTS_SUPPORT_SCHEMA_H
#define MARCHER_TESTS_SUPPORT_SCHEMA_H

/**
 * @file
 * Documents held against the schemas of docs/schema/, in the part of JSON Schema that those use:
 * type, enum, const, properties, required, additionalProperties, items, minItems, maxItems,
 * minimum, maximum, pattern, anyOf and $ref. A keyword that is not among them is a fault, too, so
 * that nothing in a schema goes unchecked.
 */

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * Whether `value` is as docs/schema/`name` says.
 * @param fault receives the place and what is wrong there: "/view/cells/3/shade: not in the list"
 */
bool mr_schema_holds(const char *name, const json_t *value, char *fault, size_t size);

/** The same against a schema without references. */
bool mr_schema_accepts(const json_t *schema, const json_t *value, char *fault, size_t size);

#endif
