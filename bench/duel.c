#include "duel.h"

#include <marcher/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct table {
  const mr_game *game;
  mr_state *start;
  mr_state *state;
  mr_state *seen;
  mr_chance *chances;
} table;

static bool table_init(table *t, const mr_game *game) {
  t->game = game;
  t->start = mr_state_new(game, NULL);
  t->state = mr_state_new(game, NULL);
  t->seen = mr_state_new(game, NULL);
  t->chances = calloc(game->info.max_chances + 1, sizeof *t->chances);
  return t->start != NULL && t->state != NULL && t->seen != NULL && t->chances != NULL;
}

static void table_done(table *t) {
  mr_state_free(t->game, NULL, t->start);
  mr_state_free(t->game, NULL, t->state);
  mr_state_free(t->game, NULL, t->seen);
  free(t->chances);
}

/* Deals: plays chance until somebody has to decide. */
static void open_game(table *t, mr_random *random) {
  mr_game_start(t->game, t->start);
  while (mr_game_node(t->game, t->start).kind == MR_NODE_CHANCE) {
    mr_action roll = mr_game_roll(t->game, t->start, t->chances, random);
    mr_game_make(t->game, t->start, roll, NULL, NULL);
  }
}

static bool decide(table *t, mr_engine *engine, mr_player player, const mr_limits *limits,
                   mr_action *out) {
  mr_error err = {0};
  mr_search_result result;
  mr_game_observe(t->game, t->state, player, t->seen);
  mr_status status = mr_engine_think(engine, t->seen, limits, &result, &err);
  if (status == MR_OK && !mr_game_legal(t->game, t->state, result.action)) {
    status = mr_error_set(&err, MR_ERR_ILLEGAL, "illegal action");
  }
  if (status != MR_OK) {
    fprintf(stderr, "%s: %s\n", engine->kind, err.message);
    return false;
  }
  *out = result.action;
  return true;
}

/* One game; `seat` is the first player's. */
static bool play_one(table *t, mr_engine *players[2], unsigned seat, const duel_options *options,
                     mr_random *dice, duel_score *score) {
  mr_state_copy(t->game, t->state, t->start);
  for (;;) {
    mr_node node = mr_game_node(t->game, t->state);
    mr_action action = MR_ACTION_NONE;
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    if (node.kind == MR_NODE_CHANCE) {
      action = mr_game_roll(t->game, t->state, t->chances, dice);
    } else {
      unsigned who = t->game->info.team[node.player.id] == seat ? 0 : 1;
      int64_t before = mr_clock_ns();
      if (!decide(t, players[who], node.player, &options->limits[who], &action)) {
        return false;
      }
      score->seconds[who] += (double)(mr_clock_ns() - before) / 1e9;
      score->decisions[who]++;
    }
    mr_game_make(t->game, t->state, action, NULL, NULL);
    score->actions++;
  }
  uint8_t points[MR_MAX_PLAYERS];
  mr_game_score(t->game, t->state, points);
  unsigned mine = points[seat];
  score->wins[seat] += mine > MR_SCORE_WIN / 2;
  score->draws[seat] += mine == MR_SCORE_WIN / 2;
  score->losses[seat] += mine < MR_SCORE_WIN / 2;
  return true;
}

bool duel_play(mr_engine *first, mr_engine *second, const duel_options *options,
               duel_score *score) {
  mr_engine *players[2] = {first, second};
  mr_random random;
  table t = {0};
  *score = (duel_score){0};
  mr_random_init(&random, options->seed);
  bool sound = table_init(&t, first->game);
  for (unsigned pair = 0; sound && pair < options->games / 2; pair++) {
    mr_random own = mr_random_split(&random);
    open_game(&t, &own);
    for (unsigned seat = 0; sound && seat < 2; seat++) {
      mr_random dice = own;
      mr_engine_forget(first);
      mr_engine_forget(second);
      sound = play_one(&t, players, seat, options, &dice, score);
    }
  }
  table_done(&t);
  return sound;
}

static unsigned games_of(const duel_score *s) {
  return s->wins[0] + s->wins[1] + s->draws[0] + s->draws[1] + s->losses[0] + s->losses[1];
}

double duel_share(const duel_score *s) {
  unsigned games = games_of(s);
  return games ? (s->wins[0] + s->wins[1] + (s->draws[0] + s->draws[1]) / 2.0) / games : 0;
}

double duel_error(const duel_score *s) {
  unsigned games = games_of(s);
  double mean = duel_share(s), wins = s->wins[0] + s->wins[1], draws = s->draws[0] + s->draws[1];
  if (!games) {
    return 0;
  }
  return sqrt(((wins + draws / 4) / games - mean * mean) / games);
}

void duel_print(const mr_game *game, const char *first, const char *second, const duel_score *s) {
  printf("%-14s %-14s %5u  %5.1f%% +-%4.1f", first, second, games_of(s), 100 * duel_share(s),
         196 * duel_error(s));
  for (unsigned seat = 0; seat < 2; seat++) {
    printf("   %s +%u =%u -%u", game->info.player_names[seat], s->wins[seat], s->draws[seat],
           s->losses[seat]);
  }
  for (unsigned who = 0; who < 2; who++) {
    printf("   %.1f ms", s->decisions[who] ? 1e3 * s->seconds[who] / (double)s->decisions[who] : 0);
  }
  printf("   %.0f actions a game\n", games_of(s) ? (double)s->actions / games_of(s) : 0);
  fflush(stdout);
}
