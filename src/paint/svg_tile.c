#include "paint/svg_priv.h"

/*
 * Tiles that show how a piece moves: in the middle the piece, dots for its leaps, lines for its
 * slides. Who has never seen the game can read the move off the tile.
 */

enum { SIDE = MR_VIEW_MOVES_SIDE, CENTRE = SIDE / 2, NARROW = 5 };

static const char both_ink[] = "#8f1f18";
static const char move_ink[] = "#2a7d3c";
static const char capture_ink[] = "#3a3f9e";
static const char hop_ink[] = "#14757c";

/** A diagram under way: of 5 by 5 squares, or of 7 by 7 where leaps go further. */
typedef struct diagram {
  mr_svg *svg;
  const mr_view_moves *moves;
  int x; /**< middle of the tile */
  int y;
  int step;  /**< from square to square, in hundredths of a pixel */
  int reach; /**< squares from the middle to the edge */
} diagram;

static bool has(uint64_t squares, int dx, int dy) {
  return (squares >> ((dy + CENTRE) * SIDE + dx + CENTRE) & 1) != 0;
}

static bool is_wide(const mr_view_moves *moves) {
  uint64_t all = moves->move | moves->capture;
  for (int i = -CENTRE; i <= CENTRE; i++) {
    if (has(all, i, -CENTRE) || has(all, i, CENTRE) || has(all, -CENTRE, i) ||
        has(all, CENTRE, i)) {
      return true;
    }
  }
  return false;
}

/** Writes all dots of one sort as strokes of no length. */
static void put_dots(const diagram *d, uint64_t squares, const char *ink) {
  mr_str *out = d->svg->out;
  if (squares == 0) {
    return;
  }
  mr_str_format(out,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d.%02d\""
                " stroke-linecap=\"round\" d=\"",
                ink, d->step * 6 / 1000, d->step * 6 / 10 % 100);
  for (int dy = -CENTRE; dy <= CENTRE; dy++) {
    for (int dx = -CENTRE; dx <= CENTRE; dx++) {
      if (has(squares, dx, dy)) {
        mr_str_format(out, "M%d %dh0", d->x + dx * d->step / 100, d->y + dy * d->step / 100);
      }
    }
  }
  mr_str_add(out, "\"/>");
}

static void put_rays(const diagram *d, unsigned rays, const char *ink, const char *dashes) {
  static const int8_t steps[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                     {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};
  mr_str *out = d->svg->out;
  if (rays == 0) {
    return;
  }
  int length = (d->reach * 100 + 45) * d->step / 10000;
  mr_str_format(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s d=\"", ink,
                d->step > 900 ? 2 : 1, dashes);
  for (unsigned i = 0; i < 8; i++) {
    if (rays >> i & 1u) {
      mr_str_format(out, "M%d %dl%d %d", d->x, d->y, steps[i][0] * length, steps[i][1] * length);
    }
  }
  mr_str_add(out, "\"/>");
}

static void put_diagram(const diagram *d) {
  const mr_view_moves *m = d->moves;
  unsigned both = m->ray_move & m->ray_capture;
  put_rays(d, m->ray_move & ~both, move_ink, "");
  put_rays(d, m->ray_capture & ~both, capture_ink, "");
  put_rays(d, both, both_ink, "");
  put_rays(d, m->ray_hop, hop_ink, " stroke-dasharray=\"2 2\"");
  put_dots(d, m->move & ~m->capture, move_ink);
  put_dots(d, m->capture & ~m->move, capture_ink);
  put_dots(d, m->move & m->capture, both_ink);
  put_dots(d, UINT64_C(1) << (CENTRE * SIDE + CENTRE), "#1c1a17");
}

/** The rim tells the owner, the ground what sort of piece it is. */
static void put_tile(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  static const char *const grounds[] = {
      [MR_TILE_PLAIN] = "#f1eee7", [MR_TILE_PROMOTED] = "#fbe3a0", [MR_TILE_CHIEF] = "#dcc8ee"};
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  unsigned tile = piece->moves->tile <= MR_TILE_CHIEF ? piece->moves->tile : MR_TILE_PLAIN;
  int inset = at.side / 10, rim = at.side / 12 > 1 ? at.side / 12 : 1;
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
                " stroke=\"%s\"/>",
                at.x + inset - 1, at.y + inset - 1, at.side - 2 * inset + 2,
                at.side - 2 * inset + 2, at.side / 6, ink->svg_fill, ink->svg_edge);
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\"/>",
                at.x + inset + rim, at.y + inset + rim, at.side - 2 * (inset + rim),
                at.side - 2 * (inset + rim), at.side / 12, grounds[tile]);
}

/** The letter by which texts call the piece, in a corner of the rim. */
static void put_letter(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  int size = at.side / 4;
  size_t letters = mr_paint_width(piece->label);
  int width = size * (int)letters * 6 / 10 + size / 3;
  int x = at.x + at.side - at.side / 10 - width + 2;
  int y = at.y + at.side - at.side / 10 - size + 1;
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\"/>", x, y,
                width, size, size / 4, ink->svg_fill);
  mr_svg_text look = {.x = x + width / 2,
                      .y = y + size * 84 / 100,
                      .size = size * 9 / 10,
                      .anchor = "middle",
                      .colour = ink->svg_label,
                      .bold = true};
  mr_svg_put_text(svg->out, &look, piece->label);
}

void mr_svg_put_tile(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  diagram d = {.svg = svg, .moves = piece->moves};
  int inner = at.side - 2 * (at.side / 10 + at.side / 12);
  int squares = is_wide(piece->moves) ? SIDE : NARROW;
  d.x = at.x + at.side / 2;
  d.y = at.y + at.side / 2;
  d.step = inner * 100 / squares;
  d.reach = squares / 2;
  put_tile(svg, piece, at);
  put_diagram(&d);
  if (piece->label != NULL && at.side >= 32) {
    put_letter(svg, piece, at);
  }
  mr_str_char(svg->out, '\n');
}
