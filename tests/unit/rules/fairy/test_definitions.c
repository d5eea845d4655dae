/*
 * From definitions to the rules of the chess-like family: what every key means.
 */
#include "test_main.h"

#include <stdio.h>
#include <string.h>

#include "rules_fixture.h"

/** Compares a set of squares, "a1 b1 ...", rank by rank. */
static void assert_squares(const fixture *d, const mr_fy_set *set, const char *expected) {
  char buffer[2048];
  assert_string_equal(squares_in(d, set, buffer, sizeof buffer), expected);
}

/* ---- what the dialect means ------------------------------------------------------------------ */

static void a_definition_without_a_parent_has_the_board_and_rules_of_chess(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, "[x]\npawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\n", "x");
  assert_int_equal(rules_of(&d)->files, 8);
  assert_int_equal(rules_of(&d)->ranks, 8);
  assert_int_equal(rules_of(&d)->idle_limit, 100);
  assert_int_equal(rules_of(&d)->fold, 3);
  assert_int_equal(perft_of(&d, 4), 197281);
  for (unsigned i = 0; i < 4; i++) {
    assert_true(rules_of(&d)->castling[i].allowed);
  }
  assert_int_equal(d.game->info.definition_hash != 0, 1);
  fixture_close(&d);
}

static void promotion_goes_to_the_pieces_in_the_order_of_their_list(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE START "rook = r\npromotionPieceTypesWhite = rh\npromotionPieceTypesBlack = h\n"
                          "promotionRegionWhite = *6\n",
               "x");
  const mr_fy_kind *pawn = kind_named(&d, "P");
  assert_int_equal(pawn->promotion_count[0], 2);
  assert_int_equal(pawn->promotion_count[1], 1);
  assert_int_equal(rules_of(&d)->kinds[pawn->promotions[0][0]].letter, 'R');
  assert_int_equal(rules_of(&d)->kinds[pawn->promotions[0][1]].letter, 'H');
  assert_true(pawn->promotion_compulsory);
  assert_false(pawn->promotion_on_leaving);
  assert_squares(&d, &pawn->promotion_zone[0], "a6 b6 c6 d6 e6");
  assert_squares(&d, &pawn->promotion_zone[1], "a1 b1 c1 d1 e1");
  fixture_close(&d);
}

static void pawns_that_have_to_promote_and_cannot_stay_outside(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, BASE START "promotionPieceTypes = -\npromotionRegionWhite = *6\n", "x");
  const mr_fy_kind *pawn = kind_named(&d, "P");
  assert_int_equal(pawn->promotion_count[0], 0);
  assert_true(mr_fy_set_has(&pawn->barred[0], 25));
  assert_false(mr_fy_set_has(&pawn->barred[0], 24));
  assert_true(mr_fy_set_has(&pawn->mobility[0], 25)); /* it may be dropped there */
  fixture_close(&d);
}

static void shogi_promotes_to_the_movements_of_other_pieces(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\nshogiPawn = p\nsilver = s\ngold = g\nking = k\nmaxFile = 5\nmaxRank = 5\n"
               "promotedPieceType = p:g s:g\npromotionRegionWhite = *5\npieceDrops = true\n"
               "capturesToHand = true\ndropNoDoubled = p\nimmobilityIllegal = true\n"
               "shogiPawnDropMateIllegal = true\nmobilityRegionWhiteGold = *1 *2\n"
               "startFen = sg1k1/4p/5/P4/1K1GS[Pg] w - - 0 1\n",
               "x");
  const mr_fy_rules *rules = rules_of(&d);
  assert_int_equal(rules->kind_count, 6);
  const mr_fy_kind *form = kind_named(&d, "+P");
  assert_string_equal(form->text, "WfF");
  assert_string_equal(form->name, "promoted Shogi pawn");
  assert_squares(&d, &form->mobility[0], "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2");
  assert_int_equal(rules->kinds[form->base].letter, 'P');
  const mr_fy_kind *pawn = kind_named(&d, "P");
  assert_true(pawn->promotion_on_leaving);
  assert_false(pawn->promotion_compulsory);
  assert_true(pawn->drop_may_not_mate);
  assert_int_equal(pawn->drop_file_limit, 1);
  assert_true(pawn->droppable);
  assert_false(form->droppable);
  assert_false(kind_named(&d, "K")->droppable);
  assert_int_equal(rules->hand_count, 3);
  assert_true(rules->captures_to_hand);
  fixture_close(&d);
}

