/* Pages have the rules and the search for sets of two words in one unit, which has one of each that
 * both use. Elsewhere core_w2.c and search_w2.c are compiled, and nothing here. */
#ifdef __wasm__
#define FY_WORDS 2
#define FY_CORE mr_fy_core_w2
#define FYS_CORE mr_fys_w2
#include "rules/fairy/core/body.h"
#include "search/fairy/alphabeta.h"
#else
#include "search/fairy/fairy_search.h"
#endif
