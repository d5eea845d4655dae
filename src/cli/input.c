#include "cli/input.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* ---- signals --------------------------------------------------------------------------------- */

/*
 * A handler can reach nothing but objects of static storage, hence these. All of them are written
 * either by the handlers or before the handlers are installed.
 */
static volatile sig_atomic_t caught;
static volatile sig_atomic_t impatience;
static atomic_bool stop;
static volatile sig_atomic_t breaks_on; /* the first Ctrl-C only breaks off */
static volatile sig_atomic_t breaks;    /* so many in a row */
static volatile sig_atomic_t broken;    /* nobody has asked about the last one yet */
static volatile sig_atomic_t editing;   /* the terminal belongs to an editor of lines */
static volatile sig_atomic_t changed;   /* it has another size, or was away */
static volatile sig_atomic_t keys_on;
static struct termios sane;
static struct termios keys;

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
#define ENDING_COUNT (sizeof endings / sizeof endings[0])

static void on_ending(int number) {
  if (number == SIGINT && breaks_on && caught == 0 && breaks++ == 0) {
    broken = 1;
    atomic_store(&stop, true);
    return;
  }
  if (caught != 0 && ++impatience > 1) {
    if (keys_on) {
      tcsetattr(STDIN_FILENO, TCSANOW, &sane);
    }
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  if (caught == 0) {
    caught = number;
  }
  atomic_store(&stop, true);
}

static void catch_signal(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  struct sigaction old;
  sigemptyset(&action.sa_mask);
  /* What the parent chose to ignore (nohup) stays ignored. */
  if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_IGN && number != SIGINT) {
    return;
  }
  sigaction(number, &action, NULL);
}

/* Ctrl-Z: the shell gets its terminal back sane, and we take it again on return. */
static void on_suspend(int number) {
  int saved = errno;
  sigset_t set;
  sigset_t old;
  if (keys_on) {
    tcsetattr(STDIN_FILENO, TCSANOW, &sane);
  }
  /* The signal does to us what it does to others as soon as it is let through. */
  signal(number, SIG_DFL);
  raise(number);
  sigemptyset(&set);
  sigaddset(&set, number);
  sigprocmask(SIG_UNBLOCK, &set, &old);
  sigprocmask(SIG_SETMASK, &old, NULL);
  if (keys_on) {
    catch_signal(number, on_suspend);
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    changed = editing;
  }
  errno = saved;
}

static void on_window(int number) {
  (void)number;
  changed = editing;
}

void cli_signals_catch(void) {
  for (size_t i = 0; i < ENDING_COUNT; i++) {
    catch_signal(endings[i], on_ending);
  }
}

int cli_signal(void) {
  return (int)caught;
}

const atomic_bool *cli_stop_flag(void) {
  return &stop;
}

void cli_breaks_begin(void) {
  breaks = 0;
  broken = 0;
  breaks_on = 1;
}

void cli_breaks_end(void) {
  breaks_on = 0;
}

bool cli_break_taken(void) {
  bool taken = broken != 0;
  broken = 0;
  if (taken) {
    atomic_store(&stop, false);
    if (caught != 0) { /* the second one came in between */
      atomic_store(&stop, true);
    }
  }
  return taken;
}

void cli_breaks_forget(void) {
  breaks = 0;
}

void cli_signals_leave(bool to_child) {
  static struct sigaction before;
  if (to_child) {
    sigaction(SIGINT, NULL, &before);
    catch_signal(SIGINT, SIG_IGN);
  } else {
    sigaction(SIGINT, &before, NULL);
  }
}

/* ---- the terminal's modes -------------------------------------------------------------------- */

/* Keeps the modes as they are, for every way out. @return false: there is no terminal */
static bool keep_modes(void) {
  static bool registered;
  if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &sane) != 0) {
    return false;
  }
  keys = sane;
  if (!registered) {
    registered = atexit(cli_keys_end) == 0;
  }
  return true;
}

bool cli_editing_begin(void) {
  if (keys_on || !keep_modes()) {
    return false;
  }
  changed = 0;
  editing = 1;
  keys_on = 1;
  catch_signal(SIGTSTP, on_suspend);
  catch_signal(SIGWINCH, on_window);
  return true;
}

void cli_editing_goes(void) {
  if (tcgetattr(STDIN_FILENO, &keys) == 0) {
    /* As a key Ctrl-C keeps its place among those that were typed before and after it. */
    keys.c_cc[VINTR] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  }
}

bool cli_editing_breaks(char key) {
  bool breaks_off = (cc_t)key == sane.c_cc[VINTR] && sane.c_cc[VINTR] != _POSIX_VDISABLE;
  if (breaks_off) {
    raise(SIGINT);
  }
  return breaks_off;
}

void cli_editing_end(void) {
  editing = 0;
  signal(SIGWINCH, SIG_DFL);
  cli_keys_end();
}

