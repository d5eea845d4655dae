/* Sentences about games, settled by games, tables or solving: true, false or undecided, with the
 * evidence. */
#include "cli/commands/lab_claims.h"

#include <math.h>

#include "base/text.h"
#include "cli/commands/lab_exact.h"
#include "cli/commands/lab_study.h"
#include "cli/commands/lab_values.h"
#include "cli/files.h"
#include "cli/game.h"

static const cli_option options[] = {
    LAB_GAMES_OPTION,
    LAB_LAST_OPTIONS,
    CLI_OPTION("solve", CLI_NUMBER, lab_options, solve, .value = "N", .min = 1, .max = 4000000000,
               .help = "actions looked at before who wins a position is undecided (20000000: half "
                       "a minute)"),
    LAB_FOLDER_OPTIONS,
    {.name = NULL},
};

/** What settles them. */
typedef struct settling {
  cli_context *cli;
  const lab_options *choice;
  lab_claim_list claims;
  cli_number nodes; /**< of the last strength, by which values are found, too ... */
  cli_number level; /**< ... or this */
} settling;

/* ---- settling -------------------------------------------------------------------------------- */

/* Which strength is asked; its options are checked before anything is done. */
static int read_strength(settling *t) {
  const lab_options mine = lab_study_last(t->choice);
  lab_study study = {.count = 0};
  int status = lab_study_begin(t->cli, &mine, t->claims.items[0].game, cli_seed(t->cli), &study);
  if (status == CLI_OK) {
    cli_number last = {.given = true, .value = study.strengths[study.count - 1].value};
    *(study.by_level ? &t->level : &t->nodes) = last;
  }
  lab_study_end(&study);
  return status;
}

/* Where the games of one kind about one game are kept. @param out receives NULL without --folder */
static int find_folder(const settling *t, const mr_game *game, const char *kind, const char **out) {
  *out = NULL;
  if (t->choice->folder == NULL) {
    return CLI_OK;
  }
  const char *part = cli_arena_format(t->cli, "%s%s", game->info.name, kind);
  *out = part != NULL ? lab_study_folder(t->cli, t->choice, part) : NULL;
  return *out != NULL ? CLI_OK : cli_fail_memory(t->cli);
}

/* Whether the games about one claim settle another. */
static bool is_shared(const lab_claim *one, const lab_claim *other) {
  return one->kind == other->kind && one->game == other->game && !other->settled;
}

static void answer_measure(lab_claim *one, mr_summary *summary) {
  one->settled = true;
  one->by = "games";
  one->answer = mr_wish_answer(&one->wish, summary, &one->found);
  one->random = mr_summary_random(summary);
  if (one->answer == MR_ANSWER_UNKNOWN) {
    one->evidence = mr_measure_missing(summary, one->wish.id);
  }
}

/* By games: one study for all claims about measures of the game. */
static int settle_measures(settling *t, const lab_claim *asked) {
  lab_options mine = lab_study_last(t->choice);
  const lab_claim first = *asked;
  lab_study study = {.count = 0};
  int status = find_folder(t, first.game, "", &mine.folder);
  if (status == CLI_OK) {
    status = lab_study_begin(t->cli, &mine, first.game, cli_seed(t->cli), &study);
  }
  study.place.what = first.game->info.title;
  if (status == CLI_OK) {
    status = lab_study_play(t->cli, &study);
  }
  for (size_t i = 0; i < t->claims.count && status == CLI_OK; i++) {
    if (is_shared(&first, &t->claims.items[i])) {
      answer_measure(&t->claims.items[i], &lab_study_main(&study)->summary);
    }
  }
  lab_study_end(&study);
  return status;
}

/* How an interval stands to bounds. */
static mr_answer answer_of(mr_interval found, double low, double high) {
  if (!isfinite(found.low) || !isfinite(found.high)) {
    return MR_ANSWER_UNDECIDED;
  }
  return found.low >= low && found.high <= high ? MR_ANSWER_YES
         : found.high < low || found.low > high ? MR_ANSWER_NO
                                                : MR_ANSWER_UNDECIDED;
}

