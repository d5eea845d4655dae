#include "cli/draw.h"

#include <limits.h>

#include "cli/format.h"

static void mark(mr_view *view, mr_cell cell, mr_mark mark) {
  mr_view_cell *found = cell.id == MR_NOWHERE_ID ? NULL : mr_view_find(view, cell);
  if (found != NULL) {
    found->marks |= (uint16_t)mark;
  }
}

/* Marks where actions go, otherwise where one takes something or lets the dice decide.
   @param state what the player sees. @return false: out of memory */
static bool mark_targets(const mr_game *game, const mr_state *state, const cli_look *look,
                         mr_view *view) {
  size_t room = game->info.max_events + 1;
  mr_state *ahead = mr_state_new(game, NULL);
  mr_events events = {.items = mr_alloc_zero(NULL, room, sizeof(mr_event)), .capacity = room};
  bool good = ahead != NULL && events.items != NULL;
  for (size_t i = 0; i < look->target_count && good; i++) {
    mr_form form;
    mr_game_form(game, state, look->targets[i], &form);
    mr_game_determinize(game, state, look->player, 0, ahead);
    mr_game_make(game, ahead, look->targets[i], NULL, &events);
    bool fight = mr_game_node(game, ahead).kind == MR_NODE_CHANCE;
    for (size_t k = 0; k < events.count; k++) {
      uint8_t kind = events.items[k].kind;
      fight = fight || kind == MR_EVENT_CAPTURE || kind == MR_EVENT_DUEL;
    }
    mark(view, form.to, fight ? MR_MARK_CAPTURE : MR_MARK_TARGET);
    if (look->origins) {
      mark(view, form.from, MR_MARK_CHOSEN);
    }
  }
  mr_alloc_free(NULL, events.items, room * sizeof(mr_event));
  mr_state_free(game, NULL, ahead);
  return good;
}

/* Keeps the regions of these bits, which get new numbers. @return false: out of memory */
static bool keep_regions(mr_view *view, uint64_t wanted, mr_arena *arena) {
  mr_view_region *kept = mr_arena_zero(arena, view->region_count, sizeof *kept);
  if (kept == NULL) {
    return false;
  }
  uint8_t old[MR_VIEW_REGIONS_MAX];
  size_t count = 0;
  for (size_t i = 0; i < view->region_count; i++) {
    if ((wanted >> i & 1) != 0) {
      old[count] = (uint8_t)i;
      kept[count++] = view->regions[i];
    }
  }
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    uint64_t regions = 0;
    for (size_t k = 0; k < count; k++) {
      regions |= (view->cells[i].regions >> old[k] & 1) << k;
    }
    view->cells[i].regions = regions;
  }
  view->regions = kept;
  view->region_count = count;
  return true;
}

static bool choose_regions(mr_view *view, uint64_t wanted, mr_arena *arena) {
  uint64_t shown = wanted != 0 ? wanted : mr_view_usual_regions(view);
  return shown == CLI_REGIONS_ALL || keep_regions(view, shown, arena);
}

/* Whether one of the names of a region, "White's goal; Black's temple", is this, whoever owns it.
 */
static bool is_called(const char *names, const char *wanted) {
  static const char owns[] = "'s ";
  size_t length = strlen(wanted);
  bool found = false;
  while (*names != '\0' && !found) {
    const char *end = names + strcspn(names, ";");
    const char *own = strstr(names, owns);
    own = own != NULL && own < end ? own + strlen(owns) : names;
    found = length > 0 && ((names + length == end && cli_begins_with(names, wanted)) ||
                           (own + length == end && cli_begins_with(own, wanted)));
    names = end + strspn(end, "; ");
  }
  return found;
}

uint64_t cli_name_regions(const mr_view *view, const char *name) {
  uint64_t found = 0;
  for (size_t i = 0; i < view->region_count; i++) {
    found |= is_called(view->regions[i].name, name) ? UINT64_C(1) << i : 0;
  }
  return found;
}

uint64_t cli_find_regions(const mr_view *view, const char *wanted) {
  uint64_t number = 0;
  uint64_t found = cli_name_regions(view, wanted);
  if (cli_read_number(wanted, 1, view->region_count, &number)) {
    return UINT64_C(1) << (number - 1);
  }
  if (found != 0) {
    return found;
  }
  for (size_t i = 0; i < view->region_count; i++) {
    for (const char *name = view->regions[i].name; *name != '\0'; name++) {
      found |= cli_begins_with(name, wanted) ? UINT64_C(1) << i : 0;
    }
  }
  return found;
}

