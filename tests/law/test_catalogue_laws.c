/*
 * The conformance laws over random play: every game of the catalogue as it stands, and Borderline
 * with each of its switches.
 */
#include <inttypes.h>
#include <marcher/catalog.h>
#include <marcher/laws.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "catalog_fixture.h"
#include "instruments.h"
#include "test_main.h"

/* Games of each definition. */
enum { EACH = MR_BRIEF_BUILD ? 1 : 2, EACH_CASTLING = MR_SLOW_BUILD ? 2 : 4 };
/* States from one to the next on which the costly laws are tested. */
enum { EVERY = MR_SLOW_BUILD ? 15 : 8 };

/* Laws that have something to say about any game whatever. */
static bool is_general(mr_law law) {
  return law != MR_LAW_OBSERVE && law != MR_LAW_NO_LEAK && law != MR_LAW_CHANCE;
}

static size_t count_broken(const char *name, const char *sets, const mr_laws_report *report) {
  size_t broken = 0;
  for (int law = 0; law < MR_LAW_COUNT; law++) {
    if (report->failures[law] > 0) {
      print_error("%s %s: law \"%s\" fails %" PRIu64 " of %" PRIu64 " times, first: %s\n", name,
                  sets, mr_law_name((mr_law)law), report->failures[law], report->checks[law],
                  report->first[law]);
      broken++;
    } else if (report->checks[law] == 0 && is_general((mr_law)law)) {
      print_error("%s %s: law \"%s\" was never tested\n", name, sets, mr_law_name((mr_law)law));
      broken++;
    }
  }
  return broken;
}

/* Plays `games` random games and fails unless all of them kept the laws. */
static void keep_laws(const char *name, const char *sets, unsigned games) {
  mr_game *game = mr_game_open(name, sets);
  mr_laws_report report;
  mr_error error = {.status = MR_OK};
  mr_laws_options options = {.seed = 1, .games = games, .every = EVERY};
  if (mr_laws_check(game, &options, NULL, &report, &error) != MR_OK) {
    fail_msg("%s %s: %s", name, sets, error.message);
  }
  size_t broken = count_broken(name, sets, &report);
  print_message("%s %s: %" PRIu64 " states, %" PRIu64 " games to their end\n", name, sets,
                report.states, report.finished);
  assert_int_equal(broken, 0);
  assert_true(report.finished > 0);
  mr_game_free(game);
}

static void every_game_of_the_catalogue_keeps_the_laws(void **unused) {
  (void)unused;
  mr_catalog *catalog = NULL;
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_true(mr_catalog_count(catalog) > 0);
  unsigned games = EACH, step = 1, taken = 0;
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    const char *name = mr_catalog_name(catalog, i);
    if (mr_catalog_takes(catalog, i) && taken++ % step == 0) {
      keep_laws(name, "", games);
    }
    if (strcmp(name, "chess") == 0) { /* behind it come its relatives */
      games = 1;
      step = MR_SLOW_BUILD ? 2 : 1;
    }
  }
  mr_catalog_free(catalog);
}

static void Borderline_keeps_the_laws_with_strict_victory(void **unused) {
  (void)unused;
  keep_laws("borderline", "victory=strict", 3);
}

static void Borderline_keeps_the_laws_with_turned_pieces(void **unused) {
  (void)unused;
  keep_laws("borderline", "rotation=on", 3);
}

static void Borderline_keeps_the_laws_with_mirrored_pieces(void **unused) {
  (void)unused;
  keep_laws("borderline", "rotation=mirror;victory=strict", 3);
}

static void Borderline_keeps_the_laws_when_lots_decide_who_begins(void **unused) {
  (void)unused;
  keep_laws("borderline", "first=drawn", 3);
  keep_laws("borderline", "first=blue", 3);
}

static void Borderline_keeps_the_laws_on_the_smallest_board(void **unused) {
  (void)unused;
  keep_laws("borderline", "columns=2;rows=2;pieces=1", 40);
  keep_laws("borderline", "columns=2;rows=2;pieces=5;dice_sides=2", 40);
}

