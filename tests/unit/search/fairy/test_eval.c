#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/compose.h>
#include <marcher/random.h>
#include <string.h>

/* For boards of up to 64 squares. */
#include "instruments.h"
#include "search/fairy/eval.h"

/** A game with weights in which no two terms are alike. */
typedef struct bench {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
  const mr_fys_core *core;
  mr_fys_weights *weights;
  mr_fys_eval eval;
  mr_fys_trace *trace;
  mr_state *state;
  mr_action *actions;
  void *undo;
} bench;

static void make_weights(bench *d) {
  const mr_fy_game *game = mr_fy_game_of(d->game);
  mr_fy_weights *given = mr_alloc_zero(NULL, 1, sizeof *given);
  mr_fy_fold fold;
  mr_error err = {.message = ""};
  assert_non_null(given);
  mr_fy_fold_init(game, &fold);
  for (unsigned term = 0; term < MR_FY_TERMS; term++) {
    given->given[term] = mr_fy_term_used(game, &fold, term);
    given->pair[term].open = (int16_t)((int)(mr_mix64(term) % 601) - 300);
    given->pair[term].end = (int16_t)((int)(mr_mix64(~(uint64_t)term) % 601) - 300);
  }
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "[x]\n");
  mr_fy_weights_write(game, given, &text);
  if (mr_fys_weights_new(game, mr_str_text(&text), NULL, mr_allocator_default(), &d->weights,
                         &err) != MR_OK) {
    fail_msg("%u:%u: %s", (unsigned)err.line, (unsigned)err.column, err.message);
  }
  mr_str_done(&text);
  mr_alloc_free(NULL, given, sizeof *given);
}

static void fixture_open(bench *d, const char *text, const char *name) {
  *d = (bench){0};
  mr_arena_init(&d->arena, NULL, 0);
  mr_diagnostics_init(&d->list, &d->arena);
  assert_int_equal(mr_catalog_new(NULL, &d->catalog, NULL), MR_OK);
  if (text != NULL) {
    assert_int_equal(mr_catalog_add(d->catalog, "t", text, strlen(text), &d->list), MR_OK);
  }
  assert_int_equal(mr_catalog_open(d->catalog, name, NULL, 0, &d->game, &d->list), MR_OK);
  d->core = mr_fys_core_for(mr_fy_game_of(d->game));
  make_weights(d);
  d->eval = (mr_fys_eval){.game = mr_fy_game_of(d->game), .weights = d->weights};
  d->trace = mr_alloc_zero(NULL, 1, sizeof *d->trace);
  d->state = mr_state_new(d->game, NULL);
  d->actions = mr_alloc_zero(NULL, d->game->info.max_actions, sizeof *d->actions);
  d->undo = mr_alloc_zero(NULL, 1, d->game->info.undo_size);
  assert_true(d->trace != NULL && d->state != NULL && d->actions != NULL && d->undo != NULL);
}

static void fixture_close(bench *d) {
  mr_alloc_free(NULL, d->undo, d->game->info.undo_size);
  mr_alloc_free(NULL, d->actions, d->game->info.max_actions * sizeof *d->actions);
  mr_state_free(d->game, NULL, d->state);
  mr_alloc_free(NULL, d->trace, sizeof *d->trace);
  mr_fys_weights_free(d->weights, mr_allocator_default());
  mr_game_free(d->game);
  mr_catalog_free(d->catalog);
  mr_arena_done(&d->arena);
}

static bool is_over(const bench *d) {
  return mr_game_node(d->game, d->state).kind != MR_NODE_DECISION;
}

static void make_any(bench *d, mr_random *random) {
  size_t count = mr_game_actions(d->game, d->state, d->actions);
  mr_game_make(d->game, d->state, d->actions[mr_random_below(random, count)], d->undo, NULL);
}

/** Captured men change sides: the board of chess, so that its core is that of 64 squares. */
static const char drops[] = "[house:chess]\npieceDrops = true\ncapturesToHand = true\n";

/* ---- the sum of terms ------------------------------------------------------------------------ */

/** Adds the terms up by the book. */
static int dot(const bench *d) {
  mr_fys_pair sum = 0;
  for (unsigned term = 0; term < MR_FY_TERMS; term++) {
    sum += d->weights->term[term] * d->trace->count[term];
  }
  return d->core->blend(sum, d->trace->phase, d->trace->scale);
}

