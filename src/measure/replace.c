/* Beginnings in which pieces are taken off or exchanged, by the texts of states. */
#include <marcher/values.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "measure/measure_priv.h"

enum {
  UNIT_TIMES = 4, /* of the unit's matches for one of any other: all is measured in it */
  MEN_MOST = 3    /* that stand against one: more of them and the game is another */
};

/** Units that need nothing against them: the game goes on. More, and it is over before it begins.
 */
#define BARE 2.0
/** Units that a man more against a piece may bring it nearer and is still not worth it. */
#define PER_MAN 0.15
/** Share of a piece's worth that may stay uneven. */
#define UNEVEN 0.5

/* ---- texts ----------------------------------------------------------------------------------- */

/** Whether a kind is written with a '~' behind its letter. */
static bool has_tilde(const char *kind) {
  return strchr(kind, '~') != NULL;
}

/** Whether the letter of the man of a kind and side is written at `at`. */
static bool is_man(const char *text, size_t at, const char *kind, unsigned side) {
  bool plus = at > 0 && text[at - 1] == '+';
  char letter = kind[0] == '+' ? kind[1] : kind[0];
  letter = side == 0 ? mr_text_upper(letter) : mr_text_lower(letter);
  return text[at] == letter && plus == (kind[0] == '+') && (text[at + 1] == '~') == has_tilde(kind);
}

/** The place of the `nth` man, counted round. @param held in hand @return length: there is none */
static size_t find_man(const char *text, const mr_material_kind *kind, unsigned side,
                       uint64_t nth) {
  size_t board = strcspn(text, " [");
  size_t from = kind->held ? board : 0;
  size_t to = kind->held ? from + strcspn(text + from, "] ") : board;
  size_t count = 0;
  for (size_t i = from; i < to; i++) {
    count += is_man(text, i, kind->text, side);
  }
  for (size_t i = from, seen = 0; i < to && count > 0; i++) {
    if (is_man(text, i, kind->text, side) && seen++ == nth % count) {
      return i;
    }
  }
  return strlen(text);
}

static void add_man(mr_str *out, const char *kind, unsigned side) {
  for (; *kind != '\0' && *kind != '@'; kind++) {
    mr_str_char(out, side == 0 ? mr_text_upper(*kind) : mr_text_lower(*kind));
  }
}

/** Adds an empty square in place of what was between two parts, joined with numbers beside it. */
static void add_gap(mr_str *out, const char *text, size_t from, const char *rest) {
  uint64_t before = 0, behind = 0;
  size_t left = 0, right = 0;
  while (left < from && mr_text_is_digit(text[from - 1 - left])) {
    left++;
  }
  while (mr_text_is_digit(rest[right])) {
    right++;
  }
  (void)mr_parse_uint(text + from - left, left, UINT16_MAX, &before);
  (void)mr_parse_uint(rest, right, UINT16_MAX, &behind);
  mr_str_bytes(out, text, from - left);
  mr_str_uint(out, before + 1 + behind);
  mr_str_add(out, rest + right);
}

/** The text with a change. @return false: there is no such man */
static bool edit(const mr_material_kinds *kinds, const char *text, const mr_edit *change,
                 unsigned side, uint64_t nth, mr_str *out) {
  const mr_material_kind *kind = &kinds->items[change->kind];
  size_t at = find_man(text, kind, side, nth);
  if (text[at] == '\0') {
    return false;
  }
  size_t from = kind->text[0] == '+' ? at - 1 : at;
  const char *rest = text + at + 1 + has_tilde(kind->text);
  mr_str_reset(out);
  if (change->becomes >= 0) {
    mr_str_bytes(out, text, from);
    add_man(out, kinds->items[change->becomes].text, side);
    mr_str_add(out, rest);
  } else if (kind->held) {
    mr_str_bytes(out, text, from);
    mr_str_add(out, rest);
  } else {
    add_gap(out, text, from, rest);
  }
  return out->status == MR_OK;
}

/** Rights to castle are taken from everybody, with whatever men: the third field of such texts. */
static void without_castling(const char *text, mr_str *out) {
  size_t first = strcspn(text, " ");
  size_t second = text[first] == ' ' ? first + 1 + strcspn(text + first + 1, " ") : first;
  mr_str_reset(out);
  mr_str_bytes(out, text, second);
  if (text[second] == ' ') {
    mr_str_add(out, " -");
    mr_str_add(out, text + second + 1 + strcspn(text + second + 1, " "));
  }
}

