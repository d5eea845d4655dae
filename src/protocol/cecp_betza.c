/*
 * From our dialect of Betza's notation (betza.h) to XBoard's. What is the same is copied, what can
 * be said in other words is, and all the rest is declined; nothing is guessed.
 */
#include <string.h>

#include "protocol/cecp_priv.h"

enum { MODS_MAX = 24 };

/** One term of our notation, taken apart. */
typedef struct term {
  char atom;
  bool ranged;
  unsigned range; /**< 0: no limit */
  bool initial;
  char directions[MODS_MAX];
  char modes[MODS_MAX]; /**< without `i` */
} term;

/** What is being written. */
typedef struct writer {
  char *out;
  size_t length;
  bool full;
} writer;

static void put(writer *w, const char *text) {
  size_t length = strlen(text);
  if (w->length + length >= CECP_MOVEMENT_MAX) {
    w->full = true;
    return;
  }
  memcpy(w->out + w->length, text, length + 1);
  w->length += length;
}

static void put_char(writer *w, char c) {
  char text[2] = {c, '\0'};
  put(w, text);
}

static void put_number(writer *w, unsigned number) {
  if (number >= 10) {
    put_number(w, number / 10);
  }
  put_char(w, (char)('0' + number % 10));
}

static bool has(const char *letters, char c) {
  return c != '\0' && strchr(letters, c) != NULL;
}

static void append(char *letters, char c) {
  size_t length = strlen(letters);
  if (length + 1 < MODS_MAX) {
    letters[length] = c;
    letters[length + 1] = '\0';
  }
}

/** The lower-case letters before an atom. @return false: there are some that XBoard does not have
 */
static bool read_mods(const char **at, term *t) {
  for (; mr_text_is_lower(**at); (*at)++) {
    if (**at == 'i') {
      t->initial = true;
    } else if (has("fblrvsh", **at)) {
      append(t->directions, **at);
    } else if (has("mcenjpgo", **at)) {
      append(t->modes, **at);
    } else {
      return false;
    }
  }
  return true;
}

static void read_range(const char **at, term *t) {
  if (**at == t->atom) {
    t->ranged = true;
    (*at)++;
  } else if (mr_text_is_digit(**at)) {
    t->ranged = true;
    for (; mr_text_is_digit(**at) && t->range < 100; (*at)++) {
      t->range = t->range * 10 + (unsigned)(**at - '0');
    }
  }
}

/**
 * A step and then, outward, another one: XBoard's legs say the turn of 45 degrees in so many words.
 * Of all bent movements only these two are alike in both dialects.
 */
static bool put_lame(writer *w, const char **at) {
  static const char *const shapes[][2] = {{"[F-W]", "mafrflF"}, {"[W-F]", "mafrflW"}};
  for (size_t i = 0; i < 2; i++) {
    size_t length = strlen(shapes[i][0]);
    if (strncmp(*at, shapes[i][0], length) == 0) {
      put(w, shapes[i][1]);
      *at += length;
      return true;
    }
  }
  return false;
}

static bool is_slide(const term *t) {
  return has("BRQ", t->atom) || (t->ranged && t->range != 1);
}

/** Whether modes mean the same on this atom. */
static bool modes_agree(const term *t) {
  if (has(t->modes, 'n') && (t->ranged || !has("DAN", t->atom))) {
    return false; /* XBoard looks at one square half way */
  }
  if (has(t->modes, 'j') && (t->ranged || !has("DA", t->atom))) {
    return false;
  }
  bool hops = has(t->modes, 'p') || has(t->modes, 'g');
  if (hops && !is_slide(t)) {
    return false;
  }
  return !has(t->modes, 'g') || !t->ranged || t->range == 0;
}

/**
 * XBoard 4.9.1 does not see sideways letters before orthogonal atoms, but does before K and Q,
 * where a letter twice is that one direction.
 */
static bool put_sideways(writer *w, const term *t, char *atom) {
  if (!has("WR", t->atom)) {
    return false;
  }
  *atom = t->atom == 'W' ? 'K' : 'Q';
  for (const char *d = t->directions; *d != '\0'; d++) {
    if (has("vs", *d)) {
      put_char(w, *d);
    } else {
      put_char(w, *d);
      put_char(w, *d);
    }
  }
  return true;
}

static bool put_directions(writer *w, const term *t, char *atom) {
  const char *d = t->directions;
  if (has("WRDH", t->atom) && strpbrk(d, "lrs") != NULL) {
    return put_sideways(w, t, atom);
  }
  if (has("KQ", t->atom) && *d != '\0') {
    return false;
  }
  if (has("NCLJZ", t->atom) && (strncmp(d, "hr", 2) == 0 || strncmp(d, "hl", 2) == 0)) {
    return false;
  }
  put(w, d);
  return true;
}

static bool put_term(writer *w, const term *t) {
  char atom = t->atom == 'L' ? 'C' : t->atom == 'J' ? 'Z' : t->atom;
  if (t->initial) {
    put_char(w, 'i');
  }
  if (!modes_agree(t) || !put_directions(w, t, &atom)) {
    return false;
  }
  for (const char *mode = "mcepgonj"; *mode != '\0'; mode++) {
    if (has(t->modes, *mode)) {
      put_char(w, *mode);
    }
  }
  put_char(w, atom);
  if (t->ranged) {
    put_number(w, t->range);
  }
  return true;
}

bool mr_cecp_movement(const char *movement, char *out) {
  writer w = {.out = out};
  out[0] = '\0';
  while (*movement != '\0') {
    term t = {0};
    if (*movement == '[') {
      if (!put_lame(&w, &movement)) {
        return false;
      }
      continue;
    }
    if (!read_mods(&movement, &t) || !has("WFDNAHLCJZGKRBQ", *movement)) {
      return false;
    }
    t.atom = *movement++;
    read_range(&movement, &t);
    if (*movement == 'a' || !put_term(&w, &t)) {
      return false;
    }
  }
  return !w.full && w.length > 0;
}
