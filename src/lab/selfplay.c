#include "lab/selfplay.h"

#include "base/thread.h"
#include "search/fairy/network/learn.h"

enum {
  OPENING_MIN = 4,     /**< actions at random before a game ... */
  OPENING_MORE = 9,    /**< ... and at most so many besides, less one */
  OPENING_TRIES = 6,   /**< beginnings that are looked at before one that is lost will do */
  OPENING_SCORE = 400, /**< hundredths: such a beginning is decided */
  RANDOM_ONE_IN = 40,  /**< one action in so many is at random ... */
  RANDOM_UNTIL = 40,   /**< ... among the first of a game */
  DECIDED = 1500,      /**< hundredths: the rest of the game only has to find its end ... */
  DECIDED_FOR = 6,     /**< ... after so many actions, with a quarter of the nodes */
  SEEN_FOR = 3,        /**< actions in a row that have seen the same end: the game is over */
  TABLE = 2 << 20,     /**< bytes of an engine's table: what stays in a cache is faster */
};

/** What the workers share. */
typedef struct pool {
  const mr_selfplay *play;
  mr_mutex mutex; /**< guards what follows, and the caller's `next` and `take` */
  bool halt;
} pool;

typedef struct worker {
  pool *pool;
  const mr_selfplay *play;
  mr_thread thread;
  mr_engine *engine;
  mr_session *session;
  mr_random random;
  mr_selfplay_game game;
  int score; /**< of the last search, for who was to move */
  int end_in;
  mr_search_result result;
  mr_status status;
  mr_error error;
} worker;

/* ---- one game -------------------------------------------------------------------------------- */

static bool wants_stop(const pool *p) {
  const atomic_bool *stop = p->play->stop;
  return p->halt || (stop != NULL && atomic_load(stop));
}

static bool is_over(const mr_session *session) {
  return mr_session_node(session).kind != MR_NODE_DECISION;
}

mr_status mr_selfplay_opening(mr_session *session, mr_random *random, mr_match_opening *made,
                              mr_error *err) {
  mr_status status = MR_OK;
  uint64_t count = OPENING_MIN + mr_random_below(random, OPENING_MORE);
  const mr_game *game = mr_session_game(session);
  bool shuffles = mr_game_can(game, MR_CAN_SHUFFLE);
  do { /* where games are short, shorter and shorter beginnings */
    mr_session_begin_shuffled(session, shuffles ? mr_random_next(random) : 1);
    if (made != NULL) {
      made->count = 0;
      mr_str_reset(&made->start);
    }
    if (made != NULL && shuffles) {
      mr_game_format_state(game, mr_session_state(session), &made->start);
    }
    for (uint64_t i = 0; i < count && !is_over(session) && status == MR_OK; i++) {
      mr_action action = mr_session_any(session, random);
      status = made != NULL ? mr_match_opening_add(made, action) : MR_OK;
      status = status == MR_OK ? mr_session_make(session, action, NULL, err) : status;
    }
    count = count > 0 ? count - 1 : 0;
  } while (is_over(session) && status == MR_OK);
  return status;
}

static mr_status search(worker *w, uint64_t nodes) {
  mr_limits limits = {.nodes = nodes};
  mr_status status =
      mr_engine_think(w->engine, mr_session_state(w->session), &limits, &w->result, &w->error);
  w->score = w->result.score.centipawns;
  w->end_in = w->result.score.end_in;
  w->game.nodes += w->result.nodes;
  return status;
}

/** A beginning that is not lost for anybody, if some can be found. */
static mr_status play_opening(worker *w) {
  uint64_t nodes = w->play->nodes;
  mr_status status = MR_OK;
  for (unsigned i = 0; i < OPENING_TRIES && status == MR_OK; i++) {
    mr_engine_forget(w->engine);
    status = mr_selfplay_opening(w->session, &w->random, NULL, &w->error);
    if (status == MR_OK) {
      status = search(w, nodes);
    }
    if (status == MR_OK && w->end_in == 0 && w->score < OPENING_SCORE &&
        w->score > -OPENING_SCORE) {
      break;
    }
  }
  return status;
}

/** Keeps the position if it has something to teach: nothing is about to be taken, the end is not in
 *  sight, and there is a choice. */
static void note_position(worker *w) {
  const mr_selfplay *play = w->play;
  const mr_state *state = mr_session_state(w->session);
  const mr_action *list = NULL;
  size_t count = mr_session_actions(w->session, &list);
  bool far = w->score > MR_FYN_SCORE_MAX || w->score < -MR_FYN_SCORE_MAX;
  if (far || w->end_in != 0 || count < 2 ||
      !mr_fys_fit_is_quiet(play->quiet, state, list, count, w->result.action)) {
    return;
  }
  bool white = mr_game_node(play->game, state).player.id == 0;
  mr_str_format(&w->game.lines, "%d ", white ? w->score : -w->score);
  mr_game_format_state(play->game, state, &w->game.lines);
  mr_str_char(&w->game.lines, '\n');
  w->game.positions++;
}

/** How a game stands that goes on. */
typedef struct standing {
  unsigned seen_for, decided_for;
  bool white_wins; /**< the end that is seen */
} standing;

static void watch_end(const worker *w, bool white, standing *s) {
  bool white_wins = (w->end_in > 0) == white;
  if (w->end_in == 0) {
    s->seen_for = 0;
  } else {
    s->seen_for = s->seen_for > 0 && s->white_wins == white_wins ? s->seen_for + 1 : 1;
  }
  s->white_wins = white_wins;
  bool decided = w->score > DECIDED || w->score < -DECIDED;
  s->decided_for = decided ? s->decided_for + 1 : 0;
}

