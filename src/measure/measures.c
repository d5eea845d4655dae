/* The measures of a game, by name. */
#include <marcher/measures.h>
#include <marcher/view.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "measure/measure_priv.h"

/** Where the figures of a measure come from. */
typedef enum origin {
  FIRST,
  DRAWN,
  UNFINISHED,
  TURNS,
  COLUMN,
  COMEBACKS,
  LUCKIER,
  TURNED,
  SKILL
} origin;

/** A measure that every game may have. */
typedef struct row {
  const char *id;
  const char *label;
  const char *definition;
  origin origin;
  unsigned at;  /**< column, or match */
  double scale; /**< so many units of a column are one; shares of a column are medians, too */
} row;

static const row rows[] = {
    {"first", "first mover's points",
     "Points of the player who moved first, as a share of all; half of them for a draw. Games that "
     "were broken off may have gone either way.",
     FIRST, 0, 0},
    {"draws", "drawn games", "Games that ended and that nobody won.", DRAWN, 0, 0},
    {"unfinished", "games without an end",
     "Games that were broken off after 1000 turns, or after as many actions as was said.",
     UNFINISHED, 0, 0},
    {"turns", "turns of a game", "Turns of all players together, the median game.", TURNS, 0, 0},
    {"actions", "actions of a game", "Decisions of all players together, the median game.", COLUMN,
     MR_COLUMN_ACTIONS, 1},
    {"choices", "actions to choose from",
     "Legal actions of a decision: the mean of a game, the "
     "median game.",
     COLUMN, MR_COLUMN_CHOICES, 100},
    {"options", "good options",
     "Actions within half a pawn of the best, 16 at most, in a search of its own: the mean of the "
     "decisions of a game that were looked at, the median game.",
     COLUMN, MR_COLUMN_OPTIONS, 100},
    {"forced", "forced decisions in %",
     "Decisions with one legal action, of a hundred of a game, the median game.", COLUMN,
     MR_COLUMN_FORCED, 10},
    {"forcedrun", "longest forced stretch",
     "The longest run of decisions with one legal action, the median game.", COLUMN,
     MR_COLUMN_FORCED_RUN, 1},
    {"leads", "changes of the lead",
     "How often the lead goes to the other side: who expects at least 0.55 points leads.", COLUMN,
     MR_COLUMN_LEAD_CHANGES, 1},
    {"drama", "drama",
     "How far behind the winner was: the root of its deficit, 0 to 1, on the mean of the turns at "
     "which it was behind; 0 where it never was. The median decided game.",
     COLUMN, MR_COLUMN_DRAMA, 1000},
    {"decided", "decided after % of the turns",
     "The part of its turns after which the winner expects at least 0.9 points to the end, the "
     "median decided game.",
     COLUMN, MR_COLUMN_DECIDED, 10},
    {"killer", "gain of the best turn",
     "Most points that the winner's expectation gained within one turn of its own, the median "
     "decided game.",
     COLUMN, MR_COLUMN_KILLER, 1000},
    {"comebacks", "comebacks", "Decided games whose winner once expected 0.25 points or less.",
     COMEBACKS, 0, 0},
    {"luck", "luck of a game in points",
     "What dice gave and took, all amounts together: each the expectation after the roll less its "
     "mean over all that might have been rolled. The median game.",
     COLUMN, MR_COLUMN_LUCK, 1000},
    {"luckier", "won by the luckier", "Decided games that the side won to which dice gave more.",
     LUCKIER, 0, 0},
    {"turned", "decided by luck",
     "Decided games in which dice gave the winner more than half a point more than they took: "
     "without them it would not have won.",
     TURNED, 0, 0},
    {"skill2", "points of twice the thought",
     "Points of a player with twice the nodes against one of the same strength otherwise, by pairs "
     "of games with seats changed.",
     SKILL, 0, 0},
    {"skill10", "points of ten times the thought", "The same with ten times the nodes.", SKILL, 1,
     0},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static const char *const names[ROWS + 1] = {
    "first",  "draws",     "unfinished", "turns",  "actions", "choices", "options",
    "forced", "forcedrun", "leads",      "drama",  "decided", "killer",  "comebacks",
    "luck",   "luckier",   "turned",     "skill2", "skill10", NULL};

const char *const *mr_measure_names(void) {
  return names;
}

static const row *find_row(const char *id) {
  for (size_t i = 0; i < ROWS; i++) {
    if (strcmp(rows[i].id, id) == 0) {
      return &rows[i];
    }
  }
  return NULL;
}

const char *mr_measure_definition(const char *id) {
  const row *one = find_row(id);
  return one != NULL ? one->definition : "";
}

static void name_measure(mr_measure *out, const char *id, const char *label) {
  mr_str text = mr_str_fixed(out->id, sizeof out->id);
  mr_str_add(&text, id);
  text = mr_str_fixed(out->label, sizeof out->label);
  mr_str_add(&text, label);
}

static bool put_share(mr_measure *out, uint64_t count, uint64_t total, double tail) {
  out->least = false;
  out->unit = MR_UNIT_SHARE;
  out->total = total;
  out->interval = mr_share_interval_at(count, total, tail);
  return total > 0;
}

static bool put_points(mr_measure *out, const uint64_t *cells, size_t steps, double tail) {
  out->least = false;
  out->unit = MR_UNIT_SHARE;
  out->interval = mr_points_interval_at(cells, steps, tail);
  out->total = 0;
  for (size_t i = 0; i <= steps; i++) {
    out->total += cells[i];
  }
  return out->total > 0;
}

static bool put_first(mr_measure *out, const mr_summary *summary, double tail) {
  bool known = put_points(out, summary->courses.first, MR_SCORE_WIN, tail);
  out->interval = mr_summary_first(summary, tail);
  return known;
}

/** What was broken off may have become a draw. */
static bool put_drawn(mr_measure *out, const mr_summary *summary, double tail) {
  bool known = put_share(out, summary->drawn, summary->games, tail);
  uint64_t most = summary->drawn + summary->unfinished;
  out->interval.high = mr_share_interval_at(most, summary->games, tail).high;
  return known;
}

/** Counts pairs with other points. */
static void move_pairs(uint64_t *cells, size_t from, size_t to, uint64_t count) {
  count = count < cells[from] ? count : cells[from];
  cells[from] -= count;
  cells[to] += count;
}

static bool put_skill(mr_measure *out, const mr_courses *courses, size_t match, double tail) {
  enum { EVEN = MR_SCORE_WIN / 2 };
  const uint64_t *cells = courses->skill[match], *once = courses->skill_once[match];
  uint64_t least[MR_SKILL_STEPS + 1], most[MR_SKILL_STEPS + 1];
  uint64_t neither = courses->skill_neither[match];
  memcpy(least, cells, sizeof least);
  memcpy(most, cells, sizeof most);
  move_pairs(least, 2 * EVEN, 0, neither);
  move_pairs(most, 2 * EVEN, MR_SKILL_STEPS, neither);
  for (size_t i = 0; i <= MR_SCORE_WIN; i++) {
    move_pairs(least, i + EVEN, i, once[i]);
    size_t turned = MR_SCORE_WIN - i; /* from the top, so that none is moved twice */
    move_pairs(most, turned + EVEN, turned + MR_SCORE_WIN, once[turned]);
  }
  bool known = put_points(out, cells, MR_SKILL_STEPS, tail);
  out->interval = mr_points_interval_open(least, cells, most, MR_SKILL_STEPS, tail);
  return known;
}

/** A length of games. */
static bool put_length(mr_measure *out, uint32_t *samples, size_t count, uint64_t broken,
                       double tail) {
  out->unit = MR_UNIT_NUMBER;
  out->total = count;
  out->interval = mr_length_interval_at(samples, count, (size_t)broken, tail);
  out->least = 2 * broken >= count;
  return count > 0;
}

static bool put_median(mr_measure *out, uint32_t *samples, size_t count, double scale,
                       double tail) {
  mr_interval median = mr_median_interval_at(samples, count, tail);
  out->least = false;
  out->unit = MR_UNIT_NUMBER;
  out->total = count;
  out->interval = (mr_interval){median.value / scale, median.low / scale, median.high / scale};
  return count > 0;
}

static bool put_row(mr_summary *summary, const row *one, double tail, mr_measure *out) {
  mr_courses *courses = &summary->courses;
  mr_samples *samples = &courses->columns[one->origin == COLUMN ? one->at : 0];
  name_measure(out, one->id, one->label);
  switch (one->origin) {
  case FIRST:
    return put_first(out, summary, tail);
  case DRAWN:
    return put_drawn(out, summary, tail);
  case UNFINISHED:
    return put_share(out, summary->unfinished, summary->games, tail);
  case TURNS:
    return put_length(out, summary->turns, (size_t)summary->games, summary->unfinished, tail);
  case COLUMN:
    if (one->at == MR_COLUMN_ACTIONS) {
      return put_length(out, samples->items, samples->count, summary->unfinished, tail);
    }
    return put_median(out, samples->items, samples->count, one->scale, tail);
  case COMEBACKS:
    return put_share(out, courses->comebacks, courses->followed, tail);
  case LUCKIER:
    return put_share(out, courses->luckier, courses->rolled, tail);
  case TURNED:
    return put_share(out, courses->turned, courses->rolled, tail);
  case SKILL:
    return put_skill(out, courses, one->at, tail);
  }
  return false;
}

/* ---- random turns ---------------------------------------------------------------------------- */

/** Random turns beyond this part decide too much: the usual slips alone are a third of it, and
 * short games are begun by chance before their players have a say. Colorboundmost's 12 of a hundred
 * leave its players of 4,000 nodes the same share as no random beginning does (docs/LAB.md). */
#define RANDOM_MOST 0.15
/** Slips are of so many decisions. */
#define DECISIONS 1000

mr_random_turns mr_summary_random(mr_summary *summary) {
  double all = mr_summary_turns(summary).value;
  double opening = fmin(summary->opening, all);
  double random = opening + (all - opening) * summary->slips / DECISIONS;
  return (mr_random_turns){.random = random, .all = all, .many = random > RANDOM_MOST * all};
}

void mr_random_turns_text(const mr_random_turns *turns, mr_str *out) {
  mr_measure_figure(MR_UNIT_NUMBER, turns->random, out);
  mr_str_add(out, " of the ");
  mr_measure_figure(MR_UNIT_NUMBER, turns->all, out);
  mr_str_add(out, " turns of the median game were random");
}

/* ---- what a definition has of its own -------------------------------------------------------- */

static size_t rule_count(const mr_summary *summary) {
  size_t count = summary->game->info.rule_count;
  return count < MR_PLAYED_RULES_MAX ? count : MR_PLAYED_RULES_MAX;
}

static bool put_rule(const mr_summary *summary, size_t rule, double tail, mr_measure *out) {
  if (rule == 0 || summary->ended[rule] == 0) {
    return false;
  }
  const char *id = summary->game->info.rules[rule].id;
  mr_str text = mr_str_fixed(out->id, sizeof out->id);
  mr_str_format(&text, "end:%s", id);
  text = mr_str_fixed(out->label, sizeof out->label);
  mr_str_format(&text, "ended by %s", id);
  return put_share(out, summary->ended[rule], summary->games, tail);
}

static const char END[] = "end:";
static const char SHOWS[] = "shows:";
static const char MOVED[] = "moved:";

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* Asked for by name, "end:RULE" or "shows:RULE", the rule may have ended no game, or shown in none.
 */
static bool find_rule(const mr_summary *summary, const char *id, double tail, mr_measure *out) {
  bool end = begins(id, END), shows = begins(id, SHOWS);
  const char *name = id + (end ? strlen(END) : strlen(SHOWS));
  for (size_t i = 1; (end || shows) && i < rule_count(summary); i++) {
    const mr_rule *rule = &summary->game->info.rules[i];
    if (strcmp(name, rule->id) == 0 && summary->games > 0) {
      uint64_t ended = summary->ended[i], felt = summary->felt[i];
      mr_str text = mr_str_fixed(out->id, sizeof out->id);
      mr_str_add(&text, id);
      text = mr_str_fixed(out->label, sizeof out->label);
      mr_str_format(&text, end ? "ended by %s" : "games in which %s shows", name);
      return put_share(out, end || ended > felt ? ended : felt, summary->games, tail);
    }
  }
  return false;
}

/** "White Horse", as summaries call it. */
static void add_piece_name(const mr_game *game, mr_player owner, mr_piece piece, mr_str *out) {
  bool owned = owner.id < game->info.players;
  mr_str_format(out, "%s%s", owned ? game->info.player_names[owner.id] : "", owned ? " " : "");
  mr_game_piece_text(game, piece, out);
}

/* Where pieces are only placed, that none of them moves says nothing, and dozens of such rows would
   take the place of others among those that are compared. */
static bool anything_moves(const mr_summary *summary) {
  for (size_t i = 0; i < summary->piece_count; i++) {
    if (summary->pieces[i].moved > 0) {
      return true;
    }
  }
  return false;
}

static bool put_piece(const mr_summary *summary, size_t at, double tail, mr_measure *out) {
  const mr_summary_piece *piece = &summary->pieces[at];
  char name[64];
  mr_str text = mr_str_fixed(name, sizeof name);
  add_piece_name(summary->game, piece->owner, piece->piece, &text);
  text = mr_str_fixed(out->id, sizeof out->id);
  mr_str_format(&text, "moved:%s", name);
  text = mr_str_fixed(out->label, sizeof out->label);
  mr_str_format(&text, "games in which %s moves", name);
  return anything_moves(summary) && put_share(out, piece->moved, piece->games, tail);
}

size_t mr_measure_count(const mr_summary *summary) {
  return ROWS + rule_count(summary) + summary->piece_count;
}

bool mr_measure_at(mr_summary *summary, size_t index, double tail, mr_measure *out) {
  mr_measure one = {.total = 0};
  bool known = false;
  if (index < ROWS) {
    known = put_row(summary, &rows[index], tail, &one);
  } else if (index < ROWS + rule_count(summary)) {
    known = put_rule(summary, index - ROWS, tail, &one);
  } else if (index < mr_measure_count(summary)) {
    known = put_piece(summary, index - ROWS - rule_count(summary), tail, &one);
  }
  if (known) {
    *out = one;
  }
  return known;
}

bool mr_measure_find(mr_summary *summary, const char *id, double tail, mr_measure *out) {
  const row *one = find_row(id);
  mr_measure found;
  if (one != NULL) {
    bool known = put_row(summary, one, tail, &found);
    *out = known ? found : *out;
    return known;
  }
  for (size_t i = ROWS; i < mr_measure_count(summary); i++) {
    if (mr_measure_at(summary, i, tail, &found) && strcmp(found.id, id) == 0) {
      *out = found;
      return true;
    }
  }
  return find_rule(summary, id, tail, out);
}

/* ---- whether there is such a measure --------------------------------------------------------- */

static mr_status check_name(const char *id, mr_error *err) {
  if (find_row(id) != NULL || begins(id, END) || begins(id, SHOWS) || begins(id, MOVED)) {
    return MR_OK;
  }
  const char *nearest = mr_nearest(id, names, ROWS);
  if (nearest != NULL) {
    return mr_error_set(err, MR_ERR_UNKNOWN, "there is no measure '%s'; did you mean '%s'?", id,
                        nearest);
  }
  char list[256];
  mr_str text = mr_str_fixed(list, sizeof list);
  for (size_t i = 0; i < ROWS; i++) {
    mr_str_format(&text, "%s%s", i > 0 ? ", " : "", names[i]);
  }
  return mr_error_set(err, MR_ERR_UNKNOWN,
                      "there is no measure '%s'; there are %s, end:RULE, shows:RULE and "
                      "moved:PIECE",
                      id, list);
}

static mr_status check_rule(const mr_game *game, const char *id, bool shows, mr_error *err) {
  const char *list[MR_PLAYED_RULES_MAX] = {NULL};
  size_t count = 0;
  for (size_t i = 1; i < game->info.rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    list[count++] = game->info.rules[i].id;
    if (strcmp(id, list[count - 1]) == 0) {
      return shows && game->info.rules[i].silent
                 ? mr_error_set(err, MR_ERR_UNSUPPORTED,
                                "no event of %s names %s, so that nobody sees whether it shows",
                                game->info.title, id)
                 : MR_OK;
    }
  }
  const char *nearest = mr_nearest(id, list, count);
  size_t length = strlen(id);
  for (size_t i = 1; i < game->info.rule_count; i++) { /* "CB-9" for "CB-9 halfDraw" */
    const char *own = game->info.rules[i].id;
    nearest = begins(own, id) && own[length] == ' ' ? own : nearest;
  }
  return nearest != NULL
             ? mr_error_set(err, MR_ERR_UNKNOWN, "%s has no rule '%s'; did you mean '%s'?",
                            game->info.title, id, nearest)
             : mr_error_set(err, MR_ERR_UNKNOWN,
                            "%s has no rule '%s'; 'marcher rules %s' lists those it has",
                            game->info.title, id, game->info.name);
}

/** Names of pieces: "White Horse". */
typedef struct piece_names {
  char text[MR_PLAYED_PIECES_MAX][64];
  const char *list[MR_PLAYED_PIECES_MAX];
  size_t count;
} piece_names;

static void add_name(piece_names *known, const mr_game *game, mr_player owner, mr_piece piece) {
  if (known->count < MR_PLAYED_PIECES_MAX) {
    size_t at = known->count++;
    mr_str one = mr_str_fixed(known->text[at], sizeof known->text[at]);
    add_piece_name(game, owner, piece, &one);
    known->list[at] = known->text[at];
  }
}

/** The pieces that a picture lists, each as that of whoever of its side may move it. */
static void add_pictured(piece_names *known, const mr_game *game, const mr_view *view) {
  for (size_t i = 0; view->all_pieces && i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    for (uint8_t seat = 0; seat < game->info.players; seat++) {
      if (piece->owner.id < game->info.players &&
          game->info.team[seat] == game->info.team[piece->owner.id]) {
        add_name(known, game, (mr_player){seat}, piece->piece);
      }
    }
  }
}

/** All pieces of a game; none where neither its family nor its pictures list them. */
static mr_status list_pieces(const mr_game *game, piece_names *known, mr_error *err) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t count = mr_game_kinds(game, kinds);
  for (size_t i = 0; i < count; i++) {
    add_name(known, game, kinds[i].owner, kinds[i].piece);
  }
  if (count > 0) {
    return MR_OK;
  }
  mr_state *start = mr_state_new(game, NULL);
  if (start == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for names of pieces");
  }
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_game_start(game, start);
  mr_status status = mr_game_view(game, start, MR_NOBODY, &arena, &view, err);
  if (status == MR_OK) {
    add_pictured(known, game, &view);
  }
  mr_arena_done(&arena);
  mr_state_free(game, NULL, start);
  return status;
}

