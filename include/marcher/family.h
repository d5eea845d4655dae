/**
 * @file family.h
 * What a family of rules offers to the catalogue. Families include this header, never catalog.h,
 * which is above them.
 */
#ifndef MARCHER_FAMILY_H
#define MARCHER_FAMILY_H

#include <marcher/definition.h>
#include <marcher/game.h>

/** One setting of a generator of definitions: a word of the command line. */
typedef struct mr_generator_option {
  const char *name;    /**< "towns" */
  const char *value;   /**< what is to be put there, for help: "N", "WxH", "PERCENT" */
  const char *initial; /**< what holds without it */
  const char *help;    /**< one sentence without its stop */
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

/** A family of rules: a table of keys and a compiler. */
typedef struct mr_family {
  const char *name;    /**< value of the key `family` */
  const char *summary; /**< one sentence */
  const mr_key *keys;  /**< besides the common ones */
  size_t key_count;
  /** Compiles a checked definition. Complaints go to `list`; on failure nothing is allocated. */
  mr_status (*compile)(const mr_definition *definition, const mr_allocator *allocator,
                       mr_game **out, mr_diagnostics *list);
  /**
   * Checks weights for engines, and fills info.weights with them as text that lives as long as the
   * game; NULL: the family has none. What does not fit the game is an error where the weights are
   * its `own`, and is left out where they are those of a parent.
   */
  mr_status (*weigh)(mr_game *game, const mr_definition *weights, bool own, mr_diagnostics *list);
  const mr_generator *generator; /**< (optional) makes definitions of this family */
} mr_family;

/**
 * Fills name, title and summary of `info` from a definition, copied into the game's own arena,
 * since a game outlives its definition. The catalogue fills definition_hash. For compilers.
 */
MR_NODISCARD MR_API mr_status mr_family_name_game(const mr_definition *definition, mr_arena *arena,
                                                  mr_game_info *info);

#endif
