/*
 * What a line at the prompt does: the table of commands, and lines that are none.
 */
#include <string.h>

#include "base/text.h"
#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

/* ---- looking --------------------------------------------------------------------------------- */

/* Why nothing may be placed on a square, where placing is what there is to do. */
static bool add_placing(const cli_play *play, const char *square, mr_str *out) {
  char wish[2 * MR_ACTION_TEXT_MAX];
  const play_pick nothing = {0};
  mr_error why = {0};
  if (play->legal == 0 || !play_places(play, play->session.actions[0]) ||
      !play_find_reason(play, &nothing, square, wish, &why)) {
    return false;
  }
  mr_str_format(out, "%s is illegal: %s.", wish, why.message);
  return true;
}

/*
 * "There is nothing to be done with e2 now", and why, where one reason holds for an own piece,
 * wherever it would go.
 */
static void add_idle(const cli_play *play, const mr_view *view, const mr_view_cell *cell,
                     const char *word, mr_str *out) {
  mr_error why = {0};
  bool own = cell != NULL && cell->piece != 0 &&
             mr_player_same(view->pieces[cell->piece - 1].owner, play->player);
  if (cell != NULL && cell->piece == 0) {
    mr_str_add(out, "Nothing can go there now.");
  } else if (own && play_find_reason_to_stay(play, view, cell, &why)) {
    mr_str_format(out, "There is nothing to be done with it now: %s.", why.message);
  } else {
    mr_str_format(out, "There is nothing to be done with %s now.", word);
  }
}

/* Says why a square or a piece that is to be seen has nothing to do. @return false: none is */
static bool explain_idle(cli_play *play, const char *word) {
  const mr_view_cell *cell = NULL;
  mr_arena arena;
  mr_view view;
  mr_error error;
  bool found = false;
  if (play_view(play, play->player, &arena, &view, &error) == MR_OK) {
    cell = play_find_cell(play, &view, word);
    found = cell != NULL || play_find_label(play, &view, word).id != MR_NO_PIECE.id;
  }
  if (found) {
    mr_str text = cli_text();
    if (cell != NULL) {
      mr_str_format(&text, "%s: ", word);
      mr_guide_stands(play->session.game, &view, cell, &text);
      mr_str_add(&text, ". ");
    }
    if (cell == NULL || !add_placing(play, word, &text)) {
      add_idle(play, &view, cell, word, &text);
      mr_guide_command(play->session.game, &view, cell, &text);
      play_add_reach(play, &view, cell, &text);
    }
    cli_paragraph(play->cli, &text, 0, 2);
  }
  mr_arena_done(&arena);
  return found;
}

/* What a word names of a kind: all of its name, or the words with which it and others begin, as
   "leader" does that of leaders of any level. */
static size_t named_length(const mr_view_piece *kind, const char *word) {
  size_t length = strlen(word);
  bool begins = mr_text_begins_nocase(kind->name, word) && kind->name[length] == ' ';
  return begins && strcmp(kind->label, word) != 0 ? length : strlen(kind->name) + 1;
}

/*
 * Lists the actions of all pieces of a kind in session.fitting, from the board and from the hand.
 * @return their number
 */
static size_t find_kind(cli_play *play, mr_view *view, const mr_view_piece *kind,
                        const char *word) {
  cli_session *session = &play->session;
  size_t count = 0, length = named_length(kind, word);
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    const mr_view_cell *from = form.from.id == MR_NOWHERE_ID ? NULL : mr_view_find(view, form.from);
    bool same = from != NULL && from->piece != 0 &&
                strncmp(view->pieces[from->piece - 1].name, kind->name, length) == 0;
    for (size_t k = 0; k < view->piece_count && form.kind == MR_FORM_PLACE && !same; k++) {
      same = view->pieces[k].piece.id == form.piece.id &&
             strncmp(view->pieces[k].name, kind->name, length) == 0;
    }
    if (same) {
      session->fitting[count++] = session->actions[i];
    }
  }
  return count;
}

