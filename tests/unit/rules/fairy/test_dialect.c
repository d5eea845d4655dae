/*
 * What keys of the dialect mean where only deep games show it: pieces in hand that are not gone,
 * royals that face each other along a rank, squares where captures in passing end, and castling
 * beside a royal that is not the king.
 */
#include <marcher/compose.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "rules_fixture.h"
#include "test_main.h"

/* Plays from a state; the number of the rule that ended the game then, MR_FY_RULE_NONE for none. */
static unsigned end_after(const fixture *d, const char *text, const char *move, unsigned *winner) {
  mr_error err = {.message = ""};
  mr_action action = MR_ACTION_NONE;
  mr_state *state = mr_state_new(d->game, NULL);
  assert_non_null(state);
  if (mr_game_parse_state(d->game, text, strlen(text), state, &err) != MR_OK ||
      mr_game_parse_action(d->game, state, move, strlen(move), &action, &err) != MR_OK) {
    fail_msg("%s, %s: %s", text, move, err.message);
  }
  assert_int_equal(mr_game_play(d->game, state, action, NULL, NULL), MR_OK);
  unsigned end = mr_fy_state_of(state)->end;
  *winner = mr_fy_state_of(state)->winner;
  mr_state_free(d->game, NULL, state);
  return end;
}

