/*
 * Why an action is not legal. What is asked for is compared with the board, then with the piece's
 * ways, then with what is legal; the first thing that is wrong is said, and what might be played.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

enum { SHOWN_MOST = 8 };

/** What is known while a reason is looked for. */
typedef struct inquiry {
  mr_reader *r;
  const mr_fy_game *game;
  const mr_fy_rules *rules;
  const mr_state *opaque;
  const mr_fy_state *state;
  const uint8_t *board;
  const mr_fy_wish *wish;
  mr_action *legal; /**< all of them; NULL when there is no memory */
  size_t legal_count;
  mr_str *why;
} inquiry;

static const char *name_of(const inquiry *q, unsigned code) {
  return q->rules->kinds[MR_FY_KIND(code)].name;
}

static const char *mover(const inquiry *q) {
  return mr_fy_side_names[q->state->side];
}

/* ---- what could be played instead ------------------------------------------------------------ */

static void write_legal(const inquiry *q, size_t i, char *buffer, mr_str *text) {
  mr_str_fixed(text, buffer, MR_ACTION_TEXT_MAX);
  mr_fy_format_action(&q->game->base, q->opaque, q->legal[i], text);
}

/** Appends the legal actions that begin on the square and, unless it is no cell, end on `to`. */
static unsigned list_legal(const inquiry *q, const char *before, unsigned to) {
  unsigned shown = 0;
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  for (size_t i = 0; i < q->legal_count; i++) {
    mr_action action = q->legal[i];
    if (mr_fy_type_of(action) == MR_FY_DROP || mr_fy_from(action) != q->wish->from ||
        (to != MR_FY_NO_CELL && mr_fy_written_target(q->rules, q->state->side, action) != to)) {
      continue;
    }
    if (shown == SHOWN_MOST) {
      mr_str_add(q->why, " ...");
      return shown;
    }
    write_legal(q, i, buffer, &text);
    mr_str_format(q->why, "%s%s", shown == 0 ? before : ", ", buffer);
    shown++;
  }
  return shown;
}

/** The legal action whose text is most like the one that was given. */
static void suggest_nearest(const inquiry *q) {
  char word[MR_ACTION_TEXT_MAX];
  char buffer[MR_ACTION_TEXT_MAX];
  size_t best = q->legal_count;
  mr_str text;
  mr_str_fixed(&text, word, sizeof word);
  mr_str_bytes(&text, q->r->text, q->r->length);
  mr_nearest_search search;
  mr_nearest_begin(&search, word);
  for (size_t i = 0; i < q->legal_count; i++) {
    write_legal(q, i, buffer, &text);
    if (mr_nearest_offer(&search, buffer)) {
      best = i;
    }
  }
  if (best < q->legal_count) {
    write_legal(q, best, buffer, &text);
    mr_str_format(q->why, "; did you mean %s?", buffer);
  }
}

static void suggest(const inquiry *q) {
  bool own = q->wish->from != MR_FY_NO_CELL && q->board[q->wish->from] > MR_FY_WALL &&
             MR_FY_SIDE(q->board[q->wish->from]) == q->state->side;
  if (!own || list_legal(q, "; it may play ", MR_FY_NO_CELL) == 0) {
    suggest_nearest(q);
  }
}

static mr_status refuse_at(const inquiry *q, size_t at) {
  suggest(q);
  return mr_error_at(q->r->err, MR_ERR_ILLEGAL, (uint32_t)at + 1, "%s", mr_str_text(q->why));
}

/* ---- the ways of a piece --------------------------------------------------------------------- */

/** How near a piece's ways come to a square, worst first. */
typedef enum nearness {
  NO_WAY,
  NOT_AGAIN, /**< by an initial move, which the piece has behind it */
  BLOCKED,   /**< something stands in the way, or a piece to jump over is missing */
  ONLY_MOVES,
  ONLY_CAPTURES,
  REACHED
} nearness;

