#include <string.h>
#include <time.h>

#include "lab/train_priv.h"

/*
 * Self-play. Games come in chunks with numbers; everything about a chunk follows from its number,
 * the generation, the seed and the network that plays. Threads take the next number. A generation
 * is the shortest run of chunks from the first that has positions enough: what threads have played
 * beyond does not count.
 */

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
  LENGTH = 400,        /**< actions after which a game is broken off, and has no result */
  TABLE = 2 << 20,     /**< bytes of an engine's table: what stays in a cache is faster */
};

/** What the workers share. */
typedef struct pool {
  mr_train *train;
  unsigned generation;
  uint64_t wanted;
  mr_mutex mutex; /**< guards what follows */
  mr_train_games games;
  size_t next; /**< to be played */
  uint64_t nodes, played;
  double cpu_seconds;
  bool halt;
} pool;

typedef struct worker {
  pool *pool;
  mr_thread thread;
  mr_engine *engine;
  mr_session *session;
  mr_random random;
  mr_str bytes; /**< of the chunk */
  uint32_t positions;
  uint64_t nodes;
  int score; /**< of the last search, for who was to move */
  int end_in;
  bool lagging; /**< it is decided for long */
  mr_search_result result;
  mr_status status;
  mr_error error;
} worker;

/* ---- one game -------------------------------------------------------------------------------- */

static bool is_over(const mr_session *session) {
  return mr_session_node(session).kind != MR_NODE_DECISION;
}

