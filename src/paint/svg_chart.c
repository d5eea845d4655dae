/* Charts as SVG: whole numbers, no ids; colours are the page's, so that they do in the dark. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paint/svg_priv.h"

enum {
  WIDTH = 640,
  NARROW = 340, /* of a telephone: letters keep their size, and names stand above their bars */
  NARROW_ROW = 44,
  NARROW_NAME = 17,
  LABEL_SIZE = 14,
  ROW_HEIGHT = 26,
  AXIS_HEIGHT = 26,
  TOP = 8,
  MARGIN = 8,
  LABEL_MOST = 230, /* a longer label is cut: what it stands for is in the table beside it */
  COLUMN_HEIGHT = 190,
  TICKS = 4,
  TICK_ROOM = 44,
  HEAT_MOST = 85 /* per cent of the colour on the hottest square: the ground shows through */
};

/** A chart that is being drawn. */
typedef struct plot {
  const mr_chart *chart;
  mr_str *out;
  bool narrow;
  bool alone; /**< a file of its own: it brings its colours */
  int width;
  int left; /**< of the axis */
  int right;
  int top;
  int bottom;
} plot;

static double part_of(const mr_chart *chart, double value) {
  double part = (value - chart->from) / (chart->to - chart->from);
  return part > 0 ? fmin(part, 1) : 0;
}

static int x_of(const plot *p, double value) {
  return p->left + (int)lround(part_of(p->chart, value) * (p->right - p->left));
}

static int y_of(const plot *p, double value) {
  return p->bottom - (int)lround(part_of(p->chart, value) * (p->bottom - p->top));
}

static const char own_style[] =
    "<style>svg{" MR_PAGE_DAY ";" MR_CHART_DAY ";color:var(--ink)}"
    "@media (prefers-color-scheme:dark){svg{" MR_PAGE_NIGHT ";" MR_CHART_NIGHT "}}</style>\n"
    "<rect width=\"100%\" height=\"100%\" fill=\"var(--paper)\"/>\n";

static void open_chart(const plot *p, int height, const char *name) {
  mr_str_format(p->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" width=\"%d\" "
                "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"" MR_SVG_FONT
                "\">\n<title>",
                p->narrow ? "narrow" : "wide", p->width, height, p->width, height);
  mr_paint_put_markup(p->out, name);
  mr_str_add(p->out, "</title>\n");
  mr_str_add(p->out, p->alone ? own_style : "");
}

static void put_text(const plot *p, int x, int y, const char *anchor, const char *text) {
  mr_svg_put_text(p->out, x, y, (mr_svg_font){LABEL_SIZE, anchor, "currentColor", false}, text);
}

/* The number beside a tick of the axis. */
static void put_tick_text(const plot *p, int x, int y, const char *anchor, double value) {
  char buffer[48];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  double shown = value * p->chart->factor;
  mr_str_format(&text, fabs(shown - round(shown)) < 1e-9 ? "%.0f%s" : "%.2f%s", shown,
                p->chart->unit);
  mr_svg_put_text(p->out, x, y, (mr_svg_font){LABEL_SIZE - 2, anchor, "var(--faint)", false},
                  buffer);
}

static double tick_of(const mr_chart *chart, int at) {
  return chart->from + (chart->to - chart->from) * at / TICKS;
}

static void put_rect(const plot *p, int x, int y, int width, int height, const char *fill) {
  mr_str_format(p->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y,
                width > 0 ? width : 1, height > 0 ? height : 1, fill);
}

static void put_line(const plot *p, int x1, int y1, int x2, int y2, const char *style) {
  mr_str_format(p->out, "<path d=\"M%d %dL%d %d\" %s/>\n", x1, y1, x2, y2, style);
}

static const char grid[] = "stroke=\"var(--faint)\" stroke-opacity=\".3\"";
static const char whisker[] = "stroke=\"var(--whisker)\" stroke-width=\"2\"";

/* ---- bars ------------------------------------------------------------------------------------ */

/* Labels are short, and of capitals: an M or an @ is wider than letters are by and large. */
static int label_width(const char *label) {
  int width = mr_svg_text_width(label, LABEL_SIZE);
  for (; label != NULL && *label != '\0'; label++) {
    width += strchr("MWmw@%", *label) != NULL ? LABEL_SIZE * 4 / 10
             : *label >= 'A' && *label <= 'Z' ? LABEL_SIZE * 2 / 10
                                              : 0;
  }
  return width;
}

