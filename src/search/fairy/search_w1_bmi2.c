/* The build compiles this for processors with BMI2; elsewhere there is nothing here. */
#include "search/fairy/fairy_search.h"
#ifdef __BMI2__
#define FY_WORDS 1
#define FYS_CORE mr_fys_w1_bmi2
#include "search/fairy/alphabeta.h"
#endif
