#include <string.h>

#include "paint/svg_priv.h"

/* ---- grounds --------------------------------------------------------------------------------- */

/** Grounds that nobody has drawn. */
static const mr_paint_ground spare_grounds[] = {
    {"", 0, "#d9d2e6", "#8d80ab", NULL},
    {"", 0, "#cfe2dc", "#6f9c8f", NULL},
    {"", 0, "#ecd5c4", "#b08763", NULL},
    {"", 0, "#e4e0b8", "#a39c55", NULL},
};

static const char plain_light[] = "#f4ead6";
static const char plain_dark[] = "#d3bf9b";
static const char plain_pips[] = "#fffdf8";
static const char plain_map[] = "#efe9d4";

static const mr_paint_ground *ground_of(const mr_view *view, size_t terrain) {
  const mr_paint_ground *known = mr_paint_known_ground(view, terrain);
  return known != NULL ? known
                       : &spare_grounds[terrain % (sizeof spare_grounds / sizeof spare_grounds[0])];
}

/** Colour of a cell where nothing lies over it; NULL where there is no square. */
static const char *colour_of(const mr_svg *svg, unsigned index) {
  const mr_view *view = svg->view;
  const mr_view_cell *cell = &view->cells[index];
  size_t terrain = mr_paint_terrain(view, cell);
  if (mr_paint_is_void(cell)) {
    return NULL;
  }
  if (terrain != 0) {
    return ground_of(view, terrain)->fill;
  }
  if (svg->pips) {
    return plain_pips;
  }
  if (!view->checkered) {
    return plain_map;
  }
  return (index % view->columns + index / view->columns) % 2 == 0 ? plain_light : plain_dark;
}

/** Cells side by side, as a part of a path. */
static void put_run(mr_svg *svg, unsigned first, unsigned end) {
  mr_svg_box box = mr_svg_box_of(svg, first);
  int width = (int)(end - first) * svg->cell;
  mr_str_format(svg->out, "M%d %dh%dv%dh-%dz", box.x, box.y, width, svg->cell, width);
}

/** Writes all cells of a colour, if there are any, as one path. */
static void put_colour(mr_svg *svg, const char *colour) {
  unsigned columns = svg->view->columns;
  bool any = false;
  for (unsigned first = 0; first < mr_paint_cells(svg->view);) {
    unsigned end = first;
    while ((end == first || end % columns != 0) && colour_of(svg, end) == colour) {
      end++;
    }
    if (end > first && !any) {
      mr_str_format(svg->out, "<path fill=\"%s\" d=\"", colour);
      any = true;
    }
    if (end > first) {
      put_run(svg, first, end);
    }
    first = end > first ? end : first + 1;
  }
  mr_str_add(svg->out, any ? "\"/>\n" : "");
}

static void put_picture(mr_svg *svg, size_t terrain, mr_svg_box at) {
  const mr_paint_ground *kind = ground_of(svg->view, terrain);
  if (kind->picture == NULL) {
    char letter[2] = {svg->view->terrains[terrain].letter, '\0'};
    mr_svg_put_text(svg->out, at.x + at.side / 2, at.y + at.side * 7 / 10,
                    (mr_svg_font){at.side / 2, "middle", kind->stroke, false}, letter);
    return;
  }
  mr_str_format(svg->out, "<path transform=\"translate(%d %d)", at.x, at.y);
  if (at.side != 20) {
    mr_str_format(svg->out, " scale(%d.%02d)", at.side / 20, at.side % 20 * 5);
  }
  mr_str_format(svg->out, "\" d=\"%s\"/>\n", kind->picture);
}

static void put_pictures(mr_svg *svg, size_t terrain) {
  bool any = false;
  for (unsigned i = 0; i < mr_paint_cells(svg->view); i++) {
    if (!mr_paint_is_terrain(svg->view, &svg->view->cells[i], terrain)) {
      continue;
    }
    if (!any) {
      mr_str_format(
          svg->out,
          "<g fill=\"none\" stroke=\"%s\" stroke-width=\"1.3\" stroke-linejoin=\"round\">\n",
          ground_of(svg->view, terrain)->stroke);
    }
    any = true;
    put_picture(svg, terrain, mr_svg_box_of(svg, i));
  }
  mr_str_add(svg->out, any ? "</g>\n" : "");
}

void mr_svg_put_grounds(mr_svg *svg) {
  static const char *const plain[] = {plain_light, plain_dark, plain_pips, plain_map};
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
    put_colour(svg, plain[i]);
  }
  for (size_t i = 0; i < MR_PAINT_GROUNDS; i++) {
    put_colour(svg, mr_paint_grounds[i].fill);
  }
  for (size_t i = 0; i < sizeof spare_grounds / sizeof spare_grounds[0]; i++) {
    put_colour(svg, spare_grounds[i].fill);
  }
  int right = svg->left + svg->view->columns * svg->cell;
  int bottom = svg->top + svg->view->rows * svg->cell;
  mr_str_format(svg->out, "<path fill=\"none\" stroke=\"#8a7c63\" stroke-opacity=\"%s\" d=\"",
                svg->pips ? "0.55" : "0.3");
  for (int y = svg->top; y <= bottom; y += svg->cell) {
    mr_str_format(svg->out, "M%d %dH%d", svg->left, y, right);
  }
  for (int x = svg->left; x <= right; x += svg->cell) {
    mr_str_format(svg->out, "M%d %dV%d", x, svg->top, bottom);
  }
  mr_str_add(svg->out, "\"/>\n");
  for (size_t i = 1; i < svg->view->terrain_count; i++) {
    put_pictures(svg, i);
  }
}

