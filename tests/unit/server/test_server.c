/* The server of pages before browsers, and before those who mean it ill. */
#include <arpa/inet.h>
#include <pthread.h>
#include <server/server.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "test_main.h"

/* Larger than what is written at once, and than what a socket holds. */
#define LARGE 1000000

static char large[LARGE];

static const mr_server_file files[] = {
    {"/index.html", "text/html; charset=utf-8", "<p>hello", 8, false},
    {"/games/index.html", "text/html; charset=utf-8", "<p>games", 8, false},
    {"/assets/large-1.js", "text/javascript", large, LARGE, true},
    {"/empty.txt", "text/plain", "", 0, false},
};

typedef struct running {
  mr_server *server;
  pthread_t thread;
  atomic_bool stop;
  mr_status ended;
} running;

static void *serve(void *context) {
  running *one = context;
  one->ended = mr_server_run(one->server, &one->stop, NULL);
  return NULL;
}

static int set_up(void **state) {
  running *one = calloc(1, sizeof *one);
  mr_error error = {.message = ""};
  for (size_t i = 0; i < LARGE; i++) {
    large[i] = (char)('a' + i % 26);
  }
  mr_status status =
      mr_server_open(NULL, files, sizeof files / sizeof files[0], 0, &one->server, &error);
  *state = one;
  if (status == MR_ERR_UNSUPPORTED) {
    return 0; /* a build without libwebsockets: every test skips */
  }
  assert_int_equal(status, MR_OK);
  assert_int_equal(pthread_create(&one->thread, NULL, serve, one), 0);
  return 0;
}

static int tear_down(void **state) {
  running *one = *state;
  if (one->server != NULL) {
    atomic_store(&one->stop, true);
    pthread_join(one->thread, NULL);
    assert_int_equal(one->ended, MR_OK);
    mr_server_close(one->server);
  }
  free(one);
  return 0;
}

static int reach(const running *one) {
  struct sockaddr_in to = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)mr_server_port(one->server)),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct timeval patience = {.tv_sec = 30};
  int s = socket(AF_INET, SOCK_STREAM, 0);
  assert_true(s >= 0);
  setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  assert_int_equal(connect(s, (struct sockaddr *)&to, sizeof to), 0);
  return s;
}

/* Sends bytes and reads until the other side closes, or has sent `enough`. @return what came */
static char *ask(const running *one, const char *request, size_t length, size_t enough) {
  static char answer[LARGE + 4096];
  size_t got = 0;
  int s = reach(one);
  for (size_t sent = 0; sent < length;) {
    ssize_t n = send(s, request + sent, length - sent, MSG_NOSIGNAL);
    if (n <= 0) {
      break; /* refused before all of it was said */
    }
    sent += (size_t)n;
  }
  for (ssize_t n; got < enough && (n = recv(s, answer + got, sizeof answer - 1 - got, 0)) > 0;) {
    got += (size_t)n;
  }
  close(s);
  answer[got] = '\0';
  return answer;
}

/* A whole request, whose connection the server is asked to close. */
static char *ask_for(const running *one, const char *line, const char *headers) {
  char request[1024];
  int length = snprintf(request, sizeof request,
                        "%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n%s\r\n", line,
                        mr_server_port(one->server), headers);
  return ask(one, request, (size_t)length, SIZE_MAX);
}

static const running *here(void **state) {
  const running *one = *state;
  if (one->server == NULL) {
    skip();
  }
  return one;
}

static void a_path_is_answered_with_its_type_and_tag(void **state) {
  const running *one = here(state);
  const char *answer = ask_for(one, "GET /", "");
  assert_non_null(strstr(answer, "200 OK"));
  assert_non_null(strstr(answer, "content-type: text/html; charset=utf-8"));
  assert_non_null(strstr(answer, "Cache-Control: no-cache"));
  assert_non_null(strstr(answer, "nosniff"));
  assert_non_null(strstr(answer, "\r\n\r\n<p>hello"));
  assert_non_null(strstr(ask_for(one, "GET /games/", ""), "<p>games"));
  assert_non_null(strstr(ask_for(one, "GET /index.html?a=b", ""), "<p>hello"));
  assert_non_null(strstr(ask_for(one, "GET /empty.txt", ""), "content-length: 0"));
}

static void a_large_file_comes_whole_and_may_be_kept(void **state) {
  const running *one = here(state);
  const char *answer = ask_for(one, "GET /assets/large-1.js", "");
  assert_non_null(strstr(answer, "immutable"));
  const char *body = strstr(answer, "\r\n\r\n");
  assert_non_null(body);
  assert_int_equal(strlen(body + 4), LARGE);
  assert_memory_equal(body + 4, large, LARGE);
}

static void what_is_known_is_not_sent_again(void **state) {
  const running *one = here(state);
  char header[128];
  const char *tag = strstr(ask_for(one, "GET /index.html", ""), "ETag: ");
  assert_non_null(tag);
  snprintf(header, sizeof header, "If-None-Match: %.18s\r\n", tag + 6);
  const char *again = ask_for(one, "GET /index.html", header);
  assert_non_null(strstr(again, "304"));
  assert_null(strstr(again, "<p>"));
  const char *other = ask_for(one, "GET /index.html", "If-None-Match: \"0123456789abcdef\"\r\n");
  assert_non_null(strstr(other, "200 OK"));
  const char *head = ask_for(one, "HEAD /index.html", "");
  assert_non_null(strstr(head, "content-length: 8"));
  assert_null(strstr(head, "<p>"));
}

