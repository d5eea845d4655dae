#include <string.h>

#include "base/text.h"
#include "record/pgn_priv.h"

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

/** Characters of a text in UTF-8. */
static size_t width_of(const char *text, size_t length) {
  size_t width = 0;
  for (size_t i = 0; i < length; i++) {
    width += ((unsigned char)text[i] & 0xC0) != 0x80;
  }
  return width;
}

/** Appends a word, on a new line where the last has no room. `%` never begins a line. */
static void add_word(mr_pgn_moves *moves, const char *text, size_t length) {
  size_t width = width_of(text, length);
  bool fits = moves->column == 0 || moves->column + 1 + width <= MR_PGN_COLUMNS;
  if (!fits) {
    mr_str_char(moves->out, '\n');
    moves->column = 0;
  }
  if (moves->column > 0 || (length > 0 && text[0] == '%')) {
    mr_str_char(moves->out, ' ');
    moves->column++;
  }
  moves->column += width;
  mr_str_bytes(moves->out, text, length);
}

/** Takes the next word off a text. @return its length, 0 at the end */
static size_t next_word(const char **text) {
  while (**text == ' ') {
    (*text)++;
  }
  return strcspn(*text, " ");
}

/** Braces hug the words of a comment. */
static void add_comment_words(mr_pgn_moves *moves, const char *text, mr_str *word) {
  size_t length = next_word(&text);
  mr_str_reset(word);
  mr_str_char(word, '{');
  while (length > 0) {
    mr_str_bytes(word, text, length);
    text += length;
    length = next_word(&text);
    if (length == 0) {
      break;
    }
    add_word(moves, mr_str_text(word), word->length);
    mr_str_reset(word);
  }
  mr_str_char(word, '}');
  add_word(moves, mr_str_text(word), word->length);
}

static void add_comment(mr_pgn_moves *moves, const char *comment) {
  mr_str clean;
  mr_str word;
  mr_str_init(&clean, NULL);
  mr_str_init(&word, NULL);
  mr_pgn_add_clean(&clean, comment, strlen(comment));
  for (size_t i = 0; i < clean.length; i++) {
    if (clean.data[i] == '}') {
      clean.data[i] = ')';
    }
  }
  add_comment_words(moves, mr_str_text(&clean), &word);
  if (clean.status != MR_OK || word.status != MR_OK) {
    moves->out->status = MR_ERR_NOMEM;
  }
  mr_str_done(&clean);
  mr_str_done(&word);
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
    mr_str number;
    mr_str_fixed(&number, text, sizeof text);
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
  mr_str move;
  mr_str_fixed(&move, text, sizeof text);
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

void mr_pgn_moves_end(mr_pgn_moves *moves, const char *comment, const char *result) {
  if (comment != NULL && comment[0] != '\0') {
    add_comment(moves, comment);
  }
  add_word(moves, result, strlen(result));
  mr_str_add(moves->out, "\n\n");
}
