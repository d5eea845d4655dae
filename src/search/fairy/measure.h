/**
 * @file measure.h
 * The evaluation of a game that nobody has tuned, made from its rules: a man is worth what it
 * reaches on boards as full as those of the game are, more for each cell the more they are, and
 * something of what it can become. Where men stand well follows from the middle of the board and
 * from their goals.
 */
#ifndef MARCHER_SEARCH_FAIRY_MEASURE_H
#define MARCHER_SEARCH_FAIRY_MEASURE_H

#include "rules/fairy/core/advance.h"
#include "search/fairy/fairy_search.h"

/*
 * Values and weights, in units of which SCALE / 5 thousandths of a pawn are one: a pawn of chess is
 * about 208 of them in the end. The form of a man's value, linear in its reach with a small square,
 * is that of H. G. Muller for short leapers; its numbers, and those of the other terms, were laid
 * such that the men and terms of chess and shogi come out as Fairy-Stockfish's (psqt.cpp,
 * evaluate.cpp) do, with one set for all games. README.md tells what matches said of them.
 */
enum {
  SAMPLES = 16,       /**< boards on which a man's reach is counted: chance evens out */
  REACH_UNIT = 64,    /**< parts of a cell that is reached */
  SQUARE_LIMIT = 16,  /**< cells beyond which more reach is worth no more each: more than a move's
                         choice is of no use */
  ROYAL_VALUE = 8000, /**< of a royal: more than all others, so that no exchange gives it up */
  KING_KINDS = 2,     /**< of which the last must not be lost: men of more kinds are no kings */
  NO_WAY = 99,        /**< steps to where no way leads */
  THOUSANDTHS = 10,   /**< in a hundredth */
  SCALE = 24,         /**< fifths of a thousandth in a unit */
  FULLEST = 67,       /**< percent: a board that is fuller at first empties at once, and what a man
                         reaches on it is soon no measure. Against none, 8000 nodes: 85% of 40 games
                         with two armies each (50: 72% of 100), 78% of 60 of massacre; README.md */
  OFFER_TEMPO = 4000, /**< thousandths, to be free to move where men are to be lost and captures are
                         a duty: who has nothing to capture chooses what the other has to take. 134
                         is a move of chess; README.md has the matches of 300 to 4000 */
};

/** Fills empty boards to some percent, the same for every game of a size; Black's are White's
 * upside down. */
static inline void sample_boards(const tables *t, unsigned files, unsigned percent,
                                 bb (*out)[SAMPLES]) {
  for (unsigned i = 0; i < SAMPLES; i++) {
    for (unsigned cell = 0; cell < t->cells; cell++) {
      if (mr_mix64((uint64_t)i << 32 | cell) % 100 < percent) {
        unsigned mirror = (t->cells / files - 1 - cell / files) * files + cell % files;
        out[0][i] = bb_or(out[0][i], bb_of(cell));
        out[1][i] = bb_or(out[1][i], bb_of(mirror));
      }
    }
  }
}

/** Fewest moves of a man from each cell into a set on an empty board; NO_WAY where there is none.
 */
static inline void distances(const tables *t, unsigned code, bb goal, uint8_t *out) {
  memset(out, NO_WAY, t->cells);
  bb reached = goal;
  unsigned cell = 0;
  while (bb_pop(&goal, &cell)) {
    out[cell] = 0;
  }
  for (uint8_t step = 1; step < 20; step++) {
    bb fresh = bb_none();
    for (cell = 0; cell < t->cells; cell++) {
      bb quiet, capture;
      reach_of(&t->rows[(size_t)code * t->cells + cell], bb_none(), &quiet, &capture);
      if (out[cell] == NO_WAY && bb_meet(bb_or(quiet, capture), reached)) {
        out[cell] = step;
        fresh = bb_or(fresh, bb_of(cell));
      }
    }
    reached = bb_or(reached, fresh);
  }
}

typedef struct measurement {
  const mr_fy_game *game;
  const tables *t;
  const mr_fy_weights *given;
  mr_fys_weights *w;
  bb samples[2][2][SAMPLES]; /**< by phase and side */
  int raw[MR_FY_CODES][2];   /**< by phase: without what it can become, in units */
  int worth[MR_FY_CODES][2]; /**< with it */
  int base[MR_FY_CODES];     /**< measured value, in hundredths; of royals 0 */
  uint64_t royal_like;       /**< kinds that are kept safe as kings are */
} measurement;

