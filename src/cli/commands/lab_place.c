#include "cli/commands/lab_place.h"

#include <dirent.h>
#include <errno.h>
#include <marcher/clock.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/format.h"
#include "cli/game.h"

/* Names of folders that go again, and of the file in each that says that it is in use. */
#define TEMPORARY "marcher-lab-"
#define LOCK "lock"

/* A run falls into so many batches, of so many games at most. */
enum { BATCHES = 40, BATCH_MOST = 10 };

uint64_t lab_place_batch(uint64_t games) {
  uint64_t batch = games / BATCHES;
  return batch < 1 ? 1 : batch > BATCH_MOST ? BATCH_MOST : batch;
}

const char *lab_place_sets(cli_context *cli) {
  mr_str sets = mr_str_growing(NULL);
  for (size_t i = 0; i < cli->override_count; i++) {
    mr_plan_put_set(&cli->overrides[i], &sets);
  }
  const char *kept =
      sets.status == MR_OK ? mr_arena_copy(&cli->arena, mr_str_text(&sets), sets.length) : NULL;
  mr_str_done(&sets);
  return kept;
}

enum { ON_CORES, ON_SLURM, ON_PARALLEL };
const char *const lab_engines[] = {"cores", "slurm", "parallel", NULL};

mr_run_engine *lab_engine(size_t on) {
  static mr_run_engine *const engines[] = {
      [ON_CORES] = mr_run_play, [ON_SLURM] = mr_run_slurm, [ON_PARALLEL] = mr_run_parallel};
  return engines[on];
}

int lab_check_where(cli_context *cli, const lab_options *choice) {
  if (choice->hosts != NULL && choice->on != ON_PARALLEL) {
    return cli_usage(cli, "--hosts is for --on parallel");
  }
  if (choice->hosts == NULL && choice->on == ON_PARALLEL) {
    return cli_usage(cli, "--on parallel needs --hosts FILE: a machine in each line");
  }
  if (choice->program != NULL && choice->on == ON_CORES) {
    return cli_usage(cli, "--program is for --on slurm and --on parallel");
  }
  return CLI_OK;
}

int lab_place_begin(cli_context *cli, const lab_options *choice, lab_place *out) {
  *out = (lab_place){.folder = choice->folder,
                     .threads = (unsigned)(choice->threads.given ? choice->threads.value : 0),
                     .on = choice->on,
                     .hosts = choice->hosts,
                     .program = choice->program,
                     .until = choice->until};
  int status = lab_check_where(cli, choice);
  return status == CLI_OK && choice->on != 0 && choice->folder == NULL
             ? cli_usage(cli, "--on %s needs --folder FOLDER, which all machines see",
                         lab_engines[choice->on])
             : status;
}

int lab_place_order(cli_context *cli, const lab_options *choice, mr_run_order *out) {
  *out = (mr_run_order){.catalog = cli_catalog(cli),
                        .sets = lab_place_sets(cli),
                        .engine = lab_engine(choice->on),
                        .where = {.cores = (unsigned)choice->cores.value,
                                  .program = choice->program,
                                  .hosts = choice->hosts}};
  int status = lab_check_where(cli, choice);
  if (status == CLI_OK && choice->on == 0 && choice->cores.given) {
    status = cli_usage(cli, "--cores is for --on slurm and --on parallel: --threads here");
  }
  return status == CLI_OK && out->sets == NULL ? cli_fail_memory(cli) : status;
}

/* ---- folders --------------------------------------------------------------------------------- */

/* Removes the files of a folder, and the folder. */
static void remove_folder(const char *path) {
  DIR *folder = opendir(path);
  struct dirent *entry = NULL;
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    mr_str name = mr_str_growing(NULL);
    mr_str_format(&name, "%s/%s", path, entry->d_name);
    if (name.status == MR_OK && entry->d_name[0] != '.') {
      (void)unlink(mr_str_text(&name));
    }
    mr_str_done(&name);
  }
  if (folder != NULL) {
    closedir(folder);
  }
  (void)rmdir(path);
}

/* Removes a temporary folder and the batches in it. */
static void remove_temporary(const char *path) {
  mr_str batches = mr_str_growing(NULL);
  mr_str_format(&batches, "%s/batches", path);
  if (batches.status == MR_OK) {
    remove_folder(mr_str_text(&batches));
  }
  mr_str_done(&batches);
  remove_folder(path);
}

void lab_place_end(lab_place *place) {
  if (place->temporary == NULL) {
    return;
  }
  remove_temporary(place->temporary);
  close(place->lock);
  place->temporary = NULL;
}

/* "FOLDER/NAME". @return false: no memory */
static bool path_in(const char *folder, const char *name, mr_str *out) {
  mr_str_reset(out);
  mr_str_format(out, "%s/%s", folder, name);
  return out->status == MR_OK;
}

/* Says that a folder is in use. The file has its name only when it is locked. @return -1: cannot */
static int take_folder(const char *path) {
  mr_str early = mr_str_growing(NULL), late = mr_str_growing(NULL);
  int lock = -1;
  bool taken = path_in(path, "taken", &early) && path_in(path, LOCK, &late) &&
               mr_file_grow(mr_str_text(&early), false, &lock, NULL) == MR_OK &&
               mr_file_lock(lock, path, "run", NULL) == MR_OK &&
               rename(mr_str_text(&early), mr_str_text(&late)) == 0;
  if (!taken && lock >= 0) {
    close(lock);
  }
  mr_str_done(&early);
  mr_str_done(&late);
  return taken ? lock : -1;
}

