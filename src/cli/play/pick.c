/*
 * From words to actions: pieces and squares that are picked, buttons, what both leave.
 */
#include <marcher/pgn.h>
#include <string.h>

#include "cli/format.h"
#include "cli/play/play.h"

static void form_of(const cli_play *play, mr_action action, mr_form *out) {
  mr_game_form(play->session.game, play->session.seen, action, out);
}

mr_piece play_find_label(const cli_play *play, const mr_view *view, const char *text) {
  for (size_t i = 0; i < view->hand_count; i++) {
    const mr_view_hand *hand = &view->hands[i];
    for (size_t k = 0; k < hand->count && mr_player_same(hand->owner, play->player); k++) {
      const mr_view_piece *piece = &view->pieces[hand->items[k].piece - 1];
      if (cli_same_word(piece->label, text)) {
        return piece->piece;
      }
    }
  }
  return MR_NO_PIECE;
}

bool play_can_place(const cli_play *play, mr_piece piece) {
  bool found = false;
  for (size_t i = 0; i < play->legal && !found; i++) {
    mr_form form;
    form_of(play, play->session.actions[i], &form);
    found = form.kind == MR_FORM_PLACE && form.piece.id == piece.id;
  }
  return found;
}

/* Presses what a word names: a piece of the hand, else a square. @return false: nothing fits */
static bool press_word(const cli_play *play, mr_pick *pick, const char *word) {
  const mr_pick_list list = play_picks(play);
  mr_piece held = MR_NO_PIECE;
  mr_cell cell = MR_NOWHERE;
  mr_arena arena;
  mr_view view;
  mr_error error;
  if (play_view(play, play->player, &arena, &view, &error) == MR_OK) {
    held = play_find_label(play, &view, word);
  }
  mr_arena_done(&arena);
  for (size_t i = 0; i < list.count; i++) {
    mr_form form;
    char name[MR_ACTION_TEXT_MAX];
    form_of(play, list.actions[i], &form);
    bool named = form.kind == MR_FORM_PLACE &&
                 (form.piece.id == held.id ||
                  (form.piece.id != MR_NO_PIECE.id &&
                   cli_same_word(cli_piece_text(list.game, form.piece, name), word)));
    if (named && mr_pick_press_piece(pick, &list, form.piece)) {
      return true;
    }
    cell = play_names_cell(play, word, form.from) ? form.from
           : play_names_cell(play, word, form.to) ? form.to
                                                  : cell;
  }
  return mr_pick_press_cell(pick, &list, cell);
}

bool play_pick_word(const cli_play *play, play_pick *pick, const char *word) {
  if (!press_word(play, &pick->pressed, word)) {
    return false;
  }
  mr_str label;
  char before[MR_ACTION_TEXT_MAX];
  memcpy(before, pick->label, sizeof before);
  label = mr_str_fixed(pick->label, sizeof pick->label);
  mr_str_format(&label, "%s%s%s", before, before[0] == '\0' ? "" : " ", word);
  return true;
}

/* The bytes of the first word of a line; the name of a piece of the hand may have blanks in it. */
static size_t first_word(const cli_play *play, const char *line) {
  size_t longest = strcspn(line, " ");
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    char name[MR_ACTION_TEXT_MAX];
    form_of(play, play->session.actions[i], &form);
    if (form.kind != MR_FORM_PLACE || form.piece.id == MR_NO_PIECE.id) {
      continue;
    }
    cli_piece_text(play->session.game, form.piece, name);
    size_t length = strlen(name);
    if (length > longest && cli_begins_with(line, name) &&
        (line[length] == '\0' || line[length] == ' ')) {
      longest = length;
    }
  }
  return longest;
}

const char *play_pick_words(const cli_play *play, const char *line, play_pick *pick, char *word) {
  while (*line != '\0') {
    line += line[0] == '@' && line[1] != '\0' && pick->label[0] != '\0'; /* N, and then @e4 */
    size_t length = first_word(play, line);
    mr_str copy = mr_str_fixed(word, MR_ACTION_TEXT_MAX);
    mr_str_bytes(&copy, line, length);
    if (!play_pick_word(play, pick, word)) {
      return word;
    }
    line += length;
    line += strspn(line, " ");
  }
  return NULL;
}

