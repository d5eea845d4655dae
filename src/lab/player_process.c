#include "lab/player_process.h"

#include <errno.h>
#include <fcntl.h>
#include <marcher/clock.h>
#include <marcher/str.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/** The stop flag is looked at so often. */
#define SLICE (50 * MR_NS_PER_MS)
#define ARGUMENTS_MAX 64

/* ---- starting -------------------------------------------------------------------------------- */

/* From and to the program, and the report: errno where it cannot be started. */
enum { IN, OUT, REPORT, PAIRS };

/* What the child needs, made before the fork: behind it nothing may be allocated. */
typedef struct birth {
  const mr_process_spec *spec;
  char *arguments[ARGUMENTS_MAX + 2];
  char **environment; /* with the mark by which its children are known */
  int ends[PAIRS];    /* its own */
  pid_t parent;
} birth;

extern char **environ;

/* Ours and the mark before it, in one block. @return NULL without memory */
static char **mark_environment(mr_process *process, size_t *size) {
  size_t count = 0;
  mr_process_tree_mark(&process->tree);
  while (environ != NULL && environ[count] != NULL) {
    count++;
  }
  *size = (count + 2) * sizeof *environ;
  char **marked = mr_alloc_zero(NULL, count + 2, sizeof *marked);
  if (marked != NULL) {
    marked[0] = process->tree.mark;
    for (size_t i = 0; i < count; i++) {
      marked[i + 1] = environ[i];
    }
  }
  return marked;
}

/* In the child: only what is safe behind a fork of a program with threads. */
static void child_run(const birth *b) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigset_t none;
  sigemptyset(&plain.sa_mask);
  sigaction(SIGPIPE, &plain, NULL);
  sigaction(SIGXFSZ, &plain, NULL);
  sigaction(SIGINT, &plain, NULL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  /* A group of its own: the terminal's Ctrl-C is for us, and what it starts can be killed with it.
     What leaves the group, and loses its parent, becomes its child: that holds behind exec. */
  setpgid(0, 0);
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
  environ = b->environment;
  bool good = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == b->parent;
  if (good) {
    /* The flag that closes on exec is not copied by dup2. */
    const char *errors = b->spec->errors != NULL ? b->spec->errors : "/dev/null";
    int err = open(errors, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    good = dup2(b->ends[IN], STDIN_FILENO) >= 0 && dup2(b->ends[OUT], STDOUT_FILENO) >= 0 &&
           err >= 0 && dup2(err, STDERR_FILENO) >= 0 &&
           (b->spec->folder == NULL || chdir(b->spec->folder) == 0);
  }
  if (good) {
    execvp(b->arguments[0], b->arguments);
  }
  int why = errno;
  ssize_t written = write(b->ends[REPORT], &why, sizeof why);
  _exit(written == sizeof why ? 127 : 126);
}

/* Waits for the program to take the child's place: the report is closed then. @return errno or 0 */
static int await_exec(int report) {
  int why = 0;
  ssize_t size = 0;
  do {
    size = read(report, &why, sizeof why);
  } while (size < 0 && errno == EINTR);
  return size == sizeof why ? why : 0;
}

static mr_status give_birth(mr_process *process, const mr_process_spec *spec, char **environment,
                            mr_error *err) {
  int ours[PAIRS];
  birth b = {.spec = spec, .environment = environment, .parent = getpid()};
  /* exec does not write to its arguments, its type only says so for the sake of old programs. */
  memcpy(&b.arguments[0], &spec->command, sizeof(char *));
  for (size_t i = 0; i < spec->argument_count; i++) {
    memcpy(&b.arguments[i + 1], &spec->arguments[i], sizeof(char *));
  }
  for (int i = 0; i < PAIRS; i++) {
    /* Sockets rather than pipes: they close on exec from the first moment, whatever another thread
       forks meanwhile, and writing to one that is closed is an error and no signal. */
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
      mr_error_set(err, MR_ERR_IO, "no pipe to %s: %s", spec->command, strerror(errno));
      while (i-- > 0) {
        close(ours[i]);
        close(b.ends[i]);
      }
      return MR_ERR_IO;
    }
    ours[i] = pair[0];
    b.ends[i] = pair[1];
  }
  pid_t id = fork();
  if (id == 0) {
    child_run(&b);
  }
  int why = id < 0 ? errno : 0;
  for (int i = 0; i < PAIRS; i++) {
    close(b.ends[i]);
  }
  if (id > 0) {
    why = await_exec(ours[REPORT]);
  }
  close(ours[REPORT]);
  *process = (mr_process){.id = id > 0 ? id : 0,
                          .to = ours[IN],
                          .from = ours[OUT],
                          .delays = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC),
                          .buffer = process->buffer,
                          .tree = process->tree,
                          .stop = process->stop};
  if (why != 0) {
    mr_process_stop(process, 0);
    if (id < 0) {
      close(ours[IN]);
      close(ours[OUT]);
      close(process->delays);
    }
    return mr_error_set(err, MR_ERR_IO, "cannot start %s: %s", spec->command, strerror(why));
  }
  return MR_OK;
}

