/*
 * What a player sees: whose eyes, the board and parts of it, lists of actions.
 */
#include <string.h>

#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

enum {
  TURN_LINES = 2,
  MANY = 40,       /* actions; so many are sorted by their pieces */
  HEADING_MAX = 24 /* columns; longer names push their actions to the right */
};

/* ---- the turn so far ------------------------------------------------------------------------- */

/* "This turn: (3) d4-e5"; the first that are told are those for which there is room. */
static void add_steps(const cli_play *play, size_t first, mr_str *out) {
  const mr_session *core = play->session.core;
  size_t room = (size_t)TURN_LINES * play->cli->style.width - 10;
  bool fits = false;
  for (size_t from = first; from < mr_session_count(core) && !fits; from++) {
    mr_str text = cli_text();
    mr_str_format(&text, "This turn:%s", from > first ? " ..." : "");
    for (size_t i = from; i < mr_session_count(core); i++) {
      mr_str_format(&text, "  (%zu) %s", i - first + 1, mr_session_text(core, i));
    }
    fits = text.length < room;
    if (fits || from + 1 == mr_session_count(core)) {
      cli_wrap(out, mr_str_text(&text), 0, 2, play->cli->style.width);
    }
    mr_str_done(&text);
  }
}

/* The pieces on the board that can still act: squares where a legal action begins, each once. */
static size_t count_actors(const cli_play *play) {
  const cli_session *session = &play->session;
  size_t count = 0;
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    bool before = false;
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    for (size_t k = 0; k < i && !before; k++) {
      mr_form other;
      mr_game_form(session->game, session->seen, session->actions[k], &other);
      before = mr_cell_same(other.from, form.from);
    }
    count += form.from.id != MR_NOWHERE_ID && !before;
  }
  return count;
}

bool play_find_end(const cli_play *play, char *text) {
  const cli_session *session = &play->session;
  mr_action end = MR_ACTION_NONE;
  size_t buttons = 0;
  for (size_t i = 0; i < play->legal && mr_game_can(session->game, MR_CAN_MULTI); i++) {
    mr_form form;
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    if (form.kind == MR_FORM_BUTTON) {
      end = session->actions[i];
      buttons++;
    }
  }
  if (buttons == 1) {
    cli_action_text(session->game, session->seen, end, text);
  }
  return buttons == 1;
}

/* How a turn that is under way ends, which it does not do by itself. */
static void add_ending(const cli_play *play, mr_str *out) {
  char end[MR_ACTION_TEXT_MAX];
  if (!play_find_end(play, end)) {
    return;
  }
  size_t actors = count_actors(play);
  mr_str text = cli_text();
  mr_str_format(&text,
                "'%s' ends the turn; %zu piece%s can still act, 'undo' takes the last one "
                "back.",
                end, actors, actors == 1 ? "" : "s");
  cli_wrap(out, mr_str_text(&text), 0, 2, play->cli->style.width);
  mr_str_done(&text);
}

/*
 * The actions of a person's turn so far, and how to go on. Pieces set up are on the board, but
 * nothing else says that the set-up still has to be ended.
 */
