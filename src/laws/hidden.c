#include "laws/laws_priv.h"

#include <inttypes.h>

#define check_observe(laws, ...) mr_laws_expect((laws), MR_LAW_OBSERVE, __VA_ARGS__)
#define check_leak(laws, ...) mr_laws_expect((laws), MR_LAW_NO_LEAK, __VA_ARGS__)

enum { DETERMINIZED = 2 };

/** One viewer's knowledge of laws->state. */
typedef struct knowledge {
  mr_player player;                 /**< or MR_NOBODY */
  const char *who;                  /**< in reports */
  mr_state *seen;                   /**< what the viewer is shown */
  mr_state *possible[DETERMINIZED]; /**< what it may really be, for all the viewer knows */
} knowledge;

static bool nodes_agree(const mr_laws *laws, const mr_state *state) {
  mr_node node = mr_game_node(laws->game, state);
  return node.kind == laws->node.kind && mr_player_same(node.player, laws->node.player);
}

static void check_observation(mr_laws *laws, const knowledge *k) {
  mr_state *again = laws->spare[1];
  mr_laws_observe(laws, k->seen, k->player, again);
  check_observe(laws, mr_laws_same(laws, k->seen, again),
                "%s's observation, observed again, differs in byte %zu", k->who,
                mr_laws_difference(laws, k->seen, again));
  check_observe(laws, nodes_agree(laws, k->seen), "%s is shown another node", k->who);
  bool withheld = !mr_laws_same(laws, k->seen, laws->state);
  laws->withheld = laws->withheld || withheld;
  check_observe(laws, mr_game_fully_known(laws->game, k->seen) == !withheld,
                "%s's observation withholds %s, but is %s whole", k->who,
                withheld ? "something" : "nothing", withheld ? "called" : "not called");
}

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
  check_observe(laws, nodes_agree(laws, possible), "%s's completion has another node", k->who);
  check_observe(laws, mr_game_fully_known(laws->game, possible), "%s's completion is not whole",
                k->who);
  mr_laws_observe(laws, possible, k->player, again);
  check_observe(laws, mr_laws_same(laws, k->seen, again),
                "%s's completion, observed, differs in byte %zu", k->who,
                mr_laws_difference(laws, k->seen, again));
}

/** Two possible states must look alike, and so must what players may do in them. */
static void check_looks(mr_laws *laws, const knowledge *k) {
  mr_state *left = laws->spare[0];
  mr_state *right = laws->spare[1];
  mr_laws_observe(laws, k->possible[0], k->player, left);
  mr_laws_observe(laws, k->possible[1], k->player, right);
  check_leak(laws, mr_laws_same(laws, left, right),
             "%s can tell two possible states apart by byte %zu", k->who,
             mr_laws_difference(laws, left, right));
}

static void check_same_choices(mr_laws *laws, const knowledge *k, const mr_state *other,
                               const char *what) {
  size_t count = mr_laws_options_of(laws, other, laws->list);
  check_leak(laws,
             count == laws->count &&
                 memcmp(laws->list, laws->listed, count * sizeof *laws->list) == 0,
             "%s has other actions in %s", k->who, what);
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
  mr_laws_observe(laws, laws->state, player, k.seen);
  check_observation(laws, &k);
  for (size_t i = 0; i < DETERMINIZED; i++) {
    check_determinized(laws, &k, k.possible[i]);
  }
  check_looks(laws, &k);
  check_reread_looks(laws, &k);
  if (laws->node.kind == MR_NODE_DECISION && mr_player_same(laws->node.player, player)) {
    check_same_choices(laws, &k, k.seen, "the observation");
    check_same_choices(laws, &k, k.possible[0], "a completion");
    check_same_choices(laws, &k, k.possible[1], "a completion");
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