void mr_svg_put_terrain_sample(mr_svg *svg, size_t terrain, mr_svg_box at) {
  mr_svg_open_rect(svg->out, at, 3);
  mr_str_format(svg->out, " fill=\"%s\"/>\n", ground_of(svg->view, terrain)->fill);
  put_picture(svg, terrain, at);
}

/* ---- regions --------------------------------------------------------------------------------- */

const char *mr_svg_region_colour(const mr_svg *svg, size_t region) {
  static const char *const hues[] = {"#3f6fae", "#b0483c", "#3f8a4c",
                                     "#8a4f9c", "#2b8d8b", "#a5801d"};
  enum { COUNT = sizeof hues / sizeof hues[0] };
  mr_player owner = svg->view->regions[region].owner;
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, owner);
  size_t rank = mr_paint_region_rank(svg->view, region);
  bool grey = strcmp(ink->name, "white") == 0 || strcmp(ink->name, "black") == 0;
  bool own = owner.id != MR_NOBODY_ID && rank == 0 && !grey;
  return own ? ink->svg_fill : hues[region % COUNT];
}

static bool inside(const mr_svg *svg, size_t region, int column, int row) {
  if (column < 0 || row < 0 || column >= svg->view->columns || row >= svg->view->rows) {
    return false;
  }
  return mr_paint_in_region(mr_paint_cell(svg->view, (unsigned)column, (unsigned)row), region);
}

static void put_tint(mr_svg *svg, size_t region) {
  /* Where many lie over each other, each is fainter. */
  mr_str_format(svg->out, "<path fill=\"%s\" fill-opacity=\"%s\" d=\"",
                mr_svg_region_colour(svg, region), svg->regions.count > 4 ? "0.1" : "0.16");
  for (unsigned first = 0; first < mr_paint_cells(svg->view);) {
    unsigned end = first;
    while ((end == first || end % svg->view->columns != 0) &&
           mr_paint_in_region(&svg->view->cells[end], region)) {
      end++;
    }
    if (end > first) {
      put_run(svg, first, end);
    }
    first = end > first ? end : first + 1;
  }
  mr_str_add(svg->out, "\"/>\n");
}

/** The sides of a cell beyond which the region ends, drawn a little inside. */
static void put_sides(mr_svg *svg, size_t region, unsigned cell, int inset) {
  mr_svg_box box = mr_svg_box_of(svg, cell);
  int column = (int)(cell % svg->view->columns);
  int row = (int)(cell / svg->view->columns);
  bool up = inside(svg, region, column, row - 1);
  bool down = inside(svg, region, column, row + 1);
  bool left = inside(svg, region, column - 1, row);
  bool right = inside(svg, region, column + 1, row);
  int x0 = box.x + (left ? 0 : inset);
  int x1 = box.x + box.side - (right ? 0 : inset);
  int y0 = box.y + (up ? 0 : inset);
  int y1 = box.y + box.side - (down ? 0 : inset);
  if (!up) {
    mr_str_format(svg->out, "M%d %dH%d", x0, box.y + inset, x1);
  }
  if (!down) {
    mr_str_format(svg->out, "M%d %dH%d", x0, box.y + box.side - inset, x1);
  }
  if (!left) {
    mr_str_format(svg->out, "M%d %dV%d", box.x + inset, y0, y1);
  }
  if (!right) {
    mr_str_format(svg->out, "M%d %dV%d", box.x + box.side - inset, y0, y1);
  }
}

void mr_svg_put_region(mr_svg *svg, size_t region) {
  if (svg->regions.size[region] == 0) {
    return;
  }
  put_tint(svg, region);
  int inset = svg->cell > 24 ? 2 + 3 * (int)(mr_paint_region_rank(svg->view, region) % 3) : 1;
  mr_str_format(svg->out,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-opacity=\"0.7\""
                " stroke-linecap=\"square\" d=\"",
                mr_svg_region_colour(svg, region));
  for (unsigned cell = 0; cell < mr_paint_cells(svg->view); cell++) {
    if (mr_paint_in_region(&svg->view->cells[cell], region)) {
      put_sides(svg, region, cell, inset);
    }
  }
  mr_str_add(svg->out, "\"/>\n");
}

void mr_svg_put_regions(mr_svg *svg) {
  for (size_t i = 0; i < svg->regions.count; i++) {
    mr_svg_put_region(svg, svg->regions.by_size[i]);
  }
}

/* ---- names ----------------------------------------------------------------------------------- */

void mr_svg_put_names(mr_svg *svg) {
  int size = svg->cell >= 48 ? 14 : svg->cell >= 32 ? 12 : 9;
  int right = svg->left + svg->view->columns * svg->cell;
  int bottom = svg->top + svg->view->rows * svg->cell;
  mr_svg_font middle = {size, "middle", MR_SVG_FAINT, false};
  mr_svg_font before = {size, "end", MR_SVG_FAINT, false};
  mr_svg_font behind = {size, "start", MR_SVG_FAINT, false};
  for (unsigned i = 0; i < svg->view->columns; i++) {
    const char *name = mr_paint_name(svg->view->column_names, i);
    int x = svg->left + (int)i * svg->cell + svg->cell / 2;
    mr_svg_put_text(svg->out, x, svg->top - 7, middle, name);
    mr_svg_put_text(svg->out, x, bottom + size + 6, middle, name);
  }
  for (unsigned i = 0; i < svg->view->rows; i++) {
    const char *name = mr_paint_name(svg->view->row_names, i);
    int y = svg->top + (int)i * svg->cell + svg->cell / 2 + size / 3;
    mr_svg_put_text(svg->out, svg->left - 7, y, before, name);
    mr_svg_put_text(svg->out, right + 7, y, behind, name);
  }
}
