/*
 * From terms to trails. All of it is seen from White's side: for Black every leap is turned by
 * half a turn, and with it every way of turning.
 */
#include <assert.h>
#include <string.h>

#include "betza/parser.h"

/** A walk on its way: the trail so far and where it stands. */
typedef struct walk {
  const mr_betza_origin *origin;
  const mr_betza_term *term;
  mr_trail_fn give;
  void *context;
  int file;
  int rank;
  mr_trail trail;
} walk;

/** Cuts the trail to `length` squares and stands on its last one, or where it began. */
static void cut_back(walk *on, uint8_t length) {
  const mr_trail_step *last = length > 0 ? &on->trail.steps[length - 1] : NULL;
  on->trail.length = length;
  on->file = last != NULL ? last->file : on->origin->file;
  on->rank = last != NULL ? last->rank : on->origin->rank;
}

/**
 * Goes to the next square and adds it.
 * @return false at the edge and where the piece came from; the trail is as it was then
 */
static bool go(walk *on, mr_betza_vector by, uint8_t stop, mr_trail_pass pass) {
  const mr_betza_origin *origin = on->origin;
  int turn = origin->black ? -1 : 1;
  int file = on->file + turn * by.files;
  int rank = on->rank + turn * by.ranks;
  if (on->term->cylinder) {
    file = (file % origin->files + origin->files) % origin->files;
  }
  if (file < 0 || file >= origin->files || rank < 0 || rank >= origin->ranks) {
    return false;
  }
  /* On a narrow cylinder a leap may lead to where it began. */
  if ((file == origin->file && rank == origin->rank) || (file == on->file && rank == on->rank)) {
    return false;
  }
  assert(on->trail.length < MR_TRAIL_MAX);
  on->trail.steps[on->trail.length++] =
      (mr_trail_step){(uint8_t)file, (uint8_t)rank, stop, (uint8_t)pass};
  on->file = file;
  on->rank = rank;
  return true;
}

/** Leaps once, over empty squares only where the term is lame. */
static bool leap(walk *on, const mr_betza_leg *leg, unsigned direction) {
  mr_betza_vector rest = mr_betza_leap(leg, direction);
  if (on->term->lame) {
    for (unsigned i = mr_betza_between(leg); i > 0; i--) {
      if (!go(on, mr_betza_step(&rest), 0, MR_PASS_EMPTY)) {
        return false;
      }
    }
  }
  return go(on, rest, leg->stop, MR_PASS_EMPTY);
}

/**
 * Gives the trail up to its last stop, if it has one. The stops are taken away: a trail that goes
 * on from a part of this one must not give them again.
 */
static void give(walk *on) {
  mr_trail *trail = &on->trail;
  uint8_t length = trail->length;
  while (trail->length > 0 && trail->steps[trail->length - 1].stop == 0) {
    trail->length--;
  }
  if (trail->length > 0) {
    on->give(on->context, trail);
  }
  trail->length = length;
  for (unsigned i = 0; i < length; i++) {
    trail->steps[i].stop = 0;
  }
}

static unsigned most_leaps(const mr_betza_leg *leg) {
  return leg->range != 0 ? leg->range : MR_TRAIL_MAX;
}

/** Leaps as often as a leg may, or can. */
static void ride(walk *on, const mr_betza_leg *leg, unsigned direction) {
  for (unsigned i = most_leaps(leg); i > 0 && leap(on, leg, direction); i--) {
  }
}

/* ---- jumps and hoppers ----------------------------------------------------------------------- */

/** One trail for each square between: a piece stands there, the others do not matter. */
static void jump(walk *on, unsigned direction) {
  const mr_betza_leg *leg = &on->term->legs[0];
  for (unsigned man = 1; man <= mr_betza_between(leg); man++) {
    mr_betza_vector rest = mr_betza_leap(leg, direction);
    mr_betza_vector there = {0, 0};
    for (unsigned i = 0; i < man; i++) {
      mr_betza_vector step = mr_betza_step(&rest);
      there.files += step.files;
      there.ranks += step.ranks;
    }
    cut_back(on, 0);
    if (go(on, there, 0, MR_PASS_HURDLE) && go(on, rest, leg->stop, MR_PASS_EMPTY)) {
      give(on);
    }
  }
}