/** Whether a name has these words at its end. */
static bool ends_with(const char *name, const char *words) {
  size_t length = strlen(name), end = strlen(words);
  return end > 0 && end < length && name[length - end - 1] == ' ' &&
         strcmp(name + length - end, words) == 0;
}

/* Where nobody lists the pieces, games show which there are. */
static mr_status check_piece(const mr_game *game, const char *name, mr_error *err) {
  piece_names *known = mr_alloc_zero(NULL, 1, sizeof *known);
  if (known == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for names of pieces");
  }
  mr_status status = list_pieces(game, known, err);
  bool found = known->count == 0;
  for (size_t i = 0; i < known->count && !found; i++) {
    found = strcmp(name, known->list[i]) == 0;
  }
  if (status == MR_OK && !found) {
    const char *nearest = mr_nearest(name, known->list, known->count);
    for (size_t i = known->count; i > 0; i--) { /* "White infantry" for "infantry" */
      nearest = ends_with(known->list[i - 1], name) ? known->list[i - 1] : nearest;
    }
    status = mr_error_set(err, MR_ERR_UNKNOWN,
                          nearest != NULL ? "%s has no piece '%s'; did you mean '%s'?"
                                          : "%s has no piece '%s'; it has '%s' and others",
                          game->info.title, name, nearest != NULL ? nearest : known->list[0]);
  }
  mr_alloc_free(NULL, known, sizeof *known);
  return status;
}

