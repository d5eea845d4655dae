/*
 * The rules page of the Warlord Games: what its diagrams of units show, square by square.
 */
#include <marcher/doc.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

typedef struct unit {
  const char *caption; /* how it begins */
  const char *rows;    /* from the top; x: it goes there */
} unit;

static const unit units[] = {
    {"A leader", ".......\n.xxxxx.\n.xxxxx.\n.xx.xx.\n.xxxxx.\n.xxxxx.\n.......\n"},
    {"A promoted leader", ".......\n.xxxxx.\n.xxxxx.\n.xx.xx.\n.xxxxx.\n.xxxxx.\n.......\n"},
    {"Heavy cavalry", "...x...\n...x...\n...x...\nxxx.xxx\n...x...\n...x...\n...x...\n"},
    {"A cannon", "x.....x\n.x...x.\n..x.x..\n.......\n..x.x..\n.x...x.\nx.....x\n"},
    {"Light cavalry", ".......\n..x.x..\n.x...x.\n.......\n.x...x.\n..x.x..\n.......\n"},
    {"Infantry", ".......\n.......\n..xxx..\n..x.x..\n..xxx..\n.......\n.......\n"},
};

/* Marks of a board as rows of letters; a mark that says nothing of going there is a '?'. */
static void draw(const mr_view *view, char out[7 * 8 + 1]) {
  size_t length = 0;
  for (size_t cell = 0; cell < 49; cell++) {
    unsigned marks = view->cells[cell].marks;
    out[length++] = marks == MR_MARK_TARGET ? 'x' : marks == 0 ? '.' : '?';
    if (cell % 7 == 6) {
      out[length++] = '\n';
    }
  }
  out[length] = '\0';
}

static void diagrams_show_where_units_go_and_nothing_else(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("warlord-clash-of-arms", "light_promotion=true");
  mr_arena arena;
  mr_doc doc;
  size_t seen = 0;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  assert_int_equal(mr_game_page(game, &doc, NULL), MR_OK);
  for (const mr_doc_block *b = doc.first; b != NULL; b = b->next) {
    for (size_t i = 0; b->kind == MR_DOC_DIAGRAM && i < sizeof units / sizeof *units; i++) {
      char rows[7 * 8 + 1];
      if (strncmp(b->text, units[i].caption, strlen(units[i].caption)) == 0) {
        draw(b->view, rows);
        assert_string_equal(rows, units[i].rows);
        seen++;
      }
    }
  }
  assert_int_equal(seen, sizeof units / sizeof *units);
  mr_arena_done(&arena);
  mr_game_free(game);
}

/* The map of a page as it is played: its ground, and who stands where at the start. */
static void the_first_diagram_is_the_map_at_the_start(void **unused) {
  (void)unused;
  mr_table table;
  mr_arena arena;
  mr_doc doc;
  mr_view view;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  assert_int_equal(mr_game_page(table.game, &doc, NULL), MR_OK);
  assert_int_equal(mr_game_view(table.game, table.state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  const mr_doc_block *b = doc.first;
  while (b != NULL && b->kind != MR_DOC_DIAGRAM) {
    b = b->next;
  }
  assert_non_null(b);
  assert_string_equal(b->text, "The map and the units at the start.");
  assert_int_equal(b->view->columns, view.columns);
  assert_int_equal(b->view->rows, view.rows);
  for (size_t i = 0; i < (size_t)view.columns * view.rows; i++) {
    assert_int_equal(b->view->cells[i].piece, view.cells[i].piece);
    assert_int_equal(b->view->cells[i].terrain, view.cells[i].terrain);
  }
  mr_arena_done(&arena);
  mr_table_close(&table);
}

typedef struct telling {
  const char *game;
  const char *sets;
  const char *words; /* how a paragraph or a caption ends */
} telling;

#define CLASH "warlord-clash-of-arms"

static const telling tellings[] = {
    {CLASH, "", "A leader: one or two king steps. Its orders carry over the same squares."},
    {CLASH, "range=3",
     "A leader: one or two king steps. Its orders carry up to 3 squares in any direction."},
    {CLASH, "range=1",
     "A leader: one or two king steps. Its orders carry 1 square in any direction."},
    {CLASH, "", "begins at the bottom. White moves first."},
    {CLASH, "first=black", "begins at the bottom. Black moves first."},
    {CLASH, "first=drawn",
     "The units begin where the map has them. Then lots decide who moves first."},
    {CLASH, "turn_cap=levels;cap=8",
     "A turn has at most so many activations as 3/5 of the summed levels of the own leaders on the "
     "board, rounded down, and never more than 8."},
    {CLASH, "turn_cap=levels;cap_fraction=200%",
     "so many activations as 2 times the summed levels of the own leaders on the board, rounded "
     "down, and never more than 4."},
    {CLASH, "reinforcements=w3:I4@c2",
     "Further units come at the beginning of their owner's turns, on a square and round it: turn 3 "
     "(White, round c2) I4. Heavy cavalry comes first, then cannons, light cavalry, infantry; who "
     "finds no room waits for a later turn."},
    {"warlord-two-countries", "",
     "Home towns: White's are d4, u4, i3, p3; Black's are i22, p22, d21, u21."},
    {"warlord-two-countries", "defeat_level=3",
     "A side loses when the summed levels of its leaders fall below 3; those who are still to come "
     "do not count."},
    {"warlord-border-war", "", "A side loses when the summed levels of its leaders fall below 12."},
    {"warlord-border-war", "army_units=H4 I26",
     "The army has 12 leaders whose levels sum to 21, 4 H, 26 I and 6 more of H, C, N or I as the "
     "player likes. All 3 sections are used, each with exactly 4 leaders and 12 other units."},
    {"warlord-test-of-wills", "", "The map with a sample deployment."},
    {"warlord-test-of-wills", "",
     "Of the 5 sections, 4 are used, each with exactly 2 leaders and 6 other units."},
};

static bool holds(const mr_doc *doc, const char *words) {
  bool found = false;
  for (const mr_doc_block *b = doc->first; b != NULL && !found; b = b->next) {
    size_t length = strlen(b->text), end = strlen(words);
    found = length >= end && strcmp(b->text + length - end, words) == 0;
  }
  return found;
}

static void pages_tell_what_the_keys_say(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof tellings / sizeof *tellings; i++) {
    mr_game *game = mr_game_open(tellings[i].game, tellings[i].sets);
    mr_arena arena;
    mr_doc doc;
    mr_arena_init(&arena, NULL, 0);
    mr_doc_init(&doc, &arena);
    assert_int_equal(mr_game_page(game, &doc, NULL), MR_OK);
    if (!holds(&doc, tellings[i].words)) {
      fail_msg("with '%s' the page lacks: %s", tellings[i].sets, tellings[i].words);
    }
    mr_arena_done(&arena);
    mr_game_free(game);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(pages_tell_what_the_keys_say),
    cmocka_unit_test(the_first_diagram_is_the_map_at_the_start),
    cmocka_unit_test(diagrams_show_where_units_go_and_nothing_else),
};

MR_TEST_MAIN(tests)
