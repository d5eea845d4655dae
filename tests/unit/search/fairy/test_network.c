#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/engine.h>
#include <marcher/random.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "catalog_fixture.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "network_fixture.h"
#include "search/fairy/fairy_search.h"
#include "search/fairy/network/kernels.h"
#include "search/fairy/network/learn.h"
#include "search/fairy/network/model.h"

/* Games that nobody has tuned anything for: hands, forms, armies that differ, a board that is not
   square, rules that differ from side to side. */
static const char INVENTED[] =
    "[drops:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n"
    "pieceDrops = true\ncapturesToHand = true\n"
    "[lopsided:chess]\ncustomPiece1 = a:WD\ncustomPiece2 = h:flNrrF\n"
    "startFen = aahkhaaa/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\n"
    "[wide:chess]\nmaxFile = 12\nmaxRank = 10\ncustomPiece1 = c:WN\ncastling = false\n"
    "startFen = rnbqcckcbnnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQCCKCBNNR w - - 0 1\n"
    "[named:chess]\ntitle = Chess by another name\n"
    "[pawnless:chess]\nstartFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1\nstalemateValue = "
    "win\n";

typedef struct bench {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
} bench;

static bench b;

static int open_bench(void **state) {
  (void)state;
  mr_arena_init(&b.arena, NULL, 0);
  mr_diagnostics_init(&b.list, &b.arena);
  assert_int_equal(mr_catalog_new(NULL, &b.catalog, NULL), MR_OK);
  mr_status status = mr_catalog_add(b.catalog, "t", INVENTED, strlen(INVENTED), &b.list);
  if (status != MR_OK) {
    fail_msg("%s", b.list.first->message);
  }
  return 0;
}

static int close_bench(void **state) {
  (void)state;
  mr_catalog_free(b.catalog);
  mr_arena_done(&b.arena);
  return 0;
}

static mr_game *open_game(const char *name) {
  mr_game *game = NULL;
  if (mr_catalog_open(b.catalog, name, NULL, 0, &game, &b.list) != MR_OK) {
    fail_msg("%s: %s", name, b.list.first != NULL ? b.list.first->message : "?");
  }
  return game;
}

/* ---- kernels --------------------------------------------------------------------------------- */

enum { SIZE = 256 };

static void fill(int16_t *out, mr_random *random, int size) {
  for (size_t i = 0; i < SIZE; i++) {
    out[i] = (int16_t)((int)mr_random_below(random, 2 * (uint64_t)size + 1) - size);
  }
}

static void fill_real(float *out, mr_random *random) {
  for (size_t i = 0; i < SIZE; i++) {
    out[i] = (float)(3 * mr_random_unit(random) - 1);
  }
}

static void every_processor_gives_the_same_whole_numbers(void **state) {
  (void)state;
  const mr_fyn_kernels *plain = &mr_fyn_kernels_plain, *fast = mr_fyn_kernels_fast();
  int16_t rows[4][SIZE], before[SIZE], after[2][SIZE], weights[SIZE];
  mr_random random;
  mr_random_init(&random, 1);
  for (unsigned round = 0; round < 200 && fast != NULL; round++) {
    size_t width = 32 * (1 + round % 8);
    for (unsigned i = 0; i < 4; i++) {
      fill(rows[i], &random, INT16_MAX / 8);
    }
    fill(before, &random, round % 2 == 0 ? 400 : INT16_MAX);
    fill(weights, &random, MR_FYN_OUT_MAX);
    const mr_fyn_rows some = {{rows[0], rows[1]}, {rows[2], rows[3]}};
    memset(after, 0, sizeof after);
    plain->update(&some, round % 3 == 0, before, after[0], width);
    fast->update(&some, round % 3 == 0, before, after[1], width);
    assert_memory_equal(after[0], after[1], sizeof after[0]);
    assert_int_equal(plain->output(before, weights, width), fast->output(before, weights, width));
  }
}

