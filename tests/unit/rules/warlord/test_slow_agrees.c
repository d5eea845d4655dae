/*
 * The Warlord Games against tests/support/warlord_slow.c, their plain second opinion: over random
 * games of all scenarios with random switches, and over scattered men and terrain, the two agree on
 * every legal action, on the text of every state, and on the end with its rule.
 *
 * MR_POSITIONS sets another number of positions than the standard one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instruments.h"
#include "test_main.h"
#include "warlord_fixture.h"
#include "warlord_slow.h"

#define POSITIONS (MR_SLOW_BUILD ? 6000 : MR_BRIEF_BUILD ? 15000 : 50000)

enum { EACH = 450 }; /* positions of one game, after which another begins */

/* What was seen, so that a run which missed something says so. */
typedef struct sights {
  size_t positions;
  size_t captures;
  size_t exchanges;
  size_t promotions;
  size_t arrivals;
  size_t ends;
  size_t later_ends; /* by WL-46, WL-47, WL-48 */
} sights;

typedef struct duo {
  mr_table table;
  mr_wslow slow;
  mr_random random;
  sights *seen;
  char sets[1024];
  char (*left)[MR_WSLOW_TEXT];
  char (*right)[MR_WSLOW_TEXT];
  size_t count;
} duo;

static int pick(mr_random *random, int low, int high) {
  uint64_t choices = (uint64_t)high - (uint64_t)low + 1;
  return low + (int)mr_random_below(random, choices);
}

static bool coin(mr_random *random, unsigned of) {
  return mr_random_below(random, of) == 0;
}

/* WL-45 to WL-49. Who comes by waves belongs to no member of a team. */
static void draw_later_switches(mr_random *random, bool towns, mr_wslow_switches *on) {
  static const char *const at_home[] = {"2:I2 3:P1H2C2N2I4", "4:K1I1 4:G1N3 9:H1"};
  static const char *const round[] = {"w2:I2H3@e3 b2:H1I9@e3 5:I1", "w3:P1H2C2N2I4@e4"};
  static const char counts[] = "tlu";
  on->members = on->placed || on->reinforcements != NULL ? 1 : on->members;
  if (coin(random, 3)) {
    on->last_turn = 2 + (int)mr_random_below(random, 30);
    on->last_counts = coin(random, 4) ? 0 : counts[mr_random_below(random, 3)];
    on->last_counts = on->last_counts == 't' && !towns ? 'u' : on->last_counts;
    on->last_needs = on->last_counts != 0 && coin(random, 2) ? pick(random, 1, 4) : 0;
  }
  if (coin(random, 3)) {
    on->defeat_units = pick(random, 1, 20);
  }
  if (towns) {
    on->home_wins = coin(random, 3) ? pick(random, 1, 2) : 0;
    if (coin(random, 2)) {
      on->reinforcements = coin(random, 2) ? at_home[coin(random, 2)] : round[0];
      on->members = 1;
    }
  } else if (on->members == 1 && !on->placed && on->reinforcements == NULL && coin(random, 4)) {
    on->reinforcements = round[1];
  }
}

static mr_wslow_switches draw_switches(mr_random *random, const char *name) {
  mr_wslow_switches on = mr_wslow_standard(name);
  on.self_activation ^= coin(random, 4);
  on.short_game = coin(random, 4);
  on.cannon_swap = coin(random, 2);
  on.crossing = coin(random, 2);
  on.promotes_infantry = coin(random, 2);
  on.promotes_light = on.promotes_infantry ^ coin(random, 3);
  on.six_leaders = coin(random, 4);
  on.handicap = coin(random, 2);
  on.repetition = !coin(random, 4);
  on.first = coin(random, 4);
  on.members = coin(random, 4) ? 2 + coin(random, 3) : 1;
  bool towns = strcmp(name, "warlord-border-war") == 0 || strcmp(name, "warlord-valley-war") == 0;
  draw_later_switches(random, towns, &on);
  if (towns) {
    on.replacements = coin(random, 3) ? 0 : coin(random, 2) ? 'h' : 'b';
    on.replacement_every = 1 + (int)mr_random_below(random, 4);
    on.replacement_leaders = on.replacements != 0 && on.members == 1 && coin(random, 2);
    on.share = on.replacements == 0 || coin(random, 2) ? 0 : 1 + (int)mr_random_below(random, 3);
  }
  return on;
}

