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

#if defined(MR_HUGE_PAGES) && !defined(MR_POISON_WORKS)
/* A table from here on is mapped by itself, at an address where pages of two megabytes can begin.
 * One that is looked up at random then misses the processor's cache alone, and not that of page
 * addresses, too; and the system fills it five hundred times as much at a time: a virtual machine
 * takes 12 us to hand over each of the small pages. Libc's own such tables begin anywhere, and are
 * cleared by hand, a small page after the other, when their memory has been in use before.
 * AddressSanitizer looks at what libc gives, and at nothing else. */
enum { HUGE_PAGE = 2 << 20 };
static const size_t large_from = 2 * (size_t)HUGE_PAGE, large_most = SIZE_MAX / 4;

/** What lies at a large block: whole pages. */
static size_t mapped_size(size_t size) {
  return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/** A large block of zeroes; NULL where memory is wanting. */
static void *map_large(size_t size) {
  if (size > large_most) {
    return NULL;
  }
  size_t wanted = mapped_size(size), room = wanted + HUGE_PAGE;
  char *start = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) {
    return NULL;
  }
  size_t skip =
      HUGE_PAGE - (uintptr_t)start % HUGE_PAGE; /* 1 to HUGE_PAGE: something is left over */
  if (skip < HUGE_PAGE) {
    (void)munmap(start + skip + wanted, HUGE_PAGE - skip);
  }
  (void)munmap(start, skip);
  (void)madvise(start + skip, wanted, MADV_HUGEPAGE); /* where the system has none, small ones do */
  return start + skip;
}

/** realloc() where the block is large, or becomes so. A large one that grows keeps its pages. */
static void *resize_large(void *block, size_t old_size, size_t new_size) {
  size_t pages = old_size >= large_from ? mapped_size(old_size) : 0;
  size_t wanted = new_size >= large_from && new_size <= large_most ? mapped_size(new_size) : 0;
  if (wanted != 0 && wanted <= pages) {
    if (wanted < pages) {
      (void)munmap((char *)block + wanted, pages - wanted);
    }
    return block;
  }
  void *moved = new_size >= large_from ? map_large(new_size) : malloc(new_size);
  if (moved == NULL || block == NULL) {
    return moved;
  }
  if (pages == 0) {
    memcpy(moved, block, old_size);
    free(block);
  } else if (wanted == 0) {
    memcpy(moved, block, new_size);
    (void)munmap(block, pages);
  } else if (mremap(block, pages, pages, MREMAP_MAYMOVE | MREMAP_FIXED, moved) == MAP_FAILED) {
    (void)munmap(moved, wanted);
    return NULL;
  }
  return moved;
}

static void *resize_block(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context;
  if (new_size == 0) {
    if (block != NULL && old_size >= large_from) {
      (void)munmap(block, mapped_size(old_size));
    } else {
      free(block);
    }
    return NULL;
  }
  if (new_size >= large_from || (block != NULL && old_size >= large_from)) {
    return resize_large(block, block != NULL ? old_size : 0, new_size);
  }
  return realloc(block, new_size);
}

static void *zeroed(size_t size) {
  return size >= large_from ? map_large(size) : calloc(1, size);
}
#else
static void *resize_block(void *context, void *block, size_t old_size, size_t new_size) {
  (void)context;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

static void *zeroed(size_t size) {
  return calloc(1, size);
}
#endif

const mr_allocator *mr_allocator_default(void) {
  static const mr_allocator usual = {resize_block, NULL};
  return &usual;
}

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
  if (from->resize == resize_block) {
    return zeroed(total); /* large tables come so from the system, page by page */
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

/** A new chunk of zeroes that holds at least `need` bytes; NULL where memory or the limit forbids
 * it. */
static mr_arena_chunk *add_chunk(mr_arena *arena, size_t need) {
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
  mr_arena_chunk *chunk = mr_alloc_zero(arena->allocator, 1, sizeof *chunk + size);
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
  return block; /* nobody has had it before: what is large is not touched until somebody needs it */
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