bool play_find_reason(const cli_play *play, const play_pick *pick, const char *word, char *wish,
                      mr_error *why) {
  for (size_t i = 0; i < play->legal; i++) {
    mr_action action = play->session.actions[i];
    mr_form form;
    char text[MR_ACTION_TEXT_MAX];
    char cell[MR_ACTION_TEXT_MAX];
    form_of(play, action, &form);
    if (!mr_pick_fits(&pick->pressed, &form) || form.to.id == MR_NOWHERE_ID) {
      continue;
    }
    size_t length = strlen(cli_action_text(play->session.game, play->session.seen, action, text));
    size_t end = strlen(cli_cell_text(play->session.game, form.to, cell));
    if (length < end || strcmp(text + length - end, cell) != 0) {
      continue;
    }
    mr_str out = mr_str_fixed(wish, 2 * MR_ACTION_TEXT_MAX);
    mr_str_format(&out, "%.*s%s", (int)(length - end), text, word);
    mr_status status = mr_game_parse_action(play->session.game, play->session.seen, wish,
                                            out.length, &action, why);
    return status != MR_OK && status != MR_ERR_SYNTAX;
  }
  return false;
}

/* Whether a choice is called so, whole or by its first word. */
static bool is_called(const char *choice, const char *text) {
  size_t length = strlen(text);
  return length > 0 && cli_begins_with(choice, text) &&
         (choice[length] == '\0' || choice[length] == ' ');
}

bool play_find_button(const cli_play *play, const char *text, mr_action *out) {
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    form_of(play, play->session.actions[i], &form);
    /* Whoever passes lets go of what is picked. */
    if (form.kind == MR_FORM_BUTTON && is_called(form.choice, text)) {
      *out = play->session.actions[i];
      return true;
    }
  }
  return false;
}

bool play_find_choice(const cli_play *play, const char *text, mr_action *out) {
  size_t count = 0;
  bool complete = mr_pick_is_complete(&play->pick.pressed);
  for (size_t i = 0; i < play->legal && complete; i++) {
    mr_form form;
    char name[MR_ACTION_TEXT_MAX];
    form_of(play, play->session.actions[i], &form);
    cli_action_text(play->session.game, play->session.seen, play->session.actions[i], name);
    size_t length = strlen(text);
    bool ends = length <= strlen(name) && cli_same_word(name + strlen(name) - length, text);
    if ((ends || is_called(form.choice, text)) && mr_pick_fits(&play->pick.pressed, &form)) {
      *out = play->session.actions[i];
      count++;
    }
  }
  return count == 1;
}

/*
 * The only legal action that is picked by the words of a text, from beginning to end. Where its
 * last word is a square that the rest may not go to, `why` tells the reason.
 */
static bool read_pick(const cli_play *play, const char *text, mr_action *out, mr_error *why) {
  char word[MR_ACTION_TEXT_MAX];
  char wish[2 * MR_ACTION_TEXT_MAX];
  play_pick pick = {0};
  const char *unknown = play_pick_words(play, text, &pick, word);
  if (unknown != NULL && (pick.pressed.has_from || pick.pressed.has_piece)) {
    mr_error reason = {0};
    if (play_find_reason(play, &pick, word, wish, &reason)) {
      *why = reason;
    }
  }
  const mr_pick_list list = play_picks(play);
  mr_action action = unknown == NULL ? mr_pick_action(&pick.pressed, &list) : MR_ACTION_NONE;
  if (action != MR_ACTION_NONE) {
    *out = action;
  }
  return action != MR_ACTION_NONE;
}

/* ---- other ways to write an action ----------------------------------------------------------- */

/* Two squares of a text, and what stands behind them. */
typedef struct squares {
  char from[MR_ACTION_TEXT_MAX];
  char to[MR_ACTION_TEXT_MAX];
  const char *rest;
} squares;

static bool is_cell(const mr_view *view, const cli_play *play, const char *name) {
  return play_find_cell(play, view, name) != NULL;
}

/* Copies `length` bytes. @return false: there are none, or too many */
static bool copy_part(const char *text, size_t length, char *out) {
  mr_str copy = mr_str_fixed(out, MR_ACTION_TEXT_MAX);
  mr_str_bytes(&copy, text, length);
  return length > 0 && copy.status == MR_OK;
}

/* Behind what stands between two squares: "-", " x ", " to ". */
static const char *behind_between(const char *text) {
  const char *word = text + strspn(text, " ");
  return text != word && strncmp(word, "to ", 3) == 0 ? word + 3 : text + strspn(text, " -x:<>");
}

