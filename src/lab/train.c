#include <inttypes.h>
#include <marcher/clock.h>
#include <marcher/hash.h>
#include <string.h>

#include "base/text.h"
#include "lab/train_priv.h"

enum {
  NODES = 600,
  EPOCHS = 10,
  GATE_GAMES = 400,
  /* Percent of the target that is the result; the search's score is the rest. With 160,000
   * positions of chess, how much of what the weights leave the network explained, of scores and of
   * results: 0 percent 13.8 and 0.0, 10 percent 13.3 and 0.4, 20 percent 12.1 and 0.6, 45
   * percent 7.8 and 1.3, and from the third epoch on results were learnt by heart. */
  TRUST = 20,
  HOURLY = 3, /**< generations in an hour, where hours are given ... */
  HOURLY_MIN = 2,
  HOURLY_MAX = 8,
  SAMPLE_POSITIONS = 5000, /**< played to see how fast this machine is */
  ROUND = 5000,            /**< positions of a generation are a multiple of it, then */
  PLAY_PERCENT = 65,       /**< of the time goes into games: fits and matches take the rest in
                              chess, where games are fast */
};

/* ---- the folder ------------------------------------------------------------------------------ */

static mr_status note_time(const mr_train *train, mr_error *err) {
  char text[32];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_uint(&out, (uint64_t)mr_train_seconds(train));
  return mr_folder_keep(&train->folder, "time", text, out.length, err);
}

/** What the work depends on, in words that a reader of the folder understands. */
static void write_plan(const mr_train *train, mr_str *out) {
  const mr_train_options *o = &train->options;
  mr_str_format(out, "game %s %016" PRIx64 "\n", train->game->info.name,
                train->game->info.definition_hash);
  mr_str_format(out, "seed %" PRIu64 "\nnodes %" PRIu64 "\nepochs %u\nneurons %u\ngate %u\n",
                o->seed, o->nodes, o->epochs, o->neurons, o->gate_games);
  if (o->games != NULL) {
    mr_str_format(out, "games %016" PRIx64 "\n", train->others_hash);
  }
  if (o->light > 0) {
    mr_str_format(out, "light %u\n", o->light);
  }
  mr_str_format(out, "weights %016" PRIx64 "\n", train->weights);
  if (o->from != NULL) {
    mr_str_format(out, "from %016" PRIx64 "\n",
                  mr_hash_bytes(MR_HASH_START, o->from->bytes, o->from->length));
  }
}

static mr_status open_folder(mr_train *train, mr_error *err) {
  mr_str plan = mr_str_growing(train->allocator), time = mr_str_growing(train->allocator);
  uint64_t seconds = 0;
  train->folder = (mr_folder){.path = train->options.folder,
                              .kind = "marcher-train 2",
                              .allocator = train->allocator,
                              .note = train->options.runs.note,
                              .context = train->options.context};
  write_plan(train, &plan);
  mr_status status = mr_folder_open(&train->folder, mr_str_text(&plan), "training", err);
  if (status == MR_OK && mr_folder_load(&train->folder, "time", &time, NULL) == MR_OK &&
      mr_parse_uint(mr_str_text(&time), time.length, UINT32_MAX, &seconds)) {
    train->before = (double)seconds;
  }
  mr_str_done(&time);
  mr_str_done(&plan);
  return status;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static mr_status check_options(mr_train *train, mr_error *err) {
  mr_train_options *o = &train->options;
  bool counted = o->positions > 0 && o->generations > 0;
  o->generations = o->games != NULL ? 1 : o->generations;
  o->nodes = o->nodes > 0 ? o->nodes : NODES;
  o->epochs = o->epochs > 0 ? o->epochs : EPOCHS;
  o->gate_games = o->gate_games > 0 ? o->gate_games : GATE_GAMES;
  o->threads = o->threads > 0 ? o->threads : 1;
  if (o->positions > MR_TRAIN_POSITIONS_MAX || o->generations > MR_TRAIN_GENERATIONS_MAX ||
      o->hours < 0 || (counted && o->positions < o->generations)) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "a training cannot have %llu positions in %u generations",
                        (unsigned long long)o->positions, o->generations);
  }
  if (o->neurons > 0 && !mr_fyn_width_fits(o->neurons)) {
    return mr_error_set(err, MR_ERR_RANGE,
                        "a network cannot have %u neurons: it has a multiple of %d, at most %d",
                        o->neurons, MR_FYN_WIDTH_STEP, MR_FYN_WIDTH_MAX);
  }
  if (o->light > MR_TRAIN_LIGHT_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "no network is so light that it is worth %u%% of nodes",
                        o->light);
  }
  if (!counted && o->hours <= 0 && o->games == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "a training needs hours, positions and generations, or games");
  }
  train->per_generation = counted ? o->positions / o->generations : 0;
  return MR_OK;
}

