/*
 * Tables as files: they come back as they were, what is damaged or of another game is refused, a
 * folder of them answers for all, and any number of threads may ask.
 */
#include <dirent.h>
#include <limits.h>
#include <marcher/endgame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/thread.h"
#include "borderline_open.h"
#include "chase_game.h"
#include "endgame/pack.h"
#include "endgame_fixture.h"
#include "ending_solver.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "test_main.h"

/* Men whose rights are no part of where they stand. */
#define PAWNS_MEET (MR_SLOW_BUILD ? "KPvP" : "KPvKP")

/* ---- a folder for the test ------------------------------------------------------------------- */

typedef struct folder {
  char path[512];
  char file[1024]; /* the last one named */
} folder;

static void folder_make(folder *f) {
  snprintf(f->path, sizeof f->path, "%s/endgame_files_XXXXXX", MR_BINARY_DIR);
  assert_non_null(mkdtemp(f->path));
}

static const char *folder_name(folder *f, const char *name) {
  snprintf(f->file, sizeof f->file, "%s/%s", f->path, name);
  return f->file;
}

static void folder_remove(folder *f) {
  DIR *open = opendir(f->path);
  assert_non_null(open);
  for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      assert_int_equal(unlink(folder_name(f, entry->d_name)), 0);
    }
  }
  closedir(open);
  assert_int_equal(rmdir(f->path), 0);
}

static unsigned char *slurp(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  assert_int_equal(fclose(file), 0);
  return bytes;
}

