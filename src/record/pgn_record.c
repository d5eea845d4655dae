/* From a game that was read to a record that can be replayed. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

/* ---- which game ------------------------------------------------------------------------------ */

/** Compares names, for which case, blanks, '-' and '_' do not matter. */
static bool same_name(const char *a, const char *b) {
  for (;;) {
    a += strspn(a, " -_");
    b += strspn(b, " -_");
    if (mr_text_lower(*a) != mr_text_lower(*b)) {
      return false;
    }
    if (*a == '\0') {
      return true;
    }
    a++;
    b++;
  }
}

bool mr_pgn_is_called(const mr_pgn_game *pgn, const char *name) {
  static const char *const standard[] = {"chess", "standard", "normal", "from position"};
  const char *variant = mr_pgn_tag(pgn, "Variant");
  if (variant == NULL) {
    variant = "chess";
  }
  for (size_t i = 0; i < sizeof standard / sizeof *standard; i++) {
    if (same_name(variant, standard[i])) {
      return same_name(name, "chess");
    }
  }
  return same_name(variant, name);
}

bool mr_pgn_is_of(const mr_pgn_game *pgn, const mr_game *game) {
  const char *variant = mr_pgn_tag(pgn, "Variant");
  return mr_pgn_is_called(pgn, game->info.name) ||
         (variant != NULL && same_name(variant, game->info.title));
}

const char *mr_pgn_misspelt_tag(const mr_pgn_game *game, const char *name) {
  /* Tags that are near to another one and have a meaning of their own. */
  static const char *const known[] = {"Variation", "SubVariation"};
  const char *best = NULL;
  mr_nearest_search search;
  mr_nearest_begin(&search, name);
  for (size_t i = 0; i < game->tag_count && mr_pgn_tag(game, name) == NULL; i++) {
    const char *tag = game->tags[i].name;
    bool other = mr_record_kind_of_tag(tag) != MR_TAG_OTHER;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
      other = other || strcmp(tag, known[k]) == 0;
    }
    if (!other && mr_nearest_offer(&search, tag)) {
      best = tag;
    }
  }
  return best;
}

/* ---- tags and result ------------------------------------------------------------------------- */

static mr_status copy_tags(const mr_pgn_game *pgn, mr_record *out, mr_error *err) {
  /* Tags of which the record has its own; what they say it says otherwise. */
  static const char *const otherwise[] = {"FEN", "SetUp", "Variant", "PlyCount", "Comment"};
  mr_status status = MR_OK;
  for (size_t i = 0; i < pgn->tag_count && status == MR_OK; i++) {
    const mr_record_tag *tag = &pgn->tags[i];
    bool said = mr_record_kind_of_tag(tag->name) != MR_TAG_OTHER;
    for (size_t k = 0; k < sizeof otherwise / sizeof *otherwise; k++) {
      said = said || strcmp(tag->name, otherwise[k]) == 0;
    }
    if (!said && mr_record_tag_name_valid(tag->name, strlen(tag->name))) {
      status = mr_record_add_tag(out, tag->name, tag->value, NULL, err);
    }
  }
  if (status == MR_OK && pgn->comment != NULL) {
    status = mr_record_add_tag(out, "Comment", pgn->comment, NULL, err);
  }
  return status;
}

/** Which side a result favours: the sign of first minus second; 2 where it says nothing. */
static int favours(const char *result) {
  if (strcmp(result, "*") == 0) {
    return 2;
  }
  if (strcmp(result, "1/2-1/2") == 0) {
    return 0;
  }
  return result[0] == '0' || strncmp(result, "1/4", 3) == 0 ? -1 : 1;
}

