/*
 * Castling from any files (chess960): counts, texts of positions and of castling, what a right is
 * about. The rules themselves: tests/rule/test_classics_shuffled.c.
 */
#include <marcher/session.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

/* Fairy-Stockfish's `go perft`; the first four are published figures. */
static const mr_fairy_figure figures[] = {
    {"chess960", "", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4,
     326672},
    {"chess960", "", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
    {"chess960", "", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273318},
    {"chess960", "", "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 4, 382958},
    {"chess960", "", "bbnqnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNRNBKR w HDhf - 0 1", 4, 200066},
    {"chess960", "", "brkqrnnb/pppppppp/8/8/8/8/PPPPPPPP/RBKNBNQR w HAeb - 0 1", 4, 197853},
    {"chess960", "", "rnqkbnrb/pppppppp/8/8/8/8/PPPPPPPP/NRNBBKRQ w GBga - 0 1", 4, 198206},
    {"chess960", "", "2r1n1kr/3pp3/8/8/8/8/1P3PP1/1RK3R1 w GBhc - 0 1", 4, 32183},
    {"chess960", "", "rb1k2r1/p1p2pp1/8/8/8/8/P1PP2P1/1B1RKQ1R w HDga - 0 1", 4, 238331},
    {"chess960", "", "r4kr1/p3pp1p/8/8/8/8/PP3PP1/R4KR1 w GAga - 0 1", 4, 171124},
    {"chess960", "", "2rk1rb1/1p1ppppp/8/8/8/8/P1PP1P2/1NRK1R2 w FCfc - 0 1", 4, 173604},
    {"chess960", "", "q1rkrb1n/ppppp1pp/8/8/8/8/PPP1PPP1/Q1RKR1BN w ECec - 0 1", 4, 154977},
    {"chess960", "", "rbnkbqrn/pppppppp/8/8/8/8/PPPPPPPP/RBNKBQRN w GAga - 0 1", 4, 167124},
    {"chess960", "", "nrbbkqnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRNBKR w HDhb - 0 1", 4, 183208},
    {"chess960", "", "rbbknnqr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1", 4, 200020},
    {"chess960", "", "bqrkr1nb/ppppp1p1/8/8/8/8/PPPPPP1P/2RB2KR w HCec - 0 1", 4, 117214},
    {"chess960", "", "nrknrbbq/pppppppp/8/8/8/8/PPPPPPPP/NRKNRBBQ w EBeb - 0 1", 4, 168473},
    {"chess960", "", "qnrnkbbr/pppppppp/8/8/8/8/PPPPPPPP/QNRNKBBR w HChc - 0 1", 4, 202367},
    {"chess960", "", "n2nqrkr/ppp1pp1p/8/8/8/8/P2PPPP1/RB1KQR2 w FAhf - 0 1", 4, 180932},
    {"chess960", "", "2rk1qrn/1p1pp2p/8/8/8/8/1P1PPP2/2BRKR2 w FDgc - 0 1", 4, 191363},
    {"chess960", "", "nnbrqbkr/pppppppp/8/8/8/8/PPPPPPPP/NNBRQBKR w HDhd - 0 1", 4, 162816},
    {"chess960", "", "2nrkr2/ppp1p2p/8/8/8/8/PPPP3P/RKRB4 w CAfd - 0 1", 4, 185326},
    {"chess960", "", "qbnrbkrn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN w GAgd - 0 1", 4, 180769},
    {"chess960", "", "nrbnqbkr/pppppppp/8/8/8/8/PPPPPPPP/RQNKBBRN w GAhb - 0 1", 4, 167761},
    {"crazyhouse", "chess960=true", "nrbbqk1r/ppp2p1p/8/8/8/8/1PPP2P1/NR2QK1R[Nq] w HBhb - 0 1", 3,
     245214},
    {"crazyhouse", "chess960=true", "r1kq1r2/pp2p1pp/8/8/8/8/P3P1PP/RNK1BR1B[] w FAfa - 0 1", 3,
     25362},
    {"crazyhouse", "chess960=true", "nr1kb1r1/ppppp1pp/8/8/8/8/PPPP1PPP/QR1BBNKR[Nq] w HBgb - 0 1",
     3, 128264},
    {"crazyhouse", "chess960=true", "1rk1r3/5p2/8/8/8/8/P1P1PP1P/3RKR2[Nq] w FDeb - 0 1", 3,
     213378},
    {"crazyhouse", "chess960=true", "rk2nrb1/ppppppp1/8/8/8/8/PP1PP1P1/1BBRKNRN[Nq] w GDfa - 0 1",
     3, 129180},
    {"crazyhouse", "chess960=true", "nrbnkrqb/p1pppppp/8/8/8/8/1PPP2PP/NR1NKRQ1[Nq] w FBfb - 0 1",
     3, 186753},
    {"crazyhouse", "chess960=true", "rk2br1q/p4ppp/8/8/8/8/1P2PP2/3R2KR[] w HDfa - 0 1", 3, 14531},
    {"capablanca", "chess960=true", "r3k2ra1/pppp2pppp/10/10/10/10/PPPP2PPPP/R3K2RA1 w HAha - 0 1",
     3, 21554},
    {"capablanca", "chess960=true", "rk4ar1c/pppp2pppp/10/10/10/10/PPPP2PPPP/RK4AR1C w HAha - 0 1",
     3, 28300},
    {"capablanca", "chess960=true",
     "1b3q1rkr/pppp2pppp/10/10/10/10/PPPP2PPPP/1B3Q1RKR w JHjh - 0 1", 3, 36188},
    {"capablanca", "chess960=true", "r4nkcr1/pppp2pppp/10/10/10/10/PPPP2PPPP/R4NKCR1 w IAia - 0 1",
     3, 21411},
    {"capablanca", "chess960=true",
     "rn2q1ka1r/pppp2pppp/10/10/10/10/PPPP2PPPP/RN2Q1KA1R w JAja - 0 1", 3, 55025},
    {"capablanca", "chess960=true",
     "2acr1k1r1/pppp2pppp/10/10/10/10/PPPP2PPPP/2ACR1K1R1 w IEie - 0 1", 3, 44171},
    {"capablanca", "chess960=true",
     "bq1br2akr/pppp2pppp/10/10/10/10/PPPP2PPPP/BQ1BR2AKR w JEje - 0 1", 3, 41315},
    {"capablanca", "chess960=true",
     "rb1nq2kbr/pppp2pppp/10/10/10/10/PPPP2PPPP/RB1NQ2KBR w JAja - 0 1", 3, 38352},
};

static void positions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], 60000);
}

