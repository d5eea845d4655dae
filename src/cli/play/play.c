#include "cli/play/play.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/play/narrate.h"
#include "cli/saved.h"

static const cli_argument arguments[] = {
    {.name = "GAME",
     .optional = true,
     .help = "a name that 'marcher games' lists, or a file that defines one game; not with "
             "--resume",
     .offset = offsetof(play_options, game)},
    {.name = NULL},
};

static const cli_option options[] = {
    {.name = "side",
     .value = "SIDE",
     .type = CLI_TEXT,
     .offset = offsetof(play_options, side),
     .help = "who you are: a player's name or number, 'both' for two people, 'none' to look on; "
             "without it the first player"},
    CLI_SEAT_OPTIONS(play_options),
    {.name = "state",
     .value = "TEXT",
     .type = CLI_TEXT,
     .offset = offsetof(play_options, state),
     .help = "begin from this position"},
    CLI_OPTION("no-board", CLI_FLAG, play_options, no_board,
               .help = "draw no board; 'pieces' tells in words what stands and is in hands"),
    CLI_OPTION("salvage", CLI_FLAG, play_options, salvage,
               .help = "go on with what can be kept of a damaged saved game, in a file of its own"),
    {.name = "resume",
     .value = "FILE",
     .type = CLI_TEXT,
     .offset = offsetof(play_options, resume),
     .help = "go on with a saved game; its name alone will do where it was saved by itself, and "
             "'last' is the newest of those"},
    {.name = "save",
     .value = "FILE",
     .type = CLI_TEXT,
     .offset = offsetof(play_options, save),
     .help = "where the game is saved when you leave; without it, under the name that is then "
             "printed"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"play borderline", "against the computer, with the first move"},
    {"play borderline --side blue --level 7", "against a stronger one, with the second"},
    {"play borderline --side both", "two people at one keyboard"},
    {"play --resume game.mrec", "go on where you left"},
    {NULL, NULL},
};

/* ---- the turns ------------------------------------------------------------------------------- */

static int turn_of_computer(cli_play *play, mr_player player) {
  cli_session *session = &play->session;
  char comment[CLI_COMMENT_MAX];
  cli_status(play->cli, "%s is thinking ...", cli_player_name(session->game, player));
  int status = cli_session_think(session, player, cli_narrate_progress, session);
  cli_status_clear(play->cli);
  if (status != CLI_OK || cli_signal() != 0) {
    return status;
  }
  if (cli_break_taken()) {
    mr_str_format(&play->cli->out, "%s stops thinking and plays the best so far.\n",
                  cli_player_name(session->game, player));
  }
  cli_analysis_comment(session, comment, sizeof comment);
  return play_make(play, mr_session_last_analysis(session->core)->result.action, comment);
}

