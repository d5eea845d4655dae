#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/compose.h>
#include <string.h>

#include "search/fairy/fairy_search.h"

/** A game of the catalogue with weights and a position. */
typedef struct bench {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
  mr_fys_weights *weights;
  mr_fys_eval eval;
  mr_fys_trace *trace;
  mr_state *state;
} bench;

/** @param text of weights; NULL: the game's own, or measured ones */
static void fixture_open(bench *d, const char *name, const char *text) {
  mr_error err;
  *d = (bench){0};
  mr_arena_init(&d->arena, NULL, 0);
  mr_diagnostics_init(&d->list, &d->arena);
  assert_int_equal(mr_catalog_new(NULL, &d->catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(d->catalog, name, NULL, 0, &d->game, &d->list), MR_OK);
  const mr_fy_game *game = mr_fy_game_of(d->game);
  assert_int_equal(mr_fys_weights_new(game, text, NULL, mr_allocator_default(), &d->weights, &err),
                   MR_OK);
  d->eval = (mr_fys_eval){game, d->weights};
  d->trace = mr_alloc_zero(NULL, 1, sizeof *d->trace);
  d->state = mr_state_new(d->game, NULL);
  assert_true(d->trace != NULL && d->state != NULL);
}

static void fixture_close(bench *d) {
  mr_state_free(d->game, NULL, d->state);
  mr_alloc_free(NULL, d->trace, sizeof *d->trace);
  mr_fys_weights_free(d->weights, mr_allocator_default());
  mr_game_free(d->game);
  mr_catalog_free(d->catalog);
  mr_arena_done(&d->arena);
}

static void look_at(bench *d, const char *fen) {
  mr_error err;
  if (mr_game_parse_state(d->game, fen, strlen(fen), d->state, &err) != MR_OK) {
    fail_msg("%s: %s", fen, err.message);
  }
  (void)mr_fys_core_for(d->eval.game)->trace(&d->eval, d->state, d->trace);
}

static int count_of(const bench *d, mr_fy_group group) {
  return d->trace->count[mr_fy_term_one(group)];
}

static int count_of_kind(const bench *d, mr_fy_group group, const char *letter) {
  mr_piece piece = mr_game_piece_named(d->game, (mr_player){0}, letter, strlen(letter));
  return d->trace->count[mr_fy_term_kind(group, MR_FY_KIND(piece.id))];
}

/* ---- what is threatened ---------------------------------------------------------------------- */

/** A position of chess in which White threatens, and what is counted against Black. */
typedef struct threat {
  const char *fen;
  int light, heavy; /**< of Black's knight */
  int weak, king, pawn, push;
  int restricted; /**< cells where both are as strong count for neither */
} threat;

/** Looks at a position, and whether each count is as it should be. */
static void check_threat(bench *d, const threat *t) {
  look_at(d, t->fen);
  const int counts[][2] = {
      {count_of_kind(d, MR_FY_W_LIGHT_THREAT, "N"), -t->light},
      {count_of_kind(d, MR_FY_W_HEAVY_THREAT, "N"), -t->heavy},
      {count_of(d, MR_FY_W_WEAK), -t->weak},
      {count_of(d, MR_FY_W_KING_THREAT), -t->king},
      {count_of(d, MR_FY_W_PAWN_THREAT), -t->pawn},
      {count_of(d, MR_FY_W_PUSH_THREAT), -t->push},
      {count_of(d, MR_FY_W_RESTRICTED), -t->restricted},
  };
  for (size_t at = 0; at < sizeof counts / sizeof counts[0]; at++) {
    if (counts[at][0] != counts[at][1]) {
      fail_msg("%s: count %zu is %d, not %d", t->fen, at, counts[at][0], counts[at][1]);
    }
  }
}

static void threats_are_counted_by_who_attacks_and_how_well_is_defended(void **state) {
  (void)state;
  static const threat threats[] = {
      {"4k3/8/8/3n4/8/1B6/8/4K3 w - - 0 1", .light = 1, .weak = 1},
      /* A pawn defends it well, and the bishop goes to d5 no more. */
      {"4k3/8/4p3/3n4/8/1B6/8/4K3 w - - 0 1", .light = 1, .restricted = -1},
      {"4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", .heavy = 1, .weak = 1},
      /* A rook is no threat to what is defended well, and a queen none by being there. */
      {"4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", .restricted = -1},
      {"4k3/8/8/3n4/8/8/3Q4/4K3 w - - 0 1", .weak = 1},
      {"4k3/8/8/3n4/2P5/8/8/4K3 w - - 0 1", .weak = 1, .pawn = 1},
      {"4k3/8/1p6/3n4/1pP5/8/8/4K3 w - - 0 1", .weak = 1, .pawn = 1},
      /* The pawn on c3 is itself attacked, but not on c4; then by a pawn there. It restricts b4. */
      {"4k3/8/8/3n4/8/2P5/8/4K3 w - - 0 1", .push = 1, .weak = -1, .restricted = 1},
      {"4k3/8/8/1p1n4/8/2P5/8/4K3 w - - 0 1", .weak = -1, .restricted = 1},
      {"4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", .weak = 1, .king = 1},
  };
  bench d;
  fixture_open(&d, "chess", NULL);
  for (size_t i = 0; i < sizeof threats / sizeof threats[0]; i++) {
    check_threat(&d, &threats[i]);
  }
  fixture_close(&d);
}

/* ---- which notion of threats counts ---------------------------------------------------------- */

static void weights_that_name_a_notion_of_threats_are_judged_by_it(void **state) {
  (void)state;
  static const struct {
    const char *game, *text;
    bool pressed, threats;
  } cases[] = {
      {"chess", NULL, false, true},
      {"chess", "[x]\ntempo = 3\n", false, true},
      {"chess", "[x]\nhanging = n:-5\n", true, false},
      {"chess", "[x]\nweak = -5\n", false, true},
      {"chess", "[x]\nweak = -5\npressed = n:-5\n", true, true},
      {"antichess", NULL, true, false},
      {"borderlands", NULL, true, false}, /* its weights were fitted before */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    bench d;
    fixture_open(&d, cases[i].game, cases[i].text);
    assert_int_equal(d.weights->knows_pressed, cases[i].pressed);
    assert_int_equal(d.weights->knows_threats, cases[i].threats);
    fixture_close(&d);
  }
}

/* ---- royals and ends ------------------------------------------------------------------------- */

static void attacks_on_a_royals_side_and_its_way_to_its_pawns_count(void **state) {
  (void)state;
  bench d;
  fixture_open(&d, "chess", NULL);
  look_at(&d, "4kr2/8/8/8/8/8/P7/6K1 w - - 0 1"); /* f1 to f5; a2 is six steps away */
  assert_int_equal(count_of(&d, MR_FY_W_FLANK), 5);
  assert_int_equal(count_of(&d, MR_FY_W_FAR_PAWNS), 6);
  look_at(&d, "4kr2/8/8/8/8/5r2/P4P2/6K1 w - - 0 1"); /* e3 to h3, f2 to f5; f4, f5 twice */
  assert_int_equal(count_of(&d, MR_FY_W_FLANK), 9);
  assert_int_equal(count_of(&d, MR_FY_W_FAR_PAWNS), 1);
  fixture_close(&d);
}

/** A rook alone wins, and yet leads of few pawns are drawn more often: 36 of 64 parts stay, and 7
 *  for each pawn. */
static void leads_of_the_end_need_men_that_promote(void **state) {
  (void)state;
  static const char none[] = "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1";
  static const char some[] = "4k3/8/8/8/8/8/PPPP4/RR2K3 w - - 0 1";
  bench d;
  fixture_open(&d, "chess", NULL);
  assert_true(d.weights->wins_by_pawns);
  look_at(&d, none);
  int open = d.trace->phase;
  assert_in_range(open, 1, MR_FYS_FULL - 1);
  assert_int_equal(d.trace->scale,
                   MR_FYS_FULL * (open * 64 + (MR_FYS_FULL - open) * 36) / (64 * MR_FYS_FULL));
  look_at(&d, some);
  assert_int_equal(d.trace->scale, MR_FYS_FULL);
  fixture_close(&d);
  fixture_open(&d, "chess", "[x]\nhanging = n:-5\n"); /* as fitted before */
  assert_false(d.weights->wins_by_pawns);
  fixture_close(&d);
  static const char *const others[] = {"crazyhouse", "borderlands", "kingofthehill", "antichess"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    fixture_open(&d, others[i], NULL);
    assert_false(d.weights->wins_by_pawns);
    fixture_close(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threats_are_counted_by_who_attacks_and_how_well_is_defended),
      cmocka_unit_test(weights_that_name_a_notion_of_threats_are_judged_by_it),
      cmocka_unit_test(attacks_on_a_royals_side_and_its_way_to_its_pawns_count),
      cmocka_unit_test(leads_of_the_end_need_men_that_promote),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
