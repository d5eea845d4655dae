#include "lab/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <marcher/alloc.h>
#include <marcher/clock.h>
#include <marcher/hash.h>
#include <marcher/str.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "base/text.h"

#define PATIENCE_NS INT64_C(1000000000)
/** More of an environment is not looked at: the mark is its first variable where nobody sorts it.
 */
#define ENVIRONMENT_MAX ((size_t)1 << 20)
#define STAT_MAX 1024

/** A process as the kernel tells of it. */
typedef struct entry {
  mr_process_kin kin;
  pid_t parent;
  bool dead; /**< a zombie: only its number is left */
  bool ours;
} entry;

typedef struct scan {
  entry *entries;
  size_t count;
  size_t capacity;
} scan;

/* ---- reading /proc --------------------------------------------------------------------------- */

/** Reads a file of a process. @return the bytes that were read; 0 where there is nothing to read */
static size_t read_proc(pid_t id, const char *name, char *buffer, size_t size) {
  char path[64];
  mr_str text = mr_str_fixed(path, sizeof path);
  mr_str_format(&text, "/proc/%ld/%s", (long)id, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  size_t length = 0;
  ssize_t more = file < 0 ? 0 : 1;
  while (more > 0 && length < size) {
    more = read(file, buffer + length, size - length);
    length += more > 0 ? (size_t)more : 0;
  }
  if (file >= 0) {
    close(file);
  }
  return length;
}

/**
 * Reads "ID (NAME) STATE PARENT ...", where NAME may hold anything and the 22nd field is when the
 * process began. @return false: there is no such process any more
 */
static bool read_entry(pid_t id, entry *out) {
  enum { STATE = 3, PARENT = 4, BEGAN = 22 };
  char buffer[STAT_MAX];
  size_t length = read_proc(id, "stat", buffer, sizeof buffer - 1);
  buffer[length] = '\0';
  const char *at = strrchr(buffer, ')');
  if (at == NULL || strlen(at) < 3) {
    return false;
  }
  *out = (entry){.kin.id = id};
  at += 2;
  for (int field = STATE; field <= BEGAN && *at != '\0'; field++) {
    if (field == STATE) {
      out->dead = *at == 'Z' || *at == 'X';
    } else if (field == PARENT) {
      out->parent = (pid_t)strtol(at, NULL, 10);
    } else if (field == BEGAN) {
      out->kin.began = strtoull(at, NULL, 10);
    }
    at += strcspn(at, " ");
    at += *at == ' ';
  }
  return out->kin.began > 0;
}

static bool has_mark(pid_t id, const char *mark) {
  char *buffer = mr_alloc_zero(NULL, ENVIRONMENT_MAX + 1, 1);
  bool found = false;
  if (buffer == NULL) {
    return false;
  }
  size_t length = read_proc(id, "environ", buffer, ENVIRONMENT_MAX);
  for (size_t at = 0; at < length && !found; at += strlen(buffer + at) + 1) {
    found = strcmp(buffer + at, mark) == 0;
  }
  mr_alloc_free(NULL, buffer, ENVIRONMENT_MAX + 1);
  return found;
}

/** All processes that are not older than the program. Without /proc or memory there are none. */
static void read_entries(scan *s, pid_t program) {
  entry self;
  DIR *folder = read_entry(program, &self) ? opendir("/proc") : NULL;
  for (const struct dirent *name = NULL; folder != NULL && (name = readdir(folder)) != NULL;) {
    entry found;
    long id = mr_text_is_digit(name->d_name[0]) ? strtol(name->d_name, NULL, 10) : 0;
    if (id <= 0 || id == program || !read_entry((pid_t)id, &found) ||
        found.kin.began < self.kin.began) {
      continue;
    }
    entry *entries = mr_alloc_grow(NULL, s->entries, &s->capacity, s->count + 1, sizeof *entries);
    if (entries == NULL) {
      break;
    }
    s->entries = entries;
    entries[s->count++] = found;
  }
  if (folder != NULL) {
    closedir(folder);
  }
}

/* ---- whose they are -------------------------------------------------------------------------- */

static bool is_known(const mr_process_tree *tree, const mr_process_kin *kin) {
  bool known = false;
  for (size_t i = 0; i < tree->count && !known; i++) {
    known = tree->known[i].id == kin->id && tree->known[i].began == kin->began;
  }
  return known;
}

/** Those that are known or marked, and all below these and below the program. */
static void find_ours(const mr_process_tree *tree, scan *s, pid_t program) {
  for (size_t i = 0; i < s->count; i++) {
    entry *e = &s->entries[i];
    e->ours = e->parent == program || is_known(tree, &e->kin) ||
              (!e->dead && has_mark(e->kin.id, tree->mark));
  }
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < s->count; i++) {
      entry *e = &s->entries[i];
      for (size_t k = 0; k < s->count && !e->ours; k++) {
        e->ours = s->entries[k].ours && s->entries[k].kin.id == e->parent;
        more = more || e->ours;
      }
    }
  }
}

