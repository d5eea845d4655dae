#include "cli/commands/lab_study.h"

#include <marcher/clock.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab_field.h"
#include "cli/files.h"

/* What is taken where nobody says otherwise; the options tell. */
enum { GAMES = 400, PAIRS = 50, PROBE = 400, SKILL_NODES = 100, NODES_MOST = 1000000000 };

static const unsigned skill_factors[MR_SKILL_MATCHES] = {2, 10};

/* ---- reading --------------------------------------------------------------------------------- */

static uint64_t value_of(cli_number number, uint64_t otherwise) {
  return number.given ? number.value : otherwise;
}

/* "100,400,1600" into strengths, weakest first. */
static int read_strengths(cli_context *cli, const char *list, bool by_level, lab_study *study) {
  uint64_t least = by_level ? MR_LEVEL_MIN : 1;
  uint64_t most = by_level ? MR_LEVEL_MAX : NODES_MOST;
  const char *option = by_level ? "levels" : "nodes";
  study->by_level = by_level;
  for (const char *at = list;; at++) {
    size_t length = strcspn(at, ",");
    uint64_t value = 0;
    if (!mr_parse_uint(at, length, most, &value) || value < least) {
      return cli_usage(cli, "--%s needs whole numbers from %llu to %llu with commas, not '%s'",
                       option, (unsigned long long)least, (unsigned long long)most, list);
    }
    if (study->count == LAB_STRENGTHS_MAX) {
      return cli_usage(cli, "--%s takes at most %d strengths", option, LAB_STRENGTHS_MAX);
    }
    if (study->count > 0 && value <= study->strengths[study->count - 1].value) {
      return cli_usage(cli, "--%s needs the weakest first, each once, not '%s'", option, list);
    }
    lab_strength *next = &study->strengths[study->count++];
    mr_str seats = mr_str_fixed(next->seats, sizeof next->seats);
    mr_str_format(&seats, "%s:%llu", by_level ? "level" : "nodes", (unsigned long long)value);
    next->value = value;
    mr_summary_init(&next->summary, study->game, NULL);
    at += length;
    if (*at == '\0') {
      return CLI_OK;
    }
  }
}

int lab_study_begin(cli_context *cli, const lab_options *choice, const mr_game *game, uint64_t seed,
                    lab_study *study) {
  *study = (lab_study){.game = game,
                       .seed = seed,
                       .games = value_of(choice->games, GAMES),
                       .pairs = value_of(choice->pairs, PAIRS),
                       .probe = value_of(choice->probe, PROBE),
                       .explain = choice->html != NULL,
                       .threads = (unsigned)value_of(choice->threads, 0)};
  if (choice->levels != NULL && choice->budgets != NULL) {
    return cli_usage(cli, "strengths are either --nodes or --levels");
  }
  bool by_level = choice->levels != NULL;
  const char *list = by_level                  ? choice->levels
                     : choice->budgets != NULL ? choice->budgets
                                               : "100,400,1600";
  int status = read_strengths(cli, list, by_level, study);
  if (status == CLI_OK && study->pairs > 0 && mr_game_teams(game) == 2) {
    study->skill_nodes = by_level ? SKILL_NODES : study->strengths[0].value;
  }
  return status;
}

void lab_study_end(lab_study *study) {
  for (size_t i = 0; i < study->count; i++) {
    mr_summary_done(&study->strengths[i].summary);
  }
  study->count = 0;
}

int lab_study_wishes(cli_context *cli, const lab_options *choice, const mr_wish **out,
                     size_t *count) {
  if (choice->wants.count == 0) {
    *count = mr_wish_defaults(out);
    return CLI_OK;
  }
  mr_wish *wishes = mr_arena_zero(&cli->arena, choice->wants.count, sizeof *wishes);
  if (wishes == NULL) {
    return cli_fail_memory(cli);
  }
  for (size_t i = 0; i < choice->wants.count; i++) {
    mr_error error;
    if (mr_wish_parse(choice->wants.items[i], &wishes[i], &error) != MR_OK) {
      return cli_usage(cli, "%s", error.message);
    }
  }
  *out = wishes;
  *count = choice->wants.count;
  return CLI_OK;
}

