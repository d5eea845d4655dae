/*
 * Actions that set walls: counts of Fairy-Stockfish, texts, why some are refused, and what does not
 * go together with them. The rules themselves: tests/rule/test_classics_walls.c.
 */
#include <marcher/perft.h>
#include <string.h>

#include "borderline_open.h"
#include "instruments.h"
#include "rules/fairy/fairy.h"
#include "test_main.h"

typedef struct figure {
  const char *game, *sets, *state;
  unsigned depth;
  uint64_t leaves;
} figure;

#define COWBOYS "maxRank=7;maxFile=g;customPiece1=n:mN;startFen=2n1n2/7/n5n/7/N5N/7/2N1N2 w - - 0 1"
#define SQUEEZE "maxRank=9;maxFile=9;startFen=p7P/9/9/9/3p*P3/9/9/9/p7P w - - 0 1"
#define ATLANTIS "wallingRule=edge;wallOrMove=true"

/* Its `go perft`, UCI_Variant set to the game, or to one with these keys. */
static const figure figures[] = {
    {"duck", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, 379440},
    {"duck", "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 249921262},
    {"amazons", "", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", 2, 4307152},
    {"isolation", "", "3p2/6/6/6/6/6/6/2P3 w - - 0 1", 3, 13032440},
    {"isolation7x7", "", "3p3/7/7/7/7/7/3P3 w - - 0 1", 3, 13974620},
    {"snailtrail", "", "6p/7/7/7/7/7/P6 w - - 0 1", 5, 1125},
    {"joust", "", "8/8/8/4n3/3N4/8/8/8 w - - 0 1", 5, 8094},
    {"amazons", COWBOYS, "2n1n2/7/n5n/7/N5N/7/2N1N2 w - - 0 1", 3, 454956},
    {"chess", ATLANTIS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 658937},
    {"snailtrail", SQUEEZE, "p7P/9/9/9/3p*P3/9/9/9/p7P w - - 0 1", 5, 420069},
    {"snailtrail", SQUEEZE ";customPiece1=p:K", "p7P/9/9/9/3p*P3/9/9/9/p7P w - - 0 1", 5, 430097},
    {"atomic", "wallingRule=duck;stalemateValue=win",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, 379440},
};

static void walls_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
    const figure *f = &figures[i];
    mr_table table;
    uint64_t leaves = 0;
    if (f->leaves > (MR_SLOW_BUILD ? 500000u : 20000000u)) {
      continue;
    }
    mr_table_open_game(&table, f->game, f->sets, f->state);
    assert_int_equal(mr_perft(table.game, table.state, f->depth, NULL, &leaves, NULL), MR_OK);
    if (leaves != f->leaves) {
      fail_msg("%s %s: %llu", f->game, f->sets, (unsigned long long)leaves);
    }
    mr_table_close(&table);
  }
}

