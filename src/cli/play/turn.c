#include "cli/play/play.h"

#include <string.h>

#include "cli/format.h"
#include "cli/play/narrate.h"

/* ---- the turn so far ------------------------------------------------------------------------- */

enum { TURN_LINES = 2 };

/* Whether the turn that is under way is worth a line: pieces set up are on the board. */
static bool is_told(const cli_play *play, size_t first) {
  const mr_session *core = play->session.core;
  size_t count = mr_session_count(core);
  return first < count && !mr_session_move_at(core, count - 1)->places &&
         cli_is_person(&play->session, mr_session_node(core).player);
}

/* "(3) d4-e5"; the first that are told are those for which there is room. */
static void add_steps(const cli_play *play, size_t first, size_t from, mr_str *out) {
  const cli_session *session = &play->session;
  mr_str_format(out, "This turn:%s", from > first ? " ..." : "");
  for (size_t i = from; i < mr_session_count(session->core); i++) {
    mr_str_format(out, "  (%zu) %s", i - first + 1, mr_session_text(session->core, i));
  }
}

/* Nothing else says that what is set up still has to be ended. */
static void add_end_of_setup(const cli_play *play, mr_str *out) {
  const cli_session *session = &play->session;
  char action[MR_ACTION_TEXT_MAX];
  if (play->legal == 1 && play_sets_up(play) &&
      cli_is_person(session, mr_session_node(session->core).player)) {
    cli_action_text(session->game, session->seen, session->actions[0], action);
    char buffer[2 * MR_ACTION_TEXT_MAX];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_str_format(&text, "All is set up: '%s' ends it; 'move', 'remove' and 'undo' change it.",
                  action);
    cli_wrap(out, buffer, 0, 2, play->cli->style.width);
  }
}

void play_add_turn(const cli_play *play, mr_str *out) {
  size_t first = mr_session_turn_start(play->session.core);
  size_t room = (size_t)TURN_LINES * play->cli->style.width - 10;
  if (!is_told(play, first)) {
    add_end_of_setup(play, out);
    return;
  }
  for (size_t from = first; from < mr_session_count(play->session.core); from++) {
    mr_str text;
    mr_str_init(&text, NULL);
    add_steps(play, first, from, &text);
    bool fits = text.length < room;
    if (fits || from + 1 == mr_session_count(play->session.core)) {
      cli_wrap(out, mr_str_text(&text), 0, 2, play->cli->style.width);
    }
    mr_str_done(&text);
    if (fits) {
      break;
    }
  }
  if (play->legal == 1) {
    char action[MR_ACTION_TEXT_MAX];
    mr_form form;
    mr_game_form(play->session.game, play->session.seen, play->session.actions[0], &form);
    cli_action_text(play->session.game, play->session.seen, play->session.actions[0], action);
    mr_str_format(out, "Only '%s' is left%s%s%s; 'undo' takes the last one back.\n", action,
                  form.choice[0] != '\0' ? " (" : "", form.choice,
                  form.choice[0] != '\0' ? ")" : "");
  }
}

/* ---- a turn in one line ---------------------------------------------------------------------- */

/* A line with semicolons while it is read. */
typedef struct sentence {
  cli_play *play;
  mr_state *ahead;
  mr_action *actions;
  size_t count;
  size_t parts;
  bool over; /* the next part would be somebody else's */
} sentence;

static size_t count_parts(const char *line) {
  size_t count = 0;
  while (*line != '\0') {
    size_t length = strcspn(line, ";");
    count += strspn(line, " ") < length;
    line += length;
    line += *line == ';';
  }
  return count;
}

static void complain(sentence *s, const char *part, const char *why) {
  mr_str text;
  mr_str_init(&text, NULL);
  mr_str_format(&text, "Nothing was done: part %zu of %zu, '%s': %s", s->count + 1, s->parts, part,
                why);
  cli_wrap(&s->play->cli->out, mr_str_text(&text), 0, 2, s->play->cli->style.width);
  mr_str_done(&text);
}

static bool read_part(sentence *s, const char *part) {
  cli_play *play = s->play;
  mr_error error = {.message = ""};
  mr_action action = MR_ACTION_NONE;
  if (s->over) {
    complain(s, part, "the turn is over before it.");
    return false;
  }
  play_look_at(play, s->ahead);
  if (play_read(play, part, &action, &error) != MR_OK) {
    complain(s, part, error.message);
    return false;
  }
  s->actions[s->count++] = action;
  mr_game_make(play->session.game, s->ahead, action, NULL, NULL);
  mr_node node = mr_game_node(play->session.game, s->ahead);
  s->over = node.kind != MR_NODE_DECISION || !mr_player_same(node.player, play->player);
  return true;
}

static bool read_parts(sentence *s, const char *line) {
  bool good = true;
  while (good && *line != '\0') {
    char part[MR_ACTION_TEXT_MAX];
    mr_str copy;
    line += strspn(line, " ;");
    size_t length = strcspn(line, ";");
    size_t end = length;
    while (end > 0 && line[end - 1] == ' ') {
      end--;
    }
    mr_str_fixed(&copy, part, sizeof part);
    mr_str_bytes(&copy, line, end);
    if (end >= sizeof part) {
      complain(s, part, "that is too long for an action.");
      return false;
    }
    good = end == 0 || read_part(s, part);
    line += length;
  }
  return good;
}