static void only_what_startfen_has_in_hand_is_dropped_where_nothing_enters_hands(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE
               "pieceDrops = true\ndropRegionWhite = *3\nmobilityRegionWhiteCustomPiece1 = a* b3\n"
               "dropRegionBlackPawn = e4 e6\ndoubleStepRegionBlack = *5\n"
               "startFen = 2k2/5/5/5/PPPPP/2K2[Hpp] w - - 0 1\n",
               "x");
  assert_int_equal(rules_of(&d)->hand_count, 2);
  assert_squares(&d, &kind_named(&d, "H")->drop_region[0], "a3 b3");
  assert_squares(&d, &kind_named(&d, "P")->drop_region[1], "e4 e6");
  fixture_close(&d);
}

static void pawns_are_dropped_neither_on_the_first_rank_nor_where_they_promote(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE "rook = r\npieceDrops = true\npromotionRegionWhite = *6 *5\n"
                    "promotionRegionBlack = *1\ndoubleStepRegionBlack = *5\npromotionPieceTypes = "
                    "r\nfirstRankPawnDrops = false\n"
                    "startFen = 2k2/5/5/5/PPPPP/2K2[P] w - - 0 1\n",
               "x");
  assert_squares(&d, &kind_named(&d, "P")->drop_region[0],
                 "a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4");
  assert_squares(&d, &kind_named(&d, "P")->drop_region[1],
                 "a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5");
  fixture_close(&d);
}

static void who_takes_in_passing_is_a_matter_of_lists_and_of_movements(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, BASE START "customPiece2 = e:mWceF\n", "x");
  assert_true(kind_named(&d, "P")->takes_ep[0]);
  assert_true(kind_named(&d, "E")->takes_ep[1]);
  assert_false(kind_named(&d, "H")->takes_ep[0]);
  fixture_close(&d);
  fixture_open(&d, BASE START "customPiece2 = e:mWceF\nenPassantTypesWhite = p\n", "x");
  assert_false(kind_named(&d, "E")->takes_ep[0]);
  assert_true(kind_named(&d, "E")->takes_ep[1]);
  fixture_close(&d);
  fixture_open(&d, BASE START "enPassantRegionBlack = -\n", "x");
  assert_true(kind_named(&d, "P")->takes_ep[0]);
  assert_false(kind_named(&d, "P")->takes_ep[1]);
  fixture_close(&d);
}

static void lists_mean_the_pieces_that_had_the_letters_where_they_were_written(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[p:chess]\npromotionPieceTypes = qr\n"
               "[x:p]\nqueen = -\namazon = q\nknight = -\nbishop = -\nrook = t\n"
               "startFen = t3k2t/8/8/8/8/8/8/T2QK2T w KQkq - 0 1\n",
               "x");
  const mr_fy_kind *pawn = kind_named(&d, "P");
  assert_int_equal(pawn->promotion_count[0], 1);
  assert_int_equal(rules_of(&d)->kinds[pawn->promotions[0][0]].letter, 'T');
  assert_string_equal(kind_named(&d, "Q")->text, "QN");
  fixture_close(&d);
}

static void a_child_that_takes_a_letter_removes_the_piece_that_had_it(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, "[x:chess]\ncustomPiece1 = n:NmW\n", "x");
  assert_int_equal(rules_of(&d)->kind_count, 6);
  assert_string_equal(kind_named(&d, "N")->text, "NmW");
  assert_int_equal(kind_named(&d, "P")->promotion_count[0], 3);
  fixture_close(&d);
}

static void regions_of_a_parent_may_lie_beyond_a_smaller_board(void **unused) {
  (void)unused;
  fixture d;
  mr_status status =
      fixture_try(&d,
                  "[x:chess]\nmaxRank = 6\nmaxFile = e\ncastling = false\n"
                  "startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\npromotionRegionWhite = *6\n"
                  "[y:x]\nmaxRank = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n"
                  "doubleStepRegionBlack = *4\n",
                  "y");
  assert_int_equal(status, MR_OK);
  assert_int_equal(d.list.count, 1); /* it does not say what was meant for this board */
  assert_string_equal(
      d.list.first->hint,
      "write promotionRegionWhite = *5, or promotionRegionWhite = - if it is meant so");
  assert_int_equal(rules_of(&d)->cells, 25);
  assert_true(mr_fy_set_empty(&kind_named(&d, "P")->promotion_zone[0]));
  fixture_close(&d);
}

