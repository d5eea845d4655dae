/* Where pieces can go, now or at their owner's next decision. */
#include <marcher/guide.h>
#include <string.h>

enum {
  TRIES_MOST = 128, /* actions that may come before: enough to tell what most of them leave */
  STEPS_MOST = 200  /* actions until the owner decides */
};

/** A look ahead. */
typedef struct ahead {
  const mr_game *game;
  mr_state *state;
  mr_action *actions;
  mr_chance *chances;
  mr_cell cell;
  mr_player owner;
  size_t cells;
  uint8_t *seen;   /**< by one action: 1 for each target */
  uint16_t *times; /**< after how many of the first actions each is one */
} ahead;

static mr_form form_of(const ahead *a, const mr_state *state, mr_action action) {
  mr_form form;
  mr_game_form(a->game, state, action, &form);
  return form;
}

/** The actions of a state that begin on the cell, each target once in `seen`. */
static void mark_targets(const ahead *a, const mr_state *state) {
  memset(a->seen, 0, a->cells);
  size_t count = mr_game_actions(a->game, state, a->actions);
  for (size_t i = 0; i < count; i++) {
    mr_form form = form_of(a, state, a->actions[i]);
    if (mr_cell_same(form.from, a->cell) && form.to.id != MR_NOWHERE_ID) {
      a->seen[form.to.id] = 1;
    }
  }
}

/** What is done by somebody of whom nothing is asked: the button, where there is one. */
static mr_action idle_action(const ahead *a, size_t count, bool *button) {
  *button = false;
  for (size_t i = 0; i < count; i++) {
    if (form_of(a, a->state, a->actions[i]).kind == MR_FORM_BUTTON) {
      *button = true;
      return a->actions[i];
    }
  }
  return a->actions[0];
}

static void pass_chance(const ahead *a) {
  uint64_t total;
  size_t count = mr_game_chances(a->game, a->state, a->chances, &total);
  size_t best = 0;
  for (size_t i = 1; i < count; i++) {
    best = a->chances[i].weight > a->chances[best].weight ? i : best;
  }
  mr_game_make(a->game, a->state, a->chances[best].action, NULL, NULL);
}

/** Goes on in `a->state` until the owner decides. @return false: the game is over before */
static bool come_to_owner(const ahead *a) {
  for (size_t step = 0; step < STEPS_MOST; step++) {
    mr_node node = mr_game_node(a->game, a->state);
    if (node.kind == MR_NODE_TERMINAL) {
      return false;
    }
    if (node.kind == MR_NODE_CHANCE) {
      pass_chance(a);
    } else if (mr_player_same(node.player, a->owner)) {
      return true;
    } else {
      bool button;
      size_t count = mr_game_actions(a->game, a->state, a->actions);
      mr_game_make(a->game, a->state, idle_action(a, count, &button), NULL, NULL);
    }
  }
  return false;
}

/** Adds up what each of the first actions leaves. @return how many of them could be gone on from */
static unsigned count_targets(const ahead *a, const mr_state *state, const mr_action *first,
                              size_t count) {
  unsigned tries = 0;
  for (size_t i = 0; i < count; i++) {
    mr_state_copy(a->game, a->state, state);
    mr_game_make(a->game, a->state, first[i], NULL, NULL);
    if (!come_to_owner(a)) {
      continue;
    }
    tries++;
    mark_targets(a, a->state);
    for (size_t k = 0; k < a->cells; k++) {
      a->times[k] = (uint16_t)(a->times[k] + a->seen[k]);
    }
  }
  return tries;
}

/** The same of what may come before the owner's next decision. */
static unsigned look_ahead(const ahead *a, const mr_state *state) {
  mr_action first[TRIES_MOST];
  bool button;
  size_t count = mr_game_actions(a->game, state, a->actions);
  mr_state_copy(a->game, a->state, state);
  mr_action idle = idle_action(a, count, &button);
  if (button) {
    return count_targets(a, state, &idle, 1);
  }
  count = count < TRIES_MOST ? count : TRIES_MOST;
  memcpy(first, a->actions, count * sizeof *first);
  return count_targets(a, state, first, count);
}

static size_t list_reach(const ahead *a, const mr_state *state, bool now, mr_cell *out) {
  size_t count = 0;
  unsigned tries = 1;
  if (now) {
    mark_targets(a, state);
  } else {
    tries = look_ahead(a, state);
  }
  for (size_t i = 0; i < a->cells; i++) {
    if (now ? a->seen[i] != 0 : a->times[i] * 2u > tries) {
      out[count++] = (mr_cell){(uint16_t)i};
    }
  }
  return count;
}

size_t mr_guide_reach(const mr_game *game, const mr_state *state, mr_cell cell, mr_player owner,
                      bool *now, mr_cell *out) {
  mr_arena arena;
  mr_node node = mr_game_node(game, state);
  mr_arena_init(&arena, game->allocator, SIZE_MAX);
  ahead a = {.game = game, .cell = cell, .owner = owner};
  a.cells = (size_t)game->info.columns * game->info.rows;
  a.state = mr_state_new(game, game->allocator);
  a.actions = mr_arena_zero(&arena, game->info.max_actions, sizeof *a.actions);
  a.chances = mr_arena_zero(&arena, game->info.max_chances + 1, sizeof *a.chances);
  a.seen = mr_arena_zero(&arena, a.cells, 1);
  a.times = mr_arena_zero(&arena, a.cells, sizeof *a.times);
  size_t count = 0;
  *now = mr_player_same(node.player, owner);
  if (a.state != NULL && a.actions != NULL && a.chances != NULL && a.seen != NULL &&
      a.times != NULL && node.kind == MR_NODE_DECISION) {
    count = list_reach(&a, state, *now, out);
  }
  mr_state_free(game, game->allocator, a.state);
  mr_arena_done(&arena);
  return count;
}
