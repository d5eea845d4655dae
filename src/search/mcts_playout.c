#include "search/mcts_priv.h"

enum {
  AVERAGE_MOST = 1 << 28, /**< visits; then the past is halved */
  LENGTH_SHORTEST = 128,  /**< playouts are cut no shorter: a fight should end */
  LENGTH_TRIAL = 32,      /**< playouts after which the length is looked at */
  WATCH_EVERY = 32,       /**< actions between two readings of the clock */
};

/* ---- averages over all playouts -------------------------------------------------------------- */

static mr_mcts_average *average_at(const mr_mcts *mcts, mr_action action, uint8_t mover) {
  uint64_t key = mr_mix64(((uint64_t)mover << 32) | action);
  return &mcts->averages[key & (MR_MCTS_AVERAGES - 1)];
}

double mr_mcts_average_of(const mr_mcts *mcts, mr_action action, uint8_t mover) {
  const mr_mcts_average *average = average_at(mcts, action, mover);
  return (average->points + MR_SCORE_WIN) / (MR_SCORE_WIN * (average->visits + 2.0));
}

void mr_mcts_note_step(mr_mcts *mcts, mr_action action, uint8_t mover) {
  if (mcts->step_count < mcts->step_room) {
    mcts->steps[mcts->step_count++] = (mr_mcts_step){.action = action, .mover = mover};
  }
}

void mr_mcts_learn_averages(mr_mcts *mcts) {
  for (uint32_t i = 0; i < mcts->step_count; i++) {
    mr_mcts_step step = mcts->steps[i];
    mr_mcts_average *average = average_at(mcts, step.action, step.mover);
    if (average->visits == AVERAGE_MOST) {
      average->visits /= 2;
      average->points /= 2;
    }
    average->visits++;
    average->points += mcts->score[step.mover];
  }
}

/* ---- playing on ------------------------------------------------------------------------------ */

size_t mr_mcts_draw(mr_mcts *mcts, size_t count, uint64_t total) {
  uint64_t left = mr_random_below(&mcts->random, total);
  size_t i = 0;
  while (i + 1 < count && left >= mcts->chances[i].weight) {
    left -= mcts->chances[i].weight;
    i++;
  }
  return i;
}

/** Where nearly all playouts are cut off, cutting them sooner loses nothing and saves time. */
static void adapt_length(mr_mcts *mcts, bool cut) {
  mcts->long_playouts += cut ? 1 : 0;
  mcts->short_playouts += cut ? 0 : 1;
  uint32_t seen = mcts->long_playouts + mcts->short_playouts;
  if (seen < LENGTH_TRIAL) {
    return;
  }
  if (mcts->long_playouts >= seen - seen / 8 && mcts->length / 2 >= LENGTH_SHORTEST) {
    mcts->length /= 2;
  }
  mcts->long_playouts = 0;
  mcts->short_playouts = 0;
}

bool mr_mcts_play_out(mr_mcts *mcts) {
  const mr_game *game = mcts->engine.game;
  for (uint32_t i = 0; i < mcts->length; i++) {
    mr_node now = mr_game_node(game, mcts->state);
    if (now.kind == MR_NODE_TERMINAL) {
      mr_game_score(game, mcts->state, mcts->score);
      adapt_length(mcts, false);
      return true;
    }
    if (i % WATCH_EVERY == WATCH_EVERY - 1 && mr_watch_expired(&mcts->watch)) {
      return false;
    }
    mr_action action;
    if (now.kind == MR_NODE_CHANCE) {
      uint64_t total = 0;
      size_t count = mr_game_chances(game, mcts->state, mcts->chances, &total);
      action = mcts->chances[mr_mcts_draw(mcts, count, total)].action;
    } else {
      size_t count = mr_game_actions(game, mcts->state, mcts->actions);
      action = mcts->actions[mr_random_below(&mcts->random, count)];
      mr_mcts_note_step(mcts, action, now.player.id);
    }
    mr_game_make(game, mcts->state, action, NULL, NULL);
    mcts->work++;
  }
  /* Nobody knows how it would have ended: all teams score alike, as nearly as quarters allow. */
  unsigned teams = mr_game_teams(game);
  memset(mcts->score, (int)((MR_SCORE_WIN + teams / 2) / teams), game->info.players);
  adapt_length(mcts, true);
  return true;
}
