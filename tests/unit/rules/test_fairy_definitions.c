/*
 * From definitions to the rules of the chess-like family: what every key means, and where the
 * complaints point.
 */
#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/perft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/fairy/fairy.h"
#include "rules/fairy/keys.h"

/** A catalogue with one file of the test's, and what was said about it. */
typedef struct desk {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
} desk;

static mr_status desk_try(desk *d, const char *text, const char *name) {
  mr_arena_init(&d->arena, NULL, 0);
  mr_diagnostics_init(&d->list, &d->arena);
  d->game = NULL;
  assert_int_equal(mr_catalog_new(NULL, &d->catalog, NULL), MR_OK);
  mr_status status = mr_catalog_add(d->catalog, "x.ini", text, strlen(text), &d->list);
  return status ? status : mr_catalog_open(d->catalog, name, NULL, 0, &d->game, &d->list);
}

static void desk_close(desk *d) {
  mr_game_free(d->game);
  mr_catalog_free(d->catalog);
  mr_arena_done(&d->arena);
}

static void desk_open(desk *d, const char *text, const char *name) {
  if (desk_try(d, text, name) != MR_OK) {
    fail_msg("%s: %s", text, d->list.first->message);
  }
  assert_int_equal(d->list.count, 0);
}

static const mr_fy_rules *rules_of(const desk *d) {
  return &mr_fy_game_of(d->game)->rules;
}

/** The kind that a letter names, perhaps with a '+'; fails where there is none. */
static const mr_fy_kind *kind_named(const desk *d, const char *name) {
  bool plus = name[0] == '+';
  const mr_fy_rules *rules = rules_of(d);
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (rules->kinds[i].letter == name[plus] && rules->kinds[i].plus == plus) {
      return &rules->kinds[i];
    }
  }
  fail_msg("there is no %s", name);
  return NULL;
}

/** The squares of a set as "a1 b1 ...", by file and rank. */
static const char *squares(const desk *d, const mr_fy_set *set) {
  static char buffer[2048];
  mr_str out;
  mr_str_fixed(&out, buffer, sizeof buffer);
  const mr_fy_rules *rules = rules_of(d);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(set, cell)) {
      mr_str_format(&out, "%s%c%u", out.length > 0 ? " " : "", 'a' + (int)(cell % rules->files),
                    cell / rules->files + 1);
    }
  }
  return buffer;
}

static uint64_t perft(const desk *d, unsigned depth) {
  uint64_t nodes = 0;
  mr_state *state = mr_state_new(d->game, NULL);
  assert_non_null(state);
  mr_game_start(d->game, state);
  assert_int_equal(mr_perft(d->game, state, depth, NULL, &nodes, NULL), MR_OK);
  mr_state_free(d->game, NULL, state);
  return nodes;
}

static const char *rule_text(const desk *d, const char *id) {
  for (size_t i = 1; i < d->game->info.rule_count; i++) {
    if (strcmp(d->game->info.rules[i].id, id) == 0) {
      return d->game->info.rules[i].text;
    }
  }
  return NULL;
}

/* ---- complaints -------------------------------------------------------------------------------
 */

/** A small game that every complaint below is made in; `text` is added to it. */
#define BASE                \
  "[x]\n"                   \
  "king = k\n"              \
  "pawn = p\n"              \
  "customPiece1 = h:NmB3\n" \
  "maxFile = 5\n"           \
  "maxRank = 6\n"           \
  "castling = false\n"
#define START "startFen = 2k2/5/5/5/PPPPP/2K2 w - - 0 1\n"

typedef struct mistake {
  const char *text;  /**< from line 8 on */
  const char *place; /**< "line:column+length" */
  const char *fragment;
} mistake;