/* Whether that is of this user, a folder or else a regular file, and no link. */
static bool is_own(const char *path, bool folder) {
  struct stat about;
  return lstat(path, &about) == 0 && about.st_uid == geteuid() &&
         (folder ? S_ISDIR(about.st_mode) : S_ISREG(about.st_mode));
}

/* Removes a folder that a killed process of this user has left. */
static void remove_left(const char *path) {
  mr_str name = mr_str_growing(NULL);
  int lock = -1;
  if (is_own(path, true) && path_in(path, LOCK, &name) && is_own(mr_str_text(&name), false) &&
      mr_file_grow(mr_str_text(&name), false, &lock, NULL) == MR_OK &&
      mr_file_lock(lock, path, "run", NULL) == MR_OK) {
    remove_temporary(path);
  }
  if (lock >= 0) {
    close(lock);
  }
  mr_str_done(&name);
}

static void sweep_temporaries(const char *where) {
  DIR *folder = opendir(where);
  const struct dirent *entry = folder != NULL ? readdir(folder) : NULL;
  mr_str path = mr_str_growing(NULL);
  while (entry != NULL) {
    if (strncmp(entry->d_name, TEMPORARY, strlen(TEMPORARY)) == 0 &&
        path_in(where, entry->d_name, &path)) {
      remove_left(mr_str_text(&path));
    }
    entry = readdir(folder);
  }
  mr_str_done(&path);
  if (folder != NULL) {
    closedir(folder);
  }
}

static int make_temporary(cli_context *cli, lab_place *place) {
  const char *where = getenv("TMPDIR");
  where = where != NULL && *where != '\0' ? where : "/tmp";
  sweep_temporaries(where);
  mr_str name = mr_str_growing(NULL);
  mr_str_format(&name, "%s/" TEMPORARY "XXXXXX", where);
  char *path = mr_arena_copy(&cli->arena, mr_str_text(&name), name.length);
  mr_str_done(&name);
  if (path == NULL) {
    return cli_fail_memory(cli);
  }
  int lock = mkdtemp(path) != NULL ? take_folder(path) : -1;
  if (lock < 0) {
    int reason = errno;
    (void)rmdir(path);
    errno = reason;
    return cli_fail(cli, "cannot make a folder for the games, '%s': %s", path, strerror(errno));
  }
  place->lock = lock;
  place->temporary = path;
  place->folder = path;
  return CLI_OK;
}

int lab_place_open(cli_context *cli, lab_place *place, const mr_plan *plan,
                   const mr_catalog *catalog, const mr_game *game, mr_run **out) {
  mr_error error;
  int status = place->folder == NULL ? make_temporary(cli, place) : CLI_OK;
  if (status != CLI_OK) {
    return status;
  }
  mr_status made = mr_run_make(place->folder, plan, catalog, game, &error);
  if (made == MR_OK) {
    made = mr_run_open(place->folder, out, &error);
  }
  return made == MR_OK             ? CLI_OK
         : made == MR_ERR_ARGUMENT ? cli_usage(cli, "%s", error.message)
                                   : cli_fail_error(cli, &error);
}

/* ---- playing --------------------------------------------------------------------------------- */

typedef struct playing {
  cli_context *cli;
  const lab_place *place;
  atomic_bool halt;
  int status; /**< of whoever looks */
} playing;

static void put_status(const playing *p, const mr_run_progress *progress) {
  char line[240];
  mr_str text = mr_str_fixed(line, sizeof line);
  uint64_t made = progress->done - progress->before;
  double left = -1; /* not known */
  if (p->place->what != NULL) {
    mr_str_format(&text, "%s: ", p->place->what);
  }
  mr_run_sum_tell(progress->sum, &text);
  if (p->place->until != 0) {
    left = fmax(0, (double)(p->place->until - mr_clock_ns()) / 1e9);
  } else if (made > 0) {
    left = progress->seconds / (double)made * (double)(progress->wanted - progress->done);
  }
  if (left >= 0) {
    mr_str_add(&text, ", ");
    cli_add_time(left, &text);
    mr_str_add(&text, " to go");
  }
  cli_status(p->cli, "%s", line);
}

static void on_tick(void *context, const mr_run_progress *progress) {
  playing *p = context;
  const lab_place *place = p->place;
  bool late = place->until != 0 && mr_clock_ns() >= place->until;
  put_status(p, progress);
  if (place->look != NULL && p->status == CLI_OK) {
    p->status = place->look(place->look_context, progress);
  }
  if (cli_signal() != 0 || late || p->status != CLI_OK) {
    atomic_store(&p->halt, true);
  }
}

static void on_note(void *context, const char *text) {
  playing *p = context;
  cli_note(p->cli, text);
}

int lab_place_play(cli_context *cli, const lab_place *place, const mr_run *run, mr_run_look *out) {
  playing p = {.cli = cli, .place = place};
  mr_error error;
  atomic_init(&p.halt, false);
  const mr_run_listener listener = {.tick = on_tick, .note = on_note, .context = &p};
  const mr_run_where where = {
      .cores = place->threads, .program = place->program, .hosts = place->hosts, .stop = &p.halt};
  *out = (mr_run_look){.sum = NULL};
  mr_status played = lab_engine(place->on)(run, &where, &listener, out, &error);
  cli_status_clear(cli);
  if (p.status != CLI_OK) {
    return p.status;
  }
  return played == MR_OK || (played == MR_ERR_CANCELLED && atomic_load(&p.halt))
             ? CLI_OK
             : cli_fail_error(cli, &error);
}
