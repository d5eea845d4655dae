/*
 * bench_lab GAMES NODES GAME...: how many complete games of each game the lab plays a minute on one
 * core, and how much of its time goes to the players' thoughts: the rest is the lab's own.
 */
#include <marcher/measure.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "open_game.h"

static mr_played played;
static mr_summary summary;

static void add_thought(void *context, const mr_game_step *step) {
  *(double *)context += step->seconds;
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* What batches do: play and add up. @return whether all went well */
static bool measure(const char *name, uint64_t games, const char *seats) {
  mr_game *game = open_game(name);
  mr_experiment experiment;
  mr_experimenter *worker = NULL;
  mr_error error = {.message = "it cannot be opened"};
  double thoughts = 0;
  if (game == NULL || mr_experiment_init(game, seats, 1, &experiment, &error) != MR_OK ||
      mr_experimenter_new(&experiment, &worker, &error) != MR_OK) {
    fprintf(stderr, "%s: %s\n", name, error.message);
    mr_game_free(game);
    return false;
  }
  mr_experimenter_watch(worker, add_thought, &thoughts);
  mr_summary_init(&summary, game, NULL);
  double wall = now(CLOCK_MONOTONIC), busy = now(CLOCK_PROCESS_CPUTIME_ID);
  mr_status status = MR_OK;
  for (uint64_t i = 0; i < games && status == MR_OK; i++) {
    status = mr_experimenter_play(worker, i, &played, &error);
    status = status == MR_OK ? mr_summary_add(&summary, &played, &error) : status;
  }
  wall = now(CLOCK_MONOTONIC) - wall;
  busy = now(CLOCK_PROCESS_CPUTIME_ID) - busy;
  if (status != MR_OK) {
    fprintf(stderr, "%s: %s\n", name, error.message);
  } else {
    printf("%-28s %8.0f %9.1f %9.0f %11.0f %9.1f\n", name, 60 * (double)games / busy,
           1000 * busy / (double)games, (double)summary.actions / (double)games,
           (double)summary.nodes / busy / 1000, 100 * thoughts / wall);
  }
  mr_summary_done(&summary);
  mr_experimenter_free(worker);
  mr_game_free(game);
  return status == MR_OK;
}

int main(int argc, char **argv) {
  char seats[48];
  unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
  unsigned long nodes = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
  if (argc < 4 || games < 1 || nodes < 1) {
    fprintf(stderr, "usage: bench_lab GAMES NODES GAME...\n");
    return 2;
  }
  snprintf(seats, sizeof seats, "nodes:%lu", nodes);
  printf("%-28s %8s %9s %9s %11s %9s\n", "game", "a minute", "ms a game", "actions", "knodes/s",
         "thought %");
  bool good = true;
  for (int i = 3; i < argc; i++) {
    good = measure(argv[i], games, seats) && good;
    fflush(stdout);
  }
  return good ? 0 : 1;
}
