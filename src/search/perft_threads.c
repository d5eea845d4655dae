#include <marcher/perft_threads.h>

#include <stdatomic.h>

#include "base/thread.h"
#include "kernel/perft_counter.h"

enum {
  STEPS_MOST = 6,       /**< actions from the root to where a task begins */
  TASKS_EACH = 256,     /**< tasks that a thread should find, so that all end together */
  TASKS_WANTED = 4096,  /**< enough for any number of threads */
  TASKS_MOST = 1 << 18, /**< so that wide games do not fill the memory */
};

/** What lies behind the first few actions from the root: counted by one thread. */
typedef struct task {
  uint64_t nodes;
  size_t branch; /**< index of the root's action */
  mr_action steps[STEPS_MOST];
  uint8_t length; /**< of `steps` */
  uint8_t depth;  /**< actions left to count */
} task;

typedef struct task_list {
  task *items;
  size_t count;
  size_t room;
} task_list;

/** A count in progress. Until the threads have ended they share all but `next` and `failure`. */
typedef struct crowd {
  const mr_game *game;
  const mr_state *root;
  const mr_perft_options *options;
  mr_allocator allocator; /**< takes its turn under `mutex` */
  task_list tasks;
  atomic_size_t next; /**< the first task that nobody has taken */
  mr_mutex mutex;     /**< guards the failure and the caller's allocator */
  mr_status status;   /**< of the first task, in their order, that failed */
  size_t failed;
  mr_error error;
} crowd;

/** One thread and what it works with. */
typedef struct worker {
  crowd *crowd;
  mr_state *state;
  mr_perft_counter counter;
  mr_thread thread;
} worker;

static void *resize_in_turn(void *context, void *block, size_t old_size, size_t new_size) {
  crowd *all = context;
  const mr_allocator *theirs = all->options->allocator;
  if (theirs == NULL) {
    theirs = mr_allocator_default();
    return theirs->resize(theirs->context, block, old_size, new_size);
  }
  mr_mutex_lock(&all->mutex);
  void *result = theirs->resize(theirs->context, block, old_size, new_size);
  mr_mutex_unlock(&all->mutex);
  return result;
}

/* ---- making tasks ---------------------------------------------------------------------------- */

static bool add_task(crowd *all, task_list *list, const task *it) {
  task *items =
      mr_alloc_grow(&all->allocator, list->items, &list->room, list->count + 1, sizeof *it);
  if (items != NULL) {
    list->items = items;
    items[list->count++] = *it;
  }
  return items != NULL;
}

static void free_tasks(crowd *all, task_list *list) {
  mr_alloc_free(&all->allocator, list->items, list->room * sizeof(task));
  *list = (task_list){.items = NULL};
}

/** Where a task begins. */
static void go_to(const crowd *all, const task *it, mr_state *state) {
  mr_state_copy(all->game, state, all->root);
  for (size_t i = 0; i < it->length; i++) {
    mr_game_make(all->game, state, it->steps[i], NULL, NULL);
  }
}

/** What splitting tasks needs: one state, and room for whatever is listed there. */
typedef struct splitter {
  mr_state *state;
  mr_action *actions;
  mr_chance *chances;
  task_list out;
  bool split; /**< something has been */
} splitter;

/** Puts a task into the new list, or the tasks that it consists of. */
static bool split_task(crowd *all, splitter *s, const task *it) {
  go_to(all, it, s->state);
  mr_node_kind kind = mr_game_node(all->game, s->state).kind;
  bool chance = kind == MR_NODE_CHANCE;
  bool divisible = chance || (kind == MR_NODE_DECISION && it->depth > 1);
  if (!divisible || s->out.count >= TASKS_MOST) {
    return add_task(all, &s->out, it);
  }
  s->split = true;
  uint64_t total = 0;
  size_t count = chance ? mr_game_chances(all->game, s->state, s->chances, &total)
                        : mr_game_actions(all->game, s->state, s->actions);
  bool good = true;
  for (size_t i = 0; i < count && good; i++) {
    task child = *it;
    child.branch = it->length == 0 ? i : it->branch;
    child.depth = (uint8_t)(it->depth - (chance ? 0 : 1));
    child.steps[child.length++] = chance ? s->chances[i].action : s->actions[i];
    good = add_task(all, &s->out, &child);
  }
  return good;
}

/** Splits the whole, action by action from the root. */
static bool make_tasks(crowd *all) {
  const mr_game_info *info = &all->game->info;
  size_t each = (size_t)TASKS_EACH * all->options->threads;
  size_t wanted = each < TASKS_WANTED ? each : TASKS_WANTED;
  mr_arena arena;
  mr_arena_init(&arena, &all->allocator, SIZE_MAX);
  splitter s = {
      .state = mr_arena_zero(&arena, 1, info->state_size),
      .actions = mr_arena_zero(&arena, info->max_actions, sizeof(mr_action)),
      .chances = mr_arena_zero(&arena, info->max_chances, sizeof(mr_chance)),
      .split = true,
  };
  const task whole = {.depth = (uint8_t)all->options->depth};
  bool good = s.state != NULL && s.actions != NULL && s.chances != NULL &&
              add_task(all, &all->tasks, &whole);
  for (size_t i = 0; i < STEPS_MOST && good && s.split && all->tasks.count < wanted; i++) {
    s.split = false;
    for (size_t k = 0; k < all->tasks.count && good; k++) {
      good = split_task(all, &s, &all->tasks.items[k]);
    }
    free_tasks(all, good ? &all->tasks : &s.out); /* the old list is kept where memory ends */
    if (good) {
      all->tasks = s.out;
      s.out = (task_list){.items = NULL};
    }
  }
  mr_arena_done(&arena);
  return good;
}

