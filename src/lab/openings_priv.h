/**
 * @file openings_priv.h
 * What those share that make openings: the set, and a line of play that grows action by action.
 */
#ifndef MARCHER_LAB_OPENINGS_PRIV_H
#define MARCHER_LAB_OPENINGS_PRIV_H

#include <marcher/openings.h>
#include <marcher/random.h>
#include <marcher/session.h>

struct mr_openings {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_arena arena;
  mr_opening *items;
  size_t count;
  size_t capacity;
  uint64_t *seen; /**< hashes of the positions, an open table; 0 is an empty place */
  size_t seen_capacity;
  size_t left_out;
};

/** An opening under construction. */
typedef struct mr_line {
  mr_openings *set;
  const char *start; /**< as mr_opening; in the set's arena or temporary */
  mr_session *session;
  unsigned turns_max; /**< no more may begin; 0: no bound */
  mr_str drawn;       /**< the text of a start that has been drawn */
} mr_line;

MR_NODISCARD mr_status mr_line_init(mr_line *line, mr_openings *set, unsigned turns_max,
                                    mr_error *err);
void mr_line_done(mr_line *line);

/** Begins anew, at the definition's start or at `start`, which must outlive the line. */
MR_NODISCARD mr_status mr_line_begin(mr_line *line, const char *start, mr_error *err);

/** Whether another action may be made: the game goes on, and it belongs to a turn within bounds. */
bool mr_line_open(const mr_line *line);

/** Makes a legal action. MR_ERR_NOMEM, MR_ERR_LIMIT. @pre mr_line_open */
MR_NODISCARD mr_status mr_line_play(mr_line *line, mr_action action, mr_error *err);

/** Adds the line to its set; counts it as left out where it has ended or is known. */
MR_NODISCARD mr_status mr_line_add_to_set(mr_line *line, mr_error *err);

#endif
