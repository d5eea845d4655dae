/* What the ways to solve a game share. */
#include <marcher/hash.h>

#include "measure/solve_priv.h"

enum { TELL_EVERY = 4096 /* looks between two at who waits */ };

bool mr_solving_is_over(mr_solving *s) {
  const mr_solve_options *options = s->options;
  s->halted = s->halted || s->out->nodes >= s->most;
  if (!s->halted && options->progress != NULL && ++s->looks % TELL_EVERY == 0) {
    s->stopped = !options->progress(options->context, s->out->nodes, s->out->positions);
    s->halted = s->stopped;
  }
  return s->halted;
}

unsigned mr_solving_side(const mr_game *game, mr_player player) {
  return game->info.team[player.id] != game->info.team[0];
}

unsigned mr_solving_points(const mr_game *game, const mr_state *state) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  mr_game_score(game, state, score);
  return score[0];
}

uint64_t mr_solving_text_hash(const mr_game *game, const mr_state *state, mr_str *scratch) {
  mr_str_reset(scratch);
  mr_game_format_state(game, state, scratch);
  return mr_hash_bytes(MR_HASH_START, mr_str_text(scratch), scratch->length);
}