/* ---- playing --------------------------------------------------------------------------------- */

static mr_status take_game(void *context, size_t which, const mr_played *played, mr_error *err) {
  lab_strength *strength = context;
  (void)which;
  return mr_summary_add(&strength->summary, played, err);
}

static void tell_first(void *context, mr_str *out) {
  lab_strength *strength = context;
  mr_interval first = mr_points_interval(strength->summary.courses.first, MR_SCORE_WIN);
  mr_str_format(out, "first %.1f%% (%.0f to %.0f)", 100 * first.value, 100 * first.low,
                100 * first.high);
}

static int play_strength(cli_context *cli, lab_study *study, size_t at) {
  lab_strength *strength = &study->strengths[at];
  mr_experiment experiment;
  mr_error error;
  uint64_t taken = 0;
  if (strength->summary.games >= study->games) {
    return CLI_OK;
  }
  if (mr_experiment_init(study->game, strength->seats, study->seed, &experiment, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  experiment.probe = at + 1 == study->count ? study->probe : 0;
  experiment.stop = cli_stop_flag();
  lab_field field = {.experiments = &experiment,
                     .count = 1,
                     .first = strength->summary.games,
                     .games = study->games - strength->summary.games,
                     .threads = study->threads,
                     .until = study->until,
                     .take = take_game,
                     .tell = tell_first,
                     .context = strength,
                     .what = strength->seats};
  mr_status status = lab_field_play(cli, &field, &taken, &error);
  study->played += taken;
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

/* A match for skill: the first game of a pair has the stronger player in seat 0's side. */
typedef struct pairing {
  uint64_t *cells;
  uint8_t seat; /* of the other side */
  unsigned first_points;
} pairing;

static mr_status take_pair(void *context, size_t which, const mr_played *played, mr_error *err) {
  pairing *pair = context;
  (void)err;
  if (which == 0) {
    pair->first_points = played->score[0];
  } else {
    pair->cells[pair->first_points + played->score[pair->seat]]++;
  }
  return MR_OK;
}

static uint8_t other_side(const mr_game *game) {
  uint8_t seat = 0;
  while (game->info.team[seat] == game->info.team[0]) {
    seat++;
  }
  return seat;
}

static int play_skill(cli_context *cli, lab_study *study, size_t match) {
  mr_experiment experiments[2];
  mr_error error;
  char seats[32];
  uint64_t taken = 0;
  const mr_game *game = study->game;
  mr_str text = mr_str_fixed(seats, sizeof seats);
  mr_str_format(&text, "nodes:%llu", (unsigned long long)study->skill_nodes);
  if (mr_experiment_init(game, seats, study->seed, &experiments[0], &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  experiments[0].stop = cli_stop_flag();
  experiments[1] = experiments[0];
  for (uint8_t i = 0; i < game->info.players; i++) {
    bool leads = game->info.team[i] == game->info.team[0];
    experiments[leads ? 0 : 1].seats[i].nodes *= skill_factors[match];
  }
  char what[48];
  text = mr_str_fixed(what, sizeof what);
  mr_str_format(&text, "%u times the nodes", skill_factors[match]);
  pairing pair = {.cells = study->strengths[study->count - 1].summary.courses.skill[match],
                  .seat = other_side(game)};
  uint64_t done = 0;
  for (size_t i = 0; i <= MR_SKILL_STEPS; i++) {
    done += pair.cells[i];
  }
  if (done >= study->pairs) {
    return CLI_OK;
  }
  lab_field field = {.experiments = experiments,
                     .count = 2,
                     .first = done,
                     .games = study->pairs - done,
                     .threads = study->threads,
                     .until = study->until,
                     .take = take_pair,
                     .context = &pair,
                     .what = what};
  mr_status status = lab_field_play(cli, &field, &taken, &error);
  study->played += taken;
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

int lab_study_play(cli_context *cli, lab_study *study) {
  int64_t since = mr_clock_ns();
  int status = CLI_OK;
  cli_signals_catch();
  for (size_t i = 0; i < study->count && status == CLI_OK && cli_signal() == 0; i++) {
    status = play_strength(cli, study, i);
  }
  for (size_t i = 0;
       i < MR_SKILL_MATCHES && status == CLI_OK && cli_signal() == 0 && study->skill_nodes > 0;
       i++) {
    status = play_skill(cli, study, i);
  }
  study->seconds += (double)(mr_clock_ns() - since) / 1e9;
  if (status == CLI_OK && lab_study_main(study) == NULL) {
    status = cli_signal() != 0 ? CLI_SIGNALLED(cli_signal())
                               : cli_fail(cli, "no game was over within the time");
  }
  return status;
}

lab_strength *lab_study_main(lab_study *study) {
  for (size_t i = study->count; i > 0; i--) {
    if (study->strengths[i - 1].summary.games > 0) {
      return &study->strengths[i - 1];
    }
  }
  return NULL;
}

mr_interval lab_study_trend(lab_study *study) {
  double x[LAB_STRENGTHS_MAX];
  mr_interval y[LAB_STRENGTHS_MAX];
  size_t count = 0;
  for (size_t i = 0; i < study->count; i++) {
    const lab_strength *one = &study->strengths[i];
    if (one->summary.games > 0) {
      x[count] = study->by_level ? (double)one->value : log2((double)one->value);
      y[count++] = mr_points_interval(one->summary.courses.first, MR_SCORE_WIN);
    }
  }
  return mr_slope_interval(x, y, count);
}

int lab_study_advantage(lab_study *study) {
  mr_interval first =
      mr_points_interval(lab_study_main(study)->summary.courses.first, MR_SCORE_WIN);
  double even = 1.0 / mr_game_teams(study->game);
  return (first.low > even) - (first.high < even);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_number(mr_str *out, const char *option, cli_number number) {
  if (number.given) {
    mr_str_format(out, " --%s %llu", option, (unsigned long long)number.value);
  }
}

static void add_text(mr_str *out, const char *option, const char *text) {
  if (text != NULL) {
    bool plain = strpbrk(text, " '\"$&|;<>*?()\\`") == NULL;
    mr_str_format(out, plain ? " --%s %s" : " --%s '%s'", option, text);
  }
}

static void add_list(mr_str *out, const char *option, const cli_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    add_text(out, option, list->items[i]);
  }
}

const char *lab_command_line(cli_context *cli, const lab_options *choice) {
  mr_str line = mr_str_growing(NULL);
  mr_str_format(&line, "marcher lab %s %s", choice->what, choice->game);
  for (size_t i = 0; i < choice->more.count; i++) {
    mr_str_format(&line, " %s", choice->more.items[i]);
  }
  add_list(&line, "rules", &cli->global.rules);
  add_list(&line, "set", &cli->global.sets);
  add_text(&line, "network", cli->global.network);
  add_number(&line, "games", choice->games);
  add_text(&line, "nodes", choice->budgets);
  add_text(&line, "levels", choice->levels);
  add_number(&line, "nodes", choice->nodes);
  add_number(&line, "level", choice->level);
  add_text(&line, "unit", choice->unit);
  add_number(&line, "pairs", choice->pairs);
  add_number(&line, "probe", choice->probe);
  add_list(&line, "want", &choice->wants);
  mr_str_format(&line, " --seed %llu", (unsigned long long)value_of(cli->global.seed, 1));
  const char *kept = mr_arena_copy(&cli->arena, mr_str_text(&line), line.length);
  mr_str_done(&line);
  return kept != NULL ? kept : "";
}

int lab_page_write(cli_context *cli, const lab_options *choice, const mr_game *game,
                   const mr_doc *doc) {
  if (doc->status != MR_OK) {
    return cli_fail_memory(cli);
  }
  if (choice->html == NULL) {
    mr_paint_doc_text(game, doc, &cli->style, &cli->out);
    return CLI_OK;
  }
  mr_str page = mr_str_growing(NULL);
  mr_paint_doc_html(game, doc, &page);
  int status = cli_text_write(cli, choice->html, &page);
  mr_str_done(&page);
  return status;
}
