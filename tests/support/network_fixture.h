#ifndef MARCHER_TESTS_SUPPORT_NETWORK_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_NETWORK_FIXTURE_H

#include "search/fairy/network/network.h"

/** What networks of a game have to add to. @param text weights, NULL: those of the game */
uint64_t fixture_weights(const mr_game *game, const char *text);

/** A network in which no two numbers are alike. */
mr_fyn *fixture_network(const mr_game *game, unsigned columns);

#endif