/* Takes "e2e4", "e2-e4", "e2 x e4", "e2 to e4", "e7e8q" apart; the longest names that are squares
 * count. */
static bool split_squares(const cli_play *play, const mr_view *view, const char *text,
                          squares *out) {
  for (size_t begin = strcspn(text, " "); begin > 0; begin--) {
    if (!copy_part(text, begin, out->from) || !is_cell(view, play, out->from)) {
      continue;
    }
    const char *to = behind_between(text + begin);
    for (size_t length = strcspn(to, " "); length > 0; length--) {
      if (copy_part(to, length, out->to) && is_cell(view, play, out->to)) {
        out->rest = to + length + strspn(to + length, " =");
        return true;
      }
    }
  }
  return false;
}

static bool is_between(const cli_play *play, const mr_form *form, const squares *it) {
  return play_names_cell(play, it->from, form->from) && play_names_cell(play, it->to, form->to);
}

/* The only legal action between them that ends with the rest. */
static mr_action find_between(const cli_play *play, const squares *it) {
  mr_action found = MR_ACTION_NONE;
  size_t count = 0;
  size_t rest = strlen(it->rest);
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    char text[MR_ACTION_TEXT_MAX];
    form_of(play, play->session.actions[i], &form);
    if (!is_between(play, &form, it)) {
      continue;
    }
    size_t length = strlen(
        cli_action_text(play->session.game, play->session.seen, play->session.actions[i], text));
    if (rest <= length && cli_same_word(text + length - rest, it->rest)) {
      found = play->session.actions[i];
      count++;
    }
  }
  return count == 1 ? found : MR_ACTION_NONE;
}

/*
 * Why nothing goes from one square to the other. The notation of another move tells how it would be
 * written.
 */
static bool find_reason_between(const cli_play *play, const squares *it, mr_error *why) {
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    char text[MR_ACTION_TEXT_MAX];
    char from[MR_ACTION_TEXT_MAX];
    char to[MR_ACTION_TEXT_MAX];
    mr_action action = play->session.actions[i];
    form_of(play, action, &form);
    if (form.kind != MR_FORM_MOVE || form.from.id == MR_NOWHERE_ID) {
      continue;
    }
    size_t length = strlen(cli_action_text(play->session.game, play->session.seen, action, text));
    size_t begin = strlen(cli_cell_text(play->session.game, form.from, from));
    size_t end = strlen(cli_cell_text(play->session.game, form.to, to));
    if (length < begin + end || strncmp(text, from, begin) != 0 ||
        strcmp(text + length - end, to) != 0) {
      continue;
    }
    char wish[3 * MR_ACTION_TEXT_MAX];
    mr_str out = mr_str_fixed(wish, sizeof wish);
    mr_str_format(&out, "%s%.*s%s%s", it->from, (int)(length - begin - end), text + begin, it->to,
                  it->rest);
    mr_error error = {0};
    mr_status status = mr_game_parse_action(play->session.game, play->session.seen, wish,
                                            out.length, &action, &error);
    if (status != MR_OK && status != MR_ERR_SYNTAX) {
      *why = error;
      return true;
    }
    return false;
  }
  return false;
}

bool play_find_reason_to_stay(const cli_play *play, const mr_view *view, const mr_view_cell *cell,
                              mr_error *why) {
  squares it = {.rest = ""};
  bool any = false;
  cli_cell_text(play->session.game, cell->cell, it.from);
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    const mr_view_cell *to = &view->cells[i];
    mr_error reason = {0};
    bool taken = to->piece != 0 && mr_player_same(view->pieces[to->piece - 1].owner, play->player);
    if (to->cell.id == MR_NOWHERE_ID || taken) {
      continue; /* what stands there would be the reason */
    }
    cli_cell_text(play->session.game, to->cell, it.to);
    if (!find_reason_between(play, &it, &reason)) {
      return false;
    }
    reason.message[strcspn(reason.message, ";")] = '\0'; /* what may be played instead varies */
    if (any && strcmp(reason.message, why->message) != 0) {
      return false;
    }
    *why = reason;
    any = true;
  }
  return any;
}

/* "Nf3" where games are recorded so. */
static bool read_short(const cli_play *play, const char *text, mr_action *out) {
  const mr_game *game = play->session.game;
  mr_error error;
  mr_action action = MR_ACTION_NONE;
  bool good = game->notation != NULL && strchr(text, ' ') == NULL &&
              mr_pgn_move_parse(game, play->session.seen, play->session.fitting, text, &action,
                                &error) == MR_OK &&
              action != MR_ACTION_NONE;
  if (good) {
    *out = action;
  }
  return good;
}

