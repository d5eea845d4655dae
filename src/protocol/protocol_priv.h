/**
 * @file protocol_priv.h
 * What the protocols are made of: a session, lines, words.
 */
#ifndef MARCHER_PROTOCOL_PROTOCOL_PRIV_H
#define MARCHER_PROTOCOL_PROTOCOL_PRIV_H

#include "protocol/session.h"

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
  mr_session session;
  mr_str partial; /**< a line whose end has not arrived */
  bool skipping;  /**< the rest of a line that is too long */
  bool over;
};

/** Fills the part that every protocol has. */
MR_NODISCARD mr_status mr_protocol_init(mr_protocol *protocol, const mr_protocol_ops *ops,
                                        const mr_protocol_setup *setup, mr_error *err);
/** Frees it, abandoning a search. */
void mr_protocol_done(mr_protocol *protocol);

/* ---- words ----------------------------------------------------------------------------------- */

/** What is left of a line. */
typedef struct mr_words {
  const char *at;
  size_t left;
} mr_words;

/** One word of it. */
typedef struct mr_word {
  const char *text;
  size_t length;
} mr_word;

/** Takes the next word. @return false: there is none; the word is empty then */
bool mr_words_next(mr_words *words, mr_word *out);

/** What is left without the blanks around it. */
mr_word mr_words_rest(const mr_words *words);

bool mr_word_is(mr_word word, const char *text);

/** A decimal number, not negative. @return false: it is not one, or over `max` */
bool mr_word_number(mr_word word, uint64_t max, uint64_t *out);

/** A C string of it for messages: printable, and cut where it is long. */
typedef struct mr_quote {
  char text[64];
} mr_quote;
mr_quote mr_word_quote(mr_word word);

/** Writes texts of others into a line: what is not printable becomes '?', line ends blanks. */
void mr_add_clean(mr_str *out, const char *text);

#endif
