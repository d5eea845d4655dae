/*
 * Rules pages of the chess-like games: movements in words, diagrams drawn from the compiled
 * movement, squares of regions, and what every page has.
 */
#include <marcher/doc.h>
#include <string.h>

#include "borderline_open.h"
#include "rules/fairy/page/page.h"
#include "rules/fairy/text/texts.h"
#include "test_main.h"

/* ---- words ----------------------------------------------------------------------------------- */

static void add_movement(const char *text, bool ep, mr_str *out) {
  mr_arena arena;
  const mr_betza *betza = NULL;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_betza_parse(text, strlen(text), &arena, &betza, NULL), MR_OK);
  mr_fy_add_movement(betza, text, ep, out);
  mr_arena_done(&arena);
}

typedef struct wording {
  const char *betza;
  const char *words;
} wording;

static const wording wordings[] = {
    {"", "Cannot move"},
    {"W", "Steps one square orthogonally"},
    {"WF", "Steps one square orthogonally or one square diagonally"},
    {"N", "Leaps as a knight"},
    {"fW", "Steps one square straight ahead"},
    {"bW", "Steps one square straight back"},
    {"lW", "Steps one square to the left"},
    {"rW", "Steps one square to the right"},
    {"sW", "Steps one square sideways"},
    {"vW", "Steps one square straight ahead or back"},
    {"fsW", "Steps one square straight ahead or sideways"},
    {"bsW", "Steps one square straight back or sideways"},
    {"fF", "Steps one square diagonally ahead"},
    {"bF", "Steps one square diagonally back"},
    {"lF", "Steps one square diagonally to the left"},
    {"rF", "Steps one square diagonally to the right"},
    {"flF", "Steps one square ahead to the left"},
    {"frF", "Steps one square ahead to the right"},
    {"blF", "Steps one square back to the left"},
    {"brF", "Steps one square back to the right"},
    {"ffN", "Leaps as a knight, the long way ahead"},
    {"bbN", "Leaps as a knight, the long way back"},
    {"fsN", "Leaps as a knight, wide and ahead"},
    {"bsN", "Leaps as a knight, wide and back"},
    {"vN", "Leaps as a knight, the long way ahead or back"},
    {"sN", "Leaps as a knight, the long way sideways"},
    {"fhN", "Leaps as a knight, ahead"},
    {"bhN", "Leaps as a knight, back"},
    {"lhN", "Leaps as a knight, to the left"},
    {"rhN", "Leaps as a knight, to the right"},
    {"KmNmAmD", "Steps one square in any direction; leaps as a knight, two squares diagonally or "
                "two squares orthogonally, all without capturing"},
    {"NmB3", "Leaps as a knight; slides diagonally up to 3 squares without capturing"},
    {"mW4", "Slides orthogonally up to 4 squares without capturing"},
    {"RcpRmF",
     "Slides orthogonally; goes, jumps over exactly one piece and goes on orthogonally to "
     "capture; steps one square diagonally without capturing"},
    {"gQ", "Goes up to a piece and lands directly behind it, in any direction"},
    {"zFF", "Goes step by step, turning left and right in turn, diagonally"},
    {"DD", "Repeats leaps two squares orthogonally"},
    {"D3", "Leaps two squares orthogonally up to 3 times"},
    {"mWcN2", "Steps one square orthogonally without capturing; leaps as a knight up to 2 times to "
              "capture"},
    {"nN2", "Goes as a knight up to 2 times, if nothing stands on the way"},
    {"cpN3",
     "Goes, jumps over exactly one piece and goes on as a knight, in up to 3 leaps in all to "
     "capture"},
    {"pNN", "Goes, jumps over exactly one piece and goes on as a knight"},
    {"[F-W]", "Goes one square diagonally and then outward one square orthogonally"},
    {"FaW", "Goes one square diagonally and then outward one square orthogonally"},
    {"t[FR]", "Goes one square diagonally, and may go on outward orthogonally"},
    {"[F-rW]z2FFW", "Moves as [F-rW] or z2FF; steps one square orthogonally"},
    {"[F?R]", "Goes one square diagonally, and may go on outward orthogonally"},
    {"FnD", "Steps one square diagonally; goes two squares orthogonally, if nothing stands on the "
            "way"},
    {"fWfceFifmnD",
     "Steps one square straight ahead; steps one square diagonally ahead to capture, also in "
     "passing; from where it begins goes two squares straight ahead without capturing, if nothing "
     "stands on the way"},
    {"bhlN", "Moves as bhlN"},
};

