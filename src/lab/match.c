/*
 * What a match is made of: its schedule, its games and openings while they grow, and the report
 * that counts them.
 */
#include <inttypes.h>
#include <marcher/hash.h>
#include <string.h>

#include "lab/match_priv.h"

/* ---- the schedule ---------------------------------------------------------------------------- */

static uint64_t pairings(const mr_match_options *options) {
  uint64_t n = options->engine_count;
  return options->gauntlet || options->ladder ? n - 1 : n * (n - 1) / 2;
}

uint64_t mr_match_planned(const mr_match_options *options) {
  if (options->engine_count < 2) {
    return 0;
  }
  bool higher = options->ladder && options->top_games > 0;
  return pairings(options) * options->games + (higher ? options->top_games - options->games : 0);
}

/* The two engines of a pairing: (0,1) (0,2) .. (1,2) ... */
static void pair_of(const mr_match_options *options, uint64_t number, unsigned *pair) {
  unsigned first = 0;
  uint64_t left = options->engine_count - 1;
  while (!options->gauntlet && number >= left) {
    number -= left;
    left--;
    first++;
  }
  pair[0] = first;
  pair[1] = first + 1 + (unsigned)number;
}

/*
 * Openings follow each other; each is played by every pairing before the next is begun, twice with
 * changed seats. So whenever a match is ended, all have played about as much, from the same
 * openings. A ladder is climbed step by step, and each step is a match of two of its own.
 */
mr_fixture mr_match_fixture(const mr_match_options *options, uint64_t index) {
  mr_fixture out = {.index = index, .engine_index = index};
  uint64_t count = pairings(options);
  uint64_t games = options->games;
  uint64_t legs = options->no_swap ? 1 : 2;
  unsigned pair[2] = {0, 1};
  if (options->ladder) {
    uint64_t step = index / games < count ? index / games : count - 1;
    out.engine_index -= step * games;
    pair[0] = (unsigned)(count - 1 - step);
    pair[1] = pair[0] + 1;
    games = step == count - 1 && options->top_games > 0 ? options->top_games : games;
    count = 1;
  }
  out.opening = out.engine_index / (legs * count);
  uint64_t rest = out.engine_index % (legs * count);
  /* The last opening of an odd number of games is played once. */
  if (!options->no_swap && out.opening == games / 2) {
    legs = 1;
  }
  out.paired = legs == 2;
  out.leg = (unsigned)(rest % legs);
  if (count > 1) {
    pair_of(options, rest / legs, pair);
  }
  bool changed = options->no_swap ? out.opening % 2 == 1 : out.leg == 1;
  out.engines[0] = pair[changed ? 1 : 0];
  out.engines[1] = pair[changed ? 0 : 1];
  return out;
}

uint64_t mr_match_seed(uint64_t seed, unsigned purpose, uint64_t index) {
  return mr_mix64(mr_mix64(seed + purpose) + index);
}

/* ---- games and openings that grow ------------------------------------------------------------ */

mr_status mr_match_opening_add(mr_match_opening *opening, mr_action action) {
  mr_action *actions = mr_alloc_grow(NULL, opening->actions, &opening->capacity, opening->count + 1,
                                     sizeof *actions);
  if (actions == NULL) {
    return MR_ERR_NOMEM;
  }
  opening->actions = actions;
  opening->actions[opening->count++] = action;
  return MR_OK;
}

