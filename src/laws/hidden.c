/* What is seen of a state, told of an action, and seen of its result. */
#include "laws/laws_priv.h"

#include <inttypes.h>
#include <marcher/hash.h>

#define check_observe(laws, ...) mr_laws_expect((laws), MR_LAW_OBSERVE, __VA_ARGS__)
#define check_leak(laws, ...) mr_laws_expect((laws), MR_LAW_NO_LEAK, __VA_ARGS__)

enum { DETERMINIZED = 2 };

/* ---- what is seen of a state ----------------------------------------------------------------- */

/** One viewer's knowledge of laws->state. */
typedef struct knowledge {
  mr_player player;                 /**< or MR_NOBODY */
  const char *who;                  /**< in reports */
  mr_state *seen;                   /**< what the viewer is shown */
  mr_state *possible[DETERMINIZED]; /**< what it may really be, for all the viewer knows */
} knowledge;

static void check_determinized(mr_laws *laws, const knowledge *k, mr_state *possible) {
  mr_state *again = laws->spare[1];
  uint64_t seed = mr_random_next(&laws->random);
  mr_laws_poison(laws, possible, 0x5A);
  mr_laws_poison(laws, again, 0xA5);
  mr_game_determinize(laws->game, k->seen, k->player, seed, possible);
  mr_game_determinize(laws->game, k->seen, k->player, seed, again);
  check_observe(laws, mr_laws_same(laws, possible, again),
                "%s's completion is another the second time", k->who);
  check_observe(laws, mr_game_hash(laws->game, possible) == mr_game_rehash(laws->game, possible),
                "%s's completion has a wrong hash", k->who);
  check_observe(laws, mr_laws_same_node(laws, mr_game_node(laws->game, possible)),
                "%s's completion has another node", k->who);
  check_observe(laws, mr_game_fully_known(laws->game, possible), "%s's completion is not whole",
                k->who);
  mr_laws_observe(laws, possible, k->player, again);
  check_observe(laws, mr_laws_same(laws, k->seen, again),
                "%s's completion, observed, differs in byte %zu", k->who,
                mr_laws_difference(laws, k->seen, again));
}

/**
 * The state and a completion, both written and read again, have nothing in common but what their
 * texts say: what the player still sees of a hidden thing, kept elsewhere, now differs.
 */
static void check_reread_looks(mr_laws *laws, const knowledge *k) {
  mr_state *left = laws->spare[0];
  mr_state *right = laws->spare[1];
  const mr_state *origins[2] = {laws->state, k->possible[0]};
  mr_state *looks[2] = {left, right};
  for (size_t i = 0; i < 2; i++) {
    mr_state *read = laws->walk[0];
    mr_error err = {.message = ""};
    bool fits = mr_laws_write_state(laws, origins[i], laws->text[0]);
    bool ok = fits && mr_game_parse_state(laws->game, laws->text[0], strlen(laws->text[0]), read,
                                          &err) == MR_OK;
    if (i == 1) {
      check_observe(laws, ok, "%s's completion %s is no legal state: %s", k->who, laws->text[0],
                    err.message);
      check_observe(laws, !ok || mr_game_fully_known(laws->game, read),
                    "%s's completion %s leaves something out", k->who, laws->text[0]);
    }
    if (!ok) {
      return; /* the state's own text is MR_LAW_STATE_TEXT's business */
    }
    mr_laws_observe(laws, read, k->player, looks[i]);
  }
  check_leak(laws, mr_laws_same(laws, left, right), "%s can tell the state from %s by byte %zu",
             k->who, laws->text[0], mr_laws_difference(laws, left, right));
}

