/*
 * Games, positions and moves: what is read, and what a board program asks about them.
 */
#include <marcher/compose.h>
#include <string.h>

#include "protocol/cecp_priv.h"

/** What the protocol calls chess. */
#define NORMAL "normal"
#define CHESS "chess"

/* ---- games ----------------------------------------------------------------------------------- */

mr_status mr_cecp_open(mr_cecp *cecp, const char *name, mr_error *err) {
  mr_status status = mr_dialog_open(cecp_dialog(cecp), name, NULL, err);
  if (status == MR_OK) {
    mr_cecp_fresh(cecp);
    cecp->value = 1;
    cecp->reply = MR_ACTION_NONE;
    cecp->tables_due = cecp->tables.length > 0;
  }
  size_t count = cecp_game(cecp)->info.max_actions;
  if (status == MR_OK && count > cecp->action_room) {
    const mr_allocator *allocator = cecp_dialog(cecp)->allocator;
    mr_action *actions = mr_alloc_zero(allocator, 2 * count, sizeof *actions);
    if (actions == NULL) {
      return mr_error_set(err, MR_ERR_NOMEM, "no memory for the moves of the game");
    }
    mr_alloc_free(allocator, cecp->excluded, 2 * cecp->action_room * sizeof *actions);
    cecp->excluded = actions;
    cecp->listed = actions + count;
    cecp->action_room = count;
  }
  return status;
}

/** Without a size before it: `9x10+2_borderlands`. */
static mr_token strip_size(mr_token name) {
  const char *bar = memchr(name.text, '_', name.length);
  size_t size = bar != NULL ? (size_t)(bar - name.text) : 0;
  bool sized = size > 2 && memchr(name.text, 'x', size) != NULL;
  for (size_t i = 0; i < size; i++) {
    char c = name.text[i];
    sized = sized && (mr_text_is_digit(c) || c == 'x' || c == '+');
  }
  return sized ? (mr_token){bar + 1, name.length - size - 1} : name;
}

