/*
 * Movements in pictures, drawn from the compiled movement itself: what is drawn is what is played.
 */
#include <stdlib.h>

#include "rules/fairy/page/page.h"

enum { NEAR_MOST = 4, LINES_MAX = 512, NEAREST = 2 };

/* ---- the ways of a piece from the middle of an empty board ----------------------------------- */

/** Columns to the right of the piece, and rows below it in the picture. */
static int dx_of(const mr_trail_step *step) {
  return (int)step->file - MR_FY_MIDDLE;
}
static int dy_of(const mr_trail_step *step) {
  return MR_FY_MIDDLE - (int)step->rank;
}

/** Squares from the piece, along the longer of the two ways. */
static int distance_of(const mr_trail_step *step) {
  int dx = abs(dx_of(step)), dy = abs(dy_of(step));
  return dx > dy ? dx : dy;
}

/** Index of the first square on which there must be a piece to jump over, `length` if there is
 * none.
 */
static unsigned hurdle_of(const mr_trail *trail) {
  unsigned i = 0;
  while (i + 1u < trail->length && trail->steps[i].pass != MR_PASS_HURDLE) {
    i++;
  }
  return i + 1u < trail->length ? i : trail->length;
}

/** The direction of a trail that runs square by square along a line: 0 .. 7 clockwise from
 * straight up; 8 for others. */
