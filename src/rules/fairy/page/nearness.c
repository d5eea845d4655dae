#include "base/text.h"
#include "rules/fairy/page/page.h"
#include "rules/fairy/text/texts.h"

/*
 * How near the sides are to the ways to win that a definition gives them: goals to stand on, royals
 * to be mated, pieces to be taken, or to be got rid of.
 */

enum { TEXT_ROOM = 200 };

typedef struct nearness {
  mr_fy_picture *p;
  const mr_fy_game *game;
  const mr_fy_rules *rules;
  const mr_state *state;
  const uint8_t *board;
  unsigned side;
  mr_cell *on; /* room for all squares */
  mr_cell *risks;
} nearness;

static void put(nearness *n, mr_view_goal goal, unsigned rule, const mr_str *text) {
  goal.player = (mr_player){(uint8_t)n->side};
  goal.rule = n->game->rule_of[rule];
  goal.text = mr_str_text(text);
  goal.on = n->on;
  goal.risks = n->risks;
  if (n->p->status == MR_OK) {
    n->p->status = mr_view_add_goal(&n->p->view, n->p->arena, goal);
  }
}

/* The men of a side whose kinds are among these, in n->on, attacked ones in n->risks as well. */
static mr_view_goal find_men(nearness *n, unsigned side, uint64_t kinds) {
  mr_view_goal found = {0};
  for (unsigned cell = 0; cell < n->rules->cells; cell++) {
    unsigned code = n->board[cell];
    if (code <= MR_FY_WALL || MR_FY_SIDE(code) != side || (kinds >> MR_FY_KIND(code) & 1) == 0) {
      continue;
    }
    n->on[found.on_count++] = (mr_cell){(uint16_t)cell};
    if (n->game->core->attacked(n->game, n->state, cell, 1u - side)) {
      n->risks[found.risk_count++] = (mr_cell){(uint16_t)cell};
    }
  }
  return found;
}

/* ---- goals to stand on ----------------------------------------------------------------------- */

/* A man on its way, with nobody to meet. */
typedef struct way_search {
  const mr_fy_rules *rules;
  const uint8_t *board;
  unsigned code, from;
  bool helped;     /* whoever is to be taken or leapt over can come to stand there */
  mr_fy_set seen;  /* where it has been */
  mr_fy_set ahead; /* where it has come by the last move */
} way_search;

static void follow_way(void *context, const mr_trail *trail) {
  way_search *s = context;
  unsigned side = MR_FY_SIDE(s->code);
  const mr_fy_kind *kind = &s->rules->kinds[MR_FY_KIND(s->code)];
  for (unsigned i = 0; mr_fy_has_way(kind, side, s->from, trail) && i < trail->length; i++) {
    unsigned cell = mr_fy_step_cell(s->rules, &trail->steps[i]), there = s->board[cell];
    bool enemy = there > MR_FY_WALL && MR_FY_SIDE(there) != side;
    unsigned stops = MR_STOP_QUIET | (enemy || s->helped ? (unsigned)MR_STOP_CAPTURE : 0u);
    if (there == MR_FY_WALL && trail->steps[i].pass != MR_PASS_HURDLE) {
      return;
    }
    if (there != MR_FY_WALL && (trail->steps[i].stop & stops) != 0 &&
        !mr_fy_set_has(&s->seen, cell) &&
        (mr_fy_set_has(&kind->mobility[side], cell) ||
         mr_fy_set_has(&kind->promotion_zone[side], cell))) {
      mr_fy_set_add(&s->seen, cell);
      mr_fy_set_add(&s->ahead, cell);
    }
    if (trail->steps[i].pass == MR_PASS_HURDLE && there == 0 && !s->helped) {
      return;
    }
  }
}

static unsigned count_moves(way_search *s, const mr_fy_set *goal) {
  mr_fy_set front = s->seen;
  for (unsigned moves = 0; !mr_fy_set_empty(&front); moves++) {
    mr_fy_set there = mr_fy_set_and(front, *goal);
    if (!mr_fy_set_empty(&there)) {
      return moves;
    }
    s->ahead = (mr_fy_set){{0}};
    for (s->from = 0; s->from < s->rules->cells; s->from++) {
      if (mr_fy_set_has(&front, s->from)) {
        mr_fy_walk(s->rules, s->code, s->from, follow_way, s);
      }
    }
    front = s->ahead;
  }
  return s->rules->cells;
}

