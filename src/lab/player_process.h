/**
 * @file
 * A program in a process of its own, spoken to line by line. Nothing that it does, or leaves
 * undone, hurts us: every wait has an end, every buffer a size, and it dies with us.
 */
#ifndef MARCHER_LAB_PLAYER_PROCESS_H
#define MARCHER_LAB_PLAYER_PROCESS_H

#include <marcher/alloc.h>
#include <marcher/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "lab/process_tree.h"

#define MR_NS_PER_MS INT64_C(1000000)

/** Bytes of the longest line that a program may write, the end included. */
#define MR_PROCESS_LINE_MAX ((size_t)256 << 10)
/** Bytes that it may write between two calls of mr_process_allow. */
#define MR_PROCESS_FLOOD ((uint64_t)256 << 20)

/** How an exchange with the program went. */
typedef enum mr_process_io {
  MR_PROCESS_FINE,
  MR_PROCESS_LATE,   /**< the deadline has passed */
  MR_PROCESS_CLOSED, /**< its end of the pipe is closed: it died, or does not want to talk */
  MR_PROCESS_FLOODS, /**< a line without end, or too many of them */
  MR_PROCESS_STOPPED /**< the caller's stop flag was raised */
} mr_process_io;

/** What to start. */
typedef struct mr_process_spec {
  const char *command; /**< a path, or a name to be looked for in PATH */
  const char *const *arguments;
  size_t argument_count;
  const char *folder; /**< where it works; NULL: here */
  const char *errors; /**< file to which its complaints are appended; NULL: nowhere */
} mr_process_spec;

typedef struct mr_process {
  pid_t id; /**< 0: there is none */
  int to;
  int from;
  char *buffer;
  size_t begin; /**< what was read and not yet handed out lies in begin .. end-1 */
  size_t end;
  uint64_t heard;          /**< bytes since mr_process_allow */
  int delays;              /**< the kernel's count of this thread's waits for a processor, or -1 */
  int64_t kept;            /**< nanoseconds of such a wait after the last read had something */
  const atomic_bool *stop; /**< NULL, or a flag that ends every wait */
  mr_process_tree tree;    /**< what it has started */
} mr_process;

/** Starts a program. @return MR_ERR_IO with the reason, MR_ERR_NOMEM; `process` is empty then */
MR_NODISCARD mr_status mr_process_start(mr_process *process, const mr_process_spec *spec,
                                        mr_error *err);

/**
 * Ends the program: closes its input, waits up to `grace` nanoseconds, kills it and all that it
 * started, whatever that has done to get away, and waits for it. Harmless where there is none.
 */
void mr_process_stop(mr_process *process, int64_t grace);

/** A new request begins: the program may write MR_PROCESS_FLOOD bytes more. */
void mr_process_allow(mr_process *process);

/** Writes all of a text. @param deadline by mr_clock_ns */
mr_process_io mr_process_write(mr_process *process, const char *text, size_t length,
                               int64_t deadline);

/** Nothing more will be written: the program reads the end of its input. */
void mr_process_close_input(mr_process *process);

/** The next line without its end; it lives until the next call. @param deadline by mr_clock_ns */
mr_process_io mr_process_line(mr_process *process, int64_t deadline, char **line);

/** Drops what has been written and not been read. */
void mr_process_drain(mr_process *process);

/** Whether it is dead, waiting up to `grace` nanoseconds for that; writes how to `out`. */
bool mr_process_is_dead(const mr_process *process, int64_t grace, char *out, size_t size);

#endif
