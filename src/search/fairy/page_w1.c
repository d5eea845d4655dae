/* Pages have the rules and the search for sets of one word in one unit, which has one of each that
 * both use. Elsewhere core_w1.c and search_w1.c are compiled, and nothing here. */
#ifdef __wasm__
#define FY_WORDS 1
#define FY_CORE mr_fy_core_w1
#define FYS_CORE mr_fys_w1
#include "rules/fairy/core/body.h"
#include "search/fairy/alphabeta.h"
#else
#include "search/fairy/fairy_search.h"
#endif