bool play_read_loosely(const cli_play *play, const char *text, mr_action *out, mr_error *why) {
  mr_arena arena;
  mr_view view;
  squares it;
  mr_error error;
  mr_action action = MR_ACTION_NONE;
  bool started = play->pick.pressed.has_piece || play->pick.pressed.has_from;
  bool seen = play_view(play, play->player, &arena, &view, &error) == MR_OK;
  if (seen && split_squares(play, &view, text, &it)) {
    action = find_between(play, &it);
    if (action == MR_ACTION_NONE && strchr(text, ' ') == NULL) {
      find_reason_between(play, &it, why);
    }
  } else if (seen && !started && !is_cell(&view, play, text)) {
    read_short(play, text, &action);
  }
  mr_arena_done(&arena);
  if (action != MR_ACTION_NONE) {
    *out = action;
  }
  return action != MR_ACTION_NONE;
}

/* Whether placements are written with '@' here. */
static bool writes_placements(const cli_play *play) {
  bool found = false;
  for (size_t i = 0; i < play->legal && !found; i++) {
    char text[MR_ACTION_TEXT_MAX];
    found = strchr(cli_action_text(play->session.game, play->session.seen, play->session.actions[i],
                                   text),
                   '@') != NULL;
  }
  return found;
}

void play_find_reason_to_hold(const cli_play *play, const char *text, mr_error *why) {
  char wish[MR_ACTION_TEXT_MAX];
  size_t length = strlen(text), blank = strcspn(text, " ");
  mr_error error = {0};
  mr_action action = MR_ACTION_NONE;
  if (length >= sizeof wish || blank == length || strchr(text + blank + 1, ' ') != NULL ||
      !writes_placements(play)) {
    return;
  }
  memcpy(wish, text, length + 1);
  wish[blank] = '@';
  mr_status status =
      mr_game_parse_action(play->session.game, play->session.seen, wish, length, &action, &error);
  bool behind = status == MR_ERR_SYNTAX && error.column > blank + 1;
  if (status == MR_ERR_ILLEGAL || behind) {
    *why = error;
  }
}

void play_add_origin(const cli_play *play, const char *text, mr_str *why) {
  const mr_game_info *info = &play->session.game->info;
  mr_arena arena;
  mr_view view;
  squares it;
  mr_error error;
  const mr_view_cell *cell = NULL;
  if (play_view(play, play->player, &arena, &view, &error) == MR_OK &&
      split_squares(play, &view, text, &it) && !mr_text_mentions(mr_str_text(why), it.from)) {
    cell = play_find_cell(play, &view, it.from);
  }
  mr_player owner =
      cell == NULL || cell->piece == 0 ? MR_NOBODY : view.pieces[cell->piece - 1].owner;
  bool own = owner.id < info->players && info->team[owner.id] == info->team[play->player.id];
  if (cell != NULL && cell->piece == 0) {
    mr_str_format(why, "; nothing stands on %s", it.from);
  } else if (cell != NULL && !own) {
    mr_str_format(why, "; on %s stands ", it.from);
    mr_guide_stands(play->session.game, &view, cell, why);
  }
  mr_arena_done(&arena);
}

mr_status play_read(const cli_play *play, const char *text, mr_action *out, mr_error *err) {
  mr_error loose = {0};
  mr_status status =
      mr_game_parse_action(play->session.game, play->session.seen, text, strlen(text), out, err);
  if (status == MR_OK || play_find_button(play, text, out) || play_find_choice(play, text, out) ||
      read_pick(play, text, out, err) || play_read_loosely(play, text, out, &loose)) {
    return MR_OK;
  }
  if (status == MR_ERR_SYNTAX && loose.status != MR_OK) {
    *err = loose;
    return loose.status;
  }
  return status;
}

void play_say_illegal(cli_play *play, const char *action, const char *reason) {
  mr_str why = cli_text();
  mr_str_add(&why, reason);
  play_add_origin(play, action, &why);
  mr_str_format(&play->cli->out, "%s is illegal: ", action);
  cli_wrap(&play->cli->out, mr_str_text(&why), strlen(action) + strlen(" is illegal: "), 2,
           play->cli->style.width);
  mr_str_done(&why);
}
