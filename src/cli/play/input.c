#include "cli/play/play.h"

#include <string.h>

#include "cli/draw.h"
#include "cli/format.h"

/* ---- picks ----------------------------------------------------------------------------------- */

static void form_of(const cli_play *play, mr_action action, mr_form *out) {
  mr_game_form(play->session.game, play->session.seen, action, out);
}

mr_pick_list play_picks(const cli_play *play) {
  const cli_session *session = &play->session;
  return (mr_pick_list){.game = session->game,
                        .state = session->seen,
                        .actions = session->actions,
                        .count = play->legal};
}

bool play_names_piece(const cli_play *play, const char *text, mr_piece piece) {
  char name[MR_ACTION_TEXT_MAX];
  return piece.id != MR_NO_PIECE.id &&
         cli_same_word(cli_piece_text(play->session.game, piece, name), text);
}

/* The piece of the player's hand whose label on the board `text` is, or MR_NO_PIECE. */
static mr_piece find_label(const cli_play *play, const mr_view *view, const char *text) {
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

static mr_piece find_held(const cli_play *play, const char *text) {
  cli_look look = cli_look_of(play->player);
  mr_arena arena;
  mr_view view;
  mr_error error;
  mr_piece found = MR_NO_PIECE;
  mr_arena_init(&arena, NULL, 0);
  if (cli_view(play->session.game, mr_session_state(play->session.core), &look, &arena, &view,
               &error) == MR_OK) {
    found = find_label(play, &view, text);
  }
  mr_arena_done(&arena);
  return found;
}

static bool names_cell(const cli_play *play, const char *text, mr_cell cell) {
  char name[MR_ACTION_TEXT_MAX];
  return cell.id != MR_NOWHERE_ID &&
         cli_same_word(cli_cell_text(play->session.game, cell, name), text);
}

/* Presses what a word names: a piece of the hand, else a square. @return false: nothing fits */
static bool press(const cli_play *play, mr_pick *pick, const char *word) {
  const mr_pick_list list = play_picks(play);
  mr_piece held = find_held(play, word);
  mr_cell cell = MR_NOWHERE;
  for (size_t i = 0; i < list.count; i++) {
    mr_form form;
    form_of(play, list.actions[i], &form);
    bool named = form.kind == MR_FORM_PLACE &&
                 (form.piece.id == held.id || play_names_piece(play, word, form.piece));
    if (named && mr_pick_press_piece(pick, &list, form.piece)) {
      return true;
    }
    cell = names_cell(play, word, form.from) ? form.from
           : names_cell(play, word, form.to) ? form.to
                                             : cell;
  }
  return mr_pick_press_cell(pick, &list, cell);
}

bool play_pick_word(cli_play *play, play_pick *pick, const char *word) {
  if (!press(play, &pick->pressed, word)) {
    return false;
  }
  mr_str label;
  char before[MR_ACTION_TEXT_MAX];
  memcpy(before, pick->label, sizeof before);
  mr_str_fixed(&label, pick->label, sizeof pick->label);
  mr_str_format(&label, "%s%s%s", before, before[0] == '\0' ? "" : " ", word);
  return true;
}

void play_unpick(cli_play *play) {
  play->pick = (play_pick){0};
}

/* ---- showing picks --------------------------------------------------------------------------- */

/* Shows where the picked piece can go. */
static int show_pick(cli_play *play, const mr_action *actions, size_t count) {
  cli_look look = cli_look_of(play_viewer(play));
  look.regions = play->regions;
  look.targets = actions;
  look.target_count = count;
  if (play->pick.pressed.has_from) {
    look.chosen = play->pick.pressed.from;
  }
  look.revision = mr_session_revision(play->session.core);
  look.how = play_how(play);
  look.below = 5;
  cli_resize(play->cli);
  mr_str_char(&play->cli->out, '\n');
  int status = cli_draw(play->cli, play->session.game, mr_session_state(play->session.core), &look);
  mr_str_format(&play->cli->out, "\nWith %s you can play:\n", play->pick.label);
  play_add_actions(play, actions, count);
  const bool begun = play->pick.pressed.has_piece || play->pick.pressed.has_from;
  const char *next = !play->pick.pressed.has_to ? "a square"
                     : begun                    ? "one of these or the end of one"
                                                : "a piece";
  mr_str_format(&play->cli->out, "Now %s, or an empty line to let go.\n", next);
  return status;
}

/*
 * Makes the action when the pick says where it begins and ends and leaves but one, else shows what
 * there is to choose.
 */
static int finish_pick(cli_play *play, const play_pick *pick) {
  const mr_pick_list list = play_picks(play);
  mr_action action = mr_pick_action(&pick->pressed, &list);
  if (action != MR_ACTION_NONE) {
    return play_make(play, action);
  }
  mr_action *actions = mr_alloc_zero(NULL, play->legal, sizeof *actions);
  if (actions == NULL) {
    return cli_fail_memory(play->cli);
  }
  play->pick = *pick;
  int status = show_pick(play, actions, mr_pick_fitting(&pick->pressed, &list, actions));
  mr_alloc_free(NULL, actions, play->legal * sizeof *actions);
  return status;
}

/* ---- complaints ------------------------------------------------------------------------------ */

/* "e2e5 is illegal: ...", broken at blanks: a reason may list many actions. */
static void say_illegal(cli_play *play, const char *action, const char *reason) {
  mr_str_format(&play->cli->out, "%s is illegal: ", action);
  cli_wrap(&play->cli->out, reason, strlen(action) + strlen(" is illegal: "), 2,
           play->cli->style.width);
}

/*
 * Why the picked thing may not go to the square `word`. The notation of an action that fits the
 * pick tells how it would be written: its square is replaced by `word`.
 * @param wish gets the action, of 2 * MR_ACTION_TEXT_MAX bytes. @return false: that is not known
 */
static bool find_reason(const cli_play *play, const play_pick *pick, const char *word, char *wish,
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
    mr_str out;
    mr_str_fixed(&out, wish, 2 * MR_ACTION_TEXT_MAX);
    mr_str_format(&out, "%.*s%s", (int)(length - end), text, word);
    mr_status status = mr_game_parse_action(play->session.game, play->session.seen, wish,
                                            out.length, &action, why);
    return status != MR_OK && status != MR_ERR_SYNTAX;
  }
  return false;
}

