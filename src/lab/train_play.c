#include <string.h>
#include <time.h>

#include "lab/train_priv.h"

/*
 * A generation is the shortest row of batches of games from the first that has positions enough: a
 * run of its own in the folder (run_selfplay.c), which holds the network that plays it. So any
 * machine can compute its batches, and games of older generations are never played by a newer
 * network.
 */

enum {
  BATCH_MIN = 24,       /**< games of a batch, at least ... */
  BATCH_MAX = 240,      /**< ... and at most ... */
  BATCHES = 8000,       /**< ... so that there may be so many: some hundred do where games have some
                           dozens      of positions */
  SAMPLE_BATCH = 2,     /**< games of a batch of a sample: all cores have some */
  GAMES_MAX = 5000000,  /**< of a generation; before, no more than one for each position: where
                           hardly any is quiet, work ends */
  BESIDE = 2000000,     /**< positions beside the games of a generation: some 90 bytes each ... */
  BESIDE_PERCENT = 300, /**< ... and at most so many of those in them: a fit to few is to be fast */
  BESIDE_STEPS = 3,     /**< actions that lead to one, at most */
};

/** A generation that is being played. */
typedef struct playing {
  mr_train *train;
  unsigned generation;
  uint64_t wanted;
  const mr_run *run;
  mr_state *state;     /**< scratch */
  mr_session *session; /**< the same, where there are positions beside the games */
  unsigned beside;     /**< percent of those in them */
  mr_train_chunk *chunk;
} playing;

static double process_seconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- the run --------------------------------------------------------------------------------- */

/** Games of a batch: a kill costs little, and a task of a queue has something to do. */
static uint64_t batch_of(uint64_t positions) {
  uint64_t share = positions / BATCHES;
  return share < BATCH_MIN ? BATCH_MIN : share > BATCH_MAX ? BATCH_MAX : share;
}

/** Opens the run of a generation, which is made while the generation is the newest one: the network
 *  that plays it is the best one then, and not later. */
static mr_status open_run(const mr_train *train, unsigned generation, uint64_t wanted, bool sample,
                          mr_run **out, mr_error *err) {
  char name[MR_TRAIN_NAME], folder[MR_FOLDER_PATH];
  mr_str network = mr_str_growing(train->allocator);
  const mr_network best = {.bytes = mr_str_text(&train->best), .length = train->best.length};
  uint64_t most = wanted < GAMES_MAX ? wanted : GAMES_MAX;
  uint64_t batch = batch_of(wanted);
  mr_selfplay_order order = {.by = &train->options.runs,
                             .folder = folder,
                             .game = train->game,
                             .network = &best,
                             .seed = train->options.seed,
                             .nodes = train->options.nodes,
                             .round = generation,
                             .positions = wanted,
                             .games = most > batch ? most : batch,
                             .batch = sample ? SAMPLE_BATCH : batch};
  mr_train_name(name, "network", generation);
  bool older = !sample && mr_folder_load(&train->folder, name, &network, NULL) == MR_OK;
  mr_train_name(name, sample ? "sample" : "games", generation);
  mr_folder_path(&train->folder, name, folder);
  mr_str_done(&network);
  return older ? mr_run_open(folder, out, err) : mr_selfplay_order_open(&order, out, err);
}

static void on_tick(void *context, const mr_run_progress *progress) {
  const playing *p = context;
  const mr_train_options *o = &p->train->options;
  mr_selfplay_found found;
  if (o->progress != NULL && mr_run_sum_selfplay(progress->sum, &found)) {
    mr_train_progress so_far = {.stage = MR_TRAIN_PLAYING,
                                .generation = p->generation,
                                .generations = o->generations,
                                .done = found.positions,
                                .planned = p->wanted,
                                .seconds = mr_train_seconds(p->train)};
    o->progress(o->context, &so_far);
  }
}

static void on_note(void *context, const char *text) {
  const playing *p = context;
  const mr_train_options *o = &p->train->options;
  if (o->runs.note != NULL) {
    o->runs.note(o->context, text);
  }
}

/** Has the batches computed that are lacking. */
static mr_status compute(playing *p, mr_selfplay_found *out, mr_error *err) {
  mr_train *train = p->train;
  const mr_train_options *o = &train->options;
  const mr_run_listener listener = {.tick = on_tick, .note = on_note, .context = p};
  mr_run_engine *engine = o->runs.engine != NULL ? o->runs.engine : mr_run_play;
  mr_run_where where = o->runs.where;
  mr_run_look before = {.sum = NULL}, look = {.sum = NULL};
  mr_selfplay_found had = {0};
  double began = process_seconds();
  where.stop = o->stop;
  where.cores = engine == mr_run_play ? o->threads : where.cores;
  mr_status status = mr_run_survey_first(p->run, &before, err);
  if (status == MR_OK) {
    (void)mr_run_sum_selfplay(before.sum, &had);
    status = engine(p->run, &where, &listener, &look, err);
  }
  if (look.sum != NULL && mr_run_sum_selfplay(look.sum, out)) {
    train->played += out->positions - had.positions;
    train->nodes += out->nodes - had.nodes;
    train->play_cpu_seconds += engine == mr_run_play ? process_seconds() - began : 0;
  }
  mr_run_sum_free(before.sum);
  mr_run_sum_free(look.sum);
  if (status == MR_OK && out->positions < p->wanted) {
    status = mr_error_set(err, MR_ERR_ILLEGAL,
                          "%llu games have only %llu quiet positions: too little to learn from",
                          (unsigned long long)out->games, (unsigned long long)out->positions);
  }
  return status;
}