static bool is_legal(const fixture *d, const char *text, const char *move) {
  mr_error err = {.message = ""};
  mr_action action = MR_ACTION_NONE;
  mr_state *state = mr_state_new(d->game, NULL);
  assert_non_null(state);
  if (mr_game_parse_state(d->game, text, strlen(text), state, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  bool legal = mr_game_parse_action(d->game, state, move, strlen(move), &action, NULL) == MR_OK;
  mr_state_free(d->game, NULL, state);
  return legal;
}

/* ---- extinction ------------------------------------------------------------------------------ */

#define HANDS                                                                                 \
  "[x]\nrook = r\nwazir = w\ncastling = false\nmaxFile = 5\nmaxRank = 5\npieceDrops = true\n" \
  "capturesToHand = true\nextinctionValue = loss\nextinctionPieceTypes = w\n"                 \
  "startFen = rw3/5/5/5/3WR[] w - - 0 1\n"

static void a_kind_is_gone_when_it_is_neither_on_the_board_nor_in_hand(void **unused) {
  (void)unused;
  fixture d;
  unsigned winner = MR_FY_UNDECIDED;
  fixture_open(&d, HANDS, "x");
  assert_int_equal(end_after(&d, "rw3/5/5/1R3/3W1[] w - - 0 1", "b2b5", &winner),
                   MR_FY_RULE_EXTINCTION);
  assert_int_equal(winner, MR_FY_WHITE_WINS);
  /* One in Black's hand can still be dropped; one in White's hand is no help to Black. */
  assert_int_equal(end_after(&d, "rw3/5/5/1R3/3W1[w] w - - 0 1", "b2b5", &winner), MR_FY_RULE_NONE);
  assert_int_equal(end_after(&d, "rw3/5/5/1R3/3W1[W] w - - 0 1", "b2b5", &winner),
                   MR_FY_RULE_EXTINCTION);
  assert_string_equal(rule_text(&d, "extinction"),
                      "Who has no Wazir left on the board or in hand loses.");
  fixture_close(&d);
}

static void all_pieces_together_are_gone_when_the_hand_is_empty_too(void **unused) {
  (void)unused;
  fixture d;
  unsigned winner = MR_FY_UNDECIDED;
  fixture_open(&d,
               "[x]\nrook = r\nwazir = w\ncastling = false\nmaxFile = 5\nmaxRank = 5\n"
               "pieceDrops = true\ncapturesToHand = true\nextinctionValue = win\n"
               "extinctionPieceTypes = *\nstartFen = rw3/5/5/5/3WR[] w - - 0 1\n",
               "x");
  assert_int_equal(end_after(&d, "1w3/5/5/1R3/5[r] w - - 0 1", "b2b5", &winner), MR_FY_RULE_NONE);
  assert_int_equal(end_after(&d, "1w3/5/5/1R3/5[] w - - 0 1", "b2b5", &winner),
                   MR_FY_RULE_EXTINCTION);
  assert_int_equal(winner, MR_FY_BLACK_WINS);
  fixture_close(&d);
}

static void the_other_side_has_so_many_with_those_in_hand(void **unused) {
  (void)unused;
  fixture d;
  unsigned winner = MR_FY_UNDECIDED;
  fixture_open(&d,
               "[x]\nrook = r\nwazir = w\ncastling = false\nmaxFile = 5\nmaxRank = 5\n"
               "pieceDrops = true\nextinctionValue = loss\nextinctionPieceTypes = w\n"
               "extinctionOpponentPieceCount = 2\nstartFen = rw3/5/5/5/2WWR[Ww] w - - 0 1\n",
               "x");
  assert_int_equal(end_after(&d, "rw3/5/5/1R3/3W1[] w - - 0 1", "b2b5", &winner), MR_FY_RULE_NONE);
  assert_int_equal(end_after(&d, "rw3/5/5/1R3/3W1[W] w - - 0 1", "b2b5", &winner),
                   MR_FY_RULE_EXTINCTION);
  fixture_close(&d);
}

/* The pawn that takes the last knight is the last pawn, and is one no more. */
static void who_makes_both_sides_extinct_has_lost(void **unused) {
  (void)unused;
  fixture d;
  unsigned winner = MR_FY_UNDECIDED;
  fixture_open(&d,
               "[x:chess]\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\n"
               "extinctionPieceTypes = np\n"
               "startFen = nnn1k3/ppp5/8/8/8/8/PPP5/NNN1K3 w - - 0 1\n",
               "x");
  assert_int_equal(end_after(&d, "n3k3/1P6/8/8/8/7p/8/N3K3 w - - 0 1", "b7a8q", &winner),
                   MR_FY_RULE_EXTINCTION);
  assert_int_equal(winner, MR_FY_BLACK_WINS);
  fixture_close(&d);
}

/* A Knight that was a pawn is a Knight, and a promoted form goes with its piece. */
static void forms_are_counted_with_their_pieces(void **unused) {
  (void)unused;
  fixture d;
  unsigned winner = MR_FY_UNDECIDED;
  fixture_open(&d,
               "[x:chess]\nking = -\ncommoner = k\ncastling = false\npieceDrops = true\n"
               "capturesToHand = true\nextinctionValue = loss\nextinctionPieceTypes = kn\n"
               "startFen = n3k3/p7/8/8/8/8/P7/N3K3[] w - - 0 1\n",
               "x");
  assert_int_equal(end_after(&d, "n~3k2n/8/8/8/8/8/5P2/4K2N[] w - - 0 1", "f2f3", &winner),
                   MR_FY_RULE_NONE);
  assert_int_equal(end_after(&d, "n~3k3/8/8/8/8/8/5P2/R3K2N[] w - - 0 1", "a1a8", &winner),
                   MR_FY_RULE_EXTINCTION);
  assert_string_equal(rule_text(&d, "extinction"),
                      "Who has no Knight or no Commoner left on the board or in hand loses.");
  fixture_close(&d);
  fixture_open(&d,
               "[x]\nrook = r\ncustomPiece1 = l:W\npromotedFormCustomPiece1 = K\ncastling = false\n"
               "maxFile = 5\nmaxRank = 5\npromotionRegionWhite = *5\npromotionRegionBlack = *1\n"
               "extinctionValue = loss\nextinctionPieceTypes = l\n"
               "startFen = 2l2/r4/5/4R/2L2 w - - 0 1\n",
               "x");
  assert_int_equal(end_after(&d, "5/2L2/2l2/5/5 w - - 0 1", "c4c5+", &winner), MR_FY_RULE_NONE);
  assert_int_equal(end_after(&d, "2+L2/3l1/5/3R1/5 w - - 0 1", "d2d4", &winner),
                   MR_FY_RULE_EXTINCTION);
  fixture_close(&d);
}

/* Wolves go forward and sideways; White has one Commoner, and Black fights with four of its pack.
 */
#define WOLVES                                                                                    \
  "[wolves]\nking = -\ncommoner = k\ncustomPiece1 = w:mWcF\npawn = p\ncastling = false\n"         \
  "promotionPieceTypes = -\nmaxFile = 5\nmaxRank = 5\nextinctionValue = loss\n"                   \
  "extinctionPieceTypesWhite = k\nextinctionPieceTypesBlack = w\nextinctionPieceCountBlack = 3\n" \
  "startFen = wwwww/5/5/1PPP1/2K2 w - - 0 1\n"

static void each_side_runs_out_of_its_own(void **unused) {
  (void)unused;
  fixture d;
  unsigned winner = MR_FY_UNDECIDED;
  fixture_open(&d, WOLVES, "wolves");
  /* White has no wolf and Black no Commoner: nobody needs what is the other's. */
  assert_int_equal(end_after(&d, "wwwww/5/5/1PPP1/2K2 w - - 0 1", "b2b3", &winner),
                   MR_FY_RULE_NONE);
  assert_int_equal(end_after(&d, "ww1ww/5/2w2/1P3/2K2 w - - 0 1", "b2c3", &winner),
                   MR_FY_RULE_NONE);
  assert_int_equal(end_after(&d, "ww2w/5/2w2/1P3/2K2 w - - 0 1", "b2c3", &winner),
                   MR_FY_RULE_EXTINCTION);
  assert_int_equal(winner, MR_FY_WHITE_WINS);
  assert_int_equal(end_after(&d, "ww1ww/5/5/1w1P1/2K2 b - - 0 1", "b2c1", &winner),
                   MR_FY_RULE_EXTINCTION);
  assert_int_equal(winner, MR_FY_BLACK_WINS);
  assert_string_equal(rule_text(&d, "extinction"),
                      "White loses when it has no Commoner left. "
                      "Black loses when it has no more than 3 W's left.");
  fixture_close(&d);
}

static void a_side_that_needs_nothing_is_never_gone(void **unused) {
  (void)unused;
  fixture d;
  unsigned winner = MR_FY_UNDECIDED;
  fixture_open(&d, WOLVES "[x:wolves]\nextinctionPieceTypesBlack = -\n", "x");
  assert_int_equal(end_after(&d, "5/5/2w2/1P3/2K2 w - - 0 1", "b2c3", &winner),
                   MR_FY_RULE_STALEMATE);
  assert_string_equal(rule_text(&d, "extinction"), "White loses when it has no Commoner left.");
  fixture_close(&d);
  /* What a child says of both sides holds for both, whatever its parent said of one. */
  fixture_open(&d,
               WOLVES "[x:wolves]\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
                      "extinctionOpponentPieceCount = 2\n",
               "x");
  assert_string_equal(rule_text(&d, "extinction"), "Who has no more than 1 piece left, while the "
                                                   "other side has at least 2 of them, loses.");
  assert_int_equal(end_after(&d, "w4/5/2w2/1P3/2K2 w - - 0 1", "b2c3", &winner),
                   MR_FY_RULE_EXTINCTION);
  fixture_close(&d);
}

/* The last of its own is royal; what only the other side needs is not. */
static void each_side_has_last_ones_of_its_own(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\ncommoner = k\nwazir = w\nrook = r\ncastling = false\nmaxFile = 5\n"
               "maxRank = 5\nextinctionValue = loss\nextinctionPseudoRoyal = true\n"
               "extinctionPieceTypesWhite = k\nextinctionPieceTypesBlack = w\n"
               "startFen = rkw2/5/5/5/2WKR w - - 0 1\n",
               "x");
  assert_false(is_legal(&d, "r1w2/5/5/5/1K3 w - - 0 1", "b1a1"));
  assert_true(is_legal(&d, "r1w2/5/5/5/1W1K1 w - - 0 1", "b1a1"));
  assert_false(is_legal(&d, "1w3/1k3/5/5/R2K1 b - - 0 1", "b5a5"));
  assert_true(is_legal(&d, "1w3/k4/5/5/R2K1 b - - 0 1", "b5a5"));
  assert_true(is_legal(&d, "2w2/1k3/5/5/R2K1 b - - 0 1", "b4a4"));
  assert_string_equal(rule_text(&d, "checkmate"),
                      "Checkmate wins: the other side's (White's) last Commoner or (Black's) last "
                      "Wazir is attacked, and it has no legal move. No move may leave one's own "
                      "(White's) last Commoner or (Black's) last Wazir attacked.");
  mr_goal goals[MR_GOALS_MAX] = {0};
  assert_int_equal(mr_game_goals(d.game, goals), 2);
  assert_int_equal(goals[0].rule, mr_fy_game_of(d.game)->rule_of[MR_FY_RULE_CHECKMATE]);
  fixture_close(&d);
}

/* Two of three may go: the last two are royal, and a refusal names the one that is attacked. */
static void so_many_as_are_needed_are_royal(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\nwazir = w\nrook = r\ncastling = false\nmaxFile = 5\nmaxRank = 5\n"
               "extinctionValue = loss\nextinctionPseudoRoyal = true\nextinctionPieceTypes = w\n"
               "extinctionPieceCount = 1\nstartFen = www2/5/5/5/WWW1R w - - 0 1\n",
               "x");
  static const char two[] = "w1w2/5/5/5/R1WW1 b - - 0 1", three[] = "www2/5/5/5/R1WW1 b - - 0 1";
  assert_false(is_legal(&d, two, "c5c4"));
  assert_true(is_legal(&d, three, "c5c4"));
  assert_string_equal(rule_text(&d, "checkmate"),
                      "Checkmate wins: the other side's Wazir (one of the last 2) is attacked, and "
                      "it has no legal move. No move may leave one's own Wazir (one of the last 2) "
                      "attacked.");
  mr_error err = {.message = ""};
  mr_action action = MR_ACTION_NONE;
  mr_state *state = mr_state_new(d.game, NULL);
  assert_int_equal(mr_game_parse_state(d.game, two, strlen(two), state, NULL), MR_OK);
  assert_int_not_equal(mr_game_parse_action(d.game, state, "c5c4", 4, &action, &err), MR_OK);
  assert_non_null(strstr(err.message, "Wazir on a5 attacked by the Rook on a1"));
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

/* As many as nobody can have are all that there are: the sentence has no number. */
static void where_all_are_needed_no_number_is_told(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\nwazir = w\nrook = r\ncastling = false\nmaxFile = 5\nmaxRank = 5\n"
               "extinctionValue = loss\nextinctionPseudoRoyal = true\nextinctionPieceTypes = w\n"
               "extinctionPieceCount = 64\nstartFen = www2/5/5/5/WWW1R w - - 0 1\n",
               "x");
  assert_string_equal(rule_text(&d, "checkmate"),
                      "Checkmate wins: the other side's Wazir is attacked, and it has no legal "
                      "move. No move may leave one's own Wazir attacked.");
  fixture_close(&d);
}

