/*
 * Games, positions and moves: what is read, and what a board program asks about them.
 */
#include <string.h>

#include "protocol/cecp_priv.h"

#define RANKS_FROM_0 10
/** What the protocol calls chess. */
#define NORMAL "normal"
#define CHESS "chess"

/* ---- games ----------------------------------------------------------------------------------- */

void mr_cecp_fresh(mr_cecp *cecp) {
  cecp->excluded_count = 0;
  cecp->end_reported = false;
}

static mr_status reserve_actions(mr_cecp *cecp, mr_error *err) {
  const mr_allocator *allocator = cecp_dialog(cecp)->allocator;
  size_t count = cecp_game(cecp)->info.max_actions;
  if (count <= cecp->action_room) {
    return MR_OK;
  }
  mr_action *excluded = mr_alloc_zero(allocator, count, sizeof *excluded);
  mr_action *listed = mr_alloc_zero(allocator, count, sizeof *listed);
  if (excluded == NULL || listed == NULL) {
    mr_alloc_free(allocator, excluded, count * sizeof *excluded);
    mr_alloc_free(allocator, listed, count * sizeof *listed);
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the moves of the game");
  }
  mr_alloc_free(allocator, cecp->excluded, cecp->action_room * sizeof *excluded);
  mr_alloc_free(allocator, cecp->listed, cecp->action_room * sizeof *listed);
  cecp->excluded = excluded;
  cecp->listed = listed;
  cecp->action_room = count;
  return MR_OK;
}

