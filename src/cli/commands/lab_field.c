#include "cli/commands/lab_field.h"

#include <marcher/clock.h>
#include <string.h>
#include <time.h>

#include "base/thread.h"

enum {
  AHEAD = 4,         /* games of each thread that may wait for one that takes longer */
  THREADS_MAX = 256, /* more than any machine has use for here */
  TICK_FIRST_MS = 2, /* short games are over soon */
  TICK_LAST_MS = 100,
  NS_PER_MS = 1000000
};

/* A game that is under way or waits for those before it. */
typedef struct slot {
  mr_played played;
  bool done;
} slot;

typedef struct play {
  const lab_field *field;
  slot *slots; /* game i is in slot i % room */
  uint64_t room;
  mr_mutex mutex; /* of what follows */
  uint64_t begun;
  uint64_t taken;
  unsigned running;
  bool over; /* no game is to be begun any more */
  mr_status status;
  mr_error error;
} play;

/* ---- workers --------------------------------------------------------------------------------- */

static void fail(play *p, mr_status status, const mr_error *error) {
  if (p->status == MR_OK && status != MR_ERR_CANCELLED) {
    p->status = status;
    p->error = *error;
  }
  p->over = true;
}

static bool time_is_up(const lab_field *field) {
  return field->until != 0 && mr_clock_ns() >= field->until;
}

/* The number of the next game. @return 1: it may begin, 0: wait, -1: there is none */
static int next_game(play *p, uint64_t *out) {
  const lab_field *field = p->field;
  int found = -1;
  mr_mutex_lock(&p->mutex);
  p->over = p->over || cli_signal() != 0 || time_is_up(field);
  if (!p->over && p->begun < field->games * field->count) {
    found = p->begun < p->taken + p->room;
    if (found == 1) {
      *out = p->begun++;
      p->slots[*out % p->room].done = false;
    }
  }
  mr_mutex_unlock(&p->mutex);
  return found;
}

/* Gives all games that are next in order. */
static void finish_game(play *p, uint64_t number, mr_status status, const mr_error *error) {
  const lab_field *field = p->field;
  mr_error failure;
  mr_mutex_lock(&p->mutex);
  p->slots[number % p->room].done = status == MR_OK;
  if (status != MR_OK) {
    fail(p, status, error);
  }
  while (p->status == MR_OK && p->taken < p->begun && p->slots[p->taken % p->room].done) {
    slot *next = &p->slots[p->taken % p->room];
    status =
        field->take(field->context, (size_t)(p->taken % field->count), &next->played, &failure);
    next->done = false;
    if (status != MR_OK) {
      fail(p, status, &failure);
    } else {
      p->taken++;
    }
  }
  mr_mutex_unlock(&p->mutex);
}

static void work(void *context) {
  static const struct timespec moment = {0, NS_PER_MS};
  play *p = context;
  const lab_field *field = p->field;
  mr_experimenter *workers[2] = {NULL};
  mr_error error;
  mr_status status = MR_OK;
  uint64_t number = 0;
  int found = 0;
  for (size_t i = 0; i < field->count && status == MR_OK; i++) {
    status = mr_experimenter_new(&field->experiments[i], &workers[i], &error);
  }
  if (status != MR_OK) {
    mr_mutex_lock(&p->mutex);
    fail(p, status, &error);
    mr_mutex_unlock(&p->mutex);
  }
  while (status == MR_OK && (found = next_game(p, &number)) >= 0) {
    if (found == 0) {
      nanosleep(&moment, NULL);
    } else {
      status =
          mr_experimenter_play(workers[number % field->count], field->first + number / field->count,
                               &p->slots[number % p->room].played, &error);
      finish_game(p, number, status, &error);
    }
  }
  for (size_t i = 0; i < field->count; i++) {
    mr_experimenter_free(workers[i]);
  }
  mr_mutex_lock(&p->mutex);
  p->running--;
  mr_mutex_unlock(&p->mutex);
}

/* ---- the line of progress -------------------------------------------------------------------- */

