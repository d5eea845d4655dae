/**
 * @file
 * The other end of UCI: a program that is asked for moves.
 */
#ifndef MARCHER_LAB_UCI_CLIENT_H
#define MARCHER_LAB_UCI_CLIENT_H

#include <marcher/match.h>

#include "base/thread.h"
#include "lab/player_process.h"

/** Bytes of the longest move, the NUL included; longer ones are cut and are no moves. */
#define MR_CLIENT_MOVE_MAX MR_ACTION_TEXT_MAX

/** Where lines to and from programs are written down; shared by threads. */
typedef struct mr_client_log {
  int file; /**< -1: nowhere */
  const char *path;
  int64_t began;
  mr_mutex mutex;
  uint64_t lost;  /**< lines that could not be written */
  mr_error error; /**< why, of the last of them */
} mr_client_log;

typedef struct mr_client {
  const mr_match_engine *engine;
  mr_client_log *log; /**< may be NULL */
  mr_process process;
  bool has_variant; /**< announced UCI_Variant */
  bool has_ponder;  /**< announced Ponder */
  bool offers;      /**< UCI_Variant listed names, and `offered` is about them */
  bool offered;     /**< the wanted one is among them */
  const char *wanted;
  uint64_t announced; /**< bits: which of the engine's first 64 settings are options that it has */
  bool pondering;     /**< a search on the opponent's time is on */
} mr_client;

/** What a program answered. */
typedef struct mr_client_answer {
  char move[MR_CLIENT_MOVE_MAX];
  char ponder[MR_CLIENT_MOVE_MAX]; /**< "" where it expects nothing */
  bool scored;
  mr_search_score score;
  unsigned depth;
  uint64_t nodes;
} mr_client_answer;

/**
 * Starts the program, waits for `uciok`, sends the options and the variant. A program that does not
 * offer the variant is refused. @param client zeroed but for `engine`, `log` and `process.stop`
 * @return MR_ERR_IO, MR_ERR_UNSUPPORTED, MR_ERR_CANCELLED, MR_ERR_NOMEM; nothing runs then
 */
MR_NODISCARD mr_status mr_client_open(mr_client *client, const char *variant, mr_error *err);

/** Ends the program. */
void mr_client_close(mr_client *client);

/** Sends a line, which ends with its newline. */
mr_process_io mr_client_send(mr_client *client, const char *line, int64_t deadline);

/** `isready` until `readyok`. */
mr_process_io mr_client_sync(mr_client *client, int64_t deadline);

/** Reads until `bestmove`, collecting what `info` says. */
mr_process_io mr_client_await(mr_client *client, int64_t deadline, mr_client_answer *out);

/** Takes a line of `info` in. For tests. */
void mr_client_read_info(const char *line, mr_client_answer *out);

#endif