static inline int clamp_value(int value) {
  return value > 3000 ? 3000 : value < -3000 ? -3000 : value;
}

static inline int cells_ahead(const measurement *x, unsigned side, unsigned cell, bb cells) {
  unsigned at = 0, files = x->game->rules.files;
  int count = 0;
  while (bb_pop(&cells, &at)) {
    count += side == MR_FY_WHITE ? at / files > cell / files : at / files < cell / files;
  }
  return count;
}

/** Cells that a man reaches from a cell, on average over the boards of a phase, in REACH_UNITs. */
static inline int average_reach(const measurement *x, unsigned phase, unsigned code,
                                unsigned cell) {
  const tables *t = x->t;
  unsigned side = MR_FY_SIDE(code);
  int taking = x->w->params.capture_part, going = 100 - taking;
  int64_t sum = 0;
  for (unsigned i = 0; i < SAMPLES; i++) {
    bb men = bb_less(x->samples[phase][side][i], bb_of(cell)), quiet, capture;
    reach_of(&t->rows[(size_t)code * t->cells + cell], men, &quiet, &capture);
    sum += going * (int)bb_count(quiet) + taking * (int)bb_count(capture);
    sum +=
        x->w->params.forward_part *
        (going * cells_ahead(x, side, cell, quiet) + taking * cells_ahead(x, side, cell, capture)) /
        100;
  }
  return (int)(sum * REACH_UNIT / (100 * SAMPLES));
}

