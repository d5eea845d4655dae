/**
 * @file train.h
 * Networks from games that the engine plays against itself. Generation after generation: games from
 * random beginnings, quiet positions of them, a network that is fitted to what the searches and the
 * results say of those, and a match in which it has to beat the one before. The first generation
 * plays with the evaluation by weights, or with a network that was trained before.
 *
 * All work is kept in a folder: whoever is killed goes on from there. The games of each generation
 * are a run in it, whose batches other machines can compute (run.h). The same options give the
 * same network to the byte, however many threads there are and however often the work was broken
 * off. See docs/TRAINING.md.
 */
#ifndef MARCHER_TRAIN_H
#define MARCHER_TRAIN_H

#include <marcher/engine.h>
#include <marcher/run.h>
#include <marcher/stats.h>

MR_BEGIN_C

#define MR_TRAIN_GENERATIONS_MAX 64
/** Percent of the nodes that take as much time with a light network. */
#define MR_TRAIN_LIGHT 160
#define MR_TRAIN_LIGHT_MAX 1000
#define MR_TRAIN_POSITIONS_MAX UINT64_C(1000000000)

typedef enum mr_train_stage {
  MR_TRAIN_PLAYING,
  MR_TRAIN_LEARNING,
  MR_TRAIN_MATCH, /**< with the generation before */
  MR_TRAIN_LAST,  /**< with the evaluation by weights */
} mr_train_stage;

/** How far the work has come. */
typedef struct mr_train_progress {
  mr_train_stage stage;
  unsigned generation; /**< from 1 */
  unsigned generations;
  bool light;             /**< it is about the light network of the generation */
  uint64_t done, planned; /**< positions, epochs or games of the stage */
  double loss;            /**< of what is held out, while learning */
  double seconds;         /**< of all the work, earlier sittings included */
} mr_train_progress;

/** What came of one network. */
typedef struct mr_train_fit {
  uint64_t learnt;    /**< positions that it has learnt from; 0: none was made */
  double loss_before; /**< of what is held out, by what it adds to alone */
  double loss_after;  /**< with the network */
  unsigned scale;
  mr_tally match;     /**< against the best one before it */
  mr_sprt_state sprt; /**< what the gate's test says of it */
  bool adopted;
} mr_train_fit;

/** What came of one generation. */
typedef struct mr_train_generation {
  uint64_t positions, games; /**< of its own games */
  mr_train_fit fit;          /**< the network that adds to all that the weights say */
  mr_train_fit light;        /**< that which adds to men and hands alone */
} mr_train_generation;

typedef struct mr_train_options {
  const char *folder;   /**< where the work is kept; is made */
  const char *games;    /**< the folder of another training, whose last games are learnt from in one
                             generation; NULL: games are played */
  uint64_t positions;   /**< of all generations together; 0: `hours` decide */
  unsigned generations; /**< 0: `hours` decide */
  double hours;         /**< 0: no limit. Decides only how many generations are reached */
  uint64_t nodes;       /**< of a search in self-play, about; 0: 600 */
  unsigned epochs;      /**< 0: 10 */
  unsigned neurons;     /**< of a view; 0: 64, fewer for many kinds on a large board */
  unsigned light; /**< light networks are tried, too, which add to men and hands alone; in matches
                       with what is not light they have so many percent of the nodes. 0: none are */
  unsigned gate_games; /**< at most, in each match; 0: 400 */
  uint64_t seed;
  unsigned threads;       /**< 0: one */
  const mr_network *from; /**< plays first, and has to be beaten; NULL: the weights do */
  mr_run_order runs; /**< who plays the games: by itself this machine's threads. Its catalogue has
                          to be there */
  /** Writes the command that repeats the work, by its positions or its games; for the head of the
   *  file. */
  void (*command)(void *context, uint64_t positions, unsigned generations, mr_str *out);
  /** Told now and then by any thread, one at a time; may be NULL. */
  void (*progress)(void *context, const mr_train_progress *so_far);
  /** Told what came of each generation, also of those done in an earlier sitting; may be NULL. */
  void (*finished)(void *context, unsigned generation, const mr_train_generation *what);
  void *context;
  const atomic_bool *stop;
  const mr_allocator *allocator;
} mr_train_options;

/** What came of all. */
typedef struct mr_train_report {
  unsigned generations; /**< that were done */
  unsigned best;        /**< whose network is the result; 0: none beat what played first */
  bool best_is_light;
  uint64_t positions;       /**< that command's --positions */
  uint64_t played;          /**< positions in this sitting */
  uint64_t nodes;           /**< for them */
  double play_cpu_seconds;  /**< processor time that they took, of all threads */
  double seconds;           /**< of all the work */
  mr_tally against_weights; /**< the result against the evaluation by weights */
} mr_train_report;

/**
 * Trains, or goes on. @param network receives the file; stays empty where no generation was better
 * than what played first
 * @return MR_ERR_UNSUPPORTED for a game that cannot have a network; MR_ERR_MISMATCH where the
 * folder holds other work; what mr_network_check says of `from`; MR_ERR_CANCELLED where `stop`
 * ended it; MR_ERR_RANGE; MR_ERR_IO; MR_ERR_ILLEGAL where the games have too little to learn from;
 * MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_train_run(const mr_game *game, const mr_train_options *options,
                                           mr_str *network, mr_train_report *report, mr_error *err);

MR_END_C

#endif