/* ---- positions ------------------------------------------------------------------------------- */

/** Hundreds of pawns are enough to be won by. */
static int16_t bounded(int centipawns) {
  return (int16_t)(centipawns < INT16_MIN   ? INT16_MIN
                   : centipawns > INT16_MAX ? INT16_MAX
                                            : centipawns);
}

/** What the weights say of a position, in the eyes of the side to move; not yet what a search does.
 */
static mr_fyn_label label_of(const playing *p, const mr_state *state) {
  int left = 0, ignored = 0;
  int16_t linear = bounded(mr_fys_fit_evaluate(p->train->teacher, state, false, &left));
  int16_t men = bounded(mr_fys_fit_evaluate(p->train->teacher, state, true, &ignored));
  return (mr_fyn_label){.centipawns = linear,
                        .linear = linear,
                        .men = men,
                        .left = (uint16_t)left,
                        .result = MR_FYN_UNDECIDED};
}

/**
 * Packs positions beside the present one: some actions at random lead there, so that men hang and
 * whatever else games avoid and searches see. Nothing is searched: light networks are to say of
 * them what the weights say, and not to lack an idea. They follow from what is packed.
 */
static mr_status pack_beside(const playing *p, size_t packed, mr_error *err) {
  const mr_str *bytes = &p->chunk->bytes;
  mr_random random;
  mr_random_init(&random,
                 mr_hash_bytes(MR_HASH_START, mr_str_text(bytes) + packed, bytes->length - packed));
  uint64_t count = (p->beside + mr_random_below(&random, 100)) / 100;
  mr_status status = MR_OK;
  for (uint64_t i = 0; i < count && status == MR_OK; i++) {
    uint64_t steps = 1 + mr_random_below(&random, BESIDE_STEPS);
    status = mr_session_begin_at(p->session, 1, p->state, err);
    for (uint64_t step = 0; step < steps && status == MR_OK; step++) {
      if (mr_session_node(p->session).kind == MR_NODE_DECISION) {
        status = mr_session_make(p->session, mr_session_any(p->session, &random), NULL, err);
      }
    }
    if (status == MR_OK && mr_session_node(p->session).kind == MR_NODE_DECISION) {
      const mr_state *state = mr_session_state(p->session);
      const mr_fyn_label label = label_of(p, state);
      mr_fyn_pack(mr_fy_game_of(p->train->game), state, &label, &p->chunk->beside);
    }
  }
  return status;
}

/** Packs a position: "-35 STATE", hundredths for White. */
static mr_status pack(const playing *p, mr_token line, uint8_t result, mr_error *err) {
  const mr_game *game = p->train->game;
  bool minus = line.length > 0 && line.text[0] == '-';
  mr_tokens rest = {line.text + minus, line.length - minus};
  mr_token number;
  uint64_t size = 0;
  if (!mr_next_token(&rest, &number) || !mr_token_number(number, MR_FYN_SCORE_MAX, &size)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s': a position without its score",
                        mr_run_folder(p->run));
  }
  mr_token text = mr_tokens_rest(&rest);
  mr_status status = mr_game_parse_state(game, text.text, text.length, p->state, err);
  if (status == MR_OK) {
    bool white = mr_game_node(game, p->state).player.id == 0;
    size_t packed = p->chunk->bytes.length;
    mr_fyn_label label = label_of(p, p->state);
    label.centipawns = (int16_t)(minus == white ? -(int)size : (int)size);
    label.result = result > MR_SCORE_WIN ? MR_FYN_UNDECIDED
                   : white               ? result
                                         : (uint8_t)(MR_SCORE_WIN - result);
    mr_fyn_pack(mr_fy_game_of(game), p->state, &label, &p->chunk->bytes);
    p->chunk->positions++;
    if (p->beside > 0 && p->chunk->bytes.status == MR_OK) {
      status = pack_beside(p, packed, err);
    }
  }
  return status;
}

static mr_status take_game(void *context, uint64_t number, const mr_selfplay_record *told,
                           mr_error *err) {
  const playing *p = context;
  mr_status status = MR_OK;
  uint32_t seen = 0;
  (void)number;
  p->chunk->games++;
  for (size_t at = 0; at < told->lines.length && status == MR_OK; seen++) {
    const char *line = told->lines.text + at;
    size_t length = (size_t)((const char *)memchr(line, '\n', told->lines.length - at) - line);
    /* A blunder that nobody has chosen says nothing of the positions before it. */
    uint8_t result = seen < told->unsure ? MR_SELFPLAY_UNDECIDED : told->result;
    status = pack(p, (mr_token){line, length}, result, err);
    at += length + 1;
  }
  return status;
}