/* Shows what all pieces of a kind can do. @return false: no kind is called so */
static bool preview_kind(cli_play *play, const char *word, int *status) {
  mr_arena arena;
  mr_view view;
  mr_error error;
  const mr_view_piece *kind = NULL;
  if (play_view(play, play->player, &arena, &view, &error) == MR_OK &&
      play_find_cell(play, &view, word) == NULL) {
    kind = mr_guide_find(&view, word);
  }
  size_t count = kind != NULL ? find_kind(play, &view, kind, word) : 0;
  int length = kind != NULL ? (int)named_length(kind, word) : 0;
  if (count > 0) {
    mr_str_format(&play->cli->out, "%.*s:\n", length, kind->name);
    *status = play_draw_fitting(play, count, MR_NOWHERE, 4);
    play_list_fitting(play, count);
  } else if (kind != NULL) {
    mr_str_format(&play->cli->out, "%s has no %.*s that can act now.\n",
                  cli_player_name(play->session.game, play->player), length, kind->name);
  }
  mr_arena_done(&arena);
  return kind != NULL;
}

/* Shows where a piece or what stands on a square can go. */
static int preview(cli_play *play, const char *word) {
  play_pick pick = {0};
  int status = CLI_OK;
  if (preview_kind(play, word, &status)) {
    return status;
  }
  if (!play_pick_word(play, &pick, word)) {
    if (!explain_idle(play, word)) {
      cli_say(
          play->cli,
          "Nothing here is called '%s'. 'moves' and '?' take a square, or a piece or its letter.",
          word);
    }
    return CLI_OK;
  }
  const mr_pick *pressed = &pick.pressed;
  const mr_pick_list list = play_picks(play);
  size_t count = mr_pick_fitting(pressed, &list, play->session.fitting);
  status = play_draw_fitting(play, count, pressed->has_from ? pressed->from : MR_NOWHERE, 4);
  play_list(play, &pick);
  return status;
}

/* ---- actions and picks ----------------------------------------------------------------------- */

/* Whether what tells the fitting actions apart stands at their beginning: "224@a0" turned so. */
static bool starts_with_choice(const cli_play *play) {
  const cli_session *session = &play->session;
  mr_form form;
  char text[MR_ACTION_TEXT_MAX];
  mr_game_form(session->game, session->seen, session->fitting[0], &form);
  cli_action_text(session->game, session->seen, session->fitting[0], text);
  return form.choice[0] != '\0' && cli_begins_with(text, form.choice);
}

/*
 * Makes the action when the pick says where it begins and ends and leaves but one, else shows what
 * there is to choose.
 */
static int finish_pick(cli_play *play, const play_pick *pick) {
  const mr_pick *pressed = &pick->pressed;
  const mr_pick_list list = play_picks(play);
  mr_action action = mr_pick_action(pressed, &list);
  if (action != MR_ACTION_NONE) {
    return play_make(play, action, NULL);
  }
  play->pick = *pick;
  size_t count = mr_pick_fitting(pressed, &list, play->session.fitting);
  int status = play_draw_fitting(play, count, pressed->has_from ? pressed->from : MR_NOWHERE, 5);
  mr_str_format(&play->cli->out, "With %s you can play:\n", pick->label);
  play_add_actions(play, play->session.fitting, count);
  const char *next = !pressed->has_to                ? "a square"
                     : !mr_pick_is_complete(pressed) ? "a piece"
                     : starts_with_choice(play)      ? "one of these or the beginning of one"
                                                     : "one of these or the end of one";
  mr_str_format(&play->cli->out, "Now %s, or an empty line to let go.\n", next);
  return status;
}

/* Says why what is picked may not go to the square `word`. @return false: that is not known */
static bool explain_target(cli_play *play, const play_pick *pick, const char *word) {
  char wish[2 * MR_ACTION_TEXT_MAX];
  mr_error error = {0};
  bool known = play_find_reason(play, pick, word, wish, &error);
  if (known) {
    play_say_illegal(play, wish, error.message);
  }
  return known;
}

/* Whether a line is the square of a piece that can act. */
static bool is_origin(const cli_play *play, const char *line) {
  char word[MR_ACTION_TEXT_MAX];
  play_pick pick = {0};
  return play_pick_words(play, line, &pick, word) == NULL && pick.pressed.has_from;
}