/* The first note says who is to move. @return false: out of memory */
static bool add_status(const mr_game *game, mr_view *view, mr_arena *arena) {
  if (view->node.kind != MR_NODE_DECISION) {
    return true;
  }
  mr_view_note *notes = mr_arena_zero(arena, view->note_count + 1, sizeof *notes);
  if (notes == NULL) {
    return false;
  }
  notes[0] = (mr_view_note){"to move", cli_player_name(game, view->node.player)};
  for (size_t i = 0; i < view->note_count; i++) {
    notes[i + 1] = view->notes[i];
  }
  view->notes = notes;
  view->note_count++;
  return true;
}

mr_status cli_view(const mr_game *game, const mr_state *state, const cli_look *look,
                   mr_arena *arena, mr_view *out, mr_error *err) {
  mr_state *observed = mr_state_new(game, NULL);
  if (observed == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  if (look->whole) {
    mr_state_copy(game, observed, state);
  } else {
    mr_game_observe(game, state, look->player, observed);
  }
  mr_status status = mr_game_view(game, observed, look->player, arena, out, err);
  if (status == MR_OK) {
    if (look->recent != NULL) {
      mr_view_mark_events(out, look->recent);
    }
    mark(out, look->chosen, MR_MARK_CHOSEN);
    for (size_t i = 0; look->ground && i < (size_t)out->columns * out->rows; i++) {
      out->cells[i].piece = 0;
      out->cells[i].marks = 0;
    }
    out->hand_count = look->ground ? 0 : out->hand_count;
    out->note_count = look->ground ? 0 : out->note_count;
    if ((look->status && !add_status(game, out, arena)) ||
        (look->target_count > 0 && !mark_targets(game, observed, look, out)) ||
        (!look->apart && mr_view_join_regions(out, arena) != MR_OK) ||
        !choose_regions(out, look->regions, arena)) {
      status = mr_error_set(err, MR_ERR_NOMEM, "out of memory");
    }
  }
  mr_state_free(game, NULL, observed);
  return status;
}

/* ---- the part of a large board that is drawn ------------------------------------------------- */

enum {
  ROWS_ALWAYS = 12, /* boards of no more rows, nor columns, are drawn whole */
  ROWS_FEWEST = 8,
  WINDOW_HEIGHT = 24, /* of a pipe, where somebody asks for a part */
  BELOW_USUAL = 5,    /* lines: what happened, or what is picked and can be played */
  EDGE = 2            /* cells between what happens and the edge of the window */
};

bool cli_is_large(const mr_game *game) {
  return game->info.rows > ROWS_ALWAYS || game->info.columns > ROWS_ALWAYS;
}

/* Lines that a picture takes. */
static size_t picture_lines(const mr_game *game, const mr_view *view, const mr_paint_style *style) {
  size_t lines = 0;
  mr_str text = mr_str_growing(NULL);
  mr_paint_board(game, view, style, &text);
  for (const char *at = mr_str_text(&text); *at != '\0'; at++) {
    lines += *at == '\n';
  }
  mr_str_done(&text);
  return lines;
}

/*
 * How many columns and rows there is room for. The painter makes everything smaller before there
 * are fewer of them.
 */
static void measure(const mr_game *game, const mr_view *view, const cli_look *look, unsigned height,
                    mr_paint_style *style) {
  unsigned margin = mr_paint_margin(view);
  unsigned cell = mr_paint_cell_width(view);
  unsigned room = style->width > margin + cell ? (style->width - margin) / cell : 1;
  style->columns = view->columns < room ? view->columns : room;
  style->rows = view->rows;
  style->left = style->top = 0;
  style->height = height > look->below + 1 ? height - look->below - 1 : 1;
  style->height -= style->columns < view->columns && style->height > 1; /* words about the part */
  while (cli_is_large(game) && style->rows > ROWS_FEWEST) {
    size_t lines = picture_lines(game, view, style) +
                   (style->rows < view->rows && style->columns == view->columns);
    if (lines <= style->height) {
      break;
    }
    /* Half of what is too much, since a row of pips takes more than a line. */
    size_t excess = (lines - style->height + 1) / 2;
    style->rows = view->rows > ROWS_FEWEST + excess && style->rows > ROWS_FEWEST + excess
                      ? style->rows - (unsigned)excess
                      : ROWS_FEWEST;
  }
}

static bool find_place(const mr_view *view, mr_cell cell, unsigned *column, unsigned *row) {
  for (size_t i = 0; cell.id != MR_NOWHERE_ID && i < (size_t)view->columns * view->rows; i++) {
    if (mr_cell_same(view->cells[i].cell, cell)) {
      *column = (unsigned)(i % view->columns);
      *row = (unsigned)(i / view->columns);
      return true;
    }
  }
  return false;
}

/* Where something has just happened. */
static bool find_action(const mr_view *view, const cli_look *look, unsigned *column,
                        unsigned *row) {
  if (find_place(view, look->chosen, column, row)) {
    return true;
  }
  for (size_t i = look->recent != NULL ? look->recent->count : 0; i > 0; i--) {
    const mr_event *event = &look->recent->items[i - 1];
    if (find_place(view, event->to, column, row) || find_place(view, event->from, column, row)) {
      return true;
    }
  }
  return false;
}

/* The middle of the pieces of the player who looks, or of the player's regions, or of the board. */
static void find_middle(const mr_view *view, mr_player player, unsigned *column, unsigned *row) {
  *column = view->columns / 2u;
  *row = view->rows / 2u;
  for (unsigned pass = 0; pass < 2 && player.id != MR_NOBODY_ID; pass++) {
    size_t columns = 0, rows = 0, count = 0;
    uint64_t regions = 0;
    for (size_t i = 0; pass == 1 && i < view->region_count; i++) {
      regions |= mr_player_same(view->regions[i].owner, player) ? UINT64_C(1) << i : 0;
    }
    for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
      const mr_view_cell *cell = &view->cells[i];
      bool holds = pass == 0 && cell->piece != 0 &&
                   mr_player_same(view->pieces[cell->piece - 1].owner, player);
      if (holds || (cell->regions & regions) != 0) {
        columns += i % view->columns;
        rows += i / view->columns;
        count++;
      }
    }
    if (count > 0) {
      *column = (unsigned)(columns / count);
      *row = (unsigned)(rows / count);
      return;
    }
  }
}

