#include "endgame/endgame_priv.h"

/* ---- building one table ---------------------------------------------------------------------- */

/* Gives every man of the players who can have come a range of bits. */
static void init_bits(endgame_build *build) {
  for (unsigned mover = 0; mover < 2; mover++) {
    size_t bits = 0;
    for (size_t man = 0; man < build->table->men; man++) {
      const endgame_group *group = group_of_man(build->table, man);
      if (group->owner.id == mover) {
        continue;
      }
      build->base[man] = (uint16_t)bits;
      for (uint16_t local = 0; local < group->size; local++, bits++) {
        build->bit_man[mover][bits] = (uint16_t)man;
        build->bit_local[mover][bits] = local;
      }
    }
    build->words[mover] = (bits + 63) / 64;
  }
}

/* Whether the table may have its memory: known before any other table is built for its sake. */
static bool may_allocate(const endgame_build *build) {
  size_t each = 2 * (sizeof(uint16_t) + sizeof(uint16_t)) +
                (build->words[0] + build->words[1]) * sizeof(uint64_t);
  return mr_endgame_may_alloc(build->endgame, each * build->table->positions);
}

/* Takes the memory that all of the table's positions need. */
static bool alloc_build(endgame_build *build) {
  mr_endgame *endgame = build->endgame;
  size_t positions = build->table->positions;
  bool whole = may_allocate(build);
  for (unsigned player = 0; player < 2 && whole; player++) {
    size_t words = build->words[player] * sizeof(uint64_t);
    build->from[player] = words > 0 ? mr_endgame_alloc(endgame, positions, words) : NULL;
    build->successors_left[player] = mr_endgame_alloc(endgame, positions, sizeof(uint16_t));
    build->table->code[player] = mr_endgame_alloc(endgame, positions, sizeof(uint16_t));
    whole = (words == 0 || build->from[player] != NULL) && build->successors_left[player] != NULL &&
            build->table->code[player] != NULL;
  }
  return whole;
}

static void build_free(endgame_build *build) {
  mr_endgame *endgame = build->endgame;
  size_t positions = build->table->positions;
  for (unsigned player = 0; player < 2; player++) {
    mr_endgame_dealloc(endgame, build->from[player], positions,
                       build->words[player] * sizeof(uint64_t));
    mr_endgame_dealloc(endgame, build->successors_left[player], positions, sizeof(uint16_t));
  }
  mr_endgame_list_done(endgame, &build->edges);
  mr_endgame_list_done(endgame, &build->irregular);
  mr_endgame_dealloc(endgame, build->slots, build->slot_count, sizeof *build->slots);
  mr_endgame_list_done(endgame, &build->waiting);
  mr_endgame_list_done(endgame, &build->waiting_ids);
  mr_endgame_dealloc(endgame, build, 1, sizeof *build);
}

/* Counts what the table says. */
static void count_codes(endgame_table *table, unsigned player) {
  mr_endgame_side *side = &table->summary.side[player];
  for (uint32_t i = 0; i < table->positions; i++) {
    uint16_t code = table->code[player][i];
    if (code == CODE_ILLEGAL) {
      continue;
    }
    side->legal++;
    if (code == CODE_DRAWN) {
      side->drawn++;
      continue;
    }
    bool won = code_is_won(code);
    uint64_t *count = won ? &side->won : &side->lost;
    unsigned *longest = won ? &side->longest_win : &side->longest_loss;
    if (*count == 0 || code_plies(code) > *longest) {
      *longest = code_plies(code);
      table->longest[player][won] = i;
    }
    ++*count;
  }
}

/* Goes over the table once. Not done yet with MR_OK where something is lacking or mistaken. */
static mr_status build_once(mr_endgame *endgame, endgame_table *table, mr_endgame_men *lack,
                            bool *done, mr_error *err) {
  const char *name = table->summary.name;
  endgame_build *build = mr_endgame_alloc(endgame, 1, sizeof *build);
  *done = false;
  if (build == NULL) {
    return mr_endgame_refusal(endgame, name, err);
  }
  *build = (endgame_build){.endgame = endgame,
                           .table = table,
                           .edges = {.size = sizeof(endgame_edge)},
                           .irregular = {.size = sizeof(endgame_irregular)},
                           .waiting = {.size = endgame->game->info.state_size},
                           .waiting_ids = {.size = sizeof(uint32_t)},
                           .trial = true};
  init_bits(build);
  mr_status status =
      may_allocate(build) ? mr_endgame_sample(build, err) : mr_endgame_refusal(endgame, name, err);
  if (status == MR_OK && is_sound(build)) {
    build->trial = false;
    status =
        alloc_build(build) ? mr_endgame_expand(build, err) : mr_endgame_refusal(endgame, name, err);
  }
  if (status == MR_OK && is_sound(build)) {
    status = mr_endgame_retro(build, err);
    *done = status == MR_OK;
  }
  *lack = build->lack;
  table->exact = table->exact || build->mistaken;
  table->summary.irregular = build->irregular.count;
  build_free(build);
  return status;
}

/*
 * One more table, and before it those that it needs, as they turn up. The recursion is as deep as
 * captures and promotions can follow one another.
 */
static mr_status build_table(mr_endgame *endgame, const mr_endgame_men *men, mr_error *err) {
  endgame_table *table = NULL;
  mr_status status = mr_endgame_table_add(endgame, men, &table, err);
  if (status != MR_OK || table == NULL) {
    return status;
  }
  table->building = true;
  mr_endgame_hash_model_learn(endgame, table);
  bool done = false;
  while (status == MR_OK && !done) {
    mr_endgame_men lack = {0};
    status = build_once(endgame, table, &lack, &done, err);
    if (!done) {
      mr_endgame_codes_free(endgame, table);
    }
    if (status == MR_OK && lack.count > 0) {
      status = build_table(endgame, &lack, err);
    }
  }
  table->building = false;
  if (status == MR_OK) {
    table->summary.positions = table->positions;
    count_codes(table, 0);
    count_codes(table, 1);
  }
  return status;
}

mr_status mr_endgame_new(const mr_game *game, const mr_endgame_men *men,
                         const mr_endgame_options *options, mr_endgame **out, mr_error *err) {
  if (game == NULL || men == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "game, men or place for the tables is missing");
  }
  mr_endgame *endgame = NULL;
  mr_status status = mr_endgame_new_empty(game, options, &endgame, err);
  if (status != MR_OK || endgame == NULL) {
    return status;
  }
  status = build_table(endgame, men, err);
  if (status == MR_OK) {
    const mr_endgame_summary *all = &endgame->tables[0]->summary;
    if (all->side[0].legal + all->side[1].legal == 0) {
      status = mr_error_set(err, MR_ERR_ILLEGAL, "no position of %s is legal on these squares",
                            all->name);
    }
  }
  if (status == MR_OK) {
    *out = endgame;
  } else {
    mr_endgame_free(endgame);
  }
  return status;
}
