/*
 * Why a move in the short notation of the field, "Nf3", is none here: what it names, where that
 * should go, and what can go there.
 */
#include <string.h>

#include "base/text.h"
#include "cli/format.h"
#include "cli/play/play.h"

/* A move in short notation, taken apart. */
typedef struct short_move {
  char text[MR_ACTION_TEXT_MAX]; /* without the marks of check and of approval */
  const mr_view_cell *to;
  const mr_view_piece *piece; /* what its first letter names, or NULL: not said */
} short_move;

static bool fits_text(const char *text) {
  return strlen(text) < MR_ACTION_TEXT_MAX && strchr(text, ' ') == NULL;
}

/* The square at the end of a text, what it becomes there left out. */
static const mr_view_cell *find_target(const cli_play *play, const mr_view *view, char *text) {
  text[strcspn(text, "=")] = '\0';
  for (size_t i = 1; i < strlen(text); i++) {
    const mr_view_cell *cell = play_find_cell(play, view, text + i);
    if (cell != NULL) {
      return cell;
    }
  }
  return NULL;
}

/* The own piece that a letter names. */
static const mr_view_piece *piece_of(const cli_play *play, const mr_view *view, const char *letter,
                                     bool either_case) {
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    if (mr_player_same(piece->owner, play->player) &&
        (either_case ? cli_same_word(piece->label, letter) : strcmp(piece->label, letter) == 0)) {
      return piece;
    }
  }
  return NULL;
}

static bool take_apart(const cli_play *play, const mr_view *view, const char *text,
                       short_move *out) {
  mr_str copy = mr_str_fixed(out->text, sizeof out->text);
  mr_str_bytes(&copy, text, strcspn(text, "+#!?"));
  out->to = find_target(play, view, out->text);
  const char letter[] = {out->text[0], '\0'};
  out->piece = piece_of(play, view, letter, false);
  if (out->piece == NULL) { /* "nf3", not "exd5": its first letter may be a file */
    out->piece = strchr(out->text, 'x') == NULL ? piece_of(play, view, letter, true) : NULL;
  }
  bool lettered = mr_text_is_letter(out->text[0]) && !mr_text_is_lower(out->text[0]);
  return out->to != NULL && (out->piece != NULL || lettered || strchr(out->text, 'x') != NULL);
}

/* Whether an action brings such a piece to the square. */
static bool does(const cli_play *play, mr_view *view, const short_move *move, mr_action action) {
  mr_form form;
  mr_game_form(play->session.game, play->session.seen, action, &form);
  const mr_view_cell *from = form.from.id == MR_NOWHERE_ID ? NULL : mr_view_find(view, form.from);
  return form.kind == MR_FORM_MOVE && form.to.id == move->to->cell.id && from != NULL &&
         from->piece != 0 && move->piece != NULL && &view->pieces[from->piece - 1] == move->piece;
}

static void explain(cli_play *play, mr_view *view, const short_move *move) {
  cli_session *session = &play->session;
  char square[MR_ACTION_TEXT_MAX];
  size_t count = 0;
  mr_str text = cli_text();
  cli_cell_text(session->game, move->to->cell, square);
  for (size_t i = 0; i < play->legal; i++) {
    if (does(play, view, move, session->actions[i])) {
      char name[MR_ACTION_TEXT_MAX];
      mr_str_format(&text, "%s%s", count == 0 ? "" : " or ",
                    cli_action_text(session->game, session->seen, session->actions[i], name));
      count++;
    }
  }
  if (count > 0) {
    cli_say(play->cli, "'%s' may mean %s: type that.", move->text, mr_str_text(&text));
  } else if (move->piece != NULL) {
    cli_say(play->cli, "'%s' is illegal: no %s of yours can go to %s now. '%s?' shows what can.",
            move->text, move->piece->name, square, square);
  } else if (!mr_text_is_lower(move->text[0])) {
    cli_say(play->cli,
            "'%s' is illegal: no piece of yours is called %c here. 'goal' lists those "
            "that there are.",
            move->text, move->text[0]);
  } else {
    cli_say(play->cli,
            "'%s' is illegal: nothing captures like that on %s now. '%s?' shows what "
            "can go there.",
            move->text, square, square);
  }
  mr_str_done(&text);
}

bool play_explain_short(cli_play *play, const char *text) {
  mr_arena arena;
  mr_view view;
  mr_error error;
  short_move move = {.to = NULL};
  if (play->session.game->notation == NULL || !fits_text(text)) {
    return false;
  }
  bool known = play_view(play, play->player, &arena, &view, &error) == MR_OK &&
               take_apart(play, &view, text, &move);
  if (known) {
    explain(play, &view, &move);
  }
  mr_arena_done(&arena);
  return known;
}
