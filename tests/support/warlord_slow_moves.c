#include <stdlib.h>

#include "warlord_slow_priv.h"

static char ground_at(const mr_wslow *g, int file, int rank) {
  return inside(g, file, rank) ? g->ground[file][rank] : '*';
}

static bool is_terrain(char ground) {
  return ground == 'T' || ground == '^' || ground == '#';
}

/* Water that stops what passes over it, and gaps, which stop all. */
static bool is_wet(const mr_wslow *g, char ground) {
  return ground == '*' || (ground == '~' && !g->on.crossing);
}

static bool is_dry(char ground) {
  return ground != '~' && ground != '*';
}

/* WL-11, WL-26, WL-28 for heavy cavalry and cannons. */
static bool leaps_to(const mr_wslow *g, char kind, const mr_wslow_unit *u, int file, int rank) {
  int df = file - u->file;
  int dr = rank - u->rank;
  int length = abs(df) > abs(dr) ? abs(df) : abs(dr);
  bool straight = df == 0 || dr == 0;
  bool diagonal = abs(df) == abs(dr);
  if (length < 1 || length > 3 || !(kind == 'H' ? straight : diagonal)) {
    return false;
  }
  for (int i = 1; i < length; i++) {
    char under = ground_at(g, u->file + df / length * i, u->rank + dr / length * i);
    if (is_terrain(under) || is_wet(g, under)) {
      return false;
    }
  }
  char at = ground_at(g, file, rank);
  if (at == '.') {
    return true;
  }
  return length == 1 && (at == '#' || at == (kind == 'H' ? '^' : 'T'));
}

/* WL-12, WL-23, WL-27. */
static bool rides_to(const mr_wslow *g, const mr_wslow_unit *u, int file, int rank) {
  int df = file - u->file;
  int dr = rank - u->rank;
  char first;
  char second;
  if (abs(df) * abs(dr) != 2) {
    return false;
  }
  if (abs(dr) == 2) {
    first = ground_at(g, u->file, u->rank + dr / 2);
    second = ground_at(g, u->file + df, u->rank + dr / 2);
  } else {
    first = ground_at(g, u->file + df / 2, u->rank);
    second = ground_at(g, u->file + df / 2, u->rank + dr);
  }
  bool one = is_terrain(first) || is_wet(g, first);
  bool two = is_terrain(second) || is_wet(g, second);
  return !(one && two);
}

/* WL-10. */
static bool walks_to(const mr_wslow *g, const mr_wslow_unit *u, int file, int rank) {
  int df = abs(file - u->file);
  int dr = abs(rank - u->rank);
  if (df <= 1 && dr <= 1) {
    return df + dr > 0;
  }
  if (df > 2 || dr > 2) {
    return false;
  }
  for (int f = file - 1; f <= file + 1; f++) {
    for (int r = rank - 1; r <= rank + 1; r++) {
      if (abs(f - u->file) <= 1 && abs(r - u->rank) <= 1 && inside(g, f, r) &&
          is_dry(g->ground[f][r]) && unit_on(g, f, r) < 0) {
        return true;
      }
    }
  }
  return false;
}

bool mr_wslow_reaches(const mr_wslow *g, const mr_wslow_unit *u, int file, int rank) {
  if (!inside(g, file, rank) || !is_dry(g->ground[file][rank])) {
    return false;
  }
  int there = unit_on(g, file, rank);
  if (there >= 0 && side_of(g->unit[there].letter) == side_of(u->letter)) {
    return false;
  }
  char kind = kind_of(u->letter);
  if (kind == 'H' || kind == 'C') {
    return leaps_to(g, kind, u, file, rank);
  }
  if (kind == 'N') {
    return rides_to(g, u, file, rank);
  }
  if (kind == 'I') {
    return abs(file - u->file) <= 1 && abs(rank - u->rank) <= 1 &&
           (file != u->file || rank != u->rank);
  }
  return walks_to(g, u, file, rank);
}
