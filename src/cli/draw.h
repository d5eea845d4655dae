#ifndef MARCHER_CLI_DRAW_H
#define MARCHER_CLI_DRAW_H

/**
 * @file
 * Pictures of what a player may see.
 */

#include <marcher/view.h>

#include "cli/cli.h"

/** Whose eyes a board is drawn for, and what is marked besides what the game itself marks. */
typedef struct cli_look {
  mr_player player;         /**< MR_NOBODY: what everybody may see */
  const mr_events *recent;  /**< NULL, or what just happened */
  const mr_action *targets; /**< legal actions whose squares light up */
  size_t target_count;
  bool origins;       /**< where they begin is marked as chosen, too */
  bool still;         /**< a window stays where it is, whatever is chosen */
  mr_cell chosen;     /**< the square that was picked, or MR_NOWHERE */
  uint64_t regions;   /**< bits; 0: all where they are few, else the smallest that do not overlap */
  bool apart;         /**< regions of the same squares are not drawn as one */
  bool status;        /**< a note says who is to move */
  bool whole;         /**< all is drawn, hidden or not */
  bool ground;        /**< the ground alone, without pieces and what is beside the board */
  uint64_t revision;  /**< of the game; where it has changed, a window follows what happened */
  bool brief;         /**< regions have been named before, and are only counted */
  bool first;         /**< there is more to say below this one than below those that follow */
  const char *naming; /**< NULL, or what to do to have them named */
  unsigned below;     /**< lines that are to be written below the picture */
  bool guides;        /**< says how to see other parts of a board that does not fit */
} cli_look;

/** All regions, however many; and none, however few. */
#define CLI_REGIONS_ALL (CLI_REGIONS_NONE - 1)
#define CLI_REGIONS_NONE (UINT64_C(1) << MR_VIEW_REGIONS_MAX)

/** The look of a player without any marks. */
static inline cli_look cli_look_of(mr_player player) {
  return (cli_look){.player = player, .chosen = MR_NOWHERE};
}

/** The picture of what may be seen, in `arena`. */
MR_NODISCARD mr_status cli_view(const mr_game *game, const mr_state *state, const cli_look *look,
                                mr_arena *arena, mr_view *out, mr_error *err);

/** The regions that are called so in full, with or without their owner, as bits; 0: none. */
uint64_t cli_name_regions(const mr_view *view, const char *name);

/**
 * The regions of that number, from 1, or that are called so, or else whose name has these letters,
 * as bits; 0: none.
 */
uint64_t cli_find_regions(const mr_view *view, const char *wanted);

/** Whether a board of this game may have to be drawn in parts. */
bool cli_is_large(const mr_game *game);

/** Draws all of a board on one screen, and which part of it cli_draw would draw. */
int cli_draw_overview(cli_context *cli, const mr_game *game, const mr_state *state,
                      const cli_look *look);

/**
 * Draws it on the terminal; of a board that does not fit a part, which cli->window tells.
 * @return an exit status
 */
int cli_draw(cli_context *cli, const mr_game *game, const mr_state *state, const cli_look *look);

#endif
