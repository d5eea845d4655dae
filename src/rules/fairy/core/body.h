/**
 * @file body.h
 * One core: the operations of the contract for sets of FY_WORDS words. The files core_w*.c define
 * FY_WORDS and FY_CORE, the name of the core, and include this.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_BODY_H
#define MARCHER_RULES_FAIRY_CORE_BODY_H

#include "rules/fairy/core/advance.h"
#include "rules/fairy/core/build.h"

#ifndef FY_CORE
#define FY_CORE mr_fy_core_alone
#endif
extern const mr_fy_core FY_CORE;

/* ---- looking --------------------------------------------------------------------------------- */

static mr_node node_at(const mr_game *base, const mr_state *state) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  (void)base;
  if (head->end) {
    return (mr_node){.kind = MR_NODE_TERMINAL, .player = MR_NOBODY};
  }
  return (mr_node){.kind = MR_NODE_DECISION, .player = {head->side}};
}

// The contract has it so. NOLINTNEXTLINE(readability-non-const-parameter)
static size_t actions(const mr_game *base, const mr_state *state, mr_action *out) {
  sink to = {.out = out};
  list_all(LIST, &to, mr_fy_game_of(base), state);
  return to.count;
}

static bool legal(const mr_game *base, const mr_state *state, mr_action action) {
  sink to = {.wanted = action};
  if (mr_fy_state_of_const(state)->end || action == MR_ACTION_NONE) {
    return false;
  }
  list_all(FIND, &to, mr_fy_game_of(base), state);
  return to.found;
}

static uint64_t hash(const mr_game *base, const mr_state *state) {
  (void)base;
  return mr_fy_state_of_const(state)->key;
}

/** Keys of the pieces and hands from nothing; colour[2] receives those of each colour's pieces. */
static uint64_t men_key(const mr_fy_game *game, const mr_state *state, uint64_t *colour) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const uint8_t *board = mr_fy_board_const(state);
  const tables *t = tables_of(game);
  uint64_t key = 0;
  colour[0] = colour[1] = 0;
  for (unsigned cell = 0; cell < t->cells; cell++) {
    if (board[cell] == 0) {
      continue;
    }
    uint64_t man = t->keys[(size_t)board[cell] * t->cells + cell];
    key ^= man;
    if (game->rules.split) {
      colour[mr_fy_colour(&game->rules, cell)] ^= man;
    }
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned slot = 0; slot < game->rules.hand_count; slot++) {
      key ^= hand_key(side, slot, head->hand[side][slot]);
    }
  }
  return key;
}

static uint64_t rehash(const mr_game *base, const mr_state *state) {
  const mr_fy_game *game = mr_fy_game_of(base);
  uint64_t colour[2];
  return men_key(game, state, colour) ^ header_key(game, mr_fy_state_of_const(state));
}

static scene scene_of(const mr_fy_game *game, const mr_state *state) {
  const bb *sets = sets_of_const(game, state);
  const tables *t = tables_of(game);
  return (scene){.game = game, .t = t, .sets = sets, .men = filled(t, sets)};
}

static bool attacked(const mr_fy_game *game, const mr_state *state, unsigned cell, unsigned by) {
  scene at = scene_of(game, state);
  return attacks(&at, cell, by);
}

static bool in_check(const mr_fy_game *game, const mr_state *state, unsigned side) {
  scene at = scene_of(game, state);
  bb royals = royals_of(game, at.sets, side);
  royals = game->rules.blast.on ? exposed_royals(&at, side, royals) : royals;
  return attacks_any(&at, royals, side ^ 1) || duple_checked(&at, side);
}

/* ---- making ---------------------------------------------------------------------------------- */

static mr_event piece_event(const move_context *p, mr_event_kind kind, unsigned code, unsigned to,
                            mr_fy_feature rule) {
  mr_event event =
      mr_event_of(kind, (mr_player){(uint8_t)MR_FY_SIDE(code)}, p->game->rule_of[rule]);
  event.piece = (mr_piece){code};
  event.to = (mr_cell){(uint16_t)to};
  return event;
}

