/*
 * Pieces that are named to capture in passing (enPassantTypes): they do so wherever they capture as
 * things stand and could not go without capturing, also at the end of a slide or a hop.
 */
#include "borderline_open.h"
#include "fairy_fixture.h"
#include "test_main.h"

/** After a7a5, or a2a4 of White's. */
typedef struct passing {
  const char *sets, *state, *legal, *illegal;
} passing;

#define LISTED "castling=false;enPassantTypes=ph;"

static const passing cases[] = {
    {LISTED "knibis=h", "4k3/8/8/p7/8/8/8/4KH2 w - a6 0 2", "f1a6 f1g3", "f1b5"},
    /* the way is blocked */
    {LISTED "knibis=h", "4k3/8/8/pP6/2P5/8/8/4KH2 w - a6 0 2", "b5a6", "f1a6"},
    {LISTED "kniroo=h", "4k3/8/8/p7/8/8/8/H3K3 w - a6 0 2", "a1a5", "a1a6"},
    {LISTED "kniroo=h", "4k3/8/7H/p7/8/8/8/4K3 w - a6 0 2", "h6a6", "h6b6"},
    {LISTED "customPiece1=h:mRcB", "4k3/8/8/p7/8/8/8/4KH2 w - a6 0 2", "f1a6", "f1b5"},
    {LISTED "customPiece1=h:mRcB", "4k3/8/8/p7/H7/8/8/4K3 w - a6 0 2", "a4b4", "a4a6"},
    /* over a man: f1c4 and on to a6 */
    {LISTED "customPiece1=h:mRcpB", "4k3/8/8/p7/2P5/8/8/4KH2 w - a6 0 2", "f1a6", "f1b5"},
    {LISTED "customPiece1=h:mRcpB", "4k3/8/8/p7/8/8/8/4KH2 w - a6 0 2", "f1f2", "f1a6"},
    /* steps alone, of which none is made without capturing */
    {LISTED "customPiece1=h:mWcF", "4k3/8/8/pH6/8/8/8/4K3 w - a6 0 2", "b5a6 b5b6", "b5c6"},
    /* What one way does without capturing is no way to capture in passing by another. */
    {LISTED "customPiece1=h:mWcK", "4k3/8/H7/p7/8/8/8/4K3 b - - 0 2", "e8e7", "a6a7"},
    {LISTED "customPiece1=h:mWcK", "4k3/8/1H6/p7/8/8/8/4K3 w - a6 0 2", "b6a6", "b6a7"},
    {LISTED "customPiece1=h:mWcK", "4k3/8/8/pH6/8/8/8/4K3 w - a6 0 2", "b5a6 b5b6", "b5c6"},
    {LISTED "customPiece1=h:mWcK;enPassantRegion=*3", "4k3/8/8/pH6/8/8/8/4K3 w - - 0 2", "b5b6",
     "b5a6"},
};

static void pieces_capture_in_passing_as_far_as_they_capture(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", cases[i].sets, cases[i].state);
    mr_fairy_moves(&table, cases[i].state, cases[i].legal, cases[i].illegal);
    mr_table_close(&table);
  }
}

/* The one that takes on a6 by a slide takes a man from a5, one that steps to a6 takes nobody. */
static void the_man_that_has_passed_is_gone(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", LISTED "knibis=h", "4k3/p7/8/8/8/8/8/4KH2 b - - 0 1");
  mr_fairy_play(&table, "4k3/p7/8/8/8/8/8/4KH2 b - - 0 1", "a7a5 f1a6",
                "4k3/8/H7/8/8/8/8/4K3 b - - 0 2");
  mr_table_close(&table);
  mr_table_open_game(&table, "chess", LISTED "customPiece1=h:mWcK",
                     "4k3/p7/1H6/8/8/8/8/4K3 b - - 0 1");
  mr_fairy_play(&table, "4k3/p7/1H6/8/8/8/8/4K3 b - - 0 1", "a7a5 b6a6",
                "4k3/8/H7/p7/8/8/8/4K3 b - - 1 2");
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(pieces_capture_in_passing_as_far_as_they_capture),
    cmocka_unit_test(the_man_that_has_passed_is_gone),
};

MR_TEST_MAIN(tests)
