/* Claims that tables of endings and solving settle. */
#include "cli/commands/lab_exact.h"

#include <marcher/compose.h>
#include <marcher/endgame.h>
#include <marcher/solve.h>
#include <string.h>

#include "base/text.h"
#include "cli/files.h"
#include "cli/game.h"

enum {
  NODES = 20000000, /* actions of solving: some half a minute */
  MEMORY_MIB = 768,
  FEW = 3 /* men whose tables are there within a second, wherever they stand */
};

/** Bounds of points that say more than that there are some. */
#define TELLING 5e-4

/* ---- tables ---------------------------------------------------------------------------------- */

static bool go_on(void *context, const mr_endgame_progress *progress) {
  cli_status(context, "%s: table %zu of %zu", progress->name, progress->finished + 1,
             progress->tables);
  return cli_signal() == 0;
}

static mr_status work_out(cli_context *cli, const mr_game *game, const mr_endgame_men *men,
                          mr_endgame **out, mr_error *error) {
  const mr_endgame_options how = {.progress = go_on, .context = cli};
  mr_status status = mr_endgame_new(game, men, &how, out, error);
  cli_status_clear(cli);
  return status;
}

/* Tables of men where they may stand: anywhere, else on one colour, of which one is a game of its
 * own in some games. */
static mr_status find_tables(cli_context *cli, const mr_game *game, const char *name,
                             mr_endgame **out, mr_error *error) {
  mr_endgame_men men;
  mr_status status = mr_endgame_men_parse(game, name, strlen(name), &men, error);
  if (status != MR_OK) {
    return status;
  }
  status = mr_game_can(game, MR_CAN_MULTI) ? MR_ERR_ILLEGAL : work_out(cli, game, &men, out, error);
  for (unsigned colour = 0; colour < 2 && status == MR_ERR_ILLEGAL; colour++) {
    mr_endgame_cells cells;
    status = cli_colour_cells(cli, game, colour == 0, &cells, error);
    for (size_t i = 0; i < men.count; i++) {
      men.items[i].cells = cells;
    }
    status = status == MR_OK ? work_out(cli, game, &men, out, error) : status;
  }
  return status;
}

/* "KZvK" without the king of the side that mates: where each colour is a game of its own, it
 * stands on the other one. */
static const char *without_king(cli_context *cli, const char *men) {
  size_t left = strcspn(men, "v");
  size_t king = strcspn(men, "Kk");
  return king < left && left > 1 ? cli_arena_format(cli, "%.*s%s", (int)king, men, men + king + 1)
                                 : NULL;
}

mr_status lab_exact_check_mate(const mr_game *game, const char *men, mr_error *error) {
  mr_endgame_men read;
  return mr_endgame_men_parse(game, men, strlen(men), &read, error);
}

/* What an error says, as evidence; out of memory ends everything. @return an exit status */
static int keep_error(cli_context *cli, const mr_error *error, const char **out) {
  if (error->status == MR_ERR_NOMEM) {
    return cli_fail_error(cli, error);
  }
  *out = cli_signal() != 0 ? "broken off" : cli_arena_format(cli, "%s", error->message);
  return *out != NULL ? CLI_OK : cli_fail_memory(cli);
}

