/*
 * Where a game turned: the computer looks at every turn of it, the last first, and says between
 * which two its opinion changed most.
 */
#include <math.h>
#include <string.h>

#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

enum {
  TOTAL_MILLISECONDS = 20000, /* for all turns, unless the seats have a number of nodes */
  LEAST_MILLISECONDS = 20,
  MOST_MILLISECONDS = 1000,
  POINTS_TOLD = 5,
  BETTER_MOST = 8 /* actions of the better turn */
};
/* A change of the expected score that is worth a word. */
#define TURNING 0.1

/* One turn as the computer sees it. */
typedef struct point {
  size_t at;     /**< the number of actions before */
  double value;  /**< the expected score of the first player's team, 0 .. 1 */
  double after;  /**< the same when the next turn begins, or the score of the game */
  bool chance;   /**< dice fell in between */
  mr_str better; /**< what the computer would have played; "" where that was played */
  bool told;
} point;

typedef struct review {
  cli_play *play;
  mr_session *core; /**< the game once more, to go back in */
  point *points;
  size_t count;
  size_t room;
} review;

static bool is_first_team(const review *r, mr_player player) {
  const mr_game_info *info = &r->play->session.game->info;
  return info->team[player.id] == info->team[0];
}

/* The turn that the computer would have played, where it begins otherwise than what was. */
static void write_better(review *r, const mr_search_result *result, mr_action played,
                         mr_player player, mr_str *out) {
  cli_session *session = &r->play->session;
  bool line = result->line_length > 0 && result->line[0] == result->action;
  *out = cli_text();
  if (result->action == played) {
    return;
  }
  mr_state_copy(session->game, session->ahead, mr_session_state(r->core));
  for (size_t i = 0; i < (line ? result->line_length : 1) && i < BETTER_MOST; i++) {
    mr_action action = line ? result->line[i] : result->action;
    char text[MR_ACTION_TEXT_MAX];
    mr_node node = mr_game_node(session->game, session->ahead);
    if (node.kind != MR_NODE_DECISION || !mr_player_same(node.player, player) ||
        !mr_game_legal(session->game, session->ahead, action) ||
        (i > 0 && !mr_game_can(session->game, MR_CAN_MULTI))) {
      break;
    }
    cli_action_text(session->game, session->ahead, action, text);
    mr_str_format(out, "%s%s", i == 0 ? "" : "; ", text);
    mr_game_make(session->game, session->ahead, action, NULL, NULL);
  }
}

/* Looks at the turn that begins with an action. @return an exit status */
static int look_at(review *r, size_t at) {
  cli_session *session = &r->play->session;
  const mr_session_move *move = mr_session_move_at(session->core, at);
  mr_error error;
  mr_session_rewind(r->core, at);
  if (mr_session_think(r->core, move->player, cli_stop_flag(), NULL, NULL, &error) != MR_OK) {
    return cli_fail_error(session->cli, &error);
  }
  const mr_search_result *result = &mr_session_last_analysis(r->core)->result;
  point *p = &r->points[r->count++];
  *p = (point){.at = at,
               .value = is_first_team(r, move->player) ? result->value : 1.0 - result->value};
  write_better(r, result, move->action, move->player, &p->better);
  return CLI_OK;
}

/* The indices of the actions that begin turns, in `points`. @return their number */
static size_t list_turns(const cli_session *session, point *points) {
  size_t turns = 0;
  bool multi = mr_game_can(session->game, MR_CAN_MULTI);
  for (size_t i = 0; i < mr_session_count(session->core); i++) {
    const mr_session_move *move = mr_session_move_at(session->core, i);
    bool set_up = move->places && mr_game_can(session->game, MR_CAN_HIDE); /* and not a drop */
    if (move->player.id != MR_NOBODY_ID && !set_up && (move->begins_turn || !multi)) {
      points[turns++].at = i;
    }
  }
  return turns;
}

/* Seats somebody strong everywhere, who may think so long. */
static void seat_reviewers(review *r, size_t turns) {
  const cli_session *session = &r->play->session;
  size_t share = TOTAL_MILLISECONDS / (turns + 1);
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    mr_session_seat seat = *mr_session_seat_of(session->core, (mr_player){i});
    seat.sitter = MR_SESSION_ENGINE;
    seat.level = MR_LEVEL_MAX;
    if (seat.nodes == 0) {
      seat.milliseconds = (uint32_t)(share < LEAST_MILLISECONDS  ? LEAST_MILLISECONDS
                                     : share > MOST_MILLISECONDS ? MOST_MILLISECONDS
                                                                 : share);
    }
    mr_session_sit(r->core, (mr_player){i}, &seat);
  }
}

