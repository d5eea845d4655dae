/*
 * Borderline against tests/support/borderline_slow.c, its plain second opinion: over random games
 * and random boards of many sizes and switches, the two agree on every legal action, on every
 * outcome, on the end with its rule and score, and on the text of every state.
 *
 * MR_POSITIONS sets another number of positions than the standard one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "borderline_open.h"
#include "borderline_slow.h"
#include "instruments.h"
#include "jsonl.h"
#include "test_main.h"

#if MR_SLOW_BUILD
#define POSITIONS 40000
#else
#define POSITIONS 100000
#endif
#define DEFINITIONS 80 /* as many random sets of switches */
#define SETS_SIZE 256

/* What was seen, so that a run which missed something says so. */
typedef struct sights {
  size_t positions;
  size_t duels;
  size_t second_duels; /* a duel fought after the attacker had won one */
  size_t passes;
  size_t wins[2];
  size_t empty_hands;
  size_t two_passes;
  size_t capped;
} sights;

typedef struct duo {
  mr_table table;
  mr_slow_rules rules;
  mr_slow_state slow;
  mr_random random;
  sights *seen;
  char sets[SETS_SIZE];
  bool lots;
} duo;

static size_t positions_wanted(void) {
  const char *wanted = getenv("MR_POSITIONS");
  return wanted != NULL ? (size_t)strtoul(wanted, NULL, 10) : POSITIONS;
}

static int pick(mr_random *random, int low, int high) {
  uint64_t choices = (uint64_t)high - (uint64_t)low + 1;
  return low + (int)mr_random_below(random, choices);
}

/* ---- agreement in one state ------------------------------------------------------------------ */

static void disagree(duo *pair, const char *what, const char *library, const char *slow) {
  fail_msg("%s: \"%s\" in the library, \"%s\" in the plain rules\n  state %s\n  with %s", what,
           library, slow, mr_table_state(&pair->table), pair->sets);
}

static void compare_states(duo *pair) {
  char slow[MR_SLOW_STATE];
  mr_slow_format(&pair->rules, &pair->slow, slow);
  if (strcmp(mr_table_state(&pair->table), slow) != 0) {
    disagree(pair, "state text", mr_table_state(&pair->table), slow);
  }
}

static void count_end(sights *seen, mr_slow_verdict verdict) {
  seen->wins[0] += verdict.winner == 'R';
  seen->wins[1] += verdict.winner == 'B';
  seen->empty_hands += strcmp(verdict.how, "BD-14 hands") == 0;
  seen->two_passes += strcmp(verdict.how, "BD-14 passes") == 0;
  seen->capped += strcmp(verdict.how, "BD-14 plies") == 0;
}

/* Whether both say that the game is over, and why. */
static bool compare_ends(duo *pair) {
  mr_slow_verdict verdict = mr_slow_judge(&pair->rules, &pair->slow);
  char library = mr_table_winner(&pair->table);
  char slow = !verdict.over ? '*' : verdict.winner == 0 ? '=' : verdict.winner;
  if (library != slow) {
    disagree(pair, "winner", (char[]){library, '\0'}, (char[]){slow, '\0'});
  }
  const char *how = verdict.over ? verdict.how : "";
  if (strcmp(mr_table_ended_by(&pair->table), how) != 0) {
    disagree(pair, "rule", mr_table_ended_by(&pair->table), how);
  }
  if (verdict.over) {
    count_end(pair->seen, verdict);
  }
  return verdict.over;
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

/* The library's actions as texts, in alphabetical order. */
static size_t library_actions(duo *pair, char (*out)[MR_SLOW_TEXT]) {
  size_t count = mr_table_actions(&pair->table);
  assert_in_range(count, 1, MR_SLOW_ACTIONS);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(&pair->table, pair->table.actions[i], text);
    assert_in_range(strlen(text), 1, MR_SLOW_TEXT - 1);
    memset(out[i], 0, sizeof out[i]);
    memcpy(out[i], text, strlen(text));
  }
  qsort(out, count, sizeof *out, by_text);
  return count;
}

