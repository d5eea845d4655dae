#include "lab/player.h"

mr_status mr_seat_new(const mr_game *game, const mr_match_engine *engine, mr_client_log *log,
                      const atomic_bool *stop, mr_seat **out, mr_error *err) {
  mr_seat *seat = engine->command != NULL ? mr_seat_new_uci(log) : mr_seat_new_own();
  if (seat == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  seat->game = game;
  seat->engine = engine;
  seat->stop = stop;
  *out = seat;
  return MR_OK;
}

void mr_seat_free(mr_seat *seat) {
  if (seat != NULL) {
    seat->ops->free(seat);
  }
}

int64_t mr_control_allows(const mr_match_control *control, const mr_seat_question *question) {
  if (control->move_ms > 0) {
    return control->move_ms;
  }
  return mr_control_is_clock(control) ? question->left_ms[question->side] : -1;
}