static void spill(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static void save(const mr_game *game, const char *men_text, const char *path) {
  mr_error err = {.message = ""};
  mr_endgame_men men = mr_men_of(game, men_text);
  mr_endgame *endgame = mr_tables_of(game, &men);
  if (mr_endgame_save(endgame, path, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  mr_endgame_free(endgame);
}

static mr_endgame *load(const mr_game *game, const char *path) {
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  if (mr_endgame_load(game, path, NULL, &endgame, &err) != MR_OK) {
    fail_msg("%s: %s", err.source, err.message);
  }
  return endgame;
}

/* ---- there and back -------------------------------------------------------------------------- */

static void expect_summaries(const mr_endgame *one, const mr_endgame *two) {
  assert_int_equal(mr_endgame_count(one), mr_endgame_count(two));
  for (size_t i = 0; i < mr_endgame_count(one); i++) {
    mr_endgame_summary a;
    mr_endgame_summary b;
    mr_endgame_summarise(one, i, &a);
    mr_endgame_summarise(two, i, &b);
    assert_string_equal(a.name, b.name);
    assert_int_equal(a.positions, b.positions);
    assert_int_equal(a.irregular, b.irregular);
    assert_memory_equal(a.side, b.side, sizeof a.side);
  }
}

/* Every state that the solver knows has its result in a file. */
static void expect_back(chase_rules rules, const char *text) {
  folder f;
  mr_game *game = chase_game_new(rules);
  mr_endgame_men men = mr_men_of(game, text);
  mr_endgame *made = mr_tables_of(game, &men);
  folder_make(&f);
  save(game, text, folder_name(&f, "one"));
  mr_endgame *endgame = load(game, f.file);
  expect_summaries(made, endgame);
  ending_solver solver;
  ending_solver_init(&solver, game, &men);
  assert_true(solver.count > 100);
  for (size_t i = 0; i < solver.count; i++) {
    mr_tablebase_result found = {MR_NOBODY, 0};
    const mr_state *state = ending_solver_state(&solver, i);
    assert_int_equal(mr_endgame_probe(endgame, state, &found, NULL), MR_OK);
    assert_int_equal(found.winner.id, solver.nodes[i].winner.id);
    assert_int_equal(found.plies, solver.nodes[i].plies);
  }
  ending_solver_done(&solver);
  mr_endgame_free(endgame);
  mr_endgame_free(made);
  mr_game_free(game);
  folder_remove(&f);
}

static void tables_come_back_from_their_file(void **state) {
  (void)state;
  expect_back((chase_rules){.columns = 4, .rows = 3}, "KRvKN");
  expect_back((chase_rules){.columns = 4, .rows = 4}, "KPvK");
  expect_back((chase_rules){.columns = 4, .rows = 3}, "KRRvK");
}

static void tables_with_rights_and_odd_hashes_come_back(void **state) {
  (void)state;
  expect_back((chase_rules){.columns = 3, .rows = 4, .jumps = true}, PAWNS_MEET);
  expect_back((chase_rules){.columns = 4, .rows = 3, .mixed_hash = true},
              MR_SLOW_BUILD ? "KRvK" : "KRRvK");
}

static void an_old_file_is_replaced_as_a_whole(void **state) {
  (void)state;
  folder f;
  size_t size = 0;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  folder_make(&f);
  spill(folder_name(&f, "one"), "junk", 4);
  save(game, "KRvK", f.file);
  free(slurp(f.file, &size));
  assert_true(size > 88);
  mr_endgame_free(load(game, f.file));
  assert_int_not_equal(access(folder_name(&f, "one.part"), F_OK), 0);
  mr_game_free(game);
  folder_remove(&f);
}

static void a_file_that_cannot_be_written_is_told(void **state) {
  (void)state;
  mr_error err = {.message = ""};
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  mr_endgame_men men = mr_men_of(game, "KvK");
  mr_endgame *endgame = mr_tables_of(game, &men);
  assert_int_equal(mr_endgame_save(endgame, MR_BINARY_DIR "/no/such/folder", &err), MR_ERR_IO);
  assert_non_null(strstr(err.message, "No such file"));
  assert_int_equal(mr_endgame_save(endgame, NULL, NULL), MR_ERR_ARGUMENT);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static mr_status read_bytes(const mr_game *game, const void *bytes, size_t size, mr_error *err) {
  mr_endgame *endgame = NULL;
  /* An exact copy, so that a sanitizer sees a read past its end. */
  unsigned char *copy = malloc(size + (size == 0));
  assert_non_null(copy);
  memcpy(copy, bytes, size);
  mr_status status = mr_endgame_read(game, copy, size, NULL, &endgame, err);
  assert_true((status == MR_OK) == (endgame != NULL));
  mr_endgame_free(endgame);
  free(copy);
  return status;
}

static unsigned char *small_file(const mr_game *game, size_t *size) {
  folder f;
  folder_make(&f);
  save(game, "RvK", folder_name(&f, "small"));
  unsigned char *bytes = slurp(f.file, size);
  folder_remove(&f);
  return bytes;
}

static void every_damaged_byte_is_noticed(void **state) {
  (void)state;
  size_t size = 0;
  mr_error err = {.message = ""};
  mr_game *game = chase_game_new((chase_rules){.columns = 3, .rows = 3});
  unsigned char *bytes = small_file(game, &size);
  assert_int_equal(read_bytes(game, bytes, size, &err), MR_OK);
  for (size_t i = 0; i < size; i++) {
    bytes[i] ^= (unsigned char)(1u << i % 8);
    if (read_bytes(game, bytes, size, &err) != MR_ERR_SYNTAX || err.message[0] == '\0') {
      fail_msg("byte %zu of %zu: %s", i, size, err.message);
    }
    bytes[i] ^= (unsigned char)(1u << i % 8);
  }
  free(bytes);
  mr_game_free(game);
}

/* Sets the sums right, as a forger would. */
static void put64(unsigned char *at, uint64_t value) {
  for (unsigned i = 0; i < 8; i++) {
    at[i] = (unsigned char)(value >> (8 * i));
  }
}

static void sum_up(unsigned char *bytes, size_t size) {
  size_t header = (size_t)bytes[12] | (size_t)bytes[13] << 8;
  put64(bytes + PACK_AT_SUM, mr_endgame_sum(0, bytes + header, size - header));
  put64(bytes + PACK_AT_HEAD_SUM, mr_endgame_head_sum(bytes, header));
}

static void codes_that_no_table_has_are_refused_whatever_the_sums(void **state) {
  static const uint16_t codes[] = {1, UINT16_MAX - 1};
  (void)state;
  size_t size = 0;
  mr_error err = {.message = ""};
  mr_game *game = chase_game_new((chase_rules){.columns = 3, .rows = 3});
  unsigned char *bytes = small_file(game, &size);
  unsigned char *word = bytes + PACK_HEAD + PACK_TABLE + 2 * PACK_MAN + PACK_SIDE;
  while ((word[0] | word[1]) == 0 || (word[0] & word[1]) == UCHAR_MAX) {
    word += 2; /* to one that says who wins, and when */
  }
  sum_up(bytes, size);
  assert_int_equal(read_bytes(game, bytes, size, &err), MR_OK);
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    word[0] = (unsigned char)codes[i];
    word[1] = (unsigned char)(codes[i] >> 8);
    sum_up(bytes, size);
    assert_int_equal(read_bytes(game, bytes, size, &err), MR_ERR_SYNTAX);
    assert_non_null(strstr(err.message, "the codes of a table"));
  }
  free(bytes);
  mr_game_free(game);
}

static void a_width_that_no_code_has_is_refused_whatever_the_sums(void **state) {
  (void)state;
  size_t size = 0;
  mr_error err = {.message = ""};
  mr_game *game = chase_game_new((chase_rules){.columns = 3, .rows = 3});
  unsigned char *bytes = small_file(game, &size);
  unsigned char *width = bytes + PACK_HEAD + PACK_TABLE + 2 * PACK_MAN + PACK_SIDE - 8;
  assert_in_range(*width, 1, 16);
  *width = 17; /* codes are of 16 bits */
  sum_up(bytes, size);
  assert_int_equal(read_bytes(game, bytes, size, &err), MR_ERR_SYNTAX);
  assert_non_null(strstr(err.message, "the codes of a table"));
  free(bytes);
  mr_game_free(game);
}

/* Of another definition, by its hash: its name is told, but only where it is one. */
static void the_name_of_another_game_is_told_if_it_is_one(void **state) {
  (void)state;
  size_t size = 0;
  mr_error err = {.message = ""};
  mr_game *game = chase_game_new((chase_rules){.columns = 3, .rows = 3});
  unsigned char *bytes = small_file(game, &size);
  char *name = (char *)bytes + PACK_AT_HEAD_SUM + 8;
  bytes[24] ^= 1;
  sum_up(bytes, size);
  assert_int_equal(read_bytes(game, bytes, size, &err), MR_ERR_MISMATCH);
  assert_non_null(strstr(err.message, "under other rules"));
  memcpy(name, "another", sizeof "another");
  sum_up(bytes, size);
  assert_int_equal(read_bytes(game, bytes, size, &err), MR_ERR_MISMATCH);
  assert_non_null(strstr(err.message, "the tables are of another, not of "));
  static const char bad[] = {' ', '\n', '\033', '\177', '\377'};
  for (size_t i = 0; i < sizeof bad; i++) {
    name[2] = bad[i];
    sum_up(bytes, size);
    assert_int_equal(read_bytes(game, bytes, size, &err), MR_ERR_SYNTAX);
    assert_non_null(strstr(err.message, "the name of its game"));
  }
  memset(name, 'x', PACK_GAME); /* without an end */
  sum_up(bytes, size);
  assert_int_equal(read_bytes(game, bytes, size, &err), MR_ERR_SYNTAX);
  free(bytes);
  mr_game_free(game);
}

static void a_pipe_is_no_file_of_tables_and_nobody_waits_for_it(void **state) {
  (void)state;
  folder f;
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  mr_game *game = chase_game_new((chase_rules){.columns = 3, .rows = 3});
  folder_make(&f);
  const char *path = folder_name(&f, "pipe" MR_ENDGAME_SUFFIX);
  assert_int_equal(mkfifo(path, 0600), 0);
  assert_int_equal(mr_endgame_load(game, path, NULL, &endgame, &err), MR_ERR_SYNTAX);
  assert_non_null(strstr(err.message, "no ordinary file"));
  assert_null(endgame);
  mr_game_free(game);
  folder_remove(&f);
}

static void a_file_cut_off_or_too_long_is_refused(void **state) {
  (void)state;
  size_t size = 0;
  mr_game *game = chase_game_new((chase_rules){.columns = 3, .rows = 3});
  unsigned char *bytes = small_file(game, &size);
  for (size_t i = 0; i < size; i++) {
    assert_int_equal(read_bytes(game, bytes, i, NULL), MR_ERR_SYNTAX);
  }
  unsigned char *more = calloc(1, size + 8);
  assert_non_null(more);
  memcpy(more, bytes, size);
  assert_int_equal(read_bytes(game, more, size + 8, NULL), MR_ERR_SYNTAX);
  free(more);
  free(bytes);
  mr_game_free(game);
}

static void tables_of_other_rules_are_refused_by_name(void **state) {
  (void)state;
  folder f;
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  mr_game *game = mr_game_open("nearly-colorboundmost", "");
  mr_game *other = mr_game_open("nearly-colorboundmost", "nMoveRule=40");
  mr_game *chess = mr_game_open("chess", "");
  folder_make(&f);
  save(game, "KvK", folder_name(&f, "x"));
  mr_endgame_free(load(game, f.file));
  assert_int_equal(mr_endgame_load(other, f.file, NULL, &endgame, &err), MR_ERR_MISMATCH);
  assert_string_equal(err.source, f.file);
  assert_string_equal(err.message, "the tables are of nearly-colorboundmost under other rules");
  assert_int_equal(mr_endgame_load(chess, f.file, NULL, &endgame, &err), MR_ERR_MISMATCH);
  assert_string_equal(err.message, "the tables are of nearly-colorboundmost, not of chess");
  assert_null(endgame);
  mr_game_free(chess);
  mr_game_free(other);
  mr_game_free(game);
  folder_remove(&f);
}

/* Both toy games have no definition, so only the positions tell that the rules are others. */
static void tables_that_contradict_the_rules_are_refused(void **state) {
  (void)state;
  folder f;
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4, .goal = true});
  mr_game *other = chase_game_new((chase_rules){.columns = 4, .rows = 4, .bare_goal = true});
  folder_make(&f);
  save(game, "KvK", folder_name(&f, "x"));
  assert_int_equal(mr_endgame_load(other, f.file, NULL, &endgame, &err), MR_ERR_ILLEGAL);
  assert_non_null(strstr(err.message, "contradicts the rules"));
  mr_game_free(other);
  mr_game_free(game);
  folder_remove(&f);
}

static void what_is_no_file_of_tables_is_told(void **state) {
  (void)state;
  folder f;
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  folder_make(&f);
  assert_int_equal(mr_endgame_load(game, folder_name(&f, "none"), NULL, &endgame, &err), MR_ERR_IO);
  assert_int_equal(mr_endgame_load(game, f.path, NULL, &endgame, &err), MR_ERR_SYNTAX);
  spill(folder_name(&f, "empty"), "", 0);
  assert_int_equal(mr_endgame_load(game, f.file, NULL, &endgame, &err), MR_ERR_SYNTAX);
  spill(folder_name(&f, "text"), "these are no tables", 19);
  assert_int_equal(mr_endgame_load(game, f.file, NULL, &endgame, &err), MR_ERR_SYNTAX);
  assert_string_equal(err.message, "no file of tables");
  assert_int_equal(mr_endgame_load(game, NULL, NULL, &endgame, &err), MR_ERR_ARGUMENT);
  assert_null(endgame);
  mr_game_free(game);
  folder_remove(&f);
}

/* ---- sets ------------------------------------------------------------------------------------ */

static void a_folder_answers_for_all_its_files(void **state) {
  (void)state;
  folder f;
  mr_table table;
  mr_tablebase_result known = {MR_NOBODY, 0};
  mr_endgame_set *set = NULL;
  mr_table_open_game(&table, "nearly-colorboundmost", "", NULL);
  mr_game *chess = mr_game_open("chess", "");
  folder_make(&f);
  save(table.game, "KQvK", folder_name(&f, "a" MR_ENDGAME_SUFFIX));
  save(table.game, "KvKQ", folder_name(&f, "b" MR_ENDGAME_SUFFIX));
  save(chess, "KvK", folder_name(&f, "c" MR_ENDGAME_SUFFIX));
  spill(folder_name(&f, "notes.txt"), "not mine", 8);
  assert_int_equal(mr_endgame_set_open(table.game, f.path, NULL, &set, NULL), MR_OK);
  assert_int_equal(mr_endgame_set_count(set), 2);
  assert_int_equal(mr_endgame_count(mr_endgame_set_at(set, 0)), 2);
  assert_false(mr_endgame_set_probe(set, table.state, &known));
  for (uint8_t player = 0; player < 2; player++) {
    mr_endgame_summary summary;
    const mr_endgame *endgame = mr_endgame_set_at(set, player);
    mr_endgame_summarise(endgame, 0, &summary);
    assert_true(mr_endgame_example(endgame, 0, (mr_player){player}, true, table.state));
    assert_true(mr_endgame_set_probe(set, table.state, &known));
    assert_int_equal(known.winner.id, player);
    assert_int_equal(known.plies, summary.side[player].longest_win);
    assert_true(known.plies > 0);
  }
  mr_endgame_set_free(set);
  mr_game_free(chess);
  mr_table_close(&table);
  folder_remove(&f);
}

static void a_folder_without_tables_of_the_game_is_an_empty_set(void **state) {
  (void)state;
  folder f;
  mr_tablebase_result known = {MR_NOBODY, 0};
  mr_endgame_set *set = NULL;
  mr_table table;
  mr_table_open_game(&table, "chess", "", "8/8/8/3k4/8/8/8/K7 w - - 0 1");
  mr_game *borderline = mr_game_open("borderline", "");
  folder_make(&f);
  assert_int_equal(mr_endgame_set_open(table.game, f.path, NULL, &set, NULL), MR_OK);
  assert_int_equal(mr_endgame_set_count(set), 0);
  assert_false(mr_endgame_set_probe(set, table.state, &known));
  mr_endgame_set_free(set);
  save(table.game, "KvK", folder_name(&f, "c" MR_ENDGAME_SUFFIX));
  assert_int_equal(mr_endgame_set_open(borderline, f.path, NULL, &set, NULL), MR_OK);
  assert_int_equal(mr_endgame_set_count(set), 0);
  mr_endgame_set_free(set);
  mr_game_free(borderline);
  mr_table_close(&table);
  folder_remove(&f);
}

static void a_damaged_file_of_a_folder_is_named(void **state) {
  (void)state;
  folder f;
  mr_error err = {.message = ""};
  mr_endgame_set *set = NULL;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  folder_make(&f);
  save(game, "KvK", folder_name(&f, "good" MR_ENDGAME_SUFFIX));
  spill(folder_name(&f, "bad" MR_ENDGAME_SUFFIX), "MARCHEND", 8);
  assert_int_equal(mr_endgame_set_open(game, f.path, NULL, &set, &err), MR_ERR_SYNTAX);
  assert_string_equal(err.source, f.file);
  assert_int_equal(mr_endgame_set_open(game, folder_name(&f, "none"), NULL, &set, &err), MR_ERR_IO);
  assert_null(set);
  mr_game_free(game);
  folder_remove(&f);
}

/* ---- what is kept on the way ----------------------------------------------------------------- */

/* Work that is watched. */
typedef struct watch {
  size_t stop_at;  /* finished tables after which it is stopped; 0: never */
  size_t expanded; /* tables of which moves were made */
  char last[MR_ENDGAME_NAME_MAX];
  mr_endgame_plan plan;
  bool planned;
} watch;

static bool look_on(void *context, const mr_endgame_progress *progress) {
  watch *w = context;
  if (progress->phase == MR_ENDGAME_MOVES && strcmp(w->last, progress->name) != 0) {
    w->expanded++;
    snprintf(w->last, sizeof w->last, "%s", progress->name);
  }
  return w->stop_at == 0 || progress->finished < w->stop_at;
}

static bool hear(void *context, const mr_endgame_plan *plan) {
  watch *w = context;
  w->plan = *plan;
  w->planned = true;
  return true;
}

static size_t count_parts(const folder *f) {
  DIR *open = opendir(f->path);
  assert_non_null(open);
  size_t count = 0;
  for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
    count += strstr(entry->d_name, MR_ENDGAME_PART_SUFFIX) != NULL;
  }
  closedir(open);
  return count;
}

