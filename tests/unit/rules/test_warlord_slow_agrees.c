/*
 * The Warlord Games against tests/support/warlord_slow.c, their plain second opinion: over random
 * games of all scenarios with random switches, the two agree on every legal action, on the text of
 * every state, and on the end with its rule.
 *
 * MR_POSITIONS sets another number of positions than the standard one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"
#include "warlord_desk.h"
#include "warlord_slow.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define POSITIONS 6000
#else
#define POSITIONS 50000
#endif

enum { EACH = 700 }; /* positions of one game, after which another begins */

/* What was seen, so that a run which missed something says so. */
typedef struct sights {
  size_t positions;
  size_t captures;
  size_t exchanges;
  size_t promotions;
  size_t arrivals;
  size_t ends;
} sights;

typedef struct duo {
  mr_table table;
  mr_wslow slow;
  mr_random random;
  sights *seen;
  char sets[512];
  char (*left)[MR_WSLOW_TEXT];
  char (*right)[MR_WSLOW_TEXT];
  size_t count;
} duo;

static bool coin(mr_random *random, unsigned of) {
  return mr_random_below(random, of) == 0;
}

static mr_wslow_switches draw_switches(mr_random *random, const char *name) {
  mr_wslow_switches on = mr_wslow_standard(name);
  on.self_activation ^= coin(random, 4);
  on.short_game = coin(random, 4);
  on.cannon_swap = coin(random, 2);
  on.crossing = coin(random, 2);
  on.promotion = coin(random, 2);
  on.six_leaders = coin(random, 4);
  on.handicap = coin(random, 2);
  on.repetition = !coin(random, 4);
  on.first = coin(random, 4);
  on.members = coin(random, 4) ? 2 + coin(random, 3) : 1;
  return on;
}

static void write_sets(const mr_wslow_switches *on, bool fixed, char *out, size_t size) {
  static const char *const words[2] = {"false", "true"};
  snprintf(out, size,
           "short_game=%s;self_activation=%s;cannon_swap=%s;crossing=%s;promotion=%s;"
           "six_leaders=%s;first_turn_handicap=%s;repetition_draw=%s;first=%s;teams=%d%s",
           words[on->short_game], words[on->self_activation], words[on->cannon_swap],
           words[on->crossing], words[on->promotion], words[on->six_leaders], words[on->handicap],
           words[on->repetition], on->first ? "black" : "white", on->members,
           fixed ? ";deployment=fixed" : "");
}

static int compare_texts(const void *left, const void *right) {
  return strcmp(left, right);
}

static void disagree(duo *pair, const char *what, const char *library, const char *slow) {
  fail_msg("%s: \"%s\" in the library, \"%s\" in the plain rules\n  state %s\n  with %s", what,
           library, slow, mr_table_state(&pair->table), pair->sets);
}

static void compare_lists(duo *pair) {
  size_t listed = mr_table_actions(&pair->table);
  assert_true(listed <= MR_WSLOW_ACTIONS);
  for (size_t i = 0; i < listed; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(&pair->table, pair->table.actions[i], text);
    assert_true(strlen(text) < sizeof pair->left[i]);
    memcpy(pair->left[i], text, strlen(text) + 1);
  }
  pair->count = mr_wslow_actions(&pair->slow, pair->right);
  qsort(pair->left, listed, sizeof *pair->left, compare_texts);
  qsort(pair->right, pair->count, sizeof *pair->right, compare_texts);
  for (size_t i = 0; i < listed && i < pair->count; i++) {
    if (strcmp(pair->left[i], pair->right[i]) != 0) {
      disagree(pair, "actions", pair->left[i], pair->right[i]);
    }
  }
  if (listed != pair->count) {
    disagree(pair, "number of actions", listed > pair->count ? "more" : "fewer", "otherwise");
  }
}

/* The plain rules do not write whose a leader is. */
static void drop_members(char *text) {
  char *from = strstr(text, " members=");
  if (from != NULL) {
    char *to = strchr(from + 1, ' ');
    memmove(from, to != NULL ? to : from + strlen(from), to != NULL ? strlen(to) + 1 : 1);
  }
}

static void compare_texts_of_states(duo *pair) {
  char library[MR_WSLOW_STATE];
  char slow[MR_WSLOW_STATE];
  snprintf(library, sizeof library, "%s", mr_table_state(&pair->table));
  drop_members(library);
  mr_wslow_state(&pair->slow, slow);
  if (strcmp(library, slow) != 0) {
    disagree(pair, "state", library, slow);
  }
}

