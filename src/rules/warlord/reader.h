/**
 * @file reader.h
 * Reading and writing the small parts of Warlord's texts: squares, numbers, maps.
 */
#ifndef MARCHER_RULES_WARLORD_READER_H
#define MARCHER_RULES_WARLORD_READER_H

#include "kernel/reader.h"
#include "rules/warlord/warlord.h"

/** A square: letters, then the rank. */
mr_status mr_wl_read_cell(mr_reader *r, unsigned *out);

/**
 * A map with run lengths and '/' between rows, one value a cell. @param value of a letter, or
 * negative where the letter means nothing
 */
mr_status mr_wl_read_map(mr_reader *r, int (*value)(char letter), const char *what, uint8_t *out);
/** Values for mr_wl_read_map. */
int mr_wl_piece_value(char letter);
int mr_wl_ground_value(char letter);

/** The activations in brackets, or of one action; see action_text.c. */
mr_status mr_wl_read_activation(mr_reader *r, const mr_wl_state *state, mr_action *out);

void mr_wl_add_cell(const mr_wl_game *game, mr_str *out, unsigned cell);
/** The name of a file: a, b, ..., z, aa, ab, ... */
void mr_wl_add_file(mr_str *out, unsigned file);

#endif
