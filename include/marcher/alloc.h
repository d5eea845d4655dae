/**
 * @file alloc.h
 * The one hook through which the library asks for memory, and an arena on top of it.
 */
#ifndef MARCHER_ALLOC_H
#define MARCHER_ALLOC_H

#include <marcher/status.h>
#include <stddef.h>

MR_BEGIN_C

/**
 * An allocator in the manner of Lua's: one function for everything.
 * `resize(context, NULL, 0, n)` allocates, `resize(context, p, old, n)` grows or shrinks,
 * `resize(context, p, old, 0)` frees and returns NULL. Blocks are aligned for any type.
 * It returns NULL when it cannot; the old block is then untouched. Must be safe to call from
 * the thread that uses the object it was given to.
 */
typedef struct mr_allocator {
  void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
  void *context;
} mr_allocator;

/**
 * The C library's allocator, and the system's own mappings for what has 4 MB and more: no block of
 * it is given to free(). Wherever a function takes an allocator, NULL means this one.
 */
MR_API const mr_allocator *mr_allocator_default(void);

/** A zeroed block of `count * size` bytes, or NULL (also when the product overflows). */
MR_API void *mr_alloc_zero(const mr_allocator *allocator, size_t count, size_t size);

/** Frees a block of `size` bytes; NULL is accepted. */
MR_API void mr_alloc_free(const mr_allocator *allocator, void *block, size_t size);

/**
 * Grows an array until it has room for `wanted` items of `size` bytes, at least doubling it. What
 * is new is not zeroed. @param room receives the items that there is room for now
 * @return the array, perhaps elsewhere, or NULL: it and `room` are as they were
 */
MR_API void *mr_alloc_grow(const mr_allocator *allocator, void *array, size_t *room, size_t wanted,
                           size_t size);

/** One chunk of an arena; private. */
typedef struct mr_arena_chunk mr_arena_chunk;

/**
 * Memory that is freed all at once. Caller-owned; `limit` bounds what a hostile text can make
 * it hold.
 */
typedef struct mr_arena {
  const mr_allocator *allocator;
  mr_arena_chunk *chunks; /**< newest first */
  size_t held;            /**< bytes asked of the allocator so far */
  size_t limit;           /**< held never exceeds this */
} mr_arena;

/** Bytes that an arena may hold where nothing else is said. */
#define MR_ARENA_DEFAULT_LIMIT ((size_t)64 << 20)

/** Prepares an empty arena; allocates nothing. `limit` 0 means ::MR_ARENA_DEFAULT_LIMIT. */
MR_API void mr_arena_init(mr_arena *arena, const mr_allocator *allocator, size_t limit);

/** Frees everything. NULL and a zeroed arena are accepted. */
MR_API void mr_arena_done(mr_arena *arena);

/**
 * Zeroed memory for `count` items of `size` bytes, aligned for any type. It belongs to the arena.
 * @return NULL where the allocator says no or the arena's limit would be exceeded
 */
MR_API void *mr_arena_zero(mr_arena *arena, size_t count, size_t size);

/** A NUL-terminated copy of `length` bytes that belongs to the arena; NULL as mr_arena_zero. */
MR_API char *mr_arena_copy(mr_arena *arena, const char *text, size_t length);

MR_END_C

#endif
