/* What can happen at a state: listing it, making it and taking it back, chance, counting. */
#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/compose.h>
#include <marcher/hash.h>
#include <stdlib.h>

#include "kernel/perft_counter.h"

enum {
  LEGAL_TRIES = 16, /**< numbers of each sort that are tried */
  TO_BE_ASKED = 64, /**< listed actions that are asked whether they are legal */
  EVENT_TEXT_MAX = 512,
  FACE_TRIES = 8,
  COUNTED_DEEPEST = 3, /**< actions that are counted behind a state */
  COUNTED_MOST = 4096, /**< actions made for one count, about */
  COUNTED_AFRESH = 2   /**< actions in which nothing ends that began without a past */
};

/* ---- listing --------------------------------------------------------------------------------- */

static int compare_actions(const void *left, const void *right) {
  mr_action a = *(const mr_action *)left;
  mr_action b = *(const mr_action *)right;
  return (a > b) - (a < b);
}

bool mr_laws_is_listed(const mr_laws *laws, mr_action action) {
  return bsearch(&action, laws->sorted, laws->count, sizeof action, compare_actions) != NULL;
}

/** Draws without repetition; at a chance node every outcome brings one of its faces along. */
static void draw_sample(mr_laws *laws) {
  bool chance = laws->node.kind == MR_NODE_CHANCE;
  size_t most = chance ? MR_LAWS_SAMPLE / 2 : MR_LAWS_SAMPLE;
  size_t wanted = laws->count < most ? laws->count : most;
  memcpy(laws->list, laws->listed, laws->count * sizeof *laws->list);
  laws->sample_count = 0;
  for (size_t i = 0; i < wanted; i++) {
    size_t pick = i + (size_t)mr_random_below(&laws->random, laws->count - i);
    mr_action action = laws->list[pick];
    laws->list[pick] = laws->list[i];
    laws->sample[laws->sample_count++] = action;
    if (chance) {
      uint64_t bits = mr_random_next(&laws->random);
      laws->sample[laws->sample_count++] = mr_game_face(laws->game, laws->state, action, bits);
    }
  }
}

bool mr_laws_list(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  bool chance = laws->node.kind == MR_NODE_CHANCE;
  mr_law law = chance ? MR_LAW_CHANCE : MR_LAW_ACTIONS;
  size_t most = chance ? info->max_chances : info->max_actions;
  mr_action twice = MR_ACTION_NONE;
  laws->count = laws->sample_count = 0;
  if (laws->node.kind == MR_NODE_TERMINAL) {
    return true;
  }
  laws->count = mr_laws_options_of(laws, laws->state, laws->listed);
  mr_laws_expect(laws, law, laws->count > 0, "nothing is listed");
  mr_laws_expect(laws, law, laws->count <= most, "%zu are listed, at most %zu are declared",
                 laws->count, most);
  mr_laws_expect(laws, law, mr_laws_lists_alike(laws, laws->state),
                 "a second listing differs from the first");
  if (laws->count == 0) {
    return false;
  }
  memcpy(laws->sorted, laws->listed, laws->count * sizeof *laws->sorted);
  qsort(laws->sorted, laws->count, sizeof *laws->sorted, compare_actions);
  for (size_t i = 1; i < laws->count; i++) {
    twice = laws->sorted[i] == laws->sorted[i - 1] ? laws->sorted[i] : twice;
  }
  laws->action = twice;
  mr_laws_expect(laws, law, twice == MR_ACTION_NONE, "is listed twice");
  size_t asked = laws->count < TO_BE_ASKED ? laws->count : TO_BE_ASKED;
  for (size_t i = 0; i < asked; i++) {
    size_t index = asked == laws->count ? i : (size_t)mr_random_below(&laws->random, laws->count);
    laws->action = laws->listed[index];
    mr_laws_expect(laws, law,
                   laws->action != MR_ACTION_NONE &&
                       mr_game_legal(laws->game, laws->state, laws->action),
                   "is listed, but not legal");
  }
  laws->action = MR_ACTION_NONE;
  draw_sample(laws);
  return true;
}

/* ---- events ---------------------------------------------------------------------------------- */