/** Whether the game can end so: a score for each team, quarters only where they are paid. */
static mr_status check_result(const mr_pgn_game *pgn, const mr_game *game, mr_error *err) {
  unsigned scores = 1;
  for (const char *at = pgn->result; *at != '\0'; at++) {
    scores += *at == '-';
  }
  unsigned teams = mr_game_teams(game);
  if (strcmp(pgn->result, "*") == 0) {
    return MR_OK;
  }
  if (scores != teams) {
    return mr_error_set(err, MR_ERR_MISMATCH,
                        "the result %s has %u scores, and %s is a game of %u sides", pgn->result,
                        scores, game->info.name, teams);
  }
  bool quarters = strstr(pgn->result, "/4") != NULL;
  return !quarters || mr_game_can(game, MR_CAN_FRACTION)
             ? MR_OK
             : mr_error_set(err, MR_ERR_MISMATCH,
                            "the result is %s, and %s is won, lost or drawn: it pays no quarters",
                            pgn->result, game->info.name);
}

static mr_status judge_result(const mr_pgn_game *pgn, const mr_game *game, const mr_state *state,
                              mr_record *out, mr_error *err) {
  int side = favours(pgn->result);
  if (side == 2) {
    return MR_OK;
  }
  if (mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
    char buffer[MR_RESULT_TEXT_MAX];
    const char *truth = mr_result_text(game, state, buffer);
    if (game->info.players != 2 || favours(truth) == side) {
      return MR_OK;
    }
    return mr_error_set(err, MR_ERR_MISMATCH, "the result is %s, not %s", truth, pgn->result);
  }
  /* It could have gone on: the words of records for why it did not. */
  const char *termination = mr_pgn_tag(pgn, "Termination");
  bool timeout = termination != NULL && (strstr(termination, "ime forfeit") != NULL ||
                                         strstr(termination, "time") != NULL);
  mr_status status = mr_record_set_text(out, &out->result, pgn->result, err);
  return status == MR_OK ? mr_record_set_text(out, &out->rule,
                                              timeout     ? "time"
                                              : side == 0 ? "agreement"
                                                          : "resignation",
                                              err)
                         : status;
}

