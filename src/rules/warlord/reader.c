#include "rules/warlord/reader.h"

#include "base/text.h"

const char mr_wl_letters[MR_WL_KINDS] = {'.', 'L', 'K', 'G', 'P', 'Q', 'R', 'S',
                                         'V', 'W', 'X', 'U', 'H', 'C', 'N', 'I'};
const char *const mr_wl_kind_names[MR_WL_KINDS] = {
    "nothing",
    "leader of level 1",
    "leader of level 2",
    "leader of level 3",
    "leader of level 4",
    "leader of level 5",
    "leader of level 6",
    "leader of level 7",
    "leader of level 8",
    "leader of level 9",
    "leader of level 10",
    "promoted leader",
    "heavy cavalry",
    "cannon",
    "light cavalry",
    "infantry",
};
const char mr_wl_ground_letters[MR_WL_GROUNDS] = {'.', 'T', '^', '#', '~', '~'};
const char *const mr_wl_ground_names[MR_WL_GROUNDS] = {"open ground", "forest", "hill",
                                                       "town",        "water",  "gap"};
const char *const mr_wl_side_names[2] = {"White", "Black"};

unsigned mr_wl_piece_of_letter(char letter) {
  unsigned side = mr_text_is_lower(letter) ? MR_WL_BLACK : MR_WL_WHITE;
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++)
    if (mr_wl_letters[kind] == mr_text_upper(letter))
      return mr_wl_piece(side, kind);
  return 0;
}

char mr_wl_letter_of_piece(unsigned piece) {
  char letter = mr_wl_letters[piece & 15u];
  return piece >> 4 == MR_WL_BLACK ? mr_text_lower(letter) : letter;
}

void mr_wl_add_file(mr_str *out, unsigned file) {
  if (file >= 26)
    mr_str_char(out, (char)('a' + file / 26 - 1));
  mr_str_char(out, (char)('a' + file % 26));
}

void mr_wl_add_cell(const mr_wl_game *game, mr_str *out, unsigned cell) {
  mr_wl_add_file(out, cell % game->columns);
  mr_str_uint(out, game->rows - cell / game->columns);
}

mr_status mr_wl_expected(mr_wl_reader *r, const char *what) {
  if (!mr_wl_more(r))
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_wl_column(r), "expected %s, found the end", what);
  unsigned char c = (unsigned char)mr_wl_peek(r);
  if (!mr_text_is_print((char)c))
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_wl_column(r), "expected %s, found byte 0x%02x",
                       what, (unsigned)c);
  return mr_error_at(r->err, MR_ERR_SYNTAX, mr_wl_column(r), "expected %s, found '%c'", what, c);
}

mr_status mr_wl_read_char(mr_wl_reader *r, char c, const char *what) {
  if (!mr_wl_more(r) || mr_wl_peek(r) != c)
    return mr_wl_expected(r, what);
  r->at++;
  return MR_OK;
}

mr_status mr_wl_read_number(mr_wl_reader *r, unsigned max, const char *what, unsigned *out) {
  size_t begin = r->at;
  uint64_t value = 0;
  while (mr_wl_more(r) && mr_text_is_digit(mr_wl_peek(r))) {
    value = value * 10 + (unsigned)(mr_wl_peek(r) - '0');
    if (value > max)
      return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1, "%s is at most %u", what, max);
    r->at++;
  }
  if (r->at == begin)
    return mr_wl_expected(r, what);
  if (r->at > begin + 1 && r->text[begin] == '0')
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1,
                       "%s is written without leading zeros", what);
  *out = (unsigned)value;
  return MR_OK;
}

mr_status mr_wl_read_cell(mr_wl_reader *r, unsigned *out) {
  size_t begin = r->at;
  unsigned file = 0, rank = 0;
  while (mr_wl_more(r) && mr_text_is_lower(mr_wl_peek(r)) && r->at < begin + 3)
    file = file * 26 + (unsigned)(r->text[r->at++] - 'a' + 1);
  if (r->at == begin)
    return mr_wl_expected(r, "a square such as c2");
  if (file > r->game->columns)
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1, "the board has %u files",
                       r->game->columns);
  size_t digits = r->at;
  mr_status status = mr_wl_read_number(r, r->game->rows, "the rank", &rank);
  if (status)
    return status;
  if (!rank)
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)digits + 1, "ranks count from 1");
  *out = (r->game->rows - rank) * r->game->columns + file - 1;
  return MR_OK;
}

bool mr_wl_take_word(mr_wl_reader *r, const char *word) {
  size_t n = strlen(word);
  if (r->length - r->at < n || memcmp(r->text + r->at, word, n) != 0)
    return false;
  r->at += n;
  return true;
}

int mr_wl_piece_value(char letter) {
  unsigned piece = mr_wl_piece_of_letter(letter);
  return piece ? (int)piece : -1;
}

int mr_wl_ground_value(char letter) {
  for (int ground = MR_WL_FOREST; ground <= MR_WL_WATER; ground++)
    if (mr_wl_ground_letters[ground] == letter)
      return ground;
  return -1;
}

static mr_status read_row(mr_wl_reader *r, int (*value)(char), const char *what, uint8_t *row) {
  unsigned columns = r->game->columns, place = 0;
  bool after_run = false;
  memset(row, 0, columns);
  while (place < columns) {
    char c = mr_wl_peek(r);
    int found = mr_wl_more(r) ? value(c) : -1;
    if (found >= 0) {
      row[place++] = (uint8_t)found;
      r->at++;
      after_run = false;
    } else if (mr_wl_more(r) && mr_text_is_digit(c) && c != '0' && !after_run) {
      unsigned run = 0;
      mr_status status = mr_wl_read_number(r, columns - place, "the run", &run);
      if (status)
        return status;
      place += run;
      after_run = true;
    } else {
      return mr_wl_expected(r, what);
    }
  }
  return MR_OK;
}

mr_status mr_wl_read_map(mr_wl_reader *r, int (*value)(char), const char *what, uint8_t *out) {
  for (unsigned row = 0; row < r->game->rows; row++) {
    mr_status status = row ? mr_wl_read_char(r, '/', "'/' between rows") : MR_OK;
    if (!status)
      status = read_row(r, value, what, out + (size_t)row * r->game->columns);
    if (status)
      return status;
  }
  return MR_OK;
}
