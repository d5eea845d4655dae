#include <marcher/hash.h>
#include <string.h>

#include "endgame/pack.h"

/* Positions of each table that are held against the rules, for each player to move. */
enum { CHECKS = 256, CHECK_SEED = 3 };

/* A file and how far it has been read. */
typedef struct reader {
  mr_endgame *endgame;
  const unsigned char *bytes;
  size_t size;
  size_t header;
  size_t at;
} reader;

static mr_status damaged(const char *what, mr_error *err) {
  return mr_error_set(err, MR_ERR_SYNTAX, "the file of tables is damaged: %s", what);
}

static uint64_t number(const unsigned char *at, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; i++) {
    value |= (uint64_t)at[i] << (8 * i);
  }
  return value;
}

static bool has(const reader *in, size_t bytes) {
  return bytes <= in->header - in->at;
}

/* The next number. @pre has */
static uint64_t take(reader *in, unsigned bytes) {
  uint64_t value = number(in->bytes + in->at, bytes);
  in->at += bytes;
  return value;
}

/* ---- the head -------------------------------------------------------------------------------- */

static mr_status check_game(const reader *in, mr_error *err) {
  const mr_game_info *info = &in->endgame->game->info;
  const char *name = (const char *)in->bytes + PACK_AT_HEAD_SUM + 8;
  if (number(in->bytes + 24, 8) == info->definition_hash) {
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
  unsigned version = (unsigned)number(in->bytes + 8, 4);
  if (version != PACK_VERSION) {
    return mr_error_set(err, MR_ERR_SYNTAX, "tables of version %u; this program reads version %d",
                        version, PACK_VERSION);
  }
  in->header = (size_t)number(in->bytes + 12, 4);
  if (number(in->bytes + 16, 8) != in->size) {
    return damaged("it is not as long as it says", err);
  }
  if (in->header < PACK_HEAD || in->header % 8 != 0 || in->header > in->size - PACK_PADDING ||
      in->size % 8 != 0) {
    return damaged("the size of its header", err);
  }
  if (number(in->bytes + PACK_AT_HEAD_SUM, 8) != mr_endgame_head_sum(in->bytes, in->header)) {
    return damaged("the sum of its header", err);
  }
  mr_status status = check_game(in, err);
  if (status == MR_OK && number(in->bytes + PACK_AT_SUM, 8) !=
                             mr_endgame_sum(0, in->bytes + in->header, in->size - in->header)) {
    return damaged("the sum of its tables", err);
  }
  in->at = PACK_HEAD;
  return status;
}

/* ---- one table ------------------------------------------------------------------------------- */

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

/* Reads the men, who are in the order of the table: the reverse of how endings are written. */
static mr_status read_men(reader *in, size_t count, mr_endgame_men *out, mr_error *err) {
  mr_status status = MR_OK;
  out->count = count;
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    status = read_man(in, &out->items[count - 1 - i], err);
  }
  return status;
}

/* Whether the numbers of a side can be those of a table. */
static bool side_is_sound(const endgame_table *table, const mr_endgame_side *side,
                          const uint32_t *longest) {
  const uint64_t most = table->positions;
  return side->won <= most && side->lost <= most && side->drawn <= most &&
         side->legal == side->won + side->lost + side->drawn && side->legal <= most &&
         longest[0] < most && longest[1] < most && side->longest_win <= PLIES_MAX &&
         side->longest_loss <= PLIES_MAX;
}

