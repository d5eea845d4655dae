/*
 * Movements in words. The text of a movement is taken apart term by term; terms that differ in
 * nothing but how far they go are told in one breath. What has no words here is quoted.
 */
#include "base/text.h"
#include "rules/fairy/page/page.h"
#include "rules/fairy/text/texts.h"

enum { PART_ROOM = 160, MODES_MAX = 16 };

/* ---- terms ----------------------------------------------------------------------------------- */

/** One term as it is written. */
typedef struct term {
  char modes[MODES_MAX];      /**< letters that are no directions */
  char directions[MODES_MAX]; /**< letters of f b l r s v h */
  char atom;                  /**< 0: a bent term */
  unsigned range;             /**< 0: without limit */
  const char *legs;           /**< of a bent term, behind its bracket */
  size_t legs_length;
  const char *text;
  size_t length;
} term;

static bool is_mode(const term *t, char mode) {
  return strchr(t->modes, mode) != NULL && mode != '\0';
}

static void add_letter(char *list, char c) {
  size_t length = strlen(list);
  if (length + 1 < MODES_MAX && strchr(list, c) == NULL) {
    list[length] = c;
    list[length + 1] = '\0';
  }
}

static const char *read_range(const char *at, term *t) {
  t->range = 1;
  if (*at == t->atom) {
    t->range = 0;
    return at + 1;
  }
  if (mr_text_is_digit(*at)) {
    for (t->range = 0; mr_text_is_digit(*at) && t->range < 100; at++) {
      t->range = t->range * 10 + (unsigned)(*at - '0');
    }
  } else if (strchr("RBQ", t->atom) != NULL) {
    t->range = 0;
  }
  return at;
}

/** @return the text behind the term, NULL at the end or where it cannot be followed */
static const char *read_term(const char *at, term *t) {
  *t = (term){.text = at};
  for (; mr_text_is_lower(*at); at++) {
    add_letter(strchr("fblrsvh", *at) != NULL ? t->directions : t->modes, *at);
  }
  if (*at == '[') {
    const char *end = strchr(at, ']');
    if (end == NULL) {
      return NULL;
    }
    t->legs = at + 1;
    t->legs_length = (size_t)(end - at) - 1;
    t->length = (size_t)(end + 1 - t->text);
    return end + 1;
  }
  if (!mr_text_is_upper(*at)) {
    return NULL;
  }
  t->atom = *at;
  at = read_range(at + 1, t);
  t->length = (size_t)(at - t->text);
  return at;
}

/* ---- directions ------------------------------------------------------------------------------ */

typedef struct wording {
  const char *letters;
  const char *words;
} wording;

static const char *find_wording(const wording *list, const char *letters) {
  for (; list->letters != NULL; list++) {
    bool same = strlen(list->letters) == strlen(letters);
    for (const char *c = letters; same && *c != '\0'; c++) {
      same = strchr(list->letters, *c) != NULL;
    }
    if (same) {
      return list->words;
    }
  }
  return NULL;
}

static const wording straight_words[] = {{"", "orthogonally"},
                                         {"f", "straight ahead"},
                                         {"b", "straight back"},
                                         {"l", "to the left"},
                                         {"r", "to the right"},
                                         {"s", "sideways"},
                                         {"lr", "sideways"},
                                         {"v", "straight ahead or back"},
                                         {"fb", "straight ahead or back"},
                                         {"fs", "straight ahead or sideways"},
                                         {"flr", "straight ahead or sideways"},
                                         {"bs", "straight back or sideways"},
                                         {"blr", "straight back or sideways"},
                                         {NULL, NULL}};

static const wording diagonal_words[] = {{"", "diagonally"},
                                         {"f", "diagonally ahead"},
                                         {"b", "diagonally back"},
                                         {"l", "diagonally to the left"},
                                         {"r", "diagonally to the right"},
                                         {"fl", "ahead to the left"},
                                         {"fr", "ahead to the right"},
                                         {"bl", "back to the left"},
                                         {"br", "back to the right"},
                                         {NULL, NULL}};

static const wording oblique_words[] = {{"", ""},
                                        {"f", ", the long way ahead"},
                                        {"b", ", the long way back"},
                                        {"fs", ", wide and ahead"},
                                        {"bs", ", wide and back"},
                                        {"v", ", the long way ahead or back"},
                                        {"s", ", the long way sideways"},
                                        {"fh", ", ahead"},
                                        {"bh", ", back"},
                                        {"lh", ", to the left"},
                                        {"rh", ", to the right"},
                                        {NULL, NULL}};

/* ---- phrases --------------------------------------------------------------------------------- */

