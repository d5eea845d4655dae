/* Fast games, and what they say together: the workshop's quick look in a terminal. */
#include <marcher/json.h>
#include <marcher/measures.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab.h"
#include "cli/crew.h"
#include "cli/files.h"
#include "cli/game.h"

/* What is taken where nobody says otherwise; the options tell. */
enum { GAMES = 200, NODES = 100 };

/* Of lines, wherever they go: a pipe shows what a terminal does. */
enum { WIDTH = 80 };

static const cli_option options[] = {
    CLI_OPTION("games", CLI_NUMBER, lab_options, games, .value = "N", .min = 1, .max = 1000000,
               .help = "games to play (200)"),
    CLI_OPTION("nodes", CLI_NUMBER, lab_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .help = "nodes of each decision (100)"),
    CLI_OPTION("level", CLI_NUMBER, lab_options, level, .value = "N", .min = MR_LEVEL_MIN,
               .max = MR_LEVEL_MAX, .help = "players of this level instead"),
    CLI_OPTION("threads", CLI_NUMBER, lab_options, threads, .value = "N", .min = 1, .max = 256,
               .help = "games at once (all cores)"),
    {.name = NULL},
};

static uint64_t value_of(cli_number number, uint64_t otherwise) {
  return number.given ? number.value : otherwise;
}

/* ---- playing --------------------------------------------------------------------------------- */

/** Games under way. */
typedef struct playing {
  cli_context *cli;
  mr_experiment experiment;
  uint64_t games;
  mr_summary *summary;
} playing;

static mr_status begin_player(void *context, const atomic_bool *halt, void **worker,
                              mr_error *error) {
  const playing *p = context;
  mr_experiment mine = p->experiment;
  mr_experimenter *player = NULL;
  mine.stop = halt;
  mr_status status = mr_experimenter_new(&mine, &player, error);
  *worker = player;
  return status;
}

static void end_player(void *worker) {
  mr_experimenter_free(worker);
}

static mr_status play_one(void *worker, uint64_t number, void *slot, mr_error *error) {
  return mr_experimenter_play(worker, number, slot, error);
}

static mr_status take_game(void *context, uint64_t number, void *slot, bool *enough,
                           mr_error *error) {
  const playing *p = context;
  (void)number;
  *enough = false; /* all that were asked for */
  return mr_summary_add(p->summary, slot, error);
}

static void tell_progress(void *context, uint64_t taken) {
  const playing *p = context;
  cli_status(p->cli, "%llu of %llu game%s", (unsigned long long)taken, (unsigned long long)p->games,
             mr_text_plural(p->games));
}

/* A signal ends it: what is told then rests on the games that were over. */
static mr_status play(playing *p, const lab_options *choice, mr_error *error) {
  unsigned threads = cli_crew_threads(choice->threads);
  const cli_crew crew = {
      .threads = threads,
      .count = p->games,
      .slots = mr_arena_zero(&p->cli->arena, (size_t)threads * CLI_CREW_SLOTS, sizeof(mr_played)),
      .slot_size = sizeof(mr_played),
      .context = p,
      .begin = begin_player,
      .end = end_player,
      .work = play_one,
      .take = take_game,
      .tick = tell_progress,
  };
  mr_status status = crew.slots != NULL
                         ? cli_crew_run(&crew, error)
                         : mr_error_set(error, MR_ERR_NOMEM, "out of memory for games");
  cli_status_clear(p->cli);
  return status;
}

/* ---- what they say --------------------------------------------------------------------------- */

static void put_share(cli_context *cli, const char *what, uint64_t count, uint64_t total) {
  mr_interval share = mr_share_interval(count, total);
  mr_str_format(&cli->out, "  %-24s %5.1f%%  (%.1f to %.1f)  %llu\n", what, 100 * share.value,
                100 * share.low, 100 * share.high, (unsigned long long)count);
}

