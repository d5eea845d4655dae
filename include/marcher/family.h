/**
 * @file family.h
 * What a family of rules offers to the catalogue. Families include this header, never catalog.h,
 * which is above them.
 */
#ifndef MARCHER_FAMILY_H
#define MARCHER_FAMILY_H

#include <marcher/definition.h>
#include <marcher/game.h>

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
} mr_family;

/**
 * Fills name, title and summary of `info` from a definition, copied into the game's own arena,
 * since a game outlives its definition. The catalogue fills definition_hash. For compilers.
 */
MR_NODISCARD MR_API mr_status mr_family_name_game(const mr_definition *definition, mr_arena *arena,
                                                  mr_game_info *info);

#endif
