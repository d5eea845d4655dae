#include "cli/play/play.h"

#include <string.h>

#include "cli/draw.h"
#include "cli/format.h"
#include "cli/play/narrate.h"

static void say(cli_play *play, const char *text) {
  mr_str_add(&play->cli->out, text);
}

/* ---- the commands ---------------------------------------------------------------------------- */

/* "Without a square: '.' (end turn)." */
static void add_buttons(cli_play *play) {
  const cli_session *session = &play->session;
  size_t count = 0;
  for (size_t i = 0; i < play->legal && mr_session_node(session->core).kind == MR_NODE_DECISION;
       i++) {
    mr_form form;
    char action[MR_ACTION_TEXT_MAX];
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    if (form.kind != MR_FORM_BUTTON || form.choice[0] == '\0') {
      continue;
    }
    cli_action_text(session->game, session->seen, session->actions[i], action);
    mr_str_format(&play->cli->out, "%s '%s'", count++ == 0 ? "Without a square:" : ",", action);
    if (!cli_same_word(action, form.choice)) {
      mr_str_format(&play->cli->out, " (%s)", form.choice);
    }
  }
  if (count > 0) {
    say(play, ".\n");
  }
}

static int run_help(cli_play *play, const char *argument);

static int run_moves(cli_play *play, const char *argument) {
  play_pick pick = {0};
  if (*argument == '\0') {
    play_list(play, &pick);
    return CLI_OK;
  }
  return play_preview(play, argument);
}

static int run_hint(cli_play *play, const char *argument) {
  (void)argument;
  cli_session *session = &play->session;
  int status = cli_session_think(session, play->player, cli_narrate_progress, session);
  cli_status_clear(play->cli);
  if (status != CLI_OK || cli_signal() != 0) {
    return status;
  }
  char text[MR_ACTION_TEXT_MAX];
  char comment[CLI_COMMENT_MAX];
  const mr_session_analysis *analysis = mr_session_last_analysis(session->core);
  cli_action_text(session->game, analysis->observation, analysis->result.action, text);
  mr_str_format(&play->cli->out, "I would play %s. ", text);
  cli_wrap(&play->cli->out, cli_comment_on(&analysis->result, comment, sizeof comment),
           strlen(text) + strlen("I would play . "), 4, play->cli->style.width);
  return CLI_OK;
}

/* What the computer thought of its own secrets is none of the player's business. */
static int run_why(cli_play *play, const char *argument) {
  (void)argument;
  cli_session *session = &play->session;
  const mr_session_analysis *analysis = mr_session_last_analysis(session->core);
  if (analysis != NULL && !mr_player_same(analysis->player, play_viewer(play)) &&
      mr_session_has_secret(session->core, analysis->player)) {
    say(play, "What the computer thought is not to be known yet.\n");
  } else {
    cli_narrate_analysis(session);
  }
  return CLI_OK;
}

static int run_board(cli_play *play, const char *argument) {
  (void)argument;
  play->drawn = false;
  return play_draw(play);
}

/* ---- files: a mistake in a name ends the command, not the game ------------------------------- */

static int run_save(cli_play *play, const char *argument) {
  if (play_is_file(play, argument)) {
    play_save(play, *argument == '\0' ? NULL : argument);
  }
  return CLI_OK;
}