static void every_processor_learns_the_same_to_the_bit(void **state) {
  (void)state;
  const mr_fyn_kernels *all[2] = {&mr_fyn_kernels_plain, mr_fyn_kernels_fast()};
  float sums[SIZE], weights[SIZE], on[2][SIZE], gradient[2][SIZE], errors[2][SIZE];
  float value[2][SIZE], mean[2][SIZE], square[2][SIZE], total[2];
  mr_random random;
  mr_random_init(&random, 2);
  for (unsigned round = 0; round < 50 && all[1] != NULL; round++) {
    fill_real(sums, &random);
    fill_real(weights, &random);
    fill_real(value[0], &random);
    fill_real(mean[0], &random);
    memset(square[0], 0, sizeof square[0]);
    fill_real(gradient[0], &random);
    memcpy(value[1], value[0], sizeof value[0]);
    memcpy(mean[1], mean[0], sizeof mean[0]);
    memcpy(square[1], square[0], sizeof square[0]);
    memcpy(gradient[1], gradient[0], sizeof gradient[0]);
    for (unsigned i = 0; i < 2; i++) {
      mr_fyn_step step = {value[i], mean[i], square[i], 0.001f, 0.9f, 0.999f, 1.5f};
      total[i] = all[i]->activate(sums, weights, on[i], SIZE);
      all[i]->back(0.3f, on[i], weights, gradient[i], errors[i], SIZE);
      all[i]->add(gradient[i], errors[i], SIZE);
      all[i]->step(&step, gradient[i], SIZE);
    }
    assert_memory_equal(&total[0], &total[1], sizeof total[0]);
    assert_memory_equal(on[0], on[1], sizeof on[0]);
    assert_memory_equal(gradient[0], gradient[1], sizeof gradient[0]);
    assert_memory_equal(value[0], value[1], sizeof value[0]);
    assert_memory_equal(square[0], square[1], sizeof square[0]);
  }
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Random play of one game; the sums are kept up by what each action changes. */
static void walk(const mr_game *game, unsigned actions, unsigned *sweeps) {
  mr_fyn *n = fixture_network(game, 32);
  const mr_fys_core *core = mr_fys_core_for(mr_fy_game_of(game));
  mr_action *list = mr_alloc_zero(NULL, game->info.max_actions, sizeof *list);
  mr_state *state = mr_state_new(game, NULL), *next = mr_state_new(game, NULL);
  enum { SUMS = 2 * MR_FYN_WIDTH_MAX + MR_FYN_SUMS_EXTRA };
  int16_t kept[SUMS], fresh[SUMS], after[SUMS];
  size_t size = mr_fyn_sums_size(n) * sizeof *kept;
  mr_random random;
  mr_random_init(&random, 5);
  mr_game_start(game, state);
  mr_fyn_sums(n, state, kept);
  for (unsigned i = 0; i < actions; i++) {
    if (mr_game_node(game, state).kind != MR_NODE_DECISION) {
      mr_game_start(game, state);
      mr_fyn_sums(n, state, kept);
    }
    size_t count = mr_game_actions(game, state, list);
    mr_action action = list[mr_random_below(&random, count)];
    mr_fyn_change change;
    mr_state_copy(game, next, state);
    core->network_change(&n->layout, next, action, &change);
    if (change.sweeps) {
      mr_fyn_sums(n, next, after);
      *sweeps += 1;
    } else {
      mr_fyn_update(n, &change, kept, after);
    }
    mr_game_make(game, state, action, NULL, NULL);
    mr_fyn_sums(n, state, fresh);
    if (memcmp(after, fresh, size) != 0) {
      char text[MR_ACTION_TEXT_MAX];
      mr_str out = mr_str_fixed(text, sizeof text);
      mr_game_format_action(game, next, action, &out);
      fail_msg("%s: the sums behind %s are not those of the position", game->info.name, text);
    }
    memcpy(kept, after, size);
  }
  mr_state_free(game, NULL, next);
  mr_state_free(game, NULL, state);
  mr_alloc_free(NULL, list, game->info.max_actions * sizeof *list);
  mr_fyn_free(n);
}

static void sums_that_are_kept_up_are_those_of_the_position_in_every_game(void **state) {
  (void)state;
  unsigned games = 0;
  for (size_t i = 0; i < mr_catalog_count(b.catalog); i++) {
    if (!mr_catalog_takes(b.catalog, i)) {
      continue;
    }
    mr_game *game = open_game(mr_catalog_name(b.catalog, i));
    if (mr_fys_can_play(game)) {
      const mr_fy_rules *rules = &mr_fy_game_of(game)->rules;
      bool can =
          rules->blast.on || rules->walling.petrified != 0 || rules->flips != MR_FY_FLIPS_NONE;
      unsigned sweeps = 0;
      walk(game, 300, &sweeps);
      assert_true((sweeps > 0) == can);
      games++;
    }
    mr_game_free(game);
  }
  assert_true(games >= 36 / MR_CATALOG_STEP);
}

/* Assertions of the search compare as well, wherever the build has them; here nothing that was cut,
   given away or left out may leave sums behind that are not the root's when it is over. */
static void a_search_with_a_network_gives_the_same_with_any_history(void **state) {
  (void)state;
  static const char *const names[] = {"drops",  "colorboundmost", "wide",  "lopsided",
                                      "atomic", "petrified",      "ataxx", "flipello"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    mr_game *game = open_game(names[i]);
    mr_fyn *n = fixture_network(game, 32);
    mr_str file = mr_str_growing(NULL);
    mr_fyn_write(n, &file);
    const mr_network network = {.bytes = mr_str_text(&file), .length = file.length};
    const mr_engine_options options = {.memory = 1 << 20, .network = &network};
    const mr_limits limits = {.nodes = 1500};
    mr_search_result results[2];
    mr_engine *engine = NULL;
    assert_int_equal(mr_engine_new(game, &options, &engine, NULL), MR_OK);
    for (unsigned k = 0; k < 2; k++) {
      mr_engine_forget(engine);
      assert_int_equal(mr_engine_think(engine, game->start, &limits, &results[k], NULL), MR_OK);
    }
    int value = 0, added = 0;
    assert_true(mr_engine_static_eval(engine, game->start, &value));
    assert_true(mr_engine_network_eval(engine, game->start, &added));
    const mr_engine_options none = {.memory = 1 << 20, .network = &(mr_network){.bytes = ""}};
    mr_engine *alone = NULL;
    int linear = 0;
    assert_int_equal(mr_engine_new(game, &none, &alone, NULL), MR_OK);
    assert_true(mr_engine_static_eval(alone, game->start, &linear));
    assert_false(mr_engine_network_eval(alone, game->start, &added));
    mr_engine_free(alone);
    assert_int_equal(value, linear + added);
    assert_true(abs(added - mr_fyn_value(n, game->start)) <=
                1); /* as much of a lead counts there */
    assert_int_equal(results[0].action, results[1].action);
    assert_int_equal(results[0].score.centipawns, results[1].score.centipawns);
    mr_engine_free(engine);
    mr_str_done(&file);
    mr_fyn_free(n);
    mr_game_free(game);
  }
}

/* ---- symmetry -------------------------------------------------------------------------------- */

static int value_of(const mr_game *game, const mr_fyn *n, const char *text) {
  mr_state *state = mr_state_new(game, NULL);
  mr_error err = {.message = ""};
  if (mr_game_parse_state(game, text, strlen(text), state, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  int value = mr_fyn_value(n, state);
  mr_state_free(game, NULL, state);
  return value;
}

static void a_position_is_worth_what_its_mirror_image_and_its_turned_one_are(void **state) {
  (void)state;
  mr_game *game = open_game("chess");
  mr_fyn *n = fixture_network(game, 32);
  assert_true(n->layout.halves && n->layout.turned);
  int value = value_of(game, n, "4k3/2p2q2/8/3N4/8/6P1/5P2/1R4K1 w - - 0 1");
  assert_int_equal(value, value_of(game, n, "3k4/2q2p2/8/4N3/8/1P6/2P5/1K4R1 w - - 0 1"));
  assert_int_equal(value, value_of(game, n, "1r4k1/5p2/6p1/8/3n4/8/2P2Q2/4K3 b - - 0 1"));
  assert_int_not_equal(value, value_of(game, n, "4k3/2p2q2/8/3N4/8/6P1/5P2/1R4K1 b - - 0 1"));
  mr_fyn_free(n);
  mr_game_free(game);
}

static void sides_whose_rules_differ_have_tables_of_their_own(void **state) {
  (void)state;
  mr_game *game = open_game("lopsided");
  mr_fyn_layout layout;
  assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                   MR_OK);
  assert_false(layout.halves); /* its horses are left-handed */
  mr_fyn_layout_done(&layout);
  mr_game_free(game);
  game = open_game("battle-of-ideologies");
  assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                   MR_OK);
  for (size_t i = 0; i < (size_t)mr_fy_game_of(game)->code_count * layout.game->rules.cells; i++) {
    assert_true(layout.turned || layout.man[0][i] != layout.man[1][i] ||
                layout.man[0][i] == layout.rows);
  }
  mr_fyn_layout_done(&layout);
  mr_game_free(game);
}

/* ---- files ----------------------------------------------------------------------------------- */

static mr_status read_for(const char *name, const mr_str *file, mr_error *err) {
  mr_game *game = open_game(name);
  mr_fyn *n = NULL;
  mr_status status = mr_fyn_read(mr_fy_game_of(game), mr_str_text(file), file->length,
                                 mr_allocator_default(), &n, err);
  assert_true((n != NULL) == (status == MR_OK));
  mr_fyn_free(n);
  mr_game_free(game);
  return status;
}

static void a_file_is_read_as_it_was_written_and_for_its_rules_alone(void **state) {
  (void)state;
  mr_error err;
  mr_game *game = open_game("chess");
  mr_fyn *n = fixture_network(game, 64), *again = NULL;
  mr_str file = mr_str_growing(NULL), copy = mr_str_growing(NULL);
  mr_fyn_write(n, &file);
  assert_true(file.length < MR_FYN_FILE_MAX);
  assert_int_equal(mr_fyn_read(mr_fy_game_of(game), mr_str_text(&file), file.length,
                               mr_allocator_default(), &again, &err),
                   MR_OK);
  assert_memory_equal(n->block, again->block, n->block_size);
  mr_fyn_write(again, &copy);
  assert_int_equal(copy.length, file.length);
  assert_memory_equal(mr_str_text(&copy), mr_str_text(&file), file.length);
  assert_int_equal(read_for("named", &file, &err), MR_OK);
  assert_int_equal(read_for("crazyhouse", &file, &err), MR_ERR_MISMATCH);
  assert_int_equal(read_for("kingofthehill", &file, &err), MR_ERR_MISMATCH);
  assert_int_equal(read_for("pawnless", &file, &err), MR_ERR_MISMATCH);
  assert_non_null(strstr(err.message, "marcher train"));
  mr_str_done(&copy);
  mr_str_done(&file);
  mr_fyn_free(again);
  mr_fyn_free(n);
  mr_game_free(game);
}

/* One kind that may not go everywhere is enough, whichever it is. */
static void a_game_is_no_mirror_image_of_itself_where_one_kind_is_not(void **state) {
  (void)state;
  static const char *const kinds[] = {"", "Pawn", "Knight", "Bishop", "Rook", "Queen"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    char sets[96] = "";
    if (i > 0) {
      snprintf(sets, sizeof sets, "mobilityRegionWhite%s=a* b* c* d* e* f* g*", kinds[i]);
    }
    mr_game *game = mr_game_open("chess", sets);
    mr_fyn_layout layout;
    assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                     MR_OK);
    assert_int_equal(layout.halves, i == 0);
    mr_fyn_layout_done(&layout);
    mr_game_free(game);
  }
}