/* By captures of whom it has nobody to take yet only where there is no other way. */
unsigned mr_fy_moves_to(const mr_fy_rules *rules, const uint8_t *board, const mr_fy_set *goal,
                        unsigned from) {
  unsigned moves = rules->cells;
  for (unsigned helped = 0; helped < 2 && moves == rules->cells; helped++) {
    way_search s = {.rules = rules, .board = board, .code = board[from], .helped = helped == 1};
    mr_fy_set_add(&s.seen, from);
    moves = count_moves(&s, goal);
  }
  return moves;
}

static void put_flag(nearness *n) {
  const mr_fy_rules *rules = n->rules;
  const mr_fy_set *region = &rules->flag.region[n->side];
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  unsigned held = 0, nearest = rules->cells, kind = 0;
  mr_view_goal men = find_men(n, n->side, rules->flag.kinds[n->side]);
  for (size_t i = 0; i < men.on_count; i++) {
    unsigned cell = n->on[i].id;
    bool there = mr_fy_set_has(region, cell);
    /* Of goals that several have to hold it is told how many do. */
    unsigned moves = there                   ? 0
                     : rules->flag.count > 1 ? nearest
                                             : mr_fy_moves_to(rules, n->board, region, cell);
    held += there;
    if (moves < nearest) {
      nearest = moves;
      kind = MR_FY_KIND(n->board[n->on[i].id]);
    }
  }
  mr_view_goal goal = {0};
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(region, cell)) {
      n->on[goal.on_count++] = (mr_cell){(uint16_t)cell};
    }
  }
  unsigned longest = rules->ranks > rules->files ? rules->ranks : rules->files;
  if (rules->flag.count > 1) {
    goal.of = rules->flag.count;
    goal.left = held < goal.of ? goal.of - held : 0;
    mr_str_format(&text, "%u of %u goal squares held", held, (unsigned)goal.of);
  } else if (men.on_count > 0 && nearest == rules->cells) {
    goal.of = longest > 1 ? longest - 1 : 1;
    goal.left = goal.of;
    mr_str_add(&text, "no way to the goal");
  } else if (men.on_count > 0) {
    goal.of = longest > 1 ? longest - 1 : 1;
    goal.left = nearest < goal.of ? nearest : goal.of;
    mr_str_format(&text, "the %s %u move%s from the goal", rules->kinds[kind].name, nearest,
                  mr_text_plural(nearest));
  } else {
    mr_str_add(&text, "nothing on the board can reach the goal");
  }
  put(n, goal, MR_FY_RULE_FLAG, &text);
}

/* ---- royals ---------------------------------------------------------------------------------- */

/* Most kinds that are named; of more it is told how many there are. */
enum { NAMED_MOST = 3 };

/* The kinds of which a side has men on the board, as bits. */
static uint64_t men_kinds(const nearness *n, unsigned side) {
  uint64_t kinds = 0;
  for (unsigned cell = 0; cell < n->rules->cells; cell++) {
    unsigned code = n->board[cell];
    kinds |= code > MR_FY_WALL && MR_FY_SIDE(code) == side ? UINT64_C(1) << MR_FY_KIND(code) : 0;
  }
  return kinds;
}

/* What will be royal as the last of its kind, and stands on the board with others of it. */
static uint64_t later_royals(const nearness *n, unsigned side, uint64_t royals) {
  const mr_fy_extinction *e = &n->rules->extinction;
  const mr_fy_needs *needs = &e->needs[side];
  uint64_t kinds = e->royal && !needs->together && needs->count == 0
                       ? mr_fy_group_names(needs) & ~(royals | mr_fy_royal_kinds(n->rules))
                       : 0;
  return kinds & men_kinds(n, side);
}

/* "King or last Otter", kings first. */
static void add_royals(const nearness *n, unsigned side, uint64_t kinds, mr_str *out) {
  uint64_t kings = kinds & mr_fy_royal_kinds(n->rules);
  const uint64_t parts[] = {kings, kinds & ~kings, later_royals(n, side, kinds)};
  bool begun = false;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i] != 0) {
      mr_str_add(out, begun ? " or " : "");
      mr_str_add(out, i == 2 ? "last " : "");
      mr_fy_add_names(n->rules, parts[i], " or ", out);
      begun = true;
    }
  }
}