static bool has_castling(const mr_game *game) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t count = mr_game_kinds(game, kinds);
  bool any = false;
  for (size_t i = 0; i < count && !any; i++) {
    any = kinds[i].castles;
  }
  return any;
}

/* ---- beginnings ------------------------------------------------------------------------------ */

/** Whose men an edit changes where the match is about `seat`. */
static unsigned side_of(const mr_edit *change, unsigned seat) {
  return change->side == 0 ? seat : 1 - seat;
}

/** Writes the beginning of a match that is about `seat`. */
static mr_status begin(const mr_replacements *plan, const mr_replacement *match, unsigned seat,
                       uint64_t seed, mr_state *state, mr_error *err) {
  const mr_game *game = plan->game;
  mr_random random;
  mr_str text = mr_str_growing(NULL), next = mr_str_growing(NULL);
  mr_random_init(&random, seed);
  mr_game_start(game, state);
  mr_game_format_state(game, state, &text);
  if (has_castling(game)) {
    without_castling(mr_str_text(&text), &next);
    mr_str_reset(&text);
    mr_str_add(&text, mr_str_text(&next));
  }
  bool found = true;
  for (size_t i = 0; i < match->count && found; i++) {
    found = edit(plan->kinds, mr_str_text(&text), &match->edits[i], side_of(&match->edits[i], seat),
                 mr_random_next(&random), &next);
    mr_str_reset(&text);
    mr_str_add(&text, mr_str_text(&next));
  }
  mr_status status = MR_OK;
  if (text.status != MR_OK || next.status != MR_OK) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory for a beginning");
  } else if (!found ||
             mr_game_parse_state(game, mr_str_text(&text), text.length, state, err) != MR_OK ||
             !mr_game_fully_known(game, state) ||
             mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
    status = mr_error_set(err, MR_ERR_UNSUPPORTED, "no game begins so");
  }
  mr_str_done(&text);
  mr_str_done(&next);
  return status;
}

const mr_replacement *mr_replacements_of(const mr_replacements *plan, uint64_t index) {
  return &plan->items[index / 2 % plan->count];
}

static unsigned seat_of(const mr_replacement *match, uint64_t index) {
  return match->fixed ? match->seat : index % 2;
}

mr_status mr_replacements_begin(const void *context, uint64_t index, mr_state *state,
                                mr_error *err) {
  const mr_replacements *plan = context;
  const mr_replacement *match = mr_replacements_of(plan, index);
  return begin(plan, match, seat_of(match, index), mr_mix64(plan->seed ^ mr_mix64(index / 2)),
               state, err);
}

/** What a match that is about `seat` begins with more of than the game does. */
static void add_material(const mr_replacement *match, unsigned seat, mr_material *out) {
  *out = (mr_material){{0}};
  for (size_t i = 0; i < match->count; i++) {
    const mr_edit *change = &match->edits[i];
    int sign = side_of(change, seat) == 0 ? 1 : -1;
    out->more[change->kind] = (int8_t)(out->more[change->kind] - sign);
    if (change->becomes >= 0) {
      out->more[change->becomes] = (int8_t)(out->more[change->becomes] + sign);
    }
  }
}

void mr_replacements_material(const mr_replacements *plan, uint64_t index, mr_material *out) {
  const mr_replacement *match = mr_replacements_of(plan, index);
  add_material(match, seat_of(match, index), out);
}

/* ---- planning -------------------------------------------------------------------------------- */

/** A plan under way. */
typedef struct planner {
  mr_replacements *plan;
  const mr_value *rough;
  size_t unit;
  mr_state *state;
  bool listed; /* the family says by which letters its texts have its pieces */
} planner;

/** Whether a seat has so many of a kind when the game begins. */
static bool has(const planner *p, const mr_replacement *match, unsigned side, size_t kind,
                unsigned count) {
  const uint16_t *begin_with = p->plan->kinds->items[kind].begin;
  if (match->fixed) {
    return begin_with[side == 0 ? match->seat : 1 - match->seat] >= count;
  }
  return begin_with[0] >= count && begin_with[1] >= count;
}

/** Whether a beginning has of each kind what it should have more than the game's own. Where nobody
 *  says by which letters texts have them, that shows that these men were meant. */