static const mistake mistakes[] = {
    /* letters */
    {START "rook = 7\n", "9:8+1", "'rook' is '7'; expected a letter"},
    {START "rook =\n", "9:7+1", "'rook' is ''; expected a letter"},
    {START "rook = rr\n", "9:8+2", "'rook' is 'rr'; expected one letter"},
    {START "rook = r:W\n", "9:8+3", "other movements are those of custom pieces"},
    {START "rook = p\n", "9:8+1", "the letter 'P' is that of pawn already"},
    {START "customPiece2 = W\n", "9:16+1", "expected letter:movement"},
    {START "customPiece2 = 7:W\n", "9:16+3", "expected letter:movement"},
    {START "customPiece51 = q:W\n", "9:1+13", "numbered from 1 to 50"},
    {START "customPiece0 = q:W\n", "9:1+12", "numbered from 1 to 50"},
    /* movements, at the very column */
    {START "customPiece2 = q:NmB3x\n", "9:22+1", "'NmB3x' cannot be read"},
    {START "customPiece2 = q:fK\n", "9:18+1", "'fK' cannot be read"},
    {START "promotedFormCustomPiece1 = NyW\n", "9:29+1", "'NyW' cannot be read"},
    {START "promotedFormCustomPiece2 = W\n", "9:1+24", "no customPiece2 that could promote"},
    {START "promotedFormKnihgt = W\n", "9:1+18", "does not end in the key of a piece"},
    {START "promotedPieceType = h-k\n", "9:21+3", "such as p:g"},
    {START "promotedPieceType = h:q\n", "9:23+1", "there are P, H and K"},
    {START "promotedFormCustomPiece1 = W\npromotedPieceType = h:p\n", "10:21+3",
     "'H' has a promoted form already"},
    /* boards and squares */
    {"maxRank = 17\n", "8:1+7", "'maxRank' is set already"},
    {START "mobilityRegionWhiteKing = a1 f1\n", "9:30+2", "'f1' is not on the board"},
    {START "mobilityRegionWhiteKing = *7\n", "9:27+2", "'*7' is not on the board"},
    {START "mobilityRegionWhiteKing = c\n", "9:27+1", "'c' is no square"},
    {START "mobilityRegionWhiteKing = c3d\n", "9:27+3", "'c3d' is no square"},
    {START "mobilityRegionWhiteKign = a1\n", "9:1+23", "does not end in the key of a piece"},
    {START "dropRegionBlackCustomPiece77 = a1\n", "9:1+28", "does not end in the key"},
    {START "enPassantRegion = a3\n", "9:19+2", "parts of it are not supported"},
    /* lists of pieces */
    {START "promotionPieceTypes = hq\n", "9:24+1", "a piece 'q' that there is not"},
    {START "pawnTypes = p7\n", "9:14+1", "there are P, H and K"},
    {START "royalPieces = x\n", "9:15+1", "a piece 'x' that there is not"},
    {START "pieceNames = q:Queen\n", "9:14+1", "no piece has this letter"},
    {START "pieceNames = k:King +h:Great_horse\n", "9:21+2", "'H' has no promoted form"},
    {START "pieceNames = k:\n", "9:14+2", "expected letter:name"},
    {START "pieceValues = k=4\n", "9:15+3", "expected letter:number"},
    {START "ruleIds = stalemat:X-1\n", "9:11+8", "'stalemat' is no feature"},
    {START "ruleIds = stalemate\n", "9:11+9", "expected feature:number"},
    /* what does not go together */
    {START "firstTurnDark = true\n", "9:1+13", "needs splitTurns = true"},
    {START "splitTurns = true\npieceDrops = true\n", "10:1+10", "does not go together"},
    {START "splitTurns = true\nmustCapture = true\n", "10:1+11", "does not go together"},
    {START "splitTurns = true\nextinctionValue = loss\nextinctionPieceTypes = h\n", "10:1+15",
     "does not go together"},
    {START "splitTurns = true\nflagRegion = a1\n", "10:1+10", "does not go together"},
    {START "extinctionValue = loss\n", "9:1+15", "needs extinctionPieceTypes"},
    {START "perpetualCheckPieces = h\n", "9:1+20", "without royal pieces"},
    {START "flagMove = true\nflagPiece = k\nflagRegion = *6\n", "11:1+10", "not supported"},
    {START "promotedFormCustomPiece1 = W\ncapturesToHand = true\ndropLoop = true\n", "10:1+14",
     "promoted forms cannot be held in hand"},
    {START "janggiCannon = c\n", "9:1+12", "'janggiCannon' is not supported"},
    /* keys that are known and declined */
    {START "blastOnCapture = true\n", "9:1+14", "not supported: captures here remove one man"},
    {START "checking = false\n", "9:1+8", "not supported: royal men"},
    {START "connectN = 4\n", "9:1+8", "not supported: rows of men"},
    {START "promotionRank = 5\n", "9:1+13", "promotionRegionWhite and promotionRegionBlack"},
    {START "blastOnCapure = true\n", "9:1+13", "no key named 'blastOnCapure'"},
    /* first positions */
    {"startFen = 2k2/5/5/5/5/2Q2 w - - 0 1\n", "8:25+1", "startFen: "},
    {"startFen = 2k2/5/5/5/2K2 w - - 0 1\n", "8:25+1", "startFen: "},
    {"castlingRank = 1\nstartFen = 2k2/5/5/5/5/R1K2 w Q - 0 1\n", "9:31+1", "castling = true"},
    {"flagRegion = *6\nstartFen = 2k2/5/5/5/5/2K2 w - - 0 1\n", "9:12+", "the game is over"},
    {"stalemateValue = loss\n", "1:1+3", "without startFen the game begins as chess does"},
};

