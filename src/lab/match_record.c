/* A game that was played as a record, and as PGN. */
#include <inttypes.h>
#include <marcher/pgn.h>
#include <string.h>

#include "lab/match_priv.h"

/* Our word for how a game ended, that of PGN, and what mr_record_replay believes. */
static const struct {
  const char *name;
  const char *termination;
  const char *rule;
} end_words[MR_END_COUNT] = {
    [MR_END_RULE] = {"rule", "normal", NULL},
    [MR_END_DRAW] = {"draw", "adjudication", "agreement"},
    [MR_END_RESIGN] = {"resign", "adjudication", "resignation"},
    [MR_END_LENGTH] = {"length", "adjudication", "resignation"},
    [MR_END_TIME] = {"time", "time forfeit", "time"},
    [MR_END_ILLEGAL] = {"illegal", "rules infraction", "resignation"},
    [MR_END_CRASH] = {"crash", "abandoned", "resignation"},
    [MR_END_STALL] = {"stall", "stalled connection", "resignation"},
    [MR_END_FLOOD] = {"flood", "abandoned", "resignation"},
    [MR_END_DISCONNECT] = {"disconnect", "abandoned", "resignation"},
};

const char *mr_match_end_name(mr_match_end end) {
  return (unsigned)end < MR_END_COUNT ? end_words[end].name : "unknown";
}

/*
 * Whether it is worth telling how long an action took: where no clock runs, a game that is played
 * again is to be the same to the byte.
 */
static bool is_timed(const mr_match_options *options, const mr_match_game *played,
                     const mr_match_action *note) {
  if (note->player.id == MR_NOBODY_ID) {
    return false;
  }
  const mr_match_engine *engine = &options->engines[played->engines[note->player.id]];
  return engine->control.move_ms > 0 || mr_control_is_clock(&engine->control);
}

/* Whether the action of that number is legal: games of a journal may be another version's. */
static mr_status check_action(const mr_game *game, const mr_match_game *played, size_t at,
                              const mr_state *state, mr_error *err) {
  if (mr_game_legal(game, state, played->actions[at].action)) {
    return MR_OK;
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "game %" PRIu64 ": action %zu is not legal",
                      played->index + 1, at + 1);
}

/* ---- records --------------------------------------------------------------------------------- */

static void add_evaluation(const mr_match_action *note, bool timed, mr_str *out) {
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
}

static mr_status add_record_moves(const mr_match_options *options, const mr_match_game *played,
                                  mr_state *state, mr_record *out, mr_error *err) {
  const mr_game *game = options->game;
  for (size_t i = 0; i < played->count; i++) {
    const mr_match_action *note = &played->actions[i];
    char word[MR_ACTION_TEXT_MAX];
    char comment[160];
    mr_status status = check_action(game, played, i, state, err);
    if (status != MR_OK) {
      return status;
    }
    mr_str text = mr_str_fixed(word, sizeof word);
    mr_game_format_action(game, state, note->action, &text);
    text = mr_str_fixed(comment, sizeof comment);
    add_evaluation(note, is_timed(options, played, note), &text);
    status = text.status == MR_OK
                 ? mr_record_add_move(out, word, comment[0] == '\0' ? NULL : comment, err)
                 : text.status;
    if (status != MR_OK) {
      return status;
    }
    mr_game_make(game, state, note->action, NULL, NULL);
  }
  return MR_OK;
}

static mr_status add_record_tags(const mr_game *game, const mr_match_game *played, mr_record *out,
                                 mr_error *err) {
  char number[32];
  mr_status status = MR_OK;
  for (uint8_t i = 0; i < game->info.players && status == MR_OK; i++) {
    status = mr_record_add_tag(out, "Player", game->info.player_names[i], played->names[i], err);
  }
  mr_str text = mr_str_fixed(number, sizeof number);
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
  bool won = played->score[0] == MR_SCORE_WIN, lost = played->score[0] == 0;
  const char *result = won ? "1-0" : lost ? "0-1" : "1/2-1/2";
  bool drawn = played->end == MR_END_LENGTH && !won && !lost;
  const char *rule = drawn ? "agreement" : end_words[played->end].rule;
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
  if (status == MR_OK && played->start != NULL) {
    status = mr_record_set_text(out, &out->start, played->start, err);
  }
  if (status == MR_OK) {
    status = mr_match_start(game, played->start, state, err);
  }
  if (status == MR_OK) {
    status = add_record_tags(game, played, out, err);
  }
  if (status == MR_OK) {
    status = add_record_moves(options, played, state, out, err);
  }
  if (status == MR_OK && played->end != MR_END_RULE) {
    status = mr_record_set_text(out, &out->result, result, err);
    if (status == MR_OK) {
      status = mr_record_set_text(out, &out->rule, rule, err);
    }
  }
  if (status == MR_OK) {
    status = mr_record_close(out, game, state, err);
  }
  mr_state_free(game, NULL, state);
  return status;
}

/* ---- PGN ------------------------------------------------------------------------------------- */