/* Looks at all turns, the last first. Points are then in that order. */
static int look_at_all(review *r) {
  cli_session *session = &r->play->session;
  size_t turns = list_turns(session, r->points);
  int status = CLI_OK;
  size_t *starts = mr_alloc_zero(NULL, turns + 1, sizeof *starts);
  if (starts == NULL) {
    return cli_fail_memory(session->cli);
  }
  for (size_t i = 0; i < turns; i++) {
    starts[i] = r->points[i].at;
  }
  seat_reviewers(r, turns);
  for (size_t i = turns; i-- > 0 && status == CLI_OK;) {
    cli_status(session->cli, "Looking at turn %zu of %zu ... (Ctrl-C stops)", i + 1, turns);
    status = look_at(r, starts[i]);
    if (cli_signal() != 0 || cli_break_taken()) {
      mr_str_format(&session->cli->out, "Stopped: only the last %zu of %zu turns were looked at.\n",
                    r->count, turns);
      break;
    }
  }
  cli_status_clear(session->cli);
  mr_alloc_free(NULL, starts, (turns + 1) * sizeof *starts);
  return status;
}

/* What became of each, from the one that follows. */
static void find_changes(review *r) {
  const cli_session *session = &r->play->session;
  uint8_t score[MR_MAX_PLAYERS];
  double value = r->count > 0 ? r->points[0].value : 0.0;
  /* Who resigned, or ran out of time, did so for reasons that no turn shows. */
  if (mr_session_ended(session->core) == MR_SESSION_BY_RULE &&
      mr_session_score(session->core, score)) {
    value = score[0] / (double)MR_SCORE_WIN;
  }
  size_t end = mr_session_count(session->core);
  for (size_t i = 0; i < r->count; i++) {
    point *p = &r->points[i];
    p->after = value;
    for (size_t k = p->at; k < end; k++) {
      p->chance = p->chance || mr_session_move_at(session->core, k)->player.id == MR_NOBODY_ID;
    }
    value = p->value;
    end = p->at;
  }
}

static unsigned percent(double value) {
  return (unsigned)(value * 100.0 + 0.5);
}

static void report_point(const review *r, const point *p) {
  const cli_session *session = &r->play->session;
  const mr_session_move *move = mr_session_move_at(session->core, p->at);
  bool first = is_first_team(r, move->player);
  double before = first ? p->value : 1.0 - p->value;
  double after = first ? p->after : 1.0 - p->after;
  const char *name = cli_player_name(session->game, move->player);
  mr_str text = cli_text();
  mr_str_format(
      &text, "%zu. %s plays %s%s: %s could expect %u%% of the point before and %u%% after%s.",
      mr_session_decisions(session->core, p->at) + 1, name, mr_session_text(session->core, p->at),
      mr_game_can(session->game, MR_CAN_MULTI) ? " and so on" : "", name, percent(before),
      percent(after), p->chance ? "; dice had their part in it" : "");
  if (after < before && p->better.length > 0) {
    mr_str_format(&text, " Better seemed %s.", mr_str_text(&p->better));
  }
  cli_paragraph(session->cli, &text, 2, 6);
}

/* The largest changes, in the order of the game. */
static void report(const review *r) {
  mr_str *out = &r->play->cli->out;
  size_t told = 0;
  for (; told < POINTS_TOLD; told++) {
    point *best = NULL;
    for (size_t i = 0; i < r->count; i++) {
      point *p = &r->points[i];
      double change = fabs(p->after - p->value);
      if (!p->told && change >= TURNING &&
          (best == NULL || change > fabs(best->after - best->value))) {
        best = p;
      }
    }
    if (best == NULL) {
      break;
    }
    best->told = true;
  }
  if (told == 0) {
    mr_str_add(out, "The game never turned: no turn changed what could be expected by a tenth.\n");
    return;
  }
  mr_str_format(out, "The %s at which the game turned:\n", told == 1 ? "turn" : "turns");
  for (size_t i = r->count; i-- > 0;) { /* the last one was looked at first */
    if (r->points[i].told) {
      report_point(r, &r->points[i]);
    }
  }
}

int play_review(cli_play *play) {
  cli_session *session = &play->session;
  mr_error error;
  review r = {.play = play, .room = mr_session_count(session->core) + 1};
  if (mr_session_node(session->core).kind != MR_NODE_TERMINAL) {
    mr_str_add(&play->cli->out, "review is for a game that is over; before that there are 'hint' "
                                "and 'why'.\n");
    return CLI_OK;
  }
  if (mr_game_teams(session->game) != 2) {
    mr_str_add(&play->cli->out, "Only games between two sides can be reviewed.\n");
    return CLI_OK;
  }
  int status = CLI_OK;
  r.points = mr_alloc_zero(NULL, r.room, sizeof *r.points);
  if (r.points == NULL || mr_session_new(session->game, NULL, &r.core, &error) != MR_OK ||
      mr_session_copy(r.core, session->core, &error) != MR_OK) {
    status = cli_fail_memory(play->cli);
  } else {
    status = look_at_all(&r);
    find_changes(&r);
    report(&r);
  }
  for (size_t i = 0; i < r.count; i++) {
    mr_str_done(&r.points[i].better);
  }
  mr_session_free(r.core);
  mr_alloc_free(NULL, r.points, r.room * sizeof *r.points);
  return status;
}