static void a_damaged_file_is_refused_wherever_it_is_damaged(void **state) {
  (void)state;
  mr_error err = {.message = ""};
  mr_game *game = open_game("chess");
  mr_fyn *n = fixture_network(game, 16);
  mr_str file = mr_str_growing(NULL);
  mr_fyn_write(n, &file);
  size_t step = 1;
  for (size_t at = 0; at < file.length; at += step) {
    mr_fyn *none = NULL;
    step = at < 500 ? 1 : 499; /* all of the head */
    file.data[at] = (char)(file.data[at] ^ 4);
    assert_int_not_equal(mr_fyn_read(mr_fy_game_of(game), mr_str_text(&file), file.length,
                                     mr_allocator_default(), &none, &err),
                         MR_OK);
    mr_fyn_about about;
    uint64_t fingerprint = 1;
    assert_int_not_equal(
        mr_fyn_read_about(mr_str_text(&file), file.length, &about, &fingerprint, &err), MR_OK);
    assert_int_equal(fingerprint, 0);
    file.data[at] = (char)(file.data[at] ^ 4);
    assert_int_not_equal(mr_fyn_read(mr_fy_game_of(game), mr_str_text(&file), at,
                                     mr_allocator_default(), &none, &err),
                         MR_OK);
    assert_null(none);
    assert_true(strlen(err.message) > 10);
  }
  mr_str_done(&file);
  mr_fyn_free(n);
  mr_game_free(game);
}