/* Says it. @return false: there is no reason known */
static bool explain_target(cli_play *play, const play_pick *pick, const char *word) {
  char wish[2 * MR_ACTION_TEXT_MAX];
  mr_error error = {0};
  bool known = find_reason(play, pick, word, wish, &error);
  if (known) {
    say_illegal(play, wish, error.message);
  }
  return known;
}

/* Whether `word` names a piece in the hand of the player, or a square of the board. */
static bool is_on_view(const cli_play *play, const mr_view *view, const char *word) {
  if (find_label(play, view, word).id != MR_NO_PIECE.id) {
    return true;
  }
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    if (names_cell(play, word, view->cells[i].cell)) {
      return true;
    }
  }
  return false;
}

/* The cell of that name, or nowhere. */
static mr_cell find_cell(const cli_play *play, const mr_view *view, const char *word) {
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    if (names_cell(play, word, view->cells[i].cell)) {
      return view->cells[i].cell;
    }
  }
  return MR_NOWHERE;
}

bool play_explain_idle(cli_play *play, const char *word) {
  cli_look look = cli_look_of(play->player);
  mr_arena arena;
  mr_view view;
  mr_error error;
  mr_arena_init(&arena, NULL, 0);
  bool found = cli_view(play->session.game, mr_session_state(play->session.core), &look, &arena,
                        &view, &error) == MR_OK &&
               is_on_view(play, &view, word);
  if (found) {
    mr_str text;
    mr_str_init(&text, NULL);
    mr_str_format(&text, "There is nothing to be done with %s now.", word);
    play_add_command(play->session.game, &view, find_cell(play, &view, word), &text);
    cli_wrap(&play->cli->out, mr_str_text(&text), 0, 2, play->cli->style.width);
    mr_str_done(&text);
  }
  mr_arena_done(&arena);
  return found;
}

