/*
 * Movements and sets of squares in words. Terms of a movement that differ in nothing but how far
 * they go are told in one breath. What has no words here is quoted.
 */
#include "base/text.h"
#include "rules/fairy/page/page.h"
#include "rules/fairy/text/texts.h"

enum { PART_ROOM = 160 };

/* ---- directions ------------------------------------------------------------------------------ */

typedef struct wording {
  uint8_t set;
  const char *words;
} wording;

static const char *find_wording(const wording *list, uint8_t set) {
  for (; list->words != NULL; list++) {
    if (list->set == set) {
      return list->words;
    }
  }
  return NULL;
}

static const wording straight_words[] = {{MR_BETZA_ORTHOGONAL, "orthogonally"},
                                         {0x01, "straight ahead"},
                                         {0x10, "straight back"},
                                         {0x40, "to the left"},
                                         {0x04, "to the right"},
                                         {0x44, "sideways"},
                                         {0x11, "straight ahead or back"},
                                         {0x45, "straight ahead or sideways"},
                                         {0x54, "straight back or sideways"},
                                         {0, NULL}};

static const wording diagonal_words[] = {
    {MR_BETZA_DIAGONAL, "diagonally"}, {0x82, "diagonally ahead"},
    {0x28, "diagonally back"},         {0xA0, "diagonally to the left"},
    {0x0A, "diagonally to the right"}, {0x80, "ahead to the left"},
    {0x02, "ahead to the right"},      {0x20, "back to the left"},
    {0x08, "back to the right"},       {0, NULL}};

static const wording oblique_words[] = {{MR_BETZA_ALL, ""},
                                        {0x81, ", the long way ahead"},
                                        {0x18, ", the long way back"},
                                        {0x42, ", wide and ahead"},
                                        {0x24, ", wide and back"},
                                        {0x99, ", the long way ahead or back"},
                                        {0x66, ", the long way sideways"},
                                        {0xC3, ", ahead"},
                                        {0x3C, ", back"},
                                        {0xF0, ", to the left"},
                                        {0x0F, ", to the right"},
                                        {0, NULL}};

/** Where a leg goes, or NULL when there are no words for it. */
static const char *direction_of(const mr_betza_leg *leg) {
  if (leg->oblique) {
    return find_wording(oblique_words, leg->set);
  }
  if (leg->set == MR_BETZA_ALL) {
    return "in any direction";
  }
  bool straight = (leg->set & MR_BETZA_ORTHOGONAL) != 0;
  return find_wording(straight ? straight_words : diagonal_words, leg->set);
}

/* ---- phrases --------------------------------------------------------------------------------- */

/** A term in words: "VERB OBJECT, SUFFIX". */
typedef struct phrase {
  const char *before;
  const char *verb;
  const char *after;
  char object[PART_ROOM];
} phrase;

static bool slides(const mr_betza_leg *leg) {
  return strchr("RBQ", leg->atom) != NULL || (leg->longer == 1 && leg->range != 1);
}

static void add_object(const mr_betza_term *t, const mr_betza_leg *leg, const char *direction,
                       mr_str *out) {
  static const char *const lines[] = {"one square", "two squares", "three squares"};
  static const char *const oblique[] = {"as a knight", "as a camel (1, 3)", "as a zebra (2, 3)"};
  if (!slides(leg)) {
    mr_str_add(out,
               leg->oblique ? oblique[leg->shorter + leg->longer - 3] : lines[leg->longer - 1]);
    mr_str_add(out, direction[0] == ',' || direction[0] == '\0' ? "" : " ");
  }
  mr_str_add(out, direction);
  if (slides(leg) && leg->range > 0) {
    mr_str_format(out, " up to %u squares", leg->range);
  } else if (!slides(leg) && leg->range > 1) {
    mr_str_format(out, t->kind == MR_BETZA_RIDE ? " up to %u times" : ", in up to %u leaps in all",
                  leg->range);
  }
}

