#include "cli/play/play.h"

#include <string.h>

#include "cli/draw.h"
#include "cli/format.h"
#include "cli/play/narrate.h"

/* ---- parts of a board ------------------------------------------------------------------------ */

const char *play_how(const cli_play *play) {
  return cli_is_large(play->session.game) ? "; 'go SQUARE', 'scroll up', 'map'" : NULL;
}

static int draw_again(cli_play *play) {
  play->drawn = false;
  return play_draw(play);
}

/* The place of the cell of that name in the picture. @return false: there is none */
static bool find_cell(const cli_play *play, const char *name, unsigned *column, unsigned *row) {
  const mr_game *game = play->session.game;
  cli_look look = cli_look_of(play_viewer(play));
  mr_arena arena;
  mr_view view;
  mr_error error;
  bool found = false;
  mr_arena_init(&arena, NULL, 0);
  if (cli_view(game, mr_session_state(play->session.core), &look, &arena, &view, &error) == MR_OK) {
    for (size_t i = 0; i < (size_t)view.columns * view.rows && !found; i++) {
      char text[MR_ACTION_TEXT_MAX];
      found = view.cells[i].cell.id != MR_NOWHERE_ID &&
              cli_same_word(cli_cell_text(game, view.cells[i].cell, text), name);
      *column = (unsigned)(i % view.columns);
      *row = (unsigned)(i / view.columns);
    }
  }
  mr_arena_done(&arena);
  return found;
}

/* A window that has not been drawn yet has no size; drawing it gives it one. */
static bool has_window(const cli_play *play) {
  const cli_window *window = &play->cli->window;
  return window->columns > 0 && window->rows > 0;
}

/* What is drawn is asked for from now on, also in a pipe. */
static int ask_for_window(cli_play *play) {
  play->cli->window.asked = true;
  if (has_window(play)) {
    return CLI_OK;
  }
  mr_str kept = play->cli->out;
  mr_str_init(&play->cli->out, NULL);
  int status = draw_again(play);
  mr_str_done(&play->cli->out);
  play->cli->out = kept;
  return status;
}

static unsigned part_from(unsigned at, unsigned room, unsigned all) {
  unsigned first = at > room / 2 ? at - room / 2 : 0;
  return first + room > all ? (all > room ? all - room : 0) : first;
}

int play_go(cli_play *play, const char *argument) {
  unsigned column = 0, row = 0;
  cli_window *window = &play->cli->window;
  const mr_game_info *info = &play->session.game->info;
  if (*argument == '\0' || !find_cell(play, argument, &column, &row)) {
    mr_str_format(&play->cli->out,
                  *argument == '\0' ? "go needs a square.\n" : "There is no square '%s'.\n",
                  argument);
    return CLI_OK;
  }
  int status = ask_for_window(play);
  window->left = part_from(column, window->columns, info->columns);
  window->top = part_from(row, window->rows, info->rows);
  return status == CLI_OK ? draw_again(play) : status;
}

static unsigned moved(unsigned first, int steps, unsigned room, unsigned all) {
  long to = (long)first + steps;
  long last = all > room ? (long)(all - room) : 0;
  return (unsigned)(to < 0 ? 0 : to > last ? last : to);
}

int play_scroll(cli_play *play, const char *argument) {
  static const struct {
    const char *name;
    int across;
    int down;
  } ways[] = {{"left", -1, 0}, {"right", 1, 0}, {"up", 0, -1}, {"down", 0, 1}};
  cli_window *window = &play->cli->window;
  const mr_game_info *info = &play->session.game->info;
  size_t length = strcspn(argument, " ");
  const char *amount = argument + length + strspn(argument + length, " ");
  char word[16];
  uint64_t steps = 0;
  snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), argument);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0] && length > 0; i++) {
    if (!cli_begins_with(ways[i].name, word) ||
        (*amount != '\0' && !cli_read_number(amount, 1, MR_NOWHERE_ID, &steps))) {
      continue;
    }
    int status = ask_for_window(play);
    unsigned half = ways[i].across != 0 ? window->columns / 2 : window->rows / 2;
    int far = steps > 0 ? (int)steps : half > 0 ? (int)half : 1;
    window->left = moved(window->left, far * ways[i].across, window->columns, info->columns);
    window->top = moved(window->top, far * ways[i].down, window->rows, info->rows);
    return status == CLI_OK ? draw_again(play) : status;
  }
  mr_str_add(&play->cli->out,
             "Type 'scroll' and left, right, up or down, and if you like how far.\n");
  return CLI_OK;
}

