#define FY_WORDS 4
#define FY_CORE mr_fy_core_w4
#include "rules/fairy/core/body.h"
