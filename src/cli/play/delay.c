#include "cli/play/delay.h"

#include <marcher/clock.h>

void cli_delay_begin(cli_delay *delay, cli_context *cli, unsigned milliseconds, bool step) {
  *delay = (cli_delay){.cli = cli, .milliseconds = milliseconds, .paused = step};
  delay->keys = cli->in_tty && cli->out_tty && cli_keys_begin();
  if (delay->keys) {
    mr_str_add(&cli->out, "Keys: space stops and steps, enter goes on, + faster, - slower, q "
                          "leaves.\n\n");
  }
}

void cli_delay_end(cli_delay *delay) {
  cli_status_clear(delay->cli);
  if (delay->keys) {
    cli_keys_end();
    delay->keys = false;
  }
}

static void faster(cli_delay *delay) {
  delay->milliseconds = delay->milliseconds > 100 ? delay->milliseconds * 2 / 3 : 0;
}

static void slower(cli_delay *delay) {
  unsigned slow = delay->milliseconds < 100 ? 100 : delay->milliseconds * 3 / 2;
  delay->milliseconds = slow < CLI_DELAY_MAX ? slow : CLI_DELAY_MAX;
}

/* @return whether the wait is over */
static bool press(cli_delay *delay, char key) {
  switch (key) {
  case ' ':
    if (delay->paused) {
      return true;
    }
    delay->paused = true;
    return false;
  case '\n':
  case '\r':
    delay->paused = false;
    return true;
  case '+':
  case '=':
    faster(delay);
    return false;
  case '-':
  case '_':
    slower(delay);
    return false;
  case 'q':
  case 'Q':
    delay->quit = true;
    return true;
  default:
    return false;
  }
}

static void show(const cli_delay *delay) {
  if (delay->paused) {
    cli_status(delay->cli, "-- stopped: space one step, enter goes on, q leaves --");
  } else if (delay->keys) {
    cli_status(delay->cli, "-- %u ms: space stops, + faster, - slower, q leaves --",
               delay->milliseconds);
  }
}

/* Waits for a key until `deadline`. @return whether the wait is over */
static bool wait_once(cli_delay *delay, int64_t deadline) {
  char key = 0;
  int64_t left = (deadline - mr_clock_ns()) / 1000000;
  show(delay);
  switch (cli_read_key(&delay->cli->input, delay->paused ? -1 : left > 0 ? (int)left : 0, &key)) {
  case CLI_GOT_LINE:
    return press(delay, key);
  case CLI_GOT_TIME:
    return true;
  case CLI_GOT_END:
  case CLI_GOT_SIGNAL:
  case CLI_GOT_LONG:
    break;
  }
  delay->quit = true;
  return true;
}

/* Without a terminal to read keys from: time passes, or a line steps. */
static void wait_plainly(cli_delay *delay) {
  char line[CLI_LINE_MAX + 1];
  if (delay->paused) {
    cli_got got = cli_read_line(&delay->cli->input, line);
    delay->quit = got == CLI_GOT_END || got == CLI_GOT_SIGNAL;
  } else if (delay->milliseconds > 0) {
    delay->quit = cli_sleep((int)delay->milliseconds) == CLI_GOT_SIGNAL;
  }
}

bool cli_delay_wait(cli_delay *delay) {
  cli_flush(delay->cli);
  if (cli_signal() != 0) {
    delay->quit = true;
  } else if (!delay->keys) {
    wait_plainly(delay);
  } else {
    int64_t started = mr_clock_ns();
    while (!wait_once(delay, started + (int64_t)delay->milliseconds * 1000000)) {
      continue;
    }
    cli_status_clear(delay->cli);
  }
  return !delay->quit;
}

bool cli_delay_goes_on(cli_delay *delay) {
  char key = 0;
  if (cli_signal() != 0) {
    delay->quit = true;
  }
  while (delay->keys && !delay->quit && cli_read_key(&delay->cli->input, 0, &key) == CLI_GOT_LINE) {
    press(delay, key);
  }
  return !delay->quit;
}