int lab_exact_mate(cli_context *cli, const mr_game *game, const char *men, double least,
                   double most, lab_exact *out) {
  mr_endgame *tables = NULL;
  mr_error error;
  mr_status status = find_tables(cli, game, men, &tables, &error);
  const char *other = mr_game_can(game, MR_CAN_MULTI) ? without_king(cli, men) : NULL;
  if ((status == MR_ERR_ILLEGAL || status == MR_ERR_UNSUPPORTED) && other != NULL) {
    status = find_tables(cli, game, other, &tables, &error);
  }
  out->by = "tables";
  if (status != MR_OK) {
    out->answer = MR_ANSWER_UNKNOWN;
    return keep_error(cli, &error, &out->evidence);
  }
  mr_endgame_summary summary;
  mr_endgame_summarise(tables, 0, &summary);
  const mr_endgame_side *side = &summary.side[0];
  double share = side->legal > 0 ? 100.0 * (double)side->won / (double)side->legal : 0;
  out->answer = side->legal == 0                  ? MR_ANSWER_UNKNOWN
                : share >= least && share <= most ? MR_ANSWER_YES
                                                  : MR_ANSWER_NO;
  out->evidence = cli_arena_format(
      cli, "%s: to move it wins %llu of %llu positions (%.2f%%), in %u plies at most", summary.name,
      (unsigned long long)side->won, (unsigned long long)side->legal, share, side->longest_win);
  mr_endgame_free(tables);
  return out->evidence != NULL ? CLI_OK : cli_fail_memory(cli);
}

/* ---- positions ------------------------------------------------------------------------------- */

/** What is known of a position. */
typedef struct finding {
  mr_verdict verdict;
  double low; /**< points of the side of seat 0 */
  double high;
  unsigned plies;
  bool fewer; /* or fewer: not all was looked at */
  const char *by;
  const char *open; /**< why it is not settled */
  const char *but;  /**< what was left out, to stand behind it; or "" */
} finding;

/* The men of a state, each on the squares of its own colour. */
static mr_status men_by_colour(cli_context *cli, const mr_game *game, const mr_state *state,
                               mr_endgame_men *men, mr_error *error) {
  mr_placement placements[MR_ENDGAME_CELLS_MAX];
  mr_endgame_cells colours[2];
  if ((size_t)game->info.columns * game->info.rows > MR_ENDGAME_CELLS_MAX) {
    return MR_ERR_LIMIT;
  }
  mr_status status = mr_endgame_men_of(game, state, NULL, men, error);
  for (unsigned i = 0; i < 2 && status == MR_OK; i++) {
    status = cli_colour_cells(cli, game, i == 0, &colours[i], error);
  }
  size_t count = status == MR_OK ? mr_game_placements(game, state, placements) : 0;
  bool used[MR_ENDGAME_CELLS_MAX] = {false};
  for (size_t i = 0; i < men->count && status == MR_OK; i++) {
    for (size_t k = 0; k < count; k++) {
      if (!used[k] && placements[k].piece.id == men->items[i].piece.id) {
        uint16_t cell = placements[k].cell.id;
        bool dark = (colours[0].bits[cell / 64] >> (cell % 64) & 1) != 0;
        men->items[i].cells = colours[dark ? 0 : 1];
        used[k] = true;
        break;
      }
    }
  }
  return status;
}

/* Tables of men that keep to their colours where they do, and of few men that do not. */
static mr_status find_tables_of(cli_context *cli, const mr_game *game, const mr_state *state,
                                mr_endgame **out, mr_error *error) {
  mr_endgame_men men;
  mr_status status = men_by_colour(cli, game, state, &men, error);
  status = status == MR_OK ? work_out(cli, game, &men, out, error) : status;
  if (status == MR_ERR_UNSUPPORTED && men.count <= FEW && cli_signal() == 0) {
    status = mr_endgame_men_of(game, state, NULL, &men, error);
    status = status == MR_OK ? work_out(cli, game, &men, out, error) : status;
  }
  return status;
}

static bool by_tables(cli_context *cli, const mr_game *game, const mr_state *state, finding *out) {
  mr_endgame *tables = NULL;
  mr_tablebase_result result;
  mr_error error;
  if (!mr_game_can(game, MR_CAN_COMPOSE) ||
      find_tables_of(cli, game, state, &tables, &error) != MR_OK) {
    return false;
  }
  bool known = mr_endgame_probe(tables, state, &result, &error) == MR_OK;
  mr_endgame_free(tables);
  bool won = known && result.winner.id < game->info.players;
  if (known && !won && !mr_endgame_draws_hold(game)) {
    return false;
  }
  if (known) {
    bool second = won && game->info.team[result.winner.id] != game->info.team[0];
    *out = (finding){.verdict = second ? MR_VERDICT_SECOND
                                : won  ? MR_VERDICT_FIRST
                                       : MR_VERDICT_DRAWN,
                     .plies = result.plies,
                     .by = "tables",
                     .but = ""};
  }
  return known;
}

