#define FY_WORDS 2
#define FYS_CORE mr_fys_w2
#include "search/fairy/alphabeta.h"
