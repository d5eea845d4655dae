/* What the pieces of a definition are good for. */
#include <string.h>

#include "laws/design_priv.h"

enum {
  STUCK_GAMES = 30,      /**< in which a piece has to be on the board without moving, ... */
  STUCK_DECISIONS = 1000 /**< ... and so many decisions of its owner, before it is called stuck */
};

/* ---- royals ---------------------------------------------------------------------------------- */

static const mr_kind *kind_of(const mr_design *d, mr_piece piece) {
  for (size_t i = 0; i < d->kind_count; i++) {
    if (d->kinds[i].piece.id == piece.id) {
      return &d->kinds[i];
    }
  }
  return NULL;
}

bool mr_design_is_royal(const mr_design *d, mr_piece piece) {
  const mr_kind *kind = kind_of(d, piece);
  return kind != NULL && kind->royal;
}

/** The more royal pieces, the more ways to be mated; none at all is another sort of game. */
static void compare_royals(mr_design *d) {
  const mr_game_info *info = &d->game->info;
  size_t cells = (size_t)info->columns * info->rows;
  mr_placement *men = mr_arena_zero(&d->arena, cells, sizeof *men);
  unsigned royals[MR_MAX_PLAYERS] = {0};
  if (men == NULL) {
    d->status = MR_ERR_NOMEM;
    return;
  }
  size_t standing = mr_game_placements(d->game, d->state, men);
  for (size_t i = 0; i < standing; i++) {
    const mr_kind *kind = kind_of(d, men[i].piece);
    if (kind != NULL && kind->royal) {
      royals[kind->owner.id]++;
    }
  }
  unsigned more = royals[1] > royals[0];
  if (royals[1 - more] == 0 || royals[0] == royals[1]) {
    return;
  }
  mr_design_finding *found = mr_design_find(
      d, MR_DESIGN_ROYALS,
      "%s has %u royal pieces to guard and %s has %u: two can be attacked by one move, which no "
      "answer parries",
      info->player_names[more], royals[more], info->player_names[1 - more], royals[1 - more]);
  found->proven = true;
  found->state = mr_design_state(d, d->state);
}

/* ---- pieces that never come ------------------------------------------------------------------ */

/** Whether a piece can stand anywhere at all, whoever is to move. */
static bool can_stand(mr_design *d, mr_piece piece) {
  const mr_game_info *info = &d->game->info;
  for (unsigned cell = 0; cell < (unsigned)info->columns * info->rows; cell++) {
    mr_placement man = {.piece = piece, .cell = {(uint16_t)cell}};
    for (uint8_t player = 0; player < info->players; player++) {
      if (mr_game_compose(d->game, &man, 1, (mr_player){player}, d->state)) {
        return true;
      }
    }
  }
  return false;
}

static mr_piece named(const mr_game *game, uint8_t player, const char *name) {
  return mr_game_piece_named(game, (mr_player){player}, name, strlen(name));
}

/** Whether the game that this one is made of has a piece of that name. */
static bool is_taken_over(const mr_design *d, const char *name) {
  const mr_game *parent = d->options->parent;
  return parent != NULL && mr_game_can(parent, MR_CAN_COMPOSE) &&
         named(parent, 0, name).id != MR_NO_PIECE.id;
}

static bool is_held(const mr_design *d, mr_piece piece) {
  const mr_kind *kind = kind_of(d, piece);
  return kind != NULL && kind->held;
}

static void look_for_absent(mr_design *d, const char *name) {
  mr_piece own = named(d->game, 0, name);
  mr_piece other = named(d->game, 1, name);
  if (own.id == MR_NO_PIECE.id || is_held(d, own) || is_held(d, other) || can_stand(d, own) ||
      can_stand(d, other)) {
    return;
  }
  char buffer[128];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  mr_game_piece_text(d->game, own, &text);
  if (strcmp(buffer, name) != 0) {
    mr_str_format(&text, " (%s)", name);
  }
  if (is_taken_over(d, name)) {
    mr_design_note(d, "the piece %s, taken over from another game, is not used here", buffer);
    return;
  }
  mr_design_finding *found =
      mr_design_find(d, MR_DESIGN_ABSENT,
                     "the piece %s can never come on the board: it is not in the first position, "
                     "nothing promotes to it, and it cannot be dropped",
                     buffer);
  found->proven = true;
}

/** Pieces that begin in a hand and can be put nowhere. */
static void look_at_hands(mr_design *d) {
  for (size_t i = 0; i < d->kind_count; i++) {
    const mr_kind *kind = &d->kinds[i];
    if (!kind->held || can_stand(d, kind->piece)) {
      continue;
    }
    char buffer[128];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_game_piece_text(d->game, kind->piece, &text);
    mr_design_finding *found =
        mr_design_find(d, MR_DESIGN_ABSENT, "%s's %s is held in hand and can be dropped nowhere",
                       d->game->info.player_names[kind->owner.id], buffer);
    found->proven = true;
  }
}

void mr_design_material(mr_design *d) {
  if (!mr_game_can(d->game, MR_CAN_COMPOSE)) {
    return;
  }
  mr_game_start(d->game, d->state);
  compare_royals(d);
  for (const char *letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"; *letter != '\0'; letter++) {
    look_for_absent(d, (char[]){*letter, '\0'});
    look_for_absent(d, (char[]){'+', *letter, '\0'});
  }
  look_at_hands(d);
}

/* ---- pieces that never move ------------------------------------------------------------------ */

void mr_design_stuck(mr_design *d) {
  for (size_t i = 0; d->moves && i < MR_DESIGN_PIECES; i++) {
    const mr_design_piece *piece = &d->pieces[i];
    if (!piece->used || piece->owner.id >= d->game->info.players || piece->moved > 0 ||
        piece->games < STUCK_GAMES || piece->decisions < STUCK_DECISIONS) {
      continue;
    }
    char buffer[128];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_game_piece_text(d->game, piece->piece, &text);
    mr_design_finding *found = mr_design_find(
        d, MR_DESIGN_STUCK, "%s's %s never moved, though %s had %llu turns to choose from",
        d->game->info.player_names[piece->owner.id], buffer,
        d->game->info.player_names[piece->owner.id], (unsigned long long)piece->decisions);
    found->games = found->count = piece->games;
    mr_game_start(d->game, d->state);
    found->state = mr_design_state(d, d->state);
  }
}
