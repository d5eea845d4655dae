#define FY_WORDS 4
#define FYS_CORE mr_fys_w4
#include "search/fairy/alphabeta.h"
