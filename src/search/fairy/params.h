/**
 * @file params.h
 * Numbers of the search and of the measured evaluation that `marcher spsa` tunes: a table with a
 * name, the value that a search has unless it is told otherwise, and the range in which it makes
 * sense. A further one is a row here, and `s->params.NAME` in place of its number, or in measure.h
 * `x->params->NAME`.
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
#define MR_FYS_SEARCH_PARAMS(X)                                                                  \
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

/*
 * Numbers of the measured evaluation (measure.h, danger.h), in its units: 208 are a pawn of chess.
 * Those of danger hold for given weights, too: what a count of it means must not depend on them.
 */
#define MR_FYS_EVAL_PARAMS(X)                                                                     \
  X(capture_part, "CapturePart", 74, 40, 90,                                                      \
    "percent of a cell's worth that are captures on it; the rest are moves to it")                \
  X(forward_part, "ForwardPart", 25, 0, 80,                                                       \
    "percent more for a cell ahead: there is what is to be won")                                  \
  X(reach_open, "ReachOpen", 110, 60, 170,                                                        \
    "a man's worth: for each cell of its reach in the opening ...")                               \
  X(reach_more_open, "ReachMoreOpen", 33, 0, 80,                                                  \
    "... and more by so much for each further cell, in tenths")                                   \
  X(reach_end, "ReachEnd", 125, 60, 190, "the same in the end ...")                               \
  X(reach_more_end, "ReachMoreEnd", 16, 0, 60, "... and there")                                   \
  X(ahead_open, "AheadOpen", 45, 15, 100,                                                         \
    "percent that slow men who only go forward are worth in the opening ...")                     \
  X(ahead_end, "AheadEnd", 90, 20, 130, "... and in the end")                                     \
  X(hand_curve, "HandCurve", 7000, 2500, 30000,                                                   \
    "hands make men alike: a value of so much is halved")                                         \
  X(promotion_open, "PromotionOpen", 16, 6, 60,                                                   \
    "what a man may become, by steps to it and this ...")                                         \
  X(promotion_end, "PromotionEnd", 10, 3, 40, "... and in the end")                               \
  X(royal_ahead, "RoyalAhead", 45, 0, 120,                                                        \
    "a royal in the opening: for each rank ahead of where it began ...")                          \
  X(royal_middle, "RoyalMiddle", 32, 0, 100, "... and for each file nearer to the middle")        \
  X(royal_end, "RoyalEnd", 100, 0, 300, "percent that the middle draws royals in the end")        \
  X(pawn_ahead_open, "PawnAheadOpen", 30, 0, 120,                                                 \
    "tenths, for each step of a pawn in the opening ...")                                         \
  X(pawn_middle, "PawnMiddle", 50, 0, 160, "... for each file nearer to the middle ...")          \
  X(pawn_ahead_end, "PawnAheadEnd", 70, 0, 250, "... and for each step in the end")               \
  X(leaper_open, "LeaperOpen", 150, 0, 350,                                                       \
    "tenths, for each cell that a leaper is nearer to the middle ...")                            \
  X(leaper_end, "LeaperEnd", 120, 0, 350, "... and in the end")                                   \
  X(middle_open, "MiddleOpen", 50, 0, 200, "the same of other men ...")                           \
  X(strong_open, "StrongOpen", 10, 0, 150, "... of strong ones ...")                              \
  X(middle_end, "MiddleEnd", 50, 0, 200, "... and in the end")                                    \
  X(held_open, "HeldOpen", 70, 0, 250, "a man in hand is worth more by this ...")                 \
  X(held_end, "HeldEnd", 20, 0, 200, "... and in the end")                                        \
  X(held_pawn, "HeldPawn", 35, 0, 200, "a pawn in hand by this")                                  \
  X(mobility_open, "MobilityOpen", 14, 0, 40,                                                     \
    "mobility, in thousandths of a 64th of what there could be ...")                              \
  X(mobility_end, "MobilityEnd", 18, 0, 50, "... and in the end")                                 \
  X(mobility_hands, "MobilityHands", 200, 50, 400,                                                \
    "percent of it in the opening where captured men come to hand")                               \
  X(mobility_half, "MobilityHalf", 8, 2, 30,                                                      \
    "cells of which half of all that mobility is worth comes")                                    \
  X(hanging, "Hanging", 10, 0, 100, "a man that is attacked and not defended ...")                \
  X(hanging_open, "HangingOpen", 45, 0, 150, "... and thousandths of its worth ...")              \
  X(hanging_end, "HangingEnd", 30, 0, 150, "... and in the end")                                  \
  X(pressed, "Pressed", 20, 0, 120, "a man that is attacked by a cheaper one ...")                \
  X(pressed_open, "PressedOpen", 50, 0, 200, "... and thousandths of its worth ...")              \
  X(pressed_end, "PressedEnd", 50, 0, 200, "... and in the end")                                  \
  X(light_threat, "LightThreat", 100, 0, 300, "percent of threats by light men")                  \
  X(heavy_threat, "HeavyThreat", 100, 0, 300, "the same of heavy men")                            \
  X(weak_open, "WeakOpen", 69, 0, 200, "a man attacked and not defended, or attacked twice")      \
  X(weak_end, "WeakEnd", 36, 0, 150, "... and in the end")                                        \
  X(king_threat_open, "KingThreatOpen", 24, 0, 150, "a royal attacks a weak man")                 \
  X(king_threat_end, "KingThreatEnd", 89, 0, 250, "... and in the end")                           \
  X(restricted, "Restricted", 7, 0, 40, "a cell that both attack and the enemy not well")         \
  X(pawn_threat_open, "PawnThreatOpen", 173, 0, 400, "a man that a pawn attacks safely")          \
  X(pawn_threat_end, "PawnThreatEnd", 94, 0, 300, "... and in the end")                           \
  X(push_threat_open, "PushThreatOpen", 48, 0, 200, "the same after a step of the pawn")          \
  X(push_threat_end, "PushThreatEnd", 39, 0, 150, "... and in the end")                           \
  X(passed_open, "PassedOpen", 100, 0, 300,                                                       \
    "passed pawns, percent of what they count in chess programs ...")                             \
  X(passed_end, "PassedEnd", 100, 20, 300, "... and in the end")                                  \
  X(tempo, "Tempo", 28, 0, 100, "being the one to move")                                          \
  X(shelter, "Shelter", 5, 0, 40, "own men beside own royals")                                    \
  X(shield, "Shield", 18, 0, 60, "pawns in front of a royal")                                     \
  X(storm, "Storm", 14, 0, 60, "enemy pawns that come near it")                                   \
  X(lonely_open, "LonelyOpen", 9, 0, 60, "pawns that no pawn can defend ...")                     \
  X(lonely_end, "LonelyEnd", 20, 0, 80, "... and in the end")                                     \
  X(doubled_open, "DoubledOpen", 8, 0, 80, "pawns in the way of pawns ...")                       \
  X(doubled_end, "DoubledEnd", 40, 0, 120, "... and in the end")                                  \
  X(chain_open, "ChainOpen", 8, 0, 30, "pawns that hold together ...")                            \
  X(chain_end, "ChainEnd", 3, 0, 30, "... and in the end")                                        \
  X(chain_horde, "ChainHorde", 280, 50, 600, "percent of it where pawns are an army")             \
  X(escort, "Escort", 5, 0, 20, "royals beside passed pawns")                                     \
  X(free_open, "FreeOpen", 5, 0, 20, "passed pawns with an open way ...")                         \
  X(free_end, "FreeEnd", 5, 0, 20, "... and in the end")                                          \
  X(pair_open, "PairOpen", 60, 0, 200, "men bound to colours, on both of them ...")               \
  X(pair_end, "PairEnd", 80, 0, 200, "... and in the end")                                        \
  X(outpost_open, "OutpostOpen", 40, 0, 150, "leapers that no pawn drives away ...")              \
  X(outpost_end, "OutpostEnd", 28, 0, 150, "... and in the end")                                  \
  X(flank, "Flank", 8, 0, 40, "a cell on a royal's side that the enemy attacks")                  \
  X(far_pawns, "FarPawns", 16, 0, 60, "in the end, a step from a royal to its nearest pawn")      \
  X(race, "Race", 9, 0, 80, "a goal within reach: 512 times so many thousandths of a pawn")       \
  X(race_royal, "RaceRoyal", 33, 0, 300,                                                          \
    "percent of it for a royal whose goal both sides share, and where there are drops ...")       \
  X(race_far, "RaceFar", 150, 0, 300, "... and for one with a goal of its own")                   \
  X(scarce, "Scarce", 40, 0, 120,                                                                 \
    "the last of a kind whose loss ends the game: 256 times so many thousandths of a pawn")       \
  X(checks_open, "ChecksOpen", 40, 0, 120,                                                        \
    "a single check left to give: 256 times so many thousandths of a pawn ...")                   \
  X(checks_end, "ChecksEnd", 20, 0, 120, "... and in the end")                                    \
  X(connect, "Connect", 100, 0, 400,                                                              \
    "a row that lacks one man of two: 16 times so many thousandths of a pawn")                    \
  X(duty, "Duty", 50, 0, 400,                                                                     \
    "a duty to capture where men are to be lost: 256 times so many thousandths")                  \
  X(duty_worth, "DutyWorth", 15, 0, 400, "the same where men are worth having, twice with hands") \
  X(offer, "Offer", 700, 0, 2000,                                                                 \
    "a cell to offer a man on that is to be lost, in thousandths of a pawn")                      \
  X(gift, "Gift", 1100, 0, 2000, "more for it where nothing takes back")                          \
  X(losing_open, "LosingOpen", 35, 0, 100,                                                        \
    "percent of its worth that a man keeps who is to be lost, where there are kings ...")         \
  X(losing_end, "LosingEnd", 0, 0, 100, "... and in the end")                                     \
  X(losing_mobility, "LosingMobility", 280, 50, 800, "percent of mobility there")                 \
  X(landing, "Landing", 5, 0, 40, "cells where a kind in hand may land")                          \
  X(danger_weight, "DangerWeight", 256, 50, 1000, "danger: what its square weighs, in 256ths")    \
  X(danger_hole, "DangerHole", 183, 0, 600,                                                       \
    "a cell beside a royal that is attacked and has no other guard")                              \
  X(danger_unsafe, "DangerUnsafe", 148, 0, 500,                                                   \
    "a cell from which a check would be answered by taking")                                      \
  X(danger_ring, "DangerRing", 69, 0, 300, "a cell beside a royal that is attacked")              \
  X(danger_no_strong, "DangerNoStrong", 873, 0, 2500,                                             \
    "the attackers have lost their strongest men")                                                \
  X(danger_shield, "DangerShield", 60, 0, 250,                                                    \
    "a pawn before the royal, half for one farther away")                                         \
  X(danger_siege, "DangerSiege", 100, 0, 300, "percent of what attackers count")                  \
  X(danger_check, "DangerCheck", 100, 0, 300, "percent of what safe checks count")                \
  X(danger_flank, "DangerFlank", 100, 0, 400,                                                     \
    "percent of what attacks on the royal's side of the board count")                             \
  X(danger_guard, "DangerGuard", 4, 0, 40, "what a cell there that is defended takes off")        \
  X(danger_checks, "DangerChecks", 450, 0, 2000,                                                  \
    "percent more of danger by the checks left to give and three more")

#define MR_FYS_MEMBER(member, name, value, least, most, about) int member;
/** Numbers of the measured evaluation. */
typedef struct mr_fys_eval_params {
  MR_FYS_EVAL_PARAMS(MR_FYS_MEMBER)
} mr_fys_eval_params;

typedef struct mr_fys_params {
  MR_FYS_SEARCH_PARAMS(MR_FYS_MEMBER)
  mr_fys_eval_params eval;
} mr_fys_params;
#undef MR_FYS_MEMBER

/** The usual values. */
extern const mr_fys_params mr_fys_usual_params;

/** The rows of the table. */
const mr_engine_parameter *mr_fys_parameters(size_t *count);

/** Sets what a text says, "FutilityBase=90 NullStep=140", over the usual values.
 *  @param text NULL: nothing. @return MR_ERR_UNKNOWN for a name, MR_ERR_RANGE, MR_ERR_SYNTAX */
MR_NODISCARD mr_status mr_fys_params_read(const char *text, mr_fys_params *out, mr_error *err);

#endif
