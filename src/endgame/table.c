#include <marcher/compose.h>
#include <marcher/hash.h>
#include <string.h>

#include "endgame/endgame_priv.h"

/* ---- groups ---------------------------------------------------------------------------------- */

/* Adds a man to the group of his like. */
static mr_status add_man(const mr_endgame *endgame, const mr_endgame_man *man, endgame_table *out,
                         mr_error *err) {
  for (size_t i = 0; i < out->group_count; i++) {
    endgame_group *group = &out->groups[i];
    if (group->piece.id != man->piece.id) {
      continue;
    }
    bool same = true;
    bool meet = false;
    for (unsigned k = 0; k < CELLS_MAX / 64; k++) {
      same = same && group->cells.bits[k] == man->cells.bits[k];
      meet = meet || (group->cells.bits[k] & man->cells.bits[k]) != 0;
    }
    if (same) {
      group->count++;
      return MR_OK;
    }
    if (meet) {
      return mr_error_set(err, MR_ERR_UNSUPPORTED,
                          "the squares of two like men overlap without being the same");
    }
  }
  endgame_group *group = &out->groups[out->group_count++];
  *group =
      (endgame_group){.owner = man->owner, .piece = man->piece, .cells = man->cells, .count = 1};
  const mr_game_info *info = &endgame->game->info;
  bool sound = true;
  for (unsigned cell = 0; cell < CELLS_MAX; cell++) {
    group->local[cell] = NO_LOCAL;
    if (cells_have(&group->cells, (uint16_t)cell)) {
      sound = sound && cell < (unsigned)info->columns * info->rows;
      group->local[cell] = (uint16_t)group->size;
      group->cell[group->size++] = (uint16_t)cell;
    }
  }
  if (!sound || group->size == 0) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a man without squares, or off the board");
  }
  return MR_OK;
}

/* Gives every group its men and its share in the index. */
static mr_status number_positions(const mr_endgame *endgame, endgame_table *out, mr_error *err) {
  uint64_t positions = 1;
  for (size_t i = 0; i < out->group_count; i++) {
    endgame_group *group = &out->groups[i];
    uint64_t ways = endgame->choose[group->size][group->count];
    if (ways == 0 || ways > (UINT64_C(1) << 30) / positions) {
      return mr_error_set(err, MR_ERR_LIMIT, "%s has %s", out->summary.name,
                          ways == 0 ? "more men than squares" : "more than 2^30 positions");
    }
    group->first = (unsigned)out->men;
    group->ways = (uint32_t)ways;
    group->stride = (uint32_t)positions;
    for (unsigned man = 0; man < group->count; man++) {
      out->group_of[out->men++] = (uint8_t)i;
    }
    positions *= ways;
  }
  out->positions = (uint32_t)positions;
  return MR_OK;
}

/*
 * The first group has the smallest stride. Positions are worked through by index, and the moves of
 * a man reach as far as his stride: those who move most come first, the side with more men.
 */
mr_status mr_endgame_table_add(mr_endgame *endgame, const mr_endgame_men *men, endgame_table **out,
                               mr_error *err) {
  if (endgame->table_count == MR_ENDGAME_TABLES_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "the ending can turn into more than %d others",
                        MR_ENDGAME_TABLES_MAX - 1);
  }
  endgame_table *table = mr_endgame_alloc(endgame, 1, sizeof *table);
  if (table == NULL) {
    return mr_endgame_refusal(endgame, "an ending", err);
  }
  endgame->tables[endgame->table_count++] = table;
  size_t count = men->count;
  if (count == 0 || count > MEN_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "an ending has 1 to %d men", MEN_MAX);
  }
  mr_endgame_name(&endgame->letters, men, table->summary.name);
  size_t own[2] = {0, 0};
  for (size_t i = 0; i < count; i++) {
    if (men->items[i].owner.id > 1) {
      return mr_error_set(err, MR_ERR_ARGUMENT, "a man without an owner");
    }
    own[men->items[i].owner.id]++;
  }
  unsigned busy = own[1] > own[0] ? 1 : 0;
  mr_status status = MR_OK;
  for (size_t i = 0; i < 2 * count && status == MR_OK; i++) {
    const mr_endgame_man *man = &men->items[count - 1 - i % count];
    if ((man->owner.id == busy) == (i < count)) {
      status = add_man(endgame, man, table, err);
    }
  }
  *out = table;
  return status == MR_OK ? number_positions(endgame, table, err) : status;
}

/* ---- numbers of placings --------------------------------------------------------------------- */

uint32_t mr_endgame_group_rank(const mr_endgame *endgame, const endgame_group *group,
                               const uint16_t *at) {
  uint64_t rank = at[0];
  for (unsigned i = 1; i < group->count; i++) {
    rank += endgame->choose[at[i]][i + 1];
  }
  return (uint32_t)rank;
}

