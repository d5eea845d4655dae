#include "base/text.h"
#include "kernel/writer.h"
#include "rules/warlord/warlord.h"

/* How near the sides are to the ends that definitions give them. */

typedef struct nearness {
  mr_picture *picture;
  const mr_wl_game *game;
  const mr_wl_state *state;
  unsigned side;
} nearness;

static void put(const nearness *n, mr_view_goal goal) {
  goal.player = mr_wl_seat(n->game, n->side, 0);
  if (n->picture->status == MR_OK) {
    n->picture->status = mr_view_add_goal(&n->picture->view, n->picture->arena, goal);
  }
}

/* All leaders of the other side, or so many of them. */
static void put_leaders(const nearness *n) {
  const mr_wl_game *game = n->game;
  const mr_wl_head *h = &n->state->head;
  unsigned enemy = 1 - n->side;
  const mr_wl_unit *units = mr_wl_units_const(game, n->state);
  mr_cell on[2 * MR_WL_LEADERS_MAX];
  mr_view_goal goal = {.on = on, .rule = mr_wl_rule(game, MR_WL_RULE_LAST)};
  for (unsigned i = 0; i < h->listed[enemy]; i++) {
    mr_wl_unit unit = units[n->state->leader[enemy][i]];
    if (unit.cell != MR_WL_OFF_BOARD) {
      on[goal.on_count++] = (mr_cell){unit.cell};
    }
  }
  unsigned to_come = mr_wl_leaders_to_come(game, n->state, enemy);
  goal.left = h->leaders[enemy] + to_come;
  goal.of = goal.left + h->lost[enemy];
  goal.text = mr_picture_text(n->picture, "%u leader%s of the enemy's to be taken",
                              (unsigned)goal.left, mr_text_plural(goal.left));
  put(n, goal);
  unsigned few = game->six_leaders ? MR_WL_SIX : game->short_game ? game->short_leaders : 0;
  if (few > 0) {
    goal.of = few;
    goal.left = few > h->lost[enemy] ? few - h->lost[enemy] : 0;
    goal.rule = mr_wl_rule(game, game->six_leaders ? MR_WL_RULE_SIX : MR_WL_RULE_SHORT);
    goal.text = mr_picture_text(n->picture, "%u of %u leader%s of the enemy's taken",
                                (unsigned)h->lost[enemy], few, mr_text_plural(few));
    put(n, goal);
  }
  if (game->defeat_level > 0) {
    goal.left = goal.of = 0;
    goal.rule = mr_wl_rule(game, MR_WL_RULE_LEVELS);
    goal.text = mr_picture_text(n->picture, "levels of the enemy's leaders: %u, lost below %u",
                                (unsigned)h->levels[enemy], game->defeat_level);
    put(n, goal);
  }
}

static void put_towns(const nearness *n) {
  const mr_wl_game *game = n->game;
  const uint16_t *squares = mr_wl_squares_const(game, n->state);
  size_t count = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    count += mr_wl_ground_of(squares[cell]) == MR_WL_TOWN;
  }
  mr_cell *on = mr_picture_room(n->picture, count, sizeof *on);
  unsigned held = mr_wl_towns_held(game, n->state, n->side);
  mr_view_goal goal = {.on = on,
                       .of = game->towns_to_win,
                       .left = held < game->towns_to_win ? game->towns_to_win - held : 0,
                       .rule = mr_wl_rule(game, MR_WL_RULE_TOWNS)};
  for (unsigned cell = 0; on != NULL && cell < game->cells; cell++) {
    if (mr_wl_ground_of(squares[cell]) == MR_WL_TOWN) {
      on[goal.on_count++] = (mr_cell){(uint16_t)cell};
    }
  }
  goal.text = mr_picture_text(n->picture, "%u of %u town%s held at the start of the turn", held,
                              game->towns_to_win, mr_text_plural(game->towns_to_win));
  put(n, goal);
}

/* WL-46: home towns of the other side. */
static void put_homes(const nearness *n) {
  const mr_wl_game *game = n->game;
  mr_cell *on = mr_picture_room(n->picture, game->towns, sizeof *on);
  unsigned held = mr_wl_homes_held(game, n->state, n->side), wanted = game->home_towns_to_win;
  mr_view_goal goal = {.on = on,
                       .of = wanted,
                       .left = held < wanted ? wanted - held : 0,
                       .rule = mr_wl_rule(game, MR_WL_RULE_HOMES)};
  for (unsigned i = 0; on != NULL && i < game->towns; i++) {
    if (game->home[game->town[i]] == 2u - n->side) {
      on[goal.on_count++] = (mr_cell){game->town[i]};
    }
  }
  goal.text = mr_picture_text(n->picture, "%u of %u home town%s of the enemy's entered", held,
                              wanted, mr_text_plural(wanted));
  put(n, goal);
}

/* WL-47: what counts when the last turn is over. */
static void put_last_turn(const nearness *n) {
  static const char *const what[] = {"", "towns held", "summed levels of leaders",
                                     "units on the board"};
  const mr_wl_game *game = n->game;
  unsigned own = mr_wl_counted(game, n->state, n->side);
  unsigned other = mr_wl_counted(game, n->state, 1 - n->side);
  unsigned wanted = other + 1 > game->last_turn_needs ? other + 1 : game->last_turn_needs;
  mr_view_goal goal = {.left = own < wanted ? wanted - own : 0,
                       .of = wanted,
                       .rule = mr_wl_rule(game, MR_WL_RULE_LAST_TURN)};
  goal.text = mr_picture_text(n->picture, "%s: %u, and %u wanted when turn %u is over",
                              what[game->last_turn_counts], own, wanted, game->last_turn);
  put(n, goal);
}

/* WL-48: until the other side has too few units. */
static void put_units(const nearness *n) {
  const mr_wl_game *game = n->game;
  unsigned there = mr_wl_units_left(game, n->state, 1 - n->side);
  mr_view_goal goal = {.left = there > game->defeat_units ? there - game->defeat_units : 0,
                       .rule = mr_wl_rule(game, MR_WL_RULE_UNITS)};
  goal.text = mr_picture_text(n->picture, "units of the enemy's: %u, lost with %u", there,
                              game->defeat_units);
  put(n, goal);
}

void mr_wl_put_goals(mr_picture *picture, const mr_wl_game *game, const mr_wl_state *state) {
  for (unsigned side = 0; side < 2; side++) {
    nearness n = {picture, game, state, side};
    put_leaders(&n);
    if (game->towns_to_win > 0) {
      put_towns(&n);
    }
    if (game->home_towns_to_win > 0) {
      put_homes(&n);
    }
    if (game->last_turn_counts != MR_WL_COUNT_NOTHING) {
      put_last_turn(&n);
    }
    if (game->defeat_units > 0) {
      put_units(&n);
    }
  }
}