static void add_turn(const cli_play *play, mr_str *out) {
  const cli_session *session = &play->session;
  size_t first = mr_session_turn_start(session->core);
  size_t count = mr_session_count(session->core);
  char action[MR_ACTION_TEXT_MAX];
  if (!cli_is_person(session, mr_session_node(session->core).player)) {
    return;
  }
  bool on_list = first < count && !mr_session_move_at(session->core, count - 1)->places;
  if (on_list) {
    add_steps(play, first, out);
  }
  if (play->legal != 1) {
    if (on_list) {
      add_ending(play, out);
    }
    return;
  }
  cli_action_text(session->game, session->seen, session->actions[0], action);
  if (on_list) {
    mr_form form;
    mr_game_form(session->game, session->seen, session->actions[0], &form);
    mr_str_format(out, "Only '%s' is left%s%s%s; 'undo' takes the last one back.\n", action,
                  form.choice[0] != '\0' ? " (" : "", form.choice,
                  form.choice[0] != '\0' ? ")" : "");
  } else if (play_sets_up(play)) {
    char buffer[2 * MR_ACTION_TEXT_MAX];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_str_format(&text, "All is set up: '%s' ends it; 'move', 'remove' and 'undo' change it.",
                  action);
    cli_wrap(out, buffer, 0, 2, play->cli->style.width);
  }
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* The board with so much below it, or only that. */
static int draw_with(cli_play *play, const char *below) {
  if (play->no_board) {
    mr_str_format(&play->cli->out, "%s%s", *below != '\0' ? "\n" : "", below);
    return CLI_OK;
  }
  return cli_narrate_board(&play->session, play->eyes, play->regions, below,
                           cli_is_large(play->session.game));
}

/* Whether the board with so much below it is on one screen; of a map that would leave too little.
 */
static bool fits_screen(cli_play *play, const mr_str *below) {
  cli_context *cli = play->cli;
  const cli_window window = cli->window;
  const mr_str kept = cli->out;
  size_t lines = 1; /* the prompt */
  cli->out = mr_str_growing(NULL);
  bool good = !cli_is_large(play->session.game) && draw_with(play, mr_str_text(below)) == CLI_OK;
  for (size_t i = 0; i < cli->out.length; i++) {
    lines += cli->out.data[i] == '\n';
  }
  mr_str_done(&cli->out);
  cli->out = kept;
  cli->window = window;
  return good && lines <= cli->style.height;
}

/*
 * What is told with the first board that a person is to act on: what the game is about, below the
 * board where the eyes are, or above it where there is no room; and how to move.
 */
static void add_beginning(cli_play *play, mr_str *out) {
  mr_str how = cli_text();
  bool again = play->shown_setup && !play_sets_up(play);
  if ((play->shown_how && !again) || !play_add_example(play, &how)) {
    mr_str_done(&how);
    return;
  }
  bool told = play->introduced;
  play->shown_how = true;
  play->shown_setup = play_sets_up(play);
  play->introduced = true;
  mr_str all = cli_text();
  mr_str_add(&all, mr_str_text(out));
  if (!told) {
    play_introduce(play, &all);
    cli_wrap(&all, mr_str_text(&how), 0, 2, play->cli->style.width);
    bool below = fits_screen(play, &all);
    play_introduce(play, below ? out : &play->cli->out);
    mr_str_add(&how, below ? "" : " 'goal' says what wins.");
  }
  mr_str_done(&all);
  mr_str_add(&how, " Type 'help' for the rest.");
  cli_wrap(out, mr_str_text(&how), 0, 2, play->cli->style.width);
  mr_str_done(&how);
}

void play_add_end(const cli_play *play, mr_str *out) {
  const cli_session *session = &play->session;
  if (mr_session_node(session->core).kind != MR_NODE_TERMINAL) {
    return;
  }
  cli_end_text(session, out);
  if (cli_count_persons(session) > 0) {
    mr_str text = cli_text();
    mr_str_format(&text, "%s'new' plays again, 'save' keeps it, 'undo' goes back, 'quit' leaves.",
                  mr_game_teams(session->game) == 2 ? "'review' shows where it turned, " : "");
    cli_wrap(out, mr_str_text(&text), 0, 2, play->cli->style.width);
    mr_str_done(&text);
  }
}

int play_draw(cli_play *play) {
  if (play->drawn) {
    return CLI_OK;
  }
  play->drawn = true;
  play->eyes = play_viewer(play);
  mr_str turn = cli_text();
  add_turn(play, &turn);
  add_beginning(play, &turn);
  play_add_end(play, &turn);
  play->session.naming = "see 'regions'";
  int status = draw_with(play, mr_str_text(&turn));
  play->session.brief = play->cli->style.height > 0 && play->shown_how;
  cli_forget_story(&play->session);
  mr_str_done(&turn);
  return status;
}

int play_draw_marked(cli_play *play, cli_look marks, unsigned below) {
  marks.player = play_viewer(play);
  marks.revision = mr_session_revision(play->session.core);
  marks.guides = cli_is_large(play->session.game);
  marks.naming = play->session.naming;
  marks.brief = play->session.brief && marks.regions == 0;
  marks.below = below;
  if (play->no_board) {
    return CLI_OK; /* what is marked is listed, too */
  }
  cli_resize(play->cli);
  mr_str_char(&play->cli->out, '\n');
  int status =
      cli_draw(play->cli, play->session.game, mr_session_state(play->session.core), &marks);
  mr_str_char(&play->cli->out, '\n');
  return status;
}

int play_draw_fitting(cli_play *play, size_t count, mr_cell chosen, unsigned below) {
  cli_look look = cli_look_of(MR_NOBODY);
  look.regions = play->regions;
  look.targets = play->session.fitting;
  look.target_count = count;
  look.chosen = chosen;
  look.origins = chosen.id == MR_NOWHERE_ID;
  return play_draw_marked(play, look, below);
}

/* What is picked stays marked: the prompt says that it is picked. */
static int draw_pick(cli_play *play) {
  const mr_pick *pressed = &play->pick.pressed;
  const mr_pick_list list = play_picks(play);
  cli_look look = cli_look_of(MR_NOBODY);
  look.regions = play->regions;
  look.targets = play->session.fitting;
  look.target_count = mr_pick_fitting(pressed, &list, play->session.fitting);
  look.chosen = pressed->has_from ? pressed->from : MR_NOWHERE;
  look.origins = !pressed->has_from;
  look.still = true;
  return play_draw_marked(play, look, 1);
}

int play_draw_again(cli_play *play) {
  bool no_board = play->no_board;
  play->no_board = false;
  play->drawn = false;
  int status = play->pick.label[0] != '\0' ? draw_pick(play) : play_draw(play);
  play->no_board = no_board;
  return status;
}

int play_board(cli_play *play) {
  bool off = cli_same_word(play->argument, "off");
  if (*play->argument == '\0') {
    return play_draw_again(play);
  }
  if (!off && !cli_same_word(play->argument, "on")) {
    mr_str_add(&play->cli->out, "'board' takes nothing, or 'on' or 'off'.\n");
    return CLI_OK;
  }
  play->no_board = off;
  if (off) {
    cli_say(play->cli, "No board is drawn any more: 'pieces' tells what stands, 'board' draws it "
                       "once, 'board on' after each turn.");
    return CLI_OK;
  }
  return play_draw_again(play);
}

int play_flip(cli_play *play) {
  play->cli->flipped = !play->cli->flipped;
  play->cli->window = (cli_window){0};
  return play_draw_again(play);
}

void play_unpick(cli_play *play) {
  play->pick = (play_pick){0};
}

void play_redraw(cli_play *play) {
  play_unpick(play);
  play->drawn = false;
}

/* ---- parts of a board ------------------------------------------------------------------------ */

/* What is drawn is asked for from now on, also in a pipe. */
static int ask_for_window(cli_play *play) {
  cli_window *window = &play->cli->window;
  window->asked = true;
  if (window->columns > 0 && window->rows > 0) {
    return CLI_OK;
  }
  /* A window that has not been drawn yet has no size; drawing it gives it one. */
  mr_str kept = play->cli->out;
  play->cli->out = mr_str_growing(NULL);
  int status = play_draw_again(play);
  mr_str_done(&play->cli->out);
  play->cli->out = kept;
  return status;
}

/* Where a part that begins at `first`, as near as can be, begins. */
static unsigned part_from(long first, unsigned room, unsigned all) {
  long last = all > room ? (long)(all - room) : 0;
  return (unsigned)(first < 0 ? 0 : first > last ? last : first);
}

int play_go(cli_play *play) {
  cli_window *window = &play->cli->window;
  const mr_game_info *info = &play->session.game->info;
  const mr_view_cell *cell = NULL;
  size_t index = 0;
  mr_arena arena;
  mr_view view = {0};
  mr_error error;
  if (*play->argument == '\0') {
    mr_str_add(&play->cli->out, "go needs a square.\n");
    return CLI_OK;
  }
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    cell = play_find_cell(play, &view, play->argument);
    index = cell != NULL ? (size_t)(cell - view.cells) : 0;
    index = play->cli->flipped ? (size_t)view.columns * view.rows - 1 - index : index;
  }
  mr_arena_done(&arena);
  if (cell == NULL) {
    play_say_no_square(play, play->argument);
    return CLI_OK;
  }
  int status = ask_for_window(play);
  long column = (long)(index % view.columns);
  long row = (long)(index / view.columns);
  window->left = part_from(column - window->columns / 2, window->columns, info->columns);
  window->top = part_from(row - window->rows / 2, window->rows, info->rows);
  return status == CLI_OK ? play_draw_again(play) : status;
}

