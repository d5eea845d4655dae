#include "protocol/session.h"

#include <marcher/clock.h>
#include <string.h>

#define NS_PER_MS INT64_C(1000000)

/* ---- the engine ------------------------------------------------------------------------------ */

static bool same_settings(const mr_session_settings *a, const mr_session_settings *b) {
  return a->memory == b->memory && a->threads == b->threads && a->level == b->level;
}

static mr_status make_engine(mr_session *s, mr_error *err) {
  mr_engine_options options = {.level = s->settings.level,
                               .seed = s->setup.seed,
                               .memory = s->settings.memory,
                               .threads = s->settings.threads,
                               .probe = s->endgames != NULL ? mr_endgame_set_probe : NULL,
                               .probe_context = s->endgames,
                               .allocator = s->allocator};
  mr_status status = mr_engine_new(s->game, &options, &s->engine, err);
  if (status == MR_OK) {
    s->built = s->settings;
  }
  return status;
}

void mr_session_configure(mr_session *session, const mr_session_settings *settings) {
  session->settings = *settings;
}

/**
 * Goes back to what there was, or to what everybody can have: first with the memory alone, then
 * with the threads, too. How well the engine plays is not changed silently.
 */
static void make_smaller(mr_session *s) {
  const mr_session_settings wanted = s->settings;
  s->settings.memory = s->built.memory;
  if (make_engine(s, NULL) != MR_OK) {
    s->settings.threads = s->built.threads;
    mr_status again = make_engine(s, NULL);
    (void)again; /* the first failure is the one to tell of */
  }
  if (s->engine == NULL) {
    s->settings = wanted;
  }
}

mr_status mr_session_ready(mr_session *session, mr_error *err) {
  if (session->engine != NULL && same_settings(&session->settings, &session->built)) {
    return MR_OK;
  }
  if (mr_session_busy(session)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a search is running");
  }
  mr_session_join(session);
  mr_engine_free(session->engine);
  session->engine = NULL;
  mr_status status = make_engine(session, err);
  if (status != MR_OK) {
    make_smaller(session);
  }
  return status;
}

mr_status mr_session_endgames(mr_session *session, const char *path, mr_error *err) {
  mr_endgame_set *set = NULL;
  const mr_endgame_options options = {.allocator = session->allocator};
  if (mr_session_busy(session)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a search is running");
  }
  if (path != NULL) {
    mr_status status = mr_endgame_set_open(session->game, path, &options, &set, err);
    if (status != MR_OK) {
      return status;
    }
    if (mr_endgame_set_count(set) == 0) {
      mr_endgame_set_free(set);
      return mr_error_set(err, MR_ERR_UNKNOWN, "'%s' has no tables of %s", path, session->name);
    }
  }
  mr_session_join(session);
  mr_engine_free(session->engine);
  mr_endgame_set_free(session->endgames);
  session->engine = NULL;
  session->endgames = set;
  return MR_OK;
}

void mr_session_forget(mr_session *session) {
  mr_session_join(session);
  mr_engine_forget(session->engine);
}

/* ---- the thread of a search ------------------------------------------------------------------ */

static void tell(mr_session_search *search) {
  const mr_session_task *task = &search->task;
  bool good = search->status == MR_OK;
  task->finish(task->context, good ? &search->result : NULL, good ? NULL : &search->error);
}

/** Ends a released search that has used up what it would like to have. */
static void look_at_soft_limit(mr_session_search *search) {
  mr_mutex_lock(&search->mutex);
  int64_t soft = search->soft;
  mr_mutex_unlock(&search->mutex);
  if (soft != 0 && mr_clock_ns() >= soft) {
    atomic_store(&search->stop, true);
  }
}

static void on_progress(void *context, const mr_search_result *so_far) {
  mr_session *s = context;
  mr_session_search *search = &s->search;
  if (search->task.progress != NULL) {
    search->task.progress(search->task.context, so_far);
  }
  look_at_soft_limit(search);
}

/**
 * Thinks, and says so. Whether this thread or the feeder finishes a search that is held is decided
 * under the mutex: `done` is set and `hold` looked at in one piece here, as `hold` is cleared and
 * `done` looked at in end_hold.
 */
static void run_search(void *context) {
  mr_session *s = context;
  mr_session_search *search = &s->search;
  mr_search_result result = {.action = MR_ACTION_NONE};
  if (search->task.work != NULL) {
    search->task.work(search->task.context, &search->stop);
    search->status = MR_OK;
  } else {
    search->status = mr_engine_think(s->engine, search->observation, &search->task.limits, &result,
                                     &search->error);
  }
  search->result = result;
  mr_mutex_lock(&search->mutex);
  search->done = true;
  search->deadline = 0;
  bool mine = !search->hold && !search->abandoned;
  search->over = search->over || !search->hold;
  mr_mutex_unlock(&search->mutex);
  if (mine) {
    tell(search);
  }
  if (s->setup.host.wake != NULL) {
    s->setup.host.wake(s->setup.host.context);
  }
}

