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
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    if (mr_wl_letters[kind] == mr_text_upper(letter)) {
      return mr_wl_piece(side, kind);
    }
  }
  return 0;
}

char mr_wl_letter_of_piece(unsigned piece) {
  char letter = mr_wl_letters[piece & 15u];
  return piece >> 4 == MR_WL_BLACK ? mr_text_lower(letter) : letter;
}

void mr_wl_add_file(mr_str *out, unsigned file) {
  if (file >= 26) {
    mr_str_char(out, (char)('a' + file / 26 - 1));
  }
  mr_str_char(out, (char)('a' + file % 26));
}

void mr_wl_add_cell(const mr_wl_game *game, mr_str *out, unsigned cell) {
  mr_wl_add_file(out, cell % game->columns);
  mr_str_uint(out, game->rows - cell / game->columns);
}

mr_status mr_wl_read_cell(mr_reader *r, unsigned *out) {
  size_t begin = r->at;
  unsigned file = 0, rank = 0;
  while (mr_reader_more(r) && mr_text_is_lower(mr_reader_peek(r)) && r->at < begin + 3) {
    file = file * 26 + (unsigned)(r->text[r->at++] - 'a' + 1);
  }
  if (r->at == begin) {
    return mr_reader_expected(r, "a square such as c2");
  }
  if (file > mr_wl_game_of(r->game)->columns) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1, "the board has %u files",
                       mr_wl_game_of(r->game)->columns);
  }
  size_t digits = r->at;
  mr_status status = mr_reader_number(r, 0, mr_wl_game_of(r->game)->rows, "the rank", &rank);
  if (status != MR_OK) {
    return status;
  }
  if (!rank) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)digits + 1, "ranks count from 1");
  }
  *out = (mr_wl_game_of(r->game)->rows - rank) * mr_wl_game_of(r->game)->columns + file - 1;
  return MR_OK;
}

int mr_wl_piece_value(char letter) {
  unsigned piece = mr_wl_piece_of_letter(letter);
  return piece ? (int)piece : -1;
}

int mr_wl_ground_value(char letter) {
  for (int ground = MR_WL_FOREST; ground <= MR_WL_WATER; ground++) {
    if (mr_wl_ground_letters[ground] == letter) {
      return ground;
    }
  }
  return -1;
}

static mr_status read_row(mr_reader *r, int (*value)(char), const char *what, uint8_t *row) {
  unsigned columns = mr_wl_game_of(r->game)->columns, place = 0;
  bool after_run = false;
  memset(row, 0, columns);
  while (place < columns) {
    char c = mr_reader_peek(r);
    int found = mr_reader_more(r) ? value(c) : -1;
    if (found >= 0) {
      row[place++] = (uint8_t)found;
      r->at++;
      after_run = false;
    } else if (mr_reader_more(r) && mr_text_is_digit(c) && c != '0' && !after_run) {
      unsigned run = 0;
      mr_status status = mr_reader_number(r, 0, columns - place, "the run", &run);
      if (status != MR_OK) {
        return status;
      }
      place += run;
      after_run = true;
    } else {
      return mr_reader_expected(r, what);
    }
  }
  return MR_OK;
}

mr_status mr_wl_read_map(mr_reader *r, int (*value)(char), const char *what, uint8_t *out) {
  for (unsigned row = 0; row < mr_wl_game_of(r->game)->rows; row++) {
    mr_status status = row ? mr_reader_char(r, '/', "'/' between rows") : MR_OK;
    if (status == MR_OK) {
      status = read_row(r, value, what, out + (size_t)row * mr_wl_game_of(r->game)->columns);
    }
    if (status != MR_OK) {
      return status;
    }
  }
  return MR_OK;
}
