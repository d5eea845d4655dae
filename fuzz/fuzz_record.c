/**
 * @file
 * Records: whatever is read can be written, and what was written is read as the same and written
 * as the same bytes. What is salvaged of a damaged one is a record that can be replayed.
 */

#include <marcher/record.h>

#include <string.h>

#include "texts.h"

enum {
  MOVES = 24,  /**< of a record that is salvaged: every way to mend it is tried, in small games */
  START = 160, /**< bytes of its start */
  GAMES = 3
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define require(holds) REQUIRE(holds)

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

/** The game that a record names: small ones of every family, opened once; else NULL. */
static const mr_game *game_of(const mr_record *record) {
  static const mr_override small[] = {{"columns", "3"}, {"rows", "3"}, {"pieces", "3"}};
  static const char *const names[GAMES] = {"borderline", "minishogi", "warlord-clash-of-arms"};
  static mr_game *opened[GAMES];
  for (size_t i = 0; i < GAMES; i++) {
    if (same(record->game, names[i])) {
      opened[i] = opened[i] != NULL ? opened[i] : fuzz_open(names[i], small, i == 0 ? 3 : 0);
      return opened[i];
    }
  }
  return NULL;
}

static mr_status replay(const mr_record *record, const mr_game *game, mr_error *err) {
  return mr_record_replay(record, game, NULL, NULL, NULL, NULL, err);
}

/** What is salvaged is written, read and replayed; there is nothing more to be salvaged of it. */
static void salvage_rest(mr_record *record, const uint8_t *data, size_t size) {
  const mr_game *game = game_of(record);
  mr_record_salvaged kept;
  mr_error err = {0};
  if (game == NULL || record->move_count > MOVES ||
      (record->start != NULL && strlen(record->start) > START)) {
    return;
  }
  size_t moves = record->move_count;
  if (mr_record_salvage(record, game, (const char *)data, size, &kept, &err) != MR_OK) {
    require(err.status != MR_OK && err.message[0] != '\0');
    return;
  }
  require(kept.action <= record->move_count && record->move_count <= 2 * moves + size);
  require(replay(record, game, &err) == MR_OK);
  require_written(record);
  require(mr_record_salvage(record, game, NULL, 0, &kept, &err) == MR_OK);
  require(kept.way == MR_SALVAGED_WHOLE);
}

/** What is read past damage is a record like any other. */
static void recover(const uint8_t *data, size_t size, bool salvage) {
  mr_record record;
  mr_record_damage damage = {.salvage = salvage};
  mr_error err = {0};
  mr_record_init(&record, NULL);
  if (mr_record_recover(&record, "fuzz", (const char *)data, size, &damage, &err) == MR_OK) {
    require_written(&record);
    if (salvage) {
      salvage_rest(&record, data, size);
    }
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
