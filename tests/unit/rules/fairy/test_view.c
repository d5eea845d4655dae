/*
 * Pictures of the chess-like games: where squares are drawn, what is marked, which regions, hands
 * and notes there are, and what actions look like to a hand on the board.
 */
#include <marcher/view.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

/* A state and its picture. */
typedef struct scene {
  mr_table table;
  mr_arena arena;
  mr_view view;
} scene;

/** @param game with what is set in it behind a blank, if anything is */
static void open_scene(scene *s, const char *game, const char *state) {
  char name[MR_DEFINITION_NAME_MAX + 1];
  size_t length = strcspn(game, " ");
  const char *sets = game + length + (game[length] != '\0');
  snprintf(name, sizeof name, "%.*s", (int)length, game);
  mr_table_open_game(&s->table, name, sets, state);
  mr_arena_init(&s->arena, NULL, 0);
  assert_int_equal(
      mr_game_view(s->table.game, s->table.state, MR_NOBODY, &s->arena, &s->view, NULL), MR_OK);
}

static void close_scene(scene *s) {
  mr_arena_done(&s->arena);
  mr_table_close(&s->table);
}

static const mr_view_cell *at(scene *s, const char *square) {
  unsigned file = (unsigned)(square[0] - 'a');
  unsigned rank = (unsigned)strtoul(square + 1, NULL, 10);
  assert_in_range(rank, 1, s->view.rows);
  size_t index = (size_t)(s->view.rows - rank) * s->view.columns + file;
  assert_ptr_equal(mr_view_find(&s->view, s->view.cells[index].cell), &s->view.cells[index]);
  return &s->view.cells[index];
}

static const mr_view_piece *piece_at(scene *s, const char *square) {
  assert_int_not_equal(at(s, square)->piece, 0);
  return &s->view.pieces[at(s, square)->piece - 1];
}

static void squares_are_drawn_with_the_last_rank_above(void **unused) {
  (void)unused;
  scene s;
  open_scene(&s, "borderlands", NULL);
  assert_int_equal(s.view.columns, 9);
  assert_int_equal(s.view.rows, 10);
  assert_true(s.view.checkered);
  assert_string_equal(s.view.row_names[0], "10");
  assert_string_equal(s.view.column_names[8], "i");
  assert_string_equal(piece_at(&s, "b2")->label, "C");
  assert_string_equal(piece_at(&s, "b9")->label, "c");
  assert_string_equal(piece_at(&s, "b9")->name, "Chief");
  assert_string_equal(piece_at(&s, "b9")->glyph, "chief");
  assert_int_equal(piece_at(&s, "b9")->owner.id, 1);
  assert_int_equal(at(&s, "e5")->piece, 0);
  char text[8];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_game_cell_text(s.table.game, at(&s, "a10")->cell, &out);
  assert_string_equal(text, "a10");
  close_scene(&s);
}

static const mr_view_note *find_note(const scene *s, const char *label) {
  for (size_t i = 0; i < s->view.note_count; i++) {
    if (strcmp(s->view.notes[i].label, label) == 0) {
      return &s->view.notes[i];
    }
  }
  return NULL;
}

typedef struct expected_note {
  const char *game;
  const char *state;
  const char *label;
  const char *text; /* NULL: there is no such note */
} expected_note;

