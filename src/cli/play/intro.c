/*
 * What somebody is told who has never heard of a game: what it is for, what the letters mean, how
 * to move. All of it comes from what every family tells of itself, so that a new game has it, too.
 */
#include <string.h>

#include "cli/format.h"
#include "cli/play/narrate.h"
#include "cli/play/play.h"

enum { GOALS_MOST = 3 }; /* ways to win at the beginning; more are no introduction */

/* ---- what wins ------------------------------------------------------------------------------- */

/* Adds a paragraph and frees its text. */
static void add_paragraph(const cli_play *play, mr_str *text, mr_str *out) {
  if (text->length > 0) {
    cli_wrap(out, mr_str_text(text), 0, 2, play->cli->style.width);
  }
  mr_str_done(text);
}

/* Rules that win, the first of them behind `head`, at most so many; the others are counted. */
static void add_rules(const cli_play *play, const char *head, const mr_rule_index *goals,
                      size_t count, size_t most, mr_str *out) {
  size_t shown = count > most + 1 ? most : count; /* counting one takes as long as telling it */
  for (size_t i = 0; i < shown; i++) {
    const mr_rule *rule = &play->session.game->info.rules[goals[i]];
    mr_str text = cli_text();
    mr_str_format(&text, "%s: %s (%s)", i == 0 ? head : "Or", rule->text, rule->id);
    add_paragraph(play, &text, out);
  }
  if (shown < count) {
    mr_str text = cli_text();
    mr_str_format(&text, "And %zu more: 'goal' tells all.", count - shown);
    add_paragraph(play, &text, out);
  }
}

/* Leaves of some rules those that are not among others. @return their number */
static size_t leave_new(mr_rule_index *goals, size_t count, const mr_rule_index *known,
                        size_t known_count) {
  size_t left = 0;
  for (size_t i = 0; i < count; i++) {
    bool is_known = false;
    for (size_t k = 0; k < known_count && !is_known; k++) {
      is_known = known[k] == goals[i];
    }
    if (!is_known) {
      goals[left++] = goals[i];
    }
  }
  return left;
}

/* What others can win by that the player cannot: whoever does not know it loses without a warning.
 */
static void add_dangers(const cli_play *play, mr_player player, const mr_rule_index *own,
                        size_t own_count, size_t most, mr_str *out) {
  const mr_game *game = play->session.game;
  for (uint8_t i = 0; i < game->info.players; i++) {
    mr_rule_index goals[MR_GOALS_MAX];
    char head[MR_ACTION_TEXT_MAX];
    mr_str text = mr_str_fixed(head, sizeof head);
    size_t count = mr_guide_goals(game, (mr_player){i}, goals);
    if (game->info.team[i] != game->info.team[player.id]) {
      mr_str_format(&text, "%s also wins so", cli_player_name(game, (mr_player){i}));
      add_rules(play, head, goals, leave_new(goals, count, own, own_count), most, out);
    }
  }
}

/* Whether others win otherwise than the player does. */
static bool has_other_goals(const mr_game *game, mr_player player) {
  mr_rule_index own[MR_GOALS_MAX], goals[MR_GOALS_MAX];
  size_t own_count = mr_guide_goals(game, player, own);
  bool other = false;
  for (uint8_t i = 0; i < game->info.players && !other; i++) {
    size_t count = mr_guide_goals(game, (mr_player){i}, goals);
    other = count != own_count || leave_new(goals, count, own, own_count) > 0;
  }
  return other;
}

/* The rules by which a player can win, each once. */
static void add_goals(const cli_play *play, size_t most, mr_str *out) {
  const mr_game *game = play->session.game;
  mr_rule_index goals[MR_GOALS_MAX];
  char head[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(head, sizeof head);
  mr_player player = play_viewer(play);
  bool one = cli_count_persons(&play->session) == 1 && player.id < game->info.players;
  size_t count = mr_guide_goals(game, player, goals);
  bool named = one && has_other_goals(game, player);
  mr_str_format(&text, "The goal%s%s", named ? " for " : "",
                named ? cli_player_name(game, player) : "");
  add_rules(play, head, goals, count, most, out);
  if (one) {
    add_dangers(play, player, goals, count, most, out);
  }
}

static void add_letters(const cli_play *play, const mr_view *view, mr_str *out) {
  mr_str text = cli_text();
  mr_guide_letters(play->session.game, view, &text);
  if (view->pip_columns > 0 && view->hand_count > 0) {
    mr_str_add(&text, " In a hand its name stands below it.");
  }
  add_paragraph(play, &text, out);
}

/* With at most so many ways to win of each side. */
static void introduce(const cli_play *play, size_t most, mr_str *out) {
  const mr_game *game = play->session.game;
  mr_arena arena;
  mr_view view;
  mr_error error;
  if (game->info.summary[0] != '\0') {
    cli_wrap(out, game->info.summary, 0, 2, play->cli->style.width);
  }
  add_goals(play, most, out);
  if (play_view(play, play_viewer(play), &arena, &view, &error) == MR_OK && view.piece_count > 0) {
    add_letters(play, &view, out);
  }
  mr_arena_done(&arena);
}

void play_introduce(const cli_play *play, mr_str *out) {
  introduce(play, GOALS_MOST, out);
}

int play_goal(cli_play *play) {
  introduce(play, MR_GOALS_MAX, &play->cli->out);
  return CLI_OK;
}

/* ---- how to move ----------------------------------------------------------------------------- */

/* Whether a text ends with a word, perhaps in quotes. */
static bool ends_with(const mr_str *text, const char *word) {
  size_t length = text->length, end = strlen(word);
  length -= length > 0 && text->data[length - 1] == '\'';
  return length >= end && memcmp(text->data + length - end, word, end) == 0;
}

void play_add_meaning(const mr_game *game, const mr_form *form, mr_str *out) {
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
  } else if (form->kind == MR_FORM_BUTTON && form->choice[0] != '\0' &&
             !ends_with(out, form->choice)) { /* "commit" is written as it is called */
    mr_str_format(out, " (%s)", form->choice);
  }
}

/* " or P@d4 (Pawn from the hand to d4)", where something can be put on the board besides moves. */
static void add_placing(const cli_play *play, mr_str *out) {
  const cli_session *session = &play->session;
  for (size_t i = 0; i < play->legal; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_form form;
    mr_game_form(session->game, session->seen, session->actions[i], &form);
    if (form.kind == MR_FORM_PLACE) {
      mr_str_format(out, " or %s",
                    cli_action_text(session->game, session->seen, session->actions[i], text));
      play_add_meaning(session->game, &form, out);
      return;
    }
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
  play_add_meaning(session->game, &form, out);
  if (form.kind == MR_FORM_MOVE) {
    add_placing(play, out);
  }
  if (form.kind == MR_FORM_PLACE && form.piece.id != MR_NO_PIECE.id) {
    mr_str_format(out, ". Or a piece, such as %s, to see where it can go",
                  cli_piece_text(session->game, form.piece, first));
  } else if (form.from.id != MR_NOWHERE_ID) {
    mr_str_format(out, ". Or a square, such as %s, to see where its piece can go",
                  cli_cell_text(session->game, form.from, first));
  }
  mr_str_char(out, '.');
  if (play_sets_up(play)) {
    mr_str_add(out, " 'auto' sets up all that is left for you.");
  }
  return true;
}
