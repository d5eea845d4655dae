#include "catalog/catalog_priv.h"

#include <string.h>

#include "definition/keys.h"

/** Text in a cell of a table: '|' would end it, and so would the end of the line. */
static void add_cell(mr_str *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '\n') {
      mr_str_char(out, ' ');
    } else {
      mr_str_add(out, *text == '|' ? "\\" : "");
      mr_str_char(out, *text);
    }
  }
}

/** One line of a value as code. */
static void add_code_line(mr_str *out, const char *text, size_t length) {
  const char *fence = memchr(text, '`', length) != NULL ? "``" : "`";
  const char *pad = fence[1] != '\0' ? " " : "";
  mr_str_format(out, "%s%s", fence, pad);
  for (size_t i = 0; i < length; i++) {
    mr_str_add(out, text[i] == '|' ? "\\" : "");
    mr_str_char(out, text[i]);
  }
  mr_str_format(out, "%s%s", pad, fence);
}

/** A value as code, its lines one below the other; nothing for NULL. */
static void add_code(mr_str *out, const char *text) {
  while (text != NULL && *text != '\0') {
    size_t length = strcspn(text, "\n");
    if (length > 0) {
      add_code_line(out, text, length);
    }
    text += length;
    if (*text == '\n') {
      mr_str_add(out, "<br>");
      text++;
    }
  }
}

static void add_key(mr_str *out, const mr_key *key) {
  mr_str_add(out, "| ");
  add_code(out, key->name);
  mr_str_add(out, " | ");
  mr_key_values(key, "`", out);
  mr_str_add(out, " | ");
  add_code(out, key->standard);
  mr_str_add(out, " | ");
  add_cell(out, key->meaning != NULL ? key->meaning : "");
  mr_str_add(out, " | ");
  add_code(out, key->example);
  mr_str_add(out, " | ");
  add_cell(out, key->rule != NULL ? key->rule : "");
  mr_str_add(out, " |\n");
}

void mr_keys_markdown(mr_str *out, const mr_key *keys, size_t count) {
  mr_str_add(out, "| key | value | default | meaning | example | rule |\n"
                  "| --- | --- | --- | --- | --- | --- |\n");
  for (size_t i = 0; i < count; i++) {
    add_key(out, &keys[i]);
  }
}

void mr_catalog_keys_markdown(mr_str *out) {
  size_t count;
  const mr_key *common = mr_common_keys(&count);
  mr_str_add(out, "### Keys of every definition\n\n");
  mr_keys_markdown(out, common, count);
  for (size_t i = 0; i < mr_family_count(); i++) {
    const mr_family *family = mr_family_at(i);
    mr_str_format(out, "\n### Keys of the family `%s`\n\n%s\n\n", family->name, family->summary);
    mr_keys_markdown(out, family->keys, family->key_count);
  }
}