/* The kinds of the men on some cells, as bits. */
static uint64_t kinds_on(const nearness *n, const mr_cell *cells, size_t count) {
  uint64_t kinds = 0;
  for (size_t i = 0; i < count; i++) {
    kinds |= UINT64_C(1) << MR_FY_KIND(n->board[cells[i].id]);
  }
  return kinds;
}

static void put_mate(nearness *n) {
  bool lose = n->rules->checkmate == MR_FY_WIN; /* who is mated has won */
  unsigned whose = lose ? n->side : 1 - n->side;
  if ((n->rules->checkmate != MR_FY_LOSS && !lose) || n->rules->no_checks) {
    return;
  }
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  bool duple = n->rules->extinction.duple;
  uint64_t royals = mr_fy_royals_on(n->rules, n->board, whose);
  royals |= duple ? n->rules->extinction.needs[whose].kinds : 0;
  mr_view_goal goal = find_men(n, whose, royals);
  bool checked = goal.risk_count > 0 && (!duple || goal.risk_count == goal.on_count);
  royals = kinds_on(n, n->on, goal.on_count);
  uint64_t attacked = kinds_on(n, n->risks, goal.risk_count);
  if (royals == 0) {
    return;
  }
  mr_str_add(&text, lose ? "be mated with " : "mate ");
  if (__builtin_popcountll(royals) > NAMED_MOST) {
    mr_str_format(&text, "one of %zu royal pieces", goal.on_count);
  } else {
    mr_str_add(&text, "the ");
    add_royals(n, whose, royals, &text);
  }
  if (checked) {
    mr_str_add(&text, ": ");
    if (attacked != royals && __builtin_popcountll(attacked) <= NAMED_MOST) {
      mr_fy_add_names(n->rules, attacked, " and ", &text);
      mr_str_char(&text, ' ');
    }
    mr_str_add(&text, "in check");
  }
  put(n, goal, MR_FY_RULE_CHECKMATE, &text);
}

static void put_checks(nearness *n) {
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_view_goal goal = find_men(n, 1 - n->side, mr_fy_royal_kinds(n->rules));
  goal.left = mr_fy_state_of_const(n->state)->checks[n->side];
  goal.of = n->rules->checks[n->side];
  mr_str_format(&text, "%u more check%s to give", (unsigned)goal.left,
                mr_text_plural((unsigned)goal.left));
  put(n, goal, MR_FY_RULE_CHECKS, &text);
}

/* ---- rows and paths -------------------------------------------------------------------------- */

/* Where a row loses it is nothing to play for; who has one has won, or the other. */
static void put_connect(nearness *n) {
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_view_goal goal = {0};
  mr_fy_near near;
  mr_fy_find_near(n->rules, n->board, n->side, &near);
  if (!near.some || n->rules->connect.value != MR_FY_WIN) {
    return;
  }
  for (unsigned cell = 0; cell < n->rules->cells; cell++) {
    bool mine = n->board[cell] > MR_FY_WALL && MR_FY_SIDE(n->board[cell]) == n->side;
    if (mine && mr_fy_set_has(&near.cells, cell)) {
      n->on[goal.on_count++] = (mr_cell){(uint16_t)cell};
    }
  }
  goal.left = near.left;
  goal.of = near.of;
  mr_str_format(&text, "%u of %u %s", near.of - near.left, near.of, near.shape);
  put(n, goal, MR_FY_RULE_CONNECT, &text);
}

/* A castling that wins: the fewest squares that are still to be cleared for it. */
static void put_castled(nearness *n) {
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  unsigned rights = n->rules->castling_wins & mr_fy_state_of_const(n->state)->rights, best = 0;
  mr_view_goal goal = {0};
  for (unsigned i = 2 * n->side; i < 2 * n->side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(n->rules, mr_fy_state_of_const(n->state), i);
    unsigned count = 0, of = 0;
    for (unsigned cell = 0; cell < n->rules->cells; cell++) {
      bool way = mr_fy_set_has(&c->clear, cell) && cell != c->king_from && cell != c->partner_from;
      of += way;
      count += way && n->board[cell] != 0;
    }
    if ((rights >> i & 1u) && (goal.on_count == 0 || count < best)) {
      best = count;
      goal.left = count + 1; /* and the castling itself */
      goal.of = of + 1;
      n->on[0] = (mr_cell){c->king_to};
      goal.on_count = 1;
    }
  }
  if (goal.on_count > 0) {
    mr_str_format(&text, "castling to %s: %u square%s to be cleared",
                  mr_fy_square(n->rules, n->on[0].id).text, best, mr_text_plural(best));
    put(n, goal, MR_FY_RULE_CASTLED, &text);
  }
}

