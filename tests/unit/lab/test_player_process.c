#include "lab/player_process.h"

#include <errno.h>
#include <marcher/clock.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

#define MS INT64_C(1000000)

static mr_process start(const char *script) {
  const char *arguments[] = {"-c", script};
  mr_process_spec spec = {.command = "sh", .arguments = arguments, .argument_count = 2};
  mr_process process = {0};
  mr_error err = {.message = ""};
  if (mr_process_start(&process, &spec, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  return process;
}

/* Milliseconds that a program may take to begin and to answer: any, on a busy machine. */
enum { PATIENCE = 120000 };

static mr_process_io next_line(mr_process *process, int64_t ms, char **line) {
  *line = NULL;
  return mr_process_line(process, mr_clock_ns() + ms * MS, line);
}

static void expect_line(mr_process *process, const char *expected) {
  char *line = NULL;
  assert_int_equal(next_line(process, PATIENCE, &line), MR_PROCESS_FINE);
  assert_string_equal(line, expected);
}

static void lines_arrive_one_by_one_without_their_ends(void **unused) {
  (void)unused;
  char *line = NULL;
  mr_process process = start("printf 'one\\r\\n\\ntwo'; sleep 0.05; printf ' three\\nrest'");
  expect_line(&process, "one");
  expect_line(&process, "");
  expect_line(&process, "two three");
  assert_int_equal(next_line(&process, PATIENCE, &line), MR_PROCESS_CLOSED);
  mr_process_stop(&process, 0);
  assert_int_equal(process.id, 0);
}

static void what_is_written_is_read(void **unused) {
  (void)unused;
  mr_process process = start("while read -r word; do echo \"<$word>\"; done");
  for (int i = 0; i < 3; i++) {
    assert_int_equal(mr_process_write(&process, "hello\n", 6, mr_clock_ns() + PATIENCE * MS),
                     MR_PROCESS_FINE);
    expect_line(&process, "<hello>");
  }
  mr_process_stop(&process, 1000 * MS);
}

static void a_program_that_is_not_there_is_an_error_with_a_reason(void **unused) {
  (void)unused;
  mr_process process = {0};
  mr_error err;
  mr_process_spec spec = {.command = "/nowhere/to/be/found"};
  assert_int_equal(mr_process_start(&process, &spec, &err), MR_ERR_IO);
  assert_non_null(strstr(err.message, "/nowhere/to/be/found: No such file"));
  assert_int_equal(process.id, 0);
  mr_process_stop(&process, 0);
  spec = (mr_process_spec){.command = "sh", .folder = "/nowhere"};
  assert_int_equal(mr_process_start(&process, &spec, &err), MR_ERR_IO);
}

static void silence_ends_with_the_deadline(void **unused) {
  (void)unused;
  char *line = NULL;
  mr_process process = start("sleep 20");
  int64_t began = mr_clock_ns();
  assert_int_equal(next_line(&process, 60, &line), MR_PROCESS_LATE);
  int64_t took = (mr_clock_ns() - began) / MS;
  assert_true(took >= 60);
  assert_true(took < 15000); /* and not when the program ends */
  mr_process_stop(&process, 0);
}

static void a_line_without_end_is_a_flood(void **unused) {
  (void)unused;
  char *line = NULL;
  mr_process process = start("while :; do printf '%01000d' 0; done");
  assert_int_equal(next_line(&process, 60000, &line), MR_PROCESS_FLOODS);
  mr_process_stop(&process, 0);
}

static void lines_without_end_stop_at_the_deadline(void **unused) {
  (void)unused;
  char *line = NULL;
  mr_process process = start("yes");
  int64_t deadline = mr_clock_ns() + 100 * MS;
  mr_process_io io = MR_PROCESS_FINE;
  while (io == MR_PROCESS_FINE) {
    io = mr_process_line(&process, deadline, &line);
  }
  assert_true(io == MR_PROCESS_LATE || io == MR_PROCESS_FLOODS);
  mr_process_stop(&process, 0);
}

static void who_does_not_read_does_not_block_us(void **unused) {
  (void)unused;
  size_t size = (size_t)8 << 20;
  char *text = calloc(size, 1);
  assert_non_null(text);
  memset(text, 'x', size);
  mr_process process = start("sleep 20");
  assert_int_equal(mr_process_write(&process, text, size, mr_clock_ns() + 60 * MS),
                   MR_PROCESS_LATE);
  mr_process_stop(&process, 0);
  free(text);
}

static void a_closed_pipe_is_told_from_a_death(void **unused) {
  (void)unused;
  char *line = NULL;
  char how[64] = "";
  mr_process process = start("exec >&-; sleep 20");
  assert_int_equal(next_line(&process, PATIENCE, &line), MR_PROCESS_CLOSED);
  assert_false(mr_process_is_dead(&process, 30 * MS, how, sizeof how));
  mr_process_stop(&process, 0);
  process = start("exit 7");
  assert_int_equal(next_line(&process, PATIENCE, &line), MR_PROCESS_CLOSED);
  assert_true(mr_process_is_dead(&process, PATIENCE * MS, how, sizeof how));
  assert_string_equal(how, "exit status 7");
  mr_process_stop(&process, 0);
  process = start("kill -9 $$");
  assert_int_equal(next_line(&process, PATIENCE, &line), MR_PROCESS_CLOSED);
  assert_true(mr_process_is_dead(&process, PATIENCE * MS, how, sizeof how));
  assert_string_equal(how, "signal 9");
  mr_process_stop(&process, 0);
}

static void writing_to_the_dead_is_an_error_and_no_signal(void **unused) {
  (void)unused;
  char how[64];
  mr_process process = start("exit 0");
  assert_true(mr_process_is_dead(&process, PATIENCE * MS, how, sizeof how));
  mr_process_io io = MR_PROCESS_FINE;
  for (int i = 0; i < 10 && io == MR_PROCESS_FINE; i++) {
    io = mr_process_write(&process, "isready\n", 8, mr_clock_ns() + PATIENCE * MS);
  }
  assert_int_equal(io, MR_PROCESS_CLOSED);
  mr_process_stop(&process, 0);
}

/* Whether a process runs; one that its parent has not waited for does not. */
static bool runs(long id) {
  char path[64];
  char state = 'Z';
  snprintf(path, sizeof path, "/proc/%ld/stat", id);
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    return false;
  }
  bool known = fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
  fclose(file);
  return known && state != 'Z';
}

static void what_a_program_started_ends_with_it(void **unused) {
  (void)unused;
  char *line = NULL;
  mr_process process = start("trap '' TERM INT HUP; sleep 1000 & echo $!; wait");
  assert_int_equal(next_line(&process, PATIENCE, &line), MR_PROCESS_FINE);
  long grandchild = strtol(line, NULL, 10);
  assert_true(runs(grandchild));
  mr_process_stop(&process, 0);
  for (int i = 0; i < 100 && runs(grandchild); i++) {
    poll(NULL, 0, 20);
  }
  assert_false(runs(grandchild));
}

static void a_raised_flag_ends_the_wait(void **unused) {
  (void)unused;
  char *line = NULL;
  atomic_bool stop = true;
  mr_process process = start("sleep 20");
  process.stop = &stop;
  assert_int_equal(next_line(&process, 10000, &line), MR_PROCESS_STOPPED);
  mr_process_stop(&process, 0);
  assert_ptr_equal(process.stop, &stop);
}

static void old_lines_can_be_dropped(void **unused) {
  (void)unused;
  char *line = NULL;
  mr_process process = start("printf '1\\n2\\n3\\n'; read -r word; echo \"$word\"");
  expect_line(&process, "1"); /* and with it, since they are written at once, the others */
  mr_process_drain(&process);
  assert_int_equal(mr_process_write(&process, "new\n", 4, mr_clock_ns() + PATIENCE * MS),
                   MR_PROCESS_FINE);
  assert_int_equal(next_line(&process, PATIENCE, &line), MR_PROCESS_FINE);
  assert_string_equal(line, "new");
  mr_process_stop(&process, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(lines_arrive_one_by_one_without_their_ends),
    cmocka_unit_test(what_is_written_is_read),
    cmocka_unit_test(a_program_that_is_not_there_is_an_error_with_a_reason),
    cmocka_unit_test(silence_ends_with_the_deadline),
    cmocka_unit_test(a_line_without_end_is_a_flood),
    cmocka_unit_test(lines_without_end_stop_at_the_deadline),
    cmocka_unit_test(who_does_not_read_does_not_block_us),
    cmocka_unit_test(a_closed_pipe_is_told_from_a_death),
    cmocka_unit_test(writing_to_the_dead_is_an_error_and_no_signal),
    cmocka_unit_test(what_a_program_started_ends_with_it),
    cmocka_unit_test(a_raised_flag_ends_the_wait),
    cmocka_unit_test(old_lines_can_be_dropped),
};

MR_TEST_MAIN(tests)
