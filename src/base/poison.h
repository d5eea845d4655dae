/**
 * @file poison.h
 * Memory that nobody may touch, where AddressSanitizer looks on; elsewhere nothing at all.
 */
#ifndef MARCHER_BASE_POISON_H
#define MARCHER_BASE_POISON_H

#if defined(__SANITIZE_ADDRESS__)
#define MR_POISON_WORKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MR_POISON_WORKS 1
#endif
#endif

#ifdef MR_POISON_WORKS
#include <sanitizer/asan_interface.h>
/** Bytes between two blocks of one piece of memory; a multiple of any alignment. */
enum { MR_POISON_GAP = 32 };
#define mr_poison(memory, size) ASAN_POISON_MEMORY_REGION((memory), (size))
#define mr_unpoison(memory, size) ASAN_UNPOISON_MEMORY_REGION((memory), (size))
#else
enum { MR_POISON_GAP = 0 };
#define mr_poison(memory, size) ((void)(memory), (void)(size))
#define mr_unpoison(memory, size) ((void)(memory), (void)(size))
#endif

#endif