static void put_results(cli_context *cli, const mr_summary *summary) {
  const mr_game_info *info = &summary->game->info;
  mr_str_add(&cli->out, "Who wins:\n");
  for (uint8_t i = 0; i < info->players; i++) {
    if (mr_game_leads_team(summary->game, (mr_player){i})) {
      mr_str name = mr_str_growing(NULL);
      mr_game_team_name(summary->game, (mr_player){i}, &name);
      put_share(cli, mr_str_text(&name), summary->won[i], summary->games);
      mr_str_done(&name);
    }
  }
  put_share(cli, "drawn", summary->drawn, summary->games);
  if (summary->unfinished > 0) {
    put_share(cli, "unfinished", summary->unfinished, summary->games);
  }
  if (summary->unfinished == summary->games) {
    return;
  }
  mr_str_add(&cli->out, "By which rule:\n");
  for (size_t i = 1; i < info->rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    if (summary->ended[i] > 0) {
      put_share(cli, info->rules[i].id, summary->ended[i], summary->games);
      mr_str_add(&cli->out, "    ");
      cli_wrap(&cli->out, info->rules[i].text, 4, 4, WIDTH);
    }
  }
}

static void put_length(cli_context *cli, mr_summary *summary) {
  mr_interval turns = mr_summary_turns(summary);
  bool least = 2 * summary->unfinished >= summary->games; /* the median game was broken off */
  mr_str_format(&cli->out, "Turns: %s%g (the median", least ? "at least " : "", turns.value);
  if (isfinite(turns.low) && isfinite(turns.high)) {
    mr_str_format(&cli->out, ", %g to %g", turns.low, turns.high);
  } else if (isfinite(turns.low) && !least) {
    mr_str_format(&cli->out, ", %g or more", turns.low);
  }
  mr_str_format(&cli->out, "); actions to choose from: %.1f\n",
                (double)summary->choices / fmax(1, (double)summary->actions));
  mr_random_turns random = mr_summary_random(summary);
  if (random.many) {
    mr_str words = cli_text();
    mr_random_turns_text(&random, &words);
    mr_str_add(&words, ": who wins is chance as much as the game");
    cli_wrap(&cli->out, mr_str_text(&words), 0, 2, WIDTH);
    mr_str_done(&words);
  }
}

/* Kinds of pieces that are named; of pieces in hundreds of kinds the rest would drown all else. */
enum { STILL_MOST = 8 };

static int most_games_first(const void *a, const void *b) {
  const mr_summary_piece *const *x = a, *const *y = b;
  return (*x)->games < (*y)->games ? 1 : (*x)->games > (*y)->games ? -1 : *x < *y ? -1 : 1;
}

/* Some kinds of pieces, and where they were there in how many games. */
static void put_kinds(cli_context *cli, const mr_summary *summary, const char *what,
                      const mr_summary_piece *const *list, size_t count) {
  const mr_game_info *info = &summary->game->info;
  if (count == 0) {
    return;
  }
  mr_str_format(&cli->out, "Kinds of pieces that never %s: %zu of %zu\n", what, count,
                summary->piece_count);
  for (size_t i = 0; i < count && i < STILL_MOST; i++) {
    const mr_summary_piece *piece = list[i];
    bool owned = piece->owner.id < info->players;
    mr_str_format(&cli->out, "  %s%s", owned ? info->player_names[piece->owner.id] : "",
                  owned ? "'s " : "");
    mr_game_piece_text(summary->game, piece->piece, &cli->out);
    if (piece->games > 0) {
      mr_str_format(&cli->out, ", there in %llu of %llu games", (unsigned long long)piece->games,
                    (unsigned long long)summary->games);
    }
    mr_str_char(&cli->out, '\n');
  }
  if (count > STILL_MOST) {
    mr_str_format(&cli->out, "  and %zu more; --json has all\n", count - STILL_MOST);
  }
}

static void put_still(cli_context *cli, const mr_summary *summary) {
  const mr_summary_piece *still[MR_PLAYED_PIECES_MAX];
  size_t count = 0, came = 0;
  for (size_t i = 0; i < summary->piece_count; i++) {
    if (summary->pieces[i].moved == 0) {
      still[count++] = &summary->pieces[i];
    }
  }
  /* Where hardly anything moves, pieces are placed and that says nothing. */
  if (count == 0 || count == summary->piece_count) {
    return;
  }
  /* Pointers are what is sorted. NOLINTNEXTLINE(bugprone-sizeof-expression) */
  qsort(still, count, sizeof still[0], most_games_first);
  while (came < count && still[came]->games > 0) {
    came++;
  }
  put_kinds(cli, summary, "moved", still, came);
  put_kinds(cli, summary, "came", still + came, count - came);
}

