#include "endgame/pack.h"

#include <marcher/compose.h>
#include <marcher/hash.h>
#include <string.h>

#include "base/file.h"

/* Positions of each table that are held against the rules, for each player to move. */
enum { CHECKS = 256, CHECK_SEED = 3 };

/* ---- sums ------------------------------------------------------------------------------------ */

/* A sum that grows: four side by side, for a processor multiplies several at a time. */
typedef struct lanes {
  uint64_t lane[4];
  uint64_t words;
} lanes;

static lanes lanes_from(uint64_t sum) {
  return (lanes){.lane = {sum, sum + 1, sum + 2, sum + 3}};
}

/* @param size a multiple of 8 */
static void lanes_add(lanes *sum, const unsigned char *bytes, size_t size) {
  const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
  for (size_t i = 0; i + 8 <= size; i += 8) {
    uint64_t *one = &sum->lane[sum->words++ % 4];
    *one = (*one ^ load_number(bytes + i, 8)) * odd;
    *one ^= *one >> 29;
  }
}

static uint64_t lanes_total(const lanes *sum) {
  return mr_mix64(mr_mix64(sum->lane[0]) + 3 * mr_mix64(sum->lane[1]) + 5 * mr_mix64(sum->lane[2]) +
                  7 * mr_mix64(sum->lane[3]) + 8 * sum->words);
}

uint64_t mr_endgame_sum(uint64_t sum, const unsigned char *bytes, size_t size) {
  lanes all = lanes_from(sum);
  lanes_add(&all, bytes, size);
  return lanes_total(&all);
}

uint64_t mr_endgame_head_sum(const unsigned char *bytes, size_t header) {
  const unsigned char zeros[8] = {0};
  uint64_t sum = mr_endgame_sum(0, bytes, PACK_AT_HEAD_SUM);
  sum = mr_endgame_sum(sum, zeros, sizeof zeros);
  return mr_endgame_sum(sum, bytes + PACK_AT_HEAD_SUM + 8, header - PACK_AT_HEAD_SUM - 8);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* What a file will have of one side of a table. */
typedef struct packed_side {
  uint16_t words[UINT16_MAX + 1];
  uint16_t rank[UINT16_MAX + 1]; /* by code: which of the words it is */
  uint32_t count;
  uint32_t width;
} packed_side;

enum { BLOCK = 1 << 16 }; /* bytes that are written at once; a multiple of 8 */

/* The file as it grows: first room for the header, then the bits of all sides, then the header. */
typedef struct writer {
  const mr_endgame *endgame;
  endgame_table *const *tables;
  size_t count;
  unsigned char *header;
  size_t at;   /* in the header */
  size_t bits; /* where the next bits begin */
  lanes sum;   /* of what is behind the header */
  packed_side *side;
  unsigned char *block;
  mr_file_out file;
} writer;

static void put(unsigned char *at, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) {
    at[i] = (unsigned char)(value >> (8 * i));
  }
}

static void add(writer *w, uint64_t value, unsigned bytes) {
  put(w->header + w->at, value, bytes);
  w->at += bytes;
}

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

static mr_status flush(writer *w, size_t size, mr_error *err) {
  lanes_add(&w->sum, w->block, size);
  return mr_file_put(&w->file, w->block, size, err);
}

/* Writes which of the words each position has, filled up to 8 bytes. */
static mr_status write_bits(writer *w, const endgame_table *table, unsigned player, mr_error *err) {
  const packed_side *side = w->side;
  mr_status status = MR_OK;
  uint64_t bits = 0;
  unsigned held = 0;
  size_t size = 0;
  for (uint32_t i = 0; i < table->positions && side->width > 0 && status == MR_OK; i++) {
    bits |= (uint64_t)side->rank[mr_endgame_code(table, player, i)] << held;
    held += side->width;
    for (; held >= 8; held -= 8, bits >>= 8) {
      w->block[size++] = (unsigned char)bits;
    }
    if (size + 8 > BLOCK) {
      size_t whole = size / 8 * 8;
      status = flush(w, whole, err);
      memmove(w->block, w->block + whole, size - whole);
      size -= whole;
    }
  }
  if (held > 0) {
    w->block[size++] = (unsigned char)bits;
  }
  memset(w->block + size, 0, pack_round(size) - size);
  return status == MR_OK && size > 0 ? flush(w, pack_round(size), err) : status;
}