int play_overview(cli_play *play, const char *argument) {
  (void)argument;
  cli_look look = cli_look_of(play_viewer(play));
  cli_resize(play->cli);
  mr_str_char(&play->cli->out, '\n');
  int status =
      cli_draw_overview(play->cli, play->session.game, mr_session_state(play->session.core), &look);
  mr_str_char(&play->cli->out, '\n');
  return status;
}

/* ---- who commands whom ----------------------------------------------------------------------- */

static const mr_view_cell *cell_of(const mr_view *view, mr_cell cell) {
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    if (mr_cell_same(view->cells[i].cell, cell)) {
      return &view->cells[i];
    }
  }
  return NULL;
}

static bool commands(const mr_view_commander *one, mr_cell cell) {
  for (size_t i = 0; i < one->unit_count; i++) {
    if (mr_cell_same(one->units[i], cell)) {
      return true;
    }
  }
  return false;
}

static void add_commander(const mr_game *game, const mr_view_commander *one, mr_str *out) {
  char name[MR_ACTION_TEXT_MAX];
  mr_str_format(out, "%s (%u of %u left)", cli_cell_text(game, one->cell, name),
                (unsigned)one->left, (unsigned)one->all);
}

void play_add_command(const mr_game *game, const mr_view *view, mr_cell cell, mr_str *out) {
  const mr_view_cell *drawn = cell.id == MR_NOWHERE_ID ? NULL : cell_of(view, cell);
  const mr_view_piece *piece =
      drawn == NULL || drawn->piece == 0 ? NULL : &view->pieces[drawn->piece - 1];
  size_t count = 0;
  if (piece == NULL || view->commander_count == 0 || view->node.player.id >= game->info.players ||
      piece->owner.id >= game->info.players ||
      game->info.team[piece->owner.id] != game->info.team[view->node.player.id]) {
    return;
  }
  for (size_t i = 0; i < view->commander_count; i++) {
    if (commands(&view->commanders[i], cell)) {
      mr_str_add(out, count++ == 0 ? " In reach of the orders of " : ", ");
      add_commander(game, &view->commanders[i], out);
    }
  }
  bool idle = (drawn->marks & MR_MARK_DIM) != 0;
  mr_str_add(out, count > 0 ? "."
                  : idle    ? " It has acted, or is out of reach of all orders."
                            : " It needs no orders.");
}

static void list_commander(const mr_game *game, const mr_view *view, const mr_view_commander *one,
                           mr_str *out) {
  const mr_view_cell *drawn = cell_of(view, one->cell);
  char name[MR_ACTION_TEXT_MAX];
  const char *piece =
      drawn == NULL || drawn->piece == 0 ? "?" : view->pieces[drawn->piece - 1].name;
  mr_str_format(out, "%s %s, %u of %u orders left:", cli_cell_text(game, one->cell, name), piece,
                (unsigned)one->left, (unsigned)one->all);
  for (size_t i = 0; i < one->unit_count; i++) {
    mr_str_format(out, " %s", cli_cell_text(game, one->units[i], name));
  }
  mr_str_add(out, one->unit_count == 0 ? " nobody" : "");
}

static void list_commanders(cli_play *play, const mr_view *view) {
  for (size_t i = 0; i < view->commander_count; i++) {
    mr_str text;
    mr_str_init(&text, NULL);
    list_commander(play->session.game, view, &view->commanders[i], &text);
    mr_str_add(&play->cli->out, "  ");
    cli_wrap(&play->cli->out, mr_str_text(&text), 2, 6, play->cli->style.width);
    mr_str_done(&text);
  }
}

