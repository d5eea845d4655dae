/*
 * Searches: our moves, what we do while the other thinks, and analysis.
 */
#include <marcher/clock.h>

#include "protocol/cecp_priv.h"

/** Whose decision it is; MR_NOBODY where the game is over. */
static mr_player decider(const mr_cecp *cecp) {
  const mr_dialog *d = &cecp->base.dialog;
  return mr_session_node(d->board).player;
}

static bool is_ours(const mr_cecp *cecp) {
  return cecp->mode == CECP_PLAY && mr_player_same(decider(cecp), cecp->side);
}

/* ---- starting -------------------------------------------------------------------------------- */

/** Legal actions that are not excluded, in `listed`; 0 where all are meant. */
static size_t list_included(mr_cecp *cecp) {
  const mr_dialog *d = cecp_dialog(cecp);
  size_t count = 0;
  if (cecp->excluded_count == 0) {
    return 0;
  }
  size_t legal = mr_game_actions(d->game, mr_dialog_state(d), cecp->listed);
  for (size_t i = 0; i < legal; i++) {
    bool out = false;
    for (size_t j = 0; j < cecp->excluded_count && !out; j++) {
      out = cecp->excluded[j] == cecp->listed[i];
    }
    if (!out) {
      cecp->listed[count++] = cecp->listed[i];
    }
  }
  return count;
}

static bool start(mr_cecp *cecp, cecp_search search, const mr_limits *limits, bool hold) {
  mr_error err;
  mr_dialog_task task = {.limits = *limits,
                         .hold = hold,
                         .progress = mr_cecp_progress,
                         .finish = mr_cecp_finish,
                         .context = cecp};
  atomic_store(&cecp->reports, search == CECP_GAZE || (search == CECP_THINK && cecp->post));
  cecp->search = search;
  cecp->latest_known = false;
  cecp->good = false;
  mr_cecp_tables(cecp);
  if (mr_dialog_think(cecp_dialog(cecp), &task, &err) == MR_OK) {
    return true;
  }
  cecp->search = CECP_IDLE;
  mr_cecp_say(cecp, "tellusererror No search: %s", err.message);
  return false;
}

static void think(mr_cecp *cecp) {
  mr_limits limits = mr_cecp_budget(cecp);
  if (!start(cecp, CECP_THINK, &limits, false)) {
    cecp->mode = CECP_FORCE;
  }
}

/** Endless: what ends the search by itself is held until somebody wants to know. */
static mr_limits endless(const mr_cecp *cecp) {
  return (mr_limits){.depth = cecp->clock.depth,
                     .milliseconds = MR_DIALOG_FOREVER,
                     .level_too = mr_cecp_is_weak(cecp)};
}

static void ponder(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  mr_error err;
  if (cecp->reply == MR_ACTION_NONE || !mr_game_legal(d->game, mr_dialog_state(d), cecp->reply) ||
      mr_cecp_make(cecp, cecp->reply, &err) != MR_OK) {
    return;
  }
  mr_limits limits = endless(cecp);
  if (!is_ours(cecp) || !start(cecp, CECP_PONDER, &limits, true)) {
    (void)mr_session_undo(d->board, 1);
  }
}

static void gaze(mr_cecp *cecp) {
  mr_limits limits = {.milliseconds = MR_DIALOG_FOREVER};
  size_t count = list_included(cecp);
  if (cecp->excluded_count > 0 && count == 0) {
    return; /* nothing is left to think about */
  }
  limits.only = count > 0 ? cecp->listed : NULL;
  limits.only_count = count;
  (void)start(cecp, CECP_GAZE, &limits, true);
}

void mr_cecp_go_on(mr_cecp *cecp) {
  if (cecp->search != CECP_IDLE || cecp->paused) {
    return;
  }
  if (mr_player_same(decider(cecp), MR_NOBODY)) {
    if (cecp->mode != CECP_ANALYSE) { /* a result would end the analysis */
      (void)mr_cecp_report_end(cecp);
    }
    return;
  }
  if (cecp->mode == CECP_ANALYSE) {
    gaze(cecp);
  } else if (is_ours(cecp)) {
    think(cecp);
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
  mr_dialog_allow(d, limits.milliseconds, limits.soft_milliseconds);
  mr_dialog_release(d);
  mr_cecp_collect(cecp);
  return true;
}

/** An offer is taken by who expects less than half a point, however little. */
void mr_cecp_answer_offer(mr_cecp *cecp) {
  if (cecp->offered && cecp->value_known && cecp->value < MR_CECP_DRAW_BELOW) {
    mr_cecp_say(cecp, "offer draw");
  }
  cecp->offered = false;
}

static void make_our_move(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  int64_t since = cecp->hit_at != 0 ? cecp->hit_at : d->search.began;
  mr_error err;
  cecp->hit_at = 0;
  if (!cecp->good) {
    mr_cecp_say(cecp, "tellusererror No move: %s", cecp->error.message);
    cecp->mode = CECP_FORCE;
    return;
  }
  mr_cecp_spend(cecp, (mr_clock_ns() - since) / 1000000);
  cecp_move move = mr_cecp_move(d->game, mr_dialog_state(d), cecp->result.action);
  mr_action reply = mr_dialog_expected_reply(d, &cecp->result);
  if (mr_cecp_make(cecp, cecp->result.action, &err) != MR_OK) {
    mr_cecp_say(cecp, "tellusererror No move: %s", err.message);
    cecp->mode = CECP_FORCE;
    return;
  }
  cecp->value = cecp->result.value;
  cecp->value_known = true;
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