/* The first of `room` columns or rows, so that `at` is well inside them. */
static unsigned slide(unsigned first, unsigned room, unsigned all, unsigned at, bool centre) {
  bool inside = at >= first + EDGE && at + EDGE < first + room;
  if (centre || !inside) {
    first = at > room / 2 ? at - room / 2 : 0;
  }
  return first + room > all ? all - room : first;
}

/* The middle of where what is picked from a hand may go, where a window there does not show all. */
static bool find_targets(const cli_window *place, const mr_view *view, const cli_look *look,
                         unsigned *column, unsigned *row) {
  unsigned first[2] = {UINT_MAX, UINT_MAX}, last[2] = {0, 0};
  bool picked = look->target_count > 0 && look->chosen.id == MR_NOWHERE_ID;
  for (size_t i = 0; i < (size_t)view->columns * view->rows && picked; i++) {
    if ((view->cells[i].marks & (MR_MARK_TARGET | MR_MARK_CAPTURE)) != 0) {
      const unsigned at[2] = {(unsigned)(i % view->columns), (unsigned)(i / view->columns)};
      for (size_t k = 0; k < 2; k++) {
        first[k] = at[k] < first[k] ? at[k] : first[k];
        last[k] = at[k] > last[k] ? at[k] : last[k];
      }
    }
  }
  bool shown = place->placed && first[0] >= place->left && first[1] >= place->top &&
               last[0] < place->left + place->columns && last[1] < place->top + place->rows;
  if (first[0] > last[0] || shown) {
    return false;
  }
  *column = (first[0] + last[0]) / 2;
  *row = (first[1] + last[1]) / 2;
  return true;
}