/* What counts only while the other side has some can never count where it cannot have one. */
static void a_goal_that_nobody_can_reach_says_why(void **unused) {
  (void)unused;
  fixture d;
  mr_goal goals[MR_GOALS_MAX];
  fixture_open(&d, WOLVES "[x:wolves]\nextinctionOpponentPieceCount = 2\n", "x");
  assert_int_equal(mr_game_goals(d.game, goals), 2);
  assert_non_null(strstr(goals[0].obstacle, "only while the other side has at least 2 of them"));
  fixture_close(&d);
}

/* What one side alone plays for is its goal alone, whatever it costs, and beside what is played for
 * there is what only befalls somebody. */
static void lack_of_moves_of_men_and_repetitions_may_win(void **unused) {
  (void)unused;
  static const struct {
    const char *keys, *rule; /* some of its words */
    bool wins[2];
    bool aside;
  } rows[] = {
      {"stalemateValue = loss\n", "without being in check", {true, true}, true},
      {"stalemateValue = win\n", "without being in check", {true, true}, true},
      {"stalemateValue = draw\n", "without being in check", {false, false}, true},
      {"nFoldRule = 3\n", "comes about", {false, false}, true},
      {"nFoldRule = 3\nnFoldValue = loss\n", "comes about", {true, true}, true},
      {"nFoldRule = 3\nnFoldValue = win\n", "comes about", {false, false}, true},
      {"nFoldRule = 3\nnFoldValue = loss\nnFoldValueAbsolute = true\n",
       "comes about",
       {false, true},
       true},
      {"extinctionValue = win\nextinctionPieceTypes = n\n", " left wins", {true, true}, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    fixture d;
    char text[512];
    mr_goal goals[MR_GOALS_MAX];
    bool wins[2] = {false, false};
    snprintf(text, sizeof text, "[x:chess]\ncastling = false\n%s", rows[i].keys);
    fixture_open(&d, text, "x");
    size_t count = mr_game_goals(d.game, goals);
    for (size_t k = 0; k < count; k++) {
      if (strstr(d.game->info.rules[goals[k].rule].text, rows[i].rule) != NULL) {
        wins[goals[k].player.id] = true;
        assert_int_equal(goals[k].aside, rows[i].aside);
      }
    }
    assert_int_equal(wins[0], rows[i].wins[0]);
    assert_int_equal(wins[1], rows[i].wins[1]);
    fixture_close(&d);
  }
}

/* ---- pawns ----------------------------------------------------------------------------------- */

/* They may not go there, having nothing to become; a king that they attack is in check all the
 * same. */
static void pawns_attack_where_they_may_not_promote(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x:chess]\npromotionPieceTypes = -\ncastling = false\n"
               "startFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n",
               "x");
  static const char check[] = "4k3/3P4/8/8/8/8/8/4K3 b - - 0 1";
  assert_false(is_legal(&d, "4k3/8/2P5/8/8/8/8/4K3 w - - 0 1", "c6c8"));
  assert_false(is_legal(&d, "4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8"));
  assert_false(is_legal(&d, "1r2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7b8"));
  assert_true(is_legal(&d, check, "e8d7"));
  assert_true(is_legal(&d, check, "e8f8"));
  assert_false(is_legal(&d, "4k3/3P4/8/8/8/7p/8/4K3 b - - 0 1", "h3h2"));
  assert_false(is_legal(&d, "8/1P1k4/8/8/8/8/8/4K3 b - - 0 1", "d7c8"));
  fixture_close(&d);
}