static void a_network_that_is_found_and_does_not_fit_is_left_out(void **state) {
  (void)state;
  mr_game *chess = open_game("chess"), *game = open_game("pawnless");
  mr_fyn *n = fixture_network(chess, 16);
  mr_str file = mr_str_growing(NULL);
  mr_engine *engine = NULL;
  mr_fyn_write(n, &file);
  const mr_network network = {.bytes = mr_str_text(&file), .length = file.length};
  const mr_engine_options asked = {.network = &network};
  game->info.network = network;
  assert_int_equal(mr_engine_new(game, NULL, &engine, NULL), MR_OK);
  mr_engine_free(engine);
  assert_int_equal(mr_engine_new(game, &asked, &engine, NULL), MR_ERR_MISMATCH);
  mr_str_done(&file);
  mr_fyn_free(n);
  mr_game_free(game);
  mr_game_free(chess);
}

/* The same rules with a queen worth more: what is learnt of one evaluation's errors is not of
   another's. */
static void a_network_adds_to_the_weights_that_it_was_trained_with_alone(void **state) {
  (void)state;
  static const char heavy[] = "[chess]\nvalue = Q:20000/20000\n";
  mr_game *game = open_game("chess");
  mr_fyn *n = fixture_network(game, 16);
  mr_str file = mr_str_growing(NULL);
  mr_engine *engine = NULL;
  mr_error err = {.message = ""};
  int added = 0;
  mr_fyn_write(n, &file);
  const mr_network network = {.bytes = mr_str_text(&file), .length = file.length};
  const mr_engine_options found = {.weights = heavy},
                          asked = {.weights = heavy, .network = &network};
  assert_true(fixture_weights(game, NULL) == fixture_weights(game, NULL));
  assert_true(fixture_weights(game, NULL) != fixture_weights(game, heavy));
  assert_int_equal(mr_network_check(game, &network, &err), MR_OK);
  game->info.network = network;
  assert_int_equal(mr_engine_new(game, &found, &engine, NULL), MR_OK);
  assert_false(mr_engine_network_eval(engine, game->start, &added)); /* left out */
  mr_engine_free(engine);
  assert_int_equal(mr_engine_new(game, &asked, &engine, &err), MR_ERR_MISMATCH);
  assert_non_null(strstr(err.message, "adds to other weights"));
  game->info.weights = heavy;
  assert_int_equal(mr_network_check(game, &network, &err), MR_ERR_MISMATCH);
  game->info.weights = NULL;
  mr_str_done(&file);
  mr_fyn_free(n);
  mr_game_free(game);
}

