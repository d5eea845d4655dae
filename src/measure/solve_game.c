/* Who wins with the best play of both: which way finds out. */
#include <math.h>

#include "measure/solve_priv.h"

/** What is taken where nobody says otherwise: some seconds, and what any machine has. */
#define NODES UINT64_C(10000000)
#define MEMORY ((size_t)256 << 20)

/** Visits every position, as far as the budget goes, and judges what was met. */
static mr_status solve_positions(mr_solving *s, const mr_state *root, bool clocks, mr_error *err) {
  mr_solve_graph graph;
  bool dice = mr_game_can(s->game, MR_CAN_CHANCE);
  s->out->way = dice ? MR_SOLVE_EXPECT : MR_SOLVE_POSITIONS;
  mr_status status = mr_solve_graph_init(&graph, s, root, clocks, err);
  if (status == MR_OK) {
    status = dice ? mr_solve_expectation(&graph, root, err) : mr_solve_wins(&graph, root, err);
  }
  mr_solve_graph_done(&graph);
  return status;
}

/**
 * With dice, positions are told apart by their clocks as well, so that no end by them is missed; in
 * a second try, with the other half of the actions, they are not.
 */
static mr_status solve_dice(mr_solving *s, const mr_state *root, mr_error *err) {
  uint64_t all = s->most;
  mr_solution *out = s->out;
  s->most = all / 2;
  mr_status status = solve_positions(s, root, true, err);
  if (status == MR_OK && !out->complete && out->low < out->high && !s->stopped) {
    mr_solution exact = *out;
    s->most = all;
    s->halted = false;
    out->line_count = 0;
    status = solve_positions(s, root, false, err);
    out->timeless = out->complete;
    if (!out->complete) { /* what was known with clocks still is */
      exact.nodes = out->nodes;
      *out = exact;
    }
  }
  return status;
}

mr_status mr_solve(const mr_game *game, const mr_state *state, const mr_solve_options *options,
                   mr_solution *out, mr_error *err) {
  static const mr_solve_options usual;
  options = options != NULL ? options : &usual;
  if (game == NULL || state == NULL || out == NULL || !mr_game_fully_known(game, state)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "only a position of which all is known is solved");
  }
  if (mr_game_teams(game) != 2) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s has more than two sides: what is best for one depends on whom the "
                        "others help",
                        game->info.title);
  }
  *out = (mr_solution){.high = 1};
  bool dice = mr_game_can(game, MR_CAN_CHANCE);
  uint64_t all = options->nodes != 0 ? options->nodes : NODES;
  /* What visiting all positions cannot do, proof numbers may: each has half of the actions. */
  mr_solving s = {.game = game,
                  .allocator =
                      options->allocator != NULL ? options->allocator : mr_allocator_default(),
                  .most = dice ? all : all / 2,
                  .memory = options->memory != 0 ? options->memory : MEMORY,
                  .options = options,
                  .out = out};
  mr_status status = dice ? solve_dice(&s, state, err) : solve_positions(&s, state, false, err);
  if (status == MR_OK && !out->complete && out->low < out->high && !s.stopped && !dice &&
      !mr_game_can(game, MR_CAN_HIDE)) {
    s.most = all;
    s.halted = false;
    status = mr_solve_proof(&s, state, err);
  }
  out->stopped = s.stopped;
  return status;
}

mr_verdict mr_solution_verdict(const mr_solution *solution) {
  double points = solution->low;
  bool even = fabs(points - 0.5) <= MR_SOLVE_NEAR;
  bool mean = solution->way == MR_SOLVE_EXPECT && !solution->sure;
  return solution->low < solution->high ? MR_VERDICT_OPEN
         : points >= 1 - MR_SOLVE_NEAR  ? MR_VERDICT_FIRST
         : points <= MR_SOLVE_NEAR      ? MR_VERDICT_SECOND
         : even && !mean                ? MR_VERDICT_DRAWN
                                        : MR_VERDICT_POINTS;
}
