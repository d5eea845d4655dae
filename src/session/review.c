/** Where a game turned. */
#include <marcher/review.h>

#include <math.h>
#include <string.h>

enum { BETTER_MOST = 8 /**< actions of the better turn: more are not read */ };

struct mr_review {
  const mr_allocator *allocator;
  const mr_game *game;
  mr_session *session; /**< the game once more, to go back in */
  mr_session *whole;   /**< the game as it was, for its texts and its end */
  mr_state *walk;      /**< scratch: along a turn */
  mr_action *actions;  /**< scratch: those that are legal there */
  mr_arena texts;
  mr_review_turn *turns;
  size_t count;
  size_t left;
  size_t room;  /**< for the turns, of which there is always one that has not been */
  double value; /**< the expected score of the first team where the turn to be looked at ends */
};

/* ---- life ------------------------------------------------------------------------------------ */

static bool is_first_team(const mr_game *game, mr_player player) {
  return game->info.team[player.id] == game->info.team[0];
}

/** Fills in the turns that somebody decided, but for what was set up unseen. */
static void list_turns(mr_review *r) {
  const mr_game *game = r->game;
  bool multi = mr_game_can(game, MR_CAN_MULTI);
  for (size_t i = 0; i < mr_session_count(r->whole); i++) {
    const mr_session_move *move = mr_session_move_at(r->whole, i);
    bool set_up = move->places && mr_game_can(game, MR_CAN_HIDE); /* and not a drop */
    if (move->player.id != MR_NOBODY_ID && !set_up && (move->begins_turn || !multi)) {
      r->turns[r->count++] = (mr_review_turn){.at = i, .player = move->player, .better = ""};
    }
  }
  r->left = r->count;
}

mr_status mr_review_new(const mr_session *session, const mr_allocator *allocator, mr_review **out,
                        mr_error *err) {
  const mr_game *game = mr_session_game(session);
  const mr_session_options options = {.allocator = allocator};
  if (mr_game_teams(game) != 2) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "only games between two sides can be reviewed");
  }
  mr_review *r = mr_alloc_zero(allocator, 1, sizeof *r);
  if (r == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a review");
  }
  r->allocator = allocator;
  r->game = game;
  r->room = mr_session_count(session) + 1;
  mr_arena_init(&r->texts, allocator, SIZE_MAX);
  r->turns = mr_alloc_zero(allocator, r->room, sizeof *r->turns);
  r->walk = mr_state_new(game, allocator);
  r->actions = mr_alloc_zero(allocator, game->info.max_actions, sizeof *r->actions);
  mr_status status = r->turns != NULL && r->walk != NULL && r->actions != NULL
                         ? MR_OK
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory for a review");
  mr_session **copies[] = {&r->session, &r->whole};
  for (size_t i = 0; i < 2 && status == MR_OK; i++) {
    status = mr_session_new(game, &options, copies[i], err);
    if (status == MR_OK) {
      status = mr_session_copy(*copies[i], session, err);
    }
  }
  if (status != MR_OK) {
    mr_review_free(r);
    return status;
  }
  list_turns(r);
  *out = r;
  return MR_OK;
}

void mr_review_free(mr_review *r) {
  if (r == NULL) {
    return;
  }
  mr_state_free(r->game, r->allocator, r->walk);
  mr_alloc_free(r->allocator, r->actions, r->game->info.max_actions * sizeof *r->actions);
  mr_session_free(r->session);
  mr_session_free(r->whole);
  mr_arena_done(&r->texts);
  mr_alloc_free(r->allocator, r->turns, r->room * sizeof *r->turns);
  mr_alloc_free(r->allocator, r, sizeof *r);
}

void mr_review_seat(mr_review *r, const mr_session_seat *seat) {
  for (uint8_t i = 0; i < r->game->info.players; i++) {
    mr_session_seat engine = *seat;
    engine.sitter = MR_SESSION_ENGINE;
    mr_session_sit(r->session, (mr_player){i}, &engine);
  }
}

size_t mr_review_count(const mr_review *r) {
  return r->count;
}

size_t mr_review_left(const mr_review *r) {
  return r->left;
}

const mr_review_turn *mr_review_turn_at(const mr_review *r, size_t index) {
  return &r->turns[index];
}

/* ---- looking --------------------------------------------------------------------------------- */