static void movements_are_told_in_words(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++) {
    char buffer[512];
    mr_str out = mr_str_fixed(buffer, sizeof buffer);
    add_movement(wordings[i].betza, true, &out);
    if (strcmp(buffer, wordings[i].words) != 0) {
      print_error("%s: \"%s\"\n", wordings[i].betza, buffer);
      wrong++;
    }
  }
  assert_int_equal(wrong, 0);
}

static void captures_in_passing_are_told_where_there_are_any(void **unused) {
  (void)unused;
  char buffer[256];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
  add_movement("fceF", false, &out);
  assert_string_equal(buffer, "Steps one square diagonally ahead to capture");
}

static void regions_are_told_in_few_words(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("borderlands", "");
  const mr_fy_rules *rules = &mr_fy_game_of(game)->rules;
  char buffer[256];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
  for (unsigned kind = 1; kind <= rules->kind_count; kind++) {
    if (rules->kinds[kind].letter == 'C') {
      mr_fy_add_squares(rules, &rules->kinds[kind].mobility[0], &out);
    }
  }
  assert_string_equal(buffer, "ranks 1-3, 8-10 and a4-a7, e4-e7, i4-i7");
  mr_game_free(game);
}

/* ---- pages ----------------------------------------------------------------------------------- */

typedef struct page {
  mr_game *game;
  mr_arena arena;
  mr_doc doc;
} page;

static void open_page(page *p, const char *name, const char *sets) {
  p->game = mr_game_open(name, sets);
  mr_arena_init(&p->arena, NULL, 0);
  mr_doc_init(&p->doc, &p->arena);
  assert_int_equal(mr_game_page(p->game, &p->doc, NULL), MR_OK);
}

static void close_page(page *p) {
  mr_arena_done(&p->arena);
  mr_game_free(p->game);
}

/* The diagram whose caption begins so. */
static const mr_doc_block *find_diagram(const page *p, const char *caption) {
  for (const mr_doc_block *b = p->doc.first; b != NULL; b = b->next) {
    if (b->kind == MR_DOC_DIAGRAM && strncmp(b->text, caption, strlen(caption)) == 0) {
      return b;
    }
  }
  fail_msg("no diagram '%s'", caption);
  return NULL;
}

/* Marks of a diagram as a drawing: m moves, c captures, x both, capitals by a slide. */
static void draw(const mr_view *view, char *out) {
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    unsigned marks = view->cells[i].marks;
    bool move = (marks & MR_MARK_TARGET) != 0, capture = (marks & MR_MARK_CAPTURE) != 0;
    char sign = move && capture ? 'x' : move ? 'm' : capture ? 'c' : '.';
    sign = view->cells[i].piece != 0 ? 'o' : sign;
    *out++ = (marks & MR_MARK_SLIDE) != 0 ? (char)(sign - 'a' + 'A') : sign;
    if ((i + 1) % view->columns == 0) {
      *out++ = '/';
    }
  }
  out[-1] = '\0';
}

typedef struct drawing {
  const char *game;
  const char *caption;
  const char *squares;
} drawing;

