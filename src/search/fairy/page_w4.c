/* Pages have the rules and the search for sets of four words in one unit, which has one of each
 * that both use. Elsewhere core_w4.c and search_w4.c are compiled, and nothing here. */
#ifdef __wasm__
#define FY_WORDS 4
#define FY_CORE mr_fy_core_w4
#define FYS_CORE mr_fys_w4
#include "rules/fairy/core/body.h"
#include "search/fairy/alphabeta.h"
#else
#include "search/fairy/fairy_search.h"
#endif
