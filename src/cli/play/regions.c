#include "cli/play/play.h"

#include <string.h>

#include "cli/draw.h"
#include "cli/format.h"

/* ---- squares of a region, as few rectangles -------------------------------------------------- */

/* A region of a picture while its squares are told off. */
typedef struct patch {
  const mr_view *view;
  size_t region;
  bool upward; /* squares are numbered from the bottom row up */
  bool *told;  /* by column, then by row in the order of the numbers */
} patch;

static const mr_view_cell *cell_at(const patch *it, size_t column, size_t line) {
  size_t row = it->upward ? it->view->rows - 1 - line : line;
  return &it->view->cells[row * it->view->columns + column];
}

static bool is_open(const patch *it, size_t column, size_t line) {
  const mr_view_cell *cell = cell_at(it, column, line);
  return cell->cell.id != MR_NOWHERE_ID && (cell->regions >> it->region & 1) != 0 &&
         !it->told[line * it->view->columns + column];
}

/* Squares in a rectangle that begins at its first square. */
typedef struct rectangle {
  size_t column;
  size_t line;
  size_t columns;
  size_t lines;
} rectangle;

static size_t size_of(rectangle r) {
  return r.columns * r.lines;
}

static bool all_open(const patch *it, rectangle r) {
  for (size_t i = 0; i < size_of(r); i++) {
    if (!is_open(it, r.column + i % r.columns, r.line + i / r.columns)) {
      return false;
    }
  }
  return true;
}

/* As long as can be along one side, and then along the other. */
static rectangle grow(const patch *it, size_t column, size_t line, bool wide_first) {
  rectangle r = {column, line, 1, 1};
  for (size_t side = 0; side < 2; side++) {
    bool wide = wide_first == (side == 0);
    for (;;) {
      rectangle more = {r.column, r.line, r.columns + wide, r.lines + !wide};
      if (more.column + more.columns > it->view->columns ||
          more.line + more.lines > it->view->rows || !all_open(it, more)) {
        break;
      }
      r = more;
    }
  }
  return r;
}

static void tell_rectangle(const mr_game *game, patch *it, rectangle r, mr_str *out) {
  char name[MR_ACTION_TEXT_MAX];
  size_t last_column = r.column + r.columns - 1;
  size_t last_line = r.line + r.lines - 1;
  for (size_t i = 0; i < size_of(r); i++) {
    it->told[(r.line + i / r.columns) * it->view->columns + r.column + i % r.columns] = true;
  }
  mr_str_format(out, " %s", cli_cell_text(game, cell_at(it, r.column, r.line)->cell, name));
  if (size_of(r) > 1) {
    mr_str_format(out, "-%s", cli_cell_text(game, cell_at(it, last_column, last_line)->cell, name));
  }
}

/* The largest rectangle of squares that are not told yet, the first where several are; or none. */
static rectangle find_largest(const patch *it) {
  rectangle best = {0};
  for (size_t i = 0; i < (size_t)it->view->columns * it->view->rows; i++) {
    size_t column = i % it->view->columns;
    size_t line = i / it->view->columns;
    for (unsigned wide = 0; wide < 2 && is_open(it, column, line); wide++) {
      rectangle r = grow(it, column, line, wide != 0);
      best = size_of(r) > size_of(best) ? r : best;
    }
  }
  return best;
}

/* " a1-c3 g1-i3 e4" */
static void tell_squares(const mr_game *game, patch *it, mr_str *out) {
  for (rectangle r = find_largest(it); size_of(r) > 0; r = find_largest(it)) {
    tell_rectangle(game, it, r, out);
  }
}

static bool is_numbered_upward(const mr_view *view) {
  const mr_view_cell *first = &view->cells[0];
  const mr_view_cell *last = &view->cells[(size_t)(view->rows - 1) * view->columns];
  return last->cell.id < first->cell.id;
}

/* One region in a paragraph of its own. @return false: out of memory */
static bool tell_region(cli_play *play, const mr_view *view, size_t region, mr_arena *arena) {
  patch it = {.view = view, .region = region, .upward = is_numbered_upward(view)};
  it.told = mr_arena_zero(arena, (size_t)view->columns * view->rows, sizeof *it.told);
  if (it.told == NULL) {
    return false;
  }
  mr_str text;
  mr_str_init(&text, NULL);
  mr_str_format(&text, "%2zu  %s:", region + 1, view->regions[region].name);
  tell_squares(play->session.game, &it, &text);
  cli_wrap(&play->cli->out, mr_str_text(&text), 0, 6, play->cli->style.width);
  bool good = text.status == MR_OK;
  mr_str_done(&text);
  return good;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int list_regions(cli_play *play, const mr_view *view, uint64_t wanted, mr_arena *arena) {
  for (size_t i = 0; i < view->region_count; i++) {
    if ((wanted >> i & 1) != 0 && !tell_region(play, view, i, arena)) {
      return cli_fail_memory(play->cli);
    }
  }
  return CLI_OK;
}

/*
 * The board without pieces, so that every square of the regions is seen. There are no notes beside
 * it, so it may be larger than the part that is drawn with them, and to which `board` returns.
 */
static int draw_regions(cli_play *play, uint64_t wanted) {
  cli_window window = play->cli->window;
  cli_look look = cli_look_of(play_viewer(play));
  look.ground = true;
  look.regions = wanted;
  look.revision = mr_session_revision(play->session.core);
  look.how = play_how(play);
  look.below = 4;
  cli_resize(play->cli);
  mr_str_char(&play->cli->out, '\n');
  int status = cli_draw(play->cli, play->session.game, mr_session_state(play->session.core), &look);
  mr_str_char(&play->cli->out, '\n');
  play->cli->window = window;
  return status;
}

static int answer(cli_play *play, const char *argument, const mr_view *view, mr_arena *arena) {
  mr_str *out = &play->cli->out;
  if (view->region_count == 0) {
    mr_str_add(out, "This game has no regions.\n");
    return CLI_OK;
  }
  if (*argument == '\0') {
    int status = list_regions(play, view, CLI_REGIONS_ALL, arena);
    cli_wrap(out,
             "Type 'regions' and a number or a part of a name to see one on the board, or "
             "'regions on' to see all of them under the pieces.",
             0, 0, play->cli->style.width);
    return status;
  }
  uint64_t wanted = cli_find_regions(view, argument);
  if (wanted == 0) {
    mr_str_format(out, "No region is called '%s'; 'regions' lists them.\n", argument);
    return CLI_OK;
  }
  int status = draw_regions(play, wanted);
  return status == CLI_OK ? list_regions(play, view, wanted, arena) : status;
}

int play_regions(cli_play *play, const char *argument) {
  if (cli_same_word(argument, "on") || cli_same_word(argument, "off")) {
    play->regions = cli_same_word(argument, "on") ? CLI_REGIONS_ALL : CLI_REGIONS_NONE;
    play->drawn = false;
    return play_draw(play);
  }
  cli_look look = cli_look_of(play_viewer(play));
  look.regions = CLI_REGIONS_ALL;
  mr_arena arena;
  mr_view view;
  mr_error error;
  mr_arena_init(&arena, NULL, 0);
  int status = CLI_OK;
  if (cli_view(play->session.game, mr_session_state(play->session.core), &look, &arena, &view,
               &error) == MR_OK) {
    status = answer(play, argument, &view, &arena);
  } else {
    status = cli_fail_error(play->cli, &error);
  }
  mr_arena_done(&arena);
  return status;
}
