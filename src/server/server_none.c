#include "server/server.h"

/* Stands in for server.c where there is no libwebsockets. */

mr_status mr_server_open(const mr_allocator *allocator, const mr_server_file *files, size_t count,
                         unsigned port, mr_server **out, mr_error *err) {
  (void)allocator;
  (void)files;
  (void)count;
  (void)port;
  (void)out;
  return mr_error_set(err, MR_ERR_UNSUPPORTED,
                      "this program was built without a server: there was no libwebsockets; "
                      "script/deps run installs it");
}

unsigned mr_server_port(const mr_server *server) {
  (void)server;
  return 0;
}

mr_status mr_server_run(mr_server *server, const atomic_bool *stop, mr_error *err) {
  return mr_server_open(NULL, NULL, 0, 0, &server, stop == NULL ? NULL : err);
}

void mr_server_close(mr_server *server) {
  (void)server;
}