/** A term in words: "VERB OBJECT, SUFFIX". */
typedef struct phrase {
  const char *before;
  const char *verb;
  const char *after;
  char object[PART_ROOM];
} phrase;

static unsigned is_straight(char atom) {
  return strchr("WRDH", atom) != NULL;
}

static unsigned is_diagonal(char atom) {
  return strchr("FBAG", atom) != NULL;
}

/** Where the term goes, or NULL when there are no words for it. */
static const char *direction_of(const term *t) {
  if (is_straight(t->atom)) {
    return find_wording(straight_words, t->directions);
  }
  if (is_diagonal(t->atom)) {
    return find_wording(diagonal_words, t->directions);
  }
  if (strchr("KQ", t->atom) != NULL) {
    return t->directions[0] == '\0' ? "in any direction" : NULL;
  }
  return find_wording(oblique_words, t->directions);
}

/** How far: "one square", "as a knight"; NULL for what is no atom. */
static const char *leap_of(char atom) {
  static const char atoms[] = "WFKDNAHCLJZG";
  static const char *const words[] = {"one square",        "one square",        "one square",
                                      "two squares",       "as a knight",       "two squares",
                                      "three squares",     "as a camel (1, 3)", "as a camel (1, 3)",
                                      "as a zebra (2, 3)", "as a zebra (2, 3)", "three squares"};
  const char *at = strchr(atoms, atom);
  return at != NULL && atom != '\0' ? words[at - atoms] : NULL;
}

static bool is_slider(const term *t) {
  return strchr("RBQ", t->atom) != NULL || (strchr("WFK", t->atom) != NULL && t->range != 1);
}

static void add_object(const term *t, const char *direction, mr_str *out) {
  if (is_slider(t)) {
    mr_str_add(out, direction);
    if (t->range > 0) {
      mr_str_format(out, " up to %u squares", t->range);
    }
    return;
  }
  mr_str_add(out, leap_of(t->atom));
  mr_str_format(out, "%s%s", direction[0] == ',' || direction[0] == '\0' ? "" : " ", direction);
}

static const char *verb_of(const term *t) {
  if (is_mode(t, 'z')) {
    return "goes step by step, turning left and right in turn,";
  }
  if (is_mode(t, 'q')) {
    return "goes in a circle,";
  }
  if (is_mode(t, 'g')) {
    return "goes up to a piece and lands directly behind it,";
  }
  if (is_mode(t, 'p')) {
    return "goes, jumps over exactly one piece and goes on";
  }
  if (is_slider(t)) {
    return "slides";
  }
  if (t->range != 1) {
    return "repeats leaps";
  }
  if (strchr("WFK", t->atom) != NULL) {
    return "steps";
  }
  return is_mode(t, 'n') ? "goes" : is_mode(t, 'j') ? "jumps over a piece" : "leaps";
}

static const char *suffix_of(const term *t) {
  if (is_mode(t, 'n')) {
    return is_mode(t, 'm')   ? " without capturing, if nothing stands on the way"
           : is_mode(t, 'c') ? " to capture, if nothing stands on the way"
                             : ", if nothing stands on the way";
  }
  if (is_mode(t, 'e')) {
    return is_mode(t, 'c') ? " to capture, also in passing" : " to capture in passing";
  }
  return is_mode(t, 'm') ? " without capturing" : is_mode(t, 'c') ? " to capture" : "";
}

/** The legs of a bent term: "one square diagonally and then, if it likes, ...". */
static bool add_legs(const term *t, mr_str *out) {
  const char *at = t->legs, *end = t->legs + t->legs_length;
  while (at != NULL && at < end) {
    term leg;
    const char *next = read_term(at, &leg);
    const char *direction = next != NULL && leg.atom != '\0' ? direction_of(&leg) : NULL;
    bool known = direction != NULL && (is_slider(&leg) || leap_of(leg.atom) != NULL);
    if (!known || next > end || leg.modes[0] != '\0') {
      return false;
    }
    add_object(&leg, direction, out);
    if (next < end) {
      mr_str_add(out, *next == '?' ? ", and may go on outward " : " and then outward ");
      next++;
    }
    at = next;
  }
  return true;
}

static void quote(const term *t, phrase *p, mr_str *out) {
  p->before = p->after = "";
  p->verb = "moves as";
  mr_str_reset(out);
  mr_str_bytes(out, t->text, t->length);
}