static void write_later_sets(const mr_wslow_switches *on, char *out, size_t size) {
  int length = snprintf(out, size,
                        ";last_turn=%d;last_turn_counts=%s;last_turn_needs=%d"
                        ";defeat_units=%d;home_towns_to_win=%d",
                        on->last_turn,
                        on->last_counts == 't'   ? "towns"
                        : on->last_counts == 'l' ? "levels"
                        : on->last_counts == 'u' ? "units"
                                                 : "nothing",
                        on->last_needs, on->defeat_units, on->home_wins);
  if (on->reinforcements != NULL) {
    length +=
        snprintf(out + length, size - (size_t)length, ";reinforcements=%s", on->reinforcements);
  }
  if (on->replacements != 0) {
    snprintf(out + length, size - (size_t)length, ";replacement_share=%d", on->share);
  }
}

static void write_sets(const mr_wslow_switches *on, bool fixed, char *out, size_t size) {
  static const char *const words[2] = {"false", "true"};
  snprintf(out, size,
           "short_game=%s;self_activation=%s;cannon_swap=%s;crossing=%s;"
           "infantry_promotion=%s;light_promotion=%s;"
           "six_leaders=%s;first_turn_handicap=%s;repetition_draw=%s;first=%s;teams=%d%s",
           words[on->short_game], words[on->self_activation], words[on->cannon_swap],
           words[on->crossing], words[on->promotes_infantry], words[on->promotes_light],
           words[on->six_leaders], words[on->handicap], words[on->repetition],
           on->first ? "black" : "white", on->members, fixed ? ";deployment=fixed" : "");
  size_t length = strlen(out);
  if (on->replacements != 0) {
    snprintf(out + length, size - length,
             ";replacements=%s;replacement_every=%d;replacement_leaders=%s",
             on->replacements == 'h' ? "home" : "held", on->replacement_every,
             words[on->replacement_leaders]);
  }
  length = strlen(out);
  write_later_sets(on, out + length, size - length);
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

/* The plain rules write neither the terrain nor whose a leader is. */
static void drop(char *text, const char *begin) {
  char *from = strstr(text, begin);
  if (from != NULL) {
    char *to = strchr(from + 1, ' ');
    memmove(from, to != NULL ? to : from + strlen(from), to != NULL ? strlen(to) + 1 : 1);
  }
}

static void compare_texts_of_states(duo *pair) {
  char library[MR_WSLOW_STATE];
  char slow[MR_WSLOW_STATE];
  snprintf(library, sizeof library, "%s", mr_table_state(&pair->table));
  drop(library, "@");
  drop(library, " members=");
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

static bool is_later(const char *rule) {
  return strcmp(rule, "WL-46") == 0 || strcmp(rule, "WL-47") == 0 || strcmp(rule, "WL-48") == 0;
}

static void play_one(duo *pair) {
  char text[MR_WSLOW_TEXT];
  snprintf(text, sizeof text, "%s", choose(pair));
  mr_table_play(&pair->table, text);
  mr_wslow_play(&pair->slow, text);
  note(pair);
  pair->seen->later_ends += pair->slow.rule != NULL && is_later(pair->slow.rule);
}

/* WL-45: the armies are set up as they are drawn, which the plain rules begin with. */
static void deploy(duo *pair) {
  for (int side = 0; pair->slow.on.placed && side < 2; side++) {
    for (int i = 0; i < pair->slow.units; i++) {
      const mr_wslow_unit *u = &pair->slow.unit[i];
      char text[32];
      snprintf(text, sizeof text, "%c@%c%d", u->letter, 'a' + u->file, u->rank + 1);
      if ((u->letter >= 'a') == (side == 1)) {
        mr_table_play(&pair->table, text);
      }
    }
    mr_table_play(&pair->table, "commit");
  }
}

static void play_a_game(duo *pair, const char *name, size_t most) {
  mr_wslow_switches on = draw_switches(&pair->random, name);
  bool hidden =
      strcmp(name, "warlord-test-of-wills") == 0 || strcmp(name, "warlord-border-war") == 0;
  write_sets(&on, hidden, pair->sets, sizeof pair->sets);
  mr_table_open_game(&pair->table, name, pair->sets, NULL);
  assert_true(mr_wslow_open(&pair->slow, name, on));
  deploy(pair);
  for (size_t i = 0; i < most; i++) {
    compare_ends(pair);
    if (pair->slow.result != NULL) {
      break;
    }
    compare_texts_of_states(pair);
    compare_lists(pair);
    play_one(pair);
  }
  mr_table_close(&pair->table);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static size_t positions_wanted(void) {
  const char *wanted = getenv("MR_POSITIONS");
  return wanted != NULL ? (size_t)strtoul(wanted, NULL, 10) : POSITIONS;
}

static duo *open_duo(sights *seen, uint64_t seed) {
  duo *pair = calloc(1, sizeof *pair);
  assert_non_null(pair);
  pair->left = calloc(MR_WSLOW_ACTIONS, sizeof *pair->left);
  pair->right = calloc(MR_WSLOW_ACTIONS, sizeof *pair->right);
  assert_non_null(pair->left);
  assert_non_null(pair->right);
  pair->seen = seen;
  mr_random_init(&pair->random, seed);
  return pair;
}

static void close_duo(duo *pair) {
  free(pair->left);
  free(pair->right);
  free(pair);
}

static void tell(const sights *seen) {
  print_message(
      "%zu positions, %zu captures, %zu exchanges, %zu promotions, %zu arrivals, %zu ends, %zu by "
      "WL-46 to WL-48\n",
      seen->positions, seen->captures, seen->exchanges, seen->promotions, seen->arrivals,
      seen->ends, seen->later_ends);
}

/* ---- scattered states ------------------------------------------------------------------------ */

/* Terrain of one density all over the board; every fourth board is the scenario's. */
static void scatter_ground(duo *pair) {
  static const char kinds[] = "T^#~~";
  unsigned density = 2 + (unsigned)mr_random_below(&pair->random, 20);
  mr_wslow *g = &pair->slow;
  for (int f = 0; f < g->files; f++) {
    for (int r = 0; r < g->ranks; r++) {
      char kind = kinds[mr_random_below(&pair->random, sizeof kinds - 1)];
      g->ground[f][r] = coin(&pair->random, density) ? kind : '.';
    }
  }
}

static bool is_free(const mr_wslow *g, int file, int rank) {
  bool free = file >= 0 && rank >= 0 && file < g->files && rank < g->ranks &&
              g->ground[file][rank] != '~' && g->ground[file][rank] != '*';
  for (int i = 0; free && i < g->units; i++) {
    free = g->unit[i].file != file || g->unit[i].rank != rank;
  }
  return free;
}

static void scatter_unit(duo *pair, char letter, int file, int rank) {
  mr_wslow *g = &pair->slow;
  for (int attempt = 0; attempt < 40; attempt++) {
    int spread = attempt < 20 ? 3 : 40;
    int f = file + pick(&pair->random, -spread, spread);
    int r = rank + pick(&pair->random, -spread, spread);
    if (is_free(g, f, r)) {
      g->unit[g->units++] = (mr_wslow_unit){.letter = letter, .file = f, .rank = r};
      return;
    }
  }
}

/* Both armies in one crowd, with leaders of all levels. */
static void scatter_units(duo *pair) {
  static const char letters[] = "LLKGPXUHHHCCCNNNIII";
  mr_wslow *g = &pair->slow;
  int file = pick(&pair->random, 2, g->files - 3);
  int rank = pick(&pair->random, 2, g->ranks - 3);
  int number = pick(&pair->random, 2, 22);
  memset(g->unit, 0, sizeof g->unit);
  g->units = 0;
  scatter_unit(pair, 'L', file, rank);
  scatter_unit(pair, 'k', file, rank);
  for (int i = 0; i < number; i++) {
    char letter = letters[mr_random_below(&pair->random, sizeof letters - 1)];
    scatter_unit(pair, coin(&pair->random, 2) ? letter : (char)(letter + 'a' - 'A'), file, rank);
  }
}

static void write_ground(const mr_wslow *g, char *out) {
  for (int r = g->ranks - 1; r >= 0; r--) {
    for (int f = 0; f < g->files; f++) {
      char ground = g->ground[f][r];
      *out++ = ground == '.' ? '1' : ground == '*' ? '~' : ground;
    }
    *out++ = r > 0 ? '/' : '\0';
  }
}

/* Runs of ones become numbers. */
static void shorten(const char *ones, char *out) {
  while (*ones != '\0') {
    size_t run = strspn(ones, "1");
    out += run > 0 ? sprintf(out, "%zu", run) : 0;
    ones += run;
    if (run == 0) {
      *out++ = *ones++;
    }
  }
  *out = '\0';
}

static void set_scattered(duo *pair, bool own_ground) {
  mr_wslow *g = &pair->slow;
  char ones[MR_WSLOW_STATE] = "";
  char ground[MR_WSLOW_STATE];
  char text[3 * MR_WSLOW_STATE];
  if (!own_ground) {
    scatter_ground(pair);
  }
  scatter_units(pair);
  g->side = coin(&pair->random, 2);
  g->turn = pick(&pair->random, 1, 30);
  g->quiet = coin(&pair->random, 8) ? 79 : pick(&pair->random, 0, 60);
  write_ground(g, ones);
  shorten(ones, ground);
  mr_wslow_begin(g);
  snprintf(text, sizeof text, "%s@%s %c %d %d", g->begun, ground, g->side == 0 ? 'w' : 'b',
           g->quiet, g->turn);
  mr_table_set(&pair->table, text);
}

static void play_scattered(duo *pair, const char *name, size_t states) {
  mr_wslow_switches on = draw_switches(&pair->random, name);
  bool hidden =
      strcmp(name, "warlord-test-of-wills") == 0 || strcmp(name, "warlord-border-war") == 0;
  on.six_leaders = false; /* so few leaders are scattered that the game would be over (WL-20) */
  write_sets(&on, hidden, pair->sets, sizeof pair->sets);
  mr_table_open_game(&pair->table, name, pair->sets, NULL);
  for (size_t i = 0; i < states; i++) {
    assert_true(mr_wslow_open(&pair->slow, name, on));
    set_scattered(pair, coin(&pair->random, 4));
    for (int ply = 0; ply < 9; ply++) {
      compare_ends(pair);
      if (pair->slow.result != NULL) {
        break;
      }
      compare_texts_of_states(pair);
      compare_lists(pair);
      play_one(pair);
    }
  }
  mr_table_close(&pair->table);
}

static void both_agree_over_scattered_states(void **unused) {
  (void)unused;
  sights seen = {0};
  duo *pair = open_duo(&seen, 12);
  for (size_t i = 0; seen.positions < positions_wanted(); i++) {
    if (mr_warlord_names[i] == NULL) {
      i = 0;
    }
    play_scattered(pair, mr_warlord_names[i], 40);
  }
  tell(&seen);
  assert_true(seen.captures > 0 && seen.exchanges > 0 && seen.ends > 0 && seen.promotions > 0);
  assert_true(seen.later_ends > 0);
  close_duo(pair);
}

static void both_agree_over_random_games(void **unused) {
  (void)unused;
  sights seen = {0};
  duo *pair = open_duo(&seen, 12);
  for (size_t i = 0; seen.positions < positions_wanted(); i++) {
    if (mr_warlord_names[i] == NULL) {
      i = 0;
    }
    play_a_game(pair, mr_warlord_names[i], EACH);
  }
  tell(&seen);
  assert_true(seen.captures > 0 && seen.exchanges > 0 && seen.ends > 0);
  assert_true(seen.promotions > 0 && seen.arrivals > 0);
  close_duo(pair);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_agree_over_random_games),
    cmocka_unit_test(both_agree_over_scattered_states),
};

MR_TEST_MAIN(tests)
