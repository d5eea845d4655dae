#include "endgame/pack.h"

#include <marcher/hash.h>
#include <string.h>

/* What a file will have of one side of a table. */
typedef struct packed_side {
  uint16_t words[UINT16_MAX + 1];
  uint16_t rank[UINT16_MAX + 1]; /* by code: which of the words it is */
  uint32_t count;
  uint32_t width;
} packed_side;

/* The file as it grows. */
typedef struct writer {
  const mr_endgame *endgame;
  unsigned char *bytes;
  size_t size;
  size_t at;   /* in the header */
  size_t bits; /* where the next bits begin */
  packed_side *side;
} writer;

/* ---- sums ------------------------------------------------------------------------------------ */

/* Four sums side by side, for a processor multiplies several at a time. */
uint64_t mr_endgame_sum(uint64_t sum, const unsigned char *bytes, size_t size) {
  const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
  uint64_t lane[4] = {sum, sum + 1, sum + 2, sum + 3};
  for (size_t i = 0; i + 8 <= size; i += 8) {
    uint64_t word = 0;
    for (unsigned j = 0; j < 8; j++) {
      word |= (uint64_t)bytes[i + j] << (8 * j);
    }
    uint64_t *one = &lane[i / 8 % 4];
    *one = (*one ^ word) * odd;
    *one ^= *one >> 29;
  }
  return mr_mix64(mr_mix64(lane[0]) + 3 * mr_mix64(lane[1]) + 5 * mr_mix64(lane[2]) +
                  7 * mr_mix64(lane[3]) + size);
}

uint64_t mr_endgame_head_sum(const unsigned char *bytes, size_t header) {
  const unsigned char zeros[8] = {0};
  uint64_t sum = mr_endgame_sum(0, bytes, PACK_AT_HEAD_SUM);
  sum = mr_endgame_sum(sum, zeros, sizeof zeros);
  return mr_endgame_sum(sum, bytes + PACK_AT_HEAD_SUM + 8, header - PACK_AT_HEAD_SUM - 8);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void put(unsigned char *at, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) {
    at[i] = (unsigned char)(value >> (8 * i));
  }
}

static void add(writer *w, uint64_t value, unsigned bytes) {
  put(w->bytes + w->at, value, bytes);
  w->at += bytes;
}

/* ---- one side of a table --------------------------------------------------------------------- */

/* Finds the codes of a side, by size. */
static void find_words(const endgame_table *table, unsigned player, packed_side *out) {
  memset(out, 0, sizeof *out);
  for (uint32_t i = 0; i < table->positions; i++) {
    out->rank[mr_endgame_code(table, player, i)] = 1;
  }
  for (uint32_t code = 0; code <= UINT16_MAX; code++) {
    if (out->rank[code] != 0) {
      out->rank[code] = (uint16_t)out->count;
      out->words[out->count++] = (uint16_t)code;
    }
  }
  while ((UINT32_C(1) << out->width) < out->count) {
    out->width++;
  }
}

static size_t side_header(const packed_side *side) {
  return PACK_SIDE + pack_round(2 * (size_t)side->count);
}

static void pack_bits(const endgame_table *table, unsigned player, const packed_side *side,
                      unsigned char *bits) {
  for (uint32_t i = 0; i < table->positions && side->width > 0; i++) {
    uint64_t bit = (uint64_t)i * side->width;
    uint32_t word = (uint32_t)side->rank[mr_endgame_code(table, player, i)] << (bit % 8);
    unsigned char *at = bits + bit / 8;
    at[0] = (unsigned char)(at[0] | word);
    at[1] = (unsigned char)(at[1] | word >> 8);
    at[2] = (unsigned char)(at[2] | word >> 16);
  }
}