bool cli_keys_begin(void) {
  if (keys_on) {
    return true;
  }
  if (!keep_modes()) {
    return false;
  }
  keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  catch_signal(SIGTSTP, on_suspend);
  keys_on = 1;
  return tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

void cli_keys_end(void) {
  if (keys_on) {
    tcsetattr(STDIN_FILENO, TCSANOW, &sane);
    keys_on = 0;
    signal(SIGTSTP, SIG_DFL);
  }
}

/* ---- lines and keys -------------------------------------------------------------------------- */

/* Waits until standard input can be read, or only for the time to pass. */
static cli_got wait_for(bool readable, int milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000,
                          .tv_nsec = (long)(milliseconds % 1000) * 1000000L};
  sigset_t endings_set;
  sigset_t mask;
  cli_got got = CLI_GOT_SIGNAL;
  sigemptyset(&endings_set);
  for (size_t i = 0; i < ENDING_COUNT; i++) {
    sigaddset(&endings_set, endings[i]);
  }
  sigaddset(&endings_set, SIGWINCH);
  /* Blocked but while it waits: none slips in between looking at `caught` and waiting. */
  sigprocmask(SIG_BLOCK, &endings_set, &mask);
  while (caught == 0) {
    if (broken || changed) {
      got = broken ? CLI_GOT_BREAK : CLI_GOT_WINDOW;
      changed = 0;
      break;
    }
    fd_set set;
    FD_ZERO(&set);
    if (readable) {
      FD_SET(STDIN_FILENO, &set);
    }
    int ready = pselect(STDIN_FILENO + 1, &set, NULL, NULL, milliseconds < 0 ? NULL : &time, &mask);
    if (ready != -1 || errno != EINTR) {
      got = ready == 0 ? CLI_GOT_TIME : CLI_GOT_LINE;
      break;
    }
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  return got;
}

cli_got cli_sleep(int milliseconds) {
  return wait_for(false, milliseconds);
}

/* Reads more bytes behind those that are there. */
static cli_got fill(cli_input *input, int milliseconds) {
  if (input->ended) {
    return CLI_GOT_END;
  }
  if (input->start > 0) {
    memmove(input->bytes, input->bytes + input->start, input->end - input->start);
    input->end -= input->start;
    input->start = 0;
  }
  for (;;) {
    cli_got got = wait_for(true, milliseconds);
    if (got != CLI_GOT_LINE) {
      return got;
    }
    /* While keys are read one by one, what comes behind them may be for a pager, or for the shell:
       it stays with the terminal, as it does there behind a line. */
    size_t most = keys_on ? 1 : sizeof input->bytes - input->end;
    ssize_t size = read(STDIN_FILENO, input->bytes + input->end, most);
    if (size > 0) {
      char *fresh = input->bytes + input->end;
      char *cr = input->edited ? memchr(fresh, '\r', (size_t)size) : NULL;
      for (; cr != NULL; cr = memchr(cr, '\r', (size_t)(fresh + size - cr))) {
        *cr = '\n';
      }
      input->end += (size_t)size;
      return CLI_GOT_LINE;
    }
    if (size == 0 || errno != EINTR) {
      input->ended = true;
      return CLI_GOT_END;
    }
  }
}

static bool is_blank(char c) {
  return c == ' ' || (unsigned char)c < 0x20 || c == 0x7f;
}

void cli_line_clean(const char *from, size_t length, char *line) {
  while (length > 0 && is_blank(from[length - 1])) {
    length--;
  }
  while (length > 0 && is_blank(*from)) {
    from++;
    length--;
  }
  for (size_t i = 0; i < length; i++) {
    line[i] = is_blank(from[i]) ? ' ' : from[i];
  }
  line[length] = '\0';
}

cli_got cli_read_line(cli_input *input, char *line) {
  bool too_long = false;
  for (;;) {
    const char *begin = input->bytes + input->start;
    size_t held = input->end - input->start;
    const char *end = memchr(begin, '\n', held);
    if (end != NULL || (input->ended && held > 0)) {
      size_t length = end != NULL ? (size_t)(end - begin) : held;
      input->start += length + (end != NULL);
      cli_line_clean(begin, length, line);
      return too_long ? CLI_GOT_LONG : CLI_GOT_LINE;
    }
    if (held == sizeof input->bytes) {
      too_long = true;
      input->start = input->end = 0;
    }
    cli_got got = fill(input, -1);
    if (got == CLI_GOT_END && input->end > input->start) {
      continue;
    }
    if (got != CLI_GOT_LINE) {
      return got;
    }
  }
}

cli_got cli_read_key(cli_input *input, int milliseconds, char *key) {
  if (input->start == input->end) {
    cli_got got = fill(input, milliseconds);
    if (got != CLI_GOT_LINE) {
      return got;
    }
  }
  *key = input->bytes[input->start++];
  return CLI_GOT_LINE;
}