static mr_status set_result(const mr_pgn_game *pgn, const mr_game *game, const mr_state *state,
                            mr_record *out, mr_error *err) {
  mr_status status = check_result(pgn, game, err);
  if (status == MR_OK) {
    status = judge_result(pgn, game, state, out, err);
  }
  if (status != MR_OK && pgn->result_line > 0) {
    mr_error_locate(err, NULL, pgn->result_line, pgn->result_column);
  }
  return status;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/** A comment that a record can hold. */
static mr_status add_move(mr_record *out, const char *text, const char *comment, mr_error *err) {
  if (comment == NULL || strchr(comment, '}') == NULL) {
    return mr_record_add_move(out, text, comment, err);
  }
  mr_status status = MR_ERR_NOMEM;
  mr_str changed = mr_str_growing(out->arena.allocator);
  mr_str_add(&changed, comment);
  if (changed.status == MR_OK) {
    mr_pgn_replace_braces(changed.data);
    status = mr_record_add_move(out, text, changed.data, err);
  } else {
    mr_error_set(err, status, "no memory for a comment");
  }
  mr_str_done(&changed);
  return status;
}

static mr_status play_moves(const mr_pgn_game *pgn, const mr_game *game, mr_action *scratch,
                            mr_state *state, mr_record *out, mr_error *err) {
  for (size_t i = 0; i < pgn->move_count; i++) {
    const mr_record_move *move = &pgn->moves[i];
    char text[MR_ACTION_TEXT_MAX];
    mr_str name;
    mr_action action;
    mr_status status = mr_pgn_move_parse(game, state, scratch, move->text, &action, err);
    if (status == MR_OK && action == MR_ACTION_NONE) {
      continue;
    }
    if (status == MR_OK) {
      name = mr_str_fixed(text, sizeof text);
      mr_game_format_action(game, state, action, &name);
      status = add_move(out, text, move->comment, err);
    }
    if (status != MR_OK) {
      mr_error_locate(err, NULL, move->line, move->column);
      return status;
    }
    mr_game_make(game, state, action, NULL, NULL);
  }
  return MR_OK;
}

/** Begins where the tag FEN says; a fault of it is told with its place. */
static mr_status set_start(const mr_record_tag *fen, const mr_game *game, mr_state *state,
                           mr_record *out, mr_error *err) {
  mr_status status = mr_game_parse_state(game, fen->value, strlen(fen->value), state, err);
  if (status == MR_OK && !mr_game_fully_known(game, state)) {
    status = mr_error_set(err, MR_ERR_UNSUPPORTED, "something is unknown in the tag FEN");
  }
  if (status != MR_OK) {
    uint32_t within = err->column > 0 ? err->column - 1 : 0;
    mr_error_locate(err, NULL, fen->line, fen->column + within);
    return status;
  }
  return mr_record_set_text(out, &out->start, fen->value, err);
}

/** Fills in what comes before the moves, and sets up their first state. */
static mr_status begin_record(const mr_pgn_game *pgn, const mr_game *game, mr_state *state,
                              mr_record *out, mr_error *err) {
  const char *played = mr_pgn_tag(pgn, "Definition");
  const mr_record_tag *fen = mr_pgn_find_tag(pgn, "FEN");
  const char *set_up = mr_pgn_tag(pgn, "SetUp");
  char hash[32];
  mr_str text = mr_str_fixed(hash, sizeof hash);
  mr_str_format(&text, "%016" PRIx64, game->info.definition_hash);
  /* A name alone does not say by which rules: of the same game others may have been tried. */
  if (played != NULL && strcmp(played, hash) != 0) {
    return mr_error_set(err, MR_ERR_MISMATCH,
                        "this game was played by other rules of %s (%s, not %s)", game->info.name,
                        played, hash);
  }
  mr_status status = MR_OK;
  mr_game_start(game, state);
  if (fen != NULL) {
    status = set_start(fen, game, state, out, err);
  } else if (set_up != NULL && strcmp(set_up, "1") == 0) {
    const mr_record_tag *at = mr_pgn_find_tag(pgn, "SetUp");
    status = mr_error_set(err, MR_ERR_MISMATCH,
                          "SetUp says that the start is another, and no tag FEN says which");
    mr_error_locate(err, NULL, at->line, at->column);
  }
  if (status == MR_OK) {
    status = copy_tags(pgn, out, err);
  }
  return status == MR_OK ? mr_record_set_text(out, &out->game, game->info.name, err) : status;
}

static mr_status convert(const mr_pgn_game *pgn, const mr_game *game, mr_action *scratch,
                         mr_state *state, mr_record *out, mr_error *err) {
  mr_status status = begin_record(pgn, game, state, out, err);
  if (status == MR_OK) {
    status = play_moves(pgn, game, scratch, state, out, err);
    if (status != MR_OK) {
      return status; /* with the place of the move */
    }
    status = set_result(pgn, game, state, out, err);
  }
  if (status == MR_OK) {
    status = mr_record_close(out, game, state, err);
  }
  if (status != MR_OK && err->line == 0) {
    mr_error_locate(err, NULL, pgn->line, 1);
  }
  return status;
}

mr_status mr_pgn_to_record(const mr_pgn_game *pgn, const mr_game *game, const char *source,
                           mr_record *out, mr_error *err) {
  mr_error why = {0};
  mr_status status;
  const mr_allocator *allocator = out->arena.allocator;
  mr_state *state = mr_state_new(game, allocator);
  mr_action *scratch = mr_alloc_zero(allocator, game->info.max_actions, sizeof *scratch);
  if (state == NULL || scratch == NULL) {
    status = mr_error_set(&why, MR_ERR_NOMEM, "no memory to replay a game");
  } else if (!mr_pgn_is_of(pgn, game)) {
    const char *variant = mr_pgn_tag(pgn, "Variant");
    status =
        mr_error_set(&why, MR_ERR_MISMATCH, "this is a game of %s, not of %s",
                     variant != NULL ? variant : "chess (it has no tag Variant)", game->info.name);
    mr_error_locate(&why, NULL, pgn->line, 1);
  } else {
    status = convert(pgn, game, scratch, state, out, &why);
  }
  mr_alloc_free(allocator, scratch, game->info.max_actions * sizeof *scratch);
  mr_state_free(game, allocator, state);
  if (status != MR_OK && err != NULL) {
    *err = why;
    mr_error_locate(err, source, why.line, why.column);
  }
  return status;
}