/** What was settled once. @return false: nothing was */
static bool load_pace(const mr_train *train, uint64_t *out) {
  mr_str text = mr_str_growing(train->allocator);
  bool settled = mr_folder_load(&train->folder, "pace", &text, NULL) == MR_OK &&
                 mr_parse_uint(mr_str_text(&text), text.length, MR_TRAIN_POSITIONS_MAX, out);
  mr_str_done(&text);
  return settled;
}

static mr_status keep_pace(const mr_train *train, mr_error *err) {
  char number[32];
  mr_str text = mr_str_fixed(number, sizeof number);
  mr_str_uint(&text, train->per_generation);
  return mr_folder_keep(&train->folder, "pace", number, text.length, err);
}

/** Settles how many positions a generation has, by how fast the first of them are played. What was
 *  settled once holds, whatever the machine does later. */
static mr_status settle_plan(mr_train *train, mr_error *err) {
  mr_train_options *o = &train->options;
  uint64_t settled = 0;
  if (o->games != NULL) {
    return MR_OK;
  }
  mr_status status = MR_OK;
  bool there = load_pace(train, &settled);
  if (train->per_generation > 0) {
    return !there ? keep_pace(train, err)
           : settled == train->per_generation
               ? MR_OK
               : mr_error_set(err, MR_ERR_MISMATCH,
                              "'%s' holds the work of another training, with %llu positions of a "
                              "generation: name another file, or remove that folder",
                              train->folder.path, (unsigned long long)settled);
  }
  double wanted = o->hours * HOURLY;
  o->generations = wanted < HOURLY_MIN   ? HOURLY_MIN
                   : wanted > HOURLY_MAX ? HOURLY_MAX
                                         : (unsigned)wanted;
  if (there) {
    train->per_generation = settled;
  } else {
    int64_t began = mr_clock_ns();
    uint64_t before = train->played;
    status = mr_train_sample(train, SAMPLE_POSITIONS, err);
    double seconds = (double)(mr_clock_ns() - began) / 1e9;
    double each = o->hours * 3600 * PLAY_PERCENT / 100 / o->generations;
    double pace = seconds > 0.001 ? (double)(train->played - before) / seconds : 1e6;
    double most = (double)MR_TRAIN_POSITIONS_MAX / MR_TRAIN_GENERATIONS_MAX;
    double many = each * pace < most ? each * pace : most;
    train->per_generation = ((uint64_t)many / ROUND + 1) * ROUND;
    status = status == MR_OK ? keep_pace(train, err) : status;
  }
  return status;
}

/** Finds the games of another training that are to be learnt from. */
static mr_status find_others(mr_train *train, mr_error *err) {
  mr_status status = train->options.games != NULL ? MR_OK : MR_ERR_UNKNOWN;
  while (status == MR_OK && train->others < MR_TRAIN_GENERATIONS_MAX) {
    mr_run *run = NULL;
    status = mr_train_open(train, train->others + 1, &run, err);
    if (status == MR_OK) {
      const uint64_t identity = mr_run_identity(run);
      train->others_hash = mr_hash_bytes(train->others_hash, &identity, sizeof identity);
      train->others++;
    }
    mr_run_free(run);
  }
  if (status == MR_ERR_UNKNOWN && train->options.games != NULL && train->others == 0) {
    return mr_error_set(err, MR_ERR_UNKNOWN,
                        "'%s' holds no games: give the folder in which a training of %s is kept",
                        train->options.games, train->game->info.name);
  }
  return status == MR_ERR_UNKNOWN ? MR_OK : status;
}

