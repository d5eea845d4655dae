#include <string.h>

#include "rules/fairy/compile/read.h"

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
