/*
 * The engine, its time, and the thread of a search.
 */
#include "protocol/protocol_priv.h"

#include <assert.h>
#include <marcher/clock.h>
#include <string.h>

#define NS_PER_MS INT64_C(1000000)

/* ---- the engine ------------------------------------------------------------------------------ */

/** The network that the settings ask for; NULL: the one that was found with the game. */
static const mr_network *chosen_network(mr_dialog *d) {
  d->network = (mr_network){.bytes = mr_str_text(&d->network_file),
                            .length = d->settings.plain ? 0 : d->network_file.length};
  if (!d->settings.plain && d->network.length == 0 && d->setup.network != NULL) {
    d->network = *d->setup.network;
    return mr_network_check(d->game, &d->network, NULL) == MR_OK ? &d->network : NULL;
  }
  /* A file stays chosen while other games are played, which it does not fit. */
  bool fits = d->settings.plain ||
              (d->network.length > 0 && mr_network_check(d->game, &d->network, NULL) == MR_OK);
  return fits ? &d->network : NULL;
}

mr_status mr_dialog_network(mr_dialog *d, const char *path, mr_error *err) {
  mr_str bytes = mr_str_growing(d->allocator);
  mr_status status = MR_OK;
  assert(!mr_dialog_busy(d));
  if (path != NULL && d->setup.host.read_file == NULL) {
    status = mr_error_set(err, MR_ERR_UNSUPPORTED, "there are no files here");
  } else if (path != NULL) {
    status = d->setup.host.read_file(d->setup.host.context, path, MR_NETWORK_FILE_MAX, &bytes, err);
    mr_network network = {.bytes = mr_str_text(&bytes), .length = bytes.length};
    if (status == MR_OK && bytes.length == 0) {
      status = mr_error_set(err, MR_ERR_SYNTAX, "it is empty");
    } else if (status == MR_OK) {
      status = mr_network_check(d->game, &network, err);
    }
  }
  if (status != MR_OK) {
    mr_str_done(&bytes);
    return status;
  }
  mr_dialog_join(d);
  mr_engine_free(d->engine);
  d->engine = NULL;
  mr_str_done(&d->network_file);
  d->network_file = bytes;
  return MR_OK;
}

void mr_dialog_parameter(mr_dialog *dialog, size_t index, int value) {
  assert(!mr_dialog_busy(dialog));
  mr_dialog_join(dialog);
  mr_engine_free(dialog->engine);
  dialog->engine = NULL;
  dialog->parameters[index] = value;
  dialog->parameters_set |= UINT64_C(1) << index;
}

/** Writes those that were set for an engine; others than the game's have none. */
static void write_parameters(const mr_dialog *d, mr_str *out) {
  size_t count = 0;
  const mr_engine_parameter *rows = mr_engine_parameters(d->game, &count);
  for (size_t i = 0; i < count && i < MR_DIALOG_PARAMETERS; i++) {
    if ((d->parameters_set >> i & 1) != 0) {
      mr_str_format(out, "%s=%d ", rows[i].name, d->parameters[i]);
    }
  }
}

static mr_status make_engine(mr_dialog *d, mr_error *err) {
  char text[MR_DIALOG_PARAMETERS * 40];
  mr_str parameters = mr_str_fixed(text, sizeof text);
  write_parameters(d, &parameters);
  mr_engine_options options = {.level = d->settings.level,
                               .seed = d->setup.seed,
                               .memory = d->settings.memory,
                               .threads = d->settings.threads,
                               .network = chosen_network(d),
                               .parameters = parameters.length > 0 ? text : NULL,
                               .probe = d->endgames != NULL ? mr_endgame_set_probe : NULL,
                               .probe_context = d->endgames,
                               .allocator = d->allocator};
  mr_status status = mr_engine_new(d->game, &options, &d->engine, err);
  if (status == MR_OK) {
    d->built = d->settings;
  }
  return status;
}

