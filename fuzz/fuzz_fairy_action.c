/**
 * @file
 * Action texts of the chess-like games. The first byte chooses a state, the rest is the text.
 *
 * What is read is legal, is written back as a text that reads as the same action, and leads to a
 * state whose text reads back. What is refused is refused with a reason.
 */

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Drops, captures in passing, promotions of all sorts, castling, checks, split turns; then gates,
 * squares to block, blasts, men that turn over or change sides, castling from any files, kings that
 * face each other. */
static const fuzz_position positions[] = {
    {0, "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/A1HS1SH1A[MMmm] "
        "w - - 0 1"},
    {0, "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 1"},
    {0, "1ah2c2a/1c3s2e/fs1wlw1h1/www2gw2/4E1fww/1W1W1W3/WSW2HW2/FC3GEWF/1A7/5H1C+m[] b - - 1 38"},
    {1, "mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sssss] b - - 0 1"},
    {1, "4z4/P8/9/9/2s6/s8/9/3K5/9[sss] w - - 0 1"},
    {2, "1f1s4C/2s4ms/2e1s2fs/3s5/1s1PP2f+z/PsP6/2H3P1H/3K4P/R1B3B1R[ss] b - a3a4 0 37"},
    {3, "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -"},
    {3, "6k1/8/2zppxPP/p2P4/X5Z1/Z7/8/4X1Kx b - - 0 30 dl -"},
    {4, "z3k2z/8/8/8/8/8/8/Z3K2Z w KQkq - 0 1"},
    {4, "z3kb1z/xbp1pxpp/1pp3p1/8/P1PX1P2/PX6/1Z2zKPP/2B2B1Z w kq - 0 1"},
    {5, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {5, "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1"},
    {5, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"},
    {6, "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R[QNpp] w KQkq - 0 1"},
    {7, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"},
    {8, "r3k2r/pppppppp/8/8/4*3/8/PPPPPPPP/R3K2R w KQkq - 0 1"},
    {9, "r3k2r/pppp1ppp/8/4N3/4p3/8/PPPPPPPP/R3K2R w KQkq - 0 1"},
    {11, "p+nks+l/5/5/5/LSKN+P[pL] w 0 1"},
    {14, "8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPpppppppp] w - - 0 1"},
    {15, "P5p/7/7/7/7/7/p5P b - - 0 1"},
    {20, "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w BEbe - 0 1"},
    {21, "4k3/6P1/8/2P1P3/8/8/8/4K3[] w - - 0 1"},
    {22, "r1k6r/10/10/10/10/10/10/R1K6R[QAcp] w AJaj - 0 1"},
    {23, "R3k4/9/2c1cC3/9/9/9/9/9/9/4K4 b - - 0 1"},
    {24, "6k1/8/7K/1p6/8/R7/8/2B5 w - - 0 1"},
};
enum { POSITIONS = sizeof positions / sizeof *positions };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0) {
    const fuzz_position *at = &positions[data[0] % POSITIONS];
    fuzz_read_action(fuzz_any_game(at->game), at->state, (const char *)data + 1, size - 1);
  }
  return 0;
}
