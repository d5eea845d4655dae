/* Battles in a row: what one leaves begins the next. */
#include <errno.h>
#include <marcher/campaign.h>
#include <marcher/muster.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/play/narrate.h"
#include "cli/words.h"
#include "definition/diagnostics.h"

typedef struct campaign_options {
  const char *file;
  const char *folder;
  const char *side;
  cli_seat_options seats;
  cli_number delay;
  bool watch;
  bool status;
} campaign_options;

static const cli_argument arguments[] = {
    {.name = "FILE",
     .help = "the campaign: a section [campaign], then one for each battle",
     .offset = offsetof(campaign_options, file)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("folder", CLI_TEXT, campaign_options, folder, .value = "DIR",
               .help = "where it is kept; without it the file's name with .battles behind it"),
    CLI_OPTION("watch", CLI_FLAG, campaign_options, watch,
               .help = "the computer plays both sides, and you look on"),
    CLI_OPTION("status", CLI_FLAG, campaign_options, status,
               .help = "say how it stands, and play nothing"),
    CLI_OPTION("side", CLI_TEXT, campaign_options, side, .value = "SIDE",
               .help = "who you are, as with 'play'"),
    CLI_OPTION("delay", CLI_NUMBER, campaign_options, delay, .value = "MS", .max = CLI_DELAY_MAX,
               .help = "milliseconds between turns with --watch"),
    CLI_SEAT_OPTIONS(campaign_options),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"campaign valleys.ini", "the next battle, or the one that was left"},
    {"campaign valleys.ini --watch --level 2", "the computer fights them all"},
    {"campaign valleys.ini --status", "who has what left"},
    {NULL, NULL},
};

/** A campaign under way. */
typedef struct war {
  cli_context *cli;
  const campaign_options *choice;
  const char *folder;
  const char *progress_path;
  const char *words; /**< of the command, by which it goes on */
  mr_campaign campaign;
  mr_campaign_progress progress;
  mr_override *sets; /**< of the command line, before those of the battle */
  size_t set_count;
} war;

/* ---- files ----------------------------------------------------------------------------------- */

static int read_campaign(war *w) {
  cli_context *cli = w->cli;
  mr_str text = mr_str_growing(NULL);
  mr_diagnostics list;
  mr_diagnostics_init(&list, &cli->arena);
  int status = cli_file_read(cli, w->choice->file, MR_CAMPAIGN_FILE_MAX, &text);
  if (status == CLI_OK) {
    mr_status read = mr_campaign_read(w->choice->file, mr_str_text(&text), text.length, &cli->arena,
                                      &w->campaign, &list);
    status = cli_fail_diagnostics(cli, &list);
    if (read != MR_OK && status == CLI_OK) {
      status = cli_fail_memory(cli);
    }
  }
  mr_str_done(&text);
  return status;
}