static void ends_have_the_values_of_their_keys(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(
      &d,
      BASE
      "startFen = 2k2/ppppp/5/5/PPPPP/2K2 w - - 0 1\n"
      "doubleStepRegionBlack = *5\nstalemateValue = win\ncheckmateValue = draw\nnMoveRule = 75\n"
      "nFoldRule = 5\nnFoldValue = win\nperpetualCheckIllegal = true\n"
      "extinctionValue = loss\nextinctionPieceTypes = ph\n"
      "extinctionPieceCount = 0\nextinctionOpponentPieceCount = 2\n"
      "nMoveRuleTypesWhite = h\nlengthLimit = 77\nflyingGeneral = true\n",
      "x");
  const mr_fy_rules *rules = rules_of(&d);
  assert_int_equal(rules->stalemate, MR_FY_WIN);
  assert_int_equal(rules->checkmate, MR_FY_DRAW);
  assert_int_equal(rules->idle_limit, 150);
  assert_int_equal(rules->fold, 5);
  assert_int_equal(rules->fold_value, MR_FY_FOLD_MOVER_LOSES);
  assert_true(rules->perpetual);
  assert_true(rules->flying);
  assert_int_equal(rules->extinction.value, MR_FY_LOSS);
  assert_int_equal(rules->extinction.needs[0].count, 0);
  assert_int_equal(rules->extinction.rest, 2);
  assert_false(rules->extinction.needs[0].together);
  assert_true(kind_named(&d, "H")->resets[0]);
  assert_false(kind_named(&d, "H")->resets[1]);
  assert_false(kind_named(&d, "P")->resets[0]);
  assert_true(kind_named(&d, "P")->resets[1]);
  assert_int_equal(d.game->info.max_length, 77);
  fixture_close(&d);
}

static void repetition_can_be_worth_anything_to_anyone(void **unused) {
  static const struct {
    const char *text;
    mr_fy_fold_value value;
  } cases[] = {
      {"nFoldValue = draw\n", MR_FY_FOLD_DRAW},
      {"nFoldValue = win\n", MR_FY_FOLD_MOVER_LOSES},
      {"nFoldValue = loss\n", MR_FY_FOLD_MOVER_WINS},
      {"nFoldValue = win\nnFoldValueAbsolute = true\n", MR_FY_FOLD_BLACK_LOSES},
      {"nFoldValue = loss\nnFoldValueAbsolute = true\n", MR_FY_FOLD_WHITE_LOSES},
  };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[512];
    fixture d;
    snprintf(text, sizeof text, BASE START "%s", cases[i].text);
    fixture_open(&d, text, "x");
    assert_int_equal(rules_of(&d)->fold_value, cases[i].value);
    fixture_close(&d);
  }
}

static void flags_are_regions_pieces_and_a_count_for_each_side(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE START "flagRegionWhite = a6\nflagRegionBlack = a1 b1\nflagPieceBlack = h\n"
                          "flagPieceCount = 2\n",
               "x");
  const mr_fy_flag *flag = &rules_of(&d)->flag;
  assert_int_equal(flag->kinds[0], 2 + 4 + 8);
  assert_int_equal(flag->kinds[1], 4);
  assert_squares(&d, &flag->region[1], "a1 b1");
  assert_int_equal(flag->count, 2);
  assert_false(flag->reply);
  fixture_close(&d);
}