/* A line that is neither a command nor an action as it stands. @return false: nor is it this */
static bool try_pick(cli_play *play, const char *line, int *status) {
  char word[MR_ACTION_TEXT_MAX];
  play_pick pick = play->pick;
  const char *unknown = play_pick_words(play, line, &pick, word);
  bool picked = pick.label[0] != '\0' && strcmp(pick.label, play->pick.label) != 0;
  if (unknown != NULL && !picked && play->pick.label[0] != '\0') {
    /* Something else instead of what was picked before. */
    bool started = play->pick.pressed.has_piece || play->pick.pressed.has_from;
    bool alone = strchr(line, ' ') == NULL;                            /* "e2 e4" begins anew */
    bool other = play->pick.pressed.has_from && is_origin(play, line); /* of one's own pieces */
    if (started && alone && !other && explain_target(play, &play->pick, word)) {
      return true;
    }
    pick = (play_pick){0};
    unknown = play_pick_words(play, line, &pick, word);
    picked = pick.label[0] != '\0';
  }
  if (unknown == NULL) {
    *status = finish_pick(play, &pick);
    return true;
  }
  return (picked && explain_target(play, &pick, word)) || explain_idle(play, word);
}

/* Lists the legal actions whose text begins with `text` in session.fitting. @return their number */
static size_t complete_action(const cli_play *play, const char *text) {
  const cli_session *session = &play->session;
  size_t count = 0;
  for (size_t i = 0; i < play->legal; i++) {
    char name[MR_ACTION_TEXT_MAX];
    cli_action_text(session->game, session->seen, session->actions[i], name);
    if (cli_begins_with(name, text)) {
      session->fitting[count++] = session->actions[i];
    }
  }
  return count;
}

/* ---- commands -------------------------------------------------------------------------------- */

/* The table of commands is between this and what it reads. */
static int act_on_line(cli_play *play, const char *line);

static int run_moves(cli_play *play) {
  play_pick nothing = {0};
  if (cli_same_word(play->argument, "list")) {
    return play_list_game(play);
  }
  if (*play->argument != '\0') {
    return preview(play, play->argument);
  }
  play_list(play, &nothing);
  return CLI_OK;
}

/* Does what the line says, on which the words stand in either order. */
static int run_place(cli_play *play) {
  if (*play->argument == '\0') {
    mr_str_add(&play->cli->out, "place needs a piece and a square.\n");
    return CLI_OK;
  }
  if (!play_check_sets_up(play)) {
    return CLI_OK;
  }
  return strchr(play->argument, ';') != NULL ? play_turn_text(play, play->argument)
                                             : act_on_line(play, play->argument);
}

/* Of what has been set up, or, where nothing is, of any piece. */
static int run_move(cli_play *play) {
  char from[MR_ACTION_TEXT_MAX];
  char to[MR_ACTION_TEXT_MAX];
  char line[2 * MR_ACTION_TEXT_MAX];
  const char *text = play->argument; /* two squares, with blanks or a '-' between */
  size_t length = strcspn(text, " -");
  mr_str copy = mr_str_fixed(from, sizeof from);
  mr_str_bytes(&copy, text, length);
  copy = mr_str_fixed(to, sizeof to);
  mr_str_add(&copy, text + length + strspn(text + length, " -"));
  if (from[0] == '\0' || to[0] == '\0' || strchr(to, ' ') != NULL) {
    mr_str_add(&play->cli->out, "move needs two squares.\n");
    return CLI_OK;
  }
  if (play_sets_up(play)) {
    return play_change_placed(play, from, to);
  }
  snprintf(line, sizeof line, "%s %s", from, to);
  return act_on_line(play, line);
}

/* What the computer thought of its own secrets is none of the player's business. */
static int run_why(cli_play *play) {
  cli_session *session = &play->session;
  const mr_session_analysis *analysis = mr_session_last_analysis(session->core);
  if (analysis != NULL && !mr_player_same(analysis->player, play_viewer(play)) &&
      mr_session_has_secret(session->core, analysis->player)) {
    mr_str_add(&play->cli->out, "What the computer thought is not to be known yet.\n");
  } else {
    cli_narrate_analysis(session);
  }
  return CLI_OK;
}

/* The seats that the computer plays, as bits. */
static unsigned computers(const cli_play *play) {
  unsigned found = 0;
  for (uint8_t i = 0; i < play->session.game->info.players; i++) {
    found |= mr_session_seat_of(play->session.core, (mr_player){i})->sitter == MR_SESSION_ENGINE
                 ? 1u << i
                 : 0;
  }
  return found;
}

