/*
 * Every public perft line of the chess-like games: how many states there are after so many actions.
 * The figures are those of independent implementations; chess has its six usual positions.
 *
 * A line of more leaves than a test can wait for is left out; MR_LEAVES sets another limit, "all"
 * counts every line.
 */
#include <inttypes.h>
#include <marcher/perft.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "instruments.h"
#include "jsonl.h"
#include "test_main.h"

/* Leaves of the longest line, and the share of the lines, in hundredths, that it must leave. */
#if MR_SLOW_BUILD
#define LEAVES 50000
enum { SHARE = 50 };
#else
#define LEAVES 5000000
enum { SHARE = 80 };
#endif

static uint64_t leaves_wanted(void) {
  const char *wanted = getenv("MR_LEAVES");
  if (wanted == NULL) {
    return LEAVES;
  }
  return strcmp(wanted, "all") == 0 ? UINT64_MAX : strtoull(wanted, NULL, 10);
}

/* @param place for messages: the file and its line */
static void expect_leaves(mr_table *table, unsigned depth, uint64_t leaves, const char *place) {
  uint64_t found = 0;
  mr_error error = {.status = MR_OK};
  if (mr_perft(table->game, table->state, depth, NULL, &found, &error) != MR_OK) {
    fail_msg("%s: %s", place, error.message);
  }
  if (found != leaves) {
    fail_msg("%s, depth %u: %" PRIu64 " leaves, not %" PRIu64, place, depth, found, leaves);
  }
}

/* Counts the lines of tests/data/`name`.perft.jsonl, all of them of the game `name`. */
static void count_lines(const char *name) {
  char file[64];
  snprintf(file, sizeof file, "%s.perft.jsonl", name);
  json_t *lines = mr_jsonl_read(file);
  size_t count = json_array_size(lines);
  size_t counted = 0;
  mr_table table;
  mr_table_open_game(&table, name, "", NULL);
  for (size_t i = 0; i < count; i++) {
    const json_t *line = json_array_get(lines, i);
    uint64_t leaves = mr_json_number(line, "nodes");
    assert_string_equal(mr_json_text(line, "game"), name);
    if (leaves > leaves_wanted()) {
      continue;
    }
    char place[128];
    snprintf(place, sizeof place, "%s, line %zu", file, i + 1);
    mr_table_set(&table, mr_json_text(line, "state"));
    expect_leaves(&table, (unsigned)mr_json_number(line, "depth"), leaves, place);
    counted++;
  }
  mr_table_close(&table);
  json_decref(lines);
  print_message("%s: %zu of %zu lines\n", file, counted, count);
  if (getenv("MR_LEAVES") == NULL) {
    assert_true(100 * counted >= SHARE * count);
  }
}

static void every_line_of_Borderlands_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("borderlands");
}

static void every_line_of_Battle_of_Ideologies_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("battle-of-ideologies");
}

static void every_line_of_the_platform_reading_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("battle-of-ideologies-pychess");
}

static void every_line_of_Colorboundmost_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("colorboundmost");
}

static void every_line_of_Nearly_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("nearly-colorboundmost");
}

static void every_line_of_chess_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("chess");
}

/* ---- start positions ------------------------------------------------------------------------- */

/* Leaves of a start position at depths 1, 2, ...; 0 after the last. */
typedef struct start_figures {
  const char *game;
  const char *state; /* NULL: the game's own start */
  uint64_t leaves[8];
} start_figures;

