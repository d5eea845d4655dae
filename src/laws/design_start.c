/* What the start shows before a game is played: pieces that are good for nothing, and wins that
 * nobody can avert. */
#include <marcher/compose.h>
#include <string.h>

#include "laws/design_priv.h"

enum {
  PROOF_WORK = 12000000, /**< for each number of actions */
  MAKE_WORK = 12,
  DEALS = 8 /**< openings that are tried where chance makes them */
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
    if (mr_design_is_royal(d, men[i].piece)) {
      royals[kind_of(d, men[i].piece)->owner.id]++;
    }
  }
  unsigned more = royals[1] > royals[0];
  if (royals[1 - more] == 0 || royals[0] == royals[1]) {
    return;
  }
  mr_design_find(
      d,
      (mr_design_finding){
          .fault = MR_DESIGN_ROYALS, .proven = true, .state = mr_design_state(d, d->state)},
      "%s has %u royal pieces to guard and %s has %u: two can be attacked by one move, which no "
      "answer parries",
      info->player_names[more], royals[more], info->player_names[1 - more], royals[1 - more]);
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

static bool is_held(const mr_design *d, mr_piece piece) {
  const mr_kind *kind = kind_of(d, piece);
  return kind != NULL && kind->held;
}

static void look_for_absent(mr_design *d, const char *name) {
  const mr_game *parent = d->options->parent;
  mr_piece own = named(d->game, 0, name);
  mr_piece other = named(d->game, 1, name);
  if (own.id == MR_NO_PIECE.id || is_held(d, own) || is_held(d, other) || can_stand(d, own) ||
      can_stand(d, other)) {
    return;
  }
  char buffer[160];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_str_add(&text, mr_design_piece_text(d, own));
  if (strcmp(buffer, name) != 0) {
    mr_str_format(&text, " (%s)", name);
  }
  if (parent != NULL && mr_game_can(parent, MR_CAN_COMPOSE) &&
      named(parent, 0, name).id != MR_NO_PIECE.id) {
    mr_design_note(d, "the piece %s, taken over from another game, is not used here", buffer);
    return;
  }
  mr_design_find(d, (mr_design_finding){.fault = MR_DESIGN_ABSENT, .proven = true},
                 "the piece %s can never come on the board: it is not in the first position, "
                 "nothing promotes to it, and it cannot be dropped",
                 buffer);
}

void mr_design_pieces(mr_design *d) {
  if (!mr_game_can(d->game, MR_CAN_COMPOSE)) {
    return;
  }
  mr_game_start(d->game, d->state);
  compare_royals(d);
  for (const char *letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"; *letter != '\0'; letter++) {
    look_for_absent(d, (char[]){*letter, '\0'});
    look_for_absent(d, (char[]){'+', *letter, '\0'});
  }
  for (size_t i = 0; i < d->kind_count; i++) {
    const mr_kind *kind = &d->kinds[i];
    if (kind->held && !can_stand(d, kind->piece)) {
      mr_design_find(d, (mr_design_finding){.fault = MR_DESIGN_ABSENT, .proven = true},
                     "%s's %s is held in hand and can be dropped nowhere",
                     d->game->info.player_names[kind->owner.id],
                     mr_design_piece_text(d, kind->piece));
    }
  }
}

/* ---- wins that are forced -------------------------------------------------------------------- */

/** Whether `team` can force a win within `depth` actions; false where the work runs out. */
static bool forces(mr_design *d, unsigned level, unsigned depth, unsigned team, mr_action *how) {
  const mr_game *game = d->game;
  mr_node node = mr_game_node(game, d->state);
  if (node.kind == MR_NODE_TERMINAL || depth == 0) {
    return mr_design_winner(d, d->state) == team;
  }
  size_t count = 0;
  if (node.kind == MR_NODE_CHANCE) {
    uint64_t total;
    count = mr_game_chances(game, d->state, d->chances[level], &total);
  } else {
    count = mr_game_actions(game, d->state, d->list[level]);
  }
  bool own = node.kind == MR_NODE_DECISION && game->info.team[node.player.id] == team;
  for (size_t i = 0; i < count; i++) {
    mr_action action =
        node.kind == MR_NODE_CHANCE ? d->chances[level][i].action : d->list[level][i];
    if (!mr_design_spend(d, MAKE_WORK)) {
      return false;
    }
    mr_game_make(game, d->state, action, d->undo[level], NULL);
    bool forced = forces(d, level + 1, depth - 1, team, NULL);
    mr_game_unmake(game, d->state, d->undo[level]);
    if (forced == own) {
      if (how != NULL && own) {
        *how = action;
      }
      return own;
    }
  }
  return !own;
}

/** The fewest actions within which somebody can force a win from d->state; 0: none is seen. */
static unsigned fastest_win(mr_design *d, unsigned *team, mr_action *how) {
  /* What the other side has hidden is not known to who would have to find the win. */
  unsigned most = mr_game_can(d->game, MR_CAN_HIDE) ? 1 : MR_DESIGN_PLIES;
  for (unsigned depth = 1; depth <= most; depth++) {
    for (*team = 0; *team < d->teams; ++*team) {
      mr_design_begin(d, "looking for forced wins", PROOF_WORK);
      if (forces(d, 0, depth, *team, how)) {
        return depth;
      }
      if (!mr_design_spend(d, 0)) {
        return 0;
      }
    }
  }
  return 0;
}

static void report(mr_design *d, unsigned depth, unsigned team, mr_action how) {
  const mr_design_finding finding = {
      .fault = MR_DESIGN_FIRST_MOVE, .proven = true, .state = mr_design_state(d, d->state)};
  const char *name = mr_design_team_name(d, team);
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (how == MR_ACTION_NONE) {
    mr_node node = mr_game_node(d->game, d->state);
    mr_design_find(d, finding, "whatever %s begins with, %s can win within %u actions of the start",
                   d->game->info.player_names[node.player.id], name, depth);
    return;
  }
  mr_game_format_action(d->game, d->state, how, &text);
  if (depth == 1) {
    mr_design_find(d, finding, "%s can win with the first action, %s", name, buffer);
  } else {
    mr_design_find(d, finding,
                   "%s can force a win within %u actions of the start, beginning with %s", name,
                   depth, buffer);
  }
}

void mr_design_prove(mr_design *d) {
  const mr_game *game = d->game;
  unsigned deals = mr_game_can(game, MR_CAN_DEAL) ? DEALS : 1;
  for (unsigned i = 0; i < deals; i++) {
    uint64_t key[] = {d->options->seed, i};
    unsigned team = 0;
    mr_action how = MR_ACTION_NONE;
    mr_random_init(&d->random, mr_hash_bytes(MR_HASH_START, key, sizeof key));
    mr_game_start(game, d->state);
    while (mr_game_node(game, d->state).kind == MR_NODE_CHANCE) {
      mr_action dealt = mr_game_roll(game, d->state, d->chances[0], &d->random);
      mr_game_make(game, d->state, dealt, NULL, NULL);
    }
    bool decides = mr_game_node(game, d->state).kind == MR_NODE_DECISION;
    unsigned depth = decides ? fastest_win(d, &team, &how) : 0;
    /* One deal in which somebody wins quickly is luck; when all are like that, it is the rules. */
    if (depth == 0) {
      return;
    }
    if (i + 1 == deals) {
      report(d, depth, team, how);
    }
  }
}