/** Who is told of an event. */
static void check_audience(mr_laws *laws, const mr_state *after, const mr_event *event) {
  bool all = true;
  for (uint8_t id = 0; id < laws->game->info.players; id++) {
    all = mr_game_sees(laws->game, after, event, (mr_player){id}) && all;
  }
  bool spectator = mr_game_sees(laws->game, after, event, MR_NOBODY);
  unsigned kind = event->kind;
  mr_laws_expect(laws, MR_LAW_NO_LEAK, all || !spectator,
                 "a spectator is told of the event of kind %u, but not every player is", kind);
  mr_laws_expect(laws, MR_LAW_EVENTS, spectator || !all,
                 "every player is told of the event of kind %u, but a spectator is not", kind);
  mr_laws_expect(laws, MR_LAW_EVENTS, all || kind != MR_EVENT_END, "not everybody is told the end");
}

static void check_event(mr_laws *laws, const mr_state *after, const mr_event *event) {
  const mr_game_info *info = &laws->game->info;
  /* Who changes sides stands somewhere, and had another owner. */
  bool converts = event->kind == MR_EVENT_CONVERT;
  bool known = event->kind < MR_EVENT_THREAT && mr_laws_is_player(laws, event->player) &&
               mr_laws_is_player(laws, event->other) && event->rule < info->rule_count &&
               !info->rules[event->rule].silent &&
               (!converts ||
                (event->to.id != MR_NOWHERE_ID && !mr_player_same(event->player, event->other)));
  mr_laws_expect(laws, MR_LAW_EVENTS, known, "event of kind %u, players %u %u, rule %u",
                 (unsigned)event->kind, (unsigned)event->player.id, (unsigned)event->other.id,
                 (unsigned)event->rule);
  if (!known) {
    return;
  }
  char buffer[EVENT_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_event_text(laws->game, event, &text);
  mr_laws_expect(laws, MR_LAW_EVENTS, mr_laws_well_formed(&text, ""),
                 "the event of kind %u has a bad text '%s'", (unsigned)event->kind, buffer);
  check_audience(laws, after, event);
}

void mr_laws_events(mr_laws *laws, const mr_state *after) {
  const mr_game_info *info = &laws->game->info;
  bool over = mr_game_node(laws->game, after).kind == MR_NODE_TERMINAL;
  unsigned ends = 0;
  mr_rule_index rule = 0;
  mr_laws_expect(laws, MR_LAW_EVENTS, laws->events.count <= info->max_events,
                 "%zu events, at most %zu are declared", laws->events.count, info->max_events);
  for (size_t i = 0; i < laws->events.count; i++) {
    const mr_event *event = &laws->events.items[i];
    check_event(laws, after, event);
    if (event->kind == MR_EVENT_END) {
      ends++;
      rule = event->rule;
    }
  }
  mr_laws_expect(laws, MR_LAW_EVENTS, ends == (over ? 1 : 0), "the end is announced %u times",
                 ends);
  mr_rule_index ended_by = mr_game_ended_by(laws->game, after);
  mr_laws_expect(laws, MR_LAW_EVENTS, !over || rule == ended_by,
                 "the end is announced by rule %u, but came by rule %u", (unsigned)rule,
                 (unsigned)ended_by);
}

/* ---- making and taking back ------------------------------------------------------------------ */

static void check_undone(mr_laws *laws, const mr_state *state, const mr_state *before,
                         const char *what) {
  size_t at = mr_laws_difference(laws, state, before);
  bool same = at == laws->game->info.state_size;
  mr_laws_expect(laws, MR_LAW_UNDO, same, "%s leaves byte %zu as %u, was %u", what, at,
                 same ? 0 : (unsigned)((const unsigned char *)state)[at],
                 same ? 0 : (unsigned)((const unsigned char *)before)[at]);
}

/** Makes laws->action in every way there is; the state it leads to stays in spare[1]. */
static void check_child(mr_laws *laws) {
  const mr_game *game = laws->game;
  mr_state *child = laws->spare[0];
  mr_state *kept = laws->spare[1];
  memset(laws->undo[0], 0x5A, game->info.undo_size);
  mr_state_copy(game, child, laws->state);
  mr_laws_make(laws, child, laws->action, laws->undo[0], &laws->events);
  mr_state_copy(game, kept, child);
  mr_laws_expect(laws, MR_LAW_HASH, mr_game_hash(game, child) == mr_game_rehash(game, child),
                 "leads to hash %016" PRIx64 ", computed afresh %016" PRIx64,
                 mr_game_hash(game, child), mr_game_rehash(game, child));
  mr_laws_events(laws, child);
  mr_game_unmake(game, child, laws->undo[0]);
  check_undone(laws, child, laws->state, "taking it back");
  mr_state_copy(game, child, laws->state);
  mr_laws_make(laws, child, laws->action, NULL, NULL);
  mr_laws_expect(laws, MR_LAW_EVENTS, mr_laws_same(laws, child, kept),
                 "leads elsewhere (byte %zu) when nobody asks for events and undo",
                 mr_laws_difference(laws, child, kept));
}

void mr_laws_children(mr_laws *laws, bool texts) {
  const mr_state *child = laws->spare[1];
  uint64_t text[MR_LAWS_SAMPLE]; /* of the children so far: hashes of their texts, and their own */
  uint64_t hash[MR_LAWS_SAMPLE];
  laws->action = MR_ACTION_NONE;
  mr_laws_expect(laws, MR_LAW_HASH,
                 mr_game_hash(laws->game, laws->state) == mr_game_rehash(laws->game, laws->state),
                 "the hash is %016" PRIx64 ", computed afresh %016" PRIx64,
                 mr_game_hash(laws->game, laws->state), mr_game_rehash(laws->game, laws->state));
  for (size_t i = 0; i < laws->sample_count; i++) {
    laws->action = laws->sample[i];
    check_child(laws);
    if (!texts) {
      continue;
    }
    mr_laws_write_state(laws, child, laws->text[0]);
    text[i] = mr_hash_bytes(MR_HASH_START, laws->text[0], strlen(laws->text[0]));
    hash[i] = mr_game_hash(laws->game, child);
    for (size_t k = 0; k < i; k++) {
      if (text[k] != text[i]) {
        mr_laws_expect(laws, MR_LAW_HASH_TELLS, hash[k] != hash[i],
                       "has the same hash as action %" PRIu32 ", but leads to %s", laws->sample[k],
                       laws->text[0]);
      }
    }
  }
  laws->action = MR_ACTION_NONE;
}

void mr_laws_walk(mr_laws *laws, const mr_state *from) {
  mr_state *state = laws->spare[0];
  size_t depth = 0;
  mr_state_copy(laws->game, state, from);
  while (depth < MR_LAWS_WALK && mr_game_node(laws->game, state).kind != MR_NODE_TERMINAL) {
    mr_action action = mr_laws_choose(laws, state);
    if (action == MR_ACTION_NONE) {
      break;
    }
    mr_state_copy(laws->game, laws->walk[depth], state);
    mr_laws_make(laws, state, action, laws->undo[depth], NULL);
    depth++;
  }
  while (depth > 0) {
    depth--;
    mr_game_unmake(laws->game, state, laws->undo[depth]);
    check_undone(laws, state, laws->walk[depth], "taking several actions back");
  }
}

/* ---- copies ---------------------------------------------------------------------------------- */

void mr_laws_start(mr_laws *laws) {
  const int rubbish[] = {0x00, 0xFF, 0xA5};
  mr_state *fresh = laws->spare[0];
  laws->action = MR_ACTION_NONE;
  for (size_t i = 0; i < sizeof rubbish / sizeof rubbish[0]; i++) {
    mr_laws_poison(laws, fresh, rubbish[i]);
    mr_game_start(laws->game, fresh);
    mr_laws_expect(laws, MR_LAW_COPY, mr_laws_same(laws, fresh, laws->state),
                   "a first state written elsewhere differs in byte %zu",
                   mr_laws_difference(laws, fresh, laws->state));
  }
}

void mr_laws_copy(mr_laws *laws) {
  if (laws->sample_count == 0) {
    return;
  }
  const mr_game *game = laws->game;
  mr_state *copy = laws->spare[0];
  mr_state *kept = laws->spare[1];
  mr_action action = laws->sample[mr_random_below(&laws->random, laws->sample_count)];
  mr_state_copy(game, copy, laws->state);
  mr_state_copy(game, kept, laws->state);
  /* The copy plays while another situation stands in the place that it was copied from. */
  mr_state_copy(game, laws->state, laws->start);
  bool alike = mr_laws_lists_alike(laws, copy) && mr_game_legal(game, copy, action);
  if (alike) {
    mr_laws_make(laws, copy, action, NULL, NULL);
  }
  mr_state_copy(game, laws->state, kept);
  laws->action = action;
  mr_laws_expect(laws, MR_LAW_COPY, alike, "a copy lists other actions");
  if (alike) {
    mr_laws_make(laws, laws->state, action, NULL, NULL);
    size_t at = mr_laws_difference(laws, laws->state, copy);
    mr_state_copy(game, laws->state, kept);
    mr_laws_expect(laws, MR_LAW_COPY, at == game->info.state_size,
                   "a copy plays on to another state (byte %zu)", at);
  }
  laws->action = MR_ACTION_NONE;
}

/* ---- chance ---------------------------------------------------------------------------------- */

/** Hash of the bytes to which `action` leads. */
static uint64_t result_of(mr_laws *laws, mr_action action) {
  mr_state *child = laws->spare[2];
  mr_state_copy(laws->game, child, laws->state);
  mr_laws_make(laws, child, action, NULL, NULL);
  return mr_hash_bytes(MR_HASH_START, child, laws->game->info.state_size);
}

static void check_faces(mr_laws *laws, mr_action outcome) {
  uint64_t expected = result_of(laws, outcome);
  for (size_t i = 0; i < FACE_TRIES; i++) {
    uint64_t bits = mr_random_next(&laws->random);
    mr_action face = mr_game_face(laws->game, laws->state, outcome, bits);
    bool legal = mr_game_legal(laws->game, laws->state, face);
    laws->action = outcome;
    mr_laws_expect(laws, MR_LAW_CHANCE, legal, "its face %" PRIu32 " is not legal", face);
    mr_laws_expect(laws, MR_LAW_CHANCE, !legal || result_of(laws, face) == expected,
                   "its face %" PRIu32 " leads to another state", face);
    mr_laws_expect(laws, MR_LAW_CHANCE,
                   face == mr_game_face(laws->game, laws->state, outcome, bits),
                   "the same bits give two faces");
  }
}

/** Whoever says how many ways chance can go has counted all of them. */
static void check_ways(mr_laws *laws, size_t count) {
  uint32_t most = laws->game->info.chance_ways;
  laws->ways = count > UINT32_MAX / laws->ways ? (uint64_t)UINT32_MAX + 1 : laws->ways * count;
  mr_laws_expect(laws, MR_LAW_INFO, most == 0 || laws->ways <= most,
                 "chance can go %" PRIu64 " ways, at most %" PRIu32 " are declared", laws->ways,
                 most);
}

void mr_laws_chance(mr_laws *laws) {
  uint64_t total = 0;
  uint64_t sum = 0;
  bool positive = true;
  bool overflow = false;
  bool distinct = true;
  if (laws->node.kind != MR_NODE_CHANCE) {
    return;
  }
  laws->action = MR_ACTION_NONE;
  size_t count = mr_game_chances(laws->game, laws->state, laws->chances, &total);
  for (size_t i = 0; i < count; i++) {
    positive = positive && laws->chances[i].weight > 0;
    overflow = overflow || laws->chances[i].weight > UINT64_MAX - sum;
    sum += laws->chances[i].weight;
  }
  check_ways(laws, count);
  mr_laws_expect(laws, MR_LAW_CHANCE, positive, "an outcome has no weight");
  mr_laws_expect(laws, MR_LAW_CHANCE, !overflow && sum == total,
                 "the weights sum to %" PRIu64 ", the total is %" PRIu64, sum, total);
  /* Outcomes that lead to the same state are one. */
  laws->result_count = laws->count <= MR_LAWS_RESULTS ? laws->count : 0;
  for (size_t i = 0; i < laws->result_count; i++) {
    laws->results[i] = result_of(laws, laws->listed[i]);
  }
  qsort(laws->results, laws->result_count, sizeof laws->results[0], mr_laws_compare_hashes);
  for (size_t i = 1; i < laws->result_count; i++) {
    distinct = distinct && laws->results[i] != laws->results[i - 1];
  }
  mr_laws_expect(laws, MR_LAW_CHANCE, distinct, "two outcomes lead to the same state");
  for (size_t i = 0; i < laws->sample_count; i += 2) {
    check_faces(laws, laws->sample[i]);
  }
  laws->action = MR_ACTION_NONE;
}

/* ---- what is not legal ----------------------------------------------------------------------- */

static void try_number(mr_laws *laws, mr_action number) {
  if (mr_laws_is_listed(laws, number)) {
    return;
  }
  bool legal = mr_game_legal(laws->game, laws->state, number);
  if (laws->node.kind == MR_NODE_CHANCE) {
    uint64_t result = legal && laws->result_count > 0 ? result_of(laws, number) : 0;
    bool face = !legal || laws->result_count == 0 ||
                bsearch(&result, laws->results, laws->result_count, sizeof result,
                        mr_laws_compare_hashes) != NULL;
    mr_laws_expect(laws, MR_LAW_LEGAL, face,
                   "number %" PRIu32 " is legal, but leads to no outcome's state", number);
  } else {
    mr_laws_expect(laws, MR_LAW_LEGAL, !legal, "number %" PRIu32 " is legal, but not listed",
                   number);
  }
}

void mr_laws_legal(mr_laws *laws) {
  mr_random *random = &laws->random;
  laws->action = MR_ACTION_NONE;
  try_number(laws, MR_ACTION_NONE);
  for (size_t i = 0; i < LEGAL_TRIES; i++) {
    try_number(laws, (mr_action)mr_random_next(random));
    try_number(laws, (mr_action)mr_random_below(random, 4096));
    if (laws->count > 0) {
      mr_action listed = laws->listed[mr_random_below(random, laws->count)];
      try_number(laws, listed ^ (mr_action)1 << mr_random_below(random, 32));
      try_number(laws, listed + 1);
      try_number(laws, listed - 1);
    }
  }
}

/* ---- counting -------------------------------------------------------------------------------- */

/**
 * Compares the family's count behind a state with one by one. Beyond `alike` actions the family may
 * count more. It counts on a copy, which has to stay as it was.
 */
static void compare_counts(mr_laws *laws, const mr_state *root, unsigned deepest, unsigned alike) {
  const mr_game *game = laws->game;
  mr_state *copy = laws->spare[0];
  mr_perft_counter plain;
  mr_perft_counter_init(&plain, game, false, laws->allocator);
  for (unsigned depth = 1; depth <= deepest && laws->status == MR_OK; depth++) {
    uint64_t nodes = 0;
    laws->status = mr_perft_counter_count(&plain, root, depth, &nodes, NULL);
    if (laws->status == MR_OK) {
      mr_state_copy(game, copy, root);
      uint64_t own = game->ops->perft(game, copy, depth);
      size_t at = mr_laws_difference(laws, copy, root);
      mr_laws_expect(laws, MR_LAW_PERFT, at == game->info.state_size,
                     "counting %u deep leaves another state behind (byte %zu)", depth, at);
      mr_laws_expect(laws, MR_LAW_PERFT, depth > alike ? own >= nodes : own == nodes,
                     "counts %" PRIu64 " leaves %u deep, one by one there are %" PRIu64 "%s", own,
                     depth, nodes, root == laws->state ? "" : " behind the men alone");
    }
  }
  mr_perft_counter_done(&plain);
}

void mr_laws_perft(mr_laws *laws) {
  const mr_game *game = laws->game;
  if (game->ops->perft == NULL || mr_game_can(game, MR_CAN_CHANCE)) {
    return;
  }
  unsigned deepest = 1;
  for (size_t made = laws->count; deepest < COUNTED_DEEPEST && made <= COUNTED_MOST; deepest++) {
    made *= laws->count;
  }
  bool past = mr_game_can(game, MR_CAN_COMPOSE);
  /* An end by history leaves actions out; but where it only shortens turns, it lets others in. */
  bool turns = mr_game_can(game, MR_CAN_MULTI);
  if (!past || !turns) {
    compare_counts(laws, laws->state, deepest, past ? 0 : deepest);
  }
  if (!past || laws->status != MR_OK) {
    return;
  }
  /* The same men without a past: repetition and counters end nothing before both have acted. */
  size_t room = (size_t)game->info.columns * game->info.rows;
  mr_placement *men = mr_alloc_zero(laws->allocator, room, sizeof *men);
  if (men == NULL) {
    laws->status = MR_ERR_NOMEM;
    return;
  }
  size_t count = mr_game_placements(game, laws->state, men);
  if (mr_game_compose(game, men, count, laws->node.player, laws->spare[1])) {
    compare_counts(laws, laws->spare[1], deepest, turns ? deepest : COUNTED_AFRESH);
  }
  mr_alloc_free(laws->allocator, men, room * sizeof *men);
}