/* Ruins the first part that there is. */
static void damage_part(folder *f) {
  DIR *open = opendir(f->path);
  struct dirent *entry = readdir(open);
  while (strstr(entry->d_name, MR_ENDGAME_PART_SUFFIX) == NULL) {
    entry = readdir(open);
  }
  size_t size = 0;
  unsigned char *bytes = slurp(folder_name(f, entry->d_name), &size);
  bytes[size / 2] ^= 1;
  spill(f->file, bytes, size);
  free(bytes);
  closedir(open);
}

static void work_that_was_stopped_goes_on_where_it_was(void **state) {
  (void)state;
  folder f;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4, .jumps = true});
  mr_endgame_men men = mr_men_of(game, "KPvK");
  mr_endgame *made = mr_tables_of(game, &men);
  size_t tables = mr_endgame_count(made);
  assert_in_range(tables, 3, 9);
  folder_make(&f);
  mr_error err = {.message = ""};
  watch w = {.stop_at = tables - 1};
  mr_endgame_options options = {
      .progress = look_on, .planned = hear, .context = &w, .folder = f.path};
  mr_endgame *endgame = NULL;
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, &err), MR_ERR_CANCELLED);
  assert_int_equal(w.plan.tables, tables);
  assert_int_equal(w.plan.known, 0);
  assert_int_equal(count_parts(&f), tables - 1);
  /* Parts are no endings for others to load. */
  mr_endgame_set *set = NULL;
  assert_int_equal(mr_endgame_set_open(game, f.path, NULL, &set, &err), MR_OK);
  assert_int_equal(mr_endgame_set_count(set), 0);
  mr_endgame_set_free(set);
  /* What is damaged is worked out again, and nothing else but what was missing. */
  damage_part(&f);
  w = (watch){.stop_at = 0};
  if (mr_endgame_new(game, &men, &options, &endgame, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  assert_int_equal(w.plan.tables, 2);
  assert_int_equal(w.plan.known, tables - 2);
  assert_int_equal(w.expanded, 2);
  expect_summaries(made, endgame);
  /* The file is the same as if nothing had happened, and takes the place of the parts. */
  size_t size = 0;
  size_t straight = 0;
  assert_int_equal(mr_endgame_save(made, folder_name(&f, "straight"), &err), MR_OK);
  unsigned char *expected = slurp(f.file, &straight);
  assert_int_equal(count_parts(&f), tables);
  assert_int_equal(mr_endgame_save(endgame, folder_name(&f, "x" MR_ENDGAME_SUFFIX), &err), MR_OK);
  assert_int_equal(count_parts(&f), 0);
  mr_endgame_free(endgame);
  unsigned char *bytes = slurp(folder_name(&f, "x" MR_ENDGAME_SUFFIX), &size);
  assert_int_equal(size, straight);
  assert_memory_equal(bytes, expected, size);
  /* A saved ending is known, too. */
  w = (watch){.stop_at = 0};
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, &err), MR_OK);
  assert_int_equal(w.plan.tables, 0);
  assert_int_equal(w.plan.known, tables);
  assert_int_equal(w.expanded, 0);
  expect_summaries(made, endgame);
  mr_endgame_free(endgame);
  free(bytes);
  free(expected);
  mr_endgame_free(made);
  mr_game_free(game);
  folder_remove(&f);
}

