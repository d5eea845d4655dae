/* Who wins with the best play of both: small boards exactly. */
#include <marcher/json.h>
#include <marcher/solve.h>
#include <math.h>

#include "base/text.h"
#include "cli/commands/lab.h"
#include "cli/commands/lab_exact.h"
#include "cli/files.h"
#include "cli/game.h"

/* Words of lines, wherever they go: a pipe shows what a terminal does. */
enum { WIDTH = 80, NODES = 10000000, MEMORY = 256 };

static const cli_option options[] = {
    CLI_OPTION("state", CLI_TEXT, lab_options, state, .value = "TEXT",
               .help = "the position in the game's notation, - to read it from standard input; "
                       "without it the start, dealt by --seed (1)"),
    CLI_OPTION("nodes", CLI_NUMBER, lab_options, nodes, .value = "N", .min = 1,
               .max = 1000000000000, .help = "actions to try at most (10000000)"),
    CLI_OPTION("memory", CLI_NUMBER, lab_options, memory, .value = "MIB", .min = 1, .max = 1 << 20,
               .help = "mebibytes that the work may take (256)"),
    {.name = NULL},
};

static bool show_progress(void *context, uint64_t nodes, uint64_t positions) {
  cli_context *cli = context;
  cli_status(cli, "%.1f million actions, %.1f million positions", (double)nodes / 1e6,
             (double)positions / 1e6);
  return cli_signal() == 0;
}

/* ---- in words -------------------------------------------------------------------------------- */

/* What the value is, in one word for programs. */
static const char *value_word(const mr_solution *found) {
  bool even = fabs(found->low - 0.5) <= MR_SOLVE_NEAR;
  switch (mr_solution_verdict(found)) {
  case MR_VERDICT_OPEN:
    return "unsettled";
  case MR_VERDICT_FIRST:
    return "first side wins";
  case MR_VERDICT_SECOND:
    return "second side wins";
  case MR_VERDICT_DRAWN:
  case MR_VERDICT_POINTS:
    break;
  }
  return even ? "even" : "settled";
}

/* Which deal it is about, where a game begins with one and no position was given. */
static void put_deal(cli_context *cli, const mr_game *game, const mr_state *root) {
  mr_str text = mr_str_growing(NULL);
  mr_game_format_state(game, root, &text);
  mr_str_format(&cli->out, "The deal of seed %llu: %s\n", (unsigned long long)cli_seed(cli),
                mr_str_text(&text));
  mr_str_done(&text);
}

static void put_value(cli_context *cli, const mr_game *game, const mr_solution *found) {
  mr_str *out = &cli->out;
  mr_verdict verdict = mr_solution_verdict(found);
  switch (verdict) {
  case MR_VERDICT_OPEN:
    mr_str_format(out, "Not settled: with best play %s gets %g to %g points.\n",
                  lab_exact_side(game, 0), found->low, found->high);
    break;
  case MR_VERDICT_FIRST:
  case MR_VERDICT_SECOND:
    mr_str_format(out, "%s wins with best play",
                  lab_exact_side(game, verdict == MR_VERDICT_SECOND));
    if (found->plies > 0) {
      /* What was not looked at may win sooner. */
      mr_str_format(out, ", in %s%u action%s", found->complete ? "" : "at most ", found->plies,
                    mr_text_plural(found->plies));
    }
    mr_str_add(out, ".\n");
    break;
  case MR_VERDICT_DRAWN:
    mr_str_add(out, "Drawn with best play.\n");
    break;
  case MR_VERDICT_POINTS:
    mr_str_format(out, "%s gets %.6f points with best play.\n", lab_exact_side(game, 0),
                  found->low);
    break;
  }
}

static void put_reasons(cli_context *cli, const mr_game *game, const mr_solution *found) {
  const char *rule = game->info.rules[found->rule].id;
  if (found->endless && found->low == found->high) {
    cli_say(cli, "Neither side can force an end; play that avoids a loss was seen to end so by %s.",
            rule[0] != '\0' ? rule : "the rules");
  } else if (found->endless) {
    cli_say(cli,
            "Neither side can force an end, and play that goes on was not seen to be drawn: rules "
            "of repetition or clocks decide, which look at the history of a game.");
  } else if (found->clocked) {
    cli_say(cli,
            "By position it is decided, but a clock or a repetition ends the game before: what is "
            "best then depends on its history.");
  } else if (found->way == MR_SOLVE_POSITIONS && found->plies > 0 && found->checked) {
    cli_say(cli, "It holds against every reply in the game as it is, clocks included.");
  } else if (found->way == MR_SOLVE_POSITIONS && found->plies > 0) {
    cli_say(cli, "Clocks and repetitions were not tried against every reply: too many positions.");
  }
  if (found->timeless) {
    cli_say(cli, "Clocks were left out: with them there are too many positions.");
  }
  if (found->stopped) {
    cli_say(cli, "Broken off: that is what was known by then.");
  } else if (found->low < found->high && !found->complete) {
    cli_say(cli, "There is more to look at than allowed: --nodes and --memory allow more, --state "
                 "takes a position further on, a smaller board has fewer.");
  }
}

static void add_line(const mr_game *game, const mr_state *root, const mr_solution *found,
                     mr_str *out) {
  mr_state *state = mr_state_new(game, NULL);
  for (size_t i = 0; i < found->line_count && state != NULL; i++) {
    if (i == 0) {
      mr_state_copy(game, state, root);
    }
    mr_str_char(out, ' ');
    mr_game_format_action(game, state, found->line[i], out);
    mr_game_make(game, state, found->line[i], NULL, NULL);
  }
  mr_state_free(game, NULL, state);
}