/* ---- what is to be taken, or lost ------------------------------------------------------------ */

static unsigned count_men(const mr_fy_game *game, const mr_state *state, unsigned side,
                          uint64_t kinds) {
  const uint8_t *board = mr_fy_board_const(state);
  unsigned count = 0;
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    unsigned code = board[cell];
    count += code > MR_FY_WALL && MR_FY_SIDE(code) == side && (kinds >> MR_FY_KIND(code) & 1) != 0;
  }
  for (unsigned i = 0; i < game->rules.hand_count; i++) {
    bool counts = (kinds >> game->rules.hand_kind[i] & 1) != 0;
    count += counts ? mr_fy_state_of_const(state)->hand[side][i] : 0u;
  }
  return count;
}

/**
 * The men that a side cannot do without, of several groups those of whom fewest are left.
 * @param which receives their group @return false: there are none
 */
static bool find_needed(nearness *n, unsigned whose, mr_view_goal *goal, unsigned *which) {
  const mr_fy_needs *needs = &n->rules->extinction.needs[whose];
  unsigned fewest = UINT32_MAX, at_first = 0;
  for (unsigned i = 0; i < needs->group_count; i++) {
    unsigned left = count_men(n->game, n->state, whose, needs->groups[i]);
    unsigned then = count_men(n->game, n->game->base.start, whose, needs->groups[i]);
    if (left < fewest && (then > needs->count || left > 0)) {
      fewest = left;
      at_first = then > left ? then : left;
      *which = i;
    }
  }
  if (fewest == UINT32_MAX) {
    return false;
  }
  *goal = find_men(n, whose, needs->groups[*which]);
  goal->left = fewest > needs->count ? fewest - needs->count : 0;
  goal->of = at_first > needs->count ? at_first - needs->count : goal->left;
  return true;
}

static void put_extinction(nearness *n) {
  mr_fy_outcome value = n->rules->extinction.value;
  bool lose = value == MR_FY_WIN; /* who has lost them has won */
  unsigned whose = lose ? n->side : 1 - n->side, which = 0;
  const mr_fy_needs *needs = &n->rules->extinction.needs[whose];
  mr_view_goal goal;
  if ((value != MR_FY_LOSS && !lose) || !find_needed(n, whose, &goal, &which)) {
    return;
  }
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  const char *name = needs->together || (needs->groups[which] & (needs->groups[which] - 1)) != 0
                         ? "piece"
                         : n->rules->kinds[__builtin_ctzll(needs->groups[which])].name;
  mr_str_format(&text, "%u more ", (unsigned)goal.left);
  mr_str_count_name(&text, name, goal.left);
  mr_str_format(&text, " to be %s", lose ? "got rid of" : "taken");
  put(n, goal, MR_FY_RULE_EXTINCTION, &text);
}

/** Having more points than the other side when the game ends, in halves. */
static void put_points(nearness *n) {
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  unsigned points[2] = {0, MR_FY_HALF_POINTS_AHEAD}, most = 0;
  for (unsigned cell = 0; cell < n->rules->cells; cell++) {
    unsigned code = n->board[cell];
    unsigned worth = code > MR_FY_WALL ? 2u * n->rules->kinds[MR_FY_KIND(code)].points : 0;
    points[MR_FY_SIDE(code)] += worth;
    most += worth;
  }
  unsigned own = points[n->side], other = points[n->side ^ 1u];
  mr_view_goal goal = {.left = own > other ? 0 : other - own, .of = most};
  mr_str_format(&text, "%u%s points, the other side %u%s", own / 2, own % 2 ? ".5" : "", other / 2,
                other % 2 ? ".5" : "");
  put(n, goal, MR_FY_RULE_PASS, &text);
}

