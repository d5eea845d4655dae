#include <marcher/doc.h>
#include <marcher/game.h>
#include <marcher/view.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing_alloc.h"
#include "test_main.h"
#include "toy_games.h"

/** The sound toy and one of its states. */
typedef struct table {
  mr_game *toy;
  mr_state *state;
} table;

static table lay(const char *text) {
  table t = {.toy = mr_toy_new(MR_TOY_SOUND)};
  assert_non_null(t.toy);
  t.state = mr_toy_state(t.toy, text);
  return t;
}

static void clear(table *t) {
  mr_state_free(t->toy, NULL, t->state);
  mr_game_free(t->toy);
}

static const char first_turn[] = "..... 12 33 p r 1 -- 0 0";
static const char duel[] = "rb... 22 22 x r 1 12 0 0";
static const char over[] = "rr... 22 22 o r - -- 0 5";

/* ---- life ------------------------------------------------------------------------------------ */

static void a_new_state_is_zeroed_and_aligned(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_fail_alloc_init(&memory, 0);
  mr_state *fresh = mr_state_new(toy, &memory.allocator);
  assert_non_null(fresh);
  assert_int_equal((uintptr_t)fresh % MR_STATE_ALIGN, 0);
  assert_int_equal(memory.live_bytes, toy->info.state_size);
  for (size_t i = 0; i < toy->info.state_size; i++) {
    assert_int_equal(((unsigned char *)fresh)[i], 0);
  }
  mr_state_free(toy, &memory.allocator, fresh);
  mr_state_free(toy, &memory.allocator, NULL);
  assert_true(mr_fail_alloc_clean(&memory));
  mr_game_free(toy);
  mr_game_free(NULL);
}

