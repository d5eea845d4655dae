/*
 * Whether both sides get a fair share, as an experiment: games are played until a sequential test
 * (fair.h) knows. It looks at the games of the lowest numbers, at games that are settled
 * beforehand, and wants those up to its next look. A batch says of each game what seat 0 has of it,
 * in quarter points:
 *
 *     points 4 0 2 - 4
 *
 * and "-" where a game was broken off, so that nobody knows. Programs before wrote 2 of those, and
 * take no batch that has one.
 */
#include <inttypes.h>
#include <string.h>

#include "lab/run_priv.h"

/** Of a game that no batch has told. */
#define LACKING UINT8_MAX
/** Of one that was broken off. */
#define BROKEN (UINT8_MAX - 1)

/* ---- the plan -------------------------------------------------------------------------------- */

static uint64_t total(const mr_plan *plan) {
  return plan->games;
}

static mr_status validate(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err) {
  (void)arena;
  if (mr_game_teams(game) != 2) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s has more sides than two, whose shares one test compares: 'marcher lab "
                        "balance' tells them all",
                        game->info.title);
  }
  return mr_run_validate_games(game, plan, err);
}

/* ---- playing --------------------------------------------------------------------------------- */

static mr_status take(void *context, const mr_played *played, mr_error *err) {
  (void)err;
  if (played->unfinished) {
    mr_str_add(context, " -");
  } else {
    mr_str_format(context, " %u", (unsigned)played->score[0]);
  }
  return MR_OK;
}

static mr_status play(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                      mr_str *out, mr_error *err) {
  const mr_run_games games = {.what = run->prepared,
                              .first = first,
                              .count = count,
                              .stop = stop,
                              .take = take,
                              .context = out};
  mr_str_add(out, "points");
  mr_status status = mr_run_play_games(&games, err);
  mr_str_char(out, '\n');
  return status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

typedef struct fair_sum {
  uint64_t games;
  uint8_t points[]; /**< of each */
} fair_sum;

static mr_status begin(mr_run_sum *sum, mr_error *err) {
  uint64_t games = sum->run->plan.games;
  fair_sum *s = mr_alloc_zero(NULL, 1, sizeof *s + (size_t)games);
  if (s == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for games");
  }
  s->games = games;
  memset(s->points, LACKING, (size_t)games);
  sum->state = s;
  return MR_OK;
}

static void end(mr_run_sum *sum) {
  fair_sum *s = sum->state;
  mr_alloc_free(NULL, s, sizeof *s + (size_t)s->games);
}

static bool read_points(mr_token text, uint64_t count, uint8_t *out) {
  mr_tokens rest = {.at = text.text, .left = text.length}, line;
  mr_token word;
  uint64_t points = 0;
  bool good = mr_run_next_line(&rest, &line) && rest.left == 0 && mr_next_token(&line, &word) &&
              mr_token_is(word, "points");
  for (uint64_t i = 0; i < count && good; i++) {
    good = mr_next_token(&line, &word);
    bool broken = good && mr_token_is(word, "-");
    good = broken || (good && mr_token_number(word, MR_SCORE_WIN, &points));
    if (out != NULL) {
      out[i] = broken ? BROKEN : (uint8_t)points;
    }
  }
  return good && mr_tokens_rest(&line).length == 0;
}

static mr_status add(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text,
                     mr_error *err) {
  fair_sum *s = sum->state;
  if (!read_points(text, count, NULL)) {
    return mr_error_set(err, MR_ERR_SYNTAX,
                        "a batch of %" PRIu64 " games has the points of each and nothing else",
                        count);
  }
  (void)read_points(text, count, s->points + first);
  return MR_OK;
}

/* ---- where it stands ------------------------------------------------------------------------- */

/* Counts the next games up to `end`. @return whether all of them are there */
static bool count_up_to(const fair_sum *s, uint64_t end, mr_fair_found *out) {
  uint64_t i = mr_fair_games(&out->test);
  for (; i < end && s->points[i] != LACKING; i++) {
    if (s->points[i] == BROKEN) {
      mr_fair_add_broken(&out->test);
      continue;
    }
    mr_fair_add(&out->test, s->points[i]);
    out->won += s->points[i] > MR_SCORE_WIN / 2;
    out->lost += s->points[i] < MR_SCORE_WIN / 2;
  }
  return i == end;
}

static mr_fair_found find(const mr_run_sum *sum, bool over) {
  const fair_sum *s = sum->state;
  mr_fair_found out = {.test = mr_fair_begin(s->games)};
  while (out.test.verdict == MR_FAIR_OPEN) {
    if (!count_up_to(s, mr_fair_next_look(&out.test), &out)) {
      if (over) {
        (void)mr_fair_look(&out.test, true);
      }
      return out;
    }
    (void)mr_fair_look(&out.test, false);
  }
  return out;
}

bool mr_run_sum_fair(const mr_run_sum *sum, bool over, mr_fair_found *out) {
  bool is = sum->run->kind == &mr_run_kind_fair;
  if (is) {
    *out = find(sum, over);
  }
  return is;
}

static mr_status want(mr_run_sum *sum, bool *lacking, mr_error *err) {
  mr_fair_found found = find(sum, false);
  uint64_t batch = sum->run->plan.batch;
  (void)err;
  /* Games that are counted already do not move the next look. */
  mr_fair test = found.test;
  uint64_t next = test.verdict == MR_FAIR_OPEN ? mr_fair_next_look(&test) : 0;
  for (uint64_t i = 0; i < mr_run_batches(sum->run); i++) {
    lacking[i] = lacking[i] && i * batch < next;
  }
  return MR_OK;
}

static void report(const mr_run_sum *sum, mr_str *out) {
  mr_fair_found found = find(sum, true);
  mr_str_add(out, "the first side has ");
  mr_fair_text(&found.test, out);
}

static mr_status write(const mr_run_sum *sum, mr_str *out, mr_error *err) {
  static const char *const verdicts[] = {[MR_FAIR_OPEN] = "open",
                                         [MR_FAIR_SHOWN] = "fair",
                                         [MR_FAIR_REFUSED] = "unfair",
                                         [MR_FAIR_UNKNOWN] = "unknown"};
  mr_fair_found found = find(sum, false);
  (void)err;
  mr_str_format(out, "games %" PRIu64 " won %" PRIu64 " lost %" PRIu64 " %s\n",
                mr_fair_games(&found.test), found.won, found.lost, verdicts[found.test.verdict]);
  return MR_OK;
}

const mr_run_kind mr_run_kind_fair = {.name = "fair",
                                      .prepare = mr_run_prepare_games,
                                      .forget = mr_run_forget_games,
                                      .want = want,
                                      MR_RUN_KIND_ROW};