static mr_status write_side(writer *w, const endgame_table *table, unsigned player, mr_error *err) {
  const mr_endgame_side *found = &table->summary.side[player];
  find_words(table, player, w->side);
  const uint64_t numbers[] = {found->legal, found->won, found->lost, found->drawn, w->bits};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    add(w, numbers[i], 8);
  }
  const uint32_t small[] = {
      found->longest_win,        found->longest_loss, table->longest[player][0],
      table->longest[player][1], w->side->width,      w->side->count};
  for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
    add(w, small[i], 4);
  }
  for (uint32_t i = 0; i < w->side->count; i++) {
    add(w, w->side->words[i], 2);
  }
  w->at = pack_round(w->at);
  w->bits += pack_bits_size(table->positions, w->side->width);
  return write_bits(w, table, player, err);
}

static mr_status write_table(writer *w, const endgame_table *table, mr_error *err) {
  add(w, table->men, 4);
  add(w, table->exact, 4);
  add(w, table->summary.irregular, 8);
  for (size_t i = 0; i < table->men; i++) {
    const endgame_group *group = group_of_man(table, i);
    const endgame_letter *letter = mr_endgame_letter_of(&w->endgame->letters, group->piece);
    add(w, group->owner.id, 4);
    memcpy(w->header + w->at, letter->text, strlen(letter->text));
    w->at += 4;
    for (unsigned j = 0; j < CELLS_MAX / 64; j++) {
      add(w, group->cells.bits[j], 8);
    }
  }
  mr_status status = write_side(w, table, 0, err);
  return status == MR_OK ? write_side(w, table, 1, err) : status;
}

/* The size of the header: with the codes of all sides. */
static size_t measure(const writer *w) {
  size_t header = PACK_HEAD;
  for (size_t i = 0; i < w->count; i++) {
    const endgame_table *table = w->tables[i];
    header += PACK_TABLE + PACK_MAN * table->men;
    for (unsigned player = 0; player < 2; player++) {
      find_words(table, player, w->side);
      header += PACK_SIDE + pack_round(2 * (size_t)w->side->count);
    }
  }
  return header;
}

static mr_status write_all(writer *w, size_t header, mr_error *err) {
  const mr_game_info *info = &w->endgame->game->info;
  static const unsigned char padding[PACK_PADDING];
  mr_status status = mr_file_put(&w->file, w->header, header, err); /* zeros yet */
  memcpy(w->header, PACK_MAGIC, 8);
  w->at = PACK_AT_HEAD_SUM + 8;
  mr_str name = mr_str_fixed((char *)w->header + w->at, PACK_GAME);
  mr_str_add(&name, info->name);
  w->at += PACK_GAME;
  add(w, w->count, 4);
  add(w, 0, 4);
  w->bits = header;
  w->sum = lanes_from(0);
  for (size_t i = 0; i < w->count && status == MR_OK; i++) {
    status = write_table(w, w->tables[i], err);
  }
  if (status == MR_OK) {
    lanes_add(&w->sum, padding, sizeof padding);
    status = mr_file_put(&w->file, padding, sizeof padding, err);
  }
  w->at = 8;
  add(w, PACK_VERSION, 4);
  add(w, header, 4);
  add(w, w->bits + PACK_PADDING, 8);
  add(w, info->definition_hash, 8);
  add(w, lanes_total(&w->sum), 8);
  put(w->header + PACK_AT_HEAD_SUM, mr_endgame_head_sum(w->header, header), 8);
  return status == MR_OK ? mr_file_patch(&w->file, 0, w->header, header, err) : status;
}

