#include "cli/commands/lab_study.h"

#include <marcher/clock.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/game.h"

/* What is taken where nobody says otherwise; the options tell. */
enum {
  GAMES = 400,
  PAIRS = 50,
  PROBE = 400,
  SKILL_NODES = 100,
  GAMES_MOST = 1000000,
  NODES_MOST = 1000000000
};

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

/* "1600,1600,400": games of the strengths, which have been read; a single number is that of all. */
static int read_amounts(cli_context *cli, const char *list, lab_study *study) {
  const char *at = list;
  bool single = strchr(list, ',') == NULL;
  study->games = 0;
  for (size_t i = 0; i < study->count; i++) {
    size_t length = strcspn(at, ",");
    lab_strength *one = &study->strengths[i];
    if (!mr_parse_uint(at, length, GAMES_MOST, &one->games) || one->games == 0) {
      return cli_usage(cli,
                       "--games needs a whole number from 1 to %d, or one for each strength with "
                       "commas, not '%s'",
                       GAMES_MOST, list);
    }
    study->games = one->games > study->games ? one->games : study->games;
    bool last = i + 1 == study->count;
    if (!single && (at[length] == '\0') != last) {
      return cli_usage(cli,
                       "--games needs one number for all strengths, or as many as there are "
                       "strengths, %zu, not '%s'",
                       study->count, list);
    }
    at += single ? 0 : length + !last;
  }
  return CLI_OK;
}

int lab_study_begin(cli_context *cli, const lab_options *choice, const mr_game *game, uint64_t seed,
                    lab_study *study) {
  *study = (lab_study){.game = game,
                       .seed = seed,
                       .games = value_of(choice->games, GAMES),
                       .pairs = value_of(choice->pairs, PAIRS),
                       .probe = value_of(choice->probe, PROBE),
                       .opening = choice->opening,
                       .slips = choice->slips,
                       .explain = choice->html != NULL};
  if (choice->levels != NULL && choice->budgets != NULL) {
    return cli_usage(cli, "strengths are either --nodes or --levels");
  }
  bool by_level = choice->levels != NULL;
  const char *list = by_level                  ? choice->levels
                     : choice->budgets != NULL ? choice->budgets
                                               : "100,400,1600";
  int status = lab_place_begin(cli, choice, &study->place);
  if (status == CLI_OK) {
    status = read_strengths(cli, list, by_level, study);
  }
  if (status == CLI_OK && choice->amounts != NULL) {
    status = read_amounts(cli, choice->amounts, study);
  }
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
  if (study->reel.game != NULL) {
    mr_reel_done(&study->reel);
  }
  lab_place_end(&study->place);
}

int lab_study_wishes(cli_context *cli, const lab_options *choice, const mr_game *game,
                     const mr_wish **out, size_t *count) {
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
    mr_status status = mr_wish_parse(choice->wants.items[i], &wishes[i], &error);
    if (status == MR_OK) {
      status = mr_measure_check(game, wishes[i].id, &error);
    }
    if (status != MR_OK) {
      return cli_usage(cli, "--want %s: %s", choice->wants.items[i], error.message);
    }
  }
  *out = wishes;
  *count = choice->wants.count;
  return CLI_OK;
}

/* ---- the run --------------------------------------------------------------------------------- */

const char *lab_seats_of(const mr_run *run, size_t strength, char out[LAB_SEATS_MAX]) {
  const mr_session_seat *seat = &mr_run_study_strength(run, strength)->seats[0];
  mr_str text = mr_str_fixed(out, LAB_SEATS_MAX);
  if (seat->nodes > 0) {
    mr_str_format(&text, "nodes:%llu", (unsigned long long)seat->nodes);
  } else {
    mr_str_format(&text, "level:%u", (unsigned)seat->level);
  }
  return out;
}

void lab_put_run(mr_json *json, const mr_run *run, const mr_run_look *look) {
  const mr_plan *plan = mr_run_plan(run);
  mr_json_object(json, "run");
  mr_json_string(json, "folder", mr_run_folder(run));
  mr_json_hash(json, "experiment", mr_run_identity(run));
  mr_json_string(json, "program", plan->program);
  mr_json_string(json, "definition", plan->definition);
  mr_json_string(json, "weights", *plan->weights != '\0' ? plan->weights : NULL);
  mr_json_string(json, "network", *plan->network != '\0' ? plan->network : NULL);
  mr_json_string(json, "kind", plan->kind);
  mr_json_uint(json, "batches", mr_run_batches(run));
  mr_json_uint(json, "whole", look->whole);
  mr_json_uint(json, "damaged", look->damaged);
  mr_json_end(json);
}

