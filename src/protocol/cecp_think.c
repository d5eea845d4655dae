/*
 * Searches: our moves, what we do while the other thinks, and analysis.
 */
#include <marcher/clock.h>

#include "protocol/cecp_priv.h"

/* ---- the position ---------------------------------------------------------------------------- */

void mr_cecp_fresh(mr_cecp *cecp) {
  cecp->excluded_count = 0;
  cecp->end_reported = false;
}

mr_status mr_cecp_make(mr_cecp *cecp, mr_action action, mr_error *err) {
  mr_status status = mr_session_play(cecp_dialog(cecp)->board, action, NULL, err);
  if (status == MR_OK) {
    mr_cecp_fresh(cecp);
  }
  return status;
}

bool mr_cecp_step_back(mr_cecp *cecp) {
  return cecp->search == CECP_PONDER && mr_session_undo(cecp_dialog(cecp)->board, 1) > 0;
}

void mr_cecp_step_on(mr_cecp *cecp) {
  mr_error err;
  (void)(mr_cecp_make(cecp, cecp->reply, &err) == MR_OK);
}

static bool is_ours(const mr_cecp *cecp) {
  return cecp->mode == CECP_PLAY && mr_player_same(cecp_mover(cecp), cecp->side);
}

/* ---- starting -------------------------------------------------------------------------------- */

static bool start_search(mr_cecp *cecp, cecp_search search, const mr_limits *limits) {
  mr_error err;
  mr_dialog_task task = {.limits = *limits,
                         .hold = search != CECP_THINK,
                         .progress = mr_cecp_progress,
                         .finish = mr_cecp_finish,
                         .context = cecp};
  atomic_store(&cecp->reports, search == CECP_ANALYSIS || (search == CECP_THINK && cecp->post));
  cecp->search = search;
  cecp->latest.action = MR_ACTION_NONE;
  mr_cecp_tables(cecp);
  if (mr_dialog_think(cecp_dialog(cecp), &task, &err) == MR_OK) {
    return true;
  }
  cecp->search = CECP_IDLE;
  mr_cecp_say(cecp, "tellusererror No search: %s", err.message);
  return false;
}

/** Endless: what ends the search by itself is held until somebody wants to know. */
static void ponder(mr_cecp *cecp) {
  const mr_limits limits = {.depth = cecp->clock.depth,
                            .milliseconds = MR_DIALOG_FOREVER,
                            .level_too = mr_cecp_is_weak(cecp)};
  mr_dialog *d = cecp_dialog(cecp);
  mr_error err;
  if (cecp->reply == MR_ACTION_NONE || !mr_game_legal(d->game, mr_dialog_state(d), cecp->reply) ||
      mr_cecp_make(cecp, cecp->reply, &err) != MR_OK) {
    return;
  }
  if (!is_ours(cecp) || !start_search(cecp, CECP_PONDER, &limits)) {
    (void)mr_session_undo(d->board, 1);
  }
}

/** Thinks about all that is not excluded, if anything is left. */
static void analyse(mr_cecp *cecp) {
  const mr_dialog *d = cecp_dialog(cecp);
  mr_limits limits = {.milliseconds = MR_DIALOG_FOREVER};
  if (cecp->excluded_count > 0) {
    size_t legal = mr_game_actions(d->game, mr_dialog_state(d), cecp->listed);
    for (size_t i = 0; i < legal; i++) {
      bool excluded = false;
      for (size_t k = 0; k < cecp->excluded_count && !excluded; k++) {
        excluded = cecp->excluded[k] == cecp->listed[i];
      }
      if (!excluded) {
        cecp->listed[limits.only_count++] = cecp->listed[i];
      }
    }
    limits.only = cecp->listed;
  }
  if (limits.only == NULL || limits.only_count > 0) {
    (void)start_search(cecp, CECP_ANALYSIS, &limits);
  }
}

void mr_cecp_go_on(mr_cecp *cecp) {
  if (cecp->search != CECP_IDLE || cecp->paused) {
    return;
  }
  if (cecp->mode == CECP_ANALYSE) {
    (void)mr_dialog_play_on(cecp_dialog(cecp)); /* whoever looks at it wants to know more */
  }
  if (mr_player_same(cecp_mover(cecp), MR_NOBODY)) {
    if (cecp->mode != CECP_ANALYSE) { /* a result would end the analysis */
      (void)mr_cecp_report_end(cecp);
    }
  } else if (cecp->mode == CECP_ANALYSE) {
    analyse(cecp);
  } else if (is_ours(cecp)) {
    const mr_limits limits = mr_cecp_budget(cecp);
    if (!start_search(cecp, CECP_THINK, &limits)) {
      cecp->mode = CECP_FORCE;
    }
  } else if (cecp->mode == CECP_PLAY && cecp->ponder) {
    ponder(cecp);
  }
}

/* ---- ending ---------------------------------------------------------------------------------- */

static void answer_pings(mr_cecp *cecp) {
  for (size_t i = 0; i < cecp->ping_count; i++) {
    mr_cecp_say(cecp, "pong %llu", (unsigned long long)cecp->pings[i]);
  }
  cecp->ping_count = 0;
}

void mr_cecp_halt(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  cecp_search was = cecp->search;
  if (was == CECP_IDLE) {
    return;
  }
  mr_dialog_abandon(d);
  cecp->search = CECP_IDLE;
  cecp->hit_at = 0;
  if (was == CECP_PONDER) {
    (void)mr_session_undo(d->board, 1);
  }
  answer_pings(cecp);
}

bool mr_cecp_hit(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  mr_limits limits = mr_cecp_budget(cecp);
  if (limits.milliseconds == 0) {
    return false; /* a search that has begun can be given time, but no nodes */
  }
  cecp->search = CECP_THINK;
  cecp->hit_at = mr_clock_ns();
  atomic_store(&cecp->reports, cecp->post);
  mr_dialog_release(d, &limits);
  mr_cecp_collect(cecp);
  return true;
}

/** An offer is taken by who expects less than half a point, however little. */
void mr_cecp_answer_offer(mr_cecp *cecp) {
  if (cecp->offered && cecp->value < MR_CECP_DRAW_BELOW) {
    mr_cecp_say(cecp, "offer draw");
  }
  cecp->offered = false;
}

static void make_our_move(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  int64_t since = cecp->hit_at != 0 ? cecp->hit_at : d->search.began;
  const mr_search_result *result = &d->search.result;
  mr_error err = d->search.error;
  cecp_move move = {""};
  mr_action reply = MR_ACTION_NONE;
  bool made = d->search.status == MR_OK;
  cecp->hit_at = 0;
  if (made) {
    mr_cecp_spend(cecp, (mr_clock_ns() - since) / 1000000);
    move = mr_cecp_move(d->game, mr_dialog_state(d), result->action);
    reply = mr_dialog_expected_reply(d, result);
    made = mr_cecp_make(cecp, result->action, &err) == MR_OK;
  }
  if (!made) {
    mr_cecp_say(cecp, "tellusererror No move: %s", err.message);
    cecp->mode = CECP_FORCE;
    return;
  }
  cecp->value = result->value;
  cecp->reply = reply;
  if (cecp->offered) {
    mr_cecp_answer_offer(cecp);
  }
  mr_cecp_say(cecp, "move %s", move.text);
}

void mr_cecp_collect(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  if (cecp->search != CECP_THINK || mr_dialog_busy(d)) {
    return; /* what is held never ends by itself */
  }
  mr_dialog_join(d);
  cecp->search = CECP_IDLE;
  make_our_move(cecp);
  answer_pings(cecp);
  mr_cecp_go_on(cecp);
}
