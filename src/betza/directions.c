#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "betza/parser.h"

/** Files to the right and ranks forward of a king's step in each direction. */
static const int8_t compass[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                     {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

mr_betza_vector mr_betza_leap(const mr_betza_leg *leg, unsigned direction) {
  assert(direction < 8);
  if (!leg->oblique) {
    return (mr_betza_vector){compass[direction][0] * leg->longer,
                             compass[direction][1] * leg->longer};
  }
  /* Directions 0, 3, 4 and 7 point along the files; the right half is 0 to 3. */
  bool upright = ((direction + 1) & 2u) == 0;
  int files = upright ? leg->shorter : leg->longer;
  int ranks = upright ? leg->longer : leg->shorter;
  bool forward = direction < 2 || direction > 5;
  return (mr_betza_vector){direction < 4 ? files : -files, forward ? ranks : -ranks};
}

static int sign(int value) {
  return (value > 0) - (value < 0);
}

mr_betza_vector mr_betza_step(mr_betza_vector *leap) {
  int files = abs(leap->files);
  int ranks = abs(leap->ranks);
  mr_betza_vector step = {files >= ranks ? sign(leap->files) : 0,
                          ranks >= files ? sign(leap->ranks) : 0};
  leap->files -= step.files;
  leap->ranks -= step.ranks;
  return step;
}

unsigned mr_betza_between(const mr_betza_leg *leg) {
  return leg->longer - 1u;
}

/* ---- letters --------------------------------------------------------------------------------- */

/** What a letter means. */
typedef struct side {
  char letter;
  bool vertical;
  uint8_t half;     /**< of the compass, on the letter's side; all of it for v and s */
  uint8_t straight; /**< the orthogonal directions */
} side;

/** @return NULL where `letter` is none of them */
static const side *side_of(char letter) {
  static const side sides[] = {
      {'f', true, 0xC3, 0x01},  {'b', true, 0x3C, 0x10},         {'r', false, 0x0F, 0x04},
      {'l', false, 0xF0, 0x40}, {'v', true, MR_BETZA_ALL, 0x11}, {'s', false, MR_BETZA_ALL, 0x44},
  };
  for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
    if (sides[i].letter == letter) {
      return &sides[i];
    }
  }
  return NULL;
}

/** The directions of two letters; of one, given twice. */
static uint8_t both(mr_betza_shape shape, const side *first, const side *second) {
  uint8_t common = first->half & second->half;
  switch (shape) {
  case MR_SHAPE_ORTHOGONAL:
    return first->straight | second->straight;
  case MR_SHAPE_DIAGONAL:
    return common & MR_BETZA_DIAGONAL;
  case MR_SHAPE_OBLIQUE:
    break;
  }
  /* Of oblique leaps, those whose longer side points along the axis of the second letter. */
  return common & (second->vertical ? 0x99 : 0x66);
}

/** Letters that are read as one: at most two, taken from the left. */
typedef struct group {
  size_t length;
  uint8_t set;
  mr_betza_misread misread;
} group;

static group next_group(mr_betza_shape shape, const char *letters, size_t length) {
  char next = length > 1 ? letters[1] : '\0';
  const side *first = side_of(letters[0]);
  const side *second = side_of(next);
  if (first == NULL) { /* h */
    if (next != 'r' && next != 'l') {
      return (group){1, 0, MR_READ_LONE_H};
    }
    if (shape != MR_SHAPE_OBLIQUE) {
      return (group){2, 0, MR_READ_CHIRAL};
    }
    return (group){2, next == 'r' ? MR_BETZA_ORTHOGONAL : MR_BETZA_DIAGONAL, MR_READ_OK};
  }
  if (next == 'h' && first->half != MR_BETZA_ALL) {
    return (group){2, shape == MR_SHAPE_OBLIQUE ? first->half : both(shape, first, first),
                   MR_READ_OK};
  }
  if (second != NULL && (second == first || second->vertical != first->vertical)) {
    return (group){2, both(shape, first, second), MR_READ_OK};
  }
  return (group){1, both(shape, first, first), MR_READ_OK};
}

mr_betza_misread mr_betza_directions(mr_betza_shape shape, const char *letters, size_t length,
                                     uint8_t *set, size_t *at) {
  static const uint8_t all_of[] = {[MR_SHAPE_ORTHOGONAL] = MR_BETZA_ORTHOGONAL,
                                   [MR_SHAPE_DIAGONAL] = MR_BETZA_DIAGONAL,
                                   [MR_SHAPE_OBLIQUE] = MR_BETZA_ALL};
  uint8_t seen[MR_BETZA_LETTERS_MAX];
  size_t groups = 0;
  uint8_t all = 0;
  assert(length <= MR_BETZA_LETTERS_MAX);
  for (size_t i = 0; i < length;) {
    group next = next_group(shape, letters + i, length - i);
    if (next.misread == MR_READ_OK && memchr(seen, next.set, groups) != NULL) {
      next.misread = MR_READ_REPEATED;
    }
    if (next.misread != MR_READ_OK) {
      *at = i;
      return next.misread;
    }
    seen[groups++] = next.set;
    all |= next.set;
    i += next.length;
  }
  *set = length > 0 ? all : all_of[shape];
  return MR_READ_OK;
}
