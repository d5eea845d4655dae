/* A set of openings, the lines that grow into it, and lines of random actions. */
#include "lab/openings_priv.h"

#include <string.h>

#include "lab/match_priv.h"

#define SEEN_FIRST 1024
#define ACTIONS_MAX 65536
#define TRIES_FOR_EACH 1000
/* Searches cost time: a game of which not one of so many openings is even is uneven. One with an
 * even opening in a hundred is taken for such by chance in 5% of the cases. */
#define UNEVEN_TRIES 300

static mr_status no_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "no memory for more openings");
}

/* ---- the set --------------------------------------------------------------------------------- */

mr_status mr_openings_new(const mr_game *game, const mr_allocator *allocator, mr_openings **out,
                          mr_error *err) {
  if (game == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "openings need a game");
  }
  mr_openings *set = mr_alloc_zero(allocator, 1, sizeof *set);
  if (set == NULL) {
    return no_memory(err);
  }
  set->game = game;
  set->allocator = allocator;
  mr_arena_init(&set->arena, allocator, MR_OPENINGS_BYTES_MAX);
  *out = set;
  return MR_OK;
}

void mr_openings_free(mr_openings *set) {
  if (set == NULL) {
    return;
  }
  mr_alloc_free(set->allocator, set->items, set->capacity * sizeof *set->items);
  mr_alloc_free(set->allocator, set->seen, set->seen_capacity * sizeof *set->seen);
  mr_arena_done(&set->arena);
  mr_alloc_free(set->allocator, set, sizeof *set);
}

size_t mr_openings_count(const mr_openings *set) {
  return set->count;
}

size_t mr_openings_left_out(const mr_openings *set) {
  return set->left_out;
}

mr_opening mr_openings_at(const mr_openings *set, size_t index) {
  return set->items[index];
}

void mr_openings_shuffle(mr_openings *set, uint64_t seed) {
  mr_random random;
  mr_random_init(&random, seed);
  for (size_t i = set->count; i > 1; i--) {
    size_t j = (size_t)mr_random_below(&random, i);
    mr_opening moved = set->items[i - 1];
    set->items[i - 1] = set->items[j];
    set->items[j] = moved;
  }
}

uint64_t mr_openings_hash(const mr_openings *set) {
  uint64_t hash = MR_HASH_START;
  for (size_t i = 0; i < set->count; i++) {
    const mr_opening *opening = &set->items[i];
    const char *start = opening->start != NULL ? opening->start : "";
    hash = mr_hash_bytes(hash, start, strlen(start) + 1);
    for (size_t k = 0; k < opening->count; k++) {
      hash = mr_mix64(hash ^ opening->actions[k]) ^ k;
    }
  }
  return hash;
}

mr_status mr_openings_state(const mr_openings *set, size_t index, mr_state *out, mr_error *err) {
  const mr_opening *opening = &set->items[index];
  mr_status status = mr_match_start(set->game, opening->start, out, err);
  for (size_t i = 0; i < opening->count && status == MR_OK; i++) {
    mr_game_make(set->game, out, opening->actions[i], NULL, NULL);
  }
  return status;
}

mr_status mr_openings_give(void *context, uint64_t index, mr_match_opening *out, mr_error *err) {
  const mr_openings *set = context;
  if (set->count == 0) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "there are no openings");
  }
  const mr_opening *opening = &set->items[index % set->count];
  if (opening->start != NULL) {
    mr_str_add(&out->start, opening->start);
  }
  mr_status status = out->start.status;
  for (size_t i = 0; i < opening->count && status == MR_OK; i++) {
    status = mr_match_opening_add(out, opening->actions[i]);
  }
  return status == MR_OK ? MR_OK : no_memory(err);
}

/* ---- positions that are known ---------------------------------------------------------------- */

/** 0 marks an empty place. */
static uint64_t key_of(const mr_openings *set, const mr_state *state) {
  uint64_t hash = mr_game_hash(set->game, state);
  return hash != 0 ? hash : 1;
}

/** The place of a key, or the empty one where it belongs. @pre the table has an empty place */
static size_t place_of(const uint64_t *table, size_t capacity, uint64_t key) {
  size_t at = (size_t)(mr_mix64(key) & (capacity - 1));
  while (table[at] != 0 && table[at] != key) {
    at = (at + 1) & (capacity - 1);
  }
  return at;
}

/* Room for one more position and one more opening. */
static mr_status reserve(mr_openings *set, mr_error *err) {
  if (2 * (set->count + 1) > set->seen_capacity) {
    size_t capacity = set->seen_capacity == 0 ? SEEN_FIRST : 2 * set->seen_capacity;
    uint64_t *table = mr_alloc_zero(set->allocator, capacity, sizeof *table);
    if (table == NULL) {
      return no_memory(err);
    }
    for (size_t i = 0; i < set->seen_capacity; i++) {
      if (set->seen[i] != 0) {
        table[place_of(table, capacity, set->seen[i])] = set->seen[i];
      }
    }
    mr_alloc_free(set->allocator, set->seen, set->seen_capacity * sizeof *set->seen);
    set->seen = table;
    set->seen_capacity = capacity;
  }
  if (set->count >= MR_OPENINGS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "more than %zu openings", MR_OPENINGS_MAX);
  }
  mr_opening *items =
      mr_alloc_grow(set->allocator, set->items, &set->capacity, set->count + 1, sizeof *items);
  if (items == NULL) {
    return no_memory(err);
  }
  set->items = items;
  return MR_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