/** The turn that the computer would have played, where it begins otherwise than what was. */
static void write_better(mr_review *r, const mr_search_result *result, const mr_review_turn *turn,
                         mr_str *out) {
  const mr_game *game = r->game;
  bool line = result->line_length > 0 && result->line[0] == result->action;
  if (result->action == mr_session_move_at(r->whole, turn->at)->action) {
    return;
  }
  mr_state_copy(game, r->walk, mr_session_state(r->session));
  for (size_t i = 0; i < (line ? result->line_length : 1) && i < BETTER_MOST; i++) {
    mr_action action = line ? result->line[i] : result->action;
    mr_node node = mr_game_node(game, r->walk);
    if (node.kind != MR_NODE_DECISION || !mr_player_same(node.player, turn->player) ||
        !mr_game_legal(game, r->walk, action) || (i > 0 && !mr_game_can(game, MR_CAN_MULTI))) {
      break;
    }
    mr_form form;
    mr_game_form(game, r->walk, action, &form);
    if (i > 0 && form.kind == MR_FORM_BUTTON) {
      break; /* that the turn ends goes without saying */
    }
    mr_str_add(out, i == 0 ? "" : "; ");
    mr_game_format_action(game, r->walk, action, out);
    mr_game_make(game, r->walk, action, NULL, NULL);
  }
}

/** What the whole game was worth to the first team, where its rules have ended it. */
static bool final_value(const mr_review *r, double *out) {
  uint8_t score[MR_MAX_PLAYERS];
  /* Who resigned, or ran out of time, did so for reasons that no turn shows. */
  if (mr_session_ended(r->whole) != MR_SESSION_BY_RULE || !mr_session_score(r->whole, score)) {
    return false;
  }
  *out = score[0] / (double)MR_SCORE_WIN;
  return true;
}

/** The number of actions before the next turn that was listed; all of them behind the last. */
static size_t end_of(const mr_review *r, size_t index) {
  return index + 1 == r->count ? mr_session_count(r->whole) : r->turns[index + 1].at;
}

/** Whether there was one action at each decision of a turn. */
static bool is_forced(mr_review *r, size_t index) {
  const mr_game *game = r->game;
  bool forced = true;
  mr_state_copy(game, r->walk, mr_session_state(r->session));
  for (size_t i = r->turns[index].at; i < end_of(r, index) && forced; i++) {
    forced = mr_game_node(game, r->walk).kind != MR_NODE_DECISION ||
             mr_game_actions(game, r->walk, r->actions) == 1;
    mr_game_make(game, r->walk, mr_session_move_at(r->whole, i)->action, NULL, NULL);
  }
  return forced;
}

/** Whether dice fell in a turn, or in forced ones behind it, which change nothing but by them. */
static bool is_thrown(const mr_review *r, size_t index) {
  size_t last = index;
  while (r->turns[last + 1].forced) { /* behind the last there is one that is not: see `room` */
    last++;
  }
  bool thrown = false;
  for (size_t i = r->turns[index].at; i < end_of(r, last) && !thrown; i++) {
    thrown = mr_session_move_at(r->whole, i)->player.id == MR_NOBODY_ID;
  }
  return thrown;
}

/** Lets the reviewer look at a turn. @param value what its player could expect */
static mr_status think(mr_review *r, mr_review_turn *turn, const atomic_bool *stop, double *value,
                       mr_error *err) {
  mr_status status = mr_session_think(r->session, turn->player, stop, NULL, NULL, err);
  if (status != MR_OK) {
    return status;
  }
  const mr_search_result *result = &mr_session_last_analysis(r->session)->result;
  mr_str better = mr_str_growing(r->allocator);
  write_better(r, result, turn, &better);
  const char *copy = mr_arena_copy(&r->texts, mr_str_text(&better), better.length);
  status = better.status;
  mr_str_done(&better);
  if (copy == NULL || status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for a review");
  }
  turn->better = copy;
  *value = result->value;
  return MR_OK;
}

mr_status mr_review_look(mr_review *r, const atomic_bool *stop, mr_error *err) {
  size_t index = r->left - 1;
  mr_review_turn *turn = &r->turns[index];
  bool first = is_first_team(r->game, turn->player);
  bool known = r->left < r->count || final_value(r, &r->value);
  double value = 0;
  mr_session_rewind(r->session, turn->at);
  turn->forced = is_forced(r, index);
  if (turn->forced && known) {
    value = first ? r->value : 1.0 - r->value; /* no decision can change it */
  } else {
    mr_status status = think(r, turn, stop, &value, err);
    if (status != MR_OK) {
      return status;
    }
  }
  if (!known) {
    r->value = first ? value : 1.0 - value;
  }
  turn->chance = is_thrown(r, index);
  turn->after = first ? r->value : 1.0 - r->value;
  /* What was played could be expected, where no dice helped: to see less is the looker's fault,
   * and makes the turn before a slip, for which this is the reply. */
  turn->before = turn->chance || value > turn->after ? value : turn->after;
  turn->seen = true;
  r->value = first ? turn->before : 1.0 - turn->before;
  r->left--;
  return MR_OK;
}

