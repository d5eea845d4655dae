#ifndef MARCHER_TESTS_SUPPORT_DEFINITION_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_DEFINITION_FIXTURE_H

/**
 * @file
 * What nearly every test of definition files needs: a collection, an arena, a list of complaints,
 * and a way to say which complaint is expected where.
 */

#include <marcher/definition.h>

typedef struct mr_fixture {
  mr_definitions *definitions;
  mr_arena arena; /**< of the complaints and of `definition` */
  mr_diagnostics list;
  mr_definition definition; /**< what mr_fixture_resolve made */
} mr_fixture;

void mr_fixture_open(mr_fixture *fixture);
void mr_fixture_close(mr_fixture *fixture);

/** Adds a file named "test.ini". @return its status */
mr_status mr_fixture_read(mr_fixture *fixture, const char *text);

/** The same for a file of another name, or for bytes that may hold a NUL. */
mr_status mr_fixture_read_file(mr_fixture *fixture, const char *source, const char *text);
mr_status mr_fixture_read_bytes(mr_fixture *fixture, const char *text, size_t length);

/** Resolves `name` without overrides into fixture->definition. */
mr_status mr_fixture_resolve(mr_fixture *fixture, const char *name);

/** Reads `text`, which must be right, and resolves `name`, which must be in it. */
void mr_fixture_define(mr_fixture *fixture, const char *text, const char *name);

/** The text of a key of fixture->definition, which must be set. */
const char *mr_fixture_text(const mr_fixture *fixture, const char *key);

/** A complaint as it should be. `place` is "line:column+length", for example "3:7+2". */
typedef struct mr_expected {
  mr_status status;
  const char *place;
  const char *fragment; /**< part of the message */
} mr_expected;

/** Fails the test unless complaint `index`, from 0, is as expected. */
void mr_fixture_expect(const mr_fixture *fixture, size_t index, mr_expected expected);

/** Reads `text` and fails the test unless it has exactly one complaint, as expected. */
void mr_fixture_rejects(const char *text, mr_expected expected);

/** Complaint `index`, from 0, which must exist. */
const mr_diagnostic *mr_fixture_complaint(const mr_fixture *fixture, size_t index);

#endif
