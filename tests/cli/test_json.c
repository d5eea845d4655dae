#include "test_main.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog_fixture.h"
#include "schema.h"

/* What marcher prints for these arguments, line after line as JSON in an array. */
static json_t *run_lines(const char *arguments) {
  char *command = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&command, &size);
  assert_non_null(text);
  fprintf(text, "'%s' %s", MR_MARCHER_EXE, arguments);
  fclose(text);

  FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): the commands stand in this file */
  assert_non_null(pipe);
  json_t *lines = json_array();
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, pipe) > 0) {
    json_error_t error;
    json_t *value = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (value == NULL) {
      fail_msg("%s: %s in: %.200s", command, error.text, line);
    }
    json_array_append_new(lines, value);
  }
  if (pclose(pipe) != 0) {
    fail_msg("%s failed", command);
  }
  free(line);
  free(command);
  return lines;
}

/* The same for commands that print one line. */
static json_t *run_one(const char *arguments) {
  json_t *lines = run_lines(arguments);
  assert_int_equal(json_array_size(lines), 1);
  json_t *value = json_incref(json_array_get(lines, 0));
  json_decref(lines);
  return value;
}

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  if (text == NULL) {
    fail_msg("no text '%s'", key);
  }
  return text;
}

static json_int_t number_of(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_integer(value)) {
    fail_msg("no integer '%s'", key);
  }
  return json_integer_value(value);
}

/* ---- schemas --------------------------------------------------------------------------------- */

static void check_schema(const char *schema, const char *arguments) {
  json_t *lines = run_lines(arguments);
  assert_true(json_array_size(lines) > 0);
  for (size_t i = 0; i < json_array_size(lines); i++) {
    char fault[600];
    if (!mr_schema_holds(schema, json_array_get(lines, i), fault, sizeof fault)) {
      fail_msg("marcher %s: line %zu is not as %s says: %s", arguments, i + 1, schema, fault);
    }
  }
  json_decref(lines);
}

#define DUEL "--after '777@a1' --state 'R7775/6/B7775/6/6/6/6/B7775 R 222,777 777 0 4'"

static const struct {
  const char *schema;
  const char *arguments;
} printing[] = {
    {"games.json", "games --json"},
    {"help.json", "help --json"},
    {"show.json", "show chess --after e2e4 --json"},
    {"show.json", "show warlord-battle-line --json"},
    {"moves.json", "moves borderline --json " DUEL},
    {"perft.json", "perft borderline 1 --json"},
    {"perft.json", "perft borderline 1 --divide --json"},
    {"rules.json", "rules chess --keys --json"},
    {"check.json", "check games/borderline.ini nothing.ini --json || true"},
    {"check.json", "check CMakeLists.txt --json || true"},
    {"check.json", "check tests/data/dialect.ini --json"},
    {"check.json", "check --play borderline --games 10 --seconds 600 --json"},
    {"setup.json", "setup warlord-border-war --json - <<'END' || true\nL23/24/24/24\nEND\n"},
    {"generate.json", "generate --json"},
    {"generate.json", "generate warlord --seed 3 --json"},
    {"generate.json", "generate warlord --size 12x12 --seed 3 --fair --games 1 --json"},
    {"campaign.json", "campaign fuzz/corpus/campaign/00 --status --json"},
    {"watch.json", "watch borderline --level 1 --nodes 50 --seed 2 --json"},
    {"watch.json", "watch chess --engine random --seed 2 --json"},
    {"show.json", "show warlord-test-of-wills --after L@a1 --json"},
    {"match.json", "match chess --engine player=random --engine level=1 nodes=20 --games 2 "
                   "--sprt elo0=0 elo1=10 --json"},
    {"endgame.json", "endgame gardner KRvK --json --probe '5/4k/5/5/3KR w - - 0 1'"},
    {"endgame_plan.json", "endgame chess KRvK --plan --json"},
    {"bench.json", "bench borderline --games 2 --nodes 2 --json"},
    {"tune.json", "tune chess --games 40 --nodes 20 --epochs 2 --gate 4 --seed 1 --json "
                  "-o tune-json.weights; rm tune-json.weights*"},
    {"spsa.json", "spsa gardner --trials 2 --pairs 1 --nodes 20 --gate 2 --seed 1 --json"},
    {"spsa_list.json", "spsa gardner --list --json"},
    {"train.json",
     "train chess --positions 500 --generations 1 --nodes 20 --epochs 1 --gate 2 --json "
     "-o train-json.network; rm -r train-json.network*"},
    {"ladder.json", "ladder chess --games 2 --to 1 --json"},
    {"lab_balance.json", "lab balance borderline --nodes 5,9 --games 2 --pairs 1 --probe 5 --json"},
    {"lab_balance.json",
     "lab report borderline --nodes 5 --probe 0 --minutes 5 --html report-json.html --json & "
     "until [ -s report-json.html ]; do sleep 0.1; done; kill -INT $!; wait $!; "
     "rm report-json.html"},
    {"lab_compare.json",
     "lab compare borderline borderline --nodes 5 --games 2 --pairs 0 --probe 0 --json"},
    {"lab_run.json", "lab run borderline --games 2 --players nodes:5 --to json-run --json; "
                     "rm -r json-run"},
    {"match.json", "lab run borderline --kind match --games 2 --players nodes:5 --players nodes:6 "
                   "--to json-match --json; rm -r json-match"},
    {"lab_selfplay.json", "lab run chess --kind selfplay --games 4 --players nodes:20 --to "
                          "json-self --json; rm -r json-self"},
    {"lab_openings.json", "lab openings chess --count 2 --nodes 200 --json"},
    {"lab_puzzles.json", "lab puzzles gardner --count 1 --seed 1 --json"},
    {"lab_quick.json", "lab quick borderline --nodes 5 --games 2 --json"},
    {"lab_sweep.json", "lab sweep borderline --key pieces=2,3,200 --target first=50 --games 4 "
                       "--batch 4 --nodes 5 --json --to sweep-json; rm -r sweep-json"},
    {"lab_search.json",
     "lab sweep borderline --key pieces=2,3,4 --key three_pip=60%,80% --target "
     "first=50 --trials 2 --each 2 --games 2 --nodes 5 --to json-search --json; rm -r "
     "json-search"},
    {"lab_fair.json", "lab run borderline --kind fair --games 10 --players nodes:5 --to json-fair "
                      "--json; rm -r json-fair"},
    {"lab_values.json", "lab values gardner --games 40 --nodes 10 --pairs 1 --json"},
    {"lab_solve.json", "lab solve chess --state '6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1' --nodes 2000 "
                       "--json"},
    {"lab_solve.json", "lab solve borderline --set columns=3 --set rows=3 --set pieces=3 --json"},
    {"lab_claims.json", "lab claims tests/data/small.claims --json"},
    {"lab_review.json", "lab review fuzz/corpus/record/remarks.rec --nodes 100 --json"},
};

