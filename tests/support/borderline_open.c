#include "borderline_open.h"

#include <stdio.h>
#include <stdlib.h>

#include "test_main.h"

#define SETS_MAX 32

typedef struct overrides {
  char *text; /* keys and values, each ended by a NUL */
  mr_override items[SETS_MAX];
  size_t count;
} overrides;

static char *copy_text(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  assert_non_null(copy);
  memcpy(copy, text, size);
  return copy;
}

static overrides split(const char *sets) {
  overrides out = {.text = copy_text(sets)};
  char *rest = NULL;
  for (char *set = strtok_r(out.text, ";", &rest); set != NULL; set = strtok_r(NULL, ";", &rest)) {
    char *equals = strchr(set, '=');
    assert_non_null(equals);
    assert_true(out.count < SETS_MAX);
    *equals = '\0';
    out.items[out.count++] = (mr_override){.key = set, .value = equals + 1};
  }
  return out;
}

static mr_status open_game(const char *name, const char *sets, mr_game **game, char *complaint,
                           size_t size) {
  mr_catalog *catalog = NULL;
  mr_error error = {.status = MR_OK};
  if (mr_catalog_new(NULL, &catalog, &error) != MR_OK) {
    fail_msg("the catalogue cannot be opened: %s", error.message);
  }
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  overrides parsed = split(sets);
  mr_status status = mr_catalog_open(catalog, name, parsed.items, parsed.count, game, &list);
  mr_str text = mr_str_fixed(complaint, size);
  mr_diagnostics_format(&list, false, &text);
  free(parsed.text);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return status;
}

mr_game *mr_game_open(const char *name, const char *sets) {
  mr_game *game = NULL;
  char complaint[2048] = "";
  if (open_game(name, sets, &game, complaint, sizeof complaint) != MR_OK) {
    fail_msg("%s with \"%s\" does not open:\n%s", name, sets, complaint);
  }
  return game;
}

mr_status mr_game_refusal(const char *name, const char *sets) {
  mr_game *game = NULL;
  char complaint[2048] = "";
  mr_status status = open_game(name, sets, &game, complaint, sizeof complaint);
  if (status != MR_OK) {
    assert_null(game);
    assert_string_not_equal(complaint, "");
  }
  mr_game_free(game);
  return status;
}

static void *room(size_t count, size_t size) {
  void *block = calloc(count > 0 ? count : 1, size);
  assert_non_null(block);
  return block;
}

void mr_table_open_game(mr_table *table, const char *name, const char *sets, const char *state) {
  table->game = mr_game_open(name, sets);
  const mr_game_info *info = &table->game->info;
  table->state = mr_state_new(table->game, NULL);
  assert_non_null(table->state);
  table->actions = room(info->max_actions, sizeof *table->actions);
  table->chances = room(info->max_chances, sizeof *table->chances);
  table->text = room(info->max_state_text, 1);
  table->events =
      (mr_events){.items = room(info->max_events, sizeof(mr_event)), .capacity = info->max_events};
  mr_game_start(table->game, table->state);
  if (state != NULL) {
    mr_table_set(table, state);
  }
}

void mr_table_open(mr_table *table, const char *sets, const char *state) {
  mr_table_open_game(table, "borderline", sets, state);
}

void mr_table_close(mr_table *table) {
  free(table->events.items);
  free(table->text);
  free(table->chances);
  free(table->actions);
  mr_state_free(table->game, NULL, table->state);
  mr_game_free(table->game);
}

void mr_table_set(mr_table *table, const char *state) {
  mr_error error = {.status = MR_OK};
  table->events.count = 0;
  if (mr_game_parse_state(table->game, state, strlen(state), table->state, &error) != MR_OK) {
    fail_msg("the state \"%s\" is refused at column %u: %s", state, (unsigned)error.column,
             error.message);
  }
}

mr_status mr_table_refusal(mr_table *table, const char *state) {
  mr_error error = {.status = MR_OK};
  mr_state *other = mr_state_new(table->game, NULL);
  assert_non_null(other);
  mr_status status = mr_game_parse_state(table->game, state, strlen(state), other, &error);
  mr_state_free(table->game, NULL, other);
  assert_int_equal(error.status, status);
  assert_int_equal(status != MR_OK, error.message[0] != '\0');
  return status;
}

static void play_one(mr_table *table, const char *text) {
  mr_error error = {.status = MR_OK};
  mr_action action = MR_ACTION_NONE;
  if (mr_game_parse_action(table->game, table->state, text, strlen(text), &action, &error) !=
          MR_OK ||
      mr_game_play(table->game, table->state, action, &table->events, &error) != MR_OK) {
    fail_msg("\"%s\" is refused in \"%s\": %s", text, mr_table_state(table), error.message);
  }
}