static void a_wall_may_be_written_in_several_ways(void **unused) {
  (void)unused;
  static const char *const texts[][4] = {
      {"duck", "", "e2e4,e4d5", "rnbqkbnr/pppppppp/8/3*4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"duck", "", "e2e4@d5", "rnbqkbnr/pppppppp/8/3*4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"duck", "", "E2E4 @D5", "rnbqkbnr/pppppppp/8/3*4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"duck", "", "e2e4,d5", "rnbqkbnr/pppppppp/8/3*4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"chess", ATLANTIS, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"chess", ATLANTIS, "e2e4,e4a1",
       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
      {"chess", ATLANTIS, "a1a1,a1h5", "rnbqkbnr/pppppppp/8/7*/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
      {"chess", ATLANTIS, "@h5", "rnbqkbnr/pppppppp/8/7*/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    mr_table table;
    mr_action action = MR_ACTION_NONE;
    mr_table_open_game(&table, texts[i][0], texts[i][1],
                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_int_equal(mr_game_parse_action(table.game, table.state, texts[i][2], strlen(texts[i][2]),
                                          &action, NULL),
                     MR_OK);
    mr_game_make(table.game, table.state, action, NULL, NULL);
    assert_string_equal(mr_table_state(&table), texts[i][3]);
    mr_table_close(&table);
  }
}

/* As others write it, the partner comes first where the wall stands on its square. */
static void a_castling_is_read_as_others_write_it(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "duck", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  mr_action ours = MR_ACTION_NONE, theirs = MR_ACTION_NONE;
  assert_int_equal(mr_game_parse_action(table.game, table.state, "e1g1,g1h1", 9, &ours, NULL),
                   MR_OK);
  assert_int_equal(mr_game_parse_action(table.game, table.state, "h1e1,e1h1", 9, &theirs, NULL),
                   MR_OK);
  assert_int_equal(ours, theirs);
  mr_table_close(&table);
}

/* The wall is set behind the castling: out of an attack and through one a king goes as the board
 * stands before, and it arrives where it is safe behind the wall. */
static void
a_castling_is_shielded_by_the_duck_that_stands_and_arrives_behind_the_new_one(void **unused) {
  (void)unused;
#define ARROWS "wallingRule=arrow;castlingKingPiece=q;startFen=k7/8/8/8/8/8/8/K3Q2R w K - 0 1"
#define LAST_KINGS                                                 \
  "wallingRule=duck;king=-;customPiece1=k:K;extinctionValue=loss;" \
  "extinctionPieceTypes=k;extinctionPseudoRoyal=true;castlingKingPiece=k"
  static const struct {
    const char *sets, *state, *action;
    bool legal;
  } rows[] = {
      {"wallingRule=duck", "4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1e2", false},
      {"wallingRule=duck", "4r2k/4*3/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1a3", true},
      {"wallingRule=duck", "5r1k/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1f2", false},
      {"wallingRule=duck", "5r1k/5*2/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1a3", true},
      {"wallingRule=duck", "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1g2", true},
      {"wallingRule=duck", "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1a3", false},
      {"wallingRule=duck", "6rk/6*1/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1a3", false},
      {LAST_KINGS, "4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1e2", false},
      {LAST_KINGS, "5r1k/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1f2", false},
      {LAST_KINGS, "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1g2", true},
      /* Where no duck goes, no new wall shields anybody. */
      {"wallingRule=static", "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1g2", false},
      /* An arrow flies from where the king is, and not through the partner. */
      {ARROWS, "k7/8/8/8/8/8/8/K3Q2R w K - 0 1", "e1h1,h1h2", true},
      {ARROWS, "k7/8/8/8/8/8/8/K3Q2R w K - 0 1", "e1h1,h1e1", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    mr_table table;
    mr_action action = MR_ACTION_NONE;
    mr_table_open_game(&table, "chess", rows[i].sets, rows[i].state);
    mr_status status = mr_game_parse_action(table.game, table.state, rows[i].action,
                                            strlen(rows[i].action), &action, NULL);
    if ((status == MR_OK) != rows[i].legal) {
      fail_msg("%s in %s", rows[i].action, rows[i].state);
    }
    mr_table_close(&table);
  }
}

static void what_is_refused_is_refused_with_its_reason(void **unused) {
  (void)unused;
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  static const char *const asked[][5] = {
      {"duck", "", START, "e2e4", "it is not said which square is blocked then: as in e2e4,e4"},
      {"duck", "", START, "e2e4@e4", "a piece stands on e4, which cannot be blocked"},
      {"duck", "", START, "e2e4@d7", "a piece stands on d7, which cannot be blocked"},
      {"duck", "", START, "e2e4,d4d5", "behind the comma stands the square on which the move ends"},
      {"duck", "", START, "e2e5@d5", "the Pawn on e2 cannot reach e5"},
      {"duck", "", "4k3/8/8/8/8/4*3/8/4K3 w - - 0 1", "e1d1@e3", "e3 is blocked already"},
      {"amazons", "", "q9/10/10/10/10/10/10/10/10/Q9 w - - 0 1", "a1a5@b7",
       "the piece could not go on to b7"},
      {"snailtrail", "", "6p/7/7/7/7/7/P6 w - - 0 1", "a1a2@c4",
       "the square that is blocked is the one that the piece has left"},
      {"isolation", "", "3p2/6/6/6/6/6/6/2P3 w - - 0 1", "c1c2@c1", "White may not block c1"},
      {"chess", ATLANTIS, START, "e2e4@d5", "who moves blocks no square here: write e2e4"},
      {"chess", ATLANTIS, START, "@d5",
       "d5 is neither at the edge of the board nor beside a blocked square"},
      {"petrified", "", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2",
       "your King would become a wall by capturing, and you may not lose it"},
      {"duck", "extinctionPseudoRoyal=true", "4k3/8/8/8/8/8/3r4/r3K3 w - - 0 1", "e1f1@h5",
       "it would still leave your King on f1 attacked by the Rook on a1"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal(asked[i][0], asked[i][1], asked[i][2], asked[i][3], asked[i][4]);
  }
}

static void what_does_not_go_together_is_refused(void **unused) {
  (void)unused;
  assert_int_equal(mr_game_refusal("chess", "wallingRule=arrow"), MR_OK);
  assert_int_equal(mr_game_refusal("chess", "petrifyOnCaptureTypes=qk"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("chess", "petrifyOnCaptureTypes=q"), MR_OK);
  assert_int_equal(mr_game_refusal("duck", "petrifyOnCaptureTypes=q"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("chess", "wallingRule=geese"), MR_ERR_UNKNOWN);
  assert_int_equal(mr_game_refusal("chess", "wallingRule=duck;wallingRegion=z9"), MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("crazyhouse", "wallingRule=duck"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("chess", "wallingRule=duck;immobilityIllegal=true"),
                   MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("racingkings", "wallingRule=duck"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("colorboundmost", "wallingRule=duck"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("chess", "wallingRule=duck;impasse=true"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("chess",
                                   "maxFile=12;maxRank=11;wallingRule=static;castling=false;"
                                   "startFen=4k7/12/12/12/12/12/12/12/12/12/4K7 w - - 0 1"),
                   MR_ERR_LIMIT);
}

/* ---- keys and records ------------------------------------------------------------------------ */

static void keys_tell_where_walls_stand(void **unused) {
  (void)unused;
  static const char *const states[] = {
      "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1",
      "4k3/8/8/4*3/8/8/8/4K3 w - - 0 1", "4k3/8/8/3**3/8/8/8/4K3 w - - 0 1"};
  uint64_t keys[4];
  mr_table table;
  mr_table_open_game(&table, "duck", "", states[0]);
  for (size_t i = 0; i < 4; i++) {
    mr_table_set(&table, states[i]);
    keys[i] = mr_game_hash(table.game, table.state);
    for (size_t k = 0; k < i; k++) {
      assert_true(keys[i] != keys[k]);
    }
  }
  mr_table_close(&table);
}

/* Every action of a position: the key is that of the position read anew, the text reads back, and
 * taken back it leaves every byte as it was. */
static void expect_records(mr_table *table) {
  const mr_game *game = table->game;
  size_t count = mr_table_actions(table);
  mr_state *before = mr_state_new(game, NULL), *read = mr_state_new(game, NULL);
  void *undo = mr_alloc_zero(NULL, 1, game->info.undo_size);
  mr_action *list = mr_alloc_zero(NULL, game->info.max_actions, sizeof *list);
  assert_true(before != NULL && read != NULL && undo != NULL && list != NULL);
  assert_int_equal(mr_game_actions(game, table->state, list), count);
  assert_true(count <= game->info.max_actions);
  memcpy(before, table->state, game->info.state_size);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_action again = MR_ACTION_NONE;
    mr_table_text(table, list[i], text);
    assert_int_equal(mr_game_parse_action(game, table->state, text, strlen(text), &again, NULL),
                     MR_OK);
    assert_int_equal(again, list[i]);
    mr_game_make(game, table->state, list[i], undo, NULL);
    assert_true(mr_game_rehash(game, table->state) == mr_game_hash(game, table->state));
    const char *state = mr_table_state(table);
    assert_int_equal(mr_game_parse_state(game, state, strlen(state), read, NULL), MR_OK);
    if (mr_game_hash(game, read) != mr_game_hash(game, table->state)) {
      fail_msg("%s: another key behind %s", text, state);
    }
    mr_game_unmake(game, table->state, undo);
    assert_memory_equal(before, table->state, game->info.state_size);
  }
  mr_alloc_free(NULL, list, game->info.max_actions * sizeof *list);
  mr_alloc_free(NULL, undo, game->info.undo_size);
  mr_state_free(game, NULL, read);
  mr_state_free(game, NULL, before);
}

static void an_action_is_taken_back_to_the_byte(void **unused) {
  (void)unused;
  static const char *const cases[][3] = {
      {"duck", "", "r3k2r/P1ppqpb1/1n2pnp1/3PN3/1pP1P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
      {"duck", "", "r3k2r/8/8/3*4/1p2P3/8/P1P2PPP/R3K2R w KQkq - 0 1"},
      {"duck", "extinctionPseudoRoyal=true", "r3k2r/8/8/3pP*2/8/8/8/R3K2R w KQkq d6 0 1"},
      {"atomic", "wallingRule=duck",
       "r3k2r/p1p1pp1p/1p6/3pP3/3P*3/5N2/PPP2PPP/R3K2R w KQkq d6 0 1"},
      {"chess", ATLANTIS, "r3k2r/8/8/*7/1p2P3/8/P1P2PPP/R3K2R w KQkq - 0 1"},
      {"amazons", "", "3q2q3/10/10/q2**4q/10/10/Q8Q/1*8/10/3Q2Q3 w - - 0 1"},
      {"joust", "", "8/8/2*5/4n3/3N4/8/8/8 b - - 0 1"},
      {"petrified", "", "r3k2r/1P4p1/8/3p*3/2Q1p3/5N2/P4b2/R3K2R w KQkq - 0 1"},
      {"atomic", "petrifyOnCaptureTypes=rnq;petrifyBlastPieces=true",
       "r3k2r/1P4p1/8/3p*3/2Q1p3/5N2/P4b2/R3K2R w KQkq - 0 1"},
      {"crazyhouse", "petrifyOnCaptureTypes=rnqp",
       "r3k2r/1P4p1/8/3p*3/2Q1p3/5N2/P4b2/R3K2R[Np] w KQkq - 0 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_table table;
    mr_table_open_game(&table, cases[i][0], cases[i][1], cases[i][2]);
    expect_records(&table);
    mr_table_close(&table);
  }
}

static void the_duck_is_told_of(void **unused) {
  (void)unused;
  mr_table table;
  char text[512];
  mr_table_open_game(&table, "duck", "", START);
  mr_table_play(&table, "e2e4,e4d5");
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_game_events_text(table.game, &table.events, &out);
  assert_non_null(strstr(text, "uck is put on d5"));
  mr_table_play(&table, "e7e5,e5d6");
  mr_str_reset(&out);
  mr_game_events_text(table.game, &table.events, &out);
  assert_non_null(strstr(text, "uck goes from d5 to d6"));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(walls_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(a_wall_may_be_written_in_several_ways),
    cmocka_unit_test(a_castling_is_read_as_others_write_it),
    cmocka_unit_test(a_castling_is_shielded_by_the_duck_that_stands_and_arrives_behind_the_new_one),
    cmocka_unit_test(what_is_refused_is_refused_with_its_reason),
    cmocka_unit_test(what_does_not_go_together_is_refused),
    cmocka_unit_test(keys_tell_where_walls_stand),
    cmocka_unit_test(an_action_is_taken_back_to_the_byte),
    cmocka_unit_test(the_duck_is_told_of),
};

MR_TEST_MAIN(tests)
