#include <marcher/alloc.h>

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef MR_HUGE_PAGES
#include <sys/mman.h>
#endif

#include "base/poison.h"

#ifdef MR_STRESS
enum { CHUNK_FIRST = 64, CHUNK_MOST = 256, ROOM_FIRST = 1 };
#else
enum { CHUNK_FIRST = 4096, CHUNK_MOST = 1 << 18, ROOM_FIRST = 16 };
#endif

enum { ALIGNMENT = alignof(max_align_t) };

/**
 * Header of one block from the allocator; `size` bytes follow it, `used` of them given away. What
 * is not given away is poisoned, and so is a gap between what is: a write behind a block is noticed
 * where AddressSanitizer looks on. Behind the last byte of all it does so itself.
 */
struct mr_arena_chunk {
  alignas(max_align_t) mr_arena_chunk *next;
  size_t size;
  size_t used;
};

static void *resize_with_libc(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

const mr_allocator *mr_allocator_default(void) {
  static const mr_allocator libc = {resize_with_libc, NULL};
  return &libc;
}

#ifdef MR_HUGE_PAGES
/* From here on a table is worth pages of its own size: most processors have them of two megabytes.
 */
enum { HUGE_PAGE = 2 << 20, HUGE_FROM = 2 * HUGE_PAGE };

/** Asks for large pages where a block has room for whole ones: a table that is looked up at random
 *  then misses the processor's cache alone, and not that of page addresses, too. */
static void *with_huge_pages(void *block, size_t size) {
  if (block != NULL && size >= HUGE_FROM) {
    size_t past = (uintptr_t)block % HUGE_PAGE, skip = past == 0 ? 0 : HUGE_PAGE - past;
    (void)madvise((char *)block + skip, (size - skip) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
  }
  return block;
}
#else
static void *with_huge_pages(void *block, size_t size) {
  (void)size;
  return block;
}
#endif

static const mr_allocator *or_default(const mr_allocator *allocator) {
  return allocator != NULL ? allocator : mr_allocator_default();
}

/** An empty block is one byte long, so that NULL always means failure. */
static size_t at_least_one(size_t size) {
  return size > 0 ? size : 1;
}

static bool multiply(size_t count, size_t size, size_t *out) {
  if (size != 0 && count > SIZE_MAX / size) {
    return false;
  }
  *out = count * size;
  return true;
}

void *mr_alloc_zero(const mr_allocator *allocator, size_t count, size_t size) {
  const mr_allocator *from = or_default(allocator);
  size_t total;
  if (!multiply(count, size, &total)) {
    return NULL;
  }
  total = at_least_one(total);
  if (from->resize == resize_with_libc) {
    /* Large tables come zeroed from the system, page by page. */
    return with_huge_pages(calloc(1, total), total);
  }
  void *block = from->resize(from->context, NULL, 0, total);
  return block != NULL ? memset(block, 0, total) : NULL;
}

void mr_alloc_free(const mr_allocator *allocator, void *block, size_t size) {
  const mr_allocator *from = or_default(allocator);
  if (block != NULL) {
    from->resize(from->context, block, at_least_one(size), 0);
  }
}

void *mr_alloc_grow(const mr_allocator *allocator, void *array, size_t *room, size_t wanted,
                    size_t size) {
  const mr_allocator *from = or_default(allocator);
  size_t more = *room > 0 ? *room : ROOM_FIRST;
  size_t total;
  if (array != NULL && *room >= wanted) {
    return array;
  }
  while (more < wanted || more == *room) {
    if (!multiply(more, 2, &more)) {
      return NULL;
    }
  }
  if (!multiply(more, size, &total)) {
    return NULL;
  }
  void *grown = from->resize(from->context, array, *room * size, total);
  if (grown != NULL) {
    *room = more;
  }
  return grown;
}

void mr_arena_init(mr_arena *arena, const mr_allocator *allocator, size_t limit) {
  *arena = (mr_arena){
      .allocator = or_default(allocator),
      .limit = limit != 0 ? limit : MR_ARENA_DEFAULT_LIMIT,
  };
}

void mr_arena_done(mr_arena *arena) {
  if (arena == NULL) {
    return;
  }
  while (arena->chunks != NULL) {
    mr_arena_chunk *chunk = arena->chunks;
    arena->chunks = chunk->next;
    mr_unpoison(chunk + 1, chunk->size); /* for whoever gets it next */
    mr_alloc_free(arena->allocator, chunk, sizeof *chunk + chunk->size);
  }
  arena->held = 0;
}

/** A new chunk that holds at least `need` bytes; NULL where memory or the limit forbids it. */
static mr_arena_chunk *add_chunk(mr_arena *arena, size_t need) {
  const mr_allocator *from = or_default(arena->allocator);
  size_t left = arena->limit - arena->held;
  if (left < sizeof(mr_arena_chunk) || left - sizeof(mr_arena_chunk) < need) {
    return NULL;
  }
  left -= sizeof(mr_arena_chunk);
  size_t size = arena->chunks != NULL ? arena->chunks->size : CHUNK_FIRST / 2;
  size = size < CHUNK_MOST / 2 ? size * 2 : CHUNK_MOST;
  if (size < need || size >= left) {
    size = need;
  }
  mr_arena_chunk *chunk = from->resize(from->context, NULL, 0, sizeof *chunk + size);
  if (chunk == NULL) {
    return NULL;
  }
  *chunk = (mr_arena_chunk){.next = arena->chunks, .size = size};
  mr_poison(chunk + 1, size);
  arena->chunks = chunk;
  arena->held += sizeof *chunk + size;
  return chunk;
}

void *mr_arena_zero(mr_arena *arena, size_t count, size_t size) {
  size_t total;
  if (!multiply(count, size, &total) || total > SIZE_MAX - ALIGNMENT - MR_POISON_GAP) {
    return NULL;
  }
  size_t asked = at_least_one(total);
  total = (asked + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  mr_arena_chunk *chunk = arena->chunks;
  size_t gap = chunk != NULL && chunk->used > 0 ? MR_POISON_GAP : 0;
  if (chunk == NULL || chunk->size - chunk->used < gap + total) {
    chunk = add_chunk(arena, total);
    gap = 0;
    if (chunk == NULL) {
      return NULL;
    }
  }
  char *block = (char *)(chunk + 1) + chunk->used + gap;
  chunk->used += gap + total;
  mr_unpoison(block, asked);
  return memset(block, 0, asked);
}

char *mr_arena_copy(mr_arena *arena, const char *text, size_t length) {
  if (length == SIZE_MAX) {
    return NULL;
  }
  char *copy = mr_arena_zero(arena, length + 1, 1);
  if (copy != NULL && length > 0) {
    memcpy(copy, text, length);
  }
  return copy;
}