/* The levels that there are, and which of them the computer plays at; 0: at several. */
static void list_levels(cli_play *play, unsigned seats) {
  cli_context *cli = play->cli;
  unsigned now = 0;
  bool same = true;
  for (uint8_t i = 0; i < play->session.game->info.players; i++) {
    unsigned level = mr_session_seat_of(play->session.core, (mr_player){i})->level;
    bool plays = (seats >> i & 1) != 0;
    same = same && (!plays || now == 0 || level == now);
    now = plays ? level : now;
  }
  cli_list_levels(cli, play->argument, same ? now : 0);
  for (uint8_t i = 0; i < play->session.game->info.players && !same; i++) {
    if ((seats >> i & 1) != 0) {
      mr_str_format(&cli->out, "%s plays at level %u.\n", play->session.game->info.player_names[i],
                    mr_session_seat_of(play->session.core, (mr_player){i})->level);
    }
  }
  mr_str_add(&cli->out, "Type 'level' and a number. Hints are always good ones.\n");
}

static int run_level(cli_play *play) {
  mr_session *core = play->session.core;
  uint64_t level = 0;
  unsigned seats = computers(play);
  if (seats == 0) {
    mr_str_add(&play->cli->out, "The computer plays nobody here, so it has no level.\n");
    return CLI_OK;
  }
  if (!cli_read_number(play->argument, MR_LEVEL_MIN, MR_LEVEL_MAX, &level)) {
    list_levels(play, seats);
    return CLI_OK;
  }
  for (uint8_t i = 0; i < play->session.game->info.players; i++) {
    mr_session_seat seat = *mr_session_seat_of(core, (mr_player){i});
    seat.level = (seats >> i & 1) != 0 ? (unsigned)level : seat.level;
    mr_session_sit(core, (mr_player){i}, &seat);
  }
  mr_str_format(&play->cli->out, "Level %s.\n", mr_level_text((unsigned)level));
  return CLI_OK;
}

static int run_resign(cli_play *play) {
  mr_error error;
  mr_status status = mr_session_resign(play->session.core, play->player, &error);
  if (status == MR_ERR_UNSUPPORTED) {
    mr_str_add(&play->cli->out, "There is nobody to resign to in this game.\n");
  } else if (status == MR_OK) {
    play_add_end(play, &play->cli->out);
  }
  return status == MR_OK || status == MR_ERR_UNSUPPORTED ? CLI_OK
                                                         : cli_fail_error(play->cli, &error);
}

static int run_quit(cli_play *play) {
  play->leaving = true;
  return CLI_OK;
}

/* A command for the sake of 'help': while pieces are to be set up the action is not legal yet. */
static int run_commit(cli_play *play) {
  static const char word[] = "commit";
  mr_action action = MR_ACTION_NONE;
  mr_error error = {0};
  if (!play_sets_up(play) && mr_game_parse_action(play->session.game, play->session.seen, word,
                                                  strlen(word), &action, &error) == MR_ERR_SYNTAX) {
    mr_str_add(&play->cli->out, "There is nothing to set up now.\n");
    return CLI_OK;
  }
  return act_on_line(play, word);
}

/* ---- the table of commands ------------------------------------------------------------------- */

static bool has_turns(const cli_play *play) {
  return mr_game_can(play->session.game, MR_CAN_MULTI);
}

static bool has_map(const cli_play *play) {
  return cli_is_large(play->session.game);
}

/* ---- one piece after the other --------------------------------------------------------------- */

static int play_next(cli_play *play) {
  const cli_session *session = &play->session;
  mr_cell first = MR_NOWHERE;
  mr_cell found = MR_NOWHERE; /* the nearest behind the last one, in the order of squares */
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    mr_cell from = form.from;
    if (from.id == MR_NOWHERE_ID) {
      continue;
    }
    first = from.id < first.id ? from : first; /* nowhere is behind all squares */
    bool behind = play->next.id == MR_NOWHERE_ID || from.id > play->next.id;
    found = behind && from.id < found.id ? from : found;
  }
  found = found.id == MR_NOWHERE_ID ? first : found;
  play->next = found;
  play_unpick(play);
  if (found.id == MR_NOWHERE_ID) {
    bool holds = play->legal > 0 && play_places(play, session->actions[0]);
    cli_say(play->cli, "No piece on the board can act now; 'moves' lists what %s.",
            holds ? "can be done with those in hand" : "is left");
    return CLI_OK;
  }
  char name[MR_ACTION_TEXT_MAX];
  return play_line(play, cli_cell_text(session->game, found, name));
}

