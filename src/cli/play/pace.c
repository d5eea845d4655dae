#include "cli/play/pace.h"

#include <marcher/clock.h>

#include "cli/signals.h"

void cli_pace_begin(cli_pace *pace, cli_context *cli, unsigned delay, bool step) {
  *pace = (cli_pace){.cli = cli, .delay = delay, .paused = step};
  pace->keys = cli->in_tty && cli->out_tty && cli_keys_begin();
  if (pace->keys) {
    mr_str_add(&cli->out, "Keys: space stops and steps, enter goes on, + faster, - slower, q "
                          "leaves.\n\n");
  }
}

void cli_pace_end(cli_pace *pace) {
  cli_status_clear(pace->cli);
  if (pace->keys) {
    cli_keys_end();
    pace->keys = false;
  }
}

static void faster(cli_pace *pace) {
  pace->delay = pace->delay > 100 ? pace->delay * 2 / 3 : 0;
}

static void slower(cli_pace *pace) {
  unsigned delay = pace->delay < 100 ? 100 : pace->delay * 3 / 2;
  pace->delay = delay < CLI_DELAY_MAX ? delay : CLI_DELAY_MAX;
}

/* @return whether the wait is over */
static bool press(cli_pace *pace, char key) {
  switch (key) {
  case ' ':
    if (pace->paused) {
      return true;
    }
    pace->paused = true;
    return false;
  case '\n':
  case '\r':
    pace->paused = false;
    return true;
  case '+':
  case '=':
    faster(pace);
    return false;
  case '-':
  case '_':
    slower(pace);
    return false;
  case 'q':
  case 'Q':
    pace->quit = true;
    return true;
  default:
    return false;
  }
}

static void show(const cli_pace *pace) {
  if (pace->paused) {
    cli_status(pace->cli, "-- stopped: space one step, enter goes on, q leaves --");
  } else if (pace->keys) {
    cli_status(pace->cli, "-- %u ms: space stops, + faster, - slower, q leaves --", pace->delay);
  }
}

/* Waits for a key until `deadline`. @return whether the wait is over */
static bool wait_once(cli_pace *pace, int64_t deadline) {
  char key = 0;
  int64_t left = (deadline - mr_clock_ns()) / 1000000;
  show(pace);
  switch (cli_read_key(&pace->cli->input, pace->paused ? -1 : left > 0 ? (int)left : 0, &key)) {
  case CLI_GOT_LINE:
    return press(pace, key);
  case CLI_GOT_TIME:
    return true;
  case CLI_GOT_END:
  case CLI_GOT_SIGNAL:
  case CLI_GOT_LONG:
    break;
  }
  pace->quit = true;
  return true;
}

/* Without a terminal to read keys from: time passes, or a line steps. */
static void wait_plainly(cli_pace *pace) {
  char line[CLI_LINE_MAX + 1];
  if (pace->paused) {
    cli_got got = cli_read_line(&pace->cli->input, line);
    pace->quit = got == CLI_GOT_END || got == CLI_GOT_SIGNAL;
  } else if (pace->delay > 0) {
    pace->quit = cli_sleep((int)pace->delay) == CLI_GOT_SIGNAL;
  }
}

bool cli_pace_wait(cli_pace *pace) {
  cli_flush(pace->cli);
  if (cli_signal() != 0) {
    pace->quit = true;
  } else if (!pace->keys) {
    wait_plainly(pace);
  } else {
    int64_t started = mr_clock_ns();
    while (!wait_once(pace, started + (int64_t)pace->delay * 1000000)) {
      continue;
    }
    cli_status_clear(pace->cli);
  }
  return !pace->quit;
}

bool cli_pace_goes_on(cli_pace *pace) {
  char key = 0;
  if (cli_signal() != 0) {
    pace->quit = true;
  }
  while (pace->keys && !pace->quit && cli_read_key(&pace->cli->input, 0, &key) == CLI_GOT_LINE) {
    press(pace, key);
  }
  return !pace->quit;
}
