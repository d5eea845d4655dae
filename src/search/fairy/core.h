/**
 * @file core.h
 * The search for one core: the files search_w*.c define FY_WORDS and FYS_BODY and include this.
 */
#ifndef MARCHER_SEARCH_FAIRY_CORE_H
#define MARCHER_SEARCH_FAIRY_CORE_H

#include "search/fairy/alphabeta.h"

#ifndef FYS_CORE
#define FYS_CORE mr_fys_single
#endif
extern const mr_fys_core FYS_CORE;

static void core_init_values(const mr_fy_game *game, const mr_fy_weights *given,
                             mr_fys_weights *out) {
  init_values(game, given, out);
}

static int core_evaluate(const mr_fys_eval *eval, const mr_state *state) {
  return evaluate(eval, state);
}

static int core_trace(const mr_fys_eval *eval, const mr_state *state, mr_fys_trace *out) {
  return evaluate_traced(eval, state, out);
}

static int core_blend(mr_fys_pair sum, int share, int scale) {
  return blend(sum, share, scale);
}

static bool core_quiet(const mr_fys_eval *eval, const mr_state *state, const mr_action *list,
                       size_t count) {
  return is_quiet(eval, state, list, count);
}

static int core_root(mr_fys_search *search, size_t first, int alpha, int beta) {
  return search_root(search, first, alpha, beta);
}

static int core_see(const mr_fys_eval *eval, const mr_state *state, mr_action action) {
  return see(eval, state, action);
}

static bool core_see_ge(const mr_fys_eval *eval, const mr_state *state, mr_action action,
                        int at_least) {
  return see_ge(eval, state, action, at_least);
}

const mr_fys_core FYS_CORE = {
    .init_values = core_init_values,
    .evaluate = core_evaluate,
    .trace = core_trace,
    .blend = core_blend,
    .quiet = core_quiet,
    .root = core_root,
    .see = core_see,
    .see_ge = core_see_ge,
};

#endif
