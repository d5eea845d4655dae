/* Every position that can come about from one, told apart by its key. */
#include <marcher/hash.h>
#include <string.h>

#include "kernel/play_on.h"
#include "measure/solve_priv.h"

/* Positions wait as texts: those are much smaller than states, which hold the history of a game.
 * Of the memory so many parts of eight: positions, their successors, states that wait. Blocks
 * come zeroed page by page as they are used, so that small games take little. */
enum { PARTS = 8, FOR_NODES = 3, FOR_EDGES = 3, FOR_STATES = 2 };

/** What a position takes besides its successors: itself, two slots, and what judging needs. */
#define NODE_BYTES (sizeof(mr_solve_node) + 4 * sizeof(uint32_t) + 5 * sizeof(uint32_t))
/** A successor: there and back, and its odds. */
#define EDGE_BYTES (2 * sizeof(uint32_t) + sizeof(double))

/* ---- positions ------------------------------------------------------------------------------- */

static size_t slot_of(const mr_solve_graph *g, uint64_t key) {
  size_t at = (size_t)mr_mix64(key) & (g->slot_count - 1);
  while (g->slots[at] != 0 && g->nodes[g->slots[at] - 1].key != key) {
    at = (at + 1) & (g->slot_count - 1);
  }
  return at;
}

static uint64_t key_of(mr_solve_graph *g, const mr_state *state) {
  return g->clocks ? mr_solving_text_hash(g->game, state, &g->text) : mr_game_hash(g->game, state);
}

uint32_t mr_solve_graph_find(mr_solve_graph *g, const mr_state *state) {
  uint32_t found = g->slots[slot_of(g, key_of(g, state))];
  return found != 0 ? found - 1 : MR_SOLVE_NOWHERE;
}

/** Whether somebody does not see all of a state. */
static bool has_secrets(const mr_solve_graph *g, const mr_state *state) {
  bool any = false;
  for (uint8_t i = 0; mr_game_can(g->game, MR_CAN_HIDE) && i < g->game->info.players && !any; i++) {
    mr_game_observe(g->game, state, (mr_player){i}, g->seen);
    any = memcmp(g->seen, state, g->game->info.state_size) != 0;
  }
  return any;
}

/** Writes the text with its numbers, which are clocks, as of a fresh game. */
static void write_unclocked(const char *text, mr_str *out) {
  size_t board = strcspn(text, " ");
  const char *number = "0";
  mr_str_bytes(out, text, board);
  for (text += board; *text != '\0';) {
    size_t blanks = strspn(text, " ");
    size_t length = strcspn(text + blanks, " ");
    bool counts = strspn(text + blanks, "0123456789") == length && length > 0;
    mr_str_bytes(out, text, blanks);
    mr_str_bytes(out, counts ? number : text + blanks, counts ? 1 : length);
    number = counts ? "1" : number;
    text += blanks + length;
  }
}

/**
 * Writes the text of `child`, without clocks where a text without them is of the same position:
 * who goes on behind an end by a clock has more on it than texts may say.
 */
static void write_fresh(mr_solve_graph *g, uint64_t key, char *out) {
  const mr_game *game = g->game;
  size_t room = game->info.max_state_text;
  mr_str text = mr_str_fixed(out, room);
  mr_error error;
  if (!g->clocks && game->ops->play_on != NULL) {
    mr_str_reset(&g->text);
    mr_game_format_state(game, g->child, &g->text);
    write_unclocked(mr_str_text(&g->text), &text);
    if (text.status == MR_OK &&
        mr_game_parse_state(game, out, text.length, g->seen, &error) == MR_OK &&
        mr_game_hash(game, g->seen) == key &&
        mr_game_node(game, g->seen).kind != MR_NODE_TERMINAL) {
      return;
    }
    text = mr_str_fixed(out, room);
  }
  mr_game_format_state(game, g->child, &text);
}

/**
 * The number of the position of `child`, new where it has not been met. Ends that history has
 * brought about are none: the position goes on. @return ::MR_SOLVE_NOWHERE: there is no room
 */
static uint32_t meet(mr_solve_graph *g) {
  const mr_game *game = g->game;
  while (!g->clocks && mr_game_play_on(game, g->child)) {
  }
  uint64_t key = key_of(g, g->child);
  size_t slot = slot_of(g, key);
  if (g->slots[slot] != 0) {
    return g->slots[slot] - 1;
  }
  bool ends = mr_game_node(game, g->child).kind == MR_NODE_TERMINAL;
  g->secrets = g->secrets || (!ends && has_secrets(g, g->child));
  if (g->secrets || g->node_count == g->node_room || (!ends && g->state_count == g->state_room)) {
    return MR_SOLVE_NOWHERE;
  }
  uint32_t number = (uint32_t)g->node_count++;
  g->slots[slot] = number + 1;
  g->nodes[number] = (mr_solve_node){.key = key};
  if (ends) {
    g->nodes[number].kind = MR_SOLVE_END;
    g->nodes[number].points = (uint8_t)mr_solving_points(game, g->child);
  } else {
    size_t at = (g->state_first + g->state_count++) % g->state_room;
    write_fresh(g, key, g->states + at * game->info.max_state_text);
    g->waiting[at] = number;
  }
  g->s->out->positions = g->node_count;
  return number;
}