static const char *verb_of(const mr_betza_term *t) {
  const mr_betza_leg *leg = &t->legs[0];
  switch (t->kind) {
  case MR_BETZA_CROOKED:
    return "goes step by step, turning left and right in turn,";
  case MR_BETZA_CIRCLE:
    return "goes in a circle,";
  case MR_BETZA_GRASS:
    return "goes up to a piece and lands directly behind it,";
  case MR_BETZA_CANNON:
    return "goes, jumps over exactly one piece and goes on";
  case MR_BETZA_JUMP:
    return "jumps over a piece";
  case MR_BETZA_BENT:
    return "goes";
  case MR_BETZA_RIDE:
    break;
  }
  if (slides(leg)) {
    return "slides";
  }
  if (leg->range == 0) {
    return "repeats leaps";
  }
  return leg->longer == 1 ? "steps" : t->lame ? "goes" : "leaps";
}

/** @param ep whether captures in passing count; without them an `e` beside a `c` says nothing */
static const char *suffix_of(const mr_betza_term *t, bool ep) {
  unsigned stop = t->legs[t->leg_count - 1].stop;
  bool capture = (stop & MR_STOP_CAPTURE) != 0, quiet = (stop & MR_STOP_QUIET) != 0;
  bool passing = (stop & MR_STOP_EP) != 0 && (ep || !capture);
  if (t->lame) {
    return quiet && !capture   ? " without capturing, if nothing stands on the way"
           : capture && !quiet ? " to capture, if nothing stands on the way"
                               : ", if nothing stands on the way";
  }
  if (passing) {
    return capture ? " to capture, also in passing" : " to capture in passing";
  }
  return quiet && capture ? "" : quiet ? " without capturing" : " to capture";
}

/** The legs of a term: "one square diagonally, and may go on outward ..."; false without words. */
static bool add_legs(const mr_betza_term *t, mr_str *out) {
  unsigned stop = t->legs[t->leg_count - 1].stop;
  if (t->kind != MR_BETZA_BENT && (t->cylinder || t->period > 1)) {
    return false;
  }
  for (unsigned i = 0; i < t->leg_count; i++) {
    const mr_betza_leg *leg = &t->legs[i];
    const char *direction = direction_of(leg);
    bool outward = i == 0 || leg->turns == MR_BETZA_OUTWARD;
    if (direction == NULL || !outward || (leg->stop != 0 && leg->stop != stop)) {
      return false;
    }
    if (i > 0) {
      mr_str_add(out, leg[-1].stop != 0 ? ", and may go on outward " : " and then outward ");
    }
    add_object(t, leg, direction, out);
  }
  return true;
}

static void make_phrase(const mr_betza_term *t, const char *text, bool ep, phrase *p) {
  mr_str object = mr_str_fixed(p->object, sizeof p->object);
  if (add_legs(t, &object)) {
    p->before = t->initial ? "from where it begins " : "";
    p->verb = verb_of(t);
    p->after = suffix_of(t, ep);
  } else {
    p->before = p->after = "";
    p->verb = "moves as";
    mr_str_reset(&object);
    mr_str_bytes(&object, text + t->text_at, t->text_count);
  }
}

/** What holds of all that was told in one breath says so: "both without capturing". */
static void end_breath(const phrase *last, unsigned count, mr_str *out) {
  const char *after = last->after;
  bool words = *after == ' ' && count > 1;
  mr_str_format(out, "%s%s", !words ? "" : count == 2 ? ", both" : ", all", after);
}

/** Whether two phrases differ in nothing but where they lead: these are told in one breath. */
static bool is_told_with(const phrase *p, const phrase *other) {
  return strcmp(p->before, other->before) == 0 && strcmp(p->verb, other->verb) == 0 &&
         strcmp(p->after, other->after) == 0;
}

