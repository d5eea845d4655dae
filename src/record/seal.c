/** Sealing what is hidden into a record, and opening it again. */
#include <marcher/record.h>

#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

enum {
  PAD = 1024,  /**< what is sealed is so long, or twice, ...: its length tells little */
  LINE = 48,   /**< bytes in a line of the block */
  SMALLEST = 1 /**< what is sealed has a line at least */
};

/** More than this is not sealed: as digits it has to fit into a file with the rest. */
#define CONTENT_MAX (MR_RECORD_FILE_MAX / 4)

mr_status mr_record_key_name(const mr_seal_key *key, char out[MR_RECORD_KEY_NAME_SIZE],
                             mr_error *err) {
  mr_seal_digest name;
  mr_status status = mr_seal_digest_of(key, "name", (mr_seal_bytes){0}, &name, err);
  if (status == MR_OK) {
    mr_str text = mr_str_fixed(out, MR_RECORD_KEY_NAME_SIZE);
    mr_seal_add_hex(&text, name.bytes, (MR_RECORD_KEY_NAME_SIZE - 1) / 2);
  }
  return status;
}

/** The open part as text: that of the record without its block. */
static mr_status open_part(const mr_record *record, mr_str *out, mr_error *err) {
  mr_record open = *record;
  open.block_length = 0;
  *out = mr_str_growing(record->arena.allocator);
  mr_record_format(&open, out);
  return out->status == MR_OK ? MR_OK
                              : mr_error_set(err, out->status, "out of memory for a sealed record");
}

static mr_seal_bytes bytes_of(const mr_str *text) {
  return (mr_seal_bytes){text->data, text->length};
}

/* ---- sealing --------------------------------------------------------------------------------- */

/** Puts a block into the record, in lines of digits. */
static mr_status put_block(mr_record *record, const uint8_t *block, size_t length, mr_error *err) {
  mr_str text = mr_str_growing(record->arena.allocator);
  for (size_t at = 0; at < length; at += LINE) {
    mr_seal_add_hex(&text, block + at, length - at < LINE ? length - at : LINE);
    mr_str_char(&text, '\n');
  }
  mr_status status = text.status == MR_OK
                         ? mr_record_copy(record, text.data, text.length, &record->block, err)
                         : mr_error_set(err, text.status, "out of memory for a sealed record");
  if (status == MR_OK) {
    record->block_length = text.length;
  }
  mr_str_done(&text);
  return status;
}

/** Seals `content`, to which padding is added, to the open part of the record. */
static mr_status seal_text(mr_record *record, mr_str *content, const mr_seal_key *key,
                           mr_error *err) {
  mr_str_repeat(content, '\n', SMALLEST + (PAD - (content->length + SMALLEST) % PAD) % PAD);
  if (content->length > CONTENT_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "a record may not hide more than %zu bytes",
                        CONTENT_MAX);
  }
  const mr_allocator *allocator = record->arena.allocator;
  size_t length = content->length + MR_SEAL_OVERHEAD;
  uint8_t *block = mr_alloc_zero(allocator, length, 1);
  mr_str open;
  mr_status status = open_part(record, &open, err);
  if (content->status != MR_OK || block == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sealed record");
  }
  if (status == MR_OK) {
    status = mr_seal_close(key, bytes_of(content), bytes_of(&open), block, err);
  }
  if (status == MR_OK) {
    status = put_block(record, block, length, err);
  }
  mr_str_done(&open);
  mr_alloc_free(allocator, block, length);
  return status;
}

mr_status mr_record_seal(mr_record *record, const mr_record *hidden, const mr_seal_key *key,
                         mr_error *err) {
  if (record == NULL || hidden == NULL || key == NULL || record->key_name != NULL ||
      hidden->move_count > record->move_count) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "no record to seal, or nothing to seal into it");
  }
  char name[MR_RECORD_KEY_NAME_SIZE] = "";
  mr_status status = mr_record_key_name(key, name, err);
  const char *copy = NULL;
  if (status == MR_OK) {
    status = mr_record_copy(record, name, strlen(name), &copy, err);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_str content = mr_str_growing(record->arena.allocator);
  mr_record_format(hidden, &content);
  record->key_name = copy;
  status = seal_text(record, &content, key, err);
  if (status != MR_OK) {
    record->key_name = NULL;
  }
  mr_str_done(&content);
  return status;
}

