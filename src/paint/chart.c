/* Charts on a terminal. */
#include <math.h>

#include "paint/paint_priv.h"

enum {
  LABEL_MAX = 34,
  BAR_MIN = 10,
  BAR_MAX = 50,
  INDENT = 2,
  WIDTH_STANDARD = 80,
  SHADES = 5 /* a blank and four */
};

/** A chart that is being written. */
typedef struct sheet {
  const mr_chart *chart;
  const mr_paint_style *style;
  mr_paint_pen pen;
  size_t width;
} sheet;

static const mr_paint_look bar_look = {179, MR_PAINT_DEFAULT, false};

/* Where a figure lies on an axis of so many columns. */
static size_t place_of(const mr_chart *chart, double value, size_t columns) {
  double part = (value - chart->from) / (chart->to - chart->from);
  part = part > 0 ? part : 0; /* NaN, too */
  return (size_t)lround(fmin(part, 1) * (double)columns);
}

/* ---- bars ------------------------------------------------------------------------------------ */

/* What stands in a column of a bar: what is sure, what may be, the figure, the edge of the wish. */
static const char *bar_sign(const sheet *to, const mr_chart_row *row, size_t at, size_t columns) {
  const mr_chart *chart = to->chart;
  bool unicode = to->style->unicode;
  size_t value = place_of(chart, row->value, columns);
  value -= value == columns && value > 0;
  if (at == value) {
    return unicode ? "┃" : "|";
  }
  size_t zero = place_of(chart, 0, columns); /* bars begin there, to either side */
  bool sure = (at >= zero && at < value && at < place_of(chart, row->low, columns)) ||
              (at < zero && at > value && at >= place_of(chart, row->high, columns));
  if (sure && chart->kind == MR_CHART_BARS) {
    return unicode ? "█" : "#";
  }
  if (at >= place_of(chart, row->low, columns) && at < place_of(chart, row->high, columns)) {
    return unicode ? (at < value && chart->kind == MR_CHART_BARS ? "▓" : "░") : "-";
  }
  bool edge = chart->wished && (at == place_of(chart, chart->wish_low, columns) ||
                                at == place_of(chart, chart->wish_high, columns));
  return edge ? (unicode ? "┊" : ":") : " ";
}

static size_t widest_label(const mr_chart *chart) {
  size_t width = 0;
  for (size_t i = 0; i < chart->row_count; i++) {
    size_t own = mr_paint_width(chart->rows[i].label);
    width = own > width ? own : width;
  }
  return width < LABEL_MAX ? width : LABEL_MAX;
}

static size_t widest_text(const mr_chart *chart) {
  size_t width = 0;
  for (size_t i = 0; i < chart->row_count; i++) {
    size_t own = mr_paint_width(chart->rows[i].text);
    width = own > width ? own : width;
  }
  return width;
}

static void put_bars(sheet *to) {
  const mr_chart *chart = to->chart;
  size_t label = widest_label(chart);
  size_t taken = INDENT + label + 1 + 1 + widest_text(chart);
  size_t columns = to->width > taken + BAR_MIN ? to->width - taken : BAR_MIN;
  columns = columns < BAR_MAX ? columns : BAR_MAX;
  for (size_t i = 0; i < chart->row_count; i++) {
    const mr_chart_row *row = &chart->rows[i];
    mr_paint_pen_to(&to->pen, INDENT);
    mr_paint_pen_left(&to->pen, row->label, label);
    mr_paint_pen_to(&to->pen, INDENT + label + 1);
    mr_paint_pen_look(&to->pen, bar_look);
    for (size_t at = 0; at < columns; at++) {
      mr_paint_pen_own(&to->pen, bar_sign(to, row, at, columns));
    }
    mr_paint_pen_look(&to->pen, MR_PAINT_PLAIN);
    mr_paint_pen_to(&to->pen, INDENT + label + 1 + columns + 1);
    mr_paint_pen_put(&to->pen, row->text);
    mr_paint_pen_line(&to->pen);
  }
}

/* ---- distributions --------------------------------------------------------------------------- */