mr_status mr_dialog_ready(mr_dialog *dialog, mr_error *err) {
  const mr_dialog_settings wanted = dialog->settings;
  const mr_dialog_settings built = dialog->built;
  if (dialog->engine != NULL && wanted.memory == built.memory && wanted.threads == built.threads &&
      wanted.level == built.level && wanted.plain == built.plain) {
    return MR_OK;
  }
  assert(!mr_dialog_busy(dialog));
  mr_dialog_join(dialog);
  mr_engine_free(dialog->engine);
  dialog->engine = NULL;
  mr_status status = make_engine(dialog, err);
  if (status != MR_OK) {
    /* What there was, or what everybody can have. How well it plays is not changed silently. */
    dialog->settings.memory = built.memory;
    if (make_engine(dialog, NULL) != MR_OK) {
      dialog->settings.threads = built.threads;
      (void)make_engine(dialog, NULL); /* the first failure is the one to tell of */
    }
  }
  if (dialog->engine == NULL) {
    dialog->settings = wanted;
  }
  return status;
}

mr_status mr_dialog_endgames(mr_dialog *dialog, const char *path, mr_error *err) {
  mr_endgame_set *set = NULL;
  const mr_endgame_options options = {.allocator = dialog->allocator};
  assert(!mr_dialog_busy(dialog));
  if (path != NULL) {
    mr_status status = mr_endgame_set_open(dialog->game, path, &options, &set, err);
    if (status != MR_OK) {
      return status;
    }
    if (mr_endgame_set_count(set) == 0) {
      mr_endgame_set_free(set);
      return mr_error_set(err, MR_ERR_UNKNOWN, "'%s' has no tables of %s with these rules", path,
                          dialog->name);
    }
  }
  mr_dialog_join(dialog);
  mr_engine_free(dialog->engine);
  mr_endgame_set_free(dialog->endgames);
  dialog->engine = NULL;
  dialog->endgames = set;
  return MR_OK;
}

void mr_dialog_forget(mr_dialog *dialog) {
  mr_dialog_join(dialog);
  mr_engine_forget(dialog->engine);
}

/* ---- time ------------------------------------------------------------------------------------ */

unsigned mr_dialog_turn_actions(const mr_dialog *dialog) {
  const mr_session *s = dialog->board;
  return mr_time_turn_actions(dialog->game, mr_session_decisions(s, mr_session_count(s)),
                              mr_session_turns(s));
}

void mr_dialog_share_time(const mr_dialog *dialog, const mr_dialog_time *time, mr_limits *limits) {
  if (time->has_clock) {
    size_t made = mr_session_count(dialog->board) - mr_session_turn_start(dialog->board);
    unsigned expected = mr_dialog_turn_actions(dialog);
    mr_clock_view clock = time->clock;
    mr_lag_apply(&dialog->lag, &clock);
    mr_time_share(&clock, made < expected ? expected - (unsigned)made : 1, limits);
  }
  if (time->exact > 0 && (!time->has_clock || limits->milliseconds >= time->exact)) {
    limits->milliseconds = time->exact;
    limits->soft_milliseconds = 0;
  }
}

/* ---- the thread of a search ------------------------------------------------------------------ */

static void report_end(mr_dialog_search *search) {
  const mr_dialog_task *task = &search->task;
  bool good = search->status == MR_OK;
  task->finish(task->context, good ? &search->result : NULL, good ? NULL : &search->error);
}

/** Tells of progress, and ends a released search that has used up what it would like to have. */
static void on_progress(void *context, const mr_search_result *so_far) {
  mr_dialog_search *search = &((mr_dialog *)context)->search;
  if (search->task.progress != NULL && so_far->action != MR_ACTION_NONE) {
    search->task.progress(search->task.context, so_far);
  }
  mr_mutex_lock(&search->mutex);
  int64_t soft = search->soft;
  mr_mutex_unlock(&search->mutex);
  if (soft != 0 && mr_clock_ns() >= soft) {
    atomic_store(&search->stop, true);
  }
}

