/*
 * Actions as texts ask for them; letters may be of either case. Where one is not legal, what is
 * asked for is compared with the board, then with the piece's ways, then with what is legal; the
 * first thing that is wrong is said, and what might be played.
 */
#include "base/text.h"
#include "rules/fairy/text/action_find.h"
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
  *text = mr_str_fixed(buffer, MR_ACTION_TEXT_MAX);
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
        (to != MR_FY_NO_CELL && mr_fy_written_target(&q->game->base, q->opaque, action) != to)) {
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
  mr_str text = mr_str_fixed(word, sizeof word);
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

static mr_status complain(const inquiry *q, size_t at) {
  return mr_error_at(q->r->err, MR_ERR_ILLEGAL, (uint32_t)at + 1, "%s", mr_str_text(q->why));
}

static mr_status refuse_at(const inquiry *q, size_t at) {
  unsigned from = q->wish->from;
  bool own = from != MR_FY_NO_CELL && q->board[from] > MR_FY_WALL &&
             MR_FY_SIDE(q->board[from]) == q->state->side;
  if (!own || list_legal(q, "; it may play ", MR_FY_NO_CELL) == 0) {
    suggest_nearest(q);
  }
  return complain(q, at);
}

/* ---- the ways of a piece --------------------------------------------------------------------- */

/** How near a piece's ways come to a square, worst first. */
typedef enum nearness {
  NO_WAY,
  NOT_AGAIN, /**< by an initial move, which the piece has behind it */
  BLOCKED,   /**< something stands in the way, or a piece to jump over is missing */
  OVER_LIKE, /**< that piece is there, and the mover leaps over none like it */
  ONLY_MOVES,
  ONLY_CAPTURES,
  REACHED
} nearness;

typedef struct way_search {
  const inquiry *q;
  nearness best;
  unsigned block;          /**< where the way is blocked, or a piece is missing */
  const mr_fy_set *begins; /**< NOT_AGAIN: where it has that move */
} way_search;

static nearness rate_stop(const inquiry *q, unsigned stop) {
  unsigned to = q->wish->to, side = q->state->side;
  const mr_fy_kind *kind = &q->rules->kinds[MR_FY_KIND(q->board[q->wish->from])];
  bool empty = q->board[to] == 0;
  bool passed = (mr_fy_ep_on(&q->state->ep[0], to) ||
                 (q->rules->split && mr_fy_ep_on(&q->state->ep[1], to))) &&
                kind->takes_ep[side] && mr_fy_set_has(&q->rules->ep_region[side], to);
  bool alone = (stop & MR_STOP_CAPTURE) && !(stop & MR_STOP_QUIET) && kind->ep_as_capture[side];
  if ((empty && (stop & MR_STOP_QUIET)) || (!empty && (stop & MR_STOP_CAPTURE)) ||
      (passed && (alone || (stop & MR_STOP_EP)))) {
    return REACHED;
  }
  return empty ? ONLY_CAPTURES : ONLY_MOVES;
}

/** Whether the piece that is to move leaps over no piece of a code. */
static bool leaps_not(const inquiry *q, unsigned code) {
  return mr_fy_is_cannon(q->rules, q->board[q->wish->from]) && mr_fy_is_cannon(q->rules, code);
}

static void look_along(void *context, const mr_trail *trail) {
  way_search *search = context;
  const inquiry *q = search->q;
  unsigned block = MR_FY_NO_CELL, side = q->state->side, from = q->wish->from;
  bool like = false;
  const mr_fy_kind *kind = &q->rules->kinds[MR_FY_KIND(q->board[from])];
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned cell = mr_fy_step_cell(q->rules, step);
    if (cell == q->wish->to && step->stop != 0) {
      bool again = !mr_fy_has_way(kind, side, from, trail);
      nearness how = again                    ? NOT_AGAIN
                     : block != MR_FY_NO_CELL ? like ? OVER_LIKE : BLOCKED
                                              : rate_stop(q, step->stop);
      search->block = how > search->best ? block : search->block;
      search->begins = mr_fy_begins_on(kind, side, trail);
      search->best = how > search->best ? how : search->best;
    }
    like = block == MR_FY_NO_CELL ? step->pass == MR_PASS_HURDLE && leaps_not(q, q->board[cell])
                                  : like;
    if (block == MR_FY_NO_CELL &&
        (like || (q->board[cell] != 0) != (step->pass == MR_PASS_HURDLE))) {
      block = cell;
    }
  }
}

