#include "cli/play/play.h"

#include <string.h>

#include "cli/files.h"
#include "cli/options.h"
#include "cli/play/tell.h"
#include "cli/signals.h"
#include "cli/words.h"

/* Nodes of the computer for each piece that it sets up, where nobody has said how many. */
#define AUTO_NODES 500
/* No map of a set-up is longer, in bytes. */
#define SETUP_MAX ((size_t)256 * 1024)

static void say(cli_play *play, const char *text) {
  mr_str_add(&play->cli->out, text);
}

static bool places(const cli_play *play, mr_action action) {
  mr_form form;
  mr_game_form(play->table.game, play->table.seen, action, &form);
  return form.kind == MR_FORM_PLACE;
}

bool play_sets_up(const cli_play *play) {
  const cli_table *table = &play->table;
  if (!mr_game_can(table->game, MR_CAN_HIDE) || play->legal == 0) {
    return false;
  }
  size_t first = cli_table_turn_start(table);
  return places(play, table->actions[0]) ||
         (first < table->count && table->moves[table->count - 1].places);
}

/* @return false after words: nobody sets up anything now */
static bool check_sets_up(cli_play *play) {
  if (!play_sets_up(play)) {
    say(play, "There is nothing to set up now.\n");
    return false;
  }
  return true;
}

/* ---- changing what stands -------------------------------------------------------------------- */

/* A change of this turn: one action less, others more. */
typedef struct change {
  size_t drop; /* index of an action, or the number of all */
  const mr_action *more;
  size_t count;
} change;

/* The state before the action of an index, in `ahead`. */
static void go_back(cli_table *table, size_t index) {
  mr_state_copy(table->game, table->ahead, table->start);
  for (size_t i = 0; i < index; i++) {
    mr_game_make(table->game, table->ahead, table->moves[i].action, NULL, NULL);
  }
}

/* Makes the actions of this turn again, but for what changes. @return whether all are legal */
static bool try_change(cli_table *table, size_t first, const change *it) {
  go_back(table, first);
  for (size_t i = first; i < table->count + it->count; i++) {
    mr_action action = i < table->count ? table->moves[i].action : it->more[i - table->count];
    if (i == it->drop) {
      continue;
    }
    if (!mr_game_legal(table->game, table->ahead, action)) {
      return false;
    }
    mr_game_make(table->game, table->ahead, action, NULL, NULL);
  }
  return true;
}

/* @pre try_change has found it legal */
static int make_change(cli_play *play, size_t first, const change *it) {
  cli_table *table = &play->table;
  size_t count = table->count - first;
  cli_move *moves = mr_alloc_zero(NULL, count + 1, sizeof *moves);
  if (moves == NULL) {
    return cli_fail_memory(play->cli);
  }
  int status = CLI_OK;
  if (count > 0) {
    memcpy(moves, table->moves + first, count * sizeof *moves);
  }
  table->viewer = play_viewer(play);
  cli_table_rewind(table, first);
  for (size_t i = 0; i < count + it->count && status == CLI_OK; i++) {
    if (first + i != it->drop) {
      status = i < count ? cli_table_make(table, moves[i].action, moves[i].comment)
                         : cli_table_make(table, it->more[i - count], NULL);
    }
  }
  table->told = table->count;
  mr_alloc_free(NULL, moves, (count + 1) * sizeof *moves);
  play_redraw(play);
  return status;
}

/* The action of this turn that put something on the square, or the number of all. */
static size_t find_placed(const cli_play *play, size_t first, const char *square) {
  const cli_table *table = &play->table;
  for (size_t i = table->count; i > first; i--) {
    const cli_move *move = &table->moves[i - 1];
    char name[MR_ACTION_TEXT_MAX];
    if (move->places && cli_same_word(cli_cell_text(table->game, move->to, name), square)) {
      return i - 1;
    }
  }
  return table->count;
}

int play_remove(cli_play *play, const char *argument) {
  cli_table *table = &play->table;
  size_t first = cli_table_turn_start(table);
  if (*argument == '\0') {
    say(play, "remove needs the square of a piece that you have set up.\n");
    return CLI_OK;
  }
  if (!check_sets_up(play)) {
    return CLI_OK;
  }
  const change it = {.drop = find_placed(play, first, argument)};
  if (it.drop == table->count) {
    mr_str_format(&play->cli->out, "You have set up nothing on '%s'.\n", argument);
  } else if (!try_change(table, first, &it)) {
    mr_str_format(&play->cli->out,
                  "What was set up later needs the piece on %s; remove that "
                  "first.\n",
                  argument);
  } else {
    return make_change(play, first, &it);
  }
  return CLI_OK;
}

