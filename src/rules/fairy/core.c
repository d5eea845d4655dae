#include "rules/fairy/core.h"

/*
 * MR_FY_BMI2: the build has compiled the cores that gather bits. The stress build does without, and
 * takes wider sets than it needs, so that the other cores are tested on any machine.
 */
#if defined(MR_FY_BMI2) && !defined(MR_STRESS)
#define FAST_CORES
#endif
#ifdef MR_STRESS
#define WIDER 1
#else
#define WIDER 0
#endif

#ifdef FAST_CORES
static bool gathers_bits(void) {
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

const mr_fy_core *mr_fy_core_for(unsigned cells) {
  unsigned size = cells <= 64 ? 0 + WIDER : cells <= 128 ? 1 + WIDER : 2;
#ifdef FAST_CORES
  static const mr_fy_core *const fast[] = {&mr_fy_core_w1_bmi2, &mr_fy_core_w2_bmi2,
                                           &mr_fy_core_w4_bmi2};
  if (gathers_bits()) {
    return fast[size];
  }
#endif
  static const mr_fy_core *const plain[] = {&mr_fy_core_w1, &mr_fy_core_w2, &mr_fy_core_w4};
  return plain[size];
}