static void complain(cli_play *play, const char *line, const mr_error *why) {
  mr_str *out = &play->cli->out;
  const char *nearest = play_nearest_command(line);
  if (why->status == MR_ERR_ILLEGAL) {
    say_illegal(play, line, why->message);
  } else if (nearest != NULL) {
    mr_str_format(out, "There is no '%s'; did you mean '%s'?\n", line, nearest);
  } else {
    mr_str_format(out, "'%s' is no action here: %s\nType 'help' for what there is.\n", line,
                  why->message);
  }
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool begins_with(const cli_play *play, mr_action action, const char *text) {
  char name[MR_ACTION_TEXT_MAX];
  return cli_begins_with(cli_action_text(play->session.game, play->session.seen, action, name),
                         text);
}

/* The legal actions whose text begins with `text`. @return their number */
static size_t complete_action(const cli_play *play, const char *text, mr_action *out) {
  size_t count = 0;
  for (size_t i = 0; i < play->legal; i++) {
    if (begins_with(play, play->session.actions[i], text)) {
      *out = play->session.actions[i];
      count++;
    }
  }
  return count;
}

/* Says which actions begin with `text`. */
static int list_completions(cli_play *play, const char *text, size_t count) {
  mr_action *actions = mr_alloc_zero(NULL, count, sizeof *actions);
  if (actions == NULL) {
    return cli_fail_memory(play->cli);
  }
  size_t found = 0;
  for (size_t i = 0; i < play->legal && found < count; i++) {
    if (begins_with(play, play->session.actions[i], text)) {
      actions[found++] = play->session.actions[i];
    }
  }
  mr_str_format(&play->cli->out, "%zu action%s with '%s'; type %s:\n", count,
                count == 1 ? " begins" : "s begin", text, count == 1 ? "all of it" : "more of one");
  play_add_actions(play, actions, found);
  mr_alloc_free(NULL, actions, count * sizeof *actions);
  return CLI_OK;
}

/* Whether a text is the label of a button, or its first word. */
static bool is_label(const char *label, const char *text) {
  size_t length = strlen(text);
  return length > 0 && cli_begins_with(label, text) &&
         (label[length] == '\0' || label[length] == ' ');
}

/* Actions that are a button: "pass", "end turn". */
static bool find_button(const cli_play *play, const char *text, mr_action *out) {
  for (size_t i = 0; i < play->legal; i++) {
    mr_form form;
    form_of(play, play->session.actions[i], &form);
    if (is_label(form.choice, text) && mr_pick_fits(&play->pick.pressed, &form)) {
      *out = play->session.actions[i];
      return true;
    }
  }
  return false;
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text);
  size_t tail = strlen(end);
  return tail <= length && cli_same_word(text + length - tail, end);
}

/*
 * What tells apart the actions of a pick that says where they begin and end: the pieces that a pawn
 * may become. @return false: it names none or several of them
 */
