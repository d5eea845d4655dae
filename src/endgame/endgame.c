#include <string.h>

#include "endgame/endgame_priv.h"

/* ---- memory ---------------------------------------------------------------------------------- */

/* Whether so much more is allowed. */
static bool allow(mr_endgame *endgame, size_t bytes) {
  if (bytes > endgame->options.memory - endgame->held) {
    endgame->refused = bytes;
    return false;
  }
  return true;
}

void *mr_endgame_take(mr_endgame *endgame, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) {
    endgame->refused = SIZE_MAX - endgame->held;
    return NULL;
  }
  if (!allow(endgame, count * size)) {
    return NULL;
  }
  void *block = mr_alloc_zero(endgame->options.allocator, count, size);
  endgame->held += block != NULL ? count * size : 0;
  return block;
}

void mr_endgame_give(mr_endgame *endgame, void *block, size_t count, size_t size) {
  if (block != NULL) {
    mr_alloc_free(endgame->options.allocator, block, count * size);
    endgame->held -= count * size;
  }
}

bool mr_endgame_grow(mr_endgame *endgame, void **items, size_t *capacity, size_t size) {
  size_t wanted = *capacity == 0 ? 64 : 2 * *capacity;
  void *grown = mr_endgame_take(endgame, wanted, size);
  if (grown == NULL) {
    return false;
  }
  if (*items != NULL) {
    memcpy(grown, *items, *capacity * size);
    mr_endgame_give(endgame, *items, *capacity, size);
  }
  *items = grown;
  *capacity = wanted;
  return true;
}

mr_status mr_endgame_refusal(const mr_endgame *endgame, const char *name, mr_error *err) {
  const double mebibyte = 1 << 20;
  if (endgame->refused == 0) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  return mr_error_set(err, MR_ERR_LIMIT, "%s needs %.1f MiB of memory or more; allowed are %.1f",
                      name, ((double)endgame->held + (double)endgame->refused) / mebibyte + 0.05,
                      (double)endgame->options.memory / mebibyte);
}

mr_status mr_endgame_tell(const mr_endgame *endgame, const mr_endgame_progress *progress,
                          mr_error *err) {
  if (endgame->options.progress != NULL &&
      !endgame->options.progress(endgame->options.context, progress)) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  return MR_OK;
}

/* ---- building one table ---------------------------------------------------------------------- */