static void a_network_of_the_version_before_is_refused_by_its_number(void **state) {
  (void)state;
  mr_error err = {.message = ""};
  mr_str file = mr_str_growing(NULL);
  mr_str_add(&file, "marcher-network 1\ngame chess\n");
  assert_int_equal(read_for("chess", &file, &err), MR_ERR_UNSUPPORTED);
  assert_non_null(
      strstr(err.message, "version 1; this program reads versions 2 and 3: train it anew"));
  mr_str_done(&file);
}

/* ---- learning -------------------------------------------------------------------------------- */

/* The example that a position is. */
static void look(const mr_fyn_layout *l, const mr_state *state, mr_fyn_example *out) {
  unsigned side = mr_fy_state_of_const(state)->side, men = 0;
  for (unsigned cell = 0; cell < l->game->rules.cells; cell++) {
    men += mr_fy_board_const(state)[cell] > MR_FY_WALL;
  }
  memset(out, 0, sizeof *out);
  out->count[0] = mr_fyn_inputs(l, state, side, out->row[0]);
  out->count[1] = mr_fyn_inputs(l, state, side ^ 1u, out->row[1]);
  out->bucket = mr_fyn_bucket(l, mr_fy_state_of_const(state), men);
}

/* A model that is past its beginning: all its numbers count. */
static void stir(mr_fyn_model *m) {
  mr_random random;
  mr_random_init(&random, 9);
  for (size_t i = 0; i < m->parameters; i++) {
    m->value[i] += 0.1f * (float)(2 * mr_random_unit(&random) - 1);
  }
}

/* The slope of each number of the model, by how the output changes with it; what never counts for
   the position has none. */
static void slopes_are_those_of_small_steps(void **state) {
  (void)state;
  static const char *const names[] = {"chess", "lopsided", "drops"};
  const float step = 0.01f;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    mr_game *game = open_game(names[i]);
    mr_fyn_layout layout;
    mr_fyn_model m;
    mr_fyn_example e;
    mr_fyn_activations on;
    assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                     MR_OK);
    assert_int_equal(mr_fyn_model_init(&m, &layout, 32, 1, mr_allocator_default(), NULL), MR_OK);
    look(&layout, game->start, &e);
    assert_true(mr_fyn_model_output(&m, &e, on) == 0); /* it begins as nothing */
    stir(&m);
    float *gradient = mr_alloc_zero(NULL, m.parameters, sizeof *gradient);
    (void)mr_fyn_model_output(&m, &e, on);
    mr_fyn_model_back(&m, &e, (const float(*)[2][MR_FYN_WIDTH_MAX])on, 1.0f, gradient);
    unsigned counted = 0;
    for (size_t k = 0; k < m.parameters; k += 7) {
      float kept = m.value[k];
      m.value[k] = kept + step;
      double above = mr_fyn_model_output(&m, &e, on);
      m.value[k] = kept - step;
      double slope = (above - mr_fyn_model_output(&m, &e, on)) / (2.0 * (double)step);
      m.value[k] = kept;
      assert_true(fabs(slope - (double)gradient[k]) <= 0.002 + 0.02 * fabs(slope));
      counted += fabs(slope) > 0.01;
    }
    assert_true(counted > 50);
    mr_alloc_free(NULL, gradient, m.parameters * sizeof *gradient);
    mr_fyn_model_done(&m);
    mr_fyn_layout_done(&layout);
    mr_game_free(game);
  }
}