const play_command play_commands[] = {
    {"help", "?", "[COMMAND]", "what there is to type, or what a command does", true, false, NULL,
     play_help, PLAY_THE_GAME, PLAY_COMMAND},
    {"moves", "m", "[PIECE|SQUARE]", "the legal actions; d4? does it for d4", false, false, NULL,
     run_moves, PLAY_LOOKING, PLAY_SQUARE},
    {"what", "", "SQUARE|PIECE|WORD", "what stands there, what a piece is and does", true, false,
     NULL, play_what, PLAY_LOOKING, PLAY_TOPIC},
    {"goal", "", "", "what the game is about, and the letters on its board", true, false, NULL,
     play_goal, PLAY_LOOKING, PLAY_NOTHING},
    {"orders", "", "[SQUARE]", "who commands whom, and the orders left", false, false, has_turns,
     play_orders, PLAY_LOOKING, PLAY_SQUARE},
    {"place", "", "PIECE SQUARE", "set up a piece; SQUARE PIECE does it, too", false, false,
     play_sets_up, run_place, PLAY_ACTING, PLAY_SQUARE},
    {"remove", "", "SQUARE", "take a piece back that you have set up", false, false, play_sets_up,
     play_remove, PLAY_ACTING, PLAY_SQUARE},
    {"move", "", "SQUARE SQUARE", "move a piece, also one that you set up", false, false,
     play_sets_up, run_move, PLAY_ACTING, PLAY_SQUARE},
    {"auto", "", "", "let the computer set up the rest for you", false, false, play_sets_up,
     play_auto, PLAY_ACTING, PLAY_NOTHING},
    {"deploy", "", "FILE", "set up as a map in a file says", false, false, play_sets_up,
     play_deploy, PLAY_ACTING, PLAY_FILE},
    {"commit", "", "", "end the set-up, once all stands", false, true, play_sets_up, run_commit,
     PLAY_ACTING, PLAY_NOTHING},
    {"next", "", "", "show what the next piece can do that can act", false, false, NULL, play_next,
     PLAY_ACTING, PLAY_NOTHING},
    {"hint", "", "", "ask the computer what it would play", false, false, NULL, play_hint,
     PLAY_ACTING, PLAY_NOTHING},
    {"do", "", "", "play what the computer would: the rest of the turn", false, true, NULL, play_do,
     PLAY_ACTING, PLAY_NOTHING},
    {"why", "", "", "all that the computer thought last", true, false, NULL, run_why, PLAY_LOOKING,
     PLAY_NOTHING},
    {"undo", "u", "[N|turn]", "take back the last; from the N-th on; the turn", true, false, NULL,
     play_undo, PLAY_ACTING, PLAY_WORD},
    {"board", "b", "[on|off]", "draw the board again; or none, or each time", true, false, NULL,
     play_board, PLAY_LOOKING, PLAY_NOTHING},
    {"pieces", "", "[SIDE]", "all that stands and is in hands, in words", true, false, NULL,
     play_pieces, PLAY_LOOKING, PLAY_SIDE},
    {"flip", "", "", "draw the board from the other side", true, false, NULL, play_flip,
     PLAY_LOOKING, PLAY_NOTHING},
    {"go", "", "SQUARE", "show the part of the board round a square", true, false, has_map, play_go,
     PLAY_LOOKING, PLAY_SQUARE},
    {"scroll", "", "DIRECTION [N]", "left, right, up, down: show another part", true, false,
     has_map, play_scroll, PLAY_LOOKING, PLAY_WORD},
    {"map", "", "", "the whole board on one screen", true, false, has_map, play_overview,
     PLAY_LOOKING, PLAY_NOTHING},
    {"regions", "", "[NAME|on|off]", "list the regions of the board, draw one", true, false, NULL,
     play_regions, PLAY_LOOKING, PLAY_REGION},
    {"list", "", "", "the game so far", true, false, NULL, play_list_game, PLAY_LOOKING,
     PLAY_NOTHING},
    {"rules", "", "[CHAPTER|PIECE]", "read the rules, or a part of them", true, false, NULL,
     play_rules, PLAY_LOOKING, PLAY_CHAPTER},
    {"level", "", "[N]", "change how strong the computer is, 1 to 8", true, false, NULL, run_level,
     PLAY_THE_GAME, PLAY_WORD},
    {"save", "", "[FILE]", "write the game to a file", true, false, NULL, play_save, PLAY_THE_GAME,
     PLAY_FILE},
    {"export", "", "FILE", "as .pgn, .mrec, .svg or .fen, by the file's name", true, false, NULL,
     play_export, PLAY_THE_GAME, PLAY_FILE},
    {"review", "", "", "where the game turned, once it is over", true, false, NULL, play_review,
     PLAY_THE_GAME, PLAY_NOTHING},
    {"resume", "", "FILE", "go on with a saved game", true, false, NULL, play_resume, PLAY_THE_GAME,
     PLAY_FILE},
    {"new", "", "", "begin another game", true, true, NULL, play_new, PLAY_THE_GAME, PLAY_NOTHING},
    {"resign", "", "", "give up", false, true, NULL, run_resign, PLAY_THE_GAME, PLAY_NOTHING},
    {"quit", "q", "", "save and leave", true, true, NULL, run_quit, PLAY_THE_GAME, PLAY_NOTHING},
    {.name = NULL},
};
#define COMMAND_COUNT (sizeof play_commands / sizeof play_commands[0] - 1)

