/* Whether a game is fair, how it ends and runs, what is never used. */
#include "cli/commands/lab_study.h"

#include <math.h>

#include "cli/files.h"
#include "cli/game.h"

static const cli_option options[] = {
    LAB_AMOUNTS_OPTION,
    LAB_STUDY_OPTIONS,
    LAB_FOLDER_OPTIONS,
    CLI_OPTION("want", CLI_LIST, lab_options, wants, .value = "WISH",
               .help = "what a measure should be: first=45..55, draws<50, turns=20..60 (may be "
                       "repeated; takes the place of the usual wishes)"),
    LAB_PAGE_OPTIONS,
    {.name = NULL},
};

/* ---- the document ---------------------------------------------------------------------------- */

void lab_measure_json(mr_json *json, const char *key, const mr_measure *measure) {
  mr_json_object(json, key);
  mr_json_string(json, "id", measure->id);
  mr_json_string(json, "label", measure->label);
  mr_json_string(json, "unit", measure->unit == MR_UNIT_SHARE ? "share" : "number");
  mr_json_real(json, "value", measure->interval.value);
  mr_json_real(json, "low", measure->interval.low);
  mr_json_real(json, "high", measure->interval.high);
  mr_json_uint(json, "n", measure->total);
  mr_json_end(json);
}

void lab_random_json(mr_json *json, mr_random_turns turns) {
  mr_json_object(json, "random");
  mr_json_real(json, "turns", turns.random);
  mr_json_real(json, "of", turns.all);
  mr_json_bool(json, "many", turns.many);
  mr_json_end(json);
}

static void put_strength(mr_json *json, lab_strength *strength) {
  mr_json_object(json, NULL);
  mr_json_string(json, "players", strength->seats);
  mr_json_array(json, "measures");
  for (size_t i = 0; i < mr_measure_count(&strength->summary); i++) {
    mr_measure measure;
    if (mr_measure_at(&strength->summary, i, MR_TAIL_95, &measure)) {
      lab_measure_json(json, NULL, &measure);
    }
  }
  mr_json_end(json);
  mr_json_summary(json, &strength->summary);
  mr_json_end(json);
}

static void put_wishes(mr_json *json, lab_study *study, const mr_wish *wishes, size_t count) {
  static const char *const answers[] = {"unknown", "undecided", "yes", "no"};
  mr_json_array(json, "wishes");
  for (size_t i = 0; i < count; i++) {
    mr_measure found = {.total = 0};
    mr_answer answer = mr_wish_answer(&wishes[i], &lab_study_main(study)->summary, &found);
    mr_json_object(json, NULL);
    mr_json_string(json, "measure", wishes[i].id);
    mr_json_real(json, "from", wishes[i].low);
    mr_json_real(json, "to", wishes[i].high);
    mr_json_string(json, "answer", answers[answer]);
    mr_json_end(json);
  }
  mr_json_end(json);
}

void lab_study_json(mr_json *json, lab_study *study, const mr_wish *wishes, size_t wish_count,
                    const lab_made *made) {
  bool steady = true;
  mr_interval trend = lab_study_trend(study, &steady);
  mr_json_string(json, "game", study->game->info.name);
  mr_json_hash(json, "definition", study->game->info.definition_hash);
  lab_made_json(json, made);
  mr_json_uint(json, "seed", study->seed);
  static const char *const advantages[] = {"second", "none", "first"};
  mr_json_string(json, "advantage", advantages[1 + lab_study_advantage(study)]);
  mr_json_object(json, "trend");
  mr_json_string(json, "per", study->by_level ? "level" : "doubling");
  mr_json_real(json, "value", trend.value);
  mr_json_real(json, "low", trend.low);
  mr_json_real(json, "high", trend.high);
  mr_json_bool(json, "steady", steady);
  mr_json_end(json);
  lab_random_json(json, lab_study_random(study));
  put_wishes(json, study, wishes, wish_count);
  mr_json_array(json, "strengths");
  for (size_t i = 0; i < study->count; i++) {
    if (study->strengths[i].summary.games > 0) {
      put_strength(json, &study->strengths[i]);
    }
  }
  mr_json_end(json);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* What was broken off says so: fewer games than were asked for. */
static void put_haste(const lab_study *study, mr_doc *doc) {
  if (cli_signal() != 0) {
    mr_doc_paragraph(doc,
                     "Broken off after %llu games: what follows rests on those that were "
                     "complete.%s",
                     (unsigned long long)study->played,
                     study->place.temporary == NULL ? " The same command goes on with them." : "");
  }
}

static void put_speed(cli_context *cli, const lab_study *study) {
  char line[120];
  mr_str text = mr_str_fixed(line, sizeof line);
  if (study->seconds > 0 && study->sitting > 0) {
    mr_str_format(&text, "%llu games in %.1f s: %.0f games a minute\n",
                  (unsigned long long)study->sitting, study->seconds,
                  60 * (double)study->sitting / study->seconds);
    cli_note(cli, line);
  }
}

static int report(cli_context *cli, const lab_options *choice, lab_study *study,
                  const mr_wish *wishes, size_t count) {
  if (cli->global.json) {
    cli_document document;
    lab_made made;
    lab_made_of(cli, study->game, &made);
    lab_study_json(cli_document_open(&document), study, wishes, count, &made);
    return cli_document_print(cli, &document);
  }
  mr_doc doc;
  mr_doc_init(&doc, &cli->arena);
  put_haste(study, &doc);
  lab_study_page(cli, study, wishes, count, lab_command_line(cli, choice), &doc);
  int status = lab_page_tell(cli, choice, study->game, &doc);
  put_speed(cli, study);
  return status;
}

static int run(cli_context *cli, const lab_options *choice) {
  const mr_wish *wishes = NULL;
  size_t count = 0;
  lab_study study = {.count = 0};
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  int status = lab_study_wishes(cli, choice, game, &wishes, &count);
  if (status == CLI_OK) {
    status = lab_study_begin(cli, choice, game, cli_seed(cli), &study);
  }
  if (status == CLI_OK) {
    status = lab_study_play(cli, &study);
  }
  if (status == CLI_OK) {
    status = report(cli, choice, &study, wishes, count);
  }
  if (status == CLI_OK && cli_signal() != 0) {
    status = CLI_SIGNALLED(cli_signal());
  }
  lab_study_end(&study);
  mr_game_free(game);
  return status;
}

static const cli_example examples[] = {
    {"lab balance borderlands", "is it fair, how does it end, what is never used"},
    {"lab balance my-game --rules my-games.ini --games 1600 --html my-game.html",
     "the same of a game of your own, as a page with charts"},
    {"lab balance chess --want first=48..56 --want turns=60..100", "is it as you want it"},
    {NULL, NULL},
};

const lab_experiment lab_balance = {
    .name = "balance",
    .about = "Plays games of the computer against itself at several strengths, on all cores, and "
             "says who wins, whether that moves with the strength, by which rule games end, how "
             "long they are, how much there is to choose, who leads and when that changes, how "
             "much skill and luck count, what is never used, and whether all that is as wished. "
             "Every figure has its interval of 95%. Ctrl-C tells what there is so far. "
             "docs/LAB.md defines every measure.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