/** Appends a list of squares; where there are none, that there are none. */
static void add_where(const inquiry *q, const char *before, mr_fy_set cells) {
  if (mr_fy_set_empty(&cells)) {
    mr_str_format(q->why, "%s nowhere", before);
  } else {
    mr_str_format(q->why, "%s on ", before);
    mr_fy_add_squares(q->rules, &cells, q->why);
  }
}

static void say_way(const inquiry *q, const way_search *search) {
  unsigned from = q->wish->from;
  mr_fy_square_name here = mr_fy_square(q->rules, from),
                    there = mr_fy_square(q->rules, q->wish->to);
  const char *name = name_of(q, q->board[from]);
  const mr_fy_set *begins = search->begins;
  mr_str_format(q->why, "the %s on %s cannot reach %s", name, here.text, there.text);
  switch (search->best) {
  case NOT_AGAIN:
    add_where(q, mr_fy_set_empty(begins) ? ": it has that move" : ": it has that move only",
              *begins);
    break;
  case BLOCKED:
    mr_str_format(q->why,
                  q->board[search->block] != 0 ? ": %s is in the way"
                                               : ": there is nothing on %s to jump over",
                  mr_fy_square(q->rules, search->block).text);
    break;
  case OVER_LIKE:
    mr_str_format(q->why, ": it does not leap over its like on %s",
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

/* ---- reasons --------------------------------------------------------------------------------- */

/** The board after what is wished for, but for what it takes elsewhere. */
static void move_on(const inquiry *q, uint8_t *board) {
  const mr_fy_wish *asked = q->wish;
  memcpy(board, q->board, q->rules->cells);
  if (asked->from == MR_FY_NO_CELL) {
    board[asked->to] = (uint8_t)MR_FY_CODE(asked->kind, q->state->side);
    return;
  }
  unsigned code = board[asked->from];
  for (unsigned cell = 0; q->rules->walling.rule == MR_FY_WALLS_DUCK && cell < q->rules->cells;
       cell++) {
    board[cell] = board[cell] == MR_FY_WALL ? 0 : board[cell];
  }
  board[asked->from] = 0;
  board[asked->to] = (uint8_t)(asked->form ? MR_FY_CODE(asked->form, q->state->side) : code);
  if (q->rules->blast.on && q->board[asked->to] != 0) {
    mr_fy_blast_on(q->rules, board, asked->to);
  }
  if (q->rules->walling.petrified >> MR_FY_KIND(code) & 1u && q->board[asked->to] != 0) {
    board[asked->to] = MR_FY_WALL;
  }
  if (asked->wall != MR_FY_NO_CELL && board[asked->wall] == 0) {
    board[asked->wall] = MR_FY_WALL;
  }
}

/** A capture that would blow up an own royal. @return whether that is so */
static bool say_blast(const inquiry *q, bool quiet) {
  const mr_fy_wish *asked = q->wish;
  unsigned royal = quiet || asked->from == MR_FY_NO_CELL
                       ? MR_FY_NO_CELL
                       : mr_fy_find_blown(q->rules, q->board, asked->from, asked->to);
  if (royal == MR_FY_NO_CELL) {
    return false;
  }
  mr_str_format(q->why, "it would blow up your own %s on %s", name_of(q, q->board[royal]),
                mr_fy_square(q->rules, royal).text);
  return true;
}

/** A royal that would be attacked, and by whom. @return whether that is so */
static bool say_check(const inquiry *q) {
  uint8_t board[MR_FY_CELLS_MAX];
  mr_fy_check before, after;
  unsigned side = q->state->side;
  move_on(q, board);
  if (!mr_fy_find_check(q->rules, board, side, &after)) {
    return false;
  }
  bool still = mr_fy_find_check(q->rules, q->board, side, &before);
  mr_str_format(q->why, "%s your %s on %s attacked by the %s on %s%s",
                still ? "it would still leave" : "it would leave", name_of(q, board[after.royal]),
                mr_fy_square(q->rules, after.royal).text, name_of(q, board[after.attacker]),
                mr_fy_square(q->rules, after.attacker).text,
                after.all ? ", and all others like it are attacked" : "");
  return true;
}

/** A royal of the other side's that would be attacked, where that may not be. */
static bool say_gives_check(const inquiry *q) {
  uint8_t board[MR_FY_CELLS_MAX];
  mr_fy_check check;
  bool drop = q->wish->from == MR_FY_NO_CELL;
  move_on(q, board);
  if (!(drop ? q->rules->no_drop_checks : q->rules->no_checks) ||
      !mr_fy_find_check(q->rules, board, q->state->side ^ 1u, &check)) {
    return false;
  }
  mr_str_format(q->why, "it would attack the %s on %s from %s, and no %s may give check",
                name_of(q, board[check.royal]), mr_fy_square(q->rules, check.royal).text,
                mr_fy_square(q->rules, check.attacker).text, drop ? "drop" : "move");
  return true;
}

/** A king that would leave an attack, where kings do not. @return whether that is so */
static bool say_stays(const inquiry *q) {
  mr_fy_check check;
  unsigned from = q->wish->from;
  if (!q->rules->kings_stay || from == MR_FY_NO_CELL ||
      !q->rules->kinds[MR_FY_KIND(q->board[from])].royal[q->state->side] ||
      !mr_fy_find_check(q->rules, q->board, q->state->side, &check)) {
    return false;
  }
  mr_str_format(q->why,
                "your %s on %s is attacked by the %s on %s: it may move only to take the one "
                "piece that attacks it",
                name_of(q, q->board[check.royal]), mr_fy_square(q->rules, check.royal).text,
                name_of(q, q->board[check.attacker]), mr_fy_square(q->rules, check.attacker).text);
  return true;
}

/** Royals that would face each other, and where. @return whether that is so */
static bool say_facing(const inquiry *q) {
  uint8_t board[MR_FY_CELLS_MAX];
  mr_fy_check facing;
  move_on(q, board);
  if ((q->rules->bikjang && !mr_fy_find_facing(q->rules, q->board, q->state->side, &facing)) ||
      !mr_fy_find_facing(q->rules, board, q->state->side, &facing)) {
    return false;
  }
  mr_str_format(q->why,
                q->rules->bikjang
                    ? "your %s on %s would still face the %s on %s: end that, or pass"
                    : "your %s on %s would face the %s on %s with nothing between them",
                name_of(q, board[facing.royal]), mr_fy_square(q->rules, facing.royal).text,
                name_of(q, board[facing.attacker]), mr_fy_square(q->rules, facing.attacker).text);
  return true;
}

/** Something else has to be dropped first. */
static bool say_duty(const inquiry *q) {
  const mr_fy_rules *rules = q->rules;
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  bool drops = q->wish->from == MR_FY_NO_CELL && (rules->must_drop >> q->wish->kind & 1) != 0;
  if (rules->must_drop == 0 || drops || q->legal_count == 0 ||
      mr_fy_type_of(q->legal[0]) != MR_FY_DROP ||
      (rules->must_drop >> mr_fy_from(q->legal[0]) & 1) == 0) {
    return false;
  }
  write_legal(q, 0, buffer, &text);
  mr_str_format(q->why, "a drop is possible and must be made, such as %s", buffer);
  return true;
}

/** The piece can go there, and yet it is not legal. */
static void say_why_not(const inquiry *q, bool quiet) {
  bool drop = q->wish->from == MR_FY_NO_CELL;
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  if (!drop && !quiet && mr_fy_petrifies_royal(q->rules, q->board, q->wish->from)) {
    mr_str_format(q->why, "your %s would become a wall by capturing, and you may not lose it",
                  name_of(q, q->board[q->wish->from]));
  } else if (q->rules->must_capture && quiet && q->legal_count > 0) {
    write_legal(q, 0, buffer, &text);
    mr_str_format(q->why, "a capture is possible and must be made, such as %s", buffer);
  } else if (say_duty(q)) {
    return;
  } else if (say_blast(q, quiet) || say_check(q) || say_gives_check(q) || say_facing(q) ||
             say_stays(q)) {
    return;
  } else if (q->rules->immobility_illegal &&
             mr_fy_is_stuck(q->rules,
                            drop ? MR_FY_CODE(q->wish->kind, q->state->side)
                                 : q->board[q->wish->from],
                            q->wish->to)) {
    mr_str_format(q->why, "it could never move again from %s",
                  mr_fy_square(q->rules, q->wish->to).text);
  } else if (!drop && !quiet &&
             (q->rules->kinds[MR_FY_KIND(q->board[q->wish->from])].spares >>
                  MR_FY_KIND(q->board[q->wish->to]) &
              1u)) {
    mr_str_format(q->why, "a %s does not capture its like",
                  q->rules->kinds[MR_FY_KIND(q->board[q->wish->from])].name);
  } else if (drop && mr_fy_say_placing(q->rules, q->board, q->wish->kind, q->wish->to, q->why)) {
    return;
  } else if (drop && q->rules->kinds[q->wish->kind].drop_may_not_mate) {
    mr_str_format(q->why, "a %s may not mate by being dropped",
                  q->rules->kinds[q->wish->kind].name);
  } else {
    mr_str_format(q->why, "%.*s is not legal here", (int)q->r->length, q->r->text);
  }
}

/** What leaves the hand by a drop: the kind, or that of which it is the promoted form. */
static unsigned held_kind(const inquiry *q) {
  const mr_fy_kind *kind = &q->rules->kinds[q->wish->kind];
  return kind->droppable ? q->wish->kind : kind->base;
}

/** Whether the file of a drop has as many of the kind as may be dropped on one. */
static bool file_is_full(const inquiry *q) {
  unsigned limit = q->rules->kinds[q->wish->kind].drop_file_limit, count = 0;
  for (unsigned cell = q->wish->to % q->rules->files; cell < q->rules->cells;
       cell += q->rules->files) {
    count += q->board[cell] == MR_FY_CODE(held_kind(q), q->state->side);
  }
  return limit > 0 && count >= limit;
}

static mr_status refuse_drop(const inquiry *q) {
  const mr_fy_kind *kind = &q->rules->kinds[q->wish->kind];
  unsigned side = q->state->side, there = q->board[q->wish->to];
  mr_fy_square_name square = mr_fy_square(q->rules, q->wish->to);
  size_t at = q->wish->to_at;
  if (!mr_fy_drops(q->rules) || !mr_fy_is_dropped(q->rules, q->wish->kind)) {
    mr_str_format(q->why, "%s is never dropped in this game", kind->name);
    at = 0;
  } else if (q->state->hand[side][kind->hand] == 0) {
    mr_str_format(q->why, "%s has no %s in hand", mover(q), q->rules->kinds[held_kind(q)].name);
    at = 0;
  } else if (there == MR_FY_WALL) {
    mr_str_format(q->why, "nothing can stand on %s", square.text);
  } else if (there != 0) {
    mr_str_format(q->why, "%s is taken by %s's %s", square.text,
                  mr_fy_side_names[MR_FY_SIDE(there)], name_of(q, there));
  } else if (!mr_fy_set_has(&kind->drop_region[side], q->wish->to) ||
             !mr_fy_set_has(&kind->mobility[side], q->wish->to)) {
    mr_str_format(q->why, "%s may not drop a %s on %s", mover(q), kind->name, square.text);
    add_where(q, ": drops are allowed",
              mr_fy_set_and(kind->drop_region[side], kind->mobility[side]));
  } else if (file_is_full(q)) {
    mr_str_format(q->why, "no more than %u of the kind (%s) may stand on that file",
                  (unsigned)kind->drop_file_limit, q->rules->kinds[held_kind(q)].name);
  } else {
    say_why_not(q, true);
  }
  return there == 0 ? refuse_at(q, at) : complain(q, at); /* no other square would be meant */
}

/** An action that is legal, where the square is not one to begin on. */
static void add_instead(const inquiry *q) {
  if (q->legal_count > 0) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str text;
    write_legal(q, 0, buffer, &text);
    mr_str_format(q->why, "; %s may play %s, for example", mover(q), buffer);
  }
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
    add_instead(q);
  } else if (q->rules->split && !(q->state->owed >> colour & 1u)) {
    mr_str_format(q->why, "%s is a %s square, and %s owes no move on these now", square.text,
                  mr_fy_colour_names[colour], mover(q));
    add_instead(q);
  } else if (q->rules->split && (q->state->owed & ((1u << colour) - 1u)) != 0) {
    mr_str_format(q->why, "%s is a %s square, and %s moves on the dark squares first", square.text,
                  mr_fy_colour_names[colour], mover(q));
    add_instead(q);
  } else {
    return false;
  }
  return true;
}

/** The same move with another form, or with none, would be legal. */
static bool say_form(const inquiry *q) {
  char list[MR_ERROR_MESSAGE_MAX];
  inquiry aside = *q;
  mr_str text = mr_str_fixed(list, sizeof list);
  aside.why = &text;
  for (size_t i = 0; i < q->legal_count; i++) { /* it is another wall that would make it legal */
    mr_action a = q->legal[i];
    if (mr_fy_from(a) == q->wish->from && mr_fy_form_of(a) == q->wish->form &&
        mr_fy_written_target(&q->game->base, q->opaque, a) == q->wish->to &&
        mr_fy_sets_wall(q->rules, a)) {
      return false;
    }
  }
  if (list_legal(&aside, "", q->wish->to) == 0) {
    return false;
  }
  if (q->wish->form == 0) {
    mr_str_format(q->why, "it must promote: write %s", list);
  } else if (mr_fy_has_enough(q->rules, q->board, q->state->side, q->wish->form)) {
    const mr_fy_kind *form = &q->rules->kinds[q->wish->form];
    mr_str_format(q->why, "no %s is made where %s has %u of them: write %s", form->name, mover(q),
                  (unsigned)form->form_limit, list);
  } else {
    mr_str_format(q->why, "the %s cannot become that there: write %s",
                  name_of(q, q->board[q->wish->from]), list);
  }
  return true;
}

/** Why the side to move, which may pass in this game, may not pass now, or not so. */
static void say_no_pass(const inquiry *q) {
  unsigned side = q->state->side;
  char buffer[MR_ACTION_TEXT_MAX] = "";
  mr_str text;
  if (q->legal_count > 0) {
    write_legal(q, 0, buffer, &text);
  }
  if (q->game->core->in_check(q->game, q->opaque, side)) {
    mr_str_format(q->why, "%s is in check, and nobody passes in check", mover(q));
  } else if (q->wish->from != mr_fy_pass_cell(q->rules, q->board, side)) {
    mr_str_add(q->why, "to pass, write pass");
  } else if (q->rules->passing[side] == MR_FY_WITHOUT_MOVES) {
    mr_str_format(q->why, "only who has no other action passes, and here is %s", buffer);
  } else {
    mr_str_format(q->why, "a capture is possible and must be made, such as %s", buffer);
  }
}

/** What is wrong with the square that the move ends on, or with the way there. */
static void say_target(const inquiry *q) {
  unsigned from = q->wish->from, code = q->board[from], there = q->board[q->wish->to];
  const mr_fy_kind *kind = &q->rules->kinds[MR_FY_KIND(code)];
  mr_fy_square_name square = mr_fy_square(q->rules, q->wish->to);
  way_search ways = {q, NO_WAY, MR_FY_NO_CELL, NULL};
  bool own = there > MR_FY_WALL && MR_FY_SIDE(there) == q->state->side;
  const mr_fy_castling *castling = mr_fy_castling_meant(q->rules, q->state, q->wish);
  mr_fy_walk(q->rules, code, from, look_along, &ways);
  if (from == q->wish->to && q->rules->passing[q->state->side] != MR_FY_NEVER) {
    say_no_pass(q);
  } else if (from == q->wish->to) {
    mr_str_format(q->why, "a move ends on another square than it begins on");
  } else if (castling != NULL && castling->king_kind == MR_FY_KIND(code) &&
             (own || ways.best != REACHED)) {
    mr_str_add(q->why, "this castling is not possible now");
    mr_fy_add_castling_fault(q->game, q->opaque, mr_fy_right_of(q->rules, castling), q->why);
  } else if (own) {
    mr_str_format(q->why, "%s is taken by your own %s", square.text, name_of(q, there));
  } else if (ways.best != REACHED) {
    say_way(q, &ways);
  } else if (!mr_fy_set_has(&kind->mobility[q->state->side], q->wish->to)) {
    mr_str_format(q->why, "the %s may not stand on %s", kind->name, square.text);
    add_where(q, ": it may only stand", kind->mobility[q->state->side]);
  } else if (mr_fy_set_has(&kind->barred[q->state->side], q->wish->to)) {
    mr_str_format(q->why, "the %s may not go to %s: it would have to promote, and becomes nothing",
                  kind->name, square.text);
  } else {
    say_why_not(q, there == 0);
  }
}

/** What is wrong with the wall alone. @return whether that is the reason */
static bool say_wall(const inquiry *q) {
  const mr_fy_wish *asked = q->wish;
  mr_fy_wall_question question = {.base = &q->game->base,
                                  .state = q->opaque,
                                  .legal = q->legal,
                                  .count = q->legal_count,
                                  .from = asked->from,
                                  .to = asked->to,
                                  .form = asked->form,
                                  .wall = asked->wall};
  return mr_fy_say_wall(&question, q->why);
}

static mr_status refuse_move(const inquiry *q) {
  if (say_origin(q)) {
    return refuse_at(q, 0);
  }
  if (say_wall(q)) {
    return complain(q, q->wish->wall_at);
  }
  if (say_form(q)) {
    return complain(q, q->wish->form != 0 ? q->wish->form_at : q->r->length);
  }
  unsigned castlings = mr_fy_say_castlings(&q->game->base, q->opaque, q->wish, q->why);
  if (castlings == 1) {
    return complain(q, q->wish->to_at);
  }
  if (castlings == 0 && !mr_fy_say_sittuyin(q->rules, q->board, q->wish, q->why)) {
    say_target(q);
  }
  return refuse_at(q, q->wish->to_at);
}

/** The move would do, if nobody were to enter behind it. @return whether that is so */
static bool say_entering(const inquiry *q) {
  const mr_fy_wish *asked = q->wish;
  const mr_game *base = &q->game->base;
  mr_fy_wish bare = *asked;
  bare.enters = 0;
  if (asked->enters == 0 || asked->form != 0 ||
      mr_fy_find_legal(base, q->opaque, &bare) == MR_ACTION_NONE) {
    return false;
  }
  mr_fy_entry entry = {asked->from, asked->to, asked->enters, asked->gate};
  mr_fy_add_entering_fault(base, q->opaque, &entry, q->why);
  return true;
}

/** Says why what a text asks for is not legal. Never MR_OK. */
static mr_status refuse(mr_reader *r, const mr_state *state, const mr_fy_wish *asked) {
  const mr_fy_game *game = mr_fy_game_of(r->game);
  size_t room = game->base.info.max_actions;
  char buffer[MR_ERROR_MESSAGE_MAX];
  mr_str why = mr_str_fixed(buffer, sizeof buffer);
  inquiry q = {.r = r,
               .game = game,
               .rules = &game->rules,
               .opaque = state,
               .state = mr_fy_state_of_const(state),
               .board = mr_fy_board_const(state),
               .wish = asked,
               .why = &why};
  /* Only the suggestions need the list; without memory the reason is given all the same. */
  q.legal = mr_alloc_zero(game->base.allocator, room, sizeof *q.legal);
  q.legal_count = q.legal != NULL ? r->game->ops->actions(r->game, state, q.legal) : 0;
  mr_status status = say_entering(&q)               ? refuse_at(&q, asked->form_at)
                     : asked->from == MR_FY_NO_CELL ? refuse_drop(&q)
                                                    : refuse_move(&q);
  mr_alloc_free(game->base.allocator, q.legal, room * sizeof *q.legal);
  return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static mr_status read_drop(mr_reader *r, mr_fy_wish *asked) {
  unsigned code = 0;
  mr_status status = mr_fy_read_code(r, &code);
  if (status == MR_OK) {
    asked->kind = MR_FY_KIND(code);
    status = mr_reader_char(r, '@', "'@' and a square");
  }
  asked->to_at = r->at;
  return status == MR_OK ? mr_fy_read_cell(r, &asked->to) : status;
}

/** `+`, `-`, or the letter of a kind: what the piece on asked->from becomes. */
static mr_status read_form(mr_reader *r, const mr_state *state, mr_fy_wish *asked) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned mover = MR_FY_KIND(mr_fy_board_const(state)[asked->from]), code = 0;
  bool last = r->at + 1 == r->length;
  r->at += mr_reader_peek(r) == '=';
  asked->form_at = r->at;
  if (last && mr_reader_take(r, "+")) {
    for (unsigned k = 1; asked->form == 0 && k <= rules->kind_count; k++) {
      asked->form = mr_fy_is_plus_of(rules, k, mover) ? k : 0;
    }
    return asked->form != 0 || mover == 0
               ? MR_OK
               : mr_error_at(r->err, MR_ERR_ILLEGAL, (uint32_t)r->at, "the %s has no promoted form",
                             rules->kinds[mover].name);
  }
  if (last && rules->kinds[mover].plus && mr_reader_take(r, "-")) {
    asked->form = rules->kinds[mover].base;
    return MR_OK;
  }
  mr_status status = mr_fy_read_code(r, &code);
  if (status == MR_OK) { /* the kind, or what remembers what it was */
    unsigned side = MR_FY_SIDE(mr_fy_board_const(state)[asked->from]), kind = MR_FY_KIND(code);
    const mr_fy_kind *it = &rules->kinds[mover];
    asked->form = kind;
    for (unsigned i = 0; i < it->promotion_count[side]; i++) {
      const mr_fy_kind *form = &rules->kinds[it->promotions[side][i]];
      bool meant = form->tilde && form->letter == rules->kinds[kind].letter;
      asked->form = meant ? it->promotions[side][i] : asked->form;
    }
  }
  return status;
}

/** Where a wall is told: behind a comma, after the square on which the man has arrived, or behind
 *  an `@`. @return the length of the text before it */
static size_t find_wall(const mr_reader *r) {
  size_t end = 0;
  while (end < r->length && r->text[end] != ',' && r->text[end] != '@') {
    end++;
  }
  return end;
}

static mr_status read_wall(mr_reader *r, mr_fy_wish *asked) {
  bool comma = mr_reader_peek(r) == ',';
  unsigned cell = 0;
  r->at++;
  asked->wall_at = r->at;
  mr_status status = mr_fy_read_cell(r, &cell);
  asked->wall = cell;
  if (status == MR_OK && comma && mr_reader_more(r)) {
    asked->wall_at = r->at;
    status = mr_fy_read_cell(r, &asked->wall);
    if (status == MR_OK && cell != asked->to) {
      return mr_error_at(r->err, MR_ERR_ILLEGAL, (uint32_t)asked->wall_at + 1,
                         "behind the comma stands the square on which the move ends, and then the "
                         "one that is blocked");
    }
  }
  /* Where a wall is set or a man moved, others write the first square behind each move. */
  if (mr_fy_game_of(r->game)->rules.walling.instead && asked->from != asked->to && comma &&
      asked->wall == 0) {
    asked->wall = MR_FY_NO_CELL;
  }
  return status;
}

static mr_status read_move(mr_reader *r, const mr_state *state, mr_fy_wish *asked);

/** A move and its wall, "e2e4,e4d5" or "e2e4@d5", or a wall alone, "@d5". */
static mr_status read_walled(mr_reader *r, const mr_state *state, mr_fy_wish *asked) {
  size_t length = r->length, end = find_wall(r), blank = end;
  mr_status status = MR_OK;
  while (blank > 0 && r->text[blank - 1] == ' ') {
    blank--;
  }
  r->length = blank;
  asked->wall_at = end;
  if (blank == 0) {
    asked->from = asked->to = mr_fy_first_man(&mr_fy_game_of(r->game)->rules, state);
  } else if (!mr_fy_read_castling_word(r, state, asked)) {
    status = read_move(r, state, asked);
    status = status == MR_OK ? mr_reader_end(r) : status;
  }
  r->length = length;
  r->at = status == MR_OK ? end : r->at;
  return status == MR_OK && end < length ? read_wall(r, asked) : status;
}

/** What a letter behind a move means where men enter by gates: that, or what the piece becomes.
 * A square behind it tells that it enters there. */
static mr_status read_entering(mr_reader *r, const mr_state *state, mr_fy_wish *asked) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned code = mr_fy_board_const(state)[asked->from];
  char letter = mr_reader_peek(r);
  mr_status status = read_form(r, state, asked);
  unsigned enters = mr_fy_kind_named(rules, false, mr_text_upper(letter));
  if (status != MR_OK || !mr_text_is_letter(letter) || enters == 0) {
    return status;
  }
  bool told = mr_reader_more(r);
  if (told) {
    status = mr_fy_read_cell(r, &asked->gate);
  }
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  asked->enters = enters;
  if (told || code <= MR_FY_WALL || !mr_fy_may_become(kind, MR_FY_SIDE(code), asked->form)) {
    asked->form = 0;
  }
  mr_fy_entry entry = {asked->from, asked->to, asked->enters, asked->gate};
  mr_fy_turn_entry(r->game, state, &entry);
  asked->from = entry.from;
  asked->to = entry.to;
  asked->gate = entry.gate;
  return status;
}

