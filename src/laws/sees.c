#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/hash.h>

#define check_leak(laws, ...) mr_laws_expect((laws), MR_LAW_NO_LEAK, __VA_ARGS__)

/** What an action leads to, and what one viewer learns of it. */
typedef struct account {
  uint64_t truth; /**< hash of the bytes that it leads to */
  uint64_t look;  /**< of what the viewer then sees */
  uint64_t told;  /**< of the events that the viewer is told */
  uint64_t text;  /**< of the action's text */
  bool reveals;   /**< one of the events says that something comes to light */
  bool public;    /**< the viewer is told all events, and so may be told the action */
} account;

/** Somebody who watches what is done at laws->state. */
typedef struct listener {
  mr_player player;  /**< or MR_NOBODY */
  const char *who;   /**< in reports */
  mr_state *another; /**< a state that looks to the listener like laws->state */
  account accounts[MR_LAWS_SAMPLE];
} listener;

static uint64_t hash_event(uint64_t hash, const mr_event *event) {
  const uint64_t fields[] = {
      event->kind,
      event->player.id,
      event->other.id,
      event->from.id,
      event->to.id,
      event->rule,
      event->piece.id,
      event->piece2.id,
      (uint64_t)event->value[0],
      (uint64_t)event->value[1],
  };
  return mr_hash_bytes(hash, fields, sizeof fields);
}

static uint64_t hash_state(const mr_laws *laws, const mr_state *state) {
  return mr_hash_bytes(MR_HASH_START, state, laws->game->info.state_size);
}

static uint64_t hash_action(const mr_laws *laws, const mr_state *state, mr_action action) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_game_format_action(laws->game, state, action, &text);
  return mr_hash_bytes(MR_HASH_START, text.data, text.length);
}

static account account_of(mr_laws *laws, const listener *l, const mr_state *from,
                          mr_action action) {
  mr_state *child = laws->spare[0];
  mr_state *seen = laws->spare[1];
  mr_state_copy(laws->game, child, from);
  mr_laws_make(laws, child, action, NULL, &laws->events);
  size_t emitted = laws->events.count;
  mr_events_filter(laws->game, child, &laws->events, l->player);
  mr_laws_observe(laws, child, l->player, seen);
  account a = {
      .truth = hash_state(laws, child),
      .look = hash_state(laws, seen),
      .told = MR_HASH_START,
      .text = hash_action(laws, from, action),
      .public = laws->events.count == emitted,
  };
  for (size_t i = 0; i < laws->events.count; i++) {
    a.told = hash_event(a.told, &laws->events.items[i]);
    a.reveals = a.reveals || laws->events.items[i].kind == MR_EVENT_REVEAL;
  }
  return a;
}

/** What is told of actions must not tell apart what looks alike afterwards. */
static void check_siblings(mr_laws *laws, listener *l) {
  for (size_t i = 0; i < laws->sample_count; i++) {
    const account *a = &l->accounts[i];
    laws->action = laws->sample[i];
    l->accounts[i] = account_of(laws, l, laws->state, laws->action);
    for (size_t k = 0; k < i; k++) {
      const account *b = &l->accounts[k];
      check_leak(laws, a->look != b->look || a->truth == b->truth || a->told == b->told,
                 "looks to %s like action %" PRIu32 " when it is done, but is told otherwise",
                 l->who, laws->sample[k]);
      check_leak(laws, a->look != b->look || a->truth == b->truth || !(a->public && b->public),
                 "looks to %s like action %" PRIu32 " when it is done, but no event is secret",
                 l->who, laws->sample[k]);
    }
  }
}

/**
 * Nor may what is told, or seen, of one action tell apart what looked alike before: what comes to
 * light has to be announced.
 */
static void check_look_alike(mr_laws *laws, const listener *l) {
  for (size_t i = 0; i < laws->sample_count; i++) {
    laws->action = laws->sample[i];
    if (!mr_game_legal(laws->game, l->another, laws->action)) {
      continue;
    }
    const account *a = &l->accounts[i];
    const account b = account_of(laws, l, l->another, laws->action);
    bool open = a->reveals || b.reveals || a->truth == b.truth;
    check_leak(laws, open || a->look != b.look || a->told == b.told,
               "tells %s something hidden that is not to be seen", l->who);
    check_leak(laws, open || a->look == b.look || a->told != b.told,
               "shows %s something hidden that no event tells of", l->who);
    check_leak(laws, open || a->look != b.look || !a->public || a->text == b.text,
               "tells %s something hidden by its text", l->who);
  }
}

static void check_listener(mr_laws *laws, mr_player player) {
  listener l = {.player = player, .who = mr_laws_who(laws, player), .another = laws->spare[3]};
  mr_state *seen = laws->spare[2];
  mr_laws_observe(laws, laws->state, player, seen);
  mr_laws_poison(laws, l.another, 0x5A);
  mr_game_determinize(laws->game, seen, player, mr_random_next(&laws->random), l.another);
  check_siblings(laws, &l);
  check_look_alike(laws, &l);
}

void mr_laws_sees(mr_laws *laws) {
  for (size_t i = 0; mr_game_can(laws->game, MR_CAN_HIDE) && i < mr_laws_viewers(laws); i++) {
    check_listener(laws, mr_laws_viewer(laws, i));
  }
  laws->action = MR_ACTION_NONE;
}
