#include "ending_solver.h"

#include <marcher/compose.h>
#include <marcher/hash.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

enum { SLOTS = 1 << 21, TEXT_MOST = 256 };

static size_t slot_of(const ending_solver *s, const mr_state *state) {
  char text[TEXT_MOST];
  char other[TEXT_MOST];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_game_format_state(s->game, state, &out);
  size_t slot = (size_t)mr_hash_bytes(MR_HASH_START, text, strlen(text)) % SLOTS;
  while (s->slots[slot] != 0) {
    out = mr_str_fixed(other, sizeof other);
    mr_game_format_state(s->game, ending_solver_state(s, s->slots[slot] - 1), &out);
    if (strcmp(text, other) == 0) {
      break;
    }
    slot = (slot + 1) % SLOTS;
  }
  return slot;
}

static void grow(void **items, size_t count, size_t *capacity, size_t size) {
  if (count == *capacity) {
    *capacity = *capacity == 0 ? 1024 : 2 * *capacity;
    *items = realloc(*items, *capacity * size);
    assert_non_null(*items);
  }
}

/* The node of a state; a new one for a new state. */
static size_t node_of(ending_solver *s, const mr_state *state, bool composed) {
  size_t size = s->game->info.state_size;
  size_t slot = slot_of(s, state);
  if (s->slots[slot] == 0) {
    void *states = s->states;
    void *nodes = s->nodes;
    size_t capacity = s->capacity;
    grow(&states, s->count, &capacity, size);
    grow(&nodes, s->count, &s->capacity, sizeof *s->nodes);
    s->states = states;
    s->nodes = nodes;
    memcpy(s->states + s->count * size, state, size);
    s->nodes[s->count++] = (ending_node){.winner = MR_NOBODY};
    assert_true(s->count < SLOTS / 2);
    s->slots[slot] = s->count;
  }
  size_t node = s->slots[slot] - 1;
  s->nodes[node].composed = s->nodes[node].composed || composed;
  return node;
}

/* Puts the men from the `at`-th on, everywhere. */
static void compose_all(ending_solver *s, const mr_endgame_men *men, mr_placement *placed,
                        size_t at, mr_state *state) {
  if (at >= men->count || at >= MR_ENDGAME_MEN_MAX) {
    for (uint8_t player = 0; player < 2; player++) {
      if (mr_game_compose(s->game, placed, at, (mr_player){player}, state)) {
        node_of(s, state, true);
      }
    }
    return;
  }
  for (uint16_t cell = 0; cell < s->game->info.columns * s->game->info.rows; cell++) {
    const mr_endgame_man *man = &men->items[at];
    placed[at] = (mr_placement){man->piece, {cell}};
    bool free = (man->cells.bits[cell / 64] >> (cell % 64) & 1) != 0;
    for (size_t i = 0; i < at; i++) {
      free = free && placed[i].cell.id != cell;
    }
    if (free) {
      compose_all(s, men, placed, at + 1, state);
    }
  }
}

/* Writes down what the actions of a node lead to, and the ends. */
static void expand(ending_solver *s, size_t index, mr_state *state) {
  mr_action actions[512];
  uint8_t score[MR_MAX_PLAYERS];
  mr_state_copy(s->game, state, ending_solver_state(s, index));
  mr_node node = mr_game_node(s->game, state);
  s->nodes[index].player = node.player;
  s->nodes[index].first = s->next_count;
  if (node.kind == MR_NODE_TERMINAL) {
    mr_game_score(s->game, state, score);
    s->nodes[index].decided = score[0] != score[1];
    s->nodes[index].winner =
        score[0] == score[1] ? MR_NOBODY : (mr_player){score[0] > score[1] ? 0 : 1};
    return;
  }
  size_t count = mr_game_actions(s->game, state, actions);
  s->nodes[index].count = count;
  for (size_t i = 0; i < count; i++) {
    void *next = s->next;
    mr_state_copy(s->game, state, ending_solver_state(s, index));
    mr_game_make(s->game, state, actions[i], NULL, NULL);
    size_t to = node_of(s, state, false);
    grow(&next, s->next_count, &s->next_capacity, sizeof *s->next);
    s->next = next;
    s->next[s->next_count++] = to;
  }
}

/* Decides a node in `plies`, if it is decided then. @return whether it is */
static bool decide(ending_solver *s, ending_node *node, unsigned plies) {
  bool lost = node->count > 0;
  for (size_t i = 0; i < node->count; i++) {
    const ending_node *next = &s->nodes[s->next[node->first + i]];
    bool known = next->decided && next->plies < plies;
    if (known && next->winner.id == node->player.id) {
      node->winner = node->player;
      node->decided = true;
      node->plies = plies;
      return true;
    }
    lost = lost && known;
  }
  if (lost) {
    node->winner = (mr_player){(uint8_t)(1 - node->player.id)};
    node->decided = true;
    node->plies = plies;
  }
  return lost;
}

void ending_solver_init(ending_solver *solver, const mr_game *game, const mr_endgame_men *men) {
  mr_placement placed[MR_ENDGAME_MEN_MAX];
  mr_state *state = mr_state_new(game, NULL);
  *solver = (ending_solver){.game = game};
  solver->slots = calloc(SLOTS, sizeof *solver->slots);
  assert_non_null(solver->slots);
  assert_non_null(state);
  compose_all(solver, men, placed, 0, state);
  for (size_t i = 0; i < solver->count; i++) {
    expand(solver, i, state);
  }
  mr_state_free(game, NULL, state);
  bool more = true;
  for (unsigned plies = 1; more; plies++) {
    more = false;
    for (size_t i = 0; i < solver->count; i++) {
      if (!solver->nodes[i].decided) {
        more = decide(solver, &solver->nodes[i], plies) || more;
      }
    }
  }
}

void ending_solver_done(ending_solver *solver) {
  free(solver->states);
  free(solver->nodes);
  free(solver->next);
  free(solver->slots);
  *solver = (ending_solver){0};
}
