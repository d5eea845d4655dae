#include "cli/input.h"

#include <errno.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "cli/signals.h"

/* Waits until standard input can be read, or only for the time to pass. */
static cli_got wait_for(bool readable, int milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000,
                          .tv_nsec = (long)(milliseconds % 1000) * 1000000L};
  sigset_t mask;
  cli_got got = CLI_GOT_SIGNAL;
  cli_signals_block(&mask);
  while (cli_signal() == 0) {
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
  cli_signals_unblock(&mask);
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
    ssize_t size = read(STDIN_FILENO, input->bytes + input->end, sizeof input->bytes - input->end);
    if (size > 0) {
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

static void copy_line(const char *from, size_t length, char *line) {
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
      copy_line(begin, length, line);
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
