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
} ahead;

static mr_form form_of(const ahead *a, const mr_state *state, mr_action action) {
  mr_form form;
  mr_game_form(a->game, state, action, &form);
  return form;
}

/** The actions of a state that begin on the cell, each target once in `seen`. */
static void mark_targets(const ahead *a, const mr_state *state, uint8_t *seen) {
  size_t count = mr_game_actions(a->game, state, a->actions);
  for (size_t i = 0; i < count; i++) {
    mr_form form = form_of(a, state, a->actions[i]);
    if (mr_cell_same(form.from, a->cell) && form.to.id != MR_NOWHERE_ID) {
      seen[form.to.id] = 1;
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

/** Counts for each cell after how many of the first actions it can be reached. @return of how many
 */
static unsigned count_targets(const ahead *a, const mr_state *state, const mr_action *first,
                              size_t count, uint8_t *seen, uint16_t *times, size_t cells) {
  unsigned tries = 0;
  for (size_t i = 0; i < count; i++) {
    mr_state_copy(a->game, a->state, state);
    mr_game_make(a->game, a->state, first[i], NULL, NULL);
    if (!come_to_owner(a)) {
      continue;
    }
    tries++;
    memset(seen, 0, cells);
    mark_targets(a, a->state, seen);
    for (size_t k = 0; k < cells; k++) {
      times[k] = (uint16_t)(times[k] + seen[k]);
    }
  }
  return tries;
}

static size_t look_ahead(const ahead *a, const mr_state *state, bool *now, mr_cell *out,
                         mr_arena *arena) {
  size_t cells = (size_t)a->game->info.columns * a->game->info.rows;
  mr_action first[TRIES_MOST];
  uint8_t *seen = mr_arena_zero(arena, cells, 1);
  uint16_t *times = mr_arena_zero(arena, cells, sizeof *times);
  mr_node node = mr_game_node(a->game, state);
  if (seen == NULL || times == NULL || node.kind != MR_NODE_DECISION) {
    return 0;
  }
  unsigned tries = 1;
  *now = mr_player_same(node.player, a->owner);
  if (*now) {
    mark_targets(a, state, seen);
    for (size_t i = 0; i < cells; i++) {
      times[i] = seen[i];
    }
  } else {
    bool button;
    size_t count = mr_game_actions(a->game, state, a->actions);
    mr_state_copy(a->game, a->state, state);
    mr_action idle = idle_action(a, count, &button);
    size_t used = button ? 1 : count < TRIES_MOST ? count : TRIES_MOST;
    memcpy(first, button ? &idle : a->actions, used * sizeof *first);
    tries = count_targets(a, state, first, used, seen, times, cells);
  }
  size_t count = 0;
  for (size_t i = 0; i < cells; i++) {
    if (times[i] * 2u > tries) {
      out[count++] = (mr_cell){(uint16_t)i};
    }
  }
  return count;
}

size_t mr_guide_reach(const mr_game *game, const mr_state *state, mr_cell cell, mr_player owner,
                      bool *now, mr_cell *out) {
  mr_arena arena;
  mr_arena_init(&arena, game->allocator, SIZE_MAX);
  ahead a = {.game = game, .cell = cell, .owner = owner};
  a.state = mr_state_new(game, game->allocator);
  a.actions = mr_arena_zero(&arena, game->info.max_actions, sizeof *a.actions);
  a.chances = mr_arena_zero(&arena, game->info.max_chances + 1, sizeof *a.chances);
  size_t count = 0;
  *now = false;
  if (a.state != NULL && a.actions != NULL && a.chances != NULL) {
    count = look_ahead(&a, state, now, out, &arena);
  }
  mr_state_free(game, game->allocator, a.state);
  mr_arena_done(&arena);
  return count;
}