static const expected_note notes[] = {
    {"borderlands", "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 12", "move", "12"},
    {"borderlands", "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 12", "en passant on", "g7"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[] w - - 4 12", "plies without progress", "4 of 150"},
    {"borderlands", "c8/9/9/9/9/9/9/9/9/8C[] w - - 4 12", "en passant on", NULL},
    {"borderlands", "c8/9/9/9/9/9/9/9/1C7/9[] w - - 4 12", "goal",
     "White holds 1 of 4 squares, Black holds 0 of 4 squares"},
    {"battle-of-ideologies", "9/9/9/9/4+z4/9/9/9/4K4[] w - - 0 1", "goal",
     "Black's promoted Kirin is 2 moves from it"},
    {"battle-of-ideologies", "9/9/9/9/9/9/9/4z4/4K4[] w - - 0 1", "goal",
     "Black's Kirin is 1 move from it"},
    {"battle-of-ideologies", "9/9/9/9/9/9/9/1z7/***1K4 w - - 0 1", "goal",
     "Black's Kirin is 2 moves from it"}, /* round the walls */
    {"battle-of-ideologies", "9/9/9/9/9/5*1*1/5****/5**z*/4K**** w - - 0 1", "goal", NULL},
    {"battle-of-ideologies", "9/4z4/9/9/9/9/9/9/4K4[] w - - 0 1", "goal", NULL},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "may castle", "Kq"},
    {"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "may castle", NULL},
    {"colorboundmost", "6k1/8/2zppxPP/p2P4/X5Z1/Z7/8/4X1Kx b - - 0 30 dl -", "still to play",
     "a move on the dark squares, then one on the light squares"},
    {"colorboundmost", "6k1/8/2zppxPP/p2P4/X5Z1/Z7/8/4X1Kx b - - 0 30 dl -", "frozen", NULL},
    {"colorboundmost", "k7/8/P7/8/8/8/8/5B2 b - - 3 7 l d", "still to play",
     "a move on the light squares"},
    {"colorboundmost", "k7/8/P7/8/8/8/8/5B2 b - - 3 7 l d", "frozen",
     "the dark squares: nothing moves there any more"},
    {"colorboundmost", "k7/8/P7/8/8/8/8/5B2 b - - 3 7 l d", "turns without progress", "3 of 100"},
};

static void notes_tell_what_the_board_does_not(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
    scene s;
    open_scene(&s, notes[i].game, notes[i].state);
    const mr_view_note *found = find_note(&s, notes[i].label);
    assert_true((found != NULL) == (notes[i].text != NULL));
    if (found != NULL) {
      assert_string_equal(found->text, notes[i].text);
    }
    close_scene(&s);
  }
}

typedef struct expected_goals {
  const char *game; /* and behind a blank what is set in it */
  const char *state;
  const char *text; /* "White 1/2 on e4, at risk e4: text;" for all of them */
} expected_goals;

#define OTTERS                                                                                  \
  "chess customPiece1=o:mFcWfD;extinctionValue=loss;extinctionPieceTypes=o;pieceNames=o:Otter;" \
  "extinctionPseudoRoyal=true"

#define SMUGGLERS \
  "chess customPiece1=s:KmfD;flagPiece=s;flagRegionWhite=h8;flagRegionBlack=e1;castling=false"
/* Leapers that keep to a quarter of the board, and pawns, which leave their file by captures. */
#define RUNNERS                                                                               \
  "chess customPiece1=d:D;flagPiece=dp;flagRegionWhite=h8;flagRegionBlack=e2;castling=false;" \
  "doubleStep=false"

