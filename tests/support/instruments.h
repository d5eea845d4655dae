#ifndef MARCHER_TESTS_SUPPORT_INSTRUMENTS_H
#define MARCHER_TESTS_SUPPORT_INSTRUMENTS_H

/**
 * @file
 * What a build is for, so that a test need not do the same in each.
 *
 * MR_SLOW_BUILD: many times slower than a release, for sanitizers or for want of optimisation. What
 * only repeats a test is then done less often.
 * MR_BRIEF_BUILD: not the one that does everything, which is gcc's without instruments and with
 * tables of the usual size. What is large, and the same in every build, is then left to that one.
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

#if MR_SLOW_BUILD || defined(__clang__) || defined(MR_STRESS)
#define MR_BRIEF_BUILD 1
#else
#define MR_BRIEF_BUILD 0
#endif

/**
 * From one game to the next where a test goes through the whole catalogue: games of one family go
 * through the same code, and what is asked of each by itself is asked by the other builds.
 */
#define MR_CATALOG_STEP (MR_SLOW_BUILD ? 4 : MR_BRIEF_BUILD ? 2 : 1)

#endif