void mr_cecp_variant(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  mr_token name;
  mr_error err;
  mr_cecp_halt(cecp);
  if (!mr_next_token(&cecp->rest, &name)) {
    mr_cecp_complain(cecp, "which variant?");
    return;
  }
  mr_token bare = strip_size(name);
  mr_quote quote = mr_token_quote(bare);
  const char *wanted = mr_token_is_nocase(bare, NORMAL) ? CHESS : quote.text;
  /* The open game stays where this one is refused; where there is none, opening it says why. */
  mr_game *game = mr_dialog_compile(d, wanted);
  mr_status status = game == NULL ? MR_OK : mr_cecp_can_say(game, &err);
  mr_game_free(game);
  if (status == MR_OK) {
    status = mr_cecp_open(cecp, wanted, &err);
  }
  if (status != MR_OK) {
    mr_cecp_complain(cecp, err.message);
  } else if (!mr_cecp_is_known(d->name)) {
    mr_str lesson = mr_str_growing(d->allocator);
    if (mr_cecp_teach(d->game, &lesson, &err) == MR_OK) {
      mr_dialog_send(d, &lesson);
    } else {
      mr_cecp_say(cecp, "# no setup: %s", err.message);
      mr_str_done(&lesson);
    }
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

/** Board programs may name the piece itself where it could become another and does not. */
static bool stays_itself(const mr_game *game, const mr_state *state, const char *text,
                         size_t length, mr_action *out) {
  mr_form form;
  mr_action action = MR_ACTION_NONE;
  if (length < 5 || !mr_text_is_letter(text[length - 1]) ||
      mr_game_parse_action(game, state, text, length - 1, &action, NULL) != MR_OK) {
    return false;
  }
  mr_game_form(game, state, action, &form);
  mr_player player = mr_game_node(game, state).player;
  mr_piece named = mr_game_piece_named(game, player, text + length - 1, 1);
  *out = action;
  return form.choice[0] == '\0' || named.id == form.piece.id;
}

/** Reads an action of the position in the protocol's coordinates. */
static mr_status read_move(const mr_cecp *cecp, mr_token token, mr_action *out, mr_error *err) {
  const mr_dialog *d = &cecp->base.dialog;
  char text[MR_ACTION_TEXT_MAX + 8];
  mr_str ours = mr_str_fixed(text, sizeof text);
  if (token.length > 0 && token.length < MR_ACTION_TEXT_MAX) {
    size_t length = token.length - (token.text[token.length - 1] == '='); /* it stays what it is */
    mr_cecp_add_ranks(token.text, length, 1 - (int)cecp_first_rank(d->game), &ours);
  }
  if (token.length == 0 || token.length >= MR_ACTION_TEXT_MAX || ours.status != MR_OK) {
    return mr_error_set(err, MR_ERR_SYNTAX, "not a move");
  }
  mr_action action = MR_ACTION_NONE;
  mr_status status =
      mr_game_parse_action(d->game, mr_dialog_state(d), text, ours.length, &action, err);
  if (status != MR_OK && mr_game_can(d->game, MR_CAN_COMPOSE) &&
      stays_itself(d->game, mr_dialog_state(d), text, ours.length, &action)) {
    status = MR_OK;
  }
  if (status == MR_OK) {
    *out = action;
  }
  return status;
}

/* ---- positions ------------------------------------------------------------------------------- */

/** The fields of a position that XBoard fills by the habits of chess: castling, taking in passing.
 */
enum { FIELD_CASTLING = 2, FIELD_EP = 3 };

/** Copies a position with a '-' in the place of the fields from `first` to `last`. */
static void blank_fields(mr_token text, unsigned first, unsigned last, mr_str *out) {
  mr_tokens tokens = {text.text, text.length};
  mr_token token;
  for (unsigned i = 0; mr_next_token(&tokens, &token); i++) {
    mr_str_add(out, i > 0 ? " " : "");
    if (i >= first && i <= last) {
      mr_str_char(out, '-');
    } else {
      mr_str_bytes(out, token.text, token.length);
    }
  }
}

/**
 * XBoard writes castling rights wherever it sees a king, and squares passed by what it holds for
 * pawns. What the game does not know of these is left out, and that is said.
 */
static mr_status place_pieces(mr_cecp *cecp, mr_token text, mr_error *err) {
  static const struct {
    unsigned first;
    unsigned last;
    const char *what;
  } blanks[] = {
      {FIELD_CASTLING, FIELD_CASTLING, "castling rights are"},
      {FIELD_EP, FIELD_EP, "the square that was passed is"},
      {FIELD_CASTLING, FIELD_EP, "castling rights and the square that was passed are"},
  };
  mr_dialog *d = cecp_dialog(cecp);
  mr_status status = mr_dialog_setup(d, text.text, text.length, err);
  for (size_t i = 0; i < sizeof blanks / sizeof *blanks && status != MR_OK; i++) {
    mr_str changed = mr_str_growing(d->allocator);
    blank_fields(text, blanks[i].first, blanks[i].last, &changed);
    if (mr_dialog_setup(d, mr_str_text(&changed), changed.length, NULL) == MR_OK) {
      mr_cecp_say(cecp, "# %s none of this game: left out", blanks[i].what);
      status = MR_OK;
    }
    mr_str_done(&changed);
  }
  return status;
}

/** A comment, not an error: problems are set up so. */
static void say_remark(mr_cecp *cecp) {
  char remark[MR_ERROR_MESSAGE_MAX];
  if (mr_dialog_remark(cecp_dialog(cecp), remark)) {
    mr_str out = mr_str_growing(cecp_dialog(cecp)->allocator);
    mr_cecp_add_text(cecp_game(cecp), remark, &out);
    mr_cecp_say(cecp, "# %s", mr_str_text(&out));
    mr_str_done(&out);
  }
}

void mr_cecp_setboard(mr_cecp *cecp) {
  mr_token text = mr_tokens_rest(&cecp->rest);
  mr_error err;
  mr_cecp_halt(cecp);
  if (place_pieces(cecp, text, &err) != MR_OK) {
    mr_cecp_say(cecp, "tellusererror Illegal position: %s", err.message);
  } else {
    say_remark(cecp);
    mr_cecp_fresh(cecp);
    cecp->reply = MR_ACTION_NONE;
    cecp->value = 1;
  }
  mr_cecp_go_on(cecp);
}

void mr_cecp_undo(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  size_t count = mr_token_is_nocase(cecp->command, "remove") ? 2 : 1;
  mr_cecp_halt(cecp);
  if (mr_session_count(d->board) < count) {
    mr_cecp_complain(cecp, "command not legal now");
  } else {
    (void)mr_session_undo(d->board, count);
    mr_cecp_fresh(cecp);
    cecp->reply = MR_ACTION_NONE;
  }
  mr_cecp_go_on(cecp);
}

void mr_cecp_usermove(mr_cecp *cecp) {
  bool bare = !mr_token_is_nocase(cecp->command, "usermove");
  mr_token move = bare ? cecp->command : mr_tokens_rest(&cecp->rest);
  mr_action action = MR_ACTION_NONE;
  mr_error err;
  if (cecp->search == CECP_THINK) {
    mr_cecp_complain(cecp, "command not legal now");
    return;
  }
  cecp->offered = false;
  if (mr_cecp_step_back(cecp)) {
    bool expected = read_move(cecp, move, &action, NULL) == MR_OK && action == cecp->reply;
    mr_cecp_step_on(cecp);
    if (expected && mr_cecp_hit(cecp)) {
      return;
    }
  }
  mr_cecp_halt(cecp);
  /* Who moves behind a draw that we have claimed does not take it. */
  mr_session *board = cecp_dialog(cecp)->board;
  bool on = mr_dialog_play_on(cecp_dialog(cecp)) != NULL;
  mr_status status = read_move(cecp, move, &action, &err);
  if (status == MR_OK) {
    status = mr_cecp_make(cecp, action, &err);
  }
  if (status != MR_OK) {
    mr_cecp_say_illegal(cecp, err.message, move);
    if (on) { /* then the end stands */
      mr_session_rewind(board, mr_session_count(board));
    }
  } else {
    cecp->reply = MR_ACTION_NONE;
  }
  mr_cecp_go_on(cecp);
}

/* ---- leaving moves out of an analysis -------------------------------------------------------- */

void mr_cecp_exclude(mr_cecp *cecp) {
  mr_dialog *d = cecp_dialog(cecp);
  bool exclude = mr_token_is_nocase(cecp->command, "exclude");
  mr_token token;
  mr_action action = MR_ACTION_NONE;
  mr_error err;
  bool any = mr_next_token(&cecp->rest, &token);
  if (cecp->mode == CECP_PLAY || !any) {
    mr_cecp_complain(cecp, any ? "command not legal now" : "which move?");
    return;
  }
  mr_cecp_halt(cecp);
  if (mr_token_is_nocase(token, "all")) {
    bool open = mr_session_node(d->board).kind == MR_NODE_DECISION;
    cecp->excluded_count =
        exclude && open ? mr_game_actions(d->game, mr_dialog_state(d), cecp->excluded) : 0;
  } else if (read_move(cecp, token, &action, &err) == MR_OK) {
    size_t at = 0;
    while (at < cecp->excluded_count && cecp->excluded[at] != action) {
      at++;
    }
    bool there = at < cecp->excluded_count;
    if (exclude && !there) {
      cecp->excluded[cecp->excluded_count++] = action;
    } else if (!exclude && there) {
      cecp->excluded[at] = cecp->excluded[--cecp->excluded_count];
    }
  } else {
    mr_cecp_complain(cecp, err.message);
  }
  mr_cecp_go_on(cecp);
}

/* ---- hands on the board ---------------------------------------------------------------------- */

/*
 * While a user moves pieces on a board whose rules the board program does not know, it asks where
 * they may go and what they may become. A `highlight` answers the first; squares that are not in it
 * are illegal to XBoard, which so keeps the rules of any game.
 */

enum { CHOICES_MAX = 32 };

/** The moves of the lifted piece that end on one square. */
typedef struct target {
  unsigned moves;
  char choices[CHOICES_MAX]; /**< what it becomes by each: a letter, '+', or its own letter */
  bool changes;              /**< by one of them it becomes something */
} target;

static size_t board_size(const mr_cecp *cecp) {
  const mr_game_info *info = &cecp_game(cecp)->info;
  return (size_t)info->columns * info->rows;
}

/**
 * Takes the protocol's text of a move apart.
 * @param square of its end, by ranks from the first. @param suffix gets what the piece becomes, in
 * capitals, or NUL. @return false where it does not go from the lifted square to another
 */
static bool take_apart(const mr_cecp *cecp, const char *move, size_t *square, char *suffix) {
  const mr_game_info *info = &cecp_game(cecp)->info;
  size_t length = strlen(cecp->lifted);
  if (length == 0 || strncmp(move, cecp->lifted, length) != 0 || !mr_text_is_lower(move[length])) {
    return false;
  }
  unsigned file = (unsigned)(move[length] - 'a');
  unsigned rank = 0;
  const char *end = move + length + 1;
  for (; mr_text_is_digit(*end); end++) {
    rank = rank < 1000 ? rank * 10 + (unsigned)(*end - '0') : rank;
  }
  unsigned first = cecp_first_rank(cecp_game(cecp));
  if (file >= info->columns || rank < first || rank - first >= info->rows) {
    return false;
  }
  *square = (size_t)(rank - first) * info->columns + file;
  *suffix = *end == '\0' ? '\0' : mr_text_upper(end[strlen(end) - 1]);
  return true;
}

/** The letter of the piece that makes a move: what it stays where it becomes nothing. */
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

/**
 * The moves of the lifted piece by the squares where they end, to be freed; a reply that is
 * pondered, which is not on the user's board, is taken back for good.
 * @return NULL: nobody moves, or there is no memory
 */
static target *list_targets(mr_cecp *cecp) {
  const mr_dialog *d = cecp_dialog(cecp);
  if (cecp->search == CECP_PONDER) {
    mr_cecp_halt(cecp);
  }
  if (mr_session_node(d->board).kind != MR_NODE_DECISION) {
    return NULL;
  }
  target *targets = mr_alloc_zero(d->allocator, board_size(cecp), sizeof *targets);
  size_t count = mr_game_actions(d->game, mr_dialog_state(d), cecp->listed);
  for (size_t i = 0; i < count && targets != NULL; i++) {
    size_t square = 0;
    char suffix = '\0';
    cecp_move move = mr_cecp_move(d->game, mr_dialog_state(d), cecp->listed[i]);
    if (!take_apart(cecp, move.text, &square, &suffix)) {
      continue;
    }
    target *t = &targets[square];
    t->changes = t->changes || suffix != '\0';
    if (t->moves + 1 < CHOICES_MAX) {
      t->choices[t->moves++] = suffix != '\0' ? suffix : own_letter(cecp, cecp->listed[i]);
    }
  }
  return targets;
}

static void free_targets(mr_cecp *cecp, target *targets) {
  mr_alloc_free(cecp_dialog(cecp)->allocator, targets, board_size(cecp) * sizeof *targets);
}

/** As in the text of a position: squares that are not marked are counted. */
static void add_rank(const target *targets, unsigned columns, mr_str *out) {
  unsigned empty = 0;
  for (unsigned file = 0; file < columns; file++) {
    const target *t = &targets[file];
    empty += t->moves == 0;
    if (empty > 0 && (t->moves > 0 || file + 1 == columns)) {
      mr_str_uint(out, empty);
      empty = 0;
    }
    if (t->moves > 0) {
      /* Capitals are legal: with a choice, a promotion without one, one move. */
      mr_str_char(out, t->moves > 1 ? 'M' : t->changes ? 'B' : 'Y');
    }
  }
}

void mr_cecp_lift(mr_cecp *cecp) {
  const mr_game_info *info = &cecp_game(cecp)->info;
  mr_token square = mr_tokens_rest(&cecp->rest);
  cecp->lifted[0] = '\0';
  if (square.length >= sizeof cecp->lifted || cecp->search == CECP_THINK) {
    return;
  }
  memcpy(cecp->lifted, square.text, square.length);
  cecp->lifted[square.length] = '\0';
  target *targets = list_targets(cecp);
  if (targets != NULL) {
    mr_str out = mr_str_growing(cecp_dialog(cecp)->allocator);
    mr_str_add(&out, "highlight ");
    for (unsigned rank = info->rows; rank-- > 0;) {
      add_rank(&targets[(size_t)rank * info->columns], info->columns, &out);
      mr_str_char(&out, rank > 0 ? '/' : '\n');
    }
    mr_dialog_send(cecp_dialog(cecp), &out);
  }
  free_targets(cecp, targets);
  mr_cecp_go_on(cecp);
}

void mr_cecp_put(mr_cecp *cecp) {
  mr_token word = mr_tokens_rest(&cecp->rest);
  char move[16];
  char suffix = '\0';
  size_t square = 0;
  mr_str text = mr_str_fixed(move, sizeof move);
  mr_str_add(&text, cecp->lifted);
  mr_str_bytes(&text, word.text, word.length);
  if (text.status != MR_OK || cecp->search == CECP_THINK ||
      !take_apart(cecp, move, &square, &suffix)) {
    return;
  }
  target *targets = list_targets(cecp);
  if (targets != NULL && targets[square].changes) {
    mr_cecp_say(cecp, "choice %s", targets[square].choices);
  }
  free_targets(cecp, targets);
  mr_cecp_go_on(cecp);
}