int play_scroll(cli_play *play) {
  static const struct {
    const char *name;
    int across;
    int down;
  } ways[] = {{"left", -1, 0}, {"right", 1, 0}, {"up", 0, -1}, {"down", 0, 1}};
  cli_window *window = &play->cli->window;
  const mr_game_info *info = &play->session.game->info;
  size_t length = strcspn(play->argument, " ");
  const char *amount = play->argument + length + strspn(play->argument + length, " ");
  char word[16];
  uint64_t steps = 0;
  snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), play->argument);
  for (size_t i = 0; i < sizeof ways / sizeof ways[0] && length > 0; i++) {
    if (!cli_begins_with(ways[i].name, word) ||
        (*amount != '\0' && !cli_read_number(amount, 1, MR_NOWHERE_ID, &steps))) {
      continue;
    }
    int status = ask_for_window(play);
    unsigned half = ways[i].across != 0 ? window->columns / 2 : window->rows / 2;
    long far = steps > 0 ? (long)steps : half > 0 ? (long)half : 1;
    window->left =
        part_from((long)window->left + far * ways[i].across, window->columns, info->columns);
    window->top = part_from((long)window->top + far * ways[i].down, window->rows, info->rows);
    return status == CLI_OK ? play_draw_again(play) : status;
  }
  mr_str_add(&play->cli->out,
             "Type 'scroll' and left, right, up or down, and if you like how far.\n");
  return CLI_OK;
}

