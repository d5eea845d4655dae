/*
 * Texts of states and actions of the chess-like games: what is read, how it is written, and with
 * which words the rest is refused.
 */
#include <marcher/compose.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

/* So that a run shows everything that is not as it should be. */
static unsigned differs(const char *given, const char *found, const char *wanted) {
  if (strcmp(found, wanted) == 0) {
    return 0;
  }
  print_error("%s: \"%s\" is wanted, found \"%s\"\n", given, wanted, found);
  return 1;
}

static unsigned stands_elsewhere(const char *given, uint32_t found, uint32_t wanted) {
  if (found == wanted) {
    return 0;
  }
  print_error("%s: column %u is wanted, found %u\n", given, (unsigned)wanted, (unsigned)found);
  return 1;
}

/* ---- states ---------------------------------------------------------------------------------- */

typedef struct reading {
  const char *game;
  const char *text;
  const char *written; /* NULL: as it was given */
} reading;

/* What is missing has its usual value, and what cannot matter is not kept. */
static const reading readings[] = {
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C", "c8/9/9/9/9/9/9/9/9/8C[] w - - 0 1"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[-] b", "c8/9/9/9/9/9/9/9/9/8C[] b - - 0 1"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[mMM] b - - 7", "c8/9/9/9/9/9/9/9/9/8C[MMm] b - - 7 1"},
    {"borderlands", "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 1", NULL},
    {"borderlands", "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g7g6 0 1",
     "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 1"},
    {"borderlands", "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - G7 0 1",
     "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 1"},
    {"borderlands", "c8/9/9/9/6w+W1/9/9/9/9/8C[] w - g6g7 0 1",
     "c8/9/9/9/6w+W1/9/9/9/9/8C[] w - - 0 1"},
    {"battle-of-ideologies", "4z4/9/9/9/9/1m7/2s6/9/4K4[] b - - 0 1", NULL},
    {"chess", "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
     "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - - 0 1"},
    {"chess", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", NULL},
    {"chess", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3e4 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 99 999999999",
     "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 999999999"},
    {"chess", "8/8/8/8/8/8/8/4K2R w K - 0 1", NULL},      /* an ending may lack a king */
    {"chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", NULL}, /* mate */
    {"nearly-colorboundmost", "k7/8/8/8/4ppP1/8/8/7K b - f3g4 0 5", NULL},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w",
     "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -"},
    {"colorboundmost", "4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1 l -"},
    {"colorboundmost", "4k3/8/8/8/8/8/8/4K3 b - - 0 5 - dl", NULL},
    {"colorboundmost", "k7/8/P7/8/8/8/8/5B2 b - - 0 1 l d", NULL},
};

/* Where checks are counted: those left stand before the plies, and those given may stand behind all
 * else, as other programs write them; without either the next check wins. */
static const reading check_readings[] = {
    {"3check", "4k3/8/8/8/8/8/8/4K2R w K - 3+2 7 9", NULL},
    {"3check", "4k3/8/8/8/8/8/8/4K2R w K - 7 9 +1+2", "4k3/8/8/8/8/8/8/4K2R w K - 2+1 7 9"},
    {"5check", "4k3/8/8/8/8/8/8/4K2R w K - 7 9 +1+2", "4k3/8/8/8/8/8/8/4K2R w K - 4+3 7 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K2R w 2+3 7 9", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 7 9"},
    {"3check", "4k3/8/8/8/8/8/8/4K2R w K - 2+3", "4k3/8/8/8/8/8/8/4K2R w K - 2+3 0 1"},
    {"3check", "4k3/8/8/8/8/8/8/4K2R w K - 7 9", "4k3/8/8/8/8/8/8/4K2R w K - 1+1 7 9"},
    {"3check", "4k2R/8/8/8/8/8/8/4K3 b - - 0+3 1 1", NULL}, /* White has won */
};

static void checks_are_read_as_left_or_as_given(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof check_readings / sizeof *check_readings; i++) {
    const reading *r = &check_readings[i];
    mr_table table;
    mr_table_open_game(&table, r->game, "", r->text);
    assert_string_equal(mr_table_state(&table), r->written != NULL ? r->written : r->text);
    mr_table_close(&table);
  }
}

