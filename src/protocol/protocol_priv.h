/**
 * @file protocol_priv.h
 * What the protocols are made of: a dialog, lines, texts.
 */
#ifndef MARCHER_PROTOCOL_PROTOCOL_PRIV_H
#define MARCHER_PROTOCOL_PROTOCOL_PRIV_H

#include <stdarg.h>

#include "base/text.h"
#include "protocol/dialog.h"

/** What a protocol does. */
typedef struct mr_protocol_ops {
  /** Obeys a line without its end; control characters have become blanks. @return false: the end */
  bool (*line)(mr_protocol *protocol, const char *line, size_t length);
  /** Says that a line was too long, or that memory lacks for it. */
  void (*complain)(mr_protocol *protocol, const char *message);
  /** A search may have ended. @return false: the end */
  bool (*tick)(mr_protocol *protocol);
  /** Nothing more arrives. */
  void (*end)(mr_protocol *protocol);
  /** Does what waits for searches that end by themselves. */
  void (*finish_searches)(mr_protocol *protocol);
  /** Frees what the protocol has besides the part that every one has. */
  void (*done)(mr_protocol *protocol);
} mr_protocol_ops;

/** Protocols embed this as their first member. */
struct mr_protocol {
  const mr_protocol_ops *ops;
  size_t size; /**< of the whole */
  mr_dialog dialog;
  mr_str partial; /**< a line whose end has not arrived */
  bool skipping;  /**< the rest of a line that is too long */
  bool over;
};

/**
 * Makes a protocol of `size` bytes, zero but for the part that every one has.
 * Free it with mr_protocol_free.
 */
MR_NODISCARD mr_status mr_protocol_new(const mr_protocol_ops *ops, size_t size,
                                       const mr_protocol_setup *setup, mr_protocol **out,
                                       mr_error *err);

/* ---- texts ----------------------------------------------------------------------------------- */

/** A C string of a token for messages: printable, and cut where it is long. */
typedef struct mr_quote {
  char text[64];
} mr_quote;
mr_quote mr_token_quote(mr_token token);

/** Writes texts of others into a line: what is not printable becomes '?', line ends blanks. */
void mr_add_clean(mr_str *out, const char *text);

/** Writes what was put together, whole lines, and frees it. From any thread. */
void mr_dialog_send(mr_dialog *dialog, mr_str *text);

/** Writes one line: the prefix, and the text cleaned. From any thread. */
void mr_dialog_say(mr_dialog *dialog, const char *prefix, const char *format, va_list args);

/* ---- reports of searches, for what a search calls back --------------------------------------- */

/** What a search sees, as protocols say it. */
typedef struct mr_dialog_score {
  int mate; /**< turns of the winner to a whole point; negative: the other wins; 0: none is seen */
  int centipawns;
} mr_dialog_score;

mr_dialog_score mr_dialog_score_of(const mr_dialog *dialog, const mr_candidate *candidate);

/**
 * How many turns of the winner are left to the end that a candidate sees; negative where the winner
 * is not the player who decides. Counts as far as its line goes; behind that, players are taken to
 * alternate in turns of `turn_actions` actions. @param step scratch
 */
int mr_dialog_mate(const mr_game *game, const mr_state *state, mr_state *step,
                   const mr_candidate *candidate, unsigned turn_actions);

/** The choice of a search, with the line of the whole thought. */
mr_candidate mr_dialog_choice(const mr_search_result *result);

/** Writes an action of a state in a protocol's own way. */
typedef void (*mr_dialog_action_fn)(const mr_game *game, const mr_state *state, mr_action action,
                                    mr_str *out);

/** Writes a candidate's line from the eyes of the player who decides, as far as it is known. */
void mr_dialog_add_line(const mr_dialog *dialog, const mr_candidate *candidate,
                        mr_dialog_action_fn add_action, mr_str *out);

/** What the other player is expected to answer; MR_ACTION_NONE where that is not known. */
mr_action mr_dialog_expected_reply(const mr_dialog *dialog, const mr_search_result *result);

#endif