/* White's result; teams score alike. */
static const char *result_of(const mr_table *table) {
  uint8_t score[MR_MAX_PLAYERS];
  if (mr_game_node(table->game, table->state).kind != MR_NODE_TERMINAL) {
    return "*";
  }
  mr_game_score(table->game, table->state, score);
  assert_int_equal(score[0] + score[table->game->info.players - 1], MR_SCORE_WIN);
  return score[0] == MR_SCORE_WIN ? "1-0" : score[0] == 0 ? "0-1" : "1/2-1/2";
}

static void compare_ends(duo *pair) {
  const char *result = pair->slow.result != NULL ? pair->slow.result : "*";
  const char *rule = pair->slow.rule != NULL ? pair->slow.rule : "";
  if (strcmp(result_of(&pair->table), result) != 0 ||
      strcmp(mr_table_ended_by(&pair->table), rule) != 0) {
    disagree(pair, "end", mr_table_ended_by(&pair->table), rule);
  }
}

/* Captures and exchanges half of the time, so that games come to something. */
static const char *choose(duo *pair) {
  size_t start = (size_t)mr_random_below(&pair->random, pair->count);
  bool sharp = coin(&pair->random, 2);
  for (size_t i = 0; sharp && i < pair->count; i++) {
    const char *text = pair->right[(start + i) % pair->count];
    if (strpbrk(text + 1, "x>") != NULL) {
      return text;
    }
  }
  return pair->right[start];
}

static void note(duo *pair) {
  pair->seen->positions++;
  pair->seen->captures += mr_table_events(&pair->table, MR_EVENT_CAPTURE);
  pair->seen->exchanges += mr_table_events(&pair->table, MR_EVENT_EXCHANGE);
  pair->seen->promotions += mr_table_events(&pair->table, MR_EVENT_PROMOTE);
  pair->seen->arrivals += mr_table_events(&pair->table, MR_EVENT_ARRIVE);
  pair->seen->ends += mr_table_events(&pair->table, MR_EVENT_END);
}

static void play_a_game(duo *pair, const char *name, size_t most) {
  mr_wslow_switches on = draw_switches(&pair->random, name);
  bool hidden =
      strcmp(name, "warlord-test-of-wills") == 0 || strcmp(name, "warlord-border-war") == 0;
  write_sets(&on, hidden, pair->sets, sizeof pair->sets);
  mr_table_open_game(&pair->table, name, pair->sets, NULL);
  assert_true(mr_wslow_open(&pair->slow, name, on));
  for (size_t i = 0; i < most; i++) {
    compare_ends(pair);
    if (pair->slow.result != NULL) {
      break;
    }
    compare_texts_of_states(pair);
    compare_lists(pair);
    char text[MR_WSLOW_TEXT];
    snprintf(text, sizeof text, "%s", choose(pair));
    mr_table_play(&pair->table, text);
    mr_wslow_play(&pair->slow, text);
    note(pair);
  }
  mr_table_close(&pair->table);
}

static void both_agree_over_random_games(void **unused) {
  (void)unused;
  const char *wanted = getenv("MR_POSITIONS");
  size_t positions = wanted != NULL ? (size_t)strtoul(wanted, NULL, 10) : POSITIONS;
  sights seen = {0};
  duo *pair = calloc(1, sizeof *pair);
  assert_non_null(pair);
  pair->left = calloc(MR_WSLOW_ACTIONS, sizeof *pair->left);
  pair->right = calloc(MR_WSLOW_ACTIONS, sizeof *pair->right);
  assert_non_null(pair->left);
  assert_non_null(pair->right);
  pair->seen = &seen;
  mr_random_init(&pair->random, 11);
  for (size_t i = 0; seen.positions < positions; i++) {
    if (mr_warlord_names[i] == NULL) {
      i = 0;
    }
    play_a_game(pair, mr_warlord_names[i], EACH);
  }
  print_message(
      "%zu positions, %zu captures, %zu exchanges, %zu promotions, %zu arrivals, %zu ends\n",
      seen.positions, seen.captures, seen.exchanges, seen.promotions, seen.arrivals, seen.ends);
  assert_true(seen.captures > 0 && seen.exchanges > 0 && seen.ends > 0);
  assert_true(seen.promotions > 0 && seen.arrivals > 0);
  free(pair->left);
  free(pair->right);
  free(pair);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_agree_over_random_games),
};

MR_TEST_MAIN(tests)