/* ---- what was found -------------------------------------------------------------------------- */

/** What the first team could expect before a turn; behind the last one, what was left to it. */
static double value_at(const mr_review *r, size_t index) {
  const mr_review_turn *turn = &r->turns[index < r->count ? index : r->count - 1];
  double value = index < r->count ? turn->before : turn->after;
  return is_first_team(r->game, turn->player) ? value : 1.0 - value;
}

static double middle_of(double a, double b, double c) {
  return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/**
 * How much of what a turn changed was there before it, and stayed: a look that sees too much or too
 * little makes two changes against each other, and so does an error that the reply gives back.
 * Before it counts what two of three positions agree on; behind it, the worse of two. The first
 * look of all has none to agree with: what it saw counts only where it would have played otherwise.
 */
static double change_of(const mr_review *r, size_t index) {
  double now = value_at(r, index), after = value_at(r, index + 1), before = now;
  double reply = index + 2 <= r->count ? value_at(r, index + 2) : after;
  double way = after > now ? 1.0 : -1.0; /* what is seen this way grows by the turn */
  const mr_review_turn *turn = &r->turns[index];
  bool alone = index == r->left && !turn->chance && turn->better[0] == '\0';
  if (turn->forced || alone) {
    return 0.0;
  }
  if (index > r->left) {
    double earlier = value_at(r, index - 1);
    before = index > r->left + 1 ? middle_of(value_at(r, index - 2), earlier, now) : earlier;
  }
  return fmax(0.0, fmin(way * after, way * reply) - fmax(way * before, way * now));
}

size_t mr_review_turning(const mr_review *r, size_t most, size_t *out) {
  size_t found = 0;
  for (size_t i = r->left; i < r->count; i++) {
    size_t larger = 0; /* a change of the same size counts where it comes first */
    for (size_t k = r->left; k < r->count; k++) {
      double other = change_of(r, k), own = change_of(r, i);
      larger += other > own || (other == own && k > i);
    }
    if (larger < most && change_of(r, i) >= MR_REVIEW_TURNING) {
      out[found++] = i;
    }
  }
  return found;
}

bool mr_review_is_error(const mr_review_turn *turn, double loss) {
  return turn->seen && !turn->chance && turn->better[0] != '\0' &&
         turn->before - turn->after >= loss;
}

mr_review_side mr_review_side_of(const mr_review *r, mr_player player) {
  mr_review_side side = {0};
  for (size_t i = r->left; i < r->count; i++) {
    const mr_review_turn *turn = &r->turns[i];
    if (!mr_player_same(turn->player, player)) {
      continue;
    }
    side.turns++;
    if (mr_review_is_error(turn, 0.0)) {
      bool blunder = mr_review_is_error(turn, MR_REVIEW_BLUNDER);
      side.lost += turn->before - turn->after;
      side.blunders += blunder;
      side.mistakes += !blunder && mr_review_is_error(turn, MR_REVIEW_TURNING);
    }
  }
  return side;
}

static unsigned percent(double value) {
  return (unsigned)(value * 100.0 + 0.5);
}

void mr_review_tell(const mr_review *r, size_t index, mr_str *out) {
  const mr_review_turn *turn = &r->turns[index];
  const mr_game *game = r->game;
  const char *name = game->info.player_names[turn->player.id];
  mr_str_format(
      out, "%zu. %s plays %s%s: %s could expect %u%% of the point before and %u%% after%s.",
      mr_session_decisions(r->whole, turn->at) + 1, name, mr_session_text(r->whole, turn->at),
      mr_game_can(game, MR_CAN_MULTI) ? " and so on" : "", name, percent(turn->before),
      percent(turn->after), turn->chance ? "; dice had their part in it" : "");
  if (turn->after < turn->before && turn->better[0] != '\0') {
    mr_str_format(out, " Better seemed %s.", turn->better);
  } else if (turn->after < turn->before && !turn->chance) {
    mr_str_add(out, " It seemed the best to the computer, too.");
  }
}
