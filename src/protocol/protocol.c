#include "protocol/protocol_priv.h"

#include <string.h>

#include "base/text.h"

/* ---- life ------------------------------------------------------------------------------------ */

mr_status mr_protocol_init(mr_protocol *protocol, const mr_protocol_ops *ops,
                           const mr_protocol_setup *setup, mr_error *err) {
  protocol->ops = ops;
  protocol->skipping = false;
  protocol->over = false;
  mr_status status = mr_session_init(&protocol->session, setup, err);
  if (status == MR_OK) {
    mr_str_init(&protocol->partial, protocol->session.allocator);
  }
  return status;
}

void mr_protocol_done(mr_protocol *protocol) {
  mr_session_done(&protocol->session);
  mr_str_done(&protocol->partial);
}

void mr_protocol_free(mr_protocol *protocol) {
  if (protocol != NULL) {
    protocol->ops->free(protocol);
  }
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void obey(mr_protocol *p, const char *line, size_t length) {
  p->over = p->over || !p->ops->line(p, line, length);
}

static bool is_control(char c) {
  return (unsigned char)c < ' ' || c == 0x7f;
}

/** Adds a piece of a line; a line that grows too long is given up. */
static void add_piece(mr_protocol *p, const char *bytes, size_t length) {
  if (p->skipping) {
    return;
  }
  bool fits = length <= MR_PROTOCOL_LINE_MAX - p->partial.length;
  size_t from = p->partial.length;
  if (fits) {
    mr_str_bytes(&p->partial, bytes, length);
  }
  if (!fits || p->partial.status != MR_OK) {
    p->skipping = true;
    mr_str_reset(&p->partial);
    p->ops->complain(p, fits ? "no memory for a line; it is skipped"
                             : "a line is longer than 4 MiB; it is skipped");
    return;
  }
  for (size_t i = from; i < p->partial.length; i++) {
    if (is_control(p->partial.data[i])) {
      p->partial.data[i] = ' ';
    }
  }
}

static void end_line(mr_protocol *p) {
  if (!p->skipping && p->partial.length > 0) {
    obey(p, p->partial.data, p->partial.length);
  }
  p->skipping = false;
  mr_str_reset(&p->partial);
}

bool mr_protocol_feed(mr_protocol *protocol, const char *bytes, size_t length) {
  while (length > 0 && !protocol->over) {
    const char *end = memchr(bytes, '\n', length);
    size_t piece = end != NULL ? (size_t)(end - bytes) : length;
    add_piece(protocol, bytes, piece);
    if (end == NULL) {
      break;
    }
    end_line(protocol);
    bytes += piece + 1;
    length -= piece + 1;
  }
  return !protocol->over;
}

void mr_protocol_end(mr_protocol *protocol) {
  if (!protocol->over) {
    end_line(protocol);
  }
  protocol->ops->end(protocol);
  protocol->over = true;
}

int mr_protocol_wait(mr_protocol *protocol) {
  return mr_session_wait(&protocol->session);
}

bool mr_protocol_tick(mr_protocol *protocol) {
  mr_session_tick(&protocol->session);
  protocol->over = protocol->over || !protocol->ops->tick(protocol);
  return !protocol->over;
}

void mr_protocol_settle(mr_protocol *protocol) {
  protocol->ops->settle(protocol);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void skip_blanks(mr_words *words) {
  while (words->left > 0 && mr_text_is_blank(*words->at)) {
    words->at++;
    words->left--;
  }
}

bool mr_words_next(mr_words *words, mr_word *out) {
  skip_blanks(words);
  *out = (mr_word){words->at, 0};
  while (out->length < words->left && !mr_text_is_blank(words->at[out->length])) {
    out->length++;
  }
  words->at += out->length;
  words->left -= out->length;
  return out->length > 0;
}

mr_word mr_words_rest(const mr_words *words) {
  mr_words rest = *words;
  skip_blanks(&rest);
  while (rest.left > 0 && mr_text_is_blank(rest.at[rest.left - 1])) {
    rest.left--;
  }
  return (mr_word){rest.at, rest.left};
}

bool mr_word_is(mr_word word, const char *text) {
  return mr_text_is_nocase(word.text, word.length, text);
}

bool mr_word_number(mr_word word, uint64_t max, uint64_t *out) {
  return mr_parse_uint(word.text, word.length, max, out);
}

mr_quote mr_word_quote(mr_word word) {
  mr_quote quote = {""};
  size_t most = sizeof quote.text - 4;
  size_t length = word.length <= most ? word.length : most;
  for (size_t i = 0; i < length; i++) {
    quote.text[i] = mr_text_is_print(word.text[i]) ? word.text[i] : '?';
  }
  if (length < word.length) {
    memcpy(quote.text + length, "...", 4);
  }
  return quote;
}

void mr_add_clean(mr_str *out, const char *text) {
  for (; *text != '\0'; text++) {
    mr_str_char(out, mr_text_is_print(*text) ? *text : *text == '\n' || *text == '\t' ? ' ' : '?');
  }
}