static void evaluation_is_the_sum_of_its_terms_times_their_weights(void **state) {
  (void)state;
  static const char *const games[] = {"chess",
                                      "borderlands",
                                      "battle-of-ideologies",
                                      "colorboundmost",
                                      "nearly-colorboundmost-raiders",
                                      "seirawan",
                                      "house"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    bench d;
    mr_random random;
    fixture_open(&d, drops, games[i]);
    mr_random_init(&random, i);
    unsigned seen[MR_FY_W_GROUPS] = {0};
    for (unsigned round = 0; round < 12; round++) {
      mr_game_start(d.game, d.state);
      for (unsigned made = 0; made < 120 && !is_over(&d); made++) {
        int worth = d.core->evaluate(&d.eval, d.state);
        assert_int_equal(d.core->trace(&d.eval, d.state, d.trace), worth);
        bool white = mr_game_node(d.game, d.state).player.id == 0;
        assert_int_equal(dot(&d), white ? worth : -worth);
        seen[0] += worth != 0;
        make_any(&d, &random);
      }
    }
    assert_true(seen[0] > 100);
    fixture_close(&d);
  }
}

/** Notes which groups count in the position. */
static void note_groups(bench *d, unsigned *seen) {
  d->core->trace(&d->eval, d->state, d->trace);
  for (unsigned term = 0; term < MR_FY_TERMS; term++) {
    seen[mr_fy_group_of(term)] += d->trace->count[term] != 0;
  }
}

/** Chess in which the king is a man like others, and whoever loses it has lost. */
static const char chiefs[] =
    "[chiefs]\nmaxFile = 8\nmaxRank = 8\nking = -\ncommoner = k\nrook = r\n"
    "extinctionValue = loss\nextinctionPieceTypes = k\n"
    "startFen = k7/8/8/8/8/8/8/KR6 w - - 0 1\n";

/** Attacks beside a man count whose loss ends the game, though no rule calls it a king. */
static void attacks_beside_the_last_of_a_kind_that_may_not_be_lost_count(void **state) {
  (void)state;
  bench d;
  unsigned seen[MR_FY_W_GROUPS] = {0};
  fixture_open(&d, chiefs, "chiefs");
  mr_game_start(d.game, d.state);
  note_groups(&d, seen);
  assert_true(seen[MR_FY_W_KING_ATTACK] > 0);
  fixture_close(&d);
}

/** Where all men have to be lost none of them is a king. */
static void nobody_is_a_king_where_all_men_have_to_be_lost(void **state) {
  (void)state;
  static const char text[] =
      "[all]\nmaxFile = 8\nmaxRank = 8\nking = -\ncommoner = k\nrook = r\nknight = n\n"
      "extinctionValue = loss\nextinctionPieceTypes = *\n"
      "startFen = kn6/8/8/8/8/8/8/KRN5 w - - 0 1\n";
  bench d;
  unsigned seen[MR_FY_W_GROUPS] = {0};
  fixture_open(&d, text, "all");
  mr_game_start(d.game, d.state);
  note_groups(&d, seen);
  assert_int_equal(seen[MR_FY_W_KING_ATTACK] + seen[MR_FY_W_SHELTER] + seen[MR_FY_W_SCARCE], 0);
  assert_int_not_equal(d.weights->measured[MR_FY_CODE(1, MR_FY_WHITE)], 0);
  fixture_close(&d);
}

/** The terms are there at all: each group counts in some position of some game. */
static void every_group_of_terms_is_met_in_some_game(void **state) {
  (void)state;
  static const char *const games[] = {"borderlands",    "battle-of-ideologies",
                                      "colorboundmost", "breakthrough",
                                      "extinction",     "antichess",
                                      "3check",         "tictactoe",
                                      "flipello"};
  unsigned seen[MR_FY_W_GROUPS] = {0};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    bench d;
    mr_random random;
    fixture_open(&d, NULL, games[i]);
    mr_random_init(&random, 77 + i);
    for (unsigned round = 0; round < (MR_SLOW_BUILD ? 15 : 40); round++) {
      mr_game_start(d.game, d.state);
      for (unsigned made = 0; made < 150 && !is_over(&d); made++) {
        note_groups(&d, seen);
        make_any(&d, &random);
      }
    }
    fixture_close(&d);
  }
  for (unsigned at = 0; at < MR_FY_W_GROUPS; at++) {
    if (seen[at] == 0) {
      fail_msg("group %u is never counted", at);
    }
  }
}

/* ---- measured weights ------------------------------------------------------------------------ */

