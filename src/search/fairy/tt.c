#include "search/fairy/tt.h"

#include <string.h>

#define LOW_ACTION UINT64_C(0x1FFFFFF)                        /* bits 0 to 24 */
#define ACTION_MASK (LOW_ACTION | UINT64_C(0x7F) << HIGH_BIT) /* and where bits 25 to 31 are */
#define KEY_MASK (~UINT64_C(0xFFFF))

enum {
  LINE = MR_FYS_BUCKET * (int)sizeof(mr_fys_tt_entry),
  AGES = 64,
  STALE = 8,      /**< an entry of the search before is replaced like one so many plies shallower; a
                     usual value, untuned */
  WORTH_MORE = 4, /**< an entry so much deeper than the new one stays; a usual value, untuned */
  SAMPLED = 1000 / MR_FYS_BUCKET,
  HIGH_BIT = 41
};

static uint64_t data_of(uint32_t action) {
  return (action & LOW_ACTION) | (uint64_t)(action >> 25) << HIGH_BIT;
}

static uint32_t action_of(uint64_t data) {
  return (uint32_t)((data & LOW_ACTION) | (data >> HIGH_BIT & 0x7F) << 25);
}

static int depth_of(uint64_t data) {
  return (int)(data >> 25 & 0x7F) - MR_FYS_DEPTH_BIAS;
}

static unsigned age_of(uint64_t data) {
  return (unsigned)(data >> 34 & (AGES - 1));
}

static mr_fys_bound bound_of(uint64_t data) {
  return (mr_fys_bound)(data >> 32 & 3);
}

static mr_fys_tt_entry *bucket_of(const mr_fys_tt *tt, uint64_t key) {
  return tt->entries + ((size_t)key & tt->mask) * MR_FYS_BUCKET;
}

bool mr_fys_tt_init(mr_fys_tt *tt, size_t memory, const mr_allocator *allocator) {
  size_t buckets = 16;
  while (buckets <= memory / (2 * LINE) && buckets <= SIZE_MAX / (4 * LINE)) {
    buckets *= 2;
  }
  tt->size = buckets * LINE + LINE;
#ifdef MR_STRESS
  tt->mask = 1; /* nothing stays for long */
#else
  tt->mask = buckets - 1;
#endif
  tt->age = 0;
  tt->used = false;
  tt->block = mr_alloc_zero(allocator, tt->size, 1);
  if (tt->block == NULL) {
    return false;
  }
  uint8_t *start = tt->block;
  size_t past = (uintptr_t)start % LINE;
  tt->entries = (mr_fys_tt_entry *)(void *)(start + (past == 0 ? 0 : LINE - past));
  return true;
}

void mr_fys_tt_done(mr_fys_tt *tt, const mr_allocator *allocator) {
  mr_alloc_free(allocator, tt->block, tt->size);
  *tt = (mr_fys_tt){0};
}

void mr_fys_tt_clear(mr_fys_tt *tt) {
  if (tt->used) {
    memset((void *)tt->entries, 0, tt->size - LINE);
  }
  tt->age = 0;
  tt->used = false;
}

void mr_fys_tt_new_search(mr_fys_tt *tt) {
  tt->age = (tt->age + 1) % AGES;
  tt->used = true;
}

unsigned mr_fys_tt_fullness(const mr_fys_tt *tt) {
  size_t buckets = tt->mask + 1 < SAMPLED ? tt->mask + 1 : SAMPLED;
  size_t looked = buckets * MR_FYS_BUCKET, used = 0;
  for (size_t i = 0; i < looked; i++) {
    uint64_t data = atomic_load_explicit(&tt->entries[i].data, memory_order_relaxed);
    used += bound_of(data) != MR_FYS_NO_BOUND && age_of(data) == tt->age;
  }
  return looked == 0 ? 0 : (unsigned)(used * 1000 / looked);
}

bool mr_fys_tt_find(const mr_fys_tt *tt, uint64_t key, mr_fys_tt_data *out) {
  mr_fys_tt_entry *e = bucket_of(tt, key);
  for (unsigned i = 0; i < MR_FYS_BUCKET; i++, e++) {
    uint64_t data = atomic_load_explicit(&e->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&e->check, memory_order_relaxed) ^ data;
    if (((check ^ key) & KEY_MASK) == 0 && data != 0) {
      *out = (mr_fys_tt_data){.action = action_of(data),
                              .score = (int16_t)(uint16_t)(data >> 48),
                              .raw_eval = (int16_t)(uint16_t)check,
                              .depth = depth_of(data),
                              .bound = bound_of(data),
                              .pv = (data >> 40 & 1) != 0};
      return true;
    }
  }
  return false;
}

void mr_fys_tt_store(mr_fys_tt *tt, uint64_t key, const mr_fys_tt_data *fact) {
  mr_fys_tt_entry *e = bucket_of(tt, key), *place = e;
  int least = INT16_MAX;
  uint64_t action = data_of(fact->action);
  for (unsigned i = 0; i < MR_FYS_BUCKET; i++, e++) {
    uint64_t data = atomic_load_explicit(&e->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&e->check, memory_order_relaxed) ^ data;
    if (((check ^ key) & KEY_MASK) == 0 && data != 0) {
      if (age_of(data) == tt->age && fact->bound != MR_FYS_EXACT &&
          depth_of(data) > fact->depth + WORTH_MORE + 2 * fact->pv) {
        return; /* what is known is worth more than the new fact */
      }
      action = action != 0 ? action : data & ACTION_MASK;
      place = e;
      break;
    }
    int years = (int)((tt->age + AGES - age_of(data)) % AGES);
    int value = data == 0 ? INT16_MIN : depth_of(data) - STALE * years;
    if (value < least) {
      least = value;
      place = e;
    }
  }
  int depth = fact->depth + MR_FYS_DEPTH_BIAS;
  depth = depth < 0 ? 0 : depth > MR_FYS_DEPTH_STORED ? MR_FYS_DEPTH_STORED : depth;
  uint64_t data = action | (uint64_t)(unsigned)depth << 25 | (uint64_t)fact->bound << 32 |
                  (uint64_t)tt->age << 34 | (uint64_t)fact->pv << 40 |
                  (uint64_t)(uint16_t)fact->score << 48;
  uint64_t check = (key & KEY_MASK) | (uint16_t)fact->raw_eval;
  atomic_store_explicit(&place->check, check ^ data, memory_order_relaxed);
  atomic_store_explicit(&place->data, data, memory_order_relaxed);
}
