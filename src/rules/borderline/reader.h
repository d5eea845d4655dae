/**
 * @file reader.h
 * Reading and writing the small parts of Borderline's texts: pieces, squares, numbers.
 */
#ifndef MARCHER_RULES_BORDERLINE_READER_H
#define MARCHER_RULES_BORDERLINE_READER_H

#include "kernel/reader.h"
#include "rules/borderline/borderline.h"

extern const char mr_bd_letters[2];      /**< 'R', 'B' */
extern const char *const mr_bd_names[2]; /**< "Red", "Blue" */
extern const char mr_bd_direction_letters[MR_BD_DIRECTIONS];

/** Three octal digits, whatever they mean. */
mr_status mr_bd_read_pattern(mr_reader *r, unsigned *out);
mr_status mr_bd_read_cell(mr_reader *r, unsigned *out);
/** BD-2 for a pattern read at `begin`: on the board it may lie turned. */
mr_status mr_bd_check_pattern(mr_reader *r, size_t begin, unsigned pattern, bool on_board);
/** Takes the rest of the text if it is exactly `word`. */
bool mr_bd_take_word(mr_reader *r, const char *word);

void mr_bd_add_pattern(mr_str *out, unsigned pattern);
void mr_bd_add_cell(const mr_bd_game *game, mr_str *out, unsigned cell);

#endif