/** What it is worth to move first, in hundredths, by weights that follow from the rules alone. */
static int first_move_of(const char *text, const char *name) {
  bench d;
  mr_error err = {.message = ""};
  fixture_open(&d, text, name);
  mr_fys_weights_free(d.weights, mr_allocator_default());
  assert_int_equal(
      mr_fys_weights_new(d.eval.game, "[x]\n", NULL, mr_allocator_default(), &d.weights, &err),
      MR_OK);
  d.eval.weights = d.weights;
  mr_game_start(d.game, d.state);
  int worth = d.core->evaluate(&d.eval, d.state);
  fixture_close(&d);
  return worth;
}

static void to_move_freely_is_worth_men_only_where_duty_and_loss_meet(void **state) {
  (void)state;
  static const char games[] = "[no_duty:antichess]\nmustCapture = false\n"
                              "[dutiful:chess]\nmustCapture = true\n"
                              "[last_man:chess]\nmustCapture = true\nextinctionValue = win\n"
                              "extinctionPieceTypes = *\nextinctionPieceCount = 1\n"
                              "checkmateValue = win\nstalemateValue = win\n";
  assert_in_range(first_move_of(NULL, "chess"), 1, 100);
  assert_in_range(first_move_of(games, "no_duty"), 1, 100);
  assert_in_range(first_move_of(games, "dutiful"), 1, 100);
  assert_in_range(first_move_of(NULL, "antichess"), 300, 500);
  assert_in_range(first_move_of(games, "last_man"), 300, 500);
}

static void the_numbers_that_games_are_measured_with_can_be_set(void **state) {
  (void)state;
  bench d;
  mr_error err;
  mr_fys_params params;
  fixture_open(&d, NULL, "chess");
  assert_int_equal(mr_fys_params_read("Tempo=100 ReachOpen=120 DangerWeight=512", &params, &err),
                   MR_OK);
  mr_fys_weights *usual = NULL, *other = NULL;
  assert_int_equal(mr_fys_weights_new(d.eval.game, "[x]\n", NULL, NULL, &usual, &err), MR_OK);
  assert_int_equal(mr_fys_weights_new(d.eval.game, "[x]\n", &params.eval, NULL, &other, &err),
                   MR_OK);
  unsigned tempo = mr_fy_term_one(MR_FY_W_TEMPO), pair = mr_fy_term_one(MR_FY_W_PAIR);
  assert_int_equal(mr_fys_open(other->term[tempo]), 480); /* 100 units of 4.8 thousandths */
  assert_int_not_equal(mr_fys_open(usual->term[tempo]), 480);
  assert_int_equal(other->term[pair], usual->term[pair]);
  unsigned queen =
      mr_fy_term_kind(MR_FY_W_VALUE, MR_FY_KIND(mr_fy_board_const(d.game->start)[3])); /* d1 */
  assert_true(mr_fys_open(other->term[queen]) > mr_fys_open(usual->term[queen]) + 300);
  assert_int_equal(other->params.danger_weight, 512);
  mr_fys_weights_free(usual, NULL);
  mr_fys_weights_free(other, NULL);
  fixture_close(&d);
}

/* ---- threats, royals and ends ---------------------------------------------------------------- */

/** @param text of weights; NULL: the game's own, or measured ones */
static void measure(bench *d, const char *text) {
  mr_error err;
  mr_fys_weights_free(d->weights, mr_allocator_default());
  assert_int_equal(
      mr_fys_weights_new(d->eval.game, text, NULL, mr_allocator_default(), &d->weights, &err),
      MR_OK);
  d->eval.weights = d->weights;
}

static void measured_open(bench *d, const char *name, const char *text) {
  fixture_open(d, NULL, name);
  measure(d, text);
}

static void look_at(bench *d, const char *fen) {
  mr_error err;
  if (mr_game_parse_state(d->game, fen, strlen(fen), d->state, &err) != MR_OK) {
    fail_msg("%s: %s", fen, err.message);
  }
  (void)d->core->trace(&d->eval, d->state, d->trace);
}

static int count_of(const bench *d, mr_fy_group which) {
  return d->trace->count[mr_fy_term_one(which)];
}

static unsigned term_of_kind(const bench *d, mr_fy_group which, const char *letter) {
  mr_piece piece = mr_game_piece_named(d->game, (mr_player){0}, letter, strlen(letter));
  return mr_fy_term_kind(which, MR_FY_KIND(piece.id));
}

