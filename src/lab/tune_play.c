#include "base/file.h"
#include "lab/folder.h"
#include "lab/tune_priv.h"

/*
 * Games are numbered, and go to the file in the order of their numbers: what it holds does not
 * depend on who was faster.
 */

/** Games of a batch of a run. */
#define BATCH 10

/** A round that is being played. */
typedef struct playing {
  mr_tune *tune;
  uint64_t first, end;
  uint64_t next;      /**< to be played */
  uint64_t reported;  /**< to be handed on */
  uint64_t elsewhere; /**< played by a run, not yet read */
} playing;

static bool next_game(void *context, uint64_t *number) {
  playing *p = context;
  while (p->next < p->end && p->tune->games[p->next].there) {
    p->next++;
  }
  *number = p->next - p->first; /* a round's games are numbered from 0 */
  return p->next < p->end && p->next++ < p->end;
}

static void report_progress(const playing *p) {
  const mr_tune *tune = p->tune;
  const mr_tune_options *o = &tune->options;
  if (o->progress != NULL) {
    mr_tune_progress so_far = {.round = tune->round,
                               .rounds = o->rounds,
                               .games = p->reported + p->elsewhere,
                               .games_planned = o->games,
                               .epochs = o->epochs};
    o->progress(o->context, &so_far);
  }
}

/** Hands the games that have ended on to the file, in order. */
static mr_status hand_on(playing *p, mr_error *err) {
  mr_tune *tune = p->tune;
  const char *path = tune->options.positions != NULL ? tune->options.positions : "temporary file";
  mr_status status = MR_OK;
  while (p->reported < p->end && tune->games[p->reported].there && status == MR_OK) {
    mr_tune_game *game = &tune->games[p->reported++];
    if (game->length == 0) {
      status = mr_file_add(tune->file, path, mr_str_text(&game->text), game->text.length, err);
      game->at = tune->file_size;
      game->length = (uint32_t)game->text.length;
      tune->file_size += game->text.length;
      mr_str_done(&game->text);
    }
  }
  report_progress(p);
  return status;
}

/** A game that was broken off shows that nobody could win it. */
static mr_status take_told(void *context, uint64_t number, const mr_selfplay_record *told,
                           mr_error *err) {
  playing *p = context;
  uint64_t index = p->first + number;
  mr_tune_game *game = &p->tune->games[index];
  mr_selfplay_record it = *told;
  it.result = it.result == MR_SELFPLAY_UNDECIDED ? MR_SCORE_WIN / 2 : it.result;
  game->score = it.result;
  game->actions = it.actions;
  game->text = mr_str_growing(p->tune->allocator);
  mr_selfplay_write(&it, &index, &game->text);
  if (game->text.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
  }
  game->there = true;
  return hand_on(p, err);
}

/* ---- here and now ---------------------------------------------------------------------------- */

static mr_status take_game(void *context, const mr_selfplay_game *game, mr_error *err) {
  const mr_selfplay_record told = {.result = game->result,
                                   .actions = game->actions,
                                   .positions = game->positions,
                                   .lines = {mr_str_text(&game->lines), game->lines.length}};
  return take_told(context, game->number, &told, err);
}

static mr_status play_here(playing *p, mr_error *err) {
  mr_tune *tune = p->tune;
  const mr_network none = {0};
  const mr_selfplay play = {.game = tune->game,
                            .allocator = tune->allocator,
                            .quiet = tune->fit,
                            .weights = mr_fys_fit_text(tune->fit),
                            .network = &none,
                            .seed = tune->options.seed,
                            .round = tune->round,
                            .nodes = tune->options.nodes,
                            .length = MR_SELFPLAY_LENGTH,
                            .threads = tune->options.threads,
                            .stop = tune->options.stop,
                            .context = p,
                            .next = next_game,
                            .take = take_game};
  mr_status status = hand_on(p, err); /* those that were loaded */
  if (status == MR_OK) {
    status = mr_selfplay_run(&play, err);
  }
  if (status == MR_OK && p->reported < p->end) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu games",
                          (unsigned long long)p->reported);
  }
  return status;
}

/* ---- as a run -------------------------------------------------------------------------------- */

static void on_tick(void *context, const mr_run_progress *progress) {
  playing *p = context;
  mr_selfplay_found found;
  if (mr_run_sum_selfplay(progress->sum, &found)) {
    p->elsewhere = found.games;
    report_progress(p);
  }
}

static void on_note(void *context, const char *text) {
  const playing *p = context;
  const mr_tune_options *o = &p->tune->options;
  if (o->runs.note != NULL) {
    o->runs.note(o->context, text);
  }
}

static mr_status play_run(playing *p, const mr_run *run, mr_error *err) {
  const mr_tune_options *o = &p->tune->options;
  const mr_run_listener listener = {.tick = on_tick, .note = on_note, .context = p};
  const mr_selfplay_reader reader = {.context = p, .take = take_told};
  mr_run_engine *engine = o->runs.engine != NULL ? o->runs.engine : mr_run_play;
  mr_run_where where = o->runs.where;
  mr_run_look look = {.sum = NULL};
  where.stop = o->stop;
  where.cores = engine == mr_run_play ? o->threads : where.cores;
  mr_status status = engine(run, &where, &listener, &look, err);
  mr_run_sum_free(look.sum);
  p->elsewhere = 0;
  for (uint64_t i = 0; i < mr_run_batches(run) && status == MR_OK; i++) {
    status = mr_selfplay_read(run, i, &reader, err);
  }
  return status;
}

/** The round in a folder, with the weights that play it. */
static mr_status play_there(playing *p, mr_error *err) {
  mr_tune *tune = p->tune;
  const mr_tune_options *o = &tune->options;
  const mr_network none = {0};
  char path[MR_FOLDER_PATH];
  mr_str folder = mr_str_fixed(path, sizeof path);
  mr_run *run = NULL;
  mr_str_format(&folder, "%s/games-%02u", o->folder, tune->round);
  if (folder.status != MR_OK) {
    return mr_error_set(err, MR_ERR_LIMIT, "the path '%s' is too long", o->folder);
  }
  const mr_selfplay_order order = {.by = &o->runs,
                                   .folder = path,
                                   .game = tune->game,
                                   .weights = mr_fys_fit_text(tune->fit),
                                   .network = &none,
                                   .seed = o->seed,
                                   .nodes = o->nodes,
                                   .round = tune->round,
                                   .games = p->end - p->first,
                                   .batch = BATCH};
  mr_status status = mr_selfplay_order_open(&order, &run, err);
  if (status == MR_OK) {
    status = play_run(p, run, err);
  }
  mr_run_free(run);
  return status;
}

mr_status mr_tune_play(mr_tune *tune, uint64_t first, uint64_t end, mr_error *err) {
  playing p = {.tune = tune, .first = first, .next = first, .reported = first, .end = end};
  return tune->options.folder != NULL ? play_there(&p, err) : play_here(&p, err);
}