static bool is_as_told(const planner *p, const mr_material *told) {
  mr_material own, now;
  bool strangers = false;
  mr_state *start = mr_state_new(p->plan->game, NULL);
  bool good = start != NULL;
  if (good) {
    mr_game_start(p->plan->game, start);
    good = mr_material_count(p->plan->kinds, start, &own, &strangers, NULL) == MR_OK &&
           mr_material_count(p->plan->kinds, p->state, &now, &strangers, NULL) == MR_OK;
  }
  for (size_t k = 0; k < p->plan->kinds->count && good; k++) {
    good = now.more[k] - own.more[k] == told->more[k];
  }
  mr_state_free(p->plan->game, NULL, start);
  return good && !strangers;
}

/** Keeps a match that the game can begin with. @return false: it cannot */
static bool keep(planner *p, const mr_replacement *match, unsigned times) {
  mr_replacements *plan = p->plan;
  mr_error error;
  bool good = true;
  for (unsigned i = 0; i < 2 && good; i++) {
    unsigned seat = match->fixed ? match->seat : i;
    mr_material told;
    add_material(match, seat, &told);
    good = begin(plan, match, seat, 1, p->state, &error) == MR_OK &&
           (p->listed || is_as_told(p, &told));
  }
  for (unsigned i = 0; i < times && good && plan->count < MR_REPLACEMENTS_MAX; i++) {
    plan->items[plan->count++] = *match;
  }
  return good;
}

static bool add_edit(mr_replacement *match, unsigned side, size_t kind, int becomes) {
  if (match->count == MR_REPLACEMENT_EDITS_MAX) {
    return false;
  }
  match->edits[match->count++] =
      (mr_edit){.side = (uint8_t)side, .kind = (uint8_t)kind, .becomes = (int16_t)becomes};
  return true;
}

/** What a kind is roughly worth; 0: nobody knows. */
static double worth(const planner *p, size_t kind) {
  const mr_value *value = &p->rough[kind];
  return (value->known || value->bound > 0) && isfinite(value->value.value) ? value->value.value
                                                                            : 0;
}

/** Men under choice, against something of worth. */
typedef struct choice {
  size_t kind[MEN_MOST];
  size_t count;
  double off; /* how far from it they are */
} choice;

static unsigned count_in(const choice *c, size_t kind) {
  unsigned count = 0;
  for (size_t i = 0; i < c->count; i++) {
    count += c->kind[i] == kind;
  }
  return count;
}

/**
 * Whether the match, whose edits take some already, leaves one more of a kind for the choice. Only
 * what is worth less stands against a piece: so all are measured in the end in the unit, and none
 * in each other alone.
 */
static bool may_take(const planner *p, const mr_replacement *match, unsigned side,
                     const choice *chosen, size_t kind) {
  unsigned taken = count_in(chosen, kind) + 1;
  for (size_t i = 0; i < match->count; i++) {
    taken += match->edits[i].side == side && match->edits[i].kind == kind;
  }
  return kind != match->subject && !p->plan->kinds->items[kind].royal && worth(p, kind) > 0 &&
         worth(p, kind) < worth(p, match->subject) && has(p, match, side, kind, taken);
}

/** The men that come nearest to `wanted` units, by trying all. */
static void choose(const planner *p, const mr_replacement *match, unsigned side, double wanted,
                   choice *now, choice *best) {
  double sum = 0;
  for (size_t i = 0; i < now->count; i++) {
    sum += worth(p, now->kind[i]);
  }
  now->off = fabs(wanted - sum) + PER_MAN * (double)now->count;
  if (now->off < best->off) {
    *best = *now;
  }
  size_t from = now->count > 0 ? now->kind[now->count - 1] : 0;
  for (size_t k = from; k < p->plan->kinds->count && now->count < MEN_MOST; k++) {
    if (may_take(p, match, side, now, k)) {
      now->kind[now->count++] = k;
      choose(p, match, side, wanted, now, best);
      now->count--;
    }
  }
}

/** Takes men of a side off that are worth about so much. */
static void balance(const planner *p, mr_replacement *match, unsigned side, double wanted) {
  choice now = {.count = 0}, best = {.off = wanted};
  if (wanted > BARE) {
    choose(p, match, side, wanted, &now, &best);
  }
  for (size_t i = 0; i < best.count && best.off < UNEVEN * wanted; i++) {
    (void)add_edit(match, side, best.kind[i], -1);
  }
}

