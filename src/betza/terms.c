/*
 * Terms: which modifiers go with which atoms and with each other, and the legs of bent moves.
 */
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "betza/parser.h"

enum { STOP_ANY = MR_STOP_QUIET | MR_STOP_CAPTURE };

/* ---- terms of one atom ----------------------------------------------------------------------- */

/** Two modes of which a term takes one. */
typedef struct rivals {
  mr_betza_mode first;
  mr_betza_mode second;
  const char *why;     /**< they contradict each other; NULL: they do not */
  const char *missing; /**< what both together would be, and is not implemented */
} rivals;

static const rivals rival_modes[] = {
    {MR_MODE_N, MR_MODE_J, "'n' wants the squares on the way empty, 'j' wants a piece there", NULL},
    {MR_MODE_P, MR_MODE_G, "'p' goes on behind its hurdle, 'g' stops there", NULL},
    {MR_MODE_P, MR_MODE_J, "'p' hops over one piece already", NULL},
    {MR_MODE_G, MR_MODE_J, "'g' hops over one piece already", NULL},
    {MR_MODE_Z, MR_MODE_Q, "'z' turns to and fro, 'q' always the same way", NULL},
    {MR_MODE_N, MR_MODE_P, NULL, "lame hopper"},
    {MR_MODE_N, MR_MODE_G, NULL, "lame hopper"},
    {MR_MODE_N, MR_MODE_Z, NULL, "lame crooked rider"},
    {MR_MODE_N, MR_MODE_Q, NULL, "lame circular rider"},
    {MR_MODE_J, MR_MODE_Z, NULL, "jumping crooked rider"},
    {MR_MODE_J, MR_MODE_Q, NULL, "jumping circular rider"},
    {MR_MODE_P, MR_MODE_Z, NULL, "crooked hopper"},
    {MR_MODE_P, MR_MODE_Q, NULL, "circular hopper"},
    {MR_MODE_G, MR_MODE_Z, NULL, "crooked hopper"},
    {MR_MODE_G, MR_MODE_Q, NULL, "circular hopper"},
    {MR_MODE_O, MR_MODE_Z, NULL, "crooked rider on a cylinder"},
    {MR_MODE_O, MR_MODE_Q, NULL, "circular rider on a cylinder"},
};

static mr_status check_rivals(const mr_betza_reader *in, const mr_betza_mods *mods) {
  for (size_t i = 0; i < sizeof rival_modes / sizeof rival_modes[0]; i++) {
    const rivals *pair = &rival_modes[i];
    if (!mr_betza_has(mods, pair->first) || !mr_betza_has(mods, pair->second)) {
      continue;
    }
    size_t first = mods->mode_at[pair->first];
    size_t second = mods->mode_at[pair->second];
    size_t at = first > second ? first : second;
    if (pair->why != NULL) {
      return mr_betza_fail(in, MR_ERR_SYNTAX, at, "%s", pair->why);
    }
    return mr_betza_fail(in, MR_ERR_UNSUPPORTED, at, "a %s is not implemented: '%c' or '%c'",
                         pair->missing, mr_betza_mode_letters[pair->first],
                         mr_betza_mode_letters[pair->second]);
  }
  return MR_OK;
}

/** What turns, turns along lines or around oblique leaps. */
static mr_status check_turns(const mr_betza_reader *in, const mr_betza_mods *mods,
                             const mr_betza_atom *atom) {
  if (mr_betza_has(mods, MR_MODE_Z) && atom->leg.oblique) {
    return mr_betza_fail(in, MR_ERR_UNSUPPORTED, mods->mode_at[MR_MODE_Z],
                         "a crooked rider of oblique leaps is not implemented; 'z' goes with R, B "
                         "and Q, DD, AA, HH and GG");
  }
  if (mr_betza_has(mods, MR_MODE_Q) && !atom->leg.oblique) {
    return mr_betza_fail(in, MR_ERR_UNSUPPORTED, mods->mode_at[MR_MODE_Q],
                         "a circular rider along lines is not implemented; 'q' goes with NN, CC "
                         "and ZZ");
  }
  return MR_OK;
}