/** Having more men than the other side when the game ends. */
static void put_tally(nearness *n) {
  char buffer[TEXT_ROOM];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  unsigned own = mr_fy_count_on(n->rules, n->board, n->side, UINT64_MAX);
  unsigned other = mr_fy_count_on(n->rules, n->board, n->side ^ 1u, UINT64_MAX);
  mr_view_goal goal = {.left = own > other ? 0 : other - own + 1u, .of = n->rules->cells};
  mr_str_format(&text, "%u piece%s on the board, the other side %u", own, mr_text_plural(own),
                other);
  put(n, goal, n->rules->full_draws ? MR_FY_RULE_FULL : MR_FY_RULE_PASS, &text);
}

void mr_fy_put_goals(mr_fy_picture *p, const mr_state *state) {
  const mr_fy_rules *rules = &p->game->rules;
  nearness n = {.p = p,
                .game = p->game,
                .rules = rules,
                .state = state,
                .board = mr_fy_board_const(state),
                .on = mr_arena_zero(p->arena, rules->cells, sizeof(mr_cell)),
                .risks = mr_arena_zero(p->arena, rules->cells, sizeof(mr_cell))};
  if (n.on == NULL || n.risks == NULL) {
    p->status = MR_ERR_NOMEM;
    return;
  }
  for (n.side = 0; n.side < 2; n.side++) {
    if (rules->flag.kinds[n.side] != 0) {
      put_flag(&n);
    }
    put_mate(&n);
    put_extinction(&n);
    if (mr_fy_counts_checks(rules)) {
      put_checks(&n);
    }
    if (mr_fy_connects(rules)) {
      put_connect(&n);
    }
    put_castled(&n);
    if (rules->tally == MR_FY_TALLY_MEN && (rules->full_draws || mr_fy_both_pass(rules))) {
      put_tally(&n);
    }
    if (rules->tally == MR_FY_TALLY_POINTS && mr_fy_both_pass(rules)) {
      put_points(&n);
    }
  }
}

/* ---- who is in danger ------------------------------------------------------------------------ */

mr_fy_set mr_fy_checked(const mr_fy_game *game, const mr_state *state) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(state);
  uint64_t royals[2] = {mr_fy_royals_on(rules, board, 0), mr_fy_royals_on(rules, board, 1)};
  mr_fy_set checked = {{0}};
  for (unsigned side = 0; rules->extinction.duple && side < 2; side++) {
    royals[side] |=
        game->core->in_check(game, state, side) ? rules->extinction.needs[side].kinds : 0;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned code = board[cell];
    bool royal = code > MR_FY_WALL && (royals[MR_FY_SIDE(code)] >> MR_FY_KIND(code) & 1u) != 0;
    if (royal && !mr_fy_touches_royal(rules, board, cell) &&
        game->core->attacked(game, state, cell, 1u - MR_FY_SIDE(code))) {
      mr_fy_set_add(&checked, cell);
    }
  }
  return checked;
}

static void add_threat(const nearness *n, unsigned cell, bool check, mr_events *out) {
  unsigned code = n->board[cell];
  mr_event event = mr_event_of(MR_EVENT_THREAT, (mr_player){(uint8_t)MR_FY_SIDE(code)}, 0);
  event.piece = (mr_piece){code};
  event.to = (mr_cell){(uint16_t)cell};
  event.value[0] = check;
  mr_events_add(out, event);
}

/*
 * Of men of whom many may be lost before it matters, attacks are the daily business of the game
 * and no news.
 */
void mr_fy_threats(const mr_game *base, const mr_state *state, mr_events *out) {
  const mr_fy_game *game = mr_fy_game_of(base);
  const mr_fy_rules *rules = &game->rules;
  mr_cell on[MR_FY_CELLS_MAX], risks[MR_FY_CELLS_MAX];
  nearness n = {.game = game,
                .rules = rules,
                .state = state,
                .board = mr_fy_board_const(state),
                .on = on,
                .risks = risks};
  mr_fy_set checked = mr_fy_checked(game, state);
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(&checked, cell)) {
      add_threat(&n, cell, true, out);
    }
  }
  bool over = mr_fy_state_of_const(state)->end != 0;
  for (unsigned side = 0; rules->extinction.value == MR_FY_LOSS && !over && side < 2; side++) {
    mr_view_goal goal;
    unsigned which = 0;
    bool few = find_needed(&n, side, &goal, &which) && goal.of <= NAMED_MOST;
    for (size_t i = 0; few && i < goal.risk_count; i++) {
      if (!mr_fy_set_has(&checked, risks[i].id)) {
        add_threat(&n, risks[i].id, false, out);
      }
    }
  }
}
