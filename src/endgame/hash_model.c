#include <marcher/random.h>

#include "endgame/endgame_priv.h"

/*
 * Most games keep their hash by adding (xor) a share for every man on his square and one for the
 * player to move. Where that is so, the hash of any position of a table is known without composing
 * it. So the shares are learnt here from composed positions, and expand.c checks every position
 * against them: if one differs, the table is begun anew as `exact`, without them.
 */

enum { LEARN_MOST = 4000, LEARN_SEED = 1 };

/* What is known so far. */
typedef struct learner {
  mr_endgame *endgame;
  endgame_table *table;
  bool known[MEN_MAX][CELLS_MAX]; /* by group and local number */
  bool begun[MEN_MAX];            /* group has a known share */
  bool side[2];
  size_t missing;
} learner;

static void learn_share(learner *l, size_t group, uint16_t local, uint64_t share) {
  if (!l->known[group][local]) {
    l->known[group][local] = true;
    l->begun[group] = true;
    l->table->groups[group].share[local] = share;
    l->missing--;
  }
}

/* The hash of a placing. @return false: it is illegal */
static bool hash_of(const learner *l, const uint16_t *at, unsigned player, uint64_t *hash) {
  const mr_game *game = l->endgame->game;
  mr_state *other = l->endgame->work.other;
  if (!mr_endgame_compose(game, l->table, at, player, other)) {
    return false;
  }
  *hash = mr_game_hash(game, other);
  return true;
}

/* Moves one man of a legal placing to every square whose share is unknown. */
static void vary(learner *l, uint16_t *at, unsigned player, uint64_t hash) {
  for (size_t man = 0; man < l->table->men; man++) {
    size_t g = l->table->group_of[man];
    uint16_t here = at[man];
    /* The shares of a group are known but for a common summand: the first may be anything. */
    if (!l->begun[g]) {
      learn_share(l, g, here, 0);
    }
    for (uint16_t local = 0; local < l->table->groups[g].size && l->known[g][here]; local++) {
      uint64_t varied = 0;
      at[man] = local;
      if (!l->known[g][local] && hash_of(l, at, player, &varied)) {
        learn_share(l, g, local, varied ^ hash ^ l->table->groups[g].share[here]);
      }
    }
    at[man] = here;
  }
}

uint64_t mr_endgame_placing_hash(const endgame_table *table, const uint16_t *at) {
  uint64_t hash = 0;
  for (size_t i = 0; i < table->men; i++) {
    hash ^= group_of_man(table, i)->share[at[i]];
  }
  return hash;
}

void mr_endgame_hash_model_learn(mr_endgame *endgame, endgame_table *table) {
  learner l = {.endgame = endgame, .table = table};
  mr_random random;
  mr_random_init(&random, LEARN_SEED);
  for (size_t i = 0; i < table->group_count; i++) {
    l.missing += table->groups[i].size;
  }
  for (unsigned i = 0; i < LEARN_MOST && (l.missing > 0 || !l.side[0] || !l.side[1]); i++) {
    uint16_t at[MEN_MAX];
    uint64_t hash = 0;
    unsigned player = i % 2;
    mr_endgame_unrank(endgame, table, (uint32_t)mr_random_below(&random, table->positions), at);
    if (hash_of(&l, at, player, &hash)) {
      vary(&l, at, player, hash);
      bool known = true;
      for (size_t man = 0; man < table->men; man++) {
        known = known && l.known[table->group_of[man]][at[man]];
      }
      if (known) {
        table->side_share[player] = hash ^ mr_endgame_placing_hash(table, at);
        l.side[player] = true;
      }
    }
  }
}

bool mr_endgame_hash_matches(const mr_game *game, const endgame_table *table, const uint16_t *at,
                             unsigned player, uint64_t hash, mr_state *other) {
  if (!table->exact) {
    return hash == (table->side_share[player] ^ mr_endgame_placing_hash(table, at));
  }
  return other != NULL && mr_endgame_compose(game, table, at, player, other) &&
         mr_game_hash(game, other) == hash;
}
