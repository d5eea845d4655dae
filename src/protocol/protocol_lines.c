#include "protocol/protocol_priv.h"

#include <string.h>

/* ---- life ------------------------------------------------------------------------------------ */

mr_status mr_protocol_new(const mr_protocol_ops *ops, size_t size, const mr_protocol_setup *setup,
                          mr_protocol **out, mr_error *err) {
  if (setup == NULL || out == NULL || setup->host.write == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "a protocol needs a host that writes, and a place");
  }
  mr_protocol *protocol = mr_alloc_zero(setup->allocator, size, 1);
  if (protocol == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the protocol");
  }
  protocol->ops = ops;
  protocol->size = size;
  mr_status status = mr_dialog_init(&protocol->dialog, setup, err);
  if (status != MR_OK) {
    mr_alloc_free(setup->allocator, protocol, size);
    return status;
  }
  mr_str_init(&protocol->partial, protocol->dialog.allocator);
  *out = protocol;
  return MR_OK;
}

void mr_protocol_free(mr_protocol *protocol) {
  if (protocol != NULL) {
    const mr_allocator *allocator = protocol->dialog.allocator;
    mr_dialog_abandon(&protocol->dialog); /* its thread looks at what is freed next */
    protocol->ops->done(protocol);
    mr_dialog_done(&protocol->dialog);
    mr_str_done(&protocol->partial);
    mr_alloc_free(allocator, protocol, protocol->size);
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
  return mr_dialog_wait(&protocol->dialog);
}

bool mr_protocol_tick(mr_protocol *protocol) {
  mr_dialog_tick(&protocol->dialog);
  protocol->over = protocol->over || !protocol->ops->tick(protocol);
  return !protocol->over;
}

void mr_protocol_finish_searches(mr_protocol *protocol) {
  protocol->ops->finish_searches(protocol);
}

/* ---- texts ----------------------------------------------------------------------------------- */

mr_quote mr_token_quote(mr_token token) {
  mr_quote quote = {""};
  size_t most = sizeof quote.text - 4;
  size_t length = token.length <= most ? token.length : most;
  for (size_t i = 0; i < length; i++) {
    quote.text[i] = mr_text_is_print(token.text[i]) ? token.text[i] : '?';
  }
  if (length < token.length) {
    memcpy(quote.text + length, "...", 4);
  }
  return quote;
}