/* Compares the lists and returns one action of them at random. */
static const char *compare_actions(duo *pair) {
  static char library[MR_SLOW_ACTIONS][MR_SLOW_TEXT];
  static char slow[MR_SLOW_ACTIONS][MR_SLOW_TEXT];
  mr_node node = mr_game_node(pair->table.game, pair->table.state);
  assert_int_equal(node.kind, MR_NODE_DECISION);
  assert_int_equal(node.player.id, pair->slow.mover == 'R' ? 0 : 1);
  size_t count = library_actions(pair, library);
  size_t slow_count = mr_slow_actions(&pair->rules, &pair->slow, slow);
  qsort(slow, slow_count, sizeof *slow, by_text);
  for (size_t i = 0; i < count || i < slow_count; i++) {
    if (i >= count || i >= slow_count || strcmp(library[i], slow[i]) != 0) {
      disagree(pair, "action", i < count ? library[i] : "", i < slow_count ? slow[i] : "");
    }
  }
  return slow[mr_random_below(&pair->random, count)];
}

/* ---- one step -------------------------------------------------------------------------------- */

/* Whether a face such as r5b3 is won by the one who attacks; a tie is not (BD-10). */
static bool attacker_wins(char attacker, const char *face) {
  char *rest = NULL;
  assert_int_equal(face[0], 'r');
  long red = strtol(face + 1, &rest, 10);
  assert_int_equal(*rest, 'b');
  long blue = strtol(rest + 1, &rest, 10);
  assert_int_equal(*rest, '\0');
  return attacker == 'R' ? red > blue : blue > red;
}

static void step_chance(duo *pair) {
  mr_table *table = &pair->table;
  char text[MR_ACTION_TEXT_MAX];
  mr_action face = mr_game_roll(table->game, table->state, table->chances, &pair->random);
  mr_table_text(table, face, text);
  mr_game_make(table->game, table->state, face, NULL, NULL);
  switch (pair->slow.stage) {
  case MR_SLOW_DUEL: {
    bool wins = attacker_wins(pair->slow.mover, text);
    mr_slow_duel(&pair->rules, &pair->slow, wins);
    pair->seen->duels++;
    pair->seen->second_duels += wins && pair->slow.stage == MR_SLOW_DUEL;
    break;
  }
  case MR_SLOW_DEAL:
    mr_slow_deal(&pair->rules, &pair->slow, mr_slow_pattern(text), pair->lots);
    break;
  case MR_SLOW_DRAW:
    pair->slow.mover = strcmp(text, "red") == 0 ? 'R' : 'B';
    pair->slow.stage = MR_SLOW_TURN;
    break;
  case MR_SLOW_TURN:
    disagree(pair, "chance", text, "a turn");
  }
}

static void step_turn(duo *pair) {
  const char *action = compare_actions(pair);
  pair->seen->positions++;
  pair->seen->passes += strcmp(action, "--") == 0;
  mr_table_play(&pair->table, action);
  mr_slow_play(&pair->rules, &pair->slow, action);
}

/* Compares, then plays on from there; false at the end of the game. */
static bool step(duo *pair) {
  compare_states(pair);
  if (compare_ends(pair)) {
    return false;
  }
  if (pair->slow.stage == MR_SLOW_TURN) {
    step_turn(pair);
  } else {
    step_chance(pair);
  }
  return true;
}

/* ---- definitions ----------------------------------------------------------------------------- */

