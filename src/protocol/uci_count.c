#include "kernel/perft_counter.h"
#include "protocol/uci_priv.h"

enum {
  LEAP =
      3, /**< at most so many actions are counted at one go, between two looks at the stop flag */
  /** About as many positions are, at most: lists of one game have ten actions, of others thousands
   */
  LEAP_POSITIONS = 1000,
  LEVELS = 96 /**< of looking at it; what is deeper is counted at one go, too */
};

/** A position on the way down, and what can be done there. */
typedef struct level {
  mr_state *state;
  mr_action *list;
  size_t count; /**< of `list` */
} level;

/** A count at work. */
typedef struct counting {
  mr_uci *uci;
  const mr_game *game;
  const atomic_bool *stop;
  mr_perft_counter counter;
  mr_arena arena;
  mr_chance *chances;
  level levels[LEVELS];
  mr_status status;
} counting;

static bool on(const counting *c) {
  return c->status == MR_OK && !atomic_load(c->stop);
}

/** Makes a level's room. @return false: out of memory */
static bool reserve(counting *c, unsigned at) {
  const mr_game_info *info = &c->game->info;
  level *l = &c->levels[at];
  size_t room = info->max_actions > info->max_chances ? info->max_actions : info->max_chances;
  if (l->list == NULL) {
    l->state = mr_arena_zero(&c->arena, 1, info->state_size);
    l->list = mr_arena_zero(&c->arena, room, sizeof *l->list);
  }
  bool good = l->state != NULL && l->list != NULL;
  c->status = good ? c->status : mr_error_set(&c->uci->count.error, MR_ERR_NOMEM, "out of memory");
  return good;
}

static size_t list_actions(counting *c, const level *l, bool chance) {
  uint64_t total = 0;
  if (!chance) {
    return mr_game_actions(c->game, l->state, l->list);
  }
  size_t count = mr_game_chances(c->game, l->state, c->chances, &total);
  for (size_t i = 0; i < count; i++) {
    l->list[i] = c->chances[i].action;
  }
  return count;
}

static void at_one_go(counting *c, const mr_state *state, unsigned depth, uint64_t *nodes) {
  uint64_t some = 0;
  c->status = mr_perft_counter_count(&c->counter, state, depth, &some, &c->uci->count.error);
  *nodes += c->status == MR_OK ? some : 0;
}

/** Whether what is behind is soon counted, if lists are as long there as one action before. */
static bool is_little(size_t width, unsigned depth) {
  size_t positions = 1;
  for (unsigned i = 1; i < depth && positions <= LEAP_POSITIONS; i++) {
    positions *= width;
  }
  return depth <= LEAP && positions <= LEAP_POSITIONS;
}

/** Counts what is behind the state of a level, but the first. The recursion is bounded by LEVELS.
 */
static void count_below(counting *c, unsigned at, unsigned depth, uint64_t *nodes) {
  level *here = &c->levels[at];
  mr_node_kind kind = mr_game_node(c->game, here->state).kind;
  bool little = depth <= 1 || is_little(c->levels[at - 1].count, depth);
  if (little || kind == MR_NODE_TERMINAL || at + 1 == LEVELS) {
    at_one_go(c, here->state, depth, nodes);
    return;
  }
  if (!reserve(c, at + 1)) {
    return;
  }
  bool chance = kind == MR_NODE_CHANCE;
  here->count = list_actions(c, here, chance);
  for (size_t i = 0; i < here->count && on(c); i++) {
    mr_state_copy(c->game, c->levels[at + 1].state, here->state);
    mr_game_make(c->game, c->levels[at + 1].state, here->list[i], NULL, NULL);
    count_below(c, at + 1, chance ? depth : depth - 1, nodes);
  }
}

static void report_branch(mr_uci *uci, const mr_state *root, mr_action action, uint64_t nodes) {
  const mr_dialog *d = uci_dialog(uci);
  mr_str out;
  mr_str_init(&out, d->allocator);
  mr_uci_action(d->game, root, action, &out);
  mr_str_format(&out, ": %llu\n", (unsigned long long)nodes);
  mr_dialog_send(uci_dialog(uci), &out);
}

/** Counts behind every action in turn. A branch that was stopped is not told. */
static void count_branches(counting *c) {
  uci_count *result = &c->uci->count;
  level *root = &c->levels[0];
  root->count = list_actions(c, root, false);
  for (size_t i = 0; i < root->count && on(c); i++) {
    uint64_t nodes = 0;
    mr_state_copy(c->game, c->levels[1].state, root->state);
    mr_game_make(c->game, c->levels[1].state, root->list[i], NULL, NULL);
    count_below(c, 1, result->depth - 1, &nodes);
    if (on(c)) {
      report_branch(c->uci, root->state, root->list[i], nodes);
      result->total += nodes;
    }
  }
}

static void count(void *context, const atomic_bool *stop) {
  mr_uci *uci = context;
  const mr_dialog *d = uci_dialog(uci);
  counting c = {.uci = uci, .game = d->game, .stop = stop};
  mr_arena_init(&c.arena, d->allocator, SIZE_MAX);
  mr_perft_counter_init(&c.counter, d->game, true, d->allocator);
  c.chances = mr_arena_zero(&c.arena, d->game->info.max_chances + 1, sizeof *c.chances);
  if (reserve(&c, 0) && reserve(&c, 1) && c.chances != NULL) {
    mr_state_copy(d->game, c.levels[0].state, d->search.observation);
    count_branches(&c);
  }
  uci->count.status = c.status;
  uci->count.stopped = atomic_load(stop);
  mr_perft_counter_done(&c.counter);
  mr_arena_done(&c.arena);
}

/** The last line is for the end of the work, so that who reads it finds nothing running. */
static void counted(void *context, const mr_search_result *unused, const mr_error *error) {
  (void)unused;
  (void)error;
  mr_uci *uci = context;
  const uci_count *result = &uci->count;
  if (result->status != MR_OK) {
    mr_uci_say_error(uci, "go perft", &result->error);
    return;
  }
  mr_str out;
  mr_str_init(&out, uci_dialog(uci)->allocator);
  mr_str_format(&out, "\nNodes searched: %llu%s\n\n", (unsigned long long)result->total,
                result->stopped ? " (stopped)" : "");
  mr_dialog_send(uci_dialog(uci), &out);
}

void mr_uci_count(mr_uci *uci, uint64_t depth) {
  mr_dialog *d = uci_dialog(uci);
  mr_dialog_task task = {.work = count, .finish = counted, .context = uci};
  mr_error err;
  mr_node node = mr_session_node(d->board);
  if (depth == 0 || node.kind != MR_NODE_DECISION ||
      !mr_game_fully_known(d->game, mr_dialog_state(d))) {
    mr_uci_say(uci, "go perft takes a depth from 1 and a position in which a player decides and "
                    "nothing is unknown");
    return;
  }
  uci->count = (uci_count){.depth = (unsigned)depth};
  mr_state_copy(d->game, d->search.observation, mr_dialog_state(d));
  if (mr_dialog_think(d, &task, &err) != MR_OK) {
    mr_uci_say_error(uci, "go perft", &err);
  }
}