/* ---- doing them ------------------------------------------------------------------------------ */

static void work(void *context) {
  worker *self = context;
  crowd *all = self->crowd;
  mr_error error = {.message = ""};
  for (;;) {
    size_t index = atomic_fetch_add(&all->next, 1);
    if (index >= all->tasks.count) {
      return;
    }
    task *it = &all->tasks.items[index];
    go_to(all, it, self->state);
    uint64_t nodes = 0;
    mr_status status =
        mr_perft_counter_count(&self->counter, self->state, it->depth, &nodes, &error);
    if (status != MR_OK) {
      mr_mutex_lock(&all->mutex);
      if (all->status == MR_OK || index < all->failed) {
        all->status = status;
        all->failed = index;
        all->error = error;
      }
      mr_mutex_unlock(&all->mutex);
      /* Nobody begins another task; those before this one have all been begun. */
      atomic_store(&all->next, all->tasks.count);
      return;
    }
    it->nodes = nodes;
  }
}

/** The caller's thread works, too; it does so alone where the system grants no other. */
static bool do_tasks(crowd *all) {
  unsigned count = all->options->threads;
  mr_arena arena;
  mr_arena_init(&arena, &all->allocator, SIZE_MAX);
  worker *workers = mr_arena_zero(&arena, count, sizeof *workers);
  bool good = workers != NULL;
  for (unsigned i = 0; i < count && good; i++) {
    workers[i].crowd = all;
    mr_perft_counter_init(&workers[i].counter, all->game, true, &all->allocator);
    workers[i].state = mr_arena_zero(&arena, 1, all->game->info.state_size);
    good = workers[i].state != NULL;
  }
  unsigned started = 1;
  while (good && started < count &&
         mr_thread_start(&workers[started].thread, work, &workers[started], NULL) == MR_OK) {
    started++;
  }
  if (good) {
    work(&workers[0]);
  }
  for (unsigned i = 1; i < started; i++) {
    mr_thread_join(&workers[i].thread);
  }
  for (unsigned i = 0; i < count && good; i++) {
    mr_perft_counter_done(&workers[i].counter);
  }
  mr_arena_done(&arena);
  return good;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/** Tasks stand in the order of the root's actions or outcomes, and each of these has some. */
static uint64_t report_branches(const crowd *all) {
  uint64_t total = 0;
  for (size_t i = 0; i < all->tasks.count;) {
    const task *first = &all->tasks.items[i];
    uint64_t nodes = 0;
    for (; i < all->tasks.count && all->tasks.items[i].branch == first->branch; i++) {
      nodes += all->tasks.items[i].nodes;
    }
    total += nodes;
    if (all->options->branch != NULL) {
      all->options->branch(all->options->context, first->steps[0], nodes);
    }
  }
  return total;
}

/** Whether there is something to share, and nothing wrong with the call. */
static bool is_worth_sharing(const mr_game *game, const mr_state *state,
                             const mr_perft_options *options) {
  if (options->threads == 1 || options->depth < 2 || options->depth > MR_PERFT_DEPTH_MAX ||
      game == NULL || state == NULL || !mr_game_fully_known(game, state)) {
    return false;
  }
  mr_node_kind kind = mr_game_node(game, state).kind;
  return kind == MR_NODE_DECISION || (kind == MR_NODE_CHANCE && options->branch == NULL);
}

mr_status mr_perft_threads(const mr_game *game, const mr_state *state,
                           const mr_perft_options *options, uint64_t *nodes, mr_error *err) {
  if (options == NULL || nodes == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "options and a place for the count are needed");
  }
  if (options->threads < 1 || options->threads > MR_PERFT_THREADS_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "%u threads are not 1 to %d", options->threads,
                        MR_PERFT_THREADS_MAX);
  }
  if (!is_worth_sharing(game, state, options)) {
    const mr_allocator *allocator = options->allocator;
    return options->branch != NULL ? mr_perft_divide(game, state, options->depth, allocator,
                                                     options->branch, options->context, nodes, err)
                                   : mr_perft(game, state, options->depth, allocator, nodes, err);
  }
  crowd all = {.game = game, .root = state, .options = options};
  all.allocator = (mr_allocator){resize_in_turn, &all};
  mr_status status = mr_mutex_init(&all.mutex, err);
  if (status != MR_OK) {
    return status;
  }
  if (!make_tasks(&all) || !do_tasks(&all)) {
    status =
        mr_error_set(err, MR_ERR_NOMEM, "out of memory for a count of depth %u", options->depth);
  } else if (all.status != MR_OK) {
    status = all.status;
    if (err != NULL) {
      *err = all.error;
    }
  } else {
    *nodes = report_branches(&all);
  }
  free_tasks(&all, &all.tasks);
  mr_mutex_done(&all.mutex);
  return status;
}
