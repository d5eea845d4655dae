/**
 * @file
 * PGN: whatever is read stays within its bounds and is read the same in pieces; what becomes a
 * record can be replayed; what is written of it is read as the same moves.
 */

#include <marcher/pgn.h>

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** A text in pieces of seven bytes. */
typedef struct pieces {
  const char *text;
  size_t left;
} pieces;

static size_t read_piece(void *context, char *buffer, size_t size) {
  pieces *from = context;
  size_t length = from->left < 7 ? from->left : 7;
  length = length < size ? length : size;
  memcpy(buffer, from->text, length);
  from->text += length;
  from->left -= length;
  return length;
}

static bool same(const char *a, const char *b) {
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void require_same(const mr_pgn_game *a, const mr_pgn_game *b) {
  REQUIRE(a->tag_count == b->tag_count && a->move_count == b->move_count);
  REQUIRE(same(a->result, b->result) && same(a->comment, b->comment));
  for (size_t i = 0; i < a->move_count; i++) {
    REQUIRE(same(a->moves[i].text, b->moves[i].text));
    REQUIRE(same(a->moves[i].comment, b->moves[i].comment));
  }
}

/** Writes the moves of a record and reads them again. */
static void require_round_trip(const mr_record *record, const mr_game *game) {
  mr_state *before = mr_state_new(game, NULL);
  mr_state *after = mr_state_new(game, NULL);
  mr_pgn_reader *reader = NULL;
  mr_pgn_game read;
  bool found = false;
  mr_pgn_moves moves;
  mr_str out = mr_str_growing(NULL);
  mr_pgn_moves_init(&moves, game, 1, &out);
  if (record->start == NULL) {
    mr_game_start(game, after);
  } else {
    REQUIRE(mr_game_parse_state(game, record->start, strlen(record->start), after, NULL) == MR_OK);
  }
  for (size_t i = 0; i < record->move_count; i++) {
    const char *text = record->moves[i].text;
    mr_action action;
    mr_state_copy(game, before, after);
    REQUIRE(mr_game_parse_action(game, before, text, strlen(text), &action, NULL) == MR_OK);
    mr_game_make(game, after, action, NULL, NULL);
    mr_pgn_moves_add(&moves, before, action, after, record->moves[i].comment);
  }
  mr_pgn_moves_end(&moves, NULL, "*");
  REQUIRE(mr_pgn_reader_over(NULL, "again", mr_str_text(&out), out.length, &reader, NULL) == MR_OK);
  REQUIRE(mr_pgn_next(reader, &read, &found, NULL) == MR_OK && found);
  REQUIRE(read.move_count == record->move_count);
  for (size_t i = 0; i < read.move_count; i++) {
    REQUIRE(same(read.moves[i].comment, record->moves[i].comment));
  }
  mr_pgn_reader_free(reader);
  mr_str_done(&out);
  mr_state_free(game, NULL, before);
  mr_state_free(game, NULL, after);
}

static void try_record(const mr_pgn_game *pgn) {
  for (unsigned which = 0; which < FUZZ_GAMES; which++) {
    const mr_game *game = fuzz_game(which);
    mr_record record;
    mr_error err = {0};
    if (!mr_pgn_is_of(pgn, game)) {
      continue;
    }
    mr_record_init(&record, NULL);
    if (mr_pgn_to_record(pgn, game, "fuzz", &record, &err) == MR_OK) {
      REQUIRE(mr_record_replay(&record, game, NULL, NULL, NULL, NULL, &err) == MR_OK);
      require_round_trip(&record, game);
    } else {
      REQUIRE(err.status != MR_OK && err.message[0] != '\0' && err.line > 0);
    }
    mr_record_done(&record);
  }
}

/** With variations kept: every node hangs on one before it, and the main line is among them. */
static void require_tree(const uint8_t *data, size_t size) {
  mr_pgn_reader *reader = NULL;
  bool found = true;
  REQUIRE(mr_pgn_reader_over(NULL, "fuzz", (const char *)data, size, &reader, NULL) == MR_OK);
  mr_pgn_reader_keep_variations(reader);
  while (found) {
    mr_pgn_game game;
    mr_error err = {0};
    if (mr_pgn_next(reader, &game, &found, &err) != MR_OK) {
      REQUIRE(err.line > 0 && err.line <= size + 1 && err.column <= size + 1);
      continue;
    }
    REQUIRE(!found || game.node_count >= game.move_count);
    for (size_t i = 0; found && i < game.node_count; i++) {
      REQUIRE(game.nodes[i].parent <= i && game.nodes[i].move.text != NULL);
    }
  }
  mr_pgn_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mr_pgn_reader *whole = NULL;
  mr_pgn_reader *stream = NULL;
  pieces from = {(const char *)data, size};
  REQUIRE(mr_pgn_reader_over(NULL, "fuzz", (const char *)data, size, &whole, NULL) == MR_OK);
  REQUIRE(mr_pgn_reader_new(NULL, "fuzz", read_piece, &from, &stream, NULL) == MR_OK);
  bool found = true;
  while (found) {
    mr_pgn_game a;
    mr_pgn_game b;
    mr_error err = {0};
    bool too = true;
    mr_status status = mr_pgn_next(whole, &a, &found, &err);
    REQUIRE(mr_pgn_next(stream, &b, &too, NULL) == status);
    if (status != MR_OK) {
      REQUIRE(err.line > 0 && err.line <= size + 1 && err.column <= size + 1);
      continue;
    }
    REQUIRE(found == too);
    if (found) {
      require_same(&a, &b);
      try_record(&a);
    }
  }
  mr_pgn_reader_free(whole);
  mr_pgn_reader_free(stream);
  require_tree(data, size);
  return 0;
}
