/**
 * @file course.h
 * How games run their course: who leads and when it changes, how much there is to choose, where
 * things happen on the board, what dice do. Whole numbers: values of positions are thousandths of a
 * point, as the players themselves expect it. docs/LAB.md defines each.
 */
#ifndef MARCHER_COURSE_H
#define MARCHER_COURSE_H

#include <marcher/game.h>

MR_BEGIN_C

/** Squares of the largest board: MR_GRID_SIDE_MAX by as many. */
#define MR_COURSE_CELLS_MAX 14400
/** First actions of games that are told apart. */
#define MR_COURSE_OPENINGS_MAX 512
/** Turns after which the position is looked at again, for how different games are. */
#define MR_COURSE_EARLY 8
/** Outcomes of dice that are weighed one by one; a node with more of them is left out. */
#define MR_COURSE_OUTCOMES_MAX 64

/** Steps of the points of a pair of games: quarter points of both. */
#define MR_SKILL_STEPS (2 * MR_SCORE_WIN)
/** Matches between more thought and less: twice and ten times the nodes. */
#define MR_SKILL_MATCHES 2

/** What is counted once for each game; see docs/LAB.md. */
typedef enum mr_column {
  MR_COLUMN_ACTIONS,      /**< of players */
  MR_COLUMN_CHOICES,      /**< legal actions of a decision, the mean, hundredths */
  MR_COLUMN_FORCED,       /**< decisions with one legal action, thousandths of all */
  MR_COLUMN_FORCED_RUN,   /**< the longest run of them */
  MR_COLUMN_OPTIONS,      /**< actions within half a pawn of the best, the mean, hundredths */
  MR_COLUMN_LEAD_CHANGES, /**< how often the lead goes to the other side */
  MR_COLUMN_DRAMA,        /**< how far behind the winner was, thousandths */
  MR_COLUMN_DECIDED,      /**< when the winner was sure of it, thousandths of the turns */
  MR_COLUMN_KILLER,       /**< what the winner's best turn gained, thousandths of a point */
  MR_COLUMN_LUCK,         /**< what dice gave and took, together, thousandths of a point */
  MR_COLUMN_COUNT
} mr_column;

/** The course of one game. */
typedef struct mr_course {
  mr_player first;                   /**< who moved first: drawn by lot, or of the first decision */
  uint32_t columns[MR_COLUMN_COUNT]; /**< where `has` says so */
  uint32_t has;                      /**< bit c: column c means something in this game */
  bool followed;                     /**< somebody won, and positions on the way have values */
  bool comeback;                     /**< and the winner once expected no more than a quarter */
  bool rolled;                       /**< somebody won, and dice were weighed */
  int32_t luck;      /**< what dice gave the winner more than they took, thousandths of a point */
  mr_action opening; /**< the first action; MR_ACTION_NONE where it depends on a deal */
  uint64_t early;    /**< key of the position after ::MR_COURSE_EARLY turns; 0: it ended before */
  uint16_t arrived[MR_COURSE_CELLS_MAX]; /**< pieces that came to a cell */
  uint16_t fell[MR_COURSE_CELLS_MAX];    /**< pieces that were taken there */
} mr_course;

/** What games have that began with one action. */
typedef struct mr_course_opening {
  mr_action action;
  uint64_t points[MR_SCORE_WIN + 1]; /**< games by quarter points of who moved first */
} mr_course_opening;

/** Values of a column, one for each game that has it. */
typedef struct mr_samples {
  uint32_t *items;
  size_t count;
  size_t capacity;
} mr_samples;

/** The courses of many games: whole numbers that can be added up in any order. */
typedef struct mr_courses {
  uint64_t first[MR_SCORE_WIN + 1]; /**< games by quarter points of who moved first */
  uint64_t followed;
  uint64_t comebacks;
  uint64_t rolled;
  uint64_t luckier; /**< of those the luckier won */
  uint64_t turned;  /**< of those luck made up for more than half a point */
  mr_samples columns[MR_COLUMN_COUNT];
  uint64_t *early; /**< keys of positions, in any order */
  size_t early_count;
  size_t early_capacity;
  mr_course_opening *openings;
  size_t opening_count;
  size_t opening_capacity;
  uint64_t skill[MR_SKILL_MATCHES][MR_SKILL_STEPS + 1]; /**< pairs by points of who thinks more */
  /** Pairs among these of which one game was broken off, and counts as drawn, by the points of the
      other one. */
  uint64_t skill_once[MR_SKILL_MATCHES][MR_SCORE_WIN + 1];
  uint64_t skill_neither[MR_SKILL_MATCHES]; /**< those of which both were */
  uint64_t *arrived;                        /**< by cell; NULL before the first game */
  uint64_t *fell;
  size_t cells;
} mr_courses;

/** Of thousandths: who expects more leads, who expects less than the rest does not. */
#define MR_COURSE_LEADS 550
/** A winner who once expected no more came back. */
#define MR_COURSE_LOST 250
/** A winner who expects at least so much to the end was sure of it. */
#define MR_COURSE_SURE 900
/** Hundredths of a pawn: so near to the best, an action is an option. */
#define MR_COURSE_OPTION 50

MR_END_C

#endif
