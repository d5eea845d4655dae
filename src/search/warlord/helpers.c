#include "base/thread.h"
#include "search/warlord/warlord_search.h"

/* A thread that helps, with a map and room of its own. */
typedef struct helper {
  mr_wls_helpers *all;
  mr_wls_search search;
  mr_thread thread;
  bool running;
} helper;

/*
 * The threads wait for jobs from the beginning of a search to its end. A job is small: a thread
 * that wakes too late for one finds that it is gone.
 */
struct mr_wls_helpers {
  const mr_allocator *allocator;
  mr_wls_search *owner;
  mr_mutex mutex; /* of all from here to `over` */
  mr_condition changed;
  mr_wls_job *job; /* NULL: none */
  unsigned jobs;   /* that there have been */
  unsigned at_work;
  bool over; /* no more jobs will come */
  mr_wls_list lists[MR_WLS_BEAM_MAX];
  unsigned room;
  unsigned count; /* of those that have been made */
  helper helper[];
};

/* ---- their side ------------------------------------------------------------------------------ */

static void prepare(mr_wls_search *search, const mr_wls_search *owner) {
  search->limits = owner->limits;
  search->node_limit = owner->node_limit;
  search->watch = owner->watch;
  search->watch.lag = NULL; /* which only the owner measures */
  mr_state_copy(&search->game->base, search->level[0].root, owner->level[0].root);
  mr_wls_search_set_root(search, mr_wl_state_of(search->level[0].root));
}

/* Waits for a job that this thread has not seen. @return NULL: no more will come */
static mr_wls_job *next_job(mr_wls_helpers *all, unsigned *seen) {
  mr_mutex_lock(&all->mutex);
  while (!all->over && (all->job == NULL || all->jobs == *seen)) {
    mr_condition_wait(&all->changed, &all->mutex);
  }
  mr_wls_job *job = all->over ? NULL : all->job;
  *seen = all->jobs;
  all->at_work += job != NULL;
  mr_mutex_unlock(&all->mutex);
  return job;
}

static void leave_job(mr_wls_helpers *all) {
  mr_mutex_lock(&all->mutex);
  if (--all->at_work == 0) {
    mr_condition_wake_all(&all->changed);
  }
  mr_mutex_unlock(&all->mutex);
}

static void help(void *context) {
  helper *h = context;
  mr_wls_search *search = &h->search;
  unsigned seen = 0;
  prepare(search, h->all->owner);
  for (mr_wls_job *job; (job = next_job(h->all, &seen)) != NULL;) {
    search->stopped = false;
    job->work(job, search);
    mr_wls_tell_nodes(search);
    leave_job(h->all);
  }
}

/* ---- the owner's side ------------------------------------------------------------------------ */

static void offer_job(mr_wls_helpers *all, mr_wls_job *job) {
  mr_mutex_lock(&all->mutex);
  all->job = job;
  all->jobs++;
  mr_condition_wake_all(&all->changed);
  mr_mutex_unlock(&all->mutex);
}

/* Waits for those who have begun; nobody begins any more. */
static void close_job(mr_wls_helpers *all) {
  mr_mutex_lock(&all->mutex);
  all->job = NULL;
  while (all->at_work > 0) {
    mr_condition_wait(&all->changed, &all->mutex);
  }
  mr_mutex_unlock(&all->mutex);
}

void mr_wls_job_do(mr_wls_job *job) {
  mr_wls_search *owner = job->owner;
  mr_wls_helpers *helpers = owner->helpers;
  if (helpers == NULL || job->count < 2) {
    job->work(job, owner);
    return;
  }
  owner->helpers = NULL;
  offer_job(helpers, job);
  job->work(job, owner);
  close_job(helpers);
  owner->helpers = helpers;
  mr_wls_tell_nodes(owner);
  owner->stopped |= atomic_load_explicit(&owner->shared->stopped, memory_order_relaxed);
}

mr_wls_list *mr_wls_helpers_lists(mr_wls_helpers *helpers) {
  return helpers->lists;
}

void mr_wls_helpers_start(mr_wls_helpers *helpers) {
  helpers->over = false;
  helpers->jobs = 0;
  for (unsigned i = 0; i < helpers->count; i++) { /* what the system refuses is done without */
    helper *h = &helpers->helper[i];
    h->running = mr_thread_start(&h->thread, help, h, NULL) == MR_OK;
  }
}

void mr_wls_helpers_stop(mr_wls_helpers *helpers) {
  mr_mutex_lock(&helpers->mutex);
  helpers->over = true;
  mr_condition_wake_all(&helpers->changed);
  mr_mutex_unlock(&helpers->mutex);
  for (unsigned i = 0; i < helpers->count; i++) {
    if (helpers->helper[i].running) {
      mr_thread_join(&helpers->helper[i].thread);
    }
  }
}

/* ---- life ------------------------------------------------------------------------------------ */

static size_t size_of(unsigned count) {
  return sizeof(mr_wls_helpers) + count * sizeof(helper);
}

static mr_status init_lock(mr_wls_helpers *helpers, mr_error *err) {
  mr_status status = mr_mutex_init(&helpers->mutex, err);
  if (status == MR_OK) {
    status = mr_condition_init(&helpers->changed, err);
    if (status != MR_OK) {
      mr_mutex_done(&helpers->mutex);
    }
  }
  return status;
}

mr_status mr_wls_helpers_new(mr_wls_search *owner, unsigned count, const mr_allocator *allocator,
                             mr_wls_helpers **out, mr_error *err) {
  *out = NULL;
  if (count == 0) {
    return MR_OK;
  }
  mr_wls_helpers *all = mr_alloc_zero(allocator, 1, size_of(count));
  if (all == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the general's threads");
  }
  all->allocator = allocator;
  all->owner = owner;
  all->room = count;
  mr_status status = init_lock(all, err);
  if (status != MR_OK) {
    mr_alloc_free(allocator, all, size_of(count));
    return status;
  }
  for (unsigned i = 0; i < count && status == MR_OK; i++) {
    all->helper[i].all = all;
    status = mr_wls_search_init_helper(&all->helper[i].search, owner, allocator, err);
    all->count += status == MR_OK;
  }
  if (status != MR_OK) {
    mr_wls_helpers_free(all);
    return status;
  }
  *out = all;
  return MR_OK;
}

void mr_wls_helpers_free(mr_wls_helpers *helpers) {
  if (helpers == NULL) {
    return;
  }
  for (unsigned i = 0; i < helpers->count; i++) {
    mr_wls_search_done(&helpers->helper[i].search);
  }
  mr_condition_done(&helpers->changed);
  mr_mutex_done(&helpers->mutex);
  mr_alloc_free(helpers->allocator, helpers, size_of(helpers->room));
}