static const expected_goals goals[] = {
    {OTTERS, "3ok3/8/8/8/8/8/4R3/O2OK3 b - - 0 1",
     "White 0/0 d8 e8, at risk e8: mate the King or Otter: King in check;"
     "Black 0/0 e1: mate the King or last Otter;"},
    {OTTERS, "3okr2/8/8/8/8/5K2/3OR3/8 b - - 0 1",
     "White 0/0 d8 e8, at risk e8: mate the King or Otter: King in check;"
     "Black 0/0 d2 f3, at risk f3: mate the King or Otter: King in check;"},
    {"coregal", "3qk3/8/8/8/8/8/3RR3/4K3 b - - 0 1",
     "White 0/0 d8 e8, at risk d8 e8: mate the King or Queen: in check;"
     "Black 0/0 e1: mate the King;"},
    {"chess", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1",
     "White 0/0 e8, at risk e8: mate the King: in check;Black 0/0 e1: mate the King;"},
    {"borderlands", "c8/9/9/9/9/9/9/9/1C7/9[] w - - 4 12",
     "White 3/4 b2 h2 b9 h9: 1 of 4 goal squares held;"
     "White 1/2 a10: 1 more Chief to be taken;"
     "Black 4/4 b2 h2 b9 h9: 0 of 4 goal squares held;"
     "Black 1/2 b2: 1 more Chief to be taken;"},
    {"borderlands", "cc7/1C7/9/9/9/9/9/9/1C5C1/9[] w - - 4 12",
     "White 1/4 b2 h2 b9 h9: 3 of 4 goal squares held;"
     "White 2/2 a10 b10, at risk a10 b10: 2 more Chiefs to be taken;"
     "Black 4/4 b2 h2 b9 h9: 0 of 4 goal squares held;"
     "Black 3/3 b2 h2 b9, at risk b9: 3 more Chiefs to be taken;"},
    {"battle-of-ideologies", "9/9/9/9/9/9/9/4z4/4K4[] w - - 0 1",
     "White 0/0 e2, at risk e2: mate the Kirin: in check;"
     "Black 1/8 a1 b1 c1 d1 e1 f1 g1 h1 i1: the Kirin 1 move from the goal;"
     "Black 0/0 e1: mate the King;"},
    {"battle-of-ideologies", "9/9/9/9/9/7*1/6***/5**z*/4K1*** w - - 0 1",
     "White 0/0 h2: mate the Kirin;"
     "Black 8/8 a1 b1 c1 d1 e1 f1 g1 h1 i1: no way to the goal;"
     "Black 0/0 e1: mate the King;"},
    {SMUGGLERS, "4k3/8/8/8/8/4s3/8/S3K3 b - - 0 1",
     "White 7/7 h8: the S 7 moves from the goal;White 0/0 e8: mate the King;"
     "Black 1/7 e1: the S 1 move from the goal;Black 0/0 e1: mate the King;"},
    {SMUGGLERS ";mobilityRegionBlackCustomPiece1=*3 *4 e1", "4k3/8/8/8/8/3s4/8/4K3 b - - 0 1",
     "White 0/0 h8: nothing on the board can reach the goal;White 0/0 e8: mate the King;"
     "Black 2/7 e1: the S 2 moves from the goal;Black 0/0 e1: mate the King;"},
    {RUNNERS, "4k3/8/8/8/2p5/3P4/8/d3K3 b - - 0 1",
     "White 5/7 h8: the Pawn 5 moves from the goal;White 0/0 e8: mate the King;"
     "Black 2/7 e2: the Pawn 2 moves from the goal;Black 0/0 e1: mate the King;"},
    {RUNNERS, "4k3/8/8/8/4p3/8/8/4K2D b - - 0 1",
     "White 7/7 h8: no way to the goal;White 0/0 e8: mate the King;"
     "Black 2/7 e2: the Pawn 2 moves from the goal;Black 0/0 e1: mate the King;"},
    {"antichess", "8/8/8/8/8/1p6/2p5/R7 w - - 0 1",
     "White 1/16 a1: 1 more piece to be got rid of;"
     "Black 2/16 c2 b3: 2 more pieces to be got rid of;"},
    {"kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1",
     "White 1/7 d4 e4 d5 e5: the King 1 move from the goal;"
     "White 0/0 e8: mate the King;"
     "Black 3/7 d4 e4 d5 e5: the King 3 moves from the goal;"
     "Black 0/0 e3: mate the King;"},
    {"losers", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
     "White 0/0 e1: be mated with the King;"
     "White 1/15 e1 e2: 1 more piece to be got rid of;"
     "Black 0/0 e8: be mated with the King;"
     "Black 1/15 e7 e8: 1 more piece to be got rid of;"},
    {"janggi", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
     "White 0/0 e9: mate the General;"
     "White 3/288: 72 points, the other side 73.5;"
     "Black 0/0 e2: mate the General;"
     "Black 0/288: 73.5 points, the other side 72;"},
    {"3check", "4k3/8/8/8/8/8/8/4K2R w - - 2+1 0 1",
     "White 0/0 e8: mate the King;"
     "White 2/3 e8: 2 more checks to give;"
     "Black 0/0 e1: mate the King;"
     "Black 1/3 e1: 1 more check to give;"},
};