static void open_random(duo *pair, mr_random *random) {
  static const char *const rotation[] = {"off", "on", "mirror"};
  static const char *const first[] = {"red", "blue", "drawn"};
  static const char *const share[] = {"80%", "0%", "1/2"};
  mr_slow_rules *rules = &pair->rules;
  rules->columns = pick(random, 2, 9);
  rules->rows = pick(random, 2, 10);
  rules->pieces = pick(random, 1, 20);
  rules->ply_cap = pick(random, 0, 3) == 0 ? pick(random, 1, 30) : 200;
  rules->strict = pick(random, 0, 1) == 1;
  rules->rotation = pick(random, 0, 3) % 3;
  int starts = pick(random, 0, 4) % 3;
  pair->lots = starts == 2;
  snprintf(pair->sets, sizeof pair->sets,
           "columns=%d;rows=%d;pieces=%d;ply_cap=%d;victory=%s;rotation=%s;first=%s;three_pip=%s",
           rules->columns, rules->rows, rules->pieces, rules->ply_cap,
           rules->strict ? "strict" : "linked", rotation[rules->rotation], first[starts],
           share[pick(random, 0, 2)]);
  mr_table_open(&pair->table, pair->sets, NULL);
  pair->random = mr_random_split(random);
}

/* The two disagree about nothing else before the first piece is dealt. */
static void start_game(duo *pair) {
  mr_game_start(pair->table.game, pair->table.state);
  mr_slow_parse(&pair->rules, mr_table_state(&pair->table), &pair->slow);
  assert_int_equal(pair->slow.stage, MR_SLOW_DEAL);
}

static void play_games(duo *pair, size_t positions) {
  size_t until = pair->seen->positions + positions;
  while (pair->seen->positions < until) {
    start_game(pair);
    while (step(pair)) {
    }
  }
}

/* ---- scattered boards ------------------------------------------------------------------------ */

static int random_pattern(mr_random *random) {
  int pattern = 0;
  do {
    int some = pick(random, 0, 0777);
    pattern = some | pick(random, 0, 0777); /* three PIPs of four are filled */
  } while ((pattern & 0700) == 0 || (pattern & 0007) == 0 || (pattern & 0020) == 0);
  return pattern;
}

static void scatter_hand(duo *pair, char player) {
  for (int pieces = pick(&pair->random, 0, 4); pieces > 0; pieces--) {
    mr_slow_hold(&pair->rules, &pair->slow, player, random_pattern(&pair->random));
  }
}

/* A board that need not be reachable, on which nobody has won yet. */
static bool scatter(duo *pair) {
  mr_random *random = &pair->random;
  memset(&pair->slow, 0, sizeof pair->slow);
  int filled = pick(random, 2, 9);
  int red = pick(random, 1, 9);
  for (int row = 0; row < pair->rules.rows; row++) {
    for (int column = 0; column < pair->rules.columns; column++) {
      if (pick(random, 1, 10) <= filled) {
        pair->slow.owner[row][column] = pick(random, 1, 10) <= red ? 'R' : 'B';
        pair->slow.pattern[row][column] = random_pattern(random);
      }
    }
  }
  scatter_hand(pair, 'R');
  scatter_hand(pair, 'B');
  pair->slow.mover = pick(random, 0, 1) == 0 ? 'R' : 'B';
  pair->slow.passes = pick(random, 0, 5) == 0 ? 1 : 0;
  int plies = pick(random, 0, pair->rules.ply_cap - 1);
  pair->slow.plies = pick(random, 0, 1) == 0 ? plies : 0;
  return !mr_slow_connected(&pair->rules, &pair->slow, 'R') &&
         !mr_slow_connected(&pair->rules, &pair->slow, 'B');
}

static void play_scattered(duo *pair, size_t positions) {
  size_t until = pair->seen->positions + positions;
  while (pair->seen->positions < until) {
    char text[MR_SLOW_STATE];
    if (!scatter(pair)) {
      continue;
    }
    mr_slow_format(&pair->rules, &pair->slow, text);
    mr_table_set(&pair->table, text);
    for (int steps = 0; steps < 12 && step(pair); steps++) {
    }
  }
}

