/*
 * From words to actions: pieces and squares that are picked, buttons, what both leave.
 */
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

bool play_find_button(const cli_play *play, const char *text, mr_action *out) {
  size_t length = strlen(text);
  for (size_t i = 0; i < play->legal && length > 0; i++) {
    mr_form form;
    form_of(play, play->session.actions[i], &form);
    bool named = cli_begins_with(form.choice, text) && /* whole or by its first word */
                 (form.choice[length] == '\0' || form.choice[length] == ' ');
    if (named && mr_pick_fits(&play->pick.pressed, &form)) {
      *out = play->session.actions[i];
      return true;
    }
  }
  return false;
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

mr_status play_read(const cli_play *play, const char *text, mr_action *out, mr_error *err) {
  mr_status status =
      mr_game_parse_action(play->session.game, play->session.seen, text, strlen(text), out, err);
  return status != MR_OK && (play_find_button(play, text, out) || read_pick(play, text, out, err))
             ? MR_OK
             : status;
}
