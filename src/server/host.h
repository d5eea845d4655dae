#ifndef MARCHER_SERVER_HOST_H
#define MARCHER_SERVER_HOST_H

/**
 * @file
 * By which names a server of this machine alone is asked for.
 */

#include <stdbool.h>

/**
 * Whether the header Host of a request names this machine by a name that only it has, with the port
 * of the server, which browsers leave out where it is 80. Letters of either case are the same.
 */
bool mr_server_is_own_host(const char *host, unsigned port);

#endif