/** Plays to the end, and notes how it ended. @return MR_ERR_CANCELLED where somebody has had
 *  enough */
static mr_status play_on(worker *w) {
  uint64_t nodes = w->play->nodes;
  standing s = {0};
  mr_status status = MR_OK;
  for (unsigned made = 0; made < w->play->length && status == MR_OK && !is_over(w->session);
       made++) {
    if (wants_stop(w->pool)) {
      return MR_ERR_CANCELLED;
    }
    bool white = mr_session_node(w->session).player.id == 0;
    uint64_t some = s.decided_for > DECIDED_FOR ? nodes / 4 : nodes;
    status = search(w, some / 2 + mr_random_below(&w->random, some + 1));
    if (status != MR_OK) {
      break;
    }
    watch_end(w, white, &s);
    if (s.seen_for >= SEEN_FOR) {
      unsigned quarters = (unsigned)(w->result.value * MR_SCORE_WIN + 0.5);
      w->game.result = (uint8_t)(white ? quarters : MR_SCORE_WIN - quarters);
      return MR_OK;
    }
    note_position(w);
    bool any = made < RANDOM_UNTIL && mr_random_below(&w->random, RANDOM_ONE_IN) == 0;
    w->game.unsure = any ? w->game.positions : w->game.unsure;
    mr_action action = any ? mr_session_any(w->session, &w->random) : w->result.action;
    status = mr_session_make(w->session, action, NULL, &w->error);
    w->game.actions++;
  }
  if (status == MR_OK && is_over(w->session)) {
    uint8_t scores[MR_MAX_PLAYERS] = {0};
    mr_session_score(w->session, scores);
    w->game.result = scores[0];
  }
  return status;
}

static mr_status play_game(worker *w, uint64_t number) {
  const mr_selfplay *play = w->play;
  mr_random_init(&w->random,
                 mr_mix64(play->seed ^ mr_mix64(play->round) ^ mr_mix64(mr_mix64(number + 1))));
  mr_str_reset(&w->game.lines);
  w->game =
      (mr_selfplay_game){.number = number, .result = MR_SELFPLAY_UNDECIDED, .lines = w->game.lines};
  mr_status status = play_opening(w);
  if (status == MR_OK) {
    status = play_on(w);
  }
  if (status == MR_OK && w->game.lines.status != MR_OK) {
    status = mr_error_set(&w->error, MR_ERR_NOMEM, "no memory for the games");
  }
  return status;
}

static void work(void *context) {
  worker *w = context;
  pool *p = w->pool;
  uint64_t number = 0;
  mr_mutex_lock(&p->mutex);
  while (!wants_stop(p) && p->play->next(p->play->context, &number)) {
    mr_mutex_unlock(&p->mutex);
    mr_status status = play_game(w, number);
    mr_mutex_lock(&p->mutex);
    if (status == MR_OK) {
      status = p->play->take(p->play->context, &w->game, &w->error);
    }
    w->status = status;
    p->halt = p->halt || status != MR_OK;
  }
  mr_mutex_unlock(&p->mutex);
}

/* ---- threads --------------------------------------------------------------------------------- */

static mr_status begin_worker(worker *w, pool *p, mr_error *err) {
  const mr_selfplay *play = p->play;
  mr_engine_options options = {.kind = "alphabeta",
                               .seed = play->seed,
                               .memory = TABLE,
                               .weights = play->weights,
                               .network = play->network,
                               .allocator = play->allocator};
  const mr_session_options plays = {
      .detail = MR_SESSION_STATE, .deal_in_moves = true, .allocator = play->allocator};
  w->pool = p;
  w->play = play;
  w->game.lines = mr_str_growing(play->allocator);
  mr_status status = mr_session_new(play->game, &plays, &w->session, err);
  return status == MR_OK ? mr_engine_new(play->game, &options, &w->engine, err) : status;
}

/** Works with so many, or with as many as there are threads for. */
static void run_workers(worker *workers, unsigned count) {
  unsigned started = 1;
  while (started < count &&
         mr_thread_start(&workers[started].thread, work, &workers[started], NULL) == MR_OK) {
    started++;
  }
  work(&workers[0]);
  for (unsigned i = 1; i < started; i++) {
    mr_thread_join(&workers[i].thread);
  }
}

static mr_status end_worker(worker *w, mr_error *err) {
  mr_status status = w->status == MR_ERR_CANCELLED ? MR_OK : w->status;
  if (status != MR_OK && err != NULL) {
    *err = w->error;
  }
  mr_engine_free(w->engine);
  mr_session_free(w->session);
  mr_str_done(&w->game.lines);
  return status;
}

mr_status mr_selfplay_run(const mr_selfplay *play, mr_error *err) {
  pool p = {.play = play};
  worker *workers = mr_alloc_zero(play->allocator, play->threads, sizeof *workers);
  if (workers == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for threads");
  }
  mr_status status = mr_mutex_init(&p.mutex, err);
  if (status == MR_OK) {
    for (unsigned i = 0; i < play->threads && status == MR_OK; i++) {
      status = begin_worker(&workers[i], &p, err);
    }
    if (status == MR_OK) {
      run_workers(workers, play->threads);
    }
    for (unsigned i = 0; i < play->threads; i++) {
      mr_status ended = end_worker(&workers[i], status == MR_OK ? err : NULL);
      status = status == MR_OK ? ended : status;
    }
    mr_mutex_done(&p.mutex);
  }
  mr_alloc_free(play->allocator, workers, play->threads * sizeof *workers);
  return status;
}