/** Average reach over the cells where the man can be. */
static inline int mean_reach(const measurement *x, unsigned phase, unsigned code) {
  const mr_fy_kind *kind = &x->game->rules.kinds[MR_FY_KIND(code)];
  int sum = 0, count = 0;
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    if (mr_fy_set_has(&kind->mobility[MR_FY_SIDE(code)], cell)) {
      sum += average_reach(x, phase, code, cell);
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

/** Where a man can ever go from a cell on an empty board. */
static inline bb closure_of(const tables *t, unsigned code, unsigned cell) {
  bb known = bb_of(cell), fresh = known;
  while (bb_any(fresh)) {
    bb next = bb_none(), quiet, capture;
    unsigned at = 0;
    while (bb_pop(&fresh, &at)) {
      reach_of(&t->rows[(size_t)code * t->cells + at], bb_none(), &quiet, &capture);
      next = bb_or(next, bb_or(quiet, capture));
    }
    fresh = bb_less(next, known);
    known = bb_or(known, next);
  }
  return known;
}

/** Whether a man that can come back is kept to a part of the board: at most three fifths. */
static inline bool is_bound(const measurement *x, unsigned code, bb *home) {
  unsigned middle = x->t->cells / 2 + x->game->rules.files / 2;
  if (x->t->codes[code].forward_only || x->t->codes[code].royal) {
    return false;
  }
  *home = closure_of(x->t, code, middle);
  unsigned count = bb_count(*home);
  return count > 1 && count * 5 <= x->t->cells * 3;
}

/** A man's value by its reach alone, in units. */
static inline int value_by_reach(const measurement *x, unsigned phase, unsigned code) {
  int reach = mean_reach(x, phase, code);
  int more = reach < SQUARE_LIMIT * REACH_UNIT ? reach : SQUARE_LIMIT * REACH_UNIT;
  const mr_fys_eval_params *p = &x->w->params;
  int each = phase == 0 ? p->reach_open * 10 * REACH_UNIT + p->reach_more_open * more
                        : p->reach_end * 10 * REACH_UNIT + p->reach_more_end * more;
  int value = (int)((int64_t)reach * each / (10 * REACH_UNIT * REACH_UNIT));
  bb home;
  if (x->t->codes[code].forward_only) { /* it will be at its end: a slow one is half a man */
    int least = phase == 0 ? p->ahead_open : p->ahead_end, slow = 4 * REACH_UNIT - reach;
    slow = slow < 0 ? 0 : slow > 2 * REACH_UNIT ? 2 * REACH_UNIT : slow;
    value = value * (100 - (100 - least) * slow / (2 * REACH_UNIT)) / 100;
  } else if (is_bound(x, code, &home)) {
    value = value * (phase == 0 ? 95 : 91) / 100;
  }
  if (x->game->rules.captures_to_hand) { /* hands make all men alike: the strong are worth less */
    value = value * p->hand_curve / (p->hand_curve + value);
  }
  return value;
}

/** The best that a man can become, beyond what it is, in units. */
static inline int promotion_gain(const measurement *x, unsigned phase, unsigned code) {
  const code_info *info = &x->t->codes[code];
  int best = 0;
  for (unsigned i = 0; i < info->form_count; i++) {
    int gain = x->raw[info->forms[i]][phase] - x->raw[code][phase];
    best = gain > best ? gain : best;
  }
  return best;
}

/** Steps to where a man promotes, on average, in tenths. */
static inline int steps_to_zone(const measurement *x, unsigned code) {
  uint8_t steps[MR_FY_CELLS_MAX];
  int sum = 0, count = 0;
  distances(x->t, code, promotes_at(&x->t->codes[code]), steps);
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    if (steps[cell] != NO_WAY && steps[cell] > 0) {
      sum += steps[cell] * 10;
      count++;
    }
  }
  return count > 0 ? sum / count : 10;
}

static inline void measure_code(measurement *x, unsigned code) {
  for (unsigned phase = 0; phase < 2; phase++) {
    const code_info *info = &x->t->codes[code];
    int value = x->raw[code][phase], gain = promotion_gain(x, phase, code);
    if (info->turns) { /* every other action it is the one, and then the other */
      value = (value + x->raw[info->forms[0]][phase]) / 2;
    } else if (gain > 0) {
      value += gain * 10 /
               (steps_to_zone(x, code) *
                (phase == 0 ? x->w->params.promotion_open : x->w->params.promotion_end));
    }
    x->worth[code][phase] = value;
  }
  int base = (x->worth[code][0] + x->worth[code][1]) * SCALE / (2 * 5 * THOUSANDTHS);
  x->base[code] = x->t->codes[code].royal ? 0 : clamp_value(base < 1 ? 1 : base);
}

/** How full the board is at first, in percent, and so how full it will be. */
static inline void measure_density(measurement *x) {
  const mr_fy_game *game = x->game;
  const bb *sets = sets_of_const(game, game->base.start);
  unsigned men = bb_count(bb_or(sets[0], sets[1]));
  unsigned percent = men * 100 / x->t->cells;
  percent = percent < FULLEST ? percent : FULLEST;
  bool back = game->rules.captures_to_hand;
  unsigned open = percent * (back ? 90 : 70) / 100, end = percent * (back ? 80 : 45) / 100;
  sample_boards(x->t, game->rules.files, open < 15 ? 15 : open, x->samples[0]);
  sample_boards(x->t, game->rules.files, end < 10 ? 10 : end, x->samples[1]);
}

/** Kinds that a side must not run out of, few of each and few kinds: kings in all but name. Where
 * all men of many kinds have to be lost, none of them is. */
static inline uint64_t nearly_kings(const mr_fy_rules *rules, unsigned side) {
  const mr_fy_needs *needs = &rules->extinction.needs[side];
  bool ends = rules->extinction.value == MR_FY_LOSS && needs->count < MR_FY_KINGS_MAX;
  return ends && __builtin_popcountll(needs->kinds) <= KING_KINDS ? needs->lone : 0;
}

/** Kings, and others whose loss ends the game where it is clear which those are. */
static inline uint64_t find_royal_like(const measurement *x) {
  const mr_fy_rules *rules = &x->game->rules;
  bool few = __builtin_popcountll(rules->pseudo_royals) <= KING_KINDS;
  return mr_fy_royal_kinds(rules) | (few ? rules->pseudo_royals : 0) |
         nearly_kings(rules, MR_FY_WHITE) | nearly_kings(rules, MR_FY_BLACK);
}

static inline bool can_be_had(const tables *t, unsigned code) {
  for (unsigned i = 0; i < t->code_list_count[MR_FY_SIDE(code)]; i++) {
    if (t->code_list[MR_FY_SIDE(code)][i] == code) {
      return true;
    }
  }
  return false;
}

/** The side whose man of a kind is measured: White's, unless only Black can have it. */
static inline unsigned model_of(const tables *t, unsigned kind) {
  unsigned white = MR_FY_CODE(kind, MR_FY_WHITE), black = MR_FY_CODE(kind, MR_FY_BLACK);
  return !can_be_had(t, white) && can_be_had(t, black) ? black : white;
}

/* ---- places ---------------------------------------------------------------------------------- */

/** What is known of a man before its places are. */
typedef struct placing {
  unsigned code, side;
  uint8_t to_zone[MR_FY_CELLS_MAX], to_goal[MR_FY_CELLS_MAX];
  bool leaper, goes_for_goal, royal_like;
  unsigned home; /**< rank of the royal at first, from its side */
} placing;

static inline int at_most(int value, int most) {
  return value < most ? value : most;
}

/** How far a cell is from the edges, in files and ranks. */
static inline int from_side(const measurement *x, unsigned cell) {
  unsigned file = cell % x->game->rules.files, other = x->game->rules.files - 1 - file;
  return (int)(file < other ? file : other);
}

static inline int from_ends(const measurement *x, unsigned cell) {
  unsigned rank = cell / x->game->rules.files, other = x->game->rules.ranks - 1 - rank;
  return (int)(rank < other ? rank : other);
}

/** A royal hides behind its men while there are many, and comes out to the middle in the end. */
static inline void place_royal(const measurement *x, const placing *p, unsigned cell, int out[2]) {
  const mr_fy_rules *rules = &x->game->rules;
  unsigned rank = cell / rules->files;
  rank = p->side == MR_FY_WHITE ? rank : rules->ranks - 1 - rank;
  int ahead = rank > p->home ? (int)(rank - p->home) : 0;
  int middle = at_most(from_side(x, cell), 3), ends = at_most(from_ends(x, cell), 3);
  out[0] = -x->w->params.royal_ahead * at_most(ahead, 4) -
           x->w->params.royal_middle * (middle > 1 ? middle - 1 : 0);
  out[1] = (26 * middle + 28 * ends) * x->w->params.royal_end / 100;
  if (rules->captures_to_hand) {
    out[0] *= 2;
    out[1] = out[0];
  }
}

/** Where a man stands better, in units, by phase: nearer to the middle, leapers above all and the
 *  strong only in the end, and nearer to where it promotes or wins. */
static inline void place_man(const measurement *x, const placing *p, unsigned cell, int out[2]) {
  const code_info *info = &x->t->codes[p->code];
  const mr_fys_eval_params *n = &x->w->params;
  int middle = at_most(from_side(x, cell), 4), ends = at_most(from_ends(x, cell), 4);
  bool pawn = info->forward_only && info->form_count > 0;
  if (pawn && p->to_zone[cell] != NO_WAY) {
    int near = p->to_zone[cell] < 7 ? 7 - p->to_zone[cell] : 0;
    out[0] =
        (n->pawn_ahead_open * near + (near >= 2 ? n->pawn_middle * at_most(middle, 3) : 0)) / 10;
    out[1] = n->pawn_ahead_end * near / 10;
    return;
  }
  bool strong = x->worth[p->code][0] > 1600;
  out[0] = (p->leaper ? n->leaper_open
            : strong  ? n->strong_open
                      : n->middle_open) *
           (middle + ends) / 10;
  out[1] = (p->leaper ? n->leaper_end : n->middle_end) * (middle + ends) / 10;
  if (info->form_count > 0 && p->to_zone[cell] <= 1) {
    out[0] += promotion_gain(x, 0, p->code) / 24;
    out[1] += promotion_gain(x, 1, p->code) / 24;
  }
}

static inline void start_placing(const measurement *x, unsigned code, placing *p) {
  const mr_fy_rules *rules = &x->game->rules;
  const uint8_t *board = mr_fy_board_const(x->game->base.start);
  *p = (placing){.code = code,
                 .side = MR_FY_SIDE(code),
                 .leaper = x->w->leaper[code],
                 .home = rules->ranks - 1};
  distances(x->t, code, promotes_at(&x->t->codes[code]), p->to_zone);
  bb goal = x->t->codes[code].goal;
  distances(x->t, code, goal, p->to_goal);
  p->goes_for_goal = x->t->codes[code].flagged && bb_any(goal) && rules->flag.count == 1;
  p->royal_like = (x->royal_like >> MR_FY_KIND(code) & 1) != 0;
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    unsigned rank = cell / rules->files;
    rank = p->side == MR_FY_WHITE ? rank : rules->ranks - 1 - rank;
    p->home = board[cell] == code && rank < p->home ? rank : p->home;
  }
}

