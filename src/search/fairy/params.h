/**
 * @file params.h
 * Numbers of the search that `marcher spsa` tunes: a table with a name, the value that a search has
 * unless it is told otherwise, and the range in which it makes sense. A further one is a row here,
 * and `s->params.NAME` in place of its number.
 *
 * Every search has a copy of its own, beside what nodes read anyway: that costs a load in place of
 * a constant, 0.4% of the instructions (README.md).
 */
#ifndef MARCHER_SEARCH_FAIRY_PARAMS_H
#define MARCHER_SEARCH_FAIRY_PARAMS_H

#include <marcher/engine.h>

/*
 * X(member, name, value, least, most, what it is). Margins are in hundredths of a pawn. They began
 * as usual values of programs for chess, set by hand: games of other pieces get them because values
 * are scaled such that a pawn is about a hundred.
 */
#define MR_FYS_PARAMS(X)                                                                         \
  X(reverse_margin, "ReverseMargin", 100, 10, 300,                                               \
    "reverse futility: what a side can lose in one ply")                                         \
  X(null_step, "NullStep", 96, 30, 600, "null move: so much above beta is one ply less")         \
  X(null_margin, "NullMargin", 75, 0, 300,                                                       \
    "null move: the static eval beats beta by this at depth 0 ...")                              \
  X(null_slope, "NullSlope", 9, 0, 60, "... and by so much less for each ply")                   \
  X(probcut_margin, "ProbcutMargin", 98, 40, 600, "ProbCut: how far a capture beats beta")       \
  X(futility_base, "FutilityBase", 82, 0, 500,                                                   \
    "futility: what a quiet action may make up for ...")                                         \
  X(futility_margin, "FutilityMargin", 74, 10, 400, "... and this more for each ply")            \
  X(see_quiet, "SeeQuiet", 47, 5, 200,                                                           \
    "exchange pruning: what a quiet action may lose, in percent of a usual curve")               \
  X(see_noisy, "SeeNoisy", 102, 10, 400, "the same of captures and checks, for each ply")        \
  X(singular_margin, "SingularMargin", 32, 4, 100,                                               \
    "singular extension: sixteenths that all others are worse by, for each ply")                 \
  X(singular_double, "SingularDouble", 30, 0, 200,                                               \
    "the same: so much worse are all others that it is two plies")                               \
  X(reduction_base, "ReductionBase", 4, 0, 24, "late move reduction: eighths of a ply ...")      \
  X(reduction_divisor, "ReductionDivisor", 1093, 400, 3000,                                      \
    "... and the product of two logarithms by this")                                             \
  X(reduction_worse, "ReductionWorse", 128, 0, 400,                                              \
    "the same, 128th of a ply: more where things get worse ...")                                 \
  X(reduction_cut, "ReductionCut", 128, 0, 400,                                                  \
    "... more where a cut is expected, and twice where the action is quiet ...")                 \
  X(reduction_noisy, "ReductionNoisy", 128, 0, 400, "... more where the hash move captures ...") \
  X(reduction_off_pv, "ReductionOffPv", 128, 0, 400, "... more off the principal variation ...") \
  X(reduction_pv, "ReductionPv", 128, 0, 400, "... less on it ...")                              \
  X(reduction_was_pv, "ReductionWasPv", 256, 0, 600, "... less where it leads or once led ...")  \
  X(reduction_history, "ReductionHistory", 115, 24, 400,                                         \
    "... and a quiet action's histories by this are taken off")                                  \
  X(late_base, "LateBase", 12, 0, 80, "late move pruning: quarters of an action ...")            \
  X(late_percent, "LatePercent", 100, 30, 300,                                                   \
    "... and percent of the square of the depth are tried first")                                \
  X(danger_depth, "DangerDepth", 6, 1, 12, "answers to an attack are extended from here on")     \
  X(delta_margin, "DeltaMargin", 73, 20, 500,                                                    \
    "delta pruning: what a capture may bring beyond the men that it wins")                       \
  X(late_captures, "LateCaptures", 2, 1, 32,                                                     \
    "so many captures of a node of the quiescence search are tried, unless they give check")     \
  X(bonus_step, "BonusStep", 229, 40, 500, "histories: what a cut adds, for each ply ...")       \
  X(bonus_square, "BonusSquare", 6, 0, 20, "... and for the square of the depth")

typedef struct mr_fys_params {
#define MR_FYS_MEMBER(member, name, value, least, most, about) int member;
  MR_FYS_PARAMS(MR_FYS_MEMBER)
#undef MR_FYS_MEMBER
} mr_fys_params;

/** The rows of the table. */
const mr_engine_parameter *mr_fys_parameters(size_t *count);

/** Sets what a text says, "FutilityBase=90 NullStep=140", over the usual values.
 *  @param text NULL: nothing. @return MR_ERR_UNKNOWN for a name, MR_ERR_RANGE, MR_ERR_SYNTAX */
MR_NODISCARD mr_status mr_fys_params_read(const char *text, mr_fys_params *out, mr_error *err);

#endif