static int read_progress(war *w) {
  cli_context *cli = w->cli;
  mr_error error;
  mr_str text = mr_str_growing(NULL);
  w->folder = w->choice->folder != NULL ? w->choice->folder
                                        : cli_arena_format(cli, "%s.battles", w->choice->file);
  w->progress_path = cli_arena_format(cli, "%s/progress", w->folder);
  if (w->folder == NULL || w->progress_path == NULL) {
    return cli_fail_memory(cli);
  }
  if (access(w->progress_path, F_OK) != 0) {
    return CLI_OK;
  }
  int status = cli_file_read(cli, w->progress_path, MR_CAMPAIGN_FILE_MAX, &text);
  if (status == CLI_OK &&
      mr_campaign_progress_read(&w->campaign, w->progress_path, mr_str_text(&text), text.length,
                                &w->progress, &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  mr_str_done(&text);
  return status;
}

static int write_progress(war *w) {
  mr_str text = mr_str_growing(NULL);
  mr_campaign_progress_write(&w->campaign, &w->progress, &text);
  int status = cli_text_write(w->cli, w->progress_path, &text);
  mr_str_done(&text);
  return status;
}

/* ---- armies ---------------------------------------------------------------------------------- */

/* The first line of a battle without which its game could be opened: of `sets`, or that of the
   game.
   @param what receives what stands there */
static const mr_span *blame(war *w, const mr_campaign_battle *battle, const mr_override *sets,
                            const char **what) {
  const mr_catalog *catalog = cli_catalog(w->cli);
  const mr_span *at = &battle->game.at;
  *what = "the game";
  for (size_t i = 0; catalog != NULL && i < battle->set_count; i++) {
    mr_arena arena;
    mr_diagnostics list;
    mr_game *game = NULL;
    mr_arena_init(&arena, NULL, 0);
    mr_diagnostics_init(&list, &arena);
    bool opens =
        mr_catalog_open(catalog, battle->game.text, sets, w->set_count + i, &game, &list) == MR_OK;
    mr_game_free(game);
    mr_arena_done(&arena);
    if (!opens) {
      break;
    }
    at = &battle->set_at[i]; /* if it goes no further the next one is to blame */
    *what = "a key";
  }
  return at;
}

/* Opens the game of a battle, with its keys. @return NULL after a complaint that names its line */
static mr_game *open_battle(war *w, size_t index) {
  cli_context *cli = w->cli;
  const mr_campaign_battle *battle = &w->campaign.battles[index];
  size_t count = w->set_count + battle->set_count;
  mr_override *sets = mr_arena_zero(&cli->arena, count + 1, sizeof *sets);
  if (sets == NULL) {
    cli_fail_memory(cli);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) {
    sets[i] = i < w->set_count ? w->sets[i] : battle->sets[i - w->set_count];
  }
  mr_game *game = cli_game_open_with(cli, battle->game.text, sets, count);
  cli->overrides = sets;
  cli->override_count = count;
  if (game == NULL) {
    const char *what = NULL;
    const mr_span *at = blame(w, battle, sets, &what);
    cli_fail(cli, "%s:%u: that is %s of the battle [%s]", w->choice->file, (unsigned)at->line, what,
             battle->name);
  } else if (game->muster == NULL || mr_game_teams(game) != 2) {
    cli_fail(cli, "%s:%u: the armies of %s do not outlive a game; those of the Warlord Games do",
             w->choice->file, (unsigned)battle->game.at.line, battle->game.text);
    mr_game_free(game);
    game = NULL;
  }
  return game;
}

/* Reads an army of the file, and adds it so many times. @return exit status */
static int add_men(war *w, const mr_game *game, const mr_campaign_text *text, unsigned times,
                   mr_muster *into) {
  mr_muster men = {{0}};
  mr_error error;
  if (text->length == 0) {
    return CLI_OK;
  }
  if (game->muster->parse(text->text, text->length, &men, &error) != MR_OK) {
    mr_diagnostics list;
    mr_span at = mr_span_part(&text->at, error.column - 1, 1);
    mr_diagnostics_init(&list, &w->cli->arena);
    mr_diagnose(&list, error.status, &at, NULL, "%s", error.message);
    return cli_fail_diagnostics(w->cli, &list);
  }
  for (size_t kind = 0; kind < MR_MUSTER_KINDS; kind++) {
    unsigned sum = into->counts[kind] + times * men.counts[kind];
    into->counts[kind] = (uint16_t)(sum < UINT16_MAX ? sum : UINT16_MAX);
  }
  return CLI_OK;
}

/* Whether every battle can be opened and every army read, before the first is fought. */
static int check_battles(war *w) {
  int status = CLI_OK;
  for (size_t i = 0; i < w->campaign.count && status == CLI_OK; i++) {
    const mr_campaign_battle *battle = &w->campaign.battles[i];
    mr_muster men = {{0}};
    mr_game *game = open_battle(w, i);
    status = game != NULL ? add_men(w, game, &w->campaign.per_town, 1, &men) : CLI_FAILED;
    status = status == CLI_OK ? add_men(w, game, &battle->fresh, 1, &men) : status;
    for (size_t side = 0; side < 2 && status == CLI_OK; side++) {
      status = add_men(w, game, &battle->own[side], 1, &men);
    }
    if (status == CLI_OK && i > 0 && game->setup != NULL) {
      status = cli_fail(w->cli,
                        "%s:%u: the armies of %s are set up by the players; with "
                        "'sets = deployment=fixed' those of a campaign stand as the map draws them",
                        w->choice->file, (unsigned)battle->game.at.line, battle->game.text);
    }
    mr_game_free(game);
  }
  return status;
}

/* What a side brings into a battle: who came out of the one before, and who is fresh. */
static int gather(war *w, const mr_game *game, size_t index, unsigned side, mr_muster *out) {
  const mr_campaign_battle *battle = &w->campaign.battles[index];
  const mr_campaign_result *before = &w->progress.results[index - 1];
  mr_error error;
  if (game->muster->parse(before->armies[side], strlen(before->armies[side]), out, &error) !=
      MR_OK) {
    mr_error_locate(&error, w->progress_path, (uint32_t)index + 1, 1);
    return cli_fail_error(w->cli, &error);
  }
  int status = add_men(w, game, &battle->fresh, 1, out);
  return status == CLI_OK ? add_men(w, game, &battle->own[side], 1, out) : status;
}

/* The text of the state in which a battle begins; NULL in `text`: as its definition says. */
static int begin_battle(war *w, const mr_game *game, size_t index, mr_muster rest[2],
                        mr_str *text) {
  mr_muster armies[2];
  mr_error error;
  memset(rest, 0, 2 * sizeof *rest);
  if (index == 0) {
    return CLI_OK;
  }
  for (unsigned side = 0; side < 2; side++) {
    int status = gather(w, game, index, side, &armies[side]);
    if (status != CLI_OK) {
      return status;
    }
  }
  mr_state *state = mr_state_new(game, NULL);
  if (state == NULL) {
    return cli_fail_memory(w->cli);
  }
  int status = CLI_OK;
  if (game->muster->begin(game, armies, rest, state, &error) != MR_OK) {
    status = cli_fail_error(w->cli, &error);
  } else {
    mr_game_format_state(game, state, text);
  }
  mr_state_free(game, NULL, state);
  return status;
}

/* ---- one battle ------------------------------------------------------------------------------ */

/* Fights, or goes on. @return exit status; `record` exists afterwards, unless somebody gave up */
static int fight(war *w, size_t index, const char *record, const char *state) {
  cli_context *cli = w->cli;
  const mr_campaign_battle *battle = &w->campaign.battles[index];
  const campaign_options *choice = w->choice;
  bool kept = access(record, F_OK) == 0;
  if (choice->watch) {
    watch_options watch = {.game = battle->game.text,
                           .state = state,
                           .save = record,
                           .seats = choice->seats,
                           .delay = choice->delay};
    return cmd_watch.run(cli, &watch);
  }
  play_options play = {
      .side = choice->side, .save = record, .campaign = w->words, .seats = choice->seats};
  bool seeded = cli->global.seed.given;
  if (kept) {
    play.resume = record;
    cli->override_count = 0; /* the record has them, and the seed */
    cli->global.seed.given = false;
  } else {
    play.game = battle->game.text;
    play.state = state;
  }
  int status = cmd_play.run(cli, &play);
  cli->global.seed.given = seeded; /* for the next battle */
  return status;
}

/* Notes how the battle of a record ended. @param over receives whether it has */
static int take_result(war *w, size_t index, const char *record, const mr_muster rest[2],
                       bool *over) {
  cli_session session;
  cli_damage damage = {0};
  uint8_t points[MR_MAX_PLAYERS] = {0};
  int status = cli_session_load(w->cli, record, 1, &damage, &session);
  if (status != CLI_OK) {
    return status;
  }
  const mr_game *game = session.game;
  const mr_state *state = mr_session_state(session.core);
  *over = mr_session_node(session.core).kind == MR_NODE_TERMINAL;
  if (*over && game->muster != NULL) {
    mr_campaign_result *result = &w->progress.results[index];
    mr_session_score(session.core, points);
    for (unsigned side = 0; side < 2 && status == CLI_OK; side++) {
      mr_muster men;
      mr_str text = mr_str_fixed(result->armies[side], sizeof result->armies[side]);
      result->towns[side] = game->muster->survivors(game, state, side, &men);
      game->muster->settle(&men, w->campaign.lasting);
      for (size_t kind = 0; kind < MR_MUSTER_KINDS; kind++) {
        men.counts[kind] = (uint16_t)(men.counts[kind] + rest[side].counts[kind]);
      }
      status = add_men(w, game, &w->campaign.per_town, result->towns[side], &men);
      game->muster->format(&men, &text);
    }
    result->points[0] = points[0];
    result->points[1] = points[game->info.players - 1];
    w->progress.count = index + 1;
  }
  cli_session_close(&session);
  return status == CLI_OK && *over ? write_progress(w) : status;
}

/* ---- how it stands --------------------------------------------------------------------------- */

static const char *record_of(war *w, size_t index) {
  return cli_arena_format(w->cli, "%s/battle-%02zu.mrec", w->folder, index + 1);
}

/* Whether the next battle has been begun, and left. */
static bool is_under_way(war *w) {
  const char *record =
      w->progress.count < w->campaign.count ? record_of(w, w->progress.count) : NULL;
  return record != NULL && access(record, F_OK) == 0;
}

static void put_quarters(mr_str *out, uint64_t quarters) {
  static const char *const parts[] = {"", ".25", ".5", ".75"};
  mr_str_format(out, "%llu%s", (unsigned long long)(quarters / 4), parts[quarters % 4]);
}

static void tell(war *w) {
  mr_str *out = &w->cli->out;
  mr_str_format(out, "%s: %zu of %zu battles fought, ", w->campaign.title, w->progress.count,
                w->campaign.count);
  put_quarters(out, mr_campaign_points(&w->campaign, &w->progress, 0));
  mr_str_add(out, " to ");
  put_quarters(out, mr_campaign_points(&w->campaign, &w->progress, 1));
  mr_str_char(out, '\n');
  for (size_t i = 0; i < w->progress.count; i++) {
    const mr_campaign_result *result = &w->progress.results[i];
    uint64_t worth = w->campaign.battles[i].worth;
    mr_str_format(out, "  %zu. %s: ", i + 1, w->campaign.battles[i].title);
    put_quarters(out, worth * result->points[0]);
    mr_str_add(out, " to ");
    put_quarters(out, worth * result->points[1]);
    mr_str_format(out, "; towns %u to %u\n     first side %s, second side %s\n", result->towns[0],
                  result->towns[1], result->armies[0][0] != '\0' ? result->armies[0] : "nobody",
                  result->armies[1][0] != '\0' ? result->armies[1] : "nobody");
  }
  if (w->choice->status && is_under_way(w)) {
    mr_str_format(out, "  %zu. %s: under way; the same command without --status goes on with it\n",
                  w->progress.count + 1, w->campaign.battles[w->progress.count].title);
  }
  if (w->progress.count == w->campaign.count) {
    uint64_t first = mr_campaign_points(&w->campaign, &w->progress, 0);
    uint64_t second = mr_campaign_points(&w->campaign, &w->progress, 1);
    mr_str_format(out, "The campaign is over: %s.\n",
                  first == second  ? "it is drawn"
                  : first > second ? "the first side has won it"
                                   : "the second side has won it");
  }
  cli_flush(w->cli);
}

static int tell_json(war *w) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "title", w->campaign.title);
  mr_json_uint(json, "battles", w->campaign.count);
  mr_json_array(json, "fought");
  for (size_t i = 0; i < w->progress.count; i++) {
    const mr_campaign_result *result = &w->progress.results[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "name", w->campaign.battles[i].name);
    mr_json_string(json, "game", w->campaign.battles[i].game.text);
    mr_json_uint(json, "worth", w->campaign.battles[i].worth);
    mr_json_array(json, "sides");
    for (size_t side = 0; side < 2; side++) {
      mr_json_object(json, NULL);
      const double quarter = 0.25;
      mr_json_real(json, "points",
                   quarter * (double)(w->campaign.battles[i].worth * result->points[side]));
      mr_json_uint(json, "towns", result->towns[side]);
      mr_json_string(json, "army", result->armies[side]);
      mr_json_end(json);
    }
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_bool(json, "under_way", is_under_way(w));
  return cli_document_print(w->cli, &document);
}

/* ---- the campaign ---------------------------------------------------------------------------- */

/* The next battle. @param over receives whether it has been fought to its end */
static int next_battle(war *w, bool *over) {
  cli_context *cli = w->cli;
  size_t index = w->progress.count;
  mr_muster rest[2];
  mr_str state = mr_str_growing(NULL);
  const char *record = record_of(w, index);
  mr_game *game = open_battle(w, index);
  int status =
      game != NULL && record != NULL ? begin_battle(w, game, index, rest, &state) : CLI_FAILED;
  mr_game_free(game);
  if (status == CLI_OK) {
    mr_str_format(&cli->out, "Battle %zu of %zu: %s\n", index + 1, w->campaign.count,
                  w->campaign.battles[index].title);
    cli_flush(cli);
    status = fight(w, index, record, state.length > 0 ? mr_str_text(&state) : NULL);
  }
  if (status == CLI_OK && access(record, F_OK) == 0) {
    status = take_result(w, index, record, rest, over);
  }
  mr_str_done(&state);
  return status;
}

static int run_war(war *w) {
  cli_context *cli = w->cli;
  int status = CLI_OK;
  bool over = true;
  if (mkdir(w->folder, 0777) != 0 && errno != EEXIST) {
    return cli_fail(cli, "%s: %s", w->folder, strerror(errno));
  }
  while (status == CLI_OK && over && w->progress.count < w->campaign.count && cli->out_error == 0) {
    over = false;
    status = next_battle(w, &over);
  }
  if (status == CLI_OK && !over) {
    cli_say(cli, "The battle is kept in %s; the same command goes on with it.", w->folder);
  }
  if (status == CLI_OK) {
    tell(w);
  }
  return status;
}

/* Who plays what is said anew for each battle, so that the words are told whole. */
static const char *words_of(const war *w) {
  const campaign_options *choice = w->choice;
  const cli_context *cli = w->cli;
  mr_str out = mr_str_growing(NULL);
  cli_add_word(&out, choice->file);
  cli_add_option(&out, "folder", choice->folder);
  cli_add_option(&out, "side", choice->side);
  cli_add_seats(&choice->seats, &out);
  cli_add_sets(&out, w->sets, w->set_count);
  cli_add_given(&out, "seed", &cli->global.seed);
  const char *words = cli_arena_format(w->cli, "%s", mr_str_text(&out));
  mr_str_done(&out);
  return words;
}

static int run_campaign(cli_context *cli, const void *values) {
  const campaign_options *choice = values;
  war *w = mr_arena_zero(&cli->arena, 1, sizeof *w);
  if (w == NULL) {
    return cli_fail_memory(cli);
  }
  if (cli->global.json && !choice->status) {
    return cli_usage(cli, "--json is for --status; the battles are records in the folder");
  }
  if (choice->delay.given && !choice->watch) {
    return cli_usage(cli, "--delay is for --watch");
  }
  if (choice->side != NULL && choice->watch) {
    return cli_usage(cli, "--side excludes --watch");
  }
  w->cli = cli;
  w->choice = choice;
  w->sets = cli->overrides;
  w->set_count = cli->override_count;
  w->words = words_of(w);
  int status = w->words != NULL ? read_campaign(w) : cli_fail_memory(cli);
  status = status == CLI_OK ? check_battles(w) : status;
  status = status == CLI_OK ? read_progress(w) : status;
  if (status == CLI_OK && !choice->status) {
    status = run_war(w);
  } else if (status == CLI_OK && cli->global.json) {
    status = tell_json(w);
  } else if (status == CLI_OK) {
    tell(w);
  }
  cli->overrides = w->sets;
  cli->override_count = w->set_count;
  mr_campaign_done(&w->campaign);
  return status;
}

const cli_command cmd_campaign = {
    .name = "campaign",
    .summary = "fight battles of which each begins with what the last one left",
    .about =
        "Plays the battles that a file lists, one after the other. Who survives one goes into the "
        "next; towns that are held send men, promotions last, and fresh men come as the file says. "
        "docs/CAMPAIGNS.md explains the file.\n\n"
        "The campaign is kept in a folder: a record of each battle, and how far it has come. Leave "
        "when you like; the same command goes on with the battle that was left. With --watch the "
        "computer plays both sides, and a battle that is broken off begins anew.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(campaign_options),
    .run = run_campaign,
};
