/* Parts of a rules page: its chapters, and what it says of a piece, a region, a rule, a word. */
#include <ctype.h>
#include <marcher/doc.h>
#include <string.h>

#include "base/text.h"

static bool is_word(char c) {
  return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

bool mr_text_mentions(const char *text, const char *topic) {
  size_t length = strlen(topic);
  for (const char *at = text; length > 0 && *at != '\0'; at++) {
    const char *end = at + length;
    if ((at > text && is_word(at[-1]) && is_word(*at)) || !mr_text_begins_nocase(at, topic)) {
      continue;
    }
    end += *end == 's'; /* several of them */
    if (!is_word(*end) || !is_word(end[-1])) {
      return true;
    }
  }
  return false;
}

static void copy_block(const mr_doc_block *block, mr_doc *out) {
  switch (block->kind) {
  case MR_DOC_HEADING:
    mr_doc_heading(out, "%s", block->text);
    break;
  case MR_DOC_PARAGRAPH:
    mr_doc_paragraph(out, "%s", block->text);
    break;
  case MR_DOC_RULE:
    mr_doc_rule(out, block->id, block->text);
    break;
  case MR_DOC_CHART:
  case MR_DOC_REEL:
  case MR_DOC_LINES:
    mr_doc_lines(out, block->text);
    break;
  case MR_DOC_DIAGRAM:
    mr_doc_diagram(out, block->view, block->text);
    break;
  case MR_DOC_ROW:
    if (block->heads) {
      mr_doc_end_table(out);
    }
    mr_doc_row(out, block->cells, block->cell_count);
    break;
  }
}

/* The first heading is the title of the page. */
static const mr_doc_block *behind_title(const mr_doc *page) {
  const mr_doc_block *block = page->first;
  return block != NULL && block->kind == MR_DOC_HEADING ? block->next : block;
}

void mr_doc_chapters(const mr_doc *page, mr_str *out) {
  size_t count = 0;
  for (const mr_doc_block *b = behind_title(page); b != NULL; b = b->next) {
    if (b->kind == MR_DOC_HEADING) {
      mr_str_format(out, "%s%s", count++ == 0 ? "" : ", ", b->text);
    }
  }
}

static bool add_chapters(const mr_doc *page, const char *topic, mr_doc *out) {
  bool inside = false;
  bool found = false;
  for (const mr_doc_block *b = behind_title(page); b != NULL; b = b->next) {
    inside = b->kind == MR_DOC_HEADING ? mr_text_begins_nocase(b->text, topic) : inside;
    found = found || inside;
    if (inside) {
      copy_block(b, out);
    }
  }
  return found;
}

/* "WL-15" is also what begins "WL-15 quiet". */
static bool add_numbered(const mr_doc *page, const char *topic, mr_doc *out) {
  size_t length = strlen(topic);
  bool found = false;
  for (const mr_doc_block *b = page->first; b != NULL; b = b->next) {
    if (b->kind == MR_DOC_RULE && mr_text_begins_nocase(b->id, topic) &&
        (b->id[length] == '\0' || b->id[length] == ' ')) {
      copy_block(b, out);
      found = true;
    }
  }
  return found;
}

/*
 * Whether a caption is about a piece: "King (K): Steps ...", "A leader: one or two king steps.". A
 * caption that names only the first words of the name counts, too.
 */
static bool is_about(const char *caption, const char *name) {
  static const char *const articles[] = {"a ", "an ", "the "};
  size_t length = strcspn(caption, ":(");
  if (strchr(caption, ':') == NULL) {
    return false;
  }
  for (size_t i = 0; i < sizeof articles / sizeof articles[0]; i++) {
    size_t article = strlen(articles[i]);
    if (mr_text_begins_nocase(caption, articles[i]) && length > article) {
      caption += article;
      length -= article;
      break;
    }
  }
  while (length > 0 && caption[length - 1] == ' ') {
    length--;
  }
  char subject[MR_ACTION_TEXT_MAX];
  mr_str copy = mr_str_fixed(subject, sizeof subject);
  mr_str_bytes(&copy, caption, length);
  return copy.status == MR_OK && length > 0 && mr_text_begins_nocase(name, subject) &&
         (name[length] == '\0' || name[length] == ' ');
}

const mr_doc_block *mr_doc_picture(const mr_doc *page, const char *name) {
  for (const mr_doc_block *b = page->first; b != NULL; b = b->next) {
    if (b->kind == MR_DOC_DIAGRAM && is_about(b->text, name)) {
      return b;
    }
  }
  return NULL;
}

const char *mr_doc_movement(const mr_doc *page, const char *name) {
  const mr_doc_block *picture = mr_doc_picture(page, name);
  if (picture == NULL) {
    return NULL;
  }
  const char *text = strchr(picture->text, ':') + 1; /* is_about has seen it */
  return text + strspn(text, " ");
}

/* The name in the row of a table that begins with the letter of a piece, or the topic itself. */
static const char *name_of_letter(const mr_doc *page, const char *topic) {
  for (const mr_doc_block *b = page->first; b != NULL && strlen(topic) <= 2; b = b->next) {
    if (b->kind == MR_DOC_ROW && b->cell_count > 1 && mr_text_mentions(b->cells[0], topic)) {
      return b->cells[1];
    }
  }
  return topic;
}

/** Whether a text has the topic, in the plural or not; who asks for dice means each die. */
static bool speaks_of(const char *text, const char *topic) {
  static const char *const pairs[][2] = {{"dice", "die"}, {"die", "dice"}};
  char other[MR_ACTION_TEXT_MAX];
  size_t length = strlen(topic);
  bool plural = length > 1 && mr_text_lower(topic[length - 1]) == 's';
  if (mr_text_mentions(text, topic)) {
    return true;
  }
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    if (mr_text_is_nocase(topic, length, pairs[i][0]) && mr_text_mentions(text, pairs[i][1])) {
      return true;
    }
  }
  mr_str form = mr_str_fixed(other, sizeof other);
  mr_str_bytes(&form, topic, length - plural);
  mr_str_add(&form, plural ? "" : "s");
  return length > 2 && form.status == MR_OK && mr_text_mentions(text, other);
}

