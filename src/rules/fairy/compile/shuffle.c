#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules/fairy/text/texts.h"

/*
 * First positions in another order: numbered ones, and those that are drawn anew for each game.
 */

/* ---- by number ------------------------------------------------------------------------------- */

/*
 * The numbered first positions of Chess960 (startPosition), by the way of counting that Reinhard
 * Scharnagl gave them: the bishop on light squares, the one on dark squares, the queen, the two
 * knights, each on one of the squares that are left; rooks and king in between take the rest.
 */

enum { MEN = 8, BISHOPS = 4, QUEENS = 6 };

/** What stands on a rank, by the part that it has in Chess960. */
typedef struct back_rank {
  uint8_t king, rooks[2], bishops[2], knights[2], queen;
} back_rank;

/** A look for a way to the other colour. */
static void note_other_colour(void *context, const mr_trail *trail) {
  bool *leaves = context;
  for (unsigned i = 0; i < trail->length; i++) {
    unsigned odd = (unsigned)(trail->steps[i].file + trail->steps[i].rank) & 1u;
    *leaves = *leaves || (trail->steps[i].stop != 0 && odd != 0);
  }
}

/** Whether men of a code keep to the colour of their square. @pre the middle of the canvas is even
 */
static bool keeps_colour(const mr_fy_rules *rules, unsigned code) {
  bool leaves = rules->kinds[MR_FY_KIND(code)].betza == NULL;
  if (!leaves) {
    mr_fy_walk_canvas(rules, code, note_other_colour, &leaves);
  }
  return !leaves;
}

static unsigned count_alike(const uint8_t *men, unsigned code) {
  unsigned count = 0;
  for (unsigned i = 0; i < MEN; i++) {
    count += men[i] == code;
  }
  return count;
}

/** Tells the men of a rank by their parts. @return false: they are others than that needs */
static bool sort_back_rank(const mr_fy_rules *rules, const mr_fy_castling *castling, unsigned side,
                           const uint8_t *men, back_rank *out) {
  unsigned kings = 0, rooks = 0, bishops = 0, knights = 0, queens = 0;
  for (unsigned i = 0; i < MEN; i++) {
    unsigned code = men[i];
    if (code == MR_FY_CODE(castling->king_kind, side)) {
      kings++;
      out->king = men[i];
    } else if (mr_fy_is_one_of(code, side, castling->partner_kinds)) {
      out->rooks[rooks++ & 1u] = men[i];
    } else if (!mr_fy_is_one_of(code, side, UINT64_MAX)) {
      return false;
    } else if (count_alike(men, code) == 1) {
      queens++;
      out->queen = men[i];
    } else if (keeps_colour(rules, code)) {
      out->bishops[bishops++ & 1u] = men[i];
    } else {
      out->knights[knights++ & 1u] = men[i];
    }
  }
  return kings == 1 && rooks == 2 && bishops == 2 && knights == 2 && queens == 1;
}

/** Puts a man on one of the squares that are left. @param which of them, from the first file */
static void place(uint8_t *rank, unsigned which, uint8_t man) {
  unsigned at = 0;
  while (rank[at] != 0 || which > 0) {
    which -= rank[at] == 0;
    at++;
  }
  rank[at] = man;
}