static const start_figures starts[] = {
    {"borderlands", NULL, {88, 7698, 688145, 61165588, 5545155247}},
    {"colorboundmost", NULL, {15, 253, 3795, 49065, 827563}},
    {"nearly-colorboundmost", NULL, {31, 913, 28017, 841662, 26555902}},
    {"nearly-colorboundmost-raiders", NULL, {29, 796, 23267, 662904, 20097299}},
    /* The two boards of Colorboundmost, each for itself: the same figures. */
    {"colorboundmost",
     "1x1q1b1z/p1p1p1p1/8/8/8/8/1P1P1P1P/Z1B1K1X1 w - - 0 1 d -",
     {15, 253, 3271, 60894, 841032, 16789287}},
    {"colorboundmost",
     "z1b1k1x1/1p1p1p1p/8/8/8/8/P1P1P1P1/1X1Q1B1Z b - - 0 1 l -",
     {15, 253, 3271, 60894, 841032, 16789287}},
    {"colorboundmost-armies",
     "1r1q1b1z/p1p1p1p1/8/8/8/8/1P1P1P1P/Z1B1K1R1 w - - 0 1 d -",
     {14, 222, 2723, 49652, 654407, 12922648}},
    /* Games that the last check ends (CL-20), by Fairy-Stockfish. */
    {"3check",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1",
     {48, 2039, 97848}},
    {"3check",
     "r1bqkb1r/pppp1Bpp/2n2n2/4p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+2 0 4",
     {2, 58, 1663, 49630}},
    {"3check", "3qk3/8/8/8/8/8/8/R3K2R w KQ - 2+1 0 1", {23, 440, 8871, 203297}},
    /* Games of docs/rules/classics.md from CL-36 on, by Fairy-Stockfish. */
    {"chaturanga", NULL, {16, 256, 4176, 68122}},
    {"raazuvaa", NULL, {12, 144, 2124, 31250}},
    {"amazon", NULL, {22, 484, 12483}},
    {"georgian", NULL, {22, 484, 12483}},
    {"capahouse", NULL, {28, 784, 25228}},
    {"centaur", NULL, {28, 784, 24490}},
    {"chancellor", NULL, {24, 576, 15896}},
    {"modern", NULL, {24, 576, 15831}},
    {"gustav3", NULL, {22, 484, 12804}},
    {"opulent", NULL, {50, 2500, 133829}},
    {"tencubed", NULL, {40, 1600, 68230}},
    {"omicron", NULL, {30, 900, 29540}},
    {"troitzky", NULL, {20, 400, 8766, 191848}},
    {"wolf", NULL, {23, 529, 13722}},
    {"torpedo", NULL, {20, 400, 9194, 209719}},
    {"berolina", NULL, {30, 900, 28328}},
    {"pawnsideways", NULL, {20, 400, 10022}},
    {"pawnback", NULL, {20, 400, 9222, 211739}},
    {"legan", NULL, {8, 64, 724, 8138}},
    {"nightrider", NULL, {24, 576, 15586}},
    {"grasshopper", NULL, {28, 782, 22314}},
    {"paradigm", NULL, {20, 400, 9062, 204459}},
    {"hoppelpoppel", NULL, {20, 400, 9034, 202459}},
    {"newzealand", NULL, {20, 400, 8976, 200310}},
    {"almost", NULL, {22, 484, 11895}},
    {"sortofalmost", NULL, {22, 440, 10815, 239279}},
    {"chigorin", NULL, {26, 416, 11408, 229973}},
    {"perfect", NULL, {23, 529, 15082}},
    {"dragon", NULL, {20, 400, 8982, 200857}},
    {"nocastle", NULL, {20, 400, 8902, 197281}},
    {"loop", NULL, {20, 400, 8902, 197281}},
    {"chessgi", NULL, {20, 400, 8902, 197281}},
    {"misere", NULL, {20, 400, 8902, 197281}},
    {"codrus", NULL, {20, 400, 8067, 153299}},
    {"kinglet", NULL, {20, 400, 8902, 197742}},
    {"threekings", NULL, {20, 400, 8942, 199514}},
    {"coregal", NULL, {20, 400, 8882, 195896}},
    {"chess960", NULL, {20, 400, 8902, 197281}},
    {"fischerandom",
     "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
     {29, 502, 14569, 287739}},
    {"chess960",
     "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
     {27, 916, 25798}},
    {"jesonmor", NULL, {30, 900, 27960}},
    {"fox-and-hounds", NULL, {2, 14, 56, 344}},
    {"clobber", NULL, {49, 2116, 80063}},
    {"clobber10", "PpPpP5/10/5pPpPp/10/10/P9/p9/P8p/9P/9p w - - 0 1", {12, 116, 868, 4728}},
    {"minixiangqi", NULL, {19, 331, 6664, 127164}},
    {"manchu", NULL, {18, 860, 17648}},
    {"checkshogi", NULL, {30, 900, 25470}},
    {"judkins", NULL, {20, 336, 6183, 118345}},
    {"euroshogi", NULL, {25, 625, 15424}},
    {"okisakishogi", NULL, {37, 1369, 48211}},
    {"shoshogi", NULL, {26, 676, 17368}},
    {"yarishogi", NULL, {20, 400, 7960, 158404}},
    {"wolf", "4k3/P6S/3s4/2P5/1p4p1/3SP3/8/5n2/PSS1E1P1/4K3 w - - 0 1", {5, 81, 4753, 65907}},
    {"shoshogi", "k3g4/4r4/1+e2E4/9/4b4/2P6/4+E4/4R4/4K4 w - - 0 1", {34, 1488, 51932}},
    {"coregal", "q2qk2r/3p1ppp/2n5/3N2B1/8/5Q2/PPP2PPP/R3K2R w KQk - 0 1", {51, 412, 16365}},
    {"coregal", "4k3/P1q5/8/8/1b6/8/Q2Q3p/4K3 w - - 0 1", {1, 15, 359, 4462}},
    {"berolina", "r3k2r/pp1ppp1p/2p5/4p3/3P4/5P2/PPP1P1PP/R3K2R w KQkq - 0 1", {27, 730, 20107}},
    {"pawnback", "4k3/2p1p3/8/3pP3/2P4p/8/P5P1/4K3 w - d6 0 1", {15, 175, 2438, 28178}},
    {"pawnsideways", "4k3/2p1p1P1/8/3pP3/2P4p/8/P5P1/4K3 w - d6 0 1", {25, 331, 7610, 95412}},
    {"legan", "4k3/1P6/1P1n4/P4p2/2P4p/4p1p1/3B4/K7 w - - 0 1", {17, 262, 4762, 77789}},
    {"torpedo", "4k3/2p1p3/P7/3pP3/2P4p/7p/P5P1/4K3 w - d6 0 1", {20, 274, 4381, 56911}},
    {"chaturanga", "r3k2r/1P3p2/2b2q2/8/4Q3/2B2p2/1p3P2/R3K2R w - - 0 1", {30, 805, 21297}},
    {"perfect", "c3k2r/1P3pp1/2m2q2/8/3G4/2B2p2/1p3P2/C3K2R w KQkq - 0 1", {71, 3281, 173421}},
    {"newzealand", "r3k2r/1P3p2/2b2n2/8/3N4/2B2p2/1p3P2/R3K2R w KQkq - 0 1", {39, 1265, 41477}},
    {"hoppelpoppel", "r3k2r/1P3p2/2b2n2/8/4N3/2B2p2/1p3P2/R3K2R w KQkq - 0 1", {43, 1473, 51397}},
    {"grasshopper", "r3k2r/1P2gp2/2g2n2/8/4G3/2G2p2/1p3P2/R3K2R w KQkq - 0 1", {38, 329, 10927}},
    {"nightrider", "r3k2r/1P3p2/5n2/3p4/8/2N2p2/1p3P2/R3K2R w KQkq - 0 1", {41, 1371, 43006}},
    {"paradigm", "r3k2r/1P3p2/2b2n2/8/4N3/2B2p2/1p3P2/R3K2R w KQkq - 0 1", {51, 2146, 88875}},
    {"dragon", "r3k2r/1P3p2/2d5/8/8/8/1p3P2/R3K2R[Dd] w KQkq - 0 1", {41, 1941, 63956}},
    {"capahouse", "r4k3r/1P6p1/3a6/10/3C6/10/1p6P1/R4K3R[p] w KQkq - 0 1", {62, 5583, 320202}},
    {"loop", "r3k2r/1P3p2/8/8/8/8/1p3P2/R3K2R[Qp] w KQkq - 0 1", {88, 5058, 305518}},
    {"chessgi", "r3k2r/1P3p2/8/8/8/8/1p3P2/R3K2R[Pn] w KQkq - 0 1", {83, 6515, 301095}},
    {"codrus", "r3k2r/1P3p2/8/2q5/5N2/8/1p3P2/R3K2R w KQkq - 0 1", {6, 32, 103, 314}},
    {"kinglet", "r3k2r/1P3p2/8/8/5N2/8/1p3P2/R3K2R w KQkq - 0 1", {36, 953, 31098}},
    {"threekings", "k2qk2k/1P3p2/8/8/5N2/3R4/1p3P2/K3K2K w - - 0 1", {40, 1162, 39131}},
    {"misere", "6k1/5Q2/6K1/8/8/8/1p6/8 b - - 0 1", {1, 26, 92, 1878}},
    {"gustav3",
     "1r3k2r1/*1P4p1*/*8*/*2A5*/*8*/*8*/*1p4P1*/1R3K2R1 w KQkq - 0 1",
     {72, 1698, 88840}},
    {"omicron",
     "w**********1/*1r3k2r1*/*P8p*/*10*/*4C5*/*10*/*10*/*7P2*/*1R3K2R1*/W**********1 w KQkq - 0 1",
     {57, 1543, 76144}},
    {"troitzky",
     "****1k****/**1P4**/*1P6*/*8*/4n5/P8p/*8*/*2P3p1*/**6**/****1K**** w - - 0 1",
     {13, 195, 2703, 42469}},
    {"opulent", "5k4/10/3P2n3/10/3L6/10/4W5/5p4/10/WWRR2K3 w - - 0 1", {56, 1235, 55443}},
    {"centaur", "r4k3r/1P6p1/3c6/10/3C6/10/1p6P1/R4K3R w KQkq - 0 1", {55, 2528, 119790}},
    {"modern", "r3k3r/1P5p1/9/3m5/9/3M5/9/1p5P1/R3K3R w KQkq - 0 1", {60, 2968, 145323}},
    {"chancellor", "r3k3r/1P5p1/9/3c5/9/3C5/9/1p5P1/R3K3R w KQkq - 0 1", {61, 2963, 141266}},
    {"minixiangqi", "2k4/3r3/1cp4/3P3/2C2N1/3R3/3K3 w - - 0 1", {24, 169, 3949, 66225}},
    {"manchu", "3ak4/4a4/4b4/p3p3P/2b6/4P1M2/4B4/3A5/4A4/3K5 w - - 0 1", {27, 247, 6277, 56528}},
    {"judkins", "k1g3/2n3/1P1N2/2p3/6/K1G3[Ppb] w - - 0 1", {32, 1763, 34771}},
    {"yarishogi", "k1n4/2r4/1P3B1/3N3/2+p4/3R3/1p5/7/K2G3[PN] w - - 0 1", {120, 2061, 165714}},
    {"okisakishogi", "k2q6/3n6/1P8/3L6/5Q4/10/3N6/6+p3/10/K9[] w - - 0 1", {50, 1353, 66924}},
    {"euroshogi", "1n1gk3/3r4/1P2N3/3p4/4P3/1p2n3/4R3/2G1K3[Pp] w - - 0 1", {60, 3446, 117751}},
    {"clobber", "PpPpP/1P1pP/2p2/pPp1P/P1p1p/1pP1P w - - 0 1", {13, 144, 1305, 9698}},
    {"jesonmor", "9/9/3n5/2n6/9/1N7/3N5/9/4N4 w - - 0 1", {14, 216, 3204, 35760}},
    {"fox-and-hounds", "8/8/1h3h2/2h5/3F1h2/8/8/8 w - - 0 1", {3, 19, 58, 380}},
    {"checkshogi", "4k4/9/4p4/2+B1G4/9/9/9/9/4K4[Pr] w - - 0 1", {95, 7145, 263968}},
    /* Games that begin with drops, and such as end by a row (CL-70 to CL-76), by the same. */
    {"placement", NULL, {40, 1600, 50560, 1597696}},
    {"tictactoe", NULL, {9, 72, 504, 3024, 15120, 54720, 148176}},
    {"cfour", NULL, {7, 49, 343, 2401, 16807, 117649, 823536}},
    /* Pieces that enter behind others (CL-90, CL-93), by Fairy-Stockfish. */
    {"seirawan",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
     {28, 784, 24830, 782599}},
    {"shouse",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
     {92, 7944, 546694}},
    {"seirawan",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[HEhe] w KQkq - 0 1",
     {70, 5059, 311774}},
    {"shouse",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[HEhe] w KQkq - 0 1",
     {134, 17115, 1733333}},
    /* Makruk and its relatives, by Fairy-Stockfish. */
    {"sittuyin", "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1", {88, 7744, 580096}},
    {"sittuyin", "8/3R4/1P3k2/3P1n2/1P6/4p3/2K5/8[] w - - 0 40", {22, 332, 7304, 111584}},
    {"sittuyin", "8/8/1P3k2/3P1n2/1P6/4p3/p1K5/8[] b - - 0 40", {15, 185, 2773, 33649}},
    {"makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", {23, 529, 12012, 273026}},
    {"makpong", "8/3k4/2p2R2/3m4/1s2N3/2P5/3K4/1R6 b - - 0 1", {14, 468, 5708, 187090, 2178985}},
    {"ai-wok", "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1", {26, 676, 18102, 485045}},
    {"cambodian",
     "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
     {25, 625, 15031, 361719}},
    {"cambodian",
     "rnsmk1nr/4s3/1ppp1ppp/p7/4p3/PPPPPPPP/4R3/RNSKMSN1 b DEde - 0 1",
     {25, 721, 17997, 479905}},
    {"asean", "3k4/2P5/8/8/3b4/5n2/1P1K4/7R w - - 0 1", {4, 20, 383, 6135}},
    /* Janggi and Shatar, by Fairy-Stockfish. */
    {"janggi",
     "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
     {32, 1024, 33000, 1065277}},
    {"janggi", "r2a1a2r/4k4/1c5c1/p7p/9/9/P7P/1C5C1/4K4/R2A1A2R w - - 0 1", {5, 92, 1952, 44990}},
    {"janggitraditional",
     "3k1a3/3C1R3/5c3/2n1P4/3p1b3/4B4/2P3N2/3p1c3/4K4/3A1A1r1 w - - 0 1",
     {3, 96, 2748, 91558}},
    {"janggimodern",
     "3k1a3/3C1R3/5c3/2n1P4/3p1b3/4B4/2P3N2/3p1c3/4K4/3A1A1r1 b - - 0 1",
     {45, 211, 7056, 226102}},
    {"shatar",
     "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1",
     {20, 400, 8426, 177344}},
    /* Pieces that change sides, by Fairy-Stockfish. */
    {"ataxx", "P5p/7/7/7/7/7/p5P w - - 0 1", {16, 256, 6460, 155888, 4752668}},
    {"ataxx", "P1p3p/2p4/3P3/2pPp2/7/1P3p1/p5P b - - 0 1", {80, 3976, 287053, 15797004}},
    {"flipersi",
     "8/8/8/8/8/8/8/8[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppppppppppppp] w - - 0 1",
     {4, 12, 24, 24, 96, 320, 1536}},
    {"flipello",
     "8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPPPPPPPpppppppppppppppp] w - - 0 1",
     {4, 12, 56, 244, 1396, 8200, 55092}},
    {"flipello",
     "8/8/2p1P3/2pPPp2/2ppPP2/3P4/8/8[PPPPPPPPPPppppppppppp] b - - 0 1",
     {9, 92, 795, 8113, 77318}},
    {"flipello10",
     "10/10/10/10/4pP4/4Pp4/10/10/10/10[PPPPPPPPPPPPpppppppppppp] w - - 0 1",
     {4, 12, 56, 244, 1396, 8200}},
    {"suicide",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
     {20, 400, 8067, 153299, 2732672}},
};

