#include <marcher/clock.h>
#include <marcher/endgame.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/commands/endgames.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

typedef struct endgame_options {
  const char *game;
  const char *men;
  const char *squares;
  const char *save;
  const char *load;
  cli_list probes;
  cli_number memory;
} endgame_options;

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(endgame_options, game),
    {.name = "MEN",
     .optional = true,
     .help = "the men of the first player, a small v, and those of the second: KBNvK; not with "
             "--load",
     .offset = offsetof(endgame_options, men)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION(
        "squares", CLI_TEXT, endgame_options, squares, .value = "WORD",
        .help = "where the men stand: all, dark, light, or a letter for each man, as in 'dllvl'; "
                "without it all; where a turn has several moves, dark, or light where none can "
                "stand on dark"),
    CLI_OPTION("probe", CLI_LIST, endgame_options, probes, .value = "STATE",
               .help =
                   "tell the truth about a position, its moves and its best line; - reads it from "
                   "standard input; may be repeated"),
    CLI_OPTION("save", CLI_TEXT, endgame_options, save, .value = "PATH",
               .help = "keep the tables in a file, or in a folder under a name of their own"),
    CLI_OPTION(
        "load", CLI_TEXT, endgame_options, load, .value = "PATH",
        .help =
            "take the tables from a file, or all of this game from a folder, instead of working "
            "them out"),
    CLI_OPTION("memory", CLI_NUMBER, endgame_options, memory, .value = "MIB", .min = 1,
               .max = 1 << 20, .help = "mebibytes that the work may take (1536)"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"endgame chess KBNvK", "how often, and how late, bishop and knight mate"},
    {"endgame colorboundmost ZvK", "a crooked bishop alone, on the dark squares"},
    {"endgame chess KQvK --probe '8/8/8/4k3/8/8/8/KQ6 w - - 0 1'", "one position of it"},
    {"endgame chess KBNvK --save tables/", "keep it, for 'play --endgames tables'"},
    {"endgame chess --load tables/", "what is kept there"},
    {NULL, NULL},
};

/* ---- where the men stand --------------------------------------------------------------------- */

/* The cells of one colour; the corner at the bottom left is dark. */
static mr_status colour_cells(cli_context *cli, const mr_game *game, bool dark,
                              mr_endgame_cells *out, mr_error *error) {
  mr_view view;
  mr_state *state = mr_state_new(game, NULL);
  if (state == NULL) {
    return mr_error_set(error, MR_ERR_NOMEM, "out of memory");
  }
  mr_game_start(game, state);
  mr_status status = mr_game_view(game, state, MR_NOBODY, &cli->arena, &view, error);
  mr_state_free(game, NULL, state);
  *out = (mr_endgame_cells){{0}};
  for (size_t i = 0; status == MR_OK && i < (size_t)view.columns * view.rows; i++) {
    size_t column = i % view.columns;
    size_t height = view.rows - 1 - i / view.columns;
    uint16_t cell = view.cells[i].cell.id;
    if (cell < MR_ENDGAME_CELLS_MAX && ((column + height) % 2 == 0) == dark) {
      out->bits[cell / 64] |= UINT64_C(1) << (cell % 64);
    }
  }
  return status;
}

/* Puts one man on the squares that a letter stands for. @return false: for none */
static bool stand(cli_context *cli, const mr_game *game, char letter, mr_endgame_man *man,
                  mr_error *error) {
  if (letter == 'a') {
    return true;
  }
  return (letter == 'd' || letter == 'l') &&
         colour_cells(cli, game, letter == 'd', &man->cells, error) == MR_OK;
}

