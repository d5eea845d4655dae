/*
 * The chess-like games against tests/support/fairy_slow.h, their slow second
 * opinion: over random games the two agree at every ply on the text of the
 * state, on every legal move, and on the end with its result and rule. Games
 * begin at the start and at the positions of the figures; some are played at
 * random, some take what they can, some move to and fro.
 *
 * MR_POSITIONS sets another number of positions for each game than the standard
 * one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "borderline_open.h"
#include "fairy_slow.h"
#include "instruments.h"
#include "jsonl.h"
#include "test_main.h"

#define MANY 3000 /* enough for every game to end by its most usual rule */

#if MR_SLOW_BUILD
#define POSITIONS 300
#else
#define POSITIONS MANY
#endif

enum { STARTS_MAX = 256, RULES_MAX = 16, PLIES_MAX = 400, BACK = 4 };

/* How a game is played. */
typedef enum manner { AIMLESS, GREEDY, TO_AND_FRO, MANNERS } manner;

/* By which rule how many games have ended. */
typedef struct tally {
  const char *rule;
  size_t games;
} tally;

typedef struct duo {
  const char *name;
  mr_table table;
  mr_state *spare; /* for trying actions out */
  slow_game *slow;
  mr_random random;
  manner manner;
  char starts[STARTS_MAX][SLOW_TEXT_MAX];
  size_t start_count;
  char played[PLIES_MAX][SLOW_MOVE_TEXT_MAX];
  size_t plies;
  size_t positions;
  tally ends[RULES_MAX];
} duo;

static size_t positions_wanted(void) {
  const char *wanted = getenv("MR_POSITIONS");
  return wanted != NULL ? (size_t)strtoul(wanted, NULL, 10) : POSITIONS;
}

static size_t below(duo *pair, size_t bound) {
  return (size_t)mr_random_below(&pair->random, bound);
}

/* ---- agreement in one state ------------------------------------------------------------------ */

static void disagree(duo *pair, const char *what, const char *engine, const char *slow) {
  char line[BACK * SLOW_MOVE_TEXT_MAX] = "";
  for (size_t i = pair->plies < BACK ? 0 : pair->plies - BACK; i < pair->plies; i++) {
    snprintf(line + strlen(line), sizeof line - strlen(line), " %s", pair->played[i]);
  }
  fail_msg("%s, %s: \"%s\" in the engine, \"%s\" in the slow rules\n  state "
           "%s\n  after%s",
           pair->name, what, engine, slow, mr_table_state(&pair->table), line);
}

static void compare_states(duo *pair) {
  char slow[SLOW_TEXT_MAX];
  slow_state(pair->slow, slow, sizeof slow);
  if (strcmp(mr_table_state(&pair->table), slow) != 0) {
    disagree(pair, "state", mr_table_state(&pair->table), slow);
  }
}

static void count_end(duo *pair, const char *rule) {
  for (size_t i = 0; i < RULES_MAX; i++) {
    tally *end = &pair->ends[i];
    if (end->rule == NULL || strcmp(end->rule, rule) == 0) {
      end->rule = rule;
      end->games++;
      return;
    }
  }
}

/* Whether both say that the game is over, and why. */
static bool compare_ends(duo *pair) {
  const char *rule = NULL;
  const char *result = slow_result(pair->slow, &rule);
  if (strcmp(mr_table_result(&pair->table), result != NULL ? result : "*") != 0) {
    disagree(pair, "result", mr_table_result(&pair->table), result != NULL ? result : "*");
  }
  if (result == NULL) {
    return false;
  }
  const char *by = mr_table_ended_by(&pair->table); /* may say more: "BI-18 nFoldRule" */
  if (strcspn(by, " ") != strlen(rule) || strncmp(by, rule, strlen(rule)) != 0) {
    disagree(pair, "rule", by, rule);
  }
  count_end(pair, rule);
  return true;
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

static size_t engine_moves(duo *pair, char (*out)[SLOW_MOVE_TEXT_MAX]) {
  size_t count = mr_table_actions(&pair->table);
  assert_in_range(count, 1, SLOW_MOVES_MAX);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(&pair->table, pair->table.actions[i], text);
    assert_in_range(strlen(text), 1, SLOW_MOVE_TEXT_MAX - 1);
    memcpy(out[i], text, strlen(text) + 1);
  }
  qsort(out, count, sizeof *out, by_text);
  return count;
}

/* Compares the lists; the moves are then in `moves`, sorted. */
static size_t compare_moves(duo *pair, char (*moves)[SLOW_MOVE_TEXT_MAX]) {
  static char engine[SLOW_MOVES_MAX][SLOW_MOVE_TEXT_MAX];
  size_t count = engine_moves(pair, engine);
  size_t slow_count = slow_moves(pair->slow, moves);
  for (size_t i = 0; i < count || i < slow_count; i++) {
    const char *one = i < count ? engine[i] : "";
    const char *two = i < slow_count ? moves[i] : "";
    if (strcmp(one, two) != 0) {
      disagree(pair, "move", one, two);
    }
  }
  return count;
}

