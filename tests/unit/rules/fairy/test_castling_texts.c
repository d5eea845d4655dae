/*
 * Castling is written as the king's move; as the king taking its partner where that would be the
 * text of another action as well. Both are read wherever they mean one action alone.
 */
#include "test_main.h"

#include <string.h>

#include "rules_fixture.h"

#define KING_ON_D \
  "[x:chess]\n"   \
  "startFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1\n"
#define ONE_GOAL                                                     \
  "[x:chess]\ncastlingKingsideFile = c\ncastlingQueensideFile = c\n" \
  "startFen = r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1\n"
#define PARTNER_BESIDE "[x:chess]\nstartFen = 1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1\n"

/* What a text reads as, written again; the message where it is refused. */
static void reread(const fixture *d, const char *state, const char *given, char *out, size_t size) {
  mr_error err = {.message = ""};
  mr_action action = MR_ACTION_NONE;
  mr_state *now = mr_state_new(d->game, NULL);
  mr_str text = mr_str_fixed(out, size);
  assert_non_null(now);
  assert_int_equal(mr_game_parse_state(d->game, state, strlen(state), now, &err), MR_OK);
  if (mr_game_parse_action(d->game, now, given, strlen(given), &action, &err) == MR_OK) {
    mr_game_format_action(d->game, now, action, &text);
  } else {
    mr_str_add(&text, err.message);
  }
  mr_state_free(d->game, NULL, now);
}

typedef struct spelling {
  const char *definition;
  const char *state;
  const char *given;
  const char *written;
} spelling;

#define OPEN_D "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"
#define GUARDED_D "r2k3r/8/8/5b2/8/8/8/R2K3R w KQkq - 0 1" /* c2 is attacked, c1 is not */

static const spelling spellings[] = {
    {KING_ON_D, OPEN_D, "d1c1", "d1c1"}, /* the step */
    {KING_ON_D, OPEN_D, "d1a1", "d1a1"}, /* the castling */
    {KING_ON_D, OPEN_D, "O-O-O", "d1a1"},
    {KING_ON_D, OPEN_D, "d1g1", "d1g1"}, /* nothing else goes there */
    {KING_ON_D, OPEN_D, "d1h1", "d1g1"},
    {KING_ON_D, OPEN_D, "0-0", "d1g1"},
    {KING_ON_D, GUARDED_D, "d1a1", "d1a1"},
    {KING_ON_D, "r2k3r/8/8/8/8/8/8/R2K3R w Kkq - 0 1", "d1a1",
     "this castling is not possible now: the King or its partner has moved; it may play d1c1, "
     "d1e1, d1c2, d1d2, d1e2, d1g1"},
    {ONE_GOAL, "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "f1c1",
     "two castlings end on c1, and each is written to its partner's square; it may play f1e1, "
     "f1g1, f1e2, f1f2, f1g2, f1h1, f1a1"},
    {ONE_GOAL, "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "f1a1", "f1a1"},
    {ONE_GOAL, "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "f1h1", "f1h1"},
    {ONE_GOAL, "r4k1r/8/8/8/8/8/8/R4K1R w Q - 0 1", "f1a1", "f1c1"}, /* one alone goes there */
    {ONE_GOAL, "r4k1r/8/8/8/8/8/8/R4K1R w Q - 0 1", "f1c1", "f1c1"},
    {ONE_GOAL, "r4k1r/8/8/8/8/8/8/R4K1R w K - 0 1", "f1c1", "f1c1"},
    {PARTNER_BESIDE, "1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1", "c1c1", "c1c1"}, /* where it stands */
    {PARTNER_BESIDE, "1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1", "c1b1", "c1c1"},
    {PARTNER_BESIDE, "1rk5/8/8/8/8/8/8/1RK5 w Qq - 0 1", "O-O-O", "c1c1"},
};

static void castling_has_a_text_of_its_own(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
    const spelling *s = &spellings[i];
    fixture d;
    char text[MR_ERROR_MESSAGE_MAX];
    fixture_open(&d, s->definition, "x");
    reread(&d, s->state, s->given, text, sizeof text);
    if (strcmp(text, s->written) != 0) {
      print_error("%s in %s: '%s', not '%s'\n", s->given, s->state, text, s->written);
      wrong++;
    }
    fixture_close(&d);
  }
  assert_int_equal(wrong, 0);
}

/* Faces that press squares need distinct ones, too. */
static void castling_is_pressed_where_it_is_written(void **unused) {
  (void)unused;
  fixture d;
  mr_action actions[64];
  unsigned to_partner = 0, to_c1 = 0;
  fixture_open(&d, KING_ON_D, "x");
  mr_state *state = mr_state_new(d.game, NULL);
  assert_non_null(state);
  assert_int_equal(mr_game_parse_state(d.game, OPEN_D, strlen(OPEN_D), state, NULL), MR_OK);
  size_t count = mr_game_actions(d.game, state, actions);
  for (size_t i = 0; i < count; i++) {
    mr_form form;
    mr_game_form(d.game, state, actions[i], &form);
    to_partner += form.from.id == 3 && form.to.id == 0;
    to_c1 += form.from.id == 3 && form.to.id == 2;
  }
  assert_int_equal(to_partner, 1);
  assert_int_equal(to_c1, 1);
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(castling_has_a_text_of_its_own),
    cmocka_unit_test(castling_is_pressed_where_it_is_written),
};

MR_TEST_MAIN(tests)