static void start_positions_count_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    mr_table table;
    mr_table_open_game(&table, starts[i].game, "", starts[i].state);
    for (unsigned depth = 1; depth <= 8 && starts[i].leaves[depth - 1] != 0; depth++) {
      if (starts[i].leaves[depth - 1] <= leaves_wanted()) {
        expect_leaves(&table, depth, starts[i].leaves[depth - 1], starts[i].game);
      }
    }
    mr_table_close(&table);
  }
}

static void add_count(void *context, mr_action action, uint64_t nodes) {
  (void)action;
  *(uint64_t *)context += nodes;
}

/* A family may count by itself; taken apart by the first action its counts must add up. */
static void the_branches_of_start_positions_add_up(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    mr_table table;
    mr_table_open_game(&table, starts[i].game, "", starts[i].state);
    uint64_t sum = 0;
    uint64_t nodes = 0;
    assert_int_equal(
        mr_perft_divide(table.game, table.state, 3, NULL, add_count, &sum, &nodes, NULL), MR_OK);
    assert_int_equal(sum, nodes);
    assert_int_equal(sum, starts[i].leaves[2]);
    mr_table_close(&table);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_line_of_Borderlands_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_Battle_of_Ideologies_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_the_platform_reading_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_Colorboundmost_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_Nearly_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_chess_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(start_positions_count_as_many_leaves_as_the_figures),
    cmocka_unit_test(the_branches_of_start_positions_add_up),
};

MR_TEST_MAIN(tests)