static void what_does_not_fit_is_refused_before_the_work(void **state) {
  (void)state;
  folder f;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4, .jumps = true});
  mr_endgame_men men = mr_men_of(game, "KPvK");
  folder_make(&f);
  mr_error err = {.message = ""};
  watch w = {.stop_at = 0};
  mr_endgame_options options = {.progress = look_on, .planned = hear, .context = &w};
  mr_endgame *endgame = NULL;
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, &err), MR_OK);
  mr_endgame_free(endgame);
  endgame = NULL;
  assert_true(w.plan.memory_least < w.plan.memory);
  assert_true(w.plan.positions > 10000 && w.plan.disk >= w.plan.positions);
  options.memory = (size_t)w.plan.memory - 1;
  w = (watch){.stop_at = 0};
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, &err), MR_ERR_LIMIT);
  assert_non_null(strstr(err.message, "KPvK needs "));
  assert_true(w.planned && w.expanded == 0);
  /* With a folder it takes less at once, and that is all it takes. */
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  options.allocator = &memory.allocator;
  options.folder = f.path;
  options.memory = (size_t)w.plan.memory_least;
  if (mr_endgame_new(game, &men, &options, &endgame, &err) != MR_OK) {
    fail_msg("%s", err.message);
  }
  mr_endgame_free(endgame);
  assert_true(mr_fail_alloc_clean(&memory));
  options.folder = "/nowhere/at/all";
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, &err), MR_ERR_IO);
  mr_game_free(game);
  folder_remove(&f);
}