static void castling_follows_the_first_position_and_the_files_of_its_keys(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\nking = k\nrook = r\nmaxFile = 10\ncastlingKingsideFile = i\n"
               "castlingQueensideFile = 3\nstartFen = r4k3r/10/10/10/10/10/10/R4K3R w KQq - 0 1\n",
               "x");
  const mr_fy_castling *c = rules_of(&d)->castling;
  assert_true(c[0].allowed && c[1].allowed && !c[2].allowed && c[3].allowed);
  assert_int_equal(c[0].king_from, 5);
  assert_int_equal(c[0].king_to, 8);
  assert_int_equal(c[0].partner_from, 9);
  assert_int_equal(c[0].partner_to, 7);
  assert_squares(&d, &c[0].safe, "f1 g1 h1 i1");
  assert_int_equal(c[1].king_to, 2);
  assert_int_equal(c[1].partner_to, 3);
  assert_squares(&d, &c[1].clear, "a1 b1 c1 d1 e1 f1");
  assert_int_equal(c[3].king_from, 75);
  fixture_close(&d);
}

static void initial_moves_count_on_the_double_step_squares_or_on_those_of_the_piece(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE START "doubleStepRegionWhite = *3\ncustomPiece2 = q:WinD\n"
                          "initialRegionWhiteCustomPiece2 = c1\n",
               "x");
  assert_squares(&d, &kind_named(&d, "P")->initial[0], "a3 b3 c3 d3 e3");
  assert_squares(&d, &kind_named(&d, "Q")->initial[0], "c1");
  assert_string_equal(kind_named(&d, "P")->text, "fmWfceFifmnD");
  fixture_close(&d);
  fixture_open(&d, BASE START "doubleStep = false\n", "x");
  assert_string_equal(kind_named(&d, "P")->text, "fmWfceF");
  fixture_close(&d);
  fixture_open(&d,
               BASE START "doubleStep = false\ncustomPiece2 = q:WinD\ncustomPiece3 = m:WinD\n"
                          "doubleStepRegionWhite = *3\ninitialRegionWhiteCustomPiece2 = c1\n",
               "x");
  assert_squares(&d, &kind_named(&d, "Q")->initial[0], "c1");
  assert_squares(&d, &kind_named(&d, "M")->initial[0], "");
  fixture_close(&d);
}

static void a_child_adds_to_the_promotions_of_its_parent(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[p]\nking = k\nsilver = s\nlance = l\nknight = n\ngold = g\ncastling = false\n"
               "promotedPieceType = s:g l:g n:g\n"
               "startFen = sl1k3n/8/8/8/8/8/8/SL1K3N w - - 0 1\n"
               "[x:p]\nqueen = q\npromotedPieceType = l:q n:-\n",
               "x");
  assert_string_equal(kind_named(&d, "+S")->text, "WfF");
  assert_string_equal(kind_named(&d, "+L")->text, "Q");
  assert_int_equal(kind_named(&d, "N")->promotion_count[0], 0);
  assert_int_equal(rules_of(&d)->kind_count, 8);
  fixture_close(&d);
}

static void captured_pawns_are_pawns_again_whatever_they_have_become(void **unused) {
  static const char crazyhouse[] =
      "[x:chess]\npieceDrops = true\ncapturesToHand = true\n"
      "startFen = rnb1kb1r/ppQ~1pp2/8/8/5q~2/8/PPP2PPP/RNBQKBNR[Qpp] b KQkq - 0 1\n";
  (void)unused;
  fixture d;
  fixture_open(&d, crazyhouse, "x");
  assert_int_equal(rules_of(&d)->kind_count, 10);
  assert_int_equal(rules_of(&d)->hand_count, 5);
  assert_int_equal(perft_of(&d, 1), 82);
  assert_int_equal(perft_of(&d, 2), 6706);
  assert_int_equal(perft_of(&d, 3), 454486);
  char text[256];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_game_format_state(d.game, mr_fy_game_of(d.game)->base.start, &out);
  assert_string_equal(text, "rnb1kb1r/ppQ~1pp2/8/8/5q~2/8/PPP2PPP/RNBQKBNR[Qpp] b KQkq - 0 1");
  fixture_close(&d);
  fixture_open(&d,
               "[x:chess]\npieceDrops = true\ncapturesToHand = true\n"
               "startFen = r3k2r/PPP4p/8/3n4/8/8/ppp4P/R3K2R[Pn] w KQkq - 0 1\n",
               "x");
  assert_int_equal(perft_of(&d, 3), 168086);
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(
      mr_game_parse_action(d.game, mr_fy_game_of(d.game)->base.start, "b7b8q", 5, &action, NULL),
      MR_OK);
  assert_true(rules_of(&d)->kinds[mr_fy_form_of(action)].tilde);
  fixture_close(&d);
  fixture_open(&d, "[x:chess]\npieceDrops = true\ncapturesToHand = true\ndropLoop = true\n", "x");
  assert_int_equal(rules_of(&d)->kind_count, 6);
  fixture_close(&d);
}