/** p, g, z and q want a line of leaps. */
static mr_status check_line(const mr_betza_reader *in, const mr_betza_mods *mods,
                            const mr_betza_atom *atom) {
  static const struct {
    mr_betza_mode mode;
    const char *why;
  } lines[] = {
      {MR_MODE_P, "'p' goes along a line and hops over one piece"},
      {MR_MODE_G, "'g' goes along a line and hops over the first piece"},
      {MR_MODE_Z, "'z' turns again and again"},
      {MR_MODE_Q, "'q' turns again and again"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    if (mr_betza_has(mods, lines[i].mode) && atom->leg.range == 1) {
      /* The line of the leaps as it is best written: R for W, DD for D. */
      static const char named[] = "WFKRBQ";
      const char *name = strchr(named, atom->leg.atom);
      char line[3] = {atom->leg.atom, atom->leg.atom, '\0'};
      if (name != NULL) {
        line[0] = "RBQRBQ"[name - named];
        line[1] = '\0';
      }
      char mode = mr_betza_mode_letters[lines[i].mode];
      size_t at = mods->mode_at[lines[i].mode];
      if (i < 2 && mr_betza_between(&atom->leg) > 0) {
        return mr_betza_fail(in, MR_ERR_SYNTAX, at,
                             "%s: write %c%s; a single leap over a piece is j%c", lines[i].why,
                             mode, line, atom->leg.atom);
      }
      return mr_betza_fail(in, MR_ERR_SYNTAX, at, "%s, which one leap cannot: write %c%s",
                           lines[i].why, mode, line);
    }
  }
  return MR_OK;
}

/** n and j look at the squares between. */
static mr_status check_between(const mr_betza_reader *in, const mr_betza_mods *mods,
                               const mr_betza_atom *atom) {
  bool lame = mr_betza_has(mods, MR_MODE_N);
  bool jump = mr_betza_has(mods, MR_MODE_J);
  if (!lame && !jump) {
    return MR_OK;
  }
  size_t at = mods->mode_at[lame ? MR_MODE_N : MR_MODE_J];
  if (mr_betza_between(&atom->leg) == 0) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, at,
                         "'%c' looks at the squares between, and %c has none%s", lame ? 'n' : 'j',
                         atom->leg.atom,
                         atom->leg.range == 1 ? ""
                         : lame               ? ": it is blocked anyway"
                                              : ": a hopper is 'p' or 'g'");
  }
  if (jump && atom->leg.range != 1) {
    return mr_betza_fail(in, MR_ERR_UNSUPPORTED, at,
                         "a rider that jumps at every leap is not implemented; 'j' goes with one "
                         "leap: j%c",
                         atom->leg.atom);
  }
  return MR_OK;
}

static mr_betza_kind kind_of(const mr_betza_mods *mods) {
  static const struct {
    mr_betza_mode mode;
    mr_betza_kind kind;
  } kinds[] = {
      {MR_MODE_J, MR_BETZA_JUMP},    {MR_MODE_P, MR_BETZA_CANNON}, {MR_MODE_G, MR_BETZA_GRASS},
      {MR_MODE_Z, MR_BETZA_CROOKED}, {MR_MODE_Q, MR_BETZA_CIRCLE},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (mr_betza_has(mods, kinds[i].mode)) {
      return kinds[i].kind;
    }
  }
  return MR_BETZA_RIDE;
}

mr_status mr_betza_make_simple(const mr_betza_reader *in, const mr_betza_mods *mods,
                               const mr_betza_atom *atom, mr_betza_term *out) {
  mr_betza_term term = {.kind = kind_of(mods), .leg_count = 1, .period = mods->period};
  term.legs[0] = atom->leg;
  term.legs[0].stop = mr_betza_stop(mods, STOP_ANY);
  memcpy(term.legs[0].directions, mods->letters, mods->letter_count);
  term.initial = mr_betza_has(mods, MR_MODE_I);
  term.lame = mr_betza_has(mods, MR_MODE_N);
  term.creates_ep = term.initial && term.lame;
  term.cylinder = mr_betza_has(mods, MR_MODE_O);
  mr_status status = check_rivals(in, mods);
  status = status == MR_OK ? check_turns(in, mods, atom) : status;
  status = status == MR_OK ? check_line(in, mods, atom) : status;
  status = status == MR_OK ? check_between(in, mods, atom) : status;
  if (status == MR_OK && mods->letter_count > 0) {
    status = atom->several ? mr_betza_fail_several(in, mods, atom)
                           : mr_betza_read_set(in, mods, atom->shape, &term.legs[0].set);
  }
  if (status == MR_OK) {
    *out = term;
  }
  return status;
}

/* ---- legs ------------------------------------------------------------------------------------ */

/** A bent move being read. */
typedef struct bend {
  mr_betza_term term;
  mr_betza_mods outer;                   /**< in front of the bracket */
  mr_betza_mods mods[MR_BETZA_LEGS_MAX]; /**< of each leg */
  bool stops[MR_BETZA_LEGS_MAX];         /**< whether the piece may stop on the leg */
} bend;

