/* Openings of random actions. Each try has a random stream of its own, so that what one try draws
 * does not shift the others. */
#include "lab/openings_priv.h"

#define TRIES_FOR_EACH 1000

static mr_status play_at_random(mr_line *line, mr_random *random, mr_error *err) {
  mr_status status = mr_line_begin(line, NULL, err);
  while (status == MR_OK && mr_line_open(line)) {
    bool chance = mr_session_node(line->session).kind == MR_NODE_CHANCE;
    mr_action action =
        chance ? mr_session_dice_of(line->session, random) : mr_session_any(line->session, random);
    status = mr_line_play(line, action, err);
  }
  return status;
}

static mr_status ask_evaluators(const mr_opening_wish *wish, const mr_state *state, bool *even,
                                mr_error *err) {
  *even = true;
  for (size_t i = 0; i < wish->evaluator_count && *even; i++) {
    int value = 0;
    mr_status status =
        wish->evaluators[i].evaluate(wish->evaluators[i].context, state, &value, err);
    if (status != MR_OK) {
      return status;
    }
    *even = value >= -wish->bound && value <= wish->bound;
  }
  return MR_OK;
}

/** One try; a line that has ended, is known or is not even is no error. */
static mr_status try_one(mr_line *line, const mr_opening_wish *wish, mr_random *random, bool *kept,
                         mr_error *err) {
  bool even = false;
  *kept = false;
  mr_status status = play_at_random(line, random, err);
  if (status == MR_OK && mr_line_cut_to_turn(line) && !mr_line_known(line)) {
    status = ask_evaluators(wish, mr_session_state(line->session), &even, err);
  }
  return status == MR_OK && even ? mr_line_add_to_set(line, kept, err) : status;
}

static mr_status generate(mr_line *line, const mr_opening_wish *wish, mr_error *err) {
  uint64_t tries = TRIES_FOR_EACH * (uint64_t)wish->count;
  size_t found = 0;
  mr_random seeds;
  mr_random_init(&seeds, wish->seed);
  for (uint64_t tried = 0; found < wish->count; tried++) {
    if (tried == tries) {
      return mr_error_set(err, MR_ERR_LIMIT,
                          "only %zu of %zu different openings of %u turns found in %llu tries",
                          found, wish->count, wish->turns, (unsigned long long)tries);
    }
    if (wish->stop != NULL && atomic_load(wish->stop)) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped while making openings");
    }
    mr_random random = mr_random_split(&seeds);
    bool kept;
    mr_status status = try_one(line, wish, &random, &kept, err);
    if (status != MR_OK) {
      return status;
    }
    found += kept;
    if (kept && wish->progress != NULL) {
      wish->progress(wish->progress_context, found, tried + 1);
    }
  }
  return MR_OK;
}

mr_status mr_openings_generate(mr_openings *set, const mr_opening_wish *wish, mr_error *err) {
  if (wish->count > MR_OPENINGS_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "no more than %zu openings, not %zu", MR_OPENINGS_MAX,
                        wish->count);
  }
  if (wish->turns < 1 || wish->turns > MR_OPENING_TURNS_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "openings have 1 to %d turns, not %u",
                        MR_OPENING_TURNS_MAX, wish->turns);
  }
  if (wish->evaluator_count > 0 && wish->bound < 0) {
    return mr_error_set(err, MR_ERR_RANGE, "a bound is not negative: %d", wish->bound);
  }
  mr_line line;
  mr_status status = mr_line_init(&line, set, wish->turns, err);
  if (status != MR_OK) {
    return status;
  }
  status = generate(&line, wish, err);
  mr_line_done(&line);
  return status;
}