/* Whole numbers say what the model says, and what the search is told. */
static void a_model_is_written_as_it_is(void **state) {
  (void)state;
  mr_game *game = open_game("chess");
  mr_fyn_layout layout;
  mr_fyn_model m;
  mr_fyn_example e;
  mr_fyn_activations on;
  mr_fyn *n = NULL;
  assert_int_equal(mr_fyn_layout_init(&layout, mr_fy_game_of(game), mr_allocator_default(), NULL),
                   MR_OK);
  assert_int_equal(mr_fyn_model_init(&m, &layout, 32, 1, mr_allocator_default(), NULL), MR_OK);
  stir(&m);
  look(&layout, game->start, &e);
  double output = mr_fyn_model_output(&m, &e, on);
  assert_true(fabs(output) > 0.02);
  for (unsigned gain = 0; gain < 3; gain++) {
    assert_int_equal(mr_fyn_model_write(&m, 400, gain / 2.0, &n, NULL), MR_OK);
    int value = mr_fyn_model_written(n, &e);
    assert_int_equal(value, mr_fyn_value(n, game->start));
    assert_true(fabs(value - 400 * output * gain / 2) <= (gain > 0 ? 8 : 0));
    mr_fyn_free(n);
  }
  mr_fyn_model_done(&m);
  mr_fyn_layout_done(&layout);
  mr_game_free(game);
}

/* What a position is said to be worth, and what the weights say of it. */
typedef struct lesson {
  int lead, linear; /**< hundredths for each man more */
  bool noise;       /**< games end by dice, as often well as the weights say */
  bool distil;      /**< no search has looked: a light network is distilled from it */
} lesson;

enum { LESSON_SCALE = 200 };

static unsigned result_of(const lesson *what, int lead, mr_random *random) {
  if (what->noise) {
    double won = 1 / (1 + exp(-(double)(what->linear * lead) / LESSON_SCALE));
    return mr_random_unit(random) < won ? MR_SCORE_WIN : 0;
  }
  return lead > 0 ? MR_SCORE_WIN : lead < 0 ? 0 : MR_SCORE_WIN / 2;
}

/* Positions of random play, said to be worth so much for each man more. */
static void add_lessons(mr_fyn_learn *learn, const mr_game *game, unsigned positions, lesson what) {
  mr_action *list = mr_alloc_zero(NULL, game->info.max_actions, sizeof *list);
  mr_state *state = mr_state_new(game, NULL);
  mr_random random;
  mr_random_init(&random, 3);
  mr_game_start(game, state);
  for (unsigned i = 0; i < positions; i++) {
    if (mr_game_node(game, state).kind != MR_NODE_DECISION) {
      mr_game_start(game, state);
    }
    int lead = 0;
    for (unsigned cell = 0; cell < mr_fy_game_of(game)->rules.cells; cell++) {
      unsigned code = mr_fy_board_const(state)[cell];
      lead += code > MR_FY_WALL ? (MR_FY_SIDE(code) == MR_FY_WHITE ? 1 : -1) : 0;
    }
    lead = mr_fy_state_of(state)->side == MR_FY_WHITE ? lead : -lead;
    mr_fyn_label label = {.centipawns = (int16_t)(what.lead * lead),
                          .linear = (int16_t)(what.linear * lead),
                          .left = MR_FYN_LEFT,
                          .result = (uint8_t)result_of(&what, lead, &random)};
    mr_fyn_use use = what.distil ? MR_FYN_DISTIL : i % 10 == 0 ? MR_FYN_HOLD_OUT : MR_FYN_LEARN;
    mr_str packed = mr_str_growing(NULL);
    mr_fyn_pack(mr_fy_game_of(game), state, &label, &packed);
    assert_int_equal(mr_fyn_packed_count(mr_str_text(&packed), packed.length), 1);
    assert_int_equal(mr_fyn_learn_add(learn, mr_str_text(&packed), packed.length, use, NULL),
                     MR_OK);
    mr_str_done(&packed);
    size_t count = mr_game_actions(game, state, list);
    mr_game_make(game, state, list[mr_random_below(&random, count)], NULL, NULL);
  }
  mr_state_free(game, NULL, state);
  mr_alloc_free(NULL, list, game->info.max_actions * sizeof *list);
}