/** Complains about a mode of `mods` that is not in the set `allowed`. */
static mr_status check_allowed(const mr_betza_reader *in, const mr_betza_mods *mods,
                               uint32_t allowed, bool inside) {
  for (unsigned mode = 0; mode < MR_MODE_COUNT; mode++) {
    if ((mods->modes & ~allowed) >> mode & 1u) {
      if (inside && mode == MR_MODE_I) {
        return mr_betza_fail(in, MR_ERR_SYNTAX, mods->mode_at[mode],
                             "'i' is said of the whole move: write it at the beginning");
      }
      return mr_betza_fail(in, MR_ERR_UNSUPPORTED, mods->mode_at[mode],
                           "'%c' in a bent move is not implemented; its legs take m, c and e",
                           mr_betza_mode_letters[mode]);
    }
  }
  return MR_OK;
}

enum {
  STOP_MODES = 1u << MR_MODE_M | 1u << MR_MODE_C | 1u << MR_MODE_E,
  WHOLE_MODES = STOP_MODES | 1u << MR_MODE_I
};

/** Directions of a later leg: letters are relative to the leg before, none mean outward. */
static mr_status read_turns(const mr_betza_reader *in, const mr_betza_mods *mods, uint8_t before,
                            mr_betza_leg *leg) {
  mr_betza_mods turned = *mods;
  if (mods->letter_count == 0) {
    turned.letters[0] = 'f';
    turned.letter_count = 1;
  }
  uint8_t straight = 0;
  uint8_t aslant = 0;
  mr_status status = mr_betza_read_set(in, &turned, MR_SHAPE_ORTHOGONAL, &straight);
  status = status == MR_OK ? mr_betza_read_set(in, &turned, MR_SHAPE_DIAGONAL, &aslant) : status;
  leg->turns = straight | aslant;
  bool turns_back = (before & leg->set) != 0 && (leg->turns & 1u << 4) != 0;
  if (status == MR_OK && turns_back) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, mods->letter_at[0],
                         "this leg would lead back over the squares that the piece came from");
  }
  return status;
}

/** Adds a leg whose modifiers stand in `bent->mods` already. */
static mr_status put_leg(const mr_betza_reader *in, bend *bent, const mr_betza_atom *atom) {
  unsigned index = bent->term.leg_count;
  const mr_betza_mods *mods = &bent->mods[index];
  mr_betza_leg *leg = &bent->term.legs[index];
  mr_status status = check_allowed(in, mods, STOP_MODES, true);
  if (status != MR_OK) {
    return status;
  }
  if (atom->leg.oblique) {
    return mr_betza_fail(in, MR_ERR_UNSUPPORTED, atom->at,
                         "oblique leaps as legs are not implemented; legs are W F D A H G K R B Q");
  }
  if (atom->several && mods->letter_count > 0) {
    return mr_betza_fail(in, MR_ERR_UNSUPPORTED, mods->letter_at[0],
                         "%c takes no directions: write one bent move with %s and one with %s",
                         atom->leg.atom, atom->leg.atom == 'K' ? "W" : "R",
                         atom->leg.atom == 'K' ? "F" : "B");
  }
  *leg = atom->leg;
  memcpy(leg->directions, mods->letters, mods->letter_count);
  bent->term.leg_count++;
  if (index > 0) {
    return read_turns(in, mods, bent->term.legs[index - 1].set, leg);
  }
  return mods->letter_count > 0 ? mr_betza_read_set(in, mods, atom->shape, &leg->set) : MR_OK;
}

static mr_status add_leg(mr_betza_reader *in, bend *bent) {
  unsigned index = bent->term.leg_count;
  if (index == MR_BETZA_LEGS_MAX) {
    return mr_betza_fail(in, MR_ERR_LIMIT, in->at, "more than %d legs in one bent move",
                         MR_BETZA_LEGS_MAX);
  }
  mr_betza_atom atom;
  mr_status status = mr_betza_read_mods(in, &bent->mods[index]);
  status = status == MR_OK ? mr_betza_read_atom(in, &atom) : status;
  return status == MR_OK ? put_leg(in, bent, &atom) : status;
}

