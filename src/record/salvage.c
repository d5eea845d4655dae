/**
 * What can be kept of a damaged record. A game is whole where its actions lead to the position that
 * the record claims for the end; nothing less proves that no action is missing or another one.
 */
#include <marcher/record.h>

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

enum { FIRST_BYTE = '!', LAST_BYTE = '~' /**< what actions are written with */ };

/** Which claims of a record about its end are true. */
typedef struct agreement {
  bool state;
  bool hash;
} agreement;

/** A salvage under way. */
typedef struct salvage {
  mr_record *record;
  const mr_game *game;
  mr_state *state;
  mr_state *ahead;
  mr_action *actions;
  mr_str
      words;  /**< all actions with one blank behind each: damage to blanks is damage like other */
  size_t *at; /**< where each of them begins there */
  size_t found;                  /**< ways to mend an action */
  size_t first;                  /**< the action of the first of them */
  size_t next;                   /**< where `words` go on behind it */
  char text[MR_ACTION_TEXT_MAX]; /**< what that has to be */
  mr_error bad_start; /**< why there is no start in the record; its status MR_OK: there is */
  mr_error *err;
} salvage;

/* ---- playing --------------------------------------------------------------------------------- */

static bool is_over(const salvage *s, const mr_state *state) {
  return mr_game_node(s->game, state).kind == MR_NODE_TERMINAL;
}

/** Plays a text where it is legal. */
static bool play(const salvage *s, mr_state *state, const char *text, size_t length) {
  mr_action action = MR_ACTION_NONE;
  if (is_over(s, state) ||
      mr_game_parse_action(s->game, state, text, length, &action, NULL) != MR_OK) {
    return false;
  }
  mr_game_make(s->game, state, action, NULL, NULL);
  return true;
}

/** Plays all words from a place of `words` on. */
static bool play_rest(const salvage *s, mr_state *state, size_t at) {
  const char *text = mr_str_text(&s->words);
  while (at < s->words.length) {
    size_t length = strcspn(text + at, " ");
    if (length >= MR_ACTION_TEXT_MAX || !play(s, state, text + at, length)) {
      return false;
    }
    at += length + 1;
  }
  return true;
}

/** Which claims of the end are true of a state. */
static mr_status compare_end(const salvage *s, const mr_state *state, agreement *out) {
  const mr_record *record = s->record;
  mr_str text;
  mr_status status = mr_record_state_text(s->game, state, record->arena.allocator, &text, s->err);
  if (status == MR_OK) {
    out->state =
        record->final_state != NULL && strcmp(record->final_state, mr_str_text(&text)) == 0;
    out->hash = record->has_hash && record->final_hash == mr_game_hash(s->game, state);
  }
  mr_str_done(&text);
  return status;
}

/* ---- one action that a byte has changed ------------------------------------------------------ */

/**
 * Whether one byte makes an action of what stands at a place: in it, in the blank behind it, or one
 * that divides words: a blank before it that became another byte, its first or its last one that
 * became a blank. @return where the words go on; 0: no
 */
static size_t differ_by_one(const salvage *s, size_t at, const char *text, size_t length) {
  const char *words = mr_str_text(&s->words) + at;
  if (length >= s->words.length - at) {
    size_t rest = s->words.length - at;
    return length == rest && memcmp(words, text, length - 1) == 0 ? at + length : 0;
  }
  bool shorter = words[length - 1] == ' ' &&
                 (memcmp(words, text, length - 1) == 0 || memcmp(words, text + 1, length - 1) == 0);
  if (memcmp(words + 1, text, length) == 0 && words[length + 1] == ' ') {
    return at + length + 2;
  }
  size_t count = words[length] != ' ';
  for (size_t i = 0; i < length && count < 2; i++) {
    count += words[i] != text[i];
  }
  bool end = words[length] != ' ' && words[length + 1] == ' ';
  return count == 1 ? at + length + 1 + end : shorter ? at + length : 0;
}

/** Whether the game is whole with this text in place of the action `index`. */
static mr_status try_text(salvage *s, size_t index, const char *text, size_t length) {
  agreement end = {0};
  size_t next = differ_by_one(s, s->at[index], text, length);
  if (next == 0) {
    return MR_OK;
  }
  mr_state_copy(s->game, s->ahead, s->state);
  if (!play(s, s->ahead, text, length) || !play_rest(s, s->ahead, next)) {
    return MR_OK;
  }
  mr_status status = compare_end(s, s->ahead, &end);
  if (status == MR_OK && end.state && end.hash) {
    s->found++;
    if (s->found == 1) {
      s->first = index;
      s->next = next;
      memcpy(s->text, text, length + 1);
    }
  }
  return status;
}