static void emit_move(const move_context *p, unsigned code, unsigned from, unsigned to,
                      mr_fy_feature rule) {
  mr_event event = piece_event(p, MR_EVENT_MOVE, code, to, rule);
  event.from = (mr_cell){(uint16_t)from};
  mr_events_add(p->events, event);
}

/** What went with a captured piece, beginning with who took it. */
static void emit_blast(const move_context *p) {
  const undo_record *u = p->u;
  for (unsigned i = 0; i < u->blown_count; i++) {
    mr_fy_feature why = p->game->rules.blast.on ? MR_FY_RULE_BLAST : MR_FY_RULE_WALL;
    mr_event event = piece_event(p, MR_EVENT_CAPTURE, u->moved, u->blown_at[i], why);
    event.other = (mr_player){(uint8_t)MR_FY_SIDE(u->blown[i])};
    event.piece2 = (mr_piece){u->blown[i]};
    event.from = (mr_cell){(uint16_t)mr_fy_to(u->action)};
    mr_events_add(p->events, event);
  }
}

/** Men that have changed sides. */
static void emit_flipped(const move_context *p) {
  const undo_record *u = p->u;
  bb men = has_flipped(p->game, u) ? u->flipped : bb_none();
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    unsigned code = mr_fy_board_const(p->state)[cell];
    mr_event event = piece_event(p, MR_EVENT_CONVERT, code, cell, MR_FY_RULE_FLIP);
    event.other = (mr_player){(uint8_t)MR_FY_SIDE(code ^ 1u)};
    event.piece2 = (mr_piece){code ^ 1u};
    event.from = (mr_cell){(uint16_t)mr_fy_to(u->action)};
    mr_events_add(p->events, event);
  }
}

/** The man that has entered by a gate. */
static void emit_entered(const move_context *p) {
  const undo_record *u = p->u;
  if (mr_fy_enters(&p->game->rules, u->action)) {
    unsigned kind = p->game->rules.hand_kind[mr_fy_entering_slot(u->action)];
    mr_events_add(p->events, piece_event(p, MR_EVENT_PLACE, MR_FY_CODE(kind, u->head.side),
                                         mr_fy_entered_cell(u->action), MR_FY_RULE_GATING));
  }
}

static void emit_action(const move_context *p) {
  static const mr_fy_feature rules[MR_FY_TYPE_COUNT] = {
      MR_FY_RULE_MOVE,     MR_FY_RULE_DOUBLE, MR_FY_RULE_EP,  MR_FY_RULE_DROP,
      MR_FY_RULE_CASTLING, MR_FY_RULE_WALL,   MR_FY_RULE_PASS};
  const undo_record *u = p->u;
  unsigned from = mr_fy_from(u->action), to = mr_fy_to(u->action);
  unsigned type = mr_fy_type_of(u->action), form = mr_fy_form_of(u->action);
  if (type == MR_FY_PASS) {
    emit_rule(p, MR_EVENT_PASS, u->head.side, MR_FY_RULE_PASS);
    return;
  }
  if (type == MR_FY_CASTLE) {
    const mr_fy_castling *c = castling_of(p->game, &u->head, from, to);
    if (c != NULL) {
      if (from != c->king_to) { /* from any files, one of them may stay where it is */
        emit_move(p, u->moved, from, c->king_to, MR_FY_RULE_CASTLING);
      }
      if (to != c->partner_to) {
        emit_move(p, u->partner, to, c->partner_to, MR_FY_RULE_CASTLING);
      }
    }
    emit_entered(p);
    return;
  }
  if (type == MR_FY_DROP) {
    mr_events_add(p->events, piece_event(p, MR_EVENT_PLACE, u->moved, to, MR_FY_RULE_DROP));
    return;
  }
  if (type == MR_FY_BLOCK) {
    return;
  }
  emit_move(p, u->moved, from, to, rules[type]);
  if (u->taken) {
    mr_event event = piece_event(p, MR_EVENT_CAPTURE, u->moved, u->taken_at, rules[type]);
    event.other = (mr_player){(uint8_t)MR_FY_SIDE(u->taken)};
    event.piece2 = (mr_piece){u->taken};
    event.from = (mr_cell){(uint16_t)to};
    mr_events_add(p->events, event);
  }
  if (form) {
    mr_event event = piece_event(p, MR_EVENT_PROMOTE, u->moved, to, MR_FY_RULE_PROMOTION);
    event.rule = p->game->promotion_rule[MR_FY_KIND(u->moved)];
    event.piece2 = (mr_piece){MR_FY_CODE(form, MR_FY_SIDE(u->moved))};
    mr_events_add(p->events, event);
  }
  emit_entered(p);
  emit_blast(p);
}

