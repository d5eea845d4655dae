/* In the place of core_w1.c and core_w2.c in pages without boards of up to 128 squares. */
#include "rules/fairy/fairy.h"

const mr_fy_core mr_fy_core_w1 = {.words = 0};
const mr_fy_core mr_fy_core_w2 = {.words = 0};
