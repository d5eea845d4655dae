#include "definition_desk.h"

#include <stdio.h>
#include <string.h>

#include "test_main.h"

void mr_desk_open(mr_desk *desk) {
  *desk = (mr_desk){0};
  mr_arena_init(&desk->arena, NULL, 0);
  mr_diagnostics_init(&desk->list, &desk->arena);
  assert_int_equal(mr_definitions_new(NULL, &desk->definitions, NULL), MR_OK);
}

void mr_desk_close(mr_desk *desk) {
  mr_definitions_free(desk->definitions);
  mr_arena_done(&desk->arena);
}

mr_status mr_desk_read_file(mr_desk *desk, const char *source, const char *text) {
  return mr_definitions_add(desk->definitions, source, text, strlen(text), &desk->list);
}

mr_status mr_desk_read(mr_desk *desk, const char *text) {
  return mr_desk_read_file(desk, "test.ini", text);
}

mr_status mr_desk_read_bytes(mr_desk *desk, const char *text, size_t length) {
  return mr_definitions_add(desk->definitions, "test.ini", text, length, &desk->list);
}

mr_status mr_desk_resolve(mr_desk *desk, const char *name) {
  return mr_definition_resolve(desk->definitions, name, NULL, 0, &desk->arena, &desk->definition,
                               &desk->list);
}

void mr_desk_define(mr_desk *desk, const char *text, const char *name) {
  assert_int_equal(mr_desk_read(desk, text), MR_OK);
  assert_int_equal(mr_desk_resolve(desk, name), MR_OK);
  assert_int_equal(desk->list.count, 0);
}

const char *mr_desk_text(const mr_desk *desk, const char *key) {
  const mr_setting *setting = mr_definition_find(&desk->definition, key);
  assert_non_null(setting);
  assert_int_equal(setting->length, strlen(setting->text));
  return setting->text;
}

const mr_diagnostic *mr_desk_complaint(const mr_desk *desk, size_t index) {
  const mr_diagnostic *item = desk->list.first;
  for (size_t i = 0; i < index && item != NULL; i++) {
    item = item->next;
  }
  assert_non_null(item);
  return item;
}

void mr_desk_expect(const mr_desk *desk, size_t index, mr_expected expected) {
  const mr_diagnostic *item = mr_desk_complaint(desk, index);
  char place[64];
  snprintf(place, sizeof place, "%u:%u+%u", item->line, item->column, item->length);
  if (strcmp(place, expected.place) != 0 || item->status != expected.status ||
      strstr(item->message, expected.fragment) == NULL) {
    fail_msg("complaint %zu is '%s' (%s) at %s; expected '%s' (%s) at %s", index, item->message,
             mr_status_name(item->status), place, expected.fragment,
             mr_status_name(expected.status), expected.place);
  }
}

void mr_desk_rejects(const char *text, mr_expected expected) {
  mr_desk desk;
  mr_desk_open(&desk);
  assert_int_equal(mr_desk_read(&desk, text), expected.status);
  mr_desk_expect(&desk, 0, expected);
  assert_int_equal(desk.list.errors, 1);
  assert_int_equal(desk.list.status, expected.status);
  assert_int_equal(mr_definitions_count(desk.definitions), 0);
  mr_desk_close(&desk);
}