/** Whether the expectation of a player is behind a measure: it is worked out for two sides. */
static bool needs_two_sides(const row *one) {
  return one->origin == SKILL || one->origin == COMEBACKS ||
         (one->origin == COLUMN &&
          (one->at == MR_COLUMN_LEAD_CHANGES || one->at == MR_COLUMN_DRAMA ||
           one->at == MR_COLUMN_DECIDED || one->at == MR_COLUMN_KILLER));
}

static bool needs_dice(const row *one) {
  return one->origin == LUCKIER || one->origin == TURNED ||
         (one->origin == COLUMN && one->at == MR_COLUMN_LUCK);
}

mr_status mr_measure_check(const mr_game *game, const char *id, mr_error *err) {
  mr_status status = check_name(id, err);
  if (status != MR_OK || game == NULL) {
    return status;
  }
  const row *one = find_row(id);
  if (one == NULL) {
    return begins(id, END)     ? check_rule(game, id + strlen(END), false, err)
           : begins(id, SHOWS) ? check_rule(game, id + strlen(SHOWS), true, err)
                               : check_piece(game, id + strlen(MOVED), err);
  }
  if (needs_dice(one) && !mr_game_can(game, MR_CAN_CHANCE)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s has no dice", game->info.title);
  }
  if ((needs_dice(one) || needs_two_sides(one)) && mr_game_teams(game) != 2) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s has more than two sides", game->info.title);
  }
  return MR_OK;
}