/* ---- lines ----------------------------------------------------------------------------------- */

/*
 * The command of that name, or NULL. Short names of commands that take no name count only where
 * they stand `alone`, since with a square they are the letters of pieces.
 */
static const play_command *find_command(const char *name, bool alone) {
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    const play_command *one = &play_commands[i];
    bool shortened = one->short_name[0] != '\0' && strcmp(one->short_name, name) == 0;
    if (cli_same_word(one->name, name) || (shortened && (alone || one->takes != PLAY_NOTHING))) {
      return one;
    }
  }
  return NULL;
}

static int run_command(cli_play *play, const play_command *what, const char *argument) {
  play->argument = argument;
  return what->run(play);
}

/* The only command that begins with `word` and need not be typed in full, or NULL. */
static const play_command *complete_command(const char *word) {
  const play_command *found = NULL;
  for (size_t i = 0; i < COMMAND_COUNT && strlen(word) >= 2; i++) {
    if (!play_commands[i].whole && cli_begins_with(play_commands[i].name, word)) {
      if (found != NULL) {
        return NULL;
      }
      found = &play_commands[i];
    }
  }
  return found;
}

/*
 * Whether a line is a word or more without a figure or a sign in it, and nothing on the board or in
 * a hand is called so: as an action it need not be explained.
 */
static bool is_prose(const char *line) {
  bool letters = *line != '\0';
  for (; *line != '\0' && letters; line++) {
    letters = mr_text_is_letter(*line) || *line == ' ';
  }
  return letters;
}

/* Words of somebody who has done all that they want to do in a turn. */
static bool says_done(const char *line) {
  static const char *const words[] = {"done",      "end",   "end turn", "finish",
                                      "next turn", "ready", "stop"};
  bool found = false;
  for (size_t i = 0; i < sizeof words / sizeof words[0] && !found; i++) {
    found = cli_same_word(line, words[i]);
  }
  return found;
}

/* Whether a line begins with a word of letters before anything else, "take e5": who writes so has
 * not tried to write an action as this game does. */
static bool begins_with_a_word(const char *line) {
  enum { LETTERS = 3 }; /* files have one or two */
  size_t letters = 0;
  while (mr_text_is_letter(line[letters])) {
    letters++;
  }
  return letters >= LETTERS && line[letters] == ' ';
}

/* How an action is written, by one that is legal, and what tells more. */
static void add_writing(const cli_play *play, mr_str *out) {
  const cli_session *session = &play->session;
  char text[MR_ACTION_TEXT_MAX];
  if (play->legal == 0) {
    mr_str_add(out, " Type 'help' for what there is.");
    return;
  }
  mr_str_format(out, " Actions look like %s; 'moves' lists them",
                cli_action_text(session->game, session->seen, session->actions[0], text));
}

