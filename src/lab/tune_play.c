#include <marcher/session.h>
#include <string.h>

#include "base/thread.h"
#include "lab/tune_priv.h"

/*
 * Self-play. Games are numbered, and everything about a game follows from its number, the seed and
 * the weights of its round; threads take the next number, and the results are handed on in order.
 */

enum {
  OPENING_MIN = 4,  /**< actions at random before the game */
  OPENING_MORE = 5, /**< and at most so many besides, less one */
  SLIPS = 50,       /**< one action in so many is at random */
  GIVEN_UP = 2000,  /**< hundredths behind that end a game ... */
  GIVEN_UP_FOR = 5, /**< ... after so many actions in a row */
  TABLE = 4 << 20,  /**< bytes of an engine's table */
  SCORE_MAX = 1500, /**< what is decided teaches nothing */
};

/** A thread at work. */
typedef struct worker {
  struct pool *pool;
  mr_thread thread;
  mr_engine *engine;
  mr_session *session;
  mr_status status;
  mr_error error;
} worker;

/** What the workers share. */
typedef struct pool {
  mr_tune *tune;
  unsigned round;
  bool blind; /**< measured weights alone: their scores may be far off, and decide nothing */
  uint64_t end;
  mr_mutex mutex;    /**< guards what follows, and the games that are not handed on */
  uint64_t next;     /**< to be played */
  uint64_t reported; /**< to be handed on */
  bool halt;
  bool unkept; /**< a game could not be kept */
} pool;

/* ---- one game -------------------------------------------------------------------------------- */

/** A game of the engine against itself under way, on the session of its worker. */
typedef struct self_play {
  worker *at;
  mr_random random;
  unsigned actions, positions;
  int lead;          /**< for White, as the last search saw it */
  unsigned lead_for; /**< actions that it has been decisive */
  mr_str text;       /**< of the positions */
} self_play;

static bool is_over(const self_play *c) {
  return mr_session_node(c->at->session).kind != MR_NODE_DECISION;
}

/** A beginning; one that ends the game is begun again. */
static mr_status open_game(self_play *c) {
  worker *w = c->at;
  mr_status status = MR_OK;
  do {
    uint64_t more = mr_random_below(&c->random, OPENING_MORE);
    mr_session_begin(w->session, 1);
    for (uint64_t i = 0; i < OPENING_MIN + more && !is_over(c) && status == MR_OK; i++) {
      mr_action any = mr_session_any(w->session, &c->random);
      status = mr_session_make(w->session, any, NULL, &w->error);
    }
  } while (is_over(c) && status == MR_OK);
  return status;
}

/** Notes the position if it has something to teach. */
static void note_position(self_play *c) {
  const pool *p = c->at->pool;
  const mr_state *state = mr_session_state(c->at->session);
  const mr_action *list = NULL;
  size_t count = mr_session_actions(c->at->session, &list);
  bool decided = !p->blind && (c->lead > SCORE_MAX || c->lead < -SCORE_MAX);
  if (decided || count < 2 || !mr_fys_fit_is_quiet(p->tune->fit, state, list, count)) {
    return;
  }
  mr_str_format(&c->text, "%d ", c->lead);
  mr_game_format_state(p->tune->game, state, &c->text);
  mr_str_char(&c->text, '\n');
  c->positions++;
}

static mr_status think(self_play *c, mr_action *out) {
  worker *w = c->at;
  uint64_t nodes = w->pool->tune->options.nodes;
  mr_limits limits = {.nodes = nodes / 2 + mr_random_below(&c->random, nodes + 1)};
  const mr_state *state = mr_session_state(w->session);
  mr_search_result result;
  mr_status status = mr_engine_think(w->engine, state, &limits, &result, &w->error);
  if (status != MR_OK) {
    return status;
  }
  int lead = mr_centipawns_of(result.value);
  bool white = mr_session_node(w->session).player.id == 0;
  c->lead = white ? lead : -lead;
  bool decided = !w->pool->blind && (c->lead > GIVEN_UP || c->lead < -GIVEN_UP);
  c->lead_for = decided ? c->lead_for + 1 : 0;
  *out = result.action;
  return MR_OK;
}

static mr_status play_on(self_play *c) {
  mr_session *s = c->at->session;
  mr_status status = MR_OK;
  while (status == MR_OK && !is_over(c) && c->lead_for < GIVEN_UP_FOR) {
    mr_action action = MR_ACTION_NONE;
    status = think(c, &action);
    if (status != MR_OK) {
      return status;
    }
    if (mr_random_below(&c->random, 2) == 0) {
      note_position(c);
    }
    bool slips = mr_random_below(&c->random, SLIPS) == 0;
    action = slips ? mr_session_any(s, &c->random) : action;
    status = mr_session_make(s, action, NULL, &c->at->error);
    c->actions++;
  }
  return status;
}

