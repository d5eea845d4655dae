#include <marcher/betza.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "betza/parser.h"

/* ---- how much there is to walk --------------------------------------------------------------- */

static size_t count_set(uint8_t set) {
  size_t count = 0;
  for (; set != 0; set &= (uint8_t)(set - 1)) {
    count++;
  }
  return count;
}

static size_t reach(const mr_betza_leg *leg, bool cylinder) {
  if (cylinder && leg->range == 0) {
    return MR_BETZA_REACH_MAX;
  }
  return leg->range != 0 ? leg->range : (size_t)MR_BETZA_REACH_MAX / leg->longer;
}

/** Most directions that a leg can take behind one of `before`. */
static size_t branches(uint8_t before, const mr_betza_leg *leg) {
  size_t most = 0;
  for (unsigned direction = 0; direction < 8; direction++) {
    unsigned turned = (unsigned)leg->turns << direction;
    size_t count = count_set((uint8_t)(turned | turned >> 8) & leg->set);
    if (((unsigned)before >> direction & 1u) != 0 && count > most) {
      most = count;
    }
  }
  return most;
}

/** At least the trails of a term; those of a bent move are not counted beyond the limit. */
static size_t count_trails(const mr_betza_term *term) {
  const mr_betza_leg *leg = &term->legs[0];
  size_t directions = count_set(leg->set);
  switch (term->kind) {
  case MR_BETZA_RIDE:
    return directions;
  case MR_BETZA_JUMP:
    return directions * mr_betza_between(leg);
  case MR_BETZA_CANNON:
  case MR_BETZA_GRASS:
    return directions * reach(leg, term->cylinder);
  case MR_BETZA_CROOKED:
  case MR_BETZA_CIRCLE:
    return directions * 2;
  case MR_BETZA_BENT:
    break;
  }
  for (unsigned i = 1; i < term->leg_count && directions <= MR_BETZA_TRAILS_MAX; i++) {
    directions *= reach(leg, false) * branches(leg->set, &leg[1]);
    leg++;
  }
  return directions;
}

/* ---- reading --------------------------------------------------------------------------------- */

static mr_status read_term(mr_betza_reader *in, mr_betza_term *out) {
  mr_betza_mods mods;
  mr_status status = mr_betza_read_mods(in, &mods);
  if (status != MR_OK) {
    return status;
  }
  char c = mr_betza_peek(in);
  if (mods.length > 0 && in->at >= in->length) {
    return mr_betza_fail(in, MR_ERR_SYNTAX, mods.at,
                         "'%.*s' is said of no atom: a capital must follow, such as W, F or N",
                         (int)mods.length, in->text + mods.at);
  }
  if (c == '[' || c == 't') {
    status = mr_betza_read_bent(in, &mods, out);
    if (status == MR_OK && mr_betza_peek(in) == 'a') {
      return mr_betza_fail(in, MR_ERR_SYNTAX, in->at,
                           "further legs stand in the brackets too: [F-W-F]");
    }
    return status;
  }
  mr_betza_atom atom;
  status = mr_betza_read_atom(in, &atom);
  if (status != MR_OK) {
    return status;
  }
  return mr_betza_peek(in) == 'a' ? mr_betza_read_again(in, &mods, &atom, out)
                                  : mr_betza_make_simple(in, &mods, &atom, out);
}

static mr_status add_term(mr_betza_reader *in) {
  size_t start = in->at;
  if (in->term_count == MR_BETZA_TERMS_MAX) {
    return mr_betza_fail(in, MR_ERR_LIMIT, start, "more than %d terms in one movement",
                         MR_BETZA_TERMS_MAX);
  }
  mr_betza_term *term = &in->terms[in->term_count];
  mr_status status = read_term(in, term);
  if (status != MR_OK) {
    return status;
  }
  in->trails += count_trails(term);
  if (in->trails > MR_BETZA_TRAILS_MAX) {
    return mr_betza_fail(in, MR_ERR_LIMIT, start,
                         "this term makes more than %d ways to go of the movement; shorten the "
                         "ranges of its legs",
                         MR_BETZA_TRAILS_MAX);
  }
  term->text_at = (uint16_t)start;
  term->text_count = (uint16_t)(in->at - start);
  in->term_count++;
  return MR_OK;
}

mr_status mr_betza_parse(const char *text, size_t length, mr_arena *arena, const mr_betza **out,
                         mr_error *err) {
  if ((text == NULL && length > 0) || arena == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a movement needs a text, an arena and a result");
  }
  mr_betza_reader in = {.text = text, .length = length, .err = err};
  if (length > MR_BETZA_TEXT_MAX) {
    return mr_betza_fail(&in, MR_ERR_LIMIT, MR_BETZA_TEXT_MAX,
                         "a movement of %zu letters; %d are allowed", length, MR_BETZA_TEXT_MAX);
  }
  while (in.at < in.length) {
    mr_status status = add_term(&in);
    if (status != MR_OK) {
      return status;
    }
  }
  mr_betza *betza = mr_arena_zero(arena, 1, sizeof *betza);
  mr_betza_term *terms = mr_arena_zero(arena, in.term_count + 1, sizeof *terms);
  if (betza == NULL || terms == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a movement");
  }
  for (size_t i = 0; i < in.term_count; i++) {
    terms[i] = in.terms[i];
    betza->has_initial |= terms[i].initial;
    for (unsigned leg = 0; leg < terms[i].leg_count; leg++) {
      betza->takes_ep |= (terms[i].legs[leg].stop & MR_STOP_EP) != 0;
    }
  }
  betza->term_count = (uint32_t)in.term_count;
  betza->terms = terms;
  *out = betza;
  return MR_OK;
}

bool mr_betza_has_initial(const mr_betza *betza) {
  return betza->has_initial;
}

bool mr_betza_takes_ep(const mr_betza *betza) {
  return betza->takes_ep;
}

const mr_betza_term *mr_betza_terms(const mr_betza *betza, size_t *count) {
  *count = betza->term_count;
  return betza->terms;
}
