#include <marcher/compose.h>

#include "base/text.h"
#include "endgame/endgame_priv.h"

mr_status mr_endgame_check_game(const mr_game *game, mr_error *err) {
  const mr_game_info *info = &game->info;
  const char *why = NULL;
  if (!mr_game_can(game, MR_CAN_COMPOSE)) {
    why = "cannot be set up man by man";
  } else if (game->material->historic != NULL && game->material->historic(game)) {
    why =
        "has a winner by what came before a position: moves to and fro, or the checks up to a mate";
  } else if (mr_game_can(game, MR_CAN_CHANCE) || mr_game_can(game, MR_CAN_DEAL)) {
    why = "is played with chance";
  } else if (mr_game_can(game, MR_CAN_HIDE)) {
    why = "is played with hidden information";
  } else if (info->players != 2 || info->team[0] == info->team[1]) {
    why = "is not one player against another";
  } else if (info->max_actions >= NEVER_LOST) {
    why = "may have too many actions";
  }
  if (why != NULL) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "no tables of endings: %s %s", info->name, why);
  }
  if ((unsigned)info->columns * info->rows > CELLS_MAX) {
    return mr_error_set(err, MR_ERR_LIMIT, "no tables of endings: more than %d squares", CELLS_MAX);
  }
  return MR_OK;
}

bool mr_endgame_draws_hold(const mr_game *game) {
  const mr_material_ops *material = game->material;
  return material == NULL || material->endless == NULL || !material->endless(game);
}

/* ---- letters --------------------------------------------------------------------------------- */

void mr_endgame_letters_find(const mr_game *game, endgame_letters *out) {
  out->count = 0;
  for (unsigned i = 0; i < LETTERS_MAX; i++) {
    endgame_letter letter = {.owner = {(uint8_t)(i % 2)}};
    unsigned length = 0;
    if (i / 2 >= 26) {
      letter.text[length++] = '+';
    }
    letter.text[length++] = (char)('A' + i / 2 % 26);
    letter.piece = mr_game_piece_named(game, letter.owner, letter.text, length);
    if (letter.piece.id != MR_NO_PIECE.id) {
      out->items[out->count++] = letter;
    }
  }
}

const endgame_letter *mr_endgame_letter_of(const endgame_letters *letters, mr_piece piece) {
  for (size_t i = 0; i < letters->count; i++) {
    if (letters->items[i].piece.id == piece.id) {
      return &letters->items[i];
    }
  }
  return NULL;
}

void mr_endgame_name(const endgame_letters *letters, const mr_endgame_men *men, char *buffer) {
  mr_str out = mr_str_fixed(buffer, MR_ENDGAME_NAME_MAX);
  for (uint8_t player = 0; player < 2; player++) {
    for (size_t i = 0; i < men->count; i++) {
      if (men->items[i].owner.id == player) {
        const endgame_letter *letter = mr_endgame_letter_of(letters, men->items[i].piece);
        mr_str_add(&out, letter != NULL ? letter->text : "?");
      }
    }
    if (player == 0) {
      mr_str_char(&out, 'v');
    }
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
  const mr_game *game;
  const char *text;
  size_t length;
  size_t at;
  mr_player owner;
} reader;

static uint32_t column(size_t at) {
  return (uint32_t)(at < UINT32_MAX ? at + 1 : UINT32_MAX);
}

/* Whether a piece can ever be on the board: its owner has it at first, or comes to have it. */
static bool can_be(const mr_game *game, mr_piece piece) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t count = mr_game_kinds(game, kinds);
  size_t i = 0;
  while (i < count && kinds[i].piece.id != piece.id) {
    i++;
  }
  return count == 0 || i < count;
}

/* Complains of a letter. @param known the game has it, but never this player */
static mr_status unknown_letter(const reader *in, size_t length, bool known, mr_error *err) {
  char buffer[200];
  endgame_letters letters;
  mr_str all = mr_str_fixed(buffer, sizeof buffer);
  mr_endgame_letters_find(in->game, &letters);
  for (size_t i = 0; i < letters.count; i++) {
    const endgame_letter *letter = &letters.items[i];
    if (letter->owner.id == in->owner.id && can_be(in->game, letter->piece)) {
      mr_str_format(&all, all.length == 0 ? "%s" : ", %s", letter->text);
    }
  }
  return mr_error_at(err, MR_ERR_UNKNOWN, column(in->at),
                     known
                         ? "%s never has a piece '%.*s', at the start or later; those that can be "
                           "are %s"
                         : "%s has no piece '%.*s'; known are %s",
                     in->game->info.player_names[in->owner.id], (int)length, in->text + in->at,
                     all.length > 0 ? buffer : "none");
}

