#include "rules/warlord/warlord.h"

/* What a deployment holds. */
typedef struct muster {
  unsigned leaders;
  unsigned level_sum;
  unsigned levels[MR_WL_LEVEL_MAX + 1];
  unsigned units[MR_WL_KINDS];
  unsigned zone_leaders[MR_WL_ZONES_MAX];
  unsigned zone_units[MR_WL_ZONES_MAX];
  unsigned faults;
} muster;

static void add_fault(muster *m, mr_wl_deploy_fault fault) {
  m->faults |= 1u << fault;
}

static void count_piece(const mr_wl_game *game, unsigned side, unsigned cell, unsigned kind,
                        muster *m) {
  bool leader = mr_wl_is_numbered(kind);
  if (kind == MR_WL_PROMOTED) {
    add_fault(m, MR_WL_FAULT_UNKNOWN);
    return;
  }
  m->units[kind]++;
  if (leader) {
    m->leaders++;
    m->level_sum += kind;
    m->levels[kind]++;
  }
  unsigned zone = game->zone[cell];
  if (!zone || (zone >> 4) != side) {
    add_fault(m, MR_WL_FAULT_ZONE);
    return;
  }
  unsigned *shares = leader ? m->zone_leaders : m->zone_units;
  shares[(zone & 15u) - 1]++;
}

static void judge_leaders(const mr_wl_army *army, muster *m) {
  if (!army->listed) {
    if (m->leaders != army->leaders)
      add_fault(m, MR_WL_FAULT_LEADERS);
    if (m->level_sum != army->level_sum)
      add_fault(m, MR_WL_FAULT_LEVELS);
    return;
  }
  for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++)
    if (m->levels[level] != army->levels[level])
      add_fault(m, MR_WL_FAULT_LEADERS);
}

static void judge_units(const mr_wl_army *army, muster *m) {
  unsigned wanted = army->free_units, found = 0;
  for (unsigned kind = MR_WL_HEAVY; kind < MR_WL_KINDS; kind++) {
    wanted += army->units[kind];
    found += m->units[kind];
    if (m->units[kind] < army->units[kind])
      add_fault(m, MR_WL_FAULT_UNITS);
  }
  if (found != wanted)
    add_fault(m, MR_WL_FAULT_UNITS);
}

static void judge_zones(const mr_wl_army *army, muster *m) {
  unsigned used = 0;
  for (unsigned zone = 0; zone < army->zones; zone++) {
    bool empty = !m->zone_leaders[zone] && !m->zone_units[zone];
    if (empty && army->zones_used < army->zones)
      continue;
    used++;
    if (m->zone_leaders[zone] != army->zone_leaders)
      add_fault(m, MR_WL_FAULT_ZONE_LEADERS);
    if (m->zone_units[zone] != army->zone_units)
      add_fault(m, MR_WL_FAULT_ZONE_UNITS);
  }
  if (used != army->zones_used)
    add_fault(m, MR_WL_FAULT_SECTIONS);
}

unsigned mr_wl_deployment_faults(const mr_wl_game *game, unsigned side, const uint8_t *pieces) {
  muster m = {.faults = 0};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (!pieces[cell])
      continue;
    if ((unsigned)(pieces[cell] >> 4) != side)
      add_fault(&m, MR_WL_FAULT_OTHER_SIDE);
    else
      count_piece(game, side, cell, pieces[cell] & 15u, &m);
  }
  judge_leaders(&game->army, &m);
  judge_units(&game->army, &m);
  judge_zones(&game->army, &m);
  return m.faults;
}

const char *mr_wl_fault_name(const mr_wl_game *game, mr_wl_deploy_fault fault) {
  static const char *const names[MR_WL_FAULT_COUNT][2] = {
      [MR_WL_FAULT_OTHER_SIDE] = {"WL-31 other-side", "WL-31 other-side"},
      [MR_WL_FAULT_ZONE] = {"WL-32 zone", "WL-33 zone"},
      [MR_WL_FAULT_LEADERS] = {"WL-32 leaders", "WL-33 leaders"},
      [MR_WL_FAULT_LEVELS] = {"WL-32 levels", "WL-33 levels"},
      [MR_WL_FAULT_UNITS] = {"WL-32 units", "WL-33 units"},
      [MR_WL_FAULT_SECTIONS] = {"WL-32 sections", "WL-33 sections"},
      [MR_WL_FAULT_ZONE_LEADERS] = {"WL-32 section-leaders", "WL-33 block-leaders"},
      [MR_WL_FAULT_ZONE_UNITS] = {"WL-32 section-units", "WL-33 block-units"},
      [MR_WL_FAULT_UNKNOWN] = {"WL-32 unknown-unit", "WL-33 unknown-unit"},
  };
  return names[fault][game->army.listed ? 0 : 1];
}
