/*
 * What there is to type: one screen, and a page for each group and each command.
 */
#include <string.h>

#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

/* A page of commands. */
typedef struct page {
  const char *name;
  const char *title;
  play_group group;
} page;

static const page pages[] = {
    {"acting", "to act", PLAY_ACTING},
    {"looking", "to look", PLAY_LOOKING},
    {"game", "the game", PLAY_THE_GAME},
};
#define PAGE_COUNT (sizeof pages / sizeof pages[0])

static bool is_there(const cli_play *play, const play_command *one) {
  bool over = mr_session_node(play->session.core).kind == MR_NODE_TERMINAL;
  return (one->always || !over) && (one->fits == NULL || one->fits(play));
}

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
    mr_str_add(&play->cli->out, ".\n");
  }
}

static void add_command(cli_play *play, const play_command *one) {
  char usage[48];
  mr_str text = mr_str_fixed(usage, sizeof usage);
  mr_str_format(&text, "%s%s%s%s%s", one->name, one->short_name[0] == '\0' ? "" : ", ",
                one->short_name, one->arguments[0] == '\0' ? "" : " ", one->arguments);
  mr_str_format(&play->cli->out, "  %-26s%s\n", usage, one->help);
}

/* What more there is to say of commands, with examples. */
static const struct {
  const char *name;
  const char *text;
} details[] = {
    {"help", "'help hint' explains 'hint'; 'help all' has all commands, one a line."},
    {"moves", "'moves' alone lists all actions; 'moves knight', or its letter, those of every "
              "Knight of yours; 'moves d4' those of what stands on d4, or, where nothing of yours "
              "does, all that go there. 'd4?' is short for 'moves d4'."},
    {"what", "'what d4', 'what knight', 'what check': whatever has a name in the game or is a "
             "word of its rules; of an action, what it does or why it is not legal."},
    {"goal", "What is told when a game begins, once more."},
    {"orders", "'orders' lists all who give orders, 'orders c2' what is to be said of c2."},
    {"place", "'place infantry c3', or 'infantry c3'. 'auto' does what is left for you."},
    {"auto", "It sets up what you have not set up yourself, as it would for itself; 'move' and "
             "'remove' change it, 'commit' ends it."},
    {"commit", "Nothing can be moved for free after it, and the others see what you have set up."},
    {"next", "Each time another piece, in the order of the squares; an empty line lets go of it."},
    {"hint", "The same advice whatever the level of your opponent, found by what you can see "
             "yourself. 'do' plays it, 'why' tells more of what was looked at."},
    {"do", "Plays what 'hint' says; in a turn of several actions all that are left, and ends it."},
    {"why", "What was considered by whoever thought last, your opponent or who gave the hint: "
            "how much of the point each action could bring, and what is expected to follow."},
    {"undo", "'undo' takes back the last action; in games of one action a turn 'undo 3' your "
             "last three and the replies, in others all of this turn from the third on. 'undo "
             "turn' takes back the turn. The dice stay the same."},
    {"regions", "'regions' lists them, 'regions 2' or 'regions palace' draws one alone, 'regions "
                "off' leaves them and their names out of the board, 'regions on' brings all in."},
    {"board", "'board off' draws none any more unless 'board' asks for one; 'board on' draws it "
              "after each turn again."},
    {"pieces", "'pieces' lists both sides, 'pieces white' one of them; what is hidden from you is "
               "not in it. 'what knight' tells of one kind."},
    {"go", "'go m7' shows the part of the board with m7 in its middle."},
    {"scroll", "'scroll up' by half of what is seen, 'scroll left 3' by three squares."},
    {"rules", "'rules' is the whole page, 'rules end' its chapter of that name; 'rules knight' "
              "or 'rules CH-3' what it says of that."},
    {"level", "'level' lists them, 'level 3' sets your opponent to one from now on. Hints do not "
              "depend on it."},
    {"save",
     "'save' writes to the game's own file, 'save my.mrec' to another. Leaving saves, too."},
    {"export", "'export game.pgn', 'export board.svg': nothing of it is hidden from you."},
    {"review", "It looks at every turn, the last first, and names at most five: what could be "
               "expected before and after, and what seemed better."},
    {"resume", "'resume last' is the game that was saved last, 'resume my.mrec' that file."},
    {"new", "The game that is under way is saved first."},
    {"quit", "Ctrl-C twice does the same."},
};

static void add_details(cli_play *play, const play_command *one) {
  for (size_t i = 0; i < sizeof details / sizeof details[0]; i++) {
    if (strcmp(details[i].name, one->name) == 0) {
      mr_str text = cli_text();
      mr_str_add(&text, details[i].text);
      cli_paragraph(play->cli, &text, 2, 2);
    }
  }
}