/* One sentence about worth, whose pieces are there. */
static int answer_worth(cli_context *cli, lab_claim *one, const lab_values_study *study) {
  const mr_worth *worth = &study->report->by_games;
  const mr_material_kinds *kinds = study->report->kinds;
  int piece = mr_material_find(kinds, one->subject);
  int other = one->other != NULL ? mr_material_find(kinds, one->other) : piece;
  one->settled = true;
  one->by = "values";
  one->answer = MR_ANSWER_UNDECIDED;
  one->evidence = "too few games tell the sides apart by it";
  if (worth->done && piece >= 0 && worth->values[piece].bound > 0) {
    mr_str text = mr_str_growing(NULL);
    lab_values_bound(worth, kinds, (size_t)piece, &text);
    one->evidence = cli_arena_format(cli, "not told apart from %s", mr_str_text(&text));
    mr_str_done(&text);
    return one->evidence != NULL ? CLI_OK : cli_fail_memory(cli);
  }
  if (!worth->done || piece < 0 || other < 0 || !worth->values[piece].known ||
      !worth->values[other].known) {
    return CLI_OK;
  }
  const mr_value *a = &worth->values[piece], *b = &worth->values[other];
  if (one->other == NULL) {
    one->answer = answer_of(a->value, one->wish.low, one->wish.high);
    one->evidence = cli_arena_format(cli, "%.2f %s (%.2f to %.2f), %llu cases", a->value.value,
                                     kinds->items[study->report->unit].name, a->value.low,
                                     a->value.high, (unsigned long long)a->cases);
  } else {
    mr_interval more = mr_interval_difference(a->odds, b->odds);
    one->answer = one->more ? answer_of(more, 0, INFINITY) : answer_of(more, -INFINITY, 0);
    one->evidence = cli_arena_format(
        cli, "%.2f against %.2f %s; difference in log odds %+.2f (%+.2f to %+.2f)", a->value.value,
        b->value.value, kinds->items[study->report->unit].name, more.value, more.low, more.high);
  }
  return one->evidence != NULL ? CLI_OK : cli_fail_memory(cli);
}

/* By values of pieces: one study for all claims about worth in the game. */
static int settle_worth(settling *t, const lab_claim *asked) {
  lab_values_study *study = mr_arena_zero(&t->cli->arena, 1, sizeof *study);
  lab_options mine = *t->choice;
  const lab_claim first = *asked;
  if (study == NULL) {
    return cli_fail_memory(t->cli);
  }
  mine.pairs = (cli_number){.given = true}; /* games alone: one figure, not the better of two */
  mine.nodes = t->nodes;
  mine.level = t->level;
  int status = find_folder(t, first.game, "-values", &mine.folder);
  if (status == CLI_OK) {
    status = lab_values_find(t->cli, &mine, first.game, NULL, study);
  }
  for (size_t i = 0; i < t->claims.count && status == CLI_OK; i++) {
    if (is_shared(&first, &t->claims.items[i])) {
      status = answer_worth(t->cli, &t->claims.items[i], study);
    }
  }
  lab_values_end(study);
  return status;
}

/* By tables or solving: each by itself. */
static int settle_exact(settling *t, lab_claim *one) {
  lab_exact found = {.answer = MR_ANSWER_UNKNOWN};
  int status = one->kind == LAB_CLAIM_MATE
                   ? lab_exact_mate(t->cli, one->game, one->subject, 100 * one->wish.low,
                                    100 * one->wish.high, &found)
                   : lab_exact_result(t->cli, one->game, one->subject, one->other,
                                      (uint64_t)t->choice->solve.value, &found);
  one->settled = status == CLI_OK;
  one->answer = found.answer;
  one->by = found.by;
  one->evidence = found.evidence;
  return status;
}

/* The claim, and those that the same games settle. */
static int settle(settling *t, lab_claim *one) {
  switch (one->kind) {
  case LAB_CLAIM_MEASURE:
    return settle_measures(t, one);
  case LAB_CLAIM_WORTH:
    return settle_worth(t, one);
  case LAB_CLAIM_MATE:
  case LAB_CLAIM_RESULT:
    break;
  }
  return settle_exact(t, one);
}

