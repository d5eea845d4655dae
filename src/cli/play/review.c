/*
 * Where a game turned: the computer looks at every turn of it, the last first, and says between
 * which two its opinion changed most (marcher/review.h).
 */
#include <marcher/review.h>

#include "cli/play/narrate.h"
#include "cli/play/play.h"

/* Seats the best player that there is, who may think as long as whoever reviews games; with the
 * person's own limits where there are any. */
static void seat_reviewer(const cli_session *session, mr_review *review) {
  mr_session_seat seat = *mr_session_seat_of(session->core, (mr_player){0});
  seat.level = MR_LEVEL_MAX;
  seat.engine[0] = '\0';
  seat.nodes = seat.nodes == 0 && seat.milliseconds == 0 ? MR_REVIEW_NODES : seat.nodes;
  mr_review_seat(review, &seat);
}

/* Looks at all turns, the last first. @return an exit status */
static int look_at_all(cli_session *session, mr_review *review) {
  size_t turns = mr_review_count(review);
  int status = CLI_OK;
  mr_error error;
  seat_reviewer(session, review);
  while (mr_review_left(review) > 0 && status == CLI_OK) {
    cli_status(session->cli, "Looking at turn %zu of %zu ... (Ctrl-C stops)",
               mr_review_left(review), turns);
    if (mr_review_look(review, cli_stop_flag(), &error) != MR_OK) {
      status = cli_fail_error(session->cli, &error);
    } else if (cli_signal() != 0 || cli_break_taken()) {
      mr_str_format(&session->cli->out, "Stopped: only the last %zu of %zu turns were looked at.\n",
                    turns - mr_review_left(review), turns);
      break;
    }
  }
  cli_status_clear(session->cli);
  return status;
}

/* The largest changes, in the order of the game. */
static void report(cli_context *cli, const mr_review *review) {
  size_t points[MR_REVIEW_POINTS];
  size_t count = mr_review_turning(review, MR_REVIEW_POINTS, points);
  bool whole = mr_review_left(review) == 0;
  if (count == 0 && (whole || mr_review_left(review) < mr_review_count(review))) {
    mr_str_format(&cli->out, "%s changed what could be expected by a tenth.\n",
                  whole ? "The game never turned: no turn" : "None of them");
  }
  if (count == 0) {
    return;
  }
  mr_str_format(&cli->out, "The %s at which %sthe game turned, numbered as in 'list':\n",
                count == 1 ? "turn" : "turns", whole ? "" : "the end of ");
  for (size_t i = 0; i < count; i++) {
    mr_str text = cli_text();
    mr_review_tell(review, points[i], &text);
    cli_paragraph(cli, &text, 2, 6);
  }
}

int play_review(cli_play *play) {
  cli_session *session = &play->session;
  mr_review *review = NULL;
  mr_error error;
  if (mr_session_node(session->core).kind != MR_NODE_TERMINAL) {
    mr_str_add(&play->cli->out, "review is for a game that is over; before that there are 'hint' "
                                "and 'why'.\n");
    return CLI_OK;
  }
  if (mr_game_teams(session->game) != 2) {
    mr_str_add(&play->cli->out, "Only games between two sides can be reviewed.\n");
    return CLI_OK;
  }
  if (mr_review_new(session->core, NULL, &review, &error) != MR_OK) {
    return cli_fail_error(play->cli, &error);
  }
  int status = look_at_all(session, review);
  report(play->cli, review);
  mr_review_free(review);
  return status;
}