/** Who has a kind when the game begins: a match about both in turn, or about one. */
static bool about(const planner *p, size_t kind, mr_replacement *out) {
  const uint16_t *begin_with = p->plan->kinds->items[kind].begin;
  *out = (mr_replacement){.subject = (uint8_t)kind,
                          .fixed = begin_with[0] == 0 || begin_with[1] == 0,
                          .seat = begin_with[0] == 0};
  return begin_with[0] > 0 || begin_with[1] > 0;
}

static void plan_unit(planner *p) {
  mr_replacement match;
  for (unsigned men = 1; men <= 2; men++) {
    if (about(p, p->unit, &match) && has(p, &match, 0, p->unit, men)) {
      for (unsigned i = 0; i < men; i++) {
        (void)add_edit(&match, 0, p->unit, -1);
      }
      (void)keep(p, &match, UNIT_TIMES / men);
    }
  }
}

/** A kind that is there is taken off. */
static void plan_less(planner *p, size_t kind) {
  mr_replacement match;
  if (about(p, kind, &match) && add_edit(&match, 0, kind, -1)) {
    balance(p, &match, 1, worth(p, kind));
    (void)keep(p, &match, 1);
  }
}

/** A kind that is not there takes the place of what it comes from, else of a unit. */
static void plan_instead(planner *p, size_t kind) {
  const mr_material_kinds *kinds = p->plan->kinds;
  const char before[2] = {kinds->items[kind].was, '\0'};
  int from = before[0] != '\0' ? mr_material_find(kinds, before) : -1;
  mr_replacement match;
  if (from < 0 || kinds->items[from].royal || !about(p, (size_t)from, &match)) {
    from = (int)p->unit;
  }
  if (about(p, (size_t)from, &match) && add_edit(&match, 0, (size_t)from, (int)kind)) {
    match.subject = (uint8_t)kind;
    balance(p, &match, 0, worth(p, kind) - worth(p, (size_t)from));
    (void)keep(p, &match, 1);
  }
}

size_t mr_replacements_most(const mr_material_kinds *kinds) {
  /* Without changes; the unit, once and twice off; every other kind. */
  size_t most = 1 + UNIT_TIMES + UNIT_TIMES / 2 + kinds->count;
  return most < MR_REPLACEMENTS_MAX ? most : MR_REPLACEMENTS_MAX;
}

mr_status mr_replacements_plan(const mr_material_kinds *kinds, size_t unit, const mr_value *rough,
                               uint64_t seed, mr_replacements *out, mr_error *err) {
  *out = (mr_replacements){.game = kinds->game, .kinds = kinds, .seed = seed};
  mr_kind list[MR_KINDS_MAX];
  planner p = {
      .plan = out, .rough = rough, .unit = unit, .listed = mr_game_kinds(kinds->game, list) > 0};
  p.state = mr_state_new(kinds->game, NULL);
  if (p.state == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for beginnings");
  }
  if (keep(&p, &(mr_replacement){.subject = (uint8_t)unit}, 1)) {
    plan_unit(&p);
  }
  for (size_t k = 0; k < kinds->count && out->count > 1; k++) {
    const mr_material_kind *kind = &kinds->items[k];
    if (k != unit && !kind->royal && (kind->begin[0] > 0 || kind->begin[1] > 0)) {
      plan_less(&p, k);
    } else if (k != unit && !kind->royal && !kind->held) {
      plan_instead(&p, k);
    }
  }
  mr_state_free(kinds->game, NULL, p.state);
  if (out->count <= 1) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s does not begin with a position from which one %s can be taken: there "
                        "are no replacement matches",
                        kinds->game->info.title, kinds->items[unit].name);
  }
  return MR_OK;
}

static void add_men(const mr_replacements *plan, const mr_replacement *match, unsigned side,
                    mr_str *out) {
  bool any = false;
  for (size_t i = 0; i < match->count; i++) {
    const mr_edit *change = &match->edits[i];
    if (change->side == side) {
      mr_str_format(out, "%s%s", any ? " " : "", plan->kinds->items[change->kind].text);
      if (change->becomes >= 0) {
        mr_str_format(out, " as %s", plan->kinds->items[change->becomes].text);
      }
      any = true;
    }
  }
  mr_str_add(out, any ? "" : "nothing");
}

void mr_replacement_text(const mr_replacements *plan, const mr_replacement *match, mr_str *out) {
  if (match->count == 0) {
    mr_str_add(out, "the beginning as it is");
    return;
  }
  add_men(plan, match, 0, out);
  mr_str_add(out, " less against ");
  add_men(plan, match, 1, out);
}
