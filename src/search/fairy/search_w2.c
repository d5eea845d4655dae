#define FY_WORDS 2
#define FYS_BODY mr_fys_w2
#include "search/fairy/body.h"