static void check_viewer(mr_laws *laws, mr_player player) {
  const knowledge k = {
      .player = player,
      .who = mr_laws_who(laws, player),
      .seen = laws->spare[2],
      .possible = {laws->spare[3], laws->spare[4]},
  };
  mr_state *left = laws->spare[0];
  mr_state *right = laws->spare[1];
  mr_laws_observe(laws, laws->state, player, k.seen);
  mr_laws_observe(laws, k.seen, player, right);
  check_observe(laws, mr_laws_same(laws, k.seen, right),
                "%s's observation, observed again, differs in byte %zu", k.who,
                mr_laws_difference(laws, k.seen, right));
  check_observe(laws, mr_laws_same_node(laws, mr_game_node(laws->game, k.seen)),
                "%s is shown another node", k.who);
  bool withheld = !mr_laws_same(laws, k.seen, laws->state);
  laws->withheld = laws->withheld || withheld;
  check_observe(laws, mr_game_fully_known(laws->game, k.seen) == !withheld,
                "%s's observation withholds %s, but is %s whole", k.who,
                withheld ? "something" : "nothing", withheld ? "called" : "not called");
  for (size_t i = 0; i < DETERMINIZED; i++) {
    check_determinized(laws, &k, k.possible[i]);
  }
  /* Two possible states must look alike, and so must what players may do in them. */
  mr_laws_observe(laws, k.possible[0], player, left);
  mr_laws_observe(laws, k.possible[1], player, right);
  check_leak(laws, mr_laws_same(laws, left, right),
             "%s can tell two possible states apart by byte %zu", k.who,
             mr_laws_difference(laws, left, right));
  check_reread_looks(laws, &k);
  if (mr_laws_decides(laws, player)) {
    const mr_state *others[] = {k.seen, k.possible[0], k.possible[1]};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
      check_leak(laws, mr_laws_lists_alike(laws, others[i]), "%s has other actions in %s", k.who,
                 i == 0 ? "the observation" : "a completion");
    }
  }
}

/** A spectator sees nothing that a player may not see, and all of it when all players do. */
static void check_spectator(mr_laws *laws) {
  mr_state *seen = laws->spare[2];
  bool withheld = false;
  mr_laws_observe(laws, laws->state, MR_NOBODY, seen);
  for (uint8_t id = 0; id < laws->game->info.players; id++) {
    const mr_player player = {id};
    mr_state *shown = laws->spare[0];
    mr_state *of_shown = laws->spare[1];
    mr_laws_observe(laws, laws->state, player, shown);
    mr_laws_observe(laws, shown, MR_NOBODY, of_shown);
    withheld = withheld || !mr_laws_same(laws, laws->state, shown);
    check_leak(laws, mr_laws_same(laws, seen, of_shown),
               "a spectator sees in byte %zu what cannot be had from %s's observation",
               mr_laws_difference(laws, seen, of_shown), mr_laws_who(laws, player));
  }
  check_observe(laws, withheld || mr_laws_same(laws, laws->state, seen),
                "a spectator is shown another state (byte %zu), though every player sees all",
                mr_laws_difference(laws, laws->state, seen));
}

void mr_laws_hidden(mr_laws *laws) {
  laws->action = MR_ACTION_NONE;
  check_observe(laws, mr_game_fully_known(laws->game, laws->state), "a state is not whole");
  for (size_t i = 0; i < mr_laws_viewers(laws); i++) {
    check_viewer(laws, mr_laws_viewer(laws, i));
  }
  check_spectator(laws);
}

/* ---- what is told of an action --------------------------------------------------------------- */

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

static account account_of(mr_laws *laws, const listener *l, const mr_state *from,
                          mr_action action) {
  mr_state *child = laws->spare[0];
  mr_state *seen = laws->spare[1];
  mr_state_copy(laws->game, child, from);
  mr_laws_make(laws, child, action, NULL, &laws->events);
  size_t emitted = laws->events.count;
  mr_events_filter(laws->game, child, &laws->events, l->player);
  mr_laws_observe(laws, child, l->player, seen);
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text;
  mr_laws_write_action(laws, from, action, buffer, &text);
  account a = {
      .truth = hash_state(laws, child),
      .look = hash_state(laws, seen),
      .told = MR_HASH_START,
      .text = mr_hash_bytes(MR_HASH_START, text.data, text.length),
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

void mr_laws_sees(mr_laws *laws) {
  mr_state *seen = laws->spare[2];
  for (size_t i = 0; mr_game_can(laws->game, MR_CAN_HIDE) && i < mr_laws_viewers(laws); i++) {
    mr_player player = mr_laws_viewer(laws, i);
    listener l = {.player = player, .who = mr_laws_who(laws, player), .another = laws->spare[3]};
    mr_laws_observe(laws, laws->state, player, seen);
    mr_laws_poison(laws, l.another, 0x5A);
    mr_game_determinize(laws->game, seen, player, mr_random_next(&laws->random), l.another);
    check_siblings(laws, &l);
    check_look_alike(laws, &l);
  }
  laws->action = MR_ACTION_NONE;
}