/** Reads the batches that count. */
static mr_status read_games(playing *p, mr_train_games *games, mr_error *err) {
  const mr_selfplay_reader reader = {.context = p, .take = take_game};
  const mr_allocator *allocator = p->train->allocator;
  mr_status status = MR_OK;
  games->chunks = mr_alloc_zero(allocator, games->count, sizeof *games->chunks);
  p->state = mr_state_new(p->train->game, allocator);
  if (games->chunks == NULL || p->state == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
  }
  for (size_t i = 0; games->chunks != NULL && i < games->count && status == MR_OK; i++) {
    p->chunk = &games->chunks[i];
    p->chunk->bytes = mr_str_growing(allocator);
    p->chunk->beside = mr_str_growing(allocator);
    status = mr_selfplay_read(p->run, i, &reader, err);
    if (status == MR_OK && (p->chunk->bytes.status != MR_OK || p->chunk->beside.status != MR_OK)) {
      status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
    }
  }
  mr_state_free(p->train->game, allocator, p->state);
  return status;
}

/** What it takes to look beside the games. */
static mr_status look_beside(playing *p, uint64_t positions, mr_error *err) {
  const mr_session_options plays = {
      .detail = MR_SESSION_STATE, .deal_in_moves = true, .allocator = p->train->allocator};
  uint64_t percent = positions > 0 ? 100 * (uint64_t)BESIDE / positions : 0;
  p->beside = percent < BESIDE_PERCENT ? (unsigned)percent : BESIDE_PERCENT;
  return mr_session_new(p->train->game, &plays, &p->session, err);
}

static mr_status read_found(playing *p, const mr_selfplay_found *found, mr_train_games *out,
                            mr_error *err) {
  mr_train_games games = {.count = (size_t)found->batches, .positions = found->positions};
  mr_status status = p->train->distils ? look_beside(p, found->positions, err) : MR_OK;
  if (status == MR_OK) {
    status = read_games(p, &games, err);
  }
  mr_session_free(p->session);
  if (status == MR_OK) {
    *out = games;
  } else {
    mr_train_games_free(p->train, &games);
  }
  return status;
}

/** Plays a run and reads it. @param out NULL: nothing is read */
static mr_status play(playing *p, mr_train_games *out, mr_error *err) {
  mr_selfplay_found found = {0};
  mr_status status = compute(p, &found, err);
  return status == MR_OK && out != NULL ? read_found(p, &found, out, err) : status;
}

static mr_status open_and_play(mr_train *train, unsigned generation, uint64_t wanted, bool sample,
                               mr_train_games *out, mr_error *err) {
  mr_run *run = NULL;
  playing p = {.train = train, .generation = generation, .wanted = wanted};
  mr_status status = open_run(train, generation, wanted, sample, &run, err);
  p.run = run;
  if (status == MR_OK) {
    status = play(&p, out, err);
  }
  mr_run_free(run);
  return status;
}

mr_status mr_train_play(mr_train *train, unsigned generation, uint64_t wanted, mr_train_games *out,
                        mr_error *err) {
  return open_and_play(train, generation, wanted, false, out, err);
}

mr_status mr_train_sample(mr_train *train, uint64_t wanted, mr_error *err) {
  return open_and_play(train, 1, wanted, true, NULL, err);
}

/* ---- games of another training ----------------------------------------------------------------
 */

mr_status mr_train_open(const mr_train *train, unsigned generation, mr_run **out, mr_error *err) {
  const mr_folder other = {.path = train->options.games};
  char name[MR_TRAIN_NAME], folder[MR_FOLDER_PATH];
  mr_run *run = NULL;
  mr_train_name(name, "games", generation);
  mr_folder_path(&other, name, folder);
  mr_status status = mr_run_open_to_read(folder, &run, err);
  if (status == MR_OK &&
      (strcmp(mr_run_plan(run)->kind, "selfplay") != 0 ||
       mr_run_game(run)->info.definition_hash != train->game->info.definition_hash)) {
    status = mr_error_set(err, MR_ERR_MISMATCH, "'%s' holds games of other rules than those of %s",
                          folder, train->game->info.name);
  }
  if (status != MR_OK) {
    mr_run_free(run);
    return status;
  }
  *out = run;
  return MR_OK;
}

mr_status mr_train_read(mr_train *train, const mr_run *run, mr_train_games *out, mr_error *err) {
  playing p = {.train = train, .run = run};
  mr_selfplay_found found = {0};
  mr_run_look look = {.sum = NULL};
  mr_status status = mr_run_survey_first(run, &look, err);
  if (status == MR_OK) {
    (void)mr_run_sum_selfplay(look.sum, &found);
    status = read_found(&p, &found, out, err);
  }
  mr_run_sum_free(look.sum);
  return status;
}

void mr_train_games_free(const mr_train *train, mr_train_games *games) {
  if (games->chunks != NULL) {
    for (size_t i = 0; i < games->count; i++) {
      mr_str_done(&games->chunks[i].bytes);
      mr_str_done(&games->chunks[i].beside);
    }
    mr_alloc_free(train->allocator, games->chunks, games->count * sizeof *games->chunks);
  }
  *games = (mr_train_games){0};
}
