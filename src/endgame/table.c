#include <string.h>

#include "endgame/endgame_priv.h"

/* ---- groups ---------------------------------------------------------------------------------- */

static bool same_cells(const mr_endgame_cells *a, const mr_endgame_cells *b) {
  return memcmp(a->bits, b->bits, sizeof a->bits) == 0;
}

static bool cells_meet(const mr_endgame_cells *a, const mr_endgame_cells *b) {
  uint64_t both = 0;
  for (unsigned i = 0; i < CELLS_MAX / 64; i++) {
    both |= a->bits[i] & b->bits[i];
  }
  return both != 0;
}

/* Numbers the cells of a group. @return false: there are none, or one that is not on the board */
static bool number_cells(const mr_endgame *endgame, endgame_group *group) {
  const mr_game_info *info = &endgame->game->info;
  unsigned cells = (unsigned)info->columns * info->rows;
  group->size = 0;
  for (unsigned cell = 0; cell < CELLS_MAX; cell++) {
    group->local[cell] = NO_LOCAL;
    if (cells_have(&group->cells, (uint16_t)cell)) {
      if (cell >= cells) {
        return false;
      }
      group->local[cell] = (uint16_t)group->size;
      group->cell[group->size++] = (uint16_t)cell;
    }
  }
  return group->size > 0;
}

/* Adds a man to the group of his like. */
static mr_status add_man(const mr_endgame *endgame, const mr_endgame_man *man, endgame_table *out,
                         mr_error *err) {
  size_t i = 0;
  for (; i < out->group_count; i++) {
    endgame_group *group = &out->groups[i];
    bool alike = group->piece.id == man->piece.id;
    if (alike && same_cells(&group->cells, &man->cells)) {
      group->count++;
      return MR_OK;
    }
    if (alike && cells_meet(&group->cells, &man->cells)) {
      return mr_error_set(err, MR_ERR_UNSUPPORTED,
                          "the squares of two like men overlap without being the same");
    }
  }
  endgame_group *group = &out->groups[out->group_count++];
  *group =
      (endgame_group){.owner = man->owner, .piece = man->piece, .cells = man->cells, .count = 1};
  if (!number_cells(endgame, group)) {
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
mr_status mr_endgame_table_init(const mr_endgame *endgame, const mr_endgame_men *men,
                                endgame_table *out, mr_error *err) {
  size_t own[2] = {0, 0};
  memset(out, 0, sizeof *out);
  if (men->count == 0 || men->count > MEN_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "an ending has 1 to %d men", MEN_MAX);
  }
  mr_endgame_name(&endgame->letters, men, out->summary.name);
  for (size_t i = 0; i < men->count; i++) {
    if (men->items[i].owner.id > 1) {
      return mr_error_set(err, MR_ERR_ARGUMENT, "a man without an owner");
    }
    own[men->items[i].owner.id]++;
  }
  unsigned busy = own[1] > own[0] ? 1 : 0;
  mr_status status = MR_OK;
  for (size_t i = 0; i < 2 * men->count && status == MR_OK; i++) {
    const mr_endgame_man *man = &men->items[men->count - 1 - i % men->count];
    if ((man->owner.id == busy) == (i < men->count)) {
      status = add_man(endgame, man, out, err);
    }
  }
  return status == MR_OK ? number_positions(endgame, out, err) : status;
}

void mr_endgame_table_men(const endgame_table *table, mr_endgame_men *out) {
  out->count = table->men;
  for (size_t i = 0; i < table->men; i++) {
    const endgame_group *group = &table->groups[table->group_of[table->men - 1 - i]];
    out->items[i] = (mr_endgame_man){group->owner, group->piece, group->cells};
  }
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

static void group_unrank(const mr_endgame *endgame, const endgame_group *group, uint32_t rank,
                         uint16_t *at) {
  unsigned cell = group->size;
  uint64_t rest = rank;
  for (unsigned i = group->count; i > 1; i--) {
    do {
      cell--;
    } while (endgame->choose[cell][i] > rest);
    rest -= endgame->choose[cell][i];
    at[i - 1] = (uint16_t)cell;
  }
  at[0] = (uint16_t)rest;
}

void mr_endgame_unrank(const mr_endgame *endgame, const endgame_table *table, uint32_t index,
                       uint16_t *at) {
  for (size_t i = 0; i < table->group_count; i++) {
    const endgame_group *group = &table->groups[i];
    uint32_t rank = index % group->ways;
    index /= group->ways;
    if (group->count == 1) {
      at[group->first] = (uint16_t)rank;
    } else {
      group_unrank(endgame, group, rank, at + group->first);
    }
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
    const endgame_group *group = &table->groups[table->group_of[i]];
    men[i] = (mr_placement){group->piece, {group->cell[at[i]]}};
    for (size_t j = 0; j < i; j++) {
      if (men[j].cell.id == men[i].cell.id) {
        return false;
      }
    }
  }
  return true;
}

static void insert_sorted(uint16_t *at, unsigned count, uint16_t local) {
  while (count > 0 && at[count - 1] > local) {
    at[count] = at[count - 1];
    count--;
  }
  at[count] = local;
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
    insert_sorted(at + table->groups[g].first, placed[g]++, table->groups[g].local[men[i].cell.id]);
  }
  return true;
}

/* ---- codes ----------------------------------------------------------------------------------- */

/* Eight bytes, the first the lowest; compilers make one load of it. */
static uint64_t load64(const unsigned char *bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < 8; i++) {
    value |= (uint64_t)bytes[i] << (8 * i);
  }
  return value;
}

uint16_t mr_endgame_code(const endgame_table *table, unsigned player, uint32_t index) {
  const endgame_packed *packed = &table->packed[player];
  if (packed->words == NULL) {
    return table->code[player][index];
  }
  uint64_t bit = (uint64_t)index * packed->width;
  uint64_t word =
      load64(packed->bits + bit / 8) >> (bit % 8) & ((UINT64_C(1) << packed->width) - 1);
  if (word >= packed->count) {
    return CODE_ILLEGAL; /* no file that has been checked says so */
  }
  return (uint16_t)(packed->words[2 * word] | packed->words[2 * word + 1] << 8);
}