mr_status mr_process_start(mr_process *process, const mr_process_spec *spec, mr_error *err) {
  *process = (mr_process){.to = -1, .from = -1, .delays = -1, .stop = process->stop};
  if (spec->argument_count > ARGUMENTS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "%s is given more than %d arguments", spec->command,
                        ARGUMENTS_MAX);
  }
  size_t size = 0;
  process->buffer = mr_alloc_zero(NULL, 1, MR_PROCESS_LINE_MAX);
  char **environment = mark_environment(process, &size);
  mr_status status = process->buffer != NULL && environment != NULL
                         ? give_birth(process, spec, environment, err)
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  mr_alloc_free(NULL, environment, size);
  if (status != MR_OK) {
    mr_alloc_free(NULL, process->buffer, MR_PROCESS_LINE_MAX);
    process->buffer = NULL;
  }
  return status;
}

/* ---- ending ---------------------------------------------------------------------------------- */

/* Whether the child ends in time. It stays a zombie, which keeps its number and its group's from
   being given to others, until mr_process_stop. */
static bool await_end(const mr_process *process, int64_t grace, siginfo_t *how) {
  int64_t deadline = mr_clock_ns() + grace;
  for (;;) {
    *how = (siginfo_t){0};
    if (waitid(P_PID, (id_t)process->id, how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        how->si_pid == process->id) {
      return true;
    }
    if (mr_clock_ns() >= deadline) {
      return false;
    }
    poll(NULL, 0, 2);
  }
}

void mr_process_stop(mr_process *process, int64_t grace) {
  siginfo_t how;
  if (process->id == 0) {
    return;
  }
  mr_process_tree_look(&process->tree, process->id);
  close(process->to);
  if (!await_end(process, grace, &how)) {
    kill(process->id, SIGSTOP); /* it starts nothing more while we look for what it has started */
  }
  mr_process_tree_kill(&process->tree, process->id);
  kill(-process->id, SIGKILL);
  kill(process->id, SIGKILL);
  while (waitpid(process->id, NULL, 0) < 0 && errno == EINTR) {
  }
  close(process->from);
  if (process->delays >= 0) {
    close(process->delays);
  }
  mr_process_tree_done(&process->tree);
  mr_alloc_free(NULL, process->buffer, MR_PROCESS_LINE_MAX);
  *process = (mr_process){.to = -1, .from = -1, .delays = -1, .stop = process->stop};
}

bool mr_process_is_dead(const mr_process *process, int64_t grace, char *out, size_t size) {
  siginfo_t how;
  mr_str text = mr_str_fixed(out, size);
  if (process->id == 0 || !await_end(process, grace, &how)) {
    return false;
  }
  mr_str_format(&text, "%s %d", how.si_code == CLD_EXITED ? "exit status" : "signal",
                how.si_status);
  return true;
}

/* ---- talking --------------------------------------------------------------------------------- */

/*
 * Nanoseconds for which this thread has been ready to run and others did, since it began; 0 where
 * the kernel does not say. Its second number in "RUNNING WAITING SLICES".
 */
static int64_t waited(const mr_process *process) {
  char text[96];
  ssize_t size = process->delays < 0 ? 0 : pread(process->delays, text, sizeof text - 1, 0);
  text[size > 0 ? size : 0] = '\0';
  const char *second = strchr(text, ' ');
  return second != NULL ? strtoll(second, NULL, 10) : 0;
}

/* Waits until `fd` is ready for `events`, or has been closed. */
static mr_process_io await(const mr_process *process, int fd, short events, int64_t deadline) {
  for (;;) {
    int64_t left = deadline - mr_clock_ns();
    if (process->stop != NULL && atomic_load_explicit(process->stop, memory_order_relaxed)) {
      return MR_PROCESS_STOPPED;
    }
    if (left <= 0) {
      return MR_PROCESS_LATE;
    }
    int64_t slice = left < SLICE ? left : SLICE;
    struct pollfd wait = {.fd = fd, .events = events};
    int ready = poll(&wait, 1, (int)((slice + MR_NS_PER_MS - 1) / MR_NS_PER_MS));
    if (ready > 0) {
      return MR_PROCESS_FINE;
    }
    if (ready < 0 && errno != EINTR) {
      return MR_PROCESS_CLOSED;
    }
  }
}

void mr_process_allow(mr_process *process) {
  process->heard = 0;
}

mr_process_io mr_process_write(mr_process *process, const char *text, size_t length,
                               int64_t deadline) {
  if (process->id == 0) {
    return MR_PROCESS_CLOSED;
  }
  while (length > 0) {
    ssize_t size = send(process->to, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size > 0) {
      text += size;
      length -= (size_t)size;
    } else if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      mr_process_io io = await(process, process->to, POLLOUT, deadline);
      if (io != MR_PROCESS_FINE) {
        return io;
      }
    } else if (size < 0 && errno != EINTR) {
      return MR_PROCESS_CLOSED;
    }
  }
  return MR_PROCESS_FINE;
}