static inline void measure_places(measurement *x, unsigned code) {
  const tables *t = x->t;
  placing p;
  int value[MR_FY_CELLS_MAX][2], mean[2] = {0, 0};
  start_placing(x, code, &p);
  for (unsigned cell = 0; cell < t->cells; cell++) {
    if (p.royal_like && !p.goes_for_goal) {
      place_royal(x, &p, cell, value[cell]);
    } else {
      place_man(x, &p, cell, value[cell]);
    }
    mean[0] += value[cell][0];
    mean[1] += value[cell][1];
  }
  for (unsigned cell = 0; cell < t->cells; cell++) {
    int out[2];
    for (unsigned phase = 0; phase < 2; phase++) {
      out[phase] = (value[cell][phase] - mean[phase] / (int)t->cells) * SCALE / 5;
      if (p.goes_for_goal && p.to_goal[cell] < 12) {
        int near = 12 - p.to_goal[cell];
        out[phase] += near * near * 3 * THOUSANDTHS;
      }
    }
    x->w->term[mr_fy_term_place(MR_FY_KIND(code), x->w->fold.cell[p.side][cell])] =
        mr_fys_pair_of(out[0], out[1]);
  }
}

/* ---- measured weights ------------------------------------------------------------------------ */

static inline void set_term(measurement *x, unsigned term, int open, int end) {
  x->w->term[term] = mr_fys_pair_of(open, end);
}