static unsigned ray_of(const mr_trail *trail) {
  static const int8_t steps[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                     {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};
  for (unsigned d = 0; trail->length > 1 && d < 8; d++) {
    int i = 0;
    while (i < trail->length && dx_of(&trail->steps[i]) == steps[d][0] * (i + 1) &&
           dy_of(&trail->steps[i]) == steps[d][1] * (i + 1)) {
      i++;
    }
    if (i == trail->length) {
      return d;
    }
  }
  return 8;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/** Initial moves are left out: a tile shows what a piece can do anywhere. */
static void add_to_tile(void *context, const mr_trail *trail) {
  enum { CENTRE = MR_VIEW_MOVES_SIDE / 2 };
  mr_view_moves *moves = context;
  unsigned ray = ray_of(trail);
  bool hop = hurdle_of(trail) < trail->length;
  bool line = ray < 8 && (trail->slide || hop);
  for (unsigned i = 0; !trail->initial && i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned move = (step->stop & MR_STOP_QUIET) != 0;
    unsigned capture = (step->stop & MR_STOP_CAPTURE) != 0;
    if (line && hop) {
      moves->ray_hop |= (uint8_t)(1u << ray);
    } else if (line) {
      moves->ray_move |= (uint8_t)(move << ray);
      moves->ray_capture |= (uint8_t)(capture << ray);
    } else if (distance_of(step) <= CENTRE) {
      int bit = (dy_of(step) + CENTRE) * MR_VIEW_MOVES_SIDE + dx_of(step) + CENTRE;
      moves->move |= (uint64_t)move << bit;
      moves->capture |= (uint64_t)capture << bit;
    }
  }
}

mr_status mr_fy_moves_init(mr_fy_game *game) {
  const mr_fy_rules *rules = &game->rules;
  mr_view_moves *moves = mr_arena_zero(&game->base.arena, MR_FY_CODES, sizeof *moves);
  if (moves == NULL) {
    return MR_ERR_NOMEM;
  }
  for (unsigned code = MR_FY_WALL + 1; code <= MR_FY_CODE(rules->kind_count, 1); code++) {
    const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
    bool royal = kind->royal[MR_FY_SIDE(code)] || (rules->pseudo_royals >> MR_FY_KIND(code) & 1u);
    mr_fy_walk_canvas(rules, code, add_to_tile, &moves[code]);
    moves[code].tile = royal ? MR_TILE_CHIEF : kind->plus ? MR_TILE_PROMOTED : MR_TILE_PLAIN;
  }
  game->moves = moves;
  return MR_OK;
}

/* ---- how much of a diagram is to be seen ----------------------------------------------------- */

typedef struct extent {
  int near;           /**< farthest stop of ways that end within NEAR_MOST squares */
  bool far;           /**< some way goes further */
  bool crooked;       /**< one of those is not square by square along a line */
  bool hops;          /**< some way needs a piece */
  bool plain;         /**< some way needs none */
  unsigned hurdle_at; /**< the second square if a piece may be jumped over there, else the first */
} extent;

static void measure_trail(void *context, const mr_trail *trail) {
  extent *e = context;
  unsigned hurdle = hurdle_of(trail);
  int most = 0;
  for (unsigned i = 0; i < trail->length; i++) {
    int distance = distance_of(&trail->steps[i]);
    most = distance > most ? distance : most;
  }
  if (hurdle < trail->length) {
    e->hops = true;
    e->hurdle_at = hurdle == 1 ? 1 : e->hurdle_at;
  } else {
    e->plain = true;
  }
  if (most > NEAR_MOST) {
    e->far = true;
    e->crooked = e->crooked || ray_of(trail) == 8;
  } else {
    e->near = most > e->near ? most : e->near;
  }
}

/* ---- drawing --------------------------------------------------------------------------------- */

/** A diagram under construction. */
typedef struct sketch {
  mr_fy_picture picture;
  mr_view_line *lines;      /**< those of the picture; room for LINES_MAX */
  uint8_t stops[LINES_MAX]; /**< of mr_trail_stop, what can be done along each of them */
  int radius;
  bool hops;          /**< show the ways that need a piece to jump over, else the others */
  unsigned hurdle_at; /**< of a way that is shown: index of the piece to jump over */
  uint16_t hurdle;    /**< its picture */
} sketch;

static bool is_seen(const sketch *s, const mr_trail_step *step) {
  return distance_of(step) <= s->radius;
}

static unsigned index_of(const sketch *s, const mr_trail_step *step) {
  int side = 2 * s->radius + 1;
  return (unsigned)((dy_of(step) + s->radius) * side + dx_of(step) + s->radius);
}

/** A stroke, or what can be done along one that is there already. */
static void add_line(sketch *s, unsigned from, unsigned to, unsigned stop, bool on) {
  static const uint8_t ways[] = {MR_WAY_NONE, MR_WAY_MOVE, MR_WAY_CAPTURE, MR_WAY_BOTH};
  size_t i = 0, count = s->picture.view.line_count;
  while (i < count && (s->lines[i].from != from || s->lines[i].to != to)) {
    i++;
  }
  if (i < LINES_MAX) {
    s->stops[i] |= stop & (MR_STOP_QUIET | MR_STOP_CAPTURE);
    s->lines[i] =
        (mr_view_line){(uint16_t)from, (uint16_t)to, ways[s->stops[i]], on || s->lines[i].on};
    s->picture.view.line_count = i < count ? count : i + 1;
  }
}

/** A leap is told from a slide by its mark, also where a piece has both. */
static void add_stop(sketch *s, const mr_trail_step *step, bool slide) {
  mr_view_cell *cell = &s->picture.view.cells[index_of(s, step)];
  bool first = (cell->marks & (MR_MARK_TARGET | MR_MARK_CAPTURE)) == 0;
  unsigned marks = cell->marks;
  marks |= step->stop & MR_STOP_QUIET ? MR_MARK_TARGET : 0u;
  marks |= step->stop & MR_STOP_CAPTURE ? MR_MARK_CAPTURE : 0u;
  if (slide && first) {
    marks |= MR_MARK_SLIDE;
  } else if (!slide) {
    marks &= ~(unsigned)MR_MARK_SLIDE;
  }
  cell->marks = (uint16_t)marks;
}

/** The way of a slide tells what can be done on it; of a lame leap, only what must be empty. */
static void add_strokes(sketch *s, const mr_trail *trail, bool slide) {
  unsigned side = 2u * (unsigned)s->radius + 1, from = side * side / 2;
  for (unsigned i = 0; i < trail->length && is_seen(s, &trail->steps[i]); i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned to = index_of(s, step);
    bool on = i + 1u < trail->length && !is_seen(s, step + 1);
    add_line(s, from, to, slide ? step->stop : 0, on);
    from = to;
  }
}

static void draw_trail(void *context, const mr_trail *trail) {
  sketch *s = context;
  unsigned hurdle = hurdle_of(trail);
  bool hop = hurdle < trail->length;
  if (hop != s->hops || (hop && hurdle != s->hurdle_at)) {
    return;
  }
  if (hop) {
    s->picture.view.cells[index_of(s, &trail->steps[hurdle])].piece = s->hurdle;
  }
  bool slide = trail->slide || hop;
  for (unsigned i = 0; i < trail->length; i++) {
    if (trail->steps[i].stop != 0 && is_seen(s, &trail->steps[i])) {
      add_stop(s, &trail->steps[i], slide);
    }
  }
  if (trail->length > 1) {
    add_strokes(s, trail, slide);
  }
}

/** @param hops whether the ways that need a piece to jump over are shown, or the others */
static void add_diagram(const mr_fy_game *game, mr_doc *doc, const extent *e, bool hops,
                        unsigned code, const char *caption) {
  int least = e->crooked || e->hops ? NEAR_MOST : e->far ? NEAREST + 1 : NEAREST;
  int radius = e->near > least ? e->near : least;
  unsigned side = 2u * (unsigned)radius + 1;
  sketch *s = mr_arena_zero(doc->arena, 1, sizeof *s);
  const char **names = mr_arena_zero(doc->arena, side, sizeof *names);
  mr_view_line *lines = mr_arena_zero(doc->arena, LINES_MAX, sizeof *lines);
  if (s == NULL || names == NULL || lines == NULL) {
    doc->status = MR_ERR_NOMEM;
    return;
  }
  for (unsigned i = 0; i < side; i++) {
    names[i] = "";
  }
  *s = (sketch){.lines = lines, .radius = radius, .hops = hops, .hurdle_at = e->hurdle_at};
  mr_fy_picture *p = &s->picture;
  mr_fy_picture_init(p, game, doc->arena, side, side);
  uint16_t shown = mr_fy_show(p, code);
  if (p->status == MR_OK) {
    p->pieces[p->view.piece_count++] =
        (mr_view_piece){.owner = MR_NOBODY, .name = "any piece", .label = "#", .glyph = ""};
    s->hurdle = (uint16_t)p->view.piece_count;
    p->view.column_names = p->view.row_names = names;
    p->view.cells[side * side / 2].piece = shown;
    p->view.lines = lines;
    mr_fy_walk_canvas(&game->rules, code, draw_trail, s);
  }
  mr_fy_page_picture(p, caption, doc);
}

void mr_fy_page_moves(const mr_fy_game *game, unsigned code, const char *caption, mr_doc *doc) {
  extent e = {0};
  mr_fy_walk_canvas(&game->rules, code, measure_trail, &e);
  if (e.plain || !e.hops) {
    add_diagram(game, doc, &e, false, code, caption);
  }
  if (e.hops) {
    add_diagram(game, doc, &e, true, code,
                e.plain ? "The same with a piece of either side in every way that it can jump over."
                        : caption);
  }
}