/* Makes what was read. It was legal one after the other, so it still is. */
static int make_all(sentence *s) {
  cli_play *play = s->play;
  cli_session *session = &play->session;
  int status = CLI_OK;
  session->viewer = play_viewer(play);
  cli_narrate_rest(session);
  for (size_t i = 0; i < s->count && status == CLI_OK; i++) {
    status = cli_session_make(session, s->actions[i], NULL);
  }
  play_redraw(play);
  return status == CLI_OK ? cli_narrate_rest(session) : status;
}

int play_turn_text(cli_play *play, const char *line) {
  cli_session *session = &play->session;
  sentence s = {.play = play, .parts = count_parts(line)};
  if (s.parts == 0) {
    mr_str_add(&play->cli->out, "There is nothing between the semicolons.\n");
    return CLI_OK;
  }
  s.ahead = mr_state_new(session->game, NULL);
  s.actions = mr_alloc_zero(NULL, s.parts + 1, sizeof *s.actions);
  int status = CLI_OK;
  if (s.ahead == NULL || s.actions == NULL) {
    status = cli_fail_memory(play->cli);
  } else {
    play_unpick(play);
    mr_state_copy(session->game, s.ahead, mr_session_state(session->core));
    bool good = read_parts(&s, line);
    play_look_at(play, mr_session_state(session->core));
    status = good ? make_all(&s) : CLI_OK;
  }
  mr_alloc_free(NULL, s.actions, (s.parts + 1) * sizeof *s.actions);
  mr_state_free(session->game, NULL, s.ahead);
  return status;
}

/* ---- taking back ----------------------------------------------------------------------------- */

/* Whether the next decision would be made for the player: then it is no use to go back to it. */
static bool is_forced_after(cli_play *play, size_t keep) {
  cli_session *session = &play->session;
  mr_node node = mr_game_node(session->game, mr_session_state(session->core));
  mr_form form;
  if (node.kind != MR_NODE_DECISION || mr_session_turn_start(session->core) != keep) {
    return false;
  }
  play->player = node.player;
  play_look_at(play, mr_session_state(session->core));
  mr_game_form(session->game, session->seen, session->actions[0], &form);
  return play->legal == 1 && form.kind == MR_FORM_BUTTON;
}

static void take_back(cli_play *play, size_t keep) {
  cli_session *session = &play->session;
  session->viewer = MR_NOBODY;
  cli_session_rewind(session, keep);
  for (size_t at = mr_session_last_person(session->core);
       at < mr_session_count(session->core) && is_forced_after(play, keep);
       at = mr_session_last_person(session->core)) {
    keep = at;
    cli_session_rewind(session, keep);
  }
  play_redraw(play);
}

/*
 * What `undo turn` keeps: all before this turn, or before the last turn of a human; but what
 * somebody else has set up in secret is not for others to take away, only to be gone on with.
 */
static size_t before_turn(cli_session *session) {
  mr_session *core = session->core;
  size_t count = mr_session_count(core);
  size_t first = mr_session_turn_start(core);
  size_t last = mr_session_last_person(core);
  if (first < count && mr_session_move_at(core, first)->person) {
    return first;
  }
  if (last == count) {
    return count;
  }
  mr_player player = mr_session_move_at(core, last)->player;
  if (!mr_player_same(player, mr_session_node(core).player) &&
      mr_session_has_secret(core, player)) {
    return last;
  }
  return mr_session_turn_of(core, last);
}

/* How many actions to keep. @return false after words of why not */
static bool find_keep(cli_play *play, const char *argument, size_t *keep) {
  cli_session *session = &play->session;
  size_t first = mr_session_turn_start(session->core);
  uint64_t number = 0;
  if (*argument == '\0') {
    *keep = mr_session_last_person(session->core);
  } else if (cli_same_word(argument, "turn") || cli_same_word(argument, "all")) {
    *keep = before_turn(session);
  } else if (first == mr_session_count(session->core)) {
    mr_str_add(&play->cli->out, "This turn has not begun; 'undo' goes back into the one before.\n");
    return false;
  } else if (cli_read_number(argument, 1, mr_session_count(session->core) - first, &number)) {
    *keep = first + (size_t)number - 1;
  } else {
    mr_str_format(&play->cli->out,
                  "This turn has %zu so far: 'undo N' takes back from the N-th "
                  "on, 'undo turn' all of it.\n",
                  mr_session_count(session->core) - first);
    return false;
  }
  return true;
}

int play_undo(cli_play *play, const char *argument) {
  cli_session *session = &play->session;
  size_t keep = mr_session_count(session->core);
  bool resigned = mr_session_ended(session->core) == MR_SESSION_RESIGNED;
  if (!resigned && !find_keep(play, argument, &keep)) {
    return CLI_OK;
  }
  if (!resigned && keep == mr_session_count(session->core)) {
    mr_str_add(&play->cli->out, "There is nothing to take back.\n");
    return CLI_OK;
  }
  if (mr_session_would_hide(session->core, keep)) {
    mr_str_add(&play->cli->out,
               "That cannot be taken back: what was hidden has been seen since.\n");
    return CLI_OK;
  }
  take_back(play, keep);
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
  mr_session_forget_recent(session->core); /* what the other one has just done is not marked */
  mr_str_format(&play->cli->out, "Now %s, and nobody else is to look.\n",
                cli_player_name(session->game, player));
  if (!play->cli->in_tty) {
    return CLI_OK;
  }
  mr_str_add(&play->cli->out, "Press enter when you are ready> ");
  cli_flush(play->cli);
  cli_got got = cli_read_line(&play->cli->input, line);
  if (got != CLI_GOT_LINE && got != CLI_GOT_LONG) {
    mr_str_char(&play->cli->out, '\n');
    play->leaving = true;
    play->ended = true;
  }
  wipe(play);
  return CLI_OK;
}
