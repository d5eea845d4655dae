/* Two definitions side by side: every measure, its difference, and whether it is one. */
#include <math.h>
#include <string.h>

#include "cli/commands/lab_study.h"
#include "cli/files.h"
#include "cli/game.h"

static const cli_option options[] = {
    LAB_AMOUNTS_OPTION, LAB_LAST_OPTIONS, LAB_FOLDER_OPTIONS, LAB_PAGE_OPTIONS, {.name = NULL},
};

enum { TEXT_MAX = 160, SIDES = 2 };

/** Two games and their studies. */
typedef struct duel {
  mr_game *games[SIDES];
  lab_study studies[SIDES];
  char names[SIDES][TEXT_MAX]; /**< what tells them apart */
  bool alike;                  /**< both play by the same rules */
  mr_comparison *items;
  size_t count;
} duel;

/* ---- what is compared ------------------------------------------------------------------------ */

/* Games of the same rules differ by chance alone: asked for by two names that may be what is
   wanted, but a change that changes nothing is a mistake. */
static int check_alike(cli_context *cli, bool same, duel *d) {
  lab_made made[SIDES];
  for (size_t i = 0; i < SIDES; i++) {
    lab_made_of(cli, d->games[i], &made[i]);
  }
  d->alike = strcmp(made[0].definition, made[1].definition) == 0 &&
             strcmp(made[0].weights, made[1].weights) == 0 &&
             strcmp(made[0].network, made[1].network) == 0;
  if (d->alike && same) {
    return cli_usage(cli, "%s plays by the same rules as %s: --set changes nothing of them",
                     d->names[1], d->names[0]);
  }
  if (d->alike) {
    cli_note(cli, "Both games have the same rules: whatever differs does so by chance.");
  }
  return CLI_OK;
}

/* Two games, or one without and with what --set says. */
static int open_games(cli_context *cli, const lab_options *choice, duel *d) {
  bool same = choice->more.count == 0;
  if (choice->more.count > 1) {
    return cli_usage(cli, "compare is about two games; '%s' is too many", choice->more.items[1]);
  }
  if (same && cli->override_count == 0) {
    return cli_usage(cli, "compare needs a second game, or --set KEY=VALUE to change the first");
  }
  d->games[0] =
      same ? cli_game_open_with(cli, choice->game, NULL, 0) : cli_game_open(cli, choice->game);
  d->games[1] =
      d->games[0] != NULL ? cli_game_open(cli, same ? choice->game : choice->more.items[0]) : NULL;
  if (d->games[1] == NULL) {
    return CLI_FAILED;
  }
  for (size_t i = 0; i < SIDES; i++) {
    mr_str text = mr_str_fixed(d->names[i], sizeof d->names[i]);
    mr_str_add(&text, d->games[i]->info.name);
    for (size_t k = 0; (i == 1 || !same) && k < cli->override_count; k++) {
      mr_str_format(&text, " %s=%s", cli->overrides[k].key, cli->overrides[k].value);
    }
  }
  return check_alike(cli, same, d);
}

static bool has_games(duel *d, size_t side) {
  return lab_study_main(&d->studies[side]) != NULL;
}

static int play(cli_context *cli, const lab_options *choice, duel *d) {
  const lab_options mine = lab_study_last(choice);
  uint64_t seed = cli->global.seed.given ? cli->global.seed.value : 1;
  int status = CLI_OK;
  /* Games of their own for each: what is said of the difference of two rests on that. */
  for (size_t i = 0; i < SIDES && status == CLI_OK; i++) {
    status = lab_study_begin(cli, &mine, d->games[i], seed + i, &d->studies[i]);
    d->studies[i].place.folder = lab_study_folder(cli, choice, i == 0 ? "first" : "second");
    d->studies[i].plain = i == 0 && choice->more.count == 0;
    d->studies[i].lenient = i == 1; /* broken off in the second, the first is told */
    if (status == CLI_OK && cli_signal() == 0) {
      status = lab_study_play(cli, &d->studies[i]);
    }
  }
  return status;
}

static int compare(cli_context *cli, duel *d) {
  if (!has_games(d, 1)) {
    return CLI_OK;
  }
  mr_summary *before = &lab_study_main(&d->studies[0])->summary;
  mr_summary *after = &lab_study_main(&d->studies[1])->summary;
  size_t room = mr_measure_count(before) + mr_measure_count(after);
  d->items = mr_arena_zero(&cli->arena, room, sizeof *d->items);
  if (d->items == NULL) {
    return cli_fail_memory(cli);
  }
  d->count = mr_compare(before, after, d->items);
  return CLI_OK;
}

/* ---- what is told ---------------------------------------------------------------------------- */

