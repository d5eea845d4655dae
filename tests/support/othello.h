#ifndef MARCHER_TESTS_SUPPORT_OTHELLO_H
#define MARCHER_TESTS_SUPPORT_OTHELLO_H

/**
 * @file
 * Othello on any even board, as a family of rules written by a stranger: against the public headers
 * alone. docs/ADDING_A_GAME.md walks through it.
 */

#include <marcher/family.h>

extern const mr_family othello_family;

#endif