static const drawing drawings[] = {
    {"borderlands", "Marauder (M)", ".m.m./mx.xm/..o../mx.xm/.m.m."},
    {"borderlands", "Warrior (W)", "..m../.cxc./..o../...../....."},
    {"borderlands", "Horse (H)", "M.....M/.Mx.xM./.xM.Mx./...o.../.xM.Mx./.Mx.xM./M.....M"},
    {"borderlands", "promoted Warrior (+W)",
     "M..M..M/.xxxxx./.xMMMx./MxMoMxM/.xMMMx./.xxxxx./M..M..M"},
    {"battle-of-ideologies", "Lame knight (H)", ".x.x./x...x/..o../x...x/.x.x."},
    {"battle-of-ideologies", "Elephonto (E)", "...../.cxc./.xox./.xxx./.cxc."},
    {"colorboundmost", "Crooked bishop (Z)",
     "....X..../...X.X.../....X..../.X.X.X.X./X.X.o.X.X/.X.X.X.X./....X..../...X.X.../....X...."},
};

static void diagrams_show_the_compiled_movement(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
    page p;
    char found[256];
    open_page(&p, drawings[i].game, "");
    draw(find_diagram(&p, drawings[i].caption)->view, found);
    if (strcmp(found, drawings[i].squares) != 0) {
      print_error("%s: %s\n", drawings[i].caption, found);
      wrong++;
    }
    close_page(&p);
  }
  assert_int_equal(wrong, 0);
}

/* The pawn's first move passes a square that must be empty, and the rook's line goes on. */
static void diagrams_have_lines(void **unused) {
  (void)unused;
  page p;
  open_page(&p, "chess", "");
  const mr_view *pawn = find_diagram(&p, "Pawn (P)")->view;
  assert_int_equal(pawn->line_count, 2);
  assert_int_equal(pawn->lines[0].way, MR_WAY_NONE);
  const mr_view *rook = find_diagram(&p, "Rook (R)")->view;
  unsigned on = 0;
  assert_int_equal(rook->line_count, 12);
  for (size_t i = 0; i < rook->line_count; i++) {
    assert_int_equal(rook->lines[i].way, MR_WAY_BOTH);
    on += rook->lines[i].on;
  }
  assert_int_equal(on, 4);
  close_page(&p);
}

static void hoppers_are_shown_with_men_to_jump_over(void **unused) {
  (void)unused;
  page p;
  char found[256];
  open_page(&p, "borderlands", "");
  const mr_doc_block *plain = find_diagram(&p, "Archer (A)");
  assert_int_equal(plain->next->kind, MR_DOC_DIAGRAM);
  draw(plain->next->view, found);
  assert_string_equal(found,
                      "....C..../....C..../....o..../........./CCo.o.oCC/........./....o..../"
                      "....C..../....C....");
  close_page(&p);
}

static bool holds_rule(const mr_doc *doc, const char *text) {
  for (const mr_doc_block *b = doc->first; b != NULL; b = b->next) {
    if (b->kind == MR_DOC_RULE && strcmp(b->text, text) == 0) {
      return true;
    }
  }
  return false;
}

static bool says(const page *p, const char *words) {
  for (const mr_doc_block *b = p->doc.first; b != NULL; b = b->next) {
    if (strstr(b->text, words) != NULL) {
      return true;
    }
  }
  return false;
}

/* Of mates by knights, where there are any. */
static void only_men_that_there_are_are_told_of(void **unused) {
  (void)unused;
  static const char words[] = "Who mates with nothing but this has lost: ";
  page p;
  open_page(&p, "shatar", "");
  assert_true(says(&p, words));
  close_page(&p);
  open_page(&p, "shatar", "startFen=r1bjkb1r/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/R1BJKB1R w - - 0 1");
  assert_true(says(&p, "else the game is drawn."));
  assert_false(says(&p, words));
  close_page(&p);
}

static void expect_rules(const page *p) {
  for (size_t r = 1; r < p->game->info.rule_count; r++) {
    const mr_rule *rule = &p->game->info.rules[r];
    if (!holds_rule(&p->doc, rule->text)) {
      fail_msg("the page of %s does not hold rule %s", p->game->info.name, rule->id);
    }
  }
}