typedef struct way_search {
  const inquiry *q;
  nearness best;
  unsigned block; /**< where the way is blocked, or a piece is missing */
} way_search;

static void found(way_search *search, nearness how, unsigned block) {
  if (how > search->best) {
    search->best = how;
    search->block = block;
  }
}

static bool is_ep_target(const inquiry *q, unsigned cell) {
  for (unsigned c = 0; c < (q->rules->split ? 2u : 1u); c++) {
    if (q->state->ep[c].passed == cell) {
      return q->rules->kinds[MR_FY_KIND(q->board[q->wish->from])].takes_ep[q->state->side];
    }
  }
  return false;
}

static nearness rate_stop(const inquiry *q, unsigned stop) {
  bool empty = q->board[q->wish->to] == 0;
  if ((empty && (stop & MR_STOP_QUIET)) || (!empty && (stop & MR_STOP_CAPTURE)) ||
      ((stop & MR_STOP_EP) && is_ep_target(q, q->wish->to))) {
    return REACHED;
  }
  return empty ? ONLY_CAPTURES : ONLY_MOVES;
}

static void look_along(void *context, const mr_trail *trail) {
  way_search *search = context;
  const inquiry *q = search->q;
  unsigned block = MR_FY_NO_CELL, side = q->state->side, from = q->wish->from;
  const mr_fy_kind *kind = &q->rules->kinds[MR_FY_KIND(q->board[from])];
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned cell = (unsigned)step->rank * q->rules->files + step->file;
    if (cell == q->wish->to && step->stop != 0) {
      nearness how = block != MR_FY_NO_CELL ? BLOCKED : rate_stop(q, step->stop);
      bool again = trail->initial && !mr_fy_set_has(&kind->initial[side], from);
      found(search, again ? NOT_AGAIN : how, block);
    }
    if (block == MR_FY_NO_CELL && (q->board[cell] != 0) != (step->pass == MR_PASS_HURDLE)) {
      block = cell;
    }
  }
}

static void say_way(const inquiry *q, const way_search *search) {
  unsigned from = q->wish->from;
  mr_fy_square_name here = mr_fy_square(q->rules, from),
                    there = mr_fy_square(q->rules, q->wish->to);
  const char *name = name_of(q, q->board[from]);
  mr_str_format(q->why, "the %s on %s cannot reach %s", name, here.text, there.text);
  switch (search->best) {
  case NOT_AGAIN:
    mr_str_add(q->why, ": that is a move from where it began");
    break;
  case BLOCKED:
    mr_str_format(q->why,
                  q->board[search->block] != 0 ? ": %s is in the way"
                                               : ": there is nothing on %s to jump over",
                  mr_fy_square(q->rules, search->block).text);
    break;
  case ONLY_MOVES:
    mr_str_add(q->why, ": it cannot capture that way");
    break;
  case ONLY_CAPTURES:
    mr_str_add(q->why, ": it goes that way only to capture");
    break;
  case NO_WAY:
  case REACHED:
    break;
  }
}

static way_search search_ways(const inquiry *q) {
  way_search search = {q, NO_WAY, MR_FY_NO_CELL};
  unsigned code = q->board[q->wish->from];
  mr_betza_origin origin = {
      q->rules->files, q->rules->ranks, (uint8_t)(q->wish->from % q->rules->files),
      (uint8_t)(q->wish->from / q->rules->files), MR_FY_SIDE(code) == MR_FY_BLACK};
  mr_betza_walk(q->rules->kinds[MR_FY_KIND(code)].betza, &origin, look_along, &search);
  return search;
}

/* ---- reasons --------------------------------------------------------------------------------- */

static const char *royal_name(const inquiry *q) {
  for (unsigned cell = 0; cell < q->rules->cells; cell++) {
    unsigned code = q->board[cell];
    if (code > MR_FY_WALL && MR_FY_SIDE(code) == q->state->side &&
        q->rules->kinds[MR_FY_KIND(code)].royal[q->state->side]) {
      return name_of(q, code);
    }
  }
  return NULL;
}

