#include "markup.h"

#include <string.h>

#include "test_main.h"

enum { DEPTH_MAX = 64, ATTRIBUTES_MAX = 32, NAME_MAX = 32 };

/** A name that stands in the text. */
typedef struct name {
  const char *text;
  size_t length;
} name;

typedef struct checker {
  const char *at;
  bool html;
  name open[DEPTH_MAX];
  size_t depth;
  size_t roots;
  const char *fault;
} checker;

static bool complain(checker *in, const char *fault) {
  if (in->fault == NULL) {
    in->fault = fault;
  }
  return false;
}

static bool same(name a, name b) {
  return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static bool is(name a, const char *word) {
  return a.length == strlen(word) && memcmp(a.text, word, a.length) == 0;
}

static bool starts(const checker *in, const char *word) {
  return strncmp(in->at, word, strlen(word)) == 0;
}

static bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == ':';
}

static name read_name(checker *in) {
  name found = {in->at, 0};
  while (is_name_byte(*in->at)) {
    in->at++;
    found.length++;
  }
  return found;
}

static bool read_entity(checker *in) {
  static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (starts(in, known[i])) {
      in->at += strlen(known[i]);
      return true;
    }
  }
  return complain(in, "an entity that nobody knows, or a bare ampersand");
}

/** Control characters have no place in XML, and none here. */
static bool read_byte(checker *in) {
  unsigned char c = (unsigned char)*in->at;
  if (c < 0x20 && c != '\n') {
    return complain(in, "a control character");
  }
  if (c == '&') {
    return read_entity(in);
  }
  in->at++;
  return true;
}

static bool read_value(checker *in) {
  if (*in->at++ != '"') {
    return complain(in, "a value without quotes");
  }
  while (*in->at != '"') {
    if (*in->at == '\0' || *in->at == '<') {
      return complain(in, "a value that does not end");
    }
    if (!read_byte(in)) {
      return false;
    }
  }
  in->at++;
  return true;
}

/** Reads attributes up to the end of the tag. */
static bool read_attributes(checker *in, bool *closed) {
  name seen[ATTRIBUTES_MAX];
  for (size_t count = 0;; count++) {
    size_t blanks = strspn(in->at, " \n");
    in->at += blanks;
    *closed = starts(in, "/>");
    if (*closed || *in->at == '>') {
      in->at += *closed ? 2 : 1;
      return true;
    }
    name attribute = read_name(in);
    if (blanks == 0 || attribute.length == 0 || count == ATTRIBUTES_MAX || *in->at != '=') {
      return complain(in, "a broken attribute");
    }
    for (size_t i = 0; i < count; i++) {
      if (same(seen[i], attribute)) {
        return complain(in, "an attribute twice");
      }
    }
    seen[count] = attribute;
    in->at++;
    if (!read_value(in)) {
      return false;
    }
  }
}

static bool read_end(checker *in) {
  in->at += 2;
  name element = read_name(in);
  if (in->depth == 0 || !same(in->open[in->depth - 1], element) || *in->at != '>') {
    return complain(in, "an end of something else");
  }
  in->depth--;
  in->at++;
  return true;
}

static bool read_start(checker *in) {
  bool closed = false;
  in->at++;
  name element = read_name(in);
  if (element.length == 0 || element.length > NAME_MAX) {
    return complain(in, "an element without a name");
  }
  in->roots += in->depth == 0;
  if (in->roots > 1) {
    return complain(in, "a second root");
  }
  if (!read_attributes(in, &closed) || closed || (in->html && is(element, "meta"))) {
    return in->fault == NULL;
  }
  if (in->depth == DEPTH_MAX) {
    return complain(in, "too deep");
  }
  in->open[in->depth++] = element;
  if (is(element, "style")) {
    const char *end = strstr(in->at, "</style>");
    in->at = end != NULL ? end : in->at;
  }
  return true;
}

static bool read_item(checker *in) {
  if (starts(in, "<?") || starts(in, "<!")) {
    const char *end = strchr(in->at, '>');
    in->at = end != NULL ? end + 1 : in->at;
    return end != NULL || complain(in, "a declaration that does not end");
  }
  if (starts(in, "</")) {
    return read_end(in);
  }
  if (*in->at == '<') {
    return read_start(in);
  }
  if (in->depth == 0 && *in->at != '\n') {
    return complain(in, "text outside the root");
  }
  return read_byte(in);
}

const char *mr_markup_fault(const char *text, bool html, const char **where) {
  checker in = {.at = text, .html = html};
  while (*in.at != '\0' && read_item(&in)) {
  }
  if (in.depth > 0) {
    complain(&in, "an element that does not end");
  }
  if (in.roots == 0) {
    complain(&in, "no root");
  }
  *where = in.at;
  return in.fault;
}

void mr_assert_markup(const char *text, bool html) {
  const char *where;
  const char *fault = mr_markup_fault(text, html, &where);
  if (fault != NULL) {
    print_error("%s at: %.60s\n", fault, where);
    fail_msg("the document is not well formed");
  }
}

size_t mr_count(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
    count++;
  }
  return count;
}