/* ---- the tests ------------------------------------------------------------------------------- */

static void agree(uint64_t seed, void (*play)(duo *, size_t), sights *seen) {
  static duo pair;
  mr_random random;
  mr_random_init(&random, seed);
  size_t positions = positions_wanted() / 2;
  for (size_t i = 0; i < DEFINITIONS; i++) {
    pair.seen = seen;
    open_random(&pair, &random);
    play(&pair, positions / DEFINITIONS);
    mr_table_close(&pair.table);
  }
  print_message("%zu positions, %zu duels (%zu after a won one), %zu passes; won by Red %zu, by "
                "Blue %zu; hands empty %zu, two passes %zu, ply cap %zu\n",
                seen->positions, seen->duels, seen->second_duels, seen->passes, seen->wins[0],
                seen->wins[1], seen->empty_hands, seen->two_passes, seen->capped);
  assert_true(seen->positions >= positions / DEFINITIONS * DEFINITIONS);
}

static void the_plain_rules_agree_over_random_games(void **unused) {
  (void)unused;
  sights seen = {0};
  agree(1, play_games, &seen);
  assert_true(seen.duels > 0 && seen.passes > 0 && seen.wins[0] > 0 && seen.wins[1] > 0);
  assert_true(seen.empty_hands > 0 && seen.two_passes > 0 && seen.capped > 0);
}

static void the_plain_rules_agree_over_scattered_boards(void **unused) {
  (void)unused;
  sights seen = {0};
  agree(2, play_scattered, &seen);
  assert_true(seen.second_duels > 0 && seen.passes > 0 && seen.wins[0] > 0 && seen.wins[1] > 0);
  assert_true(seen.empty_hands > 0 && seen.two_passes > 0);
}

static uint64_t count(const mr_slow_rules *rules, const mr_slow_state *state, unsigned depth) {
  if (state->stage == MR_SLOW_DUEL) {
    mr_slow_state won = *state;
    mr_slow_state lost = *state;
    mr_slow_duel(rules, &won, true);
    mr_slow_duel(rules, &lost, false);
    return count(rules, &won, depth) + count(rules, &lost, depth);
  }
  if (depth == 0) {
    return 1;
  }
  if (mr_slow_judge(rules, state).over) {
    return 0;
  }
  mr_slow_state next = *state;
  char(*actions)[MR_SLOW_TEXT] = malloc(MR_SLOW_ACTIONS * sizeof *actions);
  assert_non_null(actions);
  uint64_t sum = 0;
  size_t action_count = mr_slow_actions(rules, &next, actions);
  for (size_t i = 0; i < action_count; i++) {
    next = *state;
    mr_slow_play(rules, &next, actions[i]);
    sum += count(rules, &next, depth - 1);
  }
  free(actions);
  return sum;
}

/* The plain rules are held against the figures too, so that they may judge. */
static void the_plain_rules_count_as_many_states_as_the_figures(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("borderline.perft.jsonl");
  size_t counted = 0;
  for (size_t i = 0; i < json_array_size(lines); i++) {
    const json_t *line = json_array_get(lines, i);
    uint64_t nodes = mr_json_number(line, "nodes");
    if (nodes > 4000) {
      continue;
    }
    mr_slow_rules rules = mr_slow_standard();
    rules.strict = json_object_size(mr_json_member(line, "switches")) > 0;
    static mr_slow_state state;
    mr_slow_parse(&rules, mr_json_text(line, "state"), &state);
    assert_int_equal(count(&rules, &state, (unsigned)mr_json_number(line, "depth")), nodes);
    counted++;
  }
  assert_true(counted > 110);
  json_decref(lines);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_plain_rules_count_as_many_states_as_the_figures),
    cmocka_unit_test(the_plain_rules_agree_over_random_games),
    cmocka_unit_test(the_plain_rules_agree_over_scattered_boards),
};

MR_TEST_MAIN(tests)
