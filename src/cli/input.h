#ifndef MARCHER_CLI_INPUT_H
#define MARCHER_CLI_INPUT_H

/**
 * @file
 * Standard input by lines and by keys, the signals that interrupt it, and the terminal's modes.
 * Interactive commands catch SIGINT, SIGTERM and SIGHUP, so that the game is saved and the terminal
 * is left as it was; all others leave them alone.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define CLI_LINE_MAX 1024

/** Bytes read but not used yet. */
typedef struct cli_input {
  char bytes[CLI_LINE_MAX];
  size_t start;
  size_t end;
  bool ended;
} cli_input;

typedef enum cli_got {
  CLI_GOT_LINE,   /**< a line, or a key */
  CLI_GOT_END,    /**< end of input */
  CLI_GOT_SIGNAL, /**< a signal asks to leave, see cli_signal */
  CLI_GOT_LONG,   /**< a line longer than CLI_LINE_MAX; it was skipped */
  CLI_GOT_TIME,   /**< nothing within the time */
} cli_got;

/**
 * Waits for the next line and copies it without its end and without surrounding blanks. Control
 * characters become blanks. A last line without an end counts. @param line CLI_LINE_MAX + 1 bytes
 */
cli_got cli_read_line(cli_input *input, char *line);

/** Waits for one byte. @param milliseconds how long; negative: for ever */
cli_got cli_read_key(cli_input *input, int milliseconds, char *key);

/** Waits for that long, whatever is typed. @return CLI_GOT_TIME or CLI_GOT_SIGNAL */
cli_got cli_sleep(int milliseconds);

/** From now on a signal only raises the flags below. The third ends the program. */
void cli_signals_catch(void);

/** The signal that was caught, or 0. */
int cli_signal(void);

/** Raised with the signal: for mr_limits.stop. */
const atomic_bool *cli_stop_flag(void);

/** Single keys without echo, until cli_keys_end, exit, or a signal. @return false: no terminal */
bool cli_keys_begin(void);
void cli_keys_end(void);

#endif
