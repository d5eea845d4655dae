/* In the place of search_w1.c and search_w2.c: see rules/fairy/core/wide.c. */
#include "search/fairy/fairy_search.h"

const mr_fys_core mr_fys_w1 = {.init_values = NULL};
const mr_fys_core mr_fys_w2 = {.init_values = NULL};