/** Dice have more faces than outcomes: what is written there is changed byte by byte. */
static mr_status try_bytes(salvage *s, size_t index) {
  char text[MR_ACTION_TEXT_MAX] = "";
  const char *word = mr_str_text(&s->words) + s->at[index];
  size_t length = strcspn(word, " ");
  mr_status status = MR_OK;
  for (size_t i = 0; i < length && length < sizeof text && status == MR_OK; i++) {
    memcpy(text, word, length);
    for (char c = FIRST_BYTE; c <= LAST_BYTE && status == MR_OK; c++) {
      text[i] = c;
      status = try_text(s, index, text, length);
    }
    text[i] = '\0'; /* the blank behind it was damaged */
    status = status == MR_OK && i > 0 ? try_text(s, index, text, i) : status;
  }
  return status;
}

static mr_status try_action(salvage *s, size_t index) {
  if (mr_game_node(s->game, s->state).kind == MR_NODE_CHANCE) {
    return try_bytes(s, index);
  }
  mr_status status = MR_OK;
  size_t count = mr_game_actions(s->game, s->state, s->actions);
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_game_format_action(s->game, s->state, s->actions[i], &text);
    status = try_text(s, index, buffer, text.length);
  }
  return status;
}

/** Looks for the one action that makes the game whole. @param last the last that may be it */
static mr_status look_for_mend(salvage *s, size_t last) {
  const mr_record *record = s->record;
  if (record->final_state == NULL || !record->has_hash || s->bad_start.status != MR_OK) {
    return MR_OK;
  }
  mr_status status = mr_record_set_up(record, s->game, s->state, s->err);
  for (size_t i = 0; i < record->move_count && i <= last && status == MR_OK; i++) {
    status = is_over(s, s->state) ? MR_OK : try_action(s, i);
    const char *text = record->moves[i].text;
    if (status == MR_OK && !play(s, s->state, text, strlen(text))) {
      break;
    }
  }
  return status;
}

