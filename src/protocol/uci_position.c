#include <marcher/compose.h>
#include <marcher/paint.h>
#include <marcher/view.h>
#include <string.h>

#include "protocol/uci_priv.h"

#define PICTURE_WIDTH 100

/* ---- moves ----------------------------------------------------------------------------------- */

/**
 * Plays a move, behind a repetition or idle moves as well: nobody has claimed these. What has ended
 * the game for good is told by its rule.
 */
static mr_status play_move(mr_dialog *d, mr_token token, mr_error *err) {
  mr_status status = MR_OK;
  if (mr_session_node(d->board).kind == MR_NODE_TERMINAL && mr_dialog_play_on(d) == NULL) {
    const mr_rule *rule = mr_dialog_ended_by(d);
    status = mr_error_set(err, MR_ERR_ILLEGAL, "the game is over by %s (%s)", rule->id, rule->text);
  }
  return status == MR_OK ? mr_session_play_text(d->board, token.text, token.length, NULL, err)
                         : status;
}

static bool play_moves(mr_uci *uci, mr_tokens tokens) {
  mr_dialog *d = uci_dialog(uci);
  mr_error err;
  mr_token token;
  while (mr_next_token(&tokens, &token)) {
    if (play_move(d, token, &err) == MR_OK) {
      continue;
    }
    char nearest[MR_ACTION_TEXT_MAX];
    size_t number = mr_session_count(d->board) + 1;
    mr_quote quote = mr_token_quote(token);
    /* Of what is read and is not legal, the reason says what might be played. */
    if (err.status == MR_ERR_SYNTAX &&
        mr_dialog_nearest_action(d, token.text, token.length, nearest)) {
      mr_uci_say(uci, "position: move %zu, '%s': %s; did you mean '%s'? The old position stays",
                 number, quote.text, err.message, nearest);
    } else {
      mr_uci_say(uci, "position: move %zu, '%s': %s; the old position stays", number, quote.text,
                 err.message);
    }
    return false;
  }
  return true;
}

/* ---- positions ------------------------------------------------------------------------------- */

/** Cuts a line at the word "moves". @return whether it was there */
static bool cut_moves(mr_tokens *tokens, mr_token *before) {
  mr_token token;
  *before = mr_tokens_rest(tokens);
  while (mr_next_token(tokens, &token)) {
    if (mr_token_is(token, "moves")) {
      before->length = (size_t)(token.text - before->text);
      while (before->length > 0 && mr_text_is_blank(before->text[before->length - 1])) {
        before->length--;
      }
      return true;
    }
  }
  return false;
}

/** Sets up what stands before the moves. */
static bool set_up(mr_uci *uci, mr_token text) {
  mr_dialog *d = uci_dialog(uci);
  mr_tokens tokens = {text.text, text.length};
  mr_token kind;
  mr_error err;
  mr_next_token(&tokens, &kind);
  mr_token rest = mr_tokens_rest(&tokens);
  if (mr_token_is_nocase(kind, "startpos") && rest.length == 0) {
    mr_session_begin(d->board, 1);
    return true;
  }
  if (mr_token_is_nocase(kind, "startpos")) {
    mr_uci_say(uci, "position: 'moves' comes after startpos, not '%s'; the old position stays",
               mr_token_quote(rest).text);
    return false;
  }
  if (!mr_token_is_nocase(kind, "fen")) {
    mr_uci_say(uci, "position takes 'startpos' or 'fen', not '%s'; the old position stays",
               mr_token_quote(kind).text);
    return false;
  }
  if (mr_dialog_setup(d, rest.text, rest.length, &err) != MR_OK) {
    mr_uci_say_error(uci, "position fen", &err);
    mr_uci_say(uci, "the old position stays");
    return false;
  }
  char remark[MR_ERROR_MESSAGE_MAX];
  if (mr_dialog_remark(d, remark)) {
    mr_uci_say(uci, "position fen: %s", remark);
  }
  return true;
}

/**
 * Games are sent whole, move after move. Where a command goes on from the last one, only what is
 * new has to be read: `tokens` is cut down to that.
 */
static bool goes_on(const mr_uci *uci, mr_tokens *tokens) {
  mr_token text = mr_tokens_rest(tokens);
  size_t known = uci->placed.length;
  if (known == 0 || text.length < known || memcmp(text.text, uci->placed.data, known) != 0 ||
      (text.length > known && !mr_text_is_blank(text.text[known]))) {
    return false;
  }
  mr_tokens rest = {text.text + known, text.length - known};
  mr_tokens old = {uci->placed.data, known};
  mr_token token;
  if (!cut_moves(&old, &token) && mr_next_token(&rest, &token) && !mr_token_is(token, "moves")) {
    return false;
  }
  *tokens = rest;
  return true;
}

void mr_uci_position(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  mr_token text = mr_tokens_rest(&uci->rest);
  mr_tokens moves = uci->rest;
  mr_token before;
  mr_error err;
  bool good = true;
  uci->refused = true; /* until it is understood to its end */
  if (mr_dialog_mark(d, &err) != MR_OK) {
    mr_uci_say_error(uci, "position", &err);
    return;
  }
  if (!goes_on(uci, &moves)) {
    cut_moves(&moves, &before);
    good = set_up(uci, before);
  }
  if (!good || !play_moves(uci, moves)) {
    mr_dialog_back(d);
    return;
  }
  uci->refused = false;
  mr_str_reset(&uci->placed);
  mr_str_bytes(&uci->placed, text.text, text.length);
  if (uci->placed.status != MR_OK) {
    mr_str_reset(&uci->placed); /* then the next one is read from its beginning */
  }
}

/* ---- the picture ----------------------------------------------------------------------------- */

