#include "search/fairy/table.h"

#include <string.h>

#define ACTION_MASK UINT64_C(0x1FFFFFF)
#define KEY_MASK (~UINT64_C(0xFFFF))

enum {
  LINE = MR_FYS_BUCKET * (int)sizeof(mr_fys_entry),
  AGES = 64,
  STALE = 8,      /**< a search ago is worth so many plies of depth */
  WORTH_MORE = 4, /**< an entry so much deeper than the new one stays */
  SAMPLED = 1000 / MR_FYS_BUCKET
};

static uint64_t pack(const mr_fys_fact *fact, unsigned age) {
  int depth = fact->depth + MR_FYS_DEPTH_BIAS;
  depth = depth < 0 ? 0 : depth > MR_FYS_DEPTH_STORED ? MR_FYS_DEPTH_STORED : depth;
  return (fact->action & ACTION_MASK) | (uint64_t)(unsigned)depth << 25 |
         (uint64_t)fact->bound << 32 | (uint64_t)age << 34 | (uint64_t)fact->pv << 40 |
         (uint64_t)(uint16_t)fact->score << 48;
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

static mr_fys_entry *bucket_of(const mr_fys_table *table, uint64_t key) {
  return table->entries + ((size_t)key & table->mask) * MR_FYS_BUCKET;
}

bool mr_fys_table_init(mr_fys_table *table, size_t memory, const mr_allocator *allocator) {
  size_t buckets = 16;
  while (buckets <= memory / (2 * LINE) && buckets <= SIZE_MAX / (4 * LINE)) {
    buckets *= 2;
  }
  table->size = buckets * LINE + LINE;
#ifdef MR_STRESS
  table->mask = 1; /* nothing stays for long */
#else
  table->mask = buckets - 1;
#endif
  table->age = 0;
  table->block = mr_alloc_zero(allocator, table->size, 1);
  if (table->block == NULL) {
    return false;
  }
  uint8_t *start = table->block;
  size_t past = (uintptr_t)start % LINE;
  table->entries = (mr_fys_entry *)(void *)(start + (past == 0 ? 0 : LINE - past));
  return true;
}

void mr_fys_table_done(mr_fys_table *table, const mr_allocator *allocator) {
  mr_alloc_free(allocator, table->block, table->size);
  *table = (mr_fys_table){0};
}

void mr_fys_table_clear(mr_fys_table *table) {
  memset(table->block, 0, table->size);
  table->age = 0;
}

void mr_fys_table_renew(mr_fys_table *table) {
  table->age = (table->age + 1) % AGES;
}

unsigned mr_fys_table_fullness(const mr_fys_table *table) {
  size_t buckets = table->mask + 1 < SAMPLED ? table->mask + 1 : SAMPLED;
  size_t looked = buckets * MR_FYS_BUCKET, used = 0;
  for (size_t i = 0; i < looked; i++) {
    uint64_t data = atomic_load_explicit(&table->entries[i].data, memory_order_relaxed);
    used += bound_of(data) != MR_FYS_NO_BOUND && age_of(data) == table->age;
  }
  return looked == 0 ? 0 : (unsigned)(used * 1000 / looked);
}

bool mr_fys_table_find(const mr_fys_table *table, uint64_t key, mr_fys_fact *out) {
  mr_fys_entry *e = bucket_of(table, key);
  for (unsigned i = 0; i < MR_FYS_BUCKET; i++, e++) {
    uint64_t data = atomic_load_explicit(&e->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&e->check, memory_order_relaxed) ^ data;
    if (((check ^ key) & KEY_MASK) == 0 && data != 0) {
      *out = (mr_fys_fact){.action = (uint32_t)(data & ACTION_MASK),
                           .score = (int16_t)(uint16_t)(data >> 48),
                           .stand = (int16_t)(uint16_t)check,
                           .depth = depth_of(data),
                           .bound = bound_of(data),
                           .pv = (data >> 40 & 1) != 0};
      return true;
    }
  }
  return false;
}

/** Whether what is known of the same position is worth more than the new fact. */
static bool keeps(uint64_t old, const mr_fys_fact *fact, unsigned age) {
  return age_of(old) == age && fact->bound != MR_FYS_EXACT &&
         depth_of(old) > fact->depth + WORTH_MORE + 2 * fact->pv;
}

void mr_fys_table_store(mr_fys_table *table, uint64_t key, const mr_fys_fact *fact) {
  mr_fys_entry *e = bucket_of(table, key), *place = e;
  int least = INT16_MAX;
  uint64_t action = fact->action & ACTION_MASK;
  for (unsigned i = 0; i < MR_FYS_BUCKET; i++, e++) {
    uint64_t data = atomic_load_explicit(&e->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&e->check, memory_order_relaxed) ^ data;
    if (((check ^ key) & KEY_MASK) == 0 && data != 0) {
      if (keeps(data, fact, table->age)) {
        return;
      }
      action = action != 0 ? action : data & ACTION_MASK;
      place = e;
      break;
    }
    int years = (int)((table->age + AGES - age_of(data)) % AGES);
    int worth = data == 0 ? INT16_MIN : depth_of(data) - STALE * years;
    if (worth < least) {
      least = worth;
      place = e;
    }
  }
  uint64_t data = pack(fact, table->age);
  data = (data & ~ACTION_MASK) | action;
  uint64_t check = (key & KEY_MASK) | (uint16_t)fact->stand;
  atomic_store_explicit(&place->check, check ^ data, memory_order_relaxed);
  atomic_store_explicit(&place->data, data, memory_order_relaxed);
}
