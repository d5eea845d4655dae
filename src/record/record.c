#include <marcher/record.h>

#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

/** Enough for a file of the largest size with as many actions as may be. */
#define ARENA_MAX ((size_t)128 << 20)

enum { FIRST_CAPACITY = 16, CHUNK_OVERHEAD = 128 };

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

mr_status mr_record_reserve(mr_record *record, size_t size, void **out, mr_error *err) {
  void *block = mr_arena_zero(&record->arena, size, 1);
  if (block != NULL) {
    *out = block;
    return MR_OK;
  }
  size_t left = record->arena.limit - record->arena.held;
  if (left < CHUNK_OVERHEAD || left - CHUNK_OVERHEAD < size) {
    mr_error_set(err, MR_ERR_LIMIT, "a record may not hold more than %zu bytes",
                 record->arena.limit);
    return MR_ERR_LIMIT;
  }
  mr_error_set(err, MR_ERR_NOMEM, "out of memory for a record");
  return MR_ERR_NOMEM;
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

/** Room for one more item in an array of the arena. @return the array, moved if it had to grow */
static mr_status grow(mr_record *record, void **items, size_t size, size_t count, size_t *capacity,
                      mr_error *err) {
  if (count < *capacity) {
    return MR_OK;
  }
  size_t wanted = *capacity > 0 ? *capacity * 2 : FIRST_CAPACITY;
  void *larger = NULL;
  mr_status status = mr_record_reserve(record, wanted * size, &larger, err);
  if (status != MR_OK) {
    return status;
  }
  if (count > 0) {
    memcpy(larger, *items, count * size);
  }
  *items = larger;
  *capacity = wanted;
  return MR_OK;
}

static mr_status check_tag_count(const mr_record *record, mr_error *err) {
  if (record->set_count + record->tag_count < MR_RECORD_TAGS_MAX) {
    return MR_OK;
  }
  return mr_error_set(err, MR_ERR_LIMIT, "a record may not have more than %d tags",
                      MR_RECORD_TAGS_MAX);
}

mr_status mr_record_push_set(mr_record *record, mr_override set, mr_error *err) {
  mr_status status = check_tag_count(record, err);
  void *items = record->sets;
  if (status == MR_OK) {
    status = grow(record, &items, sizeof set, record->set_count, &record->set_capacity, err);
  }
  if (status == MR_OK) {
    record->sets = items;
    record->sets[record->set_count++] = set;
  }
  return status;
}

mr_status mr_record_push_tag(mr_record *record, mr_record_tag tag, mr_error *err) {
  mr_status status = check_tag_count(record, err);
  void *items = record->tags;
  if (status == MR_OK) {
    status = grow(record, &items, sizeof tag, record->tag_count, &record->tag_capacity, err);
  }
  if (status == MR_OK) {
    record->tags = items;
    record->tags[record->tag_count++] = tag;
  }
  return status;
}

mr_status mr_record_push_move(mr_record *record, mr_record_move move, mr_error *err) {
  if (record->move_count >= MR_RECORD_ACTIONS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a record may not have more than %zu actions",
                        MR_RECORD_ACTIONS_MAX);
  }
  void *items = record->moves;
  mr_status status =
      grow(record, &items, sizeof move, record->move_count, &record->move_capacity, err);
  if (status == MR_OK) {
    record->moves = items;
    record->moves[record->move_count++] = move;
  }
  return status;
}

/* ---- building -------------------------------------------------------------------------------- */

/** Checks the bytes of a text that will stand in a tag, and copies it; NULL stays NULL. */
static mr_status copy_value(mr_record *record, const char *text, const char **out, mr_error *err) {
  if (text == NULL) {
    *out = NULL;
    return MR_OK;
  }
  size_t length = strlen(text);
  size_t good = mr_record_check_bytes(text, length, true);
  if (good < length) {
    return mr_record_byte_fault(text, length, good, err);
  }
  if (memchr(text, '\r', length) != NULL) {
    return mr_error_set(err, MR_ERR_ENCODING, "a carriage return in the value of a tag");
  }
  return mr_record_copy(record, text, length, out, err);
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
  return copy_value(record, text, field, err);
}

static bool set_key_valid(const char *key) {
  return key[0] != '\0' && strpbrk(key, "=\n") == NULL;
}

mr_status mr_record_add_set(mr_record *record, const char *key, const char *value, mr_error *err) {
  char shown[MR_RECORD_EXCERPT_MAX];
  if (record == NULL || key == NULL || value == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, no key or no value");
  }
  if (!set_key_valid(key)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' is no key", mr_record_excerpt(key, shown));
  }
  mr_override set = {0};
  mr_status status = copy_value(record, key, &set.key, err);
  if (status == MR_OK) {
    status = copy_value(record, value, &set.value, err);
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

static mr_status check_tag(const mr_record *record, const char *name, const char *value,
                           const char *value2, mr_error *err) {
  char shown[MR_RECORD_EXCERPT_MAX];
  if (!mr_record_tag_name_valid(name, strlen(name))) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' cannot name a tag",
                        mr_record_excerpt(name, shown));
  }
  if (mr_record_tag_reserved(name)) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "the tag '%s' has a field of its own", name);
  }
  if (strcmp(name, MR_RECORD_SCORE) != 0) {
    return MR_OK;
  }
  if (mr_record_tag_value(record, name) != NULL) {
    return mr_error_set(err, MR_ERR_DUPLICATE, "the record has a tag '%s' already", name);
  }
  if (value2 != NULL || !mr_record_score_valid(value)) {
    return mr_error_set(err, MR_ERR_SYNTAX, "'%s' is no score", mr_record_excerpt(value, shown));
  }
  return MR_OK;
}

mr_status mr_record_add_tag(mr_record *record, const char *name, const char *value,
                            const char *value2, mr_error *err) {
  if (record == NULL || name == NULL || value == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record, no name or no value");
  }
  mr_record_tag tag = {0};
  mr_status status = check_tag(record, name, value, value2, err);
  if (status == MR_OK) {
    status = copy_value(record, name, &tag.name, err);
  }
  if (status == MR_OK) {
    status = copy_value(record, value, &tag.value, err);
  }
  if (status == MR_OK) {
    status = copy_value(record, value2, &tag.value2, err);
  }
  return status == MR_OK ? mr_record_push_tag(record, tag, err) : status;
}

static mr_status check_comment(const char *comment, mr_error *err) {
  size_t length = strlen(comment);
  size_t good = mr_record_check_bytes(comment, length, true);
  if (good < length) {
    return mr_record_byte_fault(comment, length, good, err);
  }
  if (strchr(comment, '}') != NULL) {
    return mr_error_set(err, MR_ERR_SYNTAX, "a comment cannot hold a closing brace");
  }
  return MR_OK;
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
  mr_status status = comment != NULL ? check_comment(comment, err) : MR_OK;
  if (status == MR_OK) {
    status = mr_record_copy(record, text, strlen(text), &move.text, err);
  }
  if (status == MR_OK && comment != NULL) {
    status = mr_record_copy_comment(record, comment, strlen(comment), &move.comment, err);
  }
  return status == MR_OK ? mr_record_push_move(record, move, err) : status;
}

void mr_record_drop_moves(mr_record *record, size_t keep) {
  if (keep < record->move_count) {
    record->move_count = keep;
  }
}

const char *mr_record_tag_value(const mr_record *record, const char *name) {
  for (size_t i = 0; i < record->tag_count; i++) {
    if (strcmp(record->tags[i].name, name) == 0) {
      return record->tags[i].value;
    }
  }
  return NULL;
}
