#include "cli/play/play.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/play/narrate.h"

static const cli_argument arguments[] = {
    {.name = "GAME",
     .optional = true,
     .help = "a name that 'marcher games' lists; not with --resume",
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
    {.name = "resume",
     .value = "FILE",
     .type = CLI_TEXT,
     .offset = offsetof(play_options, resume),
     .help = "go on with a saved game"},
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

/* ---- drawing and moving ---------------------------------------------------------------------- */

mr_player play_viewer(const cli_play *play) {
  const cli_session *session = &play->session;
  mr_player deciding = mr_session_node(session->core).player;
  if (cli_count_persons(session) > 1) {
    return cli_is_person(session, deciding) ? deciding : MR_NOBODY;
  }
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    if (cli_is_person(session, (mr_player){i})) {
      return (mr_player){i};
    }
  }
  return MR_NOBODY;
}

int play_draw(cli_play *play) {
  if (play->drawn) {
    return CLI_OK;
  }
  play->drawn = true;
  play->eyes = play_viewer(play);
  mr_str turn;
  mr_str_init(&turn, NULL);
  play_add_turn(play, &turn);
  int status = cli_narrate_board(&play->session, play->eyes, play->regions, &turn, play_how(play));
  mr_str_done(&turn);
  return status;
}

void play_redraw(cli_play *play) {
  play_unpick(play);
  play->drawn = false;
  play->told_end = false;
}

void play_look_at(cli_play *play, const mr_state *state) {
  cli_session *session = &play->session;
  mr_game_observe(session->game, state, play->player, session->seen);
  play->legal = mr_game_actions(session->game, session->seen, session->actions);
}

/* Makes an action and tells of it; of the actions of a computer's turn when it is over. */
static int advance(cli_play *play, mr_action action, const char *comment) {
  cli_session *session = &play->session;
  session->viewer = play_viewer(play);
  int status = cli_session_make(session, action, comment);
  play->drawn = false;
  if (status != CLI_OK) {
    return status;
  }
  size_t last = mr_session_count(session->core) - 1;
  return mr_session_move_at(session->core, last)->person ? cli_narrate_action(session)
                                                         : cli_narrate_by_turns(session);
}

int play_make(cli_play *play, mr_action action) {
  play_unpick(play);
  return advance(play, action, NULL);
}

/* ---- the turns ------------------------------------------------------------------------------- */

static int turn_of_chance(cli_play *play) {
  return advance(play, mr_session_dice(play->session.core), NULL);
}

static int turn_of_computer(cli_play *play, mr_player player) {
  cli_session *session = &play->session;
  char comment[CLI_COMMENT_MAX];
  cli_status(play->cli, "%s is thinking ...", cli_player_name(session->game, player));
  int status = cli_session_think(session, player, cli_narrate_progress, session);
  cli_status_clear(play->cli);
  if (status != CLI_OK || cli_signal() != 0) {
    return status;
  }
  cli_analysis_comment(session, comment, sizeof comment);
  return advance(play, mr_session_last_analysis(session->core)->result.action, comment);
}

/* A button that is the only thing left is pressed for a player who has not begun the turn. */
static bool is_forced(const cli_play *play, mr_action *out) {
  const cli_session *session = &play->session;
  mr_form form;
  *out = session->actions[0];
  mr_game_form(session->game, session->seen, *out, &form);
  return play->legal == 1 && form.kind == MR_FORM_BUTTON &&
         mr_session_turn_start(session->core) == mr_session_count(session->core);
}

static void add_prompt(cli_play *play, bool over) {
  mr_str *out = &play->cli->out;
  if (over) {
    mr_str_add(out, "over> ");
    return;
  }
  mr_str_add(out, cli_player_name(play->session.game, play->player));
  if (play->pick.label[0] != '\0') {
    mr_str_format(out, " %s", play->pick.label);
  }
  mr_str_add(out, "> ");
}

/* Reads a line and does what it says. */
static int turn_of_line(cli_play *play, bool over) {
  char line[CLI_LINE_MAX + 1];
  add_prompt(play, over);
  cli_flush(play->cli);
  switch (cli_read_line(&play->cli->input, line)) {
  case CLI_GOT_LINE:
    break;
  case CLI_GOT_LONG:
    mr_str_add(&play->cli->out, "That line is too long.\n");
    return CLI_OK;
  case CLI_GOT_END:
  case CLI_GOT_SIGNAL:
  case CLI_GOT_TIME:
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

static int turn_of_human(cli_play *play, mr_player player) {
  cli_session *session = &play->session;
  mr_action action = MR_ACTION_NONE;
  play->player = player;
  int status = play_hand_over(play, player);
  if (status != CLI_OK || play->leaving) {
    return status;
  }
  play_look_at(play, mr_session_state(session->core));
  if (is_forced(play, &action)) {
    mr_str_format(&play->cli->out, "%s has no choice.\n", cli_player_name(session->game, player));
    return play_make(play, action);
  }
  status = play_draw(play);
  return status == CLI_OK ? turn_of_line(play, false) : status;
}

static int turn_of_nobody(cli_play *play) {
  int status = CLI_OK;
  play->legal = 0;
  if (!play->told_end) {
    play->told_end = true;
    status = play_draw(play);
    cli_narrate_end(&play->session);
  }
  if (cli_count_persons(&play->session) == 0) {
    play->leaving = true;
    return status;
  }
  return status == CLI_OK ? turn_of_line(play, true) : status;
}

static int turn(cli_play *play) {
  mr_node node = mr_session_node(play->session.core);
  switch (node.kind) {
  case MR_NODE_CHANCE:
    return turn_of_chance(play);
  case MR_NODE_TERMINAL:
    return turn_of_nobody(play);
  case MR_NODE_DECISION:
    break;
  }
  return cli_is_person(&play->session, node.player) ? turn_of_human(play, node.player)
                                                    : turn_of_computer(play, node.player);
}

/* Plays until the player leaves. @param saved gets the exit status of saving the game */
static int run_turns(cli_play *play, int *saved) {
  int status = CLI_OK;
  while (status == CLI_OK && !play->leaving && cli_signal() == 0) {
    status = turn(play);
    cli_flush(play->cli);
  }
  cli_narrate_rest(&play->session);
  *saved = play_save_on_leaving(play, !play->ended && cli_signal() == 0);
  return status;
}

static int run_game(cli_play *play) {
  int saved = CLI_OK;
  cli_narrate_start(&play->session);
  if (cli_count_persons(&play->session) > 0) {
    mr_str_add(&play->cli->out, "Type 'help' to see what you can do.\n");
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

int play_again(cli_play *play) {
  cli_context *cli = play->cli;
  if (!play_leave_game(play)) {
    return CLI_OK;
  }
  uint64_t seed =
      cli->global.seed.given ? mr_session_seed(play->session.core) + 1 : cli_fresh_seed();
  int status = cli_session_start(&play->session, seed & CLI_SEED_MAX, NULL);
  play_redraw(play);
  play->eyes = MR_NOBODY;
  cli->window = (cli_window){0};
  mr_str_format(&cli->out, "A new game, seed %llu.\n",
                (unsigned long long)mr_session_seed(play->session.core));
  return status;
}

/* ---- setting up ------------------------------------------------------------------------------ */

static int choose_side(cli_session *session, const char *side) {
  mr_player player = {0};
  bool all = side != NULL && (strcmp(side, "both") == 0 || strcmp(side, "all") == 0);
  bool none = side != NULL && strcmp(side, "none") == 0;
  if (side != NULL && !all && !none && !cli_find_player(session->game, side, &player)) {
    char buffer[200];
    mr_str list;
    mr_str_fixed(&list, buffer, sizeof buffer);
    cli_player_list(session->game, ", ", &list);
    return cli_usage(session->cli, "--side needs one of %s, both, none, not '%s'", buffer, side);
  }
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    cli_set_sitter(session, (mr_player){i},
                   all || (!none && i == player.id) ? MR_SESSION_PERSON : MR_SESSION_ENGINE);
  }
  return CLI_OK;
}

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
  uint64_t seed = cli->global.seed.given ? cli->global.seed.value : cli_fresh_seed();
  status = choose_side(&play->session, choice->side);
  if (status == CLI_OK) {
    status = cli_session_start(&play->session, seed, choice->state);
  }
  return status == CLI_OK ? cli_seats_read(&play->session, &choice->seats) : status;
}

int play_load(cli_context *cli, const char *path, const play_options *choice, cli_session *out) {
  int status = cli_session_load(cli, path, 1, out);
  if (status != CLI_OK) {
    return status;
  }
  if (choice->side != NULL || cli_count_persons(out) == 0) {
    status = choose_side(out, choice->side);
  }
  if (status == CLI_OK) {
    status = cli_seats_read(out, &choice->seats);
  }
  if (status != CLI_OK) {
    cli_session_close(out);
  }
  return status;
}

static int open_saved(cli_play *play, const play_options *choice) {
  int status = play_load(play->cli, choice->resume, choice, &play->session);
  play->loaded = choice->resume;
  if (status == CLI_OK) {
    play->was_saved = true;
    play->saved = mr_session_revision(play->session.core);
  }
  return status;
}

static int check_options(cli_context *cli, const play_options *choice) {
  if (cli->global.json) {
    return cli_usage(cli, "it talks to people; for programs there are 'moves' and 'watch --json'");
  }
  if (choice->save != NULL && strcmp(choice->save, "-") == 0) {
    return cli_usage(cli, "--save needs the name of a file, not '-'");
  }
  if (choice->resume == NULL) {
    return choice->game != NULL ? CLI_OK : cli_usage(cli, "GAME is missing");
  }
  if (choice->game != NULL || choice->state != NULL || cli->global.seed.given ||
      cli->override_count > 0) {
    return cli_usage(cli,
                     "--resume takes the game, its keys, its start and its seed from the file");
  }
  return CLI_OK;
}

static int run_play(cli_context *cli, const void *values) {
  const play_options *choice = values;
  cli_play play = {.cli = cli, .save = choice->save, .eyes = MR_NOBODY};
  cli->window = (cli_window){0};
  int status = check_options(cli, choice);
  if (status != CLI_OK) {
    return status;
  }
  cli_signals_catch();
  status = choice->resume != NULL ? open_saved(&play, choice) : open_new(&play, choice);
  if (status == CLI_OK) {
    status = run_game(&play);
  }
  cli_session_close(&play.session);
  return status;
}

const cli_command cmd_play = {
    .name = "play",
    .summary = "play a game against the computer, or against a friend",
    .about =
        "Plays a game in the terminal. Type an action as it is written, or a piece to see where it "
        "can go and then a square; 'help' lists the rest: hint, undo, why, level, save and so on. "
        "The computer says what it plays, what it expects, and why.\n\n"
        "The dice are rolled by the program. The seed, which is printed, and the number of actions "
        "made before decide each roll: taking an action back and making it again meets the same "
        "dice.\n\n"
        "Leaving saves the game, also by Ctrl-C or at the end of the input, and prints where.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(play_options),
    .run = run_play,
};
