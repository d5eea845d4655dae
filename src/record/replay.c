#include <marcher/record.h>

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

/* ---- results --------------------------------------------------------------------------------- */

const char *mr_result_of_score(const mr_game *game, const uint8_t *score, char *buffer) {
  static const char *const quarters[MR_SCORE_WIN + 1] = {"0", "1/4", "1/2", "3/4", "1"};
  mr_str out = mr_str_fixed(buffer, MR_RESULT_TEXT_MAX);
  for (uint8_t seat = 0; seat < game->info.players; seat++) {
    if (mr_game_leads_team(game, (mr_player){seat})) {
      mr_str_add(&out, seat > 0 ? "-" : "");
      mr_str_add(&out, quarters[score[seat] <= MR_SCORE_WIN ? score[seat] : 0]);
    }
  }
  return buffer;
}

const char *mr_result_text(const mr_game *game, const mr_state *state, char *buffer) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  if (mr_game_node(game, state).kind != MR_NODE_TERMINAL) {
    mr_str out = mr_str_fixed(buffer, MR_RESULT_TEXT_MAX);
    mr_str_char(&out, '*');
    return buffer;
  }
  mr_game_score(game, state, score);
  return mr_result_of_score(game, score, buffer);
}

void mr_record_score_text(const mr_game *game, const mr_state *state, mr_str *out) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  mr_game_score(game, state, score);
  for (unsigned seat = 0; seat < game->info.players; seat++) {
    mr_str_add(out, seat > 0 ? " " : "");
    mr_str_uint(out, score[seat]);
  }
}

/** The rule that ended the game; "" for none in particular. */
static const char *rule_id(const mr_game *game, const mr_state *state) {
  mr_rule_index rule = mr_game_ended_by(game, state);
  return rule < game->info.rule_count ? game->info.rules[rule].id : "";
}

/* ---- closing --------------------------------------------------------------------------------- */

static mr_status copy_text(mr_record *record, const char *text, const char **out, mr_error *err) {
  return mr_record_copy(record, text, strlen(text), out, err);
}

/** The text of a state, which stays in `out`. */
mr_status mr_record_state_text(const mr_game *game, const mr_state *state,
                               const mr_allocator *allocator, mr_str *out, mr_error *err) {
  *out = mr_str_growing(allocator);
  mr_game_format_state(game, state, out);
  return out->status == MR_OK ? MR_OK
                              : mr_error_set(err, out->status, "out of memory for the final state");
}

/** Makes the tag Score say `score`, or removes it where that is NULL. */
static mr_status put_score(mr_record *record, const char *score, mr_error *err) {
  size_t kept = 0;
  for (size_t i = 0; i < record->tag_count; i++) {
    mr_record_tag *tag = &record->tags[i];
    bool is_score = strcmp(tag->name, MR_RECORD_SCORE) == 0;
    if (is_score && score != NULL) {
      *tag = (mr_record_tag){.name = tag->name, .value = score};
      return MR_OK;
    }
    if (!is_score) {
      record->tags[kept++] = *tag;
    }
  }
  record->tag_count = kept;
  if (score == NULL) {
    return MR_OK;
  }
  return mr_record_push_tag(record, (mr_record_tag){.name = MR_RECORD_SCORE, .value = score}, err);
}

mr_status mr_record_close(mr_record *record, const mr_game *game, const mr_state *state,
                          mr_error *err) {
  if (record == NULL || game == NULL || state == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, no game or no state");
  }
  bool ended = mr_game_node(game, state).kind == MR_NODE_TERMINAL;
  bool outside = !ended && record->rule != NULL && mr_record_rule_outside(record->rule);
  const char *rule = outside ? record->rule : NULL;
  const char *result = outside ? record->result : "*";
  const char *score = NULL;
  const char *final_state = NULL;
  mr_status status = MR_OK;
  if (ended) {
    char buffer[MR_RESULT_TEXT_MAX];
    status = copy_text(record, mr_result_text(game, state, buffer), &result, err);
    if (status == MR_OK && rule_id(game, state)[0] != '\0') {
      status = copy_text(record, rule_id(game, state), &rule, err);
    }
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_record_score_text(game, state, &text);
    status = status == MR_OK ? copy_text(record, buffer, &score, err) : status;
  }
  if (status == MR_OK) {
    mr_str text;
    status = mr_record_state_text(game, state, record->arena.allocator, &text, err);
    status = status == MR_OK ? copy_text(record, mr_str_text(&text), &final_state, err) : status;
    mr_str_done(&text);
  }
  status = status == MR_OK ? put_score(record, score, err) : status;
  if (status != MR_OK) {
    return status;
  }
  for (mr_record_claim claim = MR_CLAIM_RESULT; claim < MR_CLAIM_COUNT; claim++) {
    record->claimed_at[claim] = (mr_record_place){0}; /* no text has said this */
  }
  record->claimed_at[MR_CLAIM_DEFINITION] = (mr_record_place){0};
  record->result = result;
  record->rule = rule;
  record->final_state = final_state;
  record->has_hash = true;
  record->final_hash = mr_game_hash(game, state);
  record->definition_hash = game->info.definition_hash;
  return MR_OK;
}

