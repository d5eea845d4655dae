#include "cli/play/play.h"

#include <string.h>

#include "cli/format.h"

enum {
  MANY = 40,       /* actions; so many are sorted by their pieces */
  HEADING_MAX = 24 /* columns; longer names push their actions to the right */
};

/* ---- columns --------------------------------------------------------------------------------- */

static size_t text_width(const cli_play *play, mr_action action) {
  char text[MR_ACTION_TEXT_MAX];
  return strlen(cli_action_text(play->session.game, play->session.seen, action, text));
}

static size_t widest(const cli_play *play, const mr_action *actions, size_t count) {
  size_t width = 1;
  for (size_t i = 0; i < count; i++) {
    size_t own = text_width(play, actions[i]);
    width = own > width ? own : width;
  }
  return width;
}

/*
 * Actions one below the other from column `indent` on, where the line has got to already.
 * @param width of each
 */
static void add_columns(cli_play *play, const mr_action *actions, size_t count, size_t indent,
                        size_t width) {
  mr_str *out = &play->cli->out;
  size_t column = indent;
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    cli_action_text(play->session.game, play->session.seen, actions[i], text);
    if (column > indent && column + 2 + width > play->cli->style.width) {
      mr_str_char(out, '\n');
      mr_str_repeat(out, ' ', indent);
      column = indent;
    }
    bool last = i + 1 == count || column + 2 * (2 + width) > play->cli->style.width;
    mr_str_format(out, "  %-*s", last ? 0 : (int)width, text);
    column += 2 + width;
  }
  mr_str_char(out, '\n');
}

void play_add_actions(cli_play *play, const mr_action *actions, size_t count) {
  add_columns(play, actions, count, 0, widest(play, actions, count));
}

/* ---- by pieces ------------------------------------------------------------------------------- */

static mr_piece piece_of(const cli_play *play, mr_action action) {
  mr_form form;
  mr_game_form(play->session.game, play->session.seen, action, &form);
  return form.piece;
}

/* The heading of a kind of piece, which may be none: passing, ending the turn. */
static const char *heading_of(const cli_play *play, mr_piece piece, char *buffer) {
  buffer[0] = '\0';
  return piece.id == MR_NO_PIECE.id ? buffer : cli_piece_text(play->session.game, piece, buffer);
}

/* Moves the actions of the first one's piece to the front, in their order. @return their number */
static size_t gather(const cli_play *play, mr_action *actions, size_t count) {
  mr_piece piece = piece_of(play, actions[0]);
  size_t gathered = 0;
  for (size_t i = 0; i < count; i++) {
    mr_action action = actions[i];
    if (piece_of(play, action).id == piece.id) {
      memmove(&actions[gathered + 1], &actions[gathered], (i - gathered) * sizeof *actions);
      actions[gathered++] = action;
    }
  }
  return gathered;
}

/* Columns for the longest heading. */
static size_t heading_width(const cli_play *play, const mr_action *actions, size_t count) {
  size_t width = 0;
  for (size_t i = 0; i < count; i++) {
    char name[MR_ACTION_TEXT_MAX];
    size_t own = strlen(heading_of(play, piece_of(play, actions[i]), name));
    width = own > width ? own : width;
  }
  return width < HEADING_MAX ? width : HEADING_MAX;
}

/* A line or more for every kind of piece, in the order of their first actions. */
static void add_by_pieces(cli_play *play, mr_action *actions, size_t count) {
  size_t heading = heading_width(play, actions, count);
  size_t width = widest(play, actions, count);
  while (count > 0) {
    char name[MR_ACTION_TEXT_MAX];
    size_t own = gather(play, actions, count);
    mr_str_format(&play->cli->out, "  %-*s", (int)heading,
                  heading_of(play, piece_of(play, actions[0]), name));
    add_columns(play, actions, own, heading + 2, width);
    actions += own;
    count -= own;
  }
}

void play_list(cli_play *play, const play_pick *pick) {
  mr_action *actions = mr_alloc_zero(NULL, play->legal, sizeof *actions);
  if (actions != NULL) {
    const mr_pick_list list = play_picks(play);
    size_t count = mr_pick_fitting(&pick->pressed, &list, actions);
    mr_str_format(&play->cli->out, "%zu legal action%s:\n", count, count == 1 ? "" : "s");
    if (count >= MANY) {
      add_by_pieces(play, actions, count);
    } else {
      play_add_actions(play, actions, count);
    }
  }
  mr_alloc_free(NULL, actions, play->legal * sizeof *actions);
}
