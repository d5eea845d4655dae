#include <string.h>

#include "protocol/uci_priv.h"

/* ---- moves ----------------------------------------------------------------------------------- */

static void refuse_move(mr_uci *uci, mr_token token, size_t number, const mr_error *err) {
  char nearest[MR_ACTION_TEXT_MAX];
  mr_quote quote = mr_token_quote(token);
  if (mr_dialog_nearest_action(uci_dialog(uci), token.text, token.length, nearest)) {
    mr_uci_say(uci, "position: move %zu, '%s': %s; did you mean '%s'? The old position stays",
               number, quote.text, err->message, nearest);
  } else {
    mr_uci_say(uci, "position: move %zu, '%s': %s; the old position stays", number, quote.text,
               err->message);
  }
}

static bool play_moves(mr_uci *uci, mr_tokens tokens) {
  mr_dialog *d = uci_dialog(uci);
  mr_error err;
  mr_token token;
  while (mr_next_token(&tokens, &token)) {
    if (mr_session_play_text(d->board, token.text, token.length, NULL, &err) != MR_OK) {
      refuse_move(uci, token, mr_session_count(d->board) + 1, &err);
      return false;
    }
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
static bool place(mr_uci *uci, mr_token text) {
  mr_dialog *d = uci_dialog(uci);
  mr_tokens tokens = {text.text, text.length};
  mr_token kind;
  mr_error err;
  mr_next_token(&tokens, &kind);
  mr_token rest = mr_tokens_rest(&tokens);
  if (mr_token_is_nocase(kind, "startpos") && rest.length == 0) {
    mr_dialog_start(d);
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

static bool obey(mr_uci *uci, mr_tokens tokens) {
  mr_token before;
  if (goes_on(uci, &tokens)) {
    return play_moves(uci, tokens);
  }
  cut_moves(&tokens, &before);
  return place(uci, before) && play_moves(uci, tokens);
}

void mr_uci_position(mr_uci *uci) {
  mr_dialog *d = uci_dialog(uci);
  mr_token text = mr_tokens_rest(&uci->rest);
  mr_error err;
  if (mr_dialog_mark(d, &err) != MR_OK) {
    mr_uci_say_error(uci, "position", &err);
    return;
  }
  if (!obey(uci, uci->rest)) {
    mr_dialog_back(d);
    return;
  }
  mr_str_reset(&uci->placed);
  mr_str_bytes(&uci->placed, text.text, text.length);
  if (uci->placed.status != MR_OK) {
    mr_str_reset(&uci->placed); /* then the next one is read from its beginning */
  }
}