/* ---- royals ---------------------------------------------------------------------------------- */

static void royals_do_not_face_each_other_along_ranks(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\nking = k:W\nrook = r\ncastling = false\nmaxFile = 6\nmaxRank = 5\n"
               "flyingGeneral = true\nstartFen = k5/6/3r2/6/3K1R w - - 0 1\n",
               "x");
  assert_false(is_legal(&d, "6/k5/6/3K2/6 w - - 0 1", "d2d4"));
  assert_false(is_legal(&d, "6/k5/3K2/6/6 w - - 0 1", "d3d4"));
  assert_true(is_legal(&d, "6/k1r3/3K2/6/6 w - - 0 1", "d3d2"));
  /* What stands between them on the rank is pinned to it. */
  assert_false(is_legal(&d, "6/k1R1K1/6/6/6 w - - 0 1", "c4c3"));
  assert_true(is_legal(&d, "6/k1R1K1/6/6/6 w - - 0 1", "c4b4"));
  /* The edge of the board is no way round to the next rank. */
  assert_true(is_legal(&d, "6/5k/6/K5/6 w - - 0 1", "a2a3"));
  assert_non_null(strstr(rule_text(&d, "checkmate"), "along a file or a rank"));
  fixture_close(&d);
}

/* Whoever may not move so is told which two would face each other, and where. */
static void royals_that_would_face_each_other_are_named(void **unused) {
  (void)unused;
  static const struct {
    const char *state, *move, *why;
  } refusals[] = {
      {"6/k5/3K2/6/6 w - - 0 1", "d3d4",
       "your King on d4 would face the King on a4 with nothing between them; it may play d3d2, "
       "d3c3, d3e3"},
      {"6/k1R1K1/6/6/6 w - - 0 1", "c4c3",
       "your King on e4 would face the King on a4 with nothing between them; it may play c4a4, "
       "c4b4, c4d4"},
      {"k5/6/6/1K4/6 w - - 0 1", "b2a2",
       "your King on a2 would face the King on a5 with nothing between them; it may play b2b1, "
       "b2c2, b2b3"},
      {"5K/6/6/6/k4R b - - 0 1", "a1b1",
       "it would still leave your King on b1 attacked by the Rook on f1; it may play a1a2"},
  };
  fixture d;
  fixture_open(&d,
               "[x]\nking = k:W\nrook = r\ncastling = false\nmaxFile = 6\nmaxRank = 5\n"
               "flyingGeneral = true\nstartFen = k5/6/3r2/6/3K1R w - - 0 1\n",
               "x");
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    mr_error err = {.message = ""};
    mr_action action = MR_ACTION_NONE;
    mr_state *state = mr_state_new(d.game, NULL);
    assert_int_equal(
        mr_game_parse_state(d.game, refusals[i].state, strlen(refusals[i].state), state, &err),
        MR_OK);
    assert_int_equal(mr_game_parse_action(d.game, state, refusals[i].move, strlen(refusals[i].move),
                                          &action, &err),
                     MR_ERR_ILLEGAL);
    assert_string_equal(err.message, refusals[i].why);
    mr_state_free(d.game, NULL, state);
  }
  fixture_close(&d);
}

/* The Archduke beside the king is royal, and the partner that castles has shielded it. */
static void castling_leaves_no_other_royal_attacked(void **unused) {
  (void)unused;
  static const char text[] = "[x:chess]\ncustomPiece1 = d:K\nroyalPieces = kd\n"
                             "startFen = r3k2r/8/8/d7/D7/8/8/R3K2R w KQkq - 0 1\n";
  fixture d;
  fixture_open(&d, text, "x");
  assert_true(is_legal(&d, "4k3/8/8/d7/8/8/D7/R3K2R w KQ - 0 1", "e1g1"));
  assert_false(is_legal(&d, "4k2r/8/8/d7/7D/8/8/R3K2R w KQ - 0 1", "e1g1"));
  /* The rook leaves a1, and a rook behind it attacks a2. */
  fixture_close(&d);
  fixture_open(&d,
               "[x:chess]\ncustomPiece1 = d:K\nroyalPieces = kd\ncastlingRookQueensideFile = b\n"
               "startFen = 1r2k2r/8/8/d7/D7/8/8/1R2K2R w KQkq - 0 1\n",
               "x");
  assert_true(is_legal(&d, "4k3/8/8/d7/8/1D6/8/1R2K3 w Q - 0 1", "e1c1"));
  assert_false(is_legal(&d, "4k3/8/8/d7/8/8/D7/qR2K3 w Q - 0 1", "e1c1"));
  fixture_close(&d);
}

