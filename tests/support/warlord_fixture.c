#include "warlord_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jsonl.h"
#include "test_main.h"

const char *const mr_warlord_names[] = {
    "warlord-clash-of-arms",
    "warlord-battle-line",
    "warlord-civil-war",
    "warlord-river",
    "warlord-lakes",
    "warlord-lakes-2",
    "warlord-test-of-wills",
    "warlord-border-war",
    "warlord-valley-war",
    "warlord-border-war-later",
    "warlord-valley-war-placed",
    "warlord-two-countries",
    "warlord-macysburg",
    NULL,
};

void mr_warlord_sets(const json_t *line, char out[MR_WARLORD_SETS]) {
  json_t *switches = json_object_get(line, "switches");
  const char *key = NULL;
  json_t *value = NULL;
  size_t length = 0;
  out[0] = '\0';
  json_object_foreach(switches, key, value) {
    assert_true(json_is_boolean(value));
    length += (size_t)snprintf(out + length, MR_WARLORD_SETS - length, "%s%s=%s", length ? ";" : "",
                               key, json_is_true(value) ? "true" : "false");
    assert_true(length < MR_WARLORD_SETS);
  }
  for (char *at = out; *at != '\0'; at++) {
    *at = *at == '-' ? '_' : *at;
  }
}

void mr_warlord_open(mr_warlord_fixture *fixture, const json_t *line, const char *state) {
  char sets[MR_WARLORD_SETS];
  const char *name = mr_json_text(line, "game");
  mr_warlord_sets(line, sets);
  if (strcmp(name, fixture->name) != 0 || strcmp(sets, fixture->sets) != 0) {
    mr_warlord_close(fixture);
    mr_table_open_game(&fixture->table, name, sets, NULL);
    snprintf(fixture->name, sizeof fixture->name, "%s", name);
    snprintf(fixture->sets, sizeof fixture->sets, "%s", sets);
  }
  mr_table_set(&fixture->table, state);
}

void mr_warlord_close(mr_warlord_fixture *fixture) {
  if (fixture->name[0] != '\0') {
    mr_table_close(&fixture->table);
  }
  fixture->name[0] = '\0';
}

void mr_warlord_turn(mr_table *table, const char *turn) {
  if (strcmp(turn, "--") == 0) {
    mr_table_play(table, turn);
    return;
  }
  char activations[1024];
  assert_true(strlen(turn) < sizeof activations);
  snprintf(activations, sizeof activations, "%s", turn);
  for (char *at = activations; *at != '\0'; at++) {
    *at = *at == ';' ? ' ' : *at;
  }
  mr_table_play(table, activations);
  if (mr_game_node(table->game, table->state).kind == MR_NODE_DECISION) {
    mr_table_play(table, ".");
  }
}

/* A board of letters; 0: empty. */
typedef struct drawing {
  unsigned columns;
  unsigned rows;
  char cells[120][120];
  bool any;
} drawing;

static void draw(drawing *d, char letter, const char *square) {
  char *end = NULL;
  unsigned file = (unsigned)(square[0] - 'a');
  unsigned long rank = strtoul(square + 1, &end, 10);
  assert_true(file < d->columns && rank >= 1 && rank <= d->rows);
  assert_true(*end == ' ' || *end == '\0');
  d->cells[d->rows - rank][file] = letter;
  d->any = true;
}

static size_t write_drawing(const drawing *d, char *out) {
  size_t length = 0;
  for (unsigned row = 0; row < d->rows; row++) {
    unsigned run = 0;
    length += (size_t)sprintf(out + length, "%s", row > 0 ? "/" : "");
    for (unsigned file = 0; file <= d->columns; file++) {
      char letter = '\0';
      if (file < d->columns) {
        letter = d->cells[row][file];
        run += letter == '\0';
      }
      if (run > 0 && (letter != '\0' || file == d->columns)) {
        length += (size_t)sprintf(out + length, "%u", run);
        run = 0;
      }
      if (letter != '\0') {
        out[length++] = letter;
      }
    }
  }
  out[length] = '\0';
  return length;
}

void mr_warlord_men(mr_table *table, const char *men, const char *rest) {
  static drawing pieces;
  static drawing ground;
  char text[8192];
  memset(&pieces, 0, sizeof pieces);
  memset(&ground, 0, sizeof ground);
  pieces.columns = ground.columns = table->game->info.columns;
  pieces.rows = ground.rows = table->game->info.rows;
  for (const char *at = men; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
    if (*at == '@') {
      draw(&ground, at[1], at + 2);
    } else {
      draw(&pieces, at[0], at + 1);
    }
  }
  size_t length = write_drawing(&pieces, text);
  if (ground.any) {
    text[length++] = '@';
    length += write_drawing(&ground, text + length);
  }
  assert_true(length + strlen(rest) + 2 < sizeof text);
  sprintf(text + length, " %s", rest);
  mr_table_set(table, text);
}

static void expect_each(mr_table *table, const char *actions, bool legal) {
  char copy[1024];
  char *rest = NULL;
  assert_true(strlen(actions) < sizeof copy);
  snprintf(copy, sizeof copy, "%s", actions);
  for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    if (mr_table_allows(table, word) != legal) {
      fail_msg("%s is %s in %s", word, legal ? "not legal" : "legal", mr_table_state(table));
    }
  }
}

void mr_warlord_expect(mr_table *table, const char *legal, const char *illegal) {
  expect_each(table, legal != NULL ? legal : "", true);
  expect_each(table, illegal != NULL ? illegal : "", false);
}

void mr_warlord_read_setup(const mr_table *table, const char *text, mr_warlord_reading *out) {
  memset(out, 0, sizeof *out);
  mr_str faults = mr_str_fixed(out->faults, sizeof out->faults);
  mr_setup setup = {.actions = out->actions, .count = SIZE_MAX, .faults = &faults};
  size_t room = (size_t)table->game->info.columns * table->game->info.rows + 1;
  assert_true(room <= sizeof out->actions / sizeof *out->actions);
  out->status =
      mr_game_read_setup(table->game, table->state, text, strlen(text), &setup, &out->error);
  out->count = setup.count;
  assert_int_equal(out->status == MR_OK, out->count != SIZE_MAX);
  assert_int_equal(faults.status, MR_OK);
}

bool mr_warlord_tells(const mr_warlord_reading *reading, const char *name) {
  for (const char *at = reading->faults; *at != '\0'; at = strchr(at, '\n') + 1) {
    if (strncmp(at, name, strlen(name)) == 0 && at[strlen(name)] == ':') {
      return true;
    }
  }
  return false;
}

void mr_warlord_ask(const char *sets, const char *men, const char *rest, const char *legal,
                    const char *illegal) {
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", sets, NULL);
  mr_warlord_men(&table, men, rest);
  mr_warlord_expect(&table, legal, illegal);
  mr_table_close(&table);
}