/* Whether these actions are legal in a position and written as they are read. */
static void assert_plays(const fixture *d, const char *position, const char *const *actions) {
  mr_state *state = mr_state_new(d->game, NULL);
  assert_int_equal(mr_game_parse_state(d->game, position, strlen(position), state, NULL), MR_OK);
  for (; *actions != NULL; actions++) {
    mr_action action = MR_ACTION_NONE;
    char text[MR_ACTION_TEXT_MAX];
    mr_str out = mr_str_fixed(text, sizeof text);
    assert_int_equal(
        mr_game_parse_action(d->game, state, *actions, strlen(*actions), &action, NULL), MR_OK);
    mr_game_format_action(d->game, state, action, &out);
    assert_string_equal(text, *actions);
  }
  mr_state_free(d->game, NULL, state);
}

static void what_a_pawn_has_become_promotes_as_others_of_its_kind_do(void **unused) {
  static const char definition[] =
      "[x]\nking = k\nwazir = w\ngold = g\nqueen = q\npawn = p\ncastling = false\n"
      "pieceDrops = true\ncapturesToHand = true\npromotionPieceTypes = wg\n"
      "promotedPieceType = w:q\npromotionPawnTypes = pg\n"
      "startFen = 4k3/P7/8/8/8/8/8/4K3[] w - - 0 1\n";
  static const char *const as_a_wazir[] = {"a8a7", "a8a7+", "a8b8+", NULL};
  static const char *const as_a_gold[] = {"a7a8w", "a7b8w", NULL};
  (void)unused;
  fixture d;
  fixture_open(&d, definition, "x");
  assert_plays(&d, "W~3k3/8/8/8/8/8/8/4K3[] w - - 0 1", as_a_wazir);
  assert_plays(&d, "4k3/G~7/8/8/8/8/8/4K3[] w - - 0 1", as_a_gold);
  fixture_close(&d);
}

static void first_positions_may_leave_out_what_does_not_apply(void **unused) {
  static const struct {
    const char *text;
    const char *full;
  } cases[] = {
      {"2k2/5/5/5/5/2K2 w 3 7", "2k2/5/5/5/5/2K2 w - - 3 7"},
      {"2k2/5/5/5/5/2K2 b - 3 7", "2k2/5/5/5/5/2K2 b - - 3 7"},
      {"2k2/5/5/5/5/2K2 w - - 3 7", "2k2/5/5/5/5/2K2 w - - 3 7"},
  };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[512];
    fixture d;
    snprintf(text, sizeof text, BASE "startFen = %s\n", cases[i].text);
    fixture_open(&d, text, "x");
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_game_format_state(d.game, mr_fy_game_of(d.game)->base.start, &out);
    assert_string_equal(text, cases[i].full);
    fixture_close(&d);
  }
}

static void rights_to_castle_mean_nothing_without_castling(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, "[x:chess]\ncastling = false\n", "x");
  assert_int_equal(mr_fy_state_of_const(mr_fy_game_of(d.game)->base.start)->rights, 0);
  fixture_close(&d);
  assert_int_equal(fixture_try(&d,
                               "[x:chess]\ncastling = false\nstartFen = "
                               "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n",
                               "x"),
                   MR_OK);
  assert_int_equal(d.list.count, 1);
  assert_int_equal(d.list.errors, 0);
  assert_int_equal(d.list.first->line, 3);
  assert_int_equal(d.list.first->column, 35);
  fixture_close(&d);
}

static void soldiers_step_sideways_from_a_rank_on(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, BASE START "soldier = s\nsoldierPromotionRank = 4\n", "x");
  assert_string_equal(kind_named(&d, "S")->text, "fWisW");
  assert_squares(&d, &kind_named(&d, "S")->initial[0],
                 "a4 b4 c4 d4 e4 a5 b5 c5 d5 e5 a6 b6 c6 d6 e6");
  assert_squares(&d, &kind_named(&d, "S")->initial[1],
                 "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3");
  fixture_close(&d);
  fixture_open(&d, BASE START "soldier = s\n", "x");
  assert_string_equal(kind_named(&d, "S")->text, "fsW");
  fixture_close(&d);
}

