/*
 * A protocol's life, its lines out of bytes, and texts.
 */
#include "protocol/protocol_priv.h"

#include <stdio.h>
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
  protocol->partial = mr_str_growing(protocol->dialog.allocator);
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

/** Adds a piece of a line; a line that grows too long is given up. */
static void add_piece(mr_protocol *p, const char *bytes, size_t length) {
  mr_str *line = &p->partial;
  if (p->skipping) {
    return;
  }
  bool fits = length <= MR_PROTOCOL_LINE_MAX - line->length;
  size_t from = line->length;
  if (fits) {
    mr_str_bytes(line, bytes, length);
  }
  if (!fits || line->status != MR_OK) {
    p->skipping = true;
    mr_str_reset(line);
    p->ops->complain(p, fits ? "no memory for a line; it is skipped"
                             : "a line is longer than 4 MiB; it is skipped");
    return;
  }
  for (size_t i = from; i < line->length; i++) {
    bool control = (unsigned char)line->data[i] < ' ' || line->data[i] == 0x7f;
    line->data[i] = control ? ' ' : line->data[i];
  }
}

static void end_line(mr_protocol *p) {
  if (!p->skipping && p->partial.length > 0) {
    p->over = p->over || !p->ops->line(p, p->partial.data, p->partial.length);
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

/* ---- reading words --------------------------------------------------------------------------- */

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

bool mr_token_time(mr_token token, uint64_t max, uint64_t *out) {
  if (token.length < 2 || token.text[0] != '-') {
    return mr_token_number(token, max, out);
  }
  bool good = mr_token_number((mr_token){token.text + 1, token.length - 1}, INT64_MAX, out);
  *out = good ? 0 : *out;
  return good;
}

static const char *row_name(mr_rows rows, size_t index) {
  return *(const char *const *)((const char *)rows.rows + index * rows.size);
}

const void *mr_rows_find(mr_rows rows, mr_token name) {
  for (size_t i = 0; i < rows.count; i++) {
    if (mr_token_is_nocase(name, row_name(rows, i))) {
      return (const char *)rows.rows + i * rows.size;
    }
  }
  return NULL;
}

const char *mr_rows_nearest(mr_rows rows, const char *word) {
  const char *nearest = NULL;
  mr_nearest_search search;
  mr_nearest_begin(&search, word);
  for (size_t i = 0; i < rows.count; i++) {
    if (mr_nearest_offer(&search, row_name(rows, i))) {
      nearest = row_name(rows, i);
    }
  }
  return nearest;
}

/* ---- writing --------------------------------------------------------------------------------- */

void mr_add_clean(mr_str *out, const char *text) {
  for (; *text != '\0'; text++) {
    mr_str_char(out, mr_text_is_print(*text) ? *text : *text == '\n' || *text == '\t' ? ' ' : '?');
  }
}

void mr_dialog_write(mr_dialog *dialog, const char *bytes, size_t length) {
  mr_mutex_lock(&dialog->output);
  if (!dialog->setup.host.write(dialog->setup.host.context, bytes, length)) {
    atomic_store(&dialog->search.stop, true);
  }
  mr_mutex_unlock(&dialog->output);
}

void mr_dialog_send(mr_dialog *dialog, mr_str *text) {
  if (text->length > 0) {
    mr_dialog_write(dialog, text->data, text->length);
  }
  mr_str_done(text);
}

void mr_dialog_say(mr_dialog *dialog, const char *prefix, const char *format, va_list args) {
  char message[MR_ERROR_MESSAGE_MAX + 256];
  mr_str out = mr_str_growing(dialog->allocator);
  (void)vsnprintf(message, sizeof message, format, args);
  mr_str_add(&out, prefix);
  mr_add_clean(&out, message);
  mr_str_char(&out, '\n');
  mr_dialog_send(dialog, &out);
}