static scan look(const mr_process_tree *tree, pid_t program) {
  scan s = {0};
  read_entries(&s, program);
  find_ours(tree, &s, program);
  return s;
}

static void scan_done(scan *s) {
  mr_alloc_free(NULL, s->entries, s->capacity * sizeof *s->entries);
}

/* ---- the tree -------------------------------------------------------------------------------- */

void mr_process_tree_mark(mr_process_tree *tree) {
  mr_str text = mr_str_fixed(tree->mark, sizeof tree->mark);
  uint64_t place = (uint64_t)(uintptr_t)tree; /* two threads may read the clock at once */
  mr_str_format(&text, "MARCHER_ENGINE=%ld-%016" PRIx64, (long)getpid(),
                mr_mix64((uint64_t)mr_clock_ns() ^ mr_mix64(place)));
}

void mr_process_tree_look(mr_process_tree *tree, pid_t program) {
  scan s = look(tree, program);
  for (size_t i = 0; i < s.count; i++) {
    const entry *e = &s.entries[i];
    if (!e->ours || e->dead || is_known(tree, &e->kin)) {
      continue;
    }
    mr_process_kin *known =
        mr_alloc_grow(NULL, tree->known, &tree->capacity, tree->count + 1, sizeof *known);
    if (known == NULL) {
      break;
    }
    tree->known = known;
    known[tree->count++] = e->kin;
  }
  scan_done(&s);
}

/** Kills what is still the process that was looked at: its number may be another's by now. */
static void kill_kin(const mr_process_kin *kin) {
  entry now;
  int handle = pidfd_open(kin->id, 0);
  if (read_entry(kin->id, &now) && now.kin.began == kin->began) {
    if (handle < 0 || pidfd_send_signal(handle, SIGKILL, NULL, 0) != 0) {
      kill(kin->id, SIGKILL); /* kernels before 5.3 know no handles */
    }
  }
  if (handle >= 0) {
    close(handle);
  }
}

void mr_process_tree_kill(mr_process_tree *tree, pid_t program) {
  int64_t deadline = mr_clock_ns() + PATIENCE_NS;
  size_t alive = 1;
  while (alive > 0 && mr_clock_ns() < deadline) {
    scan s = look(tree, program);
    alive = 0;
    for (size_t i = 0; i < s.count; i++) {
      const entry *e = &s.entries[i];
      if (e->ours && !e->dead) {
        kill_kin(&e->kin);
        alive++;
      }
    }
    scan_done(&s);
    if (alive > 0) {
      poll(NULL, 0, 1);
    }
  }
}

void mr_process_tree_done(mr_process_tree *tree) {
  mr_alloc_free(NULL, tree->known, tree->capacity * sizeof *tree->known);
  *tree = (mr_process_tree){0};
}
