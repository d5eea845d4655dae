/*
 * What somebody is told who has never heard of a game: what it is for, what the letters mean, how
 * to move. All of it comes from what every family tells of itself, so that a new game has it, too.
 */
#include <ctype.h>
#include <string.h>

#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

enum {
  GOALS_MOST = 3,   /* sentences; more are no introduction */
  LETTERS_MOST = 14 /* kinds of pieces */
};

/* ---- what wins ------------------------------------------------------------------------------- */

static bool is_goal_of(const cli_play *play, const mr_goal *goal, mr_player player) {
  const mr_game_info *info = &play->session.game->info;
  return goal->obstacle[0] == '\0' &&
         (player.id >= info->players || info->team[goal->player.id] == info->team[player.id]);
}

/* Adds a paragraph and frees its text. */
static void add_paragraph(const cli_play *play, mr_str *text, mr_str *out) {
  if (text->length > 0) {
    cli_wrap(out, mr_str_text(text), 0, 2, play->cli->style.width);
  }
  mr_str_done(text);
}

/* The rules by which a player can win, each once. */
static void add_goals(const cli_play *play, mr_str *out) {
  const mr_game *game = play->session.game;
  mr_goal goals[MR_GOALS_MAX];
  size_t count = mr_game_goals(game, goals);
  mr_player player = play_viewer(play);
  bool one = cli_count_persons(&play->session) == 1 && player.id < game->info.players;
  size_t told = 0;
  for (size_t i = 0; i < count && told < GOALS_MOST; i++) {
    bool before = false;
    for (size_t k = 0; k < i; k++) {
      before = before || (goals[k].rule == goals[i].rule && is_goal_of(play, &goals[k], player));
    }
    if (before || goals[i].rule == 0 || !is_goal_of(play, &goals[i], player)) {
      continue;
    }
    mr_str text = cli_text();
    if (told++ == 0) {
      mr_str_format(&text, "The goal%s%s: ", one ? " for " : "",
                    one ? cli_player_name(game, player) : "");
    } else {
      mr_str_add(&text, "Or: ");
    }
    const mr_rule *rule = &game->info.rules[goals[i].rule];
    mr_str_format(&text, "%s (%s)", rule->text, rule->id);
    add_paragraph(play, &text, out);
  }
}

/* ---- the letters on the board ---------------------------------------------------------------- */

static bool has_lower(const char *text) {
  bool found = false;
  for (; *text != '\0' && !found; text++) {
    found = islower((unsigned char)*text) != 0;
  }
  return found;
}

/* Whether capitals are one player's and small letters the other's. */
static bool is_told_by_case(const mr_game *game, const mr_view *view) {
  bool told = game->info.players == 2;
  for (size_t i = 0; i < view->piece_count && told; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    told = piece->owner.id < 2 && has_lower(piece->label) == (piece->owner.id == 1);
  }
  return told;
}

/* Whether one of them is to be seen, on the board or in a hand. */
static bool is_seen(const mr_view *view, size_t index) {
  bool seen = false;
  for (size_t i = 0; i < (size_t)view->columns * view->rows && !seen; i++) {
    seen = view->cells[i].piece == index + 1;
  }
  for (size_t i = 0; i < view->hand_count; i++) {
    for (size_t k = 0; k < view->hands[i].count && !seen; k++) {
      seen = view->hands[i].items[k].piece == index + 1;
    }
  }
  return seen;
}

/* Whether an earlier piece that is seen has that name and that letter, whatever its case. */
static bool is_listed(const mr_view *view, size_t index) {
  bool found = false;
  for (size_t i = 0; i < index && !found; i++) {
    found = is_seen(view, i) && strcmp(view->pieces[i].name, view->pieces[index].name) == 0 &&
            cli_same_word(view->pieces[i].label, view->pieces[index].label);
  }
  return found;
}