/** Takes off what has passed since the search was asked for: its thread had to be started. */
static void shorten(mr_limits *limits, int64_t ns) {
  uint32_t *const times[] = {&limits->milliseconds, &limits->soft_milliseconds};
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    if (*times[i] > 0 && *times[i] < MR_DIALOG_FOREVER) {
      *times[i] = *times[i] > ns / NS_PER_MS ? *times[i] - (uint32_t)(ns / NS_PER_MS) : 1;
    }
  }
}

/**
 * Thinks, and says so. Whether this thread or the feeder finishes a search that is held is decided
 * under the mutex: `done` is set and `hold` looked at in one piece here, as `hold` is cleared and
 * `done` looked at in end_hold.
 */
static void run_search(void *context) {
  mr_dialog *d = context;
  mr_dialog_search *search = &d->search;
  search->result = (mr_search_result){.action = MR_ACTION_NONE};
  if (search->task.work != NULL) {
    search->status = search->task.work(search->task.context, &search->stop, &search->error);
  } else {
    mr_lag_look(&d->lag);
    shorten(&search->task.limits, mr_clock_ns() - search->began);
    search->status = mr_engine_think(d->engine, search->observation, &search->task.limits,
                                     &search->result, &search->error);
    if (search->status == MR_OK && search->result.action == MR_ACTION_NONE) {
      search->status =
          mr_error_set(&search->error, MR_ERR_ARGUMENT, "the engine has chosen nothing");
    }
  }
  mr_mutex_lock(&search->mutex);
  search->done = true;
  search->deadline = 0;
  bool mine = !search->hold && !search->abandoned;
  search->over = search->over || !search->hold;
  mr_mutex_unlock(&search->mutex);
  if (mine) {
    report_end(search);
  }
  if (d->setup.host.wake != NULL) {
    d->setup.host.wake(d->setup.host.context);
  }
}

bool mr_dialog_busy(mr_dialog *dialog) {
  mr_dialog_search *search = &dialog->search;
  if (!search->started) {
    return false;
  }
  mr_mutex_lock(&search->mutex);
  bool busy = !search->over;
  mr_mutex_unlock(&search->mutex);
  return busy;
}

bool mr_dialog_works(mr_dialog *dialog) {
  return dialog->search.task.work != NULL && mr_dialog_busy(dialog);
}

bool mr_dialog_held(mr_dialog *dialog) {
  mr_dialog_search *search = &dialog->search;
  mr_mutex_lock(&search->mutex);
  bool held = search->started && !search->over && search->hold;
  mr_mutex_unlock(&search->mutex);
  return held;
}

/** Takes over a task: the search has begun, but for its thread. */
static void take_task(mr_dialog *dialog, const mr_dialog_task *task) {
  mr_dialog_search *search = &dialog->search;
  search->task = *task;
  if (task->limits.only != NULL) {
    memcpy(search->only, task->limits.only, task->limits.only_count * sizeof *search->only);
    search->task.limits.only = search->only;
  }
  search->task.limits.stop = &search->stop;
  search->task.limits.lag = &dialog->lag;
  search->hold = task->hold;
  search->done = false;
  search->over = false;
  search->abandoned = false;
  search->deadline = 0;
  search->soft = 0;
  search->began = mr_clock_ns();
  atomic_store(&search->stop, false);
}

