/** From a record to the game that it tells. */
#include <string.h>

#include "base/text.h"
#include "session/session_priv.h"

/** Seats of whose tag this program cannot make anything keep what they have. */
static void read_seats(mr_session *s, const mr_record *record) {
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    bool player = strcmp(tag->name, MR_SESSION_PLAYER_TAG) == 0 && tag->value2 != NULL;
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