static mr_fyn_learn *teach_men(const mr_game *game, unsigned positions, lesson what) {
  mr_fyn_learn *learn = NULL;
  assert_int_equal(mr_fyn_learn_new(game, mr_allocator_default(), &learn, NULL), MR_OK);
  add_lessons(learn, game, positions, what);
  return learn;
}

/* Memory that lacks at any moment, and widths that no network has, leave nothing behind. */
static void what_cannot_be_made_leaves_nothing_behind(void **state) {
  (void)state;
  mr_game *game = open_game("chess");
  static const struct {
    unsigned columns;
    mr_status status;
  } sizes[] = {{32, MR_OK}, {0, MR_ERR_RANGE}, {33, MR_ERR_RANGE}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    mr_status status = MR_ERR_NOMEM;
    for (size_t fail = 1; status == MR_ERR_NOMEM; fail++) {
      mr_fyn *n = NULL;
      mr_fail_alloc failing;
      mr_fail_alloc_init(&failing, fail);
      status = mr_fyn_new(mr_fy_game_of(game), sizes[i].columns, &failing.allocator, &n, NULL);
      mr_fyn_free(n);
      assert_true(mr_fail_alloc_clean(&failing));
    }
    assert_int_equal(status, sizes[i].status);
  }
  mr_game_free(game);
}

/* How many of its numbers are none, of the inputs of a neuron. */
static unsigned learnt_of(const mr_fyn *n, unsigned neuron) {
  unsigned count = 0;
  for (size_t row = 0; row < n->layout.rows; row++) {
    count += n->row[row * n->width + neuron] != 0;
  }
  return count;
}

static void what_can_be_learnt_is_learnt_whatever_the_threads(void **state) {
  (void)state;
  mr_game *game = open_game("chess");
  mr_str files[2];
  for (unsigned i = 0; i < 2; i++) {
    mr_fyn_learn *learn = teach_men(game, 4000, (lesson){.lead = 100});
    mr_fyn *n = NULL;
    mr_fyn_learn_report report;
    const mr_fyn_learn_options options = {.width = 32,
                                          .epochs = MR_SLOW_BUILD ? 40 : 100,
                                          .trust = 50,
                                          .scale = LESSON_SCALE,
                                          .seed = 1,
                                          .threads = i == 0 ? 1 : 3};
    assert_int_equal(mr_fyn_learn_run(learn, &options, &n, &report, NULL), MR_OK);
    assert_int_equal(n->width, options.width);
    assert_true(report.held_out > 200 && report.positions > 2000);
    assert_true(report.loss_after < report.loss_before);
    assert_true(value_of(game, n, "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1") > 60);
    assert_true(value_of(game, n, "4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1") < -60);
    for (unsigned neuron = 0; neuron < n->width; neuron++) {
      assert_true(learnt_of(n, neuron) > 0);
    }
    files[i] = mr_str_growing(NULL);
    mr_fyn_write(n, &files[i]);
    mr_fyn_free(n);
    mr_fyn_learn_free(learn);
  }
  assert_int_equal(files[0].length, files[1].length);
  assert_memory_equal(mr_str_text(&files[0]), mr_str_text(&files[1]), files[0].length);
  mr_str_done(&files[0]);
  mr_str_done(&files[1]);
  mr_game_free(game);
}

/* The weights say it all, and results are thrown dice: whatever is learnt of the dice by heart,
   what is held out decides that as good as nothing is added. */
static void what_teaches_nothing_makes_nothing_worse(void **state) {
  (void)state;
  mr_game *game = open_game("chess");
  mr_fyn_learn *learn = teach_men(game, 6000, (lesson){.lead = 100, .linear = 100, .noise = true});
  mr_fyn *n = NULL;
  mr_fyn_learn_report report;
  const mr_fyn_learn_options options = {
      .width = 32, .epochs = 10, .trust = 50, .scale = LESSON_SCALE, .seed = 1, .threads = 1};
  assert_int_equal(mr_fyn_learn_run(learn, &options, &n, &report, NULL), MR_OK);
  assert_true(report.loss_before > 0.01);
  assert_true(report.loss_after <= report.loss_before);
  assert_true(abs(value_of(game, n, "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1")) < 40);
  mr_fyn_free(n);
  mr_fyn_learn_free(learn);
  mr_game_free(game);
}

/* What a light network says of four men more, which sees what a man is worth in 90 positions, once,
   and before that is distilled from others. */
