#ifndef CLI_DRAW_H
#define CLI_DRAW_H

/**
 * @file
 * Pictures of what a player may see.
 */

#include <marcher/view.h>

#include "cli.h"

/** What is to be marked besides what the game itself marks. All zero but `chosen`: nothing. */
typedef struct cli_marks {
  const mr_events *recent;  /**< what just happened */
  const mr_action *targets; /**< legal actions whose squares light up */
  size_t target_count;
  mr_cell chosen; /**< the square that was picked */
} cli_marks;

#define CLI_NO_MARKS ((cli_marks){.chosen = MR_NOWHERE})

/**
 * The picture of what `player` may see (MR_NOBODY: everybody), in `arena`.
 */
MR_NODISCARD mr_status cli_view(const mr_game *game, const mr_state *state, mr_player player,
                                const cli_marks *marks, mr_arena *arena, mr_view *out,
                                mr_error *err);

/** Draws it on the terminal. @return an exit status */
int cli_draw(cli_context *cli, const mr_game *game, const mr_state *state, mr_player player,
             const cli_marks *marks);

#endif
