#include "server/server.h"

#include <libwebsockets.h>
#include <marcher/hash.h>
#include <marcher/str.h>
#include <string.h>

#include "server/host.h"

/* What lasts as long as the server, and who asks at the moment. */
struct mr_server {
  const mr_allocator *allocator;
  const mr_server_file *files;
  size_t count;
  unsigned port;
  struct lws_context *context;
  lws_sorted_usec_list_t tick;
};

/* What is on its way to one browser; libwebsockets keeps it with the connection, zeroed. */
typedef struct answer {
  const mr_server_file *file; /* NULL: nothing */
  size_t sent;
} answer;

enum {
  /* A browser's headers take 600 bytes; cookies of other programs on this machine come on top. */
  MAX_HEADERS = 8192,
  /* Browsers open six connections for a page; a dozen pages at once are plenty. */
  MAX_CONNECTIONS = 128,
  MAX_REQUESTS = 64, /* read at the same time */
  IDLE_SECONDS = 20, /* a request that does not come on, an answer that nobody takes */
  KEEP_SECONDS = 10, /* between two requests of a connection */
  CHUNK = 16384,     /* bytes of a file written at once */
  ROOM = 1024,       /* bytes of the headers of an answer: twice what the longest takes */
  /* How long a stop may go unseen: less than a person notices. */
  TICK_MICROSECONDS = 100000,
};

/* ---- what is answered ------------------------------------------------------------------------ */

static const char index_name[] = "index.html";

static bool answers(const mr_server_file *file, const char *path, size_t length) {
  size_t all = strlen(file->path), tail = sizeof index_name - 1;
  if (all == length && memcmp(file->path, path, length) == 0) {
    return true;
  }
  return all == length + tail && length > 0 && path[length - 1] == '/' &&
         memcmp(file->path, path, length) == 0 && strcmp(file->path + length, index_name) == 0;
}

static const mr_server_file *find(const mr_server *server, const char *path, size_t length) {
  for (size_t i = 0; i < server->count; i++) {
    if (answers(&server->files[i], path, length)) {
      return &server->files[i];
    }
  }
  return NULL;
}

/* A header of a request. @return false: it has none, or one longer than `out` holds */
static bool read_header(struct lws *wsi, enum lws_token_indexes token, char *out, int size) {
  return lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, out, size, token) > 0;
}

/*
 * Whether somebody asked for this machine by a name that only it has. A web site may give its own
 * name the address 127.0.0.1; its scripts would read what is served here, were it not for this.
 */
static bool asked_for_us(const mr_server *server, struct lws *wsi) {
  char host[32];
  return read_header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
         mr_server_is_own_host(host, server->port);
}

/* A name of the content, as HTTP writes it. */
static void make_tag(const mr_server_file *file, mr_str *out) {
  uint64_t hash = mr_hash_bytes(MR_HASH_START, file->bytes, file->length);
  mr_str_format(out, "\"%016llx\"", (unsigned long long)hash);
}

/* ---- how it is written ----------------------------------------------------------------------- */

typedef struct header {
  unsigned char bytes[LWS_PRE + ROOM];
  unsigned char *at;
  bool failed;
} header;

static void add(struct lws *wsi, header *head, const char *name, const char *value) {
  head->failed |= lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                              (const unsigned char *)value, (int)strlen(value),
                                              &head->at, head->bytes + sizeof head->bytes) != 0;
}

static void begin(struct lws *wsi, header *head, unsigned status, const char *type, size_t length) {
  head->at = head->bytes + LWS_PRE;
  head->failed = lws_add_http_common_headers(wsi, status, type, (lws_filepos_t)length, &head->at,
                                             head->bytes + sizeof head->bytes) != 0;
  add(wsi, head, "X-Content-Type-Options:", "nosniff");
}

/* @return nonzero, as libwebsockets wants it: the connection is to be closed */
static int finish(struct lws *wsi, header *head) {
  return head->failed || lws_finalize_write_http_header(wsi, head->bytes + LWS_PRE, &head->at,
                                                        head->bytes + sizeof head->bytes) != 0;
}