static int run_resume(cli_play *play, const char *argument) {
  cli_session session;
  if (*argument == '\0') {
    say(play, "resume needs the name of a file\n");
    return CLI_OK;
  }
  if (!play_is_file(play, argument)) {
    return CLI_OK;
  }
  const char *path = mr_arena_copy(&play->cli->arena, argument, strlen(argument));
  if (path == NULL) {
    return cli_fail_memory(play->cli);
  }
  const play_options nothing = {0};
  if (play_load(play->cli, path, &nothing, &session) != CLI_OK) {
    return CLI_OK;
  }
  bool overwritten = false;
  if (!play_leave_for(play, path, &overwritten)) {
    cli_session_close(&session);
    return CLI_OK;
  }
  cli_session_close(&play->session);
  play->session = session;
  play->eyes = MR_NOBODY;
  play->cli->window = (cli_window){0};
  play->loaded = overwritten ? NULL : path;
  play->was_saved = !overwritten;
  play->saved = mr_session_revision(session.core);
  play->drawn = false;
  play->told_end = false;
  play_unpick(play);
  mr_str_format(&play->cli->out, "Resumed %s.\n", path);
  return CLI_OK;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static int run_level(cli_play *play, const char *argument) {
  uint64_t level = 0;
  if (!cli_read_number(argument, MR_LEVEL_MIN, MR_LEVEL_MAX, &level)) {
    if (*argument != '\0') {
      mr_str_format(&play->cli->out, "There is no level '%s'; there are %d to %d:\n", argument,
                    MR_LEVEL_MIN, MR_LEVEL_MAX);
    }
    for (unsigned i = MR_LEVEL_MIN; i <= MR_LEVEL_MAX; i++) {
      mr_str_format(&play->cli->out, "  %s%s\n", mr_level_text(i),
                    i == mr_session_seat_of(play->session.core, play->player)->level ? " (now)"
                                                                                     : "");
    }
    say(play, "Type 'level' and a number.\n");
    return CLI_OK;
  }
  for (uint8_t i = 0; i < play->session.game->info.players; i++) {
    mr_session_seat seat = *mr_session_seat_of(play->session.core, (mr_player){i});
    seat.level = (unsigned)level;
    mr_session_sit(play->session.core, (mr_player){i}, &seat);
  }
  mr_str_format(&play->cli->out, "Level %s.\n", mr_level_text((unsigned)level));
  return CLI_OK;
}

static int run_rules(cli_play *play, const char *argument) {
  (void)argument;
  mr_arena arena;
  mr_doc doc;
  mr_error error;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  int status = CLI_OK;
  if (mr_game_page(play->session.game, &doc, &error) == MR_OK) {
    mr_paint_doc_text(play->session.game, &doc, &play->cli->style, &play->cli->out);
  } else {
    status = cli_fail_error(play->cli, &error);
  }
  mr_arena_done(&arena);
  return status;
}

static int run_resign(cli_play *play, const char *argument) {
  (void)argument;
  mr_error error;
  mr_status status = mr_session_resign(play->session.core, play->player, &error);
  if (status == MR_ERR_UNSUPPORTED) {
    say(play, "There is nobody to resign to in this game.\n");
  }
  return status == MR_OK || status == MR_ERR_UNSUPPORTED ? CLI_OK
                                                         : cli_fail_error(play->cli, &error);
}

static int run_new(cli_play *play, const char *argument) {
  (void)argument;
  return play_again(play);
}

static int run_quit(cli_play *play, const char *argument) {
  (void)argument;
  play->leaving = true;
  return CLI_OK;
}

/* A command for the sake of 'help': while pieces are to be set up the action is not legal yet. */
static int run_commit(cli_play *play, const char *argument) {
  static const char word[] = "commit";
  mr_action action = MR_ACTION_NONE;
  mr_error error = {0};
  (void)argument;
  if (!play_sets_up(play) && mr_game_parse_action(play->session.game, play->session.seen, word,
                                                  strlen(word), &action, &error) == MR_ERR_SYNTAX) {
    say(play, "There is nothing to set up now.\n");
    return CLI_OK;
  }
  return play_act(play, word);
}

/* ---- the table of commands ------------------------------------------------------------------- */

static bool has_turns(const cli_play *play) {
  return mr_game_can(play->session.game, MR_CAN_MULTI);
}

static bool has_map(const cli_play *play) {
  return cli_is_large(play->session.game);
}

static const play_command commands[] = {
    {"help", "?", "", "show this", true, false, NULL, run_help},
    {"moves", "m", "[PIECE|SQUARE]", "list the legal actions; d4? does it for d4", false, false,
     NULL, run_moves},
    {"orders", "", "[SQUARE]", "who commands whom, and the orders left", false, false, has_turns,
     play_orders},
    {"place", "", "PIECE SQUARE", "set up a piece; SQUARE PIECE does it, too", false, false,
     play_sets_up, play_place},
    {"remove", "", "SQUARE", "take a piece back that you have set up", false, false, play_sets_up,
     play_remove},
    {"move", "", "SQUARE SQUARE", "move a piece, also one that you set up", false, false,
     play_sets_up, play_move},
    {"auto", "", "", "let the computer set up the rest for you", false, false, play_sets_up,
     play_auto},
    {"deploy", "", "FILE", "set up as a map in a file says", false, false, play_sets_up,
     play_deploy},
    {"commit", "", "", "end the set-up, once all stands", false, true, play_sets_up, run_commit},
    {"hint", "", "", "ask the computer what it would play", false, false, NULL, run_hint},
    {"why", "", "", "all that the computer thought last", true, false, NULL, run_why},
    {"undo", "u", "[N|turn]", "take back the last; from the N-th on; the turn", true, false, NULL,
     play_undo},
    {"board", "b", "", "draw the board again", true, false, NULL, run_board},
    {"go", "", "SQUARE", "show the part of the board round a square", true, false, has_map,
     play_go},
    {"scroll", "", "DIRECTION [N]", "left, right, up, down: show another part", true, false,
     has_map, play_scroll},
    {"map", "", "", "the whole board on one screen", true, false, has_map, play_overview},
    {"regions", "", "[NAME|on|off]", "list the regions of the board, draw one", true, false, NULL,
     play_regions},
    {"level", "", "[N]", "change how strong the computer is, 1 to 8", true, false, NULL, run_level},
    {"rules", "", "", "read the rules", true, false, NULL, run_rules},
    {"save", "", "[FILE]", "write the game to a file", true, false, NULL, run_save},
    {"resume", "", "FILE", "go on with a saved game", true, false, NULL, run_resume},
    {"new", "", "", "begin another game", true, true, NULL, run_new},
    {"resign", "", "", "give up", false, true, NULL, run_resign},
    {"quit", "q", "", "save and leave", true, true, NULL, run_quit},
};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

/* An example of an action, in the notation of the game. */
static void add_sample(cli_play *play) {
  const cli_session *session = &play->session;
  mr_form form;
  char action[MR_ACTION_TEXT_MAX];
  char first[MR_ACTION_TEXT_MAX];
  if (play->legal == 0 || mr_session_node(session->core).kind != MR_NODE_DECISION) {
    return;
  }
  mr_game_form(session->game, session->seen, session->actions[0], &form);
  cli_action_text(session->game, session->seen, session->actions[0], action);
  char buffer[400];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_str_format(&text, "Type an action, such as %s", action);
  if (form.kind == MR_FORM_PLACE) {
    mr_str_format(&text, ". Or a piece of your hand, such as %s, to see where it can go",
                  cli_piece_text(session->game, form.piece, first));
  } else if (form.from.id != MR_NOWHERE_ID) {
    mr_str_format(&text, ". Or a square, such as %s, to see where its piece can go",
                  cli_cell_text(session->game, form.from, first));
  }
  mr_str_char(&text, '.');
  cli_wrap(&play->cli->out, buffer, 0, 0, play->cli->style.width);
}

static int run_help(cli_play *play, const char *argument) {
  (void)argument;
  add_sample(play);
  if (has_turns(play)) {
    say(play, "A turn has several: '; ' between them enters them in one line, all or none.\n");
    add_buttons(play);
  }
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    const play_command *command = &commands[i];
    if (command->fits != NULL && !command->fits(play)) {
      continue;
    }
    char usage[40];
    mr_str text;
    mr_str_fixed(&text, usage, sizeof usage);
    mr_str_format(&text, "%s%s%s%s%s", command->name, command->short_name[0] == '\0' ? "" : ", ",
                  command->short_name, command->arguments[0] == '\0' ? "" : " ",
                  command->arguments);
    mr_str_format(&play->cli->out, "  %-26s%s\n", usage, command->help);
  }
  return CLI_OK;
}

