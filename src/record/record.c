#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

/** Enough for a file of the largest size with as many actions as may be. */
#define ARENA_MAX ((size_t)128 << 20)

enum { FIRST_CAPACITY = 16, CHUNK_OVERHEAD = 128, LINE_MAX = 100 };

void mr_record_init(mr_record *record, const mr_allocator *allocator) {
  *record = (mr_record){0};
  mr_arena_init(&record->arena, allocator, ARENA_MAX);
}

void mr_record_done(mr_record *record) {
  if (record == NULL) {
    return;
  }
  mr_arena_done(&record->arena);
  *record = (mr_record){0};
}

/* ---- memory ---------------------------------------------------------------------------------- */

static mr_status no_room(const mr_record *record, size_t size, mr_error *err) {
  size_t left = record->arena.limit - record->arena.held;
  if (left < CHUNK_OVERHEAD || left - CHUNK_OVERHEAD < size) {
    mr_error_set(err, MR_ERR_LIMIT, "a record may not hold more than %zu bytes",
                 record->arena.limit);
    return MR_ERR_LIMIT;
  }
  mr_error_set(err, MR_ERR_NOMEM, "out of memory for a record");
  return MR_ERR_NOMEM;
}

mr_status mr_record_reserve(mr_record *record, size_t size, void **out, mr_error *err) {
  void *block = mr_arena_zero(&record->arena, size, 1);
  if (block == NULL) {
    return no_room(record, size, err);
  }
  *out = block;
  return MR_OK;
}

mr_status mr_record_copy(mr_record *record, const char *text, size_t length, const char **out,
                         mr_error *err) {
  void *copy = NULL;
  mr_status status = mr_record_reserve(record, length + 1, &copy, err);
  if (status == MR_OK) {
    memcpy(copy, text, length);
    *out = copy;
  }
  return status;
}

size_t mr_record_squeeze(char *text) {
  size_t kept = 0;
  for (const char *from = text; *from != '\0'; from++) {
    bool blank = mr_text_is_blank(*from) || *from == '\n' || *from == '\r';
    if (!blank) {
      text[kept++] = *from;
    } else if (kept > 0 && text[kept - 1] != ' ') {
      text[kept++] = ' ';
    }
  }
  if (kept > 0 && text[kept - 1] == ' ') {
    kept--;
  }
  text[kept] = '\0';
  return kept;
}

mr_status mr_record_copy_comment(mr_record *record, const char *text, size_t length,
                                 const char **out, mr_error *err) {
  void *copy = NULL;
  mr_status status = mr_record_reserve(record, length + 1, &copy, err);
  if (status == MR_OK) {
    memcpy(copy, text, length);
    *out = mr_record_squeeze(copy) > 0 ? copy : NULL;
  }
  return status;
}

void *mr_record_grow(mr_arena *arena, void *items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) {
    return items;
  }
  size_t wanted = *capacity > 0 ? *capacity * 2 : FIRST_CAPACITY;
  void *larger = mr_arena_zero(arena, wanted, size);
  if (larger == NULL) {
    return NULL;
  }
  if (count > 0) {
    memcpy(larger, items, count * size);
  }
  *capacity = wanted;
  return larger;
}

static mr_status cannot_grow(const mr_record *record, size_t capacity, size_t size, mr_error *err) {
  return no_room(record, (capacity > 0 ? 2 * capacity : FIRST_CAPACITY) * size, err);
}

static mr_status too_many_tags(mr_error *err) {
  return mr_error_set(err, MR_ERR_LIMIT, "a record may not have more than %d tags",
                      MR_RECORD_TAGS_MAX);
}

mr_status mr_record_push_set(mr_record *record, mr_override set, mr_error *err) {
  if (record->set_count + record->tag_count >= MR_RECORD_TAGS_MAX) {
    return too_many_tags(err);
  }
  mr_override *sets = mr_record_grow(&record->arena, record->sets, record->set_count,
                                     &record->set_capacity, sizeof set);
  if (sets == NULL) {
    return cannot_grow(record, record->set_capacity, sizeof set, err);
  }
  record->sets = sets;
  sets[record->set_count++] = set;
  return MR_OK;
}