static void a_cannon_is_not_immobile_for_want_of_a_man_to_leap_over(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE "customPiece2 = a:pR\nlance = l\npieceDrops = true\nimmobilityIllegal = true\n"
                    "startFen = 2k2/5/5/5/P4/A1K2[L] w - - 0 1\n",
               "x");
  /* 6 by the cannon, 2 by the pawn, 5 by the king, and drops everywhere but on the last rank */
  assert_int_equal(perft_of(&d, 1), 6 + 2 + 5 + 22);
  fixture_close(&d);
}

static void who_stands_before_a_wall_moves_never_again(void **unused) {
  static const char elsewhere[] = "2k2/5/5/5/P4/A1K2[L] w - - 0 1";
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE "customPiece2 = a:W\nlance = l\npieceDrops = true\nimmobilityIllegal = true\n"
                    "startFen = 2k2/5/*4/5/P4/A1K2[L] w - - 0 1\n",
               "x");
  /* 1 by the wazir, 5 by the king, 1 by the pawn, which could still capture from there, and drops
   * but on the last rank, on the wall and before it. */
  assert_int_equal(perft_of(&d, 1), 1 + 5 + 1 + 20);
  mr_state *state = mr_state_new(d.game, NULL);
  mr_error err = {.status = MR_OK};
  assert_int_equal(mr_game_parse_state(d.game, elsewhere, strlen(elsewhere), state, &err),
                   MR_ERR_ILLEGAL);
  assert_non_null(strstr(err.message, "there has to be a wall on a4: with immobilityIllegal they "
                                      "stay where startFen has them"));
  const char *before = "2k2/5/*4/5/P4/A1K2[L] w - - 0 1";
  assert_int_equal(mr_game_parse_state(d.game, before, strlen(before), state, &err), MR_OK);
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(mr_game_parse_action(d.game, state, "L@a3", 4, &action, &err), MR_ERR_ILLEGAL);
  assert_non_null(strstr(err.message, "it could never move again from a3"));
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

static void the_last_of_a_kind_can_be_royal(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\ncommoner = k\nrook = r\ncastling = false\nextinctionValue = loss\n"
               "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
               "startFen = 4k3/8/8/8/8/8/8/R3K2K w - - 0 1\n",
               "x");
  assert_true(rules_of(&d)->extinction.royal);
  assert_int_equal(rules_of(&d)->extinction.value, MR_FY_NOTHING);
  assert_non_null(strstr(rule_text(&d, "checkmate"), "last Commoner"));
  assert_null(rule_text(&d, "extinction"));
  fixture_close(&d);
}

static void hints_for_other_programs_have_no_effect(void **unused) {
  (void)unused;
  fixture plain;
  fixture hinted;
  fixture_open(&plain, BASE START, "x");
  fixture_open(&hinted,
               BASE START "variantTemplate = shogi\npieceToCharTable = PNBRQ\npocketSize = 6\n"
                          "pieceValueMg = p:150\npieceValueEg = p:200\n",
               "x");
  assert_int_equal(plain.game->info.definition_hash, hinted.game->info.definition_hash);
  fixture_close(&plain);
  fixture_close(&hinted);
}

/* ---- names, numbers, sentences --------------------------------------------------------------- */

static void pieces_have_names_and_values_for_people(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               BASE START "promotedFormCustomPiece1 = W\nshogiPawn = s\n"
                          "pieceNames = +h:Great_horse\npieceValues = h:2.16 +h:9\n",
               "x");
  assert_string_equal(kind_named(&d, "H")->name, "H");
  assert_string_equal(kind_named(&d, "+H")->name, "Great horse");
  assert_string_equal(kind_named(&d, "S")->name, "Shogi pawn");
  assert_string_equal(kind_named(&d, "H")->value, "2.16");
  assert_string_equal(kind_named(&d, "+H")->value, "9");
  assert_null(kind_named(&d, "S")->value);
  fixture_close(&d);
}