static bool find_choice(const cli_play *play, const char *text, mr_action *out) {
  size_t count = 0;
  bool complete = mr_pick_is_complete(&play->pick.pressed);
  for (size_t i = 0; i < play->legal && complete; i++) {
    mr_form form;
    char name[MR_ACTION_TEXT_MAX];
    form_of(play, play->session.actions[i], &form);
    cli_action_text(play->session.game, play->session.seen, play->session.actions[i], name);
    if (mr_pick_fits(&play->pick.pressed, &form) && ends_with(name, text)) {
      *out = play->session.actions[i];
      count++;
    }
  }
  return count == 1;
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

/* The words of a line, each a piece or a square. @return the first word that is neither, or NULL */
static const char *pick_words(cli_play *play, const char *line, play_pick *pick, char *word) {
  while (*line != '\0') {
    size_t length = first_word(play, line);
    mr_str copy;
    mr_str_fixed(&copy, word, MR_ACTION_TEXT_MAX);
    mr_str_bytes(&copy, line, length);
    if (!play_pick_word(play, pick, word)) {
      return word;
    }
    line += length;
    line += strspn(line, " ");
  }
  return NULL;
}

/* A line that is neither a command nor an action as it stands. @return false: nor is it this */
static bool try_pick(cli_play *play, const char *line, int *status) {
  char word[MR_ACTION_TEXT_MAX];
  play_pick pick = play->pick;
  const char *unknown = pick_words(play, line, &pick, word);
  bool picked = pick.label[0] != '\0' && strcmp(pick.label, play->pick.label) != 0;
  if (unknown != NULL && !picked && play->pick.label[0] != '\0') {
    /* Something else instead of what was picked before. */
    bool started = play->pick.pressed.has_piece || play->pick.pressed.has_from;
    if (started && explain_target(play, &play->pick, word)) {
      return true;
    }
    pick = (play_pick){0};
    unknown = pick_words(play, line, &pick, word);
    picked = pick.label[0] != '\0';
  }
  if (unknown == NULL) {
    *status = finish_pick(play, &pick);
    return true;
  }
  return (picked && explain_target(play, &pick, word)) || play_explain_idle(play, word);
}

/*
 * The only legal action that is picked by the words of a text, from beginning to end. Where its
 * last word is a square that the rest may not go to, `why` tells the reason.
 */
static bool read_pick(cli_play *play, const char *text, mr_action *out, mr_error *why) {
  char word[MR_ACTION_TEXT_MAX];
  char wish[2 * MR_ACTION_TEXT_MAX];
  play_pick pick = {0};
  const char *unknown = pick_words(play, text, &pick, word);
  if (unknown != NULL && (pick.pressed.has_from || pick.pressed.has_piece)) {
    mr_error reason = {0};
    if (find_reason(play, &pick, word, wish, &reason)) {
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

mr_status play_read(cli_play *play, const char *text, mr_action *out, mr_error *err) {
  mr_status status =
      mr_game_parse_action(play->session.game, play->session.seen, text, strlen(text), out, err);
  if (status != MR_OK && (find_button(play, text, out) || read_pick(play, text, out, err))) {
    status = MR_OK;
  }
  return status;
}

/* Whether an action is what a command does that is to be typed in full: the end of a set-up. */
static bool is_weighty(const cli_play *play, mr_action action) {
  char text[MR_ACTION_TEXT_MAX];
  const play_command *command = play_find_command(
      cli_action_text(play->session.game, play->session.seen, action, text), true);
  return command != NULL && command->whole;
}

int play_act(cli_play *play, const char *line) {
  mr_action action = MR_ACTION_NONE;
  mr_error error = {0};
  int status = CLI_OK;
  if (mr_game_parse_action(play->session.game, play->session.seen, line, strlen(line), &action,
                           &error) == MR_OK ||
      find_button(play, line, &action)) {
    return play_make(play, action);
  }
  if (try_pick(play, line, &status)) {
    return status;
  }
  size_t count = complete_action(play, line, &action);
  if (count == 1 && !is_weighty(play, action)) {
    return play_make(play, action);
  }
  const play_command *command = play_complete_command(line);
  if (command != NULL) {
    return command->run(play, "");
  }
  if (count > 0) {
    return list_completions(play, line, count);
  }
  complain(play, line, &error);
  return CLI_OK;
}

/* "d4?" asks what can be done with d4. @return false: it does not */
static bool is_question(const char *line, char *word) {
  size_t length = strlen(line);
  if (length < 2 || length > MR_ACTION_TEXT_MAX || line[length - 1] != '?') {
    return false;
  }
  mr_str copy;
  mr_str_fixed(&copy, word, MR_ACTION_TEXT_MAX);
  mr_str_bytes(&copy, line, length - 1);
  return true;
}

int play_line(cli_play *play, const char *line) {
  char word[MR_ACTION_TEXT_MAX];
  mr_str copy;
  size_t length = strcspn(line, " ");
  if (*line == '\0') {
    play_unpick(play);
    return CLI_OK;
  }
  mr_action choice = MR_ACTION_NONE;
  if (find_choice(play, line, &choice)) {
    return play_make(play, choice);
  }
  mr_str_fixed(&copy, word, sizeof word);
  mr_str_bytes(&copy, line, length);
  const char *argument = line + length + strspn(line + length, " ");
  const play_command *command = play_find_command(word, *argument == '\0');
  bool over = mr_session_node(play->session.core).kind == MR_NODE_TERMINAL;
  if (command != NULL && (command->always || !over)) {
    return play_run_command(play, command, argument);
  }
  if (!over && is_question(line, word)) {
    return play_preview(play, word);
  }
  if (!over && strchr(line, ';') != NULL) {
    return play_turn_text(play, line);
  }
  if (over) {
    mr_str_add(&play->cli->out,
               "The game is over: undo, why, board, save, new and quit are left.\n");
    return CLI_OK;
  }
  return play_act(play, line);
}