/* ---- texts of positions ---------------------------------------------------------------------- */

#define SEVERAL "king=-;commoner=k;castlingKingPiece=k;castling=true"
#define WIDE                                                          \
  "maxFile=12;castlingKingsideFile=j;startFen=k11/12/12/12/12/12/12/" \
  "R2R1K4RR w KQ - 0 1"

/** A state that is read, and how it is written again, or why it is not read. */
typedef struct reading {
  const char *sets, *read, *written;
} reading;

static const reading readings[] = {
    {"", "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1"},
    {"", "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1"},
    {"", "1rk3r1/8/8/8/8/8/8/1RK3R1 w Bg - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w Bg - 0 1"},
    {"", "1rk3r1/8/8/8/8/8/8/1RK3R1 w - - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w - - 0 1"},
    /* The outermost, or an inner one by its letter. */
    {"", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1"},
    {"", "4k3/8/8/8/8/8/8/RR2K1RR w GQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GA - 0 1"},
    {"", "4k3/8/8/8/8/8/8/RR2K1RR w BK - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1"},
    /* A rook on the first file may be on the king's right. */
    {"", "4k3/8/8/8/8/8/8/1KRR4 w K - 0 1", "4k3/8/8/8/8/8/8/1KRR4 w D - 0 1"},
    {"", "4k3/8/8/8/8/8/8/1KRR4 w C - 0 1", "4k3/8/8/8/8/8/8/1KRR4 w C - 0 1"},
    {"", "4k3/8/8/8/8/8/8/1KRR4 w Q - 0 1",
     "castling right Q: nobody of White's to castle with stands on rank 1 left of the King"},
    {"", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
     "castling right K: nobody of White's to castle with stands on rank 1 right of the King"},
    {"", "r3k3/8/8/8/8/8/8/4K3 w h - 0 1",
     "castling right h: nobody of Black's to castle with stands on h8"},
    {"", "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "castling right K: White's King is not on rank 1"},
    {"", "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
     "castling right H: White has one towards the same edge already"},
    {"", "4k3/8/8/8/8/8/8/4K1RR w HK - 0 1",
     "castling right K: White has one towards the same edge already"},
    {"", "4k3/8/8/8/8/8/8/4K1RR w KJ - 0 1", "expected castling rights: files of partners"},
    {"", "4k3/8/8/8/8/8/8/4K1RR w K- - 0 1", "expected castling rights: files of partners"},
    /* Of several kings the one that is named first, else the first on the rank. */
    {SEVERAL, "4k3/8/8/8/8/8/8/R1K1K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R1K1K2R w CHA - 0 1"},
    {SEVERAL, "4k3/8/8/8/8/8/8/R1K1K2R w EHA - 0 1", "4k3/8/8/8/8/8/8/R1K1K2R w EHA - 0 1"},
    {SEVERAL, "r1k1k2r/8/8/8/8/8/8/4K3 w ea - 0 1", "r1k1k2r/8/8/8/8/8/8/4K3 w ea - 0 1"},
    /* The file k, beside the letter for the outermost. */
    {WIDE, "k11/12/12/12/12/12/12/R2R1K4RR w KQ - 0 1",
     "k11/12/12/12/12/12/12/R2R1K4RR w LA - 0 1"},
    {WIDE, "k11/12/12/12/12/12/12/R2R1K4RR w K1D - 0 1",
     "k11/12/12/12/12/12/12/R2R1K4RR w K1D - 0 1"},
    {WIDE, "k11/12/12/12/12/12/12/R2R1K4R1 w K - 0 1", "k11/12/12/12/12/12/12/R2R1K4R1 w K - 0 1"},
    {WIDE, "k11/12/12/12/12/12/12/10RK w K1 - 0 1", "k11/12/12/12/12/12/12/10RK w K1 - 0 1"},
    {WIDE, "k11/12/12/12/12/12/12/10RK w K2 - 0 1", "the rank of kings that castle"},
};

/* With gates: whoever has not moved castles, of two towards one edge who is named first. */
static const reading gates[] = {
    {"chess960=true", "1rk3r1/8/8/8/8/8/8/1RK3R1[Hh] w KQkq - 0 1",
     "1rk3r1/8/8/8/8/8/8/1RK3R1[Hh] w GBCgbc - 0 1"},
    {"chess960=true", "1rk3r1/8/8/8/8/8/8/1RK3R1[Hh] w BCGbcg - 0 1",
     "1rk3r1/8/8/8/8/8/8/1RK3R1[Hh] w GBCgbc - 0 1"},
    {"chess960=true", "1rk3r1/8/8/8/8/8/8/1RK3R1[Hh] w BGbc - 0 1", /* White's king has moved */
     "1rk3r1/8/8/8/8/8/8/1RK3R1[Hh] w BGbc - 0 1"},
    {"chess960=true", "1rk3r1/8/8/8/8/8/8/1RK3R1[h] w BGbcg - 0 1", /* nobody is left to enter */
     "1rk3r1/8/8/8/8/8/8/1RK3R1[h] w GBgbc - 0 1"},
    {"chess960=true", "4k3/8/8/8/8/8/8/RR2K1RR[H] w GABEH - 0 1",
     "4k3/8/8/8/8/8/8/RR2K1RR[H] w GABEH - 0 1"},
    {"chess960=true", "4k3/8/8/8/8/8/8/RR2K1RR[H] w HBAEG - 0 1",
     "4k3/8/8/8/8/8/8/RR2K1RR[H] w HBAEG - 0 1"},
    {"chess960=true",
     "4k3/8/8/8/8/8/8/RR2K1RR[H] w HB1AE - 0 1", /* with a1 towards the first file */
     "4k3/8/8/8/8/8/8/RR2K1RR[H] w HABE - 0 1"},
    {"chess960=true", "4k3/8/8/8/8/8/8/RR2K1RR[H] w HB1E - 0 1", /* with nobody */
     "4k3/8/8/8/8/8/8/RR2K1RR[H] w HB1E - 0 1"},
    {"chess960=true", "4k3/8/8/8/8/8/8/RR2K1RR[H] w B1EG1 - 0 1",
     "4k3/8/8/8/8/8/8/RR2K1RR[H] w B1EG1 - 0 1"},
    {"chess960=true", "4k3/8/8/8/8/8/8/RR2K1RR[H] w BG - 0 1", /* the king has moved */
     "4k3/8/8/8/8/8/8/RR2K1RR[H] w BG - 0 1"},
    {"chess960=true", "4k3/8/8/8/8/8/8/RR2K1RR[H] w HHE - 0 1",
     "expected files of pieces that have not moved, each once"},
    {"chess960=true", "4k3/8/8/8/8/8/8/RR2K1RR[H] w HCE - 0 1",
     "no piece of White's stands on c1, from where none is told to have moved"},
};

static unsigned count_wrong(const char *name, const reading *rows, size_t count) {
  unsigned wrong = 0;
  for (size_t i = 0; i < count; i++) {
    const reading *it = &rows[i];
    mr_game *game = mr_game_open(name, it->sets);
    mr_state *state = mr_state_new(game, NULL);
    mr_error err = {.message = ""};
    mr_str text = mr_str_growing(NULL);
    bool read = mr_game_parse_state(game, it->read, strlen(it->read), state, &err) == MR_OK;
    if (read) {
      mr_game_format_state(game, state, &text);
    }
    bool right = read ? strcmp(mr_str_text(&text), it->written) == 0
                      : strstr(err.message, it->written) != NULL;
    if (!right) {
      print_error("%s: '%s', not '%s'\n", it->read, read ? mr_str_text(&text) : err.message,
                  it->written);
      wrong++;
    }
    mr_str_done(&text);
    mr_state_free(game, NULL, state);
    mr_game_free(game);
  }
  return wrong;
}

static void rights_are_read_by_outermost_and_by_file(void **unused) {
  (void)unused;
  assert_int_equal(count_wrong("chess960", readings, sizeof readings / sizeof *readings), 0);
}

static void gates_tell_rights(void **unused) {
  (void)unused;
  assert_int_equal(count_wrong("seirawan", gates, sizeof gates / sizeof *gates), 0);
}

/** Two positions that are the same but for what may come of them. */
static void expect_hashes(const char *one, const char *other, bool same) {
  mr_game *game = mr_game_open("chess960", "");
  mr_state *states[2] = {mr_state_new(game, NULL), mr_state_new(game, NULL)};
  const char *texts[2] = {one, other};
  for (unsigned i = 0; i < 2; i++) {
    assert_int_equal(mr_game_parse_state(game, texts[i], strlen(texts[i]), states[i], NULL), MR_OK);
  }
  assert_int_equal(mr_game_hash(game, states[0]) == mr_game_hash(game, states[1]), same);
  assert_int_equal(memcmp(states[0], states[1], game->info.state_size) == 0, same);
  mr_state_free(game, NULL, states[0]);
  mr_state_free(game, NULL, states[1]);
  mr_game_free(game);
}

static void who_castles_is_part_of_the_position(void **unused) {
  (void)unused;
  expect_hashes("4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", true);
  expect_hashes("4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1", false);
  expect_hashes("4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GA - 0 1", false);
  expect_hashes("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w - - 0 1", false);
}

/* ---- castling -------------------------------------------------------------------------------- */

/** An action that is made, and what it leads to. */
typedef struct turn {
  const char *sets, *before, *action, *after;
} turn;

#define GATES                                                                        \
  "archbishop=h;gating=true;seirawanGating=true;startFen=rnbqkbnr/pppppppp/8/8/8/8/" \
  "PPPPPPPP/RNBQKBNR[Hh] w HABCDEFGhabcdefg - 0 1"

static const turn turns[] = {
    /* Neither, either and both of them leave their squares. */
    {"", "1k6/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1b1", "1k6/8/8/8/8/8/8/2KR2R1 b - - 1 1"},
    {"", "1k6/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1g1", "1k6/8/8/8/8/8/8/1R3RK1 b - - 1 1"},
    {"", "1k6/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "1k6/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"", "1k6/8/8/8/8/8/8/5RKR w HF - 0 1", "g1f1", "1k6/8/8/8/8/8/8/2KR3R b - - 1 1"},
    {"", "1k6/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "1k6/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"", "1k6/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "1k6/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"", "1k6/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "1k6/8/8/8/8/8/8/2KR4 b - - 1 1"},
    {"", "rk5r/8/8/8/8/8/8/1K6 b ha - 0 1", "b8h8", "r4rk1/8/8/8/8/8/8/1K6 w - - 1 2"},
    /* Another rook's leaving or being taken changes nothing. */
    {"", "4k3/8/8/8/8/8/8/R1R1KRR1 w GC - 0 1", "a1a8", "R3k3/8/8/8/8/8/8/2R1KRR1 b GC - 1 1"},
    {"", "4k3/8/8/8/8/8/8/R1R1KRR1 w GC - 0 1", "c1c8", "2R1k3/8/8/8/8/8/8/R3KRR1 b G - 1 1"},
    {"", "6rk/8/8/8/8/8/8/R1R1KRR1 b GC - 0 1", "g8g1", "7k/8/8/8/8/8/8/R1R1KRr1 w C - 0 2"},
    {"capturesToHand=true;pieceDrops=true", "6rk/8/8/8/8/8/8/R1R1KRR1[] b GC - 0 1", "g8g1",
     "7k/8/8/8/8/8/8/R1R1KRr1[r] w C - 0 2"},
    {GATES, "rk6/8/8/8/8/8/8/1RK3R1[H] w GBC - 0 1", "c1g1h",
     "rk6/8/8/8/8/8/8/1RH2RK1[] b - - 1 1"},
    {GATES, "rk6/8/8/8/8/8/8/1RK3RN[Hh] w GBCHa - 0 1", "c1g1h",
     "rk6/8/8/8/8/8/8/1RH2RKN[h] b a - 1 1"},
    {"oppositeCastling=true", "rk5r/8/8/8/8/8/8/1RK3R1 w GBha - 0 1", "c1b1",
     "rk5r/8/8/8/8/8/8/2KR2R1 b h - 1 1"},
};

static void castling_is_made_and_taken_back(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess960", turns[i].sets, turns[i].before);
    mr_fairy_there_and_back(&table, turns[i].action, turns[i].after);
    mr_table_close(&table);
  }
}

static void castling_is_asked_for_in_words(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess960", "", "1k6/8/8/8/8/8/8/1RK3R1 w GB - 0 1");
  mr_fairy_play(&table, "1k6/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "O-O",
                "1k6/8/8/8/8/8/8/1R3RK1 b - - 1 1");
  mr_fairy_play(&table, "1k6/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "0-0-0",
                "1k6/8/8/8/8/8/8/2KR2R1 b - - 1 1");
  /* A step is one, though castling ends there, too. */
  mr_fairy_play(&table, "7k/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1g1", "7k/8/8/8/8/8/8/R5KR b - - 1 1");
  mr_table_close(&table);
}

static void what_is_no_castling_is_told_why(void **unused) {
  (void)unused;
  mr_expect_refusal("chess960", "", "1k6/8/8/8/8/8/8/1RK3R1 w B - 0 1", "O-O",
                    "White has no such castling: king or partner have moved");
  mr_expect_refusal("chess960", "", "1k6/8/8/8/8/8/8/1RK2NR1 w GB - 0 1", "c1g1",
                    "this castling is not possible now: f1 is in the way");
  mr_expect_refusal("chess960", "", "1k6/8/8/8/8/8/8/5NKR w H - 0 1", "g1h1", /* beside it */
                    "this castling is not possible now: f1 is in the way");
  mr_expect_refusal("chess960", "", "1k2r3/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "O-O",
                    "this castling is not possible now: the Rook on e8 attacks e1");
  mr_expect_refusal("chess960", "", "1k6/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1e1", "");
  /* The king's way is how most write it: what is legal is told as it is written here. */
  mr_expect_refusal("chess960", "", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1g1",
                    "castling is written e1h1 here, as the King taking its own Rook");
  mr_expect_refusal("chess960", "", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1c1",
                    "castling is written e1a1 here, as the King taking its own Rook");
  mr_expect_refusal("chess960", "", "4k3/8/8/8/8/8/8/R3KN1R w HA - 0 1", "e1g1",
                    "the King on e1 cannot reach g1");
}

/* A king that arrives where its partner has stood is looked at there: the cannon jumps over that.
 */
static void kings_are_safe_where_the_partner_stood(void **unused) {
  (void)unused;
  static const char *const sets[] = {"bishop=-;cannon=b;chess960=true",
                                     "bishop=-;cannon=b;castlingRookKingsideFile=g;"
                                     "startFen=4k3/8/8/8/8/8/8/B4KR1 w K - 0 1"};
  for (size_t i = 0; i < 2; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", sets[i], NULL);
    mr_fairy_moves(&table, "4k3/8/8/8/8/8/8/4bKR1 w K - 0 1", "f1f2", "f1g1");
    mr_fairy_moves(&table, "4k3/8/8/8/8/8/8/4nKR1 w K - 0 1", "f1g1", "");
    mr_table_close(&table);
  }
}

/* ---- numbered first positions ---------------------------------------------------------------- */

/** A definition, and the complaint about it. */
static void expect_complaint(const char *text, const char *complaint) {
  fixture d;
  assert_int_not_equal(fixture_try(&d, text, "x"), MR_OK);
  assert_true(d.list.count > 0);
  if (strstr(d.list.first->message, complaint) == NULL) {
    fail_msg("%s: %s", text, d.list.first->message);
  }
  fixture_close(&d);
}

static void numbers_need_the_men_of_chess(void **unused) {
  (void)unused;
  static const char needs[] = "'startPosition' needs chess960 = true, eight files";
  expect_complaint("[x:chess]\nstartPosition = 5\n", needs);
  expect_complaint("[x:capablanca]\nchess960 = true\nstartPosition = 5\n", needs);
  expect_complaint("[x:chess960]\ncastling = false\nstartPosition = 5\n", needs);
  expect_complaint("[x:chess960]\nstartPosition = 5\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
                   "RNBQKBBR w KQkq - 0 1\n",
                   needs);
  expect_complaint("[x:chess960]\nstartPosition = 960\n", "959");
}

/* ---- first positions that are drawn ---------------------------------------------------------- */

/** Draws starts, and looks at what each begins with. @param fits is asked of each text */
static void draw_starts(const char *definition, bool (*fits)(const char *text)) {
  enum { GAMES = 300 };
  fixture d;
  assert_int_equal(fixture_try(&d, definition, "x"), MR_OK);
  assert_true(mr_game_can(d.game, MR_CAN_SHUFFLE));
  mr_state *drawn = mr_state_new(d.game, NULL);
  mr_str text = mr_str_growing(NULL);
  uint64_t first = 0;
  bool differ = false;
  for (unsigned seed = 0; seed < GAMES; seed++) {
    mr_start_of(d.game, drawn, seed);
    mr_str_reset(&text);
    mr_game_format_state(d.game, drawn, &text);
    if (!fits(mr_str_text(&text))) {
      fail_msg("%s: %s", definition, mr_str_text(&text));
    }
    assert_int_equal(mr_game_hash(d.game, drawn), mr_game_rehash(d.game, drawn));
    first = seed == 0 ? mr_game_hash(d.game, drawn) : first;
    differ = differ || mr_game_hash(d.game, drawn) != first;
  }
  assert_true(differ);
  mr_str_done(&text);
  mr_state_free(d.game, NULL, drawn);
  fixture_close(&d);
}

/** The king between the rooks, bishops on both colours; ten men. */
static bool fits_ten(const char *text) {
  const char *rank = strrchr(text, '/') + 1;
  const char *rook = strchr(rank, 'R'), *king = strchr(rank, 'K'), *bishop = strchr(rank, 'B');
  const char *other = strchr(bishop + 1, 'B');
  return rook < king && strchr(king, 'R') < rank + 10 && (other - bishop) % 2 == 1 &&
         strncmp(strchr(text, ' '), " w ", 3) == 0 && strchr(text, ' ')[3] != '-';
}

/** What White has from the first file on Black has from the last. */
static bool fits_turned(const char *text) {
  const char *rank = strrchr(text, '/') + 1;
  for (unsigned i = 0; i < 8; i++) {
    if (text[i] - ('a' - 'A') != rank[7 - i]) {
      return false;
    }
  }
  return true;
}

/** General and advisers stay in the palace, elephants where they reach their squares. */
static bool fits_palace(const char *text) {
  const char *rank = strrchr(text, '/') + 1;
  long king = strchr(rank, 'K') - rank;
  long adviser = strchr(rank, 'A') - rank, other = strchr(rank + adviser + 1, 'A') - rank;
  return king >= 3 && king <= 5 && adviser >= 3 && other <= 5;
}

/** Kings behind the files of their soldiers: else they would face each other. */
static bool fits_facing(const char *text) {
  return (strchr(strrchr(text, '/'), 'K') - strrchr(text, '/')) % 2 == 1;
}

static void orders_are_drawn_for_any_army(void **unused) {
  (void)unused;
  draw_starts("[x:capablanca]\nchess960 = true\nrandomStart = true\n", fits_ten);
  draw_starts("[x:makruk]\nrandomStart = true\n", fits_turned);
  draw_starts("[x:xiangqi]\nrandomStart = true\n", fits_palace);
  draw_starts("[x]\nking = k:W\nrook = r\nsoldier = p\nwazir = a\nbishop = b\ncastling = "
              "false\nmaxFile = 5\n"
              "bikjangRule = true\npass = true\nrandomStart = true\n"
              "startFen = rbkar/5/p1p1p/5/5/P1P1P/5/RBKAR w - - 0 1\n",
              fits_facing);
}

/** A first position that a child has for itself is that in every game. */
static void a_start_of_ones_own_is_not_shuffled(void **unused) {
  (void)unused;
  static const char *const definitions[] = {
      "[x:chess960]\nstartFen = rk4r1/8/8/8/8/8/8/RK4R1 w KQkq - 0 1\n",
      "[x:chess960]\nstartPosition = 5\n"};
  for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
    fixture d;
    assert_int_equal(fixture_try(&d, definitions[i], "x"), MR_OK);
    assert_false(mr_game_can(d.game, MR_CAN_SHUFFLE));
    fixture_close(&d);
  }
}

static void orders_that_cannot_be_drawn_are_refused(void **unused) {
  (void)unused;
  expect_complaint("[x:chess]\nrandomStart = true\n", "add chess960 = true");
  expect_complaint("[x:chess]\ncastling = false\nrandomStart = true\n"
                   "startFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n",
                   "finds no other order");
  expect_complaint("[x:chess]\ncastling = false\nrandomStart = true\n"
                   "startFen = rn2k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w - - 0 1\n",
                   "both sides have as many men");
}

static void what_does_not_go_with_it_is_refused(void **unused) {
  (void)unused;
  expect_complaint("[x:placement]\nchess960 = true\n",
                   "'chess960' does not go together with castlingDroppedPiece");
  expect_complaint("[x:seirawan]\nmaxFile = 11\nchess960 = true\nstartFen = "
                   "rnbqkbnr3/pppppppp3/11/11/11/11/PPPPPPPP3/RNBQKBNR3[HEhe] w KQkq - 0 1\n",
                   "'chess960' goes together with gating on boards of up to 10 files");
}

static void numbers_are_for_other_men_as_well(void **unused) {
  (void)unused;
  static const char *const starts[][2] = {
      {"startPosition=0;customPiece1=h:NmA;customPiece2=f:FfD;customPiece3=e:FA;"
       "startFen=rhfqkfhr/pppppppp/8/8/8/8/PPPPPPPP/RNEQKENR w Kq - 3 7",
       "ffqhhrkr/pppppppp/8/8/8/8/PPPPPPPP/EEQNNRKR w Hf - 3 7"},
      {"startPosition=691;capturesToHand=true;pieceDrops=true",
       "brqknnrb/pppppppp/8/8/8/8/PPPPPPPP/BRQKNNRB[] w GBgb - 0 1"}};
  for (size_t i = 0; i < 2; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess960", starts[i][0], NULL);
    mr_str text = mr_str_growing(NULL);
    mr_game_format_state(table.game, table.state, &text);
    assert_string_equal(mr_str_text(&text), starts[i][1]);
    mr_str_done(&text);
    mr_table_close(&table);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(positions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(rights_are_read_by_outermost_and_by_file),
    cmocka_unit_test(gates_tell_rights),
    cmocka_unit_test(who_castles_is_part_of_the_position),
    cmocka_unit_test(castling_is_made_and_taken_back),
    cmocka_unit_test(castling_is_asked_for_in_words),
    cmocka_unit_test(what_is_no_castling_is_told_why),
    cmocka_unit_test(kings_are_safe_where_the_partner_stood),
    cmocka_unit_test(numbers_need_the_men_of_chess),
    cmocka_unit_test(orders_are_drawn_for_any_army),
    cmocka_unit_test(a_start_of_ones_own_is_not_shuffled),
    cmocka_unit_test(orders_that_cannot_be_drawn_are_refused),
    cmocka_unit_test(what_does_not_go_with_it_is_refused),
    cmocka_unit_test(numbers_are_for_other_men_as_well),
};

MR_TEST_MAIN(tests)
