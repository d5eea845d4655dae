#define FY_WORDS 1
#define FYS_BODY mr_fys_w1
#include "search/fairy/body.h"