static void add_letters(const cli_play *play, const mr_view *view, mr_str *out) {
  const mr_game *game = play->session.game;
  mr_str text = cli_text();
  size_t count = 0;
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    bool new = strcmp(piece->label, piece->name) != 0 && !is_listed(view, i) && is_seen(view, i);
    if (new &&count++ < LETTERS_MOST) {
      mr_str_format(&text, "%s%s %s", count == 1 ? "The letters: " : ", ", piece->label,
                    piece->name);
    }
  }
  if (count > 0) {
    mr_str_add(&text, count > LETTERS_MOST ? " ..." : "");
    if (is_told_by_case(game, view)) {
      mr_str_format(&text, "; capitals are %s's, small letters %s's", game->info.player_names[0],
                    game->info.player_names[1]);
    }
    mr_str_char(&text, '.');
  } else if (view->pip_columns > 0) {
    mr_str_add(&text, "A piece is a pattern of pips, drawn by the first letter of its owner");
    for (unsigned i = 0; i < game->info.players; i++) {
      const char *name = game->info.player_names[i];
      mr_str_format(&text, "%s%c for %s", i == 0 ? ": " : ", ", name[0], name);
    }
    mr_str_add(&text, ". In a hand its name stands below it.");
  }
  add_paragraph(play, &text, out);
}

void play_introduce(const cli_play *play, mr_str *out) {
  const mr_game *game = play->session.game;
  mr_arena arena;
  mr_view view;
  mr_error error;
  if (game->info.summary[0] != '\0') {
    cli_wrap(out, game->info.summary, 0, 2, play->cli->style.width);
  }
  add_goals(play, out);
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK && view.piece_count > 0) {
    add_letters(play, &view, out);
  }
  mr_arena_done(&arena);
}

int play_goal(cli_play *play) {
  play_introduce(play, &play->cli->out);
  return CLI_OK;
}

/* ---- how to move ----------------------------------------------------------------------------- */

/* What an action does, as far as its form tells: " moves the Pawn from e2 to e3". */
static void add_meaning(const mr_game *game, const mr_form *form, mr_str *out) {
  char piece[MR_ACTION_TEXT_MAX] = "";
  char from[MR_ACTION_TEXT_MAX] = "";
  char to[MR_ACTION_TEXT_MAX] = "";
  if (form->piece.id != MR_NO_PIECE.id) {
    cli_piece_text(game, form->piece, piece);
  }
  if (form->from.id != MR_NOWHERE_ID) {
    cli_cell_text(game, form->from, from);
  }
  if (form->to.id != MR_NOWHERE_ID) {
    cli_cell_text(game, form->to, to);
  }
  if (form->kind == MR_FORM_MOVE && from[0] != '\0' && to[0] != '\0') {
    mr_str_format(out, " (%s%sfrom %s to %s)", piece, piece[0] == '\0' ? "" : " ", from, to);
  } else if (form->kind == MR_FORM_PLACE && piece[0] != '\0' && to[0] != '\0') {
    mr_str_format(out, " (%s from the hand to %s)", piece, to);
  } else if (form->kind == MR_FORM_EXCHANGE) {
    mr_str_format(out, " (%s and %s change places)", from, to);
  } else if (form->kind == MR_FORM_BUTTON && form->choice[0] != '\0') {
    mr_str_format(out, " (%s)", form->choice);
  }
}

bool play_add_example(const cli_play *play, mr_str *out) {
  const cli_session *session = &play->session;
  char text[MR_ACTION_TEXT_MAX];
  char first[MR_ACTION_TEXT_MAX];
  mr_form form = {.kind = MR_FORM_CHANCE};
  size_t best = 0;
  if (play->legal == 0 || mr_session_node(session->core).kind != MR_NODE_DECISION) {
    return false;
  }
  for (size_t i = 0; i < play->legal; i++) { /* rather a move than a button */
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    if (form.kind != MR_FORM_BUTTON) {
      best = i;
      break;
    }
  }
  mr_game_form(session->game, session->seen, session->actions[best], &form);
  mr_str_format(out, "Type an action, such as %s",
                cli_action_text(session->game, session->seen, session->actions[best], text));
  add_meaning(session->game, &form, out);
  if (form.kind == MR_FORM_PLACE && form.piece.id != MR_NO_PIECE.id) {
    mr_str_format(out, ". Or a piece, such as %s, to see where it can go",
                  cli_piece_text(session->game, form.piece, first));
  } else if (form.from.id != MR_NOWHERE_ID) {
    mr_str_format(out, ". Or a square, such as %s, to see where its piece can go",
                  cli_cell_text(session->game, form.from, first));
  }
  mr_str_char(out, '.');
  return true;
}