mr_status mr_dialog_think(mr_dialog *dialog, const mr_dialog_task *task, mr_error *err) {
  mr_dialog_search *search = &dialog->search;
  assert(!mr_dialog_busy(dialog));
  mr_dialog_join(dialog);
  mr_node node = mr_session_node(dialog->board);
  if (task->work == NULL) {
    if (node.kind != MR_NODE_DECISION) {
      return mr_error_set(err, MR_ERR_ARGUMENT, "nobody has to decide anything here");
    }
    mr_status status = mr_dialog_ready(dialog, err);
    if (dialog->engine == NULL) {
      return status;
    }
    mr_game_observe(dialog->game, mr_dialog_state(dialog), node.player, search->observation);
    dialog->engine->progress = on_progress;
    dialog->engine->progress_context = dialog;
  }
  take_task(dialog, task);
  mr_lag_begin(&dialog->lag);
  mr_status status = mr_thread_start(&search->thread, run_search, dialog, err);
  search->started = search->threaded = status == MR_OK;
  return status;
}

void mr_dialog_conclude(mr_dialog *dialog, const mr_dialog_task *task) {
  mr_dialog_search *search = &dialog->search;
  assert(!mr_dialog_busy(dialog));
  mr_dialog_join(dialog);
  take_task(dialog, task);
  search->result = (mr_search_result){.action = MR_ACTION_NONE};
  search->status = MR_OK;
  search->done = true;
  search->over = !search->hold;
  search->started = true;
  search->threaded = false;
  if (search->over) {
    report_end(search);
  }
}

/* ---- ending ---------------------------------------------------------------------------------- */

/** @return whether the search had come to its end and waited for this */
static bool end_hold(mr_dialog_search *search, bool quietly) {
  mr_mutex_lock(&search->mutex);
  bool waiting = search->hold && search->done && !search->over;
  search->hold = false;
  search->abandoned = search->abandoned || quietly;
  search->over = search->over || waiting;
  mr_mutex_unlock(&search->mutex);
  return waiting;
}

void mr_dialog_stop(mr_dialog *dialog) {
  mr_dialog_search *search = &dialog->search;
  if (!search->started) {
    return;
  }
  atomic_store(&search->stop, true);
  if (end_hold(search, false)) {
    report_end(search);
  }
}

void mr_dialog_release(mr_dialog *dialog, const mr_limits *limits) {
  mr_dialog_search *search = &dialog->search;
  if (!mr_dialog_held(dialog)) {
    return;
  }
  if (end_hold(search, false)) {
    report_end(search);
    return;
  }
  int64_t now = mr_clock_ns();
  mr_mutex_lock(&search->mutex);
  if (limits->milliseconds != 0) {
    search->deadline = now + limits->milliseconds * NS_PER_MS;
  }
  if (limits->soft_milliseconds != 0) {
    search->soft = search->began + limits->soft_milliseconds * NS_PER_MS;
  }
  bool enough = search->soft != 0 && now >= search->soft;
  mr_mutex_unlock(&search->mutex);
  if (enough) {
    atomic_store(&search->stop, true);
  }
}

void mr_dialog_abandon(mr_dialog *dialog) {
  if (dialog->search.started) {
    atomic_store(&dialog->search.stop, true);
    end_hold(&dialog->search, true);
    mr_dialog_join(dialog);
  }
}

void mr_dialog_join(mr_dialog *dialog) {
  mr_dialog_search *search = &dialog->search;
  if (search->started && search->threaded) {
    mr_thread_join(&search->thread);
  }
  search->started = false;
}

int mr_dialog_wait(mr_dialog *dialog) {
  mr_dialog_search *search = &dialog->search;
  mr_mutex_lock(&search->mutex);
  int64_t deadline = search->started ? search->deadline : 0;
  mr_mutex_unlock(&search->mutex);
  if (deadline == 0) {
    return -1;
  }
  int64_t left = (deadline - mr_clock_ns() + NS_PER_MS - 1) / NS_PER_MS;
  return left <= 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

void mr_dialog_tick(mr_dialog *dialog) {
  if (mr_dialog_wait(dialog) == 0) {
    atomic_store(&dialog->search.stop, true);
    mr_mutex_lock(&dialog->search.mutex);
    dialog->search.deadline = 0;
    mr_mutex_unlock(&dialog->search.mutex);
  }
}