static void no_path_leads_anywhere_else(void **state) {
  const running *one = here(state);
  static const char *const lines[] = {
      "GET /../etc/passwd",
      "GET /%2e%2e/%2e%2e/etc/passwd",
      "GET //etc/passwd",
      "GET /index.html/",
      "GET /assets/",
      "GET /assets",
      "GET /index.html%00.txt",
      "GET /INDEX.HTML",
      "GET /games/../../etc/passwd",
      "GET /assets/..%5cindex",
      "GET /%",
      "GET /%zz",
  };
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    const char *answer = ask_for(one, lines[i], "");
    assert_null(strstr(answer, "root:"));
    if (strstr(answer, "200 OK") != NULL) {
      fail_msg("answered: %s", lines[i]);
    }
  }
}

static void only_this_machine_is_answered_and_only_what_reads(void **state) {
  const running *one = here(state);
  static const char other[] = "GET / HTTP/1.1\r\nHost: games.example:8421\r\n\r\n";
  static const char none[] = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
  assert_non_null(strstr(ask(one, other, sizeof other - 1, SIZE_MAX), "403"));
  assert_null(strstr(ask(one, none, sizeof none - 1, SIZE_MAX), "200 OK"));
  assert_non_null(strstr(ask_for(one, "POST /", "Content-Length: 3\r\n\r\nabc"), "405"));
  assert_null(strstr(ask_for(one, "DELETE /", ""), "200 OK"));
  assert_null(strstr(ask_for(one, "OPTIONS *", ""), "200 OK"));
  assert_null(strstr(ask_for(one, "GET /",
                             "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                             "Sec-WebSocket-Version: 13\r\n"
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"),
                     "101"));
}

static void a_request_without_end_is_cut_off(void **state) {
  const running *one = here(state);
  static char request[200000];
  int length = snprintf(request, sizeof request,
                        "GET / HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nX: ", mr_server_port(one->server));
  memset(request + length, 'x', sizeof request - (size_t)length);
  assert_null(strstr(ask(one, request, sizeof request, SIZE_MAX), "200 OK"));
  memset(request, 'y', sizeof request);
  for (size_t i = 0; i < 5; i++) {
    request[i] = "GET /"[i];
  }
  assert_null(strstr(ask(one, request, sizeof request, SIZE_MAX), "200 OK"));
}

/* Noise, whole requests with bytes changed, cut requests: whatever comes, the next one is served.
 */
static void noise_does_no_harm(void **state) {
  const running *one = here(state);
  uint64_t random = 7;
  char request[400], base[400];
  int length = snprintf(base, sizeof base,
                        "GET /index.html HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nAccept: */*\r\n"
                        "If-None-Match: \"x\"\r\nConnection: close\r\n\r\n",
                        mr_server_port(one->server));
  for (int round = 0; round < 300; round++) {
    memcpy(request, base, (size_t)length);
    for (int k = 0; k < 1 + round % 9; k++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      request[(random >> 33) % (uint64_t)length] = (char)(random >> 25);
    }
    size_t cut = round % 3 == 0 ? (size_t)(random >> 40) % (size_t)length : (size_t)length;
    int s = reach(one);
    (void)!send(s, request, cut, MSG_NOSIGNAL);
    close(s);
  }
  assert_non_null(strstr(ask_for(one, "GET /", ""), "<p>hello"));
}

static void many_who_say_nothing_leave_room_for_one_who_asks(void **state) {
  const running *one = here(state);
  enum { SILENT = 60 };
  int silent[SILENT];
  for (size_t i = 0; i < SILENT; i++) {
    silent[i] = reach(one);
    assert_int_equal(send(silent[i], "GET / HT", 8, MSG_NOSIGNAL), 8);
  }
  assert_non_null(strstr(ask_for(one, "GET /", ""), "<p>hello"));
  for (size_t i = 0; i < SILENT; i++) {
    close(silent[i]);
  }
}

static void the_next_port_is_taken_where_the_first_is_not_free(void **state) {
  const running *one = here(state);
  mr_server *second = NULL, *third = NULL;
  mr_error error;
  assert_int_equal(mr_server_open(NULL, files, 1, 0, &second, &error), MR_OK);
  assert_int_not_equal(mr_server_port(second), mr_server_port(one->server));
  unsigned port = mr_server_port(second);
  assert_int_equal(mr_server_open(NULL, files, 1, port, &third, &error), MR_ERR_IO);
  assert_non_null(strstr(error.message, "cannot be had"));
  mr_server_close(second);
  mr_server_close(NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_path_is_answered_with_its_type_and_tag, set_up, tear_down),
    cmocka_unit_test_setup_teardown(a_large_file_comes_whole_and_may_be_kept, set_up, tear_down),
    cmocka_unit_test_setup_teardown(what_is_known_is_not_sent_again, set_up, tear_down),
    cmocka_unit_test_setup_teardown(no_path_leads_anywhere_else, set_up, tear_down),
    cmocka_unit_test_setup_teardown(only_this_machine_is_answered_and_only_what_reads, set_up,
                                    tear_down),
    cmocka_unit_test_setup_teardown(a_request_without_end_is_cut_off, set_up, tear_down),
    cmocka_unit_test_setup_teardown(noise_does_no_harm, set_up, tear_down),
    cmocka_unit_test_setup_teardown(many_who_say_nothing_leave_room_for_one_who_asks, set_up,
                                    tear_down),
    cmocka_unit_test_setup_teardown(the_next_port_is_taken_where_the_first_is_not_free, set_up,
                                    tear_down),
};

MR_TEST_MAIN(tests)
