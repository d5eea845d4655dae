#include "base/file.h"
#include "lab/tune_priv.h"

/*
 * Games are numbered, and go to the file in the order of their numbers: what it holds does not
 * depend on who was faster.
 */

/** A round that is being played. */
typedef struct playing {
  mr_tune *tune;
  uint64_t end;
  uint64_t next;     /**< to be played */
  uint64_t reported; /**< to be handed on */
} playing;

static void note(void *context, const mr_state *state, int centipawns, mr_str *out) {
  const playing *p = context;
  bool white = mr_game_node(p->tune->game, state).player.id == 0;
  mr_str_format(out, "%d ", white ? centipawns : -centipawns);
  mr_game_format_state(p->tune->game, state, out);
  mr_str_char(out, '\n');
}

/** A game that was broken off shows that nobody could win it. */
static void close_game(void *context, const mr_selfplay_game *game, mr_str *out) {
  const playing *p = context;
  mr_tune_game *it = &p->tune->games[game->number]; /* nobody else's until it is taken */
  (void)out;
  it->score = game->result == MR_SELFPLAY_UNDECIDED ? MR_SCORE_WIN / 2 : game->result;
  it->actions = game->actions;
}

static bool next_game(void *context, uint64_t *number) {
  playing *p = context;
  while (p->next < p->end && p->tune->games[p->next].there) {
    p->next++;
  }
  *number = p->next;
  return p->next < p->end && p->next++ < p->end;
}

static void report_progress(const playing *p) {
  const mr_tune *tune = p->tune;
  const mr_tune_options *o = &tune->options;
  if (o->progress != NULL) {
    mr_tune_progress so_far = {.round = tune->round,
                               .rounds = o->rounds,
                               .games = p->reported,
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

static mr_status take_game(void *context, mr_selfplay_unit *unit, mr_error *err) {
  playing *p = context;
  mr_tune_game *game = &p->tune->games[unit->number];
  game->text = mr_str_growing(p->tune->allocator);
  mr_str_format(&game->text, "game %llu %u %u %u\n", (unsigned long long)unit->number,
                (unsigned)game->score, (unsigned)game->actions, (unsigned)unit->positions);
  mr_str_bytes(&game->text, mr_str_text(&unit->bytes), unit->bytes.length);
  if (game->text.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the games");
  }
  game->there = true;
  return hand_on(p, err);
}

mr_status mr_tune_play(mr_tune *tune, uint64_t first, uint64_t end, mr_error *err) {
  const mr_network none = {0};
  playing p = {.tune = tune, .next = first, .reported = first, .end = end};
  const mr_selfplay play = {.game = tune->game,
                            .allocator = tune->allocator,
                            .quiet = tune->fit,
                            .weights = mr_fys_fit_text(tune->fit),
                            .network = &none,
                            .seed = tune->options.seed,
                            .round = tune->round,
                            .nodes = tune->options.nodes,
                            .games = 1,
                            .threads = tune->options.threads,
                            .stop = tune->options.stop,
                            .context = &p,
                            .note = note,
                            .close = close_game,
                            .next = next_game,
                            .take = take_game};
  mr_status status = hand_on(&p, err); /* those that were loaded */
  if (status == MR_OK) {
    status = mr_selfplay_run(&play, err);
  }
  if (status == MR_OK && p.reported < p.end) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu games",
                          (unsigned long long)p.reported);
  }
  return status;
}