static void place_of(const mr_diagnostic *at, char *buffer, size_t size) {
  snprintf(buffer, size, "%u:%u+%u", (unsigned)at->line, (unsigned)at->column,
           (unsigned)at->length);
}

/** A place that ends in '+' leaves the length open. */
static bool is_place(const char *place, const char *expected) {
  size_t length = strlen(expected);
  return expected[length - 1] == '+' ? strncmp(place, expected, length) == 0
                                     : strcmp(place, expected) == 0;
}

static void every_mistake_is_shown_where_it_stands(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
    const mistake *m = &mistakes[i];
    char text[1024];
    char place[64];
    desk d;
    snprintf(text, sizeof text, BASE "%s", m->text);
    assert_int_not_equal(desk_try(&d, text, "x"), MR_OK);
    assert_null(d.game);
    place_of(d.list.first, place, sizeof place);
    if (!is_place(place, m->place) || strstr(d.list.first->message, m->fragment) == NULL) {
      fail_msg("%sexpected %s '%s'\nsaid %s '%s'", m->text, m->place, m->fragment, place,
               d.list.first->message);
    }
    desk_close(&d);
  }
}

static void all_mistakes_of_a_definition_are_shown_in_one_run(void **unused) {
  (void)unused;
  desk d;
  assert_int_not_equal(
      desk_try(&d,
               BASE START "rook = 7\npromotionPieceTypes = xy\nmobilityRegionWhiteKing = z9 foo\n"
                          "connectN = 4\nruleIds = foo:1\n",
               "x"),
      MR_OK);
  assert_int_equal(d.list.errors, 7);
  desk_close(&d);
}

static void a_region_of_a_piece_that_there_is_not_is_a_warning(void **unused) {
  (void)unused;
  desk d;
  assert_int_equal(desk_try(&d, BASE START "mobilityRegionWhiteRook = a1\n", "x"), MR_OK);
  assert_int_equal(d.list.count, 1);
  assert_int_equal(d.list.errors, 0);
  assert_int_equal(d.list.first->severity, MR_SEVERITY_WARNING);
  assert_int_equal(d.list.first->line, 9);
  desk_close(&d);
}

static void declined_keys_are_accepted_where_they_say_what_is_so_anyway(void **unused) {
  (void)unused;
  desk d;
  mr_str text;
  mr_str_init(&text, NULL);
  mr_str_add(&text, BASE START);
  for (unsigned i = MR_FY_OFF_CHESS960; i < MR_FY_KEY_COUNT; i++) {
    if (mr_fy_keys[i].standard[0] != '\0') {
      mr_str_format(&text, "%s = %s\n", mr_fy_keys[i].name, mr_fy_keys[i].standard);
    }
  }
  desk_open(&d, mr_str_text(&text), "x");
  desk_close(&d);
  mr_str_done(&text);
}

static void every_declined_key_is_refused_by_name_with_a_reason(void **unused) {
  (void)unused;
  for (unsigned i = MR_FY_OFF_CHESS960; i < MR_FY_KEY_COUNT; i++) {
    char text[512];
    desk d;
    snprintf(text, sizeof text, BASE START "%s = 77\n", mr_fy_keys[i].name);
    assert_int_equal(desk_try(&d, text, "x"), MR_ERR_UNSUPPORTED);
    snprintf(text, sizeof text, "'%s' is not supported: ", mr_fy_keys[i].name);
    assert_ptr_equal(strstr(d.list.first->message, text), d.list.first->message);
    assert_true(strlen(d.list.first->message) > strlen(text) + 10);
    desk_close(&d);
  }
}