static void rules_go_by_their_numbers_and_numbers_by_their_rules(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, BASE START "ruleIds = stalemate:X-1 nMoveRule:X-2 nFoldRule:X-2 drop:X-9\n",
               "x");
  assert_non_null(rule_text(&d, "X-1"));
  assert_string_equal(rule_text(&d, "X-2 nMoveRule"),
                      "50 moves by each side without a capture or a move of a Pawn are a draw.");
  assert_non_null(rule_text(&d, "X-2 nFoldRule"));
  assert_null(rule_text(&d, "X-9"));
  assert_non_null(rule_text(&d, "checkmate"));
  assert_null(rule_text(&d, "drop"));
  const mr_fy_game *game = mr_fy_game_of(d.game);
  assert_string_equal(d.game->info.rules[game->rule_of[MR_FY_RULE_STALEMATE]].id, "X-1");
  assert_int_equal(game->rule_of[MR_FY_RULE_DROP], 0);
  fixture_close(&d);
}

static void sentences_carry_the_numbers_of_the_definition(void **unused) {
  static const struct {
    const char *game;
    const char *id;
    const char *fragment;
  } cases[] = {
      {"borderlands", "BL-18", "75 moves by each side without a capture or a promotion"},
      {"borderlands", "BL-19", "for the fifth time"},
      {"borderlands", "BL-16", "when 4 of its pieces stand on b2, h2, b9, h9 and still"},
      {"borderlands", "BL-16", "after the opponent's next move"},
      {"battle-of-ideologies", "BI-17", "no legal move without being in check wins"},
      {"battle-of-ideologies", "BI-18 nMoveRule", "a move of a Pawn or Log"},
      {"battle-of-ideologies", "BI-11", "optional in the promotion zone for these pieces: Log."},
      {"battle-of-ideologies", "BI-16", "Black wins when a Kirin stands on rank 1."},
      {"colorboundmost", "CB-12", "100 turns without a capture"},
      {"colorboundmost", "CB-11", "for the third time"},
      {"nearly-colorboundmost", "CB-18", "A King and a Crooked bishop"},
  };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    fixture d;
    fixture_open(&d, "", cases[i].game);
    const char *text = rule_text(&d, cases[i].id);
    if (text == NULL || strstr(text, cases[i].fragment) == NULL) {
      fail_msg("%s %s: %s", cases[i].game, cases[i].id, text == NULL ? "nothing" : text);
    }
    fixture_close(&d);
  }
}

/* ---- the games of the catalogue -------------------------------------------------------------- */

static void the_switches_of_battle_of_ideologies_are_settings(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x:battle-of-ideologies]\ncustomPiece1 = h:nN\n"
               "startFen = mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sss] w - - 0 1\n",
               "x");
  const mr_fy_kind *horse = kind_named(&d, "H");
  assert_string_equal(horse->text, "nN");
  assert_int_equal(mr_fy_state_of_const(mr_fy_game_of(d.game)->base.start)->hand[1][0], 3);
  fixture_close(&d);
}

static void borderlands_keeps_chiefs_and_lions_where_they_belong(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, "", "borderlands");
  assert_int_equal(rules_of(&d)->kind_count, 18);
  const mr_fy_kind *chief = kind_named(&d, "C");
  assert_true(mr_fy_set_has(&chief->mobility[0], 3 * 9 + 0));  /* a4 */
  assert_true(mr_fy_set_has(&chief->mobility[0], 6 * 9 + 4));  /* e7 */
  assert_false(mr_fy_set_has(&chief->mobility[0], 3 * 9 + 1)); /* b4 */
  const mr_fy_kind *lion = kind_named(&d, "L");
  assert_squares(&d, &lion->promotion_zone[0], "e9");
  assert_squares(&d, &lion->promotion_zone[1], "e2");
  assert_true(mr_fy_set_has(&kind_named(&d, "+L")->mobility[0], 9 * 9));
  assert_false(mr_fy_set_has(&lion->mobility[0], 9 * 9));
  assert_true(lion->promotion_compulsory);
  assert_false(lion->promotion_on_leaving);
  assert_int_equal(kind_named(&d, "C")->promotion_count[0], 0);
  assert_string_equal(kind_named(&d, "+L")->value, "9.45");
  fixture_close(&d);
}