/** The same in units. */
static inline void set_units(measurement *x, unsigned term, int open, int end) {
  set_term(x, term, open * SCALE / 5, end * SCALE / 5);
}

/** How mighty a man is that is neither pawn nor royal: as knights and bishops, as rooks, as queens.
 *  The bounds lie between the values that these have. */
static inline uint8_t might_of(const measurement *x, unsigned code) {
  int worth = x->worth[code][0];
  return worth < 900 ? MR_FYS_LIGHT : worth < 1600 ? MR_FYS_HEAVY : MR_FYS_MIGHTY;
}

/** What it costs that men of a kind are attacked, in units; the sizes follow Fairy-Stockfish's
 *  (evaluate.cpp, threats) for pawns, minor pieces, rooks and queens. */
static inline void measure_threats(measurement *x, unsigned kind, unsigned code) {
  static const int16_t light[][2] = {{5, 32}, {66, 48}, {89, 119}, {79, 162}, {0, 0}};
  static const int16_t heavy[][2] = {{3, 44}, {40, 64}, {0, 39}, {58, 43}, {0, 0}};
  const mr_fys_eval_params *n = &x->w->params;
  unsigned might = x->t->codes[code].royal          ? MR_FYS_ROYAL
                   : x->t->codes[code].forward_only ? MR_FYS_PAWN
                                                    : might_of(x, code);
  set_units(x, mr_fy_term_kind(MR_FY_W_LIGHT_THREAT, kind),
            -light[might][0] * n->light_threat / 100, -light[might][1] * n->light_threat / 100);
  set_units(x, mr_fy_term_kind(MR_FY_W_HEAVY_THREAT, kind),
            -heavy[might][0] * n->heavy_threat / 100, -heavy[might][1] * n->heavy_threat / 100);
}

