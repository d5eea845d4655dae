#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/hash.h>
#include <stdlib.h>

enum {
  LEGAL_TRIES = 16, /**< numbers of each sort that are tried */
  TO_BE_ASKED = 64, /**< listed actions that are asked whether they are legal */
  EVENT_TEXT_MAX = 512
};

/* ---- listing --------------------------------------------------------------------------------- */

static int compare_actions(const void *left, const void *right) {
  mr_action a = *(const mr_action *)left;
  mr_action b = *(const mr_action *)right;
  return (a > b) - (a < b);
}

/** Lists the node's possibilities, twice. @return the law that the list belongs to */
static mr_law list_twice(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  bool chance = laws->node.kind == MR_NODE_CHANCE;
  mr_law law = chance ? MR_LAW_CHANCE : MR_LAW_ACTIONS;
  size_t most = chance ? info->max_chances : info->max_actions;
  laws->count = mr_laws_options_of(laws, laws->state, laws->listed);
  size_t again = mr_laws_options_of(laws, laws->state, laws->sorted);
  mr_laws_expect(laws, law, laws->count > 0, "nothing is listed");
  mr_laws_expect(laws, law, laws->count <= most, "%zu are listed, at most %zu are declared",
                 laws->count, most);
  mr_laws_expect(laws, law,
                 again == laws->count &&
                     memcmp(laws->listed, laws->sorted, again * sizeof *laws->listed) == 0,
                 "a second listing differs from the first");
  return law;
}

static void check_duplicates(mr_laws *laws, mr_law law) {
  qsort(laws->sorted, laws->count, sizeof *laws->sorted, compare_actions);
  mr_action twice = MR_ACTION_NONE;
  for (size_t i = 1; i < laws->count; i++) {
    if (laws->sorted[i] == laws->sorted[i - 1]) {
      twice = laws->sorted[i];
    }
  }
  laws->action = twice;
  mr_laws_expect(laws, law, twice == MR_ACTION_NONE, "is listed twice");
}

static void check_listed_are_legal(mr_laws *laws, mr_law law) {
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
  laws->count = 0;
  laws->sample_count = 0;
  if (laws->node.kind == MR_NODE_TERMINAL) {
    return true;
  }
  mr_law law = list_twice(laws);
  if (laws->count == 0) {
    return false;
  }
  check_duplicates(laws, law);
  check_listed_are_legal(laws, law);
  draw_sample(laws);
  return true;
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool player_is_known(const mr_game_info *info, mr_player player) {
  return player.id < info->players || player.id == MR_NOBODY_ID;
}

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

/** Who changes sides stands somewhere, and had another owner. */
static bool conversion_is_sound(const mr_event *event) {
  return event->kind != MR_EVENT_CONVERT ||
         (event->to.id != MR_NOWHERE_ID && !mr_player_same(event->player, event->other));
}

static void check_event(mr_laws *laws, const mr_state *after, const mr_event *event) {
  const mr_game_info *info = &laws->game->info;
  bool known = event->kind < MR_EVENT_KIND_COUNT && player_is_known(info, event->player) &&
               player_is_known(info, event->other) && event->rule < info->rule_count &&
               conversion_is_sound(event);
  mr_laws_expect(laws, MR_LAW_EVENTS, known, "event of kind %u, players %u %u, rule %u",
                 (unsigned)event->kind, (unsigned)event->player.id, (unsigned)event->other.id,
                 (unsigned)event->rule);
  if (!known) {
    return;
  }
  char buffer[EVENT_TEXT_MAX];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
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

/** The children seen so far, by the hash of their text. */
typedef struct siblings {
  uint64_t text[MR_LAWS_SAMPLE];
  uint64_t hash[MR_LAWS_SAMPLE];
  size_t count;
} siblings;

static void check_siblings(mr_laws *laws, siblings *seen) {
  const mr_state *child = laws->spare[1];
  mr_laws_write_state(laws, child, laws->text[0]);
  uint64_t text = mr_hash_bytes(MR_HASH_START, laws->text[0], strlen(laws->text[0]));
  uint64_t hash = mr_game_hash(laws->game, child);
  for (size_t i = 0; i < seen->count; i++) {
    if (seen->text[i] != text) {
      mr_laws_expect(laws, MR_LAW_HASH_TELLS, seen->hash[i] != hash,
                     "has the same hash as action %" PRIu32 ", but leads to %s", laws->sample[i],
                     laws->text[0]);
    }
  }
  seen->text[seen->count] = text;
  seen->hash[seen->count] = hash;
  seen->count++;
}

void mr_laws_children(mr_laws *laws, bool texts) {
  siblings seen = {.count = 0};
  laws->action = MR_ACTION_NONE;
  mr_laws_expect(laws, MR_LAW_HASH,
                 mr_game_hash(laws->game, laws->state) == mr_game_rehash(laws->game, laws->state),
                 "the hash is %016" PRIx64 ", computed afresh %016" PRIx64,
                 mr_game_hash(laws->game, laws->state), mr_game_rehash(laws->game, laws->state));
  for (size_t i = 0; i < laws->sample_count; i++) {
    laws->action = laws->sample[i];
    check_child(laws);
    if (texts) {
      check_siblings(laws, &seen);
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

/** Whether the copy lists what the original listed. */
static bool lists_alike(mr_laws *laws, const mr_state *copy) {
  size_t count = mr_laws_options_of(laws, copy, laws->list);
  return count == laws->count && memcmp(laws->list, laws->listed, count * sizeof *laws->list) == 0;
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
  bool alike = lists_alike(laws, copy) && mr_game_legal(game, copy, action);
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

/* ---- what is not legal ----------------------------------------------------------------------- */

static void try_number(mr_laws *laws, mr_action number) {
  if (mr_laws_is_listed(laws, number)) {
    return;
  }
  bool legal = mr_game_legal(laws->game, laws->state, number);
  if (laws->node.kind == MR_NODE_CHANCE) {
    mr_laws_expect(laws, MR_LAW_LEGAL, !legal || mr_laws_is_face(laws, number),
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
