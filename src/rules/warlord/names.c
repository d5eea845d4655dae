#include "base/text.h"
#include "rules/warlord/warlord.h"

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
                                                       "town",        "water",  "outer water"};
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

mr_wl_cell_name mr_wl_name_cell(const mr_wl_game *game, unsigned cell) {
  mr_wl_cell_name name;
  mr_column_name(cell % game->columns, name.text);
  mr_str out = mr_str_fixed(name.text + strlen(name.text), sizeof name.text - strlen(name.text));
  mr_str_uint(&out, game->rows - cell / game->columns);
  return name;
}

void mr_wl_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  mr_str_add(out, mr_wl_name_cell(mr_wl_game_of(game), cell.id).text);
}

void mr_wl_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  mr_str_add(out, mr_wl_kind_names[piece.id & 15u]);
}

unsigned mr_wl_read_cell(mr_reader *r) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  size_t begin = r->at;
  unsigned file = 0, rank = 0;
  while (mr_text_is_lower(mr_reader_peek(r)) && r->at < begin + 3) {
    file = file * 26 + (unsigned)(r->text[r->at++] - 'a' + 1);
  }
  if (r->at == begin) {
    mr_reader_expected(r, "a square such as c2");
  }
  if (file > game->columns) {
    mr_reader_fail(r, MR_ERR_SYNTAX, begin, "the board has %u files", game->columns);
  }
  size_t digits = r->at;
  mr_reader_number(r, 0, game->rows, "the rank", &rank);
  if (!rank) {
    mr_reader_fail(r, MR_ERR_SYNTAX, digits, "ranks count from 1");
  }
  return r->status == MR_OK ? (game->rows - rank) * game->columns + file - 1 : 0;
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