static inline void measure_kind(measurement *x, unsigned kind) {
  const mr_fy_rules *rules = &x->game->rules;
  const mr_fys_eval_params *n = &x->w->params;
  unsigned code = model_of(x->t, kind);
  bool royal = x->t->codes[code].royal, pawn = x->t->codes[code].forward_only;
  int open = x->worth[code][0], end = x->worth[code][1], size = at_most(open, 1600);
  if (rules->captures_to_hand) { /* a capture counts twice: it takes from one and gives to other */
    open /= 2;
    end /= 2;
  }
  int mobility = rules->captures_to_hand ? n->mobility_hands : 100;
  if (rules->extinction.value == MR_FY_WIN) { /* who has lost all has won */
    bool kings = mr_fy_royal_kinds(rules) != 0;
    open = kings ? open * n->losing_open / 100 : -open / 8;
    end = kings ? end * n->losing_end / 100 : -end / 8;
    mobility = kings ? n->losing_mobility : mobility;
    size = 0;
  }
  if (royal || mr_fy_counts_lines(rules)) {
    open = end = size = 0;
  }
  set_units(x, mr_fy_term_kind(MR_FY_W_VALUE, kind), open, end);
  /* Who enters by gates alone does not choose where: nothing is added for that. */
  int freely = rules->gating.alone ? 0 : pawn ? n->held_pawn : n->held_open;
  int freely_end = rules->gating.alone ? 0 : pawn ? n->held_end / 2 : n->held_end;
  set_units(x, mr_fy_term_kind(MR_FY_W_HELD, kind), open + freely, end + freely_end);
  /* Counts of mobility are in 1/64 of what would be 150 and 200 units. */
  int mobile = n->mobility_open * mobility / 100;
  int mobile_end = n->mobility_end * (rules->captures_to_hand ? 100 : mobility) / 100;
  set_term(x, mr_fy_term_kind(MR_FY_W_MOBILITY, kind), royal || pawn ? 0 : mobile,
           royal || pawn ? 0 : mobile_end);
  set_units(x, mr_fy_term_kind(MR_FY_W_HANGING, kind), -n->hanging - size * n->hanging_open / 1000,
            -n->hanging - size * n->hanging_end / 1000);
  set_units(x, mr_fy_term_kind(MR_FY_W_PRESSED, kind),
            -n->pressed - at_most(size, 1300) * n->pressed_open / 1000,
            -n->pressed - at_most(size, 1300) * n->pressed_end / 1000);
  measure_threats(x, kind, code);
  measure_places(x, code);
}

/** What the promotion of a pawn gains at most, in percent of what it does in chess. */
static inline int pawn_gain(const measurement *x) {
  int best = 0;
  for (unsigned code = 2; code < x->t->code_count; code++) {
    int gain = x->t->codes[code].forward_only ? promotion_gain(x, 0, code) : 0;
    best = gain > best ? gain : best;
  }
  return at_most(best * 100 / 2400, 130);
}

/** Whether captures are all that there is to do: then one is nothing special. */
static inline bool has_captures_only(const measurement *x) {
  bool quiet = mr_fy_drops(&x->game->rules);
  for (unsigned code = 2; code < x->t->code_count && !quiet; code++) {
    for (unsigned cell = 0; cell < x->t->cells && !quiet; cell++) {
      bb go, capture;
      reach_of(&x->t->rows[(size_t)code * x->t->cells + cell], bb_of(cell), &go, &capture);
      quiet = bb_any(go);
    }
  }
  return !quiet;
}

/** How a side stands where lines turn, counted in hundredths of a pawn. */
static inline void measure_lines(measurement *x) {
  int worth = mr_fy_counts_lines(&x->game->rules) ? 10 : 0;
  set_term(x, mr_fy_term_one(MR_FY_W_LINES), worth, worth);
}

/** Who has a capture to make has not the choice, which is worth most where men are to be lost. */
static inline void measure_duties(measurement *x) {
  const mr_fys_eval_params *n = &x->w->params;
  const mr_fy_rules *rules = &x->game->rules;
  x->w->captures_only = has_captures_only(x);
  x->w->duties = rules->must_capture && !x->w->captures_only;
  if (!x->w->duties) {
    return;
  }
  bool losing = rules->extinction.value == MR_FY_WIN;
  int duty = losing ? n->duty : n->duty_worth * (rules->captures_to_hand ? 2 : 1);
  set_term(x, mr_fy_term_one(MR_FY_W_DUTY), -duty, -duty);
  if (losing) { /* where a mate ends the game, too, men are worth something and offers half */
    int share = mr_fy_royal_kinds(rules) != 0 ? 2 : 1;
    set_term(x, mr_fy_term_one(MR_FY_W_TEMPO), OFFER_TEMPO, OFFER_TEMPO);
    set_term(x, mr_fy_term_one(MR_FY_W_OFFER), n->offer / share, n->offer / share);
    set_term(x, mr_fy_term_one(MR_FY_W_GIFT), n->gift / share, n->gift / share);
  }
}