/* ---- opening --------------------------------------------------------------------------------- */

/** What is wrong with the block, as a whole or at a place. */
static mr_status fault(const mr_record *record, size_t at, mr_status status, const char *words,
                       mr_error *err) {
  uint32_t line = record->block_line;
  uint32_t column = 1;
  for (size_t i = 0; i < at; i++) {
    bool end = record->block[i] == '\n';
    line += end;
    column = end ? 1 : column + 1;
  }
  mr_error_set(err, status, "%s", words);
  if (record->block_line > 0) {
    mr_error_locate(err, NULL, line, column);
  }
  return status;
}

/** Reads the digits of the block. @param out room for half of it. @param length receives its bytes
 */
static mr_status read_block(const mr_record *record, uint8_t *out, size_t *length, mr_error *err) {
  size_t count = 0;
  char pair[2];
  for (size_t i = 0; i < record->block_length; i++) {
    char c = record->block[i];
    bool line_end =
        c == '\n' || (c == '\r' && i + 1 < record->block_length && record->block[i + 1] == '\n');
    if (line_end && count % 2 == 0) {
      continue;
    }
    uint8_t digit[1];
    pair[0] = '0';
    pair[1] = c;
    if (!mr_seal_read_hex(pair, sizeof pair, digit, sizeof digit)) {
      return fault(record, i, MR_ERR_SYNTAX,
                   "the sealed block was changed here: there are hexadecimal digits in it alone",
                   err);
    }
    out[count / 2] = (uint8_t)(out[count / 2] << 4 | digit[0]);
    count++;
  }
  *length = count / 2;
  return count % 2 == 0 && *length >= MR_SEAL_OVERHEAD
             ? MR_OK
             : fault(record, 0, MR_ERR_SYNTAX, "the sealed block was cut short", err);
}

/** Takes what was hidden into the record. Texts are copied before anything is changed. */
static mr_status take_hidden(mr_record *record, const mr_record *hidden, mr_error *err) {
  size_t first = record->move_count - hidden->move_count;
  mr_record_move *moves = record->moves;
  const char *start = record->start;
  const char *final_state = record->final_state;
  void *room = NULL;
  mr_status status = MR_OK;
  if (record->move_count > 0) {
    status = mr_record_reserve(record, record->move_count * sizeof *moves, &room, err);
    moves = room;
  }
  if (status == MR_OK && record->move_count > 0) {
    memcpy(moves, record->moves, record->move_count * sizeof *moves);
  }
  for (size_t i = 0; i < hidden->move_count && status == MR_OK; i++) {
    const mr_record_move *from = &hidden->moves[i];
    mr_record_move *to = &moves[first + i];
    status = mr_record_copy(record, from->text, strlen(from->text), &to->text, err);
    if (status == MR_OK && from->comment != NULL) {
      status = mr_record_copy(record, from->comment, strlen(from->comment), &to->comment, err);
    }
  }
  if (status == MR_OK && hidden->start != NULL) {
    status = mr_record_copy(record, hidden->start, strlen(hidden->start), &start, err);
  }
  if (status == MR_OK && hidden->final_state != NULL) {
    status =
        mr_record_copy(record, hidden->final_state, strlen(hidden->final_state), &final_state, err);
  }
  if (status != MR_OK) {
    return status;
  }
  record->moves = moves;
  record->move_capacity = record->move_count;
  record->start = start;
  record->final_state = final_state;
  record->has_seed = hidden->has_seed;
  record->seed = hidden->seed;
  record->has_hash = record->has_hash || hidden->has_hash;
  record->final_hash = hidden->has_hash ? hidden->final_hash : record->final_hash;
  const bool told[MR_CLAIM_COUNT] = {[MR_CLAIM_START] = hidden->start != NULL,
                                     [MR_CLAIM_FINAL] = hidden->final_state != NULL,
                                     [MR_CLAIM_HASH] = hidden->has_hash};
  for (size_t i = 0; i < MR_CLAIM_COUNT; i++) { /* what the block tells stands in no text */
    record->claimed_at[i] = told[i] ? (mr_record_place){0} : record->claimed_at[i];
  }
  record->key_name = record->block = NULL;
  record->block_length = 0;
  return MR_OK;
}