/* ---- what the dialect means -------------------------------------------------------------------
 */

static void a_definition_without_a_parent_has_the_board_and_rules_of_chess(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, "[x]\npawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\n", "x");
  assert_int_equal(rules_of(&d)->files, 8);
  assert_int_equal(rules_of(&d)->ranks, 8);
  assert_int_equal(rules_of(&d)->idle_limit, 100);
  assert_int_equal(rules_of(&d)->fold, 3);
  assert_int_equal(perft(&d, 4), 197281);
  for (unsigned i = 0; i < 4; i++) {
    assert_true(rules_of(&d)->castling[i].allowed);
  }
  assert_int_equal(d.game->info.definition_hash != 0, 1);
  desk_close(&d);
}

static void promotion_goes_to_the_pieces_in_the_order_of_their_list(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
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
  assert_string_equal(squares(&d, &pawn->promotion_zone[0]), "a6 b6 c6 d6 e6");
  assert_string_equal(squares(&d, &pawn->promotion_zone[1]), "a1 b1 c1 d1 e1");
  desk_close(&d);
}

static void pawns_that_have_to_promote_and_cannot_stay_outside(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, BASE START "promotionPieceTypes = -\npromotionRegionWhite = *6\n", "x");
  const mr_fy_kind *pawn = kind_named(&d, "P");
  assert_int_equal(pawn->promotion_count[0], 0);
  assert_false(mr_fy_set_has(&pawn->mobility[0], 25));
  assert_true(mr_fy_set_has(&pawn->mobility[0], 24));
  desk_close(&d);
}

static void shogi_promotes_to_the_movements_of_other_pieces(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
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
  assert_string_equal(squares(&d, &form->mobility[0]), "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2");
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
  desk_close(&d);
}

static void only_what_startfen_has_in_hand_is_dropped_where_nothing_enters_hands(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            BASE
            "pieceDrops = true\ndropRegionWhite = *3\nmobilityRegionWhiteCustomPiece1 = a* b3\n"
            "dropRegionBlackPawn = e4 e6\n"
            "startFen = 2k2/5/5/5/PPPPP/2K2[Hpp] w - - 0 1\n",
            "x");
  assert_int_equal(rules_of(&d)->hand_count, 2);
  assert_string_equal(squares(&d, &kind_named(&d, "H")->drop_region[0]), "a3 b3");
  assert_string_equal(squares(&d, &kind_named(&d, "P")->drop_region[1]), "e4 e6");
  desk_close(&d);
}

static void pawns_are_dropped_neither_on_the_first_rank_nor_where_they_promote(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            BASE "rook = r\npieceDrops = true\npromotionRegionWhite = *6 *5\n"
                 "promotionPieceTypes = r\nfirstRankPawnDrops = false\n"
                 "startFen = 2k2/5/5/5/PPPPP/2K2[P] w - - 0 1\n",
            "x");
  assert_string_equal(squares(&d, &kind_named(&d, "P")->drop_region[0]),
                      "a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4");
  assert_string_equal(squares(&d, &kind_named(&d, "P")->drop_region[1]),
                      "a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5");
  desk_close(&d);
}

static void who_takes_in_passing_is_a_matter_of_lists_and_of_movements(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, BASE START "customPiece2 = e:mWceF\n", "x");
  assert_true(kind_named(&d, "P")->takes_ep[0]);
  assert_true(kind_named(&d, "E")->takes_ep[1]);
  assert_false(kind_named(&d, "H")->takes_ep[0]);
  desk_close(&d);
  desk_open(&d, BASE START "customPiece2 = e:mWceF\nenPassantTypesWhite = p\n", "x");
  assert_false(kind_named(&d, "E")->takes_ep[0]);
  assert_true(kind_named(&d, "E")->takes_ep[1]);
  desk_close(&d);
  desk_open(&d, BASE START "enPassantRegionBlack = -\n", "x");
  assert_true(kind_named(&d, "P")->takes_ep[0]);
  assert_false(kind_named(&d, "P")->takes_ep[1]);
  desk_close(&d);
}