static void states_are_written_in_one_way(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
    const reading *r = &readings[i];
    mr_table table;
    mr_table_open_game(&table, r->game, "", r->text);
    assert_string_equal(mr_table_state(&table), r->written != NULL ? r->written : r->text);
    mr_table_close(&table);
  }
}

/* Turns of who owes nothing are passed, and counted, as a text is read; not again where it is that
 * of a game which ended so. Both kings stay where they are. */
static void turns_that_are_passed_are_counted_once(void **unused) {
  (void)unused;
  static const char *const texts[][2] = {
      {"8/8/8/8/4K3/8/8/k7 b - - 5 10", "8/8/8/8/4K3/8/8/k7 b - - 7 11 - -"},
      {"8/8/8/8/4K3/8/8/k7 b - - 7 11 - -", "8/8/8/8/4K3/8/8/k7 b - - 7 11 - -"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mr_table table;
    mr_table_open_game(&table, "colorboundmost",
                       "mobilityRegionBlackKing=a1;mobilityRegionWhiteKing=e4", texts[i][0]);
    assert_string_equal(mr_table_state(&table), texts[i][1]);
    assert_string_equal(mr_table_result(&table), "1/2-1/2");
    mr_table_close(&table);
  }
}

typedef struct refusal {
  const char *game;
  const char *text;
  uint32_t column; /* 0: the text can be read, but not meant */
  const char *message;
} refusal;

static const refusal refusals[] = {
    {"borderlands", "c9/9/9/9/9/9/9/9/9/8C w", 2, "rank 10 has 10 squares, 9 are needed"},
    {"borderlands", "c8w/9/9/9/9/9/9/9/9/8C w", 3, "rank 10 has 10 squares, 9 are needed"},
    {"borderlands", "c7/9/9/9/9/9/9/9/9/8C w", 3, "rank 10 has 8 squares, 9 are needed"},
    {"borderlands", "c8/9/9/9/9/9/9/9/8C w", 20, "expected '/' and rank 1: the board has 10 ranks"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/9/8C w", 21, "the board has only 10 ranks"},
    {"borderlands", "x8/9/9/9/9/9/9/9/9/8C w", 1,
     "expected a piece (one of C G M F W E H S A L), found 'x'"},
    {"borderlands", "+c8/9/9/9/9/9/9/9/9/8C w", 2,
     "expected a piece that can be promoted (one of M F W E H S A L), found 'c'"},
    {"borderlands", "c?/9/9/9/9/9/9/9/9/8C w", 2,
     "expected a piece or a run of empty squares, found '?'"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[M w", 24, "expected ']' after the hands, found ' '"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C x", 23, "expected the side to move, w or b, found 'x'"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C w - z3 0 1", 27,
     "expected a file from a to i, found 'z'"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C w - - 151 1", 29,
     "the number of plies without progress is at most 150"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C w - - 00 1", 29,
     "the number of plies without progress is written without leading zeros"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C w - - 0 0", 31,
     "the number of the move is from 1 to 999999999"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C w - - 0 1 ", 32, "expected the end, found ' '"},
    {"borderlands", "9/9/9/9/1c7/9/9/9/9/8C", 0, "Black's Chief may not stand on b6"},
    {"borderlands", "9/9/9/9/1c7/9/9/9/2L6/C8[C] w K c3c4 0 1", 0,
     "Chief is never in a hand; Black's Chief may not stand on b6; 'c3c4' is no right to capture "
     "in "
     "passing: no piece can have made it"},
    {"borderlands", "c8/9/9/9/5W2w/9/9/9/9/8C[] w - g6g7 0 1", 0,
     "'g6g7' is no right to capture in passing: no piece can have made it"},
    {"battle-of-ideologies", "4z4/9/9/9/9/9/4K4/9/9[] w", 0, "White's King may not stand on e3"},
    {"battle-of-ideologies", "4z4/9/9/9/9/z8/9/9/4K4[] b", 0,
     "Black's Kirin may not stand on a4; Black has 2 pieces that must not be lost (Kirin), not "
     "one"},
    {"borderlands", "9/9/9/9/9/9/9/9/9/9[] w", 0,
     "both sides have lost already: neither has enough left of what it needs (Chief)"},
    {"battle-of-ideologies", "9/9/9/9/9/9/9/3K5/4z4[] b", 0,
     "Black is to move, but has won already: Black's Kirin stands on e1"},
    {"battle-of-ideologies", "9/9/9/9/9/9/9/9/9[s] w", 0,
     "neither side has a piece that must not be lost (King, Kirin)"},
    {"chess", "8/8/8/8/8/8/P7/8 w - - 0 1", 0,
     "neither side has a piece that must not be lost (King)"},
    {"chess", "4k3/8/8/8/8/8/8/4R3 w - - 0 1", 0,
     "White is to move and could take the last piece that must not be lost (Black's King)"},
    {"chess", "44/9/8/8/8/8/8/K6k w - - 0 1", 1, "rank 8 has 44 squares, 8 are needed"},
    {"chess", "8/8/12/8/8/8/8/K6k w - - 0 1", 5, "rank 6 has 12 squares, 8 are needed"},
    {"chess", "8/8/3/8/8/8/8/K6k w - - 0 1", 6, "rank 6 has 3 squares, 8 are needed"},
    {"chess", "8/8/ppp5pp/8/8/8/8/K6k w - - 0 1", 9, "rank 6 has 10 squares, 8 are needed"},
    {"chess", "8/8/0/8/8/8/8/K6k w - - 0 1", 5, "rank 6: a run of empty squares is from 1 to 8"},
    {"chess", "8/8/08/8/8/8/8/K6k w - - 0 1", 5, "rank 6: a run of empty squares is from 1 to 8"},
    {"chess", "4k3/8/8/8/8/8/8/4K1KR w - - 0 1", 0,
     "White has 2 pieces that must not be lost (King), not one"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", 0,
     "castling right Q: nobody of White's to castle with stands on a1; castling right k: nobody of "
     "Black's to castle with stands on h8; castling right q: nobody of Black's to castle with "
     "stands on a8"},
    {"chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", 0, "castling right K: White's King is not on e1"},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", 25,
     "expected castling rights: letters of KQkq, each once, or -, found 'K'"},
    {"chess", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", 0, "White's Pawn on h8 would have been promoted"},
    {"chess", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", 0, "Queen is never in a hand"},
    {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", 27,
     "no checks are counted here: that needs checkCounting = true"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 12+3 0 1", 27,
     "expected the checks left to give, such as 3+3: at most 9 each"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 7", 35,
     "expected the checks given, such as +0+0, or the end, found '7'"},
    {"makruk", "4k3/8/8/8/8/8/8/R3K3 w - 99999 0 1", 26, "the limit of the count is at most 9999"},
    {"makruk", "4k3/8/8/8/8/8/8/R3K3 w - 32 x 1", 29,
     "expected the number of plies counted, found 'x'"},
    {"makruk", "4k3/8/8/8/8/8/8/R3K3 w - 32 6 1 4 5", 35,
     "expected a square for a capture in passing, or the end, found '5'"},
    {"makruk", "4k3/8/8/8/8/8/8/R3K3 w - 32 6 1 ", 33,
     "expected a square for a capture in passing, or the end, found the end"},
    {"makruk", "4k3/8/8/8/8/8/8/R3K3 w - - 6 1 4", 32, "expected the end, found '4'"},
    {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 6 1 extra", 32, "expected the end, found 'extra'"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 4+0 0 1", 0,
     "White has 4 checks left to give, and begins with 3"},
    {"3check", "4k3/8/8/8/8/8/8/4K3 w - - 0+5 0 1", 0,
     "Black has 5 checks left to give, and begins with 3; White is to move, but has won already: "
     "it "
     "has no check left to give"},
    {"colorboundmost", "4k3/8/8/8/8/8/8/4K3 b - - 0 5 d -", 0,
     "no move can be owed on the dark squares, where Black has no pieces"},
    {"colorboundmost", "4k3/8/8/8/8/8/8/4K3 b - - 0 5 l l", 0,
     "no move can be owed on the light squares, which are frozen"},
    {"colorboundmost", "4k3/8/8/8/8/8/8/4K3 b - - 0 5 -", 0,
     "Black owes a move: '-' is for games that are over"},
    {"colorboundmost", "4k3/8/8/8/8/8/8/4K3 b - - 0 5 dd", 32,
     "expected the colours on which a move is owed: d, l, dl or -, found 'd'"},
};

static void states_are_refused_with_all_that_is_wrong(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    const refusal *r = &refusals[i];
    mr_game *game = mr_game_open(r->game, "");
    mr_state *state = mr_state_new(game, NULL);
    mr_error err = {.status = MR_OK};
    mr_status status = mr_game_parse_state(game, r->text, strlen(r->text), state, &err);
    assert_int_equal(status, r->column > 0 ? MR_ERR_SYNTAX : MR_ERR_ILLEGAL);
    wrong += differs(r->text, err.message, r->message);
    wrong += stands_elsewhere(r->text, err.column, r->column);
    mr_state_free(game, NULL, state);
    mr_game_free(game);
  }
  assert_int_equal(wrong, 0);
}

/* No list of faults is too long for a message: the rest is counted. */
static void many_faults_are_counted(void **unused) {
  (void)unused;
  static const char text[] = "9/9/9/ccccccccc/ccccccccc/ccccccccc/ccccccccc/9/9/9";
  mr_game *game = mr_game_open("borderlands", "");
  mr_state *state = mr_state_new(game, NULL);
  mr_error err = {.status = MR_OK};
  assert_int_equal(mr_game_parse_state(game, text, strlen(text), state, &err), MR_ERR_ILLEGAL);
  assert_int_equal(differs(text, strstr(err.message, "; and "), "; and 10 more"), 0);
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

/* ---- actions --------------------------------------------------------------------------------- */

typedef struct spelling {
  const char *game;
  const char *state;
  const char *given;
  const char *written;
} spelling;

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define PROMOTION "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
#define LINES "r3k2r/8/8/8/1b6/8/3P4/R3K2R w KQkq - 0 1"
#define NEARLY "4k3/8/8/8/8/8/8/Z3K2Z w KQ - 0 1"
#define LOGS "4z4/P8/9/9/2s6/s8/9/3K5/9[sss] b - - 0 1"
#define HANDS "c8/9/9/9/9/9/9/9/9/8C[M] w - - 0 1"

static const spelling spellings[] = {
    {"chess", KIWIPETE, "e1g1", "e1g1"},
    {"chess", KIWIPETE, "e1h1", "e1g1"},
    {"chess", KIWIPETE, "o-o", "e1g1"},
    {"chess", KIWIPETE, "0-0-0", "e1c1"},
    {"chess", KIWIPETE, "E5F7", "e5f7"},
    {"chess", PROMOTION, "d7c8Q", "d7c8q"},
    {"chess", PROMOTION, "d7c8=n", "d7c8n"},
    {"nearly-colorboundmost", NEARLY, "e1h1", "e1h1"},
    {"nearly-colorboundmost", NEARLY, "O-O-O", "e1a1"},
    {"nearly-colorboundmost", NEARLY, "e1g1", "e1g1"},
    {"battle-of-ideologies", LOGS, "c5c4M", "c5c4m"},
    {"battle-of-ideologies", LOGS, "c5c4", "c5c4"},
    {"battle-of-ideologies", LOGS, "s@a6", "S@a6"},
    {"borderlands", HANDS, "m@d6", "M@d6"},
    {"borderlands", HANDS, "I1i2", "i1i2"},
};

static void actions_can_be_spelt_in_several_ways(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
    const spelling *s = &spellings[i];
    mr_table table;
    char text[MR_ACTION_TEXT_MAX];
    mr_action action = MR_ACTION_NONE;
    mr_table_open_game(&table, s->game, "", s->state);
    mr_error err = {.status = MR_OK};
    if (mr_game_parse_action(table.game, table.state, s->given, strlen(s->given), &action, &err) ==
        MR_OK) {
      mr_table_text(&table, action, text);
      wrong += differs(s->given, text, s->written);
    } else {
      wrong += differs(s->given, err.message, s->written);
    }
    mr_table_close(&table);
  }
  assert_int_equal(wrong, 0);
}

typedef struct reason {
  const char *game;
  const char *state;
  const char *action;
  uint32_t column;
  const char *message;
} reason;

static const reason reasons[] = {
    {"chess", KIWIPETE, "a1", 3, "expected a file from a to h, found the end"},
    {"chess", KIWIPETE, "a9a1", 2, "the rank is from 1 to 8"},
    {"chess", KIWIPETE, "a1b1x", 5, "expected nothing behind a1b1, found 'x'"},
    {"chess", KIWIPETE, "a1b1=x", 5, "expected nothing behind a1b1, found '='"},
    {"chess", KIWIPETE, "A1B1 ", 5, "expected nothing behind A1B1, found ' '"},
    {"chess", KIWIPETE, "O-Ox", 1, "expected a file from a to h, found 'O'"},
    {"chess", KIWIPETE, "e1g1x", 5, "expected nothing behind e1g1, found 'x'"},
    {"chess", KIWIPETE, "h1h3x", 3,
     "the Rook on h1 cannot reach h3: h2 is in the way; it may play h1f1, h1g1"},
    {"chess", PROMOTION, "d7c8x", 5,
     "expected q (Queen), r (Rook), b (Bishop) or n (Knight) behind d7c8, found 'x'"},
    {"chess", PROMOTION, "d7c8=x", 6,
     "expected q (Queen), r (Rook), b (Bishop) or n (Knight) behind d7c8, found 'x'"},
    {"chess", PROMOTION, "d7c8qx", 6, "expected nothing behind d7c8q, found 'x'"},
    {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
     "b1c3x", 5, "expected h (Hawk), e (Elephant) or nothing behind b1c3, found 'x'"},
    {"duck", KIWIPETE, "a1b1x", 5,
     "expected the square that is blocked then (as in a1b1,b1a1) behind a1b1, found 'x'"},
    {"duck", KIWIPETE, "a1b1x@d3", 5,
     "expected the square that is blocked then (as in a1b1,b1a1) behind a1b1, found 'x'"},
    {"duck", KIWIPETE, "a1b1,b1a1x", 10, "expected nothing behind a1b1,b1a1, found 'x'"},
    {"duck", KIWIPETE, "a1b1@a1x", 8, "expected nothing behind a1b1@a1, found 'x'"},
    {"duck", PROMOTION, "d7c8x", 5,
     "expected q (Queen), r (Rook), b (Bishop) or n (Knight) behind d7c8, found 'x'"},
    {"duck", PROMOTION, "d7c8qx", 6,
     "expected the square that is blocked then (as in d7c8q,c8f1) behind d7c8q, found 'x'"},
    {"duck", PROMOTION, "d7c8q,x", 7, "expected a file from a to h, found 'x'"},
    {"duck", KIWIPETE, "a1b1,b1e1x", 8,
     "a piece stands on e1, which cannot be blocked; a1b1,b1a1 is possible"},
    {"shogi", "4k4/9/2P6/9/9/9/9/9/4K4[P] w", "c7c8x", 5,
     "expected + (Tokin) or nothing behind c7c8, found 'x'"},
    {"shogi", "4k4/9/2P6/9/9/9/9/9/4K4[P] w", "P@e4+", 5,
     "expected nothing behind P@e4, found '+'"},
    {"chess", KIWIPETE, "h6h5", 1, "there is no piece on h6"},
    {"chess", "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", "a1a1", 1,
     "there is no piece on a1; did you mean b1a1?"},
    {"chess", KIWIPETE, "e8e7", 1, "e8 holds an enemy, Black's King: White is to move"},
    {"chess", KIWIPETE, "h1h2", 3, "h2 is taken by your own Pawn; it may play h1f1, h1g1"},
    {"chess", KIWIPETE, "h1h3", 3,
     "the Rook on h1 cannot reach h3: h2 is in the way; it may play h1f1, h1g1"},
    {"chess", KIWIPETE, "h1b7", 3, "the Rook on h1 cannot reach b7; it may play h1f1, h1g1"},
    {"chess", KIWIPETE, "d5c6", 3,
     "the Pawn on d5 cannot reach c6: it goes that way only to capture; it may play d5d6, d5e6"},
    {"chess", KIWIPETE, "N@e4", 1, "Knight is never dropped in this game"},
    {"chess", KIWIPETE, "g2g2", 3,
     "a move ends on another square than it begins on; it may play "
     "g2g4, g2g3, g2h3"},
    {"chess", PROMOTION, "d7c8", 5, "it must promote: write d7c8q, d7c8r, d7c8b, d7c8n"},
    {"chess", PROMOTION, "d7c8k", 5,
     "the Pawn cannot become that there: write d7c8q, d7c8r, d7c8b, d7c8n"},
    {"chess", PROMOTION, "d7d8q", 3,
     "the Pawn on d7 cannot reach d8: it cannot capture that way; it may play d7c8q, d7c8r, d7c8b, "
     "d7c8n"},
    {"chess", "8/8/8/KP5r/8/7k/8/8 w - - 0 1", "b5b6", 3,
     "it would leave your King on a5 attacked by the Rook on h5; did you mean a5b6?"},
    {"chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", 3,
     "the Pawn on e3 cannot reach e5: it has that move only on rank 2; it may play e3e4"},
    {"shogi", "4k4/9/9/9/9/9/9/9/4K4[PLN] w", "P@b9", 3,
     "it could never move again from b9; did you mean P@b1?"},
    {"shogi", "4k4/9/9/9/9/9/9/9/P3K4[PLN] w", "P@a5", 3,
     "no more than 1 of the kind (Pawn) may stand on that file; did you mean P@b5?"},
    {"shogi", "3lkl3/3p1p3/4G4/9/9/9/9/9/4K4[P] w", "P@e8", 3,
     "a Pawn may not mate by being dropped; did you mean P@e2?"},
    {"chess", "4k3/8/8/8/1b6/8/P7/4K3 w - - 0 1", "a2a3", 3,
     "it would still leave your King on e1 attacked by the Bishop on b4"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1", "e1g1", 3,
     "this castling is not possible now: g1 is in the way; it may play e1d1, e1f1, e1d2, e1e2, "
     "e1f2, e1c1"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", 3,
     "this castling is not possible now: the King or its partner has moved; it may play e1d1, "
     "e1f1, e1d2, e1e2, e1f2"},
    {"chess", "r3k2r/8/8/8/1b6/8/8/R3K2R w KQkq - 0 1", "e1g1", 3,
     "this castling is not possible now: the Bishop on b4 attacks e1; it may play e1d1, e1f1, "
     "e1e2, e1f2"},
    {"battle-of-ideologies", LOGS, "c5c4k", 5,
     "the Log cannot become that there: write c5c4m, c5c4f, c5c4j, c5c4e, c5c4"},
    {"battle-of-ideologies", LOGS, "e9e9", 3,
     "a move ends on another square than it begins on; it may play e9e7, e9d8, e9f8, e9c9, e9g9"},
    {"borderlands", HANDS, "M@a4", 3,
     "White may not drop a Marauder on a4: drops are allowed on ranks 6-7; did you mean M@a6?"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[m] w - - 0 1", "M@a6", 1,
     "White has no Marauder in hand"},
    {"borderlands", "9/9/9/c8/9/9/9/9/9/8C[M] w - - 0 1", "M@a7", 3,
     "a7 is taken by Black's Chief"},
    {"borderlands", HANDS, "+M@a6", 1,
     "promoted Marauder is never dropped in this game; did you mean M@a6?"},
    {"borderlands", "c8/9/9/9/9/9/9/9/4C4/9[] w - - 0 1", "e2d4", 3,
     "the Chief may not stand on d4: it may only stand on ranks 1-3, 8-10 and a4-a7, e4-e7, i4-i7; "
     "it may play e2c1, e2d1, e2e1, "
     "e2f1, e2g1, e2c2, e2d2, e2f2 "
     "..."},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -", "b1d3", 1,
     "b1 is a light square, and White owes no move on these now; White may play e1e3, for example"},
    {"colorboundmost", "zxbqkbxz/pppppppp/8/8/8/2P5/PPP1PPPP/ZXBQKBXZ b - - 0 1 dl -", "d7e6", 1,
     "d7 is a light square, and Black moves on the dark squares first; Black may play a7c5, for "
     "example"},
};

static void actions_are_refused_with_the_reason(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    const reason *r = &reasons[i];
    mr_table table;
    mr_action action = MR_ACTION_NONE;
    mr_error err = {.status = MR_OK};
    mr_table_open_game(&table, r->game, "", r->state);
    assert_true(mr_game_parse_action(table.game, table.state, r->action, strlen(r->action), &action,
                                     &err) != MR_OK);
    wrong += differs(r->action, err.message, r->message);
    wrong += stands_elsewhere(r->action, err.column, r->column);
    mr_table_close(&table);
  }
  assert_int_equal(wrong, 0);
}

/* More than a message holds: ten men with names of sixty letters each. */
static void what_may_stand_behind_is_told_as_far_as_there_is_room(void **unused) {
  (void)unused;
  mr_table table;
  mr_action action = MR_ACTION_NONE;
  mr_error err = {.status = MR_OK};
  char names[1024];
  mr_str text = mr_str_fixed(names, sizeof names);
  mr_str_add(&text,
             "customPiece1=a:NW;customPiece2=c:BW;customPiece3=h:RF;customPiece4=e:KN;"
             "customPiece5=f:NN;customPiece6=i:BN;promotionPieceTypes=qrbnachefi;pieceNames=");
  for (const char *letter = "qrbnachefi"; *letter != '\0'; letter++) {
    mr_str_format(&text, "%c:A_name_that_nobody_will_ever_say_aloud_as_it_is_too_long_%c ", *letter,
                  *letter);
  }
  mr_table_open_game(&table, "chess", names, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  assert_true(mr_game_parse_action(table.game, table.state, "a7a8x", 5, &action, &err) != MR_OK);
  assert_int_equal(strlen(err.message), MR_ERROR_MESSAGE_MAX - 1);
  const char *at = strstr(err.message, "expected q (A name");
  assert_non_null(at);
  for (const char *letter = "qrbnach"; *letter != '\0'; letter++) {
    char wanted[96];
    snprintf(wanted, sizeof wanted,
             "%c (A name that nobody will ever say aloud as it is too long %c)", *letter, *letter);
    at = strstr(at, wanted);
    assert_non_null(at);
  }
  mr_table_close(&table);
}

/* A text says that nothing is owed: turns that nobody could play are not counted once more. */
static void ends_of_two_colours_are_read_again_as_they_were_written(void **unused) {
  (void)unused;
  static const char *const ends[][2] = {
      {"k6x/8/6Z1/8/8/8/8/K7 w - - 0 1 dl -", "a1b2 g6h7"},
      {"k7/8/8/8/8/6z1/8/K6X b - - 0 1 dl -", "g3h2 a8b7"},
      {"k6x/8/6Z1/8/8/8/8/K7 w - - 0 1 l d", "g6h7"},
      {"8/8/8/2z5/8/8/8/K7 b - - 0 1 d -", "c5a5 a1c1 a5c5 c1a1 c5a5 a1c1 a5c5 c1a1"},
      {"k7/8/8/8/3x4/8/8/K6X w - - 99 60 dl -", "a1a3 h1g2"},
  };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    mr_table table;
    char text[160];
    mr_table_open_game(&table, "colorboundmost", "", ends[i][0]);
    mr_table_play(&table, ends[i][1]);
    snprintf(text, sizeof text, "%s", mr_table_state(&table));
    assert_string_not_equal(mr_table_ended_by(&table), "");
    mr_table_set(&table, text);
    assert_string_equal(mr_table_state(&table), text);
    mr_table_close(&table);
  }
}

/* ---- positions made of men ------------------------------------------------------------------- */

/* Composes "Ke1 ke8 Pa2" with this player to move; *text is the state's, "" when it is refused. */
static void compose(const mr_game *game, const char *men, unsigned player, char *text) {
  mr_placement list[16];
  size_t count = 0;
  mr_state *state = mr_state_new(game, NULL);
  for (const char *at = men; *at != '\0'; count++) {
    size_t letters = at[0] == '+' ? 2 : 1;
    unsigned owner = at[letters - 1] >= 'a';
    list[count].piece = mr_game_piece_named(game, (mr_player){(uint8_t)owner}, at, letters);
    assert_int_not_equal(list[count].piece.id, MR_NO_PIECE.id);
    unsigned file = (unsigned)(at[letters] - 'a'), rank = (unsigned)(at[letters + 1] - '1');
    list[count].cell = (mr_cell){(uint16_t)(rank * game->info.columns + file)};
    at += letters + 2;
    at += *at == ' ';
  }
  mr_str out = mr_str_fixed(text, 128);
  if (mr_game_compose(game, list, count, (mr_player){(uint8_t)player}, state)) {
    mr_placement found[64];
    mr_game_format_state(game, state, &out);
    assert_int_equal(mr_game_hash(game, state), mr_game_rehash(game, state));
    assert_int_equal(mr_game_placements(game, state, found), count);
  }
  mr_state_free(game, NULL, state);
}

typedef struct composition {
  const char *game;
  const char *men;
  unsigned player;
  const char *text; /* "" when no such position is legal */
} composition;

static const composition compositions[] = {
    {"chess", "Ke1 ke8 Qd1", 0, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"},
    {"chess", "Ke1 ke8 Qe2", 1, "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1"},
    {"chess", "Ke1 ke8 Qe2", 0, ""}, /* Black would have been left in check */
    {"chess", "Ke1 Ke1", 0, ""},     /* two on one square */
    {"chess", "Ke1 ke8 Pa1", 0, ""}, /* no pawn comes there */
    {"chess", "Ke1 ke8 Pa8", 0, ""}, /* no pawn stays there */
    {"chess", "Ke1 Pa2", 0, "8/8/8/8/8/8/P7/4K3 w - - 0 1"},
    {"battle-of-ideologies", "ze9 ma4", 1, "4z4/9/9/9/9/m8/9/9/9[] b - - 0 1"},
    {"battle-of-ideologies", "ze9 +za4", 1, "4z4/9/9/9/9/+z8/9/9/9[] b - - 0 1"},
    {"battle-of-ideologies", "Ke5 ze9", 1, ""}, /* out of its palace */
    {"colorboundmost", "ka8 Bf1", 1, "k7/8/8/8/8/8/8/5B2 b - - 0 1 l -"},
    {"colorboundmost", "kb8 Zh7", 1, ""}, /* Black's king lives on light squares */
};

static void positions_are_composed_of_men_that_can_stand_there(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof compositions / sizeof *compositions; i++) {
    const composition *c = &compositions[i];
    char text[128];
    mr_game *game = mr_game_open(c->game, "");
    compose(game, c->men, c->player, text);
    wrong += differs(c->men, text, c->text);
    mr_game_free(game);
  }
  assert_int_equal(wrong, 0);
}

static void men_are_named_by_their_letters(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("borderlands", "");
  mr_player white = {0}, black = {1};
  assert_int_equal(mr_game_piece_named(game, white, "L", 1).id,
                   mr_game_piece_named(game, white, "l", 1).id);
  assert_int_not_equal(mr_game_piece_named(game, white, "L", 1).id,
                       mr_game_piece_named(game, black, "L", 1).id);
  assert_int_not_equal(mr_game_piece_named(game, white, "+L", 2).id,
                       mr_game_piece_named(game, white, "L", 1).id);
  static const char *const nobody[] = {"x", "+c", "", "+", "LL", "+LL"};
  for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
    assert_int_equal(mr_game_piece_named(game, white, nobody[i], strlen(nobody[i])).id, 0);
  }
  assert_int_equal(mr_game_piece_named(game, MR_NOBODY, "L", 1).id, 0);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(states_are_written_in_one_way),
    cmocka_unit_test(turns_that_are_passed_are_counted_once),
    cmocka_unit_test(checks_are_read_as_left_or_as_given),
    cmocka_unit_test(states_are_refused_with_all_that_is_wrong),
    cmocka_unit_test(many_faults_are_counted),
    cmocka_unit_test(actions_can_be_spelt_in_several_ways),
    cmocka_unit_test(actions_are_refused_with_the_reason),
    cmocka_unit_test(ends_of_two_colours_are_read_again_as_they_were_written),
    cmocka_unit_test(what_may_stand_behind_is_told_as_far_as_there_is_room),
    cmocka_unit_test(positions_are_composed_of_men_that_can_stand_there),
    cmocka_unit_test(men_are_named_by_their_letters),
};

MR_TEST_MAIN(tests)
