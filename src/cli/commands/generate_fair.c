/* Definitions made by chance that are fair by measure: made, played, mended or refused. */
#include <marcher/clock.h>
#include <string.h>

#include "cli/commands/generate.h"
#include "cli/commands/lab_place.h"
#include "cli/game.h"

/** Who plays: level 2 errs by chance, so that no two games are alike, and takes milliseconds. */
#define PLAYERS "level:2"
#define PLAYERS_TEXT "level 2"

/* Actions after which a game counts as drawn: more than any that was seen to end, on 120x120. */
enum { LENGTH = 20000 };

/* ---- playing --------------------------------------------------------------------------------- */

/* Plays a map until it is known whether it is fair, or the time is over. @return exit status */
static int play_map(cli_context *cli, const generate_options *choice, const mr_catalog *catalog,
                    const mr_game *game, int64_t until, cli_fair_try *entry) {
  mr_run *run = NULL;
  mr_run_look look = {.sum = NULL};
  mr_fair_found found;
  const char *what = cli_arena_format(cli, "map of seed %llu", (unsigned long long)entry->seed);
  lab_place place = {.threads = (unsigned)(choice->threads.given ? choice->threads.value : 0),
                     .until = until,
                     .what = what};
  const mr_plan plan = {.kind = "fair",
                        .game = game->info.name,
                        .sets = "",
                        .players = PLAYERS,
                        .seed = entry->seed,
                        .games = choice->games.given ? choice->games.value : CLI_FAIR_GAMES,
                        .batch = 1, /* what is not looked at was played for nothing */
                        .length = LENGTH,
                        .opening = MR_PLAN_AUTO,
                        .slips = MR_PLAN_AUTO};
  int status =
      what != NULL ? lab_place_open(cli, &place, &plan, catalog, game, &run) : cli_fail_memory(cli);
  if (status == CLI_OK) {
    status = lab_place_play(cli, &place, run, &look);
  }
  if (status == CLI_OK && mr_run_sum_fair(look.sum, true, &found)) {
    entry->test = found.test;
    entry->won = found.won;
    entry->lost = found.lost;
  }
  mr_run_sum_free(look.sum);
  mr_run_free(run);
  lab_place_end(&place);
  return status == CLI_OK && cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : status;
}

/* ---- one definition -------------------------------------------------------------------------- */

/* The game of a definition that was made, by the name that it has. @param out its catalogue
 *  @return NULL after a complaint */
static mr_game *open_game(cli_context *cli, const mr_str *text, mr_catalog **out) {
  mr_catalog *catalog = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_error error;
  mr_game *game = NULL;
  if (mr_catalog_new(NULL, &catalog, &error) != MR_OK) {
    cli_fail_error(cli, &error);
    return NULL;
  }
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  bool added =
      mr_catalog_add(catalog, "generated", mr_str_text(text), text->length, &list) == MR_OK;
  for (size_t i = 0; added && game == NULL && i < mr_catalog_count(catalog); i++) {
    if (mr_catalog_source(catalog, i) != NULL) {
      added = mr_catalog_open(catalog, mr_catalog_name(catalog, i), NULL, 0, &game, &list) == MR_OK;
    }
  }
  if (game == NULL && cli_fail_diagnostics(cli, &list) == CLI_OK) {
    cli_fail(cli, "what was made is no definition of a game");
  }
  mr_arena_done(&arena);
  *out = catalog;
  return game;
}

