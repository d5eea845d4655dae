/* Names by which a server of this machine is asked for, and those of others. */
#include <server/host.h>

#include "test_main.h"

static void this_machine_is_asked_for_by_its_own_names(void **state) {
  (void)state;
  assert_true(mr_server_is_own_host("127.0.0.1:8421", 8421));
  assert_true(mr_server_is_own_host("localhost:8421", 8421));
  assert_true(mr_server_is_own_host("LocalHost:8421", 8421));
  assert_false(mr_server_is_own_host("127.0.0.1:8422", 8421));
  assert_false(mr_server_is_own_host("127.0.0.1", 8421));
  assert_false(mr_server_is_own_host("127.0.0.1:", 8421));
  assert_false(mr_server_is_own_host("127.0.0.11:8421", 8421));
  assert_false(mr_server_is_own_host("localhost.example:8421", 8421));
  assert_false(mr_server_is_own_host("games.example:8421", 8421));
  assert_false(mr_server_is_own_host("", 8421));
}

static void the_usual_port_is_left_out(void **state) {
  (void)state;
  assert_true(mr_server_is_own_host("127.0.0.1", 80));
  assert_true(mr_server_is_own_host("LOCALHOST", 80));
  assert_true(mr_server_is_own_host("localhost:80", 80));
  assert_false(mr_server_is_own_host("localhost.", 80));
  assert_false(mr_server_is_own_host("games.example", 80));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(this_machine_is_asked_for_by_its_own_names),
    cmocka_unit_test(the_usual_port_is_left_out),
};

MR_TEST_MAIN(tests)