mr_status mr_record_push_tag(mr_record *record, mr_record_tag tag, mr_error *err) {
  if (record->set_count + record->tag_count >= MR_RECORD_TAGS_MAX) {
    return too_many_tags(err);
  }
  mr_record_tag *tags = mr_record_grow(&record->arena, record->tags, record->tag_count,
                                       &record->tag_capacity, sizeof tag);
  if (tags == NULL) {
    return cannot_grow(record, record->tag_capacity, sizeof tag, err);
  }
  record->tags = tags;
  tags[record->tag_count++] = tag;
  return MR_OK;
}

mr_status mr_record_push_move(mr_record *record, mr_record_move move, mr_error *err) {
  if (record->move_count >= MR_RECORD_ACTIONS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a record may not have more than %zu actions",
                        MR_RECORD_ACTIONS_MAX);
  }
  mr_record_move *moves = mr_record_grow(&record->arena, record->moves, record->move_count,
                                         &record->move_capacity, sizeof move);
  if (moves == NULL) {
    return cannot_grow(record, record->move_capacity, sizeof move, err);
  }
  record->moves = moves;
  moves[record->move_count++] = move;
  return MR_OK;
}

mr_status mr_record_push_commitment(mr_record *record, mr_record_commitment commitment,
                                    mr_error *err) {
  if (record->commitment_count >= MR_RECORD_ACTIONS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a record may not have more than %zu commitments",
                        MR_RECORD_ACTIONS_MAX);
  }
  mr_record_commitment *list =
      mr_record_grow(&record->arena, record->commitments, record->commitment_count,
                     &record->commitment_capacity, sizeof commitment);
  if (list == NULL) {
    return cannot_grow(record, record->commitment_capacity, sizeof commitment, err);
  }
  record->commitments = list;
  list[record->commitment_count++] = commitment;
  return MR_OK;
}

/* ---- building -------------------------------------------------------------------------------- */

/** Checks the bytes of a text: those of a tag's value, or of a comment. */
static mr_status check_bytes(const char *text, mr_error *err) {
  size_t length = strlen(text);
  size_t good = mr_record_check_bytes(text, length, true);
  return good < length ? mr_record_byte_fault(text, length, good, err) : MR_OK;
}

mr_status mr_record_copy_value(mr_record *record, const char *text, const char **out,
                               mr_error *err) {
  if (text == NULL) {
    *out = NULL;
    return MR_OK;
  }
  mr_status status = check_bytes(text, err);
  if (status == MR_OK && strchr(text, '\r') != NULL) {
    return mr_error_set(err, MR_ERR_ENCODING, "a carriage return in the value of a tag");
  }
  return status == MR_OK ? mr_record_copy(record, text, strlen(text), out, err) : status;
}

/** What a text said is there no longer. */
static void forget_place(mr_record *record, const char **field) {
  const char **const fields[MR_CLAIM_COUNT] = {[MR_CLAIM_GAME] = &record->game,
                                               [MR_CLAIM_START] = &record->start,
                                               [MR_CLAIM_RESULT] = &record->result,
                                               [MR_CLAIM_RULE] = &record->rule,
                                               [MR_CLAIM_FINAL] = &record->final_state};
  for (size_t i = 0; i < MR_CLAIM_COUNT; i++) {
    if (fields[i] == field) {
      record->claimed_at[i] = (mr_record_place){0};
    }
  }
}

mr_status mr_record_set_text(mr_record *record, const char **field, const char *text,
                             mr_error *err) {
  char shown[MR_RECORD_EXCERPT_MAX];
  if (record == NULL || field == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, or no field of it");
  }
  if (text != NULL && *field != NULL && strcmp(text, *field) == 0) {
    return MR_OK;
  }
  if (text != NULL && field == &record->result && !mr_record_result_valid(text)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' is no result", mr_record_excerpt(text, shown));
  }
  mr_status status = mr_record_copy_value(record, text, field, err);
  if (status == MR_OK) {
    forget_place(record, field);
  }
  return status;
}