static void the_army_of_chess_castles_against_colorboundmost_and_its_enemy_does_not(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, "", "colorboundmost-fide");
  assert_false(rules_of(&d)->split);
  assert_false(rules_of(&d)->castling[0].allowed);
  assert_true(rules_of(&d)->castling[2].allowed);
  assert_string_equal(kind_named(&d, "K")->text, "K");
  assert_int_equal(kind_named(&d, "F")->promotion_count[1], 0);
  fixture_close(&d);
}

static void names_of_squares_want_no_blank_behind_their_colon(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, BASE START "namedRegions =\n  den:e2\n  White's home : a1\n  lake:  c3 d3\n",
               "x");
  const mr_fy_rules *rules = rules_of(&d);
  assert_int_equal(rules->named_count, 3);
  assert_string_equal(rules->named[0].name, "den");
  assert_int_equal(rules->named[0].owner, MR_FY_BOTH);
  assert_squares(&d, &rules->named[0].cells, "e2");
  assert_string_equal(rules->named[1].name, "home");
  assert_int_equal(rules->named[1].owner, MR_FY_WHITE);
  assert_squares(&d, &rules->named[1].cells, "a1");
  assert_squares(&d, &rules->named[2].cells, "c3 d3");
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_of_squares_want_no_blank_behind_their_colon),
    cmocka_unit_test(a_definition_without_a_parent_has_the_board_and_rules_of_chess),
    cmocka_unit_test(promotion_goes_to_the_pieces_in_the_order_of_their_list),
    cmocka_unit_test(pawns_that_have_to_promote_and_cannot_stay_outside),
    cmocka_unit_test(shogi_promotes_to_the_movements_of_other_pieces),
    cmocka_unit_test(only_what_startfen_has_in_hand_is_dropped_where_nothing_enters_hands),
    cmocka_unit_test(pawns_are_dropped_neither_on_the_first_rank_nor_where_they_promote),
    cmocka_unit_test(who_takes_in_passing_is_a_matter_of_lists_and_of_movements),
    cmocka_unit_test(lists_mean_the_pieces_that_had_the_letters_where_they_were_written),
    cmocka_unit_test(a_child_that_takes_a_letter_removes_the_piece_that_had_it),
    cmocka_unit_test(regions_of_a_parent_may_lie_beyond_a_smaller_board),
    cmocka_unit_test(ends_have_the_values_of_their_keys),
    cmocka_unit_test(repetition_can_be_worth_anything_to_anyone),
    cmocka_unit_test(flags_are_regions_pieces_and_a_count_for_each_side),
    cmocka_unit_test(castling_follows_the_first_position_and_the_files_of_its_keys),
    cmocka_unit_test(initial_moves_count_on_the_double_step_squares_or_on_those_of_the_piece),
    cmocka_unit_test(a_child_adds_to_the_promotions_of_its_parent),
    cmocka_unit_test(captured_pawns_are_pawns_again_whatever_they_have_become),
    cmocka_unit_test(what_a_pawn_has_become_promotes_as_others_of_its_kind_do),
    cmocka_unit_test(first_positions_may_leave_out_what_does_not_apply),
    cmocka_unit_test(rights_to_castle_mean_nothing_without_castling),
    cmocka_unit_test(soldiers_step_sideways_from_a_rank_on),
    cmocka_unit_test(a_cannon_is_not_immobile_for_want_of_a_man_to_leap_over),
    cmocka_unit_test(who_stands_before_a_wall_moves_never_again),
    cmocka_unit_test(the_last_of_a_kind_can_be_royal),
    cmocka_unit_test(hints_for_other_programs_have_no_effect),
    cmocka_unit_test(pieces_have_names_and_values_for_people),
    cmocka_unit_test(rules_go_by_their_numbers_and_numbers_by_their_rules),
    cmocka_unit_test(sentences_carry_the_numbers_of_the_definition),
    cmocka_unit_test(the_switches_of_battle_of_ideologies_are_settings),
    cmocka_unit_test(borderlands_keeps_chiefs_and_lions_where_they_belong),
    cmocka_unit_test(the_army_of_chess_castles_against_colorboundmost_and_its_enemy_does_not),
};

MR_TEST_MAIN(tests)