void lab_run_json(mr_json *json, const mr_run *run, const mr_run_look *look) {
  const mr_plan *plan = mr_run_plan(run);
  mr_json_string(json, "game", plan->game);
  mr_json_string(json, "players", plan->players);
  mr_json_uint(json, "seed", plan->seed);
  lab_put_run(json, run, look);
}

const char *lab_study_folder(cli_context *cli, const lab_options *choice, const char *part) {
  if (choice->folder == NULL) {
    return NULL;
  }
  (void)mkdir(choice->folder, 0777); /* where it cannot be made, the run in it complains */
  return cli_arena_format(cli, "%s/%s", choice->folder, part);
}

/* The players of a plan: the strengths, and how many games each has that has fewer. */
static void put_players(const lab_study *study, mr_str *players) {
  for (size_t i = 0; i < study->count; i++) {
    const lab_strength *one = &study->strengths[i];
    mr_str_format(players, "%s%s", i > 0 ? "\n" : "", one->seats);
    if (one->games > 0 && one->games < study->games) {
      mr_str_format(players, ",games:%llu", (unsigned long long)one->games);
    }
  }
}

static int open_run(cli_context *cli, lab_study *study, mr_run **run) {
  mr_str players = mr_str_growing(NULL);
  const char *sets = study->plain ? "" : lab_place_sets(cli);
  put_players(study, &players);
  const mr_plan plan = {.kind = "study",
                        .game = study->game->info.name,
                        .sets = sets,
                        .players = mr_str_text(&players),
                        .seed = study->seed,
                        .games = study->games,
                        .batch = study->batch > 0 ? study->batch : lab_place_batch(study->games),
                        .opening = value_of(study->opening, MR_PLAN_AUTO),
                        .slips = value_of(study->slips, MR_PLAN_AUTO),
                        .pairs = study->skill_nodes > 0 ? study->pairs : 0,
                        .probe = study->probe};
  int status = sets != NULL && players.status == MR_OK
                   ? lab_place_open(cli, &study->place, &plan, cli_catalog(cli), study->game, run)
                   : cli_fail_memory(cli);
  mr_str_done(&players);
  return status;
}

/* ---- playing --------------------------------------------------------------------------------- */

/* Games of a summary and of the matches for skill that it holds. */
static uint64_t games_of(const mr_summary *summary) {
  uint64_t games = summary->games;
  for (size_t i = 0; i < MR_SKILL_MATCHES; i++) {
    for (size_t k = 0; k <= MR_SKILL_STEPS; k++) {
      games += 2 * summary->courses.skill[i][k];
    }
  }
  return games;
}

/* What the batches of a sum say becomes what the study says. */
static mr_status take(lab_study *study, mr_run_sum *sum, mr_error *err) {
  size_t count = 0;
  mr_summary *found = mr_run_sum_study(sum, &count);
  mr_status status = MR_OK;
  study->played = 0;
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    mr_summary *summary = &study->strengths[i].summary;
    mr_summary_done(summary);
    mr_summary_init(summary, study->game, NULL);
    status = mr_summary_reserve(summary, &found[i], err);
    if (status == MR_OK) {
      mr_summary_join(summary, &found[i]);
      study->played += games_of(summary);
    }
  }
  return status;
}

/** A study while its run goes on. */
typedef struct playing {
  cli_context *cli;
  lab_study *study;
} playing;

/* Shows what is known to whoever looks: soon, and then each time that there are half as many games
   more. */
static int show(void *context, const mr_run_progress *progress) {
  const playing *p = context;
  lab_study *study = p->study;
  mr_error error;
  uint64_t made = progress->done - progress->before;
  if (study->look == NULL || progress->done == 0 ||
      progress->done < study->looked + study->looked / 2 + 1 || (made == 0 && study->looked > 0)) {
    return CLI_OK;
  }
  study->looked = progress->done;
  study->seconds = progress->seconds;
  return take(study, progress->sum, &error) == MR_OK ? study->look(study->look_context, study)
                                                     : cli_fail_error(p->cli, &error);
}

/* Games of the lowest numbers, not those that were over soonest, which are short ones; where the
   very first batch lacks, what there is. */