/* A third of two royal commoners leaves none of them royal; a first amazon is royal at once. */
static void promotion_makes_royals_and_unmakes_them(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x:chess]\nking = -\ncommoner = k\ncastling = false\npromotionPieceTypes = kq\n"
               "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPieceCount = 1\n"
               "extinctionPseudoRoyal = true\n"
               "startFen = k1k2k2/1p3p2/8/8/8/8/1P3P2/K1K2K2 w - - 0 1\n",
               "x");
  static const char attacked[] = "1k6/2k5/1P6/8/4K1P1/8/K4p2/7K b - - 0 38";
  assert_true(is_legal(&d, attacked, "f2f1k"));
  assert_false(is_legal(&d, attacked, "f2f1q"));
  assert_true(is_legal(&d, attacked, "c7b6"));
  fixture_close(&d);
  fixture_open(&d,
               "[x:chess]\nking = -\ncommoner = k\namazon = m\ncastling = false\n"
               "promotionPieceTypes = mn\nextinctionValue = loss\nextinctionPieceTypes = km\n"
               "extinctionPseudoRoyal = true\n"
               "startFen = rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR w - - 0 1\n",
               "x");
  assert_false(is_legal(&d, "r7/4P3/8/8/7k/8/8/4K3 w - - 0 1", "e7e8m"));
  assert_true(is_legal(&d, "r7/4P3/8/8/7k/8/8/4K3 w - - 0 1", "e7e8n"));
  assert_false(is_legal(&d, "r7/4P3/8/8/7k/8/8/M3K3 w - - 0 1", "e7e8n")); /* the Amazon on a1 */
  assert_true(is_legal(&d, "8/4P3/8/8/7k/8/8/4K3 w - - 0 1", "e7e8m"));
  fixture_close(&d);
}

/* ---- captures in passing --------------------------------------------------------------------- */

#define PAWNS "[x:chess]\ncastling = false\n"