/** The piece can go there, and yet it is not legal. */
static void say_why_not(const inquiry *q, bool quiet) {
  const char *royal = royal_name(q);
  if (q->rules->must_capture && quiet) {
    mr_str_add(q->why, "a capture is possible and must be made");
  } else if (royal != NULL && q->game->core->in_check(q->game, q->opaque, q->state->side)) {
    mr_str_format(q->why, "your %s is attacked, and would be still", royal);
  } else if (royal != NULL) {
    mr_str_format(q->why, "it would leave your %s attacked", royal);
  } else {
    mr_str_format(q->why, "%.*s is not legal here", (int)q->r->length, q->r->text);
  }
}

static mr_status refuse_drop(const inquiry *q) {
  const mr_fy_kind *kind = &q->rules->kinds[q->wish->kind];
  unsigned side = q->state->side, there = q->board[q->wish->to];
  mr_fy_square_name square = mr_fy_square(q->rules, q->wish->to);
  size_t at = q->wish->to_at;
  if (!q->rules->drops || !kind->droppable) {
    mr_str_format(q->why, "%s is never dropped in this game", kind->name);
    at = 0;
  } else if (q->state->hand[side][kind->hand] == 0) {
    mr_str_format(q->why, "%s has no %s in hand", mover(q), kind->name);
    at = 0;
  } else if (there == MR_FY_WALL) {
    mr_str_format(q->why, "nothing can stand on %s", square.text);
  } else if (there != 0) {
    mr_str_format(q->why, "%s is taken by %s's %s", square.text,
                  mr_fy_side_names[MR_FY_SIDE(there)], name_of(q, there));
  } else if (!mr_fy_set_has(&kind->drop_region[side], q->wish->to) ||
             !mr_fy_set_has(&kind->mobility[side], q->wish->to)) {
    mr_str_format(q->why, "%s may not drop a %s on %s", mover(q), kind->name, square.text);
  } else if (kind->drop_file_limit > 0) {
    mr_str_format(q->why, "no more than %u of the kind (%s) may stand on that file",
                  (unsigned)kind->drop_file_limit, kind->name);
  } else {
    say_why_not(q, true);
  }
  return refuse_at(q, at);
}

/** What stands on the square that the move begins on. @return whether that is the reason */
static bool say_origin(const inquiry *q) {
  unsigned from = q->wish->from, code = q->board[from];
  mr_fy_square_name square = mr_fy_square(q->rules, from);
  unsigned colour = mr_fy_colour(q->rules, from);
  if (code <= MR_FY_WALL) {
    mr_str_format(q->why, "there is no piece on %s", square.text);
  } else if (MR_FY_SIDE(code) != q->state->side) {
    mr_str_format(q->why, "%s holds an enemy, %s's %s: %s is to move", square.text,
                  mr_fy_side_names[MR_FY_SIDE(code)], name_of(q, code), mover(q));
  } else if (q->rules->split && (q->state->frozen >> colour & 1u)) {
    mr_str_format(q->why, "the %s squares are frozen by a half-draw", mr_fy_colour_names[colour]);
  } else if (q->rules->split && !(q->state->owed >> colour & 1u)) {
    mr_str_format(q->why, "%s owes no move on the %s squares now", mover(q),
                  mr_fy_colour_names[colour]);
  } else if (q->rules->split && (q->state->owed & ((1u << colour) - 1u)) != 0) {
    mr_str_format(q->why, "%s moves on the dark squares first", mover(q));
  } else {
    return false;
  }
  return true;
}