static inline void measure_rest(measurement *x) {
  static const int16_t passed[][2] = {{278, 262}, {170, 174}, {64, 71}, {17, 40},
                                      {16, 32},   {7, 27},    {3, 10},  {0, 0}};
  const mr_fys_eval_params *n = &x->w->params;
  int gain = pawn_gain(x);
  static const int16_t runner[] = {600, 400, 250, 150, 100, 60, 30, 0};
  for (unsigned i = 0; i < MR_FY_WEIGHT_STEPS; i++) {
    int held = (int)(i * i) * 200;
    set_units(x, mr_fy_term_step(MR_FY_W_PASSED, i), passed[i][0] * gain * n->passed_open / 10000,
              passed[i][1] * gain * n->passed_end / 10000);
    set_term(x, mr_fy_term_step(MR_FY_W_CONQUEST, i), held, held);
    set_term(x, mr_fy_term_step(MR_FY_W_RUNNER, i), runner[i], runner[i]);
  }
  set_units(x, mr_fy_term_one(MR_FY_W_TEMPO), n->tempo, n->tempo);
  measure_duties(x);
  set_term(x, mr_fy_term_one(MR_FY_W_SPARE), 5000, 5000);
  set_term(x, mr_fy_term_one(MR_FY_W_CONTEST), 40, 40);
  set_term(x, mr_fy_term_one(MR_FY_W_OWED), 40, 40);
  set_units(x, mr_fy_term_one(MR_FY_W_SHELTER), n->shelter, 0);
  int danger = x->game->rules.captures_to_hand ? 1 : 2, end = 1;
  if (x->game->rules.blast.on) { /* who stands beside a royal takes it: README.md */
    danger *= 2;
    end *= 2;
  }
  set_term(x, mr_fy_term_one(MR_FY_W_DANGER), danger, end);
  set_units(x, mr_fy_term_one(MR_FY_W_SHIELD), n->shield, 0);
  set_units(x, mr_fy_term_one(MR_FY_W_STORM), -n->storm, 0);
  set_units(x, mr_fy_term_one(MR_FY_W_LONELY), -n->lonely_open, -n->lonely_end);
  set_units(x, mr_fy_term_one(MR_FY_W_DOUBLED), -n->doubled_open, -n->doubled_end);
  set_units(x, mr_fy_term_one(MR_FY_W_CHAIN), n->chain_open, n->chain_end);
  set_term(x, mr_fy_term_one(MR_FY_W_ESCORT), 0, n->escort * gain / 100);
  set_term(x, mr_fy_term_one(MR_FY_W_FREE), n->free_open * gain / 100, n->free_end * gain / 100);
  set_units(x, mr_fy_term_one(MR_FY_W_PAIR), n->pair_open, n->pair_end);
  set_units(x, mr_fy_term_one(MR_FY_W_OUTPOST), n->outpost_open, n->outpost_end);
  set_units(x, mr_fy_term_one(MR_FY_W_WEAK), -n->weak_open, -n->weak_end);
  set_units(x, mr_fy_term_one(MR_FY_W_KING_THREAT), -n->king_threat_open, -n->king_threat_end);
  /* Men who land anywhere are restricted less: half of it (README.md). */
  int restricted = n->restricted / (x->game->rules.captures_to_hand ? 2 : 1);
  set_units(x, mr_fy_term_one(MR_FY_W_RESTRICTED), -restricted, -restricted);
  set_units(x, mr_fy_term_one(MR_FY_W_PAWN_THREAT), -n->pawn_threat_open, -n->pawn_threat_end);
  set_units(x, mr_fy_term_one(MR_FY_W_PUSH_THREAT), -n->push_threat_open, -n->push_threat_end);
  set_units(x, mr_fy_term_one(MR_FY_W_FLANK), -n->flank, 0);
  set_units(x, mr_fy_term_one(MR_FY_W_FAR_PAWNS), 0, -n->far_pawns);
  if (mr_fy_one_wins(&x->game->rules.flag)) {
    set_term(x, mr_fy_term_one(MR_FY_W_RACE), n->race, n->race);
  }
  if (mr_fy_counts_checks(&x->game->rules)) {
    set_term(x, mr_fy_term_one(MR_FY_W_CHECKS), n->checks_open, n->checks_end);
  }
  if (mr_fy_connects(&x->game->rules)) {
    mr_fy_outcome value = x->game->rules.connect.value;
    int worth = value == MR_FY_WIN ? n->connect : value == MR_FY_LOSS ? -n->connect : 0;
    set_term(x, mr_fy_term_one(MR_FY_W_CONNECT), worth, worth);
  }
  measure_lines(x);
  if (mr_fy_counts_kinds(&x->game->rules.extinction)) {
    set_term(x, mr_fy_term_one(MR_FY_W_SCARCE), -n->scarce, -n->scarce);
  }
  set_units(x, mr_fy_term_one(MR_FY_W_LANDING), n->landing, n->landing);
}

#endif