mr_status mr_train_opening(mr_session *session, mr_random *random, mr_match_opening *made,
                           mr_error *err) {
  mr_status status = MR_OK;
  uint64_t count = OPENING_MIN + mr_random_below(random, OPENING_MORE);
  do { /* where games are short, shorter and shorter beginnings */
    mr_session_begin(session, 1);
    if (made != NULL) {
      made->count = 0;
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
  w->nodes += w->result.nodes;
  return status;
}

/** A beginning that is not lost for anybody, if some can be found. */
static mr_status play_opening(worker *w) {
  uint64_t nodes = w->pool->train->options.nodes;
  mr_status status = MR_OK;
  for (unsigned i = 0; i < OPENING_TRIES && status == MR_OK; i++) {
    mr_engine_forget(w->engine);
    status = mr_train_opening(w->session, &w->random, NULL, &w->error);
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
  const mr_train *train = w->pool->train;
  const mr_state *state = mr_session_state(w->session);
  const mr_action *list = NULL;
  size_t count = mr_session_actions(w->session, &list);
  bool far = w->score > MR_FYN_SCORE_MAX || w->score < -MR_FYN_SCORE_MAX;
  if (far || w->end_in != 0 || count < 2 || mr_fyn_is_noisy(state, w->result.action) ||
      !mr_fys_fit_is_quiet(train->quiet, state, list, count)) {
    return;
  }
  mr_fyn_label label = {.centipawns = (int16_t)w->score, .result = MR_FYN_UNDECIDED};
  mr_fyn_pack(mr_fy_game_of(train->game), state, &label, &w->bytes);
  w->positions++;
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

/** Plays to the end. @param result receives White's quarter points, or MR_FYN_UNDECIDED */
static mr_status play_on(worker *w, uint8_t *result) {
  uint64_t nodes = w->pool->train->options.nodes;
  standing s = {0};
  mr_status status = MR_OK;
  *result = MR_FYN_UNDECIDED;
  for (unsigned made = 0; made < LENGTH && status == MR_OK && !is_over(w->session); made++) {
    bool white = mr_session_node(w->session).player.id == 0;
    uint64_t some = s.decided_for > DECIDED_FOR ? nodes / 4 : nodes;
    status = search(w, some / 2 + mr_random_below(&w->random, some + 1));
    if (status != MR_OK) {
      break;
    }
    watch_end(w, white, &s);
    if (s.seen_for >= SEEN_FOR) {
      unsigned quarters = (unsigned)(w->result.value * MR_SCORE_WIN + 0.5);
      *result = (uint8_t)(white ? quarters : MR_SCORE_WIN - quarters);
      return MR_OK;
    }
    note_position(w);
    bool any = made < RANDOM_UNTIL && mr_random_below(&w->random, RANDOM_ONE_IN) == 0;
    mr_action action = any ? mr_session_any(w->session, &w->random) : w->result.action;
    status = mr_session_make(w->session, action, NULL, &w->error);
  }
  if (status == MR_OK && is_over(w->session)) {
    uint8_t scores[MR_MAX_PLAYERS] = {0};
    mr_session_score(w->session, scores);
    *result = scores[0];
  }
  return status;
}

static mr_status play_game(worker *w) {
  uint8_t result = MR_FYN_UNDECIDED;
  size_t first = w->bytes.length;
  mr_status status = play_opening(w);
  if (status == MR_OK) {
    status = play_on(w, &result);
  }
  if (status == MR_OK && w->bytes.status != MR_OK) {
    status = mr_error_set(&w->error, MR_ERR_NOMEM, "no memory for the games");
  }
  for (size_t at = first; status == MR_OK && at < w->bytes.length;) {
    at = mr_fyn_pack_result(&w->bytes, at, result);
  }
  return status;
}

/* ---- chunks ---------------------------------------------------------------------------------- */

static void name_chunk(unsigned generation, size_t number, mr_str *out) {
  mr_str_format(out, "games %02u %06zu", generation, number);
}

static bool wants_stop(const pool *p) {
  const atomic_bool *stop = p->train->options.stop;
  return p->halt || (stop != NULL && atomic_load(stop));
}

static mr_status play_chunk(worker *w, size_t number) {
  const pool *p = w->pool;
  const mr_train *train = p->train;
  char name[64];
  mr_str what = mr_str_fixed(name, sizeof name);
  name_chunk(p->generation, number, &what);
  mr_random_init(&w->random, mr_mix64(train->options.seed ^ mr_mix64(p->generation) ^
                                      mr_mix64(mr_mix64(number + 1))));
  mr_str_reset(&w->bytes);
  w->positions = 0;
  mr_status status = MR_OK;
  for (unsigned i = 0; i < MR_TRAIN_CHUNK && status == MR_OK; i++) {
    status = wants_stop(p) ? MR_ERR_CANCELLED : play_game(w);
  }
  return status == MR_OK
             ? mr_train_keep(train, name, mr_str_text(&w->bytes), w->bytes.length, &w->error)
             : status;
}

/** Takes a chunk that the folder has. */
static bool load_chunk(const pool *p, size_t number, mr_train_chunk *chunk) {
  char name[64];
  mr_str what = mr_str_fixed(name, sizeof name);
  name_chunk(p->generation, number, &what);
  chunk->bytes = mr_str_growing(p->train->allocator);
  if (mr_train_load(p->train, name, &chunk->bytes, NULL) != MR_OK) {
    mr_str_done(&chunk->bytes);
    return false;
  }
  chunk->positions = mr_fyn_packed_count(mr_str_text(&chunk->bytes), chunk->bytes.length);
  chunk->games = MR_TRAIN_CHUNK;
  chunk->there = true;
  return true;
}

static void report_progress(const pool *p) {
  const mr_train_options *o = &p->train->options;
  if (o->progress != NULL) {
    mr_train_progress so_far = {.stage = MR_TRAIN_PLAYING,
                                .generation = p->generation,
                                .generations = o->generations,
                                .done = p->games.positions,
                                .planned = p->wanted,
                                .seconds = mr_train_seconds(p->train)};
    o->progress(o->context, &so_far);
  }
}

/** Counts what is there from the first chunk on. */
static void count_chunks(pool *p) {
  mr_train_games *g = &p->games;
  while (g->count < g->room && g->chunks[g->count].there && g->positions < p->wanted) {
    g->positions += g->chunks[g->count++].positions;
  }
}

/** Room for one chunk more. */
static bool grow_chunks(pool *p) {
  mr_train_games *g = &p->games;
  size_t room = g->room;
  if (p->next < room) {
    return true;
  }
  mr_train_chunk *grown =
      mr_alloc_grow(p->train->allocator, g->chunks, &g->room, p->next + 1, sizeof *grown);
  if (grown == NULL) {
    return false;
  }
  memset(grown + room, 0, (g->room - room) * sizeof *grown);
  g->chunks = grown;
  return true;
}

static double thread_seconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/** Plays or loads the next chunk. @pre the mutex is held, also afterwards */
static void take_chunk(worker *w) {
  pool *p = w->pool;
  size_t number = p->next;
  if (!grow_chunks(p)) {
    w->status = mr_error_set(&w->error, MR_ERR_NOMEM, "no memory for the games");
    p->halt = true;
    return;
  }
  p->next++;
  mr_mutex_unlock(&p->mutex);
  mr_train_chunk chunk = {0};
  double began = thread_seconds();
  bool loaded = load_chunk(p, number, &chunk);
  mr_status status = loaded ? MR_OK : play_chunk(w, number);
  mr_mutex_lock(&p->mutex);
  if (status == MR_OK && !loaded) {
    chunk = (mr_train_chunk){
        .there = true, .games = MR_TRAIN_CHUNK, .positions = w->positions, .bytes = w->bytes};
    w->bytes = mr_str_growing(p->train->allocator);
    p->played += w->positions;
    p->cpu_seconds += thread_seconds() - began;
  }
  p->nodes += w->nodes;
  w->nodes = 0;
  w->status = status;
  p->halt = p->halt || status != MR_OK;
  if (status == MR_OK) {
    p->games.chunks[number] = chunk;
    count_chunks(p);
    report_progress(p);
  }
}

static void work(void *context) {
  worker *w = context;
  pool *p = w->pool;
  mr_mutex_lock(&p->mutex);
  while (p->games.positions < p->wanted && p->next < MR_TRAIN_CHUNKS_MAX && !wants_stop(p)) {
    take_chunk(w);
  }
  mr_mutex_unlock(&p->mutex);
}

static mr_status begin_worker(worker *w, pool *p, mr_error *err) {
  const mr_train *train = p->train;
  const mr_network network = {.bytes = mr_str_text(&train->best), .length = train->best.length};
  mr_engine_options options = {.kind = "alphabeta",
                               .seed = train->options.seed,
                               .memory = TABLE,
                               .network = &network,
                               .allocator = train->allocator};
  const mr_session_options plays = {
      .detail = MR_SESSION_STATE, .deal_in_moves = true, .allocator = train->allocator};
  w->pool = p;
  w->bytes = mr_str_growing(train->allocator);
  mr_status status = mr_session_new(train->game, &plays, &w->session, err);
  return status == MR_OK ? mr_engine_new(train->game, &options, &w->engine, err) : status;
}

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
    if (status == MR_OK && workers[i].status != MR_OK && workers[i].status != MR_ERR_CANCELLED) {
      status = workers[i].status;
      if (err != NULL) {
        *err = workers[i].error;
      }
    }
    mr_engine_free(workers[i].engine);
    mr_session_free(workers[i].session);
    mr_str_done(&workers[i].bytes);
  }
  return status;
}

mr_status mr_train_play(mr_train *train, unsigned generation, uint64_t wanted, mr_train_games *out,
                        mr_error *err) {
  unsigned threads = train->options.threads;
  pool p = {.train = train, .generation = generation, .wanted = wanted};
  worker *workers = mr_alloc_zero(train->allocator, threads, sizeof *workers);
  if (workers == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for threads");
  }
  mr_status status = mr_mutex_init(&p.mutex, err);
  if (status == MR_OK) {
    status = run_workers(&p, workers, threads, err);
    mr_mutex_done(&p.mutex);
  }
  mr_alloc_free(train->allocator, workers, threads * sizeof *workers);
  train->played += p.played;
  train->nodes += p.nodes;
  train->play_cpu_seconds += p.cpu_seconds;
  uint64_t positions = p.games.positions;
  if (status == MR_OK && positions < wanted && p.next >= MR_TRAIN_CHUNKS_MAX) {
    status = mr_error_set(err, MR_ERR_ILLEGAL,
                          "%d games have only %llu quiet positions: too little to learn from",
                          MR_TRAIN_CHUNKS_MAX * MR_TRAIN_CHUNK, (unsigned long long)positions);
  } else if (status == MR_OK && positions < wanted) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu positions of generation %u",
                          (unsigned long long)positions, generation);
  }
  if (status == MR_OK) {
    *out = p.games;
  } else {
    mr_train_games_free(train, &p.games);
  }
  return status;
}

void mr_train_games_free(const mr_train *train, mr_train_games *games) {
  for (size_t i = 0; i < games->room; i++) {
    mr_str_done(&games->chunks[i].bytes);
  }
  mr_alloc_free(train->allocator, games->chunks, games->room * sizeof *games->chunks);
  *games = (mr_train_games){0};
}