static void write_goals(const scene *s, mr_str *out) {
  for (size_t i = 0; i < s->view.goal_count; i++) {
    const mr_view_goal *goal = &s->view.goals[i];
    mr_str_format(out, "%s %zu/%zu", s->table.game->info.player_names[goal->player.id],
                  (size_t)goal->left, (size_t)goal->of);
    for (size_t k = 0; k < goal->on_count; k++) {
      mr_str_char(out, ' ');
      mr_game_cell_text(s->table.game, goal->on[k], out);
    }
    for (size_t k = 0; k < goal->risk_count; k++) {
      mr_str_add(out, k == 0 ? ", at risk " : " ");
      mr_game_cell_text(s->table.game, goal->risks[k], out);
    }
    mr_str_format(out, ": %s;", goal->text);
  }
}

static void how_near_the_sides_are_to_each_way_to_win_is_told(void **unused) {
  (void)unused;
  bool failed = false;
  for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
    scene s;
    char buffer[600];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    open_scene(&s, goals[i].game, goals[i].state);
    write_goals(&s, &text);
    if (strcmp(buffer, goals[i].text) != 0) {
      print_error("%s: \"%s\"\n", goals[i].state, buffer);
      failed = true;
    }
    close_scene(&s);
  }
  assert_false(failed);
}

static void hands_are_shown_where_men_are_dropped(void **unused) {
  (void)unused;
  scene s;
  open_scene(&s, "borderlands", "c8/9/9/9/9/9/9/9/9/8C[MMm] w - - 0 1");
  assert_int_equal(s.view.hand_count, 2);
  assert_int_equal(s.view.hands[0].count, 1);
  assert_int_equal(s.view.hands[0].items[0].count, 2);
  assert_string_equal(s.view.pieces[s.view.hands[1].items[0].piece - 1].label, "m");
  close_scene(&s);
  open_scene(&s, "borderlands", "c8/9/9/9/9/9/9/9/9/8C[] w - - 0 1");
  assert_int_equal(s.view.hand_count, 2);
  assert_int_equal(s.view.hands[0].count, 0);
  close_scene(&s);
  open_scene(&s, "chess", NULL);
  assert_int_equal(s.view.hand_count, 0);
  close_scene(&s);
}

static void an_attacked_royal_is_marked(void **unused) {
  (void)unused;
  scene s;
  open_scene(&s, "chess", "4k3/8/8/8/1b6/8/8/4K3 w - - 0 1");
  assert_int_equal(at(&s, "e1")->marks, MR_MARK_THREAT);
  assert_int_equal(at(&s, "e8")->marks, 0);
  assert_int_equal(at(&s, "b4")->marks, 0);
  close_scene(&s);
}

static void squares_of_no_account_in_this_turn_are_dimmed(void **unused) {
  (void)unused;
  scene s;
  open_scene(&s, "colorboundmost", NULL); /* dark alone is owed */
  assert_int_equal(at(&s, "a1")->marks, 0);
  assert_int_equal(at(&s, "b1")->marks, MR_MARK_DIM);
  assert_int_equal(at(&s, "a8")->marks, 0); /* light, but Black's: it is not its turn anyway */
  close_scene(&s);
  open_scene(&s, "colorboundmost", "k7/8/P7/8/8/8/8/5B2 b - - 0 1 l d");
  assert_int_equal(at(&s, "a1")->marks, MR_MARK_DIM);
  assert_int_equal(at(&s, "b1")->marks, 0);
  close_scene(&s);
  /* Both are owed, dark first. */
  open_scene(&s, "colorboundmost", "6k1/8/2zppxPP/p2P4/X5Z1/Z7/8/4X1Kx b - - 0 30 dl -");
  assert_int_equal(at(&s, "a1")->marks, 0);
  assert_int_equal(at(&s, "b1")->marks, MR_MARK_DIM);
  close_scene(&s);
}

static uint64_t region_named(const scene *s, const char *name) {
  for (size_t i = 0; i < s->view.region_count; i++) {
    if (strcmp(s->view.regions[i].name, name) == 0) {
      return UINT64_C(1) << i;
    }
  }
  return 0;
}

