/*
 * What stands on the board and lies in hands, in words: for who does not see the board, or would
 * have to pick it out of a drawing.
 */
#include <string.h>

#include "base/text.h"
#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

static size_t count_on_board(const mr_view *view, size_t index) {
  size_t count = 0;
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    count += view->cells[i].piece == index + 1;
  }
  return count;
}

/* "Pawns a2, b2": one kind of one side, where it stands. */
static void add_kind(const cli_play *play, const mr_view *view, size_t index, size_t count,
                     mr_str *out) {
  const mr_view_piece *piece = &view->pieces[index];
  const char *between = " ";
  if (piece->pip_columns > 0) { /* its name is a number */
    mr_str_add(out, piece->name);
  } else {
    mr_str_count_name(out, piece->name, count);
  }
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    char square[MR_ACTION_TEXT_MAX];
    if (view->cells[i].piece == index + 1) {
      mr_str_format(out, "%s%s", between,
                    cli_cell_text(play->session.game, view->cells[i].cell, square));
      between = ", ";
    }
  }
}

/* Says all that one owner has on the board, kinds of few men first: they are what matters most. */
static void say_board(const cli_play *play, const mr_view *view, mr_player owner) {
  size_t cells = (size_t)view->columns * view->rows, all = 0;
  mr_str list = cli_text();
  for (size_t count = 1; count <= cells; count++) {
    for (size_t i = 0; i < view->piece_count; i++) {
      if (mr_player_same(view->pieces[i].owner, owner) && count_on_board(view, i) == count) {
        mr_str_add(&list, all > 0 ? "; " : "");
        add_kind(play, view, i, count, &list);
        all += count;
      }
    }
  }
  mr_str text = cli_text();
  bool somebody = owner.id != MR_NOBODY_ID;
  if (somebody || all > 0) {
    mr_str_format(&text, "%s (%zu)%s %s.",
                  somebody ? cli_player_name(play->session.game, owner) : "Nobody's", all,
                  all > 0 ? ":" : "", all > 0 ? mr_str_text(&list) : "nothing on the board");
  }
  mr_str_done(&list);
  if (text.length > 0) {
    cli_paragraph(play->cli, &text, 0, 2);
  } else {
    mr_str_done(&text);
  }
}

/* "White's hand: 2 Pawns, Knight."; what is not known of it is not made up. */
static void say_hand(const cli_play *play, const mr_view *view, const mr_view_hand *hand) {
  mr_str text = cli_text();
  bool titled = hand->title != NULL && hand->title[0] != '\0';
  mr_str_format(&text, "%s's %s%s:", cli_player_name(play->session.game, hand->owner),
                titled ? hand->title : "hand", hand->at_most ? ", at most" : "");
  size_t told = 0;
  for (size_t i = 0; i < hand->count; i++) {
    const mr_view_held *held = &hand->items[i];
    const mr_view_piece *piece = &view->pieces[held->piece - 1];
    mr_str_add(&text, told++ > 0 ? ", " : " ");
    if (hand->endless) {
      mr_str_format(&text, "any number of %s", piece->name);
    } else if (held->count == 0) {
      mr_str_format(&text, "some %s", piece->name);
    } else if (piece->pip_columns > 0) {
      mr_str_format(&text, held->count > 1 ? "%s (%u)" : "%s", piece->name, (unsigned)held->count);
    } else {
      mr_str_format(&text, "%u ", (unsigned)held->count);
      mr_str_count_name(&text, piece->name, held->count);
    }
  }
  mr_str_add(&text, told == 0 ? " nothing." : ".");
  cli_paragraph(play->cli, &text, 2, 4);
}

static void say_side(const cli_play *play, const mr_view *view, mr_player owner) {
  say_board(play, view, owner);
  for (size_t i = 0; i < view->hand_count && owner.id != MR_NOBODY_ID; i++) {
    if (mr_player_same(view->hands[i].owner, owner)) {
      say_hand(play, view, &view->hands[i]);
    }
  }
}

/* Whether a seat, or its team, is called so. */
static bool is_called(const mr_game *game, mr_player player, const char *word) {
  mr_str team = cli_text();
  mr_game_team_name(game, player, &team);
  bool called =
      cli_same_word(cli_player_name(game, player), word) || cli_same_word(mr_str_text(&team), word);
  mr_str_done(&team);
  return called;
}

bool play_names_side(const cli_play *play, const char *word) {
  bool found = false;
  for (uint8_t i = 0; i < play->session.game->info.players && !found; i++) {
    found = is_called(play->session.game, (mr_player){i}, word);
  }
  return found;
}

static void say_no_side(const cli_play *play) {
  const mr_game_info *info = &play->session.game->info;
  char said[CLI_QUOTE_MAX];
  mr_str text = cli_text();
  mr_str_format(&text, "Nobody here is called '%s'; 'pieces' takes nothing, or ",
                cli_quote(play->argument, said));
  for (size_t i = 0; i < info->players; i++) {
    mr_str_format(&text, "%s'%s'", i == 0 ? "" : " or ", info->player_names[i]);
  }
  mr_str_char(&text, '.');
  cli_paragraph(play->cli, &text, 0, 2);
}

int play_pieces(cli_play *play) {
  const mr_game *game = play->session.game;
  mr_arena arena;
  mr_view view;
  mr_error error;
  int status = CLI_OK;
  bool all = *play->argument == '\0';
  if (!all && !play_names_side(play, play->argument)) {
    say_no_side(play);
    return CLI_OK;
  }
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK) {
    for (uint8_t i = 0; i < game->info.players; i++) {
      if (all || is_called(game, (mr_player){i}, play->argument)) {
        say_side(play, &view, (mr_player){i});
      }
    }
    if (all) {
      say_side(play, &view, MR_NOBODY);
    }
  } else {
    status = cli_fail_error(play->cli, &error);
  }
  mr_arena_done(&arena);
  return status;
}
