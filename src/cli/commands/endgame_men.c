/* The men of an ending: where they stand, and which are worth a try where none are named. */
#include <limits.h>
#include <marcher/material.h>
#include <string.h>

#include "cli/commands/endgame_report.h"
#include "cli/game.h"

/* ---- where the men stand --------------------------------------------------------------------- */

int cli_endgame_place(cli_context *cli, const mr_game *game, const char *word,
                      mr_endgame_men *men) {
  size_t used = 0;
  mr_error error = {.message = ""};
  bool same = strcmp(word, "all") == 0 || strcmp(word, "dark") == 0 || strcmp(word, "light") == 0;
  bool fits = true;
  for (size_t i = 0; i < men->count && fits; i++) {
    mr_endgame_man *man = &men->items[i];
    used += !same && word[used] == 'v' && man->owner.id == 1 &&
            (i == 0 || men->items[i - 1].owner.id == 0);
    char letter = same ? word[0] : word[used];
    fits =
        letter == 'a' || ((letter == 'd' || letter == 'l') &&
                          cli_colour_cells(cli, game, letter == 'd', &man->cells, &error) == MR_OK);
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

/* ---- an example ------------------------------------------------------------------------------ */

/* Most endings that are tried for an example; those that cannot be show it after some hundredths of
   a second. */
#define EXAMPLES_TRIED 12
/* Most of a kind that an army begins with and that is no crowd of pawns yet. */
#define FEW 4
/* An example is worked out while somebody waits, half a second for so many: a queen against a king
   on 64 squares is one. */
#define POSITIONS_FEW (UINT64_C(1) << 20)

typedef struct look {
  cli_context *cli;
  const mr_game *game;
  const mr_material_kinds *kinds;
  unsigned tried;
  char men[MR_ENDGAME_NAME_MAX];
} look;

/* Only what is soon done is worked out. */
static bool judge_plan(void *context, const mr_endgame_plan *plan) {
  (void)context;
  return plan->legal && plan->positions < POSITIONS_FEW;
}

/* Whether men with these letters can be worked out: done, since some endings turn out to be none
   only when a man that is taken comes back. */
static bool works(look *it, const mr_str *text) {
  static const char *const squares[] = {"all", "dark", "light"};
  bool parted = mr_game_can(it->game, MR_CAN_MULTI); /* each colour has an ending of its own */
  const mr_endgame_options how = {.planned = judge_plan};
  for (size_t i = parted ? 1 : 0; i < (parted ? 3U : 1U); i++) {
    mr_endgame_men men;
    mr_endgame *made = NULL;
    mr_error error;
    it->tried++;
    if (mr_endgame_men_parse(it->game, it->men, text->length, &men, &error) != MR_OK ||
        cli_endgame_place(it->cli, it->game, squares[i], &men) != CLI_OK) {
      return false;
    }
    if (mr_endgame_new(it->game, &men, &how, &made, &error) == MR_OK) {
      mr_endgame_free(made);
      return true;
    }
  }
  return false;
}

/* Adds the pieces that games are about. */
static void add_royals(const look *it, unsigned side, mr_str *out) {
  for (size_t i = 0; i < it->kinds->count; i++) {
    const mr_material_kind *kind = &it->kinds->items[i];
    if (kind->royal && !kind->held && kind->begin[side] > 0) {
      mr_str_add(out, kind->text);
    }
  }
}

/* Adds a piece that a side without royal ones has: of this kind, or else the one it has fewest of.
 */
static void add_other(const look *it, const mr_material_kind *kind, mr_str *out) {
  const mr_material_kind *found = kind;
  for (size_t i = 0; i < it->kinds->count && kind->begin[1] == 0; i++) {
    const mr_material_kind *other = &it->kinds->items[i];
    unsigned few = found == kind ? UINT_MAX : found->begin[1];
    found = other->begin[1] > 0 && other->begin[1] < few ? other : found;
  }
  mr_str_add(out, found->text);
}

/* Whether this kind and the royal pieces, or some of them, make an ending. */
static bool find_with(look *it, const mr_material_kind *kind) {
  for (unsigned without = 0; without < 2; without++) {
    mr_str text = mr_str_fixed(it->men, sizeof it->men);
    if (without == 0) {
      add_royals(it, 0, &text);
    }
    mr_str_add(&text, kind->text);
    mr_str_char(&text, 'v');
    add_royals(it, 1, &text);
    if (text.length > 0 && it->men[text.length - 1] == 'v') {
      add_other(it, kind, &text);
    }
    if (text.status == MR_OK && it->tried < EXAMPLES_TRIED && works(it, &text)) {
      return true;
    }
  }
  return false;
}

int cli_endgame_ask_men(cli_context *cli, const mr_game *game) {
  mr_material_kinds kinds;
  mr_endgame_men men;
  mr_error error;
  mr_status possible = mr_endgame_men_parse(game, "v", 1, &men, &error);
  if (possible == MR_ERR_UNSUPPORTED || possible == MR_ERR_LIMIT) {
    return cli_fail_error(cli, &error);
  }
  look it = {.cli = cli, .game = game, .kinds = &kinds};
  size_t count = mr_material_kinds_init(game, &kinds, &error) == MR_OK ? kinds.count : 0;
  /* What an army has few of is what decides: a queen before a knight, a knight before a pawn. */
  for (unsigned many = 1; many <= FEW; many++) {
    for (size_t i = 0; i < count; i++) {
      const mr_material_kind *kind = &kinds.items[i];
      if (!kind->royal && !kind->held && kind->begin[0] == many && find_with(&it, kind)) {
        return cli_usage(cli,
                         "MEN is missing, as in 'marcher endgame %s %s', or --load PATH for tables "
                         "that were saved",
                         game->info.name, it.men);
      }
    }
  }
  return cli_usage(cli, "MEN is missing, or --load PATH for tables that were saved");
}
