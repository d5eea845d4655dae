/*
 * Asking for a line, and what could stand in it.
 */
#include <string.h>

#include "cli/editor.h"
#include "cli/format.h"
#include "cli/play/play.h"

static void complete(void *context, cli_offers *offers) {
  (void)context;
  (void)offers;
}

/* What people set up in secret is not for the history, where the other one would find it. */
static bool is_secret(cli_play *play) {
  return cli_count_persons(&play->session) > 1 &&
         (play_sets_up(play) || mr_session_has_secret(play->session.core, play_viewer(play)));
}

cli_got play_ask(cli_play *play, const char *prompt, char *line) {
  cli_context *cli = play->cli;
  bool dropped = false;
  cli_question question = {
      .prompt = prompt, .complete = complete, .context = play, .secret = is_secret(play)};
  cli_got got = cli_ask(cli, &question, line, &dropped);
  if (got == CLI_GOT_BREAK) {
    cli_break_taken();
    bool picked = play->pick.label[0] != '\0';
    play_unpick(play);
    mr_str_format(&cli->out, "^C\n%sCtrl-C once more leaves the game, saved.\n",
                  picked || dropped ? "Let go. " : "");
  }
  return got;
}