static mr_status read_move(mr_reader *r, const mr_state *state, mr_fy_wish *asked) {
  mr_status status = mr_fy_read_cell(r, &asked->from);
  asked->to_at = r->at;
  if (status == MR_OK) {
    status = mr_fy_read_cell(r, &asked->to);
  }
  if (status == MR_OK && mr_reader_more(r)) {
    bool enters = mr_fy_game_of(r->game)->rules.gating.enters;
    status = enters ? read_entering(r, state, asked) : read_form(r, state, asked);
  }
  return status;
}

mr_status mr_fy_parse_action(const mr_game *base, const mr_state *state, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  mr_reader r = mr_reader_over(base, text, length, err);
  mr_fy_wish asked = {.from = MR_FY_NO_CELL, .wall = MR_FY_NO_CELL, .gate = MR_FY_NO_CELL};
  bool walls = mr_fy_game_of(base)->rules.walling.rule != MR_FY_WALLS_NONE;
  if (mr_fy_state_of_const(state)->winner != MR_FY_UNDECIDED) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  mr_status status = MR_OK;
  if (walls) {
    status = read_walled(&r, state, &asked);
  } else if (mr_fy_read_pass(&r, state, &asked)) {
    /* the whole text */
  } else if (memchr(text, '@', length) != NULL) {
    status = read_drop(&r, &asked);
  } else if (!mr_fy_read_castling_word(&r, state, &asked)) {
    if (mr_fy_is_castling_word(&r, false) || mr_fy_is_castling_word(&r, true)) {
      return mr_error_set(err, MR_ERR_ILLEGAL, "%s has no such castling%s",
                          base->info.player_names[mr_fy_state_of_const(state)->side],
                          mr_fy_game_of(base)->rules.any_files ? ": king or partner have moved"
                                                               : " in this game");
    }
    status = read_move(&r, state, &asked);
  }
  if (status == MR_OK) {
    status = mr_reader_end(&r);
  }
  if (status != MR_OK) {
    if (status == MR_ERR_SYNTAX && mr_fy_cut_rest(&r, &asked) &&
        !mr_fy_say_rest(&r, state, &asked, length)) {
      (void)refuse(&r, state, &asked);
      if (err != NULL) {
        err->status = status; /* the whole is no action, whatever its beginning lacks */
      }
    }
    return status;
  }
  mr_action action = mr_fy_find_legal(base, state, &asked);
  if (action == MR_ACTION_NONE) {
    return refuse(&r, state, &asked);
  }
  *out = action;
  return MR_OK;
}