/* Says where the men stand. @return an exit status */
static int place_men(cli_context *cli, const mr_game *game, const char *word, mr_endgame_men *men) {
  size_t used = 0;
  mr_error error = {.message = ""};
  bool same = strcmp(word, "all") == 0 || strcmp(word, "dark") == 0 || strcmp(word, "light") == 0;
  bool fits = true;
  for (size_t i = 0; i < men->count && fits; i++) {
    if (!same && word[used] == 'v' && men->items[i].owner.id == 1 &&
        (i == 0 || men->items[i - 1].owner.id == 0)) {
      used++;
    }
    fits = stand(cli, game, same ? word[0] : word[used], &men->items[i], &error);
    used += fits;
  }
  if (error.message[0] != '\0') {
    return cli_fail_error(cli, &error);
  }
  used += !same && fits && word[used] == 'v';
  if (!fits || (!same && word[used] != '\0')) {
    return cli_usage(cli,
                     "--squares needs all, dark, light, or a letter (a, d or l) for each of the "
                     "%zu men, not '%s'",
                     men->count, word);
  }
  return CLI_OK;
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool show_progress(void *context, const mr_endgame_progress *progress) {
  if (progress->phase == MR_ENDGAME_MOVES) {
    cli_status(context, "%s: moves of %.0f%% of %.1f million positions", progress->name,
               100.0 * (double)progress->done / (double)progress->total,
               (double)progress->total / 1e6);
  } else {
    cli_status(context, "%s: %llu plies back", progress->name, (unsigned long long)progress->done);
  }
  return true;
}

/* "won in 3 plies", "lost now", "drawn" for a player. */
static void result_text(mr_tablebase_result result, mr_player player, mr_str *out) {
  if (result.winner.id == MR_NOBODY_ID) {
    mr_str_add(out, "drawn");
    return;
  }
  mr_str_add(out, result.winner.id == player.id ? "won" : "lost");
  if (result.plies > 0) {
    mr_str_format(out, " in %u", result.plies);
  }
}

/* The members of a result. */
static void put_result(mr_json *json, const mr_game *game, mr_tablebase_result result) {
  mr_json_player(json, "winner", game, result.winner);
  mr_json_int(json, "plies", result.plies);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* What is at work: one ending of one game. */
typedef struct endgame_desk {
  cli_context *cli;
  const mr_game *game;
  mr_endgame *made;          /* worked out, or NULL */
  mr_endgame_set *set;       /* loaded, or NULL */
  const mr_endgame *endgame; /* one of these */
  const char *squares;       /* where the men of `made` stand */
  const char *saved;         /* the file that they went to, or NULL */
  mr_state *state;           /* scratch */
  mr_state **probes;
  size_t probe_count;
  double seconds;
} endgame_desk;

static double percent(uint64_t part, uint64_t whole) {
  return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void example_text(const endgame_desk *desk, size_t table, mr_player player, bool won,
                         unsigned plies) {
  mr_str *out = &desk->cli->out;
  if (mr_endgame_example(desk->endgame, table, player, won, desk->state)) {
    mr_str_format(out, "  longest %s, %u %s: ", won ? "win" : "loss", plies,
                  plies == 1 ? "ply" : "plies");
    mr_game_format_state(desk->game, desk->state, out);
    mr_str_char(out, '\n');
  }
}

static void table_text(const endgame_desk *desk, size_t table) {
  mr_str *out = &desk->cli->out;
  mr_endgame_summary summary;
  mr_endgame_summarise(desk->endgame, table, &summary);
  mr_str_format(out, "%s: %llu positions for each side to move", summary.name,
                (unsigned long long)summary.positions);
  if (summary.irregular > 0) {
    mr_str_format(out, ", %llu beside", (unsigned long long)summary.irregular);
  }
  mr_str_char(out, '\n');
  for (uint8_t i = 0; i < 2; i++) {
    const mr_endgame_side *side = &summary.side[i];
    mr_player player = {i};
    mr_str_format(out, "%s to move: %llu legal\n", cli_player_name(desk->game, player),
                  (unsigned long long)side->legal);
    mr_str_format(out, "  won %llu (%.2f%%), lost %llu (%.2f%%), drawn %llu (%.2f%%)\n",
                  (unsigned long long)side->won, percent(side->won, side->legal),
                  (unsigned long long)side->lost, percent(side->lost, side->legal),
                  (unsigned long long)side->drawn, percent(side->drawn, side->legal));
    example_text(desk, table, player, true, side->longest_win);
    example_text(desk, table, player, false, side->longest_loss);
  }
}

static void tables_text(const endgame_desk *desk) {
  mr_str *out = &desk->cli->out;
  size_t count = mr_endgame_count(desk->endgame);
  table_text(desk, 0);
  if (count > 1) {
    char line[2048];
    mr_str names;
    mr_str_fixed(&names, line, sizeof line);
    mr_str_format(&names, "with %zu more:", count - 1);
    for (size_t i = 1; i < count; i++) {
      mr_endgame_summary summary;
      mr_endgame_summarise(desk->endgame, i, &summary);
      mr_str_format(&names, " %s", summary.name);
    }
    cli_wrap(out, line, 0, 2, 80);
  }
}

static size_t ending_count(const endgame_desk *desk) {
  return desk->set != NULL ? mr_endgame_set_count(desk->set) : 1;
}

/* Turns to one of the endings. */
static void turn_to(endgame_desk *desk, size_t index) {
  desk->endgame = desk->set != NULL ? mr_endgame_set_at(desk->set, index) : desk->made;
}

static void endings_text(endgame_desk *desk) {
  mr_str *out = &desk->cli->out;
  for (size_t i = 0; i < ending_count(desk); i++) {
    if (i > 0) {
      mr_str_char(out, '\n');
    }
    turn_to(desk, i);
    tables_text(desk);
  }
  mr_str_format(out, "%.2f s\n", desk->seconds);
  if (desk->saved != NULL) {
    mr_str_format(out, "Saved as %s\n", desk->saved);
  }
}

static void put_longest(mr_json *json, const endgame_desk *desk, size_t table, mr_player player,
                        const mr_endgame_side *side, bool won) {
  const char *key = won ? "longest_win" : "longest_loss";
  if (!mr_endgame_example(desk->endgame, table, player, won, desk->state)) {
    mr_json_null(json, key);
    return;
  }
  mr_json_object(json, key);
  mr_json_int(json, "plies", won ? side->longest_win : side->longest_loss);
  mr_json_state(json, "state", desk->game, desk->state);
  mr_json_end(json);
}

static void put_side(mr_json *json, const endgame_desk *desk, size_t table,
                     const mr_endgame_side *side, mr_player player) {
  mr_json_object(json, NULL);
  mr_json_player(json, "player", desk->game, player);
  mr_json_uint(json, "legal", side->legal);
  mr_json_uint(json, "won", side->won);
  mr_json_uint(json, "lost", side->lost);
  mr_json_uint(json, "drawn", side->drawn);
  put_longest(json, desk, table, player, side, true);
  put_longest(json, desk, table, player, side, false);
  mr_json_end(json);
}

static void put_tables(mr_json *json, const endgame_desk *desk) {
  for (size_t i = 0; i < mr_endgame_count(desk->endgame); i++) {
    mr_endgame_summary summary;
    mr_endgame_summarise(desk->endgame, i, &summary);
    mr_json_object(json, NULL);
    mr_json_string(json, "men", summary.name);
    mr_json_uint(json, "positions", summary.positions);
    mr_json_uint(json, "beside", summary.irregular);
    mr_json_array(json, "sides");
    for (uint8_t player = 0; player < 2; player++) {
      put_side(json, desk, i, &summary.side[player], (mr_player){player});
    }
    mr_json_end(json);
    mr_json_end(json);
  }
}

static void put_endings(mr_json *json, endgame_desk *desk) {
  mr_json_array(json, "tables");
  for (size_t i = 0; i < ending_count(desk); i++) {
    turn_to(desk, i);
    put_tables(json, desk);
  }
  mr_json_end(json);
}

/* ---- probes ---------------------------------------------------------------------------------- */

/* An action with what comes of it. */
typedef struct worth {
  mr_tablebase_result result; /* after it */
  mr_action action;
  int rank;     /* for the player who decides: high is good */
  size_t order; /* as the game lists them */
} worth;

static int rank_of(mr_tablebase_result result, mr_player player) {
  if (result.winner.id == MR_NOBODY_ID) {
    return 0;
  }
  int urgency = 1 << 20;
  return result.winner.id == player.id ? urgency - (int)result.plies : (int)result.plies - urgency;
}

static int best_first(const void *a, const void *b) {
  const worth *x = a;
  const worth *y = b;
  if (x->rank != y->rank) {
    return x->rank > y->rank ? -1 : 1;
  }
  return (x->order > y->order) - (x->order < y->order);
}

/* Probes all that can be done, best first. @param list room for mr_game_info.max_actions */
static mr_status probe_choices(const endgame_desk *desk, const mr_state *state, mr_action *actions,
                               worth *list, size_t *count, mr_error *error) {
  const mr_game *game = desk->game;
  mr_player player = mr_game_node(game, state).player;
  mr_status status = MR_OK;
  *count = mr_game_actions(game, state, actions);
  for (size_t i = 0; i < *count && status == MR_OK; i++) {
    list[i] = (worth){.action = actions[i], .order = i};
    mr_state_copy(game, desk->state, state);
    mr_game_make(game, desk->state, actions[i], NULL, NULL);
    status = mr_endgame_probe(desk->endgame, desk->state, &list[i].result, error);
    list[i].result.plies += list[i].result.winner.id != MR_NOBODY_ID;
    list[i].rank = rank_of(list[i].result, player);
  }
  if (status == MR_OK) {
    qsort(list, *count, sizeof *list, best_first);
  }
  return status;
}

static void choices_text(const endgame_desk *desk, const mr_state *state, const worth *list,
                         size_t count) {
  mr_str line;
  mr_player player = mr_game_node(desk->game, state).player;
  mr_str_init(&line, NULL);
  mr_str_add(&line, "moves:");
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_str_format(&line, "%s %s ", i > 0 ? "," : "",
                  cli_action_text(desk->game, state, list[i].action, text));
    result_text(list[i].result, player, &line);
  }
  mr_str_add(&desk->cli->out, "  ");
  cli_wrap(&desk->cli->out, mr_str_text(&line), 2, 4, 80);
  mr_str_done(&line);
}

static void put_choices(mr_json *json, const endgame_desk *desk, const mr_state *state,
                        const worth *list, size_t count) {
  mr_json_array(json, "actions");
  for (size_t i = 0; i < count; i++) {
    mr_json_object(json, NULL);
    put_result(json, desk->game, list[i].result);
    mr_json_action(json, "action", desk->game, state, list[i].action);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/*
 * Plays the best actions until the game is over; of a draw there is no line. `desk->state` is then
 * where it ends. @param line receives the texts with a blank before each @param json or an array
 * does
 */
static mr_status best_line(const endgame_desk *desk, const mr_state *state, mr_str *line,
                           mr_json *json, mr_error *error) {
  mr_tablebase_result now = {MR_NOBODY, 0};
  mr_state_copy(desk->game, desk->state, state);
  while (mr_game_node(desk->game, desk->state).kind == MR_NODE_DECISION) {
    mr_action best = MR_ACTION_NONE;
    mr_status status = mr_endgame_best(desk->endgame, desk->state, &best, &now, error);
    if (status != MR_OK || now.winner.id == MR_NOBODY_ID) {
      return status;
    }
    if (json != NULL) {
      mr_json_action(json, NULL, desk->game, desk->state, best);
    } else {
      mr_str_char(line, ' ');
      mr_game_format_action(desk->game, desk->state, best, line);
    }
    mr_game_make(desk->game, desk->state, best, NULL, NULL);
  }
  return MR_OK;
}

static mr_status line_text(const endgame_desk *desk, const mr_state *state, mr_error *error) {
  mr_str line;
  mr_str_init(&line, NULL);
  mr_str_add(&line, "best line:");
  size_t empty = line.length;
  mr_status status = best_line(desk, state, &line, NULL, error);
  if (status == MR_OK && line.length > empty) {
    mr_rule_index rule = mr_game_ended_by(desk->game, desk->state);
    mr_str_format(&line, "; the end, by %s", desk->game->info.rules[rule].id);
    mr_str_add(&desk->cli->out, "  ");
    cli_wrap(&desk->cli->out, mr_str_text(&line), 2, 4, 80);
  }
  mr_str_done(&line);
  return status;
}

/* What a probe says of a state that is decided, in text or JSON. */
static mr_status tell_choices(const endgame_desk *desk, const mr_state *state, mr_json *json,
                              mr_error *error) {
  size_t room = desk->game->info.max_actions;
  size_t count = 0;
  mr_action *actions = mr_arena_zero(&desk->cli->arena, room, sizeof *actions);
  worth *list = mr_arena_zero(&desk->cli->arena, room, sizeof *list);
  if (actions == NULL || list == NULL) {
    return mr_error_set(error, MR_ERR_NOMEM, "out of memory");
  }
  mr_status status = probe_choices(desk, state, actions, list, &count, error);
  if (status != MR_OK) {
    return status;
  }
  if (json == NULL) {
    choices_text(desk, state, list, count);
    return line_text(desk, state, error);
  }
  put_choices(json, desk, state, list, count);
  mr_json_array(json, "line");
  status = best_line(desk, state, NULL, json, error);
  mr_json_end(json);
  return status;
}

/* Looks a state up in the ending that knows it. */
static mr_status probe_any(endgame_desk *desk, const mr_state *state, mr_tablebase_result *result,
                           mr_error *error) {
  mr_status status = MR_ERR_UNKNOWN;
  for (size_t i = 0; i < ending_count(desk) && status == MR_ERR_UNKNOWN; i++) {
    turn_to(desk, i);
    status = mr_endgame_probe(desk->endgame, state, result, error);
  }
  return status;
}

/* Tells the truth about one state. @param json NULL: in text */
static mr_status tell_state(endgame_desk *desk, const mr_state *state, mr_json *json,
                            mr_error *error) {
  mr_tablebase_result result = {MR_NOBODY, 0};
  const mr_game *game = desk->game;
  mr_str *out = &desk->cli->out;
  mr_node node = mr_game_node(game, state);
  mr_status status = probe_any(desk, state, &result, error);
  if (status != MR_OK) {
    return status;
  }
  if (json != NULL) {
    put_result(json, game, result);
    mr_json_state(json, "state", game, state);
    mr_json_node(json, "node", game, state);
  } else {
    mr_str_char(out, '\n');
    mr_game_format_state(game, state, out);
    mr_str_char(out, '\n');
  }
  if (node.kind != MR_NODE_DECISION) {
    if (json == NULL) {
      mr_str_add(out, "  ");
      cli_result_text(game, state, out);
      mr_str_char(out, '\n');
    }
    return MR_OK;
  }
  if (json == NULL) {
    mr_str_format(out, "  %s to move: ", cli_player_name(game, node.player));
    result_text(result, node.player, out);
    mr_str_char(out, '\n');
  }
  return tell_choices(desk, state, json, error);
}

/* Probes all states of --probe. @return an exit status */
static int tell_probes(endgame_desk *desk, mr_json *json) {
  mr_error error;
  mr_status status = MR_OK;
  for (size_t i = 0; i < desk->probe_count && status == MR_OK; i++) {
    if (json != NULL) {
      mr_json_object(json, NULL);
    }
    status = tell_state(desk, desk->probes[i], json, &error);
    if (json != NULL) {
      mr_json_end(json);
    }
  }
  return status == MR_OK ? CLI_OK : cli_fail_error(desk->cli, &error);
}

/* Reads the text of one. @return an exit status */
static int read_probe(cli_context *cli, const mr_game *game, const char *text, mr_state *out) {
  mr_error error;
  if (strcmp(text, "-") == 0) {
    return cli_state_read(cli, game, text, out);
  }
  return mr_game_parse_state(game, text, strlen(text), out, &error) == MR_OK
             ? CLI_OK
             : cli_fail_in(cli, "--probe", text, &error);
}

/* Reads them, before there is any work. @return an exit status */
static int read_probes(endgame_desk *desk, const cli_list *texts) {
  mr_arena *arena = &desk->cli->arena;
  size_t size = desk->game->info.state_size;
  desk->probes = mr_arena_zero(arena, texts->count + 1, sizeof(mr_state *));
  if (desk->probes == NULL) {
    return cli_fail_memory(desk->cli);
  }
  int status = CLI_OK;
  for (size_t i = 0; i < texts->count && status == CLI_OK; i++) {
    desk->probes[i] = mr_arena_zero(arena, 1, size);
    status = desk->probes[i] != NULL
                 ? read_probe(desk->cli, desk->game, texts->items[i], desk->probes[i])
                 : cli_fail_memory(desk->cli);
    desk->probe_count++;
  }
  return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int tell_all(endgame_desk *desk) {
  if (!desk->cli->global.json) {
    endings_text(desk);
    return tell_probes(desk, NULL);
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "game", desk->game->info.name);
  put_endings(json, desk);
  mr_json_array(json, "probes");
  int status = tell_probes(desk, json);
  mr_json_end(json);
  mr_json_real(json, "seconds", desk->seconds);
  if (desk->saved != NULL) {
    mr_json_string(json, "saved", desk->saved);
  }
  if (status != CLI_OK) {
    cli_document_drop(&document);
    return status;
  }
  return cli_document_print(desk->cli, &document);
}

/* Works the ending out with the men on some squares. @return an exit status */
static int work_out(endgame_desk *desk, const endgame_options *choice, mr_endgame_men men,
                    const char *squares, mr_status *found) {
  cli_context *cli = desk->cli;
  const mr_endgame_options how = {
      .memory = (size_t)choice->memory.value << 20, .progress = show_progress, .context = cli};
  mr_error error;
  *found = MR_OK;
  int status = place_men(cli, desk->game, squares, &men);
  if (status != CLI_OK) {
    return status;
  }
  int64_t started = mr_clock_ns();
  *found = mr_endgame_new(desk->game, &men, &how, &desk->made, &error);
  desk->squares = squares;
  desk->seconds = (double)(mr_clock_ns() - started) / 1e9;
  cli_status_clear(cli);
  bool again = *found == MR_ERR_ILLEGAL && choice->squares == NULL && strcmp(squares, "dark") == 0;
  return *found == MR_OK || again ? CLI_OK : cli_fail_error(cli, &error);
}

/* The same where it is usual: of games that are played by colours, on the colour that has them. */
static int work_out_where(endgame_desk *desk, const endgame_options *choice,
                          const mr_endgame_men *men) {
  mr_status found = MR_OK;
  if (choice->squares != NULL) {
    return work_out(desk, choice, *men, choice->squares, &found);
  }
  if (!mr_game_can(desk->game, MR_CAN_MULTI)) {
    return work_out(desk, choice, *men, "all", &found);
  }
  int status = work_out(desk, choice, *men, "dark", &found);
  if (status == CLI_OK && found == MR_ERR_ILLEGAL) {
    status = work_out(desk, choice, *men, "light", &found);
  }
  return status;
}

/* Works out and saves. @return an exit status */
static int make_tables(endgame_desk *desk, const endgame_options *choice) {
  cli_context *cli = desk->cli;
  mr_endgame_men men;
  mr_error error;
  if (mr_endgame_men_parse(desk->game, choice->men, strlen(choice->men), &men, &error) != MR_OK) {
    return error.column > 0 ? cli_fail_in(cli, "the men", choice->men, &error)
                            : cli_fail_error(cli, &error);
  }
  int status = choice->save != NULL ? cli_endgames_may_save(cli, choice->save) : CLI_OK;
  if (status == CLI_OK) {
    status = read_probes(desk, &choice->probes);
  }
  if (status == CLI_OK) {
    status = work_out_where(desk, choice, &men);
  }
  if (status == CLI_OK && choice->save != NULL) {
    desk->saved = cli_endgames_save(cli, desk->game, desk->made, desk->squares, choice->save);
    status = desk->saved != NULL ? CLI_OK : CLI_FAILED;
  }
  return status;
}

static int load_tables(endgame_desk *desk, const endgame_options *choice) {
  int64_t started = mr_clock_ns();
  int status = read_probes(desk, &choice->probes);
  if (status == CLI_OK) {
    status = cli_endgames_open(desk->cli, desk->game, choice->load, &desk->set);
  }
  desk->seconds = (double)(mr_clock_ns() - started) / 1e9;
  return status;
}

static int check_choice(cli_context *cli, const endgame_options *choice) {
  if (choice->load == NULL) {
    return choice->men != NULL ? CLI_OK : cli_usage(cli, "MEN is missing, or --load");
  }
  if (choice->men != NULL || choice->squares != NULL || choice->save != NULL) {
    return cli_usage(cli, "--load takes tables as they are: without %s",
                     choice->men != NULL       ? "MEN"
                     : choice->squares != NULL ? "--squares"
                                               : "--save");
  }
  return CLI_OK;
}

static int run_endgame(cli_context *cli, const void *values) {
  const endgame_options *choice = values;
  endgame_desk desk = {.cli = cli};
  int status = check_choice(cli, choice);
  if (status != CLI_OK) {
    return status;
  }
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  desk.game = game;
  status = choice->load != NULL ? load_tables(&desk, choice) : make_tables(&desk, choice);
  if (status == CLI_OK) {
    desk.state = mr_state_new(game, NULL);
    status = desk.state != NULL ? tell_all(&desk) : cli_fail_memory(cli);
  }
  mr_state_free(game, NULL, desk.state);
  mr_endgame_free(desk.made);
  mr_endgame_set_free(desk.set);
  mr_game_free(game);
  return status;
}

const cli_command cmd_endgame = {
    .name = "endgame",
    .summary = "work out an ending: who wins every position, and how soon",
    .about =
        "Takes the men of an ending, and finds out of every position of theirs, with either "
        "player to move, who wins it and in how many plies when both play their best. A position "
        "is fresh: no rights, repetitions or counters are left over from moves before. What "
        "captures and promotions lead to is worked out, too.\n\n"
        "Prints how many positions are won, lost and drawn for the player to move, and the longest "
        "win with an example. Identical men are not told apart. --probe shows the truth about one "
        "position, what each of its moves is worth, and the line that follows when both play their "
        "best.\n\n"
        "--save keeps what was worked out in a file, and --load shows what files have. Computer "
        "players use such files with --endgames.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(endgame_options),
    .run = run_endgame,
};