/** What plays the first generation. */
static mr_status begin_with(mr_train *train, mr_error *err) {
  const mr_network *from = train->options.from;
  if (from == NULL) {
    return MR_OK;
  }
  mr_status status = mr_network_check(train->game, from, err);
  mr_str_bytes(&train->best, from->bytes, from->length);
  return status != MR_OK               ? status
         : train->best.status == MR_OK ? MR_OK
                                       : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
}

/* ---- learning -------------------------------------------------------------------------------- */

typedef struct learning {
  mr_train *train;
  unsigned generation;
  bool light;
} learning;

static bool tell_epoch(void *context, unsigned done, double loss) {
  const learning *it = context;
  const mr_train_options *o = &it->train->options;
  mr_train_progress so_far = {.stage = MR_TRAIN_LEARNING,
                              .generation = it->generation,
                              .generations = o->generations,
                              .light = it->light,
                              .done = done,
                              .planned = o->epochs + (it->light ? MR_FYN_DISTIL_EPOCHS : 0u),
                              .loss = loss,
                              .seconds = mr_train_seconds(it->train)};
  if (o->progress != NULL) {
    o->progress(o->context, &so_far);
  }
  return o->stop == NULL || !atomic_load(o->stop);
}

static mr_status add_chunks(const mr_train_games *games, mr_fyn_learn *learn,
                            mr_train_generation *out, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < games->count && status == MR_OK; i++) {
    const mr_train_chunk *chunk = &games->chunks[i];
    bool held_out = i % MR_TRAIN_HELD_OUT == 1;
    out->games += chunk->games;
    status = mr_fyn_learn_add(learn, mr_str_text(&chunk->bytes), chunk->bytes.length,
                              held_out ? MR_FYN_HOLD_OUT : MR_FYN_LEARN, err);
    if (status == MR_OK && !held_out) {
      status = mr_fyn_learn_add(learn, mr_str_text(&chunk->beside), chunk->beside.length,
                                MR_FYN_DISTIL, err);
    }
  }
  out->positions += games->positions;
  return status;
}

/** Gives a learner the games of a generation. */
static mr_status add_games(mr_train *train, unsigned generation, mr_fyn_learn *learn,
                           mr_train_generation *out, mr_error *err) {
  mr_train_games games = {0};
  mr_status status = mr_train_play(train, generation, train->per_generation, &games, err);
  if (status == MR_OK) {
    status = add_chunks(&games, learn, out, err);
  }
  mr_train_games_free(train, &games);
  return status;
}

static void fill_about(const mr_train *train, unsigned generation, mr_fyn_about *out) {
  const mr_train_options *o = &train->options;
  mr_str game = mr_str_fixed(out->game, sizeof out->game);
  mr_str command = mr_str_fixed(out->command, sizeof out->command);
  uint64_t positions = train->per_generation * generation;
  mr_str_add(&game, train->game->info.name);
  if (o->command != NULL) {
    o->command(o->context, positions, generation, &command);
  }
  out->seed = o->seed;
  out->positions = positions;
  out->generation = generation;
}

/** What a network of either kind, and what belongs to it, is called in the folder. */
static void name_of(char out[MR_TRAIN_NAME], const char *what, bool light, unsigned generation) {
  char kind[MR_TRAIN_NAME];
  mr_str name = mr_str_fixed(kind, sizeof kind);
  mr_str_format(&name, "%s%s", light ? "light " : "", what);
  mr_train_name(out, kind, generation);
}

static mr_train_fit *fit_of(mr_train_generation *g, bool light) {
  return light ? &g->light : &g->fit;
}

/** What is kept of a generation besides its network. */
static mr_status keep_figures(const mr_train *train, const char *name, const mr_train_generation *g,
                              const mr_train_fit *fit, mr_error *err) {
  char text[200];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_format(&out, "%llu %llu %llu %u %llu %llu", (unsigned long long)g->positions,
                (unsigned long long)g->games, (unsigned long long)fit->learnt, fit->scale,
                (unsigned long long)(fit->loss_before * 1e6),
                (unsigned long long)(fit->loss_after * 1e6));
  return mr_folder_keep(&train->folder, name, text, out.length, err);
}

