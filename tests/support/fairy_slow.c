#include "fairy_slow.h"

#include <stdlib.h>
#include <string.h>

#include "slow_ops.h"

struct slow_game {
  const slow_ops *ops;
  void *self;
};

static const slow_ops *const games[] = {
    &slow_borderlands,
    &slow_battle_of_ideologies,
    &slow_battle_of_ideologies_pychess,
    &slow_chess,
    &slow_chess_on_d,
    &slow_nearly,
    &slow_nearly_raiders,
    &slow_colorboundmost,
    &slow_colorboundmost_armies,
    NULL,
};

const char *slow_name(size_t index) {
  return games[index] != NULL ? games[index]->name : NULL;
}

/* Takes over what a game has opened or copied. */
static slow_game *wrap(const slow_ops *ops, void *self) {
  if (self == NULL) {
    return NULL;
  }
  slow_game *game = malloc(sizeof *game);
  if (game == NULL) {
    ops->close(self);
    return NULL;
  }
  *game = (slow_game){ops, self};
  return game;
}

slow_game *slow_open(const char *game, const char *state) {
  for (size_t i = 0; games[i] != NULL; i++) {
    if (strcmp(games[i]->name, game) == 0) {
      return wrap(games[i], games[i]->open(game, state));
    }
  }
  return NULL;
}

slow_game *slow_copy(const slow_game *game) {
  return wrap(game->ops, game->ops->copy(game->self));
}

void slow_close(slow_game *game) {
  if (game != NULL) {
    game->ops->close(game->self);
  }
  free(game);
}

static int by_text(const void *a, const void *b) {
  return strcmp(a, b);
}

size_t slow_moves(const slow_game *game, char (*out)[SLOW_MOVE_TEXT_MAX]) {
  if (slow_result(game, NULL) != NULL) {
    return 0;
  }
  size_t count = game->ops->moves(game->self, out);
  qsort(out, count, sizeof *out, by_text);
  return count;
}

bool slow_play(slow_game *game, const char *move) {
  return slow_result(game, NULL) == NULL && game->ops->play(game->self, move);
}

const char *slow_result(const slow_game *game, const char **rule) {
  const char *id = NULL;
  const char *result = game->ops->result(game->self, &id);
  if (rule != NULL) {
    *rule = result != NULL ? id : NULL;
  }
  return result;
}

void slow_state(const slow_game *game, char *out, size_t size) {
  game->ops->state(game->self, out, size);
}

uint64_t slow_perft(const slow_game *game, unsigned depth) {
  return game->ops->perft(game->self, depth);
}