/** The men in the order of a number. @param rank receives it */
static void arrange(const back_rank *men, unsigned number, uint8_t rank[MEN]) {
  static const uint8_t knights[][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                       {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
  memset(rank, 0, MEN);
  rank[number % BISHOPS * 2 + 1] = men->bishops[0];
  number /= BISHOPS;
  rank[number % BISHOPS * 2] = men->bishops[1];
  number /= BISHOPS;
  place(rank, number % QUEENS, men->queen);
  number /= QUEENS;
  place(rank, knights[number][1], men->knights[1]); /* the second first: it counts both squares */
  place(rank, knights[number][0], men->knights[0]);
  place(rank, 0, men->rooks[0]);
  place(rank, 0, men->king);
  place(rank, 0, men->rooks[1]);
}

/** What is said where the men of startFen are not those that the numbers are for. */
static mr_status refuse(mr_error *err) {
  return mr_error_set(err, MR_ERR_UNSUPPORTED,
                      "'startPosition' needs chess960 = true, eight files, and in startFen, on the "
                      "rank of castling, a king and two partners that castle, two men alike that "
                      "keep to the colour of their square, two others alike, and one more");
}

mr_status mr_fy_arrange_start(const mr_fy_game *game, unsigned number, mr_state *start,
                              mr_error *err) {
  const mr_fy_rules *rules = &game->rules;
  mr_fy_state *state = mr_fy_state_of(start);
  if (!rules->any_files || rules->files != MEN) {
    return refuse(err);
  }
  for (unsigned side = 0; side < 2; side++) {
    const mr_fy_castling *castling = &rules->castling[2 * side];
    castling += !castling->allowed;
    unsigned first = rules->castling_first[side];
    uint8_t *rank = mr_fy_board(start) + first;
    back_rank men = {0};
    if (!sort_back_rank(rules, castling, side, rank, &men)) {
      return refuse(err);
    }
    arrange(&men, number, rank);
    unsigned king = first + (unsigned)((uint8_t *)memchr(rank, men.king, MEN) - rank);
    for (unsigned right = 2 * side; right < 2 * side + 2; right++) {
      unsigned partner = king, step = right % 2 == 0 ? 1 : UINT32_MAX;
      do {
        partner += step;
      } while (!mr_fy_is_one_of(mr_fy_board(start)[partner], side, castling->partner_kinds));
      if ((unsigned)state->rights >> right & 1u) {
        state->pairs[right] = (uint8_t)mr_fy_pair_of(rules, right, king, partner);
      }
    }
  }
  return MR_OK;
}

/* ---- drawn ----------------------------------------------------------------------------------- */

/*
 * Any order of the men on a rank is as likely as any other that keeps to the rules of such orders:
 * all are tried alike, and what does not keep to them is drawn again. In Chess960 one of five
 * does.
 */
enum { TRIES = 4000 };

/** The men of one side whose order is drawn. */
typedef struct row {
  unsigned first; /**< cell of its rank's first file */
  unsigned count;
  uint8_t files[MR_FY_SIDE_MAX], men[MR_FY_SIDE_MAX];
} row;

typedef struct shuffling {
  const mr_fy_rules *rules;
  row rows[2];
  bool turned;    /**< what the one side has from the first file on the other has from the last */
  uint64_t bound; /**< kinds that keep to the colour of their squares */
} shuffling;

/** The rank of the men that castle, of the royal ones, or else the side's first. */
static unsigned rank_of(const mr_fy_rules *rules, const uint8_t *board, unsigned side) {
  uint64_t royals = mr_fy_royal_kinds(rules);
  unsigned first = side == MR_FY_WHITE ? 0 : rules->cells - rules->files;
  if (mr_fy_castles(rules)) {
    return rules->castling_first[side];
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_is_one_of(board[cell], side, royals)) {
      return cell - cell % rules->files;
    }
  }
  return first;
}

static void read_row(const mr_fy_rules *rules, const uint8_t *board, unsigned side, row *out) {
  *out = (row){.first = rank_of(rules, board, side)};
  for (unsigned file = 0; file < rules->files; file++) {
    uint8_t man = board[out->first + file];
    if (mr_fy_is_one_of(man, side, UINT64_MAX)) {
      out->files[out->count] = (uint8_t)file;
      out->men[out->count++] = man;
    }
  }
}

/** Whether both have the same kinds, from the first file or from the other end. */
static bool are_alike(const row *a, const row *b, bool turned) {
  bool alike = a->count == b->count;
  for (unsigned i = 0; alike && i < a->count; i++) {
    alike = MR_FY_KIND(a->men[i]) == MR_FY_KIND(b->men[turned ? b->count - 1 - i : i]);
  }
  return alike;
}

static void begin_shuffling(const mr_fy_rules *rules, const uint8_t *board, shuffling *out) {
  *out = (shuffling){.rules = rules};
  for (unsigned side = 0; side < 2; side++) {
    read_row(rules, board, side, &out->rows[side]);
    for (unsigned i = 0; i < out->rows[side].count; i++) {
      unsigned man = out->rows[side].men[i];
      out->bound |= keeps_colour(rules, man) ? UINT64_C(1) << MR_FY_KIND(man) : 0;
    }
  }
  out->turned = !are_alike(&out->rows[0], &out->rows[1], false) &&
                are_alike(&out->rows[0], &out->rows[1], true);
}

/** How many men of a kind stand on dark squares of a rank, or on light ones: the fewer. */
static unsigned fewer_of_colour(const shuffling *s, const uint8_t *board, unsigned side,
                                unsigned man) {
  const row *r = &s->rows[side];
  unsigned on[2] = {0, 0};
  for (unsigned i = 0; i < r->count; i++) {
    unsigned cell = r->first + r->files[i];
    on[(cell / s->rules->files + r->files[i]) % 2] += board[cell] == man;
  }
  return on[0] < on[1] ? on[0] : on[1];
}

/** Whether men who keep to a colour stand on as many squares of each as before. */
static bool keeps_colours(const shuffling *s, const uint8_t *before, const uint8_t *after) {
  bool good = true;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < s->rows[side].count && good; i++) {
      unsigned man = s->rows[side].men[i];
      good = (s->bound >> MR_FY_KIND(man) & 1u) == 0 ||
             fewer_of_colour(s, before, side, man) == fewer_of_colour(s, after, side, man);
    }
  }
  return good;
}