uint32_t mr_endgame_index_change(const mr_endgame *endgame, const endgame_group *group,
                                 const uint16_t *at, uint16_t local, unsigned *man) {
  if (group->count == 1) {
    return group->stride * (uint32_t)(local - at[*man]);
  }
  uint16_t moved[MEN_MAX];
  unsigned own = *man - group->first;
  memcpy(moved, at + group->first, group->count * sizeof moved[0]);
  for (; own + 1 < group->count && moved[own + 1] < local; own++) {
    moved[own] = moved[own + 1];
  }
  for (; own > 0 && moved[own - 1] > local; own--) {
    moved[own] = moved[own - 1];
  }
  moved[own] = local;
  *man = group->first + own;
  return group->stride * (mr_endgame_group_rank(endgame, group, moved) -
                          mr_endgame_group_rank(endgame, group, at + group->first));
}

void mr_endgame_unrank(const mr_endgame *endgame, const endgame_table *table, uint32_t index,
                       uint16_t *at) {
  for (size_t g = 0; g < table->group_count; g++) {
    const endgame_group *group = &table->groups[g];
    uint16_t *own = at + group->first;
    uint64_t rest = index % group->ways;
    unsigned cell = group->size;
    index /= group->ways;
    for (unsigned i = group->count; i > 1; i--) {
      do {
        cell--;
      } while (endgame->choose[cell][i] > rest);
      rest -= endgame->choose[cell][i];
      own[i - 1] = (uint16_t)cell;
    }
    own[0] = (uint16_t)rest;
  }
}

uint32_t mr_endgame_rank(const mr_endgame *endgame, const endgame_table *table,
                         const uint16_t *at) {
  uint32_t index = 0;
  for (size_t i = 0; i < table->group_count; i++) {
    const endgame_group *group = &table->groups[i];
    index += group->stride * mr_endgame_group_rank(endgame, group, at + group->first);
  }
  return index;
}

bool mr_endgame_place(const endgame_table *table, const uint16_t *at, mr_placement *men) {
  for (size_t i = 0; i < table->men; i++) {
    const endgame_group *group = group_of_man(table, i);
    men[i] = (mr_placement){group->piece, {group->cell[at[i]]}};
    for (size_t j = 0; j < i; j++) {
      if (men[j].cell.id == men[i].cell.id) {
        return false;
      }
    }
  }
  return true;
}

bool mr_endgame_compose(const mr_game *game, const endgame_table *table, const uint16_t *at,
                        unsigned player, mr_state *out) {
  mr_placement men[MEN_MAX];
  mr_player mover = {(uint8_t)player};
  return mr_endgame_place(table, at, men) && mr_game_compose(game, men, table->men, mover, out);
}

uint32_t mr_endgame_sample_index(const endgame_table *table, unsigned samples, uint64_t seed,
                                 uint32_t i) {
  return table->positions <= samples ? i : (uint32_t)(mr_mix64(seed + i) % table->positions);
}

bool mr_endgame_fit(const endgame_table *table, const mr_placement *men, size_t count,
                    uint16_t *at) {
  unsigned placed[MEN_MAX] = {0};
  if (count != table->men) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    size_t g = 0;
    while (g < table->group_count &&
           (table->groups[g].piece.id != men[i].piece.id || men[i].cell.id >= CELLS_MAX ||
            table->groups[g].local[men[i].cell.id] == NO_LOCAL)) {
      g++;
    }
    if (g == table->group_count || placed[g] == table->groups[g].count) {
      return false;
    }
    uint16_t local = table->groups[g].local[men[i].cell.id];
    uint16_t *own = at + table->groups[g].first;
    unsigned place = placed[g]++;
    for (; place > 0 && own[place - 1] > local; place--) {
      own[place] = own[place - 1];
    }
    own[place] = local;
  }
  return true;
}

endgame_table *mr_endgame_table_of(const mr_endgame *endgame, const mr_placement *men, size_t count,
                                   uint16_t *at) {
  for (size_t i = 0; i < endgame->table_count; i++) {
    if (mr_endgame_fit(endgame->tables[i], men, count, at)) {
      return endgame->tables[i];
    }
  }
  return NULL;
}

/* ---- codes ----------------------------------------------------------------------------------- */

uint16_t mr_endgame_code(const endgame_table *table, unsigned player, uint32_t index) {
  const endgame_packed *packed = &table->packed[player];
  if (packed->words == NULL) {
    return table->code[player][index];
  }
  uint64_t bit = (uint64_t)index * packed->width;
  uint64_t word =
      load_number(packed->bits + bit / 8, 8) >> (bit % 8) & ((UINT64_C(1) << packed->width) - 1);
  if (word >= packed->count) {
    return CODE_ILLEGAL; /* no file that has been checked says so */
  }
  return (uint16_t)(packed->words[2 * word] | packed->words[2 * word + 1] << 8);
}