/** Men that have become walls. */
static void emit_petrified(const move_context *p) {
  const uint8_t *board = mr_fy_board_const(p->state);
  for (unsigned i = 0; i < p->u->blown_count; i++) {
    if (board[p->u->blown_at[i]] == MR_FY_WALL) {
      mr_event event = mr_event_of(MR_EVENT_PLACE, MR_NOBODY, p->game->rule_of[MR_FY_RULE_WALL]);
      event.piece = (mr_piece){MR_FY_WALL};
      event.to = (mr_cell){p->u->blown_at[i]};
      mr_events_add(p->events, event);
    }
  }
}

/** That men are counted, where the game would else be drawn now. */
static void emit_counted(const move_context *p) {
  const mr_fy_rules *rules = &p->game->rules;
  switch (mr_fy_state_of(p->state)->end) {
  case MR_FY_RULE_FOLD:
    if (rules->fold_value != MR_FY_FOLD_DRAW) {
      return;
    }
    break;
  case MR_FY_RULE_STALEMATE:
    if (rules->stalemate != MR_FY_DRAW) {
      return;
    }
    break;
  case MR_FY_RULE_FULL:
  case MR_FY_RULE_PASS:
  case MR_FY_RULE_BIKJANG:
  case MR_FY_RULE_IDLE:
    break;
  default:
    return;
  }
  if (rules->tally != MR_FY_TALLY_NONE) {
    emit_rule(p, MR_EVENT_RULE, MR_NOBODY_ID, MR_FY_RULE_TALLY);
  }
}

/** The square that is blocked now; a duck comes from another. */
static void emit_wall(const move_context *p) {
  const undo_record *u = p->u;
  const mr_fy_walling *walling = &p->game->rules.walling;
  bool carried = walling->rule == MR_FY_WALLS_DUCK && bb_any(u->walls);
  if (!mr_fy_walls_with(walling, mr_fy_type_of(u->action))) {
    return;
  }
  mr_event event = mr_event_of(carried ? MR_EVENT_MOVE : MR_EVENT_PLACE, MR_NOBODY,
                               p->game->rule_of[MR_FY_RULE_WALL]);
  event.piece = (mr_piece){MR_FY_WALL};
  event.from = carried ? (mr_cell){(uint16_t)bb_first(u->walls)} : event.from;
  event.to = (mr_cell){(uint16_t)mr_fy_wall_of(u->action)};
  mr_events_add(p->events, event);
}

static void make(const mr_game *base, mr_state *state, mr_action action, void *undo,
                 mr_events *events) {
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_fy_state *head = mr_fy_state_of(state);
  undo_record own;
  undo_record *u = undo != NULL ? undo : &own;
  move_context p = {.game = game, .state = state, .u = u, .events = events};
  uint64_t before = header_key(game, head);
  do_action(game, state, action, u, WITH_KEYS);
  emit_action(&p);
  emit_flipped(&p);
  emit_petrified(&p);
  emit_wall(&p);
  head->key ^= before;
  head->length++;
  if (game->rules.split) {
    advance_colours(&p);
  } else {
    advance_plain(&p);
    if (!head->end) {
      detect_end(&p);
    }
  }
  if (head->end) {
    emit_counted(&p);
    emit_rule(&p, MR_EVENT_END, MR_NOBODY_ID, (mr_fy_feature)head->end);
  }
}