static void add_page(cli_play *play, play_group group) {
  for (const play_command *one = play_commands; one->name != NULL; one++) {
    if (one->group == group && is_there(play, one)) {
      add_command(play, one);
    }
  }
}

/* The names of a group in a paragraph, behind its title. */
static void add_names(cli_play *play, const page *it) {
  enum { COLUMN = 12 };
  mr_str text = cli_text();
  for (const play_command *one = play_commands; one->name != NULL; one++) {
    if (one->group == it->group && is_there(play, one)) {
      mr_str_format(&text, "%s%s", text.length == 0 ? "" : ", ", one->name);
    }
  }
  mr_str_format(&play->cli->out, "  %-*s", COLUMN - 2, it->title);
  cli_wrap(&play->cli->out, mr_str_text(&text), COLUMN, COLUMN, play->cli->style.width);
  mr_str_done(&text);
}

static void add_screen(cli_play *play) {
  mr_str text = cli_text();
  play_add_example(play, &text);
  if (text.length > 0) {
    cli_wrap(&play->cli->out, mr_str_text(&text), 0, 0, play->cli->style.width);
  }
  mr_str_done(&text);
  bool decides = mr_session_node(play->session.core).kind == MR_NODE_DECISION;
  if (decides && mr_game_can(play->session.game, MR_CAN_MULTI)) {
    mr_str_add(&play->cli->out,
               "A turn has several: '; ' between them enters them in one line, all or none.\n");
    add_buttons(play);
  }
  for (size_t i = 0; i < PAGE_COUNT; i++) {
    add_names(play, &pages[i]);
  }
  cli_wrap(&play->cli->out,
           "'help hint' explains one of them, 'help acting', 'help looking' and 'help game' those "
           "of a group, 'help all' all. 'what' and a square or a piece says what it is.",
           0, 0, play->cli->style.width);
  if (play->cli->in_tty && play->cli->out_tty) {
    cli_wrap(&play->cli->out,
             "Tab completes what is typed, the arrows bring back earlier lines. Ctrl-C drops a "
             "line or stops the computer's thinking; two in a row leave, saved.",
             0, 0, play->cli->style.width);
  }
}

/* What an action without squares is: "'.' (end turn) is an action: ...". @return false: none is */
static bool add_button(cli_play *play, const char *topic) {
  const cli_session *session = &play->session;
  mr_action action = MR_ACTION_NONE;
  mr_form form;
  char text[MR_ACTION_TEXT_MAX];
  bool decides = mr_session_node(session->core).kind == MR_NODE_DECISION;
  if (!decides || !play_find_button(play, topic, &action)) {
    return false;
  }
  mr_game_form(session->game, session->seen, action, &form);
  cli_say(play->cli, "'%s' is an action, %s: type '%s' or '%s' to play it.",
          cli_action_text(session->game, session->seen, action, text), form.choice, text, topic);
  return true;
}

static void say_no_topic(cli_play *play, const char *topic) {
  enum { MOST = 64 };
  const char *names[MOST];
  size_t count = 0;
  for (const play_command *one = play_commands; one->name != NULL && count < MOST; one++) {
    names[count++] = one->name;
  }
  char said[CLI_QUOTE_MAX];
  const char *nearest = mr_nearest(topic, names, count);
  cli_quote(topic, said);
  if (nearest != NULL) {
    cli_say(play->cli, "There is no command '%s'; did you mean '%s'?", said, nearest);
  } else {
    cli_say(play->cli,
            "There is no command '%s'. 'help' lists those there are; 'what %s' asks "
            "what it is in this game.",
            said, said);
  }
}

int play_help(cli_play *play) {
  const char *topic = play->argument;
  bool all = cli_same_word(topic, "all");
  bool found = false;
  for (size_t i = 0; i < PAGE_COUNT; i++) {
    if (all || (*topic != '\0' && cli_same_word(pages[i].name, topic))) {
      add_page(play, pages[i].group);
      found = true;
    }
  }
  for (const play_command *one = play_commands; one->name != NULL && !found; one++) {
    if (cli_same_word(one->name, topic) ||
        (one->short_name[0] != '\0' && strcmp(one->short_name, topic) == 0)) {
      add_command(play, one);
      add_details(play, one);
      found = true;
    }
  }
  if (!found && *topic != '\0') {
    found = add_button(play, topic);
  }
  if (!found && *topic != '\0') {
    say_no_topic(play, topic);
  } else if (!found) {
    add_screen(play);
  }
  return CLI_OK;
}
