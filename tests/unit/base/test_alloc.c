#include <marcher/alloc.h>

#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/poison.h"
#include "failing_alloc.h"
#include "test_main.h"

static bool is_zero(const void *block, size_t size) {
  const unsigned char *bytes = block;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] != 0) {
      return false;
    }
  }
  return true;
}

static bool is_aligned(const void *block) {
  return (uintptr_t)block % alignof(max_align_t) == 0;
}

/** Gives blocks that are full of rubbish. */
static void *resize_dirty(void *context, void *block, size_t old_size, size_t new_size) {
  void *fresh =
      mr_allocator_default()->resize(mr_allocator_default()->context, block, old_size, new_size);
  (void)context;
  return fresh != NULL ? memset(fresh, 0xA5, new_size) : NULL;
}

/** Has one block, the context, and gives it to whoever asks. */
static void *resize_in_place(void *context, void *block, size_t old_size, size_t new_size) {
  (void)block;
  (void)old_size;
  return new_size > 0 && new_size <= (size_t)1 << 14 ? context : NULL;
}

static void a_grown_array_keeps_its_items_and_at_least_doubles(void **state) {
  (void)state;
  size_t room = 0;
  int *items = NULL;
  for (int i = 0; i < 1000; i++) {
    size_t before = room;
    int *grown = mr_alloc_grow(NULL, items, &room, (size_t)i + 1, sizeof *items);
    assert_non_null(grown);
    assert_true(room > (size_t)i && (room == before || room >= 2 * before));
    items = grown;
    items[i] = i;
  }
  for (int i = 0; i < 1000; i++) {
    assert_int_equal(items[i], i);
  }
  assert_null(mr_alloc_grow(NULL, items, &room, SIZE_MAX, sizeof *items));
  mr_alloc_free(NULL, items, room * sizeof *items);
}

static void a_zeroed_block_is_zeroed_whatever_the_allocator_gives(void **state) {
  (void)state;
  const mr_allocator dirty = {resize_dirty, NULL};
  const mr_allocator *allocators[] = {NULL, mr_allocator_default(), &dirty};
  for (size_t i = 0; i < 3; i++) {
    void *block = mr_alloc_zero(allocators[i], 7, 11);
    assert_non_null(block);
    assert_true(is_zero(block, 77));
    assert_true(is_aligned(block));
    mr_alloc_free(allocators[i], block, 77);
  }
}

/** Says of a byte where it is. */
static unsigned char number_of(size_t at) {
  return (unsigned char)(at * 31 + (at >> 12));
}

static void number(unsigned char *block, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    block[i] = number_of(i);
  }
}

static void check_numbered(const unsigned char *block, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (block[i] != number_of(i)) {
      fail_msg("byte %zu of %zu is lost", i, count);
    }
  }
}

static void a_block_keeps_its_bytes_whatever_size_it_takes(void **state) {
  (void)state;
  enum { MB = 1 << 20, KINDS = 9 };
  /* From 4 MB on blocks are mapped, in steps of 2 MB. */
  static const size_t sizes[KINDS] = {1,          100,    3 * MB,     4 * MB - 1, 4 * MB,
                                      4 * MB + 1, 6 * MB, 6 * MB + 1, 9 * MB};
  const mr_allocator *a = mr_allocator_default();
  size_t held = 0;
  unsigned char *block = NULL;
  for (unsigned i = 0; i < KINDS * KINDS * 2; i++) {
    size_t wanted = sizes[(i % KINDS * (1 + i / KINDS % KINDS) + i / KINDS) % KINDS];
    size_t kept = held < wanted ? held : wanted;
    block = a->resize(a->context, block, held, wanted);
    assert_non_null(block);
    assert_true(is_aligned(block));
    check_numbered(block, kept);
    number(block, kept, wanted);
    held = wanted;
  }
  assert_null(a->resize(a->context, block, held, 0));
}

static void a_large_zeroed_block_is_zeroed_again_and_again(void **state) {
  (void)state;
  enum { LARGE = 9 << 20 };
  for (int i = 0; i < 3; i++) {
    unsigned char *block = mr_alloc_zero(NULL, LARGE, 1);
    assert_non_null(block);
    assert_true(is_zero(block, LARGE));
    memset(block, 0xA5, LARGE);
    mr_alloc_free(NULL, block, LARGE);
  }
}

