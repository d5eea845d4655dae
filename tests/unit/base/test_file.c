/*
 * Files are written whole or not at all, whatever stands in the way: links, names that are taken,
 * full disks, folders and files that may not be written to, a process that is killed.
 */
#include "base/file.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_main.h"

enum { NOBODY = 65534 };

/* ---- a folder for each test ------------------------------------------------------------------ */

typedef struct folder {
  char path[64];
  char name[128]; /* the one asked for last */
} folder;

static void folder_make(folder *f) {
  strcpy(f->path, "/tmp/marcher-file-XXXXXX");
  assert_non_null(mkdtemp(f->path));
  assert_int_equal(chmod(f->path, 0777), 0); /* some tests are made by somebody else */
}

static const char *in(folder *f, const char *name) {
  snprintf(f->name, sizeof f->name, "%s/%s", f->path, name);
  return f->name;
}

/* How many files there are, and as many names as there is room for. */
static size_t folder_count(const folder *f) {
  DIR *open = opendir(f->path);
  assert_non_null(open);
  size_t count = 0;
  for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
    count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
  }
  closedir(open);
  return count;
}

static void folder_remove(folder *f) {
  DIR *open = opendir(f->path);
  assert_non_null(open);
  for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      assert_int_equal(unlinkat(dirfd(open), entry->d_name, 0), 0);
    }
  }
  closedir(open);
  assert_int_equal(rmdir(f->path), 0);
}