mr_status mr_record_add_set(mr_record *record, const char *key, const char *value, mr_error *err) {
  char shown[MR_RECORD_EXCERPT_MAX];
  if (record == NULL || key == NULL || value == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, no key or no value");
  }
  if (key[0] == '\0' || strpbrk(key, "=\n") != NULL) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' is no key", mr_record_excerpt(key, shown));
  }
  mr_override set = {0};
  mr_status status = mr_record_copy_value(record, key, &set.key, err);
  if (status == MR_OK) {
    status = mr_record_copy_value(record, value, &set.value, err);
  }
  if (status != MR_OK) {
    return status;
  }
  for (size_t i = 0; i < record->set_count; i++) {
    if (strcmp(record->sets[i].key, key) == 0) {
      record->sets[i].value = set.value;
      return MR_OK;
    }
  }
  return mr_record_push_set(record, set, err);
}

mr_status mr_record_add_move(mr_record *record, const char *text, const char *comment,
                             mr_error *err) {
  if (record == NULL || text == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, or no action");
  }
  char shown[MR_RECORD_EXCERPT_MAX];
  const char *fault = mr_record_move_fault(text, strlen(text));
  if (fault != NULL) {
    return mr_error_set(err, MR_ERR_SYNTAX, "the action '%s' %s", mr_record_excerpt(text, shown),
                        fault);
  }
  mr_record_move move = {0};
  mr_status status = comment != NULL ? check_bytes(comment, err) : MR_OK;
  if (status == MR_OK && comment != NULL && strchr(comment, '}') != NULL) {
    return mr_error_set(err, MR_ERR_SYNTAX, "a comment cannot hold a closing brace");
  }
  if (status == MR_OK) {
    status = mr_record_copy(record, text, strlen(text), &move.text, err);
  }
  if (status == MR_OK && comment != NULL) {
    status = mr_record_copy_comment(record, comment, strlen(comment), &move.comment, err);
  }
  return status == MR_OK ? mr_record_push_move(record, move, err) : status;
}

mr_status mr_record_add_commitment(mr_record *record, const char *who, const mr_seal_digest *digest,
                                   const mr_seal_digest *salt, mr_error *err) {
  if (record == NULL || who == NULL || digest == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, or no commitment");
  }
  mr_record_commitment commitment = {.digest = *digest, .has_salt = salt != NULL};
  if (salt != NULL) {
    commitment.salt = *salt;
  }
  mr_status status = mr_record_copy_value(record, who, &commitment.who, err);
  return status == MR_OK ? mr_record_push_commitment(record, commitment, err) : status;
}

void mr_record_drop_moves(mr_record *record, size_t keep) {
  size_t kept = 0;
  if (keep >= record->move_count) {
    return;
  }
  record->move_count = keep;
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag tag = record->tags[i];
    uint64_t at = 0;
    bool later = record->has_remarks && strcmp(tag.name, MR_RECORD_REMARK) == 0 &&
                 mr_parse_uint(tag.value, strlen(tag.value), UINT64_MAX, &at) && at > keep;
    if (!later) {
      record->tags[kept++] = tag;
    }
  }
  record->tag_count = kept;
}

/* ---- writing --------------------------------------------------------------------------------- */

const mr_record_tag *mr_record_find_tag(const mr_record *record, const char *name) {
  for (size_t i = 0; i < record->tag_count; i++) {
    if (strcmp(record->tags[i].name, name) == 0) {
      return &record->tags[i];
    }
  }
  return NULL;
}

const char *mr_record_tag_value(const mr_record *record, const char *name) {
  const mr_record_tag *tag = mr_record_find_tag(record, name);
  return tag != NULL ? tag->value : NULL;
}

static void put_escaped(mr_str *out, const char *value) {
  for (const char *at = value; *at != '\0'; at++) {
    if (*at == '\n') {
      mr_str_add(out, "\\n");
      continue;
    }
    if (*at == '"' || *at == '\\') {
      mr_str_char(out, '\\');
    }
    mr_str_char(out, *at);
  }
}

static void put_value(mr_str *out, const char *value) {
  mr_str_char(out, '"');
  put_escaped(out, value);
  mr_str_char(out, '"');
}