static void more_than_there_is_is_refused_and_the_block_stays(void **state) {
  (void)state;
#ifdef MR_POISON_WORKS
  skip(); /* AddressSanitizer takes the question itself for a fault */
#endif
  const mr_allocator *a = mr_allocator_default();
  const size_t sizes[] = {100, (size_t)5 << 20};
  const size_t wanted[] = {SIZE_MAX, SIZE_MAX - 4096, SIZE_MAX / 2, (size_t)1 << 60};
  for (size_t i = 0; i < 2; i++) {
    unsigned char *block = a->resize(a->context, NULL, 0, sizes[i]);
    assert_non_null(block);
    number(block, 0, sizes[i]);
    for (size_t k = 0; k < 4; k++) {
      assert_null(a->resize(a->context, block, sizes[i], wanted[k]));
      assert_null(a->resize(a->context, NULL, 0, wanted[k]));
    }
    check_numbered(block, sizes[i]);
    assert_null(a->resize(a->context, block, sizes[i], 0));
  }
  assert_null(mr_alloc_zero(NULL, SIZE_MAX, 1));
}

static void a_product_that_overflows_is_refused(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  assert_null(mr_alloc_zero(&memory.allocator, SIZE_MAX / 2, 3));
  assert_null(mr_alloc_zero(&memory.allocator, SIZE_MAX, SIZE_MAX));
  assert_int_equal(memory.calls, 0);
}

static void an_empty_block_is_a_block(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  void *block = mr_alloc_zero(&memory.allocator, 0, 8);
  assert_non_null(block);
  mr_alloc_free(&memory.allocator, block, 0);
  assert_true(mr_fail_alloc_clean(&memory));
  mr_alloc_free(&memory.allocator, NULL, 0);
  mr_alloc_free(NULL, NULL, 5);
}

static void the_default_allocator_keeps_what_it_resizes(void **state) {
  (void)state;
  const mr_allocator *libc = mr_allocator_default();
  char *text = libc->resize(libc->context, NULL, 0, 4);
  assert_non_null(text);
  memcpy(text, "abc", 4);
  text = libc->resize(libc->context, text, 4, 4096);
  assert_non_null(text);
  assert_string_equal(text, "abc");
  assert_null(libc->resize(libc->context, text, 4096, 0));
}

static void an_arena_allocates_nothing_before_it_is_asked(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_arena arena;
  mr_arena_init(&arena, &memory.allocator, 0);
  assert_int_equal(memory.calls, 0);
  assert_int_equal(arena.limit, MR_ARENA_DEFAULT_LIMIT);
  mr_arena_done(&arena);
  mr_arena_done(NULL);
  mr_arena zeroed = {0};
  mr_arena_done(&zeroed);
}

static void an_arena_gives_zeroed_aligned_blocks_that_do_not_overlap(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_arena arena;
  mr_arena_init(&arena, &memory.allocator, 0);
  unsigned char *blocks[500];
  for (size_t i = 0; i < 500; i++) {
    size_t size = i * 7 % 133;
    blocks[i] = mr_arena_zero(&arena, size, 1);
    assert_non_null(blocks[i]);
    assert_true(is_aligned(blocks[i]));
    assert_true(is_zero(blocks[i], size));
    memset(blocks[i], (int)(i % 251), size);
  }
  for (size_t i = 0; i < 500; i++) {
    for (size_t j = 0; j < i * 7 % 133; j++) {
      assert_int_equal(blocks[i][j], i % 251);
    }
  }
  assert_true(memory.live_blocks < 250); /* far fewer requests than blocks */
  assert_int_equal(memory.live_bytes, arena.held);
  mr_arena_done(&arena);
  assert_true(mr_fail_alloc_clean(&memory));
}

static void an_arena_never_holds_more_than_its_limit(void **state) {
  (void)state;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_arena arena;
  mr_arena_init(&arena, &memory.allocator, 10000);
  size_t given = 0;
  while (mr_arena_zero(&arena, 1, 100) != NULL) {
    given += 100;
    assert_true(arena.held <= arena.limit);
  }
  assert_true(given >= 5000);
  assert_true(memory.most_bytes <= 10000);
  assert_null(mr_arena_zero(&arena, 1, 20000));
  mr_arena_done(&arena);
  assert_int_equal(arena.held, 0);
  assert_true(mr_fail_alloc_clean(&memory));
}

static void an_arena_can_be_filled_to_its_very_limit_by_one_block(void **state) {
  (void)state;
  mr_arena arena;
  mr_arena_init(&arena, NULL, 4096);
  size_t size = 4096;
  while (mr_arena_zero(&arena, 1, size) == NULL) {
    size--;
  }
  assert_true(size >= 4096 - 64);
  assert_true(arena.held <= 4096);
  mr_arena_done(&arena);
}