static void without_memory_there_is_no_state(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_fail_alloc_init(&memory, 1);
  assert_null(mr_state_new(toy, &memory.allocator));
  mr_game_free(toy);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void a_legal_action_is_played_and_told(void **state) {
  (void)state;
  table t = lay(first_turn);
  mr_event items[8];
  mr_events events = {.items = items, .capacity = 8, .count = 5};
  mr_action action = mr_toy_action(t.toy, t.state, "@c1");
  assert_int_equal(mr_game_play(t.toy, t.state, action, &events, NULL), MR_OK);
  char buffer[64];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_format_state(t.toy, t.state, &text);
  assert_string_equal(buffer, "....r 12 33 p r 2 -- 0 0");
  assert_int_equal(events.count, 1);
  assert_int_equal(items[0].kind, MR_EVENT_PLACE);
  clear(&t);
}

static void an_illegal_action_is_refused_and_changes_nothing(void **state) {
  (void)state;
  table t = lay(first_turn);
  table same = lay(first_turn);
  mr_error err;
  assert_int_equal(mr_game_play(t.toy, t.state, 9999, NULL, &err), MR_ERR_ILLEGAL);
  assert_non_null(strstr(err.message, "9999"));
  assert_non_null(strstr(err.message, "Red"));
  assert_int_equal(mr_game_play(t.toy, t.state, MR_ACTION_NONE, NULL, NULL), MR_ERR_ILLEGAL);
  assert_memory_equal(t.state, same.state, t.toy->info.state_size);
  clear(&t);
  clear(&same);
}

static void chance_accepts_its_outcomes_and_no_other_number(void **state) {
  (void)state;
  table t = lay(duel);
  mr_error err;
  assert_int_equal(mr_game_play(t.toy, t.state, 1, NULL, &err), MR_ERR_ILLEGAL);
  assert_non_null(strstr(err.message, "chance"));
  mr_action face = mr_toy_action(t.toy, t.state, "6:1");
  assert_int_equal(mr_game_play(t.toy, t.state, face, NULL, NULL), MR_OK);
  assert_int_equal(mr_game_node(t.toy, t.state).kind, MR_NODE_DECISION);
  clear(&t);
}

static void nothing_is_played_after_the_end(void **state) {
  (void)state;
  table t = lay(over);
  mr_error err;
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(mr_game_play(t.toy, t.state, 16, NULL, &err), MR_ERR_ILLEGAL);
  assert_string_equal(err.message, "the game is over");
  assert_int_equal(mr_game_parse_action(t.toy, t.state, "end", 3, &action, &err), MR_ERR_ILLEGAL);
  assert_int_equal(action, MR_ACTION_NONE);
  assert_non_null(strstr(err.message, "over"));
  clear(&t);
}

/* What the rules have decided stands; of what they have not, nobody is ahead unless the family
 * says. */
static void a_game_that_is_broken_off_is_judged_by_its_rules_or_drawn(void **state) {
  (void)state;
  table done = lay(over), begun = lay(first_turn);
  uint8_t score[MR_MAX_PLAYERS], rules[MR_MAX_PLAYERS];
  mr_game_score(done.toy, done.state, rules);
  mr_game_adjudicate(done.toy, done.state, score);
  assert_memory_equal(score, rules, done.toy->info.players);
  assert_int_not_equal(score[0], score[1]);
  mr_game_adjudicate(begun.toy, begun.state, score);
  assert_int_equal(score[0], MR_SCORE_WIN / 2);
  assert_int_equal(score[1], MR_SCORE_WIN / 2);
  clear(&done);
  clear(&begun);
}

static void playing_without_a_game_or_a_state_is_refused(void **state) {
  (void)state;
  table t = lay(first_turn);
  assert_int_equal(mr_game_play(NULL, t.state, 16, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_play(t.toy, NULL, 16, NULL, NULL), MR_ERR_ARGUMENT);
  clear(&t);
}

static void what_is_seen_of_a_game_is_not_played_on(void **state) {
  (void)state;
  table t = lay("..... 1? 3? p r 1 -- 0 0");
  mr_error err;
  mr_action action = mr_toy_action(t.toy, t.state, "@c1");
  assert_false(mr_game_fully_known(t.toy, t.state));
  assert_int_equal(mr_game_play(t.toy, t.state, action, NULL, &err), MR_ERR_ARGUMENT);
  assert_non_null(strstr(err.message, "unknown"));
  mr_state *possible = mr_state_new(t.toy, NULL);
  assert_non_null(possible);
  mr_game_determinize(t.toy, t.state, (mr_player){0}, 1, possible);
  assert_true(mr_game_fully_known(t.toy, possible));
  assert_int_equal(mr_game_play(t.toy, possible, action, NULL, NULL), MR_OK);
  mr_state_free(t.toy, NULL, possible);
  clear(&t);
}

static void an_event_is_empty_but_for_what_is_given(void **state) {
  (void)state;
  mr_event event = mr_event_of(MR_EVENT_PASS, (mr_player){1}, 7);
  assert_int_equal(event.kind, MR_EVENT_PASS);
  assert_int_equal(event.player.id, 1);
  assert_int_equal(event.rule, 7);
  assert_int_equal(event.other.id, MR_NOBODY_ID);
  assert_int_equal(event.from.id, MR_NOWHERE_ID);
  assert_int_equal(event.to.id, MR_NOWHERE_ID);
  assert_int_equal(event.piece.id, 0);
  assert_int_equal(event.piece2.id, 0);
  assert_int_equal(event.value[0], 0);
  assert_int_equal(event.value[1], 0);
}

/* ---- what is hidden -------------------------------------------------------------------------- */

/** What `player` sees of a state, as text. */
static void expect_seen(const table *t, mr_player player, const char *expected) {
  char buffer[64];
  mr_state *seen = mr_state_new(t->toy, NULL);
  assert_non_null(seen);
  mr_game_observe(t->toy, t->state, player, seen);
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_format_state(t->toy, seen, &text);
  assert_string_equal(buffer, expected);
  mr_state_free(t->toy, NULL, seen);
}

static void where_nothing_can_be_unknown_every_state_is_whole(void **state) {
  (void)state;
  table t = lay("..... ?? ?? p r 1 -- 0 0");
  t.toy->hidden = NULL;
  assert_true(mr_game_fully_known(t.toy, t.state));
  clear(&t);
}

static void players_see_their_own_and_spectators_what_all_see(void **state) {
  (void)state;
  table t = lay(first_turn);
  table ended = lay(over);
  expect_seen(&t, (mr_player){0}, "..... 1? 3? p r 1 -- 0 0");
  expect_seen(&t, (mr_player){1}, "..... ?2 ?3 p r 1 -- 0 0");
  expect_seen(&t, MR_NOBODY, "..... ?? ?? p r 1 -- 0 0");
  expect_seen(&ended, MR_NOBODY, over);
  clear(&t);
  clear(&ended);
}

/** Plays `action`; the kinds of the events that `player` is told must be those given. */
static void expect_told(table *t, const char *action, mr_player player, const uint8_t *kinds,
                        size_t count) {
  mr_event items[8];
  mr_events events = {.items = items, .capacity = 8};
  mr_state *after = mr_state_new(t->toy, NULL);
  assert_non_null(after);
  mr_state_copy(t->toy, after, t->state);
  mr_game_make(t->toy, after, mr_toy_action(t->toy, t->state, action), NULL, &events);
  mr_events_filter(t->toy, after, &events, player);
  assert_int_equal(events.count, count);
  for (size_t i = 0; i < count; i++) {
    assert_int_equal(items[i].kind, kinds[i]);
  }
  mr_state_free(t->toy, NULL, after);
}

static void of_a_secret_action_others_are_told_only_that_it_was_taken(void **state) {
  (void)state;
  const uint8_t all[] = {MR_EVENT_RULE, MR_EVENT_PLACE};
  table staking = lay("..... 12 -- s r - -- 0 0");
  table dealing = lay("..... -- -- d r - -- 0 0");
  expect_told(&staking, "stake3", (mr_player){0}, all, 2);
  expect_told(&staking, "stake3", (mr_player){1}, all, 1);
  expect_told(&staking, "stake3", MR_NOBODY, all, 1);
  expect_told(&dealing, "card2", (mr_player){0}, (const uint8_t[]){MR_EVENT_DEAL}, 1);
  expect_told(&dealing, "card2", MR_NOBODY, NULL, 0);
  clear(&staking);
  clear(&dealing);
}

static void what_all_may_know_is_told_in_order(void **state) {
  (void)state;
  const uint8_t all[] = {MR_EVENT_DICE,   MR_EVENT_DUEL,   MR_EVENT_RETURN, MR_EVENT_TURN,
                         MR_EVENT_REVEAL, MR_EVENT_REVEAL, MR_EVENT_END};
  table t = lay("br... 22 22 x b 2 12 5 0");
  expect_told(&t, "6:1", (mr_player){0}, all, 7);
  expect_told(&t, "6:1", MR_NOBODY, all, 7);
  clear(&t);
}

static void without_the_facet_of_hidden_information_every_event_is_public(void **state) {
  (void)state;
  table dealing = lay("..... -- -- d r - -- 0 0");
  dealing.toy->hidden = NULL;
  expect_told(&dealing, "card2", MR_NOBODY, (const uint8_t[]){MR_EVENT_DEAL}, 1);
  clear(&dealing);
}

/* ---- rolling --------------------------------------------------------------------------------- */

static void outcomes_are_drawn_with_their_probabilities(void **state) {
  (void)state;
  table t = lay("..... -- -- d r - -- 0 0");
  mr_chance scratch[3];
  mr_random random;
  mr_random_init(&random, 3);
  unsigned counts[4] = {0};
  for (unsigned i = 0; i < 40000; i++) {
    mr_action card = mr_game_roll(t.toy, t.state, scratch, &random);
    assert_in_range(card, 1, 3);
    counts[card]++;
  }
  /* 1/4, 1/2, 1/4 of 40000, within 5 standard deviations (87 and 100) */
  assert_in_range(counts[1], 10000 - 435, 10000 + 435);
  assert_in_range(counts[2], 20000 - 500, 20000 + 500);
  assert_in_range(counts[3], 10000 - 435, 10000 + 435);
  clear(&t);
}

static void every_face_of_the_dice_is_as_likely(void **state) {
  (void)state;
  table t = lay(duel);
  mr_chance scratch[3];
  mr_random random;
  mr_random_init(&random, 4);
  const mr_action one_to_one = mr_toy_action(t.toy, t.state, "1:1");
  unsigned counts[36] = {0};
  for (unsigned i = 0; i < 36000; i++) {
    mr_action face = mr_game_roll(t.toy, t.state, scratch, &random);
    assert_in_range(face, one_to_one, one_to_one + 35);
    counts[face - one_to_one]++;
  }
  double sum = 0;
  for (unsigned i = 0; i < 36; i++) {
    double off = counts[i] - 1000.0;
    sum += off * off / 1000.0;
  }
  assert_true(sum < 66.62); /* the 99.9% point of chi square with 35 degrees of freedom */
  clear(&t);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void an_action_is_read(void **state) {
  (void)state;
  table t = lay(first_turn);
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(mr_game_parse_action(t.toy, t.state, "@b2;;", 3, &action, NULL), MR_OK);
  assert_true(mr_game_legal(t.toy, t.state, action));
  clear(&t);
}

static void an_action_that_cannot_be_read_has_a_column(void **state) {
  (void)state;
  table t = lay(first_turn);
  char longest[2 * MR_ACTION_TEXT_MAX];
  memset(longest, 'a', sizeof longest);
  const struct {
    const char *text;
    size_t length;
    uint32_t column;
  } cases[] = {
      {"", 0, 1},
      {NULL, 0, 1},
      {"nonsense", 8, 1},
      {"@b2\n", 4, 4},
      {"@\0b2", 4, 2},
      {"@b\xC3\xA9", 4, 3},
      {longest, MR_ACTION_TEXT_MAX, MR_ACTION_TEXT_MAX},
      {longest, sizeof longest, MR_ACTION_TEXT_MAX},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_error err = {.message = ""};
    mr_action action = 77;
    assert_int_equal(
        mr_game_parse_action(t.toy, t.state, cases[i].text, cases[i].length, &action, &err),
        MR_ERR_SYNTAX);
    assert_int_equal(err.column, cases[i].column);
    assert_string_not_equal(err.message, "");
    assert_int_equal(action, 77);
  }
  clear(&t);
}

static void reading_without_what_it_needs_is_refused(void **state) {
  (void)state;
  table t = lay(first_turn);
  mr_action action;
  assert_int_equal(mr_game_parse_action(NULL, t.state, "end", 3, &action, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_parse_action(t.toy, NULL, "end", 3, &action, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_parse_action(t.toy, t.state, NULL, 3, &action, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_parse_action(t.toy, t.state, "end", 3, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_parse_state(NULL, "x", 1, t.state, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_parse_state(t.toy, NULL, 1, t.state, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_parse_state(t.toy, "x", 1, NULL, NULL), MR_ERR_ARGUMENT);
  clear(&t);
}

static void a_state_that_cannot_be_read_leaves_the_output_alone(void **state) {
  (void)state;
  table t = lay(first_turn);
  table same = lay(first_turn);
  char longest[4096];
  memset(longest, '.', sizeof longest);
  mr_error err;
  assert_int_equal(mr_game_parse_state(t.toy, longest, sizeof longest, t.state, &err),
                   MR_ERR_SYNTAX);
  assert_int_equal(err.column, t.toy->info.max_state_text);
  assert_int_equal(mr_game_parse_state(t.toy, "", 0, t.state, &err), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_parse_state(t.toy, "..\t..", 5, t.state, &err), MR_ERR_SYNTAX);
  assert_int_equal(err.column, 3);
  assert_int_equal(mr_game_parse_state(t.toy, first_turn, 10, t.state, &err), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_parse_state(t.toy, "rrr.. 12 33 p r 1 -- 0 0", 24, t.state, &err),
                   MR_ERR_ILLEGAL);
  assert_memory_equal(t.state, same.state, t.toy->info.state_size);
  clear(&t);
  clear(&same);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static void a_picture_is_drawn_for_players_and_spectators(void **state) {
  (void)state;
  table t = lay("r.b.. 12 33 p r 2 -- 2 0");
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  const mr_player viewers[] = {{0}, {1}, MR_NOBODY};
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(mr_game_view(t.toy, t.state, viewers[i], &arena, &view, NULL), MR_OK);
    assert_int_equal(view.cells[0].piece, 1);
    assert_int_equal(view.cells[2].piece, 2);
    assert_int_equal(view.cells[3].cell.id, MR_NOWHERE_ID);
  }
  mr_arena_done(&arena);
  clear(&t);
}

static void a_picture_for_nobody_at_the_table_or_without_memory_is_refused(void **state) {
  (void)state;
  table t = lay(first_turn);
  mr_arena arena;
  mr_arena tiny;
  mr_view view = {.columns = 77};
  mr_error err;
  mr_arena_init(&arena, NULL, 0);
  mr_arena_init(&tiny, NULL, 1);
  const mr_player red = {0};
  assert_int_equal(mr_game_view(t.toy, t.state, (mr_player){2}, &arena, &view, &err),
                   MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_view(NULL, t.state, red, &arena, &view, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_view(t.toy, NULL, red, &arena, &view, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_view(t.toy, t.state, red, NULL, &view, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_view(t.toy, t.state, red, &arena, NULL, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_view(t.toy, t.state, red, &tiny, &view, &err), MR_ERR_NOMEM);
  assert_non_null(strstr(err.message, "out of memory"));
  assert_int_equal(view.columns, 77);
  mr_arena_done(&arena);
  mr_arena_done(&tiny);
  clear(&t);
}

static void a_rules_page_is_written_or_its_failure_told(void **state) {
  (void)state;
  table t = lay(first_turn);
  mr_arena arena;
  mr_doc doc;
  mr_error err;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  assert_int_equal(mr_game_page(t.toy, &doc, NULL), MR_OK);
  assert_int_equal(doc.first->kind, MR_DOC_HEADING);
  assert_string_equal(doc.first->text, "The Toy");
  assert_int_equal(mr_game_page(NULL, &doc, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_game_page(t.toy, NULL, NULL), MR_ERR_ARGUMENT);
  mr_arena_done(&arena);
  mr_arena_init(&arena, NULL, 1);
  mr_doc_init(&doc, &arena);
  assert_int_equal(mr_game_page(t.toy, &doc, &err), MR_ERR_NOMEM);
  assert_string_equal(err.message, "cannot write the rules of toy: out of memory");
  clear(&t);
}

/* ---- making and taking back ------------------------------------------------------------------ */

static void assert_taken_back(table *t) {
  table before = lay(first_turn);
  max_align_t undo[64];
  assert_true(t->toy->info.undo_size <= sizeof undo);
  mr_action action = mr_toy_action(t->toy, t->state, "@c1");
  mr_game_make(t->toy, t->state, action, undo, NULL);
  assert_memory_not_equal(t->state, before.state, t->toy->info.state_size);
  mr_game_unmake(t->toy, t->state, undo);
  assert_memory_equal(t->state, before.state, t->toy->info.state_size);
  clear(&before);
}

static void an_action_is_taken_back_by_the_family(void **state) {
  (void)state;
  table t = lay(first_turn);
  assert_non_null(t.toy->ops->unmake);
  assert_taken_back(&t);
  clear(&t);
}

static void without_an_unmake_of_the_family_undo_is_a_copy(void **state) {
  (void)state;
  table t = lay(first_turn);
  mr_game_ops ops = *t.toy->ops;
  ops.unmake = NULL;
  t.toy->ops = &ops;
  t.toy->info.undo_size = t.toy->info.state_size;
  assert_taken_back(&t);
  clear(&t);
}

static void to_make_what_is_illegal_is_caught_where_assertions_are(void **state) {
  (void)state;
#ifdef NDEBUG
  skip();
#else
  table t = lay(first_turn);
  (void)fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    (void)close(STDERR_FILENO);
    mr_game_make(t.toy, t.state, 9999, NULL, NULL);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
  clear(&t);
#endif
}

/* ---- names, forms and small helpers ---------------------------------------------------------- */

static void cells_and_pieces_have_the_names_that_the_family_gives_them(void **state) {
  (void)state;
  table t = lay(first_turn);
  char buffer[64];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_piece_text(t.toy, (mr_piece){1}, &text);
  mr_str_add(&text, " on ");
  mr_game_cell_text(t.toy, (mr_cell){4}, &text);
  assert_string_equal(buffer, "stone on c1");
  clear(&t);
}

static void an_action_has_a_form(void **state) {
  (void)state;
  table t = lay(first_turn);
  mr_form form;
  mr_game_form(t.toy, t.state, mr_toy_action(t.toy, t.state, "@c1"), &form);
  assert_int_equal(form.kind, MR_FORM_PLACE);
  assert_true(mr_cell_same(form.to, (mr_cell){4}));
  assert_true(mr_cell_same(form.from, MR_NOWHERE));
  assert_int_equal(form.piece.id, 1);
  clear(&t);
}

static void who_sees_an_event_is_for_the_family_to_say(void **state) {
  (void)state;
  table t = lay("..... 12 -- s r - -- 0 0");
  mr_event items[8];
  mr_events events = {.items = items, .capacity = 8};
  mr_game_make(t.toy, t.state, mr_toy_action(t.toy, t.state, "stake3"), NULL, &events);
  assert_int_equal(events.count, 2);
  assert_true(mr_game_sees(t.toy, t.state, &items[0], (mr_player){1}));
  assert_true(mr_game_sees(t.toy, t.state, &items[0], MR_NOBODY));
  assert_true(mr_game_sees(t.toy, t.state, &items[1], (mr_player){0}));
  assert_false(mr_game_sees(t.toy, t.state, &items[1], (mr_player){1}));
  assert_false(mr_game_sees(t.toy, t.state, &items[1], MR_NOBODY));
  clear(&t);
}

static void players_and_cells_are_the_same_by_their_numbers(void **state) {
  (void)state;
  assert_true(mr_player_same((mr_player){1}, (mr_player){1}));
  assert_false(mr_player_same((mr_player){1}, MR_NOBODY));
  assert_true(mr_cell_same((mr_cell){300}, (mr_cell){300}));
  assert_false(mr_cell_same((mr_cell){300}, (mr_cell){44})); /* alike in their low bytes */
  assert_false(mr_cell_same((mr_cell){0}, MR_NOWHERE));
}

static void a_game_can_what_it_declares(void **state) {
  (void)state;
  mr_game *quiet = mr_toy_quiet_new();
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  assert_true(mr_game_can(toy, MR_CAN_CHANCE));
  assert_true(mr_game_can(toy, MR_CAN_HIDE));
  assert_false(mr_game_can(quiet, MR_CAN_CHANCE));
  assert_false(mr_game_can(quiet, MR_CAN_HIDE));
  mr_game_free(toy);
  mr_game_free(quiet);
}

/* A lot at the beginning leaves two games; what is dealt or rolled, as many as are played. */
static void chance_tells_games_apart_where_it_goes_many_ways(void **state) {
  (void)state;
  mr_game *quiet = mr_toy_quiet_new();
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_game *lot = mr_toy_new(MR_TOY_FEW_WAYS);
  assert_true(mr_game_chance_differs(toy));
  assert_false(mr_game_chance_differs(quiet));
  assert_false(mr_game_chance_differs(lot));
  mr_game_free(toy);
  mr_game_free(quiet);
  mr_game_free(lot);
}

static void expect_team(const mr_game *game, uint8_t seat, const char *expected) {
  char buffer[64];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_team_name(game, (mr_player){seat}, &text);
  assert_string_equal(buffer, expected);
}

/* Sides of several are told as one: as what they are numbered under, or one after the other. */
static void a_team_has_a_name(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  expect_team(toy, 0, "Red");
  expect_team(toy, 1, "Blue");
  mr_game_info *info = &toy->info;
  const mr_game_info before = *info;
  static const char *const names[][4] = {{"White 1", "White 2", "Black 1", "Black 2"},
                                         {"Red", "Blue", "Whale", "White"},
                                         {"White", "White 2", "Unit 10", "Unit 12"}};
  static const char *const teams[][2] = {
      {"White", "Black"}, {"Red and Blue", "Whale and White"}, {"White and White 2", "Unit"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    info->players = 4;
    for (uint8_t seat = 0; seat < 4; seat++) {
      info->player_names[seat] = names[i][seat];
      info->team[seat] = seat / 2;
    }
    expect_team(toy, 1, teams[i][0]);
    expect_team(toy, 2, teams[i][1]);
  }
  *info = before;
  mr_game_free(toy);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_new_state_is_zeroed_and_aligned),
    cmocka_unit_test(without_memory_there_is_no_state),
    cmocka_unit_test(a_legal_action_is_played_and_told),
    cmocka_unit_test(an_illegal_action_is_refused_and_changes_nothing),
    cmocka_unit_test(chance_accepts_its_outcomes_and_no_other_number),
    cmocka_unit_test(nothing_is_played_after_the_end),
    cmocka_unit_test(a_game_that_is_broken_off_is_judged_by_its_rules_or_drawn),
    cmocka_unit_test(playing_without_a_game_or_a_state_is_refused),
    cmocka_unit_test(what_is_seen_of_a_game_is_not_played_on),
    cmocka_unit_test(an_event_is_empty_but_for_what_is_given),
    cmocka_unit_test(where_nothing_can_be_unknown_every_state_is_whole),
    cmocka_unit_test(players_see_their_own_and_spectators_what_all_see),
    cmocka_unit_test(of_a_secret_action_others_are_told_only_that_it_was_taken),
    cmocka_unit_test(what_all_may_know_is_told_in_order),
    cmocka_unit_test(without_the_facet_of_hidden_information_every_event_is_public),
    cmocka_unit_test(outcomes_are_drawn_with_their_probabilities),
    cmocka_unit_test(every_face_of_the_dice_is_as_likely),
    cmocka_unit_test(an_action_is_read),
    cmocka_unit_test(an_action_that_cannot_be_read_has_a_column),
    cmocka_unit_test(reading_without_what_it_needs_is_refused),
    cmocka_unit_test(a_state_that_cannot_be_read_leaves_the_output_alone),
    cmocka_unit_test(a_picture_is_drawn_for_players_and_spectators),
    cmocka_unit_test(a_picture_for_nobody_at_the_table_or_without_memory_is_refused),
    cmocka_unit_test(a_rules_page_is_written_or_its_failure_told),
    cmocka_unit_test(an_action_is_taken_back_by_the_family),
    cmocka_unit_test(without_an_unmake_of_the_family_undo_is_a_copy),
    cmocka_unit_test(to_make_what_is_illegal_is_caught_where_assertions_are),
    cmocka_unit_test(cells_and_pieces_have_the_names_that_the_family_gives_them),
    cmocka_unit_test(an_action_has_a_form),
    cmocka_unit_test(who_sees_an_event_is_for_the_family_to_say),
    cmocka_unit_test(players_and_cells_are_the_same_by_their_numbers),
    cmocka_unit_test(a_game_can_what_it_declares),
    cmocka_unit_test(chance_tells_games_apart_where_it_goes_many_ways),
    cmocka_unit_test(a_team_has_a_name),
};

MR_TEST_MAIN(tests)