static bool load_figures(const mr_train *train, const char *name, mr_train_generation *g,
                         mr_train_fit *fit) {
  enum { FIGURES = 6 };
  uint64_t n[FIGURES] = {0};
  mr_str text = mr_str_growing(train->allocator);
  bool good = mr_folder_load(&train->folder, name, &text, NULL) == MR_OK;
  mr_tokens tokens = {mr_str_text(&text), text.length};
  for (size_t i = 0; i < FIGURES && good; i++) {
    mr_token token;
    good = mr_next_token(&tokens, &token) && mr_token_number(token, UINT64_MAX, &n[i]);
  }
  mr_str_done(&text);
  if (good) {
    g->positions = n[0];
    g->games = n[1];
    *fit = (mr_train_fit){.learnt = n[2],
                          .scale = (unsigned)n[3],
                          .loss_before = (double)n[4] / 1e6,
                          .loss_after = (double)n[5] / 1e6};
  }
  return good;
}

/** Gives a learner what is there of a generation of another training. */
static mr_status add_others(mr_train *train, unsigned generation, mr_fyn_learn *learn,
                            mr_train_generation *out, mr_error *err) {
  mr_run *run = NULL;
  mr_train_games games = {0};
  mr_status status = mr_train_open(train, generation, &run, err);
  if (status == MR_OK) {
    status = mr_train_read(train, run, &games, err);
  }
  if (status == MR_OK) {
    status = add_chunks(&games, learn, out, err);
  }
  mr_train_games_free(train, &games);
  mr_run_free(run);
  return status;
}

/** Gives a learner the games of the last generations, the newest first: of what was seen twice, it
 *  counts. */
static mr_status add_window(mr_train *train, unsigned generation, mr_fyn_learn *learn,
                            mr_train_generation *out, mr_error *err) {
  bool others = train->options.games != NULL;
  unsigned newest = others ? train->others : generation;
  unsigned first = newest > MR_TRAIN_WINDOW ? newest - MR_TRAIN_WINDOW + 1 : 1;
  mr_status status = MR_OK;
  for (unsigned g = newest; g >= first && status == MR_OK; g--) {
    mr_train_generation older = {0};
    if (others) {
      status = add_others(train, g, learn, out, err);
    } else {
      status = add_games(train, g, learn, g == newest ? out : &older, err);
    }
  }
  return status;
}

/** A network that is made, and where its figures and its bytes go. */
typedef struct made {
  unsigned generation;
  bool light;
  mr_train_fit *figures;
  mr_str *file;
} made;

