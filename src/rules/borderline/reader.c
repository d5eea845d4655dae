#include "rules/borderline/reader.h"

#include "base/text.h"

const char mr_bd_letters[2] = {'R', 'B'};
const char *const mr_bd_names[2] = {"Red", "Blue"};
const char mr_bd_direction_letters[MR_BD_DIRECTIONS] = {'u', 'l', 'r', 'd'};

void mr_bd_add_pattern(mr_str *out, unsigned pattern) {
  mr_str_char(out, (char)('0' + (pattern >> 6)));
  mr_str_char(out, (char)('0' + (pattern >> 3 & 7)));
  mr_str_char(out, (char)('0' + (pattern & 7)));
}

void mr_bd_add_cell(const mr_bd_game *game, mr_str *out, unsigned cell) {
  mr_str_char(out, (char)('a' + cell % game->columns));
  mr_str_uint(out, cell / game->columns);
}

mr_status mr_bd_read_pattern(mr_reader *r, unsigned *out) {
  unsigned pattern = 0;
  for (unsigned i = 0; i < 3; i++, r->at++) {
    if (!mr_reader_more(r) || mr_reader_peek(r) < '0' || mr_reader_peek(r) > '7') {
      return mr_reader_expected(r, "a piece of three octal digits, such as 522");
    }
    pattern = pattern << 3 | (unsigned)(mr_reader_peek(r) - '0');
  }
  *out = pattern;
  return MR_OK;
}

mr_status mr_bd_read_cell(mr_reader *r, unsigned *out) {
  char c = mr_reader_peek(r);
  const mr_bd_game *game = mr_bd_game_of(r->game);
  char last = (char)('a' + game->columns - 1);
  if (!mr_reader_more(r) || c < 'a' || c > last) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r), "expected a column from a to %c",
                       last);
  }
  r->at++;
  unsigned row = 0;
  mr_status status = mr_reader_number(r, 0, game->rows - 1, "the row", &row);
  if (status != MR_OK) {
    return status;
  }
  *out = row * game->columns + (unsigned)(c - 'a');
  return MR_OK;
}

/* A piece on the board may lie turned; one in a hand is as BD-2 made it. */
mr_status mr_bd_check_pattern(mr_reader *r, size_t begin, unsigned pattern, bool on_board) {
  unsigned kept = mr_bd_game_of(r->game)->patterns.canonical[pattern];
  if (mr_bd_pattern_valid(on_board ? kept : pattern)) {
    return MR_OK;
  }
  return mr_error_at(r->err, MR_ERR_ILLEGAL, (uint32_t)begin + 1,
                     "%03o is no piece: the centre must be filled and every row needs a pip "
                     "(BD-2)",
                     pattern);
}

bool mr_bd_take_word(mr_reader *r, const char *word) {
  return r->length - r->at == strlen(word) && mr_reader_take(r, word);
}
