/*
 * Strength of the Borderline players: against a greedy yardstick, and level against level.
 *
 *   bench_borderline greedy [--level N] [--games N] [--seed N] [--engine KIND]
 *   bench_borderline ladder [--from N] [--to N] [--games N] [--seed N] [--engine KIND]
 *   bench_borderline versus KIND [--level N] [--games N] [--seed N]
 *   bench_borderline program COMMAND [--level N] [--games N] [--seed N]
 *
 * A program is sent a state's text on a line and answers with an action's text on a line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "duel.h"
#include "greedy.h"
#include "open_game.h"
#include "outside.h"

typedef struct setup {
  const char *mode;
  const char *engine;
  const char *rival;
  unsigned level;
  unsigned lowest; /**< of the ladder's upper players */
  unsigned highest;
  unsigned games;
  uint64_t seed;
  uint64_t nodes; /**< limit of the first player, instead of its level's */
  uint64_t rival_nodes;
  mr_game *game;
} setup;

static mr_engine *engine_new(const setup *s, const char *kind, unsigned level) {
  mr_engine *engine = NULL;
  mr_error err = {0};
  mr_engine_options options = {.kind = kind, .level = level, .seed = s->seed + level};
  if (mr_engine_new(s->game, &options, &engine, &err) != MR_OK) {
    fprintf(stderr, "%s\n", err.message);
  }
  return engine;
}

static bool match(const setup *s, mr_engine *first, mr_engine *second, const char *name,
                  const char *other) {
  duel_options options = {.games = s->games, .seed = s->seed};
  options.limits[0].nodes = s->nodes;
  options.limits[1].nodes = s->rival_nodes;
  duel_score score;
  bool sound = first != NULL && second != NULL && duel_play(first, second, &options, &score);
  if (sound) {
    duel_print(s->game, name, other, &score);
  }
  mr_engine_free(first);
  mr_engine_free(second);
  return sound;
}

static bool run(const setup *s) {
  char name[32], other[32];
  printf("%-14s %-14s games  share   95%%     by seat, thinking time a decision\n", "player",
         "against");
  if (strcmp(s->mode, "ladder") == 0) {
    for (unsigned level = s->lowest; level <= s->highest; level++) {
      snprintf(name, sizeof name, "level %u", level);
      snprintf(other, sizeof other, "level %u", level - 1);
      if (!match(s, engine_new(s, s->engine, level), engine_new(s, s->engine, level - 1), name,
                 other)) {
        return false;
      }
    }
    return true;
  }
  snprintf(name, sizeof name, "%s %u", s->engine, s->level);
  mr_engine *first = engine_new(s, s->engine, s->level);
  if (strcmp(s->mode, "versus") == 0) {
    snprintf(other, sizeof other, "%s %u", s->rival, s->level);
    return match(s, first, engine_new(s, s->rival, s->level), name, other);
  }
  if (strcmp(s->mode, "program") == 0) {
    return match(s, first, outside_new(s->game, s->rival), name, "program");
  }
  return match(s, first, greedy_new(s->game, s->seed), name, "greedy");
}

static bool parse(int argc, char **argv, setup *s) {
  int i = 2;
  if (argc < 2) {
    return false;
  }
  s->mode = argv[1];
  bool versus = strcmp(s->mode, "versus") == 0 || strcmp(s->mode, "program") == 0;
  if (!versus && strcmp(s->mode, "greedy") != 0 && strcmp(s->mode, "ladder") != 0) {
    return false;
  }
  if (versus) {
    s->rival = argc > 2 ? argv[i++] : "";
  }
  for (; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--level") == 0) {
      s->level = (unsigned)strtoul(argv[i + 1], NULL, 10);
    } else if (strcmp(argv[i], "--from") == 0) {
      s->lowest = (unsigned)strtoul(argv[i + 1], NULL, 10);
    } else if (strcmp(argv[i], "--to") == 0) {
      s->highest = (unsigned)strtoul(argv[i + 1], NULL, 10);
    } else if (strcmp(argv[i], "--games") == 0) {
      s->games = (unsigned)strtoul(argv[i + 1], NULL, 10);
    } else if (strcmp(argv[i], "--seed") == 0) {
      s->seed = strtoull(argv[i + 1], NULL, 10);
    } else if (strcmp(argv[i], "--nodes") == 0) {
      s->nodes = strtoull(argv[i + 1], NULL, 10);
    } else if (strcmp(argv[i], "--rival-nodes") == 0) {
      s->rival_nodes = strtoull(argv[i + 1], NULL, 10);
    } else if (strcmp(argv[i], "--engine") == 0) {
      s->engine = argv[i + 1];
    } else {
      return false;
    }
  }
  return i == argc;
}

int main(int argc, char **argv) {
  setup s = {.engine = "expectimax",
             .level = MR_LEVEL_DEFAULT,
             .lowest = MR_LEVEL_MIN + 1,
             .highest = MR_LEVEL_MAX,
             .games = 400,
             .seed = 1};
  if (!parse(argc, argv, &s)) {
    fprintf(stderr, "usage: bench_borderline greedy|ladder|versus KIND|program COMMAND [--engine "
                    "KIND] [--level N] "
                    "[--games N] [--nodes N] [--rival-nodes N] [--seed N]\n");
    return 2;
  }
  s.game = open_game("borderline");
  bool sound = s.game != NULL && run(&s);
  mr_game_free(s.game);
  return sound ? 0 : 1;
}
