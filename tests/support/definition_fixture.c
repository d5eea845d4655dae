#include "definition_fixture.h"

#include <stdio.h>
#include <string.h>

#include "test_main.h"

void mr_fixture_open(mr_fixture *fixture) {
  *fixture = (mr_fixture){0};
  mr_arena_init(&fixture->arena, NULL, 0);
  mr_diagnostics_init(&fixture->list, &fixture->arena);
  assert_int_equal(mr_definitions_new(NULL, &fixture->definitions, NULL), MR_OK);
}

void mr_fixture_close(mr_fixture *fixture) {
  mr_definitions_free(fixture->definitions);
  mr_arena_done(&fixture->arena);
}

mr_status mr_fixture_read_file(mr_fixture *fixture, const char *source, const char *text) {
  return mr_definitions_add(fixture->definitions, source, text, strlen(text), &fixture->list);
}

mr_status mr_fixture_read(mr_fixture *fixture, const char *text) {
  return mr_fixture_read_file(fixture, "test.ini", text);
}

mr_status mr_fixture_read_bytes(mr_fixture *fixture, const char *text, size_t length) {
  return mr_definitions_add(fixture->definitions, "test.ini", text, length, &fixture->list);
}

mr_status mr_fixture_resolve(mr_fixture *fixture, const char *name) {
  return mr_definition_resolve(fixture->definitions, name, NULL, 0, &fixture->arena,
                               &fixture->definition, &fixture->list);
}

void mr_fixture_define(mr_fixture *fixture, const char *text, const char *name) {
  assert_int_equal(mr_fixture_read(fixture, text), MR_OK);
  assert_int_equal(mr_fixture_resolve(fixture, name), MR_OK);
  assert_int_equal(fixture->list.count, 0);
}

const char *mr_fixture_text(const mr_fixture *fixture, const char *key) {
  const mr_setting *setting = mr_definition_find(&fixture->definition, key);
  assert_non_null(setting);
  assert_int_equal(setting->length, strlen(setting->text));
  return setting->text;
}

const mr_diagnostic *mr_fixture_complaint(const mr_fixture *fixture, size_t index) {
  const mr_diagnostic *item = fixture->list.first;
  for (size_t i = 0; i < index && item != NULL; i++) {
    item = item->next;
  }
  assert_non_null(item);
  return item;
}

void mr_fixture_expect(const mr_fixture *fixture, size_t index, mr_expected expected) {
  const mr_diagnostic *item = mr_fixture_complaint(fixture, index);
  char place[64];
  snprintf(place, sizeof place, "%u:%u+%u", item->line, item->column, item->length);
  if (strcmp(place, expected.place) != 0 || item->status != expected.status ||
      strstr(item->message, expected.fragment) == NULL) {
    fail_msg("complaint %zu is '%s' (%s) at %s; expected '%s' (%s) at %s", index, item->message,
             mr_status_name(item->status), place, expected.fragment,
             mr_status_name(expected.status), expected.place);
  }
}

void mr_fixture_rejects(const char *text, mr_expected expected) {
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, text), expected.status);
  mr_fixture_expect(&fixture, 0, expected);
  assert_int_equal(fixture.list.errors, 1);
  assert_int_equal(fixture.list.status, expected.status);
  assert_int_equal(mr_definitions_count(fixture.definitions), 0);
  mr_fixture_close(&fixture);
}