static mr_status fit_network(mr_train *train, const made *it, mr_fyn_learn *learn, mr_error *err) {
  const mr_train_options *o = &train->options;
  mr_fyn *network = NULL;
  mr_fyn_learn_report report = {0};
  learning told = {.train = train, .generation = it->generation, .light = it->light};
  mr_fyn_learn_options how = {.width = o->neurons,
                              .epochs = o->epochs,
                              .trust = TRUST,
                              .light = it->light,
                              .scale = train->scale,
                              .seed = o->seed + it->generation,
                              .threads = o->threads,
                              .progress = tell_epoch,
                              .context = &told};
  mr_status status = mr_fyn_learn_run(learn, &how, &network, &report, err);
  if (status == MR_OK) {
    *it->figures = (mr_train_fit){.learnt = report.positions,
                                  .loss_before = report.loss_before,
                                  .loss_after = report.loss_after,
                                  .scale = report.scale};
    train->scale = train->scale == 0 ? report.scale : train->scale;
    network->weights = train->weights;
    network->about.light = it->light;
    fill_about(train, it->generation, &network->about);
    mr_fyn_write(network, it->file);
    status = it->file->status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_fyn_free(network);
  return status;
}

/* ---- generations ----------------------------------------------------------------------------- */

enum { KINDS = 2 }; /* full networks, and light ones: `light` is their place in arrays */

static bool load_network(mr_train *train, unsigned generation, bool light, mr_train_generation *g,
                         mr_str *file) {
  char figures[MR_TRAIN_NAME], name[MR_TRAIN_NAME];
  name_of(figures, "figures", light, generation);
  name_of(name, "network", light, generation);
  bool there = load_figures(train, figures, g, fit_of(g, light)) &&
               mr_folder_load(&train->folder, name, file, NULL) == MR_OK;
  if (there) {
    train->scale = train->scale == 0 ? fit_of(g, light)->scale : train->scale;
  } else {
    mr_str_reset(file);
  }
  return there;
}

static mr_status keep_network(const mr_train *train, unsigned generation, bool light,
                              mr_train_generation *g, const mr_str *file, mr_error *err) {
  char figures[MR_TRAIN_NAME], name[MR_TRAIN_NAME];
  name_of(figures, "figures", light, generation);
  name_of(name, "network", light, generation);
  mr_status status = mr_folder_keep(&train->folder, name, mr_str_text(file), file->length, err);
  return status == MR_OK ? keep_figures(train, figures, g, fit_of(g, light), err) : status;
}

/** Plays and learns, or takes what the folder has. @param files receive the networks */
static mr_status make_networks(mr_train *train, unsigned generation, mr_train_generation *out,
                               mr_str files[KINDS], mr_error *err) {
  mr_fyn_learn *learn = NULL;
  unsigned kinds = train->options.light > 0 ? KINDS : 1;
  bool there[KINDS] = {false}, all = true;
  for (unsigned light = 0; light < kinds; light++) {
    there[light] = load_network(train, generation, light, out, &files[light]);
    all = all && there[light];
  }
  if (all) {
    return MR_OK;
  }
  out->positions = out->games = 0;
  train->distils = kinds > 1 && !there[true];
  mr_status status = mr_fyn_learn_new(train->game, train->allocator, &learn, err);
  if (status == MR_OK) {
    status = add_window(train, generation, learn, out, err);
  }
  if (train->options.games != NULL) {
    train->per_generation = out->positions; /* of which a network's head tells */
  }
  for (unsigned light = 0; light < kinds && status == MR_OK; light++) {
    if (!there[light]) {
      const made it = {generation, light, fit_of(out, light), &files[light]};
      status = fit_network(train, &it, learn, err);
      status = status == MR_OK ? keep_network(train, generation, light, out, &files[light], err)
                               : status;
    }
  }
  mr_fyn_learn_free(learn);
  return status;
}

/** What the last match says, in the words of a head: "+120 =40 -20 against the weights at 600 nodes
 *  (77.8%)". */
static void write_gate(const mr_tally *tally, const mr_train *train, mr_str *out) {
  const mr_train_options *o = &train->options;
  mr_standing s;
  mr_tally_standing(tally, &s);
  mr_str_format(out, "+%llu =%llu -%llu against the weights at %llu nodes",
                (unsigned long long)s.wins, (unsigned long long)s.draws,
                (unsigned long long)s.losses, (unsigned long long)o->nodes);
  if (train->best_is_light) {
    mr_str_format(out, ", it with %u%% of them", o->light);
  }
  mr_str_format(out, " (%.1f%%)", 100 * s.score.value);
}

/** The match of a network, and perhaps a new best one. @param file is taken where it is */
static mr_status pass_gate(mr_train *train, unsigned generation, bool light, mr_train_fit *fit,
                           mr_str *file, mr_error *err) {
  char name[MR_TRAIN_NAME];
  name_of(name, "match", light, generation);
  const mr_train_gate gate = {.name = name,
                              .progress = {.stage = MR_TRAIN_MATCH,
                                           .generation = generation,
                                           .light = light,
                                           .generations = train->options.generations},
                              .first = file,
                              .second = &train->best,
                              .sprt = true};
  mr_status status = mr_train_match(train, &gate, &fit->match, err);
  if (status == MR_OK) {
    status = note_time(train, err);
  }
  fit->adopted = status == MR_OK && mr_gate_passes(&fit->match);
  fit->sprt = mr_gate_evaluate(&fit->match);
  if (fit->adopted) {
    mr_str_done(&train->best);
    train->best = *file;
    train->best_generation = generation;
    train->best_is_light = light;
    *file = mr_str_growing(train->allocator);
  }
  return status;
}

/** One generation: games, a network of either kind, their matches, and perhaps a new best one. */
static mr_status run_generation(mr_train *train, unsigned generation, mr_train_generation *out,
                                mr_error *err) {
  const mr_train_options *o = &train->options;
  mr_str files[KINDS] = {mr_str_growing(train->allocator), mr_str_growing(train->allocator)};
  mr_status status = make_networks(train, generation, out, files, err);
  train->per_generation = o->games != NULL ? out->positions : train->per_generation;
  for (unsigned light = 0; light < KINDS && status == MR_OK; light++) {
    if (files[light].length > 0) {
      status = pass_gate(train, generation, light, fit_of(out, light), &files[light], err);
    }
  }
  for (unsigned light = 0; light < KINDS; light++) {
    mr_str_done(&files[light]);
  }
  if (status == MR_OK && o->finished != NULL) {
    o->finished(o->context, generation, out);
  }
  return status;
}

/** The best network's file, with what the gate has said in its head. */
static mr_status finish_network(mr_train *train, const mr_tally *gate, mr_str *out, mr_error *err) {
  mr_fyn *network = NULL;
  mr_status status = mr_fyn_read(mr_fy_game_of(train->game), mr_str_text(&train->best),
                                 train->best.length, train->allocator, &network, err);
  if (status == MR_OK) {
    mr_str text = mr_str_fixed(network->about.gate, sizeof network->about.gate);
    write_gate(gate, train, &text);
    mr_fyn_write(network, out);
    status = out->status == MR_OK ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_fyn_free(network);
  return status;
}

static mr_status run_all(mr_train *train, mr_str *network, mr_train_report *report, mr_error *err) {
  const mr_train_options *o = &train->options;
  const mr_str weights = {0};
  double longest = 0, began = mr_train_seconds(train);
  mr_status status = MR_OK;
  for (unsigned g = 1; g <= o->generations && status == MR_OK; g++) {
    mr_train_generation what = {0};
    /* Hours only decide how many are reached: one that would not end in time is not begun. */
    if (o->hours > 0 && g > 1 && mr_train_seconds(train) + longest > o->hours * 3600) {
      break;
    }
    status = run_generation(train, g, &what, err);
    double took = mr_train_seconds(train) - began;
    longest = took > longest ? took : longest;
    began += took;
    report->generations = status == MR_OK ? g : report->generations;
  }
  report->best = train->best_generation;
  report->best_is_light = train->best_is_light;
  report->positions = train->per_generation * report->generations;
  if (status == MR_OK && train->best_generation > 0) {
    char name[MR_TRAIN_NAME];
    name_of(name, "last match", train->best_is_light, train->best_generation);
    const mr_train_gate last = {.name = name,
                                .progress = {.stage = MR_TRAIN_LAST,
                                             .generation = report->generations,
                                             .generations = o->generations},
                                .first = &train->best,
                                .second = &weights};
    status = mr_train_match(train, &last, &report->against_weights, err);
    if (status == MR_OK) {
      status = finish_network(train, &report->against_weights, network, err);
    }
  }
  return status;
}

mr_status mr_train_run(const mr_game *game, const mr_train_options *options, mr_str *network,
                       mr_train_report *report, mr_error *err) {
  mr_train train = {.game = game,
                    .options = *options,
                    .allocator =
                        options->allocator != NULL ? options->allocator : mr_allocator_default(),
                    .began = mr_clock_ns()};
  mr_fyn_learn *trial = NULL;
  train.best = mr_str_growing(train.allocator);
  memset(report, 0, sizeof *report);
  mr_status status = mr_fyn_learn_new(game, train.allocator, &trial, err); /* can it have one? */
  mr_fyn_learn_free(trial);
  if (status == MR_OK) {
    status = check_options(&train, err);
  }
  if (status == MR_OK) {
    status = mr_fys_fit_new(game, game->info.weights, train.allocator, &train.teacher, err);
  }
  if (status == MR_OK) {
    status = mr_fys_fit_fingerprint(train.teacher, &train.weights, err);
  }
  if (status == MR_OK) {
    status = find_others(&train, err);
  }
  if (status == MR_OK) {
    status = begin_with(&train, err);
  }
  if (status == MR_OK) {
    status = open_folder(&train, err);
  }
  if (status == MR_OK) {
    status = settle_plan(&train, err);
  }
  if (status == MR_OK) {
    status = run_all(&train, network, report, err);
    mr_error ignored;
    if (note_time(&train, &ignored) != MR_OK && status == MR_OK) {
      status = mr_error_set(err, MR_ERR_IO, "%s", ignored.message);
    }
  }
  report->played = train.played;
  report->nodes = train.nodes;
  report->play_cpu_seconds = train.play_cpu_seconds;
  report->seconds = mr_train_seconds(&train);
  mr_fys_fit_free(train.teacher);
  mr_str_done(&train.best);
  return status;
}
