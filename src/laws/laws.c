#include <marcher/laws.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "laws/laws_priv.h"

enum { SLACK = 64 /**< entries behind every list, so that a game that lists too much is heard */ };

/** What stands behind every state and undo record, and nobody may write. */
static const char GUARD[16] = "nobody writes me";

/* ---- names ----------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  const char *text;
} law_words[MR_LAW_COUNT] = {
    [MR_LAW_UNDO] = {"undo", "An action taken back leaves every byte of the state as it was."},
    [MR_LAW_HASH] = {"hash", "The hash kept while playing is the hash computed afresh."},
    [MR_LAW_HASH_TELLS] = {"hash-tells",
                           "Different situations that follow one state have different hashes."},
    [MR_LAW_STATE_TEXT] = {"state-text",
                           "A state or an observation that is written and read again is the same "
                           "situation."},
    [MR_LAW_ACTION_TEXT] = {"action-text",
                            "Every action has a text of its own that reads back as the action, in "
                            "positions that are written down or composed, too."},
    [MR_LAW_ACTIONS] = {"actions",
                        "A decision lists at least one action, none twice, and only legal ones."},
    [MR_LAW_LEGAL] = {"legal", "Numbers that are not listed are not legal."},
    [MR_LAW_CHANCE] = {"chance", "The weights of a chance node are positive and sum to the total; "
                                 "the faces of an outcome lead where it leads."},
    [MR_LAW_TERMINAL] = {"terminal", "A game is over exactly when a rule has ended it; the teams "
                                     "then share one win. Whoever goes on behind an "
                                     "end stands where the game stood."},
    [MR_LAW_OBSERVE] = {"observe",
                        "Observing again changes nothing, nor does filling in what is hidden; it "
                        "is known what is whole."},
    [MR_LAW_NO_LEAK] = {"no-leak", "States that differ only in what is hidden look alike, events "
                                   "tell no more than is seen, and a spectator learns no more "
                                   "than any player."},
    [MR_LAW_LENGTH] = {"length", "No game is longer than its declared length."},
    [MR_LAW_EVENTS] = {"events",
                       "Actions report what happened; the end is announced to all, once, with its "
                       "rule."},
    [MR_LAW_COPY] = {"copy", "A state copied byte for byte plays on alike."},
    [MR_LAW_VIEW] = {"view", "The picture shows every cell once, and actions point into it."},
    [MR_LAW_PERFT] = {"perft",
                      "What a family counts at once is what is counted one by one, history apart."},
    [MR_LAW_INFO] = {"info", "What a game declares of itself is what is seen of it."},
};

const char *mr_law_name(mr_law law) {
  return (unsigned)law < MR_LAW_COUNT ? law_words[law].name : "?";
}

const char *mr_law_text(mr_law law) {
  return (unsigned)law < MR_LAW_COUNT ? law_words[law].text : "?";
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void *room(mr_laws *laws, size_t count, size_t size) {
  void *block = mr_arena_zero(&laws->arena, count, size);
  laws->status = block == NULL ? MR_ERR_NOMEM : laws->status;
  return block;
}

/** Zeroed memory behind which a guard stands. */
static void *guarded(mr_laws *laws, size_t size) {
  char *block = room(laws, 1, size + sizeof GUARD);
  if (block != NULL) {
    memcpy(block + size, GUARD, sizeof GUARD);
  }
  return block;
}

static bool guard_stands(const void *block, size_t size) {
  return memcmp((const char *)block + size, GUARD, sizeof GUARD) == 0;
}

static void prepare(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  size_t chances = info->max_chances + SLACK;
  size_t actions = 2 * info->max_actions + chances + SLACK;
  for (size_t i = 0; i < MR_LAWS_SPARES; i++) {
    laws->spare[i] = guarded(laws, info->state_size);
  }
  for (size_t i = 0; i < MR_LAWS_WALK; i++) {
    laws->walk[i] = guarded(laws, info->state_size);
    laws->undo[i] = guarded(laws, info->undo_size);
  }
  laws->state = guarded(laws, info->state_size);
  laws->start = guarded(laws, info->state_size);
  laws->listed = room(laws, actions, sizeof *laws->listed);
  laws->sorted = room(laws, actions, sizeof *laws->sorted);
  laws->list = room(laws, actions, sizeof *laws->list);
  laws->named = room(laws, actions, sizeof *laws->named);
  laws->chances = room(laws, chances, sizeof *laws->chances);
  laws->roll = room(laws, chances, sizeof *laws->roll);
  laws->men = laws->game->material != NULL
                  ? room(laws, (size_t)info->columns * info->rows, sizeof *laws->men)
                  : NULL;
  laws->events.capacity = info->max_events + SLACK;
  laws->events.items = room(laws, laws->events.capacity, sizeof *laws->events.items);
  laws->text[0] = room(laws, info->max_state_text, 1);
  laws->text[1] = room(laws, info->max_state_text, 1);
}