/* ---- threads --------------------------------------------------------------------------------- */

enum { THREADS = 4 };

typedef struct asker {
  mr_endgame_set *set;
  const mr_endgame *endgame;
  const ending_solver *solver;
  size_t first;
  size_t wrong;
  size_t known; /* to the set */
} asker;

static bool is_truth(const ending_node *node, mr_tablebase_result found) {
  return found.winner.id == node->winner.id && found.plies == node->plies;
}

static void ask_all(void *context) {
  asker *it = context;
  for (size_t i = 0; i < it->solver->count; i++) {
    size_t own = (it->first + i) % it->solver->count;
    const mr_state *state = ending_solver_state(it->solver, own);
    mr_tablebase_result found = {MR_NOBODY, 0};
    bool good = mr_endgame_probe(it->endgame, state, &found, NULL) == MR_OK &&
                is_truth(&it->solver->nodes[own], found);
    if (mr_endgame_set_probe(it->set, state, &found)) {
      it->known++;
      good = good && is_truth(&it->solver->nodes[own], found);
    }
    it->wrong += !good;
  }
}

static void any_number_of_threads_may_ask_at_once(void **state) {
  (void)state;
  folder f;
  mr_endgame_set *set = NULL;
  mr_thread threads[THREADS];
  asker askers[THREADS];
  mr_game *game = chase_game_new((chase_rules){.columns = 3, .rows = 4, .jumps = true});
  mr_endgame_men men = mr_men_of(game, PAWNS_MEET);
  ending_solver solver;
  ending_solver_init(&solver, game, &men);
  folder_make(&f);
  save(game, PAWNS_MEET, folder_name(&f, "a" MR_ENDGAME_SUFFIX));
  assert_int_equal(mr_endgame_set_open(game, f.file, NULL, &set, NULL), MR_OK);
  for (size_t i = 0; i < THREADS; i++) {
    askers[i] = (asker){.set = set,
                        .endgame = mr_endgame_set_at(set, 0),
                        .solver = &solver,
                        .first = i * solver.count / THREADS};
    assert_int_equal(mr_thread_start(&threads[i], ask_all, &askers[i], NULL), MR_OK);
  }
  for (size_t i = 0; i < THREADS; i++) {
    mr_thread_join(&threads[i]);
    assert_int_equal(askers[i].wrong, 0);
    assert_true(askers[i].known > solver.count / 2 && askers[i].known < solver.count);
  }
  mr_endgame_set_free(set);
  ending_solver_done(&solver);
  mr_game_free(game);
  folder_remove(&f);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(tables_come_back_from_their_file),
    cmocka_unit_test(tables_with_rights_and_odd_hashes_come_back),
    cmocka_unit_test(an_old_file_is_replaced_as_a_whole),
    cmocka_unit_test(a_file_that_cannot_be_written_is_told),
    cmocka_unit_test(every_damaged_byte_is_noticed),
    cmocka_unit_test(a_width_that_no_code_has_is_refused_whatever_the_sums),
    cmocka_unit_test(codes_that_no_table_has_are_refused_whatever_the_sums),
    cmocka_unit_test(the_name_of_another_game_is_told_if_it_is_one),
    cmocka_unit_test(a_pipe_is_no_file_of_tables_and_nobody_waits_for_it),
    cmocka_unit_test(a_file_cut_off_or_too_long_is_refused),
    cmocka_unit_test(tables_of_other_rules_are_refused_by_name),
    cmocka_unit_test(tables_that_contradict_the_rules_are_refused),
    cmocka_unit_test(what_is_no_file_of_tables_is_told),
    cmocka_unit_test(a_folder_answers_for_all_its_files),
    cmocka_unit_test(a_folder_without_tables_of_the_game_is_an_empty_set),
    cmocka_unit_test(a_damaged_file_of_a_folder_is_named),
    cmocka_unit_test(work_that_was_stopped_goes_on_where_it_was),
    cmocka_unit_test(what_does_not_fit_is_refused_before_the_work),
    cmocka_unit_test(any_number_of_threads_may_ask_at_once),
};
MR_TEST_MAIN(tests)