static int count_of_kind(const bench *d, mr_fy_group which, const char *letter) {
  return d->trace->count[term_of_kind(d, which, letter)];
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
  measured_open(&d, "chess", NULL);
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
    measured_open(&d, cases[i].game, cases[i].text);
    assert_int_equal(d.weights->knows_pressed, cases[i].pressed);
    assert_int_equal(d.weights->knows_threats, cases[i].threats);
    fixture_close(&d);
  }
}

/** Where all men are to be lost they are worth less than nothing, unless there are kings: then they
    are good to have while there are many. */
static void men_are_worth_having_where_they_are_to_be_lost_but_for_kings(void **state) {
  (void)state;
  static const struct {
    const char *game;
    bool good; /**< to have */
  } cases[] = {{"antichess", false}, {"losers", true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    bench d;
    measured_open(&d, cases[i].game, NULL);
    int value = mr_fys_open(d.weights->term[term_of_kind(&d, MR_FY_W_VALUE, "Q")]);
    assert_true(cases[i].good ? value > 1000 : value < 0);
    fixture_close(&d);
  }
}

/* Two armies for each side fill the board, which is soon as empty as that of chess. */
static void a_board_that_is_full_at_first_is_no_measure_of_riders(void **state) {
  (void)state;
  static const char full[] =
      "[x:chess]\ncommoner = c\nstartFen = rnbqkbnr/pppppppp/rnbqcbnr/pppppppp/PPPPPPPP/RNBQCBNR/"
      "PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
  bench d;
  fixture_open(&d, full, "x");
  measure(&d, NULL);
  int queen = mr_fys_open(d.weights->term[term_of_kind(&d, MR_FY_W_VALUE, "Q")]);
  int rook = mr_fys_open(d.weights->term[term_of_kind(&d, MR_FY_W_VALUE, "R")]);
  int knight = mr_fys_open(d.weights->term[term_of_kind(&d, MR_FY_W_VALUE, "N")]);
  int commoner = mr_fys_open(d.weights->term[term_of_kind(&d, MR_FY_W_VALUE, "C")]);
  assert_true(2 * queen > 3 * commoner && rook > knight);
  fixture_close(&d);
}

static void a_man_who_turns_by_all_that_he_does_is_worth_as_much_before_as_behind(void **state) {
  (void)state;
  static const char *const men[] = {"P", "L", "S", "N"};
  bench d;
  measured_open(&d, "kyotoshogi", NULL);
  for (size_t i = 0; i < sizeof men / sizeof men[0]; i++) {
    char turned[3] = {'+', men[i][0], '\0'};
    unsigned before = term_of_kind(&d, MR_FY_W_VALUE, men[i]),
             behind = term_of_kind(&d, MR_FY_W_VALUE, turned);
    assert_int_equal(mr_fys_open(d.weights->term[before]), mr_fys_open(d.weights->term[behind]));
    assert_int_equal(mr_fys_end(d.weights->term[before]), mr_fys_end(d.weights->term[behind]));
  }
  /* To turn is no promotion: there is nothing to search on for. */
  mr_game_start(d.game, d.state);
  size_t count = mr_game_actions(d.game, d.state, d.actions);
  assert_true(count > 0 && mr_fy_form_of(d.actions[0]) != 0);
  assert_true(d.core->quiet(&d.eval, d.state, d.actions, count, d.actions[0]));
  fixture_close(&d);
}

static void a_horde_lives_by_holding_together(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "horde", NULL);
  look_at(&d, "4k3/8/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"); /* a quarter of the board */
  int few = count_of(&d, MR_FY_W_CHAIN);
  look_at(&d, "4k3/8/8/8/8/P7/PPPPPPPP/PPPPPPPP w - - 0 1"); /* one more, which b2 defends */
  int many = count_of(&d, MR_FY_W_CHAIN);
  assert_true(few > 0);
  assert_in_range(many, 2 * few, 4 * few);
  fixture_close(&d);
}

/* ---- royals and ends ------------------------------------------------------------------------- */

static void attacks_on_a_royals_side_and_its_way_to_its_pawns_count(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "chess", NULL);
  look_at(&d, "4kr2/8/8/8/8/8/P7/6K1 w - - 0 1"); /* f1 to f5; a2 is six steps away */
  assert_int_equal(count_of(&d, MR_FY_W_FLANK), 5);
  assert_int_equal(count_of(&d, MR_FY_W_FAR_PAWNS), 6);
  look_at(&d, "4kr2/8/8/8/8/5r2/P4P2/6K1 w - - 0 1"); /* e3 to h3, f2 to f5; f4, f5 twice */
  assert_int_equal(count_of(&d, MR_FY_W_FLANK), 9);
  assert_int_equal(count_of(&d, MR_FY_W_FAR_PAWNS), 1);
  fixture_close(&d);
}

