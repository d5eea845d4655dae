#include "cli/commands/endgame_report.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

/* ---- tables ---------------------------------------------------------------------------------- */

static double percent(uint64_t part, uint64_t whole) {
  return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void add_longest(const endgame_command *command, mr_player player, bool won,
                        unsigned plies) {
  mr_str *out = &command->cli->out;
  if (mr_endgame_example(command->endgame, 0, player, won, command->state)) {
    mr_str_format(out, "  longest %s, %u %s: ", won ? "win" : "loss", plies,
                  plies == 1 ? "ply" : "plies");
    mr_game_format_state(command->game, command->state, out);
    mr_str_char(out, '\n');
  }
}

/* What a position is that nobody can force. */
static const char *drawn_word(const mr_game *game) {
  return mr_endgame_draws_hold(game) ? "drawn" : "open";
}

/* What stands in the table of the ending itself, and the names of those that it leads to. */
static void add_tables(const endgame_command *command) {
  mr_str *out = &command->cli->out;
  size_t count = mr_endgame_count(command->endgame);
  mr_endgame_summary summary;
  mr_endgame_summarise(command->endgame, 0, &summary);
  mr_str_format(out, "%s: %llu positions for each side to move", summary.name,
                (unsigned long long)summary.positions);
  if (summary.irregular > 0) {
    mr_str_format(out, ", %llu beside", (unsigned long long)summary.irregular);
  }
  mr_str_char(out, '\n');
  for (uint8_t i = 0; i < 2; i++) {
    const mr_endgame_side *side = &summary.side[i];
    mr_player player = {i};
    mr_str_format(out, "%s to move: %llu legal\n", cli_player_name(command->game, player),
                  (unsigned long long)side->legal);
    mr_str_format(out, "  won %llu (%.2f%%), lost %llu (%.2f%%), %s %llu (%.2f%%)\n",
                  (unsigned long long)side->won, percent(side->won, side->legal),
                  (unsigned long long)side->lost, percent(side->lost, side->legal),
                  drawn_word(command->game), (unsigned long long)side->drawn,
                  percent(side->drawn, side->legal));
    add_longest(command, player, true, side->longest_win);
    add_longest(command, player, false, side->longest_loss);
  }
  if (count > 1) {
    char line[2048];
    mr_str names = mr_str_fixed(line, sizeof line);
    mr_str_format(&names, "with %zu more:", count - 1);
    for (size_t i = 1; i < count; i++) {
      mr_endgame_summarise(command->endgame, i, &summary);
      mr_str_format(&names, " %s", summary.name);
    }
    cli_wrap(out, line, 0, 2, 80);
  }
}

static void put_longest(const endgame_command *command, size_t table, mr_player player,
                        const mr_endgame_side *side, bool won) {
  mr_json *json = command->json;
  const char *key = won ? "longest_win" : "longest_loss";
  if (!mr_endgame_example(command->endgame, table, player, won, command->state)) {
    mr_json_null(json, key);
    return;
  }
  mr_json_object(json, key);
  mr_json_int(json, "plies", won ? side->longest_win : side->longest_loss);
  mr_json_state(json, "state", command->game, command->state);
  mr_json_end(json);
}

static void put_tables(const endgame_command *command) {
  mr_json *json = command->json;
  for (size_t table = 0; table < mr_endgame_count(command->endgame); table++) {
    mr_endgame_summary summary;
    mr_endgame_summarise(command->endgame, table, &summary);
    mr_json_object(json, NULL);
    mr_json_string(json, "men", summary.name);
    mr_json_uint(json, "positions", summary.positions);
    mr_json_uint(json, "beside", summary.irregular);
    mr_json_array(json, "sides");
    for (uint8_t i = 0; i < 2; i++) {
      const mr_endgame_side *side = &summary.side[i];
      mr_player player = {i};
      mr_json_object(json, NULL);
      mr_json_player(json, "player", command->game, player);
      mr_json_uint(json, "legal", side->legal);
      mr_json_uint(json, "won", side->won);
      mr_json_uint(json, "lost", side->lost);
      mr_json_uint(json, "drawn", side->drawn);
      put_longest(command, table, player, side, true);
      put_longest(command, table, player, side, false);
      mr_json_end(json);
    }
    mr_json_end(json);
    mr_json_end(json);
  }
}

/* ---- probes ---------------------------------------------------------------------------------- */

/* "won in 3 plies", "lost now", "drawn" for a player. */
static void add_result(const mr_game *game, mr_tablebase_result result, mr_player player,
                       mr_str *out) {
  if (result.winner.id == MR_NOBODY_ID) {
    mr_str_add(out, drawn_word(game));
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

/* An action with what comes of it. */
typedef struct probed_action {
  mr_tablebase_result result; /* after it */
  mr_action action;
  int rank;     /* for the player who decides: high is good */
  size_t order; /* as the game lists them */
} probed_action;

static int best_first(const void *a, const void *b) {
  const probed_action *x = a;
  const probed_action *y = b;
  if (x->rank != y->rank) {
    return x->rank > y->rank ? -1 : 1;
  }
  return (x->order > y->order) - (x->order < y->order);
}

static void report_actions(const endgame_command *command, const mr_state *state,
                           const probed_action *list, size_t count) {
  const mr_game *game = command->game;
  mr_json *json = command->json;
  if (json != NULL) {
    mr_json_array(json, "actions");
    for (size_t i = 0; i < count; i++) {
      mr_json_object(json, NULL);
      put_result(json, game, list[i].result);
      mr_json_action(json, "action", game, state, list[i].action);
      mr_json_end(json);
    }
    mr_json_end(json);
    return;
  }
  mr_player player = mr_game_node(game, state).player;
  mr_str line = mr_str_growing(NULL);
  mr_str_add(&line, "moves:");
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_str_format(&line, "%s %s ", i > 0 ? "," : "",
                  cli_action_text(game, state, list[i].action, text));
    add_result(game, list[i].result, player, &line);
  }
  mr_str_add(&command->cli->out, "  ");
  cli_wrap(&command->cli->out, mr_str_text(&line), 2, 4, 80);
  mr_str_done(&line);
}

/* Plays the best actions until the game is over; of a draw there is no line. */
static mr_status report_best_line(const endgame_command *command, const mr_state *state,
                                  mr_error *error) {
  const mr_game *game = command->game;
  mr_state *at = command->state;
  mr_json *json = command->json;
  mr_status status = MR_OK;
  bool goes_on = true;
  size_t count = 0;
  mr_str line = mr_str_growing(NULL);
  mr_str_add(&line, "best line:");
  if (json != NULL) {
    mr_json_array(json, "line");
  }
  mr_state_copy(game, at, state);
  for (; goes_on && mr_game_node(game, at).kind == MR_NODE_DECISION; count++) {
    mr_action best = MR_ACTION_NONE;
    mr_tablebase_result result = {MR_NOBODY, 0};
    status = mr_endgame_best(command->endgame, at, &best, &result, error);
    goes_on = status == MR_OK && result.winner.id != MR_NOBODY_ID;
    if (!goes_on) {
      break;
    }
    if (json != NULL) {
      mr_json_action(json, NULL, game, at, best);
    } else {
      mr_str_char(&line, ' ');
      mr_game_format_action(game, at, best, &line);
    }
    mr_game_make(game, at, best, NULL, NULL);
  }
  if (json != NULL) {
    mr_json_end(json);
  } else if (status == MR_OK && count > 0) {
    mr_str_format(&line, "; the end, by %s", game->info.rules[mr_game_ended_by(game, at)].id);
    mr_str_add(&command->cli->out, "  ");
    cli_wrap(&command->cli->out, mr_str_text(&line), 2, 4, 80);
  }
  mr_str_done(&line);
  return status;
}

/* What a probe says of a state in which a player decides: all that can be done, best first. */
static mr_status report_decision(const endgame_command *command, const mr_state *state,
                                 mr_error *error) {
  const mr_game *game = command->game;
  size_t room = game->info.max_actions;
  mr_action *actions = mr_arena_zero(&command->cli->arena, room, sizeof *actions);
  probed_action *list = mr_arena_zero(&command->cli->arena, room, sizeof *list);
  if (actions == NULL || list == NULL) {
    return mr_error_set(error, MR_ERR_NOMEM, "out of memory");
  }
  mr_player player = mr_game_node(game, state).player;
  mr_status status = MR_OK;
  size_t count = mr_game_actions(game, state, actions);
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    mr_tablebase_result result = {MR_NOBODY, 0};
    mr_state_copy(game, command->state, state);
    mr_game_make(game, command->state, actions[i], NULL, NULL);
    status = mr_endgame_probe(command->endgame, command->state, &result, error);
    bool drawn = result.winner.id == MR_NOBODY_ID;
    result.plies += !drawn;
    int urgency = drawn ? 0 : (1 << 20) - (int)result.plies;
    list[i] = (probed_action){.result = result,
                              .action = actions[i],
                              .rank = result.winner.id == player.id ? urgency : -urgency,
                              .order = i};
  }
  if (status == MR_OK) {
    qsort(list, count, sizeof *list, best_first);
    report_actions(command, state, list, count);
    status = report_best_line(command, state, error);
  }
  return status;
}

static size_t ending_count(const endgame_command *command) {
  return command->set != NULL ? mr_endgame_set_count(command->set) : 1;
}

/* Turns to one of the endings. */
static void turn_to(endgame_command *command, size_t index) {
  command->endgame = command->set != NULL ? mr_endgame_set_at(command->set, index) : command->made;
}

/* Looks a state up in the ending that knows it. */
static mr_status report_state(endgame_command *command, const mr_state *state, mr_error *error) {
  mr_tablebase_result result = {MR_NOBODY, 0};
  const mr_game *game = command->game;
  mr_str *out = &command->cli->out;
  mr_node node = mr_game_node(game, state);
  mr_status status = MR_ERR_UNKNOWN;
  for (size_t i = 0; i < ending_count(command) && status == MR_ERR_UNKNOWN; i++) {
    turn_to(command, i);
    status = mr_endgame_probe(command->endgame, state, &result, error);
  }
  if (status != MR_OK) {
    return status;
  }
  bool decision = node.kind == MR_NODE_DECISION;
  if (command->json != NULL) {
    put_result(command->json, game, result);
    mr_json_state(command->json, "state", game, state);
    mr_json_node(command->json, "node", game, state);
  } else {
    mr_str_char(out, '\n');
    mr_game_format_state(game, state, out);
    mr_str_add(out, "\n  ");
    if (decision) {
      mr_str_format(out, "%s to move: ", cli_player_name(game, node.player));
      add_result(game, result, node.player, out);
    } else {
      cli_result_text(game, state, out);
    }
    mr_str_char(out, '\n');
  }
  return decision ? report_decision(command, state, error) : MR_OK;
}

int cli_endgame_probes(endgame_command *command) {
  cli_context *cli = command->cli;
  const cli_list *texts = &command->choice->probes;
  command->probes = mr_arena_zero(&cli->arena, texts->count + 1, sizeof(mr_state *));
  int status = CLI_OK;
  if (command->probes == NULL) {
    return cli_fail_memory(cli);
  }
  for (size_t i = 0; i < texts->count && status == CLI_OK; i++) {
    const char *text = texts->items[i];
    mr_state *state = mr_arena_zero(&cli->arena, 1, command->game->info.state_size);
    mr_error error;
    if (state == NULL) {
      status = cli_fail_memory(cli);
    } else if (strcmp(text, "-") == 0) {
      status = cli_state_read(cli, command->game, text, state);
    } else if (mr_game_parse_state(command->game, text, strlen(text), state, &error) != MR_OK) {
      status = cli_fail_in(cli, "--probe", text, &error);
    }
    command->probes[command->probe_count++] = state;
  }
  return status;
}

/* ---- reports --------------------------------------------------------------------------------- */

int cli_endgame_report(endgame_command *command) {
  cli_context *cli = command->cli;
  cli_document document;
  mr_json *json = cli_document_open(&document);
  command->json = cli->global.json ? json : NULL;
  mr_json_string(json, "game", command->game->info.name);
  mr_json_array(json, "tables");
  for (size_t i = 0; i < ending_count(command); i++) {
    turn_to(command, i);
    if (command->json != NULL) {
      put_tables(command);
    } else {
      mr_str_add(&cli->out, i > 0 ? "\n" : "");
      add_tables(command);
    }
  }
  mr_json_end(json);
  mr_json_bool(json, "open", !mr_endgame_draws_hold(command->game));
  if (command->json == NULL) {
    if (!mr_endgame_draws_hold(command->game)) {
      cli_wrap(&cli->out,
               "open: neither side can force an end, and repetition or a want of progress may have "
               "a winner",
               0, 2, 80);
    }
    mr_str_format(&cli->out, "%.2f s\n", command->seconds);
    if (command->saved != NULL) {
      mr_str_format(&cli->out, "Saved as %s\n", command->saved);
    }
  }
  mr_error error;
  mr_status status = MR_OK;
  mr_json_array(json, "probes");
  for (size_t i = 0; i < command->probe_count && status == MR_OK; i++) {
    mr_json_object(json, NULL);
    status = report_state(command, command->probes[i], &error);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_real(json, "seconds", command->seconds);
  if (command->saved != NULL) {
    mr_json_string(json, "saved", command->saved);
  }
  if (status == MR_OK && command->json != NULL) {
    return cli_document_print(cli, &document);
  }
  cli_document_drop(&document);
  return status == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
}
