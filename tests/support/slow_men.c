// Plain nested loops, on purpose: NOLINTBEGIN(readability-function-size)
#include "slow_men.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

int men_step(int from, int files, int ranks) {
  int file = from % 8 + files;
  int rank = from / 8 + ranks;
  bool inside = file >= 0 && file < 8 && rank >= 0 && rank < 8;
  return inside ? 8 * rank + file : SLOW_NOWHERE;
}

bool men_is_white(char man) {
  return man >= 'A' && man <= 'Z';
}

bool men_is_black(char man) {
  return man >= 'a' && man <= 'z';
}

bool men_is_of(char man, bool white) {
  return white ? men_is_white(man) : men_is_black(man);
}

bool men_is_dark(int square) {
  return (square % 8 + square / 8) % 2 == 0;
}

int men_find(const char *men, char man) {
  for (int square = 0; square < SLOW_SQUARES; square++) {
    if (men[square] == man) {
      return square;
    }
  }
  return SLOW_NOWHERE;
}

/* ---- ways to go ------------------------------------------------------------------------------ */

void men_leap(int from, int files, int ranks, bool *reach) {
  int to = men_step(from, files, ranks);
  if (to != SLOW_NOWHERE) {
    reach[to] = true;
  }
}

void men_leaps(int from, int files, int ranks, bool *reach) {
  men_leap(from, files, ranks, reach);
  men_leap(from, -ranks, files, reach);
  men_leap(from, -files, -ranks, reach);
  men_leap(from, ranks, -files, reach);
  men_leap(from, ranks, files, reach);
  men_leap(from, -files, ranks, reach);
  men_leap(from, -ranks, -files, reach);
  men_leap(from, files, -ranks, reach);
}

void men_ride(const char *men, int from, int files, int ranks, bool *reach) {
  int to = men_step(from, files, ranks);
  while (to != SLOW_NOWHERE) {
    reach[to] = true;
    to = men[to] == '.' ? men_step(to, files, ranks) : SLOW_NOWHERE;
  }
}

void men_rides(const char *men, int from, int files, int ranks, bool *reach) {
  men_ride(men, from, files, ranks, reach);
  men_ride(men, from, -ranks, files, reach);
  men_ride(men, from, -files, -ranks, reach);
  men_ride(men, from, ranks, -files, reach);
}

/* `leg` steps in one direction, `leg` in the other, and so on. */
static void go_crooked(const char *men, int from, int leg, const int (*ways)[2], bool *reach) {
  int square = from;
  for (int step = 0;; step++) {
    const int *way = ways[step / leg % 2];
    square = men_step(square, way[0], way[1]);
    if (square == SLOW_NOWHERE) {
      return;
    }
    reach[square] = true;
    if (men[square] != '.') {
      return;
    }
  }
}

void men_crooked(const char *men, int from, int leg, bool *reach) {
  for (int files = -1; files <= 1; files += 2) {
    for (int ranks = -1; ranks <= 1; ranks += 2) {
      const int along_file[2][2] = {{files, ranks}, {-files, ranks}};
      const int along_rank[2][2] = {{files, ranks}, {files, -ranks}};
      go_crooked(men, from, leg, along_file, reach);
      go_crooked(men, from, leg, along_rank, reach);
    }
  }
}

/* ---- texts ----------------------------------------------------------------------------------- */

bool men_read_men(const char *text, const char *letters, char *men) {
  memset(men, '.', SLOW_SQUARES);
  int file = 0;
  int rank = 7;
  for (; *text != '\0'; text++) {
    if (*text == '/' && file == 8 && rank > 0) {
      file = 0;
      rank--;
    } else if (*text >= '1' && *text <= '8' && file + (*text - '0') <= 8) {
      file += *text - '0';
    } else if (isalpha((unsigned char)*text) && file < 8 &&
               strchr(letters, toupper((unsigned char)*text)) != NULL) {
      men[8 * rank + file] = *text;
      file++;
    } else {
      return false;
    }
  }
  return rank == 0 && file == 8;
}

void men_write_men(const char *men, char *out) {
  for (int rank = 7; rank >= 0; rank--) {
    int empty = 0;
    for (int file = 0; file < 8; file++) {
      char man = men[8 * rank + file];
      if (man == '.') {
        empty++;
        continue;
      }
      if (empty > 0) {
        *out++ = (char)('0' + empty);
      }
      empty = 0;
      *out++ = man;
    }
    if (empty > 0) {
      *out++ = (char)('0' + empty);
    }
    *out++ = rank > 0 ? '/' : '\0';
  }
}

int men_read_square(const char *text) {
  bool fits = text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
  return fits ? 8 * (text[1] - '1') + (text[0] - 'a') : SLOW_NOWHERE;
}

void men_write_square(int square, char *out) {
  out[0] = (char)('a' + square % 8);
  out[1] = (char)('1' + square / 8);
  out[2] = '\0';
}

int men_read_number(const char *text) {
  size_t digits = strspn(text, "0123456789");
  bool fits = digits >= 1 && digits <= 4 && text[digits] == '\0';
  return fits ? (int)strtol(text, NULL, 10) : -1;
}

bool men_cut(char *line, char **fields, size_t count) {
  size_t found = 0;
  for (char *field = line; field != NULL; found++) {
    char *blank = strchr(field, ' ');
    if (blank != NULL) {
      *blank = '\0';
    }
    if (found == count || *field == '\0') {
      return false;
    }
    fields[found] = field;
    field = blank != NULL ? blank + 1 : NULL;
  }
  return found == count;
}

/* ---- what has been there before -------------------------------------------------------------- */

void men_past_add(slow_past *past, const char *key) {
  if (past->count == past->room) {
    past->room = 2 * past->room + 16;
    past->keys = realloc(past->keys, past->room * sizeof *past->keys);
    assert_non_null(past->keys);
  }
  int length = snprintf(past->keys[past->count], SLOW_KEY_MAX, "%s", key);
  assert_in_range(length, 1, SLOW_KEY_MAX - 1);
  past->count++;
}

size_t men_past_count(const slow_past *past, const char *key) {
  size_t times = 0;
  for (size_t i = 0; i < past->count; i++) {
    times += strcmp(past->keys[i], key) == 0 ? 1 : 0;
  }
  return times;
}

void men_past_copy(slow_past *past, const slow_past *from) {
  *past = (slow_past){0};
  for (size_t i = 0; i < from->count; i++) {
    men_past_add(past, from->keys[i]);
  }
}

void men_past_done(slow_past *past) {
  free(past->keys);
}
// NOLINTEND(readability-function-size)
