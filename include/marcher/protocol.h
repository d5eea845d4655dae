/**
 * @file protocol.h
 * Marcher as an engine for other people's programs: conversations in lines of text. A protocol is
 * given what arrives and answers through callbacks; it neither reads nor prints by itself.
 *
 * One thread, the caller's, feeds it; searches run in threads of their own, so answers may come
 * at any time, from either. See docs/PROTOCOLS.md for what is said.
 */
#ifndef MARCHER_PROTOCOL_H
#define MARCHER_PROTOCOL_H

#include <marcher/definition.h>
#include <marcher/game.h>
#include <stdbool.h>

MR_BEGIN_C

/** Longest line that is understood, in bytes; longer ones are skipped with a complaint. */
#define MR_PROTOCOL_LINE_MAX ((size_t)4 << 20)

/** What the program around a protocol does for it. */
typedef struct mr_protocol_host {
  /**
   * Writes whole lines, at once. Never called by two threads at a time.
   * @return false: nobody reads any more, so that what is under way may be given up
   */
  bool (*write)(void *context, const char *bytes, size_t length);
  /**
   * Appends a file of at most `limit` bytes to `out`. NULL: there are no files.
   * @return MR_ERR_UNKNOWN where there is no such file, MR_ERR_IO and others where it cannot be
   * read
   */
  mr_status (*read_file)(void *context, const char *path, size_t limit, mr_str *out, mr_error *err);
  /** Called by the thread of a search that has ended: call mr_protocol_tick soon. May be NULL. */
  void (*wake)(void *context);
  void *context;
} mr_protocol_host;

/** A file of definitions that every catalogue of the conversation holds (`--rules`). */
typedef struct mr_protocol_rules {
  const char *source;
  const char *text;
  size_t length;
  const char *weights_source; /**< the file of weights that lies beside it; NULL: none */
  const char *weights;
  size_t weights_length;
} mr_protocol_rules;

/** How a conversation begins. What it points to must outlive it. */
typedef struct mr_protocol_setup {
  mr_protocol_host host;
  const char *version;            /**< of the program, for the greeting; NULL: none */
  const char *variant;            /**< the first game; NULL: "chess" */
  const mr_protocol_rules *rules; /**< may be NULL */
  size_t rules_count;
  const mr_override *overrides; /**< for every game that is opened; may be NULL */
  size_t override_count;
  const mr_network *network; /**< for games that it fits, until another is chosen; empty: none for
                                any game; NULL: those found with the games */
  uint64_t seed;             /**< of the engine */
  bool parameters; /**< UCI lists those of the search (mr_engine_parameters) among its options */
  /** Called by the threads of searches, too, at any time; must be safe for that. */
  const mr_allocator *allocator;
} mr_protocol_setup;

/** A conversation. One thread at a time. */
typedef struct mr_protocol mr_protocol;

/**
 * Begins to listen in the Universal Chess Interface; free it with mr_protocol_free.
 * @return MR_ERR_ARGUMENT for a NULL, MR_ERR_NOMEM, or why the first game cannot be opened
 */
MR_NODISCARD MR_API mr_status mr_uci_new(const mr_protocol_setup *setup, mr_protocol **out,
                                         mr_error *err);

/**
 * Begins to listen in version 2 of the Chess Engine Communication Protocol, XBoard's; otherwise as
 * mr_uci_new.
 */
MR_NODISCARD MR_API mr_status mr_cecp_new(const mr_protocol_setup *setup, mr_protocol **out,
                                          mr_error *err);

/**
 * Takes what has arrived: any bytes, lines in pieces or many at once.
 * @return false once the conversation is over; what follows is not looked at
 */
MR_API bool mr_protocol_feed(mr_protocol *protocol, const char *bytes, size_t length);

/**
 * Nothing more will arrive, or the conversation is over: takes a last line without an end, does
 * what waits, stops searches, whose moves are told, and waits for counts (`go perft`), which are
 * done.
 */
MR_API void mr_protocol_end(mr_protocol *protocol);

/** In how many milliseconds mr_protocol_tick wants to be called; negative: not by itself. */
MR_API int mr_protocol_wait(mr_protocol *protocol);

/** Does what time, or the end of a search, has made due. @return as mr_protocol_feed */
MR_API bool mr_protocol_tick(mr_protocol *protocol);

/** Waits until no search runs that will end by itself, and does what was waiting for it. */
MR_API void mr_protocol_finish_searches(mr_protocol *protocol);

/** Stops what is going on, without a word, and frees everything; NULL is accepted. */
MR_API void mr_protocol_free(mr_protocol *protocol);

MR_END_C

#endif
