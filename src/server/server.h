#ifndef MARCHER_SERVER_SERVER_H
#define MARCHER_SERVER_SERVER_H

/**
 * @file
 * Files in memory, served to the browsers of this machine over HTTP.
 */

#include <marcher/alloc.h>
#include <stdatomic.h>
#include <stdbool.h>

/** What is answered to a path. All of it stays the caller's and outlives the server. */
typedef struct mr_server_file {
  const char *path; /**< "/chess.html"; one that ends with "index.html" answers its folder, too */
  const char *type; /**< media type */
  const void *bytes;
  size_t length;
  bool immutable; /**< its path names its content: no browser has to ask again */
} mr_server_file;

typedef struct mr_server mr_server;

/** Ports that are tried, one after the other, where none is asked for. */
#define MR_SERVER_FIRST_PORT 8421
#define MR_SERVER_PORTS 50

/**
 * Listens on 127.0.0.1.
 * @param port 0: the first that is free from ::MR_SERVER_FIRST_PORT on
 * @param out free it with mr_server_close
 * @return MR_ERR_IO where no port can be had, MR_ERR_NOMEM, MR_ERR_UNSUPPORTED in a build without
 * libwebsockets
 */
MR_NODISCARD mr_status mr_server_open(const mr_allocator *allocator, const mr_server_file *files,
                                      size_t count, unsigned port, mr_server **out, mr_error *err);

/** The port that it listens on. */
unsigned mr_server_port(const mr_server *server);

/** Answers until `stop` is raised, from a signal or another thread. @return MR_ERR_IO */
MR_NODISCARD mr_status mr_server_run(mr_server *server, const atomic_bool *stop, mr_error *err);

/** Stops listening and frees it; NULL is accepted. */
void mr_server_close(mr_server *server);

#endif
