/*
 * While a user moves men on a board whose rules the board program does not know, it asks where they
 * may go and what they may become. A `highlight` answers the first; squares that are not in it are
 * illegal to XBoard, which so keeps the rules of any game.
 */
#include <string.h>

#include "protocol/cecp_priv.h"

enum { CHOICES_MAX = 32 };

/** The moves of the lifted man that end on one square. */
typedef struct target {
  unsigned moves;
  char choices[CHOICES_MAX]; /**< what it becomes by each: a letter, '+', or its own letter */
  bool changes;              /**< by one of them it becomes something */
} target;

/** The protocol's text of a move, taken apart. */
typedef struct parts {
  const char *to;
  unsigned file; /**< of the square where it ends, from 0 */
  unsigned rank; /**< the same, as it is written */
  char suffix;   /**< what the man becomes, in capitals, or NUL */
} parts;

static const char *skip_digits(const char *text) {
  while (mr_text_is_digit(*text)) {
    text++;
  }
  return text;
}

/** @return false for a move that does not begin on the square */
static bool take_apart(const char *move, const char *from, parts *out) {
  size_t length = strlen(from);
  if (length == 0 || strncmp(move, from, length) != 0 || !mr_text_is_lower(move[length])) {
    return false;
  }
  const char *end = skip_digits(move + length + 1);
  *out = (parts){.to = move + length, .file = (unsigned)(move[length] - 'a')};
  for (const char *digit = move + length + 1; digit < end && out->rank < 1000; digit++) {
    out->rank = out->rank * 10 + (unsigned)(*digit - '0');
  }
  out->suffix = *end == '\0' ? '\0' : mr_text_upper(end[strlen(end) - 1]);
  return true;
}

/** The letter of the man that makes a move: what it stays where it becomes nothing. */
static char own_letter(const mr_cecp *cecp, mr_action action) {
  const mr_dialog *d = &cecp->base.dialog;
  mr_kind kinds[MR_KINDS_MAX];
  mr_form form;
  mr_game_form(d->game, mr_dialog_state(d), action, &form);
  size_t count = mr_game_kinds(d->game, kinds);
  for (size_t i = 0; i < count; i++) {
    if (kinds[i].piece.id == form.piece.id) {
      return mr_text_upper(kinds[i].letter);
    }
  }
  return '=';
}

static void add_move(const mr_cecp *cecp, mr_action action, char suffix, target *t) {
  t->changes = t->changes || suffix != '\0';
  if (t->moves + 1 < CHOICES_MAX) {
    t->choices[t->moves++] = suffix != '\0' ? suffix : own_letter(cecp, action);
  }
}

/**
 * Gathers the moves of the lifted man by the squares where they end.
 * @param targets room for columns * rows, zeroed, from the first rank. @return whether anybody
 * moves
 */
static bool gather(mr_cecp *cecp, target *targets) {
  const mr_dialog *d = cecp_dialog(cecp);
  const mr_game_info *info = &d->game->info;
  unsigned lowest = info->rows == 10 ? 0 : 1;
  if (mr_session_node(d->board).kind != MR_NODE_DECISION) {
    return false;
  }
  size_t count = mr_game_actions(d->game, mr_dialog_state(d), cecp->listed);
  for (size_t i = 0; i < count; i++) {
    parts p;
    cecp_move move = mr_cecp_move(d->game, mr_dialog_state(d), cecp->listed[i]);
    if (take_apart(move.text, cecp->lifted, &p) && p.file < info->columns && p.rank >= lowest &&
        p.rank - lowest < info->rows) {
      add_move(cecp, cecp->listed[i], p.suffix,
               &targets[(p.rank - lowest) * info->columns + p.file]);
    }
  }
  return true;
}

/** Capitals are legal squares: of one move, of a promotion without a choice, of one with. */
static char colour_of(const target *t) {
  return t->moves > 1 ? 'M' : t->changes ? 'B' : 'Y';
}

/** As in the text of a position: squares that are not marked are counted. */
static void add_rank(const target *targets, unsigned columns, mr_str *out) {
  unsigned empty = 0;
  for (unsigned file = 0; file < columns; file++) {
    bool marked = targets[file].moves > 0;
    if (marked && empty > 0) {
      mr_str_uint(out, empty);
      empty = 0;
    }
    if (marked) {
      mr_str_char(out, colour_of(&targets[file]));
    } else {
      empty++;
    }
  }
  if (empty > 0) {
    mr_str_uint(out, empty);
  }
}

static void say_targets(mr_cecp *cecp, const target *targets) {
  const mr_game_info *info = &cecp_game(cecp)->info;
  mr_str out;
  mr_str_init(&out, cecp_dialog(cecp)->allocator);
  mr_str_add(&out, "highlight ");
  for (unsigned rank = info->rows; rank-- > 0;) {
    add_rank(&targets[rank * info->columns], info->columns, &out);
    mr_str_char(&out, rank > 0 ? '/' : '\n');
  }
  mr_dialog_send(cecp_dialog(cecp), &out);
}

static target *new_targets(mr_cecp *cecp) {
  const mr_game_info *info = &cecp_game(cecp)->info;
  return mr_alloc_zero(cecp_dialog(cecp)->allocator, (size_t)info->columns * info->rows,
                       sizeof(target));
}

static void free_targets(mr_cecp *cecp, target *targets) {
  const mr_game_info *info = &cecp_game(cecp)->info;
  mr_alloc_free(cecp_dialog(cecp)->allocator, targets,
                (size_t)info->columns * info->rows * sizeof(target));
}

/** A pondered reply is not on the user's board. */
static void step_back(mr_cecp *cecp) {
  if (cecp->search == CECP_PONDER) {
    mr_cecp_halt(cecp);
  }
}

void mr_cecp_lift(mr_cecp *cecp) {
  mr_token square = mr_tokens_rest(&cecp->rest);
  cecp->lifted[0] = '\0';
  if (square.length >= sizeof cecp->lifted || cecp->search == CECP_THINK) {
    return;
  }
  memcpy(cecp->lifted, square.text, square.length);
  cecp->lifted[square.length] = '\0';
  step_back(cecp);
  target *targets = new_targets(cecp);
  if (targets != NULL && gather(cecp, targets)) {
    say_targets(cecp, targets);
  }
  free_targets(cecp, targets);
  mr_cecp_go_on(cecp);
}

void mr_cecp_put(mr_cecp *cecp) {
  mr_token square = mr_tokens_rest(&cecp->rest);
  char move[16];
  parts p;
  size_t from = strlen(cecp->lifted);
  if (from == 0 || square.length + from >= sizeof move || cecp->search == CECP_THINK) {
    return;
  }
  const mr_game_info *info = &cecp_game(cecp)->info;
  memcpy(move, cecp->lifted, from);
  memcpy(move + from, square.text, square.length);
  move[from + square.length] = '\0';
  unsigned lowest = info->rows == 10 ? 0 : 1;
  if (!take_apart(move, cecp->lifted, &p) || p.file >= info->columns || p.rank < lowest ||
      p.rank - lowest >= info->rows) {
    return;
  }
  step_back(cecp);
  target *targets = new_targets(cecp);
  if (targets != NULL && gather(cecp, targets)) {
    const target *t = &targets[(p.rank - lowest) * info->columns + p.file];
    if (t->changes) {
      mr_cecp_say(cecp, "choice %s", t->choices);
    }
  }
  free_targets(cecp, targets);
  mr_cecp_go_on(cecp);
}
