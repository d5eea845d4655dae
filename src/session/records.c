/** A session as a record, and back. */
#include <string.h>

#include "base/text.h"
#include "session/session_priv.h"

#define PLAYER_TAG "Player"

/* ---- writing --------------------------------------------------------------------------------- */

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
    status = mr_record_add_tag(out, PLAYER_TAG, s->game->info.player_names[i], buffer, err);
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

/* ---- reading --------------------------------------------------------------------------------- */

/** Seats of whose tag this program cannot make anything keep what they have. */
static void read_seats(mr_session *s, const mr_record *record) {
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    bool player = strcmp(tag->name, PLAYER_TAG) == 0 && tag->value2 != NULL;
    for (uint8_t k = 0; player && k < s->game->info.players; k++) {
      mr_session_seat seat = {.level = MR_LEVEL_DEFAULT};
      const char *name = s->game->info.player_names[k];
      if (mr_text_is_nocase(tag->value, strlen(tag->value), name) &&
          mr_seat_parse(s->game, tag->value2, &seat, NULL) == MR_OK) {
        mr_session_sit(s, (mr_player){k}, &seat);
      }
    }
  }
}

static void read_end(mr_session *s, const mr_record *record) {
  const mr_game_info *info = &s->game->info;
  if (s->node.kind == MR_NODE_TERMINAL || record->rule == NULL || record->result == NULL) {
    return;
  }
  for (uint8_t i = 0; i < info->players && mr_session_can_resign(s); i++) {
    const char *lost = info->team[i] == info->team[0] ? "0-1" : "1-0";
    if (strcmp(record->result, lost) == 0) {
      mr_status status = mr_session_resign(s, (mr_player){i}, NULL);
      (void)status; /* it goes on, and there are two sides */
      s->end = strcmp(record->rule, "time") == 0 ? MR_SESSION_TIME : s->end;
      return;
    }
  }
  s->end = MR_SESSION_AGREED;
  memset(s->score, (int)(MR_SCORE_WIN / mr_game_teams(s->game)), sizeof s->score);
}

/** Takes over a record that has been replayed. */
static mr_status take_over(mr_session *session, const mr_record *record, uint64_t seed,
                           mr_error *err) {
  mr_status status = MR_OK;
  read_seats(session, record);
  seed = record->has_seed ? record->seed : seed;
  if (record->start != NULL) {
    status = mr_session_begin_text(session, seed, record->start, strlen(record->start), err);
  } else {
    mr_session_begin_undealt(session, seed, NULL);
  }
  for (size_t i = 0; i < record->move_count && status == MR_OK; i++) {
    const mr_record_move *move = &record->moves[i];
    status = mr_session_play_text(session, move->text, strlen(move->text), move->comment, err);
  }
  if (status == MR_OK) {
    read_end(session, record);
  }
  return status;
}

/** Checks the promises of a record aside: a session stays as it was where one was broken. */
static mr_status prove_aside(const mr_session *s, const mr_record *record, uint64_t seed,
                             mr_error *err) {
  mr_session *aside = NULL;
  mr_session_proof proof;
  const mr_session_options options = {.allocator = s->allocator};
  mr_status status = mr_session_new(s->game, &options, &aside, err);
  if (status == MR_OK) {
    status = take_over(aside, record, seed, err);
  }
  if (status == MR_OK) {
    status = mr_session_prove(aside, record, record, &proof, err);
  }
  mr_session_free(aside);
  return status;
}

mr_status mr_session_load(mr_session *session, const mr_record *record, uint64_t seed,
                          mr_error *err) {
  mr_status status =
      mr_record_replay(record, session->game, session->allocator, NULL, NULL, NULL, err);
  if (status == MR_OK && record->commitment_count > 0) {
    status = prove_aside(session, record, seed, err);
  }
  return status == MR_OK ? take_over(session, record, seed, err) : status;
}
