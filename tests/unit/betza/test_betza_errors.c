/*
 * Every complaint about a movement, with its column. Beginners meet these sentences first.
 */
#include <marcher/betza.h>
#include <stdlib.h>
#include <string.h>

#include "betza_fixture.h"
#include "test_main.h"

typedef struct fault {
  const char *text;
  mr_status status;
  uint32_t column;
  const char *message;
} fault;

static const fault faults[] = {
    {"fm", MR_ERR_SYNTAX, 1, "'fm' is said of no atom: a capital must follow, such as W, F or N"},
    {"W ", MR_ERR_SYNTAX, 2, "blanks are not allowed in a movement"},
    {"W\tF", MR_ERR_SYNTAX, 2, "blanks are not allowed in a movement"},
    {"F\xC3"
     "\xA9"
     "W",
     MR_ERR_SYNTAX, 2, "the byte 0xC3 has no meaning in a movement"},
    {"F.W", MR_ERR_SYNTAX, 2, "'.' has no meaning in a movement"},
    {"P", MR_ERR_SYNTAX, 1, "'P' is no atom; the pawn of chess is fmWfceFifmnD"},
    {"X", MR_ERR_SYNTAX, 1, "'X' is no atom; the atoms are W F D N A H L C J Z G and K R B Q"},
    {"U", MR_ERR_UNSUPPORTED, 1, "'U' (a leap to any square) is not implemented"},
    {"O", MR_ERR_UNSUPPORTED, 1,
     "'O' (castling) is not part of a movement; castling has its own keys"},
    {"w", MR_ERR_SYNTAX, 1, "'w' is no modifier; the atom is 'W'"},
    {"k", MR_ERR_SYNTAX, 1, "'k' is no modifier; the atom is 'K'"},
    {"d", MR_ERR_UNSUPPORTED, 1,
     "'d' (taking one's own pieces) is not implemented; the atom of the leap (0,2) is 'D'"},
    {"u", MR_ERR_UNSUPPORTED, 1, "'u' (dropping what was taken) is not implemented"},
    {"x", MR_ERR_UNSUPPORTED, 1, "'x' (lending moves to others) is not implemented"},
    {"y", MR_ERR_UNSUPPORTED, 1,
     "'y' (a leg of another kind) is not implemented; write bent moves as [F?R]"},
    {"WafF-", MR_ERR_SYNTAX, 5, "'-' joins two legs of a bent move in brackets: [F-W]"},
    {"afW", MR_ERR_SYNTAX, 1,
     "'a' stands behind an atom, and an atom of its own follows: for 'afW' write WafW"},
    {"WaafF", MR_ERR_SYNTAX, 3,
     "'a' stands behind an atom, and an atom of its own follows: for 'afW' write WafW"},
    {"Wa", MR_ERR_SYNTAX, 2, "a leg must follow the 'a', as in FaW"},
    {"tF", MR_ERR_SYNTAX, 1, "'t' stands in front of brackets only: t[FR]"},
    {"t", MR_ERR_SYNTAX, 1, "'t' stands in front of brackets only: t[FR]"},
    {"3R", MR_ERR_SYNTAX, 1, "a number stands behind its atom: R3"},
    {"f3R", MR_ERR_SYNTAX, 2, "a number stands behind its atom: R3"},
    {"]", MR_ERR_SYNTAX, 1, "there is no '[' for this ']'"},
    {"F]", MR_ERR_SYNTAX, 2, "there is no '[' for this ']'"},
    {"-", MR_ERR_SYNTAX, 1, "'-' joins two legs of a bent move in brackets: [F-W]"},
    {"W?F", MR_ERR_SYNTAX, 2, "'?' joins two legs of a bent move in brackets: [F?W]"},
    {"(F)", MR_ERR_SYNTAX, 1, "'(' has no meaning; bent moves stand in square brackets: [F-W]"},
    {"F)", MR_ERR_SYNTAX, 2, "')' has no meaning; bent moves stand in square brackets: [F-W]"},
    {"F+W", MR_ERR_SYNTAX, 2, "'+' has no meaning; terms are written side by side: WF"},
    {"F,W", MR_ERR_SYNTAX, 2, "',' has no meaning; terms are written side by side: WF"},
    {"F/W", MR_ERR_SYNTAX, 2, "'/' has no meaning; terms are written side by side: WF"},
    {"mmW", MR_ERR_SYNTAX, 2, "'m' is given twice"},
    {"mfmW", MR_ERR_SYNTAX, 3, "'m' is given twice"},
    {"h", MR_ERR_SYNTAX, 1, "'h' is said of no atom: a capital must follow, such as W, F or N"},
    {"hW", MR_ERR_SYNTAX, 1, "'h' stands in fh, bh, lh, rh, hr and hl only"},
    {"fhhW", MR_ERR_SYNTAX, 3, "'h' stands in fh, bh, lh, rh, hr and hl only"},
    {"vhF", MR_ERR_SYNTAX, 2, "'h' stands in fh, bh, lh, rh, hr and hl only"},
    {"hrW", MR_ERR_SYNTAX, 1, "'hr' turns one way only, and that needs an oblique leap: N C L Z J"},
    {"hlB", MR_ERR_SYNTAX, 1, "'hl' turns one way only, and that needs an oblique leap: N C L Z J"},
    {"ffff", MR_ERR_SYNTAX, 1,
     "'ffff' is said of no atom: a capital must follow, such as W, F or N"},
    {"fffF", MR_ERR_SYNTAX, 3, "this direction is given already"},
    {"fmsN", MR_ERR_SYNTAX, 3,
     "letters of directions are read in pairs and must stand together: write 'fs' in one piece"},
    {"flmrB", MR_ERR_SYNTAX, 4,
     "letters of directions are read in pairs and must stand together: write 'flr' in one piece"},
    {"fK", MR_ERR_UNSUPPORTED, 1, "programs read K with directions differently: write fWfF"},
    {"mfhK", MR_ERR_UNSUPPORTED, 2, "programs read K with directions differently: write mfhWmfhF"},
    {"frlK", MR_ERR_UNSUPPORTED, 1, "programs read K with directions differently: write frlWfrlF"},
    {"vsQ3", MR_ERR_UNSUPPORTED, 1, "programs read Q with directions differently: write vsR3vsB3"},
    {"fKK", MR_ERR_UNSUPPORTED, 1, "programs read K with directions differently: write fWWfFF"},
    {"fnK", MR_ERR_SYNTAX, 2, "'n' looks at the squares between, and K has none"},
    {"hrK", MR_ERR_SYNTAX, 1, "'hr' turns one way only, and that needs an oblique leap: N C L Z J"},
    {"fmlK", MR_ERR_SYNTAX, 3,
     "letters of directions are read in pairs and must stand together: write 'fl' in one piece"},
    {"R03", MR_ERR_SYNTAX, 2, "a range is written without zeros before it"},
    {"R00", MR_ERR_SYNTAX, 2, "a range is written without zeros before it"},
    {"R16", MR_ERR_SYNTAX, 2,
     "R with a range over 15 leads off every board; without a limit it is R0"},
    {"W99999999999999999999", MR_ERR_SYNTAX, 2,
     "W with a range over 15 leads off every board; without a limit it is W0"},
    {"N8", MR_ERR_SYNTAX, 2,
     "N with a range over 7 leads off every board; without a limit it is N0"},
    {"D8", MR_ERR_SYNTAX, 2,
     "D with a range over 7 leads off every board; without a limit it is D0"},
    {"NN3", MR_ERR_SYNTAX, 3, "NN has no end, and a number would give it one: write NN or N3"},
    {"RR", MR_ERR_SYNTAX, 2, "R goes on without end already: write R alone"},
    {"QQ", MR_ERR_SYNTAX, 2, "Q goes on without end already: write Q alone"},
    {"z1FF", MR_ERR_SYNTAX, 2,
     "the number behind 'z' is how many steps lie between two turns, 2 to 9; without it there is "
     "one"},
    {"z0FF", MR_ERR_SYNTAX, 2,
     "the number behind 'z' is how many steps lie between two turns, 2 to 9; without it there is "
     "one"},
    {"z10FF", MR_ERR_SYNTAX, 2,
     "the number behind 'z' is how many steps lie between two turns, 2 to 9; without it there is "
     "one"},
    {"z99999999999999999999B", MR_ERR_SYNTAX, 2,
     "the number behind 'z' is how many steps lie between two turns, 2 to 9; without it there is "
     "one"},
    {"zF", MR_ERR_SYNTAX, 1, "'z' turns again and again, which one leap cannot: write zB"},
    {"zB1", MR_ERR_SYNTAX, 1, "'z' turns again and again, which one leap cannot: write zB"},
    {"zN", MR_ERR_UNSUPPORTED, 1,
     "a crooked rider of oblique leaps is not implemented; 'z' goes with R, B and Q, DD, AA, HH "
     "and GG"},
    {"zNN", MR_ERR_UNSUPPORTED, 1,
     "a crooked rider of oblique leaps is not implemented; 'z' goes with R, B and Q, DD, AA, HH "
     "and GG"},
    {"zfQ", MR_ERR_UNSUPPORTED, 2, "programs read Q with directions differently: write zfRzfB"},
    {"qW", MR_ERR_UNSUPPORTED, 1,
     "a circular rider along lines is not implemented; 'q' goes with NN, CC and ZZ"},
    {"qR", MR_ERR_UNSUPPORTED, 1,
     "a circular rider along lines is not implemented; 'q' goes with NN, CC and ZZ"},
    {"qN", MR_ERR_SYNTAX, 1, "'q' turns again and again, which one leap cannot: write qNN"},
    {"pW", MR_ERR_SYNTAX, 1,
     "'p' goes along a line and hops over one piece, which one leap cannot: write pR"},
    {"pR1", MR_ERR_SYNTAX, 1,
     "'p' goes along a line and hops over one piece, which one leap cannot: write pR"},
    {"pD", MR_ERR_SYNTAX, 1,
     "'p' goes along a line and hops over one piece: write pDD; a single leap over a piece is jD"},
    {"gN", MR_ERR_SYNTAX, 1,
     "'g' goes along a line and hops over the first piece: write gNN; a single leap over a piece "
     "is "
     "jN"},
    {"gK", MR_ERR_SYNTAX, 1,
     "'g' goes along a line and hops over the first piece, which one leap cannot: write gQ"},
    {"nW", MR_ERR_SYNTAX, 1, "'n' looks at the squares between, and W has none"},
    {"nR", MR_ERR_SYNTAX, 1,
     "'n' looks at the squares between, and R has none: it is blocked anyway"},
    {"nQ", MR_ERR_SYNTAX, 1,
     "'n' looks at the squares between, and Q has none: it is blocked anyway"},
    {"jF", MR_ERR_SYNTAX, 1, "'j' looks at the squares between, and F has none"},
    {"jDD", MR_ERR_UNSUPPORTED, 1,
     "a rider that jumps at every leap is not implemented; 'j' goes with one leap: jD"},
    {"jB", MR_ERR_SYNTAX, 1,
     "'j' looks at the squares between, and B has none: a hopper is 'p' or 'g'"},
    {"njD", MR_ERR_SYNTAX, 2, "'n' wants the squares on the way empty, 'j' wants a piece there"},
    {"pgR", MR_ERR_SYNTAX, 2, "'p' goes on behind its hurdle, 'g' stops there"},
    {"pjDD", MR_ERR_SYNTAX, 2, "'p' hops over one piece already"},
    {"gjDD", MR_ERR_SYNTAX, 2, "'g' hops over one piece already"},
    {"zqB", MR_ERR_SYNTAX, 2, "'z' turns to and fro, 'q' always the same way"},
    {"npDD", MR_ERR_UNSUPPORTED, 2, "a lame hopper is not implemented: 'n' or 'p'"},
    {"ngDD", MR_ERR_UNSUPPORTED, 2, "a lame hopper is not implemented: 'n' or 'g'"},
    {"nzDD", MR_ERR_UNSUPPORTED, 2, "a lame crooked rider is not implemented: 'n' or 'z'"},
    {"nqNN", MR_ERR_UNSUPPORTED, 2, "a lame circular rider is not implemented: 'n' or 'q'"},
    {"jzDD", MR_ERR_UNSUPPORTED, 2, "a jumping crooked rider is not implemented: 'j' or 'z'"},
    {"jqNN", MR_ERR_UNSUPPORTED, 2, "a jumping circular rider is not implemented: 'j' or 'q'"},
    {"pzB", MR_ERR_UNSUPPORTED, 2, "a crooked hopper is not implemented: 'p' or 'z'"},
    {"pqNN", MR_ERR_UNSUPPORTED, 2, "a circular hopper is not implemented: 'p' or 'q'"},
    {"gzB", MR_ERR_UNSUPPORTED, 2, "a crooked hopper is not implemented: 'g' or 'z'"},
    {"gqNN", MR_ERR_UNSUPPORTED, 2, "a circular hopper is not implemented: 'g' or 'q'"},
    {"ozB", MR_ERR_UNSUPPORTED, 2, "a crooked rider on a cylinder is not implemented: 'o' or 'z'"},
    {"oqNN", MR_ERR_UNSUPPORTED, 2,
     "a circular rider on a cylinder is not implemented: 'o' or 'q'"},
    {"[", MR_ERR_SYNTAX, 1, "this '[' has no ']'"},
    {"[F", MR_ERR_SYNTAX, 1, "this '[' has no ']'"},
    {"[F-", MR_ERR_SYNTAX, 1, "this '[' has no ']'"},
    {"[F-W", MR_ERR_SYNTAX, 1, "this '[' has no ']'"},
    {"[]", MR_ERR_SYNTAX, 1, "empty brackets; a bent move has at least two legs: [F-W]"},
    {"[F]", MR_ERR_SYNTAX, 1, "one leg needs no brackets; a bent move has at least two: [F-W]"},
    {"[F-]", MR_ERR_SYNTAX, 4, "a leg is missing here, as in [F-W]"},
    {"[?F]", MR_ERR_SYNTAX, 2, "a leg is missing here, as in [F-W]"},
    {"[F--W]", MR_ERR_SYNTAX, 4, "a leg is missing here, as in [F-W]"},
    {"[FW]", MR_ERR_SYNTAX, 3,
     "legs are joined by '-' (it must go on) or '?' (it may stop): [F-W], [F?W]"},
    {"[F-W)", MR_ERR_SYNTAX, 5, "')' has no meaning; bent moves stand in square brackets: [F-W]"},
    {"[F-2W]", MR_ERR_SYNTAX, 4, "a number stands behind its atom: R3"},
    {"[[F-W]]", MR_ERR_SYNTAX, 2,
     "brackets do not stand in brackets: a bent move is a row of legs, [F-W-F]"},
    {"[F-W]aF", MR_ERR_SYNTAX, 6, "further legs stand in the brackets too: [F-W-F]"},
    {"[F-N]", MR_ERR_UNSUPPORTED, 4,
     "oblique leaps as legs are not implemented; legs are W F D A H G K R B Q"},
    {"[F-fK]", MR_ERR_UNSUPPORTED, 4,
     "K takes no directions: write one bent move with W and one with F"},
    {"[fQ-F]", MR_ERR_UNSUPPORTED, 2,
     "Q takes no directions: write one bent move with R and one with B"},
    {"[F-bF]", MR_ERR_SYNTAX, 4,
     "this leg would lead back over the squares that the piece came from"},
    {"[F-vF]", MR_ERR_SYNTAX, 4,
     "this leg would lead back over the squares that the piece came from"},
    {"[W-F-flmbW]", MR_ERR_SYNTAX, 9,
     "letters of directions are read in pairs and must stand together: write 'flb' in one piece"},
    {"[F-fffW]", MR_ERR_SYNTAX, 6, "this direction is given already"},
    {"[iF-W]", MR_ERR_SYNTAX, 2, "'i' is said of the whole move: write it at the beginning"},
    {"[F-pR]", MR_ERR_UNSUPPORTED, 4,
     "'p' in a bent move is not implemented; its legs take m, c and e"},
    {"[nD-F]", MR_ERR_UNSUPPORTED, 2,
     "'n' in a bent move is not implemented; its legs take m, c and e"},
    {"f[F-W]", MR_ERR_SYNTAX, 1, "directions stand in front of the first leg: [fF-W]"},
    {"o[F-W]", MR_ERR_UNSUPPORTED, 1,
     "'o' in a bent move is not implemented; its legs take m, c and e"},
    {"m[cF-W]", MR_ERR_SYNTAX, 3, "m, c and e stand in front of the bracket or in it, not both"},
    {"m[F-cW]", MR_ERR_SYNTAX, 5, "m, c and e stand in front of the bracket or in it, not both"},
    {"[mF-W]", MR_ERR_SYNTAX, 2,
     "the piece does not stop on this leg: m, c and e belong to one where it may, as in FamW or "
     "[F-mW]"},
    {"mFaW", MR_ERR_SYNTAX, 1,
     "the piece does not stop on this leg: m, c and e belong to one where it may, as in FamW or "
     "[F-mW]"},
    {"zFFaW", MR_ERR_UNSUPPORTED, 1,
     "'z' in a bent move is not implemented; its legs take m, c and e"},
    {"t[F-R]", MR_ERR_SYNTAX, 4,
     "t[FR] has no signs between its legs; without the t, write [F?R] or [F-R]"},
    {"t[F?R]", MR_ERR_SYNTAX, 4,
     "t[FR] has no signs between its legs; without the t, write [F?R] or [F-R]"},
    {"t[F]", MR_ERR_SYNTAX, 2, "one leg needs no brackets; a bent move has at least two: [F-W]"},
    {"t[]", MR_ERR_SYNTAX, 2, "empty brackets; a bent move has at least two legs: [F-W]"},
    {"t[FR", MR_ERR_SYNTAX, 2, "this '[' has no ']'"},
    {"[W-W-W-W-W]", MR_ERR_LIMIT, 10, "more than 4 legs in one bent move"},
    {"WaWaWaWaW", MR_ERR_LIMIT, 9, "more than 4 legs in one bent move"},
    {"[Q?Q?Q?Q]", MR_ERR_LIMIT, 1,
     "this term makes more than 4096 ways to go of the movement; shorten the ranges of its legs"},
    {"ffffffffffffffffffffF", MR_ERR_LIMIT, 17,
     "more than 16 letters of directions in front of one atom"},
};

