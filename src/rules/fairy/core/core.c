/* The choice of a core, and what is the same for all of them. */
#include "rules/fairy/fairy.h"

static const mr_fy_core *const plain[MR_FY_CORE_SIZES] = {&mr_fy_core_w1, &mr_fy_core_w2,
                                                          &mr_fy_core_w4};

#ifdef MR_FY_BMI2 /* the build has compiled the cores that gather bits */
static const mr_fy_core *const fast[MR_FY_CORE_SIZES] = {&mr_fy_core_w1_bmi2, &mr_fy_core_w2_bmi2,
                                                         &mr_fy_core_w4_bmi2};

static bool gathers_bits(void) {
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#else
#define fast plain

static bool gathers_bits(void) {
  return false;
}
#endif

static unsigned size_for(unsigned cells) {
  return cells <= 64 ? 0 : cells <= 128 ? 1 : 2;
}

const mr_fy_core *mr_fy_core_for(unsigned cells) {
  unsigned size = size_for(cells);
  return gathers_bits() ? fast[size] : plain[size];
}

size_t mr_fy_cores_for(unsigned cells, const mr_fy_core **out) {
  size_t count = 0;
  for (unsigned size = size_for(cells); size < MR_FY_CORE_SIZES; size++) {
    out[count++] = plain[size];
    if (gathers_bits()) {
      out[count++] = fast[size];
    }
  }
  return count;
}

/* ---- what is the same for all ---------------------------------------------------------------- */

void mr_fy_score(const mr_game *base, const mr_state *opaque, uint8_t *out) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  (void)base;
  if (state->winner != MR_FY_WHITE_WINS && state->winner != MR_FY_BLACK_WINS) {
    out[MR_FY_WHITE] = out[MR_FY_BLACK] = MR_SCORE_WIN / 2;
    return;
  }
  /* A mate after a half-draw on the other colour is worth three quarters (CB-8). */
  unsigned winner = state->winner == MR_FY_BLACK_WINS ? MR_FY_BLACK : MR_FY_WHITE;
  unsigned lost = state->frozen != 0 ? MR_SCORE_WIN / 4 : 0;
  out[winner] = (uint8_t)(MR_SCORE_WIN - lost);
  out[1 - winner] = (uint8_t)lost;
}

mr_rule_index mr_fy_ended_by(const mr_game *base, const mr_state *opaque) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  return state->winner == MR_FY_UNDECIDED ? 0 : mr_fy_game_of(base)->rule_of[state->end];
}
