#include <string.h>

#include "base/text.h"
#include "protocol/uci_priv.h"

/* ---- moves ----------------------------------------------------------------------------------- */

static void refuse_move(mr_uci *uci, mr_word word, size_t number, const mr_error *err) {
  char nearest[MR_ACTION_TEXT_MAX];
  mr_quote quote = mr_word_quote(word);
  if (mr_session_nearest_action(uci_session(uci), word.text, word.length, nearest)) {
    mr_uci_say(uci, "position: move %zu, '%s': %s; did you mean '%s'? The old position stays",
               number, quote.text, err->message, nearest);
  } else {
    mr_uci_say(uci, "position: move %zu, '%s': %s; the old position stays", number, quote.text,
               err->message);
  }
}

static bool play_moves(mr_uci *uci, mr_words words) {
  mr_session *s = uci_session(uci);
  mr_error err;
  mr_word word;
  while (mr_words_next(&words, &word)) {
    if (mr_protocol_play(s, word.text, word.length, &err) != MR_OK) {
      refuse_move(uci, word, s->board.count + 1, &err);
      return false;
    }
  }
  return true;
}

/* ---- positions ------------------------------------------------------------------------------- */

/** Cuts a line at the word "moves". @return whether it was there */
static bool cut_moves(mr_words *words, mr_word *before) {
  mr_word word;
  *before = mr_words_rest(words);
  while (mr_words_next(words, &word)) {
    if (mr_text_is(word.text, word.length, "moves")) {
      before->length = (size_t)(word.text - before->text);
      while (before->length > 0 && mr_text_is_blank(before->text[before->length - 1])) {
        before->length--;
      }
      return true;
    }
  }
  return false;
}

/** Sets up what stands before the moves. */
static bool place(mr_uci *uci, mr_word text) {
  mr_session *s = uci_session(uci);
  mr_words words = {text.text, text.length};
  mr_word kind;
  mr_error err;
  mr_words_next(&words, &kind);
  mr_word rest = mr_words_rest(&words);
  if (mr_word_is(kind, "startpos") && rest.length == 0) {
    mr_protocol_start(s);
    return true;
  }
  if (mr_word_is(kind, "startpos")) {
    mr_uci_say(uci, "position: 'moves' comes after startpos, not '%s'; the old position stays",
               mr_word_quote(rest).text);
    return false;
  }
  if (!mr_word_is(kind, "fen")) {
    mr_uci_say(uci, "position takes 'startpos' or 'fen', not '%s'; the old position stays",
               mr_word_quote(kind).text);
    return false;
  }
  if (mr_session_setup(s, rest.text, rest.length, &err) != MR_OK) {
    mr_uci_say_error(uci, "position fen", &err);
    mr_uci_say(uci, "the old position stays");
    return false;
  }
  return true;
}

/**
 * Games are sent whole, move after move. Where a command goes on from the last one, only what is
 * new has to be read: `words` is cut down to that.
 */
static bool goes_on(const mr_uci *uci, mr_words *words) {
  mr_word text = mr_words_rest(words);
  size_t known = uci->placed.length;
  if (known == 0 || text.length < known || memcmp(text.text, uci->placed.data, known) != 0 ||
      (text.length > known && !mr_text_is_blank(text.text[known]))) {
    return false;
  }
  mr_words rest = {text.text + known, text.length - known};
  mr_words old = {uci->placed.data, known};
  mr_word word;
  if (!cut_moves(&old, &word) && mr_words_next(&rest, &word) &&
      !mr_text_is(word.text, word.length, "moves")) {
    return false;
  }
  *words = rest;
  return true;
}

static bool obey(mr_uci *uci, mr_words words) {
  mr_word before;
  if (goes_on(uci, &words)) {
    return play_moves(uci, words);
  }
  cut_moves(&words, &before);
  return place(uci, before) && play_moves(uci, words);
}

void mr_uci_position(mr_uci *uci, mr_words words) {
  mr_session *s = uci_session(uci);
  mr_word text = mr_words_rest(&words);
  mr_error err;
  if (mr_session_mark(s, &err) != MR_OK) {
    mr_uci_say_error(uci, "position", &err);
    return;
  }
  if (!obey(uci, words)) {
    mr_session_back(s);
    return;
  }
  mr_str_reset(&uci->placed);
  mr_str_bytes(&uci->placed, text.text, text.length);
  if (uci->placed.status != MR_OK) {
    mr_str_reset(&uci->placed); /* then the next one is read from its beginning */
  }
}