int play_overview(cli_play *play) {
  cli_look look = cli_look_of(play_viewer(play));
  cli_resize(play->cli);
  mr_str_char(&play->cli->out, '\n');
  int status =
      cli_draw_overview(play->cli, play->session.game, mr_session_state(play->session.core), &look);
  mr_str_char(&play->cli->out, '\n');
  return status;
}

/* ---- lists of actions ------------------------------------------------------------------------ */

static size_t widest(const cli_play *play, const mr_action *actions, size_t count) {
  size_t width = 1;
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    size_t own = strlen(cli_action_text(play->session.game, play->session.seen, actions[i], text));
    width = own > width ? own : width;
  }
  return width;
}

/*
 * Actions one below the other from column `indent` on, where the line has got to already.
 * @param width of each
 */
static void add_columns(cli_play *play, const mr_action *actions, size_t count, size_t indent,
                        size_t width) {
  mr_str *out = &play->cli->out;
  size_t column = indent;
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    cli_action_text(play->session.game, play->session.seen, actions[i], text);
    if (column > indent && column + 2 + width > play->cli->style.width) {
      mr_str_char(out, '\n');
      mr_str_repeat(out, ' ', indent);
      column = indent;
    }
    bool last = i + 1 == count || column + 2 * (2 + width) > play->cli->style.width;
    mr_str_format(out, "  %-*s", last ? 0 : (int)width, text);
    column += 2 + width;
  }
  mr_str_char(out, '\n');
}

void play_add_actions(cli_play *play, const mr_action *actions, size_t count) {
  add_columns(play, actions, count, 0, widest(play, actions, count));
}

/*
 * The heading of an action in lists: its piece, or, where it has none, what it does (passing,
 * ending the turn).
 */
static const char *heading_of(const cli_play *play, mr_action action, char *name) {
  mr_form form;
  mr_game_form(play->session.game, play->session.seen, action, &form);
  if (form.piece.id != MR_NO_PIECE.id) {
    return cli_piece_text(play->session.game, form.piece, name);
  }
  mr_str text = mr_str_fixed(name, MR_ACTION_TEXT_MAX);
  mr_str_add(&text, form.kind == MR_FORM_BUTTON ? form.choice : "");
  return name;
}

/* A line or more for every heading, in the order of their first actions. */
static void add_by_pieces(cli_play *play, mr_action *actions, size_t count) {
  char name[MR_ACTION_TEXT_MAX];
  char other[MR_ACTION_TEXT_MAX];
  size_t heading = 0;
  size_t width = widest(play, actions, count);
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(heading_of(play, actions[i], name));
    heading = length > heading ? length : heading;
  }
  heading = heading < HEADING_MAX ? heading : HEADING_MAX;
  while (count > 0) {
    heading_of(play, actions[0], name);
    size_t gathered = 0; /* its actions, moved to the front in their order */
    for (size_t i = 0; i < count; i++) {
      mr_action action = actions[i];
      if (strcmp(heading_of(play, action, other), name) == 0) {
        memmove(&actions[gathered + 1], &actions[gathered], (i - gathered) * sizeof *actions);
        actions[gathered++] = action;
      }
    }
    mr_str_format(&play->cli->out, "  %-*s", (int)heading, name);
    add_columns(play, actions, gathered, heading + 2, width);
    actions += gathered;
    count -= gathered;
  }
}

void play_list_fitting(cli_play *play, size_t count) {
  mr_str_format(&play->cli->out, "%zu legal action%s:\n", count, count == 1 ? "" : "s");
  if (count >= MANY) {
    add_by_pieces(play, play->session.fitting, count);
  } else {
    play_add_actions(play, play->session.fitting, count);
  }
}

void play_list(cli_play *play, const play_pick *pick) {
  const mr_pick_list list = play_picks(play);
  play_list_fitting(play, mr_pick_fitting(&pick->pressed, &list, play->session.fitting));
}