static int label_room(const mr_chart *chart, bool text) {
  int width = 0;
  for (size_t i = 0; i < chart->row_count; i++) {
    int own = text ? mr_svg_text_width(chart->rows[i].text, LABEL_SIZE)
                   : label_width(chart->rows[i].label);
    width = own > width ? own : width;
  }
  return width < LABEL_MOST ? width : LABEL_MOST;
}

/* @param y of the middle of the bar */
static void put_bar(const plot *p, const mr_chart_row *row, int y) {
  int low = x_of(p, row->low), high = x_of(p, row->high), value = x_of(p, row->value);
  int zero = x_of(p, 0); /* the end of the axis, where that does not go below nothing */
  put_rect(p, value < zero ? value : zero, y - 8, abs(value - zero), 16, "var(--bar)");
  put_line(p, low, y, high, y, whisker);
  if (row->low >= p->chart->from) { /* what goes on beyond the axis has no end on it */
    put_line(p, low, y - 5, low, y + 5, whisker);
  }
  if (row->high <= p->chart->to) {
    put_line(p, high, y - 5, high, y + 5, whisker);
  }
}

static void put_bar_row(const plot *p, const mr_chart_row *row, int y) {
  if (p->narrow) {
    put_text(p, p->left, y + NARROW_NAME, "start", row->label);
    put_text(p, p->right, y + NARROW_NAME, "end", row->text);
    put_bar(p, row, y + (NARROW_ROW + NARROW_NAME) / 2);
  } else {
    int middle = y + ROW_HEIGHT / 2;
    put_text(p, p->left - MARGIN, middle + LABEL_SIZE / 3, "end", row->label);
    put_bar(p, row, middle);
    put_text(p, p->right + MARGIN, middle + LABEL_SIZE / 3, "start", row->text);
  }
}

static void put_bars(plot *p, const char *name) {
  const mr_chart *chart = p->chart;
  int row_height = p->narrow ? NARROW_ROW : ROW_HEIGHT;
  int height = TOP + (int)chart->row_count * row_height + AXIS_HEIGHT;
  p->left = p->narrow ? 2 * MARGIN : label_room(chart, false) + 2 * MARGIN;
  p->right = p->width - 2 * MARGIN - (p->narrow ? MARGIN : label_room(chart, true));
  p->top = TOP;
  p->bottom = height - AXIS_HEIGHT;
  open_chart(p, height, name);
  if (chart->wished) {
    int from = x_of(p, chart->wish_low);
    mr_str_format(p->out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"var(--wish)\" "
                  "fill-opacity=\".22\"/>\n",
                  from, p->top, x_of(p, chart->wish_high) - from, p->bottom - p->top);
  }
  for (int i = 0; i <= TICKS; i++) {
    int x = x_of(p, tick_of(chart, i));
    put_line(p, x, p->top, x, p->bottom, grid);
    put_tick_text(p, x, p->bottom + 17, "middle", tick_of(chart, i));
  }
  for (size_t i = 0; i < chart->row_count; i++) {
    put_bar_row(p, &chart->rows[i], p->top + (int)i * row_height);
  }
  mr_str_add(p->out, "</svg>\n");
}

/* ---- columns and points ---------------------------------------------------------------------- */

static int middle_of(const plot *p, size_t row) {
  int room = p->right - p->left;
  return p->left + (int)((2 * row + 1) * (size_t)room / (2 * p->chart->row_count));
}

static void put_point(const plot *p, size_t at) {
  const mr_chart_row *row = &p->chart->rows[at];
  int x = middle_of(p, at);
  int low = y_of(p, row->low), high = y_of(p, row->high);
  if (at > 0) {
    put_line(p, middle_of(p, at - 1), y_of(p, p->chart->rows[at - 1].value), x, y_of(p, row->value),
             "stroke=\"var(--bar)\" stroke-width=\"3\"");
  }
  put_line(p, x, low, x, high, whisker);
  put_line(p, x - 6, low, x + 6, low, whisker);
  put_line(p, x - 6, high, x + 6, high, whisker);
  mr_str_format(p->out, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"var(--bar)\"/>\n", x,
                y_of(p, row->value));
}