/** One trail for each place where the hurdle may stand. */
static void hop(walk *on, unsigned direction) {
  const mr_betza_leg *leg = &on->term->legs[0];
  mr_betza_vector by = mr_betza_leap(leg, direction);
  unsigned most = most_leaps(leg);
  for (unsigned hurdle = 1; hurdle < most; hurdle++) {
    unsigned left = on->term->kind == MR_BETZA_GRASS ? 1 : most - hurdle;
    bool there = true;
    cut_back(on, 0);
    for (unsigned i = 1; i <= hurdle && there; i++) {
      there = go(on, by, 0, i < hurdle ? MR_PASS_EMPTY : MR_PASS_HURDLE);
    }
    if (!there) {
      break;
    }
    while (left > 0 && go(on, by, leg->stop, MR_PASS_EMPTY)) {
      left--;
    }
    give(on);
  }
}

/* ---- riders that turn ------------------------------------------------------------------------ */

/** One trail to either side: to and fro, or always further round. */
static void go_turning(walk *on, unsigned direction) {
  const mr_betza_leg *leg = &on->term->legs[0];
  bool crooked = on->term->kind == MR_BETZA_CROOKED;
  for (unsigned side = 0; side < 2; side++) {
    bool further = true;
    cut_back(on, 0);
    for (unsigned i = 0; i < most_leaps(leg) && further; i++) {
      unsigned turned =
          crooked ? i / on->term->period % 2 * (side == 0 ? 6 : 2) : i * (side == 0 ? 7 : 1);
      further = leap(on, leg, (direction + turned) % 8);
    }
    give(on);
  }
}

/* ---- bent moves ------------------------------------------------------------------------------ */

static void go_leg(walk *on, unsigned index, unsigned direction);

/** Every further leg from where the trail stands. */
static void turn(walk *on, unsigned index, unsigned direction) {
  const mr_betza_leg *leg = &on->term->legs[index];
  for (unsigned by = 0; by < 8; by++) {
    unsigned turned = (direction + by) % 8;
    if ((leg->turns >> by & 1u) != 0 && (leg->set >> turned & 1u) != 0) {
      go_leg(on, index, turned);
    }
  }
}

/**
 * The leg `index` in a direction, and all that may follow it. The farthest turning point comes
 * first: give() takes away the stops that it has given, and those that are left have nothing
 * behind them.
 */
static void go_leg(walk *on, unsigned index, unsigned direction) {
  const mr_betza_leg *leg = &on->term->legs[index];
  uint8_t start = on->trail.length;
  ride(on, leg, direction);
  bool last = index + 1u == on->term->leg_count;
  for (uint8_t length = on->trail.length; length > start; length--) {
    cut_back(on, length);
    if (!last) {
      turn(on, index + 1, direction);
    }
    give(on);
  }
  cut_back(on, start);
}

/* ---- all terms ------------------------------------------------------------------------------- */

static void go_direction(walk *on, unsigned direction) {
  cut_back(on, 0);
  switch (on->term->kind) {
  case MR_BETZA_RIDE:
    ride(on, &on->term->legs[0], direction);
    give(on);
    break;
  case MR_BETZA_JUMP:
    jump(on, direction);
    break;
  case MR_BETZA_CANNON:
  case MR_BETZA_GRASS:
    hop(on, direction);
    break;
  case MR_BETZA_CROOKED:
  case MR_BETZA_CIRCLE:
    go_turning(on, direction);
    break;
  case MR_BETZA_BENT:
    go_leg(on, 0, direction);
    break;
  }
}

void mr_betza_walk(const mr_betza *betza, const mr_betza_origin *origin, mr_trail_fn give_to,
                   void *context) {
  walk on = {.origin = origin, .give = give_to, .context = context};
  assert(origin->files > 0 && origin->files <= MR_BETZA_SIDE_MAX && origin->file < origin->files);
  assert(origin->ranks > 0 && origin->ranks <= MR_BETZA_SIDE_MAX && origin->rank < origin->ranks);
  for (uint32_t i = 0; i < betza->term_count; i++) {
    on.term = &betza->terms[i];
    on.trail.initial = on.term->initial;
    on.trail.creates_ep = on.term->creates_ep;
    on.trail.slide = false;
    for (unsigned leg = 0; leg < on.term->leg_count; leg++) {
      on.trail.slide = on.trail.slide || on.term->legs[leg].range != 1;
    }
    for (unsigned direction = 0; direction < 8; direction++) {
      if ((on.term->legs[0].set >> direction & 1u) != 0) {
        go_direction(&on, direction);
      }
    }
  }
}