/* "+4.2 points (-1.0 to +9.4)" of a share, else in the measure's own units. */
static void difference_text(const mr_comparison *one, mr_str *out) {
  mr_interval more = one->difference;
  if (!isfinite(more.low) || !isfinite(more.high)) {
    bool broken = isfinite(one->before.interval.low) && isfinite(one->after.interval.low);
    mr_str_add(out, broken ? "open: broken off" : "too few games");
  } else if (one->before.unit == MR_UNIT_SHARE) {
    mr_str_format(out, "%+.1f (%+.1f to %+.1f)", 100 * more.value, 100 * more.low, 100 * more.high);
  } else {
    mr_str_format(out, "%+.3g (%+.3g to %+.3g)", more.value, more.low, more.high);
  }
}

static void put_row(mr_doc *doc, const mr_comparison *one) {
  char before[TEXT_MAX], after[TEXT_MAX], difference[TEXT_MAX];
  mr_str text = mr_str_fixed(before, sizeof before);
  mr_measure_text(&one->before, &text);
  text = mr_str_fixed(after, sizeof after);
  mr_measure_text(&one->after, &text);
  text = mr_str_fixed(difference, sizeof difference);
  difference_text(one, &text);
  const char *const cells[] = {one->before.label, before, after, difference,
                               one->differs ? "differs" : ""};
  mr_doc_row(doc, cells, one->differs ? 5 : 4);
}

static void put_table(const duel *d, bool differing, mr_doc *doc) {
  const char *const heading[] = {"measure", "first", "second", "second less first", "so?"};
  bool any = false;
  for (size_t i = 0; i < d->count; i++) {
    if (d->items[i].differs == differing) {
      if (!any) {
        mr_doc_heading(doc, "%s",
                       differing ? "What differs" : "What cannot be told apart from chance");
        mr_doc_row(doc, heading, differing ? 5 : 4);
      }
      any = true;
      put_row(doc, &d->items[i]);
    }
  }
}

/* What the first says alone, where the second was not begun. */
static void put_first(duel *d, mr_doc *doc) {
  const char *const heading[] = {"measure", "first"};
  lab_strength *main = lab_study_main(&d->studies[0]);
  mr_doc_paragraph(doc,
                   "Broken off before a game of the second, %s, was over. What follows is of %llu "
                   "games of the first, %s, seed %llu; %s.%s",
                   d->names[1], (unsigned long long)main->summary.games, d->names[0],
                   (unsigned long long)d->studies[0].seed, main->seats,
                   d->studies[0].place.temporary == NULL ? " The same command goes on with them."
                                                         : "");
  mr_doc_row(doc, heading, 2);
  for (size_t i = 0; i < mr_measure_count(&main->summary); i++) {
    mr_measure measure;
    char text[TEXT_MAX];
    mr_str value = mr_str_fixed(text, sizeof text);
    if (mr_measure_at(&main->summary, i, MR_TAIL_95, &measure)) {
      mr_measure_text(&measure, &value);
      const char *const cells[] = {measure.label, text};
      mr_doc_row(doc, cells, 2);
    }
  }
}

/* Of a short game that begins at random little is the players' doing. */
static void put_random(duel *d, mr_doc *doc) {
  for (size_t i = 0; i < SIDES && has_games(d, i); i++) {
    char words[TEXT_MAX];
    mr_str text = mr_str_fixed(words, sizeof words);
    mr_random_turns turns = lab_study_random(&d->studies[i]);
    mr_random_turns_text(&turns, &text);
    if (turns.many) {
      mr_doc_paragraph(doc,
                       "%s: %s, so that what is said of who is favoured is said of random "
                       "beginnings. --opening 0 begins where the game begins.",
                       d->names[i], words);
    }
  }
}

static void put_both(const duel *d, const lab_study *first, const lab_study *second,
                     const lab_strength *before, const lab_strength *after, mr_doc *doc) {
  size_t differing = 0;
  for (size_t i = 0; i < d->count; i++) {
    differing += d->items[i].differs;
  }
  if (cli_signal() != 0) {
    mr_doc_paragraph(doc, "Broken off: what follows rests on the games that were complete.");
  }
  if (d->alike) {
    mr_doc_paragraph(doc, "Both games have the same rules: whatever differs does so by chance.");
  }
  mr_doc_paragraph(
      doc,
      "Of %zu measures %zu differ. The first are %llu games of %s, seed %llu, the second %llu "
      "games of %s, seed %llu; %s. Each interval covers the truth in 95 of 100 experiments by "
      "itself; that two of the same game are said to differ in any measure at all happens in 5 of "
      "100 comparisons like this one at most (Bonferroni).",
      d->count, differing, (unsigned long long)before->summary.games, d->names[0],
      (unsigned long long)first->seed, (unsigned long long)after->summary.games, d->names[1],
      (unsigned long long)second->seed, before->seats);
  put_table(d, true, doc);
  put_table(d, false, doc);
}

