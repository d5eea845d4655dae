/* Openings that are even, and if that is wished sharp, in the eyes of the computer. */
#include <marcher/openings.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab.h"
#include "cli/files.h"
#include "cli/game.h"

/* What is taken where nobody says otherwise; the options tell. */
enum { COUNT = 20, TURNS = 6, WITHIN = 50, NODES = 2000 };

enum {
  SHARP = 100,  /* the second best is worse by so many hundredths of a pawn: a pawn */
  FAR = 100000, /* no bound reaches so far: such a position is not taken */
  COUNT_MAX = 100000,
  WITHIN_MAX = 1000
};

static const cli_option options[] = {
    CLI_OPTION("count", CLI_NUMBER, lab_options, count, .value = "N", .min = 1, .max = COUNT_MAX,
               .help = "openings to find (20)"),
    CLI_OPTION("turns", CLI_NUMBER, lab_options, turns, .value = "N", .min = 1,
               .max = MR_OPENING_TURNS_MAX, .help = "random turns from the start (6)"),
    CLI_OPTION("within", CLI_NUMBER, lab_options, within, .value = "N", .min = 1, .max = WITHIN_MAX,
               .help = "hundredths of a pawn that it may be uneven (50)"),
    CLI_OPTION("nodes", CLI_NUMBER, lab_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .help = "nodes of the search that finds it even (2000)"),
    CLI_OPTION("sharp", CLI_FLAG, lab_options, sharp,
               .help = "only those in which one action is better than all others by a pawn"),
    CLI_OUTPUT_OPTION(lab_options),
    {.name = NULL},
};

/** Who finds positions even. */
typedef struct book {
  cli_context *cli;
  const mr_game *game;
  mr_engine *engine;
  mr_state *fresh; /**< scratch: a position as its text tells it */
  mr_search_result result;
  mr_limits limits;
  bool sharp;
} book;

static uint64_t value_of(cli_number number, uint64_t otherwise) {
  return number.given ? number.value : otherwise;
}

/* What is found are positions, not the random actions that led to them: whoever stands worse could
   take one of these back, and a search would call that a draw. So the text is judged, which is all
   that anybody gets; and an engine that forgets before gives the same worth in every run. */
static mr_status evaluate(void *context, const mr_state *state, int *centipawns, mr_error *err) {
  book *b = context;
  mr_str text = mr_str_growing(NULL);
  mr_engine_forget(b->engine);
  mr_game_format_state(b->game, state, &text);
  mr_status status = mr_game_parse_state(b->game, mr_str_text(&text), text.length, b->fresh, err);
  mr_str_done(&text);
  if (status == MR_OK) {
    status = mr_engine_think(b->engine, b->fresh, &b->limits, &b->result, err);
  }
  if (status != MR_OK) {
    return status;
  }
  const mr_search_result *found = &b->result;
  bool one_way =
      found->candidate_count > 1 &&
      found->candidates[0].score.centipawns - found->candidates[1].score.centipawns >= SHARP;
  *centipawns = found->score.end_in != 0 || (b->sharp && !one_way) ? FAR : found->score.centipawns;
  return MR_OK;
}

static void tell_progress(void *context, size_t found, uint64_t tried) {
  book *b = context;
  cli_status(b->cli, "%zu opening%s found in %llu tr%s", found, mr_text_plural(found),
             (unsigned long long)tried, tried == 1 ? "y" : "ies");
}

/* ---- telling --------------------------------------------------------------------------------- */

static mr_status put_all(book *b, const mr_openings *set, mr_json *json, mr_str *out,
                         mr_error *error) {
  mr_state *state = mr_state_new(b->game, NULL);
  mr_str text = mr_str_growing(NULL);
  mr_status status =
      state != NULL ? MR_OK : mr_error_set(error, MR_ERR_NOMEM, "out of memory for openings");
  for (size_t i = 0; i < mr_openings_count(set) && status == MR_OK; i++) {
    int worth = 0;
    status = mr_openings_state(set, i, state, error);
    if (status == MR_OK) {
      status = evaluate(b, state, &worth, error);
    }
    mr_str_reset(&text);
    if (status == MR_OK && json != NULL) {
      mr_json_object(json, NULL);
      mr_json_state(json, "state", b->game, state);
      mr_json_int(json, "centipawns", worth);
      mr_json_end(json);
    } else if (status == MR_OK) {
      mr_game_format_state(b->game, state, &text);
      mr_str_format(out, "%s\n", mr_str_text(&text));
    }
  }
  mr_str_done(&text);
  mr_state_free(b->game, NULL, state);
  return status;
}

