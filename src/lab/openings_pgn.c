/* Openings from PGN: the first turns of its games. */
#include <marcher/pgn.h>
#include <string.h>

#include "lab/openings_priv.h"

static mr_status play_game(mr_line *line, const mr_pgn_game *pgn, mr_error *err) {
  const mr_game *game = line->set->game;
  mr_status status = mr_line_begin(line, mr_pgn_tag(pgn, "FEN"), err);
  if (status != MR_OK) {
    mr_error_locate(err, NULL, pgn->line, 1);
  }
  for (size_t i = 0; i < pgn->move_count && status == MR_OK && mr_line_open(line); i++) {
    const mr_record_move *move = &pgn->moves[i];
    mr_action action;
    status = mr_pgn_move_parse(game, mr_session_state(line->session), line->scratch, move->text,
                               &action, err);
    if (status != MR_OK) {
      mr_error_locate(err, NULL, move->line, move->column);
    } else if (action != MR_ACTION_NONE) {
      status = mr_line_play(line, action, err);
    }
  }
  return status;
}

static mr_status add_game(mr_line *line, const mr_pgn_game *pgn, mr_error *err) {
  const char *variant = mr_pgn_tag(pgn, "Variant");
  bool kept;
  if (!mr_pgn_is_of(pgn, line->set->game)) {
    mr_error_set(err, MR_ERR_MISMATCH, "this is a game of %s, not of %s",
                 variant != NULL ? variant : "chess (it has no tag Variant)",
                 line->set->game->info.name);
    mr_error_locate(err, NULL, pgn->line, 1);
    return MR_ERR_MISMATCH;
  }
  mr_status status = play_game(line, pgn, err);
  return status == MR_OK ? mr_line_add_to_set(line, &kept, err) : status;
}

mr_status mr_openings_add_games(mr_line *line, const char *source, const char *text, size_t length,
                                mr_error *err) {
  mr_pgn_reader *reader = NULL;
  mr_pgn_game pgn;
  bool found = true;
  mr_status status = mr_pgn_reader_over(line->set->allocator, source, text, length, &reader, err);
  while (status == MR_OK && found) {
    status = mr_pgn_next(reader, &pgn, &found, err);
    if (status != MR_OK || !found) {
      break;
    }
    status = add_game(line, &pgn, err);
    if (status != MR_OK && err != NULL) {
      mr_error_locate(err, source, err->line, err->column);
    }
  }
  line->start = NULL;
  mr_pgn_reader_free(reader);
  return status;
}
