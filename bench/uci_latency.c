/**
 * @file
 * How soon an engine answers while it searches: `stop`, `isready`, and a clock that runs out.
 *
 *     uci_latency COMMAND [--variant NAME] [--position TEXT] [--runs N] [--threads N]
 *
 * Drives a real program through pipes. Prints the median, what 99% keep within, and the worst of N
 * stops, each at another moment of a search without end, from the writing of `stop` to the reading
 * of `bestmove`; the same for `isready` and `readyok` during these searches; and by how much `go
 * movetime` oversteps.
 */

#include <marcher/clock.h>
#include <marcher/random.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"

enum { RUNS_MAX = 10000, LINE = 65536 };

/** What the command line asks for. */
typedef struct wish {
  const char *command;
  const char *variant;
  const char *position; /* what follows the command */
  unsigned runs;
  unsigned threads;
} wish;

/** Measurements in milliseconds. */
typedef struct sample {
  double values[RUNS_MAX];
  size_t count;
} sample;

static void say(const child *engine, const char *line) {
  fprintf(engine->to, "%s\n", line);
  fflush(engine->to);
}

/** Reads lines up to one that begins with `word`. */
static void await(const child *engine, const char *word) {
  static char line[LINE];
  while (fgets(line, sizeof line, engine->from) != NULL) {
    if (strncmp(line, word, strlen(word)) == 0) {
      return;
    }
  }
  fprintf(stderr, "the engine has ended before it said '%s'\n", word);
  exit(EXIT_FAILURE);
}

static double ask(const child *engine, const char *line, const char *answer) {
  int64_t began = mr_clock_ns();
  say(engine, line);
  await(engine, answer);
  return (double)(mr_clock_ns() - began) / 1e6;
}

static void pause_for(unsigned milliseconds) {
  poll(NULL, 0, (int)milliseconds);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

static void report(const char *what, sample *s) {
  qsort(s->values, s->count, sizeof s->values[0], compare);
  printf("%-24s median %7.3f ms   99%% within %7.3f ms   worst %7.3f ms   of %zu\n", what,
         s->values[s->count / 2], s->values[(s->count * 99 + 99) / 100 - 1],
         s->values[s->count - 1], s->count);
}

/** Opens the conversation as a match runner does. */
static void greet(const child *engine, const wish *w) {
  say(engine, "uci");
  await(engine, "uciok");
  if (w->variant != NULL) {
    fprintf(engine->to, "setoption name UCI_Variant value %s\n", w->variant);
  }
  fprintf(engine->to, "setoption name Threads value %u\n", w->threads);
  ask(engine, "isready", "readyok");
  fprintf(engine->to, "position %s\n", w->position);
}

static void measure(const child *engine, const wish *w) {
  static sample stops, readies, times;
  mr_random random;
  mr_random_init(&random, 1);
  for (unsigned i = 0; i < w->runs; i++) {
    say(engine, "go infinite");
    pause_for((unsigned)mr_random_below(&random, 60));
    readies.values[readies.count++] = ask(engine, "isready", "readyok");
    pause_for((unsigned)mr_random_below(&random, 60));
    stops.values[stops.count++] = ask(engine, "stop", "bestmove");
  }
  for (unsigned i = 0; i < w->runs; i++) {
    times.values[times.count++] = ask(engine, "go movetime 50", "bestmove") - 50;
  }
  report("stop -> bestmove", &stops);
  report("isready -> readyok", &readies);
  report("movetime 50, over by", &times);
}

static int usage(void) {
  fputs("usage: uci_latency COMMAND [--variant NAME] [--position TEXT] [--runs N] "
        "[--threads N]\n",
        stderr);
  return 2;
}

int main(int argc, char **argv) {
  wish w = {.position = "startpos", .runs = 100, .threads = 1};
  for (int i = 1; i < argc; i++) {
    bool more = i + 1 < argc;
    if (more && strcmp(argv[i], "--variant") == 0) {
      w.variant = argv[++i];
    } else if (more && strcmp(argv[i], "--position") == 0) {
      w.position = argv[++i];
    } else if (more && strcmp(argv[i], "--runs") == 0) {
      w.runs = (unsigned)strtoul(argv[++i], NULL, 10);
    } else if (more && strcmp(argv[i], "--threads") == 0) {
      w.threads = (unsigned)strtoul(argv[++i], NULL, 10);
    } else if (w.command == NULL && argv[i][0] != '-') {
      w.command = argv[i];
    } else {
      return usage();
    }
  }
  if (w.command == NULL || w.runs == 0 || w.runs > RUNS_MAX) {
    return usage();
  }
  child engine;
  if (!child_start(&engine, w.command)) {
    fprintf(stderr, "cannot start '%s'\n", w.command);
    return EXIT_FAILURE;
  }
  greet(&engine, &w);
  measure(&engine, &w);
  say(&engine, "quit");
  child_stop(&engine);
  return EXIT_SUCCESS;
}