/* Every number of a rule that is in force stands on the page, whatever the game is. */
static void pages_hold_every_rule_and_every_man(void **unused) {
  (void)unused;
  mr_catalog *catalog = NULL;
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    page p;
    open_page(&p, mr_catalog_name(catalog, i), "");
    if (strcmp(p.game->info.family, "fairy") == 0) {
      expect_rules(&p);
    }
    close_page(&p);
  }
  mr_catalog_free(catalog);
}

/* Tables, captions and what the board is like, word for word. */
static void expect_text(const page *p, const char *const *wanted, size_t count) {
  mr_str text = mr_str_growing(NULL);
  for (const mr_doc_block *b = p->doc.first; b != NULL; b = b->next) {
    for (size_t i = 0; i < b->cell_count; i++) {
      mr_str_format(&text, "%s%s", i > 0 ? "|" : "", b->cells[i]);
    }
    mr_str_format(&text, "%s\n", b->text);
  }
  for (size_t i = 0; i < count; i++) {
    if (strstr(mr_str_text(&text), wanted[i]) == NULL) {
      fail_msg("the page of %s lacks: %s\nit has:\n%s", p->game->info.name, wanted[i],
               mr_str_text(&text));
    }
  }
  mr_str_done(&text);
}

static void captures_in_passing_are_told_of_where_they_can_be(void **unused) {
  (void)unused;
  static const char *const makruk[] = {
      "\nPawn (P): Steps one square straight ahead without capturing; steps one square diagonally "
      "ahead to capture.\n"};
  static const char *const one_sided[] = {
      "\nPawn (P): Steps one square straight ahead without "
      "capturing; steps one square diagonally ahead to capture;",
      " to capture, also in passing.\n"};
  page p;
  open_page(&p, "makruk", ""); /* nobody steps two */
  expect_text(&p, makruk, sizeof makruk / sizeof *makruk);
  close_page(&p);
  open_page(&p, "battle-of-ideologies-pychess", ""); /* White's pawns alone do */
  expect_text(&p, one_sided, sizeof one_sided / sizeof *one_sided);
  close_page(&p);
}

static void pages_tell_of_every_man(void **unused) {
  (void)unused;
  static const char *const chess[] = {
      "8 files (a-h) and 8 ranks. White begins at the lowest rank, Black at the highest; White "
      "moves "
      "first.",
      "\nletter|name|movement|becomes\n"
      "P p|Pawn|fmWfceFifmnD|Knight, Bishop, Rook or Queen\n"
      "N n|Knight|N|\nB b|Bishop|B|\nR r|Rook|R|\nQ q|Queen|Q|\nK k|King|K|\n",
      "\nPawn (P): Steps one square straight ahead without capturing; ",
      " to capture, also in passing; ",
      "\nKnight (N): Leaps as a knight.\n",
      "\nKing (K): Steps one square in any direction. It must never be left attacked.\n"};
  static const char *const borderlands[] = {
      "9 files (a-i) and 10 ranks.",
      "\nletter|name|movement|becomes|value\n",
      "\nM m|Marauder|FmN|promoted Marauder|",
      "\nArcher (A): Slides orthogonally; goes, jumps over",
      " A piece that becomes its promoted form adds +: a9a10+.",
  };
  page p;
  open_page(&p, "chess", "");
  expect_text(&p, chess, sizeof chess / sizeof *chess);
  close_page(&p);
  open_page(&p, "borderlands", "");
  expect_text(&p, borderlands, sizeof borderlands / sizeof *borderlands);
  close_page(&p);
  static const char *const goals[] = {
      "White wins when an Emperor stands on rank 8. Black wins when an Emperor stands on rank 1."};
  open_page(&p, "chess", "flagPiece=k;flagRegionWhite=*8;flagRegionBlack=*1;pieceNames=k:Emperor");
  expect_text(&p, goals, 1);
  close_page(&p);
  static const char *const knights[] = {"White wins when a Knight stands on rank 8."};
  open_page(&p, "chess", "flagPiece=n;flagRegionWhite=*8;flagRegionBlack=*1");
  expect_text(&p, knights, 1);
  close_page(&p);
  static const char *const letter[] = {
      " A piece that becomes another kind adds its letter: a7a8q."};
  open_page(&p, "chess", "promotionPieceTypesWhite=-;promotionPieceTypesBlack=q");
  expect_text(&p, letter, 1);
  close_page(&p);
  static const char *const won[] = {"Checkmate wins: the other side's King is attacked, and it has "
                                    "no legal move. No move may leave one's own King attacked."};
  static const char *const drawn[] = {"A side whose King is attacked and that has no legal move "
                                      "draws. No move may leave one's own King attacked."};
  open_page(&p, "chess", "");
  expect_text(&p, won, 1);
  close_page(&p);
  open_page(&p, "chess", "checkmateValue=draw");
  expect_text(&p, drawn, 1);
  close_page(&p);
}