static const mr_betza *const untouched = (const mr_betza *)&faults;

/** The complaint about a text of `length` bytes in a block of its own. */
static mr_error complaint(const char *text, size_t length) {
  mr_arena arena;
  mr_error error = {0};
  const mr_betza *betza = untouched;
  char *exact = malloc(length > 0 ? length : 1);
  assert_non_null(exact);
  memcpy(exact, text, length);
  mr_arena_init(&arena, NULL, 0);
  mr_status status = mr_betza_parse(exact, length, &arena, &betza, &error);
  assert_int_not_equal(status, MR_OK);
  assert_int_equal(error.status, status);
  assert_ptr_equal(betza, untouched);
  assert_int_equal(mr_betza_parse(exact, length, &arena, &betza, NULL), status);
  mr_arena_done(&arena);
  free(exact);
  return error;
}

static void assert_fault(const fault *expected) {
  mr_error error = complaint(expected->text, strlen(expected->text));
  assert_string_equal(error.message, expected->message);
  assert_int_equal(error.status, expected->status);
  assert_int_equal(error.column, expected->column);
  assert_int_equal(error.line, 0);
  assert_string_equal(error.source, "");
}

static void every_mistake_is_explained_at_its_place(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    assert_fault(&faults[i]);
  }
}

/** Whatever stands behind "write " and has a capital in it. */
static void what_is_suggested_can_be_read(void **unused) {
  (void)unused;
  size_t suggestions = 0;
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    const char *at = strstr(faults[i].message, "write ");
    if (at == NULL) {
      continue;
    }
    char word[64];
    size_t length = strcspn(at + 6, " ;:,");
    assert_true(length < sizeof word);
    memcpy(word, at + 6, length);
    word[length] = '\0';
    if (strpbrk(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL && word[0] != '\'') {
      assert_non_null(mr_betza_of(word));
      suggestions++;
    }
  }
  assert_true(suggestions >= 20);
}

