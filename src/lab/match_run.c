#include <errno.h>
#include <fcntl.h>
#include <marcher/clock.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "lab/match_priv.h"

#define TICK_MS 100
/** With more engines than these, only those of the game under way are kept running. */
#define KEPT_ENGINES 4

/** A match under way. What stands below `mutex` is shared with the workers and guarded by it. */
typedef struct match {
  const mr_match_options *options;
  const mr_match_listener *listener;
  mr_match_report *report;
  mr_match_game **games; /* by index: those that have ended and have not been counted */
  uint64_t planned;
  uint64_t counted;
  mr_match_game *single; /* counted, and its partner has not been */
  mr_client_log log;
  int wake[2];
  int64_t began;
  mr_thread *threads;
  unsigned thread_count;
  atomic_bool halt; /* games under way are to be given up */
  mr_mutex mutex;
  mr_journal journal;
  uint64_t next; /* game to be begun */
  unsigned running;
  mr_status status; /* the first failure */
  mr_error error;
} match;

/* ---- checks ---------------------------------------------------------------------------------- */

static mr_status check_name(const mr_match_options *options, size_t at, mr_error *err) {
  const char *name = options->engines[at].name;
  if (name == NULL || name[0] == '\0') {
    return mr_error_set(err, MR_ERR_ARGUMENT, "engine %zu has no name", at + 1);
  }
  bool plain = mr_utf8_check(name, strlen(name)) == strlen(name);
  for (const char *c = name; *c != '\0'; c++) {
    plain = plain && (unsigned char)*c >= ' ' && *c != '\x7f';
  }
  if (!plain) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "the name of engine %zu is no line of text", at + 1);
  }
  for (size_t i = 0; i < at; i++) {
    if (strcmp(options->engines[i].name, name) == 0) {
      return mr_error_set(err, MR_ERR_ARGUMENT, "two engines are called '%s'", name);
    }
  }
  return MR_OK;
}

static mr_status check_engine(const mr_match_options *options, size_t at, mr_error *err) {
  const mr_match_engine *engine = &options->engines[at];
  const mr_match_control *control = &engine->control;
  mr_status status = check_name(options, at, err);
  if (status != MR_OK) {
    return status;
  }
  if (engine->command == NULL) {
    mr_engine *trial = NULL;
    mr_engine_options how = {.kind = engine->kind,
                             .level = engine->level,
                             .memory = (size_t)1 << 20,
                             .threads = engine->threads,
                             .weights = engine->weights,
                             .network = engine->network};
    status = mr_engine_new(options->game, &how, &trial, err);
    mr_engine_free(trial);
    if (status != MR_OK && err != NULL && engine->weights_file != NULL &&
        strcmp(err->source, "weights") == 0) {
      mr_error_locate(err, engine->weights_file, err->line, err->column);
    }
    return status;
  }
  if (mr_game_can(options->game, MR_CAN_HIDE)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s hides something from its players, which UCI cannot: '%s' would see all",
                        options->game->info.name, engine->name);
  }
  return mr_control_is_clock(control) || control->move_ms > 0 || control->nodes > 0 ||
                 control->depth > 0
             ? MR_OK
             : mr_error_set(err, MR_ERR_ARGUMENT,
                            "'%s' has no limit: tc=, st=, nodes= or depth= is needed",
                            engine->name);
}

mr_status mr_match_check(const mr_match_options *options, mr_error *err) {
  if (options->engine_count < 2 || options->engine_count > MR_MATCH_ENGINES_MAX) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a match needs 2 to %d engines, not %zu",
                        MR_MATCH_ENGINES_MAX, options->engine_count);
  }
  if (mr_game_teams(options->game) != 2) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s is not played by two sides",
                        options->game->info.name);
  }
  if (options->games == 0 || options->games > MR_MATCH_GAMES_MAX ||
      mr_match_planned(options) > MR_MATCH_GAMES_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "a match has 1 to %llu games",
                        (unsigned long long)MR_MATCH_GAMES_MAX);
  }
  if (options->concurrency > MR_MATCH_CONCURRENCY_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "at most %d games are played at once",
                        MR_MATCH_CONCURRENCY_MAX);
  }
  if (options->has_sprt && options->engine_count != 2) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a sequential test is between two engines");
  }
  mr_status status = options->has_sprt ? mr_sprt_check(&options->sprt, err) : MR_OK;
  for (size_t i = 0; i < options->engine_count && status == MR_OK; i++) {
    status = check_engine(options, i, err);
  }
  return status;
}

