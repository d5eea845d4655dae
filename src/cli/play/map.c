/*
 * What there is to know of a board besides its pieces: who commands whom, and its regions.
 */
#include <string.h>

#include "base/text.h"
#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

/* ---- who commands whom ----------------------------------------------------------------------- */

static void list_commander(cli_play *play, const mr_view *view, const mr_view_commander *one) {
  const mr_game *game = play->session.game;
  char name[MR_ACTION_TEXT_MAX];
  const char *piece = "?";
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    if (mr_cell_same(view->cells[i].cell, one->cell) && view->cells[i].piece != 0) {
      piece = view->pieces[view->cells[i].piece - 1].name;
    }
  }
  mr_str text = cli_text();
  mr_str_format(&text, "%s %s, %u of %u order%s left:", cli_cell_text(game, one->cell, name), piece,
                (unsigned)one->left, (unsigned)one->all, mr_text_plural(one->all));
  for (size_t i = 0; i < one->unit_count; i++) {
    mr_str_format(&text, " %s", cli_cell_text(game, one->units[i], name));
  }
  mr_str_add(&text, one->unit_count == 0 ? " nobody" : "");
  cli_paragraph(play->cli, &text, 2, 6);
}

/* Of a piece whose owner is not to move, why no orders are told. */
static void add_stranger(const cli_play *play, const mr_view *view, const mr_view_cell *cell,
                         mr_str *out) {
  const mr_game *game = play->session.game;
  mr_player owner = cell->piece == 0 ? MR_NOBODY : view->pieces[cell->piece - 1].owner;
  mr_player mover = view->node.player;
  if (owner.id < game->info.players && mover.id < game->info.players &&
      game->info.team[owner.id] != game->info.team[mover.id]) {
    mr_str_format(out, " It is %s's; told are the orders of who is to move, ",
                  cli_player_name(game, owner));
    mr_str_format(out, "%s.", cli_player_name(game, mover));
  }
}

/* All commanders, or what is to be said of one square. */
static void list_orders(cli_play *play, const mr_view *view, const char *square) {
  const mr_view_cell *cell = play_find_cell(play, view, square);
  bool all = *square == '\0';
  char name[MR_ACTION_TEXT_MAX];
  if (view->commander_count == 0) {
    mr_str_add(&play->cli->out, "Nobody gives orders here.\n");
    return;
  }
  if (!all && cell == NULL) {
    play_say_no_square(play, square);
    return;
  }
  if (!all) {
    mr_str text = cli_text();
    mr_str_format(&text, "%s: %s.", cli_cell_text(play->session.game, cell->cell, name),
                  cell->piece == 0 ? "nobody" : view->pieces[cell->piece - 1].name);
    mr_guide_command(play->session.game, view, cell, &text);
    add_stranger(play, view, cell, &text);
    cli_paragraph(play->cli, &text, 0, 2);
  }
  for (size_t i = 0; i < view->commander_count; i++) {
    if (all || mr_cell_same(view->commanders[i].cell, cell->cell)) {
      list_commander(play, view, &view->commanders[i]);
    }
  }
  mr_str idle = cli_text(); /* own pieces */
  mr_str_add(&idle, "cannot act now:");
  size_t none = idle.length;
  for (size_t i = 0; i < (size_t)view->columns * view->rows && all; i++) {
    const mr_view_cell *one = &view->cells[i];
    if (one->piece != 0 && (one->marks & MR_MARK_DIM) != 0) {
      mr_str_format(&idle, " %s", cli_cell_text(play->session.game, one->cell, name));
    }
  }
  if (idle.length > none) {
    cli_paragraph(play->cli, &idle, 2, 6);
  }
  mr_str_done(&idle);
}

int play_orders(cli_play *play) {
  mr_arena arena;
  mr_view view;
  mr_error error;
  int status = CLI_OK;
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    list_orders(play, &view, play->argument);
  } else {
    status = cli_fail_error(play->cli, &error);
  }
  mr_arena_done(&arena);
  return status;
}

/* ---- regions --------------------------------------------------------------------------------- */

/* "3. palace: a1-c3 g1-i3 e4" in a paragraph of its own. */
static void list_region(cli_play *play, const mr_view *view, size_t region) {
  mr_str text = cli_text();
  mr_str_format(&text, "%2zu. %s: ", region + 1, view->regions[region].name);
  mr_view_add_squares(view, region, &text);
  cli_paragraph(play->cli, &text, 0, 6);
}

/* Those that are named, which are drawn, too, or all. */
static int show_regions(cli_play *play, const mr_view *view) {
  mr_str *out = &play->cli->out;
  bool all = *play->argument == '\0';
  if (view->region_count == 0) {
    mr_str_add(out, "This game has no regions.\n");
    return CLI_OK;
  }
  uint64_t wanted = all ? CLI_REGIONS_ALL : cli_find_regions(view, play->argument);
  if (wanted == 0) {
    mr_str_format(out, "No region is called '%s'; 'regions' lists them.\n", play->argument);
    return CLI_OK;
  }
  int status = CLI_OK;
  if (!all) {
    /* Without pieces, so that every square is seen. There are no notes beside the board, so it may
     * be larger than the part that is drawn with them, and to which `board` returns. */
    cli_window window = play->cli->window;
    cli_look look = cli_look_of(MR_NOBODY);
    look.ground = true;
    look.regions = wanted;
    status = play_draw_marked(play, look, 4);
    play->cli->window = window;
  }
  for (size_t i = 0; i < view->region_count && status == CLI_OK; i++) {
    if ((wanted >> i & 1) != 0) {
      list_region(play, view, i);
    }
  }
  if (all) {
    cli_wrap(out,
             "Type 'regions' and a number or a part of a name to see one on the board, or "
             "'regions on' to see all of them under the pieces.",
             0, 0, play->cli->style.width);
  }
  return status;
}

int play_regions(cli_play *play) {
  if (cli_same_word(play->argument, "on") || cli_same_word(play->argument, "off")) {
    play->regions = cli_same_word(play->argument, "on") ? CLI_REGIONS_ALL : CLI_REGIONS_NONE;
    return play_draw_again(play);
  }
  mr_arena arena;
  mr_view view;
  mr_error error;
  int status = play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK
                   ? show_regions(play, &view)
                   : cli_fail_error(play->cli, &error);
  mr_arena_done(&arena);
  return status;
}
