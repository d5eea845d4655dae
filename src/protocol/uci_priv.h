/**
 * @file uci_priv.h
 * The Universal Chess Interface. uci.c has the conversation: which command may come when, and the
 * commands that are short. uci_options.c has the options, uci_position.c positions and their
 * picture, uci_go.c searches and counts, uci_report.c what is said.
 *
 * Commands that may not come while a search runs wait in a backlog until it has ended; so what is
 * piped in is done in order, and nothing that a search reads is changed under it.
 */
#ifndef MARCHER_PROTOCOL_UCI_PRIV_H
#define MARCHER_PROTOCOL_UCI_PRIV_H

#include "protocol/protocol_priv.h"

/** What the options that are numbers or checks say. */
typedef struct uci_choices {
  unsigned megabytes; /**< Hash */
  unsigned threads;
  unsigned lines; /**< MultiPV */
  unsigned level; /**< Skill Level */
  unsigned elo;
  unsigned limited; /**< UCI_LimitStrength, 0 or 1 */
  unsigned odds;    /**< UCI_ShowWDL, 0 or 1 */
  unsigned overhead;
  unsigned networks; /**< Use NNUE, 0 or 1 */
} uci_choices;

/** A move of ours by the clock: what is needed to see, by the next one, what it has cost. */
typedef struct uci_timing {
  bool known;
  size_t side;
  size_t count; /**< actions before it */
  size_t turns; /**< the number of its turn */
  int64_t left; /**< on our clock then, milliseconds */
  int64_t increment;
  int64_t given;    /**< milliseconds for the move */
  int64_t began;    /**< mr_clock_ns when we were asked, or when the clock began to run */
  int64_t answered; /**< when the move had been told; 0: it has not been */
} uci_timing;

typedef struct mr_uci {
  mr_protocol base;
  mr_tokens rest; /**< of the line that is obeyed: what follows its command */
  uci_choices choices;
  bool debug;
  bool reasons;      /**< debug was on when the search began */
  uint64_t reported; /**< nodes of its last report, so that it is not made twice; 0: none was */
  unsigned told;     /**< lines of that report */
  unsigned depth;    /**< of the count that runs */
  uint64_t total;    /**< what it has come to */
  const char *empty; /**< the line that ends a search for nothing */
  uci_timing timing; /**< of the last move */
  mr_limits hit;     /**< the time that begins with ponderhit */
  mr_str endgames;   /**< path of the option, "" for none */
  bool leaving;      /**< nothing more arrives: searches are stopped, the rest is done */
  bool refused;      /**< the last position command was: there is none to be asked about */
  mr_str placed;     /**< the last position command that was obeyed; "" when others came between */
  mr_str backlog;    /**< lines that wait, each with its end */
  size_t stops;      /**< lines of the backlog that say stop */
  size_t obeyed;     /**< bytes of the backlog that do not wait any more */
} mr_uci;

static inline mr_dialog *uci_dialog(mr_uci *uci) {
  return &uci->base.dialog;
}

/** What is said to who asks about a position that was refused; the command goes before. */
#define MR_UCI_NO_POSITION \
  "%s: the last 'position' was refused, and no other is answered for; send one that is legal"

/** Writes one line beginning with "info string"; the text is cleaned. */
void mr_uci_say(mr_uci *uci, const char *format, ...) MR_PRINTF(2, 3);
/** The same for an error of the library, after "what: ". */
void mr_uci_say_error(mr_uci *uci, const char *what, const mr_error *err);
/** One such line for each complaint: file:line:column: error: message. */
void mr_uci_say_diagnostics(mr_uci *uci, const mr_diagnostics *list);
/** "what 'word'; did you mean 'nearest'?": there is no row of that name. */
void mr_uci_say_unknown(mr_uci *uci, const char *what, mr_token word, mr_rows rows);

/** Makes the engine; says so where it cannot be as the options want it. */
void mr_uci_ready(mr_uci *uci);

/* The commands that have a file of their own. */

/* uci_parameters.c */
/** Appends the parameters of the search as options, where they are asked for. */
void mr_uci_list_parameters(mr_uci *uci, mr_str *out);
/** Sets one. @return false: there is none of that name */
bool mr_uci_set_parameter(mr_uci *uci, mr_token name, mr_token text);

void mr_uci_options(mr_uci *uci, mr_str *out);
void mr_uci_setoption(mr_uci *uci);
void mr_uci_position(mr_uci *uci);
void mr_uci_go(mr_uci *uci);
/** `d`. */
void mr_uci_show(mr_uci *uci);
/** `eval`. */
void mr_uci_eval(mr_uci *uci);

/** Callbacks of searches; `context` is the mr_uci. */
void mr_uci_progress(void *context, const mr_search_result *so_far);
void mr_uci_finish(void *context, const mr_search_result *result, const mr_error *error);

/** Writes an action of `state`. */
void mr_uci_action(const mr_game *game, const mr_state *state, mr_action action, mr_str *out);

/** The level that the options choose. */
unsigned mr_uci_level(const uci_choices *choices);

/** Of the lowest level and of the highest: the ends of UCI_Elo. */
#define MR_UCI_ELO_MIN 800
#define MR_UCI_ELO_MAX 2810

#endif