static bool show_progress(void *context, uint64_t nodes, uint64_t positions) {
  cli_status(context, "solving: %.1f million actions, %.1f million positions", (double)nodes / 1e6,
             (double)positions / 1e6);
  return cli_signal() == 0;
}

static const char *why_open(const mr_solution *found, bool deals) {
  return found->stopped              ? "broken off"
         : !found->complete && deals ? "there is more to look at than allowed: every deal; 'at "
                                       "STATE' asks of one"
         : !found->complete ? "there is more to look at than allowed; --solve N, or 'marcher lab "
                              "solve --nodes N --memory MIB', goes further"
         : found->clocked ? "by position it is decided, but a clock or a repetition ends the game "
                            "before: what is best depends on its history"
                          : "neither side can force an end, and rules that look at the history "
                            "of a game decide";
}

static int by_solving(cli_context *cli, const mr_game *game, const mr_state *state, uint64_t nodes,
                      finding *out) {
  mr_solution *found = mr_arena_zero(&cli->arena, 1, sizeof *found);
  const mr_solve_options how = {.nodes = nodes,
                                .memory = (size_t)MEMORY_MIB << 20,
                                .progress = show_progress,
                                .context = cli};
  mr_error error;
  if (found == NULL) {
    return cli_fail_memory(cli);
  }
  mr_status status = mr_solve(game, state, &how, found, &error);
  cli_status_clear(cli);
  *out = (finding){.high = 1, .by = "solving", .but = ""};
  if (status != MR_OK) {
    return keep_error(cli, &error, &out->open);
  }
  bool loose = found->timeless || (found->plies > 0 && !found->checked);
  out->verdict = mr_solution_verdict(found);
  out->low = found->low;
  out->high = found->high;
  out->plies = found->plies;
  out->fewer = !found->complete;
  out->open = why_open(found, mr_game_node(game, state).kind == MR_NODE_CHANCE);
  out->but = loose ? "; clocks were left out" : "";
  return CLI_OK;
}

static int side_named(const mr_game *game, const char *player) {
  for (uint8_t i = 0; i < game->info.players; i++) {
    if (mr_text_is_nocase(player, strlen(player), game->info.player_names[i])) {
      return game->info.team[i] != game->info.team[0];
    }
  }
  return -1;
}

const char *lab_exact_side(const mr_game *game, unsigned side) {
  uint8_t seat = 0;
  while (side == 1 && game->info.team[seat] == game->info.team[0]) {
    seat++;
  }
  return game->info.player_names[seat];
}

static const char *in_words(cli_context *cli, const mr_game *game, const finding *found,
                            mr_answer answer) {
  const char *first = lab_exact_side(game, 0);
  const char *winner = lab_exact_side(game, found->verdict == MR_VERDICT_SECOND);
  switch (found->verdict) {
  case MR_VERDICT_OPEN:
    return answer == MR_ANSWER_NO
               ? cli_arena_format(cli, "%s gets %.3f to %.3f points with best play, by %s", first,
                                  found->low, found->high, found->by)
           : found->low > TELLING || found->high < 1 - TELLING
               ? cli_arena_format(cli, "%s gets %.3f to %.3f points with best play: %s", first,
                                  found->low, found->high, found->open)
               : found->open;
  case MR_VERDICT_DRAWN:
    return cli_arena_format(cli, "drawn with best play, by %s%s", found->by, found->but);
  case MR_VERDICT_POINTS:
    return cli_arena_format(cli, "%s gets %.3f points with best play, by %s%s", first, found->low,
                            found->by, found->but);
  case MR_VERDICT_FIRST:
  case MR_VERDICT_SECOND:
    break;
  }
  return found->plies > 0
             ? cli_arena_format(cli, "%s wins in %s%u %s, by %s%s", winner,
                                found->fewer ? "at most " : "", found->plies,
                                found->plies == 1 ? "ply" : "plies", found->by, found->but)
             : cli_arena_format(cli, "%s wins, by %s%s", winner, found->by, found->but);
}