static void unmake(const mr_game *base, mr_state *state, const void *undo) {
  const undo_record *u = undo;
  restore_history(mr_fy_game_of(base), state, u);
  undo_action(mr_fy_game_of(base), state, u);
}

/**
 * Takes back an end by history and judges what comes after it in detect_end: neither repetition,
 * idleness nor a count. In split games these freeze a colour, which is part of the position.
 */
static bool play_on(const mr_game *base, mr_state *state) {
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_fy_state *head = mr_fy_state_of(state);
  if (head->end != MR_FY_RULE_FOLD && head->end != MR_FY_RULE_PERPETUAL &&
      head->end != MR_FY_RULE_CHASE && head->end != MR_FY_RULE_TO_AND_FRO &&
      head->end != MR_FY_RULE_IDLE && head->end != MR_FY_RULE_COUNTING) {
    return false;
  }
  head->end = 0;
  head->winner = MR_FY_UNDECIDED;
  if (game->rules.draws_first && !game->rules.split) {
    end_by_moves(game, state);
  }
  if (!head->end && !game->rules.split) {
    end_by_impasse(game, state);
  }
  if (!head->end) {
    end_by_length(game, state);
  }
  return true;
}

/* ---- counting leaf states: the last ply is counted without being listed ---------------------- */

/** Room for actions at each depth; games that may list more are counted by the contract alone. */
enum { PERFT_LIST = 8192 };

/** Whose turn it is then, and the ends that stand on the board; no counters, no repetition. */
FY_INLINE void advance_fast(const mr_fy_game *game, mr_state *state, const undo_record *u) {
  mr_fy_state *head = mr_fy_state_of(state);
  if (game->rules.split) {
    move_context p = {.game = game, .state = state, .counting = true};
    advance_split(&p, mr_fy_colour(&game->rules, mr_fy_to(u->action)));
    return;
  }
  if (mr_fy_counts_checks(&game->rules)) {
    (void)count_check(game, state, head->side);
  }
  head->side ^= 1;
  end_by_board(game, state, head->side, u);
}

static inline uint64_t perft_below(const mr_fy_game *game, mr_state *state, unsigned depth) {
  sink to = {0};
  if (mr_fy_state_of_const(state)->end) {
    return 0;
  }
  if (depth == 1) {
    list_all(COUNT, &to, game, state);
    return to.count;
  }
  mr_action list[PERFT_LIST];
  to.out = list;
  list_all(LIST, &to, game, state);
  uint64_t nodes = 0;
  for (size_t i = 0; i < to.count; i++) {
    undo_record u;
    do_action(game, state, list[i], &u, WITHOUT_KEYS);
    advance_fast(game, state, &u);
    nodes += perft_below(game, state, depth - 1);
    undo_action(game, state, &u);
  }
  return nodes;
}

static uint64_t perft(const mr_game *base, mr_state *state, unsigned depth) {
  return depth == 0 ? 1 : perft_below(mr_fy_game_of(base), state, depth);
}

/* ---- states from texts ----------------------------------------------------------------------- */

static void collect_sets(const mr_fy_game *game, mr_state *state) {
  const tables *t = tables_of(game);
  const uint8_t *board = mr_fy_board_const(state);
  bb *sets = sets_of(game, state);
  memset(sets, 0, (game->code_count + 1) * sizeof *sets);
  for (unsigned cell = 0; cell < t->cells; cell++) {
    if (board[cell] == MR_FY_WALL) {
      sets[t->code_count] = bb_or(sets[t->code_count], bb_of(cell));
    } else if (board[cell]) {
      sets[board[cell]] = bb_or(sets[board[cell]], bb_of(cell));
      sets[board[cell] & 1] = bb_or(sets[board[cell] & 1], bb_of(cell));
    }
  }
}

