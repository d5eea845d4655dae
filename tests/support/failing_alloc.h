#ifndef MARCHER_TESTS_SUPPORT_FAILING_ALLOC_H
#define MARCHER_TESTS_SUPPORT_FAILING_ALLOC_H

/**
 * @file
 * An allocator that counts and, on demand, fails: for tests of the paths behind "out of memory".
 *
 *     mr_fail_alloc memory;
 *     mr_fail_alloc_init(&memory, n);
 *     status = mr_thing_new(&memory.allocator, ...);   // the n-th request fails
 *     ...
 *     assert_true(mr_fail_alloc_clean(&memory));
 */

#include <marcher/alloc.h>
#include <stdbool.h>

typedef struct mr_fail_alloc {
  mr_allocator allocator; /**< to be handed to what is tested */
  size_t calls;           /**< requests for memory so far: new blocks and changes of size */
  size_t fail_at;         /**< the request, counted from 1, that fails; 0: none does */
  size_t live_blocks;
  size_t live_bytes;
  size_t most_bytes; /**< the highest that live_bytes has been */
  size_t wrong_size; /**< blocks given back or resized under another size than they had */
} mr_fail_alloc;

/** Must not be moved afterwards: its allocator points to it. */
void mr_fail_alloc_init(mr_fail_alloc *memory, size_t fail_at);

/**
 * The request that fails after the n-th: the next one. Where a beginning takes hundreds of them,
 * builds that repeat what another does in full leave some of the later ones out.
 */
size_t mr_fail_next(size_t n);

/** Whether everything was given back, under its right size. */
bool mr_fail_alloc_clean(const mr_fail_alloc *memory);

#endif