static int take_first(cli_context *cli, lab_study *study, const mr_run *run) {
  mr_run_look look = {.sum = NULL};
  mr_error error;
  mr_status status = mr_run_survey_first(run, &look, &error);
  if (status == MR_OK && look.whole == 0) {
    mr_run_sum_free(look.sum);
    look.sum = NULL;
    status = mr_run_survey(run, NULL, &look, &error);
  }
  if (status == MR_OK) {
    status = take(study, look.sum, &error);
  }
  mr_run_sum_free(look.sum);
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

/* All games of a sum, also those behind the first batch that lacks. */
static uint64_t all_games(mr_run_sum *sum) {
  size_t count = 0;
  uint64_t games = 0;
  const mr_summary *found = sum != NULL ? mr_run_sum_study(sum, &count) : NULL;
  for (size_t i = 0; i < count; i++) {
    games += games_of(&found[i]);
  }
  return games;
}

static int count_kept(cli_context *cli, const mr_run *run, uint64_t *out) {
  mr_run_look look = {.sum = NULL};
  mr_error error;
  mr_status status = mr_run_survey(run, NULL, &look, &error);
  *out = all_games(look.sum);
  mr_run_sum_free(look.sum);
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}

static int play_run(cli_context *cli, lab_study *study, const mr_run *run) {
  playing p = {.cli = cli, .study = study};
  mr_run_look look = {.sum = NULL};
  uint64_t before = 0;
  int status = take_first(cli, study, run);
  status = status == CLI_OK ? count_kept(cli, run, &before) : status;
  study->before = study->strengths[study->count - 1].summary.games;
  if (status != CLI_OK) {
    return status;
  }
  int64_t since = mr_clock_ns();
  study->place.look = show;
  study->place.look_context = &p;
  status = lab_place_play(cli, &study->place, run, &look);
  study->seconds = (double)(mr_clock_ns() - since) / 1e9;
  uint64_t after = all_games(look.sum);
  mr_run_sum_free(look.sum);
  study->sitting = after > before ? after - before : 0;
  status = status == CLI_OK ? take_first(cli, study, run) : status;
  return status;
}

int lab_study_play(cli_context *cli, lab_study *study) {
  mr_run *run = NULL;
  cli_signals_catch();
  int status = open_run(cli, study, &run);
  if (status == CLI_OK) {
    status = play_run(cli, study, run);
  }
  mr_run_free(run);
  if (status == CLI_OK && lab_study_main(study) == NULL && !study->lenient) {
    status = cli_fail(cli, cli_signal() != 0 ? "broken off before the first games were over"
                                             : "no game was over within the time");
    status = cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : status;
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

const char *lab_study_knowledge(const mr_game *game) {
  const mr_game_info *info = &game->info;
  return info->network.length > 0 ? "judge positions by a network that was trained for this game"
         : info->weights != NULL  ? "judge positions by weights that were tuned for this game"
         : game->family->read_weights != NULL
             ? "know no more of this game than its rules: 'marcher tune' or 'marcher train' makes "
               "them stronger, and what is said of it surer"
             : "are those of all games of this family, which know of this one what its rules say";
}

mr_interval lab_study_trend(lab_study *study, bool *steady) {
  double x[LAB_STRENGTHS_MAX];
  mr_interval y[LAB_STRENGTHS_MAX];
  size_t count = 0;
  for (size_t i = 0; i < study->count; i++) {
    const lab_strength *one = &study->strengths[i];
    if (one->summary.games > 0) {
      x[count] = study->by_level ? (double)one->value : log2((double)one->value);
      y[count++] = mr_summary_first(&one->summary, MR_TAIL_95);
    }
  }
  *steady = mr_slope_fits(x, y, count);
  return mr_slope_interval(x, y, count);
}

int lab_trend_way(mr_interval trend) {
  return (round(1000 * trend.low) > 0) - (round(1000 * trend.high) < 0);
}

mr_random_turns lab_study_random(lab_study *study) {
  return mr_summary_random(&lab_study_main(study)->summary);
}

int lab_study_advantage(lab_study *study) {
  if (lab_study_random(study).many) {
    return 0;
  }
  mr_interval first = mr_summary_first(&lab_study_main(study)->summary, MR_TAIL_95);
  double even = 1.0 / mr_game_teams(study->game);
  return (first.low > even) - (first.high < even);
}