mr_status mr_match_game_add(mr_match_game *game, mr_match_action action, mr_error *err) {
  mr_match_action *actions =
      mr_alloc_grow(NULL, game->actions, &game->room, game->count + 1, sizeof *actions);
  if (actions == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  game->actions = actions;
  game->actions[game->count++] = action;
  return MR_OK;
}

mr_status mr_match_start(const mr_game *game, const char *text, mr_state *out, mr_error *err) {
  if (text != NULL) {
    return mr_game_parse_state(game, text, strlen(text), out, err);
  }
  mr_game_start(game, out);
  return MR_OK;
}

char *mr_match_text_copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = mr_alloc_zero(NULL, size, 1);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

uint64_t mr_match_fingerprint(const mr_match_game *game) {
  const char *start = game->start != NULL ? game->start : "";
  uint64_t hash = mr_hash_bytes(MR_HASH_START, start, strlen(start));
  for (size_t i = 0; i < game->count; i++) {
    const mr_match_action *action = &game->actions[i];
    hash = mr_mix64(hash ^ ((uint64_t)action->action << 8 | action->player.id));
  }
  for (size_t i = 0; i < MR_MAX_PLAYERS; i++) {
    hash = mr_mix64(hash ^ game->score[i]);
  }
  hash = mr_mix64(hash ^ (uint64_t)game->end);
  return hash != 0 ? hash : 1;
}

void mr_match_game_done(mr_match_game *game) {
  mr_alloc_free(NULL, game->actions, game->room * sizeof *game->actions);
  if (game->start != NULL) {
    char *start = NULL;
    memcpy(&start, &game->start, sizeof start);
    mr_alloc_free(NULL, start, strlen(start) + 1);
  }
  *game = (mr_match_game){0};
}

/* ---- what has been played before ------------------------------------------------------------- */

/* Keys of pairs and of single games, in a table that is never more than half full. */
struct mr_match_known {
  size_t room; /* a power of two */
  uint64_t keys[];
};

static size_t size_of_known(size_t room) {
  return sizeof(struct mr_match_known) + room * sizeof(uint64_t);
}

/* For all samples of a match. */
static struct mr_match_known *new_known(const mr_match_report *report) {
  const mr_match_options *options = report->options;
  uint64_t singles = options->no_swap ? report->planned : pairings(options);
  uint64_t samples = singles + report->planned / 2;
  size_t room = 4;
  while (room / 2 < samples) {
    room *= 2;
  }
  struct mr_match_known *known = mr_alloc_zero(NULL, 1, size_of_known(room));
  if (known != NULL) {
    known->room = room;
  }
  return known;
}

static void free_known(struct mr_match_known *known) {
  if (known != NULL) {
    mr_alloc_free(NULL, known, size_of_known(known->room));
  }
}

/* Notes a key. @return whether it was there */
static bool knows(struct mr_match_known *known, uint64_t key) {
  key = key != 0 ? key : 1;
  size_t at = (size_t)key & (known->room - 1);
  while (known->keys[at] != 0 && known->keys[at] != key) {
    at = (at + 1) & (known->room - 1);
  }
  bool there = known->keys[at] == key;
  known->keys[at] = key;
  return there;
}

/* ---- the report ------------------------------------------------------------------------------ */

/* The most openings that two engines play. */
static size_t openings_of(const mr_match_options *options) {
  uint64_t games = options->top_games > options->games ? options->top_games : options->games;
  return (size_t)(options->no_swap ? games : games / 2 + 1);
}

mr_status mr_match_report_init(mr_match_report *report, const mr_match_options *options,
                               mr_error *err) {
  size_t n = options->engine_count;
  *report = (mr_match_report){.options = options, .planned = mr_match_planned(options)};
  report->engines = mr_alloc_zero(NULL, n, sizeof *report->engines);
  report->against = mr_alloc_zero(NULL, n * n, sizeof *report->against);
  report->rules = mr_alloc_zero(NULL, options->game->info.rule_count, sizeof *report->rules);
  report->known = new_known(report);
  if (n > 2) {
    report->opening_count = openings_of(options);
    report->openings =
        mr_alloc_zero(NULL, (n + 1) * report->opening_count, sizeof *report->openings);
  }
  if (report->engines == NULL || report->against == NULL || report->rules == NULL ||
      report->known == NULL || (n > 2 && report->openings == NULL)) {
    mr_match_report_done(report);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  return MR_OK;
}

void mr_match_report_done(mr_match_report *report) {
  if (report->options == NULL) {
    return;
  }
  size_t n = report->options->engine_count;
  size_t rules = report->options->game->info.rule_count;
  mr_alloc_free(NULL, report->engines, n * sizeof *report->engines);
  mr_alloc_free(NULL, report->against, n * n * sizeof *report->against);
  mr_alloc_free(NULL, report->rules, rules * sizeof *report->rules);
  free_known(report->known);
  mr_alloc_free(NULL, report->openings, (n + 1) * report->opening_count * sizeof *report->openings);
  *report = (mr_match_report){0};
}

/* The seat that stands for a side: all of it have the same points and the same engine. */
static uint8_t seat_of(const mr_match_report *report, unsigned side) {
  return mr_match_first_seat(report->options->game, side).id;
}

/* The side of the lower of the two engines. */
static unsigned low_side(const mr_match_report *report, const mr_match_game *played) {
  return played->engines[seat_of(report, 0)] < played->engines[seat_of(report, 1)] ? 0 : 1;
}

/* Adds to the tally of the lower engine against the higher, and to that of both against all. */
static void add_tally(mr_match_report *report, const mr_match_game *played, const mr_tally *more) {
  unsigned side = low_side(report, played);
  unsigned low = played->engines[seat_of(report, side)];
  unsigned high = played->engines[seat_of(report, 1 - side)];
  mr_tally other = mr_tally_swapped(more);
  mr_tally_merge(&report->against[low * report->options->engine_count + high], more);
  mr_tally_merge(&report->engines[low].tally, more);
  mr_tally_merge(&report->engines[high].tally, &other);
}

/*
 * Whether two games, or one, have been played before by the same two engines on the same seats.
 * @param first that in which the lower engine has the first seat. @param second the other, or NULL
 */
static bool is_repeat(mr_match_report *report, const mr_match_game *first,
                      const mr_match_game *second) {
  uint64_t key = mr_mix64(first->engines[seat_of(report, 0)]);
  key = mr_mix64(key ^ first->engines[seat_of(report, 1)]);
  key = mr_mix64(key ^ first->fingerprint);
  key = mr_mix64(key ^ (second != NULL ? second->fingerprint : 0));
  bool told = first->fingerprint != 0 && (second == NULL || second->fingerprint != 0);
  return told && knows(report->known, key);
}

/* Notes what the first seat had in a game of its opening. */
static void add_opening(mr_match_report *report, const mr_match_game *played) {
  size_t engines = report->options->engine_count;
  const size_t rows[] = {played->engines[seat_of(report, 0)], played->engines[seat_of(report, 1)],
                         engines};
  if (report->openings == NULL || played->opening >= report->opening_count) {
    return;
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    mr_cluster *opening = &report->openings[rows[i] * report->opening_count + played->opening];
    opening->games++;
    opening->quarters += played->score[seat_of(report, 0)];
  }
}

mr_interval mr_match_seat_share(const mr_match_report *report, size_t engine) {
  mr_standing standing;
  if (report->openings != NULL) {
    return mr_clusters_interval(&report->openings[engine * report->opening_count],
                                report->opening_count);
  }
  mr_tally_standing(&report->against[1], &standing);
  return standing.opening;
}

void mr_match_report_close(mr_match_report *report, const mr_match_game *single) {
  unsigned side = low_side(report, single);
  mr_tally more = {0};
  mr_tally_add_single(&more, side, single->score[seat_of(report, side)]);
  more.repeated_singles = is_repeat(report, single, NULL) ? 1 : 0;
  if (more.repeated_singles == 0) {
    add_opening(report, single);
  }
  add_tally(report, single, &more);
}

/* What the engines have done, each by itself. */
static void add_scores(mr_match_report *report, const mr_match_game *played) {
  for (size_t i = 0; i < played->count; i++) {
    const mr_match_action *action = &played->actions[i];
    if (action->player.id == MR_NOBODY_ID || action->book) {
      continue;
    }
    mr_match_score *score = &report->engines[played->engines[action->player.id]];
    score->actions++;
    score->milliseconds += action->milliseconds;
    score->nodes += action->nodes;
    score->depth += action->depth;
    score->depth_count += action->depth > 0 ? 1 : 0;
  }
  for (uint8_t i = 0; i < report->options->game->info.players; i++) {
    mr_match_score *score = &report->engines[played->engines[i]];
    if (played->over_ms[i] > score->worst_over_ms) {
      score->worst_over_ms = played->over_ms[i];
    }
  }
  if (played->fault.id != MR_NOBODY_ID) {
    report->engines[played->engines[played->fault.id]].faults[played->end]++;
  }
}

void mr_match_report_add(mr_match_report *report, const mr_match_game *played,
                         const mr_match_game *partner) {
  report->games++;
  report->ends[played->end]++;
  if (played->end == MR_END_RULE) {
    report->rules[played->rule]++;
  }
  report->actions += played->count;
  report->turns += played->turns;
  if (report->games == 1 || played->turns < report->shortest) {
    report->shortest = played->turns;
  }
  if (played->turns > report->longest) {
    report->longest = played->turns;
  }
  for (uint8_t i = 0; i < report->options->game->info.players; i++) {
    report->seat_quarters[i] += played->score[i];
  }
  if (played->first.id != MR_NOBODY_ID) {
    report->first_quarters += played->score[played->first.id];
  }
  report->even += 2u * played->score[0] == MR_SCORE_WIN ? 1 : 0;
  add_scores(report, played);
  if (partner != NULL) {
    bool low_first = low_side(report, partner) == 0; /* in the pair's first game */
    const mr_match_game *first = low_first ? partner : played;
    const mr_match_game *second = low_first ? played : partner;
    mr_tally more = {0};
    mr_tally_add_pair(&more, first->score[seat_of(report, 0)], second->score[seat_of(report, 1)]);
    more.repeated_pairs = is_repeat(report, first, second) ? 1 : 0;
    if (more.repeated_pairs == 0) {
      add_opening(report, first);
      add_opening(report, second);
    }
    add_tally(report, partner, &more);
  }
}

uint64_t mr_match_adjudicated(const mr_match_report *report) {
  return report->ends[MR_END_DRAW] + report->ends[MR_END_RESIGN] + report->ends[MR_END_LENGTH];
}