/** Finds for each right who castles with whom. @return false: a king is not between its partners */
static bool pair_up(const shuffling *s, mr_state *start) {
  const uint8_t *board = mr_fy_board(start);
  mr_fy_state *state = mr_fy_state_of(start);
  for (unsigned right = 0; right < 4; right++) {
    const mr_fy_castling *castling = &s->rules->castling[right];
    unsigned side = right / 2, first = s->rules->castling_first[side], king = 0;
    unsigned files = s->rules->files;
    if (!((unsigned)state->rights >> right & 1u) || !castling->allowed) {
      continue;
    }
    while (king < files && board[first + king] != MR_FY_CODE(castling->king_kind, side)) {
      king++;
    }
    unsigned step = right % 2 == 0 ? 1 : UINT32_MAX, partner = king + step;
    while (partner < files &&
           !mr_fy_is_one_of(board[first + partner], side, castling->partner_kinds)) {
      partner += step;
    }
    if (king >= files || partner >= files) {
      return false;
    }
    state->pairs[right] = (uint8_t)mr_fy_pair_of(s->rules, right, first + king, first + partner);
  }
  return true;
}

/** Puts the men of both sides in an order. */
static void put_in_order(const shuffling *s, const uint8_t *order, uint8_t *board) {
  const row *white = &s->rows[0], *black = &s->rows[1];
  for (unsigned i = 0; i < white->count; i++) {
    unsigned to = s->turned ? black->count - 1 - i : i;
    unsigned from = s->turned ? black->count - 1u - order[i] : order[i];
    board[white->first + white->files[i]] = white->men[order[i]];
    board[black->first + black->files[to]] = black->men[from];
  }
}

static void draw_order(mr_random *random, unsigned count, uint8_t *order) {
  for (unsigned i = 0; i < count; i++) {
    unsigned at = (unsigned)mr_random_below(random, i + 1u);
    order[i] = order[at];
    order[at] = (uint8_t)i;
  }
}

/** Whether a position can be begun from: its text is read, nobody is in check or has to end that
 *  kings face each other, and play goes on. */
static bool is_fit(const mr_fy_game *game, mr_state *state, mr_str *text) {
  const mr_game *base = &game->base;
  mr_fy_check facing;
  if (game->rules.bikjang && mr_fy_find_facing(&game->rules, mr_fy_board_const(state),
                                               mr_fy_state_of_const(state)->side, &facing)) {
    return false;
  }
  mr_str_reset(text);
  mr_fy_format_state(base, state, text);
  return text->status == MR_OK &&
         mr_game_parse_state(base, text->data, text->length, state, NULL) == MR_OK &&
         mr_game_node(base, state).kind == MR_NODE_DECISION &&
         !game->core->in_check(game, state, MR_FY_WHITE) &&
         !game->core->in_check(game, state, MR_FY_BLACK);
}

bool mr_fy_draw_start(const mr_fy_game *game, mr_random *random, mr_state *out) {
  const mr_game *base = &game->base;
  const uint8_t *before = mr_fy_board_const(base->start);
  mr_str text = mr_str_growing(base->allocator);
  shuffling s;
  bool found = false;
  begin_shuffling(&game->rules, before, &s);
  for (unsigned i = 0; i < TRIES && !found && s.rows[0].count == s.rows[1].count; i++) {
    uint8_t order[MR_FY_SIDE_MAX];
    draw_order(random, s.rows[0].count, order);
    mr_state_copy(base, out, base->start);
    put_in_order(&s, order, mr_fy_board(out));
    found =
        keeps_colours(&s, before, mr_fy_board(out)) && pair_up(&s, out) && is_fit(game, out, &text);
  }
  if (!found) {
    mr_state_copy(base, out, base->start);
  }
  mr_str_done(&text);
  return found;
}

static void draw(const mr_game *game, mr_random *random, mr_state *out) {
  (void)mr_fy_draw_start(mr_fy_game_of(game), random, out);
}

const mr_shuffle_ops mr_fy_shuffle = {.draw = draw};

bool mr_fy_write_shuffle(const mr_fy_rules *rules, mr_str *out) {
  mr_str_add(out, "Each game begins in another order of the men on the rank of the king, drawn by "
                  "chance and the same for both sides");
  mr_str_add(out, mr_fy_castles(rules) ? "; the king stands between those it castles with" : "");
  mr_str_add(out, ". Men that keep to the colour of their squares stand on as many of each colour "
                  "as before.");
  return rules->random_start;
}