static void lists_mean_the_pieces_that_had_the_letters_where_they_were_written(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            "[p:chess]\npromotionPieceTypes = qr\n"
            "[x:p]\nqueen = -\namazon = q\nknight = -\nbishop = -\nrook = t\n"
            "startFen = t3k2t/8/8/8/8/8/8/T2QK2T w KQkq - 0 1\n",
            "x");
  const mr_fy_kind *pawn = kind_named(&d, "P");
  assert_int_equal(pawn->promotion_count[0], 1);
  assert_int_equal(rules_of(&d)->kinds[pawn->promotions[0][0]].letter, 'T');
  assert_string_equal(kind_named(&d, "Q")->text, "QN");
  desk_close(&d);
}

static void a_child_that_takes_a_letter_removes_the_piece_that_had_it(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, "[x:chess]\ncustomPiece1 = n:NmW\n", "x");
  assert_int_equal(rules_of(&d)->kind_count, 6);
  assert_string_equal(kind_named(&d, "N")->text, "NmW");
  assert_int_equal(kind_named(&d, "P")->promotion_count[0], 3);
  desk_close(&d);
}

static void regions_of_a_parent_may_lie_beyond_a_smaller_board(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            "[x:chess]\nmaxRank = 6\nmaxFile = e\ncastling = false\n"
            "startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\npromotionRegionWhite = *6\n"
            "[y:x]\nmaxRank = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n",
            "y");
  assert_int_equal(rules_of(&d)->cells, 25);
  assert_true(mr_fy_set_empty(&kind_named(&d, "P")->promotion_zone[0]));
  desk_close(&d);
}

static void ends_have_the_values_of_their_keys(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            BASE "startFen = 2k2/ppppp/5/5/PPPPP/2K2 w - - 0 1\n"
                 "stalemateValue = win\ncheckmateValue = draw\nnMoveRule = 75\n"
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
  assert_int_equal(rules->extinction.count, 0);
  assert_int_equal(rules->extinction.rest, 2);
  assert_false(rules->extinction.together);
  assert_true(kind_named(&d, "H")->resets[0]);
  assert_false(kind_named(&d, "H")->resets[1]);
  assert_false(kind_named(&d, "P")->resets[0]);
  assert_true(kind_named(&d, "P")->resets[1]);
  assert_int_equal(d.game->info.max_length, 77);
  desk_close(&d);
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
    desk d;
    snprintf(text, sizeof text, BASE START "%s", cases[i].text);
    desk_open(&d, text, "x");
    assert_int_equal(rules_of(&d)->fold_value, cases[i].value);
    desk_close(&d);
  }
}

static void flags_are_regions_pieces_and_a_count_for_each_side(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            BASE START "flagRegionWhite = a6\nflagRegionBlack = a1 b1\nflagPieceBlack = h\n"
                       "flagPieceCount = 2\n",
            "x");
  const mr_fy_flag *flag = &rules_of(&d)->flag;
  assert_int_equal(flag->kinds[0], 2 + 4 + 8);
  assert_int_equal(flag->kinds[1], 4);
  assert_string_equal(squares(&d, &flag->region[1]), "a1 b1");
  assert_int_equal(flag->count, 2);
  assert_false(flag->reply);
  desk_close(&d);
}

static void castling_follows_the_first_position_and_the_files_of_its_keys(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            "[x]\nking = k\nrook = r\nmaxFile = 10\ncastlingKingsideFile = i\n"
            "castlingQueensideFile = 3\nstartFen = r4k3r/10/10/10/10/10/10/R4K3R w KQq - 0 1\n",
            "x");
  const mr_fy_castling *c = rules_of(&d)->castling;
  assert_true(c[0].allowed && c[1].allowed && !c[2].allowed && c[3].allowed);
  assert_int_equal(c[0].king_from, 5);
  assert_int_equal(c[0].king_to, 8);
  assert_int_equal(c[0].partner_from, 9);
  assert_int_equal(c[0].partner_to, 7);
  assert_string_equal(squares(&d, &c[0].safe), "f1 g1 h1 i1");
  assert_int_equal(c[1].king_to, 2);
  assert_int_equal(c[1].partner_to, 3);
  assert_string_equal(squares(&d, &c[1].clear), "a1 b1 c1 d1 e1 f1");
  assert_int_equal(c[3].king_from, 75);
  desk_close(&d);
}