static bool row_mentions(const mr_doc_block *row, const char *topic) {
  bool found = false;
  for (size_t i = 0; i < row->cell_count && !found; i++) {
    found = speaks_of(row->cells[i], topic);
  }
  return found;
}

/* Whether a block opens or leaves the chapter on how things are written, given what held before. */
static bool goes_on_in_notation(const mr_doc_block *block, bool inside) {
  return block->kind == MR_DOC_HEADING ? strcmp(block->text, "Notation") == 0 : inside;
}

/* Whether a paragraph breaks off before the lines that it is about. */
static bool leads_to_lines(const mr_doc_block *block) {
  size_t length = block->text != NULL ? strlen(block->text) : 0;
  return block->kind == MR_DOC_PARAGRAPH && length > 0 && block->text[length - 1] != '.' &&
         block->next != NULL && block->next->kind == MR_DOC_LINES;
}

/* Rows with their heading, pictures of the topic, rules and paragraphs that speak of it. */
static bool add_mentions(const mr_doc *page, const char *topic, bool notation, mr_doc *out) {
  const mr_doc_block *head = NULL; /* of the table that is passed, until it has been copied */
  bool in_notation = false;
  bool found = false;
  for (const mr_doc_block *b = behind_title(page); b != NULL; b = b->next) {
    bool row = b->kind == MR_DOC_ROW;
    in_notation = goes_on_in_notation(b, in_notation);
    bool first = row && b->heads;
    bool wanted = row                         ? !first && row_mentions(b, topic)
                  : b->kind == MR_DOC_DIAGRAM ? is_about(b->text, topic)
                  : b->kind == MR_DOC_RULE && speaks_of(b->id, topic)
                      ? true /* "WL-15 quiet" */
                      : b->kind != MR_DOC_HEADING && speaks_of(b->text, topic);
    head = first ? b : row ? head : NULL;
    wanted = wanted && notation == in_notation;
    if (wanted && head != NULL) {
      copy_block(head, out);
      head = NULL;
    }
    if (wanted) {
      copy_block(b, out);
      found = true;
    }
    if (wanted && leads_to_lines(b)) {
      copy_block(b->next, out);
    }
  }
  return found;
}

size_t mr_doc_rules_about(const mr_doc *page, const char *topic, size_t most, mr_str *out) {
  size_t count = 0;
  bool in_notation = false;
  for (const mr_doc_block *b = page->first; b != NULL; b = b->next) {
    in_notation = goes_on_in_notation(b, in_notation);
    if (b->kind == MR_DOC_RULE && !in_notation && speaks_of(b->text, topic) && count++ < most) {
      mr_str_format(out, "%s%s", count == 1 ? "" : ", ", b->id);
    }
  }
  mr_str_add(out, count > most ? " ..." : "");
  return count;
}

bool mr_doc_about(const mr_doc *page, const char *topic, mr_doc *out) {
  if (*topic == '\0') {
    return false;
  }
  /* "N" is the Knight, though "Notation" begins so, too. */
  const char *name = name_of_letter(page, topic);
  if (name == topic && (add_chapters(page, topic, out) || add_numbered(page, topic, out))) {
    return true;
  }
  if (mr_text_is_letter(name[0]) && name[1] == '\0') {
    return false; /* else "a" would be in every sentence */
  }
  /* How a leader is written is no answer to what one is, unless there is no other. */
  return add_mentions(page, name, false, out) || add_mentions(page, name, true, out);
}
