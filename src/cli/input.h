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
  bool edited; /**< bytes come from an editor's terminal, whose lines may end with CR */
} cli_input;

typedef enum cli_got {
  CLI_GOT_LINE,   /**< a line, or a key */
  CLI_GOT_END,    /**< end of input */
  CLI_GOT_SIGNAL, /**< a signal asks to leave, see cli_signal */
  CLI_GOT_LONG,   /**< a line longer than CLI_LINE_MAX; it was skipped */
  CLI_GOT_TIME,   /**< nothing within the time */
  CLI_GOT_BREAK,  /**< Ctrl-C asks to leave what is being done, see cli_breaks_begin */
  CLI_GOT_WINDOW, /**< the terminal has another size, or came back: only while a line is edited */
} cli_got;

/**
 * Waits for the next line and copies it without its end and without surrounding blanks. Control
 * characters become blanks. A last line without an end counts. @param line CLI_LINE_MAX + 1 bytes
 */
cli_got cli_read_line(cli_input *input, char *line);

/**
 * Copies a line as cli_read_line does. @param line length + 1 bytes
 */
void cli_line_clean(const char *from, size_t length, char *line);

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

/**
 * From now on one Ctrl-C breaks off what is being done, and only a second one in a row counts as a
 * signal. What lies between two in a row is for the caller to say: cli_breaks_forget.
 */
void cli_breaks_begin(void);
void cli_breaks_end(void);

/** Whether Ctrl-C has broken something off since this was last asked; lowers the stop flag again.
 */
bool cli_break_taken(void);

/** The next Ctrl-C is a first one again. */
void cli_breaks_forget(void);

/** A child has the terminal, and Ctrl-C is for it alone, until this is called with false. */
void cli_signals_leave(bool to_child);

/**
 * Around the editing of a line by somebody else who changes the terminal's modes: it is left sane
 * by every way out, Ctrl-Z included. @return false: standard input is no terminal
 */
bool cli_editing_begin(void);
/** The modes are now those of the editor; Ctrl-C becomes a key like others. */
void cli_editing_goes(void);
/** Whether a key is Ctrl-C; then it does what it does elsewhere. */
bool cli_editing_breaks(char key);
void cli_editing_end(void);

/** Single keys without echo, until cli_keys_end, exit, or a signal. @return false: no terminal */
bool cli_keys_begin(void);
void cli_keys_end(void);

#endif
