#include "base/text.h"
#include "lab/train_priv.h"

/* A match of the training: its journal lies in the folder until it is over, its tally afterwards.
 */

/* ---- the tally as text ----------------------------------------------------------------------- */

enum {
  PAIRS = MR_TALLY_GAME_CELLS * MR_TALLY_GAME_CELLS,
  GAMES = PAIRS + 2 * MR_TALLY_GAME_CELLS,
  COUNTS = GAMES + 2 /* what older folders lack: how many of them were repeats */
};

static uint64_t *count_of(mr_tally *tally, size_t i) {
  if (i >= GAMES) {
    return i == GAMES ? &tally->repeated_pairs : &tally->repeated_singles;
  }
  return i < PAIRS
             ? &tally->pairs[i / MR_TALLY_GAME_CELLS][i % MR_TALLY_GAME_CELLS]
             : &tally
                    ->singles[(i - PAIRS) / MR_TALLY_GAME_CELLS][(i - PAIRS) % MR_TALLY_GAME_CELLS];
}

static mr_status keep_tally(const mr_train *train, const char *name, mr_tally *tally,
                            mr_error *err) {
  mr_str text = mr_str_growing(train->allocator);
  for (size_t i = 0; i < COUNTS; i++) {
    mr_str_format(&text, "%llu ", (unsigned long long)*count_of(tally, i));
  }
  mr_status status = mr_folder_keep(&train->folder, name, mr_str_text(&text), text.length, err);
  mr_str_done(&text);
  return status;
}

static bool load_tally(const mr_train *train, const char *name, mr_tally *out) {
  mr_str text = mr_str_growing(train->allocator);
  bool good = mr_folder_load(&train->folder, name, &text, NULL) == MR_OK;
  mr_tokens tokens = {mr_str_text(&text), text.length};
  mr_tally tally = {0};
  for (size_t i = 0; i < COUNTS && good; i++) {
    mr_token token;
    bool there = mr_next_token(&tokens, &token);
    good = there ? mr_token_number(token, UINT32_MAX, count_of(&tally, i)) : i >= GAMES;
  }
  mr_str_done(&text);
  *out = tally;
  return good;
}

/* ---- playing --------------------------------------------------------------------------------- */

typedef struct telling {
  const mr_train *train;
  mr_train_progress progress;
} telling;

static void report_progress(void *context, uint64_t games, uint64_t planned) {
  telling *it = context;
  const mr_train_options *o = &it->train->options;
  if (o->progress != NULL) {
    it->progress.done = games;
    it->progress.planned = planned;
    it->progress.seconds = mr_train_seconds(it->train);
    o->progress(o->context, &it->progress);
  }
}

/** Nodes of a search with a network; an empty one stands for the weights. */
static uint64_t nodes_of(const mr_train_options *o, const mr_str *network) {
  mr_fyn_about about = {0};
  uint64_t fingerprint = 0;
  mr_error ignored;
  bool light = network->length > 0 &&
               mr_fyn_read_about(mr_str_text(network), network->length, &about, &fingerprint,
                                 &ignored) == MR_OK &&
               about.light;
  unsigned percent = o->light > 0 ? o->light : MR_TRAIN_LIGHT;
  return light ? o->nodes * percent / 100 : o->nodes;
}

/** Each match has openings of its own. */
static uint64_t number_of(const mr_train_progress *of) {
  return (uint64_t)of->stage << 32 | (uint64_t)of->light << 31 | of->generation;
}

mr_status mr_train_match(mr_train *train, const mr_train_gate *gate, mr_tally *out, mr_error *err) {
  const mr_train_options *o = &train->options;
  const mr_network networks[2] = {
      {.bytes = mr_str_text(gate->first), .length = gate->first->length},
      {.bytes = mr_str_text(gate->second), .length = gate->second->length}};
  char name[MR_TRAIN_NAME + 16], journal[MR_FOLDER_PATH];
  mr_str file = mr_str_fixed(name, sizeof name);
  telling it = {.train = train, .progress = gate->progress};
  if (load_tally(train, gate->name, out)) {
    return MR_OK;
  }
  mr_str_format(&file, "%s.journal", gate->name);
  mr_folder_path(&train->folder, name, journal);
  const mr_gate match = {.game = train->game,
                         .first = {.network = &networks[0]},
                         .second = {.network = &networks[1]},
                         .nodes = {nodes_of(o, gate->first), nodes_of(o, gate->second)},
                         .games = o->gate_games,
                         .all = !gate->sprt,
                         .seed = o->seed,
                         .number = number_of(&gate->progress),
                         .threads = o->threads,
                         .journal = journal,
                         .progress = report_progress,
                         .context = &it,
                         .stop = o->stop};
  mr_status status = mr_gate_play(&match, out, err);
  return status == MR_OK ? keep_tally(train, gate->name, out, err) : status;
}