/** The same move with another form, or with none, would be legal. */
static bool say_form(const inquiry *q) {
  char list[MR_ERROR_MESSAGE_MAX];
  mr_str text;
  inquiry aside = *q;
  mr_str_fixed(&text, list, sizeof list);
  aside.why = &text;
  if (list_legal(&aside, "", q->wish->to) == 0) {
    return false;
  }
  if (q->wish->form == 0) {
    mr_str_format(q->why, "it must promote: write %s", list);
  } else {
    mr_str_format(q->why, "the %s cannot become that there: write %s",
                  name_of(q, q->board[q->wish->from]), list);
  }
  return true;
}

static bool is_castling_wish(const inquiry *q) {
  for (unsigned i = 2u * q->state->side; i < 2u * q->state->side + 2; i++) {
    const mr_fy_castling *castling = &q->rules->castling[i];
    bool to_king = q->rules->castling_text == MR_FY_KING_TO && castling->king_to == q->wish->to;
    if (castling->allowed && castling->king_from == q->wish->from &&
        MR_FY_KIND(q->board[q->wish->from]) == castling->king_kind &&
        (castling->partner_from == q->wish->to || to_king)) {
      return true;
    }
  }
  return false;
}

/** What is wrong with the square that the move ends on, or with the way there. */
static void say_target(const inquiry *q) {
  unsigned from = q->wish->from, code = q->board[from], there = q->board[q->wish->to];
  const mr_fy_kind *kind = &q->rules->kinds[MR_FY_KIND(code)];
  mr_fy_square_name square = mr_fy_square(q->rules, q->wish->to);
  way_search ways = search_ways(q);
  if (from == q->wish->to) {
    mr_str_format(q->why, "a move ends on another square than it begins on");
  } else if (is_castling_wish(q) && ways.best != REACHED) {
    mr_str_add(q->why, "this castling is not possible now");
  } else if (there > MR_FY_WALL && MR_FY_SIDE(there) == q->state->side) {
    mr_str_format(q->why, "%s is taken by your own %s", square.text, name_of(q, there));
  } else if (ways.best != REACHED) {
    say_way(q, &ways);
  } else if (!mr_fy_set_has(&kind->mobility[q->state->side], q->wish->to)) {
    mr_str_format(q->why, "the %s may not stand on %s", kind->name, square.text);
  } else {
    say_why_not(q, there == 0);
  }
}

static mr_status refuse_move(const inquiry *q) {
  if (say_origin(q)) {
    return refuse_at(q, 0);
  }
  if (say_form(q)) {
    size_t at = q->wish->form != 0 ? q->wish->form_at : q->r->length;
    return mr_error_at(q->r->err, MR_ERR_ILLEGAL, (uint32_t)at + 1, "%s", mr_str_text(q->why));
  }
  say_target(q);
  return refuse_at(q, q->wish->to_at);
}

mr_status mr_fy_refuse(mr_reader *r, const mr_state *state, const mr_fy_wish *wish) {
  const mr_game *base = &mr_fy_game_of(r->game)->base;
  char buffer[MR_ERROR_MESSAGE_MAX];
  mr_str why;
  mr_str_fixed(&why, buffer, sizeof buffer);
  inquiry q = {.r = r,
               .game = mr_fy_game_of(r->game),
               .rules = &mr_fy_game_of(r->game)->rules,
               .opaque = state,
               .state = mr_fy_state_of_const(state),
               .board = mr_fy_board_const(state),
               .wish = wish,
               .why = &why};
  /* Only the suggestions need the list; without memory the reason is given all the same. */
  q.legal = mr_alloc_zero(mr_fy_game_of(r->game)->base.allocator, base->info.max_actions,
                          sizeof *q.legal);
  q.legal_count = q.legal != NULL ? base->ops->actions(base, state, q.legal) : 0;
  mr_status status = wish->from == MR_FY_NO_CELL ? refuse_drop(&q) : refuse_move(&q);
  mr_alloc_free(mr_fy_game_of(r->game)->base.allocator, q.legal,
                base->info.max_actions * sizeof *q.legal);
  return status;
}
