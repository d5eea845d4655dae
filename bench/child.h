/**
 * @file child.h
 * A program at the other end of two pipes: lines in, lines out.
 */
#ifndef MARCHER_BENCH_CHILD_H
#define MARCHER_BENCH_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/** A running program. */
typedef struct child {
  pid_t id;
  FILE *to;
  FILE *from;
} child;

/** Starts `command` in a shell; false if it cannot. End it with child_stop in either case. */
bool child_start(child *c, const char *command);

/** Closes the pipes and ends the program. */
void child_stop(child *c);

#endif
