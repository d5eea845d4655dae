#ifndef MARCHER_CATALOG_EMBEDDED_H
#define MARCHER_CATALOG_EMBEDDED_H

/**
 * @file
 * The definition files of `games/`, compiled into the library by the build
 * (cmake/EmbedGames.cmake).
 */

#include <stddef.h>

/** One embedded file. All pointers live as long as the program. */
typedef struct mr_embedded_file {
  const char *name;          /**< path from the source root, such as "games/borderline.ini" */
  const unsigned char *text; /**< the bytes of the file; a zero byte follows, not counted */
  size_t length;             /**< number of bytes */
} mr_embedded_file;

/** All definition files in ascending byte order of `name`; a row whose name is NULL follows. */
extern const mr_embedded_file mr_embedded_games[];

/** Number of files in `mr_embedded_games`, the closing row not counted. */
extern const size_t mr_embedded_game_count;

/** The weights that lie beside them (`games/<file>.weights`), in the same way. */
extern const mr_embedded_file mr_embedded_weights[];
extern const size_t mr_embedded_weight_count;

#endif