const char *mr_measure_missing(const mr_summary *summary, const char *id) {
  const row *one = find_row(id);
  if (summary->games == 0) {
    return "no game was over";
  }
  if (one == NULL) {
    return anything_moves(summary) ? "no such piece was there in these games"
                                   : "pieces do not move in these games";
  }
  if (one->origin == SKILL) {
    return "no pairs of games were played against more thought (--pairs)";
  }
  if (needs_dice(one)) {
    return "no dice were weighed: none fell after the beginning, or there were no searches "
           "(--probe)";
  }
  if (one->origin == COLUMN && one->at == MR_COLUMN_OPTIONS) {
    return "no searches were made beside the games (--probe)";
  }
  return needs_two_sides(one) ? "nobody won, or no player told what it expected"
                              : "no game had a decision in it";
}

/* ---- words ----------------------------------------------------------------------------------- */

void mr_measure_figure(mr_unit unit, double value, mr_str *out) {
  if (!isfinite(value)) {
    mr_str_add(out, "?");
  } else if (unit == MR_UNIT_SHARE) {
    mr_str_format(out, "%.1f%%", 100 * value);
  } else {
    mr_str_format(out, fabs(value) >= 100 ? "%.0f" : "%.3g", value);
  }
}

void mr_share_text(mr_interval share, mr_str *out) {
  mr_measure_figure(MR_UNIT_SHARE, share.value, out);
  mr_str_format(out, " (%.1f to %.1f)", 100 * share.low, 100 * share.high);
}

void mr_measure_text(const mr_measure *measure, mr_str *out) {
  mr_interval at = measure->interval;
  if (isfinite(at.low) && isfinite(at.high) && measure->unit == MR_UNIT_SHARE) {
    mr_share_text(at, out);
    return;
  }
  mr_str_add(out, measure->least ? "at least " : "");
  mr_measure_figure(measure->unit, at.value, out);
  if (measure->least) {
    return;
  }
  if (isfinite(at.low) && isinf(at.high)) {
    mr_str_add(out, " (");
    mr_measure_figure(measure->unit, at.low, out);
    mr_str_add(out, " or more)");
  } else if (isfinite(at.low) && isfinite(at.high)) {
    mr_str_add(out, " (");
    mr_measure_figure(measure->unit, at.low, out);
    mr_str_add(out, " to ");
    mr_measure_figure(measure->unit, at.high, out);
    mr_str_add(out, ")");
  } else {
    mr_str_add(out, " (too few games for an interval)");
  }
}