mr_status mr_cecp_open(mr_cecp *cecp, const char *name, mr_error *err) {
  mr_dialog *d = cecp_dialog(cecp);
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, d->allocator, 0);
  mr_diagnostics_init(&list, &arena);
  mr_status status = mr_dialog_open(d, name, &list, err);
  if (status != MR_OK && list.errors > 0) {
    (void)mr_diagnostics_error(&list, err);
  }
  mr_arena_done(&arena);
  if (status == MR_OK) {
    mr_cecp_fresh(cecp);
    cecp->value_known = false;
    cecp->reply = MR_ACTION_NONE;
    cecp->tables_due = cecp->tables.length > 0;
    status = reserve_actions(cecp, err);
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

static void teach(mr_cecp *cecp) {
  mr_error err;
  mr_str out;
  if (strcmp(cecp_dialog(cecp)->name, CHESS) == 0) {
    return; /* it is known everywhere */
  }
  mr_str_init(&out, cecp_dialog(cecp)->allocator);
  if (mr_cecp_teach(cecp_game(cecp), &out, &err) == MR_OK) {
    mr_dialog_write(cecp_dialog(cecp), out.data, out.length);
  } else {
    mr_cecp_say(cecp, "# no setup: %s", err.message);
  }
  mr_str_done(&out);
}

/** Looks at a game beside the open one, which stays as it is where this one is refused. */
static mr_status check_variant(const mr_dialog *d, const char *name, mr_error *err) {
  mr_game *game = mr_dialog_compile(d, name);
  /* Where there is none, opening it will say why. */
  mr_status status = game == NULL ? MR_OK : mr_cecp_can_say(game, err);
  mr_game_free(game);
  return status;
}

void mr_cecp_variant(mr_cecp *cecp, mr_token name) {
  mr_dialog *d = cecp_dialog(cecp);
  mr_error err;
  mr_token bare = strip_size(name);
  mr_quote quote = mr_token_quote(bare);
  const char *wanted = mr_token_is_nocase(bare, NORMAL) ? CHESS : quote.text;
  mr_status status = check_variant(d, wanted, &err);
  if (status == MR_OK) {
    status = mr_cecp_open(cecp, wanted, &err);
  }
  if (status == MR_OK) {
    teach(cecp);
  } else {
    mr_cecp_complain(cecp, err.message);
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

/** Ranks become ours; a '=' at the end, "it stays what it is", goes. */
static bool to_ours(const mr_game *game, mr_token token, mr_str *out) {
  bool from_0 = game->info.rows == RANKS_FROM_0;
  size_t length = token.length;
  if (length == 0 || length >= MR_ACTION_TEXT_MAX) {
    return false;
  }
  length -= token.text[length - 1] == '=';
  for (size_t i = 0; i < length;) {
    unsigned rank = 0;
    if (!mr_text_is_digit(token.text[i])) {
      mr_str_char(out, token.text[i++]);
      continue;
    }
    for (; i < length && mr_text_is_digit(token.text[i]) && rank < 1000; i++) {
      rank = rank * 10 + (unsigned)(token.text[i] - '0');
    }
    mr_str_uint(out, from_0 ? rank + 1 : rank);
  }
  return out->status == MR_OK;
}

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

mr_status mr_cecp_read(const mr_cecp *cecp, mr_token token, mr_action *out, mr_error *err) {
  const mr_dialog *d = &cecp->base.dialog;
  char text[MR_ACTION_TEXT_MAX + 8];
  mr_str ours;
  mr_str_fixed(&ours, text, sizeof text);
  if (!to_ours(d->game, token, &ours)) {
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

mr_status mr_cecp_make(mr_cecp *cecp, mr_action action, mr_error *err) {
  mr_dialog *d = cecp_dialog(cecp);
  mr_status status = mr_session_play(d->board, action, NULL, err);
  if (status == MR_OK) {
    mr_cecp_fresh(cecp);
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
    mr_str changed;
    mr_str_init(&changed, d->allocator);
    blank_fields(text, blanks[i].first, blanks[i].last, &changed);
    if (mr_dialog_setup(d, mr_str_text(&changed), changed.length, NULL) == MR_OK) {
      mr_cecp_say(cecp, "# %s none of this game: left out", blanks[i].what);
      status = MR_OK;
    }
    mr_str_done(&changed);
  }
  return status;
}

void mr_cecp_setboard(mr_cecp *cecp) {
  mr_token text = mr_tokens_rest(&cecp->rest);
  mr_error err;
  mr_cecp_halt(cecp);
  if (place_pieces(cecp, text, &err) != MR_OK) {
    mr_cecp_say(cecp, "tellusererror Illegal position: %s", err.message);
  } else {
    mr_cecp_fresh(cecp);
    cecp->reply = MR_ACTION_NONE;
    cecp->value_known = false;
  }
  mr_cecp_go_on(cecp);
}

void mr_cecp_undo(mr_cecp *cecp, size_t count) {
  mr_dialog *d = cecp_dialog(cecp);
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

static bool is_expected(mr_cecp *cecp, mr_token move) {
  mr_dialog *d = cecp_dialog(cecp);
  if (cecp->search != CECP_PONDER) {
    return false;
  }
  mr_action action = MR_ACTION_NONE;
  /* The position is ahead; for a moment it is not. */
  (void)mr_session_undo(d->board, 1);
  bool same = mr_cecp_read(cecp, move, &action, NULL) == MR_OK && action == cecp->reply;
  mr_error err;
  (void)(mr_cecp_make(cecp, cecp->reply, &err) == MR_OK);
  return same;
}

void mr_cecp_usermove(mr_cecp *cecp, mr_token move) {
  mr_action action = MR_ACTION_NONE;
  mr_error err;
  if (cecp->search == CECP_THINK) {
    mr_cecp_complain(cecp, "command not legal now");
    return;
  }
  cecp->offered = false;
  if (is_expected(cecp, move) && mr_cecp_hit(cecp)) {
    return;
  }
  mr_cecp_halt(cecp);
  mr_status status = mr_cecp_read(cecp, move, &action, &err);
  if (status == MR_OK) {
    status = mr_cecp_make(cecp, action, &err);
  }
  if (status != MR_OK) {
    mr_cecp_say_illegal(cecp, err.message, move);
  } else {
    cecp->reply = MR_ACTION_NONE;
  }
  mr_cecp_go_on(cecp);
}

/* ---- leaving moves out of an analysis -------------------------------------------------------- */

static void exclude_one(mr_cecp *cecp, mr_action action, bool exclude) {
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
}

void mr_cecp_exclude(mr_cecp *cecp, bool exclude) {
  mr_dialog *d = cecp_dialog(cecp);
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
  } else if (mr_cecp_read(cecp, token, &action, &err) == MR_OK) {
    exclude_one(cecp, action, exclude);
  } else {
    mr_cecp_complain(cecp, err.message);
  }
  mr_cecp_go_on(cecp);
}
