/** A session as a record. */
#include <string.h>

#include "session/session_priv.h"

mr_status mr_session_write_game(const mr_session *session, mr_record *out, mr_error *err) {
  const mr_session *s = session;
  mr_status status = mr_record_set_text(out, &out->game, s->game->info.name, err);
  for (size_t i = 0; i < s->options.set_count && status == MR_OK; i++) {
    status = mr_record_add_set(out, s->options.sets[i].key, s->options.sets[i].value, err);
  }
  for (size_t i = 0; i < s->game->info.players && status == MR_OK; i++) {
    char buffer[MR_SESSION_SEAT_TEXT_MAX];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_seat_format(&s->seats[i], &text);
    status =
        mr_record_add_tag(out, MR_SESSION_PLAYER_TAG, s->game->info.player_names[i], buffer, err);
  }
  return status;
}

mr_status mr_session_write_state(const mr_session *session, const mr_state *state, mr_record *out,
                                 const char **field, mr_error *err) {
  mr_str text = mr_str_growing(session->allocator);
  mr_game_format_state(session->game, state, &text);
  mr_status status = text.status == MR_OK ? mr_record_set_text(out, field, mr_str_text(&text), err)
                                          : mr_error_set(err, text.status, "out of memory");
  mr_str_done(&text);
  return status;
}

mr_status mr_session_write_move(const mr_session *session, size_t index, mr_record *out,
                                mr_error *err) {
  const char *comment = mr_session_comment(session, index);
  return mr_record_add_move(out, mr_session_text(session, index), *comment == '\0' ? NULL : comment,
                            err);
}

mr_status mr_session_record(const mr_session *session, mr_record *out, mr_error *err) {
  const mr_session *s = session;
  if (!mr_session_is_full(s)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "this session keeps no texts");
  }
  mr_status status = mr_session_write_game(s, out, err);
  out->has_seed = true;
  out->seed = s->seed;
  if (status == MR_OK && !s->own_start) {
    status = mr_session_write_state(s, s->start, out, &out->start, err);
  }
  for (size_t i = 0; i < s->count && status == MR_OK; i++) {
    status = mr_session_write_move(s, i, out, err);
  }
  /* An end from outside is claimed; one by the rules is found by the closing. */
  if (status == MR_OK && s->end != MR_SESSION_GOES_ON) {
    char result[MR_RESULT_TEXT_MAX];
    status = mr_record_set_text(out, &out->result, mr_session_result(s, result), err);
    if (status == MR_OK) {
      status = mr_record_set_text(out, &out->rule, mr_session_rule(s), err);
    }
  }
  return status == MR_OK ? mr_record_close(out, s->game, s->state, err) : status;
}