/* ---- replaying ------------------------------------------------------------------------------- */

/** A replay under way. */
typedef struct replay {
  const mr_record *record;
  const mr_game *game;
  const mr_allocator *allocator;
  mr_state *state;
  mr_events events;
  mr_replay_fn each;
  void *context;
  bool stopped;
  mr_error *err;
} replay;

/** Says which claim fails, where it stands in the text that the record was read from. */
static MR_PRINTF(3, 4) mr_status
    mismatch(const replay *of, mr_record_place at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_error_vset(of->err, MR_ERR_MISMATCH, format, args);
  va_end(args);
  mr_error_locate(of->err, NULL, at.line, at.column);
  return MR_ERR_MISMATCH;
}

static mr_status check_game(const replay *of) {
  const mr_record *record = of->record;
  const mr_game_info *info = &of->game->info;
  char claim[MR_RECORD_EXCERPT_MAX];
  if (record->key_name != NULL) {
    return mr_error_set(of->err, MR_ERR_UNSUPPORTED,
                        "the record is sealed, and can be played on by its key alone");
  }
  if (record->game != NULL && strcmp(record->game, info->name) != 0) {
    return mismatch(of, record->claimed_at[MR_CLAIM_GAME],
                    "the record is of the game '%s', not of '%s'",
                    mr_record_excerpt(record->game, claim), info->name);
  }
  if (record->definition_hash != 0 && record->definition_hash != info->definition_hash) {
    return mismatch(of, record->claimed_at[MR_CLAIM_DEFINITION],
                    "the record was played by the definition %016" PRIx64
                    ", but '%s' with these settings is %016" PRIx64,
                    record->definition_hash, info->name, info->definition_hash);
  }
  return MR_OK;
}

/**
 * Where a byte of the start stands in the text of the record: behind its quote, and behind the
 * backslashes before it. A record of no text knows the place within the start alone.
 */
static void locate_start(const mr_record *record, uint32_t column, mr_error *err) {
  mr_record_place at = record->claimed_at[MR_CLAIM_START];
  if (at.line == 0) {
    mr_error_locate(err, NULL, 0, column);
    return;
  }
  for (uint32_t i = 0; i + 1 < column && record->start[i] != '\0'; i++) {
    at.column += strchr("\"\\\n", record->start[i]) != NULL;
  }
  mr_error_locate(err, NULL, at.line, at.column + column);
}

mr_status mr_record_set_up(const mr_record *record, const mr_game *game, mr_state *state,
                           mr_error *err) {
  const char *start = record->start;
  if (start == NULL) {
    mr_game_start(game, state);
    return MR_OK;
  }
  mr_error why = {0};
  mr_status status = mr_game_parse_state(game, start, strlen(start), state, &why);
  if (status != MR_OK) {
    mr_error_set(err, status, "the record's start: %s", why.message);
    locate_start(record, why.column, err);
  } else if (!mr_game_fully_known(game, state)) {
    status = mr_error_set(err, MR_ERR_ILLEGAL, "the record's start: something is unknown");
    locate_start(record, 0, err);
  }
  return status;
}

/** Why an action cannot be played. `why` is what the game's parser said. */
static mr_status refuse(const replay *of, size_t index, mr_status status, const char *why) {
  const mr_record_move *move = &of->record->moves[index];
  char text[MR_RECORD_EXCERPT_MAX];
  status = status == MR_ERR_NOMEM ? status : MR_ERR_ILLEGAL;
  mr_error_set(of->err, status, "action %zu, '%s': %s", index + 1,
               mr_record_excerpt(move->text, text), why);
  mr_error_locate(of->err, NULL, move->line, move->column);
  return status;
}