/* The command that other programs, or people, call so, or NULL. */
static const char *command_meant(const char *line) {
  static const char *const words[][2] = {
      {"surrender", "resign"}, {"give up", "resign"}, {"concede", "resign"}, {"exit", "quit"},
      {"bye", "quit"},         {"leave", "quit"},     {"restart", "new"},    {"new game", "new"},
      {"takeback", "undo"},    {"take back", "undo"}, {"back", "undo"},      {"log", "list"},
      {"history", "list"},     {"status", "board"},   {"show", "board"},     {"print", "board"},
      {"load", "resume"},      {"advice", "hint"},    {"analyse", "hint"},   {"turn", "board"},
  };
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (cli_same_word(line, words[i][0])) {
      return words[i][1];
    }
  }
  return NULL;
}

/* What can be placed whose name begins with the first word of a line, where that is several:
 * "leader a1". @return false: it is not */
static bool say_kinds(cli_play *play, const char *line) {
  char word[MR_ACTION_TEXT_MAX];
  mr_str copy = mr_str_fixed(word, sizeof word);
  mr_str text = cli_text();
  mr_arena arena;
  mr_view view;
  mr_error error;
  size_t count = 0;
  mr_str_bytes(&copy, line, strcspn(line, " "));
  bool seen = play_view(play, play->player, &arena, &view, &error) == MR_OK;
  for (size_t i = 0; seen && i < view.piece_count; i++) {
    const mr_view_piece *piece = &view.pieces[i];
    if (cli_begins_with(piece->name, word) && play_can_place(play, piece->piece)) {
      mr_str_format(&text, "%s%s %s", count++ == 0 ? "" : ", ", piece->label, piece->name);
    }
  }
  if (count > 1) {
    cli_say(play->cli, "Several can be called '%s': %s. Type the letter of one.", word,
            mr_str_text(&text));
  }
  mr_str_done(&text);
  mr_arena_done(&arena);
  return count > 1;
}

/* What is no action, and how one is written. */
static void say_unread(cli_play *play, const char *said, const char *why) {
  mr_str text = cli_text();
  mr_str_format(&text, "'%s' is no action here: %s.", said, why);
  add_writing(play, &text);
  mr_str_add(&text, play->legal == 0 ? "" : ".");
  cli_paragraph(play->cli, &text, 0, 2);
}

/* Words that mean nothing here. */
static void say_prose(cli_play *play, const char *said) {
  mr_str text = cli_text();
  mr_str_format(&text, "There is no '%s': no command, square or piece is called so.", said);
  add_writing(play, &text);
  mr_str_add(&text, play->legal == 0 ? "" : ", 'goal' says what wins, 'help' tells the rest.");
  cli_paragraph(play->cli, &text, 0, 2);
}

/* What a line is that is neither a command nor, for this reason, an action. */
static void say_unknown(cli_play *play, const char *line, const mr_error *why) {
  const char *names[COMMAND_COUNT];
  char said[CLI_QUOTE_MAX];
  char end[MR_ACTION_TEXT_MAX];
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    names[i] = play_commands[i].name;
  }
  const char *nearest = mr_nearest(line, names, COMMAND_COUNT);
  const char *meant = command_meant(line);
  cli_quote(line, said);
  bool finished = says_done(line);
  if (why->status == MR_ERR_ILLEGAL) {
    play_say_illegal(play, line, why->message);
  } else if (finished && play_find_end(play, end)) {
    cli_say(play->cli, "There is no '%s'; '%s' ends the turn.", said, end);
  } else if (nearest != NULL && cli_same_word(nearest, line)) {
    cli_say(play->cli, "There is nothing for '%s' to do now. Type 'help' for what can be done.",
            nearest);
  } else if (meant != NULL || nearest != NULL) {
    cli_say(play->cli, "There is no '%s'; did you mean '%s'?", said,
            meant != NULL ? meant : nearest);
  } else if (play_explain_short(play, line) || say_kinds(play, line)) {
    return;
  } else if (is_prose(line) && play_can_tell(play, line)) {
    cli_say(play->cli, "There is no command '%s'; 'what %s' says what is known of it.", said, said);
  } else if (is_prose(line) || begins_with_a_word(line)) {
    say_prose(play, said);
  } else {
    say_unread(play, said, why->message);
  }
}