/** Marks the legs on which the piece may stop, and gives the term away. */
static mr_status finish_bend(const mr_betza_reader *in, bend *bent, mr_betza_term *out) {
  uint8_t outer = mr_betza_stop(&bent->outer, 0);
  mr_betza_term *term = &bent->term;
  assert(term->leg_count > 1);
  bent->stops[term->leg_count - 1] = true;
  for (unsigned i = 0; i < term->leg_count; i++) {
    const mr_betza_mods *mods = &bent->mods[i];
    uint8_t own = mr_betza_stop(mods, 0);
    if (own != 0 && outer != 0) {
      return mr_betza_fail(in, MR_ERR_SYNTAX, mods->at,
                           "m, c and e stand in front of the bracket or in it, not both");
    }
    if (own != 0 && !bent->stops[i]) {
      return mr_betza_fail(in, MR_ERR_SYNTAX, mods->at,
                           "the piece does not stop on this leg: m, c and e belong to one where it "
                           "may, as in FamW or [F-mW]");
    }
    term->legs[i].stop = !bent->stops[i] ? 0 : own != 0 ? own : outer != 0 ? outer : STOP_ANY;
  }
  term->kind = MR_BETZA_BENT;
  term->initial = mr_betza_has(&bent->outer, MR_MODE_I);
  *out = *term;
  return MR_OK;
}

/** What must stand between two legs, or behind the last one. */
static mr_status read_join(mr_betza_reader *in, bend *bent, bool betza, size_t open) {
  char c = mr_betza_peek(in);
  if (in->at >= in->length) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, open, "this '[' has no ']'");
  }
  if (betza && (c == '-' || c == '?')) {
    return mr_betza_fail(
        in, MR_ERR_SYNTAX, in->at,
        "t[FR] has no signs between its legs; without the t, write [F?R] or [F-R]");
  }
  if (c == '-' || c == '?') {
    bent->stops[bent->term.leg_count - 1] = c == '?';
    in->at++;
    return MR_OK;
  }
  if (betza && mr_text_is_letter(c)) {
    bent->stops[bent->term.leg_count - 1] = true;
    return MR_OK;
  }
  if (mr_text_is_letter(c)) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, in->at,
                         "legs are joined by '-' (it must go on) or '?' (it may stop): [F-W], "
                         "[F?W]");
  }
  return mr_betza_fail_here(in);
}

/** Complains about a leg that is not there. */
static mr_status check_leg_begins(const mr_betza_reader *in, size_t open, unsigned legs) {
  if (in->at >= in->length) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, open, "this '[' has no ']'");
  }
  char c = mr_betza_peek(in);
  if (c == ']' && legs == 0) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, open,
                         "empty brackets; a bent move has at least two legs: [F-W]");
  }
  if (c == ']' || c == '-' || c == '?') {
    return mr_betza_fail(in, MR_ERR_SYNTAX, in->at, "a leg is missing here, as in [F-W]");
  }
  return MR_OK;
}

mr_status mr_betza_read_bent(mr_betza_reader *in, const mr_betza_mods *mods, mr_betza_term *out) {
  bend bent = {.outer = *mods};
  bool betza = mr_betza_peek(in) == 't';
  in->at += betza ? 2 : 1;
  size_t open = in->at - 1;
  if (mods->letter_count > 0) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, mods->letter_at[0],
                         "directions stand in front of the first leg: [fF-W]");
  }
  mr_status status = check_allowed(in, mods, WHOLE_MODES, false);
  while (status == MR_OK) {
    status = check_leg_begins(in, open, bent.term.leg_count);
    status = status == MR_OK ? add_leg(in, &bent) : status;
    if (status == MR_OK && mr_betza_peek(in) == ']') {
      break;
    }
    status = status == MR_OK ? read_join(in, &bent, betza, open) : status;
  }
  if (status != MR_OK) {
    return status;
  }
  if (bent.term.leg_count < 2) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, open,
                         "one leg needs no brackets; a bent move has at least two: [F-W]");
  }
  in->at++;
  return finish_bend(in, &bent, out);
}

mr_status mr_betza_read_again(mr_betza_reader *in, const mr_betza_mods *mods,
                              const mr_betza_atom *atom, mr_betza_term *out) {
  bend bent = {.mods = {*mods}};
  bent.outer.modes = mods->modes & 1u << MR_MODE_I;
  bent.mods[0].modes &= ~(1u << MR_MODE_I);
  mr_status status = put_leg(in, &bent, atom);
  while (status == MR_OK && mr_betza_peek(in) == 'a') {
    in->at++;
    if (in->at >= in->length) {
      return mr_betza_fail(in, MR_ERR_SYNTAX, in->at - 1, "a leg must follow the 'a', as in FaW");
    }
    status = add_leg(in, &bent);
  }
  return status == MR_OK ? finish_bend(in, &bent, out) : status;
}
