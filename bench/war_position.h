/**
 * @file war_position.h
 * Positions with what a good general does in them. A line of a file of them:
 *
 *     THEME <tab> SETS <tab> STATE <tab> GOALS <tab> PROOF
 *
 * SETS change the board of Border War (`key=value` separated by `;`). GOALS are separated by `|`:
 * one of them has to be reached by the turn. `near SQUARE N K`: at least K own men are within N
 * king's steps of the square. `takes SQUARE`: something is captured there. `leaves SQUARE`: the
 * unit that stands there goes. `spares SQUARE`: nothing is captured there. PROOF tells how turns
 * that reach a goal and turns that do not scored in play-outs, in percent.
 */
#ifndef MARCHER_BENCH_WAR_POSITION_H
#define MARCHER_BENCH_WAR_POSITION_H

#include "war_table.h"

typedef enum war_goal_kind { WAR_NEAR, WAR_TAKES, WAR_LEAVES, WAR_SPARES } war_goal_kind;

typedef struct war_goal {
  war_goal_kind kind;
  unsigned cell;
  unsigned steps;
  unsigned men;
} war_goal;

enum { WAR_GOALS_MAX = 8, WAR_LINE_MAX = 2048, WAR_SETS_MAX = 8 };

typedef struct war_position {
  char line[WAR_LINE_MAX]; /**< cut into the parts that follow */
  const char *theme;
  char *sets;
  const char *state;
  char *goals;
  const char *proof;
  unsigned goal_count;
  war_goal goal[WAR_GOALS_MAX];
} war_position;

/** Cuts a line up, opens its table and reads its goals. Says what is wrong with it. */
bool war_position_open(war_position *p, const char *line, war_table *t);

/** Whether the turn that led from the position's state to `after` reaches one of the goals. */
bool war_position_reached(const war_position *p, const war_table *t, const mr_state *before,
                          const mr_action *actions, unsigned count);

#endif