void mr_process_close_input(mr_process *process) {
  if (process->id != 0) {
    shutdown(process->to, SHUT_WR);
  }
}

/* Reads what there is into the buffer, behind what is in it. */
static mr_process_io read_more(mr_process *process) {
  if (process->begin > 0) {
    memmove(process->buffer, process->buffer + process->begin, process->end - process->begin);
    process->end -= process->begin;
    process->begin = 0;
  }
  if (process->end == MR_PROCESS_LINE_MAX) {
    return MR_PROCESS_FLOODS;
  }
  ssize_t size = recv(process->from, process->buffer + process->end,
                      MR_PROCESS_LINE_MAX - process->end, MSG_DONTWAIT);
  if (size > 0) {
    process->end += (size_t)size;
    process->heard += (uint64_t)size;
    return process->heard > MR_PROCESS_FLOOD ? MR_PROCESS_FLOODS : MR_PROCESS_FINE;
  }
  bool later = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  return later ? MR_PROCESS_FINE : MR_PROCESS_CLOSED;
}

mr_process_io mr_process_line(mr_process *process, int64_t deadline, char **line) {
  if (process->id == 0) {
    return MR_PROCESS_CLOSED;
  }
  size_t seen = 0; /* bytes of the unfinished line that hold no end */
  for (;;) {
    char *text = process->buffer + process->begin;
    size_t length = process->end - process->begin;
    char *stop = memchr(text + seen, '\n', length - seen);
    if (stop != NULL) {
      process->begin += (size_t)(stop + 1 - text);
      *stop = '\0';
      if (stop > text && stop[-1] == '\r') {
        stop[-1] = '\0';
      }
      *line = text;
      return MR_PROCESS_FINE;
    }
    seen = length;
    int64_t before = waited(process);
    mr_process_io io = await(process, process->from, POLLIN, deadline);
    if (io == MR_PROCESS_FINE) {
      process->kept = waited(process) - before;
      io = read_more(process);
    }
    if (io != MR_PROCESS_FINE) {
      return io;
    }
  }
}

void mr_process_drain(mr_process *process) {
  if (process->id == 0) {
    return;
  }
  process->begin = process->end = 0;
  for (int i = 0; i < 64; i++) {
    ssize_t size = recv(process->from, process->buffer, MR_PROCESS_LINE_MAX, MSG_DONTWAIT);
    if (size <= 0) {
      return;
    }
  }
}