static void initial_moves_count_on_the_double_step_squares_or_on_those_of_the_piece(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            BASE START "doubleStepRegionWhite = *3\ncustomPiece2 = q:WinD\n"
                       "initialRegionWhiteCustomPiece2 = c1\n",
            "x");
  assert_string_equal(squares(&d, &kind_named(&d, "P")->initial[0]), "a3 b3 c3 d3 e3");
  assert_string_equal(squares(&d, &kind_named(&d, "Q")->initial[0]), "c1");
  assert_string_equal(kind_named(&d, "P")->text, "fmWfceFifmnD");
  desk_close(&d);
  desk_open(&d, BASE START "doubleStep = false\n", "x");
  assert_string_equal(kind_named(&d, "P")->text, "fmWfceF");
  desk_close(&d);
}

static void a_child_adds_to_the_promotions_of_its_parent(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            "[p]\nking = k\nsilver = s\nlance = l\nknight = n\ngold = g\ncastling = false\n"
            "promotedPieceType = s:g l:g n:g\n"
            "startFen = sl1k3n/8/8/8/8/8/8/SL1K3N w - - 0 1\n"
            "[x:p]\nqueen = q\npromotedPieceType = l:q n:-\n",
            "x");
  assert_string_equal(kind_named(&d, "+S")->text, "WfF");
  assert_string_equal(kind_named(&d, "+L")->text, "Q");
  assert_int_equal(kind_named(&d, "N")->promotion_count[0], 0);
  assert_int_equal(rules_of(&d)->kind_count, 8);
  desk_close(&d);
}

static void captured_pawns_are_pawns_again_whatever_they_have_become(void **unused) {
  static const char crazyhouse[] =
      "[x:chess]\npieceDrops = true\ncapturesToHand = true\n"
      "startFen = rnb1kb1r/ppQ~1pp2/8/8/5q~2/8/PPP2PPP/RNBQKBNR[Qpp] b KQkq - 0 1\n";
  (void)unused;
  desk d;
  desk_open(&d, crazyhouse, "x");
  assert_int_equal(rules_of(&d)->kind_count, 10);
  assert_int_equal(rules_of(&d)->hand_count, 5);
  assert_int_equal(perft(&d, 1), 82);
  assert_int_equal(perft(&d, 2), 6706);
  assert_int_equal(perft(&d, 3), 454486);
  char text[256];
  mr_str out;
  mr_str_fixed(&out, text, sizeof text);
  mr_game_format_state(d.game, mr_fy_game_of(d.game)->start, &out);
  assert_string_equal(text, "rnb1kb1r/ppQ~1pp2/8/8/5q~2/8/PPP2PPP/RNBQKBNR[Qpp] b KQkq - 0 1");
  desk_close(&d);
  desk_open(&d,
            "[x:chess]\npieceDrops = true\ncapturesToHand = true\n"
            "startFen = r3k2r/PPP4p/8/3n4/8/8/ppp4P/R3K2R[Pn] w KQkq - 0 1\n",
            "x");
  assert_int_equal(perft(&d, 3), 168086);
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(
      mr_game_parse_action(d.game, mr_fy_game_of(d.game)->start, "b7b8q", 5, &action, NULL), MR_OK);
  assert_true(rules_of(&d)->kinds[mr_fy_form_of(action)].tilde);
  desk_close(&d);
  desk_open(&d, "[x:chess]\npieceDrops = true\ncapturesToHand = true\ndropLoop = true\n", "x");
  assert_int_equal(rules_of(&d)->kind_count, 6);
  desk_close(&d);
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
    desk d;
    mr_str out;
    snprintf(text, sizeof text, BASE "startFen = %s\n", cases[i].text);
    desk_open(&d, text, "x");
    mr_str_fixed(&out, text, sizeof text);
    mr_game_format_state(d.game, mr_fy_game_of(d.game)->start, &out);
    assert_string_equal(text, cases[i].full);
    desk_close(&d);
  }
}

static void rights_to_castle_mean_nothing_without_castling(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, "[x:chess]\ncastling = false\n", "x");
  assert_int_equal(mr_fy_state_of_const(mr_fy_game_of(d.game)->start)->rights, 0);
  desk_close(&d);
  assert_int_equal(desk_try(&d,
                            "[x:chess]\ncastling = false\nstartFen = "
                            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n",
                            "x"),
                   MR_OK);
  assert_int_equal(d.list.count, 1);
  assert_int_equal(d.list.errors, 0);
  assert_int_equal(d.list.first->line, 3);
  assert_int_equal(d.list.first->column, 35);
  desk_close(&d);
}