bool mr_session_busy(mr_session *session) {
  mr_session_search *search = &session->search;
  if (!search->started) {
    return false;
  }
  mr_mutex_lock(&search->mutex);
  bool busy = !search->over;
  mr_mutex_unlock(&search->mutex);
  return busy;
}

bool mr_session_held(mr_session *session) {
  mr_session_search *search = &session->search;
  mr_mutex_lock(&search->mutex);
  bool held = search->started && !search->over && search->hold;
  mr_mutex_unlock(&search->mutex);
  return held;
}

static void prepare(mr_session *s, const mr_session_task *task) {
  mr_session_search *search = &s->search;
  search->task = *task;
  if (task->limits.only != NULL) {
    memcpy(search->only, task->limits.only, task->limits.only_count * sizeof *search->only);
    search->task.limits.only = search->only;
  }
  search->task.limits.stop = &search->stop;
  search->hold = task->hold;
  search->done = false;
  search->over = false;
  search->abandoned = false;
  search->deadline = 0;
  search->soft = 0;
  search->began = mr_clock_ns();
  atomic_store(&search->stop, false);
}

mr_status mr_protocol_think(mr_session *session, const mr_session_task *task, mr_error *err) {
  if (mr_session_busy(session)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a search is running");
  }
  mr_session_join(session);
  mr_node node = mr_game_node(session->game, session->board.state);
  if (task->work == NULL) {
    if (node.kind != MR_NODE_DECISION) {
      return mr_error_set(err, MR_ERR_ARGUMENT, "nobody has to decide anything here");
    }
    mr_status status = mr_session_ready(session, err);
    if (session->engine == NULL) {
      return status;
    }
    mr_game_observe(session->game, session->board.state, node.player, session->search.observation);
    session->engine->progress = on_progress;
    session->engine->progress_context = session;
  }
  prepare(session, task);
  mr_status status = mr_thread_start(&session->search.thread, run_search, session, err);
  session->search.started = status == MR_OK;
  return status;
}

/* ---- ending ---------------------------------------------------------------------------------- */

/** @return whether the search had come to its end and waited for this */
static bool end_hold(mr_session_search *search, bool quietly) {
  mr_mutex_lock(&search->mutex);
  bool waiting = search->hold && search->done && !search->over;
  search->hold = false;
  search->abandoned = search->abandoned || quietly;
  search->over = search->over || waiting;
  mr_mutex_unlock(&search->mutex);
  return waiting;
}

void mr_session_stop(mr_session *session) {
  mr_session_search *search = &session->search;
  if (!search->started) {
    return;
  }
  atomic_store(&search->stop, true);
  if (end_hold(search, false)) {
    tell(search);
  }
}

void mr_session_allow(mr_session *session, uint32_t milliseconds, uint32_t soft) {
  session->search.task.released_milliseconds = milliseconds;
  session->search.task.released_soft = soft;
}

void mr_session_release(mr_session *session) {
  mr_session_search *search = &session->search;
  if (!mr_session_held(session)) {
    return;
  }
  if (end_hold(search, false)) {
    tell(search);
    return;
  }
  const mr_session_task *task = &search->task;
  int64_t now = mr_clock_ns();
  mr_mutex_lock(&search->mutex);
  if (task->released_milliseconds != 0) {
    search->deadline = now + task->released_milliseconds * NS_PER_MS;
  }
  if (task->released_soft != 0) {
    search->soft = search->began + task->released_soft * NS_PER_MS;
  }
  bool enough = search->soft != 0 && now >= search->soft;
  mr_mutex_unlock(&search->mutex);
  if (enough) {
    atomic_store(&search->stop, true);
  }
}

void mr_session_abandon(mr_session *session) {
  if (session->search.started) {
    atomic_store(&session->search.stop, true);
    end_hold(&session->search, true);
    mr_session_join(session);
  }
}

void mr_session_join(mr_session *session) {
  if (session->search.started) {
    mr_thread_join(&session->search.thread);
    session->search.started = false;
  }
}

int mr_session_wait(mr_session *session) {
  mr_session_search *search = &session->search;
  mr_mutex_lock(&search->mutex);
  int64_t deadline = search->started ? search->deadline : 0;
  mr_mutex_unlock(&search->mutex);
  if (deadline == 0) {
    return -1;
  }
  int64_t left = (deadline - mr_clock_ns() + NS_PER_MS - 1) / NS_PER_MS;
  return left <= 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

void mr_session_tick(mr_session *session) {
  if (mr_session_wait(session) == 0) {
    atomic_store(&session->search.stop, true);
    mr_mutex_lock(&session->search.mutex);
    session->search.deadline = 0;
    mr_mutex_unlock(&session->search.mutex);
  }
}