/** Finds the successors of `state`. @return false: there is no room for all of them */
static bool expand(mr_solve_graph *g, uint32_t number) {
  const mr_game *game = g->game;
  mr_node what = mr_game_node(game, g->state);
  bool chance = what.kind == MR_NODE_CHANCE;
  uint64_t total = 1;
  size_t count = chance ? mr_game_chances(game, g->state, g->chances, &total)
                        : mr_game_actions(game, g->state, g->actions);
  size_t first = g->edge_count;
  if (count > g->edge_room - first) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    mr_state_copy(game, g->child, g->state);
    mr_game_make(game, g->child, chance ? g->chances[i].action : g->actions[i], NULL, NULL);
    g->s->out->nodes++;
    uint32_t to = meet(g);
    if (to == MR_SOLVE_NOWHERE) {
      g->edge_count = first;
      return false;
    }
    if (g->odds != NULL) {
      g->odds[g->edge_count] = chance ? (double)g->chances[i].weight / (double)total : 0;
    }
    g->next[g->edge_count++] = to;
  }
  g->nodes[number].first = (uint32_t)first;
  g->nodes[number].count = (uint32_t)count;
  g->nodes[number].kind = (uint8_t)(chance                                    ? MR_SOLVE_CHANCE
                                    : mr_solving_side(game, what.player) == 0 ? MR_SOLVE_SIDE0
                                                                              : MR_SOLVE_SIDE1);
  return true;
}

static mr_status visit(mr_solve_graph *g, const mr_state *root, mr_error *err) {
  const mr_game *game = g->game;
  mr_state_copy(game, g->child, root);
  bool room = meet(g) != MR_SOLVE_NOWHERE;
  while (room && g->state_count > 0 && !mr_solving_is_over(g->s)) {
    size_t at = g->state_first;
    const char *text = g->states + at * game->info.max_state_text;
    mr_status status = mr_game_parse_state(game, text, strlen(text), g->state, err);
    if (status != MR_OK) {
      return status;
    }
    while (!g->clocks && mr_game_play_on(game, g->state)) {
    }
    g->state_first = (at + 1) % g->state_room;
    g->state_count--;
    room = expand(g, g->waiting[at]);
  }
  if (g->secrets) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "something is hidden from a player here: what is best then depends on "
                        "what is believed, and no single move is");
  }
  g->s->out->complete = room && g->state_count == 0;
  return MR_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

static size_t below(size_t wanted, size_t most) {
  return wanted < most ? wanted : most;
}

mr_status mr_solve_graph_init(mr_solve_graph *g, mr_solving *s, const mr_state *root, bool clocks,
                              mr_error *err) {
  const mr_game_info *info = &s->game->info;
  size_t part = s->memory / PARTS;
  *g = (mr_solve_graph){.s = s, .game = s->game, .clocks = clocks};
  g->text = mr_str_growing(s->allocator);
  g->node_room = below(FOR_NODES * part / NODE_BYTES + 16, UINT32_MAX / 4);
  g->edge_room = below(FOR_EDGES * part / EDGE_BYTES + 16, UINT32_MAX - 1);
  g->state_room =
      below(FOR_STATES * part / (info->max_state_text + sizeof *g->waiting) + 16, g->node_room);
  for (g->slot_count = 1; g->slot_count < 2 * g->node_room;) {
    g->slot_count *= 2;
  }
  g->nodes = mr_alloc_zero(s->allocator, g->node_room, sizeof *g->nodes);
  g->slots = mr_alloc_zero(s->allocator, g->slot_count, sizeof *g->slots);
  g->next = mr_alloc_zero(s->allocator, g->edge_room, sizeof *g->next);
  g->states = mr_alloc_zero(s->allocator, g->state_room, info->max_state_text);
  g->waiting = mr_alloc_zero(s->allocator, g->state_room, sizeof *g->waiting);
  g->state = mr_state_new(s->game, s->allocator);
  g->child = mr_state_new(s->game, s->allocator);
  g->seen = mr_state_new(s->game, s->allocator);
  g->actions = mr_alloc_zero(s->allocator, info->max_actions, sizeof *g->actions);
  g->chances = mr_alloc_zero(s->allocator, info->max_chances + 1, sizeof *g->chances);
  bool dice = mr_game_can(s->game, MR_CAN_CHANCE);
  g->odds = dice ? mr_alloc_zero(s->allocator, g->edge_room, sizeof *g->odds) : NULL;
  if (g->nodes == NULL || g->slots == NULL || g->next == NULL || g->states == NULL ||
      g->waiting == NULL || g->state == NULL || g->child == NULL || g->seen == NULL ||
      g->actions == NULL || g->chances == NULL || (dice && g->odds == NULL)) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for positions");
  }
  return visit(g, root, err);
}

void mr_solve_graph_done(mr_solve_graph *g) {
  const mr_allocator *allocator = g->s->allocator;
  const mr_game_info *info = &g->game->info;
  mr_str_done(&g->text);
  mr_alloc_free(allocator, g->odds, g->odds != NULL ? g->edge_room * sizeof *g->odds : 0);
  mr_alloc_free(allocator, g->chances, (info->max_chances + 1) * sizeof *g->chances);
  mr_alloc_free(allocator, g->actions, info->max_actions * sizeof *g->actions);
  mr_state_free(g->game, allocator, g->seen);
  mr_state_free(g->game, allocator, g->child);
  mr_state_free(g->game, allocator, g->state);
  mr_alloc_free(allocator, g->waiting, g->state_room * sizeof *g->waiting);
  mr_alloc_free(allocator, g->states, g->state_room * info->max_state_text);
  mr_alloc_free(allocator, g->next, g->edge_room * sizeof *g->next);
  mr_alloc_free(allocator, g->slots, g->slot_count * sizeof *g->slots);
  mr_alloc_free(allocator, g->nodes, g->node_room * sizeof *g->nodes);
}