/* Whether there are such codes: of a draw, no position, or a number of plies. */
static bool codes_are_sound(const endgame_packed *packed) {
  bool sound = true;
  for (uint32_t i = 0; i < packed->count && sound; i++) {
    uint16_t code = (uint16_t)number(packed->words + 2 * (size_t)i, 2);
    sound = code == CODE_DRAWN || code == CODE_ILLEGAL ||
            (code >= code_lost(0) && code_plies(code) <= PLIES_MAX);
  }
  return sound;
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
  if (!codes_are_sound(packed)) {
    return damaged("the codes of a table", err);
  }
  in->at += pack_round(2 * (size_t)packed->count);
  size_t needed = pack_bits_size(table->positions, packed->width);
  if (bits < in->header || bits > in->size - PACK_PADDING ||
      needed > in->size - PACK_PADDING - bits) {
    return damaged("where the bits of a table are", err);
  }
  packed->bits = in->bytes + bits;
  return side_is_sound(table, side, table->longest[player])
             ? MR_OK
             : damaged("the numbers of a table", err);
}

/* ---- against the rules ----------------------------------------------------------------------- */

/*
 * Holds one position against the rules: whether it is legal, and whether its hash is the one that
 * hash_model.c reckons. @return false: the file says otherwise
 */
static bool check_position(const mr_endgame *endgame, endgame_table *table, unsigned player,
                           uint32_t index) {
  const mr_game *game = endgame->game;
  uint16_t at[MEN_MAX];
  mr_placement men[MEN_MAX];
  mr_player mover = {(uint8_t)player};
  mr_state *state = endgame->work.state;
  mr_endgame_unrank(endgame, table, index, at);
  bool legal =
      mr_endgame_place(table, at, men) && mr_game_compose(game, men, table->men, mover, state);
  mr_node node = legal ? mr_game_node(game, state) : (mr_node){0};
  legal = legal && (node.kind == MR_NODE_TERMINAL ||
                    (node.kind == MR_NODE_DECISION && node.player.id == player));
  if (legal) {
    table->exact = table->exact || !mr_endgame_hash_matches(game, table, at, player,
                                                            mr_game_hash(game, state), NULL);
  }
  return legal == (mr_endgame_code(table, player, index) != CODE_ILLEGAL);
}

static mr_status check_rules(const mr_endgame *endgame, endgame_table *table, mr_error *err) {
  for (uint32_t i = 0; i < CHECKS && i < table->positions; i++) {
    uint32_t index = table->positions <= CHECKS
                         ? i
                         : (uint32_t)(mr_mix64(CHECK_SEED + (uint64_t)i) % table->positions);
    for (unsigned player = 0; player < 2; player++) {
      if (!check_position(endgame, table, player, index)) {
        return mr_error_set(err, MR_ERR_ILLEGAL,
                            "the table of %s contradicts the rules: work it out again",
                            table->summary.name);
      }
    }
  }
  return MR_OK;
}

/* ---- all of it ------------------------------------------------------------------------------- */

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
  mr_status status = read_men(in, count, &men, err);
  if (status == MR_OK) {
    status = mr_endgame_table_add(in->endgame, &table, err);
  }
  if (status == MR_OK) {
    status = mr_endgame_table_init(in->endgame, &men, table, err);
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

static mr_status read_all(reader *in, mr_error *err) {
  mr_status status = read_head(in, err);
  if (status != MR_OK) {
    return status;
  }
  uint64_t count = number(in->bytes + PACK_HEAD - 8, 4);
  if (count == 0 || count > MR_ENDGAME_TABLES_MAX) {
    return damaged("the number of its tables", err);
  }
  for (uint64_t i = 0; i < count && status == MR_OK; i++) {
    status = read_table(in, err);
  }
  if (status == MR_OK && in->at != in->header) {
    return damaged("its header is too long", err);
  }
  return status;
}

mr_status mr_endgame_read(const mr_game *game, const void *bytes, size_t size,
                          const mr_endgame_options *options, mr_endgame **out, mr_error *err) {
  if (game == NULL || bytes == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "game, bytes or place for the tables is missing");
  }
  mr_status status = mr_endgame_check_game(game, err);
  if (status != MR_OK) {
    return status;
  }
  reader in = {.endgame = mr_endgame_new_empty(game, options), .bytes = bytes, .size = size};
  if (in.endgame == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  status = read_all(&in, err);
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
