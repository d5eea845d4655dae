/** A session as a record, and back. */
#include <string.h>

#include "base/text.h"
#include "session/session_priv.h"

#define PLAYER_TAG "Player"

/* ---- writing --------------------------------------------------------------------------------- */

static mr_status write_start(const mr_session *s, mr_record *out, mr_error *err) {
  mr_status status = mr_record_set_text(out, &out->game, s->game->info.name, err);
  for (size_t i = 0; i < s->options.set_count && status == MR_OK; i++) {
    status = mr_record_add_set(out, s->options.sets[i].key, s->options.sets[i].value, err);
  }
  out->has_seed = true;
  out->seed = s->seed;
  if (status != MR_OK || s->own_start) {
    return status;
  }
  mr_str text;
  mr_str_init(&text, s->allocator);
  mr_game_format_state(s->game, s->start, &text);
  status = text.status == MR_OK ? mr_record_set_text(out, &out->start, mr_str_text(&text), err)
                                : mr_error_set(err, text.status, "out of memory");
  mr_str_done(&text);
  return status;
}

static mr_status write_seats(const mr_session *s, mr_record *out, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < s->game->info.players && status == MR_OK; i++) {
    char buffer[MR_SESSION_SEAT_TEXT_MAX];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_seat_format(&s->seats[i], &text);
    status = mr_record_add_tag(out, PLAYER_TAG, s->game->info.player_names[i], buffer, err);
  }
  return status;
}

static mr_status write_moves(const mr_session *s, mr_record *out, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < s->count && status == MR_OK; i++) {
    const char *comment = mr_session_comment(s, i);
    status = mr_record_add_move(out, mr_session_text(s, i), *comment == '\0' ? NULL : comment, err);
  }
  return status;
}

/** An end from outside is claimed; one by the rules is found by the closing. */
static mr_status write_end(const mr_session *s, mr_record *out, mr_error *err) {
  char result[MR_RESULT_TEXT_MAX];
  mr_status status = MR_OK;
  if (s->end != MR_SESSION_GOES_ON) {
    status = mr_record_set_text(out, &out->result, mr_session_result(s, result), err);
    if (status == MR_OK) {
      status = mr_record_set_text(out, &out->rule, mr_session_rule(s), err);
    }
  }
  return status == MR_OK ? mr_record_close(out, s->game, s->state, err) : status;
}

mr_status mr_session_record(const mr_session *session, mr_record *out, mr_error *err) {
  if (!mr_session_is_full(session)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "this session keeps no texts");
  }
  mr_status status = write_start(session, out, err);
  if (status == MR_OK) {
    status = write_seats(session, out, err);
  }
  if (status == MR_OK) {
    status = write_moves(session, out, err);
  }
  return status == MR_OK ? write_end(session, out, err) : status;
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

/** The first seat of the team that a result calls the loser; MR_NOBODY where it is none. */
static mr_player loser_of(const mr_session *s, const char *result) {
  for (uint8_t i = 0; i < s->game->info.players; i++) {
    bool first = s->game->info.team[i] == s->game->info.team[0];
    if (mr_session_can_resign(s) && strcmp(result, first ? "0-1" : "1-0") == 0) {
      return (mr_player){i};
    }
  }
  return MR_NOBODY;
}

static void read_end(mr_session *s, const mr_record *record) {
  if (s->node.kind == MR_NODE_TERMINAL || record->rule == NULL || record->result == NULL) {
    return;
  }
  mr_player loser = loser_of(s, record->result);
  if (loser.id == MR_NOBODY_ID) {
    s->end = MR_SESSION_AGREED;
    memset(s->score, (int)(MR_SCORE_WIN / mr_game_teams(s->game)), sizeof s->score);
    return;
  }
  mr_status status = mr_session_resign(s, loser, NULL);
  (void)status; /* it goes on, and there are two sides */
  if (strcmp(record->rule, "time") == 0) {
    s->end = MR_SESSION_TIME;
  }
}

static mr_status begin(mr_session *s, const mr_record *record, uint64_t seed, mr_error *err) {
  seed = record->has_seed ? record->seed : seed;
  if (record->start != NULL) {
    return mr_session_begin_text(s, seed, record->start, strlen(record->start), err);
  }
  mr_session_begin_undealt(s, seed, NULL);
  return MR_OK;
}

mr_status mr_session_load(mr_session *session, const mr_record *record, uint64_t seed,
                          mr_error *err) {
  mr_status status =
      mr_record_replay(record, session->game, session->allocator, NULL, NULL, NULL, err);
  if (status == MR_OK) {
    read_seats(session, record);
    status = begin(session, record, seed, err);
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
