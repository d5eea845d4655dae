/* The build compiles this for processors with BMI2; elsewhere there is nothing here. */
#include "rules/fairy/fairy.h"
#ifdef __BMI2__
#define FY_WORDS 2
#define FY_CORE mr_fy_core_w2_bmi2
#include "rules/fairy/core/body.h"
#endif