/* "+0.35/12 0.101s 45678n", as other programs have it; "book" for what nobody thought about. */
static const char *pgn_comment(const mr_match_action *note, bool timed, char *buffer, size_t size) {
  mr_str text = mr_str_fixed(buffer, size);
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

static const char *pgn_result(const mr_match_game *played) {
  static const char *const texts[] = {"0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"};
  return played->score[0] <= MR_SCORE_WIN ? texts[played->score[0]] : "*";
}

static void write_time_control(const mr_match_control *control, mr_str *out) {
  if (control->move_ms > 0) {
    mr_str_format(out, "1/%g", control->move_ms / 1000.0);
  } else if (control->base_ms + control->increment_ms > 0) {
    if (control->turns > 0) {
      mr_str_format(out, "%u/", (unsigned)control->turns);
    }
    mr_str_format(out, "%g+%g", (double)control->base_ms / 1000.0,
                  (double)control->increment_ms / 1000.0);
  } else {
    mr_str_add(out, "-");
  }
}

/*
 * Where the game began, if readers cannot know: by an opening, or by a definition that may be
 * another than that of its name. Hands that are dealt are among the moves.
 */
static void add_pgn_start(const mr_match_options *options, const mr_match_game *played,
                          const mr_state *start, mr_str *out) {
  bool own = options->tell_start && !mr_game_can(options->game, MR_CAN_DEAL);
  if (played->start == NULL && !own) {
    return;
  }
  mr_str text = mr_str_growing(NULL);
  mr_game_format_state(options->game, start, &text);
  mr_pgn_add_tag(out, "SetUp", "1");
  mr_pgn_add_tag(out, "FEN", played->start != NULL ? played->start : mr_str_text(&text));
  out->status = out->status == MR_OK ? text.status : out->status;
  mr_str_done(&text);
}

/* Plies are decisions: what dice, lots and deals do belongs to none. */
static uint64_t count_plies(const mr_match_game *played) {
  uint64_t plies = 0;
  for (size_t i = 0; i < played->count; i++) {
    plies += played->actions[i].player.id != MR_NOBODY_ID;
  }
  return plies;
}

static void add_pgn_tags(const mr_match_options *options, const mr_match_game *played,
                         const mr_state *start, mr_str *out) {
  const mr_game_info *info = &options->game->info;
  char buffer[96];
  mr_pgn_add_tag(out, "Event", "marcher match");
  mr_pgn_add_tag(out, "Site", "?");
  mr_pgn_add_tag(out, "Date", played->day[0] != '\0' ? played->day : "????.??.??");
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_str_uint(&text, played->index + 1);
  mr_pgn_add_tag(out, "Round", buffer);
  mr_pgn_add_tag(out, "White", played->names[0]);
  mr_pgn_add_tag(out, "Black", played->names[mr_match_first_seat(options->game, 1).id]);
  mr_pgn_add_tag(out, "Result", pgn_result(played));
  if (strcmp(info->name, "chess") != 0) {
    mr_pgn_add_tag(out, "Variant", info->name);
  }
  mr_str_reset(&text);
  mr_str_format(&text, "%016" PRIx64, info->definition_hash);
  mr_pgn_add_tag(out, "Definition", buffer);
  add_pgn_start(options, played, start, out);
  mr_str_reset(&text);
  mr_str_uint(&text, count_plies(played));
  mr_pgn_add_tag(out, "PlyCount", buffer);
  mr_pgn_add_tag(out, "Termination", end_words[played->end].termination);
  mr_str_reset(&text);
  write_time_control(&options->engines[played->engines[0]].control, &text);
  mr_pgn_add_tag(out, "TimeControl", buffer);
  mr_str_char(out, '\n');
}

static mr_status add_pgn_moves(const mr_match_options *options, const mr_match_game *played,
                               mr_state *before, mr_state *after, mr_str *out, mr_error *err) {
  const mr_game *game = options->game;
  char buffer[96];
  mr_pgn_moves moves;
  mr_pgn_moves_init(&moves, game, 1, out);
  for (size_t i = 0; i < played->count; i++) {
    const mr_match_action *note = &played->actions[i];
    mr_status status = check_action(game, played, i, before, err);
    if (status != MR_OK) {
      return status;
    }
    mr_state_copy(game, after, before);
    mr_game_make(game, after, note->action, NULL, NULL);
    const char *comment = pgn_comment(note, is_timed(options, played, note), buffer, sizeof buffer);
    mr_pgn_moves_add(&moves, before, note->action, after, comment);
    mr_state_copy(game, before, after);
  }
  mr_pgn_moves_end(&moves, played->reason[0] != '\0' ? played->reason : NULL, pgn_result(played));
  return out->status == MR_OK ? MR_OK : mr_error_set(err, out->status, "out of memory");
}

mr_status mr_match_pgn(const mr_match_options *options, const mr_match_game *played, mr_str *out,
                       mr_error *err) {
  const mr_game *game = options->game;
  mr_state *before = mr_state_new(game, NULL);
  mr_state *after = mr_state_new(game, NULL);
  mr_status status = MR_ERR_NOMEM;
  if (before == NULL || after == NULL) {
    mr_error_set(err, status, "out of memory");
  } else {
    status = mr_match_start(game, played->start, before, err);
    if (status == MR_OK) {
      add_pgn_tags(options, played, before, out);
      status = add_pgn_moves(options, played, before, after, out, err);
    }
  }
  mr_state_free(game, NULL, before);
  mr_state_free(game, NULL, after);
  return status;
}