/* Two squares, with blanks or a '-' between. @return false: there are not two, and no more */
static bool split(const char *text, char *one, char *two) {
  mr_str copy;
  size_t length = strcspn(text, " -");
  mr_str_fixed(&copy, one, MR_ACTION_TEXT_MAX);
  mr_str_bytes(&copy, text, length);
  text += length;
  text += strspn(text, " -");
  mr_str_fixed(&copy, two, MR_ACTION_TEXT_MAX);
  mr_str_add(&copy, text);
  return one[0] != '\0' && two[0] != '\0' && strchr(two, ' ') == NULL;
}

/* The action that puts that piece on the square, legal without the one that is dropped. */
static bool find_place(cli_play *play, mr_piece piece, const char *square, mr_action *out) {
  cli_table *table = &play->table;
  mr_state *without = table->ahead;
  bool found = false;
  play_look_at(play, without);
  for (size_t i = 0; i < play->legal && !found; i++) {
    char name[MR_ACTION_TEXT_MAX];
    mr_form form;
    mr_game_form(table->game, table->seen, table->actions[i], &form);
    found = form.kind == MR_FORM_PLACE && form.piece.id == piece.id &&
            cli_same_word(cli_cell_text(table->game, form.to, name), square);
    *out = table->actions[i];
  }
  play_look_at(play, table->state);
  return found;
}

int play_move(cli_play *play, const char *argument) {
  cli_table *table = &play->table;
  char from[MR_ACTION_TEXT_MAX];
  char to[MR_ACTION_TEXT_MAX];
  size_t first = cli_table_turn_start(table);
  if (!split(argument, from, to)) {
    say(play, "move needs two squares.\n");
    return CLI_OK;
  }
  if (!play_sets_up(play)) {
    char line[2 * MR_ACTION_TEXT_MAX];
    snprintf(line, sizeof line, "%s %s", from, to);
    return play_act(play, line);
  }
  mr_action action = MR_ACTION_NONE;
  change it = {.drop = find_placed(play, first, from)};
  if (it.drop == table->count) {
    mr_str_format(&play->cli->out, "You have set up nothing on '%s'.\n", from);
  } else if (!try_change(table, first, &it) ||
             !find_place(play, table->moves[it.drop].piece, to, &action)) {
    mr_str_format(&play->cli->out, "What stands on %s cannot go to '%s'.\n", from, to);
  } else {
    it.more = &action;
    it.count = 1;
    return make_change(play, first, &it);
  }
  return CLI_OK;
}

int play_place(cli_play *play, const char *argument) {
  if (*argument == '\0') {
    say(play, "place needs a piece and a square.\n");
    return CLI_OK;
  }
  if (!check_sets_up(play)) {
    return CLI_OK;
  }
  return strchr(argument, ';') != NULL ? play_turn_text(play, argument) : play_act(play, argument);
}

/* ---- all at once ----------------------------------------------------------------------------- */

/* One piece more, as the computer would. @return false: there is none to be set up */
static bool place_one(cli_play *play, int *status) {
  cli_table *table = &play->table;
  mr_node node = cli_table_node(table);
  if (node.kind != MR_NODE_DECISION || !mr_player_same(node.player, play->player)) {
    return false;
  }
  play_look_at(play, table->state);
  if (!places(play, table->actions[0])) {
    return false;
  }
  *status = cli_table_think(table, play->player, NULL, NULL);
  if (*status != CLI_OK || cli_signal() != 0 || !places(play, table->mind.thought.action)) {
    return false;
  }
  *status = cli_table_make(table, table->mind.thought.action, NULL);
  return *status == CLI_OK;
}

int play_auto(cli_play *play, const char *argument) {
  (void)argument;
  cli_table *table = &play->table;
  if (!check_sets_up(play)) {
    return CLI_OK;
  }
  size_t before = table->count;
  int status = CLI_OK;
  cli_seat *seat = &table->seats[play->player.id];
  cli_seat kept = *seat;
  seat->nodes = seat->nodes == 0 && seat->milliseconds == 0 ? AUTO_NODES : seat->nodes;
  table->viewer = play_viewer(play);
  while (place_one(play, &status)) {
    cli_status(play->cli, "Setting up ... %zu", table->count - before);
  }
  cli_status_clear(play->cli);
  *seat = kept;
  table->told = table->count;
  mr_str_format(&play->cli->out, "%zu set up.\n", table->count - before);
  play_redraw(play);
  play_look_at(play, table->state);
  return status;
}