static void an_arena_refuses_sizes_that_overflow(void **state) {
  (void)state;
  mr_arena arena;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  assert_null(mr_arena_zero(&arena, SIZE_MAX / 2, 4));
  assert_null(mr_arena_zero(&arena, SIZE_MAX, 1));
  assert_null(mr_arena_zero(&arena, SIZE_MAX - 8, 1));
  assert_null(mr_arena_copy(&arena, "x", SIZE_MAX));
  assert_int_equal(arena.held, 0);
  mr_arena_done(&arena);
}

static void an_arena_copies_texts_and_ends_them(void **state) {
  (void)state;
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  assert_string_equal(mr_arena_copy(&arena, "knight", 4), "knig");
  assert_string_equal(mr_arena_copy(&arena, NULL, 0), "");
  mr_arena_done(&arena);
}

static void an_arena_survives_a_failure_at_every_request(void **state) {
  (void)state;
  for (size_t n = 1; n < 8; n++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_arena arena;
    mr_arena_init(&arena, &memory.allocator, 0);
    size_t failures = 0;
    for (size_t i = 0; i < 8; i++) {
      failures += mr_arena_zero(&arena, 1, (size_t)1 << 20) == NULL;
    }
    assert_int_equal(failures, 1);
    mr_arena_done(&arena);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

#ifdef MR_POISON_WORKS
/* What a process does that touches a byte it should not. */
static void touch(const char *block, size_t at) {
  const volatile char *bytes = block;
  if (freopen("/dev/null", "w", stderr) == NULL || bytes[at] != 0) {
    _exit(77);
  }
  _exit(0);
}

/* Whether a process that touches a byte is ended for it. */
static bool is_noticed(const char *block, size_t at) {
  int status = 0;
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    touch(block, at);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(!WIFEXITED(status) || WEXITSTATUS(status) != 77);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}
#endif

static void a_byte_behind_a_block_of_an_arena_is_out_of_bounds(void **state) {
  (void)state;
#ifdef MR_POISON_WORKS
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  const char *first = mr_arena_zero(&arena, 13, 1);
  const char *second = mr_arena_zero(&arena, 16, 1);
  const char *text = mr_arena_copy(&arena, "text", 4);
  assert_non_null(text);
  assert_false(is_noticed(first, 12));
  assert_true(is_noticed(first, 13));
  assert_true(is_noticed(first, 16));
  assert_false(is_noticed(second, 15));
  assert_true(is_noticed(second, 16));
  assert_true(is_noticed(second - 1, 0));
  assert_true(is_noticed(text, 5));
  assert_true(is_noticed(text, 64)); /* what nobody has been given yet */
  mr_arena_done(&arena);
#else
  skip(); /* only AddressSanitizer can tell */
#endif
}

static void memory_of_an_arena_can_be_used_again_when_it_is_gone(void **state) {
  (void)state;
  static alignas(max_align_t) char room[1 << 14];
  for (size_t i = 0; i < 3; i++) {
    mr_allocator allocator = {resize_in_place, room};
    mr_arena arena;
    mr_arena_init(&arena, &allocator, 0);
    assert_non_null(mr_arena_zero(&arena, 100, 1)); /* there is room for one block alone */
    mr_arena_done(&arena);
    memset(room, 1, sizeof room); /* nothing of it is poisoned any more */
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_grown_array_keeps_its_items_and_at_least_doubles),
    cmocka_unit_test(a_zeroed_block_is_zeroed_whatever_the_allocator_gives),
    cmocka_unit_test(a_block_keeps_its_bytes_whatever_size_it_takes),
    cmocka_unit_test(a_large_zeroed_block_is_zeroed_again_and_again),
    cmocka_unit_test(more_than_there_is_is_refused_and_the_block_stays),
    cmocka_unit_test(a_product_that_overflows_is_refused),
    cmocka_unit_test(an_empty_block_is_a_block),
    cmocka_unit_test(the_default_allocator_keeps_what_it_resizes),
    cmocka_unit_test(an_arena_allocates_nothing_before_it_is_asked),
    cmocka_unit_test(an_arena_gives_zeroed_aligned_blocks_that_do_not_overlap),
    cmocka_unit_test(an_arena_never_holds_more_than_its_limit),
    cmocka_unit_test(an_arena_can_be_filled_to_its_very_limit_by_one_block),
    cmocka_unit_test(an_arena_refuses_sizes_that_overflow),
    cmocka_unit_test(an_arena_copies_texts_and_ends_them),
    cmocka_unit_test(an_arena_survives_a_failure_at_every_request),
    cmocka_unit_test(a_byte_behind_a_block_of_an_arena_is_out_of_bounds),
    cmocka_unit_test(memory_of_an_arena_can_be_used_again_when_it_is_gone),
};

MR_TEST_MAIN(tests)