static mr_status check_letters(const writer *w, mr_error *err) {
  for (size_t i = 0; i < w->count; i++) {
    const endgame_table *table = w->tables[i];
    for (size_t j = 0; j < table->group_count; j++) {
      if (mr_endgame_letter_of(&w->endgame->letters, table->groups[j].piece) == NULL) {
        return mr_error_set(err, MR_ERR_UNSUPPORTED, "%s has men without a letter: no file of it",
                            table->summary.name);
      }
    }
  }
  return MR_OK;
}

mr_status mr_endgame_write(const mr_endgame *endgame, endgame_table *const *tables, size_t count,
                           const char *path, mr_error *err) {
  const mr_allocator *allocator = endgame->options.allocator;
  writer w = {.endgame = endgame, .tables = tables, .count = count};
  size_t header = 0;
  mr_status status = check_letters(&w, err);
  if (status != MR_OK) {
    return status;
  }
  w.side = mr_alloc_zero(allocator, 1, sizeof *w.side);
  w.block = mr_alloc_zero(allocator, 1, BLOCK);
  if (w.side != NULL && w.block != NULL) {
    header = measure(&w);
    w.header = mr_alloc_zero(allocator, 1, header);
  }
  if (w.header == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  } else {
    status = mr_file_begin(&w.file, path, err);
    if (status == MR_OK) {
      status = write_all(&w, header, err);
    }
    if (status == MR_OK) {
      status = mr_file_commit(&w.file, err);
    }
    mr_file_abandon(&w.file);
  }
  mr_alloc_free(allocator, w.header, header);
  mr_alloc_free(allocator, w.block, BLOCK);
  mr_alloc_free(allocator, w.side, sizeof *w.side);
  return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A file and how far it has been read. */
typedef struct reader {
  mr_endgame *endgame;
  const unsigned char *bytes;
  size_t size;
  size_t header;
  size_t at;
  uint64_t tables;
} reader;

static mr_status damaged(const char *what, mr_error *err) {
  return mr_error_set(err, MR_ERR_SYNTAX, "the file of tables is damaged: %s", what);
}

static bool has(const reader *in, size_t bytes) {
  return bytes <= in->header - in->at;
}

/* The next number. @pre has */
static uint64_t take(reader *in, unsigned bytes) {
  uint64_t value = load_number(in->bytes + in->at, bytes);
  in->at += bytes;
  return value;
}

static mr_status check_game(const reader *in, mr_error *err) {
  const mr_game_info *info = &in->endgame->game->info;
  const char *name = (const char *)in->bytes + PACK_AT_HEAD_SUM + 8;
  if (load_number(in->bytes + 24, 8) == info->definition_hash) {
    return MR_OK;
  }
  for (size_t i = 0; i < PACK_GAME && name[i] != '\0'; i++) {
    if (name[i] <= ' ' || name[i] > '~' || i == PACK_GAME - 1) {
      return damaged("the name of its game", err);
    }
  }
  if (strcmp(name, info->name) == 0) {
    return mr_error_set(err, MR_ERR_MISMATCH, "the tables are of %s under other rules", name);
  }
  return mr_error_set(err, MR_ERR_MISMATCH, "the tables are of %s, not of %s", name, info->name);
}

/* Checks all that can be known of a file without looking at its tables. */
static mr_status read_head(reader *in, mr_error *err) {
  if (in->size < PACK_HEAD + PACK_PADDING || memcmp(in->bytes, PACK_MAGIC, 8) != 0) {
    return mr_error_set(err, MR_ERR_SYNTAX, "no file of tables");
  }
  unsigned version = (unsigned)load_number(in->bytes + 8, 4);
  if (version != PACK_VERSION) {
    return mr_error_set(err, MR_ERR_SYNTAX, "tables of version %u; this program reads version %d",
                        version, PACK_VERSION);
  }
  in->header = (size_t)load_number(in->bytes + 12, 4);
  if (load_number(in->bytes + 16, 8) != in->size) {
    return damaged("it is not as long as it says", err);
  }
  if (in->header < PACK_HEAD || in->header % 8 != 0 || in->header > in->size - PACK_PADDING ||
      in->size % 8 != 0) {
    return damaged("the size of its header", err);
  }
  if (load_number(in->bytes + PACK_AT_HEAD_SUM, 8) != mr_endgame_head_sum(in->bytes, in->header)) {
    return damaged("the sum of its header", err);
  }
  mr_status status = check_game(in, err);
  if (status == MR_OK && load_number(in->bytes + PACK_AT_SUM, 8) !=
                             mr_endgame_sum(0, in->bytes + in->header, in->size - in->header)) {
    return damaged("the sum of its tables", err);
  }
  in->at = PACK_HEAD;
  in->tables = load_number(in->bytes + PACK_HEAD - 8, 4);
  return status;
}

static mr_status read_man(reader *in, mr_endgame_man *out, mr_error *err) {
  uint64_t owner = take(in, 4);
  const char *letter = (const char *)in->bytes + in->at;
  size_t length = letter[0] == '+' ? 2 : 1;
  in->at += 4;
  if (owner > 1 || letter[length] != '\0') {
    return damaged("a man", err);
  }
  out->owner = (mr_player){(uint8_t)owner};
  out->piece = mr_game_piece_named(in->endgame->game, out->owner, letter, length);
  for (unsigned i = 0; i < CELLS_MAX / 64; i++) {
    out->cells.bits[i] = take(in, 8);
  }
  return out->piece.id != MR_NO_PIECE.id ? MR_OK : damaged("a man of no such kind", err);
}

static mr_status read_side(reader *in, endgame_table *table, unsigned player, mr_error *err) {
  mr_endgame_side *side = &table->summary.side[player];
  endgame_packed *packed = &table->packed[player];
  if (!has(in, PACK_SIDE)) {
    return damaged("a table is cut off", err);
  }
  side->legal = take(in, 8);
  side->won = take(in, 8);
  side->lost = take(in, 8);
  side->drawn = take(in, 8);
  uint64_t bits = take(in, 8);
  side->longest_win = (unsigned)take(in, 4);
  side->longest_loss = (unsigned)take(in, 4);
  table->longest[player][0] = (uint32_t)take(in, 4);
  table->longest[player][1] = (uint32_t)take(in, 4);
  packed->width = (uint32_t)take(in, 4);
  packed->count = (uint32_t)take(in, 4);
  if (packed->width > 16 || packed->count == 0 || packed->count > UINT32_C(1) << packed->width ||
      !has(in, pack_round(2 * (size_t)packed->count))) {
    return damaged("the codes of a table", err);
  }
  packed->words = in->bytes + in->at;
  in->at += pack_round(2 * (size_t)packed->count);
  for (uint32_t i = 0; i < packed->count; i++) { /* of a draw, no position, or a number of plies */
    uint16_t code = (uint16_t)load_number(packed->words + 2 * (size_t)i, 2);
    if (code != CODE_DRAWN && code != CODE_ILLEGAL &&
        (code < code_lost(0) || code_plies(code) > PLIES_MAX)) {
      return damaged("the codes of a table", err);
    }
  }
  size_t needed = pack_bits_size(table->positions, packed->width);
  if (bits < in->header || bits > in->size - PACK_PADDING ||
      needed > in->size - PACK_PADDING - bits) {
    return damaged("where the bits of a table are", err);
  }
  packed->bits = in->bytes + bits;
  const uint64_t most = table->positions;
  bool sound = side->won <= most && side->lost <= most && side->drawn <= most &&
               side->legal == side->won + side->lost + side->drawn && side->legal <= most &&
               table->longest[player][0] < most && table->longest[player][1] < most &&
               side->longest_win <= PLIES_MAX && side->longest_loss <= PLIES_MAX;
  return sound ? MR_OK : damaged("the numbers of a table", err);
}

/*
 * Holds positions against the rules: whether they are legal, and whether their hashes are those
 * that hash_model.c reckons.
 */
static mr_status check_rules(const mr_endgame *endgame, endgame_table *table, mr_error *err) {
  const mr_game *game = endgame->game;
  mr_state *state = endgame->work.state;
  for (uint32_t i = 0; i < 2 * CHECKS && i / 2 < table->positions; i++) {
    unsigned player = i % 2;
    uint32_t index = mr_endgame_sample_index(table, CHECKS, CHECK_SEED, i / 2);
    uint16_t at[MEN_MAX];
    mr_endgame_unrank(endgame, table, index, at);
    bool legal = mr_endgame_compose(game, table, at, player, state) &&
                 is_position(mr_game_node(game, state), player);
    if (legal != (mr_endgame_code(table, player, index) != CODE_ILLEGAL)) {
      return mr_error_set(err, MR_ERR_ILLEGAL,
                          "the table of %s contradicts the rules: work it out again",
                          table->summary.name);
    }
    table->exact =
        table->exact || (legal && !mr_endgame_hash_matches(game, table, at, player,
                                                           mr_game_hash(game, state), NULL));
  }
  return MR_OK;
}

static mr_status read_table(reader *in, mr_error *err) {
  mr_endgame_men men = {0};
  endgame_table *table = NULL;
  if (!has(in, PACK_TABLE)) {
    return damaged("a table is cut off", err);
  }
  size_t count = (size_t)take(in, 4);
  bool exact = take(in, 4) != 0;
  uint64_t irregular = take(in, 8);
  if (count == 0 || count > MEN_MAX || !has(in, count * PACK_MAN)) {
    return damaged("the men of a table", err);
  }
  mr_status status = MR_OK;
  men.count = count;
  for (size_t i = 0; i < count && status == MR_OK; i++) { /* written in the reverse order */
    status = read_man(in, &men.items[count - 1 - i], err);
  }
  if (status == MR_OK) {
    status = mr_endgame_table_add(in->endgame, &men, &table, err);
  }
  if (status != MR_OK) {
    return status;
  }
  table->exact = exact;
  table->summary.positions = table->positions;
  table->summary.irregular = irregular;
  for (unsigned player = 0; player < 2 && status == MR_OK; player++) {
    status = read_side(in, table, player, err);
  }
  if (status == MR_OK) {
    mr_endgame_hash_model_learn(in->endgame, table);
    status = check_rules(in->endgame, table, err);
  }
  return status;
}

mr_status mr_endgame_read(const mr_game *game, const void *bytes, size_t size,
                          const mr_endgame_options *options, mr_endgame **out, mr_error *err) {
  if (game == NULL || bytes == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "game, bytes or place for the tables is missing");
  }
  reader in = {.bytes = bytes, .size = size};
  mr_status status = mr_endgame_new_empty(game, options, &in.endgame, err);
  if (status != MR_OK) {
    return status;
  }
  status = read_head(&in, err);
  if (status == MR_OK && (in.tables == 0 || in.tables > MR_ENDGAME_TABLES_MAX)) {
    status = damaged("the number of its tables", err);
  }
  for (uint64_t i = 0; i < in.tables && status == MR_OK; i++) {
    status = read_table(&in, err);
  }
  if (status == MR_OK && in.at != in.header) {
    status = damaged("its header is too long", err);
  }
  if (status == MR_OK) {
    *out = in.endgame;
  } else {
    mr_endgame_free(in.endgame);
  }
  return status;
}

mr_status mr_endgame_load(const mr_game *game, const char *path, const mr_endgame_options *options,
                          mr_endgame **out, mr_error *err) {
  void *bytes = NULL;
  size_t size = 0;
  if (game == NULL || path == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "game, file or place for the tables is missing");
  }
  mr_status status = mr_endgame_map(path, &bytes, &size, err);
  if (status != MR_OK) {
    return status;
  }
  status = mr_endgame_read(game, bytes, size, options, out, err);
  if (status == MR_OK) {
    (*out)->mapped = bytes;
    (*out)->mapped_size = size;
  } else {
    mr_endgame_unmap(bytes, size);
    mr_error_locate(err, path, 0, 0);
  }
  return status;
}
