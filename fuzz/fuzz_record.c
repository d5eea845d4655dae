/**
 * @file
 * Records: whatever is read can be written, and what was written is read as the same and written
 * as the same bytes.
 */

#include <marcher/record.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
  if (!holds) {
    abort();
  }
}

static bool same(const char *a, const char *b) {
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void require_same_moves(const mr_record *a, const mr_record *b) {
  require(a->move_count == b->move_count);
  for (size_t i = 0; i < a->move_count; i++) {
    require(same(a->moves[i].text, b->moves[i].text));
    require(same(a->moves[i].comment, b->moves[i].comment));
  }
}

static void require_same(const mr_record *a, const mr_record *b) {
  require(same(a->game, b->game) && same(a->start, b->start) && same(a->rule, b->rule));
  require(same(a->final_state, b->final_state));
  require(a->definition_hash == b->definition_hash);
  require(a->has_seed == b->has_seed && a->seed == b->seed);
  require(a->has_hash == b->has_hash && a->final_hash == b->final_hash);
  require(a->set_count == b->set_count && a->tag_count == b->tag_count);
  for (size_t i = 0; i < a->set_count; i++) {
    require(same(a->sets[i].key, b->sets[i].key) && same(a->sets[i].value, b->sets[i].value));
  }
  require(a->commitment_count == b->commitment_count && same(a->key_name, b->key_name));
  require(a->block_length == b->block_length);
  require(a->block_length == 0 || memcmp(a->block, b->block, a->block_length) == 0);
  require_same_moves(a, b);
}

static void require_error(const mr_error *err, size_t size) {
  require(err->status != MR_OK && err->message[0] != '\0');
  require(err->line <= size + 1 && err->column <= size + 1);
}

/** Reads a text that was written, and writes it again. */
static void require_round_trip(const mr_record *record, const mr_str *text) {
  mr_record again;
  mr_record_init(&again, NULL);
  mr_error err = {0};
  require(mr_record_parse(&again, "again", mr_str_text(text), text->length, &err) == MR_OK);
  require_same(record, &again);
  mr_str twice = mr_str_growing(NULL);
  mr_record_format(&again, &twice);
  require(twice.length == text->length);
  require(memcmp(mr_str_text(&twice), mr_str_text(text), text->length) == 0);
  mr_str_done(&twice);
  mr_record_done(&again);
}

/** What was read can be written, and comes back. */
static void require_written(const mr_record *record) {
  mr_str text = mr_str_growing(NULL);
  mr_record_format(record, &text);
  require(text.status == MR_OK);
  require_round_trip(record, &text);
  mr_str_done(&text);
}

/** What is read past damage is a record like any other. */
static void recover(const uint8_t *data, size_t size, bool salvage) {
  mr_record record;
  mr_record_damage damage = {.salvage = salvage};
  mr_error err = {0};
  mr_record_init(&record, NULL);
  if (mr_record_recover(&record, "fuzz", (const char *)data, size, &damage, &err) == MR_OK) {
    require_written(&record);
  } else {
    require_error(&err, size);
  }
  mr_record_done(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  recover(data, size, false);
  recover(data, size, true);
  mr_record record;
  mr_record_init(&record, NULL);
  mr_error err = {0};
  if (mr_record_parse(&record, "fuzz", (const char *)data, size, &err) == MR_OK) {
    require_written(&record);
  } else {
    require_error(&err, size);
  }
  mr_record_done(&record);
  return 0;
}
