#include <assert.h>
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

static int distance(int value) {
  return value < 0 ? -value : value;
}

mr_betza_vector mr_betza_step(mr_betza_vector *leap) {
  int files = distance(leap->files);
  int ranks = distance(leap->ranks);
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

static bool is_vertical(char letter) {
  return letter == 'f' || letter == 'b' || letter == 'v';
}

static bool is_horizontal(char letter) {
  return letter == 'l' || letter == 'r' || letter == 's';
}

/** The half of the compass on the side of a letter; all of it for v and s. */
static uint8_t half(char letter) {
  switch (letter) {
  case 'f':
    return 0xC3;
  case 'b':
    return 0x3C;
  case 'r':
    return 0x0F;
  case 'l':
    return 0xF0;
  default:
    return MR_BETZA_ALL;
  }
}

/** Oblique leaps whose longer side points along the axis of a letter. */
static uint8_t axis(char letter) {
  return is_vertical(letter) ? 0x99 : 0x66;
}

static uint8_t orthogonal(char letter) {
  switch (letter) {
  case 'f':
    return 0x01;
  case 'r':
    return 0x04;
  case 'b':
    return 0x10;
  case 'l':
    return 0x40;
  case 'v':
    return 0x11;
  default:
    return 0x44;
  }
}

static uint8_t one_letter(mr_betza_shape shape, char letter) {
  switch (shape) {
  case MR_SHAPE_ORTHOGONAL:
    return orthogonal(letter);
  case MR_SHAPE_DIAGONAL:
    return half(letter) & MR_BETZA_DIAGONAL;
  case MR_SHAPE_OBLIQUE:
    break;
  }
  return half(letter) & axis(letter);
}

static uint8_t two_letters(mr_betza_shape shape, char first, char second) {
  uint8_t both = half(first) & half(second);
  switch (shape) {
  case MR_SHAPE_ORTHOGONAL:
    return orthogonal(first) | orthogonal(second);
  case MR_SHAPE_DIAGONAL:
    return both & MR_BETZA_DIAGONAL;
  case MR_SHAPE_OBLIQUE:
    break;
  }
  return both & axis(second);
}

static uint8_t half_plane(mr_betza_shape shape, char letter) {
  return shape == MR_SHAPE_OBLIQUE ? half(letter) : one_letter(shape, letter);
}

/** Letters that are read as one: at most two, taken from the left. */
typedef struct group {
  size_t length;
  uint8_t set;
  mr_betza_misread misread;
} group;

static group h_first(mr_betza_shape shape, char next) {
  if (next != 'r' && next != 'l') {
    return (group){1, 0, MR_READ_LONE_H};
  }
  if (shape != MR_SHAPE_OBLIQUE) {
    return (group){2, 0, MR_READ_CHIRAL};
  }
  return (group){2, next == 'r' ? MR_BETZA_ORTHOGONAL : MR_BETZA_DIAGONAL, MR_READ_OK};
}

static group next_group(mr_betza_shape shape, const char *letters, size_t length) {
  char first = letters[0];
  char second = length > 1 ? letters[1] : '\0';
  if (first == 'h') {
    return h_first(shape, second);
  }
  if (second == 'h' && first != 'v' && first != 's') {
    return (group){2, half_plane(shape, first), MR_READ_OK};
  }
  if (second == first) {
    return (group){2, one_letter(shape, first), MR_READ_OK};
  }
  if ((is_vertical(first) && is_horizontal(second)) ||
      (is_horizontal(first) && is_vertical(second))) {
    return (group){2, two_letters(shape, first, second), MR_READ_OK};
  }
  return (group){1, one_letter(shape, first), MR_READ_OK};
}

static uint8_t all_of(mr_betza_shape shape) {
  switch (shape) {
  case MR_SHAPE_ORTHOGONAL:
    return MR_BETZA_ORTHOGONAL;
  case MR_SHAPE_DIAGONAL:
    return MR_BETZA_DIAGONAL;
  case MR_SHAPE_OBLIQUE:
    break;
  }
  return MR_BETZA_ALL;
}

mr_betza_misread mr_betza_directions(mr_betza_shape shape, const char *letters, size_t length,
                                     uint8_t *set, size_t *at) {
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
  *set = length > 0 ? all : all_of(shape);
  return MR_READ_OK;
}
