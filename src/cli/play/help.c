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
      found = true;
    }
  }
  if (!found) {
    add_screen(play);
  }
  return CLI_OK;
}
