#include "war_position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  return false;
}

/* @return false where the text names no square of the board */
static bool read_cell(const mr_wl_game *game, const char *text, unsigned *out) {
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (strcmp(mr_wl_name_cell(game, cell).text, text) == 0) {
      *out = cell;
      return true;
    }
  }
  return false;
}

static bool read_goal(const mr_wl_game *game, const char *text, war_goal *out) {
  static const char *const names[] = {"near", "takes", "leaves", "spares"};
  char word[16], square[16];
  *out = (war_goal){.men = 1};
  int length = 0;
  int read = sscanf(text, "%15s %15s%n", word, square, &length);
  char *end = NULL;
  const char *numbers = text + length;
  unsigned long steps = strtoul(numbers, &end, 10);
  unsigned long men = end != numbers ? strtoul(end, NULL, 10) : 0;
  out->steps = (unsigned)steps;
  out->men = men > 0 ? (unsigned)men : 1;
  for (unsigned i = 0; read >= 2 && i < sizeof names / sizeof *names; i++) {
    if (strcmp(word, names[i]) == 0) {
      out->kind = (war_goal_kind)i;
      return read_cell(game, square, &out->cell);
    }
  }
  return false;
}

bool war_position_open(war_position *p, const char *line, war_table *t) {
  *p = (war_position){.goal_count = 0};
  snprintf(p->line, sizeof p->line, "%s", line);
  p->line[strcspn(p->line, "\n")] = '\0';
  char *part[5], *rest = NULL;
  unsigned count = 0;
  for (char *at = strtok_r(p->line, "\t", &rest); at != NULL && count < 5;
       at = strtok_r(NULL, "\t", &rest)) {
    part[count++] = at;
  }
  if (count < 4) {
    return fail(line, "has fewer than four parts");
  }
  p->theme = part[0];
  p->sets = part[1];
  p->state = part[2];
  p->goals = part[3];
  p->proof = count > 4 ? part[4] : "";
  if (!war_open_state(t, "warlord-border-war", p->sets, p->state)) {
    return false;
  }
  for (char *goal = strtok_r(p->goals, "|", &rest); goal != NULL && p->goal_count < WAR_GOALS_MAX;
       goal = strtok_r(NULL, "|", &rest)) {
    if (!read_goal(mr_wl_game_of(t->game), goal, &p->goal[p->goal_count++])) {
      war_close(t);
      return fail(goal, "is no goal");
    }
  }
  return true;
}

static unsigned steps_between(const mr_wl_game *game, unsigned a, unsigned b) {
  unsigned files = (unsigned)abs((int)game->file[a] - (int)game->file[b]);
  unsigned rows = (unsigned)abs((int)game->row[a] - (int)game->row[b]);
  return files > rows ? files : rows;
}

/* Own men within so many steps after the turn. */
static unsigned men_near(const mr_wl_game *game, const mr_state *before, const mr_action *actions,
                         unsigned count, const war_goal *goal) {
  const mr_wl_state *state = mr_wl_state_of(before);
  unsigned side = state->head.side, men = 0;
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    unsigned cell = units[i].cell;
    for (unsigned k = 0; k < count; k++) {
      if (mr_wl_action_kind_of(actions[k]) == MR_WL_ACT_MOVE &&
          mr_wl_action_from(actions[k]) == cell) {
        cell = mr_wl_action_to(actions[k]);
        break;
      }
    }
    men += cell != MR_WL_OFF_BOARD && steps_between(game, cell, goal->cell) <= goal->steps;
  }
  return men;
}

bool war_position_reached(const war_position *p, const war_table *t, const mr_state *before,
                          const mr_action *actions, unsigned count) {
  const mr_wl_game *game = mr_wl_game_of(t->game);
  for (unsigned i = 0; i < p->goal_count; i++) {
    const war_goal *goal = &p->goal[i];
    bool comes = false, goes = false;
    for (unsigned k = 0; k < count; k++) {
      bool moves = mr_wl_action_kind_of(actions[k]) == MR_WL_ACT_MOVE;
      comes = comes || (moves && mr_wl_action_to(actions[k]) == goal->cell);
      goes = goes || (moves && mr_wl_action_from(actions[k]) == goal->cell);
    }
    if ((goal->kind == WAR_NEAR && men_near(game, before, actions, count, goal) >= goal->men) ||
        (goal->kind == WAR_TAKES && comes) || (goal->kind == WAR_LEAVES && goes) ||
        (goal->kind == WAR_SPARES && !comes)) {
      return true;
    }
  }
  return false;
}
