#include <marcher/engine.h>
#include <math.h>

/** Pawns are compared on this scale: so many hundredths raise an even game to e to 1. */
#define SCALE 230.0
#define CENTIPAWNS_MAX 10000

enum {
  TURNS_LEFT = 28,   /**< a game is taken to go on for so many turns more */
  TURNS_LEFT_MIN = 2 /**< even just before the clock is wound up, something is kept back */
};

int mr_centipawns_of(double value) {
  if (value <= 0) {
    return -CENTIPAWNS_MAX;
  }
  if (value >= 1) {
    return CENTIPAWNS_MAX;
  }
  double pawns = SCALE * log(value / (1 - value));
  return (int)fmax(-CENTIPAWNS_MAX, fmin(CENTIPAWNS_MAX, round(pawns)));
}

double mr_value_of(int centipawns) {
  return 1 / (1 + exp(-centipawns / SCALE));
}

static int64_t within(int64_t low, int64_t value, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

void mr_time_share(const mr_clock_view *clock, unsigned actions, mr_limits *limits) {
  int64_t turns = clock->to_go == 0 ? TURNS_LEFT : within(1, clock->to_go, TURNS_LEFT);
  int64_t left = within(0, clock->left, INT32_MAX);
  int64_t overhead = within(0, clock->overhead, INT32_MAX);
  int64_t increment = within(0, clock->increment, INT32_MAX);
  int64_t usable = within(1, left - overhead, INT32_MAX);
  /* Every turn to come brings its increment and costs its overhead. */
  int64_t total = left + (turns - 1) * increment - (turns + 1) * overhead;
  int64_t share = within(0, total, INT64_MAX) / within(TURNS_LEFT_MIN, turns, TURNS_LEFT);
  int64_t most = turns == 1 ? usable * 4 / 5 : usable / 4 + 1;
  int64_t parts = within(1, actions, INT32_MAX);
  int64_t soft = within(1, within(1, share * 7 / 10, most) / parts, INT32_MAX);
  limits->soft_milliseconds = (uint32_t)soft;
  limits->milliseconds = (uint32_t)within(soft, within(1, share * 5 / 2, most) / parts, INT32_MAX);
}

unsigned mr_time_turn_actions(const mr_game *game, uint64_t actions, uint64_t turns) {
  enum { SEVERAL = 2, MOST = 20 };
  if (!mr_game_can(game, MR_CAN_MULTI)) {
    return 1;
  }
  turns = turns > 0 ? turns : 1;
  return (unsigned)within(SEVERAL, (int64_t)((actions + turns - 1) / turns), MOST);
}
