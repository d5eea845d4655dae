/*
 * Actions: one, a turn of several in one line, taking back, and turns of two people at one
 * terminal.
 */
#include <string.h>

#include "cli/editor.h"
#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

int play_make(cli_play *play, mr_action action, const char *comment) {
  cli_session *session = &play->session;
  play_unpick(play);
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

bool play_is_forced(const cli_play *play) {
  const cli_session *session = &play->session;
  mr_form form;
  mr_game_form(session->game, session->seen, session->actions[0], &form);
  return play->legal == 1 && form.kind == MR_FORM_BUTTON &&
         mr_session_turn_start(session->core) == mr_session_count(session->core);
}

/* ---- a turn in one line ---------------------------------------------------------------------- */

/* A line with semicolons while it is read. */
typedef struct sentence {
  cli_play *play;
  mr_action *actions;
  size_t count;
  size_t parts;
} sentence;

static bool refuse_part(const sentence *s, const char *part, const char *why) {
  mr_str text = cli_text();
  mr_str_format(&text, "Nothing was done: part %zu of %zu, '%s': %s", s->count + 1, s->parts, part,
                why);
  cli_paragraph(s->play->cli, &text, 0, 2);
  return false;
}

/* Reads the parts and makes them in `ahead`. @return false after words */
static bool read_parts(sentence *s, const char *line) {
  cli_play *play = s->play;
  cli_session *session = &play->session;
  for (bool over = false; *line != '\0'; line += strcspn(line, ";")) {
    char part[MR_ACTION_TEXT_MAX];
    mr_error error = {.message = ""};
    mr_action action = MR_ACTION_NONE;
    line += strspn(line, " ;");
    size_t length = strcspn(line, ";");
    while (length > 0 && line[length - 1] == ' ') {
      length--;
    }
    mr_str copy = mr_str_fixed(part, sizeof part);
    mr_str_bytes(&copy, line, length);
    if (length == 0) {
      continue;
    }
    if (length >= sizeof part) {
      return refuse_part(s, part, "that is too long for an action.");
    }
    if (over) {
      return refuse_part(s, part, "the turn is over before it.");
    }
    play_look_at(play, session->ahead);
    if (play_read(play, part, &action, &error) != MR_OK) {
      return refuse_part(s, part, error.message);
    }
    s->actions[s->count++] = action;
    mr_game_make(session->game, session->ahead, action, NULL, NULL);
    mr_node node = mr_game_node(session->game, session->ahead);
    over = node.kind != MR_NODE_DECISION || !mr_player_same(node.player, play->player);
  }
  return true;
}

bool play_is_turn(const cli_play *play, const char *line, char *out) {
  char first[MR_ACTION_TEXT_MAX];
  mr_action action = MR_ACTION_NONE;
  mr_error error;
  size_t length = strcspn(line, " ,");
  size_t rest = length + strspn(line + length, " ,");
  if (length >= sizeof first || line[rest] == '\0' ||
      play_read(play, line, &action, &error) != MR_ERR_SYNTAX) {
    return false; /* one action, perhaps of several words */
  }
  mr_str copy = mr_str_fixed(first, sizeof first);
  mr_str_bytes(&copy, line, length);
  if (play_read(play, first, &action, &error) == MR_ERR_SYNTAX) {
    return false;
  }
  for (; *line != '\0'; line++) {
    *out++ = *line == ' ' || *line == ',' ? ';' : *line;
  }
  *out = '\0';
  return true;
}

int play_turn_text(cli_play *play, const char *line) {
  cli_session *session = &play->session;
  sentence s = {.play = play};
  for (const char *at = line; *at != '\0'; at += *at == ';') {
    size_t length = strcspn(at, ";");
    s.parts += strspn(at, " ") < length;
    at += length;
  }
  if (s.parts == 0) {
    mr_str_add(&play->cli->out, "There is nothing between the semicolons.\n");
    return CLI_OK;
  }
  s.actions = mr_alloc_zero(NULL, s.parts + 1, sizeof *s.actions);
  if (s.actions == NULL) {
    return cli_fail_memory(play->cli);
  }
  play_unpick(play);
  mr_state_copy(session->game, session->ahead, mr_session_state(session->core));
  bool good = read_parts(&s, line);
  int status = CLI_OK;
  play_look_at(play, mr_session_state(session->core));
  if (good) {
    session->viewer = play_viewer(play);
    cli_narrate_rest(session);
    for (size_t i = 0; i < s.count && status == CLI_OK; i++) { /* legal, one after the other */
      status = cli_session_make(session, s.actions[i], NULL);
    }
    play_redraw(play);
    status = status == CLI_OK ? cli_narrate_rest(session) : status;
  }
  mr_alloc_free(NULL, s.actions, (s.parts + 1) * sizeof *s.actions);
  return status;
}

/* ---- taking back ----------------------------------------------------------------------------- */

/* What `undo turn` keeps: all before this turn, or before the last turn of a human. */
static size_t before_turn(cli_session *session) {
  mr_session *core = session->core;
  size_t count = mr_session_count(core);
  size_t first = mr_session_turn_start(core);
  size_t last = mr_session_last_person(core);
  if (first < count && mr_session_move_at(core, first)->person) {
    return first;
  }
  return last == count ? count : mr_session_turn_of(core, last);
}

/* What is left without the last `number` actions of people, and what was done in reply to them.
 * @return false: so many there are not */
static bool before_persons(const mr_session *core, uint64_t number, size_t *keep) {
  size_t at = mr_session_count(core);
  while (number > 0 && at > 0) {
    at--;
    number -= mr_session_move_at(core, at)->person;
  }
  *keep = at;
  return number == 0;
}

/* How many actions to keep. @return false after words of why not */
static bool find_keep(cli_play *play, size_t *keep) {
  const char *argument = play->argument;
  cli_session *session = &play->session;
  size_t first = mr_session_turn_start(session->core);
  uint64_t number = 0;
  if (mr_session_count(session->core) == 0) {
    *keep = 0; /* there is nothing, however it is asked for */
  } else if (*argument == '\0') {
    *keep = mr_session_last_person(session->core);
  } else if (cli_same_word(argument, "turn") || cli_same_word(argument, "all")) {
    *keep = before_turn(session);
  } else if (!mr_game_can(session->game, MR_CAN_MULTI)) { /* each is a turn of its own */
    if (!cli_read_number(argument, 1, mr_session_count(session->core), &number) ||
        !before_persons(session->core, number, keep)) {
      cli_say(play->cli, "So much cannot be taken back: 'undo N' takes back the last N that you "
                         "have played, and the replies to them.");
      return false;
    }
  } else if (first == mr_session_count(session->core)) {
    mr_str_add(&play->cli->out, "This turn has not begun; 'undo' goes back into the one before.\n");
    return false;
  } else if (cli_read_number(argument, 1, mr_session_count(session->core) - first, &number)) {
    *keep = first + (size_t)number - 1;
  } else {
    cli_say(
        play->cli,
        "This turn has %zu so far: 'undo N' takes back from the N-th on, 'undo turn' all of it.",
        mr_session_count(session->core) - first);
    return false;
  }
  return true;
}

int play_undo(cli_play *play) {
  cli_session *session = &play->session;
  size_t keep = mr_session_count(session->core);
  bool resigned = mr_session_ended(session->core) == MR_SESSION_RESIGNED;
  if (!resigned && !find_keep(play, &keep)) {
    return CLI_OK;
  }
  if (!resigned && keep == mr_session_count(session->core)) {
    mr_str_add(&play->cli->out, "There is nothing to take back.\n");
    return CLI_OK;
  }
  mr_error why = {.message = ""};
  if (!cli_session_take_back(session, play->player, keep, &why)) {
    cli_say(play->cli, "That cannot be taken back: %s.", why.message);
    return CLI_OK;
  }
  mr_player asker = play->player;
  bool forced = true;
  session->viewer = MR_NOBODY;
  /* Where the next decision would be made for the player, it is no use to go back to it. */
  for (size_t at = mr_session_last_person(session->core);
       at < mr_session_count(session->core) && forced; at = mr_session_last_person(session->core)) {
    mr_node node = mr_game_node(session->game, mr_session_state(session->core));
    forced = node.kind == MR_NODE_DECISION;
    if (forced) {
      play->player = node.player;
      play_look_at(play, mr_session_state(session->core));
      forced = play_is_forced(play);
    }
    forced = forced && cli_session_take_back(session, asker, at, NULL);
  }
  play_redraw(play);
  mr_str_add(&play->cli->out, mr_game_can(session->game, MR_CAN_CHANCE)
                                  ? "Taken back. The same action will meet the same dice.\n"
                                  : "Taken back.\n");
  return CLI_OK;
}

/* ---- two people at one terminal -------------------------------------------------------------- */

static bool is_private(cli_play *play, mr_player player) {
  return player.id != MR_NOBODY_ID && mr_session_has_secret(play->session.core, player);
}

/* Wipes the screen and what has been scrolled off it. */
static void wipe(cli_play *play) {
  if (play->cli->out_tty) {
    mr_str_add(&play->cli->out, "\033[H\033[2J\033[3J");
  }
}

int play_hand_over(cli_play *play, mr_player player) {
  cli_session *session = &play->session;
  mr_player eyes = play->eyes;
  play->eyes = player;
  if (cli_count_persons(session) < 2 || mr_player_same(eyes, player) ||
      (!is_private(play, eyes) && !is_private(play, player))) {
    return CLI_OK;
  }
  char line[CLI_LINE_MAX + 1];
  wipe(play);
  play->drawn = false;
  play->cli->window = (cli_window){0};     /* nor where the other one has looked */
  mr_session_forget_recent(session->core); /* what the other one has just done is not marked, */
  cli_forget_story(session);               /* nor told again */
  mr_str_format(&play->cli->out, "Now %s, and nobody else is to look.\n",
                cli_player_name(session->game, player));
  if (!play->cli->in_tty) {
    return CLI_OK;
  }
  cli_history_hide(play->cli); /* nor what the other one has typed */
  cli_got got = CLI_GOT_BREAK;
  while (got == CLI_GOT_BREAK) {
    got = play_ask(play, "Press enter when you are ready> ", line);
  }
  if (got != CLI_GOT_LINE && got != CLI_GOT_LONG) {
    mr_str_char(&play->cli->out, '\n');
    play->leaving = true;
    play->ended = true;
  }
  wipe(play);
  return CLI_OK;
}
