/* All that the lab can find out of a game within some hours, as one page. */
#include <marcher/clock.h>
#include <math.h>
#include <string.h>

#include "cli/commands/lab_study.h"
#include "cli/files.h"
#include "cli/game.h"

enum {
  HOURS = 8,
  HOURS_MAX = 1000,
  MINUTES_MAX = 60 * HOURS_MAX,
  PILOT_GAMES = 16, /* of each strength: so many tell how long a game takes within a quarter */
  GAMES = 400000,   /* of each strength: beyond any night; shares within 0.2 points of a hundred */
  PAIRS = 100000,   /* one for four games, as balance has about */
  BATCH = 4         /* games of each strength, and a pair: what is lost where it is broken off */
};

static const cli_option options[] = {
    CLI_OPTION("hours", CLI_NUMBER, lab_options, hours, .value = "N", .min = 1, .max = HOURS_MAX,
               .help = "how long it may take (8)"),
    CLI_OPTION("minutes", CLI_NUMBER, lab_options, minutes, .value = "N", .min = 1,
               .max = MINUTES_MAX, .help = "the same in minutes"),
    CLI_OPTION("nodes", CLI_TEXT, lab_options, budgets, .value = "N,N,...",
               .help = "strengths by nodes of each decision (100,400,1600)"),
    CLI_OPTION("levels", CLI_TEXT, lab_options, levels, .value = "N,N,...",
               .help = "strengths by levels instead"),
    CLI_OPTION("probe", CLI_NUMBER, lab_options, probe, .value = "N", .max = 1000000,
               .help = "nodes of searches beside the games of the last strength (400)"),
    CLI_OPTION("threads", CLI_NUMBER, lab_options, threads, .value = "N", .min = 1, .max = 256,
               .help = "games at once (all cores)"),
    LAB_FOLDER_OPTION,
    CLI_OPTION("want", CLI_LIST, lab_options, wants, .value = "WISH",
               .help = "what a measure should be: first=45..55, draws<50 (may be repeated)"),
    CLI_OPTION("html", CLI_TEXT, lab_options, html, .value = "FILE",
               .help = "the page (GAME-report.html): there from the first minute, better all the "
                       "time"),
    {.name = NULL},
};

/** A report under way. */
typedef struct report {
  cli_context *cli;
  lab_options choice; /**< with the page's path filled in */
  lab_study study;
  const mr_wish *wishes;
  size_t wish_count;
  bool planned; /**< what the time will reach has been said */
} report;

