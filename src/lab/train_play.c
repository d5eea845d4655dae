#include <string.h>

#include "lab/train_priv.h"

/*
 * A generation is the shortest run of chunks of games from the first that has positions enough:
 * what threads have played beyond does not count.
 */

/** A generation that is being played. */
typedef struct playing {
  mr_train *train;
  unsigned generation;
  uint64_t wanted;
  mr_train_games games;
  size_t next; /**< chunk to be played or loaded */
} playing;

static void note(void *context, const mr_state *state, int centipawns, mr_str *out) {
  const playing *p = context;
  int left = 0, linear = mr_fys_fit_evaluate(p->train->teacher, state, &left);
  mr_fyn_label label = {.centipawns = (int16_t)centipawns,
                        .linear = (int16_t)linear,
                        .left = (uint16_t)left,
                        .result = MR_FYN_UNDECIDED};
  mr_fyn_pack(mr_fy_game_of(p->train->game), state, &label, out);
}

static void close_game(void *context, const mr_selfplay_game *game, mr_str *out) {
  (void)context;
  /* A blunder that nobody has chosen says nothing of the positions before it. */
  for (size_t at = game->sure; out->status == MR_OK && at < out->length;) {
    at = mr_fyn_pack_result(out, at, game->result);
  }
}

/* ---- chunks ---------------------------------------------------------------------------------- */

static void name_chunk(unsigned generation, size_t number, mr_str *out) {
  mr_str_format(out, "games %02u %06zu", generation, number);
}

/** Takes a chunk that the folder has. */
static bool load_chunk(const playing *p, size_t number, mr_train_chunk *chunk) {
  char name[64];
  mr_str what = mr_str_fixed(name, sizeof name);
  name_chunk(p->generation, number, &what);
  chunk->bytes = mr_str_growing(p->train->allocator);
  if (mr_folder_load(&p->train->folder, name, &chunk->bytes, NULL) != MR_OK) {
    mr_str_done(&chunk->bytes);
    return false;
  }
  chunk->positions = mr_fyn_packed_count(mr_str_text(&chunk->bytes), chunk->bytes.length);
  chunk->games = MR_TRAIN_CHUNK;
  chunk->there = true;
  return true;
}

static void report_progress(const playing *p) {
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
static void count_chunks(playing *p) {
  mr_train_games *g = &p->games;
  while (g->count < g->room && g->chunks[g->count].there && g->positions < p->wanted) {
    g->positions += g->chunks[g->count++].positions;
  }
}

/** Room for the next chunk. */
static bool grow_chunks(playing *p) {
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

/** Chunks that the folder has are taken on the way to one that it lacks. */
static bool next_chunk(void *context, uint64_t *number) {
  playing *p = context;
  const atomic_bool *stop = p->train->options.stop;
  while (p->games.positions < p->wanted && p->next < MR_TRAIN_CHUNKS_MAX && grow_chunks(p) &&
         !(stop != NULL && atomic_load(stop))) {
    *number = p->next++;
    if (!load_chunk(p, *number, &p->games.chunks[*number])) {
      return true;
    }
    count_chunks(p);
    report_progress(p);
  }
  return false;
}

static mr_status take_chunk(void *context, mr_selfplay_unit *unit, mr_error *err) {
  playing *p = context;
  mr_train *train = p->train;
  char name[64];
  mr_str what = mr_str_fixed(name, sizeof name);
  name_chunk(p->generation, unit->number, &what);
  mr_status status =
      mr_folder_keep(&train->folder, name, mr_str_text(&unit->bytes), unit->bytes.length, err);
  if (status != MR_OK) {
    return status;
  }
  p->games.chunks[unit->number] = (mr_train_chunk){
      .there = true, .games = MR_TRAIN_CHUNK, .positions = unit->positions, .bytes = unit->bytes};
  unit->bytes = mr_str_growing(train->allocator);
  train->played += unit->positions;
  train->nodes += unit->nodes;
  train->play_cpu_seconds += unit->cpu_seconds;
  count_chunks(p);
  report_progress(p);
  return MR_OK;
}

/** What is said of a generation that has not all that was wanted. */
static mr_status fail_short(const playing *p, mr_error *err) {
  unsigned long long positions = p->games.positions;
  const atomic_bool *stop = p->train->options.stop;
  if (stop != NULL && atomic_load(stop)) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu positions of generation %u",
                        positions, p->generation);
  }
  if (p->next >= MR_TRAIN_CHUNKS_MAX) {
    return mr_error_set(err, MR_ERR_ILLEGAL,
                        "%d games have only %llu quiet positions: too little to learn from",
                        MR_TRAIN_CHUNKS_MAX * MR_TRAIN_CHUNK, positions);
  }
  return mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
}

mr_status mr_train_play(mr_train *train, unsigned generation, uint64_t wanted, mr_train_games *out,
                        mr_error *err) {
  playing p = {.train = train, .generation = generation, .wanted = wanted};
  const mr_network network = {.bytes = mr_str_text(&train->best), .length = train->best.length};
  const mr_selfplay play = {.game = train->game,
                            .allocator = train->allocator,
                            .quiet = train->teacher,
                            .network = &network,
                            .seed = train->options.seed,
                            .round = generation,
                            .nodes = train->options.nodes,
                            .games = MR_TRAIN_CHUNK,
                            .threads = train->options.threads,
                            .stop = train->options.stop,
                            .context = &p,
                            .note = note,
                            .close = close_game,
                            .next = next_chunk,
                            .take = take_chunk};
  mr_status status = mr_selfplay_run(&play, err);
  if (status == MR_OK && p.games.positions < wanted) {
    status = fail_short(&p, err);
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