const play_command *play_find_command(const char *name, bool alone) {
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    const play_command *command = &commands[i];
    bool shortened = command->short_name[0] != '\0' && strcmp(command->short_name, name) == 0;
    if (cli_same_word(command->name, name) ||
        (shortened && (alone || command->arguments[0] != '\0'))) {
      return command;
    }
  }
  return NULL;
}

int play_run_command(cli_play *play, const play_command *command, const char *argument) {
  /* Whoever asks for help gets it, whatever they ask about. */
  if (command->arguments[0] == '\0' && *argument != '\0' && command->run != run_help) {
    mr_str_format(&play->cli->out, "%s takes nothing after it, not '%s'. Nothing was done.\n",
                  command->name, argument);
    return CLI_OK;
  }
  return command->run(play, argument);
}

const play_command *play_complete_command(const char *word) {
  const play_command *found = NULL;
  for (size_t i = 0; i < COMMAND_COUNT && strlen(word) >= 2; i++) {
    if (!commands[i].whole && cli_begins_with(commands[i].name, word)) {
      if (found != NULL) {
        return NULL;
      }
      found = &commands[i];
    }
  }
  return found;
}

const char *play_nearest_command(const char *word) {
  const char *names[COMMAND_COUNT];
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    names[i] = commands[i].name;
  }
  return mr_nearest(word, names, COMMAND_COUNT);
}
