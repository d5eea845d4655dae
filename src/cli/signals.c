#include "cli/signals.h"

#include <errno.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

/*
 * A handler can reach nothing but objects of static storage, hence these. All of them are written
 * either by the handlers or before the handlers are installed.
 */
static volatile sig_atomic_t caught;
static volatile sig_atomic_t impatience;
static atomic_bool stop;
static volatile sig_atomic_t keys_on;
static struct termios sane;
static struct termios keys;

static const int endings[] = {SIGINT, SIGTERM, SIGHUP};
#define ENDING_COUNT (sizeof endings / sizeof endings[0])

static void on_ending(int number) {
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
  }
  errno = saved;
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

void cli_signals_block(sigset_t *wait_mask) {
  sigset_t block;
  sigemptyset(&block);
  for (size_t i = 0; i < ENDING_COUNT; i++) {
    sigaddset(&block, endings[i]);
  }
  sigprocmask(SIG_BLOCK, &block, wait_mask);
}

void cli_signals_unblock(const sigset_t *wait_mask) {
  sigprocmask(SIG_SETMASK, wait_mask, NULL);
}

bool cli_keys_begin(void) {
  static bool registered;
  if (keys_on) {
    return true;
  }
  if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &sane) != 0) {
    return false;
  }
  keys = sane;
  keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  if (!registered) {
    registered = atexit(cli_keys_end) == 0;
  }
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
