#include <inttypes.h>
#include <marcher/pgn.h>
#include <string.h>

#include "lab/match_priv.h"

/* "+0.35/12 0.101s 45678n", as other programs have it; "book" for what nobody thought about. */
static const char *comment_on(const mr_match_action *note, bool timed, char *buffer, size_t size) {
  mr_str text;
  mr_str_fixed(&text, buffer, size);
  if (note->player.id == MR_NOBODY_ID) {
    return NULL;
  }
  if (note->book) {
    return "book";
  }
  if (note->scored && note->score.end_in != 0) {
    int end = note->score.end_in;
    mr_str_format(&text, "%cM%d/%u ", end > 0 ? '+' : '-', end > 0 ? end : -end, note->depth);
  } else if (note->scored) {
    mr_str_format(&text, "%+.2f/%u ", note->score.centipawns / 100.0, note->depth);
  }
  if (timed) {
    mr_str_format(&text, "%.3fs ", note->milliseconds / 1000.0);
  }
  if (note->nodes > 0) {
    mr_str_format(&text, "%llun", (unsigned long long)note->nodes);
  }
  return buffer;
}

/* PGN has words of its own for how a game ended. */
static const char *termination(mr_match_end end) {
  switch (end) {
  case MR_END_RULE:
    return "normal";
  case MR_END_DRAW:
  case MR_END_RESIGN:
  case MR_END_LENGTH:
    return "adjudication";
  case MR_END_TIME:
    return "time forfeit";
  case MR_END_ILLEGAL:
    return "rules infraction";
  case MR_END_STALL:
    return "stalled connection";
  case MR_END_CRASH:
  case MR_END_FLOOD:
  case MR_END_DISCONNECT:
    return "abandoned";
  case MR_END_COUNT:
    break;
  }
  return "unterminated";
}

static const char *result_of(const mr_match_game *played) {
  static const char *const texts[] = {"0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"};
  return played->score[0] <= MR_SCORE_WIN ? texts[played->score[0]] : "*";
}

static void add_control(const mr_match_options *options, const mr_match_game *played, mr_str *out) {
  const mr_match_control *control = &options->engines[played->engines[0]].control;
  char buffer[96];
  mr_str text;
  mr_str_fixed(&text, buffer, sizeof buffer);
  if (control->move_ms > 0) {
    mr_str_format(&text, "1/%g", control->move_ms / 1000.0);
  } else if (control->base_ms + control->increment_ms > 0) {
    if (control->turns > 0) {
      mr_str_format(&text, "%u/", (unsigned)control->turns);
    }
    mr_str_format(&text, "%g+%g", (double)control->base_ms / 1000.0,
                  (double)control->increment_ms / 1000.0);
  } else {
    mr_str_add(&text, "-");
  }
  mr_pgn_add_tag(out, "TimeControl", buffer);
}

static void add_tags(const mr_match_options *options, const mr_match_game *played, mr_str *out) {
  const mr_game_info *info = &options->game->info;
  char number[32];
  mr_str text;
  mr_pgn_add_tag(out, "Event", "marcher match");
  mr_pgn_add_tag(out, "Site", "?");
  mr_pgn_add_tag(out, "Date", "????.??.??");
  mr_str_fixed(&text, number, sizeof number);
  mr_str_uint(&text, played->index + 1);
  mr_pgn_add_tag(out, "Round", number);
  mr_pgn_add_tag(out, "White", played->names[0]);
  for (uint8_t i = 1; i < info->players; i++) {
    if (mr_match_side(options->game, (mr_player){i}) == 1) {
      mr_pgn_add_tag(out, "Black", played->names[i]);
      break;
    }
  }
  mr_pgn_add_tag(out, "Result", result_of(played));
  if (strcmp(info->name, "chess") != 0) {
    mr_pgn_add_tag(out, "Variant", info->name);
  }
  mr_str_reset(&text);
  mr_str_format(&text, "%016" PRIx64, info->definition_hash);
  mr_pgn_add_tag(out, "Definition", number);
  if (played->start != NULL) {
    mr_pgn_add_tag(out, "SetUp", "1");
    mr_pgn_add_tag(out, "FEN", played->start);
  }
  mr_str_reset(&text);
  mr_str_uint(&text, played->count);
  mr_pgn_add_tag(out, "PlyCount", number);
  mr_pgn_add_tag(out, "Termination", termination(played->end));
  add_control(options, played, out);
  mr_str_char(out, '\n');
}

static mr_status add_moves(const mr_match_options *options, const mr_match_game *played,
                           mr_state *before, mr_state *after, mr_str *out, mr_error *err) {
  const mr_game *game = options->game;
  char comment[96];
  mr_pgn_moves moves;
  mr_pgn_moves_init(&moves, game, 1, out);
  for (size_t i = 0; i < played->count; i++) {
    const mr_match_action *note = &played->actions[i];
    mr_status status = mr_match_game_check(game, played, i, before, err);
    if (status != MR_OK) {
      return status;
    }
    mr_state_copy(game, after, before);
    mr_game_make(game, after, note->action, NULL, NULL);
    mr_pgn_moves_add(
        &moves, before, note->action, after,
        comment_on(note, mr_match_is_timed(options, played, note), comment, sizeof comment));
    mr_state_copy(game, before, after);
  }
  mr_pgn_moves_end(&moves, played->reason[0] != '\0' ? played->reason : NULL, result_of(played));
  return out->status == MR_OK ? MR_OK : mr_error_set(err, out->status, "out of memory");
}

static mr_status add_game(const mr_match_options *options, const mr_match_game *played,
                          mr_state *before, mr_state *after, mr_str *out, mr_error *err) {
  mr_status status = MR_OK;
  mr_game_start(options->game, before);
  if (played->start != NULL) {
    status = mr_game_parse_state(options->game, played->start, strlen(played->start), before, err);
  }
  if (status != MR_OK) {
    return status;
  }
  add_tags(options, played, out);
  return add_moves(options, played, before, after, out, err);
}

mr_status mr_match_pgn(const mr_match_options *options, const mr_match_game *played, mr_str *out,
                       mr_error *err) {
  const mr_game *game = options->game;
  mr_status status = MR_ERR_NOMEM;
  mr_state *before = mr_state_new(game, NULL);
  mr_state *after = mr_state_new(game, NULL);
  if (before == NULL || after == NULL) {
    mr_error_set(err, status, "out of memory");
  } else {
    status = add_game(options, played, before, after, out, err);
  }
  mr_state_free(game, NULL, before);
  mr_state_free(game, NULL, after);
  return status;
}
