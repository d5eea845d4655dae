/**
 * @file
 * Action texts of the Warlord Games. The first byte chooses a state, the rest is the text.
 *
 * What is read is legal, is written back as a text that reads as the same action, and leads to a
 * state whose text reads back. What is refused is refused with a reason.
 */

#include "warlord_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Starts, turns under way, exchanges, promotions, reserves, deployments, lots, teams. */
static const fuzz_position positions[] = {
    {0, "1ch3hcch3hc1/2l1l2ll2l1l2/1n1i2niin2i1n1/2ii1ii2ii1ii2/16/16/16/16/2II1II2II1II2/"
        "1N1I2NIIN2I1N1/2L1L2LL2L1L2/1CH3HCCH3HC1 w 0 1"},
    {1, "18/18/7C5n4/7C3hlL4/10h1c5/11nl5/10l7/18/13L4/7C10/18/18 b 13 38 [m7-n5;l7-k5;k6-l5]"},
    {2, "15l/1I14/K1N13/16/16/16/16/16/4GC10/16/16/L15 w 3 1"},
    {2, "15l/I15/K1N13/16/16/16/16/16/4GC10/16/16/L15 w 3 2 [e4<>f4;a11-a12]"},
    {3, "20/20/20/20/20/20/20/20/20/20/1I18/L19 w 0 1 deploy=2,0"},
    {3, "1h1c1h1c4c1h1c1h1/n1l1n1l6k1n1l1n/1k1i1g1i4i1g1i1k1/i1i1i1i6i1i1i1i/20/20/20/20/"
        "I1I1I1I6I1I1I1I/1K1I1G1I4I1G1I1K1/N1L1N1K6L1N1L1N/1H1C1H1C4C1H1C1H1 w 0 1 draw=1"},
    {4,
     "24/24/24/2L21/24/24/24/21N2/24/17h1g4/16nR3R2/18rc2I1/18r5/19N1c2/20c3/24 b 15 26 lost=0,0"},
    {5, "11x12/24/11h12/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/2X21/11H12/11X12 "
        "b 0 7 waiting=a1"},
    {8, "23p/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/1I22/24/P2I20 w 0 3 "
        "reserve=P1H2i1"},
    {9, "23p/2N21/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/1I22/24/X22x w 0 3 "
        "reserve=1:I1p2"},
    {6, "15l/l15/16/16/16/2h13/2I6I6/2L6L6/16/16/16/16 w 0 5 [c6xc7;.]"},
};
enum { POSITIONS = sizeof positions / sizeof *positions };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0) {
    const fuzz_position *at = &positions[data[0] % POSITIONS];
    fuzz_read_action(fuzz_warlord_game(at->game), at->state, (const char *)data + 1, size - 1);
  }
  return 0;
}
