/**
 * @file chart.h
 * Charts of figures as values: bars with their intervals, figures over a row of steps,
 * distributions, heat on a board. Who has figures makes them; the painters draw them as text and as
 * SVG.
 */
#ifndef MARCHER_CHART_H
#define MARCHER_CHART_H

#include <marcher/view.h>

MR_BEGIN_C

/** What a chart is. */
typedef enum mr_chart_kind {
  MR_CHART_BARS,   /**< a bar for each row, from `from` to its value, with its interval */
  MR_CHART_POINTS, /**< rows side by side, a point and its interval each, joined by a line */
  MR_CHART_COUNTS, /**< rows side by side as columns: how often each occurs */
  MR_CHART_HEAT    /**< a board whose squares are the stronger the more happened there */
} mr_chart_kind;

/** No chart has more rows. */
#define MR_CHART_ROWS_MAX 64

/** One figure. */
typedef struct mr_chart_row {
  const char *label; /**< "BL-15" */
  const char *text;  /**< the figure for people, "71.0% (66.2 to 75.4)"; may be "" */
  double value;
  double low; /**< of its interval; the value where it has none */
  double high;
} mr_chart_row;

/** A chart. Texts, rows and the picture live at least as long as it is used. */
typedef struct mr_chart {
  mr_chart_kind kind;
  const mr_chart_row *rows;
  size_t row_count;
  double from; /**< the axis; `to` is more than `from` */
  double to;
  double factor;    /**< of the numbers beside the axis: 100 for shares */
  const char *unit; /**< behind them: "%" */
  bool wished;      /**< there is a band that somebody wishes the figures to be in */
  double wish_low;
  double wish_high;
  const mr_view *view;  /**< of heat: the board; its pieces are not drawn */
  const uint64_t *heat; /**< for each cell of `view`, in reading order */
} mr_chart;

MR_END_C

#endif
