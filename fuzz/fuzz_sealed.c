/**
 * @file
 * Sealed records, in two ways. As it comes from a file: what is read is written as it was, and what
 * a key opens is a record like any other. And with the key in hand: whatever stands in a sound
 * block is either taken over whole or refused, and then nothing is changed.
 */

#include <marcher/record.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const mr_seal_key KEY = {{1, 2, 3}};

static void require(bool holds) {
  if (!holds) {
    abort();
  }
}

static mr_str text_of(const mr_record *record) {
  mr_str text = mr_str_growing(NULL);
  mr_record_format(record, &text);
  require(text.status == MR_OK);
  return text;
}

/** Opens a record, which stays as it was where that fails. */
static void open_record(mr_record *record) {
  mr_error err = {.message = ""};
  mr_str before = text_of(record);
  mr_status status = mr_record_open(record, &KEY, &err);
  if (status == MR_OK) {
    require(record->key_name == NULL && record->block_length == 0);
    mr_str after = text_of(record);
    mr_record again;
    mr_record_init(&again, NULL);
    require(mr_record_parse(&again, "again", mr_str_text(&after), after.length, &err) == MR_OK);
    require(again.move_count == record->move_count && again.key_name == NULL);
    mr_record_done(&again);
    mr_str_done(&after);
  } else {
    require(err.status == status && err.message[0] != '\0');
    mr_str after = text_of(record);
    require(after.length == before.length);
    require(memcmp(after.data, before.data, after.length) == 0);
    mr_str_done(&after);
  }
  mr_str_done(&before);
}

static void read_file(const char *text, size_t size) {
  mr_record record;
  mr_error err = {.message = ""};
  mr_record_init(&record, NULL);
  if (mr_record_parse(&record, "fuzz", text, size, &err) == MR_OK) {
    open_record(&record);
  }
  mr_record_done(&record);
}

/** Seals the text to three actions, as if it were what had been hidden. */
static void read_content(const char *text, size_t size) {
  mr_record record;
  mr_record_init(&record, NULL);
  require(mr_record_add_move(&record, "a1", NULL, NULL) == MR_OK);
  require(mr_record_add_move(&record, MR_RECORD_HIDDEN, NULL, NULL) == MR_OK);
  require(mr_record_add_move(&record, "b2", NULL, NULL) == MR_OK);
  mr_record nothing;
  mr_record_init(&nothing, NULL);
  require(mr_record_seal(&record, &nothing, &KEY, NULL) == MR_OK);
  mr_record_done(&nothing);
  /* Another content in the place of that one, sealed to the same open part. */
  record.block_length = 0;
  mr_str open = text_of(&record);
  uint8_t *block = malloc(size + MR_SEAL_OVERHEAD);
  require(block != NULL);
  require(mr_seal_close(&KEY, (mr_seal_bytes){text, size}, (mr_seal_bytes){open.data, open.length},
                        block, NULL) == MR_OK);
  mr_str digits = mr_str_growing(NULL);
  mr_seal_add_hex(&digits, block, size + MR_SEAL_OVERHEAD);
  record.block = mr_str_text(&digits);
  record.block_length = digits.length;
  open_record(&record);
  mr_record_done(&record);
  mr_str_done(&digits);
  mr_str_done(&open);
  free(block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  read_file((const char *)data, size);
  read_content((const char *)data, size);
  return 0;
}