static void add_side(writer *w, const endgame_table *table, unsigned player) {
  const mr_endgame_side *found = &table->summary.side[player];
  find_words(table, player, w->side);
  add(w, found->legal, 8);
  add(w, found->won, 8);
  add(w, found->lost, 8);
  add(w, found->drawn, 8);
  add(w, w->bits, 8);
  add(w, found->longest_win, 4);
  add(w, found->longest_loss, 4);
  add(w, table->longest[player][0], 4);
  add(w, table->longest[player][1], 4);
  add(w, w->side->width, 4);
  add(w, w->side->count, 4);
  for (uint32_t i = 0; i < w->side->count; i++) {
    add(w, w->side->words[i], 2);
  }
  w->at = pack_round(w->at);
  pack_bits(table, player, w->side, w->bytes + w->bits);
  w->bits += pack_bits_size(table->positions, w->side->width);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void add_table(writer *w, const endgame_table *table) {
  add(w, table->men, 4);
  add(w, table->exact, 4);
  add(w, table->summary.irregular, 8);
  for (size_t i = 0; i < table->men; i++) {
    const endgame_group *group = &table->groups[table->group_of[i]];
    const endgame_letter *letter = mr_endgame_letter_of(&w->endgame->letters, group->piece);
    add(w, group->owner.id, 4);
    memcpy(w->bytes + w->at, letter->text, strlen(letter->text));
    w->at += 4;
    for (unsigned j = 0; j < CELLS_MAX / 64; j++) {
      add(w, group->cells.bits[j], 8);
    }
  }
  add_side(w, table, 0);
  add_side(w, table, 1);
}

/* Works out the sizes of header and file. */
static void measure(writer *w, size_t *header) {
  size_t bits = 0;
  *header = PACK_HEAD;
  for (size_t i = 0; i < w->endgame->table_count; i++) {
    const endgame_table *table = w->endgame->tables[i];
    *header += PACK_TABLE + PACK_MAN * table->men;
    for (unsigned player = 0; player < 2; player++) {
      find_words(table, player, w->side);
      *header += side_header(w->side);
      bits += pack_bits_size(table->positions, w->side->width);
    }
  }
  w->size = *header + bits + PACK_PADDING;
}

static void add_all(writer *w, size_t header) {
  const mr_game_info *info = &w->endgame->game->info;
  mr_str name;
  memcpy(w->bytes, PACK_MAGIC, 8);
  w->at = 8;
  add(w, PACK_VERSION, 4);
  add(w, header, 4);
  add(w, w->size, 8);
  add(w, info->definition_hash, 8);
  w->at = PACK_AT_HEAD_SUM + 8;
  mr_str_fixed(&name, (char *)w->bytes + w->at, PACK_GAME);
  mr_str_add(&name, info->name);
  w->at += PACK_GAME;
  add(w, w->endgame->table_count, 4);
  add(w, 0, 4);
  w->bits = header;
  for (size_t i = 0; i < w->endgame->table_count; i++) {
    add_table(w, w->endgame->tables[i]);
  }
  put(w->bytes + PACK_AT_SUM, mr_endgame_sum(0, w->bytes + header, w->size - header), 8);
  put(w->bytes + PACK_AT_HEAD_SUM, mr_endgame_head_sum(w->bytes, header), 8);
}

/* ---- saving ---------------------------------------------------------------------------------- */

static mr_status check_letters(const mr_endgame *endgame, mr_error *err) {
  for (size_t i = 0; i < endgame->table_count; i++) {
    for (size_t j = 0; j < endgame->tables[i]->group_count; j++) {
      if (mr_endgame_letter_of(&endgame->letters, endgame->tables[i]->groups[j].piece) == NULL) {
        return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s has men without a letter: no file of it",
                            endgame->tables[i]->summary.name);
      }
    }
  }
  return MR_OK;
}

mr_status mr_endgame_save(const mr_endgame *endgame, const char *path, mr_error *err) {
  if (endgame == NULL || path == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "tables or the name of the file are missing");
  }
  const mr_allocator *allocator = endgame->options.allocator;
  writer w = {.endgame = endgame};
  size_t header = 0;
  mr_status status = check_letters(endgame, err);
  if (status != MR_OK) {
    return status;
  }
  w.side = mr_alloc_zero(allocator, 1, sizeof *w.side);
  if (w.side != NULL) {
    measure(&w, &header);
    w.bytes = mr_alloc_zero(allocator, 1, w.size);
  }
  if (w.bytes != NULL) {
    add_all(&w, header);
    status = mr_endgame_write(path, w.bytes, w.size, err);
  } else {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_alloc_free(allocator, w.bytes, w.size);
  mr_alloc_free(allocator, w.side, sizeof *w.side);
  return status;
}
