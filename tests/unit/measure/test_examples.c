#include <marcher/catalog.h>
#include <marcher/examples.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "test_main.h"

typedef struct fixture {
  mr_game *game;
  mr_arena arena;
  mr_examples found;
} fixture;

/* A game of a text. */
static mr_game *game_of(const char *name, const char *text) {
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(catalog, "my.ini", text, strlen(text), &list), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, name, NULL, 0, &game, &list), MR_OK);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}

static fixture find(const char *name) {
  fixture f = {.game = mr_game_open(name, "")};
  mr_arena_init(&f.arena, NULL, SIZE_MAX);
  assert_int_equal(mr_examples_find(f.game, 1, NULL, &f.arena, &f.found, NULL), MR_OK);
  return f;
}

static void done(fixture *f) {
  mr_arena_done(&f->arena);
  mr_game_free(f->game);
}

/* Makes the example's actions. @return whether its event came of the last, or may by the dice */
static bool happens(const fixture *f, const mr_example *one) {
  const mr_game *game = f->game;
  mr_state *state = mr_state_new(game, NULL);
  mr_events events = {.capacity = game->info.max_events};
  events.items = calloc(events.capacity, sizeof *events.items);
  mr_error error;
  assert_non_null(events.items);
  if (mr_game_parse_state(game, one->state, strlen(one->state), state, &error) != MR_OK) {
    fail_msg("%s: %s", one->state, error.message);
  }
  char line[256];
  mr_str all = mr_str_fixed(line, sizeof line);
  size_t length;
  mr_str_format(&all, "%s%s%s", one->actions, one->reply != NULL ? " " : "",
                one->reply != NULL ? one->reply : "");
  for (const char *at = line; *at != '\0'; at += length + (at[length] == ' ')) {
    mr_action action;
    length = strcspn(at, " ");
    if (mr_game_parse_action(game, state, at, length, &action, &error) != MR_OK) {
      fail_msg("%s in %s: %s", at, one->state, error.message);
    }
    mr_game_make(game, state, action, NULL, &events);
  }
  bool found = (one->kind != MR_EXAMPLE_EVENT && one->kind != MR_EXAMPLE_LATER) ||
               mr_game_node(game, state).kind == MR_NODE_CHANCE; /* the dice may bring it */
  for (size_t i = 0; i < events.count; i++) {
    found = found || (events.items[i].kind == one->event && events.items[i].rule == one->rule);
  }
  free(events.items);
  mr_state_free(game, NULL, state);
  return found;
}

static bool has(const fixture *f, mr_example_kind kind, mr_event_kind event) {
  bool found = false;
  for (size_t i = 0; i < f->found.count; i++) {
    assert_true(happens(f, &f->found.items[i]));
    found = found || (f->found.items[i].kind == kind && f->found.items[i].event == event);
  }
  return found;
}

static size_t letters_of(const char *state) {
  size_t count = 0;
  for (; *state != ' ' && *state != '['; state++) {
    count += (*state >= 'a' && *state <= 'z') || (*state >= 'A' && *state <= 'Z');
  }
  return count;
}

static void chess_shows_wins_captures_and_promotions_with_few_men(void **unused) {
  (void)unused;
  fixture f = find("chess");
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_END));
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_CAPTURE));
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_PROMOTE));
  for (size_t i = 0; i < f.found.count; i++) {
    assert_true(letters_of(f.found.items[i].state) <= 8);
  }
  done(&f);
}

static void borderline_shows_connections_and_duels(void **unused) {
  (void)unused;
  fixture f = find("borderline");
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_END));
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_DUEL));
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_PLACE));
  done(&f);
}

static void the_warlord_games_show_orders_and_whole_turns(void **unused) {
  (void)unused;
  fixture f = find("warlord-clash-of-arms");
  assert_true(has(&f, MR_EXAMPLE_ORDERS, MR_EVENT_MOVE));
  assert_true(has(&f, MR_EXAMPLE_TURN, MR_EVENT_TURN));
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_END));
  done(&f);
}

static void split_turns_and_drops_are_shown_where_there_are_some(void **unused) {
  (void)unused;
  fixture f = find("colorboundmost");
  assert_true(has(&f, MR_EXAMPLE_TURN, MR_EVENT_TURN));
  assert_false(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_PLACE));
  done(&f);
  f = find("crazyhouse");
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_PLACE));
  assert_false(has(&f, MR_EXAMPLE_TURN, MR_EVENT_TURN));
  done(&f);
}

/* Four villages that are still held when the other side has moved (BL-16), towns at the beginning
 * of a turn (WL-19), and a goal that a definition of nobody's makes so. */
