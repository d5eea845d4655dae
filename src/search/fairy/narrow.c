/* In the place of search_w4.c: see rules/fairy/core/narrow.c. */
#include "search/fairy/fairy_search.h"

const mr_fys_core mr_fys_w4 = {.init_values = NULL};