mr_status mr_line_init(mr_line *line, mr_openings *set, unsigned turns_max, mr_error *err) {
  const mr_session_options keeps = {
      .detail = MR_SESSION_MOVES, .deal_in_moves = true, .allocator = set->allocator};
  *line = (mr_line){.set = set, .turns_max = turns_max, .drawn = mr_str_growing(set->allocator)};
  return mr_session_new(set->game, &keeps, &line->session, err);
}

void mr_line_done(mr_line *line) {
  mr_session_free(line->session);
  mr_str_done(&line->drawn);
}

/** Begins anew, in an order that is drawn where the game has several. */
static mr_status begin_shuffled(mr_line *line, mr_random *random, mr_error *err) {
  const mr_game *game = line->set->game;
  line->start = NULL;
  if (!mr_game_can(game, MR_CAN_SHUFFLE)) {
    return mr_line_begin(line, NULL, err);
  }
  mr_session_begin_shuffled(line->session, mr_random_next(random));
  mr_str_reset(&line->drawn);
  mr_game_format_state(game, mr_session_state(line->session), &line->drawn);
  line->start = mr_str_text(&line->drawn);
  return line->drawn.status == MR_OK ? MR_OK : no_memory(err);
}

mr_status mr_line_begin(mr_line *line, const char *start, mr_error *err) {
  line->start = start;
  if (start == NULL) {
    mr_session_begin(line->session, 1);
    return MR_OK;
  }
  return mr_session_begin_text(line->session, 1, start, strlen(start), err);
}

bool mr_line_open(const mr_line *line) {
  mr_node node = mr_session_node(line->session);
  if (node.kind != MR_NODE_DECISION) {
    return node.kind == MR_NODE_CHANCE;
  }
  return line->turns_max == 0 || mr_session_turns(line->session) < line->turns_max ||
         !mr_session_turn_is_over(line->session);
}

mr_status mr_line_play(mr_line *line, mr_action action, mr_error *err) {
  if (mr_session_count(line->session) >= ACTIONS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "an opening of more than %d actions", ACTIONS_MAX);
  }
  return mr_session_make(line->session, action, NULL, err);
}

/**
 * Cuts what is not to be part of an opening: a turn that is not whole, the turn that ended the game
 * (where there is no bound), turns beyond what `turns_max` allows.
 * @return whether an opening is left: the game goes on
 */
static bool cut_to_turn(mr_line *line) {
  mr_session *s = line->session;
  mr_node node = mr_session_node(s);
  bool ended = node.kind == MR_NODE_TERMINAL;
  bool between =
      mr_session_turns(s) == 0 || (node.kind == MR_NODE_DECISION && mr_session_turn_is_over(s));
  if (ended ? line->turns_max == 0 && mr_session_turns(s) > 0 : !between) {
    size_t count = mr_session_count(s);
    while (count > 0 && !mr_session_move_at(s, count - 1)->begins_turn) {
      count--;
    }
    mr_session_rewind(s, count - (count > 0));
    ended = false;
  }
  return !ended;
}

/** Whether the set has the position of the line. */
static bool is_known(const mr_line *line) {
  const mr_openings *set = line->set;
  uint64_t key = key_of(set, mr_session_state(line->session));
  return set->seen_capacity > 0 && set->seen[place_of(set->seen, set->seen_capacity, key)] == key;
}

mr_status mr_line_add_to_set(mr_line *line, mr_error *err) {
  mr_openings *set = line->set;
  if (!cut_to_turn(line) || is_known(line)) {
    set->left_out++;
    return MR_OK;
  }
  mr_status status = reserve(set, err);
  if (status != MR_OK) {
    return status;
  }
  size_t count = mr_session_count(line->session);
  mr_action *actions = mr_arena_zero(&set->arena, count + 1, sizeof *actions);
  const char *start = line->start;
  if (start != NULL) {
    start = mr_arena_copy(&set->arena, start, strlen(start));
  }
  if (actions == NULL || (line->start != NULL && start == NULL)) {
    return no_memory(err);
  }
  for (size_t i = 0; i < count; i++) {
    actions[i] = mr_session_move_at(line->session, i)->action;
  }
  uint64_t key = key_of(set, mr_session_state(line->session));
  set->seen[place_of(set->seen, set->seen_capacity, key)] = key;
  set->items[set->count++] = (mr_opening){.start = start, .actions = actions, .count = count};
  return MR_OK;
}

/* ---- random ones ----------------------------------------------------------------------------- */

/** What one evaluator has said. */
typedef struct judgement {
  uint64_t asked;
  int least, most;
} judgement;

