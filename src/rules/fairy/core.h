/**
 * @file core.h
 * The cores there are: for boards of 64, 128 and 256 cells, each once for any processor and once
 * for those that gather bits in one instruction.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_H
#define MARCHER_RULES_FAIRY_CORE_H

#include "rules/fairy/fairy.h"

extern const mr_fy_core mr_fy_core_w1, mr_fy_core_w2, mr_fy_core_w4;
extern const mr_fy_core mr_fy_core_w1_bmi2, mr_fy_core_w2_bmi2, mr_fy_core_w4_bmi2;

#endif
