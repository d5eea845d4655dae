#include "failing_alloc.h"

#include <stdalign.h>

#include "instruments.h"

/** Stands before every block. */
typedef struct header {
  alignas(max_align_t) size_t size;
} header;

static void *give_back(mr_fail_alloc *memory, header *block) {
  if (block != NULL) {
    memory->live_blocks--;
    memory->live_bytes -= block->size;
    const mr_allocator *libc = mr_allocator_default();
    libc->resize(libc->context, block, sizeof *block + block->size, 0);
  }
  return NULL;
}

static void *fail_resize(void *context, void *block, size_t old_size, size_t new_size) {
  mr_fail_alloc *memory = context;
  header *old = block != NULL ? (header *)block - 1 : NULL;
  if (old_size != (old != NULL ? old->size : 0)) {
    memory->wrong_size++;
  }
  if (new_size == 0) {
    return give_back(memory, old);
  }
  memory->calls++;
  if (memory->calls == memory->fail_at) {
    return NULL;
  }
  size_t before = old != NULL ? old->size : 0;
  const mr_allocator *libc = mr_allocator_default();
  header *grown = libc->resize(libc->context, old, old != NULL ? sizeof *old + before : 0,
                               sizeof *grown + new_size);
  if (grown == NULL) {
    return NULL;
  }
  grown->size = new_size;
  memory->live_blocks += old == NULL;
  memory->live_bytes += new_size - before;
  if (memory->live_bytes > memory->most_bytes) {
    memory->most_bytes = memory->live_bytes;
  }
  return grown + 1;
}

void mr_fail_alloc_init(mr_fail_alloc *memory, size_t fail_at) {
  *memory = (mr_fail_alloc){
      .allocator = {fail_resize, memory},
      .fail_at = fail_at,
  };
}

size_t mr_fail_next(size_t n) {
  return MR_BRIEF_BUILD && n >= 20 ? n + 5 : n + 1;
}

bool mr_fail_alloc_clean(const mr_fail_alloc *memory) {
  return memory->live_blocks == 0 && memory->live_bytes == 0 && memory->wrong_size == 0;
}