void mr_fy_add_movement(const mr_betza *betza, const char *text, bool ep, mr_str *out) {
  phrase last = {"", "", "", ""};
  size_t begin = out->length, count;
  unsigned breath = 0;
  const mr_betza_term *terms = mr_betza_terms(betza, &count);
  for (size_t i = 0; i < count; i++) {
    phrase p, next;
    make_phrase(&terms[i], text, ep, &p);
    make_phrase(&terms[i + 1 < count ? i + 1 : i], text, ep, &next);
    bool same = i > 0 && is_told_with(&p, &last);
    if (same) {
      mr_str_format(out, "%s%s", i + 1 < count && is_told_with(&p, &next) ? ", " : " or ",
                    p.object);
    } else {
      end_breath(&last, breath, out);
      mr_str_format(out, "%s%s%s %s", i > 0 ? "; " : "", p.before, p.verb, p.object);
    }
    breath = same ? breath + 1 : 1;
    last = p;
  }
  end_breath(&last, breath, out);
  mr_str_add(out, count > 0 ? "" : "cannot move");
  if (out->status == MR_OK && out->length > begin) {
    out->data[begin] = mr_text_upper(out->data[begin]);
  }
}

/* ---- sets of squares ------------------------------------------------------------------------- */

static bool has_run(const mr_fy_rules *rules, const mr_fy_set *set, unsigned rank, unsigned file,
                    unsigned end) {
  for (; file < end; file++) {
    if (!mr_fy_set_has(set, rank * rules->files + file)) {
      return false;
    }
  }
  return true;
}

/** Takes a rectangle out of a set: its lowest, leftmost corner, the file and the rank behind it. */
static void take_block(const mr_fy_rules *rules, mr_fy_set *left, unsigned cell, unsigned end,
                       unsigned top) {
  for (unsigned r = cell / rules->files; r < top; r++) {
    for (unsigned f = cell % rules->files; f < end; f++) {
      mr_fy_set_remove(left, r * rules->files + f);
    }
  }
}

/** Writes the whole ranks, "ranks 1-3, 8-10". @return whether there are any */
static bool take_ranks(const mr_fy_rules *rules, mr_fy_set *left, mr_str *out) {
  unsigned runs = 0, ranks = 0;
  size_t begin = out->length;
  char buffer[80];
  mr_str list = mr_str_fixed(buffer, sizeof buffer);
  for (unsigned rank = 0, top = 0; rank < rules->ranks; rank = top + 1) {
    for (top = rank; top < rules->ranks && has_run(rules, left, top, 0, rules->files);) {
      top++;
    }
    if (top == rank) {
      continue;
    }
    take_block(rules, left, rank * rules->files, rules->files, top);
    mr_str_format(&list, top - rank > 1 ? "%s%u-%u" : "%s%u", runs++ > 0 ? ", " : "", rank + 1,
                  top);
    ranks += top - rank;
  }
  if (ranks > 0) {
    mr_str_format(out, "%s %s", ranks > 1 ? "ranks" : "rank", buffer);
  }
  return out->length > begin;
}

/** Whole ranks are taken first, so that the rest falls into few rectangles, each as wide and then
 * as high as can be. */
void mr_fy_add_squares(const mr_fy_rules *rules, const mr_fy_set *set, mr_str *out) {
  mr_fy_set left = *set;
  const char *before = take_ranks(rules, &left, out) ? " and " : "";
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned rank = cell / rules->files, file = cell % rules->files, end = file + 1, top = rank + 1;
    if (!mr_fy_set_has(&left, cell)) {
      continue;
    }
    while (end < rules->files && has_run(rules, &left, rank, end, end + 1)) {
      end++;
    }
    while (top < rules->ranks && has_run(rules, &left, top, file, end)) {
      top++;
    }
    take_block(rules, &left, cell, end, top);
    mr_str_add(out, before);
    mr_fy_add_cell(rules, cell, out);
    if (end - file > 1 || top - rank > 1) {
      mr_str_char(out, '-');
      mr_fy_add_cell(rules, (top - 1) * rules->files + end - 1, out);
    }
    before = ", ";
  }
}
