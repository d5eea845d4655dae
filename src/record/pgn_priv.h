/**
 * @file pgn_priv.h
 * What the reader and the writer of games share.
 */
#ifndef MARCHER_RECORD_PGN_PRIV_H
#define MARCHER_RECORD_PGN_PRIV_H

#include <marcher/pgn.h>

/** Width of a line of movetext. */
#define MR_PGN_COLUMNS 79

/**
 * Appends a text as UTF-8 without control characters: bytes that are not UTF-8 are taken as
 * ISO 8859-1, control characters become blanks.
 */
void mr_pgn_add_clean(mr_str *out, const char *text, size_t length);

#endif