static void Borderline_keeps_the_laws_on_the_largest_board(void **unused) {
  (void)unused;
  keep_laws("borderline", "columns=26;rows=26;pieces=100;ply_cap=60;dice_sides=100", 1);
}

static void Borderline_keeps_the_laws_on_other_boards(void **unused) {
  (void)unused;
  keep_laws("borderline", "columns=26;rows=2;pieces=10", 3);
  keep_laws("borderline", "columns=2;rows=26;pieces=30", 3);
  keep_laws("borderline", "columns=5;rows=4;pieces=8;three_pip=0", 8);
  keep_laws("borderline", "columns=3;rows=5;pieces=8;three_pip=100%;ply_cap=1", 8);
}

static void Borderline_keeps_the_laws_from_a_given_start(void **unused) {
  (void)unused;
  keep_laws("borderline", "start=R2225/R2225/R2225/6/6/6/5B222/5B222 B 124,522,777 222,222,777 0 4",
            10);
}

/* The king on d steps to c, and castles to c; on b it stands between its partners. */
static void chess_keeps_the_laws_wherever_the_king_castles_from(void **unused) {
  (void)unused;
  keep_laws("chess", "startFen=r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", 4);
  keep_laws("chess", "startFen=rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1", 4);
  keep_laws("chess", "startFen=5krr/8/8/8/8/8/8/R4KR1 w KQk - 0 1", 4);
  keep_laws("chess",
            "startFen=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1;castlingKingsideFile=d;"
            "castlingQueensideFile=d",
            4);
  keep_laws("chess",
            "startFen=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1;castlingKingsideFile=c;"
            "castlingQueensideFile=c;castlingText=partner",
            4);
}

static void castling_from_any_files_keeps_the_laws(void **unused) {
  (void)unused;
  static const char *const starts[] = {
      "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBhb",
      "5rkr/8/8/8/8/8/8/RKR5 b KQkq", "rkr5/8/8/8/8/8/8/5KRR w Gq", "kr6/8/8/8/8/8/8/6KR w Kk"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    char sets[160];
    snprintf(sets, sizeof sets, "startFen=%s - 0 1", starts[i]);
    keep_laws("chess960", sets, EACH_CASTLING);
  }
  keep_laws("crazyhouse", "chess960=true;startFen=1rk3r1/8/8/8/8/8/8/1RK3R1[Nn] w KQkq - 0 1",
            EACH_CASTLING);
  keep_laws("chess960",
            "king=-;commoner=k;castlingKingPiece=k;extinctionValue=loss;extinctionPieceTypes=k;"
            "startFen=r1k1k2r/8/8/8/8/8/8/R1K1K2R w EHAka - 0 1",
            EACH_CASTLING);
  keep_laws("seirawan", "chess960=true", EACH_CASTLING);
  keep_laws("seirawan",
            "chess960=true;capturesToHand=true;"
            "startFen=r1rk1rr1/8/8/8/8/8/8/R1RK1RR1[Hhe] w GCDAFgcdaf - 0 1",
            EACH_CASTLING);
  keep_laws("chess960",
            "maxFile=12;castlingKingsideFile=j;startFen=k11/12/12/12/12/12/12/R2R1K4RR w K1D - 0 1",
            EACH_CASTLING);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_game_of_the_catalogue_keeps_the_laws),
    cmocka_unit_test(chess_keeps_the_laws_wherever_the_king_castles_from),
    cmocka_unit_test(castling_from_any_files_keeps_the_laws),
    cmocka_unit_test(Borderline_keeps_the_laws_with_strict_victory),
    cmocka_unit_test(Borderline_keeps_the_laws_with_turned_pieces),
    cmocka_unit_test(Borderline_keeps_the_laws_with_mirrored_pieces),
    cmocka_unit_test(Borderline_keeps_the_laws_when_lots_decide_who_begins),
    cmocka_unit_test(Borderline_keeps_the_laws_on_the_smallest_board),
    cmocka_unit_test(Borderline_keeps_the_laws_on_the_largest_board),
    cmocka_unit_test(Borderline_keeps_the_laws_on_other_boards),
    cmocka_unit_test(Borderline_keeps_the_laws_from_a_given_start),
};

MR_TEST_MAIN(tests)
