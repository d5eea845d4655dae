#include <marcher/session.h>
#include <string.h>

#include "base/thread.h"
#include "lab/tune_priv.h"

/*
 * Self-play. Games are numbered, and everything about a game follows from its number, the seed and
 * the weights of its round; threads take the next number, and the results are handed on in order.
 */

enum {
  OPENING_MIN = 4,    /**< actions at random before the game */
  OPENING_MORE = 5,   /**< and at most so many besides, less one */
  RANDOM_ONE_IN = 50, /**< one action in so many is at random */
  GIVEN_UP = 2000,    /**< hundredths behind that end a game ... */
  GIVEN_UP_FOR = 5,   /**< ... after so many actions in a row */
  TABLE = 4 << 20,    /**< bytes of an engine's table */
  SCORE_MAX = 4000,   /**< a lead so large is no judgement: three queens of chess */
};

/** What the workers share. */
typedef struct pool {
  mr_tune *tune;
  bool blind; /**< measured weights alone: their scores may be far off, and decide nothing */
  uint64_t end;
  mr_mutex mutex;    /**< guards what follows, and the games that are not handed on */
  uint64_t next;     /**< to be played */
  uint64_t reported; /**< to be handed on */
  bool halt;
  bool unkept; /**< a game could not be kept */
} pool;

/** A thread at work, with a game of its engine against itself. */
typedef struct worker {
  pool *pool;
  mr_thread thread;
  mr_engine *engine;
  mr_session *session;
  mr_random random;
  unsigned actions, positions;
  int lead;          /**< for White, as the last search saw it */
  unsigned lead_for; /**< actions that it has been decisive */
  mr_str text;       /**< of the positions */
  mr_status status;
  mr_error error;
} worker;

/* ---- one game -------------------------------------------------------------------------------- */

static bool is_over(const worker *w) {
  return mr_session_node(w->session).kind != MR_NODE_DECISION;
}

/** A beginning; one that ends the game is begun again. */
static mr_status play_opening(worker *w) {
  mr_status status = MR_OK;
  do {
    uint64_t count = OPENING_MIN + mr_random_below(&w->random, OPENING_MORE);
    mr_session_begin(w->session, 1);
    for (uint64_t i = 0; i < count && !is_over(w) && status == MR_OK; i++) {
      mr_action any = mr_session_any(w->session, &w->random);
      status = mr_session_make(w->session, any, NULL, &w->error);
    }
  } while (is_over(w) && status == MR_OK);
  return status;
}

/** Notes the position if it has something to teach. */
static void note_position(worker *w) {
  const mr_tune *tune = w->pool->tune;
  const mr_state *state = mr_session_state(w->session);
  const mr_action *list = NULL;
  size_t count = mr_session_actions(w->session, &list);
  bool decided = !w->pool->blind && (w->lead > SCORE_MAX || w->lead < -SCORE_MAX);
  if (decided || count < 2 || !mr_fys_fit_is_quiet(tune->fit, state, list, count)) {
    return;
  }
  mr_str_format(&w->text, "%d ", w->lead);
  mr_game_format_state(tune->game, state, &w->text);
  mr_str_char(&w->text, '\n');
  w->positions++;
}

static mr_status play_on(worker *w) {
  uint64_t nodes = w->pool->tune->options.nodes;
  mr_status status = MR_OK;
  while (status == MR_OK && !is_over(w) && w->lead_for < GIVEN_UP_FOR) {
    mr_limits limits = {.nodes = nodes / 2 + mr_random_below(&w->random, nodes + 1)};
    mr_search_result result;
    status = mr_engine_think(w->engine, mr_session_state(w->session), &limits, &result, &w->error);
    if (status != MR_OK) {
      return status;
    }
    bool white = mr_session_node(w->session).player.id == 0;
    w->lead = mr_centipawns_of(result.value) * (white ? 1 : -1);
    bool decided = !w->pool->blind && (w->lead > GIVEN_UP || w->lead < -GIVEN_UP);
    w->lead_for = decided ? w->lead_for + 1 : 0;
    if (mr_random_below(&w->random, 2) == 0) {
      note_position(w);
    }
    bool random = mr_random_below(&w->random, RANDOM_ONE_IN) == 0;
    mr_action action = random ? mr_session_any(w->session, &w->random) : result.action;
    status = mr_session_make(w->session, action, NULL, &w->error);
    w->actions++;
  }
  return status;
}

static mr_status play_game(worker *w, uint64_t number) {
  mr_tune *tune = w->pool->tune;
  mr_tune_game *out = &tune->games[number];
  uint8_t scores[MR_MAX_PLAYERS] = {0};
  mr_random_init(&w->random, mr_mix64(tune->options.seed ^ mr_mix64(number)));
  w->actions = w->positions = w->lead_for = 0;
  w->lead = 0;
  w->text = mr_str_growing(tune->allocator);
  mr_engine_forget(w->engine);
  mr_status status = play_opening(w);
  if (status == MR_OK) {
    status = play_on(w);
  }
  if (status == MR_OK && !is_over(w)) {
    scores[0] = w->lead > 0 ? MR_SCORE_WIN : 0;
  } else if (status == MR_OK) {
    mr_session_score(w->session, scores);
  }
  out->score = scores[0];
  out->text = mr_str_growing(tune->allocator);
  mr_str_format(&out->text, "game %llu %u %u %u\n", (unsigned long long)number,
                (unsigned)out->score, w->actions, w->positions);
  mr_str_add(&out->text, mr_str_text(&w->text));
  if (status == MR_OK && (w->text.status != MR_OK || out->text.status != MR_OK)) {
    status = mr_error_set(&w->error, MR_ERR_NOMEM, "no memory for the games");
  }
  mr_str_done(&w->text);
  return status;
}