static void word(const term *t, phrase *p) {
  mr_str object;
  mr_str_fixed(&object, p->object, sizeof p->object);
  p->before = is_mode(t, 'i') ? "from where it begins " : "";
  p->after = suffix_of(t);
  if (t->legs != NULL) {
    p->verb = "goes";
    if (t->directions[0] != '\0' || !add_legs(t, &object)) {
      quote(t, p, &object);
    }
    return;
  }
  const char *direction = direction_of(t);
  bool strange = is_mode(t, 'o') || is_mode(t, 'h') || is_mode(t, 'a');
  if (strange || direction == NULL || (!is_slider(t) && leap_of(t->atom) == NULL)) {
    quote(t, p, &object);
    return;
  }
  p->verb = verb_of(t);
  add_object(t, direction, &object);
}

/* ---- sentences ------------------------------------------------------------------------------- */

/** Without captures in passing an `e` beside a `c` says nothing. */
static void forget_passing(term *t, bool ep) {
  char *e = strchr(t->modes, 'e');
  if (!ep && e != NULL && is_mode(t, 'c')) {
    memmove(e, e + 1, strlen(e));
  }
}

static bool in_one_breath(const phrase *a, const phrase *b) {
  return strcmp(a->before, b->before) == 0 && strcmp(a->verb, b->verb) == 0 &&
         strcmp(a->after, b->after) == 0;
}

void mr_fy_add_words(const char *betza, bool ep, mr_str *out) {
  phrase last = {"", "", "", ""};
  bool some = false;
  size_t begin = out->length;
  for (const char *at = betza; at != NULL && *at != '\0';) {
    term t;
    phrase p;
    at = read_term(at, &t);
    if (at == NULL) {
      t.length = strlen(t.text);
      mr_str object;
      mr_str_fixed(&object, p.object, sizeof p.object);
      quote(&t, &p, &object);
    } else {
      forget_passing(&t, ep);
      word(&t, &p);
    }
    if (some && in_one_breath(&last, &p)) {
      mr_str_format(out, ", %s", p.object);
    } else {
      mr_str_format(out, "%s%s%s%s %s", some ? last.after : "", some ? "; " : "", p.before, p.verb,
                    p.object);
    }
    last = p;
    some = true;
  }
  mr_str_add(out, some ? last.after : "cannot move");
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
static void take(const mr_fy_rules *rules, mr_fy_set *left, unsigned cell, unsigned end,
                 unsigned top) {
  for (unsigned r = cell / rules->files; r < top; r++) {
    for (unsigned f = cell % rules->files; f < end; f++) {
      unsigned gone = r * rules->files + f;
      left->w[gone >> 6] &= ~(UINT64_C(1) << (gone & 63));
    }
  }
}

/** Writes the rectangle that begins at a cell, as wide and then as high as can be. */
static void take_rectangle(const mr_fy_rules *rules, mr_fy_set *left, unsigned cell, mr_str *out) {
  unsigned rank = cell / rules->files, file = cell % rules->files, end = file + 1, top = rank + 1;
  while (end < rules->files && has_run(rules, left, rank, end, end + 1)) {
    end++;
  }
  while (top < rules->ranks && has_run(rules, left, top, file, end)) {
    top++;
  }
  take(rules, left, cell, end, top);
  mr_fy_add_cell(rules, cell, out);
  if (end - file > 1 || top - rank > 1) {
    mr_str_char(out, '-');
    mr_fy_add_cell(rules, (top - 1) * rules->files + end - 1, out);
  }
}

/** Writes the whole ranks, "ranks 1-3, 8-10". @return whether there are any */
static bool take_ranks(const mr_fy_rules *rules, mr_fy_set *left, mr_str *out) {
  unsigned runs = 0, ranks = 0;
  size_t begin = out->length;
  char buffer[80];
  mr_str list;
  mr_str_fixed(&list, buffer, sizeof buffer);
  for (unsigned rank = 0, top = 0; rank < rules->ranks; rank = top + 1) {
    for (top = rank; top < rules->ranks && has_run(rules, left, top, 0, rules->files);) {
      top++;
    }
    if (top == rank) {
      continue;
    }
    take(rules, left, rank * rules->files, rules->files, top);
    mr_str_format(&list, top - rank > 1 ? "%s%u-%u" : "%s%u", runs++ > 0 ? ", " : "", rank + 1,
                  top);
    ranks += top - rank;
  }
  if (ranks > 0) {
    mr_str_format(out, "%s %s", ranks > 1 ? "ranks" : "rank", buffer);
  }
  return out->length > begin;
}

/** Whole ranks are taken first, so that the rest falls into few rectangles. */
void mr_fy_add_squares(const mr_fy_rules *rules, const mr_fy_set *set, mr_str *out) {
  mr_fy_set left = *set;
  const char *before = take_ranks(rules, &left, out) ? " and " : "";
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(&left, cell)) {
      mr_str_add(out, before);
      take_rectangle(rules, &left, cell, out);
      before = ", ";
    }
  }
}
