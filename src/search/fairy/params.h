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
#define MR_FYS_PARAMS(X)                                                                          \
  X(razor_base, "RazorBase", 200, 0, 800,                                                         \
    "razoring: so far below alpha a position is left to captures ...")                            \
  X(razor_square, "RazorSquare", 180, 0, 600, "... and this more for each square of the depth")   \
  X(reverse_margin, "ReverseMargin", 85, 10, 300,                                                 \
    "reverse futility: what a side can lose in one ply")                                          \
  X(null_step, "NullStep", 150, 30, 600, "null move: so much above beta is one ply less")         \
  X(probcut_margin, "ProbcutMargin", 180, 40, 600, "ProbCut: how far a capture beats beta")       \
  X(futility_base, "FutilityBase", 110, 0, 500,                                                   \
    "futility: what a quiet action may make up for ...")                                          \
  X(futility_margin, "FutilityMargin", 105, 10, 400, "... and this more for each ply")            \
  X(history_prune, "HistoryPrune", 3800, 500, 16000,                                              \
    "history pruning: how bad for each ply, of 32768 at most")                                    \
  X(see_quiet, "SeeQuiet", 22, 2, 120,                                                            \
    "exchange pruning: what a quiet action may lose for each square of the depth")                \
  X(see_noisy, "SeeNoisy", 95, 10, 400, "the same of captures, for each ply")                     \
  X(singular_double, "SingularDouble", 30, 0, 200,                                                \
    "singular extension: so much worse are all others that it is two plies")                      \
  X(reduction_base, "ReductionBase", 6, 0, 24, "late move reduction: eighths of a ply ...")       \
  X(reduction_divisor, "ReductionDivisor", 1060, 400, 3000,                                       \
    "... and the product of two logarithms by this")                                              \
  X(reduction_cut, "ReductionCut", 170, 0, 400,                                                   \
    "the same, 128th of a ply: more where a cut is expected ...")                                 \
  X(reduction_worse, "ReductionWorse", 80, 0, 300, "... more where things get worse ...")         \
  X(reduction_noisy, "ReductionNoisy", 60, 0, 300, "... more where the hash move captures ...")   \
  X(reduction_pv, "ReductionPv", 140, 0, 400, "... less on the principal variation ...")          \
  X(reduction_was_pv, "ReductionWasPv", 0, 0, 400, "... less where it once led through ...")      \
  X(reduction_check, "ReductionCheck", 128, 0, 400, "... less for checks ...")                    \
  X(reduction_history, "ReductionHistory", 64, 24, 400, "... and a history by this is taken off") \
  X(reduction_capture, "ReductionCapture", 0, 0, 100,                                             \
    "late move reduction of safe captures off the principal variation, percent")                  \
  X(late_base, "LateBase", 12, 0, 80, "late move pruning: quarters of an action ...")             \
  X(late_percent, "LatePercent", 100, 30, 300,                                                    \
    "... and percent of the square of the depth are tried first")                                 \
  X(null_margin, "NullMargin", 0, 0, 300,                                                         \
    "null move: the static eval beats beta by this at depth 0 ...")                               \
  X(null_slope, "NullSlope", 0, 0, 60, "... and by so much less for each ply")                    \
  X(singular_margin, "SingularMargin", 32, 4, 100,                                                \
    "singular extension: sixteenths that all others are worse by, for each ply")                  \
  X(danger_depth, "DangerDepth", 1, 1, 12, "answers to an attack are extended from here on")      \
  X(delta_margin, "DeltaMargin", 160, 40, 500,                                                    \
    "delta pruning: what a capture may bring beyond the men that it wins")                        \
  X(late_captures, "LateCaptures", 32, 2, 32,                                                     \
    "so many captures of a node of the quiescence search are tried")                              \
  X(bonus_step, "BonusStep", 160, 40, 500, "histories: what a cut adds, for each ply ...")        \
  X(bonus_most, "BonusMost", 1600, 400, 4000, "... and at most")                                  \
  X(bonus_table, "BonusTable", 0, 0, 200, "percent of it for a cut by the table")                 \
  X(bonus_before, "BonusBefore", 0, 0, 200,                                                       \
    "percent of it for the action before a node that fails low")                                  \
  X(bonus_swing, "BonusSwing", 0, 0, 100,                                                         \
    "what the action before adds to its history by what it changed, tenths for each ply")

typedef struct mr_fys_params {
#define MR_FYS_MEMBER(member, name, value, least, most, about) int member;
  MR_FYS_PARAMS(MR_FYS_MEMBER)
#undef MR_FYS_MEMBER
} mr_fys_params;

/** The rows of the table. */
const mr_engine_parameter *mr_fys_parameters(size_t *count);

/** Sets what a text says, "RazorBase=210 NullStep=140", over the usual values.
 *  @param text NULL: nothing. @return MR_ERR_UNKNOWN for a name, MR_ERR_RANGE, MR_ERR_SYNTAX */
MR_NODISCARD mr_status mr_fys_params_read(const char *text, mr_fys_params *out, mr_error *err);

#endif