static int lead_of_light(const mr_game *game, unsigned distilled, unsigned threads, mr_str *file) {
  mr_fyn_learn *learn = teach_men(game, 100, (lesson){.lead = 50});
  mr_fyn *n = NULL;
  mr_fyn_learn_report report;
  const mr_fyn_learn_options options = {.width = 32,
                                        .epochs = 1,
                                        .light = true,
                                        .scale = LESSON_SCALE,
                                        .seed = 1,
                                        .threads = threads};
  add_lessons(learn, game, distilled, (lesson){.lead = 50, .distil = true});
  assert_int_equal(mr_fyn_learn_count(learn), 100);
  assert_int_equal(mr_fyn_learn_run(learn, &options, &n, &report, NULL), MR_OK);
  assert_int_equal(report.positions + report.held_out, 100);
  int value = value_of(game, n, "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1");
  mr_fyn_write(n, file);
  mr_fyn_free(n);
  mr_fyn_learn_free(learn);
  return value;
}

static void a_light_network_is_first_distilled_whatever_the_threads(void **state) {
  (void)state;
  mr_game *game = open_game("chess");
  mr_str files[3] = {mr_str_growing(NULL), mr_str_growing(NULL), mr_str_growing(NULL)};
  assert_in_range(lead_of_light(game, 0, 1, &files[0]) + 20, 0, 40);
  assert_in_range(lead_of_light(game, 40000, 1, &files[1]), 60, 400);
  assert_in_range(lead_of_light(game, 40000, 3, &files[2]), 60, 400);
  assert_int_equal(files[1].length, files[2].length);
  assert_memory_equal(mr_str_text(&files[1]), mr_str_text(&files[2]), files[2].length);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    mr_str_done(&files[i]);
  }
  mr_game_free(game);
}

static void bytes_that_are_no_positions_are_refused(void **state) {
  (void)state;
  mr_game *game = open_game("chess");
  mr_fyn_learn *learn = NULL;
  mr_error err;
  assert_int_equal(mr_fyn_learn_new(game, mr_allocator_default(), &learn, NULL), MR_OK);
  const uint8_t few[] = {0, 0, 0, 0, 255, 4, 0, 2, 0, 4};
  const uint8_t far[] = {0, 0, 0, 0, 255, 4, 0, 1, 0, 200, 4};
  const uint8_t strange[] = {0, 0, 0, 0, 255, 9, 0, 1, 0, 1, 4};
  assert_int_equal(mr_fyn_learn_add(learn, few, sizeof few, MR_FYN_LEARN, &err), MR_ERR_SYNTAX);
  assert_int_equal(mr_fyn_learn_add(learn, far, sizeof far, MR_FYN_LEARN, &err), MR_ERR_SYNTAX);
  assert_int_equal(mr_fyn_learn_add(learn, strange, sizeof strange, MR_FYN_LEARN, &err),
                   MR_ERR_SYNTAX);
  assert_int_equal(mr_fyn_learn_count(learn), 0);
  mr_fyn_learn_free(learn);
  mr_game_free(game);
  game = open_game("borderline");
  assert_int_equal(mr_fyn_learn_new(game, mr_allocator_default(), &learn, &err),
                   MR_ERR_UNSUPPORTED);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_processor_gives_the_same_whole_numbers),
    cmocka_unit_test(every_processor_learns_the_same_to_the_bit),
    cmocka_unit_test(sums_that_are_kept_up_are_those_of_the_position_in_every_game),
    cmocka_unit_test(a_search_with_a_network_gives_the_same_with_any_history),
    cmocka_unit_test(a_position_is_worth_what_its_mirror_image_and_its_turned_one_are),
    cmocka_unit_test(sides_whose_rules_differ_have_tables_of_their_own),
    cmocka_unit_test(a_file_is_read_as_it_was_written_and_for_its_rules_alone),
    cmocka_unit_test(a_game_is_no_mirror_image_of_itself_where_one_kind_is_not),
    cmocka_unit_test(a_damaged_file_is_refused_wherever_it_is_damaged),
    cmocka_unit_test(a_network_that_is_found_and_does_not_fit_is_left_out),
    cmocka_unit_test(a_network_adds_to_the_weights_that_it_was_trained_with_alone),
    cmocka_unit_test(a_network_of_the_version_before_is_refused_by_its_number),
    cmocka_unit_test(slopes_are_those_of_small_steps),
    cmocka_unit_test(a_model_is_written_as_it_is),
    cmocka_unit_test(what_cannot_be_made_leaves_nothing_behind),
    cmocka_unit_test(what_can_be_learnt_is_learnt_whatever_the_threads),
    cmocka_unit_test(what_teaches_nothing_makes_nothing_worse),
    cmocka_unit_test(a_light_network_is_first_distilled_whatever_the_threads),
    cmocka_unit_test(bytes_that_are_no_positions_are_refused),
};

MR_TEST_MAIN_WITH(tests, open_bench, close_bench)
