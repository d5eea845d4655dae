/*
 * Diagrams of movement, drawn from the compiled movement itself: what is drawn is what is played.
 */
#include <marcher/doc.h>

#include "rules/fairy/page/page.h"
#include "rules/fairy/page/picture.h"
#include "rules/fairy/trails.h"

enum { NEAR_MOST = 4, LINES_MAX = 512, NEAREST = 2 };

/** A diagram under construction. */
typedef struct sketch {
  const mr_fy_game *game;
  mr_view view;
  mr_view_line *lines; /**< room for LINES_MAX */
  int radius;
  bool hops;          /**< show the ways that need a piece to jump over, else the others */
  unsigned hurdle_at; /**< of a way that is shown: index of the piece to jump over */
  uint16_t hurdle;    /**< its picture */
} sketch;

/* ---- how much is to be seen ------------------------------------------------------------------ */

typedef struct extent {
  unsigned near;      /**< farthest stop of ways that end within NEAR_MOST squares */
  bool far;           /**< some way goes further */
  bool crooked;       /**< one of those is not square by square along a line */
  bool hops;          /**< some way needs a piece */
  bool plain;         /**< some way needs none */
  unsigned hurdle_at; /**< the second square if a piece may be jumped over there, else the first */
} extent;

static void measure_trail(void *context, const mr_trail *trail) {
  extent *e = context;
  unsigned hurdle = mr_fy_hurdle(trail), most = 0;
  for (unsigned i = 0; i < trail->length; i++) {
    unsigned distance = mr_fy_distance(&trail->steps[i]);
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
    e->crooked = e->crooked || mr_fy_ray(trail) == 8;
  } else {
    e->near = most > e->near ? most : e->near;
  }
}

static int radius_of(const extent *e) {
  unsigned least = e->crooked || e->hops ? NEAR_MOST : e->far ? NEAREST + 1 : NEAREST;
  return (int)(e->near > least ? e->near : least);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static bool is_seen(const sketch *s, const mr_trail_step *step) {
  return (int)mr_fy_distance(step) <= s->radius;
}

static unsigned index_of(const sketch *s, const mr_trail_step *step) {
  int side = 2 * s->radius + 1;
  return (unsigned)((mr_fy_dy(step) + s->radius) * side + mr_fy_dx(step) + s->radius);
}

static mr_view_way way_of(unsigned stop) {
  bool move = (stop & MR_STOP_QUIET) != 0, capture = (stop & MR_STOP_CAPTURE) != 0;
  return move ? (capture ? MR_WAY_BOTH : MR_WAY_MOVE) : capture ? MR_WAY_CAPTURE : MR_WAY_NONE;
}

static mr_view_way join_ways(mr_view_way a, mr_view_way b) {
  if (a == b || b == MR_WAY_NONE) {
    return a;
  }
  return a == MR_WAY_NONE ? b : MR_WAY_BOTH;
}

/** A stroke, or what can be done along one that is there already. */
static void add_line(sketch *s, unsigned from, unsigned to, mr_view_way way, bool on) {
  for (size_t i = 0; i < s->view.line_count; i++) {
    mr_view_line *line = &s->lines[i];
    if (line->from == from && line->to == to) {
      line->way = (uint8_t)join_ways((mr_view_way)line->way, way);
      line->on = line->on || on;
      return;
    }
  }
  if (s->view.line_count < LINES_MAX) {
    s->lines[s->view.line_count++] = (mr_view_line){(uint16_t)from, (uint16_t)to, (uint8_t)way, on};
  }
}

/** A leap is told from a slide by its mark, also where a piece has both. */
static void add_stop(sketch *s, const mr_trail_step *step, bool slide) {
  mr_view_cell *cell = &s->view.cells[index_of(s, step)];
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
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    if (!is_seen(s, step)) {
      return;
    }
    unsigned to = index_of(s, step);
    bool on = i + 1u < trail->length && !is_seen(s, &trail->steps[i + 1]);
    add_line(s, from, to, slide ? way_of(step->stop) : MR_WAY_NONE, on);
    from = to;
  }
}

static void draw_trail(void *context, const mr_trail *trail) {
  sketch *s = context;
  unsigned hurdle = mr_fy_hurdle(trail);
  bool hop = hurdle < trail->length;
  if (hop != s->hops || (hop && hurdle != s->hurdle_at)) {
    return;
  }
  if (hop) {
    s->view.cells[index_of(s, &trail->steps[hurdle])].piece = s->hurdle;
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

/* ---- the diagram ----------------------------------------------------------------------------- */

static mr_status name_nothing(mr_view *view, mr_arena *arena) {
  const char **names = mr_arena_zero(arena, view->columns, sizeof *names);
  for (unsigned i = 0; names != NULL && i < view->columns; i++) {
    names[i] = "";
  }
  view->column_names = view->row_names = names;
  return names != NULL ? MR_OK : MR_ERR_NOMEM;
}

static mr_status begin_sketch(sketch *s, unsigned code, mr_arena *arena) {
  uint16_t side = (uint16_t)(2 * s->radius + 1);
  mr_fy_gallery gallery;
  mr_status status = mr_view_init(&s->view, arena, side, side, 0, 1);
  if (status == MR_OK) {
    status = name_nothing(&s->view, arena);
  }
  if (status == MR_OK) {
    status = mr_fy_gallery_init(&gallery, s->game, arena);
  }
  s->lines = mr_arena_zero(arena, LINES_MAX, sizeof *s->lines);
  if (status != MR_OK || s->lines == NULL || mr_fy_show(&gallery, code) == 0) {
    return status != MR_OK ? status : MR_ERR_NOMEM;
  }
  gallery.items[gallery.count++] =
      (mr_view_piece){.owner = MR_NOBODY, .name = "any piece", .label = "#", .glyph = ""};
  s->hurdle = (uint16_t)gallery.count;
  s->view.checkered = true;
  s->view.pieces = gallery.items;
  s->view.piece_count = gallery.count;
  s->view.cells[(unsigned)side * side / 2].piece = gallery.index[code];
  s->view.lines = s->lines;
  return MR_OK;
}

static void add_diagram(const mr_fy_game *game, mr_doc *doc, const sketch *of, unsigned code,
                        const char *caption) {
  sketch *s = mr_arena_zero(doc->arena, 1, sizeof *s);
  if (doc->status != MR_OK || s == NULL) {
    doc->status = doc->status != MR_OK ? doc->status : MR_ERR_NOMEM;
    return;
  }
  *s = *of;
  doc->status = begin_sketch(s, code, doc->arena);
  if (doc->status == MR_OK) {
    mr_fy_walk_canvas(&game->rules, code, draw_trail, s);
    mr_doc_diagram(doc, &s->view, caption);
  }
}

void mr_fy_page_moves(const mr_fy_game *game, unsigned code, const char *caption, mr_doc *doc) {
  extent e = {0};
  mr_fy_walk_canvas(&game->rules, code, measure_trail, &e);
  sketch s = {.game = game, .radius = radius_of(&e), .hurdle_at = e.hurdle_at};
  if (e.plain || !e.hops) {
    add_diagram(game, doc, &s, code, caption);
  }
  if (e.hops) {
    s.hops = true;
    add_diagram(game, doc, &s, code,
                e.plain ? "The same with a piece of either side in every way that it can jump over."
                        : caption);
  }
}