static int tell(book *b, const lab_options *choice, const mr_openings *set) {
  cli_document document;
  mr_error error;
  if (b->cli->global.json) {
    mr_json *json = cli_document_open(&document);
    mr_json_string(json, "game", b->game->info.name);
    mr_json_array(json, "openings");
    if (put_all(b, set, json, NULL, &error) != MR_OK) {
      cli_document_drop(&document);
      return cli_fail_error(b->cli, &error);
    }
    mr_json_end(json);
    return choice->output != NULL ? cli_document_save(b->cli, &document, choice->output)
                                  : cli_document_print(b->cli, &document);
  }
  mr_str text = mr_str_growing(NULL);
  int status = put_all(b, set, NULL, &text, &error) == MR_OK
                   ? cli_text_write(b->cli, choice->output, &text)
                   : cli_fail_error(b->cli, &error);
  mr_str_done(&text);
  return status;
}

/* ---- finding --------------------------------------------------------------------------------- */

static int find(book *b, const lab_options *choice, mr_openings *set) {
  mr_error error;
  const mr_opening_evaluator evaluator = {.evaluate = evaluate, .context = b};
  const mr_opening_wish wish = {.count = (size_t)value_of(choice->count, COUNT),
                                .turns = (unsigned)value_of(choice->turns, TURNS),
                                .seed = value_of(b->cli->global.seed, 1),
                                .evaluators = &evaluator,
                                .evaluator_count = 1,
                                .bound = (int)value_of(choice->within, WITHIN),
                                .stop = cli_stop_flag(),
                                .progress = tell_progress,
                                .progress_context = b};
  cli_signals_catch();
  mr_status status = mr_openings_generate(set, &wish, &error);
  cli_status_clear(b->cli);
  size_t found = mr_openings_count(set);
  if (status == MR_OK) {
    return tell(b, choice, set);
  }
  if (status != MR_ERR_CANCELLED && status != MR_ERR_LIMIT) {
    return cli_fail_error(b->cli, &error);
  }
  bool broken = status == MR_ERR_CANCELLED && cli_signal() != 0;
  cli_fail(b->cli, "%sfound %zu of %zu opening%s%s%s", broken ? "broken off: " : "", found,
           wish.count, mr_text_plural(wish.count),
           broken ? "" : "; --within N lets them be less even, --turns N brings others",
           broken || !b->sharp ? "" : ", without --sharp there are more");
  int told = found > 0 ? tell(b, choice, set) : CLI_OK;
  return broken ? CLI_SIGNALLED(cli_signal()) : told == CLI_OK ? CLI_FAILED : told;
}

bool lab_openings_are_dealt(const mr_game *game) {
  return mr_game_deals_differ(game) || mr_game_can(game, MR_CAN_HIDE);
}

static int with_game(cli_context *cli, const lab_options *choice, const mr_game *game, book *b) {
  mr_openings *set = NULL;
  mr_error error;
  *b = (book){.cli = cli,
              .game = game,
              .sharp = choice->sharp,
              .limits = {.nodes = value_of(choice->nodes, NODES), .lines = choice->sharp ? 2 : 1}};
  if (lab_openings_are_dealt(game)) {
    return cli_fail(cli,
                    "%s begins with a deal or with hidden armies: every deal is an opening, and a "
                    "position in a file would give away what is hidden",
                    game->info.title);
  }
  mr_engine_options how = {.level = MR_LEVEL_MAX, .seed = value_of(cli->global.seed, 1)};
  b->fresh = mr_state_new(game, NULL);
  if (b->fresh == NULL) {
    return cli_fail_memory(cli);
  }
  if (mr_openings_new(game, NULL, &set, &error) != MR_OK ||
      mr_engine_new(game, &how, &b->engine, &error) != MR_OK) {
    mr_openings_free(set);
    mr_state_free(game, NULL, b->fresh);
    return cli_fail_error(cli, &error);
  }
  int status = find(b, choice, set);
  mr_engine_free(b->engine);
  mr_state_free(game, NULL, b->fresh);
  mr_openings_free(set);
  return status;
}

static int run(cli_context *cli, const lab_options *choice) {
  book *b = mr_arena_zero(&cli->arena, 1, sizeof *b);
  if (b == NULL) {
    return cli_fail_memory(cli);
  }
  int status = choice->output != NULL ? cli_file_may_write(cli, choice->output) : CLI_OK;
  mr_game *game = status == CLI_OK ? cli_game_open(cli, choice->game) : NULL;
  if (game == NULL) {
    return status != CLI_OK ? status : CLI_FAILED;
  }
  status = with_game(cli, choice, game, b);
  mr_game_free(game);
  return status;
}

static const cli_example examples[] = {
    {"lab openings borderlands --count 100 -o even.txt", "a book for 'match --openings even.txt'"},
    {NULL, NULL},
};

const lab_experiment lab_openings = {
    .name = "openings",
    .about = "Looks for positions after some random turns that a search finds even, or even and "
             "sharp: one action is better than all others by a pawn. A line each, as 'match "
             "--openings' reads them.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