/* One page, and what has to stand on it. */
typedef struct telling {
  const char *game;
  const char *sets;
  const char *words;
} telling;

static const telling tellings[] = {
    {"shogi", "",
     "Placing a piece from the hand on an empty square is a move: Bishop, Rook, Silver, Pawn, "
     "Lance, Knight, Gold. No Pawn is dropped on a file on which its side has one already. No mate "
     "may be given by dropping a Pawn. Captured pieces go to the captor's hand, and are there what "
     "they were before they promoted."},
    {"shogi", "dropNoDoubledCount=2",
     " No Pawn is dropped on a file on which its side has 2 already."},
    {"shogi", "", " No piece goes, or is dropped, where it could never move again."},
    {"chess", "immobilityIllegal=true", " No piece goes where it could never move again."},
    {"shogi", "",
     "Promotion is optional in the promotion zone for these pieces: Bishop, Rook, Silver, Pawn, "
     "Lance, Knight. Who could never move again from where its move ends has to promote: Pawn, "
     "Lance, Knight. A move that begins in the zone counts as one that ends there."},
    {"shogi", "piecePromotionOnCapture=true", " Only captures promote."},
    {"chess", "promotionRegionWhite=*6 *7 *8",
     " A capture in passing that ends in the zone does not promote."},
    {"chess", "promotionRegionWhite=*6 *7 *8;promotionOnEnPassant=true",
     " A capture in passing that ends in the zone promotes, too."},
    {"chess", "promotionRegionBlack=-", " Black has no promotion zone."},
    {"chess", "drawsFirst=true",
     "comes about for the third time, the game is drawn. That is judged before checkmate and "
     "stalemate."},
    {"borderlands", "", "That is judged before a lack of legal moves."},
    {"chess", "perpetualCheckIllegal=true", " are a draw. That is judged before repetition."},
    {"crazyhouse", "", "on an empty square, of its drop zone where it has one, is a move: Pawn, "},
    {"crazyhouse", "dropLoop=true", "go to the captor's hand as what they have become."},
    {"crazyhouse", "petrifyOnCaptureTypes=rn",
     "become walls where they capture: Knight, Rook (also those that were Pawns)."},
    {"crazyhouse", "promotedFormKnight=NN;promotionRegionWhite=*7 *8",
     "these pieces: Pawn. Promotion is optional there for these pieces: Knight (also those that "
     "were Pawns)."},
    {"crazyhouse", "promotedFormKnight=NN",
     "before they promoted. A Pawn that has become a Knight and then a promoted Knight is a "
     "Knight there."},
    {"crazyhouse", "dropRegionBlackRook=-", " Black never drops these: Rook."},
    {"chess", "",
     " White: e1 to g1, partner h1 to f1; or e1 to c1, partner a1 to d1. Black: e8 to g8, "},
    {"chess", "enPassantTypesBlack=-", "on the very next move, by White's Pawn."},
    {"chess", "promotionPieceTypesBlack=qr",
     "|Knight, Bishop, Rook or Queen (White); Rook or Queen (Black)"},
    {"chess", "startFen=4k3/8/8/8/8/8/4*3/4K1N1 w - - 0 1",
     "\nNothing ever comes to a wall (*) or slides past it; leaps go over it.\n"},
    {"chess", "cannon=c;startFen=4k3/8/8/8/8/8/4*3/4K1NC w - - 0 1",
     " leaps go over it. What needs a piece to jump over may jump over a wall.\n"},
    {"chess", "startFen=4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
     "Checkmate wins: one of the other side's royal pieces (King) is attacked, and it has no legal "
     "move. No move may leave any of one's own royal pieces attacked."},
};