typedef struct expected_region {
  const char *game;
  const char *name;
  const char *inside;
  const char *outside;
} expected_region;

static const expected_region regions[] = {
    {"borderlands", "where Chief may stand", "e4", "d4"},
    {"borderlands", "where White's Lion may stand", "d7", "e7"},
    {"borderlands", "White's promotion zone", "a8", "a7"},
    {"borderlands", "Black's village zone", "a8", "a7"},
    {"borderlands", "Black's promotion zone", "a3", "a4"},
    {"borderlands", "White's Lion's promotion square", "e9", "e10"},
    {"borderlands", "Black's Lion's den", "e9", "e10"},
    {"borderlands", "White's incursion zone", "i6", "i8"},
    {"borderlands", "village squares", "h9", "g9"},
    {"borderlands", "roads", "e5", "d5"},
    {"battle-of-ideologies", "where White's King may stand", "f1", "c1"},
    {"battle-of-ideologies", "White's palace", "f1", "c1"},
    {"battle-of-ideologies", "Black's goal rank", "a1", "a2"},
    {"battle-of-ideologies", "Black's drop zone", "a6", "a5"},
};

static void regions_have_names_and_squares(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof regions / sizeof *regions; i++) {
    scene s;
    open_scene(&s, regions[i].game, NULL);
    uint64_t bit = region_named(&s, regions[i].name);
    if (bit == 0) {
      fail_msg("%s has no region '%s'", regions[i].game, regions[i].name);
    }
    assert_true((at(&s, regions[i].inside)->regions & bit) != 0);
    assert_true((at(&s, regions[i].outside)->regions & bit) == 0);
    close_scene(&s);
  }
}

static void notes_are_there_as_values_too(void **unused) {
  (void)unused;
  static const struct {
    const char *id;
    mr_fact_kind kind;
    uint32_t number[2];
    const char *words;
  } facts[] = {
      {"turn", MR_FACT_COUNT, {30, 0}, NULL},  {"owed", MR_FACT_WORDS, {0, 0}, "dark light"},
      {"frozen", MR_FACT_WORDS, {0, 0}, ""},   {"without_progress", MR_FACT_OF, {0, 100}, NULL},
      {"castling", MR_FACT_WORDS, {0, 0}, ""}, {"en_passant", MR_FACT_WORDS, {0, 0}, ""},
  };
  scene s;
  open_scene(&s, "colorboundmost", "6k1/8/2zppxPP/p2P4/X5Z1/Z7/8/4X1Kx b - - 0 30 dl -");
  assert_int_equal(s.view.fact_count, sizeof facts / sizeof *facts);
  for (size_t i = 0; i < s.view.fact_count; i++) {
    const mr_view_fact *fact = &s.view.facts[i];
    assert_string_equal(fact->id, facts[i].id);
    assert_int_equal(fact->kind, facts[i].kind);
    assert_memory_equal(fact->number, facts[i].number, sizeof fact->number);
    assert_true((fact->words == NULL) == (facts[i].words == NULL));
    assert_string_equal(fact->words != NULL ? fact->words : "",
                        facts[i].words != NULL ? facts[i].words : "");
  }
  close_scene(&s);
  open_scene(&s, "chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 3");
  assert_string_equal(s.view.facts[2].words, "K q");
  assert_string_equal(s.view.facts[3].words, "e3");
  close_scene(&s);
  open_scene(&s, "3check", "4k3/8/8/8/8/8/8/4K2R w - - 2+1 0 1");
  assert_string_equal(s.view.facts[2].id, "checks_left");
  assert_int_equal(s.view.facts[2].kind, MR_FACT_AGAINST);
  assert_int_equal(s.view.facts[2].number[0], 2);
  assert_int_equal(s.view.facts[2].number[1], 1);
  close_scene(&s);
}

static void what_everybody_knows_is_not_drawn(void **unused) {
  (void)unused;
  scene s;
  open_scene(&s, "chess", NULL);
  assert_int_equal(s.view.region_count, 0);
  close_scene(&s);
}

