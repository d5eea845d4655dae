#ifndef MARCHER_TESTS_SUPPORT_JSONL_H
#define MARCHER_TESTS_SUPPORT_JSONL_H

/**
 * @file
 * The figures of tests/data/, one JSON object a line. Whatever is missing or malformed fails the
 * test that asks, with the file and the line.
 */

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The objects of tests/data/`name` as an array, in file order; at least one. Free with
 * json_decref.
 */
json_t *mr_jsonl_read(const char *name);

/** The one JSON value of tests/data/`name`. Free with json_decref. */
json_t *mr_json_read(const char *name);

/** The text of a member that must be there; owned by `object`. */
const char *mr_json_text(const json_t *object, const char *key);

/** The number of a member that must be there and not be negative. */
uint64_t mr_json_number(const json_t *object, const char *key);

/** The member `key`, which must be an object or an array; owned by `object`. */
const json_t *mr_json_member(const json_t *object, const char *key);

/**
 * A fraction as the figures write it, `4/45` or `1`, in numerator and denominator.
 */
void mr_json_fraction(const char *text, uint64_t *numerator, uint64_t *denominator);

#endif
