#define FY_WORDS 2
#define FY_CORE mr_fy_core_w2
#include "rules/fairy/core/body.h"