/* ---- telling --------------------------------------------------------------------------------- */

static const char *const words_of[] = {"not measured", "undecided", "true", "false"};

static int print_json(cli_context *cli, const lab_claim_list *claims) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_array(json, "claims");
  for (size_t i = 0; i < claims->count; i++) {
    const lab_claim *one = &claims->items[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "claim", one->text);
    mr_json_string(json, "answer", words_of[one->answer]);
    mr_json_string(json, "by", one->by);
    mr_json_string(json, "found", one->evidence);
    if (one->evidence == NULL) {
      lab_measure_json(json, "evidence", &one->found);
      lab_random_json(json, one->random);
    } else {
      mr_json_null(json, "evidence");
      mr_json_null(json, "random");
    }
    mr_json_end(json);
  }
  mr_json_end(json);
  return cli_document_print(cli, &document);
}

/* Why who is favoured is not decided by short games that begin at random. */
static void put_random(const lab_claim *one, mr_str *out) {
  if (one->random.many && strcmp(one->wish.id, "first") == 0) {
    mr_str_add(out, "; ");
    mr_random_turns_text(&one->random, out);
  }
}

static int print(cli_context *cli, const lab_claim_list *claims) {
  for (size_t i = 0; i < claims->count; i++) {
    const lab_claim *one = &claims->items[i];
    mr_str_format(&cli->out, "%-12s  %s: ", words_of[one->answer], one->text);
    if (one->evidence != NULL) {
      mr_str_add(&cli->out, one->evidence);
    } else {
      mr_measure_text(&one->found, &cli->out);
      mr_str_format(&cli->out, ", %llu case%s", (unsigned long long)one->found.total,
                    mr_text_plural(one->found.total));
      put_random(one, &cli->out);
    }
    mr_str_char(&cli->out, '\n');
  }
  return CLI_OK;
}

/* What there is, however it ended. */
static int tell(settling *t) {
  lab_claim_list *claims = &t->claims;
  for (size_t i = 0; i < claims->count; i++) {
    if (!claims->items[i].settled) {
      claims->items[i].evidence =
          cli_signal() != 0 ? "broken off before it was settled" : "the work ended before";
    }
  }
  return t->cli->global.json ? print_json(t->cli, claims) : print(t->cli, claims);
}

static int settle_all(settling *t) {
  int status = CLI_OK;
  bool any = false;
  cli_signals_catch();
  for (size_t i = 0; i < t->claims.count && status == CLI_OK && cli_signal() == 0; i++) {
    if (!t->claims.items[i].settled) {
      status = settle(t, &t->claims.items[i]);
    }
  }
  for (size_t i = 0; i < t->claims.count; i++) {
    any = any || t->claims.items[i].settled;
  }
  int told = status == CLI_OK || any ? tell(t) : CLI_OK;
  status = status == CLI_OK ? told : status;
  return status == CLI_OK && cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : status;
}

static int run(cli_context *cli, const lab_options *choice) {
  settling t = {.cli = cli, .choice = choice};
  int status = lab_claims_read(cli, choice->game, &t.claims);
  if (status == CLI_OK) {
    status = read_strength(&t);
  }
  if (status == CLI_OK) {
    status = settle_all(&t);
  }
  lab_claims_done(&t.claims);
  return status;
}

static const cli_argument arguments[] = {
    {.name = "FILE", .help = "sentences, a line each; docs/LAB.md says what they may be about"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"lab claims claims.txt", "settles 'first borderlands in 45..55' and its like"},
    {NULL, NULL},
};

const lab_experiment lab_claims = {
    .name = "claims",
    .about =
        "Reads sentences, one in each line, such as 'first borderlands in 45..55', 'draws "
        "borderline < 50' or 'end:BL-15 borderlands > 60', plays the games that settle "
        "them, and says of each whether it is true, false or undecided, with its evidence. "
        "Nothing is played before all of them can be asked. Ctrl-C tells what there is so far; "
        "--folder keeps the games, a run for each game.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
