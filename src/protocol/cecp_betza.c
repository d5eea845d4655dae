/*
 * From our dialect of Betza's notation (betza.h) to XBoard's. What is the same is copied, what can
 * be said in other words is, and all the rest is declined; nothing is guessed.
 */
#include <string.h>

#include "protocol/cecp_priv.h"

enum { STOP_ANY = MR_STOP_QUIET | MR_STOP_CAPTURE };

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

/**
 * A step and then, outward, another one: XBoard's legs say the turn of 45 degrees in so many words.
 * Of all bent movements only these two are alike in both dialects.
 */
static bool put_bent(writer *w, const mr_betza_term *t) {
  const mr_betza_leg *legs = t->legs;
  bool steps = legs[0].longer == 1 && legs[0].range == 1 && legs[1].longer == 1 &&
               legs[1].range == 1 && (legs[0].set | legs[1].set) == MR_BETZA_ALL;
  bool plain = !t->initial && legs[0].stop == 0 && legs[1].stop == STOP_ANY &&
               legs[1].turns == MR_BETZA_OUTWARD;
  if (t->leg_count != 2 || !steps || !plain || legs[0].set == MR_BETZA_ALL ||
      legs[1].set == MR_BETZA_ALL) {
    return false;
  }
  put(w, legs[0].set == MR_BETZA_DIAGONAL ? "mafrflF" : "mafrflW");
  return true;
}

/** Whether what leads and follows the atom means the same to XBoard. */
static bool agrees(const mr_betza_term *t) {
  const mr_betza_leg *leg = &t->legs[0];
  switch (t->kind) {
  case MR_BETZA_RIDE: /* lame: XBoard looks at one square half way */
    return !t->lame || (leg->range == 1 && has("DAN", leg->atom));
  case MR_BETZA_JUMP:
    return has("DA", leg->atom);
  case MR_BETZA_CANNON:
    return true;
  case MR_BETZA_GRASS:
    return leg->range == 0;
  case MR_BETZA_CROOKED:
  case MR_BETZA_CIRCLE:
  case MR_BETZA_BENT:
    break;
  }
  return false;
}

/**
 * XBoard 4.9.1 does not see sideways letters before orthogonal atoms, but does before K and Q,
 * where a letter twice is that one direction.
 */
static void put_sideways(writer *w, const mr_betza_leg *leg) {
  for (const char *d = leg->directions; *d != '\0'; d++) {
    put_char(w, *d);
    if (!has("vs", *d)) {
      put_char(w, *d);
    }
  }
}

/** The directions, and in `atom` what they are said of. */
static bool put_directions(writer *w, const mr_betza_leg *leg, char *atom) {
  const char *d = leg->directions;
  *atom = leg->atom == 'L' ? 'C' : leg->atom == 'J' ? 'Z' : leg->atom;
  if (has("WRDH", leg->atom) && strpbrk(d, "lrs") != NULL) {
    *atom = leg->atom == 'W' ? 'K' : 'Q';
    put_sideways(w, leg);
    return has("WR", leg->atom);
  }
  put(w, d);
  return !leg->oblique || (strncmp(d, "hr", 2) != 0 && strncmp(d, "hl", 2) != 0);
}

static bool put_term(writer *w, const mr_betza_term *t) {
  const mr_betza_leg *leg = &t->legs[0];
  char atom = '\0';
  if (t->kind == MR_BETZA_BENT) {
    return put_bent(w, t);
  }
  put(w, t->initial ? "i" : "");
  if (!agrees(t) || !put_directions(w, leg, &atom)) {
    return false;
  }
  if (leg->stop != STOP_ANY) {
    put(w, (leg->stop & MR_STOP_QUIET) != 0 ? "m" : "");
    put(w, (leg->stop & MR_STOP_CAPTURE) != 0 ? "c" : "");
    put(w, (leg->stop & MR_STOP_EP) != 0 ? "e" : "");
  }
  put(w, t->kind == MR_BETZA_CANNON ? "p" : t->kind == MR_BETZA_GRASS ? "g" : "");
  put(w, t->cylinder ? "o" : "");
  put(w, t->lame ? "n" : t->kind == MR_BETZA_JUMP ? "j" : "");
  put_char(w, atom);
  if (leg->range != (has("RBQ", leg->atom) ? 0 : 1)) {
    put_number(w, leg->range);
  }
  return true;
}

bool mr_cecp_movement(const mr_betza *movement, char *out) {
  writer w = {.out = out};
  size_t count;
  const mr_betza_term *terms = mr_betza_terms(movement, &count);
  out[0] = '\0';
  for (size_t i = 0; i < count; i++) {
    if (!put_term(&w, &terms[i])) {
      return false;
    }
  }
  return !w.full && w.length > 0;
}