/** Who is to move, or how the game ended. */
static void write_node(const mr_game *game, const mr_state *state, mr_str *out) {
  static const char *const quarters[] = {"", ".25", ".5", ".75"};
  mr_node node = mr_game_node(game, state);
  if (node.kind == MR_NODE_DECISION) {
    mr_str_format(out, "To move: %s\n", game->info.player_names[node.player.id]);
  } else if (node.kind == MR_NODE_CHANCE) {
    mr_str_add(out, "To move: chance\n");
  } else {
    uint8_t score[MR_MAX_PLAYERS] = {0};
    const mr_rule *rule = &game->info.rules[mr_game_ended_by(game, state)];
    mr_game_score(game, state, score);
    mr_str_add(out, "Result: ");
    for (unsigned i = 0; i < game->info.players; i++) {
      mr_str_format(out, "%s%u%s", i > 0 ? "-" : "", score[i] / 4u, quarters[score[i] % 4]);
    }
    mr_str_format(out, " (%s: %s)\n", rule->id, rule->text);
  }
}

/** All of it is made of what the player to move sees: no key where that is not the whole. */
void mr_uci_show(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  const mr_paint_style style = {.width = PICTURE_WIDTH};
  const mr_state *state = mr_dialog_state(d);
  mr_player mover = mr_session_node(d->board).player;
  mr_str out = mr_str_growing(d->allocator);
  mr_error err;
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, d->allocator, 0);
  mr_game_observe(d->game, state, mover, d->scratch);
  if (mr_game_view(d->game, d->scratch, mover, &arena, &view, &err) == MR_OK) {
    mr_paint_board(d->game, &view, &style, &out);
    mr_str_format(&out, "Variant: %s\nFen: ", d->name);
    mr_game_format_state(d->game, d->scratch, &out);
    if (mr_game_fully_known(d->game, d->scratch)) {
      mr_str_format(&out, "\nKey: %016llX", (unsigned long long)mr_game_hash(d->game, state));
    }
    mr_str_add(&out, "\nThreatened:");
    for (size_t i = 0; i < (size_t)view.columns * view.rows; i++) {
      const mr_view_cell *cell = &view.cells[i]; /* kings in check, men about to duel */
      if (cell->cell.id != MR_NOWHERE_ID && (cell->marks & MR_MARK_THREAT) != 0) {
        mr_str_char(&out, ' ');
        mr_game_cell_text(d->game, cell->cell, &out);
      }
    }
    mr_str_char(&out, '\n');
    write_node(d->game, state, &out);
  } else {
    mr_uci_say_error(uci, "d", &err);
  }
  mr_arena_done(&arena);
  mr_dialog_send(d, &out);
}

/** What a network adds for the men of a player, each; where there is one. */
static void say_pieces(mr_uci *uci, mr_player player, const mr_placement *men, size_t count) {
  mr_dialog *d = uci_dialog(uci);
  mr_kind kinds[MR_KINDS_MAX];
  size_t kind_count = mr_game_kinds(d->game, kinds);
  mr_str out = mr_str_growing(d->allocator);
  bool any = false;
  mr_str_format(&out, "info string the network for %s's pieces, with each less without it:",
                d->game->info.player_names[player.id]);
  for (size_t i = 0; i < count; i++) {
    int value = 0;
    size_t k = 0;
    while (k < kind_count &&
           (kinds[k].piece.id != men[i].piece.id || !mr_player_same(kinds[k].owner, player))) {
      k++;
    }
    if (k < kind_count && mr_engine_piece_value(d->engine, d->scratch, men[i].cell, &value)) {
      mr_str_format(&out, " %s%c%s", kinds[k].promoted ? "+" : "", kinds[k].letter,
                    kinds[k].falls_to != '\0' ? "~" : "");
      mr_game_cell_text(d->game, men[i].cell, &out);
      mr_str_format(&out, " %+.2f", value / 100.0);
      any = true;
    }
  }
  mr_str_char(&out, '\n');
  if (any) {
    mr_dialog_send(d, &out);
  } else {
    mr_str_done(&out);
  }
}

static void say_all_pieces(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  size_t cells = (size_t)d->game->info.columns * d->game->info.rows;
  mr_placement *men =
      mr_game_can(d->game, MR_CAN_COMPOSE) ? mr_alloc_zero(d->allocator, cells, sizeof *men) : NULL;
  if (men != NULL) {
    size_t count = mr_game_placements(d->game, d->scratch, men);
    for (uint8_t player = 0; player < d->game->info.players; player++) {
      say_pieces(uci, (mr_player){player}, men, count);
    }
  }
  mr_alloc_free(d->allocator, men, cells * sizeof *men);
}

void mr_uci_eval(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  mr_node node = mr_session_node(d->board);
  int value = 0;
  mr_uci_ready(uci);
  if (d->engine == NULL) {
    return;
  }
  if (uci->refused) {
    mr_uci_say(uci, MR_UCI_NO_POSITION, "eval");
    return;
  }
  if (node.kind != MR_NODE_DECISION) {
    mr_uci_say(uci, "eval: nobody has to decide anything here");
    return;
  }
  mr_game_observe(d->game, mr_dialog_state(d), node.player, d->scratch);
  if (mr_engine_static_eval(d->engine, d->scratch, &value)) {
    mr_uci_say(uci, "eval %+.2f pawns for %s, who is to move, without looking ahead", value / 100.0,
               d->game->info.player_names[node.player.id]);
    if (mr_engine_network_eval(d->engine, d->scratch, &value)) {
      mr_uci_say(uci, "the network adds %+.2f of these to what the weights say", value / 100.0);
      say_all_pieces(uci);
    }
  } else {
    mr_uci_say(uci, "eval: %s has no opinion without looking ahead; 'go nodes 1000' has one",
               d->engine->kind);
  }
}