/* ---- workers --------------------------------------------------------------------------------- */

static void fail_match(match *m, mr_status status, const mr_error *error) {
  if (m->status == MR_OK) {
    m->status = status;
    m->error = *error;
  }
  atomic_store(&m->halt, true);
}

static void wake(const match *m) {
  ssize_t size = 0;
  do {
    size = send(m->wake[1], "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (size < 0 && errno == EINTR);
}

/* The next game that has not been played. @return false: there is none */
static bool take_fixture(match *m, mr_fixture *out) {
  bool found = false;
  mr_mutex_lock(&m->mutex);
  while (m->next < m->planned && m->games[m->next] != NULL) {
    m->next++;
  }
  if (m->next < m->planned && !atomic_load(&m->halt)) {
    *out = mr_match_fixture(m->options, m->next++);
    m->running++;
    found = true;
  }
  mr_mutex_unlock(&m->mutex);
  return found;
}

/* Takes over what `played` holds. */
static mr_status keep_game(match *m, mr_match_game *played, mr_error *err) {
  mr_match_game *copy = mr_alloc_zero(NULL, 1, sizeof *copy);
  if (copy == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  *copy = *played;
  *played = (mr_match_game){0};
  m->games[copy->index] = copy;
  return MR_OK;
}

static void free_game(mr_match_game *game) {
  if (game != NULL) {
    mr_match_game_done(game);
    mr_alloc_free(NULL, game, sizeof *game);
  }
}

/** A worker: one game at a time, with players that it keeps. */
typedef struct worker {
  match *m;
  mr_referee referee;
  mr_match_player *players[MR_MATCH_ENGINES_MAX];
} worker;

/* Gives the two sides of a game their players, making those that are not there. */
static mr_status seat_players(worker *w, const mr_fixture *fixture, mr_match_player **sides,
                              mr_error *err) {
  match *m = w->m;
  const mr_match_options *options = m->options;
  mr_status status = MR_OK;
  for (unsigned i = 0; i < options->engine_count && options->engine_count > KEPT_ENGINES; i++) {
    if (i != fixture->engines[0] && i != fixture->engines[1]) {
      mr_match_player_free(w->players[i]);
      w->players[i] = NULL;
    }
  }
  for (unsigned i = 0; i < 2 && status == MR_OK; i++) {
    unsigned at = fixture->engines[i];
    if (w->players[at] == NULL) {
      status = mr_match_player_new(options->game, &options->engines[at], &m->log, &m->halt,
                                   &w->players[at], err);
    }
    sides[i] = w->players[at];
  }
  return status;
}

static void wait_before(const match *m) {
  int64_t until = mr_clock_ns() + (int64_t)m->options->wait_ms * MR_NS_PER_MS;
  while (m->options->wait_ms > 0 && mr_clock_ns() < until && !atomic_load(&m->halt)) {
    int64_t left = (until - mr_clock_ns()) / MR_NS_PER_MS + 1;
    poll(NULL, 0, left < TICK_MS ? (int)left : TICK_MS);
  }
}

static void play_games(worker *w) {
  match *m = w->m;
  mr_fixture fixture;
  while (take_fixture(m, &fixture)) {
    mr_match_game played = {0};
    mr_match_player *sides[2];
    mr_error error = {0};
    char day[MR_MATCH_DAY_MAX] = "";
    wait_before(m);
    if (m->options->day != NULL) {
      m->options->day(day);
    }
    mr_status status = seat_players(w, &fixture, sides, &error);
    if (status == MR_OK) {
      status = mr_referee_play(&w->referee, &fixture, sides, &played, &error);
    }
    memcpy(played.day, day, sizeof day);
    mr_mutex_lock(&m->mutex);
    m->running--;
    if (status == MR_OK) {
      status = mr_journal_add(&m->journal, &played, &error);
    }
    if (status == MR_OK) {
      status = keep_game(m, &played, &error);
    }
    /* That we have halted it ourselves is no failure. */
    if (status != MR_OK && !(status == MR_ERR_CANCELLED && atomic_load(&m->halt))) {
      fail_match(m, status, &error);
    }
    mr_mutex_unlock(&m->mutex);
    mr_match_game_done(&played);
    wake(m);
  }
}

static void work(void *context) {
  match *m = context;
  mr_error error = {0};
  worker *w = mr_alloc_zero(NULL, 1, sizeof *w);
  mr_status status = w != NULL ? mr_referee_init(&w->referee, m->options, &error)
                               : mr_error_set(&error, MR_ERR_NOMEM, "out of memory");
  if (w != NULL && status == MR_OK) {
    w->m = m;
    play_games(w);
    for (size_t i = 0; i < m->options->engine_count; i++) {
      mr_match_player_free(w->players[i]);
    }
    mr_referee_done(&w->referee);
  } else {
    mr_mutex_lock(&m->mutex);
    fail_match(m, status, &error);
    mr_mutex_unlock(&m->mutex);
  }
  mr_alloc_free(NULL, w, sizeof *w);
  wake(m);
}

/* ---- counting -------------------------------------------------------------------------------- */

static void evaluate_sprt(match *m) {
  if (!m->options->has_sprt) {
    return;
  }
  m->report->sprt = mr_sprt_evaluate(&m->options->sprt, &m->report->against[1]);
  if (m->report->sprt.verdict != MR_SPRT_OPEN) {
    atomic_store(&m->halt, true);
  }
}

static void count_game(match *m, mr_match_game *game) {
  mr_fixture fixture = mr_match_fixture(m->options, game->index);
  bool second = fixture.paired && fixture.leg == 1;
  m->counted++;
  m->report->resumed += game->replayed ? 1 : 0;
  mr_match_report_add(m->report, game, second ? m->single : NULL);
  if (!fixture.paired) {
    mr_match_report_close(m->report, game);
  }
  if (second || !fixture.paired) {
    evaluate_sprt(m);
  }
  if (m->listener != NULL && m->listener->game != NULL) {
    m->listener->game(m->listener->context, m->report, game);
  }
  free_game(m->single);
  m->single = NULL;
  if (fixture.paired && !second) {
    m->single = game;
  } else {
    free_game(game);
  }
}

/* Counts in the order of the schedule, so that the outcome does not depend on who was faster. */
static void count_games(match *m) {
  while (m->counted < m->planned && m->report->sprt.verdict == MR_SPRT_OPEN) {
    mr_mutex_lock(&m->mutex);
    mr_match_game *game = m->games[m->counted];
    m->games[m->counted] = NULL;
    /* Else it would be played again. */
    if (game != NULL && m->next <= m->counted) {
      m->next = m->counted + 1;
    }
    m->report->running = m->running;
    mr_mutex_unlock(&m->mutex);
    if (game == NULL) {
      return;
    }
    count_game(m, game);
  }
}

/* Until all is played or there is a reason to end. */
static void await_games(match *m) {
  while (m->counted < m->planned && !atomic_load(&m->halt)) {
    char bytes[64];
    struct pollfd news = {.fd = m->wake[0], .events = POLLIN};
    if (poll(&news, 1, TICK_MS) > 0) {
      while (recv(m->wake[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
      }
    }
    count_games(m);
    m->report->seconds = (double)(mr_clock_ns() - m->began) / 1e9;
    if (m->options->stop != NULL && atomic_load(m->options->stop)) {
      m->report->stopped = true;
      atomic_store(&m->halt, true);
    } else if (m->listener != NULL && m->listener->tick != NULL) {
      m->listener->tick(m->listener->context, m->report);
    }
  }
}

/* ---- the match ------------------------------------------------------------------------------- */

/* A match of several engines that is made longer from an odd number of games plays its last opening
   in another order: what was played out of that order is left out. */
static mr_status take_old_game(void *context, mr_match_game *game, mr_error *err) {
  match *m = context;
  const mr_game *rules = m->options->game;
  if (game->index >= m->planned || m->games[game->index] != NULL) {
    return MR_OK;
  }
  mr_fixture fixture = mr_match_fixture(m->options, game->index);
  bool same = game->opening == fixture.opening;
  for (uint8_t i = 0; i < rules->info.players; i++) {
    same = same && game->engines[i] == fixture.engines[mr_match_side(rules, (mr_player){i})];
  }
  game->replayed = same;
  return same ? keep_game(m, game, err) : MR_OK;
}

static mr_status run_workers(match *m, mr_error *err) {
  uint64_t left = m->planned - m->counted;
  unsigned wanted = m->options->concurrency > 0 ? m->options->concurrency : 1;
  mr_status status = MR_OK;
  while (status == MR_OK && m->thread_count < wanted && m->thread_count < left &&
         !atomic_load(&m->halt)) {
    status = mr_thread_start(&m->threads[m->thread_count], work, m, err);
    m->thread_count += status == MR_OK ? 1 : 0;
  }
  if (status == MR_OK) {
    await_games(m);
  }
  atomic_store(&m->halt, true);
  for (unsigned i = 0; i < m->thread_count; i++) {
    mr_thread_join(&m->threads[i]);
  }
  if (status == MR_OK && m->status != MR_OK) {
    *err = m->error;
    return m->status;
  }
  return status;
}

/* Says what the journal has lost. */
static void complain_of_journal(const match *m) {
  const mr_journal *journal = &m->journal;
  m->report->damaged = journal->damaged;
  if (journal->damaged == 0 || m->listener == NULL || m->listener->complaint == NULL) {
    return;
  }
  char text[MR_ERROR_MESSAGE_MAX];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_format(&out, "%s:%llu: this line is damaged", journal->path,
                (unsigned long long)journal->damaged_line);
  if (journal->damaged > 1) {
    mr_str_format(&out, ", and %llu more", (unsigned long long)journal->damaged - 1);
  }
  mr_str_add(&out, "; what cannot be read of it is played again, and the lines stay");
  m->listener->complaint(m->listener->context, text);
}

static mr_status run(match *m, mr_error *err) {
  mr_match_report *report = m->report;
  const char *path = m->options->log;
  m->log.began = m->began;
  m->log.path = path;
  mr_status status = path != NULL ? mr_file_grow_lines(path, &m->log.file, err) : MR_OK;
  if (status != MR_OK) {
    return status;
  }
  status = mr_journal_open(&m->journal, m->options, take_old_game, m, err);
  if (status != MR_OK) {
    return status;
  }
  complain_of_journal(m);
  evaluate_sprt(m);
  count_games(m);
  if (m->listener != NULL && m->listener->begin != NULL) {
    status = m->listener->begin(m->listener->context, err);
  }
  status = status == MR_OK ? run_workers(m, err) : status;
  /* What was under way when a worker failed, and has ended well, still counts. */
  if (!report->stopped) {
    count_games(m);
  }
  if (m->single != NULL) {
    mr_match_report_close(report, m->single);
  }
  report->running = 0;
  report->unlogged = m->log.lost;
  report->log_error = m->log.error;
  report->seconds = (double)(mr_clock_ns() - m->began) / 1e9;
  if (status == MR_OK && report->stopped) {
    status = mr_error_set(err, MR_ERR_CANCELLED, "stopped after %llu of %llu games",
                          (unsigned long long)report->games, (unsigned long long)m->planned);
  }
  return status;
}

static void match_done(match *m) {
  mr_journal_close(&m->journal);
  if (m->log.file >= 0) {
    close(m->log.file);
  }
  for (uint64_t i = 0; m->games != NULL && i < m->planned; i++) {
    free_game(m->games[i]);
  }
  free_game(m->single);
  mr_alloc_free(NULL, m->games, m->planned * sizeof(mr_match_game *));
  mr_alloc_free(NULL, m->threads, MR_MATCH_CONCURRENCY_MAX * sizeof *m->threads);
  close(m->wake[0]);
  close(m->wake[1]);
}

mr_status mr_match_run(const mr_match_options *options, const mr_match_listener *listener,
                       mr_match_report *report, mr_error *err) {
  mr_error unheard;
  err = err != NULL ? err : &unheard;
  *report = (mr_match_report){0};
  mr_status status = mr_match_check(options, err);
  if (status == MR_OK) {
    status = mr_match_report_init(report, options, err);
  }
  if (status != MR_OK) {
    return status;
  }
  match m = {.options = options,
             .listener = listener,
             .report = report,
             .planned = report->planned,
             .began = mr_clock_ns(),
             .log = {.file = -1},
             .journal = {.file = -1}};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, m.wake) != 0) {
    return mr_error_set(err, MR_ERR_IO, "no sockets: %s", strerror(errno));
  }
  m.games = mr_alloc_zero(NULL, m.planned, sizeof(mr_match_game *));
  m.threads = mr_alloc_zero(NULL, MR_MATCH_CONCURRENCY_MAX, sizeof *m.threads);
  status = m.games != NULL && m.threads != NULL ? mr_mutex_init(&m.mutex, err)
                                                : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  if (status == MR_OK) {
    status = mr_mutex_init(&m.log.mutex, err);
    if (status == MR_OK) {
      status = run(&m, err);
      mr_mutex_done(&m.log.mutex);
    }
    mr_mutex_done(&m.mutex);
  }
  match_done(&m);
  return status;
}
