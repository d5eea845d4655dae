#include "search/warlord/warlord_search.h"

/* What a turn does to the enemy. */
typedef struct deeds {
  unsigned captures;
  unsigned leaders;    /* captured */
  unsigned threatened; /* leaders of the enemy that could be taken in the next turn */
  unsigned exposed;    /* own leaders that the enemy could take now */
  unsigned advances;   /* activations that take nothing */
  unsigned towns;      /* entered, and not held before */
  uint16_t town;       /* the first of them */
  int commanded;       /* change of the number of units in command */
} deeds;

static unsigned leaders_in_danger(mr_wls_attack_map *map, unsigned side) {
  const mr_wl_game *game = map->game;
  unsigned first = side * game->side_max, count = 0;
  mr_wls_update_values(map);
  for (unsigned slot = first; slot < first + map->slots[side]; slot++) {
    const mr_wls_man *man = &map->men[slot];
    count += mr_wls_is_leader(man) && mr_wls_gain(map, 1 - side, man->cell) > 0;
  }
  return count;
}

static deeds see_turn(mr_wls_attack_map *map, const mr_wls_turn *turn, unsigned side) {
  mr_wls_step steps[MR_WLS_TURN_MAX];
  deeds d = {.commanded = -(int)map->side[side].commanded};
  for (unsigned i = 0; i < turn->count; i++) {
    mr_action action = turn->actions[i];
    unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
    bool exchange = mr_wl_action_kind_of(action) == MR_WL_ACT_EXCHANGE;
    bool capture = !exchange && map->man[to];
    d.captures += capture;
    d.advances += !capture;
    d.leaders += capture && mr_wl_is_numbered(map->men[map->man[to] - 1u].kind);
    if (map->ground[to] == MR_WL_TOWN && map->ground[from] != MR_WL_TOWN) {
      d.town = d.towns ? d.town : (uint16_t)to;
      d.towns++;
    }
    steps[i] = mr_wls_attack_map_make(map, action);
  }
  d.commanded += map->side[side].commanded;
  d.threatened = leaders_in_danger(map, 1 - side);
  d.exposed = leaders_in_danger(map, side);
  for (unsigned i = turn->count; i > 0; i--) {
    mr_wls_attack_map_unmake(map, steps[i - 1]);
  }
  return d;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_part(mr_str *out, bool *any, unsigned count, const char *what, const char *many) {
  if (!count) {
    return;
  }
  mr_str_format(out, "%s%u %s", *any ? ", " : "", count, count == 1 ? what : many);
  *any = true;
}

static void add_objective(const mr_wls_search *search, unsigned side, mr_str *out) {
  static const char *const aims[] = {"",          "to take the town", "to take the leader on",
                                     "to defend", "to hold the town", ""};
  const mr_wls_plan *plan = &search->plan[side];
  if (!plan->count) {
    mr_str_add(out, "; no objective is open");
    return;
  }
  const mr_wls_objective *main_force = mr_wls_main_objective(plan);
  mr_str_format(out, "; the aim: %s ", aims[main_force->aim]);
  mr_wl_cell_text(&search->game->base, (mr_cell){main_force->cell}, out);
  if (!main_force->groups) {
    mr_str_add(out, " with one unit");
    return;
  }
  /* A hundredth of the values is a hundredth of an infantryman, whom everybody can count. */
  mr_str_format(out, " with %u group%s of units, as strong as %d infantry, against %d",
                main_force->groups, main_force->groups == 1 ? "" : "s", main_force->strength / 100,
                main_force->expected / 100);
}

/* Why orders are left: nothing that could still be done is worth as much as to leave it. */
static void add_unused(const mr_wls_search *search, const mr_wls_turn *turn, mr_str *out) {
  const mr_wl_state *root = mr_wl_state_of(search->level[0].root);
  unsigned cap = mr_wl_cap_of(search->game, root);
  unsigned used = root->head.activations + turn->count; /* the hint may come in mid-turn */
  if (!turn->ends && used < cap) {
    mr_str_format(out, "; %u of %u order%s stay%s unused, for no other one seems to gain anything",
                  cap - used, cap, cap == 1 ? "" : "s", cap - used == 1 ? "s" : "");
  }
}

void mr_wls_explain(mr_wls_search *search, const mr_wls_turn *turn, mr_str *out) {
  mr_wls_attack_map *map = &search->map;
  unsigned side = mr_wl_state_of(search->level[0].root)->head.side;
  deeds d = see_turn(map, turn, side);
  bool any = false;
  if (!turn->count) {
    mr_str_add(out, "ends the turn");
    any = true;
  }
  add_part(out, &any, d.captures, "capture", "captures");
  if (d.leaders) {
    mr_str_format(out, " (%u of %s)", d.leaders, d.leaders == 1 ? "a leader" : "leaders");
  }
  add_part(out, &any, d.advances, "manoeuvre", "manoeuvres");
  if (d.towns == 1) {
    mr_str_add(out, any ? ", town " : "town ");
    mr_wl_cell_text(&map->game->base, (mr_cell){d.town}, out);
    mr_str_add(out, " taken");
    any = true;
  } else {
    add_part(out, &any, d.towns, "", "towns taken");
  }
  add_part(out, &any, d.threatened, "leader threatened", "leaders threatened");
  add_part(out, &any, d.exposed, "own leader at risk", "own leaders at risk");
  if (d.commanded) {
    mr_str_format(out, "%s%d unit%s %s command", any ? ", " : "",
                  d.commanded > 0 ? d.commanded : -d.commanded,
                  d.commanded == 1 || d.commanded == -1 ? "" : "s",
                  d.commanded > 0 ? "more in" : "fewer in");
  }
  add_objective(search, side, out);
  add_unused(search, turn, out);
}