static void spill(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void expect_text(const char *path, const char *text) {
  char bytes[256] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  size_t size = fread(bytes, 1, sizeof bytes - 1, file);
  bytes[size] = '\0';
  fclose(file);
  assert_string_equal(bytes, text);
}

static void write_text(const char *path, const char *text) {
  mr_error err = {.message = ""};
  if (mr_file_write(path, text, strlen(text), &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
}

/* Runs something in a process of its own. @return its exit status, or minus the signal */
static int in_child(int (*work)(void *context), void *context) {
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    _exit(work(context));
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* A process that nobody has any more. */
static long dead_process(void) {
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    _exit(0);
  }
  assert_int_equal(waitpid(child, NULL, 0), child);
  return (long)child;
}

/* ---- whole files ----------------------------------------------------------------------------- */

static void a_file_takes_its_place_only_when_it_is_whole(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  spill(in(&f, "x"), "old");
  assert_int_equal(chmod(f.name, 0640), 0);
  mr_file_out out;
  mr_error err;
  assert_int_equal(mr_file_begin(&out, f.name, &err), MR_OK);
  assert_int_equal(mr_file_put(&out, "nev", 3, &err), MR_OK);
  assert_int_equal(mr_file_put(&out, "er", 2, &err), MR_OK);
  expect_text(f.name, "old");
  assert_int_equal(mr_file_patch(&out, 2, "w", 1, &err), MR_OK);
  assert_int_equal(mr_file_put(&out, "!", 1, &err), MR_OK);
  assert_int_equal(mr_file_commit(&out, &err), MR_OK);
  expect_text(f.name, "newer!");
  struct stat info;
  assert_int_equal(stat(f.name, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0640);
  assert_int_equal(mr_file_begin(&out, f.name, &err), MR_OK);
  assert_int_equal(mr_file_put(&out, "no", 2, &err), MR_OK);
  mr_file_abandon(&out);
  mr_file_abandon(&out);
  expect_text(f.name, "newer!");
  assert_int_equal(folder_count(&f), 1);
  folder_remove(&f);
}

static void a_link_stays_a_link(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  char link[128];
  struct stat info;
  snprintf(link, sizeof link, "%s", in(&f, "link"));
  spill(in(&f, "target"), "old");
  assert_int_equal(symlink("target", link), 0);
  write_text(link, "new");
  assert_int_equal(lstat(link, &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  expect_text(in(&f, "target"), "new");
  folder_remove(&f);
}

static void what_others_have_put_in_the_way_is_left_alone(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  char victim[128];
  snprintf(victim, sizeof victim, "%s", in(&f, "victim"));
  spill(victim, "precious");
  assert_int_equal(symlink(victim, in(&f, "x.marcher-0.tmp")), 0);
  assert_int_equal(mkfifo(in(&f, "x.marcher-1.tmp"), 0600), 0);
  assert_int_equal(symlink(victim, in(&f, "x.part")), 0);
  spill(in(&f, "x.mine-0.tmp"), "mine");
  spill(in(&f, "x.marcher-.tmp"), "mine");
  write_text(in(&f, "x"), "new");
  expect_text(victim, "precious");
  expect_text(in(&f, "x"), "new");
  expect_text(in(&f, "x.mine-0.tmp"), "mine");
  assert_int_equal(folder_count(&f), 7);
  folder_remove(&f);
}

static void a_folder_and_a_missing_folder_are_named(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  mr_error err;
  assert_int_equal(mr_file_write(f.path, "x", 1, &err), MR_ERR_IO);
  assert_non_null(strstr(err.message, "Is a directory"));
  assert_int_equal(mr_file_may_write(f.path, &err), MR_ERR_IO);
  assert_int_equal(mr_file_write(in(&f, "no/x"), "x", 1, &err), MR_ERR_IO);
  assert_non_null(strstr(err.message, f.name));
  assert_non_null(strstr(err.message, "No such file"));
  assert_int_equal(mr_file_may_write(in(&f, "x"), &err), MR_OK);
  assert_int_equal(folder_count(&f), 0);
  folder_remove(&f);
}

static void a_device_is_written_to(void **unused) {
  (void)unused;
  mr_error err;
  write_text("/dev/null", "nothing");
  assert_int_equal(mr_file_may_write("/dev/null", &err), MR_OK);
}

/* ---- what may not be written to -------------------------------------------------------------- */

static int write_as_nobody(void *context) {
  mr_error err;
  if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) {
    return 77;
  }
  return mr_file_write(context, "new", 3, &err) == MR_ERR_IO &&
                 strstr(err.message, "Permission denied") != NULL
             ? 0
             : 1;
}

static void what_may_not_be_written_to_is_not_replaced(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  spill(in(&f, "x"), "old");
  assert_int_equal(chmod(f.name, 0444), 0);
  assert_int_equal(in_child(write_as_nobody, f.name), 0);
  expect_text(f.name, "old");
  assert_int_equal(chmod(f.name, 0666), 0);
  assert_int_equal(chmod(f.path, 0555), 0);
  assert_int_equal(in_child(write_as_nobody, f.name), 0);
  assert_int_equal(chmod(f.path, 0777), 0);
  expect_text(f.name, "old");
  assert_int_equal(folder_count(&f), 1);
  folder_remove(&f);
}

static int write_too_much(void *context) {
  char bytes[8192];
  mr_error err;
  struct rlimit most = {4096, 4096};
  signal(SIGXFSZ, SIG_IGN);
  memset(bytes, 'x', sizeof bytes);
  if (setrlimit(RLIMIT_FSIZE, &most) != 0) {
    return 77;
  }
  return mr_file_write(context, bytes, sizeof bytes, &err) == MR_ERR_IO ? 0 : 1;
}

static int add_too_much(void *context) {
  char bytes[8192];
  mr_error err;
  int descriptor = -1;
  struct rlimit most = {4096, 4096};
  signal(SIGXFSZ, SIG_IGN);
  memset(bytes, 'x', sizeof bytes);
  if (setrlimit(RLIMIT_FSIZE, &most) != 0 ||
      mr_file_grow(context, false, &descriptor, &err) != MR_OK ||
      mr_file_add(descriptor, context, " and", 4, &err) != MR_OK) {
    return 77;
  }
  return mr_file_add(descriptor, context, bytes, sizeof bytes, &err) == MR_ERR_IO ? 0 : 1;
}

static void where_there_is_no_room_the_old_file_stays(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  spill(in(&f, "x"), "old");
  assert_int_equal(in_child(write_too_much, f.name), 0);
  expect_text(f.name, "old");
  assert_int_equal(folder_count(&f), 1);
  assert_int_equal(in_child(add_too_much, f.name), 0);
  expect_text(f.name, "old and");
  folder_remove(&f);
}

/* ---- processes that are killed --------------------------------------------------------------- */

static int die_writing(void *context) {
  mr_file_out out;
  if (mr_file_begin(&out, context, NULL) != MR_OK || mr_file_put(&out, "ha", 2, NULL) != MR_OK) {
    return 77;
  }
  raise(SIGKILL);
  return 1;
}

static void what_a_killed_process_leaves_goes_with_the_next_file(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  char old[64];
  spill(in(&f, "x"), "old");
  assert_int_equal(in_child(die_writing, f.name), -SIGKILL);
  expect_text(f.name, "old");
  assert_int_equal(folder_count(&f), 2);
  /* As version 0.1 left them: that of a dead process goes, that of a living one stays. */
  snprintf(old, sizeof old, "x.%ld-0.tmp", dead_process());
  spill(in(&f, old), "ha");
  snprintf(old, sizeof old, "x.%ld-0.tmp", (long)getppid());
  spill(in(&f, old), "ha");
  snprintf(old, sizeof old, "xy.%ld-0.tmp", dead_process());
  spill(in(&f, old), "another's");
  write_text(in(&f, "x"), "new");
  assert_int_equal(folder_count(&f), 3);
  /* All that begin so. */
  in(&f, "xz");
  assert_int_equal(in_child(die_writing, f.name), -SIGKILL);
  assert_int_equal(folder_count(&f), 4);
  mr_file_sweep(in(&f, "x"));
  assert_int_equal(folder_count(&f), 2);
  folder_remove(&f);
}

static void what_another_process_is_writing_stays(void **unused) {
  (void)unused;
  folder f;
  mr_file_out out;
  folder_make(&f);
  in(&f, "x");
  assert_int_equal(mr_file_begin(&out, f.name, NULL), MR_OK);
  assert_int_equal(mr_file_put(&out, "mine", 4, NULL), MR_OK);
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    /* The lock is shared with what was open before the fork: only the parent's counts. */
    _exit(mr_file_write(f.name, "other", 5, NULL) == MR_OK ? 0 : 1);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  expect_text(f.name, "other");
  assert_int_equal(mr_file_commit(&out, NULL), MR_OK);
  expect_text(f.name, "mine");
  assert_int_equal(folder_count(&f), 1);
  folder_remove(&f);
}

static void a_name_is_taken_once(void **unused) {
  (void)unused;
  folder f;
  mr_error err;
  folder_make(&f);
  assert_int_equal(mr_file_reserve(in(&f, "x"), true, &err), MR_OK);
  assert_int_equal(mr_file_reserve(f.name, true, &err), MR_ERR_DUPLICATE);
  write_text(f.name, "new");
  assert_int_equal(mr_file_reserve(in(&f, "no/x"), false, &err), MR_ERR_IO);
  assert_int_equal(symlink("nowhere", in(&f, "link")), 0);
  assert_int_equal(mr_file_reserve(f.name, true, &err), MR_ERR_DUPLICATE);
  folder_remove(&f);
}

static void what_is_added_begins_on_its_own_line(void **unused) {
  (void)unused;
  folder f;
  folder_make(&f);
  static const char *const before[] = {"", "a\n", "a"};
  static const char *const after[] = {"b\n", "a\nb\n", "a\nb\n"};
  for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
    int descriptor = -1;
    spill(in(&f, "x"), before[i]);
    assert_int_equal(mr_file_grow_lines(f.name, &descriptor, NULL), MR_OK);
    assert_int_equal(mr_file_add(descriptor, f.name, "b\n", 2, NULL), MR_OK);
    close(descriptor);
    expect_text(f.name, after[i]);
  }
  folder_remove(&f);
}

static void a_lock_is_taken_once(void **unused) {
  (void)unused;
  folder f;
  mr_error err;
  int one = -1, other = -1;
  folder_make(&f);
  assert_int_equal(mr_file_grow(in(&f, "x"), true, &one, &err), MR_OK);
  assert_int_equal(mr_file_grow(f.name, true, &other, &err), MR_OK);
  assert_int_equal(mr_file_lock(one, "x", "match", &err), MR_OK);
  assert_int_equal(mr_file_lock(other, "x", "match", &err), MR_ERR_IO);
  assert_string_equal(err.message, "x: another match is being written to it right now");
  close(one);
  assert_int_equal(mr_file_lock(other, "x", "match", &err), MR_OK);
  close(other);
  folder_remove(&f);
}

static void a_file_holds_what_it_holds(void **unused) {
  (void)unused;
  folder f;
  char large[20000];
  folder_make(&f);
  memset(large, 'x', sizeof large);
  assert_int_equal(mr_file_write(in(&f, "x"), large, sizeof large, NULL), MR_OK);
  assert_true(mr_file_holds(f.name, large, sizeof large));
  assert_false(mr_file_holds(f.name, large, sizeof large - 1));
  large[sizeof large - 1] = 'y';
  assert_false(mr_file_holds(f.name, large, sizeof large));
  assert_false(mr_file_holds(in(&f, "nothing"), large, 0));
  assert_false(mr_file_holds(f.path, large, 0));
  folder_remove(&f);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_file_takes_its_place_only_when_it_is_whole),
    cmocka_unit_test(a_link_stays_a_link),
    cmocka_unit_test(what_others_have_put_in_the_way_is_left_alone),
    cmocka_unit_test(a_folder_and_a_missing_folder_are_named),
    cmocka_unit_test(a_device_is_written_to),
    cmocka_unit_test(what_may_not_be_written_to_is_not_replaced),
    cmocka_unit_test(where_there_is_no_room_the_old_file_stays),
    cmocka_unit_test(what_a_killed_process_leaves_goes_with_the_next_file),
    cmocka_unit_test(what_another_process_is_writing_stays),
    cmocka_unit_test(a_name_is_taken_once),
    cmocka_unit_test(what_is_added_begins_on_its_own_line),
    cmocka_unit_test(a_lock_is_taken_once),
    cmocka_unit_test(a_file_holds_what_it_holds),
};

MR_TEST_MAIN(tests)