static void trim_ep(const mr_fy_game *game, mr_state *state) {
  mr_fy_state *head = mr_fy_state_of(state);
  for (unsigned slot = 0; slot < 2; slot++) {
    mr_fy_ep *ep = &head->ep[slot];
    if (ep->passed == MR_FY_NO_CELL) {
      continue;
    }
    unsigned victim = mr_fy_board_const(state)[ep->victim];
    head->key ^= header_key(game, head);
    keep_usable(game, state, MR_FY_SIDE(victim) ^ 1u, slot);
    head->key ^= header_key(game, head);
  }
}

static void derive_state(const mr_fy_game *game, mr_state *state) {
  mr_fy_state *head = mr_fy_state_of(state);
  move_context p = {.game = game, .state = state};
  collect_sets(game, state);
  for (unsigned slot = 0; game->rules.free_drops && slot < game->rules.hand_count; slot++) {
    head->hand[MR_FY_WHITE][slot] = head->hand[MR_FY_BLACK][slot] = 1;
  }
  head->key = men_key(game, state, head->colour_key) ^ header_key(game, head);
  trim_ep(game, state);
  head->end = 0;
  head->winner = MR_FY_UNDECIDED;
  for (unsigned slot = 0; slot < 2; slot++) {
    head->seen[slot] = head->head[slot] = 0;
  }
  size_t keys = game->history_size * mr_fy_history_slots(&game->rules);
  memset(history_of(game, state, 0), 0, keys * sizeof(uint64_t));
  if (game->rules.split) {
    begin_turn(&p, head->owed);
    head->key = rehash(&game->base, state);
    return;
  }
  if (game->rules.shatar.on) { /* as if a move had led here */
    push_key(&p, 1, check_marks(game, state, head->side ^ 1u));
  }
  bool check = game->rules.no_to_and_fro && gives_check(game, state, head->side ^ 1u);
  push_key(&p, 0, ((head->key ^ passed_key(head)) & ~UINT64_C(1)) | check);
  end_by_board(game, state, head->side, NULL);
  if (!head->end) { /* as behind an action: what stands on the board is judged first */
    detect_end(&p);
  }
}

#define FY_OPS(perft_op)                                                                 \
  {                                                                                      \
    .node = node_at, .actions = actions, .legal = legal, .make = make, .unmake = unmake, \
    .hash = hash, .rehash = rehash, .score = mr_fy_score, .ended_by = mr_fy_ended_by,    \
    .format_action = mr_fy_format_action, .parse_action = mr_fy_parse_action,            \
    .format_state = mr_fy_format_state, .parse_state = mr_fy_parse_state,                \
    .cell_text = mr_fy_cell_text, .piece_text = mr_fy_piece_text, .perft = (perft_op),   \
    .form = mr_fy_form, .goals = mr_fy_goals, .view = mr_fy_view, .page = mr_fy_page,    \
    .play_on = play_on, .threats = mr_fy_threats,                                        \
  }

static const mr_game_ops ops = FY_OPS(perft);
static const mr_game_ops wide_ops = FY_OPS(NULL);

static mr_status build(mr_fy_game *game) {
  mr_status status = build_tables(game);
  if (status == MR_OK) {
    game->base.ops = game->base.info.max_actions <= PERFT_LIST ? &ops : &wide_ops;
    game->base.info.undo_size = mr_state_round_up(sizeof(undo_record));
  }
  return status;
}

const mr_fy_core FY_CORE = {
    .words = FY_WORDS,
    .build = build,
    .derive = derive_state,
    .attacked = attacked,
    .in_check = in_check,
    .trim_ep = trim_ep,
};

#endif