/* ---- tiles ----------------------------------------------------------------------------------- */

static uint64_t square_bit(int dx, int dy) {
  return UINT64_C(1) << ((3 - dy) * MR_VIEW_MOVES_SIDE + dx + 3);
}

static void tiles_show_how_men_move(void **unused) {
  (void)unused;
  scene s;
  open_scene(&s, "borderlands", NULL);
  const mr_view_moves *white = piece_at(&s, "a4")->moves, *black = piece_at(&s, "a7")->moves;
  assert_int_equal(white->move, square_bit(0, 1));
  assert_int_equal(white->capture, square_bit(0, 1) | square_bit(-1, 1) | square_bit(1, 1));
  assert_int_equal(black->move, square_bit(0, -1));
  const mr_view_moves *horse = piece_at(&s, "c1")->moves;
  assert_int_equal(horse->ray_move, 0xAA);
  assert_int_equal(horse->ray_capture, 0);
  assert_int_equal(horse->tile, MR_TILE_PLAIN);
  assert_int_equal(piece_at(&s, "a1")->moves->ray_hop, 0x55);
  assert_int_equal(piece_at(&s, "b2")->moves->tile, MR_TILE_CHIEF);
  close_scene(&s);
}

/* ---- forms ----------------------------------------------------------------------------------- */

typedef struct expected_form {
  const char *game;
  const char *state;
  const char *action;
  mr_form_kind kind;
  const char *to;
  const char *choice;
} expected_form;

#define LOGS "4z4/P8/9/9/2s6/s8/9/3K5/9[sss] b - - 0 1"

static const expected_form forms[] = {
    {"chess", NULL, "e2e4", MR_FORM_MOVE, "e4", ""},
    {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", MR_FORM_MOVE, "g1", ""},
    {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", MR_FORM_MOVE, "a8", "Queen"},
    {"nearly-colorboundmost", "4k3/8/8/8/8/8/8/4K2Z w K - 0 1", "e1h1", MR_FORM_MOVE, "h1", ""},
    {"battle-of-ideologies", LOGS, "c5c4", MR_FORM_MOVE, "c4", "stay"},
    {"battle-of-ideologies", LOGS, "c5c4m", MR_FORM_MOVE, "c4", "Centaur"},
    {"battle-of-ideologies", LOGS, "S@i6", MR_FORM_PLACE, "i6", ""},
    {"borderlands", "c8/9/W8/9/9/9/9/9/9/8C[] w - - 0 1", "a8a9+", MR_FORM_MOVE, "a9", ""},
};

static void actions_have_forms(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const expected_form *e = &forms[i];
    scene s;
    mr_form form;
    mr_action action = MR_ACTION_NONE;
    open_scene(&s, e->game, e->state);
    assert_int_equal(mr_game_parse_action(s.table.game, s.table.state, e->action, strlen(e->action),
                                          &action, NULL),
                     MR_OK);
    mr_game_form(s.table.game, s.table.state, action, &form);
    assert_int_equal(form.kind, e->kind);
    assert_int_equal(form.to.id, at(&s, e->to)->cell.id);
    assert_string_equal(form.choice, e->choice);
    assert_int_equal(form.from.id == MR_NOWHERE_ID, e->kind == MR_FORM_PLACE);
    close_scene(&s);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(how_near_the_sides_are_to_each_way_to_win_is_told),
    cmocka_unit_test(squares_are_drawn_with_the_last_rank_above),
    cmocka_unit_test(notes_tell_what_the_board_does_not),
    cmocka_unit_test(hands_are_shown_where_men_are_dropped),
    cmocka_unit_test(an_attacked_royal_is_marked),
    cmocka_unit_test(squares_of_no_account_in_this_turn_are_dimmed),
    cmocka_unit_test(regions_have_names_and_squares),
    cmocka_unit_test(notes_are_there_as_values_too),
    cmocka_unit_test(what_everybody_knows_is_not_drawn),
    cmocka_unit_test(tiles_show_how_men_move),
    cmocka_unit_test(actions_have_forms),
};

MR_TEST_MAIN(tests)