static void every_command_prints_what_its_schema_says(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof printing / sizeof printing[0]; i++) {
    check_schema(printing[i].schema, printing[i].arguments);
  }
}

static void batches_are_told_as_the_schema_says(void **state) {
  (void)state;
  json_decref(run_one("lab run borderline --games 2 --players nodes:5 --to json-batch --json"));
  check_schema("lab_batch.json", "lab batch json-batch 0 --json; rm -r json-batch");
}

/* The names that tests of the whole catalogue take, as a set. */
static json_t *taken_names(void) {
  mr_catalog *catalog = NULL;
  json_t *names = json_object();
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    if (mr_catalog_takes(catalog, i)) {
      json_object_set_new(names, mr_catalog_name(catalog, i), json_true());
    }
  }
  mr_catalog_free(catalog);
  return names;
}

static void every_game_is_shown_as_the_schemas_say(void **state) {
  (void)state;
  json_t *names = taken_names();
  const char *name = NULL;
  json_t *taken = NULL;
  json_object_foreach(names, name, taken) {
    static const char *const commands[] = {"show", "moves", "rules"};
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
      char schema[32];
      char arguments[200];
      snprintf(schema, sizeof schema, "%s.json", commands[k]);
      snprintf(arguments, sizeof arguments, "%s %s --seed 1 --json", commands[k], name);
      check_schema(schema, arguments);
    }
  }
  json_decref(names);
}

static void a_record_is_replayed_as_the_schema_says(void **state) {
  (void)state;
  check_schema("watch.json",
               "watch borderline --engine random --seed 5 --save test-json.mrec --json && "
               "'" MR_MARCHER_EXE "' replay test-json.mrec --json; rm -f test-json.mrec");
  /* Games that hide something: as everybody sees them, with the proof, and without the key. */
  check_schema("watch.json",
               "watch warlord-test-of-wills --engine random --set quiet_turns=2 --json");
  check_schema("watch.json",
               "watch warlord-test-of-wills --engine random --set quiet_turns=2 --seed 3 "
               "--save test-sealed.mrec --json && '" MR_MARCHER_EXE
               "' replay test-sealed.mrec --json; rm -f test-sealed.mrec");
  check_schema("watch.json", "replay '" MR_SOURCE_DIR "/fuzz/corpus/sealed/seeded.mrec' --json");
}