/* "Out of command: a3 b7": own pieces that cannot act. */
static void list_idle(cli_play *play, const mr_view *view) {
  const mr_game *game = play->session.game;
  mr_str text;
  size_t count = 0;
  mr_str_init(&text, NULL);
  mr_str_add(&text, "cannot act now:");
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_view_cell *cell = &view->cells[i];
    char name[MR_ACTION_TEXT_MAX];
    if (cell->piece != 0 && (cell->marks & MR_MARK_DIM) != 0) {
      mr_str_format(&text, " %s", cli_cell_text(game, cell->cell, name));
      count++;
    }
  }
  if (count > 0) {
    mr_str_add(&play->cli->out, "  ");
    cli_wrap(&play->cli->out, mr_str_text(&text), 2, 6, play->cli->style.width);
  }
  mr_str_done(&text);
}

static void answer(cli_play *play, const mr_view *view, const char *argument) {
  const mr_game *game = play->session.game;
  mr_str *out = &play->cli->out;
  if (view->commander_count == 0) {
    mr_str_add(out, "Nobody gives orders here.\n");
    return;
  }
  if (*argument == '\0') {
    list_commanders(play, view);
    list_idle(play, view);
    return;
  }
  char name[MR_ACTION_TEXT_MAX];
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (cell->cell.id == MR_NOWHERE_ID ||
        !cli_same_word(cli_cell_text(game, cell->cell, name), argument)) {
      continue;
    }
    mr_str text;
    mr_str_init(&text, NULL);
    mr_str_format(&text, "%s: %s.", name,
                  cell->piece == 0 ? "nobody" : view->pieces[cell->piece - 1].name);
    play_add_command(game, view, cell->cell, &text);
    cli_wrap(out, mr_str_text(&text), 0, 2, play->cli->style.width);
    mr_str_done(&text);
    for (size_t k = 0; k < view->commander_count; k++) {
      if (mr_cell_same(view->commanders[k].cell, cell->cell)) {
        mr_view one = *view;
        one.commanders = &view->commanders[k];
        one.commander_count = 1;
        list_commanders(play, &one);
      }
    }
    return;
  }
  mr_str_format(out, "There is no square '%s'.\n", argument);
}

int play_orders(cli_play *play, const char *argument) {
  cli_look look = cli_look_of(play_viewer(play));
  mr_arena arena;
  mr_view view;
  mr_error error;
  mr_arena_init(&arena, NULL, 0);
  int status = CLI_OK;
  if (cli_view(play->session.game, mr_session_state(play->session.core), &look, &arena, &view,
               &error) == MR_OK) {
    answer(play, &view, argument);
  } else {
    status = cli_fail_error(play->cli, &error);
  }
  mr_arena_done(&arena);
  return status;
}

/* ---- where a piece can go -------------------------------------------------------------------- */

static int paint(cli_play *play, const play_pick *pick, const mr_action *actions, size_t count) {
  cli_look look = cli_look_of(play_viewer(play));
  look.regions = play->regions;
  look.targets = actions;
  look.target_count = count;
  look.revision = mr_session_revision(play->session.core);
  look.how = play_how(play);
  look.below = 4;
  const mr_pick *pressed = &pick->pressed;
  look.chosen = pressed->has_from ? pressed->from : pressed->has_to ? pressed->to : MR_NOWHERE;
  cli_resize(play->cli);
  mr_str_char(&play->cli->out, '\n');
  int status = cli_draw(play->cli, play->session.game, mr_session_state(play->session.core), &look);
  mr_str_char(&play->cli->out, '\n');
  return status;
}

int play_preview(cli_play *play, const char *word) {
  play_pick pick = {0};
  if (!play_pick_word(play, &pick, word)) {
    if (!play_explain_idle(play, word)) {
      mr_str_format(&play->cli->out, "No legal action has to do with '%s'.\n", word);
    }
    return CLI_OK;
  }
  mr_action *actions = mr_alloc_zero(NULL, play->legal, sizeof *actions);
  if (actions == NULL) {
    return cli_fail_memory(play->cli);
  }
  const mr_pick_list list = play_picks(play);
  size_t count = mr_pick_fitting(&pick.pressed, &list, actions);
  int status = paint(play, &pick, actions, count);
  mr_alloc_free(NULL, actions, play->legal * sizeof *actions);
  play_list(play, &pick);
  return status;
}