/* Gives every man of the players who can have come a range of bits. */
static void lay_out_bits(endgame_build *build) {
  for (unsigned mover = 0; mover < 2; mover++) {
    size_t bits = 0;
    for (size_t man = 0; man < build->table->men; man++) {
      const endgame_group *group = &build->table->groups[build->table->group_of[man]];
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

static void build_done(endgame_build *build) {
  mr_endgame *endgame = build->endgame;
  size_t positions = build->table->positions;
  for (unsigned player = 0; player < 2; player++) {
    mr_endgame_give(endgame, build->from[player], positions,
                    build->words[player] * sizeof(uint64_t));
    mr_endgame_give(endgame, build->left[player], positions, sizeof(uint16_t));
  }
  mr_endgame_beside_done(build);
  mr_endgame_give(endgame, build, 1, sizeof *build);
}

static void table_codes_free(mr_endgame *endgame, endgame_table *table) {
  for (unsigned player = 0; player < 2; player++) {
    mr_endgame_give(endgame, table->code[player], table->positions, sizeof(uint16_t));
    table->code[player] = NULL;
  }
}

/* Whether the table may have its memory: known before any other table is built for its sake. */
static bool may_begin(const endgame_build *build) {
  size_t each = 2 * (sizeof(uint16_t) + sizeof(uint16_t)) +
                (build->words[0] + build->words[1]) * sizeof(uint64_t);
  return allow(build->endgame, each * build->table->positions);
}

/* Takes the memory that all of the table's positions need. */
static bool build_begin(endgame_build *build) {
  mr_endgame *endgame = build->endgame;
  size_t positions = build->table->positions;
  bool whole = may_begin(build);
  for (unsigned player = 0; player < 2 && whole; player++) {
    size_t words = build->words[player] * sizeof(uint64_t);
    build->from[player] = words > 0 ? mr_endgame_take(endgame, positions, words) : NULL;
    build->left[player] = mr_endgame_take(endgame, positions, sizeof(uint16_t));
    build->table->code[player] = mr_endgame_take(endgame, positions, sizeof(uint16_t));
    whole = (words == 0 || build->from[player] != NULL) && build->left[player] != NULL &&
            build->table->code[player] != NULL;
  }
  return whole;
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
  endgame_build *build = mr_endgame_take(endgame, 1, sizeof *build);
  if (build == NULL) {
    return mr_endgame_refusal(endgame, table->summary.name, err);
  }
  *build = (endgame_build){.endgame = endgame, .table = table, .trial = true};
  lay_out_bits(build);
  lack->count = 0;
  *done = false;
  mr_status status = may_begin(build) ? mr_endgame_sample(build, err)
                                      : mr_endgame_refusal(endgame, table->summary.name, err);
  bool sound = status == MR_OK && !build->lacking && !build->mistaken;
  if (sound) {
    build->trial = false;
    status = build_begin(build) ? mr_endgame_forward(build, err)
                                : mr_endgame_refusal(endgame, table->summary.name, err);
    sound = status == MR_OK && !build->lacking && !build->mistaken;
  }
  if (sound) {
    status = mr_endgame_retro(build, err);
    *done = status == MR_OK;
  }
  if (build->lacking) {
    *lack = build->lack;
  }
  table->exact = table->exact || build->mistaken;
  table->summary.beside = build->beside_count;
  build_done(build);
  return status;
}

static mr_status build_table(mr_endgame *endgame, const mr_endgame_men *men, mr_error *err);

/* Builds the table, and before it those that it needs, as they turn up. */
static mr_status build_all(mr_endgame *endgame, endgame_table *table, mr_error *err) {
  mr_status status = MR_OK;
  bool done = false;
  while (status == MR_OK && !done) {
    mr_endgame_men lack = {0};
    status = build_once(endgame, table, &lack, &done, err);
    if (!done) {
      table_codes_free(endgame, table);
    }
    if (status == MR_OK && lack.count > 0) {
      status = build_table(endgame, &lack, err);
    }
  }
  return status;
}

mr_status mr_endgame_table_add(mr_endgame *endgame, endgame_table **out, mr_error *err) {
  if (endgame->table_count == MR_ENDGAME_TABLES_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "the ending can turn into more than %d others",
                        MR_ENDGAME_TABLES_MAX - 1);
  }
  endgame_table *table = mr_endgame_take(endgame, 1, sizeof *table);
  if (table == NULL) {
    return mr_endgame_refusal(endgame, "an ending", err);
  }
  endgame->tables[endgame->table_count++] = table;
  *out = table;
  return MR_OK;
}

/* One more table. The recursion is as deep as captures and promotions can follow one another. */
static mr_status build_table(mr_endgame *endgame, const mr_endgame_men *men, mr_error *err) {
  endgame_table *table = NULL;
  mr_status status = mr_endgame_table_add(endgame, &table, err);
  if (status != MR_OK || table == NULL) {
    return status;
  }
  status = mr_endgame_table_init(endgame, men, table, err);
  if (status != MR_OK) {
    return status;
  }
  table->building = true;
  mr_endgame_keys_learn(endgame, table);
  status = build_all(endgame, table, err);
  table->building = false;
  if (status == MR_OK) {
    table->summary.positions = table->positions;
    count_codes(table, 0);
    count_codes(table, 1);
  }
  return status;
}

/* Whether there is anything to say of the ending. */
static mr_status check_legal(const endgame_table *table, mr_error *err) {
  if (table->summary.side[0].legal + table->summary.side[1].legal > 0) {
    return MR_OK;
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "no position of %s is legal on these squares",
                      table->summary.name);
}

/* ---- life ------------------------------------------------------------------------------------ */

static size_t board_size(const mr_game *game) {
  return (size_t)game->info.columns * game->info.rows;
}

bool mr_endgame_scratch_init(const mr_endgame *endgame, endgame_scratch *out) {
  const mr_game_info *info = &endgame->game->info;
  const mr_allocator *allocator = endgame->options.allocator;
  out->state = mr_state_new(endgame->game, allocator);
  out->other = mr_state_new(endgame->game, allocator);
  out->men = mr_alloc_zero(allocator, board_size(endgame->game), sizeof *out->men);
  bool whole = out->state != NULL && out->other != NULL && out->men != NULL;
  for (unsigned i = 0; i < LEVELS; i++) {
    endgame_level *level = &out->levels[i];
    level->actions = mr_alloc_zero(allocator, info->max_actions, sizeof *level->actions);
    level->undo = mr_alloc_zero(allocator, 1, info->undo_size);
    whole = whole && level->actions != NULL && level->undo != NULL;
  }
  if (!whole) {
    mr_endgame_scratch_done(endgame, out);
  }
  return whole;
}

void mr_endgame_scratch_done(const mr_endgame *endgame, endgame_scratch *scratch) {
  const mr_game_info *info = &endgame->game->info;
  const mr_allocator *allocator = endgame->options.allocator;
  for (unsigned i = 0; i < LEVELS; i++) {
    const endgame_level *level = &scratch->levels[i];
    mr_alloc_free(allocator, level->actions, info->max_actions * sizeof *level->actions);
    mr_alloc_free(allocator, level->undo, info->undo_size);
  }
  mr_alloc_free(allocator, scratch->men, board_size(endgame->game) * sizeof *scratch->men);
  mr_state_free(endgame->game, allocator, scratch->other);
  mr_state_free(endgame->game, allocator, scratch->state);
  *scratch = (endgame_scratch){0};
}

static void fill_choose(mr_endgame *endgame) {
  for (unsigned n = 0; n <= CELLS_MAX; n++) {
    endgame->choose[n][0] = 1;
    for (unsigned k = 1; k <= MEN_MAX; k++) {
      endgame->choose[n][k] =
          n == 0 ? 0 : endgame->choose[n - 1][k - 1] + endgame->choose[n - 1][k];
    }
  }
}

mr_endgame *mr_endgame_begin(const mr_game *game, const mr_endgame_options *options) {
  const mr_allocator *allocator = options != NULL ? options->allocator : NULL;
  mr_endgame *endgame = mr_alloc_zero(allocator, 1, sizeof *endgame);
  if (endgame == NULL) {
    return NULL;
  }
  endgame->game = game;
  if (options != NULL) {
    endgame->options = *options;
  }
  if (endgame->options.memory == 0) {
    endgame->options.memory = MR_ENDGAME_MEMORY_DEFAULT;
  }
  if (!mr_endgame_scratch_init(endgame, &endgame->work)) {
    mr_alloc_free(allocator, endgame, sizeof *endgame);
    return NULL;
  }
  mr_endgame_letters_find(game, &endgame->letters);
  fill_choose(endgame);
  return endgame;
}

mr_status mr_endgame_new(const mr_game *game, const mr_endgame_men *men,
                         const mr_endgame_options *options, mr_endgame **out, mr_error *err) {
  if (game == NULL || men == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "game, men or place for the tables is missing");
  }
  mr_status status = mr_endgame_check_game(game, err);
  if (status != MR_OK) {
    return status;
  }
  mr_endgame *endgame = mr_endgame_begin(game, options);
  if (endgame == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  status = build_table(endgame, men, err);
  if (status == MR_OK) {
    status = check_legal(endgame->tables[0], err);
  }
  if (status == MR_OK) {
    *out = endgame;
  } else {
    mr_endgame_free(endgame);
  }
  return status;
}

void mr_endgame_free(mr_endgame *endgame) {
  if (endgame == NULL) {
    return;
  }
  for (size_t i = 0; i < endgame->table_count; i++) {
    table_codes_free(endgame, endgame->tables[i]);
    mr_endgame_give(endgame, endgame->tables[i], 1, sizeof(endgame_table));
  }
  mr_endgame_scratch_done(endgame, &endgame->work);
  mr_endgame_unmap(endgame->mapped, endgame->mapped_size);
  mr_alloc_free(endgame->options.allocator, endgame, sizeof *endgame);
}

/* ---- what was found -------------------------------------------------------------------------- */

size_t mr_endgame_count(const mr_endgame *endgame) {
  return endgame->table_count;
}

void mr_endgame_summarise(const mr_endgame *endgame, size_t index, mr_endgame_summary *out) {
  *out = endgame->tables[index]->summary;
}

bool mr_endgame_example(const mr_endgame *endgame, size_t index, mr_player player, bool won,
                        mr_state *out) {
  const endgame_table *table = endgame->tables[index];
  if (player.id > 1) {
    return false;
  }
  const mr_endgame_side *side = &table->summary.side[player.id];
  uint16_t at[MEN_MAX];
  mr_placement men[MEN_MAX];
  if ((won ? side->won : side->lost) == 0) {
    return false;
  }
  mr_endgame_unrank(endgame, table, table->longest[player.id][won], at);
  return mr_endgame_place(table, at, men) &&
         mr_game_compose(endgame->game, men, table->men, player, out);
}