static void soldiers_step_sideways_from_a_rank_on(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, BASE START "soldier = s\nsoldierPromotionRank = 4\n", "x");
  assert_string_equal(kind_named(&d, "S")->text, "fWisW");
  assert_string_equal(squares(&d, &kind_named(&d, "S")->initial[0]),
                      "a4 b4 c4 d4 e4 a5 b5 c5 d5 e5 a6 b6 c6 d6 e6");
  assert_string_equal(squares(&d, &kind_named(&d, "S")->initial[1]),
                      "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3");
  desk_close(&d);
  desk_open(&d, BASE START "soldier = s\n", "x");
  assert_string_equal(kind_named(&d, "S")->text, "fsW");
  desk_close(&d);
}

static void a_cannon_is_not_immobile_for_want_of_a_man_to_leap_over(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            BASE "customPiece2 = a:pR\nlance = l\npieceDrops = true\nimmobilityIllegal = true\n"
                 "startFen = 2k2/5/5/5/P4/A1K2[L] w - - 0 1\n",
            "x");
  /* 6 by the cannon, 2 by the pawn, 5 by the king, and drops everywhere but on the last rank */
  assert_int_equal(perft(&d, 1), 6 + 2 + 5 + 22);
  desk_close(&d);
}

static void the_last_of_a_kind_can_be_royal(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            "[x]\ncommoner = k\nrook = r\ncastling = false\nextinctionValue = loss\n"
            "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
            "startFen = 4k3/8/8/8/8/8/8/R3K2K w - - 0 1\n",
            "x");
  assert_true(rules_of(&d)->extinction.royal);
  assert_int_equal(rules_of(&d)->extinction.value, MR_FY_NOTHING);
  assert_non_null(strstr(rule_text(&d, "checkmate"), "the last Commoner"));
  assert_null(rule_text(&d, "extinction"));
  desk_close(&d);
}

static void hints_for_other_programs_have_no_effect(void **unused) {
  (void)unused;
  desk plain;
  desk hinted;
  desk_open(&plain, BASE START, "x");
  desk_open(&hinted,
            BASE START "variantTemplate = shogi\npieceToCharTable = PNBRQ\npocketSize = 6\n"
                       "pieceValueMg = p:150\npieceValueEg = p:200\n",
            "x");
  assert_int_equal(plain.game->info.definition_hash, hinted.game->info.definition_hash);
  desk_close(&plain);
  desk_close(&hinted);
}

/* ---- names, numbers, sentences ----------------------------------------------------------------
 */

static void pieces_have_names_and_values_for_people(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            BASE START "promotedFormCustomPiece1 = W\nshogiPawn = s\n"
                       "pieceNames = +h:Great_horse\npieceValues = h:2.16 +h:9\n",
            "x");
  assert_string_equal(kind_named(&d, "H")->name, "H");
  assert_string_equal(kind_named(&d, "+H")->name, "Great horse");
  assert_string_equal(kind_named(&d, "S")->name, "Shogi pawn");
  assert_string_equal(kind_named(&d, "H")->value, "2.16");
  assert_string_equal(kind_named(&d, "+H")->value, "9");
  assert_null(kind_named(&d, "S")->value);
  desk_close(&d);
}

static void rules_go_by_their_numbers_and_numbers_by_their_rules(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, BASE START "ruleIds = stalemate:X-1 nMoveRule:X-2 nFoldRule:X-2 drop:X-9\n", "x");
  assert_non_null(rule_text(&d, "X-1"));
  assert_string_equal(rule_text(&d, "X-2 nMoveRule"),
                      "100 plies without a capture or a move of a Pawn are a draw.");
  assert_non_null(rule_text(&d, "X-2 nFoldRule"));
  assert_null(rule_text(&d, "X-9"));
  assert_non_null(rule_text(&d, "checkmate"));
  assert_null(rule_text(&d, "drop"));
  const mr_fy_game *game = mr_fy_game_of(d.game);
  assert_string_equal(d.game->info.rules[game->rule_of[MR_FY_RULE_STALEMATE]].id, "X-1");
  assert_int_equal(game->rule_of[MR_FY_RULE_DROP], 0);
  desk_close(&d);
}

