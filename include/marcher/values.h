/**
 * @file values.h
 * What pieces are worth: a logistic regression of results on differences of material, with
 * intervals by a bootstrap over games (or pairs of them), which do not depend on each other as
 * positions of one game do. The differences come from quiet positions of games, or from beginnings
 * in which something is taken off or exchanged (replacement matches).
 *
 * @source D. Cox, "The regression analysis of binary sequences", J. R. Stat. Soc. B 20 (1958); B.
 * Efron, "Bootstrap methods", Annals of Statistics 7 (1979); R. Davidson, J. MacKinnon, "Bootstrap
 * testing in nonlinear models", Int. Econ. Rev. 40 (1999), for replicates of one Newton step; T.
 * Hesterberg, "What teachers should know about the bootstrap", American Statistician 69 (2015), for
 * percentiles that are as wide as few games need; H. G. Muller's replacement matches, as he
 * describes them for chess variants.
 */
#ifndef MARCHER_VALUES_H
#define MARCHER_VALUES_H

#include <marcher/material.h>
#include <marcher/random.h>
#include <marcher/stats.h>

MR_BEGIN_C

/* ---- from differences to values -------------------------------------------------------------- */

/** Cases in which a kind must tell the sides apart before anything is said of it. */
#define MR_VALUES_CASES_MIN 12

/** Cases under collection. */
typedef struct mr_values mr_values;

/** What a kind is worth. */
typedef struct mr_value {
  bool known;        /**< enough cases; else the rest means nothing */
  unsigned bound;    /**< kinds with the same number are not told apart, and not known: how many
                          more there are of one follows from the others, and from nothing else where
                          it is alone. What is said of them is good for plans of matches alone. 0:
                          it is none of these */
  uint64_t cases;    /**< games, or pairs, in which the sides differed in it; where one side alone
                          has it, games in which that was not as in most */
  mr_interval odds;  /**< by how much one more raises the logarithm of the odds of a point */
  mr_interval value; /**< the same in units; infinite where the unit cannot be told from nothing */
} mr_value;

/** How far the order of kinds agrees with that of the designer's table. */
typedef struct mr_rank {
  size_t count;          /**< kinds of which both is known */
  mr_interval agreement; /**< Spearman's correlation, by the same replicates; its value is NaN for
                              fewer than three kinds, or where all are alike */
} mr_rank;

/** An empty collection; the kinds must outlive it. @return MR_ERR_NOMEM */
MR_NODISCARD MR_API mr_status mr_values_new(const mr_material_kinds *kinds,
                                            const mr_allocator *allocator, mr_values **out,
                                            mr_error *err);
/** Frees it; NULL is accepted. */
MR_API void mr_values_free(mr_values *values);

/**
 * Adds a position of the case that was begun last, or begins another one.
 * @param points of the side of seat 0, quarter points @return MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_values_add(mr_values *values, bool begins,
                                            const mr_material *material, unsigned points,
                                            mr_error *err);

/** Cases that were begun. */
MR_API uint64_t mr_values_cases(const mr_values *values);

/** How values are worked out. */
typedef struct mr_values_ask {
  size_t unit;    /**< index of the kind that is worth 1 */
  bool positions; /**< of games, not differences from how games begin: they count for less the more
                       the material decides them, since games that are as good as over say how
                       often they are spoilt, and not what pieces are worth */
  uint64_t seed;  /**< of the samples */
} mr_values_ask;

/**
 * Works the values out.
 * @param out room for as many as there are kinds
 * @param rank receives how the order agrees with the designer's; may be NULL
 * @return MR_ERR_NOMEM; MR_ERR_UNSUPPORTED where nothing is known of any kind, or all games ended
 * alike; `rank` is untouched then
 */
MR_NODISCARD MR_API mr_status mr_values_fit(const mr_values *values, const mr_values_ask *ask,
                                            mr_value *out, mr_rank *rank, mr_error *err);

/** Points of 0 .. 1 above an even game that so much of the logarithm of odds is. */
MR_API double mr_values_points(double odds);

/**
 * Spearman's correlation of ranks, mean ranks for ties; NaN for fewer than three or where all are
 * alike. @param count at most ::MR_MATERIAL_KINDS_MAX
 */
MR_API double mr_rank_correlation(const double *x, const double *y, size_t count);

/* ---- replacement matches --------------------------------------------------------------------- */

/** No plan has more matches. */
#define MR_REPLACEMENTS_MAX 128
/** Changes of one beginning, at most. */
#define MR_REPLACEMENT_EDITS_MAX 6

/** One piece less, or another one in its place. */
typedef struct mr_edit {
  uint8_t side; /**< 0: of the side that the match is about; 1: of the other */
  uint8_t kind;
  int16_t becomes; /**< -1: it is taken off */
} mr_edit;

/** Beginnings with the same changes. */
typedef struct mr_replacement {
  uint8_t subject; /**< the kind that is asked about */
  bool fixed;      /**< the side that it is about is always `seat`, for the other has no such men */
  uint8_t seat;    /**< 0 or 1 */
  size_t count;
  mr_edit edits[MR_REPLACEMENT_EDITS_MAX];
} mr_replacement;

/** Matches that together tell what each kind is worth. */
typedef struct mr_replacements {
  const mr_game *game;
  const mr_material_kinds *kinds;
  uint64_t seed;
  size_t count;
  mr_replacement items[MR_REPLACEMENTS_MAX];
} mr_replacements;

/**
 * Plans matches: one without changes; the unit, once and twice off, more often than the rest, for
 * all is measured in it; each kind off one side with men of the other side off that are roughly
 * worth as much; each kind that is not there at the beginning in the place of one that is.
 * @param rough what kinds are worth, as far as is known; kinds of which it is not are compared with
 * the unit
 * @return MR_ERR_UNSUPPORTED where no game begins with a position that can be changed, with the
 * reason; MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_replacements_plan(const mr_material_kinds *kinds, size_t unit,
                                                   const mr_value *rough, uint64_t seed,
                                                   mr_replacements *out, mr_error *err);

/** No plan of such kinds has more matches. */
MR_API size_t mr_replacements_most(const mr_material_kinds *kinds);

/** Which match game `index` is of. Games 2i and 2i + 1 are a pair: the same changes, of each side.
 */
MR_API const mr_replacement *mr_replacements_of(const mr_replacements *plan, uint64_t index);

/** Writes where game `index` begins: mr_experiment.begin, whose context is a plan.
 *  @return MR_ERR_UNSUPPORTED where the game does not read such a position, MR_ERR_NOMEM */
MR_NODISCARD MR_API mr_status mr_replacements_begin(const void *plan, uint64_t index,
                                                    mr_state *state, mr_error *err);

/** What game `index` begins with more or less than the game itself does. */
MR_API void mr_replacements_material(const mr_replacements *plan, uint64_t index, mr_material *out);

/** Writes a match in words: "Q less against R B". */
MR_API void mr_replacement_text(const mr_replacements *plan, const mr_replacement *match,
                                mr_str *out);

MR_END_C

#endif
