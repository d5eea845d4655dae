#ifndef MARCHER_ENDGAME_PACK_H
#define MARCHER_ENDGAME_PACK_H

/**
 * @file
 * The format of files of tables, for pack.c, which writes and reads them. All numbers are
 * little-endian.
 *
 *     0  "MARCHEND"
 *     8  u32 version, u32 size of the header (with the description of all tables)
 *    16  u64 size of the file
 *    24  u64 mr_game_info.definition_hash
 *    32  u64 sum of what follows the header
 *    40  u64 sum of the header, with zeros in this place
 *    48  the name of the game in 32 bytes, for people
 *    80  u32 number of tables, u32 0
 *    88  the tables: the ending itself, then what it can turn into
 *
 * A table: u32 men, u32 1 if it is exact, u64 irregular positions, the men, two sides. A man: u32
 * owner, his letter in 4 bytes, 4 x u64 cells. The men are in the order of the groups. A side, by
 * the player to move: u64 legal, won, lost, drawn, where its bits begin in the file; u32 longest
 * win, longest loss, indices of an example of a loss and of a win, bits of a position, number of
 * codes; the codes, u16 each, filled up to 8 bytes. Its bits say for each position, by its index,
 * which of the codes it has.
 */

#include "endgame/endgame_priv.h"

enum {
  PACK_VERSION = 1,
  PACK_HEAD = 88,   /**< bytes before the tables */
  PACK_TABLE = 16,  /**< of a table before its men */
  PACK_MAN = 40,    /**< of a man */
  PACK_SIDE = 64,   /**< of a side before its codes */
  PACK_PADDING = 8, /**< bytes after the last bits: a code is read as 8 bytes */
  PACK_GAME = 32,   /**< of the name of the game, the NUL included */
  PACK_AT_SUM = 32, /**< where the two sums are */
  PACK_AT_HEAD_SUM = 40
};

#define PACK_MAGIC "MARCHEND"

static inline size_t pack_round(size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

/** Bytes of the bits of so many positions, filled up. */
static inline size_t pack_bits_size(uint32_t positions, uint32_t width) {
  return pack_round((size_t)(((uint64_t)positions * width + 7) / 8));
}

/** The sum of the file's header, with zeros in the place of the sum itself. */
uint64_t mr_endgame_head_sum(const unsigned char *bytes, size_t header);

/** A sum that changes with every change of 8 bytes. @param size a multiple of 8 */
uint64_t mr_endgame_sum(uint64_t sum, const unsigned char *bytes, size_t size);

#endif