void mr_table_play(mr_table *table, const char *actions) {
  char *copy = copy_text(actions);
  char *rest = NULL;
  for (char *text = strtok_r(copy, " ", &rest); text != NULL; text = strtok_r(NULL, " ", &rest)) {
    play_one(table, text);
  }
  free(copy);
}

void mr_table_deal(mr_table *table, uint64_t seed) {
  mr_random random;
  mr_random_init(&random, seed);
  while (mr_game_node(table->game, table->state).kind == MR_NODE_CHANCE) {
    mr_action face = mr_game_roll(table->game, table->state, table->chances, &random);
    mr_game_make(table->game, table->state, face, NULL, &table->events);
  }
}

const char *mr_table_state(mr_table *table) {
  mr_str out = mr_str_fixed(table->text, table->game->info.max_state_text);
  mr_game_format_state(table->game, table->state, &out);
  assert_int_equal(out.status, MR_OK);
  return table->text;
}

void mr_table_text(const mr_table *table, mr_action action, char out[MR_ACTION_TEXT_MAX]) {
  mr_str text = mr_str_fixed(out, MR_ACTION_TEXT_MAX);
  mr_game_format_action(table->game, table->state, action, &text);
  assert_int_equal(text.status, MR_OK);
}

size_t mr_table_actions(mr_table *table) {
  if (mr_game_node(table->game, table->state).kind != MR_NODE_DECISION) {
    return 0;
  }
  size_t count = mr_game_actions(table->game, table->state, table->actions);
  assert_in_range(count, 1, table->game->info.max_actions);
  return count;
}

static bool lists(mr_table *table, const char *action) {
  size_t count = mr_table_actions(table);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(table, table->actions[i], text);
    if (strcmp(text, action) == 0) {
      return true;
    }
  }
  return false;
}

bool mr_table_allows(mr_table *table, const char *action) {
  bool listed = lists(table, action);
  mr_action parsed = MR_ACTION_NONE;
  mr_error error = {.status = MR_OK};
  mr_status status =
      mr_game_parse_action(table->game, table->state, action, strlen(action), &parsed, &error);
  if (listed != (status == MR_OK)) {
    fail_msg("\"%s\" is %slisted in \"%s\", but parsing it says: %s", action, listed ? "" : "not ",
             mr_table_state(table), status == MR_OK ? "legal" : error.message);
  }
  assert_true(!listed || mr_game_legal(table->game, table->state, parsed));
  return listed;
}

void mr_expect_refusal(const char *game, const char *sets, const char *state, const char *action,
                       const char *words) {
  mr_table table;
  mr_action parsed;
  mr_error err = {0};
  mr_table_open_game(&table, game, sets, state);
  assert_int_equal(
      mr_game_parse_action(table.game, table.state, action, strlen(action), &parsed, &err),
      MR_ERR_ILLEGAL);
  if (strstr(err.message, words) == NULL) {
    fail_msg("%s: %s", action, err.message);
  }
  mr_table_close(&table);
}

uint64_t mr_table_weight(mr_table *table, const char *outcome, uint64_t *total) {
  assert_int_equal(mr_game_node(table->game, table->state).kind, MR_NODE_CHANCE);
  size_t count = mr_game_chances(table->game, table->state, table->chances, total);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(table, table->chances[i].action, text);
    if (strcmp(text, outcome) == 0) {
      return table->chances[i].weight;
    }
  }
  return 0;
}

size_t mr_table_events(const mr_table *table, mr_event_kind kind) {
  size_t count = 0;
  for (size_t i = 0; i < table->events.count; i++) {
    count += table->events.items[i].kind == kind;
  }
  return count;
}

const char *mr_table_ended_by(const mr_table *table) {
  mr_rule_index rule = mr_game_ended_by(table->game, table->state);
  assert_true(rule < table->game->info.rule_count);
  assert_int_equal(rule != 0, mr_game_node(table->game, table->state).kind == MR_NODE_TERMINAL);
  return table->game->info.rules[rule].id;
}

const char *mr_table_result(const mr_table *table) {
  static const char *const results[MR_SCORE_WIN + 1] = {"0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4",
                                                        "1-0"};
  if (mr_game_node(table->game, table->state).kind != MR_NODE_TERMINAL) {
    return "*";
  }
  uint8_t score[MR_MAX_PLAYERS] = {0};
  mr_game_score(table->game, table->state, score);
  assert_int_equal(score[0] + score[1], MR_SCORE_WIN);
  return results[score[0]];
}

char mr_table_winner(const mr_table *table) {
  if (mr_game_node(table->game, table->state).kind != MR_NODE_TERMINAL) {
    return '*';
  }
  uint8_t score[MR_MAX_PLAYERS] = {0};
  mr_game_score(table->game, table->state, score);
  assert_int_equal(score[0] + score[1], MR_SCORE_WIN);
  if (score[0] == score[1]) {
    return '=';
  }
  assert_true(score[0] == 0 || score[1] == 0);
  return score[0] > 0 ? 'R' : 'B';
}
