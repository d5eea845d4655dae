#ifndef MR_TEST_INSTRUMENTS_H
#define MR_TEST_INSTRUMENTS_H

/**
 * @file
 * Whether this build is many times slower than a release: sanitizers, or nothing optimised. What
 * only repeats a test may then be done less often.
 */

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MR_SLOW_BUILD 1
#endif
#endif
#if !defined(MR_SLOW_BUILD) && \
    (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__))
#define MR_SLOW_BUILD 1
#endif
#ifndef MR_SLOW_BUILD
#define MR_SLOW_BUILD 0
#endif

#endif