/* With --json what is wrong is one object in a line, too; the exit status is what it always is. */
static void complaints_are_as_their_schema_says(void **state) {
  static const char *const lines[] = {
      "frob --json",
      "show --json",
      "show chess --bogus --json",
      "--json show nosuchgame",
      "show chess --state '8/8 w' --json",
      "show chess --set nosuchkey=1 --json",
      "games --rules nosuchfile --json",
      "uci --json",
      "replay CMakeLists.txt --json",
  };
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    char arguments[300];
    char fault[600];
    snprintf(arguments, sizeof arguments, "%s 2>&1 >/dev/null; test $? -ne 0", lines[i]);
    json_t *root = run_one(arguments);
    if (!mr_schema_holds("error.json", root, fault, sizeof fault)) {
      fail_msg("marcher %s: %s", lines[i], fault);
    }
    assert_true(json_is_object(json_object_get(root, "error")));
    snprintf(arguments, sizeof arguments, "%s 2>/dev/null; test $? -eq %d", lines[i],
             (int)number_of(root, "exit"));
    json_decref(run_lines(arguments));
    json_decref(root);
  }
}

static void complaints_say_where(void **state) {
  (void)state;
  json_t *root = run_one("show chess --state '8/8 w' --json 2>&1 || true");
  const json_t *error = json_object_get(root, "error");
  assert_string_equal(text_of(root, "command"), "show");
  assert_string_equal(text_of(root, "text"), "8/8 w");
  assert_string_equal(text_of(error, "status"), "syntax");
  assert_string_equal(text_of(error, "source"), "--state");
  assert_int_equal(number_of(error, "column"), 4);
  json_decref(root);
  root = run_one("show chess --set castlin=1 --json 2>&1 || true");
  const json_t *first = json_array_get(json_object_get(root, "diagnostics"), 0);
  assert_string_equal(text_of(first, "hint"), "did you mean 'castling'?");
  json_decref(root);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static const json_t *cell_named(const json_t *view, const char *name) {
  size_t i = 0;
  json_t *cell = NULL;
  json_array_foreach(json_object_get(view, "cells"), i, cell) {
    if (strcmp(text_of(cell, "cell"), name) == 0) {
      return cell;
    }
  }
  fail_msg("no cell '%s'", name);
  return NULL;
}

/* @param owner null: nobody's, as walls are */
static size_t count_pieces(const json_t *view, const char *piece, const json_t *owner) {
  size_t found = 0;
  size_t i = 0;
  json_t *one = NULL;
  json_array_foreach(json_object_get(view, "pieces"), i, one) {
    found += strcmp(text_of(one, "piece"), piece) == 0 &&
             json_equal(json_object_get(one, "owner"), owner);
  }
  return found;
}

/* What an action moves is what the picture shows where it comes from, or in a hand. */
static void compare_keys(const json_t *view, const json_t *moves) {
  const json_t *player = json_object_get(json_object_get(moves, "node"), "player");
  size_t i = 0;
  json_t *action = NULL;
  json_array_foreach(json_object_get(moves, "actions"), i, action) {
    const char *piece = json_string_value(json_object_get(action, "piece"));
    if (piece != NULL) {
      assert_int_equal(count_pieces(view, piece, player), 1);
    }
    if (json_is_string(json_object_get(action, "from"))) {
      const json_t *cell = cell_named(view, text_of(action, "from"));
      assert_string_equal(text_of(cell, "piece"), piece);
    }
  }
}

static void pieces_have_the_same_key_in_pictures_and_actions(void **state) {
  (void)state;
  json_t *names = taken_names();
  const char *name = NULL;
  json_t *taken = NULL;
  json_object_foreach(names, name, taken) {
    char arguments[100];
    snprintf(arguments, sizeof arguments, "show %s --seed 1 --json", name);
    json_t *shown = run_one(arguments);
    const json_t *view = json_object_get(shown, "view");
    size_t k = 0;
    json_t *piece = NULL;
    json_array_foreach(json_object_get(view, "pieces"), k, piece) {
      assert_int_equal(count_pieces(view, text_of(piece, "piece"), json_object_get(piece, "owner")),
                       1);
    }
    snprintf(arguments, sizeof arguments, "moves %s --seed 1 --json", name);
    json_t *moves = run_one(arguments);
    compare_keys(view, moves);
    json_decref(shown);
    json_decref(moves);
  }
  json_decref(names);
}

static void pictures_have_what_drawings_show(void **state) {
  (void)state;
  json_t *root = run_one("show borderlands --json");
  const json_t *view = json_object_get(root, "view");
  const json_t *cell = cell_named(view, "a10");
  assert_true(json_is_true(json_object_get(view, "checkered")));
  assert_string_equal(text_of(cell, "shade"), "light");
  assert_string_equal(text_of(cell_named(view, "a9"), "shade"), "dark");
  const json_t *white = json_array_get(json_object_get(view, "players"), 0);
  assert_string_equal(text_of(white, "fill"), "#fbf8f0");
  const json_t *piece = json_array_get(json_object_get(view, "pieces"), 0);
  assert_string_equal(text_of(piece, "movement"), "RcpRmF");
  assert_string_equal(text_of(json_object_get(piece, "moves"), "tile"), "plain");
  bool promotion = false;
  bool village = false;
  size_t i = 0;
  json_t *id = NULL;
  json_array_foreach(json_object_get(cell, "regions"), i, id) {
    const json_t *region =
        json_array_get(json_object_get(view, "regions"), (size_t)json_integer_value(id));
    assert_int_equal(number_of(region, "id"), json_integer_value(id));
    assert_null(strstr(text_of(region, "name"), "; "));
    promotion = promotion || strcmp(text_of(region, "name"), "White's promotion zone") == 0;
    village = village || strcmp(text_of(region, "name"), "Black's village zone") == 0;
  }
  assert_true(promotion && village);
  const json_t *idle = json_object_get(json_object_get(view, "facts"), "without_progress");
  assert_int_equal(number_of(idle, "value"), 0);
  assert_int_equal(number_of(idle, "of"), 150);
  json_decref(root);
}

static void shown_position_has_every_square_and_both_hands(void **state) {
  (void)state;
  json_t *root = run_one("show borderline --seed 7 --json");
  json_t *view = json_object_get(root, "view");
  assert_int_equal(json_array_size(json_object_get(view, "cells")), 48);
  assert_int_equal(number_of(view, "columns"), 6);
  assert_int_equal(number_of(view, "rows"), 8);
  assert_string_equal(text_of(json_object_get(root, "node"), "player"), "Red");
  json_t *hands = json_object_get(view, "hands");
  assert_int_equal(json_array_size(hands), 2);
  for (size_t i = 0; i < 2; i++) {
    json_int_t held = 0;
    size_t k = 0;
    json_t *item = NULL;
    json_array_foreach(json_object_get(json_array_get(hands, i), "items"), k, item) {
      held += number_of(item, "count");
    }
    assert_int_equal(held, 15);
  }
  assert_int_equal(strlen(text_of(root, "hash")), 16);
  json_decref(root);
}

static void listed_actions_are_as_many_as_perft_counts(void **state) {
  (void)state;
  json_t *moves = run_one("moves borderline --seed 5 --json");
  json_t *perft = run_one("perft borderline 1 --seed 5 --divide --json");
  size_t count = json_array_size(json_object_get(moves, "actions"));
  assert_int_equal(count, number_of(perft, "nodes"));
  assert_int_equal(count, json_array_size(json_object_get(perft, "divide")));
  assert_string_equal(text_of(moves, "state"), text_of(perft, "state"));
  json_decref(moves);
  json_decref(perft);
}

static void odds_of_a_duel_are_exact(void **state) {
  (void)state;
  json_t *root = run_one("moves borderline --json --after '777@a1' "
                         "--state 'R7775/6/B7775/6/6/6/6/B7775 R 222,777 777 0 4'");
  json_t *outcomes = json_object_get(root, "outcomes");
  assert_string_equal(text_of(json_object_get(root, "node"), "kind"), "chance");
  assert_int_equal(json_array_size(outcomes), 2);
  json_int_t sum = 0;
  for (size_t i = 0; i < 2; i++) {
    const json_t *outcome = json_array_get(outcomes, i);
    sum += number_of(outcome, "weight");
    assert_int_equal(number_of(outcome, "total"), 36);
    assert_true(strcmp(text_of(outcome, "odds"), "15/36") == 0 ||
                strcmp(text_of(outcome, "odds"), "21/36") == 0);
  }
  assert_int_equal(sum, 36);
  json_decref(root);
}

static void complaints_carry_their_place(void **state) {
  (void)state;
  json_t *root = run_one("check --json - <<'END' || true\n"
                         "[bad:borderline]\n"
                         "colums = 7\n"
                         "END\n");
  const json_t *file = json_array_get(json_object_get(root, "files"), 0);
  assert_true(json_is_false(json_object_get(file, "ok")));
  const json_t *complaint = json_array_get(json_object_get(file, "diagnostics"), 0);
  assert_string_equal(text_of(complaint, "severity"), "error");
  assert_int_equal(number_of(complaint, "line"), 2);
  assert_int_equal(number_of(complaint, "column"), 1);
  assert_string_equal(text_of(complaint, "hint"), "did you mean 'columns'?");
  json_decref(root);
}

/* A watched game tells its actions in order, and each with the state that it leads to. */
static void watched_game_can_be_followed_action_by_action(void **state) {
  (void)state;
  json_t *lines = run_lines("watch borderline --engine random --seed 4 --json");
  size_t count = json_array_size(lines);
  assert_true(count > 10);
  assert_string_equal(text_of(json_array_get(lines, 0), "type"), "start");
  json_int_t number = 0;
  for (size_t i = 1; i + 1 < count; i++) {
    const json_t *line = json_array_get(lines, i);
    assert_string_equal(text_of(line, "type"), "action");
    bool chance = json_is_true(json_object_get(line, "chance"));
    number += chance ? 0 : 1;
    assert_int_equal(number_of(line, "number"), number);
    assert_true(json_is_object(json_object_get(line, "thought")) != chance);
    assert_true(json_array_size(json_object_get(line, "events")) > 0);
  }
  const json_t *last = json_array_get(lines, count - 2);
  const json_t *end = json_array_get(lines, count - 1);
  assert_string_equal(text_of(end, "type"), "end");
  assert_string_equal(text_of(end, "state"), text_of(last, "state"));
  assert_string_equal(text_of(json_object_get(last, "node"), "kind"), "terminal");
  json_decref(lines);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static void add_switches(FILE *out, const json_t *line) {
  const char *key = NULL;
  json_t *value = NULL;
  json_object_foreach(json_object_get(line, "switches"), key, value) {
    fprintf(out, " --set '%s=%s'", key, json_string_value(value));
  }
}

static void compare_with_oracle(const json_t *line) {
  char *arguments = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&arguments, &size);
  assert_non_null(text);
  fprintf(text, "perft borderline %d --json --state '%s'", (int)number_of(line, "depth"),
          text_of(line, "state"));
  add_switches(text, line);
  fclose(text);
  json_t *found = run_one(arguments);
  if (number_of(found, "nodes") != number_of(line, "nodes")) {
    fail_msg("%s: %lld instead of %lld", arguments, (long long)number_of(found, "nodes"),
             (long long)number_of(line, "nodes"));
  }
  assert_string_equal(text_of(found, "state"), text_of(line, "state"));
  json_decref(found);
  free(arguments);
}

/* The library proves every line; here it is enough that the command hands them over unharmed. */
static void counted_states_are_those_of_an_independent_program(void **state) {
  (void)state;
  FILE *file = fopen(MR_SOURCE_DIR "/tests/data/borderline.perft.jsonl", "r");
  assert_non_null(file);
  char *line = NULL;
  size_t room = 0;
  unsigned number = 0;
  unsigned compared = 0;
  while (getline(&line, &room, file) > 0 && compared < 24) {
    json_t *value = json_loads(line, 0, NULL);
    assert_non_null(value);
    if (number++ % 7 == 2 && number_of(value, "nodes") < 200000) {
      compare_with_oracle(value);
      compared++;
    }
    json_decref(value);
  }
  assert_true(compared >= 12);
  free(line);
  fclose(file);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_command_prints_what_its_schema_says),
    cmocka_unit_test(batches_are_told_as_the_schema_says),
    cmocka_unit_test(every_game_is_shown_as_the_schemas_say),
    cmocka_unit_test(a_record_is_replayed_as_the_schema_says),
    cmocka_unit_test(complaints_are_as_their_schema_says),
    cmocka_unit_test(complaints_say_where),
    cmocka_unit_test(pieces_have_the_same_key_in_pictures_and_actions),
    cmocka_unit_test(pictures_have_what_drawings_show),
    cmocka_unit_test(shown_position_has_every_square_and_both_hands),
    cmocka_unit_test(listed_actions_are_as_many_as_perft_counts),
    cmocka_unit_test(odds_of_a_duel_are_exact),
    cmocka_unit_test(complaints_carry_their_place),
    cmocka_unit_test(watched_game_can_be_followed_action_by_action),
    cmocka_unit_test(counted_states_are_those_of_an_independent_program),
};

MR_TEST_MAIN(tests)