/* ---- choosing a move ------------------------------------------------------------------------- */

/* Whether a move takes a man; in the engine's words. */
static bool captures(duo *pair, const char *move) {
  mr_table *table = &pair->table;
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(
      mr_game_parse_action(table->game, table->state, move, strlen(move), &action, NULL), MR_OK);
  mr_state_copy(table->game, pair->spare, table->state);
  mr_game_make(table->game, pair->spare, action, NULL, &table->events);
  return mr_table_events(table, MR_EVENT_CAPTURE) > 0;
}

/* A capture if a few tries find one. */
static size_t choose_capture(duo *pair, char (*moves)[SLOW_MOVE_TEXT_MAX], size_t count) {
  size_t choice = 0;
  for (int tries = 0; tries < 24; tries++) {
    choice = below(pair, count);
    if (captures(pair, moves[choice])) {
      break;
    }
  }
  return choice;
}

/* Whether `move` leads back where `other` came from. */
static bool is_reverse(const char *move, const char *other) {
  size_t from = strcspn(other + 1, "abcdefghijklmnop@") + 1;
  char reverse[SLOW_MOVE_TEXT_MAX];
  snprintf(reverse, sizeof reverse, "%s%.*s", other + from, (int)from, other);
  return other[from] != '\0' && strcmp(move, reverse) == 0;
}

/* Back from where the same player has come, one turn ago. */
static size_t choose_back(duo *pair, char (*moves)[SLOW_MOVE_TEXT_MAX], size_t count) {
  size_t choice = below(pair, count);
  if (pair->plies < 8 || below(pair, 32) == 0) {
    return choice;
  }
  for (size_t back = 2; back <= BACK; back += 2) {
    for (size_t i = 0; i < count; i++) {
      if (is_reverse(moves[i], pair->played[pair->plies - back])) {
        return i;
      }
    }
  }
  return choice;
}