static void put_counts(sheet *to) {
  static const char *const unicode[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static const char *const ascii[] = {" ", ".", ".", ":", ":", "+", "+", "#", "#"};
  const mr_chart *chart = to->chart;
  const char *const *signs = to->style->unicode ? unicode : ascii;
  double most = 0;
  for (size_t i = 0; i < chart->row_count; i++) {
    most = fmax(most, chart->rows[i].value);
  }
  if (chart->row_count == 0 || most <= 0) {
    return;
  }
  mr_paint_pen_to(&to->pen, INDENT);
  mr_paint_pen_put(&to->pen, chart->rows[0].label);
  mr_paint_pen_char(&to->pen, ' ');
  mr_paint_pen_look(&to->pen, bar_look);
  for (size_t i = 0; i < chart->row_count; i++) {
    double height = chart->rows[i].value / most;
    long step = lround(ceil(8 * height));
    mr_paint_pen_own(&to->pen, signs[step < 0 ? 0 : step > 8 ? 8 : step]);
  }
  mr_paint_pen_look(&to->pen, MR_PAINT_PLAIN);
  mr_paint_pen_char(&to->pen, ' ');
  mr_paint_pen_put(&to->pen, chart->rows[chart->row_count - 1].label);
  mr_paint_pen_line(&to->pen);
}

/* ---- heat ------------------------------------------------------------------------------------ */

/* What happened in a block of cells, and whether there is a square in it. */
static uint64_t heat_of(const mr_chart *chart, size_t column, size_t row, size_t block, bool *any) {
  const mr_view *view = chart->view;
  uint64_t sum = 0;
  for (size_t r = row; r < row + block && r < view->rows; r++) {
    for (size_t c = column; c < column + block && c < view->columns; c++) {
      size_t at = r * view->columns + c;
      *any = *any || !mr_paint_is_void(&view->cells[at]);
      sum += chart->heat[at];
    }
  }
  return sum;
}

static uint64_t hottest(const mr_chart *chart, size_t block) {
  uint64_t most = 0;
  bool any = false;
  for (size_t r = 0; r < chart->view->rows; r += block) {
    for (size_t c = 0; c < chart->view->columns; c += block) {
      uint64_t own = heat_of(chart, c, r, block, &any);
      most = own > most ? own : most;
    }
  }
  return most;
}

/* How strong, 0 .. SHADES - 1: by the root, so that what is rare shows, too. */
static size_t shade_of(uint64_t heat, uint64_t most) {
  double part = most > 0 ? sqrt((double)heat / (double)most) : 0;
  size_t shade = (size_t)ceil(part * (SHADES - 1));
  return shade < SHADES ? shade : SHADES - 1;
}

/* How many each sign stands for: what shade_of makes of them. */
static void put_legend(sheet *to, const char *const *signs, uint64_t most) {
  uint64_t from = 0;
  mr_paint_pen_to(&to->pen, INDENT);
  for (size_t shade = 0; shade < SHADES; shade++) {
    double part = (double)shade / (SHADES - 1);
    uint64_t end = shade == SHADES - 1 ? most : (uint64_t)(part * part * (double)most);
    if (end < from) {
      continue; /* nothing is so rare */
    }
    char text[64];
    mr_str range = mr_str_fixed(text, sizeof text);
    mr_str_format(&range, end > from ? " %llu to %llu" : " %llu", (unsigned long long)from,
                  (unsigned long long)end);
    mr_paint_pen_put(&to->pen, from > 0 ? "  " : "");
    mr_paint_pen_look(&to->pen, bar_look);
    mr_paint_pen_own(&to->pen, signs[shade]);
    mr_paint_pen_look(&to->pen, MR_PAINT_PLAIN);
    mr_paint_pen_put(&to->pen, text);
    from = end + 1;
  }
  mr_paint_pen_line(&to->pen);
}

static void put_heat(sheet *to) {
  static const char *const unicode[SHADES] = {"·", "░", "▒", "▓", "█"};
  static const char *const ascii[SHADES] = {".", "-", "+", "*", "#"};
  const char *const *signs = to->style->unicode ? unicode : ascii;
  const mr_chart *chart = to->chart;
  const mr_view *view = chart->view;
  size_t names = mr_paint_longest(view->row_names, 0, view->rows);
  size_t room = to->width > names + INDENT + 1 ? to->width - names - INDENT - 1 : 1;
  size_t block = (view->columns + room - 1) / room;
  size_t step = block == 1 && 2 * (size_t)view->columns <= room ? 2 : 1;
  uint64_t most = hottest(chart, block);
  for (size_t r = 0; r < view->rows; r += block) {
    mr_paint_pen_to(&to->pen, INDENT);
    mr_paint_pen_right(&to->pen, mr_paint_name(view->row_names, (unsigned)r), names);
    mr_paint_pen_char(&to->pen, ' ');
    mr_paint_pen_look(&to->pen, bar_look);
    for (size_t c = 0; c < view->columns; c += block) {
      bool any = false;
      uint64_t heat = heat_of(chart, c, r, block, &any);
      const char *sign = any ? signs[shade_of(heat, most)] : " ";
      mr_paint_pen_own(&to->pen, sign);
      mr_paint_pen_own(&to->pen, step == 2 ? (shade_of(heat, most) > 0 ? sign : " ") : "");
    }
    mr_paint_pen_look(&to->pen, MR_PAINT_PLAIN);
    mr_paint_pen_line(&to->pen);
  }
  mr_paint_pen_to(&to->pen, INDENT + names + 1);
  for (size_t c = 0; c < view->columns && step == 2; c++) {
    mr_paint_pen_left(&to->pen, mr_paint_name(view->column_names, (unsigned)c), 2);
  }
  mr_paint_pen_end(&to->pen);
  put_legend(to, signs, most);
}

void mr_paint_chart(const mr_game *game, const mr_chart *chart, const mr_paint_style *style,
                    mr_str *out) {
  static const mr_paint_style plain = {0};
  (void)game;
  sheet to = {.chart = chart, .style = style != NULL ? style : &plain};
  to.width = to.style->width > 0 ? to.style->width : WIDTH_STANDARD;
  mr_paint_pen_init(&to.pen, out, to.style->colour);
  switch (chart->kind) {
  case MR_CHART_BARS:
  case MR_CHART_POINTS:
    put_bars(&to);
    break;
  case MR_CHART_COUNTS:
    put_counts(&to);
    break;
  case MR_CHART_HEAT:
    put_heat(&to);
    break;
  }
}