/* Reads a line and does what it says. */
static int turn_of_line(cli_play *play, bool over) {
  char line[CLI_LINE_MAX + 1];
  char prompt[2 * MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(prompt, sizeof prompt);
  if (over) {
    mr_str_add(&text, "over> ");
  } else {
    mr_str_format(&text, "%s%s%s> ", cli_player_name(play->session.game, play->player),
                  play->pick.label[0] != '\0' ? " " : "", play->pick.label);
  }
  switch (play_ask(play, prompt, line)) {
  case CLI_GOT_LINE:
    cli_breaks_forget();
    break;
  case CLI_GOT_BREAK:
    return CLI_OK;
  case CLI_GOT_LONG:
    mr_str_add(&play->cli->out, "That line is too long.\n");
    return CLI_OK;
  case CLI_GOT_END:
  case CLI_GOT_SIGNAL:
  case CLI_GOT_TIME:
  case CLI_GOT_WINDOW:
    mr_str_char(&play->cli->out, '\n');
    play->leaving = true;
    play->ended = true;
    return CLI_OK;
  }
  if (!play->cli->in_tty) {
    mr_str_format(&play->cli->out, "%s\n", line);
  }
  return play_line(play, line);
}

/*
 * Where there is no choice: on a terminal nothing is done for the player before the board has been
 * seen; then it goes on by itself, until there is a choice again.
 */
static int turn_without_choice(cli_play *play, mr_player player) {
  cli_session *session = &play->session;
  char line[CLI_LINE_MAX + 1];
  char action[MR_ACTION_TEXT_MAX];
  char prompt[128];
  mr_form form;
  mr_game_form(session->game, session->seen, session->actions[0], &form);
  cli_action_text(session->game, session->seen, session->actions[0], action);
  if (play->cli->in_tty && play->cli->out_tty && !play->halted) {
    int status = play_draw(play);
    mr_str text = mr_str_fixed(prompt, sizeof prompt);
    mr_str_format(&text, "%s can only play '%s'%s%s%s; enter does it> ",
                  cli_player_name(session->game, player), action,
                  form.choice[0] != '\0' ? " (" : "", form.choice,
                  form.choice[0] != '\0' ? ")" : "");
    cli_got got = status == CLI_OK ? play_ask(play, prompt, line) : CLI_GOT_BREAK;
    if (got == CLI_GOT_END || got == CLI_GOT_SIGNAL) {
      mr_str_char(&play->cli->out, '\n');
      play->leaving = play->ended = true;
    }
    if (got == CLI_GOT_LINE) {
      cli_breaks_forget();
    }
    if (got != CLI_GOT_LINE || status != CLI_OK) {
      return status;
    }
    if (*line != '\0') {
      return play_line(play, line);
    }
    play->halted = true;
  }
  mr_str_format(&play->cli->out, "%s has no choice.\n", cli_player_name(session->game, player));
  return play_make(play, session->actions[0], NULL);
}

static int turn_of_human(cli_play *play, mr_player player) {
  cli_session *session = &play->session;
  play->player = player;
  int status = play_hand_over(play, player);
  if (status != CLI_OK || play->leaving) {
    return status;
  }
  play_look_at(play, mr_session_state(session->core));
  if (play_is_forced(play)) {
    return turn_without_choice(play, player);
  }
  play->halted = false;
  status = play_draw(play);
  return status == CLI_OK ? turn_of_line(play, false) : status;
}

static int turn_of_nobody(cli_play *play) {
  play->legal = 0;
  int status = play_draw(play);
  if (cli_count_persons(&play->session) == 0) {
    play->leaving = true;
    return status;
  }
  return status == CLI_OK ? turn_of_line(play, true) : status;
}

/* Plays until the player leaves. @param saved gets the exit status of saving the game */
static int run_turns(cli_play *play, int *saved) {
  int status = CLI_OK;
  while (status == CLI_OK && !play->leaving && cli_signal() == 0) {
    mr_node node = mr_session_node(play->session.core);
    if (node.kind == MR_NODE_CHANCE) {
      status = play_make(play, mr_session_dice(play->session.core), NULL);
    } else if (node.kind == MR_NODE_TERMINAL) {
      status = turn_of_nobody(play);
    } else {
      bool person = cli_is_person(&play->session, node.player);
      status = person ? turn_of_human(play, node.player) : turn_of_computer(play, node.player);
    }
    cli_flush(play->cli);
  }
  cli_narrate_rest(&play->session);
  *saved = play_save_on_leaving(play);
  return status;
}

static int run_game(cli_play *play) {
  int saved = CLI_OK;
  cli_narrate_start(&play->session);
  if (cli_count_persons(&play->session) == 0) {
    cli_breaks_end(); /* there is no prompt to come back to */
  }
  if (play->cli->style.height == 0 || cli_count_persons(&play->session) == 0) {
    play->introduced =
        true; /* on a terminal it is told below the first board, where the eyes are */
    play_introduce(play, &play->cli->out);
  }
  int status = run_turns(play, &saved);
  bool may_stay = status == CLI_OK && play->cli->in_tty && !play->ended && cli_signal() == 0;
  if (may_stay && play_is_lost(play, saved)) {
    mr_str_add(&play->cli->out, "This game would be lost: 'save FILE' keeps it, 'quit' once more "
                                "lets it go.\n");
    play->leaving = false;
    status = run_turns(play, &saved);
  }
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == CLI_OK ? saved : status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int open_new(cli_play *play, const play_options *choice) {
  cli_context *cli = play->cli;
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  int status = cli_session_open(cli, game, cli->overrides, cli->override_count, &play->session);
  if (status != CLI_OK) {
    return status;
  }
  uint64_t seed = cli->global.seed.given ? cli->global.seed.value : cli_fresh_seed(game);
  status = cli_choose_side(&play->session, choice->side);
  if (status == CLI_OK) {
    status = cli_session_start(&play->session, seed, choice->state);
  }
  return status == CLI_OK ? cli_seats_read(&play->session, &choice->seats) : status;
}

static int run_play(cli_context *cli, const void *values) {
  const play_options *choice = values;
  cli_play play = {.cli = cli,
                   .save = choice->save,
                   .campaign = choice->campaign,
                   .no_board = choice->no_board,
                   .eyes = MR_NOBODY,
                   .next = MR_NOWHERE};
  cli->window = (cli_window){0};
  cli->flipped = false;
  bool resumed = choice->resume != NULL;
  if (cli->global.json) {
    return cli_usage(cli, "it talks to people; for programs there are 'moves' and 'watch --json'");
  }
  if (choice->save != NULL && strcmp(choice->save, "-") == 0) {
    return cli_usage(cli, "--save needs the name of a file, not '-'");
  }
  if (!resumed && choice->game == NULL && cli->in_tty && cli->out_tty) {
    return cli_lobby(cli);
  }
  if (!resumed && choice->game == NULL) {
    return cli_usage(cli, "GAME is missing, as in 'marcher play borderline'");
  }
  if (resumed && (choice->game != NULL || choice->state != NULL || cli->global.seed.given ||
                  cli->override_count > 0)) {
    return cli_usage(cli,
                     "--resume takes the game, its keys, its start and its seed from the file");
  }
  if (choice->salvage && !resumed) {
    return cli_usage(cli, "--salvage is about the record of --resume");
  }
  int status = CLI_OK;
  cli_signals_catch();
  if (cli->in_tty && cli->out_tty) {
    cli_breaks_begin();
  }
  if (!resumed) {
    status = open_new(&play, choice);
  } else {
    play.loaded = cli_saved_find(cli, choice->resume);
    status = play_load(cli, play.loaded, choice, &play.session);
    /* What was salvaged goes to a file of its own: the damaged one may hold more for other eyes. */
    play.loaded = choice->salvage ? NULL : play.loaded;
    play.was_saved = status == CLI_OK && !choice->salvage;
    play.saved = play.was_saved ? mr_session_revision(play.session.core) : 0;
  }
  if (status == CLI_OK) {
    status = run_game(&play);
  }
  cli_session_close(&play.session);
  cli_breaks_end();
  return status;
}

const cli_command cmd_play = {
    .name = "play",
    .summary = "play a game against the computer, or against a friend",
    .about =
        "Plays a game in the terminal. Type an action as it is written, or a piece to see where it "
        "can go and then a square; 'what' and a square or a piece says what it is, 'help' lists "
        "the "
        "rest: hint, do, undo, why, rules, save and so on. "
        "The computer says what it plays, what it expects, and why.\n\n"
        "The dice are rolled by the program. The seed, which is printed, and the number of actions "
        "made before decide each roll: taking an action back and making it again meets the same "
        "dice.\n\n"
        "On a terminal lines can be edited and completed. Ctrl-C drops a line or stops the "
        "computer's thinking; two in a row leave.\n\n"
        "Leaving saves the game, also by Ctrl-C or at the end of the input, and prints where.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(play_options),
    .run = run_play,
};