/** Writes the action that was found, and divides the words behind it anew. */
static mr_status mend(salvage *s) {
  mr_record *record = s->record;
  size_t i = s->first;
  void *room = NULL;
  mr_record_move first = record->moves[i];
  first.comment = NULL;
  mr_status status = mr_record_copy(record, s->text, strlen(s->text), &first.text, s->err);
  if (status == MR_OK) {
    status = mr_record_reserve(record, (record->move_count + 1) * sizeof first, &room, s->err);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_record_move *moves = room;
  size_t count = s->first + 1;
  memcpy(moves, record->moves, s->first * sizeof first);
  for (; i < record->move_count && s->at[i] < s->next; i++) {
    mr_record_move move = record->moves[i];
    if (s->at[i] + strlen(move.text) + 1 > s->next) { /* two that the damage had joined */
      move.text += s->next - s->at[i];
      moves[count++] = move;
    } else {
      first.comment = move.comment;
    }
  }
  moves[s->first] = first;
  for (; i < record->move_count; i++) {
    moves[count++] = record->moves[i];
  }
  record->moves = moves;
  record->move_count = count;
  record->move_capacity = count;
  return MR_OK;
}

/* ---- a start that a byte has changed --------------------------------------------------------- */

/** Whether the game is whole from a start. */
static mr_status try_start(salvage *s, const char *start, bool *whole) {
  agreement end = {0};
  bool good = mr_game_parse_state(s->game, start, strlen(start), s->ahead, NULL) == MR_OK &&
              mr_game_fully_known(s->game, s->ahead) && play_rest(s, s->ahead, 0);
  mr_status status = good ? compare_end(s, s->ahead, &end) : MR_OK;
  *whole = end.state && end.hash;
  return status;
}

/** Looks for the one start that makes the game whole. @param mended receives it, or NULL */
static mr_status look_for_start(salvage *s, const char **mended) {
  mr_record *record = s->record;
  const char *copy = NULL;
  size_t starts = 0;
  *mended = NULL;
  if (record->final_state == NULL || !record->has_hash || record->start == NULL) {
    return MR_OK;
  }
  mr_status status = mr_record_copy(record, record->start, strlen(record->start), &copy, s->err);
  char *start = (char *)copy;
  for (size_t i = 0; status == MR_OK && start[i] != '\0'; i++) {
    const char was = start[i];
    for (char c = ' '; c <= LAST_BYTE && status == MR_OK; c++) {
      bool whole = false;
      start[i] = c;
      status = c != was ? try_start(s, start, &whole) : MR_OK;
      starts += whole;
      if (status == MR_OK && whole && starts == 1) {
        status = mr_record_copy(record, start, strlen(start), mended, s->err);
      }
    }
    start[i] = was;
  }
  *mended = starts == 1 ? *mended : NULL;
  return status;
}

/* ---- a brace that a byte has changed --------------------------------------------------------- */

/** Whether two records have the same actions. */
static bool same_actions(const mr_record *a, const mr_record *b) {
  bool same = a->move_count == b->move_count;
  for (size_t i = 0; same && i < a->move_count; i++) {
    same = strcmp(a->moves[i].text, b->moves[i].text) == 0;
  }
  return same;
}

/** Whether a text is a record of a game that is whole. */
static bool read_whole(const salvage *s, const mr_str *text, mr_record *out) {
  mr_record_init(out, s->record->arena.allocator);
  bool whole =
      mr_record_parse(out, "", mr_str_text(text), text->length, NULL) == MR_OK &&
      out->final_state != NULL && out->has_hash &&
      mr_record_replay(out, s->game, out->arena.allocator, NULL, NULL, NULL, NULL) == MR_OK;
  if (!whole) {
    mr_record_done(out);
  }
  return whole;
}

/**
 * Puts the brace that is missing wherever it can have stood. Where it does makes no difference but
 * to the comment, as long as the game is the same: so near to its words as can be.
 */
static bool mend_brace(salvage *s, const char *text, size_t length) {
  mr_record_brace brace;
  mr_record found;
  bool any = false;
  bool same = true;
  mr_str copy = mr_str_growing(s->record->arena.allocator);
  mr_str_bytes(&copy, text, length);
  bool lost = copy.status == MR_OK && mr_record_find_brace(text, length, &brace);
  for (size_t i = 0; lost && same && i < brace.to - brace.from; i++) {
    mr_record record;
    size_t at = brace.lost == '{' ? brace.to - 1 - i : brace.from + i;
    copy.data[at] = brace.lost;
    if (read_whole(s, &copy, &record)) {
      same = !any || same_actions(&record, &found);
      if (any) {
        mr_record_done(&record);
      } else {
        found = record;
        any = true;
      }
    }
    copy.data[at] = text[at];
  }
  mr_str_done(&copy);
  if (any && same) {
    mr_record_done(s->record);
    *s->record = found;
  } else if (any) {
    mr_record_done(&found);
  }
  return any && same;
}

/* ---- what is kept ---------------------------------------------------------------------------- */

/**
 * Whether the record may be of these rules: its hash of them is theirs, or differs by one digit,
 * which damage makes of it. That of other rules would differ in most.
 */
static bool may_be_of_rules(const mr_record *record, const mr_game *game) {
  uint64_t differs = record->definition_hash ^ game->info.definition_hash;
  while (differs != 0 && (differs & 15) == 0) {
    differs >>= 4;
  }
  return record->definition_hash == 0 || differs < 16;
}

/** Plays what can be played.
 * @param legal receives how many actions that are
 * @param whole receives whether they are all, and lead to what the record claims */
static mr_status play_through(salvage *s, size_t *legal, bool *whole) {
  mr_record *record = s->record;
  agreement end = {0};
  bool good = mr_record_set_up(record, s->game, s->state, &s->bad_start) == MR_OK;
  for (*legal = 0; good && *legal < record->move_count; *legal += good) {
    const char *text = record->moves[*legal].text;
    good = play(s, s->state, text, strlen(text));
  }
  mr_status status = good ? compare_end(s, s->state, &end) : MR_OK;
  *whole = end.state || end.hash;
  return status;
}

/** The words, and where each begins. */
static mr_status join_words(salvage *s) {
  void *at = NULL;
  mr_status status =
      mr_record_reserve(s->record, (s->record->move_count + 1) * sizeof *s->at, &at, s->err);
  if (status != MR_OK) {
    return status;
  }
  s->at = at;
  for (size_t i = 0; i < s->record->move_count; i++) {
    s->at[i] = s->words.length;
    mr_str_format(&s->words, "%s ", s->record->moves[i].text);
  }
  return s->words.status == MR_OK
             ? MR_OK
             : mr_error_set(s->err, s->words.status, "out of memory for a damaged record");
}

/** Ends the record where its actions do now. What it claimed or promised of more does not hold. */
static mr_status close_at_end(salvage *s, bool whole) {
  mr_record *record = s->record;
  mr_status status = mr_record_set_up(record, s->game, s->state, s->err);
  for (size_t i = 0; i < record->move_count && status == MR_OK; i++) {
    const char *text = record->moves[i].text;
    bool legal = play(s, s->state, text, strlen(text));
    assert(legal);
    (void)legal;
  }
  bool outside = record->rule != NULL && record->result != NULL &&
                 mr_record_rule_outside(record->rule) && strcmp(record->result, "*") != 0;
  if (!whole || !outside) {
    record->rule = NULL;
    record->result = "*";
  }
  record->commitment_count = 0;
  status = status == MR_OK ? mr_record_set_text(record, &record->game, s->game->info.name, s->err)
                           : status; /* its letters may be of the other case */
  return status == MR_OK ? mr_record_close(record, s->game, s->state, s->err) : status;
}

/** Mends what one byte has changed, where that can be told; else keeps what stands before it. */
static mr_status mend_or_cut(salvage *s, size_t legal, mr_record_salvaged *out) {
  mr_record *record = s->record;
  const char *start = NULL;
  mr_status status = look_for_mend(s, legal);
  if (status == MR_OK && s->found == 0) {
    status = look_for_start(s, &start);
  }
  if (status == MR_OK && start != NULL) {
    record->start = start;
    out->way = MR_SALVAGED_START;
  } else if (status == MR_OK && s->found == 1) {
    out->way = MR_SALVAGED_ACTION;
    out->action = s->first + 1;
    status = mend(s);
  } else if (status == MR_OK && s->bad_start.status != MR_OK) {
    status = s->bad_start.status;
    if (s->err != NULL) {
      *s->err = s->bad_start;
    }
  } else if (status == MR_OK) {
    /* Of several ways to mend it one is right: what stands before all of them is, too. */
    mr_record_drop_moves(record, s->found > 1 ? s->first : legal);
  }
  return status;
}

static mr_status run(salvage *s, const char *text, size_t length, mr_record_salvaged *out) {
  size_t legal = 0;
  bool whole = false;
  if (!may_be_of_rules(s->record, s->game)) {
    return mr_error_set(s->err, MR_ERR_MISMATCH, "the game was played by other rules of '%s'",
                        s->game->info.name);
  }
  if (text != NULL && mend_brace(s, text, length)) {
    out->way = MR_SALVAGED_BRACE;
    return MR_OK;
  }
  mr_status status = join_words(s);
  if (status == MR_OK) {
    status = play_through(s, &legal, &whole);
  }
  if (status == MR_OK && whole) {
    out->way = MR_SALVAGED_WHOLE;
  } else if (status == MR_OK) {
    status = mend_or_cut(s, legal, out);
  }
  return status == MR_OK ? close_at_end(s, out->way != MR_SALVAGED_PART) : status;
}

mr_status mr_record_salvage(mr_record *record, const mr_game *game, const char *text, size_t length,
                            mr_record_salvaged *out, mr_error *err) {
  if (record == NULL || game == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, no game or nothing to tell of it");
  }
  *out = (mr_record_salvaged){0};
  if (record->key_name != NULL) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "nothing can be kept of a sealed record but what everybody may know");
  }
  const mr_allocator *allocator = record->arena.allocator;
  size_t room = game->info.max_actions * sizeof(mr_action);
  salvage s = {.record = record,
               .game = game,
               .state = mr_state_new(game, allocator),
               .ahead = mr_state_new(game, allocator),
               .actions = mr_alloc_zero(allocator, game->info.max_actions, sizeof(mr_action)),
               .words = mr_str_growing(allocator),
               .err = err};
  mr_status status = s.state != NULL && s.ahead != NULL && s.actions != NULL
                         ? run(&s, text, length, out)
                         : mr_error_set(err, MR_ERR_NOMEM, "out of memory for a damaged record");
  mr_str_done(&s.words);
  mr_alloc_free(allocator, s.actions, room);
  mr_state_free(game, allocator, s.ahead);
  mr_state_free(game, allocator, s.state);
  return status;
}
