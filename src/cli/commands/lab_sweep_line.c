/* The words that make a sweep again, or a search. */
#include <marcher/sweep.h>
#include <string.h>

#include "cli/commands/lab_output.h"
#include "cli/commands/lab_run.h"
#include "cli/game.h"
#include "cli/words.h"

/* What options are where nobody says otherwise. */
enum { GAMES = 400, BATCH = 10, EACH = 20, SEED = 1 };

/* Every line of a text as an option of its own. */
static void put_lines(mr_str *out, const char *name, const char *lines) {
  while (*lines != '\0') {
    size_t length = strcspn(lines, "\n");
    mr_str one = mr_str_growing(NULL);
    mr_str_bytes(&one, lines, length);
    cli_add_option(out, name, mr_str_text(&one));
    mr_str_done(&one);
    lines += length + (lines[length] == '\n');
  }
}

static void put_unless(mr_str *out, const char *name, uint64_t number, uint64_t usual) {
  if (number != usual) {
    cli_add_number(out, name, number);
  }
}

/* The random turns and decisions that its players have where nobody says otherwise. */
static void find_usual(const mr_run *run, unsigned *opening, unsigned *slips) {
  const mr_plan *plan = mr_run_plan(run);
  mr_experiment *found = mr_alloc_zero(NULL, 1, sizeof *found);
  *opening = *slips = 0;
  for (const char *line = plan->players; found != NULL && *line != '\0';) {
    size_t length = strcspn(line, "\n");
    mr_str one = mr_str_growing(NULL);
    mr_str_bytes(&one, line, length);
    if (mr_experiment_init(mr_run_game(run), mr_str_text(&one), plan->seed, found, NULL) == MR_OK) {
      *opening = found->opening > *opening ? found->opening : *opening;
      *slips = found->slips > *slips ? found->slips : *slips;
    }
    mr_str_done(&one);
    line += length + (line[length] == '\n');
  }
  mr_alloc_free(NULL, found, sizeof *found);
}

/* A run that was opened has its game in its folder: what --rules of then said may be another now.
 */
static void put_game(const cli_context *cli, const lab_options *choice, const mr_run *run,
                     mr_str *out) {
  const mr_plan *plan = mr_run_plan(run);
  bool opened = strcmp(choice->game, mr_run_folder(run)) == 0;
  mr_str path = mr_str_growing(NULL);
  mr_str_format(&path, "%s/rules.ini", choice->game);
  for (size_t i = 0; i < cli->global.rules.count && !opened; i++) {
    cli_add_option(out, "rules", cli->global.rules.items[i]);
  }
  cli_add_option(out, "rules", opened ? mr_str_text(&path) : NULL);
  put_lines(out, "set", plan->sets);
  cli_add_option(out, "network",
                 !opened                  ? cli->global.network
                 : *plan->network == '\0' ? "none"
                                          : NULL);
  cli_add_option(out, "to", opened ? choice->game : choice->to);
  mr_str_done(&path);
}

void lab_sweep_line(const cli_context *cli, const lab_options *choice, const mr_run *run,
                    mr_str *out) {
  const mr_plan *plan = mr_run_plan(run);
  unsigned opening = 0, slips = 0;
  find_usual(run, &opening, &slips);
  mr_str_format(out, "marcher lab sweep %s", plan->game);
  put_game(cli, choice, run, out);
  put_lines(out, "key", plan->keys);
  put_lines(out, "target", plan->target);
  if (strcmp(plan->players, "nodes:400") != 0) {
    put_lines(out, "players", plan->players);
  }
  if (strcmp(plan->kind, "spsa") == 0) {
    cli_add_number(out, "trials", plan->trials);
    put_unless(out, "each", plan->each, EACH);
  }
  put_unless(out, "games", plan->games, GAMES);
  put_unless(out, "batch", plan->batch, BATCH);
  put_unless(out, "length", plan->length, 0);
  put_unless(out, "opening", plan->opening, opening);
  put_unless(out, "slips", plan->slips, slips);
  put_unless(out, "seed", plan->seed, SEED);
  mr_str_char(out, '\n');
}