static int make_and_play(cli_context *cli, const generate_options *choice, const cli_fair *made,
                         int64_t until, cli_fair_try *entry, mr_str *out) {
  mr_error error;
  mr_str_reset(out);
  mr_status status =
      made->family->generator->generate(made->settings, made->seed, NULL, out, &error);
  if (status == MR_ERR_SYNTAX || status == MR_ERR_RANGE) {
    return cli_usage(cli, "%s", error.message);
  }
  if (status != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  mr_catalog *catalog = NULL;
  mr_game *game = open_game(cli, out, &catalog);
  int result = game != NULL ? play_map(cli, choice, catalog, game, until, entry) : CLI_FAILED;
  mr_game_free(game);
  mr_catalog_free(catalog);
  return result;
}

/* ---- what was refused ------------------------------------------------------------------------ */

/* The index of a value among those that make fairer, from 1; 0: it is none of them. */
static size_t place_of(const mr_generator_option *option, const char *value) {
  for (size_t i = 0; option->fairer[i] != NULL; i++) {
    if (value != NULL && strcmp(option->fairer[i], value) == 0) {
      return i + 1;
    }
  }
  return 0;
}

/*
 * Changes one option to the next value that makes fairer: the same seed with it has much of the map
 * that was refused. @return what was changed; "": nothing is left to be
 */
static const char *mend(cli_context *cli, cli_fair *made) {
  const mr_generator *generator = made->family->generator;
  for (size_t i = 0; i < generator->option_count; i++) {
    const mr_generator_option *option = &generator->options[i];
    if (option->fairer == NULL) {
      continue;
    }
    const char *value = made->settings[i] != NULL ? made->settings[i] : option->initial;
    const char *next = option->fairer[place_of(option, value)];
    if (next != NULL) {
      const char *changed = cli_arena_format(cli, "--%s %s", option->name, next);
      made->settings[i] = next;
      return changed != NULL ? changed : "";
    }
  }
  return "";
}

static void tell_refused(cli_context *cli, const cli_fair_try *entry, const char *then) {
  char line[200], share[80];
  mr_str text = mr_str_fixed(line, sizeof line), figures = mr_str_fixed(share, sizeof share);
  mr_fair_text(&entry->test, &figures);
  mr_str_format(&text, "the map of seed %llu%s%s is refused: the first side has %s; %s is tried",
                (unsigned long long)entry->seed, entry->mended[0] != '\0' ? " with " : "",
                entry->mended, share, then);
  cli_note(cli, line);
}

/* ---- the head -------------------------------------------------------------------------------- */

/* The words that the first comment lacks, which tells how the definition alone is made. */
static void add_words(const generate_options *choice, mr_str *out) {
  mr_str_add(out, "--fair");
  if (choice->games.given) {
    mr_str_format(out, " --games %llu", (unsigned long long)choice->games.value);
  }
  if (choice->minutes.given) {
    mr_str_format(out, " --minutes %llu", (unsigned long long)choice->minutes.value);
  }
}

static void add_head(const generate_options *choice, const cli_fair *made, const mr_game_info *info,
                     mr_str *out) {
  const cli_fair_try *last = &made->tries[made->count - 1];
  uint64_t games = mr_fair_games(&last->test);
  mr_str_add(out, "# Played by ");
  add_words(choice, out);
  mr_str_format(out, ", which adds these lines: %llu game%s of %s against itself.\n",
                (unsigned long long)games, games == 1 ? "" : "s", PLAYERS_TEXT);
  mr_str_format(out, "# Points of %s: ", info->player_names[0]);
  mr_fair_text(&last->test, out);
  mr_str_format(out, ": %llu won, %llu lost, %llu drawn.\n", (unsigned long long)last->won,
                (unsigned long long)last->lost,
                (unsigned long long)(games - last->won - last->lost));
  mr_str_add(out, last->test.verdict == MR_FAIR_SHOWN
                      ? "# Shown to be fair: between 40% and 60%.\n"
                      : "# Not shown to be unfair, which is below 40% or above 60%.\n");
  for (size_t i = 0; i + 1 < made->count; i++) {
    const cli_fair_try *entry = &made->tries[i];
    mr_str_format(out, "# Refused before it: seed %llu%s%s, ", (unsigned long long)entry->seed,
                  entry->mended[0] != '\0' ? " with " : "", entry->mended);
    mr_fair_text(&entry->test, out);
    mr_str_add(out, ".\n");
  }
}

/* Puts what was played behind the first comment, which says how the definition was made. */
static int finish(cli_context *cli, const generate_options *choice, const cli_fair *made,
                  mr_str *out) {
  mr_catalog *catalog = NULL;
  mr_game *game = open_game(cli, out, &catalog);
  mr_catalog_free(catalog);
  if (game == NULL) {
    return CLI_FAILED;
  }
  mr_str whole = mr_str_growing(NULL);
  const char *text = mr_str_text(out), *empty = strstr(text, "\n\n");
  size_t first = empty != NULL ? (size_t)(empty - text) + 1 : 0;
  mr_str_bytes(&whole, text, first);
  add_head(choice, made, &game->info, &whole);
  mr_str_add(&whole, text + first);
  mr_game_free(game);
  mr_str_done(out);
  *out = whole;
  return whole.status == MR_OK ? CLI_OK : cli_fail_memory(cli);
}

/* ---- until one is fair ----------------------------------------------------------------------- */

int cli_fair_make(cli_context *cli, const generate_options *choice, cli_fair *made, mr_str *out) {
  enum { NS_A_MINUTE = 60 };
  int64_t until = choice->minutes.given ? mr_clock_ns() + (int64_t)choice->minutes.value *
                                                              NS_A_MINUTE * INT64_C(1000000000)
                                        : 0;
  const char *mended = "";
  cli_signals_catch();
  while (made->count < CLI_FAIR_TRIES) {
    cli_fair_try *entry = &made->tries[made->count++];
    *entry = (cli_fair_try){.seed = made->seed, .mended = mended};
    int status = make_and_play(cli, choice, made, until, entry, out);
    if (status != CLI_OK) {
      return status;
    }
    if (mr_fair_games(&entry->test) == 0) {
      return cli_fail(cli,
                      "no game was over within the time; give --minutes more, or a smaller map");
    }
    if (entry->test.verdict != MR_FAIR_REFUSED) {
      return finish(cli, choice, made, out);
    }
    mended = mend(cli, made);
    if (mended[0] == '\0') { /* the next seed, as it was asked for */
      memcpy(made->settings, choice->settings, sizeof made->settings);
      made->seed = made->seed < CLI_SEED_MAX ? made->seed + 1 : 0;
    }
    tell_refused(cli, entry, mended[0] != '\0' ? mended : "the next seed");
  }
  return cli_fail(
      cli,
      "%d maps were refused, the last of seed %llu: what they have in common favours a "
      "side; other options, or 'first = drawn' in a definition of one's own, are fairer",
      CLI_FAIR_TRIES, (unsigned long long)made->tries[CLI_FAIR_TRIES - 1].seed);
}

void cli_fair_json(const cli_fair *made, mr_json *json) {
  if (made->count == 0) {
    return;
  }
  mr_json_object(json, "fair");
  mr_json_string(json, "players", PLAYERS_TEXT);
  mr_json_array(json, "maps");
  for (size_t i = 0; i < made->count; i++) {
    const cli_fair_try *entry = &made->tries[i];
    mr_json_object(json, NULL);
    mr_json_uint(json, "seed", entry->seed);
    mr_json_string(json, "mended", entry->mended);
    mr_json_uint(json, "games", mr_fair_games(&entry->test));
    mr_json_uint(json, "won", entry->won);
    mr_json_uint(json, "lost", entry->lost);
    mr_json_real(json, "share", entry->test.share.value);
    mr_json_real(json, "low", entry->test.share.low);
    mr_json_real(json, "high", entry->test.share.high);
    mr_json_string(json, "verdict",
                   entry->test.verdict == MR_FAIR_SHOWN     ? "fair"
                   : entry->test.verdict == MR_FAIR_REFUSED ? "refused"
                                                            : "unknown");
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_end(json);
}