static void put_never(cli_context *cli, const mr_summary *summary) {
  const mr_game_info *info = &summary->game->info;
  put_still(cli, summary);
  mr_str words = cli_text();
  mr_str_add(&words, "Rules that showed in no event:");
  bool any = false;
  for (size_t i = 1; i < info->rule_count && i < MR_PLAYED_RULES_MAX; i++) {
    if (summary->felt[i] == 0 && summary->ended[i] == 0 && !info->rules[i].silent) {
      mr_str_format(&words, " %s", info->rules[i].id);
      any = true;
    }
  }
  mr_str_add(&words, any ? "" : " none");
  cli_wrap(&cli->out, mr_str_text(&words), 0, 2, WIDTH);
  mr_str_done(&words);
}

void lab_tell_summary(cli_context *cli, mr_summary *summary) {
  put_results(cli, summary);
  put_length(cli, summary);
  put_never(cli, summary);
}

static int tell(cli_context *cli, const lab_options *choice, const char *seats,
                mr_summary *summary) {
  uint64_t wanted = value_of(choice->games, GAMES);
  if (summary->games == 0 && cli_signal() != 0) {
    return cli_fail(cli, "broken off before the first game was over");
  }
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    mr_json_string(json, "game", summary->game->info.name);
    mr_json_string(json, "players", seats);
    mr_json_uint(json, "seed", cli_seed(cli));
    mr_json_summary(json, summary);
    return cli_document_print(cli, &document);
  }
  if (summary->games < wanted) {
    mr_str_format(&cli->out, "Broken off: what follows rests on %llu of %llu games.\n",
                  (unsigned long long)summary->games, (unsigned long long)wanted);
  }
  mr_str_format(&cli->out, "%s: %llu game%s, %s for each side, seed %llu\n",
                summary->game->info.title, (unsigned long long)summary->games,
                mr_text_plural(summary->games), seats, (unsigned long long)cli_seed(cli));
  lab_tell_summary(cli, summary);
  return CLI_OK;
}

static int look(cli_context *cli, const lab_options *choice, const mr_game *game) {
  char seats[64];
  mr_error error;
  mr_summary summary;
  playing p = {.cli = cli, .games = value_of(choice->games, GAMES), .summary = &summary};
  mr_str text = mr_str_fixed(seats, sizeof seats);
  mr_str_format(&text, "%s:%llu", choice->level.given ? "level" : "nodes",
                (unsigned long long)(choice->level.given ? choice->level.value
                                                         : value_of(choice->nodes, NODES)));
  mr_summary_init(&summary, game, NULL);
  cli_signals_catch();
  mr_status status = mr_experiment_init(game, seats, cli_seed(cli), &p.experiment, &error);
  summary.opening = p.experiment.opening;
  summary.slips = p.experiment.slips;
  if (status == MR_OK) {
    status = play(&p, choice, &error);
  }
  int said = status == MR_OK ? tell(cli, choice, seats, &summary) : cli_fail_error(cli, &error);
  mr_summary_done(&summary);
  return status == MR_OK && cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : said;
}

static int run(cli_context *cli, const lab_options *choice) {
  if (choice->level.given && choice->nodes.given) {
    return cli_usage(cli, "players are either of --nodes or of a --level");
  }
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  int status = look(cli, choice, game);
  mr_game_free(game);
  return status;
}

static const cli_example examples[] = {
    {"lab quick borderlands --games 200 --seed 1", "who wins fast games, by which rule, how long"},
    {NULL, NULL},
};

const lab_experiment lab_quick = {
    .name = "quick",
    .about = "Plays fast games of the computer against itself, and says who wins, by which rule, "
             "how long, which piece never moves, with intervals of 95%. Ctrl-C tells what there is "
             "so far. The workshop of a page says the same of the same game, players, seed and "
             "number of games.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