static void add_man(const mr_game *game, mr_player owner, mr_piece piece, mr_endgame_men *out) {
  mr_endgame_man *man = &out->items[out->count++];
  *man = (mr_endgame_man){.owner = owner, .piece = piece};
  for (unsigned i = 0; i < (unsigned)game->info.columns * game->info.rows; i++) {
    man->cells.bits[i / 64] |= UINT64_C(1) << (i % 64);
  }
}

/* Reads one man. */
static mr_status read_man(reader *in, mr_endgame_men *out, mr_error *err) {
  size_t length = in->text[in->at] == '+' ? 2 : 1;
  bool whole = in->at + length <= in->length;
  char c = in->text[in->at + (whole ? length - 1 : 0)];
  if (!whole || !mr_text_is_letter(c)) {
    return mr_error_at(err, MR_ERR_SYNTAX, column(in->at),
                       mr_text_is_print(c) ? "expected the letter of a piece, found '%c'"
                                           : "expected the letter of a piece",
                       c);
  }
  mr_piece piece = mr_game_piece_named(in->game, in->owner, in->text + in->at, length);
  if (piece.id == MR_NO_PIECE.id || !can_be(in->game, piece)) {
    return unknown_letter(in, length, piece.id != MR_NO_PIECE.id, err);
  }
  if (out->count == MEN_MAX) {
    return mr_error_at(err, MR_ERR_LIMIT, column(in->at), "more than %d men", MEN_MAX);
  }
  add_man(in->game, in->owner, piece, out);
  in->at += length;
  return MR_OK;
}

mr_status mr_endgame_men_parse(const mr_game *game, const char *text, size_t length,
                               mr_endgame_men *out, mr_error *err) {
  if (game == NULL || text == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "game, text or place for the men is missing");
  }
  mr_endgame_men men = {0};
  reader in = {.game = game, .text = text, .length = length};
  mr_status status = mr_endgame_check_game(game, err);
  while (status == MR_OK && in.at < length) {
    if (text[in.at] == 'v' && in.owner.id == 0) {
      in.owner.id = 1;
      in.at++;
    } else {
      status = read_man(&in, &men, err);
    }
  }
  if (status == MR_OK && in.owner.id == 0) {
    status = mr_error_at(err, MR_ERR_SYNTAX, column(length),
                         "expected 'v' between the men of %s and of %s", game->info.player_names[0],
                         game->info.player_names[1]);
  }
  if (status == MR_OK && men.count == 0) {
    status = mr_error_at(err, MR_ERR_SYNTAX, 1, "expected the letter of a piece");
  }
  if (status == MR_OK) {
    *out = men;
  }
  return status;
}

/* ---- of a state ------------------------------------------------------------------------------ */

void mr_endgame_men_name(const mr_game *game, const mr_endgame_men *men, char *buffer) {
  endgame_letters letters;
  mr_endgame_letters_find(game, &letters);
  mr_endgame_name(&letters, men, buffer);
}

mr_status mr_endgame_men_of(const mr_game *game, const mr_state *state,
                            const mr_allocator *allocator, mr_endgame_men *out, mr_error *err) {
  endgame_letters letters;
  mr_endgame_men men = {0};
  mr_status status = mr_endgame_check_game(game, err);
  if (status != MR_OK) {
    return status;
  }
  size_t cells = (size_t)game->info.columns * game->info.rows;
  mr_placement *all = mr_alloc_zero(allocator, cells, sizeof *all);
  if (all == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the men of an ending");
  }
  size_t count = mr_game_placements(game, state, all);
  mr_endgame_letters_find(game, &letters);
  if (count > MEN_MAX) {
    status = mr_error_set(err, MR_ERR_LIMIT, "more than %d men", MEN_MAX);
  }
  for (size_t i = 0; i < count && status == MR_OK; i++) {
    if (mr_endgame_letter_of(&letters, all[i].piece) == NULL) {
      status = mr_error_set(err, MR_ERR_UNSUPPORTED, "a man on the board has no letter");
    }
  }
  /* In the order of letters, wherever they stand: the same men are the same ending. */
  for (size_t i = 0; i < 2 * letters.count && status == MR_OK; i++) {
    const endgame_letter *letter = &letters.items[i % letters.count];
    for (size_t k = 0; k < count && letter->owner.id == i / letters.count; k++) {
      if (all[k].piece.id == letter->piece.id) {
        add_man(game, letter->owner, letter->piece, &men);
      }
    }
  }
  mr_alloc_free(allocator, all, cells * sizeof *all);
  if (status == MR_OK) {
    *out = men;
  }
  return status;
}
