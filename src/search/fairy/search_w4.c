#define FY_WORDS 4
#define FYS_BODY mr_fys_w4
#include "search/fairy/body.h"