/** Writes a tag; nothing where `value` is NULL. */
static void put_tag(mr_str *out, const char *name, const char *value, const char *value2) {
  if (value == NULL) {
    return;
  }
  mr_str_format(out, "[%s ", name);
  put_value(out, value);
  if (value2 != NULL) {
    mr_str_char(out, ' ');
    put_value(out, value2);
  }
  mr_str_add(out, "]\n");
}

static void put_hex(mr_str *out, const char *name, uint64_t value) {
  mr_str_format(out, "[%s \"%016" PRIx64 "\"]\n", name, value);
}

/** `[Commitment "White" "DIGEST" "SALT"]` */
static void put_commitment(mr_str *out, const mr_record_commitment *commitment) {
  mr_str_add(out, "[Commitment ");
  put_value(out, commitment->who);
  mr_str_add(out, " \"");
  mr_seal_add_hex(out, commitment->digest.bytes, MR_SEAL_SIZE);
  if (commitment->has_salt) {
    mr_str_add(out, "\" \"");
    mr_seal_add_hex(out, commitment->salt.bytes, MR_SEAL_SIZE);
  }
  mr_str_add(out, "\"]\n");
}

/** The lowest format that can hold a record. */
static int format_of(const mr_record *record) {
  bool sealed = record->key_name != NULL || record->commitment_count > 0;
  return record->has_remarks ? MR_RECORD_FORMAT_REMARKS
         : sealed            ? MR_RECORD_FORMAT_SEALED
                             : MR_RECORD_FORMAT_PLAIN;
}

static void put_tags(mr_str *out, const mr_record *record) {
  mr_str_format(out, "[Marcher \"%d\"]\n", format_of(record));
  put_tag(out, "Game", record->game, NULL);
  if (record->definition_hash != 0) {
    put_hex(out, "Definition", record->definition_hash);
  }
  for (size_t i = 0; i < record->set_count; i++) {
    mr_str_add(out, "[Set \"");
    put_escaped(out, record->sets[i].key);
    mr_str_char(out, '=');
    put_escaped(out, record->sets[i].value);
    mr_str_add(out, "\"]\n");
  }
  if (record->has_seed) {
    mr_str_format(out, "[Seed \"%" PRIu64 "\"]\n", record->seed);
  }
  for (size_t i = 0; i < record->tag_count; i++) {
    const mr_record_tag *tag = &record->tags[i];
    if (strcmp(tag->name, MR_RECORD_SCORE) != 0) {
      put_tag(out, tag->name, tag->value, tag->value2);
    }
  }
  for (size_t i = 0; i < record->commitment_count; i++) {
    put_commitment(out, &record->commitments[i]);
  }
  put_tag(out, "Sealed", record->key_name, NULL);
  put_tag(out, "Start", record->start, NULL);
  put_tag(out, "Result", record->result != NULL ? record->result : "*", NULL);
  put_tag(out, MR_RECORD_SCORE, mr_record_tag_value(record, MR_RECORD_SCORE), NULL);
  put_tag(out, "Rule", record->rule, NULL);
  put_tag(out, "Final", record->final_state, NULL);
  if (record->has_hash) {
    put_hex(out, "Hash", record->final_hash);
  }
}

static void put_moves(mr_str *out, const mr_record *record) {
  mr_str_char(out, '\n');
  mr_record_lines lines = {.out = out, .width = LINE_MAX};
  for (size_t i = 0; i < record->move_count; i++) {
    const mr_record_move *move = &record->moves[i];
    mr_record_put_word(&lines, "", move->text, strlen(move->text), "");
    if (move->comment != NULL) {
      mr_record_put_comment(&lines, move->comment);
    }
  }
  mr_str_char(out, '\n');
}

void mr_record_format(const mr_record *record, mr_str *out) {
  put_tags(out, record);
  if (record->move_count > 0) {
    put_moves(out, record);
  }
  if (record->key_name != NULL) {
    mr_str_add(out, "\n" MR_RECORD_BLOCK_LINE "\n");
    mr_str_bytes(out, record->block, record->block_length);
  }
}
