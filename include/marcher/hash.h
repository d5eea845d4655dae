/**
 * @file hash.h
 * Hashing of texts (content hashes of definitions, record checks). Not cryptographic.
 * @source FNV-1a, 64 bits: G. Fowler, L. C. Noll, K.-P. Vo, draft-eastlake-fnv.
 */
#ifndef MARCHER_HASH_H
#define MARCHER_HASH_H

#include <marcher/compiler.h>
#include <stddef.h>
#include <stdint.h>

MR_BEGIN_C

/** Where a hash begins: the offset basis of FNV-1a. */
#define MR_HASH_START UINT64_C(0xcbf29ce484222325)

/** Continues `hash` (begin with ::MR_HASH_START) over `length` bytes. */
MR_API uint64_t mr_hash_bytes(uint64_t hash, const void *bytes, size_t length);

/** One SplitMix64 step as a pure function: a bijective mix of 64 bits. */
MR_API uint64_t mr_mix64(uint64_t x);

MR_END_C

#endif