/** "1-0 by BD-12", "1/2-1/2". */
static const char *end_text(const replay *of, mr_str *out) {
  char result[MR_RESULT_TEXT_MAX];
  const char *rule = rule_id(of->game, of->state);
  mr_str_add(out, mr_result_text(of->game, of->state, result));
  if (rule[0] != '\0') {
    mr_str_format(out, " by %s", rule);
  }
  return mr_str_text(out);
}

static mr_status play_move(replay *of, size_t index) {
  const mr_record_move *move = &of->record->moves[index];
  if (mr_game_node(of->game, of->state).kind == MR_NODE_TERMINAL) {
    char buffer[128];
    char why[192];
    mr_str end = mr_str_fixed(buffer, sizeof buffer);
    mr_str out = mr_str_fixed(why, sizeof why);
    mr_str_format(&out, "the game was over before it (%s)", end_text(of, &end));
    return refuse(of, index, MR_ERR_ILLEGAL, why);
  }
  mr_action action = MR_ACTION_NONE;
  mr_error why = {0};
  mr_status status =
      mr_game_parse_action(of->game, of->state, move->text, strlen(move->text), &action, &why);
  if (status != MR_OK) {
    return refuse(of, index, status, why.message);
  }
  mr_game_make(of->game, of->state, action, NULL, &of->events);
  of->stopped = of->each != NULL && !of->each(of->context, move, action, of->state, &of->events);
  return MR_OK;
}

/* ---- what the record claims of the end ------------------------------------------------------- */

/** Whether a record claims that the game ended. */
static bool claims_result(const mr_record *record) {
  return record->result != NULL && strcmp(record->result, "*") != 0;
}

/** The claim in words: "1-0 by BD-12", "1-0", "an end by BD-12", "no result". */
static const char *claim_text(const mr_record *record, char *buffer, size_t size) {
  char rule[MR_RECORD_EXCERPT_MAX];
  mr_str out = mr_str_fixed(buffer, size);
  mr_str_add(&out, claims_result(record)  ? record->result
                   : record->rule != NULL ? "an end"
                                          : "no result");
  if (record->rule != NULL) {
    mr_str_format(&out, " by %s", mr_record_excerpt(record->rule, rule));
  }
  return buffer;
}

/** The game goes on: only an end from outside the rules may be claimed. */
static mr_status check_open_end(const replay *of) {
  const mr_record *record = of->record;
  char claim[128];
  bool result = claims_result(record);
  bool outside = record->rule != NULL && mr_record_rule_outside(record->rule);
  mr_record_place at = record->claimed_at[result ? MR_CLAIM_RESULT : MR_CLAIM_RULE];
  size_t scores = 1;
  for (const char *c = result ? record->result : ""; *c != '\0'; c++) {
    scores += *c == '-';
  }
  if (outside && result && scores != mr_game_teams(of->game)) {
    return mismatch(of, at,
                    "the record claims %s, which are not as many scores as the game has teams",
                    record->result);
  }
  if (outside || (!result && record->rule == NULL)) {
    return MR_OK;
  }
  return mismatch(of, at, "the actions end before the game does, but the record claims %s",
                  claim_text(record, claim, sizeof claim));
}

static mr_status check_end(const replay *of) {
  const mr_record *record = of->record;
  if (mr_game_node(of->game, of->state).kind != MR_NODE_TERMINAL) {
    return check_open_end(of);
  }
  char truth[128];
  char claim[128];
  char result[MR_RESULT_TEXT_MAX];
  mr_result_text(of->game, of->state, result);
  bool results_agree = record->result == NULL || strcmp(record->result, result) == 0;
  bool rules_agree =
      record->rule == NULL || strcmp(record->rule, rule_id(of->game, of->state)) == 0;
  if (results_agree && rules_agree) {
    return MR_OK;
  }
  mr_str end = mr_str_fixed(truth, sizeof truth);
  mr_record_claim wrong = results_agree ? MR_CLAIM_RULE : MR_CLAIM_RESULT;
  return mismatch(of, record->claimed_at[wrong], "the game ends %s, but the record claims %s",
                  end_text(of, &end), claim_text(record, claim, sizeof claim));
}

