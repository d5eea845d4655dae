/**
 * @file core.h
 * The cores there are: for boards of 64, 128 and 256 cells, each once for any processor and once
 * for those that gather bits in one instruction.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_CORE_H
#define MARCHER_RULES_FAIRY_CORE_CORE_H

#include "rules/fairy/fairy.h"

#define MR_FY_CORE_SIZES 3

extern const mr_fy_core mr_fy_core_w1, mr_fy_core_w2, mr_fy_core_w4;
extern const mr_fy_core mr_fy_core_w1_bmi2, mr_fy_core_w2_bmi2, mr_fy_core_w4_bmi2;

/**
 * All cores that can play on a board of so many cells on this processor, for tests.
 * @param out room for 2 * MR_FY_CORE_SIZES
 */
size_t mr_fy_cores_for(unsigned cells, const mr_fy_core **out);

#endif
