#include <string.h>

#include "lab/match_priv.h"

static mr_status add_evaluation(const mr_match_action *note, bool timed, mr_str *out) {
  if (note->book) {
    mr_str_add(out, "book");
  } else if (note->player.id != MR_NOBODY_ID) {
    if (note->scored && note->score.end_in != 0) {
      mr_str_format(out, "%s in %d", note->score.end_in > 0 ? "wins" : "loses",
                    note->score.end_in > 0 ? note->score.end_in : -note->score.end_in);
    } else if (note->scored) {
      mr_str_format(out, "%+.2f", note->score.centipawns / 100.0);
    }
    mr_str_format(out, "%sdepth %u, %llu nodes", out->length > 0 ? ", " : "", note->depth,
                  (unsigned long long)note->nodes);
    if (timed) {
      mr_str_format(out, ", %.3f s", note->milliseconds / 1000.0);
    }
  }
  return out->status;
}

static mr_status add_moves(const mr_match_options *options, const mr_match_game *played,
                           mr_state *state, mr_record *out, mr_error *err) {
  const mr_game *game = options->game;
  for (size_t i = 0; i < played->count; i++) {
    char word[MR_ACTION_TEXT_MAX];
    char comment[160];
    mr_str text;
    mr_status status = mr_match_game_check(game, played, i, state, err);
    if (status != MR_OK) {
      return status;
    }
    mr_str_fixed(&text, word, sizeof word);
    mr_game_format_action(game, state, played->actions[i].action, &text);
    mr_str_fixed(&text, comment, sizeof comment);
    status = add_evaluation(&played->actions[i],
                            mr_match_is_timed(options, played, &played->actions[i]), &text);
    if (status == MR_OK) {
      status = mr_record_add_move(out, word, comment[0] == '\0' ? NULL : comment, err);
    }
    if (status != MR_OK) {
      return status;
    }
    mr_game_make(game, state, played->actions[i].action, NULL, NULL);
  }
  return MR_OK;
}

/* What mr_record_replay believes where the game goes on. */
static const char *believed_rule(const mr_match_game *played) {
  switch (played->end) {
  case MR_END_RULE:
    return NULL;
  case MR_END_DRAW:
    return "agreement";
  case MR_END_LENGTH:
    return played->score[0] == MR_SCORE_WIN || played->score[0] == 0 ? "resignation" : "agreement";
  case MR_END_TIME:
    return "time";
  case MR_END_RESIGN:
  case MR_END_ILLEGAL:
  case MR_END_CRASH:
  case MR_END_STALL:
  case MR_END_FLOOD:
  case MR_END_DISCONNECT:
  case MR_END_COUNT:
    return "resignation";
  }
  return NULL;
}

static mr_status add_end(const mr_game *game, const mr_match_game *played, const mr_state *state,
                         mr_record *out, mr_error *err) {
  mr_status status = MR_OK;
  if (played->end != MR_END_RULE) {
    const char *result = played->score[0] == MR_SCORE_WIN ? "1-0"
                         : played->score[0] == 0          ? "0-1"
                                                          : "1/2-1/2";
    status = mr_record_set_text(out, &out->result, result, err);
    if (status == MR_OK) {
      status = mr_record_set_text(out, &out->rule, believed_rule(played), err);
    }
  }
  return status == MR_OK ? mr_record_close(out, game, state, err) : status;
}

static mr_status add_tags(const mr_game *game, const mr_match_game *played, mr_record *out,
                          mr_error *err) {
  char number[32];
  mr_str text;
  mr_status status = MR_OK;
  for (uint8_t i = 0; i < game->info.players && status == MR_OK; i++) {
    status = mr_record_add_tag(out, "Player", game->info.player_names[i], played->names[i], err);
  }
  mr_str_fixed(&text, number, sizeof number);
  mr_str_uint(&text, played->index + 1);
  if (status == MR_OK) {
    status = mr_record_add_tag(out, "Round", number, NULL, err);
  }
  if (status == MR_OK) {
    status = mr_record_add_tag(out, "Termination", mr_match_end_name(played->end),
                               played->reason[0] != '\0' ? played->reason : NULL, err);
  }
  return status;
}

mr_status mr_match_record(const mr_match_options *options, const mr_match_game *played,
                          const mr_override *sets, size_t set_count, mr_record *out,
                          mr_error *err) {
  const mr_game *game = options->game;
  mr_state *state = mr_state_new(game, NULL);
  if (state == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_status status = mr_record_set_text(out, &out->game, game->info.name, err);
  out->definition_hash = game->info.definition_hash;
  out->has_seed = true;
  out->seed = played->seed;
  for (size_t i = 0; i < set_count && status == MR_OK; i++) {
    status = mr_record_add_set(out, sets[i].key, sets[i].value, err);
  }
  mr_game_start(game, state);
  if (status == MR_OK && played->start != NULL) {
    status = mr_record_set_text(out, &out->start, played->start, err);
    if (status == MR_OK) {
      status = mr_game_parse_state(game, played->start, strlen(played->start), state, err);
    }
  }
  if (status == MR_OK) {
    status = add_tags(game, played, out, err);
  }
  if (status == MR_OK) {
    status = add_moves(options, played, state, out, err);
  }
  if (status == MR_OK) {
    status = add_end(game, played, state, out, err);
  }
  mr_state_free(game, NULL, state);
  return status;
}