static void a_win_that_has_to_be_held_is_shown_with_the_reply(void **unused) {
  (void)unused;
  static const struct {
    const char *game;
    const char *rule;
  } cases[] = {{"borderlands", "BL-16"}, {"warlord-border-war", "WL-19"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    fixture f = find(cases[i].game);
    bool shown = false;
    assert_true(has(&f, MR_EXAMPLE_LATER, MR_EVENT_END));
    for (size_t k = 0; k < f.found.count; k++) {
      const mr_example *one = &f.found.items[k];
      shown = shown || (one->kind == MR_EXAMPLE_LATER && one->reply != NULL &&
                        strcmp(f.game->info.rules[one->rule].id, cases[i].rule) == 0);
      /* Somebody moves: the end of a turn, a dot, is nothing that one could be asked to find. */
      assert_true(one->kind != MR_EXAMPLE_LATER || one->actions[0] != '.');
    }
    assert_true(shown);
    done(&f);
  }
  fixture f = find("chess");
  assert_false(has(&f, MR_EXAMPLE_LATER, MR_EVENT_END));
  done(&f);
}

/* Two towns win that are held when the own turn begins, and each is a step from a unit. */
static const char towns[] = "[two-towns]\n"
                            "family = warlord\n"
                            "title = Two towns\n"
                            "towns_to_win = 2\n"
                            "turn_cap = fixed\n"
                            "cap = 2\n"
                            "pieces =\n"
                            "  . . . . . . l i\n"
                            "  . . . . . . . .\n"
                            "  . . . . . . . .\n"
                            "  . . . . . . . .\n"
                            "  I . I . . . . .\n"
                            "  . . . . . . . .\n"
                            "  L . K . . . . .\n"
                            "terrain =\n"
                            "  . . . . . . . .\n"
                            "  . . . . . . . .\n"
                            "  . . . . . . . .\n"
                            "  # . # . . . . .\n"
                            "  . . . . . . . .\n"
                            "  . . . . . . . .\n"
                            "  . . . . . . . .\n";

/* Both have to be entered in one turn: the example begins when the first has been. */
static void what_was_done_before_in_the_turn_is_done_in_the_example(void **unused) {
  (void)unused;
  fixture f = {.game = game_of("two-towns", towns)};
  mr_arena_init(&f.arena, NULL, SIZE_MAX);
  assert_int_equal(mr_examples_find(f.game, 1, NULL, &f.arena, &f.found, NULL), MR_OK);
  assert_true(has(&f, MR_EXAMPLE_LATER, MR_EVENT_END));
  done(&f);
}

/* Games by chance are drawn long before anybody is over there, and those who look ahead win. */
static const char march[] = "[march]\nmaxRank = 9\nmaxFile = 5\ncustomPiece1 = w:W\nking = -\n"
                            "startFen = w3w/5/5/5/5/5/5/5/W3W w - - 0 1\nflagPiece = w\n"
                            "flagRegionWhite = *9\nflagRegionBlack = *1\nnMoveRule = 12\n";

/* Where memory lacks that is told; examples are never fewer for want of it. */
static void want_of_memory_is_told_and_leaves_no_example_out(void **unused) {
  (void)unused;
  fixture f = {.game = game_of("march", march)};
  mr_arena_init(&f.arena, NULL, SIZE_MAX);
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  assert_int_equal(mr_examples_find(f.game, 1, &memory.allocator, &f.arena, &f.found, NULL), MR_OK);
  assert_true(has(&f, MR_EXAMPLE_EVENT, MR_EVENT_END));
  size_t calls = memory.calls, count = f.found.count;
  /* Wins are looked for in the end: there each of so many requests fails that one of theirs does.
   */
  size_t late = MR_SLOW_BUILD ? 10 : 5, early = MR_SLOW_BUILD ? 300 : 90;
  for (size_t at = calls; at > 0; at -= at > calls - 80 ? late : at > early ? early : at) {
    mr_fail_alloc_init(&memory, at);
    mr_status status = mr_examples_find(f.game, 1, &memory.allocator, &f.arena, &f.found, NULL);
    assert_true(status == MR_ERR_NOMEM || (status == MR_OK && f.found.count == count));
    assert_true(mr_fail_alloc_clean(&memory));
  }
  done(&f);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(chess_shows_wins_captures_and_promotions_with_few_men),
    cmocka_unit_test(what_was_done_before_in_the_turn_is_done_in_the_example),
    cmocka_unit_test(want_of_memory_is_told_and_leaves_no_example_out),
    cmocka_unit_test(borderline_shows_connections_and_duels),
    cmocka_unit_test(the_warlord_games_show_orders_and_whole_turns),
    cmocka_unit_test(a_win_that_has_to_be_held_is_shown_with_the_reply),
    cmocka_unit_test(split_turns_and_drops_are_shown_where_there_are_some),
};

MR_TEST_MAIN(tests)