static void check_guards(mr_laws *laws) {
  const mr_game_info *info = &laws->game->info;
  bool states = guard_stands(laws->state, info->state_size);
  bool undos = true;
  for (size_t i = 0; i < MR_LAWS_SPARES; i++) {
    states = states && guard_stands(laws->spare[i], info->state_size);
  }
  for (size_t i = 0; i < MR_LAWS_WALK; i++) {
    states = states && guard_stands(laws->walk[i], info->state_size);
    undos = undos && guard_stands(laws->undo[i], info->undo_size);
  }
  mr_laws_expect(laws, MR_LAW_INFO, states, "a state is larger than state_size %zu",
                 info->state_size);
  mr_laws_expect(laws, MR_LAW_INFO, undos, "an undo record is larger than undo_size %zu",
                 info->undo_size);
}

/* ---- random play ----------------------------------------------------------------------------- */

/** All laws at laws->state. @return whether there is something to play */
static bool check_state(mr_laws *laws) {
  laws->report->states++;
  laws->action = MR_ACTION_NONE;
  laws->node = mr_game_node(laws->game, laws->state);
  mr_laws_terminal(laws);
  mr_laws_declared(laws);
  if (!mr_laws_list(laws)) {
    return false;
  }
  bool costly = laws->options->every <= 1 || laws->node.kind == MR_NODE_TERMINAL ||
                laws->report->states % laws->options->every == 1;
  mr_laws_chance(laws);
  mr_laws_children(laws, costly);
  mr_laws_walk(laws, laws->state);
  mr_laws_copy(laws);
  mr_laws_legal(laws);
  if (costly) {
    mr_laws_action_texts(laws);
    mr_laws_state_text(laws);
    mr_laws_hidden(laws);
    mr_laws_sees(laws);
    mr_laws_view(laws);
    mr_laws_perft(laws);
  }
  laws->action = MR_ACTION_NONE;
  check_guards(laws);
  return laws->status == MR_OK;
}

static void play(mr_laws *laws, mr_random random) {
  uint32_t most = laws->options->max_plies;
  uint32_t length = laws->game->info.max_length;
  laws->random = random;
  laws->decided = MR_NOBODY;
  laws->ways = 1;
  mr_game_start(laws->game, laws->state);
  mr_state_copy(laws->game, laws->start, laws->state);
  laws->ply = 0;
  mr_laws_start(laws);
  for (;; laws->ply++) {
    if (!check_state(laws)) {
      return;
    }
    bool over = laws->node.kind == MR_NODE_TERMINAL;
    mr_laws_expect(laws, MR_LAW_LENGTH, over || laws->ply < length,
                   "the game goes on after max_length %" PRIu32 " actions", length);
    laws->report->finished += over;
    if (over || laws->ply >= length || (most > 0 && laws->ply >= most)) {
      return;
    }
    /* The events of an action are checked from where it was played. */
    mr_state *next = laws->spare[0];
    laws->action = mr_laws_choose(laws, laws->state);
    mr_state_copy(laws->game, next, laws->state);
    mr_laws_make(laws, next, laws->action, NULL, &laws->events);
    mr_laws_events(laws, next);
    mr_state_copy(laws->game, laws->state, next);
  }
}

mr_status mr_laws_check(const mr_game *game, const mr_laws_options *options,
                        const mr_allocator *allocator, mr_laws_report *report, mr_error *err) {
  if (game == NULL || options == NULL || report == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a game, options and a report are needed");
  }
  mr_laws_report fresh = {0};
  mr_laws laws = {
      .game = game,
      .options = options,
      .allocator = allocator,
      .report = &fresh,
      .action = MR_ACTION_NONE,
  };
  mr_arena_init(&laws.arena, allocator, SIZE_MAX);
  if (mr_laws_info(&laws) && laws.status == MR_OK) {
    mr_random random;
    prepare(&laws);
    mr_random_init(&random, options->seed);
    for (; laws.playout < options->games && laws.status == MR_OK; laws.playout++) {
      play(&laws, mr_random_split(&random));
    }
    laws.state = NULL;
    if (mr_game_can(game, MR_CAN_HIDE) && fresh.finished > 0) {
      mr_laws_expect(&laws, MR_LAW_INFO, laws.withheld,
                     "hidden information is declared, but no observation withheld anything");
    }
  }
  mr_arena_done(&laws.arena);
  if (laws.status != MR_OK) {
    return mr_error_set(err, laws.status, "out of memory for the laws of %s", game->info.name);
  }
  *report = fresh;
  return MR_OK;
}
