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

int lab_exact_mate(cli_context *cli, const mr_game *game, const char *men, double least,
                   double most, lab_exact *out) {
  mr_endgame *tables = NULL;
  mr_error error;
  mr_status status = find_tables(cli, game, men, &tables, &error);
  const char *other = mr_game_can(game, MR_CAN_MULTI) ? without_king(cli, men) : NULL;
  if ((status == MR_ERR_ILLEGAL || status == MR_ERR_UNSUPPORTED) && other != NULL) {
    status = find_tables(cli, game, other, &tables, &error);
  }
  if (status == MR_ERR_CANCELLED && cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  if (status != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  mr_endgame_summary summary;
  mr_endgame_summarise(tables, 0, &summary);
  const mr_endgame_side *side = &summary.side[0];
  double share = side->legal > 0 ? 100.0 * (double)side->won / (double)side->legal : 0;
  out->by = "tables";
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

/* Seats of the side that wins: 0 or 1; -1 for a draw, -2 for what is not known. */
typedef struct finding {
  int winner;
  unsigned plies;
  const char *by;
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
  if (known) {
    *out = (finding){.winner = -1, .plies = result.plies, .by = "tables"};
    if (result.winner.id < game->info.players) {
      out->winner = game->info.team[result.winner.id] != game->info.team[0];
    }
  }
  return known;
}

static bool show_progress(void *context, uint64_t nodes, uint64_t positions) {
  cli_status(context, "solving: %.1f million actions, %.1f million positions", (double)nodes / 1e6,
             (double)positions / 1e6);
  return cli_signal() == 0;
}

static int by_solving(cli_context *cli, const mr_game *game, const mr_state *state, finding *out) {
  mr_solution *found = mr_arena_zero(&cli->arena, 1, sizeof *found);
  const mr_solve_options how = {.nodes = NODES,
                                .memory = (size_t)MEMORY_MIB << 20,
                                .progress = show_progress,
                                .context = cli};
  mr_error error;
  if (found == NULL) {
    return cli_fail_memory(cli);
  }
  mr_status status = mr_solve(game, state, &how, found, &error);
  cli_status_clear(cli);
  if (status != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  *out = (finding){.winner = -2, .plies = found->plies, .by = "solving"};
  if (found->low == found->high) {
    out->winner = found->low == 1 ? 0 : found->low == 0 ? 1 : -1;
  }
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

static int read_state(cli_context *cli, const mr_game *game, const char *text, mr_state *state) {
  mr_error error;
  if (text == NULL) {
    mr_game_start(game, state);
    return CLI_OK;
  }
  if (mr_game_parse_state(game, text, strlen(text), state, &error) != MR_OK) {
    return cli_fail_in(cli, "the position of a claim", text, &error);
  }
  return CLI_OK;
}

static const char *in_words(cli_context *cli, const mr_game *game, const finding *found) {
  if (found->winner == -2) {
    return "there is more to look at than allowed, or dice decide";
  }
  if (found->winner == -1) {
    return cli_arena_format(cli, "drawn with best play, by %s", found->by);
  }
  uint8_t seat = 0;
  while (found->winner == 1 && game->info.team[seat] == game->info.team[0]) {
    seat++;
  }
  return found->plies > 0
             ? cli_arena_format(cli, "%s wins in %u %s, by %s", game->info.player_names[seat],
                                found->plies, found->plies == 1 ? "ply" : "plies", found->by)
             : cli_arena_format(cli, "%s wins, by %s", game->info.player_names[seat], found->by);
}

int lab_exact_result(cli_context *cli, const mr_game *game, const char *player, const char *state,
                     lab_exact *out) {
  finding found = {.winner = -2, .by = "solving"};
  int wanted = player != NULL ? side_named(game, player) : -1;
  if (player != NULL && wanted < 0) {
    return cli_fail(cli, "%s has no player '%s'; it has %s and %s", game->info.title, player,
                    game->info.player_names[0], game->info.player_names[1]);
  }
  mr_state *from = mr_state_new(game, NULL);
  int status = from != NULL ? read_state(cli, game, state, from) : cli_fail_memory(cli);
  if (status == CLI_OK && !by_tables(cli, game, from, &found)) {
    status = by_solving(cli, game, from, &found);
  }
  mr_state_free(game, NULL, from);
  if (status == CLI_OK) {
    out->by = found.by;
    out->answer = found.winner == -2       ? MR_ANSWER_UNDECIDED
                  : found.winner == wanted ? MR_ANSWER_YES
                                           : MR_ANSWER_NO;
    out->evidence = in_words(cli, game, &found);
    status = out->evidence != NULL ? CLI_OK : cli_fail_memory(cli);
  }
  return status;
}
