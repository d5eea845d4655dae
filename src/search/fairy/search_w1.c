#define FY_WORDS 1
#define FYS_CORE mr_fys_w1
#include "search/fairy/alphabeta.h"
