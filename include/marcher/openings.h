/**
 * @file openings.h
 * Where the games of a match begin: positions and lines of play from files, or generated.
 *
 * An opening is a start (the definition's own, or a state text) and actions from there. All
 * openings of a set lead to different positions in which the game goes on: what would repeat one
 * (by mr_game_hash) or has ended is left out and counted.
 *
 * Lengths are counted in **turns**, the runs of one player's actions: plies in most games. What is
 * cut off is cut between turns, so that nobody begins in the middle of one. Dice are part of an
 * opening, and do not count.
 */
#ifndef MARCHER_OPENINGS_H
#define MARCHER_OPENINGS_H

#include <marcher/match.h>

MR_BEGIN_C

/** Most openings of a set. */
#define MR_OPENINGS_MAX ((size_t)1 << 20)
/** Most bytes that a set holds. */
#define MR_OPENINGS_BYTES_MAX ((size_t)512 << 20)
/** Most turns of an opening. */
#define MR_OPENING_TURNS_MAX 1024
/** Most bytes of a line of a file of positions. */
#define MR_OPENING_LINE_MAX 4096

/** One opening; its texts and actions belong to the set. */
typedef struct mr_opening {
  const char *start; /**< state text; NULL: the definition's own start */
  const mr_action *actions;
  size_t count;
} mr_opening;

/** A set of openings. Threads may share one that does not change any more. */
typedef struct mr_openings mr_openings;

/** How a file of openings is written. */
typedef enum mr_opening_format {
  MR_OPENING_AUTO,      /**< what the text looks like */
  MR_OPENING_POSITIONS, /**< a position a line: state texts (FEN), or EPD */
  MR_OPENING_PGN,
  MR_OPENING_RECORDS /**< our own, one after another */
} mr_opening_format;

/** An empty set for a game, which must outlive it. Free it with mr_openings_free. */
MR_NODISCARD MR_API mr_status mr_openings_new(const mr_game *game, const mr_allocator *allocator,
                                              mr_openings **out, mr_error *err);

/** Frees a set; NULL is accepted. */
MR_API void mr_openings_free(mr_openings *set);

/** A file of openings that has been read into memory. */
typedef struct mr_opening_file {
  const char *source; /**< its name, for errors */
  const char *text;
  size_t length;
  mr_opening_format format;
  unsigned turns; /**< at most so many of a game or record, up to ::MR_OPENING_TURNS_MAX; 0: all but
                       a turn that ends it */
} mr_opening_file;

/**
 * Adds the openings of a file. Empty lines and, among positions, lines that begin with '#' are
 * skipped; of EPD the operations hmvc and fmvn are heeded. Games of another variant, illegal moves
 * and unreadable texts are errors with the file's line and column; what was added before stays.
 * @return MR_ERR_SYNTAX, MR_ERR_ILLEGAL, MR_ERR_MISMATCH (another game), MR_ERR_ENCODING,
 *         MR_ERR_LIMIT, MR_ERR_RANGE, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_openings_add_file(mr_openings *set, const mr_opening_file *file,
                                                   mr_error *err);

/**
 * Gives a position's worth in hundredths of a pawn, in the eyes of the player to decide; a seen end
 * of the game is far from 0. The same position must get the same worth in every run, or generated
 * sets differ. Anything but MR_OK ends the generation.
 */
typedef mr_status (*mr_opening_evaluate_fn)(void *context, const mr_state *state, int *centipawns,
                                            mr_error *err);

/** One who must agree that an opening is even. */
typedef struct mr_opening_evaluator {
  mr_opening_evaluate_fn evaluate;
  void *context;
} mr_opening_evaluator;

/** What is to be generated. */
typedef struct mr_opening_wish {
  size_t count;
  unsigned turns; /**< random turns from the start */
  uint64_t seed;
  const mr_opening_evaluator *evaluators; /**< all must find a worth within the bound */
  size_t evaluator_count;  /**< 0: any position will do; at most MR_MATCH_ENGINES_MAX */
  int bound;               /**< hundredths of a pawn to either side */
  const atomic_bool *stop; /**< set by another thread; may be NULL */
  void (*progress)(void *context, size_t found, uint64_t tried); /**< may be NULL */
  void *progress_context;
} mr_opening_wish;

/**
 * Adds openings of random actions, every legal action with the same probability, dice as they fall.
 * The same wish adds the same openings, and the first of them are those of a smaller count.
 * @return MR_ERR_LIMIT where too few are found in 1000 tries for each, or none among the first 300
 *         that were evaluated; MR_ERR_CANCELLED, MR_ERR_RANGE, MR_ERR_NOMEM, what an evaluator says
 */
MR_NODISCARD MR_API mr_status mr_openings_generate(mr_openings *set, const mr_opening_wish *wish,
                                                   mr_error *err);

/** Puts the openings into a random order that depends on the seed alone. */
MR_API void mr_openings_shuffle(mr_openings *set, uint64_t seed);

/** Number of openings. */
MR_API size_t mr_openings_count(const mr_openings *set);

/** Openings that were left out: they repeated another one, or had ended. */
MR_API size_t mr_openings_left_out(const mr_openings *set);

/** An opening. @pre index < mr_openings_count */
MR_API mr_opening mr_openings_at(const mr_openings *set, size_t index);

/** Writes the position to which an opening leads. @pre index < mr_openings_count */
MR_NODISCARD MR_API mr_status mr_openings_state(const mr_openings *set, size_t index, mr_state *out,
                                                mr_error *err);

/** A number that tells this set, in this order, from others: for journals. */
MR_API uint64_t mr_openings_hash(const mr_openings *set);

/**
 * A mr_match_opening_fn whose context is a set: after the last opening comes the first again.
 * MR_ERR_ARGUMENT for an empty set.
 */
MR_NODISCARD MR_API mr_status mr_openings_give(void *set, uint64_t index, mr_match_opening *out,
                                               mr_error *err);

MR_END_C

#endif
