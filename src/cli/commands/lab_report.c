/* All that the lab can find out of a game within some hours, as one page. */
#include "cli/commands/lab_report.h"

#include <marcher/clock.h>
#include <math.h>
#include <string.h>

#include "base/thread.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/words.h"

enum {
  HOURS = 8,
  HOURS_MAX = 1000,
  MINUTES_MAX = 60 * HOURS_MAX,
  SECONDS_LEAST = 5, /* less is over before all parts have had a turn */
  SECONDS_MAX = 3600,
  PILOT_GAMES = 16, /* of each strength: so many tell how long a game takes within a quarter */
  GAMES = 400000,   /* of each strength: beyond any night; shares within 0.2 points of a hundred */
  PAIRS = 100000,   /* one for four games, as balance has about */
  BATCH = 4,        /* games of each strength, and a pair: what is lost where it is broken off */
  SKILL_LESS = 2,   /* times the nodes of matches for skill */
  SKILL_MORE = 10,
  LEVEL_COSTS = 3 /* times as long as the level before, roughly */
};

static const cli_option options[] = {
    CLI_OPTION("hours", CLI_NUMBER, lab_options, hours, .value = "N", .min = 1, .max = HOURS_MAX,
               .help = "how long it may take (8)"),
    CLI_OPTION("minutes", CLI_NUMBER, lab_options, minutes, .value = "N", .min = 1,
               .max = MINUTES_MAX, .help = "the same in minutes"),
    CLI_OPTION("seconds", CLI_NUMBER, lab_options, seconds, .value = "N", .min = SECONDS_LEAST,
               .max = SECONDS_MAX, .help = "the same in seconds: for a first look"),
    CLI_OPTION("nodes", CLI_TEXT, lab_options, budgets, .value = "N,N,...",
               .help = "strengths by nodes of each decision (100,400,1600)"),
    CLI_OPTION("levels", CLI_TEXT, lab_options, levels, .value = "N,N,...",
               .help = "strengths by levels instead"),
    CLI_OPTION("probe", CLI_NUMBER, lab_options, probe, .value = "N", .max = 1000000,
               .help = "nodes of searches beside the games of the last strength (400)"),
    LAB_CHANCE_OPTIONS,
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

/* When games and each part end at the latest, as a share of the time: what a part leaves goes into
   more games. */
static const double games_end = 0.65;
static const double part_ends[LAB_PARTS] = {
    [LAB_PART_VALUES] = 0.9, [LAB_PART_SOLVE] = 0.95, [LAB_PART_OPENINGS] = 1};

/** A report under way. */
typedef struct report {
  cli_context *cli;
  lab_options choice; /**< with the page's path filled in */
  lab_study study;
  lab_made made;
  const mr_wish *wishes;
  size_t wish_count;
  bool planned; /**< what the time will reach has been said */
  int64_t begin;
  double played;   /**< seconds in which games were played, before those that go on now */
  uint64_t sat_by; /**< games of this sitting, likewise */
  lab_part parts[LAB_PARTS];
} report;

/** How long it may take, as it is told. */
typedef struct duration {
  double count;
  double seconds; /**< of one */
  const char *unit, *units;
} duration;

static duration time_of(const lab_options *choice) {
  if (choice->seconds.given) {
    return (duration){(double)choice->seconds.value, 1, "s", "seconds"};
  }
  uint64_t hours = choice->hours.given ? choice->hours.value : HOURS;
  uint64_t minutes = choice->minutes.given ? choice->minutes.value : 60 * hours;
  return (duration){(double)minutes, 60, "min", "minutes"};
}

/* The moment at which so much of the time is over. */
static int64_t moment(const report *r, double share) {
  duration all = time_of(&r->choice);
  return r->begin + (int64_t)(share * 1e9 * all.seconds * all.count);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* A part, or why it is not there and what makes it. */
static void put_part(report *r, lab_part_kind kind, mr_doc *doc) {
  const lab_part *part = &r->parts[kind];
  if (part->made) {
    if (kind != LAB_PART_VALUES) { /* whose page has a heading */
      mr_doc_heading(doc, "%s", lab_part_title(kind));
    }
    lab_page_append(doc, &part->doc);
    return;
  }
  mr_doc_heading(doc, "%s", lab_part_title(kind));
  if (part->why != NULL) {
    mr_doc_paragraph(doc, "%s", part->why);
  } else if (cli_signal() != 0) {
    mr_doc_paragraph(doc, "Not there: the report was broken off before it was made.");
  } else {
    duration all = time_of(&r->choice);
    mr_doc_paragraph(doc, "Not there yet: its turn comes when about %.3g of %.0f %s are over.",
                     (kind == LAB_PART_VALUES ? games_end : part_ends[kind - 1]) * all.count,
                     all.count, all.units);
  }
  if (*part->line != '\0') {
    mr_doc_lines(doc, cli_arena_format(r->cli, "%s\n", part->line));
  }
}

/* Which key to change is the designer's to say. */
static void put_sweep(report *r, mr_doc *doc) {
  const cli_globals *global = &r->cli->global;
  mr_str line = mr_str_growing(NULL);
  mr_doc_heading(doc, "Which number should it be?");
  mr_doc_paragraph(
      doc,
      "What may change is yours to say: 'marcher rules %s --keys' lists the keys. This "
      "tries the values of one, and says which comes nearest to an even game:",
      r->choice.game);
  mr_str_format(&line, "marcher lab sweep %s", r->choice.game);
  for (size_t i = 0; i < global->rules.count; i++) {
    cli_add_option(&line, "rules", global->rules.items[i]);
  }
  mr_str_add(&line, " --key KEY=9..18 --target first=50\n");
  mr_doc_lines(doc, mr_str_text(&line));
  mr_str_done(&line);
}

/* Whether the players are to be believed: does the answer move with their strength? */
static void put_trust(report *r, mr_doc *doc) {
  lab_study *study = &r->study;
  bool steady = true;
  mr_interval trend = lab_study_trend(study, &steady);
  mr_doc_heading(doc, "How far to believe it");
  mr_doc_paragraph(doc, "The players %s.", lab_study_knowledge(study->game));
  if (!steady) {
    mr_doc_paragraph(doc,
                     "The answer depends on their strength, and not steadily: better players may "
                     "give another one still. Ask stronger ones, by --nodes or --levels.");
  } else if (lab_trend_way(trend) != 0) {
    mr_doc_paragraph(doc,
                     "The answer moves with their strength: better players would give another one "
                     "still. Read the trend, not the last figure.");
  } else if (isfinite(trend.low)) {
    mr_doc_paragraph(doc, "The first mover's share does not move with their strength by more than "
                          "chance.");
  }
  mr_doc_paragraph(doc, "%llu games; those of the last sitting took %.1f minutes on this machine.",
                   (unsigned long long)study->played, (r->played + study->seconds) / 60);
}

static int write_page(report *r) {
  mr_doc doc;
  mr_doc_init(&doc, &r->cli->arena);
  lab_study_page(r->cli, &r->study, r->wishes, r->wish_count, lab_command_line(r->cli, &r->choice),
                 &doc);
  for (size_t i = 0; i < LAB_PARTS; i++) {
    put_part(r, (lab_part_kind)i, &doc);
  }
  put_sweep(r, &doc);
  put_trust(r, &doc);
  return lab_page_write(r->cli, &r->choice, r->study.game, &doc);
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* What half of an interval of 95% will be, in points of a hundred, where a share is about a half.
 */
static double precision(uint64_t games) {
  return 100 * 1.96 * 0.5 / sqrt((double)(games > 0 ? games : 1));
}

/* Seconds of one game of the weakest strength. @param probe nodes of searches beside it */
static double time_game(const lab_study *study, uint64_t probe) {
  mr_experiment *what = mr_alloc_zero(NULL, 1, sizeof *what);
  mr_played *played = mr_alloc_zero(NULL, 1, sizeof *played);
  mr_experimenter *worker = NULL;
  double seconds = 0;
  if (what != NULL && played != NULL &&
      mr_experiment_init(study->game, study->strengths[0].seats, study->seed, what, NULL) ==
          MR_OK) {
    what->probe = probe;
    int64_t since = mr_clock_ns();
    if (mr_experimenter_new(what, &worker, NULL) == MR_OK &&
        mr_experimenter_play(worker, 0, played, NULL) == MR_OK) {
      seconds = (double)(mr_clock_ns() - since) / 1e9;
    }
  }
  mr_experimenter_free(worker);
  mr_alloc_free(NULL, played, sizeof *played);
  mr_alloc_free(NULL, what, sizeof *what);
  return seconds;
}

/* About how long the first games will take, by one of them. */
static double pilot_seconds(const lab_study *study) {
  double each = time_game(study, 0), all = 0;
  double beside = study->probe > 0 ? fmax(0, time_game(study, study->probe) - each) : 0;
  double skill = 2 + SKILL_LESS + SKILL_MORE; /* a pair against each, in every batch */
  unsigned cores = study->place.threads > 0 ? study->place.threads : mr_thread_cores();
  for (size_t i = 0; i < study->count; i++) {
    double ratio = study->by_level
                       ? pow(LEVEL_COSTS, (double)i)
                       : (double)study->strengths[i].value / (double)study->strengths[0].value;
    all += PILOT_GAMES * each * ratio;
  }
  all += PILOT_GAMES * beside;
  all += study->skill_nodes > 0 ? each * skill * PILOT_GAMES / BATCH : 0;
  return all / (cores > 0 ? cores : 1);
}

/* Before anything is played: who plays, and when more is known. */
static void put_players(report *r) {
  cli_context *cli = r->cli;
  if (cli->global.json) {
    return;
  }
  cli_say(cli, "%s: the players %s.", r->study.game->info.title,
          lab_study_knowledge(r->study.game));
  cli_flush(cli);
  double seconds = pilot_seconds(&r->study);
  duration all = time_of(&r->choice);
  cli_say(cli,
          "What precision %.0f %s will reach is measured first, by %d games at each of %zu "
          "strengths: that takes about %.0f %s.",
          all.count, all.unit, PILOT_GAMES, r->study.count,
          seconds < 90 ? fmax(seconds, 1) : seconds / 60, seconds < 90 ? "s" : "min");
  cli_flush(cli);
}

/* Says what is to be expected of the rest of the time. */
static void put_plan(report *r) {
  lab_study *study = &r->study;
  duration all = time_of(&r->choice);
  uint64_t known = lab_study_main(study)->summary.games;
  uint64_t before = study->before < known ? study->before : known;
  double rate = (double)(known - before) / fmax(study->seconds, 1e-3);
  uint64_t games = before + (uint64_t)(all.seconds * all.count * games_end * rate);
  if (r->cli->global.json) {
    return;
  }
  cli_say(r->cli,
          "%.0f %s: the first %.3g are enough for about %llu games at each of %zu strengths%s, "
          "if the others are like the first %llu: shares within %.1f points of a hundred. Then "
          "comes what pieces are worth, who wins with best play where the game is small, and even "
          "openings; what they leave of the time goes into more games.",
          all.count, all.unit, all.count * games_end, (unsigned long long)games, study->count,
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

/* ---- making it ------------------------------------------------------------------------------- */

static void put_summary(report *r) {
  lab_study *study = &r->study;
  mr_summary *summary = &lab_study_main(study)->summary;
  static const char *const answers[] = {"not measured", "not decided", "yes", "no"};
  mr_str_format(&r->cli->out, "%llu games in %.1f min, ", (unsigned long long)r->sat_by,
                r->played / 60);
  if (study->played > r->sat_by) {
    mr_str_format(&r->cli->out, "%llu with those that were kept, ",
                  (unsigned long long)study->played);
  }
  mr_str_format(&r->cli->out, "%llu of the strength that is told of: %s\n",
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
  for (size_t i = 0; i < LAB_PARTS; i++) {
    const lab_part *part = &r->parts[i];
    mr_str_format(&r->cli->out, "  %s: %s\n", lab_part_name((lab_part_kind)i),
                  part->made ? "on the page" : "not on the page, which says why");
  }
}

/* What other experiments say, as they would, or why they say nothing. */
static void put_parts(const report *r, mr_json *json) {
  mr_json_object(json, "parts");
  for (size_t i = 0; i < LAB_PARTS; i++) {
    const lab_part *part = &r->parts[i];
    mr_json_object(json, lab_part_experiment((lab_part_kind)i));
    mr_json_string(json, "command", *part->line != '\0' ? part->line : NULL);
    mr_json_string(json, "why", part->made ? NULL : part->why);
    if (part->made && part->document != NULL) {
      mr_str document = mr_str_growing(NULL);
      mr_str_add(&document, part->document);
      mr_json_raw(json, "found", &document);
      mr_str_done(&document);
    } else {
      mr_json_null(json, "found");
    }
    mr_json_end(json);
  }
  mr_json_end(json);
}

static int print_json(report *r) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  lab_study_json(json, &r->study, r->wishes, r->wish_count, &r->made);
  put_parts(r, json);
  return cli_document_print(r->cli, &document);
}

/* Plays games until so much of the time is over. */
static int play(report *r, double share) {
  lab_study *study = &r->study;
  study->place.until = moment(r, share);
  study->place.what = "games";
  int status = lab_study_play(r->cli, study);
  r->played += study->seconds;
  r->sat_by += study->sitting;
  study->seconds = 0;
  return status;
}

/* What other experiments say, each in its share of the time. */
static int make_parts(report *r) {
  int status = CLI_OK;
  for (size_t i = 0; i < LAB_PARTS && status == CLI_OK && cli_signal() == 0; i++) {
    status = lab_part_make(r->cli, &r->choice, r->study.game, (lab_part_kind)i,
                           moment(r, part_ends[i]), &r->parts[i]);
    if (status == CLI_OK) {
      status = write_page(r);
    }
  }
  return status;
}

/* Parts whose turn did not come: no game was over by then. */
static void end_parts(report *r) {
  for (size_t i = 0; i < LAB_PARTS; i++) {
    lab_part *part = &r->parts[i];
    part->why = part->made || part->why != NULL ? part->why : "There was no time for it.";
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
  study->lenient = true;
  put_players(r);
  int status = play(r, games_end);
  if (status == CLI_OK && lab_study_main(study) != NULL) {
    if (!r->planned && cli_signal() != 0) {
      r->planned = true;
      put_plan(r); /* broken off at once */
    }
    status = make_parts(r);
  }
  study->lenient = false;
  if (status == CLI_OK && (cli_signal() == 0 || lab_study_main(study) == NULL)) {
    status = play(r, 1);
    end_parts(r);
  }
  if (status == CLI_OK) {
    status = write_page(r);
  }
  if (status == CLI_OK && cli->global.json) {
    return print_json(r);
  }
  if (status == CLI_OK) {
    put_summary(r);
  }
  return status;
}

/* The game is there; whatever is wrong with the words is said before anything is played. */
static int begin(report *r, const mr_game *game) {
  cli_context *cli = r->cli;
  int status = lab_study_wishes(cli, &r->choice, game, &r->wishes, &r->wish_count);
  if (status == CLI_OK) {
    status = lab_page_check(cli, &r->choice);
  }
  if (status == CLI_OK) {
    status = lab_study_begin(cli, &r->choice, game, cli_seed(cli), &r->study);
    r->study.timed = true;
  }
  lab_made_of(cli, game, &r->made);
  for (size_t i = 0; i < LAB_PARTS; i++) {
    r->parts[i].line = lab_part_line(cli, &r->choice, (lab_part_kind)i);
  }
  return status;
}

static int run(cli_context *cli, const lab_options *choice) {
  report *r = mr_arena_zero(&cli->arena, 1, sizeof *r);
  if (r == NULL) {
    return cli_fail_memory(cli);
  }
  if (choice->hours.given + choice->minutes.given + choice->seconds.given > 1) {
    return cli_usage(cli, "the time is either --hours, --minutes or --seconds");
  }
  *r = (report){.cli = cli, .choice = *choice, .begin = mr_clock_ns()};
  if (choice->html == NULL) {
    r->choice.html = cli_arena_format(cli, "%s-report.html", choice->game);
  }
  mr_game *game = r->choice.html != NULL ? cli_game_open(cli, choice->game) : NULL;
  if (game == NULL) {
    return r->choice.html != NULL ? CLI_FAILED : cli_fail_memory(cli);
  }
  int status = begin(r, game);
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
    .about = "Finds out within some hours what the lab can find out by itself, and keeps one page "
             "that is there from the first minute and gets better: games as of balance for most of "
             "the time, then what pieces are worth, who wins with best play where the game is "
             "small enough, and even openings; what they leave goes into more games. It first says "
             "what precision the time will reach. What does not fit stands on the page with the "
             "command that makes it.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