static void put_column(const plot *p, size_t at) {
  const mr_chart_row *row = &p->chart->rows[at];
  int width = (p->right - p->left) / (int)p->chart->row_count;
  int y = y_of(p, row->value);
  if (row->value > p->chart->from) {
    put_rect(p, middle_of(p, at) - width / 2, y, width > 3 ? width - 1 : width, p->bottom - y,
             "var(--bar)");
  }
}

/* Every column of few has its label; of many the first of each tenth, or fifth. */
static void put_columns(plot *p, const char *name) {
  const mr_chart *chart = p->chart;
  size_t most = p->narrow ? 5 : 10;
  size_t every = (chart->row_count + most - 1) / most;
  p->left = TICK_ROOM + MARGIN;
  p->right = p->width - MARGIN;
  p->top = TOP + 6;
  p->bottom = p->top + COLUMN_HEIGHT;
  open_chart(p, p->bottom + AXIS_HEIGHT, name);
  if (chart->wished) {
    int top = y_of(p, chart->wish_high);
    mr_str_format(p->out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"var(--wish)\" "
                  "fill-opacity=\".22\"/>\n",
                  p->left, top, p->right - p->left, y_of(p, chart->wish_low) - top);
  }
  for (int i = 0; i <= TICKS; i++) {
    int y = y_of(p, tick_of(chart, i));
    put_line(p, p->left, y, p->right, y, grid);
    put_tick_text(p, p->left - MARGIN, y + 4, "end", tick_of(chart, i));
  }
  for (size_t i = 0; i < chart->row_count; i++) {
    if (chart->kind == MR_CHART_POINTS) {
      put_point(p, i);
    } else {
      put_column(p, i);
    }
    if (i % every == 0) {
      put_text(p, middle_of(p, i), p->bottom + 19, "middle", chart->rows[i].label);
    }
  }
  mr_str_add(p->out, "</svg>\n");
}

/* ---- heat ------------------------------------------------------------------------------------ */

static uint64_t hottest(const mr_chart *chart) {
  uint64_t most = 0;
  for (size_t i = 0; i < mr_paint_cells(chart->view); i++) {
    most = chart->heat[i] > most ? chart->heat[i] : most;
  }
  return most;
}

/* The bare board of the game, and colour upon it: by the root, so that what is rare shows. */
static void put_heat(const mr_game *game, const mr_chart *chart, const char *name, mr_str *out) {
  mr_view bare = *chart->view;
  mr_svg svg;
  bare.piece_count = 0; /* cells that name a piece then show none */
  bare.hand_count = 0;
  bare.note_count = 0;
  bare.region_count = 0;
  mr_svg_init(&svg, game, &bare, NULL, out);
  svg.name = name;
  mr_svg_open(out, 0, 0, svg.width, svg.height);
  mr_svg_write(&svg, 0, 0);
  uint64_t most = hottest(chart);
  for (unsigned i = 0; i < mr_paint_cells(chart->view); i++) {
    mr_svg_box at = mr_svg_box_of(&svg, i);
    if (chart->heat[i] > 0) {
      double part = sqrt((double)chart->heat[i] / (double)most);
      mr_svg_open_rect(out, at, 0);
      mr_str_format(out, " fill=\"#b3261e\" fill-opacity=\"0.%02d\"><title>%llu</title></rect>\n",
                    (int)lround(part * HEAT_MOST), (unsigned long long)chart->heat[i]);
    }
  }
  mr_str_add(out, "</svg>\n");
}

static void put_plot(plot *p, const char *name) {
  if (p->chart->kind == MR_CHART_BARS) {
    put_bars(p, name);
  } else {
    put_columns(p, name);
  }
}

void mr_paint_svg_chart(const mr_game *game, const mr_chart *chart, const char *name, mr_str *out) {
  if (chart->kind == MR_CHART_HEAT) {
    put_heat(game, chart, name, out);
    return;
  }
  put_plot(&(plot){.chart = chart, .out = out, .width = WIDTH}, name);
  put_plot(&(plot){.chart = chart, .out = out, .narrow = true, .width = NARROW}, name);
}

void mr_paint_svg_picture(const mr_game *game, const mr_chart *chart, const char *name,
                          mr_str *out) {
  if (chart->kind == MR_CHART_HEAT) {
    put_heat(game, chart, name, out); /* boards have colours of their own */
  } else {
    put_plot(&(plot){.chart = chart, .out = out, .alone = true, .width = WIDTH}, name);
  }
}