static void put_page(cli_context *cli, const lab_options *choice, duel *d, mr_doc *doc) {
  mr_doc_heading(doc, "%s against %s", d->names[0], d->names[1]);
  put_random(d, doc);
  if (has_games(d, 1)) {
    put_both(d, &d->studies[0], &d->studies[1], lab_study_main(&d->studies[0]),
             lab_study_main(&d->studies[1]), doc);
  } else {
    put_first(d, doc);
  }
  mr_str line = mr_str_growing(NULL);
  mr_str_format(&line, "%s\n", lab_command_line(cli, choice));
  mr_doc_heading(doc, "How this was made");
  mr_doc_lines(doc, mr_str_text(&line));
  mr_str_done(&line);
}

static void put_side(cli_context *cli, mr_json *json, const char *key, duel *d, size_t side) {
  lab_made made;
  if (!has_games(d, side)) {
    mr_json_null(json, key);
    return;
  }
  lab_made_of(cli, d->games[side], &made);
  mr_json_object(json, key);
  mr_json_string(json, "game", d->games[side]->info.name);
  mr_json_hash(json, "definition", d->games[side]->info.definition_hash);
  lab_made_json(json, &made);
  mr_json_uint(json, "seed", d->studies[side].seed);
  mr_json_string(json, "players", lab_study_main(&d->studies[side])->seats);
  mr_json_uint(json, "games", lab_study_main(&d->studies[side])->summary.games);
  lab_random_json(json, lab_study_random(&d->studies[side]));
  mr_json_end(json);
}

/* Of a comparison that was broken off: what the first says. */
static void put_first_json(mr_json *json, mr_summary *summary) {
  for (size_t i = 0; i < mr_measure_count(summary); i++) {
    mr_measure measure;
    if (mr_measure_at(summary, i, MR_TAIL_95, &measure)) {
      mr_json_object(json, NULL);
      lab_measure_json(json, "before", &measure);
      mr_json_null(json, "after");
      mr_json_null(json, "difference");
      mr_json_bool(json, "differs", false);
      mr_json_end(json);
    }
  }
}

static int print_json(cli_context *cli, duel *d) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  put_side(cli, json, "before", d, 0);
  put_side(cli, json, "after", d, 1);
  mr_json_array(json, "measures");
  if (!has_games(d, 1)) {
    put_first_json(json, &lab_study_main(&d->studies[0])->summary);
  }
  for (size_t i = 0; i < d->count; i++) {
    const mr_comparison *one = &d->items[i];
    mr_json_object(json, NULL);
    lab_measure_json(json, "before", &one->before);
    lab_measure_json(json, "after", &one->after);
    mr_json_interval(json, "difference", one->difference);
    mr_json_bool(json, "differs", one->differs);
    mr_json_end(json);
  }
  mr_json_end(json);
  return cli_document_print(cli, &document);
}

static int tell(cli_context *cli, const lab_options *choice, duel *d) {
  if (cli->global.json) {
    return print_json(cli, d);
  }
  mr_doc doc;
  lab_made second;
  lab_options both = *choice;
  mr_doc_init(&doc, &cli->arena);
  put_page(cli, choice, d, &doc);
  lab_made_of(cli, d->games[1], &second);
  both.second = &second;
  return lab_page_tell(cli, &both, d->games[0], &doc);
}

static int run(cli_context *cli, const lab_options *choice) {
  duel *d = mr_arena_zero(&cli->arena, 1, sizeof *d);
  if (d == NULL) {
    return cli_fail_memory(cli);
  }
  int status = open_games(cli, choice, d);
  if (status == CLI_OK) {
    status = play(cli, choice, d);
  }
  if (status == CLI_OK) {
    status = compare(cli, d);
  }
  if (status == CLI_OK) {
    status = tell(cli, choice, d);
  }
  if (status == CLI_OK && cli_signal() != 0) {
    status = CLI_SIGNALLED(cli_signal());
  }
  for (size_t i = 0; i < SIDES; i++) {
    lab_study_end(&d->studies[i]);
    mr_game_free(d->games[i]);
  }
  return status;
}

static const cli_argument arguments[] = {
    {.name = "GAME", .help = "a name that 'marcher games' lists, or a file that defines one game"},
    {.name = "OTHER",
     .help = "the second game; without it the first is compared with what --set makes of it",
     .optional = true},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"lab compare chess --set castling=false", "what a change of a key changes"},
    {NULL, NULL},
};

const lab_experiment lab_compare = {
    .name = "compare",
    .about = "Measures two definitions in the same way, and tells every measure side by side "
             "with its difference, and which differences are more than chance.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .takes_more = true,
    .run = run,
};