/* The actions of a file, without the button that ends the set-up: it is to be looked at first. */
static size_t without_end(const cli_play *play, const mr_action *actions, size_t count) {
  return count > 0 && !places(play, actions[count - 1]) ? count - 1 : count;
}

static int make_setup(cli_play *play, size_t first, const mr_action *actions, size_t count,
                      const char *path) {
  cli_table *table = &play->table;
  int status = CLI_OK;
  count = without_end(play, actions, count);
  table->viewer = play_viewer(play);
  cli_table_rewind(table, first);
  for (size_t i = 0; i < count && status == CLI_OK; i++) {
    status = cli_table_make(table, actions[i], NULL);
  }
  table->told = table->count;
  mr_str_format(&play->cli->out, "%zu set up as in %s.\n", count, path);
  play_redraw(play);
  return status;
}

static void tell_faults(cli_play *play, const char *path, const mr_error *error,
                        const mr_str *faults) {
  mr_str *out = &play->cli->out;
  if (error->line > 0) {
    mr_str_format(out, "%s:%u:%u: ", path, (unsigned)error->line, (unsigned)error->column);
  } else {
    mr_str_format(out, "%s: ", path);
  }
  mr_str_format(out, "%s. Nothing was done.\n", error->message);
  for (const char *line = mr_str_text(faults); *line != '\0';) {
    size_t length = strcspn(line, "\n");
    mr_str fault;
    mr_str_init(&fault, NULL);
    mr_str_bytes(&fault, line, length);
    mr_str_add(out, "  ");
    cli_wrap(out, mr_str_text(&fault), 2, 4, play->cli->style.width);
    mr_str_done(&fault);
    line += length;
    line += *line == '\n';
  }
}

/* Whether a set-up can be made: a game that began in the midst of one has pieces in its way. */
static bool fits_board(cli_table *table, size_t first, const mr_action *actions, size_t count) {
  go_back(table, first);
  for (size_t i = 0; i < count; i++) {
    if (!mr_game_legal(table->game, table->ahead, actions[i])) {
      return false;
    }
    mr_game_make(table->game, table->ahead, actions[i], NULL, NULL);
  }
  return true;
}

static int read_setup(cli_play *play, const char *path, const mr_str *text) {
  cli_table *table = &play->table;
  size_t first = cli_table_turn_start(table);
  size_t room = (size_t)table->game->info.columns * table->game->info.rows + 1;
  mr_action *actions = mr_alloc_zero(NULL, room, sizeof *actions);
  mr_error error = {.message = ""};
  mr_str faults;
  mr_setup setup = {.actions = actions, .faults = &faults};
  int status = CLI_OK;
  if (actions == NULL) {
    return cli_fail_memory(play->cli);
  }
  mr_str_init(&faults, NULL);
  go_back(table, first);
  if (mr_game_read_setup(table->game, table->ahead, mr_str_text(text), text->length, &setup,
                         &error) == MR_OK) {
    if (fits_board(table, first, actions, setup.count)) {
      status = make_setup(play, first, actions, setup.count, path);
    } else {
      mr_str_format(&play->cli->out,
                    "%s: the game began with pieces set up already, which are in its way. "
                    "Nothing was done.\n",
                    path);
    }
  } else {
    tell_faults(play, path, &error, &faults);
  }
  mr_str_done(&faults);
  mr_alloc_free(NULL, actions, room * sizeof *actions);
  return status;
}

int play_deploy(cli_play *play, const char *argument) {
  mr_str text;
  if (*argument == '\0') {
    say(play, "deploy needs the name of a file with a map of your pieces.\n");
    return CLI_OK;
  }
  if (!check_sets_up(play) || !play_is_file(play, argument)) {
    return CLI_OK;
  }
  mr_str_init(&text, NULL);
  int status = CLI_OK;
  if (cli_file_read(play->cli, argument, SETUP_MAX, &text) == CLI_OK) {
    status = read_setup(play, argument, &text);
  }
  mr_str_done(&text);
  return status;
}