static void captures_in_passing_end_on_the_squares_of_their_region(void **unused) {
  (void)unused;
  fixture d;
  static const char start[] = "4k3/2p1p3/8/3P4/3p4/8/2P1P3/4K3 b - - 0 1";
  mr_table table;
  fixture_open(&d, PAWNS "enPassantRegionWhite = c6\nenPassantRegionBlack = e3 c6\n", "x");
  assert_true(is_legal(&d, "4k3/4p3/8/2pP4/8/8/8/4K3 w - c6 0 2", "d5c6"));
  assert_false(is_legal(&d, "4k3/2p5/8/3Pp3/8/8/8/4K3 w - e6 0 2", "d5e6"));
  assert_true(is_legal(&d, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2", "d4e3"));
  assert_false(is_legal(&d, "4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 2", "d4c3"));
  assert_string_equal(rule_text(&d, "CH-6"),
                      "A piece that has just stepped over a square by its initial move can be "
                      "taken on that square, on the very next move, by an enemy Pawn. White "
                      "captures so on these squares alone: c6. Black captures so on these squares "
                      "alone: e3, c6.");
  fixture_close(&d);
  /* A right that nobody can use is none: positions that differ in nothing are one. */
  mr_table_open_game(&table, "chess", "enPassantRegionWhite=c6", start);
  mr_table_play(&table, "e7e5");
  assert_string_equal(mr_table_state(&table), "4k3/2p5/8/3Pp3/3p4/8/2P1P3/4K3 w - - 0 2");
  mr_table_set(&table, start);
  mr_table_play(&table, "c7c5");
  assert_string_equal(mr_table_state(&table), "4k3/4p3/8/2pP4/3p4/8/2P1P3/4K3 w - c6 0 2");
  mr_table_close(&table);
}

/* BI-19: whether a capture in passing that ends in the region of promotions promotes. */
#define PASSING "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\n"

static void captures_in_passing_promote_where_the_game_says_so(void **unused) {
  (void)unused;
  fixture d;
  static const char text[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
  fixture_open(&d, PAWNS PASSING "promotionOnEnPassant = true\n", "x");
  assert_true(is_legal(&d, text, "e5d6q"));
  assert_false(is_legal(&d, text, "e5d6"));
  fixture_close(&d);
  fixture_open(&d, PAWNS PASSING, "x");
  assert_false(is_legal(&d, text, "e5d6q"));
  assert_true(is_legal(&d, text, "e5d6"));
  fixture_close(&d);
}

/* Who is named captures in passing by what it does only to capture; an `e` does it without that. */
static void listed_pieces_capture_in_passing_as_they_capture(void **unused) {
  (void)unused;
  fixture d;
  static const char game[] = "[x:chess]\npawn = -\ncustomPiece1 = p:fmWfcFifmnD\n"
                             "promotionPawnTypes = p\ncastling = false\n";
  static const char text[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
  char listed[256];
  snprintf(listed, sizeof listed, "%senPassantTypes = p\n", game);
  fixture_open(&d, listed, "x");
  assert_true(is_legal(&d, text, "e5d6"));
  assert_non_null(strstr(rule_text(&d, "CH-6"), "by an enemy P"));
  fixture_close(&d);
  snprintf(listed, sizeof listed, "%senPassantTypes = -\n", game);
  fixture_open(&d, listed, "x");
  assert_false(is_legal(&d, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5d6"));
  fixture_close(&d);
  /* What it does without capturing too is no way to capture in passing. */
  fixture_open(&d,
               "[x:chess]\npawn = -\ncustomPiece1 = p:fWfFifmnD\npromotionPawnTypes = p\n"
               "enPassantTypes = p\ncastling = false\n",
               "x");
  unsigned winner = MR_FY_UNDECIDED;
  assert_int_equal(end_after(&d, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5d6", &winner),
                   MR_FY_RULE_NONE);
  fixture_close(&d);
}

/* ---- ends at once ---------------------------------------------------------------------------- */

/* The second repetition is the twelfth ply without progress. */
static void a_draw_for_want_of_progress_outranks_a_repetition_that_somebody_loses(void **unused) {
  (void)unused;
  static const char *const cases[][2] = {
      {"", "0-1"}, {"nMoveRule=2", "1/2-1/2"}, {"nMoveRule=2;drawsFirst=true", "0-1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char sets[128];
    mr_table table;
    snprintf(sets, sizeof sets, "nFoldRule=2;nFoldValue=loss;nFoldValueAbsolute=true%s%s",
             cases[i][0][0] != '\0' ? ";" : "", cases[i][0]);
    mr_table_open_game(&table, "chess", sets, "r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1");
    mr_table_play(&table, "a1b1 a8b8 b1a1");
    assert_string_equal(mr_table_result(&table), "*");
    mr_table_play(&table, "b8a8");
    assert_string_equal(mr_table_result(&table), cases[i][1]);
    mr_table_close(&table);
  }
}

/* ---- moves without progress ------------------------------------------------------------------ */

/* The count after a move that is the eighth without progress unless it is some. */
static unsigned idle_after(const fixture *d, const char *text, const char *move) {
  mr_error err = {.message = ""};
  mr_action action = MR_ACTION_NONE;
  mr_state *state = mr_state_new(d->game, NULL);
  assert_non_null(state);
  if (mr_game_parse_state(d->game, text, strlen(text), state, &err) != MR_OK ||
      mr_game_parse_action(d->game, state, move, strlen(move), &action, &err) != MR_OK) {
    fail_msg("%s, %s: %s", text, move, err.message);
  }
  mr_game_make(d->game, state, action, NULL, NULL);
  unsigned idle = mr_fy_state_of(state)->idle;
  mr_state_free(d->game, NULL, state);
  return idle;
}

#define PROGRESS                                                                             \
  "[x]\nking = k\nrook = r\nsilver = s\ngold = g\ncustomPiece1 = w:mWcF\npawnTypes = w\n"    \
  "castling = false\nmaxFile = 5\nmaxRank = 5\npieceDrops = true\npromotedPieceType = s:g\n" \
  "promotionRegionWhite = *5\npromotionRegionBlack = *1\n"                                   \
  "startFen = k4/5/5/5/4K[RSWrsw] w - - 0 1\n"

static void drops_promotions_and_lasting_moves_of_pawns_are_progress(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, PROGRESS, "x");
  assert_int_equal(idle_after(&d, "k4/5/5/5/4K[R] w - - 7 9", "R@c3"), 0);
  assert_int_equal(idle_after(&d, "k4/3S1/5/5/4K[] w - - 7 9", "d4e5+"), 0);
  assert_int_equal(idle_after(&d, "k4/3S1/5/5/4K[] w - - 7 9", "d4e5"), 8);
  assert_int_equal(idle_after(&d, "k4/3W1/5/5/4K[] w - - 7 9", "d4d3"), 8); /* it can go back */
  assert_string_equal(rule_text(&d, "nMoveRule"),
                      "50 moves by each side without a capture, a promotion, a drop or a move of a "
                      "W that it cannot take straight back are a draw.");
  fixture_close(&d);
  fixture_open(&d, PROGRESS "[y:x]\ncustomPiece1 = w:smWfF\n", "y"); /* aside is as good as back */
  assert_non_null(strstr(rule_text(&d, "nMoveRule"), "that it cannot take straight back"));
  fixture_close(&d);
  fixture_open(&d, PROGRESS "nMoveRuleTypes = w\n", "x");
  assert_int_equal(idle_after(&d, "k4/5/5/5/4K[R] w - - 7 9", "R@c3"), 8);
  assert_int_equal(idle_after(&d, "k4/3S1/5/5/4K[] w - - 7 9", "d4e5+"), 8);
  assert_int_equal(idle_after(&d, "k4/3W1/5/5/4K[] w - - 7 9", "d4d3"), 0);
  fixture_close(&d);
  fixture_open(&d, PROGRESS "nMoveRulePromotion = true\n", "x");
  assert_int_equal(idle_after(&d, "k4/5/5/5/4K[R] w - - 7 9", "R@c3"), 8);
  assert_int_equal(idle_after(&d, "k4/3S1/5/5/4K[] w - - 7 9", "d4e5+"), 0);
  fixture_close(&d);
}

/* ---- texts of positions ---------------------------------------------------------------------- */

/* The text of a state that is read, or the message where it is refused. */
static void reread(const fixture *d, const char *given, char *out, size_t size) {
  mr_error err = {.message = ""};
  mr_state *state = mr_state_new(d->game, NULL);
  mr_str text = mr_str_fixed(out, size);
  assert_non_null(state);
  if (mr_game_parse_state(d->game, given, strlen(given), state, &err) == MR_OK) {
    mr_game_format_state(d->game, state, &text);
  } else {
    mr_str_add(&text, err.message);
  }
  mr_state_free(d->game, NULL, state);
}

typedef struct reading {
  const char *keys;
  const char *given;
  const char *written;
} reading;

static const reading readings[] = {
    {"", "r3k2r/8/8/8/8/8/8/R3K2R w 3 9", "r3k2r/8/8/8/8/8/8/R3K2R w - - 3 9"},
    {"", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq 3 9", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9"},
    {"", "r3k2r/8/8/8/8/8/8/R3K2R w - 3", "r3k2r/8/8/8/8/8/8/R3K2R w - - 3 1"},
    {"castling = false\n", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9",
     "r3k2r/8/8/8/8/8/8/R3K2R w - - 3 9"},
    {"", "4k3/8/2**4/8/3*4/8/8/R3K1*1 w - - 0 1", "4k3/8/2**4/8/3*4/8/8/R3K1*1 w - - 0 1"},
    {"", "8/8/8/8/8/8/8/4K2R", "8/8/8/8/8/8/8/4K2R w - - 0 1"},
};

/* What startFen takes, a position that is written down elsewhere takes, and means the same. */
static void the_first_position_and_all_others_are_read_alike(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
    const reading *r = &readings[i];
    char text[512], found[512];
    fixture first, other;
    mr_str begun = mr_str_fixed(found, sizeof found);
    snprintf(text, sizeof text, "[x:chess]\n%sstartFen = %s\n", r->keys, r->given);
    assert_int_equal(fixture_try(&first, text, "x"), MR_OK);
    mr_game_format_state(first.game, first.game->start, &begun);
    assert_string_equal(found, r->written);
    reread(&first, r->given, found, sizeof found);
    assert_string_equal(found, r->written);
    fixture_close(&first);
    snprintf(text, sizeof text, "[x:chess]\n%s", r->keys);
    assert_int_equal(fixture_try(&other, text, "x"), MR_OK);
    reread(&other, r->given, found, sizeof found);
    assert_string_equal(found, r->written);
    fixture_close(&other);
  }
}

static void a_right_to_one_castling_is_none_to_the_other(void **unused) {
  (void)unused;
  char found[MR_ERROR_MESSAGE_MAX];
  fixture d;
  fixture_open(&d, "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", "x");
  reread(&d, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", found, sizeof found);
  assert_string_equal(found, "castling right Q: there is no such castling in this game");
  fixture_close(&d);
}

/* Nobody stands on a wall, slides past it, or takes it; leapers leap over it. */
static void a_wall_is_a_square_that_nothing_comes_to(void **unused) {
  (void)unused;
  static const char text[] = "4k3/8/8/8/8/8/*7/R*2K1N1 w - - 0 1";
  fixture d;
  fixture_open(&d, "[x:chess]\nstartFen = 4k3/8/8/8/8/8/4*1*1/R3K1N1 w - - 0 1\n", "x");
  assert_false(is_legal(&d, text, "a1b1"));
  assert_false(is_legal(&d, text, "a1c1"));
  assert_false(is_legal(&d, text, "a1a2"));
  assert_false(is_legal(&d, text, "a1a3"));
  assert_true(is_legal(&d, text, "g1f3"));
  assert_false(is_legal(&d, "4k3/8/8/8/8/8/4*1*1/R3K1N1 w - - 0 1", "e1e2"));
  assert_true(is_legal(&d, "4k3/8/8/8/8/8/4*1*1/R3K1N1 w - - 0 1", "g1f3"));
  assert_false(is_legal(&d, "4k3/8/8/8/8/8/4*1*1/R3K1N1 w - - 0 1", "g1e2"));
  /* A position that is made of pieces stands on the board of the game, walls and all. */
  mr_state *state = mr_state_new(d.game, NULL);
  assert_non_null(state);
  mr_placement men[] = {{.cell = {4}}, {.cell = {60}}};
  men[0].piece = mr_game_piece_named(d.game, (mr_player){0}, "K", 1);
  men[1].piece = mr_game_piece_named(d.game, (mr_player){1}, "k", 1);
  assert_true(mr_game_compose(d.game, men, 2, (mr_player){0}, state));
  char found[64];
  mr_str out = mr_str_fixed(found, sizeof found);
  mr_game_format_state(d.game, state, &out);
  assert_string_equal(found, "4k3/8/8/8/8/8/4*1*1/4K3 w - - 0 1");
  men[0].cell.id = 12; /* e2 */
  assert_false(mr_game_compose(d.game, men, 2, (mr_player){0}, state));
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

/* ---- ends that came before ------------------------------------------------------------------- */

/* Only what play can never come to is refused: the mover may have promoted the last of a kind. */
static void ends_that_one_move_can_bring_about_are_read(void **unused) {
  (void)unused;
  char found[MR_ERROR_MESSAGE_MAX];
  fixture d;
  fixture_open(&d,
               "[x:chess]\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\n"
               "extinctionPieceTypes = np\n"
               "startFen = nnn1k3/ppp5/8/8/8/8/PPP5/NNN1K3 w - - 0 1\n",
               "x");
  reread(&d, "Q3k3/8/8/8/8/7p/8/N3K3 b - - 0 1", found, sizeof found);
  assert_string_equal(found, "Q3k3/8/8/8/8/7p/8/N3K3 b - - 0 1");
  reread(&d, "4k3/8/8/8/8/7p/7P/4K3 b - - 0 1", found, sizeof found);
  assert_string_equal(found, "both sides have lost already: neither has enough left of what it "
                             "needs (Knight)");
  fixture_close(&d);
  /* Who began on the goal has not won by that. */
  fixture_open(&d,
               "[x:chess]\ncastling = false\nflagRegionWhite = e1 e8\nflagPiece = k\n"
               "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
               "x");
  reread(&d, "4k3/8/8/8/8/8/8/4K3 w - - 4 9", found, sizeof found);
  assert_string_equal(found, "4k3/8/8/8/8/8/8/4K3 w - - 4 9");
  reread(&d, "8/4k3/8/8/8/8/8/4K3 w - - 0 1", found, sizeof found);
  assert_string_equal(found, "White is to move, but has won already: White's King stands on e1");
  fixture_close(&d);
}

/* ---- where the peer counts otherwise --------------------------------------------------------- */

/* The notes that a definition is given, which is right all the same. */
static const char *only_note(fixture *d, const char *text) {
  fixture_open(d, text, "x");
  assert_true(d->list.notes <= 1);
  return d->list.notes > 0 ? d->list.first->message : "";
}

#define SHOGI                                                                  \
  "[x]\nshogiPawn = p\nking = k\nmaxFile = 5\nmaxRank = 5\ncastling = false\n" \
  "pieceDrops = true\nstartFen = 2k2/5/5/5/2K2[Pp] w - - 0 1\n"

static void a_note_says_where_the_counts_of_the_peer_differ(void **unused) {
  (void)unused;
  fixture d;
  assert_non_null(strstr(only_note(&d, SHOGI "shogiPawnDropMateIllegal = true\n"),
                         "a pawn may mate by being dropped"));
  fixture_close(&d);
  assert_string_equal(only_note(&d, SHOGI "shogiPawnDropMateIllegal = false\n"), "");
  fixture_close(&d);
  assert_string_equal(only_note(&d, SHOGI), "");
  fixture_close(&d);
  assert_non_null(strstr(only_note(&d, "[x]\nking = k\npawn = p\nqueen = q\ncastling = false\n"
                                       "startFen = 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\n"),
                         "its pawns become nothing"));
  fixture_close(&d);
  assert_string_equal(only_note(&d, "[x]\nking = k\npawn = p\nqueen = q\ncastling = false\n"
                                    "promotionPieceTypes = q\n"
                                    "startFen = 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\n"),
                      "");
  fixture_close(&d);
  assert_string_equal(only_note(&d, "[x:chess]\ncastling = false\n"), "");
  fixture_close(&d);
  /* It takes a grasshopper with a range for a cannon: over two squares they are alike. */
  static const struct {
    const char *movement;
    bool noted;
  } hoppers[] = {{"WgQ3", true}, {"gQ12", true}, {"gQ2", false},
                 {"gQ", false},  {"pR3", false}, {"pRW2", false}};
  for (size_t i = 0; i < sizeof hoppers / sizeof *hoppers; i++) {
    char text[200];
    snprintf(text, sizeof text,
             "[x:chess]\nqueen = -\npromotionPieceTypes = rbn\ncustomPiece1 = q:%s\n",
             hoppers[i].movement);
    const char *note = only_note(&d, text);
    assert_int_equal(note[0] != '\0', hoppers[i].noted);
    assert_non_null(strstr(note, hoppers[i].noted ? "there 'g' with a range is 'p'" : ""));
    fixture_close(&d);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_kind_is_gone_when_it_is_neither_on_the_board_nor_in_hand),
    cmocka_unit_test(all_pieces_together_are_gone_when_the_hand_is_empty_too),
    cmocka_unit_test(the_other_side_has_so_many_with_those_in_hand),
    cmocka_unit_test(who_makes_both_sides_extinct_has_lost),
    cmocka_unit_test(each_side_runs_out_of_its_own),
    cmocka_unit_test(a_side_that_needs_nothing_is_never_gone),
    cmocka_unit_test(each_side_has_last_ones_of_its_own),
    cmocka_unit_test(so_many_as_are_needed_are_royal),
    cmocka_unit_test(where_all_are_needed_no_number_is_told),
    cmocka_unit_test(a_goal_that_nobody_can_reach_says_why),
    cmocka_unit_test(lack_of_moves_of_men_and_repetitions_may_win),
    cmocka_unit_test(forms_are_counted_with_their_pieces),
    cmocka_unit_test(pawns_attack_where_they_may_not_promote),
    cmocka_unit_test(royals_do_not_face_each_other_along_ranks),
    cmocka_unit_test(royals_that_would_face_each_other_are_named),
    cmocka_unit_test(castling_leaves_no_other_royal_attacked),
    cmocka_unit_test(promotion_makes_royals_and_unmakes_them),
    cmocka_unit_test(captures_in_passing_end_on_the_squares_of_their_region),
    cmocka_unit_test(captures_in_passing_promote_where_the_game_says_so),
    cmocka_unit_test(listed_pieces_capture_in_passing_as_they_capture),
    cmocka_unit_test(a_draw_for_want_of_progress_outranks_a_repetition_that_somebody_loses),
    cmocka_unit_test(drops_promotions_and_lasting_moves_of_pawns_are_progress),
    cmocka_unit_test(the_first_position_and_all_others_are_read_alike),
    cmocka_unit_test(a_right_to_one_castling_is_none_to_the_other),
    cmocka_unit_test(a_wall_is_a_square_that_nothing_comes_to),
    cmocka_unit_test(ends_that_one_move_can_bring_about_are_read),
    cmocka_unit_test(a_note_says_where_the_counts_of_the_peer_differ),
};

MR_TEST_MAIN(tests)