static void sentences_carry_the_numbers_of_the_definition(void **unused) {
  static const struct {
    const char *game;
    const char *id;
    const char *fragment;
  } cases[] = {
      {"borderlands", "BL-18", "150 plies without a capture or a promotion"},
      {"borderlands", "BL-19", "for the 5. time"},
      {"borderlands", "BL-16", "with 4 men of these: any"},
      {"borderlands", "BL-16", "after the opponent's next move"},
      {"battle-of-ideologies", "BI-17", "no legal move without being in check wins"},
      {"battle-of-ideologies", "BI-18 nMoveRule", "a move of a Pawn or Log"},
      {"battle-of-ideologies", "BI-16", "Black wins with one man of these: Kirin"},
      {"colorboundmost", "CB-12", "100 turns without a capture"},
      {"colorboundmost", "CB-11", "for the 3. time"},
      {"nearly-colorboundmost", "CB-18", "A King and a Crooked bishop"},
  };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    desk d;
    desk_open(&d, "", cases[i].game);
    const char *text = rule_text(&d, cases[i].id);
    if (text == NULL || strstr(text, cases[i].fragment) == NULL) {
      fail_msg("%s %s: %s", cases[i].game, cases[i].id, text == NULL ? "nothing" : text);
    }
    desk_close(&d);
  }
}

/* ---- the games of the catalogue ---------------------------------------------------------------
 */

static void the_switches_of_battle_of_ideologies_are_settings(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d,
            "[x:battle-of-ideologies]\ncustomPiece1 = h:nN\n"
            "startFen = mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sss] w - - 0 1\n",
            "x");
  const mr_fy_kind *horse = kind_named(&d, "H");
  assert_string_equal(horse->text, "nN");
  assert_int_equal(mr_fy_state_of_const(mr_fy_game_of(d.game)->start)->hand[1][0], 3);
  desk_close(&d);
}

static void borderlands_keeps_chiefs_and_lions_where_they_belong(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, "", "borderlands");
  assert_int_equal(rules_of(&d)->kind_count, 18);
  const mr_fy_kind *chief = kind_named(&d, "C");
  assert_true(mr_fy_set_has(&chief->mobility[0], 3 * 9 + 0));  /* a4 */
  assert_true(mr_fy_set_has(&chief->mobility[0], 6 * 9 + 4));  /* e7 */
  assert_false(mr_fy_set_has(&chief->mobility[0], 3 * 9 + 1)); /* b4 */
  const mr_fy_kind *lion = kind_named(&d, "L");
  assert_string_equal(squares(&d, &lion->promotion_zone[0]), "e9");
  assert_string_equal(squares(&d, &lion->promotion_zone[1]), "e2");
  assert_true(mr_fy_set_has(&kind_named(&d, "+L")->mobility[0], 9 * 9));
  assert_false(mr_fy_set_has(&lion->mobility[0], 9 * 9));
  assert_true(lion->promotion_compulsory);
  assert_false(lion->promotion_on_leaving);
  assert_int_equal(kind_named(&d, "C")->promotion_count[0], 0);
  assert_string_equal(kind_named(&d, "+L")->value, "9.45");
  desk_close(&d);
}

static void the_army_of_chess_castles_against_colorboundmost_and_its_enemy_does_not(void **unused) {
  (void)unused;
  desk d;
  desk_open(&d, "", "colorboundmost-fide");
  assert_false(rules_of(&d)->split);
  assert_false(rules_of(&d)->castling[0].allowed);
  assert_true(rules_of(&d)->castling[2].allowed);
  assert_string_equal(kind_named(&d, "K")->text, "K");
  assert_int_equal(kind_named(&d, "F")->promotion_count[1], 0);
  desk_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_mistake_is_shown_where_it_stands),
    cmocka_unit_test(all_mistakes_of_a_definition_are_shown_in_one_run),
    cmocka_unit_test(a_region_of_a_piece_that_there_is_not_is_a_warning),
    cmocka_unit_test(declined_keys_are_accepted_where_they_say_what_is_so_anyway),
    cmocka_unit_test(every_declined_key_is_refused_by_name_with_a_reason),
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
    cmocka_unit_test(first_positions_may_leave_out_what_does_not_apply),
    cmocka_unit_test(rights_to_castle_mean_nothing_without_castling),
    cmocka_unit_test(soldiers_step_sideways_from_a_rank_on),
    cmocka_unit_test(a_cannon_is_not_immobile_for_want_of_a_man_to_leap_over),
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
