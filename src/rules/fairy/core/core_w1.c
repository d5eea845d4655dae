#define FY_WORDS 1
#define FY_CORE mr_fy_core_w1
#include "rules/fairy/core/body.h"
