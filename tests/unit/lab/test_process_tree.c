#include "lab/process_tree.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_main.h"

/** Whether a process runs; one that its parent has not waited for does not. */
static bool runs(pid_t id) {
  char path[64];
  char state = 'Z';
  snprintf(path, sizeof path, "/proc/%ld/stat", (long)id);
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    return false;
  }
  bool known = fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
  fclose(file);
  return known && state != 'Z';
}

/** Processes that hide, as a program has started them, and that program. */
typedef struct family {
  mr_process_tree tree;
  pid_t program;
  pid_t hidden[2]; /**< without a parent and in a session of its own: marked, and not */
} family;

/** In the program: starts one that hides, with this environment, and tells its number: by its own
 *  pipe, since nobody knows which of two will be first. */
static void hide(int tell, char *const *environment) {
  pid_t middle = fork();
  if (middle == 0) {
    setsid();
    if (fork() == 0) {
      char *const sleeper[] = {"sleep", "1000", NULL};
      pid_t own = getpid();
      ssize_t written = write(tell, &own, sizeof own);
      (void)execve(written == sizeof own ? "/bin/sleep" : "/", sleeper, environment);
    }
    _exit(0);
  }
  waitpid(middle, NULL, 0);
}

static family start(void) {
  family f = {.program = 0};
  int pipes[2][2];
  mr_process_tree_mark(&f.tree);
  for (unsigned i = 0; i < 2; i++) {
    assert_int_equal(pipe(pipes[i]), 0);
    assert_int_equal(fcntl(pipes[i][1], F_SETFD, FD_CLOEXEC), 0);
  }
  f.program = fork();
  if (f.program == 0) {
    char *const marked[] = {f.tree.mark, NULL};
    char *const bare[] = {NULL};
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    hide(pipes[0][1], marked);
    hide(pipes[1][1], bare);
    for (unsigned i = 0; i < 2; i++) {
      close(pipes[i][0]);
      close(pipes[i][1]);
    }
    for (;;) {
      pause();
    }
  }
  for (unsigned i = 0; i < 2; i++) {
    char end;
    close(pipes[i][1]);
    assert_int_equal(read(pipes[i][0], &f.hidden[i], sizeof f.hidden[i]), sizeof f.hidden[i]);
    assert_true(f.hidden[i] > 0);
    assert_int_equal(read(pipes[i][0], &end, 1), 0); /* it has taken up its new life */
    close(pipes[i][0]);
  }
  return f;
}

static void end(family *f) {
  for (unsigned i = 0; i < 2; i++) {
    kill(f->hidden[i], SIGKILL);
  }
  kill(f->program, SIGKILL);
  waitpid(f->program, NULL, 0);
  mr_process_tree_done(&f->tree);
}

static void wait_for_death(pid_t id) {
  siginfo_t how;
  assert_int_equal(waitid(P_PID, (id_t)id, &how, WEXITED | WNOWAIT), 0);
}

static void no_two_marks_are_alike(void **unused) {
  (void)unused;
  mr_process_tree a = {.count = 0};
  mr_process_tree b = {.count = 0};
  mr_process_tree_mark(&a);
  mr_process_tree_mark(&b);
  assert_string_not_equal(a.mark, b.mark);
  assert_memory_equal(a.mark, "MARCHER_ENGINE=", 15);
}

static void what_is_below_a_program_that_lives_is_killed(void **unused) {
  (void)unused;
  family f = start();
  mr_process_tree_kill(&f.tree, f.program);
  assert_false(runs(f.hidden[0]));
  assert_false(runs(f.hidden[1]));
  assert_true(runs(f.program));
  end(&f);
}

static void what_outlives_a_program_is_known_where_it_was_seen(void **unused) {
  (void)unused;
  family f = start();
  mr_process_tree_look(&f.tree, f.program);
  mr_process_tree_look(&f.tree, f.program);
  assert_int_equal(f.tree.count, 2);
  kill(f.program, SIGKILL);
  wait_for_death(f.program);
  mr_process_tree_kill(&f.tree, f.program);
  assert_false(runs(f.hidden[0]));
  assert_false(runs(f.hidden[1]));
  end(&f);
}

/** Waits for an environment: a new life closes its files a moment before it has one. */
static void wait_for_environment(pid_t id) {
  char path[64];
  int first = EOF;
  snprintf(path, sizeof path, "/proc/%ld/environ", (long)id);
  for (unsigned tries = 0; first == EOF && tries < 10000; tries++) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    first = getc(file);
    fclose(file);
    poll(NULL, 0, first == EOF ? 1 : 0);
  }
  assert_int_equal(first, 'M');
}

/** Nobody has looked before the program died: its mark is all that there is. */
static void what_outlives_a_program_unseen_is_known_by_its_mark(void **unused) {
  (void)unused;
  family f = start();
  wait_for_environment(f.hidden[0]);
  kill(f.program, SIGKILL);
  wait_for_death(f.program);
  mr_process_tree_kill(&f.tree, f.program);
  assert_false(runs(f.hidden[0]));
  assert_true(runs(f.hidden[1]));
  end(&f);
}

/** Another program's, and this one itself, are left alone. */
static void nobody_else_is_killed(void **unused) {
  (void)unused;
  family f = start();
  family other = start();
  mr_process_tree_kill(&f.tree, f.program);
  assert_true(runs(other.hidden[0]) && runs(other.hidden[1]) && runs(other.program));
  end(&f);
  end(&other);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_two_marks_are_alike),
    cmocka_unit_test(what_is_below_a_program_that_lives_is_killed),
    cmocka_unit_test(what_outlives_a_program_is_known_where_it_was_seen),
    cmocka_unit_test(what_outlives_a_program_unseen_is_known_by_its_mark),
    cmocka_unit_test(nobody_else_is_killed),
};

MR_TEST_MAIN(tests)
