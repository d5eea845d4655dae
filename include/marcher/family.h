/**
 * @file family.h
 * What a family of rules offers to the catalogue. Families include this header, never catalog.h,
 * which is above them.
 */
#ifndef MARCHER_FAMILY_H
#define MARCHER_FAMILY_H

#include <marcher/definition.h>
#include <marcher/game.h>

MR_BEGIN_C

/** One setting of a generator of definitions: a word of the command line. */
typedef struct mr_generator_option {
  const char *name;    /**< "towns" */
  const char *value;   /**< what is to be put there, for help: "N", "WxH", "PERCENT" */
  const char *initial; /**< what holds without it */
  const char *help;    /**< one sentence without its stop */
  /** (optional) values that make what comes out fairer, each more so than those before it, ended by
   *  NULL: what a definition that favours a side is mended with */
  const char *const *fairer;
} mr_generator_option;

/** Makes definitions of a family by chance: maps, armies. */
typedef struct mr_generator {
  const char *summary; /**< one sentence */
  const mr_generator_option *options;
  size_t option_count;
  /**
   * Writes a definition that compiles, and says in comments how it was made. The same values and
   * seed give the same bytes. @param values as many as there are options, in their order; NULL: the
   * initial one. @return MR_ERR_SYNTAX, MR_ERR_RANGE and what is wrong with a value, MR_ERR_LIMIT
   * where no map satisfies all values
   */
  mr_status (*generate)(const char *const *values, uint64_t seed, const mr_allocator *allocator,
                        mr_str *out, mr_error *err);
} mr_generator;

/** A game that other programs know, that definitions build upon, and that a family cannot say. */
typedef struct mr_absent_game {
  const char *name;
  const char *reason; /**< what it needs, as part of a sentence */
} mr_absent_game;

/** A family of rules: a table of keys, and what makes a game of a definition. */
typedef struct mr_family {
  const char *name;    /**< value of the key `family` */
  const char *title;   /**< of a group of such games, "Wargames"; NULL: `name` */
  const char *summary; /**< one sentence */
  const mr_key *keys;  /**< besides the common ones */
  size_t key_count;
  size_t game_size; /**< of the struct that begins with the mr_game */
  /**
   * Makes a game of a checked definition: sets ops, facets, start and the rest of info of a zeroed
   * game that has its names and an empty arena. Complaints go to `list`; what a failure leaves in
   * the game is freed by the caller.
   */
  mr_status (*build)(mr_game *game, const mr_definition *definition, mr_diagnostics *list);
  /**
   * Checks weights for engines, and fills info.weights with them as text that lives as long as the
   * game; NULL: the family has none. What does not fit the game is an error where the weights are
   * its `own`, and is left out where they are those of a parent.
   */
  mr_status (*read_weights)(mr_game *game, const mr_definition *weights, bool own,
                            mr_diagnostics *list);
  const mr_generator *generator; /**< (optional) makes definitions of this family */
  /**
   * The size of the board of a definition, for lists, without compiling it; what cannot be read is
   * left out or guessed.
   */
  void (*board)(const mr_definition *definition, unsigned *columns, unsigned *rows);
  const mr_absent_game *absent; /**< (optional) ended by a row without a name */
  /**
   * (optional) Why a key can do nothing in a game, as words behind "does nothing": "with start,
   * which says what is in hand"; NULL: it can do something.
   */
  const char *(*idle)(const mr_game *game, const mr_key *key);
} mr_family;

/**
 * Compiles a checked definition: allocates the game, fills in what is the same in all families
 * (names, whether it begins with a deal) and has the rest built. The catalogue adds
 * definition_hash.
 * @return what the family's build returned, or MR_ERR_NOMEM with a complaint in `list`; *out is
 * then untouched and nothing stays allocated
 */
MR_NODISCARD MR_API mr_status mr_family_compile(const mr_family *family,
                                                const mr_definition *definition,
                                                const mr_allocator *allocator, mr_game **out,
                                                mr_diagnostics *list);

/** `size` made a multiple of ::MR_STATE_ALIGN, as states and undo records are. For families. */
static inline size_t mr_state_round_up(size_t size) {
  return (size + MR_STATE_ALIGN - 1) / MR_STATE_ALIGN * MR_STATE_ALIGN;
}

MR_END_C

#endif
