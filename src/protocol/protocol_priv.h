/**
 * @file protocol_priv.h
 * What the protocols are made of: a dialog, lines, texts.
 */
#ifndef MARCHER_PROTOCOL_PROTOCOL_PRIV_H
#define MARCHER_PROTOCOL_PROTOCOL_PRIV_H

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
  void (*settle)(mr_protocol *protocol);
  void (*free)(mr_protocol *protocol);
} mr_protocol_ops;

/** Protocols embed this as their first member. */
struct mr_protocol {
  const mr_protocol_ops *ops;
  mr_dialog dialog;
  mr_str partial; /**< a line whose end has not arrived */
  bool skipping;  /**< the rest of a line that is too long */
  bool over;
};

/** Fills the part that every protocol has. */
MR_NODISCARD mr_status mr_protocol_init(mr_protocol *protocol, const mr_protocol_ops *ops,
                                        const mr_protocol_setup *setup, mr_error *err);
/** Frees it, abandoning a search. */
void mr_protocol_done(mr_protocol *protocol);

/* ---- texts ----------------------------------------------------------------------------------- */

/** A C string of a token for messages: printable, and cut where it is long. */
typedef struct mr_quote {
  char text[64];
} mr_quote;
mr_quote mr_token_quote(mr_token token);

/** Writes texts of others into a line: what is not printable becomes '?', line ends blanks. */
void mr_add_clean(mr_str *out, const char *text);

#endif