static void add_time_to_go(mr_str *out, int64_t since, uint64_t done, uint64_t all) {
  if (done < 2) {
    return;
  }
  double seconds = (double)(mr_clock_ns() - since) / 1e9;
  uint64_t left = (uint64_t)(seconds * (double)(all - done) / (double)done);
  if (left >= 3600) {
    mr_str_format(out, ", %llu h %llu min to go", (unsigned long long)(left / 3600),
                  (unsigned long long)(left % 3600 / 60));
  } else {
    mr_str_format(out, ", %llu:%02llu to go", (unsigned long long)(left / 60),
                  (unsigned long long)(left % 60));
  }
}

static bool tell(cli_context *cli, play *p, int64_t since) {
  const lab_field *field = p->field;
  char text[200];
  mr_str line = mr_str_fixed(text, sizeof text);
  uint64_t all = field->games * field->count;
  mr_mutex_lock(&p->mutex);
  bool running = p->running > 0;
  mr_str_format(&line, "%s: %llu of %llu games", field->what, (unsigned long long)p->taken,
                (unsigned long long)all);
  if (field->tell != NULL && p->taken > 0) {
    mr_str_add(&line, ", ");
    field->tell(field->context, &line);
  }
  add_time_to_go(&line, since, p->taken, all);
  mr_mutex_unlock(&p->mutex);
  cli_status(cli, "%s", text);
  return running;
}

static void wait_for_all(cli_context *cli, play *p) {
  static const struct timespec tick = {0, (long)TICK_LAST_MS * NS_PER_MS};
  int64_t since = mr_clock_ns();
  struct timespec pause = {0, (long)TICK_FIRST_MS * NS_PER_MS};
  while (tell(cli, p, since)) {
    nanosleep(&pause, NULL);
    pause.tv_nsec = 2 * pause.tv_nsec < tick.tv_nsec ? 2 * pause.tv_nsec : tick.tv_nsec;
  }
  cli_status_clear(cli);
}

/* ---- all together ---------------------------------------------------------------------------- */

static unsigned threads_of(const lab_field *field) {
  uint64_t all = field->games * field->count;
  unsigned threads = field->threads > 0 ? field->threads : mr_thread_cores();
  threads = threads < THREADS_MAX ? threads : THREADS_MAX;
  return all < threads ? (unsigned)all : threads;
}

/* Starts the workers; alone it plays here, where the system has no threads to give. */
static void start(cli_context *cli, play *p, mr_thread *threads, unsigned wanted) {
  unsigned count = 0;
  p->running = wanted;
  while (count < wanted && mr_thread_start(&threads[count], work, p, NULL) == MR_OK) {
    count++;
  }
  mr_mutex_lock(&p->mutex);
  p->running -= wanted - count - (count == 0);
  mr_mutex_unlock(&p->mutex);
  if (count == 0) {
    work(p);
  }
  wait_for_all(cli, p);
  for (unsigned i = 0; i < count; i++) {
    mr_thread_join(&threads[i]);
  }
}

mr_status lab_field_play(cli_context *cli, const lab_field *field, uint64_t *taken, mr_error *err) {
  unsigned wanted = threads_of(field);
  play p = {.field = field, .room = (uint64_t)wanted * AHEAD};
  const mr_allocator *allocator = mr_allocator_default();
  mr_thread *threads = mr_alloc_zero(allocator, wanted + 1, sizeof *threads);
  p.slots = mr_alloc_zero(allocator, (size_t)p.room + 1, sizeof *p.slots);
  mr_status status = MR_OK;
  if (threads == NULL || p.slots == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory for games");
  }
  status = status == MR_OK ? mr_mutex_init(&p.mutex, err) : status;
  if (status == MR_OK && wanted > 0) {
    start(cli, &p, threads, wanted);
  }
  if (status == MR_OK) {
    mr_mutex_done(&p.mutex);
    status = p.status;
    *taken = p.taken;
    if (status != MR_OK && err != NULL) {
      *err = p.error;
    }
  }
  mr_alloc_free(allocator, threads, (wanted + 1) * sizeof *threads);
  mr_alloc_free(allocator, p.slots, ((size_t)p.room + 1) * sizeof *p.slots);
  return status;
}
