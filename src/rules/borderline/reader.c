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

mr_status mr_bd_expected(mr_bd_reader *r, const char *what) {
  if (!mr_bd_more(r))
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_bd_column(r), "expected %s, found the end", what);
  unsigned char c = (unsigned char)mr_bd_peek(r);
  if (c < 0x20 || c > 0x7E)
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_bd_column(r), "expected %s, found byte 0x%02x",
                       what, (unsigned)c);
  return mr_error_at(r->err, MR_ERR_SYNTAX, mr_bd_column(r), "expected %s, found '%c'", what, c);
}

mr_status mr_bd_read_char(mr_bd_reader *r, char c, const char *what) {
  if (mr_bd_peek(r) != c || !mr_bd_more(r))
    return mr_bd_expected(r, what);
  r->at++;
  return MR_OK;
}

mr_status mr_bd_read_number(mr_bd_reader *r, unsigned max, const char *what, unsigned *out) {
  size_t begin = r->at;
  unsigned value = 0;
  while (mr_bd_more(r) && mr_text_is_digit(mr_bd_peek(r))) {
    value = value * 10 + (unsigned)(mr_bd_peek(r) - '0');
    if (value > max)
      return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1, "%s is at most %u", what, max);
    r->at++;
  }
  if (r->at == begin)
    return mr_bd_expected(r, what);
  if (r->at > begin + 1 && r->text[begin] == '0')
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1,
                       "%s is written without leading zeros", what);
  *out = value;
  return MR_OK;
}

mr_status mr_bd_read_pattern(mr_bd_reader *r, unsigned *out) {
  unsigned pattern = 0;
  for (unsigned i = 0; i < 3; i++, r->at++) {
    if (!mr_bd_more(r) || mr_bd_peek(r) < '0' || mr_bd_peek(r) > '7')
      return mr_bd_expected(r, "a piece of three octal digits, such as 522");
    pattern = pattern << 3 | (unsigned)(mr_bd_peek(r) - '0');
  }
  *out = pattern;
  return MR_OK;
}

mr_status mr_bd_read_cell(mr_bd_reader *r, unsigned *out) {
  char c = mr_bd_peek(r);
  const mr_bd_game *game = r->game;
  char last = (char)('a' + game->columns - 1);
  if (!mr_bd_more(r) || c < 'a' || c > last)
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_bd_column(r), "expected a column from a to %c",
                       last);
  r->at++;
  unsigned row = 0;
  mr_status status = mr_bd_read_number(r, game->rows - 1, "the row", &row);
  if (status)
    return status;
  *out = row * game->columns + (unsigned)(c - 'a');
  return MR_OK;
}

/* A piece on the board may lie turned; one in a hand is as BD-2 made it. */
mr_status mr_bd_check_pattern(mr_bd_reader *r, size_t begin, unsigned pattern, bool on_board) {
  unsigned kept = r->game->patterns.canonical[pattern];
  if (mr_bd_pattern_valid(on_board ? kept : pattern))
    return MR_OK;
  return mr_error_at(r->err, MR_ERR_ILLEGAL, (uint32_t)begin + 1,
                     "%03o is no piece: the centre must be filled and every row needs a pip "
                     "(BD-2)",
                     pattern);
}

bool mr_bd_take_word(mr_bd_reader *r, const char *word) {
  size_t n = strlen(word);
  if (r->length - r->at != n || memcmp(r->text + r->at, word, n) != 0)
    return false;
  r->at += n;
  return true;
}
