#include <marcher/clock.h>

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

/* Bytes that are needed for each position of a table while it is worked out. */
static size_t bytes_each(const endgame_build *build) {
  return 2 * (sizeof(uint16_t) + sizeof(uint16_t)) +
         (build->words[0] + build->words[1]) * sizeof(uint64_t);
}

/* Whether the table may have its memory. */
static bool may_allocate(const endgame_build *build) {
  return mr_endgame_may_alloc(build->endgame, bytes_each(build) * build->table->positions);
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

static endgame_build *build_new(mr_endgame *endgame, endgame_table *table, bool trial,
                                mr_error *err) {
  endgame_build *build = mr_endgame_alloc(endgame, 1, sizeof *build);
  if (build == NULL) {
    (void)mr_endgame_refusal(endgame, table->summary.name, err);
    return NULL;
  }
  *build = (endgame_build){.endgame = endgame,
                           .table = table,
                           .edges = {.size = sizeof(endgame_edge)},
                           .irregular = {.size = sizeof(endgame_irregular)},
                           .waiting = {.size = endgame->game->info.state_size},
                           .waiting_ids = {.size = sizeof(uint32_t)},
                           .trial = trial};
  init_bits(build);
  return build;
}

/* ---- plans ----------------------------------------------------------------------------------- */

/* Tries a sample. @param lack receives the men of a table that it needs, if it is not planned */
static mr_status try_table(mr_endgame *endgame, endgame_table *table, mr_endgame_men *lack,
                           bool *done, mr_error *err) {
  endgame_build *build = build_new(endgame, table, true, err);
  if (build == NULL) {
    return endgame->refused > 0 ? MR_ERR_LIMIT : MR_ERR_NOMEM;
  }
  int64_t began = mr_clock_ns();
  mr_status status = table->finished || may_allocate(build)
                         ? mr_endgame_sample(build, err)
                         : mr_endgame_refusal(endgame, table->summary.name, err);
  table->sample_seconds += (double)(mr_clock_ns() - began) / 1e9;
  table->bytes = bytes_each(build) * table->positions;
  table->unusual += build->unusual;
  if (table->sampled > 0) {
    uint64_t edges = table->unusual * table->positions / table->sampled;
    table->bytes += (size_t)(edges * EDGE_BYTES);
  }
  table->exact = table->exact || build->mistaken;
  *lack = build->lack;
  *done = is_sound(build);
  build_free(build);
  return status;
}

/*
 * Plans one more table, and before it those that it needs, as they turn up. The recursion is as
 * deep as captures and promotions can follow one another.
 */
static mr_status plan_table(mr_endgame *endgame, const mr_endgame_men *men, mr_error *err) {
  endgame_table *table = NULL;
  mr_status status = mr_endgame_table_add(endgame, men, &table, err);
  if (status != MR_OK || table == NULL) {
    return status;
  }
  bool known = mr_endgame_keep_take(endgame, table);
  if (!known) {
    mr_endgame_hash_model_learn(endgame, table);
  }
  table->building = true;
  bool done = false;
  while (status == MR_OK && !done) {
    const mr_endgame_progress progress = {.name = table->summary.name, .phase = MR_ENDGAME_PLAN};
    mr_endgame_men lack = {0};
    status = mr_endgame_report(endgame, &progress, err);
    if (status == MR_OK) {
      status = try_table(endgame, table, &lack, &done, err);
    }
    if (status == MR_OK && lack.count > 0) {
      status = plan_table(endgame, &lack, err);
    }
  }
  table->building = false;
  if (!known) {
    endgame->order[endgame->order_count++] = table;
  }
  return status;
}

/* How much faster positions are worked out, ends and all, than samples of them are tried: measured
   for endings of three and four men of chess and Colorboundmost. */
#define SAMPLE_SHARE 0.12

/* What is planned, with the memory that is held when it begins. */
static mr_endgame_plan sum_up(const mr_endgame *endgame) {
  mr_endgame_plan plan = {.name = endgame->tables[0]->summary.name,
                          .legal = endgame->tables[0]->legal,
                          .tables = endgame->order_count,
                          .known = endgame->table_count - endgame->order_count};
  uint64_t held = endgame->held;
  for (size_t i = 0; i < endgame->order_count; i++) {
    const endgame_table *table = endgame->order[i];
    uint64_t codes = UINT64_C(2) * table->positions * sizeof(uint16_t);
    uint64_t needed = table->bytes + sizeof(endgame_build);
    plan.positions += UINT64_C(2) * table->positions;
    plan.memory = held + needed > plan.memory ? held + needed : plan.memory;
    uint64_t alone = endgame->held + needed;
    plan.memory_least = alone > plan.memory_least ? alone : plan.memory_least;
    held += codes;
    if (table->sampled > 0) {
      plan.seconds +=
          SAMPLE_SHARE * table->sample_seconds / table->sampled * (double)table->positions;
    }
    plan.disk += endgame->options.folder != NULL ? codes / 2 : 0;
  }
  for (size_t i = 0; i < endgame->table_count; i++) {
    plan.disk += UINT64_C(2) * endgame->tables[i]->positions; /* a byte for each, mostly less */
  }
  return plan;
}

static mr_status fail_illegal(const mr_endgame *endgame, mr_error *err) {
  const mr_game_info *info = &endgame->game->info;
  const endgame_table *table = endgame->tables[0];
  bool anywhere = true;
  for (size_t i = 0; i < table->men; i++) {
    anywhere = anywhere && group_of_man(table, i)->size == (unsigned)info->columns * info->rows;
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "no position of %s is legal%s", table->summary.name,
                      anywhere ? ", wherever its men stand" : " on these squares");
}

/* Says what is planned, and refuses at once what cannot be done. */
static mr_status check_plan(mr_endgame *endgame, mr_error *err) {
  const mr_endgame_options *options = &endgame->options;
  mr_endgame_plan plan = sum_up(endgame);
  if (options->planned != NULL && !options->planned(options->context, &plan)) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  if (!plan.legal && endgame->tables[0]->sampled == endgame->tables[0]->positions) {
    return fail_illegal(endgame, err);
  }
  uint64_t needed = options->folder != NULL ? plan.memory_least : plan.memory;
  if (needed > options->memory) {
    endgame->refused = (size_t)(needed - endgame->held);
    return mr_endgame_refusal(endgame, plan.name, err);
  }
  return MR_OK;
}

/* ---- one table after the other --------------------------------------------------------------- */

/* Goes over the table once. Not done yet with MR_OK where something is lacking or mistaken. */
static mr_status build_once(mr_endgame *endgame, endgame_table *table, mr_endgame_men *lack,
                            endgame_table **unfinished, bool *done, mr_error *err) {
  const char *name = table->summary.name;
  endgame_build *build = build_new(endgame, table, false, err);
  *done = false;
  if (build == NULL) {
    return endgame->refused > 0 ? MR_ERR_LIMIT : MR_ERR_NOMEM;
  }
  mr_status status =
      alloc_build(build) ? mr_endgame_expand(build, err) : mr_endgame_refusal(endgame, name, err);
  if (status == MR_OK && is_sound(build)) {
    status = mr_endgame_retro(build, err);
    *done = status == MR_OK;
  }
  *lack = build->lack;
  *unfinished = build->lacking ? build->unfinished : NULL;
  table->exact = table->exact || build->mistaken;
  table->surprised = table->surprised || build->lacking;
  table->summary.irregular = build->irregular.count;
  build_free(build);
  return status;
}

/* Works out one table, and before it those that its sample has not shown. */
static mr_status build_table(mr_endgame *endgame, endgame_table *table, mr_error *err) {
  bool done = false;
  mr_status status = MR_OK;
  if (table->finished) {
    return MR_OK;
  }
  table->building = true;
  while (status == MR_OK && !done) {
    mr_endgame_men lack = {0};
    endgame_table *unfinished = NULL;
    size_t first = endgame->order_count;
    status = build_once(endgame, table, &lack, &unfinished, &done, err);
    if (!done) {
      mr_endgame_codes_free(endgame, table);
    }
    if (status == MR_OK && lack.count > 0) {
      status = plan_table(endgame, &lack, err);
    }
    for (size_t i = first; i < endgame->order_count && status == MR_OK; i++) {
      status = build_table(endgame, endgame->order[i], err);
    }
    if (status == MR_OK && unfinished != NULL) {
      status = build_table(endgame, unfinished, err);
    }
  }
  table->building = false;
  if (status != MR_OK) {
    return status;
  }
  table->summary.positions = table->positions;
  count_codes(table, 0);
  count_codes(table, 1);
  table->finished = true;
  endgame->finished++;
  return mr_endgame_keep_add(endgame, table, err);
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
  status = mr_endgame_keep_open(endgame, err);
  if (status == MR_OK) {
    status = plan_table(endgame, men, err);
  }
  if (status == MR_OK) {
    status = check_plan(endgame, err);
  }
  for (size_t i = 0; i < endgame->order_count && status == MR_OK; i++) {
    status = build_table(endgame, endgame->order[i], err);
  }
  if (status == MR_OK) {
    const mr_endgame_summary *all = &endgame->tables[0]->summary;
    if (all->side[0].legal + all->side[1].legal == 0) {
      mr_endgame_forget(endgame); /* nobody will want to go on with that */
      status = fail_illegal(endgame, err);
    }
  }
  if (status == MR_OK) {
    *out = endgame;
  } else {
    mr_endgame_free(endgame);
  }
  return status;
}