static size_t choose(duo *pair, char (*moves)[SLOW_MOVE_TEXT_MAX], size_t count) {
  switch (pair->manner) {
  case GREEDY:
    return choose_capture(pair, moves, count);
  case TO_AND_FRO:
    return choose_back(pair, moves, count);
  case AIMLESS:
  case MANNERS:
    break;
  }
  return below(pair, count);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Compares, then plays on from there; false at the end of the game. */
static bool step(duo *pair) {
  static char moves[SLOW_MOVES_MAX][SLOW_MOVE_TEXT_MAX];
  compare_states(pair);
  if (compare_ends(pair)) {
    return false;
  }
  size_t count = compare_moves(pair, moves);
  const char *move = moves[choose(pair, moves, count)];
  pair->positions++;
  mr_table_play(&pair->table, move);
  assert_true(slow_play(pair->slow, move));
  memcpy(pair->played[pair->plies++], move, SLOW_MOVE_TEXT_MAX);
  return pair->plies < PLIES_MAX;
}

/* A game from the start, every other time, or from one of the positions. */
static void play_game(duo *pair, size_t number) {
  const char *start = pair->starts[number % 2 == 0 ? 0 : below(pair, pair->start_count)];
  pair->manner = (manner)(number / 2 % MANNERS);
  pair->plies = 0;
  pair->slow = slow_open(pair->name, start);
  if (pair->slow == NULL) {
    fail_msg("the slow rules cannot read \"%s\"", start);
  }
  mr_table_set(&pair->table, start);
  while (step(pair)) {
  }
  slow_close(pair->slow);
}

/* ---- where games begin ----------------------------------------------------------------------- */

/* Black could take the King here: what follows is no game. */
static const char lawless[] = "z2qk2z/pppp1ppp/2x2x2/8/5pP1/3P4/PPP2PPP/ZXBQKBXZ b KQkq f3g4 0 1";

/* Adds the positions of the game that a file of figures names, if there is such
 * a file. */
static void add_starts(duo *pair, const char *file, const char *key) {
  char path[512];
  snprintf(path, sizeof path, "%s/tests/data/%s", MR_SOURCE_DIR, file);
  if (access(path, R_OK) != 0) {
    return;
  }
  json_t *lines = mr_jsonl_read(file);
  for (size_t i = 0; i < json_array_size(lines); i++) {
    const json_t *line = json_array_get(lines, i);
    const char *start = mr_json_text(line, key);
    const char *last = pair->starts[pair->start_count - 1];
    if (strcmp(mr_json_text(line, "game"), pair->name) == 0 && strcmp(start, last) != 0 &&
        strcmp(start, lawless) != 0) {
      assert_in_range(pair->start_count, 1, STARTS_MAX - 1);
      snprintf(pair->starts[pair->start_count++], SLOW_TEXT_MAX, "%s", start);
    }
  }
  json_decref(lines);
}

static void collect_starts(duo *pair) {
  slow_game *slow = slow_open(pair->name, NULL);
  if (slow == NULL) {
    fail_msg("the slow rules do not know %s", pair->name);
  }
  slow_state(slow, pair->starts[0], SLOW_TEXT_MAX);
  slow_close(slow);
  mr_game_start(pair->table.game, pair->table.state);
  assert_string_equal(mr_table_state(&pair->table), pair->starts[0]);
  pair->start_count = 1;
  for (size_t i = 0; slow_name(i) != NULL; i++) {
    char file[64];
    snprintf(file, sizeof file, "%s.perft.jsonl", slow_name(i));
    add_starts(pair, file, "state");
  }
  add_starts(pair, "fairy.games.jsonl", "start");
}

/* ---- the tests ------------------------------------------------------------------------------- */

/* @param name in the slow rules, and `game` with `sets` in the catalogue
 * @param start another position to begin at, "" for none
 * @param rule by which some game must have ended, if there were many */
static void agree_with(const char *name, const char *game, const char *sets, const char *start,
                       const char *rule) {
  static duo pair;
  memset(&pair, 0, sizeof pair);
  pair.name = name;
  mr_table_open_game(&pair.table, game, sets, NULL);
  pair.spare = mr_state_new(pair.table.game, NULL);
  assert_non_null(pair.spare);
  mr_random_init(&pair.random, 1);
  collect_starts(&pair);
  if (*start != '\0') {
    snprintf(pair.starts[pair.start_count++], SLOW_TEXT_MAX, "%s", start);
  }
  for (size_t number = 0; pair.positions < positions_wanted(); number++) {
    play_game(&pair, number);
  }
  print_message("%s: %zu positions from %zu starts;", name, pair.positions, pair.start_count);
  bool ended = false;
  for (size_t i = 0; i < RULES_MAX && pair.ends[i].rule != NULL; i++) {
    print_message(" %s %zu", pair.ends[i].rule, pair.ends[i].games);
    ended = ended || strcmp(pair.ends[i].rule, rule) == 0;
  }
  print_message("\n");
  assert_true(ended || pair.positions < MANY);
  mr_state_free(pair.table.game, NULL, pair.spare);
  mr_table_close(&pair.table);
}

static void agree(const char *name, const char *rule) {
  agree_with(name, name, "", "", rule);
}

static void the_slow_rules_agree_on_Borderlands(void **unused) {
  (void)unused;
  agree("borderlands", "BL-15");
}

static void the_slow_rules_agree_on_Battle_of_Ideologies(void **unused) {
  (void)unused;
  agree("battle-of-ideologies", "BI-16");
}

static void the_slow_rules_agree_on_the_platforms_Battle_of_Ideologies(void **unused) {
  (void)unused;
  agree("battle-of-ideologies-pychess", "BI-16");
}

static void the_slow_rules_agree_on_chess(void **unused) {
  (void)unused;
  agree("chess", "CH-3");
}

/* The king steps to where it castles to; kings do not face each other; rights to pass are of files.
 */
static void the_slow_rules_agree_on_chess_with_the_king_on_d(void **unused) {
  (void)unused;
  agree_with("chess-on-d", "chess",
             "startFen=rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1;flyingGeneral=true;"
             "enPassantRegionWhite=a6 c6 e6 g6",
             "r2k3r/pp1p1ppp/8/8/8/8/PPP1PP1P/R2K3R w KQkq - 0 1", "CH-1");
}

static void the_slow_rules_agree_on_Nearly_Colorboundmost(void **unused) {
  (void)unused;
  agree("nearly-colorboundmost", "CB-19");
}

static void the_slow_rules_agree_on_Nearly_Colorboundmost_with_Raiders(void **unused) {
  (void)unused;
  agree("nearly-colorboundmost-raiders", "CB-19");
}

static void the_slow_rules_agree_on_Colorboundmost(void **unused) {
  (void)unused;
  agree("colorboundmost", "CB-8");
}

static void the_slow_rules_agree_on_Colorboundmost_with_different_armies(void **unused) {
  (void)unused;
  agree("colorboundmost-armies", "CB-8");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_slow_rules_agree_on_Borderlands),
    cmocka_unit_test(the_slow_rules_agree_on_Battle_of_Ideologies),
    cmocka_unit_test(the_slow_rules_agree_on_the_platforms_Battle_of_Ideologies),
    cmocka_unit_test(the_slow_rules_agree_on_chess),
    cmocka_unit_test(the_slow_rules_agree_on_chess_with_the_king_on_d),
    cmocka_unit_test(the_slow_rules_agree_on_Nearly_Colorboundmost),
    cmocka_unit_test(the_slow_rules_agree_on_Nearly_Colorboundmost_with_Raiders),
    cmocka_unit_test(the_slow_rules_agree_on_Colorboundmost),
    cmocka_unit_test(the_slow_rules_agree_on_Colorboundmost_with_different_armies),
};

MR_TEST_MAIN(tests)