static mr_status check_score(const replay *of) {
  const mr_record_tag *tag = mr_record_find_tag(of->record, MR_RECORD_SCORE);
  if (tag == NULL) {
    return MR_OK;
  }
  const char *claim = tag->value;
  mr_record_place at = {tag->line, tag->column};
  if (mr_game_node(of->game, of->state).kind != MR_NODE_TERMINAL) {
    return mismatch(of, at, "the game goes on, but the record claims the score '%s'", claim);
  }
  char buffer[2 * MR_MAX_PLAYERS];
  mr_str truth = mr_str_fixed(buffer, sizeof buffer);
  mr_record_score_text(of->game, of->state, &truth);
  if (strcmp(claim, buffer) == 0) {
    return MR_OK;
  }
  return mismatch(of, at, "the score is '%s', but the record claims '%s'", buffer, claim);
}

/** Where two texts that differ begin to, and what they have there. */
static mr_status states_differ(const replay *of, const char *truth, const char *claim) {
  char truth_shown[MR_RECORD_EXCERPT_MAX];
  char claim_shown[MR_RECORD_EXCERPT_MAX];
  size_t at = 0;
  while (truth[at] != '\0' && truth[at] == claim[at]) {
    at++;
  }
  /* A little of what agrees makes the place easier to find. */
  size_t from = mr_utf8_whole(claim, at > 12 ? at - 12 : 0);
  return mismatch(
      of, of->record->claimed_at[MR_CLAIM_FINAL],
      "the final state differs from column %zu on: '%s%s', but the record claims '%s%s'", at + 1,
      from > 0 ? "..." : "", mr_record_excerpt(truth + from, truth_shown), from > 0 ? "..." : "",
      mr_record_excerpt(claim + from, claim_shown));
}

static mr_status check_claims(const replay *of) {
  const mr_record *record = of->record;
  mr_status status = check_end(of);
  if (status == MR_OK) {
    status = check_score(of);
  }
  if (status == MR_OK && record->final_state != NULL) {
    mr_str truth;
    status = mr_record_state_text(of->game, of->state, of->allocator, &truth, of->err);
    if (status == MR_OK && strcmp(mr_str_text(&truth), record->final_state) != 0) {
      status = states_differ(of, mr_str_text(&truth), record->final_state);
    }
    mr_str_done(&truth);
  }
  uint64_t hash = mr_game_hash(of->game, of->state);
  if (status != MR_OK || !record->has_hash || record->final_hash == hash) {
    return status;
  }
  return mismatch(of, record->claimed_at[MR_CLAIM_HASH],
                  "the final position has the hash %016" PRIx64
                  ", but the record claims %016" PRIx64,
                  hash, record->final_hash);
}

/* NOLINTNEXTLINE(readability-function-size): the interface has seven parameters */
mr_status mr_record_replay(const mr_record *record, const mr_game *game,
                           const mr_allocator *allocator, mr_replay_fn each, void *context,
                           mr_state *state, mr_error *err) {
  if (record == NULL || game == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record or no game");
  }
  replay of = {.record = record,
               .game = game,
               .allocator = allocator,
               .each = each,
               .context = context,
               .err = err};
  mr_status status = check_game(&of);
  if (status != MR_OK) {
    return status;
  }
  /* Played aside, because `state` stays as it is on failure. */
  of.state = mr_state_new(game, allocator);
  of.events.capacity = game->info.max_events;
  of.events.items = mr_alloc_zero(allocator, of.events.capacity, sizeof(mr_event));
  if (of.state == NULL || of.events.items == NULL) {
    mr_error_set(err, MR_ERR_NOMEM, "out of memory for a replay");
    status = MR_ERR_NOMEM;
  } else {
    status = mr_record_set_up(record, game, of.state, err);
    for (size_t i = 0; i < record->move_count && status == MR_OK && !of.stopped; i++) {
      status = play_move(&of, i);
    }
    if (status == MR_OK && !of.stopped) {
      status = check_claims(&of);
    }
  }
  if (status == MR_OK && state != NULL) {
    mr_state_copy(game, state, of.state);
  }
  mr_alloc_free(allocator, of.events.items, of.events.capacity * sizeof(mr_event));
  mr_state_free(game, allocator, of.state);
  return status;
}
