#include <string.h>

#include "base/text.h"
#include "record/record_priv.h"

enum { COLUMNS = 79 };

void mr_pgn_add_clean(mr_str *out, const char *text, size_t length) {
  while (length > 0) {
    size_t good = mr_utf8_check(text, length);
    for (size_t i = 0; i < good; i++) {
      unsigned char c = (unsigned char)text[i];
      mr_str_char(out, c < 0x20 || c == 0x7F ? ' ' : text[i]);
    }
    text += good;
    length -= good;
    if (length > 0) {
      unsigned char c = (unsigned char)text[0];
      if (c >= 0x80) {
        const char pair[2] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F))};
        mr_str_bytes(out, pair, sizeof pair);
      } else {
        mr_str_char(out, ' ');
      }
      text++;
      length--;
    }
  }
}

void mr_pgn_replace_braces(char *comment) {
  for (char *at = comment; *at != '\0'; at++) {
    *at = *at == '}' ? ')' : *at;
  }
}

/* A quoted value is cleaned piece by piece, between the characters that need a backslash. */
void mr_pgn_add_tag(mr_str *out, const char *name, const char *value) {
  mr_str_char(out, '[');
  mr_str_add(out, name);
  mr_str_add(out, " \"");
  for (size_t length = strcspn(value, "\"\\");; length = strcspn(value, "\"\\")) {
    mr_pgn_add_clean(out, value, length);
    value += length;
    if (*value == '\0') {
      break;
    }
    mr_str_char(out, '\\');
    mr_str_char(out, *value++);
  }
  mr_str_add(out, "\"]\n");
}

/* ---- movetext -------------------------------------------------------------------------------- */

void mr_pgn_moves_init(mr_pgn_moves *moves, const mr_game *game, uint32_t number, mr_str *out) {
  *moves = (mr_pgn_moves){
      .out = out, .game = game, .number = number > 0 ? number : 1, .last = MR_NOBODY};
}

/** What breaks the lines of movetext; `moves->column` takes its column back. */
static mr_record_lines lines_of(const mr_pgn_moves *moves) {
  return (mr_record_lines){moves->out, COLUMNS, true, moves->column};
}

/** Appends a word, on a new line where the last has no room. */
static void add_word(mr_pgn_moves *moves, const char *text, size_t length) {
  mr_record_lines lines = lines_of(moves);
  mr_record_put_word(&lines, "", text, length, "");
  moves->column = lines.column;
}

static void add_comment(mr_pgn_moves *moves, const char *comment) {
  mr_str clean = mr_str_growing(NULL);
  mr_pgn_add_clean(&clean, comment, strlen(comment));
  if (clean.status == MR_OK) {
    mr_record_lines lines = lines_of(moves);
    mr_pgn_replace_braces(clean.data);
    mr_record_squeeze(clean.data);
    mr_record_put_comment(&lines, clean.data);
    moves->column = lines.column;
  } else {
    moves->out->status = MR_ERR_NOMEM;
  }
  mr_str_done(&clean);
  moves->interrupted = true;
}

/** A turn of the first player has its number; another's where it could be missed. */
static void add_number(mr_pgn_moves *moves, mr_player player) {
  if (mr_player_same(player, moves->last)) {
    return;
  }
  bool first = mr_player_same(moves->last, MR_NOBODY);
  if (!first && player.id <= moves->last.id) {
    moves->number++;
  }
  bool multi = mr_game_can(moves->game, MR_CAN_MULTI);
  if (player.id == 0 || first || multi || moves->interrupted) {
    char text[24];
    mr_str number = mr_str_fixed(text, sizeof text);
    mr_str_format(&number, player.id == 0 ? "%lu." : "%lu...", (unsigned long)moves->number);
    add_word(moves, text, number.length);
  }
  moves->last = player;
}

void mr_pgn_moves_add(mr_pgn_moves *moves, const mr_state *before, mr_action action,
                      const mr_state *after, const char *comment) {
  const mr_game *game = moves->game;
  mr_node node = mr_game_node(game, before);
  char text[MR_ACTION_TEXT_MAX + 4];
  mr_str move = mr_str_fixed(text, sizeof text);
  if (node.kind == MR_NODE_DECISION) {
    add_number(moves, node.player);
    mr_game_format_move(game, before, action, MR_MOVE_SHORT, &move);
    if (after != NULL) {
      mr_str_add(&move, mr_game_move_mark(game, after, node.player));
    }
  } else {
    mr_game_format_action(game, before, action, &move);
  }
  add_word(moves, text, move.length);
  moves->interrupted = false;
  if (comment != NULL && comment[0] != '\0') {
    add_comment(moves, comment);
  }
}

static void add_bracket(mr_pgn_moves *moves, const char *bracket, uint32_t number, mr_player last) {
  add_word(moves, bracket, 1);
  moves->number = number > 0 ? number : 1;
  moves->last = last;
  moves->interrupted = true;
}

void mr_pgn_moves_open(mr_pgn_moves *moves, uint32_t number, mr_player last) {
  add_bracket(moves, "(", number, last);
}

void mr_pgn_moves_close(mr_pgn_moves *moves, uint32_t number, mr_player last) {
  add_bracket(moves, ")", number, last);
}

void mr_pgn_moves_end(mr_pgn_moves *moves, const char *comment, const char *result) {
  if (comment != NULL && comment[0] != '\0') {
    add_comment(moves, comment);
  }
  add_word(moves, result, strlen(result));
  mr_str_add(moves->out, "\n\n");
}