/* A line of best play is told by that name alone where it was proven: elsewhere one was seen. */
static const char *line_name(const mr_solution *found) {
  return found->low < found->high ? "A line that was seen, of which nothing is proven:"
         : found->endless         ? "A line in which neither side loses:"
                                  : "Best line:";
}

static void put_how(cli_context *cli, const mr_solution *found) {
  static const char *const ways[] = {"every position visited", "proof numbers",
                                     "every position visited, dice weighed"};
  const char *far = found->way == MR_SOLVE_PROOF || found->complete ? ""
                    : found->stopped                                ? ", broken off"
                                                                    : " as far as allowed";
  mr_str_format(&cli->out, "By %s%s: %llu position%s, %llu action%s tried.\n", ways[found->way],
                far, (unsigned long long)found->positions, mr_text_plural(found->positions),
                (unsigned long long)found->nodes, mr_text_plural(found->nodes));
}

static void print(cli_context *cli, const mr_game *game, const mr_state *root, bool dealt,
                  const mr_solution *found) {
  if (dealt) {
    put_deal(cli, game, root);
  }
  put_value(cli, game, found);
  put_reasons(cli, game, found);
  if (found->line_count > 0) {
    mr_str line = cli_text();
    mr_str_add(&line, line_name(found));
    add_line(game, root, found, &line);
    if (found->rule != 0) {
      mr_str_format(&line, "; the end, by %s", game->info.rules[found->rule].id);
    }
    cli_wrap(&cli->out, mr_str_text(&line), 0, 2, WIDTH);
    mr_str_done(&line);
  }
  put_how(cli, found);
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_line(mr_json *json, const mr_game *game, const mr_state *root,
                     const mr_solution *found) {
  mr_state *state = mr_state_new(game, NULL);
  mr_json_array(json, "line");
  for (size_t i = 0; i < found->line_count && state != NULL; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_str action = mr_str_fixed(text, sizeof text);
    if (i == 0) {
      mr_state_copy(game, state, root);
    }
    mr_game_format_action(game, state, found->line[i], &action);
    mr_json_string(json, NULL, text);
    mr_game_make(game, state, found->line[i], NULL, NULL);
  }
  mr_json_end(json);
  mr_state_free(game, NULL, state);
}

static int print_json(cli_context *cli, const mr_game *game, const mr_state *root, bool dealt,
                      const mr_solution *found) {
  static const char *const ways[] = {"positions", "proof", "expectation"};
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "game", game->info.name);
  mr_json_hash(json, "definition", game->info.definition_hash);
  mr_json_state(json, "state", game, root);
  if (dealt) {
    mr_json_uint(json, "seed", cli_seed(cli));
  } else {
    mr_json_null(json, "seed");
  }
  mr_json_string(json, "value", value_word(found));
  mr_json_real(json, "low", found->low);
  mr_json_real(json, "high", found->high);
  mr_json_string(json, "way", ways[found->way]);
  mr_json_bool(json, "complete", found->complete);
  mr_json_bool(json, "stopped", found->stopped);
  mr_json_bool(json, "endless", found->endless);
  mr_json_bool(json, "checked", found->checked);
  mr_json_bool(json, "timeless", found->timeless);
  mr_json_uint(json, "plies", found->plies);
  mr_json_uint(json, "positions", found->positions);
  mr_json_uint(json, "nodes", found->nodes);
  put_line(json, game, root, found);
  mr_json_string(json, "rule", found->rule != 0 ? game->info.rules[found->rule].id : NULL);
  return cli_document_print(cli, &document);
}

/* ---- the command ----------------------------------------------------------------------------- */

static int run(cli_context *cli, const lab_options *choice) {
  const cli_position_options where = {.game = choice->game, .state = choice->state};
  cli_position position;
  mr_error error;
  int status = cli_position_open(cli, &where, &position);
  if (status != CLI_OK) {
    return status;
  }
  mr_solution *found = mr_arena_zero(&cli->arena, 1, sizeof *found);
  const mr_solve_options how = {
      .nodes = choice->nodes.given ? choice->nodes.value : NODES,
      .memory = (size_t)(choice->memory.given ? choice->memory.value : MEMORY) << 20,
      .progress = show_progress,
      .context = cli};
  bool dealt = choice->state == NULL && mr_game_can(position.game, MR_CAN_DEAL);
  cli_signals_catch();
  mr_status solved =
      found == NULL ? MR_ERR_NOMEM : mr_solve(position.game, position.state, &how, found, &error);
  cli_status_clear(cli);
  if (found == NULL) {
    status = cli_fail_memory(cli);
  } else if (solved != MR_OK) {
    status = cli_fail_error(cli, &error);
  } else if (cli->global.json) {
    status = print_json(cli, position.game, position.state, dealt, found);
  } else {
    print(cli, position.game, position.state, dealt, found);
  }
  cli_position_close(&position);
  return status == CLI_OK && cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : status;
}

static const cli_example examples[] = {
    {"lab solve my-game --rules my-games.ini", "who wins with best play, and how"},
    {NULL, NULL},
};

const lab_experiment lab_solve = {
    .name = "solve",
    .about = "Tells who wins with the best play of both, for small boards, exactly: by looking "
             "at every position there is, by proof-number search where there are too many, or by "
             "expectation where there are dice. It tells the value, a line of best play and what "
             "could not be settled.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