static void pages_tell_what_is_enforced(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof tellings / sizeof *tellings; i++) {
    page p;
    open_page(&p, tellings[i].game, tellings[i].sets);
    expect_text(&p, &tellings[i].words, 1);
    close_page(&p);
  }
}

static unsigned headings(const page *p, const char *text) {
  unsigned count = 0;
  for (const mr_doc_block *b = p->doc.first; b != NULL; b = b->next) {
    count += b->kind == MR_DOC_HEADING && strcmp(b->text, text) == 0;
  }
  return count;
}

static void promotions_stand_under_one_heading_where_there_are_any(void **unused) {
  (void)unused;
  page p;
  open_page(&p, "battle-of-ideologies", ""); /* by three rules */
  assert_int_equal(headings(&p, "Promotion"), 1);
  close_page(&p);
  open_page(&p, "chess", "promotionPieceTypes=-");
  assert_int_equal(headings(&p, "Promotion"), 0);
  close_page(&p);
}

static void kinds_that_never_come_are_not_told_of(void **unused) {
  (void)unused;
  static const char *const without[] = {"50 moves by each side without a capture are a draw."};
  static const char *const with[] = {"without a capture or a move of a Pawn are a draw."};
  page p;
  open_page(&p, "racingkings", "");
  expect_text(&p, without, 1);
  assert_int_equal(headings(&p, "Promotion"), 0);
  for (size_t i = 0; i < p.game->info.rule_count; i++) {
    assert_null(strstr(p.game->info.rules[i].text, "Pawn"));
  }
  close_page(&p);
  open_page(&p, "racingkings", "startFen=8/8/8/8/8/8/krbnNBRK/qrbnPBRQ w - - 0 1");
  expect_text(&p, with, 1);
  assert_int_equal(headings(&p, "Promotion"), 1);
  close_page(&p);
}

static void regions_on_boards_are_told_with_their_squares(void **unused) {
  (void)unused;
  page p;
  open_page(&p, "borderlands", "");
  const mr_view *view = find_diagram(&p, "Where pieces are promoted: ")->view;
  assert_int_equal(view->region_count, 2);
  assert_string_equal(view->regions[0].name, "White's promotion zone: ranks 8-10");
  assert_string_equal(view->regions[1].name, "Black's promotion zone: ranks 1-3");
  close_page(&p);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(captures_in_passing_are_told_of_where_they_can_be),
    cmocka_unit_test(pages_tell_of_every_man),
    cmocka_unit_test(pages_tell_what_is_enforced),
    cmocka_unit_test(movements_are_told_in_words),
    cmocka_unit_test(captures_in_passing_are_told_where_there_are_any),
    cmocka_unit_test(regions_are_told_in_few_words),
    cmocka_unit_test(diagrams_show_the_compiled_movement),
    cmocka_unit_test(diagrams_have_lines),
    cmocka_unit_test(only_men_that_there_are_are_told_of),
    cmocka_unit_test(hoppers_are_shown_with_men_to_jump_over),
    cmocka_unit_test(promotions_stand_under_one_heading_where_there_are_any),
    cmocka_unit_test(kinds_that_never_come_are_not_told_of),
    cmocka_unit_test(regions_on_boards_are_told_with_their_squares),
    cmocka_unit_test(pages_hold_every_rule_and_every_man),
};

MR_TEST_MAIN(tests)