static int complete(struct lws *wsi) {
  return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

/*
 * Says no in a sentence, and closes: what such a request has behind its headers is never read. The
 * sentence goes with the headers, because nothing calls back for one that was left.
 */
static int refuse(struct lws *wsi, unsigned status, const char *why) {
  header head;
  size_t length = strlen(why);
  begin(wsi, &head, status, "text/plain; charset=utf-8", length);
  add(wsi, &head, "Connection:", "close");
  if (status == HTTP_STATUS_METHOD_NOT_ALLOWED) {
    add(wsi, &head, "Allow:", "GET, HEAD");
  }
  if (finish(wsi, &head)) {
    return -1;
  }
  unsigned char body[LWS_PRE + ROOM];
  memcpy(body + LWS_PRE, why, length + 1);
  (void)lws_write(wsi, body + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
  return -1;
}

static int answer_request(const mr_server *server, struct lws *wsi, answer *to, const char *path) {
  char tag[24], known[128];
  mr_str text = mr_str_fixed(tag, sizeof tag);
  bool head_only = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
  to->file = NULL;
  if (!asked_for_us(server, wsi)) {
    return refuse(wsi, HTTP_STATUS_FORBIDDEN, "Only this machine is served, by its address.\n");
  }
  if (!head_only && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0) {
    return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.\n");
  }
  const mr_server_file *file = find(server, path, strlen(path));
  if (file == NULL) {
    return refuse(wsi, HTTP_STATUS_NOT_FOUND, "There is nothing here of that name.\n");
  }
  make_tag(file, &text);
  bool same = read_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known) &&
              strstr(known, tag) != NULL;
  header head;
  begin(wsi, &head, same ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK, file->type, file->length);
  add(wsi, &head, "ETag:", tag);
  add(wsi, &head,
      "Cache-Control:", file->immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (finish(wsi, &head)) {
    return -1;
  }
  if (same || head_only || file->length == 0) {
    return complete(wsi);
  }
  to->file = file;
  to->sent = 0;
  lws_callback_on_writable(wsi);
  return 0;
}

static int write_on(struct lws *wsi, answer *to) {
  unsigned char chunk[LWS_PRE + CHUNK];
  if (to->file == NULL) {
    return 0;
  }
  size_t left = to->file->length - to->sent;
  size_t length = left < CHUNK ? left : CHUNK;
  bool last = length == left;
  memcpy(chunk + LWS_PRE, (const unsigned char *)to->file->bytes + to->sent, length);
  if (lws_write(wsi, chunk + LWS_PRE, length, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
      (int)length) {
    return -1;
  }
  to->sent += length;
  if (!last) {
    lws_callback_on_writable(wsi);
    return 0;
  }
  to->file = NULL;
  return complete(wsi);
}

/* What happens on a connection, as libwebsockets tells it. */
static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *session, void *in,
                    size_t length) {
  switch ((int)reason) { /* most of a hundred reasons are nothing to us */
  case LWS_CALLBACK_HTTP:
    return answer_request(lws_context_user(lws_get_context(wsi)), wsi, session, in);
  case LWS_CALLBACK_HTTP_WRITEABLE:
    return write_on(wsi, session);
  case LWS_CALLBACK_HTTP_BODY:
  case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
  case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    return -1; /* bodies and other protocols are not spoken here */
  case LWS_CALLBACK_ADD_HEADERS:
  case LWS_CALLBACK_HTTP_FILE_COMPLETION:
    return 0;
  default:
    return lws_callback_http_dummy(wsi, reason, session, in, length);
  }
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = on_event, .per_session_data_size = sizeof(answer)},
    {.name = NULL},
};

/* ---- opening and closing --------------------------------------------------------------------- */

/* Wakes the service, so that it sees that it is to stop. */
static void on_tick(lws_sorted_usec_list_t *tick) {
  mr_server *server = lws_container_of(tick, mr_server, tick);
  lws_sul_schedule(server->context, 0, tick, on_tick, TICK_MICROSECONDS);
}

static bool listen_on(mr_server *server, struct lws_context_creation_info *info, unsigned port) {
  info->port = (int)port;
  server->port = port;
  return lws_create_vhost(server->context, info) != NULL;
}

mr_status mr_server_open(const mr_allocator *allocator, const mr_server_file *files, size_t count,
                         unsigned port, mr_server **out, mr_error *err) {
  mr_server *server = mr_alloc_zero(allocator, 1, sizeof *server);
  if (server == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  *server = (mr_server){.allocator = allocator, .files = files, .count = count};
  lws_set_log_level(0, NULL); /* whoever runs the server says what went wrong */
  struct lws_context_creation_info info = {
      .protocols = protocols,
      .iface = "127.0.0.1",
      .user = server,
      .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DISABLE_IPV6 |
                 LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
      .max_http_header_data2 = MAX_HEADERS,
      .max_http_header_pool2 = MAX_REQUESTS,
      .fd_limit_per_thread = MAX_CONNECTIONS,
      .timeout_secs = IDLE_SECONDS,
      .keepalive_timeout = KEEP_SECONDS,
      .gid = -1,
      .uid = -1,
  };
  server->context = lws_create_context(&info);
  if (server->context == NULL) {
    mr_server_close(server);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory, or of descriptors, for a server");
  }
  unsigned first = port != 0 ? port : MR_SERVER_FIRST_PORT;
  unsigned tries = port != 0 ? 1 : MR_SERVER_PORTS;
  for (unsigned i = 0; i < tries; i++) {
    if (listen_on(server, &info, first + i)) {
      on_tick(&server->tick);
      *out = server;
      return MR_OK;
    }
  }
  mr_server_close(server);
  return port != 0 ? mr_error_set(err, MR_ERR_IO,
                                  "port %u cannot be had: another program has it, or it takes "
                                  "rights; try another one",
                                  port)
                   : mr_error_set(err, MR_ERR_IO, "no port from %u to %u is free", first,
                                  first + tries - 1);
}

unsigned mr_server_port(const mr_server *server) {
  return server->port;
}

mr_status mr_server_run(mr_server *server, const atomic_bool *stop, mr_error *err) {
  while (!atomic_load(stop)) {
    if (lws_service(server->context, 0) < 0) {
      return mr_error_set(err, MR_ERR_IO, "the server of port %u has failed", server->port);
    }
  }
  return MR_OK;
}

void mr_server_close(mr_server *server) {
  if (server != NULL) {
    if (server->context != NULL) {
      lws_context_destroy(server->context);
    }
    mr_alloc_free(server->allocator, server, sizeof *server);
  }
}