/** What is known while openings are made. */
typedef struct generation {
  mr_line *line;
  const mr_opening_wish *wish;
  judgement said[MR_MATCH_ENGINES_MAX];
} generation;

/** Asks the evaluators, each where those before it agree. */
static mr_status ask(generation *g, bool *even, mr_error *err) {
  const mr_opening_wish *wish = g->wish;
  for (size_t i = 0; i < wish->evaluator_count && *even; i++) {
    const mr_opening_evaluator *evaluator = &wish->evaluators[i];
    judgement *said = &g->said[i];
    int value = 0;
    mr_status status =
        evaluator->evaluate(evaluator->context, mr_session_state(g->line->session), &value, err);
    if (status != MR_OK) {
      return status;
    }
    *even = value >= -wish->bound && value <= wish->bound;
    said->least = said->asked == 0 || value < said->least ? value : said->least;
    said->most = said->asked == 0 || value > said->most ? value : said->most;
    said->asked++;
  }
  return MR_OK;
}

/** One try; a line that has ended, is known or is not even is no error. */
static mr_status try_one(generation *g, mr_random *random, mr_error *err) {
  mr_line *line = g->line;
  mr_session *s = line->session;
  mr_status status = begin_shuffled(line, random, err);
  while (status == MR_OK && mr_line_open(line)) {
    bool chance = mr_session_node(s).kind == MR_NODE_CHANCE;
    mr_action action = chance ? mr_session_dice_of(s, random) : mr_session_any(s, random);
    status = mr_line_play(line, action, err);
  }
  bool even = status == MR_OK && cut_to_turn(line) && !is_known(line);
  status = even ? ask(g, &even, err) : status;
  return status == MR_OK && even ? mr_line_add_to_set(line, err) : status;
}

/** Tells of a game in which nothing is even, by the last evaluator who was asked. */
static mr_status fail_uneven(const generation *g, mr_error *err) {
  const mr_opening_wish *wish = g->wish;
  size_t last = wish->evaluator_count - 1;
  while (last > 0 && g->said[last].asked == 0) {
    last--;
  }
  const judgement *said = &g->said[last];
  return mr_error_set(
      err, MR_ERR_LIMIT,
      "none of %llu openings of %u turns is even to %d hundredths of a pawn: engine "
      "%zu finds the %llu that it was asked for worth %d to %d to the side to move",
      (unsigned long long)g->said[0].asked, wish->turns, wish->bound, last + 1,
      (unsigned long long)said->asked, said->least, said->most);
}

static mr_status generate(generation *g, mr_error *err) {
  const mr_opening_wish *wish = g->wish;
  uint64_t tries = TRIES_FOR_EACH * (uint64_t)wish->count;
  size_t found = 0;
  mr_random seeds;
  mr_random_init(&seeds, wish->seed);
  for (uint64_t tried = 0; found < wish->count; tried++) {
    if (tried == tries) {
      return mr_error_set(err, MR_ERR_LIMIT,
                          "only %zu of %zu different openings of %u turns found in %llu tries",
                          found, wish->count, wish->turns, (unsigned long long)tries);
    }
    if (found == 0 && g->said[0].asked == UNEVEN_TRIES) {
      return fail_uneven(g, err);
    }
    if (wish->stop != NULL && atomic_load(wish->stop)) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped while making openings");
    }
    /* A stream of its own, so that what one try draws does not shift the others. */
    mr_random random = mr_random_split(&seeds);
    size_t before = g->line->set->count;
    mr_status status = try_one(g, &random, err);
    if (status != MR_OK) {
      return status;
    }
    bool kept = g->line->set->count > before;
    found += kept;
    /* Evaluators take their time: who waits sees each try. */
    if ((kept || wish->evaluator_count > 0) && wish->progress != NULL) {
      wish->progress(wish->progress_context, found, tried + 1);
    }
  }
  return MR_OK;
}

mr_status mr_openings_generate(mr_openings *set, const mr_opening_wish *wish, mr_error *err) {
  if (wish->count > MR_OPENINGS_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "no more than %zu openings, not %zu", MR_OPENINGS_MAX,
                        wish->count);
  }
  if (wish->turns < 1 || wish->turns > MR_OPENING_TURNS_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "openings have 1 to %d turns, not %u",
                        MR_OPENING_TURNS_MAX, wish->turns);
  }
  if (wish->evaluator_count > MR_MATCH_ENGINES_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "no more than %d evaluators, not %zu",
                        MR_MATCH_ENGINES_MAX, wish->evaluator_count);
  }
  if (wish->evaluator_count > 0 && wish->bound < 0) {
    return mr_error_set(err, MR_ERR_RANGE, "a bound is not negative: %d", wish->bound);
  }
  mr_line line;
  mr_status status = mr_line_init(&line, set, wish->turns, err);
  if (status != MR_OK) {
    return status;
  }
  generation g = {.line = &line, .wish = wish};
  status = generate(&g, err);
  mr_line_done(&line);
  return status;
}