/* ---- many games ------------------------------------------------------------------------------ */

/** Hands on the games that have ended, in order. */
static void report_games(pool *p) {
  mr_tune *tune = p->tune;
  const mr_tune_options *o = &tune->options;
  while (p->reported < p->end && tune->games[p->reported].there && !p->unkept) {
    const mr_tune_game *game = &tune->games[p->reported++];
    if (o->keep != NULL && !game->loaded) {
      p->unkept = !o->keep(o->context, mr_str_text(&game->text), game->text.length);
      p->halt = p->halt || p->unkept;
    }
  }
  if (o->progress != NULL) {
    mr_tune_progress so_far = {.round = tune->round,
                               .rounds = o->rounds,
                               .games = p->reported,
                               .games_planned = o->games,
                               .epochs = o->epochs};
    o->progress(o->context, &so_far);
  }
}

/** Plays the next game that is not there, until there is none or somebody has had enough. */
static void work(void *context) {
  worker *w = context;
  pool *p = w->pool;
  mr_tune *tune = p->tune;
  const atomic_bool *stop = tune->options.stop;
  mr_mutex_lock(&p->mutex);
  for (;;) {
    while (p->next < p->end && tune->games[p->next].there) {
      p->next++;
    }
    if (p->next == p->end || p->halt || (stop != NULL && atomic_load(stop))) {
      break;
    }
    uint64_t number = p->next++;
    mr_mutex_unlock(&p->mutex);
    mr_status status = play_game(w, number);
    mr_mutex_lock(&p->mutex);
    tune->games[number].there = status == MR_OK;
    w->status = status;
    p->halt = p->halt || status != MR_OK;
    report_games(p);
  }
  mr_mutex_unlock(&p->mutex);
}

static mr_status begin_worker(worker *w, pool *p, mr_error *err) {
  const mr_tune *tune = p->tune;
  mr_engine_options options = {.kind = "alphabeta",
                               .seed = tune->options.seed,
                               .memory = TABLE,
                               .weights = mr_fys_fit_text(tune->fit),
                               .allocator = tune->allocator};
  const mr_session_options plays = {
      .detail = MR_SESSION_STATE, .deal_in_moves = true, .allocator = tune->allocator};
  w->pool = p;
  mr_status status = mr_session_new(tune->game, &plays, &w->session, err);
  return status == MR_OK ? mr_engine_new(tune->game, &options, &w->engine, err) : status;
}

/** Plays with so many workers, or as many as there are threads for. */
static mr_status run_workers(pool *p, worker *workers, unsigned count, mr_error *err) {
  mr_status status = MR_OK;
  unsigned started = 1;
  for (unsigned i = 0; i < count && status == MR_OK; i++) {
    status = begin_worker(&workers[i], p, err);
  }
  if (status == MR_OK) {
    while (started < count &&
           mr_thread_start(&workers[started].thread, work, &workers[started], NULL) == MR_OK) {
      started++;
    }
    work(&workers[0]);
    for (unsigned i = 1; i < started; i++) {
      mr_thread_join(&workers[i].thread);
    }
  }
  for (unsigned i = 0; i < count; i++) {
    if (status == MR_OK && workers[i].status != MR_OK) {
      status = workers[i].status;
      if (err != NULL) {
        *err = workers[i].error;
      }
    }
    mr_engine_free(workers[i].engine);
    mr_session_free(workers[i].session);
  }
  return status;
}

mr_status mr_tune_play(mr_tune *tune, uint64_t first, uint64_t end, mr_error *err) {
  unsigned count = tune->options.threads;
  pool p = {.tune = tune,
            .blind = tune->round == 1 && tune->options.weights == NULL,
            .next = first,
            .reported = first,
            .end = end};
  worker *workers = mr_alloc_zero(tune->allocator, count, sizeof *workers);
  if (workers == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for threads");
  }
  mr_status status = mr_mutex_init(&p.mutex, err);
  if (status == MR_OK) {
    report_games(&p); /* those that were loaded */
    status = run_workers(&p, workers, count, err);
    mr_mutex_done(&p.mutex);
  }
  mr_alloc_free(tune->allocator, workers, count * sizeof *workers);
  if (status == MR_OK && p.unkept) {
    status = mr_error_set(err, MR_ERR_IO, "a game could not be kept");
  }
  if (status == MR_OK && p.reported < p.end) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu games",
                          (unsigned long long)p.reported);
  }
  return status;
}
