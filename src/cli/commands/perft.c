#include <marcher/clock.h>
#include <marcher/perft_threads.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

typedef struct perft_options {
  cli_position_options position;
  const char *depth;
  cli_number threads;
  bool divide;
} perft_options;

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(perft_options, position.game),
    {.name = "DEPTH",
     .help = "number of actions, 0 to 64",
     .offset = offsetof(perft_options, depth)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_STATE_OPTION(perft_options),
    CLI_AFTER_OPTION(perft_options),
    CLI_REVEAL_OPTION(perft_options, position.reveal),
    CLI_OPTION("divide", CLI_FLAG, perft_options, divide,
               .help = "split the number by the first action, or by the outcomes of the dice"),
    CLI_OPTION("threads", CLI_NUMBER, perft_options, threads, .value = "N", .min = 1, .initial = 1,
               .max = MR_PERFT_THREADS_MAX,
               .help = "count on so many cores at once (1); the numbers are the same"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"perft borderline 3", "count three placements deep"},
    {"perft borderline 2 --divide", "with a line for each first placement"},
    {"perft borderline 4 --threads 2", "on two cores"},
    {NULL, NULL},
};

/* What the counting reports to. */
typedef struct perft_tally {
  cli_context *cli;
  const cli_position *position;
  mr_str divided;   /* the branches as JSON */
  mr_json branches; /* the array under way */
  unsigned threads;
  bool divide;
  size_t done;
} perft_tally;

static void count_branch(void *context, mr_action action, uint64_t nodes) {
  perft_tally *tally = context;
  char text[MR_ACTION_TEXT_MAX];
  cli_action_text(tally->position->game, tally->position->state, action, text);
  tally->done++;
  if (!tally->divide) {
    cli_status(tally->cli, "%zu first actions counted", tally->done);
  } else if (tally->cli->global.json) {
    mr_json_object(&tally->branches, NULL);
    mr_json_string(&tally->branches, "action", text);
    mr_json_uint(&tally->branches, "nodes", nodes);
    mr_json_end(&tally->branches);
  } else {
    mr_str_format(&tally->cli->out, "%s %llu\n", text, (unsigned long long)nodes);
    cli_flush(tally->cli);
  }
}

/* Counts behind `state`. @param branch NULL, or told of every action of `state` */
static mr_status count_behind(perft_tally *tally, const mr_state *state, unsigned depth,
                              mr_perft_branch_fn branch, uint64_t *nodes, mr_error *error) {
  const mr_perft_options how = {
      .depth = depth, .threads = tally->threads, .branch = branch, .context = tally};
  return mr_perft_threads(tally->position->game, state, &how, nodes, error);
}

/* Counts behind each outcome of chance. */
static mr_status divide_chance(perft_tally *tally, unsigned depth, uint64_t *nodes,
                               mr_error *error) {
  const mr_game *game = tally->position->game;
  const mr_state *state = tally->position->state;
  size_t room = game->info.max_chances;
  mr_chance *chances = mr_alloc_zero(NULL, room, sizeof *chances);
  mr_state *copy = mr_state_new(game, NULL);
  mr_status status = MR_OK;
  uint64_t total = 0;
  size_t count = 0;
  if (chances != NULL && copy != NULL) {
    count = mr_game_chances(game, state, chances, &total);
  } else {
    status = mr_error_set(error, MR_ERR_NOMEM, "out of memory");
  }
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    uint64_t behind = 0;
    mr_state_copy(game, copy, state);
    mr_game_make(game, copy, chances[i].action, NULL, NULL);
    status = count_behind(tally, copy, depth, NULL, &behind, error);
    if (status == MR_OK) {
      count_branch(tally, chances[i].action, behind);
      *nodes += behind;
    }
  }
  mr_state_free(game, NULL, copy);
  mr_alloc_free(NULL, chances, room * sizeof *chances);
  return status;
}

/* Counts, by branches where there are any. @return exit status */
static int count(perft_tally *tally, unsigned depth, uint64_t *nodes) {
  const mr_state *state = tally->position->state;
  mr_node_kind kind = mr_game_node(tally->position->game, state).kind;
  mr_error error;
  mr_status status = MR_OK;
  if (kind == MR_NODE_CHANCE && tally->divide) {
    status = divide_chance(tally, depth, nodes, &error);
  } else {
    bool branches = kind == MR_NODE_DECISION && depth > 0;
    status = count_behind(tally, state, depth, branches ? count_branch : NULL, nodes, &error);
  }
  return status == MR_OK ? CLI_OK : cli_fail_error(tally->cli, &error);
}

static int report(perft_tally *tally, unsigned depth, uint64_t nodes, double seconds) {
  const cli_position *position = tally->position;
  double rate = seconds > 0 ? (double)nodes / seconds : 0.0;
  if (!tally->cli->global.json) {
    mr_str_format(&tally->cli->out, "depth %u: %llu nodes, %.3f s, %.0f nodes/s\n", depth,
                  (unsigned long long)nodes, seconds, rate);
    return CLI_OK;
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "game", position->game->info.name);
  mr_json_state(json, "state", position->game, position->seen);
  mr_json_int(json, "depth", depth);
  mr_json_int(json, "threads", tally->threads);
  mr_json_uint(json, "nodes", nodes);
  mr_json_real(json, "seconds", seconds);
  mr_json_real(json, "nodes_per_second", rate);
  if (tally->divide) {
    mr_json_end(&tally->branches);
    mr_json_raw(json, "divide", &tally->divided);
  }
  return cli_document_print(tally->cli, &document);
}

static int run_perft(cli_context *cli, const void *values) {
  const perft_options *choice = values;
  uint64_t depth = 0;
  uint64_t nodes = 0;
  if (!cli_read_number(choice->depth, 0, MR_PERFT_DEPTH_MAX, &depth)) {
    return cli_usage(cli, "DEPTH needs a whole number from 0 to %d, not '%s'", MR_PERFT_DEPTH_MAX,
                     choice->depth);
  }
  cli_position position;
  int status = cli_position_open(cli, &choice->position, &position);
  if (status != CLI_OK) {
    return status;
  }
  perft_tally tally = {.cli = cli,
                       .position = &position,
                       .divide = choice->divide,
                       .threads = (unsigned)choice->threads.value};
  tally.divided = mr_str_growing(NULL);
  mr_json_init(&tally.branches, &tally.divided);
  mr_json_array(&tally.branches, NULL);
  cli_position_see_mover(&position, &choice->position);
  int64_t started = mr_clock_ns();
  status = count(&tally, (unsigned)depth, &nodes);
  if (status == CLI_OK) {
    status = report(&tally, (unsigned)depth, nodes, (double)(mr_clock_ns() - started) / 1e9);
  }
  mr_str_done(&tally.divided);
  cli_position_close(&position);
  return status;
}

const cli_command cmd_perft = {
    .name = "perft",
    .summary = "count positions: the proof of a move generator",
    .about = "Counts the states that exactly DEPTH actions lead to. The outcomes of dice are all "
             "counted and are no actions; a game that ended before counts nothing. Two programs "
             "that agree on these numbers agree on the rules.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(perft_options),
    .run = run_perft,
};
