/*
 * What Janggi and Shatar have brought: why actions are refused there, what the keys do not go
 * together with, what is said of it. The rules themselves: tests/rule/test_classics_janggi.c and
 * test_classics_shatar.c.
 */
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

/* Its `go perft`, UCI_Variant set to a game of these keys. */
static const mr_fairy_figure figures[] = {
    {"janggi", "", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1", 4,
     1065277},
    {"chess", "diagonalLines=a1 b2 c3 h8;castling=false", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", 4,
     76815},
    {"chess", "diagonalLines=a1 b2 c3 h8;castling=false", "r3k2r/8/8/8/8/8/1P6/R3K2R w - - 0 1", 4,
     350896},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], 2000000);
}

static void what_is_refused_is_refused_with_its_reason(void **unused) {
  (void)unused;
  static const char *const asked[][4] = {
      {"janggi", "4k4/9/9/9/1c7/9/1C7/9/9/3K5 w - - 0 1", "b4b7", "leap over its like on b6"},
      {"janggi", "4k4/9/9/1c7/1p7/9/1C7/9/9/3K5 w - - 0 1", "b4b7", "does not capture its like"},
      {"janggi", "4k4/9/9/9/9/9/1C7/9/9/3K5 w - - 0 1", "b4b7", "nothing on b5 to jump over"},
      {"janggi", "4k4/9/9/9/9/9/1R7/9/9/4K4 w - - 0 1", "b4b7",
       "your General on e1 would still face the General on e10: end that, or pass; it may play "
       "b4e4"},
      {"janggi", "4k4/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1", "e1e1", "nobody passes in check"},
      {"janggi", "3k5/9/9/9/4r4/9/9/9/9/3K5 w - - 0 1", "d1e1",
       "it would leave your General on e1 attacked by the Chariot on e6"},
      {"janggi", "3k5/9/9/9/9/9/9/5r3/9/4K4 w - - 0 1", "e1e2",
       "it would leave your General on e2 attacked by the Chariot on f3"},
      {"janggi", "3k5/9/9/9/9/9/9/4A4/9/3K5 w - - 0 1", "e3d2", "cannot reach d2"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal(asked[i][0], "", asked[i][1], asked[i][2], asked[i][3]);
  }
}

static void what_does_not_go_together_is_refused(void **unused) {
  (void)unused;
  static const char *const refused[][2] = {
      {"chess", "janggiCannon=c;promotionPieceTypes=qc"},
      {"chess", "janggiCannon=c;wallingRule=duck"},
      {"chess", "janggiCannon=c;petrifyOnCaptureTypes=n"},
      {"chess", "janggiCannon=c;gating=true;seirawanGating=true"},
      {"xiangqi", "cannon=-;janggiCannon=c"},
      {"chess", "bikjangRule=true;wallingRule=duck"},
      {"chess", "bikjangRule=true;gating=true;seirawanGating=true"},
      {"chess", "castling=false;bikjangRule=true;gating=true;cambodianMoves=true"},
      {"chess", "bikjangRule=true;sittuyinPromotion=true;promotionRegionWhite=*6;"
                "promotionRegionBlack=*3"},
      {"xiangqi", "shatarMateRule=true"},
      {"chess", "shatarMateRule=true;moveRepetitionIllegal=true"},
      {"colorboundmost", "shatarMateRule=true"},
      {"colorboundmost", "bikjangRule=true"},
      {"colorboundmost", "moveRepetitionIllegal=true"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    mr_status status = mr_game_refusal(refused[i][0], refused[i][1]);
    if (status != MR_ERR_UNSUPPORTED) {
      fail_msg("%s %s: %s", refused[i][0], refused[i][1], mr_status_name(status));
    }
  }
}

static void what_means_nothing_is_warned_of(void **unused) {
  (void)unused;
  static const char *const lines[][2] = {
      {"diagonalLines = a1 b2\n", "'diagonalLines' means nothing without a piece that goes along"},
      {"bikjangRule = true\nflyingGeneral = true\n", "'bikjangRule' means nothing with flyingGen"},
      {"king = -\ncommoner = k\nbikjangRule = true\n",
       "'bikjangRule' means nothing without a king"},
      {"king = -\ncommoner = k\nshatarMateRule = true\n", "'shatarMateRule' means nothing without"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    fixture d;
    char text[512];
    snprintf(text, sizeof text, BASE START "[y:x]\n%s", lines[i][0]);
    assert_int_equal(fixture_try(&d, text, "y"), MR_OK);
    bool found = false;
    for (const mr_diagnostic *at = d.list.first; at != NULL; at = at->next) {
      found = found || strstr(at->message, lines[i][1]) != NULL;
    }
    if (!found) {
      fail_msg("%snot warned of: %s", lines[i][0], lines[i][1]);
    }
    fixture_close(&d);
  }
}

static void rules_say_so(void **unused) {
  (void)unused;
  static const char *const told[][3] = {
      {"janggi", "bikjangRule=true",
       "When one side's General faces the other's along a file or a rank, with nothing between "
       "them, who is to move has to end that, or to pass, in check as well. By such a pass the "
       "game is over, and who has more points has won"},
      {"janggitraditional", "", "By such a pass the game is drawn."},
      {"chess", "bikjangRule=true", "who is to move has to end that."},
      {"chess", "bikjangRule=true;passWhite=true",
       "or to pass where it may pass, in check as well"},
      {"janggi", "", "13 for each Chariot"},
      {"janggimodern", "", "These, which never come where the other side's General may stand"},
      {"shatar", "",
       "move by move, is by one of these: Mori, Terge, Bers; else the game is drawn."},
      {"chess",
       "shatarMateRule=true;king=k;knight=-;rook=-;queen=-;castling=false;"
       "promotionPieceTypes=b;startFen=4k3/8/8/8/8/8/8/B3K3 w - - 0 1",
       "Yet every such mate is a draw."},
  };
  for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
    mr_table table;
    mr_table_open_game(&table, told[i][0], told[i][1], NULL);
    bool found = false;
    for (size_t k = 0; k < table.game->info.rule_count; k++) {
      found = found || strstr(table.game->info.rules[k].text, told[i][2]) != NULL;
    }
    if (!found) {
      fail_msg("%s %s: no rule says \"%s\"", told[i][0], told[i][1], told[i][2]);
    }
    mr_table_close(&table);
  }
}

/* A position says that its side to move has been passed to, and a mate what has led to it. */
static void states_come_back_from_their_texts(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggi");
  mr_fairy_set(table, "R3k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1");
  mr_fairy_there_and_back(table, "e10e10", NULL);
  mr_fairy_set(table, "4k4/9/9/9/9/9/R8/9/9/3K5 w - - 0 1");
  mr_fairy_there_and_back(table, "d1e1", "4k4/9/9/9/9/9/R8/9/9/4K4 b - - 1 1");
  mr_fairy_end(table, "4k4/9/9/9/9/9/R8/9/9/4K4 w - - 1 1 pass", "", "1-0", "CL-145");
  table = mr_fairy_table("shatar");
  mr_fairy_set(table, "7k/R7/8/8/8/p7/8/1R2K3 w - - 0 1");
  mr_fairy_there_and_back(table, "b1b8", NULL);
}

/* A mate depends on the checks before it, and who moves to and fro has lost; where points decide
 * what nobody can force, wins are wins. */
static void tables_of_endings_are_for_what_positions_tell(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    bool told;
  } games[] = {{"shatar", false}, {"janggimodern", false}, {"janggi", true}};
  for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
    mr_game *game = mr_game_open(games[i].name, "");
    assert_true(game->material->historic(game) != games[i].told);
    mr_game_free(game);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(what_is_refused_is_refused_with_its_reason),
    cmocka_unit_test(what_does_not_go_together_is_refused),
    cmocka_unit_test(what_means_nothing_is_warned_of),
    cmocka_unit_test(rules_say_so),
    cmocka_unit_test(tables_of_endings_are_for_what_positions_tell),
    cmocka_unit_test_teardown(states_come_back_from_their_texts, mr_fairy_close_table),
};

MR_TEST_MAIN(tests)
