/* In the place of core_w4.c in pages without boards of more than 128 squares: see MR_PART_CORES. */
#include "rules/fairy/fairy.h"

const mr_fy_core mr_fy_core_w4 = {.words = 0};
