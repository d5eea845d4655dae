/*
 * What the computer would play, for whom it plays nothing: a hint, and the hint carried out.
 */
#include <string.h>

#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

/*
 * The level of whoever advises: the highest that answers within a second or so in every family
 * (docs/STRENGTH.md has what each may spend), and does not err on purpose. Advice as weak as the
 * opponent would be none, and one by the clock would be another each time.
 */
enum { ADVICE_LEVEL = 6 };

int play_think(cli_play *play, uint64_t nodes, mr_progress_fn progress) {
  mr_session *core = play->session.core;
  mr_session_seat seat = *mr_session_seat_of(core, play->player);
  const uint64_t own = seat.nodes;
  seat.level = ADVICE_LEVEL;
  seat.engine[0] = '\0'; /* the best for the game, whatever the opponent is */
  seat.nodes = own == 0 && seat.milliseconds == 0 ? nodes : own;
  mr_session_sit(core, play->player, &seat);
  int status = cli_session_think(&play->session, play->player, progress, &play->session);
  seat.nodes = own;
  mr_session_sit(core, play->player, &seat);
  return status;
}

/* What the player may know, laid out as a whole: a plan must not follow from what is hidden. */
static void lay_out(cli_play *play) {
  cli_session *session = &play->session;
  mr_game_determinize(session->game, mr_session_observe(session->core, play->player), play->player,
                      1, session->ahead);
}

/* Where a player stands who makes one action after the other; chance is nobody's. */
static bool is_to_move(const cli_play *play, const mr_state *state) {
  mr_node node = mr_game_node(play->session.game, state);
  return node.kind == MR_NODE_DECISION && mr_player_same(node.player, play->player);
}

/* As much of the expected line as belongs to this turn. */
static void keep_plan(cli_play *play, const mr_search_result *result) {
  cli_session *session = &play->session;
  play_plan *plan = &play->plan;
  bool line = result->line_length > 0 && result->line[0] == result->action;
  *plan = (play_plan){.revision = mr_session_revision(session->core)};
  lay_out(play);
  for (size_t i = 0; i < (line ? result->line_length : 1); i++) {
    mr_action action = line ? result->line[i] : result->action;
    bool more = i == 0 || (mr_game_can(session->game, MR_CAN_MULTI) && !play_sets_up(play));
    if (!more || !is_to_move(play, session->ahead) ||
        !mr_game_legal(session->game, session->ahead, action)) {
      break;
    }
    plan->actions[plan->count++] = action;
    mr_game_make(session->game, session->ahead, action, NULL, NULL);
  }
}

/* Thinks, unless the plan is still of this very game. @return false: no plan, and what `status` is
 */
static bool find_plan(cli_play *play, int *status) {
  cli_session *session = &play->session;
  if (play->plan.count > 0 && play->plan.revision == mr_session_revision(session->core)) {
    return true;
  }
  *status = play_think(play, 0, cli_narrate_progress);
  cli_status_clear(play->cli);
  if (*status != CLI_OK || cli_signal() != 0) {
    return false;
  }
  bool stopped = cli_break_taken();
  mr_str_add(&play->cli->out, stopped ? "Stopped thinking; this is the best so far.\n" : "");
  keep_plan(play, &mr_session_last_analysis(session->core)->result);
  play->plan.stopped = stopped;
  return play->plan.count > 0;
}

/* Of a sign like '.' that ends the turn says so: what follows is the next sentence. */
static void add_ending(const mr_game *game, const mr_state *state, mr_action action, mr_str *out) {
  mr_form form;
  mr_game_form(game, state, action, &form);
  if (form.kind == MR_FORM_BUTTON) {
    play_add_meaning(game, &form, out);
  }
}

/* "e2-e3; c2-d4; . (end turn)", each as it is written when the ones before have been made. */
static void add_plan(cli_play *play, mr_str *out) {
  cli_session *session = &play->session;
  const play_plan *plan = &play->plan;
  lay_out(play);
  for (size_t i = 0; i < plan->count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    cli_action_text(session->game, session->ahead, plan->actions[i], text);
    mr_str_format(out, "%s%s", i == 0 ? "" : "; ", text);
    if (i > 0 && i + 1 == plan->count) {
      add_ending(session->game, session->ahead, plan->actions[i], out);
    }
    mr_game_make(session->game, session->ahead, plan->actions[i], NULL, NULL);
  }
  if (is_to_move(play, session->ahead) && plan->count > 1) {
    mr_str_add(out, "; ...");
  }
  if (plan->count == 1) { /* of one alone there is room to say what it is */
    mr_form form;
    mr_game_form(session->game, session->seen, plan->actions[0], &form);
    play_add_meaning(session->game, &form, out);
  }
}

int play_hint(cli_play *play) {
  cli_session *session = &play->session;
  int status = CLI_OK;
  char comment[CLI_COMMENT_MAX];
  play->plan.count = 0;
  if (!find_plan(play, &status)) {
    return status;
  }
  const mr_session_analysis *analysis = mr_session_last_analysis(session->core);
  mr_str text = cli_text();
  mr_str_add(&text, "I would play ");
  add_plan(play, &text);
  if (text.data[text.length - 1] != '.') { /* that of " ..." */
    mr_str_char(&text, '.');
  }
  mr_str_format(&text, " %s%s", cli_comment_on(session, analysis, comment, sizeof comment),
                play->plan.count > 1 ? " 'do' plays all of it." : " 'do' plays it.");
  cli_paragraph(play->cli, &text, 0, 4);
  return CLI_OK;
}

/* Makes what is planned, as long as it is legal. */
static int carry_out(cli_play *play) {
  cli_session *session = &play->session;
  const play_plan plan = play->plan;
  int status = CLI_OK;
  play->plan.count = 0;
  for (size_t i = 0; i < plan.count && status == CLI_OK; i++) {
    const mr_state *state = mr_session_state(session->core);
    if (!is_to_move(play, state) || !mr_game_legal(session->game, state, plan.actions[i])) {
      break;
    }
    status = cli_session_make(session, plan.actions[i], NULL);
  }
  return status;
}

int play_do(cli_play *play) {
  cli_session *session = &play->session;
  int status = CLI_OK;
  size_t turns = mr_session_turns(session->core);
  bool whole = mr_game_can(session->game, MR_CAN_MULTI) && !play_sets_up(play);
  if (mr_session_turn_start(session->core) == mr_session_count(session->core)) {
    turns++; /* the turn has not begun */
  }
  session->viewer = play_viewer(play);
  cli_narrate_rest(session);
  bool made = false;
  while (find_plan(play, &status)) {
    bool stopped = play->plan.stopped;
    play_unpick(play);
    status = carry_out(play);
    made = true;
    if (status != CLI_OK || stopped || !whole ||
        !is_to_move(play, mr_session_state(session->core)) ||
        mr_session_turns(session->core) != turns || mr_session_turn_is_over(session->core)) {
      break;
    }
  }
  if (made) {
    play_redraw(play);
    int told = cli_narrate_rest(session);
    status = status == CLI_OK ? told : status;
  }
  return status;
}