/** By turns to it: 2048 / (2 + 1) where two squares are one step away, and 3072 / (3 + 4) where
 * three are two steps away. What own men stand on or the enemy attacks takes a turn more. */
static void men_near_a_goal_that_one_of_them_wins_by_reaching_count(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "breakthrough", NULL);
  look_at(&d, "8/P7/8/8/8/8/7p/8 w - - 0 1"); /* a8 and b8, as g1 and h1 */
  assert_int_equal(count_of(&d, MR_FY_W_RACE), 0);
  look_at(&d, "8/P7/8/8/8/7p/8/8 w - - 0 1"); /* one turn and two squares; two, and f1, g1, h1 */
  assert_int_equal(count_of(&d, MR_FY_W_RACE), 2048 / 3 - 3072 / 7);
  look_at(&d, "8/8/P7/8/8/8/8/8 w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_RACE), 3072 / 7);
  /* By a7 to b8; b7, which is attacked twice, takes three turns, and a8 and c8 four. They take
     seven to all eight squares of theirs. */
  look_at(&d, "p1p5/8/P7/8/8/8/8/8 w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_RACE), 1024 / 5 + 2048 / 18 - 8192 / 57);
  fixture_close(&d);
}

/** Royals by what they risk on the way: a third where both sides want the same squares, half as
 * much again where each has its own. */
static void royals_near_a_goal_count_by_whose_goal_it_is(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "kingofthehill", NULL);
  look_at(&d, "k7/8/8/8/8/2K5/8/8 w - - 0 1"); /* d4 is one turn away; d5 and e4 two, and so on */
  int shared = count_of(&d, MR_FY_W_RACE);
  assert_true(shared > 1024 / 2 / 3 && shared < 1024 / 2);
  fixture_close(&d);
  fixture_open(&d, "[x:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\n", "x");
  measure(&d, NULL);
  look_at(&d, "8/K7/8/8/8/8/7k/8 w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_RACE), 0);
  /* White is at six squares after four turns, at g8 and h8 after five and six; Black at three, two
     and one, one, one after one to five. */
  look_at(&d, "8/8/8/8/1K6/8/5k2/8 w - - 0 1");
  int white = 6144 / 22 + 1024 / 26 + 1024 / 37;
  int black = 3072 / 4 + 2048 / 6 + 1024 / 10 + 1024 / 17 + 1024 / 26;
  assert_int_equal(count_of(&d, MR_FY_W_RACE), white * 3 / 2 - black * 3 / 2);
  fixture_close(&d);
}

/** 256 for the last of a kind, 64 for one of two, 28 for one of three. */
static void kinds_that_are_running_out_count_where_their_loss_ends_the_game(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "extinction", NULL);
  look_at(&d, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_SCARCE), 0);
  look_at(&d, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_SCARCE), 256 - 64);
  look_at(&d, "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_SCARCE), 64 - 256);
  fixture_close(&d);
  /* One kind alone counts where there are many of it, and kings are in danger as without it. */
  static const char *const attacked = "r1b1k2r/pppp1ppp/5q2/8/6n1/5N2/PPPPPPP1/RNBQ1RK1 w kq - 0 1";
  measured_open(&d, "chess", NULL);
  look_at(&d, attacked);
  int danger = count_of(&d, MR_FY_W_DANGER);
  assert_int_not_equal(danger, 0);
  fixture_close(&d);
  fixture_open(&d, "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = p\n", "x");
  measure(&d, NULL);
  look_at(&d, attacked);
  assert_int_equal(count_of(&d, MR_FY_W_SCARCE), 256 / 49 - 256 / 49);
  assert_int_equal(count_of(&d, MR_FY_W_DANGER), danger);
  look_at(&d, "4k3/pppp4/8/8/8/8/PPP5/4K3 w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_SCARCE), 256 / 9 - 256 / 16);
  fixture_close(&d);
}

/** 256 for a side that wins by its next check, 64 with two left to give, 28 with three. */
static void checks_that_are_left_to_give_count_the_fewer_the_more(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "3check", NULL);
  look_at(&d, "4k3/8/8/8/8/8/8/4K2R w K - 3+3 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CHECKS), 0);
  look_at(&d, "4k3/8/8/8/8/8/8/4K2R w K - 1+3 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CHECKS), 256 - 28);
  look_at(&d, "4k3/8/8/8/8/8/8/4K2R w K - 2+1 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CHECKS), 64 - 256);
  fixture_close(&d);
}

/** 16 for each man of a row by the square of how many it lacks, as long as nobody else is in it. */
static void rows_count_by_what_they_lack(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "tictactoe", NULL);
  look_at(&d, "3/3/3[PPPPPpppp] w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 0);
  look_at(&d, "3/1P1/3[PPPPpppp] b - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 4 * (16 / 4));
  look_at(&d, "3/1P1/p2[PPPPppp] w - - 0 1"); /* three rows of White's, two of Black's */
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 3 * 4 - 2 * 4);
  look_at(&d, "3/PP1/p2[PPPppp] b - - 0 1"); /* one of two men, two of one; one of Black's */
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 2 * 16 + 2 * 4 - 4);
  assert_true(mr_fys_open(d.weights->term[mr_fy_term_one(MR_FY_W_CONNECT)]) > 0);
  fixture_close(&d);
  fixture_open(&d,
               "[x:tictactoe]\nconnectN = 0\nconnectValue = loss\nconnectRegion1White = a*\n"
               "connectRegion2White = c*\n",
               "x");
  measure(&d, NULL);
  assert_true(mr_fys_open(d.weights->term[mr_fy_term_one(MR_FY_W_CONNECT)]) < 0);
  look_at(&d, "3/3/3[PPPPPpppp] w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 256 / 9);
  look_at(&d, "1p1/1P1/1p1[PPPPpp] w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 256 / 4);
  look_at(&d, "1p1/PPp/1p1[PPPpp] w - - 0 1"); /* a3 and c3 lead past by nothing but b2 */
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 256);
  look_at(&d, "1p1/1p1/1p1[PPPPpp] w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_CONNECT), 256 / 81);
  fixture_close(&d);
}

/** 256 for a capture that has to be made, half where one other man answers it. */
static void captures_that_have_to_be_made_count_and_men_that_can_be_offered(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "antichess", NULL);
  assert_true(d.weights->duties);
  look_at(&d, "8/8/8/8/p7/8/1P6/8 w - - 0 1"); /* each can offer a pawn, on b3 and on a3 */
  assert_int_equal(count_of(&d, MR_FY_W_DUTY), 0);
  assert_int_equal(count_of(&d, MR_FY_W_OFFER), 0);
  look_at(&d, "8/8/8/p7/8/8/8/R7 w - - 0 1"); /* the pawn can be offered on a4 */
  assert_int_equal(count_of(&d, MR_FY_W_DUTY), 256);
  assert_int_equal(count_of(&d, MR_FY_W_OFFER), -1);
  assert_int_equal(count_of(&d, MR_FY_W_GIFT), -1);
  look_at(&d, "r7/8/8/p7/8/8/8/R7 w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_DUTY), 128);
  /* Both on h1 and between the rooks on the file; on a4 Black would take back. */
  look_at(&d, "r7/8/8/8/7r/8/8/R7 w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_OFFER), 0);
  assert_int_equal(count_of(&d, MR_FY_W_GIFT), 1);
  fixture_close(&d);
}

/** A game in which nobody can do anything but capture. */
static void a_duty_is_nothing_special_where_all_actions_capture(void **state) {
  (void)state;
  static const char rules[] = "[m]\nmaxFile = 4\nmaxRank = 4\ncustomPiece1 = r:cR\n"
                              "mustCapture = true\nstalemateValue = loss\n"
                              "startFen = rRrR/RrRr/rRrR/RrRr w - - 0 1\n";
  bench d;
  fixture_open(&d, rules, "m");
  assert_false(d.weights->duties);
  /* Else nothing would ever be quiet, and there was nothing to learn a network from. */
  mr_game_start(d.game, d.state);
  size_t count = mr_game_actions(d.game, d.state, d.actions);
  assert_true(count > 0 && d.core->quiet(&d.eval, d.state, d.actions, count, d.actions[0]));
  fixture_close(&d);
}

/** A position teaches what is seen in it: not where the best action takes something. */
static void nothing_is_quiet_where_the_best_action_captures(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "chess", NULL);
  /* The bishop may take a guarded pawn, which loses two. */
  const char *text = "4k3/2p5/1p6/8/3B4/8/4P3/4K3 w - - 0 1";
  assert_int_equal(mr_game_parse_state(d.game, text, strlen(text), d.state, NULL), MR_OK);
  size_t count = mr_game_actions(d.game, d.state, d.actions), captures = 0;
  for (size_t i = 0; i < count; i++) {
    bool takes = mr_fy_board(d.state)[mr_fy_to(d.actions[i])] != 0;
    assert_true(d.core->quiet(&d.eval, d.state, d.actions, count, d.actions[i]) == !takes);
    captures += takes;
  }
  assert_int_equal(captures, 1);
  fixture_close(&d);
}

/** Where captured men come to hand mobility counts more, and to restrict the enemy less. */
static void hands_make_mobility_worth_more(void **state) {
  (void)state;
  bench chess, hands;
  measured_open(&chess, "chess", NULL);
  measured_open(&hands, "crazyhouse", NULL);
  mr_fys_pair without = chess.weights->term[term_of_kind(&chess, MR_FY_W_MOBILITY, "n")];
  mr_fys_pair with = hands.weights->term[term_of_kind(&hands, MR_FY_W_MOBILITY, "n")];
  assert_int_equal(mr_fys_open(with), 2 * mr_fys_open(without));
  assert_int_equal(mr_fys_end(with), mr_fys_end(without));
  unsigned restricted = mr_fy_term_one(MR_FY_W_RESTRICTED);
  assert_true(mr_fys_open(hands.weights->term[restricted]) >
              mr_fys_open(chess.weights->term[restricted]));
  fixture_close(&chess);
  fixture_close(&hands);
}

/** Squares to drop on, men beside empty squares, corners and what is safe from there. */
static void lines_that_turn_count_by_drops_and_corners(void **state) {
  (void)state;
  bench d;
  measured_open(&d, "flipello", NULL);
  look_at(&d, "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_LINES), 0);
  assert_int_equal(mr_fys_open(d.weights->term[mr_fy_term_kind(MR_FY_W_VALUE, 1)]), 0);
  /* White drops on three squares, Black on five; seven of White's men are open, and Black's is. */
  look_at(&d, "8/8/8/3PpP2/3PPP2/3PPP2/8/8[PPpp] w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_LINES), LINES_DROP * (3 - 5) - LINES_OPEN * (7 - 1));
  /* A corner, and two men along an edge from there; Black's stand beside an empty one. */
  look_at(&d, "8/1p6/8/3PP3/3PP3/8/8/PPP5[PPpp] w - - 0 1");
  assert_int_equal(count_of(&d, MR_FY_W_LINES),
                   LINES_CORNER + 2 * LINES_EDGE + LINES_DIAGONAL - LINES_OPEN * (7 - 1));
  fixture_close(&d);
}

/** A rook alone wins, and yet leads of few pawns are drawn more often: 36 of 64 parts stay, and 7
 *  for each pawn. */
static void leads_of_the_end_need_men_that_promote(void **state) {
  (void)state;
  static const char none[] = "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1";
  static const char some[] = "4k3/8/8/8/8/8/PPPP4/RR2K3 w - - 0 1";
  bench d;
  measured_open(&d, "chess", NULL);
  assert_true(d.weights->wins_by_pawns);
  look_at(&d, none);
  int open = d.trace->phase;
  assert_in_range(open, 1, MR_FYS_FULL - 1);
  assert_int_equal(d.trace->scale,
                   MR_FYS_FULL * (open * 64 + (MR_FYS_FULL - open) * 36) / (64 * MR_FYS_FULL));
  look_at(&d, some);
  assert_int_equal(d.trace->scale, MR_FYS_FULL);
  fixture_close(&d);
  measured_open(&d, "chess", "[x]\nhanging = n:-5\n"); /* as fitted before */
  assert_false(d.weights->wins_by_pawns);
  fixture_close(&d);
  static const char *const others[] = {"crazyhouse", "borderlands", "kingofthehill", "antichess"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    measured_open(&d, others[i], NULL);
    assert_false(d.weights->wins_by_pawns);
    fixture_close(&d);
  }
}

/* ---- sums that are kept ---------------------------------------------------------------------- */

/* A random game, in which what is kept is compared with what is made anew after each action. */
static void compare_sums(bench *d, mr_random *random) {
  mr_fys_sum sum, anew;
  mr_game_start(d->game, d->state);
  sum_all(&d->eval, d->state, &sum);
  for (unsigned made = 0; made < 300 && !is_over(d); made++) {
    make_any(d, random);
    sum_after(&d->eval, d->undo, &sum, &sum);
    if (has_flipped(d->eval.game, d->undo)) {
      sum_flipped(&d->eval, d->state, d->undo, &sum);
    }
    sum_all(&d->eval, d->state, &anew);
    assert_true(sum.score == anew.score);
    assert_int_equal(sum.phase, anew.phase);
  }
}

static void sums_kept_from_action_to_action_are_those_made_anew(void **state) {
  (void)state;
  static const char *const games[] = {"chess", "colorboundmost", "nearly-colorboundmost",
                                      "house", "ataxx",          "flipello"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    bench d;
    mr_random random;
    fixture_open(&d, drops, games[i]);
    mr_random_init(&random, 5 + i);
    for (unsigned round = 0; round < 60; round++) {
      compare_sums(&d, &random);
    }
    fixture_close(&d);
  }
}

/* ---- folding --------------------------------------------------------------------------------- */

static int worth_of(bench *d, const char *text) {
  mr_error err = {.message = ""};
  if (mr_game_parse_state(d->game, text, strlen(text), d->state, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  return d->core->evaluate(&d->eval, d->state);
}

/** The same position for the other side: of chess, and where whose king gets across has won. */
static void a_position_is_worth_to_black_what_its_mirror_is_to_white(void **state) {
  (void)state;
  static const char race[] = "[race:chess]\nflagPiece = k\nflagRegionWhite = *8\n"
                             "flagRegionBlack = *1\n";
  static const char *const pairs[][3] = {
      {"chess", "4k3/pp3ppp/2n5/8/3P4/5N2/PP3PPP/4K3 w - - 0 1",
       "4k3/pp3ppp/5n2/3p4/8/2N5/PP3PPP/4K3 b - - 0 1"},
      {"chess", "r3k3/8/8/P7/8/8/1q6/4K2R w K - 5 9", "4k2r/1Q6/8/8/p7/8/8/R3K3 b k - 5 9"},
      {"race", "8/8/3ppp1k/4K3/8/8/8/8 w - - 0 1", "8/8/8/8/4k3/3PPP1K/8/8 b - - 0 1"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    bench d;
    fixture_open(&d, race, pairs[i][0]);
    int worth = worth_of(&d, pairs[i][1]);
    assert_int_equal(worth, worth_of(&d, pairs[i][2]));
    assert_int_not_equal(worth, 0);
    fixture_close(&d);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(evaluation_is_the_sum_of_its_terms_times_their_weights),
    cmocka_unit_test(nobody_is_a_king_where_all_men_have_to_be_lost),
    cmocka_unit_test(every_group_of_terms_is_met_in_some_game),
    cmocka_unit_test(attacks_beside_the_last_of_a_kind_that_may_not_be_lost_count),
    cmocka_unit_test(to_move_freely_is_worth_men_only_where_duty_and_loss_meet),
    cmocka_unit_test(the_numbers_that_games_are_measured_with_can_be_set),
    cmocka_unit_test(threats_are_counted_by_who_attacks_and_how_well_is_defended),
    cmocka_unit_test(weights_that_name_a_notion_of_threats_are_judged_by_it),
    cmocka_unit_test(men_are_worth_having_where_they_are_to_be_lost_but_for_kings),
    cmocka_unit_test(a_board_that_is_full_at_first_is_no_measure_of_riders),
    cmocka_unit_test(a_man_who_turns_by_all_that_he_does_is_worth_as_much_before_as_behind),
    cmocka_unit_test(a_horde_lives_by_holding_together),
    cmocka_unit_test(attacks_on_a_royals_side_and_its_way_to_its_pawns_count),
    cmocka_unit_test(men_near_a_goal_that_one_of_them_wins_by_reaching_count),
    cmocka_unit_test(royals_near_a_goal_count_by_whose_goal_it_is),
    cmocka_unit_test(captures_that_have_to_be_made_count_and_men_that_can_be_offered),
    cmocka_unit_test(hands_make_mobility_worth_more),
    cmocka_unit_test(a_duty_is_nothing_special_where_all_actions_capture),
    cmocka_unit_test(nothing_is_quiet_where_the_best_action_captures),
    cmocka_unit_test(kinds_that_are_running_out_count_where_their_loss_ends_the_game),
    cmocka_unit_test(checks_that_are_left_to_give_count_the_fewer_the_more),
    cmocka_unit_test(rows_count_by_what_they_lack),
    cmocka_unit_test(lines_that_turn_count_by_drops_and_corners),
    cmocka_unit_test(leads_of_the_end_need_men_that_promote),
    cmocka_unit_test(sums_kept_from_action_to_action_are_those_made_anew),
    cmocka_unit_test(a_position_is_worth_to_black_what_its_mirror_is_to_white),
};

MR_TEST_MAIN(tests)