static uint64_t minutes_of(const lab_options *choice) {
  if (choice->minutes.given) {
    return choice->minutes.value;
  }
  return 60 * (choice->hours.given ? choice->hours.value : HOURS);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* What the players know of the game. What makes them stronger is named where the game can have it.
 */
static const char *knowledge_of(const mr_game *game) {
  const mr_game_info *info = &game->info;
  return info->network.length > 0 ? "judge positions by a network that was trained for this game"
         : info->weights != NULL  ? "judge positions by weights that were tuned for this game"
         : game->family->read_weights != NULL
             ? "know no more of this game than its rules: 'marcher tune' or 'marcher train' makes "
               "them stronger, and what is said of it surer"
             : "are those of all games of this family, which know of this one what its rules say";
}

/* Whether the players are to be believed: does the answer move with their strength? */
static void put_trust(report *r, mr_doc *doc) {
  lab_study *study = &r->study;
  mr_interval trend = lab_study_trend(study);
  mr_doc_heading(doc, "How far to believe it");
  mr_doc_paragraph(doc, "The players %s.", knowledge_of(study->game));
  if (mr_interval_is_difference(trend)) {
    mr_doc_paragraph(doc,
                     "The answer moves with their strength: better players would give another one "
                     "still. Read the trend, not the last figure.");
  } else if (isfinite(trend.low)) {
    mr_doc_paragraph(doc, "The first mover's share does not move with their strength by more than "
                          "chance.");
  }
  mr_doc_paragraph(doc, "%llu games; the last sitting took %.1f minutes on this machine.",
                   (unsigned long long)study->played, study->seconds / 60);
}

static int write_page(report *r) {
  mr_doc doc;
  mr_doc_init(&doc, &r->cli->arena);
  lab_study_page(r->cli, &r->study, r->wishes, r->wish_count, lab_command_line(r->cli, &r->choice),
                 &doc);
  put_trust(r, &doc);
  return lab_page_write(r->cli, &r->choice, r->study.game, &doc);
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* What half of an interval of 95% will be, in points of a hundred, where a share is about a half.
 */
static double precision(uint64_t games) {
  return 100 * 1.96 * 0.5 / sqrt((double)(games > 0 ? games : 1));
}

/* Before anything is played: who plays. */
static void put_players(report *r) {
  cli_context *cli = r->cli;
  if (!cli->global.json) {
    mr_str_format(&cli->out, "%s: the players %s.\n", r->study.game->info.title,
                  knowledge_of(r->study.game));
    cli_flush(cli);
  }
}

/* Says what is to be expected of the rest of the time. */
static void put_plan(report *r) {
  lab_study *study = &r->study;
  double minutes = (double)minutes_of(&r->choice);
  uint64_t known = lab_study_main(study)->summary.games;
  uint64_t before = study->before < known ? study->before : known;
  double rate = (double)(known - before) / fmax(study->seconds, 1e-3);
  uint64_t games = before + (uint64_t)(60 * minutes * rate);
  if (r->cli->global.json) {
    return;
  }
  mr_str_format(&r->cli->out,
                "%.0f min are enough for about %llu games at each of %zu strengths%s, if "
                "the others are like the first %llu: shares within %.1f points of a hundred.\n",
                minutes, (unsigned long long)games, study->count,
                study->pairs > 0 ? ", and those that tell of skill" : "", (unsigned long long)known,
                precision(games));
  mr_str_format(&r->cli->out, "The page is %s from now on, and gets better.\n", r->choice.html);
  cli_flush(r->cli);
}

/* The page is whole at any moment. */
static int on_look(void *context, lab_study *study) {
  report *r = context;
  lab_strength *main = lab_study_main(study);
  if (main == NULL) {
    return CLI_OK;
  }
  if (!r->planned && main->summary.games >= r->study.before + PILOT_GAMES) {
    r->planned = true;
    cli_status_clear(r->cli);
    put_plan(r);
  }
  return write_page(r);
}

static void put_summary(report *r) {
  lab_study *study = &r->study;
  mr_summary *summary = &lab_study_main(study)->summary;
  static const char *const answers[] = {"not measured", "not decided", "yes", "no"};
  mr_str_format(&r->cli->out, "%llu games in %.1f min, %llu of the strength that is told of: %s\n",
                (unsigned long long)study->sitting, study->seconds / 60,
                (unsigned long long)summary->games, r->choice.html);
  for (size_t i = 0; i < r->wish_count; i++) {
    mr_measure found = {.total = 0};
    mr_answer answer = mr_wish_answer(&r->wishes[i], summary, &found);
    char text[160] = "";
    mr_str figure = mr_str_fixed(text, sizeof text);
    if (answer != MR_ANSWER_UNKNOWN) {
      mr_measure_text(&found, &figure);
    }
    mr_str_format(&r->cli->out, "  %-12s %-12s %s\n", r->wishes[i].id, answers[answer], text);
  }
}

static int make(report *r) {
  cli_context *cli = r->cli;
  lab_study *study = &r->study;
  study->games = GAMES;
  study->pairs = study->skill_nodes > 0 ? PAIRS : 0;
  study->batch = BATCH;
  study->look = on_look;
  study->look_context = r;
  put_players(r);
  int status = lab_study_play(cli, study);
  if (status == CLI_OK && !r->planned) {
    put_plan(r); /* broken off at once */
  }
  if (status == CLI_OK) {
    status = write_page(r);
  }
  if (status == CLI_OK && cli->global.json) {
    cli_document document;
    lab_made made;
    lab_made_of(cli, study->game, &made);
    lab_study_json(cli_document_open(&document), study, r->wishes, r->wish_count, &made);
    return cli_document_print(cli, &document);
  }
  if (status == CLI_OK) {
    put_summary(r);
  }
  return status;
}

static int run(cli_context *cli, const lab_options *choice) {
  report *r = mr_arena_zero(&cli->arena, 1, sizeof *r);
  if (r == NULL) {
    return cli_fail_memory(cli);
  }
  r->cli = cli;
  r->choice = *choice;
  if (choice->html == NULL) {
    r->choice.html = cli_arena_format(cli, "%s-report.html", choice->game);
  }
  mr_game *game = r->choice.html != NULL ? cli_game_open(cli, choice->game) : NULL;
  if (game == NULL) {
    return r->choice.html == NULL ? cli_fail_memory(cli) : CLI_FAILED;
  }
  int status = lab_study_wishes(cli, choice, game, &r->wishes, &r->wish_count);
  if (status == CLI_OK) {
    status = lab_page_check(cli, &r->choice);
  }
  if (status == CLI_OK) {
    status = lab_study_begin(cli, &r->choice, game,
                             cli->global.seed.given ? cli->global.seed.value : 1, &r->study);
    r->study.place.until = mr_clock_ns() + (int64_t)minutes_of(choice) * 60 * INT64_C(1000000000);
  }
  if (status == CLI_OK) {
    status = make(r);
  }
  if (status == CLI_OK && cli_signal() != 0) {
    status = CLI_SIGNALLED(cli_signal());
  }
  lab_study_end(&r->study);
  mr_game_free(game);
  return status;
}

static const cli_example examples[] = {
    {"lab report my-game --rules my-games.ini --hours 8", "all of that overnight, as one page"},
    {NULL, NULL},
};

const lab_experiment lab_report = {
    .name = "report",
    .about = "Plays as balance does until the time is over, and keeps one page that is there "
             "from the first minute and gets better. Before it says what precision the time is "
             "enough for.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
