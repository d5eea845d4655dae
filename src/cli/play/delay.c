/*
 * How fast a game goes by that is only looked at, and the keys for it.
 */
#include <marcher/clock.h>

#include "cli/play/narrate.h"

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
    delay->milliseconds = delay->milliseconds > 100 ? delay->milliseconds * 2 / 3 : 0;
    return false;
  case '-':
  case '_':
    delay->milliseconds = delay->milliseconds < 100 ? 100 : delay->milliseconds * 3 / 2;
    delay->milliseconds = delay->milliseconds < CLI_DELAY_MAX ? delay->milliseconds : CLI_DELAY_MAX;
    return false;
  case 'q':
  case 'Q':
    delay->quit = true;
    return true;
  default:
    return false;
  }
}

/* Waits for a key until `deadline`. @return whether the wait is over */
static bool wait_once(cli_delay *delay, int64_t deadline) {
  char key = 0;
  int64_t left = (deadline - mr_clock_ns()) / 1000000;
  if (delay->paused) {
    cli_status(delay->cli, "-- stopped: space one step, enter goes on, q leaves --");
  } else {
    cli_status(delay->cli, "-- %u ms: space stops, + faster, - slower, q leaves --",
               delay->milliseconds);
  }
  cli_got got = cli_read_key(&delay->cli->input,
                             delay->paused ? -1
                             : left > 0    ? (int)left
                                           : 0,
                             &key);
  if (got == CLI_GOT_LINE) {
    return press(delay, key);
  }
  delay->quit = got != CLI_GOT_TIME;
  return true;
}

bool cli_delay_wait(cli_delay *delay) {
  char line[CLI_LINE_MAX + 1];
  cli_flush(delay->cli);
  if (cli_signal() != 0) {
    delay->quit = true;
  } else if (delay->keys) {
    int64_t started = mr_clock_ns();
    while (!wait_once(delay, started + (int64_t)delay->milliseconds * 1000000)) {
      continue;
    }
    cli_status_clear(delay->cli);
  } else if (delay->paused) { /* no terminal to read keys from: a line steps */
    cli_got got = cli_read_line(&delay->cli->input, line);
    delay->quit = got == CLI_GOT_END || got == CLI_GOT_SIGNAL;
  } else if (delay->milliseconds > 0) {
    delay->quit = cli_sleep((int)delay->milliseconds) == CLI_GOT_SIGNAL;
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