static unsigned white_score(const self_play *c) {
  uint8_t scores[MR_MAX_PLAYERS];
  if (!is_over(c)) {
    return c->lead > 0 ? MR_SCORE_WIN : 0;
  }
  return mr_session_score(c->at->session, scores) ? scores[0] : 0;
}

static mr_status play_game(worker *w, uint64_t number) {
  mr_tune *tune = w->pool->tune;
  mr_tune_game *out = &tune->games[number];
  self_play c = {.at = w};
  mr_random_init(&c.random, mr_mix64(tune->options.seed ^ mr_mix64(number)));
  mr_str_init(&c.text, tune->allocator);
  mr_engine_forget(w->engine);
  mr_status status = open_game(&c);
  if (status == MR_OK) {
    status = play_on(&c);
  }
  unsigned score = status == MR_OK ? white_score(&c) : 0;
  mr_str_init(&out->text, tune->allocator);
  mr_str_format(&out->text, "game %llu %u %u %u\n", (unsigned long long)number, score, c.actions,
                c.positions);
  mr_str_add(&out->text, mr_str_text(&c.text));
  if (status == MR_OK && (c.text.status != MR_OK || out->text.status != MR_OK)) {
    status = mr_error_set(&w->error, MR_ERR_NOMEM, "no memory for the games");
  }
  out->score = (uint8_t)score;
  mr_str_done(&c.text);
  return status;
}

/* ---- many games ------------------------------------------------------------------------------ */

/** The next number whose game is to be played, or `end`. */
static uint64_t take_number(pool *p) {
  const mr_tune *tune = p->tune;
  mr_mutex_lock(&p->mutex);
  bool stop = tune->options.stop != NULL && atomic_load(tune->options.stop);
  while (p->next < p->end && tune->games[p->next].there) {
    p->next++;
  }
  uint64_t number = p->halt || stop ? p->end : p->next++;
  mr_mutex_unlock(&p->mutex);
  return number < p->end ? number : p->end;
}

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
    mr_tune_progress so_far = {.round = p->round,
                               .rounds = o->rounds,
                               .games = p->reported,
                               .games_planned = o->games,
                               .epochs = o->epochs};
    o->progress(o->context, &so_far);
  }
}

static void work(void *context) {
  worker *w = context;
  pool *p = w->pool;
  for (;;) {
    uint64_t number = take_number(p);
    if (number == p->end) {
      return;
    }
    mr_status status = play_game(w, number);
    mr_mutex_lock(&p->mutex);
    p->tune->games[number].there = status == MR_OK;
    w->status = status;
    p->halt = p->halt || status != MR_OK;
    report_games(p);
    mr_mutex_unlock(&p->mutex);
    if (status != MR_OK) {
      return;
    }
  }
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

static void end_worker(worker *w) {
  mr_engine_free(w->engine);
  mr_session_free(w->session);
}

static mr_status run_all(pool *p, worker *workers, unsigned count, mr_error *err) {
  mr_status status = MR_OK;
  unsigned made = 0, started = 1;
  for (; made < count && status == MR_OK; made++) {
    status = begin_worker(&workers[made], p, err);
  }
  if (status == MR_OK) {
    for (; started < count; started++) {
      if (mr_thread_start(&workers[started].thread, work, &workers[started], NULL) != MR_OK) {
        break; /* fewer will do */
      }
    }
    work(&workers[0]);
    for (unsigned i = 1; i < started; i++) {
      mr_thread_join(&workers[i].thread);
    }
  }
  for (unsigned i = 0; i < made; i++) {
    if (status == MR_OK && workers[i].status != MR_OK) {
      status = workers[i].status;
      if (err != NULL) {
        *err = workers[i].error;
      }
    }
    end_worker(&workers[i]);
  }
  return status;
}

static mr_status play_in_pool(pool *p, mr_error *err) {
  mr_tune *tune = p->tune;
  unsigned count = tune->options.threads;
  worker *workers = mr_alloc_zero(tune->allocator, count, sizeof *workers);
  if (workers == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for threads");
  }
  report_games(p); /* those that were loaded */
  mr_status status = run_all(p, workers, count, err);
  mr_alloc_free(tune->allocator, workers, count * sizeof *workers);
  if (status == MR_OK && p->unkept) {
    status = mr_error_set(err, MR_ERR_IO, "a game could not be kept");
  }
  if (status == MR_OK && p->reported < p->end) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu games",
                          (unsigned long long)p->reported);
  }
  return status;
}

mr_status mr_tune_play(mr_tune *tune, unsigned round, uint64_t first, uint64_t end, mr_error *err) {
  pool p = {.tune = tune, .round = round, .next = first, .reported = first, .end = end};
  p.blind = round == 1 && tune->options.weights == NULL;
  mr_status status = mr_mutex_init(&p.mutex, err);
  if (status == MR_OK) {
    status = play_in_pool(&p, err);
    mr_mutex_done(&p.mutex);
  }
  return status;
}