static void a_mistake_behind_other_terms_has_its_own_column(void **unused) {
  (void)unused;
  mr_error error = complaint("FfsLbbLzFFfK", 12);
  assert_int_equal(error.column, 11);
  assert_string_equal(error.message, "programs read K with directions differently: write fWfF");
}

static void a_nul_is_a_byte_without_meaning(void **unused) {
  (void)unused;
  mr_error error = complaint("W\0F", 3);
  assert_int_equal(error.status, MR_ERR_SYNTAX);
  assert_int_equal(error.column, 2);
  assert_string_equal(error.message, "the byte 0x00 has no meaning in a movement");
  error = complaint("[F\0", 3);
  assert_string_equal(error.message, "the byte 0x00 has no meaning in a movement");
}

static void texts_terms_and_trails_are_bounded(void **unused) {
  (void)unused;
  char text[MR_BETZA_TEXT_MAX + 1];
  memset(text, 'W', sizeof text);
  mr_error error = complaint(text, sizeof text);
  assert_int_equal(error.status, MR_ERR_LIMIT);
  assert_int_equal(error.column, MR_BETZA_TEXT_MAX + 1);
  assert_string_equal(error.message, "a movement of 1025 letters; 1024 are allowed");
  for (size_t i = 1; i < sizeof text; i += 2) {
    text[i] = 'F';
  }
  error = complaint(text, 65);
  assert_int_equal(error.status, MR_ERR_LIMIT);
  assert_int_equal(error.column, 65);
  assert_string_equal(error.message, "more than 64 terms in one movement");
  text[64] = '\0';
  assert_non_null(mr_betza_of(text));
  static const char bends[] = "[R?R?R][R?sR-R][R?sF-fR]";
  assert_non_null(mr_betza_of(bends));
}

static void a_call_without_its_arguments_is_refused(void **unused) {
  (void)unused;
  mr_arena arena;
  const mr_betza *betza = untouched;
  mr_error error = {0};
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_betza_parse(NULL, 1, &arena, &betza, &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_betza_parse("W", 1, NULL, &betza, &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_betza_parse("W", 1, &arena, NULL, &error), MR_ERR_ARGUMENT);
  assert_string_equal(error.message, "a movement needs a text, an arena and a result");
  assert_ptr_equal(betza, untouched);
  mr_arena_done(&arena);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_mistake_is_explained_at_its_place),
    cmocka_unit_test(what_is_suggested_can_be_read),
    cmocka_unit_test(a_mistake_behind_other_terms_has_its_own_column),
    cmocka_unit_test(a_nul_is_a_byte_without_meaning),
    cmocka_unit_test(texts_terms_and_trails_are_bounded),
    cmocka_unit_test(a_call_without_its_arguments_is_refused),
};

MR_TEST_MAIN_WITH(tests, mr_betza_fixture_open, mr_betza_fixture_close)
