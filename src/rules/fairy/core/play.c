/* What is the same for the cores of all sizes. */
#include "rules/fairy/fairy.h"

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

const mr_material_ops mr_fy_material = {
    .piece_named = mr_fy_piece_named,
    .compose = mr_fy_compose,
    .placements = mr_fy_placements,
    .quiet_move = mr_fy_quiet_move,
    .kinds = mr_fy_kinds,
};

const mr_notation_ops mr_fy_notation = {
    .format_move = mr_fy_format_move,
    .checked = mr_fy_checked,
};