static void place_window(cli_window *window, const mr_view *view, const cli_look *look,
                         const mr_paint_style *style) {
  unsigned column = 0, row = 0;
  bool is_new = look->revision != window->revision || look->chosen.id != MR_NOWHERE_ID;
  bool follow = is_new && !look->still && find_action(view, look, &column, &row);
  window->revision = look->revision;
  window->columns = style->columns;
  window->rows = style->rows;
  bool targets = find_targets(window, view, look, &column, &row);
  bool centre = targets || !window->placed;
  follow = follow || targets;
  if (!window->placed && !follow) {
    find_middle(view, look->player, &column, &row);
  } else if (!follow) {
    column = window->left + style->columns / 2;
    row = window->top + style->rows / 2;
  }
  window->left = slide(window->left, style->columns, view->columns, column, centre);
  window->top = slide(window->top, style->rows, view->rows, row, centre);
  window->placed = true;
}

/* Where there is more of a board than the part that is drawn. */
static const char *way_to_more(const mr_view *view, const mr_paint_style *style) {
  return style->rows < view->rows ? (style->top > 0 ? "up" : "down")
         : style->left > 0        ? "left"
                                  : "right";
}

/* "a3 to x16 of 24 x 16; ..." under a picture that is but a part. */
static void add_part(cli_context *cli, const mr_game *game, const mr_view *view,
                     const mr_paint_style *style, const cli_look *look) {
  char first[MR_ACTION_TEXT_MAX];
  char last[MR_ACTION_TEXT_MAX];
  char buffer[160];
  size_t from = (size_t)(style->top + style->rows - 1) * view->columns + style->left;
  size_t to = (size_t)style->top * view->columns + style->left + style->columns - 1;
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_str_format(&text, "-- %s to %s of %u x %u", cli_cell_text(game, view->cells[from].cell, first),
                cli_cell_text(game, view->cells[to].cell, last), (unsigned)view->columns,
                (unsigned)view->rows);
  if (look->guides) {
    mr_str_format(&text, "; 'go SQUARE', 'scroll %s', 'map'", way_to_more(view, style));
  }
  cli_wrap(&cli->out, buffer, 0, 3, style->width);
}

/* Draws as much as there is room for on this terminal. */
static void draw_view(cli_context *cli, const mr_game *game, const mr_view *view,
                      const cli_look *look) {
  mr_paint_style style = cli->style;
  style.regions = look->regions != 0;
  style.brief = look->brief;
  style.naming = look->naming;
  cli_look room = *look;
  /* The same size from turn to turn, whatever is said; but patterns of pips are what a hand is, and
   * are shown wherever there is room. */
  if (!look->first && !cli_is_large(game) && view->pip_columns == 0) {
    cli->window.below = look->below > cli->window.below ? look->below : cli->window.below;
    cli->window.below = cli->window.below > BELOW_USUAL ? cli->window.below : BELOW_USUAL;
    room.below = cli->window.below;
  }
  if (cli->style.height > 0 || cli->window.asked) {
    measure(game, view, &room, cli->style.height > 0 ? cli->style.height : WINDOW_HEIGHT, &style);
    place_window(&cli->window, view, look, &style);
    style.left = cli->window.left;
    style.top = cli->window.top;
  }
  mr_paint_board(game, view, &style, &cli->out);
  if (style.columns > 0 && (style.columns < view->columns || style.rows < view->rows)) {
    add_part(cli, game, view, &style, look);
  }
}

static int draw(cli_context *cli, const mr_game *game, const mr_state *state, const cli_look *look,
                bool overview) {
  mr_arena arena;
  mr_view view = {0};
  mr_error error;
  mr_arena_init(&arena, NULL, 0);
  mr_status status = cli_view(game, state, look, &arena, &view, &error);
  if (status == MR_OK && cli->flipped && mr_view_turn(&view, &arena) != MR_OK) {
    status = mr_error_set(&error, MR_ERR_NOMEM, "out of memory");
  }
  if (status == MR_OK && overview) {
    mr_paint_style style = cli->style;
    style.left = cli->window.left;
    style.top = cli->window.top;
    style.columns = cli->window.columns;
    style.rows = cli->window.rows;
    mr_paint_overview(game, &view, &style, &cli->out);
  } else if (status == MR_OK) {
    draw_view(cli, game, &view, look);
  }
  mr_arena_done(&arena);
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

int cli_draw(cli_context *cli, const mr_game *game, const mr_state *state, const cli_look *look) {
  return draw(cli, game, state, look, false);
}

int cli_draw_overview(cli_context *cli, const mr_game *game, const mr_state *state,
                      const cli_look *look) {
  return draw(cli, game, state, look, true);
}
