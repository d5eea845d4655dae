/**
 * @file version.h
 * Which version this is: of the headers that a program was compiled with, and of the library that
 * it runs with. Versions follow Semantic Versioning; while the first number is 0, the interface may
 * change with the second.
 */
#ifndef MARCHER_VERSION_H
#define MARCHER_VERSION_H

#include <marcher/compiler.h>

MR_BEGIN_C

/** Of these headers; the build takes its own from here. */
#define MR_VERSION "0.1.0"
#define MR_VERSION_MAJOR 0
#define MR_VERSION_MINOR 1
#define MR_VERSION_PATCH 0

/** ::MR_VERSION of the library. */
MR_API const char *mr_version(void);

MR_END_C

#endif
