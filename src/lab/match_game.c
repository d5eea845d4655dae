/*
 * What a game of a match is: openings and games that grow, their texts.
 */
#include <inttypes.h>
#include <string.h>

#include "lab/match_priv.h"

const char *mr_match_end_name(mr_match_end end) {
  static const char *const names[] = {"rule",    "draw",  "resign", "length", "time",
                                      "illegal", "crash", "stall",  "flood",  "disconnect"};
  _Static_assert(sizeof names / sizeof names[0] == MR_END_COUNT, "a name for each");
  return (unsigned)end < MR_END_COUNT ? names[end] : "unknown";
}

mr_status mr_match_opening_add(mr_match_opening *opening, mr_action action) {
  mr_action *actions = mr_alloc_grow(NULL, opening->actions, &opening->capacity, opening->count + 1,
                                     sizeof *actions);
  if (actions == NULL) {
    return MR_ERR_NOMEM;
  }
  opening->actions = actions;
  opening->actions[opening->count++] = action;
  return MR_OK;
}

mr_status mr_match_game_add(mr_match_game *game, mr_match_action action, mr_error *err) {
  mr_match_action *actions =
      mr_alloc_grow(NULL, game->actions, &game->room, game->count + 1, sizeof *actions);
  if (actions == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  game->actions = actions;
  game->actions[game->count++] = action;
  return MR_OK;
}

mr_status mr_match_game_check(const mr_game *game, const mr_match_game *played, size_t at,
                              const mr_state *state, mr_error *err) {
  if (mr_game_legal(game, state, played->actions[at].action)) {
    return MR_OK;
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "game %" PRIu64 ": action %zu is not legal",
                      played->index + 1, at + 1);
}

char *mr_match_text_copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = mr_alloc_zero(NULL, size, 1);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

void mr_match_game_done(mr_match_game *game) {
  mr_alloc_free(NULL, game->actions, game->room * sizeof *game->actions);
  if (game->start != NULL) {
    char *start = NULL;
    memcpy(&start, &game->start, sizeof start);
    mr_alloc_free(NULL, start, strlen(start) + 1);
  }
  *game = (mr_match_game){0};
}