/* What is claimed in points of the first side; NULL: a draw. */
static double claimed_points(const char *player, int side) {
  return player == NULL ? 0.5 : side == 0 ? 1 : 0;
}

/* Half a point by dice may be draws, or wins and losses alike: that decides no claim of a draw.
 * Where no more than bounds are known, what lies outside of them is not so. */
static mr_answer answer_of(const finding *found, const char *player, int side) {
  double claimed = claimed_points(player, side);
  bool even = found->low >= 0.5 - MR_SOLVE_NEAR && found->high <= 0.5 + MR_SOLVE_NEAR;
  bool outside = claimed < found->low - MR_SOLVE_NEAR || claimed > found->high + MR_SOLVE_NEAR;
  bool loose = found->but[0] != '\0';
  mr_verdict verdict = player == NULL ? MR_VERDICT_DRAWN
                       : side == 0    ? MR_VERDICT_FIRST
                                      : MR_VERDICT_SECOND;
  if (found->verdict == MR_VERDICT_OPEN) {
    return outside && !loose ? MR_ANSWER_NO : MR_ANSWER_UNDECIDED;
  }
  if (found->verdict == MR_VERDICT_POINTS && even && player == NULL) {
    return MR_ANSWER_UNDECIDED;
  }
  return found->verdict == verdict ? MR_ANSWER_YES : MR_ANSWER_NO;
}

/* The state of a text, or the beginning. @param out receives what is to be freed in any case */
static mr_status make_state(const mr_game *game, const char *text, mr_state **out,
                            mr_error *error) {
  *out = mr_state_new(game, NULL);
  if (*out == NULL) {
    return mr_error_set(error, MR_ERR_NOMEM, "out of memory for a position");
  }
  if (text != NULL) {
    return mr_game_parse_state(game, text, strlen(text), *out, error);
  }
  mr_game_start(game, *out);
  return MR_OK;
}

mr_status lab_exact_check_result(const mr_game *game, const char *player, const char *state,
                                 mr_error *error) {
  if (mr_game_teams(game) != 2) {
    return mr_error_set(error, MR_ERR_UNSUPPORTED,
                        "%s has more than two sides: what is best for one depends on the others",
                        game->info.title);
  }
  if (player != NULL && side_named(game, player) < 0) {
    return mr_error_set(error, MR_ERR_UNKNOWN, "%s has no player '%s'; it has %s and %s",
                        game->info.title, player, lab_exact_side(game, 0), lab_exact_side(game, 1));
  }
  mr_state *from = NULL;
  mr_status status = make_state(game, state, &from, error);
  mr_state_free(game, NULL, from);
  return status;
}

int lab_exact_result(cli_context *cli, const mr_game *game, const char *player, const char *state,
                     uint64_t nodes, lab_exact *out) {
  finding found = {.high = 1, .by = "solving", .but = ""};
  mr_error error;
  mr_state *from = NULL;
  int status =
      make_state(game, state, &from, &error) == MR_OK ? CLI_OK : cli_fail_error(cli, &error);
  if (status == CLI_OK && !by_tables(cli, game, from, &found)) {
    status = by_solving(cli, game, from, nodes > 0 ? nodes : NODES, &found);
  }
  mr_state_free(game, NULL, from);
  if (status == CLI_OK) {
    out->by = found.by;
    out->answer = answer_of(&found, player, player != NULL ? side_named(game, player) : -1);
    out->evidence = in_words(cli, game, &found, out->answer);
    status = out->evidence != NULL ? CLI_OK : cli_fail_memory(cli);
  }
  return status;
}
