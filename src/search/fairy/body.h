/**
 * @file body.h
 * The search for one core: the files search_w*.c define FY_WORDS and FYS_BODY and include this.
 */
#ifndef MARCHER_SEARCH_FAIRY_BODY_H
#define MARCHER_SEARCH_FAIRY_BODY_H

#include "search/fairy/node.h"

#ifndef FYS_BODY
#define FYS_BODY mr_fys_alone
#endif
extern const mr_fys_body FYS_BODY;

static void body_weigh(const mr_fy_game *game, const mr_fy_weights *given, mr_fys_weights *out) {
  weigh(game, given, out);
}

static int body_evaluate(const mr_fys_eval *eval, const mr_state *state) {
  return evaluate(eval, state);
}

static int body_trace(const mr_fys_eval *eval, const mr_state *state, mr_fys_trace *out) {
  return evaluate_traced(eval, state, out);
}

static int body_blend(mr_fys_pair sum, int share, int scale) {
  return blend(sum, share, scale);
}

static bool body_quiet(const mr_fys_eval *eval, const mr_state *state, const mr_action *list,
                       size_t count) {
  return is_quiet(eval, state, list, count);
}

static int body_root(mr_fys_search *search, size_t first, int alpha, int beta) {
  return search_root(search, first, alpha, beta);
}

static int body_exchange(const mr_fys_eval *eval, const mr_state *state, mr_action action) {
  return exchange(eval, state, action);
}

static bool body_pays(const mr_fys_eval *eval, const mr_state *state, mr_action action,
                      int at_least) {
  return pays(eval, state, action, at_least);
}

const mr_fys_body FYS_BODY = {
    .weigh = body_weigh,
    .evaluate = body_evaluate,
    .trace = body_trace,
    .blend = body_blend,
    .quiet = body_quiet,
    .root = body_root,
    .exchange = body_exchange,
    .pays = body_pays,
};

#endif