/** Whether what was hidden belongs behind the actions of the record. */
static bool fits(const mr_record *record, const mr_record *hidden) {
  if (hidden->move_count > record->move_count) {
    return false;
  }
  size_t first = record->move_count - hidden->move_count;
  for (size_t i = 0; i < record->move_count; i++) {
    bool unseen = strcmp(record->moves[i].text, MR_RECORD_HIDDEN) == 0;
    if (i < first ? unseen
                  : !unseen && strcmp(record->moves[i].text, hidden->moves[i - first].text) != 0) {
      return false;
    }
  }
  return true;
}

/** Reads what a block held, which has proven to be of the right make. */
static mr_status read_hidden(mr_record *record, const char *text, size_t length, mr_error *err) {
  mr_record hidden;
  mr_error inner = {.message = ""};
  mr_record_init(&hidden, record->arena.allocator);
  mr_status status = mr_record_parse(&hidden, NULL, text, length, &inner);
  if (status != MR_OK && status != MR_ERR_NOMEM) {
    status = fault(record, 0, MR_ERR_SYNTAX, "what is in the sealed block is no record", err);
  } else if (status == MR_OK && (hidden.key_name != NULL || !fits(record, &hidden))) {
    status = fault(record, 0, MR_ERR_MISMATCH,
                   "what is in the sealed block does not belong to these actions", err);
  } else if (status == MR_OK) {
    status = take_hidden(record, &hidden, err);
  } else {
    status = mr_error_set(err, status, "out of memory for a sealed record");
  }
  mr_record_done(&hidden);
  return status;
}

mr_status mr_record_open(mr_record *record, const mr_seal_key *key, mr_error *err) {
  char name[MR_RECORD_KEY_NAME_SIZE] = "";
  if (record == NULL || key == NULL || record->key_name == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "the record is not sealed");
  }
  mr_status status = mr_record_key_name(key, name, err);
  if (status == MR_OK && strcmp(name, record->key_name) != 0) {
    return mr_error_set(err, MR_ERR_UNKNOWN, "the record is sealed by the key %s, not by %s",
                        record->key_name, name);
  }
  const mr_allocator *allocator = record->arena.allocator;
  size_t room = record->block_length / 2 + 1;
  size_t length = 0;
  uint8_t *block = mr_alloc_zero(allocator, room, 1);
  uint8_t *content = mr_alloc_zero(allocator, room, 1);
  mr_str open;
  open = mr_str_growing(allocator);
  if (status == MR_OK && (block == NULL || content == NULL)) {
    mr_error_set(err, MR_ERR_NOMEM, "out of memory for a sealed record");
    status = MR_ERR_NOMEM;
  }
  if (status == MR_OK) {
    status = read_block(record, block, &length, err);
  }
  if (status == MR_OK) {
    status = open_part(record, &open, err);
  }
  if (status == MR_OK) {
    status = mr_seal_open(key, (mr_seal_bytes){block, length}, bytes_of(&open), content, err);
    if (status == MR_ERR_MISMATCH) {
      status = fault(record, 0, status,
                     "the sealed block does not open: it was changed, or is another record's, or "
                     "what stands before it was changed",
                     err);
    }
  }
  if (status == MR_OK) {
    status = read_hidden(record, (const char *)content, length - MR_SEAL_OVERHEAD, err);
  }
  mr_str_done(&open);
  mr_alloc_free(allocator, content, room);
  mr_alloc_free(allocator, block, room);
  return status;
}