/* Does what a line says that is no command. */
static int act_on_line(cli_play *play, const char *line) {
  cli_session *session = &play->session;
  mr_str *out = &play->cli->out;
  mr_action action = MR_ACTION_NONE;
  mr_error error = {0};
  int status = CLI_OK;
  if (mr_game_parse_action(session->game, session->seen, line, strlen(line), &action, &error) ==
          MR_OK ||
      play_find_button(play, line, &action)) {
    return play_make(play, action, NULL);
  }
  mr_error loose = {0};
  if (play_read_loosely(play, line, &action, &loose)) {
    return play_make(play, action, NULL);
  }
  if (loose.status != MR_OK && complete_action(play, line) == 0) {
    play_say_illegal(play, line, loose.message);
    return CLI_OK;
  }
  if (try_pick(play, line, &status)) {
    return status;
  }
  size_t count = complete_action(play, line);
  if (count == 1) {
    char text[MR_ACTION_TEXT_MAX];
    const play_command *same = find_command(
        cli_action_text(session->game, session->seen, session->fitting[0], text), true);
    if (same == NULL || !same->whole) { /* the end of a set-up is to be typed in full */
      return play_make(play, session->fitting[0], NULL);
    }
  }
  const play_command *what = complete_command(line);
  if (what != NULL) {
    return run_command(play, what, "");
  }
  if (count > 0) {
    mr_str_format(out, "%zu action%s with '%s'; type %s:\n", count,
                  count == 1 ? " begins" : "s begin", line,
                  count == 1 ? "all of it" : "more of one");
    play_add_actions(play, session->fitting, count);
    return CLI_OK;
  }
  if (play_names_piece(play, line)) { /* of which nothing can be played by its name now */
    play->argument = line;
    return play_what(play);
  }
  if (!play_explain_placing(play, line)) {
    play_find_reason_to_hold(play, line, &error);
    say_unknown(play, line, &error);
  }
  return CLI_OK;
}

/* Behind the number of a move as it stands in lists: "1. e4", "12.Nf3", "3...e5". */
static const char *behind_number(const char *line) {
  size_t digits = strspn(line, "0123456789");
  size_t dots = strspn(line + digits, ".");
  const char *rest = line + digits + dots + strspn(line + digits + dots, " ");
  return digits > 0 && dots > 0 && *rest != '\0' ? rest : line;
}

int play_line(cli_play *play, const char *line) {
  line = behind_number(line);
  char word[MR_ACTION_TEXT_MAX];
  size_t length = strcspn(line, " ");
  mr_action choice = MR_ACTION_NONE;
  bool over = mr_session_node(play->session.core).kind == MR_NODE_TERMINAL;
  if (*line == '\0') {
    play_unpick(play);
    return CLI_OK;
  }
  if (play_find_choice(play, line, &choice)) {
    return play_make(play, choice, NULL);
  }
  mr_str copy = mr_str_fixed(word, sizeof word);
  mr_str_bytes(&copy, line, length);
  const char *argument = line + length + strspn(line + length, " ");
  const play_command *what = find_command(word, *argument == '\0');
  if (what != NULL && (what->always || !over)) {
    /* Whoever asks for help gets it, whatever they ask about. */
    if (what->arguments[0] != '\0' || *argument == '\0' || what->run == play_help) {
      return run_command(play, what, argument);
    }
    char said[CLI_QUOTE_MAX];
    cli_say(play->cli, "%s takes nothing after it, not '%s'. Nothing was done.", what->name,
            cli_quote(argument, said));
    return CLI_OK;
  }
  if (over) {
    char said[CLI_QUOTE_MAX];
    const char *meant = command_meant(line);
    if (meant != NULL && find_command(meant, true)->always) {
      cli_say(play->cli, "There is no '%s'; did you mean '%s'?", cli_quote(line, said), meant);
      return CLI_OK;
    }
    if (play_names_square(play, line) || play_names_piece(play, line)) {
      play->argument = line;
      return play_what(play);
    }
    cli_say(play->cli,
            "The game is over; there is no '%s' any more. 'help' lists what is left: "
            "review, list, new, save, undo and so on.",
            cli_quote(line, said));
    return CLI_OK;
  }
  length = strlen(line);
  if (length >= 2 && length <= MR_ACTION_TEXT_MAX && line[length - 1] == '?') {
    copy = mr_str_fixed(word, sizeof word); /* "d4?" asks what can be done with d4 */
    mr_str_bytes(&copy, line, length - 1);
    return preview(play, word);
  }
  char turn[CLI_LINE_MAX + 1];
  return strchr(line, ';') != NULL        ? play_turn_text(play, line)
         : play_is_turn(play, line, turn) ? play_turn_text(play, turn)
                                          : act_on_line(play, line);
}
